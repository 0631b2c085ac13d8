//! Free texts of a form: what no label claims and nothing else can mean, and what keeps words from being one.

use super::{Form, tidy};
use crate::answer::bare::{asks_place, is_free, is_rank, points_back};
use crate::answer::correction::only_leads;
use crate::answer::doubt::only_doubts;
use crate::answer::heed::{
    Trouble, is_courtesy, names_something, text_trouble, without_courtesies,
};
use crate::answer::judge::{is_said_of, only_faults};
use crate::answer::name::{is_sentence, place_alone};
use crate::answer::rank::rank;
use crate::answer::sentence::Sentence;
use crate::answer::token::{Token, tokens};
use crate::answer::{NotUnderstood, Reader, nothing_offered, parse};
use logic::value::Value;
use std::ops::Range;

impl Form<'_, '_> {
    /// Whether a text is only said not to be known.
    pub(super) fn doubted(&self, field: usize, said: &str) -> bool {
        let field = &self.fields[field];
        let text = matches!(field.reading.reader, Reader::Text | Reader::Name);
        text && !field.free && field.reading.hears() && only_doubts(said)
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
        let text = without_courtesies(text);
        let sentence = Sentence::new(self.fields, &[], text, true);
        let placed = || {
            let placed = own.reading.is_whole() && !own.free && asks_place(own.called);
            sentence.name(false).filter(|_| placed)?.ok()
        };
        let name = sentence.only_name().or_else(placed);
        let text = name.map_or(text.into(), |name| sentence.whole_name(name));
        parse(&own.reading, self.place_alone(field, &text))
    }
}
