//! What makes somebody look: what shows a cell and what leaves it open, and the data that a trigger carries.

use crate::common::{Session, Turn, project};
use engine::event::{Event, InputRecorded};
use engine::field::Possible;
use engine::input::{Envelope, Input, Trigger, TriggerKind};
use logic::value::Name;

/// `SEEN` stands where an author may list what shows something.
const WORLD: &str = r#"
name: Seen
edition: 13
languages: [en]
sorts: { villager: { is: [character] } }
attributes:
  villager:
    scar: { type: enum, values: [arm, leg], asked_by: [scar], SEEN generate: { prompt: Which? } }
    past:
      asked_by: [past]
      SEEN
      fields:
        role: { type: enum, values: [soldier, miller], generate: { prompt: Which? } }
        deed: { type: enum, values: [fled, stayed], generate: { prompt: Which? } }
      tellings: ["{{role}}, {{deed}}."]
    ring:
      asked_by: [ring]
      fields:
        metal: { type: enum, values: [gold, iron], generate: {} }
        words: { type: enum, values: [love, fear], observed_by: [skill, reading], generate: {} }
    letter:
      fields:
        seal: { type: enum, values: [red, black], observed_by: reading, generate: {} }
    name_at_birth: { type: text, confidential: true }
entities: { ada: { sort: villager, name: Ada } }
"#;

fn world(listed: &[TriggerKind], edition: u64) -> Session {
    let names: Vec<&str> = listed.iter().map(|kind| kind.as_str()).collect();
    let names = names.join(", ");
    let (short, long) = match listed {
        [] => (String::new(), String::new()),
        _ => (
            format!("observed_by: [{names}],"),
            format!("observed_by: [{names}]"),
        ),
    };
    let source = WORLD.replace("SEEN generate", &format!("{short} generate"));
    let source = source.replace("SEEN\n", &format!("{long}\n"));
    let source = source.replace("edition: 13", &format!("edition: {edition}"));
    Session::new(&project(&source), 3)
}

/// How many values a cell may have still.
fn left(session: &Session, cell: &str) -> usize {
    let field = session.state.field(&session.project).expect("a field");
    match field.possible(&cell.parse().expect("a cell")) {
        Some(Possible::Values(values)) => values.len(),
        other @ (Some(Possible::Between(..) | Possible::Set { .. } | Possible::List { .. })
        | None) => panic!("{cell}: {other:?}"),
    }
}

fn fixed(turn: &Turn) -> Vec<String> {
    let fixed = turn.changes.fixed.iter();
    fixed.map(|settled| settled.cell.to_string()).collect()
}

/// Nothing was fixed, laid or told, and nobody was asked.
fn is_untouched(turn: &Turn, case: &str) {
    assert_eq!(turn.refused(), ["not-observed"], "{case}");
    assert_eq!(fixed(turn), [""; 0], "{case}");
    let quiet = turn.events.iter().all(|event| {
        let what = event.kind();
        ["Said", "TurnEnded"].contains(&what)
    });
    assert!(quiet, "{case}: {:?}", turn.events);
    assert_eq!(turn.items.len(), 1, "{case}: {:?}", turn.texts());
    assert!(turn.requests.is_empty(), "{case}");
}

/// What is looked at, and what that makes.
const CELLS: [(&str, &[&str]); 3] = [
    ("ada.scar", &["ada.scar"]),
    ("ada.past", &["ada.past.role", "ada.past.deed"]),
    // A field that lists nothing is seen as its composite is.
    ("ada.past.role", &["ada.past.role"]),
];

/// Six triggers, where nothing is listed and where each of the six is, for an attribute, a composite and a field: seen
/// and told, or refused, with the cell as open as before.
#[test]
fn each_trigger_sees_what_lists_it_and_leaves_the_rest_open() {
    let (mut seen, mut open) = (0, 0);
    let one_each = TriggerKind::NAMES.map(|(_, kind)| vec![kind]);
    let lists = std::iter::once(Vec::new()).chain(one_each);
    for listed in lists {
        for (name, kind) in TriggerKind::NAMES {
            for (cell, makes) in CELLS {
                let case = format!("{cell} listing {listed:?}, seen by {name}");
                let mut session = world(&listed, 13);
                let look = format!(r#"{{"observe":"{cell}","trigger":{{"{name}":"ada"}}}}"#);
                let shows = match &listed[..] {
                    [] => !["event", "combat"].contains(&name),
                    listed => listed.contains(&kind),
                };
                if shows {
                    let turn = session.ask(&look, |request| first_of(&request.cell.to_string()));
                    assert_eq!(turn.refused(), [""; 0], "{case}");
                    assert_eq!(fixed(&turn), makes, "{case}");
                    assert!(!turn.items.is_empty(), "{case}");
                    seen += 1;
                    continue;
                }
                let turn = session.ask(&look, |_| panic!("{case}: a model is asked"));
                is_untouched(&turn, &case);
                for made in makes {
                    assert_eq!(session.value(made), None, "{case}");
                    assert_eq!(left(&session, made), 2, "{case}");
                }
                assert!(turn.texts()[0].contains(&format!("({name})")), "{case}");
                // Whoever looks by itself sees it then.
                let look = format!(r#"{{"observe":"{cell}"}}"#);
                let turn = session.ask(&look, |request| first_of(&request.cell.to_string()));
                assert_eq!(fixed(&turn), makes, "{case}");
                open += 1;
            }
        }
    }
    // Where nothing is listed four of six look; else the one that is.
    assert_eq!((seen, open), (3 * (4 + 6), 3 * (2 + 30)));
}

fn first_of(cell: &str) -> String {
    let value = match cell {
        "ada.scar" => "arm",
        "ada.past.role" => "soldier",
        _ => "fled",
    };
    value.to_owned()
}

/// A question is a dialogue: it sees what talking sees. Before the thirteenth edition it saw everything.
#[test]
fn a_message_sees_what_talking_shows() {
    use TriggerKind::{Combat, Dialogue, Reading};
    for (listed, shows) in [
        (&[][..], true),
        (&[Dialogue], true),
        (&[Combat, Dialogue], true),
        (&[Reading], false),
        (&[Reading, Combat], false),
    ] {
        for (asked, makes) in [("scar", &["ada.scar"][..]), ("past", CELLS[1].1)] {
            for edition in [12, 13] {
                let case = format!("{asked} listing {listed:?} in edition {edition}");
                let mut session = world(listed, edition);
                let message = format!(r#"{{"message":"Ada, your {asked}?"}}"#);
                let turn =
                    session.send_to(&message, engine::collapse::Generator::Offline, &mut |_| {
                        panic!("{case}: a model is asked")
                    });
                if shows || edition < 13 {
                    assert_eq!(turn.refused(), [""; 0], "{case}");
                    assert_eq!(fixed(&turn), makes, "{case}");
                    continue;
                }
                assert_eq!(turn.refused(), ["not-observed"], "{case}");
                assert_eq!(fixed(&turn), [""; 0], "{case}");
                assert!(turn.texts()[0].contains("nobody learns that by asking"));
                for made in makes {
                    assert_eq!(left(&session, made), 2, "{case}");
                }
            }
        }
    }
}

/// Of a composite only what the trigger shows is made; where it shows none of its fields, nothing is.
#[test]
fn a_composite_leaves_fields_open_that_the_trigger_does_not_show() {
    let rows: [(&str, &str, &[&str]); 7] = [
        ("ada.ring", r#""dialogue""#, &["ada.ring.metal"]),
        ("ada.ring", r#""exploration""#, &["ada.ring.metal"]),
        (
            "ada.ring",
            r#""skill""#,
            &["ada.ring.metal", "ada.ring.words"],
        ),
        (
            "ada.ring",
            r#"{"reading":"ada"}"#,
            &["ada.ring.metal", "ada.ring.words"],
        ),
        ("ada.ring", r#""combat""#, &[]),
        ("ada.letter", r#""reading""#, &["ada.letter.seal"]),
        ("ada.letter", r#""dialogue""#, &[]),
    ];
    for (cell, trigger, makes) in rows {
        let mut session = world(&[], 13);
        let turn = session.send(&format!(r#"{{"observe":"{cell}","trigger":{trigger}}}"#));
        assert_eq!(fixed(&turn), makes, "{cell} by {trigger}");
        match makes {
            [] => is_untouched(&turn, trigger),
            _ => assert_eq!(turn.refused(), [""; 0], "{cell} by {trigger}"),
        }
    }
    // Asked about in words, what is written in the ring stays open too.
    let mut session = world(&[], 13);
    let turn = session.send(r#"{"message":"Ada, your ring?"}"#);
    assert_eq!(fixed(&turn), ["ada.ring.metal"]);
    assert_eq!(left(&session, "ada.ring.words"), 2);
    // Before, a composite made all of its fields.
    let mut session = world(&[], 12);
    let turn = session.send(r#"{"observe":"ada.ring","trigger":"dialogue"}"#);
    assert_eq!(fixed(&turn), ["ada.ring.metal", "ada.ring.words"]);
}

/// That there is no such cell, or that it is confidential, is said whatever made somebody look.
#[test]
fn a_trigger_hides_no_mistake() {
    for (cell, code) in [
        ("ada.scra", "unknown-cell"),
        ("nobody.scar", "unknown-cell"),
        ("ada.name_at_birth", "confidential"),
    ] {
        let mut session = world(&[], 13);
        let look = format!(r#"{{"observe":"{cell}","trigger":"skill"}}"#);
        assert_eq!(session.send(&look).refused(), [code], "{cell}");
    }
    let mut session = world(&[], 13);
    let turn = session.send(r#"{"observe":"ada.scra","trigger":"combat"}"#);
    assert_eq!(turn.refused(), ["unknown-cell"]);
}

fn parsed(trigger: &str) -> Result<Input, &'static str> {
    let line = format!(r#"{{"id":"1","observe":"ada.scar","trigger":{trigger}}}"#);
    let envelope = Envelope::parse(&line);
    envelope
        .map(|envelope| envelope.input)
        .map_err(|bad| bad.code)
}

/// Each trigger is kept with its data: alone, with whom or what it is of, and with its words.
#[test]
fn a_trigger_is_kept_with_its_data() {
    let mut examined = 0;
    for (name, kind) in TriggerKind::NAMES {
        let mut forms = vec![
            (format!(r#""{name}""#), None, None),
            (
                format!(r#"{{"{name}":"the_mill"}}"#),
                Some("the_mill"),
                None,
            ),
        ];
        let words = kind.words();
        assert_eq!(
            words,
            match name {
                "dialogue" => Some("line"),
                "exploration" => Some("action"),
                _ => None,
            }
        );
        if let Some(key) = words {
            let with = format!(r#"{{"{name}":"ada","{key}":"« Où étais-tu ? »"}}"#);
            forms.push((with, Some("ada"), Some("« Où étais-tu ? »")));
            // In whatever order.
            let with = format!(r#"{{"{key}":"…","{name}":"ada"}}"#);
            forms.push((with, Some("ada"), Some("…")));
        }
        for (written, of, said) in forms {
            let input = parsed(&written).unwrap_or_else(|code| panic!("{written}: {code}"));
            let Input::ObserveWith(look) = &input else {
                panic!("{written}: {input:?}");
            };
            let expected = Trigger {
                kind,
                of: of.map(Name::from),
                words: said.map(str::to_owned),
            };
            assert_eq!(look.trigger.as_ref(), Some(&expected), "{written}");
            let event = Event::InputRecorded(InputRecorded { input, open: None });
            let read = Event::decode(event.kind(), event.version(), &event.body());
            assert_eq!(read.as_ref(), Ok(&event), "{written}");
            examined += 1;
        }
    }
    assert_eq!(examined, 6 * 2 + 2 * 2);
    // What was kept before there were words is read as it stands.
    let old = br#"{"input":{"observe_with":{"cell":"ada.scar","trigger":{"kind":"reading","of":"book"}}}}"#;
    let read = Event::decode("InputRecorded", 1, old).expect("an old body");
    assert_eq!(read.version(), 2);
    assert_eq!(read.body(), old);
}

/// Nothing of a trigger is dropped in silence.
#[test]
fn what_is_no_trigger_is_no_input() {
    let wrong = [
        r#""sleeping""#,
        r#"{"sleeping":"ada"}"#,
        r#"{"combat":"ada","dialogue":"ben"}"#,
        r#"{"reading":"book","line":"once"}"#,
        r#"{"dialogue":"ada","action":"nods"}"#,
        r#"{"exploration":"mill","line":"hm"}"#,
        r#"{"dialogue":"ada","line":3}"#,
        r#"{"dialogue":"ada","mood":"cross"}"#,
        r#"{"dialogue":3}"#,
        r#"{"dialogue":null}"#,
        r#"{"line":"hm"}"#,
        "{}",
        "[]",
        "5",
        "null",
    ];
    for trigger in wrong {
        assert_eq!(parsed(trigger), Err("bad-input"), "{trigger}");
    }
}
