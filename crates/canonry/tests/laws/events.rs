//! Events at every step of an interview: each gets a reply, and what moves a whole flow loses nothing.

use super::*;
use crate::flows::{axiom, polite};
use engine::event::Ended;

#[test]
fn law_f8_every_event_at_every_step_gets_a_reply() {
    let project = axiom();
    let names = [
        "START_BLOC_1",
        "START_BLOC_3",
        "START_MATCHING",
        "NOWHERE",
        "REPEAT",
        "WHY",
        "SKIP",
        "RESUME",
    ];
    block(async {
        let played = polite(&project, 8).await;
        let mut refused = 0;
        for at in 0..=played.script.len() {
            let store = MemoryStore::default();
            let host = plain(&store);
            play(&host, &project, &played.script[..at]).await;
            for (index, name) in names.iter().enumerate() {
                let before = played.answered[at].view.clone();
                if before.awaited == Awaited::Event(Name::from(*name)) {
                    continue;
                }
                let open = before.open.clone();
                let envelope = Envelope {
                    id: format!("e{index}"),
                    input: Input::Event(Name::from(*name)),
                };
                let answered = host.input(SESSION, envelope).await.expect("answers");
                assert!(
                    !answered.items.is_empty(),
                    "{name} at turn {at} got no reply"
                );
                if let Some(refusal) = answered
                    .changes
                    .refused
                    .iter()
                    .find(|refused| &*refused.code == "not-now")
                {
                    refused += 1;
                    let names_it = open.as_ref().is_none_or(|open| {
                        refusal.reason.contains(&open.text) || refusal.reason.contains("START_")
                    });
                    assert!(names_it, "{name} at turn {at}: {}", refusal.reason);
                }
                if *name == "SKIP" {
                    // It may have gone on; what follows is tried from a fresh copy.
                    break;
                }
                assert_eq!(
                    answered.view.open.map(|item| item.text),
                    open.map(|item| item.text),
                    "{name} at turn {at}"
                );
            }
        }
        assert!(refused > 100, "only {refused} were refused");
    });
}

/// What moves a whole flow, at every step: it is left and taken up again where it was, begun anew, and nothing is
/// tried again where nothing failed.
#[test]
fn law_f8_a_flow_is_left_resumed_and_begun_anew_at_every_step() {
    let project = axiom();
    let event = |id: &str, name: &str| Envelope {
        id: id.to_owned(),
        input: Input::Event(Name::from(name)),
    };
    block(async {
        let played = polite(&project, 8).await;
        let first = played.answered[0].view.open.clone().expect("a question");
        for at in 0..=played.script.len() {
            let before = &played.answered[at].view;
            let open = before.open.as_ref().map(|item| item.text.clone());
            let host = plain(&MemoryStore::default());
            play(&host, &project, &played.script[..at]).await;
            let retried = host
                .input(SESSION, event("r", "RETRY"))
                .await
                .expect("answers");
            assert!(!retried.items.is_empty(), "RETRY at turn {at}");
            assert_eq!(
                retried.view.open.map(|item| item.text),
                open,
                "RETRY at turn {at}"
            );
            let left = host
                .input(SESSION, event("c", "CANCEL"))
                .await
                .expect("answers");
            assert!(
                !left.items.is_empty() && left.view.finished,
                "CANCEL at turn {at}"
            );
            let how = left.view.ended.expect("it ended").how;
            let expected = if before.finished {
                Ended::Completed
            } else {
                Ended::Cancelled
            };
            assert_eq!(how, expected, "CANCEL at turn {at}");
            let again = host
                .input(SESSION, event("g", "RESUME"))
                .await
                .expect("answers");
            assert!(!again.items.is_empty(), "RESUME at turn {at}");
            assert_eq!(
                again.view.open.map(|item| item.text),
                open,
                "RESUME at turn {at}"
            );
            assert_eq!(
                again.view.facts, before.facts,
                "nothing accepted is lost at turn {at}"
            );
            let anew = host
                .input(SESSION, event("n", "RESTART"))
                .await
                .expect("answers");
            let asked = anew.view.open.expect("something is asked");
            assert_eq!(asked.text, first.text, "RESTART at turn {at}");
            assert!(!anew.view.finished, "RESTART at turn {at}");
        }
    });
}
