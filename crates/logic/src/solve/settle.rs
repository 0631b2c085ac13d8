//! A change admitted or refused: all of it or nothing.

use super::field::{Added, Cause, CellState, Field, NONE, Narrowing};
use super::group::Counter;
use super::repair::Search;
use super::trial::{Room, Slot, SlotId, Trial, Wiped};
use super::why::Why;
use super::{CellId, Change, Cost, InstanceId, Relation, Scope, Tag, World};
use crate::domain::{Code, Domain};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub enum Settled {
    /// The field has taken the change over.
    Fits {
        /// The cells with fewer values than before, the change's own included.
        narrowed: Vec<Narrowed>,
        /// What changed of the witness: `follow` needs no search with it.
        witness: Vec<(CellId, Code)>,
    },
    /// No completion is left, and this is why.
    Refused(Why),
    /// Nothing is known: the search ran out of values to try.
    OutOfBudget { nodes: u64 },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrowed {
    pub cell: CellId,
    pub before: Domain,
    pub after: Domain,
}

/// Propagate a change, repair the witness within so many nodes, and take the change over if that succeeds.
pub fn admit<W: World + ?Sized>(
    world: &W,
    field: &mut Field,
    tag: Tag,
    change: &Change,
    nodes: u64,
    cost: &mut Cost,
) -> Settled {
    Room::default().admit(world, field, tag, change, nodes, cost)
}

/// Take over a change that was admitted before, with the witness it had then. `None` if that witness does
/// not hold, and then nothing is changed.
pub fn follow<W: World + ?Sized>(
    world: &W,
    field: &mut Field,
    tag: Tag,
    change: &Change,
    witness: &[(CellId, Code)],
    cost: &mut Cost,
) -> Option<Vec<Narrowed>> {
    Room::default().follow(world, field, tag, change, witness, cost)
}

impl Room {
    /// `admit`, in the room of the changes before it.
    pub fn admit<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &mut Field,
        tag: Tag,
        change: &Change,
        nodes: u64,
        cost: &mut Cost,
    ) -> Settled {
        if let Some(settled) = self.admit_quickly(world, field, tag, change, nodes, cost) {
            return settled;
        }
        let mut trial = Trial::within(self, world, field);
        let start = trial.mark();
        let outcome = match trial.attempt(tag, change) {
            Err(wiped) => Err(Settled::Refused(trial.why_wiped(wiped))),
            Ok(()) => match trial.repair(&start, nodes) {
                Search::Whole => Ok(trial.outcome()),
                Search::None => Err(Settled::Refused(trial.why_searched())),
                Search::RanOut => Err(Settled::OutOfBudget { nodes }),
            },
        };
        cost.add(&trial.cost);
        self.take(trial);
        match outcome {
            Ok(outcome) => outcome.commit(self, field, tag, change),
            Err(no) => no,
        }
    }

    /// `follow`, in the room of the changes before it.
    pub fn follow<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &mut Field,
        tag: Tag,
        change: &Change,
        witness: &[(CellId, Code)],
        cost: &mut Cost,
    ) -> Option<Vec<Narrowed>> {
        let mut trial = Trial::within(self, world, field);
        let start = trial.mark();
        let holds = trial.attempt(tag, change).is_ok() && trial.take(&start, witness);
        let outcome = holds.then(|| trial.outcome());
        cost.add(&trial.cost);
        self.take(trial);
        match outcome?.commit(self, field, tag, change) {
            Settled::Fits { narrowed, .. } => Some(narrowed),
            Settled::Refused(_) | Settled::OutOfBudget { .. } => None,
        }
    }

    /// Take over another witness of the field as it is. False if it does not hold, and then nothing is changed.
    pub fn adopt<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &mut Field,
        witness: &[(CellId, Code)],
    ) -> bool {
        let mut trial = Trial::within(self, world, field);
        let start = trial.mark();
        let holds = trial.take(&start, witness);
        let outcome = holds.then(|| trial.outcome());
        self.take(trial);
        if let Some(outcome) = outcome {
            outcome.store(self, field);
        }
        holds
    }
}

/// Propagate a change and take it over without asking whether a completion is left: what a field without a
/// witness would do, for comparison. Such a field gets stuck.
pub fn propagate_alone<W: World + ?Sized>(
    world: &W,
    field: &mut Field,
    tag: Tag,
    change: &Change,
    cost: &mut Cost,
) -> bool {
    let mut trial = Trial::new(world, field);
    let outcome = trial.attempt(tag, change).is_ok().then(|| trial.outcome());
    cost.add(&trial.cost);
    let stands = outcome.is_some();
    if let Some(outcome) = outcome {
        outcome.commit(&mut Room::default(), field, tag, change);
    }
    stands
}

/// What a trial leaves to its field.
pub(crate) struct Outcome {
    slots: Vec<Slot>,
    trail: Vec<Narrowing>,
    trailed: Vec<SlotId>,
    narrowed: Vec<Narrowed>,
    witness: Vec<(CellId, Code)>,
    counters: BTreeMap<InstanceId, Counter>,
}

impl<'a, W: World + ?Sized> Trial<'a, W> {
    /// Make the change and propagate it.
    pub(crate) fn attempt(&mut self, tag: Tag, change: &'a Change) -> Result<(), Wiped> {
        self.tried.push((tag, change));
        match change {
            Change::Fix { cell, code } => {
                let slot = self.slot(*cell);
                let domain = &self.at(slot).domain;
                let to = domain.intersect(&Domain::one(domain, *code));
                self.narrow(slot, to, Cause::Change(tag))?;
            }
            Change::Narrow { cell, to } => {
                let slot = self.slot(*cell);
                let to = self.at(slot).domain.intersect(to);
                self.narrow(slot, to, Cause::Change(tag))?;
            }
            Change::Require { scope, relation } => self.require(tag, *scope, relation)?,
        }
        self.propagate()
    }

    fn require(&mut self, tag: Tag, scope: Scope, relation: &'a Relation) -> Result<(), Wiped> {
        let id = InstanceId::added(tag);
        assert!(
            self.field.added.get(tag.0).is_none(),
            "a tag names one change"
        );
        let link = self.add_extra(id, scope, relation);
        self.revise(link, None)
    }

    /// What is left to the field.
    pub(crate) fn outcome(&mut self) -> Outcome {
        let kept = self.field.narrowings.len() as u32;
        // Once for each cell: where its chain leaves the field.
        let is_first =
            |narrowing: &Narrowing| narrowing.previous == NONE || narrowing.previous < kept;
        let steps = self.trail.iter().zip(&self.trailed);
        let mut narrowed = Vec::with_capacity(self.slots.len().min(self.trail.len()));
        for (narrowing, slot) in steps.filter(|(narrowing, _)| is_first(narrowing)) {
            narrowed.push(Narrowed {
                cell: narrowing.cell,
                before: narrowing.before.clone(),
                after: self.at(*slot).domain.clone(),
            });
        }
        let moved = self.slots.iter().filter(|slot| slot.witness != slot.began);
        let mut witness = Vec::with_capacity(self.witnessed());
        witness.extend(moved.map(|slot| (slot.cell, slot.witness)));
        Outcome {
            narrowed,
            witness,
            slots: std::mem::take(&mut self.slots),
            trail: std::mem::take(&mut self.trail),
            trailed: std::mem::take(&mut self.trailed),
            counters: std::mem::take(&mut self.counters),
        }
    }
}

impl Outcome {
    fn commit(self, room: &mut Room, field: &mut Field, tag: Tag, change: &Change) -> Settled {
        let (narrowed, witness) = self.store(room, field);
        field.remember(tag, change);
        Settled::Fits { narrowed, witness }
    }

    /// Write everything but the change itself.
    pub(crate) fn store(
        mut self,
        room: &mut Room,
        field: &mut Field,
    ) -> (Vec<Narrowed>, Vec<(CellId, Code)>) {
        let kept = field.narrowings.len() as u32;
        let differs = |slot: &Slot| {
            let is_narrower = slot.last != NONE && slot.last >= kept;
            is_narrower || slot.witness != slot.began
        };
        field.set_states(self.slots.drain(..).filter(differs).map(|slot| {
            let state = CellState {
                domain: slot.domain,
                witness: slot.witness,
                last: slot.last,
            };
            (slot.cell, state)
        }));
        field.narrowings.extend(self.trail.drain(..));
        for (id, counter) in self.counters {
            field.counters.insert(id.0, counter);
        }
        room.take_steps(self.slots, self.trail, self.trailed);
        (self.narrowed, self.witness)
    }
}

impl Field {
    pub(crate) fn remember(&mut self, tag: Tag, change: &Change) {
        self.changes.push((tag, change.clone()));
        if let Change::Require { scope, relation } = change {
            let added = Added {
                scope: *scope,
                relation: relation.clone(),
            };
            let id = InstanceId::added(tag);
            for cell in added.cells() {
                let ids = self.touching.entry(cell.0.into(), || [].into());
                if !ids.contains(&id) {
                    *ids = ids.iter().copied().chain([id]).collect();
                }
            }
            self.added.insert(tag.0, Arc::new(added));
        }
    }
}
