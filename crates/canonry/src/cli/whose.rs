//! Which session a command is about: the named one, or the project's last, of the tenant and for the
//! position that were named. A session of another tenant is never taken in its place.

use super::check::project_name;
use super::settings::CliHost;
use super::{Which, Whose};
use crate::failure::{Failure, Kind};
use crate::record::to_entry;
use crate::store::{Head, Store};
use engine::event::{Event, SessionStarted};
use engine::limits;
use engine::state::EntryContent;
use logic::text::Phrase;
use std::sync::Arc;

/// The session that a command is about: the named one, or the project's last in the store.
pub async fn session_of(host: &Arc<CliHost>, which: &Which) -> Result<String, Failure> {
    let (dir, whose) = (&which.dir, &which.whose);
    if let Some(session) = &which.session {
        if host.store.head(session).await?.is_none() {
            return Err(Failure::no_session(session));
        }
        check_whose(&host.store, session, whose).await?;
        return Ok(session.clone());
    }
    let name = project_name(dir)?;
    let Some(head) = last_session(&host.store, &name, whose).await? else {
        let of = whose.of();
        return Err(Failure::new(
            Kind::NotFound,
            format!("`{name}` has no session{} in this store", of.en),
            format!("`{name}` n'a pas de session{} dans ce stockage", of.fr),
        )
        .hint(
            format!("start one: canonry play {}", dir.display()),
            format!("commencez-en une : canonry play {}", dir.display()),
        ));
    };
    Ok(head.session)
}

/// The session of a project that was appended to last. An erased one counts only where there is no
/// other: erasing is the last thing that is appended to it, and nobody means it by that.
pub async fn last_session(
    store: &impl Store,
    project: &str,
    whose: &Whose,
) -> Result<Option<Head>, Failure> {
    let Some(last) = store.last_session(project).await? else {
        return Ok(None);
    };
    if let Some(head) = store.head(&last).await?
        && !head.erased
        && whose.has(store, &last).await?
    {
        return Ok(Some(head));
    }
    // Among the others, by the time of their last entries.
    let (mut newest, mut after) = (None, None::<String>);
    loop {
        let page = store
            .sessions(Some(project), after.as_deref(), limits::READ_RECORDS)
            .await?;
        let Some(end) = page.last() else { break };
        after = Some(end.session.clone());
        for head in page {
            if !whose.has(store, &head.session).await? {
                continue;
            }
            let at = store
                .read(&head.session, head.seq.saturating_sub(1), 1)
                .await?
                .first()
                .map(|record| record.header.at);
            let place = (!head.erased, at);
            if newest.as_ref().is_none_or(|(known, _)| place >= *known) {
                newest = Some((place, head));
            }
        }
    }
    Ok(newest.map(|(_, head)| head))
}

/// Refuses a session of another tenant, or for another position.
pub async fn check_whose(store: &impl Store, session: &str, whose: &Whose) -> Result<(), Failure> {
    if whose.has(store, session).await? {
        return Ok(());
    }
    let of = whose.of();
    Err(Failure::new(
        Kind::Usage,
        format!("session `{session}` is not one{}", of.en),
        format!("la session `{session}` n'en est pas une{}", of.fr),
    )
    .hint(
        "leave the option out, or name another session",
        "retirez l'option, ou nommez une autre session",
    ))
}

/// How a session began. Its first entry is never erased.
pub async fn started(store: &impl Store, session: &str) -> Result<SessionStarted, Failure> {
    let first = store.read(session, 0, 1).await?.into_iter().next();
    let entry = first.map(|record| to_entry(&record));
    match entry {
        Some(Ok(entry)) => match entry.content {
            EntryContent::Event(Event::SessionStarted(started)) => Ok(started),
            EntryContent::Event(_) | EntryContent::Hole { .. } => Err(Failure::corrupt(
                session,
                1,
                "a session must start with SessionStarted",
            )),
        },
        Some(Err(error)) => Err(Failure::corrupt(session, 1, &error.to_string())),
        None => Err(Failure::no_session(session)),
    }
}

impl Whose {
    pub fn is_any(&self) -> bool {
        self.tenant.is_none() && self.position.is_none()
    }

    pub fn is_of(&self, started: &SessionStarted) -> bool {
        let same = |wanted: &Option<String>, has: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| has == Some(wanted))
        };
        same(&self.tenant, started.tenant.as_deref())
            && same(&self.position, started.position.as_deref())
    }

    async fn has(&self, store: &impl Store, session: &str) -> Result<bool, Failure> {
        // Nobody pays for what nobody asked for.
        Ok(self.is_any() || self.is_of(&started(store, session).await?))
    }

    /// The words behind « a session ».
    pub fn of(&self) -> Phrase {
        let mut words = Phrase::new("", "");
        if let Some(tenant) = &self.tenant {
            words.en.push_str(&format!(" of the tenant `{tenant}`"));
            words.fr.push_str(&format!(" du client `{tenant}`"));
        }
        if let Some(position) = &self.position {
            words
                .en
                .push_str(&format!(" for the position `{position}`"));
            words.fr.push_str(&format!(" pour le poste `{position}`"));
        }
        words
    }
}
