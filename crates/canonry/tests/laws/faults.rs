//! The laws about failures, replay and what is kept: J12 to J20, R9 and S7.

use super::*;

/// A store on which exactly one operation fails.
fn faulty(faults: Faults, project: &Arc<Project>) -> (FaultyStore, Arc<Mutex<Observer>>) {
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
        replies.push(bare(&answered));
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
    let (project, script) = (projects::project(&mut rng), script(&mut rng, length));
    let calm = Faults::default();
    let (replies, journal, operations) =
        play_with_fault(calm, false, generator, &project, &script).await;
    // What the journal says of interrupted attempts is not what was decided.
    let decided = |story: Vec<(String, Vec<u8>)>| {
        let decided = story
            .into_iter()
            .filter(|(kind, _)| !["TurnFailed", "Heard"].contains(&kind.as_str()));
        decided.collect::<Vec<_>>()
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
                got, replies,
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
        for fail in failing {
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
                host.open(SESSION, open_with(&small_project()))
                    .await
                    .expect("opens");
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
    for seed in 0..CASES {
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

/// A model that must not be asked.
struct Forbidden;

impl Model for Forbidden {
    async fn ask(&self, request: &Request) -> Outcome {
        panic!("a model was asked for {}", request.cell);
    }
}

#[test]
fn law_j16_replay_time_travel_fork_and_export_call_no_model() {
    for seed in 0..CASES {
        block(async {
            let mut rng = Rng::new(seed);
            let (project, script) = (projects::project(&mut rng), script(&mut rng, 15));
            let store = MemoryStore::default();
            let observer = Arc::new(Mutex::new(Observer::default()));
            let model = FaultyModel {
                observer,
                rng: Arc::new(Mutex::new(rng.fork())),
                faults: Arc::new(Mutex::new(Faults {
                    bad_answers: 3,
                    ..Faults::default()
                })),
            };
            play(
                &host(&store, model, TestClock::steady(), Generator::Model),
                &project,
                &script,
            )
            .await;
            let reader = host(&store, Forbidden, TestClock::steady(), Generator::Model);
            let replayed = inspect::replay(&reader, SESSION).await.expect("replays");
            assert!(
                replayed.differences.is_empty(),
                "seed {seed}: {:?}",
                replayed.differences
            );
            assert_eq!(replayed.turns, 16, "seed {seed}");
            let head = store.head(SESSION).await.expect("memory").expect("a head");
            for at in 1..=head.seq {
                let state = reader.load_at(SESSION, at).await.expect("travels").state;
                // What was heard for one turn counts for no other, nor against its requests.
                assert!(
                    !state.pending.is_empty() || state.heard.is_empty(),
                    "seed {seed}, entry {at}"
                );
            }
            let lines = export::export(&store, SESSION).await.expect("exports");
            assert_eq!(
                lines,
                export::export(&store, SESSION).await.expect("exports"),
                "seed {seed}: two exports differ"
            );
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let copy = MemoryStore::default();
            export::import(&copy, export::read(text.as_bytes()).expect("reads"))
                .await
                .expect("imports");
            assert_eq!(
                records(&copy).await,
                records(&store).await,
                "seed {seed}: an import differs from its export"
            );
            // Anywhere but inside a decision, which is one append and has no inside.
            let at = 1 + rng.next() % head.seq;
            let fork = export::fork(&store, SESSION, at, "fork", &TestClock::steady()).await;
            let all = records(&store).await;
            let inside = export::is_decision(&all[at as usize - 1])
                && all[at as usize - 1].header.kind != "TurnEnded";
            assert_eq!(fork.is_err(), inside, "seed {seed}, entry {at}");
            let Ok(fork) = fork else { return };
            assert_eq!(fork.seq, at, "seed {seed}");
            let (forked, original) = (
                reader.load_at("fork", at).await.expect("loads"),
                reader.load_at(SESSION, at).await.expect("loads"),
            );
            assert_eq!(
                view(&forked.project, &forked.state),
                view(&original.project, &original.state),
                "seed {seed}"
            );
        });
    }
    // Outcomes may arrive in any order; they are read in request order.
    let request = |attempt: u32| {
        let cell: logic::value::Cell = "anna.motto".parse().expect("a cell");
        Request {
            id: engine::request::RequestId::new("i", "collapse", &cell, attempt),
            purpose: Name::from("collapse"),
            cell,
            attempt,
            prompt: engine::request::Prompt {
                system: "s".to_owned(),
                user: attempt.to_string(),
            },
            timeout_ms: 1,
        }
    };
    let requests: Vec<Request> = (1..=4).map(request).collect();
    let outcomes: Vec<_> = requests
        .iter()
        .map(|request| {
            (
                request.id,
                Outcome::Answered {
                    text: request.attempt.to_string(),
                    tokens: None,
                },
            )
        })
        .collect();
    let straight = engine::turn::heard(&requests, outcomes.clone());
    let mut rng = Rng::new(1);
    for _ in 0..50 {
        let mut shuffled = outcomes.clone();
        for index in (1..shuffled.len()).rev() {
            shuffled.swap(index, rng.below(index + 1));
        }
        assert_eq!(engine::turn::heard(&requests, shuffled), straight);
    }
}

#[test]
fn law_j17_a_session_keeps_the_project_it_started_with() {
    block(async {
        let store = MemoryStore::default();
        let old = small_project();
        plain(&store)
            .open(SESSION, open_with(&old))
            .await
            .expect("opens");
        let changed = |find: &str, replace: &str| {
            let source = String::from_utf8(old.files.0["p.yaml"].clone())
                .expect("text")
                .replace(find, replace);
            Arc::new(
                compile(&Files(BTreeMap::from([(
                    "p.yaml".to_owned(),
                    source.into_bytes(),
                )])))
                .0
                .expect("compiles"),
            )
        };
        let new = changed("'Colour?'", "'Which colour?'");
        // The folder changed and another session uses the new version: this one does not notice.
        let host = plain(&store);
        host.open("other", open_with(&new)).await.expect("opens");
        let answered = host.input(SESSION, press("p")).await.expect("answers");
        assert!(answered.items.iter().any(|item| item.text == "Colour?"));
        // Moving is a recorded decision.
        let migrate = |id: &str, project: &Arc<Project>| Envelope {
            id: id.to_owned(),
            input: Input::Author(engine::input::AuthorCommand::Migrate {
                project: project.hash,
            }),
        };
        let answered = host
            .input(SESSION, migrate("move", &new))
            .await
            .expect("answers");
        assert!(
            answered.changes.refused.is_empty(),
            "{:?}",
            answered.changes.refused
        );
        assert!(
            records(&store)
                .await
                .iter()
                .any(|record| record.header.kind == "ProjectMoved")
        );
        // The very host that moved it decides with the new version from now on.
        let repeated = host
            .input(SESSION, message("r", "purple"))
            .await
            .expect("answers");
        assert!(
            repeated
                .changes
                .refused
                .iter()
                .any(|refused| &*refused.code == "not-a-choice")
        );
        assert_eq!(
            host.load(SESSION).await.expect("loads").project.hash,
            new.hash
        );
        let again = plain(&store)
            .input(SESSION, message("m", "purple"))
            .await
            .expect("answers");
        assert!(
            again
                .changes
                .refused
                .iter()
                .any(|refused| &*refused.code == "not-a-choice")
        );
        // A version that the session does not fit is a clear refusal, and nothing moves.
        let unfit = changed(
            "colour: { type: enum, values: [red, green] }",
            "colour: { type: number }",
        );
        host.keep_project(&unfit).await.expect("kept");
        host.input(SESSION, message("red", "red"))
            .await
            .expect("answers");
        let refused = host
            .input(SESSION, migrate("again", &unfit))
            .await
            .expect("answers");
        assert_eq!(refused.changes.refused.len(), 1);
        let state = plain(&store).load(SESSION).await.expect("loads").state;
        assert_eq!(state.project, Some(new.hash));
    });
}

#[test]
fn law_j18_projections_rebuilt_from_nothing_equal_the_incremental_ones() {
    for seed in 0..CASES {
        block(async {
            let mut rng = Rng::new(seed);
            let (project, script) = (projects::project(&mut rng), script(&mut rng, 30));
            let store = MemoryStore::default();
            let host = plain(&store);
            host.open(SESSION, open_with(&project))
                .await
                .expect("opens");
            let mut kept = 0;
            for envelope in &script {
                host.input(SESSION, envelope.clone())
                    .await
                    .expect("answers");
                tokio::task::yield_now().await;
                // One is taken when it is due, and not before.
                let taken = store.snapshot(SESSION).await.expect("memory");
                let taken = taken.map_or(0, |(seq, _)| seq);
                assert!(
                    taken == kept || taken >= kept + host.options.snapshot_events,
                    "seed {seed}: a snapshot at {taken} after one at {kept}"
                );
                kept = taken;
                let with_snapshot = plain(&store).load(SESSION).await.expect("loads");
                let head = store.head(SESSION).await.expect("memory").expect("a head");
                let from_nothing = plain(&store)
                    .load_at(SESSION, head.seq)
                    .await
                    .expect("loads");
                assert_eq!(with_snapshot.state, from_nothing.state, "seed {seed}");
            }
            assert!(
                store.snapshot(SESSION).await.expect("memory").is_some(),
                "no snapshot was taken"
            );
            let loaded = plain(&store).load(SESSION).await.expect("loads");
            assert!(
                loaded.folded < loaded.state.seq,
                "the snapshot was not used"
            );
            // And the doctor would notice a projection that is wrong.
            let (seq, bytes) = store
                .snapshot(SESSION)
                .await
                .expect("memory")
                .expect("there");
            let (mut wrong, chain) = engine::snapshot::load(&bytes).expect("whole");
            wrong.turns += 1;
            store
                .put_snapshot(SESSION, seq, engine::snapshot::save(&wrong, chain))
                .await
                .expect("memory");
            let report = inspect::doctor(&host, SESSION).await.expect("looks");
            assert!(
                report
                    .findings
                    .iter()
                    .any(|finding| finding.check == "snapshot"),
                "seed {seed}: {report:?}"
            );
        });
    }
}

#[test]
fn law_j20_load_of_save_is_the_same_for_every_generated_event() {
    for seed in 0..CASES {
        block(async {
            let (project, script, store, _) = played(seed).await;
            let same = |event: &Event| {
                let read = Event::decode(event.kind(), event.version(), &event.body());
                assert_eq!(read.as_ref(), Ok(event), "seed {seed}");
            };
            for envelope in script {
                same(&Event::InputRecorded(engine::event::InputRecorded {
                    input: envelope.input,
                    open: None,
                }));
            }
            let surroundings = engine::turn::Surroundings {
                generator: Generator::Offline,
                projects: &|_| None,
            };
            let (mut state, mut decided) = (State::default(), 0);
            for record in records(&store).await {
                // What is decided here is what will be read, not only what was once written.
                let recorded = state.pending.back();
                if recorded.is_some_and(|pending| pending.seq == state.seq)
                    && let engine::turn::Step::Append(events) =
                        engine::turn::step(&project, &state, &surroundings)
                {
                    decided += events.len();
                    events.iter().for_each(same);
                }
                state
                    .evolve(&to_entry(&record).expect("an event"))
                    .expect("folds");
            }
            assert!(decided > 0, "seed {seed}");
            for record in records(&store).await {
                let content = record.content.expect("not erased");
                let event =
                    Event::decode(&record.header.kind, record.header.version, &content.body)
                        .expect("an event");
                assert_eq!(
                    event.body(),
                    content.body,
                    "seed {seed}, entry {}",
                    record.seq
                );
                let json: serde_json::Value = serde_json::from_slice(&content.body).expect("JSON");
                assert!(
                    !has_number(&json),
                    "seed {seed}, entry {}: a JSON number in a body",
                    record.seq
                );
                assert_eq!(
                    serde_json_canonicalizer::to_vec(&json).expect("JSON"),
                    content.body,
                    "seed {seed}, entry {}: not canonical",
                    record.seq
                );
            }
        });
    }
    // Keys that bytes and canonical JSON put in another order, or that must be escaped.
    for keys in [
        ["\u{ffff}", "\u{1f600}", "z"],
        ["\u{e000}", "\u{10000}", "\""],
        ["b", "a\nb", "a\u{7f}"],
    ] {
        use engine::input::{Assertion, Raw};
        let raw = || Raw::Map(keys.map(|key| (key.to_owned(), Raw::Null)).into());
        let event = Event::InputRecorded(engine::event::InputRecorded {
            input: Input::Assert(Assertion {
                source: None,
                values: keys.map(|key| (key.to_owned(), raw())).into(),
                version: None,
            }),
            open: None,
        });
        let read = Event::decode(event.kind(), event.version(), &event.body());
        assert_eq!(read.as_ref(), Ok(&event), "{keys:?}");
        let json: serde_json::Value = serde_json::from_slice(&event.body()).expect("JSON");
        assert_eq!(
            serde_json_canonicalizer::to_vec(&json).expect("JSON"),
            event.body(),
            "{keys:?}: not canonical"
        );
    }
}

fn has_number(json: &serde_json::Value) -> bool {
    match json {
        serde_json::Value::Number(_) => true,
        serde_json::Value::Array(list) => list.iter().any(has_number),
        serde_json::Value::Object(map) => map.values().any(has_number),
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::String(_) => {
            false
        }
    }
}

/// S7: any text is stored and returned as it is, and any byte string is met with words or an error.
#[test]
fn law_s7_every_valid_text_is_kept_as_it_is() {
    block(async {
        let store = MemoryStore::default();
        let host = plain(&store);
        host.open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        let mut rng = Rng::new(4);
        for index in 0..300 {
            // Anything at all, and often what is likely to be cut off, folded or escaped.
            const TRICKY: [char; 16] = [
                ' ', '\n', '\r', '\t', '\0', '"', '\\', '{', '}', '<', '\u{feff}', '\u{301}',
                '\u{7f}', '\u{85}', '\u{2028}', '\u{ffff}',
            ];
            let text: String = (0..rng.below(40))
                .filter_map(|_| match rng.below(3) {
                    0 => Some(*rng.pick(&TRICKY)),
                    _ => char::from_u32(u32::try_from(rng.next() % 0x11_0000).expect("small")),
                })
                .collect();
            host.input(SESSION, message(&format!("t{index}"), &text))
                .await
                .expect("answers");
            let last = records(&store)
                .await
                .into_iter()
                .rfind(|record| record.header.kind == "InputRecorded")
                .expect("recorded");
            let EntryContent::Event(Event::InputRecorded(recorded)) =
                to_entry(&last).expect("an event").content
            else {
                panic!("not an input")
            };
            assert_eq!(recorded.input, Input::Message(text));
        }
        let long = "x".repeat(engine::limits::MESSAGE_BYTES + 1);
        assert_eq!(
            host.input(SESSION, message("long", &long))
                .await
                .expect_err("refused")
                .kind,
            Kind::Usage
        );
        for id in ["", &"i".repeat(engine::limits::ID_BYTES + 1)] {
            assert_eq!(
                host.input(SESSION, message(id, "x"))
                    .await
                    .expect_err("refused")
                    .kind,
                Kind::Usage
            );
        }
        for bytes in [
            &b"{"[..],
            b"[]",
            b"\"x\"",
            b"{\"id\":1}",
            b"{\"id\":\"1\",\"message\":1}",
            b"{\"id\":\"1\",\"message\":\"a\",\"message\":\"b\"}",
            b"{\"id\":\"1\",\"observe\":\"nodot\"}",
        ] {
            assert!(Envelope::parse(std::str::from_utf8(bytes).expect("text")).is_err());
        }
        for _ in 0..3000 {
            let mut bytes = vec![0; rng.below(60)];
            rng.fill(&mut bytes);
            let _ = Envelope::parse(&String::from_utf8_lossy(&bytes));
        }
    });
}

/// R9: a confidential value is in no record, reply or export; whoever has the key and the item may
/// see it, until it is erased.
#[test]
fn law_r9_a_confidential_value_is_only_a_commitment() {
    let source = "
name: Desk
sorts: { client: { is: [character] } }
attributes: { client: { password: { type: text, confidential: true } } }
entities: { anna: { sort: client } }
flows:
  main:
    - { gate: door, event: GO, text: 'Press.' }
    - { say: shown, text: 'Yours is {{anna.password}}, keep it.', when: 'anna.password is not null', shows: [anna.password] }
";
    let (project, diagnostics) = compile(&Files(BTreeMap::from([(
        "p.yaml".to_owned(),
        source.as_bytes().to_vec(),
    )])));
    let project = Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:?}")));
    block(async {
        let store = MemoryStore::default();
        let canary = "canary-5f0e2b";
        let assert = Envelope::parse(&format!(
            "{{\"id\":\"a\",\"assert\":{{\"anna.password\":\"{canary}\"}}}}"
        ))
        .expect("parses");
        let bare_host = plain(&store);
        bare_host
            .open(SESSION, open_with(&project))
            .await
            .expect("opens");
        let refused = bare_host
            .input(SESSION, assert.clone())
            .await
            .expect_err("no key");
        assert_eq!(refused.kind, Kind::Usage);
        let before = records(&store).await.len();
        let mut options = Options::new("sealing");
        options.sealer = Some(canonry::seal::Sealer::new("a key"));
        let host = Host::new(store.clone(), NoModel, TestClock::steady(), options);
        let first = host.input(SESSION, assert.clone()).await.expect("answers");
        let again = host
            .input(SESSION, assert)
            .await
            .expect("the same content again");
        assert_eq!(bare(&first), bare(&again));
        let answered = host.input(SESSION, press("p")).await.expect("answers");
        let item = answered
            .items
            .iter()
            .find(|item| item.text.starts_with("Yours"))
            .expect("shown");
        assert_eq!(item.text, "Yours is •••, keep it.");
        assert_eq!(
            host.reveal(SESSION, item).await.expect("opens"),
            format!("Yours is {canary}, keep it.")
        );
        assert_eq!(
            bare_host.reveal(SESSION, item).await.expect("no key"),
            item.text
        );
        assert!(records(&store).await.len() > before);
        let everything = format!(
            "{:?}{:?}{}{}",
            story(&store)
                .await
                .into_iter()
                .map(|(_, body)| String::from_utf8(body).expect("text"))
                .collect::<Vec<_>>(),
            export::export(&store, SESSION).await.expect("exports"),
            bare(&first),
            bare(&answered)
        );
        assert!(!everything.contains(canary), "the value leaked");
        host.erase(SESSION, "test", 1).await.expect("erases");
        assert_eq!(host.reveal(SESSION, item).await.expect("erased"), item.text);
    });
}

/// A queue that is full takes no new input, but it blocks nobody: what is in it is answered.
#[test]
fn law_j8_a_full_queue_is_decided_and_never_blocks() {
    block(async {
        let store = MemoryStore::default();
        plain(&store)
            .open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        for index in 0..engine::limits::PENDING_INPUTS {
            let envelope = message(&format!("w{index}"), "red");
            let event = Event::InputRecorded(engine::event::InputRecorded {
                input: envelope.input.clone(),
                open: None,
            });
            let input = canonry::store::NewInput {
                id: envelope.id.clone(),
                digest: envelope.digest(),
                index: 0,
            };
            let batch = canonry::store::Batch {
                expect: canonry::store::Expect::Exists,
                input: Some(input),
                ends: None,
                records: vec![canonry::record::to_record(
                    &event,
                    Instant::EPOCH,
                    &envelope.id,
                    [1; 16],
                )],
                work: Vec::new(),
                sealed: Vec::new(),
                create: None,
            };
            store.append(SESSION, batch).await.expect("memory");
        }
        // The process died there; another one meets a new input, and a repeat.
        let host = plain(&store);
        host.input(SESSION, message("new", "red"))
            .await
            .expect("there is room again");
        host.input(SESSION, message("w7", "red"))
            .await
            .expect("it was answered");
        let state = host.load(SESSION).await.expect("loads").state;
        assert!(state.pending.is_empty());
    });
}

/// An export whose chain is right but whose entries make no sense is refused before it is taken.
#[test]
fn law_j19_an_export_that_cannot_be_folded_is_not_imported() {
    block(async {
        let store = MemoryStore::default();
        let host = plain(&store);
        host.open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        host.input(SESSION, press("p")).await.expect("answers");
        // A second value for the motto, appended behind the engine's back: the chain is whole.
        let head = store.head(SESSION).await.expect("memory").expect("a head");
        let twice = records(&store)
            .await
            .into_iter()
            .find(|record| record.header.kind == "FactFixed")
            .expect("a fact");
        let batch = canonry::store::Batch {
            expect: canonry::store::Expect::Seq(head.seq),
            input: None,
            ends: None,
            records: vec![canonry::store::NewRecord {
                header: twice.header,
                salt: [2; 16],
                body: twice.content.expect("not erased").body,
            }],
            work: Vec::new(),
            sealed: Vec::new(),
            create: None,
        };
        store.append(SESSION, batch).await.expect("memory");
        let lines = export::export(&store, SESSION).await.expect("exports");
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let failure = export::read(text.as_bytes()).expect_err("refused");
        assert_eq!(failure.kind, Kind::Corrupt);
        let entry = format!("entry {}", head.seq + 1);
        assert!(failure.message.en.contains(&entry), "{failure}");
    });
}

/// A store knows a person only by a hash, so that erasing leaves no name behind.
#[test]
fn a_subject_is_kept_only_as_a_hash() {
    block(async {
        let store = MemoryStore::default();
        let open = Open {
            subject: Some("ada@example.org".to_owned()),
            ..open_with(&small_project())
        };
        plain(&store).open(SESSION, open).await.expect("opens");
        let digest = canonry::host::subject_digest("ada@example.org");
        assert_eq!(
            store.sessions_of_subject(&digest).await.expect("memory"),
            [SESSION]
        );
        let lines = export::export(&store, SESSION).await.expect("exports");
        let head = store.head(SESSION).await.expect("memory").expect("a head");
        assert!(!format!("{lines:?}{head:?}").contains("ada@"));
    });
}
