//! The laws about failures and writers: J12 to J15.

use super::*;

/// A store on which exactly one operation fails.
pub fn faulty(faults: Faults, project: &Arc<Project>) -> (FaultyStore, Arc<Mutex<Observer>>) {
    let observer = Arc::new(Mutex::new(Observer::default()));
    observer.lock().expect("observer").know(project);
    let store = FaultyStore {
        inner: MemoryStore::default(),
        observer: observer.clone(),
        rng: Arc::new(Mutex::new(Rng::new(1))),
        faults: Arc::new(Mutex::new(faults)),
    };
    (store, observer)
}

/// Answers each cell alike, however often it is asked.
struct Constant(Arc<Mutex<Observer>>);

impl Model for Constant {
    async fn ask(&self, request: &Request) -> Outcome {
        self.0.lock().expect("observer").asked(request, false);
        let text = match &*request.cell.attribute {
            "omen" => "good".to_owned(),
            other => format!("Words about {other}."),
        };
        Outcome::Answered { text, tokens: None }
    }
}

/// Plays a script against one fault, sending again what was not answered; to the same node, or to a
/// new one because the first crashed there.
async fn play_with_fault(
    faults: Faults,
    crash: bool,
    generator: Generator,
    project: &Arc<Project>,
    script: &[Envelope],
) -> (Vec<String>, Vec<(String, Vec<u8>)>, u64) {
    let (store, observer) = faulty(faults, project);
    let node = |name: &str| {
        let mut options = Options::new(name);
        options.generator = generator;
        let model = Constant(observer.clone());
        Host::new(store.clone(), model, TestClock::steady(), options)
    };
    let mut host = node("n");
    let mut replies = Vec::new();
    for envelope in std::iter::once(None).chain(script.iter().map(Some)) {
        let mut tries = 0;
        let answered = loop {
            tries += 1;
            let before = store
                .inner
                .head(SESSION)
                .await
                .expect("memory")
                .map(|head| head.seq);
            let outcome = match envelope {
                None => host.open(SESSION, open_with(project)).await,
                Some(envelope) => host.input(SESSION, envelope.clone()).await,
            };
            match outcome {
                Ok(answered) => break answered,
                Err(failure) => {
                    assert!(tries < 5, "a retry does not succeed: {failure}");
                    assert!(matches!(failure.kind, Kind::Store), "{failure}");
                    if crash {
                        host.kill();
                        host = node("m");
                    }
                    // All or none: what stands in the journal after a failure is a whole input or a
                    // whole decision.
                    let after = records(&store.inner).await;
                    if let Some(last) = after.last()
                        && Some(last.seq) != before
                    {
                        assert!(
                            matches!(
                                last.header.kind.as_str(),
                                "InputRecorded"
                                    | "SessionStarted"
                                    | "TurnEnded"
                                    | "Heard"
                                    | "TurnFailed"
                            ),
                            "a turn was cut at {}",
                            last.header.kind
                        );
                    }
                }
            }
        };
        // How many entries there are counts interrupted attempts as well, and is no part of what was decided.
        let mut reply = answered.json();
        reply["cost"] = serde_json::Value::Null;
        reply["view"]["head"] = serde_json::Value::Null;
        replies.push(reply.to_string());
    }
    let story = story(&store.inner).await;
    let observer = observer.lock().expect("observer");
    assert!(observer.violations.is_empty(), "{:?}", observer.violations);
    (replies, story, observer.operations)
}

/// Fails every operation of the store once, before and after it is done, with and without a crash
/// of the node there: the replies are the same, and nothing is doubled or lost.
async fn fail_every_operation(seed: u64, generator: Generator, length: usize) {
    let mut rng = Rng::new(seed);
    let (project, mut script) = (projects::project(&mut rng), script(&mut rng, length));
    // Entries of interrupted attempts come between: what calls others by their numbers would call other ones.
    script.retain(|envelope| !projects::field::is_numbered(&envelope.input));
    let calm = Faults::default();
    let (replies, journal, operations) =
        play_with_fault(calm, false, generator, &project, &script).await;
    // What the journal says of interrupted attempts is not what was decided.
    let decided = |story: Vec<(String, Vec<u8>)>| {
        let decided = story
            .into_iter()
            .filter(|(kind, _)| !["TurnFailed", "Heard"].contains(&kind.as_str()));
        let told = |(kind, body): (String, Vec<u8>)| {
            let body = String::from_utf8(body).expect("JSON");
            (kind, without_entries(&body))
        };
        decided.map(told).collect::<Vec<_>>()
    };
    let told = |replies: &[String]| -> Vec<serde_json::Value> {
        replies.iter().map(|reply| without_entries(reply)).collect()
    };
    let journal = decided(journal);
    for k in 1..=operations {
        let refused = Faults {
            refuse_at: k,
            ..calm
        };
        let lost = Faults { lose_at: k, ..calm };
        for (faults, crash) in [
            (refused, false),
            (refused, true),
            (lost, false),
            (lost, true),
        ] {
            let (got, story, _) =
                play_with_fault(faults, crash, generator, &project, &script).await;
            assert_eq!(
                told(&got),
                told(&replies),
                "seed {seed}, operation {k}, {faults:?}, crash {crash}"
            );
            assert_eq!(
                decided(story),
                journal,
                "seed {seed}, operation {k}, {faults:?}, crash {crash}: something was doubled or lost"
            );
        }
    }
}

#[test]
fn law_j12_a_turn_is_one_append_all_or_none() {
    for seed in 0..6 {
        block(fail_every_operation(seed, Generator::Offline, 8));
    }
}

#[test]
fn law_j13_a_failure_is_never_progress() {
    // Store calls, in turns that ask a model: fail every k-th; a retry succeeds, nothing is doubled.
    for seed in 0..8 {
        block(fail_every_operation(seed, Generator::Model, 8));
    }
    // Model calls: every way to fail, at every attempt. The step goes on only with an admitted value,
    // as the project says, and each outcome is in the journal.
    block(async {
        let failing: [fn() -> Outcome; 4] = [
            || Outcome::Failed {
                reason: "down".to_owned(),
            },
            || Outcome::TimedOut,
            || Outcome::Answered {
                text: String::new(),
                tokens: None,
            },
            || Outcome::Answered {
                text: "x".repeat(5000),
                tokens: None,
            },
        ];
        // The first edition knows fewer ways to refuse an answer, and refuses these all the same.
        let editions = [small_project_of(1), small_project()];
        for (fail, project) in failing
            .into_iter()
            .flat_map(|fail| editions.each_ref().map(|project| (fail, project)))
        {
            for good_at in 1..=4 {
                let (store, calls) = (MemoryStore::default(), Arc::new(AtomicU64::new(0)));
                let host = host(
                    &store,
                    Nth {
                        good_at,
                        calls: calls.clone(),
                        fail,
                    },
                    TestClock::steady(),
                    Generator::Model,
                );
                host.open(SESSION, open_with(project)).await.expect("opens");
                let answered = host.input(SESSION, press("p")).await.expect("answers");
                let heard = records(&store)
                    .await
                    .iter()
                    .filter(|record| record.header.kind == "Heard")
                    .count() as u64;
                assert_eq!(
                    heard,
                    calls.load(Ordering::SeqCst),
                    "an outcome is not journalled"
                );
                assert_eq!(heard, good_at.min(3), "attempts are bounded");
                let text = answered.items[0].text.as_str();
                assert_eq!(
                    text,
                    if good_at <= 3 { "Good." } else { "Onward." },
                    "the collapse ends as the project says"
                );
                assert_eq!(answered.view.awaited, Awaited::Answer);
            }
        }
    });
}

/// Fails until its n-th call.
struct Nth {
    good_at: u64,
    calls: Arc<AtomicU64>,
    fail: fn() -> Outcome,
}

impl Model for Nth {
    async fn ask(&self, _: &Request) -> Outcome {
        let call = self.calls.fetch_add(1, Ordering::SeqCst) + 1;
        if call == self.good_at {
            Outcome::Answered {
                text: "Good.".to_owned(),
                tokens: None,
            }
        } else {
            (self.fail)()
        }
    }
}

#[test]
fn law_j15_two_writers_make_one_history() {
    for seed in 0..cases() {
        block(async {
            let mut rng = Rng::new(seed);
            let (project, script) = (projects::project(&mut rng), script(&mut rng, 20));
            let store = MemoryStore::default();
            let hosts = [plain(&store), plain(&store), plain(&store)];
            hosts[0]
                .open(SESSION, open_with(&project))
                .await
                .expect("opens");
            let mut running = Vec::new();
            for envelope in &script {
                for _ in 0..2 {
                    let (host, envelope) = (rng.pick(&hosts).clone(), envelope.clone());
                    running.push(tokio::spawn(async move {
                        (envelope.id.clone(), host.input(SESSION, envelope).await)
                    }));
                }
            }
            let mut replies: BTreeMap<String, String> = BTreeMap::new();
            for turn in running {
                let (id, answered) = turn.await.expect("no panic");
                let reply = bare(&answered.expect("answered"));
                assert_eq!(
                    *replies.entry(id.clone()).or_insert_with(|| reply.clone()),
                    reply,
                    "seed {seed}, {id}"
                );
            }
            let count = records(&store)
                .await
                .iter()
                .filter(|record| record.header.kind == "InputRecorded")
                .count();
            assert_eq!(count, script.len(), "seed {seed}");
            assert!(
                inspect::verify(&store, SESSION, None)
                    .await
                    .expect("reads")
                    .problems
                    .is_empty(),
                "seed {seed}"
            );
        });
    }
}
