//! What a session changed: a sparse difference to its world, copied in constant time.

use super::cells::Cells;
use super::group::Counter;
use super::log::Log;
use super::map::Map;
use super::{CellId, Change, InstanceId, Relation, Scope, Tag, World};
use crate::domain::{Code, Domain};
use std::sync::Arc;

/// The end of a cell's chain of narrowings.
pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub struct Field {
    cells: Cells,
    pub(crate) added: Map<Arc<Added>>,
    /// The added constraints of a cell, in the order of their arrival.
    pub(crate) touching: Map<Arc<[InstanceId]>>,
    pub(crate) counters: Map<Counter>,
    pub(crate) narrowings: Log<Narrowing>,
    pub(crate) changes: Log<(Tag, Change)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellState {
    pub(crate) domain: Domain,
    pub(crate) witness: Code,
    /// The cell's latest narrowing.
    pub(crate) last: u32,
}

#[derive(Debug)]
pub(crate) struct Added {
    pub(crate) scope: Scope,
    pub(crate) relation: Relation,
}

/// One step of a cell's domain. What it rests on is what the instance's other cells were just before it.
#[derive(Clone, Debug)]
pub(crate) struct Narrowing {
    pub(crate) cell: CellId,
    pub(crate) before: Domain,
    /// The cell's narrowing before this one.
    pub(crate) previous: u32,
    pub(crate) cause: Cause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Change(Tag),
    Instance(InstanceId),
    /// A value that the search tries; never in a field.
    Tried,
}

impl Field {
    /// What the cell may still be.
    pub fn domain<W: World + ?Sized>(&self, world: &W, cell: CellId) -> Domain {
        let domain = self.stored(world, cell);
        if domain.only().is_some() {
            return domain;
        }
        self.shown(world, cell, domain)
    }

    /// What differs from the world at a cell.
    #[inline]
    pub(crate) fn state(&self, cell: CellId) -> Option<&CellState> {
        self.cells.get(cell)
    }

    pub(crate) fn set_state(&mut self, cell: CellId, state: CellState) {
        self.set_states(std::iter::once((cell, state)));
    }

    #[inline]
    pub(crate) fn set_states(&mut self, states: impl Iterator<Item = (CellId, CellState)>) {
        self.cells.put_all(states);
    }

    pub(crate) fn states(&self) -> impl Iterator<Item = (CellId, &CellState)> {
        self.cells.iter()
    }

    /// What propagation left of a cell, if that is a small set.
    #[inline]
    pub(crate) fn few<W: World + ?Sized>(&self, world: &W, cell: CellId) -> Option<u64> {
        match self.state(cell) {
            Some(state) => state.domain.as_few(),
            None => world.domain(cell).as_few(),
        }
    }

    /// What propagation left, large groups not considered.
    #[inline]
    pub(crate) fn stored<W: World + ?Sized>(&self, world: &W, cell: CellId) -> Domain {
        match self.state(cell) {
            Some(state) => state.domain.clone(),
            None => world.domain(cell),
        }
    }

    /// The cell's value in the witness: it can be fixed to this at any time.
    #[inline]
    pub fn witness<W: World + ?Sized>(&self, world: &W, cell: CellId) -> Code {
        match self.state(cell) {
            Some(state) => state.witness,
            None => world.witness(cell),
        }
    }

    /// The cells that differ from the world, ascending.
    pub fn touched(&self) -> Vec<CellId> {
        self.states().map(|(cell, _)| cell).collect()
    }

    /// The changes that were admitted and not withdrawn, in their order.
    pub fn changes(&self) -> impl Iterator<Item = (Tag, &Change)> {
        self.changes.iter().map(|(tag, change)| (*tag, change))
    }

    #[inline]
    pub(crate) fn touching(&self, cell: CellId) -> &[InstanceId] {
        self.touching.get(cell.0.into()).map_or(&[], |ids| ids)
    }

    pub(crate) fn instance<'a, W: World + ?Sized>(
        &'a self,
        world: &'a W,
        id: InstanceId,
    ) -> (Scope, &'a Relation) {
        match id.as_added() {
            Some(tag) => self.added(tag),
            None => world.instance(id),
        }
    }

    #[inline(never)]
    pub(crate) fn added(&self, tag: Tag) -> (Scope, &Relation) {
        let added = self.added.get(tag.0).expect("an added constraint is kept");
        (added.scope, &added.relation)
    }

    /// Bytes on the heap: what this session costs besides the world, if it shares nothing with a copy.
    pub fn heap_bytes(&self) -> usize {
        self.cells.heap_bytes()
            + self.added.heap_bytes()
            + self.touching.heap_bytes()
            + self.counters.heap_bytes()
            + self.narrowings.heap_bytes()
            + self.changes.heap_bytes()
    }
}

impl Added {
    /// Every cell that the constraint has.
    pub(crate) fn cells(&self) -> &[CellId] {
        match self.relation.group() {
            Some(group) => &group.members,
            None => self.scope.cells(),
        }
    }
}
