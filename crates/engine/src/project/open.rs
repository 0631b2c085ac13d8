//! Texts of a flow that print a cell which may still be open where they are said or made.
//!
//! What a flow cannot know for sure is taken to be known: a question that was asked counts as answered, unless
//! its author declared that it may be skipped or passed. A warning that comes for nothing would not be read.

use super::flows::texts;
use super::load::Loader;
use super::part::{Flow, Part, PartKind};
use super::vocabulary::Names;
use super::{Attribute, Body, Derived};
use crate::diagnostic::{Diagnostic, Place};
use crate::template::Tags;
use logic::formula::Formula;
use logic::holds;
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

pub(super) fn check(
    loader: &mut Loader,
    names: &Names,
    flow: &Flow,
    facts: &BTreeMap<Cell, (Value, Place)>,
    derived: &BTreeMap<Name, Derived>,
) {
    for (index, part) in flow.parts.iter().enumerate() {
        let guarded = part.when.as_ref().map(|when| cells_of(when, derived));
        let is_known = |cell: &Cell| {
            facts.contains_key(cell)
                || matches!(&part.kind, PartKind::Matching { cell: own, .. } if own == cell)
                || part
                    .each
                    .iter()
                    .any(|each| each.title.as_ref() == Some(cell))
                || guarded.as_ref().is_some_and(|cells| cells.contains(cell))
                || flow.parts[..index]
                    .iter()
                    .any(|earlier| settles(earlier, cell, part))
        };
        let texts = part.texts().into_iter();
        let templates: BTreeSet<&String> = texts.flat_map(|text| text.templates.values()).collect();
        let printed: BTreeSet<(String, String)> = templates
            .into_iter()
            .flat_map(|template| loader.templates.printed(template))
            .collect();
        let is_open = |cell: &Cell| {
            // The name of an entity is no attribute, and always known.
            let attribute = names.attribute_of(&cell.entity, &cell.attribute);
            // That it must not be printed at all is said already.
            let is_shown =
                |attribute: &Attribute| !attribute.confidential || part.shows.contains(cell);
            attribute.is_some_and(is_shown) && !is_known(cell)
        };
        for (template, path) in printed {
            if path.parse().is_ok_and(|cell| is_open(&cell)) {
                warn(loader, &template, &path);
            }
        }
        if let Some(cell) = part.makes() {
            // Which of several questions is asked may depend on an answer, so that all of them together say more
            // than each.
            let may_know = |cell: &Cell| {
                let mut earlier = flow.parts[..index].iter();
                is_known(cell) || earlier.any(|earlier| earlier.settles(cell))
            };
            made_of_open(loader, names, part, cell, &is_open, &may_know);
        }
    }
}

/// What a part makes by itself, of cells of which some may be open by then.
fn made_of_open(
    loader: &mut Loader,
    names: &Names,
    part: &Part,
    made: &Cell,
    is_open: &dyn Fn(&Cell) -> bool,
    may_know: &dyn Fn(&Cell) -> bool,
) {
    let is_own = |cell: &Cell| {
        let below = cell.attribute.strip_prefix(&*made.attribute);
        cell.entity == made.entity
            && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let is_open = |cell: &Cell| !is_own(cell) && is_open(cell);
    for attribute in texts(names, made) {
        let offline = attribute
            .generate
            .iter()
            .flat_map(|generate| &generate.offline);
        let open: Vec<BTreeSet<(String, String)>> = offline
            .map(|text| {
                let printed = text
                    .templates
                    .values()
                    .flat_map(|name| loader.templates.printed(name));
                let read = |path: &str| {
                    path.replacen("it.", &format!("{}.", made.entity), 1)
                        .parse()
                };
                printed
                    .filter(|(_, path)| read(path).is_ok_and(|cell| is_open(&cell)))
                    .collect()
            })
            .collect();
        // Where one text can be said whatever is open, that one is.
        if open.iter().all(|paths| !paths.is_empty()) {
            for (template, path) in open.into_iter().flatten() {
                warn(loader, &template, &path);
            }
        }
        let Some(mentions) = &attribute.checks.mentions else {
            continue;
        };
        let known = mentions.of.iter().filter(|cell| may_know(cell)).count();
        if known < mentions.least {
            loader
                .diagnostics
                .push(unnamed(part, attribute, known, mentions.least));
        }
    }
}

/// Of the cells that a text has to name, too few are known when it is made: it would always be refused.
fn unnamed(part: &Part, attribute: &Attribute, known: usize, least: usize) -> Diagnostic {
    let (name, id) = (&attribute.name, &part.id);
    let message = Phrase::new(
        format!(
            "`{name}` has to name {least} of its cells, and only {known} can be known when `{id}` makes it"
        ),
        format!(
            "`{name}` doit nommer {least} de ses cellules, et {known} seulement peuvent être connues quand `{id}` le produit"
        ),
    );
    let hint = Phrase::new(
        "ask for the others before, or lower `least`",
        "demandez les autres avant, ou baissez `least`",
    );
    Diagnostic::warning("may-be-open", attribute.place.clone(), message).hint(hint)
}

/// Whether an earlier part sees to it that a cell is settled when the later one is said.
pub(super) fn settles(earlier: &Part, cell: &Cell, later: &Part) -> bool {
    let guards = |part: &Part| match &part.when {
        Some(Formula::And(all)) => all.clone(),
        Some(one) => vec![one.clone()],
        None => Vec::new(),
    };
    let later_guards = guards(later);
    let is_entered = guards(earlier)
        .iter()
        .all(|guard| later_guards.contains(guard));
    let is_repeated = later.each.starts_with(&earlier.each);
    is_entered && is_repeated && earlier.settles(cell) && !earlier.may_leave(cell)
}

/// The cells that a condition reads, through the derived facts it names.
fn cells_of(when: &Formula, derived: &BTreeMap<Name, Derived>) -> BTreeSet<Cell> {
    let mut cells = holds::cells(when);
    let mut todo: Vec<Name> = holds::derived_facts(when).into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(name) = todo.pop() {
        let Some(fact) = derived.get(&name).filter(|_| seen.insert(name.clone())) else {
            continue;
        };
        for case in &fact.cases {
            if let Some(when) = &case.when {
                cells.extend(holds::cells(when));
                todo.extend(holds::derived_facts(when));
            }
            match &case.is {
                Body::Formula(formula) => {
                    cells.extend(holds::cells(formula));
                    todo.extend(holds::derived_facts(formula));
                }
                Body::Term(term) => {
                    cells.extend(holds::cells_of_term(term));
                    todo.extend(holds::derived_facts_of_term(term));
                }
            }
        }
    }
    cells
}

fn warn(loader: &mut Loader, template: &str, path: &str) {
    let Some((start, source)) = loader.template_sources.get(template).cloned() else {
        return;
    };
    let words = Tags::of(&source).words(&source);
    let prints = |bytes: &&Range<usize>| source[..bytes.start].trim_end().ends_with('{');
    let mut places = words.get(path).into_iter().flatten();
    let place = match places.find(prints).cloned() {
        Some(bytes) => loader.positions(&start, &source).place(bytes),
        None => start,
    };
    let message = Phrase::new(
        format!("`{path}` may still be open when this is said"),
        format!("`{path}` peut être encore ouverte quand ceci est dit"),
    );
    let hint = Phrase::new(
        format!("test it, as in {{{{#if {path}}}}}…{{{{/if}}}}, or ask for it before"),
        format!("testez-la, comme dans {{{{#if {path}}}}}…{{{{/if}}}}, ou demandez-la avant"),
    );
    loader
        .diagnostics
        .push(Diagnostic::warning("may-be-open", place, message).hint(hint));
}
