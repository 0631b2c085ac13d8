//! Loading a session: snapshot, then the entries after it; everything checked on the way.

use super::Host;
use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::model::Model;
use crate::record::to_entry;
use crate::store::{Record, Store};
use engine::event::Event;
use engine::limits;
use engine::project::{Files, Project, compile};
use engine::snapshot;
use engine::state::{Entry, EntryContent, State};
use logic::value::{Digest, Instant};
use std::sync::Arc;

/// A session's state in memory, with where it stands in the journal.
pub struct Loaded {
    pub session: String,
    /// Boxed: a loaded session is handed from step to step of a turn.
    pub state: Box<State>,
    pub chain: Digest,
    pub project: Arc<Project>,
    pub snapshot_seq: u64,
    /// Entries folded to get here, for the cost of a cold start.
    pub folded: u64,
}

impl Loaded {
    pub fn empty(session: &str, project: Arc<Project>) -> Loaded {
        Loaded {
            session: session.to_owned(),
            state: Box::default(),
            chain: crate::store::chain::genesis(session),
            project,
            snapshot_seq: 0,
            folded: 0,
        }
    }

    /// Takes over what was just appended; gives it back, with the entry of the last event. `after` is the state
    /// that deciding led to, if it is at hand: then nothing is folded a second time.
    pub fn extend(
        &mut self,
        first: u64,
        at: Instant,
        cause: &str,
        events: Vec<Event>,
        after: Option<Box<State>>,
        chain: Digest,
    ) -> Result<(u64, Vec<Event>), Failure> {
        let last = first + events.len() as u64 - 1;
        let Some(mut after) = after.filter(|after| after.seq == last) else {
            return self.fold_all(first, at, cause, events, chain);
        };
        // A session that was moved catches up once its new project is at hand.
        if after.project == Some(self.project.hash) {
            after.catch_up(&self.project);
        }
        if cfg!(debug_assertions) {
            let (_, events) = self.fold_all(first, at, cause, events, chain)?;
            assert!(self.state == after, "deciding and folding differ");
            self.state = after;
            return Ok((last, events));
        }
        self.state = after;
        self.chain = chain;
        Ok((last, events))
    }

    fn fold_all(
        &mut self,
        first: u64,
        at: Instant,
        cause: &str,
        events: Vec<Event>,
        chain: Digest,
    ) -> Result<(u64, Vec<Event>), Failure> {
        let mut folded = Vec::with_capacity(events.len());
        let mut cause = cause.to_owned();
        for (seq, event) in (first..).zip(events) {
            let content = EntryContent::Event(event);
            let entry = Entry {
                seq,
                at,
                cause,
                content,
            };
            self.fold(&entry)?;
            cause = entry.cause;
            if let EntryContent::Event(event) = entry.content {
                folded.push(event);
            }
        }
        self.chain = chain;
        // A session that was moved catches up once its new project is at hand.
        if self.state.project == Some(self.project.hash) {
            self.state.catch_up(&self.project);
        }
        Ok((first + folded.len() as u64 - 1, folded))
    }

    pub fn fold(&mut self, entry: &Entry) -> Result<(), Failure> {
        self.folded += 1;
        self.state
            .evolve(entry)
            .map_err(|error| Failure::corrupt(&self.session, error.seq, &error.problem))
    }
}

impl<S: Store, M: Model, C: Clock> Host<S, M, C> {
    /// The newest state of a session.
    pub async fn load(&self, session: &str) -> Result<Loaded, Failure> {
        let head = self
            .store
            .head(session)
            .await?
            .ok_or_else(|| Failure::no_session(session))?;
        let mut loaded = match self.load_snapshot(session).await? {
            Some(loaded) if loaded.state.seq <= head.seq => loaded,
            Some(_) | None => Loaded::empty(session, self.project(head.project).await?),
        };
        self.catch_up(&mut loaded).await?;
        if loaded.state.seq < head.seq {
            return Err(Failure::new(
                Kind::Corrupt,
                format!(
                    "session {session} ends at entry {}, but its head is {}",
                    loaded.state.seq, head.seq
                ),
                format!(
                    "la session {session} s'arrête à l'entrée {}, mais sa tête est {}",
                    loaded.state.seq, head.seq
                ),
            ));
        }
        self.follow_project(&mut loaded).await?;
        Ok(loaded)
    }

    /// The state after entry `at`, folded from the beginning.
    pub async fn load_at(&self, session: &str, at: u64) -> Result<Loaded, Failure> {
        let head = self
            .store
            .head(session)
            .await?
            .ok_or_else(|| Failure::no_session(session))?;
        if at > head.seq || at == 0 {
            return Err(Failure::no_entry(session, head.seq, at));
        }
        let mut loaded = Loaded::empty(session, self.project(head.project).await?);
        while loaded.state.seq < at {
            let wanted = usize::try_from(at - loaded.state.seq)
                .unwrap_or(usize::MAX)
                .min(limits::READ_RECORDS);
            self.fold_page(&mut loaded, wanted).await?;
        }
        self.follow_project(&mut loaded).await?;
        Ok(loaded)
    }

    /// Brings a state up to what was appended since, and to the project that decides now.
    pub async fn refresh(&self, loaded: &mut Loaded) -> Result<(), Failure> {
        self.catch_up(loaded).await?;
        self.follow_project(loaded).await
    }

    async fn load_snapshot(&self, session: &str) -> Result<Option<Loaded>, Failure> {
        // A cache that cannot be read is none: the journal is what counts, and is read next.
        let Ok(Some((seq, bytes))) = self.store.snapshot(session).await else {
            return Ok(None);
        };
        let Some((state, chain)) = snapshot::load(&bytes).filter(|(state, _)| state.seq == seq)
        else {
            return Ok(None);
        };
        // The journal must hold that very entry, or the snapshot is of another history.
        let at: Vec<Record> = self.store.read(session, seq - 1, 1).await?;
        if at.first().map(|record| (record.seq, record.chain)) != Some((seq, chain)) {
            return Ok(None);
        }
        let Some(hash) = state.project else {
            return Ok(None);
        };
        let project = self.project(hash).await?;
        Ok(Some(Loaded {
            session: session.to_owned(),
            state: Box::new(state),
            chain,
            project,
            snapshot_seq: seq,
            folded: 0,
        }))
    }

    /// Folds everything that was appended since.
    pub async fn catch_up(&self, loaded: &mut Loaded) -> Result<(), Failure> {
        while self.fold_page(loaded, limits::READ_RECORDS).await? == limits::READ_RECORDS {}
        Ok(())
    }

    async fn fold_page(&self, loaded: &mut Loaded, limit: usize) -> Result<usize, Failure> {
        let records = self
            .store
            .read(&loaded.session, loaded.state.seq, limit)
            .await?;
        for record in &records {
            let entry = to_entry(record).map_err(|error| {
                Failure::corrupt(&loaded.session, record.seq, &error.to_string())
            })?;
            loaded.fold(&entry)?;
            loaded.chain = record.chain;
        }
        Ok(records.len())
    }

    /// A session that was moved is decided by the project it was moved to.
    async fn follow_project(&self, loaded: &mut Loaded) -> Result<(), Failure> {
        if let Some(hash) = loaded.state.project
            && hash != loaded.project.hash
        {
            loaded.project = self.project(hash).await?;
        }
        loaded.state.catch_up(&loaded.project);
        Ok(())
    }

    /// Keeps the project's sources in the store, so that the session always finds its own.
    pub async fn keep_project(&self, project: &Arc<Project>) -> Result<(), Failure> {
        let known = self
            .projects
            .lock()
            .expect("no holder panics")
            .contains_key(&project.hash);
        if !known {
            self.store
                .put_project(project.hash, project.files.pack())
                .await?;
            self.projects
                .lock()
                .expect("no holder panics")
                .insert(project.hash, project.clone());
        }
        Ok(())
    }

    pub async fn project_of(&self, session: &str) -> Result<Arc<Project>, Failure> {
        let head = self
            .store
            .head(session)
            .await?
            .ok_or_else(|| Failure::no_session(session))?;
        self.project(head.project).await
    }

    /// A project by hash, compiled from the sources that are kept in the store.
    pub async fn project(&self, hash: Digest) -> Result<Arc<Project>, Failure> {
        if let Some(project) = self.projects.lock().expect("no holder panics").get(&hash) {
            return Ok(project.clone());
        }
        let missing = |en: &str, fr: &str| {
            Failure::new(
                Kind::Corrupt,
                format!("the session's project {hash} {en}"),
                format!("le projet {hash} de la session {fr}"),
            )
        };
        let bytes = self
            .store
            .project(hash)
            .await?
            .ok_or_else(|| missing("is not in the store", "n'est pas dans le stockage"))?;
        let files = Files::unpack(&bytes)
            .filter(|files| files.hash() == hash)
            .ok_or_else(|| missing("is damaged", "est endommagé"))?;
        let (project, _) = compile(&files);
        let project = Arc::new(project.ok_or_else(|| {
            missing(
                "needs migration: this program no longer compiles it",
                "demande une migration : ce programme ne le compile plus",
            )
        })?);
        self.projects
            .lock()
            .expect("no holder panics")
            .insert(hash, project.clone());
        Ok(project)
    }
}
