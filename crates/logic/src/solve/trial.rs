//! A change that is tried: the cells it touches, with everything needed to take it back.

use super::field::{Cause, Field, NONE, Narrowing};
use super::group::{Counted, Counter};
use super::{CellId, Change, Cost, InstanceId, Relation, SCOPE, Scope, Tag, World};
use crate::domain::{Code, Domain};
use crate::intern::FixedHasher;
use hashbrown::HashTable;
use std::collections::{BTreeMap, VecDeque};
use std::hash::Hasher;

/// The place of a touched cell in its trial.
pub(crate) type SlotId = u32;

pub(crate) struct Trial<'a, W: World + ?Sized> {
    pub(crate) world: &'a W,
    pub(crate) field: &'a Field,
    /// The changes that are tried, and the constraints that they add.
    pub(crate) tried: Vec<(Tag, &'a Change)>,
    pub(crate) extra: Vec<(InstanceId, Scope, &'a Relation)>,
    pub(crate) slots: Vec<Slot>,
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
            slots: Vec::new(),
            places: HashTable::new(),
            queue: VecDeque::new(),
            trail: Vec::new(),
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
        let hash = hash(cell);
        let slots = &self.slots;
        if let Some(&found) = self
            .places
            .find(hash, |&at| slots[at as usize].cell == cell)
        {
            return found;
        }
        let (domain, witness, last) = match self.field.cells.get(cell.0.into()) {
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
        });
        let slots = &self.slots;
        self.places
            .insert_unique(hash, number, |&at| self::hash(slots[at as usize].cell));
        number
    }

    /// What the cell may be and is in the witness, without taking it into the trial.
    pub(crate) fn peek(&self, cell: CellId) -> (Domain, Code) {
        let slots = &self.slots;
        let found = self
            .places
            .find(hash(cell), |&at| slots[at as usize].cell == cell);
        match found {
            Some(&at) => (
                slots[at as usize].domain.clone(),
                slots[at as usize].witness,
            ),
            None => (
                self.field.stored(self.world, cell),
                self.field.witness(self.world, cell),
            ),
        }
    }

    #[inline]
    pub(crate) fn at(&self, slot: SlotId) -> &Slot {
        &self.slots[slot as usize]
    }

    #[inline]
    pub(crate) fn instance(&mut self, id: InstanceId) -> (Scope, &'a Relation) {
        self.cost.instances += 1;
        self.look_up(id)
    }

    #[inline]
    pub(crate) fn look_up(&self, id: InstanceId) -> (Scope, &'a Relation) {
        match self.extra.iter().find(|(extra, ..)| *extra == id) {
            Some((_, scope, relation)) => (*scope, relation),
            None => self.field.instance(self.world, id),
        }
    }

    /// Every instance of the cell, the change's own included.
    #[inline]
    pub(crate) fn each_instance(
        &mut self,
        cell: CellId,
        mut act: impl FnMut(&mut Self, InstanceId),
    ) {
        let (world, field) = (self.world, self.field);
        world.instances(cell, &mut |id| act(self, id));
        for id in field.touching(cell) {
            act(self, *id);
        }
        for at in 0..self.extra.len() {
            let (id, scope, relation) = self.extra[at];
            let touched = match relation.group() {
                Some(group) => group.members.binary_search(&cell).is_ok(),
                None => scope.cells().contains(&cell),
            };
            if touched {
                act(self, id);
            }
        }
    }

    /// The slots of an instance's cells.
    #[inline]
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
        let mut slots: Vec<SlotId> = Vec::new();
        for (slot, _) in &self.witnessed[since.witnessed..] {
            if !slots.contains(slot) {
                slots.push(*slot);
            }
        }
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
        for narrowing in self.trail.drain(mark.trail..).rev() {
            let hash = hash(narrowing.cell);
            let slots = &self.slots;
            let found = self
                .places
                .find(hash, |&at| slots[at as usize].cell == narrowing.cell);
            let state = &mut self.slots[*found.expect("a narrowed cell has a slot") as usize];
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
        let slots = &self.slots;
        match self
            .places
            .find(hash(cell), |&at| slots[at as usize].cell == cell)
        {
            Some(&at) => (slots[at as usize].last, slots[at as usize].domain.clone()),
            None => match self.field.cells.get(cell.0.into()) {
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
