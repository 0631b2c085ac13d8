//! From clauses to ground instances, and from those to a satisfiability solver.
//!
//! An instance is made only when each of its negated atoms could be true at all; the atoms nothing can
//! make true are false in some model, so leaving the rest out changes no answer. With function terms it
//! works in one of two ways: terms up to a depth (what has no model then has none at all), or a finite
//! domain in which functions choose their values (what has a model then truly has one). It must never
//! report more than the way it worked in allows.

use crate::clause::{
    APPLIED, Applied, Arg, Clauses, Constant, EQUAL, LESS, Literal, ORDERED, Source, UNIVERSE,
    VARIABLE, number_of,
};
use crate::intern::hash_words;
use crate::reason::{Names, Ran};
use crate::value::Value;
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use hashbrown::HashTable;

const UNBOUND: u32 = u32::MAX;
const NO_ATOM: u32 = u32::MAX;
const NO_ROW: u32 = u32::MAX;
const NO_CLAUSE: u32 = u32::MAX;
const CONSTANT: u32 = u32::MAX;
const ARGUMENTS_INLINE: usize = 8;

/// How function terms are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Terms nested up to this depth.
    Terms(u32),
    /// The named things and this many more; functions choose among them.
    Domain(u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) instances: u32,
    pub(crate) steps: u64,
    pub(crate) conflicts: u32,
}

/// What the grounding is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Answer,
    /// Instances are kept, each with a switch of its own.
    Proof,
    /// All constants belong to the universe.
    Model,
}

/// Which clauses can be switched on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switches {
    /// The query and its negation only.
    Query,
    /// Also each formula of the theory.
    Premises(u32),
}

struct Rule {
    /// Literals of the body, then passive ones, then heads.
    start: u32,
    body: u32,
    passive: u32,
    heads: u32,
    variables: u32,
    clause: u32,
    source: Option<Source>,
    /// The head is "this function has a value here".
    total: bool,
}

#[derive(Clone, Copy)]
struct Element {
    function: u32,
    start: u32,
    len: u32,
    depth: u32,
}

#[derive(Clone, Copy)]
pub(crate) struct Atom {
    pub(crate) predicate: u32,
    pub(crate) start: u32,
    pub(crate) len: u32,
    /// The row that says it could be true.
    row: u32,
    variable: Var,
}

#[derive(Clone, Copy)]
struct Row {
    predicate: u32,
    start: u32,
    atom: u32,
}

/// One use of a clause: which, and what stands for its variables.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// Nothing for what sameness and order mean.
    pub(crate) clause: Option<u32>,
    pub(crate) values: Vec<u32>,
    pub(crate) literals: Vec<Lit>,
    pub(crate) switch: Var,
}

/// What became of a literal in an instance.
enum Said {
    There,
    /// It is false anyway.
    Absent,
    /// It is true anyway, and so is the instance.
    True,
    /// One of its terms is nested too deeply.
    TooDeep,
}

struct Counter {
    conflicts: u32,
    limit: u32,
}

impl Callbacks for Counter {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts = self.conflicts.saturating_add(1);
        }
    }

    fn stop(&self) -> bool {
        self.conflicts >= self.limit
    }
}

pub(crate) struct Grounder<'c, 'a> {
    clauses: &'c Clauses<'a>,
    mode: Mode,
    budget: Budget,
    names: Names,
    switches: Switches,
    equality: bool,
    order: bool,
    args: Vec<Arg>,
    applied: Vec<Applied>,
    literals: Vec<Literal>,
    rules: Vec<Rule>,
    /// For each predicate the places in bodies where it stands.
    watchers: Vec<Vec<(u32, u32)>>,
    predicate_count: u32,
    elements: Vec<Element>,
    element_table: HashTable<u32>,
    pub(crate) universe: Vec<u32>,
    words: Vec<u32>,
    pub(crate) atoms: Vec<Atom>,
    atom_table: HashTable<u32>,
    rows: Vec<Row>,
    rows_of: Vec<Vec<u32>>,
    solver: Solver<Counter>,
    binding: Vec<u32>,
    chosen: Vec<u32>,
    buffer: Vec<Lit>,
    pub(crate) instances: Option<Vec<Instance>>,
    made: u32,
    steps: u64,
    /// Instances were left out because their terms are nested too deeply.
    pub(crate) truncated: bool,
    pub(crate) ran_out: Option<Ran>,
}

impl<'c, 'a> Grounder<'c, 'a> {
    /// Grounds some of the clauses.
    pub(crate) fn new(
        clauses: &'c Clauses<'a>,
        members: &[u32],
        mode: Mode,
        names: Names,
        budget: Budget,
        switches: Switches,
        purpose: Purpose,
    ) -> Grounder<'c, 'a> {
        let functions = clauses.functions.len() as u32;
        // For each function one predicate for its values (or, in the other mode, its terms).
        let predicate_count = clauses.predicates.len() as u32 + functions;
        let counter = Counter {
            conflicts: 0,
            limit: budget.conflicts,
        };
        let mut grounder = Grounder {
            clauses,
            mode,
            budget,
            names,
            switches,
            equality: false,
            order: false,
            args: Vec::with_capacity(clauses.args.len() + 16),
            applied: clauses.applied.clone(),
            literals: Vec::with_capacity(clauses.literals.len() + 8),
            rules: Vec::with_capacity(members.len() + 8),
            watchers: vec![Vec::new(); predicate_count as usize],
            predicate_count,
            elements: Vec::new(),
            element_table: HashTable::new(),
            universe: Vec::new(),
            words: Vec::new(),
            atoms: Vec::new(),
            atom_table: HashTable::with_capacity(64),
            rows: Vec::new(),
            rows_of: vec![Vec::new(); predicate_count as usize],
            solver: Solver::new(SolverOpts::default(), counter),
            binding: Vec::new(),
            chosen: Vec::new(),
            buffer: Vec::new(),
            instances: (purpose == Purpose::Proof).then(Vec::new),
            made: 0,
            steps: 0,
            truncated: false,
            ran_out: None,
        };
        grounder.args.extend_from_slice(&clauses.args);
        grounder.switch_on();
        grounder.prepare(members);
        grounder.start(members, purpose);
        grounder.close();
        grounder
    }

    fn switch_on(&mut self) {
        let count = match self.switches {
            Switches::Query => 2,
            Switches::Premises(premises) => 2 + premises,
        };
        for _ in 0..count {
            self.solver.new_var_default();
        }
    }

    fn value_predicate(&self, function: u32) -> u32 {
        self.clauses.predicates.len() as u32 + function
    }

    // Rules

    fn prepare(&mut self, members: &[u32]) {
        for &member in members {
            let clause = self.clauses.clauses[member as usize];
            let literals =
                &self.clauses.literals[clause.start as usize..(clause.start + clause.len) as usize];
            self.order |= literals.iter().any(|literal| literal.predicate == LESS);
            self.equality |= literals
                .iter()
                .any(|literal| literal.predicate == EQUAL && !literal.negative);
        }
        self.equality |= self.order;
        for &member in members {
            let clause = self.clauses.clauses[member as usize];
            let literals: &[Literal] =
                &self.clauses.literals[clause.start as usize..(clause.start + clause.len) as usize];
            self.add_rule(literals, clause.variables, member, Some(clause.source));
        }
        if self.equality {
            self.add_equality_rules(members);
        }
        if self.order {
            self.add_order_rules();
        }
        if let Mode::Terms(_) = self.mode
            && !self.watchers[UNIVERSE as usize].is_empty()
        {
            self.add_term_rules();
        }
    }

    /// A function under a negated atom is matched against the terms there are. When something is said of
    /// everything, its terms must therefore all be there, up to the depth.
    fn add_term_rules(&mut self) {
        let mut matched = vec![false; self.clauses.functions.len()];
        for rule in &self.rules {
            for at in rule.start..rule.start + rule.body {
                let literal = self.literals[at as usize];
                for position in literal.start..literal.start + literal.len {
                    self.mark_functions(self.args[position as usize], &mut matched);
                }
            }
        }
        for function in 0..matched.len() as u32 {
            if !matched[function as usize] {
                continue;
            }
            let arity = self.clauses.functions.items[function as usize].1;
            let start = self.args.len() as u32;
            self.args.extend((0..arity).map(|number| VARIABLE | number));
            self.applied.push(Applied {
                function,
                start,
                len: arity,
            });
            let term = APPLIED | (self.applied.len() as u32 - 1);
            // Said to be equal to itself, it is made and nothing else happens.
            self.axiom(&[(EQUAL, false, &[term, term])], arity);
        }
    }

    /// Literals that are negated and can be looked up come first, then the other negated ones.
    fn add_rule(
        &mut self,
        literals: &[Literal],
        mut variables: u32,
        clause: u32,
        source: Option<Source>,
    ) {
        let is_body = |literal: &&Literal| {
            literal.negative && literal.predicate != EQUAL && literal.predicate != LESS
        };
        let is_passive = |literal: &&Literal| {
            literal.negative && (literal.predicate == EQUAL || literal.predicate == LESS)
        };
        let mut body: Vec<Literal> = literals.iter().filter(is_body).copied().collect();
        let mut passive: Vec<Literal> = literals.iter().filter(is_passive).copied().collect();
        let mut heads: Vec<Literal> = literals
            .iter()
            .filter(|literal| !literal.negative)
            .copied()
            .collect();
        if let Mode::Domain(_) = self.mode {
            let plain = variables;
            let mut values = Vec::new();
            for literal in body.iter_mut().chain(&mut passive).chain(&mut heads) {
                self.flatten(literal, &mut variables, &mut values);
            }
            for at in 0..values.len() {
                self.add_total_rule(&body, &values[..=at], plain, variables);
            }
            body.extend(values);
        }
        self.file(&body, &passive, &heads, variables, clause, source, false);
    }

    #[allow(clippy::too_many_arguments)]
    fn file(
        &mut self,
        body: &[Literal],
        passive: &[Literal],
        heads: &[Literal],
        variables: u32,
        clause: u32,
        source: Option<Source>,
        total: bool,
    ) {
        let number = self.rules.len() as u32;
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(body);
        let mut bound = vec![false; variables as usize];
        for literal in body {
            for at in literal.start..literal.start + literal.len {
                self.mark_variables(self.args[at as usize], &mut bound);
            }
        }
        let mut used = bound.clone();
        for literal in passive.iter().chain(heads) {
            for at in literal.start..literal.start + literal.len {
                self.mark_variables(self.args[at as usize], &mut used);
            }
        }
        for variable in 0..variables {
            if used[variable as usize] && !bound[variable as usize] {
                let at = self.args.len() as u32;
                self.args.push(VARIABLE | variable);
                self.literals.push(Literal {
                    predicate: UNIVERSE,
                    negative: true,
                    start: at,
                    len: 1,
                });
            }
        }
        let body_len = self.literals.len() as u32 - start;
        for position in 0..body_len {
            let predicate = self.literals[(start + position) as usize].predicate;
            self.watchers[predicate as usize].push((number, position));
        }
        self.literals.extend_from_slice(passive);
        self.literals.extend_from_slice(heads);
        self.rules.push(Rule {
            start,
            body: body_len,
            passive: passive.len() as u32,
            heads: heads.len() as u32,
            variables,
            clause,
            source,
            total,
        });
    }

    fn mark_variables(&self, arg: Arg, marks: &mut [bool]) {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            for at in applied.start..applied.start + applied.len {
                self.mark_variables(self.args[at as usize], marks);
            }
        } else if arg & VARIABLE != 0 {
            marks[number_of(arg) as usize] = true;
        }
    }

    /// Replaces each application in a literal by a variable for its value.
    fn flatten(&mut self, literal: &mut Literal, variables: &mut u32, values: &mut Vec<Literal>) {
        let range = literal.start as usize..(literal.start + literal.len) as usize;
        if self.args[range.clone()]
            .iter()
            .all(|arg| arg & APPLIED == 0)
        {
            return;
        }
        let args: Vec<Arg> = self.args[range].to_vec();
        let flat: Vec<Arg> = args
            .into_iter()
            .map(|arg| self.flat(arg, variables, values))
            .collect();
        literal.start = self.args.len() as u32;
        self.args.extend(flat);
    }

    fn flat(&mut self, arg: Arg, variables: &mut u32, values: &mut Vec<Literal>) -> Arg {
        if arg & APPLIED == 0 {
            return arg;
        }
        let applied = self.applied[number_of_applied(arg)];
        let mut args = Vec::with_capacity(applied.len as usize + 1);
        for at in applied.start..applied.start + applied.len {
            let inner = self.flat(self.args[at as usize], variables, values);
            args.push(inner);
        }
        let predicate = self.value_predicate(applied.function);
        for value in values.iter() {
            let range = value.start as usize..(value.start + value.len) as usize - 1;
            if value.predicate == predicate && self.args[range] == args {
                return self.args[(value.start + value.len) as usize - 1];
            }
        }
        let variable = VARIABLE | *variables;
        *variables += 1;
        args.push(variable);
        values.push(Literal {
            predicate,
            negative: true,
            start: self.args.len() as u32,
            len: args.len() as u32,
        });
        self.args.extend(args);
        variable
    }

    /// Where a clause could speak of a function's value, the function has one.
    fn add_total_rule(&mut self, body: &[Literal], values: &[Literal], plain: u32, variables: u32) {
        let Some((last, before)) = values.split_last() else {
            return;
        };
        // Literals that speak of values do not say where a value is needed.
        let mut needed: Vec<Literal> = body
            .iter()
            .filter(|literal| {
                let mut inside = vec![false; variables as usize];
                for at in literal.start..literal.start + literal.len {
                    self.mark_variables(self.args[at as usize], &mut inside);
                }
                !inside[plain as usize..].contains(&true)
            })
            .copied()
            .collect();
        needed.extend_from_slice(before);
        let head = Literal {
            negative: false,
            len: last.len - 1,
            ..*last
        };
        self.file(&needed, &[], &[head], variables, NO_CLAUSE, None, true);
    }

    fn axiom(&mut self, literals: &[(u32, bool, &[Arg])], variables: u32) {
        let mut filed = [Vec::new(), Vec::new()];
        for (predicate, negative, args) in literals {
            let start = self.args.len() as u32;
            self.args.extend_from_slice(args);
            filed[usize::from(!negative)].push(Literal {
                predicate: *predicate,
                negative: *negative,
                start,
                len: args.len() as u32,
            });
        }
        let [body, heads] = filed;
        self.file(&body, &[], &heads, variables, NO_CLAUSE, None, false);
    }

    fn add_equality_rules(&mut self, members: &[u32]) {
        let variable = |number: u32| VARIABLE | number;
        let (x, y, z) = (variable(0), variable(1), variable(2));
        self.axiom(
            &[
                (EQUAL, true, &[x, y]),
                (EQUAL, true, &[y, z]),
                (EQUAL, false, &[x, z]),
            ],
            3,
        );
        let mut used = vec![false; self.predicate_count as usize];
        let mut functions = vec![false; self.clauses.functions.len()];
        for &member in members {
            let clause = self.clauses.clauses[member as usize];
            for at in clause.start..clause.start + clause.len {
                let literal = self.clauses.literals[at as usize];
                used[literal.predicate as usize] = true;
                for position in literal.start..literal.start + literal.len {
                    self.mark_functions(self.clauses.args[position as usize], &mut functions);
                }
            }
        }
        used[EQUAL as usize] = false;
        for predicate in 0..self.clauses.predicates.len() as u32 {
            if !used[predicate as usize] {
                continue;
            }
            let arity = self.clauses.predicates.items[predicate as usize].1;
            let args: Vec<Arg> = (0..arity).map(variable).collect();
            for position in 0..arity {
                let mut changed = args.clone();
                changed[position as usize] = variable(arity);
                self.axiom(
                    &[
                        (predicate, true, &args),
                        (EQUAL, true, &[variable(position), variable(arity)]),
                        (predicate, false, &changed),
                    ],
                    arity + 1,
                );
            }
        }
        if let Mode::Terms(_) = self.mode {
            for function in 0..self.clauses.functions.len() as u32 {
                if functions[function as usize] {
                    self.add_function_rules(function);
                }
            }
        }
    }

    fn mark_functions(&self, arg: Arg, marks: &mut [bool]) {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            marks[applied.function as usize] = true;
            for at in applied.start..applied.start + applied.len {
                self.mark_functions(self.args[at as usize], marks);
            }
        }
    }

    fn add_function_rules(&mut self, function: u32) {
        let variable = |number: u32| VARIABLE | number;
        let arity = self.clauses.functions.items[function as usize].1;
        let args: Vec<Arg> = (0..arity).map(variable).collect();
        for position in 0..arity {
            let mut changed = args.clone();
            changed[position as usize] = variable(arity);
            let mut sides = [0; 2];
            for (side, inner) in sides.iter_mut().zip([&args, &changed]) {
                let start = self.args.len() as u32;
                self.args.extend_from_slice(inner);
                self.applied.push(Applied {
                    function,
                    start,
                    len: arity,
                });
                *side = APPLIED | (self.applied.len() as u32 - 1);
            }
            let predicate = self.value_predicate(function);
            self.axiom(
                &[
                    (predicate, true, &args),
                    (EQUAL, true, &[variable(position), variable(arity)]),
                    (EQUAL, false, &sides),
                ],
                arity + 1,
            );
        }
    }

    fn add_order_rules(&mut self) {
        let (x, y, z) = (VARIABLE, VARIABLE | 1, VARIABLE | 2);
        self.axiom(
            &[
                (LESS, true, &[x, y]),
                (LESS, true, &[y, z]),
                (LESS, false, &[x, z]),
            ],
            3,
        );
        self.axiom(
            &[
                (ORDERED, true, &[x]),
                (ORDERED, true, &[y]),
                (EQUAL, false, &[x, y]),
                (LESS, false, &[x, y]),
                (LESS, false, &[y, x]),
            ],
            2,
        );
    }

    // The fixpoint

    fn start(&mut self, members: &[u32], purpose: Purpose) {
        let constants = self.clauses.constants.len();
        for number in 0..constants as u32 {
            self.elements.push(Element {
                function: CONSTANT,
                start: number,
                len: 0,
                depth: 0,
            });
        }
        // A structure says what every constant means, also those that are only mentioned.
        let mut used = vec![purpose == Purpose::Model; constants];
        for &member in members {
            let clause = self.clauses.clauses[member as usize];
            for at in clause.start..clause.start + clause.len {
                let literal = self.clauses.literals[at as usize];
                for position in literal.start..literal.start + literal.len {
                    self.mark_constants(self.clauses.args[position as usize], &mut used);
                }
            }
        }
        for (number, is_used) in used.iter().enumerate() {
            if *is_used {
                self.universe.push(number as u32);
            }
        }
        let extra = match self.mode {
            Mode::Domain(extra) => extra,
            Mode::Terms(_) => 0,
        };
        let extra = extra.max(u32::from(self.universe.is_empty()));
        for _ in 0..extra {
            let number = self.elements.len() as u32;
            self.elements.push(Element {
                function: CONSTANT,
                start: number,
                len: 0,
                depth: 0,
            });
            self.universe.push(number);
        }
        for at in 0..self.universe.len() {
            let element = self.universe[at];
            self.push_row(UNIVERSE, &[element], NO_ATOM);
        }
        // Rules without a body fire once, now.
        for rule in 0..self.rules.len() as u32 {
            if self.rules[rule as usize].body == 0 {
                self.binding.clear();
                let variables = self.rules[rule as usize].variables;
                self.binding.resize(variables as usize, UNBOUND);
                self.emit(rule);
            }
        }
    }

    fn mark_constants(&self, arg: Arg, marks: &mut [bool]) {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            for at in applied.start..applied.start + applied.len {
                self.mark_constants(self.args[at as usize], marks);
            }
        } else if arg & VARIABLE == 0 {
            marks[arg as usize] = true;
        }
    }

    fn close(&mut self) {
        let mut next = 0;
        while next < self.rows.len() && self.ran_out.is_none() {
            let row = self.rows[next];
            for at in 0..self.watchers[row.predicate as usize].len() {
                let (rule, position) = self.watchers[row.predicate as usize][at];
                self.fire(rule, position, next as u32);
            }
            next += 1;
        }
    }

    /// All instances of a rule whose newest row is this one, at this place or (when the same row also
    /// stands earlier in the body) at its first place.
    fn fire(&mut self, rule: u32, position: u32, row: u32) {
        let (variables, body, start) = {
            let rule = &self.rules[rule as usize];
            (rule.variables, rule.body, rule.start)
        };
        self.binding.clear();
        self.binding.resize(variables as usize, UNBOUND);
        self.chosen.clear();
        self.chosen.resize(body as usize, UNBOUND);
        let mut trail = Vec::new();
        if self.match_row(start + position, row, &mut trail) {
            self.chosen[position as usize] = row;
            self.join(rule, position, row, body - 1);
        }
    }

    fn join(&mut self, rule: u32, trigger: u32, newest: u32, left: u32) {
        if self.ran_out.is_some() {
            return;
        }
        if left == 0 {
            self.emit(rule);
            return;
        }
        let (body, start) = {
            let rule = &self.rules[rule as usize];
            (rule.body, rule.start)
        };
        // The literal with the fewest unknown arguments comes next.
        let mut best = (u32::MAX, 0);
        for position in 0..body {
            if self.chosen[position as usize] == UNBOUND {
                let unknown = self.unknown_arguments(start + position);
                if unknown < best.0 {
                    best = (unknown, position);
                }
            }
        }
        let position = best.1;
        // Before the trigger only older rows, so that each instance is made once.
        let before = if position < trigger {
            newest
        } else {
            newest + 1
        };
        let literal = self.literals[(start + position) as usize];
        if best.0 == 0 {
            if let Some(found) = self.find_row(start + position)
                && found < before
            {
                self.chosen[position as usize] = found;
                self.join(rule, trigger, newest, left - 1);
                self.chosen[position as usize] = UNBOUND;
            }
            return;
        }
        let mut trail = Vec::new();
        for at in 0..self.rows_of[literal.predicate as usize].len() {
            let candidate = self.rows_of[literal.predicate as usize][at];
            if candidate >= before {
                break;
            }
            self.steps += 1;
            if self.steps > self.budget.steps {
                self.ran_out = Some(Ran::Steps);
                return;
            }
            trail.clear();
            if self.match_row(start + position, candidate, &mut trail) {
                self.chosen[position as usize] = candidate;
                self.join(rule, trigger, newest, left - 1);
                self.chosen[position as usize] = UNBOUND;
            }
            for &variable in &trail {
                self.binding[variable as usize] = UNBOUND;
            }
        }
    }

    fn unknown_arguments(&self, literal: u32) -> u32 {
        let literal = self.literals[literal as usize];
        let mut unknown = 0;
        for at in literal.start..literal.start + literal.len {
            unknown += u32::from(!self.is_known(self.args[at as usize]));
        }
        unknown
    }

    fn is_known(&self, arg: Arg) -> bool {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            (applied.start..applied.start + applied.len)
                .all(|at| self.is_known(self.args[at as usize]))
        } else {
            arg & VARIABLE == 0 || self.binding[number_of(arg) as usize] != UNBOUND
        }
    }

    fn match_row(&mut self, literal: u32, row: u32, trail: &mut Vec<u32>) -> bool {
        let literal = self.literals[literal as usize];
        let row = self.rows[row as usize];
        for at in 0..literal.len {
            let pattern = self.args[(literal.start + at) as usize];
            let element = self.words[(row.start + at) as usize];
            if !self.match_term(pattern, element, trail) {
                for &variable in trail.iter() {
                    self.binding[variable as usize] = UNBOUND;
                }
                trail.clear();
                return false;
            }
        }
        true
    }

    fn match_term(&mut self, pattern: Arg, element: u32, trail: &mut Vec<u32>) -> bool {
        if pattern & APPLIED != 0 {
            let applied = self.applied[number_of_applied(pattern)];
            let found = self.elements[element as usize];
            if found.function != applied.function {
                return false;
            }
            (0..applied.len).all(|at| {
                let inner = self.args[(applied.start + at) as usize];
                let part = self.words[(found.start + at) as usize];
                self.match_term(inner, part, trail)
            })
        } else if pattern & VARIABLE != 0 {
            let variable = number_of(pattern);
            let bound = self.binding[variable as usize];
            if bound == UNBOUND {
                self.binding[variable as usize] = element;
                trail.push(variable);
                return true;
            }
            bound == element
        } else {
            pattern == element
        }
    }

    /// The row of a literal whose arguments are all known.
    fn find_row(&mut self, number: u32) -> Option<u32> {
        let literal = self.literals[number as usize];
        let mut args = [0; ARGUMENTS_INLINE];
        let has_atoms = match self.mode {
            Mode::Domain(_) => true,
            Mode::Terms(_) => literal.predicate < self.clauses.predicates.len() as u32,
        };
        if literal.len as usize > args.len() || is_pseudo(literal.predicate) || !has_atoms {
            return self.scan_row(literal);
        }
        for at in 0..literal.len {
            let arg = self.args[(literal.start + at) as usize];
            args[at as usize] = self.value(arg, false)?;
        }
        let args = &mut args[..literal.len as usize];
        let swapped = literal.predicate == EQUAL && args[0] > args[1];
        if swapped {
            args.swap(0, 1);
        }
        let atom = self.find_atom(literal.predicate, args)?;
        let row = self.atoms[atom as usize].row;
        // A sameness has two rows, one for each direction.
        (row != NO_ROW).then_some(row + u32::from(swapped))
    }

    fn scan_row(&mut self, literal: Literal) -> Option<u32> {
        let mut trail = Vec::new();
        for at in 0..self.rows_of[literal.predicate as usize].len() {
            let row = self.rows_of[literal.predicate as usize][at];
            let found = self.rows[row as usize];
            let matches = (0..literal.len).all(|position| {
                let pattern = self.args[(literal.start + position) as usize];
                let element = self.words[(found.start + position) as usize];
                self.match_term(pattern, element, &mut trail)
            });
            if matches {
                return Some(row);
            }
        }
        None
    }

    // Elements, atoms, rows

    /// The element an argument stands for under the present binding. Without `make`, a term that was
    /// not met before is nothing; with it, a term nested too deeply is.
    fn value(&mut self, arg: Arg, make: bool) -> Option<u32> {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            let mut parts = Vec::with_capacity(applied.len as usize);
            for at in applied.start..applied.start + applied.len {
                let part = self.value(self.args[at as usize], make)?;
                parts.push(part);
            }
            self.element(applied.function, &parts, make)
        } else if arg & VARIABLE != 0 {
            let bound = self.binding[number_of(arg) as usize];
            (bound != UNBOUND).then_some(bound)
        } else {
            Some(arg)
        }
    }

    fn element(&mut self, function: u32, parts: &[u32], make: bool) -> Option<u32> {
        let hash = hash_words(function, parts);
        let (elements, words) = (&self.elements, &self.words);
        let same = |element: &Element| {
            element.function == function
                && words[element.start as usize..(element.start + element.len) as usize] == *parts
        };
        if let Some(&found) = self
            .element_table
            .find(hash, |&at| same(&elements[at as usize]))
        {
            return Some(found);
        }
        if !make {
            return None;
        }
        let deepest = parts
            .iter()
            .map(|&part| self.elements[part as usize].depth)
            .max();
        let depth = deepest.unwrap_or(0) + 1;
        let limit = match self.mode {
            Mode::Terms(limit) => limit,
            Mode::Domain(_) => 0,
        };
        if depth > limit {
            self.truncated = true;
            return None;
        }
        let number = self.elements.len() as u32;
        let start = self.words.len() as u32;
        self.words.extend_from_slice(parts);
        self.elements.push(Element {
            function,
            start,
            len: parts.len() as u32,
            depth,
        });
        let (elements, words) = (&self.elements, &self.words);
        self.element_table.insert_unique(hash, number, |&at| {
            let element = elements[at as usize];
            hash_words(
                element.function,
                &words[element.start as usize..(element.start + element.len) as usize],
            )
        });
        self.universe.push(number);
        self.push_row(UNIVERSE, &[number], NO_ATOM);
        let predicate = self.value_predicate(function);
        if !self.watchers[predicate as usize].is_empty() {
            self.push_row(predicate, parts, NO_ATOM);
        }
        Some(number)
    }

    fn find_atom(&self, predicate: u32, args: &[u32]) -> Option<u32> {
        let (atoms, words) = (&self.atoms, &self.words);
        self.atom_table
            .find(hash_words(predicate, args), |&at| {
                let atom = atoms[at as usize];
                atom.predicate == predicate
                    && words[atom.start as usize..(atom.start + atom.len) as usize] == *args
            })
            .copied()
    }

    fn atom(&mut self, predicate: u32, args: &[u32]) -> u32 {
        if let Some(found) = self.find_atom(predicate, args) {
            return found;
        }
        let number = self.atoms.len() as u32;
        let start = self.words.len() as u32;
        let variable = self.solver.new_var_default();
        self.words.extend_from_slice(args);
        self.atoms.push(Atom {
            predicate,
            start,
            len: args.len() as u32,
            row: NO_ROW,
            variable,
        });
        let (atoms, words) = (&self.atoms, &self.words);
        self.atom_table
            .insert_unique(hash_words(predicate, args), number, |&at| {
                let atom = atoms[at as usize];
                hash_words(
                    atom.predicate,
                    &words[atom.start as usize..(atom.start + atom.len) as usize],
                )
            });
        number
    }

    fn push_row(&mut self, predicate: u32, args: &[u32], atom: u32) {
        let start = self.words.len() as u32;
        self.words.extend_from_slice(args);
        let number = self.rows.len() as u32;
        self.rows.push(Row {
            predicate,
            start,
            atom,
        });
        self.rows_of[predicate as usize].push(number);
    }

    fn make_possible(&mut self, atom: u32) {
        let found = self.atoms[atom as usize];
        if found.row != NO_ROW {
            return;
        }
        let number = self.rows.len() as u32;
        self.atoms[atom as usize].row = number;
        self.rows.push(Row {
            predicate: found.predicate,
            start: found.start,
            atom,
        });
        self.rows_of[found.predicate as usize].push(number);
        if found.predicate == EQUAL {
            let args = [
                self.words[found.start as usize + 1],
                self.words[found.start as usize],
            ];
            self.push_row(EQUAL, &args, atom);
        }
    }

    // Instances

    fn rigid(&self, element: u32) -> Option<&Value> {
        match self.clauses.constants.items.get(element as usize)? {
            Constant::Value(value) => match value {
                Value::Entity(_) | Value::Symbol(_) => {
                    (self.names == Names::Unique).then_some(value)
                }
                Value::Confidential(_) => None,
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Date(_)
                | Value::Instant(_)
                | Value::Text(_)
                | Value::Set(_)
                | Value::List(_) => Some(value),
            },
            Constant::Function(_)
            | Constant::Free(_)
            | Constant::Unresolved(_)
            | Constant::Now
            | Constant::Today
            | Constant::Skolem(_) => None,
        }
    }

    /// What a comparison is without asking the solver.
    fn settled(&self, predicate: u32, left: u32, right: u32) -> Option<bool> {
        if left == right {
            return Some(predicate == EQUAL);
        }
        let both = self.rigid(left).zip(self.rigid(right));
        if predicate == EQUAL {
            return if !self.equality || both.is_some() {
                Some(false)
            } else {
                None
            };
        }
        match both? {
            (Value::Number(left), Value::Number(right)) => Some(left < right),
            (Value::Date(left), Value::Date(right)) => Some(left < right),
            (Value::Instant(left), Value::Instant(right)) => Some(left < right),
            (_, _) => None,
        }
    }

    /// Adds a literal to the clause at hand.
    fn push_literal(&mut self, literal: Literal) -> Said {
        let mut small = [0; ARGUMENTS_INLINE];
        let mut large = Vec::new();
        let args: &mut [u32] = if literal.len as usize <= small.len() {
            &mut small[..literal.len as usize]
        } else {
            large.resize(literal.len as usize, 0);
            &mut large
        };
        for at in 0..literal.len {
            let arg = self.args[(literal.start + at) as usize];
            let Some(element) = self.value(arg, true) else {
                return Said::TooDeep;
            };
            args[at as usize] = element;
        }
        if literal.predicate == EQUAL || literal.predicate == LESS {
            if let Some(truth) = self.settled(literal.predicate, args[0], args[1]) {
                return if truth == literal.negative {
                    Said::Absent
                } else {
                    Said::True
                };
            }
            if literal.predicate == EQUAL {
                args.sort_unstable();
            } else {
                for element in [args[0], args[1]] {
                    self.make_ordered(element);
                }
            }
        }
        let atom = self.atom(literal.predicate, args);
        if !literal.negative {
            self.make_possible(atom);
        }
        self.buffer.push(self.literal_of(atom, !literal.negative));
        Said::There
    }

    fn make_ordered(&mut self, element: u32) {
        let known = self.rows_of[ORDERED as usize]
            .iter()
            .any(|&row| self.words[self.rows[row as usize].start as usize] == element);
        if !known {
            self.push_row(ORDERED, &[element], NO_ATOM);
        }
    }

    fn emit(&mut self, number: u32) {
        if self.made >= self.budget.instances {
            self.ran_out = Some(Ran::Instances);
            return;
        }
        self.made += 1;
        let (start, body, passive, heads, source, clause, total) = {
            let rule = &self.rules[number as usize];
            (
                rule.start,
                rule.body,
                rule.passive,
                rule.heads,
                rule.source,
                rule.clause,
                rule.total,
            )
        };
        self.buffer.clear();
        for at in start..start + body {
            let row = self.chosen[(at - start) as usize];
            let atom = self.rows[row as usize].atom;
            if atom != NO_ATOM {
                self.buffer.push(self.literal_of(atom, false));
            }
        }
        if total {
            self.emit_total(self.literals[(start + body) as usize]);
            return;
        }
        for at in start + body..start + body + passive + heads {
            match self.push_literal(self.literals[at as usize]) {
                Said::There | Said::Absent => {}
                Said::True | Said::TooDeep => return,
            }
        }
        if let Some(instances) = &mut self.instances {
            let switch = self.solver.new_var_default();
            instances.push(Instance {
                clause: (clause != NO_CLAUSE).then_some(clause),
                values: self.binding.clone(),
                literals: self.buffer.clone(),
                switch,
            });
            self.buffer.push(Lit::new(switch, false));
        }
        if let Some(switch) = self.switch(source) {
            self.buffer.push(!switch);
        }
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    /// The function whose arguments the literal holds chooses its value in the domain.
    fn emit_total(&mut self, literal: Literal) {
        let mut args = Vec::with_capacity(literal.len as usize + 1);
        for at in 0..literal.len {
            let arg = self.args[(literal.start + at) as usize];
            match self.value(arg, false) {
                Some(element) => args.push(element),
                None => return,
            }
        }
        args.push(0);
        self.buffer.clear();
        for at in 0..self.universe.len() {
            if let Some(last) = args.last_mut() {
                *last = self.universe[at];
            }
            if at == 0 && self.find_atom(literal.predicate, &args).is_some() {
                return;
            }
            let atom = self.atom(literal.predicate, &args);
            self.make_possible(atom);
            self.buffer.push(self.literal_of(atom, true));
        }
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    fn literal_of(&self, atom: u32, positive: bool) -> Lit {
        Lit::new(self.atoms[atom as usize].variable, positive)
    }

    fn switch(&self, source: Option<Source>) -> Option<Lit> {
        let number = match (source?, self.switches) {
            (Source::Query, _) => 0,
            (Source::Negated, _) => 1,
            (Source::Theory(_), Switches::Query) => return None,
            (Source::Theory(premise), Switches::Premises(_)) => 2 + premise,
        };
        Some(Lit::new(Var::unsafe_from_idx(number), true))
    }

    // Answers

    fn assumed(&self, on: &[u32]) -> Vec<Lit> {
        let switches = match self.switches {
            Switches::Query => 2,
            Switches::Premises(premises) => 2 + premises,
        };
        (0..switches)
            .map(|number| Lit::new(Var::unsafe_from_idx(number), on.contains(&number)))
            .collect()
    }

    /// Whether the theory with what is switched on has a model; nothing when the solver gave up.
    pub(crate) fn check(&mut self, on: &[u32]) -> Option<bool> {
        let assumed = self.assumed(on);
        self.solve(&assumed)
    }

    /// The same with these instances only. When there is no model, the instances it takes to see that.
    pub(crate) fn check_instances(
        &mut self,
        on: &[u32],
        instances: &[u32],
    ) -> Option<Option<Vec<u32>>> {
        let mut assumed = self.assumed(on);
        if let Some(all) = &self.instances {
            let mut chosen = vec![false; all.len()];
            for &instance in instances {
                chosen[instance as usize] = true;
            }
            let switches = all.iter().zip(&chosen);
            assumed.extend(switches.map(|(kept, &on)| Lit::new(kept.switch, on)));
        }
        if self.solve(&assumed)? {
            return Some(None);
        }
        let all = self.instances.as_deref().unwrap_or(&[]);
        let core = instances.iter().copied().filter(|&at| {
            let switch = all[at as usize].switch;
            self.solver.unsat_core_contains_var(switch)
        });
        Some(Some(core.collect()))
    }

    fn solve(&mut self, assumed: &[Lit]) -> Option<bool> {
        let result = self.solver.solve_limited(assumed);
        if result == lbool::TRUE {
            Some(true)
        } else if result == lbool::FALSE {
            Some(false)
        } else {
            self.ran_out = Some(Ran::Conflicts);
            None
        }
    }

    /// The atom behind a variable of the solver, by search; for explanations only.
    pub(crate) fn atom_of(&self, variable: Var) -> Option<&Atom> {
        let at = self
            .atoms
            .binary_search_by_key(&variable.idx(), |atom| atom.variable.idx());
        at.ok().map(|at| &self.atoms[at])
    }

    pub(crate) fn arguments(&self, atom: &Atom) -> &[u32] {
        &self.words[atom.start as usize..(atom.start + atom.len) as usize]
    }

    /// Whether an atom is true in the model found last.
    pub(crate) fn is_true(&self, atom: &Atom) -> bool {
        self.solver.value_var(atom.variable) == lbool::TRUE
    }

    /// What an element is made of: a constant's number, or a function and its arguments.
    pub(crate) fn parts(&self, element: u32) -> Made<'_> {
        let found = self.elements[element as usize];
        if found.function == CONSTANT {
            Made::Constant(found.start)
        } else {
            let range = found.start as usize..(found.start + found.len) as usize;
            Made::Applied(found.function, &self.words[range])
        }
    }

    /// What an argument of a clause is when its variables have these values: the parts of a term need
    /// not be elements, because an instance may pass by a witness without speaking of it.
    pub(crate) fn read(&self, arg: Arg, values: &[u32]) -> Read<'_> {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            let range = applied.start as usize..(applied.start + applied.len) as usize;
            Read::Applied(applied.function, &self.args[range])
        } else if arg & VARIABLE != 0 {
            let value = values.get(number_of(arg) as usize).copied();
            let value = value.filter(|&value| value != UNBOUND);
            // A variable nothing depends on may be anything.
            Read::Element(value.or(self.universe.first().copied()).unwrap_or(0))
        } else {
            Read::Element(arg)
        }
    }

    /// The function whose values a predicate holds, in a finite domain.
    pub(crate) fn function_of(&self, predicate: u32) -> Option<u32> {
        predicate.checked_sub(self.clauses.predicates.len() as u32)
    }
}

pub(crate) enum Read<'g> {
    Element(u32),
    Applied(u32, &'g [Arg]),
}

pub(crate) enum Made<'g> {
    Constant(u32),
    Applied(u32, &'g [u32]),
}

fn number_of_applied(arg: Arg) -> usize {
    (arg & !APPLIED) as usize
}

fn is_pseudo(predicate: u32) -> bool {
    predicate == UNIVERSE || predicate == ORDERED
}
