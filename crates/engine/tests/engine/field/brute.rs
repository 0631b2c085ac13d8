//! All solutions of a small world, listed.

#![allow(dead_code, reason = "each test program uses its own part")]

use super::worlds::World;
use std::collections::BTreeSet;

pub struct Brute {
    solutions: Vec<Vec<usize>>,
}

impl Brute {
    pub fn new(world: &World) -> Brute {
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        for size in &world.sizes {
            all = all
                .into_iter()
                .flat_map(|known| {
                    (0..*size).map(move |value| [known.as_slice(), &[value]].concat())
                })
                .collect();
        }
        all.retain(|values| world.holds(values));
        Brute { solutions: all }
    }

    pub fn is_empty(&self) -> bool {
        self.solutions.is_empty()
    }

    pub fn values(&self, cell: usize) -> BTreeSet<usize> {
        self.solutions.iter().map(|values| values[cell]).collect()
    }

    pub fn fix(&mut self, cell: usize, value: usize) {
        self.solutions.retain(|values| values[cell] == value);
    }

    pub fn keep(&mut self, holds: impl Fn(&[usize]) -> bool) {
        self.solutions.retain(|values| holds(values));
    }
}
