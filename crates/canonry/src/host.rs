//! The host: runs turns. It does what the engine says should happen, and decides nothing itself.
//!
//! Any number of hosts may serve one store. Truth is kept by the store's compare-and-append; the
//! lease only saves model requests. An input is durable before any effect leaves, and a reply leaves
//! only when it is durable.

mod load;
mod reply;

use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::model::Model;
use crate::record::to_record;
use crate::seal::Sealer;
use crate::store::{
    Appended, Batch, Expect, Known, Leased, NewInput, NewRecord, NewSession, Store,
};
use engine::collapse::Generator;
use engine::event::{Event, InputRecorded, SessionStarted, TurnFailed};
use engine::input::{AuthorCommand, Envelope, Input, Raw, check_id};
use engine::item::{Count, ItemId};
use engine::project::Project;
use engine::request::{Outcome, Request, RequestId};
use engine::state::{Entry, EntryContent, PendingInput, State};
use engine::turn::{Step, Surroundings};
use engine::{limits, turn};
use load::Loaded;
use logic::value::{Digest, Instant, Name};
pub use reply::{Answered, Cost};
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::OwnedMutexGuard;

pub struct Host<S, M, C> {
    pub store: S,
    pub model: M,
    pub clock: C,
    pub options: Options,
    sessions: Mutex<Slots>,
    projects: Mutex<BTreeMap<Digest, Arc<Project>>>,
    closing: AtomicBool,
    /// Turns that go on although their caller may have left.
    running: Mutex<tokio::task::JoinSet<()>>,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub generator: Generator,
    /// This process among those that serve the store.
    pub node: String,
    pub sealer: Option<Sealer>,
    pub snapshot_events: u64,
    pub cached_sessions: usize,
    pub lease: Duration,
    pub wait: Duration,
}

impl Options {
    pub fn new(node: impl Into<String>) -> Options {
        Options {
            generator: Generator::Offline,
            node: node.into(),
            sealer: None,
            snapshot_events: limits::SNAPSHOT_EVENTS,
            cached_sessions: limits::CACHED_SESSIONS,
            lease: Duration::from_millis(limits::LEASE_MS),
            wait: Duration::from_millis(limits::WAIT_MS),
        }
    }
}

/// Sessions that are in use or were lately, with the time of last use as a counter.
#[derive(Default)]
struct Slots {
    by_session: BTreeMap<String, (u64, Arc<Slot>)>,
    uses: u64,
}

/// One session in this process: its turns run one after the other.
#[derive(Default)]
struct Slot {
    loaded: Arc<tokio::sync::Mutex<Option<Loaded>>>,
    /// The item that was open after the last turn here, for inputs that are recorded meanwhile.
    open: Mutex<Option<ItemId>>,
    /// Inputs that were recorded here and wait for their turn.
    waiting: AtomicUsize,
}

type Guard = OwnedMutexGuard<Option<Loaded>>;

/// How a session is to be opened.
#[derive(Clone, Debug)]
pub struct Open {
    /// Chosen by the client: opening again with the same id and content opens nothing new.
    pub id: String,
    pub project: Arc<Project>,
    pub language: Option<Name>,
    pub seed: Option<u64>,
    pub subject: Option<String>,
}

impl<S: Store, M: Model, C: Clock> Host<S, M, C> {
    pub fn new(store: S, model: M, clock: C, options: Options) -> Arc<Host<S, M, C>> {
        Arc::new(Host {
            store,
            model,
            clock,
            options,
            sessions: Mutex::default(),
            projects: Mutex::default(),
            closing: AtomicBool::new(false),
            running: Mutex::default(),
        })
    }

    /// Starts a session: its project is kept in the store, its opening turn is decided.
    pub async fn open(self: &Arc<Self>, session: &str, open: Open) -> Result<Answered, Failure> {
        self.check_closing()?;
        check_id(session)?;
        check_id(&open.id)?;
        let language = match &open.language {
            Some(language) if open.project.speaks(language) => language.clone(),
            Some(language) => {
                let known = open.project.languages.join(", ");
                return Err(Failure::new(
                    Kind::Usage,
                    format!(
                        "`{}` does not speak `{language}`; it speaks {known}",
                        open.project.name
                    ),
                    format!(
                        "`{}` ne parle pas `{language}` ; il parle {known}",
                        open.project.name
                    ),
                ));
            }
            None => open.project.languages[0].clone(),
        };
        self.keep_project(&open.project).await?;
        // Without a seed of the caller's, the session's and the opening's name give one.
        let seed = open.seed.unwrap_or_else(|| {
            engine::chance::below(0, &format!("seed {session} {}", open.id), u64::MAX)
        });
        let digest = crate::export::opening_digest(open.project.hash, &language, seed);
        let started = Event::SessionStarted(SessionStarted {
            build: env!("CARGO_PKG_VERSION").to_owned(),
            edition: Count(open.project.edition),
            forked: None,
            language,
            project: open.project.hash,
            seed: Count(seed),
        });
        let create = NewSession {
            project: open.project.hash,
            project_name: open.project.name.clone(),
            subject: open.subject.clone(),
            at: self.clock.now(),
        };
        let slot = self.slot(session);
        let guard = slot.loaded.clone().lock_owned().await;
        let first = First {
            input: NewInput {
                id: open.id.clone(),
                digest,
                index: 0,
            },
            event: started,
            create: Some(create),
        };
        let loaded = Loaded::empty(session, open.project.clone());
        self.first_append(slot, guard, loaded, first).await
    }

    /// One input: recorded, decided, answered. The same id and content again: the recorded reply.
    pub async fn input(
        self: &Arc<Self>,
        session: &str,
        envelope: Envelope,
    ) -> Result<Answered, Failure> {
        self.check_closing()?;
        envelope.check()?;
        self.preload_target(&envelope.input).await;
        let (envelope, sealed) = self.seal(session, envelope).await?;
        let digest = envelope.digest();
        let input = NewInput {
            id: envelope.id.clone(),
            digest,
            index: 0,
        };
        let slot = self.slot(session);
        let guard = match slot.loaded.clone().try_lock_owned() {
            Ok(guard) => guard,
            Err(_) => {
                // A turn is running: this input is recorded at once and answered in its turn.
                let waiting = Waiting::new(&slot);
                if waiting.count > limits::PENDING_INPUTS {
                    return Err(too_many_pending());
                }
                let open = slot.open.lock().expect("no holder panics").clone();
                let event = Event::InputRecorded(InputRecorded {
                    input: envelope.input,
                    open,
                });
                let records = vec![self.record(&event, self.clock.now(), &input.id)];
                let batch = Batch {
                    expect: Expect::Exists,
                    input: Some(input.clone()),
                    ends: None,
                    records,
                    work: Vec::new(),
                    sealed,
                    create: None,
                };
                return match self.store.append(session, batch).await? {
                    Appended::At { .. } => {
                        let guard = slot.loaded.clone().lock_owned().await;
                        self.settle(slot, guard, session, &input).await
                    }
                    Appended::Known(known) => self.known(slot, session, &input, known).await,
                    Appended::Missing | Appended::AlreadyExists => {
                        Err(Failure::no_session(session))
                    }
                    Appended::Conflict { .. } => {
                        Err(bug(session, 0, "recording an input conflicted"))
                    }
                };
            }
        };
        self.input_alone(slot, guard, session, envelope, input, sealed)
            .await
    }

    /// No other turn runs here: decide first, then append input and decision as one batch.
    async fn input_alone(
        self: &Arc<Self>,
        slot: Arc<Slot>,
        mut guard: Guard,
        session: &str,
        envelope: Envelope,
        input: NewInput,
        sealed: Vec<(Digest, Vec<u8>)>,
    ) -> Result<Answered, Failure> {
        let mut loaded = match guard.take() {
            Some(loaded) => loaded,
            None => self.load(session).await?,
        };
        for _ in 0..64 {
            if loaded.state.erased {
                return Err(erased(session));
            }
            if loaded.state.pending.len() >= limits::PENDING_INPUTS {
                return Err(too_many_pending());
            }
            let open = loaded
                .state
                .obligation
                .as_ref()
                .map(|open| open.obligation.item.clone());
            let event = Event::InputRecorded(InputRecorded {
                input: envelope.input.clone(),
                open,
            });
            let at = self.clock.now();
            let alone = loaded.state.pending.is_empty();
            let step = if alone {
                self.tentative(&loaded, &event, at, &input.id)
            } else {
                None
            };
            let mut records = vec![self.record(&event, at, &input.id)];
            let mut events = vec![event];
            let ends = match step {
                Some(Step::Append(decision)) => {
                    records.extend(
                        decision
                            .iter()
                            .map(|event| self.record(event, at, &input.id)),
                    );
                    events.extend(decision);
                    Some(input.id.clone())
                }
                Some(Step::Ask(_) | Step::Done) | None => None,
            };
            let decided = ends.is_some();
            let bytes = size(&records);
            let batch = Batch {
                expect: Expect::Seq(loaded.state.seq),
                input: Some(input.clone()),
                ends,
                records,
                work: Vec::new(),
                sealed: sealed.clone(),
                create: None,
            };
            match self.store.append(session, batch).await? {
                Appended::At { first, chain, .. } => {
                    let head = loaded.extend(first, at, &input.id, &events, chain)?;
                    if decided {
                        let answered = Answered::from_events(
                            &input.id,
                            &events,
                            head,
                            Cost::one(events.len(), bytes),
                        );
                        self.keep(&slot, guard, loaded, None);
                        return answered;
                    }
                    *guard = Some(loaded);
                    return self.settle(slot, guard, session, &input).await;
                }
                Appended::Conflict { .. } => self.refresh(&mut loaded).await?,
                Appended::Known(known) => {
                    // What another host appended may be newer than what is loaded here.
                    if matches!(known, Known::Ended { last, .. } if last <= loaded.state.seq) {
                        *guard = Some(loaded);
                    }
                    drop(guard);
                    return self.known(slot, session, &input, known).await;
                }
                Appended::Missing | Appended::AlreadyExists => {
                    return Err(Failure::no_session(session));
                }
            }
        }
        Err(Failure::new(
            Kind::Store,
            "the session changes too fast; send the input again",
            "la session change trop vite ; renvoyez l'entrée",
        ))
    }

    /// The first append of a session, decided at once where no model is needed.
    async fn first_append(
        self: &Arc<Self>,
        slot: Arc<Slot>,
        mut guard: Guard,
        mut loaded: Loaded,
        first: First,
    ) -> Result<Answered, Failure> {
        let session = loaded.session.clone();
        let at = self.clock.now();
        let step = self.tentative(&loaded, &first.event, at, &first.input.id);
        let mut records = vec![self.record(&first.event, at, &first.input.id)];
        let mut events = vec![first.event];
        let decided = if let Some(Step::Append(decision)) = step {
            records.extend(
                decision
                    .iter()
                    .map(|event| self.record(event, at, &first.input.id)),
            );
            events.extend(decision);
            true
        } else {
            false
        };
        let bytes = size(&records);
        let batch = Batch {
            expect: Expect::Empty,
            input: Some(first.input.clone()),
            ends: decided.then(|| first.input.id.clone()),
            records,
            work: Vec::new(),
            sealed: Vec::new(),
            create: first.create,
        };
        match self.store.append(&session, batch).await? {
            Appended::At {
                first: seq, chain, ..
            } => {
                let head = loaded.extend(seq, at, &first.input.id, &events, chain)?;
                if decided {
                    let answered = Answered::from_events(
                        &first.input.id,
                        &events,
                        head,
                        Cost::one(events.len(), bytes),
                    );
                    self.keep(&slot, guard, loaded, None);
                    return answered;
                }
                *guard = Some(loaded);
                self.settle(slot, guard, &session, &first.input).await
            }
            Appended::Known(known) => {
                drop(guard);
                self.known(slot, &session, &first.input, known).await
            }
            Appended::AlreadyExists | Appended::Missing | Appended::Conflict { .. } => {
                Err(Failure::new(
                    Kind::Usage,
                    format!("there is already a session `{session}`"),
                    format!("il y a déjà une session `{session}`"),
                ))
            }
        }
    }

    /// The engine decides a migration by the project it goes to, which must be at hand; one that is
    /// not in the store is refused by the turn.
    async fn preload_target(&self, input: &Input) {
        if let Input::Author(AuthorCommand::Migrate { project }) = input {
            let _ = self.project(*project).await;
        }
    }

    /// What the engine would do if the event were appended next; nothing if it fell over.
    fn tentative(&self, loaded: &Loaded, event: &Event, at: Instant, cause: &str) -> Option<Step> {
        let mut state = loaded.state.clone();
        let entry = Entry {
            seq: state.seq + 1,
            at,
            cause: cause.to_owned(),
            content: EntryContent::Event(event.clone()),
        };
        state.evolve(&entry).ok()?;
        self.step(loaded, &state).ok()
    }

    /// One step of the engine. A defect in it becomes a failure, not the end of the process.
    fn step(&self, loaded: &Loaded, state: &State) -> Result<Step, Failure> {
        let projects = |hash: Digest| {
            self.projects
                .lock()
                .ok()
                .and_then(|known| known.get(&hash).cloned())
        };
        let surroundings = Surroundings {
            generator: self.options.generator,
            projects: &projects,
        };
        std::panic::catch_unwind(AssertUnwindSafe(|| {
            turn::step(&loaded.project, state, &surroundings)
        }))
        .map_err(|panic| bug(&loaded.session, state.seq, &panic_text(&*panic)))
    }

    /// Decides everything that is pending until `input` has its reply. Goes on if the caller leaves.
    async fn settle(
        self: &Arc<Self>,
        slot: Arc<Slot>,
        guard: Guard,
        session: &str,
        input: &NewInput,
    ) -> Result<Answered, Failure> {
        let (done, answer) = tokio::sync::oneshot::channel();
        let (host, session, input) = (self.clone(), session.to_owned(), input.clone());
        let turn = async move {
            let result = host.drain(&slot, guard, &session, &input).await;
            let _ = done.send(result);
        };
        self.running.lock().expect("no holder panics").spawn(turn);
        answer.await.unwrap_or_else(|_| {
            Err(Failure::new(
                Kind::Closing,
                "the host stopped before the turn ended",
                "l'hôte s'est arrêté avant la fin du tour",
            ))
        })
    }

    async fn drain(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        mut guard: Guard,
        session: &str,
        input: &NewInput,
    ) -> Result<Answered, Failure> {
        let deadline = self
            .clock
            .now()
            .add_millis(i64::try_from(self.options.wait.as_millis()).unwrap_or(i64::MAX))
            .unwrap_or(Instant::EPOCH);
        let mut cost = Cost::default();
        let mut leased = false;
        let mut loaded = match guard.take() {
            Some(loaded) => loaded,
            None => self.load(session).await?,
        };
        let result = loop {
            if loaded.state.erased {
                break Err(erased(session));
            }
            let Some(pending) = loaded.state.pending.front().cloned() else {
                break Ok(());
            };
            if let PendingInput::Input(input) = &pending.what {
                self.preload_target(input).await;
            }
            match self.step(&loaded, &loaded.state) {
                Ok(Step::Done) => break Ok(()),
                Ok(Step::Append(events)) => {
                    if !self
                        .append_decision(
                            &mut loaded,
                            &pending.id,
                            pending.at,
                            events,
                            Some(pending.id.clone()),
                            &mut cost,
                        )
                        .await?
                    {
                        self.refresh(&mut loaded).await?;
                    }
                }
                Ok(Step::Ask(requests)) => match self.take_lease(session, &mut leased).await? {
                    LeaseTaken::Mine { lapsed: None } => {
                        let outcomes = self.ask_all(session, &requests).await;
                        cost.requests += requests.len() as u64;
                        let heard = turn::heard(&requests, outcomes);
                        if !self
                            .append_decision(
                                &mut loaded,
                                &pending.id,
                                self.clock.now(),
                                heard,
                                None,
                                &mut cost,
                            )
                            .await?
                        {
                            self.refresh(&mut loaded).await?;
                        }
                    }
                    LeaseTaken::Mine { lapsed: Some(node) } => {
                        let failed = Event::TurnFailed(TurnFailed {
                            reason: format!("{node} did not finish"),
                        });
                        self.append_decision(
                            &mut loaded,
                            &pending.id,
                            self.clock.now(),
                            vec![failed],
                            None,
                            &mut cost,
                        )
                        .await?;
                        self.refresh(&mut loaded).await?;
                    }
                    LeaseTaken::Other => {
                        self.store
                            .changed(session, loaded.state.seq, Duration::from_millis(100))
                            .await?;
                        self.refresh(&mut loaded).await?;
                        if self.clock.now() > deadline {
                            break Err(Failure::new(
                                Kind::Pending,
                                "the input is recorded; another node is still deciding it",
                                "l'entrée est enregistrée ; un autre nœud la décide encore",
                            )
                            .hint(
                                "send it again with the same id to get its reply",
                                "renvoyez-la avec le même id pour obtenir sa réponse",
                            ));
                        }
                    }
                },
                Err(failure) => {
                    // A defect must not block the session for ever: after a few resumes the turn
                    // ends with an apology, and the defect is in the journal.
                    let events = if loaded.state.resumes < limits::RESUMES {
                        vec![Event::TurnFailed(TurnFailed {
                            reason: failure.message.en.clone(),
                        })]
                    } else {
                        turn::give_up(&loaded.project, &loaded.state)
                    };
                    let ends =
                        (loaded.state.resumes >= limits::RESUMES).then(|| pending.id.clone());
                    let stop = ends.is_none();
                    self.append_decision(
                        &mut loaded,
                        &pending.id,
                        pending.at,
                        events,
                        ends,
                        &mut cost,
                    )
                    .await?;
                    if stop {
                        break Err(failure);
                    }
                    self.refresh(&mut loaded).await?;
                }
            }
        };
        if leased {
            self.store.release(session, &self.options.node).await?;
        }
        result?;
        self.keep(slot, guard, loaded, None);
        let known = self
            .store
            .known(session, &input.id, Some(input.digest))
            .await?;
        self.ended(session, &input.id, known, cost).await
    }

    /// Appends what was decided against the last decision; false if somebody else decided first.
    async fn append_decision(
        &self,
        loaded: &mut Loaded,
        cause: &str,
        at: Instant,
        events: Vec<Event>,
        ends: Option<String>,
        cost: &mut Cost,
    ) -> Result<bool, Failure> {
        let records: Vec<NewRecord> = events
            .iter()
            .map(|event| self.record(event, at, cause))
            .collect();
        cost.add(events.len(), size(&records));
        let batch = Batch {
            expect: Expect::Decided(loaded.state.decided),
            input: None,
            ends,
            records,
            work: Vec::new(),
            sealed: Vec::new(),
            create: None,
        };
        let session = loaded.session.clone();
        match self.store.append(&session, batch).await? {
            Appended::At { first, chain, .. } => {
                let contiguous = first == loaded.state.seq + 1;
                if contiguous {
                    loaded.extend(first, at, cause, &events, chain)?;
                }
                // Inputs that were recorded meanwhile are read in their place, and a session that
                // was moved goes on with its new project.
                if !contiguous || loaded.state.project != Some(loaded.project.hash) {
                    self.refresh(loaded).await?;
                }
                Ok(true)
            }
            Appended::Conflict { .. } => Ok(false),
            Appended::Missing | Appended::AlreadyExists | Appended::Known(_) => {
                Err(Failure::no_session(&session))
            }
        }
    }

    async fn take_lease(&self, session: &str, leased: &mut bool) -> Result<LeaseTaken, Failure> {
        let now = self.clock.now();
        let until = now
            .add_millis(i64::try_from(self.options.lease.as_millis()).unwrap_or(0))
            .unwrap_or(now);
        Ok(
            match self
                .store
                .lease(session, &self.options.node, now, until)
                .await?
            {
                Leased::Taken { lapsed, .. } => {
                    *leased = true;
                    LeaseTaken::Mine { lapsed }
                }
                Leased::Held { .. } => LeaseTaken::Other,
            },
        )
    }

    /// Asks a model for all requests at once, renewing the lease meanwhile. Failures and time-outs
    /// are outcomes.
    async fn ask_all(
        self: &Arc<Self>,
        session: &str,
        requests: &[Request],
    ) -> Vec<(RequestId, Outcome)> {
        let asking = async {
            let mut set = tokio::task::JoinSet::new();
            for request in requests {
                let (host, request) = (self.clone(), request.clone());
                set.spawn(async move {
                    let asked = tokio::time::timeout(
                        Duration::from_millis(request.timeout_ms),
                        host.model.ask(&request),
                    )
                    .await;
                    (request.id, asked.unwrap_or(Outcome::TimedOut))
                });
            }
            let mut outcomes = Vec::new();
            while let Some(outcome) = set.join_next().await {
                // A model client that fell over is a failure like any other.
                if let Ok(outcome) = outcome {
                    outcomes.push(outcome);
                }
            }
            outcomes
        };
        let renewing = async {
            loop {
                self.clock.sleep(self.options.lease / 3).await;
                let mut leased = true;
                // A renewal that fails costs at most a doubled request, never a doubled fact.
                let _ = self.take_lease(session, &mut leased).await;
            }
        };
        tokio::select! {
            biased;
            outcomes = asking => outcomes,
            () = renewing => Vec::new(),
        }
    }

    /// An id that was seen before: its recorded reply, or its turn.
    async fn known(
        self: &Arc<Self>,
        slot: Arc<Slot>,
        session: &str,
        input: &NewInput,
        known: Known,
    ) -> Result<Answered, Failure> {
        match known {
            Known::Pending { .. } => {
                let guard = slot.loaded.clone().lock_owned().await;
                self.settle(slot, guard, session, input).await
            }
            known @ (Known::Ended { .. } | Known::OtherContent { .. } | Known::Erased) => {
                self.ended(session, &input.id, Some(known), Cost::default())
                    .await
            }
        }
    }

    async fn ended(
        &self,
        session: &str,
        id: &str,
        known: Option<Known>,
        cost: Cost,
    ) -> Result<Answered, Failure> {
        match known {
            Some(Known::Ended { first, last, .. }) => {
                self.recorded_reply(session, id, first, last, cost).await
            }
            Some(Known::OtherContent { .. }) => Err(Failure::new(
                Kind::InputIdReused,
                format!("input-id-reused: `{id}` was used for another input; nothing was changed"),
                format!("input-id-reused : `{id}` a servi pour une autre entrée ; rien n'a changé"),
            )),
            Some(Known::Erased) => Err(erased(session)),
            Some(Known::Pending { .. }) => Err(Failure::new(
                Kind::Pending,
                "the input is recorded and not yet decided",
                "l'entrée est enregistrée et pas encore décidée",
            )),
            None => Err(Failure::new(
                Kind::NotFound,
                format!("no input `{id}`"),
                format!("aucune entrée `{id}`"),
            )),
        }
    }

    /// Replaces confidential values by commitments, before anything is recorded.
    async fn seal(
        &self,
        session: &str,
        mut envelope: Envelope,
    ) -> Result<(Envelope, Vec<(Digest, Vec<u8>)>), Failure> {
        let mut sealed = Vec::new();
        let values: Vec<(String, &mut Raw)> = match &mut envelope.input {
            Input::Assert(assertion) | Input::Author(AuthorCommand::Assert(assertion)) => assertion
                .values
                .iter_mut()
                .map(|(path, raw)| (path.clone(), raw))
                .collect(),
            Input::Act(act) => match (&act.slot, &mut act.value) {
                (Some(slot), Some(raw)) => vec![(slot.to_string(), raw)],
                (None | Some(_), _) => Vec::new(),
            },
            Input::Message(_)
            | Input::Event(_)
            | Input::Observe(_)
            | Input::Author(AuthorCommand::Alias { .. } | AuthorCommand::Migrate { .. }) => {
                Vec::new()
            }
        };
        if !values.is_empty() {
            let projects = self.projects_that_may_decide(session).await?;
            for (path, raw) in values {
                let confidential = projects
                    .iter()
                    .any(|project| may_be_confidential(project, &path));
                if confidential && !matches!(raw, Raw::Confidential(_)) {
                    let commitment = self.seal_one(session, &path, raw, &mut sealed)?;
                    *raw = Raw::Confidential(commitment);
                }
            }
        }
        Ok((envelope, sealed))
    }

    fn seal_one(
        &self,
        session: &str,
        path: &str,
        raw: &Raw,
        sealed: &mut Vec<(Digest, Vec<u8>)>,
    ) -> Result<Digest, Failure> {
        let Some(sealer) = &self.options.sealer else {
            return Err(Failure::new(
                Kind::Usage,
                format!("{path} is confidential, and there is no key to seal it with"),
                format!("{path} est confidentiel, et il n'y a pas de clé pour le sceller"),
            )
            .hint(
                "set CANONRY_KEY in the environment",
                "définissez CANONRY_KEY dans l'environnement",
            ));
        };
        let commitment = sealer.commitment(session, path, raw);
        let mut nonce = [0; 12];
        self.clock.fill(&mut nonce);
        sealed.push((commitment, sealer.seal(raw, nonce)));
        Ok(commitment)
    }

    /// The project that decides now, and every other version that this host knows: a migration may be
    /// pending, and a value must be sealed before it is recorded.
    async fn projects_that_may_decide(&self, session: &str) -> Result<Vec<Arc<Project>>, Failure> {
        let slot = self.slot(session);
        let cached = slot
            .loaded
            .try_lock()
            .ok()
            .and_then(|loaded| loaded.as_ref().map(|loaded| loaded.project.clone()));
        let current = match cached {
            Some(project) => project,
            None => self.load(session).await?.project,
        };
        let mut all: Vec<Arc<Project>> = self
            .projects
            .lock()
            .expect("no holder panics")
            .values()
            .filter(|project| project.name == current.name && project.hash != current.hash)
            .cloned()
            .collect();
        all.push(current);
        Ok(all)
    }

    /// An item's text with its confidential values, for a caller who may see them. Without the key,
    /// or after an erasure, the marks stay.
    pub async fn reveal(&self, session: &str, item: &engine::Item) -> Result<String, Failure> {
        let (mut text, mut rest, mut read) = (String::new(), item.text.as_str(), 0);
        for span in &item.confidential {
            let at = usize::try_from(span.at.0)
                .unwrap_or(usize::MAX)
                .saturating_sub(read);
            let Some((before, marked)) = rest.split_at_checked(at) else {
                break;
            };
            text.push_str(before);
            read += before.len();
            rest = marked;
            let sealed = self.store.sealed(session, span.value).await?;
            let opened = self
                .options
                .sealer
                .as_ref()
                .zip(sealed)
                .and_then(|(sealer, sealed)| sealer.open(&sealed));
            if let (Some(value), Some(after)) =
                (opened, rest.strip_prefix(engine::item::CONFIDENTIAL_MARK))
            {
                text.push_str(&crate::seal::shown(&value));
                read += engine::item::CONFIDENTIAL_MARK.len();
                rest = after;
            }
        }
        text.push_str(rest);
        Ok(text)
    }

    fn record(&self, event: &Event, at: Instant, cause: &str) -> NewRecord {
        let mut salt = [0; 16];
        self.clock.fill(&mut salt);
        to_record(event, at, cause, salt)
    }

    /// Keeps the state for the next turn, and a snapshot where one is due.
    fn keep(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        mut guard: Guard,
        mut loaded: Loaded,
        open: Option<ItemId>,
    ) {
        let open = open.or_else(|| {
            loaded
                .state
                .obligation
                .as_ref()
                .map(|open| open.obligation.item.clone())
        });
        *slot.open.lock().expect("no holder panics") = open;
        if loaded.state.project != Some(loaded.project.hash) {
            // It was moved: the next turn loads it with its new project.
            return;
        }
        if loaded.state.seq >= loaded.snapshot_seq + self.options.snapshot_events
            && loaded.state.pending.is_empty()
        {
            loaded.snapshot_seq = loaded.state.seq;
            let bytes = engine::snapshot::save(&loaded.state, loaded.chain);
            let (host, session, seq) = (self.clone(), loaded.session.clone(), loaded.state.seq);
            // A cache: if it cannot be written, the next cold start folds a little more.
            self.running
                .lock()
                .expect("no holder panics")
                .spawn(async move {
                    let _ = host.store.put_snapshot(&session, seq, bytes).await;
                });
        }
        *guard = Some(loaded);
    }

    fn slot(&self, session: &str) -> Arc<Slot> {
        let mut slots = self.sessions.lock().expect("no holder panics");
        slots.uses += 1;
        let uses = slots.uses;
        if let Some((used, slot)) = slots.by_session.get_mut(session) {
            *used = uses;
            return slot.clone();
        }
        // Drop the states used longest ago; a slot that is in use is held by its user.
        if slots.by_session.len() >= self.options.cached_sessions.max(1) * 2 {
            let mut ages: Vec<u64> = slots.by_session.values().map(|(used, _)| *used).collect();
            let middle = ages.len() / 2;
            let (_, cut, _) = ages.select_nth_unstable(middle);
            let cut = *cut;
            slots
                .by_session
                .retain(|_, (used, slot)| *used >= cut || Arc::strong_count(slot) > 1);
        }
        let slot = Arc::new(Slot::default());
        slots
            .by_session
            .insert(session.to_owned(), (uses, slot.clone()));
        slot
    }

    /// Erases everything a session holds but its first entry; the chain still verifies.
    pub async fn erase(&self, session: &str, reason: &str, records: u64) -> Result<(), Failure> {
        let slot = self.slot(session);
        let mut guard = slot.loaded.clone().lock_owned().await;
        *guard = None;
        let event = Event::Erased(engine::event::Erased {
            reason: reason.to_owned(),
            records: Count(records),
        });
        let record = self.record(&event, self.clock.now(), "erase");
        match self.store.erase(session, record).await? {
            Some(_) => Ok(()),
            None => Err(Failure::no_session(session)),
        }
    }

    fn check_closing(&self) -> Result<(), Failure> {
        while self
            .running
            .lock()
            .expect("no holder panics")
            .try_join_next()
            .is_some()
        {}
        if self.closing.load(Ordering::SeqCst) {
            return Err(Failure::new(
                Kind::Closing,
                "the host is stopping",
                "l'hôte s'arrête",
            ));
        }
        Ok(())
    }

    /// Takes no new inputs and waits for the turns that run.
    pub async fn shutdown(&self) {
        self.closing.store(true, Ordering::SeqCst);
        let mut running = std::mem::take(&mut *self.running.lock().expect("no holder panics"));
        while running.join_next().await.is_some() {}
    }

    /// Stops everything at once, as a crash would. For the simulation.
    pub fn kill(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.running.lock().expect("no holder panics").abort_all();
    }
}

/// The first record of a session with what belongs to it.
struct First {
    input: NewInput,
    event: Event,
    create: Option<NewSession>,
}

/// Counts an input that waits for its turn, for as long as its caller waits.
struct Waiting {
    slot: Arc<Slot>,
    count: usize,
}

impl Waiting {
    fn new(slot: &Arc<Slot>) -> Waiting {
        let count = slot.waiting.fetch_add(1, Ordering::SeqCst) + 1;
        Waiting {
            slot: slot.clone(),
            count,
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.slot.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

fn too_many_pending() -> Failure {
    Failure::new(
        Kind::Pending,
        "too-many-pending: the session has too many undecided inputs",
        "too-many-pending : la session a trop d'entrées en attente",
    )
}

enum LeaseTaken {
    Mine { lapsed: Option<String> },
    Other,
}

/// Whether a path names a confidential cell, or comes so close to one that it was meant to. What is
/// sealed without need is refused or opened later; what is recorded in clear stays.
fn may_be_confidential(project: &Project, path: &str) -> bool {
    let last = logic::text::fold(path.rsplit('.').next().unwrap_or(path));
    project
        .attributes
        .iter()
        .filter(|attribute| attribute.confidential)
        .map(|attribute| logic::text::fold(&attribute.name))
        .any(|name| name == last || logic::text::nearest(&last, [name.as_str()]).is_some())
}

fn size(records: &[NewRecord]) -> u64 {
    records.iter().map(|record| record.body.len() as u64).sum()
}

fn erased(session: &str) -> Failure {
    Failure::new(
        Kind::Erased,
        format!("session `{session}` was erased"),
        format!("la session `{session}` a été effacée"),
    )
}

fn bug(session: &str, seq: u64, message: &str) -> Failure {
    Failure::new(
        Kind::Bug,
        format!("a defect in Canonry at session {session}, after entry {seq}: {message}"),
        format!("un défaut de Canonry à la session {session}, après l'entrée {seq} : {message}"),
    )
    .hint(
        "the input is kept; please report this with the output of canonry log",
        "l'entrée est gardée ; signalez-le avec la sortie de canonry log",
    )
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "unknown".to_owned())
}
