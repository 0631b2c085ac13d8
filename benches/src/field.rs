//! Time of an admitted observation in worlds of any size, beside a bare arc-consistency loop on the same
//! worlds, and what worlds and sessions take in memory.

use crate::Effort;
use crate::floor::{Floor, Pairs};
use crate::machine::{least_and_most, median, resident_bytes};
use crate::report::{Report, round};
use logic::domain::{Code, Domain};
use logic::solve::{
    CellId, Change, Cost, Field, InstanceId, Relation, Scope, Settled, Table, Tag, World, admit,
};
use serde_json::json;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// A cell is tied to those so far behind it, and so to six.
const STEPS: [u32; 3] = [1, 7, 31];
const VALUES: usize = 8;
const TABLES: u32 = 64;
/// What one session observes.
const OBSERVED: usize = 64;
const NODES: u64 = 500;
/// How many of a hundred pairs of values go together. In a tight world most of the time goes into the
/// witness, of which the floor knows nothing.
const FAMILIES: [(&str, u32); 2] = [("loose", 80), ("tight", 60)];

pub fn run(effort: Effort, report: &mut Report) {
    report.line("");
    report.line(format!("field: microseconds for an admitted observation, {OBSERVED} in a session, cells of {VALUES} values with {} tables each; the floor is a bare arc-consistency loop over arrays on the same observations", 2 * STEPS.len()));
    let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    for (name, allowed) in FAMILIES {
        report.line(format!(
            "  {name} world, {allowed} of 100 pairs go together"
        ));
        let mut times = Vec::new();
        for cells in sizes {
            let world = Ring::new(cells, allowed);
            times.push(measure(name, &world, effort, report));
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
fn measure(name: &str, world: &Ring, effort: Effort, report: &mut Report) -> (f64, f64) {
    let sessions = effort.of(150, 600);
    let mut chance = Chance(world.cells.into());
    let mut cost = Cost::default();
    let plays: Vec<Vec<(u32, u32)>> = (0..sessions)
        .map(|_| play(world, &mut chance, &mut cost).1)
        .collect();
    let observations = (sessions * OBSERVED) as f64;
    let mut floor = Floor::new(world.domains.clone());
    let (mut ours, mut floors) = (Vec::new(), Vec::new());
    for round in 0..effort.of(5, 9) {
        let started = Instant::now();
        for play in &plays {
            black_box(replay(world, play));
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
    }
    // The first round is slower for both: the floor is compared with ours in it.
    let ratios: Vec<f64> = ours
        .iter()
        .zip(&floors)
        .skip(1)
        .map(|(ours, floor)| ours / floor)
        .collect();
    let (least, most) = least_and_most(&ratios);
    let ratio = median(ratios);
    let (ours, floors) = (median(ours.split_off(1)), median(floors.split_off(1)));
    report.line(format!(
        "    {:>8} cells: ours {ours:>6.2}, floor {floors:>6.2}; ratio {ratio:.2} [{least:.2}-{most:.2}] (goal: at most 4); {:.1} revisions, {:.3} nodes, {:.1} bytes of base for a cell",
        world.cells,
        cost.revisions as f64 / observations,
        cost.nodes as f64 / observations,
        world.bytes() as f64 / f64::from(world.cells),
    ));
    report.put(
        "field",
        json!({ "world": name, "cells": world.cells, "microseconds": round(ours), "floor_microseconds": round(floors), "ratio": round(ratio), "base_bytes_per_cell": round(world.bytes() as f64 / f64::from(world.cells)) }),
    );
    (ours, floors)
}

/// A session of random proposals somewhere in the world; the witness's value where one is refused.
fn play(world: &Ring, chance: &mut Chance, cost: &mut Cost) -> (Field, Vec<(u32, u32)>) {
    let mut field = Field::default();
    let mut admitted = Vec::new();
    while admitted.len() < OBSERVED {
        let cell = CellId(chance.below(world.cells));
        let domain = field.domain(world, cell);
        let codes: Vec<Code> = domain.codes().collect();
        let proposed = codes[chance.below(codes.len() as u32) as usize];
        for code in [proposed, field.witness(world, cell)] {
            let change = Change::Fix { cell, code };
            let tag = Tag(admitted.len() as u64);
            if let Settled::Fits { .. } = admit(world, &mut field, tag, &change, NODES, cost) {
                admitted.push((cell.0, code as u32));
                break;
            }
        }
    }
    (field, admitted)
}

fn replay(world: &Ring, play: &[(u32, u32)]) -> Field {
    let mut field = Field::default();
    let mut cost = Cost::default();
    for (step, (cell, code)) in play.iter().enumerate() {
        let change = Change::Fix {
            cell: CellId(*cell),
            code: (*code).into(),
        };
        let tag = Tag(step as u64);
        black_box(admit(world, &mut field, tag, &change, NODES, &mut cost));
    }
    field
}

/// Both must have left the same values, or the times mean nothing.
fn compare(world: &Ring, floor: &mut Floor, play: &[(u32, u32)]) {
    let field = replay(world, play);
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

/// SplitMix64, for the same worlds in every run.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }
}

/// Cells on a ring, each with its domain and witness in memory; instances are made when they are asked for.
struct Ring {
    cells: u32,
    domains: Vec<u64>,
    witness: Vec<u8>,
    relations: Vec<Relation>,
    /// The same tables as plain words, forwards and backwards.
    words: Vec<[[u64; VALUES]; 2]>,
}

impl Ring {
    fn new(cells: u32, allowed: u32) -> Ring {
        let mut chance = Chance(1);
        let mut relations = Vec::new();
        let mut words = Vec::new();
        for _ in 0..TABLES {
            let mut pairs = [[0u64; VALUES]; 2];
            let table = Table::from_test(&[VALUES; 2], |codes| {
                // Equal values always go together, so a world where all are equal is a witness.
                let holds = codes[0] == codes[1] || chance.below(100) < allowed;
                pairs[0][codes[0] as usize] |= u64::from(holds) << codes[1];
                pairs[1][codes[1] as usize] |= u64::from(holds) << codes[0];
                holds
            });
            relations.push(Relation::Table(Arc::new(table)));
            words.push(pairs);
        }
        Ring {
            cells,
            domains: vec![(1 << VALUES) - 1; cells as usize],
            witness: vec![0; cells as usize],
            relations,
            words,
        }
    }

    fn bytes(&self) -> usize {
        self.domains.capacity() * size_of::<u64>() + self.witness.capacity()
    }

    fn table(from: u32, kind: usize) -> usize {
        ((from.wrapping_mul(0x9e37_79b9) >> 20).wrapping_add(kind as u32 * 7) % TABLES) as usize
    }

    fn ahead(&self, cell: u32, step: u32) -> u32 {
        let to = cell + step;
        if to < self.cells { to } else { to - self.cells }
    }

    fn behind(&self, cell: u32, step: u32) -> u32 {
        if cell < step {
            cell + self.cells - step
        } else {
            cell - step
        }
    }
}

impl World for Ring {
    fn domain(&self, cell: CellId) -> Domain {
        Domain::Few(self.domains[cell.0 as usize])
    }

    fn witness(&self, cell: CellId) -> Code {
        self.witness[cell.0 as usize].into()
    }

    fn instances(&self, cell: CellId, visit: &mut dyn FnMut(InstanceId)) {
        for (kind, step) in STEPS.into_iter().enumerate() {
            for from in [cell.0, self.behind(cell.0, step)] {
                visit(InstanceId(u64::from(from) << 2 | kind as u64));
            }
        }
    }

    fn instance(&self, id: InstanceId) -> (Scope, &Relation) {
        let (from, kind) = ((id.0 >> 2) as u32, (id.0 & 3) as usize);
        let to = self.ahead(from, STEPS[kind]);
        let relation = &self.relations[Ring::table(from, kind)];
        (Scope::new(&[CellId(from), CellId(to)]), relation)
    }
}

impl Pairs for Ring {
    fn neighbours(&self, cell: u32, visit: &mut impl FnMut(u32, &[u64])) {
        for (kind, step) in STEPS.into_iter().enumerate() {
            let ahead = self.ahead(cell, step);
            visit(ahead, &self.words[Ring::table(cell, kind)][0]);
            let behind = self.behind(cell, step);
            visit(behind, &self.words[Ring::table(behind, kind)][1]);
        }
    }
}
