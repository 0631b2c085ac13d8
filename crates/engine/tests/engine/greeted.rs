//! A greeting changes who is spoken with, in the journal and in what is asked then.

use crate::common::{Session, project};
use engine::event::Event;

const WORLD: &str = r#"
name: Square
languages: [en, fr]
sorts: { dog: { is: [character] }, person: { is: [character] } }
attributes:
  person:
    age: { type: enum, values: [young, old], asked_by: [your age, "how old"], generate: {}, tellings: "Age of {{name}}: {{value}}." }
  dog:
    basket: { type: enum, values: [hall, kitchen], asked_by: ["where sleep"], generate: {}, tellings: "It sleeps in the {{value}}." }
entities:
  ada: { sort: person, name: Ada }
  ben: { sort: person, name: Ben }
  bosun: { sort: dog, name: Bosun }
scene: { interlocutor: ada }
otherwise: "The wind blows."
"#;

/// Each message, who is spoken with after it, what it fixes and what it refuses.
const TALK: [(&str, &str, &str, &str); 8] = [
    ("Good evening, Ben.", "ben", "", ""),
    ("How old are you?", "ben", "ben.age", ""),
    ("Where do you sleep?", "ben", "", "lacks"),
    ("Where does he sleep?", "ben", "", "unclear"),
    ("Where does Bosun sleep?", "ben", "bosun.basket", ""),
    ("Good evening, everyone.", "", "", ""),
    ("How old are you?", "", "", "unclear"),
    ("Thank you, Ada.", "ada", "", ""),
];

fn talked(edition: &str) -> Vec<(String, String, String, usize)> {
    let world = format!("{WORLD}{edition}");
    let mut session = Session::new(&project(&world), 1);
    let said = |(message, ..): &(&str, &str, &str, &str)| {
        let turn = session.send(&format!("{{\"message\":{}}}", serde_json::json!(message)));
        let scene = session.state.scene.as_ref();
        let with = scene.map_or(Some("ada"), |scene| scene.interlocutor.as_deref());
        let fixed = turn
            .changes
            .fixed
            .iter()
            .map(|fixed| fixed.cell.to_string());
        let moved = |event: &&Event| matches!(event, Event::SceneChanged(_));
        (
            with.unwrap_or_default().to_owned(),
            fixed.collect::<Vec<_>>().join(" "),
            turn.refused().join(" "),
            turn.events.iter().filter(moved).count(),
        )
    };
    TALK.iter().map(said).collect()
}

#[test]
fn law_c14_whoever_is_greeted_is_spoken_with_and_the_journal_says_so() {
    let talked = talked("");
    let (mut with, mut looked) = ("ada".to_owned(), 0);
    for ((message, expected, cells, codes), (now, fixed, refused, moved)) in TALK.iter().zip(talked)
    {
        assert_eq!(
            (&*now, &*fixed, &*refused),
            (*expected, *cells, *codes),
            "{message}"
        );
        assert_eq!(moved, usize::from(now != with), "{message}");
        with = now;
        looked += 1;
    }
    assert_eq!(looked, TALK.len());
}

/// A session of an older edition decides as it did: a greeting asks nothing, and changes nothing.
#[test]
fn a_greeting_of_an_older_edition_changes_nothing() {
    let talked = talked("edition: 12\n");
    assert_eq!(talked[0].3 + talked[5].3 + talked[7].3, 0);
    assert_eq!(talked[1].1, "ada.age");
    assert_eq!(talked[2].1, "bosun.basket");
}
