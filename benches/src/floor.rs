//! The floor of propagation: arc consistency over plain arrays, one word for each cell, with undo.
//!
//! It keeps no witness, no reasons and no session of its own, so it may admit what has no completion and can
//! only be asked about the world it was made for. What it costs nobody can avoid.

/// Pairs of cells with the values that go together.
pub trait Pairs {
    /// Every neighbour of a cell, with the values that each value of the cell leaves to it.
    fn neighbours(&self, cell: u32, visit: &mut impl FnMut(u32, &[u64]));
}

pub struct Floor {
    pub domains: Vec<u64>,
    trail: Vec<(u32, u64)>,
    queue: Vec<u32>,
    waiting: Vec<bool>,
    pub revisions: u64,
}

impl Floor {
    pub fn new(domains: Vec<u64>) -> Floor {
        Floor {
            waiting: vec![false; domains.len()],
            domains,
            trail: Vec::new(),
            queue: Vec::new(),
            revisions: 0,
        }
    }

    /// Fix a cell; false if that leaves a cell without a value, and then nothing has changed.
    pub fn fix(&mut self, pairs: &impl Pairs, cell: u32, code: u32) -> bool {
        let mark = self.trail.len();
        self.narrow(cell, 1 << code);
        let mut possible = self.domains[cell as usize] != 0;
        let mut at = 0;
        while let Some(&cell) = self.queue.get(at) {
            at += 1;
            self.waiting[cell as usize] = false;
            if !possible {
                continue;
            }
            let domain = self.domains[cell as usize];
            pairs.neighbours(cell, &mut |neighbour, partners| {
                self.revisions += 1;
                let mut left = 0;
                let mut bits = domain;
                while bits != 0 {
                    left |= partners[bits.trailing_zeros() as usize];
                    bits &= bits - 1;
                }
                self.narrow(neighbour, left);
                possible &= self.domains[neighbour as usize] != 0;
            });
        }
        self.queue.clear();
        if !possible {
            self.undo(mark);
        }
        possible
    }

    fn narrow(&mut self, cell: u32, to: u64) {
        let before = self.domains[cell as usize];
        if before & to == before {
            return;
        }
        self.trail.push((cell, before));
        self.domains[cell as usize] = before & to;
        if !self.waiting[cell as usize] {
            self.waiting[cell as usize] = true;
            self.queue.push(cell);
        }
    }

    /// Every step since the last that was taken back: a cell and what it could be before.
    pub fn steps(&self) -> &[(u32, u64)] {
        &self.trail
    }

    /// Take back everything since there were so many steps.
    pub fn undo(&mut self, mark: usize) {
        for (cell, before) in self.trail.drain(mark..).rev() {
            self.domains[cell as usize] = before;
        }
    }
}
