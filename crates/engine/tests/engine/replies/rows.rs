//! Dead rows against brute force: matrices are generated, and every case of a grid is decided that is as fine
//! as what their conditions can tell apart.

use super::desk::{Source, compile, shown};
use super::naive::{compare, judge, select_among};
use super::oracle::told;
use engine::Project;
use engine::input::Raw;
use engine::reply::case::{Case, CaseFacts};
use engine::reply::decide::choose;
use engine::reply::matrix::{Dead, examine};
use engine::reply::{Replies, Severity};
use logic::holds::{Truth, evaluate};
use logic::value::Value;
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
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
        (sign, 1..3_i32).prop_map(|(sign, number)| format!("s.n {sign} {number}")),
        (days.clone(), -1..2_i32)
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

/// What `templates` hold: for a state, an intention, both or a condition alone.
#[derive(Clone, Debug)]
struct Other {
    state: Option<usize>,
    intention: bool,
    priority: u32,
    when: Option<String>,
}

fn other() -> impl Strategy<Value = Other> {
    let when = condition();
    let of = (prop::option::of(0..4_usize), any::<bool>(), 0..2_u32);
    (of, prop::bool::weighted(0.5), when).prop_map(
        |((state, intention, priority), always, when)| {
            let always = always && (state.is_some() || intention);
            let when = (!always).then_some(when);
            Other {
                state,
                intention,
                priority,
                when,
            }
        },
    )
}

const HEAD: &str = "name: Generated\nsources: { s: { fields: { a: { type: enum, values: [x, y, z] }, b: boolean, n: number, d: date } } }\nderived:\n  big: \"s.n >= 2\"\n  kind: { type: enum, values: [first, second], first: [{ when: \"s.a == x\", is: first }, { when: \"s.b\", is: second }, { is: first }] }\nintentions:\n  I: { triggers: [alpha], text: always }\n  J: { triggers: [beta], text: always }\n";

fn matrix() -> impl Strategy<Value = Source> {
    let severity = prop::sample::select(vec![
        "BLOCKING", "WARNING", "WARNING", "INFO", "INFO", "INFO",
    ]);
    let states = prop::collection::vec((condition(), severity, 0..3_u32, any::<bool>()), 2..5);
    let row = (
        0..5_usize,
        0..2_usize,
        prop::option::of(condition()),
        prop::option::of(condition()),
    );
    let rows = prop::collection::vec(row, 1..5);
    let others = prop::collection::vec(other(), 0..4);
    let groups = prop::sample::subsequence(vec!["s.a", "kind", "big"], 0..3);
    (states, rows, others, groups, any::<(bool, bool)>()).prop_map(
        |(mut states, rows, others, groups, (default, any))| {
            // Every other state holds only where the one before it does.
            for number in 1..states.len() {
                if states[number].3 {
                    states[number].0 = format!("({} AND {})", states[number - 1].0, states[number].0);
                }
            }
            let mut text = String::from("slots: [answer]\nstates:\n");
            let count = states.len();
            for (number, (condition, severity, priority, _)) in states.iter().enumerate() {
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
            if any && !seen.contains("*:J") {
                text.push_str("  \"*:J\": { text: any }\n");
            }
            let mut files = passes(&mut text, &others, &groups, count);
            files.insert("project.yaml".to_owned(), format!("{HEAD}{text}"));
            files
        },
    )
}

/// What is selected where the matrix has no row; gives the templates.
fn passes(text: &mut String, others: &[Other], groups: &[&str], states: usize) -> Source {
    let mut files = Source::new();
    let mut file = |name: &str| {
        files.insert(format!("states/templates/{name}.txt"), "text".to_owned());
    };
    if !others.is_empty() {
        text.push_str("templates:\n");
    }
    for (number, other) in others.iter().enumerate() {
        let of = [
            other
                .state
                .filter(|state| *state < states)
                .map(|state| format!("for_state: S{state}")),
            other.intention.then(|| "for_intention: I".to_owned()),
            other
                .when
                .as_ref()
                .map(|when| format!("for_condition: \"{when}\"")),
        ];
        let mut of: Vec<String> = of.into_iter().flatten().collect();
        if of.is_empty() {
            of.push("for_intention: J".to_owned());
        }
        let (of, priority) = (of.join(", "), other.priority);
        let _ = writeln!(
            text,
            "  t{number}: {{ {of}, priority: {priority}, answers: [] }}"
        );
        file(&format!("t{number}"));
    }
    if !groups.is_empty() {
        text.push_str("groups:\n");
    }
    for (number, fact) in groups.iter().enumerate() {
        let values = match *fact {
            "s.a" => ["x", "z"],
            "kind" => ["first", "second"],
            _ => ["true", "false"],
        };
        let value =
            |value: &str| format!("\"{value}\": {{ template: g{number}.txt, answers: [] }}");
        let values = values.map(value).join(", ");
        let _ = writeln!(
            text,
            "  g{number}: {{ fact: {fact}, values: {{ {values} }} }}"
        );
        file(&format!("g{number}"));
    }
    files
}

/// The values of a fact that conditions tell apart; only that it is missing, where they do not read it.
fn values(reads: bool, texts: &[&str], raw: impl Fn(&str) -> Raw) -> Vec<Option<Raw>> {
    let mut all = vec![None];
    if reads {
        all.push(Some(Raw::Null));
        all.extend(texts.iter().map(|text| Some(raw(text))));
    }
    all
}

/// Every case of a grid over the facts that conditions read, with what is wanted in it.
fn grid(project: &Project, text: &str, mut see: impl FnMut(&Case)) {
    let reads = |names: &[&str]| names.iter().any(|name| text.contains(name));
    let of_text = |text: &str| Raw::Text(text.to_owned());
    let a = values(reads(&["s.a", "kind"]), &["x", "y", "z"], of_text);
    let b = values(reads(&["s.b", "kind"]), &["true", "false"], |text| {
        Raw::Bool(text == "true")
    });
    let n = values(
        reads(&["s.n", "big"]),
        &["0", "1", "1.5", "2", "3"],
        |text| Raw::Number(text.to_owned()),
    );
    let days = [
        "2026-06-13",
        "2026-06-14",
        "2026-06-15",
        "2026-06-16",
        "2026-06-17",
    ];
    let d = values(reads(&["s.d"]), &days, of_text);
    // Where no condition asks, the rows of each intention are tried whatever the other one is.
    let wanted = match reads(&["case.intention"]) {
        true => vec![vec![], vec![0], vec![1], vec![0, 1], vec![1, 0]],
        false => vec![vec![], vec![0, 1]],
    };
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
            for wanted in &wanted {
                case.intentions = Some(wanted.clone());
                see(&case);
            }
        }
    }
}

/// Whether a rule would be taken in this case for this intention, if it were tried.
fn fits(
    replies: &Replies,
    facts: &CaseFacts,
    held: &[usize],
    rule: usize,
    of: Option<usize>,
) -> bool {
    let own = &replies.rules[rule];
    let mut groups = replies.groups.iter();
    let group = groups.find_map(|group| {
        let mut values = group.values.iter();
        let (value, _) = values.find(|(_, number)| **number == rule)?;
        Some((group, value))
    });
    let is_it = group.is_none_or(|(group, value)| {
        let is = evaluate(facts, &group.fact).ok().flatten();
        is.is_some_and(|is| is != Value::Null && is.show() == **value)
    });
    is_it
        && (own.intention.is_none() || own.intention == of)
        && own.state.is_none_or(|state| held.contains(&state))
        && own
            .when
            .as_ref()
            .is_none_or(|when| facts.holds(when) == Truth::True)
}

/// What brute force says of a rule that is called dead.
#[derive(Default)]
struct Tried {
    /// It would have been taken in some case, if it had been tried.
    fits: bool,
    /// It was chosen in one although those that are said to shadow it were tried first.
    passed: bool,
    /// Of those, the ones without which another one would still always come first.
    idle: BTreeSet<usize>,
}

/// What was examined, over all matrices.
#[derive(Default, Debug)]
struct Counts {
    matrices: usize,
    cases: usize,
    compared: usize,
    alive: usize,
    blocking: usize,
    never: usize,
    shadowed: usize,
    shadowed_by_several: usize,
    /// Of no intention: alive, and dead.
    of_all: [usize; 2],
    /// Dead, of no intention and not because of its state alone.
    shadowed_of_all: usize,
}

fn by(dead: &Dead) -> &[usize] {
    match dead {
        Dead::Shadowed(by) => by,
        Dead::Blocking | Dead::Never => &[],
    }
}

/// Tries a rule that is called dead in one case, for each thing that is wanted in it.
fn try_dead(
    replies: &Replies,
    facts: &CaseFacts,
    held: &[usize],
    wanted: &[Option<usize>],
    (rule, dead): (usize, &Dead),
    tried: &mut Tried,
) {
    let chosen = |among: &[usize], of: Option<usize>| {
        let all = |number: usize| number == rule || among.contains(&number);
        let found = select_among(replies, facts, held, of, &all);
        found.is_some_and(|found| std::ptr::eq(found, &replies.rules[rule]))
    };
    for of in wanted.iter().copied() {
        if !fits(replies, facts, held, rule, of) {
            continue;
        }
        tried.fits = true;
        tried.passed |= chosen(by(dead), of);
        let all = by(dead).to_vec();
        tried.idle.retain(|idle| {
            let others: Vec<usize> = all.iter().copied().filter(|other| other != idle).collect();
            !chosen(&others, of)
        });
    }
}

fn judged(files: &Source, counts: &mut Counts) -> Result<(), TestCaseError> {
    let (project, diagnostics) = compile(files);
    let source = files.iter().map(|(file, text)| format!("{file}:\n{text}"));
    let source = source.collect::<Vec<_>>().join("\n");
    let Some(project) = project else {
        panic!("{source}\n{}", shown(&diagnostics));
    };
    let replies = project.replies.as_ref().expect("replies");
    let examined = examine(&project);
    prop_assert_eq!(examined.undecided, 0);
    prop_assert_eq!(examined.rows.len(), replies.rules.len());
    let mut dead: BTreeMap<usize, (&Dead, Tried)> = BTreeMap::new();
    for report in &examined.rows {
        if let Some(why) = &report.dead {
            let idle = by(why).iter().copied().collect();
            let tried = Tried {
                idle,
                ..Tried::default()
            };
            dead.insert(report.rule, (why, tried));
        }
    }
    let mut fired = BTreeSet::new();
    let text = files["project.yaml"].strip_prefix(HEAD).expect("the head");
    grid(&project, text, |case| {
        counts.cases += 1;
        let wanted = case.intentions.as_ref().expect("what is wanted");
        if counts.cases.is_multiple_of(499) {
            compare(&project, case, wanted);
            counts.compared += 1;
        }
        let (_, selections) = choose(&project, case).expect("replies");
        fired.extend(selections.iter().filter_map(|selection| selection.rule));
        if dead.is_empty() {
            return;
        }
        let told = told(&project, case, "go");
        let facts = CaseFacts::new(&project, &told);
        let (held, _) = judge(replies, &facts);
        if held
            .first()
            .is_some_and(|state| replies.states[*state].severity == Severity::Blocking)
        {
            return;
        }
        let wanted: Vec<Option<usize>> = match &wanted[..] {
            [] => vec![None],
            all => all.iter().copied().map(Some).collect(),
        };
        for (rule, (why, tried)) in &mut dead {
            try_dead(replies, &facts, &held, &wanted, (*rule, *why), tried);
        }
    });
    counts.matrices += 1;
    for report in &examined.rows {
        let rule = &replies.rules[report.rule];
        let alive = fired.contains(&report.rule);
        let told = format!("{} {report:?}\n{source}", rule.name);
        prop_assert!(report.dead.is_none() == alive, "{}", told);
        let of_all = usize::from(rule.intention.is_none());
        counts.of_all[usize::from(!alive)] += of_all;
        let Some((why, tried)) = dead.get(&report.rule) else {
            counts.alive += 1;
            continue;
        };
        match why {
            Dead::Blocking => {
                let severity = rule.state.map(|state| replies.states[state].severity);
                prop_assert!(severity == Some(Severity::Blocking), "{}", told);
                counts.blocking += 1;
            }
            Dead::Never => {
                prop_assert!(!tried.fits, "it would be taken: {}", told);
                counts.never += 1;
            }
            Dead::Shadowed(by) => {
                prop_assert!(tried.fits, "nothing is taken from it: {}", told);
                prop_assert!(!by.is_empty() && !tried.passed, "others take it: {}", told);
                let needed = by.len() == 1 || tried.idle.is_empty();
                prop_assert!(needed, "not all are needed, {:?}: {}", tried.idle, told);
                counts.shadowed += 1;
                counts.shadowed_by_several += usize::from(by.len() > 1);
                counts.shadowed_of_all += of_all;
            }
        }
    }
    Ok(())
}

#[test]
fn law_r2_a_row_is_dead_exactly_if_no_case_selects_it() {
    let config = ProptestConfig {
        cases: 320,
        max_shrink_iters: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let counts = RefCell::new(Counts::default());
    let mut runner = TestRunner::new(config);
    let run = runner.run(&matrix(), |files| judged(&files, &mut counts.borrow_mut()));
    run.unwrap_or_else(|failure| panic!("{failure}"));
    let counts = counts.into_inner();
    println!("{counts:?}");
    assert!(
        counts.matrices >= 300 && counts.compared > 100,
        "{counts:?}"
    );
    assert!(counts.alive > 500 && counts.never > 50, "{counts:?}");
    assert!(counts.blocking > 50 && counts.shadowed > 100, "{counts:?}");
    assert!(
        counts.of_all[0] > 100 && counts.of_all[1] > 50,
        "{counts:?}"
    );
    assert!(
        counts.shadowed_of_all > 10 && counts.shadowed_by_several > 5,
        "{counts:?}"
    );
}
