//! The nearest reading of a statement that cannot be read: its longest part that says something.
//!
//! It is shown beside the reason and never used. Parts begin and end at connectives and at signs between
//! clauses, or end where reading stopped; there are never more of them than a bound.

use super::Style;
use super::balance;
use super::token::{Kind as Tok, Token};
use super::walk;
use crate::formula::Formula;

/// The most places where a part may begin or end.
const CUTS_MAX: usize = 24;

/// Words that part clauses.
const WORDS: &[&str] = &[
    "if", "then", "and", "or", "but", "unless", "implies", "nor", "because", "so", "that", "si",
    "alors", "et", "ou", "mais", "sauf", "ni", "car", "donc", "que",
];

/// `stopped` is where the reader stopped, in bytes.
pub(super) fn part(
    source: &str,
    style: Style,
    tokens: &[Token],
    stopped: usize,
) -> Option<Formula> {
    let cuts = cuts(source, tokens);
    let stopped = tokens.partition_point(|token| token.span.start < stopped);
    // Where an atom begins, a part may.
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    let atom = (kind(stopped), kind(stopped + 1)) == (Some(Tok::Name), Some(Tok::Open));
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for from in cuts.iter().chain(atom.then_some(&stopped)) {
        let ends = cuts.iter().chain([&stopped]).filter(|to| *to > from);
        parts.extend(ends.map(|to| (*from, *to)));
    }
    parts.retain(|part| *part != (0, tokens.len()));
    parts.sort_by_key(|(from, to)| (tokens.len() - (to - from), *from));
    let read = |(from, to): (usize, usize)| {
        let formula = match balance::statement(source, style, &tokens[from..to]) {
            Ok(draft) => draft.formula,
            Err(unread) => *unread.nearest?,
        };
        says_something(&formula).then_some(formula)
    };
    parts.into_iter().find_map(read)
}

fn cuts(source: &str, tokens: &[Token]) -> Vec<usize> {
    let mut cuts = vec![0, tokens.len()];
    for (at, token) in tokens.iter().enumerate() {
        let parts = match token.kind {
            Tok::And
            | Tok::Or
            | Tok::Xor
            | Tok::Implies
            | Tok::ImpliedBy
            | Tok::Iff
            | Tok::Caret
            | Tok::Dot
            | Tok::Colon
            | Tok::Semicolon
            | Tok::Other => true,
            Tok::Name => {
                let word = &source[token.span.start..token.span.end];
                WORDS.iter().any(|part| part.eq_ignore_ascii_case(word))
            }
            Tok::Comma
            | Tok::Variable
            | Tok::Number
            | Tok::Quoted
            | Tok::Forall
            | Tok::Exists
            | Tok::Not
            | Tok::Compare(_)
            | Tok::Arithmetic(_)
            | Tok::Element
            | Tok::Open
            | Tok::Close
            | Tok::OpenSquare
            | Tok::CloseSquare => false,
        };
        if parts {
            cuts.extend([at, at + 1]);
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    // The first and the last of very many.
    if cuts.len() > CUTS_MAX {
        cuts.drain(CUTS_MAX / 2..cuts.len() - CUTS_MAX / 2);
    }
    cuts
}

/// Whether something is said of something: a lone word is no reading of a sentence.
fn says_something(formula: &Formula) -> bool {
    let mut found = false;
    walk::each(formula, &mut |part| {
        found |= matches!(part, Formula::Compare(..))
            || matches!(part, Formula::Atom { arguments, .. } if !arguments.is_empty());
    });
    found
}
