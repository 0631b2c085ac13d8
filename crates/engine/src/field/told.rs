//! Reasons of the field, told with the names that people gave.

use super::{Field, entry_of};
use crate::diagnostic::Place;
use crate::event::ConstraintSource;
use crate::state::Constraint;
use logic::solve::{Because, CellId, InstanceId, Lacks, Why};
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use std::collections::BTreeSet;

/// Why a value is not admitted.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// It leaves no way to complete the world.
    Impossible(Told),
    /// No completion was found within so many tries.
    NotProven { nodes: u64 },
    /// Rules read the cell, and no code stands for the value.
    Unfit,
}

impl Refusal {
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Impossible(_) => "impossible",
            Refusal::NotProven { .. } => "not-proven",
            Refusal::Unfit => "unfit",
        }
    }
}

/// Rules at work, and everything known that they rest on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    pub rules: Vec<Applied>,
    pub facts: Vec<Known>,
}

/// A world rule with the entities it was applied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    pub rule: Name,
    pub entities: Vec<Name>,
    pub because: Option<Phrase>,
    pub place: Option<Place>,
    /// The entry that laid it on the session, if it is not the world's own.
    pub entry: Option<u64>,
}

/// A fact that a reason rests on: an author's line or an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub cell: Cell,
    pub value: Value,
    pub place: Option<Place>,
    pub entry: Option<u64>,
}

impl Field<'_> {
    /// The reasons with their names: rules, then facts.
    pub(super) fn told(self, why: &Why) -> Told {
        let mut cells: BTreeSet<Cell> = BTreeSet::new();
        let mut rules = Vec::new();
        let mut instances = why.instances();
        // What the base leaves out has reasons of its own, which nobody keeps: they are found again.
        for reason in why
            .reasons
            .iter()
            .filter(|reason| reason.because == Because::Base)
        {
            let lacks = match reason.lacks {
                Lacks::Code(cell, code) => Some((cell, code)),
                Lacks::Below(cell, bound) => Some((cell, bound.saturating_sub(1))),
                Lacks::Above(cell, bound) => Some((cell, bound.saturating_add(1))),
                Lacks::Everything(_) | Lacks::Completion => None,
            };
            let never = lacks.and_then(|(cell, code)| self.base().why_never(cell, code));
            if let Some((ids, facts)) = never {
                instances.extend(ids);
                cells.extend(facts.into_iter().filter_map(|cell| self.named(cell)));
            }
        }
        for id in instances {
            match id.as_added() {
                None => {
                    let read = self.base().cells_of(id);
                    cells.extend(read.into_iter().filter_map(|cell| self.named(cell)));
                    rules.push(self.applied(id));
                }
                Some(tag) => {
                    let constraint = self.state.constraints.get(&entry_of(tag));
                    if let Some(constraint) = constraint {
                        cells.extend(logic::holds::cells(&constraint.added.formula));
                        rules.push(self.laid(constraint));
                    }
                }
            }
        }
        for reason in &why.reasons {
            if let (Because::Change(_), Some(cell)) = (&reason.because, reason.lacks.cell()) {
                cells.extend(self.named(cell));
            }
        }
        Told {
            rules,
            facts: cells
                .into_iter()
                .filter_map(|cell| self.fact(cell))
                .collect(),
        }
    }

    fn named(self, cell: CellId) -> Option<Cell> {
        let (cell, _) = self.base().lexicon.named(cell.0);
        (!cell.attribute.is_empty()).then_some(cell)
    }

    fn fact(self, cell: Cell) -> Option<Known> {
        if let Some(fact) = self.state.facts.get(&cell) {
            return Some(Known {
                value: fact.value.clone()?,
                cell,
                place: None,
                entry: Some(fact.seq),
            });
        }
        let (value, place) = self.project.facts.get(&cell)?;
        Some(Known {
            value: value.clone(),
            place: Some(place.clone()),
            cell,
            entry: None,
        })
    }

    /// A constraint that the session added.
    fn laid(self, constraint: &Constraint) -> Applied {
        let added = &constraint.added;
        let own = added
            .because
            .as_ref()
            .map(|words| Phrase::new(words.as_str(), words.as_str()));
        match &added.source {
            ConstraintSource::Propagated { rule, path, from } => {
                let known = self.project.propagation.get(rule);
                let entities = std::iter::once(&from.entity).chain(path).cloned().collect();
                Applied {
                    rule: rule.clone(),
                    entities,
                    because: known.and_then(|rule| rule.because.clone()).or(own),
                    place: known.map(|rule| rule.place.clone()),
                    entry: Some(constraint.seq),
                }
            }
            ConstraintSource::Rule { rule } => {
                let known = self.project.rules.get(rule);
                Applied {
                    rule: rule.clone(),
                    entities: Vec::new(),
                    because: known.and_then(|rule| rule.because.clone()).or(own),
                    place: known.map(|rule| rule.place.clone()),
                    entry: Some(constraint.seq),
                }
            }
            ConstraintSource::Author
            | ConstraintSource::Request
            | ConstraintSource::Said { .. }
            | ConstraintSource::Inferred { .. } => Applied {
                rule: Name::from(format!("#{}", constraint.seq)),
                entities: Vec::new(),
                because: own,
                place: None,
                entry: Some(constraint.seq),
            },
        }
    }

    fn applied(self, id: InstanceId) -> Applied {
        let (name, entities) = self.base().told(id);
        let rule = self.project.rules.get(&name);
        Applied {
            because: rule.and_then(|rule| rule.because.clone()),
            place: rule.map(|rule| rule.place.clone()),
            rule: name,
            entities,
            entry: None,
        }
    }
}

impl Told {
    /// One sentence for people.
    pub fn phrase(&self) -> Phrase {
        let facts: Vec<String> = self
            .facts
            .iter()
            .map(|known| format!("{} = {}", known.cell, known.value.show()))
            .collect();
        let facts = facts.join(", ");
        match (self.rules.is_empty(), facts.is_empty()) {
            (true, true) => Phrase::new(
                "the domain of the cell leaves it out",
                "le domaine de la cellule l'exclut",
            ),
            (true, false) => {
                Phrase::new(format!("because of {facts}"), format!("à cause de {facts}"))
            }
            (false, true) => Phrase::new(self.rules_in("en"), self.rules_in("fr")),
            (false, false) => Phrase::new(
                format!("{}, with {facts}", self.rules_in("en")),
                format!("{}, avec {facts}", self.rules_in("fr")),
            ),
        }
    }

    fn rules_in(&self, language: &str) -> String {
        let mut seen = BTreeSet::new();
        let told = self.rules.iter().map(|applied| {
            let name = applied.rule.as_str();
            let words = applied.because.as_ref();
            let words = words.map_or(name, |because| because.in_language(language));
            match &applied.place {
                Some(place) => format!("{words} ({}:{} {name})", place.file, place.line),
                None => words.to_owned(),
            }
        });
        let told: Vec<String> = told.filter(|text| seen.insert(text.clone())).collect();
        told.join("; ")
    }
}
