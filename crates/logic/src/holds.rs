//! Three-valued, total evaluation.
//!
//! Missing is unknown and never false; `null` is a value like any other. Evaluation never fails: what
//! cannot be computed is unknown. It must never change anything, and it ends: the tree is bounded in
//! depth, and the work in steps.

use crate::formula::{ArithmeticOp, Comparison, Formula, Term};
pub use crate::truth::Truth;
use crate::value::{Cell, Date, Instant, Name, Number, Value};
use std::borrow::Cow;
use std::cell::Cell as Counter;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// How many nodes one evaluation may visit; nested quantifiers multiply.
pub const STEPS_MAX: u64 = 1_000_000;

const DAY_MS: i64 = 86_400_000;

/// What is known. The clock is part of it.
pub trait Facts {
    /// Nothing when the value is missing; `Null` when it is known to be empty.
    fn value(&self, cell: &Cell) -> Option<Value>;

    /// The same, lent where it is kept: nothing is copied to be looked at once.
    fn lent(&self, entity: &Name, attribute: &Name) -> Option<Cow<'_, Value>> {
        self.value(&Cell::new(entity, attribute)).map(Cow::Owned)
    }

    fn derived(&self, name: &str) -> Option<Value>;
    fn entities_of(&self, sort: &str) -> Vec<Name>;
    fn is_a(&self, entity: &str, sort: &str) -> Truth;
    fn now(&self) -> Instant;
    fn today(&self) -> Date;

    /// All entities, for quantifiers that name no sort. Such a quantifier is unknown where it cannot be
    /// said which entities there are.
    fn entities(&self) -> Option<Vec<Name>> {
        None
    }

    /// Whether a predicate of two or more arguments (or of none) holds.
    fn related(&self, _predicate: &str, _arguments: &[Value]) -> Truth {
        Truth::Unknown
    }

    /// The value of a function with arguments.
    fn applied(&self, _function: &str, _arguments: &[Value]) -> Option<Value> {
        None
    }
}

/// An answer with what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub truth: Truth,
    pub steps: u64,
    /// The steps ran out: the truth is unknown because nobody looked further.
    pub exhausted: bool,
}

pub fn holds(facts: &dyn Facts, formula: &Formula) -> Truth {
    judge(facts, formula, STEPS_MAX).truth
}

/// Evaluates with a bound of one's own and says whether it was reached.
pub fn judge(facts: &dyn Facts, formula: &Formula, steps_max: u64) -> Judgement {
    let mut evaluation = Evaluation::new(facts, steps_max);
    let truth = evaluation.formula(formula);
    let exhausted = evaluation.exhausted();
    Judgement {
        truth: if exhausted { Truth::Unknown } else { truth },
        steps: evaluation.steps.get(),
        exhausted,
    }
}

/// The steps ran out before a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

pub fn evaluate(facts: &dyn Facts, term: &Term) -> Result<Option<Value>, Exhausted> {
    let mut evaluation = Evaluation::new(facts, STEPS_MAX);
    let value = evaluation.term(term).map(Cow::into_owned);
    if evaluation.exhausted() {
        Err(Exhausted)
    } else {
        Ok(value)
    }
}

/// The ground cells a formula reads: attributes of entities it names.
pub fn cells(formula: &Formula) -> BTreeSet<Cell> {
    let mut found = BTreeSet::new();
    formula.visit_terms(&mut |term| found.extend(ground_cell(term)));
    found
}

/// The ground cells a term reads.
pub fn cells_of_term(term: &Term) -> BTreeSet<Cell> {
    let mut found = BTreeSet::new();
    term.visit(&mut |term| found.extend(ground_cell(term)));
    found
}

/// The derived facts a formula reads.
pub fn derived_facts(formula: &Formula) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    formula.visit_terms(&mut |term| found.extend(derived_name(term).cloned()));
    found
}

/// The derived facts a term reads.
pub fn derived_facts_of_term(term: &Term) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    term.visit(&mut |term| found.extend(derived_name(term).cloned()));
    found
}

fn ground_cell(term: &Term) -> Option<Cell> {
    ground(term).map(|(entity, attribute)| Cell::new(entity, attribute))
}

/// The entity and the attribute that a term names.
pub fn ground(term: &Term) -> Option<(&Name, &Name)> {
    let Term::Attribute { of, attribute } = term else {
        return None;
    };
    let Term::Constant(Value::Entity(entity)) = &**of else {
        return None;
    };
    Some((entity, attribute))
}

/// The derived fact that a term names.
pub fn derived_name(term: &Term) -> Option<&Name> {
    match term {
        Term::Function { name, arguments } if arguments.is_empty() => Some(name),
        Term::Function { .. }
        | Term::Variable(_)
        | Term::Constant(_)
        | Term::Attribute { .. }
        | Term::Arithmetic(..)
        | Term::Count { .. }
        | Term::Size(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(..) => None,
    }
}

struct Evaluation<'a> {
    facts: &'a dyn Facts,
    bindings: Vec<(&'a Name, Name)>,
    steps: Counter<u64>,
    steps_max: u64,
}

impl<'a> Evaluation<'a> {
    fn new(facts: &'a dyn Facts, steps_max: u64) -> Evaluation<'a> {
        Evaluation {
            facts,
            bindings: Vec::new(),
            steps: Counter::new(0),
            steps_max,
        }
    }

    fn exhausted(&self) -> bool {
        self.steps.get() > self.steps_max
    }

    fn step(&self) {
        self.steps.set(self.steps.get().saturating_add(1));
    }

    fn formula(&mut self, formula: &'a Formula) -> Truth {
        self.step();
        if self.exhausted() {
            return Truth::Unknown;
        }
        match formula {
            Formula::Constant(truth) => Truth::from(*truth),
            Formula::Atom {
                predicate,
                arguments,
            } => self.atom(predicate, arguments),
            Formula::Compare(comparison, left, right) => self.compare(*comparison, left, right),
            Formula::In(subject, items) => self.one_of(subject, items),
            Formula::Member(member, collection) => self.member(member, collection),
            Formula::IsNull(term) => match self.term(term) {
                Some(value) => Truth::from(value.is_null()),
                None => Truth::Unknown,
            },
            Formula::IsKnown(term) => Truth::from(self.term(term).is_some()),
            Formula::Truth(term) => match self.term(term).as_deref() {
                Some(Value::Bool(truth)) => Truth::from(*truth),
                Some(Value::Null) => Truth::False,
                Some(
                    Value::Number(_)
                    | Value::Symbol(_)
                    | Value::Entity(_)
                    | Value::Date(_)
                    | Value::Instant(_)
                    | Value::Text(_)
                    | Value::Set(_)
                    | Value::List(_)
                    | Value::Confidential(_),
                )
                | None => Truth::Unknown,
            },
            Formula::Not(body) => self.formula(body).not(),
            Formula::And(parts) => self.every(parts.iter(), Self::formula),
            Formula::Or(parts) => self.some(parts.iter(), Self::formula),
            Formula::Implies(left, right) => {
                let left = self.formula(left);
                if left == Truth::False {
                    return Truth::True;
                }
                left.implies(self.formula(right))
            }
            Formula::Iff(left, right) => self.formula(left).iff(self.formula(right)),
            Formula::Xor(left, right) => self.formula(left).xor(self.formula(right)),
            Formula::Forall {
                variable,
                sort,
                body,
            } => match self.range(sort.as_ref()) {
                Some(entities) => self.every(entities.into_iter(), |evaluation, entity| {
                    evaluation.with(variable, entity, body)
                }),
                None => Truth::Unknown,
            },
            Formula::Exists {
                variable,
                sort,
                body,
            } => match self.range(sort.as_ref()) {
                Some(entities) => self.some(entities.into_iter(), |evaluation, entity| {
                    evaluation.with(variable, entity, body)
                }),
                None => Truth::Unknown,
            },
        }
    }

    fn every<T>(
        &mut self,
        parts: impl Iterator<Item = T>,
        judge: impl Fn(&mut Self, T) -> Truth,
    ) -> Truth {
        let mut all = Truth::True;
        for part in parts {
            all = all.and(judge(self, part));
            if all == Truth::False || self.exhausted() {
                break;
            }
        }
        all
    }

    fn some<T>(
        &mut self,
        parts: impl Iterator<Item = T>,
        judge: impl Fn(&mut Self, T) -> Truth,
    ) -> Truth {
        let mut any = Truth::False;
        for part in parts {
            any = any.or(judge(self, part));
            if any == Truth::True || self.exhausted() {
                break;
            }
        }
        any
    }

    fn range(&self, sort: Option<&Name>) -> Option<Vec<Name>> {
        match sort {
            Some(sort) => Some(self.facts.entities_of(sort)),
            None => self.facts.entities(),
        }
    }

    fn with(&mut self, variable: &'a Name, entity: Name, body: &'a Formula) -> Truth {
        self.bindings.push((variable, entity));
        let truth = self.formula(body);
        self.bindings.pop();
        truth
    }

    /// A predicate of nothing (`null`) is false.
    fn atom(&mut self, predicate: &str, arguments: &'a [Term]) -> Truth {
        let Some(values) = self.terms(arguments) else {
            return Truth::Unknown;
        };
        match &values[..] {
            values if values.iter().any(Value::is_null) => Truth::False,
            [Value::Entity(entity)] => self.facts.is_a(entity, predicate),
            values => self.facts.related(predicate, values),
        }
    }

    /// All values, or nothing when one is missing.
    fn terms(&mut self, terms: &'a [Term]) -> Option<Vec<Value>> {
        let values = terms.iter().map(|term| self.term(term));
        values.map(|value| value.map(Cow::into_owned)).collect()
    }

    fn compare(&mut self, comparison: Comparison, left: &'a Term, right: &'a Term) -> Truth {
        // A count with unknown parts still lies between two bounds, and those may decide.
        if let (Term::Count { .. }, _) | (_, Term::Count { .. }) = (left, right) {
            return match (self.bounds(left), self.bounds(right)) {
                (Some(left), Some(right)) => compare_bounds(comparison, left, right),
                (Some(_), None) | (None, Some(_)) | (None, None) => {
                    self.compare_values(comparison, left, right)
                }
            };
        }
        self.compare_values(comparison, left, right)
    }

    fn compare_values(&mut self, comparison: Comparison, left: &'a Term, right: &'a Term) -> Truth {
        match (self.term(left), self.term(right)) {
            (Some(left), Some(right)) => compare(comparison, &left, &right),
            (Some(_), None) | (None, Some(_)) | (None, None) => Truth::Unknown,
        }
    }

    fn bounds(&mut self, term: &'a Term) -> Option<(Number, Number)> {
        if let Term::Count {
            variable,
            sort,
            body,
        } = term
        {
            let (least, most) = self.count(variable, sort.as_ref(), body)?;
            return Some((Number::from(least), Number::from(most)));
        }
        match *self.term(term)? {
            Value::Number(number) => Some((number, number)),
            Value::Null
            | Value::Bool(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Text(_)
            | Value::Set(_)
            | Value::List(_)
            | Value::Confidential(_) => None,
        }
    }

    /// How many entities the body certainly holds of, and how many it may hold of.
    fn count(
        &mut self,
        variable: &'a Name,
        sort: Option<&Name>,
        body: &'a Formula,
    ) -> Option<(i64, i64)> {
        let (mut least, mut most) = (0, 0);
        for entity in self.range(sort)? {
            match self.with(variable, entity, body) {
                Truth::True => {
                    least += 1;
                    most += 1;
                }
                Truth::Unknown => most += 1,
                Truth::False => {}
            }
            if self.exhausted() {
                return None;
            }
        }
        Some((least, most))
    }

    fn one_of(&mut self, subject: &'a Term, items: &'a [Term]) -> Truth {
        if items.is_empty() {
            return Truth::False;
        }
        let Some(subject) = self.term(subject) else {
            return Truth::Unknown;
        };
        self.some(items.iter(), |evaluation, item| {
            match evaluation.term(item) {
                Some(item) => same(&subject, &item),
                None => Truth::Unknown,
            }
        })
    }

    /// Nothing is a member of `null`, and `null` is a member only of a list that holds it.
    fn member(&mut self, member: &'a Term, collection: &'a Term) -> Truth {
        let (Some(member), Some(collection)) = (self.term(member), self.term(collection)) else {
            return Truth::Unknown;
        };
        match &*collection {
            Value::Null => Truth::False,
            Value::Set(members) => match &*member {
                Value::Entity(entity) => Truth::from(members.contains(entity)),
                Value::Confidential(_) => Truth::Unknown,
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Symbol(_)
                | Value::Date(_)
                | Value::Instant(_)
                | Value::Text(_)
                | Value::Set(_)
                | Value::List(_) => Truth::False,
            },
            Value::List(items) => items
                .iter()
                .fold(Truth::False, |any, item| any.or(same(&member, item))),
            Value::Bool(_)
            | Value::Number(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Text(_)
            | Value::Confidential(_) => Truth::Unknown,
        }
    }

    fn term(&mut self, term: &'a Term) -> Option<Cow<'a, Value>> {
        self.step();
        if self.exhausted() {
            return None;
        }
        match term {
            Term::Variable(name) => {
                let bound = self
                    .bindings
                    .iter()
                    .rev()
                    .find(|(variable, _)| *variable == name);
                bound.map(|(_, entity)| Cow::Owned(Value::Entity(entity.clone())))
            }
            Term::Constant(value) => Some(Cow::Borrowed(value)),
            Term::Attribute { of, attribute } => match &*self.term(of)? {
                Value::Entity(entity) => self.facts.lent(entity, attribute),
                // What nobody has, nobody's attribute is: known to be empty.
                Value::Null => Some(Cow::Owned(Value::Null)),
                Value::Bool(_)
                | Value::Number(_)
                | Value::Symbol(_)
                | Value::Date(_)
                | Value::Instant(_)
                | Value::Text(_)
                | Value::Set(_)
                | Value::List(_)
                | Value::Confidential(_) => None,
            },
            Term::Function { name, arguments } if arguments.is_empty() => {
                self.facts.derived(name).map(Cow::Owned)
            }
            Term::Function { name, arguments } => {
                let values = self.terms(arguments)?;
                self.facts.applied(name, &values).map(Cow::Owned)
            }
            Term::Arithmetic(operation, left, right) => {
                let left = self.term(left)?;
                let right = self.term(right)?;
                arithmetic(*operation, &left, &right).map(Cow::Owned)
            }
            Term::Count {
                variable,
                sort,
                body,
            } => {
                let (least, most) = self.count(variable, sort.as_ref(), body)?;
                (least == most).then(|| Cow::Owned(Value::Number(Number::from(least))))
            }
            Term::Size(of) => size(&*self.term(of)?).map(Cow::Owned),
            Term::Now => Some(Cow::Owned(Value::Instant(self.facts.now()))),
            Term::Today => Some(Cow::Owned(Value::Date(self.facts.today()))),
            Term::Unresolved(..) => None,
        }
    }
}

/// The size of nothing is zero.
fn size(value: &Value) -> Option<Value> {
    let count = match value {
        Value::Null => 0,
        Value::Set(members) => members.len(),
        Value::List(items) => items.len(),
        Value::Bool(_)
        | Value::Number(_)
        | Value::Symbol(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Text(_)
        | Value::Confidential(_) => return None,
    };
    i64::try_from(count)
        .ok()
        .map(|count| Value::Number(Number::from(count)))
}

fn is_confidential(value: &Value) -> bool {
    matches!(value, Value::Confidential(_))
}

/// Whether two values are the same. Nothing may be learnt about a confidential one.
fn same(left: &Value, right: &Value) -> Truth {
    if left.is_null() || right.is_null() {
        Truth::from(left.is_null() && right.is_null())
    } else if is_confidential(left) || is_confidential(right) {
        Truth::Unknown
    } else {
        Truth::from(left == right)
    }
}

fn compare(comparison: Comparison, left: &Value, right: &Value) -> Truth {
    match comparison {
        Comparison::Equal => same(left, right),
        Comparison::NotEqual => same(left, right).not(),
        Comparison::Less
        | Comparison::LessOrEqual
        | Comparison::Greater
        | Comparison::GreaterOrEqual => {
            if left.is_null() || right.is_null() {
                return Truth::False;
            }
            let ordering = match (left, right) {
                (Value::Number(left), Value::Number(right)) => left.cmp(right),
                (Value::Date(left), Value::Date(right)) => left.cmp(right),
                (Value::Instant(left), Value::Instant(right)) => left.cmp(right),
                // Other kinds have no order; the checker refuses them, and a fact of the wrong kind
                // makes the condition unknown, not false.
                (_, _) => return Truth::Unknown,
            };
            Truth::from(agrees(comparison, ordering))
        }
    }
}

fn agrees(comparison: Comparison, ordering: Ordering) -> bool {
    match comparison {
        Comparison::Equal => ordering.is_eq(),
        Comparison::NotEqual => ordering.is_ne(),
        Comparison::Less => ordering.is_lt(),
        Comparison::LessOrEqual => ordering.is_le(),
        Comparison::Greater => ordering.is_gt(),
        Comparison::GreaterOrEqual => ordering.is_ge(),
    }
}

/// Compares two numbers that lie somewhere between their bounds.
fn compare_bounds(
    comparison: Comparison,
    left: (Number, Number),
    right: (Number, Number),
) -> Truth {
    let decided = |always: bool, never: bool| {
        if always {
            Truth::True
        } else if never {
            Truth::False
        } else {
            Truth::Unknown
        }
    };
    match comparison {
        Comparison::Equal => decided(
            left.0 == left.1 && right.0 == right.1 && left.0 == right.0,
            left.1 < right.0 || right.1 < left.0,
        ),
        Comparison::NotEqual => compare_bounds(Comparison::Equal, left, right).not(),
        Comparison::Less => decided(left.1 < right.0, left.0 >= right.1),
        Comparison::LessOrEqual => decided(left.1 <= right.0, left.0 > right.1),
        Comparison::Greater => compare_bounds(Comparison::Less, right, left),
        Comparison::GreaterOrEqual => compare_bounds(Comparison::LessOrEqual, right, left),
    }
}

/// Arithmetic with nothing is nothing; what is out of range or undefined is unknown.
pub(crate) fn arithmetic(operation: ArithmeticOp, left: &Value, right: &Value) -> Option<Value> {
    use ArithmeticOp::{Add, Divide, Multiply, Subtract};
    if left.is_null() || right.is_null() {
        return Some(Value::Null);
    }
    match (operation, left, right) {
        (_, Value::Number(left), Value::Number(right)) => {
            let number = match operation {
                Add => left.checked_add(*right),
                Subtract => left.checked_sub(*right),
                Multiply => left.checked_mul(*right),
                Divide => left.checked_div(*right),
            };
            number.map(Value::Number)
        }
        (Subtract, Value::Date(left), Value::Date(right)) => {
            Some(Value::Number(Number::from(left.days_since(*right))))
        }
        (Subtract, Value::Instant(left), Value::Instant(right)) => {
            let millis = Number::from(left.millis_since(*right));
            millis.checked_div(Number::from(DAY_MS)).map(Value::Number)
        }
        (Add, Value::Date(date), Value::Number(days))
        | (Add, Value::Number(days), Value::Date(date)) => {
            date.add_days(days.as_i64()?).map(Value::Date)
        }
        (Subtract, Value::Date(date), Value::Number(days)) => {
            date.add_days(days.negated().as_i64()?).map(Value::Date)
        }
        (Add, Value::Instant(instant), Value::Number(days))
        | (Add, Value::Number(days), Value::Instant(instant)) => later(*instant, *days),
        (Subtract, Value::Instant(instant), Value::Number(days)) => later(*instant, days.negated()),
        (Add | Subtract | Multiply | Divide, _, _) => None,
    }
}

/// A moment some days later, to the nearest millisecond.
fn later(instant: Instant, days: Number) -> Option<Value> {
    let millis = days.checked_mul(Number::from(DAY_MS))?.rounded()?;
    instant.add_millis(millis).map(Value::Instant)
}
