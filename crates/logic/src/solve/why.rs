//! Why a value is not possible, as reasons that refer to each other.

use super::explain::Explainer;
use super::field::{Cause, Field, NONE};
use super::trial::{Trial, Wiped};
use super::{CellId, Change, InstanceId, Tag, World};
use crate::domain::{Code, Domain};
use std::collections::BTreeSet;

/// Reasons that refer to each other by number; a reason stands once, however often it is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    pub reasons: Vec<Reason>,
    /// The reasons that say what was asked.
    pub roots: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub lacks: Lacks,
    pub because: Because,
}

/// What a cell cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lacks {
    Code(CellId, Code),
    /// Every code below this one.
    Below(CellId, Code),
    /// Every code above this one.
    Above(CellId, Code),
    /// Nothing is left to the cell.
    Everything(CellId),
    /// Each cell has values, but no choice of them goes together.
    Completion,
}

impl Lacks {
    pub fn cell(self) -> Option<CellId> {
        match self {
            Lacks::Code(cell, _)
            | Lacks::Below(cell, _)
            | Lacks::Above(cell, _)
            | Lacks::Everything(cell) => Some(cell),
            Lacks::Completion => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// The base leaves it out.
    Base,
    Change(Tag),
    Instance {
        id: InstanceId,
        from: Vec<usize>,
    },
    /// Every way was tried, within these instances.
    Search {
        instances: Vec<InstanceId>,
        from: Vec<usize>,
    },
}

impl Why {
    /// The changes that it rests on.
    pub fn changes(&self) -> BTreeSet<Tag> {
        let tags = self
            .reasons
            .iter()
            .filter_map(|reason| match reason.because {
                Because::Change(tag) => Some(tag),
                Because::Instance { id, .. } => id.as_added(),
                Because::Base | Because::Search { .. } => None,
            });
        let searched = self
            .instances()
            .into_iter()
            .filter_map(InstanceId::as_added);
        tags.chain(searched).collect()
    }

    /// The instances that it uses.
    pub fn instances(&self) -> BTreeSet<InstanceId> {
        let mut used = BTreeSet::new();
        for reason in &self.reasons {
            match &reason.because {
                Because::Instance { id, .. } => {
                    used.insert(*id);
                }
                Because::Search { instances, .. } => used.extend(instances),
                Because::Base | Because::Change(_) => (),
            }
        }
        used
    }
}

/// Why the cell cannot be this; none if it can, as far as propagation knows.
pub fn why_not<W: World + ?Sized>(
    world: &W,
    field: &Field,
    cell: CellId,
    code: Code,
) -> Option<Why> {
    if field.domain(world, cell).contains(code) {
        return None;
    }
    let trial = Trial::new(world, field);
    let mut explainer = Explainer::new(&trial);
    if field.stored(world, cell).contains(code) {
        // Only a large group takes away what propagation left.
        let lacks = Lacks::Code(cell, code);
        let (id, from) = explainer.large_group(cell, code)?;
        let root = explainer.push(lacks, id, from);
        explainer.why.roots.push(root);
    } else {
        let base = world.domain(cell);
        let lacks = match base {
            Domain::Range(..) => explainer.side(cell, code, NONE),
            Domain::Few(_) | Domain::Many(_) => Lacks::Code(cell, code),
        };
        let root = explainer.number(lacks);
        explainer.why.roots.push(root);
    }
    Some(explainer.finish())
}

impl<W: World + ?Sized> Trial<'_, W> {
    /// Why a change left nothing to a cell.
    pub(crate) fn why_wiped(&self, Wiped(slot): Wiped) -> Why {
        let mut explainer = Explainer::new(self);
        let (cell, last) = (self.at(slot).cell, self.at(slot).last);
        let narrowing = self
            .narrowing(last)
            .expect("a cell is emptied by a narrowing");
        let roots = match narrowing.cause {
            Cause::Instance(_) | Cause::Tried => vec![Lacks::Everything(cell)],
            Cause::Change(tag) => {
                explainer.why.reasons.push(Reason {
                    lacks: Lacks::Everything(cell),
                    because: Because::Change(tag),
                });
                explainer.why.roots.push(0);
                let wanted = |code: Code| match self.tried.last() {
                    Some((_, Change::Fix { code: wanted, .. })) => code == *wanted,
                    Some((_, Change::Narrow { to, .. })) => to.contains(code),
                    Some((_, Change::Require { .. })) | None => true,
                };
                explainer.missing(cell, last, wanted)
            }
        };
        for lacks in roots {
            let root = explainer.number(lacks);
            explainer.why.roots.push(root);
        }
        explainer.finish()
    }

    /// Why no choice of values goes together: everything that the search has seen.
    pub(crate) fn why_searched(&self) -> Why {
        let mut instances: BTreeSet<InstanceId> = BTreeSet::new();
        let mut cells: BTreeSet<CellId> = BTreeSet::new();
        cells.extend(self.slots.iter().map(|slot| slot.cell));
        instances.extend(&self.asked);
        instances.extend(self.extra.iter().map(|link| self.link(*link).id));
        // The counters of a large group rest on all of its members.
        for id in &instances {
            if let Some(group) = self.look_up(*id).1.group().filter(|group| group.is_large()) {
                let touched = |cell: &&CellId| self.field.state(**cell).is_some();
                cells.extend(group.members.iter().filter(touched));
            }
        }
        let mut explainer = Explainer::new(self);
        explainer.why.reasons.push(Reason {
            lacks: Lacks::Completion,
            because: Because::Base,
        });
        explainer.why.roots.push(0);
        let mut from = Vec::new();
        for cell in cells {
            for lacks in explainer.all_missing(cell, NONE) {
                from.push(explainer.number(lacks));
            }
        }
        explainer.why.reasons[0].because = Because::Search {
            instances: instances.into_iter().collect(),
            from,
        };
        explainer.finish()
    }
}
