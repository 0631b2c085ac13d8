//! Rules about all entities of a sort, written out: one demand for each of them, with what it reads.

use super::canon::{Canon, Constraint, Slot};
use super::formula::{Formula, Quantity};
use super::judge::{Facts, judge};
use super::value::Value;
use super::world::{Rule, World};
use std::collections::{BTreeMap, BTreeSet};

/// Something that must be so of certain cells.
#[derive(Clone, Debug)]
pub struct Demand {
    /// What demands it, in words.
    pub whose: String,
    /// The constraint's entry, for what a session added.
    pub entry: Option<u64>,
    pub formula: Formula,
    pub reads: BTreeSet<Slot>,
    pub related: bool,
}

/// All demands, found by what they read.
#[derive(Clone, Debug, Default)]
pub struct Demands {
    all: Vec<Demand>,
    readers: BTreeMap<Slot, Vec<usize>>,
    by_cell: BTreeMap<String, Vec<usize>>,
}

impl Demands {
    /// All rules of the world, for the relations there are, and all strict constraints of the session.
    pub fn of(canon: &Canon) -> Demands {
        let mut demands = Demands::default();
        for (name, rule) in &canon.world.rules {
            demands.rule(canon, name, rule);
        }
        for (entry, constraint) in &canon.constraints {
            if constraint.strict {
                demands.constraint(&canon.world, *entry, constraint);
            }
        }
        demands
    }

    fn rule(&mut self, canon: &Canon, name: &str, rule: &Rule) {
        let world = &canon.world;
        let mut waiting = vec![(Vec::new(), rule.formula.clone())];
        while let Some((entities, formula)) = waiting.pop() {
            if let Formula::Over {
                quantity: Quantity::Every,
                variable,
                sort,
                body,
            } = &formula
            {
                for entity in world.members(sort.as_deref()) {
                    let mut about: Vec<String> = entities.clone();
                    about.push(entity.clone());
                    waiting.push((about, (**body).clone().about(variable, entity)));
                }
                continue;
            }
            // What holds whatever the cells are demands nothing: mostly a relation that is not there.
            if judge(&Ignorant(canon), &formula) == Some(true) {
                continue;
            }
            let whose = match &entities[..] {
                [] => format!("rule {name}"),
                entities => format!("rule {name} ({})", entities.join(", ")),
            };
            let whose = format!("{whose}: {}", rule.because);
            self.add(world, whose, None, formula);
        }
    }

    pub fn constraint(&mut self, world: &World, entry: u64, constraint: &Constraint) {
        let whose = format!("constraint of entry {entry}");
        self.add(world, whose, Some(entry), constraint.formula.clone());
    }

    fn add(&mut self, world: &World, whose: String, entry: Option<u64>, formula: Formula) {
        let mut reads = BTreeSet::new();
        collect(world, &formula, &mut reads);
        let number = self.all.len();
        for slot in &reads {
            self.readers.entry(slot.clone()).or_default().push(number);
            let of_cell = self.by_cell.entry(slot.cell().to_owned()).or_default();
            if of_cell.last() != Some(&number) {
                of_cell.push(number);
            }
        }
        self.all.push(Demand {
            whose,
            entry,
            related: formula.asks_relation(),
            formula,
            reads,
        });
    }

    pub fn all(&self) -> impl Iterator<Item = &Demand> {
        self.all.iter()
    }

    pub fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.readers.keys()
    }

    pub fn on_cell(&self, cell: &str) -> impl Iterator<Item = &Demand> {
        let numbers = self.by_cell.get(cell).into_iter().flatten();
        numbers.map(|number| &self.all[*number])
    }

    pub fn on(&self, slot: &Slot) -> impl Iterator<Item = &Demand> {
        let numbers = self.readers.get(slot).into_iter().flatten();
        numbers.map(|number| &self.all[*number])
    }
}

impl Demand {
    /// A constraint that was taken back demands nothing.
    pub fn counts(&self, canon: &Canon) -> bool {
        let known = self.entry.map(|entry| canon.constraints.get(&entry));
        known.is_none_or(|known| known.is_some_and(|known| !known.lifted))
    }

    pub fn broken(&self, facts: &dyn Facts) -> bool {
        judge(facts, &self.formula) == Some(false)
    }
}

/// Knows the relations, and of no cell what it is.
struct Ignorant<'a>(&'a Canon);

impl Facts for Ignorant<'_> {
    fn world(&self) -> &World {
        &self.0.world
    }

    fn value(&self, _: &str) -> Option<Value> {
        None
    }

    fn member(&self, _: &str, _: &str) -> Option<bool> {
        None
    }

    fn related(&self, kind: &str, from: &str, to: &str) -> bool {
        self.0.related(kind, from, to)
    }
}

/// The entity that a formula names outright.
fn named(formula: &Formula) -> Option<&str> {
    match formula {
        Formula::Value(Value::Entity(id) | Value::Word(id)) => Some(id),
        _ => None,
    }
}

/// What a formula without free variables reads.
fn collect(world: &World, formula: &Formula, reads: &mut BTreeSet<Slot>) {
    match formula {
        Formula::Over {
            variable,
            sort,
            body,
            ..
        } => {
            for entity in world.members(sort.as_deref()) {
                collect(world, &(**body).clone().about(variable, entity), reads);
            }
        }
        Formula::Member(element, set) => match (named(element), &**set) {
            (Some(element), Formula::Attribute(of, name)) if named(of).is_some() => {
                let cell = format!("{}.{name}", named(of).unwrap_or_default());
                reads.insert(Slot::Element(cell, element.to_owned()));
            }
            (_, _) => {
                collect(world, element, reads);
                collect(world, set, reads);
            }
        },
        Formula::Attribute(of, name) => match named(of) {
            Some(entity) => {
                reads.insert(Slot::Cell(format!("{entity}.{name}")));
            }
            None => collect(world, of, reads),
        },
        other => other
            .parts()
            .into_iter()
            .for_each(|part| collect(world, part, reads)),
    }
}
