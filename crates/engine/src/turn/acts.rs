//! Acts: what a host understood, slot by slot.

use super::answers::Refused;
use super::{Draft, Surroundings};
use crate::answer;
use crate::event::{Closed, Method};
use crate::input::{Act, ActKind, Raw};
use crate::item::ItemKind;
use crate::project::{Part, PartKind, Question};
use crate::words;
use logic::holds::Facts;
use logic::value::{Cell, Name, Value};

impl Draft {
    pub(super) fn act(&mut self, act: &Act, surroundings: &Surroundings) {
        let informs = matches!(act.act, ActKind::Inform | ActKind::Correct);
        if act.value == Some(Raw::Null) && self.refers() && !informs {
            // What is none is not there.
            let act = Act {
                value: None,
                ..act.clone()
            };
            return self.act(&act, surroundings);
        }
        match act.act {
            ActKind::Affirm => self.affirm(act, true, surroundings),
            ActKind::Negate => self.affirm(act, false, surroundings),
            ActKind::Select => self.select(act, surroundings),
            ActKind::Request => self.requested(act.slot.as_ref()),
            ActKind::Inform | ActKind::Correct => {
                let (Some(slot), Some(value)) = (&act.slot, &act.value) else {
                    return self.refuse("bad-act", "act", &words::act_needs("`slot`, `value`"));
                };
                if self.nuanced(slot, value, surroundings) {
                    return;
                }
                self.inform(slot, value, act.act == ActKind::Correct, surroundings);
            }
        }
    }

    /// Whether a slot is the open mirror, or the cell of what is added to it; then that was said.
    fn nuanced(&mut self, slot: &Name, value: &Raw, surroundings: &Surroundings) -> bool {
        let open = self.state.obligation.as_ref();
        let open = open.filter(|_| self.is_exact() && self.awaits_validation());
        let project = self.project.clone();
        let part = open.and_then(|open| project.part(&open.obligation.part));
        let (Some(part), Raw::Text(said)) = (part, value) else {
            return false;
        };
        let PartKind::Mirror { nuance, .. } = &part.kind else {
            return false;
        };
        let cell = nuance
            .as_ref()
            .is_some_and(|cell| cell.to_string() == **slot || *cell.attribute == **slot);
        if part.id != *slot && !cell {
            return false;
        }
        match answer::verdict(said) {
            Some(verdict) => self.verdict(verdict, said, surroundings),
            None => self.refuse("blank", slot, &words::no_answer()),
        }
        true
    }

    /// What is asked about a slot: its value, or why it is asked.
    fn requested(&mut self, slot: Option<&Name>) {
        let Some(slot) = slot else {
            return match self.state.obligation {
                Some(_) => self.say_why(),
                None => self.not_now(),
            };
        };
        let project = self.project.clone();
        let found = self.question_of_slot(slot);
        let found = found.and_then(|id| project.flow.as_ref()?.question(&id));
        let Some((_, question)) = found else {
            return self.refuse_slot(slot);
        };
        let called = super::answers::label(question);
        let words = match self.canon().value(&question.cell) {
            Some(value) => words::value_of(&called, &self.shown(&question.cell, &value)),
            None => words::not_known_yet(&called),
        };
        self.say(ItemKind::Statement, &words, None);
        self.ask_again();
    }

    pub(super) fn inform(
        &mut self,
        slot: &Name,
        value: &Raw,
        corrects: bool,
        surroundings: &Surroundings,
    ) {
        // A value that was understood is what it says; before, it was read as a person's words.
        let as_said = self.state.edition() < 4 && matches!(value, Raw::Text(_));
        self.inform_as(slot, value, corrects, as_said, surroundings);
    }

    pub(super) fn inform_as(
        &mut self,
        slot: &Name,
        value: &Raw,
        corrects: bool,
        as_said: bool,
        surroundings: &Surroundings,
    ) {
        let project = self.project.clone();
        let found = self.question_of_slot(slot);
        let found = found.and_then(|id| Some((id.clone(), project.flow.as_ref()?.question(&id)?)));
        let Some((id, (part, _))) = found else {
            return self.refuse_slot(slot);
        };
        let open = self.state.open_question();
        let is_open = open.is_some_and(|open| open.obligation.part == part.id);
        if !corrects && is_open && part.id == id {
            return self.answer(value, as_said, surroundings);
        }
        let read: Result<(Cell, Value), Refused> = self.read_answer(&id, value, as_said);
        match read {
            Ok((cell, value)) => {
                if self.state.edition() >= 4 && corrects && self.state.answers.get(&id).is_some() {
                    return self.correct(&id, &cell, value, surroundings);
                }
                let old = self.canon().value(&cell);
                let answered = self.state.answers.get(&id).is_some();
                let shown = self.shown(&cell, &value);
                let same = old.as_ref() == Some(&value);
                if self.may_settle(&cell, &value, None, None) {
                    self.accept(&id, &cell, value, Method::Testimony);
                    if self.heeds() {
                        let before = old.filter(|_| answered && !same);
                        let before = before.map(|old| self.shown(&cell, &old));
                        self.say_informed(&id, shown, before, is_open);
                    }
                }
                self.informed(part, surroundings);
            }
            Err((code, reason)) => self.refuse(code, &id, &reason),
        }
    }

    /// What a slot is now, where nothing else would say so: another value than before, or one that is not asked
    /// for now.
    pub(super) fn say_informed(
        &mut self,
        id: &Name,
        shown: String,
        before: Option<String>,
        is_open: bool,
    ) {
        let flow = self.project.flow.as_ref();
        let question = flow.and_then(|flow| flow.question(id));
        let attribute = question.and_then(|(_, question)| self.project.attribute(&question.cell));
        if attribute.is_none_or(|attribute| attribute.confidential) {
            return;
        }
        if before.is_some() {
            self.say_corrected(id, &shown, before);
        } else if !is_open {
            let taken = words::taken(&[(self.called_part(id), shown)]);
            self.say(ItemKind::Statement, &taken, self.part_of(id).as_ref());
        }
    }

    /// After a slot was filled: its form may be complete, its question closed, the flow go on.
    pub(super) fn informed(&mut self, part: &Part, surroundings: &Surroundings) {
        let open = self.state.open_question();
        let is_open = open.is_some_and(|open| open.obligation.part == part.id);
        match &part.kind {
            PartKind::Form { .. } if is_open => self.form_goes_on(part, surroundings),
            PartKind::Ask { .. } if is_open => {
                self.close(Closed::Answered);
                self.advance(surroundings);
            }
            PartKind::Form { .. }
            | PartKind::Ask { .. }
            | PartKind::Say { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => self.after_settling(surroundings),
        }
    }

    /// No question has this slot, or several have: which ones there are.
    pub(super) fn refuse_slot(&mut self, slot: &Name) {
        let several = self.questions_of_slot(slot);
        if several.len() > 1 {
            return self.refuse("ambiguous", slot, &words::slot_of_several(slot, &several));
        }
        let words = match self.project.flow.as_ref().filter(|_| self.judges()) {
            Some(flow) => {
                let known = flow.questions().map(|(id, ..)| id.to_string());
                words::unknown_slot_of(slot, &known.take(SLOTS_SHOWN).collect::<Vec<_>>())
            }
            None => words::unknown_slot(slot),
        };
        self.refuse("unknown-slot", slot, &words);
    }

    /// A slot is a question's id, its cell, its cell's attribute, or what it is called; as it is written, else in
    /// other letters (« Hotel-Area »).
    pub(super) fn question_of_slot(&self, slot: &str) -> Option<Name> {
        if self.discerns() {
            return match &self.questions_of_slot(slot)[..] {
                [one] => Some(one.clone()),
                [..] => None,
            };
        }
        let flow = self.project.flow.as_ref()?;
        let find = |wanted: &dyn Fn(&Name, &Cell) -> bool| {
            flow.questions()
                .find(|(id, _, question)| wanted(id, &question.cell))
                .map(|(id, ..)| id.clone())
        };
        find(&|id, _| &**id == slot)
            .or_else(|| find(&|_, cell| cell.to_string() == slot))
            .or_else(|| find(&|_, cell| &*cell.attribute == slot))
            .or_else(|| self.slot_in_other_letters(slot))
            .or_else(|| self.slot_joined(slot))
    }

    /// The questions that a slot may mean, of several of one name the one that is open or in the open form.
    pub(super) fn questions_of_slot(&self, slot: &str) -> Vec<Name> {
        let Some(flow) = self.project.flow.as_ref().filter(|_| self.discerns()) else {
            return Vec::new();
        };
        let wanted = plain(slot);
        let joined = |name: &str| !wanted.is_empty() && plain(name).concat() == wanted.concat();
        let lettered = |name: &str| !wanted.is_empty() && plain(name) == wanted;
        let is = |name: &str| name == slot;
        type Way<'w> = &'w dyn Fn(&Name, &Question) -> bool;
        let ways: [Way; 6] = [
            &|id, question| is(id) || is(&question.cell.to_string()),
            &|_, question| is(&question.cell.attribute),
            &|id, _| lettered(id),
            &|_, question| slot_names(question).iter().any(|name| lettered(name)),
            &|id, _| joined(id),
            &|_, question| slot_names(question).iter().any(|name| joined(name)),
        ];
        let found = ways.iter().find_map(|is_meant| {
            let found = flow.questions();
            let found: Vec<_> = found
                .filter(|(id, _, question)| is_meant(id, question))
                .collect();
            (!found.is_empty()).then_some(found)
        });
        let found = found.unwrap_or_default();
        let own: Vec<_> = found
            .iter()
            .filter(|(_, part, _)| self.is_open_part(part))
            .collect();
        let whole = found.iter().find(|(id, ..)| is(id));
        match (whole, &own[..], &found[..]) {
            (Some((id, ..)), _, _) => vec![(*id).clone()],
            (None, [(id, ..)], _) => vec![(*id).clone()],
            // Two questions for one cell are asked in turn.
            (None, _, [(id, _, first), rest @ ..])
                if rest.iter().all(|(.., other)| other.cell == first.cell) =>
            {
                vec![(*id).clone()]
            }
            (None, _, all) => all.iter().map(|(id, ..)| (*id).clone()).collect(),
        }
    }

    /// The only question of which a slot is a name whose words are parted elsewhere: « restaurant-book people » for
    /// `restaurant_bookpeople`.
    fn slot_joined(&self, slot: &str) -> Option<Name> {
        let wanted = plain(slot).concat();
        let flow = self.project.flow.as_ref().filter(|_| self.refers())?;
        let is_meant = |id: &Name, question: &Question| {
            let mut names = slot_names(question).into_iter();
            plain(id).concat() == wanted || names.any(|name| plain(&name).concat() == wanted)
        };
        let mut found = flow
            .questions()
            .filter(|(id, _, question)| is_meant(id, question));
        let (id, ..) = found.next().filter(|_| !wanted.is_empty())?;
        found.next().is_none().then(|| id.clone())
    }

    /// The only question of which a slot is the name in other letters.
    fn slot_in_other_letters(&self, slot: &str) -> Option<Name> {
        let wanted = plain(slot);
        let flow = self.project.flow.as_ref().filter(|_| self.judges())?;
        let is_meant = |id: &Name, question: &Question| {
            let mut names = slot_names(question).into_iter();
            plain(id) == wanted || names.any(|name| plain(&name) == wanted)
        };
        let mut found = flow
            .questions()
            .filter(|(id, _, question)| is_meant(id, question));
        let (id, ..) = found.next().filter(|_| !wanted.is_empty())?;
        found.next().is_none().then(|| id.clone())
    }
}

/// By which names a host may mean a question, beside its id.
fn slot_names(question: &Question) -> Vec<String> {
    let cell = &question.cell;
    let own = [cell.to_string(), cell.attribute.to_string()].into_iter();
    own.chain(question.called.iter().cloned()).collect()
}

/// More slots than this are not listed.
const SLOTS_SHOWN: usize = 20;

/// The words of a name, however they are joined.
fn plain(name: &str) -> Vec<String> {
    logic::text::words(&name.replace('_', " "))
}
