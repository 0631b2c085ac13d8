//! The host: runs turns. It does what the engine says should happen, and decides nothing itself.
//!
//! Any number of hosts may serve one store. Truth is kept by the store's compare-and-append; the
//! lease only saves model requests. An input is durable before any effect leaves, and a reply leaves
//! only when it is durable.

mod confidential;
mod drain;
mod load;
mod reply;
mod slots;

use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::model::Model;
use crate::record::to_record;
use crate::seal::Sealer;
use crate::store::{Appended, Batch, Expect, Known, NewInput, NewRecord, NewSession, Store};
use engine::collapse::Generator;
use engine::event::{Event, InputRecorded, SessionStarted};
use engine::input::{AuthorCommand, Envelope, Input, check_id};
use engine::item::{Count, ItemId};
use engine::project::Project;
use engine::state::{Entry, EntryContent, State};
use engine::turn::{Step, Surroundings};
use engine::{limits, turn};
use load::Loaded;
use logic::value::{Digest, Instant, Name};
pub use reply::{Answered, Cost};
use slots::{Slot, Slots, Waiting};
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
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
        let digest = opening_digest(open.project.hash, &language, seed);
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
            subject: open.subject.as_deref().map(subject_digest),
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
                let records = self.records(&[event], self.clock.now(), &input.id);
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
                return Err(Failure::erased(session));
            }
            if loaded.state.pending.len() >= limits::PENDING_INPUTS {
                // A full queue takes no new input, but it must never block: what is in it is
                // answered, and deciding it makes room.
                let known = self
                    .store
                    .known(session, &input.id, Some(input.digest))
                    .await?;
                *guard = Some(loaded);
                if let Some(known) = known {
                    drop(guard);
                    return self.known(slot, session, &input, known).await;
                }
                self.decide_pending(&slot, guard, session).await?;
                guard = slot.loaded.clone().lock_owned().await;
                loaded = match guard.take() {
                    Some(loaded) => loaded,
                    None => self.load(session).await?,
                };
                continue;
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
            let (mut events, mut cost) = (vec![event], Cost::default());
            let ends = match step {
                Some(Step::Append(decision, thought)) => {
                    events.extend(decision);
                    cost.think(thought);
                    Some(input.id.clone())
                }
                Some(Step::Ask(_) | Step::Done) | None => None,
            };
            let records = self.records(&events, at, &input.id);
            let decided = ends.is_some();
            cost.add(events.len(), size(&records));
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
                        let answered = Answered::from_events(&input.id, &events, head, cost);
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
        let (mut events, mut cost) = (vec![first.event], Cost::default());
        let decided = if let Some(Step::Append(decision, thought)) = step {
            events.extend(decision);
            cost.think(thought);
            true
        } else {
            false
        };
        let records = self.records(&events, at, &first.input.id);
        cost.add(events.len(), size(&records));
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
                    let answered = Answered::from_events(&first.input.id, &events, head, cost);
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
            // The first entry of a session is its opening, whose id a client need not know.
            Some(Known::OtherContent { seq: 1 }) => Err(Failure::new(
                Kind::InputIdReused,
                format!("input-id-reused: the session was opened as `{id}`; nothing was changed"),
                format!("input-id-reused : la session a été ouverte sous `{id}` ; rien n'a changé"),
            )
            .hint(
                "give the input another id",
                "donnez un autre id à cette entrée",
            )),
            Some(Known::OtherContent { .. }) => Err(Failure::new(
                Kind::InputIdReused,
                format!("input-id-reused: `{id}` was used for another input; nothing was changed"),
                format!("input-id-reused : `{id}` a servi pour une autre entrée ; rien n'a changé"),
            )),
            Some(Known::Erased) => Err(Failure::erased(session)),
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

    fn records(&self, events: &[Event], at: Instant, cause: &str) -> Vec<NewRecord> {
        // One call for all salts: each is a system call.
        let mut salts = vec![[0; 16]; events.len()];
        self.clock.fill(salts.as_flattened_mut());
        let salted = events.iter().zip(salts);
        salted
            .map(|(event, salt)| to_record(event, at, cause, salt))
            .collect()
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

    /// Erases everything a session holds but its first entry; the chain still verifies. Gives how
    /// many entries it had: none if it was erased before, which changes nothing.
    pub async fn erase(&self, session: &str, reason: &str) -> Result<u64, Failure> {
        let slot = self.slot(session);
        let mut guard = slot.loaded.clone().lock_owned().await;
        *guard = None;
        let head = self.store.head(session).await?;
        let head = head.ok_or_else(|| Failure::no_session(session))?;
        if head.erased {
            return Ok(0);
        }
        let event = Event::Erased(engine::event::Erased {
            reason: reason.to_owned(),
            records: Count(head.seq),
        });
        let mut records = self.records(&[event], self.clock.now(), "erase");
        let record = records.swap_remove(0);
        match self.store.erase(session, record).await? {
            Some(_) => Ok(head.seq),
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

fn too_many_pending() -> Failure {
    Failure::new(
        Kind::Pending,
        "too-many-pending: the session has too many undecided inputs",
        "too-many-pending : la session a trop d'entrées en attente",
    )
}

/// What the id of an opening stands for.
pub fn opening_digest(project: Digest, language: &str, seed: u64) -> Digest {
    crate::store::chain::sha256(format!("{project}\n{language}\n{seed}").as_bytes())
}

/// A person as a store knows them: a hash, so that erasing leaves no name behind.
pub fn subject_digest(subject: &str) -> String {
    crate::store::chain::sha256(format!("canonry subject 1\n{subject}").as_bytes()).to_string()
}

fn size(records: &[NewRecord]) -> u64 {
    records.iter().map(|record| record.body.len() as u64).sum()
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
