//! The whole product in one process, from one seed: several nodes on one store, with latencies,
//! faults, lost acknowledgements, duplicates, reorderings, crashes and lapsing leases. The laws are
//! checked at every append and at the end. A failing seed fails again.

#![allow(
    clippy::print_stdout,
    reason = "a simulation says what it went through"
)]

#[path = "simulation/faulty.rs"]
mod faulty;
#[path = "simulation/observer.rs"]
mod observer;
#[path = "common/projects.rs"]
mod projects;
#[path = "common/rng.rs"]
mod rng;
#[path = "simulation/run.rs"]
mod run;

use run::{Settings, simulate};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Turns that the test command simulates; a longer run sets CANONRY_SIM_TURNS.
fn wanted_turns() -> u64 {
    std::env::var("CANONRY_SIM_TURNS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(100_000)
}

fn first_seed() -> u64 {
    std::env::var("CANONRY_SIM_SEED")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1)
}

/// J2, J6, J8, J9, J12, J13, J14, J15, J16, J17, J18, J19, R9 and the order of turns, under every fault.
#[test]
fn simulated_turns_with_faults_break_no_law() {
    let next = AtomicU64::new(first_seed());
    let totals = Mutex::new(run::Totals::default());
    let sum = || totals.lock().unwrap_or_else(PoisonError::into_inner);
    // Seeds know nothing of each other, so each core takes the next one.
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while sum().turns < wanted_turns() {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let outcome = simulate(&Settings::faulty(seed));
                    assert!(
                        outcome.violations.is_empty(),
                        "seed {seed}: {:#?}",
                        outcome.violations
                    );
                    sum().add(&outcome.totals);
                }
            });
        }
    });
    let totals = totals.into_inner().unwrap_or_else(PoisonError::into_inner);
    let seeds = next.into_inner() - first_seed();
    println!("{} turns, {seeds} seeds, {totals:?}", totals.turns);
    // A simulation in which nothing went wrong would prove nothing.
    for (what, count) in [
        ("crashes", totals.crashes),
        ("lost acknowledgements", totals.lost),
        ("refused operations", totals.failed),
        ("duplicates", totals.duplicates),
        ("requests", totals.requests),
        ("failed requests", totals.failed_requests),
        ("conflicts", totals.conflicts),
        ("resumed turns", totals.resumed),
        ("reused ids", totals.reused),
        ("retries", totals.retries),
        ("requests made together", totals.together),
        ("migrations", totals.migrations),
        ("confidential values", totals.secrets),
        ("erasures", totals.erasures),
        ("forks", totals.forks),
    ] {
        assert!(count > 0, "the simulation had no {what}");
    }
    // A short run need not meet what is rare.
    if totals.turns >= 50_000 {
        // `Erased` is written by erasing and not by an append; erasures are counted above.
        let kinds = engine::event::Event::KINDS.iter();
        for (kind, _) in kinds.filter(|(kind, _)| *kind != "Erased") {
            assert!(
                totals.kinds.contains(*kind),
                "the simulation wrote no {kind}"
            );
        }
    }
}

/// The same seed gives the same journals, byte for byte.
#[test]
fn a_seed_replays_exactly() {
    for seed in [3, 17, 99] {
        let (first, second) = (
            simulate(&Settings::faulty(seed)),
            simulate(&Settings::faulty(seed)),
        );
        assert_eq!(first.fingerprint, second.fingerprint, "seed {seed}");
        assert_eq!(first.totals, second.totals, "seed {seed}");
    }
}

/// Without faults nothing is retried, nothing is resumed, and one append is one turn.
#[test]
fn a_calm_simulation_is_calm() {
    let outcome = simulate(&Settings::calm(5));
    assert!(outcome.violations.is_empty(), "{:#?}", outcome.violations);
    assert!(outcome.totals.turns > 100);
    assert_eq!(
        (
            outcome.totals.crashes,
            outcome.totals.failed,
            outcome.totals.resumed
        ),
        (0, 0, 0)
    );
}
