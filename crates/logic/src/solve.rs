//! The kernel of the field: what cells may still be, what follows from a change, and a proof by example that
//! everything can still be completed.
//!
//! A shared *world* has for each cell a domain at its fixpoint and a value of its witness, which satisfies
//! every constraint. A session's *field* holds only what differs from it. A change is propagated tentatively
//! and the witness repaired by a search that is bounded in nodes; only then does the field take it over. So
//! the witness is whole after every change, and its own values can always be fixed.
//!
//! Nothing here knows names, events or time, and nothing looks at a cell that a change does not touch.

mod base;
mod cells;
mod choice;
mod conflict;
mod explain;
mod field;
mod group;
mod link;
mod log;
mod map;
mod near;
mod places;
mod propagate;
mod quick;
mod relation;
mod repair;
mod settle;
mod table;
mod trial;
mod why;
mod withdraw;

use crate::domain::{Code, Domain};

pub use base::{Base, Tightened, derive, tighten};
pub use conflict::{Conflict, conflict};
pub use field::Field;
pub use relation::{Bounds, Check, Count, Group, Relation, Scope, Sum, Tally, WHOLE_GROUP};
pub use settle::{Narrowed, Settled, admit, follow, propagate_alone};
pub use table::{PLACES, Table};
pub use trial::Room;
pub use why::{Because, Lacks, Reason, Why, why_not};
pub use withdraw::{Kept, withdraw};

/// How many cells an instance may have, unless it is a group.
pub const SCOPE: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u32);

/// A rule with its binding, numbered as the world likes, below 2^63; the rest are a session's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(pub u64);

/// What the caller calls a change, below 2^63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(pub u64);

impl InstanceId {
    const ADDED: u64 = 1 << 63;

    /// The constraint that a change added.
    pub fn added(tag: Tag) -> InstanceId {
        InstanceId(tag.0 | InstanceId::ADDED)
    }

    #[inline]
    pub fn as_added(self) -> Option<Tag> {
        (self.0 & InstanceId::ADDED != 0).then_some(Tag(self.0 & !InstanceId::ADDED))
    }
}

/// What all sessions share. Instances are made when they are asked for; nobody ever lists all of them.
pub trait World {
    /// What the cell may be at the fixpoint of the base.
    fn domain(&self, cell: CellId) -> Domain;

    /// The cell's value in the base's witness, which satisfies every instance.
    fn witness(&self, cell: CellId) -> Code;

    /// Every instance that has the cell, in a fixed order.
    fn instances(&self, cell: CellId, visit: &mut dyn FnMut(InstanceId));

    fn instance(&self, id: InstanceId) -> (Scope, &Relation);

    /// Every instance that has the cell, in the same order, with its cells and what it demands of them: for
    /// worlds that know this faster than one after the other.
    #[inline(always)]
    fn each<'w>(
        &'w self,
        cell: CellId,
        visit: &mut dyn FnMut(InstanceId, &[CellId], &'w Relation),
    ) {
        self.instances(cell, &mut |id| {
            let (scope, relation) = self.instance(id);
            visit(id, scope.cells(), relation);
        });
    }
}

#[derive(Clone, Debug)]
pub enum Change {
    /// The cell is this, for ever.
    Fix { cell: CellId, code: Code },
    /// The cell is one of these.
    Narrow { cell: CellId, to: Domain },
    /// A strict constraint.
    Require { scope: Scope, relation: Relation },
}

/// How a witness is repaired. Which values are found depends on it, so what was decided in one manner is
/// decided again in the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// Cells of broken instances are moved to what breaks least, again and again; then they are decided.
    Widely,
    /// At first each cell that lost its value is given one for good, and whoever that breaks after it.
    #[default]
    Nearby,
}

/// Work, counted exactly: the same in every run and on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// How often an instance was propagated.
    pub revisions: u64,
    /// Values tried by the search.
    pub nodes: u64,
    /// Instances that were asked for.
    pub instances: u64,
}

impl Cost {
    fn add(&mut self, other: &Cost) {
        self.revisions += other.revisions;
        self.nodes += other.nodes;
        self.instances += other.instances;
    }
}
