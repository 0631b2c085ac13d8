//! References: a message that names a question by its number or rank, and what it says for it. Whatever that is, it is
//! no answer to another question.

use super::correction::{CHANGED, FILLERS, ORDERS, STRONG, VERBS, WEAK, rank_of, without_answer};
use super::date::is_month;
use super::rank::{self, rank};
use super::recall::{MEANING, recalled};
use super::token::{LEADS, TAILS, Token, is_whole, longest, tokens};

/// The question that a message names, by its number in the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Counted from zero; nothing is the one before what is open.
    pub rank: Option<usize>,
    /// What is said for it, be it nothing.
    pub value: String,
    /// It is called a question, or said to be corrected: « corrige la 2 ».
    pub named: bool,
    /// A sign stands between it and its value: « la 2 : B ».
    pub signed: bool,
    /// It stands before its value.
    pub leads: bool,
    /// It is said what was meant there, or should be: « la 1, c'était B ».
    pub recalls: bool,
}

impl Reference {
    /// Whether its words can mean nothing but a question.
    pub fn is_sure(&self) -> bool {
        self.named || self.signed || self.recalls && self.is_short()
    }

    /// Whether no more than a letter or a number is said for it.
    pub fn is_short(&self) -> bool {
        self.value.chars().count() == 1 || rank(&self.value, usize::MAX).is_some()
    }
}

/// « corriger la question 2 : B », « pour la première, C », “C for the second one”: the question that a message names
/// with something beside it.
/// `recalls` says that what was meant of an earlier one names it too.
pub fn referred(said: &str, recalls: bool) -> Option<Reference> {
    let plain = without_answer(said);
    let all = tokens(&plain);
    let ends = |from: &usize| {
        [WEAK, TAILS]
            .iter()
            .any(|tail| is_whole(&all[*from..], tail))
    };
    let all = &all[..(1..all.len()).find(ends).unwrap_or(all.len())];
    let (mut lead, mut ordered) = (0, plain != said);
    while let Some((count, order)) = led(&all[lead..], recalls) {
        ordered |= order;
        lead += count;
    }
    let core = &all[lead..];
    called(&plain, core, recalls)
        .or_else(|| leading(&plain, core, ordered, recalls))
        .or_else(|| signed(&plain, core, ordered, recalls))
        .or_else(|| trailing(&plain, core, ordered, recalls))
        .or_else(|| recalled(said).filter(|_| recalls))
}

/// Words before a reference, and whether they say that something is corrected.
fn led(said: &[Token], recalls: bool) -> Option<(usize, bool)> {
    let order = longest(said, STRONG).max(longest(said, ORDERS));
    let order = order.max(longest(said, CHANGING));
    let order = order.max(longest(said, RETURNING).filter(|_| recalls));
    let order = order.max(longest(said, CONCERNING).filter(|_| recalls));
    let plain = [WEAK, FILLERS, CHANGED, LEADS].iter();
    let plain = plain.filter_map(|phrases| longest(said, phrases)).max();
    match (order, plain) {
        (Some(order), plain) if plain.is_none_or(|plain| plain <= order) => Some((order, true)),
        (_, plain) => plain.map(|count| (count, false)),
    }
}

/// « question 2 : B », « B à la deuxième question », « je reviens sur la question d'avant : C ».
fn called(said: &str, core: &[Token], recalls: bool) -> Option<Reference> {
    let (start, (end, rank)) = (0..core.len()).find_map(|at| Some((at, question(core, at)?)))?;
    let joined = start > 0 && core[start - 1].is(JOINING);
    let (before, behind) = (&core[..start - usize::from(joined)], &core[end..]);
    let signed = behind
        .first()
        .is_some_and(|next| is_signed(said, &core[end - 1], next));
    let own = value(said, before, false, recalls);
    let breaks = behind.first().is_some_and(|next| next.breaks);
    let other = value(said, behind, !breaks, recalls);
    let value = match (own.is_empty(), other.is_empty()) {
        (_, true) => own,
        (true, false) => other,
        (false, false) if signed || !joined => other,
        // « A pour la question 1, B »: which is for it is for others to say.
        (false, false) => format!("{own} {other}"),
    };
    Some(Reference {
        rank,
        value,
        named: true,
        signed,
        leads: !behind.is_empty(),
        recalls: false,
    })
}

/// The question that is called so from here on, with the end of its name: « la question n° 2 », “the second question”.
fn question(all: &[Token], at: usize) -> Option<(usize, Option<usize>)> {
    let mut from = at + usize::from(all[at].is(&["la", "the", "ma", "my", "cette"]));
    let first = all.get(from)?;
    let digits = first.word.strip_prefix('q');
    if let Some(number) = digits.and_then(|digits| digits.parse::<usize>().ok()) {
        return Some((from + 1, Some(number.checked_sub(1)?)));
    }
    let follows = all.get(from + 1).is_some_and(|next| next.is(&["question"]));
    if follows && rank::is_ordinal(first) && !first.is(PREVIOUS) {
        return Some((from + 2, Some(number_of(first)?)));
    }
    if follows && first.is(PREVIOUS) {
        return Some((from + 2, None));
    }
    if !first.is(&["question"]) {
        return None;
    }
    from += 1;
    if let Some(count) = longest(&all[from..], BEFORE) {
        return Some((from + count, None));
    }
    from += usize::from(
        all.get(from)?
            .is(&["numero", "n", "no", "number", "num", "nr"]),
    );
    let number = all.get(from)?;
    // « une question un peu longue » has no number.
    let last = all.get(from + 1).is_none_or(|next| next.breaks);
    let article = number.is(&["un", "une", "one"]) && !last;
    let letter = number.word.chars().all(|sign| sign.is_alphabetic()) && number.word.len() == 1;
    (!article && !letter).then_some(())?;
    Some((from + 1, Some(number_of(number)?)))
}

/// The rank that one word says, be it in digits, as a rank or as a number.
fn number_of(token: &Token) -> Option<usize> {
    let called = Token {
        word: "numero".to_owned(),
        ..token.clone()
    };
    rank::of(&[called, token.clone()], RANKS)
}

/// « pour la première, C », « corrige 1 = C ».
fn leading(said: &str, core: &[Token], ordered: bool, recalls: bool) -> Option<Reference> {
    let joined = core.first()?.is(JOINING);
    let from = usize::from(joined);
    let last = core.len().min(from + LONGEST);
    let (end, rank) = (from + 1..=last).rev().find_map(|end| {
        let own = rank_of(&core[from..end]);
        Some((end, own.or_else(|| counted(&core[from..end]))?))
    })?;
    let next = core.get(end);
    let signed = next.is_some_and(|next| is_signed(said, &core[end - 1], next));
    let is_digit = rank_of(&core[from..end]).is_none();
    // « le 2 » is a day, and questions are not called so.
    if is_digit && !(ordered && signed) || !ordered && core[from].is(&["le"]) {
        return None;
    }
    let is_day = next.is_some_and(|next| is_month(&next.word) || next.is(&["of", "de", "du"]));
    let verb = longest(&core[end..], VERBS).is_some();
    let apart = next.is_none_or(|next| next.breaks || verb);
    let apart = apart || recalls && ordered;
    if is_day || !(apart && (joined || ordered || signed)) {
        return None;
    }
    let breaks = next.is_some_and(|next| next.breaks);
    Some(Reference {
        rank: Some(rank),
        value: value(said, &core[end..], !breaks, recalls),
        named: ordered,
        signed,
        leads: true,
        recalls: false,
    })
}

/// « je reviens sur la 2 : B »: a rank and a sign behind it, wherever.
fn signed(said: &str, core: &[Token], ordered: bool, recalls: bool) -> Option<Reference> {
    let spans = (1..core.len())
        .flat_map(|at| (at + 2..=core.len().min(at + LONGEST)).map(move |end| (at, end)));
    let (rank, end) = spans.into_iter().find_map(|(at, end)| {
        let pointed = core[at].is(&["la", "the"]) && core[at - 1].is(JOINING);
        let next = core.get(end).filter(|_| pointed)?;
        let rank = rank_of(&core[at..end])?;
        is_signed(said, &core[end - 1], next).then_some((rank, end))
    })?;
    Some(Reference {
        rank: Some(rank),
        value: value(said, &core[end..], false, recalls),
        named: ordered,
        signed: true,
        leads: true,
        recalls: false,
    })
}

/// « B pour la 2 ».
fn trailing(said: &str, core: &[Token], ordered: bool, recalls: bool) -> Option<Reference> {
    let from = (1..core.len()).find(|from| {
        let pointed = core.get(from + 1).is_some_and(|first| !first.is(&["le"]));
        core[*from].is(JOINING) && pointed && rank_of(&core[from + 1..]).is_some()
    })?;
    Some(Reference {
        rank: Some(rank_of(&core[from + 1..])?),
        value: value(said, &core[..from], false, recalls),
        named: ordered,
        signed: false,
        leads: false,
        recalls: false,
    })
}

/// Whether a sign says that what stands behind it is the value of what stands before it.
pub(super) fn is_signed(said: &str, before: &Token, behind: &Token) -> bool {
    said[before.end..behind.start].contains([':', '=', '→'])
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
pub(super) fn value(said: &str, rest: &[Token], verbs: bool, recalls: bool) -> String {
    let mut rest = rest;
    let verbs: &[&str] = if verbs { VERBS } else { &[] };
    let meaning = MEANING.into_iter().filter(|_| recalls);
    let meaning: Vec<&[&str]> = meaning.collect();
    while let Some(count) = [STRONG, WEAK, FILLERS, CHANGED, LEADS, ANSWERING, verbs]
        .iter()
        .chain(&meaning)
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

/// Words of whoever comes back to a question.
const RETURNING: &[&str] = &[
    "je reviens",
    "je reviendrais",
    "je voudrais revenir",
    "je veux revenir",
    "revenons",
    "revenir",
    "retour",
    "going back",
    "go back",
    "let s go back",
    "back",
    "swap",
    "switch",
    "i d change",
    "i ll change",
    "i d switch",
    "make",
];

/// Words that say that something is about what follows.
const CONCERNING: &[&str] = &[
    "concernant",
    "quant a",
    "au sujet de",
    "a propos de",
    "en ce qui concerne",
    "s agissant de",
    "about",
    "concerning",
    "regarding",
    "as for",
    "as to",
    "as regards",
];

/// Words before what somebody answers.
pub(super) const ANSWERING: &[&str] = &[
    "je reponds",
    "je repondrais",
    "j ai repondu",
    "je dis",
    "je mets",
    "mets",
    "mettez",
    "mettre",
    "c etait",
    "il faut",
    "i answer",
    "i say",
    "i meant",
    "put",
    "it was",
];

/// The question before the one that is open.
const PREVIOUS: &[&str] = &["derniere", "precedente", "previous", "last"];
const BEFORE: &[&str] = &["precedente", "d avant", "before"];

/// More questions than a block has.
const RANKS: usize = 100;

pub(super) const JOINING: &[&str] = &["pour", "a", "sur", "for", "to", "on", "in"];

/// « the question number two »: more words no reference has.
const LONGEST: usize = 5;
