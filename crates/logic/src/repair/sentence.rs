//! The query's own sentence: it may change the query's sign, never its symbols.

use super::names::parts;
use super::symbols::{Set, Symbols};
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

/// Beginnings that deny all the rest.
const DENIALS: &[&[&str]] = &[
    &["it", "is", "false", "that"],
    &["it", "is", "untrue", "that"],
    &["il", "est", "faux", "que"],
    &["il", "est", "faux", "qu"],
];

/// Whether the sentence denies what a formula is about, if that can be told: an odd number of plain
/// negations, and no word that makes their reach unclear.
fn denies(sentence: &str, formula: &Formula) -> Option<bool> {
    let all = words(sentence);
    let denied = DENIALS.iter().find(|denial| starts_with(&all, denial));
    let words = &all[denied.map_or(0, |denial| denial.len())..];
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
    count += usize::from(denied.is_some());
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
    // "Not unhappy" denies twice what a formula says of the happy.
    if count > 0 {
        let inside = words.iter().filter(|word| denies_inside(word, formula));
        count += inside.count();
    }
    match (count, joined, prefixed) {
        // Nothing is denied anywhere.
        (0, _, false) => Some(false),
        (0, _, true) => None,
        (_, true, _) => None,
        (_, false, _) => Some(count % 2 == 1),
    }
}

fn starts_with(words: &[String], beginning: &[&str]) -> bool {
    words.len() > beginning.len()
        && words
            .iter()
            .zip(beginning)
            .all(|(word, begun)| word == begun)
}

/// Whether a word is the opposite of one that a predicate is named after.
fn denies_inside(word: &str, formula: &Formula) -> bool {
    let mut stems = PREFIXES
        .iter()
        .filter_map(|prefix| word.strip_prefix(prefix));
    stems.any(|stem| stem.len() > 3 && is_part(stem, formula)) && !is_part(word, formula)
}

/// Whether a predicate is named after a word.
fn is_part(word: &str, formula: &Formula) -> bool {
    let mut found = false;
    walk::each(formula, &mut |part| {
        if let Formula::Atom { predicate, .. } = part {
            found |= parts(predicate).iter().any(|part| part == word);
        }
    });
    found
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
                let begins = |word: &str| word.starts_with(&stem);
                let opposed = |word: &str| {
                    PREFIXES
                        .iter()
                        .any(|p| word.strip_prefix(p).is_some_and(begins))
                };
                said.iter().any(|word| begins(word) || opposed(word))
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

pub(crate) fn settle(set: &mut Set<'_>, _: &Symbols) -> bool {
    let (Some(sentence), Some(query)) = (set.sentence, set.lines.last_mut()) else {
        return false;
    };
    let Some(formula) = query.formula.as_ref().filter(|_| !query.frozen) else {
        return false;
    };
    let (Some(denies), Some(positive)) = (denies(sentence, formula), sign(formula)) else {
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
