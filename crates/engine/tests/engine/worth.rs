//! What a value is worth to the story: each of the four parts, its points, and where they are shown.

use crate::common::{Session, project};
use engine::canon::Canon;
use engine::validate::{Worth, worth_of};
use logic::value::{Cell, Name, Value};

/// Thirteen people; `{options}` are those of `collapse`.
const WORLD: &str = r#"
name: Worth
edition: 13
languages: [en]
attributes:
  character:
    past:
      type: enum
      values:
        plain: { weight: 7 }
        torn: { weight: 1, tags: [dramatic] }
        guilty: { weight: 1, tags: [dramatic, guilt] }
        sworn: { weight: 1, tags: [guilt, war, unheard_of] }
      generate: { prompt: Which? }
    vow: { type: enum, values: [kept, broken], generate: { prompt: Which? } }
    trust: { type: enum, values: [low, high] }
    friend: { type: ref, sort: character, generate: {} }
    seen: { type: set, sort: character, generate: {} }
    age: { type: number, range: [1, 9], generate: {} }
    saying: { type: text, generate: { prompt: "Say something." } }
rules: { trusted: "forall X in character: forall Y in character: friendship(X, Y) => (vow(X) == broken => trust(Y) == low)" }
relations:
  - { from: ada, to: ben, kind: social/friendship }
  - { from: ada, to: cal, kind: social/friendship }
entities:
  ada: { sort: character, name: Ada }
  ben: { sort: character, name: Ben, aliases: [the old miller] }
  cal: { sort: character, name: Cal }
  c1: { sort: character }
  c2: { sort: character }
  c3: { sort: character }
  c4: { sort: character }
  c5: { sort: character }
  c6: { sort: character }
  c7: { sort: character }
  c8: { sort: character }
  c9: { sort: character }
  c10: { sort: character }
themes: { guilt: 0.6, war: 0.2 }
collapse: { on_failure: leave_open, {options} }
"#;

fn world(options: &str) -> Session {
    let options = format!("attempts: 2{options}");
    Session::new(&project(&WORLD.replace("{options}", &options)), 3)
}

fn worth(session: &Session, cell: &str, value: &Value) -> [u64; 4] {
    let cell: Cell = cell.parse().expect("a cell");
    let canon = Canon::new(&session.project, &session.state, session.state.now());
    let attribute = session.project.attribute(&cell).expect("an attribute");
    let Worth {
        dramatic,
        links,
        themes,
        surprise,
    } = worth_of(&canon, &cell, attribute, value);
    [dramatic, links, themes, surprise]
}

fn set(names: &[&str]) -> Value {
    Value::Set(names.iter().map(|name| Name::from(*name)).collect())
}

fn symbol(name: &str) -> Value {
    Value::Symbol(Name::from(name))
}

/// 20 for what is dramatic, 10 for each other entity, 15 for the share of the themes, 10 for how unlikely it is.
#[test]
fn each_part_of_a_score_has_its_points() {
    let rows: Vec<(&str, Value, [u64; 4])> = vec![
        ("ada.past", symbol("plain"), [0, 0, 0, 3]),
        ("ada.past", symbol("torn"), [20, 0, 0, 9]),
        // Three quarters of the themes, rounded down.
        ("ada.past", symbol("guilty"), [20, 0, 11, 9]),
        ("ada.past", symbol("sworn"), [0, 0, 15, 9]),
        // What follows for Ben and Cal are two links; of two values either is as likely.
        ("ada.vow", symbol("broken"), [0, 20, 0, 5]),
        ("ada.vow", symbol("kept"), [0, 0, 0, 5]),
        ("cal.vow", symbol("broken"), [0, 10, 0, 5]),
        (
            "ada.friend",
            Value::Entity(Name::from("ben")),
            [0, 10, 0, 0],
        ),
        // Oneself is no link.
        ("ada.friend", Value::Entity(Name::from("ada")), [0, 0, 0, 0]),
        ("ada.seen", set(&["ada", "ben", "cal"]), [0, 20, 0, 0]),
        ("ada.seen", set(&[]), [0, 0, 0, 0]),
        ("ada.age", Value::Number(3.into()), [0, 0, 0, 0]),
        (
            "ada.saying",
            Value::text("Ben lied to Cal, and to Ben."),
            [0, 20, 0, 0],
        ),
        ("ada.saying", Value::text("Ada alone knows."), [0, 0, 0, 0]),
        (
            "ada.saying",
            Value::text("It was THE OLD MILLER!"),
            [0, 10, 0, 0],
        ),
        // A name is a word, not a piece of one.
        (
            "ada.saying",
            Value::text("A bench was locally benign."),
            [0, 0, 0, 0],
        ),
    ];
    let session = world("");
    for (cell, value, expected) in &rows {
        let found = worth(&session, cell, value);
        assert_eq!(found, *expected, "{cell} = {}", value.show());
    }
    assert_eq!(rows.len(), 16);
    let all = [
        "ben", "cal", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10",
    ];
    let wide = Worth {
        dramatic: 0,
        links: worth(&session, "ada.seen", &set(&all))[1],
        themes: 0,
        surprise: 0,
    };
    assert_eq!((wide.links, wide.total()), (120, 100), "at most 100");
}

/// A project weighs each part by itself.
#[test]
fn a_project_weighs_the_parts_as_it_likes() {
    let guilty = ("ada.past", symbol("guilty"));
    let broken = ("ada.vow", symbol("broken"));
    for (score, of_guilty, of_broken) in [
        ("{}", [20, 0, 11, 9], [0, 20, 0, 5]),
        ("{ dramatic: 50 }", [50, 0, 11, 9], [0, 20, 0, 5]),
        ("{ link: 3 }", [20, 0, 11, 9], [0, 6, 0, 5]),
        ("{ theme: 100 }", [20, 0, 75, 9], [0, 20, 0, 5]),
        ("{ surprise: 0 }", [20, 0, 11, 0], [0, 20, 0, 0]),
        (
            "{ dramatic: 0, link: 1, theme: 4, surprise: 100 }",
            [0, 0, 3, 90],
            [0, 2, 0, 50],
        ),
    ] {
        let session = world(&format!(", score: {score}"));
        assert_eq!(worth(&session, guilty.0, &guilty.1), of_guilty, "{score}");
        assert_eq!(worth(&session, broken.0, &broken.1), of_broken, "{score}");
    }
}

/// What is worth too little is asked for again, with every part of its score; what is worth enough is not.
#[test]
fn a_poor_value_is_told_each_part_of_its_score() {
    for (answer, shown) in [
        (
            "plain",
            "its score is 3 (0 + 0 + 0 + 3: stakes, links, themes, surprise); at least 40 is wanted",
        ),
        (
            "torn",
            "its score is 29 (20 + 0 + 0 + 9: stakes, links, themes, surprise); at least 40 is wanted",
        ),
        (
            "sworn",
            "its score is 24 (0 + 0 + 15 + 9: stakes, links, themes, surprise); at least 40 is wanted",
        ),
    ] {
        let mut session = world(", min_score: 40");
        let mut answers = [answer, "guilty"].into_iter();
        let turn = session.ask(r#"{"observe":"ada.past"}"#, |_| {
            answers.next().expect("two answers").to_owned()
        });
        assert_eq!(turn.requests.len(), 2, "{answer}");
        let again = &turn.requests[1].prompt.user;
        assert!(again.contains(shown), "{answer}: {again}");
        assert_eq!(session.value("ada.past").as_deref(), Some("guilty"));
    }
    // 20 and 11 and 9 are just enough.
    for (least, asked) in [(40, 1), (41, 2)] {
        let mut session = world(&format!(", min_score: {least}"));
        let turn = session.ask(r#"{"observe":"ada.past"}"#, |_| "guilty".to_owned());
        assert_eq!(turn.requests.len(), asked, "at least {least}");
    }
}
