//! Answers: what a person wrote, or a host understood, for the open question or another one.

use super::{Draft, Surroundings};
use crate::answer::{self, Reader, Reading};
use crate::event::{
    AnswerAccepted, AnswerRefused, Closed, Event, Method, ObligationClosed, Provenance,
};
use crate::input::{Act, ActKind, Raw};
use crate::item::{Item, ItemKind};
use crate::project::{Part, PartKind};
use crate::view::Accepted;
use crate::words;
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};

impl Draft {
    /// An answer to the open question, as a person wrote it or as a host understood it.
    pub(super) fn answer(&mut self, raw: &Raw, as_said: bool, surroundings: &Surroundings) {
        let Some(open) = self.state.open_question() else {
            return self.not_now();
        };
        let part = open.obligation.part.clone();
        let last_try = open.refused + 1 >= open.obligation.tries.0;
        match self.read_answer(&part, raw, as_said) {
            Ok((cell, value)) => {
                self.accept(&part, &cell, value, Method::Testimony);
                self.close(Closed::Answered);
                self.advance(surroundings);
            }
            Err((code, reason)) => {
                self.push(Event::AnswerRefused(AnswerRefused {
                    code: Name::from(code),
                    part: part.clone(),
                }));
                self.refuse(code, &part, &reason);
                if last_try {
                    self.close(Closed::GivenUp);
                    self.say(ItemKind::Statement, &words::gave_up(), None);
                    self.advance(surroundings);
                } else {
                    self.ask_again();
                }
            }
        }
    }

    /// The value that an answer means for a question, with the cell it settles.
    pub(super) fn read_answer(
        &self,
        part: &str,
        raw: &Raw,
        as_said: bool,
    ) -> Result<(Cell, Value), (&'static str, Phrase)> {
        let project = self.project.clone();
        let Some(PartKind::Ask { cell, choices, .. }) = project.part(part).map(|part| &part.kind)
        else {
            return Err(("unknown-slot", words::unknown_slot(part)));
        };
        let Some(attribute) = project.attribute(cell) else {
            return Err(("unknown-cell", words::unknown_cell(&cell.to_string(), None)));
        };
        let value = match raw {
            Raw::Text(text) if as_said => {
                let reader = Reader::of(&attribute.kind).ok_or_else(answer::no_parser);
                reader
                    .and_then(|reader| {
                        let reading = Reading {
                            project: &project,
                            state: &self.state,
                            attribute,
                            reader,
                            choices,
                            offered: &[],
                            most: usize::MAX,
                        };
                        answer::parse(&reading, text)
                    })
                    .map_err(|refusal| (refusal.code, refusal.reason))?
            }
            Raw::Null
            | Raw::Bool(_)
            | Raw::Number(_)
            | Raw::Text(_)
            | Raw::List(_)
            | Raw::Map(_)
            | Raw::Confidential(_) => self
                .typed(&cell.to_string(), raw, attribute)
                .map_err(|refused| (refused.code, refused.reason))?,
        };
        if !attribute.changes
            && !self.canon().is_settled(cell)
            && let Err(refusal) = self.way_out(
                &|field| field.admit(cell, &value),
                Some((cell, &value)),
                None,
            )
        {
            let reason = words::not_admitted(&cell.to_string(), &value.show(), &refusal);
            return Err((refusal.code(), reason));
        }
        Ok((cell.clone(), value))
    }

    pub(super) fn accept(&mut self, part: &Name, cell: &Cell, value: Value, method: Method) {
        self.push(Event::AnswerAccepted(AnswerAccepted {
            part: part.clone(),
            value: value.clone(),
        }));
        self.changes.accepted.push(Accepted {
            part: part.clone(),
            value: value.clone(),
        });
        self.settle(cell, value, method, Provenance::Input, None, None);
    }

    /// The open question once more, word for word.
    pub(super) fn ask_again(&mut self) {
        if let Some(open) = self.state.obligation.clone() {
            let id = self.next_item_id();
            self.push(Event::Said(Item { id, ..open.item }));
        }
    }

    pub(super) fn close(&mut self, how: Closed) {
        if let Some(open) = &self.state.obligation {
            let closed = ObligationClosed {
                how,
                item: open.obligation.item.clone(),
                part: open.obligation.part.clone(),
            };
            self.push(Event::ObligationClosed(closed));
        }
    }

    pub(super) fn act(&mut self, act: &Act, surroundings: &Surroundings) {
        match act.act {
            ActKind::Affirm => self.answer(&Raw::Bool(true), false, surroundings),
            ActKind::Negate => self.answer(&Raw::Bool(false), false, surroundings),
            ActKind::Select => match &act.value {
                Some(value) => self.answer(value, matches!(value, Raw::Text(_)), surroundings),
                None => self.refuse("bad-act", "act", &words::act_needs("`value`")),
            },
            ActKind::Request => match self
                .state
                .open_question()
                .map(|open| open.obligation.part.clone())
            {
                Some(part) => {
                    let project = self.project.clone();
                    if let Some(PartKind::Ask { why: Some(why), .. }) =
                        project.part(&part).map(|part| &part.kind)
                    {
                        self.say_text(ItemKind::Statement, why, None);
                    }
                    self.ask_again();
                }
                None => self.not_now(),
            },
            ActKind::Inform | ActKind::Correct => {
                let (Some(slot), Some(value)) = (&act.slot, &act.value) else {
                    return self.refuse("bad-act", "act", &words::act_needs("`slot`, `value`"));
                };
                self.inform(slot, value, act.act == ActKind::Correct, surroundings);
            }
        }
    }

    pub(super) fn inform(
        &mut self,
        slot: &Name,
        value: &Raw,
        corrects: bool,
        surroundings: &Surroundings,
    ) {
        let Some(part) = self.part_of_slot(slot) else {
            return self.refuse("unknown-slot", slot, &words::unknown_slot(slot));
        };
        let as_said = matches!(value, Raw::Text(_));
        if !corrects
            && self
                .state
                .open_question()
                .is_some_and(|open| open.obligation.part == part)
        {
            return self.answer(value, as_said, surroundings);
        }
        match self.read_answer(&part, value, as_said) {
            Ok((cell, value)) => {
                if self.may_settle(&cell, &value, None, None) {
                    self.accept(&part, &cell, value, Method::Testimony);
                }
                self.after_settling(surroundings);
            }
            Err((code, reason)) => self.refuse(code, &part, &reason),
        }
    }

    /// A slot is a question's id, its cell, or its cell's attribute.
    pub(super) fn part_of_slot(&self, slot: &str) -> Option<Name> {
        let flow = self.project.flow.as_ref()?;
        let asks = |part: &&Part, wanted: &dyn Fn(&Cell) -> bool| matches!(&part.kind, PartKind::Ask { cell, .. } if wanted(cell));
        flow.parts
            .iter()
            .find(|part| &*part.id == slot && matches!(part.kind, PartKind::Ask { .. }))
            .or_else(|| {
                flow.parts
                    .iter()
                    .find(|part| asks(part, &|cell| cell.to_string() == slot))
            })
            .or_else(|| {
                flow.parts
                    .iter()
                    .find(|part| asks(part, &|cell| &*cell.attribute == slot))
            })
            .map(|part| part.id.clone())
    }
}
