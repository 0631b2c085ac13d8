//! A finite picture of all cases: each fact takes its values, or one value for each stretch between the
//! constants that conditions compare it with, or none, or is missing.
//!
//! Whether conditions can hold together is then a small search. What the picture does not show (two facts
//! compared with each other, quantifiers, what is counted) may be anything: so something possible is never
//! called impossible, while something impossible may be missed.

mod cuts;

use crate::limits;
use crate::project::{Body, Project};
use cuts::{dates, numbers, others, sizes};
use logic::formula::{ArithmeticOp, Comparison, Formula, Term};
use logic::holds::{Facts, Truth, cells, derived_facts, holds};
use logic::kind::Type;
use logic::value::{Cell, Date, Instant, Name, Number, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A condition over what the picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Constant(Truth),
    Atom(usize),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    /// The first whose condition is true; unknown where one before it is.
    First(Vec<(Expr, Expr)>),
    /// True or false, never unknown.
    IsTrue(Box<Expr>),
}

impl Expr {
    pub fn not_true(self) -> Expr {
        Expr::Not(Box::new(Expr::IsTrue(Box::new(self))))
    }
}

/// Which truths are possible, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Possible(u8);

impl Possible {
    const ANY: Possible = Possible(7);

    fn one(truth: Truth) -> Possible {
        Possible(match truth {
            Truth::False => 1,
            Truth::Unknown => 2,
            Truth::True => 4,
        })
    }

    fn or(self, other: Possible) -> Possible {
        Possible(self.0 | other.0)
    }

    fn each(self) -> impl Iterator<Item = Truth> {
        let all = [Truth::False, Truth::Unknown, Truth::True];
        all.into_iter()
            .filter(move |truth| self.0 & Possible::one(*truth).0 != 0)
    }

    fn combine(self, other: Possible, with: impl Fn(Truth, Truth) -> Truth) -> Possible {
        let mut all = Possible(0);
        for left in self.each() {
            for right in other.each() {
                all = all.or(Possible::one(with(left, right)));
            }
        }
        all
    }

    fn map(self, with: impl Fn(Truth) -> Truth) -> Possible {
        let each = self.each().map(|truth| Possible::one(with(truth)));
        each.fold(Possible(0), Possible::or)
    }

    fn can_be_true(self) -> bool {
        self.0 & 4 != 0
    }

    fn is_true(self) -> bool {
        self.0 == 4
    }
}

/// How a fact is compared: with constants, with today, or by how many it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum View {
    Itself,
    FromToday,
    Size,
}

/// One fact with the stretches it may lie in.
#[derive(Clone, Debug)]
struct Variable {
    cell: Cell,
    regions: Vec<Region>,
}

/// A stretch of a fact's values, by one value for each view of it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Region {
    Missing,
    Null,
    Values(BTreeMap<View, Value>),
}

impl Region {
    fn value(&self) -> Option<Value> {
        match self {
            Region::Missing => None,
            Region::Null => Some(Value::Null),
            Region::Values(values) => values.values().next().cloned(),
        }
    }
}

#[derive(Clone, Debug)]
enum Atom {
    /// Decided by the region of one variable.
    Of {
        variable: usize,
        truths: Vec<Truth>,
    },
    Free,
}

/// The picture of a project's conditions.
#[derive(Debug)]
pub struct Abstraction<'p> {
    project: &'p Project,
    atoms: Vec<Atom>,
    known: BTreeMap<Formula, usize>,
    variables: Vec<Variable>,
    by_cell: BTreeMap<Cell, usize>,
    /// Formulas that read one fact, with how they look at it.
    pending: Vec<(usize, Formula, Cell, View)>,
    cuts: BTreeMap<(Cell, View), BTreeSet<Value>>,
    /// Derived facts with a mistake in them: they may be anything.
    doubtful: BTreeSet<Name>,
    /// One of those was read since somebody last asked.
    in_doubt: bool,
}

/// What the search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A case in which it is so, where one could be written down.
    Possible(BTreeMap<Cell, Option<Value>>),
    Impossible,
    /// The search ended at its bound: it may be possible.
    OutOfBudget,
}

/// Today, in the picture; only distances from it count.
fn today() -> Date {
    Date::new(2026, 6, 15).unwrap_or(Date::MIN)
}

pub fn now() -> Instant {
    "2026-06-15T12:00:00Z".parse().unwrap_or(Instant::EPOCH)
}

impl<'p> Abstraction<'p> {
    pub fn new(project: &'p Project) -> Abstraction<'p> {
        Abstraction {
            project,
            atoms: Vec::new(),
            known: BTreeMap::new(),
            variables: Vec::new(),
            by_cell: BTreeMap::new(),
            pending: Vec::new(),
            cuts: BTreeMap::new(),
            doubtful: BTreeSet::new(),
            in_doubt: false,
        }
    }

    /// The same, with derived facts that may be anything.
    pub fn doubting(self, doubtful: &BTreeSet<Name>) -> Abstraction<'p> {
        Abstraction {
            doubtful: doubtful.clone(),
            ..self
        }
    }

    /// Whether what was read since the last call depends on something with a mistake in it.
    pub fn was_in_doubt(&mut self) -> bool {
        std::mem::take(&mut self.in_doubt)
    }

    /// Reads a condition. All conditions are read before anything is asked.
    pub fn read(&mut self, formula: &Formula) -> Expr {
        self.formula(formula, 0)
    }

    fn formula(&mut self, formula: &Formula, depth: usize) -> Expr {
        match formula {
            Formula::Constant(truth) => Expr::Constant(Truth::from(*truth)),
            Formula::Not(body) => Expr::Not(Box::new(self.formula(body, depth))),
            Formula::And(parts) => {
                Expr::And(parts.iter().map(|part| self.formula(part, depth)).collect())
            }
            Formula::Or(parts) => {
                Expr::Or(parts.iter().map(|part| self.formula(part, depth)).collect())
            }
            Formula::Implies(left, right) => {
                let left = self.formula(left, depth);
                Expr::Or(vec![Expr::Not(Box::new(left)), self.formula(right, depth)])
            }
            Formula::Iff(left, right) => {
                let (left, right) = (self.formula(left, depth), self.formula(right, depth));
                both_ways(left, right)
            }
            Formula::Xor(left, right) => {
                let (left, right) = (self.formula(left, depth), self.formula(right, depth));
                Expr::Not(Box::new(both_ways(left, right)))
            }
            Formula::Compare(..)
            | Formula::In(..)
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_)
            | Formula::Atom { .. }
            | Formula::Forall { .. }
            | Formula::Exists { .. } => self.atom(formula, depth),
        }
    }

    fn atom(&mut self, formula: &Formula, depth: usize) -> Expr {
        let mut names = derived_facts(formula).into_iter();
        if names.any(|name| self.doubtful.contains(&name)) {
            self.in_doubt = true;
        } else if let Some(expanded) = self.expanded(formula, depth) {
            return expanded;
        }
        if let Some(known) = self.known.get(formula) {
            return Expr::Atom(*known);
        }
        if is_constant(formula) {
            let nothing = OneFact {
                cell: &Cell::new("", ""),
                value: None,
            };
            return Expr::Constant(holds(&nothing, formula));
        }
        let number = self.atoms.len();
        self.atoms.push(Atom::Free);
        self.known.insert(formula.clone(), number);
        if derived_facts(formula).is_empty() {
            let read: Vec<Cell> = cells(formula).into_iter().collect();
            if let [cell] = &read[..]
                && let Some((view, cuts)) = self.looks_at(formula, cell)
            {
                let key = (cell.clone(), view);
                self.cuts.entry(key).or_default().extend(cuts);
                let entry = (number, formula.clone(), cell.clone(), view);
                self.pending.push(entry);
            }
        }
        Expr::Atom(number)
    }

    /// A derived fact in a comparison is what its cases say.
    fn expanded(&mut self, formula: &Formula, depth: usize) -> Option<Expr> {
        if depth >= limits::DERIVED_DEPTH {
            return None;
        }
        let name = match formula {
            Formula::Truth(term) | Formula::IsNull(term) | Formula::In(term, _) => derived(term)?,
            Formula::Compare(_, left, right) => match (derived(left), derived(right)) {
                (Some(name), None) | (None, Some(name)) => name,
                (Some(_), Some(_)) | (None, None) => return None,
            },
            Formula::Constant(_)
            | Formula::Atom { .. }
            | Formula::Member(..)
            | Formula::IsKnown(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Xor(..)
            | Formula::Forall { .. }
            | Formula::Exists { .. } => return None,
        };
        let cases = self.project.derived.get(&name)?.cases.clone();
        let mut first = Vec::new();
        for case in &cases {
            let when = match &case.when {
                Some(when) => self.formula(when, depth + 1),
                None => Expr::Constant(Truth::True),
            };
            let is = match &case.is {
                Body::Term(term) => {
                    let put = put(formula, &name, term);
                    self.formula(&put, depth + 1)
                }
                Body::Formula(body) => match formula {
                    Formula::Truth(_) => self.formula(body, depth + 1),
                    Formula::Compare(comparison, left, right) => {
                        let constant = if derived(left).is_some() { right } else { left };
                        let Term::Constant(Value::Bool(truth)) = constant else {
                            return None;
                        };
                        let wanted = match comparison {
                            Comparison::Equal => *truth,
                            Comparison::NotEqual => !truth,
                            Comparison::Less
                            | Comparison::LessOrEqual
                            | Comparison::Greater
                            | Comparison::GreaterOrEqual => return None,
                        };
                        let body = self.formula(body, depth + 1);
                        if wanted {
                            body
                        } else {
                            Expr::Not(Box::new(body))
                        }
                    }
                    Formula::Constant(_)
                    | Formula::Atom { .. }
                    | Formula::In(..)
                    | Formula::Member(..)
                    | Formula::IsNull(_)
                    | Formula::IsKnown(_)
                    | Formula::Not(_)
                    | Formula::And(_)
                    | Formula::Or(_)
                    | Formula::Implies(..)
                    | Formula::Iff(..)
                    | Formula::Xor(..)
                    | Formula::Forall { .. }
                    | Formula::Exists { .. } => return None,
                },
            };
            first.push((when, is));
        }
        Some(Expr::First(first))
    }

    /// How a formula about one fact looks at it, and at which values it changes.
    fn looks_at(&self, formula: &Formula, cell: &Cell) -> Option<(View, BTreeSet<Value>)> {
        let kind = &self.project.attribute(cell)?.kind;
        let none = BTreeSet::new();
        match formula {
            Formula::IsNull(term) | Formula::IsKnown(term) => {
                is_cell(term, cell).then_some((View::Itself, none))
            }
            Formula::Truth(term) => {
                (is_cell(term, cell) && *kind == Type::Boolean).then_some((View::Itself, none))
            }
            Formula::In(term, items) => {
                let constants = items.iter().map(constant);
                let constants: Option<BTreeSet<Value>> = constants.collect();
                (is_cell(term, cell) && is_simple(kind)).then_some((View::Itself, constants?))
            }
            Formula::Compare(comparison, left, right) => match kind {
                Type::Boolean | Type::Enum(_) | Type::Text | Type::Reference(_) => {
                    let other = if is_cell(left, cell) {
                        constant(right)
                    } else if is_cell(right, cell) {
                        constant(left)
                    } else {
                        None
                    };
                    (!comparison.is_order()).then_some((View::Itself, BTreeSet::from([other?])))
                }
                Type::Number | Type::Date => {
                    if let (Term::Constant(Value::Null), _) | (_, Term::Constant(Value::Null)) =
                        (left, right)
                    {
                        let bare = is_cell(left, cell) || is_cell(right, cell);
                        return bare.then_some((View::Itself, none));
                    }
                    let (left, right) = (line(left, cell)?, line(right, cell)?);
                    let line = left.minus(right)?;
                    line.cut(*kind == Type::Date)
                }
                Type::List(_) | Type::Set(_) => {
                    let other = if is_size(left, cell) {
                        constant(right)
                    } else if is_size(right, cell) {
                        constant(left)
                    } else {
                        None
                    };
                    Some((View::Size, BTreeSet::from([other?])))
                }
                Type::Instant => None,
            },
            Formula::Constant(_)
            | Formula::Atom { .. }
            | Formula::Member(..)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Xor(..)
            | Formula::Forall { .. }
            | Formula::Exists { .. } => None,
        }
    }

    /// Draws the regions, once every condition is read.
    pub fn draw(&mut self) {
        let cells: BTreeSet<Cell> = self.pending.iter().map(|entry| entry.2.clone()).collect();
        for cell in cells {
            let variable = Variable {
                regions: self.regions(&cell),
                cell: cell.clone(),
            };
            self.by_cell.insert(cell, self.variables.len());
            self.variables.push(variable);
        }
        for (number, formula, cell, view) in std::mem::take(&mut self.pending) {
            let variable = self.by_cell[&cell];
            let regions = &self.variables[variable].regions;
            let truths = regions.iter().map(|region| {
                let value = match region {
                    Region::Missing => None,
                    Region::Null => Some(Value::Null),
                    Region::Values(values) => values
                        .get(&view)
                        .or_else(|| values.values().next())
                        .cloned(),
                };
                let one = OneFact { cell: &cell, value };
                holds(&one, &formula)
            });
            let truths = truths.collect();
            self.atoms[number] = Atom::Of { variable, truths };
        }
    }

    fn regions(&self, cell: &Cell) -> Vec<Region> {
        let mut regions = vec![Region::Missing, Region::Null];
        let Some(attribute) = self.project.attribute(cell) else {
            return regions;
        };
        let cuts = |view: View| self.cuts.get(&(cell.clone(), view));
        let mut all: Vec<BTreeMap<View, Value>> = vec![BTreeMap::new()];
        for view in [View::Itself, View::FromToday, View::Size] {
            let Some(here) = cuts(view) else {
                continue;
            };
            // Who only asks whether it is there cuts nothing; another view says more.
            let views = [View::Itself, View::FromToday, View::Size].into_iter();
            let mut views = views.filter(|other| *other != view);
            if here.is_empty() && views.any(|other| cuts(other).is_some()) {
                continue;
            }
            let cuts = here;
            let values: Vec<Value> = match (view, &attribute.kind) {
                (View::Size, _) => sizes(cuts),
                (_, Type::Boolean) => vec![Value::Bool(true), Value::Bool(false)],
                (_, Type::Enum(values)) => values.iter().cloned().map(Value::Symbol).collect(),
                (_, Type::Number) => numbers(cuts, attribute.range),
                (_, Type::Date) => dates(cuts),
                (_, Type::Reference(_)) => others(cuts, |name| Value::entity(name)),
                (_, Type::Text | Type::Instant | Type::Set(_) | Type::List(_)) => {
                    others(cuts, Value::text)
                }
            };
            let each = all.iter().flat_map(|before| {
                values.iter().map(|value| {
                    let mut both = before.clone();
                    both.insert(view, value.clone());
                    both
                })
            });
            all = each.collect();
        }
        regions.extend(all.into_iter().map(Region::Values));
        regions
    }

    /// Every fact that conditions read, with a value of each stretch; nothing where it is missing.
    pub fn choices(&self) -> impl Iterator<Item = (&Cell, Vec<Option<Value>>)> {
        let all = self.variables.iter();
        all.map(|variable| {
            let values = variable.regions.iter().map(Region::value).collect();
            (&variable.cell, values)
        })
    }

    /// What conditions ask to be a member of a list, each with when it is.
    pub fn members_of(&self, list: &Cell) -> Vec<(Value, Expr)> {
        let known = self.known.iter();
        let members = known.filter_map(|(formula, atom)| {
            let Formula::Member(Term::Constant(value), of) = formula else {
                return None;
            };
            is_cell(of, list).then(|| (value.clone(), Expr::Atom(*atom)))
        });
        members.collect()
    }

    /// Whether a condition reads a fact.
    pub fn reads(&self, cell: &Cell) -> bool {
        self.pending.iter().any(|(_, _, read, _)| read == cell)
    }

    /// Whether all of these can be true in one case. The bound counts what was tried.
    pub fn together(&self, goals: &[&Expr], budget: &mut u64) -> Found {
        let mut search = Search {
            picture: self,
            goals,
            regions: vec![None; self.variables.len()],
            free: vec![None; self.atoms.len()],
            budget,
        };
        match search.run() {
            Some(true) => Found::Possible(search.witness()),
            Some(false) => Found::Impossible,
            None => Found::OutOfBudget,
        }
    }
}

fn both_ways(left: Expr, right: Expr) -> Expr {
    let not = |expr: &Expr| Expr::Not(Box::new(expr.clone()));
    Expr::And(vec![
        Expr::Or(vec![not(&left), right.clone()]),
        Expr::Or(vec![not(&right), left]),
    ])
}

fn derived(term: &Term) -> Option<Name> {
    match term {
        Term::Function { name, arguments } if arguments.is_empty() => Some(name.clone()),
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

/// A formula with a term in place of a derived fact.
fn put(formula: &Formula, name: &Name, term: &Term) -> Formula {
    let with = |old: &Term| {
        if derived(old).as_ref() == Some(name) {
            term.clone()
        } else {
            old.clone()
        }
    };
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "only these four are given; any other stays as it is"
    )]
    match formula {
        Formula::Truth(old) => Formula::Truth(with(old)),
        Formula::IsNull(old) => Formula::IsNull(with(old)),
        Formula::In(old, items) => Formula::In(with(old), items.clone()),
        Formula::Compare(comparison, left, right) => {
            Formula::Compare(*comparison, with(left), with(right))
        }
        other => other.clone(),
    }
}

fn is_cell(term: &Term, cell: &Cell) -> bool {
    let Term::Attribute { of, attribute } = term else {
        return false;
    };
    *attribute == cell.attribute
        && matches!(&**of, Term::Constant(Value::Entity(entity)) if *entity == cell.entity)
}

/// Whether a formula says the same of every case.
fn is_constant(formula: &Formula) -> bool {
    let mut constant = matches!(
        formula,
        Formula::Compare(..)
            | Formula::In(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_)
    );
    formula.visit_terms(&mut |term| {
        constant &= matches!(term, Term::Constant(_) | Term::Arithmetic(..));
    });
    constant
}

fn is_size(term: &Term, cell: &Cell) -> bool {
    matches!(term, Term::Size(of) if is_cell(of, cell))
}

fn constant(term: &Term) -> Option<Value> {
    match term {
        Term::Constant(value) => Some(value.clone()),
        Term::Variable(_)
        | Term::Attribute { .. }
        | Term::Function { .. }
        | Term::Arithmetic(..)
        | Term::Count { .. }
        | Term::Size(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(..) => None,
    }
}

/// Types whose values can be listed, but for one that stands for the rest.
fn is_simple(kind: &Type) -> bool {
    match kind {
        Type::Boolean
        | Type::Enum(_)
        | Type::Text
        | Type::Number
        | Type::Date
        | Type::Reference(_) => true,
        Type::Instant | Type::Set(_) | Type::List(_) => false,
    }
}

/// A sum: so many times the fact, so many times today, and a number (of days, for dates).
#[derive(Clone, Copy)]
struct Line {
    fact: i64,
    today: i64,
    plus: Number,
}

fn line(term: &Term, cell: &Cell) -> Option<Line> {
    let plain = |plus: Number| Line {
        fact: 0,
        today: 0,
        plus,
    };
    match term {
        Term::Attribute { .. } if is_cell(term, cell) => Some(Line {
            fact: 1,
            today: 0,
            plus: Number::from(0),
        }),
        Term::Today => Some(Line {
            fact: 0,
            today: 1,
            plus: Number::from(0),
        }),
        Term::Constant(Value::Number(number)) => Some(plain(*number)),
        Term::Constant(Value::Date(date)) => Some(plain(Number::from(date.days_since(today())))),
        Term::Arithmetic(ArithmeticOp::Add, left, right) => {
            line(left, cell)?.plus(line(right, cell)?)
        }
        Term::Arithmetic(ArithmeticOp::Subtract, left, right) => {
            line(left, cell)?.minus(line(right, cell)?)
        }
        Term::Attribute { .. }
        | Term::Variable(_)
        | Term::Constant(_)
        | Term::Function { .. }
        | Term::Arithmetic(ArithmeticOp::Multiply | ArithmeticOp::Divide, _, _)
        | Term::Count { .. }
        | Term::Size(_)
        | Term::Now
        | Term::Unresolved(..) => None,
    }
}

impl Line {
    fn plus(self, other: Line) -> Option<Line> {
        Some(Line {
            fact: self.fact + other.fact,
            today: self.today + other.today,
            plus: self.plus.checked_add(other.plus)?,
        })
    }

    fn minus(self, other: Line) -> Option<Line> {
        Some(Line {
            fact: self.fact - other.fact,
            today: self.today - other.today,
            plus: self.plus.checked_sub(other.plus)?,
        })
    }

    /// The value at which the line crosses nothing. A date and today are compared as such, or not at all.
    fn cut(self, is_date: bool) -> Option<(View, BTreeSet<Value>)> {
        let zero = Number::from(0);
        let at = match self.fact {
            1 => zero.checked_sub(self.plus)?,
            -1 => self.plus,
            _ => return None,
        };
        if !is_date {
            return (self.today == 0).then(|| (View::Itself, BTreeSet::from([Value::Number(at)])));
        }
        let view = if self.today == 0 {
            View::Itself
        } else if self.today == -self.fact {
            View::FromToday
        } else {
            return None;
        };
        // Days are whole; a cut between two days lies at the day before it.
        let days: i64 = at.to_string().split('.').next()?.parse().ok()?;
        let cut = |days: i64| today().add_days(days).map(Value::Date);
        let cuts = [cut(days - 1), cut(days), cut(days + 1)];
        Some((view, cuts.into_iter().flatten().collect()))
    }
}

/// One fact and nothing else, at the day of the picture.
struct OneFact<'f> {
    cell: &'f Cell,
    value: Option<Value>,
}

impl Facts for OneFact<'_> {
    fn value(&self, cell: &Cell) -> Option<Value> {
        self.value.clone().filter(|_| cell == self.cell)
    }

    fn derived(&self, _name: &str) -> Option<Value> {
        None
    }

    fn entities_of(&self, _sort: &str) -> Vec<Name> {
        Vec::new()
    }

    fn is_a(&self, _entity: &str, _sort: &str) -> Truth {
        Truth::Unknown
    }

    fn now(&self) -> Instant {
        now()
    }

    fn today(&self) -> Date {
        today()
    }
}

struct Search<'s, 'p> {
    picture: &'s Abstraction<'p>,
    goals: &'s [&'s Expr],
    regions: Vec<Option<usize>>,
    free: Vec<Option<Truth>>,
    budget: &'s mut u64,
}

/// What is decided next.
enum Next {
    Variable(usize),
    Free(usize),
}

impl Search<'_, '_> {
    /// Nothing where the bound was met.
    fn run(&mut self) -> Option<bool> {
        if *self.budget == 0 {
            return None;
        }
        *self.budget -= 1;
        let mut open = None;
        for goal in self.goals {
            let possible = self.possible(goal);
            if !possible.can_be_true() {
                return Some(false);
            }
            if open.is_none() && !possible.is_true() {
                open = self.next(goal);
            }
        }
        let Some(next) = open else {
            return Some(true);
        };
        match next {
            Next::Variable(variable) => {
                for region in 0..self.picture.variables[variable].regions.len() {
                    self.regions[variable] = Some(region);
                    if self.fits(variable) {
                        match self.run() {
                            Some(false) => {}
                            found @ (Some(true) | None) => return found,
                        }
                    }
                }
                self.regions[variable] = None;
            }
            Next::Free(atom) => {
                for truth in [Truth::True, Truth::False, Truth::Unknown] {
                    self.free[atom] = Some(truth);
                    match self.run() {
                        Some(false) => {}
                        found @ (Some(true) | None) => return found,
                    }
                }
                self.free[atom] = None;
            }
        }
        Some(false)
    }

    /// A source that failed says nothing, and one that was read leaves no field open that it declares
    /// otherwise.
    fn fits(&self, variable: usize) -> bool {
        let picture = self.picture;
        let Some(replies) = &picture.project.replies else {
            return true;
        };
        let cell = &picture.variables[variable].cell;
        let Some(source) = replies.sources.get(&cell.entity) else {
            return true;
        };
        let region = |cell: &Cell| {
            let variable = *picture.by_cell.get(cell)?;
            let region = self.regions[variable]?;
            Some(&picture.variables[variable].regions[region])
        };
        let failed = region(&Cell::new(&cell.entity, "failed"));
        let is_failed = |failed: &Region| match failed {
            Region::Missing => true,
            Region::Null => false,
            Region::Values(values) => values.values().any(|value| *value == Value::Bool(true)),
        };
        let Some(failed) = failed else {
            return true;
        };
        source
            .fields
            .values()
            .all(|field| match region(&field.cell) {
                None => true,
                Some(Region::Missing) => {
                    is_failed(failed) || field.absent == super::Absent::Unknown
                }
                Some(Region::Null | Region::Values(_)) => !is_failed(failed),
            })
    }

    fn possible(&self, expr: &Expr) -> Possible {
        match expr {
            Expr::Constant(truth) => Possible::one(*truth),
            Expr::Atom(number) => match &self.picture.atoms[*number] {
                Atom::Free => self.free[*number].map_or(Possible::ANY, Possible::one),
                Atom::Of { variable, truths } => match self.regions[*variable] {
                    Some(region) => Possible::one(truths[region]),
                    None => {
                        let all = truths.iter().map(|truth| Possible::one(*truth));
                        all.fold(Possible(0), Possible::or)
                    }
                },
            },
            Expr::Not(body) => self.possible(body).map(Truth::not),
            Expr::And(parts) => {
                let parts = parts.iter().map(|part| self.possible(part));
                let start = Possible::one(Truth::True);
                parts.fold(start, |all, part| all.combine(part, Truth::and))
            }
            Expr::Or(parts) => {
                let parts = parts.iter().map(|part| self.possible(part));
                let start = Possible::one(Truth::False);
                parts.fold(start, |any, part| any.combine(part, Truth::or))
            }
            Expr::IsTrue(body) => self
                .possible(body)
                .map(|truth| Truth::from(truth.is_true())),
            Expr::First(cases) => {
                let mut all = Possible(0);
                for (when, is) in cases {
                    let when = self.possible(when);
                    if when.can_be_true() {
                        all = all.or(self.possible(is));
                    }
                    if when.0 & Possible::one(Truth::Unknown).0 != 0 {
                        all = all.or(Possible::one(Truth::Unknown));
                    }
                    if when.0 & Possible::one(Truth::False).0 == 0 {
                        return all;
                    }
                }
                all.or(Possible::one(Truth::Unknown))
            }
        }
    }

    /// The first thing that an open goal depends on.
    fn next(&self, expr: &Expr) -> Option<Next> {
        let open = |possible: Possible| possible.0.count_ones() > 1;
        match expr {
            Expr::Constant(_) => None,
            Expr::Atom(number) => match &self.picture.atoms[*number] {
                Atom::Free => self.free[*number].is_none().then_some(Next::Free(*number)),
                Atom::Of { variable, .. } => self.regions[*variable]
                    .is_none()
                    .then_some(Next::Variable(*variable)),
            },
            Expr::Not(body) | Expr::IsTrue(body) => self.next(body),
            Expr::And(parts) | Expr::Or(parts) => parts
                .iter()
                .filter(|part| open(self.possible(part)))
                .find_map(|part| self.next(part)),
            Expr::First(cases) => cases
                .iter()
                .flat_map(|(when, is)| [when, is])
                .filter(|part| open(self.possible(part)))
                .find_map(|part| self.next(part)),
        }
    }

    /// The facts that were decided; what was left open is missing.
    fn witness(&self) -> BTreeMap<Cell, Option<Value>> {
        let variables = self.picture.variables.iter().zip(&self.regions);
        let decided = variables.filter_map(|(variable, region)| {
            let value = variable.regions[(*region)?].value();
            Some((variable.cell.clone(), value))
        });
        decided.collect()
    }
}
