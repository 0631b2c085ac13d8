//! The graph: typed, weighted relations between entities, and what can be asked of them.
//!
//! What the author declared is shared; what a session added or changed lies over it. Nothing here
//! walks the whole graph: every search is bounded, and says when its bound ended it.

mod kinds;
mod paths;

use crate::diagnostic::Place;
use crate::state::Merged;
pub use kinds::{BUILT_IN, Kind, Kinds};
use logic::value::{Name, Number};
pub use paths::{Around, Distance, Path, Paths, Reached, Step};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

/// How strong a relation is, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Force(u16);

impl Force {
    pub const FULL: Force = Force(1000);
    /// Where the author says nothing.
    pub const MIDDLE: Force = Force(500);

    /// Between 0 and 1, with at most three digits behind the point.
    pub fn new(number: Number) -> Option<Force> {
        let thousandths = number.checked_mul(Number::from(1000))?.as_i64()?;
        u16::try_from(thousandths)
            .ok()
            .filter(|force| *force <= 1000)
            .map(Force)
    }

    /// At most 1000.
    pub fn of_thousandths(thousandths: u16) -> Force {
        Force(thousandths.min(1000))
    }

    pub fn thousandths(self) -> u16 {
        self.0
    }
}

impl std::fmt::Display for Force {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{}.{:03}", self.0 / 1000, self.0 % 1000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl FromStr for Force {
    type Err = logic::value::Unreadable;

    fn from_str(text: &str) -> Result<Force, Self::Err> {
        let number = text.parse::<Number>().ok().and_then(Force::new);
        number.ok_or_else(|| logic::value::Unreadable::new("force from 0 to 1", text))
    }
}

impl Serialize for Force {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Force {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Force, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The three states of a relation, as of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    Open,
    Constrained,
    Fixed,
}

impl Settled {
    pub const NAMES: [(&'static str, Settled); 3] = [
        ("open", Settled::Open),
        ("constrained", Settled::Constrained),
        ("fixed", Settled::Fixed),
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Settled::Open => "open",
            Settled::Constrained => "constrained",
            Settled::Fixed => "fixed",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relation {
    /// A relation with a name of its own is an entity too, with cells of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Name>,
    pub from: Name,
    pub to: Name,
    pub kind: Name,
    pub force: Force,
    pub state: Settled,
    /// The author's line, for a declared one.
    #[serde(skip)]
    pub place: Option<Place>,
    /// The entry that set it last, for one of a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<u64>,
}

impl Relation {
    /// There is one relation of a kind from one entity to another.
    pub fn key(&self) -> (Name, Name, Name) {
        (self.from.clone(), self.kind.clone(), self.to.clone())
    }

    /// Who stands at the other end.
    pub fn other(&self, entity: &str) -> &Name {
        if &*self.from == entity {
            &self.to
        } else {
            &self.from
        }
    }
}

/// Relations by the entities at their ends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Relation>", into = "Vec<Relation>")]
pub struct Relations {
    all: BTreeMap<(Name, Name, Name), Relation>,
    beside: BTreeMap<Name, BTreeSet<(Name, Name, Name)>>,
}

impl From<Vec<Relation>> for Relations {
    fn from(all: Vec<Relation>) -> Relations {
        let mut relations = Relations::default();
        all.into_iter().for_each(|relation| relations.set(relation));
        relations
    }
}

impl From<Relations> for Vec<Relation> {
    fn from(relations: Relations) -> Vec<Relation> {
        relations.all.into_values().collect()
    }
}

impl Relations {
    /// Adds a relation, or replaces the one of the same kind between the same two.
    pub fn set(&mut self, relation: Relation) {
        let key = relation.key();
        if self.all.insert(key.clone(), relation).is_none() {
            let mut ends = vec![key.0.clone()];
            if key.2 != key.0 {
                ends.push(key.2.clone());
            }
            for end in ends {
                self.beside.entry(end).or_default().insert(key.clone());
            }
        }
    }

    pub fn get(&self, key: &(Name, Name, Name)) -> Option<&Relation> {
        self.all.get(key)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Relation> {
        self.all.values()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn of(&self, entity: &str) -> impl Iterator<Item = &Relation> {
        let keys = self.beside.get(entity).into_iter().flatten();
        keys.filter_map(|key| self.all.get(key))
    }
}

/// The graph of a session: what is declared, and over it what the session knows better.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    pub base: &'a Relations,
    pub own: &'a Relations,
    /// Entities that are another one: their relations are that one's.
    pub merged: Option<&'a BTreeMap<Name, Merged>>,
}

impl<'a> Graph<'a> {
    /// Whether both of its ends are still called so.
    fn stands(self, relation: &Relation) -> bool {
        self.merged.is_none_or(|merged| {
            merged.is_empty()
                || !(merged.contains_key(&relation.from) || merged.contains_key(&relation.to))
        })
    }

    /// Relations of an entity in either direction, strongest first, then by their names.
    pub fn of(self, entity: &str) -> Vec<&'a Relation> {
        let kept = self.merged.and_then(|merged| merged.get(entity));
        let entity = kept.map_or(entity, |merged| merged.kept.as_str());
        let declared = self
            .base
            .of(entity)
            .filter(|relation| self.own.is_empty() || self.own.get(&relation.key()).is_none());
        let mut all: Vec<&Relation> = declared.chain(self.own.of(entity)).collect();
        all.retain(|relation| self.stands(relation));
        all.sort_by(|a, b| {
            let names = |relation: &Relation| relation.key();
            b.force.cmp(&a.force).then_with(|| names(a).cmp(&names(b)))
        });
        all
    }

    /// The relation of a kind from one entity to another.
    pub fn get(self, key: &(Name, Name, Name)) -> Option<&'a Relation> {
        self.own.get(key).or_else(|| self.base.get(key))
    }

    pub fn relations(self) -> impl Iterator<Item = &'a Relation> {
        let declared = self
            .base
            .iter()
            .filter(move |relation| self.own.get(&relation.key()).is_none());
        let all = declared.chain(self.own.iter());
        all.filter(move |relation| self.stands(relation))
    }
}
