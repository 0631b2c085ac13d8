//! A change of a cell of few values among tables of two, which is what most changes are: the same steps as in
//! a trial, with the same values, reasons and counts, over small flat arrays.
//!
//! Whatever it does not know (another kind of cell or instance, a cell that is left with nothing, a witness
//! that cannot be made whole nearby) makes it give up, and then nothing has happened: the trial begins anew.

use super::choice::Tally;
use super::field::{Cause, CellState, Field, NONE, Narrowing};
use super::near::{LOOKS, NOTHING_LEFT, STEPS};
use super::places::Places;
use super::settle::{Narrowed, Settled};
use super::table::Bytes;
use super::trial::Room;
use super::{CellId, Change, Cost, InstanceId, Manner, Relation, Tag, World};
use crate::domain::{Code, Domain};

/// What is worked with, kept from change to change. It holds nothing between them.
#[derive(Default)]
pub(crate) struct Quick {
    spots: Vec<Spot>,
    ties: Vec<Tie>,
    places: Places,
    /// The spots that a trial would have, in its order.
    touched: Vec<SpotId>,
    /// Who was narrowed and has not passed it on: from `passed` on.
    queue: Vec<SpotId>,
    passed: usize,
    trail: Vec<Loss>,
    moves: Vec<(SpotId, u8)>,
    /// Who needs another value in the witness, in the order in which that was found.
    waiting: Vec<SpotId>,
    done: usize,
    steps: Vec<Step>,
    /// While a value is chosen for a cell: what each one beside it leaves to it, if that is free, and what that
    /// one may be itself, once that is looked at.
    beside: Vec<u8>,
    tallies: Vec<Tally>,
    /// One bit for each that was looked at.
    known: u64,
    cost: Cost,
    /// Whether it met what it does not know. Then it is not tried for a while, the longer the more often that
    /// happens: what would be found does not depend on it.
    foreign: bool,
    pause: u32,
    paused: u32,
}

/// How many changes it is not tried at most.
const PAUSE: u32 = 63;

type SpotId = u32;

/// A cell that is changed, or stands beside one that is looked at.
#[derive(Clone, Copy)]
struct Spot {
    cell: CellId,
    last: u32,
    /// Its ties, once they are known.
    first: u32,
    count: u32,
    domain: u8,
    witness: u8,
    /// The witness before the change.
    began: u8,
    stand: u8,
    queued: bool,
    touched: bool,
}

/// As in `near`: free, waiting, or the step in which it was given its value.
const FREE: u8 = u8::MAX;
const WAITING: u8 = FREE - 1;

/// A table of two as one of its cells sees it: a byte for each value of the cell, and of the other.
#[derive(Clone, Copy)]
struct Tie {
    id: InstanceId,
    own: u64,
    others: u64,
    other: CellId,
    spot: SpotId,
}

/// A cell with more of them is left to a trial.
const TIES: usize = 64;

impl Tie {
    /// What the other can be, if the cell is this.
    #[inline]
    fn leaves(&self, code: u8) -> u8 {
        (self.own >> (code % 8 * 8)) as u8
    }

    /// What the cell can be, if the other is this.
    #[inline]
    fn left_by(&self, code: u8) -> u8 {
        (self.others >> (code % 8 * 8)) as u8
    }
}

struct Loss {
    spot: SpotId,
    before: u8,
    previous: u32,
    cause: Cause,
}

#[derive(Clone, Copy)]
struct Step {
    spot: SpotId,
    rest: Tally,
    moves: usize,
    done: usize,
    queued: usize,
}

impl Room {
    /// `admit` where that is quick; none if it is not, and then nothing has happened.
    #[inline]
    pub(crate) fn admit_quickly<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &mut Field,
        tag: Tag,
        change: &Change,
        nodes: u64,
        cost: &mut Cost,
    ) -> Option<Settled> {
        if self.manner != Manner::Nearby {
            return None;
        }
        let (cell, to) = match change {
            Change::Fix { cell, code } => match code {
                0..8 => (*cell, 1 << code),
                _ => return None,
            },
            Change::Narrow { cell, to } => (*cell, to.as_few()?),
            Change::Require { .. } => return None,
        };
        let quick = &mut self.quick;
        if quick.pause > 0 {
            quick.pause -= 1;
            return None;
        }
        let settled = quick
            .attempt(world, field, cell, to, tag)
            .and_then(|()| quick.repair(world, field, nodes))
            .map(|()| {
                cost.add(&quick.cost);
                let (narrowed, witness) = quick.store(field);
                field.remember(tag, change);
                Settled::Fits { narrowed, witness }
            });
        if settled.is_some() {
            quick.paused = 0;
        } else if quick.foreign {
            quick.paused = (quick.paused * 2 + 1).min(PAUSE);
            quick.pause = quick.paused;
        }
        quick.clear();
        settled
    }
}

impl Quick {
    fn clear(&mut self) {
        self.spots.clear();
        self.ties.clear();
        self.places.clear();
        self.touched.clear();
        self.queue.clear();
        self.passed = 0;
        self.trail.clear();
        self.moves.clear();
        self.waiting.clear();
        self.done = 0;
        self.steps.clear();
        self.cost = Cost::default();
        self.foreign = false;
    }

    /// Make the change and propagate it.
    fn attempt<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &Field,
        cell: CellId,
        to: u64,
        tag: Tag,
    ) -> Option<()> {
        let kept = field.narrowings.len() as u32;
        self.foreign = true;
        let spot = self.spot(world, field, cell)?;
        self.foreign = false;
        self.touch(spot);
        let left = self.at(spot).domain & u8::try_from(to & 0xff).ok()?;
        if left != self.at(spot).domain {
            self.narrow(kept, spot, left, Cause::Change(tag))?;
        }
        while let Some(&spot) = self.queue.get(self.passed) {
            self.passed += 1;
            self.spots[spot as usize].queued = false;
            let (first, count) = self.ties_of(world, field, spot)?;
            let codes = Bytes::of(self.at(spot).domain);
            self.cost.revisions += count as u64;
            for at in first..first + count {
                let tie = self.ties[at];
                let has = self.at(tie.spot).domain;
                let left = has & codes.among(tie.own);
                if left != has {
                    self.narrow(kept, tie.spot, left, Cause::Instance(tie.id))?;
                }
            }
        }
        Some(())
    }

    #[inline]
    fn at(&self, spot: SpotId) -> &Spot {
        &self.spots[spot as usize]
    }

    #[inline(always)]
    fn spot<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &Field,
        cell: CellId,
    ) -> Option<SpotId> {
        let number = self.spots.len() as SpotId;
        let found = self.places.find_or_add(cell, number);
        if found != number {
            return Some(found);
        }
        let (domain, witness, last) = match field.state(cell) {
            Some(state) => (state.domain.as_few()?, state.witness, state.last),
            None => (world.domain(cell).as_few()?, world.witness(cell), NONE),
        };
        let domain = u8::try_from(domain).ok()?;
        let witness = u8::try_from(witness).ok().filter(|code| *code < 8)?;
        self.spots.push(Spot {
            cell,
            last,
            first: NONE,
            count: 0,
            domain,
            witness,
            began: witness,
            stand: FREE,
            queued: false,
            touched: false,
        });
        Some(number)
    }

    #[inline]
    fn touch(&mut self, spot: SpotId) {
        let state = &mut self.spots[spot as usize];
        if !state.touched {
            state.touched = true;
            self.touched.push(spot);
        }
    }

    #[inline]
    fn narrow(&mut self, kept: u32, spot: SpotId, to: u8, cause: Cause) -> Option<()> {
        if to == 0 {
            return None;
        }
        self.touch(spot);
        let now = kept + self.trail.len() as u32;
        let state = &mut self.spots[spot as usize];
        self.trail.push(Loss {
            spot,
            before: std::mem::replace(&mut state.domain, to),
            previous: std::mem::replace(&mut state.last, now),
            cause,
        });
        if !std::mem::replace(&mut state.queued, true) {
            self.queue.push(spot);
        }
        if to.is_power_of_two() {
            self.assign(spot, to.trailing_zeros() as u8);
        }
        Some(())
    }

    #[inline]
    fn assign(&mut self, spot: SpotId, code: u8) {
        let state = &mut self.spots[spot as usize];
        if state.witness != code {
            self.moves.push((spot, state.witness));
            state.witness = code;
        }
    }

    /// What ties a cell to others, all of which have spots then.
    #[inline]
    fn ties_of<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &Field,
        spot: SpotId,
    ) -> Option<(usize, usize)> {
        let Spot { first, count, .. } = *self.at(spot);
        if first != NONE {
            return Some((first as usize, count as usize));
        }
        self.find_ties(world, field, spot)
    }

    #[inline(never)]
    fn find_ties<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &Field,
        spot: SpotId,
    ) -> Option<(usize, usize)> {
        let (owner, first) = (self.at(spot).cell, self.ties.len());
        let (ties, mut plain) = (&mut self.ties, field.touching(owner).is_empty());
        world.each(owner, &mut |id, cells, relation| {
            let (Relation::Table(table), &[left, right]) = (relation, cells) else {
                plain = false;
                return;
            };
            let Some([forth, back]) = table.words() else {
                plain = false;
                return;
            };
            plain &= left != right;
            let (other, own, others) = match owner == left {
                true => (right, forth, back),
                false => (left, back, forth),
            };
            ties.push(Tie {
                id,
                own,
                others,
                other,
                spot: NONE,
            });
        });
        let count = self.ties.len() - first;
        self.foreign = true;
        if !plain || count > TIES {
            return None;
        }
        for at in first..first + count {
            self.ties[at].spot = self.spot(world, field, self.ties[at].other)?;
        }
        self.foreign = false;
        self.cost.instances += count as u64;
        let state = &mut self.spots[spot as usize];
        (state.first, state.count) = (first as u32, count as u32);
        Some((first, count))
    }

    /// Make the witness whole, as `repair_nearby` does.
    fn repair<W: World + ?Sized>(&mut self, world: &W, field: &Field, nodes: u64) -> Option<()> {
        for at in 0..self.trail.len() {
            let spot = self.trail[at].spot;
            let state = self.at(spot);
            if state.stand == FREE && state.domain >> state.witness & 1 == 0 {
                self.await_turn(spot);
            }
        }
        while let Some(&spot) = self.waiting.get(self.done) {
            self.done += 1;
            if self.at(spot).stand != WAITING {
                continue;
            }
            let tally = self.weigh_in_turn(world, field, spot)?;
            if tally.has(self.at(spot).witness.into()) {
                self.spots[spot as usize].stand = FREE;
                continue;
            }
            let mut step = Step {
                spot,
                rest: tally,
                moves: self.moves.len(),
                done: self.done,
                queued: self.waiting.len(),
            };
            loop {
                if let Some((code, breaks)) = self.pick(world, field, &step)? {
                    if self.cost.nodes >= nodes.min(STEPS) {
                        return None;
                    }
                    self.cost.nodes += 1;
                    self.assign(step.spot, code);
                    self.spots[step.spot as usize].stand = self.steps.len() as u8;
                    if breaks > 0 {
                        self.call_broken(step.spot, code);
                    }
                    step.rest = step.rest.without(code.into());
                    self.steps.push(step);
                    break;
                }
                let latest = self.latest_beside(step.spot)?;
                step = self.return_to(latest);
                self.weigh_in_turn(world, field, step.spot)?;
            }
        }
        Some(())
    }

    fn await_turn(&mut self, spot: SpotId) {
        self.spots[spot as usize].stand = WAITING;
        self.waiting.push(spot);
    }

    /// The values of a cell that go with those given here, by how many others they break; beside it is noted
    /// what each of its ties leaves to it.
    fn weigh_in_turn<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &Field,
        spot: SpotId,
    ) -> Option<Tally> {
        let (first, count) = self.ties_of(world, field, spot)?;
        let mut tally = Tally::of(self.at(spot).domain.into());
        let ties = &self.ties[first..first + count];
        self.beside.clear();
        let weighed = ties.iter().map(|tie| weigh(&self.spots, tie, &mut tally));
        self.beside.extend(weighed);
        self.known = 0;
        if self.tallies.len() < count {
            self.tallies.resize(count, Tally::of(0));
        }
        Some(tally)
    }

    /// The same where nothing is to be noted.
    #[inline(always)]
    fn weigh<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &Field,
        spot: SpotId,
    ) -> Option<Tally> {
        let (first, count) = self.ties_of(world, field, spot)?;
        let mut tally = Tally::of(self.at(spot).domain.into());
        for tie in &self.ties[first..first + count] {
            weigh(&self.spots, tie, &mut tally);
        }
        Some(tally)
    }

    /// The value that breaks least; of several, the one whose breaks can be repaired with the fewest others.
    /// None if nothing is left.
    fn pick<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &Field,
        step: &Step,
    ) -> Option<Option<(u8, u32)>> {
        let (mut least, breaks) = step.rest.least();
        if least == 0 {
            return Some(None);
        }
        let mut best = (u32::MAX, least.trailing_zeros() as u8);
        if breaks > 0 {
            for _ in 0..LOOKS {
                if least == 0 || best.0 == 0 {
                    break;
                }
                let code = least.trailing_zeros() as u8;
                least &= least - 1;
                let further = self.follow_up(world, field, step.spot, code, best.0)?;
                if further < best.0 {
                    best = (further, code);
                }
            }
        }
        Some(Some((best.1, breaks)))
    }

    /// How many others are broken by the best values of those that a value breaks. Where that is no less than
    /// the bound it is not counted to its end.
    fn follow_up<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &Field,
        spot: SpotId,
        code: u8,
        bound: u32,
    ) -> Option<u32> {
        let (mut sum, first) = (0, self.at(spot).first as usize);
        for at in 0..self.beside.len() {
            if self.beside[at] >> code & 1 == 1 {
                continue;
            }
            let tie = self.ties[first + at];
            if self.known >> at & 1 == 0 {
                self.touch(tie.spot);
                if sum >= bound {
                    self.ties_of(world, field, tie.spot)?;
                    continue;
                }
                self.tallies[at] = self.weigh(world, field, tie.spot)?;
                self.known |= 1 << at;
            }
            let best = self.tallies[at].among(tie.leaves(code).into()).first();
            sum += best.map_or(NOTHING_LEFT, |(_, breaks)| breaks);
        }
        Some(sum)
    }

    /// Whoever a new value breaks waits for another one.
    fn call_broken(&mut self, spot: SpotId, code: u8) {
        let first = self.at(spot).first as usize;
        for at in 0..self.beside.len() {
            if self.beside[at] >> code & 1 == 1 {
                continue;
            }
            let other = self.ties[first + at].spot;
            self.touch(other);
            if self.at(other).stand == FREE {
                self.await_turn(other);
            }
        }
    }

    /// The latest step that gave a value to a cell beside this one.
    fn latest_beside(&self, spot: SpotId) -> Option<usize> {
        let Spot { first, count, .. } = *self.at(spot);
        let ties = &self.ties[first as usize..(first + count) as usize];
        let stands = ties.iter().map(|tie| self.at(tie.spot).stand);
        stands
            .filter(|stand| *stand < WAITING)
            .max()
            .map(usize::from)
    }

    /// Take back every step from this one on.
    fn return_to(&mut self, at: usize) -> Step {
        let step = self.steps[at];
        self.steps.truncate(at);
        for (spot, code) in self.moves.drain(step.moves..).rev() {
            self.spots[spot as usize].witness = code;
        }
        for spot in self.waiting.drain(step.queued..) {
            self.spots[spot as usize].stand = FREE;
        }
        for spot in &self.waiting[step.done - 1..] {
            self.spots[*spot as usize].stand = WAITING;
        }
        self.done = step.done;
        step
    }

    /// Write everything but the change itself.
    fn store(&mut self, field: &mut Field) -> (Vec<Narrowed>, Vec<(CellId, Code)>) {
        let kept = field.narrowings.len() as u32;
        let few = |bits: u8| Domain::Few(bits.into());
        let mut narrowed = Vec::with_capacity(self.touched.len());
        for loss in &self.trail {
            // Once for each cell: where its chain leaves the field.
            if loss.previous == NONE || loss.previous < kept {
                let Spot { cell, domain, .. } = *self.at(loss.spot);
                narrowed.push(Narrowed {
                    cell,
                    before: few(loss.before),
                    after: few(domain),
                });
            }
        }
        let mut witness = Vec::with_capacity(self.moves.len());
        for spot in &self.touched {
            let Spot {
                cell,
                witness: code,
                began,
                ..
            } = *self.at(*spot);
            if code != began {
                witness.push((cell, code.into()));
            }
        }
        let spots = &self.spots;
        let touched = self.touched.iter().map(|spot| &spots[*spot as usize]);
        let differs = |spot: &&Spot| {
            let is_narrower = spot.last != NONE && spot.last >= kept;
            is_narrower || spot.witness != spot.began
        };
        field.set_states(touched.filter(differs).map(|spot| {
            let state = CellState {
                domain: few(spot.domain),
                witness: spot.witness.into(),
                last: spot.last,
            };
            (spot.cell, state)
        }));
        field
            .narrowings
            .extend(self.trail.iter().map(|loss| Narrowing {
                cell: spots[loss.spot as usize].cell,
                before: few(loss.before),
                previous: loss.previous,
                cause: loss.cause,
            }));
        (narrowed, witness)
    }
}

/// What a tie adds to what its cell can be; what it leaves to it, if the other is free.
#[inline(always)]
fn weigh(spots: &[Spot], tie: &Tie, tally: &mut Tally) -> u8 {
    let other = &spots[tie.spot as usize];
    let left = tie.left_by(other.witness);
    // Whoever waits leaves everything. How a cell stands cannot be foreseen, so nothing branches on it.
    let all_but = |yes: bool| u8::from(yes).wrapping_sub(1);
    let free = left | all_but(other.stand == FREE);
    tally.leave((left | all_but(other.stand < WAITING)).into());
    tally.add((!free).into());
    free
}
