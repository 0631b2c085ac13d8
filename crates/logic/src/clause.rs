//! From formulas to clauses over numbers: negations inwards, Skolem terms, distribution or definitions.
//!
//! Each clause set is satisfiable exactly when its formulas are. What cannot be said in clauses (sums of
//! unknowns, "is known", a count without a number) becomes a free symbol and is listed in `opaque`:
//! proofs stay right, and a model is then no proof of anything.

use crate::formula::{ArithmeticOp, Comparison, Formula, Term};
use crate::intern::Interner;
use crate::value::{Name, Number, Value};

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Symbol<'a> {
    Named(&'a Name),
    /// Stands for the part of a formula, an existing thing or an operation; never written by anyone.
    Made(u32),
    Builtin(&'static str),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Constant<'a> {
    Value(Value),
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

#[derive(Clone, Default)]
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
}

impl<'a> Clauses<'a> {
    pub(crate) fn new() -> Clauses<'a> {
        let mut clauses = Clauses::default();
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
        self.naming = !self.for_proofs && spread(formula, positive) > SPREAD_MAX;
        let mut jobs = vec![Job {
            passed: Vec::new(),
            literals: Vec::new(),
            waiting: Vec::new(),
            pending: vec![Item {
                formula,
                positive,
                scope: 0,
            }],
        }];
        while let Some(job) = jobs.pop() {
            self.work(job, &mut jobs, source);
        }
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

    /// A name no author can write.
    fn make(&mut self) -> Symbol<'a> {
        self.made += 1;
        Symbol::Made(self.made - 1)
    }

    fn work(&mut self, mut job: Job<'a>, jobs: &mut Vec<Job<'a>>, source: Source) {
        loop {
            while let Some(item) = job.pending.pop() {
                if self.spread_item(item, &mut job) {
                    return;
                }
            }
            let Some(conjunction) = job.waiting.pop() else {
                self.finish(&job.literals, &job.passed, source);
                return;
            };
            let alone = job.literals.is_empty() && job.waiting.is_empty();
            if !self.naming || alone || conjunction.len() < 2 {
                self.split(job, conjunction, jobs);
                return;
            }
            let definition = self.define(conjunction.scope());
            let mut defining = Job::default();
            defining.literals.push(Literal {
                negative: true,
                ..definition
            });
            self.split(defining, conjunction, jobs);
            job.literals.push(definition);
        }
    }

    /// One job for each part of a conjunction.
    fn split(&mut self, job: Job<'a>, conjunction: Conjunction<'a>, jobs: &mut Vec<Job<'a>>) {
        // The first part is worked on first, so that clauses come in the order they are written.
        for at in (0..conjunction.len()).rev() {
            let mut part = job.clone();
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
                let right = self.constants.intern(Constant::Value(Value::Null));
                let literal = self.raw_builtin(EQUAL, left, right, !positive);
                job.literals.push(literal);
            }
            Formula::Truth(term) => {
                let left = self.term(term, scope);
                let right = self.constants.intern(Constant::Value(Value::Bool(true)));
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

    fn note(&mut self, opaque: Opaque) {
        if !self.opaque.contains(&opaque) {
            self.opaque.push(opaque);
        }
    }

    fn raw_literal(&mut self, name: Symbol<'a>, args: &[Arg], negative: bool) -> Literal {
        let start = self.raw_args.len();
        self.raw_args.extend_from_slice(args);
        self.raw_literal_at(name, start, negative)
    }

    fn raw_literal_at(&mut self, name: Symbol<'a>, start: usize, negative: bool) -> Literal {
        let len = (self.raw_args.len() - start) as u32;
        Literal {
            predicate: self.predicates.intern((name, len)),
            negative,
            start: start as u32,
            len,
        }
    }

    fn raw_builtin(&mut self, predicate: u32, left: Arg, right: Arg, negative: bool) -> Literal {
        let start = self.raw_args.len() as u32;
        self.raw_args.extend([left, right]);
        Literal {
            predicate,
            negative,
            start,
            len: 2,
        }
    }

    fn apply(&mut self, function: u32, args: &[Arg]) -> Arg {
        let start = self.raw_args.len() as u32;
        self.raw_args.extend_from_slice(args);
        self.raw_applied.push(Applied {
            function,
            start,
            len: args.len() as u32,
        });
        APPLIED | (self.raw_applied.len() as u32 - 1)
    }

    fn term(&mut self, term: &'a Term, scope: u32) -> Arg {
        match term {
            Term::Variable(name) => match self.look_up(name, scope) {
                Some(arg) => arg,
                None => self.constants.intern(Constant::Free(name)),
            },
            Term::Constant(value) => self.constants.intern(Constant::Value(value.clone())),
            Term::Attribute { of, attribute } => {
                let arg = self.term(of, scope);
                let function = self.functions.intern((Symbol::Named(attribute), 1));
                self.apply(function, &[arg])
            }
            Term::Function { name, arguments } if arguments.is_empty() => {
                self.constants.intern(Constant::Function(name))
            }
            Term::Function { name, arguments } => {
                let args: Vec<Arg> = arguments
                    .iter()
                    .map(|argument| self.term(argument, scope))
                    .collect();
                let function = self
                    .functions
                    .intern((Symbol::Named(name), args.len() as u32));
                self.apply(function, &args)
            }
            Term::Arithmetic(operation, left, right) => {
                if let Some(number) = folded(term) {
                    return self
                        .constants
                        .intern(Constant::Value(Value::Number(number)));
                }
                self.note(Opaque::Arithmetic);
                let args = [self.term(left, scope), self.term(right, scope)];
                let function = self
                    .functions
                    .intern((Symbol::Builtin(operation.sign()), 2));
                self.apply(function, &args)
            }
            Term::Count { .. } => {
                self.note(Opaque::Count);
                let args = self.scope_variables(scope);
                let name = self.make();
                if args.is_empty() {
                    let Symbol::Made(number) = name else { return 0 };
                    return self.constants.intern(Constant::Skolem(number));
                }
                let function = self.functions.intern((name, args.len() as u32));
                self.apply(function, &args)
            }
            Term::Size(of) => {
                self.note(Opaque::Size);
                let arg = self.term(of, scope);
                let function = self.functions.intern((Symbol::Builtin("size"), 1));
                self.apply(function, &[arg])
            }
            Term::Now => self.constants.intern(Constant::Now),
            Term::Today => self.constants.intern(Constant::Today),
            Term::Unresolved(name, _) => {
                self.note(Opaque::Unresolved);
                self.constants.intern(Constant::Unresolved(name))
            }
        }
    }

    fn look_up(&self, name: &Name, mut scope: u32) -> Option<Arg> {
        while scope != 0 {
            let (bound, arg, outer) = self.scopes[scope as usize - 1];
            if bound == name {
                return Some(arg);
            }
            scope = outer;
        }
        None
    }

    fn raw_variables_in(&self, arg: Arg, found: &mut Vec<Arg>) {
        if arg & APPLIED != 0 {
            let applied = self.raw_applied[(arg & !APPLIED) as usize];
            for at in applied.start..applied.start + applied.len {
                self.raw_variables_in(self.raw_args[at as usize], found);
            }
        } else if arg & VARIABLE != 0 && !found.contains(&arg) {
            found.push(arg);
        }
    }

    fn scope_variables(&self, mut scope: u32) -> Vec<Arg> {
        let mut found = Vec::new();
        while scope != 0 {
            let (_, arg, outer) = self.scopes[scope as usize - 1];
            self.raw_variables_in(arg, &mut found);
            scope = outer;
        }
        found.reverse();
        found
    }

    fn define(&mut self, scope: u32) -> Literal {
        let args = self.scope_variables(scope);
        let name = self.make();
        self.raw_literal(name, &args, false)
    }

    /// The Skolem term of an existence: it depends only on the variables of the parts that speak of it.
    fn witness(
        &mut self,
        variable: &'a Name,
        sort: Option<&'a Name>,
        body: &'a Formula,
        scope: u32,
    ) -> Arg {
        let mut names: Vec<&'a Name> = Vec::new();
        let narrowed = if sort.is_some() {
            body
        } else {
            narrow(body, variable)
        };
        free_names(narrowed, &mut vec![variable], &mut names);
        let mut args = Vec::new();
        for name in names {
            if let Some(arg) = self.look_up(name, scope) {
                self.raw_variables_in(arg, &mut args);
            }
        }
        let name = self.make();
        if args.is_empty() {
            let Symbol::Made(number) = name else { return 0 };
            return self.constants.intern(Constant::Skolem(number));
        }
        let function = self.functions.intern((name, args.len() as u32));
        self.apply(function, &args)
    }

    /// Files a finished disjunction: solves `x != t` away, numbers its variables from 0, drops what is
    /// plainly true.
    fn finish(&mut self, literals: &[Literal], passed: &[(&'a Formula, Arg)], source: Source) {
        self.bindings.clear();
        let mut solved = vec![false; literals.len()];
        for (at, literal) in literals.iter().enumerate() {
            if literal.predicate == EQUAL && literal.negative {
                let left = self.resolve(self.raw_args[literal.start as usize]);
                let right = self.resolve(self.raw_args[literal.start as usize + 1]);
                solved[at] = left == right || self.bind(left, right) || self.bind(right, left);
            }
        }
        self.renamed.clear();
        let start = self.literals.len();
        for (at, literal) in literals.iter().enumerate() {
            if solved[at] {
                continue;
            }
            let mut copied = Vec::with_capacity(literal.len as usize);
            for position in literal.start..literal.start + literal.len {
                let arg = self.copy(self.raw_args[position as usize]);
                copied.push(arg);
            }
            if literal.predicate == EQUAL && !literal.negative && copied[0] == copied[1] {
                self.literals.truncate(start);
                return;
            }
            let repeated = self.literals[start..].iter().any(|kept| {
                kept.predicate == literal.predicate
                    && kept.negative == literal.negative
                    && self.args[kept.start as usize..(kept.start + kept.len) as usize] == copied
            });
            if repeated {
                continue;
            }
            let contradicted = self.literals[start..].iter().any(|kept| {
                kept.predicate == literal.predicate
                    && kept.negative != literal.negative
                    && self.args[kept.start as usize..(kept.start + kept.len) as usize] == copied
            });
            if contradicted {
                self.literals.truncate(start);
                return;
            }
            let args_start = self.args.len() as u32;
            self.args.extend_from_slice(&copied);
            self.literals.push(Literal {
                start: args_start,
                ..*literal
            });
        }
        for &(quantifier, arg) in passed {
            let arg = self.copy(arg);
            self.passed
                .push((self.clauses.len() as u32, quantifier, arg));
        }
        self.clauses.push(Clause {
            start: start as u32,
            len: (self.literals.len() - start) as u32,
            variables: self.renamed.len() as u32,
            source,
        });
    }

    fn bind(&mut self, variable: Arg, value: Arg) -> bool {
        if variable & (APPLIED | VARIABLE) != VARIABLE {
            return false;
        }
        if value & APPLIED != 0 {
            let mut inside = Vec::new();
            self.resolved_variables(value, &mut inside);
            if inside.contains(&variable) {
                return false;
            }
        }
        self.bindings.push((variable, value));
        true
    }

    fn resolved_variables(&self, arg: Arg, found: &mut Vec<Arg>) {
        let mut direct = Vec::new();
        self.raw_variables_in(arg, &mut direct);
        for variable in direct {
            let value = self.resolve(variable);
            if value == variable {
                found.push(variable);
            } else if value & APPLIED != 0 {
                self.resolved_variables(value, found);
            } else {
                found.push(value);
            }
        }
    }

    fn resolve(&self, mut arg: Arg) -> Arg {
        // Each binding leads from an unbound variable to something else, so this ends.
        while let Some(&(_, value)) = self.bindings.iter().find(|(from, _)| *from == arg) {
            arg = value;
        }
        arg
    }

    fn copy(&mut self, arg: Arg) -> Arg {
        let arg = self.resolve(arg);
        if arg & APPLIED != 0 {
            let applied = self.raw_applied[(arg & !APPLIED) as usize];
            let mut copied = Vec::with_capacity(applied.len as usize);
            for at in applied.start..applied.start + applied.len {
                let inner = self.copy(self.raw_args[at as usize]);
                copied.push(inner);
            }
            let start = self.args.len() as u32;
            self.args.extend_from_slice(&copied);
            self.applied.push(Applied { start, ..applied });
            APPLIED | (self.applied.len() as u32 - 1)
        } else if arg & VARIABLE != 0 {
            let at = match self.renamed.iter().position(|&known| known == arg) {
                Some(at) => at,
                None => {
                    self.renamed.push(arg);
                    self.renamed.len() - 1
                }
            };
            VARIABLE | at as u32
        } else {
            arg
        }
    }
}

pub(crate) fn number_of(arg: Arg) -> u32 {
    arg & NUMBER
}

fn is_flat(term: &Term) -> bool {
    match term {
        Term::Variable(_)
        | Term::Constant(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(_, _) => true,
        Term::Attribute { .. }
        | Term::Function { .. }
        | Term::Arithmetic(..)
        | Term::Count { .. }
        | Term::Size(_) => false,
    }
}

/// The value of a sum of plain numbers.
pub(crate) fn folded(term: &Term) -> Option<Number> {
    match term {
        Term::Constant(Value::Number(number)) => Some(*number),
        Term::Arithmetic(operation, left, right) => {
            let (left, right) = (folded(left)?, folded(right)?);
            match operation {
                ArithmeticOp::Add => left.checked_add(right),
                ArithmeticOp::Subtract => left.checked_sub(right),
                ArithmeticOp::Multiply => left.checked_mul(right),
                // A quotient may be rounded: only one that gives the dividend back is exact.
                ArithmeticOp::Divide => left
                    .checked_div(right)
                    .filter(|quotient| quotient.checked_mul(right) == Some(left)),
            }
        }
        Term::Variable(_)
        | Term::Constant(_)
        | Term::Attribute { .. }
        | Term::Function { .. }
        | Term::Count { .. }
        | Term::Size(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(_, _) => None,
    }
}

/// How many clauses plain distribution would give, at most `u32::MAX`.
pub(crate) fn spread(formula: &Formula, positive: bool) -> u32 {
    match formula {
        Formula::Not(body) => spread(body, !positive),
        Formula::And(parts) | Formula::Or(parts) => {
            let sizes = parts.iter().map(|part| spread(part, positive));
            if matches!(formula, Formula::And(_)) == positive {
                sizes.fold(0, u32::saturating_add)
            } else {
                sizes.fold(1, u32::saturating_mul)
            }
        }
        Formula::Implies(left, right) => {
            let (left, right) = (spread(left, !positive), spread(right, positive));
            if positive {
                left.saturating_mul(right)
            } else {
                left.saturating_add(right)
            }
        }
        Formula::Iff(left, right) | Formula::Xor(left, right) => {
            let alike = matches!(formula, Formula::Iff(..)) == positive;
            let (left_true, left_false) = (spread(left, true), spread(left, false));
            let (right_true, right_false) = (spread(right, true), spread(right, false));
            let (one, other) = if alike {
                (
                    left_true.saturating_mul(right_false),
                    left_false.saturating_mul(right_true),
                )
            } else {
                (
                    left_true.saturating_mul(right_true),
                    left_false.saturating_mul(right_false),
                )
            };
            one.saturating_add(other)
        }
        Formula::Forall { body, .. } | Formula::Exists { body, .. } => spread(body, positive),
        Formula::In(_, items) => {
            if positive {
                1
            } else {
                items.len() as u32
            }
        }
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_) => 1,
    }
}

/// The only part of a conjunction or disjunction that speaks of the variable, as deep as that goes: an
/// existence over the whole is the same as one over that part.
fn narrow<'a>(formula: &'a Formula, variable: &'a Name) -> &'a Formula {
    let speaks = |part: &&'a Formula| mentions(part, variable);
    let only = match formula {
        Formula::Not(body) => return narrow(body, variable),
        Formula::And(parts) | Formula::Or(parts) => {
            let mut speaking = parts.iter().filter(speaks);
            match (speaking.next(), speaking.next()) {
                (Some(only), None) => Some(only),
                (None, _) | (Some(_), Some(_)) => None,
            }
        }
        Formula::Implies(left, right) => match (speaks(&&**left), speaks(&&**right)) {
            (true, false) => Some(&**left),
            (false, true) => Some(&**right),
            (true, true) | (false, false) => None,
        },
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Forall { .. }
        | Formula::Exists { .. } => None,
    };
    only.map_or(formula, |part| narrow(part, variable))
}

fn mentions(formula: &Formula, variable: &Name) -> bool {
    let mut names = Vec::new();
    free_names(formula, &mut Vec::new(), &mut names);
    names.contains(&variable)
}

/// The variables that occur free, in the order they are met.
pub(crate) fn free_names<'a>(
    formula: &'a Formula,
    bound: &mut Vec<&'a Name>,
    found: &mut Vec<&'a Name>,
) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Atom { arguments, .. } => {
            for argument in arguments {
                free_in_term(argument, bound, found);
            }
        }
        Formula::Compare(_, left, right) | Formula::Member(left, right) => {
            free_in_term(left, bound, found);
            free_in_term(right, bound, found);
        }
        Formula::In(subject, items) => {
            free_in_term(subject, bound, found);
            for item in items {
                free_in_term(item, bound, found);
            }
        }
        Formula::IsNull(term) | Formula::IsKnown(term) | Formula::Truth(term) => {
            free_in_term(term, bound, found);
        }
        Formula::Not(body) => free_names(body, bound, found),
        Formula::And(parts) | Formula::Or(parts) => {
            for part in parts {
                free_names(part, bound, found);
            }
        }
        Formula::Implies(left, right) | Formula::Iff(left, right) | Formula::Xor(left, right) => {
            free_names(left, bound, found);
            free_names(right, bound, found);
        }
        Formula::Forall { variable, body, .. } | Formula::Exists { variable, body, .. } => {
            bound.push(variable);
            free_names(body, bound, found);
            bound.pop();
        }
    }
}

fn free_in_term<'a>(term: &'a Term, bound: &mut Vec<&'a Name>, found: &mut Vec<&'a Name>) {
    match term {
        Term::Variable(name) => {
            if !bound.contains(&name) && !found.contains(&name) {
                found.push(name);
            }
        }
        Term::Constant(_) | Term::Now | Term::Today | Term::Unresolved(_, _) => {}
        Term::Attribute { of, .. } | Term::Size(of) => free_in_term(of, bound, found),
        Term::Function { arguments, .. } => {
            for argument in arguments {
                free_in_term(argument, bound, found);
            }
        }
        Term::Arithmetic(_, left, right) => {
            free_in_term(left, bound, found);
            free_in_term(right, bound, found);
        }
        Term::Count { variable, body, .. } => {
            bound.push(variable);
            free_names(body, bound, found);
            bound.pop();
        }
    }
}
