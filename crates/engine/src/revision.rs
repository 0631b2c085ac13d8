//! Revisions: whether something that was made still rests on the answers it was made from.
//!
//! What a flow makes from answers has a number: how often it was made. It is outdated once a cell that its
//! words read, and that was known when they were made, has another value. Nothing of that is stored beside
//! the journal: the entries of the cells say it.

use crate::canon::Canon;
use crate::event::Closed;
use crate::flow;
use crate::project::{Attribute, Part, PartKind, Project};
use logic::formula::Formula;
use logic::holds::{self, Truth};
use logic::value::{Cell, Name};
use std::collections::BTreeSet;

/// Since when what is made follows its answers.
pub const REVISES: u64 = 5;

/// Whether a made cell was made from answers that are others now.
pub fn is_stale(canon: &Canon, cell: &Cell) -> bool {
    let Some(fluent) = canon.state.fluents.get(cell) else {
        return false;
    };
    let Some(attribute) = canon.project.attribute(cell) else {
        return false;
    };
    canon.state.edition() >= REVISES
        && fluent.provenance.is_some()
        && attribute.generate.is_some()
        && canon.state.corrected > fluent.seq
        && is_of_flow(canon.project, cell)
        && basis(canon, cell, attribute)
            .iter()
            .any(|read| read != cell && is_other_since(canon, read, fluent.seq))
}

/// The mirrors that were closed and are no longer what their answers say, in order.
pub fn outdated_mirrors(canon: &Canon) -> Vec<Name> {
    let state = canon.state;
    let Some(flow) = canon.project.flow.as_ref() else {
        return Vec::new();
    };
    if state.edition() < REVISES {
        return Vec::new();
    }
    let closed = |part: &&Part| {
        let how = state.closed.get(&part.id);
        matches!(part.kind, PartKind::Mirror { .. })
            && matches!(how, Some(Closed::Validated | Closed::Nuanced))
    };
    let due = |part: &&Part| flow::may_stand(canon, part) && is_outdated(canon, part, false);
    flow.parts
        .iter()
        .filter(closed)
        .filter(due)
        .map(|part| part.id.clone())
        .collect()
}

/// Whether what a part said last was made from answers that are others now. That its reader is addressed
/// otherwise is reason enough for words that are not yet read, and none to go back to what was validated.
pub fn is_outdated(canon: &Canon, part: &Part, for_address: bool) -> bool {
    let Some(at) = canon.state.awaited_at.get(&part.id).copied() else {
        return false;
    };
    let Some(cell) = part.makes().filter(|_| canon.state.corrected > at) else {
        return false;
    };
    let mut read = told(canon, cell);
    let made = fields(canon.project, cell);
    for field in &made {
        let attribute = canon.project.attribute(field);
        if let Some(attribute) = attribute.filter(|attribute| attribute.changes) {
            read.extend(basis(canon, field, attribute));
        }
    }
    for field in &made {
        read.remove(field);
        let attribute = canon.project.attribute(field);
        let address = attribute.and_then(|attribute| attribute.checks.address.as_ref());
        if let Some(address) = address.filter(|_| !for_address) {
            read.remove(address);
        }
    }
    if let PartKind::Mirror {
        nuance: Some(nuance),
        ..
    } = &part.kind
    {
        read.remove(nuance);
    }
    read.iter().any(|read| is_other_since(canon, read, at))
}

/// Whether a cell was known at an entry, and has another value since.
fn is_other_since(canon: &Canon, cell: &Cell, at: u64) -> bool {
    let Some(fluent) = canon.state.fluents.get(cell) else {
        return false;
    };
    let known = fluent.first < at || canon.project.facts.contains_key(cell);
    known && fluent.changed > at
}

/// Whether a part of the flow makes a cell, by itself or as a field.
fn is_of_flow(project: &Project, cell: &Cell) -> bool {
    let parts = project.flow.as_ref().map(|flow| &flow.parts[..]);
    let makes = |made: &Cell| {
        let rest = cell.attribute.strip_prefix(&*made.attribute);
        made.entity == cell.entity
            && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let parts = parts.unwrap_or_default();
    parts.iter().filter_map(Part::makes).any(makes)
}

/// The cells that something made consists of.
pub fn fields(project: &Project, cell: &Cell) -> Vec<Cell> {
    match project.composite(cell) {
        None => vec![cell.clone()],
        Some(composite) => {
            let field = |name: &Name| Cell {
                entity: cell.entity.clone(),
                attribute: name.clone(),
            };
            composite.fields.iter().map(field).collect()
        }
    }
}

/// What the words of a made cell read, in every language.
pub(crate) fn reads(project: &Project, cell: &Cell) -> Option<BTreeSet<Cell>> {
    let generate = project.attribute(cell)?.generate.as_ref()?;
    let texts = generate.prompt.iter().chain(&generate.offline);
    let templates = texts.flat_map(|text| text.templates.values());
    let paths = templates.flat_map(|template| project.templates.all_paths(template));
    Some(cells(project, cell, paths.collect()))
}

/// What a condition reads, through derived facts too.
pub(crate) fn read_by(project: &Project, when: &Formula) -> BTreeSet<Cell> {
    let mut found = holds::cells(when);
    let derived = holds::derived_facts(when).into_iter().collect();
    found.extend(derived_cells(project, derived));
    found
}

/// What the words of a made cell read: its prompt, its offline texts and its checks.
fn basis(canon: &Canon, cell: &Cell, attribute: &Attribute) -> BTreeSet<Cell> {
    let generate = attribute.generate.as_ref();
    let texts = generate.iter().flat_map(|generate| {
        let prompt = generate.prompt.iter();
        prompt.chain(&generate.offline)
    });
    let mut paths = BTreeSet::new();
    for text in texts {
        if let Some(template) = text.template(canon.state.language()) {
            paths.extend(canon.project.templates.all_paths(template));
        }
    }
    let mut found = cells(canon.project, cell, paths);
    found.extend(attribute.checks.address.clone());
    if let Some(mentions) = &attribute.checks.mentions {
        found.extend(mentions.of.iter().cloned());
    }
    found
}

/// What is read where it is told.
fn told(canon: &Canon, cell: &Cell) -> BTreeSet<Cell> {
    let composite = canon.project.composite(cell);
    let tellings = composite.map(|composite| &composite.topic.tellings[..]);
    let mut paths = BTreeSet::new();
    for telling in tellings.unwrap_or_default() {
        if let Some(template) = telling.text.template(canon.state.language()) {
            paths.extend(canon.project.templates.all_paths(template));
        }
    }
    cells(canon.project, cell, paths)
}

/// The cells that paths of a template lead to, through derived facts too.
fn cells(project: &Project, of: &Cell, paths: BTreeSet<String>) -> BTreeSet<Cell> {
    let mut found = BTreeSet::new();
    let mut derived: Vec<Name> = Vec::new();
    for path in paths {
        match path.split_once('.') {
            Some((entity, attribute)) => {
                let entity = if entity == "it" { &of.entity } else { entity };
                found.insert(Cell::new(entity, attribute));
            }
            None => derived.push(Name::from(path)),
        }
    }
    found.extend(derived_cells(project, derived));
    found
}

fn derived_cells(project: &Project, mut derived: Vec<Name>) -> BTreeSet<Cell> {
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    while let Some(name) = derived.pop() {
        let Some(known) = project.derived.get(&name) else {
            continue;
        };
        if !seen.insert(name) {
            continue;
        }
        found.extend(known.reads());
        for case in &known.cases {
            let is = case.is.as_formula();
            for formula in case.when.iter().chain([&is]) {
                derived.extend(holds::derived_facts(formula));
            }
        }
    }
    found
}

/// The number of a made cell's revision, and whether it is outdated; nothing for what was not made.
pub fn of(canon: &Canon, cell: &Cell) -> Option<(u64, bool)> {
    let fluent = canon.state.fluents.get(cell)?;
    let made = fluent.provenance.is_some() && is_revised(canon.project, cell);
    made.then(|| {
        let stale = is_stale(canon, cell) || is_other_score(canon, cell);
        (fluent.revision, stale)
    })
}

/// Whether a flow makes the cell, or reckons it.
fn is_revised(project: &Project, cell: &Cell) -> bool {
    is_of_flow(project, cell) || score_of(project, cell).is_some()
}

fn score_of<'p>(project: &'p Project, cell: &Cell) -> Option<&'p [crate::project::Points]> {
    let parts = project.flow.as_ref().map(|flow| &flow.parts[..]);
    parts
        .unwrap_or_default()
        .iter()
        .find_map(|part| match &part.kind {
            PartKind::Matching {
                cell: own, terms, ..
            } if own == cell => Some(&terms[..]),
            PartKind::Matching { .. }
            | PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::End { .. } => None,
        })
}

/// Whether a score would be another one now.
fn is_other_score(canon: &Canon, cell: &Cell) -> bool {
    let Some(terms) = score_of(canon.project, cell) else {
        return false;
    };
    let held = terms
        .iter()
        .filter(|term| canon.holds(&term.when) == Truth::True);
    let now = logic::value::Number::from(held.map(|term| term.points).sum::<i64>());
    let known = canon.state.fluents.get(cell);
    let known = known.and_then(|fluent| fluent.value.as_ref());
    known.is_some_and(|known| *known != logic::value::Value::Number(now))
}
