//! The query's own sentence: it may change the query's sign, never its symbols.

use super::symbols::Line;
use super::{Kind, Repair};
use crate::formula::{Formula, Span};
use crate::text::words;

/// Whether the sentence denies something, if that can be told: an odd number of plain negations, and
/// no word that makes their reach unclear.
pub(crate) fn denies(sentence: &str) -> Option<bool> {
    let words = words(sentence);
    let mut count = 0;
    for (at, word) in words.iter().enumerate() {
        match word.as_str() {
            "not" | "never" | "cannot" | "no" | "none" | "nobody" | "nothing" | "neither" => {
                count += 1
            }
            // `isn't` is read as `isn`, `t`.
            "t" if at > 0 && words[at - 1].ends_with('n') => count += 1,
            "if" | "unless" | "either" | "or" | "nor" | "and" => return None,
            _ => {}
        }
    }
    Some(count % 2 == 1)
}

/// A lone literal, and whether it is negated.
fn sign(formula: &Formula) -> Option<bool> {
    match formula {
        Formula::Atom { .. } | Formula::Compare(..) => Some(true),
        Formula::Not(body) => sign(body).map(|sign| !sign),
        Formula::Exists { .. } => Some(true),
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

pub(crate) fn settle(query: &mut Line<'_>, sentence: &str) {
    let Some(formula) = query.formula.take() else {
        return;
    };
    let (Some(denies), Some(positive)) = (denies(sentence), sign(&formula)) else {
        query.formula = Some(formula);
        return;
    };
    if positive != denies {
        query.formula = Some(formula);
        return;
    }
    let repaired = match formula {
        Formula::Not(body) => *body,
        other => Formula::not(other),
    };
    let whole = Span::new(0, query.text.len());
    let after = repaired.to_string();
    let repair = Repair::new(Kind::QuerySign, whole, query.text, &after).at(query.place);
    query.repairs.push(repair);
    query.formula = Some(repaired);
}
