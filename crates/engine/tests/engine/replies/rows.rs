//! Dead rows against brute force: matrices are generated, and every case of a fine grid is decided.

use super::desk::{Source, compile, shown};
use engine::Project;
use engine::input::Raw;
use engine::reply::case::Case;
use engine::reply::decide::decide;
use engine::reply::matrix::examine;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write as _;

fn atom() -> impl Strategy<Value = String> {
    let value = prop::sample::select(vec!["x", "y", "z"]);
    let sign = prop::sample::select(vec!["<", "<=", ">", ">=", "==", "!="]);
    let days = prop::sample::select(vec!["<", "<=", ">", ">=", "=="]);
    prop_oneof![
        value.clone().prop_map(|value| format!("s.a == {value}")),
        value
            .clone()
            .prop_map(|value| format!("s.a NOT IN [{value}]")),
        Just("s.a is null".to_owned()),
        Just("s.b == true".to_owned()),
        Just("s.b".to_owned()),
        Just("s.b is known".to_owned()),
        (sign, 0..4_i32).prop_map(|(sign, number)| format!("s.n {sign} {number}")),
        (days.clone(), -1..3_i32)
            .prop_map(|(sign, days)| format!("s.d {sign} today + {days} days")),
        (days, 0..2_i32).prop_map(|(sign, days)| format!("s.d - today {sign} {days}")),
        Just("big".to_owned()),
        Just("kind == first".to_owned()),
    ]
}

/// What is asked of the intentions of a case.
fn asked() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "case.intention == I".to_owned(),
        "case.intention == J".to_owned(),
        "case.intention is null".to_owned(),
        "I in case.intentions".to_owned(),
        "J in case.intentions".to_owned(),
    ])
}

/// A condition of a state or a row.
fn condition() -> impl Strategy<Value = String> {
    of(prop_oneof![4 => atom().boxed(), 1 => asked().boxed()].boxed())
}

fn of(atom: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    atom.prop_recursive(2, 5, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} AND {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} OR {b})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
}

fn matrix() -> impl Strategy<Value = Source> {
    let severity = prop::sample::select(vec![
        "BLOCKING", "WARNING", "WARNING", "INFO", "INFO", "INFO",
    ]);
    let states = prop::collection::vec((condition(), severity, 0..3_u32), 2..5);
    let row = (
        0..5_usize,
        0..2_usize,
        prop::option::of(condition()),
        prop::option::of(condition()),
    );
    let rows = prop::collection::vec(row, 1..7);
    let others = prop::collection::vec((0..4_usize, prop::option::of(of(atom().boxed()))), 0..3);
    (states, rows, others, any::<bool>()).prop_map(|(states, rows, others, default)| {
        let mut text = String::from(
            "name: Generated\nsources: { s: { fields: { a: { type: enum, values: [x, y, z] }, b: boolean, n: number, d: date } } }\nderived:\n  big: \"s.n >= 2\"\n  kind: { type: enum, values: [first, second], first: [{ when: \"s.a == x\", is: first }, { when: \"s.b\", is: second }, { is: first }] }\nslots: [answer]\nintentions:\n  I: { triggers: [alpha], text: always }\n  J: { triggers: [beta], text: always }\nstates:\n",
        );
        let count = states.len();
        for (number, (condition, severity, priority)) in states.iter().enumerate() {
            let _ = writeln!(text, "  S{number}: {{ priority: {priority}, severity: {severity}, when: \"{condition}\", response: {{ text: state {number} }} }}");
        }
        if default {
            text.push_str("  REST: { severity: INFO, default: true }\n");
        }
        text.push_str("matrix:\n");
        let mut seen = BTreeSet::new();
        for (state, intention, one, two) in rows {
            let state = if state < count { format!("S{state}") } else { "*".to_owned() };
            let key = format!("{state}:{}", ["I", "J"][intention]);
            if !seen.insert(key.clone()) {
                continue;
            }
            let when = |condition: Option<String>| condition.map_or(String::new(), |condition| format!("when: \"{condition}\", "));
            let (one, two) = (when(one), when(two));
            let _ = writeln!(text, "  \"{key}\": [{{ {one}text: one }}, {{ {two}text: two }}]");
        }
        text.push_str("  \"*:J\": { text: any }\n".trim_start_matches(|_| seen.contains("*:J")));
        let mut files = Source::new();
        let mut templates = String::from("templates:\n");
        for (number, (state, when)) in others.into_iter().enumerate() {
            let when = when.map_or(String::new(), |when| format!(", for_condition: \"{when}\""));
            let of = if state < count { format!("for_state: S{state}") } else { "for_intention: I".to_owned() };
            let _ = writeln!(templates, "  t{number}: {{ {of}{when}, answers: [] }}");
            files.insert(format!("states/templates/t{number}.txt"), "text".to_owned());
        }
        if !files.is_empty() {
            text.push_str(&templates);
        }
        files.insert("project.yaml".to_owned(), text);
        files
    })
}

/// Every rule that some case of the grid selects.
fn fired(project: &Project) -> BTreeSet<String> {
    let text = |text: &str| Some(Raw::Text(text.to_owned()));
    let number = |digits: &str| Some(Raw::Number(digits.to_owned()));
    let a = [None, Some(Raw::Null), text("x"), text("y"), text("z")];
    let b = [
        None,
        Some(Raw::Null),
        Some(Raw::Bool(true)),
        Some(Raw::Bool(false)),
    ];
    let mut n = vec![None, Some(Raw::Null)];
    n.extend(["-1", "0", "0.5", "1", "1.5", "2", "2.5", "3", "4"].map(number));
    let mut d = vec![None, Some(Raw::Null)];
    d.extend((10..=20).map(|day| text(&format!("2026-06-{day}"))));
    let mut fired = BTreeSet::new();
    for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (a, b))) {
        for (n, d) in n.iter().flat_map(|n| d.iter().map(move |d| (n, d))) {
            let mut case = Case::at("2026-06-15T12:00:00Z".parse().expect("a moment"));
            for (field, value) in [("a", a), ("b", b), ("n", n), ("d", d)] {
                if let Some(value) = value {
                    case.set(project, "s", field, value).expect("a fact");
                }
            }
            case.was_read("s");
            case.fill(project);
            for wanted in [vec![], vec![0], vec![1], vec![0, 1], vec![1, 0]] {
                case.intentions = Some(wanted);
                let reply = decide(project, &case).expect("a reply");
                fired.extend(
                    reply
                        .selection
                        .iter()
                        .map(|selected| selected.rule.to_string()),
                );
            }
        }
    }
    fired
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn law_r2_a_row_is_dead_exactly_if_no_case_selects_it(files in matrix()) {
        let (project, diagnostics) = compile(&files);
        let Some(project) = project else {
            panic!("{}\n{}", files["project.yaml"], shown(&diagnostics));
        };
        let replies = project.replies.as_ref().expect("replies");
        let (examined, fired) = (examine(&project), fired(&project));
        prop_assert_eq!(examined.undecided, 0);
        for report in &examined.rows {
            let name = replies.rules[report.rule].name.to_string();
            // Two templates of one name cannot be told apart by what was selected.
            let alive = fired.contains(&name);
            // What is only chosen where an intention has no row is looked at as if there were none.
            let exactly = replies.rules[report.rule].intention.is_some();
            let agrees = report.dead.is_none() == alive || (!exactly && report.dead.is_none());
            prop_assert!(agrees, "{} {:?}\n{}", name, report, files["project.yaml"]);
        }
    }
}
