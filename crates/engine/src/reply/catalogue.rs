//! What there is: states, intentions, templates, facts and the rest, with where each is used.

use super::page::{Found, Page};
use super::{Replies, Subject, Verdict};
use crate::diagnostic::Place;
use crate::project::{Body, Project};
use logic::formula::Formula;
use logic::holds::{cells, cells_of_term, derived_facts, derived_facts_of_term};
use logic::stem::Stems;
use logic::text::fold;
use logic::value::{Cell, Name};
use std::collections::{BTreeMap, BTreeSet};

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    State,
    Intention,
    Template,
    Section,
    Fact,
    Flag,
    Command,
}

impl Sort {
    pub fn as_str(self) -> &'static str {
        match self {
            Sort::State => "state",
            Sort::Intention => "intention",
            Sort::Template => "template",
            Sort::Section => "section",
            Sort::Fact => "fact",
            Sort::Flag => "flag",
            Sort::Command => "command",
        }
    }
}

/// One thing of a project of replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub sort: Sort,
    pub name: Name,
    pub id: String,
    /// Its severity, its type, its source: what it is in one or two words.
    pub kind: String,
    pub description: String,
    /// Other words by which it may be found.
    pub words: Vec<String>,
    /// What uses it.
    pub uses: BTreeSet<String>,
    /// Where a fact comes from.
    pub source: Option<Name>,
    pub coverage: Option<Coverage>,
    pub place: Option<Place>,
}

/// How far something reaches: of what there is, how much it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    pub what: Covered,
    pub covered: usize,
    pub of: usize,
    /// What is not covered.
    pub open: Vec<Name>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    /// A state: intentions that a row or a template answers where it is the primary one.
    Intentions,
    /// An intention: states in which a row or a template answers it.
    States,
    /// A template or a section: rules and states that lead to it.
    Rules,
    /// A fact or a flag: conditions and templates that read it.
    Reads,
}

impl Covered {
    pub fn as_str(self) -> &'static str {
        match self {
            Covered::Intentions => "intentions",
            Covered::States => "states",
            Covered::Rules => "rules",
            Covered::Reads => "reads",
        }
    }
}

/// Whether something is selected for an intention where a state is the primary one: a row, a template, or what the
/// intention has itself.
fn is_selected(replies: &Replies, state: usize, intention: usize) -> bool {
    let index = &replies.index;
    let own = &replies.intentions[intention];
    let subject = Subject::Intention(intention);
    let mut flags = own.flags.iter();
    let mut sections = replies.sections.values();
    let mut rules = replies.rules.iter();
    let by_state = rules.any(|rule| {
        rule.state == Some(state)
            && rule.intention.is_none()
            && rule.when.is_none()
            && (rule.answers.any_intention || rule.answers.subjects.contains(&subject))
    });
    let speak = |rules: Option<&Vec<usize>>| {
        let mut rules = rules
            .into_iter()
            .flatten()
            .map(|rule| &replies.rules[*rule]);
        rules.any(|rule| rule.page.is_some() || may_answer(replies, &rule.sections))
    };
    by_state
        || flags.any(|flag| replies.guards.contains(flag))
        || sections.any(|section| {
            !section.internal
                && section.answers.contains(&subject)
                && replies.pages.may_answer(section)
        })
        || speak(index.exact.get(&(intention, state)))
        || speak(index.wildcard.get(&intention))
        || speak(index.for_intention.get(&intention))
        || (!own.sections.is_empty() && may_answer(replies, &own.sections))
}

/// Whether one of some sections can ever answer, or there is none that could not.
fn may_answer(replies: &Replies, sections: &[Name]) -> bool {
    let mut all = sections
        .iter()
        .filter_map(|section| replies.sections.get(section));
    sections.is_empty() || all.any(|section| replies.pages.may_answer(section))
}

/// Of some things, how many are covered, and which are not.
fn coverage<'n>(what: Covered, all: impl Iterator<Item = (&'n Name, bool)>) -> Option<Coverage> {
    let (mut covered, mut of, mut open) = (0, 0, Vec::new());
    for (name, is_covered) in all {
        of += 1;
        if is_covered {
            covered += 1;
        } else {
            open.push(name.clone());
        }
    }
    Some(Coverage {
        what,
        covered,
        of,
        open,
    })
}

fn counted(what: Covered, covered: usize) -> Option<Coverage> {
    Some(Coverage {
        what,
        covered,
        of: covered,
        open: Vec::new(),
    })
}

/// Every entry, in the order of kinds and then of files.
pub fn catalogue(project: &Project) -> Vec<Entry> {
    let Some(replies) = &project.replies else {
        return Vec::new();
    };
    let mut all = Vec::new();
    states(replies, &mut all);
    intentions(replies, &mut all);
    templates(replies, &mut all);
    sections(replies, &mut all);
    facts(project, replies, &mut all);
    flags(replies, &mut all);
    for (name, command) in &replies.commands {
        let states = replies.states.iter();
        let states =
            states.filter(|state| state.commands.iter().any(|order| order.command == *name));
        let rules = replies.rules.iter();
        let rules = rules.filter(|rule| rule.commands.iter().any(|order| order.command == *name));
        let uses = states.map(|state| state.name.to_string());
        all.push(Entry {
            source: None,
            coverage: None,
            sort: Sort::Command,
            name: name.clone(),
            id: String::new(),
            kind: String::new(),
            description: command.description.clone(),
            words: Vec::new(),
            uses: uses
                .chain(rules.map(|rule| rule.name.to_string()))
                .collect(),
            place: Some(command.place.clone()),
        });
    }
    all
}

fn states(replies: &Replies, all: &mut Vec<Entry>) {
    for (number, state) in replies.states.iter().enumerate() {
        let rules = replies.rules.iter();
        let rules = rules.filter(|rule| rule.state == Some(number));
        all.push(Entry {
            source: (!state.method.is_empty()).then(|| Name::from(&state.method)),
            coverage: if state.severity == super::Severity::Blocking {
                None
            } else {
                let all = replies.intentions.iter().enumerate();
                // Nobody answers what nobody wants answered.
                let all = all.filter(|(_, known)| known.verdict != Verdict::Spam);
                coverage(
                    Covered::Intentions,
                    all.map(|(intention, known)| {
                        (&known.name, is_selected(replies, number, intention))
                    }),
                )
            },
            sort: Sort::State,
            name: state.name.clone(),
            id: state.id.clone(),
            kind: format!("{} {}", state.severity.as_str(), state.priority),
            description: state.description.clone(),
            words: vec![state.category.clone(), state.method.clone()],
            uses: rules.map(|rule| rule.name.to_string()).collect(),
            place: Some(state.place.clone()),
        });
    }
}

fn intentions(replies: &Replies, all: &mut Vec<Entry>) {
    for (number, intention) in replies.intentions.iter().enumerate() {
        let rules = replies.rules.iter();
        let rules = rules.filter(|rule| rule.intention == Some(number));
        let mut words = intention.triggers.clone();
        words.extend(intention.examples.iter().map(|(text, _)| text.clone()));
        words.extend([intention.category.clone(), intention.note.clone()]);
        all.push(Entry {
            source: None,
            coverage: coverage(
                Covered::States,
                replies
                    .states
                    .iter()
                    .enumerate()
                    .filter(|(_, state)| state.severity != super::Severity::Blocking)
                    .map(|(state, known)| (&known.name, is_selected(replies, state, number))),
            ),
            sort: Sort::Intention,
            name: intention.name.clone(),
            id: intention.id.clone(),
            kind: format!("{} {}", intention.verdict.as_str(), intention.priority),
            description: intention.description.clone(),
            words,
            uses: rules.map(|rule| rule.name.to_string()).collect(),
            place: Some(intention.place.clone()),
        });
    }
}

fn templates(replies: &Replies, all: &mut Vec<Entry>) {
    for (stem, localised) in &replies.pages.all {
        let mut uses: BTreeSet<String> = BTreeSet::new();
        for section in replies
            .sections
            .values()
            .filter(|section| section.template == *stem)
        {
            uses.insert(section.id.to_string());
        }
        for rule in replies
            .rules
            .iter()
            .filter(|rule| rule.page.as_ref() == Some(stem))
        {
            uses.insert(rule.name.to_string());
        }
        for state in replies
            .states
            .iter()
            .filter(|state| state.page.as_ref() == Some(stem))
        {
            uses.insert(state.name.to_string());
        }
        for (other, pages) in &replies.pages.all {
            if pages.each().any(|page| page.includes.contains(stem)) {
                uses.insert(other.to_string());
            }
        }
        let words = localised.each().flat_map(texts).collect();
        let format = localised
            .each()
            .next()
            .map_or("", |page| page.format.as_str());
        all.push(Entry {
            source: None,
            coverage: counted(Covered::Rules, uses.len()),
            sort: Sort::Template,
            name: stem.clone(),
            id: String::new(),
            kind: format.to_owned(),
            description: String::new(),
            words,
            uses,
            place: localised.place.clone(),
        });
    }
}

/// The words of a template, without what it prints.
fn texts(page: &Page) -> Vec<String> {
    fn collect(body: &super::page::Body, found: &mut Vec<String>) {
        use super::page::Node;
        for node in body {
            match node {
                Node::Text(text) => found.push(super::plain::plain(text, true)),
                Node::If { then, other, .. } => {
                    collect(then, found);
                    collect(other, found);
                }
                Node::Each { body, other, .. } | Node::With { body, other, .. } => {
                    collect(body, found);
                    collect(other, found);
                }
                Node::Print { .. } | Node::Include(_) | Node::Slot(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    collect(&page.body, &mut found);
    found.retain(|text| !text.is_empty());
    found
}

fn sections(replies: &Replies, all: &mut Vec<Entry>) {
    for (id, section) in &replies.sections {
        let mut uses: BTreeSet<String> = BTreeSet::new();
        for state in replies
            .states
            .iter()
            .filter(|state| state.sections.contains(id))
        {
            uses.insert(state.name.to_string());
        }
        for intention in &replies.intentions {
            if intention.sections.contains(id) {
                uses.insert(intention.name.to_string());
            }
        }
        for rule in replies
            .rules
            .iter()
            .filter(|rule| rule.sections.contains(id))
        {
            uses.insert(rule.name.to_string());
        }
        all.push(Entry {
            source: None,
            coverage: counted(Covered::Rules, uses.len()),
            sort: Sort::Section,
            name: id.clone(),
            id: String::new(),
            kind: section.slot.to_string(),
            description: String::new(),
            words: Vec::new(),
            uses,
            place: Some(section.place.clone()),
        });
    }
}

fn facts(project: &Project, replies: &Replies, all: &mut Vec<Entry>) {
    let used = used_facts(project, replies);
    let uses = |name: &str| used.get(name).cloned().unwrap_or_default();
    for (source, about) in &replies.sources {
        for field in about.fields.values() {
            let name = Name::from(field.cell.to_string());
            let kind = project.attribute(&field.cell);
            let kind = kind.map_or_else(String::new, |kind| kind.kind.describe().en);
            let confidential = project
                .attribute(&field.cell)
                .is_some_and(|attribute| attribute.confidential);
            let kind = if confidential {
                format!("{kind}, confidential")
            } else {
                kind
            };
            all.push(Entry {
                source: Some(source.clone()),
                coverage: counted(Covered::Reads, uses(&name).len()),
                sort: Sort::Fact,
                uses: uses(&name),
                name,
                id: String::new(),
                kind,
                description: format!("{source}: {}", about.label),
                words: Vec::new(),
                place: Some(field.place.clone()),
            });
        }
    }
    for field in replies.context.values() {
        let name = Name::from(field.cell.to_string());
        all.push(Entry {
            source: Some(Name::from("context")),
            coverage: counted(Covered::Reads, uses(&name).len()),
            sort: Sort::Fact,
            uses: uses(&name),
            name,
            id: String::new(),
            kind: field.kind.describe().en,
            description: "context".to_owned(),
            words: field
                .triggers
                .iter()
                .map(|(words, _)| words.clone())
                .collect(),
            place: None,
        });
    }
    for (name, derived) in &project.derived {
        all.push(Entry {
            source: Some(Name::from("derived")),
            coverage: counted(Covered::Reads, uses(name).len()),
            sort: Sort::Fact,
            uses: uses(name),
            name: name.clone(),
            id: String::new(),
            kind: derived.kind.describe().en,
            description: "derived".to_owned(),
            words: Vec::new(),
            place: Some(derived.place.clone()),
        });
    }
}

/// Which conditions and templates read which facts.
fn used_facts(project: &Project, replies: &Replies) -> BTreeMap<String, BTreeSet<String>> {
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut read = |formula: &Formula, by: &str| {
        let names = cells(formula)
            .into_iter()
            .map(|cell: Cell| cell.to_string());
        let derived = derived_facts(formula)
            .into_iter()
            .map(|name| name.to_string());
        for name in names.chain(derived) {
            used.entry(name).or_default().insert(by.to_owned());
        }
    };
    for state in &replies.states {
        state
            .condition
            .iter()
            .for_each(|formula| read(formula, &state.name));
    }
    for rule in &replies.rules {
        rule.when
            .iter()
            .for_each(|formula| read(formula, &rule.name));
    }
    for section in replies.sections.values() {
        section
            .when
            .iter()
            .for_each(|formula| read(formula, &section.id));
    }
    for (name, derived) in &project.derived {
        for case in &derived.cases {
            case.when.iter().for_each(|formula| read(formula, name));
            if let Body::Formula(formula) = &case.is {
                read(formula, name);
            }
        }
    }
    for (name, derived) in &project.derived {
        for case in &derived.cases {
            if let Body::Term(term) = &case.is {
                let cells = cells_of_term(term).into_iter().map(|cell| cell.to_string());
                let facts = derived_facts_of_term(term)
                    .into_iter()
                    .map(|fact| fact.to_string());
                for fact in cells.chain(facts) {
                    used.entry(fact).or_default().insert(name.to_string());
                }
            }
        }
    }
    for (stem, localised) in &replies.pages.all {
        for found in localised.each().flat_map(|page| &page.reads) {
            let name = match found {
                Found::Fact(cell) => cell.to_string(),
                Found::Derived(name) => name.to_string(),
                Found::Flag(_) | Found::Element { .. } | Found::Local { .. } | Found::Always(_) => {
                    continue;
                }
            };
            used.entry(name).or_default().insert(stem.to_string());
        }
    }
    used
}

fn flags(replies: &Replies, all: &mut Vec<Entry>) {
    for (name, flag) in &replies.flags {
        let mut uses: BTreeSet<String> = BTreeSet::new();
        for state in replies
            .states
            .iter()
            .filter(|state| state.flags.contains(name))
        {
            uses.insert(state.name.to_string());
        }
        for rule in replies
            .rules
            .iter()
            .filter(|rule| rule.flags.contains(name))
        {
            uses.insert(rule.name.to_string());
        }
        let mut reads = 0;
        for (stem, localised) in &replies.pages.all {
            let read = Found::Flag(name.clone());
            if localised.each().any(|page| page.reads.contains(&read)) {
                uses.insert(stem.to_string());
                reads += 1;
            }
        }
        all.push(Entry {
            source: None,
            coverage: counted(Covered::Reads, reads),
            sort: Sort::Flag,
            name: name.clone(),
            id: String::new(),
            kind: String::new(),
            description: flag.means.clone(),
            words: Vec::new(),
            uses,
            place: Some(flag.place.clone()),
        });
    }
}

/// Whether a word is a slip of the pen for another: one letter in six, of the same first one. « chien » is none for
/// « lien ».
fn is_slip(word: &str, name: &str) -> bool {
    let longest = word.chars().count().max(name.chars().count());
    let allowed = match longest {
        0..=4 => 0,
        5..=11 => 1,
        _ => 2,
    };
    word.chars().next() == name.chars().next() && strsim::damerau_levenshtein(word, name) <= allowed
}

/// Entries that are like some words: by name, description or text, the nearest first.
pub fn find<'e>(project: &Project, entries: &'e [Entry], words: &str) -> Vec<(&'e Entry, u32)> {
    let stems = Stems::of(&project.languages);
    let wanted = stems.words(words);
    let folded = fold(words);
    let mut found: Vec<(&Entry, u32)> = entries
        .iter()
        .filter_map(|entry| {
            let name = fold(&entry.name).replace(['_', '/', '.'], " ");
            let spaced = folded.replace(['_', '/', '.'], " ");
            let texts = || std::iter::once(&entry.description).chain(&entry.words);
            let near = || {
                let parts = name.split(' ');
                let mut all = parts.chain([name.as_str()]);
                all.any(|name| is_slip(&spaced, name))
            };
            let has_all = |text: &str| {
                let words = stems.words(text);
                let mut each = wanted.iter();
                !wanted.is_empty()
                    && each.all(|wanted| words.iter().any(|word| word.is_form_of(wanted)))
            };
            let rank = if name == spaced || fold(&entry.id) == folded {
                0
            } else if name.contains(&spaced) {
                1
            } else if texts().any(|text| fold(text).contains(&folded)) {
                2
            } else if has_all(&name) || texts().any(|text| has_all(text)) {
                3
            } else if near() {
                4
            } else {
                return None;
            };
            Some((entry, rank))
        })
        .collect();
    found.sort_by_key(|(entry, rank)| (*rank, entry.sort));
    found
}
