//! What of a message was taken, and what was not: nothing is dropped in silence.

use super::answers::{label, reading};
use super::{Draft, Surroundings};
use crate::answer::{self, FormField, HEEDS, Reader};
use crate::item::ItemKind;
use crate::project::{Part, PartKind, Question};
use crate::words;
use logic::holds::Facts;
use logic::value::{Cell, Name, Value};

impl Draft {
    /// Since this edition every part of a message is accounted for.
    pub(super) fn heeds(&self) -> bool {
        self.state.edition() >= HEEDS
    }

    /// What a single answer left of a message; nothing where it takes everything.
    pub(super) fn left_of(&self, id: &Name, value: &Value, said: &str) -> Option<String> {
        let flow = self.project.flow.as_ref()?;
        let (_, question) = flow.question(id)?;
        let attribute = self.project.attribute(&question.cell)?;
        let whole = matches!(question.reader, Reader::Text | Reader::List);
        if !self.heeds() || whole || attribute.confidential {
            return None;
        }
        let offered = self.offered(question);
        let field = FormField {
            id,
            called: &question.called,
            reading: reading(&self.project, &self.state, question, &offered)?,
            filled: false,
            asked: true,
            free: question.free,
        };
        answer::left_of(&field, value, said)
    }

    /// Says what an answer left of a message.
    pub(super) fn say_left(&mut self, id: &Name, cell: &Cell, value: &Value, rest: &str) {
        let shown = self.shown(cell, value);
        self.refuse("not-understood", id, &words::taken_of(&shown, rest));
    }

    /// The values that a form takes from a message, as people read them; not those that are corrected, for
    /// that is said by itself.
    pub(super) fn taken(&self, part: &Part, values: &[(usize, Value)]) -> Vec<(String, String)> {
        let PartKind::Form { fields, .. } = &part.kind else {
            return Vec::new();
        };
        let shown = |(at, value): &(usize, Value)| {
            let field = &fields[*at];
            let open = self.state.answers.get(&field.id).is_none();
            let attribute = self.project.attribute(&field.question.cell)?;
            let shown = self.shown(&field.question.cell, value);
            (open && !attribute.confidential).then(|| (label(&field.question), shown))
        };
        values.iter().filter_map(shown).collect()
    }

    /// What of a message to a form was taken, and what was not understood.
    pub(super) fn say_rest(&mut self, taken: &[(String, String)], rest: &[String]) {
        if rest.is_empty() {
            return;
        }
        if !taken.is_empty() {
            self.say(ItemKind::Statement, &words::taken(taken), None);
        }
        let rest = words::rest_not_understood(&rest.join(" … "));
        self.refuse("not-understood", "input", &rest);
    }

    /// Whether a message takes back what was answered last, before what is open; then it was dealt with.
    pub(super) fn taken_back(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let Some(said) = answer::taken_back(text).filter(|_| self.heeds()) else {
            return false;
        };
        let project = self.project.clone();
        let open = self.state.open_question();
        let open = open.and_then(|open| project.part(&open.obligation.part));
        let in_form = open.is_some_and(|part| matches!(part.kind, PartKind::Form { .. }));
        let last = self.state.closed_last.as_ref();
        let Some(part) = last
            .and_then(|last| project.part(last))
            .filter(|_| !in_form)
        else {
            return false;
        };
        let values = self.meant_instead(part, said, text);
        if values.is_empty() {
            return false;
        }
        for (id, cell, value) in values {
            self.correct_one(&id, &cell, value);
        }
        self.go_on_corrected(surroundings);
        true
    }

    /// What a message says of a part that was answered already.
    fn meant_instead(&self, part: &Part, said: &str, text: &str) -> Vec<(Name, Cell, Value)> {
        match &part.kind {
            PartKind::Ask { question, .. } => {
                let known = self.state.answers.get(&part.id).is_some();
                let free = matches!(question.reader, Reader::Text | Reader::List);
                let read = self.read_for(question, said).filter(|_| known && !free);
                let value = read.and_then(Result::ok);
                let value = value.map(|value| (part.id.clone(), question.cell.clone(), value));
                value.into_iter().collect()
            }
            PartKind::Form { fields, .. } => {
                let filled = self.filled(part, text, &[]);
                let read = filled.values.into_iter().map(|(at, value)| {
                    let field = &fields[at];
                    (field.id.clone(), field.question.cell.clone(), value)
                });
                read.collect()
            }
            PartKind::Say { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => Vec::new(),
        }
    }

    /// Whether a message only denies an answer that is known, and says nothing instead; then that was asked.
    pub(super) fn only_denied(
        &mut self,
        answered: &[(&Name, &Part, &Question)],
        text: &str,
    ) -> bool {
        if !self.heeds() {
            return false;
        }
        let canon = self.canon();
        let known: Vec<(usize, String)> = answered
            .iter()
            .enumerate()
            .filter_map(|(at, (.., question))| {
                let value = canon.value(&question.cell)?;
                Some((at, canon.say(&question.cell, &value)))
            })
            .collect();
        let labels = |at: usize| answered[at].2.called.clone();
        let Some(at) = answer::denied(&known, &labels, text) else {
            return false;
        };
        let (id, _, question) = answered[at];
        let shown = known.into_iter().find(|(of, _)| *of == at);
        let (called, shown) = (label(question), shown.map(|(_, shown)| shown));
        let words = words::what_instead(&called, &shown.unwrap_or_default());
        self.refuse("negated", id, &words);
        self.ask_again();
        true
    }
}
