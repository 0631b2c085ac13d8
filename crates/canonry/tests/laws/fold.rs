//! The fold and what it must not let through: events that cannot follow, answers to other words.

use super::*;
use engine::state::Entry;

/// Every event that cannot follow stops the fold with its own entry, and changes nothing before it.
#[test]
fn law_j19_an_event_that_cannot_follow_stops_with_its_entry() {
    block(async {
        let store = MemoryStore::default();
        let host = plain(&store);
        host.open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        host.input(SESSION, press("p")).await.expect("answers");
        host.input(SESSION, message("j", "purple"))
            .await
            .expect("answers");
        let all = records(&store).await;
        let entries: Vec<Entry> = all
            .iter()
            .map(|record| to_entry(record).expect("an event"))
            .collect();
        // Where the question is open and nothing is pending; and where nothing is open.
        let open = State::fold(&entries).expect("folds");
        assert!(open.open_question().is_some() && open.pending.is_empty());
        let first = |kind: &str| {
            let index = all.iter().position(|record| record.header.kind == kind);
            entries[index.unwrap_or_else(|| panic!("no {kind}"))].clone()
        };
        let started = State::fold(&entries[..1]).expect("folds");
        let moved = Event::ProjectMoved(engine::event::ProjectMoved {
            from: canonry::store::chain::sha256(b"another"),
            to: canonry::store::chain::sha256(b"a third"),
        });
        let failed = Event::TurnFailed(engine::event::TurnFailed {
            reason: "for no turn".to_owned(),
        });
        let as_entry = |event: Event| Entry {
            content: EntryContent::Event(event),
            ..first("TurnEnded")
        };
        let hole = Entry {
            content: EntryContent::Hole {
                kind: "DreamSeen".to_owned(),
                cell: None,
            },
            ..first("TurnEnded")
        };
        let other_part = match first("AnswerRefused").content {
            EntryContent::Event(Event::AnswerRefused(refused)) => {
                Event::AnswerRefused(engine::event::AnswerRefused {
                    part: Name::from("another"),
                    ..refused
                })
            }
            content => panic!("{content:?}"),
        };
        let other_cause = Entry {
            cause: "another".to_owned(),
            ..first("TurnEnded")
        };
        for (state, entry, problem) in [
            (&open, first("SessionStarted"), "only once"),
            (
                &State::default(),
                first("Said"),
                "must start with SessionStarted",
            ),
            (&open, as_entry(moved), "a project it was not on"),
            (&open, first("FactFixed"), "fixed a second time"),
            (&open, first("ObligationOpened"), "is opened while"),
            (&started, first("ObligationOpened"), "without the item"),
            (&started, first("AnswerRefused"), "is not open"),
            (&open, as_entry(other_part), "is not open"),
            (&started, first("ObligationClosed"), "is not open"),
            // The gate's, which was closed long ago.
            (&open, first("ObligationClosed"), "is not open"),
            (&open, first("TurnEnded"), "no input is pending"),
            (&started, other_cause, "is the next"),
            (&open, as_entry(failed), "none was pending"),
            (&open, hole, "does not know the event `DreamSeen`"),
        ] {
            let seq = state.seq + 1;
            let mut after = state.clone();
            let error = after.evolve(&Entry { seq, ..entry }).expect_err(problem);
            assert_eq!(error.seq, seq, "{error}");
            assert!(error.problem.contains(problem), "{problem}: {error}");
        }
        // A number that is missing, and one that stands twice.
        for seq in [0, open.seq - 1, open.seq, open.seq + 2] {
            let entry = Entry {
                seq,
                ..first("Said")
            };
            let error = open.clone().evolve(&entry).expect_err("not the next one");
            assert_eq!(error.seq, seq);
        }
    });
}

/// What was heard counts only for the words that were asked, whatever its request is called.
#[test]
fn law_j16_an_answer_counts_only_for_the_words_it_answered() {
    let store = MemoryStore::default();
    let project = small_project();
    let mut state = block(async {
        plain(&store)
            .open(SESSION, open_with(&project))
            .await
            .expect("opens");
        plain(&store).load(SESSION).await.expect("loads").state
    });
    let entry = |state: &State, event: Event| Entry {
        seq: state.seq + 1,
        at: Instant::EPOCH,
        cause: "p".to_owned(),
        content: EntryContent::Event(event),
    };
    let surroundings = engine::turn::Surroundings {
        generator: Generator::Model,
        projects: &|_| None,
    };
    let next = |state: &State| engine::turn::step(&project, state, &surroundings);
    let recorded = Event::InputRecorded(engine::event::InputRecorded {
        input: press("p").input,
        open: None,
    });
    let recorded = entry(&state, recorded);
    state.evolve(&recorded).expect("folds");
    let engine::turn::Step::Ask(requests) = next(&state) else {
        panic!("nobody is asked")
    };
    let answer = Outcome::Answered {
        text: "A wise word.".to_owned(),
        tokens: None,
    };
    let heard = engine::turn::heard(&requests, vec![(requests[0].id, answer)]).remove(0);
    let Event::Heard(own) = heard.clone() else {
        panic!("{heard:?}")
    };
    let other = Event::Heard(engine::event::Heard {
        prompt: canonry::store::chain::sha256(b"other words"),
        ..own
    });
    let (mut right, mut wrong) = (state.clone(), state);
    right.evolve(&entry(&right, heard)).expect("folds");
    wrong.evolve(&entry(&wrong, other)).expect("folds");
    assert!(matches!(next(&right), engine::turn::Step::Append(..)));
    match next(&wrong) {
        engine::turn::Step::Ask(again) => assert_eq!(again[0].attempt, 2),
        step => panic!("an answer to other words was used: {step:?}"),
    }
}
