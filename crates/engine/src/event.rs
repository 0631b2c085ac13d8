//! Events: past-tense facts about a session, the only thing that is ever written.
//!
//! The kind and version stand in a record's header, the rest is the body: canonical JSON without a
//! single JSON number. Old versions are read by `decode`, which upcasts them; a version newer than
//! this program knows is refused. Nothing here is ever skipped.

mod author;
mod canonical;

use crate::graph::{Force, Relation, Settled};
use crate::input::Input;
use crate::item::{Count, Item, ItemId};
use crate::request::{Outcome, RequestId};
use crate::scene::Scene;
use crate::view::{Changes, View};
use logic::formula::Formula;
use logic::value::{Cell, Digest, Name, Value};
use serde::{Deserialize, Serialize};

pub use author::{EntitiesMerged, IncoherenceSettled};
#[doc(hidden)]
pub use canonical::{canonical, plain};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    SessionStarted(SessionStarted),
    ProjectMoved(ProjectMoved),
    InputRecorded(InputRecorded),
    Heard(Heard),
    FactFixed(FactFixed),
    FluentSet(FluentSet),
    ConstraintAdded(Box<ConstraintAdded>),
    ConstraintLifted(ConstraintLifted),
    Testified(Box<Testified>),
    Reinterpreted(Reinterpreted),
    RelationSet(RelationSet),
    Reinforced(Reinforced),
    Marked(Marked),
    Raised(Raised),
    SceneChanged(SceneChanged),
    AliasLearned(AliasLearned),
    EntitiesMerged(EntitiesMerged),
    IncoherenceSettled(IncoherenceSettled),
    ObligationOpened(Obligation),
    AnswerAccepted(AnswerAccepted),
    AnswerRefused(AnswerRefused),
    ObligationClosed(ObligationClosed),
    Reopened(Reopened),
    Cleared(Cleared),
    FlowEnded(FlowEnded),
    Said(Item),
    TurnEnded(Box<TurnEnded>),
    TurnFailed(TurnFailed),
    Erased(Erased),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SessionStarted {
    /// The program that started it.
    pub build: String,
    /// The edition of the project language.
    pub edition: Count,
    /// The session this one was forked from, at which entry and with which chain hash there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked: Option<ForkedFrom>,
    pub language: Name,
    /// The position, campaign or case that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Name>,
    pub project: Digest,
    pub seed: Count,
    /// Whose session it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<Name>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForkedFrom {
    pub chain: Digest,
    pub seq: Count,
    pub session: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProjectMoved {
    pub from: Digest,
    pub to: Digest,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputRecorded {
    pub input: Input,
    /// The item that was open when it came, so that a transcript needs no guessing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<ItemId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heard {
    pub attempt: Count,
    pub cell: Cell,
    pub outcome: Outcome,
    /// Hash of the prompt: the answer counts only for the words it answered.
    pub prompt: Digest,
    pub request: RequestId,
}

/// How a fact came to be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// What somebody answered about themselves.
    Testimony,
    /// A system or an author asserted it.
    Assertion,
    /// It was looked at, and generated at that moment.
    Observation,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// The input that caused the turn.
    Input,
    /// A model's answer.
    Request(RequestId),
    /// The offline generator, with the session's seed.
    Offline,
    /// Nothing else was possible any more.
    Deduced,
    /// All else failed, and something plain was accepted.
    Partial,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactFixed {
    /// Soft constraints that it breaks, with the reason that was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broke: Vec<Broken>,
    pub cell: Cell,
    pub method: Method,
    pub provenance: Provenance,
    /// The scene in which it was seen or said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Name>,
    pub value: Value,
    /// How the witness changed, so that folding never searches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<Witnessed>,
}

/// A soft constraint that a value breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Broken {
    /// The entry that added it.
    pub constraint: Count,
    pub reason: String,
}

/// A value of the witness: one that the cell can have together with all the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witnessed {
    pub cell: Cell,
    /// Of a set: who belongs to it, or does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<Name>,
    pub value: Value,
}

/// How much a constraint binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// What breaks it is refused.
    Strict,
    /// It is broken only with a recorded reason.
    Soft(Force),
    /// A leaning.
    Tendency(Force),
}

impl Strength {
    pub fn as_str(self) -> &'static str {
        match self {
            Strength::Strict => "strict",
            Strength::Soft(_) => "soft",
            Strength::Tendency(_) => "tendency",
        }
    }
}

/// Who or what made a constraint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConstraintSource {
    /// A propagation rule, from a fact over a path of entities.
    Propagated {
        from: Cell,
        path: Vec<Name>,
        rule: Name,
    },
    /// A world rule that a new relation made about these entities.
    Rule {
        rule: Name,
    },
    Author,
    /// Whoever looked wished so.
    Request,
    /// What somebody said of others: the force of a testimony, which is called by its entry.
    Said {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Name>,
        reliability: Reliability,
        testimony: Count,
    },
    /// A model thinks so.
    Inferred {
        confidence: Force,
    },
}

impl ConstraintSource {
    /// How much it binds where nobody says otherwise. What comes over relations only leans, as much as the way is
    /// strong, and so do a rumour and what a model thinks; everything else is strict.
    pub fn strength(&self, way: Option<Force>) -> Strength {
        match self {
            ConstraintSource::Propagated { .. } => way.map_or(Strength::Strict, Strength::Soft),
            ConstraintSource::Rule { .. }
            | ConstraintSource::Author
            | ConstraintSource::Request => Strength::Strict,
            ConstraintSource::Said { reliability, .. } => match reliability {
                Reliability::Rumour => Strength::Soft(Force::MIDDLE),
                Reliability::Confirmed | Reliability::Testimony | Reliability::Certain => {
                    Strength::Strict
                }
            },
            ConstraintSource::Inferred { confidence } => Strength::Tendency(*confidence),
        }
    }

    pub fn is_of(&self, name: &str) -> bool {
        self.propagated_by(name).is_some()
    }

    /// The fact from which this rule laid it, and the way from there.
    pub fn propagated_by(&self, name: &str) -> Option<(&Cell, &[Name])> {
        let ConstraintSource::Propagated { from, path, rule } = self else {
            return None;
        };
        (&**rule == name).then_some((from, path))
    }
}

/// How much what was said is worth, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reliability {
    Rumour,
    /// A rumour that somebody confirmed.
    Confirmed,
    Testimony,
    Certain,
}

impl Reliability {
    pub fn as_str(self) -> &'static str {
        match self {
            Reliability::Rumour => "rumour",
            Reliability::Confirmed => "confirmed",
            Reliability::Testimony => "testimony",
            Reliability::Certain => "certain",
        }
    }
}

/// A rule on cells of this session. It is called by the number of its entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConstraintAdded {
    /// In words, where its source does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// The cell that it is about.
    pub cell: Cell,
    pub formula: Formula,
    pub source: ConstraintSource,
    pub strength: Strength,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<Witnessed>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConstraintLifted {
    /// The entry that added it.
    pub constraint: Count,
    pub reason: String,
}

/// Somebody said something of others. That it was said stays true for ever; what was said binds as long as
/// it is not reinterpreted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Testified {
    /// Nobody knows who, of a rumour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    /// The cell that it is about.
    pub cell: Cell,
    pub formula: Formula,
    /// Who heard it, besides whoever plays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heard_by: Vec<Name>,
    pub reliability: Reliability,
    /// The scene in which it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
}

/// How something that was said is understood, once it cannot have been meant as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reinterpretation {
    /// Not quite so, but near.
    Nuance,
    /// It was so at another time.
    OtherTime,
    Lie,
    /// It is so for whoever said it.
    OtherView,
    /// Whoever said it did not know better.
    Misinformation,
}

impl Reinterpretation {
    pub const NAMES: [(&'static str, Reinterpretation); 5] = [
        ("nuance", Reinterpretation::Nuance),
        ("other_time", Reinterpretation::OtherTime),
        ("lie", Reinterpretation::Lie),
        ("other_view", Reinterpretation::OtherView),
        ("misinformation", Reinterpretation::Misinformation),
    ];

    pub fn as_str(self) -> &'static str {
        Reinterpretation::NAMES[self as usize].0
    }
}

/// What was said binds no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reinterpreted {
    /// Why it is understood so, in words.
    pub because: String,
    pub kind: Reinterpretation,
    /// The entry of what was said.
    pub testimony: Count,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelationSet {
    pub force: Force,
    pub from: Name,
    pub kind: Name,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Name>,
    pub state: Settled,
    pub to: Name,
}

impl RelationSet {
    /// The relation that the entry of this number sets.
    pub fn relation(&self, entry: u64) -> Relation {
        Relation {
            id: None,
            from: self.from.clone(),
            to: self.to.clone(),
            kind: self.kind.clone(),
            force: self.force,
            state: self.state,
            place: None,
            entry: Some(entry),
        }
    }
}

/// One more reason to believe something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reinforced {
    pub cell: Cell,
    pub from: Cell,
    pub rule: Name,
    pub weight: Force,
}

/// A cell that is to be thought over: what was prepared for it counts no more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marked {
    pub cell: Cell,
    pub rule: Name,
}

/// The scene is another one from here on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneChanged {
    pub scene: Scene,
}

/// Something happened in the story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raised {
    pub about: Vec<Name>,
    pub name: Name,
    pub rule: Name,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FluentSet {
    pub cell: Cell,
    pub method: Method,
    /// How it was made, if it was made: each time is a revision of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    /// The scene in which it was seen or said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Name>,
    pub value: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Count>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AliasLearned {
    pub alias: String,
    pub entity: Name,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaits {
    Answer,
    Event,
    /// That a mirror is validated or put right.
    Validation,
}

/// What the session waits for. Its id is the id of the item that asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Obligation {
    pub awaits: Awaits,
    pub item: ItemId,
    pub part: Name,
    /// Tries that are allowed in all.
    pub tries: Count,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerAccepted {
    /// An earlier answer to the same question counts no more.
    #[serde(default, skip_serializing_if = "is_false")]
    pub corrects: bool,
    pub part: Name,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerRefused {
    pub code: Name,
    pub part: Name,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Closed {
    Answered,
    /// The awaited event came.
    Passed,
    /// Its tries were used up.
    GivenUp,
    /// Its cell became known in another way.
    Settled,
    /// It was left unanswered by whoever was asked.
    Skipped,
    /// A mirror was found right.
    Validated,
    /// A mirror was put right.
    Nuanced,
    /// What it asked is asked anew, or no more.
    Withdrawn,
}

/// Questions that are to be asked again, though they were answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reopened {
    pub parts: Vec<Name>,
    pub why: Reopening,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reopening {
    /// Everything that may change is asked anew.
    Restart,
    /// A flow that was ended goes on where it was.
    Resume,
    /// An answer that they were made from is another one now.
    Correction,
}

/// An item of a list is no more: what was said of it is open again, for whatever takes its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cleared {
    pub cells: Vec<Cell>,
    /// The list that it was in.
    pub list: Cell,
    pub parts: Vec<Name>,
}

/// The flow is over, though parts may be left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlowEnded {
    /// To whom it is handed over, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand_over: Option<String>,
    pub how: Ended,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// An `end` was reached.
    Completed,
    /// Whoever was asked ended it.
    Cancelled,
    /// The tries of a part that is needed were used up.
    GivenUp,
}

impl Ended {
    pub fn as_str(self) -> &'static str {
        match self {
            Ended::Completed => "completed",
            Ended::Cancelled => "cancelled",
            Ended::GivenUp => "given_up",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObligationClosed {
    pub how: Closed,
    pub item: ItemId,
    pub part: Name,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnEnded {
    pub changes: Changes,
    /// Why the turn stopped, where it did not simply reach its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    pub view: View,
}

/// A host or store failure left the turn pending, and it is now taken up again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnFailed {
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erased {
    pub reason: String,
    pub records: Count,
}

/// Why a record is not an event of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    UnknownKind(String),
    NewerVersion { kind: String, version: u16 },
    BadBody { kind: String, problem: String },
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DecodeError::UnknownKind(kind) => {
                write!(f, "this program does not know the event `{kind}`")
            }
            DecodeError::NewerVersion { kind, version } => {
                write!(f, "`{kind}` version {version} is newer than this program")
            }
            DecodeError::BadBody { kind, problem } => {
                write!(f, "the body of `{kind}` cannot be read: {problem}")
            }
        }
    }
}

macro_rules! events {
    ($($kind:ident => $version:literal),* $(,)?) => {
        /// What an event is, also where its body is erased.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum EventKind { $($kind),* }

        impl EventKind {
            /// The kind that a record's header names, if this program knows it.
            pub fn named(name: &str) -> Option<EventKind> {
                match name { $(stringify!($kind) => Some(EventKind::$kind),)* _ => None }
            }
        }

        impl Event {
            pub fn kind(&self) -> &'static str {
                match self { $(Event::$kind(_) => stringify!($kind)),* }
            }

            /// The newest version of this event's body: the one that is written.
            pub fn version(&self) -> u16 {
                match self { $(Event::$kind(_) => $version),* }
            }

            /// The body: canonical JSON (sorted keys, no spaces, no numbers).
            pub fn body(&self) -> Vec<u8> {
                match self { $(Event::$kind(body) => canonical(body)),* }
            }

            fn decode_newest(kind: &str, body: &[u8]) -> Result<Event, DecodeError> {
                match kind {
                    $(stringify!($kind) => serde_json::from_slice(body)
                        .map(Event::$kind)
                        .map_err(|error| DecodeError::BadBody { kind: kind.to_owned(), problem: error.to_string() }),)*
                    _ => Err(DecodeError::UnknownKind(kind.to_owned())),
                }
            }

            fn newest(kind: &str) -> Option<u16> {
                match kind { $(stringify!($kind) => Some($version),)* _ => None }
            }

            /// Every kind with its newest version.
            pub const KINDS: &[(&str, u16)] = &[$((stringify!($kind), $version)),*];
        }
    };
}

events! {
    SessionStarted => 2,
    ProjectMoved => 1,
    InputRecorded => 2,
    Heard => 1,
    FactFixed => 2,
    FluentSet => 3,
    ConstraintAdded => 1,
    ConstraintLifted => 1,
    Testified => 1,
    Reinterpreted => 1,
    RelationSet => 1,
    Reinforced => 1,
    Marked => 1,
    Raised => 1,
    SceneChanged => 1,
    AliasLearned => 1,
    EntitiesMerged => 2,
    IncoherenceSettled => 1,
    ObligationOpened => 2,
    AnswerAccepted => 2,
    AnswerRefused => 1,
    ObligationClosed => 2,
    Reopened => 2,
    Cleared => 1,
    FlowEnded => 1,
    Said => 3,
    TurnEnded => 5,
    TurnFailed => 1,
    Erased => 1,
}

impl Event {
    /// Reads a record's body, old versions included.
    pub fn decode(kind: &str, version: u16, body: &[u8]) -> Result<Event, DecodeError> {
        Event::decode_by(UPCASTS, kind, version, body)
    }

    #[doc(hidden)]
    pub fn decode_by(
        upcasts: &[Upcast],
        kind: &str,
        version: u16,
        body: &[u8],
    ) -> Result<Event, DecodeError> {
        match Event::newest(kind) {
            None => Err(DecodeError::UnknownKind(kind.to_owned())),
            Some(newest) if version == newest => Event::decode_newest(kind, body),
            Some(newest) if version > newest => Err(DecodeError::NewerVersion {
                kind: kind.to_owned(),
                version,
            }),
            Some(newest) => {
                let body = upcast(upcasts, kind, version..newest, body);
                let body = body.map_err(|problem| DecodeError::BadBody {
                    kind: kind.to_owned(),
                    problem,
                })?;
                Event::decode_newest(kind, &body)
            }
        }
    }

    /// The cell that a header names, so that an erased body stays a typed hole.
    pub fn cell(&self) -> Option<&Cell> {
        match self {
            Event::FactFixed(fact) => Some(&fact.cell),
            Event::FluentSet(fluent) => Some(&fluent.cell),
            Event::Heard(heard) => Some(&heard.cell),
            Event::ConstraintAdded(added) => Some(&added.cell),
            Event::Reinforced(reinforced) => Some(&reinforced.cell),
            Event::Marked(marked) => Some(&marked.cell),
            Event::Testified(said) => Some(&said.cell),
            Event::SessionStarted(_)
            | Event::ProjectMoved(_)
            | Event::InputRecorded(_)
            | Event::ConstraintLifted(_)
            | Event::Reinterpreted(_)
            | Event::RelationSet(_)
            | Event::Raised(_)
            | Event::SceneChanged(_)
            | Event::AliasLearned(_)
            | Event::EntitiesMerged(_)
            | Event::IncoherenceSettled(_)
            | Event::ObligationOpened(_)
            | Event::AnswerAccepted(_)
            | Event::AnswerRefused(_)
            | Event::ObligationClosed(_)
            | Event::Reopened(_)
            | Event::Cleared(_)
            | Event::FlowEnded(_)
            | Event::Said(_)
            | Event::TurnEnded(_)
            | Event::TurnFailed(_)
            | Event::Erased(_) => None,
        }
    }
}

/// What is left out of a body where it says nothing.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
fn is_false(truth: &bool) -> bool {
    !*truth
}

/// From one version of a kind's body to the next.
#[doc(hidden)]
pub struct Upcast {
    pub kind: &'static str,
    pub from: u16,
    pub step: fn(serde_json::Value) -> Result<serde_json::Value, String>,
}

/// A change of a format adds its step here and its old journal to the golden files.
const UPCASTS: &[Upcast] = &[
    // Version 2 may hold the words of a trigger.
    Upcast {
        kind: "InputRecorded",
        from: 1,
        step: Ok,
    },
    // Version 2 may name what it breaks.
    Upcast {
        kind: "EntitiesMerged",
        from: 1,
        step: Ok,
    },
    // Version 5 may name flow and block of what was accepted.
    Upcast {
        kind: "TurnEnded",
        from: 4,
        step: Ok,
    },
    // Version 2 may say what the text is about.
    Upcast {
        kind: "Said",
        from: 1,
        step: Ok,
    },
    // Version 3 may name the block of its part, and knows more kinds.
    Upcast {
        kind: "Said",
        from: 2,
        step: Ok,
    },
    // Version 2 may say whose it is, and what about.
    Upcast {
        kind: "SessionStarted",
        from: 1,
        step: Ok,
    },
    // Version 2 may await a validation.
    Upcast {
        kind: "ObligationOpened",
        from: 1,
        step: Ok,
    },
    // Version 2 may correct an earlier answer.
    Upcast {
        kind: "AnswerAccepted",
        from: 1,
        step: Ok,
    },
    // Version 2 knows more ways.
    Upcast {
        kind: "ObligationClosed",
        from: 1,
        step: Ok,
    },
    // Version 2 may say how the value was made.
    Upcast {
        kind: "FluentSet",
        from: 1,
        step: Ok,
    },
    // Version 3 may say in which scene.
    Upcast {
        kind: "FluentSet",
        from: 2,
        step: Ok,
    },
    // Version 2 may reopen what was made, for a correction.
    Upcast {
        kind: "Reopened",
        from: 1,
        step: Ok,
    },
    // Version 2 may have a witness.
    Upcast {
        kind: "FactFixed",
        from: 1,
        step: Ok,
    },
    // Version 2 says of each narrowed cell how many values it lost; nothing was narrowed before.
    Upcast {
        kind: "TurnEnded",
        from: 1,
        step: Ok,
    },
    // Version 4 has a view that may say where axes and progress stand.
    Upcast {
        kind: "TurnEnded",
        from: 3,
        step: Ok,
    },
    // Version 3 has a view that may name a block, missing fields and how the flow ended.
    Upcast {
        kind: "TurnEnded",
        from: 2,
        step: Ok,
    },
];

/// Brings a body of an older version to the newest one, one version at a time.
fn upcast(
    upcasts: &[Upcast],
    kind: &str,
    versions: std::ops::Range<u16>,
    body: &[u8],
) -> Result<Vec<u8>, String> {
    let mut json = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    for version in versions {
        let known = upcasts
            .iter()
            .find(|upcast| upcast.kind == kind && upcast.from == version);
        let known = known.ok_or_else(|| format!("there never was a version {version}"))?;
        json = (known.step)(json)?;
    }
    Ok(canonical(&json))
}
