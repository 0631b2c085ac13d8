//! A finite world told in words: what is true there, and in which order its values stand.

use super::{Told, shown_term};
use crate::formula::{Formula, Term};
use crate::model::Structure;
use crate::text::{Phrase, counted};
use crate::tolerant::walk;
use crate::value::Value;
use std::collections::BTreeSet;

/// `formulas`: what the world was made for; what they compare is shown in its order.
pub(super) fn tell_world(
    world: &Structure,
    formulas: &[&Formula],
    asked: &str,
    holds: bool,
) -> Told {
    let count = world.things.len();
    let Phrase {
        en: things,
        fr: choses,
    } = counted(count, ["{} thing", "{} things"], ["{} chose", "{} choses"]);
    let told = if holds {
        Told::new(
            format!("A world with {things} in which all statements and {asked} hold:"),
            format!("Un monde de {choses} où tous les énoncés et {asked} sont vrais :"),
        )
    } else {
        Told::new(
            format!("A world with {things} in which all statements hold and {asked} does not:"),
            format!("Un monde de {choses} où tous les énoncés sont vrais et {asked} est faux :"),
        )
    };
    let names: Vec<String> = (0..count).map(|thing| called(world, thing)).collect();
    let mut because = Vec::new();
    for (thing, terms) in world.things.iter().enumerate() {
        let others: Vec<String> = terms
            .iter()
            .skip(1)
            .map(|term| format!("`{}`", shown_term(term)))
            .collect();
        if !others.is_empty() {
            let (name, others) = (&names[thing], others.join(", "));
            because.push(Told::new(
                format!("`{name}` is also {others}."),
                format!("`{name}` est aussi {others}."),
            ));
        }
    }
    let true_atoms = true_atoms(world, &names);
    because.push(if true_atoms.is_empty() {
        Told::new("Nothing else is true there.", "Rien d'autre n'y est vrai.")
    } else {
        let listed = true_atoms.join(", ");
        Told::new(
            format!("True there: {listed}; nothing else."),
            format!("Y est vrai : {listed} ; rien d'autre."),
        )
    });
    because.extend(tell_order(world, formulas, &names));
    told.with(because)
}

fn true_atoms(world: &Structure, names: &[String]) -> Vec<String> {
    let list = |row: &[usize]| {
        let shown: Vec<&str> = row.iter().map(|&thing| names[thing].as_str()).collect();
        shown.join(", ")
    };
    let mut atoms = Vec::new();
    for ((predicate, _), rows) in &world.predicates {
        atoms.extend(rows.iter().map(|row| {
            if row.is_empty() {
                format!("`{predicate}`")
            } else {
                format!("`{predicate}({})`", list(row))
            }
        }));
    }
    for ((function, _), table) in &world.functions {
        atoms.extend(
            table
                .iter()
                .map(|(row, value)| format!("`{function}({}) == {}`", list(row), names[*value])),
        );
    }
    atoms
}

/// The order of what is compared: without it nobody sees why a comparison holds or fails there.
fn tell_order(world: &Structure, formulas: &[&Formula], names: &[String]) -> Vec<Told> {
    let mut compared: Vec<usize> = compared(world, formulas).into_iter().collect();
    if compared.len() < 2 {
        return Vec::new();
    }
    compared.sort_by_key(|&thing| world.rank[thing]);
    let order: Vec<&str> = compared
        .iter()
        .map(|&thing| names[thing].as_str())
        .collect();
    let order = order.join(" < ");
    let mut told = vec![Told::new(
        format!("In order there: `{order}`."),
        format!("Dans l'ordre : `{order}`."),
    )];
    let is_rigid = |thing: usize| {
        let mut terms = world.things[thing].iter();
        terms.any(|term| {
            matches!(
                term,
                Term::Constant(Value::Number(_) | Value::Date(_) | Value::Instant(_))
            )
        })
    };
    let (rigid, other): (Vec<usize>, Vec<usize>) =
        compared.iter().partition(|&&thing| is_rigid(thing));
    if !rigid.is_empty() && !other.is_empty() {
        let listed: Vec<String> = other
            .iter()
            .map(|&thing| format!("`{}`", names[thing]))
            .collect();
        let listed = listed.join(", ");
        told.push(Told::new(
            format!("No statement says where {listed} should stand in that order."),
            format!("Aucun énoncé ne dit où placer {listed} dans cet ordre."),
        ));
    }
    told
}

/// The things that some formula compares by order.
fn compared(world: &Structure, formulas: &[&Formula]) -> BTreeSet<usize> {
    let mut things = BTreeSet::new();
    for formula in formulas {
        walk::each(formula, &mut |part| {
            if let Formula::Compare(comparison, left, right) = part
                && comparison.is_order()
            {
                things.extend(values(world, left));
                things.extend(values(world, right));
            }
        });
    }
    things
}

/// Everything a term stands for in the world, whatever its variables mean.
fn values(world: &Structure, term: &Term) -> Vec<usize> {
    let of_function = |name, arity| {
        let table = world.functions.get(&(name, arity));
        table.map_or_else(Vec::new, |table| table.values().copied().collect())
    };
    match (world.value(term, &[]), term) {
        (Some(thing), _) => vec![thing],
        (None, Term::Function { name, arguments }) => of_function(name.clone(), arguments.len()),
        (None, Term::Attribute { attribute, .. }) => of_function(attribute.clone(), 1),
        (None, Term::Variable(_)) => (0..world.things.len()).collect(),
        (
            None,
            Term::Constant(_)
            | Term::Arithmetic(..)
            | Term::Count { .. }
            | Term::Size(_)
            | Term::Now
            | Term::Today
            | Term::Unresolved(_, _),
        ) => Vec::new(),
    }
}

fn called(world: &Structure, thing: usize) -> String {
    match world.things.get(thing).and_then(|terms| terms.first()) {
        Some(term) => shown_term(term).to_string(),
        None => format!("#{thing}"),
    }
}
