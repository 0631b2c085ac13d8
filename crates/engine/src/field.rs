//! The field of a session: what its open cells may still be, why, and whether a value may be fixed.
//!
//! The field is derived from the journal. An event that changes it carries the change of the witness as a
//! certificate, so that following it needs no search; a value that no event proves is admitted only after
//! the witness was repaired within a bound.

mod closed;
mod narrowed;
mod proven;
mod told;

use crate::base::lexicon::{AttributeId, Coding};
use crate::base::{Base, Problem};
use crate::canon::Canon;
use crate::event::{ConstraintAdded, Event, Strength, Witnessed};
use crate::graph::Graph;
use crate::limits;
use crate::project::Project;
use crate::propagation::consequences;
use crate::state::State;
use closed::Closing;
use logic::domain::{Code, Domain};
use logic::holds::Truth;
use logic::kind::Type;
use logic::solve::{self, CellId, Change, Cost, Manner, Room, Settled, Tag};
use logic::value::{Cell, Name, Number, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;

pub use closed::Binding;
pub(crate) use closed::first;
pub use narrowed::Narrowed;
pub use proven::{Proven, Prover, Stretch};
pub use told::{End, Refusal, Side, Tied, Told};

/// A session's field as it was last worked out, and the entries that came since. A cache: dropping it
/// changes no answer, so two states are equal whatever they remember.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    known: Option<solve::Field>,
    news: Vec<News>,
}

/// Since when a witness is repaired nearby first. Sessions from before find the values that they found then.
const NEARBY: u64 = 6;

/// Since when a model is told nothing as possible that is not, what propagation rules reinforce and mark weighs, and a
/// context says what it leaves out of a line.
pub const BACKED: u64 = 10;

/// Since when what somebody says is no reason against itself, and what is narrowed of a set is who was decided.
pub const EXPLAINED: u64 = 12;

/// Since when a witness is closed: what would follow from its own values holds in it.
pub const CLOSED: u64 = 12;

/// Since when a closed witness knows of relations that would follow, and of relations that come together.
pub const LINKED: u64 = 13;

fn manner(state: &State) -> Manner {
    match state.edition() >= NEARBY {
        true => Manner::Nearby,
        false => Manner::Widely,
    }
}

/// What changes a field.
#[derive(Clone, Debug, PartialEq, Eq)]
enum News {
    Fixed(Cell),
    /// The entry that added a constraint.
    Constrained(u64),
    Lifted,
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

    pub(crate) fn lifted(&mut self) {
        self.note(News::Lifted);
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

/// A value that may be fixed, and what follows.
#[derive(Clone, Debug)]
pub struct Admission {
    pub narrowed: Vec<Narrowed>,
    pub witness: Vec<Witnessed>,
    /// What follows, to be written with the fact.
    pub consequences: Vec<Event>,
    /// More would have followed than a fact may cause.
    pub cut: bool,
    /// What should have followed and cannot be.
    pub dropped: usize,
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
    /// A list: what it surely holds, and what it may hold; where it is not closed, anything else as well,
    /// except what is barred.
    List {
        must: Vec<Value>,
        may: Vec<Value>,
        barred: Vec<Value>,
        closed: bool,
    },
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
        // After a lift everything is derived again from what is left, so that a field is the same however it
        // was come by.
        if self.field.news.contains(&News::Lifted) {
            self.field.forget();
        }
        let news = match &self.field.known {
            Some(_) => std::mem::take(&mut self.field.news),
            None => self.everything(),
        };
        let mut room = Room::of(manner(self));
        let known = self.field.known.take();
        let mut field = known.unwrap_or_else(|| self.first_field(project, &mut room));
        for news in news {
            self.follow(project, &mut room, &mut field, &news);
        }
        self.field = Memo {
            known: Some(field),
            news: Vec::new(),
        };
    }

    /// The field before anything was fixed.
    fn first_field(&self, project: &Project, room: &mut Room) -> solve::Field {
        let mut field = solve::Field::default();
        if self.edition() >= CLOSED && !project.closed.is_empty() {
            room.adopt(&project.base, &mut field, &project.closed);
        }
        field
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

    /// What of this session the rules of a project do not allow: cells, and constraints by their numbers.
    pub fn contradictions(&self, project: &Project) -> Vec<String> {
        let mut room = Room::of(manner(self));
        let mut field = self.first_field(project, &mut room);
        let mut found = Vec::new();
        for news in self.everything() {
            if !self.follow(project, &mut room, &mut field, &news) {
                found.push(match news {
                    News::Fixed(cell) => cell.to_string(),
                    News::Constrained(seq) => format!("#{seq}"),
                    News::Lifted => continue,
                });
            }
        }
        found
    }

    /// Whether the field could follow.
    fn follow(
        &self,
        project: &Project,
        room: &mut Room,
        field: &mut solve::Field,
        news: &News,
    ) -> bool {
        let base = &project.base;
        let (seq, changes, witness) = match news {
            News::Fixed(cell) => {
                let Some(fact) = self.facts.get(cell) else {
                    return true;
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
                    return true;
                };
                // One that another version of the project cannot read has no force there.
                let Ok(change) = strict_change(project, self, &constraint.added) else {
                    return false;
                };
                (*seq, Vec::from_iter(change), &constraint.added.witness)
            }
            News::Lifted => return true,
        };
        let witness = witness_codes(base, witness);
        let mut cost = Cost::default();
        let Some((last, before)) = changes.split_last() else {
            // What the field does not hold can still have moved the witness.
            return witness.is_empty() || room.adopt(base, field, &witness);
        };
        // One change alone is followed or leaves the field as it is.
        let unchanged = (!before.is_empty()).then(|| field.clone());
        for (at, change) in before.iter().enumerate() {
            solve::propagate_alone(base, field, tag(seq, at), change, &mut cost);
        }
        // The certificate is that of all changes together.
        let at = tag(seq, before.len());
        if room
            .follow(base, field, at, last, &witness, &mut cost)
            .is_some()
        {
            return true;
        }
        // An entry from before there were rules, or of another version of the project.
        if let Some(unchanged) = unchanged {
            *field = unchanged;
        }
        let mut fits = true;
        for (at, change) in changes.iter().enumerate() {
            let nodes = limits::CHECK_NODES;
            let settled = room.admit(base, field, tag(seq, at), change, nodes, &mut cost);
            fits &= matches!(settled, Settled::Fits { .. });
        }
        fits
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

/// Whether everything that a constraint reads can be told by codes. A cell that is fixed as none cannot, so
/// the constraint was judged when it was laid, once and for all that it reads of it.
fn is_coded(project: &Project, state: &State, added: &ConstraintAdded) -> bool {
    let cells = logic::holds::cells(&added.formula);
    cells.iter().all(|cell| {
        let settled = state.facts.get(cell).and_then(|fact| fact.value.as_ref());
        let declared = || project.facts.get(cell).map(|(value, _)| value);
        let value = settled.or_else(declared);
        value.is_none_or(|value| project.base.codes(cell, value).is_some())
    })
}

/// What a strict constraint demands of the kernel; nothing of any other.
fn strict_change(
    project: &Project,
    state: &State,
    added: &ConstraintAdded,
) -> Result<Option<Change>, Problem> {
    if added.strength != Strength::Strict || !is_coded(project, state, added) {
        return Ok(None);
    }
    let (attributes, kinds) = (&project.attributes, &project.relation_kinds);
    let (scope, relation) = project.base.constraint(attributes, kinds, &added.formula)?;
    Ok(Some(Change::Require { scope, relation }))
}

/// The first of these entries that has a place for a certificate.
fn carrier(events: &mut [Event]) -> Option<&mut ConstraintAdded> {
    events.iter_mut().find_map(|event| {
        let Event::ConstraintAdded(added) = event else {
            return None;
        };
        Some(&mut **added)
    })
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
                let is_it = |cell: &u32| lexicon.named(*cell).1.as_ref() == Some(element);
                let cell = match lexicon.entity(element) {
                    Some(member) => {
                        let entity = lexicon.entity(&witnessed.cell.entity)?;
                        lexicon.element(entity, attribute, member)
                    }
                    None => None,
                };
                let cell = cell.or_else(|| span.clone().find(is_it))?;
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

    /// Relations as the session knows them.
    fn graph(self) -> Graph<'a> {
        Graph {
            base: &self.project.relations,
            own: &self.state.relations,
            merged: Some(&self.state.merged),
        }
    }

    /// Whether a value may be fixed now, as the entry after the last one, with everything that follows.
    pub fn admit(self, cell: &Cell, value: &Value) -> Result<Admission, Refusal> {
        self.admit_with(cell, value, Care::default())
    }

    /// The same for whoever does not ask why not.
    pub fn admits(self, cell: &Cell, value: &Value) -> bool {
        self.admit_with(cell, value, Care::SILENT).is_ok()
    }

    /// The same for a value of the engine's own, which must not fail: what would follow and cannot be is
    /// left out, and counted.
    pub fn admit_own(self, cell: &Cell, value: &Value) -> Result<Admission, Refusal> {
        let lenient = Care {
            silent: false,
            lenient: true,
        };
        self.admit_with(cell, value, Care::SILENT)
            .or_else(|_| self.admit_with(cell, value, lenient))
    }

    fn admit_with(self, cell: &Cell, value: &Value, care: Care) -> Result<Admission, Refusal> {
        let base = self.base();
        let codes = base.codes(cell, value);
        if codes.is_none() && (base.is_ruled(cell) || self.is_bound(cell)) {
            return Err(Refusal::Unfit);
        }
        let mut trial = Trial::new(self);
        trial.care = care;
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
            dropped: 0,
            cost: Cost::default(),
            field: solve::Field::default(),
        };
        if !self.project.propagation.is_empty() {
            let state = self.state.supposing(cell, value);
            let canon = Canon::new(self.project, &state, self.state.now());
            let following = consequences(&canon, cell);
            admission.cut = following.cut;
            admission.consequences = trial.take(following.events)?;
            if self.closes() {
                let moved = trial.close(state, Some(cell), &mut admission.consequences)?;
                admission.witness = moved.unwrap_or(admission.witness);
                admission
                    .witness
                    .retain(|witnessed| witnessed.cell != *cell);
            }
        }
        admission.dropped = trial.dropped;
        admission.narrowed = self.narrowings(cell, &trial);
        admission.cost = trial.cost;
        admission.field = trial.field;
        Ok(admission)
    }

    /// Whether the witness of this session is closed.
    fn closes(self) -> bool {
        self.state.edition() >= CLOSED && !self.project.binding.is_empty()
    }

    /// Whether the witness says not all of what the cell will be.
    fn is_half_told(self, cell: &Cell) -> bool {
        let known = self.project.attribute(cell);
        let is_list = known.is_some_and(|known| matches!(known.kind, Type::List(_)));
        is_list || self.base().span(cell).is_none()
    }

    /// Whether a strict constraint of the session reads the cell.
    fn is_bound(self, cell: &Cell) -> bool {
        let mut standing = self.state.constraints_on(cell);
        standing.any(|known| known.added.strength == Strength::Strict)
    }

    /// Whether these events may be written now: constraints must leave a completion.
    pub fn admit_events(self, events: Vec<Event>) -> Result<Admission, Refusal> {
        let mut trial = Trial::new(self);
        trial.next -= 1;
        let mut consequences = trial.take(events)?;
        if self.closes() {
            let moved = trial.close(self.state.clone(), None, &mut consequences)?;
            if let (Some(moved), Some(first)) = (moved, carrier(&mut consequences)) {
                first.witness = moved;
            }
        }
        Ok(Admission {
            narrowed: self.narrowings(&Cell::new("", ""), &trial),
            witness: Vec::new(),
            consequences,
            cut: false,
            dropped: 0,
            cost: trial.cost,
            field: trial.field,
        })
    }

    /// Cells as people call them.
    fn named_all<'c>(self, cells: impl Iterator<Item = &'c CellId>) -> BTreeSet<Cell> {
        let lexicon = &self.base().lexicon;
        let named = cells.map(|cell| lexicon.named(cell.0).0);
        named.filter(|cell| !cell.attribute.is_empty()).collect()
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
        let coding = base.lexicon.coding(attribute);
        if coding.is_some_and(Coding::is_collection) {
            return Some(self.held(attribute, span));
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

    /// What a set or a list surely holds, and what it may.
    fn held(self, attribute: AttributeId, span: std::ops::Range<u32>) -> Possible {
        let base = self.base();
        let (mut must, mut may, mut barred) = (Vec::new(), Vec::new(), Vec::new());
        for cell in span {
            let Some(value) = base.lexicon.held(cell) else {
                continue;
            };
            let domain = self.known.domain(base, CellId(cell));
            match (domain.only(), domain.contains(1)) {
                (Some(1), _) => must.push(value),
                (_, true) => may.push(value),
                (_, false) => barred.push(value),
            }
        }
        match &self.project.attributes[attribute as usize].kind {
            Type::List(of) => Possible::List {
                must,
                may,
                barred,
                closed: matches!(**of, Type::Enum(_) | Type::Boolean | Type::Reference(_)),
            },
            Type::Text
            | Type::Number
            | Type::Boolean
            | Type::Date
            | Type::Instant
            | Type::Enum(_)
            | Type::Reference(_)
            | Type::Set(_) => {
                let names = |values: Vec<Value>| {
                    values.into_iter().filter_map(Value::into_entity).collect()
                };
                Possible::Set {
                    must: names(must),
                    may: names(may),
                }
            }
        }
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
        let coding = base.lexicon.coding(attribute);
        if coding.is_some_and(Coding::is_collection) {
            let belongs = |cell: &u32| self.known.witness(base, CellId(*cell)) != 0;
            let held = span.filter(belongs);
            let held = held.filter_map(|cell| base.lexicon.held(cell));
            if matches!(
                self.project.attributes[attribute as usize].kind,
                Type::List(_)
            ) {
                return Some(Value::List(held.collect()));
            }
            return Some(Value::Set(held.filter_map(Value::into_entity).collect()));
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
        if lexicon.coding(attribute).is_some_and(Coding::is_collection) {
            return Vec::new();
        }
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
            Some(self.told_excluded(&why, cell, code))
        })
    }

    /// What a set or a list surely holds or surely does not, each with the reason.
    pub fn why_held(self, cell: &Cell) -> Vec<(Value, bool, Told)> {
        let base = self.base();
        let span = base.span(cell).unwrap_or_default();
        let decided = span.filter_map(|at| {
            let held = base.lexicon.held(at)?;
            let is_held = self.known.domain(base, CellId(at)).only()? != 0;
            let not = Code::from(!is_held);
            let why = solve::why_not(base, self.known, CellId(at), not)?;
            let told = self.told_excluded(&why, CellId(at), not);
            Some((held, is_held, told))
        });
        decided.collect()
    }

    /// Why the range of a number or a date ends where it does. An end that nobody declared and nothing set has no
    /// reason, for there is none.
    pub fn why_ends(self, cell: &Cell) -> Vec<End> {
        let base = self.base();
        let Some((attribute, span)) = base.lexicon.span(cell) else {
            return Vec::new();
        };
        let at = CellId(span.start);
        let domain = self.known.domain(base, at);
        let Domain::Range(..) = &domain else {
            return Vec::new();
        };
        let known = &self.project.attributes[attribute as usize];
        let ends = [
            (Side::From, domain.least(), known.range.0),
            (Side::To, domain.most(), known.range.1),
        ];
        let end = |(side, code, declared): (Side, Option<Code>, Option<Number>)| {
            let beyond = match side {
                Side::From => code?.checked_sub(1)?,
                Side::To => code?.checked_add(1)?,
            };
            let why = solve::why_not(base, self.known, at, beyond)?;
            let told = self.told_excluded(&why, at, beyond);
            let is_declared = told == Told::default();
            (!is_declared || declared.is_some()).then_some(())?;
            Some(End {
                side,
                value: base.lexicon.decode(attribute, code?)?,
                declared: is_declared.then(|| known.place.clone()),
                told,
            })
        };
        ends.into_iter().filter_map(end).collect()
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

/// How a trial is made.
#[derive(Clone, Copy, Default)]
struct Care {
    /// Nobody will read why something is refused, and finding out can cost more than the trial.
    silent: bool,
    /// What follows and cannot be is left out.
    lenient: bool,
}

impl Care {
    const SILENT: Care = Care {
        silent: true,
        lenient: false,
    };
}

/// Changes that are tried one after the other, each as an entry of its own.
struct Trial<'a> {
    on: Field<'a>,
    field: solve::Field,
    room: Room,
    /// The number that the next entry will have.
    next: u64,
    narrowed: Vec<solve::Narrowed>,
    /// The cells whose value in the witness changed.
    moved: BTreeSet<CellId>,
    /// Constraints of this trial, by their entries, for whoever asks why.
    laid: Vec<(u64, ConstraintAdded)>,
    care: Care,
    dropped: usize,
    cost: Cost,
}

impl<'a> Trial<'a> {
    fn new(on: Field<'a>) -> Trial<'a> {
        Trial {
            on,
            field: on.known.clone(),
            room: Room::of(manner(on.state)),
            next: on.state.seq + 1,
            narrowed: Vec::new(),
            moved: BTreeSet::new(),
            laid: Vec::new(),
            care: Care::default(),
            dropped: 0,
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
            let (room, field) = (&mut self.room, &mut self.field);
            match room.admit(base, field, tag, change, nodes, &mut self.cost) {
                Settled::Fits {
                    narrowed,
                    witness: moved,
                } => {
                    self.narrowed.extend(narrowed);
                    self.moved.extend(moved.iter().map(|(cell, _)| *cell));
                    witness.extend(moved);
                }
                Settled::Refused(_) if self.care.silent => return Err(Refusal::Unfit),
                Settled::Refused(why) => {
                    if let Change::Fix { cell, code } = change
                        && !base.domain_of(*cell).contains(*code)
                    {
                        let told = self.on.told_never_refused(*cell, *code);
                        return Err(Refusal::Impossible(told));
                    }
                    let shorter = room.conflict(base, field, tag, change, nodes);
                    let why = shorter.map_or(why, |conflict| conflict.why);
                    let changes: Vec<(Tag, &Change)> = field.changes().collect();
                    let told = self
                        .on
                        .told_refused(&why, &changes, (tag, change), &self.laid);
                    return Err(Refusal::Impossible(told));
                }
                Settled::OutOfBudget { nodes } => return Err(Refusal::NotProven { nodes }),
            }
        }
        Ok(self.on.certificate(&witness, &self.field))
    }

    /// Takes events over, those of new relations followed by the rules that they make apply.
    fn take(&mut self, events: Vec<Event>) -> Result<Vec<Event>, Refusal> {
        let mut taken = Vec::new();
        let mut relations = Cow::Borrowed(&self.on.state.relations);
        for event in events {
            let mut set_now = None;
            let ruled = match &event {
                Event::RelationSet(set) => {
                    if self.on.state.edition() >= LINKED {
                        set_now = Some(set.relation(self.next + 1));
                    }
                    let base = self.on.base();
                    base.rules_of_relation(self.on.project, &relations, set)
                }
                Event::SessionStarted(_)
                | Event::ProjectMoved(_)
                | Event::InputRecorded(_)
                | Event::Heard(_)
                | Event::FactFixed(_)
                | Event::FluentSet(_)
                | Event::ConstraintAdded(_)
                | Event::ConstraintLifted(_)
                | Event::Testified(_)
                | Event::Reinterpreted(_)
                | Event::Reinforced(_)
                | Event::Marked(_)
                | Event::Raised(_)
                | Event::SceneChanged(_)
                | Event::AliasLearned(_)
                | Event::EntitiesMerged(_)
                | Event::IncoherenceSettled(_)
                | Event::ObligationOpened(_)
                | Event::AnswerAccepted(_)
                | Event::AnswerRefused(_)
                | Event::ObligationClosed(_)
                | Event::Reopened(_)
                | Event::Cleared(_)
                | Event::FlowEnded(_)
                | Event::Said(_)
                | Event::TurnEnded(_)
                | Event::TurnFailed(_)
                | Event::Erased(_) => Vec::new(),
            };
            // A relation and the rules that it makes apply come together or not at all.
            let (before, kept) = (self.field.clone(), taken.len());
            for event in std::iter::once(event).chain(ruled) {
                match self.take_one(event) {
                    Ok(event) => taken.push(event),
                    Err(_) if self.care.lenient => {
                        self.next -= 1 + (taken.len() - kept) as u64;
                        self.field = before;
                        taken.truncate(kept);
                        self.dropped += 1;
                        set_now = None;
                        break;
                    }
                    Err(refusal) => return Err(refusal),
                }
            }
            if let Some(relation) = set_now {
                relations.to_mut().set(relation);
            }
        }
        Ok(taken)
    }

    /// Makes the witness closed after everything that was tried. Where that changes it, the whole change: the first
    /// entry says it, and those that follow nothing any more.
    fn close(
        &mut self,
        mut state: State,
        fixed: Option<&Cell>,
        following: &mut [Event],
    ) -> Result<Option<Vec<Witnessed>>, Refusal> {
        let mut relations = Vec::new();
        for event in following.iter() {
            if let Event::RelationSet(set) = event {
                state.relate(set, self.next);
                relations.push((set.from.clone(), set.to.clone()));
            }
        }
        let base = self.on.base();
        let differs =
            |cell: &CellId| self.field.witness(base, *cell) != self.on.known.witness(base, *cell);
        let moved: Vec<CellId> = self.moved.iter().copied().filter(differs).collect();
        let mut cells: BTreeSet<Cell> = self.on.named_all(moved.iter());
        cells.extend(fixed.filter(|cell| self.on.is_half_told(cell)).cloned());
        let closing = Closing::new(self.on, &state, self.field.clone(), &self.laid, self.next);
        let mut closing = closing.silently(self.care.silent);
        let closed = closing.close(cells, &relations);
        let (again, cost, found) = (closing.moved, closing.cost, closing.field);
        self.cost.revisions += cost.revisions;
        self.cost.nodes += cost.nodes;
        self.cost.instances += cost.instances;
        closed?;
        // A relation alone has no place for a certificate. What moves is found again when it must.
        if again.is_empty() || (fixed.is_none() && carrier(following).is_none()) {
            return Ok(None);
        }
        let witness = |cell: &CellId| (*cell, found.witness(base, *cell));
        let moved: BTreeSet<CellId> = moved.into_iter().chain(again).collect();
        let moved: Vec<(CellId, Code)> = moved.iter().map(witness).collect();
        if !self.room.adopt(base, &mut self.field, &moved) {
            return Err(Refusal::NotProven {
                nodes: limits::SEARCH_NODES,
            });
        }
        for event in following {
            if let Event::ConstraintAdded(added) = event {
                added.witness.clear();
            }
        }
        Ok(Some(self.on.certificate(&moved, &self.field)))
    }

    fn take_one(&mut self, event: Event) -> Result<Event, Refusal> {
        self.next += 1;
        let Event::ConstraintAdded(mut added) = event else {
            return Ok(event);
        };
        let (project, state) = (self.on.project, self.on.state);
        if added.strength == Strength::Strict && !is_coded(project, state, &added) {
            let canon = Canon::new(project, state, state.now());
            if canon.holds(&added.formula) == Truth::False {
                return Err(Refusal::Unfit);
            }
        }
        let change = strict_change(project, state, &added).map_err(|_| Refusal::Unfit)?;
        self.laid.push((self.next, (*added).clone()));
        added.witness = self.admit(Vec::from_iter(change))?;
        Ok(Event::ConstraintAdded(added))
    }
}
