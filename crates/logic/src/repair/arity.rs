//! Programs: which argument of an atom is its truth value.
//!
//! The declared arity decides, else what is observed in all statements; never where a statement
//! stands. Afterwards no atom carries a truth value: a false one is a negation.

use super::{Kind, Repair};
use crate::formula::{Formula, Term};
use crate::repair::symbols::Set;
use crate::tolerant::walk;
use crate::value::{Name, Value};
use std::collections::BTreeMap;

/// Words that hold a truth value's place and say nothing.
const PLACEHOLDERS: &[&str] = &[
    "unknown",
    "bool",
    "boolean",
    "?",
    "x",
    "y",
    "none",
    "null",
    "truth",
    "value",
    "uncertain",
    "_",
];

/// How many things a predicate is about, by declaration and by use.
#[derive(Default)]
struct Uses {
    /// (things, ended in a truth value) -> how often.
    seen: BTreeMap<(usize, bool), usize>,
}

impl Uses {
    /// What most uses say; those with a truth value count most, fewer things win a tie.
    fn settled(&self) -> Option<usize> {
        let mut best: Option<(usize, usize)> = None;
        for ((things, valued), count) in &self.seen {
            let weight = if *valued { count * 1000 } else { *count };
            if best.is_none_or(|(found, _)| weight > found) {
                best = Some((weight, *things));
            }
        }
        best.map(|(_, things)| things)
    }
}

pub(crate) fn settle(set: &mut Set<'_>) {
    let mut uses: BTreeMap<Name, Uses> = BTreeMap::new();
    for line in &set.lines {
        let Some(formula) = &line.formula else {
            continue;
        };
        walk::each(formula, &mut |part| {
            if let Formula::Atom {
                predicate,
                arguments,
            } = part
            {
                let (things, valued) = match arguments.split_last() {
                    Some((Term::Constant(Value::Bool(_)), things)) => (things.len(), true),
                    Some((last, things)) if is_placeholder(last) && things.len() > 0 => {
                        (things.len(), false)
                    }
                    Some(_) | None => (arguments.len(), false),
                };
                let seen = &mut uses.entry(predicate.clone()).or_default().seen;
                *seen.entry((things, valued)).or_default() += 1;
            }
        });
    }
    for line in &mut set.lines {
        let Some(mut formula) = line.formula.take() else {
            continue;
        };
        let mut repairs = Vec::new();
        walk::each_mut(&mut formula, &mut |part| {
            let Formula::Atom {
                predicate,
                arguments,
            } = part
            else {
                return;
            };
            let declared = set.declared.arity(predicate);
            let expected = declared
                .map(|(things, _)| things)
                .or_else(|| uses.get(predicate).and_then(Uses::settled));
            if let Some(truth) = take_truth(arguments, expected, declared, predicate, &mut repairs)
                && !truth
            {
                let atom = std::mem::replace(part, Formula::Constant(false));
                *part = Formula::not(atom);
            }
        });
        walk::each_mut(&mut formula, &mut simplify);
        for repair in repairs {
            let span = line.span_of(&repair.before);
            let name = repair.before.clone();
            let before = line
                .text
                .get(span.start..span.end)
                .unwrap_or(&name)
                .to_owned();
            line.repairs.push(Repair {
                span,
                before,
                place: line.place,
                ..repair
            });
        }
        line.formula = Some(formula);
    }
}

fn is_placeholder(term: &Term) -> bool {
    matches!(term, Term::Unresolved(name, _) if PLACEHOLDERS.contains(&name.to_ascii_lowercase().as_str()))
}

/// Takes the truth value off an atom, and says what it is.
fn take_truth(
    arguments: &mut Vec<Term>,
    expected: Option<usize>,
    declared: Option<(usize, bool)>,
    predicate: &Name,
    repairs: &mut Vec<Repair>,
) -> Option<bool> {
    let mut note = |after: &str| {
        let span = crate::formula::Span::new(0, 0);
        repairs.push(Repair::new(Kind::TruthValue, span, predicate, after));
    };
    if let Some(Term::Constant(Value::Bool(truth))) = arguments.last() {
        let truth = *truth;
        arguments.pop();
        if declared.is_some_and(|(_, valued)| !valued) {
            note(if truth { "True" } else { "False" });
        }
        // A second truth value behind the first is an echo of it.
        while let Some(Term::Constant(Value::Bool(_))) = arguments.last() {
            arguments.pop();
            note(if truth { "True" } else { "False" });
        }
        return Some(truth);
    }
    let count = arguments.len();
    let placeholder = arguments.last().is_some_and(is_placeholder);
    if count > 1 && (placeholder && expected != Some(count) || expected == Some(count - 1)) {
        arguments.pop();
        note("True");
    } else if !declared.is_some_and(|(things, valued)| things == count && !valued) {
        note("True");
    }
    Some(true)
}

/// Double negations and conclusions that are `false`.
pub(crate) fn simplify(part: &mut Formula) {
    let taken = std::mem::replace(part, Formula::Constant(true));
    *part = match taken {
        Formula::Not(body) => match *body {
            Formula::Not(inner) => *inner,
            other => Formula::not(other),
        },
        Formula::Implies(left, right) => match *right {
            Formula::Constant(false) => match *left {
                Formula::Not(inner) => *inner,
                other => Formula::not(other),
            },
            Formula::Constant(true) => *left,
            other => Formula::Implies(left, Box::new(other)),
        },
        other => other,
    };
}
