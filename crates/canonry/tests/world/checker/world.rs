//! What a project declares, read from the files that an export holds.

use super::formula::Formula;
use super::parse::Names;
use super::shape::{Attribute, Composite, Text};
use super::value::Value;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug)]
pub struct Entity {
    pub sort: String,
    pub name: String,
    pub tags: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub formula: Formula,
    pub because: String,
}

/// Whom a propagation rule reaches.
#[derive(Clone, Debug)]
pub enum Target {
    /// Over relations of these kinds, at most so many steps, at least so strong in thousandths.
    Way {
        kinds: Vec<String>,
        steps: usize,
        least: u64,
    },
    Tag(String),
    Entity(String),
    Itself,
    Reference(String),
}

#[derive(Clone, Debug)]
pub enum Action {
    /// The formula, and whether it is `strict`, `soft` or a `tendency`.
    Constrain(Formula, String),
    Reinforce(String),
    Force,
    Relate(String),
    Recheck(String),
    Raise(String),
}

#[derive(Clone, Debug)]
pub struct Propagation {
    /// What must be so, by key.
    pub when: BTreeMap<String, String>,
    /// What must be true of X.
    pub value: Option<Formula>,
    pub to: Target,
    pub then: Action,
}

/// A part of a flow that fixes or tells a cell.
#[derive(Clone, Debug, Default)]
pub struct Part {
    pub fixes: Option<String>,
    pub tells: Option<String>,
}

/// From, kind, to.
pub type Tie = (String, String, String);

#[derive(Clone, Debug, Default)]
pub struct World {
    /// Every sort with those right above it.
    pub sorts: BTreeMap<String, BTreeSet<String>>,
    pub entities: BTreeMap<String, Entity>,
    pub attributes: Vec<Attribute>,
    pub composites: Vec<Composite>,
    pub facts: BTreeMap<String, Value>,
    /// Forces in thousandths.
    pub relations: BTreeMap<Tie, u64>,
    /// Kinds of relation, and whether they mean the same in both directions.
    pub kinds: BTreeMap<String, bool>,
    pub rules: BTreeMap<String, Rule>,
    pub propagation: BTreeMap<String, Propagation>,
    pub parts: BTreeMap<String, Part>,
    /// Who is of each sort; see `gather`.
    gathered: BTreeMap<String, Vec<String>>,
}

impl Names for World {
    fn is_sort(&self, name: &str) -> bool {
        self.sort(name).is_some()
    }

    fn is_composite(&self, name: &str) -> bool {
        self.composites
            .iter()
            .any(|composite| composite.name == name)
    }
}

/// Entity and attribute of a cell.
pub fn split(cell: &str) -> (&str, &str) {
    cell.split_once('.').unwrap_or((cell, ""))
}

impl World {
    /// A sort by its name, or by what the built-in ones are called in French.
    pub fn sort(&self, name: &str) -> Option<String> {
        if self.sorts.contains_key(name) {
            return Some(name.to_owned());
        }
        let root = match name.to_lowercase().as_str() {
            "personnage" => "character",
            "lieu" => "place",
            "objet" => "object",
            "événement" | "evenement" => "event",
            _ => return None,
        };
        Some(root.to_owned())
    }

    pub fn is_below(&self, sort: &str, above: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![sort];
        while let Some(next) = waiting.pop() {
            if next == above {
                return true;
            }
            if seen.insert(next)
                && let Some(more) = self.sorts.get(next)
            {
                waiting.extend(more.iter().map(String::as_str));
            }
        }
        false
    }

    pub fn is_a(&self, entity: &str, sort: &str) -> bool {
        let (known, sort) = (self.entities.get(entity), self.sort(sort));
        known
            .zip(sort)
            .is_some_and(|(entity, sort)| self.is_below(&entity.sort, &sort))
    }

    /// Gathers the members of every sort, once all entities are read.
    pub fn gather(&mut self) {
        let of = |sort: &String| {
            let all = self.entities.keys();
            all.filter(|entity| self.is_a(entity, sort))
                .cloned()
                .collect()
        };
        self.gathered = self
            .sorts
            .keys()
            .map(|sort| (sort.clone(), of(sort)))
            .collect();
    }

    /// Everything of a sort, or everything there is.
    pub fn members(&self, sort: Option<&str>) -> Vec<&String> {
        match sort {
            None => self.entities.keys().collect(),
            Some(sort) => {
                let sort = self.sort(sort).unwrap_or_default();
                self.gathered.get(&sort).into_iter().flatten().collect()
            }
        }
    }

    /// The attribute that a cell is of, if its entity is known and has it.
    pub fn attribute(&self, cell: &str) -> Option<&Attribute> {
        let (entity, name) = split(cell);
        let sort = &self.entities.get(entity)?.sort;
        let mut fits = self.attributes.iter();
        fits.find(|attribute| attribute.name == name && self.is_below(sort, &attribute.sort))
    }

    pub fn composite(&self, cell: &str) -> Option<&Composite> {
        let (entity, name) = split(cell);
        let sort = &self.entities.get(entity)?.sort;
        let mut fits = self.composites.iter();
        fits.find(|composite| composite.name == name && self.is_below(sort, &composite.sort))
    }

    /// Every cell of the world, composites left out.
    pub fn cells(&self) -> Vec<String> {
        let mut cells = Vec::new();
        for (id, entity) in &self.entities {
            for attribute in &self.attributes {
                if self.is_below(&entity.sort, &attribute.sort) {
                    cells.push(format!("{id}.{}", attribute.name));
                }
            }
        }
        cells
    }

    /// The kind of relation that a formula calls by its last word.
    pub fn kind(&self, word: &str) -> Option<&String> {
        let mut fits = self
            .kinds
            .keys()
            .filter(|kind| kind.rsplit('/').next() == Some(word) || kind.replace('/', "_") == word);
        fits.next().filter(|_| fits.next().is_none())
    }

    /// Why a value is none that a cell can have: the kind of finding, and in words.
    pub fn misfit(&self, cell: &str, value: &Value) -> Option<(&'static str, String)> {
        let attribute = self.attribute(cell)?;
        match value {
            Value::Null => return None,
            Value::Confidential(_) if attribute.confidential => return None,
            _ if attribute.confidential => {
                return Some(("shown-secret", format!("{cell} is confidential")));
            }
            _ => {}
        }
        attribute
            .misfit(self, &attribute.shape, value)
            .map(|(kind, why)| (kind, format!("{cell} is {}: {why}", value.show())))
    }

    /// What a template prints for a value.
    pub fn printed(&self, cell: &str, value: &Value, language: &str) -> String {
        let name = |id: &String| {
            let entity = self.entities.get(id);
            entity.map_or_else(|| id.clone(), |entity| entity.name.clone())
        };
        match value {
            Value::Null => String::new(),
            Value::Entity(id) => name(id),
            Value::Symbol(symbol) => {
                let labels = self.attribute(cell).map(|attribute| &attribute.labels);
                let label = labels.and_then(|labels| labels.get(symbol));
                let label = label.and_then(|label: &Text| label.in_language(language));
                label.unwrap_or(symbol).to_owned()
            }
            other => other.show(),
        }
    }
}
