//! Questions about the form of formulas: free names, sizes, which part speaks of a variable.
//!
//! Pure questions; nothing is built here.

use crate::arithmetic::computed;
use crate::formula::{Formula, Term};
use crate::value::{Name, Value};

pub(super) fn is_flat(term: &Term) -> bool {
    match term {
        Term::Variable(_)
        | Term::Constant(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(_, _) => true,
        Term::Attribute { .. }
        | Term::Function { .. }
        | Term::Arithmetic(..)
        | Term::Count { .. }
        | Term::Size(_) => false,
    }
}

/// The value of a sum of plain numbers, dates and moments.
pub(crate) fn folded(term: &Term) -> Option<Value> {
    match term {
        Term::Constant(value @ (Value::Number(_) | Value::Date(_) | Value::Instant(_))) => {
            Some(value.clone())
        }
        Term::Arithmetic(operation, left, right) => {
            computed(*operation, &folded(left)?, &folded(right)?)
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

/// How many clauses plain distribution would give, at most `u32::MAX`.
pub(crate) fn spread(formula: &Formula, positive: bool) -> u32 {
    let (as_written, negated) = spreads(formula);
    if positive { as_written } else { negated }
}

/// As it is written, and negated: both at once, because sameness needs both of each of its sides.
fn spreads(formula: &Formula) -> (u32, u32) {
    let all = |parts: &[Formula]| {
        let parts = parts.iter().map(spreads);
        parts.fold((0_u32, 1_u32), |(sum, product), (one, other)| {
            (sum.saturating_add(one), product.saturating_mul(other))
        })
    };
    match formula {
        Formula::Not(body) => {
            let (as_written, negated) = spreads(body);
            (negated, as_written)
        }
        Formula::And(parts) => all(parts),
        Formula::Or(parts) => {
            let parts = parts.iter().map(spreads);
            parts.fold((1, 0), |(product, sum), (one, other)| {
                (product.saturating_mul(one), sum.saturating_add(other))
            })
        }
        Formula::Implies(left, right) => {
            let ((left, not_left), (right, not_right)) = (spreads(left), spreads(right));
            (
                not_left.saturating_mul(right),
                left.saturating_add(not_right),
            )
        }
        Formula::Iff(left, right) | Formula::Xor(left, right) => {
            let ((left, not_left), (right, not_right)) = (spreads(left), spreads(right));
            let alike = left
                .saturating_mul(not_right)
                .saturating_add(not_left.saturating_mul(right));
            let unlike = left
                .saturating_mul(right)
                .saturating_add(not_left.saturating_mul(not_right));
            if matches!(formula, Formula::Iff(..)) {
                (alike, unlike)
            } else {
                (unlike, alike)
            }
        }
        Formula::Forall { body, .. } | Formula::Exists { body, .. } => spreads(body),
        Formula::In(_, items) => (1, items.len() as u32),
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_) => (1, 1),
    }
}

/// The only part of a conjunction or disjunction that speaks of the variable, as deep as that goes: an
/// existence over the whole is the same as one over that part.
pub(super) fn narrow<'a>(formula: &'a Formula, variable: &'a Name) -> &'a Formula {
    let speaks = |part: &&'a Formula| mentions(part, variable);
    let only = match formula {
        Formula::Not(body) => return narrow(body, variable),
        Formula::And(parts) | Formula::Or(parts) => {
            let mut speaking = parts.iter().filter(speaks);
            match (speaking.next(), speaking.next()) {
                (Some(only), None) => Some(only),
                (None, _) | (Some(_), Some(_)) => None,
            }
        }
        Formula::Implies(left, right) => match (speaks(&&**left), speaks(&&**right)) {
            (true, false) => Some(&**left),
            (false, true) => Some(&**right),
            (true, true) | (false, false) => None,
        },
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Forall { .. }
        | Formula::Exists { .. } => None,
    };
    only.map_or(formula, |part| narrow(part, variable))
}

fn mentions(formula: &Formula, variable: &Name) -> bool {
    let mut names = Vec::new();
    free_names(formula, &mut Vec::new(), &mut names);
    names.contains(&variable)
}

/// The variables that occur free, in the order they are met.
pub(crate) fn free_names<'a>(
    formula: &'a Formula,
    bound: &mut Vec<&'a Name>,
    found: &mut Vec<&'a Name>,
) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Atom { arguments, .. } => {
            for argument in arguments {
                free_in_term(argument, bound, found);
            }
        }
        Formula::Compare(_, left, right) | Formula::Member(left, right) => {
            free_in_term(left, bound, found);
            free_in_term(right, bound, found);
        }
        Formula::In(subject, items) => {
            free_in_term(subject, bound, found);
            for item in items {
                free_in_term(item, bound, found);
            }
        }
        Formula::IsNull(term) | Formula::IsKnown(term) | Formula::Truth(term) => {
            free_in_term(term, bound, found);
        }
        Formula::Not(body) => free_names(body, bound, found),
        Formula::And(parts) | Formula::Or(parts) => {
            for part in parts {
                free_names(part, bound, found);
            }
        }
        Formula::Implies(left, right) | Formula::Iff(left, right) | Formula::Xor(left, right) => {
            free_names(left, bound, found);
            free_names(right, bound, found);
        }
        Formula::Forall { variable, body, .. } | Formula::Exists { variable, body, .. } => {
            bound.push(variable);
            free_names(body, bound, found);
            bound.pop();
        }
    }
}

fn free_in_term<'a>(term: &'a Term, bound: &mut Vec<&'a Name>, found: &mut Vec<&'a Name>) {
    match term {
        Term::Variable(name) => {
            if !bound.contains(&name) && !found.contains(&name) {
                found.push(name);
            }
        }
        Term::Constant(_) | Term::Now | Term::Today | Term::Unresolved(_, _) => {}
        Term::Attribute { of, .. } | Term::Size(of) => free_in_term(of, bound, found),
        Term::Function { arguments, .. } => {
            for argument in arguments {
                free_in_term(argument, bound, found);
            }
        }
        Term::Arithmetic(_, left, right) => {
            free_in_term(left, bound, found);
            free_in_term(right, bound, found);
        }
        Term::Count { variable, body, .. } => {
            bound.push(variable);
            free_names(body, bound, found);
            bound.pop();
        }
    }
}
