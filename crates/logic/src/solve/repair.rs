//! The witness made whole again, by a search that is bounded in the values it tries.
//!
//! Every cell has a value in the witness; the work are the instances that these values break. A cell is
//! given another value for free if that breaks nothing. Otherwise one of the cells of a broken instance is
//! decided, value by value, each propagated. A cell that was never touched is never looked at, and a search
//! that ends without having found a way has shown that there is none.

use super::field::Cause;
use super::trial::{Mark, SlotId, Trial};
use super::{CellId, InstanceId, Relation, SCOPE, World};
use crate::domain::{Code, Domain};

/// How many members of a large group are considered to leave or enter a count.
const MEMBERS: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    Whole,
    /// There is no way.
    None,
    RanOut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Broken {
    id: InstanceId,
    /// Of a large all-different, the member whose value another one has.
    member: Option<CellId>,
}

struct Frame {
    slot: SlotId,
    choices: std::vec::IntoIter<Domain>,
    mark: Mark,
    broken: Vec<Broken>,
}

impl<W: World + ?Sized> Trial<'_, W> {
    /// Make the witness whole. What the search narrowed is taken back; the new witness stays.
    pub(crate) fn repair(&mut self, since: &Mark, nodes: u64) -> Search {
        let kept = self.mark();
        let broken = self.mend(since, self.doubted());
        self.search(&kept, broken, nodes)
    }

    /// The same where nothing is known of the witness: every cell of the trial is looked at.
    pub(crate) fn repair_all(&mut self, since: &Mark, nodes: u64) -> Search {
        let kept = self.mark();
        let slots = 0..self.slots.len() as SlotId;
        let mut broken = self.mend(since, Vec::new());
        for slot in slots.clone() {
            let (code, _) = self.best(slot);
            self.assign(slot, code);
            self.suspect(slot, &mut Vec::new());
        }
        self.evicted.clear();
        for slot in slots {
            self.suspect(slot, &mut broken);
        }
        self.evicted.clear();
        broken.sort_unstable();
        broken.dedup();
        broken.retain(|broken| self.is_broken(*broken));
        self.move_freely(&mut broken);
        self.search(&kept, broken, nodes)
    }

    fn search(&mut self, kept: &Mark, mut broken: Vec<Broken>, nodes: u64) -> Search {
        let mut frames: Vec<Frame> = Vec::new();
        while let Some(slot) = self.choose(&broken) {
            frames.push(Frame {
                slot,
                choices: self.choices(slot).into_iter(),
                mark: self.mark(),
                broken,
            });
            broken = loop {
                let Some(frame) = frames.last_mut() else {
                    return Search::None;
                };
                let (slot, mark) = (frame.slot, frame.mark);
                self.undo(&mark);
                let Some(choice) = frame.choices.next() else {
                    frames.pop();
                    continue;
                };
                if self.cost.nodes >= nodes {
                    return Search::RanOut;
                }
                self.cost.nodes += 1;
                let broken = frame.broken.clone();
                let narrowed = self.narrow(slot, choice, Cause::Tried);
                if narrowed.is_ok() && self.propagate().is_ok() {
                    break self.mend(&mark, broken);
                }
            };
        }
        self.take_back(kept);
        Search::Whole
    }

    /// The constraints that the change adds: nobody has seen to them yet.
    fn doubted(&self) -> Vec<Broken> {
        let doubt = |(id, ..): &(InstanceId, _, _)| Broken {
            id: *id,
            member: None,
        };
        self.extra.iter().map(doubt).collect()
    }

    /// Take over a witness that was found before; false if it breaks something.
    pub(crate) fn take(&mut self, start: &Mark, witness: &[(CellId, Code)]) -> bool {
        let mut broken = self.doubted();
        for (cell, code) in witness {
            let slot = self.slot(*cell);
            self.assign(slot, *code);
        }
        let narrowed: Vec<CellId> = self.trail.iter().map(|narrowing| narrowing.cell).collect();
        for cell in narrowed.iter().chain(witness.iter().map(|(cell, _)| cell)) {
            let slot = self.slot(*cell);
            if !self.at(slot).domain.contains(self.at(slot).witness) {
                return false;
            }
        }
        let reassigned = self.reassigned(start);
        // Once to leave the old values to others, once to take the new ones.
        for slot in reassigned.iter().chain(&reassigned) {
            self.suspect(*slot, &mut broken);
        }
        !broken.into_iter().any(|broken| self.is_broken(broken))
    }

    /// Take back what was narrowed since, and leave the witness.
    fn take_back(&mut self, since: &Mark) {
        let found: Vec<(SlotId, Code)> = self
            .reassigned(since)
            .into_iter()
            .map(|slot| (slot, self.at(slot).witness))
            .collect();
        let counts = self.has_counted();
        self.undo(since);
        for (slot, code) in &found {
            self.assign(*slot, *code);
        }
        // Once to leave the old values to others, once to take the new ones.
        for (slot, _) in found.iter().chain(&found).filter(|_| counts) {
            self.suspect(*slot, &mut Vec::new());
        }
        self.evicted.clear();
    }

    /// Give a new value to every cell that lost its own, and to others where that costs nothing. What is
    /// still broken is left.
    fn mend(&mut self, since: &Mark, mut broken: Vec<Broken>) -> Vec<Broken> {
        let evicted = std::mem::take(&mut self.evicted);
        let mut orphans = evicted.clone();
        for at in since.trail..self.trail.len() {
            let cell = self.trail[at].cell;
            let slot = self.slot(cell);
            if !self.at(slot).domain.contains(self.at(slot).witness) {
                orphans.push(slot);
            }
        }
        for slot in orphans {
            let (code, _) = self.best(slot);
            self.assign(slot, code);
        }
        for slot in self.reassigned(since).into_iter().chain(evicted) {
            self.suspect(slot, &mut broken);
        }
        self.evicted.clear();
        broken.sort_unstable();
        broken.dedup();
        broken.retain(|broken| self.is_broken(*broken));
        self.move_freely(&mut broken);
        broken
    }

    /// Each step takes at least one instance off the list and adds none, so this ends.
    fn move_freely(&mut self, broken: &mut Vec<Broken>) {
        let mut at = 0;
        while at < broken.len() {
            let free = self.open_cells(broken[at]).into_iter().find_map(|slot| {
                let (code, breaks) = self.best(slot);
                (breaks == 0).then_some((slot, code))
            });
            let Some((slot, code)) = free else {
                at += 1;
                continue;
            };
            self.assign(slot, code);
            self.suspect(slot, &mut Vec::new());
            broken.retain(|broken| self.is_broken(*broken));
            at = 0;
        }
    }

    /// Note every instance that the cell's new value breaks.
    fn suspect(&mut self, slot: SlotId, broken: &mut Vec<Broken>) {
        let cell = self.at(slot).cell;
        self.each_instance(cell, |trial, id| {
            let (_, relation) = trial.instance(id);
            let mut member = None;
            let counted = match relation {
                Relation::AllDifferent(group) if group.is_large() => {
                    member = Some(cell);
                    trial.count_holder(id, group, slot)
                }
                Relation::Count(count) if count.group.is_large() => {
                    trial.count_member(id, count, slot)
                }
                Relation::Table(_)
                | Relation::Bounds(_)
                | Relation::Check(_)
                | Relation::AllDifferent(_)
                | Relation::Count(_) => Ok(()),
            };
            debug_assert!(counted.is_ok(), "domains are at their fixpoint");
            let suspect = Broken { id, member };
            if trial.is_broken(suspect) {
                broken.push(suspect);
            }
        });
    }

    fn is_broken(&mut self, Broken { id, member }: Broken) -> bool {
        let (scope, relation) = self.instance(id);
        match relation {
            Relation::Table(_) | Relation::Bounds(_) | Relation::Check(_) => {
                let mut codes = [0; SCOPE];
                for (place, cell) in scope.cells().iter().enumerate() {
                    let slot = self.slot(*cell);
                    codes[place] = self.at(slot).witness;
                }
                !relation.holds(&codes[..scope.cells().len()])
            }
            Relation::AllDifferent(group) if group.is_large() => {
                let Some(cell) = member else {
                    return false;
                };
                // Its value may have been given up meanwhile; then it is noted as this member's own.
                let slot = self.slot(cell);
                let counted = self.count_holder(id, group, slot);
                debug_assert!(counted.is_ok(), "domains are at their fixpoint");
                self.is_held(id, group, cell, self.at(slot).witness)
            }
            Relation::Count(count) if count.group.is_large() => {
                !count.admits(self.counter(id).total(count).witnessed)
            }
            Relation::AllDifferent(_) | Relation::Count(_) => {
                let group = relation.group().expect("these two have one");
                let members = group.members.iter();
                let codes: Vec<Code> = members.map(|cell| self.peek(*cell).1).collect();
                !relation.holds(&codes)
            }
        }
    }

    /// The cells of a broken instance that may still change.
    fn open_cells(&mut self, Broken { id, member }: Broken) -> Vec<SlotId> {
        let (scope, relation) = self.instance(id);
        let cells: Vec<CellId> = match relation {
            Relation::Table(_) | Relation::Bounds(_) | Relation::Check(_) => scope.cells().to_vec(),
            Relation::AllDifferent(group) if group.is_large() => Vec::from_iter(member),
            Relation::AllDifferent(group) => group.members.to_vec(),
            Relation::Count(count) if count.group.is_large() => {
                let leave = self.counter(id).total(count).witnessed > i64::from(count.most);
                let members = count.group.members.iter().copied();
                let useful = members.filter(|cell| {
                    let (domain, code) = self.peek(*cell);
                    count.values.contains(code) == leave
                        && if leave {
                            !domain.is_within(&count.values)
                        } else {
                            domain.meets(&count.values)
                        }
                });
                useful.take(MEMBERS).collect()
            }
            Relation::Count(count) => count.group.members.to_vec(),
        };
        let slots: Vec<SlotId> = cells.into_iter().map(|cell| self.slot(cell)).collect();
        let is_open = |slot: &SlotId| self.at(*slot).domain.only().is_none();
        slots.into_iter().filter(is_open).collect()
    }

    /// The cell to decide: of those in a broken instance the one with the fewest values, then the lowest.
    fn choose(&mut self, broken: &[Broken]) -> Option<SlotId> {
        let mut chosen: Option<((u64, CellId), SlotId)> = None;
        for instance in broken {
            for slot in self.open_cells(*instance) {
                let state = self.at(slot);
                let key = (state.domain.size(), state.cell);
                if chosen.is_none_or(|(least, _)| key < least) {
                    chosen = Some((key, slot));
                }
            }
        }
        assert!(
            chosen.is_some() || broken.is_empty(),
            "propagation lets no instance of known cells be broken"
        );
        chosen.map(|(_, slot)| slot)
    }
}
