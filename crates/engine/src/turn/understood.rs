//! Values that a host understood: each is what it says, and is never read between the lines.

use super::Draft;
use crate::answer::{self, NotUnderstood, Reader};
use crate::input::Raw;
use crate::project::{Attribute, Question};
use crate::words;
use logic::kind::Type;
use logic::text::fold;
use logic::value::{Number, Value};

impl Draft {
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
                let choices = question.choices_in(self.state.edition());
                let mut found = choices.iter().filter(called);
                let same = |option: &&crate::project::ChoiceOption| {
                    answer::is_called_anywhere(&self.project, option, text)
                };
                let mut anywhere = choices.iter().filter(same);
                match (found.next(), found.next()) {
                    (Some(option), None) => Ok(Value::Symbol(option.value.clone())),
                    (None, None) if self.judges() => match (anywhere.next(), anywhere.next()) {
                        (Some(option), None) => Ok(Value::Symbol(option.value.clone())),
                        (Some(_) | None, _) => typed(),
                    },
                    (Some(_) | None, _) => self.typed(&path, &Raw::Text(text.clone()), attribute),
                }
            }
            Type::Text if question.reader == Reader::Email && self.judges() => {
                self.said(question, text)
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
        let read = answer::parse(&reading, text);
        read.map_err(|refused| match self.judges() {
            // An act may be about any slot, so the refusal says of which.
            true => NotUnderstood {
                reason: words::of_field(&super::answers::label(question), &refused.reason),
                ..refused
            },
            false => refused,
        })
    }
}
