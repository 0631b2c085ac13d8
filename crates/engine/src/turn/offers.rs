//! Offers: values that the system proposes for questions; taken, declined, or withdrawn one by one.

use super::{Draft, Surroundings};
use crate::answer::{self, Reader};
use crate::event::{Method, Provenance};
use crate::flow;
use crate::input::Raw;
use crate::item::ItemKind;
use crate::project::{Part, PartKind, Project, Question};
use crate::state::State;
use crate::words;
use logic::holds::Facts;
use logic::value::{Cell, Name, Value};

/// The entry that gave a cell its value; none for what the project says.
fn written(state: &State, cell: &Cell) -> u64 {
    let fact = state.facts.get(cell).map(|fact| fact.seq);
    let fluent = state.fluents.get(cell).map(|fluent| fluent.seq);
    fact.max(fluent).unwrap_or(0)
}

/// The entry that offered what a cell lists. To withdraw a value offers none anew.
fn offered_at(state: &State, cell: &Cell) -> u64 {
    let fluent = state.fluents.get(cell);
    match fluent.filter(|_| state.edition() >= answer::DISCERNS) {
        Some(fluent) => fluent.offered,
        None => written(state, cell),
    }
}

/// Whether nothing else was offered since what is offered for a question, with words in between; else a yes or a rank
/// is not for this. A question that was asked since then, with these choices, offers them anew.
pub(super) fn is_newest(project: &Project, state: &State, question: &Question) -> bool {
    let offering = state.offering;
    let refers = state.edition() >= answer::REFERS;
    let open = state.open_question();
    let open = open.filter(|open| refers && open.seq > offering.to);
    let part = open.and_then(|open| project.part(&open.obligation.part));
    let asks = |part: &Part| matches!(&part.kind, PartKind::Ask { question: own, .. } if own.cell == question.cell);
    if part.is_some_and(asks) {
        return true;
    }
    let since = question.offers.as_ref();
    let since = since.map(|cell| offered_at(state, cell));
    // What was answered since has nothing on offer, unless it is asked anew.
    let taken = state.edition() >= answer::DISCERNS
        && since.is_some_and(|since| since > 0 && since <= written(state, &question.cell))
        && !is_reopened(project, state, question);
    !taken && (offering.from == 0 || since.is_none_or(|since| since > offering.from))
}

fn is_reopened(project: &Project, state: &State, question: &Question) -> bool {
    let mut questions = project.flow.iter().flat_map(|flow| flow.questions());
    questions.any(|(id, _, own)| own.cell == question.cell && state.reopened.contains(id))
}

/// Values that are offered for a question.
#[derive(Clone)]
pub(super) struct Offer<'p> {
    pub id: &'p Name,
    pub part: &'p Part,
    pub question: &'p Question,
    pub values: Vec<Value>,
}

impl Draft {
    /// What yes, no or a choice is about: what was offered last, unless something was asked since; else
    /// what is offered for what is open and missing.
    pub(super) fn on_offer<'p>(&self, flow: &'p crate::project::Flow) -> Vec<Offer<'p>> {
        let canon = self.canon();
        let open = self.state.open_question();
        let offering = self.state.offering;
        let is_open = |part: &Part| open.is_some_and(|open| open.obligation.part == part.id);
        // A form that is asked anew is no other question.
        let asked_since = open.is_some_and(|open| match self.refers() {
            true => open.since > offering.to,
            false => open.seq > offering.to,
        });
        let mut last = Vec::new();
        let mut missing = Vec::new();
        for (id, part, question) in flow.questions() {
            let values = self.offered(question);
            let Some(cell) = question.offers.as_ref().filter(|_| !values.is_empty()) else {
                continue;
            };
            let offer = Offer {
                id,
                part,
                question,
                values,
            };
            let since = offered_at(&self.state, cell);
            let fresh = self.state.edition() >= 4
                && since > offering.from
                && since > written(&self.state, &question.cell)
                && (!asked_since || is_open(part));
            if fresh {
                last.push(offer);
            } else if is_open(part) && flow::is_asked(&canon, id, question) {
                missing.push(offer);
            }
        }
        if last.is_empty() { missing } else { last }
    }

    /// Everything that was offered and neither taken nor withdrawn, however long ago.
    pub(super) fn pending<'p>(&self, flow: &'p crate::project::Flow) -> Vec<Offer<'p>> {
        let offers = flow.questions().map(|(id, part, question)| Offer {
            id,
            part,
            question,
            values: self.offered(question),
        });
        offers.filter(|offer| self.is_pending(offer)).collect()
    }

    /// Whether something was offered for a question since it was answered.
    pub(super) fn is_pending(&self, offer: &Offer) -> bool {
        let cell = offer.question.offers.as_ref();
        let since = cell.map(|cell| offered_at(&self.state, cell));
        let newer = since > Some(written(&self.state, &offer.question.cell));
        newer && !offer.values.is_empty()
    }

    /// Whether what is offered for a question is on offer still: it was not answered since, or is asked now.
    pub(super) fn is_live(&self, question: &Question) -> bool {
        let cell = question.offers.as_ref();
        let since = cell.map(|cell| offered_at(&self.state, cell));
        let open = self.state.open_question();
        let part = open.and_then(|open| self.project.part(&open.obligation.part));
        let asked = part.is_some_and(|part| {
            let mut own = part.questions().into_iter();
            own.any(|(id, own)| own.cell == question.cell && flow::is_asked(&self.canon(), id, own))
        });
        asked || !self.discerns() || since > Some(written(&self.state, &question.cell))
    }

    /// What a message may name of it: what is no longer on offer is a value like any other, but for how a text is
    /// written.
    pub(super) fn offered_now(&self, question: &Question) -> Vec<Value> {
        let text = matches!(question.reader, Reader::Text | Reader::Name);
        match text || self.is_live(question) {
            true => self.offered(question),
            false => Vec::new(),
        }
    }

    /// What is offered for the only missing field of a form that has offers.
    pub(super) fn form_choices(&self, part: &Part) -> Vec<crate::item::Choice> {
        let canon = self.canon();
        let is_form = matches!(part.kind, PartKind::Form { .. }) && self.state.edition() >= 4;
        let mut offering = part.questions().into_iter().filter(|(id, question)| {
            is_form && flow::is_asked(&canon, id, question) && !self.offered(question).is_empty()
        });
        match (offering.next(), offering.next()) {
            (Some((_, question)), None) => self.shown_choices(question),
            (Some(_) | None, _) => Vec::new(),
        }
    }

    /// The values that are offered for a question. What its cell could not hold is not offered.
    pub(super) fn offered(&self, question: &Question) -> Vec<Value> {
        let cell = question.offers.as_ref();
        let Some(Value::List(values)) = cell.and_then(|cell| self.canon().value(cell)) else {
            return Vec::new();
        };
        let Some(attribute) = self.project.attribute(&question.cell) else {
            return Vec::new();
        };
        let typed = |value: &Value| {
            let raw = super::author::raw(value).filter(|raw| *raw != Raw::Null)?;
            self.understood(question, attribute, &raw, &[]).ok()
        };
        values.iter().filter_map(typed).collect()
    }

    /// Yes takes every question's only offer; no withdraws them all.
    pub(super) fn settle_offers(
        &mut self,
        offers: Vec<Offer>,
        yes: bool,
        surroundings: &Surroundings,
    ) {
        if !yes {
            return self.decline(&offers, surroundings);
        }
        let (plain, open): (Vec<Offer>, Vec<Offer>) = offers
            .into_iter()
            .partition(|offer| offer.values.len() == 1);
        if !open.is_empty() {
            let words = self.which_of(&open);
            self.refuse("ambiguous", "act", &words);
        }
        if plain.is_empty() {
            return self.ask_again();
        }
        let taken = plain
            .into_iter()
            .filter_map(|offer| Some((offer.values.first()?.clone(), offer)));
        self.take(
            taken.map(|(value, offer)| (offer, value)).collect(),
            surroundings,
        );
    }

    /// None of what is offered: it is offered no more.
    pub(super) fn decline(&mut self, offers: &[Offer], surroundings: &Surroundings) {
        self.say(ItemKind::Statement, &words::none_of_these(), None);
        let mut withdrawn = false;
        for offer in offers {
            let Some(cell) = offer.question.offers.as_ref() else {
                continue;
            };
            let changes = self
                .project
                .attribute(cell)
                .is_some_and(|attribute| attribute.changes);
            if changes && self.state.edition() >= 4 {
                let none = Value::List(Vec::new());
                let (method, input) = (Method::Testimony, Provenance::Input);
                self.settle(cell, none, method, input, None, None);
                withdrawn = true;
            }
        }
        if withdrawn && offers.iter().any(|offer| self.is_open_part(offer.part)) {
            self.after_settling(surroundings);
        } else {
            self.ask_again();
        }
    }

    /// Some of what is offered is offered no more.
    pub(super) fn withdraw(
        &mut self,
        offer: &Offer,
        denied: &[Value],
        surroundings: &Surroundings,
    ) {
        match self.withdrawn(offer, denied) && self.is_open_part(offer.part) {
            true => self.after_settling(surroundings),
            false => self.ask_again(),
        }
    }

    /// Says and writes that some of what is offered is offered no more; whether it could be written.
    pub(super) fn withdrawn(&mut self, offer: &Offer, denied: &[Value]) -> bool {
        let question = offer.question;
        let shown = |draft: &Draft, values: &[Value]| -> Vec<String> {
            let shown = values
                .iter()
                .map(|value| draft.shown(&question.cell, value));
            shown.collect()
        };
        let left: Vec<Value> = offer
            .values
            .iter()
            .filter(|value| !denied.contains(value))
            .cloned()
            .collect();
        let words = words::without(&shown(self, denied), &shown(self, &left));
        self.say(ItemKind::Statement, &words, Some(&offer.part.id));
        let cell = question.offers.as_ref();
        let changes = |cell: &&Cell| {
            let attribute = self.project.attribute(cell);
            attribute.is_some_and(|attribute| attribute.changes)
        };
        let Some(cell) = cell.filter(changes) else {
            return false;
        };
        // As they were offered, and not as they are read.
        let Some(Value::List(offered)) = self.canon().value(cell) else {
            return false;
        };
        let denied: Vec<String> = denied.iter().map(Value::show).collect();
        let cell = cell.clone();
        let kept = |value: &Value| {
            let read = super::author::raw(value).and_then(|raw| {
                let attribute = self.project.attribute(&question.cell)?;
                self.understood(question, attribute, &raw, &[]).ok()
            });
            read.is_none_or(|read| !denied.contains(&read.show()))
        };
        let kept = offered.into_iter().filter(kept).collect();
        let (method, input) = (Method::Testimony, Provenance::Input);
        self.settle(&cell, Value::List(kept), method, input, None, None);
        true
    }

    /// What a bare yes takes, be it a word or an act: nothing older than what was offered last.
    pub(super) fn for_bare_yes<'p>(&self, offers: Vec<Offer<'p>>) -> Vec<Offer<'p>> {
        let mut offers = offers;
        offers.retain(|offer| self.is_newest(offer.question));
        offers
    }

    /// Whether what is offered for a question was offered last.
    pub(super) fn is_newest(&self, question: &Question) -> bool {
        is_newest(&self.project, &self.state, question)
    }

    /// Whether nothing is taken that was not said for it.
    pub(super) fn is_exact(&self) -> bool {
        self.state.edition() >= answer::EXACT
    }

    /// The same for the open question.
    pub(super) fn decline_open(&mut self, part: &Part, surroundings: &Surroundings) {
        let offers: Vec<Offer> = part
            .questions()
            .into_iter()
            .map(|(id, question)| Offer {
                id,
                part,
                question,
                values: Vec::new(),
            })
            .collect();
        self.decline(&offers, surroundings);
    }

    /// What an answer to the open question says no to, of several values that are offered for it.
    pub(super) fn denied_open<'p>(
        &self,
        part: &'p Part,
        raw: &Raw,
    ) -> Option<(Offer<'p>, Vec<Value>)> {
        let (Raw::Text(text), PartKind::Ask { question, .. }) = (raw, &part.kind) else {
            return None;
        };
        let offer = Offer {
            id: &part.id,
            part,
            question,
            values: self.offered(question),
        };
        self.denied_of(&[offer], text)
    }

    pub(super) fn is_open_part(&self, part: &Part) -> bool {
        let open = self.state.open_question();
        open.is_some_and(|open| open.obligation.part == part.id)
    }

    /// Takes values that were offered, and goes on.
    pub(super) fn take(&mut self, taken: Vec<(Offer, Value)>, surroundings: &Surroundings) {
        for (offer, value) in &taken {
            let known = self.state.answers.get(offer.id).is_some() && self.discerns();
            let old = self.canon().value(&offer.question.cell).filter(|_| known);
            let before = old.filter(|old| old != value);
            let before = before.map(|old| self.shown(&offer.question.cell, &old));
            if self.may_settle(&offer.question.cell, value, None, None) {
                self.accept(
                    offer.id,
                    &offer.question.cell,
                    value.clone(),
                    Method::Testimony,
                );
                // Where it is not asked for, nothing else would say what it is now.
                if before.is_some() {
                    let shown = self.shown(&offer.question.cell, value);
                    self.say_informed(offer.id, shown, before, true);
                } else if self.hears() && !self.is_open_part(offer.part) {
                    let shown = self.shown(&offer.question.cell, value);
                    let words = words::taken(&[(super::answers::label(offer.question), shown)]);
                    self.say(ItemKind::Statement, &words, self.part_of(offer.id).as_ref());
                }
            }
        }
        let open = taken
            .iter()
            .find(|(offer, _)| self.is_open_part(offer.part));
        if let Some((offer, _)) = open.or(taken.first()) {
            self.informed(offer.part, surroundings);
        }
    }

    /// What is offered for a slot, be it nothing.
    pub(super) fn offer_of<'p>(
        &self,
        slot: &Name,
        project: &'p crate::project::Project,
    ) -> Option<Offer<'p>> {
        let id = self.question_of_slot(slot)?;
        let mut questions = project.flow.as_ref()?.questions();
        let (id, part, question) = questions.find(|(known, ..)| **known == id)?;
        let values = self.offered(question);
        Some(Offer {
            id,
            part,
            question,
            values,
        })
    }
}
