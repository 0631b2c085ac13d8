//! Rebuilding a tree with some of its terms or names replaced. The shape of a tree never changes here.

use super::spell::NameKind;
use crate::formula::{Formula, Term};
use crate::value::{Name, Value};

/// The formula with every term replaced, innermost first.
pub(super) fn terms(formula: Formula, replace: &mut dyn FnMut(Term) -> Term) -> Formula {
    let all = |parts: Vec<Formula>, replace: &mut dyn FnMut(Term) -> Term| {
        parts.into_iter().map(|part| terms(part, replace)).collect()
    };
    let boxed =
        |part: Box<Formula>, replace: &mut dyn FnMut(Term) -> Term| Box::new(terms(*part, replace));
    match formula {
        Formula::Constant(truth) => Formula::Constant(truth),
        Formula::Atom {
            predicate,
            arguments,
        } => Formula::Atom {
            predicate,
            arguments: list(arguments, replace),
        },
        Formula::Compare(comparison, left, right) => {
            Formula::Compare(comparison, term(left, replace), term(right, replace))
        }
        Formula::In(subject, items) => Formula::In(term(subject, replace), list(items, replace)),
        Formula::Member(left, right) => Formula::Member(term(left, replace), term(right, replace)),
        Formula::IsNull(part) => Formula::IsNull(term(part, replace)),
        Formula::IsKnown(part) => Formula::IsKnown(term(part, replace)),
        Formula::Truth(part) => Formula::Truth(term(part, replace)),
        Formula::Not(body) => Formula::Not(boxed(body, replace)),
        Formula::And(parts) => Formula::And(all(parts, replace)),
        Formula::Or(parts) => Formula::Or(all(parts, replace)),
        Formula::Implies(left, right) => {
            Formula::Implies(boxed(left, replace), boxed(right, replace))
        }
        Formula::Iff(left, right) => Formula::Iff(boxed(left, replace), boxed(right, replace)),
        Formula::Xor(left, right) => Formula::Xor(boxed(left, replace), boxed(right, replace)),
        Formula::Forall {
            variable,
            sort,
            body,
        } => Formula::Forall {
            variable,
            sort,
            body: boxed(body, replace),
        },
        Formula::Exists {
            variable,
            sort,
            body,
        } => Formula::Exists {
            variable,
            sort,
            body: boxed(body, replace),
        },
    }
}

fn list(parts: Vec<Term>, replace: &mut dyn FnMut(Term) -> Term) -> Vec<Term> {
    parts.into_iter().map(|part| term(part, replace)).collect()
}

fn term(whole: Term, replace: &mut dyn FnMut(Term) -> Term) -> Term {
    let rebuilt = match whole {
        Term::Attribute { of, attribute } => Term::Attribute {
            of: Box::new(term(*of, replace)),
            attribute,
        },
        Term::Function { name, arguments } => Term::Function {
            name,
            arguments: list(arguments, replace),
        },
        Term::Arithmetic(operation, left, right) => Term::Arithmetic(
            operation,
            Box::new(term(*left, replace)),
            Box::new(term(*right, replace)),
        ),
        Term::Count {
            variable,
            sort,
            body,
        } => Term::Count {
            variable,
            sort,
            body: Box::new(terms(*body, replace)),
        },
        Term::Size(of) => Term::Size(Box::new(term(*of, replace))),
        Term::Variable(_) | Term::Constant(_) | Term::Now | Term::Today | Term::Unresolved(..) => {
            whole
        }
    };
    replace(rebuilt)
}

/// The formula with every constant of that name turned into the variable.
pub(super) fn with_variable(formula: Formula, variable: &Name) -> Formula {
    terms(formula, &mut |term| {
        if term == Term::entity(variable) {
            Term::Variable(variable.clone())
        } else {
            term
        }
    })
}

/// The formula with every name replaced. A sort is the unary predicate of its name; a constant is a
/// function without arguments.
pub(super) fn names(
    formula: &Formula,
    replace: &mut dyn FnMut(NameKind, usize, &Name) -> Name,
) -> Formula {
    let renamed = terms(formula.clone(), &mut |term| match term {
        Term::Variable(name) => Term::Variable(replace(NameKind::Variable, 0, &name)),
        Term::Constant(Value::Entity(name)) => Term::entity(replace(NameKind::Function, 0, &name)),
        Term::Function { name, arguments } => Term::Function {
            name: replace(NameKind::Function, arguments.len(), &name),
            arguments,
        },
        Term::Attribute { of, attribute } => Term::Attribute {
            of,
            attribute: replace(NameKind::Function, 1, &attribute),
        },
        Term::Count {
            variable,
            sort,
            body,
        } => {
            let (variable, sort) = binding(&variable, &sort, replace);
            Term::Count {
                variable,
                sort,
                body: Box::new(predicates(*body, replace)),
            }
        }
        Term::Constant(_)
        | Term::Arithmetic(..)
        | Term::Size(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(..) => term,
    });
    predicates(renamed, replace)
}

fn binding(
    variable: &Name,
    sort: &Option<Name>,
    replace: &mut dyn FnMut(NameKind, usize, &Name) -> Name,
) -> (Name, Option<Name>) {
    let sort = sort
        .as_ref()
        .map(|sort| replace(NameKind::Predicate, 1, sort));
    (replace(NameKind::Variable, 0, variable), sort)
}

/// Renames predicates and bindings outside of terms, whose own names are done.
fn predicates(
    formula: Formula,
    replace: &mut dyn FnMut(NameKind, usize, &Name) -> Name,
) -> Formula {
    match formula {
        Formula::Atom {
            predicate,
            arguments,
        } => Formula::Atom {
            predicate: replace(NameKind::Predicate, arguments.len(), &predicate),
            arguments,
        },
        Formula::Not(body) => Formula::not(predicates(*body, replace)),
        Formula::And(parts) => Formula::And(
            parts
                .into_iter()
                .map(|part| predicates(part, replace))
                .collect(),
        ),
        Formula::Or(parts) => Formula::Or(
            parts
                .into_iter()
                .map(|part| predicates(part, replace))
                .collect(),
        ),
        Formula::Implies(left, right) => Formula::Implies(
            Box::new(predicates(*left, replace)),
            Box::new(predicates(*right, replace)),
        ),
        Formula::Iff(left, right) => Formula::Iff(
            Box::new(predicates(*left, replace)),
            Box::new(predicates(*right, replace)),
        ),
        Formula::Xor(left, right) => Formula::Xor(
            Box::new(predicates(*left, replace)),
            Box::new(predicates(*right, replace)),
        ),
        Formula::Forall {
            variable,
            sort,
            body,
        } => {
            let (variable, sort) = binding(&variable, &sort, replace);
            Formula::Forall {
                variable,
                sort,
                body: Box::new(predicates(*body, replace)),
            }
        }
        Formula::Exists {
            variable,
            sort,
            body,
        } => {
            let (variable, sort) = binding(&variable, &sort, replace);
            Formula::Exists {
                variable,
                sort,
                body: Box::new(predicates(*body, replace)),
            }
        }
        Formula::Constant(_)
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_) => formula,
    }
}
