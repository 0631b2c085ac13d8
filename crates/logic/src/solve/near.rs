//! The witness made whole outwards from where it broke, without propagating anything.
//!
//! Each cell that lost its value gets another one: among those that go with every cell that was given one
//! here, the one that the fewest others are broken by. Those others wait for their turn. A cell for which
//! nothing is left sends the latest cell beside it to its next value. What is given once is not given again,
//! so few cells change; where that leads nowhere soon, nothing has changed and the search is wider.
//!
//! It only knows cells of at most 64 values tied by tables of two.

use super::choice::Tally;
use super::link::{Link, LinkId};
use super::trial::{Mark, SlotId, Trial};
use super::{Manner, World};
use crate::domain::{Code, Domain};

/// How many values are given at most.
pub(crate) const STEPS: u64 = 48;
/// Of how many values it is looked at what follows from them.
pub(crate) const LOOKS: usize = 4;
/// What it counts that nothing would be left to a cell.
pub(crate) const NOTHING_LEFT: u32 = 4;

/// What a cell is while others are given values: as it was, in the queue, or given its value in some step.
pub(crate) type Stand = u32;
pub(crate) const FREE: Stand = Stand::MAX;
const WAITING: Stand = FREE - 1;

/// What is given and what waits, kept from trial to trial for its room.
#[derive(Default)]
pub(crate) struct Nearby {
    steps: Vec<Step>,
    /// Cells in the order in which they were found to need another value.
    queue: Vec<SlotId>,
    /// How many of them were dealt with.
    done: usize,
    /// While a value is chosen for a cell: what each free cell beside it leaves to it, and what that one may be
    /// itself, once that is looked at.
    beside: Vec<(u64, Option<Tally>)>,
}

/// What the other cell of a link leaves to its owner, by how that one stands.
enum Left {
    Given(u64),
    Waiting,
    Free(u64),
}

#[derive(Clone, Copy)]
struct Step {
    slot: SlotId,
    /// The values that were not tried yet.
    rest: Tally,
    mark: Mark,
    /// Who was dealt with and who waited, the cell itself included.
    done: usize,
    queued: usize,
}

impl<W: World + ?Sized> Trial<'_, W> {
    /// Make the witness whole nearby; if that does not succeed it is as it was.
    pub(crate) fn repair_nearby(&mut self, since: &Mark, nodes: u64) -> bool {
        let is_plain = self.is_plain && self.extra.is_empty() && self.evicted.is_empty();
        if self.manner != Manner::Nearby || !is_plain {
            return false;
        }
        for at in since.trail..self.trailed.len() {
            let slot = self.trailed[at];
            let state = self.at(slot);
            if state.stand == FREE && !state.domain.contains(state.witness) {
                self.await_turn(slot);
            }
        }
        if self.near.queue.is_empty() {
            return true;
        }
        let start = self.mark();
        let whole = self.give(nodes).is_some();
        for at in 0..self.near.queue.len() {
            self.set_stand(self.near.queue[at], FREE);
        }
        self.near.queue.clear();
        self.near.steps.clear();
        self.near.done = 0;
        if !whole {
            self.undo(&start);
        }
        whole
    }

    /// Give a value to each of the queue, and to whom that concerns.
    fn give(&mut self, nodes: u64) -> Option<()> {
        while let Some(&slot) = self.near.queue.get(self.near.done) {
            self.near.done += 1;
            if self.at(slot).stand != WAITING {
                // It stood there twice.
                continue;
            }
            let tally = self.weigh_in_turn(slot)?;
            if tally.has(self.at(slot).witness) {
                // Whoever had broken it has changed again.
                self.set_stand(slot, FREE);
                continue;
            }
            let mut step = Step {
                slot,
                rest: tally,
                mark: self.mark(),
                done: self.near.done,
                queued: self.near.queue.len(),
            };
            loop {
                if let Some((code, breaks)) = self.pick(&step)? {
                    if self.cost.nodes >= nodes.min(STEPS) {
                        return None;
                    }
                    self.cost.nodes += 1;
                    self.assign(step.slot, code);
                    self.set_stand(step.slot, self.near.steps.len() as Stand);
                    if breaks > 0 {
                        self.call_broken(step.slot, code)?;
                    }
                    step.rest = step.rest.without(code);
                    self.near.steps.push(step);
                    break;
                }
                let latest = self.latest_beside(step.slot)?;
                step = self.return_to(latest);
                // What its neighbours leave to it is noted anew.
                self.weigh_in_turn(step.slot)?;
            }
        }
        Some(())
    }

    /// The values of a cell that go with those given here, by how many others they break; beside it is noted
    /// what each of its links leaves to it. None if it has an instance of another kind.
    fn weigh_in_turn(&mut self, slot: SlotId) -> Option<Tally> {
        let mut tally = Tally::of(self.at(slot).domain.as_few()?);
        let links = self.links_of(slot);
        let mut beside = std::mem::take(&mut self.near.beside);
        beside.clear();
        for link in &self.links[links.0 as usize..links.1 as usize] {
            let left = match self.left_by(link)? {
                Left::Given(left) => {
                    tally.leave(left);
                    u64::MAX
                }
                Left::Waiting => u64::MAX,
                Left::Free(left) => {
                    tally.add(!left);
                    left
                }
            };
            beside.push((left, None));
        }
        self.near.beside = beside;
        Some(tally)
    }

    /// The same where nothing is to be noted.
    fn weigh(&mut self, slot: SlotId) -> Option<Tally> {
        let mut tally = Tally::of(self.at(slot).domain.as_few()?);
        let links = self.links_of(slot);
        for link in &self.links[links.0 as usize..links.1 as usize] {
            match self.left_by(link)? {
                Left::Given(left) => tally.leave(left),
                Left::Waiting => {}
                Left::Free(left) => tally.add(!left),
            }
        }
        Some(tally)
    }

    /// What the other cell of a link leaves to its owner.
    #[inline(always)]
    fn left_by(&self, link: &Link<'_>) -> Option<Left> {
        let pair = link.pair()?;
        Some(match self.find(pair.other).map(|other| self.at(other)) {
            None => Left::Free(pair.beside(link.began)),
            Some(other) => match other.stand {
                FREE => Left::Free(pair.beside(other.witness)),
                WAITING => Left::Waiting,
                _ => Left::Given(pair.beside(other.witness)),
            },
        })
    }

    /// The value that breaks least; of several, the one whose breaks can be repaired with the fewest others.
    /// None if nothing is left.
    fn pick(&mut self, step: &Step) -> Option<Option<(Code, u32)>> {
        let (mut least, breaks) = step.rest.least();
        if least == 0 {
            return Some(None);
        }
        let mut best = (u32::MAX, Code::from(least.trailing_zeros()));
        if breaks > 0 {
            for _ in 0..LOOKS {
                if least == 0 || best.0 == 0 {
                    break;
                }
                let code = Code::from(least.trailing_zeros());
                least &= least - 1;
                let further = self.follow_up(step.slot, code)?;
                if further < best.0 {
                    best = (further, code);
                }
            }
        }
        Some(Some((best.1, breaks)))
    }

    /// How many others are broken by the best values of those that a value breaks.
    fn follow_up(&mut self, slot: SlotId, code: Code) -> Option<u32> {
        let mut sum = 0;
        for at in 0..self.near.beside.len() {
            let (left, known) = self.near.beside[at];
            if Domain::Few(left).contains(code) {
                continue;
            }
            let (link, _) = self.links_of(slot);
            let pair = *self.link(link + at as LinkId).pair()?;
            let tally = match known {
                Some(tally) => tally,
                None => {
                    let other = self.slot(pair.other);
                    let tally = self.weigh(other)?;
                    self.near.beside[at].1 = Some(tally);
                    tally
                }
            };
            let best = tally.among(pair.goes_with(code)).first();
            sum += best.map_or(NOTHING_LEFT, |(_, breaks)| breaks);
        }
        Some(sum)
    }

    /// Whoever a new value breaks waits for another one.
    fn call_broken(&mut self, slot: SlotId, code: Code) -> Option<()> {
        for at in 0..self.near.beside.len() {
            if Domain::Few(self.near.beside[at].0).contains(code) {
                continue;
            }
            let (link, _) = self.links_of(slot);
            let other = self.link(link + at as LinkId).pair()?.other;
            let other = self.slot(other);
            if self.at(other).stand == FREE {
                self.await_turn(other);
            }
        }
        Some(())
    }

    fn await_turn(&mut self, slot: SlotId) {
        self.set_stand(slot, WAITING);
        self.near.queue.push(slot);
    }

    fn set_stand(&mut self, slot: SlotId, stand: Stand) {
        self.slots[slot as usize].stand = stand;
    }

    /// The latest step that gave a value to a cell beside this one.
    fn latest_beside(&mut self, slot: SlotId) -> Option<usize> {
        let links = self.links_of(slot);
        let stand = |link| {
            let pair = self.link(link).pair()?;
            let stand = self.at(self.find(pair.other)?).stand;
            (stand < WAITING).then_some(stand as usize)
        };
        (links.0..links.1).filter_map(stand).max()
    }

    /// Take back every step from this one on.
    fn return_to(&mut self, at: usize) -> Step {
        let step = self.near.steps[at];
        self.near.steps.truncate(at);
        self.undo(&step.mark);
        for at in step.queued..self.near.queue.len() {
            self.set_stand(self.near.queue[at], FREE);
        }
        self.near.queue.truncate(step.queued);
        for at in step.done - 1..step.queued {
            self.set_stand(self.near.queue[at], WAITING);
        }
        self.near.done = step.done;
        step
    }
}
