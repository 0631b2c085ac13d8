//! Time of an admitted observation in worlds of any size, beside a bare arc-consistency loop on the same
//! worlds, and what worlds and sessions take in memory.

use crate::Effort;
use crate::bare::Bare;
use crate::clingo::Clingo;
use crate::floor::Floor;
use crate::machine::{least_and_most, median, resident_bytes};
use crate::report::{Report, round};
use crate::ring::{Chance, Ring, STEPS, VALUES};
use logic::domain::{Code, Domain};
use logic::solve::{CellId, Change, Cost, Field, Room, Settled, Tag};
use serde_json::json;
use std::hint::black_box;
use std::time::Instant;

/// What one session observes.
const OBSERVED: usize = 64;
const NODES: u64 = 500;
/// How many of a hundred pairs of values go together. In a tight world most of the time goes into the
/// witness, of which the floor knows nothing.
const FAMILIES: [(&str, u32); 2] = [("loose", 80), ("tight", 60)];

/// The sizes at which clingo is asked as well.
const BESIDE_CLINGO: u32 = 10_000;

pub fn run(effort: Effort, report: &mut Report) {
    let clingo = Clingo::find();
    report.line("");
    report.line(format!("field: microseconds for an admitted observation, {OBSERVED} in a session, cells of {VALUES} values with {} tables each; the floor is a bare arc-consistency loop over arrays on the same observations", 2 * STEPS.len()));
    let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    if clingo.is_none() {
        report.line("  clingo is not at hand: scripts/bench field installs it");
    }
    for (name, allowed) in FAMILIES {
        report.line(format!(
            "  {name} world, {allowed} of 100 pairs go together"
        ));
        let mut times = Vec::new();
        for cells in sizes {
            let world = Ring::new(cells, allowed);
            let (time, plays) = measure(name, &world, effort, report);
            times.push(time);
            if cells == sizes[0] {
                all_observed(name, &world, report);
            }
            if let Some(clingo) = clingo.as_ref().filter(|_| cells <= BESIDE_CLINGO) {
                clingo.ask(name, &world, &plays[..effort.of(2, 4)], time.0, report);
            }
            if cells == 1_000_000 {
                remember(name, &world, report);
            }
        }
        let slope = |time: fn(&(f64, f64)) -> f64| {
            let growth = time(&times[times.len() - 1]) / time(&times[0]);
            growth.ln() / f64::from(sizes[sizes.len() - 1] / sizes[0]).ln()
        };
        let (ours, floor) = (slope(|time| time.0), slope(|time| time.1));
        report.line(format!("    slope from {} to {} cells: ours {ours:.3}, floor {floor:.3} (goal: at most 0.1 above the floor's)", sizes[0], sizes[sizes.len() - 1]));
        report.put(
            "field",
            json!({ "world": name, "slope": round(ours), "floor_slope": round(floor) }),
        );
    }
}

/// Observations that ours admits, session by session; then both do them, turn and turn about.
fn measure(
    name: &str,
    world: &Ring,
    effort: Effort,
    report: &mut Report,
) -> ((f64, f64), Vec<Play>) {
    let sessions = effort.of(150, 600);
    let mut chance = Chance(world.cells.into());
    let mut cost = Cost::default();
    let plays: Vec<Play> = (0..sessions)
        .map(|_| play(world, &mut chance, &mut cost).1)
        .collect();
    let observations = (sessions * OBSERVED) as f64;
    let mut floor = Floor::new(world.domains.clone());
    let mut bare = Bare::new(world.domains.clone());
    // All keep from one session to the next what they work with, and nothing that is in it.
    let mut room = Room::default();
    let (mut ours, mut floors, mut bares) = (Vec::new(), Vec::new(), Vec::new());
    let mut broken = 0;
    for round in 0..effort.of(5, 9) {
        let started = Instant::now();
        for play in &plays {
            black_box(replay(world, &mut room, play));
        }
        ours.push(started.elapsed().as_secs_f64() * 1e6 / observations);
        let started = Instant::now();
        for play in &plays {
            for (cell, code) in play {
                assert!(floor.fix(world, *cell, *code), "ours admitted it");
            }
            if round > 0 {
                floor.undo(0);
            } else {
                compare(world, &mut floor, play);
            }
        }
        floors.push(started.elapsed().as_secs_f64() * 1e6 / observations);
        let started = Instant::now();
        broken = 0;
        for play in &plays {
            for (cell, code) in play {
                broken += usize::from(!bare.fix(world, *cell, *code));
            }
            bare.undo();
        }
        bares.push(started.elapsed().as_secs_f64() * 1e6 / observations);
    }
    // The first round is slower for both: the floor is compared with ours in it.
    let ratios: Vec<f64> = ours
        .iter()
        .zip(&floors)
        .skip(1)
        .map(|(ours, floor)| ours / floor)
        .collect();
    let rounds = bares.iter().zip(&floors).skip(1);
    let bare_ratio = median(rounds.map(|(bare, floor)| bare / floor).collect());
    let (least, most) = least_and_most(&ratios);
    let ratio = median(ratios);
    let (ours, floors) = (median(ours.split_off(1)), median(floors.split_off(1)));
    report.line(format!(
        "    {:>8} cells: ours {ours:>6.2}, floor {floors:>6.2}; ratio {ratio:.2} [{least:.2}-{most:.2}] (goal: at most 4); {:.1} revisions, {:.3} nodes, {:.1} bytes for a cell of these arrays (`memory` counts the base of a project)",
        world.cells,
        cost.revisions as f64 / observations,
        cost.nodes as f64 / observations,
        world.bytes() as f64 / f64::from(world.cells),
    ));
    report.line(format!(
        "                    the floor with a witness over arrays {:>6.2}; ratio {bare_ratio:.2}; {:.1} of 100 observations not repaired by it",
        median(bares.split_off(1)),
        broken as f64 * 100.0 / observations,
    ));
    report.put(
        "field",
        json!({ "world": name, "cells": world.cells, "microseconds": round(ours), "floor_microseconds": round(floors), "ratio": round(ratio), "bare_ratio": round(bare_ratio), "array_bytes_per_cell": round(world.bytes() as f64 / f64::from(world.cells)) }),
    );
    ((ours, floors), plays)
}

/// What a session observes, in its order: cells and the codes that they are fixed to.
pub type Play = Vec<(u32, u32)>;

/// A session of random proposals somewhere in the world; the witness's value where one is refused.
fn play(world: &Ring, chance: &mut Chance, cost: &mut Cost) -> (Field, Play) {
    let mut field = Field::default();
    let mut room = Room::default();
    let mut admitted = Vec::new();
    while admitted.len() < OBSERVED {
        let cell = CellId(chance.below(world.cells));
        let domain = field.domain(world, cell);
        let codes: Vec<Code> = domain.codes().collect();
        let proposed = codes[chance.below(codes.len() as u32) as usize];
        for code in [proposed, field.witness(world, cell)] {
            let change = Change::Fix { cell, code };
            let tag = Tag(admitted.len() as u64);
            if let Settled::Fits { .. } = room.admit(world, &mut field, tag, &change, NODES, cost) {
                admitted.push((cell.0, code as u32));
                break;
            }
        }
    }
    (field, admitted)
}

fn replay(world: &Ring, room: &mut Room, play: &[(u32, u32)]) -> Field {
    let mut field = Field::default();
    let mut cost = Cost::default();
    for (step, (cell, code)) in play.iter().enumerate() {
        let change = Change::Fix {
            cell: CellId(*cell),
            code: (*code).into(),
        };
        let tag = Tag(step as u64);
        black_box(room.admit(world, &mut field, tag, &change, NODES, &mut cost));
    }
    field
}

/// What the floor does not do: every cell of a small world observed in random order, by each alone. The floor
/// takes any value that its arc consistency leaves; it is stuck where a cell has none that it can take.
fn all_observed(name: &str, world: &Ring, report: &mut Report) {
    const SESSIONS: usize = 20;
    let (mut stuck, mut refused, mut ran_out) = (0, 0, 0);
    let mut chance = Chance(23);
    let mut room = Room::default();
    for _ in 0..SESSIONS {
        let mut cells: Vec<u32> = (0..world.cells).collect();
        for last in (1..cells.len()).rev() {
            cells.swap(last, chance.below(last as u32 + 1) as usize);
        }
        let mut floor = Floor::new(world.domains.clone());
        stuck += usize::from(!cells.iter().all(|cell| {
            let from = chance.below(VALUES as u32);
            let mut codes = (0..VALUES as u32).map(|at| (from + at) % VALUES as u32);
            codes.any(|code| floor.fix(world, *cell, code))
        }));
        let (mut field, mut cost) = (Field::default(), Cost::default());
        for cell in cells.into_iter().map(CellId) {
            let codes: Vec<Code> = field.domain(world, cell).codes().collect();
            let proposed = codes[chance.below(codes.len() as u32) as usize];
            let admitted = [proposed, field.witness(world, cell)]
                .into_iter()
                .any(|code| {
                    let change = Change::Fix { cell, code };
                    let tag = Tag(cell.0.into());
                    let settled = room.admit(world, &mut field, tag, &change, NODES, &mut cost);
                    refused += usize::from(matches!(settled, Settled::Refused(_)));
                    ran_out += usize::from(matches!(settled, Settled::OutOfBudget { .. }));
                    matches!(settled, Settled::Fits { .. })
                });
            assert!(admitted, "the witness's own value can always be fixed");
        }
    }
    report.line(format!(
        "    every cell of {} observed, {SESSIONS} sessions: ours never stuck ({refused} proposals refused, {ran_out} not proven); the floor, which keeps no witness, stuck in {stuck}",
        world.cells
    ));
    report.put(
        "field",
        json!({ "world": name, "cells": world.cells, "sessions": SESSIONS, "floor_stuck": stuck, "refused": refused, "not_proven": ran_out }),
    );
}

/// Both must have left the same values, or the times mean nothing.
fn compare(world: &Ring, floor: &mut Floor, play: &[(u32, u32)]) {
    let field = replay(world, &mut Room::default(), play);
    for cell in field.touched() {
        let bits = floor.domains[cell.0 as usize];
        assert_eq!(field.domain(world, cell), Domain::Few(bits), "{cell:?}");
    }
    floor.undo(0);
}

/// What a thousand sessions take.
fn remember(name: &str, world: &Ring, report: &mut Report) {
    let mut chance = Chance(17);
    let before = resident_bytes();
    let mut cost = Cost::default();
    let sessions: Vec<Field> = (0..1_000)
        .map(|_| play(world, &mut chance, &mut cost).0)
        .collect();
    let grown = resident_bytes().saturating_sub(before) as f64 / 1e6;
    let bytes: usize = sessions.iter().map(Field::heap_bytes).sum();
    let touched: usize = sessions.iter().map(|field| field.touched().len()).sum();
    report.line(format!(
        "    1,000 sessions over {} cells: {:.1} MB ({grown:.1} MB resident), {:.0} bytes for each of {:.0} touched cells a session; an untouched cell takes nothing",
        world.cells,
        bytes as f64 / 1e6,
        bytes as f64 / touched as f64,
        touched as f64 / 1e3,
    ));
    report.put(
        "field",
        json!({ "world": name, "sessions": 1_000, "cells": world.cells, "bytes": bytes, "touched": touched, "resident_mb": round(grown) }),
    );
}
