//! Lines as models write them, in all their syntaxes: how each is read alone, and what was done to it.
//!
//! `lines.txt` holds each line with its reading. With `BLESS=1` the readings are written anew; read the
//! difference before you keep it.
#![allow(clippy::disallowed_methods)]

use logic::batch::{Case, Options, Reading, run};
use logic::dialect::{self, Dialect};
use logic::repair::{Place, Why};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

fn read(line: &str) -> Reading {
    let case = Case {
        premises: &[line],
        query: "Asked(thing)",
        declared: &[],
        sentence: None,
    };
    run(&case, &Options::default())
}

fn show(line: &str, reading: &Reading) -> String {
    let mut text = format!("> {line}\n");
    let mut repairs = reading.repairs.iter().filter(|r| r.place != Place::Query);
    match &reading.premises[0].formula {
        Some(formula) => {
            let kinds: BTreeSet<&str> = repairs.map(|repair| repair.kind.name()).collect();
            let kinds: Vec<&str> = kinds.into_iter().collect();
            let _ = write!(text, "{formula}");
            if !kinds.is_empty() {
                let _ = write!(text, "    # {}", kinds.join(" "));
            }
        }
        None => {
            let why = repairs.find_map(|repair| repair.why);
            let _ = write!(text, "set aside: {}", why.map_or("", Why::name));
        }
    }
    text + "\n"
}

fn lines() -> (std::path::PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lines.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    (path, text)
}

#[test]
fn each_line_is_read_as_it_says_or_set_aside() {
    let (path, text) = lines();
    let written = text.lines().filter_map(|line| line.strip_prefix("> "));
    let shown: String = written.map(|line| show(line, &read(line))).collect();
    if std::env::var("BLESS").is_ok() {
        std::fs::write(&path, shown).expect("the file can be written");
    } else {
        assert_eq!(shown, text);
    }
}

/// Lines that mix the spellings of two syntaxes: no reader of one takes them, and nothing in them says
/// anything but what is read.
const MIXED: [&str; 15] = [
    "Loves()",
    "∀x ∃y. Loves(x, y) ∧ Person(y)",
    "∀ x . P(x)",
    "∀x.∀y.P(x,y)",
    "∀person. Student(person) → Works(person)",
    "2 + 2 = 4",
    "score(anne) >= 90 -> Passed(anne)",
    "P(O'Brien)",
    "P(d’Artagnan)",
    "¬Kind(Anne, True)",
    "Kind($x, True) -> Blue($x, True)",
    "Kind($x, True) → Blue($x, True)",
    "Father(rex, bob, True) && Age(rex) > 3 >>> Old(rex, True)",
    "Likes(Father(rex), bob, True)",
    "Kind($x, True) >>> ¬Blue($x, True)",
];

/// L3: what is read without a record is what a strict reader reads there.
#[test]
fn law_l3_nothing_is_changed_without_a_record() {
    let (_, text) = lines();
    let mut checked = 0;
    let mut silent = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("> ")) {
        let reading = read(line);
        let repaired = reading.repairs.iter().any(|r| r.place != Place::Query);
        let Some(formula) = reading.premises[0].formula.as_ref().filter(|_| !repaired) else {
            continue;
        };
        checked += 1;
        // A full stop at the end and the dollars of a typesetter say nothing.
        let bare = line.trim_end_matches(['.', ' ']);
        let mut strict = Dialect::ALL
            .into_iter()
            .flat_map(|dialect| [line, bare].map(|text| dialect::query(dialect, text).ok()));
        if !MIXED.contains(&line) && !strict.any(|read| read.as_ref() == Some(formula)) {
            silent.push(format!("{line} was read as {formula}"));
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
    assert!(checked > 80, "only {checked} lines need no repair");
}
