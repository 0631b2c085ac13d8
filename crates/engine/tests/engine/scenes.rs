//! The scene: every observation copies it, whoever sees or says what becomes a fact.

use crate::common::{Session, Turn, project};
use engine::collapse::Generator;
use engine::event::{Event, Method};
use engine::request::Outcome;
use engine::scene::Scene;
use logic::value::Name;

const WORLD: &str = r#"
name: Scenes
edition: 13
languages: [en]
sorts: { villager: { is: [character] } }
attributes:
  villager:
    scar: { type: enum, values: [arm, leg], asked_by: [scar], generate: {} }
    past:
      fields:
        role: { type: enum, values: [soldier, miller], generate: { prompt: Which? } }
        deed: { type: enum, values: [fled, stayed], generate: { prompt: Which? } }
    age: { type: number, range: [16, 90], generate: {} }
    twin: { type: enum, values: [one], generate: {} }
    secret: { type: enum, values: [none, gold], generate: {} }
    mood: { type: enum, values: [merry, grim], changes: true, generate: {} }
    omen: { type: enum, values: [crow, owl], generate: {} }
    colour: { type: enum, values: [red, blue] }
  event: { day: { type: enum, values: [first, last] } }
scene: { interlocutor: ada, time: dusk }
scene_changes:
  night: { event: NIGHT, set: { time: night, place: mill, present: [ben, cal], interlocutor: ben, mood: tense, event: feast } }
  omen: { raised: omen, set: { mood: uneasy } }
  leaves: { said: [good night], set: { place: forge } }
propagation:
  omens: { when: { attribute: omen }, to: itself, then: { raise: omen } }
flows:
  main:
    - { say: hello, text: "Evening." }
    - { ask: colour, fixes: ada.colour, text: "Which colour?", optional: true }
entities:
  ada: { sort: villager, name: Ada }
  ben: { sort: villager, name: Ben }
  cal: { sort: villager, name: Cal }
  mill: { sort: place, name: The mill }
  forge: { sort: place, name: The forge }
  feast: { sort: event, name: The feast }
"#;

fn world(edition: u64) -> Session {
    let source = WORLD.replace("edition: 13", &format!("edition: {edition}"));
    Session::new(&project(&source), 3)
}

fn name(name: &str) -> Option<Name> {
    Some(Name::from(name))
}

fn dusk() -> Scene {
    Scene {
        interlocutor: name("ada"),
        time: Some("dusk".to_owned()),
        ..Scene::default()
    }
}

fn night() -> Scene {
    Scene {
        event: name("feast"),
        interlocutor: name("ben"),
        mood: Some("tense".to_owned()),
        place: name("mill"),
        present: ["ben", "cal"].map(Name::from).into(),
        time: Some("night".to_owned()),
    }
}

/// The cells that a turn fixed or set, with how and in which scene.
fn observed(turn: &Turn) -> Vec<(String, Method, Option<Scene>)> {
    let seen = turn.events.iter().filter_map(|event| {
        if let Event::FactFixed(fact) = event {
            Some((fact.cell.to_string(), fact.method, fact.scene.clone()))
        } else if let Event::FluentSet(fluent) = event {
            Some((fluent.cell.to_string(), fluent.method, fluent.scene.clone()))
        } else {
            None
        }
    });
    seen.collect()
}

/// However something is seen or said, it carries all of the scene: time, place, who is present, who is spoken to, the
/// mood and what is going on. What a system asserts was seen by nobody.
#[test]
fn every_observation_copies_the_scene() {
    use Method::{Assertion, Observation, Testimony};
    // The first answers the open question; nothing is open behind it.
    let rows: [(&str, &[&str], Method); 10] = [
        (r#"{"message":"red"}"#, &["ada.colour"], Testimony),
        (r#"{"observe":"ada.age"}"#, &["ada.age"], Observation),
        // Nothing else is possible.
        (r#"{"observe":"ada.twin"}"#, &["ada.twin"], Observation),
        (
            r#"{"observe":"cal.scar","trigger":{"exploration":"mill","action":"looks"}}"#,
            &["cal.scar"],
            Observation,
        ),
        (
            r#"{"observe":"ada.past"}"#,
            &["ada.past.role", "ada.past.deed"],
            Observation,
        ),
        (r#"{"observe":"ada.mood"}"#, &["ada.mood"], Observation),
        (
            r#"{"tell":"cal.secret == gold","by":"cal"}"#,
            &["cal.secret"],
            Testimony,
        ),
        (
            r#"{"assert":{"ben.secret":"none"}}"#,
            &["ben.secret"],
            Assertion,
        ),
        (
            r#"{"assert":{"ben.mood":"grim"},"source":"tower","version":2}"#,
            &["ben.mood"],
            Assertion,
        ),
        (
            r#"{"author":{"assert":{"ben.age":40}}}"#,
            &["ben.age"],
            Assertion,
        ),
    ];
    let mut examined = 0;
    for (changes, scene) in [(None, dusk()), (Some(r#"{"event":"NIGHT"}"#), night())] {
        let mut session = world(13);
        if let Some(event) = changes {
            let turn = session.send(event);
            assert_eq!(observed(&turn), [], "moving on fixes nothing");
        }
        for (input, cells, method) in &rows {
            let mut model = |request: &engine::request::Request| Outcome::Answered {
                text: match &*request.cell.attribute {
                    "past.role" => "miller".to_owned(),
                    _ => "fled".to_owned(),
                },
                tokens: None,
            };
            let turn = session.send_to(input, Generator::Model, &mut model);
            let expected: Vec<_> = cells
                .iter()
                .map(|cell| {
                    let seen = (*method != Assertion).then(|| scene.clone());
                    ((*cell).to_owned(), *method, seen)
                })
                .collect();
            assert_eq!(observed(&turn), expected, "{input}: {:?}", turn.texts());
            examined += expected.len();
        }
    }
    assert_eq!(examined, 2 * 11);
}

/// The scene of a message is the one that it makes; what a fact changes comes behind it.
#[test]
fn a_scene_is_copied_as_it_is_at_that_moment() {
    let mut session = world(13);
    session.send(r#"{"message":"red"}"#);
    // Whoever is spoken to is spoken with from then on.
    let turn = session.send(r#"{"message":"Ben, your scar?"}"#);
    let with_ben = Scene {
        interlocutor: name("ben"),
        ..dusk()
    };
    assert_eq!(
        observed(&turn),
        [(
            "ben.scar".to_owned(),
            Method::Observation,
            Some(with_ben.clone())
        )]
    );
    let turn = session.send(r#"{"observe":"ben.omen"}"#);
    assert_eq!(observed(&turn)[0].2, Some(with_ben.clone()));
    let uneasy = Scene {
        mood: Some("uneasy".to_owned()),
        ..with_ben
    };
    let turn = session.send(r#"{"observe":"cal.omen"}"#);
    assert_eq!(observed(&turn)[0].2, Some(uneasy.clone()));
    // What is said of others is kept with its scene as well.
    session.send(r#"{"message":"Good night!"}"#);
    let turn = session.send(r#"{"tell":"ben.secret == gold","by":"ada"}"#);
    let said = turn.events.iter().find_map(|event| {
        let Event::Testified(said) = event else {
            return None;
        };
        Some(said.scene.clone())
    });
    let forge = Scene {
        place: name("forge"),
        ..uneasy
    };
    assert_eq!(said, Some(Some(forge)));
}

/// Before the thirteenth edition only what was looked at did, and nothing that changes.
#[test]
fn earlier_editions_copy_it_where_something_is_looked_at() {
    let mut session = world(12);
    let answer = session.send(r#"{"message":"red"}"#);
    let told = session.send(r#"{"tell":"cal.secret == gold","by":"cal"}"#);
    let mood = session.send(r#"{"observe":"ada.mood"}"#);
    for turn in [answer, told, mood] {
        assert_eq!(observed(&turn)[0].2, None);
    }
    let age = session.send(r#"{"observe":"ada.age"}"#);
    assert_eq!(observed(&age)[0].2, Some(dusk()));
}
