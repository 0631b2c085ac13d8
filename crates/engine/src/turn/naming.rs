//! Messages that name an earlier question by what it is called, without a word that corrects, or that only ask to go
//! back to one: what they say is for that question, or is asked for; no mirror is closed by them.

use super::correcting::{Answered, is_free};
use super::{Draft, Surroundings};
use crate::answer::{self, Back, Reader};
use crate::project::{Part, Question};
use crate::words;
use logic::holds::Facts;
use logic::text::words as split;
use logic::value::{Name, Value};

/// More words than this are no value that somebody says for a question by its name.
const VALUE: usize = 4;

impl Draft {
    /// The questions that were answered, but for what is open.
    fn answered_before<'p>(&self, project: &'p crate::project::Project) -> Vec<Answered<'p>> {
        let open = self.state.open_question().map(|open| &open.obligation.part);
        let questions = project.flow.iter().flat_map(|flow| flow.questions());
        let known = |id: &Name| self.state.answers.get(id).is_some() && Some(id) != open;
        questions.filter(|(id, ..)| known(id)).collect()
    }

    fn labels_of(&self, answered: &[Answered]) -> Vec<Vec<String>> {
        let called = answered.iter();
        called
            .map(|(_, part, question)| self.called(part, question))
            .collect()
    }

    /// Whether a message says what an earlier question is by its name: « semaines : 5 », « mon prénom c'est Naïma »; then it
    /// was corrected, or asked for.
    pub(super) fn told_of_another(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        if !self.discerns() || self.awaits_words() || self.is_choice(text) {
            return false;
        }
        let project = self.project.clone();
        let answered = self.answered_before(&project);
        if let Some((at, said)) = self.signed(&answered, text) {
            let (id, _, question) = answered[at];
            return match self.read_for(question, said) {
                Some(Ok(value)) => {
                    self.correct(id, &question.cell, value, surroundings);
                    true
                }
                Some(Err((code, reason))) => {
                    self.refuse(code, id, &reason);
                    self.ask_again();
                    true
                }
                None => false,
            };
        }
        let called = self.labels_of(&answered);
        let labels: Vec<&[String]> = called.iter().map(Vec::as_slice).collect();
        let Some((at, said, ordered)) = answer::told_of(&labels, text) else {
            return false;
        };
        let (id, part, question) = answered[at];
        if split(said).len() > VALUE || is_free(question) && question.reader != Reader::Name {
            return false;
        }
        match self.plain_value(part, question, said) {
            Some(value) => self.correct(id, &question.cell, value, surroundings),
            // A word that is no name may be one all the same.
            None if ordered || question.reader == Reader::Name && split(said).len() == 1 => {
                self.ask_instead(id, question);
            }
            None => return false,
        }
        true
    }

    /// The question that a sign says a value of: « semaines : 5 », « le prénom = Zoé ».
    fn signed<'t>(&self, answered: &[Answered], text: &'t str) -> Option<(usize, &'t str)> {
        let (label, said) = text.split_once([':', '='])?;
        let mut wanted = split(label);
        while wanted.len() > 1 && POINTING.contains(&wanted[0].as_str()) {
            wanted.remove(0);
        }
        let plain = |label: &str| {
            let mut label = split(&label.replace('_', " "));
            let small = label.len() > 1 && POINTING.contains(&label[0].as_str());
            label.drain(..usize::from(small));
            label
        };
        let mut found = answered
            .iter()
            .enumerate()
            .filter(|(_, (id, part, question))| {
                let attribute = question.cell.attribute.to_string();
                let own = self.called(part, question).into_iter();
                let mut names = own.chain([id.to_string(), attribute]);
                names.any(|name| plain(&name) == wanted)
            });
        let (at, _) = found.next()?;
        let alone = found.next().is_none() && !said.trim().is_empty();
        (alone && !wanted.is_empty()).then(|| (at, said.trim()))
    }

    /// What a question reads in all of these words; a name only with a capital, for anything may be said of a name.
    fn plain_value(&self, part: &Part, question: &Question, said: &str) -> Option<Value> {
        let value = self.read_for(question, said)?.ok()?;
        let capital = said.starts_with(char::is_uppercase);
        let named = question.reader != Reader::Name || capital;
        let id = part.questions().into_iter();
        let mut id = id.filter(|(_, own)| own.cell == question.cell);
        let whole = id
            .next()
            .is_none_or(|(id, _)| self.left_of(id, &value, said).is_none());
        (named && whole).then_some(value)
    }

    /// Whether a message asks to change an earlier answer and does not say to what; then that is asked.
    pub(super) fn asked_to_change(&mut self, text: &str) -> bool {
        if !self.discerns() || self.awaits_words() || self.is_choice(text) {
            return false;
        }
        let project = self.project.clone();
        let answered = self.answered_before(&project);
        let called = self.labels_of(&answered);
        let labels: Vec<&[String]> = called.iter().map(Vec::as_slice).collect();
        match answer::back(&labels, text) {
            Some(Back::To(at)) => {
                let (id, _, question) = answered[at];
                self.ask_instead(id, question);
            }
            Some(Back::Somewhere) if !answered.is_empty() => {
                let labels = answered.iter();
                let labels = labels.map(|(.., question)| super::answers::label(question));
                let labels: Vec<String> = labels.collect();
                self.refuse("unknown-slot", "input", &words::which_answer(&labels));
                self.ask_again();
            }
            Some(Back::Somewhere) | None => return false,
        }
        true
    }

    /// Asks what an answer is instead of what it is now.
    fn ask_instead(&mut self, id: &Name, question: &Question) {
        let called = super::answers::label(question);
        let known = self.canon().value(&question.cell);
        let shown = known.map(|known| self.shown(&question.cell, &known));
        let words = words::what_instead(&called, &shown.unwrap_or_default());
        self.refuse("negated", id, &words);
        self.ask_again();
    }
}

/// Words before what a question is called.
const POINTING: [&str; 10] = [
    "le", "la", "les", "l", "mon", "ma", "mes", "the", "my", "our",
];
