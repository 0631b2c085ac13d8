//! Large groups: who has which value and how many have one of some values, counted and never listed.
//!
//! A change of one member costs the same in a group of any size. Members' domains are not narrowed one by
//! one; what the counters forbid is taken away when a domain is shown, and refused when a value is fixed.

use super::field::{Cause, Field};
use super::map::Map;
use super::relation::{Count, Group, TESTED, Tally};
use super::trial::{Recount, SlotId, Trial, Wiped};
use super::{CellId, InstanceId, Relation, World};
use crate::domain::{Code, Domain};

/// How a large group differs from the base.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    pub(crate) shift: Tally,
    held: Map<Option<CellId>>,
}

/// What the counters know of one member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted {
    sure: bool,
    possible: bool,
    witness: Code,
}

impl Counted {
    fn of(values: Option<&Domain>, domain: &Domain, witness: Code) -> Counted {
        Counted {
            sure: values.is_some_and(|values| domain.is_within(values)),
            possible: values.is_some_and(|values| domain.meets(values)),
            witness,
        }
    }
}

impl Counter {
    pub(crate) fn holder(&self, group: &Group, code: Code) -> Option<CellId> {
        match self.held.get(code.cast_unsigned()) {
            Some(holder) => *holder,
            None => group.holder(code),
        }
    }

    /// How many members there are of each kind.
    pub(crate) fn total(&self, count: &Count) -> Tally {
        Tally {
            sure: count.base.sure + self.shift.sure,
            possible: count.base.possible + self.shift.possible,
            witnessed: count.base.witnessed + self.shift.witnessed,
        }
    }
}

impl<W: World + ?Sized> Trial<'_, W> {
    pub(crate) fn counter(&self, id: InstanceId) -> Counter {
        let own = self.counters.get(&id).cloned();
        own.unwrap_or_else(|| self.field.counter(id))
    }

    fn set_counter(&mut self, id: InstanceId, counter: Counter) {
        let before = self.counter(id);
        self.recounts.push(Recount::Counter(id, before));
        self.counters.insert(id, counter);
    }

    /// What was counted of a member, and what is to be counted now.
    fn recount(
        &mut self,
        id: InstanceId,
        values: Option<&Domain>,
        slot: SlotId,
    ) -> (Counted, Counted) {
        let state = self.at(slot);
        let (cell, began) = (state.cell, state.began);
        let now = Counted::of(values, &state.domain, state.witness);
        let known = self.counted.get(&(id, cell)).copied();
        let before = known.unwrap_or_else(|| {
            let kept = self.field.narrowings.len() as u32;
            Counted::of(values, &self.domain_at(cell, kept).1, began)
        });
        if before != now {
            self.recounts.push(Recount::Counted(id, cell, known));
            self.counted.insert((id, cell), now);
        }
        (before, now)
    }

    pub(crate) fn count_member(
        &mut self,
        id: InstanceId,
        count: &Count,
        slot: SlotId,
    ) -> Result<(), Wiped> {
        let (before, now) = self.recount(id, Some(&count.values), slot);
        let mut counter = self.counter(id);
        if before != now {
            let inside = |code| count.values.contains(code);
            let shift = &mut counter.shift;
            shift.sure += i64::from(now.sure) - i64::from(before.sure);
            shift.possible += i64::from(now.possible) - i64::from(before.possible);
            shift.witnessed += i64::from(inside(now.witness)) - i64::from(inside(before.witness));
            self.set_counter(id, counter.clone());
        }
        let total = counter.total(count);
        let too_many = now.sure && total.sure > count.most.into();
        let too_few = !now.possible && total.possible < count.least.into();
        if too_many || too_few {
            let empty = self.at(slot).domain.between(1, 0);
            return self.narrow(slot, empty, Cause::Instance(id));
        }
        Ok(())
    }

    /// A member that can be nothing else takes its value from whoever has it in the witness.
    pub(crate) fn count_holder(
        &mut self,
        id: InstanceId,
        group: &Group,
        slot: SlotId,
    ) -> Result<(), Wiped> {
        let (before, now) = self.recount(id, None, slot);
        let cell = self.at(slot).cell;
        let mut counter = self.counter(id);
        let leaves = before != now && counter.holder(group, before.witness) == Some(cell);
        if leaves {
            counter.held.insert(before.witness.cast_unsigned(), None);
            self.freed.push(before.witness);
        }
        let decided = self.at(slot).domain.only().is_some();
        let holder = counter.holder(group, now.witness);
        let mut takes = false;
        match holder {
            Some(holder) if holder == cell => (),
            None => takes = true,
            Some(_) if !decided => self.evicted.push(slot),
            Some(holder) => {
                let other = self.slot(holder);
                if self.at(other).domain.only() == Some(now.witness) {
                    let empty = self.at(slot).domain.between(1, 0);
                    return self.narrow(slot, empty, Cause::Instance(id));
                }
                self.evicted.push(other);
                takes = true;
            }
        }
        if takes {
            counter.held.insert(now.witness.cast_unsigned(), Some(cell));
        }
        if takes || leaves {
            self.set_counter(id, counter);
        }
        Ok(())
    }

    /// Whether another member has this value in the witness.
    pub(crate) fn is_held(&self, id: InstanceId, group: &Group, cell: CellId, code: Code) -> bool {
        let holder = self.counter(id).holder(group, code);
        holder.is_some_and(|holder| holder != cell)
    }
}

impl Field {
    /// What the large groups of a cell leave of its domain.
    pub(crate) fn shown<W: World + ?Sized>(
        &self,
        world: &W,
        cell: CellId,
        domain: Domain,
    ) -> Domain {
        let mut shown = domain.clone();
        self.each_large(world, cell, |id, relation| {
            let left = match relation {
                Relation::Count(count) => {
                    let total = self.counter(id).total(count);
                    if total.sure >= count.most.into() && !domain.is_within(&count.values) {
                        domain.minus(&count.values, TESTED)
                    } else if total.possible <= count.least.into() && domain.meets(&count.values) {
                        domain.among(&count.values, TESTED)
                    } else {
                        return;
                    }
                }
                Relation::AllDifferent(group) => domain.keep(TESTED, |code| {
                    self.taken(world, id, group, cell, code).is_none()
                }),
                Relation::Table(_) | Relation::Bounds(_) | Relation::Check(_) => return,
            };
            shown = shown.intersect(&left);
        });
        shown
    }

    pub(crate) fn each_large<W: World + ?Sized>(
        &self,
        world: &W,
        cell: CellId,
        mut act: impl FnMut(InstanceId, &Relation),
    ) {
        let mut look = |id: InstanceId| {
            let (_, relation) = self.instance(world, id);
            if relation.group().is_some_and(Group::is_large) {
                act(id, relation);
            }
        };
        world.instances(cell, &mut look);
        self.touching(cell).iter().for_each(|id| look(*id));
    }

    pub(crate) fn counter(&self, id: InstanceId) -> Counter {
        self.counters.get(id.0).cloned().unwrap_or_default()
    }

    /// The other member that has this value for sure.
    pub(crate) fn taken<W: World + ?Sized>(
        &self,
        world: &W,
        id: InstanceId,
        group: &Group,
        cell: CellId,
        code: Code,
    ) -> Option<CellId> {
        let holder = self.counter(id).holder(group, code)?;
        (holder != cell && self.stored(world, holder).only() == Some(code)).then_some(holder)
    }

    /// Count a member anew whose domain grew.
    pub(crate) fn widened<W: World + ?Sized>(
        &mut self,
        world: &W,
        cell: CellId,
        before: &Domain,
        now: &Domain,
    ) {
        let mut counters = Vec::new();
        self.each_large(world, cell, |id, relation| {
            if let Relation::Count(count) = relation {
                let mut counter = self.counter(id);
                let of = |domain| Counted::of(Some(&count.values), domain, 0);
                let (before, now) = (of(before), of(now));
                counter.shift.sure += i64::from(now.sure) - i64::from(before.sure);
                counter.shift.possible += i64::from(now.possible) - i64::from(before.possible);
                counters.push((id, counter));
            }
        });
        for (id, counter) in counters {
            self.counters.insert(id.0, counter);
        }
    }
}
