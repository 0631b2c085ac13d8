//! From clauses to ground instances, and from those to a satisfiability solver.
//!
//! An instance is made only when each of its negated atoms could be true at all; the atoms nothing can
//! make true are false in some model, so leaving the rest out changes no answer. With function terms it
//! works in one of two ways: terms up to a depth (what has no model then has none at all), or a finite
//! domain in which functions choose their values (what has a model then truly has one). It must never
//! report more than the way it worked in allows.

mod answer;
mod atoms;
mod close;
mod emit;
mod judge;
mod lists;
mod rules;

pub(crate) use answer::{Made, Read};

use crate::clause::{APPLIED, Applied, Arg, Clauses, Literal, ORDERED, Source, UNIVERSE};
use crate::reason::{Names, Ran};
use batsat::{Lit, Var};
use hashbrown::HashTable;
use judge::Judge;
use lists::Lists;
use std::collections::{BTreeMap, BTreeSet};

const UNBOUND: u32 = u32::MAX;
const NO_ATOM: u32 = u32::MAX;
const NO_ROW: u32 = u32::MAX;
const NO_CLAUSE: u32 = u32::MAX;
const CONSTANT: u32 = u32::MAX;
const ARGUMENTS_INLINE: usize = 8;
/// From so many clauses on it is worth to look up which of them a row can make an instance of.
const MANY_RULES: usize = 256;
/// How many places may be tried for each row that may be looked at.
const FIRES: u64 = 10;

/// How function terms are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Terms nested up to this depth.
    Terms(u32),
    /// The named things and this many more; functions choose among them.
    Domain(u32),
    /// The same, and each name is a thing of its own unless a clause itself compares it: much less to
    /// say about sameness.
    Apart(u32),
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

/// A rule, and a place in its body.
type Watcher = (u32, u32);

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
    /// Says the same when its first variable and this one change places, so that one order is enough.
    mirrored: Option<u32>,
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

pub(crate) struct Grounder<'c, 'a> {
    clauses: &'c Clauses<'a>,
    mode: Mode,
    budget: Budget,
    names: Names,
    switches: Switches,
    equality: bool,
    order: bool,
    /// In `Apart`, the constants that may be the same as others.
    loose: Vec<bool>,
    args: Vec<Arg>,
    applied: Vec<Applied>,
    literals: Vec<Literal>,
    rules: Vec<Rule>,
    /// For each predicate the places in bodies where it stands.
    watchers: Lists<Watcher>,
    /// Of many rules, those places that only rows with a certain constant can take: by the predicate, the
    /// column and the constant.
    narrow: Option<BTreeMap<(u32, u32, u32), Vec<Watcher>>>,
    /// The places that a row may take.
    watching: Vec<Watcher>,
    predicate_count: u32,
    elements: Vec<Element>,
    element_table: HashTable<u32>,
    pub(crate) universe: Vec<u32>,
    words: Vec<u32>,
    pub(crate) atoms: Vec<Atom>,
    atom_table: HashTable<u32>,
    rows: Vec<Row>,
    /// For each predicate its rows.
    rows_of: Lists<u32>,
    /// The functions that have a value, and where.
    totals: BTreeSet<(u32, Vec<u32>)>,
    judge: Judge,
    binding: Vec<u32>,
    /// The variables that were bound, to unbind them again.
    trail: Vec<u32>,
    chosen: Vec<u32>,
    buffer: Vec<Lit>,
    // What a rule needs while it is made.
    parts: [Vec<Literal>; 3],
    marks: [Vec<bool>; 2],
    pub(crate) instances: Option<Vec<Instance>>,
    made: u32,
    steps: u64,
    /// How many places were tried for a row.
    fired: u64,
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
        let judge = match purpose {
            Purpose::Answer => Judge::for_answers(budget.conflicts),
            Purpose::Proof | Purpose::Model => Judge::for_evidence(budget.conflicts),
        };
        let mut grounder = Grounder {
            clauses,
            mode,
            budget,
            names,
            switches,
            equality: false,
            order: false,
            loose: Vec::new(),
            args: Vec::with_capacity(clauses.args.len() + 16),
            applied: clauses.applied.clone(),
            literals: Vec::with_capacity(clauses.literals.len() + 8),
            rules: Vec::with_capacity(members.len() + 8),
            watchers: Lists::new(predicate_count as usize),
            narrow: (members.len() >= MANY_RULES).then(BTreeMap::new),
            watching: Vec::new(),
            predicate_count,
            elements: Vec::with_capacity(clauses.constants.len() + 8),
            element_table: HashTable::new(),
            universe: Vec::new(),
            words: Vec::with_capacity(128),
            atoms: Vec::with_capacity(32),
            atom_table: HashTable::with_capacity(64),
            rows: Vec::with_capacity(32),
            rows_of: Lists::new(predicate_count as usize),
            totals: BTreeSet::new(),
            judge,
            binding: Vec::new(),
            trail: Vec::new(),
            chosen: Vec::new(),
            buffer: Vec::new(),
            parts: Default::default(),
            marks: Default::default(),
            instances: (purpose == Purpose::Proof).then(Vec::new),
            made: 0,
            steps: 0,
            fired: 0,
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
            self.judge.variable();
        }
    }

    fn value_predicate(&self, function: u32) -> u32 {
        self.clauses.predicates.len() as u32 + function
    }
}

fn number_of_applied(arg: Arg) -> usize {
    (arg & !APPLIED) as usize
}

fn is_pseudo(predicate: u32) -> bool {
    predicate == UNIVERSE || predicate == ORDERED
}
