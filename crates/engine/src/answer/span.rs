//! Stretches of days, and what a day is said for: « du 3 au 7 août » is one thing and no day, « à partir du 3 juin » is
//! the day on which something begins, « le 4 » one of the days on offer.

use super::closed::{ENDING, is_function};
use super::date::{WEEKDAYS, days, names_day};
use super::heed::{is_denied, is_or};
use super::number::in_words;
use super::token::{Token, longest, tokens};
use super::{NotUnderstood, Reading, refuse};
use logic::text::words;
use logic::value::{Date, Value};
use std::borrow::Cow;
use std::ops::Range;

const ARTICLES: &[&str] = &["le", "la", "les", "l", "the"];

fn digits(token: &Token, lengths: std::ops::RangeInclusive<usize>) -> bool {
    lengths.contains(&token.word.len()) && token.word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Where days stand, in words or in digits: « 12 mai », « 31/03/2026 », « 2026-03-31 ».
fn dates(said: &str, all: &[Token]) -> Vec<Range<usize>> {
    let numeric = |at: usize| {
        let three = all.get(at..at + 3)?;
        let between = |one: usize| &said[three[one].end..three[one + 1].start];
        let joined = between(0) == between(1) && matches!(between(0), "-" | "/" | ".");
        let own = |first, last| {
            digits(&three[0], first) && digits(&three[1], 1..=2) && digits(&three[2], last)
        };
        (joined && (own(4..=4, 1..=2) || own(1..=2, 4..=4))).then_some(at..at + 3)
    };
    let mut found: Vec<Range<usize>> = (0..all.len()).filter_map(numeric).collect();
    let free = |day: &Range<usize>, found: &[Range<usize>]| {
        found
            .iter()
            .all(|other| day.end <= other.start || other.end <= day.start)
    };
    for day in days(said, all) {
        if free(&day, &found) {
            found.push(day);
        }
    }
    found.sort_by_key(|day| day.start);
    found
}

/// Where stretches of days stand: « du 3 au 7 août », « entre le 3 et le 5 avril », “from 3 to 7 August”, “3-5 May”.
pub(super) fn stretches(said: &str, all: &[Token]) -> Vec<Range<usize>> {
    let dates = dates(said, all);
    let stretch = |day: &Range<usize>| {
        let skip = |mut at: usize| {
            while at > 0 && all[at - 1].is(ARTICLES) {
                at -= 1;
            }
            at
        };
        let dashed = |at: usize| {
            let before = at.checked_sub(1)?;
            let between = said[all[before].end..all[at].start].trim();
            matches!(between, "-" | "–" | "—" | "/").then_some(at)
        };
        let joiner = skip(day.start).checked_sub(1)?;
        let word = &all[joiner];
        let pair = word.is(&["et", "and"]);
        let joins = pair || word.is(&["au", "a", "to", "until", "till", "through"]);
        let end = dashed(day.start).or(joins.then_some(joiner))?;
        let other = dates.iter().find(|other| other.end == end);
        let bare = || {
            let last = end.checked_sub(1).map(|at| &all[at])?;
            let named = last.is(&["premier", "first", "1er"]);
            let spelled = in_words(std::slice::from_ref(last));
            let spelled = spelled.is_some_and(|(day, _)| (1..=31).contains(&day));
            (digits(last, 1..=2) || named || spelled).then_some(end - 1)
        };
        let start = other.map(|other| other.start).or_else(bare)?;
        let lead = skip(start).checked_sub(1).map(|at| &all[at]);
        let between = lead.is_some_and(|lead| lead.is(&["entre", "between"]));
        let leads = between
            || lead.is_some_and(|lead| lead.is(&["du", "de", "from", "des", "d", "between"]));
        let start = skip(start) - usize::from(leads);
        (between || !pair).then_some(start..day.end)
    };
    dates.iter().filter_map(stretch).collect()
}

/// Whether a text says several days, from one to another.
pub(super) fn holds_stretch(said: &str) -> bool {
    !stretches(said, &tokens(said)).is_empty()
}

/// A text in which stretches of days are blanks.
pub(super) fn without_stretches(said: &str) -> Cow<'_, str> {
    let all = tokens(said);
    let mut left = Cow::Borrowed(said);
    for stretch in stretches(said, &all).into_iter().rev() {
        let bytes = all[stretch.start].start..all[stretch.end - 1].end;
        left.to_mut().replace_range(bytes, " ");
    }
    left
}

/// A stretch of days where one day is expected.
pub(super) fn is_stretch() -> Result<Value, NotUnderstood> {
    refuse(
        "ambiguous",
        "These are several days, from one to another. Which one is it? Write it alone, such as 2026-03-31.",
        "Ce sont plusieurs jours, du premier au dernier. Lequel est-ce ? À écrire seul, par exemple 31/03/2026.",
    )
}

/// What a day is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Begins,
    Ends,
    Neither,
}

fn edge(reading: &Reading) -> (Edge, Vec<String>) {
    let labels = reading.called.iter().flat_map(|label| words(label));
    let own = reading.attribute.name.replace(['_', '.', '-'], " ");
    let named: Vec<String> = labels.chain(words(&own)).collect();
    let holds = |known: &[&str]| named.iter().any(|word| known.contains(&word.as_str()));
    let edge = match (holds(BEGINNINGS), holds(ENDING)) {
        (true, false) => Edge::Begins,
        (false, true) => Edge::Ends,
        (true, true) | (false, false) => Edge::Neither,
    };
    (edge, named)
}

/// Where the words before a day begin that say it begins or ends something, if that is what is asked for.
fn lead(reading: &Reading, all: &[Token], day: &Range<usize>) -> Option<usize> {
    let phrases = match edge(reading).0 {
        Edge::Begins => FROM,
        Edge::Ends => UNTIL,
        Edge::Neither => return None,
    };
    let mut end = day.start;
    let small = |token: &Token| {
        let weekday = WEEKDAYS
            .iter()
            .any(|row| row.contains(&token.word.as_str()));
        weekday || token.is(&["le", "the", "on"])
    };
    while end > 0 && small(&all[end - 1]) {
        end -= 1;
    }
    let starts = end.saturating_sub(4)..end;
    starts
        .into_iter()
        .find(|at| longest(&all[*at..end], phrases) == Some(end - at))
}

/// Whether a day that stands here is the bound that is asked for: « à partir du 3 juin » where something begins.
pub(super) fn is_edge(reading: &Reading, all: &[Token], day: &Range<usize>) -> bool {
    lead(reading, all, day).is_some()
}

/// A text without the words that say of its day what is asked for: « à partir du 3 juin » where something begins.
pub(super) fn without_edge<'t>(reading: &Reading, said: &'t str) -> Cow<'t, str> {
    let all = tokens(said);
    let dates = dates(said, &all);
    let [day] = &dates[..] else {
        return Cow::Borrowed(said);
    };
    match lead(reading, &all, day) {
        Some(lead) => Cow::Owned(format!(
            "{}{}",
            &said[..all[lead].start],
            &said[all[day.start].start..]
        )),
        None => Cow::Borrowed(said),
    }
}

/// Whether a day is said of something else than what is asked for: « retour le 8 juin » where something begins, « né le
/// 3 mai ».
pub(super) fn is_elsewhere(
    reading: &Reading,
    said: &str,
    all: &[Token],
    day: &Range<usize>,
) -> bool {
    let from = (0..day.start)
        .rev()
        .find(|at| all[at + 1].breaks || *at == 0);
    let from = from.map_or(0, |at| {
        at + usize::from(at < day.start && all[at + 1].breaks)
    });
    let from = if day.start < all.len() && all[day.start].breaks {
        day.start
    } else {
        from
    };
    let before = &all[from.min(day.start)..day.start];
    let (edge, named) = edge(reading);
    let article = |token: &&Token| token.is(ARTICLES);
    let lead = before.iter().rev().find(|token| !article(token));
    if lead.is_some_and(|lead| lead.is(&["avant", "apres", "before", "after"])) {
        return true;
    }
    let born =
        |token: &Token| token.word == "ne" && said[token.start..token.end].contains(['é', 'É']);
    let birth = named.iter().any(|word| BIRTH.contains(&word.as_str()));
    let arrives = named.iter().any(|word| ARRIVING.contains(&word.as_str()));
    let other = before.iter().any(|token| token.is(OTHER) || born(token));
    let ends = before.iter().any(|token| token.is(ENDING))
        || (0..before.len()).any(|at| longest(&before[at..], &["check out"]).is_some());
    let leaves = before.iter().any(|token| token.is(LEAVING));
    let begins = (0..before.len()).any(|at| longest(&before[at..], FROM).is_some());
    match edge {
        _ if other && !birth => true,
        Edge::Begins => ends || arrives && leaves,
        Edge::Ends => begins,
        Edge::Neither => ends,
    }
}

/// Where the only day of a text stands.
pub(super) fn only_day(said: &str, all: &[Token]) -> Option<Range<usize>> {
    match &dates(said, all)[..] {
        [day] => Some(day.clone()),
        [..] => None,
    }
}

/// Every number that is part of a day, or of a stretch of them.
pub(super) fn dated(said: &str, all: &[Token]) -> Vec<Range<usize>> {
    let mut found = dates(said, all);
    found.extend(stretches(said, all));
    found
}

/// Which of the days on offer a text names: « le 4 avril », « le 4 », “the 4th”.
pub(super) fn on_offer<'v>(offered: &'v [Value], said: &str) -> Option<Picked<'v>> {
    let all = tokens(said);
    let dates: Vec<(&Value, Date)> = offered
        .iter()
        .filter_map(|value| match value {
            Value::Date(date) => Some((value, *date)),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Instant(_)
            | Value::List(_)
            | Value::Set(_)
            | Value::Confidential(_) => None,
        })
        .collect();
    let mut named: Vec<(&Value, Range<usize>)> = Vec::new();
    for (value, date) in &dates {
        let places = names_day(said, &all, *date);
        named.extend(places.into_iter().take(1).map(|at| (*value, at)));
    }
    if named.is_empty() {
        for (at, day) in bare_days(&all) {
            let own = dates
                .iter()
                .filter(|(_, date)| i64::from(date.day()) == day);
            named.extend(own.map(|(value, _)| (*value, at..at + 1)));
        }
    }
    let (value, at) = named.first()?;
    let joined = all.iter().any(|token| is_or(said, token));
    let denied = is_denied(&all, at.start);
    Some(match &named[..] {
        _ if denied => return None,
        [_] if !joined => Picked::One(value),
        [..] => Picked::Several,
    })
}

/// What a text says of the days on offer.
pub(super) enum Picked<'v> {
    One(&'v Value),
    Several,
}

/// Days that are said by their number alone, behind an article: « le 4 », « plutôt le premier » is none.
fn bare_days(all: &[Token]) -> Vec<(usize, i64)> {
    let day = |at: usize| {
        let before = &all[at.checked_sub(1)?];
        let next = all.get(at + 1).filter(|next| !next.breaks);
        let ends = next.is_none_or(|next| is_function(next) && !next.is(&["a", "to"]));
        let word = all[at].word.as_str();
        let number = word.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
        let behind = &word[number.len()..];
        let whole = matches!(behind, "" | "th" | "st" | "nd" | "rd" | "er");
        let pointed = before.is(&["le", "the", "du", "au", "on"]) && !all[at].breaks;
        let day: i64 = number.parse().ok()?;
        (pointed && ends && whole && (1..=31).contains(&day)).then_some((at, day))
    };
    (0..all.len())
        .filter_map(|at| Some((at, day(at)?.1)))
        .collect()
}

const FROM: &[&str] = &[
    "a partir",
    "a partir de",
    "a partir du",
    "a compter du",
    "des",
    "des le",
    "from",
    "starting",
    "starting from",
    "starting on",
    "beginning",
    "beginning on",
    "as of",
    "as from",
];
const UNTIL: &[&str] = &["jusqu a", "jusqu au", "jusque", "until", "till", "up to"];

/// In a label: something begins.
const BEGINNINGS: &[&str] = &[
    "debut",
    "start",
    "starts",
    "begin",
    "begins",
    "beginning",
    "from",
    "depart",
    "departure",
    "arrivee",
    "arrival",
    "checkin",
    "entree",
    "pickup",
    "prise",
    "retrait",
    "commencement",
    "partir",
    "debute",
    "commence",
    "leaving",
    "leave",
];
/// In a label: somebody comes.
const ARRIVING: &[&str] = &["arrivee", "arrival", "checkin", "entree", "in"];
const LEAVING: &[&str] = &[
    "depart",
    "departure",
    "leaving",
    "leave",
    "pars",
    "partons",
    "repart",
    "repartons",
    "quitte",
];
const BIRTH: &[&str] = &["naissance", "birth", "born", "ne", "nee", "birthday"];
/// Words before a day of something else.
const OTHER: &[&str] = &[
    "nee",
    "nes",
    "nees",
    "born",
    "naissance",
    "obtenu",
    "obtenue",
    "delivre",
    "delivree",
    "expire",
    "expires",
    "expiring",
    "valable",
    "valide",
    "valid",
    "issued",
    "depuis",
    "since",
];
