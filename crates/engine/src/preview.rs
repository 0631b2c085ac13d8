//! What may be shown of a text while a model still writes it: whole sentences, and only those that every
//! check of the finished text would let pass. A preview decides nothing; what is said is what is appended.

use crate::canon::Canon;
use crate::collapse::{Class, Finding, PURPOSE, read};
use crate::project::{Attribute, Register};
use crate::proposal::Proposal;
use crate::request::Request;
use crate::telling;
use crate::validate::semantic;
use logic::holds::Facts;
use logic::kind::Type;
use logic::value::{Cell, Name, Value};
use std::collections::BTreeMap;

/// What only the whole text can be blamed for.
const AT_THE_END: &str = "names-too-little";

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preview {
    /// The sentences that are whole so far; more may follow, or none yet.
    Text(String),
    /// What was written cannot become the text.
    Refused(Vec<Finding>),
}

/// Whether an answer to the request is words and nothing else: no fact but the text itself is settled by it.
pub fn is_wording(canon: &Canon, request: &Request) -> bool {
    let attribute = canon.project.attribute(&request.cell);
    // Other words for a telling are checked as a whole.
    *request.purpose == *PURPOSE && attribute.is_some_and(|attribute| attribute.kind == Type::Text)
}

/// What may be shown of an answer of which `answer` has arrived.
pub fn preview(canon: &Canon, request: &Request, answer: &str) -> Preview {
    let Some(attribute) = canon.project.attribute(&request.cell) else {
        return Preview::Text(String::new());
    };
    let written = match &request.schema {
        // Before its value begins, an object says nothing that is meant to be read.
        Some(_) => Proposal::value_in(answer).unwrap_or_default(),
        None => answer.to_owned(),
    };
    let whole = whole_sentences(&written);
    if whole.is_empty() {
        return Preview::Text(String::new());
    }
    checked(canon, request, attribute, whole, AT_THE_END)
}

/// What is shown of an answer that has arrived as a whole.
pub fn whole(canon: &Canon, request: &Request, answer: &str) -> Preview {
    let Some(attribute) = canon.project.attribute(&request.cell) else {
        return Preview::Text(String::new());
    };
    let written = match &request.schema {
        Some(_) => Proposal::value_in(answer).unwrap_or_default(),
        None => answer.to_owned(),
    };
    checked(canon, request, attribute, &written, "")
}

/// Words that pass the checks, but for one that waits.
fn checked(
    canon: &Canon,
    request: &Request,
    attribute: &Attribute,
    written: &str,
    but: &str,
) -> Preview {
    let value = match read(canon, attribute, written) {
        Ok(value) => value,
        Err(words) => {
            return Preview::Refused(vec![Finding::new(Class::Malformed, "format", words)]);
        }
    };
    let mut findings = Vec::new();
    semantic(canon, attribute, &request.prompt, &value, &mut findings);
    findings.retain(|finding| finding.code != but);
    if findings.is_empty() {
        Preview::Text(value.show())
    } else {
        Preview::Refused(findings)
    }
}

/// The composite that a cell is a field of, if it is one: its fields are told in one item.
pub fn item_of(canon: &Canon, cell: &Cell) -> Option<Cell> {
    let (whole, _) = cell.attribute.rsplit_once('.')?;
    let whole = Cell::new(&cell.entity, whole);
    let composite = canon.project.composite(&whole)?;
    composite.fields.contains(&cell.attribute).then_some(whole)
}

/// Whether a cell is told in the item of a composite.
pub fn is_of_item(item: &Cell, cell: &Cell) -> bool {
    let rest = cell.attribute.strip_prefix(&*item.attribute);
    item.entity == cell.entity && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// How much of a field has arrived.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrived {
    pub text: String,
    pub whole: bool,
}

/// Stands where words are still missing; nobody writes it.
const MISSING: char = '\u{f8ff}';

/// The text of a composite's item up to the first words that are missing.
pub fn item_so_far(
    canon: &Canon,
    register: Register,
    item: &Cell,
    arrived: &BTreeMap<Cell, Arrived>,
) -> String {
    let Some(composite) = canon.project.composite(item) else {
        return String::new();
    };
    let field = |name: &Name| {
        let cell = Cell {
            entity: item.entity.clone(),
            attribute: name.clone(),
        };
        let value = match arrived.get(&cell) {
            Some(Arrived { text, whole: true }) => Value::text(text),
            Some(Arrived { text, .. }) => Value::text(&format!("{text}{MISSING}")),
            None => canon
                .value(&cell)
                .unwrap_or_else(|| Value::text(&MISSING.to_string())),
        };
        let local = name.rsplit('.').next().unwrap_or(name);
        (Name::from(local), cell, value)
    };
    let told: Vec<(Name, Cell, Value)> = composite.fields.iter().map(field).collect();
    let text = match telling::words(canon, register, item, &composite.topic, &told) {
        Some(Ok(text)) => text,
        Some(Err(_)) => String::new(),
        None => {
            let shown = told
                .iter()
                .map(|(_, field, value)| canon.show(field, value));
            shown.collect::<Vec<_>>().join("\n")
        }
    };
    let until = text.find(MISSING).unwrap_or(text.len());
    text[..until].to_owned()
}

/// Up to the last mark that ends a sentence and is followed by a blank.
fn whole_sentences(text: &str) -> &str {
    let end = ends(text, char::is_whitespace).last().unwrap_or(0);
    text[..end].trim_start()
}

/// Whether a sentence may have ended in a piece of an answer. Inside JSON a line feed is a backslash.
pub fn may_end_a_sentence(piece: &str) -> bool {
    let follows = |letter: char| letter.is_whitespace() || letter == '\\';
    ends(piece, follows).next().is_some()
}

/// Where sentences end: behind a mark, and whatever closes it, that such a letter follows.
fn ends(text: &str, follows: impl Fn(char) -> bool) -> impl Iterator<Item = usize> {
    let mut ended = false;
    text.char_indices().filter_map(move |(at, letter)| {
        let ends = ended && follows(letter);
        let closes = matches!(letter, '»' | '”' | '"' | ')' | '\u{a0}' | '\u{202f}');
        ended = matches!(letter, '.' | '!' | '?' | '…') || (ended && closes);
        ends.then_some(at)
    })
}
