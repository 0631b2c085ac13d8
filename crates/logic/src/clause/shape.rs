//! Questions about the form of formulas: free names, sizes, which part speaks of a variable.
//!
//! Pure questions; nothing is built here.

use crate::formula::{ArithmeticOp, Formula, Term};
use crate::value::{Name, Number, Value};

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

/// The value of a sum of plain numbers.
pub(crate) fn folded(term: &Term) -> Option<Number> {
    match term {
        Term::Constant(Value::Number(number)) => Some(*number),
        Term::Arithmetic(operation, left, right) => {
            let (left, right) = (folded(left)?, folded(right)?);
            match operation {
                ArithmeticOp::Add => left.checked_add(right),
                ArithmeticOp::Subtract => left.checked_sub(right),
                ArithmeticOp::Multiply => left.checked_mul(right),
                // A quotient may be rounded: only one that gives the dividend back is exact.
                ArithmeticOp::Divide => left
                    .checked_div(right)
                    .filter(|quotient| quotient.checked_mul(right) == Some(left)),
            }
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
    match formula {
        Formula::Not(body) => spread(body, !positive),
        Formula::And(parts) | Formula::Or(parts) => {
            let sizes = parts.iter().map(|part| spread(part, positive));
            if matches!(formula, Formula::And(_)) == positive {
                sizes.fold(0, u32::saturating_add)
            } else {
                sizes.fold(1, u32::saturating_mul)
            }
        }
        Formula::Implies(left, right) => {
            let (left, right) = (spread(left, !positive), spread(right, positive));
            if positive {
                left.saturating_mul(right)
            } else {
                left.saturating_add(right)
            }
        }
        Formula::Iff(left, right) | Formula::Xor(left, right) => {
            let alike = matches!(formula, Formula::Iff(..)) == positive;
            let (left_true, left_false) = (spread(left, true), spread(left, false));
            let (right_true, right_false) = (spread(right, true), spread(right, false));
            let (one, other) = if alike {
                (
                    left_true.saturating_mul(right_false),
                    left_false.saturating_mul(right_true),
                )
            } else {
                (
                    left_true.saturating_mul(right_true),
                    left_false.saturating_mul(right_false),
                )
            };
            one.saturating_add(other)
        }
        Formula::Forall { body, .. } | Formula::Exists { body, .. } => spread(body, positive),
        Formula::In(_, items) => {
            if positive {
                1
            } else {
                items.len() as u32
            }
        }
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_) => 1,
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
