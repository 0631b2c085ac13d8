//! Which names are meant as two, however much alike they are spelled.
//!
//! Who writes two names in one statement tells them apart, and so does who defines each of them. Nothing
//! here merges anything.

use super::symbols::Set;
use crate::formula::{Formula, Term};
use crate::tolerant::walk;
use crate::value::{Name, Value};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Tells names apart. Where each stands is looked up once, and only when somebody asks.
pub(crate) struct Apart<'s> {
    set: &'s Set<'s>,
    places: OnceCell<Places<'s>>,
}

/// The lines a name stands in, in order.
#[derive(Default)]
struct Places<'s> {
    predicates: BTreeMap<(&'s Name, usize), Vec<usize>>,
    defined: BTreeSet<(&'s Name, usize)>,
    things: BTreeMap<&'s Name, Vec<usize>>,
}

impl<'s> Apart<'s> {
    pub(crate) fn of(set: &'s Set<'s>) -> Apart<'s> {
        Apart {
            set,
            places: OnceCell::new(),
        }
    }

    /// Whether two predicates stand in one statement, or each has a definition of its own.
    pub(crate) fn predicates(&self, one: &Name, other: &Name, arity: usize) -> bool {
        let places = self.places.get_or_init(|| Places::of(self.set));
        let (one, other) = ((one, arity), (other, arity));
        meet(places.predicates.get(&one), places.predicates.get(&other))
            || places.defined.contains(&one) && places.defined.contains(&other)
    }

    /// Whether two things stand in one statement.
    pub(crate) fn things(&self, one: &Name, other: &Name) -> bool {
        let places = self.places.get_or_init(|| Places::of(self.set));
        meet(places.things.get(one), places.things.get(other))
    }
}

impl<'s> Places<'s> {
    fn of(set: &'s Set<'_>) -> Places<'s> {
        let mut places = Places::default();
        for (at, line) in set.lines.iter().enumerate() {
            if let Some(formula) = &line.formula {
                places.add(at, formula);
            }
        }
        places
    }

    fn add(&mut self, at: usize, formula: &'s Formula) {
        walk::each(formula, &mut |part| {
            if let Some(atom) = atom(part) {
                stands(self.predicates.entry(atom).or_default(), at);
            }
            if let Formula::Iff(left, right) = part {
                self.defined
                    .extend(atom(left).into_iter().chain(atom(right)));
            }
        });
        formula.visit_terms(&mut |term| {
            if let Term::Constant(Value::Entity(name)) = term {
                stands(self.things.entry(name).or_default(), at);
            }
        });
    }
}

fn atom(formula: &Formula) -> Option<(&Name, usize)> {
    if let Formula::Atom {
        predicate,
        arguments,
    } = formula
    {
        Some((predicate, arguments.len()))
    } else {
        None
    }
}

fn stands(lines: &mut Vec<usize>, at: usize) {
    if lines.last() != Some(&at) {
        lines.push(at);
    }
}

/// Whether two lists in order have something in common. The shorter is looked up in the longer.
fn meet(one: Option<&Vec<usize>>, other: Option<&Vec<usize>>) -> bool {
    let (Some(one), Some(other)) = (one, other) else {
        return false;
    };
    let (few, many) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    few.iter().any(|at| many.binary_search(at).is_ok())
}
