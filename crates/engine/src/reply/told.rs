//! What is said of a reply: what held, what was selected and said, what was answered, and what was not.

use super::Verdict;
use super::coverage::Said;
use super::page::Format;
use logic::value::Name;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// Everything that is to be said of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    pub outcome: Outcome,
    pub states: States,
    pub primary: Option<Name>,
    pub intentions: Vec<Wanted>,
    pub heard: HeardBy,
    pub action: Name,
    pub route_to: Option<String>,
    pub context: BTreeMap<Name, String>,
    pub selection: Vec<Selected>,
    /// Flags that are set, with who set them.
    pub flags: BTreeMap<Name, Vec<Name>>,
    pub sections: Vec<Said>,
    pub left_out: Vec<LeftOut>,
    pub coverage: Coverage,
    pub page: Option<Name>,
    pub format: Name,
    pub text: Option<String>,
    pub plain: Option<String>,
    pub alerts: Vec<Alert>,
    pub actions: Vec<Acted>,
    pub commands: Vec<Ordered>,
    pub hand_over: Vec<Reason>,
    pub send: Send,
    /// Facts that were printed, and where in the text.
    #[serde(skip)]
    pub prints: Vec<(Name, Range<usize>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Reply,
    /// It was asked back what is wanted.
    Clarify,
    /// A person must look; a text is a draft for them.
    HandOver,
    /// A blocking state's own reply.
    Blocked,
    /// Nothing is said and nobody is asked.
    Stopped,
}

impl Outcome {
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Reply => "reply",
            Outcome::Clarify => "clarify",
            Outcome::HandOver => "hand_over",
            Outcome::Blocked => "blocked",
            Outcome::Stopped => "stopped",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct States {
    pub blocking: Vec<Held>,
    pub warning: Vec<Held>,
    pub info: Vec<Held>,
    pub unknown: Vec<NotKnown>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Held {
    pub state: Name,
    pub id: String,
    pub priority: i64,
}

/// A state of which it cannot be said whether it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotKnown {
    pub state: Name,
    pub id: String,
    pub severity: Name,
    /// Facts that are missing.
    pub missing: Vec<Name>,
}

/// Who said what is wanted, and why a model did not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeardBy {
    pub by: Name,
    pub refused: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wanted {
    pub intention: Name,
    pub rank: Name,
    /// How certain, of 100; nothing where the case says so.
    pub score: Option<u64>,
    pub answered_by: Vec<Name>,
    pub blocked_by: Option<Name>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Selected {
    pub intention: Option<Name>,
    pub pass: Name,
    pub rule: Name,
    pub template: Option<Name>,
    pub trace: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    pub pass: Name,
    pub rule: Name,
    pub chosen: bool,
    pub why: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    pub section: Name,
    pub why: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    pub answered: Vec<By>,
    pub blocked: Vec<By>,
    pub unanswered: Vec<Why>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct By {
    pub by: Vec<Name>,
    pub what: Name,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Why {
    pub what: Name,
    pub why: String,
}

/// Something that the team is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Alert {
    pub section: Option<Name>,
    pub state: Option<Name>,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acted {
    pub action: Name,
    pub route_to: Option<String>,
    pub state: Name,
}

/// A side effect for the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ordered {
    pub arguments: BTreeMap<Name, String>,
    pub because: Name,
    pub command: Name,
}

/// Why a person must look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    pub code: Name,
    pub what: String,
    pub why: String,
}

/// Whether the reply may leave without a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Send {
    pub allowed: bool,
    pub reasons: Vec<Reason>,
}

pub(super) fn blank() -> Reply {
    Reply {
        outcome: Outcome::Reply,
        states: States::default(),
        primary: None,
        intentions: Vec::new(),
        heard: HeardBy {
            by: Name::from("nobody"),
            refused: None,
        },
        action: Name::from(Verdict::Go.as_str()),
        route_to: None,
        context: BTreeMap::new(),
        selection: Vec::new(),
        flags: BTreeMap::new(),
        sections: Vec::new(),
        left_out: Vec::new(),
        coverage: Coverage::default(),
        page: None,
        format: Name::from(Format::Text.as_str()),
        text: None,
        plain: None,
        alerts: Vec::new(),
        actions: Vec::new(),
        commands: Vec::new(),
        hand_over: Vec::new(),
        send: Send {
            allowed: false,
            reasons: Vec::new(),
        },
        prints: Vec::new(),
    }
}
