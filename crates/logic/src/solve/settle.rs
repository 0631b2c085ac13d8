//! A change admitted or refused: all of it or nothing.

use super::field::{Added, Cause, CellState, Field, NONE, Narrowing};
use super::group::Counter;
use super::repair::Search;
use super::trial::{SlotId, Trial, Wiped};
use super::why::Why;
use super::{CellId, Change, Cost, InstanceId, Relation, Scope, Tag, World};
use crate::domain::{Code, Domain};
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
    let mut trial = Trial::new(world, field);
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
    match outcome {
        Ok(outcome) => outcome.commit(field, tag, change),
        Err(no) => no,
    }
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
    let mut trial = Trial::new(world, field);
    let start = trial.mark();
    let holds = trial.attempt(tag, change).is_ok() && trial.take(&start, witness);
    let outcome = holds.then(|| trial.outcome());
    cost.add(&trial.cost);
    match outcome?.commit(field, tag, change) {
        Settled::Fits { narrowed, .. } => Some(narrowed),
        Settled::Refused(_) | Settled::OutOfBudget { .. } => None,
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
        outcome.commit(field, tag, change);
    }
    stands
}

/// What a trial leaves to its field.
pub(crate) struct Outcome {
    cells: Vec<(CellId, CellState)>,
    narrowed: Vec<Narrowed>,
    witness: Vec<(CellId, Code)>,
    narrowings: Vec<Narrowing>,
    counters: Vec<(InstanceId, Counter)>,
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
        let link = self.push_link(id, scope, relation);
        self.extra.push(link);
        self.revise(link, None)
    }

    /// What is left to the field.
    pub(crate) fn outcome(&mut self) -> Outcome {
        let mut changed: Vec<SlotId> = Vec::new();
        let mut narrowed: Vec<Narrowed> = Vec::new();
        let kept = self.field.narrowings.len() as u32;
        for at in 0..self.trail.len() {
            let Narrowing { cell, previous, .. } = self.trail[at];
            // Once for each cell: where its chain leaves the field.
            if previous == NONE || previous < kept {
                let slot = self.slot(cell);
                changed.push(slot);
                narrowed.push(Narrowed {
                    cell,
                    before: self.trail[at].before.clone(),
                    after: self.at(slot).domain.clone(),
                });
            }
        }
        let mut witness = Vec::new();
        for (slot, state) in self.slots.iter().enumerate() {
            if state.witness != state.began {
                witness.push((state.cell, state.witness));
                changed.push(slot as SlotId);
            }
        }
        changed.sort_unstable();
        changed.dedup();
        let state = |slot: SlotId| {
            let slot = self.at(slot);
            let state = CellState {
                domain: slot.domain.clone(),
                witness: slot.witness,
                last: slot.last,
            };
            (slot.cell, state)
        };
        Outcome {
            cells: changed.into_iter().map(state).collect(),
            narrowed,
            witness,
            narrowings: std::mem::take(&mut self.trail),
            counters: std::mem::take(&mut self.counters).into_iter().collect(),
        }
    }
}

impl Outcome {
    fn commit(self, field: &mut Field, tag: Tag, change: &Change) -> Settled {
        let (narrowed, witness) = self.store(field);
        field.remember(tag, change);
        Settled::Fits { narrowed, witness }
    }

    /// Write everything but the change itself.
    pub(crate) fn store(self, field: &mut Field) -> (Vec<Narrowed>, Vec<(CellId, Code)>) {
        for (cell, state) in self.cells {
            field.set_state(cell, state);
        }
        for narrowing in self.narrowings {
            field.narrowings.push(narrowing);
        }
        for (id, counter) in self.counters {
            field.counters.insert(id.0, counter);
        }
        (self.narrowed, self.witness)
    }
}

impl Field {
    pub(crate) fn remember(&mut self, tag: Tag, change: &Change) {
        self.changes.push((tag, Arc::new(change.clone())));
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
