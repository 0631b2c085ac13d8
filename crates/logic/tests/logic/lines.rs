//! Lines as models write them, in all their syntaxes: how each is read alone, and what was done to it.
//!
//! `lines.txt` holds each line with its reading. With `BLESS=1` the readings are written anew; read the
//! difference before you keep it.
#![allow(clippy::disallowed_methods)]

use logic::batch::{Case, Options, Reading, run};
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
