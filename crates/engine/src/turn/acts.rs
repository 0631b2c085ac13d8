//! Acts: what a host understood, slot by slot.

use super::answers::Refused;
use super::{Draft, Surroundings};
use crate::answer::{self, Verdict};
use crate::event::{Closed, Method};
use crate::flow;
use crate::input::{Act, ActKind, Raw};
use crate::item::ItemKind;
use crate::project::{Part, PartKind, Question};
use crate::words;
use logic::holds::Facts;
use logic::kind::Type;
use logic::value::{Cell, Name, Value};

impl Draft {
    pub(super) fn act(&mut self, act: &Act, surroundings: &Surroundings) {
        match act.act {
            ActKind::Affirm => self.affirm(act, true, surroundings),
            ActKind::Negate => self.affirm(act, false, surroundings),
            ActKind::Select => self.select(act, surroundings),
            ActKind::Request => self.requested(act.slot.as_ref()),
            ActKind::Inform | ActKind::Correct => {
                let (Some(slot), Some(value)) = (&act.slot, &act.value) else {
                    return self.refuse("bad-act", "act", &words::act_needs("`slot`, `value`"));
                };
                self.inform(slot, value, act.act == ActKind::Correct, surroundings);
            }
        }
    }

    /// Yes or no to what is open: a mirror, the only value that is offered, a yes/no question.
    fn affirm(&mut self, act: &Act, yes: bool, surroundings: &Surroundings) {
        if let Some(slot) = &act.slot {
            return self.affirm_slot(slot, act.value.as_ref(), yes, surroundings);
        }
        if self.awaits_validation() {
            let verdict = if yes { Verdict::Yes } else { Verdict::No };
            return self.verdict(verdict, surroundings);
        }
        let project = self.project.clone();
        let open = self.state.open_question();
        let part = open.map(|open| open.obligation.part.clone());
        match part
            .as_ref()
            .and_then(|part| project.part(part))
            .map(|part| &part.kind)
        {
            Some(PartKind::Ask { question, .. }) => {
                let offered = self.offered(question);
                match (&offered[..], yes) {
                    ([], _) if self.is_boolean(question) => {
                        self.answer(&Raw::Bool(yes), false, surroundings);
                    }
                    ([only], true) => {
                        let only = only.clone();
                        self.take_offer(question, only, surroundings);
                    }
                    ([_, ..], false) => {
                        self.say(ItemKind::Statement, &words::none_of_these(), None);
                        self.ask_again();
                    }
                    ([_, ..], true) => {
                        self.refuse("ambiguous", "act", &words::which_offer());
                        self.ask_again();
                    }
                    ([], _) => self.nothing_to_affirm(),
                }
            }
            Some(PartKind::Form { .. }) if yes && self.offered_field().is_some() => {
                if let Some((question, offered)) = self.offered_field() {
                    match &offered[..] {
                        [only] => {
                            let only = only.clone();
                            self.take_offer(&question, only, surroundings);
                        }
                        [] | [_, ..] => self.refuse("ambiguous", "act", &words::which_offer()),
                    }
                }
            }
            Some(PartKind::Lock { .. }) if yes => {
                self.answer(&Raw::Bool(true), false, surroundings);
            }
            Some(
                PartKind::Say { .. }
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

    /// The only missing field of the open form for which something is offered.
    fn offered_field(&self) -> Option<(Question, Vec<Value>)> {
        let open = self.state.open_question()?;
        let part = self.project.part(&open.obligation.part)?;
        let canon = self.canon();
        let mut offered = part
            .questions()
            .into_iter()
            .filter(|(id, question)| flow::is_asked(&canon, id, question))
            .map(|(_, question)| (question.clone(), self.offered(question)))
            .filter(|(_, offered)| !offered.is_empty());
        let first = offered.next()?;
        offered.next().is_none().then_some(first)
    }

    fn nothing_to_affirm(&mut self) {
        self.refuse("nothing-to-affirm", "act", &words::nothing_to_affirm());
    }

    fn is_boolean(&self, question: &Question) -> bool {
        let attribute = self.project.attribute(&question.cell);
        attribute.is_some_and(|attribute| attribute.kind == Type::Boolean)
    }

    /// Yes or no about one slot. What is not a yes/no question keeps its value, unless one is given.
    fn affirm_slot(
        &mut self,
        slot: &Name,
        value: Option<&Raw>,
        yes: bool,
        surroundings: &Surroundings,
    ) {
        let project = self.project.clone();
        let found = self.question_of_slot(slot);
        let found = found.and_then(|id| project.flow.as_ref()?.question(&id));
        let Some((_, question)) = found else {
            return self.refuse("unknown-slot", slot, &words::unknown_slot(slot));
        };
        match (value, yes) {
            (Some(value), true) => self.inform(slot, value, false, surroundings),
            (None, _) if self.is_boolean(question) => {
                self.inform(slot, &Raw::Bool(yes), false, surroundings);
            }
            (None, true) => match &self.offered(question)[..] {
                [only] => {
                    let only = only.clone();
                    self.take_offer(question, only, surroundings);
                }
                [] => self.nothing_to_affirm(),
                [_, ..] => self.refuse("ambiguous", slot, &words::which_offer()),
            },
            (Some(_) | None, false) => {
                self.say(ItemKind::Statement, &words::none_of_these(), None);
                self.ask_again();
            }
        }
    }

    /// One of the values that are offered, by its rank or by itself.
    fn select(&mut self, act: &Act, surroundings: &Surroundings) {
        let Some(value) = &act.value else {
            return self.refuse("bad-act", "act", &words::act_needs("`value`"));
        };
        let slot = act
            .slot
            .as_ref()
            .and_then(|slot| self.question_of_slot(slot));
        let open = self.state.open_question();
        let open = open.map(|open| open.obligation.part.clone());
        let field = self.offered_field().and_then(|(question, _)| {
            let flow = self.project.flow.as_ref()?;
            let mut questions = flow.questions();
            let found = questions.find(|(.., known)| known.cell == question.cell);
            found.map(|(id, ..)| id.clone())
        });
        let Some(id) = slot.or(field).or(open) else {
            return self.not_now();
        };
        let project = self.project.clone();
        let found = project.flow.as_ref().and_then(|flow| flow.question(&id));
        let Some((part, question)) = found else {
            return self.refuse("unknown-slot", &id, &words::unknown_slot(&id));
        };
        let offered = self.offered(question);
        let said = match value {
            Raw::Text(text) | Raw::Number(text) => text.clone(),
            Raw::Null | Raw::Bool(_) | Raw::List(_) | Raw::Map(_) | Raw::Confidential(_) => {
                String::new()
            }
        };
        let is_value = offered.iter().any(|value| value.show() == said);
        if !is_value && let Some(at) = answer::rank(&said, offered.len()) {
            let chosen = offered[at].clone();
            return self.take_offer(question, chosen, surroundings);
        }
        let text = Raw::Text(said.clone());
        let raw = if said.is_empty() { value } else { &text };
        let is_open = self
            .state
            .open_question()
            .is_some_and(|open| open.obligation.part == part.id);
        if is_open && part.id == id {
            self.answer(raw, matches!(raw, Raw::Text(_)), surroundings);
        } else {
            self.inform(&id, raw, false, surroundings);
        }
    }

    fn take_offer(&mut self, question: &Question, value: Value, surroundings: &Surroundings) {
        let project = self.project.clone();
        let flow = project.flow.as_ref();
        let found = flow.and_then(|flow| {
            let mut questions = flow.questions();
            questions.find(|(.., known)| known.cell == question.cell)
        });
        let Some((id, part, _)) = found else {
            return;
        };
        if self.may_settle(&question.cell, &value, None, None) {
            self.accept(id, &question.cell, value, Method::Testimony);
        }
        self.informed(part, surroundings);
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
            return self.refuse("unknown-slot", slot, &words::unknown_slot(slot));
        };
        let called = super::answers::label(question);
        let words = match self.canon().value(&question.cell) {
            Some(value) => words::value_of(&called, &self.canon().show(&question.cell, &value)),
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
        let project = self.project.clone();
        let found = self.question_of_slot(slot);
        let found = found.and_then(|id| Some((id.clone(), project.flow.as_ref()?.question(&id)?)));
        let Some((id, (part, _))) = found else {
            return self.refuse("unknown-slot", slot, &words::unknown_slot(slot));
        };
        let as_said = matches!(value, Raw::Text(_));
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
                if self.may_settle(&cell, &value, None, None) {
                    self.accept(&id, &cell, value, Method::Testimony);
                }
                self.informed(part, surroundings);
            }
            Err((code, reason)) => self.refuse(code, &id, &reason),
        }
    }

    /// After a slot was filled: its form may be complete, its question closed, the flow go on.
    fn informed(&mut self, part: &Part, surroundings: &Surroundings) {
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

    /// A slot is a question's id, its cell, or its cell's attribute.
    pub(super) fn question_of_slot(&self, slot: &str) -> Option<Name> {
        let flow = self.project.flow.as_ref()?;
        let find = |wanted: &dyn Fn(&Name, &Cell) -> bool| {
            flow.questions()
                .find(|(id, _, question)| wanted(id, &question.cell))
                .map(|(id, ..)| id.clone())
        };
        find(&|id, _| &**id == slot)
            .or_else(|| find(&|_, cell| cell.to_string() == slot))
            .or_else(|| find(&|_, cell| &*cell.attribute == slot))
    }
}
