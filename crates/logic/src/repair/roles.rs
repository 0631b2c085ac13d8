//! Names in the wrong role: a thing written as a predicate, a predicate written as a thing.

use super::names::squash;
use super::symbols::{Set, Symbols};
use super::{Kind, Place};
use crate::formula::{Comparison, Formula, Term};
use crate::repair::free::{all, free_variables};
use crate::text::Phrase;
use crate::tolerant::{Style, walk};
use crate::value::{Name, Value};
use std::collections::BTreeMap;

/// `Sally($x) >>> Numpus($x)` says that Sally is a numpus; so does `Sally(Numpus)`.
pub(crate) fn things_as_predicates(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    if set.style != Style::Program {
        return false;
    }
    // First the facts whose words are swapped: until then a property looks like a thing.
    let is_atom = |formula: &Formula| matches!(formula, Formula::Atom { .. });
    let is_other = |formula: &Formula| !matches!(formula, Formula::Atom { .. });
    if facts(set, symbols, is_atom) {
        facts(set, &Symbols::of(set), is_other);
        return true;
    }
    facts(set, symbols, is_other)
}

fn facts(set: &mut Set<'_>, symbols: &Symbols, wanted: fn(&Formula) -> bool) -> bool {
    let things: BTreeMap<String, &Name> = symbols
        .things
        .keys()
        .map(|name| (squash(name), name))
        .collect();
    let mut changed = false;
    for line in set.lines.iter_mut().filter(|line| !line.frozen) {
        let Some(formula) = line.formula.as_ref().filter(|formula| wanted(formula)) else {
            continue;
        };
        let Some((written, thing, repaired)) = as_fact(formula, &things, symbols) else {
            continue;
        };
        line.formula = Some(repaired);
        line.rewritten(Kind::NameAsPredicate, names_a_thing(&written, &thing));
        changed = true;
    }
    changed
}

fn names_a_thing(written: &str, thing: &str) -> Phrase {
    Phrase::new(
        format!("`{written}` names the thing `{thing}`, not a property"),
        format!("`{written}` nomme la chose `{thing}`, non une propriété"),
    )
}

fn as_fact(
    formula: &Formula,
    things: &BTreeMap<String, &Name>,
    symbols: &Symbols,
) -> Option<(Name, Name, Formula)> {
    let thing_of = |predicate: &Name| things.get(&squash(predicate)).map(|name| (*name).clone());
    let asserted = |predicate: &Name| {
        symbols
            .predicates
            .get(&(predicate.clone(), 1))
            .is_some_and(|uses| uses.asserted > 0)
    };
    match formula {
        Formula::Forall { variable, body, .. } => {
            let Formula::Implies(left, right) = &**body else {
                return None;
            };
            let Formula::Atom {
                predicate,
                arguments,
            } = &**left
            else {
                return None;
            };
            let only = [Term::Variable(variable.clone())];
            if arguments[..] != only || asserted(predicate) {
                return None;
            }
            let thing = thing_of(predicate)?;
            let mut fact = (**right).clone();
            walk::each_term_mut(&mut fact, &mut |term| {
                if matches!(term, Term::Variable(name) if name == variable) {
                    *term = Term::Constant(Value::Entity(thing.clone()));
                }
            });
            let free = free_variables(&fact);
            Some((predicate.clone(), thing, all(fact, &free)))
        }
        Formula::Atom {
            predicate,
            arguments,
        } => {
            let [Term::Constant(Value::Entity(name))] = &arguments[..] else {
                return None;
            };
            let wanted = squash(name);
            let property = symbols
                .predicates
                .keys()
                .find(|(other, n)| *n == 1 && squash(other) == wanted)?;
            let thing = thing_of(predicate).filter(|thing| squash(thing) != wanted)?;
            let fact = Formula::Atom {
                predicate: property.0.clone(),
                arguments: vec![Term::Constant(Value::Entity(thing.clone()))],
            };
            Some((predicate.clone(), thing, fact))
        }
        // `Rex(Rex) >>> Rompus(Rex)`: that Rex is Rex is no condition.
        Formula::Implies(left, right) => {
            let Formula::Atom {
                predicate,
                arguments,
            } = &**left
            else {
                return None;
            };
            let [Term::Constant(Value::Entity(name))] = &arguments[..] else {
                return None;
            };
            (squash(name) == squash(predicate) && !asserted(predicate))
                .then(|| (predicate.clone(), name.clone(), (**right).clone()))
        }
        Formula::Not(_)
        | Formula::Constant(_)
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Exists { .. } => None,
    }
}

/// `∃x (Stable(x) ∧ DiamondMine(x))` where `DiamondMine` is known as a thing: that thing is meant.
pub(crate) fn things_as_properties(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    if set.style != Style::Formula {
        return false;
    }
    let mut meant: Vec<(Name, Name)> = Vec::new();
    for (name, arity) in symbols.predicates.keys() {
        if *arity != 1 {
            continue;
        }
        let squashed = squash(name);
        let thing = symbols
            .things
            .iter()
            .find(|(thing, uses)| uses.premises > 0 && squash(thing) == squashed);
        if let Some((thing, _)) = thing
            && is_witness_only(set, name)
        {
            meant.push((name.clone(), thing.clone()));
        }
    }
    for (property, thing) in &meant {
        for line in &mut set.lines {
            let mut changed = false;
            if let Some(formula) = &mut line.formula
                && !line.frozen
            {
                walk::each_mut(formula, &mut |part| {
                    if let Formula::Atom {
                        predicate,
                        arguments,
                    } = part
                        && predicate == property
                        && let [term] = &arguments[..]
                    {
                        let thing = Term::Constant(Value::Entity(thing.clone()));
                        *part = Formula::Compare(Comparison::Equal, term.clone(), thing);
                        changed = true;
                    }
                });
            }
            if changed {
                line.rewritten(Kind::NameAsPredicate, names_a_thing(property, thing));
            }
        }
    }
    !meant.is_empty()
}

/// Whether some premise says that there is one such thing, and the property is never said of a name.
fn is_witness_only(set: &Set<'_>, name: &Name) -> bool {
    let mut witnessed = false;
    let mut of_variables = true;
    for line in &set.lines {
        let Some(formula) = &line.formula else {
            continue;
        };
        walk::each(formula, &mut |part| {
            if let Formula::Atom {
                predicate,
                arguments,
            } = part
                && predicate == name
                && let [term] = &arguments[..]
            {
                of_variables &= matches!(term, Term::Variable(_));
            }
            if let Formula::Exists { variable, body, .. } = part
                && line.place != Place::Query
            {
                let atom = Formula::Atom {
                    predicate: name.clone(),
                    arguments: vec![Term::Variable(variable.clone())],
                };
                witnessed |= **body == atom;
                if let Formula::And(parts) = &**body {
                    witnessed |= parts.contains(&atom);
                }
            }
        });
    }
    witnessed && of_variables
}

/// A query about `stable`, where only the property `Stable` is known, asks for some stable.
pub(crate) fn predicates_as_things(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    if set.style != Style::Formula {
        return false;
    }
    let mut wanted: Vec<(Name, Name)> = Vec::new();
    for (thing, uses) in &symbols.things {
        if uses.premises > 0 || uses.query == 0 {
            continue;
        }
        let squashed = squash(thing);
        let property = symbols
            .predicates
            .iter()
            .find(|((name, n), uses)| *n == 1 && uses.premises > 0 && squash(name) == squashed);
        if let Some(((name, _), _)) = property {
            wanted.push((thing.clone(), name.clone()));
        }
    }
    if wanted.is_empty() {
        return false;
    }
    for line in &mut set.lines {
        if line.place != Place::Query || line.frozen {
            continue;
        }
        let Some(formula) = &mut line.formula else {
            continue;
        };
        for (at, (thing, property)) in wanted.iter().enumerate() {
            let variable = Name::from(format!("some{at}"));
            walk::each_mut(formula, &mut |part| {
                let Formula::Atom { arguments, .. } = part else {
                    return;
                };
                let mut found = false;
                for argument in arguments.iter_mut() {
                    if matches!(argument, Term::Constant(Value::Entity(name)) if name == thing) {
                        *argument = Term::Variable(variable.clone());
                        found = true;
                    }
                }
                if found {
                    let atom = std::mem::replace(part, Formula::Constant(true));
                    let guard = Formula::Atom {
                        predicate: property.clone(),
                        arguments: vec![Term::Variable(variable.clone())],
                    };
                    *part = Formula::Exists {
                        variable: variable.clone(),
                        sort: None,
                        body: Box::new(Formula::And(vec![guard, atom])),
                    };
                }
            });
        }
        for (thing, property) in &wanted {
            line.note(Kind::PredicateAsName, thing, &format!("∃x {property}(x)"));
        }
    }
    true
}

/// `Man(x) = God(x)` where the one or the other is a predicate elsewhere: they hold of the same things.
pub(crate) fn equivalences(set: &mut Set<'_>) {
    let said = set.predicates();
    for line in &mut set.lines {
        let Some(mut formula) = line.formula.take() else {
            continue;
        };
        let mut changed = Vec::new();
        walk::each_mut(&mut formula, &mut |part| {
            if let Formula::Compare(Comparison::Equal, left, right) = part
                && let (Some(one), Some(other)) = (atom(left), atom(right))
                && (said.contains(&key(&one)) || said.contains(&key(&other)))
            {
                changed.push(key(&one).0);
                *part = Formula::Iff(Box::new(one), Box::new(other));
            }
        });
        line.formula = Some(formula);
        for predicate in changed {
            line.note(Kind::Operator, &predicate, "↔");
        }
    }
}

/// What is written as a value, said instead.
fn atom(term: &Term) -> Option<Formula> {
    let Term::Function { name, arguments } = term else {
        return None;
    };
    Some(Formula::Atom {
        predicate: name.clone(),
        arguments: arguments.clone(),
    })
}

fn key(atom: &Formula) -> (Name, usize) {
    if let Formula::Atom {
        predicate,
        arguments,
    } = atom
    {
        return (predicate.clone(), arguments.len());
    }
    (Name::new(""), 0)
}
