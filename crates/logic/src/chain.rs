//! The forward engine: rules given at run time, over interned tuples, to their fixpoint.
//!
//! Each new tuple is joined once with what was there before, so adding one fact costs what it adds and
//! nothing is ever recomputed. Every derived tuple remembers the rule and the rows it came from. Rules
//! only add: what a rule needs to be absent must be complete before the rule is given.

use crate::facts::{RelationId, RowId, ThingId, Tuples};
use crate::formula::Comparison;
use crate::reason::Ran;
use crate::truth::Truth;
use crate::value::Value;
use std::cmp::Ordering;

/// In a pattern, a variable is this bit and its number; anything else is a thing.
pub const VARIABLE: u32 = 1 << 31;
/// How many rows may be tried for each tuple that may be made.
const LOOKS: u64 = 10;
const UNBOUND: u32 = u32::MAX;
const GIVEN: u32 = u32::MAX;

pub type RuleId = u32;

/// A relation and what stands in its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub relation: RelationId,
    pub columns: Vec<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    pub body: Vec<Pattern>,
    /// What must not be there. Its variables stand in the body.
    pub absent: Vec<Pattern>,
    /// Comparisons between columns. Their variables stand in the body.
    pub compared: Vec<(Comparison, u32, u32)>,
    /// What follows; nothing for a rule that forbids its body.
    pub head: Option<Pattern>,
    /// Where it was written: the place of its formula.
    pub source: u32,
}

#[derive(Clone, Debug)]
enum Find {
    /// All columns are known: is it there?
    Present,
    /// By the thing in an indexed column.
    Indexed {
        index: u32,
        column: u32,
    },
    All,
}

#[derive(Clone, Debug)]
struct Step {
    position: u32,
    find: Find,
}

/// The order in which the rest of a body is joined once one of its patterns is matched.
#[derive(Clone, Debug)]
struct Plan {
    rule: RuleId,
    position: u32,
    steps: Vec<Step>,
}

/// Rows of one relation that one rule derived in a row.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: RowId,
    rule: u32,
    bodies: u64,
}

#[derive(Clone, Debug, Default)]
struct Derived {
    runs: Vec<Run>,
    bodies: Vec<u32>,
}

/// Why a tuple is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    Given,
    Rule {
        rule: RuleId,
        body: Vec<(RelationId, RowId)>,
    },
}

/// What may not be, and is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// A tuple is both said and denied.
    Opposed {
        relation: RelationId,
        row: RowId,
        opposite: RelationId,
        opposite_row: RowId,
    },
    /// A rule forbids these rows together.
    Forbidden {
        rule: RuleId,
        body: Vec<(RelationId, RowId)>,
    },
}

#[derive(Clone, Debug, Default)]
pub struct Chain {
    pub tuples: Tuples,
    rules: Vec<Rule>,
    variables: Vec<u32>,
    plans: Vec<Vec<Plan>>,
    derived: Vec<Derived>,
    /// For each relation, the rows that have been joined with everything older.
    done: Vec<u32>,
    opposites: Vec<Option<RelationId>>,
    pub conflict: Option<Conflict>,
    limit: Option<u64>,
    total: u64,
    looked: u64,
    binding: Vec<u32>,
    chosen: Vec<u32>,
    tuple: Vec<u32>,
}

impl Chain {
    pub fn new() -> Chain {
        Chain::default()
    }

    /// Stops after so many tuples, or [`LOOKS`] times as many rows that were tried.
    pub fn with_limit(limit: u64) -> Chain {
        Chain {
            limit: Some(limit),
            ..Chain::default()
        }
    }

    fn is_spent(&self) -> bool {
        self.limit
            .is_some_and(|limit| self.total > limit || self.looked / LOOKS > limit)
    }

    /// Relations are known to the engine once it has been told; call it after new ones were named.
    fn grow(&mut self) {
        let count = self.tuples.relation_count() as usize;
        while self.derived.len() < count {
            self.derived.push(Derived::default());
            self.plans.push(Vec::new());
            self.done.push(0);
            let opposite = self.tuples.opposite(self.opposites.len() as u32);
            self.opposites.push(opposite);
            if let Some(opposite) = opposite
                && let Some(known) = self.opposites.get_mut(opposite as usize)
            {
                *known = Some(self.derived.len() as u32 - 1);
            }
        }
    }

    pub fn rule(&self, rule: RuleId) -> Option<&Rule> {
        self.rules.get(rule as usize)
    }

    /// Adds a given fact; false when it was there. Call [`Chain::run`] to see what follows.
    pub fn add(&mut self, relation: RelationId, tuple: &[ThingId]) -> bool {
        self.grow();
        match self.tuples.insert(relation, tuple) {
            Some(row) => {
                self.total += 1;
                self.note(relation, row, GIVEN, 0);
                self.oppose(relation, row, tuple);
                true
            }
            None => false,
        }
    }

    fn oppose(&mut self, relation: RelationId, row: RowId, tuple: &[ThingId]) {
        if let Some(opposite) = self.opposites[relation as usize]
            && self.conflict.is_none()
            && self.tuples.rows(opposite).contains(tuple)
            && let Some(opposite_row) = self.tuples.rows(opposite).find(tuple)
        {
            self.conflict = Some(Conflict::Opposed {
                relation,
                row,
                opposite,
                opposite_row,
            });
        }
    }

    #[inline]
    fn note(&mut self, relation: RelationId, row: RowId, rule: u32, body: usize) {
        let derived = &mut self.derived[relation as usize];
        if derived.runs.last().is_none_or(|run| run.rule != rule) {
            derived.runs.push(Run {
                first: row,
                rule,
                bodies: derived.bodies.len() as u64,
            });
        }
        derived.bodies.extend_from_slice(&self.chosen[..body]);
    }

    /// Adds a rule. It applies to everything there is at the next [`Chain::run`].
    pub fn add_rule(&mut self, rule: Rule) -> RuleId {
        self.grow();
        let number = self.rules.len() as u32;
        let mut variables = 0;
        let head = rule.head.iter();
        for pattern in rule.body.iter().chain(&rule.absent).chain(head) {
            for &column in &pattern.columns {
                if column & VARIABLE != 0 {
                    variables = variables.max((column & !VARIABLE) + 1);
                }
            }
        }
        for (_, left, right) in &rule.compared {
            for side in [left, right] {
                if side & VARIABLE != 0 {
                    variables = variables.max((side & !VARIABLE) + 1);
                }
            }
        }
        for position in 0..rule.body.len() {
            let steps = self.plan(&rule, position, variables);
            self.plans[rule.body[position].relation as usize].push(Plan {
                rule: number,
                position: position as u32,
                steps,
            });
        }
        self.rules.push(rule);
        self.variables.push(variables);
        self.apply_to_known(number);
        number
    }

    /// The rule applies to nothing from now on; what it derived stays.
    pub fn retire(&mut self, rule: RuleId) {
        for plans in &mut self.plans {
            plans.retain(|plan| plan.rule != rule);
        }
    }

    fn plan(&mut self, rule: &Rule, first: usize, variables: u32) -> Vec<Step> {
        let mut known = vec![false; variables as usize];
        let mut left: Vec<usize> = (0..rule.body.len()).filter(|&at| at != first).collect();
        let mark = |known: &mut Vec<bool>, pattern: &Pattern| {
            for &column in &pattern.columns {
                if column & VARIABLE != 0 {
                    known[(column & !VARIABLE) as usize] = true;
                }
            }
        };
        mark(&mut known, &rule.body[first]);
        let mut steps = Vec::new();
        while !left.is_empty() {
            let is_known =
                |column: &u32| column & VARIABLE == 0 || known[(column & !VARIABLE) as usize];
            let score = |at: &usize| {
                let columns = &rule.body[*at].columns;
                let unknown = columns.iter().filter(|column| !is_known(column)).count();
                (unknown == columns.len() && unknown > 0, unknown, *at)
            };
            let Some(best) = left.iter().copied().min_by_key(score) else {
                break;
            };
            let pattern = &rule.body[best];
            // A relation of two or more columns can say which row; one of one column cannot, so its
            // row is found through an index.
            let find = if pattern.columns.len() != 1 && pattern.columns.iter().all(is_known) {
                Find::Present
            } else {
                match pattern.columns.iter().position(is_known) {
                    Some(column) => Find::Indexed {
                        index: self.tuples.index(pattern.relation, column as u32),
                        column: column as u32,
                    },
                    None => Find::All,
                }
            };
            steps.push(Step {
                position: best as u32,
                find,
            });
            mark(&mut known, pattern);
            left.retain(|&at| at != best);
        }
        steps
    }

    /// A new rule meets the rows that were joined before it came.
    fn apply_to_known(&mut self, number: RuleId) {
        let rule = self.rules[number as usize].clone();
        self.binding.clear();
        self.binding
            .resize(self.variables[number as usize] as usize, UNBOUND);
        self.chosen.clear();
        self.chosen.resize(rule.body.len(), 0);
        let Some(first) = rule.body.first() else {
            self.conclude(&rule, number);
            return;
        };
        let relation = first.relation;
        let end = self.done[relation as usize];
        let plan = self.plans[relation as usize]
            .iter()
            .find(|plan| plan.rule == number && plan.position == 0)
            .cloned();
        if let Some(plan) = plan {
            self.join_range(&rule, &plan, 0, end, true);
        }
    }

    /// Joins until nothing new follows. An error says what ran out; what was derived so far stands.
    pub fn run(&mut self) -> Result<(), Ran> {
        self.grow();
        loop {
            let mut moved = false;
            for relation in 0..self.done.len() as u32 {
                let (start, end) = (
                    self.done[relation as usize],
                    self.tuples.rows(relation).len(),
                );
                if start == end {
                    continue;
                }
                moved = true;
                let plans = std::mem::take(&mut self.plans[relation as usize]);
                // From here on these rows count as known, so that a rule that meets its own
                // relation twice finds them.
                self.done[relation as usize] = end;
                for plan in &plans {
                    let rule = std::mem::take(&mut self.rules[plan.rule as usize]);
                    self.binding.clear();
                    self.binding
                        .resize(self.variables[plan.rule as usize] as usize, UNBOUND);
                    self.chosen.clear();
                    self.chosen.resize(rule.body.len(), 0);
                    self.join_range(&rule, plan, start, end, false);
                    self.rules[plan.rule as usize] = rule;
                }
                self.plans[relation as usize] = plans;
                if self.is_spent() {
                    return Err(Ran::Steps);
                }
            }
            if !moved {
                return Ok(());
            }
        }
    }

    /// All uses of a rule with a row of this range at the plan's position. Patterns before it take older
    /// rows of the same relation only, so that each use is made once.
    fn join_range(&mut self, rule: &Rule, plan: &Plan, start: RowId, end: RowId, all: bool) {
        let position = plan.position as usize;
        let pattern = &rule.body[position];
        if plan.steps.is_empty()
            && rule.absent.is_empty()
            && rule.compared.is_empty()
            && let Some(head) = &rule.head
            && pattern.columns == [VARIABLE]
            && head.columns == [VARIABLE]
        {
            self.copy_range(plan.rule, pattern.relation, head.relation, start, end);
            return;
        }
        let window = Window {
            relation: pattern.relation,
            position: plan.position,
            start: if all { end } else { start },
        };
        for row in start..end {
            if self.is_spent() {
                return;
            }
            self.binding.fill(UNBOUND);
            if self.matches(pattern, row) {
                self.chosen[position] = row;
                self.join(rule, plan, 0, window);
            }
        }
    }

    /// `head(x) <- body(x)`, the most common rule of all.
    fn copy_range(
        &mut self,
        rule: RuleId,
        from: RelationId,
        to: RelationId,
        start: RowId,
        end: RowId,
    ) {
        for row in start..end {
            let thing = self.tuples.rows(from).row(row)[0];
            if let Some(new) = self.tuples.insert(to, &[thing]) {
                self.total += 1;
                self.chosen[0] = row;
                self.note(to, new, rule, 1);
                if self.opposites[to as usize].is_some() {
                    self.oppose(to, new, &[thing]);
                }
            }
            if self.is_spent() {
                return;
            }
        }
    }

    #[inline]
    fn matches(&mut self, pattern: &Pattern, row: RowId) -> bool {
        let cells = self.tuples.rows(pattern.relation).row(row);
        for (&column, &cell) in pattern.columns.iter().zip(cells) {
            if column & VARIABLE == 0 {
                if column != cell {
                    return false;
                }
                continue;
            }
            let bound = &mut self.binding[(column & !VARIABLE) as usize];
            if *bound == UNBOUND {
                *bound = cell;
            } else if *bound != cell {
                return false;
            }
        }
        true
    }

    #[inline]
    fn value(&self, column: u32) -> u32 {
        if column & VARIABLE == 0 {
            column
        } else {
            self.binding[(column & !VARIABLE) as usize]
        }
    }

    fn join(&mut self, rule: &Rule, plan: &Plan, depth: usize, window: Window) {
        let Some(step) = plan.steps.get(depth) else {
            self.conclude(rule, plan.rule);
            return;
        };
        let position = step.position as usize;
        let pattern = &rule.body[position];
        let end = if pattern.relation == window.relation && step.position < window.position {
            window.start
        } else {
            self.done[pattern.relation as usize]
        };
        match step.find {
            Find::Present => {
                let mut tuple = std::mem::take(&mut self.tuple);
                tuple.clear();
                tuple.extend(pattern.columns.iter().map(|&column| self.value(column)));
                let found = self.tuples.rows(pattern.relation).find(&tuple);
                self.tuple = tuple;
                if let Some(row) = found
                    && row < end
                {
                    self.chosen[position] = row;
                    self.join(rule, plan, depth + 1, window);
                }
            }
            Find::Indexed { index, column } => {
                let thing = self.value(pattern.columns[column as usize]);
                let mut next = self.tuples.rows(pattern.relation).newest(index, thing);
                while let Some(row) = next {
                    if row < end {
                        self.try_row(rule, plan, depth, window, row);
                    }
                    next = self.tuples.rows(pattern.relation).older(index, row);
                }
            }
            Find::All => {
                for row in 0..end {
                    self.try_row(rule, plan, depth, window, row);
                }
            }
        }
    }

    fn try_row(&mut self, rule: &Rule, plan: &Plan, depth: usize, window: Window, row: RowId) {
        self.looked += 1;
        if self.is_spent() {
            return;
        }
        let position = plan.steps[depth].position as usize;
        let pattern = &rule.body[position];
        if pattern.columns.len() > 64 {
            let saved = self.binding.clone();
            if self.matches(pattern, row) {
                self.chosen[position] = row;
                self.join(rule, plan, depth + 1, window);
            }
            self.binding = saved;
            return;
        }
        // Which variables this row binds is in the pattern: those that are unbound now.
        let mut bound_here: u64 = 0;
        for (at, &column) in pattern.columns.iter().enumerate() {
            if column & VARIABLE != 0 && self.binding[(column & !VARIABLE) as usize] == UNBOUND {
                bound_here |= 1 << at;
            }
        }
        if self.matches(pattern, row) {
            self.chosen[position] = row;
            self.join(rule, plan, depth + 1, window);
        }
        for (at, &column) in pattern.columns.iter().enumerate() {
            if bound_here >> at & 1 == 1 {
                self.binding[(column & !VARIABLE) as usize] = UNBOUND;
            }
        }
    }

    fn conclude(&mut self, rule: &Rule, number: RuleId) {
        for (comparison, left, right) in &rule.compared {
            let (left, right) = (self.value(*left), self.value(*right));
            if !self.compare(*comparison, left, right).is_true() {
                return;
            }
        }
        let mut tuple = std::mem::take(&mut self.tuple);
        let mut allowed = true;
        for pattern in &rule.absent {
            tuple.clear();
            tuple.extend(pattern.columns.iter().map(|&column| self.value(column)));
            allowed &= !self.tuples.rows(pattern.relation).contains(&tuple);
        }
        if allowed {
            match &rule.head {
                Some(head) => {
                    tuple.clear();
                    tuple.extend(head.columns.iter().map(|&column| self.value(column)));
                    if let Some(row) = self.tuples.insert(head.relation, &tuple) {
                        self.total += 1;
                        self.note(head.relation, row, number, rule.body.len());
                        self.oppose(head.relation, row, &tuple);
                    }
                }
                None => {
                    if self.conflict.is_none() {
                        let body = self.used(rule);
                        self.conflict = Some(Conflict::Forbidden { rule: number, body });
                    }
                }
            }
        }
        self.tuple = tuple;
    }

    fn used(&self, rule: &Rule) -> Vec<(RelationId, RowId)> {
        let rows = rule.body.iter().zip(&self.chosen);
        rows.map(|(pattern, &row)| (pattern.relation, row))
            .collect()
    }

    /// How two things compare: things that have no order are only the same or not.
    pub fn compare(&self, comparison: Comparison, left: ThingId, right: ThingId) -> Truth {
        let values = self.tuples.value(left).zip(self.tuples.value(right));
        let order = values.and_then(|(left, right)| order(left, right));
        judged(comparison, left == right, order)
    }

    /// Why a tuple is there.
    pub fn why(&self, relation: RelationId, row: RowId) -> Option<Reason> {
        let derived = self.derived.get(relation as usize)?;
        if row >= self.tuples.rows(relation).len() {
            return None;
        }
        let at = derived.runs.partition_point(|run| run.first <= row);
        let run = derived.runs.get(at.checked_sub(1)?)?;
        if run.rule == GIVEN {
            return Some(Reason::Given);
        }
        let rule = &self.rules[run.rule as usize];
        let length = rule.body.len();
        let start = run.bodies as usize + (row - run.first) as usize * length;
        let rows = &derived.bodies[start..start + length];
        let body = rule.body.iter().zip(rows);
        Some(Reason::Rule {
            rule: run.rule,
            body: body
                .map(|(pattern, &row)| (pattern.relation, row))
                .collect(),
        })
    }

    /// The memory of tuples, indexes and derivations.
    pub fn bytes(&self) -> usize {
        let derived = self.derived.iter();
        let derived: usize = derived
            .map(|kept| {
                kept.bodies.capacity() * 4 + kept.runs.capacity() * std::mem::size_of::<Run>()
            })
            .sum();
        self.tuples.bytes() + derived
    }
}

pub(crate) fn compare(comparison: Comparison, left: &Value, right: &Value) -> Truth {
    judged(comparison, left == right, order(left, right))
}

fn order(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => Some(left.cmp(right)),
        (Value::Date(left), Value::Date(right)) => Some(left.cmp(right)),
        (Value::Instant(left), Value::Instant(right)) => Some(left.cmp(right)),
        (_, _) => None,
    }
}

fn judged(comparison: Comparison, same: bool, order: Option<Ordering>) -> Truth {
    let order = order.or(same.then_some(Ordering::Equal));
    let with = |holds: fn(Ordering) -> bool| {
        order.map_or(Truth::Unknown, |order| Truth::from(holds(order)))
    };
    match comparison {
        Comparison::Equal => Truth::from(same),
        Comparison::NotEqual => Truth::from(!same),
        Comparison::Less => with(Ordering::is_lt),
        Comparison::Greater => with(Ordering::is_gt),
        Comparison::LessOrEqual => with(Ordering::is_le),
        Comparison::GreaterOrEqual => with(Ordering::is_ge),
    }
}

/// The rows that are new in this round, and where they stand.
#[derive(Clone, Copy)]
struct Window {
    relation: RelationId,
    position: u32,
    start: RowId,
}
