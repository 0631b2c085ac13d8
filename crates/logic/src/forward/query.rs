//! What was derived about a query, and how.

use super::{Run, Seen};
use crate::arithmetic::computed;
use crate::chain::{Conflict, Pattern, Reason, Rule, VARIABLE, compare};
use crate::facts::{RelationId, RowId};
use crate::formula::{Formula, Term};
use crate::proof::{Derivation, Said, Step};
use crate::reason::World;
use crate::truth::Truth;
use crate::value::{Name, Value};
use std::collections::BTreeMap;

impl Run {
    /// The contradiction that was met first, if any.
    pub fn conflict(&self) -> Option<&Conflict> {
        self.chain.conflict.as_ref()
    }

    /// The row that says (or denies) a ground atom.
    pub fn find(
        &self,
        predicate: &Name,
        arguments: &[Term],
        denied: bool,
    ) -> Option<(RelationId, RowId)> {
        let tuple = self.tuple(arguments, &[])?;
        let tuples = &self.chain.tuples;
        let relation = tuples.known_relation(predicate, tuple.len() as u32, denied)?;
        let row = tuples.rows(relation).find(&tuple)?;
        Some((relation, row))
    }

    /// How a tuple was derived, step by step, each step once; it comes last.
    pub fn derivation(&self, relation: RelationId, row: RowId) -> Option<Derivation> {
        let mut done: BTreeMap<(RelationId, RowId), usize> = BTreeMap::new();
        let mut steps = Vec::new();
        let mut open = vec![(relation, row)];
        // A tuple's reasons are older than it, so this ends.
        while let Some(&tuple) = open.last() {
            if done.contains_key(&tuple) {
                open.pop();
                continue;
            }
            let (premise, body, absent) = match self.chain.why(tuple.0, tuple.1)? {
                Reason::Given => {
                    let given = &self.given;
                    let at =
                        given.binary_search_by_key(&tuple, |(relation, row, _)| (*relation, *row));
                    (given.get(at.ok()?)?.2, Vec::new(), Vec::new())
                }
                Reason::Rule { rule, body } => {
                    let rule = self.chain.rule(rule)?;
                    let absent = self.absent(rule, &body)?;
                    (rule.source, body, absent)
                }
            };
            let body: Vec<(RelationId, RowId)> = body
                .into_iter()
                .filter(|(relation, _)| *relation != self.universe)
                .collect();
            let missing = body.iter().find(|used| !done.contains_key(used));
            if let Some(&missing) = missing {
                open.push(missing);
                continue;
            }
            open.pop();
            steps.push(Step {
                said: self.said(tuple.0, tuple.1)?,
                premise: premise as usize,
                from: body.iter().map(|used| done[used]).collect(),
                absent,
            });
            done.insert(tuple, steps.len() - 1);
        }
        Some(Derivation { steps })
    }

    /// The atoms whose absence a rule needed when it was used on these rows.
    fn absent(&self, rule: &Rule, body: &[(RelationId, RowId)]) -> Option<Vec<Formula>> {
        let tuples = &self.chain.tuples;
        let mut bound: BTreeMap<u32, u32> = BTreeMap::new();
        for (pattern, (relation, row)) in rule.body.iter().zip(body) {
            let things = tuples.rows(*relation).row(*row);
            bound.extend(pattern.columns.iter().copied().zip(things.iter().copied()));
        }
        let atom = |pattern: &Pattern| {
            let signature = tuples.signature(pattern.relation)?;
            let columns = pattern.columns.iter();
            let things: Option<Vec<u32>> = columns
                .map(|column| match column & VARIABLE {
                    0 => Some(*column),
                    _ => bound.get(column).copied(),
                })
                .collect();
            self.placed(&signature.predicate, &things?)
        };
        rule.absent.iter().map(atom).collect()
    }

    pub(super) fn placed(&self, predicate: &Name, things: &[u32]) -> Option<Formula> {
        let values = things.iter();
        let arguments: Option<Vec<Term>> = values
            .map(|&thing| self.chain.tuples.value(thing).cloned().map(Term::Constant))
            .collect();
        Some(Formula::Atom {
            predicate: predicate.clone(),
            arguments: arguments?,
        })
    }

    fn said(&self, relation: RelationId, row: RowId) -> Option<Said> {
        let tuples = &self.chain.tuples;
        let signature = tuples.signature(relation)?;
        Some(Said {
            positive: !signature.denied,
            atom: self.placed(&signature.predicate, tuples.rows(relation).row(row))?,
        })
    }

    pub(super) fn tuple(&self, arguments: &[Term], scope: &[(&Name, u32)]) -> Option<Vec<u32>> {
        let columns = arguments.iter();
        columns.map(|term| self.thing(term, scope)).collect()
    }

    fn thing(&self, term: &Term, scope: &[(&Name, u32)]) -> Option<u32> {
        match term {
            Term::Variable(name) => {
                let mut scope = scope.iter().rev();
                scope
                    .find(|(bound, _)| *bound == name)
                    .map(|(_, thing)| *thing)
            }
            Term::Constant(_) | Term::Arithmetic(..) => {
                self.chain.tuples.known_thing(&self.value(term, scope)?)
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

    /// The value of a term, also of a sum of which nobody spoke.
    fn value(&self, term: &Term, scope: &[(&Name, u32)]) -> Option<Value> {
        match term {
            Term::Constant(value) => Some(value.clone()),
            Term::Arithmetic(operation, left, right) => {
                let side = |side: &Term| self.value(side, scope);
                computed(*operation, &side(left)?, &side(right)?)
            }
            Term::Variable(_) => {
                let thing = self.thing(term, scope)?;
                self.chain.tuples.value(thing).cloned()
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

    /// What was derived about a query. In an open world a statement about everything is never derived,
    /// only refuted, and one about something never refuted.
    pub fn truth(&self, query: &Formula, seen: &mut Seen) -> Truth {
        self.judge(query, &mut Vec::new(), seen)
    }

    /// Nothing was looked at yet.
    pub fn unseen(&self) -> Seen {
        Seen {
            both: false,
            left: self.steps,
        }
    }

    fn atom(&self, predicate: &Name, tuple: Option<Vec<u32>>, seen: &mut Seen) -> Truth {
        let tuples = &self.chain.tuples;
        let has = |denied: bool| {
            tuple.as_ref().is_some_and(|tuple| {
                tuples
                    .known_relation(predicate, tuple.len() as u32, denied)
                    .is_some_and(|relation| tuples.rows(relation).contains(tuple))
            })
        };
        match (has(false), has(true)) {
            (true, true) => {
                seen.both = true;
                Truth::Unknown
            }
            (true, false) => Truth::True,
            (false, true) => Truth::False,
            // Of what is not run forwards nobody knows whether it could be derived.
            (false, false) if self.world == World::Closed && tuple.is_some() => Truth::False,
            (false, false) => Truth::Unknown,
        }
    }

    pub(super) fn judge<'a>(
        &self,
        formula: &'a Formula,
        scope: &mut Vec<(&'a Name, u32)>,
        seen: &mut Seen,
    ) -> Truth {
        let Some(left) = seen.left.checked_sub(1) else {
            return Truth::Unknown;
        };
        seen.left = left;
        match formula {
            Formula::Constant(truth) => Truth::from(*truth),
            Formula::Atom {
                predicate,
                arguments,
            } => self.atom(predicate, self.tuple(arguments, scope), seen),
            Formula::Not(body) => self.judge(body, scope, seen).not(),
            Formula::And(parts) => parts.iter().fold(Truth::True, |truth, part| {
                truth.and(self.judge(part, scope, seen))
            }),
            Formula::Or(parts) => parts.iter().fold(Truth::False, |truth, part| {
                truth.or(self.judge(part, scope, seen))
            }),
            Formula::Implies(left, right) => {
                let left = self.judge(left, scope, seen);
                left.implies(self.judge(right, scope, seen))
            }
            Formula::Iff(left, right) => {
                let left = self.judge(left, scope, seen);
                left.iff(self.judge(right, scope, seen))
            }
            Formula::Xor(left, right) => {
                let left = self.judge(left, scope, seen);
                left.xor(self.judge(right, scope, seen))
            }
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
                let universal = matches!(formula, Formula::Forall { .. });
                let mut truth = Truth::from(universal);
                for thing in 0..self.things {
                    if seen.left == 0 {
                        return match (universal, truth) {
                            (true, Truth::False) | (false, Truth::True) => truth,
                            (true | false, _) => Truth::Unknown,
                        };
                    }
                    let inside = match sort {
                        Some(sort) => self.atom(sort, Some(vec![thing]), seen),
                        None => Truth::True,
                    };
                    scope.push((variable, thing));
                    let held = self.judge(body, scope, seen);
                    scope.pop();
                    truth = if universal {
                        truth.and(inside.implies(held))
                    } else {
                        truth.or(inside.and(held))
                    };
                }
                match (self.world, truth, universal) {
                    (World::Open, Truth::True, true) | (World::Open, Truth::False, false) => {
                        Truth::Unknown
                    }
                    (World::Open | World::Closed, _, _) => truth,
                }
            }
            Formula::Compare(comparison, left, right) => {
                let sides = self.value(left, scope).zip(self.value(right, scope));
                sides.map_or(Truth::Unknown, |(left, right)| {
                    compare(*comparison, &left, &right)
                })
            }
            Formula::In(subject, items) => {
                let Some(subject) = self.value(subject, scope) else {
                    return Truth::Unknown;
                };
                items.iter().fold(Truth::False, |truth, item| {
                    let found = self.value(item, scope);
                    truth.or(found.map_or(Truth::Unknown, |item| Truth::from(item == subject)))
                })
            }
            Formula::IsNull(term) => self
                .value(term, scope)
                .map_or(Truth::Unknown, |value| Truth::from(value == Value::Null)),
            Formula::Member(..) | Formula::IsKnown(_) | Formula::Truth(_) => Truth::Unknown,
        }
    }
}
