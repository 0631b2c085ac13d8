//! References: a message that names a question by its number or rank, and what it says for it. Whatever that is, it is
//! no answer to another question.

use super::correction::{CHANGED, FILLERS, ORDERS, STRONG, VERBS, WEAK, rank_of, without_answer};
use super::date::is_month;
use super::rank::rank;
use super::token::{LEADS, TAILS, Token, is_whole, longest, tokens};

/// The question that a message names, by its number in the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Counted from zero.
    pub rank: usize,
    /// What is said for it, be it nothing.
    pub value: String,
    /// It is called a question, or said to be corrected: « corrige la 2 ».
    pub named: bool,
    /// A sign stands between it and its value: « la 2 : B ».
    pub signed: bool,
    /// It stands before its value.
    pub leads: bool,
}

impl Reference {
    /// Whether its words can mean nothing but a question.
    pub fn is_sure(&self) -> bool {
        self.named || self.signed
    }

    /// Whether no more than a letter or a number is said for it.
    pub fn is_short(&self) -> bool {
        self.value.chars().count() == 1 || rank(&self.value, usize::MAX).is_some()
    }
}

/// « corriger la question 2 : B », « pour la première, C », “C for the second one”: the question that a message names
/// with something beside it.
pub fn referred(said: &str) -> Option<Reference> {
    let plain = without_answer(said);
    let all = tokens(&plain);
    let ends = |from: &usize| {
        [WEAK, TAILS]
            .iter()
            .any(|tail| is_whole(&all[*from..], tail))
    };
    let all = &all[..(1..all.len()).find(ends).unwrap_or(all.len())];
    let (mut lead, mut ordered) = (0, plain != said);
    while let Some((count, order)) = led(&all[lead..]) {
        ordered |= order;
        lead += count;
    }
    let core = &all[lead..];
    leading(&plain, core, ordered).or_else(|| trailing(&plain, core, ordered))
}

/// Words before a reference, and whether they say that something is corrected.
fn led(said: &[Token]) -> Option<(usize, bool)> {
    let order = longest(said, STRONG).max(longest(said, ORDERS));
    let order = order.max(longest(said, CHANGING));
    let plain = [WEAK, FILLERS, CHANGED, LEADS].iter();
    let plain = plain.filter_map(|phrases| longest(said, phrases)).max();
    match (order, plain) {
        (Some(order), plain) if plain.is_none_or(|plain| plain <= order) => Some((order, true)),
        (_, plain) => plain.map(|count| (count, false)),
    }
}

/// « question 2 : B », « pour la première, C », « corrige 1 = C ».
fn leading(said: &str, core: &[Token], ordered: bool) -> Option<Reference> {
    let joined = core.first()?.is(JOINING);
    let from = usize::from(joined);
    let last = core.len().min(from + LONGEST);
    let (end, rank) = (from + 1..=last).rev().find_map(|end| {
        let own = rank_of(&core[from..end]);
        Some((end, own.or_else(|| counted(&core[from..end]))?))
    })?;
    let next = core.get(end);
    let between = next.map_or("", |next| &said[core[end - 1].end..next.start]);
    let signed = between.contains([':', '=', '→']);
    let is_digit = rank_of(&core[from..end]).is_none();
    if is_digit && !(ordered && signed) {
        return None;
    }
    let called = core[from..end].iter().any(|token| token.is(&["question"]));
    // « le 2 » is a day, and questions are not called so.
    if !called && !ordered && core[from].is(&["le"]) {
        return None;
    }
    let is_day = next.is_some_and(|next| is_month(&next.word) || next.is(&["of", "de", "du"]));
    let verb = longest(&core[end..], VERBS).is_some();
    let apart = next.is_none_or(|next| next.breaks || verb);
    if is_day || !called && !(apart && (joined || ordered || signed)) {
        return None;
    }
    let breaks = next.is_some_and(|next| next.breaks);
    Some(Reference {
        rank,
        value: value(said, &core[end..], !breaks),
        named: called || ordered,
        signed,
        leads: true,
    })
}

/// « B pour la 2 », « C à la question 2 ».
fn trailing(said: &str, core: &[Token], ordered: bool) -> Option<Reference> {
    let (from, start) = (1..core.len()).find_map(|from| {
        let joined = core[from].is(JOINING);
        let called = core[from].is(&["question"]);
        let start = from + usize::from(joined);
        let rank = joined || called;
        (rank && rank_of(core.get(start..)?).is_some()).then_some((from, start))
    })?;
    let called = core[start..].iter().any(|token| token.is(&["question"]));
    if !called && core[start].is(&["le"]) {
        return None;
    }
    Some(Reference {
        rank: rank_of(&core[start..])?,
        value: value(said, &core[..from], false),
        named: called || ordered,
        signed: false,
        leads: false,
    })
}

/// « 1 », where something else says that it is a question.
fn counted(said: &[Token]) -> Option<usize> {
    match said {
        [one] if one.word.bytes().all(|byte| byte.is_ascii_digit()) => {
            one.word.parse::<usize>().ok()?.checked_sub(1)
        }
        [..] => None,
    }
}

/// What is said, without what leads to it. Behind a sign « A » is a letter, and no « à ».
fn value(said: &str, rest: &[Token], verbs: bool) -> String {
    let mut rest = rest;
    let verbs: &[&str] = if verbs { VERBS } else { &[] };
    while let Some(count) = [STRONG, WEAK, FILLERS, CHANGED, LEADS, verbs]
        .iter()
        .filter_map(|phrases| longest(rest, phrases))
        .max()
        .filter(|count| *count < rest.len())
    {
        rest = &rest[count..];
    }
    match rest {
        [first, ..] => {
            let last = rest.last().unwrap_or(first);
            let start = said[..first.start]
                .trim_end_matches(['"', '«', '“', '-'])
                .len();
            said[start..last.end].trim().to_owned()
        }
        [] => String::new(),
    }
}

/// More words that order a change, of a question that is named by its number.
const CHANGING: &[&str] = &[
    "changer",
    "modifier",
    "remplacer",
    "je remplace",
    "remplace",
    "remplacez",
    "rectifier",
    "replace",
];

const JOINING: &[&str] = &["pour", "a", "sur", "for", "to", "on", "in"];

/// « the question number two »: more words no reference has.
const LONGEST: usize = 5;
