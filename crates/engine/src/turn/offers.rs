//! Offers: values that the system proposes for questions, and what yes, no or a choice means of them.

use super::{Draft, Surroundings};
use crate::answer::{self, NotUnderstood, Reader};
use crate::event::{Method, Provenance};
use crate::flow;
use crate::input::{Act, Raw};
use crate::item::ItemKind;
use crate::project::{Attribute, Part, PartKind, Question};
use crate::words;
use logic::holds::Facts;
use logic::kind::Type;
use logic::text::fold;
use logic::value::{Cell, Name, Number, Value};

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
        let asked_since = open.is_some_and(|open| open.seq > offering.to);
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
            let since = self.written(cell);
            let fresh = self.state.edition() >= 4
                && since > offering.from
                && since > self.written(&question.cell)
                && (!asked_since || is_open(part));
            if fresh {
                last.push(offer);
            } else if is_open(part) && flow::is_asked(&canon, id, question) {
                missing.push(offer);
            }
        }
        if last.is_empty() { missing } else { last }
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

    /// The entry that gave a cell its value; none for what the project says.
    fn written(&self, cell: &Cell) -> u64 {
        let fact = self.state.facts.get(cell).map(|fact| fact.seq);
        let fluent = self.state.fluents.get(cell).map(|fluent| fluent.seq);
        fact.max(fluent).unwrap_or(0)
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

    /// A value that a host understood: taken as it is, and never read between the lines.
    pub(super) fn understood(
        &self,
        question: &Question,
        attribute: &Attribute,
        raw: &Raw,
        offered: &[Value],
    ) -> Result<Value, NotUnderstood> {
        let path = match self.heeds() {
            true => super::answers::label(question),
            false => question.cell.to_string(),
        };
        let typed = || self.typed(&path, raw, attribute);
        let blank = |raw: &Raw| matches!(raw, Raw::Text(text) if text.trim().is_empty());
        let nothing = match raw {
            Raw::List(list) => self.is_exact() && (list.is_empty() || list.iter().any(blank)),
            Raw::Text(_)
            | Raw::Null
            | Raw::Bool(_)
            | Raw::Number(_)
            | Raw::Map(_)
            | Raw::Confidential(_) => blank(raw),
        };
        if self.heeds() && nothing {
            let (code, reason) = ("blank", words::no_answer());
            return Err(NotUnderstood { code, reason });
        }
        let text = match (raw, &attribute.kind) {
            (_, Type::List(_) | Type::Set(_)) => None,
            (Raw::List(list), _) => {
                return match &list[..] {
                    [one] => self.understood(question, attribute, one, offered),
                    [] | [_, ..] => typed(),
                };
            }
            (Raw::Text(text), _) => Some(text),
            // A text or a name that is all digits.
            (Raw::Number(digits), Type::Text | Type::Enum(_)) => Some(digits),
            // There are no halves of people.
            (Raw::Number(digits), Type::Number) if self.weighs() && digits.contains('.') => {
                Some(digits)
            }
            (Raw::Null | Raw::Bool(_) | Raw::Number(_) | Raw::Map(_) | Raw::Confidential(_), _) => {
                None
            }
        };
        let Some(text) = text else {
            return match raw {
                Raw::Text(text) => self.said(question, text),
                Raw::Null
                | Raw::Bool(_)
                | Raw::Number(_)
                | Raw::List(_)
                | Raw::Map(_)
                | Raw::Confidential(_) => typed(),
            };
        };
        let same = |known: &str| fold(known.trim()) == fold(text.trim());
        if let Some(value) = offered.iter().find(|value| value.show() == *text) {
            return Ok(value.clone());
        }
        match &attribute.kind {
            Type::Enum(_) => {
                let called = |option: &&crate::project::ChoiceOption| {
                    same(&option.value)
                        || same(&option.value.replace('_', " "))
                        || same(&answer::label(&self.project, &self.state, option))
                        || option.synonyms.iter().any(|synonym| same(synonym))
                };
                let mut found = question.choices.iter().filter(called);
                match (found.next(), found.next()) {
                    (Some(option), None) => Ok(Value::Symbol(option.value.clone())),
                    (Some(_) | None, _) => self.typed(&path, &Raw::Text(text.clone()), attribute),
                }
            }
            Type::Text if question.reader != Reader::Email && !text.trim().is_empty() => {
                self.typed(&path, &Raw::Text(text.trim().to_owned()), attribute)
            }
            Type::Number => match text.trim().parse::<Number>() {
                Ok(number) if self.weighs() && !number.is_integer() => self.said(question, text),
                Ok(_) => self.typed(&path, &Raw::Number(text.trim().to_owned()), attribute),
                // « four », « $45 », « 4 people »; but no sentence.
                Err(_) if logic::text::words(text).len() <= 2 => self.said(question, text),
                Err(_) => typed(),
            },
            Type::Text
            | Type::Boolean
            | Type::Date
            | Type::Instant
            | Type::Reference(_)
            | Type::Set(_)
            | Type::List(_) => typed().or_else(|_| self.said(question, text)),
        }
    }

    /// The same as a person would have said it, without offers.
    fn said(&self, question: &Question, text: &str) -> Result<Value, NotUnderstood> {
        let reading = super::answers::reading(&self.project, &self.state, question, &[]);
        let reading = reading.ok_or_else(answer::no_parser)?;
        answer::parse(&reading, text)
    }

    /// Yes or no to what is open or offered: a mirror, values on offer, a yes/no question.
    pub(super) fn affirm(&mut self, act: &Act, yes: bool, surroundings: &Surroundings) {
        if let Some(slot) = &act.slot {
            return self.affirm_slot(slot, act.value.as_ref(), yes, surroundings);
        }
        if act.value.is_some() && yes {
            return self.select(act, surroundings);
        }
        if let (Some(Raw::Text(said)), true) = (&act.value, self.is_exact())
            && self.awaits_validation()
            && !said.trim().is_empty()
        {
            // What is denied is what is to be added.
            let nuance = answer::Verdict::Nuance(said.trim().to_owned());
            return self.verdict(nuance, said, surroundings);
        }
        if self.awaits_validation() {
            let verdict = if yes {
                answer::Verdict::Yes
            } else {
                answer::Verdict::No
            };
            let said = words::bare(yes);
            let said = said.in_language(self.state.language()).to_owned();
            return self.verdict(verdict, &said, surroundings);
        }
        let project = self.project.clone();
        let offers = project.flow.as_ref().map(|flow| self.on_offer(flow));
        let offers = offers.unwrap_or_default();
        let denied: Vec<(&Offer, Value)> = offers
            .iter()
            .filter_map(|offer| Some((offer, self.denied_by(offer, act.value.as_ref())?)))
            .collect();
        if let ([(offer, denied)], false) = (&denied[..], yes) {
            return self.withdraw(offer, std::slice::from_ref(denied), surroundings);
        }
        if !offers.is_empty() {
            return self.settle_offers(offers, yes, surroundings);
        }
        let open = self.state.open_question();
        let part = open.and_then(|open| project.part(&open.obligation.part));
        match part.map(|part| &part.kind) {
            Some(PartKind::Ask { question, .. }) if self.is_boolean(question) => {
                self.answer(&Raw::Bool(yes), false, surroundings);
            }
            Some(PartKind::Lock { .. }) if yes => {
                self.answer(&Raw::Bool(true), false, surroundings);
            }
            Some(
                PartKind::Say { .. }
                | PartKind::Ask { .. }
                | PartKind::Form { .. }
                | PartKind::Gate { .. }
                | PartKind::Lock { .. }
                | PartKind::Tell { .. }
                | PartKind::Mirror { .. }
                | PartKind::Synthesis { .. }
                | PartKind::Matching { .. }
                | PartKind::End { .. },
            )
            | None => self.nothing_to_affirm(),
        }
    }

    /// Whether a message to a form is about what is offered; then it was dealt with.
    pub(super) fn picked(
        &mut self,
        part: &Part,
        text: &str,
        labelled: bool,
        surroundings: &Surroundings,
    ) -> bool {
        let project = self.project.clone();
        let Some(flow) = project.flow.as_ref().filter(|_| self.state.edition() >= 4) else {
            return false;
        };
        let offers = self.on_offer(flow);
        if !offers.is_empty() && !labelled && self.picked_again(&offers, part, text, surroundings) {
            return true;
        }
        // What is offered and taken back is no more than what replaces it.
        let replaced = answer::repaired(text).is_some_and(|(before, last)| {
            let filled = |said: &str| self.filled(part, said, &[]).values;
            let taken = filled(before);
            let again = filled(last);
            again
                .iter()
                .any(|(at, _)| taken.iter().any(|(of, _)| of == at))
        });
        if self.weighs() && replaced {
            return false;
        }
        if !offers.is_empty() && self.picked_apart(&offers, part, text, labelled, surroundings) {
            return true;
        }
        if !labelled && let Some((offer, denied)) = self.denied_of(&offers, text) {
            // What is said besides may fill other fields.
            let filled = self.filled(part, text, &[offer.id]);
            self.accept_fields(part, filled.values);
            self.withdraw(&offer, &denied, surroundings);
            return true;
        }
        let verdict = answer::verdict(text);
        match (&offers[..], verdict) {
            ([], _) => false,
            ([_, _, ..], Some(verdict @ (answer::Verdict::Yes | answer::Verdict::No))) => {
                self.settle_offers(offers, verdict == answer::Verdict::Yes, surroundings);
                true
            }
            ([offer], _) if !labelled => {
                let offer = offer.clone();
                self.picked_of(offer, part, text, surroundings)
            }
            ([_, ..], _) if labelled => false,
            ([_, ..], _) => self.named_of(&offers, part, text, surroundings),
        }
    }

    /// What several fields offer, by name; a rank does not say of which.
    fn named_of(
        &mut self,
        offers: &[Offer],
        part: &Part,
        text: &str,
        surroundings: &Surroundings,
    ) -> bool {
        let pick = |offer: &Offer| {
            let reading =
                super::answers::reading(&self.project, &self.state, offer.question, &offer.values);
            match reading.and_then(|reading| answer::picked(&reading, text)) {
                Some(answer::Picked::One(value)) => Some(value),
                Some(
                    answer::Picked::Declined
                    | answer::Picked::Denied(_)
                    | answer::Picked::Unclear(_),
                )
                | None => None,
            }
        };

        let picked: Vec<(Offer, Value)> = offers
            .iter()
            .filter_map(|offer| Some((offer.clone(), pick(offer)?)))
            .collect();
        let named: Vec<(Offer, Value)> = picked
            .iter()
            .filter(|(_, value)| answer::beside(value, text).is_some())
            .cloned()
            .collect();
        if !named.is_empty() && self.hears() {
            let rest = named.iter().fold(text.to_owned(), |rest, (_, value)| {
                answer::beside(value, &rest).unwrap_or(rest)
            });
            self.take_apart(named, part, &rest, surroundings);
        } else if !named.is_empty() {
            self.take(named, surroundings);
        } else if self.is_exact() && picked.len() == 1 {
            // « la deuxième ville » says of which it is the second.
            self.take(picked.clone(), surroundings);
        } else if !picked.is_empty() {
            let refused = ("ambiguous", words::which_offer());
            self.refuse_answer(part, &[refused], surroundings);
        }
        !picked.is_empty()
    }

    /// The only one of several fields of whose offers a message says no to some.
    fn denied_of<'p>(&self, offers: &[Offer<'p>], text: &str) -> Option<(Offer<'p>, Vec<Value>)> {
        let denied = |offer: &Offer<'p>| {
            let reading =
                super::answers::reading(&self.project, &self.state, offer.question, &offer.values)?;
            match answer::picked(&reading, text)? {
                answer::Picked::Denied(denied) => Some((offer.clone(), denied)),
                answer::Picked::One(_) | answer::Picked::Declined | answer::Picked::Unclear(_) => {
                    None
                }
            }
        };
        let mut found = offers.iter().filter_map(denied);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    fn picked_of(
        &mut self,
        offer: Offer,
        part: &Part,
        text: &str,
        surroundings: &Surroundings,
    ) -> bool {
        let read = {
            let question = offer.question;
            let reading =
                super::answers::reading(&self.project, &self.state, question, &offer.values);
            reading.and_then(|reading| answer::picked(&reading, text))
        };
        match read {
            None => false,
            Some(answer::Picked::Declined) => {
                self.decline(&[offer], surroundings);
                true
            }
            Some(answer::Picked::Denied(denied)) => {
                self.withdraw(&offer, &denied, surroundings);
                true
            }
            Some(answer::Picked::Unclear(refused)) => {
                let refused = super::answers::refusal(refused);
                self.refuse_answer(part, &[refused], surroundings);
                true
            }
            Some(answer::Picked::One(value)) if self.hears() && !offer.values.contains(&value) => {
                // « Non, 4 personnes » says no, and something else.
                let other = self.filled(part, text, &[]);
                let own = other
                    .values
                    .iter()
                    .any(|(at, _)| part.questions()[*at].0 == offer.id);
                let taken = vec![(offer, value)];
                match own || other.values.is_empty() {
                    true => self.take(taken, surroundings),
                    false => return false,
                }
                true
            }
            Some(answer::Picked::One(value)) => {
                // What is said beside its name may fill other fields.
                if let Some(rest) = answer::beside(&value, text) {
                    if self.hears() {
                        self.take_apart(vec![(offer, value)], part, &rest, surroundings);
                        return true;
                    }
                    let filled = self.filled(part, &rest, &[offer.id]);
                    let mut taken = self.taken(part, &filled.values);
                    self.accept_fields(part, filled.values);
                    let shown = self.shown(&offer.question.cell, &value);
                    taken.insert(0, (super::answers::label(offer.question), shown));
                    self.say_rest(&taken, &filled.rest);
                } else if let Some(rest) = self.left_of(offer.id, &value, text) {
                    self.say_left(offer.id, &offer.question.cell, &value, &rest);
                }
                self.take(vec![(offer, value)], surroundings);
                true
            }
        }
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
        let unclear = !open.is_empty();
        if unclear {
            self.refuse("ambiguous", "act", &words::which_offer());
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
            return self.ask_again();
        };
        // As they were offered, and not as they are read.
        let Some(Value::List(offered)) = self.canon().value(cell) else {
            return self.ask_again();
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
        if self.is_open_part(offer.part) {
            self.after_settling(surroundings);
        } else {
            self.ask_again();
        }
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
            if self.may_settle(&offer.question.cell, value, None, None) {
                self.accept(
                    offer.id,
                    &offer.question.cell,
                    value.clone(),
                    Method::Testimony,
                );
                // Where it is not asked for, nothing else would say what it is now.
                if self.hears() && !self.is_open_part(offer.part) {
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

    /// Yes or no about one slot.
    fn affirm_slot(
        &mut self,
        slot: &Name,
        value: Option<&Raw>,
        yes: bool,
        surroundings: &Surroundings,
    ) {
        if let (Some(value), true) = (value, yes) {
            return self.inform(slot, value, false, surroundings);
        }
        let project = self.project.clone();
        let Some(offer) = self.offer_of(slot, &project) else {
            return self.refuse("unknown-slot", slot, &words::unknown_slot(slot));
        };
        match (&offer.values[..], yes) {
            (_, false) if self.is_known_as(offer.question, value) => {
                let question = offer.question;
                let known = self.canon().value(&question.cell);
                let shown = known.map(|known| self.shown(&question.cell, &known));
                let called = super::answers::label(question);
                let words = words::what_instead(&called, &shown.unwrap_or_default());
                self.refuse("negated", slot, &words);
            }
            ([], _) if value.is_none() && self.is_boolean(offer.question) => {
                self.inform(slot, &Raw::Bool(yes), false, surroundings);
            }
            ([], _) => self.nothing_to_affirm(),
            ([only], true) => {
                let only = only.clone();
                self.take(vec![(offer, only)], surroundings);
            }
            ([_, ..], true) => self.refuse("ambiguous", slot, &words::which_offer()),
            ([_, ..], false) => match self.denied_by(&offer, value) {
                Some(denied) => self.withdraw(&offer, &[denied], surroundings),
                None => self.decline(&[offer], surroundings),
            },
        }
    }

    /// The one of several offers that an act says no to.
    fn denied_by(&self, offer: &Offer, value: Option<&Raw>) -> Option<Value> {
        let (Raw::Text(said) | Raw::Number(said)) = value? else {
            return None;
        };
        let named = |known: &&Value| fold(&known.show()) == fold(said);
        let ranked = || offer.values.get(answer::rank(said, offer.values.len())?);
        let found = offer.values.iter().find(named).or_else(ranked);
        found
            .filter(|_| self.is_exact() && offer.values.len() > 1)
            .cloned()
    }

    /// Whether a question is answered with this very value, which is denied.
    fn is_known_as(&self, question: &Question, value: Option<&Raw>) -> bool {
        let (Some(raw), Some(attribute)) = (value, self.project.attribute(&question.cell)) else {
            return false;
        };
        let denied = self.understood(question, attribute, raw, &[]).ok();
        self.heeds() && denied.is_some() && denied == self.canon().value(&question.cell)
    }

    /// What is offered for a slot, be it nothing.
    fn offer_of<'p>(&self, slot: &Name, project: &'p crate::project::Project) -> Option<Offer<'p>> {
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

    /// One of the values that are offered, by itself or by its rank; without any, the only one.
    pub(super) fn select(&mut self, act: &Act, surroundings: &Surroundings) {
        let Some(value) = &act.value else {
            return self.affirm(act, true, surroundings);
        };
        let project = self.project.clone();
        let offers = match &act.slot {
            Some(slot) => match self.offer_of(slot, &project) {
                Some(offer) => vec![offer],
                None => return self.refuse("unknown-slot", slot, &words::unknown_slot(slot)),
            },
            None => {
                let offers = project.flow.as_ref().map(|flow| self.on_offer(flow));
                offers.unwrap_or_default()
            }
        };
        let said = match value {
            Raw::Text(text) | Raw::Number(text) => text.clone(),
            Raw::Null | Raw::Bool(_) | Raw::List(_) | Raw::Map(_) | Raw::Confidential(_) => {
                String::new()
            }
        };
        let chosen = |offer: &Offer| {
            let found = offer.values.iter().find(|value| value.show() == said);
            let folded = || {
                offer
                    .values
                    .iter()
                    .find(|value| fold(&value.show()) == fold(&said))
            };
            found.or_else(folded).cloned()
        };
        let named: Vec<(Offer, Value)> = offers
            .iter()
            .filter_map(|offer| Some((offer.clone(), chosen(offer)?)))
            .collect();
        match named.len() {
            0 => {}
            1 => return self.take(named, surroundings),
            _ => {
                self.refuse("ambiguous", "act", &words::which_offer());
                return self.ask_again();
            }
        }
        // « -1 » is no rank.
        let signed = self.is_exact() && said.trim_start().starts_with('-');
        if let [offer] = &offers[..]
            && let Some(at) = answer::rank(&said, offer.values.len())
            && !signed
        {
            let taken = vec![(offer.clone(), offer.values[at].clone())];
            return self.take(taken, surroundings);
        }
        // A rank beyond what is offered means none of it.
        let is_rank = answer::rank(&said, usize::MAX).is_some()
            || said.trim().parse::<Number>().is_ok()
            || said.trim().chars().count() == 1;
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
            self.hears() && text && ranked && self.offered(question).is_empty()
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
            (None, _) if offers.is_empty() => self.nothing_to_affirm(),
            (None, _) => {
                self.refuse("not-a-choice", "act", &words::which_offer());
                self.ask_again();
            }
        }
    }

    fn is_open_ask(&self, offer: &Offer) -> bool {
        offer.part.id == *offer.id && self.is_open_part(offer.part)
    }

    pub(super) fn is_boolean(&self, question: &Question) -> bool {
        let attribute = self.project.attribute(&question.cell);
        attribute.is_some_and(|attribute| attribute.kind == Type::Boolean)
    }

    fn nothing_to_affirm(&mut self) {
        self.refuse("nothing-to-affirm", "act", &words::nothing_to_affirm());
    }
}
