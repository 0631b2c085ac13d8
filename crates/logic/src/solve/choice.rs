//! Which value to try: those that break little first.

use super::trial::{Slot, SlotId, Trial};
use super::{CellId, Group, InstanceId, Relation, SCOPE, World};
use crate::domain::{Code, Domain};

/// A cell with more values than this is decided by parts, not value by value.
const VALUES: u64 = 64;
/// How many values that members of large groups gave up are offered to others.
const FREED: usize = 8;

impl<W: World + ?Sized> Trial<'_, W> {
    /// The value that breaks the fewest instances: the present one first, then the least.
    pub(crate) fn best(&mut self, slot: SlotId) -> (Code, u32) {
        let values = self.values(slot);
        let breaks = self.breaks(slot, &values);
        let ranked = values.into_iter().zip(breaks);
        let best = ranked.min_by_key(|(_, breaks)| *breaks);
        best.expect("a cell of a trial has a value")
    }

    /// The values worth a look: all, or those next to the ends and to the present one.
    fn values(&self, slot: SlotId) -> Vec<Code> {
        let Slot {
            domain, witness, ..
        } = self.at(slot);
        let present = domain.contains(*witness).then_some(*witness);
        if domain.size() <= VALUES {
            let others = domain.codes().filter(|code| Some(*code) != present);
            return present.into_iter().chain(others).collect();
        }
        let near = |low: Code, high: Code| domain.between(low, high);
        let below = near(Code::MIN, witness.saturating_sub(1)).most();
        let above = near(witness.saturating_add(1), Code::MAX).least();
        let some = [present, below, above, domain.least(), domain.most()];
        let freed = self.freed.iter().rev().take(FREED).copied();
        let mut values: Vec<Code> = Vec::new();
        for code in some.into_iter().flatten().chain(freed) {
            if domain.contains(code) && !values.contains(&code) {
                values.push(code);
            }
        }
        values
    }

    /// How many instances each of these values breaks, the others being as they are in the witness.
    fn breaks(&mut self, slot: SlotId, values: &[Code]) -> Vec<u32> {
        let cell = self.at(slot).cell;
        let mut breaks = vec![0; values.len()];
        self.each_instance(cell, |trial, id| {
            let (scope, relation) = trial.instance(id);
            if let Some(group) = relation.group() {
                for (code, breaks) in values.iter().zip(&mut breaks) {
                    *breaks += u32::from(trial.breaks_group(id, relation, group, slot, *code));
                }
                return;
            }
            let (slots, places) = trial.slots_of(&scope);
            let slots = &slots[..places];
            let mut codes = [0; SCOPE];
            for (place, other) in slots.iter().enumerate() {
                codes[place] = trial.at(*other).witness;
            }
            for (code, breaks) in values.iter().zip(&mut breaks) {
                for (place, other) in slots.iter().enumerate() {
                    if *other == slot {
                        codes[place] = *code;
                    }
                }
                *breaks += u32::from(!relation.holds(&codes[..places]));
            }
        });
        breaks
    }

    fn breaks_group(
        &self,
        id: InstanceId,
        relation: &Relation,
        group: &Group,
        slot: SlotId,
        code: Code,
    ) -> bool {
        let Slot { cell, witness, .. } = self.at(slot);
        match relation {
            Relation::Count(count) if group.is_large() => {
                let inside = |code: Code| i64::from(count.values.contains(code));
                let now = self.counter(id).total(count).witnessed;
                !count.admits(now + inside(code) - inside(*witness))
            }
            Relation::AllDifferent(_) if group.is_large() => self.is_held(id, group, *cell, code),
            Relation::AllDifferent(_)
            | Relation::Count(_)
            | Relation::Table(_)
            | Relation::Bounds(_)
            | Relation::Check(_) => {
                let members = group.members.iter();
                let witness = |member: &CellId| {
                    if member == cell {
                        code
                    } else {
                        self.peek(*member).1
                    }
                };
                !relation.holds(&members.map(witness).collect::<Vec<Code>>())
            }
        }
    }

    /// The parts into which a cell's domain is split, the most hopeful first; together they are all of it.
    pub(crate) fn choices(&mut self, slot: SlotId) -> Vec<Domain> {
        let values = self.values(slot);
        let breaks = self.breaks(slot, &values);
        let mut ranked: Vec<(u32, Code)> = breaks.into_iter().zip(values).collect();
        // A stable sort: the present value comes before its equals.
        ranked.sort_by_key(|(breaks, _)| *breaks);
        let Slot { domain, .. } = self.at(slot);
        let one = |(_, code): &(u32, Code)| Domain::one(domain, *code);
        let mut choices: Vec<Domain> = ranked.iter().map(one).collect();
        if domain.size() > VALUES {
            let mut cuts: Vec<Code> = ranked.iter().map(|(_, code)| *code).collect();
            cuts.sort_unstable();
            let mut low = Code::MIN;
            for cut in cuts {
                choices.push(domain.between(low, cut.saturating_sub(1)));
                low = cut.saturating_add(1);
            }
            choices.push(domain.between(low, Code::MAX));
            choices.retain(|choice| !choice.is_empty());
        }
        choices
    }
}
