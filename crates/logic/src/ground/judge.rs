//! Whether the instances have a model: first at a glance, then by a solver.
//!
//! A glance is propagation and a few choices. It settles most sets for less than it costs to set a solver
//! up; what it does not settle within its passes it leaves to the solver, so both give the same answers.

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

/// How often a glance may go over all clauses in one question.
const PASSES_MAX: u32 = 16;
/// How many literals are looked at in a glance; what has more goes to the solver at once, which learns
/// from its mistakes.
const LITERALS_MAX: usize = 2_000;
/// How many literals there may be, times the contradictions the solver may run into: in a large set each
/// of them takes longer.
const EFFORT_MAX: u64 = 3_000_000_000;
/// So many contradictions are allowed in a set of any size.
const CONFLICTS_MIN: u32 = 1_000;

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

pub(super) struct Judge {
    variables: u32,
    conflicts_max: u32,
    /// How many literals were added.
    literals: u64,
    /// Clauses the solver does not have yet.
    glance: Option<Glance>,
    solver: Option<Box<Solver<Counter>>>,
}

impl Judge {
    /// For answers alone: what a glance settles has no model to read and no core.
    pub(super) fn for_answers(conflicts_max: u32) -> Judge {
        Judge {
            variables: 0,
            conflicts_max,
            literals: 0,
            glance: Some(Glance::default()),
            solver: None,
        }
    }

    /// For models and cores, which only a solver has.
    pub(super) fn for_evidence(conflicts_max: u32) -> Judge {
        let mut judge = Judge::for_answers(conflicts_max);
        judge.glance = None;
        judge.solver = Some(judge.set_up());
        judge
    }

    fn set_up(&self) -> Box<Solver<Counter>> {
        let counter = Counter {
            conflicts: 0,
            limit: self.conflicts_max,
        };
        Box::new(Solver::new(SolverOpts::default(), counter))
    }

    pub(super) fn variable(&mut self) -> Var {
        let number = self.variables;
        self.variables += 1;
        match &mut self.solver {
            Some(solver) => solver.new_var_default(),
            None => Var::unsafe_from_idx(number),
        }
    }

    /// Adds a clause; what is in the buffer afterwards means nothing.
    pub(super) fn add(&mut self, clause: &mut Vec<Lit>) {
        self.literals += clause.len() as u64;
        if let Some(glance) = &mut self.glance {
            glance.add(clause);
        } else if let Some(solver) = &mut self.solver {
            solver.add_clause_reuse(clause);
        }
    }

    /// Whether there is a model in which these hold; nothing when the solver gave up.
    pub(super) fn check(&mut self, assumed: &[Lit]) -> Option<bool> {
        if let Some(glance) = &mut self.glance {
            if let Some(found) = glance.check(assumed, self.variables) {
                return Some(found);
            }
            self.hand_over();
        }
        let most = EFFORT_MAX / self.literals.max(1);
        let most = u32::try_from(most).unwrap_or(u32::MAX).max(CONFLICTS_MIN);
        let most = most.min(self.conflicts_max);
        let solver = self.solver.as_mut()?;
        solver.cb_mut().limit = most;
        let result = solver.solve_limited(assumed);
        if result == lbool::TRUE {
            Some(true)
        } else if result == lbool::FALSE {
            Some(false)
        } else {
            None
        }
    }

    fn hand_over(&mut self) {
        let Some(glance) = self.glance.take() else {
            return;
        };
        let mut solver = self.set_up();
        for _ in 0..self.variables {
            solver.new_var_default();
        }
        let mut buffer = Vec::new();
        for literal in glance.known() {
            buffer.clear();
            buffer.push(literal);
            solver.add_clause_reuse(&mut buffer);
        }
        for clause in glance.clauses() {
            buffer.clear();
            buffer.extend_from_slice(clause);
            solver.add_clause_reuse(&mut buffer);
        }
        self.solver = Some(solver);
    }

    /// How many contradictions the solver ran into.
    pub(super) fn conflicts(&self) -> u32 {
        let solver = self.solver.as_ref();
        solver.map_or(0, |solver| solver.cb().conflicts)
    }

    /// Whether a variable is true in the model the solver found last.
    pub(super) fn is_true(&self, variable: Var) -> bool {
        let solver = self.solver.as_ref();
        solver.is_some_and(|solver| solver.value_var(variable) == lbool::TRUE)
    }

    /// Whether the solver needed a variable to see that there is no model.
    pub(super) fn is_in_core(&mut self, variable: Var) -> bool {
        let solver = self.solver.as_mut();
        solver.is_some_and(|solver| solver.unsat_core_contains_var(variable))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Open,
    True,
    False,
}

/// What one pass over the clauses brought.
enum Pass {
    /// A clause is false.
    Conflict,
    /// Something became known.
    Changed,
    /// Nothing more is known, and this literal of a clause without negations may be chosen.
    Open(Lit),
    /// What is not known may be false, and every clause is true.
    Model,
}

#[derive(Default)]
struct Glance {
    literals: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<u32>,
    values: Vec<Value>,
    /// What is known, in the order it became known.
    trail: Vec<Var>,
    /// Whether there is no model whatever is assumed; nothing before it was looked at.
    is_false: Option<bool>,
    choices: Vec<(usize, Lit)>,
}

impl Glance {
    fn add(&mut self, clause: &[Lit]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len() as u32);
    }

    fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let ranges = starts.zip(&self.ends);
        ranges.map(|(start, end)| &self.literals[start as usize..*end as usize])
    }

    /// What follows from the clauses alone.
    fn known(&self) -> impl Iterator<Item = Lit> {
        let variables = self.trail.iter();
        variables.map(|variable| {
            let is_true = self.values[variable.idx() as usize] == Value::True;
            Lit::new(*variable, is_true)
        })
    }

    fn check(&mut self, assumed: &[Lit], variables: u32) -> Option<bool> {
        if self.literals.len() > LITERALS_MAX {
            return None;
        }
        let mut passes = PASSES_MAX;
        if self.is_false.is_none() {
            self.values = vec![Value::Open; variables as usize];
            self.is_false = Some(self.settle(&mut passes)?);
        }
        if self.is_false == Some(true) {
            return Some(false);
        }
        let before = self.trail.len();
        let found = self.search(assumed, &mut passes);
        self.undo(before);
        self.choices.clear();
        found
    }

    /// Finds what follows from the clauses alone; true when that is a contradiction. A clause that is
    /// true then needs no second look and is dropped.
    fn settle(&mut self, passes: &mut u32) -> Option<bool> {
        loop {
            *passes = passes.checked_sub(1)?;
            match self.pass() {
                Pass::Conflict => return Some(true),
                Pass::Changed => {}
                Pass::Open(_) | Pass::Model => break,
            }
        }
        let (mut start, mut kept, mut kept_clauses) = (0, 0, 0);
        for at in 0..self.ends.len() {
            let range = start..self.ends[at] as usize;
            start = range.end;
            let holds = |literal: &Lit| value(&self.values, *literal) == Value::True;
            if !self.literals[range.clone()].iter().any(holds) {
                let length = range.len();
                self.literals.copy_within(range, kept);
                kept += length;
                self.ends[kept_clauses] = kept as u32;
                kept_clauses += 1;
            }
        }
        self.literals.truncate(kept);
        self.ends.truncate(kept_clauses);
        Some(false)
    }

    fn search(&mut self, assumed: &[Lit], passes: &mut u32) -> Option<bool> {
        for &literal in assumed {
            match value(&self.values, literal) {
                Value::Open => self.assign(literal),
                Value::True => {}
                Value::False => return Some(false),
            }
        }
        loop {
            *passes = passes.checked_sub(1)?;
            match self.pass() {
                Pass::Changed => {}
                Pass::Model => return Some(true),
                Pass::Open(literal) => {
                    self.choices.push((self.trail.len(), literal));
                    self.assign(literal);
                }
                Pass::Conflict => {
                    let Some((before, literal)) = self.choices.pop() else {
                        return Some(false);
                    };
                    self.undo(before);
                    self.assign(!literal);
                }
            }
        }
    }

    fn pass(&mut self) -> Pass {
        let mut changed = false;
        let mut choice = None;
        let mut start = 0;
        for at in 0..self.ends.len() {
            let end = self.ends[at] as usize;
            let mut unknown: Option<Lit> = None;
            let (mut several, mut deniable, mut holds) = (false, false, false);
            for &literal in &self.literals[start..end] {
                match value(&self.values, literal) {
                    Value::True => {
                        holds = true;
                        break;
                    }
                    Value::False => {}
                    Value::Open => {
                        several |= unknown.is_some();
                        deniable |= !literal.sign();
                        unknown = unknown.or(Some(literal));
                    }
                }
            }
            start = end;
            match unknown {
                _ if holds => {}
                None => return Pass::Conflict,
                Some(literal) if !several => {
                    self.assign(literal);
                    changed = true;
                }
                Some(literal) if !deniable => choice = choice.or(Some(literal)),
                Some(_) => {}
            }
        }
        match choice {
            _ if changed => Pass::Changed,
            Some(literal) => Pass::Open(literal),
            None => Pass::Model,
        }
    }

    fn assign(&mut self, literal: Lit) {
        let variable = literal.var();
        self.values[variable.idx() as usize] = if literal.sign() {
            Value::True
        } else {
            Value::False
        };
        self.trail.push(variable);
    }

    fn undo(&mut self, before: usize) {
        for variable in self.trail.drain(before..) {
            self.values[variable.idx() as usize] = Value::Open;
        }
    }
}

fn value(values: &[Value], literal: Lit) -> Value {
    match (values[literal.var().idx() as usize], literal.sign()) {
        (Value::Open, _) => Value::Open,
        (Value::True, true) | (Value::False, false) => Value::True,
        (Value::True, false) | (Value::False, true) => Value::False,
    }
}
