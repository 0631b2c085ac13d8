//! Assent: what yes and no mean, of what is open or offered, or of one slot.

use super::offers::Offer;
use super::{Draft, Surroundings};
use crate::answer;
use crate::input::{Act, Raw};
use crate::project::{PartKind, Question};
use crate::words;
use logic::holds::Facts;
use logic::kind::Type;
use logic::text::fold;
use logic::value::{Name, Value};

impl Draft {
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
        if let Some(meant) = self.meant_last().filter(|_| yes) {
            return self.answer(&Raw::Text(meant), false, surroundings);
        }
        let project = self.project.clone();
        let offers = project.flow.as_ref().map(|flow| self.on_offer(flow));
        let mut offers = offers.unwrap_or_default();
        if yes && self.refers() {
            offers = self.for_bare_yes(offers);
        }
        let denied: Vec<(&Offer, Value)> = offers
            .iter()
            .filter_map(|offer| Some((offer, self.denied_by(offer, act.value.as_ref(), false)?)))
            .collect();
        if let ([(offer, denied)], false) = (&denied[..], yes) {
            let offer = (*offer).clone();
            return self.deny(&offer, denied, surroundings);
        }
        if let (Some(value), true) = (&act.value, self.judges())
            && !offers.is_empty()
        {
            return self.refuse_offer(&offers, value);
        }
        if !offers.is_empty() {
            return self.settle_offers(offers, yes, surroundings);
        }
        let open = self.state.open_question();
        let part = open.and_then(|open| project.part(&open.obligation.part));
        match part.map(|part| &part.kind) {
            Some(PartKind::Ask { question, .. }) if self.is_boolean(question) => {
                let opposite = self.opposite(question, act.value.as_ref());
                let said = opposite.filter(|_| !yes).unwrap_or(yes);
                self.answer(&Raw::Bool(said), false, surroundings);
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
        let Some(mut offer) = self.offer_of(slot, &project) else {
            return self.refuse_slot(slot);
        };
        // What was taken, or answered otherwise, is no longer on offer.
        if yes && !self.is_live(offer.question) {
            offer.values.clear();
        }
        // Of two values, to deny one is to say the other.
        if let (Some(other), [], false) =
            (self.opposite(offer.question, value), &offer.values[..], yes)
        {
            return self.inform(slot, &Raw::Bool(other), false, surroundings);
        }
        let offered = self.discerns()
            && self.is_pending(&offer)
            && self.denied_by(&offer, value, true).is_some();
        match (&offer.values[..], yes) {
            (_, false) if !offered && self.is_known_as(offer.question, value) => {
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
            ([], false) if self.judges() && self.canon().value(&offer.question.cell).is_some() => {
                self.deny_known(&offer, value);
            }
            ([], _) => self.nothing_to_affirm(),
            ([only], true) => {
                let only = only.clone();
                self.take(vec![(offer, only)], surroundings);
            }
            ([_, ..], true) => {
                let words = self.which_of(&[offer]);
                self.refuse("ambiguous", slot, &words);
            }
            ([_, ..], false) => match (self.denied_by(&offer, value, true), value) {
                (Some(denied), _) => self.deny(&offer, &denied, surroundings),
                (None, Some(value)) if self.judges() => self.refuse_offer(&[offer], value),
                (None, _) => self.decline(&[offer], surroundings),
            },
        }
    }

    /// No to one of the values that are offered for a question; to the only one, none is left.
    fn deny(&mut self, offer: &Offer, denied: &Value, surroundings: &Surroundings) {
        match offer.values.len() {
            1 => self.decline(std::slice::from_ref(offer), surroundings),
            _ => self.withdraw(offer, std::slice::from_ref(denied), surroundings),
        }
    }

    /// No to what a question was answered with, or to something else than that.
    fn deny_known(&mut self, offer: &Offer, value: Option<&Raw>) {
        let question = offer.question;
        let known = self.canon().value(&question.cell);
        let shown = known.map(|known| self.shown(&question.cell, &known));
        let (called, shown) = (super::answers::label(question), shown.unwrap_or_default());
        match value {
            None => self.refuse("negated", offer.id, &words::what_instead(&called, &shown)),
            Some(_) => self.refuse(
                "nothing-to-affirm",
                offer.id,
                &words::not_noted(&called, &shown),
            ),
        }
    }

    /// What a yes/no question is where this is denied.
    fn opposite(&self, question: &Question, value: Option<&Raw>) -> Option<bool> {
        let attribute = self.project.attribute(&question.cell)?;
        let raw = value.filter(|_| self.judges() && self.is_boolean(question))?;
        match self.understood(question, attribute, raw, &[]) {
            Ok(Value::Bool(truth)) => Some(!truth),
            Ok(_) | Err(_) => None,
        }
    }

    /// The one of several offers that an act says no to. Without a slot a rank is for what was offered last.
    fn denied_by(&self, offer: &Offer, value: Option<&Raw>, slotted: bool) -> Option<Value> {
        if self.judges() {
            let ranked = |value| {
                let meant = slotted || !self.discerns() || self.is_newest(offer.question);
                self.ranked(offer, value).filter(|_| meant)
            };
            return self.chosen(offer, value?).or_else(|| ranked(value?));
        }
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

    pub(super) fn is_boolean(&self, question: &Question) -> bool {
        let attribute = self.project.attribute(&question.cell);
        attribute.is_some_and(|attribute| attribute.kind == Type::Boolean)
    }

    pub(super) fn nothing_to_affirm(&mut self) {
        self.refuse("nothing-to-affirm", "act", &words::nothing_to_affirm());
    }
}
