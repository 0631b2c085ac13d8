//! Selection: one of the values on offer, or one of the choices of a question, by itself or by its rank.

use super::offers::Offer;
use super::{Draft, Surroundings};
use crate::answer::{self, Reader};
use crate::input::{Act, Raw};
use crate::project::{PartKind, Project, Question};
use crate::words;
use logic::text::{Phrase, fold};
use logic::value::{Number, Value};

impl Draft {
    /// One of the values that are offered, by itself or by its rank; without any, the only one.
    pub(super) fn select(&mut self, act: &Act, surroundings: &Surroundings) {
        let Some(value) = &act.value else {
            return self.affirm(act, true, surroundings);
        };
        let project = self.project.clone();
        let offers = match &act.slot {
            Some(slot) => match self.offer_of(slot, &project) {
                Some(offer) => vec![offer],
                None => return self.refuse_slot(slot),
            },
            None => {
                let offers = project.flow.as_ref().map(|flow| self.on_offer(flow));
                offers.unwrap_or_default()
            }
        };
        let said = written(value);
        if act.slot.is_none()
            && !self.is_choice(&said)
            && let Some(older) = self.older_named(&project, &offers, value)
        {
            return self.take(vec![older], surroundings);
        }
        let named: Vec<(Offer, Value)> = offers
            .iter()
            .filter_map(|offer| Some((offer.clone(), self.chosen(offer, value)?)))
            .collect();
        match named.len() {
            0 => {}
            1 => return self.take(named, surroundings),
            _ => {
                let words = self.which_of(&offers);
                self.refuse("ambiguous", "act", &words);
                return self.ask_again();
            }
        }
        // What is no longer on offer has no ranks, and a value by its own name is no rank.
        let is_rank = answer::rank(&said, usize::MAX).is_some()
            || said.trim().parse::<Number>().is_ok()
            || said.trim().chars().count() == 1;
        let mut offers = offers;
        for offer in &mut offers {
            if is_rank && act.slot.is_some() && !self.is_live(offer.question) {
                offer.values.clear();
            }
        }
        let by_name = self.discerns() && act.slot.is_some();
        if let [offer] = &offers[..]
            && by_name
            && !offer.values.is_empty()
            && self.is_own_value(offer.question, &said)
        {
            return self.refuse_offer(&offers, value);
        }
        let offers = match act.slot.is_none() && is_rank && self.discerns() {
            true => self.for_bare_yes(offers),
            false => offers,
        };
        // Of several lists only one may have so many.
        let lists = match self.discerns() {
            true => usize::MAX,
            false => 1,
        };
        let ranked = offers.iter().filter(|_| offers.len() <= lists);
        let ranked = ranked.filter_map(|offer| Some((offer.clone(), self.ranked(offer, value)?)));
        let ranked: Vec<(Offer, Value)> = ranked.collect();
        if ranked.len() == 1 {
            return self.take(ranked, surroundings);
        }
        if ranked.len() > 1 {
            self.refuse("ambiguous", "act", &self.which_of(&offers));
            return self.ask_again();
        }
        if self.judges() && offers.iter().any(|offer| !offer.values.is_empty()) {
            return match said.trim().is_empty() {
                true => self.refuse("blank", "act", &words::no_answer()),
                false => self.refuse_offer(&offers, value),
            };
        }
        // A rank beyond what is offered means none of it.
        let offered = |offer: &Offer| !offer.values.is_empty();
        if self.weighs() && act.slot.is_some() && is_rank && offers.iter().any(offered) {
            self.refuse("not-a-choice", "act", &words::which_offer());
            return self.ask_again();
        }
        let open = self.state.open_question();
        let open = open.and_then(|open| project.part(&open.obligation.part));
        let raw = if said.is_empty() {
            value.clone()
        } else {
            Raw::Text(said)
        };
        // One of the choices of a question counts by its letter or its number too.
        let as_said =
            |question: &Question| matches!(raw, Raw::Text(_)) && !question.choices.is_empty();
        let points = |question: &Question| {
            let text = matches!(question.reader, Reader::Text | Reader::Name | Reader::List);
            let is_rank = |said: &str| {
                answer::rank(said, usize::MAX).is_some() || said.trim().parse::<Number>().is_ok()
            };
            let ranked = matches!(&raw, Raw::Text(said) if is_rank(said));
            let nothing = self.offered(question).is_empty() || !self.is_live(question);
            self.hears() && text && ranked && nothing
        };
        // What points at one of several is none itself where nothing is offered.
        let pointless = match (&act.slot, open.map(|part| &part.kind)) {
            (Some(_), _) => offers.iter().any(|offer| points(offer.question)),
            (None, Some(PartKind::Ask { question, .. })) => {
                offers.is_empty() && self.hears() && question.choices.is_empty()
            }
            (None, _) => false,
        };
        if pointless {
            self.refuse("nothing-to-affirm", "act", &words::nothing_to_select());
            return self.ask_again();
        }
        match (&act.slot, open.map(|part| &part.kind)) {
            (Some(slot), _) => match offers.iter().find(|offer| self.is_open_ask(offer)) {
                Some(offer) => self.answer(&raw, as_said(offer.question), surroundings),
                None => {
                    let as_said = offers.iter().any(|offer| as_said(offer.question));
                    self.inform_as(slot, &raw, false, as_said, surroundings);
                }
            },
            (None, Some(PartKind::Ask { question, .. })) if offers.is_empty() => {
                self.answer(&raw, as_said(question), surroundings);
            }
            (None, _) if offers.is_empty() && self.judges() => {
                self.refuse("nothing-to-affirm", "act", &words::nothing_to_select());
                self.ask_again();
            }
            (None, _) if offers.is_empty() => self.nothing_to_affirm(),
            (None, _) => {
                self.refuse("not-a-choice", "act", &words::which_offer());
                self.ask_again();
            }
        }
    }

    /// What was offered before what is on offer now, where a value names it and nothing newer.
    pub(super) fn older_named<'p>(
        &self,
        project: &'p Project,
        newer: &[Offer],
        value: &Raw,
    ) -> Option<(Offer<'p>, Value)> {
        let flow = project.flow.as_ref().filter(|_| self.discerns())?;
        if newer
            .iter()
            .any(|offer| self.chosen(offer, value).is_some())
        {
            return None;
        }
        let offers = self.pending(flow).into_iter();
        let mut found = offers.filter_map(|offer| {
            let chosen = self.chosen(&offer, value)?;
            Some((offer, chosen))
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// The value on offer that is named, as it is written or as its question understands it.
    pub(super) fn chosen(&self, offer: &Offer, value: &Raw) -> Option<Value> {
        let said = written(value);
        let exactly = offer.values.iter().find(|known| known.show() == said);
        let folded = || {
            let same = |known: &&Value| fold(&known.show()) == fold(&said);
            offer.values.iter().find(same)
        };
        let understood = || {
            let attribute = self.project.attribute(&offer.question.cell);
            let attribute = attribute.filter(|_| self.judges())?;
            let read = self
                .understood(offer.question, attribute, value, &[])
                .ok()?;
            let same =
                |known: &&Value| **known == read || fold(&known.show()) == fold(&read.show());
            offer.values.iter().find(same)
        };
        exactly.or_else(folded).or_else(understood).cloned()
    }

    /// The value on offer that has this rank; « -1 » is none.
    pub(super) fn ranked(&self, offer: &Offer, value: &Raw) -> Option<Value> {
        let said = written(value);
        let signed = self.is_exact() && said.trim_start().starts_with('-');
        let at = answer::rank(&said, offer.values.len()).filter(|_| !signed)?;
        offer.values.get(at).cloned()
    }

    /// What is none of the values on offer changes nothing; they are named.
    pub(super) fn refuse_offer(&mut self, offers: &[Offer], value: &Raw) {
        let words = words::not_on_offer(written(value).trim(), &self.shown_offers(offers));
        self.refuse("not-a-choice", "act", &words);
        self.ask_again();
    }

    /// Which of the values on offer is meant: they are named.
    pub(super) fn which_of(&self, offers: &[Offer]) -> Phrase {
        match self.judges() {
            true => words::which_of(&self.shown_offers(offers)),
            false => words::which_offer(),
        }
    }

    /// Every value on offer; one that several questions are offered, with what each is called.
    fn shown_offers(&self, offers: &[Offer]) -> Vec<String> {
        let each = offers.iter().flat_map(|offer| {
            let shown = |value: &Value| self.shown(&offer.question.cell, value);
            let shown = offer.values.iter().map(shown);
            shown.map(move |shown| (super::answers::label(offer.question), shown))
        });
        let each: Vec<(String, String)> = each.collect();
        let twice = |value: &String| each.iter().filter(|(_, shown)| shown == value).count() > 1;
        let named = each
            .iter()
            .map(|(called, shown)| match self.discerns() && twice(shown) {
                true => format!("{called}: {shown}"),
                false => shown.clone(),
            });
        named.collect()
    }

    /// Whether an enumeration has a value of this name.
    fn is_own_value(&self, question: &Question, said: &str) -> bool {
        let mut choices = question.choices.iter();
        choices.any(|choice| answer::is_called_anywhere(&self.project, choice, said))
    }

    fn is_open_ask(&self, offer: &Offer) -> bool {
        offer.part.id == *offer.id && self.is_open_part(offer.part)
    }
}

/// A value as it is written; of what is no word or number, nothing.
fn written(value: &Raw) -> String {
    match value {
        Raw::Text(text) | Raw::Number(text) => text.clone(),
        Raw::Null | Raw::Bool(_) | Raw::List(_) | Raw::Map(_) | Raw::Confidential(_) => {
            String::new()
        }
    }
}
