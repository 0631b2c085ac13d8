//! What makes a query true or false that was run forwards: the derived facts it rests on, and in a closed
//! world also the absent ones.

use super::{Run, Seen};
use crate::chain::Conflict;
use crate::facts::{RelationId, RowId};
use crate::formula::Formula;
use crate::proof::Derivation;
use crate::reason::{Ground, Lack, World};
use crate::truth::Truth;
use crate::value::Name;

/// How many facts a query may be shown to rest on.
const GROUNDS_MAX: usize = 64;

type Scope<'a> = Vec<(&'a Name, u32)>;

/// A fact that was derived, or one that was not.
enum Found {
    Row(RelationId, RowId),
    Absent(Formula),
}

/// What was found so far, and how much may still be looked at.
struct Collected {
    facts: Vec<Found>,
    seen: Seen,
}

impl Run {
    /// What makes the query as true as it is.
    pub fn grounds(&self, query: &Formula, truth: bool) -> Result<Vec<Ground>, Lack> {
        let mut found = Collected {
            facts: Vec::new(),
            seen: self.unseen(),
        };
        self.collect(query, truth, &mut Vec::new(), &mut found)?;
        let grounds = found.facts.into_iter().map(|found| match found {
            Found::Row(relation, row) => {
                let derivation = self.derivation(relation, row);
                derivation.map(Ground::Derived).ok_or(Lack::Unchecked)
            }
            Found::Absent(atom) => Ok(Ground::Underived(atom)),
        });
        grounds.collect()
    }

    /// How something was derived and its contrary as well: an atom of the query, or else what was met
    /// first.
    pub fn opposed(&self, query: Option<&Formula>) -> Option<(Derivation, Derivation)> {
        let mut pair = None;
        if let Some(query) = query {
            crate::tolerant::walk::each(query, &mut |part| {
                if let Formula::Atom {
                    predicate,
                    arguments,
                } = part
                {
                    let said = self.find(predicate, arguments, false);
                    pair = pair.or(said.zip(self.find(predicate, arguments, true)));
                }
            });
        }
        let met = match self.conflict() {
            Some(Conflict::Opposed {
                relation,
                row,
                opposite,
                opposite_row,
            }) => Some(((*relation, *row), (*opposite, *opposite_row))),
            Some(Conflict::Forbidden { .. }) | None => None,
        };
        let ((relation, row), (opposite, opposite_row)) = pair.or(met)?;
        let said = self.derivation(relation, row)?;
        Some((said, self.derivation(opposite, opposite_row)?))
    }

    fn is<'a>(
        &self,
        formula: &'a Formula,
        truth: bool,
        scope: &mut Scope<'a>,
        found: &mut Collected,
    ) -> bool {
        self.judge(formula, scope, &mut found.seen) == Truth::from(truth)
    }

    fn collect<'a>(
        &self,
        formula: &'a Formula,
        truth: bool,
        scope: &mut Scope<'a>,
        found: &mut Collected,
    ) -> Result<(), Lack> {
        if found.facts.len() > GROUNDS_MAX {
            return Err(Lack::Facts(GROUNDS_MAX as u32));
        }
        if found.seen.left == 0 {
            return Err(Lack::Budget);
        }
        match formula {
            Formula::Atom {
                predicate,
                arguments,
            } => {
                let tuple = self.tuple(arguments, scope).ok_or(Lack::Unchecked)?;
                found
                    .facts
                    .push(self.fact(predicate, &tuple, truth).ok_or(Lack::Unchecked)?);
                Ok(())
            }
            Formula::Not(body) => self.collect(body, !truth, scope, found),
            Formula::And(parts) | Formula::Or(parts) => {
                let all = matches!(formula, Formula::And(_)) == truth;
                let mut parts = parts.iter();
                if all {
                    return parts.try_for_each(|part| self.collect(part, truth, scope, found));
                }
                let one = parts.find(|part| self.is(part, truth, scope, found));
                self.collect(one.ok_or(Lack::Unchecked)?, truth, scope, found)
            }
            Formula::Implies(left, right) if truth => {
                if self.is(right, true, scope, found) {
                    self.collect(right, true, scope, found)
                } else {
                    self.collect(left, false, scope, found)
                }
            }
            Formula::Implies(left, right) => {
                self.collect(left, true, scope, found)?;
                self.collect(right, false, scope, found)
            }
            Formula::Iff(left, right) | Formula::Xor(left, right) => {
                for side in [left, right] {
                    let truth = self.is(side, true, scope, found);
                    self.collect(side, truth, scope, found)?;
                }
                Ok(())
            }
            Formula::Forall { .. } | Formula::Exists { .. } => {
                self.each_thing(formula, truth, scope, found)
            }
            // Their truth is seen, not derived.
            Formula::Constant(_) | Formula::Compare(..) | Formula::In(..) | Formula::IsNull(_) => {
                Ok(())
            }
            Formula::Member(..) | Formula::IsKnown(_) | Formula::Truth(_) => Err(Lack::Unchecked),
        }
    }

    fn each_thing<'a>(
        &self,
        formula: &'a Formula,
        truth: bool,
        scope: &mut Scope<'a>,
        found: &mut Collected,
    ) -> Result<(), Lack> {
        let (Formula::Forall {
            variable,
            sort,
            body,
        }
        | Formula::Exists {
            variable,
            sort,
            body,
        }) = formula
        else {
            return Err(Lack::Unchecked);
        };
        let universal = matches!(formula, Formula::Forall { .. });
        for thing in 0..self.things {
            let row = sort.as_ref().map(|sort| self.fact(sort, &[thing], true));
            let inside = !matches!(row, Some(None));
            scope.push((variable, thing));
            let shows = inside && self.is(body, truth, scope, found);
            let mut result = Ok(());
            if shows {
                found.facts.extend(row.flatten());
                result = self.collect(body, truth, scope, found);
            } else if universal == truth
                && let Some(sort) = sort
            {
                found.facts.extend(self.fact(sort, &[thing], false));
            }
            scope.pop();
            result?;
            // One thing shows that there is one, and that not all are.
            if shows && universal != truth {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The fact that makes an atom true or false, derived or absent.
    fn fact(&self, predicate: &Name, tuple: &[u32], truth: bool) -> Option<Found> {
        let tuples = &self.chain.tuples;
        let row = |denied: bool| {
            let relation = tuples.known_relation(predicate, tuple.len() as u32, denied)?;
            let row = tuples.rows(relation).find(tuple)?;
            Some(Found::Row(relation, row))
        };
        match row(!truth) {
            Some(found) => Some(found),
            None if !truth && self.world == World::Closed && row(false).is_none() => {
                self.placed(predicate, tuple).map(Found::Absent)
            }
            None => None,
        }
    }
}
