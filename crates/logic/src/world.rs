//! Finite worlds in which a theory holds, found by the solver and checked by evaluation.
//!
//! A world that does not pass its evaluation is not shown.

use crate::clause::{Clauses, EQUAL, LESS, Source, Symbol};
use crate::formula::{Formula, Term};
use crate::ground::{Grounder, Made, Mode, Purpose, Switches};
use crate::model::Structure;
use crate::normal;
use crate::prove::{QUERY, budget, constant};
use crate::reason::{Evidence, How, Lack};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// One world with the query and one without.
pub(crate) fn models(theory: &[Formula], query: &Formula, how: &How) -> Result<Evidence, Lack> {
    let with_query = Box::new(world(theory, query, true, how)?);
    let without = Box::new(world(theory, query, false, how)?);
    Ok(Evidence::Models {
        with_query,
        without,
    })
}

/// A finite world in which a theory holds, and the query or its negation.
fn world(
    theory: &[Formula],
    query: &Formula,
    positive: bool,
    how: &How,
) -> Result<Structure, Lack> {
    if theory.len() > how.limits.clauses as usize {
        return Err(Lack::World);
    }
    let prepared = normal::prepare(theory.iter().chain([query]), &how.limits);
    let prepared = prepared.map_err(|_| Lack::World)?;
    let mut clauses = Clauses::new();
    for (number, formula) in theory.iter().enumerate() {
        let formula = prepared.get(number, formula);
        clauses.add(formula, true, Source::Theory(number as u32));
    }
    clauses.add(prepared.get(theory.len(), query), positive, Source::Query);
    if !clauses.opaque.is_empty() {
        return Err(Lack::World);
    }
    let members: Vec<u32> = (0..clauses.clauses.len() as u32).collect();
    let has_functions = clauses.has_functions(&members);
    let bounds = 0..=how.limits.bound + 1;
    let modes: Vec<Mode> = if has_functions {
        // Worlds in which each name is a thing of its own are found much faster, and read better.
        bounds
            .flat_map(|extra| [Mode::Apart(extra), Mode::Domain(extra)])
            .collect()
    } else {
        vec![Mode::Terms(0)]
    };
    for mode in modes {
        let mut grounder = Grounder::new(
            &clauses,
            &members,
            mode,
            how.names,
            budget(how),
            Switches::Query,
            Purpose::Model,
        );
        if grounder.ran_out.is_some() {
            continue;
        }
        if grounder.check(&[QUERY]).ok_or(Lack::World)? {
            let structure = structure(&grounder, &clauses).ok_or(Lack::World)?;
            if !structure.is_sound(how.names) {
                return Err(Lack::World);
            }
            let wanted = theory.iter().map(|formula| (formula, true));
            let mut looks = 0;
            for (formula, truth) in wanted.chain([(query, positive)]) {
                match structure.holds_within(formula, &mut looks) {
                    Some(found) if found == truth => {}
                    Some(_) => return Err(Lack::World),
                    None => return Err(Lack::Looks),
                }
            }
            return Ok(structure);
        }
    }
    Err(Lack::World)
}

fn structure(grounder: &Grounder<'_, '_>, clauses: &Clauses<'_>) -> Option<Structure> {
    // Elements that are the same are one thing.
    let mut thing_of: BTreeMap<u32, usize> = BTreeMap::new();
    for (at, &element) in grounder.universe.iter().enumerate() {
        thing_of.insert(element, at);
    }
    for atom in &grounder.atoms {
        if atom.predicate == EQUAL && grounder.is_true(atom) {
            let [left, right] = grounder.arguments(atom) else {
                return None;
            };
            let (from, to) = (*thing_of.get(right)?, *thing_of.get(left)?);
            for thing in thing_of.values_mut() {
                if *thing == from {
                    *thing = to;
                }
            }
        }
    }
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    for thing in thing_of.values() {
        let next = numbers.len();
        numbers.entry(*thing).or_insert(next);
    }
    for thing in thing_of.values_mut() {
        *thing = numbers[thing];
    }
    let mut structure = Structure {
        things: vec![Vec::new(); numbers.len()],
        ..Structure::default()
    };
    for (&element, &thing) in &thing_of {
        let Made::Constant(number) = grounder.parts(element) else {
            return None;
        };
        let named = constant(clauses, number);
        structure.things[thing].push(named.clone());
        structure.constants.insert(named, thing);
    }
    let mut below: Vec<(usize, usize)> = Vec::new();
    for atom in &grounder.atoms {
        if !grounder.is_true(atom) {
            continue;
        }
        let arguments = grounder.arguments(atom).iter();
        let tuple: Option<Vec<usize>> = arguments
            .map(|element| thing_of.get(element).copied())
            .collect();
        let mut tuple = tuple?;
        if atom.predicate == LESS {
            below.push((tuple[0], tuple[1]));
        } else if let Some(function) = grounder.function_of(atom.predicate) {
            let value = tuple.pop()?;
            if let (Symbol::Named(name), arity) = clauses.functions.items[function as usize] {
                let table = structure
                    .functions
                    .entry((name.clone(), arity as usize))
                    .or_default();
                table.entry(tuple).or_insert(value);
            }
        } else if let (Symbol::Named(name), arity) =
            clauses.predicates.items[atom.predicate as usize]
            && !name.starts_with('\u{1}')
        {
            let table = structure
                .predicates
                .entry((name.clone(), arity as usize))
                .or_default();
            table.insert(tuple);
        }
    }
    structure.rank = ranks(&structure, below)?;
    Some(structure)
}

/// A line in which everything stands after what is less.
fn ranks(structure: &Structure, mut below: Vec<(usize, usize)>) -> Option<Vec<usize>> {
    let values: Vec<(&Value, usize)> = structure
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
    // Of those that have an order by themselves each stands behind the one before it.
    let kinds: [fn(&Value) -> bool; 3] = [
        |value| matches!(value, Value::Number(_)),
        |value| matches!(value, Value::Date(_)),
        |value| matches!(value, Value::Instant(_)),
    ];
    for is_kind in kinds {
        let mut ordered: Vec<(&Value, usize)> = values.clone();
        ordered.retain(|(value, _)| is_kind(value));
        ordered.sort();
        below.extend(ordered.windows(2).map(|pair| (pair[0].1, pair[1].1)));
    }
    let count = structure.things.len();
    let mut waits = vec![0_usize; count];
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (low, high) in below {
        waits[high] += 1;
        above[low].push(high);
    }
    let free = (0..count).filter(|&thing| waits[thing] == 0);
    let mut ready: BTreeSet<usize> = free.collect();
    let mut rank = vec![usize::MAX; count];
    for place in 0..count {
        let next = ready.pop_first()?;
        rank[next] = place;
        for &thing in &above[next] {
            waits[thing] -= 1;
            if waits[thing] == 0 {
                ready.insert(thing);
            }
        }
    }
    Some(rank)
}
