//! Every kind of constraint on every type of value: enforced, or refused with a code. Never accepted in silence.

use crate::common::Session;
use engine::project::{Files, Project, compile};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A type with three values as rules write them and as clients send them, and one item for collections.
struct Kind {
    name: &'static str,
    declared: &'static str,
    written: [&'static str; 3],
    sent: [&'static str; 3],
    item: &'static str,
}

const TYPES: [Kind; 12] = [
    Kind {
        name: "text",
        declared: "type: text",
        written: ["\"one\"", "\"two\"", "\"three\""],
        sent: ["\"one\"", "\"two\"", "\"three\""],
        item: "\"one\"",
    },
    Kind {
        name: "number",
        declared: "type: number",
        written: ["5", "3", "7"],
        sent: ["5", "3", "7"],
        item: "5",
    },
    Kind {
        name: "boolean",
        declared: "type: boolean",
        written: ["true", "false", "true"],
        sent: ["true", "false", "true"],
        item: "true",
    },
    Kind {
        name: "date",
        declared: "type: date",
        written: ["2020-05-05", "2020-03-03", "2020-07-07"],
        sent: ["\"2020-05-05\"", "\"2020-03-03\"", "\"2020-07-07\""],
        item: "2020-05-05",
    },
    Kind {
        name: "instant",
        declared: "type: instant",
        written: [
            "2020-05-05T00:00:00Z",
            "2020-03-03T00:00:00Z",
            "2020-07-07T00:00:00Z",
        ],
        sent: [
            "\"2020-05-05T00:00:00Z\"",
            "\"2020-03-03T00:00:00Z\"",
            "\"2020-07-07T00:00:00Z\"",
        ],
        item: "2020-05-05T00:00:00Z",
    },
    Kind {
        name: "enum",
        declared: "type: enum, values: [red, green, blue]",
        written: ["red", "green", "blue"],
        sent: ["\"red\"", "\"green\"", "\"blue\""],
        item: "red",
    },
    Kind {
        name: "ref",
        declared: "type: ref, sort: place",
        written: ["inn", "mill", "ford"],
        sent: ["\"inn\"", "\"mill\"", "\"ford\""],
        item: "inn",
    },
    Kind {
        name: "set",
        declared: "type: set, sort: place",
        written: ["inn", "mill", "ford"],
        sent: ["[\"inn\"]", "[\"mill\"]", "[\"inn\",\"ford\"]"],
        item: "inn",
    },
    Kind {
        name: "list of enum",
        declared: "type: list, of: enum, values: [red, green, blue]",
        written: ["red", "green", "blue"],
        sent: ["[\"red\"]", "[\"green\"]", "[\"red\",\"blue\"]"],
        item: "red",
    },
    Kind {
        name: "list of ref",
        declared: "type: list, of: ref, sort: place",
        written: ["inn", "mill", "ford"],
        sent: ["[\"inn\"]", "[\"mill\"]", "[\"inn\",\"ford\"]"],
        item: "inn",
    },
    Kind {
        name: "list of text",
        declared: "type: list, of: text",
        written: ["\"one\"", "\"two\"", "\"three\""],
        sent: ["[\"one\"]", "[\"two\"]", "[\"one\",\"three\"]"],
        item: "\"one\"",
    },
    Kind {
        name: "list of number",
        declared: "type: list, of: number",
        written: ["5", "3", "7"],
        sent: ["[5]", "[3]", "[5,7]"],
        item: "5",
    },
];

/// A kind of constraint: what is added to the declaration, and what must hold of X. The first value satisfies it
/// and the second does not.
struct Constraint {
    name: &'static str,
    declared: fn(&Kind) -> &'static str,
    rule: fn(&Kind) -> Option<String>,
}

const KINDS: [Constraint; 13] = [
    Constraint {
        name: "must be one of",
        declared: nothing,
        rule: |t| Some(format!("a(X) in [{}, {}]", t.written[0], t.written[2])),
    },
    Constraint {
        name: "must not be",
        declared: nothing,
        rule: |t| Some(format!("a(X) != {}", t.written[1])),
    },
    Constraint {
        name: "must contain",
        declared: nothing,
        rule: |t| Some(format!("{} in a(X)", t.item)),
    },
    Constraint {
        name: "must not contain",
        declared: nothing,
        rule: |t| Some(format!("{} not in a(X)", t.written[1])),
    },
    Constraint {
        name: "implies",
        declared: nothing,
        rule: |t| Some(format!("flag(X) == true => a(X) != {}", t.written[1])),
    },
    Constraint {
        name: "implies contain",
        declared: nothing,
        rule: |t| Some(format!("flag(X) == true => {} in a(X)", t.item)),
    },
    Constraint {
        name: "correlates",
        declared: nothing,
        rule: |_| Some("forall Y in thing: friendship(X, Y) => a(X) == a(Y)".to_owned()),
    },
    Constraint {
        name: "range, open above",
        declared: nothing,
        rule: |t| Some(format!("a(X) >= {}", t.written[0])),
    },
    Constraint {
        name: "pattern",
        declared: |_| ", pattern: \"one|three\"",
        rule: |_| None,
    },
    Constraint {
        name: "schema",
        declared: |t| {
            if t.name.starts_with("list of") {
                ", schema: { items: { not: { enum: [two, green, mill, 3] } } }"
            } else {
                ", schema: { not: { const: two } }"
            }
        },
        rule: |_| None,
    },
    Constraint {
        name: "count",
        declared: nothing,
        rule: |t| Some(format!("count(Z in thing: a(Z) == {}) <= 0", t.written[1])),
    },
    Constraint {
        name: "unique",
        declared: nothing,
        rule: |_| Some("forall Y in thing: X != Y => a(X) != a(Y)".to_owned()),
    },
    Constraint {
        name: "formula",
        declared: nothing,
        rule: |t| Some(format!("not (a(X) == {})", t.written[1])),
    },
];

fn nothing(_: &Kind) -> &'static str {
    ""
}

fn world(kind: &Kind, constraint: &Constraint, by_rule: bool) -> String {
    // The one that is compared with has the first value, or for what must differ the second.
    let other = if constraint.name == "unique" {
        kind.sent[1]
    } else {
        kind.sent[0]
    };
    let rule = (constraint.rule)(kind).filter(|_| by_rule);
    let rules = rule.map_or(String::new(), |rule| {
        let rule = if rule.starts_with("count") {
            rule
        } else {
            format!("forall X in thing: {rule}")
        };
        format!("rules:\n  it: '{rule}'\n")
    });
    format!(
        "name: K\nlanguages: [en]\nsorts: {{ thing: {{ is: [object] }} }}\nattributes:\n  thing:\n    flag: {{ type: boolean }}\n    a: {{ {}{} }}\n\
         entities:\n  one: {{ sort: thing, facts: {{ flag: true }} }}\n  two: {{ sort: thing, facts: {{ flag: false, a: {other} }} }}\n  inn: {{ sort: place }}\n  mill: {{ sort: place }}\n  ford: {{ sort: place }}\n\
         relations:\n  - {{ from: one, to: two, kind: social/friendship }}\n{rules}",
        kind.declared,
        (constraint.declared)(kind),
    )
}

fn compiled(source: &str) -> Result<Arc<Project>, Vec<&'static str>> {
    let files = Files(BTreeMap::from([(
        "world.yaml".to_owned(),
        source.as_bytes().to_vec(),
    )]));
    let (project, found) = compile(&files);
    let mut codes: Vec<&'static str> = found.iter().map(|found| found.code).collect();
    codes.dedup();
    project.map(Arc::new).ok_or(codes)
}

/// Whether the second value is refused and the first is not.
fn enforced(session: &mut Session, kind: &Kind, called: &str) -> String {
    let assert = |value: &str| format!(r#"{{"assert":{{"one.a":{value}}}}}"#);
    let turn = session.send(&assert(kind.sent[1]));
    let bad = turn.refused().join(",");
    assert!(!bad.is_empty(), "{called}: {} was accepted", kind.sent[1]);
    let turn = session.send(&assert(kind.sent[0]));
    assert_eq!(turn.refused(), [""; 0], "{called}: {:?}", turn.texts());
    format!("enforced ({bad})")
}

fn at_load(kind: &Kind, constraint: &Constraint) -> String {
    let called = format!("{} on {}", constraint.name, kind.name);
    match compiled(&world(kind, constraint, true)) {
        Err(codes) => codes.join(","),
        Ok(project) => enforced(&mut Session::new(&project, 1), kind, &called),
    }
}

/// The same, laid on a session by its author.
fn in_session(kind: &Kind, constraint: &Constraint) -> Option<String> {
    let called = format!("{} on {} in a session", constraint.name, kind.name);
    let formula = (constraint.rule)(kind)?
        .replace("(X)", "(one)")
        .replace("(X,", "(one,");
    let formula = formula.replace("X != Y", "one != Y");
    let project = compiled(&world(kind, constraint, false))
        .unwrap_or_else(|codes| panic!("{called}: {codes:?}"));
    let mut session = Session::new(&project, 1);
    let formula = serde_json::json!(formula);
    let turn = session.send(&format!(r#"{{"author":{{"constrain":{formula}}}}}"#));
    Some(match &turn.refused()[..] {
        [] => enforced(&mut session, kind, &called),
        codes => codes.join(","),
    })
}

/// What changes stays out of the field: it may define a derived fact or guard what is written, and nothing else.
#[test]
fn what_changes_constrains_nothing() {
    let world = |more: &str| {
        format!(
            "name: F\nlanguages: [en]\nattributes:\n  character:\n    mood: {{ type: enum, values: [good, bad], changes: true }}\n    loyal: {{ type: boolean }}\n\
             entities:\n  ada: {{ sort: character }}\n  ben: {{ sort: character }}\nrelations:\n  - {{ from: ada, to: ben, kind: social/friendship }}\n{more}"
        )
    };
    let refused: &[&'static str] = &["rule-outside-field"];
    for (more, codes) in [
        (
            "rules: { r: 'forall X in character: mood(X) == bad => loyal(X) == false' }",
            refused,
        ),
        (
            "rules: { r: 'forall X in character: loyal(X) => mood(X) == good' }",
            refused,
        ),
        (
            "rules: { r: 'count(X in character: mood(X) == bad) <= 1' }",
            refused,
        ),
        (
            "rules: { r: 'forall X in character: forall Y in character: X != Y => mood(X) != mood(Y)' }",
            refused,
        ),
        (
            "derived: { d: 'ada.mood == bad' }\nrules: { r: 'd => ada.loyal == false' }",
            refused,
        ),
        (
            "propagation: { p: { when: { attribute: loyal }, to: { relations: '*' }, then: { constrain: 'mood(Y) == good', strength: strict } } }",
            refused,
        ),
        (
            "propagation: { p: { when: { attribute: loyal }, to: { relations: '*' }, then: { constrain: 'mood(Y) == good', strength: soft } } }",
            refused,
        ),
        ("derived: { d: 'ada.mood == bad' }", &[]),
        (
            "propagation: { p: { when: { attribute: loyal, value: 'mood(X) == bad' }, to: { relations: '*' }, then: { raise: sigh } } }",
            &[],
        ),
    ] {
        match compiled(&world(more)) {
            Ok(_) => assert!(codes.is_empty(), "{more}"),
            Err(found) => assert_eq!(found, codes, "{more}"),
        }
    }
    let project = compiled(&world("")).expect("it compiles");
    let mut session = Session::new(&project, 1);
    let turn = session.send(r#"{"author":{"constrain":"ada.mood == good"}}"#);
    assert_eq!(turn.refused(), ["rule-outside-field"], "{:?}", turn.texts());
    // A model cannot change it by generating; an event can.
    let turn = session.ask(r#"{"observe":"ada.mood"}"#, |_| "good".to_owned());
    assert_eq!(turn.refused(), ["not-generated"]);
    let turn = session.send(r#"{"assert":{"ada.mood":"bad"}}"#);
    assert_eq!(turn.refused(), [""; 0]);
}

#[test]
fn law_c7_every_kind_on_every_type_is_enforced_or_refused() {
    let mut table = String::new();
    for constraint in &KINDS {
        table.push_str(&format!("{}\n", constraint.name));
        for kind in &TYPES {
            let at_load = at_load(kind, constraint);
            let later = in_session(kind, constraint).unwrap_or_else(|| "–".to_owned());
            table.push_str(&format!("  {:<16} {at_load:<28} {later}\n", kind.name));
        }
    }
    let table: Vec<&str> = table.lines().map(str::trim_end).collect();
    let expected: Vec<&str> = include_str!("kinds.txt").lines().collect();
    assert_eq!(table, expected, "\n{}", table.join("\n"));
}
