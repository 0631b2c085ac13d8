//! Lists: what they must and must not hold, how long they are, what they are as JSON, whoever writes.

use crate::common::{Session, project};
use engine::collapse::Generator;
use engine::field::Possible;
use engine::project::{Files, compile};
use engine::request::{Outcome, Request};
use logic::value::{Cell, Value};
use std::collections::{BTreeMap, BTreeSet};

const WORLD: &str = r#"
name: Bags
languages: [en, fr]
sorts: { traveller: { is: [character] } }
attributes:
  traveller:
    bag: { type: list, of: enum, values: [rope, lamp, bread, knife, coin], max_items: 3, generate: {} }
    route: { type: list, of: ref, sort: place, generate: {} }
    songs: { type: list, of: text, max_items: 4, generate: { grammar: { start: ["The {what}"], what: [river, crow, mill, road, bell] } } }
    dice: { type: list, of: number, range: [1, 6], max_items: 5, generate: {} }
    oath: { type: enum, values: [peace, war], generate: {} }
    words:
      type: list
      of: text
      schema: { minItems: 2, maxItems: 3, uniqueItems: true, items: { minLength: 3, pattern: "^[a-z]+$" } }
      generate: { offline: [ash, oak, elm, yew, "no", "Fir tree"] }
    nick: { type: text, schema: { minLength: 2, maxLength: 6, not: { const: nobody } }, generate: { prompt: A nickname., offline: [x, Rook] } }
entities:
  ada: { sort: traveller, name: Ada }
  ben: { sort: traveller, name: Ben, facts: { oath: war } }
  cal: { sort: traveller, name: Cal }
  mill: { sort: place, name: The mill }
  ford: { sort: place, name: The ford }
  tower: { sort: place, name: The tower }
rules:
  knife:
    is: "forall X in traveller: oath(X) == war => knife in bag(X)"
    because: { en: "who goes to war has a knife", fr: "qui va à la guerre a un couteau" }
  no_coin: "forall X in traveller: oath(X) == war => coin not in bag(X)"
  past_the_mill: "forall X in traveller: mill in route(X)"
  never_the_tower: "forall X in traveller: tower not in route(X)"
  a_song:
    is: "forall X in traveller: \"The crow\" not in songs(X)"
    because: nobody sings of the crow here
"#;

fn codes(source: &str) -> Vec<&'static str> {
    let files = Files(BTreeMap::from([(
        "world.yaml".to_owned(),
        source.as_bytes().to_vec(),
    )]));
    compile(&files).1.iter().map(|found| found.code).collect()
}

fn assert_refused(session: &mut Session, values: &str, code: &str, says: &str) {
    let turn = session.send(&format!(r#"{{"assert":{{{values}}}}}"#));
    assert_eq!(turn.refused(), [code], "{values}");
    let text = turn.texts().join("\n");
    assert!(text.contains(says), "{values}: {text}");
}

#[test]
fn whoever_writes_a_list_must_hold_what_rules_say() {
    let mut session = Session::new(&project(WORLD), 1);
    for (values, code, says) in [
        // Ben is at war from the start.
        (
            r#""ben.bag":["rope"]"#,
            "impossible",
            "who goes to war has a knife",
        ),
        (r#""ben.bag":["knife","coin"]"#, "impossible", "no_coin"),
        (
            r#""ada.bag":["rope","lamp","bread","coin"]"#,
            "too-many",
            "at most 3 items",
        ),
        (r#""ada.bag":["rope","sword"]"#, "not-a-choice", "sword"),
        (r#""ada.bag":"rope""#, "wrong-type", "list"),
        (r#""ada.route":["ford"]"#, "impossible", "past_the_mill"),
        (
            r#""ada.route":["mill","tower"]"#,
            "impossible",
            "never_the_tower",
        ),
        (
            r#""ada.route":["mill","nowhere"]"#,
            "unknown-entity",
            "nowhere",
        ),
        (
            r#""ada.songs":["The crow"]"#,
            "impossible",
            "nobody sings of the crow here",
        ),
        (r#""ada.route":null"#, "unfit", "ada.route"),
    ] {
        assert_refused(&mut session, values, code, says);
    }
    // In the order in which they were written, and twice where they stand twice.
    session.send(r#"{"assert":{"ben.bag":["lamp","knife"],"ada.route":["ford","mill","ford"]}}"#);
    assert_eq!(session.value("ben.bag").as_deref(), Some("[lamp, knife]"));
    assert_eq!(
        session.value("ada.route").as_deref(),
        Some("[ford, mill, ford]")
    );
    // What a list holds decides other cells, and they it.
    session.send(r#"{"assert":{"ada.bag":["rope"]}}"#);
    assert_refused(
        &mut session,
        r#""ada.oath":"war""#,
        "impossible",
        "ada.bag = [rope]",
    );
    session.send(r#"{"observe":"ada.oath"}"#);
    assert_eq!(session.value("ada.oath").as_deref(), Some("peace"));
}

#[test]
fn a_session_constrains_lists_and_is_told_why() {
    let mut session = Session::new(&project(WORLD), 1);
    let constrain = |formula: &str| {
        let formula = serde_json::json!(formula);
        format!(r#"{{"author":{{"constrain":{formula}}}}}"#)
    };
    let turn = session.send(&constrain("rope in cal.bag and lamp in cal.bag"));
    assert_eq!(turn.refused(), [""; 0], "{:?}", turn.texts());
    let cell: Cell = "cal.bag".parse().expect("a cell");
    let field = session.state.field(&session.project).expect("a field");
    let Some(Possible::List { must, may, .. }) = field.possible(&cell) else {
        panic!("no list");
    };
    let named = |values: &[Value]| values.iter().map(Value::show).collect::<Vec<_>>();
    assert_eq!(named(&must), ["rope", "lamp"]);
    assert_eq!(named(&may), ["bread", "knife", "coin"]);
    // Three is the most: a third that is demanded leaves no room for a fourth.
    session.send(&constrain("bread in cal.bag"));
    let turn = session.send(&constrain("coin in cal.bag"));
    assert_eq!(turn.refused(), ["impossible"]);
    let text = turn.texts().join("\n");
    assert!(text.contains("cal.bag has at most 3 items"), "{text}");
    assert_refused(
        &mut session,
        r#""cal.oath":"war""#,
        "impossible",
        "at most 3 items",
    );
    assert_refused(
        &mut session,
        r#""cal.bag":["rope","lamp"]"#,
        "impossible",
        "bread in cal.bag",
    );
    session.send(r#"{"observe":"cal.bag"}"#);
    let bag = session.value("cal.bag").expect("it was made");
    assert!(
        ["rope", "lamp", "bread"]
            .iter()
            .all(|item| bag.contains(item)),
        "{bag}"
    );
    // What the field was never asked for it cannot be asked now.
    let turn = session.send(&constrain("\"The mill\" in cal.songs"));
    assert_eq!(turn.refused(), ["rule-outside-field"], "{:?}", turn.texts());
}

/// A list that must hold more than it may is found at load, with the line of its limit.
#[test]
fn a_limit_and_rules_that_do_not_go_together_are_found_at_load() {
    let more = "  all: \"forall X in traveller: rope in bag(X) and lamp in bag(X) and bread in bag(X) and knife in bag(X)\"\n";
    // Three of the texts that are written in it do not fit.
    let codes = |world: &str| {
        let mut found = codes(world);
        found.retain(|code| *code != "offline-refused");
        found
    };
    assert_eq!(codes(&format!("{WORLD}{more}")), ["impossible-world"]);
    let long = WORLD.replace(
        "facts: { oath: war }",
        "facts: { oath: war, bag: [knife, rope, lamp, bread] }",
    );
    assert_eq!(codes(&long), ["wrong-value"]);
}

#[test]
fn lists_are_made_within_what_is_possible() {
    let world = project(WORLD);
    let mut seen: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for seed in 0..60 {
        let mut session = Session::new(&world, seed);
        for cell in [
            "ben.bag",
            "ada.route",
            "ada.songs",
            "ada.dice",
            "ada.words",
            "ada.nick",
        ] {
            let turn = session.send(&format!(r#"{{"observe":"{cell}"}}"#));
            let value = session.value(cell);
            let value = value.unwrap_or_else(|| panic!("{cell}: {:?}", turn.texts()));
            seen.entry(cell).or_default().insert(value);
        }
        let held = |cell: &str, item: &str| {
            session
                .value(cell)
                .is_some_and(|value| value.contains(item))
        };
        assert!(held("ben.bag", "knife") && !held("ben.bag", "coin"));
        assert!(held("ada.route", "mill") && !held("ada.route", "tower"));
        assert!(!held("ada.songs", "crow"));
        assert!(!held("ada.words", "no") && !held("ada.words", "Fir"));
    }
    for (cell, least) in [
        ("ben.bag", 5),
        ("ada.route", 2),
        ("ada.songs", 20),
        ("ada.dice", 30),
        ("ada.words", 10),
        ("ada.nick", 1),
    ] {
        assert!(seen[cell].len() >= least, "{cell}: {:?}", seen[cell]);
    }
}

/// Every writer keeps to a schema, and is told the path of what is wrong.
#[test]
fn every_writer_keeps_to_its_schema() {
    let world = project(WORLD);
    let mut session = Session::new(&world, 1);
    for (values, says) in [
        (
            r#""ada.words":["ash"]"#,
            "ada.words is not what its schema says: 2 to 3 items; these are 1",
        ),
        (
            r#""ada.words":["ash","oak","Elm"]"#,
            "ada.words/2 is not what its schema says: it matches",
        ),
        (r#""ada.words":["ash","ash"]"#, "twice"),
        (r#""ada.nick":"x""#, "2 to 6 characters"),
        (r#""ada.nick":"nobody""#, "must not have"),
    ] {
        assert_refused(&mut session, values, "schema", says);
    }
    // A model is told the schema, and is held to it.
    let mut attempts = Vec::new();
    let turn = session.ask(r#"{"observe":"ada.words"}"#, |request| {
        let schema = request.schema.clone().expect("a schema").to_string();
        assert!(
            schema.contains("uniqueItems") && schema.contains("^[a-z]+$"),
            "{schema}"
        );
        attempts.push(request.prompt.user.clone());
        let value = ["[\"ash\"]", "{\"a\":1}", "[\"yew\",\"elm\"]"][attempts.len() - 1];
        format!(r#"{{"value":{value},"reasoning":"","confidence":1}}"#)
    });
    assert_eq!(turn.requests.len(), 3);
    assert!(attempts[1].contains("2 to 3 items"), "{}", attempts[1]);
    assert_eq!(session.value("ada.words").as_deref(), Some("[yew, elm]"));
    // Of what an author wrote the offline generator takes what fits.
    session.send(r#"{"observe":"ada.nick"}"#);
    assert_eq!(session.value("ada.nick").as_deref(), Some("Rook"));
    // Where nothing fits that is said, and the cell stays open.
    let none = WORLD.replace("[ash, oak, elm, yew, \"no\", \"Fir tree\"]", "[\"no\"]");
    let mut session = Session::new(&project(&none), 1);
    let turn = session.send(r#"{"observe":"ada.words"}"#);
    assert_eq!(turn.refused(), ["not-generated"]);
    assert_eq!(session.value("ada.words"), None);
}

/// Numbers in lists are read from a model's answer, and what a hostile one adds is not.
#[test]
fn a_model_writes_lists_within_the_field() {
    let mut session = Session::new(&project(WORLD), 1);
    session.ask(r#"{"observe":"ada.dice"}"#, |_| {
        r#"{"value":[3, "5", 6],"reasoning":"","confidence":1,"unlock":true}"#.to_owned()
    });
    assert_eq!(session.value("ada.dice").as_deref(), Some("[3, 5, 6]"));
    let mut heard = Vec::new();
    let mut model = |request: &Request| {
        heard.push(request.schema.clone().expect("a schema").to_string());
        let value = ["[\"coin\"]", "[\"knife\",\"coin\"]", "[\"knife\",\"rope\"]"][heard.len() - 1];
        Outcome::Answered {
            text: format!(r#"{{"value":{value},"reasoning":"","confidence":1}}"#),
            tokens: None,
        }
    };
    session.send_to(r#"{"observe":"ben.bag"}"#, Generator::Model, &mut model);
    assert_eq!(session.value("ben.bag").as_deref(), Some("[knife, rope]"));
    assert!(
        heard[0].contains(r#"{"contains":{"const":"knife"}}"#),
        "{}",
        heard[0]
    );
    assert!(!heard[0].contains("coin"), "{}", heard[0]);
}

/// What a schema may say is read at load; what would be passed over in silence is refused.
#[test]
fn schemas_are_checked_at_load() {
    let world = |declared: &str| {
        format!(
            "name: S\nattributes: {{ character: {{ a: {{ {declared} }} }} }}\nentities: {{ x: {{ sort: character, name: X }} }}\n"
        )
    };
    let one = |declared: &str| codes(&world(declared));
    for schema in [
        "{ type: object }",
        "{ minLenght: 3 }",
        "{ $ref: 'https://example.org/x' }",
        "{ $ref: '#/$defs/x', $defs: { x: {} } }",
        "{ properties: { a: {} } }",
        "{ pattern: '[' }",
        "{ format: hostname }",
        "{ minLength: -1 }",
        "{ minLength: 5, maxLength: 3 }",
        "{ enum: [] }",
        "{ anyOf: [] }",
        "{ not: 3 }",
        "[]",
        "text",
    ] {
        assert_eq!(
            one(&format!("type: text, schema: {schema}")),
            ["bad-schema"],
            "{schema}"
        );
    }
    for schema in [
        "{ type: string }",
        "{ multipleOf: 0 }",
        "{ items: { type: thing } }",
    ] {
        let declared = format!("type: list, of: number, schema: {schema}");
        assert_eq!(one(&declared), ["bad-schema"], "{schema}");
    }
    for kind in ["number", "boolean", "date", "instant", "enum, values: [a]"] {
        let declared = format!("type: {kind}, schema: {{ minLength: 2 }}");
        assert_eq!(one(&declared), ["unknown-key"], "{kind}");
    }
    let fine = "type: list, of: number, schema: { title: Rolls, items: { type: integer, minimum: 1, exclusiveMaximum: 7 }, contains: { const: 6 }, minContains: 0, oneOf: [{ maxItems: 2 }, { minItems: 5 }] }";
    assert_eq!(one(fine), [""; 0]);
    // What a schema asks for at least is not more than what there may be at most.
    for declared in [
        "type: list, of: text, max_items: 2, schema: { minItems: 3 }",
        "type: list, of: text, max_items: 2, schema: { allOf: [{ minItems: 1 }, { minItems: 3 }] }",
        "type: list, of: text, max_length: 4, schema: { items: { minLength: 5 } }",
        "type: text, max_length: 4, schema: { minLength: 5 }",
        "type: text, max_length: 4, schema: { allOf: [{ minLength: 5 }] }",
    ] {
        assert_eq!(one(declared), ["bad-schema"], "{declared}");
    }
    for declared in [
        "type: list, of: text, max_items: 3, schema: { minItems: 3 }",
        "type: text, max_length: 4, schema: { anyOf: [{ minLength: 5 }, { maxLength: 3 }] }",
    ] {
        assert_eq!(one(declared), [""; 0], "{declared}");
    }
    // Texts that the offline generator has and its own attribute refuses, as the value or as an item of it.
    for declared in [
        "type: text, schema: { minLength: 5 }, generate: { offline: [ab] }",
        "type: text, pattern: '[0-9]+', generate: { offline: [ab] }",
        "type: list, of: text, schema: { items: { minLength: 5 } }, generate: { offline: [ab] }",
        "type: list, of: text, max_length: 3, generate: { offline: [abcdef] }",
    ] {
        assert_eq!(one(declared), ["offline-refused"], "{declared}");
    }
    let items = "type: list, of: text, schema: { items: { minLength: 5 } }, generate: { grammar: { start: [ab] } }";
    assert_eq!(one(items), ["bad-grammar"]);
    // A grammar that makes what the schema forbids is shown at load.
    let grammar = "type: text, schema: { minLength: 5 }, generate: { grammar: { start: [ab] } }";
    assert_eq!(one(grammar), ["bad-grammar"]);
    // And so is a fact.
    let fact = world("type: text, schema: { minLength: 5 }")
        .replace("name: X }", "name: X, facts: { a: ab } }");
    assert_eq!(codes(&fact), ["wrong-value"]);
}
