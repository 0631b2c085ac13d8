//! Slot filling: after every act the slots hold what the history implies, and nothing else.

use crate::common::{Session, project};
use logic::value::Cell;
use std::collections::BTreeMap;

/// The project of a dialogue: `form` or `asks`, and its slots.
fn written(head: &str) -> String {
    let mut words = head.split_whitespace();
    let kind = words.next();
    let (mut attributes, mut fields, mut asks) = (String::new(), String::new(), String::new());
    for slot in words {
        let (name, rest) = slot.split_once(':').expect("name:type");
        // `+!` offers in words, whatever the type.
        let (kind, of) = match (rest.strip_suffix("+!"), rest.strip_suffix('+')) {
            (Some(kind), _) => (kind, Some("text")),
            (None, Some(kind)) => (kind, Some(kind)),
            (None, None) => (rest, None),
        };
        let values = kind
            .strip_prefix("enum(")
            .and_then(|kind| kind.strip_suffix(')'));
        let of = of.map(|of| if of.starts_with("enum") { "text" } else { of });
        let own = match values {
            Some(values) => {
                let values: Vec<String> = values.split(',').map(|one| format!("'{one}'")).collect();
                format!("type: enum, values: [{}]", values.join(", "))
            }
            None => format!("type: {kind}"),
        };
        attributes += &format!("    {name}: {{ {own}, changes: true }}\n");
        let mut question = format!("fixes: b.{name}");
        if let Some(of) = of {
            attributes +=
                &format!("    {name}_offers: {{ type: list, of: {of}, changes: true }}\n");
            question += &format!(", offers: b.{name}_offers");
        }
        fields += &format!("        - {{ field: {name}, called: [{name}], {question} }}\n");
        asks += &format!("    - {{ ask: {name}, {question}, text: '{name}?' }}\n");
    }
    let parts = if kind == Some("form") {
        format!("    - form: f\n      text: 'What?'\n      fields:\n{fields}")
    } else {
        asks
    };
    format!(
        "name: Slots\nlanguages: [en, fr]\nsorts: {{ booking: {{ is: [event] }} }}\nattributes:\n  booking:\n{attributes}entities: {{ b: {{ sort: booking }} }}\nflows:\n  main:\n{parts}"
    )
}

fn input(line: &str) -> String {
    if let Some(said) = line.strip_prefix('>') {
        let said = serde_json::Value::from(said.trim());
        return format!(r#"{{"message":{said}}}"#);
    }
    let (act, rest) = line.split_once(' ').unwrap_or((line, ""));
    let is_slot =
        rest.starts_with(|first: char| first.is_ascii_lowercase()) && !rest.starts_with("null");
    let (slot, value) = match rest.split_once(' ') {
        Some((slot, value)) if is_slot => (slot, value),
        None if is_slot => (rest, ""),
        Some(_) | None => ("", rest),
    };
    if act == "offer" {
        return format!(r#"{{"assert":{{"b.{slot}_offers":{value}}}}}"#);
    }
    let slot = if slot.is_empty() {
        String::new()
    } else {
        format!(r#","slot":"{slot}""#)
    };
    let value = if value.is_empty() {
        String::new()
    } else {
        format!(r#","value":{value}"#)
    };
    format!(r#"{{"act":"{act}"{slot}{value}}}"#)
}

/// `a=x y b=z`: values may have blanks.
fn facts(text: &str) -> BTreeMap<String, String> {
    let mut known: Vec<(String, String)> = Vec::new();
    for word in text.split_whitespace() {
        match (word.split_once('='), known.last_mut()) {
            (Some((name, value)), _) => known.push((name.to_owned(), value.to_owned())),
            (None, Some((_, value))) => *value = format!("{value} {word}"),
            (None, None) => panic!("{text}"),
        }
    }
    known.into_iter().collect()
}

/// The line of the issue: a form "keeps exactly the state that the history implies".
#[test]
fn law_f11_slots_hold_what_the_history_implies() {
    assert!(compared(include_str!("offers.txt")) > 80);
}

/// A yes or a no is for what its clause names, and for no other field.
#[test]
fn law_f11_yes_and_no_are_for_what_they_name() {
    assert!(compared(include_str!("offers-whole.txt")) > 20);
}

/// What nobody had tried before it was written down.
#[test]
fn law_f11_fresh_dialogues_hold_what_was_expected_of_them() {
    assert!(compared(include_str!("fresh.txt")) > 20);
}

/// Plays dialogues and compares the slots after every line with `=>`; how many were compared.
fn compared(text: &str) -> usize {
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with('#'));
    let (mut wrong, mut compared) = (Vec::new(), 0);
    while let Some(head) = lines.next() {
        if head.is_empty() {
            continue;
        }
        let mut session = Session::new(&project(&written(head)), 1);
        for line in lines.by_ref().take_while(|line| !line.is_empty()) {
            let (sent, expected) = match line.split_once("=>") {
                Some((sent, expected)) => (sent.trim(), Some(expected)),
                None => (line, None),
            };
            let turn = session.send(&input(sent));
            let Some(expected) = expected else {
                assert!(
                    turn.refused().is_empty(),
                    "{head}: {line}: {:?}",
                    turn.changes.refused
                );
                continue;
            };
            let (known, codes) = expected.split_once("!!").unwrap_or((expected, ""));
            let slots: BTreeMap<String, String> = session
                .state
                .settled_values()
                .into_iter()
                .map(|(cell, value): (Cell, _)| (cell.attribute.to_string(), value.show()))
                .filter(|(name, _)| !name.ends_with("_offers"))
                .collect();
            let codes: Vec<&str> = codes.split_whitespace().collect();
            compared += 1;
            // `*` are any refusals.
            let refused = codes == ["*"] || turn.refused() == codes;
            if slots != facts(known) || !refused {
                wrong.push(format!(
                    "{head}: {line}\n  {slots:?} {:?}",
                    turn.changes.refused
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    compared
}

const GUARDED: &str = "
name: Guarded
languages: [en]
sorts: { guest: { is: [character] } }
attributes:
  guest:
    wish: { type: text, changes: true }
    word: { type: text, max_words: 5, generate: { prompt: 'A question.' } }
    more: { type: text, changes: true }
entities: { ada: { sort: guest, name: Ada } }
flows:
  main:
    - { ask: wish, fixes: ada.wish, text: 'Your wish?', called: [wish] }
    - { ask: more, fixes: ada.more, worded_by: ada.word, called: [something more] }
    - { lock: sure, word: 'yes', text: 'Say yes.' }
    - { say: done, text: 'It is done.' }
";

/// Refusals open no lock; the word does, also later.
#[test]
fn law_j3_a_lock_does_not_open_by_itself() {
    let mut session = Session::new(&project(GUARDED), 1);
    session.send(r#"{"message":"tea"}"#);
    session.send(r#"{"message":"cake"}"#);
    for said in ["no", "not yet", "never"] {
        let turn = session.send(&format!(r#"{{"message":"{said}"}}"#));
        assert!(!turn.texts().contains(&"It is done."), "{:?}", turn.texts());
    }
    let turn = session.send(r#"{"message":"resume"}"#);
    assert_eq!(turn.texts().last(), Some(&"Say yes."));
    let turn = session.send(r#"{"message":"Yes"}"#);
    assert_eq!(turn.texts().last(), Some(&"It is done."));
}

/// A question whose words cannot be made is asked by what it is called, once.
#[test]
fn law_f10_a_question_that_cannot_be_worded_is_asked_all_the_same() {
    let mut session = Session::new(&project(GUARDED), 1);
    let turn = session.send(r#"{"message":"tea"}"#);
    assert_eq!(turn.texts().last(), Some(&"something more?"));
    assert!(turn.items.len() <= 2, "{:?}", turn.texts());
    let turn = session.send(r#"{"message":"cake"}"#);
    assert_eq!(turn.texts().last(), Some(&"Say yes."));
}

/// What was open when a flow was begun anew and then cancelled is open again.
#[test]
fn law_f1_resume_asks_what_was_open() {
    let mut session = Session::new(&project(GUARDED), 1);
    for said in ["tea", "cake", "start again", "coffee", "cancel"] {
        session.send(&format!(r#"{{"message":"{said}"}}"#));
    }
    let turn = session.send(r#"{"message":"resume"}"#);
    assert_eq!(turn.texts().last(), Some(&"something more?"));
}

/// A flow that was left says where it goes on.
#[test]
fn law_j1_a_flow_that_was_left_stands_where_it_goes_on() {
    let project = project(GUARDED);
    let at = |said: &[&str]| {
        let mut session = Session::new(&project, 1);
        for said in said {
            session.send(&format!(r#"{{"message":"{said}"}}"#));
        }
        let position = engine::flow::position(&project, &session.state).expect("a flow");
        (position.part.to_string(), position.number.0, position.of.0)
    };
    let open = at(&["tea"]);
    assert_eq!(open, ("more".to_owned(), 2, 2));
    assert_eq!(at(&["tea", "cancel"]), open);
    assert_eq!(at(&["cancel"]), at(&[]));
    let locked = at(&["tea", "cake"]);
    assert_eq!(at(&["tea", "cake", "cancel"]), locked);
    // Given up: what it was given up at.
    assert_eq!(at(&["tea", "cake", "no", "not yet", "never"]), locked);
}

const NUMBERED: &str = "
name: Numbered
languages: [en, fr]
sorts: { guest: { is: [character] } }
attributes:
  guest:
    one: { type: enum, values: [red, green, blue], changes: true }
    two: { type: enum, values: [oak, elm, ash], changes: true }
    three: { type: enum, values: [cat, dog, cow], changes: true }
    four: { type: enum, values: [tea, milk, beer], changes: true }
entities: { ada: { sort: guest, name: Ada } }
flows:
  main:
    - { ask: one, fixes: ada.one, text: 'Colour?' }
    - { ask: two, fixes: ada.two, text: 'Tree?' }
    - { ask: three, fixes: ada.three, text: 'Beast?' }
    - { ask: four, fixes: ada.four, text: 'Drink?' }
";

const MIRRORED: &str = "
name: Mirrored
languages: [en, fr]
sorts: { guest: { is: [character] } }
attributes:
  guest:
    one: { type: enum, values: [red, green, blue], changes: true }
    two: { type: enum, values: [oak, elm, ash], changes: true }
    glass: { type: text, max_words: 60, changes: true, generate: { prompt: 'A mirror.', offline: 'You like {{ada.one}} and {{ada.two}}.' } }
    nuance: { type: text, changes: true }
entities: { ada: { sort: guest, name: Ada } }
flows:
  main:
    - { ask: one, fixes: ada.one, text: 'Colour?' }
    - { ask: two, fixes: ada.two, text: 'Tree?' }
    - { mirror: glass, cell: ada.glass, text: 'Is that you?', nuance: ada.nuance, tries: 9 }
";

/// No mirror is closed by what is said for a question by its number: that is taken for it, or asked for.
#[test]
fn law_f11_a_mirror_is_not_closed_by_what_is_said_for_a_question() {
    // What is said, and what the first question is then.
    const SAID: &[(&str, &str)] = &[
        ("à la première je voulais dire C", "blue"),
        ("la 1, c'était B", "green"),
        ("the first one should be B", "green"),
        ("for question 1 I meant C", "blue"),
        ("pour la une je me suis trompé, c'est B", "green"),
        ("1re : B", "green"),
        ("the 1st: actually C", "blue"),
        ("la 1ere cetait B", "green"),
        ("swap the first to B", "green"),
        ("the first I would have said green", "green"),
        ("la première aurait dû être vert", "red"),
        ("for no. 1 read C", "red"),
        ("à la 1 mets plutôt B", "red"),
        ("la 1re c'est pas A c'est C", "blue red"),
        ("la 9, c'était B", "red"),
        ("la première", "red"),
        ("à la seconde, frêne", "red"),
    ];
    let project = project(MIRRORED);
    for (said, colour) in SAID {
        let mut session = Session::new(&project, 1);
        session.send(r#"{"message":"A"}"#);
        session.send(r#"{"message":"A"}"#);
        session.send(&serde_json::json!({ "message": said }).to_string());
        let known: BTreeMap<String, String> = session
            .state
            .settled_values()
            .into_iter()
            .map(|(cell, value)| (cell.attribute.to_string(), value.show()))
            .collect();
        let one = known.get("one").map(String::as_str).unwrap_or_default();
        assert!(
            colour.split(' ').any(|colour| colour == one),
            "{said}: {known:?}"
        );
        assert!(!known.contains_key("nuance"), "{said}: {known:?}");
        assert!(session.state.obligation.is_some(), "{said}");
    }
    // What is said of something else, or at length, is added.
    for said in [
        "the second book was better",
        "the first line is not me, I never said so of trees",
    ] {
        let mut session = Session::new(&project, 1);
        session.send(r#"{"message":"A"}"#);
        session.send(r#"{"message":"A"}"#);
        session.send(&serde_json::json!({ "message": said }).to_string());
        assert!(session.state.obligation.is_none(), "{said}");
    }
}

/// Whoever names another question by its number answers that one, or is refused; what is open stays open.
#[test]
fn law_f11_what_is_said_for_a_numbered_question_answers_no_other() {
    const SAID: &[&str] = &[
        "corriger la question N : V",
        "je change la N : V",
        "je voudrais changer ma réponse à la N, c'est V",
        "corrige N = V",
        "je veux corriger la question N : V",
        "question N : V",
        "question n° N : V",
        "plutôt V en fait pour la N",
        "plutôt V pour la question N",
        "V pour la question N",
        "à la question N je réponds V",
        "je voudrais revenir sur la question N : V",
        "revenir à la N : V",
        "remplace la N par V",
        "mets V à la question N",
        "qN : V",
        "la question N, c'est V",
        "ma réponse à la question N est V",
        "correct question N: V",
        "change my answer to question N: V",
        "question N should be V",
        "rather V for question N",
        "V for question N, please",
        "for question N, V",
        "I want to go back to question N: V",
    ];
    const FRENCH: [&str; 4] = ["première", "deuxième", "", "quatrième"];
    const ENGLISH: [&str; 4] = ["first", "second", "", "fourth"];
    const RANKED: &[(&str, [&str; 4])] = &[
        ("Pour la R, V", ["première", "deuxième", "", "quatrième"]),
        ("la R question : V", ["première", "deuxième", "", "4e"]),
        ("à la R question, V", ["1ère", "2e", "", "quatrième"]),
        ("for the R one, V", ["first", "second", "", "fourth"]),
        ("rather V for the R", ["1st", "2nd", "", "4th"]),
        ("the R question: V", ["first", "second", "", "fourth"]),
        ("question R : V", ["un", "deux", "", "quatre"]),
        ("à la R je voulais dire V", FRENCH),
        ("la R, c'était V", FRENCH),
        ("je reviens à la R, V", FRENCH),
        ("pas D pour la R mais V", FRENCH),
        ("j'ai cliqué D au lieu de V à la R", FRENCH),
        ("je me suis planté à la R, c'était V", FRENCH),
        ("la R aurait dû être V", FRENCH),
        ("ma R réponse était V", FRENCH),
        ("pour la R je me suis trompé, c'est V", FRENCH),
        ("à la R j'aurais préféré V", FRENCH),
        ("LA R C'ETAIT V", FRENCH),
        ("the R one should be V", ENGLISH),
        ("the R was V", ENGLISH),
        ("on the R one I meant V", ENGLISH),
        ("my R answer should have been V", ENGLISH),
        ("oops, the R one is V", ENGLISH),
        ("I'd change the R to V", ENGLISH),
        ("R one should've been V", ENGLISH),
        ("number R should be V", ["1", "2", "", "4"]),
        ("in question R I should have said V", ["1", "2", "", "4"]),
        ("I got question R wrong, it's V", ["1", "2", "", "4"]),
    ];
    let values = [
        ["red", "green", "blue"],
        ["oak", "elm", "ash"],
        ["", "", ""],
        ["tea", "milk", "beer"],
    ];
    let project = project(NUMBERED);
    let (mut wrong, mut taken, mut count) = (Vec::new(), 0, 0);
    for at in [0, 1, 3] {
        let number = (at + 1).to_string();
        let plain = SAID.iter().map(|said| said.replace('N', &number));
        let ranked = RANKED
            .iter()
            .map(|(said, ranks)| said.replace('R', ranks[at]));
        for said in plain.chain(ranked) {
            for (letter, value) in ["A", "B", "C", "Z"].into_iter().zip([0, 1, 2, 9]) {
                let said = said.replace('V', letter);
                let mut session = Session::new(&project, 1);
                session.send(r#"{"message":"A"}"#);
                session.send(r#"{"message":"A"}"#);
                let turn = session.send(&serde_json::json!({ "message": said }).to_string());
                let known: BTreeMap<String, String> = session
                    .state
                    .settled_values()
                    .into_iter()
                    .map(|(cell, value)| (cell.attribute.to_string(), value.show()))
                    .collect();
                let meant = values[at].get(value);
                let name = ["one", "two", "three", "four"][at];
                let is_taken =
                    meant.is_some() && known.get(name).map(String::as_str) == meant.copied();
                let refused = !turn.refused().is_empty();
                count += 1;
                taken += usize::from(is_taken);
                if known.contains_key("three") || !is_taken && !refused {
                    wrong.push(format!("{said}: {known:?} {:?}", turn.refused()));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(taken * 10 > count * 6, "{taken} of {count} were understood");
}
