//! A change that is tried: the cells it touches, with everything needed to take it back.

use super::field::{Cause, Field, NONE, Narrowing};
use super::group::{Counted, Counter};
use super::link::{Link, LinkId};
use super::{CellId, Change, Cost, InstanceId, Relation, SCOPE, Scope, Tag, World};
use crate::domain::{Code, Domain};
use crate::intern::FixedHasher;
use hashbrown::HashTable;
use std::collections::{BTreeMap, VecDeque};
use std::hash::Hasher;

/// Room for the neighbourhood of a cell.
const EXPECTED: usize = 28;

/// The place of a touched cell in its trial.
pub(crate) type SlotId = u32;

pub(crate) struct Trial<'a, W: World + ?Sized> {
    pub(crate) world: &'a W,
    pub(crate) field: &'a Field,
    /// The changes that are tried, and the constraints that they add.
    pub(crate) tried: Vec<(Tag, &'a Change)>,
    pub(crate) extra: Vec<LinkId>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) links: Vec<Link<'a>>,
    places: HashTable<SlotId>,
    pub(crate) queue: VecDeque<SlotId>,
    /// Narrowings after those of the field.
    pub(crate) trail: Vec<Narrowing>,
    witnessed: Vec<(SlotId, Code)>,
    pub(crate) counters: BTreeMap<InstanceId, Counter>,
    pub(crate) counted: BTreeMap<(InstanceId, CellId), Counted>,
    pub(crate) recounts: Vec<Recount>,
    /// Cells whose value in the witness was taken by another member of a large group.
    pub(crate) evicted: Vec<SlotId>,
    /// Values that members of large groups gave up, as a hint for others.
    pub(crate) freed: Vec<Code>,
    pub(crate) cost: Cost,
}

pub(crate) struct Slot {
    pub(crate) cell: CellId,
    pub(crate) domain: Domain,
    pub(crate) witness: Code,
    /// The witness before the trial.
    pub(crate) began: Code,
    pub(crate) last: u32,
    queued: bool,
    /// Its instances among the trial's, once they were asked for.
    pub(crate) links: Option<(LinkId, LinkId)>,
}

/// What a large group's counters were.
pub(crate) enum Recount {
    Counter(InstanceId, Counter),
    Counted(InstanceId, CellId, Option<Counted>),
}

/// A cell has no value left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wiped(pub(crate) SlotId);

/// Where a trial stood.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    pub(crate) trail: usize,
    witnessed: usize,
    recounts: usize,
}

impl<'a, W: World + ?Sized> Trial<'a, W> {
    pub(crate) fn new(world: &'a W, field: &'a Field) -> Trial<'a, W> {
        Trial {
            world,
            field,
            tried: Vec::new(),
            extra: Vec::new(),
            slots: Vec::with_capacity(EXPECTED),
            links: Vec::with_capacity(2 * EXPECTED),
            places: HashTable::with_capacity(EXPECTED),
            queue: VecDeque::with_capacity(EXPECTED),
            trail: Vec::with_capacity(EXPECTED),
            witnessed: Vec::new(),
            counters: BTreeMap::new(),
            counted: BTreeMap::new(),
            recounts: Vec::new(),
            evicted: Vec::new(),
            freed: Vec::new(),
            cost: Cost::default(),
        }
    }

    #[inline]
    pub(crate) fn slot(&mut self, cell: CellId) -> SlotId {
        if let Some(found) = self.find(cell) {
            return found;
        }
        let (domain, witness, last) = match self.field.state(cell) {
            Some(state) => (state.domain.clone(), state.witness, state.last),
            None => (self.world.domain(cell), self.world.witness(cell), NONE),
        };
        let number = self.slots.len() as SlotId;
        self.slots.push(Slot {
            cell,
            domain,
            witness,
            began: witness,
            last,
            queued: false,
            links: None,
        });
        let slots = &self.slots;
        self.places
            .insert_unique(hash(cell), number, |&at| hash(slots[at as usize].cell));
        number
    }

    #[inline]
    fn find(&self, cell: CellId) -> Option<SlotId> {
        let slots = &self.slots;
        let found = self
            .places
            .find(hash(cell), |&at| slots[at as usize].cell == cell);
        found.copied()
    }

    /// The cell's value in the witness, without taking it into the trial.
    #[inline]
    pub(crate) fn witness(&self, cell: CellId) -> Code {
        match self.find(cell) {
            Some(slot) => self.at(slot).witness,
            None => self.field.witness(self.world, cell),
        }
    }

    /// What the cell may be, without taking it into the trial.
    #[inline]
    pub(crate) fn domain(&self, cell: CellId) -> Domain {
        match self.find(cell) {
            Some(slot) => self.at(slot).domain.clone(),
            None => self.field.stored(self.world, cell),
        }
    }

    #[inline]
    pub(crate) fn at(&self, slot: SlotId) -> &Slot {
        &self.slots[slot as usize]
    }

    /// An instance that is told about, and not propagated.
    pub(crate) fn look_up(&self, id: InstanceId) -> (Scope, &'a Relation) {
        let tried = self
            .tried
            .iter()
            .find(|(tag, _)| InstanceId::added(*tag) == id);
        match tried {
            Some((_, Change::Require { scope, relation })) => (*scope, relation),
            Some((_, Change::Fix { .. } | Change::Narrow { .. })) | None => {
                self.field.instance(self.world, id)
            }
        }
    }

    /// The slots of an instance's cells.
    pub(crate) fn slots_of(&mut self, scope: &Scope) -> ([SlotId; SCOPE], usize) {
        let mut slots = [0; SCOPE];
        for (place, cell) in scope.cells().iter().enumerate() {
            slots[place] = self.slot(*cell);
        }
        (slots, scope.cells().len())
    }

    /// The number that the next narrowing will have.
    pub(crate) fn now(&self) -> u32 {
        (self.field.narrowings.len() + self.trail.len()) as u32
    }

    #[inline]
    pub(crate) fn narrow(&mut self, slot: SlotId, to: Domain, cause: Cause) -> Result<(), Wiped> {
        let now = self.now();
        let state = &mut self.slots[slot as usize];
        if state.domain == to {
            return Ok(());
        }
        let empty = to.is_empty();
        let only = to.only();
        self.trail.push(Narrowing {
            cell: state.cell,
            before: std::mem::replace(&mut state.domain, to),
            previous: std::mem::replace(&mut state.last, now),
            cause,
        });
        if empty {
            return Err(Wiped(slot));
        }
        if let Some(code) = only {
            self.assign(slot, code);
        }
        self.enqueue(slot);
        Ok(())
    }

    #[inline]
    pub(crate) fn enqueue(&mut self, slot: SlotId) {
        let state = &mut self.slots[slot as usize];
        if !state.queued {
            state.queued = true;
            self.queue.push_back(slot);
        }
    }

    #[inline]
    pub(crate) fn dequeue(&mut self) -> Option<SlotId> {
        let slot = self.queue.pop_front()?;
        self.slots[slot as usize].queued = false;
        Some(slot)
    }

    #[inline]
    pub(crate) fn assign(&mut self, slot: SlotId, code: Code) {
        let state = &mut self.slots[slot as usize];
        if state.witness != code {
            self.witnessed.push((slot, state.witness));
            state.witness = code;
        }
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            witnessed: self.witnessed.len(),
            recounts: self.recounts.len(),
        }
    }

    /// The slots whose witness changed since.
    pub(crate) fn reassigned(&self, since: &Mark) -> Vec<SlotId> {
        let changes = self.witnessed[since.witnessed..].iter();
        let mut slots: Vec<SlotId> = changes.map(|(slot, _)| *slot).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// Whether a large group was counted anew.
    pub(crate) fn has_counted(&self) -> bool {
        !self.recounts.is_empty()
    }

    /// Take back everything since the mark.
    pub(crate) fn undo(&mut self, mark: &Mark) {
        self.undo_narrowings(mark);
        for (slot, code) in self.witnessed.drain(mark.witnessed..).rev() {
            self.slots[slot as usize].witness = code;
        }
        for recount in self.recounts.drain(mark.recounts..).rev() {
            match recount {
                Recount::Counter(id, counter) => {
                    self.counters.insert(id, counter);
                }
                Recount::Counted(id, cell, Some(counted)) => {
                    self.counted.insert((id, cell), counted);
                }
                Recount::Counted(id, cell, None) => {
                    self.counted.remove(&(id, cell));
                }
            }
        }
    }

    fn undo_narrowings(&mut self, mark: &Mark) {
        while let Some(slot) = self.dequeue() {
            // Who waits has nothing to say any more.
            debug_assert!(!self.at(slot).queued);
        }
        self.evicted.clear();
        for narrowing in self.trail.split_off(mark.trail).into_iter().rev() {
            let slot = self
                .find(narrowing.cell)
                .expect("a narrowed cell has a slot");
            let state = &mut self.slots[slot as usize];
            state.domain = narrowing.before;
            state.last = narrowing.previous;
        }
    }

    /// A narrowing of the field or of this trial.
    pub(crate) fn narrowing(&self, at: u32) -> Option<&Narrowing> {
        let kept = self.field.narrowings.len();
        match (at as usize).checked_sub(kept) {
            Some(own) => self.trail.get(own),
            None => self.field.narrowings.get(at as usize),
        }
    }

    /// The cell's latest narrowing and its domain.
    fn latest(&self, cell: CellId) -> (u32, Domain) {
        match self.find(cell) {
            Some(slot) => (self.at(slot).last, self.at(slot).domain.clone()),
            None => match self.field.state(cell) {
                Some(state) => (state.last, state.domain.clone()),
                None => (NONE, self.world.domain(cell)),
            },
        }
    }

    /// What the cell could be just before this narrowing, and the narrowing that had made it so.
    pub(crate) fn domain_at(&self, cell: CellId, before: u32) -> (u32, Domain) {
        let (mut last, mut domain) = self.latest(cell);
        while last != NONE && last >= before {
            let narrowing = self.narrowing(last).expect("a chain leads to narrowings");
            domain = narrowing.before.clone();
            last = narrowing.previous;
        }
        (last, domain)
    }
}

#[inline]
fn hash(cell: CellId) -> u64 {
    let mut hasher = FixedHasher::default();
    hasher.add(cell.0.into());
    hasher.finish()
}
