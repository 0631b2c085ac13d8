//! A message that states and intentions answer: decided as a case is, from what the session knows.

use super::Draft;
use super::say::spans;
use crate::item::{ItemKind, marked};
use crate::reply::case::Case;
use crate::reply::decide::{Outcome, Reply, decide};
use crate::view::Replied;
use crate::words;
use logic::value::{Digest, Value};

impl Draft {
    /// Whether something in a message is wanted, or a state speaks whatever is wanted.
    pub(super) fn wanted(&mut self, text: &str) -> bool {
        let heard = |reply: &Reply| {
            !reply.intentions.is_empty()
                || matches!(reply.outcome, Outcome::Blocked | Outcome::Stopped)
        };
        self.decided(text)
            .filter(|(reply, _)| heard(reply))
            .map(|(reply, confidential)| self.say_reply(&reply, &confidential))
            .is_some()
    }

    /// A message gets the reply of its project, if it has replies.
    pub(super) fn replied(&mut self, text: &str) -> bool {
        self.decided(text)
            .map(|(reply, confidential)| self.say_reply(&reply, &confidential))
            .is_some()
    }

    /// The reply to a message, and the marks that stand in it for confidential values.
    fn decided(&self, text: &str) -> Option<(Reply, Vec<(String, Digest)>)> {
        if self.state.edition() < 4 {
            return None;
        }
        let mut case = Case::at(self.now);
        case.language = Some(self.state.language().into());
        case.message = Some(text.to_owned());
        case.edition = Some(self.state.edition());
        let mut confidential = Vec::new();
        for (cell, value) in self.state.settled_values() {
            let mark = match value {
                Value::Confidential(digest) => Some(marked(digest, &mut confidential)),
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Symbol(_)
                | Value::Entity(_)
                | Value::Date(_)
                | Value::Instant(_)
                | Value::Text(_)
                | Value::Set(_)
                | Value::List(_) => None,
            };
            case.knows_of(&self.project, cell, value, mark);
        }
        case.fill(&self.project);
        let reply = decide(&self.project, &case)?;
        Some((reply, confidential))
    }

    /// A text that may be sent is said. Any other is a draft, which a person reads first.
    fn say_reply(&mut self, reply: &Reply, confidential: &[(String, Digest)]) {
        let text = reply.plain.as_deref().map(str::trim).unwrap_or_default();
        if !text.is_empty() {
            let (text, spans) = spans(text.to_owned(), confidential, true);
            let kind = if reply.send.allowed {
                ItemKind::Statement
            } else {
                ItemKind::Draft
            };
            self.push_item(kind, text, Vec::new(), None, spans);
        }
        match reply.outcome {
            Outcome::HandOver => self.say(ItemKind::Statement, &words::handed_over(), None),
            Outcome::Stopped => self.say(ItemKind::Statement, &words::recorded(), None),
            Outcome::Reply | Outcome::Clarify | Outcome::Blocked if text.is_empty() => {
                self.say(ItemKind::Statement, &words::recorded(), None);
            }
            Outcome::Reply | Outcome::Clarify | Outcome::Blocked => {}
        }
        let hidden = |text: &str| spans(text.to_owned(), confidential, false).0;
        self.changes.replied = Some(Box::new(Replied::new(reply, &hidden)));
    }
}
