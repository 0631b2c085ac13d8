//! From a changed cell to what follows for its neighbours, to the fixpoint.

use super::field::Cause;
use super::link::{LinkId, Pair};
use super::relation::{Check, Count, Group, TESTED};
use super::table::Table;
use super::trial::{SlotId, Trial, Wiped};
use super::{Bounds, CellId, InstanceId, Relation, SCOPE, Scope, World};
use crate::domain::Domain;

impl<W: World + ?Sized> Trial<'_, W> {
    /// Until nothing changes. Cells wait in the order in which they changed.
    pub(crate) fn propagate(&mut self) -> Result<(), Wiped> {
        while let Some(slot) = self.dequeue() {
            if self.at(slot).links.are_unknown() {
                self.spread(slot)?;
            } else {
                self.spread_again(slot)?;
            }
            for at in 0..self.extra.len() {
                if self.is_extra(slot, at) {
                    self.revise(self.extra[at], Some(slot))?;
                }
            }
        }
        Ok(())
    }

    /// The first time that a cell changes: most cells do so once, and then their instances are not kept.
    fn spread(&mut self, slot: SlotId) -> Result<(), Wiped> {
        let owner = self.at(slot).cell;
        for at in self.ask(slot) {
            let id = self.asked[at];
            if let Some(tag) = id.as_added() {
                let (scope, relation) = self.field.added(tag);
                self.revise_instance(id, &scope, relation, Some(slot))?;
                continue;
            }
            let (scope, relation) = self.world.instance(id);
            match (&self.at(slot).domain, Pair::of(owner, &scope, relation)) {
                (&Domain::Few(bits), Some(pair)) => {
                    self.cost.revisions += 1;
                    self.pass(id, &pair, bits)?;
                }
                (_, _) => self.revise_instance(id, &scope, relation, Some(slot))?,
            }
        }
        Ok(())
    }

    fn spread_again(&mut self, slot: SlotId) -> Result<(), Wiped> {
        let links = self.links_of(slot);
        for link in links.0..links.1 {
            let known = self.link(link);
            match (&self.at(slot).domain, known.pair()) {
                (&Domain::Few(bits), Some(&pair)) => {
                    let id = known.id;
                    self.cost.revisions += 1;
                    self.pass(id, &pair, bits)?;
                }
                (_, _) => self.revise(link, Some(slot))?,
            }
        }
        Ok(())
    }

    pub(crate) fn revise(&mut self, link: LinkId, from: Option<SlotId>) -> Result<(), Wiped> {
        let link = *self.link(link);
        self.revise_instance(link.id, &self.scope(&link), link.relation, from)
    }

    /// Narrow the cells of an instance. What `from` may be rests on the others and is not looked at, unless
    /// there is none, or it is a range: its new end may be a value that could not be taken out of its midst.
    fn revise_instance(
        &mut self,
        id: InstanceId,
        scope: &Scope,
        relation: &Relation,
        from: Option<SlotId>,
    ) -> Result<(), Wiped> {
        self.cost.revisions += 1;
        self.is_plain = false;
        if let (Relation::Table(table), &[left, right]) = (relation, scope.cells())
            && left != right
        {
            return self.revise_pair(id, table, [left, right], from);
        }
        let (slots, places) = self.slots_of(scope);
        let slots = &slots[..places];
        // A cell that stands at two places rests on itself.
        let from = from.filter(|from| slots.iter().filter(|slot| *slot == from).count() < 2);
        match relation {
            Relation::Table(table) => self.revise_table(id, table, slots, from),
            Relation::Bounds(bounds) => self.revise_bounds(id, bounds, slots, from),
            Relation::Check(check) => self.revise_check(id, check, slots),
            Relation::AllDifferent(group) if group.is_large() => match from {
                Some(slot) => self.count_holder(id, group, slot),
                None => self.each_member(group, |trial, slot| trial.count_holder(id, group, slot)),
            },
            Relation::Count(count) if count.group.is_large() => match from {
                Some(slot) => self.count_member(id, count, slot),
                None => {
                    let group = &count.group;
                    self.each_member(group, |trial, slot| trial.count_member(id, count, slot))
                }
            },
            Relation::AllDifferent(group) => match from {
                Some(slot) => self.revise_different(id, group, slot),
                None => {
                    self.each_member(group, |trial, slot| trial.revise_different(id, group, slot))
                }
            },
            Relation::Count(count) => self.revise_count(id, count),
        }
    }

    fn each_member(
        &mut self,
        group: &Group,
        mut act: impl FnMut(&mut Self, SlotId) -> Result<(), Wiped>,
    ) -> Result<(), Wiped> {
        for cell in &group.members {
            let slot = self.slot(*cell);
            act(self, slot)?;
        }
        Ok(())
    }

    fn domains<'t>(&'t self, slots: &[SlotId]) -> [&'t Domain; SCOPE] {
        const EMPTY: &Domain = &Domain::Few(0);
        let mut domains = [EMPTY; SCOPE];
        for (place, slot) in slots.iter().enumerate() {
            domains[place] = &self.at(*slot).domain;
        }
        domains
    }

    /// A table of two: a cell from which nothing is taken is not even touched.
    fn revise_pair(
        &mut self,
        id: InstanceId,
        table: &Table,
        cells: [CellId; 2],
        from: Option<SlotId>,
    ) -> Result<(), Wiped> {
        if let Some(from) = from {
            let state = self.at(from);
            let place = usize::from(state.cell == cells[0]);
            if let (Domain::Few(_), Some(found)) =
                (&state.domain, table.partners(1 - place, &state.domain))
            {
                return self.leave(id, cells[place], found);
            }
        }
        for place in [0, 1] {
            let (domain, partner) = (self.domain(cells[place]), self.domain(cells[1 - place]));
            let to = match place {
                0 => supported(table, &[&domain, &partner], place),
                _ => supported(table, &[&partner, &domain], place),
            };
            if to != domain {
                let slot = self.slot(cells[place]);
                self.narrow(slot, to, Cause::Instance(id))?;
            }
        }
        Ok(())
    }

    fn revise_table(
        &mut self,
        id: InstanceId,
        table: &Table,
        slots: &[SlotId],
        from: Option<SlotId>,
    ) -> Result<(), Wiped> {
        for (place, &slot) in slots.iter().enumerate() {
            // Whoever was narrowed has nothing to learn from itself, unless it stands there twice.
            let is_range = matches!(self.at(slot).domain, Domain::Range(..));
            let twice = || slots.iter().filter(|other| **other == slot).count() > 1;
            if Some(slot) != from || is_range || twice() {
                let to = supported(table, &self.domains(slots)[..slots.len()], place);
                self.narrow(slot, to, Cause::Instance(id))?;
            }
        }
        Ok(())
    }

    fn revise_bounds(
        &mut self,
        id: InstanceId,
        bounds: &Bounds,
        slots: &[SlotId],
        from: Option<SlotId>,
    ) -> Result<(), Wiped> {
        for (place, &slot) in slots.iter().enumerate() {
            // Whoever was narrowed has nothing to learn from itself, unless it stands there twice.
            let is_range = matches!(self.at(slot).domain, Domain::Range(..));
            let twice = || slots.iter().filter(|other| **other == slot).count() > 1;
            if Some(slot) != from || is_range || twice() {
                let to = bounds.narrowed(&self.domains(slots)[..slots.len()], place);
                self.narrow(slot, to, Cause::Instance(id))?;
            }
        }
        Ok(())
    }

    /// With all but one cell known, each of its values is tested.
    fn revise_check(
        &mut self,
        id: InstanceId,
        check: &Check,
        slots: &[SlotId],
    ) -> Result<(), Wiped> {
        let mut codes = [0; SCOPE];
        let mut open = None;
        for (place, &slot) in slots.iter().enumerate() {
            match self.at(slot).domain.only() {
                Some(code) => codes[place] = code,
                None if open.is_none_or(|other| other == slot) => open = Some(slot),
                None => return Ok(()),
            }
        }
        // With all known, the last one bears the blame.
        let Some(slot) = open.or(slots.last().copied()) else {
            return Ok(());
        };
        let to = self.at(slot).domain.keep(TESTED, |code| {
            for (place, other) in slots.iter().enumerate() {
                if *other == slot {
                    codes[place] = code;
                }
            }
            (check.test)(&codes[..slots.len()])
        });
        self.narrow(slot, to, Cause::Instance(id))
    }

    fn revise_different(
        &mut self,
        id: InstanceId,
        group: &Group,
        from: SlotId,
    ) -> Result<(), Wiped> {
        let Some(code) = self.at(from).domain.only() else {
            return self.trim_different(id, group, from);
        };
        self.each_member(group, |trial, slot| {
            if slot == from || !trial.at(slot).domain.contains(code) {
                return Ok(());
            }
            let to = trial.at(slot).domain.without(code);
            trial.narrow(slot, to, Cause::Instance(id))
        })
    }

    /// Take known values off the ends of a range.
    fn trim_different(&mut self, id: InstanceId, group: &Group, slot: SlotId) -> Result<(), Wiped> {
        if !matches!(self.at(slot).domain, Domain::Range(..)) {
            return Ok(());
        }
        let mut taken = Vec::new();
        self.each_member(group, |trial, other| {
            taken.extend(trial.at(other).domain.only());
            Ok(())
        })?;
        let mut to = self.at(slot).domain.clone();
        loop {
            let ends = [to.least(), to.most()];
            let Some(end) = ends.into_iter().flatten().find(|end| taken.contains(end)) else {
                break;
            };
            to = to.without(end);
        }
        self.narrow(slot, to, Cause::Instance(id))
    }

    fn revise_count(&mut self, id: InstanceId, count: &Count) -> Result<(), Wiped> {
        let (mut sure, mut possible) = (0, 0);
        self.each_member(&count.group, |trial, slot| {
            let domain = &trial.at(slot).domain;
            sure += u32::from(domain.is_within(&count.values));
            possible += u32::from(domain.meets(&count.values));
            Ok(())
        })?;
        let (full, too_many) = (sure == count.most, sure > count.most);
        let (needed, too_few) = (possible == count.least, possible < count.least);
        if !(full || too_many || needed || too_few) {
            return Ok(());
        }
        self.each_member(&count.group, |trial, slot| {
            let domain = &trial.at(slot).domain;
            let is_sure = domain.is_within(&count.values);
            let is_possible = domain.meets(&count.values);
            let to = if too_many || (full && is_possible && !is_sure) {
                domain.minus(&count.values, TESTED)
            } else if too_few || (needed && is_possible && !is_sure) {
                domain.among(&count.values, TESTED)
            } else {
                return Ok(());
            };
            trial.narrow(slot, to, Cause::Instance(id))
        })
    }
}

/// What of the place's domain has a tuple within the others'.
fn supported(table: &Table, domains: &[&Domain], place: usize) -> Domain {
    let left = table.left(domains, place);
    domains[place].keep(TESTED, |code| table.supported(&left, place, code))
}
