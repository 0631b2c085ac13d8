//! Words about what was offered and is not asked for now: an older value by its name, and anything on offer where no
//! question is open.

use super::offers::Offer;
use super::{Draft, Surroundings};
use crate::answer::{self, Picked, Reader, Verdict};
use crate::input::Raw;
use crate::project::{Part, PartKind};
use crate::words;
use logic::value::Value;

impl Draft {
    /// Whether a message names what was offered before the newest, and nothing else; then that was taken.
    pub(super) fn named_older(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let project = self.project.clone();
        let Some(flow) = project.flow.as_ref().filter(|_| self.discerns()) else {
            return false;
        };
        let said = match answer::assented(text) {
            Some((true, rest)) => rest,
            Some((false, _)) | None => text,
        };
        let plain = answer::without_courtesies(said).trim();
        let plain = plain.trim_end_matches(['.', '!', ',']);
        let newer = self.on_offer(flow);
        let raw = Raw::Text(plain.to_owned());
        let older = self.older_named(&project, &newer, &raw);
        let Some(older) = older.filter(|_| !self.is_choice(plain)) else {
            return false;
        };
        self.take(vec![older], surroundings);
        true
    }

    /// Whether a message is about what is on offer while no question is open: at a button, or after the end. It does
    /// what an act would do.
    pub(super) fn picked_beside(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let project = self.project.clone();
        let Some(flow) = project.flow.as_ref().filter(|_| self.discerns()) else {
            return false;
        };
        let offers = self.on_offer(flow);
        if offers.is_empty() {
            return self.named_older(text, surroundings);
        }
        match answer::verdict(text) {
            Some(Verdict::Yes) => {
                let newest = self.for_bare_yes(offers);
                let any = !newest.is_empty();
                if any {
                    self.settle_offers(newest, true, surroundings);
                }
                return any;
            }
            Some(Verdict::No) => {
                self.settle_offers(offers, false, surroundings);
                return true;
            }
            Some(Verdict::Nuance(_)) | None => {}
        }
        let said = match answer::assented(text) {
            Some((true, rest)) => rest,
            Some((false, _)) | None => text,
        };
        if let Some((offer, denied)) = self.denied_of(&offers, said) {
            self.withdraw(&offer, &denied, surroundings);
            return true;
        }
        let picks = self.picks(&offers, said);
        let named: Vec<(Offer, Value)> = picks
            .iter()
            .filter(|(_, value)| {
                let rest = answer::beside(value, said);
                rest.is_some_and(|rest| answer::says_nothing(&rest))
            })
            .cloned()
            .collect();
        match (&named[..], &picks[..]) {
            ([one], _) | ([], [one]) => {
                self.take(vec![one.clone()], surroundings);
                true
            }
            ([], []) => {
                self.named_older(text, surroundings) || self.labelled_beside(text, surroundings)
            }
            ([..], [..]) => {
                let words = self.which_of(&offers);
                self.refuse("ambiguous", "input", &words);
                true
            }
        }
    }

    /// What a message picks of each offer.
    fn picks<'p>(&self, offers: &[Offer<'p>], said: &str) -> Vec<(Offer<'p>, Value)> {
        let pick = |offer: &Offer<'p>| {
            let (project, state) = (&self.project, &self.state);
            let reading = super::answers::reading(project, state, offer.question, &offer.values)?;
            match answer::picked(&reading, said)? {
                Picked::One(value) if offer.values.contains(&value) => Some((offer.clone(), value)),
                Picked::One(_) | Picked::Declined | Picked::Denied(_) | Picked::Unclear(_) => None,
            }
        };
        offers.iter().filter_map(pick).collect()
    }

    /// « hotel name: Gonville »: a field that has something on offer, by what it is called.
    fn labelled_beside(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let project = self.project.clone();
        let Some((label, said)) = text.split_once([':', '=']) else {
            return false;
        };
        let found = self.question_of_slot(label.trim());
        let flow = project.flow.as_ref();
        let found = found.and_then(|id| flow?.questions().find(|(known, ..)| **known == id));
        let Some((id, part, question)) = found else {
            return false;
        };
        let offer = Offer {
            id,
            part,
            question,
            values: self.offered(question),
        };
        if offer.values.is_empty() {
            return false;
        }
        match &self.picks(std::slice::from_ref(&offer), said)[..] {
            [one] => self.take(vec![one.clone()], surroundings),
            [..] => self.refuse_offer(&[offer], &Raw::Text(said.trim().to_owned())),
        }
        true
    }

    /// A weekday that a message says and nothing took, for the text that is asked for and called a day; else it is said
    /// to be not taken.
    pub(super) fn fill_day(&self, part: &Part, text: &str, filled: &mut answer::Filled) {
        let PartKind::Form { fields, .. } = &part.kind else {
            return;
        };
        let Some(day) = answer::only_weekday(text).filter(|_| self.discerns()) else {
            return;
        };
        let day = logic::text::fold(day);
        let holds = |said: &str| logic::text::words(said).contains(&day);
        let taken = filled
            .values
            .iter()
            .any(|(at, value)| holds(&value.show()) || fields[*at].question.reader == Reader::Date);
        let refused = filled
            .refused
            .iter()
            .any(|(at, _)| fields[*at].question.reader != Reader::Number);
        if taken || refused || filled.values.is_empty() {
            return;
        }
        // « , lundi » beside what was taken is no more than that day.
        let alone = |rest: &String| answer::telling(rest) == [day.clone()];
        if let Some(at) = filled.rest.iter().position(alone) {
            filled.rest.remove(at);
        }
        if filled.rest.iter().any(|rest| holds(rest)) {
            return;
        }
        let canon = self.canon();
        let days = fields.iter().enumerate().filter(|(_, field)| {
            let question = &field.question;
            let mut called = question
                .called
                .iter()
                .flat_map(|name| logic::text::words(name));
            question.reader == Reader::Text
                && crate::flow::is_asked(&canon, &field.id, question)
                && called.any(|word| matches!(&*word, "day" | "jour" | "weekday"))
        });
        let days: Vec<usize> = days.map(|(at, _)| at).collect();
        let said = answer::only_weekday(text).unwrap_or_default();
        match days[..] {
            [at] => filled.values.push((at, Value::text(said))),
            [..] => filled.rest.push(said.to_owned()),
        }
    }

    /// Whether a message to a form begins with what another field is called, be it filled or of another form; then
    /// it fills that one, or is refused, and never this one.
    pub(super) fn led_by_label(
        &mut self,
        part: &Part,
        text: &str,
        surroundings: &Surroundings,
    ) -> bool {
        let Some((label, said)) = text.split_once([':', '=']).filter(|_| self.discerns()) else {
            return false;
        };
        let (label, said) = (label.trim(), said.trim());
        let words = logic::text::words(label).len();
        let several = words == 0 || words > LABEL || said.contains([':', '=']);
        if several || said.is_empty() || !matches!(part.kind, PartKind::Form { .. }) {
            return false;
        }
        let project = self.project.clone();
        let slot = logic::value::Name::from(label);
        let Some(id) = self.question_of_slot(&slot) else {
            let several = self.questions_of_slot(&slot);
            if several.len() > 1 {
                let words = words::slot_of_several(&slot, &several);
                self.refuse("ambiguous", "input", &words);
                self.ask_again();
            }
            return several.len() > 1;
        };
        let found = project.flow.as_ref().and_then(|flow| flow.question(&id));
        if found.is_none() {
            return false;
        }
        let said = Raw::Text(said.to_owned());
        self.inform_as(&id, &said, true, true, surroundings);
        true
    }
}

/// More words than this are no label.
const LABEL: usize = 4;
