//! What a text is as a whole, and grammars that make such texts.

use crate::common::{Session, project};
use engine::grammar::pieces;
use engine::project::{Files, compile};
use std::collections::{BTreeMap, BTreeSet};

const WORLD: &str = r#"
name: Signs
languages: [en]
sorts: { thing: { is: [object] } }
attributes:
  thing:
    plate: { type: text, pattern: "[A-Z]{2}-[0-9]{3}", generate: { prompt: A plate., grammar: { start: ["{two}-{digit}{digit}{digit}"], two: [AB, XY], digit: ["1", "2", "3"] } } }
    motto:
      type: text
      max_length: 60
      max_words: 8
      pattern: "\\p{Lu}.*[.!]"
      generate:
        grammar:
          start: ["{who} {deed}.", "{who} {deed}!"]
          who: [Iron, Bread, "The {who_else}"]
          who_else: [river, crow]
          deed: [remembers, "does not {verb}", waits]
          verb: [lie, sleep]
    marks: { type: list, of: text, pattern: "[a-z]+" }
    seal: { type: text, pattern: "[0-9]{4}", generate: { offline: ["12a4", "1234"] } }
entities:
  cart: { sort: thing, name: The cart }
  well: { sort: thing, name: The well, facts: { plate: "AB-123" } }
"#;

fn codes(source: &str) -> Vec<&'static str> {
    let files = Files(BTreeMap::from([(
        "world.yaml".to_owned(),
        source.as_bytes().to_vec(),
    )]));
    compile(&files).1.iter().map(|found| found.code).collect()
}

#[test]
fn every_writer_keeps_to_the_pattern() {
    let mut session = Session::new(&project(WORLD), 1);
    for (cell, value) in [
        ("cart.plate", r#""ab-123""#),
        ("cart.plate", r#""AB-1234""#),
        ("cart.marks", r#"["ok","Not"]"#),
    ] {
        let turn = session.send(&format!(r#"{{"assert":{{"{cell}":{value}}}}}"#));
        assert_eq!(turn.refused(), ["pattern"], "{cell} {value}");
    }
    // A model that answers otherwise is asked again, and told the pattern.
    let answers = std::cell::Cell::new(0);
    let turn = session.ask(r#"{"observe":"cart.plate"}"#, |request| {
        assert!(
            request.prompt.user.contains("[A-Z]{2}")
                || format!("{:?}", request.prompt).contains("[A-Z]{2}")
        );
        answers.set(answers.get() + 1);
        let value = if answers.get() == 1 {
            "nonsense"
        } else {
            "QQ-777"
        };
        format!(r#"{{"value":"{value}","reasoning":"","confidence":1,"alternatives":[]}}"#)
    });
    assert_eq!(turn.requests.len(), 2);
    assert_eq!(session.value("cart.plate").as_deref(), Some("QQ-777"));
    // Of what an author wrote the offline generator takes what fits.
    session.send(r#"{"observe":"cart.seal"}"#);
    assert_eq!(session.value("cart.seal").as_deref(), Some("1234"));
}

#[test]
fn grammars_make_many_texts_that_all_fit() {
    let world = project(WORLD);
    let (mut mottos, mut plates) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..200 {
        let mut session = Session::new(&world, seed);
        session.send(r#"{"observe":"cart.motto"}"#);
        session.send(r#"{"observe":"cart.plate"}"#);
        let motto = session.value("cart.motto").expect("a motto");
        assert!(
            motto.ends_with(['.', '!']) && motto.split(' ').count() <= 8,
            "{motto}"
        );
        let plate = session.value("cart.plate").expect("a plate");
        assert!(plate.len() == 6 && plate.starts_with(['A', 'X']), "{plate}");
        mottos.insert(motto);
        plates.insert(plate);
    }
    assert!(mottos.len() >= 20, "{}", mottos.len());
    assert!(plates.len() >= 40, "{}", plates.len());
    // The same seed, the same text.
    let twice: Vec<Option<String>> = (0..2)
        .map(|_| {
            let mut session = Session::new(&world, 7);
            session.send(r#"{"observe":"cart.motto"}"#);
            session.value("cart.motto")
        })
        .collect();
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn mistakes_in_patterns_and_grammars_are_told_at_load() {
    // One of the texts for the seal is none.
    assert_eq!(codes(WORLD), ["offline-refused"]);
    let cases = [
        ("[A-Z]{2}-[0-9]{3}", "[A-Z", "bad-pattern"),
        ("[A-Z]{2}-[0-9]{3}", "(a{1000}){1000}{1000}", "bad-pattern"),
        (r#"plate: "AB-123""#, r#"plate: "123""#, "wrong-value"),
        ("two: [AB, XY]", "two: [AB, xy]", "bad-grammar"),
        ("{two}-{digit}", "{tow}-{digit}", "bad-grammar"),
        ("{two}-{digit}", "{two-{digit}", "bad-grammar"),
        (
            "verb: [lie, sleep]",
            r#"verb: ["not {verb}"]"#,
            "bad-grammar",
        ),
        (
            r#"start: ["{who} {deed}.", "{who} {deed}!"]"#,
            "begin: [x]",
            "bad-grammar",
        ),
        ("max_words: 8", "max_words: 2", "bad-grammar"),
        ("waits]", r#"waits, "{deed} and {deed}"]"#, "bad-grammar"),
        (
            "max_length: 60",
            "changes: true\n      range: [1, 2]",
            "unknown-key",
        ),
    ];
    for (before, after, code) in cases {
        assert!(WORLD.contains(before), "{before}");
        let found = codes(&WORLD.replacen(before, after, 1));
        assert!(found.contains(&code), "{after}: {found:?}");
    }
}

#[test]
fn braces_hold_names() {
    assert!(pieces("a{b}c").is_some_and(|pieces| pieces.len() == 3));
    for wrong in ["{", "}", "{}", "{a", "a}", "{a b}", "{a}}"] {
        assert!(pieces(wrong).is_none(), "{wrong}");
    }
}
