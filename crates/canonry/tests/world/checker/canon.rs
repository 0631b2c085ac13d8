//! What is true in a session up to an entry, and what its witness supposes beyond that.

use super::formula::Formula;
use super::judge::Facts;
use super::value::Value;
use super::world::{Tie, World};
use std::collections::BTreeMap;
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
}

impl Canon {
    /// Forces of all relations, in thousandths, as the session knows them.
    pub fn ties(&self) -> BTreeMap<&Tie, u64> {
        let all = self.world.relations.iter().chain(&self.relations);
        all.map(|(tie, force)| (tie, *force)).collect()
    }

    pub fn is_settled(&self, cell: &str) -> bool {
        self.facts.contains_key(cell)
            || self.fluents.contains_key(cell)
            || self.world.facts.contains_key(cell)
    }
}

impl Facts for Canon {
    fn world(&self) -> &World {
        &self.world
    }

    fn value(&self, cell: &str) -> Option<Value> {
        if let Some(fluent) = self.fluents.get(cell) {
            return fluent.value.clone();
        }
        if let Some(known) = self.facts.get(cell) {
            return known.clone();
        }
        self.world.facts.get(cell).cloned()
    }

    fn member(&self, cell: &str, element: &str) -> Option<bool> {
        match self.value(cell)? {
            Value::Set(members) => Some(members.contains(element)),
            Value::Null => Some(false),
            _ => None,
        }
    }

    fn related(&self, kind: &str, from: &str, to: &str) -> bool {
        let tie = (from.to_owned(), kind.to_owned(), to.to_owned());
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

    fn value(&self, cell: &str) -> Option<Value> {
        if self.canon.is_settled(cell) {
            return self.canon.value(cell);
        }
        self.more.get(&Slot::Cell(cell.to_owned())).cloned()
    }

    fn member(&self, cell: &str, element: &str) -> Option<bool> {
        if self.canon.is_settled(cell) {
            return self.canon.member(cell, element);
        }
        match self
            .more
            .get(&Slot::Element(cell.to_owned(), element.to_owned()))?
        {
            Value::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    fn related(&self, kind: &str, from: &str, to: &str) -> bool {
        self.canon.related(kind, from, to)
    }
}
