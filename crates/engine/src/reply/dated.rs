//! Dates, hours and stretches of time in a message, beside those that the facts of its case give.
//!
//! « Où se passe l'examen du 28 juin ? » is answered by the place of another day, unless a fact says that it is the
//! 28 June. So a time that no fact equals, and that nothing reads, is left over; « depuis le 3 mars » only says how
//! long somebody has waited.

use super::Replies;
use super::accounted::{is_bound, is_number_word};
use super::asked::UNITS;
use super::case::Case;
use super::coverage::Said;
use super::sentence::Sentence;
use super::understood::View;
use crate::project::Project;
use logic::text::WordSet;
use logic::text::words;
use logic::value::{Date, Value};
use std::cell::OnceCell;
use std::ops::Range;

/// The times that the facts of a case give.
#[derive(Clone, Copy)]
pub(super) struct Known<'k> {
    pub(super) project: &'k Project,
    pub(super) case: &'k Case,
    /// What the reply prints, where only that excuses a time.
    pub(super) printed: Option<&'k Prints<'k>>,
    /// A time must be printed of the same thing.
    pub(super) of_same: bool,
    /// A time that is confirmed is known by its fact.
    pub(super) confirmed: bool,
}

/// A time that a reply prints.
#[derive(Debug)]
pub(super) struct Printed {
    time: Time,
    /// The intentions that it answers there.
    answers: Vec<usize>,
    /// What it is the time of, folded: of anything where nothing is named, nothing where nobody can say.
    things: Option<Vec<String>>,
}

/// The times that stand in sentences which answer something: looked for where a message names one.
pub(super) struct Prints<'k> {
    replies: &'k Replies,
    said: &'k [Said],
    found: OnceCell<Vec<Printed>>,
}

impl<'k> Prints<'k> {
    pub(super) fn of(replies: &'k Replies, said: &'k [Said]) -> Prints<'k> {
        Prints {
            replies,
            said,
            found: OnceCell::new(),
        }
    }

    fn all(&self) -> &[Printed] {
        self.found.get_or_init(|| printed(self.replies, self.said))
    }
}

fn printed(replies: &Replies, said: &[Said]) -> Vec<Printed> {
    let mut printed = Vec::new();
    for said in said.iter().filter(|said| !said.answers.is_empty()) {
        let answers = said.answers.iter();
        let answers: Vec<usize> = answers.filter_map(|name| replies.intention(name)).collect();
        for spoken in &said.sentences {
            let text = &spoken.text;
            let before = printed.len();
            let (mut sentence, mut rest) = (Sentence::default(), Some(text.chars()));
            let mut begins = 0;
            while sentence.read(&replies.recogniser, &mut rest) {
                let ends = rest
                    .as_ref()
                    .map_or(text.len(), |rest| text.len() - rest.as_str().len());
                let written = &text[std::mem::replace(&mut begins, ends)..ends];
                let view = View::of(&sentence, written);
                for (time, places) in view.all_times(true) {
                    let things = view.things(&time, places.start);
                    let owned = |all: Vec<&str>| all.into_iter().map(str::to_owned).collect();
                    printed.push(Printed {
                        time,
                        answers: answers.clone(),
                        things: things.map(owned),
                    });
                }
            }
            // The only time of a sentence is that of which its fact has the name: `date_examen`.
            if let [
                Printed {
                    things: Some(things),
                    ..
                },
            ] = &mut printed[before..]
                && !things.is_empty()
            {
                let names = spoken.facts.iter().flat_map(|fact| words(fact));
                things.extend(names);
            }
        }
    }
    printed
}

impl Printed {
    /// Whether it is the time of one of some things; of what nobody names it may be any.
    fn is_of(&self, things: &[&str]) -> bool {
        let is_same = |one: &str, other: &str| {
            one.trim_end_matches(['s', 'x']) == other.trim_end_matches(['s', 'x'])
        };
        let is_of = |own: &String| things.iter().any(|thing| is_same(own, thing));
        let own = self.things.as_ref();
        things.is_empty() || own.is_some_and(|own| own.is_empty() || own.iter().any(is_of))
    }

    /// Whether it is the time that somebody writes, on a day of theirs.
    fn is(&self, time: &Time, today: Option<Date>) -> bool {
        let year = today.map(|today| today.year() as u32);
        match (time, &self.time) {
            (Time::Day(wanted), Time::Day(given)) => given.is(wanted, year),
            (Time::Month(wanted), Time::Day(given)) => given.month == Some(*wanted),
            (Time::Month(wanted), Time::Month(given)) => given == wanted,
            (Time::Hour(wanted), Time::Hour(given)) => given == wanted,
            (Time::Ahead(days), Time::Day(given)) => {
                let day = today.and_then(|today| today.add_days(*days));
                day.is_some() && given.date(year) == day
            }
            (Time::Day(_) | Time::Month(_) | Time::Hour(_) | Time::Ahead(_) | Time::Any, _) => {
                false
            }
        }
    }
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

    /// Whether a day is a fact of the case that has the name of what is wanted, and of what stands before the day: « je
    /// confirme la date du 28 avril » where `date_examen` is that day.
    fn is_fact(&self, time: &Time, wanted: &[usize], spoken: &[&str]) -> bool {
        let (Time::Day(day), Some(replies)) = (time, &self.project.replies) else {
            return false;
        };
        let today = self.case.now.map(|now| self.project.time_zone.date(now));
        let year = today.map(|today| today.year() as u32);
        self.case.facts().any(|(cell, value)| {
            let Value::Date(date) = value else {
                return false;
            };
            let own = words(&cell.attribute);
            let known = |intention: &usize| {
                let forms = &replies.recogniser.forms[*intention];
                own.iter().all(|word| forms.contains(word))
            };
            let named = own.iter().any(|word| spoken.contains(&word.as_str()));
            let given = Day {
                day: date.day() as u32,
                month: Some(date.month() as u32),
                year: Some(date.year() as u32),
                weekday: None,
            };
            named && wanted.iter().any(known) && given.is(day, year)
        })
    }

    fn gives(&self, time: &Time, wanted: &[usize], things: &[&str]) -> bool {
        let today = self.case.now.map(|now| self.project.time_zone.date(now));
        if let Some(printed) = self.printed {
            return printed.all().iter().any(|printed| {
                let mut answers = printed.answers.iter();
                answers.any(|answer| wanted.contains(answer))
                    && printed.is(time, today)
                    && (!self.of_same || printed.is_of(things))
            });
        }
        match time {
            Time::Day(wanted) => self.any_day(&|date| {
                (date.day() as u32, Some(date.month() as u32)) == (wanted.day, wanted.month)
                    && wanted.year.is_none_or(|year| date.year() as u32 == year)
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
                let day = today.and_then(|today| today.add_days(*days));
                day.is_some_and(|day| self.any_day(&|date| date == day))
            }
            Time::Any => false,
        }
    }
}

/// A day as somebody writes it.
#[derive(Clone, Copy, Debug)]
struct Day {
    day: u32,
    /// « le 28 » leaves it open.
    month: Option<u32>,
    year: Option<u32>,
    /// Monday is the first.
    weekday: Option<i64>,
}

impl Day {
    fn date(&self, year: Option<u32>) -> Option<Date> {
        let (year, month) = (self.year.or(year)?, self.month?);
        Date::new(year as i16, month as i8, self.day as i8)
    }

    /// Whether this is the day that somebody writes; a weekday must be that of it.
    fn is(&self, wanted: &Day, year: Option<u32>) -> bool {
        let same = self.day == wanted.day
            && wanted.month.is_none_or(|month| self.month == Some(month))
            && (self.year.or(year) == wanted.year.or(self.year).or(year));
        let monday = Date::new(1970, 1, 5);
        let weekday = self.date(year).zip(monday);
        let weekday = weekday.map(|(date, monday)| date.days_since(monday).rem_euclid(7));
        same && (wanted.weekday.is_none() || wanted.weekday == weekday)
    }
}

/// A time as somebody writes it.
#[derive(Clone, Copy, Debug)]
enum Time {
    Day(Day),
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
    /// The times of the sentence, beside those that are known; what is wanted in it says which ones count.
    pub(super) fn times(&self, known: &Known, wanted: &[usize]) -> Times {
        let mut times = Times::default();
        for (time, places) in self.all_times(known.printed.is_some()) {
            if self.lasts(&places) {
                continue;
            }
            let things = self.things(&time, places.start).unwrap_or_default();
            let confirmed = known.confirmed && self.sentence.confirms(places.start);
            let given = known.gives(&time, wanted, &things)
                || (confirmed && known.is_fact(&time, wanted, &self.said_before(places.start)));
            match given {
                true => times.given.extend(places),
                false => times.open.extend(places),
            }
        }
        times
    }

    /// The words of the clause before a time.
    fn said_before(&self, at: usize) -> Vec<&str> {
        let starts = self.breaks.iter().filter(|start| **start <= at);
        let start = starts.max().copied().unwrap_or(0);
        (start..at).map(|at| self.folded(at)).collect()
    }

    /// What a time is said of: the noun before it, in its clause, and what that is of. « l'examen du 28 avril »,
    /// « ma session du soir commence le 3 ». Nothing where another day stands between.
    fn things(&self, time: &Time, at: usize) -> Option<Vec<&str>> {
        let starts = self.breaks.iter().filter(|start| **start <= at);
        let start = starts.max().copied().unwrap_or(0);
        let is_hour = matches!(time, Time::Hour(_));
        let mut happens = false;
        let mut noun = None;
        for at in (start..at).rev() {
            let word = self.folded(at);
            let is_day = month(word).is_some();
            if is_day && happens && !is_hour {
                return None;
            }
            happens |= is_happening(word);
            let of_time = is_day || digits(word).is_some() || WEEKDAYS.contains(&word);
            if self.says(at) && !is_bound(word) && !is_happening(word) && !of_time {
                noun = Some(at);
                break;
            }
        }
        let mut things: Vec<&str> = noun.map(|at| self.folded(at)).into_iter().collect();
        let mut at = noun.unwrap_or(0);
        while at >= start + 2 && matches!(self.folded(at - 1), "de" | "du" | "d" | "des" | "of") {
            at -= 2;
            things.push(self.folded(at));
        }
        Some(things)
    }

    /// Whether anything in the sentence says when.
    pub(super) fn says_when(&self) -> bool {
        !self.all_times(true).is_empty()
    }

    /// All times of the sentence, and where they stand. Where it is `guarded`, a day without its month is one as
    /// well, and an hour has its half of the day.
    fn all_times(&self, guarded: bool) -> Vec<(Time, Range<usize>)> {
        let (mut times, mut at) = (Vec::new(), 0);
        while at < self.sentence.words.len() {
            let time = self.time(at);
            let time = match guarded {
                true => time
                    .map(|(time, words)| self.of_half(at, time, words))
                    .or_else(|| self.bare(at)),
                false => time,
            };
            let words = time.as_ref().map_or(1, |(_, words)| *words);
            times.extend(time.map(|(time, words)| (time, at..at + words)));
            at += words;
        }
        times
    }

    /// « 8 h 30 du soir », “8 in the evening”: the hour in its half of the day.
    fn of_half(&self, at: usize, time: Time, words: usize) -> (Time, usize) {
        let Time::Hour((hour, minutes)) = time else {
            return (time, words);
        };
        let halves = (at + words..at + words + 4).map(|at| (at, self.folded(at)));
        let mut halves = halves.take_while(|(_, word)| {
            HALVES.contains(word) || matches!(*word, "du" | "de" | "l" | "in" | "the" | "at")
        });
        let Some((last, half)) = halves.find(|(_, word)| HALVES.contains(word)) else {
            return (time, words);
        };
        let (late, apres) = (hour < 12, usize::from(half == "apres"));
        let hour = match half {
            "matin" | "morning" | "am" if hour == 12 => 0,
            "matin" | "morning" | "am" => hour,
            _ if late => hour + 12,
            _ => hour,
        };
        (Time::Hour((hour, minutes)), last + 1 + apres - at)
    }

    /// « le 28 », « mardi 28 », « 20:30 »
    fn bare(&self, at: usize) -> Option<(Time, usize)> {
        let (word, next) = (self.folded(at), self.folded(at + 1));
        if let (Some(hour), Some(minutes)) = (digits(word), digits(next))
            && self.colons.contains(&(at + 1))
            && hour <= 24
            && minutes < 60
        {
            return Some(self.of_half(at, Time::Hour((hour, minutes)), 2));
        }
        let behind = ["le", "du", "au", "the"].contains(&self.back(at, 1));
        let counts = digits(next).is_some() || UNITS.contains(&next);
        let day = ordinal(word).filter(|_| behind && !counts)?;
        let weekday = None;
        let (month, year) = (None, None);
        Some((
            Time::Day(Day {
                day,
                month,
                year,
                weekday,
            }),
            1,
        ))
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
        let day = |day: u32, month: u32, year: Option<u32>| {
            let (month, weekday) = (Some(month), None);
            Time::Day(Day {
                day,
                month,
                year,
                weekday,
            })
        };
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
        if let Some(weekday) = WEEKDAYS.iter().position(|known| *known == word) {
            // « mardi 28 avril » is a day.
            return Some(match self.day(at + 1) {
                Some((Time::Day(day), words)) => {
                    let weekday = Some(weekday as i64 % 7);
                    (Time::Day(Day { weekday, ..day }), words + 1)
                }
                Some((Time::Month(_) | Time::Hour(_) | Time::Ahead(_) | Time::Any, _)) | None => {
                    (Time::Any, 1)
                }
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

/// Whether a word says that something takes place, is set or is called so.
fn is_happening(word: &str) -> bool {
    static SET: WordSet = WordSet::of(&[
        "prevu",
        "prevue",
        "prevus",
        "prevues",
        "fixe",
        "fixee",
        "fixes",
        "fixees",
        "programme",
        "programmee",
        "date",
        "datee",
        "lieu",
        "commence",
        "commencent",
        "commencera",
        "debute",
        "debutera",
        "termine",
        "finit",
        "planned",
        "scheduled",
        "set",
        "due",
        "starts",
        "start",
        "begins",
        "ends",
        "end",
        "aura",
    ]);
    SET.contains(&word)
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

static WEEKDAYS: WordSet = WordSet::of(&[
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
]);

/// Halves of a day.
static HALVES: WordSet = WordSet::of(&[
    "matin",
    "morning",
    "am",
    "soir",
    "evening",
    "pm",
    "apres",
    "afternoon",
    "night",
]);

static SEASONS: WordSet = WordSet::of(&[
    "printemps",
    "automne",
    "hiver",
    "summer",
    "autumn",
    "winter",
    "weekend",
]);

static LATER: WordSet = WordSet::of(&["tard", "tot", "late", "later", "early", "earlier"]);
