//! What stands around a value and keeps it from being one: « not 4 », « 4 or 5 », « at least 4 ». What is
//! denied or doubtful is refused with what is expected, and never guessed.

use super::date::is_month;
use super::number::BOUNDS;
use super::sentence::is_number;
use super::token::{LEADS, Token, begins, is_whole, longest, tokens};
use super::weigh::repairs;
use super::{NotUnderstood, Reader, Reading, refuse};
use logic::text::words;
use logic::value::Value;
use std::ops::Range;

/// Since when a form heeds what stands around a value, and every part of a message is accounted for.
pub const HEEDS: u64 = 6;

/// Since when nothing is taken that was not said for it: words without a label fill a text only where they can
/// mean nothing else, a number counts only in its own unit, and a rank only what is offered.
pub const EXACT: u64 = 7;

/// Since when every part of a message is heard for itself: a yes beside something else, two ranks, the day of a
/// date; and a doubt or a question is no value.
pub const HEARS: u64 = 8;

/// Since when a message is weighed whole: what is taken back is not kept, a number is read in full, a question chooses
/// nothing, and what is said about something is no name.
pub const WEIGHS: u64 = 9;

/// Since when only what is on offer can be selected, what is denied is no other, and what is found fault with is no
/// value.
pub const JUDGES: u64 = 10;

/// Since when all of a message is understood or refused: yes and no are for what their clause names, what is said of a
/// name counts, a label's value ends at its sentence, and what is not understood is no value.
pub const WHOLE: u64 = 11;

/// Since when a message that names another question is for that one, an address is one word and holds no letter, and
/// a bare yes takes nothing older than what was offered last, be it a word or an act.
pub const REFERS: u64 = 12;

/// Since when a rank takes nothing older than what was offered last, a path is one word, whoever names another question
/// by its number, its name or its block says nothing to the one that is open, and a choice is chosen only by words that
/// choose, of whoever speaks.
pub const DISCERNS: u64 = 13;

/// Why a value that stands in a sentence is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// « not 4 »
    Denied,
    /// « 4 or 5 »
    Either,
    /// « at least 4 »
    Bound,
}

impl Trouble {
    pub fn refusal(self) -> Result<Value, NotUnderstood> {
        match self {
            Trouble::Denied => refuse(
                "negated",
                "Say what it is, not what it is not.",
                "Il faut dire ce que c'est, et non ce que ce n'est pas.",
            ),
            Trouble::Either => refuse(
                "ambiguous",
                "Only one is expected. Which one is it?",
                "Une seule valeur est attendue. Laquelle ?",
            ),
            Trouble::Bound => refuse(
                "ambiguous",
                "One exact value is expected, not a bound.",
                "Une valeur exacte est attendue, pas une borne.",
            ),
        }
    }
}

/// What keeps the words at `at` from being a value.
pub(super) fn trouble(said: &str, all: &[Token], at: &Range<usize>) -> Option<Trouble> {
    if is_denied(all, at.start) {
        return Some(Trouble::Denied);
    }
    let number = all.get(at.start).is_some_and(is_number);
    if number && is_bound(said, all, at) {
        return Some(Trouble::Bound);
    }
    is_one_of_two(said, all, at).then_some(Trouble::Either)
}

/// Whether a word before the place denies it, with no more than small words between.
pub(super) fn is_denied(all: &[Token], from: usize) -> bool {
    let mut at = from;
    while at > 0 && at < all.len() && !all[at].breaks && from - at < 5 {
        let before = &all[at - 1];
        // « ne … que » is only that much.
        if before.is(&["que", "qu"]) {
            return false;
        }
        if before.negates_beside_birth() {
            return true;
        }
        if !before.is(BETWEEN) {
            return false;
        }
        at -= 1;
    }
    false
}

/// « 4 ou 5 », « le 30 ou le 31 mars », « 4-5 », « 4 to 5 ».
fn is_one_of_two(said: &str, all: &[Token], at: &Range<usize>) -> bool {
    let number = |at: usize| all.get(at).is_some_and(is_number);
    let mut before = at.start;
    while before > 0 && !all[before].breaks && all[before - 1].is(ARTICLES) {
        before -= 1;
    }
    let joined = before > 1 && !all[before].breaks && is_or(said, &all[before - 1]);
    let mut behind = at.end;
    while behind < all.len() && !all[behind].breaks && all[behind].is(COUNTED) {
        behind += 1;
    }
    let follows = all.get(behind).is_some_and(|next| is_or(said, next))
        && all
            .get(behind + 1)
            .is_some_and(|next| !next.is(&["plutot", "rather", "alors", "pas", "not", "sinon"]));
    let dashed = |one: usize, next: usize| {
        let between = all
            .get(one)
            .zip(all.get(next))
            .map(|(one, next)| said[one.end..next.start].trim());
        matches!(between, Some("-" | "–" | "—" | "/"))
    };
    let ranged = number(at.start)
        && (at.start > 0 && number(at.start - 1) && dashed(at.start - 1, at.start)
            || number(at.end) && dashed(at.end - 1, at.end)
            || at.start > 1 && number(at.start - 2) && all[at.start - 1].is(&["a", "to"])
            || number(at.end + 1)
                && all[at.end].is(&["a", "to"])
                && !is_measured(said, all, at.end + 1));
    joined || follows || ranged
}

/// What keeps a number from being one, where it may take several words: « au moins vingt-deux ».
pub(super) fn number_trouble(said: &str, all: &[Token], at: &Range<usize>) -> Option<Trouble> {
    let bound = || is_bound(said, all, at).then_some(Trouble::Bound);
    trouble(said, all, at).or_else(bound)
}

/// « au moins 4 », « 4 or more », « 4+ ».
fn is_bound(said: &str, all: &[Token], at: &Range<usize>) -> bool {
    let ends_here = |from: usize| is_whole(&all[from..at.start], BOUNDS);
    let before = (at.start.saturating_sub(3)..at.start).any(ends_here);
    let behind = longest(
        &all[at.end..],
        &[
            "ou plus", "ou moins", "or more", "or less", "or so", "minimum", "maximum", "max",
            "min",
        ],
    );
    let sign = said[all[at.end - 1].end..].starts_with('+');
    let between = at.start > 2
        && all[at.start - 1].is(&["et", "and"])
        && is_number(&all[at.start - 2])
        && all[at.start - 3].is(&["entre", "between"]);
    between || before || behind.is_some() || sign
}

/// Whether what follows makes a number a bound: « 4 places max ».
pub(super) fn is_bound_behind(rest: &[Token]) -> bool {
    let bounds = [
        "ou plus", "ou moins", "or more", "or less", "or so", "minimum", "maximum", "max", "maxi",
        "tops", "at most", "at least", "au plus", "au moins", "environ",
    ];
    longest(rest, &bounds).is_some()
}

/// Whether a number is an hour, a price or part of a date, and counts nothing else.
pub(super) fn is_measured(said: &str, all: &[Token], at: usize) -> bool {
    let next = all.get(at + 1).filter(|next| !next.breaks);
    let before = at.checked_sub(1).and_then(|before| all.get(before));
    let month = |token: Option<&Token>| token.is_some_and(|token| is_month(&token.word));
    let clock = all.get(at + 1).is_some_and(|next| {
        let between = &said[all[at].end..next.start];
        between == ":" || between == "/"
    });
    let year = all[at].word.len() == 4;
    next.is_some_and(|next| next.is(MEASURES)) || clock || month(next) || year && month(before)
}

const MEASURES: &[&str] = &[
    "heure", "heures", "h", "hour", "hours", "o", "oclock", "pm", "am", "euro", "euros", "pounds",
    "dollars", "minute", "minutes", "min", "mn",
];

/// Words that bound a number, and name nothing.
pub(super) const BOUNDING: &[&str] = &[
    "least", "most", "moins", "plus", "more", "less", "than", "max", "min", "minimum", "maximum",
    "over", "under", "between", "entre", "environ", "about", "fewer",
];

/// Whether a piece is more than words around a number: « or more » names nothing.
pub(super) fn names_something(said: &str) -> bool {
    let all = tokens(said);
    let around = |token: &Token| token.is(BOUNDING) || token.is(BETWEEN) || is_or(said, token);
    all.is_empty() || !all.iter().all(around)
}

/// « ou » and « or »; « où » asks for a place.
pub(super) fn is_or(said: &str, token: &Token) -> bool {
    token.is(&["ou", "or"]) && !said[token.start..token.end].contains(['ù', 'Ù'])
}

/// Whether a free text says nothing but what it is not, or two things of which one is meant: « pas Lyon », « Lyon
/// ou Paris ». What is written within quotes is what it is.
pub(super) fn text_trouble(said: &str) -> Option<Trouble> {
    if said.contains(['«', '"', '“']) {
        return None;
    }
    let all = tokens(said);
    let mut from = 0;
    while let Some(count) = longest(&all[from..], LEADS) {
        from += count;
    }
    let capital = |token: &Token| said[token.start..].starts_with(char::is_uppercase);
    let rest = &all[from..];
    if rest.first().is_some_and(Token::negates_beside_birth) {
        let named = rest[1..].iter().skip_while(|token| token.is(BETWEEN));
        let named: Vec<&Token> = named.collect();
        let only_names = !named.is_empty() && named.iter().all(|token| capital(token));
        // « pas de gluten » is a wish, « pas lyon » is none.
        let wish = rest.get(1).is_some_and(|next| next.is(&["de", "d", "any"]));
        let word = named.len() == 1 && !wish;
        return (only_names || word).then_some(Trouble::Denied);
    }
    let at = rest.iter().position(|token| is_or(said, token))?;
    let short = |side: &[Token]| (1..=3).contains(&side.len());
    let again = rest[at + 1..].iter().any(|token| is_or(said, token));
    (short(&rest[..at]) && (short(&rest[at + 1..]) || again)).then_some(Trouble::Either)
}

/// Whether a piece of a message is no more than a greeting or a courtesy.
pub(super) fn is_courtesy(said: &str) -> bool {
    let all = tokens(said);
    let mut from = 0;
    while let Some(count) = longest(&all[from..], COURTESIES) {
        from += count;
    }
    from > 0 && from == all.len()
}

/// A message without the courtesies before and behind it, as long as something else is said.
pub fn without_courtesies(said: &str) -> &str {
    let all = tokens(said);
    let mut from = 0;
    while let Some(count) = longest(&all[from..], COURTESIES)
        && all.get(from + count).is_some_and(|next| next.breaks)
    {
        from += count;
    }
    let mut to = all.len();
    let polite = |cut: usize, to: usize| {
        let whole = |words: &&str| begins(&all[cut..to], words) == Some(to - cut);
        let closing = CLOSING.iter().any(whole);
        closing || all[cut].breaks && COURTESIES.iter().any(whole)
    };
    while let Some(cut) = (from + 1..to).find(|cut| polite(*cut, to)) {
        to = cut;
    }
    match all.get(from..to) {
        Some([first, .., last]) if from > 0 || to < all.len() => &said[first.start..last.end],
        Some([only]) if from > 0 || to < all.len() => &said[only.start..only.end],
        Some(_) | None => said,
    }
}

/// A message in its parts: each but the first takes back what was said before it. « 4, ou plutôt 5 » has two.
/// `weak` says whether « in fact » does so too; behind `until` nothing does, for free words stand there.
pub(super) fn retractions(said: &str, weak: bool, yes_no: bool, until: usize) -> Vec<&str> {
    let all = tokens(said);
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < all.len() && all[at].start < until {
        let plain = at > 0 && all[at].breaks && all[at].is(&["non", "no"]) && !yes_no;
        let cue = longest(&all[at..], TAKING_BACK)
            .max(longest(&all[at..], IN_FACT).filter(|_| weak))
            .max(plain.then_some(1));
        match cue.filter(|count| at + count < all.len()) {
            Some(count) => {
                parts.push(&said[start..all[at].start]);
                at += count;
                while let Some(more) = longest(&all[at..], LEADING_BACK) {
                    at += more;
                }
                start = all.get(at).map_or(said.len(), |next| next.start);
            }
            None => at += 1,
        }
    }
    parts.push(&said[start..]);
    parts
}

/// What an answer says that takes back its own beginning: « A, ou plutôt B », « 4, non, 5 ». « A, non B » may be
/// both.
pub(super) fn second_thought(
    reading: &Reading,
    said: &str,
) -> Option<Result<Value, NotUnderstood>> {
    let typed = matches!(
        reading.reader,
        Reader::Choice | Reader::Number | Reader::Date | Reader::Entity | Reader::Email
    ) || reading.weighs() && !reading.offered.is_empty();
    if !typed || reading.state.edition() < HEEDS || reading.reader == Reader::YesNo {
        return None;
    }
    let read = |text: &str| super::parse(reading, text).ok();
    let parts = match reading.weighs() {
        true => repairs(said, true, true, said.len()),
        false => retractions(said, true, true, said.len()),
    };
    if let [_, .., last] = parts[..]
        && let Some(value) = read(last)
    {
        return Some(Ok(value));
    }
    let all = tokens(said);
    let no = (1..all.len()).find(|at| all[*at].breaks && all[*at].refuses())?;
    let behind = all.get(no + 1)?;
    let before = read(&said[..all[no].start])?;
    let after = read(&said[behind.start..])?;
    match behind.breaks {
        true => Some(Ok(after)),
        false if before == after => None,
        false => Some(Trouble::Either.refusal()),
    }
}

/// What is said behind words that take back the last answer, if a message begins with them.
pub fn taken_back(said: &str) -> Option<&str> {
    match retractions(said, false, true, said.len())[..] {
        [before, .., last] if tokens(before).is_empty() => Some(last),
        [..] => None,
    }
}

/// Which of these values a message denies, and says nothing else but what it is called.
pub fn denied(
    known: &[(usize, String)],
    labels: &dyn Fn(usize) -> Vec<String>,
    said: &str,
) -> Option<usize> {
    let all = tokens(said);
    for (index, value) in known {
        let value = words(value);
        let stands = |window: &[Token]| {
            let mut pairs = window.iter().zip(&value);
            pairs.all(|(token, word)| token.word == *word)
        };
        let at = (!value.is_empty())
            .then(|| all.windows(value.len()).position(stands))
            .flatten();
        let Some(at) = at.filter(|at| is_denied(&all, *at)) else {
            continue;
        };
        let called: Vec<String> = labels(*index).iter().flat_map(|name| words(name)).collect();
        let small = |token: &Token| {
            token.is(BETWEEN)
                || token.negates()
                || token.is(&[
                    "c",
                    "est",
                    "ce",
                    "it",
                    "s",
                    "finalement",
                    "en",
                    "fait",
                    "actually",
                ])
                || called.contains(&token.word)
        };
        let rest = all[..at].iter().chain(&all[at + value.len()..]);
        if rest.into_iter().all(small) {
            return Some(*index);
        }
    }
    None
}

/// By which people take back what they just said.
pub(super) const TAKING_BACK: &[&str] = &[
    "ou plutot",
    "ou bien plutot",
    "ou alors plutot",
    "enfin plutot",
    "non plutot",
    "euh plutot",
    "je veux dire",
    "je voulais dire",
    "non attends",
    "non attendez",
    "attends non",
    "attendez non",
    "or rather",
    "no rather",
    "i mean",
    "i meant",
    "no wait",
    "wait no",
    "make that",
    "scratch that",
];
/// The same where no free words are awaited.
pub(super) const IN_FACT: &[&str] = &[
    "enfin non",
    "euh non",
    "ah non",
    "non pardon",
    "pardon non",
    "pardon",
    "oups",
    "en fait",
    "en fait non",
    "finalement",
    "oops",
    "sorry",
    "no sorry",
    "sorry no",
    "actually",
    "actually no",
    "on second thought",
    "on second thoughts",
];
pub(super) const LEADING_BACK: &[&str] =
    &["non", "no", "euh", "um", "plutot", "rather", "mais", "but"];

/// Words between a denial and what it denies.
const BETWEEN: &[&str] = &[
    "a",
    "au",
    "aux",
    "de",
    "du",
    "des",
    "d",
    "le",
    "la",
    "les",
    "l",
    "un",
    "une",
    "pour",
    "en",
    "dans",
    "chez",
    "sur",
    "avec",
    "the",
    "an",
    "for",
    "in",
    "at",
    "on",
    "to",
    "of",
    "with",
    "plus",
    "more",
    "moins",
    "less",
    "than",
    "vraiment",
    "exactement",
    "forcement",
    "really",
    "exactly",
    "table",
    "book",
    "reserver",
    "want",
    "veux",
    "be",
    "serons",
    "sommes",
    "are",
    "is",
    "non",
    "juste",
    "just",
    "only",
    "seulement",
];
const ARTICLES: &[&str] = &[
    "le", "la", "les", "l", "the", "a", "au", "en", "in", "on", "pour", "for",
];
/// What is counted, where a second number may still follow.
const COUNTED: &[&str] = &[
    "personnes",
    "personne",
    "people",
    "persons",
    "guests",
    "adultes",
    "adults",
    "nuits",
    "nights",
    "places",
    "heures",
    "hours",
    "euros",
];

/// Courtesies that need no sign before them.
const CLOSING: &[&str] = &[
    "s il vous plait",
    "s il te plait",
    "svp",
    "stp",
    "please",
    "merci",
    "thanks",
    "thank you",
];

/// Greetings and courtesies.
pub(super) const COURTESIES: &[&str] = &[
    "bonjour",
    "bonsoir",
    "salut",
    "coucou",
    "hello",
    "hi",
    "hey",
    "hi there",
    "hello there",
    "hey there",
    "good morning",
    "good afternoon",
    "good evening",
    "good day",
    "bonne journee",
    "bonne soiree",
    "bjr",
    "yo",
    "madame",
    "monsieur",
    "messieurs dames",
    "tout le monde",
    "a tous",
    "s il vous plait",
    "s il te plait",
    "svp",
    "stp",
    "please",
    "merci",
    "merci beaucoup",
    "merci bien",
    "merci d avance",
    "thanks",
    "thanks a lot",
    "thank you",
    "thank you very much",
    "thanks in advance",
    "comment ca va",
    "ca va",
    "comment allez vous",
    "how are you",
    "how do you do",
    "enchante",
    "enchantee",
    "nice to meet you",
    "excusez moi",
    "excuse moi",
    "excuse me",
    "au revoir",
    "a bientot",
    "bye",
    "goodbye",
    "cheers",
];
