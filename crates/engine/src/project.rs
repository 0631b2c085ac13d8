//! A project: the authored folder, compiled into one immutable, hashed value.
//!
//! Compiling reports every mistake at once and builds what it can. Nothing is decided here about a
//! session; nothing is read from disk: files arrive as bytes.

mod attributes;
mod derived;
mod entities;
mod fields;
mod flows;
mod load;
mod open;
mod places;
mod relations;
mod sorts;
mod templates;
mod vocabulary;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::graph::{Kinds, Relations};
use crate::mention::Called;
use crate::template::Templates;
use crate::understand::Cue;
use logic::formula::{Formula, Term};
use logic::kind::Type;
use logic::sort::Sorts;
use logic::value::{Cell, Date, Digest, Instant, Name, Number, Value};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};

pub use load::compile;

/// The newest edition of the project language.
pub const EDITION: u64 = 1;

/// The sources of a project: path below its folder -> bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(pub BTreeMap<String, Vec<u8>>);

impl Files {
    /// Which files decide; the others (stories, notes) are not part of a project's identity.
    pub fn is_source(path: &str) -> bool {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        matches!(extension, "yaml" | "yml")
            || (path.starts_with("templates/") && matches!(extension, "hbs" | "txt" | "html"))
    }

    pub fn sources(&self) -> impl Iterator<Item = (&String, &Vec<u8>)> {
        self.0.iter().filter(|(path, _)| Files::is_source(path))
    }

    /// SHA-256 over all sources, each with its path, lengths first.
    pub fn hash(&self) -> Digest {
        let mut hash = Sha256::new();
        hash.update(b"canonry project 1\n");
        for (path, bytes) in self.sources() {
            for part in [path.as_bytes(), bytes] {
                hash.update((part.len() as u64).to_be_bytes());
                hash.update(part);
            }
        }
        Digest(hash.finalize().into())
    }

    /// One byte string that holds all sources, for a store or an export.
    pub fn pack(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (path, bytes) in self.sources() {
            for part in [path.as_bytes(), bytes] {
                out.extend_from_slice(&(part.len() as u64).to_be_bytes());
                out.extend_from_slice(part);
            }
        }
        out
    }

    pub fn unpack(mut bytes: &[u8]) -> Option<Files> {
        let mut next = || -> Option<Option<Vec<u8>>> {
            if bytes.is_empty() {
                return Some(None);
            }
            let (length, rest) = bytes.split_at_checked(8)?;
            let length = usize::try_from(u64::from_be_bytes(length.try_into().ok()?)).ok()?;
            let (part, rest) = rest.split_at_checked(length)?;
            bytes = rest;
            Some(Some(part.to_vec()))
        };
        let mut files = BTreeMap::new();
        while let Some(path) = next()? {
            files.insert(String::from_utf8(path).ok()?, next()??);
        }
        Some(Files(files))
    }
}

/// Everything an author wrote, checked and ready. Shared by all sessions that started with it.
#[derive(Debug)]
pub struct Project {
    pub hash: Digest,
    pub name: String,
    pub edition: u64,
    /// Languages it speaks; the first is the default.
    pub languages: Vec<Name>,
    pub time_zone: TimeZone,
    pub sorts: Sorts,
    pub attributes: Vec<Attribute>,
    pub composites: Vec<Composite>,
    /// The words by which attributes and composites are asked for.
    pub cues: Vec<Cue>,
    /// What entities are called.
    pub called: Called,
    pub entities: BTreeMap<Name, Entity>,
    /// Declared facts, with the line that declares them.
    pub facts: BTreeMap<Cell, (Value, Place)>,
    pub relation_kinds: Kinds,
    pub relations: Relations,
    pub derived: BTreeMap<Name, Derived>,
    pub flow: Option<Flow>,
    /// Who is spoken to, where a message does not say.
    pub interlocutor: Option<Name>,
    /// What is said to a message that nothing awaits.
    pub otherwise: Option<Text>,
    pub collapse: CollapseOptions,
    pub templates: Templates,
    pub files: Files,
}

#[derive(Clone, Debug)]
pub struct TimeZone(pub jiff::tz::TimeZone);

impl TimeZone {
    pub fn date(&self, instant: Instant) -> Date {
        let timestamp = jiff::Timestamp::from_millisecond(instant.as_millis())
            .unwrap_or(jiff::Timestamp::UNIX_EPOCH);
        Date(timestamp.to_zoned(self.0.clone()).date())
    }
}

#[derive(Clone, Debug)]
pub struct Attribute {
    pub sort: Name,
    pub name: Name,
    pub kind: Type,
    pub place: Place,
    pub topic: Topic,
    /// Labels of an enumeration's values, by value.
    pub labels: BTreeMap<Name, Text>,
    pub range: (Option<Number>, Option<Number>),
    pub max_length: Option<usize>,
    /// A fluent: later values supersede earlier ones.
    pub changes: bool,
    pub confidential: bool,
    pub generate: Option<Generate>,
}

/// Several attributes that are asked for, made and told together. Its fields are attributes of their
/// own, called `composite.field`.
#[derive(Clone, Debug)]
pub struct Composite {
    pub sort: Name,
    pub name: Name,
    pub place: Place,
    pub fields: Vec<Name>,
    pub topic: Topic,
}

/// How people ask about an attribute or a composite, and how it is told.
#[derive(Clone, Debug, Default)]
pub struct Topic {
    pub category: Option<Name>,
    pub asked_by: Vec<String>,
    /// One is chosen by the session's seed; without any, cell and value are named.
    pub tellings: Vec<Text>,
}

/// How a value is made when somebody looks at the cell.
#[derive(Clone, Debug)]
pub struct Generate {
    /// What a model is told.
    pub prompt: Option<Text>,
    /// Texts for the offline generator, one of which is chosen by seed.
    pub offline: Vec<Text>,
}

#[derive(Clone, Debug)]
pub struct Entity {
    pub sort: Name,
    pub name: String,
    pub aliases: Vec<String>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub struct Derived {
    pub kind: Type,
    pub cases: Vec<Case>,
    pub place: Place,
}

/// The first case whose condition is true gives the value.
#[derive(Clone, Debug)]
pub struct Case {
    pub when: Option<Formula>,
    pub is: Body,
}

#[derive(Clone, Debug)]
pub enum Body {
    Formula(Formula),
    Term(Term),
}

/// A text in every language of the project: language -> template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pub templates: BTreeMap<Name, String>,
    pub place: Option<Place>,
}

impl Text {
    pub fn template(&self, language: &str) -> Option<&str> {
        self.templates
            .get(language)
            .or_else(|| self.templates.values().next())
            .map(String::as_str)
    }
}

#[derive(Clone, Debug)]
pub struct Flow {
    pub id: Name,
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub struct Part {
    pub id: Name,
    pub when: Option<Formula>,
    pub kind: PartKind,
    pub place: Place,
    /// Confidential cells that this part may show to whoever has the scope.
    pub shows: BTreeSet<Cell>,
}

impl Part {
    /// The cell that this part tells, if it is one that does.
    pub fn tells(&self) -> Option<&Cell> {
        match &self.kind {
            PartKind::Tell { cell } => Some(cell),
            PartKind::Say { .. } | PartKind::Ask { .. } | PartKind::Gate { .. } => None,
        }
    }
}

#[derive(Clone, Debug)]
pub enum PartKind {
    Say {
        text: Text,
    },
    Ask {
        text: Text,
        cell: Cell,
        tries: u64,
        choices: Vec<ChoiceOption>,
        why: Option<Text>,
    },
    Gate {
        text: Text,
        event: Name,
    },
    Tell {
        cell: Cell,
    },
}

#[derive(Clone, Debug)]
pub struct ChoiceOption {
    pub value: Name,
    pub label: Option<Text>,
    pub synonyms: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct CollapseOptions {
    pub attempts: u32,
    pub timeout_ms: u64,
    pub on_failure: OnFailure,
}

/// What a collapse does when every attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// Take a value of the offline generator, recorded as such.
    Offline,
    /// Say that nothing could be said; the cell stays open.
    LeaveOpen,
}

impl Attribute {
    /// How long a generated text may be.
    pub fn generated_length(&self) -> usize {
        self.max_length
            .unwrap_or(crate::limits::GENERATED_CHARACTERS)
    }
}

impl Project {
    /// The attribute that an entity of that sort has under that name.
    pub fn attribute_of_sort(&self, sort: &str, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| &*attribute.name == name && self.sorts.is_sub(sort, &attribute.sort))
    }

    pub fn attribute(&self, cell: &Cell) -> Option<&Attribute> {
        let entity = self.entities.get(&*cell.entity)?;
        self.attribute_of_sort(&entity.sort, &cell.attribute)
    }

    pub fn composite(&self, cell: &Cell) -> Option<&Composite> {
        let entity = self.entities.get(&*cell.entity)?;
        self.composites.iter().find(|composite| {
            composite.name == cell.attribute && self.sorts.is_sub(&entity.sort, &composite.sort)
        })
    }

    /// Every cell of every entity.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.entities.iter().flat_map(move |(id, entity)| {
            self.attributes
                .iter()
                .filter(move |attribute| self.sorts.is_sub(&entity.sort, &attribute.sort))
                .map(move |attribute| Cell {
                    entity: id.clone(),
                    attribute: attribute.name.clone(),
                })
        })
    }

    pub fn part(&self, id: &str) -> Option<&Part> {
        self.flow
            .as_ref()?
            .parts
            .iter()
            .find(|part| &*part.id == id)
    }

    pub fn speaks(&self, language: &str) -> bool {
        self.languages.iter().any(|known| &**known == language)
    }
}

/// Whether a list of diagnostics forbids using the project.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error)
}
