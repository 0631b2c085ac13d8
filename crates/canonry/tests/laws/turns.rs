//! The laws about turns and the states they lead to: J3, J5, J7, J9, J10 and J11.

use super::*;

#[test]
fn law_j3_said_is_not_accepted() {
    for junk in [
        "purple",
        "",
        "reddish",
        "not red",
        "red or green",
        " ",
        "ni red ni green",
        "1.5",
        "C",
    ] {
        block(async {
            let store = MemoryStore::default();
            let host = plain(&store);
            host.open(SESSION, open_with(&small_project()))
                .await
                .expect("opens");
            host.input(SESSION, press("p")).await.expect("answers");
            let before = host.load(SESSION).await.expect("loads").state;
            let answered = host
                .input(SESSION, message("j", junk))
                .await
                .expect("answers");
            let state = host.load(SESSION).await.expect("loads").state;
            assert_eq!(state.entered, before.entered, "{junk:?} moved the step");
            assert_eq!(
                state.obligation.as_ref().map(|open| &open.obligation),
                before.obligation.as_ref().map(|open| &open.obligation)
            );
            assert_eq!(answered.view.awaited, Awaited::Answer);
            assert_eq!(
                answered.changes.refused.len(),
                1,
                "{junk:?} was not refused"
            );
            assert!(
                answered.items.iter().any(|item| item.text == "Colour?"),
                "{junk:?} was not asked again"
            );
            assert!(answered.changes.fixed.is_empty() && answered.changes.accepted.is_empty());
            let recorded = records(&store).await;
            let count = recorded
                .iter()
                .filter(|record| record.header.kind == "InputRecorded")
                .count();
            assert_eq!(count, 2, "junk is recorded too");
        });
    }
    // Over generated projects: whatever is refused leaves the step where it was, for as many tries as
    // the question has and no more.
    let (mut given_up, mut stayed) = (0, 0);
    for seed in 0..cases() {
        given_up += block(async {
            let (_, _, store, _) = played(seed).await;
            let mut state = State::default();
            let mut before = (std::collections::BTreeSet::new(), None);
            let (mut given_up, mut gave_up) = (0, false);
            for record in records(&store).await {
                let entry = to_entry(&record).expect("an event");
                if let EntryContent::Event(Event::ObligationClosed(closed)) = &entry.content {
                    let open = state.obligation.as_ref().expect("it is open");
                    let used_up = open.refused > 0 && open.refused == open.obligation.tries.0;
                    given_up += u32::from(used_up);
                    assert_eq!(
                        closed.how == Closed::GivenUp,
                        used_up,
                        "seed {seed}, entry {}: {} of {:?} tries",
                        entry.seq,
                        open.refused,
                        open.obligation.tries
                    );
                }
                if let EntryContent::Event(Event::InputRecorded(_)) = &entry.content {
                    before = ((*state.entered).clone(), state.obligation.clone());
                    gave_up = false;
                }
                if let EntryContent::Event(Event::ObligationClosed(closed)) = &entry.content {
                    gave_up |= closed.how == Closed::GivenUp;
                }
                state.evolve(&entry).expect("folds");
                if let EntryContent::Event(Event::TurnEnded(ended)) = &entry.content
                    && ended.changes.accepted.is_empty()
                    && ended.changes.fixed.is_empty()
                    && !ended.changes.refused.is_empty()
                    && before.1.is_some()
                    && !gave_up
                {
                    stayed += 1;
                    assert_eq!(*state.entered, before.0, "seed {seed}, entry {}", entry.seq);
                    let part = |open: &engine::state::OpenObligation| open.obligation.part.clone();
                    assert_eq!(
                        state.obligation.as_ref().map(part),
                        before.1.as_ref().map(part),
                        "seed {seed}, entry {}",
                        entry.seq
                    );
                }
            }
            given_up
        });
    }
    assert!(given_up > 0, "no generated question used up its tries");
    assert!(
        stayed > cases(),
        "only {stayed} refused answers were looked at"
    );
}
#[test]
fn law_j5_decisions_look_at_the_open_obligation() {
    block(async {
        let host = plain(&MemoryStore::default());
        host.open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        // However much was said before, the gate still awaits its event and nothing else.
        for index in 0..10 {
            let answered = host
                .input(SESSION, message(&format!("m{index}"), "red"))
                .await
                .expect("answers");
            assert_eq!(answered.view.awaited, Awaited::Event(Name::from("GO")));
            assert!(answered.changes.accepted.is_empty());
        }
        host.input(SESSION, press("p")).await.expect("answers");
        // And the question is answered by the next message, whatever stands in the history.
        let answered = host
            .input(SESSION, message("a", "green"))
            .await
            .expect("answers");
        assert_eq!(answered.changes.accepted.len(), 1);
        // With nothing awaited, neither a message nor the event moves anything.
        for envelope in [message("b", "red"), press("q")] {
            let answered = host.input(SESSION, envelope).await.expect("answers");
            assert!(answered.changes.accepted.is_empty() && answered.changes.fixed.is_empty());
            assert!(!answered.items.is_empty());
        }
    });
}
#[test]
fn law_j7_time_decides_nothing() {
    let clocks: [fn() -> TestClock; 3] = [
        || TestClock::new(|_| 0),
        || TestClock::new(|asked| -i64::try_from(asked).expect("few") * 1000),
        || {
            TestClock::new(|asked| {
                i64::try_from(Rng::new(asked).next() % 1_000_000_000).expect("small")
            })
        },
    ];
    for seed in 0..cases() {
        block(async {
            let (project, script, calm, replies) = played(seed).await;
            for clock in clocks {
                let store = MemoryStore::default();
                let host = host(&store, NoModel, clock(), Generator::Offline);
                assert_eq!(play(&host, &project, &script).await, replies, "seed {seed}");
                assert_eq!(story(&store).await, story(&calm).await, "seed {seed}");
            }
        });
    }
}
#[test]
fn law_j9_the_replys_view_is_what_a_read_returns() {
    for seed in 0..fewer_cases() {
        block(async {
            let mut rng = Rng::new(seed);
            let (project, script) = (projects::project(&mut rng), script(&mut rng, 25));
            let store = MemoryStore::default();
            let host = plain(&store);
            host.open(SESSION, open_with(&project))
                .await
                .expect("opens");
            for envelope in script {
                let answered = host.input(SESSION, envelope).await.expect("answers");
                let loaded = plain(&store).load(SESSION).await.expect("loads");
                assert_eq!(
                    answered.view,
                    view(&loaded.project, &loaded.state),
                    "seed {seed}"
                );
                assert_eq!(answered.head, loaded.state.decided, "seed {seed}");
            }
        });
    }
}
#[test]
fn law_j10_every_step_is_reached_by_replay_from_nothing() {
    for seed in 0..cases() {
        block(async {
            let (project, _, store, _) = played(seed).await;
            let mut state = State::default();
            for record in records(&store).await {
                let entry = to_entry(&record).expect("an event");
                state.evolve(&entry).expect("folds");
                if let EntryContent::Event(Event::TurnEnded(ended)) = &entry.content {
                    assert_eq!(
                        view(&project, &state),
                        ended.view,
                        "seed {seed}, entry {}",
                        entry.seq
                    );
                }
            }
        });
    }
}
#[test]
fn law_j11_an_empty_journal_is_nothing_yet_and_every_rule_is_reached() {
    let state = State::fold([]).expect("folds");
    assert_eq!(state, State::default());
    let nothing = view(&small_project(), &state);
    assert!(
        nothing.position.is_none()
            && nothing.open.is_none()
            && nothing.facts.is_empty()
            && nothing.tries_left.is_none()
    );
    assert!(
        !nothing.finished,
        "a session that has not begun is not finished"
    );
    // Over generated sessions every kind of event and every way to close an obligation occurs.
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..4 * cases() {
        block(async {
            let (_, _, store, _) = played(seed).await;
            for record in records(&store).await {
                seen.insert(record.header.kind.clone());
                if let EntryContent::Event(Event::ObligationClosed(closed)) =
                    to_entry(&record).expect("an event").content
                {
                    seen.insert(match closed.how {
                        Closed::Answered => "answered".to_owned(),
                        Closed::Passed => "passed".to_owned(),
                        Closed::GivenUp => "given up".to_owned(),
                        Closed::Settled => "settled".to_owned(),
                        Closed::Skipped => "skipped".to_owned(),
                        Closed::Validated => "validated".to_owned(),
                        Closed::Nuanced => "nuanced".to_owned(),
                        Closed::Withdrawn => "withdrawn".to_owned(),
                    });
                }
            }
        });
    }
    // Whoever adds a kind of event comes by here: it is generated, or the reason stands beside it.
    // The simulation sees all of them.
    let elsewhere = BTreeMap::from([
        ("Heard", "no model is asked here"),
        ("TurnFailed", "no node goes away here"),
        ("ProjectMoved", "there is one version only"),
        ("Erased", "no input erases"),
    ]);
    for (kind, _) in Event::KINDS {
        match elsewhere.get(kind) {
            None => assert!(seen.contains(*kind), "nothing generated reaches {kind}"),
            Some(reason) => assert!(!seen.contains(*kind), "{kind} was seen: {reason}?"),
        }
    }
    for wanted in [
        "answered",
        "passed",
        "given up",
        "settled",
        "skipped",
        "validated",
        "nuanced",
        "withdrawn",
    ] {
        assert!(seen.contains(wanted), "nothing generated reaches {wanted}");
    }
}
