//! From formulas to clauses over numbers: negations inwards, Skolem terms, distribution or definitions.
//!
//! Each clause set is satisfiable exactly when its formulas are. What cannot be said in clauses (sums of
//! unknowns, "is known", a count without a number) becomes a free symbol and is listed in `opaque`:
//! proofs stay right, and a model is then no proof of anything.

mod finish;
mod shape;
mod terms;

pub(crate) use shape::{folded, free_names, spread};

use crate::formula::{Comparison, Formula, Term};
use crate::intern::Interner;
use crate::value::{Name, Value};
use shape::is_flat;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A term in a clause: a constant's number, a variable (`VARIABLE | n`) or an application (`APPLIED | n`).
pub(crate) type Arg = u32;
pub(crate) const VARIABLE: u32 = 1 << 30;
pub(crate) const APPLIED: u32 = 1 << 31;
const NUMBER: u32 = VARIABLE - 1;

/// Predicates every set has: sameness, order, "is in the universe", "is compared".
pub(crate) const EQUAL: u32 = 0;
pub(crate) const LESS: u32 = 1;
pub(crate) const UNIVERSE: u32 = 2;
pub(crate) const ORDERED: u32 = 3;

/// How many conjuncts a formula may spread into before parts of it get names.
const SPREAD_MAX: u32 = 40;

/// From so many variables on, it pays to name a part that has fewer.
const VARIABLES_MANY: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Symbol<'a> {
    Named(&'a Name),
    /// Stands for the part of a formula, an existing thing or an operation; never written by anyone.
    Made(u32),
    Builtin(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Constant<'a> {
    Value(Cow<'a, Value>),
    /// A function without arguments.
    Function(&'a Name),
    Free(&'a Name),
    Unresolved(&'a Name),
    Now,
    Today,
    /// The thing an existence speaks of; the number is that of its symbol.
    Skolem(u32),
}

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    Theory(u32),
    /// True by arithmetic, whatever is said.
    Truth,
    Query,
    Negated,
}

/// What had to be treated as unknown although it has a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Opaque {
    Arithmetic,
    Size,
    Count,
    Known,
    Member,
    Unresolved,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Literal {
    pub(crate) predicate: u32,
    pub(crate) negative: bool,
    pub(crate) start: u32,
    pub(crate) len: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Clause {
    pub(crate) start: u32,
    pub(crate) len: u32,
    pub(crate) variables: u32,
    pub(crate) source: Source,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Applied {
    pub(crate) function: u32,
    pub(crate) start: u32,
    pub(crate) len: u32,
}

#[derive(Clone, Copy)]
struct Item<'a> {
    formula: &'a Formula,
    positive: bool,
    scope: u32,
}

/// A conjunction that waits inside a disjunction.
#[derive(Clone, Copy)]
enum Conjunction<'a> {
    Parts(&'a [Formula], bool, u32),
    Both(Item<'a>, Item<'a>),
    /// `left` and `right` alike (or unlike).
    Alike(&'a Formula, &'a Formula, bool, u32),
    Sorted(&'a Name, Arg, Item<'a>),
    NotIn(&'a Term, &'a [Term], u32),
}

impl Conjunction<'_> {
    fn key(&self) -> Option<Sameness> {
        match self {
            Conjunction::Alike(left, right, alike, scope) => {
                let place = |formula: &Formula| std::ptr::from_ref(formula).addr();
                Some((place(left), place(right), *alike, *scope))
            }
            Conjunction::Parts(..)
            | Conjunction::Both(..)
            | Conjunction::Sorted(..)
            | Conjunction::NotIn(..) => None,
        }
    }

    fn len(&self) -> usize {
        match self {
            Conjunction::Parts(parts, ..) => parts.len(),
            Conjunction::Both(..) | Conjunction::Alike(..) | Conjunction::Sorted(..) => 2,
            Conjunction::NotIn(_, items, _) => items.len(),
        }
    }

    fn scope(&self) -> u32 {
        match self {
            Conjunction::Parts(_, _, scope)
            | Conjunction::Alike(_, _, _, scope)
            | Conjunction::NotIn(_, _, scope) => *scope,
            Conjunction::Both(item, _) | Conjunction::Sorted(_, _, item) => item.scope,
        }
    }
}

#[derive(Default)]
struct Job<'a> {
    /// The quantifiers passed so far and what stands for their variables; kept for proofs only.
    passed: Vec<(&'a Formula, Arg)>,
    literals: Vec<Literal>,
    waiting: Vec<Conjunction<'a>>,
    pending: Vec<Item<'a>>,
}

#[derive(Default)]
pub(crate) struct Clauses<'a> {
    pub(crate) predicates: Interner<(Symbol<'a>, u32)>,
    pub(crate) functions: Interner<(Symbol<'a>, u32)>,
    pub(crate) constants: Interner<Constant<'a>>,
    pub(crate) applied: Vec<Applied>,
    pub(crate) args: Vec<Arg>,
    pub(crate) literals: Vec<Literal>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) opaque: Vec<Opaque>,
    /// For proofs: of each clause the quantifiers it comes through and what stands for their variables.
    pub(crate) passed: Vec<(u32, &'a Formula, Arg)>,
    for_proofs: bool,
    made: u32,
    // What a formula needs while it is read.
    scopes: Vec<(&'a Name, Arg, u32)>,
    raw_applied: Vec<Applied>,
    raw_args: Vec<Arg>,
    raw_variables: u32,
    bindings: Vec<(Arg, Arg)>,
    renamed: Vec<Arg>,
    naming: bool,
    jobs: Vec<Job<'a>>,
    /// Jobs that are done, for the room they have.
    done: Vec<Job<'a>>,
    /// Names of samenesses: in a chain of them each is needed twice by the next.
    defined: BTreeMap<Sameness, Literal>,
}

/// How many jobs are kept for their room.
const JOBS_KEPT: usize = 16;

/// Both sides by their places in memory, whether they are alike, and the scope.
type Sameness = (usize, usize, bool, u32);

/// More clauses than any caller takes: a formula that gives more is not read to its end.
const CLAUSES_MOST: usize = 200_000;

impl<'a> Job<'a> {
    /// Becomes a copy of another, in the room it has.
    fn take_over(&mut self, other: &Job<'a>) {
        self.passed.clone_from(&other.passed);
        self.literals.clone_from(&other.literals);
        self.waiting.clone_from(&other.waiting);
        self.pending.clone_from(&other.pending);
    }
}

impl<'a> Clauses<'a> {
    pub(crate) fn new() -> Clauses<'a> {
        let mut clauses = Clauses {
            predicates: Interner::with_capacity(28),
            constants: Interner::with_capacity(14),
            args: Vec::with_capacity(64),
            literals: Vec::with_capacity(64),
            clauses: Vec::with_capacity(32),
            ..Clauses::default()
        };
        for (name, arity) in [("=", 2), ("<", 2), ("universe", 1), ("ordered", 1)] {
            clauses.predicates.intern((Symbol::Builtin(name), arity));
        }
        clauses
    }

    /// Clauses that remember how they come from their formulas. Parts get no names of their own, so the
    /// caller must look at [`spread`] first.
    pub(crate) fn for_proofs() -> Clauses<'a> {
        Clauses {
            for_proofs: true,
            ..Clauses::new()
        }
    }

    /// Adds a formula, or its negation. The formula must not be deeper than the caller's limit.
    pub(crate) fn add(&mut self, formula: &'a Formula, positive: bool, source: Source) {
        self.scopes.clear();
        self.raw_applied.clear();
        self.raw_args.clear();
        self.raw_variables = 0;
        self.defined.clear();
        let most = self.clauses.len().saturating_add(CLAUSES_MOST);
        self.naming = !self.for_proofs && spread(formula, positive) > SPREAD_MAX;
        let mut jobs = std::mem::take(&mut self.jobs);
        let mut first = self.new_job();
        first.pending.push(Item {
            formula,
            positive,
            scope: 0,
        });
        jobs.push(first);
        while let Some(mut job) = jobs.pop()
            && self.clauses.len() < most
        {
            self.work(&mut job, &mut jobs, source);
            if self.done.len() < JOBS_KEPT {
                self.done.push(job);
            }
        }
        jobs.clear();
        self.jobs = jobs;
    }

    fn new_job(&mut self) -> Job<'a> {
        let mut job = self.done.pop().unwrap_or_default();
        job.passed.clear();
        job.literals.clear();
        job.waiting.clear();
        job.pending.clear();
        job
    }

    /// Whether a function term stands in one of these clauses.
    pub(crate) fn has_functions(&self, members: &[u32]) -> bool {
        members.iter().any(|&member| {
            let clause = self.clauses[member as usize];
            (clause.start..clause.start + clause.len).any(|at| {
                let literal = self.literals[at as usize];
                let args =
                    &self.args[literal.start as usize..(literal.start + literal.len) as usize];
                args.iter().any(|arg| arg & APPLIED != 0)
            })
        })
    }

    /// Whether one of these clauses can make two things the same, or compares.
    pub(crate) fn has_sameness(&self, members: &[u32]) -> bool {
        members.iter().any(|&member| {
            let clause = self.clauses[member as usize];
            let literals =
                &self.literals[clause.start as usize..(clause.start + clause.len) as usize];
            literals.iter().any(|literal| {
                literal.predicate == LESS || literal.predicate == EQUAL && !literal.negative
            })
        })
    }

    /// A name no author can write.
    fn make(&mut self) -> Symbol<'a> {
        self.made += 1;
        Symbol::Made(self.made - 1)
    }

    fn work(&mut self, job: &mut Job<'a>, jobs: &mut Vec<Job<'a>>, source: Source) {
        loop {
            while let Some(item) = job.pending.pop() {
                if self.spread_item(item, job) {
                    return;
                }
            }
            let Some(conjunction) = job.waiting.pop() else {
                self.finish(&job.literals, &job.passed, source);
                return;
            };
            let alone = job.literals.is_empty() && job.waiting.is_empty();
            let named = self.naming || self.is_narrow(&conjunction, &job.literals);
            if !named || alone || conjunction.len() < 2 {
                self.split(job, conjunction, jobs);
                return;
            }
            let key = conjunction.key();
            if let Some(known) = key.and_then(|key| self.defined.get(&key)) {
                job.literals.push(*known);
                continue;
            }
            let definition = self.define(conjunction.scope());
            self.defined.extend(key.map(|key| (key, definition)));
            let mut defining = self.new_job();
            defining.literals.push(Literal {
                negative: true,
                ..definition
            });
            self.split(&defining, conjunction, jobs);
            job.literals.push(definition);
        }
    }

    /// A conjunction that speaks of fewer variables than the disjunction around it gets a name: its parts
    /// then need not be repeated for each value of the other variables.
    fn is_narrow(&self, conjunction: &Conjunction<'a>, literals: &[Literal]) -> bool {
        if self.for_proofs || self.raw_variables < VARIABLES_MANY {
            return false;
        }
        let mut around = Vec::new();
        for literal in literals {
            for at in literal.start..literal.start + literal.len {
                self.raw_variables_in(self.raw_args[at as usize], &mut around);
            }
        }
        let inside = self.scope_variables(conjunction.scope()).len();
        around.len() >= VARIABLES_MANY as usize && inside < around.len()
    }

    /// One job for each part of a conjunction.
    fn split(&mut self, job: &Job<'a>, conjunction: Conjunction<'a>, jobs: &mut Vec<Job<'a>>) {
        // The first part is worked on first, so that clauses come in the order they are written.
        for at in (0..conjunction.len()).rev() {
            let mut part = self.new_job();
            part.take_over(job);
            self.push_part(conjunction, at, &mut part);
            jobs.push(part);
        }
    }

    fn push_part(&mut self, conjunction: Conjunction<'a>, at: usize, job: &mut Job<'a>) {
        match conjunction {
            Conjunction::Parts(parts, positive, scope) => {
                if let Some(formula) = parts.get(at) {
                    job.pending.push(Item {
                        formula,
                        positive,
                        scope,
                    });
                }
            }
            Conjunction::Both(left, right) => {
                job.pending.push(if at == 0 { left } else { right });
            }
            Conjunction::Alike(left, right, alike, scope) => {
                let left_positive = at == 0;
                job.pending.push(Item {
                    formula: left,
                    positive: left_positive,
                    scope,
                });
                job.pending.push(Item {
                    formula: right,
                    positive: left_positive != alike,
                    scope,
                });
            }
            Conjunction::Sorted(sort, arg, item) => {
                if at == 0 {
                    let literal = self.raw_literal(Symbol::Named(sort), &[arg], false);
                    job.literals.push(literal);
                } else {
                    job.pending.push(item);
                }
            }
            Conjunction::NotIn(subject, items, scope) => {
                if let Some(item) = items.get(at) {
                    let (left, right) = (self.term(subject, scope), self.term(item, scope));
                    let literal = self.raw_builtin(EQUAL, left, right, true);
                    job.literals.push(literal);
                }
            }
        }
    }

    /// Takes one disjunct apart. True when it makes the whole clause true.
    fn spread_item(&mut self, item: Item<'a>, job: &mut Job<'a>) -> bool {
        let Item {
            formula,
            positive,
            scope,
        } = item;
        let part = |formula: &'a Formula, positive: bool| Item {
            formula,
            positive,
            scope,
        };
        match formula {
            Formula::Constant(truth) => return *truth == positive,
            Formula::Not(body) => job.pending.push(part(body, !positive)),
            Formula::And(parts) | Formula::Or(parts) => {
                let disjunctive = matches!(formula, Formula::Or(_)) == positive;
                if disjunctive || parts.len() == 1 {
                    let items = parts.iter().rev().map(|inner| part(inner, positive));
                    job.pending.extend(items);
                } else if !parts.is_empty() {
                    job.waiting.push(Conjunction::Parts(parts, positive, scope));
                } else {
                    return true;
                }
            }
            Formula::Implies(left, right) => {
                if positive {
                    job.pending.push(part(right, true));
                    job.pending.push(part(left, false));
                } else {
                    job.waiting
                        .push(Conjunction::Both(part(left, true), part(right, false)));
                }
            }
            Formula::Iff(left, right) => job
                .waiting
                .push(Conjunction::Alike(left, right, positive, scope)),
            Formula::Xor(left, right) => job
                .waiting
                .push(Conjunction::Alike(left, right, !positive, scope)),
            Formula::Forall {
                variable,
                sort,
                body,
            }
            | Formula::Exists {
                variable,
                sort,
                body,
            } => {
                let universal = matches!(formula, Formula::Forall { .. }) == positive;
                let arg = if universal {
                    self.raw_variables += 1;
                    VARIABLE | (self.raw_variables - 1)
                } else {
                    self.witness(variable, sort.as_ref(), body, scope)
                };
                self.scopes.push((variable, arg, scope));
                if self.for_proofs {
                    job.passed.push((formula, arg));
                }
                let inner = Item {
                    formula: body,
                    positive,
                    scope: self.scopes.len() as u32,
                };
                match sort {
                    Some(sort) if universal => {
                        let literal = self.raw_literal(Symbol::Named(sort), &[arg], true);
                        job.literals.push(literal);
                        job.pending.push(inner);
                    }
                    Some(sort) => job.waiting.push(Conjunction::Sorted(sort, arg, inner)),
                    None => job.pending.push(inner),
                }
            }
            Formula::In(subject, items) => {
                if positive || items.len() == 1 {
                    for item in items {
                        let left = self.term(subject, scope);
                        let right = self.term(item, scope);
                        let literal = self.raw_builtin(EQUAL, left, right, !positive);
                        job.literals.push(literal);
                    }
                } else if items.is_empty() {
                    return true;
                } else {
                    job.waiting.push(Conjunction::NotIn(subject, items, scope));
                }
            }
            Formula::Atom {
                predicate,
                arguments,
            } => {
                let start = self.raw_args.len();
                let literal = if arguments.iter().all(is_flat) {
                    for argument in arguments {
                        let arg = self.term(argument, scope);
                        self.raw_args.push(arg);
                    }
                    self.raw_literal_at(Symbol::Named(predicate), start, !positive)
                } else {
                    let args: Vec<Arg> = arguments
                        .iter()
                        .map(|argument| self.term(argument, scope))
                        .collect();
                    self.raw_literal(Symbol::Named(predicate), &args, !positive)
                };
                job.literals.push(literal);
            }
            Formula::Compare(comparison, left, right) => {
                let left = self.term(left, scope);
                let right = self.term(right, scope);
                let (predicate, left, right, flipped) = match comparison {
                    Comparison::Equal => (EQUAL, left, right, false),
                    Comparison::NotEqual => (EQUAL, left, right, true),
                    Comparison::Less => (LESS, left, right, false),
                    Comparison::Greater => (LESS, right, left, false),
                    // In a linear order "at most" is "not more".
                    Comparison::LessOrEqual => (LESS, right, left, true),
                    Comparison::GreaterOrEqual => (LESS, left, right, true),
                };
                let literal = self.raw_builtin(predicate, left, right, positive == flipped);
                job.literals.push(literal);
            }
            Formula::IsNull(term) => {
                let left = self.term(term, scope);
                let right = self
                    .constants
                    .intern(Constant::Value(Cow::Owned(Value::Null)));
                let literal = self.raw_builtin(EQUAL, left, right, !positive);
                job.literals.push(literal);
            }
            Formula::Truth(term) => {
                let left = self.term(term, scope);
                let right = self
                    .constants
                    .intern(Constant::Value(Cow::Owned(Value::Bool(true))));
                let literal = self.raw_builtin(EQUAL, left, right, !positive);
                job.literals.push(literal);
            }
            Formula::IsKnown(term) => {
                self.note(Opaque::Known);
                let arg = self.term(term, scope);
                let literal = self.raw_literal(Symbol::Builtin("is known"), &[arg], !positive);
                job.literals.push(literal);
            }
            Formula::Member(left, right) => {
                self.note(Opaque::Member);
                let args = [self.term(left, scope), self.term(right, scope)];
                let literal = self.raw_literal(Symbol::Builtin("in"), &args, !positive);
                job.literals.push(literal);
            }
        }
        false
    }
}

pub(crate) fn number_of(arg: Arg) -> u32 {
    arg & NUMBER
}
