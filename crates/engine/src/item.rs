//! What a session says: typed items with ids. No text is ever parsed back into meaning.

use logic::value::{Cell, Digest, Name};
use serde::{Deserialize, Serialize};

/// A whole number in an event's body. Bodies hold numbers as strings, so that every reader in
/// every language reads the same ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count(pub u64);

impl Serialize for Count {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Count, D::Error> {
        let text = String::deserialize(deserializer)?;
        // One spelling per number: "007" and "+7" are not what was written.
        match text.parse::<u64>() {
            Ok(number) if number.to_string() == text => Ok(Count(number)),
            Ok(_) | Err(_) => Err(serde::de::Error::custom(format!(
                "`{text}` is not a whole number"
            ))),
        }
    }
}

/// `turn.index`: the turn that said it, and its place in that turn, both from one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(pub Name);

impl std::fmt::Display for ItemId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    Statement,
    Question,
    /// Awaits a named event, such as a button.
    Gate,
    /// Why an input did not do what it meant to, and what is awaited instead.
    Refusal,
    /// The value of a cell that was looked at.
    Telling,
    /// What is said before anything is asked.
    Preamble,
    /// From one block to the next.
    Transition,
    /// What was said, once more.
    Recap,
    /// A reflection that awaits to be validated or put right.
    Mirror,
    Synthesis,
    /// What a matching came to.
    Result,
    /// A reply that may not be sent before a person read it.
    Draft,
}

impl ItemKind {
    pub const NAMES: [(&'static str, ItemKind); 12] = [
        ("statement", ItemKind::Statement),
        ("question", ItemKind::Question),
        ("gate", ItemKind::Gate),
        ("refusal", ItemKind::Refusal),
        ("telling", ItemKind::Telling),
        ("preamble", ItemKind::Preamble),
        ("transition", ItemKind::Transition),
        ("recap", ItemKind::Recap),
        ("mirror", ItemKind::Mirror),
        ("synthesis", ItemKind::Synthesis),
        ("result", ItemKind::Result),
        ("draft", ItemKind::Draft),
    ];

    pub fn as_str(self) -> &'static str {
        let found = ItemKind::NAMES.into_iter().find(|(_, kind)| *kind == self);
        found.map_or("", |(name, _)| name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    pub label: String,
    pub value: Name,
}

/// A confidential value inside a text: the text holds a mark, whoever may see it gets the value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConfidentialSpan {
    /// Byte offset of the mark in the item's text.
    pub at: Count,
    pub value: Digest,
}

/// What stands in a text where a confidential value is.
pub const CONFIDENTIAL_MARK: &str = "•••";

/// What stands for one confidential value while a text is made: nobody can write it, and it becomes a span.
pub(crate) fn marked(value: Digest, confidential: &mut Vec<(String, Digest)>) -> String {
    let mark = format!("\u{e000}{value}\u{e001}");
    confidential.push((mark.clone(), value));
    mark
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    // In the order of their names, as they are written.
    /// The cells that the text tells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Cell>,
    /// The block of the part that says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<Name>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub confidential: Vec<ConfidentialSpan>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flow: Option<Name>,
    /// Who heard it besides the player.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heard_by: Vec<Name>,
    pub id: ItemId,
    pub kind: ItemKind,
    /// The part of the flow that says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Name>,
    pub text: String,
}
