//! The laws of journal and turn as properties over generated projects and inputs. Each test is named
//! after its law and fails with the seed that breaks it.

mod ahead;
mod answers;
mod canon;
mod events;
mod faults;
#[allow(dead_code, reason = "the simulation uses the rest")]
#[path = "../simulation/faulty.rs"]
mod faulty;
mod flows;
mod fold;
mod golden;
mod history;
mod interviews;
mod kept;
mod late;
#[allow(dead_code, reason = "the simulation uses the rest")]
#[path = "../simulation/observer.rs"]
mod observer;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../common/person.rs"]
mod person;
mod previews;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../common/program.rs"]
mod program;
#[path = "../common/projects.rs"]
mod projects;
mod prompts;
mod replay;
#[path = "../common/rng.rs"]
mod rng;
mod turns;
mod units;

use canonry::clock::Clock;
use canonry::failure::{Failure, Kind};
use canonry::host::{Answered, Host, Open, Options};
use canonry::model::{Model, NoModel};
use canonry::record::to_entry;
use canonry::store::memory::MemoryStore;
use canonry::store::{Record, Store};
use canonry::{export, fork, inspect};
use engine::collapse::Generator;
use engine::event::{Closed, Event};
use engine::input::{Envelope, Input};
use engine::project::{Files, Project, compile};
use engine::request::{Outcome, Request};
use engine::state::{EntryContent, State};
use engine::view::{Awaited, view};
use faulty::{Faults, FaultyModel, FaultyStore};
use logic::value::{Instant, Name};
use observer::Observer;
use rng::Rng;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How many generated sessions each law is tried on, unless CANONRY_CASES says another number.
const CASES: u64 = 160;
const SESSION: &str = "s";

fn cases() -> u64 {
    let asked = std::env::var("CANONRY_CASES").ok();
    asked.map_or(CASES, |asked| {
        asked.parse().expect("CANONRY_CASES is a number")
    })
}

/// For a law whose every case plays its session several times.
fn fewer_cases() -> u64 {
    cases().div_ceil(3)
}

/// Time as a test wants it: any order, any distance.
#[derive(Clone)]
struct TestClock {
    times: Arc<dyn Fn(u64) -> i64 + Send + Sync>,
    asked: Arc<AtomicU64>,
    rng: Arc<Mutex<Rng>>,
}

impl TestClock {
    fn new(times: impl Fn(u64) -> i64 + Send + Sync + 'static) -> TestClock {
        TestClock {
            times: Arc::new(times),
            asked: Arc::default(),
            rng: Arc::new(Mutex::new(Rng::new(5))),
        }
    }

    fn steady() -> TestClock {
        TestClock::new(|asked| i64::try_from(asked).expect("few") * 1000)
    }
}

impl Clock for TestClock {
    fn now(&self) -> Instant {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst);
        Instant::from_millis(1_767_225_600_000 + (self.times)(asked)).expect("a date")
    }
    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
    fn fill(&self, bytes: &mut [u8]) {
        self.rng.lock().expect("rng").fill(bytes);
    }
}

type TestHost<M> = Arc<Host<MemoryStore, M, TestClock>>;

fn host<M: Model>(
    store: &MemoryStore,
    model: M,
    clock: TestClock,
    generator: Generator,
) -> TestHost<M> {
    let mut options = Options::new("n");
    options.generator = generator;
    options.snapshot_events = 7;
    Host::new(store.clone(), model, clock, options)
}

fn plain(store: &MemoryStore) -> TestHost<NoModel> {
    host(store, NoModel, TestClock::steady(), Generator::Offline)
}

fn open_with(project: &Arc<Project>) -> Open {
    Open {
        id: "open".to_owned(),
        project: project.clone(),
        language: None,
        seed: Some(11),
        position: None,
        tenant: None,
        subject: None,
    }
}

fn block<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime")
        .block_on(future)
}

async fn records(store: &MemoryStore) -> Vec<Record> {
    store.read(SESSION, 0, 100_000).await.expect("memory")
}

/// Kind and body of every record: what happened, apart from when and with which salt.
async fn story(store: &MemoryStore) -> Vec<(String, Vec<u8>)> {
    records(store)
        .await
        .into_iter()
        .map(|record| (record.header.kind, record.content.expect("not erased").body))
        .collect()
}

fn script(rng: &mut Rng, length: usize) -> Vec<Envelope> {
    (0..length)
        .map(|index| Envelope {
            id: format!("i{index}"),
            input: projects::input(rng),
        })
        .collect()
}

/// A reply or a body apart from the numbers of entries in it: what propagation wrote is called by its entry,
/// and histories of different lengths number their entries differently.
fn without_entries(text: &str) -> serde_json::Value {
    fn strip(json: &mut serde_json::Value) {
        match json {
            serde_json::Value::Object(fields) => {
                fields.remove("constraint");
                fields.values_mut().for_each(strip);
            }
            serde_json::Value::Array(items) => items.iter_mut().for_each(strip),
            serde_json::Value::String(text) => {
                let mut parts = text.split('#');
                let mut plain = parts.next().unwrap_or_default().to_owned();
                let digit = |letter: char| letter.is_ascii_digit();
                parts.for_each(|part| plain.push_str(part.trim_start_matches(digit)));
                *text = plain;
            }
            serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {
            }
        }
    }
    let mut json = serde_json::from_str(text).expect("it is JSON");
    strip(&mut json);
    json
}

fn bare(answered: &Answered) -> String {
    let mut json = answered.json();
    json["cost"] = serde_json::Value::Null;
    json.to_string()
}

/// A generated project and script, played without faults on a store of its own.
async fn played(seed: u64) -> (Arc<Project>, Vec<Envelope>, MemoryStore, Vec<String>) {
    played_but(seed, |_| false).await
}

/// The same without some of the inputs.
async fn played_but(
    seed: u64,
    leave_out: fn(&Input) -> bool,
) -> (Arc<Project>, Vec<Envelope>, MemoryStore, Vec<String>) {
    let mut rng = Rng::new(seed);
    let (project, mut script) = (projects::project(&mut rng), script(&mut rng, 25));
    script.retain(|envelope| !leave_out(&envelope.input));
    let store = MemoryStore::default();
    let host = plain(&store);
    let mut replies = play(&host, &project, &[]).await;
    for envelope in &mut script {
        if projects::field::is_numbered(&envelope.input) {
            let state = host.load(SESSION).await.expect("loads").state;
            envelope.input = projects::resolved(&envelope.input, &state);
        }
        let answered = host.input(SESSION, envelope.clone()).await;
        replies.push(bare(&answered.expect("answers")));
    }
    (project, script, store, replies)
}

async fn play<M: Model>(
    host: &TestHost<M>,
    project: &Arc<Project>,
    script: &[Envelope],
) -> Vec<String> {
    let mut replies = vec![bare(
        &host.open(SESSION, open_with(project)).await.expect("opens"),
    )];
    for envelope in script {
        replies.push(bare(
            &host
                .input(SESSION, envelope.clone())
                .await
                .expect("answers"),
        ));
    }
    replies
}

#[test]
fn law_j1_cached_projections_change_nothing() {
    let mut changed = 0;
    for seed in 0..fewer_cases() {
        changed += block(async {
            let (project, script, calm, replies) = played(seed).await;
            let mut changed = 0;
            let store = MemoryStore::default();
            let mut rng = Rng::new(seed ^ 77);
            let mut got = vec![bare(
                &plain(&store)
                    .open(SESSION, open_with(&project))
                    .await
                    .expect("opens"),
            )];
            for envelope in &script {
                // A new process each time, after something happened to the cache.
                match rng.below(5) {
                    0 => store.drop_snapshots().await.expect("memory"),
                    1 => store
                        .put_snapshot(SESSION, 1 + rng.next() % 9, vec![7; 99])
                        .await
                        .expect("memory"),
                    2 => {
                        // A whole and valid snapshot at an entry that exists, of another history.
                        let head = store.head(SESSION).await.expect("memory").expect("a head");
                        let seq = 1 + rng.next() % head.seq;
                        let other = State {
                            seq,
                            turns: 9,
                            project: Some(project.hash),
                            ..State::default()
                        };
                        let bytes =
                            engine::snapshot::save(&other, canonry::store::chain::sha256(b"x"));
                        store.drop_snapshots().await.expect("memory");
                        store
                            .put_snapshot(SESSION, seq, bytes)
                            .await
                            .expect("memory");
                    }
                    3 => {
                        // The session's own snapshot, changed without its sum.
                        let kept = store.snapshot(SESSION).await.expect("memory");
                        let turns = b"\"turns\":";
                        if let Some((seq, mut bytes)) = kept
                            && let Some(found) =
                                bytes.windows(turns.len()).position(|part| part == turns)
                        {
                            changed += 1;
                            let digit = found + turns.len();
                            bytes[digit] = b'0' + (bytes[digit] - b'0' + 1) % 10;
                            store
                                .put_snapshot(SESSION, seq, bytes)
                                .await
                                .expect("memory");
                        }
                    }
                    _ => {}
                }
                got.push(bare(
                    &plain(&store)
                        .input(SESSION, envelope.clone())
                        .await
                        .expect("answers"),
                ));
                // Now a snapshot is written, where one is due.
                tokio::task::yield_now().await;
            }
            assert_eq!(got, replies, "seed {seed}");
            assert_eq!(story(&store).await, story(&calm).await, "seed {seed}");
            changed
        });
    }
    assert!(
        changed > fewer_cases(),
        "only {changed} snapshots were changed"
    );
}

/// A model that answers when it is told to.
#[derive(Clone, Default)]
struct Gated {
    open: Arc<tokio::sync::Notify>,
    asked: Arc<AtomicU64>,
}

impl Model for Gated {
    async fn ask(&self, _: &Request) -> Outcome {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.open.notified().await;
        Outcome::Answered {
            text: "A wise word.".to_owned(),
            tokens: None,
        }
    }
}

fn small_project() -> Arc<Project> {
    small_project_of(engine::project::EDITION)
}

fn small_project_of(edition: u64) -> Arc<Project> {
    let source = "
name: Small
sorts: { guest: { is: [character] } }
attributes:
  guest:
    colour: { type: enum, values: [red, green] }
    motto: { type: text, generate: { prompt: 'A motto.', offline: ['Onward.'] } }
entities: { anna: { sort: guest } }
flows:
  main:
    - { gate: door, event: GO, text: 'Press.' }
    - { tell: motto, cell: anna.motto }
    - { ask: colour, fixes: anna.colour, text: 'Colour?', tries: 3 }
";
    let (project, diagnostics) = compile(&Files(BTreeMap::from([(
        "p.yaml".to_owned(),
        format!("edition: {edition}{source}").into_bytes(),
    )])));
    Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:?}")))
}

fn message(id: &str, text: &str) -> Envelope {
    Envelope {
        id: id.to_owned(),
        input: Input::Message(text.to_owned()),
    }
}

fn press(id: &str) -> Envelope {
    Envelope {
        id: id.to_owned(),
        input: Input::Event(Name::from("GO")),
    }
}

#[test]
fn law_j2_an_input_is_durable_before_any_effect_and_recording_disturbs_no_decision() {
    block(async {
        let (store, model) = (MemoryStore::default(), Gated::default());
        let host = host(&store, model.clone(), TestClock::steady(), Generator::Model);
        host.open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        let first = tokio::spawn({
            let host = host.clone();
            async move { host.input(SESSION, press("press")).await }
        });
        while model.asked.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // The request is out: its input must be in the journal already.
        let recorded = |records: &[Record], id: &str| {
            records
                .iter()
                .filter(|record| record.header.kind == "InputRecorded" && record.header.cause == id)
                .count()
        };
        let recorded_at = |records: &[Record], id: &str| {
            let found = records.iter().find(|record| record.header.cause == id);
            found.expect("recorded").seq
        };
        assert_eq!(recorded(&records(&store).await, "press"), 1);
        // A second message is recorded at once, although the first turn still runs.
        let second = tokio::spawn({
            let host = host.clone();
            async move { host.input(SESSION, message("m", "red")).await }
        });
        tokio::time::sleep(Duration::from_millis(10)).await;
        let now = records(&store).await;
        assert_eq!(recorded(&now, "m"), 1);
        // A bare input decides nothing: neither the store's mark moves nor the state's.
        let head = store.head(SESSION).await.expect("memory").expect("a head");
        let state = host.load(SESSION).await.expect("loads").state;
        assert_eq!((state.seq, state.decided), (head.seq, head.decided));
        assert!(head.decided < recorded_at(&now, "press"));
        assert!(
            !now.iter()
                .any(|record| record.header.kind == "TurnEnded" && record.header.cause == "press")
        );
        model.open.notify_one();
        first.await.expect("no panic").expect("answered");
        let answered = second.await.expect("no panic").expect("answered");
        assert_eq!(
            answered.changes.accepted.len(),
            1,
            "the second message answers the question that the first opened"
        );
        assert_eq!(
            model.asked.load(Ordering::SeqCst),
            1,
            "recording made the running decision ask again"
        );
    });
    // Every accepted input adds exactly one record.
    for seed in 0..cases() {
        block(async {
            let (_, script, store, _) = played(seed).await;
            let count = records(&store)
                .await
                .iter()
                .filter(|record| record.header.kind == "InputRecorded")
                .count();
            assert_eq!(count, script.len(), "seed {seed}");
        });
    }
}

#[test]
fn law_j4_every_input_is_dealt_with_first_in_every_state() {
    for seed in 0..cases() {
        block(async {
            let (_, script, store, _) = played(seed).await;
            // Whatever the state, an input leaves a trace of its own: an answer, a refusal or words.
            let all = records(&store).await;
            for envelope in &script {
                let own: Vec<&str> = all
                    .iter()
                    .filter(|record| record.header.cause == envelope.id)
                    .map(|record| record.header.kind.as_str())
                    .collect();
                assert_eq!(own.first(), Some(&"InputRecorded"), "seed {seed}");
                assert_eq!(own.last(), Some(&"TurnEnded"), "seed {seed}");
                let is_message = matches!(
                    envelope.input,
                    Input::Message(_) | Input::Event(_) | Input::Observe(_)
                );
                let moved = own
                    .iter()
                    .any(|kind| matches!(*kind, "Said" | "AnswerAccepted" | "ObligationClosed"));
                assert!(
                    !is_message || moved,
                    "seed {seed}: {envelope:?} was met with silence"
                );
            }
        });
    }
    // The failure itself: the first answer, when nothing was answered before.
    block(async {
        let host = plain(&MemoryStore::default());
        host.open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        host.input(SESSION, press("p")).await.expect("answers");
        let answered = host
            .input(SESSION, message("m", "red"))
            .await
            .expect("answers");
        assert_eq!(answered.changes.accepted.len(), 1);
    });
}

#[test]
fn law_j6_n_inputs_make_n_records() {
    for seed in 0..cases() {
        block(async {
            let mut rng = Rng::new(seed);
            let (project, script) = (projects::project(&mut rng), script(&mut rng, 20));
            let store = MemoryStore::default();
            let host = plain(&store);
            host.open(SESSION, open_with(&project))
                .await
                .expect("opens");
            // All at once: one writer per session still makes one record each.
            let running: Vec<_> = script
                .iter()
                .map(|envelope| {
                    tokio::spawn({
                        let (host, envelope) = (host.clone(), envelope.clone());
                        async move { host.input(SESSION, envelope).await }
                    })
                })
                .collect();
            for turn in running {
                turn.await.expect("no panic").expect("answered");
            }
            let mut ids: Vec<String> = records(&store)
                .await
                .into_iter()
                .filter(|record| record.header.kind == "InputRecorded")
                .map(|record| record.header.cause)
                .collect();
            ids.sort();
            let mut wanted: Vec<String> =
                script.iter().map(|envelope| envelope.id.clone()).collect();
            wanted.sort();
            assert_eq!(ids, wanted, "seed {seed}");
        });
    }
}

#[test]
fn law_j8_a_repeated_id_gets_the_recorded_reply_and_changes_nothing() {
    for seed in 0..fewer_cases() {
        block(async {
            let (_, script, store, replies) = played(seed).await;
            let before = records(&store).await;
            let mut rng = Rng::new(seed ^ 3);
            let (mut host, mut other) = (plain(&store), plain(&store));
            for _ in 0..40 {
                let index = rng.below(script.len());
                std::mem::swap(&mut host, &mut other);
                let answered = host
                    .input(SESSION, script[index].clone())
                    .await
                    .expect("answers");
                assert_eq!(
                    bare(&answered),
                    replies[index + 1],
                    "seed {seed}, {}",
                    script[index].id
                );
                let foreign = message(&script[index].id, "another body altogether");
                let failure: Failure = host.input(SESSION, foreign).await.expect_err("refused");
                assert_eq!(failure.kind, Kind::InputIdReused, "seed {seed}");
            }
            assert_eq!(
                records(&store).await,
                before,
                "seed {seed}: a repeat changed the journal"
            );
        });
    }
}
