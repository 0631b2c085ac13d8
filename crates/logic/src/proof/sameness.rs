//! Whether a clause holds by what sameness, order and sums mean, found out naively.

use super::Said;
use crate::formula::{Comparison, Formula, Term};
use crate::model::rigid_order;
use crate::reason::Names;
use crate::value::Value;
use std::cmp::Ordering;

/// Whether a clause holds by what sameness, order and sums mean: assume that all of it fails, join what is then
/// the same, and look for something that cannot be.
pub(super) fn is_valid(clause: &[Said], names: Names) -> bool {
    let mut terms: Vec<Term> = Vec::new();
    for said in clause {
        said.atom.visit_terms(&mut |term| {
            if !terms.contains(term) {
                terms.push(term.clone());
            }
        });
    }
    let mut class: Vec<usize> = (0..terms.len()).collect();
    let at = |term: &Term| terms.iter().position(|known| known == term).unwrap_or(0);
    for said in clause {
        if let (false, Formula::Compare(Comparison::Equal, left, right)) =
            (said.positive, &said.atom)
        {
            join(&mut class, at(left), at(right));
        }
    }
    // Functions of the same are the same, and so are a sum and what it comes to; repeated until nothing
    // joins.
    loop {
        let mut joined = false;
        for (one, sum) in terms.iter().enumerate() {
            let other = result(sum, &terms, &class, &at).and_then(|number| {
                let number = Term::Constant(number);
                terms.iter().position(|term| *term == number)
            });
            if let Some(other) = other.filter(|&other| class[one] != class[other]) {
                join(&mut class, one, other);
                joined = true;
            }
        }
        for (one, left) in terms.iter().enumerate() {
            for (other, right) in terms.iter().enumerate().skip(one + 1) {
                if class[one] != class[other] && applied_alike(left, right, &class, &at) {
                    join(&mut class, one, other);
                    joined = true;
                }
            }
        }
        if !joined {
            break;
        }
    }
    let same = |left: &Term, right: &Term| class[at(left)] == class[at(right)];
    let mut less: Vec<(usize, usize)> = Vec::new();
    for (one, left) in terms.iter().enumerate() {
        for (other, right) in terms.iter().enumerate() {
            let (Term::Constant(left), Term::Constant(right)) = (left, right) else {
                continue;
            };
            match rigid_order(left, right, names) {
                // Two values that differ cannot be the same.
                Some(_) if class[one] == class[other] => return true,
                Some(Some(Ordering::Less)) => less.push((class[one], class[other])),
                Some(_) | None => {}
            }
        }
    }
    for said in clause {
        match (&said.atom, said.positive) {
            (Formula::Compare(Comparison::Equal, left, right), true) if same(left, right) => {
                return true;
            }
            (Formula::Compare(Comparison::Less, left, right), false) => {
                less.push((class[at(left)], class[at(right)]));
            }
            (Formula::Compare(Comparison::Less, left, right), true) => {
                // Not less: then the same, or more. It is more only when the sameness is denied too.
                let denied = clause.iter().any(|other| {
                    other.positive
                        && matches!(&other.atom, Formula::Compare(Comparison::Equal, a, b)
                            if same(a, left) && same(b, right) || same(a, right) && same(b, left))
                });
                if denied {
                    less.push((class[at(right)], class[at(left)]));
                }
            }
            (
                Formula::Atom {
                    predicate,
                    arguments,
                },
                true,
            ) => {
                let opposed = clause.iter().any(|other| {
                    let Formula::Atom {
                        predicate: found,
                        arguments: others,
                    } = &other.atom
                    else {
                        return false;
                    };
                    !other.positive
                        && found == predicate
                        && others.len() == arguments.len()
                        && arguments.iter().zip(others).all(|(a, b)| same(a, b))
                });
                if opposed {
                    return true;
                }
            }
            (_, _) => {}
        }
    }
    // "Not less" without a denied sameness still excludes "less" through a chain.
    let mut closure = less;
    loop {
        let mut more = Vec::new();
        for &(a, b) in &closure {
            for &(c, d) in &closure {
                if b == c && !closure.contains(&(a, d)) && !more.contains(&(a, d)) {
                    more.push((a, d));
                }
            }
        }
        if more.is_empty() {
            break;
        }
        closure.extend(more);
    }
    closure.iter().any(|(a, b)| a == b)
        || clause.iter().any(|said| match (&said.atom, said.positive) {
            (Formula::Compare(Comparison::Less, left, right), true) => {
                closure.contains(&(class[at(left)], class[at(right)]))
            }
            (_, _) => false,
        })
}

fn join(class: &mut [usize], one: usize, other: usize) {
    let (from, to) = (class[other], class[one]);
    for entry in class.iter_mut() {
        if *entry == from {
            *entry = to;
        }
    }
}

/// The number, date or moment a term is the same as, or comes to.
fn number(
    term: &Term,
    terms: &[Term],
    class: &[usize],
    at: &impl Fn(&Term) -> usize,
) -> Option<Value> {
    let own = class[at(term)];
    let mut same = terms.iter().zip(class).filter(|(_, other)| **other == own);
    let said = same.find_map(|(term, _)| {
        if let Term::Constant(value @ (Value::Number(_) | Value::Date(_) | Value::Instant(_))) =
            term
        {
            Some(value.clone())
        } else {
            None
        }
    });
    said.or_else(|| result(term, terms, class, at))
}

fn result(
    sum: &Term,
    terms: &[Term],
    class: &[usize],
    at: &impl Fn(&Term) -> usize,
) -> Option<Value> {
    let Term::Arithmetic(operation, left, right) = sum else {
        return None;
    };
    let side = |side: &Term| number(side, terms, class, at);
    crate::arithmetic::computed(*operation, &side(left)?, &side(right)?)
}

fn applied_alike(left: &Term, right: &Term, class: &[usize], at: &impl Fn(&Term) -> usize) -> bool {
    match (left, right) {
        (
            Term::Function {
                name: one,
                arguments: left,
            },
            Term::Function {
                name: other,
                arguments: right,
            },
        ) => {
            one == other
                && left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| class[at(left)] == class[at(right)])
        }
        (Term::Arithmetic(one, left, right), Term::Arithmetic(other, left_too, right_too)) => {
            let same = |left: &Term, right: &Term| class[at(left)] == class[at(right)];
            one == other && same(left, left_too) && same(right, right_too)
        }
        (_, _) => false,
    }
}
