//! Clauses with at most one positive literal, decided by the forward engine.
//!
//! Exact for the sets it takes: without functions, sameness and order, the engine's fixpoint is the least
//! model, and a set is contradictory when a clause without a head applies to it. What it cannot take it
//! leaves to the solver.

use crate::chain::{Chain, Pattern, Rule, VARIABLE as COLUMN};
use crate::clause::{APPLIED, Clause, Clauses, LESS, Literal, Source, UNIVERSE, VARIABLE};
use crate::decide::Known;
use crate::reason::Limits;
use crate::value::Name;

/// Whether these clauses, with the query and with its negation, are of this kind.
pub(crate) fn takes(clauses: &Clauses<'_>, members: &[u32]) -> bool {
    let mut said = [false; 2];
    for &member in members {
        let clause = clauses.clauses[member as usize];
        if !is_horn(clauses, &clause) {
            return false;
        }
        let side = match clause.source {
            Source::Theory(_) | Source::Truth => continue,
            Source::Query => 0,
            Source::Negated => 1,
        };
        said[side] |= says(clauses, &clause);
    }
    // One side only forbids and can be taken back; the other may say things, and comes last.
    !(said[0] && said[1])
}

/// Whether a clause is of this kind by itself.
fn is_horn(clauses: &Clauses<'_>, clause: &Clause) -> bool {
    let mut heads = 0;
    for literal in literals(clauses, clause) {
        heads += u32::from(!literal.negative);
        let args = literal.start as usize..(literal.start + literal.len) as usize;
        let applied = clauses.args[args].iter().any(|arg| arg & APPLIED != 0);
        if literal.predicate <= LESS || applied {
            return false;
        }
    }
    heads <= 1
}

fn literals<'c>(clauses: &'c Clauses<'_>, clause: &Clause) -> &'c [Literal] {
    &clauses.literals[clause.start as usize..(clause.start + clause.len) as usize]
}

/// Whether some clause speaks of everything there is: a variable stands in nothing that it asks for.
pub(crate) fn ranges(clauses: &Clauses<'_>) -> bool {
    let mut all = clauses.clauses.iter().filter(|clause| clause.variables > 0);
    all.any(|clause| {
        let mut bound = vec![false; clause.variables as usize];
        for literal in literals(clauses, clause).iter().filter(|l| l.negative) {
            for at in literal.start..literal.start + literal.len {
                let arg = clauses.args[at as usize];
                if arg & APPLIED == 0 && arg & VARIABLE != 0 {
                    bound[(arg & !VARIABLE) as usize] = true;
                }
            }
        }
        bound.contains(&false)
    })
}

/// Whether a clause concludes something, and does not only forbid.
fn says(clauses: &Clauses<'_>, clause: &Clause) -> bool {
    let mut literals = literals(clauses, clause).iter();
    literals.any(|literal| !literal.negative)
}

pub(crate) fn decide(clauses: &Clauses<'_>, members: &[u32], limits: &Limits) -> Option<Known> {
    let mut engine = Engine::new(clauses, members, limits);
    let of = |wanted: fn(&Source) -> bool| {
        let chosen = members.iter().copied();
        chosen
            .filter(|&member| wanted(&clauses.clauses[member as usize].source))
            .collect::<Vec<u32>>()
    };
    let theory = of(|source| matches!(source, Source::Theory(_)));
    let query = of(|source| *source == Source::Query);
    let negated = of(|source| *source == Source::Negated);
    let mut known = Known {
        theory: Some(engine.holds(&theory)?),
        with_query: None,
        with_negation: None,
    };
    if known.theory == Some(false) {
        return Some(known);
    }
    let mut asked = query
        .iter()
        .map(|&member| &clauses.clauses[member as usize]);
    if asked.any(|clause| says(clauses, clause)) {
        known.with_negation = Some(engine.holds_for_now(&negated)?);
        known.with_query = Some(engine.holds(&query)?);
    } else {
        known.with_query = Some(engine.holds_for_now(&query)?);
        known.with_negation = Some(engine.holds(&negated)?);
    }
    Some(known)
}

/// What the clauses of this kind show by themselves: a part without a model leaves the whole without one.
pub(crate) fn refute(clauses: &Clauses<'_>, members: &[u32], limits: &Limits) -> Known {
    let of_kind = |unwanted: Source| {
        let kept = members.iter().copied().filter(|&member| {
            let clause = clauses.clauses[member as usize];
            clause.source != unwanted && is_horn(clauses, &clause)
        });
        decide(clauses, &kept.collect::<Vec<u32>>(), limits)
    };
    let refuted = |found: Option<bool>| found.filter(|has_model| !has_model);
    let with_negation = of_kind(Source::Query);
    let with_query = of_kind(Source::Negated);
    Known {
        theory: with_query.and_then(|known| refuted(known.theory)),
        with_query: with_query.and_then(|known| refuted(known.with_query)),
        with_negation: with_negation.and_then(|known| refuted(known.with_negation)),
    }
}

/// The rows of a predicate in the least world; nothing inside when there is no world, and nothing at all
/// when it ran out.
pub(crate) fn rows(
    clauses: &Clauses<'_>,
    members: &[u32],
    predicate: u32,
    limits: &Limits,
) -> Option<Option<Vec<Vec<u32>>>> {
    let mut engine = Engine::new(clauses, members, limits);
    if !engine.holds(members)? {
        return Some(None);
    }
    let rows = engine
        .chain
        .tuples
        .rows(engine.relations[predicate as usize]);
    Some(Some(
        (0..rows.len()).map(|row| rows.row(row).to_vec()).collect(),
    ))
}

struct Engine<'c, 'a> {
    clauses: &'c Clauses<'a>,
    chain: Chain,
    relations: Vec<u32>,
    things: u32,
}

impl<'c, 'a> Engine<'c, 'a> {
    fn new(clauses: &'c Clauses<'a>, members: &[u32], limits: &Limits) -> Engine<'c, 'a> {
        let mut chain = Chain::with_limit(limits.steps);
        // The engine knows things by number only; the clauses' own numbers do.
        let relations = clauses
            .predicates
            .items
            .iter()
            .enumerate()
            .map(|(number, (_, arity))| {
                let name = Name::from(number.to_string());
                chain.tuples.relation(&name, *arity, false)
            })
            .collect();
        let mut things = clauses.constants.len() as u32;
        let mut used = vec![false; things as usize];
        for &member in members {
            for literal in literals(clauses, &clauses.clauses[member as usize]) {
                for at in literal.start..literal.start + literal.len {
                    let arg = clauses.args[at as usize];
                    if arg & VARIABLE == 0 {
                        used[arg as usize] = true;
                    }
                }
            }
        }
        let mut engine = Engine {
            clauses,
            chain,
            relations,
            things: 0,
        };
        if !used.contains(&true) {
            used.push(true);
            things += 1;
        }
        engine.things = things;
        for (number, is_used) in used.iter().enumerate() {
            if *is_used {
                let universe = engine.relations[UNIVERSE as usize];
                engine.chain.add(universe, &[number as u32]);
            }
        }
        engine
    }

    fn pattern(&self, literal: &Literal) -> Pattern {
        let args = literal.start as usize..(literal.start + literal.len) as usize;
        Pattern {
            relation: self.relations[literal.predicate as usize],
            columns: self.clauses.args[args]
                .iter()
                .map(|&arg| {
                    if arg & VARIABLE != 0 {
                        COLUMN | (arg & !VARIABLE)
                    } else {
                        arg
                    }
                })
                .collect(),
        }
    }

    /// Whether there is a model with these clauses too; nothing when it ran out.
    fn holds(&mut self, members: &[u32]) -> Option<bool> {
        for &member in members {
            self.add(member);
        }
        self.chain.run().ok()?;
        Some(self.chain.conflict.is_none())
    }

    /// The same for clauses that only forbid; afterwards they are forgotten.
    fn holds_for_now(&mut self, members: &[u32]) -> Option<bool> {
        let rules: Vec<u32> = members.iter().filter_map(|&at| self.add(at)).collect();
        let holds = self.chain.conflict.take().is_none();
        for rule in rules {
            self.chain.retire(rule);
        }
        Some(holds)
    }

    fn add(&mut self, member: u32) -> Option<u32> {
        let clause = self.clauses.clauses[member as usize];
        let literals = literals(self.clauses, &clause);
        let mut rule = Rule {
            source: member,
            ..Rule::default()
        };
        let mut bound = vec![false; clause.variables as usize];
        for literal in literals {
            let pattern = self.pattern(literal);
            if literal.negative {
                for &column in &pattern.columns {
                    if column & COLUMN != 0 {
                        bound[(column & !COLUMN) as usize] = true;
                    }
                }
                rule.body.push(pattern);
            } else {
                rule.head = Some(pattern);
            }
        }
        if let Some(head) = &rule.head
            && rule.body.is_empty()
            && head.columns.iter().all(|column| column & COLUMN == 0)
        {
            let head = rule.head.take()?;
            self.chain.add(head.relation, &head.columns);
            return None;
        }
        for (variable, is_bound) in bound.iter().enumerate() {
            if !is_bound {
                rule.body.push(Pattern {
                    relation: self.relations[UNIVERSE as usize],
                    columns: vec![COLUMN | variable as u32],
                });
            }
        }
        Some(self.chain.add_rule(rule))
    }
}
