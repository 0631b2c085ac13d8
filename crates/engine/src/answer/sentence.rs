//! Sentences that fill several fields at once: « a table for 4 in Lyon on 31 March 2026 ». What only one typed
//! field can mean is found inside a clause; of what is left, a text takes no more than a name.

use super::choice::label;
use super::date::{days, is_bounded, is_month, relative_days};
use super::form::FormField;
use super::heed::{BOUNDING, Trouble, is_measured, is_or, number_trouble, trouble};
use super::judge::{is_faulted, with_article};
use super::number::{UNITS, group};
use super::numeral::{Numeral, numerals};
use super::pick::is_alike;
use super::remark::{Remark, remark};
use super::span::{is_edge, is_elsewhere, is_stretch, stretches};
use super::token::{LEADS, Token, longest, tokens};
use super::unit::{counted, may_count};
use super::weigh::stated;
use super::{NotUnderstood, Reader, parse, refuse};
use logic::text::words;
use logic::value::Value;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// A value of a field, and the tokens that say it.
pub(super) struct Found {
    pub field: usize,
    pub value: Value,
    tokens: Range<usize>,
}

/// The words of a clause, and what typed fields take of them.
pub(super) struct Sentence<'t> {
    said: &'t str,
    all: Vec<Token>,
    pub found: Vec<Found>,
    /// Fields of which it says only what is denied, doubtful or not enough.
    pub refused: Vec<(usize, Result<Value, NotUnderstood>)>,
    /// Tokens that say what was refused, and nothing else.
    aside: Vec<Range<usize>>,
    heeds: bool,
    /// Every part is heard for itself.
    hears: bool,
    /// The message is weighed whole.
    weighs: bool,
    /// What is found fault with is not wanted.
    judges: bool,
    /// All of it is understood or refused.
    whole: bool,
    /// Its numbers, each whole; only where it is weighed.
    numerals: Vec<Numeral>,
}

/// The longest date in words, and the longest name of a choice.
const WINDOW: usize = 5;

impl<'t> Sentence<'t> {
    /// What these fields, which have no value yet, find in a clause.
    pub fn new(fields: &[FormField], open: &[usize], said: &'t str, heeds: bool) -> Sentence<'t> {
        let mut sentence = Sentence {
            said,
            all: tokens(said),
            found: Vec::new(),
            refused: Vec::new(),
            aside: Vec::new(),
            heeds,
            hears: fields.first().is_some_and(|field| field.reading.hears()),
            weighs: fields.first().is_some_and(|field| field.reading.weighs()),
            judges: fields.first().is_some_and(|field| field.reading.judges()),
            whole: false,
            numerals: Vec::new(),
        };
        if sentence.weighs {
            sentence.numerals = numerals(said, &sentence.all);
        }
        if sentence.hears {
            sentence.aside = days(said, &sentence.all);
        }
        sentence.whole = fields.first().is_some_and(|field| field.reading.is_whole());
        if sentence.whole {
            sentence.aside.extend(relative_days(&sentence.all));
        }
        let of = |reader: Reader| {
            let mut open = open
                .iter()
                .filter(|field| fields[**field].reading.reader == reader);
            match (open.next(), open.next()) {
                (Some(only), None) => Some(*only),
                (Some(_) | None, _) => None,
            }
        };
        if let Some(field) = of(Reader::Date) {
            sentence.date(fields, field);
        }
        // A question chooses nothing.
        let asked = sentence.weighs && stated(said).is_none();
        for field in open {
            if fields[*field].reading.reader == Reader::Choice && !asked {
                sentence.choice(fields, *field);
            }
        }
        if let Some(field) = of(Reader::Number) {
            sentence.number(fields, field);
        }
        sentence
    }

    fn is_taken(&self, at: usize) -> bool {
        let aside = self.aside.iter().any(|aside| aside.contains(&at));
        aside || self.found.iter().any(|found| found.tokens.contains(&at))
    }

    fn text(&self, tokens: &Range<usize>) -> &'t str {
        &self.said[self.all[tokens.start].start..self.all[tokens.end - 1].end]
    }

    /// The shortest run of words that is a date.
    fn date(&mut self, fields: &[FormField], field: usize) {
        let reading = &fields[field].reading;
        let plain = reading.discerns();
        let several = match plain {
            true => stretches(self.said, &self.all),
            false => Vec::new(),
        };
        if !several.is_empty() {
            self.refused.push((field, is_stretch()));
            return self.aside.extend(several);
        }
        let windows = (1..=WINDOW).flat_map(|length| {
            (0..self.all.len().saturating_sub(length - 1)).map(move |from| from..from + length)
        });
        let taken = |at: usize| self.found.iter().any(|found| found.tokens.contains(&at));
        let read = windows
            .filter(|window| !window.clone().any(taken))
            .find_map(|window| Some((parse(reading, self.text(&window)).ok()?, window)));
        if let Some((value, tokens)) = read {
            if plain && is_elsewhere(reading, self.said, &self.all, &tokens) {
                return self.aside.push(tokens);
            }
            let bounded = self.whole && is_bounded(&self.all, &tokens);
            match bounded && !(plain && is_edge(reading, &self.all, &tokens)) {
                true => {
                    self.refused.push((field, Trouble::Bound.refusal()));
                    self.aside.push(tokens);
                }
                false => self.take(field, value, tokens),
            }
        } else if let Some(day) = self.aside.first() {
            // « le 12 mai » says which day, and not of which year.
            self.refused.push((field, parse(reading, self.text(day))));
        }
    }

    /// What was found, unless it is denied or doubtful.
    fn take(&mut self, field: usize, value: Value, tokens: Range<usize>) {
        let trouble = self.heeds.then(|| trouble(self.said, &self.all, &tokens));
        match trouble.flatten() {
            Some(trouble) => self.refused.push((field, trouble.refusal())),
            None => self.found.push(Found {
                field,
                value,
                tokens,
            }),
        }
    }

    /// The one choice whose name stands there.
    fn choice(&mut self, fields: &[FormField], field: usize) {
        let reading = &fields[field].reading;
        let mut named: Vec<(&str, Range<usize>)> = Vec::new();
        let mut denied = false;
        for option in reading.choices {
            let own = [
                option.value.replace('_', " "),
                label(reading.project, reading.state, option),
            ];
            for name in own.iter().chain(&option.synonyms) {
                let name = words(name);
                let bare = name.iter().skip_while(|word| is_small(word)).cloned();
                let bare: Vec<String> = bare.collect();
                if let Some(at) = self.position(&bare) {
                    named.push((&option.value, at..at + bare.len()));
                } else {
                    let faulted = |at: usize| self.faulted(&(at..at + bare.len()));
                    let denies = |at: usize| self.denies(at) || faulted(at);
                    denied |= self.heeds && self.stands(&bare).is_some_and(denies);
                }
            }
        }
        let values: BTreeSet<&str> = named.iter().map(|(value, _)| *value).collect();
        let longest = named.iter().max_by_key(|(_, tokens)| tokens.len());
        if let (1, Some((_, tokens)), Some(unclear)) = (
            values.len(),
            longest,
            longest.and_then(|(_, at)| self.unclear(at)),
        ) {
            self.aside.push(tokens.clone());
            self.refused.push((field, unclear));
        } else if let (1, Some((value, tokens))) = (values.len(), longest) {
            let value = Value::Symbol(logic::value::Name::from(*value));
            let tokens = tokens.clone();
            self.found.push(Found {
                field,
                value,
                tokens,
            });
        } else if self.heeds && values.len() > 1 {
            self.refused.push((field, Trouble::Either.refusal()));
        } else if denied {
            self.refused.push((field, Trouble::Denied.refusal()));
        }
    }

    /// Where these words stand, unless they are negated or taken.
    fn position(&self, name: &[String]) -> Option<usize> {
        let at = self.stands(name)?;
        let taken = (at..at + name.len()).any(|at| self.is_taken(at));
        let faulted = self.faulted(&(at..at + name.len()));
        (!self.denies(at) && !taken && !faulted).then_some(at)
    }

    /// A name of this sentence, with the article that stands in « au » or « du ».
    pub fn whole_name(&self, name: &'t str) -> Cow<'t, str> {
        match self.judges {
            true => with_article(self.said, name),
            false => Cow::Borrowed(name),
        }
    }

    fn stands(&self, name: &[String]) -> Option<usize> {
        if name.is_empty() || name.iter().all(|word| word.chars().count() < 2) {
            return None;
        }
        let mut windows = self.all.windows(name.len());
        windows.position(|window| {
            let mut pairs = window.iter().zip(name);
            let same = pairs.all(|(token, word)| token.word == *word);
            same || self.whole && is_alike(name, window)
        })
    }

    fn denies(&self, at: usize) -> bool {
        let mut before = self.all[..at].iter().rev().take(3);
        // « trop cher » finds fault, and chooses no price.
        let much = at.checked_sub(1).map(|before| &self.all[before]);
        let much = much.is_some_and(|before| before.is(&["trop", "too"]));
        self.whole && much || before.any(|token| token.negates() || token.refuses())
    }

    /// Why a choice is none of which something is said that is not understood: « italienne immonde ». A number, a name
    /// and a day are said of something else.
    fn unclear(&self, at: &Range<usize>) -> Option<Result<Value, NotUnderstood>> {
        let capital = |at: usize| self.said[self.all[at].start..].starts_with(char::is_uppercase);
        let other = |at: &usize| {
            let breaks = self.all[*at].breaks;
            breaks || self.is_taken(*at) || self.is_counted(*at) || capital(*at)
        };
        let end = (at.end..self.all.len())
            .find(other)
            .unwrap_or(self.all.len());
        let behind = &self.all[at.end..end];
        let unclear = self.whole && !self.shouts() && remark(behind) == Remark::Unclear;
        unclear.then(|| {
            let words = self.text(&(at.start..end));
            refuse(
                "not-understood",
                format!("« {words} » was not understood; please name it alone."),
                format!("« {words} » n'a pas été compris ; il faut le nommer seul."),
            )
        })
    }

    /// Whether what is said of a name behind it speaks against it.
    fn faulted(&self, at: &Range<usize>) -> bool {
        let behind = self.all.get(at.end..).unwrap_or_default();
        let breaks = behind.first().is_none_or(|next| next.breaks);
        let ill = || self.whole && !breaks && remark(behind) == Remark::Ill;
        self.judges && is_faulted(&self.all, at) || ill()
    }

    /// The only number that stands there.
    fn number(&mut self, fields: &[FormField], field: usize) {
        if self.weighs {
            return self.weighed(fields, field);
        }
        if fields[field].reading.is_exact() {
            return self.counted(fields, field);
        }
        let numbers: Vec<usize> = (0..self.all.len())
            .filter(|at| !self.is_taken(*at) && is_number(&self.all[*at]))
            .filter(|at| !self.heeds || !is_measured(self.said, &self.all, *at))
            .collect();
        let heard = |at: &usize| trouble(self.said, &self.all, &(*at..at + 1)).is_none();
        let clear: Vec<usize> = match self.heeds {
            true => numbers.iter().copied().filter(heard).collect(),
            false => numbers.clone(),
        };
        // « 5 or 6 », « more than 5 » are no number.
        match (&clear[..], &numbers[..]) {
            ([at], _) => {
                let tokens = *at..at + 1;
                if let Ok(value) = parse(&fields[field].reading, self.text(&tokens)) {
                    self.take(field, value, tokens);
                }
            }
            ([], [first, ..]) if self.heeds => {
                let trouble = trouble(self.said, &self.all, &(*first..first + 1));
                self.refused
                    .extend(trouble.map(|trouble| (field, trouble.refusal())));
            }
            ([_, _, ..], _) if self.heeds => {
                self.refused.push((field, Trouble::Either.refusal()));
            }
            ([..], _) => {}
        }
    }

    /// The only number that may count what a field asks for, each read whole.
    fn weighed(&mut self, fields: &[FormField], field: usize) {
        let reading = &fields[field].reading;
        let may_mean = |numeral: &&Numeral| {
            let last = numeral.tokens.end - 1;
            let behind = self
                .all
                .get(last + 1)
                .map_or(self.said.len(), |next| next.end);
            let near = &self.said[numeral.bytes.start..behind];
            let signed = self.said[..numeral.bytes.start]
                .trim_end()
                .ends_with(['€', '$', '£']);
            let dated = is_measured(self.said, &self.all, last);
            let day = self.all.get(last + 1);
            let day = day.is_some_and(|next| is_month(&next.word));
            let free = !numeral.tokens.clone().any(|at| self.is_taken(at));
            let counts = may_count(reading, near) && (!dated || counted(reading).is_some());
            free && counts && !day && !signed && !numeral.article
        };
        let numbers: Vec<Numeral> = self.numerals.iter().filter(may_mean).cloned().collect();
        let troubled = |numeral: &Numeral| number_trouble(self.said, &self.all, &numeral.tokens);
        let clear = numbers.iter().filter(|one| troubled(one).is_none());
        let clear: Vec<Numeral> = clear.cloned().collect();
        match (&clear[..], &numbers[..]) {
            ([one], _) => match parse(reading, &self.said[one.bytes.clone()]) {
                Ok(value) => self.take(field, value, one.tokens.clone()),
                refused @ Err(_) => self.refused.push((field, refused)),
            },
            ([], [first, ..]) => {
                let trouble = troubled(first);
                self.refused
                    .extend(trouble.map(|trouble| (field, trouble.refusal())));
            }
            ([_, _, ..], _) => self.refused.push((field, Trouble::Either.refusal())),
            ([], []) => {}
        }
    }

    /// The only number that may count what a field asks for.
    fn counted(&mut self, fields: &[FormField], field: usize) {
        let reading = &fields[field].reading;
        let mut numbers: Vec<Range<usize>> = Vec::new();
        for at in 0..self.all.len() {
            let digits = group(self.said, &self.all, at);
            let free = !digits.clone().any(|at| self.is_taken(at)) && digits.start == at;
            let behind = self
                .all
                .get(digits.end)
                .map_or(self.said.len(), |next| next.end);
            let start = self.all[at].start.saturating_sub(1);
            let start = (0..=start)
                .rev()
                .find(|start| self.said.is_char_boundary(*start));
            let near = &self.said[start.unwrap_or(0)..behind];
            let dated = is_measured(self.said, &self.all, digits.end - 1);
            // « le 12 mai » counts nothing, whatever is asked.
            let day = self.all.get(digits.end);
            let day = day.is_some_and(|next| is_month(&next.word)) && reading.is_exact();
            let counts = may_count(reading, near) && (!dated || counted(reading).is_some()) && !day;
            if free && is_number(&self.all[at]) && counts {
                numbers.push(digits);
            }
        }
        let heard = |number: &&Range<usize>| trouble(self.said, &self.all, number).is_none();
        let clear: Vec<Range<usize>> = numbers.iter().filter(heard).cloned().collect();
        match (&clear[..], &numbers[..]) {
            ([tokens], _) => {
                if let Ok(value) = parse(reading, self.text(tokens)) {
                    self.take(field, value, tokens.clone());
                }
            }
            ([], [first, ..]) => {
                let trouble = trouble(self.said, &self.all, first);
                self.refused
                    .extend(trouble.map(|trouble| (field, trouble.refusal())));
            }
            ([_, _, ..], _) => self.refused.push((field, Trouble::Either.refusal())),
            ([], []) => {}
        }
    }

    /// The only name in what is left, or what a word for a place leads to.
    pub fn name(&self, first: bool) -> Option<Result<&'t str, Trouble>> {
        let runs = self.runs();
        let proper = |run: &&Range<usize>| self.is_proper(run) && !(first && self.only_begins(run));
        let proper: Vec<&Range<usize>> = runs.iter().filter(proper).collect();
        if !proper.is_empty() {
            return self.meant(&proper);
        }
        let placed: Vec<&Range<usize>> = runs
            .iter()
            .filter(|run| run.start > 0 && self.all[run.start - 1].is(PLACING))
            .collect();
        self.meant(&placed)
    }

    /// The only name of a clause, where nothing else is said in it: « à Lyon ».
    pub fn only_name(&self) -> Option<&'t str> {
        let name = self.name(false)?.ok()?;
        let at = name.as_ptr() as usize - self.said.as_ptr() as usize;
        let inside = |token: &Token| token.start >= at && token.end <= at + name.len();
        let mut rest = self.all.iter().filter(|token| !inside(token));
        rest.all(|token| is_small(&token.word) || token.is(LEADING))
            .then_some(name)
    }

    /// The only one of several names that is neither denied nor doubtful.
    fn meant(&self, runs: &[&Range<usize>]) -> Option<Result<&'t str, Trouble>> {
        if !self.heeds {
            return match runs {
                [one] => Some(Ok(self.text(one))),
                [..] => None,
            };
        }
        let trouble = |run: &Range<usize>| {
            let faulted = || self.faulted(run).then_some(Trouble::Denied);
            trouble(self.said, &self.all, run).or_else(faulted)
        };
        let clear = |run: &&&Range<usize>| trouble(run).is_none();
        let clear: Vec<&&Range<usize>> = runs.iter().filter(clear).collect();
        match (&clear[..], runs) {
            ([one], _) => Some(Ok(self.text(one))),
            ([], [first, ..]) => trouble(first).map(Err),
            ([..], _) => None,
        }
    }

    /// Whether a run has its capital from the sentence that it begins: « Say 4 », not « Lyon for 4 ».
    fn only_begins(&self, run: &Range<usize>) -> bool {
        let leads = longest(&self.all, LEADS).is_some();
        let next = self.all.get(run.end);
        let apart = self.whole && self.is_taken(run.end);
        let joined = next.is_none_or(|next| next.breaks || is_small(&next.word)) || apart;
        run.start == 0 && (leads || !joined)
    }

    fn is_proper(&self, run: &Range<usize>) -> bool {
        let first = &self.all[run.start];
        let capital = self.said[first.start..].starts_with(char::is_uppercase);
        capital && !first.is(LEADING) && !self.shouts()
    }

    /// Whether a clause of several words is written in capitals, which then tell nothing.
    fn shouts(&self) -> bool {
        self.hears && self.all.len() > 3 && !self.said.contains(char::is_lowercase)
    }

    /// Whether a word is part of a number, and no article.
    fn is_counted(&self, at: usize) -> bool {
        let of = |numeral: &Numeral| numeral.tokens.contains(&at) && !numeral.article;
        self.numerals.iter().any(of)
    }

    /// Words that stand together and are neither taken nor small; a small word between two capitals is part
    /// of a name.
    fn runs(&self) -> Vec<Range<usize>> {
        let capital = |at: usize| {
            let token = self.all.get(at);
            let upper = |token: &Token| self.said[token.start..].starts_with(char::is_uppercase);
            token.is_some_and(upper) && !self.shouts()
        };
        // « L'Isle-sur-la-Sorgue » is one name.
        let bound = |at: usize, runs: &[Range<usize>]| {
            let token = &self.all[at];
            let hyphen = at > 0 && &self.said[self.all[at - 1].end..token.start] == "-";
            let goes_on = hyphen && runs.last().is_some_and(|last| last.end == at);
            self.hears && (goes_on || token.elided && capital(at) && capital(at + 1))
        };
        let mut runs: Vec<Range<usize>> = Vec::new();
        for (at, token) in self.all.iter().enumerate() {
            let joins = at > 0 && capital(at - 1) && capital(at + 1) && !token.breaks;
            // « La Rochelle », which a message may begin with.
            let article = token.is(&["le", "la", "les", "l", "the"])
                && self.weighs
                && capital(at)
                && capital(at + 1)
                && !self.all[at + 1].breaks
                && !self.is_taken(at + 1);
            let small = is_small(&token.word) && !(capital(at) && at > 0) && !article;
            let joining = is_or(self.said, token)
                || token.negates_beside_birth()
                || token.is(BOUNDING)
                || is_number(token)
                || self.is_counted(at);
            let places = self.whole && token.is(&["vers", "near"]) && !capital(at);
            let none = self.heeds && (joining || places);
            let other = (small && !joins) || token.is(LEADING) || none;
            if self.is_taken(at) || other && !bound(at, &runs) {
                continue;
            }
            match runs.last_mut() {
                Some(last) if last.end == at && !token.breaks => last.end = at + 1,
                Some(_) | None => runs.push(at..at + 1),
            }
        }
        runs
    }
}

/// Whether a token is one number by itself; « un » is mostly an article.
pub(super) fn is_number(token: &Token) -> bool {
    let digits = token.word.bytes().all(|byte| byte.is_ascii_digit());
    digits
        || UNITS[2..]
            .iter()
            .any(|row| row.contains(&token.word.as_str()))
}

pub(super) fn is_small(word: &str) -> bool {
    SMALL.contains(&word)
}

/// Words that join others.
const SMALL: &[&str] = &[
    "a", "au", "aux", "de", "du", "des", "d", "le", "la", "les", "l", "un", "une", "pour", "en",
    "dans", "chez", "sur", "et", "avec", "the", "an", "for", "in", "at", "on", "to", "of", "from",
    "and", "with", "by", "est", "is", "se", "ce", "ca", "plutot", "rather",
];

/// Words behind which a place stands.
pub(super) const PLACING: &[&str] = &["a", "in", "at", "dans", "chez", "to", "vers", "near"];

/// Words that lead to what is wanted, and are nobody's name.
const LEADING: &[&str] = &[
    "table",
    "tables",
    "place",
    "places",
    "reservation",
    "reserver",
    "reserve",
    "reservez",
    "booking",
    "book",
    "je",
    "j",
    "veux",
    "voudrais",
    "aimerais",
    "souhaite",
    "cherche",
    "il",
    "faut",
    "nous",
    "on",
    "serons",
    "sommes",
    "i",
    "we",
    "want",
    "would",
    "d",
    "like",
    "need",
    "looking",
    "are",
    "be",
    "will",
    "ll",
    "bonjour",
    "bonsoir",
    "salut",
    "hello",
    "hi",
    "merci",
    "thanks",
    "please",
    "svp",
    "stp",
    "oui",
    "non",
    "yes",
    "no",
    "s",
    "vous",
    "te",
    "plait",
    "personnes",
    "personne",
    "people",
    "persons",
    "guests",
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
    "demain",
    "tomorrow",
    "aujourd",
    "hui",
    "today",
    "soir",
    "midi",
    "tonight",
];
