//! Numbers as they stand in a message, each whole: in digits with groups, decimals and a sign, or in words, French
//! and English. « vingt-deux » is one number, and « 2+2 » is none.

use super::number::{group, in_words};
use super::token::{Token, longest};
use logic::value::Number;
use std::ops::Range;

/// A number, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Numeral {
    pub tokens: Range<usize>,
    /// In bytes, with its sign.
    pub bytes: Range<usize>,
    /// Where « and a half » ends, perhaps behind what is counted.
    pub half: Option<usize>,
    /// Nothing where it is no number: « 2+2 », « 1.2.3 ».
    pub value: Option<Number>,
    /// « un », « une », « one », « a »: mostly an article.
    pub article: bool,
    /// Written in words.
    pub spelled: bool,
}

/// Every number of a message, from left to right.
pub(super) fn numerals(said: &str, all: &[Token]) -> Vec<Numeral> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let numeral = in_digits(said, all, at).or_else(|| spelled(said, all, at));
        at = numeral
            .as_ref()
            .map_or(at + 1, |numeral| numeral.tokens.end);
        found.extend(numeral);
    }
    found
}

fn digits(token: &Token) -> bool {
    token.word.bytes().all(|byte| byte.is_ascii_digit())
}

fn in_digits(said: &str, all: &[Token], at: usize) -> Option<Numeral> {
    digits(all.get(at)?).then_some(())?;
    let grouped = group(said, all, at);
    let between = |one: usize| Some(&said[all[one].end..all.get(one + 1)?.start]);
    let next_digits = |one: usize| all.get(one + 1).is_some_and(digits);
    let mut end = grouped.end.max(at + 1);
    let mut shown: String = all[at..end].iter().map(|token| &*token.word).collect();
    // « .5 » is a half.
    let mut point = said[..all[at].start].chars().rev();
    let bare = matches!(point.next(), Some('.' | ','));
    if bare && point.next().is_none_or(char::is_whitespace) && end == at + 1 {
        shown = format!("0.{shown}");
    }
    let mut whole = true;
    let pointed = shown.contains('.');
    if !pointed && next_digits(end - 1) && matches!(between(end - 1), Some("," | ".")) {
        shown = format!("{shown}.{}", all[end].word);
        end += 1;
    }
    // « 1.2.3 » and « 2+2 » are no numbers.
    loop {
        let joined = between(end - 1).map(str::trim);
        if next_digits(end - 1) && matches!(joined, Some("+" | "*" | "×" | "÷"))
            || next_digits(end - 1) && matches!(between(end - 1), Some("," | "."))
        {
            end += 1;
        } else if all.get(end).is_some_and(|next| next.is(TIMES)) && next_digits(end) {
            end += 2;
        } else {
            break;
        }
        whole = false;
    }
    let mut value: Option<Number> = shown.parse().ok().filter(|_| whole);
    if let Some(scale) = all.get(end).filter(|next| !next.breaks).and_then(scale) {
        value = value.and_then(|value| value.checked_mul(Number::from(scale)));
        end += 1;
    }
    Some(numeral(said, all, at..end, value, false))
}

/// A number in words, however many it takes.
fn spelled(said: &str, all: &[Token], at: usize) -> Option<Numeral> {
    let percent = at > 0 && all[at - 1].is(&["pour", "per"]) && all[at].is(&["cent"]);
    if percent {
        return None;
    }
    let (value, count) = in_full(&all[at..])?;
    let end = at + count;
    let mut numeral = numeral(said, all, at..end, Some(Number::from(value)), true);
    numeral.article = value == 1 && count == 1;
    Some(numeral)
}

fn numeral(
    said: &str,
    all: &[Token],
    tokens: Range<usize>,
    value: Option<Number>,
    spelled: bool,
) -> Numeral {
    let mut bytes = all[tokens.start].start..all[tokens.end - 1].end;
    let before = &said[..bytes.start];
    let before = before.strip_suffix(['.', ',']).unwrap_or(before);
    let sign = before.strip_suffix(['-', '−']).filter(|rest| {
        let free = |last: char| last.is_whitespace() || matches!(last, '(' | ':' | '=' | ',');
        rest.chars().next_back().is_none_or(free)
    });
    let mut value = value;
    let word = tokens.start.checked_sub(1).map(|at| &all[at]);
    let word = word.filter(|word| word.is(&["moins", "minus"]) && !all[tokens.start].breaks);
    let bound = tokens.start > 1 && all[tokens.start - 2].is(&["au", "du", "ou", "or", "a"]);
    if let Some(rest) = sign {
        bytes.start = rest.len();
        value = value.map(Number::negated);
    } else if let Some(word) = word.filter(|_| !bound) {
        bytes.start = word.start;
        value = value.map(Number::negated);
    }
    let halves = |from: usize| {
        let end = from + longest(all.get(from..)?, HALVES)?;
        // « et demi-pension » is no half.
        (!said[all[end - 1].end..].starts_with('-')).then_some(end)
    };
    let half = halves(tokens.end).or_else(|| {
        let counted = all.get(tokens.end).is_some_and(|next| !next.breaks);
        counted.then(|| halves(tokens.end + 1)).flatten()
    });
    if half.is_some() {
        let sum = |value: Number| value.checked_add("0.5".parse().ok()?);
        value = value.and_then(sum);
    }
    if let Some(end) = half.filter(|_| halves(tokens.end).is_some()) {
        bytes.end = all[end - 1].end;
    }
    Numeral {
        tokens,
        bytes,
        half,
        value,
        article: false,
        spelled,
    }
}

/// A number in words at the beginning, with its hundreds and thousands, and how many words it takes.
pub(super) fn in_full(said: &[Token]) -> Option<(i64, usize)> {
    let (mut total, mut current, mut at) = (0_i64, 0_i64, 0);
    let (mut least, mut small) = (i64::MAX, false);
    let article = said.first()?.is(&["a", "un", "une"]);
    let scaled = said
        .get(1)
        .is_some_and(|next| !next.breaks && is_hundred(next) || scale(next).is_some());
    if said[0].word == "a" {
        if !scaled || is_hundred_in_french(&said[1]) {
            return None;
        }
        (current, at, small) = (1, 1, true);
    } else if article && scaled && said.get(1).is_some_and(is_hundred_in_french) {
        return Some((1, 1));
    }
    while let Some(token) = said.get(at).filter(|token| at == 0 || !token.breaks) {
        // « a hundred and five ».
        let joins = token.is(&["and", "et"]) && (current >= 100 || total > 0) && !small;
        let behind = said.get(at + 1).filter(|next| !next.breaks);
        if joins && behind.is_some_and(|next| below_hundred(std::slice::from_ref(next)).is_some()) {
            at += 1;
            continue;
        }
        if is_hundred(token) && current < 100 && (current == 0 || MULTIPLES.contains(&current)) {
            if current == 0 && token.is(&["cents", "hundreds"]) {
                break;
            }
            current = current.max(1) * 100;
            small = false;
        } else if let Some(scale) = scale(token).filter(|scale| *scale < least) {
            if current == 0 && (scale > 1000 || token.word == "thousand") {
                break;
            }
            total = total.checked_add(current.max(1).checked_mul(scale)?)?;
            (current, least, small) = (0, scale, false);
        } else if let Some((value, count)) = below_hundred(&said[at..]).filter(|_| !small) {
            current += value;
            small = true;
            at += count;
            continue;
        } else {
            break;
        }
        at += 1;
    }
    // What joined nothing is no part of it.
    while at > 0 && said[at - 1].is(&["and", "et"]) {
        at -= 1;
    }
    (at > 0).then_some((total.checked_add(current)?, at))
}

fn below_hundred(said: &[Token]) -> Option<(i64, usize)> {
    in_words(said).filter(|(value, _)| *value < 100)
}

fn is_hundred(token: &Token) -> bool {
    token.is(&["cent", "cents", "hundred", "hundreds"])
}

fn is_hundred_in_french(token: &Token) -> bool {
    token.is(&["cent", "cents", "mille"])
}

fn scale(token: &Token) -> Option<i64> {
    match token.word.as_str() {
        "mille" | "thousand" => Some(1000),
        "million" | "millions" => Some(1_000_000),
        "milliard" | "milliards" | "billion" => Some(1_000_000_000),
        _ => None,
    }
}

/// How many hundreds people count in words.
const MULTIPLES: &[i64] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16];

const TIMES: &[&str] = &["x", "fois", "times"];

const HALVES: &[&str] = &["et demi", "et demie", "and a half", "and half"];
