//! Dates, hours and stretches of time in a message, beside those that the facts of its case give.
//!
//! « Où se passe l'examen du 28 juin ? » is answered by the place of another day, unless a fact says that it is the
//! 28 June. So a time that no fact equals, and that nothing reads, is left over; « depuis le 3 mars » only says how
//! long somebody has waited.

use super::accounted::is_number_word;
use super::asked::UNITS;
use super::case::Case;
use super::understood::View;
use crate::project::Project;
use logic::text::words;
use logic::value::{Date, Value};
use std::ops::Range;

/// The times that the facts of a case give.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub(super) project: &'k Project,
    pub(super) case: &'k Case,
}

impl std::fmt::Debug for Known<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str("Known")
    }
}

impl Known<'_> {
    /// Whether a fact is such a value, or a list with one.
    fn any(&self, is: &dyn Fn(&Value) -> bool) -> bool {
        let of_project = self.project.facts.values().map(|(value, _)| value);
        let mut all = self.case.given().chain(of_project);
        all.any(|value| {
            let within = if let Value::List(values) = value {
                values.iter().any(is)
            } else {
                false
            };
            within || is(value)
        })
    }

    fn any_day(&self, is: &dyn Fn(Date) -> bool) -> bool {
        self.any(&|value| match value {
            Value::Date(date) => is(*date),
            Value::Instant(instant) => is(self.project.time_zone.date(*instant)),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Text(_)
            | Value::Set(_)
            | Value::List(_)
            | Value::Confidential(_) => false,
        })
    }

    fn gives(&self, time: &Time) -> bool {
        match time {
            Time::Day { day, month, year } => self.any_day(&|date| {
                (date.day() as u32, date.month() as u32) == (*day, *month)
                    && year.is_none_or(|year| date.year() as u32 == year)
            }),
            Time::Month(month) => self.any_day(&|date| date.month() as u32 == *month),
            Time::Hour(wanted) => self.any(&|value| {
                let Value::Text(text) = value else {
                    return false;
                };
                let words = words(text);
                let word = |at: usize| words.get(at).map_or("", String::as_str);
                (0..words.len()).any(|at| hour(&word, at).is_some_and(|(hour, _)| hour == *wanted))
            }),
            Time::Ahead(days) => {
                let today = self.case.now.map(|now| self.project.time_zone.date(now));
                let day = today.and_then(|today| today.add_days(*days));
                day.is_some_and(|day| self.any_day(&|date| date == day))
            }
            Time::Any => false,
        }
    }
}

/// A time as somebody writes it.
enum Time {
    Day {
        day: u32,
        month: u32,
        year: Option<u32>,
    },
    /// « l'examen d'avril »
    Month(u32),
    Hour((u32, u32)),
    /// « demain »
    Ahead(i64),
    /// No fact says whether it is so: « trois ans », « le samedi », « en septembre », « plus tard ».
    Any,
}

/// Words of a sentence that say when.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// No fact gives it.
    pub(super) open: Vec<usize>,
    /// A fact gives it.
    pub(super) given: Vec<usize>,
}

impl View<'_> {
    /// The times of the sentence, beside those that are known.
    pub(super) fn times(&self, known: &Known) -> Times {
        let mut times = Times::default();
        let mut at = 0;
        while at < self.sentence.words.len() {
            let Some((time, words)) = self.time(at) else {
                at += 1;
                continue;
            };
            let places = at..at + words;
            at += words;
            if self.lasts(&places) {
                continue;
            }
            match known.gives(&time) {
                true => times.given.extend(places),
                false => times.open.extend(places),
            }
        }
        times
    }

    fn folded(&self, at: usize) -> &str {
        match at < self.sentence.words.len() {
            true => self.sentence.text(at),
            false => "",
        }
    }

    fn back(&self, at: usize, by: usize) -> &str {
        at.checked_sub(by).map_or("", |at| self.folded(at))
    }

    /// « depuis deux semaines », « cela fait trois jours que », “waiting for two weeks”: until now.
    fn lasts(&self, places: &Range<usize>) -> bool {
        let at = places.start;
        let near = |words: &[&str], back: usize| {
            (at.saturating_sub(back)..at).any(|at| words.contains(&self.folded(at)))
        };
        let behind = ["sans", "que", "without"].contains(&self.folded(places.end));
        (behind && places.len() > 1)
            || near(&["depuis", "since", "fait", "voila"], 3)
            || (near(&["for"], 2) && near(&["waiting", "waited", "attends"], 8))
    }

    fn time(&self, at: usize) -> Option<(Time, usize)> {
        self.day(at).or_else(|| self.vague(at))
    }

    /// A day, a month or an hour, and how many words it has.
    fn day(&self, at: usize) -> Option<(Time, usize)> {
        let word = |at: usize| self.folded(at);
        let digits = |at: usize| digits(word(at));
        let day = |day: u32, month: u32, year: Option<u32>| Time::Day { day, month, year };
        // « 2026-06-12 »
        if let (Some(year), Some(month), Some(of)) = (digits(at), digits(at + 1), digits(at + 2))
            && word(at).len() == 4
            && self.hyphens.contains(&(at + 1))
        {
            return Some((day(of, month, Some(year)), 3));
        }
        if let Some(hour) = hour(&word, at) {
            return Some((Time::Hour(hour.0), hour.1));
        }
        let year = |at: usize| digits(at).filter(|_| word(at).len() == 4);
        if let Some(first) = ordinal(word(at)) {
            // « 28/04/2026 »
            let is_joined = |at: usize| self.slashes.contains(&at) || self.hyphens.contains(&at);
            if let Some(month) = digits(at + 1).filter(|month| (1..=12).contains(month))
                && is_joined(at + 1)
            {
                return Some(match digits(at + 2).filter(|_| is_joined(at + 2)) {
                    Some(year) if year < 100 => (day(first, month, Some(2000 + year)), 3),
                    Some(year) => (day(first, month, Some(year)), 3),
                    None => (day(first, month, None), 2),
                });
            }
            // « 28 avril », “the 1st of July”
            let of = usize::from(word(at + 1) == "of");
            if let Some(month) = month(word(at + 1 + of)) {
                let words = 2 + of;
                let year = year(at + words);
                return Some((day(first, month, year), words + usize::from(year.is_some())));
            }
        }
        let month = month(word(at))?;
        // “June 12”
        if let Some(of) = ordinal(word(at + 1)).filter(|_| word(at + 1).len() <= 4) {
            let year = year(at + 2);
            return Some((day(of, month, year), 2 + usize::from(year.is_some())));
        }
        let before = self.back(at, 1);
        let is_verb = word(at) == "may"
            && !matches!(
                before,
                "in" | "of" | "until" | "till" | "by" | "since" | "for"
            );
        let of = matches!(before, "d" | "de" | "of");
        let time = if of { Time::Month(month) } else { Time::Any };
        (!is_verb).then_some((time, 1))
    }

    /// What says when without saying on which day.
    fn vague(&self, at: usize) -> Option<(Time, usize)> {
        let (word, before) = (self.folded(at), self.back(at, 1));
        if matches!(word, "demain" | "tomorrow") {
            let days = if before == "apres" { 2 } else { 1 };
            return Some((Time::Ahead(days), 1));
        }
        if WEEKDAYS.contains(&word) {
            // « mardi 28 avril » is a day.
            let day = self.day(at + 1);
            let day = day.filter(|(time, _)| matches!(time, Time::Day { .. }));
            return Some(match day {
                Some((time, words)) => (time, words + 1),
                None => (Time::Any, 1),
            });
        }
        let soonest = before == "plus" && self.back(at, 2) == "au";
        if LATER.contains(&word) && !soonest {
            return Some((Time::Any, 1));
        }
        let is_season = word == "ete" && matches!(before, "l" | "cet" | "d");
        if is_season || SEASONS.contains(&word) {
            return Some((Time::Any, 1));
        }
        // « trois ans », « six mois de permis »
        let counts = is_number_word(word) || digits(word).is_some();
        (counts && UNITS.contains(&self.folded(at + 1))).then_some((Time::Any, 2))
    }
}

fn digits(word: &str) -> Option<u32> {
    let all = !word.is_empty() && word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| word.parse().ok()).flatten()
}

/// The day of a month: « 28 », « 1er », “12th”.
fn ordinal(word: &str) -> Option<u32> {
    let end = word.find(|letter: char| !letter.is_ascii_digit());
    let (number, ends) = word.split_at(end.unwrap_or(word.len()));
    let is_day = ["", "er", "st", "nd", "rd", "th"].contains(&ends);
    digits(number).filter(|day| is_day && (1..=31).contains(day))
}

/// An hour with its minutes, and how many words it has: « 9h30 », « 9 h », « 14 heures ».
fn hour<'t>(word: &dyn Fn(usize) -> &'t str, at: usize) -> Option<((u32, u32), usize)> {
    let minutes =
        |at: usize| digits(word(at)).filter(|minutes| *minutes < 60 && word(at).len() == 2);
    if let Some((hour, rest)) = word(at).split_once('h') {
        let hour = digits(hour)?;
        return match rest {
            "" => Some(((hour, 0), 1)),
            rest => Some(((hour, digits(rest)?), 1)),
        };
    }
    let hour = digits(word(at)).filter(|hour| *hour <= 24)?;
    match word(at + 1) {
        "h" | "heures" | "heure" => Some(match minutes(at + 2) {
            Some(minutes) => ((hour, minutes), 3),
            None => ((hour, 0), 2),
        }),
        "am" => Some(((hour, 0), 2)),
        "pm" => Some(((hour + 12, 0), 2)),
        _ => None,
    }
}

fn month(word: &str) -> Option<u32> {
    let found = MONTHS.iter().position(|names| names.contains(&word));
    found.map(|month| month as u32 + 1)
}

const MONTHS: [&[&str]; 12] = [
    &["janvier", "january", "jan"],
    &["fevrier", "february", "feb"],
    &["mars", "march"],
    &["avril", "april"],
    &["mai", "may"],
    &["juin", "june"],
    &["juillet", "july"],
    &["aout", "august"],
    &["septembre", "september", "sept"],
    &["octobre", "october", "oct"],
    &["novembre", "november", "nov"],
    &["decembre", "december", "dec"],
];

const WEEKDAYS: [&str; 14] = [
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

const SEASONS: [&str; 7] = [
    "printemps",
    "automne",
    "hiver",
    "summer",
    "autumn",
    "winter",
    "weekend",
];

const LATER: [&str; 6] = ["tard", "tot", "late", "later", "early", "earlier"];
