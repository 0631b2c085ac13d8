//! Worlds of any size for the field: cells on a ring, each tied to six others by tables.

use crate::bare::Ties;
use crate::floor::Pairs;
use logic::domain::{Code, Domain};
use logic::solve::{CellId, InstanceId, Relation, Scope, Table, World};
use std::sync::Arc;

/// A cell is tied to those so far behind it, and so to six.
pub const STEPS: [u32; 3] = [1, 7, 31];
pub const VALUES: usize = 8;
const TABLES: u32 = 64;

/// SplitMix64, for the same worlds in every run.
pub struct Chance(pub u64);

impl Chance {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        (self.draw() % u64::from(bound)) as u32
    }
}

/// Cells on a ring, each with its domain and witness in memory; instances are made when they are asked for.
pub struct Ring {
    pub cells: u32,
    pub domains: Vec<u64>,
    witness: Vec<u8>,
    relations: Vec<Relation>,
    /// The same tables as plain words, forwards and backwards.
    pub words: Vec<[[u64; VALUES]; 2]>,
}

impl Ring {
    pub fn new(cells: u32, allowed: u32) -> Ring {
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

    pub fn bytes(&self) -> usize {
        self.domains.capacity() * size_of::<u64>() + self.witness.capacity()
    }

    pub fn table(from: u32, kind: usize) -> usize {
        ((from.wrapping_mul(0x9e37_79b9) >> 20).wrapping_add(kind as u32 * 7) % TABLES) as usize
    }

    pub fn ahead(&self, cell: u32, step: u32) -> u32 {
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

    #[inline(always)]
    fn instances(&self, cell: CellId, visit: &mut dyn FnMut(InstanceId)) {
        for (kind, step) in STEPS.into_iter().enumerate() {
            for from in [cell.0, self.behind(cell.0, step)] {
                visit(InstanceId(u64::from(from) << 2 | kind as u64));
            }
        }
    }

    #[inline(always)]
    fn instance(&self, id: InstanceId) -> (Scope, &Relation) {
        let (from, kind) = ((id.0 >> 2) as u32, (id.0 & 3) as usize);
        let to = self.ahead(from, STEPS[kind]);
        let relation = &self.relations[Ring::table(from, kind)];
        (Scope::new(&[CellId(from), CellId(to)]), relation)
    }

    #[inline(always)]
    fn each<'w>(
        &'w self,
        cell: CellId,
        visit: &mut dyn FnMut(InstanceId, &[CellId], &'w Relation),
    ) {
        for (kind, step) in STEPS.into_iter().enumerate() {
            let (ahead, behind) = (self.ahead(cell.0, step), self.behind(cell.0, step));
            for (from, to) in [(cell.0, ahead), (behind, cell.0)] {
                let id = InstanceId(u64::from(from) << 2 | kind as u64);
                let relation = &self.relations[Ring::table(from, kind)];
                visit(id, &[CellId(from), CellId(to)], relation);
            }
        }
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

impl Ties for Ring {
    fn ties(&self, cell: u32, visit: &mut impl FnMut(u32, &[u64], &[u64])) {
        for (kind, step) in STEPS.into_iter().enumerate() {
            let ahead = self.ahead(cell, step);
            let [forwards, backwards] = &self.words[Ring::table(cell, kind)];
            visit(ahead, forwards, backwards);
            let behind = self.behind(cell, step);
            let [forwards, backwards] = &self.words[Ring::table(behind, kind)];
            visit(behind, backwards, forwards);
        }
    }
}
