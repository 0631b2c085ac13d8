//! The names of a project, as the logic looks them up.

use super::{Attribute, Body, Derived, Entity, Project};
use crate::diagnostic::{Diagnostic, Place};
use crate::graph::Kinds;
use logic::check::{FactRef, Vocabulary, no_attribute};
use logic::kind::Type;
use logic::sort::Sorts;
use logic::text::Phrase;
use logic::value::{Cell, Name};
use std::cell::Cell as Counter;
use std::collections::BTreeMap;

const COMPARISONS_MAX: usize = 500_000;

pub(super) struct Names {
    pub sorts: Sorts,
    pub attributes: Vec<Attribute>,
    pub entities: BTreeMap<Name, Entity>,
    /// Types of the derived facts; their bodies are checked when all names are known.
    pub derived: BTreeMap<Name, Type>,
    /// Where an author declares them.
    pub derived_at: BTreeMap<Name, Place>,
    /// How many names may still be compared for suggestions. With thousands of names and thousands of
    /// mistakes comparing all with all would take hours; the first mistakes get their suggestions.
    comparisons: Counter<usize>,
    /// Formulas call a relation by the last word of its kind.
    pub kinds: Kinds,
    /// Categories of composites.
    pub categories: Vec<Name>,
    /// Fields that only one source of a case has: they are named without it.
    pub bare: BTreeMap<Name, Cell>,
}

impl Names {
    pub fn new(sorts: Sorts, attributes: Vec<Attribute>) -> Names {
        Names {
            sorts,
            attributes,
            entities: BTreeMap::new(),
            derived: BTreeMap::new(),
            derived_at: BTreeMap::new(),
            comparisons: Counter::new(COMPARISONS_MAX),
            kinds: Kinds::default(),
            categories: Vec::new(),
            bare: BTreeMap::new(),
        }
    }

    /// Names to suggest from, while there is something left to spend.
    pub fn candidates<'a>(&self, names: impl Iterator<Item = &'a Name>) -> Vec<Name> {
        let left = self.comparisons.get();
        let names: Vec<Name> = names.take(left).cloned().collect();
        self.comparisons.set(left - names.len());
        names
    }

    pub fn attribute_of(&self, entity: &str, name: &str) -> Option<&Attribute> {
        let sort = &self.entities.get(entity)?.sort;
        self.attributes
            .iter()
            .find(|attribute| &*attribute.name == name && self.sorts.is_sub(sort, &attribute.sort))
    }

    pub fn has_attribute(&self, entity: &str, fits: impl Fn(&str) -> bool) -> bool {
        self.entities.get(entity).is_some_and(|entity| {
            self.attributes.iter().any(|attribute| {
                fits(&attribute.name) && self.sorts.is_sub(&entity.sort, &attribute.sort)
            })
        })
    }

    /// The attributes that an entity has, to suggest from.
    pub fn attributes_of(&self, entity: &str) -> Vec<Name> {
        let Some(entity) = self.entities.get(entity) else {
            return Vec::new();
        };
        self.candidates(
            self.attributes
                .iter()
                .filter(|attribute| self.sorts.is_sub(&entity.sort, &attribute.sort))
                .map(|attribute| &attribute.name),
        )
    }

    /// Whether some sort has an attribute of that name, or the name is that of the entity itself.
    pub fn is_attribute(&self, name: &str) -> bool {
        name == "name" || self.attributes.iter().any(|known| &*known.name == name)
    }

    /// Whether a template's path names a confidential cell.
    pub fn is_confidential(&self, path: &str) -> bool {
        path.split_once('.')
            .and_then(|(entity, attribute)| self.attribute_of(entity, attribute))
            .is_some_and(|attribute| attribute.confidential)
    }

    /// What is wrong with a template's path, if it does not name a cell, `entity.name` or a derived fact.
    pub fn check_path(&self, path: &str, place: &Place) -> Option<Diagnostic> {
        let unknown = |en: String, fr: String| {
            Diagnostic::error("unknown-name", place.clone(), Phrase::new(en, fr))
        };
        let Some((entity, attribute)) = path.split_once('.') else {
            if self.derived.contains_key(path) {
                return None;
            }
            let known = self.candidates(self.derived.keys().chain(self.entities.keys()));
            return Some(
                unknown(
                    format!("the template reads `{path}`, which is no derived fact"),
                    format!("le modèle lit `{path}`, qui n'est pas un fait dérivé"),
                )
                .suggest(path, known.iter().map(Name::as_str)),
            );
        };
        if !self.entities.contains_key(entity) {
            return Some(
                unknown(
                    format!("the template reads `{path}`, but there is no entity `{entity}`"),
                    format!("le modèle lit `{path}`, mais il n'y a pas d'entité `{entity}`"),
                )
                .suggest(
                    entity,
                    self.candidates(self.entities.keys())
                        .iter()
                        .map(Name::as_str),
                ),
            );
        }
        if attribute == "name" || self.attribute_of(entity, attribute).is_some() {
            return None;
        }
        Some(
            unknown(
                format!("the template reads `{path}`, but `{entity}` has no `{attribute}`"),
                format!("le modèle lit `{path}`, mais `{entity}` n'a pas de `{attribute}`"),
            )
            .suggest(
                attribute,
                self.attributes_of(entity).iter().map(Name::as_str),
            ),
        )
    }
}

/// What formulas may name, wherever the declarations are kept.
pub struct Known<'a> {
    pub(super) sorts: &'a Sorts,
    pub(super) attributes: &'a [Attribute],
    pub(super) entities: &'a BTreeMap<Name, Entity>,
    pub(super) derived: DerivedNames<'a>,
    pub(super) kinds: &'a Kinds,
    pub(super) bare: Option<&'a BTreeMap<Name, Cell>>,
}

/// While a project is read only the types of its derived facts are known.
pub(super) enum DerivedNames<'a> {
    Types(&'a BTreeMap<Name, Type>),
    Facts(&'a BTreeMap<Name, Derived>),
}

impl DerivedNames<'_> {
    fn get(&self, name: &str) -> Option<Type> {
        match self {
            DerivedNames::Types(types) => types.get(name).cloned(),
            DerivedNames::Facts(facts) => facts.get(name).map(|derived| derived.kind.clone()),
        }
    }

    fn names(&self) -> Vec<Name> {
        match self {
            DerivedNames::Types(types) => types.keys().cloned().collect(),
            DerivedNames::Facts(facts) => facts.keys().cloned().collect(),
        }
    }
}

impl Names {
    fn known(&self) -> Known<'_> {
        Known {
            sorts: &self.sorts,
            attributes: &self.attributes,
            entities: &self.entities,
            derived: DerivedNames::Types(&self.derived),
            kinds: &self.kinds,
            bare: Some(&self.bare),
        }
    }
}

impl Project {
    /// The names that a formula may use in a session.
    pub fn vocabulary(&self) -> Known<'_> {
        Known {
            sorts: &self.sorts,
            attributes: &self.attributes,
            entities: &self.entities,
            derived: DerivedNames::Facts(&self.derived),
            kinds: &self.relation_kinds,
            bare: self.replies.as_ref().map(|replies| &replies.bare),
        }
    }
}

impl Vocabulary for Names {
    fn entity(&self, name: &str) -> Option<Name> {
        self.known().entity(name)
    }

    fn attribute(&self, sort: Option<&str>, name: &str) -> Option<Type> {
        self.known().attribute(sort, name)
    }

    fn lacks(&self, sort: &str, attribute: &str) -> Phrase {
        self.known().lacks(sort, attribute)
    }

    fn fact(&self, name: &str) -> Option<(FactRef, Type)> {
        self.known().fact(name)
    }

    fn symbol(&self, name: &str) -> bool {
        self.known().symbol(name)
    }

    fn predicate(&self, name: &str) -> Option<Vec<Option<Name>>> {
        self.known().predicate(name)
    }

    fn sorts(&self) -> &Sorts {
        &self.sorts
    }

    /// Asked for suggestions only.
    fn entities(&self) -> Vec<Name> {
        self.candidates(self.entities.keys())
    }

    fn attributes(&self) -> Vec<Name> {
        self.known().attributes()
    }

    /// Asked for suggestions only.
    fn facts(&self) -> Vec<Name> {
        self.candidates(self.derived.keys().chain(self.bare.keys()))
    }

    fn confidential(&self, sort: Option<&str>, name: &str) -> bool {
        self.known().confidential(sort, name)
    }
}

impl Vocabulary for Known<'_> {
    fn entity(&self, name: &str) -> Option<Name> {
        self.entities.get(name).map(|entity| entity.sort.clone())
    }

    fn lacks(&self, sort: &str, attribute: &str) -> Phrase {
        match super::replies::source_of(sort) {
            Some(source) => Phrase::new(
                format!("the source `{source}` has no field `{attribute}`"),
                format!("la source `{source}` n'a pas de champ `{attribute}`"),
            ),
            None => no_attribute(sort, attribute),
        }
    }

    fn attribute(&self, sort: Option<&str>, name: &str) -> Option<Type> {
        self.attributes
            .iter()
            .find(|attribute| {
                &*attribute.name == name
                    && sort.is_none_or(|sort| self.sorts.is_sub(sort, &attribute.sort))
            })
            .map(|attribute| attribute.kind.clone())
    }

    fn fact(&self, name: &str) -> Option<(FactRef, Type)> {
        if let Some(kind) = self.derived.get(name) {
            return Some((FactRef::Derived(Name::from(name)), kind));
        }
        let cell = self.bare?.get(name)?;
        let sort = self.entity(&cell.entity)?;
        let kind = self.attribute(Some(&sort), &cell.attribute)?;
        Some((FactRef::Cell(cell.clone()), kind))
    }

    fn symbol(&self, name: &str) -> bool {
        self.attributes
            .iter()
            .any(|attribute| match &attribute.kind {
                Type::Enum(values) => values.iter().any(|value| &**value == name),
                Type::Text
                | Type::Number
                | Type::Boolean
                | Type::Date
                | Type::Instant
                | Type::Reference(_)
                | Type::Set(_)
                | Type::List(_) => false,
            })
    }

    fn predicate(&self, name: &str) -> Option<Vec<Option<Name>>> {
        if self.sorts.contains(name) {
            return Some(vec![None]);
        }
        self.kinds.called(name).map(|_| vec![None, None])
    }

    fn sorts(&self) -> &Sorts {
        self.sorts
    }

    fn entities(&self) -> Vec<Name> {
        self.entities.keys().cloned().collect()
    }

    fn attributes(&self) -> Vec<Name> {
        self.attributes
            .iter()
            .map(|attribute| attribute.name.clone())
            .collect()
    }

    fn facts(&self) -> Vec<Name> {
        self.derived.names()
    }

    fn confidential(&self, sort: Option<&str>, name: &str) -> bool {
        self.attributes.iter().any(|attribute| {
            &*attribute.name == name
                && attribute.confidential
                && sort.is_none_or(|sort| self.sorts.is_sub(sort, &attribute.sort))
        })
    }
}

/// The derived facts that a derived fact reads.
pub(super) fn derived_reads(derived: &Derived) -> Vec<Name> {
    let mut reads = Vec::new();
    for case in &derived.cases {
        let mut see = |term: &logic::formula::Term| {
            if let logic::formula::Term::Function { name, arguments } = term
                && arguments.is_empty()
            {
                reads.push(name.clone());
            }
        };
        if let Some(when) = &case.when {
            when.visit_terms(&mut |term| see(term));
        }
        match &case.is {
            Body::Formula(formula) => formula.visit_terms(&mut |term| see(term)),
            Body::Term(term) => term.visit(&mut |term| see(term)),
        }
    }
    reads
}
