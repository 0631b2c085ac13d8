//! What authors decide about a session besides its facts.

use super::Broken;
use crate::item::Count;
use logic::value::Name;
use serde::{Deserialize, Serialize};

/// Two entities are one from here on. What was `gone` is called by the other's name; everything that follows
/// (facts, constraints, relations) is in the entries behind this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntitiesMerged {
    /// In words, where the author says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Soft constraints on the one that what is fixed of the other breaks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broke: Vec<Broken>,
    pub gone: Name,
    pub kept: Name,
}

/// What an author decided about something that was refused as incoherent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IncoherenceSettled {
    pub because: String,
    /// The entry that ended the turn in which it was refused.
    pub incoherence: Count,
    /// The entry of what yields, a testimony or a constraint; absent where the refusal stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yields: Option<Count>,
}
