//! States, intentions, rows and sections, read from their files.
//!
//! The sources of a case are entities with typed attributes like any other, so that conditions, derived
//! facts and templates read them as they read everything else.

mod asking;
mod check;
mod confidential;
mod intentions;
mod options;
mod pages;
mod sections;
mod silent;
mod sources;
mod states;

pub(in crate::project) use sources::source_of;

use super::load::{Loader, Tops};
use super::vocabulary::Names;
use super::{Attribute, Derived, Entity};
use crate::diagnostic::{Diagnostic, Place};
use crate::reply::detect::Recogniser;
use crate::reply::{ContextField, Replies, Source};
use crate::yaml::{Key, Kind, Node};
use logic::formula::Formula;
use logic::sort::Sorts;
use logic::text::Phrase;
use logic::value::{Cell, Name};
use std::collections::{BTreeMap, BTreeSet};

/// Keys that make a project one of replies.
const KEYS: [&str; 14] = [
    "sources",
    "context",
    "flags",
    "states",
    "exclusive",
    "intentions",
    "matrix",
    "templates",
    "groups",
    "slots",
    "sections",
    "commands",
    "send",
    "reply",
];

/// What must be known before any condition is read.
#[derive(Default)]
pub(super) struct Declared {
    sources: BTreeMap<Name, Source>,
    context: BTreeMap<Name, ContextField>,
    entities: Vec<(Name, Entity)>,
    bare: BTreeMap<Name, Cell>,
    /// The first key that makes it a project of replies.
    place: Option<Place>,
}

/// Reads sources and context, and declares them as entities with attributes.
pub(super) fn declare(
    loader: &mut Loader,
    tops: &mut Tops,
    sorts: &mut Sorts,
    attributes: &mut Vec<Attribute>,
) -> Declared {
    let places = KEYS.iter().filter_map(|key| tops.get(*key)?.first());
    let place = places.map(|(key, _)| key.place.clone()).min();
    let mut declared = Declared {
        place,
        ..Declared::default()
    };
    if declared.place.is_some() {
        sources::declare(loader, tops, sorts, attributes, &mut declared);
    }
    declared
}

impl Declared {
    /// Makes the sources known as entities.
    pub(super) fn enter(&self, loader: &mut Loader, names: &mut Names) {
        for (name, entity) in &self.entities {
            if let Some(other) = names.entities.get(name) {
                let message = Phrase::new(
                    format!("duplicate key: `{name}` is a source of cases and an entity"),
                    format!("clé en double : `{name}` est une source de cas et une entité"),
                );
                loader.diagnostics.push(
                    Diagnostic::error("duplicate-key", entity.place.clone(), message).also(
                        other.place.clone(),
                        Phrase::new("first declared here", "déclaré ici d'abord"),
                    ),
                );
            }
            names.entities.insert(name.clone(), entity.clone());
        }
        names.bare.clone_from(&self.bare);
    }
}

/// What is built, and what it needs on the way.
struct Builder<'b> {
    pub names: &'b Names,
    pub replies: Replies,
    /// Flags are declared: one that is not is unknown.
    pub flags_declared: bool,
    /// Names of all templates, for looking them up.
    pub stems: BTreeSet<Name>,
    pub unread: BTreeMap<Name, Vec<pages::Unread>>,
    /// Templates that somebody uses.
    pub used: BTreeSet<Name>,
    /// Sections that were declared by themselves, with whether anybody named them.
    pub named: BTreeSet<Name>,
    /// Sections that stand below `sections:`.
    pub declared: BTreeSet<Name>,
    /// Rows that were written, with their places.
    pub rows: BTreeMap<String, Place>,
    /// The slot of sections that name none, as it is written.
    pub default_slot: Option<Node>,
    /// Slots that the project names itself.
    pub listed_slots: Vec<Name>,
    /// A template could not be read, so that nobody knows which slots there are.
    pub slots_unread: bool,
    /// The text that asks back.
    pub clarify: Option<Node>,
    /// What sections answer, looked up when all states are known.
    pub later_answers: Vec<(Name, Node)>,
    /// Which section leaves out which, where that is written, and whether it covers it.
    pub later_covers: Vec<(Name, Name, Place, bool)>,
    /// States, intentions and rules with a mistake of their own: what they lack is its echo.
    pub suspect: BTreeSet<Suspect>,
    /// Flags of rules that were dropped for a mistake.
    pub lost_flags: BTreeSet<Name>,
    /// How many conditions could not be read.
    pub unread_conditions: usize,
    /// The source of templates that cannot be read: what they name may be read by them.
    pub unreadable: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Suspect {
    State(usize),
    Intention(usize),
    Rule(usize),
}

impl Builder<'_> {
    /// A condition. One with a mistake may be anything, so that nothing follows from it.
    fn condition(&mut self, loader: &mut Loader, node: &Node) -> Formula {
        let read = super::derived::condition(loader, self.names, node);
        self.unread_conditions += usize::from(read.is_none());
        read.unwrap_or_else(|| Formula::Atom {
            predicate: Name::from(format!("unreadable at {}", node.place)),
            arguments: Vec::new(),
        })
    }

    /// How much was found wrong up to now.
    fn mistakes(&self, loader: &Loader) -> usize {
        loader.diagnostics.len() + self.unread_conditions
    }
}

pub(super) fn build(
    loader: &mut Loader,
    names: &Names,
    derived: &BTreeMap<Name, Derived>,
    tops: &mut Tops,
    declared: Declared,
) -> Option<Replies> {
    let Some(place) = declared.place else {
        pages::without_replies(loader);
        return None;
    };
    let mut builder = Builder {
        names,
        replies: Replies {
            sources: declared.sources,
            context: declared.context,
            bare: declared.bare,
            ..Replies::default()
        },
        flags_declared: tops.contains_key("flags"),
        stems: BTreeSet::new(),
        unread: BTreeMap::new(),
        used: BTreeSet::new(),
        named: BTreeSet::new(),
        declared: BTreeSet::new(),
        rows: BTreeMap::new(),
        default_slot: None,
        listed_slots: Vec::new(),
        slots_unread: false,
        clarify: None,
        later_answers: Vec::new(),
        later_covers: Vec::new(),
        suspect: BTreeSet::new(),
        lost_flags: BTreeSet::new(),
        unread_conditions: 0,
        unreadable: String::new(),
    };
    let mut take = |key: &str| tops.remove(key).unwrap_or_default();
    let (flags, states, intentions) = (take("flags"), take("states"), take("intentions"));
    let (matrix, templates, groups) = (take("matrix"), take("templates"), take("groups"));
    let (exclusive, sections, commands) = (take("exclusive"), take("sections"), take("commands"));
    let send = take("send");
    builder.files(loader);
    builder.flags(loader, flags);
    builder.commands(loader, commands);
    let reply = loader.single(tops, "reply");
    builder.options(loader, reply);
    let slots = loader.single(tops, "slots");
    builder.slots(loader, slots);
    builder.clarify(loader);
    builder.sections(loader, sections);
    let states = builder.state_names(loader, states);
    let intentions = builder.intention_names(loader, intentions);
    builder.states(loader, states);
    builder.exclusive(loader, exclusive);
    builder.intentions(loader, intentions);
    builder.matrix(loader, matrix);
    builder.templates(loader, templates);
    builder.groups(loader, groups);
    builder.send(loader, send);
    builder.index();
    builder.resolve(loader);
    builder.answers(loader);
    builder.labels(loader);
    builder.replies.asks_time = asks_time(&builder.replies, derived);
    builder.replies.recogniser = Recogniser::new(&loader.languages, &builder.replies);
    builder.check(loader, &place);
    Some(builder.replies)
}

/// Whether anything depends on the time.
fn asks_time(replies: &Replies, derived: &BTreeMap<Name, Derived>) -> bool {
    use logic::formula::Term;
    let mut asks = false;
    let mut see = |term: &Term| asks |= matches!(term, Term::Now | Term::Today);
    let states = replies
        .states
        .iter()
        .filter_map(|state| state.condition.as_ref());
    let rules = replies.rules.iter().filter_map(|rule| rule.when.as_ref());
    let sections = replies.sections.values();
    let sections = sections.filter_map(|section| section.when.as_ref());
    let send = replies.send.iter().filter_map(|rule| rule.when.as_ref());
    let all: Vec<&Formula> = states.chain(rules).chain(sections).chain(send).collect();
    for formula in all {
        formula.visit_terms(&mut |term| see(term));
    }
    for case in derived.values().flat_map(|derived| &derived.cases) {
        if let Some(when) = &case.when {
            when.visit_terms(&mut |term| see(term));
        }
        match &case.is {
            super::Body::Formula(formula) => formula.visit_terms(&mut |term| see(term)),
            super::Body::Term(term) => term.visit(&mut |term| see(term)),
        }
    }
    asks
}

/// One of some words, in capitals or not.
pub(super) fn word<T: Copy>(
    loader: &mut Loader,
    node: &Node,
    known: &[(&'static str, T)],
) -> Option<T> {
    let word = loader.string(node)?;
    let found = known
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(&word));
    if found.is_none() {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let message = Phrase::new(
            format!("`{word}` is none of {}", names.join(", ")),
            format!("`{word}` n'est aucun de {}", names.join(", ")),
        );
        loader.diagnostics.push(
            Diagnostic::error("unknown-value", node.place.clone(), message).suggest(&word, names),
        );
    }
    found.map(|(_, value)| *value)
}

pub(super) fn priority(loader: &mut Loader, node: Option<Node>) -> Option<i64> {
    let number = loader.whole(&node?, 0, 1_000_000)?;
    i64::try_from(number).ok()
}

/// What names a thing that is not declared.
pub(super) fn unknown(
    code: &'static str,
    loader: &mut Loader,
    place: &Place,
    name: &str,
    [en, fr]: [&str; 2],
    known: &[Name],
) {
    let message = Phrase::new(
        format!("there is no {en} `{name}`"),
        format!("il n'y a pas {fr} `{name}`"),
    );
    let diagnostic = Diagnostic::error(code, place.clone(), message)
        .suggest(name, known.iter().map(Name::as_str));
    loader.unknown(diagnostic, name);
}

/// A map, or a list of maps.
pub(super) fn listed(node: &Node) -> Vec<&Node> {
    match &node.kind {
        Kind::List(list) => list.iter().collect(),
        Kind::Map(_) | Kind::Scalar { .. } => vec![node],
    }
}

/// A map without some of its keys, and those.
pub(super) fn apart(node: &Node, keys: &[&str]) -> (Node, BTreeMap<String, Node>) {
    let Kind::Map(entries) = &node.kind else {
        return (node.clone(), BTreeMap::new());
    };
    let (mut own, mut rest) = (BTreeMap::new(), Vec::new());
    for (key, value) in entries {
        if keys.contains(&key.text.as_str()) {
            own.insert(key.text.clone(), value.clone());
        } else {
            rest.push((key.clone(), value.clone()));
        }
    }
    let rest = Node {
        place: node.place.clone(),
        kind: Kind::Map(rest),
    };
    (rest, own)
}

/// Checks names, and leaves out what is no map, with its mistake said.
pub(super) fn keep_maps(loader: &mut Loader, all: &mut Vec<(Key, Node)>, keys: &[&str]) {
    all.retain(|(key, value)| {
        loader.check_name(key);
        let is_map = matches!(value.kind, Kind::Map(_));
        if !is_map {
            loader.fields(value, keys);
            loader.drop_words(value);
            loader.declaration_failed(&key.text);
        }
        is_map
    });
}

/// Declared things in the order of their files: key and body, each once.
pub(super) fn once(
    loader: &mut Loader,
    tops: Vec<(Key, Node)>,
    what: &Phrase,
    word: [&str; 2],
) -> Vec<(Key, Node)> {
    let mut seen: BTreeMap<String, Place> = BTreeMap::new();
    let mut all = Vec::new();
    for (_, node) in tops {
        for (key, value) in loader.entries(node, what) {
            if super::sorts::repeated(loader, &mut seen, &key, word[0], word[1]) {
                loader.drop_words(&value);
            } else {
                all.push((key, value));
            }
        }
    }
    all
}
