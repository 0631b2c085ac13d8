//! Names that nothing binds: variables to close, or things.
//!
//! A rule with a free variable speaks of everything; a question with one asks for something. A bare
//! fact with one is set aside: closed, it would say that everything is so.

use super::symbols::{Line, Set};
use super::{Kind, Place, Repair, Why};
use crate::clause::free_names;
use crate::formula::{Formula, Span, Term};
use crate::tolerant::grammar::CLAUSE;
use crate::tolerant::terms::is_variable_like;
use crate::tolerant::{Style, walk};
use crate::value::{Name, Value};
use std::collections::BTreeSet;

pub(crate) fn settle(set: &mut Set<'_>) {
    let style = set.style;
    let known = Known::of(set);
    for line in &mut set.lines {
        let Some(mut formula) = line.formula.take() else {
            continue;
        };
        resolve(&mut formula, line, style, &known);
        line.formula = close(formula, line, style);
    }
}

/// What the other statements say of names with a capital.
struct Known {
    /// Somebody writes clauses of Prolog, in which they are variables.
    clauses: bool,
    /// What facts speak of.
    things: BTreeSet<Name>,
}

impl Known {
    fn of(set: &Set<'_>) -> Known {
        let mut known = Known {
            clauses: false,
            things: BTreeSet::new(),
        };
        for line in &set.lines {
            let Some(formula) = &line.formula else {
                continue;
            };
            known.clauses |= is_clause(line.text, formula);
            if line.place != Place::Query && !has_arrow(formula) {
                formula.visit_terms(&mut |term| {
                    if let Term::Unresolved(name, _) = term
                        && is_capital_letter(name)
                    {
                        known.things.insert(name.clone());
                    }
                });
            }
        }
        known
    }
}

/// `X`, `Y1`.
pub(crate) fn is_capital_letter(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && is_variable_like(&name.to_ascii_lowercase())
}

/// Whether a statement is a clause of Prolog: its arrow, and predicates that begin with a small letter.
fn is_clause(text: &str, formula: &Formula) -> bool {
    let mut small = text.contains(CLAUSE);
    if small {
        walk::each(formula, &mut |part| {
            if let Formula::Atom { predicate, .. } = part {
                small &= predicate.starts_with(char::is_lowercase);
            }
        });
    }
    small
}

/// Every name becomes a variable or a thing.
fn resolve(formula: &mut Formula, line: &mut Line<'_>, style: Style, known: &Known) {
    let rule = has_arrow(formula);
    let clause = is_clause(line.text, formula);
    let mut bare = BTreeSet::new();
    let mut anonymous = 0;
    walk::each_term_mut(formula, &mut |term| {
        let Term::Unresolved(name, _) = term else {
            return;
        };
        // Each `_` of a clause is another one.
        if clause && *name == *"_" {
            anonymous += 1;
            *term = Term::Variable(Name::from(format!("Any{anonymous}")));
            return;
        }
        let variable = match style {
            Style::Formula if clause => {
                is_variable_like(name) || name.starts_with(|c: char| c.is_uppercase() || c == '_')
            }
            // No text speaks of a thing called X only in rules.
            Style::Formula => {
                is_variable_like(name)
                    || is_capital_letter(name)
                        && (known.clauses || rule && !known.things.contains(name))
            }
            Style::Program => {
                is_variable_like(name) || rule && is_variable_like(&name.to_lowercase())
            }
        };
        *term = if variable {
            bare.insert(name.clone());
            Term::Variable(name.clone())
        } else {
            Term::Constant(Value::Entity(name.clone()))
        };
    });
    if style == Style::Program {
        for name in bare {
            line.note(Kind::BareVariable, &name, &format!("${name}"));
        }
    }
}

fn has_arrow(formula: &Formula) -> bool {
    let mut found = false;
    walk::each(formula, &mut |part| {
        found |= matches!(part, Formula::Implies(..) | Formula::Iff(..));
    });
    found
}

/// The free variables, in alphabetical order.
pub(crate) fn free_variables(formula: &Formula) -> Vec<Name> {
    let mut free = Vec::new();
    free_names(formula, &mut Vec::new(), &mut free);
    free.sort_unstable();
    free.into_iter().cloned().collect()
}

fn close(formula: Formula, line: &mut Line<'_>, style: Style) -> Option<Formula> {
    let free = free_variables(&formula);
    if free.is_empty() {
        return Some(formula);
    }
    let program_rule = style == Style::Program && matches!(formula, Formula::Implies(..));
    if line.place == Place::Query && !matches!(formula, Formula::Implies(..) | Formula::Iff(..)) {
        note(line, &free, "∃");
        return Some(some(formula, &free));
    }
    if line.place != Place::Query && is_bare(&formula) {
        line.aside = Some(formula.clone());
        let nearest = all(formula, &free).to_string();
        let whole = Span::new(0, line.text.len());
        let repair = Repair::quarantine(whole, line.text, &nearest, Why::FactWithVariable);
        line.repairs = vec![repair.at(line.place.clone())];
        return None;
    }
    if program_rule {
        return Some(all(formula, &free));
    }
    // In Prolog a variable of the conclusion alone is said of everything too.
    if matches!(formula, Formula::Implies(..)) && is_clause(line.text, &formula) {
        note(line, &free, "∀");
        return Some(all(formula, &free));
    }
    if matches!(formula, Formula::Exists { .. }) {
        note(line, &free, "∃");
        return Some(some(formula, &free));
    }
    let mut formula = formula;
    let in_conclusion = conclude(&mut formula, &free);
    note(line, &in_conclusion, "∃");
    let free = free_variables(&formula);
    note(line, &free, "∀");
    Some(all(formula, &free))
}

/// A variable that only the conclusion speaks of stands for something, not for everything.
fn conclude(formula: &mut Formula, free: &[Name]) -> Vec<Name> {
    match formula {
        Formula::Forall { body, .. } => conclude(body, free),
        Formula::Implies(left, right) => {
            let before = free_variables(left);
            let only: Vec<Name> = free_variables(right)
                .into_iter()
                .filter(|name| free.contains(name) && !before.contains(name))
                .collect();
            if !only.is_empty() {
                let conclusion = std::mem::replace(&mut **right, Formula::Constant(true));
                **right = some(conclusion, &only);
            }
            only
        }
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::Not(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Exists { .. } => Vec::new(),
    }
}

fn note(line: &mut Line<'_>, free: &[Name], sign: &str) {
    for name in free {
        line.note(Kind::FreeVariable, name, &format!("{sign}{name}"));
    }
}

/// Literals and conjunctions of literals.
fn is_bare(formula: &Formula) -> bool {
    match formula {
        Formula::Atom { .. } | Formula::Compare(..) => true,
        Formula::Not(body) => matches!(**body, Formula::Atom { .. } | Formula::Compare(..)),
        Formula::And(parts) => parts.iter().all(is_bare),
        Formula::Constant(_)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::Or(_)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Forall { .. }
        | Formula::Exists { .. } => false,
    }
}

pub(crate) fn all(formula: Formula, variables: &[Name]) -> Formula {
    variables
        .iter()
        .rev()
        .fold(formula, |body, variable| Formula::Forall {
            variable: variable.clone(),
            sort: None,
            body: Box::new(body),
        })
}

/// Under the negation, if the formula is one: "he plays for no club".
fn some(formula: Formula, variables: &[Name]) -> Formula {
    if let Formula::Not(body) = formula {
        return Formula::not(some(*body, variables));
    }
    let outwards = variables.iter().rev();
    outwards.fold(formula, |body, variable| Formula::Exists {
        variable: variable.clone(),
        sort: None,
        body: Box::new(body),
    })
}
