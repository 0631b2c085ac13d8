//! What is said of a reply: what held, what was selected and said, what was answered, and what was not.

use super::Verdict;
use super::coverage::Said;
use super::detect::Kind;
use super::page::Format;
use crate::view;
use logic::value::{Name, Value};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
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
    #[serde(serialize_with = "as_they_are")]
    pub context: BTreeMap<Name, Value>,
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

impl Reply {
    /// Whether it says and does the same as another.
    pub(super) fn says_as(&self, other: &Reply) -> bool {
        self.outcome == other.outcome
            && self.text == other.text
            && self.alerts == other.alerts
            && self.actions == other.actions
            && self.commands == other.commands
            && self.route_to == other.route_to
            && self.hand_over == other.hand_over
    }
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

/// Who said what is wanted, why a model did not, and what nobody understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeardBy {
    pub by: Name,
    /// The language of the message, where that is clear.
    pub language: Option<Name>,
    pub refused: Option<String>,
    /// What was written in which nothing was recognised.
    pub unrecognised: Vec<String>,
    /// What stands where nothing is read, and seems to say something.
    pub unread: Vec<String>,
    /// What is not read as the words of who wrote: earlier mail and signatures.
    pub set_aside: Vec<Aside>,
}

impl Aside {
    pub(super) fn of((kind, text): &(Kind, String)) -> Aside {
        Aside {
            kind: Name::from(kind.as_str()),
            text: text.clone(),
        }
    }
}

/// A part of a message that was set aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Aside {
    /// `quote` or `signature`.
    pub kind: Name,
    pub text: String,
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

/// A side effect for the host, with arguments of their types.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ordered {
    #[serde(serialize_with = "as_they_are")]
    pub arguments: BTreeMap<Name, Value>,
    pub because: Name,
    pub command: Name,
}

/// Values as JSON has them: yes and no, numbers and none are no texts.
fn as_they_are<S: Serializer>(
    values: &BTreeMap<Name, Value>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(values.len()))?;
    for (name, value) in values {
        map.serialize_entry(name, &view::plain(value))?;
    }
    map.end()
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
            language: None,
            refused: None,
            unrecognised: Vec::new(),
            unread: Vec::new(),
            set_aside: Vec::new(),
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
