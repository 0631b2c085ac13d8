//! Free texts of a form: what no label claims and nothing else can mean, and what keeps words from being one.

use super::names::which_is_which;
use super::{Form, tidy};
use crate::answer::bare::{asks_place, is_free, is_rank, points_back};
use crate::answer::correction::only_leads;
use crate::answer::doubt::only_doubts;
use crate::answer::heed::{
    Trouble, is_courtesy, names_something, text_trouble, without_courtesies,
};
use crate::answer::judge::{is_said_of, only_faults};
use crate::answer::name::{is_sentence, place_alone};
use crate::answer::numeral::numerals;
use crate::answer::proper::is_place;
use crate::answer::rank::rank;
use crate::answer::sentence::{PLACING, Sentence};
use crate::answer::span::{is_elsewhere, only_day};
use crate::answer::token::{LEADS, TAILS, Token, stripped, tokens};
use crate::answer::{NotUnderstood, Reader, is_invisible, nothing_offered, parse};
use logic::text::fold;
use logic::value::Value;
use std::borrow::Cow;
use std::ops::Range;

impl Form<'_, '_> {
    /// Whether a text is only said not to be known.
    pub(super) fn doubted(&self, field: usize, said: &str) -> bool {
        let field = &self.fields[field];
        let text = matches!(field.reading.reader, Reader::Text | Reader::Name);
        text && !field.free && field.reading.hears() && only_doubts(said)
    }

    /// The whole message is for the only field that is open.
    pub(super) fn alone(&mut self, only: usize) {
        let reading = &self.fields[only].reading;
        let said = self.said.trim_matches(is_invisible);
        if said.is_empty() || self.heeds && is_courtesy(said) {
            return;
        }
        let free = reading.reader == Reader::Text && self.heeds;
        if free && self.exact {
            let said = without_courtesies(said);
            let is_free = self.points(only, said)
                || is_free(self.fields, only, said) && self.is_shaped(only, said);
            let read = is_free.then(|| self.free_text(only, said));
            self.read.extend(read.map(|read| (only, read)));
            return;
        }
        let read = match free.then(|| text_trouble(said)).flatten() {
            Some(trouble) => trouble.refusal(),
            None if self.heeds => parse(reading, without_courtesies(said)),
            None => parse(reading, said),
        };
        self.read.insert(only, read);
    }

    /// The same, where a number, a day and a name count only if they are plainly said for it.
    pub(super) fn alone_plainly(&mut self, only: usize) {
        let reading = &self.fields[only].reading;
        let all = tokens(self.said);
        match reading.reader {
            Reader::Number => {
                let mut pieces: Vec<Range<usize>> = std::iter::once(0..self.said.len()).collect();
                self.numbers(&mut pieces);
                let counts = numerals(self.said, &all).iter().any(|one| !one.article);
                let known = self.read.contains_key(&only);
                // What is no number at all is told so.
                if known || counts && parse(reading, self.said).is_ok() {
                    return;
                }
            }
            Reader::Date if !self.is_for(only, self.said) => return,
            Reader::Date
            | Reader::Text
            | Reader::Name
            | Reader::Email
            | Reader::YesNo
            | Reader::Choice
            | Reader::List
            | Reader::Entity => {}
        }
        self.alone(only);
    }

    /// Whether a text may be said for a field: a number has been dealt with, and a day is not one of something else.
    pub(super) fn is_for(&self, field: usize, said: &str) -> bool {
        let reading = &self.fields[field].reading;
        match reading.reader {
            Reader::Number => false,
            Reader::Date => {
                let all = tokens(said);
                let day = only_day(said, &all);
                !day.is_some_and(|day| is_elsewhere(reading, said, &all, &day))
            }
            Reader::Text
            | Reader::Name
            | Reader::Email
            | Reader::YesNo
            | Reader::Choice
            | Reader::List
            | Reader::Entity => true,
        }
    }

    /// Whether words have the shape of what a field asks for: a place has a name.
    pub(super) fn is_shaped(&self, field: usize, said: &str) -> bool {
        let own = &self.fields[field];
        let placed = self.plain && !own.free && asks_place(own.called);
        let ranked = || is_rank(own.called, tidy(said)) || self.points(field, said);
        let said_against =
            || text_trouble(said).is_some() || only_faults(said) || is_said_of(said) || ranked();
        !placed || own.reading.reader != Reader::Text || said_against() || {
            let text = self.value_of(field, said);
            let thing = self.is_some_thing(said) || self.is_some_thing(&text);
            is_place(&text) && !thing || own.reading.offered.iter().any(|value| same(value, &text))
        }
    }

    /// Whether words in small letters are only some thing beside which or without which something is: “near floor 3”,
    /// “without a balcony”.
    fn is_some_thing(&self, said: &str) -> bool {
        let at = (said.as_ptr() as usize).wrapping_sub(self.said.as_ptr() as usize);
        let before = tokens(self.said.get(..at).unwrap_or_default());
        let mut languages = self
            .fields
            .iter()
            .map(|field| field.reading.state.language());
        let english = languages.any(|language| language == "en");
        let small = said.starts_with(char::is_lowercase);
        small
            && before.last().is_some_and(|last| {
                let accented = self.said[last.start..last.end].contains(['à', 'À']);
                last.is(&["near"]) || english && !accented && last.is(&["a", "an"])
            })
    }

    /// What is left goes to the only free text, where nothing else can mean it.
    pub(super) fn free_texts(&mut self, pieces: &[Range<usize>]) {
        let open = self.open(|reader| matches!(reader, Reader::Text | Reader::List));
        let left: Vec<&Range<usize>> = pieces
            .iter()
            .filter(|piece| !tidy(&self.said[(*piece).clone()]).is_empty())
            .filter(|piece| !self.heeds || names_something(&self.said[(*piece).clone()]))
            // « I want to go from … » only leads to the label.
            .filter(|piece| {
                !self.rest.iter().any(|rest| rest.end == piece.end)
                    || piece.end == self.said.len()
                    || self.said[..piece.end]
                        .trim_end()
                        .ends_with([',', ';', '.', '\n', ':', '|'])
            })
            .collect();
        let named = self.open(|reader| reader == Reader::Name);
        if self.plain && open.len() > 1 && named.is_empty() {
            let names = left.iter().map(|piece| tidy(&self.said[(**piece).clone()]));
            let mut names = names.filter(|text| is_place(without_courtesies(text)));
            if names.next().is_some() {
                let read = which_is_which(self.fields, &open);
                self.read.insert(open[0], read);
            }
            return;
        }
        let [only] = open[..] else { return };
        if !named.is_empty() {
            return;
        }
        let texts = left.iter().map(|piece| tidy(&self.said[(**piece).clone()]));
        if !self.heeds {
            let texts: Vec<&str> = texts.collect();
            if let [text] = texts[..] {
                let read = parse(&self.fields[only].reading, text);
                self.read.insert(only, read);
            }
            return;
        }
        // « pas Lyon, Paris » says one town.
        let (denied, mut said): (Vec<&str>, Vec<&str>) =
            texts.partition(|text| text_trouble(text) == Some(Trouble::Denied));
        if self.exact {
            let alone = self.read.is_empty() && said.len() == 1;
            let guessed = |text: &&str| {
                !alone
                    && is_free(self.fields, only, text)
                    && !self.is_name(text)
                    && self.leads(only, text)
            };
            self.guessed |= said.iter().any(guessed);
            said.retain(|text| {
                self.points(only, text)
                    || is_free(self.fields, only, text)
                        && (alone || self.is_name(text) || self.leads(only, text))
                        && self.is_shaped(only, text)
            });
        }
        let read = match (&said[..], denied.is_empty()) {
            ([], true) => return,
            ([], false) => Trouble::Denied.refusal(),
            ([text], _) => self.free_text(only, text),
            ([..], _) => return,
        };
        self.read.insert(only, read);
    }

    /// Whether a piece beside others is a name, or led to by a word for a place.
    pub(super) fn is_name(&self, text: &str) -> bool {
        let text = without_courtesies(text);
        Sentence::new(self.fields, &[], text, true)
            .only_name()
            .is_some()
    }

    /// Whether a few words in lower case stand where their field is asked for: before everything else that was
    /// said, as the field stands before those fields; or for the last field that is asked for.
    pub(super) fn leads(&self, field: usize, text: &str) -> bool {
        let all = tokens(text);
        let plain = |token: &Token| token.word.chars().all(char::is_alphabetic);
        let name =
            (1..=3).contains(&all.len()) && all.iter().all(plain) && !is_sentence(text, &all);
        let at = text.as_ptr() as usize - self.said.as_ptr() as usize;
        let first = tidy(without_courtesies(&self.said[..at])).is_empty()
            || is_courtesy(&self.said[..at])
            || only_leads(&self.said[..at]);
        let in_order = self.read.keys().all(|read| *read > field);
        let mut others = self
            .fields
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != field);
        let last =
            others.all(|(at, other)| other.filled || !other.asked || self.read.contains_key(&at));
        self.fields[field].reading.hears() && name && (first && in_order || last)
    }

    /// Whether words point at one of several values, where a text has none on offer, or none that was offered last.
    pub(super) fn points(&self, field: usize, said: &str) -> bool {
        let field = &self.fields[field];
        let free = matches!(field.reading.reader, Reader::Text | Reader::Name);
        let nowhere = match field.reading.offered {
            [] => is_rank(field.called, tidy(said)),
            offered => !field.reading.newest && rank(tidy(said), offered.len()).is_some(),
        };
        self.exact && free && nowhere
    }

    /// A place without what is only said of it.
    pub(super) fn place_alone<'s>(&self, field: usize, text: &'s str) -> &'s str {
        let own = &self.fields[field];
        match own.reading.discerns() && !own.free && asks_place(own.called) {
            true => place_alone(text),
            false => text,
        }
    }

    /// A piece for a free text, without what only leads to it.
    pub(super) fn free_text(&self, field: usize, text: &str) -> Result<Value, NotUnderstood> {
        if self.points(field, text) {
            return nothing_offered();
        }
        if self.fields[field].reading.discerns() && points_back(text) {
            return Trouble::Either.refusal();
        }
        if let Some(trouble) = text_trouble(text) {
            return trouble.refusal();
        }
        let own = &self.fields[field];
        if own.reading.judges() && !own.free && only_faults(text) {
            return Trouble::Denied.refusal();
        }
        if self.whole && !own.free && is_said_of(text) {
            return Trouble::Denied.refusal();
        }
        parse(&own.reading, &self.value_of(field, text))
    }

    /// The name in a piece for a free text, or all of it.
    fn value_of<'s>(&self, field: usize, text: &'s str) -> Cow<'s, str> {
        let own = &self.fields[field];
        let text = without_courtesies(text);
        let place = own.reading.is_whole() && !own.free && asks_place(own.called);
        let text = if place && self.plain {
            core(text)
        } else {
            text
        };
        let sentence = Sentence::new(self.fields, &[], text, true);
        // « ma sœur Julie » leads to no place.
        let led = |name: &&str| !self.plain || is_led_to(text, name);
        let placed = || sentence.name(false).filter(|_| place)?.ok().filter(led);
        let name = sentence.only_name().or_else(placed);
        match name.map_or(Cow::Borrowed(text), |name| sentence.whole_name(name)) {
            Cow::Borrowed(text) => Cow::Borrowed(self.place_alone(field, text)),
            Cow::Owned(text) => Cow::Owned(self.place_alone(field, &text).to_owned()),
        }
    }
}

/// A text without what people say before and behind an answer.
fn core(text: &str) -> &str {
    let all = tokens(text);
    match stripped(&all, LEADS, TAILS) {
        [first, .., last] => &text[first.start..last.end],
        [only] => &text[only.start..only.end],
        [] => text,
    }
}

/// Whether a word for a place stands before a name of a text.
fn is_led_to(text: &str, name: &str) -> bool {
    let at = name.as_ptr() as usize - text.as_ptr() as usize;
    let before = tokens(&text[..at]);
    let led = |last: &Token| last.is(PLACING) || last.is(&["au", "aux", "du", "en"]);
    before.last().is_none_or(led)
}

fn same(value: &Value, text: &str) -> bool {
    fold(&value.show()) == fold(text.trim())
}
