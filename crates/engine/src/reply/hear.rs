//! What a message says, whoever read it, put down among the facts of its case.
//!
//! The words of the registry decide. What a model says is used only after it was checked against the registry, and
//! weighed against them; a model that was refused changes nothing but what is told of it.

use super::case::Case;
use super::coverage::Said;
use super::dated::{Known, Prints};
use super::detect::{Heard, Manner, Recognised};
pub use super::weighed::Differs;
use super::weighed::weighed;
use super::{Replies, Verdict};
use crate::limits;
use crate::project::Project;
use logic::text::{Phrase, words};
use logic::value::{Name, Value};
use std::borrow::Cow;

/// What came of asking a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Its answer, which is in the registry.
    Heard(Box<Heard>),
    /// Why it is not used.
    Refused(Phrase),
}

impl Told {
    pub fn refusal(&self) -> Option<&Phrase> {
        match self {
            Told::Heard(_) => None,
            Told::Refused(why) => Some(why),
        }
    }
}

/// Who said what is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The case itself.
    Case,
    /// A model.
    Model,
    /// The words of the registry.
    Words,
    /// There is nothing to read.
    Nobody,
}

impl By {
    pub fn as_str(self) -> &'static str {
        match self {
            By::Case => "case",
            By::Model => "model",
            By::Words => "words",
            By::Nobody => "nobody",
        }
    }
}

/// Finds out what a message says. Fields of the context that nothing in the reply reads account for nothing, nor do
/// times that nothing in it gives.
pub(super) fn hear(
    (project, replies): (&Project, &Replies),
    case: &Case,
    told: Option<&Told>,
    unheeded: &[Name],
    said: &[Said],
) -> (Heard, By) {
    let told = told.and_then(|told| match told {
        Told::Heard(heard) => Some(&**heard),
        Told::Refused(_) => None,
    });
    let accounts = case.accounts();
    let (mut heard, mut by) = match &case.message {
        Some(message) if !is_too_long(message) => {
            let names = if accounts { case.names() } else { Vec::new() };
            let wanted = |told: &Heard| told.intentions.iter().map(|one| one.intention).collect();
            let given = case.intentions.clone().or_else(|| told.map(wanted));
            let spans = match (&case.intentions, told) {
                (Some(_), _) => &case.spans[..],
                (None, Some(told)) => &told.spans,
                (None, None) => &[],
            };
            let spans: Vec<Vec<String>> = spans.iter().flat_map(|span| sentences(span)).collect();
            let guarded = case.is_guarded();
            let printed = Prints::of(replies, said);
            let manner = Manner {
                careful: case.is_careful(),
                accounts,
                strict: case.is_strict(),
                exact: case.is_exact(),
                guarded,
                proves: case.proves(),
                discerns: case.discerns(),
                acts: case.acts(),
                known: case.is_exact().then_some(Known {
                    project,
                    case,
                    printed: guarded.then_some(&printed),
                    of_same: case.proves(),
                    confirmed: case.acts(),
                }),
                unheeded,
                names: &names,
                given: given.as_deref().filter(|_| accounts),
                spans: &spans,
            };
            let heard = replies.recogniser.hear_as(replies, message, &manner);
            (heard, By::Words)
        }
        Some(_) | None => (Heard::default(), By::Nobody),
    };
    if let Some(told) = told.filter(|_| by == By::Words) {
        heard = match case.acts() {
            true => weighed(replies, heard, told, case.intentions.is_none()),
            false => believed(heard, told, accounts),
        };
        by = By::Model;
    }
    if let Some(given) = &case.intentions {
        let is_unread = case.message.as_deref().is_some_and(is_too_long);
        heard.cut |= accounts && is_unread;
        by = By::Case;
        if !accounts {
            // Who says what is wanted was taken to have read all of it.
            heard.unrecognised.clear();
            heard.unread.clear();
        }
        heard.intentions = given
            .iter()
            .map(|intention| Recognised {
                intention: *intention,
                score: u64::MAX,
            })
            .collect();
        let first = given.first().map(|first| &replies.intentions[*first]);
        heard.verdict = first.map_or(Verdict::Go, |first| first.verdict);
        heard.route_to = first.and_then(|first| first.route_to.clone());
    }
    if case.acts() && case.intentions.is_none() && case.verdict.is_none() {
        heard.spare_what_is_not_all_spam(replies);
    }
    if let Some(verdict) = case.verdict {
        heard.verdict = verdict;
    }
    if case.route_to.is_some() {
        heard.route_to.clone_from(&case.route_to);
    }
    (heard, by)
}

/// What a model says in place of the words, as in sessions from before.
fn believed(words: Heard, told: &Heard, accounts: bool) -> Heard {
    let mut heard = told.clone();
    // What a model leaves open of the context, the words decide.
    for (name, value) in words.context {
        heard.context.entry(name).or_insert(value);
    }
    heard.aside = words.aside;
    heard.said = words.said;
    heard.timed = words.timed;
    heard.demanded = words.demanded;
    heard.unasked = words.unasked;
    heard.named = words.named;
    heard.language = words.language;
    if accounts {
        heard.unrecognised = words.unrecognised;
        heard.unread = words.unread;
        heard.cut = words.cut;
    }
    heard
}

impl Heard {
    /// What is not wholly understood as advertising is nobody's to drop: it is no spam, and somebody reads it.
    fn spare_what_is_not_all_spam(&mut self, replies: &Replies) {
        let is_spam =
            |found: &Recognised| replies.intentions[found.intention].verdict == Verdict::Spam;
        let is_all = self.unrecognised.is_empty()
            && self.unread.is_empty()
            && !self.cut
            && self.intentions.iter().all(is_spam);
        if self.verdict == Verdict::Spam && !is_all {
            self.verdict = Verdict::Go;
            self.half_spam = true;
        }
    }
}

/// The folded words of each sentence.
fn sentences(text: &str) -> impl Iterator<Item = Vec<String>> {
    text.split(['.', '!', '?', '\n', ';', '…']).map(words)
}

fn is_too_long(message: &str) -> bool {
    message.len() > limits::MESSAGE_BYTES
}

/// What was found out about a message, as the facts of its case say it.
pub struct Spoken<'h> {
    heard: &'h Heard,
    /// Nothing where it is too long to be read.
    message: Option<&'h str>,
    action: Value,
    intention: Value,
    intentions: Value,
}

impl<'h> Spoken<'h> {
    pub(super) fn of(replies: &Replies, case: &'h Case, heard: &'h Heard) -> Spoken<'h> {
        let names = heard.intentions.iter();
        let names = names.map(|found| replies.intentions[found.intention].name.clone());
        let names: Vec<Value> = names.map(Value::Symbol).collect();
        let message = case.message.as_deref();
        Spoken {
            heard,
            message: message.filter(|message| !is_too_long(message)),
            action: Value::symbol(heard.verdict.as_str()),
            intention: names.first().cloned().unwrap_or(Value::Null),
            intentions: Value::List(names),
        }
    }

    /// A fact about the message itself: nothing else says it.
    pub(super) fn about(&self, entity: &str, field: &str) -> Option<Cow<'_, Value>> {
        if entity != "case" {
            return None;
        }
        let text = |text: Option<&str>| Cow::Owned(text.map_or(Value::Null, Value::text));
        match field {
            "message" => Some(text(self.message)),
            "action" => Some(Cow::Borrowed(&self.action)),
            "route_to" => Some(text(self.heard.route_to.as_deref())),
            "intention" => Some(Cow::Borrowed(&self.intention)),
            "intentions" => Some(Cow::Borrowed(&self.intentions)),
            _ => None,
        }
    }

    /// What the message says besides, where the case does not say it.
    pub(super) fn context(&self, entity: &str, field: &str) -> Option<&Value> {
        let context = &self.heard.context;
        (entity == "context").then(|| context.get(field)).flatten()
    }
}
