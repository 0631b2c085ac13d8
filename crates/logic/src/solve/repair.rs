//! The witness made whole again, by a search that is bounded in the values it tries.
//!
//! Every cell has a value in the witness; the work are the instances that these values break. At first cells
//! of broken instances are given other values that break less, one after the other. If that does not end
//! well, one of the cells is decided, value by value, each propagated. A cell that was never touched is never
//! looked at, and a search that ends without having found a way has shown that there is none.

use super::field::Cause;
use super::link::LinkId;
use super::trial::{Mark, SlotId, Trial};
use super::{CellId, InstanceId, Relation, World};
use crate::domain::{Code, Domain};

/// How many members of a large group are considered to leave or enter a count.
const MEMBERS: usize = 8;
/// How many cells are moved in a row before one is decided.
const MOVES: usize = 24;
/// A cell that was moved rests for so many moves of others.
const REST: usize = 4;

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
    member: Option<SlotId>,
    link: LinkId,
}

/// Where a search goes on.
enum Chosen {
    /// Nothing is broken.
    Nothing,
    Cell(SlotId),
    /// An instance is broken all of whose cells are known.
    Stuck,
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
        if self.repair_nearby(since, nodes) {
            return Search::Whole;
        }
        let kept = self.mark();
        let mut broken = self.mend(since, self.doubted());
        self.wander(&mut broken, nodes);
        self.search(&kept, broken, nodes)
    }

    /// The same where nothing is known of the witness: every cell of the trial is looked at.
    pub(crate) fn repair_all(&mut self, since: &Mark, nodes: u64) -> Search {
        let kept = self.mark();
        let slots = 0..self.slots.len() as SlotId;
        let mut broken = self.mend(since, Vec::new());
        for slot in slots.clone() {
            self.settle(slot);
            self.suspect(slot, &mut Vec::new());
        }
        self.evicted.clear();
        for slot in slots {
            self.suspect(slot, &mut broken);
        }
        self.evicted.clear();
        self.sift(&mut broken);
        self.ease(&mut broken);
        self.wander(&mut broken, nodes);
        self.search(&kept, broken, nodes)
    }

    fn search(&mut self, kept: &Mark, mut broken: Vec<Broken>, nodes: u64) -> Search {
        let mut frames: Vec<Frame> = Vec::new();
        loop {
            match self.choose(&broken) {
                Chosen::Nothing => break,
                // This way is closed; the last choice is taken back.
                Chosen::Stuck => {}
                Chosen::Cell(slot) => frames.push(Frame {
                    slot,
                    choices: self.choices(slot).into_iter(),
                    mark: self.mark(),
                    broken: std::mem::take(&mut broken),
                }),
            }
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
        if !frames.is_empty() {
            self.take_back(kept);
        }
        Search::Whole
    }

    /// The constraints that the change adds: nobody has seen to them yet.
    fn doubted(&self) -> Vec<Broken> {
        let doubt = |link: &LinkId| Broken {
            id: self.link(*link).id,
            member: None,
            link: *link,
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
        let fits = |slot: &SlotId| self.at(*slot).domain.contains(self.at(*slot).witness);
        let given = witness.iter().filter_map(|(cell, _)| self.find(*cell));
        if !self.trailed.iter().all(fits) || !given.into_iter().all(|slot| fits(&slot)) {
            return false;
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
        let mut suspects = self.reassigned(since);
        for slot in &evicted {
            self.settle(*slot);
        }
        suspects.extend(evicted);
        for at in since.trail..self.trail.len() {
            let slot = self.trailed[at];
            let lost = !self.at(slot).domain.contains(self.at(slot).witness);
            // What breaks nothing when it is chosen can only be broken by who is chosen later.
            if lost && !self.settle(slot) {
                suspects.push(slot);
            }
        }
        for slot in suspects {
            self.suspect(slot, &mut broken);
        }
        self.evicted.clear();
        if !broken.is_empty() {
            self.sift(&mut broken);
            self.ease(&mut broken);
        }
        broken
    }

    /// Give a cell its best value; whether that breaks nothing and nobody counts it.
    fn settle(&mut self, slot: SlotId) -> bool {
        let present = self.at(slot).witness;
        let ranking = self.rank(slot);
        let best = ranking.best(present);
        let (code, breaks) = best.expect("a cell of a trial has a value");
        self.assign(slot, code);
        breaks == 0 && !ranking.counts
    }

    /// Leave on the list what is broken, once.
    fn sift(&mut self, broken: &mut Vec<Broken>) {
        if broken.is_empty() {
            return;
        }
        broken.sort_unstable();
        broken.dedup_by_key(|broken| (broken.id, broken.member));
        broken.retain(|broken| self.is_broken(*broken));
    }

    /// Move cells where that breaks nothing: each move takes an instance off the list and adds none.
    fn ease(&mut self, broken: &mut Vec<Broken>) {
        let mut at = 0;
        while let Some(next) = broken.get(at) {
            match self.best_move(*next, &[]) {
                Some((0, slot, code)) => {
                    self.relocate(slot, code, broken);
                    at = 0;
                }
                Some(_) | None => at += 1,
            }
        }
    }

    /// Move cells to the values that break least, for a while. If more is broken in the end than before, all
    /// of it is taken back.
    fn wander(&mut self, broken: &mut Vec<Broken>, nodes: u64) {
        if broken.is_empty() {
            return;
        }
        let start = self.mark();
        let before = broken.clone();
        let mut moved: Vec<SlotId> = Vec::new();
        for step in 0..MOVES {
            if broken.is_empty() || self.cost.nodes >= nodes {
                break;
            }
            let resting = &moved[moved.len().saturating_sub(REST)..];
            let found = self.best_move(broken[step % broken.len()], resting);
            if let Some((_, slot, code)) = found {
                self.cost.nodes += 1;
                self.relocate(slot, code, broken);
                moved.push(slot);
            }
        }
        if before.len() < broken.len() {
            self.undo(&start);
            *broken = before;
        }
    }

    /// Of the cells of a broken instance and their other values, what breaks least.
    fn best_move(&mut self, broken: Broken, resting: &[SlotId]) -> Option<(u32, SlotId, Code)> {
        let mut best: Option<(u32, SlotId, Code)> = None;
        let mut open = std::mem::take(&mut self.open);
        self.open_cells(broken, &mut open);
        for slot in open.drain(..) {
            if resting.contains(&slot) {
                continue;
            }
            let present = self.at(slot).witness;
            let found = self.rank(slot).without(present).best(present);
            if let Some((code, breaks)) = found
                && best.is_none_or(|(least, ..)| breaks < least)
            {
                best = Some((breaks, slot, code));
            }
        }
        self.open = open;
        best
    }

    fn relocate(&mut self, slot: SlotId, code: Code, broken: &mut Vec<Broken>) {
        self.assign(slot, code);
        self.suspect(slot, broken);
        self.evicted.clear();
        self.sift(broken);
    }

    /// Note every instance that the cell's new value breaks.
    fn suspect(&mut self, slot: SlotId, broken: &mut Vec<Broken>) {
        let links = self.links_of(slot);
        for link in links.0..links.1 {
            let known = self.link(link);
            let Some(pair) = known.pair() else {
                self.suspect_link(slot, link, broken);
                continue;
            };
            let partners = self.beside(known, pair);
            if !Domain::Few(partners).contains(self.at(slot).witness) {
                let (id, member) = (known.id, None);
                broken.push(Broken { id, member, link });
            }
        }
        for at in 0..self.extra.len() {
            if self.is_extra(slot, at) {
                self.suspect_link(slot, self.extra[at], broken);
            }
        }
    }

    fn suspect_link(&mut self, slot: SlotId, link: LinkId, broken: &mut Vec<Broken>) {
        let known = *self.link(link);
        let (id, mut member) = (known.id, None);
        let counted = match known.relation {
            Relation::Table(_) | Relation::Bounds(_) | Relation::Check(_) => {
                if self.breaks(&known, slot, self.at(slot).witness) {
                    broken.push(Broken { id, member, link });
                }
                return;
            }
            Relation::AllDifferent(group) if group.is_large() => {
                member = Some(slot);
                self.count_holder(id, group, slot)
            }
            Relation::Count(count) if count.group.is_large() => self.count_member(id, count, slot),
            Relation::AllDifferent(_) | Relation::Count(_) => Ok(()),
        };
        debug_assert!(counted.is_ok(), "domains are at their fixpoint");
        let suspect = Broken { id, member, link };
        if self.is_broken(suspect) {
            broken.push(suspect);
        }
    }

    fn is_broken(&mut self, Broken { id, member, link }: Broken) -> bool {
        let link = *self.link(link);
        if let Some(pair) = link.pair() {
            return self.is_pair_broken(&link, pair);
        }
        match link.relation {
            Relation::Table(_) | Relation::Bounds(_) | Relation::Check(_) => {
                let scope = self.scope(&link);
                let codes = self.witnesses(&scope);
                !link.relation.holds(&codes[..scope.cells().len()])
            }
            Relation::AllDifferent(group) if group.is_large() => {
                let Some(slot) = member else {
                    return false;
                };
                // Its value may have been given up meanwhile; then it is noted as this member's own.
                let counted = self.count_holder(id, group, slot);
                debug_assert!(counted.is_ok(), "domains are at their fixpoint");
                self.is_held(id, group, self.at(slot).cell, self.at(slot).witness)
            }
            Relation::Count(count) if count.group.is_large() => {
                !count.admits(self.counter(id).total(count).witnessed)
            }
            Relation::AllDifferent(_) | Relation::Count(_) => {
                let members = link
                    .relation
                    .group()
                    .map_or(&[][..], |group| &group.members);
                let codes: Vec<Code> = members.iter().map(|cell| self.witness(*cell)).collect();
                !link.relation.holds(&codes)
            }
        }
    }

    /// The cells of a broken instance that may still change.
    fn open_cells(&mut self, Broken { id, member, link }: Broken, slots: &mut Vec<SlotId>) {
        let link = *self.link(link);
        match link.relation {
            Relation::Table(_) | Relation::Bounds(_) | Relation::Check(_) => {
                let scope = self.scope(&link);
                let cells = scope.cells();
                slots.extend(cells.iter().map(|cell| self.slot(*cell)));
            }
            Relation::AllDifferent(group) if group.is_large() => slots.extend(member),
            Relation::Count(count) if count.group.is_large() => {
                let leave = self.counter(id).total(count).witnessed > i64::from(count.most);
                let members = count.group.members.iter().copied();
                let useful = members.filter(|cell| {
                    let (domain, code) = (self.domain(*cell), self.witness(*cell));
                    count.values.contains(code) == leave
                        && if leave {
                            !domain.is_within(&count.values)
                        } else {
                            domain.meets(&count.values)
                        }
                });
                let useful: Vec<CellId> = useful.take(MEMBERS).collect();
                slots.extend(useful.into_iter().map(|cell| self.slot(cell)));
            }
            Relation::AllDifferent(_) | Relation::Count(_) => {
                let members = link
                    .relation
                    .group()
                    .map_or(&[][..], |group| &group.members);
                slots.extend(members.iter().map(|cell| self.slot(*cell)));
            }
        }
        slots.retain(|slot| self.at(*slot).domain.only().is_none());
    }

    /// The cell to decide: of those in a broken instance the one with the fewest values, then the lowest.
    fn choose(&mut self, broken: &[Broken]) -> Chosen {
        let mut chosen: Option<((u64, CellId), SlotId)> = None;
        let mut open = Vec::new();
        for instance in broken {
            self.open_cells(*instance, &mut open);
            if open.is_empty() && self.is_broken(*instance) {
                return Chosen::Stuck;
            }
            for slot in open.drain(..) {
                let state = self.at(slot);
                let key = (state.domain.size(), state.cell);
                if chosen.is_none_or(|(least, _)| key < least) {
                    chosen = Some((key, slot));
                }
            }
        }
        match chosen {
            Some((_, slot)) => Chosen::Cell(slot),
            None => Chosen::Nothing,
        }
    }
}
