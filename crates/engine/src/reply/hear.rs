//! What a message says, whoever read it, put down among the facts of its case.
//!
//! The words of the registry decide. What a model says stands in their place only after it was checked
//! against the registry; a model that was refused changes nothing but what is told of it.

use super::case::Case;
use super::detect::{Heard, Recognised};
use super::{Replies, Verdict};
use crate::limits;
use logic::text::Phrase;
use logic::value::{Cell, Value};

/// What came of asking a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Its answer, which is in the registry.
    Heard(Heard),
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

/// Finds out what a message says, and puts it down among the facts.
pub(super) fn hear(replies: &Replies, case: &mut Case, told: Option<&Told>) -> (Heard, By) {
    let too_long = case
        .message
        .as_ref()
        .is_some_and(|message| message.len() > limits::MESSAGE_BYTES);
    let (mut heard, mut by) = match &case.message {
        Some(message) if !too_long => (replies.recogniser.hear(replies, message), By::Words),
        Some(_) | None => (Heard::default(), By::Nobody),
    };
    if let Some(Told::Heard(told)) = told.filter(|_| by == By::Words) {
        // What a model leaves open of the context, the words decide.
        let words = std::mem::replace(&mut heard, told.clone());
        for (name, value) in words.context {
            heard.context.entry(name).or_insert(value);
        }
        by = By::Model;
    }
    if let Some(given) = &case.intentions {
        by = By::Case;
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
    if let Some(verdict) = case.verdict {
        heard.verdict = verdict;
    }
    if case.route_to.is_some() {
        heard.route_to.clone_from(&case.route_to);
    }
    for (name, value) in &heard.context {
        let cell = Cell::new("context", name);
        if !case.knows(&cell) {
            case.know(cell, value.clone());
        }
    }
    let about = |field: &str| Cell::new("case", field);
    let text = |text: &Option<String>| text.as_deref().map_or(Value::Null, Value::text);
    let message = if too_long {
        Value::Null
    } else {
        text(&case.message)
    };
    case.know(about("message"), message);
    case.know(about("action"), Value::symbol(heard.verdict.as_str()));
    case.know(about("route_to"), text(&heard.route_to));
    let names = heard.intentions.iter();
    let names = names.map(|found| replies.intentions[found.intention].name.clone());
    let names: Vec<Value> = names.map(Value::Symbol).collect();
    let first = names.first().cloned().unwrap_or(Value::Null);
    case.know(about("intention"), first);
    case.know(about("intentions"), Value::List(names));
    (heard, by)
}
