//! The laws about what is decided again from the journal: J16 to J18.

use super::*;

/// A model that must not be asked.
struct Forbidden;

impl Model for Forbidden {
    async fn ask(&self, request: &Request) -> Outcome {
        panic!("a model was asked for {}", request.cell);
    }
}

#[test]
fn law_j16_replay_time_travel_fork_and_export_call_no_model() {
    for seed in 0..fewer_cases() {
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
            let exported = export::read(text.as_bytes()).expect("reads");
            export::import(&copy, exported, export::Forbidden::Refused)
                .await
                .expect("imports");
            assert_eq!(
                records(&copy).await,
                records(&store).await,
                "seed {seed}: an import differs from its export"
            );
            // Anywhere but inside a decision, which is one append and has no inside.
            let at = 1 + rng.next() % head.seq;
            let fork = fork::fork(&store, SESSION, at, "fork", &TestClock::steady()).await;
            let all = records(&store).await;
            let inside = canonry::record::is_decision(&all[at as usize - 1])
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
            schema: None,
            temperature: None,
            max_tokens: None,
            timeout_ms: 1,
            rests_on: None,
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
    for seed in 0..fewer_cases() {
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
                    .any(|finding| finding.check == inspect::Check::Snapshot),
                "seed {seed}: {report:?}"
            );
        });
    }
}
