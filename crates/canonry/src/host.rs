//! The host: runs turns. It does what the engine says should happen, and decides nothing itself.
//!
//! Any number of hosts may serve one store. Truth is kept by the store's compare-and-append; the
//! lease only saves model requests. An input is durable before any effect leaves, and a reply leaves
//! only when it is durable.

#[doc(hidden)]
pub mod answers;
mod confidential;
mod drain;
#[doc(hidden)]
pub mod intake;
mod load;
mod previews;
mod reply;
mod slots;

use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::hooks::{self, Hook};
use crate::model::Model;
use crate::record::{input_digest, to_record};
use crate::seal::Sealer;
use crate::store::{Known, NewInput, NewRecord, NewWork, Record, Store};
use answers::Answers;
pub use answers::Statistics;
use engine::collapse::Generator;
use engine::event::Event;
use engine::item::{Count, ItemId};
use engine::project::Project;
use engine::state::{Entry, EntryContent, State};
use engine::turn::{Step, Surroundings};
use engine::{limits, turn};
pub use intake::{check_name, does_not_speak, opening_digest};
pub use load::Loaded;
use logic::value::{Digest, Instant, Name};
use previews::Previews;
pub use previews::{Piece, Preview};
pub use reply::{Answered, Cost};
use slots::{Slot, Slots};
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
    pub answers: Answers,
    previews: Arc<Previews>,
    sessions: Mutex<Slots>,
    projects: Mutex<BTreeMap<Digest, Arc<Project>>>,
    closing: AtomicBool,
    /// Turns that go on although their caller may have left.
    running: Mutex<tokio::task::JoinSet<()>>,
    /// Told whenever work for the hooks was committed.
    pub outbox: tokio::sync::Notify,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub generator: Generator,
    /// This process among those that serve the store.
    pub node: String,
    pub sealer: Option<Sealer>,
    pub snapshot_events: u64,
    pub cached_sessions: usize,
    /// Answers of models that are kept until they are written down.
    pub kept_answers: usize,
    pub lease: Duration,
    pub wait: Duration,
    /// Who is told of the turns that this process commits.
    pub hooks: Vec<Hook>,
}

impl Options {
    pub fn new(node: impl Into<String>) -> Options {
        Options {
            generator: Generator::Offline,
            node: node.into(),
            sealer: None,
            snapshot_events: limits::SNAPSHOT_EVENTS,
            cached_sessions: limits::CACHED_SESSIONS,
            kept_answers: limits::KEPT_ANSWERS,
            lease: Duration::from_millis(limits::LEASE_MS),
            wait: Duration::from_millis(limits::WAIT_MS),
            hooks: Vec::new(),
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
    /// Whose session it is.
    pub tenant: Option<Name>,
    /// The position, campaign or case that it is about.
    pub position: Option<Name>,
}

impl<S: Store, M: Model, C: Clock> Host<S, M, C> {
    pub fn new(store: S, model: M, clock: C, options: Options) -> Arc<Host<S, M, C>> {
        Arc::new(Host {
            store,
            model,
            clock,
            options,
            answers: Answers::default(),
            previews: Arc::default(),
            sessions: Mutex::default(),
            projects: Mutex::default(),
            closing: AtomicBool::new(false),
            running: Mutex::default(),
            outbox: tokio::sync::Notify::new(),
        })
    }

    /// What the engine would do if the event were appended next, and the state that it leads to; nothing if
    /// it fell over.
    fn tentative(
        &self,
        loaded: &Loaded,
        event: &Event,
        at: Instant,
        cause: &str,
    ) -> Option<(Step, Option<Box<State>>)> {
        let mut state = State::clone(&loaded.state);
        let entry = Entry {
            seq: state.seq + 1,
            at,
            cause: cause.to_owned(),
            content: EntryContent::Event(event.clone()),
        };
        state.evolve(&entry).ok()?;
        self.step(loaded, state).ok()
    }

    /// One step of the engine. A defect in it becomes a failure, not the end of the process.
    fn step(&self, loaded: &Loaded, state: State) -> Result<(Step, Option<Box<State>>), Failure> {
        let seq = state.seq;
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
            turn::step_from(&loaded.project, state, &surroundings)
        }))
        .map_err(|panic| bug(&loaded.session, seq, &panic_text(&*panic)))
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
            Known::OtherContent { seq } if self.holds(session, seq, input).await? => Err(
                Failure::damaged(session, seq, "the index of its inputs is damaged"),
            ),
            known @ (Known::Ended { .. } | Known::OtherContent { .. } | Known::Erased) => {
                self.ended(session, &input.id, Some(known), Cost::default())
                    .await
            }
        }
    }

    /// Whether an entry holds just that input, whatever the index says. Asked only before somebody is blamed.
    async fn holds(&self, session: &str, seq: u64, input: &NewInput) -> Result<bool, Failure> {
        let found = self.store.read(session, seq.saturating_sub(1), 1).await?;
        let same = |record: &Record| {
            record.header.cause == input.id && input_digest(record) == Some(input.digest)
        };
        Ok(found.first().is_some_and(same))
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

    /// What the hooks are to be told of a turn, in the same append as the turn itself.
    fn work(&self, loaded: &Loaded, ends: Option<&str>, events: &[Event]) -> Vec<NewWork> {
        ends.map_or_else(Vec::new, |input| {
            hooks::work(&self.options.hooks, loaded, input, events)
        })
    }

    /// An append was durable: whoever delivers may begin.
    fn committed(&self, has_work: bool) {
        if has_work {
            self.outbox.notify_one();
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
        self.answers.forget(session);
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
