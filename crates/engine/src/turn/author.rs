//! Author commands: an alias, and moving a session to another version of its project.

use super::merge::is_of_merge;
use super::{Draft, Surroundings};
use crate::answer;
use crate::event::{
    AliasLearned, ConstraintAdded, ConstraintLifted, ConstraintSource, Event, ProjectMoved,
    Strength,
};
use crate::field::{BACKED, EXPLAINED, Field, Refusal, Told};
use crate::input::Raw;
use crate::item::{Count, ItemKind};
use crate::project::{Attribute, LISTS, Project};
use crate::state::State;
use crate::words;
use logic::formula::Formula;
use logic::text::Phrase;
use logic::value::{Cell, Digest, Name, Value};
use std::collections::BTreeSet;

impl Draft {
    pub(super) fn alias(&mut self, alias: &str, entity: &Name) {
        let folded = logic::text::fold(alias);
        let entity = &self.state.kept(entity).clone();
        if !self.project.entities.contains_key(&**entity) {
            return self.refuse("unknown-entity", entity, &self.no_entity(entity));
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
            .map(|(id, _)| self.state.kept(id).clone());
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

    /// Lays a constraint on cells of this session, if the world can still be completed with it.
    pub(super) fn constrain(&mut self, source: &str, strength: Strength, because: Option<&str>) {
        if self.constrain_for(source, strength, because, ConstraintSource::Author) {
            self.say(
                ItemKind::Statement,
                &words::constrained(self.state.seq),
                None,
            );
        }
    }

    /// The same for whoever wants it; false if it was refused, with the reason said.
    pub(super) fn constrain_for(
        &mut self,
        source: &str,
        strength: Strength,
        because: Option<&str>,
        by: ConstraintSource,
    ) -> bool {
        let project = self.project.clone();
        let Some((formula, cell)) = self.checked(source) else {
            return false;
        };
        let (attributes, kinds) = (&project.attributes, &project.relation_kinds);
        if let Err(problem) = project.base.constraint(attributes, kinds, &formula) {
            self.refuse(problem.code, source, &problem.message);
            return false;
        }
        let added = ConstraintAdded {
            because: because.map(str::to_owned),
            cell: cell.clone(),
            formula,
            source: by,
            strength,
            witness: Vec::new(),
        };
        let formula = added.formula.clone();
        let event = Event::ConstraintAdded(Box::new(added));
        let attempt = |field: Field| field.admit_events(vec![event.clone()]);
        match self.admitted(&attempt, None) {
            Ok(admission) => {
                self.changes.narrow(&admission.narrowed);
                self.follow(admission);
                true
            }
            Err(refusal) => {
                self.in_the_way(&refusal);
                let reason = self.not_constrained(source, &formula, &refusal);
                self.refuse(refusal.code(), source, &reason);
                false
            }
        }
    }

    /// Why a constraint cannot be had; it is no reason against itself. Where neither a rule nor a fact is in the
    /// way, what its cells are declared to be is.
    pub(super) fn not_constrained(
        &self,
        source: &str,
        formula: &Formula,
        refusal: &Refusal,
    ) -> Phrase {
        let (told, again): (_, fn(Told) -> Refusal) = match refusal {
            Refusal::Impossible(told) => (told, Refusal::Impossible),
            Refusal::Incoherent(told) if self.state.edition() >= EXPLAINED => {
                (told, Refusal::Incoherent)
            }
            Refusal::Incoherent(_) | Refusal::NotProven { .. } | Refusal::Unfit => {
                return words::not_constrained(source, refusal);
            }
        };
        if self.state.edition() < BACKED {
            return words::not_constrained(source, refusal);
        }
        let told = told.besides(self.state.seq + 1);
        let cells = logic::holds::cells(formula);
        let declared = cells.iter().filter_map(|cell| {
            let attribute = self.project.attribute(cell)?;
            let kind = crate::context::declared(attribute);
            Some((cell.to_string(), kind, attribute.place.to_string()))
        });
        let declared: Vec<_> = declared.collect();
        match told.is_empty() && !declared.is_empty() {
            true => words::outside_domains(source, &declared),
            false => words::not_constrained(source, &again(told)),
        }
    }

    /// A formula over cells of this session, with the cell that it is about; otherwise what is wrong is said.
    pub(super) fn checked(&mut self, source: &str) -> Option<(Formula, Cell)> {
        let checked = logic::read::read(source)
            .and_then(|parsed| logic::check::check(parsed, &self.project.vocabulary()));
        let formula = match checked {
            Ok(formula) => self.state.kept_formula(&formula).into_owned(),
            Err(problems) => {
                if let Some(problem) = problems.into_iter().next() {
                    let hint = problem.hint.filter(|_| self.state.edition() >= LISTS);
                    let message = match hint {
                        Some(hint) => Phrase::new(
                            format!("{}; {}", problem.message.en, hint.en),
                            format!("{} ; {}", problem.message.fr, hint.fr),
                        ),
                        None => problem.message,
                    };
                    self.refuse(problem.code, source, &message);
                }
                return None;
            }
        };
        // Whether a relation holds is decided now, not laid down.
        if has_relation(&formula) {
            self.refuse("rule-relation", source, &words::relation_in_constraint());
            return None;
        }
        let cells = logic::holds::cells(&formula);
        let cell = cells.iter().find(|cell| !self.canon().is_settled(cell));
        let Some(cell) = cell.or_else(|| cells.first()).cloned() else {
            // It may read cells of whoever it speaks of, and name none.
            let (attributes, kinds) = (&self.project.attributes, &self.project.relation_kinds);
            let problem = self.project.base.constraint(attributes, kinds, &formula);
            if let (Err(problem), true) = (problem, self.state.edition() >= BACKED) {
                self.refuse(problem.code, source, &problem.message);
                return None;
            }
            self.refuse("rule-reads-nothing", source, &words::constrains_nothing());
            return None;
        };
        Some((formula, cell))
    }

    pub(super) fn lift(&mut self, constraint: Count, because: &str) {
        let known = self.state.constraints.get(&constraint.0);
        if known.is_none_or(|known| known.lifted.is_some()) {
            let what = format!("#{}", constraint.0);
            return self.refuse(
                "unknown-constraint",
                &what,
                &words::no_constraint(constraint.0),
            );
        }
        if known.is_some_and(|known| is_of_merge(&self.canon(), &known.cause)) {
            let what = format!("#{}", constraint.0);
            return self.refuse("part-of-merge", &what, &words::part_of_merge(constraint.0));
        }
        self.push(Event::ConstraintLifted(ConstraintLifted {
            constraint,
            reason: because.to_owned(),
        }));
        self.state.catch_up(&self.project);
        self.say(ItemKind::Statement, &words::lifted(constraint.0), None);
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

/// Whether a formula asks for a relation between entities.
fn has_relation(formula: &Formula) -> bool {
    match formula {
        Formula::Atom { arguments, .. } => arguments.len() != 1,
        Formula::Not(body) | Formula::Forall { body, .. } | Formula::Exists { body, .. } => {
            has_relation(body)
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(has_relation),
        Formula::Implies(left, right) | Formula::Iff(left, right) | Formula::Xor(left, right) => {
            has_relation(left) || has_relation(right)
        }
        Formula::Constant(_)
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_) => false,
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
        .chain(&state.closed_last)
    {
        if target.part(part).is_none() {
            problems.push(format!("there is no part {part}"));
        }
    }
    if problems.is_empty() {
        let against = state.contradictions(target).into_iter();
        problems.extend(against.map(|what| format!("its rules do not allow {what}")));
    }
    if !target.speaks(state.language()) {
        problems.push(format!("it does not speak {}", state.language()));
    }
    problems.dedup();
    problems
}

/// A value as it would be asserted; nothing for a list, whose items are.
pub(super) fn raw(value: &Value) -> Option<Raw> {
    Some(match value {
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
        Value::List(_) => return None,
        Value::Confidential(digest) => Raw::Confidential(*digest),
    })
}

/// Whether an attribute takes a value, as if it were asserted.
pub fn fits(value: &Value, attribute: &Attribute, target: &Project) -> bool {
    let Some(raw) = raw(value) else {
        return attribute.misfit(value).is_none()
            && answer::few_enough("", value, attribute).is_ok();
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
