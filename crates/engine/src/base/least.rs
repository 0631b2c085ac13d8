//! The least that refuses a change: rules and facts without any of which it would be had.
//!
//! A search that fails has looked at many rules, and most of them have nothing to do with it. So each rule and each
//! fact that a reason names is left out once, and stays out where the change is refused all the same.

use super::Base;
use crate::limits;
use logic::domain::{Code, Domain};
use logic::solve::{
    CellId, Change, Cost, Field, InstanceId, Relation, Room, Scope, Settled, Tag, Why, World,
};
use std::collections::BTreeSet;

/// How often something is left out, at most.
const TRIED: usize = 160;

/// How many values all of that may try, in times of what one change may.
const NODES: u64 = 20;

/// Some rules of the base alone, as if nothing had been declared or followed yet.
struct Only<'b> {
    base: &'b Base,
    /// Their first instances.
    rules: &'b BTreeSet<u64>,
    /// Instances of them that are left out.
    without: &'b BTreeSet<InstanceId>,
}

impl World for Only<'_> {
    fn domain(&self, cell: CellId) -> Domain {
        let range = |attribute| self.base.ranges[attribute as usize];
        self.base.lexicon.declared(cell.0, range)
    }

    fn witness(&self, cell: CellId) -> Code {
        self.base.witness(cell)
    }

    fn instances(&self, cell: CellId, visit: &mut dyn FnMut(InstanceId)) {
        self.base.instances(cell, &mut |id| {
            if self.rules.contains(&self.base.rule_of(id).first) && !self.without.contains(&id) {
                visit(id);
            }
        });
    }

    fn instance(&self, id: InstanceId) -> (Scope, &Relation) {
        self.base.instance(id)
    }
}

/// Rules and facts that a reason names.
pub struct Cited {
    pub instances: BTreeSet<InstanceId>,
    /// Cells that the author fixed.
    pub facts: BTreeSet<CellId>,
    /// What was changed before.
    pub changes: Vec<(Tag, Change)>,
}

/// Where facts of the author have their numbers, beside those of entries.
const FACT: u64 = 1 << 60;

impl Base {
    /// The least of what is cited that refuses a change. What a reason takes for granted is looked for among all
    /// that is connected with the change; nothing where the refusal cannot be found again.
    pub fn least(&self, cited: &Cited, tried: (Tag, &Change)) -> Option<Cited> {
        let rules = self.rules_of(cited.instances.iter().copied());
        let mut cost = Cost::default();
        let own = self.with_facts(&cited.facts, cited);
        let found = self.refusal(&rules, &own, tried, &mut cost);
        let (mut rules, mut changes, mut why) = match found {
            Some(why) => (rules, own, why),
            None => {
                let (rules, facts) = self.connected(tried.1);
                let all = self.with_facts(&facts, cited);
                let why = self.refusal(&rules, &all, tried, &mut cost)?;
                (rules, all, why)
            }
        };
        let (mut left, most) = (TRIED, NODES * limits::SEARCH_NODES);
        // Most of what is left out is what the last refusal did without.
        let used = self.rules_of(why.instances().into_iter());
        if let Some(shorter) = self.refusal(&used, &changes, tried, &mut cost) {
            (rules, why) = (used, shorter);
        }
        for rule in rules.clone() {
            if left == 0 || cost.nodes > most {
                break;
            }
            left -= 1;
            let without: BTreeSet<u64> = rules.iter().copied().filter(|own| *own != rule).collect();
            if without.len() == rules.len() {
                continue;
            }
            if let Some(shorter) = self.refusal(&without, &changes, tried, &mut cost) {
                (rules, why) = (without, shorter);
            }
        }
        let mut at = changes.len();
        while at > 0 && left > 0 && cost.nodes <= most {
            (at, left) = (at - 1, left - 1);
            let mut without = changes.clone();
            without.remove(at);
            if let Some(shorter) = self.refusal(&rules, &without, tried, &mut cost) {
                (changes, why) = (without, shorter);
            }
        }
        let own = self.fewest(&rules, &changes, tried, &why, &mut cost, left);
        let (facts, changes): (Vec<_>, Vec<_>) =
            changes.into_iter().partition(|(tag, _)| tag.0 & FACT != 0);
        let cell = |(tag, _): (Tag, Change)| CellId((tag.0 - FACT) as u32);
        Some(Cited {
            instances: own,
            facts: facts.into_iter().map(cell).collect(),
            changes,
        })
    }

    /// Of the instances that a refusal used, those without any of which it would not stand.
    fn fewest(
        &self,
        rules: &BTreeSet<u64>,
        changes: &[(Tag, Change)],
        tried: (Tag, &Change),
        why: &Why,
        cost: &mut Cost,
        mut left: usize,
    ) -> BTreeSet<InstanceId> {
        let own = |why: &Why| -> BTreeSet<InstanceId> {
            let all = why.instances().into_iter();
            all.filter(|id| id.as_added().is_none()).collect()
        };
        let (mut used, mut without) = (own(why), BTreeSet::new());
        // A rule that is used once cannot lose that.
        let of = |used: &BTreeSet<InstanceId>, id: InstanceId| {
            let first = self.rule_of(id).first;
            used.iter()
                .filter(|own| self.rule_of(**own).first == first)
                .count()
        };
        for id in used.clone() {
            if left == 0 || cost.nodes > NODES * limits::SEARCH_NODES {
                break;
            }
            if !used.contains(&id) || of(&used, id) == 1 {
                continue;
            }
            left -= 1;
            without.insert(id);
            match self.refusal_without(rules, &without, changes, tried, cost) {
                Some(shorter) => used = own(&shorter),
                None => {
                    without.remove(&id);
                }
            }
        }
        used
    }

    /// The rules of some instances, by their first.
    fn rules_of(&self, instances: impl Iterator<Item = InstanceId>) -> BTreeSet<u64> {
        let worlds = instances.filter(|id| id.as_added().is_none());
        worlds.map(|id| self.rule_of(id).first).collect()
    }

    /// Facts of the author, and what was changed after them.
    fn with_facts(&self, facts: &BTreeSet<CellId>, cited: &Cited) -> Vec<(Tag, Change)> {
        let facts = facts.iter().filter_map(|cell| {
            let code = *self.facts.get(cell)?;
            let change = Change::Fix { cell: *cell, code };
            Some((Tag(FACT + u64::from(cell.0)), change))
        });
        facts.chain(cited.changes.iter().cloned()).collect()
    }

    /// The rules and the author's facts that are connected with a change.
    fn connected(&self, change: &Change) -> (BTreeSet<u64>, BTreeSet<CellId>) {
        let first = match change {
            Change::Fix { cell, .. } | Change::Narrow { cell, .. } => Some(*cell),
            Change::Require { scope, .. } => scope.cells().first().copied(),
        };
        let part = first.map(|cell| self.part(cell)).unwrap_or_default();
        let mut ids = BTreeSet::new();
        for cell in &part {
            self.instances(*cell, &mut |id| {
                ids.insert(id);
            });
        }
        let rules = self.rules_of(ids.into_iter());
        let facts = part
            .into_iter()
            .filter(|cell| self.facts.contains_key(cell));
        (rules, facts.collect())
    }

    /// Why these rules refuse a change after others; none if they do not, or if that is not known.
    fn refusal(
        &self,
        rules: &BTreeSet<u64>,
        changes: &[(Tag, Change)],
        tried: (Tag, &Change),
        cost: &mut Cost,
    ) -> Option<Why> {
        self.refusal_without(rules, &BTreeSet::new(), changes, tried, cost)
    }

    fn refusal_without(
        &self,
        rules: &BTreeSet<u64>,
        without: &BTreeSet<InstanceId>,
        changes: &[(Tag, Change)],
        tried: (Tag, &Change),
        cost: &mut Cost,
    ) -> Option<Why> {
        let world = Only {
            base: self,
            rules,
            without,
        };
        let (mut room, mut field) = (Room::default(), Field::default());
        let changes = changes.iter().map(|(tag, change)| (*tag, change));
        for (tag, change) in changes.chain([tried]) {
            let nodes = limits::SEARCH_NODES;
            match room.admit(&world, &mut field, tag, change, nodes, cost) {
                Settled::Fits { .. } => {}
                Settled::Refused(why) => return Some(why),
                Settled::OutOfBudget { .. } => return None,
            }
        }
        None
    }
}
