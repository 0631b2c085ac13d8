//! A change that is tried: the cells it touches, with everything needed to take it back.

use super::field::{Cause, CellState, Field, NONE, Narrowing};
use super::group::{Counted, Counter};
use super::link::{Link, LinkId, Links, Pair, emptied};
use super::near::{FREE, Nearby, Stand};
use super::places::Places;
use super::quick::Quick;
use super::relation::TESTED;
use super::{CellId, Change, Cost, InstanceId, Manner, Relation, SCOPE, Scope, Tag, World};
use crate::domain::{Code, Domain};
use std::collections::{BTreeMap, VecDeque};

/// The place of a touched cell in its trial.
pub(crate) type SlotId = u32;

pub(crate) struct Trial<'a, W: World + ?Sized> {
    pub(crate) world: &'a W,
    pub(crate) field: &'a Field,
    pub(crate) manner: Manner,
    /// Whether only tables of two cells of few values were propagated: then a cell that keeps its value in
    /// the witness breaks nothing.
    pub(crate) is_plain: bool,
    /// The changes that are tried, and the constraints that they add.
    pub(crate) tried: Vec<(Tag, &'a Change)>,
    pub(crate) extra: Vec<LinkId>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) links: Vec<Link<'a>>,
    /// The cells of the instances that are no pairs.
    pub(crate) scopes: Vec<Scope>,
    /// Every instance that was asked for by one of its cells, in that order.
    pub(crate) asked: Vec<InstanceId>,
    places: Places,
    queue: VecDeque<SlotId>,
    /// Narrowings after those of the field, and the slot of each.
    pub(crate) trail: Vec<Narrowing>,
    pub(crate) trailed: Vec<SlotId>,
    witnessed: Vec<(SlotId, Code)>,
    pub(crate) counters: BTreeMap<InstanceId, Counter>,
    pub(crate) counted: BTreeMap<(InstanceId, CellId), Counted>,
    pub(crate) recounts: Vec<Recount>,
    /// Cells whose value in the witness was taken by another member of a large group.
    pub(crate) evicted: Vec<SlotId>,
    /// The cells of one broken instance that may still change, while they are looked at.
    pub(crate) open: Vec<SlotId>,
    /// Values that members of large groups gave up, as a hint for others.
    pub(crate) freed: Vec<Code>,
    pub(crate) near: Nearby,
    pub(crate) cost: Cost,
}

/// What a trial works with, kept for the next one so that it need not be allocated anew. It holds nothing
/// between trials.
#[derive(Default)]
pub struct Room {
    pub(crate) manner: Manner,
    slots: Vec<Slot>,
    links: Vec<Link<'static>>,
    scopes: Vec<Scope>,
    asked: Vec<InstanceId>,
    places: Places,
    queue: VecDeque<SlotId>,
    trail: Vec<Narrowing>,
    trailed: Vec<SlotId>,
    witnessed: Vec<(SlotId, Code)>,
    near: Nearby,
    pub(crate) quick: Quick,
}

pub(crate) struct Slot {
    pub(crate) cell: CellId,
    pub(crate) last: u32,
    pub(crate) domain: Domain,
    pub(crate) witness: Code,
    /// The witness before the trial.
    pub(crate) began: Code,
    pub(crate) links: Links,
    queued: bool,
    /// What it is to `repair_nearby`; free outside of it.
    pub(crate) stand: Stand,
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

impl Room {
    /// Room for changes whose witness is repaired in this manner.
    pub fn of(manner: Manner) -> Room {
        Room {
            manner,
            ..Room::default()
        }
    }

    /// Take back what a trial worked with.
    #[inline(always)]
    pub(crate) fn take<W: World + ?Sized>(&mut self, trial: Trial<'_, W>) {
        self.links = emptied(trial.links);
        self.scopes = trial.scopes;
        self.scopes.clear();
        self.asked = trial.asked;
        self.asked.clear();
        self.places = trial.places;
        self.places.clear();
        self.queue = trial.queue;
        self.queue.clear();
        self.witnessed = trial.witnessed;
        self.witnessed.clear();
        self.near = trial.near;
        self.take_steps(trial.slots, trial.trail, trial.trailed);
    }

    pub(crate) fn take_steps(
        &mut self,
        mut slots: Vec<Slot>,
        mut trail: Vec<Narrowing>,
        mut trailed: Vec<SlotId>,
    ) {
        slots.clear();
        trail.clear();
        trailed.clear();
        (self.slots, self.trail, self.trailed) = (slots, trail, trailed);
    }
}

impl<'a, W: World + ?Sized> Trial<'a, W> {
    pub(crate) fn new(world: &'a W, field: &'a Field) -> Trial<'a, W> {
        Trial::within(&mut Room::default(), world, field)
    }

    /// A trial in the room of an earlier one, which is to be given back.
    #[inline(always)]
    pub(crate) fn within(room: &mut Room, world: &'a W, field: &'a Field) -> Trial<'a, W> {
        let manner = room.manner;
        let quick = std::mem::take(&mut room.quick);
        let room = std::mem::replace(
            room,
            Room {
                manner,
                quick,
                ..Room::default()
            },
        );
        Trial {
            world,
            field,
            manner,
            is_plain: true,
            tried: Vec::new(),
            extra: Vec::new(),
            slots: room.slots,
            links: emptied(room.links),
            scopes: room.scopes,
            asked: room.asked,
            places: room.places,
            queue: room.queue,
            trail: room.trail,
            trailed: room.trailed,
            witnessed: room.witnessed,
            counters: BTreeMap::new(),
            counted: BTreeMap::new(),
            recounts: Vec::new(),
            evicted: Vec::new(),
            open: Vec::new(),
            freed: Vec::new(),
            near: room.near,
            cost: Cost::default(),
        }
    }

    #[inline]
    pub(crate) fn slot(&mut self, cell: CellId) -> SlotId {
        if let Some(found) = self.find(cell) {
            return found;
        }
        let (domain, witness, last) = self.begin(cell, self.field.state(cell));
        self.add_slot(cell, domain, witness, last)
    }

    #[inline]
    fn add_slot(&mut self, cell: CellId, domain: Domain, witness: Code, last: u32) -> SlotId {
        let number = self.slots.len() as SlotId;
        self.slots.push(Slot {
            cell,
            last,
            domain,
            witness,
            began: witness,
            links: Links::UNKNOWN,
            queued: false,
            stand: FREE,
        });
        self.places.add(cell, number);
        number
    }

    #[inline]
    pub(crate) fn find(&self, cell: CellId) -> Option<SlotId> {
        self.places.find(cell)
    }

    /// What the owner of a pair may be, passed on to the other: one from which nothing is taken is not even
    /// touched.
    #[inline(always)]
    pub(crate) fn pass(&mut self, id: InstanceId, pair: &Pair<'a>, bits: u64) -> Result<(), Wiped> {
        let other = pair.other;
        let slot = self.find(other);
        let has = match slot {
            Some(slot) => self.at(slot).domain.as_few(),
            None => self.field.few(self.world, other),
        };
        match has {
            Some(has) => match has & pair.reach(bits) {
                left if left == has => Ok(()),
                left => {
                    let slot = slot.unwrap_or_else(|| self.slot(other));
                    self.narrow(slot, Domain::Few(left), Cause::Instance(id))
                }
            },
            None => {
                self.is_plain = false;
                self.leave(id, other, pair.reach(bits))
            }
        }
    }

    /// Leave a cell some of its first 64 codes.
    pub(crate) fn leave(&mut self, id: InstanceId, cell: CellId, found: u64) -> Result<(), Wiped> {
        let domain = self.domain(cell);
        let to = match &domain {
            Domain::Few(bits) if bits & !found == 0 => return Ok(()),
            Domain::Few(bits) => Domain::Few(bits & found),
            Domain::Many(_) | Domain::Range(..) => domain.among(&Domain::Few(found), TESTED),
        };
        let slot = self.slot(cell);
        self.narrow(slot, to, Cause::Instance(id))
    }

    /// What a cell is before the trial.
    #[inline]
    fn begin(&self, cell: CellId, state: Option<&CellState>) -> (Domain, Code, u32) {
        match state {
            Some(state) => (state.domain.clone(), state.witness, state.last),
            None => (self.world.domain(cell), self.world.witness(cell), NONE),
        }
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
        self.trailed.push(slot);
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
        if self.witnessed.len() == since.witnessed {
            return Vec::new();
        }
        let changes = self.witnessed[since.witnessed..].iter();
        let mut slots: Vec<SlotId> = changes.map(|(slot, _)| *slot).collect();
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    /// How many changes of the witness there were.
    pub(crate) fn witnessed(&self) -> usize {
        self.witnessed.len()
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
        // Who waits has nothing to say any more.
        while self.dequeue().is_some() {}
        self.evicted.clear();
        let slots = self.trailed.drain(mark.trail..);
        for (narrowing, slot) in self.trail.drain(mark.trail..).zip(slots).rev() {
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
