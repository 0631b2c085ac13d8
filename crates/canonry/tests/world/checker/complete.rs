//! Whether what is open can still be completed: a plain search over the cells that rules read.

use super::canon::{Canon, Slot, Supposed};
use super::instance::{Demand, Demands};
use super::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
pub enum Completion {
    Possible,
    /// This slot has no value left, or none that leads to an end.
    Impossible(Slot),
    /// The bound was met first.
    Unknown,
}

/// Every value an open slot can have; nothing where they are too many to try.
fn values(canon: &Canon, slot: &Slot) -> Option<Vec<Value>> {
    let attribute = canon.world.attribute(slot.cell())?;
    match slot {
        Slot::Element(..) => Some(vec![Value::Bool(false), Value::Bool(true)]),
        Slot::Cell(_) => attribute.values(&canon.world),
    }
}

/// The values that break nothing by themselves, together with what is known and supposed.
fn left(
    canon: &Canon,
    demands: &Demands,
    supposed: &mut BTreeMap<Slot, Value>,
    slot: &Slot,
    all: &[Value],
) -> Vec<Value> {
    let mut fits = Vec::new();
    // What the facts alone break is found elsewhere.
    let on = demands.on(slot);
    let on: Vec<&Demand> = on
        .filter(|demand| demand.counts(canon) && !demand.broken(canon))
        .collect();
    for value in all {
        supposed.insert(slot.clone(), value.clone());
        let facts = Supposed {
            canon,
            more: supposed,
        };
        if !on.iter().any(|demand| demand.broken(&facts)) {
            fits.push(value.clone());
        }
    }
    supposed.remove(slot);
    fits
}

/// An open slot beside these cells that has no value left, without looking any further.
pub fn dead_end(canon: &Canon, demands: &Demands, cells: &BTreeSet<String>) -> Option<Slot> {
    let mut near: BTreeSet<&Slot> = BTreeSet::new();
    for cell in cells {
        near.extend(demands.on_cell(cell).flat_map(|demand| &demand.reads));
    }
    let mut nothing = BTreeMap::new();
    let found = near.into_iter().find(|slot| {
        let all = match canon.is_settled(slot.cell()) {
            true => None,
            false => values(canon, slot),
        };
        all.is_some_and(|all| left(canon, demands, &mut nothing, slot, &all).is_empty())
    });
    found.cloned()
}

/// Completes the whole canon, the slot with the fewest values first, within so many tries.
pub fn complete(
    canon: &Canon,
    demands: &Demands,
    hints: &BTreeMap<Slot, Value>,
    tries: usize,
) -> Completion {
    let mut open: BTreeMap<Slot, Vec<Value>> = BTreeMap::new();
    for slot in demands.slots() {
        if canon.is_settled(slot.cell()) || canon.world.attribute(slot.cell()).is_none() {
            continue;
        }
        let Some(mut all) = values(canon, slot) else {
            return Completion::Unknown;
        };
        // What the witness says is tried first.
        if let Some(hint) = hints.get(slot) {
            all.sort_by_key(|value| value != hint);
        }
        open.insert(slot.clone(), all);
    }
    let mut search = Search {
        canon,
        demands,
        tries,
        supposed: BTreeMap::new(),
    };
    search.go_on(open)
}

struct Search<'a> {
    canon: &'a Canon,
    demands: &'a Demands,
    tries: usize,
    supposed: BTreeMap<Slot, Value>,
}

impl Search<'_> {
    fn go_on(&mut self, mut open: BTreeMap<Slot, Vec<Value>>) -> Completion {
        for slot in open.keys().cloned().collect::<Vec<_>>() {
            let all = std::mem::take(open.entry(slot.clone()).or_default());
            let fits = left(self.canon, self.demands, &mut self.supposed, &slot, &all);
            if fits.is_empty() {
                return Completion::Impossible(slot);
            }
            open.insert(slot, fits);
        }
        self.choose(open)
    }

    fn choose(&mut self, open: BTreeMap<Slot, Vec<Value>>) -> Completion {
        let next = open.iter().min_by_key(|(_, values)| values.len());
        let Some((slot, values)) = next.map(|(slot, values)| (slot.clone(), values.clone())) else {
            return Completion::Possible;
        };
        for value in values {
            if self.tries == 0 {
                return Completion::Unknown;
            }
            self.tries -= 1;
            self.supposed.insert(slot.clone(), value);
            let found = match self.narrowed(&open, &slot) {
                Some(open) => self.choose(open),
                None => Completion::Impossible(slot.clone()),
            };
            if !matches!(found, Completion::Impossible(_)) {
                return found;
            }
        }
        self.supposed.remove(&slot);
        Completion::Impossible(slot)
    }

    /// The other open slots after one was supposed; nothing if one of them has no value left.
    fn narrowed(
        &mut self,
        open: &BTreeMap<Slot, Vec<Value>>,
        chosen: &Slot,
    ) -> Option<BTreeMap<Slot, Vec<Value>>> {
        let mut open = open.clone();
        open.remove(chosen);
        let demands = self.demands;
        let near: BTreeSet<&Slot> = demands
            .on(chosen)
            .flat_map(|demand| &demand.reads)
            .collect();
        for slot in near {
            let Some(all) = open.get(slot) else {
                continue;
            };
            let fits = left(self.canon, demands, &mut self.supposed, slot, all);
            if fits.is_empty() {
                return None;
            }
            open.insert(slot.clone(), fits);
        }
        Some(open)
    }
}
