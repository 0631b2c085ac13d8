//! Which value to try: those that break little first.

use super::link::{Link, LinkId};
use super::trial::{Slot, SlotId, Trial};
use super::{CellId, Group, Relation, World};
use crate::domain::{Code, Domain, WORD};

/// How many values that members of large groups gave up are offered to others.
const FREED: usize = 8;

/// How many instances each of some values breaks.
pub(crate) struct Ranking {
    tally: Tally,
    /// What the tally's values stand for, if not for codes.
    listed: Vec<Code>,
    /// Whether one of the instances is a large group, whose counters must hear of a new value.
    pub(crate) counts: bool,
}

/// How many instances each of at most 64 values breaks.
#[derive(Clone, Copy)]
pub(crate) struct Tally {
    /// The values in question: codes 0 to 63, or places in a list.
    values: u64,
    /// The counts, one binary digit of all of them in each word; what is more than 15 counts as 15.
    digits: [u64; 4],
}

impl Tally {
    /// Nothing is broken yet.
    #[inline]
    pub(crate) fn of(values: u64) -> Tally {
        Tally {
            values,
            digits: [0; 4],
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, broken: u64) {
        // A cell with more than a few instances is rare, and a step that may be left out takes longer.
        let [one, two, four, _] = &mut self.digits;
        let mut carry = broken;
        for digit in [one, two, four] {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        if carry != 0 {
            let last = &mut self.digits[3];
            (*last, carry) = (*last ^ carry, *last & carry);
            self.digits.iter_mut().for_each(|digit| *digit |= carry);
        }
    }

    /// Leave some of the values.
    #[inline]
    pub(crate) fn leave(&mut self, values: u64) {
        self.values &= values;
    }

    #[inline]
    pub(crate) fn among(mut self, values: u64) -> Tally {
        self.leave(values);
        self
    }

    #[inline]
    pub(crate) fn has(&self, code: Code) -> bool {
        self.values & bit(code) != 0
    }

    #[inline]
    pub(crate) fn without(mut self, code: Code) -> Tally {
        self.values &= !bit(code);
        self
    }

    fn breaks(&self, place: u32) -> u32 {
        let digits = self.digits.iter().rev();
        digits.fold(0, |count, digit| count * 2 + (digit >> place & 1) as u32)
    }

    /// The values that break the fewest instances, and how many that is.
    #[inline]
    pub(crate) fn least(&self) -> (u64, u32) {
        let (mut values, mut breaks) = (self.values, 0);
        for digit in self.digits.iter().rev() {
            let without = values & !digit;
            breaks = breaks * 2 + u32::from(without == 0);
            values = if without == 0 { values } else { without };
        }
        (values, breaks)
    }

    /// The first of the values that break the fewest instances.
    #[inline]
    pub(crate) fn first(&self) -> Option<(Code, u32)> {
        let (least, breaks) = self.least();
        (least != 0).then_some((least.trailing_zeros().into(), breaks))
    }
}

impl Ranking {
    fn code(&self, place: u32) -> Code {
        match self.listed.get(place as usize) {
            Some(code) => *code,
            None => place.into(),
        }
    }

    /// The best value: the present one among equals, then the first.
    pub(crate) fn best(&self, present: Code) -> Option<(Code, u32)> {
        let (least, breaks) = self.tally.least();
        if self.listed.is_empty() {
            let place = match bit(present) & least {
                0 => least.trailing_zeros(),
                _ => return Some((present, breaks)),
            };
            return (least != 0).then_some((place.into(), breaks));
        }
        let place = ones(least)
            .find(|place| self.code(*place) == present)
            .or_else(|| ones(least).next())?;
        Some((self.code(place), breaks))
    }

    pub(crate) fn without(mut self, code: Code) -> Ranking {
        if self.listed.is_empty() {
            self.tally.leave(!bit(code));
            return self;
        }
        let place = ones(self.tally.values).find(|place| self.code(*place) == code);
        self.tally.leave(!place.map_or(0, |place| 1 << place));
        self
    }
}

#[inline]
fn bit(code: Code) -> u64 {
    match (0..WORD as Code).contains(&code) {
        true => 1 << code,
        false => 0,
    }
}

fn ones(bits: u64) -> impl Iterator<Item = u32> + Clone {
    let mut left = bits;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros();
        left &= left.checked_sub(1)?;
        Some(place)
    })
}

impl<'a, W: World + ?Sized> Trial<'a, W> {
    /// How many instances the values of a cell break, the others being as they are in the witness.
    pub(crate) fn rank(&mut self, slot: SlotId) -> Ranking {
        let mut ranking = match &self.at(slot).domain {
            Domain::Few(bits) => Ranking {
                tally: Tally::of(*bits),
                listed: Vec::new(),
                counts: false,
            },
            Domain::Many(_) | Domain::Range(..) => {
                let listed = self.values(slot);
                Ranking {
                    tally: Tally::of(u64::MAX >> (WORD - listed.len().clamp(1, WORD))),
                    listed,
                    counts: false,
                }
            }
        };
        let links = self.links_of(slot);
        for link in links.0..links.1 {
            self.rank_link(link, slot, &mut ranking);
        }
        for at in 0..self.extra.len() {
            if self.is_extra(slot, at) {
                self.rank_link(self.extra[at], slot, &mut ranking);
            }
        }
        ranking
    }

    #[inline]
    fn rank_link(&self, link: LinkId, slot: SlotId, ranking: &mut Ranking) {
        let link = self.link(link);
        match link.pair() {
            Some(pair) if ranking.listed.is_empty() => {
                ranking.tally.add(!self.beside(link, pair));
            }
            Some(_) | None => self.rank_any(link, slot, ranking),
        }
    }

    fn rank_any(&self, link: &Link<'a>, slot: SlotId, ranking: &mut Ranking) {
        let group = link.relation.group();
        ranking.counts |= group.is_some_and(Group::is_large);
        let mut broken = 0;
        for place in ones(ranking.tally.values) {
            let breaks = self.breaks(link, slot, ranking.code(place));
            broken |= u64::from(breaks) << place;
        }
        ranking.tally.add(broken);
    }

    /// Whether an instance is broken if a cell has this value.
    #[inline]
    pub(crate) fn breaks(&self, link: &Link<'a>, slot: SlotId, code: Code) -> bool {
        if let Some(pair) = link.pair() {
            return bit(code) & self.beside(link, pair) == 0;
        }
        let Slot { cell, witness, .. } = self.at(slot);
        match link.relation {
            Relation::Table(_) | Relation::Bounds(_) | Relation::Check(_) => {
                let scope = self.scope(link);
                let cells = scope.cells();
                let mut codes = self.witnesses(&scope);
                for place in (0..cells.len()).filter(|place| cells[*place] == *cell) {
                    codes[place] = code;
                }
                !link.relation.holds(&codes[..cells.len()])
            }
            Relation::Count(count) if count.group.is_large() => {
                let inside = |code: Code| i64::from(count.values.contains(code));
                let now = self.counter(link.id).total(count).witnessed;
                !count.admits(now + inside(code) - inside(*witness))
            }
            Relation::AllDifferent(group) if group.is_large() => {
                self.is_held(link.id, group, *cell, code)
            }
            Relation::AllDifferent(_) | Relation::Count(_) => {
                let members = link
                    .relation
                    .group()
                    .map_or(&[][..], |group| &group.members);
                let code_of = |member: &CellId| {
                    let is_own = member == cell;
                    if is_own { code } else { self.witness(*member) }
                };
                let codes: Vec<Code> = members.iter().map(code_of).collect();
                !link.relation.holds(&codes)
            }
        }
    }

    /// The values of a large domain that are worth a look: all if they are few, or those next to the ends
    /// and to the present one.
    fn values(&self, slot: SlotId) -> Vec<Code> {
        let Slot {
            domain, witness, ..
        } = self.at(slot);
        if domain.size() <= WORD as u64 {
            return domain.codes().collect();
        }
        let below = domain.between(Code::MIN, witness.saturating_sub(1)).most();
        let above = domain.between(witness.saturating_add(1), Code::MAX).least();
        let some = [Some(*witness), below, above, domain.least(), domain.most()];
        let freed = self.freed.iter().rev().take(FREED).copied();
        let mut values: Vec<Code> = Vec::new();
        for code in some.into_iter().flatten().chain(freed) {
            if domain.contains(code) && !values.contains(&code) {
                values.push(code);
            }
        }
        values
    }

    /// The parts into which a cell's domain is split, the most hopeful first; together they are all of it.
    pub(crate) fn choices(&mut self, slot: SlotId) -> Vec<Domain> {
        let ranking = self.rank(slot);
        let Slot {
            domain, witness, ..
        } = self.at(slot);
        let mut ranked: Vec<(u32, bool, Code)> = ones(ranking.tally.values)
            .map(|place| (ranking.tally.breaks(place), ranking.code(place)))
            .map(|(breaks, code)| (breaks, code != *witness, code))
            .collect();
        ranked.sort_unstable();
        let codes = ranked.into_iter().map(|(_, _, code)| code);
        let mut choices: Vec<Domain> = codes
            .clone()
            .map(|code| Domain::one(domain, code))
            .collect();
        if domain.size() > WORD as u64 {
            let mut cuts: Vec<Code> = codes.collect();
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
