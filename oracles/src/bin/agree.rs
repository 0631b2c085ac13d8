//! Our classical answers beside Z3's, on real cases: strictly read ones without repair, and all of
//! them with the formulas that repair made. Ends with 1 if they differ without a known cause.

use canonry_oracles::cases::{self, Lines};
use canonry_oracles::prover::Prover;
use canonry_oracles::random::Dice;
use canonry_oracles::smt::tell;
use logic::reason::Answer;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut differences = 0;
    let mut compared = 0;
    for file in ["model-output.dev.jsonl", "folio-train.jsonl"] {
        let Some(cases) = cases::load(file) else {
            println!(
                "SKIPPED: there is no {} (set CANONRY_LOGIC_DATA)",
                cases::folder().join(file).display()
            );
            continue;
        };
        for strict in [true, false] {
            let (seen, different) = compare(file, &cases, strict);
            compared += seen;
            differences += different;
        }
    }
    let (seen, different) = random(1500);
    compared += seen;
    differences += different;
    println!("{compared} compared, {differences} different");
    if differences > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// Theories from seeds: what both decide must be the same, and neither may give up on most of them.
fn random(count: u64) -> (usize, usize) {
    let prover = Prover::new(500);
    let (mut same, mut different, mut open, mut answers) = (0, 0, 0, [0; 4]);
    for seed in 1..=count {
        let (theory, query) = Dice::new(seed).theory();
        let told = tell(&theory, &query).expect("nothing here is beyond Z3");
        let ours = logic::reason::ask(&theory, &query, &logic::reason::How::classical());
        answers[ours.truth as usize] += 1;
        match prover.ask(&told).answer {
            Some(theirs) if theirs == ours.truth => same += 1,
            Some(_) if ours.truth == Answer::Unknown && ours.stopped.is_some() => open += 1,
            None => open += 1,
            Some(theirs) => {
                different += 1;
                println!("  seed {seed}: we say {:?}, Z3 says {theirs:?}", ours.truth);
            }
        }
    }
    println!(
        "from seeds: {same} the same, {different} different, {open} left open; true, false, unknown, inconsistent: {answers:?}"
    );
    assert!(open * 10 < same, "too much is left open to show anything");
    assert!(
        answers.iter().all(|count| *count > 20),
        "an answer hardly ever came"
    );
    (same + open + different, different)
}

fn compare(file: &str, cases: &[Lines], strict: bool) -> (usize, usize) {
    let prover = Prover::new(3000);
    let (mut same, mut different, mut open, mut ours_open, mut untold, mut unread) =
        (0, 0, 0, 0, 0, 0);
    for case in cases {
        let reading = case.run(strict);
        let whole = reading
            .premises
            .iter()
            .all(|premise| premise.formula.is_some());
        let Some((theory, query)) = cases::formulas(&reading).filter(|_| whole || !strict) else {
            unread += 1;
            continue;
        };
        let told = match tell(&theory, &query) {
            Ok(told) => told,
            Err(why) => {
                untold += 1;
                println!("  {}: not told to Z3: {}", case.id, why.0);
                continue;
            }
        };
        // The reader gates repairs by consistency, so the reasoner is asked about the formulas themselves.
        let ours = logic::reason::ask(&theory, &query, &logic::reason::How::classical());
        match prover.ask(&told).answer {
            None => open += 1,
            Some(theirs) if theirs == ours.truth => same += 1,
            Some(theirs) if ours.truth == Answer::Unknown && ours.stopped.is_some() => {
                ours_open += 1;
                println!(
                    "  {}: we stopped ({:?}), Z3 says {theirs:?}",
                    case.id, ours.stopped
                );
            }
            Some(theirs) => {
                different += 1;
                println!("  {}: we say {:?}, Z3 says {theirs:?}", case.id, ours.truth);
            }
        }
    }
    let how = if strict { "strictly read" } else { "repaired" };
    println!(
        "{file}, {how}: {same} the same, {different} different, {open} Z3 gave up, {ours_open} we stopped, {untold} not told, {unread} not read"
    );
    (same + different + open + ours_open, different)
}
