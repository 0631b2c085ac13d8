//! Forward semantics and the closed world: formulas become facts and rules, the engine runs them, and a
//! query is looked up in what was derived.
//!
//! A formula that is neither a fact nor a rule is counted, never bent into one: an answer that could
//! depend on it says so. Each name is a thing of its own here.

pub(crate) mod evidence;
mod grounds;
mod layers;
mod query;

use crate::chain::{Chain, Pattern, Rule, VARIABLE};
use crate::clause::folded;
use crate::facts::{RelationId, RowId};
use crate::formula::{Comparison, Formula, Term};
use crate::reason::{How, Ran, World};
use crate::value::{Name, Value};

/// How many conjunctions the body of one formula may become.
const BODIES_MAX: usize = 64;
/// How many facts and rules one formula may become; beyond it is left aside like what is no rule.
const RULES_MAX: usize = 100_000;

/// What a set of formulas gives when it is run forwards.
#[derive(Clone, Debug)]
pub struct Run {
    pub chain: Chain,
    /// The formulas that are no facts and no rules, by place.
    pub skipped: Vec<u32>,
    pub ran_out: Option<Ran>,
    /// Of each given fact, the formula that gives it; in order.
    given: Vec<(RelationId, RowId, u32)>,
    universe: RelationId,
    world: World,
    things: u32,
    /// How much is looked at for one query.
    steps: u64,
}

/// What is met while a query is judged.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The query rests on an atom that was both said and denied.
    pub both: bool,
    /// How many more parts may be looked at. At zero, what was not looked at is unknown.
    pub left: u64,
}

#[derive(Clone, Default)]
struct Draft<'a> {
    rule: Rule,
    scope: Vec<(&'a Name, u32)>,
    variables: u32,
    never: bool,
}

impl Draft<'_> {
    /// Whether what follows is said of names and on no condition.
    fn is_empty(&self) -> bool {
        let Rule {
            body,
            absent,
            compared,
            ..
        } = &self.rule;
        let conditions = body.len() + absent.len() + compared.len();
        conditions == 0 && self.variables == 0 && !self.never
    }
}

/// A rule that says one thing of things with names. There may be very many, so little is kept of each.
struct Fact {
    relation: RelationId,
    source: u32,
    /// Where its columns begin.
    start: u32,
    /// How many rules were written before it.
    rules_before: u32,
}

struct Reader {
    chain: Chain,
    world: World,
    rules: Vec<Rule>,
    facts: Vec<Fact>,
    /// The columns of all facts.
    columns: Vec<u32>,
    universe: RelationId,
    uses_universe: bool,
    given: Vec<(RelationId, RowId, u32)>,
    /// How many facts and rules there may be behind the formula that is read.
    most: usize,
}

/// Runs a theory to its fixpoint. The query's things belong to the universe too.
pub fn run(theory: &[Formula], query: Option<&Formula>, how: &How) -> Run {
    let mut chain = Chain::with_limit(how.limits.steps);
    let universe = chain.tuples.relation(&Name::new("\u{1}universe"), 1, false);
    let mut reader = Reader {
        chain,
        world: how.world,
        rules: Vec::new(),
        facts: Vec::new(),
        columns: Vec::new(),
        universe,
        uses_universe: false,
        given: Vec::new(),
        most: 0,
    };
    let mut skipped = Vec::new();
    for (at, formula) in theory.iter().enumerate() {
        let draft = Draft {
            rule: Rule {
                source: at as u32,
                ..Rule::default()
            },
            ..Draft::default()
        };
        let rules_before = reader.rules.len();
        let facts_before = reader.facts.len();
        reader.most = rules_before + facts_before + RULES_MAX;
        if reader.head(formula, true, &draft).is_none() {
            // All of it or nothing of it.
            reader.rules.truncate(rules_before);
            reader.facts.truncate(facts_before);
            skipped.push(at as u32);
            // It speaks of its things all the same.
            formula.visit_terms(&mut |term| reader.mention(term));
        }
    }
    if let Some(query) = query {
        query.visit_terms(&mut |term| {
            if let Term::Constant(value) = term {
                reader.chain.tuples.thing(value);
            }
        });
    }
    let things = reader.chain.tuples.thing_count();
    if reader.uses_universe {
        for thing in 0..things {
            reader.chain.add(universe, &[thing]);
        }
    }
    let ran_out = reader.run(how.limits.steps);
    Run {
        chain: reader.chain,
        skipped,
        ran_out,
        given: reader.given,
        universe,
        world: how.world,
        things,
        steps: how.limits.steps,
    }
}

impl Reader {
    /// Rules in layers: a rule that needs something absent comes after everything that could derive it.
    fn run(&mut self, steps: u64) -> Option<Ran> {
        let count = self.chain.tuples.relation_count() as usize;
        let Some(layer) = layers::of(&self.rules, count) else {
            return Some(Ran::Circular);
        };
        let last = layer.iter().copied().max().unwrap_or(0);
        // Each layer goes over all relations.
        if (last as u64).saturating_mul(count as u64) > steps {
            return Some(Ran::Steps);
        }
        let rules = std::mem::take(&mut self.rules);
        let facts = std::mem::take(&mut self.facts);
        // Of each layer its facts and rules, in the order they were said.
        let mut facts_of: Vec<Vec<&Fact>> = vec![Vec::new(); last + 1];
        for fact in &facts {
            facts_of[layer[fact.relation as usize]].push(fact);
        }
        let mut rules_of: Vec<Vec<u32>> = vec![Vec::new(); last + 1];
        for (number, rule) in rules.iter().enumerate() {
            let head = rule.head.as_ref();
            let own = head.map_or(last, |head| layer[head.relation as usize]);
            rules_of[own].push(number as u32);
        }
        let mut ran_out = None;
        for (own_facts, own_rules) in facts_of.iter().zip(&rules_of) {
            let mut own_facts = own_facts.iter().peekable();
            for &number in own_rules {
                while let Some(fact) = own_facts.next_if(|fact| fact.rules_before <= number) {
                    self.give(fact);
                }
                self.chain.add_rule(rules[number as usize].clone());
            }
            own_facts.for_each(|fact| self.give(fact));
            ran_out = ran_out.or(self.chain.run().err());
        }
        self.given.sort();
        ran_out
    }

    fn give(&mut self, fact: &Fact) {
        let rows = self.chain.tuples.rows(fact.relation);
        let (row, arity) = (rows.len(), rows.arity());
        let columns = fact.start as usize..fact.start as usize + arity as usize;
        if self.chain.add(fact.relation, &self.columns[columns]) {
            self.given.push((fact.relation, row, fact.source));
        }
    }

    fn is_full(&self) -> bool {
        self.rules.len() + self.facts.len() >= self.most
    }

    /// A thing that is spoken of belongs to the universe, so does a sum and what it is the sum of.
    fn mention(&mut self, term: &Term) {
        match term {
            Term::Constant(value) => {
                self.chain.tuples.thing(value);
            }
            Term::Arithmetic(..) => {
                if let Some(value) = folded(term) {
                    self.chain.tuples.thing(&value);
                }
            }
            Term::Variable(_)
            | Term::Attribute { .. }
            | Term::Function { .. }
            | Term::Count { .. }
            | Term::Size(_)
            | Term::Now
            | Term::Today
            | Term::Unresolved(_, _) => {}
        }
    }

    fn head<'a>(&mut self, formula: &'a Formula, positive: bool, draft: &Draft<'a>) -> Option<()> {
        match (formula, positive) {
            (Formula::Constant(truth), _) => (*truth == positive).then_some(()),
            (Formula::Not(body), _) => self.head(body, !positive, draft),
            (Formula::And(parts), true) | (Formula::Or(parts), false) => {
                for part in parts {
                    self.head(part, positive, draft)?;
                }
                Some(())
            }
            (Formula::And(parts), false) | (Formula::Or(parts), true) => match &parts[..] {
                [only] => self.head(only, positive, draft),
                [] | [_, _, ..] => None,
            },
            (Formula::Implies(left, right), true) => {
                for inner in self.bodies(left, true, draft)? {
                    self.head(right, true, &inner)?;
                }
                Some(())
            }
            (Formula::Implies(left, right), false) => {
                self.head(left, true, draft)?;
                self.head(right, false, draft)
            }
            (Formula::Iff(left, right), true) => {
                for inner in self.bodies(left, true, draft)? {
                    self.head(right, true, &inner)?;
                }
                for inner in self.bodies(right, true, draft)? {
                    self.head(left, true, &inner)?;
                }
                Some(())
            }
            (
                Formula::Forall {
                    variable,
                    sort,
                    body,
                },
                true,
            )
            | (
                Formula::Exists {
                    variable,
                    sort,
                    body,
                },
                false,
            ) => {
                let inner = self.bound(variable, sort.as_ref(), draft);
                self.head(body, positive, &inner)
            }
            (
                Formula::Atom {
                    predicate,
                    arguments,
                },
                _,
            ) => {
                if draft.is_empty() {
                    return self.fact(predicate, arguments, !positive, draft);
                }
                let head = self.pattern(predicate, arguments, !positive, draft)?;
                self.conclude(head, draft)
            }
            (
                Formula::Iff(..)
                | Formula::Xor(..)
                | Formula::Exists { .. }
                | Formula::Forall { .. }
                | Formula::Compare(..)
                | Formula::In(..)
                | Formula::Member(..)
                | Formula::IsNull(_)
                | Formula::IsKnown(_)
                | Formula::Truth(_),
                _,
            ) => None,
        }
    }

    fn fact(
        &mut self,
        predicate: &Name,
        arguments: &[Term],
        denied: bool,
        draft: &Draft<'_>,
    ) -> Option<()> {
        if self.is_full() {
            return None;
        }
        let start = self.columns.len();
        for argument in arguments {
            let column = self.column(argument, draft)?;
            self.columns.push(column);
        }
        let relation = self.relation(predicate, arguments.len() as u32, denied);
        self.facts.push(Fact {
            relation,
            source: draft.rule.source,
            start: start as u32,
            rules_before: self.rules.len() as u32,
        });
        Some(())
    }

    /// Of many facts in a row nearly all are of one relation.
    fn relation(&mut self, predicate: &Name, arity: u32, denied: bool) -> RelationId {
        let tuples = &mut self.chain.tuples;
        if let Some(last) = self.facts.last()
            && let Some(known) = tuples.signature(last.relation)
            && (known.arity, known.denied) == (arity, denied)
            && known.predicate == *predicate
        {
            return last.relation;
        }
        tuples.relation(predicate, arity, denied)
    }

    fn conclude(&mut self, head: Pattern, draft: &Draft<'_>) -> Option<()> {
        if draft.never {
            return Some(());
        }
        if self.is_full() {
            return None;
        }
        let mut rule = draft.rule.clone();
        let mut bound = vec![false; draft.variables as usize];
        for pattern in &rule.body {
            for &column in &pattern.columns {
                if column & VARIABLE != 0 {
                    bound[(column & !VARIABLE) as usize] = true;
                }
            }
        }
        let mut needed = vec![false; draft.variables as usize];
        let compared = rule.compared.iter();
        let compared = compared.flat_map(|(_, left, right)| [*left, *right]);
        let absent = rule.absent.iter();
        let absent = absent.flat_map(|pattern| pattern.columns.iter().copied());
        for column in head.columns.iter().copied().chain(absent).chain(compared) {
            if column & VARIABLE != 0 {
                needed[(column & !VARIABLE) as usize] = true;
            }
        }
        for variable in 0..draft.variables {
            if needed[variable as usize] && !bound[variable as usize] {
                self.uses_universe = true;
                rule.body.push(Pattern {
                    relation: self.universe,
                    columns: vec![VARIABLE | variable],
                });
            }
        }
        rule.head = Some(head);
        self.rules.push(rule);
        Some(())
    }

    fn bound<'a>(
        &mut self,
        variable: &'a Name,
        sort: Option<&'a Name>,
        draft: &Draft<'a>,
    ) -> Draft<'a> {
        let mut inner = draft.clone();
        let number = inner.variables;
        inner.variables += 1;
        inner.scope.push((variable, number));
        if let Some(sort) = sort {
            let relation = self.chain.tuples.relation(sort, 1, false);
            inner.rule.body.push(Pattern {
                relation,
                columns: vec![VARIABLE | number],
            });
        }
        inner
    }

    fn pattern(
        &mut self,
        predicate: &Name,
        arguments: &[Term],
        denied: bool,
        draft: &Draft<'_>,
    ) -> Option<Pattern> {
        let columns: Option<Vec<u32>> = arguments
            .iter()
            .map(|argument| self.column(argument, draft))
            .collect();
        let columns = columns?;
        let arity = columns.len() as u32;
        Some(Pattern {
            relation: self.chain.tuples.relation(predicate, arity, denied),
            columns,
        })
    }

    fn column(&mut self, term: &Term, draft: &Draft<'_>) -> Option<u32> {
        match term {
            Term::Variable(name) => {
                let mut scope = draft.scope.iter().rev();
                let (_, number) = scope.find(|(bound, _)| *bound == name)?;
                Some(VARIABLE | number)
            }
            Term::Constant(value) => Some(self.chain.tuples.thing(value)),
            Term::Arithmetic(..) => {
                term.visit(&mut |part| self.mention(part));
                let value = folded(term)?;
                Some(self.chain.tuples.thing(&value))
            }
            Term::Attribute { .. }
            | Term::Function { .. }
            | Term::Count { .. }
            | Term::Size(_)
            | Term::Now
            | Term::Today
            | Term::Unresolved(_, _) => None,
        }
    }

    /// The conjunctions a formula is the disjunction of, each added to the draft.
    fn bodies<'a>(
        &mut self,
        formula: &'a Formula,
        positive: bool,
        draft: &Draft<'a>,
    ) -> Option<Vec<Draft<'a>>> {
        match (formula, positive) {
            (Formula::Constant(truth), _) => {
                let mut inner = draft.clone();
                inner.never |= *truth != positive;
                Some(vec![inner])
            }
            (Formula::Not(body), _) => self.bodies(body, !positive, draft),
            (Formula::And(parts), true) | (Formula::Or(parts), false) => {
                let mut drafts = vec![draft.clone()];
                for part in parts {
                    drafts = self.each(part, positive, &drafts)?;
                }
                Some(drafts)
            }
            (Formula::And(parts), false) | (Formula::Or(parts), true) => {
                let mut drafts = Vec::new();
                for part in parts {
                    drafts.extend(self.bodies(part, positive, draft)?);
                    if drafts.len() > BODIES_MAX {
                        return None;
                    }
                }
                Some(drafts)
            }
            (Formula::Implies(left, right), true) => {
                let mut drafts = self.bodies(left, false, draft)?;
                drafts.extend(self.bodies(right, true, draft)?);
                Some(drafts)
            }
            (Formula::Implies(left, right), false) => {
                let drafts = self.bodies(left, true, draft)?;
                self.each(right, false, &drafts)
            }
            (Formula::Iff(left, right), _) => self.alike(left, right, positive, draft),
            (Formula::Xor(left, right), _) => self.alike(left, right, !positive, draft),
            (
                Formula::Exists {
                    variable,
                    sort,
                    body,
                },
                true,
            )
            | (
                Formula::Forall {
                    variable,
                    sort,
                    body,
                },
                false,
            ) => {
                let inner = self.bound(variable, sort.as_ref(), draft);
                let mut drafts = self.bodies(body, positive, &inner)?;
                // The name means this variable only inside; the variable itself stays.
                for finished in &mut drafts {
                    finished.scope.truncate(draft.scope.len());
                }
                Some(drafts)
            }
            (
                Formula::Atom {
                    predicate,
                    arguments,
                },
                _,
            ) => {
                let mut inner = draft.clone();
                let closed = self.world == World::Closed;
                let denied = !positive && !closed;
                let pattern = self.pattern(predicate, arguments, denied, draft)?;
                if positive || denied {
                    inner.rule.body.push(pattern);
                } else {
                    inner.rule.absent.push(pattern);
                }
                Some(vec![inner])
            }
            (Formula::IsNull(term), _) => {
                let mut inner = draft.clone();
                let subject = self.column(term, draft)?;
                let none = self.chain.tuples.thing(&Value::Null);
                let comparison = if positive {
                    Comparison::Equal
                } else {
                    Comparison::NotEqual
                };
                inner.rule.compared.push((comparison, subject, none));
                Some(vec![inner])
            }
            (Formula::Compare(comparison, left, right), _) => {
                let mut inner = draft.clone();
                let left = self.column(left, draft)?;
                let right = self.column(right, draft)?;
                let comparison = if positive {
                    *comparison
                } else {
                    negated(*comparison)
                };
                inner.rule.compared.push((comparison, left, right));
                Some(vec![inner])
            }
            (
                Formula::Exists { .. }
                | Formula::Forall { .. }
                | Formula::In(..)
                | Formula::Member(..)
                | Formula::IsKnown(_)
                | Formula::Truth(_),
                _,
            ) => None,
        }
    }

    fn alike<'a>(
        &mut self,
        left: &'a Formula,
        right: &'a Formula,
        alike: bool,
        draft: &Draft<'a>,
    ) -> Option<Vec<Draft<'a>>> {
        let both = self.bodies(left, true, draft)?;
        let mut drafts = self.each(right, alike, &both)?;
        let neither = self.bodies(left, false, draft)?;
        drafts.extend(self.each(right, !alike, &neither)?);
        Some(drafts)
    }

    fn each<'a>(
        &mut self,
        formula: &'a Formula,
        positive: bool,
        drafts: &[Draft<'a>],
    ) -> Option<Vec<Draft<'a>>> {
        let mut all = Vec::new();
        for draft in drafts {
            all.extend(self.bodies(formula, positive, draft)?);
            if all.len() > BODIES_MAX {
                return None;
            }
        }
        Some(all)
    }
}

fn negated(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::GreaterOrEqual,
        Comparison::LessOrEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessOrEqual,
        Comparison::GreaterOrEqual => Comparison::Less,
    }
}
