//! A text that has to name answers: one that names too few is refused, asked for again, and told what it lacks.

use crate::common::{Session, project};
use engine::request::Request;

const CLUB: &str = r#"
name: Club
languages: [en]
sorts: { member: { is: [character] } }
attributes:
  member:
    pace: { type: enum, values: { slow: a book a season, fast: a book a week }, changes: true }
    reason: { type: text, changes: true }
    room: { type: enum, values: { loud: the kitchen, still: the attic }, changes: true }
    nuance: { type: text, changes: true }
    mirror: { type: text, max_words: 60, changes: true, mentions: { least: 3, of: [ada.pace, ada.reason, ada.room] }, generate: { prompt: "Say {{ada.pace}}, {{ada.reason}} and {{ada.room}}.", offline: "You read {{ada.pace}} in {{ada.room}}: {{ada.reason}}." } }
entities: { ada: { sort: member } }
flows:
  main:
    - { ask: pace, fixes: ada.pace, text: "How do you read?" }
    - { ask: room, fixes: ada.room, text: "Where?" }
    - { ask: reason, fixes: ada.reason, text: "Why?" }
    - { mirror: seen, cell: ada.mirror, text: "Is that you?", nuance: ada.nuance }
    - { end: done, text: "Thank you." }
"#;

const WHOLE: &str = "It is a book a week for you, in the attic, to see other lives.";
const TWO: &str = "It is a book a week for you, in the attic, as you said.";

/// What stands in the mirror after a model answered so, and what it was asked.
fn mirrored(answers: &[&str]) -> (Option<String>, Vec<Request>) {
    let mut session = Session::new(&project(CLUB), 1);
    for said in ["a book a week", "the attic"] {
        session.send(&format!("{{\"message\":\"{said}\"}}"));
    }
    let mut answers = answers.iter();
    let turn = session.ask(r#"{"message":"To see other lives"}"#, |_| {
        (*answers.next().expect("no more is asked for")).to_owned()
    });
    assert!(answers.next().is_none(), "{:?}", turn.texts());
    let cell = "ada.mirror".parse().expect("a cell");
    let known = session.state.fluents.get(&cell);
    let value = known.and_then(|known| known.value.as_ref());
    (value.map(|value| value.show()), turn.requests)
}

#[test]
fn law_f7_a_mirror_that_names_two_of_three_answers_is_refused() {
    let (kept, asked) = mirrored(&[WHOLE]);
    assert_eq!((kept.as_deref(), asked.len()), (Some(WHOLE), 1));

    let (kept, asked) = mirrored(&[TWO, WHOLE]);
    assert_eq!((kept.as_deref(), asked.len()), (Some(WHOLE), 2));
    let again = &asked[1].prompt.user;
    let lacks = "it names 2 of the answers, and 3 are wanted";
    assert!(again.contains(lacks), "{again}");
    assert!(
        !asked[0].prompt.user.contains("was refused"),
        "{}",
        asked[0].prompt.user
    );

    // Three tries, and then the text that needs no model.
    let (kept, asked) = mirrored(&[TWO, TWO, TWO]);
    let offline = "You read a book a week in the attic: To see other lives.";
    assert_eq!((kept.as_deref(), asked.len()), (Some(offline), 3));
}
