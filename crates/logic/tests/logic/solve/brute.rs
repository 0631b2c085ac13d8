//! Brute force and a naive sweep, which share nothing with the kernel but the relations' own test.

use super::worlds::Listed;
use logic::domain::{Code, Domain};
use logic::solve::{CellId, Change, Relation, Scope, Sum};
use std::collections::BTreeSet;

/// Every assignment of a small world, and which of them satisfy what.
pub struct Truths {
    pub all: Vec<Vec<Code>>,
}

/// One bit for each assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set(Vec<u64>);

impl Truths {
    pub fn new(domains: &[Domain]) -> Truths {
        let mut all = vec![Vec::new()];
        for domain in domains {
            let codes: Vec<Code> = domain.codes().collect();
            let longer = |so_far: Vec<Code>| {
                let codes = codes.clone().into_iter();
                codes.map(move |code| [so_far.as_slice(), &[code]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        Truths { all }
    }

    pub fn set(&self, test: impl Fn(&[Code]) -> bool) -> Set {
        let mut words = vec![0; self.all.len().div_ceil(64)];
        for (at, codes) in self.all.iter().enumerate() {
            words[at / 64] |= u64::from(test(codes)) << (at % 64);
        }
        Set(words)
    }

    pub fn members<'t>(&'t self, set: &'t Set) -> impl Iterator<Item = &'t [Code]> {
        let inside = |at: &usize| set.0[at / 64] >> (at % 64) & 1 == 1;
        (0..self.all.len())
            .filter(inside)
            .map(|at| &self.all[at][..])
    }
}

impl Set {
    pub fn and(&self, other: &Set) -> Set {
        Set(self
            .0
            .iter()
            .zip(&other.0)
            .map(|(one, two)| one & two)
            .collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

pub fn allows(change: &Change, codes: &[Code]) -> bool {
    match change {
        Change::Fix { cell, code } => codes[cell.0 as usize] == *code,
        Change::Narrow { cell, to } => to.contains(codes[cell.0 as usize]),
        Change::Require { scope, relation } => Listed::holds(scope, relation, codes),
    }
}

/// What is left of every domain if all propagators are applied over and over until nothing changes.
pub struct Sweep {
    pub left: Vec<BTreeSet<Code>>,
    ranges: Vec<bool>,
}

impl Sweep {
    pub fn new(domains: &[Domain]) -> Sweep {
        Sweep {
            left: domains
                .iter()
                .map(|domain| domain.codes().collect())
                .collect(),
            ranges: domains
                .iter()
                .map(|domain| matches!(domain, Domain::Range(..)))
                .collect(),
        }
    }

    pub fn run(&mut self, instances: &[(Scope, Relation)], changes: &[&Change]) {
        let added = changes.iter().filter_map(|change| match change {
            Change::Require { scope, relation } => Some((*scope, relation.clone())),
            Change::Fix { .. } | Change::Narrow { .. } => None,
        });
        let all: Vec<(Scope, Relation)> = instances.iter().cloned().chain(added).collect();
        for change in changes {
            match change {
                Change::Fix { cell, code } => self.keep(*cell, |other| other == *code),
                Change::Narrow { cell, to } => self.keep(*cell, |code| to.contains(code)),
                Change::Require { .. } => (),
            }
        }
        loop {
            let before = self.left.clone();
            for (scope, relation) in &all {
                if !relation.group().is_some_and(logic::solve::Group::is_large) {
                    self.apply(scope, relation);
                }
            }
            if self.left == before {
                break;
            }
        }
        // Large groups take from what is shown, and nothing follows from that.
        let settled = self.left.clone();
        for (_, relation) in &all {
            if relation.group().is_some_and(logic::solve::Group::is_large) {
                let mut view = Sweep {
                    left: settled.clone(),
                    ranges: self.ranges.clone(),
                };
                view.apply(&Scope::GROUP, relation);
                for (left, shown) in self.left.iter_mut().zip(view.left) {
                    if left.len() > 1 {
                        left.retain(|code| shown.contains(code));
                    }
                }
            }
        }
    }

    /// Of a range only the ends go.
    fn keep(&mut self, cell: CellId, passes: impl Fn(Code) -> bool) {
        let left = &mut self.left[cell.0 as usize];
        if self.ranges[cell.0 as usize] {
            while left.first().is_some_and(|code| !passes(*code)) {
                left.pop_first();
            }
            while left.last().is_some_and(|code| !passes(*code)) {
                left.pop_last();
            }
        } else {
            left.retain(|code| passes(*code));
        }
    }

    fn only(&self, cell: CellId) -> Option<Code> {
        let left = &self.left[cell.0 as usize];
        left.first().copied().filter(|_| left.len() == 1)
    }

    fn apply(&mut self, scope: &Scope, relation: &Relation) {
        let cells = scope.cells();
        match relation {
            Relation::Table(_) => {
                for place in 0..cells.len() {
                    let tuples = self.tuples(cells);
                    let found: BTreeSet<Code> = tuples
                        .iter()
                        .filter(|tuple| relation.holds(tuple))
                        .map(|tuple| tuple[place])
                        .collect();
                    self.keep(cells[place], |code| found.contains(&code));
                }
            }
            Relation::Bounds(bounds) => {
                for place in 0..cells.len() {
                    let tuples = self.tuples(cells);
                    let sum = |tuple: &Vec<Code>| {
                        let terms = tuple.iter().zip(bounds.coefficients);
                        terms.map(|(code, by)| code * by).sum::<Code>() + bounds.constant
                    };
                    let others = (0..cells.len()).filter(|other| *other != place);
                    let known = others
                        .clone()
                        .all(|other| self.only(cells[other]).is_some());
                    self.keep(cells[place], |code| {
                        let with = tuples.iter().filter(|tuple| tuple[place] == code);
                        let sums: Vec<Code> = with.map(sum).collect();
                        let (Some(least), Some(most)) = (sums.iter().min(), sums.iter().max())
                        else {
                            return false;
                        };
                        match bounds.comparison {
                            Sum::AtMostZero => *least <= 0,
                            Sum::Zero => *least <= 0 && *most >= 0,
                            Sum::NotZero => !known || *least != 0,
                        }
                    });
                }
            }
            Relation::Check(_) => {
                for target in cells {
                    let others = cells.iter().filter(|cell| *cell != target);
                    if others.clone().all(|cell| self.only(*cell).is_some()) {
                        let left = self.left.clone();
                        self.keep(*target, |code| {
                            let value = |cell: &CellId| match cell == target {
                                true => code,
                                false => *left[cell.0 as usize].first().unwrap_or(&0),
                            };
                            relation.holds(&cells.iter().map(value).collect::<Vec<Code>>())
                        });
                    }
                }
            }
            Relation::AllDifferent(group) => {
                let members = group.members.iter();
                let known: Vec<(CellId, Code)> = members
                    .filter_map(|cell| Some((*cell, self.only(*cell)?)))
                    .collect();
                for member in &group.members {
                    let taken = |code: Code| {
                        let mut others = known.iter().filter(|(cell, _)| cell != member);
                        others.any(|(_, known)| *known == code)
                    };
                    self.keep(*member, |code| !taken(code));
                }
            }
            Relation::Count(count) => {
                let inside = |code: &Code| count.values.contains(*code);
                let members = || count.group.members.iter();
                let of = |cell: &CellId| &self.left[cell.0 as usize];
                let sure = members().filter(|cell| of(cell).iter().all(inside)).count();
                let never = members()
                    .filter(|cell| !of(cell).iter().any(inside))
                    .count();
                let possible = count.group.members.len() - never;
                let full = sure >= count.most as usize;
                let needed = possible <= count.least as usize;
                for cell in members() {
                    let left = &self.left[cell.0 as usize];
                    let is_sure = left.iter().all(inside);
                    let is_never = !left.iter().any(inside);
                    if full && !is_sure && !is_never {
                        self.keep(*cell, |code| !inside(&code));
                    } else if needed && !is_sure && !is_never {
                        self.keep(*cell, |code| inside(&code));
                    }
                }
            }
        }
    }

    /// Every tuple of what is left to these cells.
    fn tuples(&self, cells: &[CellId]) -> Vec<Vec<Code>> {
        let mut all = vec![Vec::new()];
        for cell in cells {
            let codes = &self.left[cell.0 as usize];
            let longer = |tuple: Vec<Code>| {
                codes
                    .iter()
                    .map(move |code| [tuple.as_slice(), &[*code]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }
}
