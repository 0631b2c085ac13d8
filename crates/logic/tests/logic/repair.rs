//! Every kind of repair, by example: `repair/KIND.txt` holds cases where it must be made (`+`) and cases
//! where it must not (`-`), each with the reading that is expected.
//!
//! With `BLESS=1` the expected readings are written anew; read the difference before you keep it.
#![allow(clippy::disallowed_methods)]

use logic::batch::{Case, Options, Reading, run};
use logic::repair::{Kind, Place, Why};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

#[derive(Default)]
struct Example {
    made: bool,
    premises: Vec<String>,
    query: String,
    declared: Vec<String>,
    sentence: Option<String>,
    guess: bool,
}

fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    for line in text.lines() {
        if let Some(sign) = line.strip_prefix(['+', '-']).map(|_| line.starts_with('+')) {
            found.push(Example {
                made: sign,
                ..Example::default()
            });
            continue;
        }
        let Some(example) = found.last_mut() else {
            continue;
        };
        match line.split_once(": ") {
            Some(("premise", text)) => example.premises.push(text.to_owned()),
            Some(("query", text)) => example.query = text.to_owned(),
            Some(("declared", text)) => example.declared.push(text.to_owned()),
            Some(("sentence", text)) => example.sentence = Some(text.to_owned()),
            Some(("options", text)) => example.guess = text == "guess",
            Some(_) | None => {}
        }
    }
    found
}

fn read(example: &Example) -> Reading {
    let premises: Vec<&str> = example.premises.iter().map(String::as_str).collect();
    let declared: Vec<&str> = example.declared.iter().map(String::as_str).collect();
    let case = Case {
        premises: &premises,
        query: &example.query,
        declared: &declared,
        sentence: example.sentence.as_deref(),
    };
    let options = Options {
        guess: example.guess,
        query_sentence: example.sentence.is_some(),
        ..Options::default()
    };
    let reading = run(&case, &options);
    undo_gives_back_what_was_written(&reading, &case, &options);
    reading
}

fn undo_gives_back_what_was_written(reading: &Reading, case: &Case<'_>, options: &Options) {
    for repair in &reading.repairs {
        let undone = reading.undo(repair, case, options);
        let left = undone.repairs.iter().filter(|r| r.place == repair.place);
        for other in left {
            assert_eq!(other.kind, Kind::Refused, "{repair:?} left {other:?}");
        }
        let (statement, written) = match repair.place {
            Place::Premise(at) => (&undone.premises[at], case.premises[at]),
            Place::Query => (&undone.query, case.query),
            Place::Statements(_) => panic!("a case has no sayings: {repair:?}"),
        };
        assert_eq!(statement.written, written);
        assert!(!repair.reason.en.is_empty() && !repair.reason.fr.is_empty());
        let aside = matches!(repair.kind, Kind::Quarantine | Kind::Refused);
        assert!(aside || repair.before != repair.after, "{repair:?}");
    }
}

fn show(example: &Example, reading: &Reading) -> String {
    let mut text = String::new();
    let formula = |formula: &Option<logic::Formula>, place: Place| match formula {
        Some(formula) => formula.to_string(),
        None => {
            let mut aside = reading.repairs.iter().filter(|r| r.place == place);
            let repair = aside.find(|repair| repair.why.is_some());
            match repair.map(|repair| (repair.why.map_or("", Why::name), &repair.after)) {
                Some((why, after)) if after.is_empty() => format!("set aside: {why}"),
                Some((why, after)) => format!("set aside: {why}, nearest {after}"),
                None => "set aside".to_owned(),
            }
        }
    };
    let _ = writeln!(
        text,
        "{}",
        if example.made { "+ made" } else { "- not made" }
    );
    for line in &example.declared {
        let _ = writeln!(text, "declared: {line}");
    }
    for (at, premise) in reading.premises.iter().enumerate() {
        let _ = writeln!(text, "premise: {}", premise.written);
        let shown = formula(&premise.formula, Place::Premise(at));
        let _ = writeln!(text, "    {shown}");
    }
    let _ = writeln!(text, "query: {}", reading.query.written);
    let shown = formula(&reading.query.formula, Place::Query);
    let _ = writeln!(text, "    {shown}");
    if let Some(sentence) = &example.sentence {
        let _ = writeln!(text, "sentence: {sentence}");
    }
    if example.guess {
        let _ = writeln!(text, "options: guess");
    }
    let kinds: BTreeSet<&str> = reading.repairs.iter().map(|r| r.kind.name()).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    let _ = writeln!(text, "repairs: {}", kinds.join(" "));
    let _ = writeln!(text, "answer: {:?}", reading.answer);
    text
}

#[test]
fn each_kind_has_its_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/repair");
    let bless = std::env::var("BLESS").is_ok();
    let mut problems = Vec::new();
    for kind in Kind::ALL {
        // Those of strict mode and of belief sets have examples of their own.
        if matches!(
            kind,
            Kind::Refused | Kind::UnknownConstant | Kind::UnknownSort
        ) {
            continue;
        }
        let path = folder.join(format!("{}.txt", kind.name()));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let examples = examples(&text);
        let made = examples.iter().filter(|example| example.made).count();
        assert!(made >= 5, "{}: {made} examples", kind.name());
        assert!(made < examples.len(), "{}: no counter-example", kind.name());
        let shown: Vec<String> = examples
            .iter()
            .map(|example| {
                let reading = read(example);
                let found = reading.repairs.iter().any(|repair| repair.kind == kind);
                if found != example.made {
                    let name = kind.name();
                    problems.push(format!(
                        "{name}: made {found}
{}",
                        show(example, &reading)
                    ));
                }
                show(example, &reading)
            })
            .collect();
        let shown = shown.join("\n");
        if bless {
            std::fs::write(&path, shown).expect("the file can be written");
        } else {
            assert_eq!(shown, text, "{}", kind.name());
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn strict_refuses_and_leaves_nothing_behind() {
    let case = Case {
        premises: &["Wolf(ike)", "∀x (Wolf(x) => Fierce(x))"],
        query: "Fierce(ike)",
        declared: &[],
        sentence: None,
    };
    let options = Options {
        strict: true,
        ..Options::default()
    };
    let reading = run(&case, &options);
    assert!(!reading.executable);
    let kinds: Vec<Kind> = reading.repairs.iter().map(|repair| repair.kind).collect();
    assert_eq!(kinds, [Kind::Refused]);
    assert_eq!(reading.premises[1].formula, None);
}

/// Names in words, some of them misspelt: what is taken for a slip is what comparing every two names says,
/// however the candidates are looked for.
fn is_slip(one: &str, other: &str) -> bool {
    let words = |name: &str| -> Vec<String> { name.split('_').map(str::to_owned).collect() };
    let (one, other) = (words(one), words(other));
    let differing: Vec<_> = one.iter().zip(&other).filter(|(a, b)| a != b).collect();
    let [(a, b)] = differing[..] else {
        return false;
    };
    let length = a.len().min(b.len());
    let distance = strsim::damerau_levenshtein(a, b);
    one.len() == other.len()
        && length >= 5
        && a[..1] == b[..1]
        && (distance == 1 || distance == 2 && length >= 10)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn slips_are_those_of_every_pair(
        names in prop::collection::btree_set("(klomar|klomarbatu)(_[uv]{0,1}klom[ao]r[aou]{0,2}batu)?", 2..7),
        declared in 1_usize..4,
    ) {
        let names: Vec<String> = names.into_iter().collect();
        let premises: Vec<String> = names.iter().map(|name| format!("{name}(a)")).collect();
        let premises: Vec<&str> = premises.iter().map(String::as_str).collect();
        let declared = declared.min(names.len());
        let listed: Vec<String> = names[..declared].iter().map(|name| format!("{name}(x)")).collect();
        let listed: Vec<&str> = listed.iter().map(String::as_str).collect();
        let case = Case { premises: &premises, query: "other(a)", declared: &listed, sentence: None };
        let reading = run(&case, &Options::default());
        let slips = reading.repairs.iter().filter(|repair| repair.kind == Kind::Misspelling);
        let renamed: BTreeSet<&str> = slips.map(|repair| repair.before.as_str()).collect();
        // Each is joined with one that is declared, or is, where it is not.
        let mut class: Vec<usize> = (0..names.len()).collect();
        for a in 0..names.len() {
            for b in a + 1..names.len() {
                if (a < declared) != (b < declared) && is_slip(&names[a], &names[b]) {
                    let (from, to) = (class[a].max(class[b]), class[a].min(class[b]));
                    class.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
                }
            }
        }
        let expected: BTreeSet<&str> = (0..names.len())
            .filter(|at| class[*at] != *at)
            .map(|at| names[at].as_str())
            .collect();
        prop_assert_eq!(renamed, expected);
    }
}

/// Very many names in two forms each: where they stand is looked up, not searched for.
#[test]
fn many_names_in_two_forms_become_one_each() {
    let lines: Vec<String> = (0..3_000)
        .flat_map(|at| {
            let one = format!("Likes{at}s(anne{at}, Bob_{at})");
            [one, format!("likes{at}(Anne{at}, bob{at})")]
        })
        .collect();
    let premises: Vec<&str> = lines.iter().map(String::as_str).collect();
    let case = Case {
        premises: &premises,
        query: "likes1(anne1, bob1)",
        declared: &[],
        sentence: None,
    };
    let reading = run(&case, &Options::default());
    let theory: BTreeSet<String> = reading.theory().iter().map(ToString::to_string).collect();
    assert_eq!(theory.len(), 3_000);
}
