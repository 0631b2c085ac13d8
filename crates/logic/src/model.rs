//! Finite structures, and the naive evaluation of formulas in them.
//!
//! A structure gives every formula without opaque parts a truth value. Nothing is clever here: a
//! quantifier looks at each thing, so that what this file says needs no trust in any solver.

use crate::formula::{Comparison, Formula, Term};
use crate::reason::Names;
use crate::value::{Name, Number, Value};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// A world in which each formula is true or false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// What each thing is called; several names may mean one thing.
    pub things: Vec<Vec<Term>>,
    /// What each constant means.
    pub constants: BTreeMap<Term, usize>,
    /// The tuples each predicate holds of.
    pub predicates: BTreeMap<(Name, usize), BTreeSet<Vec<usize>>>,
    /// The value of each function; where nothing is said, the first thing.
    pub functions: BTreeMap<(Name, usize), BTreeMap<Vec<usize>, usize>>,
    /// The place of each thing in the order.
    pub rank: Vec<usize>,
}

/// How many things may be looked at in one evaluation, of one formula or of all that a world must satisfy.
const LOOKS_MAX: u64 = 20_000_000;

impl Structure {
    /// Whether a closed formula holds. Nothing when it speaks of what a structure does not fix, or when
    /// looking at everything would take too long.
    pub fn holds(&self, formula: &Formula) -> Option<bool> {
        self.holds_within(formula, &mut 0)
    }

    /// The same among others, all of which share what may be looked at.
    pub(crate) fn holds_within(&self, formula: &Formula, looks: &mut u64) -> Option<bool> {
        self.judge(formula, &mut Vec::new(), looks)
    }

    /// Whether it is well formed: there is something, and values that differ are different things in
    /// their own order.
    pub fn is_sound(&self, names: Names) -> bool {
        let in_range = |thing: &usize| *thing < self.things.len();
        let constants = self.constants.values().all(in_range);
        let functions = self.functions.values();
        let functions = functions.flat_map(BTreeMap::values).all(in_range);
        if self.things.is_empty()
            || !constants
            || !functions
            || self.rank.len() != self.things.len()
        {
            return false;
        }
        let ranks: BTreeSet<usize> = self.rank.iter().copied().collect();
        if ranks.len() != self.rank.len() {
            return false;
        }
        let values: Vec<(&Value, usize)> = self
            .constants
            .iter()
            .filter_map(|(term, &thing)| match term {
                Term::Constant(value) => Some((value, thing)),
                Term::Variable(_)
                | Term::Attribute { .. }
                | Term::Function { .. }
                | Term::Arithmetic(..)
                | Term::Count { .. }
                | Term::Size(_)
                | Term::Now
                | Term::Today
                | Term::Unresolved(_, _) => None,
            })
            .collect();
        values.iter().enumerate().all(|(at, (left, one))| {
            values[at + 1..]
                .iter()
                .all(|(right, other)| match rigid_order(left, right, names) {
                    None => true,
                    Some(order) => {
                        let apart = one != other;
                        let ordered = order
                            .is_none_or(|order| self.rank[*one].cmp(&self.rank[*other]) == order);
                        apart && ordered
                    }
                })
        })
    }

    pub(crate) fn value(&self, term: &Term, scope: &[(&Name, usize)]) -> Option<usize> {
        match term {
            Term::Variable(name) => {
                let bound = scope.iter().rev().find(|(bound, _)| *bound == name);
                match bound {
                    Some((_, thing)) => Some(*thing),
                    None => self.constants.get(term).copied(),
                }
            }
            Term::Attribute { of, attribute } => {
                let of = self.value(of, scope)?;
                Some(self.applied(attribute, vec![of]))
            }
            Term::Function { name, arguments } if !arguments.is_empty() => {
                let mut things = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    things.push(self.value(argument, scope)?);
                }
                Some(self.applied(name, things))
            }
            Term::Arithmetic(..) => {
                let constant = Term::Constant(sum(term)?);
                self.constants.get(&constant).copied()
            }
            Term::Constant(_)
            | Term::Function { .. }
            | Term::Now
            | Term::Today
            | Term::Unresolved(_, _) => self.constants.get(term).copied(),
            Term::Count { .. } | Term::Size(_) => None,
        }
    }

    fn applied(&self, name: &Name, things: Vec<usize>) -> usize {
        let table = self.functions.get(&(name.clone(), things.len()));
        let value = table.and_then(|table| table.get(&things));
        value.copied().unwrap_or(0)
    }

    fn atom(&self, predicate: &Name, things: Vec<usize>) -> bool {
        let table = self.predicates.get(&(predicate.clone(), things.len()));
        table.is_some_and(|table| table.contains(&things))
    }

    fn judge<'a>(
        &self,
        formula: &'a Formula,
        scope: &mut Vec<(&'a Name, usize)>,
        looks: &mut u64,
    ) -> Option<bool> {
        *looks += 1;
        if *looks > LOOKS_MAX {
            return None;
        }
        Some(match formula {
            Formula::Constant(truth) => *truth,
            Formula::Atom {
                predicate,
                arguments,
            } => {
                let mut things = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    things.push(self.value(argument, scope)?);
                }
                self.atom(predicate, things)
            }
            Formula::Compare(comparison, left, right) => {
                let counted = match (left, right) {
                    (Term::Count { .. }, _) => Some((left, right, *comparison, false)),
                    (_, Term::Count { .. }) => Some((right, left, *comparison, true)),
                    (_, _) => None,
                };
                let order = match counted {
                    Some((count, number, _, swapped)) => {
                        let count = self.count(count, scope, looks)?;
                        let Value::Number(number) = sum(number)? else {
                            return None;
                        };
                        let order = Number::from(count).cmp(&number);
                        if swapped { order.reverse() } else { order }
                    }
                    None => {
                        let left = self.value(left, scope)?;
                        let right = self.value(right, scope)?;
                        self.rank[left].cmp(&self.rank[right])
                    }
                };
                match comparison {
                    Comparison::Equal => order == Ordering::Equal,
                    Comparison::NotEqual => order != Ordering::Equal,
                    Comparison::Less => order == Ordering::Less,
                    Comparison::LessOrEqual => order != Ordering::Greater,
                    Comparison::Greater => order == Ordering::Greater,
                    Comparison::GreaterOrEqual => order != Ordering::Less,
                }
            }
            Formula::In(subject, items) => {
                let subject = self.value(subject, scope)?;
                let mut found = false;
                for item in items {
                    found |= self.value(item, scope)? == subject;
                }
                found
            }
            Formula::Member(subject, Term::Constant(Value::Set(members))) => {
                let subject = self.value(subject, scope)?;
                let mut found = false;
                for member in members {
                    found |= self.value(&Term::entity(member), scope)? == subject;
                }
                found
            }
            Formula::Member(..) | Formula::IsKnown(_) => return None,
            Formula::IsNull(term) => {
                let null = self.constants.get(&Term::Constant(Value::Null))?;
                self.value(term, scope)? == *null
            }
            Formula::Truth(term) => {
                let yes = self.constants.get(&Term::Constant(Value::Bool(true)))?;
                self.value(term, scope)? == *yes
            }
            Formula::Not(body) => !self.judge(body, scope, looks)?,
            Formula::And(parts) => {
                let mut all = true;
                for part in parts {
                    all &= self.judge(part, scope, looks)?;
                }
                all
            }
            Formula::Or(parts) => {
                let mut any = false;
                for part in parts {
                    any |= self.judge(part, scope, looks)?;
                }
                any
            }
            Formula::Implies(left, right) => {
                !self.judge(left, scope, looks)? || self.judge(right, scope, looks)?
            }
            Formula::Iff(left, right) => {
                self.judge(left, scope, looks)? == self.judge(right, scope, looks)?
            }
            Formula::Xor(left, right) => {
                self.judge(left, scope, looks)? != self.judge(right, scope, looks)?
            }
            Formula::Forall {
                variable,
                sort,
                body,
            } => {
                let (held, all) = self.tally(variable, sort.as_ref(), body, scope, looks)?;
                held == all
            }
            Formula::Exists {
                variable,
                sort,
                body,
            } => self.tally(variable, sort.as_ref(), body, scope, looks)?.0 > 0,
        })
    }

    /// Of how many things of a sort a body holds, and how many there are.
    fn tally<'a>(
        &self,
        variable: &'a Name,
        sort: Option<&Name>,
        body: &'a Formula,
        scope: &mut Vec<(&'a Name, usize)>,
        looks: &mut u64,
    ) -> Option<(i64, i64)> {
        let (mut held, mut all) = (0, 0);
        for thing in 0..self.things.len() {
            if sort.is_some_and(|sort| !self.atom(sort, vec![thing])) {
                continue;
            }
            all += 1;
            scope.push((variable, thing));
            let holds = self.judge(body, scope, looks);
            scope.pop();
            held += i64::from(holds?);
        }
        Some((held, all))
    }

    fn count<'a>(
        &self,
        term: &'a Term,
        scope: &mut Vec<(&'a Name, usize)>,
        looks: &mut u64,
    ) -> Option<i64> {
        let Term::Count {
            variable,
            sort,
            body,
        } = term
        else {
            return None;
        };
        Some(self.tally(variable, sort.as_ref(), body, scope, looks)?.0)
    }
}

/// How two values that are always what they are stand to each other: apart, and perhaps in order.
/// Nothing for the same value and for names, which may mean one thing, but never none.
pub(crate) fn rigid_order(left: &Value, right: &Value, names: Names) -> Option<Option<Ordering>> {
    let is_name = |value: &Value| {
        let named = matches!(value, Value::Entity(_) | Value::Symbol(_));
        named && names == Names::Free || matches!(value, Value::Confidential(_))
    };
    let is_named = |value: &Value| matches!(value, Value::Entity(_) | Value::Symbol(_));
    if *left == Value::Null && is_named(right) || is_named(left) && *right == Value::Null {
        return Some(None);
    }
    if left == right || is_name(left) || is_name(right) {
        return None;
    }
    Some(match (left, right) {
        (Value::Number(left), Value::Number(right)) => Some(left.cmp(right)),
        (Value::Date(left), Value::Date(right)) => Some(left.cmp(right)),
        (Value::Instant(left), Value::Instant(right)) => Some(left.cmp(right)),
        (_, _) => None,
    })
}

/// The exact value of a sum of plain numbers, dates and moments.
pub(crate) fn sum(term: &Term) -> Option<Value> {
    match term {
        Term::Constant(value @ (Value::Number(_) | Value::Date(_) | Value::Instant(_))) => {
            Some(value.clone())
        }
        Term::Arithmetic(operation, left, right) => {
            crate::arithmetic::computed(*operation, &sum(left)?, &sum(right)?)
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
