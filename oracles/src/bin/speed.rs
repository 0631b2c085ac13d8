//! How long a case takes from text, ours beside Z3's: both with what they keep between cases, reading
//! and solving apart, median and total. The same repaired formulas are told to both.

use canonry_oracles::cases;
use canonry_oracles::prover::Prover;
use canonry_oracles::smt::tell;
use logic::dialect::{self, Dialect, Document, Saying};
use logic::reason::{How, ask};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How many times faster than Z3 a case must be, in the median.
const RATIO_LEAST: f64 = 20.0;

fn main() {
    let Some(cases) = cases::load("model-output.dev.jsonl") else {
        println!(
            "SKIPPED: there is no data in {} (set CANONRY_LOGIC_DATA)",
            cases::folder().display()
        );
        return;
    };
    let prover = Prover::new(3000);
    let mut rows: [Vec<Duration>; 5] = Default::default();
    let mut ratios = Vec::new();
    for case in &cases {
        let started = Instant::now();
        let reading = black_box(case.run(false));
        let from_model = started.elapsed();
        let Some((theory, query)) = cases::formulas(&reading) else {
            continue;
        };
        let Ok(told) = tell(&theory, &query) else {
            continue;
        };
        let Some(text) = printed(&theory, &query) else {
            continue;
        };
        let started = Instant::now();
        let (document, problems) = dialect::read(Dialect::Canonry, &text);
        let read = started.elapsed();
        assert!(problems.is_empty(), "{}: {problems:?}\n{text}", case.id);
        let statements: Vec<_> = document.statements().cloned().collect();
        let Some(question) = document.queries().next() else {
            continue;
        };
        let started = Instant::now();
        black_box(ask(&statements, question, &How::classical()));
        let solved = started.elapsed();
        let theirs = prover.ask(&told);
        for (row, time) in
            rows.iter_mut()
                .zip([read, solved, theirs.reading, theirs.solving, from_model])
        {
            row.push(time);
        }
        let ratio = (theirs.reading + theirs.solving).as_secs_f64() / (read + solved).as_secs_f64();
        ratios.push((ratio, case.id.as_str()));
    }
    println!(
        "{} cases, from text, three checks each (theory, query, denial)",
        ratios.len()
    );
    let names = [
        "ours, reading",
        "ours, solving",
        "Z3, reading",
        "Z3, solving",
        "ours, from the model's words: reading, repair, solving",
    ];
    for (name, row) in names.iter().zip(&mut rows) {
        row.sort();
        let total: Duration = row.iter().sum();
        println!(
            "  {name}: median {:?}, total {total:?}, longest {:?}",
            row[row.len() / 2],
            row[row.len() - 1]
        );
    }
    ratios.sort_by(|(left, _), (right, _)| left.total_cmp(right));
    let total =
        |a: usize, b: usize| rows[a].iter().sum::<Duration>() + rows[b].iter().sum::<Duration>();
    println!(
        "  Z3 / ours: median of ratios {:.1}, least {:.1}, of totals {:.1}",
        ratios[ratios.len() / 2].0,
        ratios[0].0,
        total(2, 3).as_secs_f64() / total(0, 1).as_secs_f64()
    );
    let least = ratios.iter().take(5);
    let least: Vec<String> = least
        .map(|(ratio, id)| format!("{id} {ratio:.1}"))
        .collect();
    println!("  the least: {}", least.join(", "));
    let median = ratios[ratios.len() / 2].0;
    assert!(
        median >= RATIO_LEAST,
        "{median:.1} times faster than Z3, and {RATIO_LEAST} were promised"
    );
}

fn printed(theory: &[logic::Formula], query: &logic::Formula) -> Option<String> {
    let sayings = theory.iter().cloned().map(Saying::State);
    let document = Document::of(sayings.chain([Saying::Query(query.clone())]));
    dialect::write(Dialect::Canonry, &document)
        .ok()
        .map(|written| written.text)
}
