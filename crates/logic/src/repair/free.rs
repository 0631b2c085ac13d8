//! Names that nothing binds: variables to close, or things.
//!
//! A rule with a free variable speaks of everything; a question with one asks for something. A bare
//! fact with one is set aside: closed, it would say that everything is so.

use super::symbols::{Line, Set};
use super::{Kind, Place, Repair, Why};
use crate::clause::free_names;
use crate::formula::{Formula, Span, Term};
use crate::tolerant::terms::is_variable_like;
use crate::tolerant::{Style, walk};
use crate::value::{Name, Value};
use std::collections::BTreeSet;

pub(crate) fn settle(set: &mut Set<'_>) {
    let style = set.style;
    for line in &mut set.lines {
        let Some(mut formula) = line.formula.take() else {
            continue;
        };
        resolve(&mut formula, line, style);
        line.formula = close(formula, line, style);
    }
}

/// Every name becomes a variable or a thing.
fn resolve(formula: &mut Formula, line: &mut Line<'_>, style: Style) {
    let rule = has_arrow(formula);
    let mut bare = BTreeSet::new();
    walk::each_term_mut(formula, &mut |term| {
        let Term::Unresolved(name, _) = term else {
            return;
        };
        let variable = match style {
            Style::Formula => is_variable_like(name),
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
