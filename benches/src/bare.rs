//! The floor with a witness: what keeping one costs over plain arrays, for one world and one session.
//!
//! It repairs nearby as ours does at first, with the same look ahead, and keeps no reasons. It never takes a
//! step back: where it does not succeed it leaves the witness broken and goes on, so it does less than what
//! has to be done.

use crate::floor::{Floor, Pairs};

/// Pairs of cells as both of them see them.
pub trait Ties: Pairs {
    /// Every neighbour of a cell, with what each value of the cell leaves to it and what each of its own
    /// leaves to the cell.
    fn ties(&self, cell: u32, visit: &mut impl FnMut(u32, &[u64], &[u64]));
}

/// As in the kernel.
const STEPS: usize = 48;
const LOOKS: usize = 4;
const NOTHING_LEFT: u32 = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stand {
    Free,
    Waiting,
    Given,
}

pub struct Bare {
    pub floor: Floor,
    witness: Vec<u8>,
    stands: Vec<Stand>,
    moved: Vec<(u32, u8)>,
    queue: Vec<u32>,
}

/// For each number of breaks, the values with that many.
#[derive(Clone, Copy)]
struct Tally([u64; 4]);

impl Tally {
    fn add(&mut self, broken: u64) {
        let [none, one, two, more] = self.0;
        self.0 = [
            none & !broken,
            one & !broken | none & broken,
            two & !broken | one & broken,
            more | two & broken,
        ];
    }

    fn leave(mut self, values: u64) -> Tally {
        self.0.iter_mut().for_each(|bits| *bits &= values);
        self
    }

    fn least(&self) -> (u64, u32) {
        let found = self.0.iter().position(|bits| *bits != 0);
        found.map_or((0, NOTHING_LEFT), |breaks| (self.0[breaks], breaks as u32))
    }
}

impl Bare {
    pub fn new(domains: Vec<u64>) -> Bare {
        Bare {
            witness: vec![0; domains.len()],
            stands: vec![Stand::Free; domains.len()],
            floor: Floor::new(domains),
            moved: Vec::new(),
            queue: Vec::new(),
        }
    }

    /// Fix a cell to a value that is known to be possible, and repair the witness; whether that succeeded.
    pub fn fix(&mut self, ties: &impl Ties, cell: u32, code: u32) -> bool {
        let mark = self.floor.steps().len();
        assert!(self.floor.fix(ties, cell, code), "it is possible");
        for at in mark..self.floor.steps().len() {
            let cell = self.floor.steps()[at].0;
            let (domain, witness) = (self.domain(cell), self.witness[cell as usize]);
            if domain >> witness & 1 == 1 || self.stands[cell as usize] != Stand::Free {
                continue;
            }
            if domain.is_power_of_two() {
                self.assign(cell, domain.trailing_zeros());
            } else {
                self.stands[cell as usize] = Stand::Waiting;
                self.queue.push(cell);
            }
        }
        let before = self.moved.len();
        let whole = self.give(ties);
        if !whole {
            self.take_back(before);
        }
        for cell in self.queue.drain(..) {
            self.stands[cell as usize] = Stand::Free;
        }
        whole
    }

    /// Take back everything.
    pub fn undo(&mut self) {
        self.floor.undo(0);
        self.take_back(0);
    }

    fn take_back(&mut self, mark: usize) {
        for (cell, code) in self.moved.drain(mark..).rev() {
            self.witness[cell as usize] = code;
        }
    }

    fn domain(&self, cell: u32) -> u64 {
        self.floor.domains[cell as usize]
    }

    fn assign(&mut self, cell: u32, code: u32) {
        let witness = &mut self.witness[cell as usize];
        self.moved.push((cell, *witness));
        *witness = code as u8;
    }

    fn give(&mut self, ties: &impl Ties) -> bool {
        let mut at = 0;
        while let Some(&cell) = self.queue.get(at) {
            at += 1;
            if self.stands[cell as usize] != Stand::Waiting {
                continue;
            }
            let tally = self.weigh(ties, cell);
            let (least, breaks) = tally.least();
            if tally
                .0
                .iter()
                .any(|bits| bits >> self.witness[cell as usize] & 1 == 1)
            {
                self.stands[cell as usize] = Stand::Free;
                continue;
            }
            if least == 0 || at > STEPS {
                return false;
            }
            let code = match breaks {
                0 => least.trailing_zeros(),
                _ => self.look_ahead(ties, cell, least),
            };
            self.assign(cell, code);
            self.stands[cell as usize] = Stand::Given;
            if breaks == 0 {
                continue;
            }
            ties.ties(cell, &mut |other, leaves, _| {
                let other_at = other as usize;
                let holds = leaves[code as usize] >> self.witness[other_at] & 1 == 1;
                if !holds && self.stands[other_at] == Stand::Free {
                    self.stands[other_at] = Stand::Waiting;
                    self.queue.push(other);
                }
            });
        }
        true
    }

    /// The values of a cell that go with those given, by how many others they break.
    fn weigh(&self, ties: &impl Ties, cell: u32) -> Tally {
        let mut tally = Tally([self.domain(cell), 0, 0, 0]);
        ties.ties(cell, &mut |other, _, leave| {
            let left = leave[usize::from(self.witness[other as usize])];
            match self.stands[other as usize] {
                Stand::Free => tally.add(!left),
                Stand::Waiting => {}
                Stand::Given => tally = tally.leave(left),
            }
        });
        tally
    }

    /// Of some values, the one whose breaks can be repaired with the fewest others.
    fn look_ahead(&self, ties: &impl Ties, cell: u32, values: u64) -> u32 {
        let mut rest = values;
        let mut best = (u32::MAX, rest.trailing_zeros());
        for _ in 0..LOOKS {
            if rest == 0 || best.0 == 0 {
                break;
            }
            let code = rest.trailing_zeros();
            rest &= rest - 1;
            let mut sum = 0;
            ties.ties(cell, &mut |other, leaves, _| {
                let left = leaves[code as usize];
                let holds = left >> self.witness[other as usize] & 1 == 1;
                if !holds && self.stands[other as usize] == Stand::Free {
                    sum += self.weigh(ties, other).leave(left).least().1;
                }
            });
            if sum < best.0 {
                best = (sum, code);
            }
        }
        best.1
    }
}
