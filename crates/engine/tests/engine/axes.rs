//! Moral axes, reputations and progress: numbers that follow from what happened, and say why.

use crate::common::{Session, project};
use engine::context::context;
use engine::project::{Files, compile};
use engine::state::State;
use engine::why::{self, Why};
use std::collections::BTreeMap;

const WORLD: &str = r#"
name: Scales
languages: [en]
sorts: { villager: { is: [character] }, town: { is: [place] } }
attributes:
  villager:
    secret: { type: enum, values: [none, gold], generate: {} }
    age: { type: number, range: [16, 90], generate: {} }
entities:
  ada: { sort: villager, name: Ada }
  ben: { sort: villager, name: Ben }
  mill: { sort: town, name: The mill }
relations:
  - { from: ada, to: ben, kind: social/friendship, force: 0.9 }
propagation:
  whisper: { when: { attribute: secret }, to: itself, then: { raise: whisper } }
derived: { found: "ada.secret == gold" }
axes:
  mercy:
    range: [-3, 3]
    start: 1
    moved:
      - { event: SPARE, by: 2, because: the player spared somebody }
      - { event: STRIKE, by: -1.5 }
      - { when: found, by: 0.5, because: she confessed }
  doubt: { of: ada, range: [0, 10], moved: [ { raised: whisper, by: 2 } ] }
reputations:
  standing:
    with: mill
    range: [0, 100]
    start: 50
    moved:
      - { when: "ben.age >= 40", by: "count(X in villager: X.secret == gold) * 10", because: elders listen }
      - { answered: help, when: found, by: 5 }
progress:
  - { when: "ada.secret is known", weight: 2 }
  - { when: "mercy >= 3", weight: 1, because: mercy was shown }
scene_changes:
  spared: { event: SPARE, set: { mood: calm } }
  struck: { event: STRIKE, set: { mood: tense } }
  again: { event: SPARED, set: { mood: calm } }
flows:
  main:
    - { say: hello, when: "mercy >= 1", text: 'Mercy is {{mercy}}, the mill thinks {{standing}}.' }
"#;

fn files(source: &str) -> Files {
    Files(BTreeMap::from([(
        "world.yaml".to_owned(),
        source.as_bytes().to_vec(),
    )]))
}

fn number(session: &Session, name: &str) -> String {
    let canon = engine::canon::Canon::new(&session.project, &session.state, session.state.now());
    canon.standing(name).expect("a number").value.to_string()
}

#[test]
fn what_happens_moves_numbers_within_their_range() {
    let mut session = Session::new(
        &project(&WORLD.replace("answered: help", "raised: whisper")),
        5,
    );
    assert_eq!(number(&session, "mercy"), "1");
    assert_eq!(number(&session, "progress"), "0");
    session.send(r#"{"event":"SPARE"}"#);
    assert_eq!(number(&session, "mercy"), "3");
    // An event that nothing awaited moves nothing.
    let turn = session.send(r#"{"event":"SING"}"#);
    assert_eq!(turn.refused(), ["not-now"]);
    session.send(r#"{"event":"STRIKE"}"#);
    assert_eq!(number(&session, "mercy"), "1.5");
    session.send(r#"{"event":"STRIKE"}"#);
    session.send(r#"{"event":"STRIKE"}"#);
    // 1 + 2 - 4.5, and then what was found out.
    assert_eq!(number(&session, "mercy"), "-1.5");
    session.send(r#"{"assert":{"ada.secret":"gold"}}"#);
    assert_eq!(number(&session, "mercy"), "-1");
    assert_eq!(number(&session, "doubt"), "2");
    assert_eq!(number(&session, "progress"), "0.666");
    // What is not known moves nothing; a reputation counts what the author says.
    assert_eq!(number(&session, "standing"), "55");
    session.send(r#"{"assert":{"ben.age":50,"ben.secret":"none"}}"#);
    assert_eq!(number(&session, "standing"), "70");
    // The view says so, and folding the journal arrives at the same.
    let view = engine::view::view(&session.project, &session.state);
    assert_eq!(
        view.axes.get("mercy").map(ToString::to_string).as_deref(),
        Some("-1")
    );
    assert_eq!(
        view.progress.map(|number| number.to_string()).as_deref(),
        Some("0.666")
    );
    assert_eq!(view.json(1)["axes"]["standing"], 70);
    assert_eq!(
        State::fold(&session.entries).expect("it folds"),
        session.state
    );
}

#[test]
fn the_recorded_view_is_the_one_that_is_read_afterwards() {
    let mut session = Session::new(
        &project(&WORLD.replace("answered: help", "raised: whisper")),
        5,
    );
    for input in [
        r#"{"event":"SPARE"}"#,
        r#"{"event":"SING"}"#,
        r#"{"assert":{"ada.secret":"gold"}}"#,
    ] {
        let turn = session.send(input);
        let Some(engine::Event::TurnEnded(ended)) = turn.events.last() else {
            panic!("{:?}", turn.events);
        };
        assert_eq!(
            ended.view,
            engine::view::view(&session.project, &session.state),
            "{input}"
        );
    }
}

#[test]
fn why_tells_each_line_and_what_it_reads() {
    let mut session = Session::new(
        &project(&WORLD.replace("answered: help", "raised: whisper")),
        5,
    );
    session.send(r#"{"event":"SPARE"}"#);
    session.send(r#"{"assert":{"ada.secret":"gold"}}"#);
    let why = why::derived(&session.project, &session.state, "mercy").expect("a reason");
    let Why::Standing { standing, .. } = &why else {
        panic!("{why:?}");
    };
    let lines: Vec<(String, u64, String)> = standing
        .lines
        .iter()
        .map(|line| (line.on.en.clone(), line.times, line.moved.to_string()))
        .collect();
    let line = |on: &str, times, moved: &str| (on.to_owned(), times, moved.to_owned());
    assert_eq!(
        lines,
        [
            line("event SPARE", 1, "2"),
            line("event STRIKE", 0, "0"),
            line("found", 1, "0.5")
        ]
    );
    assert!(standing.lines[0].last.is_some());
    let progress = why::derived(&session.project, &session.state, "progress").expect("a reason");
    assert!(
        progress
            .because()
            .iter()
            .any(|why| why.line().en.contains("ada.secret is gold")),
        "{progress:?}"
    );
}

#[test]
fn conditions_templates_and_models_read_them() {
    let session = Session::new(
        &project(&WORLD.replace("answered: help", "raised: whisper")),
        5,
    );
    let said = session
        .entries
        .iter()
        .any(|entry| format!("{entry:?}").contains("Mercy is 1, the mill thinks 50."));
    assert!(said);
    let canon = engine::canon::Canon::new(&session.project, &session.state, session.state.now());
    let cell = "ada.age".parse().expect("a cell");
    let attribute = session.project.attribute(&cell).expect("an attribute");
    let text = context(&canon, &cell, attribute, 2).text("en");
    for words in [
        "mercy of the player: 1 (from -3 to 3)",
        "standing of the player with The mill: 50",
        "doubt of Ada: 0",
        "progress: 0 of 1",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}

#[test]
fn mistakes_in_axes_are_told_at_load() {
    let cases = [
        (
            "  mercy:\n    range: [-3, 3]",
            "  mercy:\n    range: [3, -3]",
            "empty-range",
        ),
        ("start: 1\n", "start: 9\n", "out-of-range"),
        ("of: ada", "of: adda", "unknown-entity"),
        ("with: mill", "of: ada", "missing-key"),
        ("  doubt: {", "  found: {", "duplicate-key"),
        ("by: 0.5", "by: ada.secret", "type-mismatch"),
        ("{ event: STRIKE, by: -1.5 }", "{ by: -1.5 }", "missing-key"),
        (
            "{ raised: whisper, by: 2 }",
            "{ raised: whisper }",
            "missing-key",
        ),
        ("when: found,", "when: fuond,", "unknown-name"),
        ("weight: 2", "weigt: 2", "unknown-key"),
        ("answered: help", "answered: nobody", "unknown-name"),
        (
            "{ raised: whisper, by: 2 }",
            "{ raised: shout, by: 2 }",
            "unknown-name",
        ),
    ];
    for (before, after, code) in cases {
        assert!(WORLD.contains(before), "{before}");
        let (_, diagnostics) = compile(&files(&WORLD.replace(before, after)));
        let codes: Vec<&str> = diagnostics.iter().map(|found| found.code).collect();
        assert!(codes.contains(&code), "{after}: {codes:?}");
    }
}
