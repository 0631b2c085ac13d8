//! Dates as people write them, alone or in a sentence: exactly one, with a year of four digits.

use super::number::in_words;
use super::numeral::numerals;
use super::remark::{Remark, remark};
use super::sentence::is_small;
use super::token::{Token, holds, is_whole, longest, tokens};
use super::{NotUnderstood, refuse};
use logic::text::Phrase;
use logic::value::{Date, Value};
use std::borrow::Cow;
use std::ops::Range;

/// The day comes first, but in English it may as well come second: there only what has one reading is
/// read.
pub(super) fn date(text: &str, language: &str) -> Result<Value, NotUnderstood> {
    if let Ok(date) = text.parse::<Date>() {
        return Ok(Value::Date(date));
    }
    let said = tokens(text);
    let english = language.split(['-', '_']).next() == Some("en");
    let mut found: Vec<Date> = Vec::new();
    for group in groups(&said) {
        for three in group.chunks(3) {
            let date = read(three, english)?;
            if !found.contains(&date) {
                found.push(date);
            }
        }
    }
    let [date] = found[..] else {
        return match found[..] {
            [] => not_a_date(),
            [..] => refuse(
                "ambiguous",
                "One date is expected, not several.",
                "Une seule date est attendue.",
            ),
        };
    };
    if said.iter().any(Token::negates_beside_birth) {
        return refuse(
            "negated",
            "Say which date it is, not which it is not.",
            "Il faut dire la date, et non celle que ce n'est pas.",
        );
    }
    if holds(
        &said,
        &[
            "before", "after", "since", "until", "avant", "apres", "depuis", "jusqu au",
        ],
    ) {
        return refuse(
            "ambiguous",
            "One exact date is expected, not a bound.",
            "Une date exacte est attendue, pas une borne.",
        );
    }
    let days: Vec<usize> = said
        .iter()
        .filter_map(|token| named(WEEKDAYS, &token.word))
        .collect();
    let day = date
        .days_since(Date::new(2024, 1, 1).expect("a Monday"))
        .rem_euclid(7);
    if days.iter().any(|named| i64::try_from(*named) != Ok(day)) {
        return refuse(
            "not-a-date",
            format!("{date} is another day of the week. Write the date alone, such as 2026-03-31."),
            format!(
                "Le {date} est un autre jour de la semaine. La date seule suffit, par exemple 31/03/2026."
            ),
        );
    }
    Ok(Value::Date(date))
}

/// A date whose numbers are written in words, in digits: « le trois mars deux mille vingt-six ».
pub(super) fn in_digits(text: &str) -> Option<String> {
    let said = tokens(text);
    let mut digits = String::new();
    let mut from = 0;
    for numeral in numerals(text, &said) {
        let whole = numeral.value.filter(|value| value.is_integer());
        let Some(value) = whole.filter(|_| numeral.spelled && !numeral.article) else {
            continue;
        };
        digits.push_str(&text[from..numeral.bytes.start]);
        digits.push_str(&value.to_string());
        from = numeral.bytes.end;
    }
    digits.push_str(&text[from..]);
    (from > 0).then_some(digits)
}

fn not_a_date<T>() -> Result<T, NotUnderstood> {
    refuse(
        "not-a-date",
        "A date is expected, such as 2026-03-31 or 31/03/2026.",
        "Une date est attendue, par exemple 31/03/2026 ou 2026-03-31.",
    )
}

/// A part of a date.
#[derive(Clone, Copy)]
enum Part {
    /// A number, and how many digits it was written with.
    Number(i16, usize),
    Month(i8),
}

/// The parts that stand together, apart from other words. Months without a number are words.
fn groups(said: &[Token]) -> Vec<Vec<Part>> {
    let mut groups: Vec<Vec<Part>> = vec![Vec::new()];
    let mut from = 0;
    while from < said.len() {
        let (part, count) = part(&said[from..]);
        match part {
            Some(part) => groups.last_mut().expect("one").push(part),
            None => {
                let quiet = ["of", "de", "du", "the", "le", "en", "in"];
                let weekday = named(WEEKDAYS, &said[from].word).is_some();
                if !said[from].is(&quiet) && !weekday {
                    groups.push(Vec::new());
                }
            }
        }
        from += count;
    }
    groups.retain(|group| group.iter().any(|part| matches!(part, Part::Number(..))));
    groups
}

fn part(said: &[Token]) -> (Option<Part>, usize) {
    let word = said[0].word.as_str();
    if let Some(month) = named(MONTHS, word) {
        return (i8::try_from(month + 1).ok().map(Part::Month), 1);
    }
    if matches!(word, "premier" | "first") {
        return (Some(Part::Number(1, 1)), 1);
    }
    let rest = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let digits = word.len() - rest.len();
    if digits > 0 && matches!(rest, "" | "er" | "st" | "nd" | "rd" | "th") {
        // What is too long for a year is no part of any date.
        return (
            Some(Part::Number(
                word[..digits].parse().unwrap_or(i16::MAX),
                digits,
            )),
            1,
        );
    }
    match in_words(said) {
        Some((value @ 2..=31, count)) => (
            i16::try_from(value).ok().map(|day| Part::Number(day, 2)),
            count,
        ),
        Some(_) | None => (None, 1),
    }
}

fn read(parts: &[Part], english: bool) -> Result<Date, NotUnderstood> {
    match *parts {
        [
            Part::Number(day, 1 | 2),
            Part::Month(month),
            Part::Number(year, digits),
        ]
        | [
            Part::Month(month),
            Part::Number(day, 1 | 2),
            Part::Number(year, digits),
        ]
        | [
            Part::Number(year, digits @ 4),
            Part::Month(month),
            Part::Number(day, 1 | 2),
        ] => {
            let year = of_four_digits(year, digits)?;
            day_of(year, i16::from(month), day).map_or_else(no_such_day, Ok)
        }
        [
            Part::Number(year, 4),
            Part::Number(month, 1 | 2),
            Part::Number(day, 1 | 2),
        ] => day_of(year, month, day).map_or_else(no_such_day, Ok),
        [
            Part::Number(first, 1 | 2),
            Part::Number(second, 1 | 2),
            Part::Number(year, digits),
        ] => {
            let year = of_four_digits(year, digits)?;
            let day_first = day_of(year, second, first);
            let month_first = day_of(year, first, second).filter(|_| english);
            match (day_first, month_first) {
                (Some(one), Some(other)) if one != other => refuse(
                    "ambiguous",
                    format!("Is that {one} or {other}? Write it like that."),
                    format!("Est-ce {one} ou {other} ? À écrire ainsi."),
                ),
                (Some(date), _) | (None, Some(date)) => Ok(date),
                (None, None) => no_such_day(),
            }
        }
        [Part::Number(_, 1 | 2), Part::Month(_)] | [Part::Month(_), Part::Number(_, 1 | 2)] => {
            refuse(
                "not-a-date",
                "The year is missing. A date is expected, such as 2026-03-31 or 31/03/2026.",
                "Il manque l'année. Une date est attendue, par exemple 31/03/2026 ou 2026-03-31.",
            )
        }
        _ => not_a_date(),
    }
}

fn day_of(year: i16, month: i16, day: i16) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?)
}

fn of_four_digits(year: i16, digits: usize) -> Result<i16, NotUnderstood> {
    if digits == 4 && year >= 1000 {
        return Ok(year);
    }
    refuse(
        "not-a-date",
        "Write the year with four digits, such as 2026-03-31 or 31/03/2026.",
        "L'année s'écrit avec quatre chiffres, par exemple 31/03/2026 ou 2026-03-31.",
    )
}

fn no_such_day() -> Result<Date, NotUnderstood> {
    refuse(
        "not-a-date",
        "There is no such day. A date is expected, such as 2026-03-31 or 31/03/2026.",
        "Ce jour n'existe pas. Une date est attendue, par exemple 31/03/2026 ou 2026-03-31.",
    )
}

fn named(rows: &[&[&str]], word: &str) -> Option<usize> {
    rows.iter().position(|row| row.contains(&word))
}

/// Where days of a month stand, with their year where it is said: « 12 mai », “May 12th, 2026”, « le 12/05 ».
pub(super) fn days(said: &str, all: &[Token]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < all.len() {
        match day_at(said, all, from) {
            Some(end) => {
                found.push(from..end);
                from = end;
            }
            None => from += 1,
        }
    }
    found
}

/// Where a day of a month ends that stands here.
fn day_at(said: &str, all: &[Token], from: usize) -> Option<usize> {
    let day = |at: usize| match part(all.get(at..).filter(|rest| !rest.is_empty())?) {
        (Some(Part::Number(1..=31, 1 | 2)), count) => Some(at + count),
        (Some(_) | None, _) => None,
    };
    let month = |at: usize| {
        let token = all.get(at).filter(|token| !token.breaks);
        token.is_some_and(|token| is_month(&token.word))
    };
    let year = |at: usize| {
        let token = all.get(at);
        let four = token.is_some_and(|token| {
            token.word.len() == 4 && token.word.bytes().all(|byte| byte.is_ascii_digit())
        });
        at + usize::from(four)
    };
    if let Some(end) = day(from) {
        let joined = all.get(end).is_some_and(|next| next.is(&["of", "de"]));
        let end = end + usize::from(joined);
        if month(end) {
            return Some(year(end + 1));
        }
        // « le 12/05 »; « 2/3 » alone is one or the other.
        let before = from.checked_sub(1).map(|before| &all[before]);
        let pointed = before.is_some_and(|before| before.is(&["le", "du", "au", "on", "the"]));
        let slash = |at: usize| {
            let next = all.get(at + 1)?;
            (&said[all[at].end..next.start] == "/").then_some(at + 1)
        };
        let second = slash(from).filter(|at| pointed && day(*at).is_some());
        return second.map(|at| slash(at).map_or(at + 1, |year| year + 1));
    }
    // « sept » is a number too.
    let named = is_month(&all[from].word) && all[from].word != "sept";
    let end = named.then(|| day(from + 1)).flatten()?;
    let last = &all[from + 1];
    let behind = all
        .get(end)
        .is_none_or(|next| next.breaks || is_small(&next.word) || year(end) > end);
    (!last.breaks && behind).then(|| year(end))
}

/// Where a message names the day of a date, with its year or without.
pub(super) fn names_day(said: &str, all: &[Token], date: Date) -> Vec<Range<usize>> {
    let names = |range: &Range<usize>| {
        let mut parts = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let (part, count) = part(&all[at..range.end]);
            parts.extend(part);
            at += count;
        }
        let own = (i16::from(date.day()), date.month());
        match parts[..] {
            [Part::Number(day, _), Part::Month(month)]
            | [Part::Month(month), Part::Number(day, _)] => own == (day, month),
            [
                Part::Number(day, _),
                Part::Month(month),
                Part::Number(year, _),
            ]
            | [
                Part::Month(month),
                Part::Number(day, _),
                Part::Number(year, _),
            ] => own == (day, month) && date.year() == year,
            [Part::Number(day, _), Part::Number(month, _)] => {
                own.0 == day && i16::from(own.1) == month
            }
            [
                Part::Number(day, _),
                Part::Number(month, _),
                Part::Number(year, _),
            ] => own.0 == day && i16::from(own.1) == month && date.year() == year,
            _ => false,
        }
    };
    let iso = |range: &Range<usize>| {
        let shown = date.to_string();
        all.get(range.clone()).is_some_and(|own| {
            own.iter()
                .map(|token| token.word.as_str())
                .eq(shown.split('-'))
        })
    };
    let written = (0..all.len()).map(|at| at..at + 3).filter(iso);
    let named = days(said, all).into_iter().filter(names);
    written.chain(named).collect()
}

/// Whether a date that stands here is only a bound: « au plus tard le 31 mars », “by 31 March”.
pub(super) fn is_bounded(all: &[Token], at: &Range<usize>) -> bool {
    let mut from = at.start;
    while from > 0 && all[from - 1].is(&["le", "the", "du", "au"]) && !all[from].breaks {
        from -= 1;
    }
    let before = (from.saturating_sub(4)..from).any(|start| is_whole(&all[start..from], UNTIL));
    let near = (from..at.start)
        .any(|end| (end.saturating_sub(3)..end).any(|start| is_whole(&all[start..=end], UNTIL)));
    let behind = all.get(at.end..).and_then(|behind| longest(behind, BEHIND));
    before || near || behind.is_some()
}

/// The same for the date of a text.
pub(super) fn is_bound(text: &str) -> bool {
    let all = tokens(text);
    let digits = |token: &Token| token.word.starts_with(|first: char| first.is_ascii_digit());
    let found = days(text, &all);
    let first = all.iter().position(digits);
    let last = all.iter().rposition(digits);
    let written = first.zip(last).map(|(first, last)| first..last + 1);
    found.iter().chain(&written).any(|at| is_bounded(&all, at))
}

/// Whether what is said behind a date speaks against it: “31 March is too late”.
pub(super) fn is_faulted(text: &str) -> bool {
    let all = tokens(text);
    let digits = |token: &Token| token.word.starts_with(|first: char| first.is_ascii_digit());
    let behind = all.iter().rposition(digits).map(|last| &all[last + 1..]);
    let behind = behind.filter(|behind| behind.first().is_some_and(|next| !next.breaks));
    behind.is_some_and(|behind| remark(behind) == Remark::Ill)
}

const UNTIL: &[&str] = &[
    "d ici",
    "by",
    "au plus tard",
    "au plus tot",
    "a partir",
    "a partir de",
    "a partir du",
    "des",
    "pas avant",
    "pas apres",
    "at the latest",
    "no later than",
    "not before",
    "not after",
    "from",
    "starting",
    "as of",
];
const BEHIND: &[&str] = &[
    "au plus tard",
    "au plus tot",
    "at the latest",
    "at the earliest",
    "or later",
    "or earlier",
    "ou apres",
    "ou avant",
    "ou plus tard",
    "onwards",
    "maximum",
    "max",
];

/// Where days stand that follow only from the day on which they are said: « demain », “next Friday”. Nobody here knows
/// in which time zone that is, so they are never worked out.
pub(super) fn relative_days(all: &[Token]) -> Vec<Range<usize>> {
    let weekday = |at: usize| {
        let word = all.get(at).map(|token| token.word.as_str());
        word.is_some_and(|word| named(WEEKDAYS, word).is_some())
    };
    let is = |at: usize, words: &[&str]| all.get(at).is_some_and(|token| token.is(words));
    let dated = |at: usize| {
        let rest = all.get(at..).filter(|rest| !rest.is_empty());
        rest.is_some_and(|rest| !rest[0].breaks && part(rest).0.is_some())
    };
    let counted = |at: usize| {
        let rest = all.get(at..).filter(|rest| !rest.is_empty())?;
        let digits = rest[0].word.bytes().all(|byte| byte.is_ascii_digit());
        let article = rest[0].is(&["un", "une", "a", "one", "quelques", "few"]);
        let count = in_words(rest).map(|(_, count)| count);
        let count = count.or((digits || article).then_some(1))?;
        is(at + count, SPANS).then_some(at + count + 1)
    };
    let end = |at: usize| {
        if let Some(count) = longest(&all[at..], RELATIVE) {
            return Some(at + count);
        }
        if is(at, &["dans", "in", "within"]) {
            return counted(at + 1);
        }
        if is(at, &["next", "this", "last", "coming", "ce", "cette"])
            && (weekday(at + 1) || is(at, &["next", "last"]) && is(at + 1, SPANS))
        {
            return (!dated(at + 2)).then_some(at + 2);
        }
        let next = ["prochain", "prochaine", "dernier", "derniere", "suivant"];
        if weekday(at) && !dated(at + 1) {
            return Some(at + 1 + usize::from(is(at + 1, &next)));
        }
        (is(at, SPANS) && is(at + 1, &next)).then_some(at + 2)
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while at < all.len() {
        match end(at) {
            Some(end) => {
                found.push(at..end);
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

/// Why a day that follows from today is no date.
pub(super) fn relative(text: &str) -> Option<NotUnderstood> {
    let all = tokens(text);
    let day = relative_days(&all).into_iter().next()?;
    let words = &text[all[day.start].start..all[day.end - 1].end];
    Some(NotUnderstood {
        code: "not-a-date",
        reason: Phrase::new(
            format!(
                "« {words} » is another day for everybody who reads it. Please write the date itself, such as 2026-03-31."
            ),
            format!(
                "« {words} » dépend du jour où on le lit. Il faut écrire la date elle-même, par exemple 31/03/2026."
            ),
        ),
    })
}

const RELATIVE: &[&str] = &[
    "demain",
    "demain soir",
    "demain matin",
    "apres demain",
    "hier",
    "avant hier",
    "aujourd hui",
    "ce soir",
    "ce midi",
    "ce matin",
    "ce week end",
    "ce weekend",
    "le week end prochain",
    "tomorrow",
    "the day after tomorrow",
    "yesterday",
    "the day before yesterday",
    "today",
    "tonight",
    "this evening",
    "this morning",
    "this weekend",
    "this week",
    "cette semaine",
];
const SPANS: &[&str] = &[
    "jour",
    "jours",
    "semaine",
    "semaines",
    "mois",
    "an",
    "ans",
    "annee",
    "annees",
    "week",
    "weeks",
    "day",
    "days",
    "month",
    "months",
    "year",
    "years",
    "weekend",
    "fortnight",
];

/// A text in which days of a month are blanks: what is left of it counts something.
pub(super) fn without_days(said: &str) -> Cow<'_, str> {
    let all = tokens(said);
    let found = days(said, &all);
    if found.is_empty() {
        return Cow::Borrowed(said);
    }
    let mut left = String::with_capacity(said.len());
    let mut from = 0;
    for day in found {
        let (start, end) = (all[day.start].start, all[day.end - 1].end);
        left.push_str(&said[from..start]);
        left.push(' ');
        from = end;
    }
    left.push_str(&said[from..]);
    Cow::Owned(left)
}

/// Whether a folded word is the name of a month.
pub(super) fn is_month(word: &str) -> bool {
    named(MONTHS, word).is_some()
}

const MONTHS: &[&[&str]] = &[
    &["janvier", "janv", "january", "jan"],
    &["fevrier", "fevr", "fev", "february", "feb"],
    &["mars", "march", "mar"],
    &["avril", "avr", "april", "apr"],
    &["mai", "may"],
    &["juin", "june", "jun"],
    &["juillet", "juil", "july", "jul"],
    &["aout", "august", "aug"],
    &["septembre", "september", "sept", "sep"],
    &["octobre", "october", "oct"],
    &["novembre", "november", "nov"],
    &["decembre", "december", "dec"],
];

/// The only weekday of a message, as it is written; nothing where it is denied or one of several.
pub fn only_weekday(said: &str) -> Option<&str> {
    let all = super::token::tokens(said);
    let mut found = (0..all.len()).filter(|at| named(WEEKDAYS, &all[*at].word).is_some());
    let at = found.next()?;
    let plain = found.next().is_none() && !all.iter().any(super::token::Token::negates);
    plain.then(|| &said[all[at].start..all[at].end])
}

pub(super) const WEEKDAYS: &[&[&str]] = &[
    &["lundi", "monday"],
    &["mardi", "tuesday"],
    &["mercredi", "wednesday"],
    &["jeudi", "thursday"],
    &["vendredi", "friday"],
    &["samedi", "saturday"],
    &["dimanche", "sunday"],
];
