//! A project: the authored folder, compiled into one immutable, hashed value.
//!
//! Compiling reports every mistake at once and builds what it can. Nothing is decided here about a
//! session; nothing is read from disk: files arrive as bytes.

mod attributes;
mod axes;
mod checks;
mod closing;
mod derived;
mod entities;
mod fields;
mod flows;
mod grammars;
mod idle;
mod load;
mod open;
mod part;
mod places;
mod propagation;
mod relations;
mod replies;
mod rules;
mod scenes;
mod schemas;
mod sorts;
mod templates;
mod testimony;
mod vocabulary;

use crate::axis::{Axis, Progress};
use crate::base::Base;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::field::Binding;
use crate::grammar::Grammar;
use crate::graph::{Force, Kinds, Relations};
use crate::input::TriggerKind;
use crate::mention::Called;
use crate::propagation::Propagation;
use crate::reply::Replies;
use crate::scene::{Scene, SceneRule};
use crate::schema::{Misfit, Schema};
use crate::template::Templates;
use crate::testimony::Reliance;
use crate::understand::Cue;
use logic::domain::Code;
use logic::formula::{Formula, Term};
use logic::kind::Type;
use logic::solve::CellId;
use logic::sort::Sorts;
use logic::stem::Word;
use logic::text::Phrase;
use logic::value::{Cell, Date, Digest, Instant, Name, Number, Value};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};

pub use load::compile;
pub use part::{
    Block, ChoiceOption, Each, Field, Flow, GiveUp, Part, PartKind, Points, Question, Wording,
};

/// The newest edition of the project language.
pub const EDITION: u64 = 13;

/// Since when lists are made, and kept to their length, whoever writes them.
pub const LISTS: u64 = 6;

/// Where the templates of replies are.
pub(crate) const REPLY_TEMPLATES: &str = "states/templates/";

/// The sources of a project: path below its folder -> bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(pub BTreeMap<String, Vec<u8>>);

impl Files {
    /// Which files decide; the others (stories, notes) are not part of a project's identity.
    pub fn is_source(path: &str) -> bool {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is_template = path.starts_with("templates/") || path.starts_with(REPLY_TEMPLATES);
        matches!(extension, "yaml" | "yml")
            || (is_template && matches!(extension, "hbs" | "txt" | "html"))
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
    pub rules: BTreeMap<Name, WorldRule>,
    pub propagation: BTreeMap<Name, Propagation>,
    /// Those of them that can lay what must hold.
    pub binding: Vec<Binding>,
    /// What differs from the base's witness in a closed one, with which sessions begin.
    pub closed: Vec<(CellId, Code)>,
    /// What testimony is worth, by attribute or composite.
    pub testimony: BTreeMap<Name, Reliance>,
    /// What all sessions share of the field.
    pub base: Base,
    pub flow: Option<Flow>,
    pub digressions: Vec<Digression>,
    /// The scene in which a session begins.
    pub scene: Scene,
    pub scene_rules: Vec<SceneRule>,
    /// What is said to a message that nothing awaits.
    pub otherwise: Option<Text>,
    pub collapse: CollapseOptions,
    /// What the story is about, with how much each matters.
    pub themes: BTreeMap<Name, Force>,
    /// Moral axes and reputations.
    pub axes: BTreeMap<Name, Axis>,
    /// How far the story is.
    pub progress: Option<Progress>,
    pub templates: Templates,
    /// States, intentions and sections, where the project answers cases.
    pub replies: Option<Replies>,
    pub files: Files,
}

impl Project {
    /// Whether it has nothing but a name: whoever checks it examines nothing.
    pub fn declares_nothing(&self) -> bool {
        self.attributes.is_empty()
            && self.entities.is_empty()
            && self.facts.is_empty()
            && self.derived.is_empty()
            && self.rules.is_empty()
            && self.flow.is_none()
            && self.digressions.is_empty()
            && self.scene_rules.is_empty()
            && self.otherwise.is_none()
            && self.axes.is_empty()
            && self.themes.is_empty()
            && self.replies.is_none()
    }
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
    /// What else is said of its values.
    pub options: BTreeMap<Name, ValueNote>,
    /// From which depth on a composite's field is made.
    pub depth: Depth,
    pub range: (Option<Number>, Option<Number>),
    /// How fine the values of a number are where rules and the offline generator reckon with them.
    pub decimals: u32,
    pub max_length: Option<usize>,
    pub checks: Checks,
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
    /// What makes it seen; where nothing is said, whatever looks.
    pub observed_by: Vec<TriggerKind>,
    /// What its tellings may print beside cells: fields, or `value`.
    pub locals: Vec<String>,
    /// One is chosen by the session's seed; without any, cell and value are named.
    pub tellings: Vec<Telling>,
}

/// Words in which something is told.
#[derive(Clone, Debug)]
pub struct Telling {
    pub text: Text,
    /// For which tone; any where none is named.
    pub register: Option<Register>,
}

/// How much of a composite is made at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Depth {
    Minimal,
    #[default]
    Standard,
    Detailed,
}

/// The tone in which something is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Register {
    #[default]
    Neutral,
    Dramatic,
    Humorous,
    Dark,
}

impl Depth {
    pub const NAMES: [(&'static str, Depth); 3] = [
        ("minimal", Depth::Minimal),
        ("standard", Depth::Standard),
        ("detailed", Depth::Detailed),
    ];

    pub fn as_str(self) -> &'static str {
        Depth::NAMES[self as usize].0
    }
}

impl Register {
    pub const NAMES: [(&'static str, Register); 4] = [
        ("neutral", Register::Neutral),
        ("dramatic", Register::Dramatic),
        ("humorous", Register::Humorous),
        ("dark", Register::Dark),
    ];

    pub fn as_str(self) -> &'static str {
        Register::NAMES[self as usize].0
    }
}

/// What an author says of one value of an enumeration.
#[derive(Clone, Debug, Default)]
pub struct ValueNote {
    /// How likely, against the others; 1 where nothing is said.
    pub weight: Option<u64>,
    pub tags: BTreeSet<Name>,
    /// Other words for it, in answers of models and people.
    pub synonyms: Vec<String>,
}

/// How a value is made when somebody looks at the cell.
#[derive(Clone, Debug)]
pub struct Generate {
    /// What a model is told.
    pub prompt: Option<Text>,
    /// Texts for the offline generator, one of which is chosen by seed.
    pub offline: Vec<Text>,
    /// What it makes texts of where none is written.
    pub grammar: Option<Grammar>,
}

/// What holds in this world for all that it is about.
#[derive(Clone, Debug)]
pub struct WorldRule {
    pub formula: Formula,
    pub place: Place,
    /// Why it holds, in words.
    pub because: Option<Phrase>,
}

#[derive(Clone, Debug)]
pub struct Entity {
    pub sort: Name,
    pub name: String,
    pub aliases: Vec<String>,
    pub tags: BTreeSet<Name>,
    /// How much it matters to the story.
    pub weight: Force,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub struct Derived {
    pub kind: Type,
    pub cases: Vec<Case>,
    pub place: Place,
}

impl Derived {
    /// The cells that it reads itself.
    pub fn reads(&self) -> BTreeSet<Cell> {
        let mut reads = BTreeSet::new();
        for case in &self.cases {
            for formula in case.when.iter().cloned().chain([case.is.as_formula()]) {
                reads.extend(logic::holds::cells(&formula));
            }
        }
        reads
    }
}

impl Body {
    /// A formula that reads what it reads.
    pub fn as_formula(&self) -> Formula {
        match self {
            Body::Formula(formula) => formula.clone(),
            Body::Term(term) => Formula::IsKnown(term.clone()),
        }
    }
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

/// What is answered beside the flow, which then goes on where it was.
#[derive(Clone, Debug)]
pub struct Digression {
    /// What people say, by the stems of its words.
    pub said: Vec<Vec<Word>>,
    pub text: Text,
    pub when: Option<Formula>,
}

/// What a value must be beyond its type.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    /// Of a list.
    pub max_items: Option<usize>,
    /// What a text or a list is as JSON.
    pub schema: Option<Schema>,
    /// What a text is as a whole.
    pub pattern: Option<Pattern>,
    pub max_words: Option<usize>,
    /// Words that may not stand in a text.
    pub forbidden: Vec<String>,
    /// The cell that says how its reader is addressed, `tu` or `vous`.
    pub address: Option<Cell>,
    pub mentions: Option<Mentions>,
}

/// A text names at least so many of the values of these cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mentions {
    pub least: usize,
    pub of: Vec<Cell>,
}

/// A regular expression that a text matches from its beginning to its end, in time linear in its length.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub source: String,
    regex: regex::Regex,
}

/// How large a pattern may be once it is compiled.
const PATTERN_BYTES: usize = 1 << 20;

impl Pattern {
    pub fn new(source: &str) -> Result<Pattern, String> {
        let regex = regex::RegexBuilder::new(&format!("^(?:{source})$"))
            .size_limit(PATTERN_BYTES)
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Pattern {
            source: source.to_owned(),
            regex,
        })
    }

    pub fn fits(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }
}

impl Checks {
    /// Whether anything is asked of a text but its length.
    pub fn is_validator(&self) -> bool {
        self.max_words.is_some()
            || !self.forbidden.is_empty()
            || self.address.is_some()
            || self.mentions.is_some()
    }
}

#[derive(Clone, Debug)]
pub struct CollapseOptions {
    pub attempts: u32,
    pub timeout_ms: u64,
    pub on_failure: OnFailure,
    pub depth: Depth,
    pub register: Register,
    /// How far around an entity a model is told about.
    pub radius: usize,
    /// Take a plain value that satisfies everything strict when all else fails.
    pub partial: bool,
    pub min_score: u64,
    pub min_confidence: Force,
    pub score: Score,
    /// A model may put tellings into other words.
    pub voice: bool,
    /// A model may say what a message asks where rules leave it undecided.
    pub detector: bool,
}

/// What a value is worth to the story: points for each part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    pub dramatic: u64,
    pub link: u64,
    pub theme: u64,
    pub surprise: u64,
}

/// What a collapse does when every attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// Take a value of the offline generator, recorded as such.
    Offline,
    /// Say that nothing could be said; the cell stays open.
    LeaveOpen,
}

impl OnFailure {
    pub fn as_str(self) -> &'static str {
        match self {
            OnFailure::Offline => "offline",
            OnFailure::LeaveOpen => "leave_open",
        }
    }
}

impl Attribute {
    /// How long a generated text may be.
    pub fn generated_length(&self) -> usize {
        self.max_length
            .unwrap_or(crate::limits::GENERATED_CHARACTERS)
    }

    /// How many items a list of it may have.
    pub fn most_items(&self) -> usize {
        self.checks.max_items.unwrap_or(crate::limits::LIST_ITEMS)
    }

    /// What its schema says against a value.
    pub fn misfit(&self, value: &Value) -> Option<Misfit> {
        let schema = self.checks.schema.as_ref()?;
        match value {
            Value::Null | Value::Confidential(_) => None,
            Value::Bool(_)
            | Value::Number(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Text(_)
            | Value::Set(_)
            | Value::List(_) => schema.misfit(&crate::view::plain(value)),
        }
    }

    /// Why a text cannot be a value, whatever the session; nothing if it can.
    pub fn unfit_text(&self, text: &str) -> Option<Phrase> {
        let length = text.chars().count();
        let words = logic::text::words(text);
        let checks = &self.checks;
        if let Some(most) = self.max_length.filter(|most| length > *most) {
            return Some(Phrase::new(
                format!("it has {length} characters of {most}"),
                format!("il a {length} caractères sur {most}"),
            ));
        }
        if let Some(most) = checks.max_words.filter(|most| words.len() > *most) {
            let count = words.len();
            return Some(Phrase::new(
                format!("it has {count} words of {most}"),
                format!("il a {count} mots sur {most}"),
            ));
        }
        let forbidden = checks.forbidden.iter().find(|word| {
            let forbidden = logic::text::words(word);
            let size = forbidden.len().max(1);
            words.windows(size).any(|window| window == &forbidden[..])
        });
        if let Some(word) = forbidden {
            return Some(Phrase::new(
                format!("« {word} » is forbidden"),
                format!("« {word} » est interdit"),
            ));
        }
        if let Some(pattern) = checks.pattern.as_ref().filter(|known| !known.fits(text)) {
            let source = &pattern.source;
            return Some(Phrase::new(
                format!("it does not match `{source}`"),
                format!("il ne suit pas le motif `{source}`"),
            ));
        }
        // Texts of a list are looked at together with the list.
        let misfit = self.misfit(&Value::text(text));
        let misfit = misfit.filter(|_| self.kind == Type::Text)?;
        Some(misfit.message)
    }

    /// Why an author's text cannot be the value, or an item of it, whatever the session.
    pub fn unfit_offline(&self, text: &str) -> Option<Phrase> {
        let unfit = self.unfit_text(text);
        let schema = self.checks.schema.as_ref();
        let schema = schema.filter(|_| matches!(self.kind, Type::List(_)));
        unfit.or_else(|| schema?.item_misfit(&serde_json::json!(text)))
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

    /// The composite that a cell is a field of.
    pub fn whole(&self, cell: &Cell) -> Option<&Composite> {
        let (composite, _) = cell.attribute.rsplit_once('.')?;
        self.composite(&Cell {
            entity: cell.entity.clone(),
            attribute: Name::from(composite),
        })
    }

    /// How a cell is asked for and told: as a field of its composite, or by itself.
    pub fn topic(&self, cell: &Cell) -> Option<&Topic> {
        let own = &self.attribute(cell)?.topic;
        let whole = self.whole(cell);
        Some(match whole {
            Some(whole) if own.category.is_none() => &whole.topic,
            Some(_) | None => own,
        })
    }

    /// From which depth on a field of a composite is made.
    pub fn field_depth(&self, composite: &Cell, field: &Name) -> Option<Depth> {
        let cell = Cell {
            entity: composite.entity.clone(),
            attribute: field.clone(),
        };
        self.attribute(&cell).map(|attribute| attribute.depth)
    }

    /// Every composite of every entity.
    pub fn wholes(&self) -> impl Iterator<Item = Cell> + '_ {
        self.entities.iter().flat_map(|(id, entity)| {
            let own = self.composites.iter();
            let own = own.filter(|known| self.sorts.is_sub(&entity.sort, &known.sort));
            own.map(|composite| Cell {
                entity: id.clone(),
                attribute: composite.name.clone(),
            })
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
