//! Guesses: guards that nothing is ever said to satisfy.
//!
//! `Person(x) ∧ Drinks(x) → …` where nobody is said to be a person: the sentences speak of persons
//! only, so the guard was left out of the facts. This may be wrong, and is only done when asked for.

use super::symbols::{Set, Symbols};
use super::{Kind, Place};
use crate::formula::{Formula, Term};
use crate::tolerant::{Style, walk};
use crate::value::Name;
use std::collections::BTreeSet;

pub(crate) fn open(set: &mut Set<'_>) -> bool {
    if set.style != Style::Formula {
        return false;
    }
    let symbols = Symbols::of(set);
    let generic: BTreeSet<Name> = symbols
        .predicates
        .iter()
        .filter(|((_, arity), uses)| {
            *arity == 1 && uses.asserted == 0 && uses.query == 0 && uses.asked > 0
        })
        .map(|((name, _), _)| name.clone())
        .collect();
    if generic.is_empty() {
        return false;
    }
    let mut changed = false;
    for line in &mut set.lines {
        if line.place == Place::Query {
            continue;
        }
        let Some(formula) = &mut line.formula else {
            continue;
        };
        let mut opened = BTreeSet::new();
        walk::each_mut(formula, &mut |part| {
            let Formula::Implies(left, _) = part else {
                return;
            };
            let Formula::And(parts) = &mut **left else {
                return;
            };
            let is_guard = |part: &Formula| match part {
                Formula::Atom {
                    predicate,
                    arguments,
                } => generic.contains(predicate) && matches!(arguments[..], [Term::Variable(_)]),
                _ => false,
            };
            if parts.iter().all(is_guard) {
                return;
            }
            parts.retain(|part| {
                let guard = is_guard(part);
                if guard && let Formula::Atom { predicate, .. } = part {
                    opened.insert(predicate.clone());
                }
                !guard
            });
            if parts.len() == 1
                && let Some(only) = parts.pop()
            {
                **left = only;
            }
        });
        for name in opened {
            line.note(Kind::Guard, &name, "");
            changed = true;
        }
    }
    changed
}
