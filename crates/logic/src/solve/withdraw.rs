//! A constraint taken back: what rested on it is derived again from what is left.

use super::field::{Cause, CellState, Field, NONE};
use super::trial::{Room, Trial, Wiped};
use super::{CellId, Change, Cost, Group, InstanceId, Tag, World};
use crate::domain::Domain;
use std::collections::BTreeMap;

/// Why a change cannot be withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// No change has this tag.
    Unknown,
    /// What is fixed is fixed for ever.
    Fixed,
}

/// Withdraw a constraint or a narrowing. Domains are then those of a field that never had it; the witness
/// stays, since it satisfies what is left. The work is that of the session's narrowings, not of its world.
pub fn withdraw<W: World + ?Sized>(
    world: &W,
    field: &mut Field,
    tag: Tag,
    cost: &mut Cost,
) -> Result<Vec<CellId>, Kept> {
    match field.changes().find(|(known, _)| *known == tag) {
        None => return Err(Kept::Unknown),
        Some((_, Change::Fix { .. })) => return Err(Kept::Fixed),
        Some((_, Change::Narrow { .. } | Change::Require { .. })) => (),
    }
    let gone = field.resting_on(world, tag);
    let mut left = field.without(world, tag, &gone);
    let mut trial = Trial::new(world, &left);
    for cell in gone.keys() {
        trial
            .derive_again(*cell)
            .expect("what had a completion has one with fewer constraints");
    }
    let outcome = trial.outcome();
    cost.add(&trial.cost);
    outcome.store(&mut Room::default(), &mut left);
    *field = left;
    Ok(gone.into_keys().collect())
}

impl Field {
    /// The first narrowing of each cell that rests on a change, however far.
    fn resting_on<W: World + ?Sized>(&self, world: &W, tag: Tag) -> BTreeMap<CellId, u32> {
        let mut gone: BTreeMap<CellId, u32> = BTreeMap::new();
        for (at, narrowing) in self.narrowings.iter().enumerate() {
            let rests = match narrowing.cause {
                Cause::Change(cause) => cause == tag,
                Cause::Instance(id) => {
                    id == InstanceId::added(tag) || self.has_one_of(world, id, &gone)
                }
                Cause::Tried => false,
            };
            if rests {
                gone.entry(narrowing.cell).or_insert(at as u32);
            }
        }
        gone
    }

    fn has_one_of<W: World + ?Sized>(
        &self,
        world: &W,
        id: InstanceId,
        cells: &BTreeMap<CellId, u32>,
    ) -> bool {
        let (scope, relation) = self.instance(world, id);
        let has = |cell: &CellId| cells.contains_key(cell);
        match relation.group() {
            Some(group) => group.members.iter().any(has),
            None => scope.cells().iter().any(has),
        }
    }

    /// This field without a change, its cells as wide as they were before the first narrowing that is gone.
    fn without<W: World + ?Sized>(
        &self,
        world: &W,
        tag: Tag,
        gone: &BTreeMap<CellId, u32>,
    ) -> Field {
        let mut left = Field::default();
        left.touching = self.touching.clone();
        for (_, change) in self
            .changes
            .iter()
            .enumerate()
            .filter(|(_, (known, _))| *known != tag)
        {
            left.changes.push(change.clone());
        }
        let id = InstanceId::added(tag);
        for (key, added) in self.added.iter() {
            if key == tag.0 {
                for cell in added.cells() {
                    let ids = self.touching(*cell).iter().copied();
                    let ids = ids.filter(|known| *known != id).collect();
                    left.touching.insert(cell.0.into(), ids);
                }
            } else {
                left.added.insert(key, added.clone());
            }
        }
        for (key, counter) in self.counters.iter().filter(|(key, _)| *key != id.0) {
            left.counters.insert(key, counter.clone());
        }
        let places = self.keep_narrowings(&mut left, gone);
        let place = |at: u32| places.get(at as usize).copied().unwrap_or(NONE);
        for (cell, state) in self.states() {
            let first = gone
                .get(&cell)
                .and_then(|at| self.narrowings.get(*at as usize));
            let (domain, last) = match first {
                Some(first) => (first.before.clone(), place(first.previous)),
                None => (state.domain.clone(), place(state.last)),
            };
            let kept = CellState {
                domain: domain.clone(),
                witness: state.witness,
                last,
            };
            left.set_state(cell, kept);
            if first.is_some() {
                left.widened(world, cell, &state.domain, &domain);
            }
        }
        left
    }

    /// Copy the narrowings that stay; where each of them is now.
    fn keep_narrowings(&self, left: &mut Field, gone: &BTreeMap<CellId, u32>) -> Vec<u32> {
        let mut places = vec![NONE; self.narrowings.len()];
        for (at, narrowing) in self.narrowings.iter().enumerate() {
            if gone
                .get(&narrowing.cell)
                .is_some_and(|first| *first as usize <= at)
            {
                continue;
            }
            places[at] = left.narrowings.len() as u32;
            let mut kept = narrowing.clone();
            kept.previous = places.get(kept.previous as usize).copied().unwrap_or(NONE);
            left.narrowings.push(kept);
        }
        places
    }
}

impl<W: World + ?Sized> Trial<'_, W> {
    /// Narrow a cell by every change and instance that it has.
    fn derive_again(&mut self, cell: CellId) -> Result<(), Wiped> {
        let slot = self.slot(cell);
        let field = self.field;
        for (tag, change) in field.changes() {
            let to = match change {
                Change::Fix { cell: fixed, code } if *fixed == cell => {
                    Domain::one(&self.at(slot).domain, *code)
                }
                Change::Narrow { cell: narrowed, to } if *narrowed == cell => to.clone(),
                Change::Fix { .. } | Change::Narrow { .. } | Change::Require { .. } => continue,
            };
            let to = self.at(slot).domain.intersect(&to);
            self.narrow(slot, to, Cause::Change(tag))?;
        }
        let mut result = Ok(());
        self.each_link(slot, |trial, link| {
            let group = trial.link(link).relation.group();
            if result.is_ok() && !group.is_some_and(Group::is_large) {
                result = trial.revise(link, None);
            }
        });
        result?;
        self.propagate()
    }
}
