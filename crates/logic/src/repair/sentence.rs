//! The query's own sentence: it may change the query's sign, never its symbols.

use super::names::parts;
use super::symbols::Set;
use super::{Kind, Repair};
use crate::formula::{Formula, Span};
use crate::text::words;
use crate::tolerant::walk;

/// Words that deny something inside themselves, or whose reach nobody can tell.
const UNCLEAR: &[&str] = &[
    "if",
    "unless",
    "without",
    "except",
    "only",
    "lack",
    "lacks",
    "fail",
    "fails",
    "failed",
    "false",
    "untrue",
    "hardly",
    "rarely",
    "refuse",
    "refuses",
    "dislike",
    "dislikes",
    "other",
    "instead",
    "sauf",
    "sans",
    "seul",
    "seule",
    "seuls",
    "seulement",
    "sinon",
    "faux",
    "refuse",
    "refusent",
];
/// French denies with `ne` and one of these.
const MARKS: &[&str] = &[
    "pas", "jamais", "aucun", "aucune", "rien", "personne", "nul", "nulle", "plus", "point", "ni",
];
const PREFIXES: &[&str] = &["un", "in", "im", "dis", "non", "ir"];

/// Whether the sentence denies something, if that can be told: an odd number of plain negations, and
/// no word that makes their reach unclear.
pub(crate) fn denies(sentence: &str) -> Option<bool> {
    let words = words(sentence);
    let said = |list: &[&str]| words.iter().filter(|w| list.contains(&w.as_str())).count();
    let (particles, marks) = (said(&["ne", "n"]), said(MARKS));
    // `ne … que` says "only"; a lone `n` is no French.
    if said(&["ne"]) > 0 && marks == 0 {
        return None;
    }
    // Without its particle only these deny.
    let mut count = match particles.min(marks) {
        0 => said(&["aucun", "aucune", "jamais"]),
        denied => denied,
    };
    let mut joined = false;
    let mut prefixed = false;
    for (at, word) in words.iter().enumerate() {
        match word.as_str() {
            "not" | "never" | "cannot" | "no" | "none" | "nobody" | "nothing" | "neither" => {
                count += 1;
            }
            // `isn't` is read as `isn`, `t`.
            "t" if at > 0 && words[at - 1].ends_with('n') => count += 1,
            "either" | "or" | "nor" | "and" | "et" | "ou" | "ni" => joined = true,
            other if UNCLEAR.contains(&other) => return None,
            other => {
                prefixed |= other.len() > 6 && PREFIXES.iter().any(|p| other.starts_with(p));
            }
        }
    }
    match (count, joined, prefixed) {
        // Nothing is denied anywhere.
        (0, _, false) => Some(false),
        (0, _, true) => None,
        (_, true, _) => None,
        (_, false, _) => Some(count % 2 == 1),
    }
}

fn is_plain(formula: &Formula) -> bool {
    let mut plain = true;
    walk::each(formula, &mut |part| {
        plain &= matches!(
            part,
            Formula::Atom { .. } | Formula::Compare(..) | Formula::And(_) | Formula::Exists { .. }
        );
    });
    plain
}

/// Whether the sentence uses the word that a predicate is named after. Without it a negation may be
/// the model's way to write an opposite: "low" as `¬High`.
fn names(sentence: &str, formula: &Formula) -> bool {
    let said = words(sentence);
    let mut found = false;
    walk::each(formula, &mut |part| {
        if let Formula::Atom { predicate, .. } = part {
            found |= parts(predicate).iter().any(|part| {
                let stem: String = part.chars().take(4).collect();
                said.iter().any(|word| word.starts_with(&stem))
            });
        }
    });
    found
}

/// A lone literal, and whether it is negated.
fn sign(formula: &Formula) -> Option<bool> {
    match formula {
        Formula::Atom { .. } | Formula::Compare(..) => Some(true),
        Formula::Not(body) => sign(body).map(|sign| !sign),
        // "Some are not" denies nothing as a whole.
        Formula::Exists { body, .. } => is_plain(body).then_some(true),
        Formula::Forall { .. }
        | Formula::Constant(_)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::Xor(..) => None,
    }
}

pub(crate) fn settle(set: &mut Set<'_>) -> bool {
    let (Some(sentence), Some(query)) = (set.sentence, set.lines.last_mut()) else {
        return false;
    };
    let Some(formula) = query.formula.as_ref().filter(|_| !query.frozen) else {
        return false;
    };
    let (Some(denies), Some(positive)) = (denies(sentence), sign(formula)) else {
        return false;
    };
    if positive != denies || !positive && !names(sentence, formula) {
        return false;
    }
    let repaired = walk::negated(formula.clone());
    let whole = Span::new(0, query.text.len());
    let after = repaired.to_string();
    let repair = Repair::new(Kind::QuerySign, whole, query.text, &after).at(query.place.clone());
    query.repairs.push(repair);
    query.formula = Some(repaired);
    true
}
