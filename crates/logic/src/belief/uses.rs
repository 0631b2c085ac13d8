//! What a statement says about sorts: the members it makes, the edges it implies, the places where its
//! constants stand. It reads a formula and judges nothing.

use crate::formula::{Formula, Term};
use crate::value::{Name, Value};
use std::collections::BTreeSet;

/// An argument place: of a predicate or of a function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    pub symbol: Name,
    pub is_function: bool,
    /// Counted from zero.
    pub position: usize,
    /// How many arguments the symbol has there.
    pub arity: usize,
}

/// What stands in an argument place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Filler {
    Constant(Name),
    /// A function's result.
    Result(Name),
    /// Whatever a variable of a sort stands for: that sort, and those that the statement says of it.
    Any(BTreeSet<Name>),
}

/// A constant or a function's result in an argument place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Use {
    pub filler: Filler,
    pub slot: Slot,
}

/// A sub-sort edge that an implication implies, on condition that the lower sort lies in the one named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub sub: Name,
    pub sup: Name,
    pub within: Option<Name>,
}

/// The symbols with how many arguments they take, and the names of constants.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    pub predicates: BTreeSet<(Name, usize)>,
    pub functions: BTreeSet<(Name, usize)>,
    pub constants: BTreeSet<Name>,
    /// Sorts that quantifiers and counts name.
    pub sorts: BTreeSet<Name>,
}

impl Symbols {
    pub fn add(&mut self, formula: &Formula) {
        each_part(formula, &mut |part| match part {
            Formula::Atom {
                predicate,
                arguments,
            } => {
                self.predicates.insert((predicate.clone(), arguments.len()));
            }
            Formula::Forall {
                sort: Some(sort), ..
            }
            | Formula::Exists {
                sort: Some(sort), ..
            } => {
                self.sorts.insert(sort.clone());
                self.predicates.insert((sort.clone(), 1));
            }
            Formula::Constant(_)
            | Formula::Compare(..)
            | Formula::In(..)
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Xor(..)
            | Formula::Forall { sort: None, .. }
            | Formula::Exists { sort: None, .. } => {}
        });
        formula.visit_terms(&mut |term| match term {
            Term::Constant(Value::Entity(name)) => {
                self.constants.insert(name.clone());
            }
            Term::Function { name, arguments } => {
                self.functions.insert((name.clone(), arguments.len()));
            }
            Term::Count { sort, body, .. } => {
                self.sorts.extend(sort.clone());
                self.predicates.extend(sort.clone().map(|sort| (sort, 1)));
                each_part(body, &mut |part| {
                    if let Formula::Atom {
                        predicate,
                        arguments,
                    } = part
                    {
                        self.predicates.insert((predicate.clone(), arguments.len()));
                    }
                });
            }
            Term::Variable(_)
            | Term::Constant(_)
            | Term::Attribute { .. }
            | Term::Arithmetic(..)
            | Term::Size(_)
            | Term::Now
            | Term::Today
            | Term::Unresolved(..) => {}
        });
    }
}

/// The formula and every formula inside it, but not those inside counts.
fn each_part<'a>(formula: &'a Formula, see: &mut dyn FnMut(&'a Formula)) {
    see(formula);
    match formula {
        Formula::Not(body) | Formula::Forall { body, .. } | Formula::Exists { body, .. } => {
            each_part(body, see);
        }
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| each_part(part, see));
        }
        Formula::Implies(left, right) | Formula::Iff(left, right) | Formula::Xor(left, right) => {
            each_part(left, see);
            each_part(right, see);
        }
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_) => {}
    }
}

/// Every place where a constant or a function's result stands.
pub fn uses(formula: &Formula) -> BTreeSet<Use> {
    let mut found = BTreeSet::new();
    atoms(formula, &mut found);
    formula.visit_terms(&mut |term| {
        if let Term::Function { name, arguments } = term {
            arguments_of(name, true, arguments, &mut found);
        }
        if let Term::Count { body, .. } = term {
            atoms(body, &mut found);
        }
    });
    sorted(formula, &mut Vec::new(), &mut found);
    found
}

/// The places where variables stand whose quantifier names a sort.
fn sorted(formula: &Formula, scope: &mut Vec<(Name, BTreeSet<Name>)>, found: &mut BTreeSet<Use>) {
    match formula {
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
            let mut sorts: BTreeSet<Name> = sort.iter().cloned().collect();
            if sort.is_some() {
                guards(body, variable, &mut sorts);
            }
            scope.push((variable.clone(), sorts));
            sorted(body, scope, found);
            scope.pop();
        }
        Formula::Atom {
            predicate,
            arguments,
        } => {
            for (position, argument) in arguments.iter().enumerate() {
                let Term::Variable(name) = argument else {
                    continue;
                };
                let bound = scope.iter().rev().find(|(bound, _)| bound == name);
                let Some((_, sorts)) = bound.filter(|(_, sorts)| !sorts.is_empty()) else {
                    continue;
                };
                let mut sorts = sorts.clone();
                sorts.remove(predicate);
                found.insert(Use {
                    filler: Filler::Any(sorts),
                    slot: Slot {
                        symbol: predicate.clone(),
                        is_function: false,
                        position,
                        arity: arguments.len(),
                    },
                });
            }
        }
        Formula::Not(body) => sorted(body, scope, found),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| sorted(part, scope, found));
        }
        Formula::Implies(left, right) | Formula::Iff(left, right) | Formula::Xor(left, right) => {
            sorted(left, scope, found);
            sorted(right, scope, found);
        }
        Formula::Constant(_)
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_) => {}
    }
}

/// What else a statement says of a variable alone.
fn guards(formula: &Formula, variable: &Name, sorts: &mut BTreeSet<Name>) {
    each_part(formula, &mut |part| {
        if let Some((name, Term::Variable(found))) = unary(part)
            && found == variable
        {
            sorts.insert(name.clone());
        }
    });
}

/// The functions that are said to be the same as another one, with how many arguments they take.
pub fn compared(formula: &Formula) -> Vec<(&Name, usize)> {
    let mut found = Vec::new();
    each_part(formula, &mut |part| {
        if let Formula::Compare(
            _,
            Term::Function {
                name: left,
                arguments: of_left,
            },
            Term::Function {
                name: right,
                arguments: of_right,
            },
        ) = part
        {
            found.extend([(left, of_left.len()), (right, of_right.len())]);
        }
    });
    found
}

/// Whether a formula says a predicate of something.
pub fn states(formula: &Formula, name: &Name, arity: usize) -> bool {
    let mut found = false;
    each_part(formula, &mut |part| {
        found |= matches!(part, Formula::Atom { predicate, arguments }
            if predicate == name && arguments.len() == arity);
    });
    found
}

fn atoms(formula: &Formula, found: &mut BTreeSet<Use>) {
    each_part(formula, &mut |part| {
        if let Formula::Atom {
            predicate,
            arguments,
        } = part
        {
            arguments_of(predicate, false, arguments, found);
        }
    });
}

fn arguments_of(symbol: &Name, is_function: bool, arguments: &[Term], found: &mut BTreeSet<Use>) {
    for (position, argument) in arguments.iter().enumerate() {
        let filler = if let Term::Constant(Value::Entity(name)) = argument {
            Filler::Constant(name.clone())
        } else if let Term::Function { name, .. } = argument {
            Filler::Result(name.clone())
        } else {
            continue;
        };
        found.insert(Use {
            filler,
            slot: Slot {
                symbol: symbol.clone(),
                is_function,
                position,
                arity: arguments.len(),
            },
        });
    }
}

/// The memberships a statement asserts (`true`) or denies (`false`), as (constant, sort).
pub fn memberships(formula: &Formula, asserted: bool) -> Vec<(Name, Name)> {
    if let Formula::And(parts) = formula {
        let each = parts.iter().flat_map(|part| memberships(part, asserted));
        return each.collect();
    }
    let atom = match (formula, asserted) {
        (Formula::Not(body), false) => body,
        (formula, true) => formula,
        (_, false) => return Vec::new(),
    };
    match unary(atom) {
        Some((sort, Term::Constant(Value::Entity(constant)))) => {
            vec![(constant.clone(), sort.clone())]
        }
        Some(_) | None => Vec::new(),
    }
}

fn unary(formula: &Formula) -> Option<(&Name, &Term)> {
    if let Formula::Atom {
        predicate,
        arguments,
    } = formula
        && let [argument] = &arguments[..]
    {
        return Some((predicate, argument));
    }
    None
}

/// `forall X: A(X) => B(X)` and `forall X in A: B(X)` put A below B.
pub fn edge(formula: &Formula) -> Option<Edge> {
    let Formula::Forall {
        variable,
        sort,
        body,
    } = formula
    else {
        return None;
    };
    let of_variable = |part: &Formula| match unary(part) {
        Some((name, Term::Variable(found))) if found == variable => Some(name.clone()),
        Some(_) | None => None,
    };
    if let Formula::Implies(left, right) = &**body {
        return Some(Edge {
            sub: of_variable(left)?,
            sup: of_variable(right)?,
            within: sort.clone(),
        });
    }
    Some(Edge {
        sub: sort.clone()?,
        sup: of_variable(body)?,
        within: None,
    })
}
