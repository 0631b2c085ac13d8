//! Importing: an export written into a store under its own name, turn by turn.

use super::Exported;
use crate::failure::{Failure, Kind};
use crate::host::check_name;
use crate::record::{ends_turn, input_digest};
use crate::store::{Appended, Batch, Expect, Head, NewInput, NewRecord, NewSession, Record, Store};
use logic::text::Phrase;

/// What becomes of an export with entries that no turn would have written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    Refused,
    /// It is taken as it is: it may be the only copy.
    Taken,
}

/// Refuses an export with entries that no turn would have written, and names the first of them.
pub fn check_forbidden(exported: &Exported) -> Result<(), Failure> {
    let Some((seq, Phrase { en, fr })) = exported.forbidden.first() else {
        return Ok(());
    };
    let session = &exported.session;
    let more = exported.forbidden.len() - 1;
    let and = match more {
        0 => Phrase::default(),
        more => Phrase::new(
            format!(" (and {more} more)"),
            format!(" (et {more} de plus)"),
        ),
    };
    Err(Failure::new(
        Kind::Corrupt,
        format!("session {session}, entry {seq}: {en}{}", and.en),
        format!("session {session}, entrée {seq} : {fr}{}", and.fr),
    )
    .hint(
        "no turn of this session writes it; --allow-forbidden takes the session as it is",
        "aucun tour de cette session ne l'écrit ; --allow-forbidden prend la session telle quelle",
    ))
}

/// Refuses an export with erased entries, which can only be verified.
pub fn check_erased(exported: &Exported) -> Result<(), Failure> {
    let mut records = exported.records.iter();
    if exported.erased || records.any(|record| record.content.is_none()) {
        return Err(Failure::new(
            Kind::Erased,
            "an export with erased entries can be verified, not imported",
            "un export avec des entrées effacées se vérifie, il ne s'importe pas",
        ));
    }
    Ok(())
}

/// Writes an export into a store under its own name; the store computes the same chain again.
pub async fn import(
    store: &impl Store,
    exported: Exported,
    forbidden: Forbidden,
) -> Result<Head, Failure> {
    check_name(&exported.session)?;
    check_erased(&exported)?;
    if forbidden == Forbidden::Refused {
        check_forbidden(&exported)?;
    }
    for (hash, files) in &exported.projects {
        store.put_project(*hash, files.pack()).await?;
    }
    let create = NewSession {
        project: exported.project,
        project_name: exported.project_name.clone(),
        subject: exported.subject.clone(),
        at: exported.created,
    };
    // One that an earlier Canonry left unfinished goes on where it stopped, if that is the same history.
    let done = match store.head(&exported.session).await? {
        Some(head) if head.seq > 0 => {
            let same = usize::try_from(head.seq - 1)
                .ok()
                .and_then(|index| exported.records.get(index))
                .is_some_and(|record| record.chain == head.chain);
            if !same || head.project != exported.project {
                return Err(taken(&exported.session));
            }
            head.seq
        }
        Some(_) | None => 0,
    };
    let mut batches = batches(exported.records);
    batches.retain(|batch| !matches!(batch.expect, Expect::Empty if done > 0));
    batches.retain(|batch| !matches!(batch.expect, Expect::Seq(seq) if seq < done));
    let create = (done == 0).then_some(create);
    let head = append_all(store, &exported.session, create, batches).await?;
    if head.chain != exported.chain {
        return Err(Failure::new(
            Kind::Bug,
            "the imported chain differs from the exported one",
            "la chaîne importée diffère de celle exportée",
        ));
    }
    Ok(head)
}

/// Records grouped so that each input is recorded and each turn ended as it once was. The content's
/// digest is computed from the content, as it was when the input came.
pub(crate) fn batches(records: Vec<Record>) -> Vec<Batch> {
    let mut all: Vec<(String, Batch)> = Vec::new();
    for record in records {
        let digest = input_digest(&record);
        let ends = ends_turn(&record);
        let Some(content) = record.content else {
            continue;
        };
        let cause = record.header.cause.clone();
        let continues = digest.is_none()
            && all
                .last()
                .is_some_and(|(last, batch)| *last == cause && batch.ends.is_none());
        if !continues {
            let expect = if record.seq == 1 {
                Expect::Empty
            } else {
                Expect::Seq(record.seq - 1)
            };
            let input = digest.map(|digest| NewInput {
                id: cause.clone(),
                digest,
                index: 0,
            });
            all.push((
                cause.clone(),
                Batch {
                    expect,
                    input,
                    ends: None,
                    records: Vec::new(),
                    work: Vec::new(),
                    sealed: Vec::new(),
                    create: None,
                },
            ));
        }
        if let Some((_, batch)) = all.last_mut() {
            batch.ends = ends.then_some(cause);
            batch.records.push(NewRecord {
                header: record.header,
                salt: content.salt,
                body: content.body,
            });
        }
    }
    all.into_iter().map(|(_, batch)| batch).collect()
}

fn taken(session: &str) -> Failure {
    Failure::new(
        Kind::Usage,
        format!("there is already a session `{session}`"),
        format!("il y a déjà une session `{session}`"),
    )
    .hint(
        "a session is never overwritten: take another name, or another store",
        "une session n'est jamais écrasée : prenez un autre nom, ou un autre stockage",
    )
}

pub(crate) async fn append_all(
    store: &impl Store,
    session: &str,
    create: Option<NewSession>,
    mut batches: Vec<Batch>,
) -> Result<Head, Failure> {
    // What begins here is there whole or not at all, whenever the program is killed.
    if let (Some(create), Some(first)) = (create, batches.first_mut()) {
        first.create = Some(create);
        match store.begin(session, std::mem::take(&mut batches)).await? {
            Appended::At { .. } => {}
            Appended::AlreadyExists
            | Appended::Known(_)
            | Appended::Conflict { .. }
            | Appended::Missing => {
                return Err(taken(session));
            }
        }
    }
    for batch in batches {
        match store.append(session, batch).await? {
            Appended::At { .. } => {}
            Appended::AlreadyExists
            | Appended::Known(_)
            | Appended::Conflict { .. }
            | Appended::Missing => {
                return Err(taken(session));
            }
        }
    }
    store
        .head(session)
        .await?
        .ok_or_else(|| Failure::no_session(session))
}
