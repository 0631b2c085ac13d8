//! The field of a session: what its open cells may still be, why, and whether a value may be fixed.
//!
//! The field is derived from the journal. An event that changes it carries the change of the witness as a
//! certificate, so that following it needs no search; a value that no event proves is admitted only after
//! the witness was repaired within a bound.

mod told;

use crate::base::Base;
use crate::base::lexicon::{Coding, Meaning};
use crate::canon::Canon;
use crate::event::{ConstraintAdded, Event, Strength, Witnessed};
use crate::limits;
use crate::project::Project;
use crate::propagation::consequences;
use crate::state::State;
use logic::domain::{Code, Domain};
use logic::solve::{self, CellId, Change, Cost, Settled, Tag};
use logic::value::{Cell, Name, Value};
use std::collections::BTreeSet;

pub use told::{Refusal, Told};

/// A session's field as it was last worked out, and the entries that came since. A cache: dropping it
/// changes no answer, so two states are equal whatever they remember.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    known: Option<solve::Field>,
    news: Vec<News>,
}

/// What changes a field.
#[derive(Clone, Debug, PartialEq, Eq)]
enum News {
    Fixed(Cell),
    /// The entry that added a constraint.
    Constrained(u64),
    Lifted(u64),
}

impl PartialEq for Memo {
    fn eq(&self, _: &Memo) -> bool {
        true
    }
}

impl Eq for Memo {}

impl Memo {
    pub(crate) fn fixed(&mut self, cell: &Cell) {
        self.note(News::Fixed(cell.clone()));
    }

    pub(crate) fn constrained(&mut self, seq: u64) {
        self.note(News::Constrained(seq));
    }

    pub(crate) fn lifted(&mut self, seq: u64) {
        self.note(News::Lifted(seq));
    }

    fn note(&mut self, news: News) {
        if self.known.is_some() {
            self.news.push(news);
        }
    }

    /// The field must be worked out again.
    pub fn forget(&mut self) {
        *self = Memo::default();
    }
}

/// How many changes one entry may make: the elements of a set are cells of their own.
const CHANGES: u64 = 1 << 20;

fn tag(seq: u64, at: usize) -> Tag {
    Tag(seq * CHANGES + at as u64)
}

/// The entry that a change belongs to.
fn entry_of(tag: Tag) -> u64 {
    tag.0 / CHANGES
}

/// A cell with fewer values than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrowed {
    pub cell: Cell,
    pub before: u64,
    pub after: u64,
}

/// A value that may be fixed, and what follows.
#[derive(Clone, Debug)]
pub struct Admission {
    pub narrowed: Vec<Narrowed>,
    pub witness: Vec<Witnessed>,
    /// What follows, to be written with the fact.
    pub consequences: Vec<Event>,
    /// More would have followed than a fact may cause.
    pub cut: bool,
    pub cost: Cost,
    field: solve::Field,
}

/// What a cell may still be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possible {
    /// One of these, in the order of their declaration.
    Values(Vec<Value>),
    /// Anything between the two, which belong to it.
    Between(Option<Value>, Option<Value>),
    /// A set: who surely belongs to it, and who may.
    Set { must: Vec<Name>, may: Vec<Name> },
}

/// The field of a state.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    pub project: &'a Project,
    pub state: &'a State,
    known: &'a solve::Field,
}

impl State {
    /// Works the field out as far as the journal is folded.
    pub fn catch_up(&mut self, project: &Project) {
        let news = match &self.field.known {
            Some(_) => std::mem::take(&mut self.field.news),
            None => self.everything(),
        };
        let mut field = self.field.known.take().unwrap_or_default();
        for news in news {
            self.follow(project, &mut field, &news);
        }
        self.field = Memo {
            known: Some(field),
            news: Vec::new(),
        };
    }

    /// Everything that changed the field, in order.
    fn everything(&self) -> Vec<News> {
        let facts = self.facts.iter();
        let facts = facts.map(|(cell, fact)| (fact.seq, News::Fixed(cell.clone())));
        let constraints = self
            .constraints
            .iter()
            .filter(|(_, known)| known.lifted.is_none());
        let constraints = constraints.map(|(seq, _)| (*seq, News::Constrained(*seq)));
        let mut all: Vec<(u64, News)> = facts.chain(constraints).collect();
        all.sort_by_key(|(seq, _)| *seq);
        all.into_iter().map(|(_, news)| news).collect()
    }

    fn follow(&self, project: &Project, field: &mut solve::Field, news: &News) {
        let base = &project.base;
        let (seq, changes, witness) = match news {
            News::Fixed(cell) => {
                let Some(fact) = self.facts.get(cell) else {
                    return;
                };
                // An erased value cannot be followed: what rested on it is wider again.
                let value = fact.value.as_ref();
                let codes = value
                    .and_then(|value| base.codes(cell, value))
                    .unwrap_or_default();
                let changes = codes
                    .into_iter()
                    .map(|(cell, code)| Change::Fix { cell, code });
                (fact.seq, changes.collect(), &fact.witness)
            }
            News::Constrained(seq) => {
                let known = self.constraints.get(seq);
                let Some(constraint) = known.filter(|known| known.lifted.is_none()) else {
                    return;
                };
                let change = strict_change(project, &constraint.added);
                (*seq, Vec::from_iter(change), &constraint.added.witness)
            }
            News::Lifted(seq) => {
                let _ = solve::withdraw(base, field, tag(*seq, 0), &mut Cost::default());
                return;
            }
        };
        let witness = witness_codes(base, witness);
        let mut cost = Cost::default();
        let last = changes.len().saturating_sub(1);
        for (at, change) in changes.iter().enumerate() {
            // Until the last of several changes the certificate is not complete.
            let certified = at == last
                && solve::follow(base, field, tag(seq, at), change, &witness, &mut cost).is_some();
            if !certified {
                // An entry from before there were rules, or of another version of the project.
                let nodes = limits::CHECK_NODES;
                let _ = solve::admit(base, field, tag(seq, at), change, nodes, &mut cost);
            }
        }
    }

    /// The field, once it was worked out.
    pub fn field<'a>(&'a self, project: &'a Project) -> Option<Field<'a>> {
        let known = self
            .field
            .known
            .as_ref()
            .filter(|_| self.field.news.is_empty())?;
        Some(Field {
            project,
            state: self,
            known,
        })
    }

    /// Takes over the field that an admission led to, once its entries are folded.
    pub(crate) fn take_field(&mut self, admission: Admission) {
        self.field = Memo {
            known: Some(admission.field),
            news: Vec::new(),
        };
    }
}

/// What a strict constraint demands of the kernel.
fn strict_change(project: &Project, added: &ConstraintAdded) -> Option<Change> {
    if added.strength != Strength::Strict {
        return None;
    }
    let (scope, relation) = project.base.constraint(project, &added.formula).ok()?;
    Some(Change::Require { scope, relation })
}

fn witness_codes(base: &Base, witness: &[Witnessed]) -> Vec<(CellId, Code)> {
    let lexicon = &base.lexicon;
    let code = |witnessed: &Witnessed| {
        let (attribute, span) = lexicon.span(&witnessed.cell)?;
        match &witnessed.element {
            None => Some((
                CellId(span.start),
                lexicon.encode(attribute, &witnessed.value)?,
            )),
            Some(element) => {
                let entity = lexicon.entity(&witnessed.cell.entity)?;
                let cell = lexicon.element(entity, attribute, lexicon.entity(element)?)?;
                Some((
                    CellId(cell),
                    Code::from(witnessed.value == Value::Bool(true)),
                ))
            }
        }
    };
    witness.iter().filter_map(code).collect()
}

impl<'a> Field<'a> {
    fn base(self) -> &'a Base {
        &self.project.base
    }

    /// Whether a value may be fixed now, as the entry after the last one, with everything that follows.
    pub fn admit(self, cell: &Cell, value: &Value) -> Result<Admission, Refusal> {
        let base = self.base();
        let codes = base.codes(cell, value);
        if codes.is_none() && base.is_ruled(cell) {
            return Err(Refusal::Unfit);
        }
        let mut trial = Trial::new(self);
        let changes = codes.unwrap_or_default().into_iter();
        let changes = changes
            .map(|(cell, code)| Change::Fix { cell, code })
            .collect();
        let mut witness = trial.admit(changes)?;
        // What the cell itself is, the event says already.
        witness.retain(|witnessed| witnessed.cell != *cell);
        let mut admission = Admission {
            narrowed: Vec::new(),
            witness,
            consequences: Vec::new(),
            cut: false,
            cost: Cost::default(),
            field: solve::Field::default(),
        };
        if !self.project.propagation.is_empty() {
            let state = self.state.supposing(cell, value);
            let canon = Canon::new(self.project, &state, self.state.now());
            let following = consequences(&canon, cell);
            admission.cut = following.cut;
            admission.consequences = trial.take(following.events)?;
        }
        admission.narrowed = self.narrowings(cell, &trial.narrowed);
        admission.cost = trial.cost;
        admission.field = trial.field;
        Ok(admission)
    }

    /// Whether these events may be written now: constraints must leave a completion.
    pub fn admit_events(self, events: Vec<Event>) -> Result<Admission, Refusal> {
        let mut trial = Trial::new(self);
        trial.next -= 1;
        let consequences = trial.take(events)?;
        Ok(Admission {
            narrowed: self.narrowings(&Cell::new("", ""), &trial.narrowed),
            witness: Vec::new(),
            consequences,
            cut: false,
            cost: trial.cost,
            field: trial.field,
        })
    }

    /// What was narrowed, for each cell once, the one that was fixed left out.
    fn narrowings(self, fixed: &Cell, all: &[solve::Narrowed]) -> Vec<Narrowed> {
        let mut found: Vec<Narrowed> = Vec::new();
        for narrowed in all {
            let (cell, _) = self.base().lexicon.named(narrowed.cell.0);
            if cell == *fixed || cell.attribute.is_empty() {
                continue;
            }
            let (before, after) = (narrowed.before.size(), narrowed.after.size());
            match found.iter_mut().find(|known| known.cell == cell) {
                // The elements of a set count together: how many are still undecided.
                Some(known) => {
                    known.before = known.before.saturating_add(before);
                    known.after = known.after.saturating_add(after);
                }
                None => found.push(Narrowed {
                    cell,
                    before,
                    after,
                }),
            }
        }
        found
    }

    /// The witness's change, each cell once as it is in the end.
    pub(self) fn certificate(
        self,
        moved: &[(CellId, Code)],
        field: &solve::Field,
    ) -> Vec<Witnessed> {
        let cells: BTreeSet<CellId> = moved.iter().map(|(cell, _)| *cell).collect();
        let lexicon = &self.base().lexicon;
        let told = |cell: CellId| {
            let value = lexicon.value(cell.0, field.witness(self.base(), cell))?;
            let (cell, element) = lexicon.named(cell.0);
            Some(Witnessed {
                cell,
                element,
                value,
            })
        };
        cells.into_iter().filter_map(told).collect()
    }

    /// What the cell may still be; nothing for what the field does not hold.
    pub fn possible(self, cell: &Cell) -> Option<Possible> {
        let (base, span) = (self.base(), self.base().span(cell)?);
        let (attribute, _) = base.lexicon.span(cell)?;
        if let Some(Coding::Members(_)) = base.lexicon.coding(attribute) {
            let (mut must, mut may) = (Vec::new(), Vec::new());
            for cell in span {
                let Meaning::Element(_, _, element) = base.lexicon.meaning(cell) else {
                    continue;
                };
                let domain = self.known.domain(base, CellId(cell));
                let name = base.lexicon.entities[element as usize].clone();
                if domain.only() == Some(1) {
                    must.push(name);
                } else if domain.contains(1) {
                    may.push(name);
                }
            }
            return Some(Possible::Set { must, may });
        }
        let domain = self.known.domain(base, CellId(span.start));
        let decode = |code: Code| base.lexicon.decode(attribute, code);
        Some(match &domain {
            Domain::Range(..) => Possible::Between(
                domain.least().and_then(decode),
                domain.most().and_then(decode),
            ),
            Domain::Few(_) | Domain::Many(_) => {
                Possible::Values(domain.codes().filter_map(decode).collect())
            }
        })
    }

    /// How many values are left, and how many there were before the session.
    pub fn sizes(self, cell: &Cell) -> Option<(u64, u64)> {
        let (base, span) = (self.base(), self.base().span(cell)?);
        let mut sizes = (0_u64, 0_u64);
        for cell in span.map(CellId) {
            sizes.0 = sizes.0.saturating_add(self.known.domain(base, cell).size());
            sizes.1 = sizes.1.saturating_add(base.domain_of(cell).size());
        }
        Some(sizes)
    }

    /// The value that the witness has for a cell: it can always be fixed.
    pub fn witness(self, cell: &Cell) -> Option<Value> {
        let (base, span) = (self.base(), self.base().span(cell)?);
        let (attribute, _) = base.lexicon.span(cell)?;
        if let Some(Coding::Members(_)) = base.lexicon.coding(attribute) {
            let belongs = |cell: &u32| self.known.witness(base, CellId(*cell)) != 0;
            let element = |cell: u32| match base.lexicon.meaning(cell) {
                Meaning::Element(_, _, element) => {
                    Some(base.lexicon.entities[element as usize].clone())
                }
                Meaning::Itself(_) | Meaning::Cell(..) => None,
            };
            return Some(Value::Set(
                span.filter(belongs).filter_map(element).collect(),
            ));
        }
        let code = self.known.witness(base, CellId(span.start));
        base.lexicon.decode(attribute, code)
    }

    /// Every value that an author declared for the cell; nothing for numbers, dates and sets.
    pub fn declared(self, cell: &Cell) -> Vec<Value> {
        let lexicon = &self.base().lexicon;
        let Some((attribute, span)) = lexicon.span(cell) else {
            return Vec::new();
        };
        match lexicon.declared(span.start, |_| (1, 0)) {
            Domain::Range(..) => Vec::new(),
            domain @ (Domain::Few(_) | Domain::Many(_)) => {
                let codes = domain
                    .codes()
                    .filter_map(|code| lexicon.decode(attribute, code));
                codes.collect()
            }
        }
    }

    /// Why a cell cannot have a value; nothing if it can, as far as propagation knows.
    pub fn why_not(self, cell: &Cell, value: &Value) -> Option<Told> {
        let codes = self.base().codes(cell, value)?;
        codes.into_iter().find_map(|(cell, code)| {
            let why = solve::why_not(self.base(), self.known, cell, code)?;
            Some(self.told(&why))
        })
    }

    /// The cells that differ from the base and are not fixed.
    pub fn constrained(self) -> BTreeSet<Cell> {
        let base = self.base();
        let touched = self.known.touched();
        let narrower = touched
            .into_iter()
            .filter(|cell| self.known.domain(base, *cell) != *base.domain_of(*cell));
        narrower.map(|cell| base.lexicon.named(cell.0).0).collect()
    }
}

/// Changes that are tried one after the other, each as an entry of its own.
struct Trial<'a> {
    on: Field<'a>,
    field: solve::Field,
    /// The number that the next entry will have.
    next: u64,
    narrowed: Vec<solve::Narrowed>,
    cost: Cost,
}

impl<'a> Trial<'a> {
    fn new(on: Field<'a>) -> Trial<'a> {
        Trial {
            on,
            field: on.known.clone(),
            next: on.state.seq + 1,
            narrowed: Vec::new(),
            cost: Cost::default(),
        }
    }

    /// The changes of one entry; how they change the witness.
    fn admit(&mut self, changes: Vec<Change>) -> Result<Vec<Witnessed>, Refusal> {
        let base = self.on.base();
        let mut witness: Vec<(CellId, Code)> = Vec::new();
        for (at, change) in changes.iter().enumerate() {
            let tag = tag(self.next, at);
            let nodes = limits::SEARCH_NODES;
            match solve::admit(base, &mut self.field, tag, change, nodes, &mut self.cost) {
                Settled::Fits {
                    narrowed,
                    witness: moved,
                } => {
                    self.narrowed.extend(narrowed);
                    witness.extend(moved);
                }
                Settled::Refused(why) => {
                    let shorter = solve::conflict(base, &self.field, tag, change, nodes);
                    let why = shorter.map_or(why, |conflict| conflict.why);
                    return Err(Refusal::Impossible(self.on.told(&why)));
                }
                Settled::OutOfBudget { nodes } => return Err(Refusal::NotProven { nodes }),
            }
        }
        Ok(self.on.certificate(&witness, &self.field))
    }

    /// Takes events over, those of new relations followed by the rules that they make apply.
    fn take(&mut self, events: Vec<Event>) -> Result<Vec<Event>, Refusal> {
        let mut taken = Vec::new();
        for event in events {
            let ruled = match &event {
                Event::RelationSet(set) => {
                    self.on
                        .base()
                        .rules_of_relation(self.on.project, self.on.state, set)
                }
                _ => Vec::new(),
            };
            for event in std::iter::once(event).chain(ruled) {
                self.next += 1;
                let event = match event {
                    Event::ConstraintAdded(mut added) => {
                        let changes = Vec::from_iter(strict_change(self.on.project, &added));
                        added.witness = self.admit(changes)?;
                        Event::ConstraintAdded(added)
                    }
                    other => other,
                };
                taken.push(event);
            }
        }
        Ok(taken)
    }
}
