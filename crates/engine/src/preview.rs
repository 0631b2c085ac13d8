//! What may be shown of a text while a model still writes it: whole sentences, and only those that every
//! check of the finished text would let pass. A preview decides nothing; what is said is what is appended.

use crate::canon::Canon;
use crate::collapse::{Class, Finding, read};
use crate::proposal::Proposal;
use crate::request::Request;
use crate::validate::semantic;
use logic::kind::Type;

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
    *request.purpose == *"collapse"
        && attribute.is_some_and(|attribute| attribute.kind == Type::Text)
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
    let value = match read(canon, attribute, whole) {
        Ok(value) => value,
        Err(words) => {
            return Preview::Refused(vec![Finding::new(Class::Malformed, "format", words)]);
        }
    };
    let mut findings = Vec::new();
    semantic(canon, attribute, &request.prompt, &value, &mut findings);
    findings.retain(|finding| finding.code != AT_THE_END);
    if findings.is_empty() {
        Preview::Text(value.show())
    } else {
        Preview::Refused(findings)
    }
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
