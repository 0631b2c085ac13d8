//! The fold: what cannot follow what came before it.

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
