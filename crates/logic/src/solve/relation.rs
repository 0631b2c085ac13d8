//! What an instance of a rule demands of its cells: tables, bounds, checks, and groups with counters.

use super::table::{PLACES, Table};
use super::{CellId, SCOPE};
use crate::domain::{Code, Domain};
use std::fmt;
use std::sync::Arc;

/// A check tests the values of a range only if it has at most this many.
pub(crate) const TESTED: u64 = 1024;

/// A group of at most this many cells is propagated as a whole. In a larger one, a change narrows what is
/// shown and admitted of the others, and the witness accounts for the rest.
pub const WHOLE_GROUP: usize = 64;

#[derive(Clone, Debug)]
pub enum Relation {
    Table(Arc<Table>),
    Bounds(Bounds),
    Check(Check),
    /// No two members of the group have the same value.
    AllDifferent(Arc<Group>),
    Count(Arc<Count>),
}

impl Relation {
    pub fn group(&self) -> Option<&Group> {
        match self {
            Relation::AllDifferent(group) => Some(group),
            Relation::Count(count) => Some(&count.group),
            Relation::Table(_) | Relation::Bounds(_) | Relation::Check(_) => None,
        }
    }

    /// Whether these codes, one for each cell of the instance, satisfy it.
    #[inline]
    pub fn holds(&self, codes: &[Code]) -> bool {
        match self {
            Relation::Table(table) => table.holds(codes),
            Relation::Bounds(bounds) => bounds.holds(codes),
            Relation::Check(check) => (check.test)(codes),
            Relation::AllDifferent(_) => {
                let mut sorted = codes.to_vec();
                sorted.sort_unstable();
                sorted.windows(2).all(|pair| pair[0] != pair[1])
            }
            Relation::Count(count) => {
                let inside = codes.iter().filter(|code| count.values.contains(**code));
                count.admits(inside.count() as i64)
            }
        }
    }
}

/// A sum compared with nothing: coefficient times code, for each cell, plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub coefficients: [i64; PLACES],
    pub constant: i64,
    pub comparison: Sum,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sum {
    /// The sum is at most 0.
    AtMostZero,
    Zero,
    NotZero,
}

impl Bounds {
    /// `a + by <= b`
    pub fn at_most(by: i64) -> Bounds {
        Bounds::of(&[1, -1], by, Sum::AtMostZero)
    }

    /// `a + by < b`
    pub fn less(by: i64) -> Bounds {
        Bounds::of(&[1, -1], by.saturating_add(1), Sum::AtMostZero)
    }

    /// `a + by == b`
    pub fn equal(by: i64) -> Bounds {
        Bounds::of(&[1, -1], by, Sum::Zero)
    }

    /// `a + by != b`
    pub fn different(by: i64) -> Bounds {
        Bounds::of(&[1, -1], by, Sum::NotZero)
    }

    /// One coefficient for each cell of the instance, four at most.
    pub fn of(coefficients: &[i64], constant: i64, comparison: Sum) -> Bounds {
        let mut all = [0; PLACES];
        all[..coefficients.len()].copy_from_slice(coefficients);
        Bounds {
            coefficients: all,
            constant,
            comparison,
        }
    }

    fn holds(&self, codes: &[Code]) -> bool {
        let terms = codes.iter().zip(self.coefficients);
        let sum = terms.fold(i128::from(self.constant), |sum, (code, by)| {
            sum + i128::from(*code) * i128::from(by)
        });
        match self.comparison {
            Sum::AtMostZero => sum <= 0,
            Sum::Zero => sum == 0,
            Sum::NotZero => sum != 0,
        }
    }

    /// The least (or greatest) that the others' terms and the constant can sum to, if it is bounded.
    pub(crate) fn rest(&self, domains: &[&Domain], target: usize, least: bool) -> Option<i128> {
        let mut sum = i128::from(self.constant);
        for (place, domain) in domains.iter().enumerate() {
            let by = self.coefficients[place];
            if place == target || by == 0 {
                continue;
            }
            let end = if (by > 0) == least {
                domain.least()?
            } else {
                domain.most()?
            };
            sum += i128::from(end) * i128::from(by);
        }
        Some(sum)
    }

    /// What the target may still be, given the others.
    pub(crate) fn narrowed(&self, domains: &[&Domain], target: usize) -> Domain {
        let domain = domains[target];
        let by = i128::from(self.coefficients[target]);
        let (mut low, mut high) = (i128::from(Code::MIN), i128::from(Code::MAX));
        // by * x + rest <= 0 bounds x by the least rest, from above or below.
        let mut at_most_zero = |by: i128, rest: Option<i128>| {
            let Some(rest) = rest else { return };
            if by > 0 {
                high = high.min((-rest).div_euclid(by));
            } else if by < 0 {
                low = low.max(-(-rest).div_euclid(-by));
            } else if rest > 0 {
                high = low - 1;
            }
        };
        match self.comparison {
            Sum::AtMostZero => at_most_zero(by, self.rest(domains, target, true)),
            Sum::Zero => {
                at_most_zero(by, self.rest(domains, target, true));
                let most = self.rest(domains, target, false);
                at_most_zero(-by, most.map(|rest| -rest));
            }
            Sum::NotZero => {
                let mut others = (0..domains.len()).filter(|place| *place != target);
                if !others.all(|place| domains[place].only().is_some()) {
                    return domain.clone();
                }
                let Some(rest) = self.rest(domains, target, true) else {
                    return domain.clone();
                };
                return match (by, rest) {
                    (0, 0) => domain.between(1, 0),
                    (0, _) => domain.clone(),
                    (_, _) if rest % by != 0 => domain.clone(),
                    (_, _) => match Code::try_from(-rest / by) {
                        Ok(code) => domain.without(code),
                        Err(_) => domain.clone(),
                    },
                };
            }
        }
        if low > high {
            return domain.between(1, 0);
        }
        let clamped = |end: i128| end.clamp(Code::MIN.into(), Code::MAX.into()) as Code;
        domain.between(clamped(low), clamped(high))
    }
}

type Test = dyn Fn(&[Code]) -> bool + Send + Sync;

/// A test over the codes of its cells. It must be a pure function of them.
#[derive(Clone)]
pub struct Check {
    pub test: Arc<Test>,
}

impl Check {
    pub fn new(test: impl Fn(&[Code]) -> bool + Send + Sync + 'static) -> Check {
        Check {
            test: Arc::new(test),
        }
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Check")
    }
}

/// From `least` to `most` members of the group have one of the values.
#[derive(Debug)]
pub struct Count {
    pub group: Group,
    pub values: Domain,
    pub least: u32,
    pub most: u32,
    /// How the members stand in the base; read for a large group only.
    pub base: Tally,
}

/// How many members have one of a count's values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// For sure: nothing else is left to them.
    pub sure: i64,
    /// Perhaps or for sure.
    pub possible: i64,
    /// In the witness.
    pub witnessed: i64,
}

impl Count {
    /// `base` gives each member's domain and witness.
    pub fn new(
        members: impl IntoIterator<Item = CellId>,
        values: Domain,
        (least, most): (u32, u32),
        base: impl Fn(CellId) -> (Domain, Code),
    ) -> Count {
        let group = Group::new(members, |cell| base(cell).1);
        let mut tally = Tally::default();
        for cell in &group.members {
            let (domain, witness) = base(*cell);
            tally.sure += i64::from(domain.is_within(&values));
            tally.possible += i64::from(domain.meets(&values));
            tally.witnessed += i64::from(values.contains(witness));
        }
        Count {
            group,
            values,
            least,
            most,
            base: tally,
        }
    }

    pub(crate) fn admits(&self, members: i64) -> bool {
        (i64::from(self.least)..=i64::from(self.most)).contains(&members)
    }
}

/// The cells of a count or of an all-different, ascending.
#[derive(Debug)]
pub struct Group {
    pub members: Box<[CellId]>,
    /// Who has which value in the base's witness, by value; kept for a large group only.
    holders: Box<[(Code, CellId)]>,
}

impl Group {
    pub fn new(
        members: impl IntoIterator<Item = CellId>,
        witness: impl Fn(CellId) -> Code,
    ) -> Group {
        let mut members: Vec<CellId> = members.into_iter().collect();
        members.sort_unstable();
        members.dedup();
        let mut holders = Vec::new();
        if members.len() > WHOLE_GROUP {
            holders.extend(members.iter().map(|cell| (witness(*cell), *cell)));
            holders.sort_unstable();
        }
        Group {
            members: members.into(),
            holders: holders.into(),
        }
    }

    pub fn is_large(&self) -> bool {
        self.members.len() > WHOLE_GROUP
    }

    /// Who has this value in the base's witness.
    pub(crate) fn holder(&self, code: Code) -> Option<CellId> {
        let at = self.holders.partition_point(|(held, _)| *held < code);
        let (held, cell) = self.holders.get(at)?;
        (*held == code).then_some(*cell)
    }
}

/// The cells of an instance, in the order of its relation's places; none for a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    len: u8,
    cells: [CellId; SCOPE],
}

impl Scope {
    pub const GROUP: Scope = Scope {
        len: 0,
        cells: [CellId(0); SCOPE],
    };

    #[inline(always)]
    pub fn new(cells: &[CellId]) -> Scope {
        assert!(cells.len() <= SCOPE, "a group has no scope");
        let mut scope = Scope::GROUP;
        scope.len = cells.len() as u8;
        for (place, cell) in cells.iter().enumerate() {
            scope.cells[place] = *cell;
        }
        scope
    }

    #[inline]
    pub fn cells(&self) -> &[CellId] {
        &self.cells[..self.len as usize]
    }
}
