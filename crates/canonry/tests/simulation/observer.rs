//! Sees every append at the moment it happens, and checks the laws that every step must keep.

use canonry::hooks;
use canonry::record::to_entry;
use canonry::store::chain;
use canonry::store::{Appended, Batch, Record, Waiting};
use engine::event::Event;
use engine::project::Project;
use engine::request::Request;
use engine::state::{EntryContent, State};
use engine::view::view;
use logic::value::Digest;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A confidential value of the simulation: it must be seen in no record.
pub const SECRET: &str = "open sesame 4711";

/// The hook that is told of every turn of the simulation.
pub const HOOK: &str = "all";

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
    /// Turns that asked for several things at once.
    pub together: u64,
    pub migrations: u64,
    pub secrets: u64,
    pub erasures: u64,
    pub forks: u64,
    /// The kinds of event that were written.
    pub kinds: BTreeSet<String>,
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
        self.together += other.together;
        self.migrations += other.migrations;
        self.secrets += other.secrets;
        self.erasures += other.erasures;
        self.forks += other.forks;
        self.kinds.extend(other.kinds.iter().cloned());
    }
}

/// What is known about one session from its appends alone.
struct Watched {
    project: Arc<Project>,
    state: State,
    chain: Digest,
    recorded: BTreeSet<String>,
    ended: BTreeSet<String>,
    is_erased: bool,
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
        let heard = batch.records.iter();
        let heard = heard.filter(|record| record.header.kind == "Heard");
        self.totals.together += u64::from(heard.count() > 1);
        self.totals.secrets += batch.sealed.len() as u64;
        if batch.work.len() > ends_turn {
            let what = format!("{session}: a hook is told of a turn that did not end");
            self.violation("J2", what);
        }
        for work in &batch.work {
            let secret = SECRET.as_bytes();
            if work
                .payload
                .windows(secret.len())
                .any(|part| part == secret)
            {
                self.violation("R9", format!("{session}: a hook is told a secret"));
            }
        }
        for (index, record) in batch.records.iter().enumerate() {
            self.totals.kinds.insert(record.header.kind.clone());
            let secret = SECRET.as_bytes();
            if record.body.windows(secret.len()).any(|part| part == secret) {
                self.violation("R9", format!("{session}: a record holds a secret"));
            }
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
                is_erased: false,
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
            Event::ProjectMoved(moved) => {
                self.totals.migrations += 1;
                match self.projects.get(&moved.to) {
                    Some(project) => watched.project = project.clone(),
                    None => broken.push(("J17", format!("{session}: moved to nowhere"))),
                }
            }
            _ => {}
        }
        for (law, what) in broken {
            self.violation(law, what);
        }
        Ok(())
    }

    /// What is left of an erased session: the chain is whole, and every body but the first is gone.
    pub fn erased(&mut self, session: &str, left: &[Record]) {
        let Some(watched) = self.sessions.get_mut(session) else {
            return;
        };
        let mut broken = Vec::new();
        let (mut state, mut previous) = (State::default(), chain::genesis(session));
        for (record, seq) in left.iter().zip(1..) {
            if let Err(problem) = chain::verify(record, seq, previous) {
                broken.push(("J14", format!("{session}, entry {seq}: {problem}")));
            }
            previous = record.chain;
            let last = seq as usize == left.len();
            if record.content.is_some() && seq > 1 && !last {
                broken.push(("J8", format!("{session}, entry {seq} is not erased")));
            }
            let folded = to_entry(record)
                .map_err(|error| error.to_string())
                .and_then(|entry| state.evolve(&entry).map_err(|error| error.problem));
            if let Err(problem) = folded {
                broken.push(("J19", format!("{session}, entry {seq}: {problem}")));
            }
        }
        (watched.state, watched.chain, watched.is_erased) = (state, previous, true);
        for (law, what) in broken {
            self.violation(law, what);
        }
    }

    /// The end: everything that was acknowledged is decided, nothing is left pending.
    pub fn finish(&mut self, acknowledged: &BTreeMap<(String, String), String>) {
        let mut broken = Vec::new();
        for (session, watched) in &self.sessions {
            if !watched.state.pending.is_empty() && !watched.is_erased {
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

    /// What waits for the hook that is told of every turn: of each turn that ended exactly one message, and
    /// nothing of a session that was erased.
    pub fn told(&mut self, session: &str, waiting: &[Waiting]) {
        let Some(watched) = self.sessions.get(session) else {
            return;
        };
        let waiting = waiting.iter().filter(|waiting| waiting.session == session);
        let mut waiting: Vec<String> = waiting.map(|waiting| waiting.id.clone()).collect();
        waiting.sort();
        let ended = watched.ended.iter().filter(|_| !watched.is_erased);
        let mut ended: Vec<String> = ended.map(|input| hooks::id(session, input, HOOK)).collect();
        ended.sort();
        if waiting != ended {
            let (waiting, ended) = (waiting.len(), ended.len());
            let what = format!("{session}: {waiting} messages to the hook, {ended} turns ended");
            self.violation("J2", what);
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
