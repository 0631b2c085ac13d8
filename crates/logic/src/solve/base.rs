//! The base of a world: every domain at its fixpoint and a first witness, or a conflict with a name.

use super::field::Field;
use super::repair::Search;
use super::trial::{Room, Trial, Wiped};
use super::why::Why;
use super::{CellId, Change, Cost, InstanceId, Relation, Scope, Tag, World};
use crate::domain::{Code, Domain};
use std::collections::{BTreeSet, VecDeque};

/// How many instances of a conflict are tried to be left out; what is beyond stays in.
const TRIED: usize = 256;

#[derive(Clone, Debug)]
pub enum Tightened {
    Fits(Base),
    /// These instances cannot all hold, and none of them can be left out.
    Conflict {
        instances: Vec<InstanceId>,
        why: Why,
    },
    /// The part of the world around this cell is too hard.
    OutOfBudget {
        cell: CellId,
        nodes: u64,
    },
}

/// For each cell its domain at the fixpoint and its value in the witness.
#[derive(Clone, Debug, Default)]
pub struct Base {
    pub domains: Vec<Domain>,
    pub witness: Vec<Code>,
}

/// The base of the cells 0 to `cells - 1`, part by part: cells that no chain of instances connects do not
/// know of each other, and each part has so many nodes. The world gives declared domains and any values as
/// a first guess of the witness; a large group is to be made anew with the result.
pub fn tighten<W: World + ?Sized>(world: &W, cells: u32, nodes: u64, cost: &mut Cost) -> Tightened {
    let mut base = Base {
        domains: (0..cells).map(|cell| world.domain(CellId(cell))).collect(),
        witness: (0..cells).map(|cell| world.witness(CellId(cell))).collect(),
    };
    let mut seen = vec![false; cells as usize];
    let nothing = Field::default();
    for first in 0..cells {
        if seen[first as usize] {
            continue;
        }
        let part = part(world, CellId(first), &mut seen);
        let mut trial = Trial::new(world, &nothing);
        let settled = trial.settle_all(&part, nodes);
        cost.add(&trial.cost);
        match settled {
            Err(why) => return shorten(world, &part, *why, nodes),
            Ok(Search::Whole) => {
                for slot in &trial.slots {
                    let cell = slot.cell.0 as usize;
                    base.domains[cell] = slot.domain.clone();
                    base.witness[cell] = slot.witness;
                }
            }
            Ok(Search::None | Search::RanOut) => {
                let cell = CellId(first);
                return Tightened::OutOfBudget { cell, nodes };
            }
        }
    }
    Tightened::Fits(base)
}

/// The field in which these changes and every instance of these cells were propagated, with all reasons and
/// without a search: for whoever asks why a base is as it is. None if something is emptied on the way.
pub fn derive<W: World + ?Sized>(
    world: &W,
    cells: &[CellId],
    changes: &[(Tag, Change)],
) -> Option<Field> {
    let nothing = Field::default();
    let mut trial = Trial::new(world, &nothing);
    for (tag, change) in changes {
        trial.attempt(*tag, change).ok()?;
    }
    trial.revise_all(cells).ok()?;
    let outcome = trial.outcome();
    let mut field = Field::default();
    outcome.store(&mut Room::default(), &mut field);
    for (tag, change) in changes {
        field.remember(*tag, change);
    }
    Some(field)
}

/// The cells that chains of instances connect with this one, ascending.
fn part<W: World + ?Sized>(world: &W, first: CellId, seen: &mut [bool]) -> Vec<CellId> {
    let mut found = vec![first];
    let mut waiting = VecDeque::from([first]);
    let mut groups = BTreeSet::new();
    seen[first.0 as usize] = true;
    while let Some(cell) = waiting.pop_front() {
        world.instances(cell, &mut |id| {
            let (scope, relation) = world.instance(id);
            let cells = match relation.group() {
                // A group is met once for each member, and looked at once.
                Some(group) if groups.insert(id) => &group.members[..],
                Some(_) => &[],
                None => scope.cells(),
            };
            for cell in cells {
                if !std::mem::replace(&mut seen[cell.0 as usize], true) {
                    found.push(*cell);
                    waiting.push_back(*cell);
                }
            }
        });
    }
    found.sort_unstable();
    found
}

/// Leave out instances one by one as long as the rest cannot hold.
fn shorten<W: World + ?Sized>(world: &W, part: &[CellId], why: Why, nodes: u64) -> Tightened {
    let mut why = why;
    let mut needed = why.instances();
    let candidates: Vec<InstanceId> = needed.iter().copied().take(TRIED).collect();
    for left_out in candidates {
        if !needed.remove(&left_out) {
            continue;
        }
        let some = Partial {
            world,
            only: &needed,
        };
        let nothing = Field::default();
        match Trial::new(&some, &nothing).settle_all(part, nodes) {
            Err(shorter) => {
                why = *shorter;
                needed = why.instances();
            }
            Ok(_) => {
                needed.insert(left_out);
            }
        }
    }
    Tightened::Conflict {
        instances: needed.into_iter().collect(),
        why,
    }
}

/// A world with some of its instances.
struct Partial<'w, W: World + ?Sized> {
    world: &'w W,
    only: &'w BTreeSet<InstanceId>,
}

impl<W: World + ?Sized> World for Partial<'_, W> {
    fn domain(&self, cell: CellId) -> Domain {
        self.world.domain(cell)
    }

    fn witness(&self, cell: CellId) -> Code {
        self.world.witness(cell)
    }

    fn instances(&self, cell: CellId, visit: &mut dyn FnMut(InstanceId)) {
        self.world.instances(cell, &mut |id| {
            if self.only.contains(&id) {
                visit(id);
            }
        });
    }

    fn instance(&self, id: InstanceId) -> (Scope, &Relation) {
        self.world.instance(id)
    }
}

impl<W: World + ?Sized> Trial<'_, W> {
    /// Propagate every instance of these cells and find a witness for all of them.
    fn settle_all(&mut self, cells: &[CellId], nodes: u64) -> Result<Search, Box<Why>> {
        let start = self.mark();
        if let Err(wiped) = self.revise_all(cells) {
            return Err(Box::new(self.why_wiped(wiped)));
        }
        match self.repair_all(&start, nodes) {
            Search::None => Err(Box::new(self.why_searched())),
            found @ (Search::Whole | Search::RanOut) => Ok(found),
        }
    }

    fn revise_all(&mut self, cells: &[CellId]) -> Result<(), Wiped> {
        let mut known = BTreeSet::new();
        for cell in cells {
            let slot = self.slot(*cell);
            if self.at(slot).domain.is_empty() {
                return Err(Wiped(slot));
            }
            let mut result = Ok(());
            self.each_link(slot, |trial, link| {
                if result.is_ok() && known.insert(trial.link(link).id) {
                    result = trial.revise(link, None);
                }
            });
            result?;
        }
        self.propagate()
    }
}
