//! Which names are meant as two, however much alike they are spelled.
//!
//! Who writes two names in one statement tells them apart, and so does who defines each of them. Nothing
//! here merges anything.

use super::symbols::Set;
use crate::formula::{Formula, Term};
use crate::tolerant::walk;
use crate::value::{Name, Value};

/// Whether two predicates stand in one statement, or each has a definition of its own.
pub(crate) fn predicates(set: &Set<'_>, one: &Name, other: &Name, arity: usize) -> bool {
    let mut defined = [false; 2];
    for formula in set.lines.iter().filter_map(|line| line.formula.as_ref()) {
        let mut found = [false; 2];
        walk::each(formula, &mut |part| {
            for (at, name) in [one, other].into_iter().enumerate() {
                found[at] |= is_atom(part, name, arity);
                if let Formula::Iff(left, right) = part {
                    defined[at] |= is_atom(left, name, arity) || is_atom(right, name, arity);
                }
            }
        });
        if found == [true; 2] {
            return true;
        }
    }
    defined == [true; 2]
}

fn is_atom(formula: &Formula, name: &Name, arity: usize) -> bool {
    matches!(formula, Formula::Atom { predicate, arguments } if predicate == name && arguments.len() == arity)
}

/// Whether two things stand in one statement.
pub(crate) fn things(set: &Set<'_>, one: &Name, other: &Name) -> bool {
    let mut formulas = set.lines.iter().filter_map(|line| line.formula.as_ref());
    formulas.any(|formula| {
        let mut found = [false; 2];
        formula.visit_terms(&mut |term| {
            for (at, name) in [one, other].into_iter().enumerate() {
                found[at] |= is_thing(term, name);
            }
        });
        found == [true; 2]
    })
}

fn is_thing(term: &Term, name: &Name) -> bool {
    matches!(term, Term::Constant(Value::Entity(found)) if found == name)
}
