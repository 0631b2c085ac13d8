//! Questions that a message names by their number in the block: what it says is for them, and for nothing else.

use super::correcting::{Answered, Corrections, is_free};
use super::{Draft, Surroundings};
use crate::answer::{self, Reference};
use crate::flow;
use crate::input::Raw;
use crate::project::{Part, PartKind};
use crate::words;
use logic::holds::Truth;
use logic::value::Value;

/// More words than this tell something of a question, and say no value for it.
const SENTENCE: usize = 4;

impl Draft {
    /// Whether a message says something of a question that it names by its number, and it is not clear what: then it
    /// answers nothing, and is added to no mirror.
    pub(super) fn points_elsewhere(&self, text: &str) -> bool {
        let mirror = self.awaits_validation();
        let may = self.discerns() && (mirror || self.state.open_question().is_some());
        may && !self.awaits_words() && answer::points_elsewhere(text, !mirror)
    }

    /// The question that a message names by its number, unless that is what a choice is called.
    pub(super) fn named_question(&self, text: &str) -> Option<Reference> {
        let reference = answer::referred(text, self.discerns()).filter(|_| self.refers())?;
        (!self.is_choice(text) && !self.echoes(&reference)).then_some(reference)
    }

    /// « la 2 : écouter d'abord »: a choice of what is open, by its number and its name.
    pub(super) fn echoes(&self, reference: &Reference) -> bool {
        let open = self.state.open_question();
        let part = open.and_then(|open| self.project.part(&open.obligation.part));
        let question = part.and_then(Part::ask);
        let Some(question) = question.filter(|_| !reference.named && !reference.is_short()) else {
            return false;
        };
        let read = self.read_for(question, &reference.value);
        let choices = question.choices_in(self.state.edition());
        let choice = reference.rank.and_then(|rank| choices.get(rank));
        choice.is_some_and(|choice| read == Some(Ok(Value::Symbol(choice.value.clone()))))
    }

    /// Which of the questions of a block is named.
    pub(super) fn place_of(&self, reference: &Reference, asked: &[&Part]) -> Option<usize> {
        let open = || asked.iter().position(|part| self.is_open_part(part));
        reference.rank.or_else(|| open()?.checked_sub(1))
    }

    /// Whether free words are awaited, of which only what is said to be a correction is none.
    pub(super) fn awaits_words(&self) -> bool {
        let open = self.state.open_question();
        let part = open.and_then(|open| self.project.part(&open.obligation.part));
        part.is_some_and(|part| {
            let form = matches!(part.kind, PartKind::Form { .. });
            form || part.ask().is_some_and(is_free)
        })
    }

    /// Whether a message says something for the question that it names, and nothing else; then that was taken: as a
    /// correction, ahead, or as the answer to what is open.
    pub(super) fn answered_where_named(
        &mut self,
        reference: &Reference,
        surroundings: &Surroundings,
    ) -> bool {
        let project = self.project.clone();
        let asked = flow::block_questions(&project, &self.state);
        let place = self.place_of(reference, &asked);
        let named = place.and_then(|at| Some((at, *asked.get(at)?)));
        let Some((at, part, question)) = named.and_then(|(at, part)| Some((at, part, part.ask()?)))
        else {
            return false;
        };
        let said = &reference.value;
        let whole = is_free(question) && !(reference.leads && reference.is_sure());
        let words = self.awaits_words() && (!reference.named || is_free(question));
        // One letter is no free answer.
        let letter = is_free(question) && reference.is_short();
        if whole || words || letter {
            return false;
        }
        let read = self.read_for(question, said).and_then(Result::ok);
        let whole = |value: &Value| self.left_of(&part.id, value, said).is_none();
        let Some(value) = read.filter(whole) else {
            return false;
        };
        if self.is_open_part(part) {
            self.answer(&Raw::Text(said.clone()), true, surroundings);
        } else if self.state.answers.get(&part.id).is_some() {
            self.correct(&part.id, &question.cell, value, surroundings);
        } else if self.is_sure(&asked[..=at]) {
            let said = Raw::Text(said.clone());
            self.inform_as(&part.id, &said, false, true, surroundings);
            if self.needs.is_empty() && self.state.obligation.is_some() && !self.asked_now() {
                self.ask_again();
            }
        } else {
            return false;
        }
        true
    }

    /// « question 1 : B, question 2 : C »: what several questions are corrected to, each named by its number.
    pub(super) fn each_named(&self, answered: &[Answered], text: &str) -> Option<Corrections> {
        let reference = self.named_question(text).filter(Reference::is_sure)?;
        let asked = flow::block_questions(&self.project, &self.state);
        let part = asked.get(self.place_of(&reference, &asked)?)?;
        let found = answered.iter().find(|(id, ..)| **id == part.id);
        let one = found.and_then(|(id, _, question)| {
            let read = self.read_for(question, &reference.value)?.ok()?;
            let letter = is_free(question) && reference.is_short();
            let whole = !letter && self.left_of(id, &read, &reference.value).is_none();
            let known = (!self.awaits_words() || reference.named && !is_free(question)) && whole;
            known.then(|| ((*id).clone(), question.cell.clone(), read))
        });
        if let Some(one) = one.filter(|_| reference.leads) {
            return Some(Corrections {
                values: vec![one],
                ..Corrections::default()
            });
        }
        answer::joined(text).into_iter().find_map(|(head, tail)| {
            let mut found = self.each_named(answered, head)?;
            found.values.extend(self.each_named(answered, tail)?.values);
            Some(found)
        })
    }

    /// Whether a message names another question with what that cannot take; then it is said so, and answers nothing.
    pub(super) fn refused_where_named(&mut self, reference: &Reference, text: &str) -> bool {
        let project = self.project.clone();
        let asked = flow::block_questions(&project, &self.state);
        let place = self.place_of(reference, &asked);
        let part = place.and_then(|at| asked.get(at).copied());
        let own = part.is_some_and(|part| self.is_open_part(part));
        let said = logic::text::words(&reference.value).len();
        // A long sentence about a question is what somebody adds to a mirror.
        let told = self.awaits_validation() && !reference.signed && said > SENTENCE;
        // At a mirror what may be a correction is asked for, and is not taken for what is to be added.
        let mirrored = self.discerns() && self.awaits_validation();
        let sure = reference.is_sure() || part.is_some() && (reference.is_short() || mirrored);
        if self.awaits_words() || own || told || !sure {
            return false;
        }
        let question = part.and_then(|part| self.project.flow.as_ref()?.question(&part.id));
        let read = question.and_then(|(_, question)| self.read_for(question, &reference.value));
        match (part, read) {
            (Some(part), Some(Err((code, reason)))) if said > 0 => {
                self.refuse(code, &part.id, &reason);
            }
            (_, _) => self.refuse("not-understood", "input", &words::rest_not_understood(text)),
        }
        self.ask_again();
        true
    }

    /// Whether a message answers another question of this block by its number: « A pour la question 4 ». What is not
    /// asked yet is noted where its number is sure, what was answered is corrected, and what is open stays open.
    pub(super) fn answered_by_number(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let numbered = answer::numbered(text).filter(|_| self.judges());
        let Some((rank, said)) = numbered else {
            return false;
        };
        let project = self.project.clone();
        let asked = flow::block_questions(&project, &self.state);
        let part = asked.get(rank).copied();
        if part.is_some_and(|part| self.is_open_part(part)) {
            return false;
        }
        let question = part.and_then(|part| {
            let question = part.ask().filter(|_| self.is_sure(&asked[..=rank]))?;
            let read = self.read_for(question, &said)?.ok()?;
            // One letter is no free answer.
            let letter = said.chars().count() == 1 && question.choices.is_empty();
            let digit = said.bytes().all(|byte| byte.is_ascii_digit());
            (!letter || digit).then_some((part, question, read))
        });
        match question {
            Some((part, question, value)) if self.state.answers.get(&part.id).is_some() => {
                self.correct(&part.id, &question.cell, value, surroundings);
            }
            Some((part, ..)) => {
                self.inform_as(&part.id, &Raw::Text(said), false, true, surroundings);
                if self.needs.is_empty() && self.state.obligation.is_some() && !self.asked_now() {
                    self.ask_again();
                }
            }
            // It is none of what is open, unless free words are.
            None if self.is_free_text_open() => return false,
            None => {
                self.refuse("not-understood", "input", &words::rest_not_understood(text));
                self.ask_again();
            }
        }
        true
    }

    /// Whether all of these questions were asked or will be, so that their numbers are sure.
    pub(super) fn is_sure(&self, asked: &[&Part]) -> bool {
        let canon = self.canon();
        asked.iter().all(|part| {
            let holds = |when| canon.holds(when) == Truth::True;
            let comes = part.when.as_ref().is_none_or(holds) && part.each.is_empty();
            comes || self.state.entered.contains(&part.id)
        })
    }
}
