//! Guesses: guards that nothing is ever said to satisfy, and facts that name nobody.
//!
//! `Person(x) ∧ Drinks(x) → …` where nobody is said to be a person: the sentences speak of persons
//! only, so the guard was left out of the facts. This may be wrong, and is only done when asked for.

use super::free::{all, free_variables};
use super::names::squash;
use super::symbols::{Set, Symbols};
use super::{Kind, Place, Repair};
use crate::formula::{Formula, Term};
use crate::tolerant::{Style, walk};
use crate::value::{Name, Value};
use std::collections::{BTreeMap, BTreeSet};

/// How a property is used in the premises.
#[derive(Clone, Copy, Default)]
struct Role {
    /// Said of a named thing, or of some thing.
    facts: usize,
    /// Concluded by a rule.
    concluded: usize,
    /// One of several conditions of a rule.
    among: usize,
    /// The only condition of a rule.
    alone: usize,
    query: usize,
}

pub(crate) fn open(set: &mut Set<'_>, _: &Symbols) -> bool {
    if set.style != Style::Formula {
        return false;
    }
    let mut roles: BTreeMap<Name, Role> = BTreeMap::new();
    for line in &set.lines {
        let Some(formula) = &line.formula else {
            continue;
        };
        if line.place == Place::Query {
            walk::each(formula, &mut |part| {
                if let Some((name, _)) = property(part) {
                    roles.entry(name.clone()).or_default().query += 1;
                }
            });
        } else {
            survey(formula, true, true, &mut roles);
        }
    }
    let generic: BTreeSet<Name> = roles
        .iter()
        .filter(|(name, role)| is_generic(name, role))
        .map(|(name, _)| name.clone())
        .collect();
    if generic.is_empty() {
        return false;
    }
    let mut changed = false;
    for line in &mut set.lines {
        if line.place == Place::Query || line.frozen {
            continue;
        }
        let Some(formula) = &mut line.formula else {
            continue;
        };
        let mut opened = BTreeSet::new();
        let mut repaired = formula.clone();
        walk::each_mut(&mut repaired, &mut |part| {
            if let Some((name, _)) = property(part)
                && generic.contains(name)
            {
                opened.insert(name.clone());
                *part = Formula::Constant(true);
            }
            reduce(part);
        });
        if opened.is_empty() || matches!(repaired, Formula::Constant(_)) {
            continue;
        }
        *formula = repaired;
        for name in opened {
            line.note(Kind::Guard, &name, "");
            changed = true;
        }
    }
    changed
}

/// An atom about one thing, and whether that is a variable.
fn property(formula: &Formula) -> Option<(&Name, bool)> {
    let Formula::Atom {
        predicate,
        arguments,
    } = formula
    else {
        return None;
    };
    match &arguments[..] {
        [term] => Some((predicate, matches!(term, Term::Variable(_)))),
        [] | [_, _, ..] => None,
    }
}

/// Nouns so wide that texts take them for granted.
const WIDE: &[&str] = &[
    "person",
    "people",
    "human",
    "humans",
    "humanbeing",
    "man",
    "men",
    "woman",
    "women",
    "being",
    "individual",
    "someone",
    "somebody",
    "everyone",
    "adult",
    "animal",
    "animals",
    "creature",
    "thing",
    "things",
    "object",
    "objects",
    "entity",
    "item",
    "product",
    "place",
];

/// A guard nothing satisfies: one condition among others that nothing concludes, or a wide noun that
/// nothing is said to be.
fn is_generic(name: &Name, role: &Role) -> bool {
    if role.facts > 0 || role.query > 0 {
        return false;
    }
    let wide = WIDE.contains(&squash(name).as_str());
    role.concluded == 0 && role.among > 0
        || wide && (role.among >= 2 || role.concluded == 0 && role.alone > 0)
}

fn survey(formula: &Formula, positive: bool, fact: bool, roles: &mut BTreeMap<Name, Role>) {
    if let Some((name, variable)) = property(formula) {
        let role = roles.entry(name.clone()).or_default();
        if positive && (fact || !variable) {
            role.facts += 1;
        } else if positive {
            role.concluded += 1;
        }
        return;
    }
    match formula {
        Formula::Not(body) => survey(body, !positive, fact, roles),
        Formula::Forall { body, .. } => survey(body, positive, fact && !positive, roles),
        Formula::Exists { body, .. } => survey(body, positive, fact, roles),
        Formula::Implies(left, right) => {
            if let Formula::And(parts) = &**left {
                for part in parts {
                    match property(part) {
                        Some((name, true)) => roles.entry(name.clone()).or_default().among += 1,
                        Some((_, false)) | None => survey(part, !positive, fact, roles),
                    }
                }
            } else if let Some((name, true)) = property(left) {
                roles.entry(name.clone()).or_default().alone += 1;
            } else {
                survey(left, !positive, fact, roles);
            }
            survey(right, positive, false, roles);
        }
        Formula::Iff(left, right) | Formula::Xor(left, right) => {
            for side in [left, right] {
                survey(side, true, false, roles);
            }
        }
        Formula::And(_)
        | Formula::Or(_)
        | Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_) => {
            walk::each_part(formula, &mut |part| survey(part, positive, fact, roles));
        }
    }
}

/// Leaves out what is true anyway.
fn reduce(part: &mut Formula) {
    let truth = Formula::Constant(true);
    if let Formula::And(parts) = part {
        parts.retain(|part| *part != truth);
        if parts.len() < 2 {
            *part = Formula::all(std::mem::take(parts));
        }
    } else if let Formula::Or(parts) = part {
        if parts.contains(&truth) {
            *part = truth;
        }
    } else if let Formula::Implies(left, right) = part {
        if **left == truth || **right == truth {
            *part = std::mem::replace(&mut **right, truth);
        }
    } else if let Formula::Forall { body, .. } | Formula::Exists { body, .. } = part
        && **body == truth
    {
        *part = truth;
    }
}

/// Programs: `A($x) && B($x) && C($x)` would be said of everything; as a rule without its arrow, the last of
/// them follows from the others.
pub(crate) fn arrow(set: &mut Set<'_>, _: &Symbols) -> bool {
    if set.style != Style::Program {
        return false;
    }
    let mut changed = false;
    for line in set.lines.iter_mut().filter(|line| !line.frozen) {
        let Some(Formula::And(mut parts)) = line.aside.clone() else {
            continue;
        };
        let free = free_variables(&Formula::And(parts.clone()));
        let lone = |part: &Formula| free_variables(part) == free;
        if free.len() != 1 || parts.len() < 2 || !parts.iter().all(lone) {
            continue;
        }
        let Some(last) = parts.pop() else {
            continue;
        };
        let rule = Formula::Implies(Box::new(Formula::all(parts)), Box::new(last));
        let rule = all(rule, &free);
        let repair = Repair::new(
            Kind::MissingArrow,
            line.whole(),
            line.text,
            &rule.to_string(),
        );
        line.repairs = vec![repair.guessed().at(line.place.clone())];
        line.formula = Some(rule);
        line.aside = None;
        changed = true;
    }
    changed
}

/// Programs: facts about a variable, where nothing is said of the one thing the query asks about. They
/// were meant to be about it.
pub(crate) fn instantiate(set: &mut Set<'_>, symbols: &Symbols) -> bool {
    let mut asked = symbols.things.iter().filter(|(_, uses)| uses.query > 0);
    let (Some((thing, uses)), None) = (asked.next(), asked.next()) else {
        return false;
    };
    if set.style != Style::Program || uses.premises > 0 {
        return false;
    }
    let thing = thing.clone();
    let mut changed = false;
    for line in set.lines.iter_mut().filter(|line| !line.frozen) {
        let Some(mut fact) = line.aside.clone() else {
            continue;
        };
        // That something is not so was written of everything else.
        if !matches!(fact, Formula::Atom { .. }) || property(&fact).is_none() {
            continue;
        }
        walk::each_term_mut(&mut fact, &mut |term| {
            if matches!(term, Term::Variable(_)) {
                *term = Term::Constant(Value::Entity(thing.clone()));
            }
        });
        let repair = Repair::new(Kind::Instance, line.whole(), line.text, &fact.to_string());
        line.repairs = vec![repair.at(line.place.clone())];
        line.formula = Some(fact);
        changed = true;
    }
    changed
}
