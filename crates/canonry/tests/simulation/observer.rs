//! Sees every append at the moment it happens, and checks the laws that every step must keep.

use canonry::record::to_entry;
use canonry::store::chain;
use canonry::store::{Appended, Batch, Record};
use engine::event::Event;
use engine::project::Project;
use engine::request::Request;
use engine::state::{EntryContent, State};
use engine::view::view;
use logic::value::Digest;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub turns: u64,
    pub appends: u64,
    pub conflicts: u64,
    pub crashes: u64,
    pub lost: u64,
    pub failed: u64,
    pub duplicates: u64,
    pub reused: u64,
    pub retries: u64,
    pub requests: u64,
    pub failed_requests: u64,
    pub resumed: u64,
}

impl Totals {
    pub fn add(&mut self, other: &Totals) {
        self.turns += other.turns;
        self.appends += other.appends;
        self.conflicts += other.conflicts;
        self.crashes += other.crashes;
        self.lost += other.lost;
        self.failed += other.failed;
        self.duplicates += other.duplicates;
        self.reused += other.reused;
        self.retries += other.retries;
        self.requests += other.requests;
        self.failed_requests += other.failed_requests;
        self.resumed += other.resumed;
    }
}

/// What is known about one session from its appends alone.
struct Watched {
    project: Arc<Project>,
    state: State,
    chain: Digest,
    recorded: BTreeSet<String>,
    ended: BTreeSet<String>,
}

#[derive(Default)]
pub struct Observer {
    pub totals: Totals,
    /// Store operations and acknowledged writes so far.
    pub operations: u64,
    pub writes: u64,
    pub violations: Vec<String>,
    sessions: BTreeMap<String, Watched>,
    projects: BTreeMap<Digest, Arc<Project>>,
}

impl Observer {
    pub fn know(&mut self, project: &Arc<Project>) {
        self.projects.insert(project.hash, project.clone());
    }

    fn violation(&mut self, law: &str, what: String) {
        if self.violations.len() < 20 {
            self.violations.push(format!("{law}: {what}"));
        }
    }

    pub fn asked(&mut self, request: &Request, bad: bool) {
        self.totals.requests += 1;
        self.totals.failed_requests += u64::from(bad);
        // J2: an input is durable before any effect leaves.
        let durable = self.sessions.values().any(|watched| {
            watched.recorded.iter().any(|id| {
                engine::request::RequestId::new(
                    id,
                    &request.purpose,
                    &request.cell,
                    request.attempt,
                ) == request.id
            })
        });
        if !durable {
            self.violation(
                "J2",
                format!(
                    "a request for {} left before its input was recorded",
                    request.cell
                ),
            );
        }
    }

    pub fn appended(&mut self, session: &str, batch: &Batch, appended: &Appended) {
        let first = match appended {
            Appended::At { first, .. } => *first,
            Appended::Conflict { .. } => {
                self.totals.conflicts += 1;
                return;
            }
            Appended::Known(_) | Appended::Missing | Appended::AlreadyExists => return,
        };
        self.totals.appends += 1;
        let ends_turn = batch
            .records
            .iter()
            .filter(|record| record.header.kind == "TurnEnded")
            .count();
        if ends_turn > 1
            || (ends_turn == 1
                && batch
                    .records
                    .last()
                    .is_none_or(|record| record.header.kind != "TurnEnded"))
        {
            self.violation(
                "J12",
                format!("{session}: a batch does not end with its turn"),
            );
        }
        for (index, record) in batch.records.iter().enumerate() {
            let seq = first + index as u64;
            if let Err(problem) = self.entry(session, record, seq) {
                self.violation("J19", format!("{session}, entry {seq}: {problem}"));
                return;
            }
        }
        if let Appended::At { chain, .. } = appended
            && self
                .sessions
                .get(session)
                .is_some_and(|watched| watched.chain != *chain)
        {
            self.violation("J14", format!("{session}: the store's chain differs"));
        }
    }

    fn entry(
        &mut self,
        session: &str,
        record: &canonry::store::NewRecord,
        seq: u64,
    ) -> Result<(), String> {
        let previous = self
            .sessions
            .get(session)
            .map_or_else(|| chain::genesis(session), |watched| watched.chain);
        let record: Record = chain::seal(record.clone(), seq, previous);
        let entry = to_entry(&record).map_err(|error| error.to_string())?;
        let EntryContent::Event(event) = &entry.content else {
            return Err("a hole was appended".to_owned());
        };
        // J20: what is read back is what was written.
        if event.body()
            != record
                .content
                .as_ref()
                .map(|content| content.body.clone())
                .unwrap_or_default()
        {
            self.violation(
                "J20",
                format!("{session}, entry {seq}: the body changes when it is read"),
            );
        }
        if let Event::SessionStarted(started) = event {
            let project = self
                .projects
                .get(&started.project)
                .cloned()
                .ok_or("an unknown project")?;
            let watched = Watched {
                project,
                state: State::default(),
                chain: previous,
                recorded: BTreeSet::new(),
                ended: BTreeSet::new(),
            };
            self.sessions.insert(session.to_owned(), watched);
        }
        let Some(watched) = self.sessions.get_mut(session) else {
            return Err("it does not begin with SessionStarted".to_owned());
        };
        watched
            .state
            .evolve(&entry)
            .map_err(|error| error.problem)?;
        watched.chain = record.chain;
        let cause = entry.cause.clone();
        let mut broken = Vec::new();
        match event {
            Event::InputRecorded(_) | Event::SessionStarted(_) => {
                let new = watched.recorded.insert(cause.clone());
                broken.extend(
                    (!new).then(|| ("J6", format!("{session}: input {cause} is recorded twice"))),
                );
            }
            Event::TurnEnded(ended) => {
                self.totals.turns += 1;
                if !watched.ended.insert(cause.clone()) {
                    broken.push(("J8", format!("{session}: input {cause} is decided twice")));
                }
                if view(&watched.project, &watched.state) != ended.view {
                    broken.push((
                        "J9",
                        format!("{session}, entry {seq}: the reply's view is not the state's"),
                    ));
                }
            }
            Event::TurnFailed(_) => self.totals.resumed += 1,
            _ => {}
        }
        for (law, what) in broken {
            self.violation(law, what);
        }
        Ok(())
    }

    /// The end: everything that was acknowledged is decided, nothing is left pending.
    pub fn finish(&mut self, acknowledged: &BTreeMap<(String, String), String>) {
        let mut broken = Vec::new();
        for (session, watched) in &self.sessions {
            if !watched.state.pending.is_empty() {
                broken.push(format!(
                    "{session}: {} inputs are pending at the end",
                    watched.state.pending.len()
                ));
            }
            if watched.recorded != watched.ended {
                broken.push(format!("{session}: recorded and decided inputs differ"));
            }
        }
        for (session, id) in acknowledged.keys() {
            let there = self
                .sessions
                .get(session)
                .is_some_and(|watched| watched.ended.contains(id));
            if !there {
                broken.push(format!(
                    "{session}: {id} was acknowledged and is not in the journal"
                ));
            }
        }
        for what in broken {
            self.violation("J14", what);
        }
    }

    pub fn head(&self, session: &str) -> Option<(u64, u64, Digest)> {
        self.sessions
            .get(session)
            .map(|watched| (watched.state.seq, watched.state.decided, watched.chain))
    }

    pub fn state(&self, session: &str) -> Option<&State> {
        self.sessions.get(session).map(|watched| &watched.state)
    }
}
