//! Messages in their parts: a yes or a no before something else, clauses that are said of different things, and
//! what stands behind words that change one's mind.

use super::assent::{NO, YES, yes_or_no};
use super::rest;
use super::token::{Token, is_whole, longest, tokens};
use logic::value::Value;

/// A yes or a no that a message begins with, and what it says besides: « oui, 4 personnes ».
pub fn assented(said: &str) -> Option<(bool, &str)> {
    let Ok(Value::Bool(truth)) = yes_or_no(said) else {
        return None;
    };
    let all = tokens(said);
    let words = if truth { YES } else { NO };
    let mut from = longest(&all, words)?;
    // « Oui, d'accord, … » says it once.
    while let Some(count) = longest(&all[from..], words).or(longest(&all[from..], JOINING)) {
        from += count;
    }
    // « non pas » is one word.
    let first = all.get(from)?;
    Some((truth, before_signs(said, first.start)))
}

/// What a message says in one clause after the other: between signs and « and ».
pub fn apart(said: &str) -> Vec<&str> {
    let all = tokens(said);
    let mut parts = Vec::new();
    let mut from = 0;
    for at in 0..=all.len() {
        let joins = all.get(at).is_some_and(|token| token.is(&["et", "and"]));
        let ends = all
            .get(at)
            .is_none_or(|token| token.breaks && !is_inside(said, &all, at))
            || joins;
        if ends && at > from {
            parts.push(&said[all[from].start..all[at - 1].end]);
            from = at;
        }
        if joins {
            from = at + 1;
        }
    }
    parts
}

/// Whether a sign stands within a number or a time: « 20:00 », « 31/03/2026 ».
pub(super) fn is_inside(said: &str, all: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| &all[before]) else {
        return false;
    };
    let digits = |token: &Token| token.word.starts_with(|first: char| first.is_ascii_digit());
    digits(before)
        && digits(&all[at])
        && all[at].start - before.end == 1
        && !said[before.end..].starts_with([';', '\n'])
}

/// What a message says of an earlier answer: behind or before words that change one's mind, « plutôt japonaise »,
/// « japonaise finalement ».
pub fn reconsidered(said: &str) -> Option<&str> {
    let all = tokens(said);
    let (mut from, mut cue) = (0, false);
    while let Some(count) = longest(&all[from..], CHANGING).max(longest(&all[from..], AROUND)) {
        cue |= longest(&all[from..], CHANGING) == Some(count);
        from += count;
    }
    let trailing = (from + 1..all.len()).find(|at| is_whole(&all[*at..], BEHIND));
    let last = &all[trailing.unwrap_or(all.len()).checked_sub(1)?];
    let first = all.get(from)?;
    let start = said.len() - before_signs(said, first.start).len();
    (cue || trailing.is_some()).then(|| &said[start..last.end])
}

/// From a sign on that belongs to what it stands before.
fn before_signs(said: &str, start: usize) -> &str {
    &said[said[..start]
        .trim_end_matches(['"', '«', '“', '(', '-', '+'])
        .len()..]
}

/// Whether nothing but words that join and lead stand there.
pub fn says_nothing(said: &str) -> bool {
    rest::says_nothing(&tokens(said))
}

const JOINING: &[&str] = &[
    "et", "and", "mais", "but", "pour", "for", "puis", "merci", "thanks", "please", "svp",
];

/// By which people change their mind.
const CHANGING: &[&str] = &[
    "plutot",
    "ou plutot",
    "rather",
    "or rather",
    "finalement",
    "au final",
    "en fait",
    "en realite",
    "actually",
    "in fact",
    "on second thought",
    "on second thoughts",
    "correction",
    "je corrige",
    "je prefere",
    "je prefererais",
    "je prendrais plutot",
    "i prefer",
    "i d prefer",
    "i would prefer",
    "i d rather have",
    "make it",
    "make that",
    "change to",
    "let s make it",
    "let s do",
    "oups",
    "oops",
    "pardon",
    "sorry",
    "je voulais dire",
    "je veux dire",
    "i meant",
    "i mean",
    "non",
    "no",
];
/// Words around them that say nothing.
const AROUND: &[&str] = &[
    "ah", "oh", "euh", "um", "et", "and", "mais", "but", "bon", "well", "alors", "c est",
    "ce sera", "it s", "wait", "attends", "attendez",
];
const BEHIND: &[&str] = &[
    "plutot",
    "finalement",
    "en fait",
    "au final",
    "rather",
    "actually",
    "in fact",
    "instead",
    "after all",
    "a la place",
];
