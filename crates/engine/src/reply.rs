//! Replies: from the facts of a case and what a person wants to approved text, and the proof that
//! everything was answered.
//!
//! Everything here is a function of the project, the case and its `now`. Nothing is sent, no side effect
//! is carried out, no model is asked: what should happen is said, and a host does it.

pub mod abstraction;
mod accounted;
mod act;
pub(crate) mod asked;
pub(crate) mod asserted;
pub(crate) mod bare;
mod binds;
pub mod case;
pub mod catalogue;
pub mod classify;
pub mod coverage;
mod dated;
pub mod decide;
pub(crate) mod demanded;
pub mod detect;
pub mod doubt;
pub(crate) mod draft;
mod exact;
mod finder;
mod grammar;
pub mod hear;
mod language;
mod lexicon;
mod mail;
mod marked;
pub mod matrix;
mod once;
pub(crate) mod orders;
pub mod page;
pub mod plain;
mod reasons;
mod refusal;
pub mod render;
pub mod rewrite;
mod sayable;
pub mod select;
mod sentence;
mod signature;
pub mod sweep;
mod thanks;
pub mod told;
mod turned;
mod understood;
mod values;
mod weighed;
mod written;

use crate::diagnostic::Place;
use asked::Asked;
use logic::formula::{Formula, Term};
use logic::kind::Type;
use logic::value::{Cell, Name, Value};
use page::{Format, Found, Page};
use std::collections::{BTreeMap, BTreeSet};

/// Everything an author wrote about replies, checked and ready.
#[derive(Debug, Default)]
pub struct Replies {
    pub sources: BTreeMap<Name, Source>,
    /// What else a message may say, with the words by which it says it.
    pub context: BTreeMap<Name, ContextField>,
    pub flags: BTreeMap<Name, Flag>,
    /// In the order of the files.
    pub states: Vec<CaseState>,
    pub exclusive: Vec<Exclusive>,
    /// In the order of the files.
    pub intentions: Vec<Intention>,
    pub rules: Vec<Rule>,
    pub index: Index,
    pub groups: Vec<Group>,
    pub slots: Vec<Name>,
    pub sections: BTreeMap<Name, Section>,
    /// Sections that are added by themselves when their condition is true.
    pub by_themselves: Vec<Name>,
    pub pages: Pages,
    /// Flags whose bodies in some page are sections.
    pub guards: BTreeSet<Name>,
    pub commands: BTreeMap<Name, Command>,
    pub send: Vec<SendRule>,
    pub options: Options,
    /// Something depends on the time, so a case must say it.
    pub asks_time: bool,
    pub recogniser: detect::Recogniser,
    /// Fields that only one source has: they are named without it.
    pub bare: BTreeMap<Name, Cell>,
    /// How values of enumerations are printed: by cell, value and language.
    pub labels: BTreeMap<(Cell, Name), BTreeMap<Name, String>>,
}

/// Where facts of a case come from.
#[derive(Clone, Debug)]
pub struct Source {
    pub label: String,
    pub fields: BTreeMap<Name, Field>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub cell: Cell,
    pub absent: Absent,
    /// Its text is mark-up, which `{{{…}}}` prints as it is.
    pub html: bool,
    pub place: Place,
}

/// What a field means that a source, when it was read, does not mention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Absent {
    #[default]
    Unknown,
    None,
    False,
}

#[derive(Clone, Debug)]
pub struct ContextField {
    pub cell: Cell,
    pub kind: Type,
    /// Words that say so, with the value that they give.
    pub triggers: Vec<(String, Value)>,
    /// Its author wants to know it and to answer nothing to it: its words are accounted for, whatever reads it.
    pub for_information: bool,
}

impl ContextField {
    /// Its value where a message does not say it.
    pub fn nothing(&self) -> Value {
        match self.kind {
            Type::Boolean => Value::Bool(false),
            Type::Text
            | Type::Number
            | Type::Date
            | Type::Instant
            | Type::Enum(_)
            | Type::Reference(_)
            | Type::Set(_)
            | Type::List(_) => Value::Null,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Flag {
    pub means: String,
    pub place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Blocking,
    Warning,
    Info,
}

impl Severity {
    pub const NAMES: [(&'static str, Severity); 3] = [
        ("BLOCKING", Severity::Blocking),
        ("WARNING", Severity::Warning),
        ("INFO", Severity::Info),
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Blocking => "blocking",
            Severity::Warning => "warning",
            Severity::Info => "info",
        }
    }
}

/// What is done with a case in which a state holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    Respond,
    RespondWithAlert,
    Block,
    Route,
    Stop,
}

impl Action {
    pub const NAMES: [(&'static str, Action); 5] = [
        ("RESPOND", Action::Respond),
        ("RESPOND_WITH_ALERT", Action::RespondWithAlert),
        ("BLOCK", Action::Block),
        ("ROUTE", Action::Route),
        ("STOP", Action::Stop),
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Action::Respond => "respond",
            Action::RespondWithAlert => "respond_with_alert",
            Action::Block => "block",
            Action::Route => "route",
            Action::Stop => "stop",
        }
    }
}

/// A named condition over the facts of a case.
#[derive(Clone, Debug)]
pub struct CaseState {
    pub name: Name,
    pub id: String,
    pub priority: i64,
    pub description: String,
    pub category: String,
    pub severity: Severity,
    /// Where its facts come from, in the author's words.
    pub method: String,
    /// Nothing for the default state.
    pub condition: Option<Formula>,
    pub action: Action,
    pub route_to: Option<String>,
    pub alert_internal: bool,
    /// A text for the customer is made at all.
    pub generate: bool,
    /// A blocking state's whole reply.
    pub page: Option<Name>,
    pub flags: Vec<Name>,
    pub sections: Vec<Name>,
    pub commands: Vec<Order>,
    pub place: Place,
    /// Where its condition stands.
    pub condition_place: Place,
}

impl CaseState {
    pub fn is_default(&self) -> bool {
        self.condition.is_none()
    }
}

/// States of which at most one may hold.
#[derive(Clone, Debug)]
pub struct Exclusive {
    pub name: Name,
    pub states: Vec<usize>,
    pub place: Place,
}

/// What an intention makes of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    #[default]
    Go,
    Route,
    Spam,
}

impl Verdict {
    pub const NAMES: [(&'static str, Verdict); 3] = [
        ("go", Verdict::Go),
        ("route", Verdict::Route),
        ("spam", Verdict::Spam),
    ];

    pub fn as_str(self) -> &'static str {
        Verdict::NAMES[self as usize].0
    }
}

/// What a person may want.
#[derive(Clone, Debug)]
pub struct Intention {
    pub name: Name,
    pub id: String,
    pub description: String,
    pub category: String,
    pub note: String,
    pub triggers: Vec<String>,
    /// Whole sentences that say it, where no trigger could.
    pub sentences: Vec<String>,
    pub examples: Vec<(String, Place)>,
    pub counter_examples: Vec<(String, Place)>,
    pub priority: i64,
    pub verdict: Verdict,
    pub route_to: Option<String>,
    pub flags: Vec<Name>,
    pub sections: Vec<Name>,
    /// What it may be asked for, and what says it.
    pub says: BTreeMap<Asked, Vec<Saying>>,
    pub place: Place,
}

/// The passes of selection, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass {
    Exact,
    Wildcard,
    ForIntention,
    ForState,
    ForCondition,
    Group,
    Fallback,
}

impl Pass {
    pub fn as_str(self) -> &'static str {
        match self {
            Pass::Exact => "exact",
            Pass::Wildcard => "wildcard",
            Pass::ForIntention => "for_intention",
            Pass::ForState => "for_state",
            Pass::ForCondition => "for_condition",
            Pass::Group => "group",
            Pass::Fallback => "fallback",
        }
    }
}

/// One way to select: a row of the matrix, a template with conditions, a value of a group.
#[derive(Clone, Debug)]
pub struct Rule {
    pub name: Name,
    pub pass: Pass,
    pub state: Option<usize>,
    pub intention: Option<usize>,
    pub when: Option<Formula>,
    pub priority: i64,
    /// The page; the master template without one.
    pub page: Option<Name>,
    pub flags: Vec<Name>,
    pub sections: Vec<Name>,
    /// Those of its sections that are said only where the master template stands in for its page.
    pub otherwise: Vec<Name>,
    pub commands: Vec<Order>,
    pub answers: Answers,
    pub place: Place,
}

/// What a rule's page answers beside the intention it is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    pub any_intention: bool,
    pub subjects: Vec<Subject>,
}

/// What must be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    State(usize),
    Intention(usize),
}

/// Rules by what they are for, each list in the order in which they are tried.
#[derive(Clone, Debug, Default)]
pub struct Index {
    pub exact: BTreeMap<(usize, usize), Vec<usize>>,
    pub wildcard: BTreeMap<usize, Vec<usize>>,
    pub for_intention: BTreeMap<usize, Vec<usize>>,
    pub for_state: BTreeMap<usize, Vec<usize>>,
    pub for_condition: Vec<usize>,
}

/// Selection by the value of a fact.
#[derive(Clone, Debug)]
pub struct Group {
    pub name: Name,
    pub fact: Term,
    /// What the fact is called.
    pub called: String,
    pub values: BTreeMap<Name, usize>,
    pub place: Place,
}

/// A piece of a reply.
#[derive(Clone, Debug)]
pub struct Section {
    pub id: Name,
    pub slot: Name,
    pub order: i64,
    pub template: Name,
    pub when: Option<Formula>,
    pub answers: Vec<Subject>,
    pub says: Vec<Saying>,
    pub covers: Vec<Name>,
    pub overrides: Vec<Name>,
    pub internal: bool,
    /// Confidential facts that it may print.
    pub shows: BTreeSet<Cell>,
    pub place: Place,
}

/// What a section must say to answer anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saying {
    Fact(Found),
    Phrase(String),
}

/// The templates of a project, by name; each in one language or in several.
#[derive(Debug, Default)]
pub struct Pages {
    pub all: BTreeMap<Name, Localised>,
    /// Confidential facts that a page may print.
    pub shows: BTreeMap<Name, BTreeSet<Cell>>,
    /// A template that is one section by itself, and which.
    pub section_of: BTreeMap<Name, Name>,
}

#[derive(Debug, Default)]
pub struct Localised {
    pub by_language: BTreeMap<Name, Page>,
    pub any: Option<Page>,
    pub place: Option<Place>,
}

impl Localised {
    pub fn page(&self, language: &str) -> Option<&Page> {
        self.by_language
            .get(language)
            .or(self.any.as_ref())
            .or_else(|| self.by_language.values().next())
    }

    pub fn each(&self) -> impl Iterator<Item = &Page> {
        self.any.iter().chain(self.by_language.values())
    }
}

impl Pages {
    pub fn page(&self, name: &str, language: &str) -> Option<&Page> {
        self.all.get(name)?.page(language)
    }

    pub fn format(&self, name: &str, language: &str) -> Format {
        self.page(name, language)
            .map_or(Format::Text, |page| page.format)
    }
}

/// A side effect that the host can carry out.
#[derive(Clone, Debug)]
pub struct Command {
    pub description: String,
    pub arguments: BTreeMap<Name, Type>,
    pub place: Place,
}

/// A command with its arguments.
#[derive(Clone, Debug)]
pub struct Order {
    pub command: Name,
    pub arguments: BTreeMap<Name, Argument>,
}

#[derive(Clone, Debug)]
pub enum Argument {
    Value(Value),
    /// A template of its own.
    Template(Name),
}

/// A reply with these intentions may leave without a person.
#[derive(Clone, Debug)]
pub struct SendRule {
    pub intentions: Vec<usize>,
    pub when: Option<Formula>,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub master: Option<Name>,
    pub slot: Name,
    /// The section that asks back where nothing is recognised; without it the case is handed over.
    pub clarify: Option<Name>,
    pub min_score: u64,
    pub dates: Dates,
    /// Words of the trade that may stand beside what is recognised, and want nothing.
    pub beside: Vec<String>,
    /// A message in a language that the project does not speak is answered all the same.
    pub any_language: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            master: None,
            slot: Name::from(BEFORE_SIGNATURE),
            clarify: None,
            min_score: 50,
            dates: Dates::Iso,
            beside: Vec::new(),
            any_language: false,
        }
    }
}

/// How dates are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dates {
    /// 2026-03-08
    #[default]
    Iso,
    /// 08/03/2026
    Short,
    /// 8 mars 2026
    Long,
}

impl Dates {
    pub const NAMES: [(&'static str, Dates); 3] = [
        ("iso", Dates::Iso),
        ("short", Dates::Short),
        ("long", Dates::Long),
    ];
}

/// Slots that every page has, whether it places them or not.
pub const TOP: &str = "top";
pub const BEFORE_SIGNATURE: &str = "before_signature";
pub const BOTTOM: &str = "bottom";

impl Replies {
    pub fn state(&self, name: &str) -> Option<usize> {
        self.states.iter().position(|state| &*state.name == name)
    }

    pub fn intention(&self, name: &str) -> Option<usize> {
        let mut names = self.intentions.iter();
        names.position(|intention| &*intention.name == name)
    }

    pub fn subject(&self, subject: Subject) -> &Name {
        match subject {
            Subject::State(state) => &self.states[state].name,
            Subject::Intention(intention) => &self.intentions[intention].name,
        }
    }

    /// The section that a template is by itself, or the template's own name.
    pub fn section_of<'n>(&'n self, template: &'n Name) -> &'n Name {
        self.pages.section_of.get(template).unwrap_or(template)
    }
}
