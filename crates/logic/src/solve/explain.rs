//! Reasons found from the narrowings when somebody asks; nothing is kept for them.
//!
//! What a narrowing rests on is what the other cells of its instance were just before it. Of that only what
//! took part is named, and a reason always rests on earlier ones.

use super::field::{Cause, NONE, Narrowing};
use super::relation::{Bounds, Count, Relation, Sum};
use super::trial::Trial;
use super::why::{Because, Lacks, Reason, Why};
use super::{CellId, InstanceId, Table, World};
use crate::domain::{Code, Domain};
use std::collections::BTreeMap;

pub(crate) struct Explainer<'t, 'a, W: World + ?Sized> {
    trial: &'t Trial<'a, W>,
    pub(crate) why: Why,
    known: BTreeMap<Lacks, usize>,
    /// Reasons that are numbered and not yet given.
    open: Vec<usize>,
}

impl<'t, 'a, W: World + ?Sized> Explainer<'t, 'a, W> {
    pub(crate) fn new(trial: &'t Trial<'a, W>) -> Self {
        Explainer {
            trial,
            why: Why::default(),
            known: BTreeMap::new(),
            open: Vec::new(),
        }
    }

    pub(crate) fn number(&mut self, lacks: Lacks) -> usize {
        if let Some(&known) = self.known.get(&lacks) {
            return known;
        }
        let number = self.why.reasons.len();
        self.why.reasons.push(Reason {
            lacks,
            because: Because::Base,
        });
        self.known.insert(lacks, number);
        self.open.push(number);
        number
    }

    pub(crate) fn push(&mut self, lacks: Lacks, id: InstanceId, from: Vec<Lacks>) -> usize {
        let from = from.into_iter().map(|lacks| self.number(lacks)).collect();
        self.why.reasons.push(Reason {
            lacks,
            because: Because::Instance { id, from },
        });
        self.why.reasons.len() - 1
    }

    pub(crate) fn finish(mut self) -> Why {
        while let Some(number) = self.open.pop() {
            let lacks = self.why.reasons[number].lacks;
            let because = self.because(lacks);
            self.why.reasons[number].because = because;
        }
        self.why
    }

    fn because(&mut self, lacks: Lacks) -> Because {
        let Some((at, narrowing)) = self.first(lacks) else {
            return Because::Base;
        };
        match narrowing.cause {
            Cause::Change(tag) => Because::Change(tag),
            Cause::Tried => Because::Base,
            Cause::Instance(id) => {
                let rests = self.rests(id, lacks, at, narrowing);
                let from = rests.into_iter().map(|lacks| self.number(lacks)).collect();
                Because::Instance { id, from }
            }
        }
    }

    /// The narrowing that first made it so; none if the base did.
    fn first(&self, lacks: Lacks) -> Option<(u32, &'t Narrowing)> {
        let (mut last, _) = self.trial.domain_at(lacks.cell()?, NONE);
        while last != NONE {
            let narrowing = self.trial.narrowing(last)?;
            if !removed(lacks, &narrowing.before).is_empty() {
                return Some((last, narrowing));
            }
            last = narrowing.previous;
        }
        None
    }

    /// What an instance used to narrow a cell: what its other cells lacked just before.
    fn rests(
        &mut self,
        id: InstanceId,
        lacks: Lacks,
        at: u32,
        narrowing: &Narrowing,
    ) -> Vec<Lacks> {
        let target = narrowing.cell;
        let gone = removed(lacks, &narrowing.before);
        let mut rests = earlier(lacks, &narrowing.before);
        if lacks == Lacks::Everything(target) {
            rests.extend(self.missing(target, at, |code| !narrowing.before.contains(code)));
        }
        let (scope, relation) = self.trial.look_up(id);
        match relation {
            Relation::Table(table) => {
                let cells = scope.cells();
                for code in gone.codes() {
                    let places = (0..cells.len()).filter(|place| cells[*place] == target);
                    for place in places {
                        let found = self.unsupported(table, cells, place, code, at, &rests);
                        if let Some(found) = found {
                            rests.extend(found);
                            break;
                        }
                    }
                }
            }
            Relation::Bounds(bounds) => {
                rests.extend(self.bounded(bounds, scope.cells(), target, &gone, at));
            }
            Relation::Check(_) => {
                for cell in scope.cells().iter().filter(|cell| **cell != target) {
                    rests.extend(self.all_missing(*cell, at));
                }
            }
            Relation::AllDifferent(group) => {
                for code in gone.codes() {
                    let has = |cell: &CellId| {
                        *cell != target && self.trial.domain_at(*cell, at).1.only() == Some(code)
                    };
                    // Who has a value in the witness is known without a look at all members.
                    let holder = self.trial.counter(id).holder(group, code).filter(has);
                    let holder = holder.or_else(|| group.members.iter().copied().find(has));
                    if let Some(holder) = holder {
                        rests.extend(self.missing(holder, at, |other| other != code));
                    }
                }
            }
            Relation::Count(count) => rests.extend(self.counted(count, target, &gone, at)),
        }
        rests.sort_unstable();
        rests.dedup();
        rests
    }

    /// For each tuple that has the code, one of its other values that was missing; none if a tuple was left.
    fn unsupported(
        &self,
        table: &Table,
        cells: &[CellId],
        place: usize,
        code: Code,
        at: u32,
        used: &[Lacks],
    ) -> Option<Vec<Lacks>> {
        let mut found: Vec<Lacks> = Vec::new();
        for tuple in table.tuples_with(place, code) {
            let others = (0..cells.len()).filter(|other| *other != place);
            let mut missing = others.filter_map(|other| {
                let (_, domain) = self.trial.domain_at(cells[other], at);
                (!domain.contains(tuple[other])).then(|| self.lack(cells[other], tuple[other], at))
            });
            let first = missing.next()?;
            // A reason that is used anyway makes the shorter story.
            let chosen = std::iter::once(first)
                .chain(missing)
                .find(|lacks| used.contains(lacks) || found.contains(lacks));
            found.push(chosen.unwrap_or(first));
        }
        Some(found)
    }

    /// The ends of the others that leave no room for what is gone.
    fn bounded(
        &self,
        bounds: &Bounds,
        cells: &[CellId],
        target: CellId,
        gone: &Domain,
        at: u32,
    ) -> Vec<Lacks> {
        let domains: Vec<Domain> = cells
            .iter()
            .map(|cell| self.trial.domain_at(*cell, at).1)
            .collect();
        let views: Vec<&Domain> = domains.iter().collect();
        let Some(place) = (0..cells.len()).find(|place| cells[*place] == target) else {
            return Vec::new();
        };
        let others = || (0..cells.len()).filter(|other| *other != place);
        if bounds.comparison == Sum::NotZero {
            return others()
                .flat_map(|place| self.all_missing(cells[place], at))
                .collect();
        }
        let by = i128::from(bounds.coefficients[place]);
        // Whether every code that is gone makes the sum too large even if the others are least, or too small.
        let excludes = |least: bool| {
            let rest = bounds.rest(&views, place, least);
            let misses = |code: Code| {
                let sum = rest.map(|rest| rest + by * i128::from(code));
                sum.is_some_and(|sum| if least { sum > 0 } else { sum < 0 })
            };
            [ends(gone).0, ends(gone).1].into_iter().all(misses)
        };
        let directions: Vec<bool> = if bounds.comparison == Sum::AtMostZero || excludes(true) {
            vec![true]
        } else if excludes(false) {
            vec![false]
        } else {
            vec![true, false]
        };
        let mut rests = Vec::new();
        for least in directions {
            for other in others() {
                let (cell, domain) = (cells[other], &domains[other]);
                let up = (bounds.coefficients[other] > 0) == least;
                match (up, domain.least(), domain.most()) {
                    (true, Some(end), _) => rests.extend(self.below(cell, end)),
                    (false, _, Some(end)) => rests.extend(self.above(cell, end)),
                    (true, None, _) | (false, _, None) => (),
                }
            }
        }
        rests
    }

    fn counted(&self, count: &Count, target: CellId, gone: &Domain, at: u32) -> Vec<Lacks> {
        let mut rests = Vec::new();
        let others = || count.group.members.iter().filter(|cell| **cell != target);
        if gone.meets(&count.values) {
            let sure = others().filter(|cell| {
                let (_, domain) = self.trial.domain_at(**cell, at);
                domain.is_within(&count.values)
            });
            for cell in sure.take(count.most as usize) {
                rests.extend(self.missing(*cell, at, |code| !count.values.contains(code)));
            }
        }
        if !gone.is_within(&count.values) {
            let never = others().filter(|cell| {
                let (_, domain) = self.trial.domain_at(**cell, at);
                !domain.meets(&count.values)
            });
            let spare = count
                .group
                .members
                .len()
                .saturating_sub(count.least as usize);
            for cell in never.take(spare) {
                rests.extend(self.missing(*cell, at, |code| count.values.contains(code)));
            }
        }
        rests
    }

    /// What a cell had to lack for such codes to be missing from what it was.
    pub(crate) fn missing(
        &self,
        cell: CellId,
        at: u32,
        wanted: impl Fn(Code) -> bool,
    ) -> Vec<Lacks> {
        let (_, domain) = self.trial.domain_at(cell, at);
        match self.trial.world.domain(cell) {
            Domain::Range(..) => {
                let mut lacks = Vec::new();
                lacks.extend(domain.least().map(|low| Lacks::Below(cell, low)));
                lacks.extend(domain.most().map(|high| Lacks::Above(cell, high)));
                if let (Domain::Few(_) | Domain::Many(_), Some(low), Some(high)) =
                    (&domain, domain.least(), domain.most())
                {
                    let holes = (low..=high).filter(|code| !domain.contains(*code));
                    lacks.extend(
                        holes
                            .filter(|code| wanted(*code))
                            .map(|code| Lacks::Code(cell, code)),
                    );
                }
                lacks
            }
            base @ (Domain::Few(_) | Domain::Many(_)) => base
                .codes()
                .filter(|code| wanted(*code) && !domain.contains(*code))
                .map(|code| Lacks::Code(cell, code))
                .collect(),
        }
    }

    pub(crate) fn all_missing(&self, cell: CellId, at: u32) -> Vec<Lacks> {
        self.missing(cell, at, |_| true)
    }

    fn below(&self, cell: CellId, end: Code) -> Vec<Lacks> {
        match self.trial.world.domain(cell) {
            Domain::Range(..) => vec![Lacks::Below(cell, end)],
            base @ (Domain::Few(_) | Domain::Many(_)) => {
                let gone = base.between(Code::MIN, before(end));
                gone.codes().map(|code| Lacks::Code(cell, code)).collect()
            }
        }
    }

    fn above(&self, cell: CellId, end: Code) -> Vec<Lacks> {
        match self.trial.world.domain(cell) {
            Domain::Range(..) => vec![Lacks::Above(cell, end)],
            base @ (Domain::Few(_) | Domain::Many(_)) => {
                let gone = base.between(after(end), Code::MAX);
                gone.codes().map(|code| Lacks::Code(cell, code)).collect()
            }
        }
    }

    /// One missing code, as its cell's base sees it.
    fn lack(&self, cell: CellId, code: Code, at: u32) -> Lacks {
        match self.trial.world.domain(cell) {
            Domain::Range(..) => self.side(cell, code, at),
            Domain::Few(_) | Domain::Many(_) => Lacks::Code(cell, code),
        }
    }

    /// On which side of a range a missing code lay.
    pub(crate) fn side(&self, cell: CellId, code: Code, at: u32) -> Lacks {
        let (_, domain) = self.trial.domain_at(cell, at);
        if domain.between(Code::MIN, code).is_empty() {
            Lacks::Below(cell, after(code))
        } else if domain.between(code, Code::MAX).is_empty() {
            Lacks::Above(cell, before(code))
        } else {
            Lacks::Code(cell, code)
        }
    }

    /// The large group that forbids a code, and what that rests on.
    pub(crate) fn large_group(&self, cell: CellId, code: Code) -> Option<(InstanceId, Vec<Lacks>)> {
        let (world, field) = (self.trial.world, self.trial.field);
        let gone = Domain::Range(code, code);
        let mut found = None;
        field.each_large(world, cell, |id, relation| match relation {
            Relation::AllDifferent(group) => {
                if let Some(holder) = field.taken(world, id, group, cell, code) {
                    let rests = self.missing(holder, NONE, |other| other != code);
                    found.get_or_insert((id, rests));
                }
            }
            Relation::Count(count) => {
                let total = field.counter(id).total(count);
                let inside = count.values.contains(code);
                let domain = field.stored(world, cell);
                let full = total.sure >= count.most.into() && !domain.is_within(&count.values);
                let needed = total.possible <= count.least.into() && domain.meets(&count.values);
                if if inside { full } else { needed } {
                    let rests = self.counted(count, cell, &gone, NONE);
                    found.get_or_insert((id, rests));
                }
            }
            Relation::Table(_) | Relation::Bounds(_) | Relation::Check(_) => (),
        });
        found
    }
}

/// The part of a domain that must be gone.
fn removed(lacks: Lacks, domain: &Domain) -> Domain {
    match lacks {
        Lacks::Code(_, code) => domain.between(code, code),
        Lacks::Below(_, bound) => domain.between(Code::MIN, before(bound)),
        Lacks::Above(_, bound) => domain.between(after(bound), Code::MAX),
        Lacks::Everything(_) | Lacks::Completion => domain.clone(),
    }
}

/// What of it was gone already.
fn earlier(lacks: Lacks, domain: &Domain) -> Vec<Lacks> {
    let found = match lacks {
        Lacks::Below(cell, _) => domain.least().map(|least| Lacks::Below(cell, least)),
        Lacks::Above(cell, _) => domain.most().map(|most| Lacks::Above(cell, most)),
        Lacks::Code(..) | Lacks::Everything(_) | Lacks::Completion => None,
    };
    Vec::from_iter(found)
}

fn before(code: Code) -> Code {
    code.saturating_sub(1)
}

fn after(code: Code) -> Code {
    code.saturating_add(1)
}

/// The ends of a domain, open ones as they stand.
fn ends(domain: &Domain) -> (Code, Code) {
    (
        domain.least().unwrap_or(Code::MIN),
        domain.most().unwrap_or(Code::MAX),
    )
}
