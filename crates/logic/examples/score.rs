//! Scores files of cases in every mode: right, executable, inconsistent, by family, and what each kind
//! of repair gains and loses. A tool for development; it reads files, the library never does.
//!
//! `cargo run --release -p canonry-logic --example score -- FILE.jsonl…`
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]

use logic::batch::{Answer, Case, Options, Reading, run};
use logic::repair::Kind;
use std::collections::BTreeMap;
use std::time::Instant;

struct Row {
    family: String,
    premises: Vec<String>,
    declared: Vec<String>,
    query: String,
    sentence: Option<String>,
    gold: String,
}

#[derive(Default)]
struct Tally {
    cases: usize,
    right: usize,
    executable: usize,
    inconsistent: usize,
    premises: usize,
    read: usize,
    micros: Vec<u128>,
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        eprintln!("usage: score FILE.jsonl…");
        std::process::exit(2);
    }
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let rows: Vec<Row> = text.lines().map(row).collect();
        println!("{file}: {} cases", rows.len());
        modes(&rows);
        kinds(&rows);
    }
}

fn row(line: &str) -> Row {
    let value: serde_json::Value = serde_json::from_str(line).expect("a line is a JSON object");
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let list = |key: &str| -> Vec<String> {
        let items = value[key].as_array().cloned().unwrap_or_default();
        let texts = items.iter().map(|item| item.as_str().unwrap_or_default());
        texts.map(str::to_owned).collect()
    };
    Row {
        family: text("file").unwrap_or_else(|| "folio_train".to_owned()),
        premises: list("premises"),
        declared: list("declared"),
        query: text("query").unwrap_or_default(),
        sentence: text("nl_query"),
        gold: text("gold").unwrap_or_default(),
    }
}

fn read(row: &Row, options: &Options) -> Reading {
    let premises: Vec<&str> = row.premises.iter().map(String::as_str).collect();
    let declared: Vec<&str> = row.declared.iter().map(String::as_str).collect();
    let case = Case {
        premises: &premises,
        query: &row.query,
        declared: &declared,
        sentence: row.sentence.as_deref(),
    };
    run(&case, options)
}

fn is_right(row: &Row, reading: &Reading) -> bool {
    let answer = match reading.answer {
        Answer::True | Answer::Inconsistent => "True",
        Answer::False => "False",
        Answer::Unknown => "Unknown",
    };
    reading.executable && answer == row.gold
}

fn modes(rows: &[Row]) {
    let strict = Options {
        strict: true,
        ..Options::default()
    };
    let mut modes = vec![("strict", strict)];
    for (name, guess, query_sentence) in [
        ("safe", false, false),
        ("guess", true, false),
        ("sentence", false, true),
        ("sentence+guess", true, true),
    ] {
        let options = Options {
            guess,
            query_sentence,
            ..Options::default()
        };
        modes.push((name, options));
    }
    for (name, options) in &modes {
        let mut families: BTreeMap<&str, Tally> = BTreeMap::new();
        for row in rows {
            let start = Instant::now();
            let reading = read(row, options);
            let micros = start.elapsed().as_micros();
            for family in [row.family.as_str(), "total"] {
                let tally = families.entry(family).or_default();
                tally.cases += 1;
                tally.right += usize::from(is_right(row, &reading));
                tally.executable += usize::from(reading.executable);
                tally.inconsistent += usize::from(!reading.consistent);
                tally.premises += reading.premises.len();
                let read = reading.premises.iter().filter(|p| p.formula.is_some());
                tally.read += read.count();
                tally.micros.push(micros);
            }
        }
        println!("-- {name}");
        for (family, mut tally) in families {
            tally.micros.sort_unstable();
            println!(
                "{family:32} {:4} cases, {:5.2} % right, {:6.2} % executable, {:2} inconsistent, {:6.2} % of premises read, median {} us, total {} ms",
                tally.cases,
                percent(tally.right, tally.cases),
                percent(tally.executable, tally.cases),
                tally.inconsistent,
                percent(tally.read, tally.premises),
                tally.micros.get(tally.cases / 2).copied().unwrap_or(0),
                tally.micros.iter().sum::<u128>() / 1000,
            );
        }
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// What each kind gains and loses against the same reading without it.
fn kinds(rows: &[Row]) {
    let all = Options {
        guess: true,
        query_sentence: true,
        ..Options::default()
    };
    let with: Vec<Reading> = rows.iter().map(|row| read(row, &all)).collect();
    println!("-- each kind of repair, all others on");
    for kind in Kind::ALL {
        let without = Options {
            without: vec![kind],
            ..all.clone()
        };
        let (mut made, mut gained, mut lost) = (0, 0, 0);
        for (row, with) in rows.iter().zip(&with) {
            made += with.repairs.iter().filter(|r| r.kind == kind).count();
            if !with.repairs.iter().any(|repair| repair.kind == kind) {
                continue;
            }
            let without = is_right(row, &read(row, &without));
            let with = is_right(row, with);
            gained += usize::from(with && !without);
            lost += usize::from(!with && without);
        }
        if made > 0 {
            let name = kind.name();
            println!("{name:20} made {made:5}, gained {gained:3}, lost {lost:3}");
        }
    }
}
