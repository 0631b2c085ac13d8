//! Walking and changing trees in place.
//!
//! Nothing here decides anything. Trees come from the reader, whose nesting is bounded, so recursion is.

use crate::formula::{Formula, Term};
use crate::value::{Name, Value};

/// Every part of a formula that is itself a formula, directly below it; what is counted too.
pub(crate) fn each_part<'a>(formula: &'a Formula, see: &mut dyn FnMut(&'a Formula)) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Atom { arguments, .. } => {
            arguments.iter().for_each(|term| counted(term, see));
        }
        Formula::Compare(_, left, right) | Formula::Member(left, right) => {
            counted(left, see);
            counted(right, see);
        }
        Formula::In(subject, items) => {
            counted(subject, see);
            items.iter().for_each(|item| counted(item, see));
        }
        Formula::IsNull(term) | Formula::IsKnown(term) | Formula::Truth(term) => {
            counted(term, see);
        }
        Formula::Not(body) | Formula::Forall { body, .. } | Formula::Exists { body, .. } => {
            see(body);
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(see),
        Formula::Implies(left, right) | Formula::Iff(left, right) | Formula::Xor(left, right) => {
            see(left);
            see(right);
        }
    }
}

pub(crate) fn each_part_mut(formula: &mut Formula, see: &mut dyn FnMut(&mut Formula)) {
    match formula {
        Formula::Constant(_) => {}
        Formula::Atom { arguments, .. } => {
            arguments.iter_mut().for_each(|term| counted_mut(term, see));
        }
        Formula::Compare(_, left, right) | Formula::Member(left, right) => {
            counted_mut(left, see);
            counted_mut(right, see);
        }
        Formula::In(subject, items) => {
            counted_mut(subject, see);
            items.iter_mut().for_each(|item| counted_mut(item, see));
        }
        Formula::IsNull(term) | Formula::IsKnown(term) | Formula::Truth(term) => {
            counted_mut(term, see);
        }
        Formula::Not(body) | Formula::Forall { body, .. } | Formula::Exists { body, .. } => {
            see(body);
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter_mut().for_each(see),
        Formula::Implies(left, right) | Formula::Iff(left, right) | Formula::Xor(left, right) => {
            see(left);
            see(right);
        }
    }
}

/// The bodies of the counts in a term.
fn counted<'a>(term: &'a Term, see: &mut dyn FnMut(&'a Formula)) {
    match term {
        Term::Count { body, .. } => see(body),
        Term::Attribute { of, .. } | Term::Size(of) => counted(of, see),
        Term::Function { arguments, .. } => arguments.iter().for_each(|part| counted(part, see)),
        Term::Arithmetic(_, left, right) => {
            counted(left, see);
            counted(right, see);
        }
        Term::Variable(_)
        | Term::Constant(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(_, _) => {}
    }
}

fn counted_mut(term: &mut Term, see: &mut dyn FnMut(&mut Formula)) {
    match term {
        Term::Count { body, .. } => see(body),
        Term::Attribute { of, .. } | Term::Size(of) => counted_mut(of, see),
        Term::Function { arguments, .. } => {
            arguments.iter_mut().for_each(|part| counted_mut(part, see))
        }
        Term::Arithmetic(_, left, right) => {
            counted_mut(left, see);
            counted_mut(right, see);
        }
        Term::Variable(_)
        | Term::Constant(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(_, _) => {}
    }
}

/// The formula and every formula inside it, outermost first.
pub(crate) fn each<'a>(formula: &'a Formula, see: &mut dyn FnMut(&'a Formula)) {
    see(formula);
    each_part(formula, &mut |part| each(part, see));
}

/// The formula and every formula inside it, innermost first.
pub(crate) fn each_mut(formula: &mut Formula, see: &mut dyn FnMut(&mut Formula)) {
    each_part_mut(formula, &mut |part| each_mut(part, see));
    see(formula);
}

/// Every term of a formula, outermost first, terms inside terms too.
pub(crate) fn each_term_mut(formula: &mut Formula, see: &mut dyn FnMut(&mut Term)) {
    match formula {
        Formula::Atom { arguments, .. } => arguments.iter_mut().for_each(|t| term_mut(t, see)),
        Formula::Compare(_, left, right) | Formula::Member(left, right) => {
            term_mut(left, see);
            term_mut(right, see);
        }
        Formula::In(subject, items) => {
            term_mut(subject, see);
            items.iter_mut().for_each(|item| term_mut(item, see));
        }
        Formula::IsNull(term) | Formula::IsKnown(term) | Formula::Truth(term) => {
            term_mut(term, see);
        }
        Formula::Constant(_)
        | Formula::Not(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Forall { .. }
        | Formula::Exists { .. } => each_part_mut(formula, &mut |part| each_term_mut(part, see)),
    }
}

fn term_mut(term: &mut Term, see: &mut dyn FnMut(&mut Term)) {
    see(term);
    match term {
        Term::Variable(_)
        | Term::Constant(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(_, _) => {}
        Term::Attribute { of, .. } | Term::Size(of) => term_mut(of, see),
        Term::Function { arguments, .. } => {
            arguments
                .iter_mut()
                .for_each(|argument| term_mut(argument, see));
        }
        Term::Arithmetic(_, left, right) => {
            term_mut(left, see);
            term_mut(right, see);
        }
        Term::Count { body, .. } => each_term_mut(body, see),
    }
}

/// The contrary: without the negation in front, or with one.
pub(crate) fn negated(formula: Formula) -> Formula {
    if let Formula::Not(body) = formula {
        *body
    } else {
        Formula::not(formula)
    }
}

/// Gives another name to each bound variable that is spelled like a thing or proposition inside its
/// reach, so that the printed formula reads back as the same one.
pub(crate) fn keep_apart(formula: &mut Formula) {
    each_part_mut(formula, &mut keep_apart);
    let (Formula::Forall { variable, body, .. } | Formula::Exists { variable, body, .. }) = formula
    else {
        return;
    };
    if !is_spelled(body, variable) {
        return;
    }
    let mut fresh = format!("{variable}_");
    // Longer than every name of the body at the latest.
    while is_spelled(body, &fresh) || uses_variable(body, &fresh) {
        fresh.push('_');
    }
    let (old, fresh) = (variable.clone(), Name::from(fresh));
    each_term_mut(body, &mut |term| {
        if matches!(term, Term::Variable(name) if *name == old) {
            *term = Term::Variable(fresh.clone());
        }
    });
    *variable = fresh;
}

fn is_spelled(formula: &Formula, spelling: &str) -> bool {
    let mut found = false;
    formula.visit_terms(&mut |term| {
        found |= matches!(term, Term::Constant(Value::Entity(name)) if *name == *spelling);
    });
    each(formula, &mut |part| {
        found |= matches!(part, Formula::Atom { predicate, arguments } if arguments.is_empty() && *predicate == *spelling);
    });
    found
}

fn uses_variable(formula: &Formula, spelling: &str) -> bool {
    let mut found = false;
    formula.visit_terms(&mut |term| {
        found |= matches!(term, Term::Variable(name) if *name == *spelling);
    });
    found
}
