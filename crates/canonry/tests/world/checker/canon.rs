//! What is true in a session up to an entry, and what its witness supposes beyond that.

use super::formula::Formula;
use super::judge::{Facts, judge};
use super::value::Value;
use super::world::{Tie, World, split};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Something that has one value: a cell, or whether an entity belongs to the set in a cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    Cell(String),
    Element(String, String),
}

impl Slot {
    pub fn cell(&self) -> &str {
        match self {
            Slot::Cell(cell) | Slot::Element(cell, _) => cell,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Constraint {
    pub formula: Formula,
    pub strict: bool,
    /// Neither strict nor a mere tendency.
    pub soft: bool,
    pub lifted: bool,
    pub of_rule: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Fluent {
    pub value: Option<Value>,
    /// The newest version that each source gave.
    pub versions: BTreeMap<String, u64>,
}

#[derive(Clone, Debug, Default)]
pub struct Canon {
    pub world: Rc<World>,
    /// An erased value is nothing here, and its cell fixed all the same.
    pub facts: BTreeMap<String, Option<Value>>,
    pub fluents: BTreeMap<String, Fluent>,
    pub relations: BTreeMap<Tie, u64>,
    pub constraints: BTreeMap<u64, Constraint>,
    /// Who turned out to be somebody else, and whom.
    pub merged: BTreeMap<String, String>,
}

impl Canon {
    /// Forces of all relations, in thousandths, as the session knows them. Those of who is gone are another's.
    pub fn ties(&self) -> BTreeMap<&Tie, u64> {
        let all = self.world.relations.iter().chain(&self.relations);
        let gone = |name: &String| self.merged.contains_key(name);
        all.filter(|(tie, _)| !gone(&tie.0) && !gone(&tie.2))
            .map(|(tie, force)| (tie, *force))
            .collect()
    }

    pub fn is_settled(&self, cell: &str) -> bool {
        self.has(&self.kept_cell(cell))
    }

    fn has(&self, cell: &str) -> bool {
        self.facts.contains_key(cell)
            || self.fluents.contains_key(cell)
            || self.world.facts.contains_key(cell)
    }

    /// What was to be expected and is not so, by its entry.
    pub fn broken_leanings(&self) -> BTreeSet<u64> {
        let soft = self.constraints.iter();
        let soft = soft.filter(|(_, known)| known.soft && !known.lifted);
        let broken = soft.filter(|(_, known)| judge(self, &known.formula) == Some(false));
        broken.map(|(number, _)| *number).collect()
    }

    /// Whom a name means now.
    pub fn kept(&self, name: &str) -> String {
        let mut name = name;
        while let Some(kept) = self.merged.get(name) {
            name = kept;
        }
        name.to_owned()
    }

    pub fn kept_cell(&self, cell: &str) -> String {
        let (entity, attribute) = split(cell);
        format!("{}.{attribute}", self.kept(entity))
    }

    /// What is settled under this very name, whoever it means now.
    pub fn own_value(&self, cell: &str) -> Option<Value> {
        let value = match (self.fluents.get(cell), self.facts.get(cell)) {
            (Some(fluent), _) => fluent.value.clone(),
            (None, Some(known)) => known.clone(),
            (None, None) => self.world.facts.get(cell).cloned(),
        };
        value.map(|value| value.renamed(&|name| self.kept(name)))
    }
}

impl Facts for Canon {
    fn world(&self) -> &World {
        &self.world
    }

    fn called(&self, name: &str) -> String {
        self.kept(name)
    }

    fn value(&self, cell: &str) -> Option<Value> {
        self.own_value(&self.kept_cell(cell))
    }

    fn member(&self, cell: &str, element: &str) -> Option<bool> {
        match self.value(cell)? {
            Value::Set(members) => Some(members.contains(&self.kept(element))),
            Value::Null => Some(false),
            _ => None,
        }
    }

    fn related(&self, kind: &str, from: &str, to: &str) -> bool {
        let tie = (self.kept(from), kind.to_owned(), self.kept(to));
        self.relations.contains_key(&tie) || self.world.relations.contains_key(&tie)
    }
}

/// The canon, and where it is silent what somebody supposes.
pub struct Supposed<'a> {
    pub canon: &'a Canon,
    pub more: &'a BTreeMap<Slot, Value>,
}

impl Facts for Supposed<'_> {
    fn world(&self) -> &World {
        &self.canon.world
    }

    fn called(&self, name: &str) -> String {
        self.canon.kept(name)
    }

    fn value(&self, cell: &str) -> Option<Value> {
        if self.canon.is_settled(cell) {
            return self.canon.value(cell);
        }
        let cell = Slot::Cell(self.canon.kept_cell(cell));
        let value = self.more.get(&cell).cloned();
        value.map(|value| value.renamed(&|name| self.canon.kept(name)))
    }

    fn member(&self, cell: &str, element: &str) -> Option<bool> {
        if self.canon.is_settled(cell) {
            return self.canon.member(cell, element);
        }
        let cell = self.canon.kept_cell(cell);
        match self
            .more
            .get(&Slot::Element(cell, self.canon.kept(element)))?
        {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    fn related(&self, kind: &str, from: &str, to: &str) -> bool {
        self.canon.related(kind, from, to)
    }
}
