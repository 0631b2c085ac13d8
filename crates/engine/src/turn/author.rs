//! Author commands: an alias, and moving a session to another version of its project.

use super::{Draft, Surroundings};
use crate::answer;
use crate::event::{AliasLearned, Event, ProjectMoved};
use crate::input::Raw;
use crate::item::ItemKind;
use crate::project::{Attribute, Project};
use crate::state::{Fact, State};
use crate::words;
use logic::value::{Cell, Digest, Name, Value};
use std::collections::BTreeSet;

impl Draft {
    pub(super) fn alias(&mut self, alias: &str, entity: &Name) {
        let folded = logic::text::fold(alias);
        if !self.project.entities.contains_key(&**entity) {
            return self.refuse("unknown-entity", entity, &words::unknown_entity(entity));
        }
        let declared = self
            .project
            .entities
            .iter()
            .find(|(id, known)| {
                std::iter::once(&known.name)
                    .chain(&known.aliases)
                    .any(|name| logic::text::fold(name) == folded)
                    || logic::text::fold(id) == folded
            })
            .map(|(id, _)| id.clone());
        match declared.or_else(|| self.state.aliases.get(&folded).cloned()) {
            Some(known) if known != *entity => {
                self.refuse("alias-taken", alias, &words::alias_taken(alias, &known))
            }
            Some(_) => self.say(
                ItemKind::Statement,
                &words::alias_learned(alias, entity),
                None,
            ),
            None if folded.is_empty() => self.refuse("blank", alias, &words::act_needs("`alias`")),
            None => {
                self.push(Event::AliasLearned(AliasLearned {
                    alias: alias.to_owned(),
                    entity: entity.clone(),
                }));
                self.say(
                    ItemKind::Statement,
                    &words::alias_learned(alias, entity),
                    None,
                );
            }
        }
    }

    pub(super) fn migrate(&mut self, to: Digest, surroundings: &Surroundings) {
        let from = self.project.hash;
        if to == from {
            return self.say(ItemKind::Statement, &words::moved(), None);
        }
        let Some(target) = (surroundings.projects)(to) else {
            return self.refuse(
                "unknown-project",
                &to.to_string(),
                &words::cannot_move("it is not in the store"),
            );
        };
        let problems = misfits(&self.state, &target);
        if !problems.is_empty() {
            return self.refuse(
                "needs-migration",
                &to.to_string(),
                &words::cannot_move(&problems.join("; ")),
            );
        }
        self.push(Event::ProjectMoved(ProjectMoved { from, to }));
        self.project = target;
        self.state.catch_up(&self.project);
        self.say(ItemKind::Statement, &words::moved(), None);
        if self.state.obligation.is_none() {
            self.advance(surroundings);
        }
    }
}

/// Why a session cannot go on with another version of its project.
fn misfits(state: &State, target: &Project) -> Vec<String> {
    let mut problems = Vec::new();
    let cells: BTreeSet<&Cell> = state
        .facts
        .iter()
        .map(|(cell, _)| cell)
        .chain(state.fluents.iter().map(|(cell, _)| cell))
        .collect();
    for cell in cells {
        match target.attribute(cell) {
            None => problems.push(format!("there is no {cell}")),
            Some(attribute) => {
                let value = state.fluents.get(cell).map_or_else(
                    || state.facts.get(cell).and_then(|fact| fact.value.clone()),
                    |fluent| fluent.value.clone(),
                );
                if value.is_some_and(|value| !fits(&value, attribute, target)) {
                    problems.push(format!("{cell} no longer takes its value"));
                }
            }
        }
    }
    for part in state
        .obligation
        .iter()
        .map(|open| &open.obligation.part)
        .chain(&state.cursor)
    {
        if target.part(part).is_none() {
            problems.push(format!("there is no part {part}"));
        }
    }
    if problems.is_empty() {
        problems.extend(contradictions(state, target));
    }
    if !target.speaks(state.language()) {
        problems.push(format!("it does not speak {}", state.language()));
    }
    problems.dedup();
    problems
}

/// What a session fixed that the rules of another version do not allow together.
fn contradictions(state: &State, target: &Project) -> Vec<String> {
    let mut moved = State {
        seq: state.seq,
        ..State::default()
    };
    let mut facts: Vec<(&Cell, &Fact)> = state.facts.iter().collect();
    facts.sort_by_key(|(_, fact)| fact.seq);
    let mut problems = Vec::new();
    for (cell, fact) in facts {
        moved.catch_up(target);
        let Some((value, field)) = fact.value.as_ref().zip(moved.field(target)) else {
            continue;
        };
        match field.admit(cell, value) {
            Ok(admission) => {
                moved.facts.insert(cell.clone(), fact.clone());
                moved.take_field(admission);
            }
            Err(refusal) => {
                let reason = words::not_admitted(&cell.to_string(), &value.show(), &refusal);
                problems.push(reason.in_language(state.language()).to_owned());
            }
        }
    }
    problems
}

fn fits(value: &Value, attribute: &Attribute, target: &Project) -> bool {
    let raw = match value {
        Value::Null => Raw::Null,
        Value::Bool(truth) => Raw::Bool(*truth),
        Value::Number(number) => Raw::Number(number.to_string()),
        Value::Symbol(name) | Value::Entity(name) => Raw::Text(name.to_string()),
        Value::Date(date) => Raw::Text(date.to_string()),
        Value::Instant(instant) => Raw::Text(instant.to_string()),
        Value::Text(text) => Raw::Text(text.to_string()),
        Value::Set(names) => Raw::List(
            names
                .iter()
                .map(|name| Raw::Text(name.to_string()))
                .collect(),
        ),
        Value::List(_) => return true,
        Value::Confidential(digest) => Raw::Confidential(*digest),
    };
    let sort_of = |id: &str| target.entities.get(id).map(|entity| entity.sort.clone());
    answer::typed(
        &attribute.name,
        &raw,
        &attribute.kind,
        attribute,
        &sort_of,
        &target.sorts,
    )
    .is_ok_and(|typed| typed == *value)
}
