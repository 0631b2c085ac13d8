//! Properties of the tolerant reader: order does not matter, what is accepted reads back from the strict
//! syntax, and nothing panics or loses a line.
#![allow(clippy::disallowed_methods)]

use logic::Formula;
use logic::batch::{Answer, Case, Options, Reading, run};
use logic::repair::{Kind, Place, Repair, Why};
use proptest::prelude::*;
use std::path::PathBuf;

/// Cases of real model output, where they are present.
fn cases(file: &str) -> Option<Vec<Owned>> {
    let folder = std::env::var_os("CANONRY_LOGIC_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/logic"),
        PathBuf::from,
    );
    let path = folder.join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("SKIPPED: no {path:?}; set CANONRY_LOGIC_DATA to the folder that holds it");
        return None;
    };
    Some(text.lines().map(Owned::read).collect())
}

#[derive(Clone, Debug)]
struct Owned {
    premises: Vec<String>,
    query: String,
    declared: Vec<String>,
    sentence: Option<String>,
    gold: Option<String>,
}

impl Owned {
    fn read(line: &str) -> Owned {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let list = |key: &str| -> Vec<String> {
            let items = value[key].as_array().cloned().unwrap_or_default();
            let texts = items.iter().map(|item| item.as_str().unwrap_or_default());
            texts.map(str::to_owned).collect()
        };
        Owned {
            premises: list("premises"),
            query: value["query"].as_str().unwrap_or_default().to_owned(),
            declared: list("declared"),
            sentence: value["nl_query"].as_str().map(str::to_owned),
            gold: value["gold"].as_str().map(str::to_owned),
        }
    }

    /// As the data's own scoring says: a contradiction answers true, what cannot be read is wrong.
    fn is_right(&self, reading: &Reading) -> bool {
        let answer = match reading.answer {
            Answer::True | Answer::Inconsistent => "True",
            Answer::False => "False",
            Answer::Unknown => "Unknown",
        };
        reading.executable && self.gold.as_deref() == Some(answer)
    }

    fn run(&self, options: &Options) -> Reading {
        let premises: Vec<&str> = self.premises.iter().map(String::as_str).collect();
        let declared: Vec<&str> = self.declared.iter().map(String::as_str).collect();
        let case = Case {
            premises: &premises,
            query: &self.query,
            declared: &declared,
            sentence: self.sentence.as_deref(),
        };
        run(&case, options)
    }
}

fn boldest() -> Options {
    Options {
        guess: true,
        query_sentence: true,
        ..Options::default()
    }
}

/// Every line is read, or a repair says why not; every reading prints and reads back.
fn check(case: &Owned, reading: &Reading) {
    assert_eq!(reading.premises.len(), case.premises.len());
    for (at, premise) in reading.premises.iter().enumerate() {
        assert_eq!(premise.written, case.premises[at]);
        check_statement(&premise.formula, Place::Premise(at), reading);
    }
    check_statement(&reading.query.formula, Place::Query, reading);
    for repair in &reading.repairs {
        let text = match repair.place {
            Place::Premise(at) => &case.premises[at],
            Place::Query => &case.query,
            Place::Statements(_) => panic!("a case has no sayings: {repair:?}"),
        };
        let aside = matches!(repair.kind, Kind::Quarantine | Kind::Refused);
        assert!(aside || repair.before != repair.after, "{repair:?}");
        let part = text.get(repair.span.start..repair.span.end);
        assert!(part.is_some(), "{repair:?} of {text:?}");
    }
}

fn check_statement(formula: &Option<Formula>, place: Place, reading: &Reading) {
    match formula {
        Some(formula) => reads_back(formula),
        None => {
            let told = reading.repairs.iter().any(|repair| {
                repair.place == place && matches!(repair.kind, Kind::Quarantine | Kind::Refused)
            });
            assert!(told, "{place:?} was lost: {reading:?}");
        }
    }
}

/// L6: what was accepted prints to the strict syntax and reads back as the same formula.
fn reads_back(formula: &Formula) {
    let printed = formula.to_string();
    match logic::dialect::statement(&printed) {
        Ok(read) => assert_eq!(read, *formula, "{printed}"),
        Err(problems) => panic!("{printed}: {problems:?}"),
    }
}

fn moved(repairs: &[Repair], order: &[usize]) -> Vec<Repair> {
    let mut repairs = repairs.to_vec();
    for repair in &mut repairs {
        if let Place::Premise(at) = repair.place {
            repair.place = Place::Premise(order[at]);
        }
    }
    repairs.sort();
    repairs
}

/// L1: any permutation of the statements gives the same formulas, repairs and answer.
fn law_l1_order_does_not_matter(case: &Owned, order: &[usize], options: &Options) {
    let before = case.run(options);
    let mut shuffled = case.clone();
    shuffled.premises = order.iter().map(|at| case.premises[*at].clone()).collect();
    shuffled.declared.reverse();
    let after = shuffled.run(options);
    assert_eq!(before.answer, after.answer, "{case:?}");
    assert_eq!(before.consistent, after.consistent);
    assert_eq!(before.query, after.query);
    for (to, from) in order.iter().enumerate() {
        assert_eq!(before.premises[*from], after.premises[to]);
    }
    let same: Vec<usize> = (0..order.len()).collect();
    assert_eq!(moved(&before.repairs, &same), moved(&after.repairs, order));
}

fn piece() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "∀x ",
        "∃y ",
        "all x. ",
        "Exists x. ",
        "P(",
        "Cats(",
        "cat",
        "x",
        "y",
        "$x",
        ", ",
        "True",
        "False",
        ")",
        "(",
        " ∧ ",
        " → ",
        " >>> ",
        " && ",
        "¬",
        "-",
        " ⊕ ",
        " and ",
        "not ",
        "Not(",
        " is a ",
        "If ",
        "if(",
        " if ",
        " only if ",
        " unless ",
        "either ",
        "neither ",
        " nor ",
        " then ",
        "forall X: ",
        "exists X, Y: ",
        "count(X: ",
        " is false",
        "```prolog",
        "\"a b\"",
        "[",
        "]",
        " = ",
        "1995",
        "0.5",
        "\\forall ",
        "$",
        "^",
        ".",
        ":",
        ";",
        "é",
        "The cat",
        "Cat(tom)",
        "NotCat(tom)",
        "P(x)",
        "Q(x, y)",
        "P(tom, True)",
        "tom",
        "Tom",
        "∈",
        "|",
        "`",
        "'s",
        "a-b",
        "…",
    ]);
    prop::collection::vec(words, 0..14).prop_map(|parts| parts.concat())
}

/// A statement that is well meant, and one of the slips that models make in it.
fn slip() -> impl Strategy<Value = String> {
    let names = prop::sample::select(vec!["Wug", "Wugs", "wug", "Shy", "NotShy", "IsWug", "Dax"]);
    let things = prop::sample::select(vec!["lou", "Lou", "ann", "Ann Lee", "\"mr. x\"", "x", "$x"]);
    let values = prop::sample::select(vec!["", ", True", ", False", ", Unknown", ", bool", ", no"]);
    let atom = (names, things, values).prop_map(|(p, a, v)| format!("{p}({a}{v})"));
    let atoms = prop::collection::vec(atom, 3);
    (atoms, 0..12_usize, any::<bool>()).prop_map(|(atoms, shape, broken)| {
        let [a, b, c] = &atoms[..] else {
            return String::new();
        };
        let text = match shape {
            0..3 => a.clone(),
            3 => format!("{a} >>> {b}"),
            4 => format!("∀x ({a} ⇒ {b})"),
            5 => format!("all x. ({a} & {b}) -> {c}"),
            6 => format!("If {a} and {b} then {c}"),
            7 => format!("2) {a} ::: a remark"),
            8 => format!("\\forall x {a} \\to {b}"),
            9 => "Lou is a wug.".to_owned(),
            10 => format!("{a} unless {b}"),
            _ => format!("- {a} ∨ {b}"),
        };
        if broken {
            text.replacen(')', "", 1)
        } else {
            text
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// L1 and L3 together: whatever the order, broken text is repaired alike, and undone alike.
    #[test]
    fn law_l3_repairs_of_broken_text_do_not_depend_on_order(
        (premises, order) in prop::collection::vec(slip(), 2..8).prop_flat_map(|premises| {
            let order: Vec<usize> = (0..premises.len()).collect();
            (Just(premises), Just(order).prop_shuffle())
        }),
        query in slip(),
        declared in prop::sample::subsequence(vec!["Wug(x)", "Wugs(x)", "Shy($x, bool)", "Dax(x, y)"], 0..4),
    ) {
        let declared = declared.into_iter().map(str::to_owned).collect();
        let sentence = Some("Lou is not shy.".to_owned());
        let case = Owned { premises, query, declared, sentence, gold: None };
        for options in [Options::default(), boldest()] {
            law_l1_order_does_not_matter(&case, &order, &options);
            let before = case.run(&options);
            for repair in &before.repairs {
                if repair.kind == Kind::Quarantine {
                    is_explained(repair);
                }
                let options = Options { as_written: vec![repair.place.clone()], ..options.clone() };
                let undone = case.run(&options);
                check(&case, &undone);
                let Place::Premise(at) = repair.place else { continue };
                let to = order.iter().position(|from| *from == at).unwrap_or_default();
                let moved_options = Options { as_written: vec![Place::Premise(to)], ..options };
                let mut shuffled = case.clone();
                shuffled.premises = order.iter().map(|at| case.premises[*at].clone()).collect();
                let again = shuffled.run(&moved_options);
                prop_assert_eq!(&again.answer, &undone.answer);
                prop_assert_eq!(&again.premises[to], &undone.premises[at]);
            }
        }
    }

    #[test]
    fn any_text_is_read_or_reported(premises in prop::collection::vec(any::<String>(), 0..4), query in any::<String>()) {
        let case = Owned { premises, query, declared: Vec::new(), sentence: None, gold: None };
        check(&case, &case.run(&boldest()));
    }

    #[test]
    fn law_l6_what_is_accepted_prints_and_reads_back(
        premises in prop::collection::vec(piece(), 0..6),
        query in piece(),
        declared in prop::collection::vec(piece(), 0..3),
        sentence in prop::option::of("[a-z ]{0,20}"),
    ) {
        let case = Owned { premises, query, declared, sentence, gold: None };
        for strict in [false, true] {
            let options = Options { strict, ..boldest() };
            check(&case, &case.run(&options));
        }
    }

    #[test]
    fn law_l1_holds_for_mixtures(
        (premises, order) in prop::collection::vec(piece(), 2..7).prop_flat_map(|premises| {
            let order: Vec<usize> = (0..premises.len()).collect();
            (Just(premises), Just(order).prop_shuffle())
        }),
        query in piece(),
    ) {
        let case = Owned { premises, query, declared: Vec::new(), sentence: None, gold: None };
        law_l1_order_does_not_matter(&case, &order, &boldest());
    }
}

/// Lines that were once lost, misread or noted wrongly, found by generated text.
#[test]
fn what_was_found_stays_mended() {
    for text in [
        "if(",
        "P(catnot P(tom, True)",
        "a<`←`𐖳",
        "a.`a.`",
        "P(`in`)",
        "```prolog",
        "either (",
        "neither P(a) nor",
        "P(a) unless",
        "it is false that",
    ] {
        let case = Owned {
            premises: vec![text.to_owned()],
            query: text.to_owned(),
            declared: Vec::new(),
            sentence: Some(text.to_owned()),
            gold: None,
        };
        check(&case, &case.run(&boldest()));
    }
}

#[test]
fn nesting_and_length_are_bounded() {
    for text in [
        "(".repeat(20_000),
        "¬".repeat(3_000),
        "f(".repeat(4_000),
        "∀x ".repeat(2_000),
        format!("P(a) {}", "∧ P(a) ".repeat(1_500)),
        format!("P(a) {}", "→ P(a) ".repeat(1_500)),
    ] {
        let case = Owned {
            premises: vec![text.clone()],
            query: text,
            declared: Vec::new(),
            sentence: None,
            gold: None,
        };
        check(&case, &case.run(&boldest()));
    }
}

/// What the fuzzer starts from, as it reads it: the last line is the query.
#[test]
fn the_seeds_of_the_fuzzer_are_read_or_reported() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/tolerant");
    let seeds = std::fs::read_dir(folder).expect("the seeds are there");
    let mut count = 0;
    for seed in seeds {
        let bytes = std::fs::read(seed.expect("a seed").path()).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        let mut premises: Vec<String> = text.split('\n').take(24).map(str::to_owned).collect();
        let query = premises.pop().unwrap_or_default();
        let case = Owned {
            premises,
            sentence: Some(query.clone()),
            query,
            declared: Vec::new(),
            gold: None,
        };
        for options in [Options::default(), boldest()] {
            check(&case, &case.run(&options));
        }
        count += 1;
    }
    assert!(count > 100, "only {count} seeds");
}

#[test]
fn real_output_is_read_or_reported_in_any_order() {
    for file in [
        "broken-output.jsonl",
        "model-output.dev.jsonl",
        "folio-train.jsonl",
    ] {
        let Some(cases) = cases(file) else { continue };
        for (number, case) in cases.iter().enumerate() {
            check(case, &case.run(&boldest()));
            // A fixed rotation and reversal for each case; a sample, because there are many.
            if number % 7 == 0 {
                let count = case.premises.len();
                let mut order: Vec<usize> = (0..count).rev().collect();
                order.rotate_left(number % count.max(1));
                law_l1_order_does_not_matter(case, &order, &Options::default());
                law_l1_order_does_not_matter(case, &order, &boldest());
            }
        }
    }
}

/// What cannot be saved says why and where, and what of it could be read.
#[test]
fn every_broken_line_is_set_aside_with_its_reason_and_nearest_reading() {
    let Some(cases) = cases("broken-output.jsonl") else {
        return;
    };
    let mut aside = 0;
    for case in &cases {
        for repair in case.run(&Options::default()).repairs {
            if repair.kind != Kind::Quarantine {
                continue;
            }
            aside += 1;
            is_explained(&repair);
        }
    }
    assert!(aside > 300, "only {aside} statements were set aside");
}

fn is_explained(repair: &Repair) {
    let why = repair.why.expect("a reason of the list");
    assert!(Why::ALL.contains(&why), "{repair:?}");
    let place = repair.before.get(repair.span.start..repair.span.end);
    assert!(place.is_some(), "{repair:?}");
    let empty = matches!(why, Why::Empty | Why::Remark | Why::NoFormula);
    assert_eq!(empty, repair.after.is_empty(), "{repair:?}");
    assert!(
        empty || logic::dialect::statement(&repair.after).is_ok(),
        "{repair:?}"
    );
    if matches!(why, Why::Unexpected | Why::Unfinished | Why::NoFormula) {
        let column = repair.before[..repair.span.start].chars().count() + 1;
        assert!(repair.reason.en.contains(&format!("column {column}")));
    }
}

/// What is promised of real model output: how many are right in each mode, and that safe repairs lose
/// nothing that a strict reading answers right from a consistent set and contradict no consistent set.
#[test]
fn the_promised_figures_hold_on_real_output() {
    let Some(cases) = cases("model-output.dev.jsonl") else {
        return;
    };
    let mode = |guess, query_sentence, strict| Options {
        guess,
        query_sentence,
        strict,
        ..Options::default()
    };
    let strict: Vec<Reading> = read_all(&cases, &mode(false, false, true));
    for (name, options, right_at_least) in [
        ("safe", mode(false, false, false), 86.0),
        ("guess", mode(true, false, false), 87.0),
        ("sentence", mode(false, true, false), 89.0),
        ("sentence and guess", mode(true, true, false), 90.5),
    ] {
        let readings = read_all(&cases, &options);
        let share = |count: usize, of: usize| 100.0 * count as f64 / of as f64;
        let both = || cases.iter().zip(&readings);
        let right = both()
            .filter(|(case, reading)| case.is_right(reading))
            .count();
        let right = share(right, cases.len());
        assert!(right >= right_at_least, "{name}: {right} % are right");
        let executable = readings.iter().filter(|reading| reading.executable).count();
        assert!(
            share(executable, cases.len()) >= 99.9,
            "{name}: {executable}"
        );
        let premises = readings.iter().flat_map(|reading| &reading.premises);
        let (all, read) = premises.fold((0, 0), |(all, read), premise| {
            (all + 1, read + usize::from(premise.formula.is_some()))
        });
        assert!(share(read, all) >= 98.0, "{name}: {read} of {all} premises");
        if name != "safe" {
            continue;
        }
        let inconsistent = readings
            .iter()
            .filter(|reading| !reading.consistent)
            .count();
        assert!(inconsistent <= 14, "{inconsistent} inconsistent sets");
        for ((case, reading), before) in both().zip(&strict) {
            if before.executable && before.consistent {
                assert!(reading.consistent, "a consistent set was broken: {case:?}");
                let lost = case.is_right(before) && !case.is_right(reading);
                assert!(!lost, "a right answer was lost: {case:?}");
            }
        }
    }
}

fn read_all(cases: &[Owned], options: &Options) -> Vec<Reading> {
    cases.iter().map(|case| case.run(options)).collect()
}

/// Safe mode loses nothing that a strict reading answers from a consistent set, and makes no consistent
/// set inconsistent. Gold labels are not needed for it: an answer must only not change to another.
#[test]
fn safe_repairs_keep_what_a_strict_reading_decides() {
    let Some(cases) = cases("model-output.dev.jsonl") else {
        return;
    };
    let strict = Options {
        strict: true,
        ..Options::default()
    };
    let mut changed = 0;
    for case in &cases {
        let before = case.run(&strict);
        if !before.executable || !before.consistent {
            continue;
        }
        let after = case.run(&Options::default());
        assert!(after.consistent, "{case:?}");
        changed += usize::from(before.answer != after.answer);
    }
    // Names that merge turn some "unknown" into an answer.
    assert!(changed * 10 < cases.len(), "{changed} answers changed");
}

/// What ends where an argument is due said something that nobody knows.
#[test]
fn what_is_cut_off_is_set_aside_with_its_nearest_reading() {
    let cut = [
        ("∀x P(", "forall x: P"),
        ("P(a, ", "P(a)"),
        ("¬P(", "not P"),
        ("∀x (P(x) → Q(", "forall x: P(x) => Q"),
        ("P(a) ∧ Q(b,", "P(a) and Q(b)"),
        ("∀x (Person(x) ∧ Lives", "forall x: Person(x) and Lives"),
        ("all x. (P(x) -> -Q(", "forall x: P(x) => not Q"),
        (
            "Kind($x, True) >>> Blue($x, ",
            "forall x: Kind(x) => Blue(x)",
        ),
        ("Kind(Anne, True) >>> Blue(Anne, Fal", ""),
        ("Kind(Anne", ""),
    ];
    for (text, nearest) in cut {
        let case = Owned {
            premises: vec![text.to_owned(), "Kind(Bob, True)".to_owned()],
            query: "P(b)".to_owned(),
            declared: Vec::new(),
            sentence: None,
            gold: None,
        };
        let program = text.contains("Kind");
        let case = Owned {
            premises: case.premises[..1 + usize::from(program)].to_vec(),
            ..case
        };
        let reading = case.run(&Options::default());
        assert_eq!(reading.premises[0].formula, None, "{text}");
        let mut own = reading.repairs.iter();
        let aside = own
            .find(|repair| repair.place == Place::Premise(0))
            .unwrap();
        assert_eq!(
            (aside.kind, aside.why),
            (Kind::Quarantine, Some(Why::Unfinished)),
            "{text}"
        );
        if !nearest.is_empty() {
            assert_eq!(aside.after, nearest, "{text}");
        }
    }
    // Where only parentheses are missing, they are added.
    for text in [
        "P(a",
        "∀x (P(x) → Q(x",
        "∀x (Man(x) → Mortal(x)",
        "(p ∧ q",
        "P(f(a",
    ] {
        let case = Owned {
            premises: vec![text.to_owned()],
            query: "P(b)".to_owned(),
            declared: Vec::new(),
            sentence: None,
            gold: None,
        };
        assert!(
            case.run(&Options::default()).premises[0].formula.is_some(),
            "{text}"
        );
    }
}

/// Whatever it asks, and whichever reader reads it.
#[test]
fn a_question_among_the_premises_states_nothing() {
    for text in [
        "? p(a)",
        "? count(X: p(X)) >= 1",
        "? due(t) - 1 days == 2024-02-29",
        "? a in [a, b]",
        "? exists X in s: p(X)",
        "?- p(a).",
    ] {
        let case = Owned {
            premises: vec!["q(b)".to_owned(), text.to_owned()],
            query: "p(b)".to_owned(),
            declared: Vec::new(),
            sentence: None,
            gold: None,
        };
        let reading = case.run(&Options::default());
        assert_eq!(reading.premises[1].formula, None, "{text}");
        let mut own = reading.repairs.iter();
        let aside = own
            .find(|repair| repair.place == Place::Premise(1))
            .unwrap();
        assert_eq!(aside.why, Some(Why::Asked), "{text}");
        assert!(!aside.after.is_empty(), "{text}");
    }
}
