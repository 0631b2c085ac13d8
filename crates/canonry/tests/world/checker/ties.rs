//! Relations and what propagation rules make of a fact: who is reached, and what must follow.

use super::Entry;
use super::judge::{Facts, judge};
use super::project::thousandths;
use super::session::Session;
use super::value::Value;
use super::world::{Action, Propagation, Target, split};
use serde_json::Value as Json;
use std::collections::BTreeSet;

impl Session {
    /// Notes whom the propagation rules reach because of a fact, and looks whether they contradict it.
    pub(super) fn expect_consequences(&mut self, entry: &Entry, cell: &str) {
        let world = self.world();
        self.turn.expected.clear();
        for (name, rule) in &world.propagation {
            if !self.triggered(rule, cell) {
                continue;
            }
            for to in self.reached(rule, cell) {
                self.demanded(entry, name, rule, cell, &to);
                let expected = (name.clone(), cell.to_owned(), to);
                self.turn.expected.push(expected);
            }
        }
    }

    /// A strict consequence must not be false already, and must be laid on what is still open.
    fn demanded(&mut self, entry: &Entry, name: &str, rule: &Propagation, cell: &str, to: &str) {
        let Action::Constrain(formula, strength) = &rule.then else {
            return;
        };
        let formula = formula.clone().about("X", split(cell).0).about("Y", to);
        if strength != "strict" {
            return;
        }
        match judge(&self.canon, &formula) {
            Some(false) => {
                let words = format!("{name} demands of {to}, because of {cell}, what is not so");
                self.turn.denied.push((entry.seq, words));
            }
            Some(true) => {}
            None => self.turn.due.push((entry.seq, name.to_owned(), formula)),
        }
    }

    /// At the end of a turn that kept nothing back: every strict consequence is there.
    pub(super) fn settle_consequences(&mut self) {
        let world = self.world();
        for (entry, words) in std::mem::take(&mut self.turn.denied) {
            self.find("consequence-broken", entry, words);
        }
        for (entry, name, formula) in std::mem::take(&mut self.turn.due) {
            let mut reads = super::instance::Demands::default();
            let wanted = super::canon::Constraint {
                formula: formula.clone(),
                strict: true,
                soft: false,
                lifted: false,
                of_rule: None,
            };
            reads.constraint(&world, entry, &wanted);
            // What the reached entity does not have cannot be constrained.
            if !reads
                .slots()
                .all(|slot| world.attribute(slot.cell()).is_some())
            {
                continue;
            }
            let mut laid = self.canon.constraints.values();
            let is_laid = laid.any(|known| {
                known.of_rule.as_ref() == Some(&name) && formula.alike(&known.formula)
            });
            if !is_laid {
                let words = format!("what {name} demands because of entry {entry} was never laid");
                self.find("missing-consequence", entry, words);
            }
        }
    }

    fn triggered(&self, rule: &Propagation, cell: &str) -> bool {
        let (entity, attribute) = split(cell);
        let world = &self.canon.world;
        let within = |wanted: &str| {
            let rest = attribute.strip_prefix(wanted);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let holds = |key: &str, wanted: &str| match key {
            "sort" => world.is_a(entity, wanted),
            "attribute" => within(wanted),
            "category" => {
                let category = world
                    .attribute(cell)
                    .and_then(|known| known.category.as_deref());
                category == Some(wanted)
            }
            "fixed" => self.canon.is_settled(&format!("{entity}.{wanted}")),
            "relation" => {
                let ties = self.canon.ties();
                let mut own = ties.keys().filter(|tie| tie.0 == entity || tie.2 == entity);
                own.any(|tie| fits(&tie.1, wanted))
            }
            _ => true,
        };
        let value = rule.value.clone().map(|value| value.about("X", entity));
        rule.when.iter().all(|(key, wanted)| holds(key, wanted))
            && value.is_none_or(|value| judge(&self.canon, &value) == Some(true))
    }

    /// Whom a rule reaches from the entity of a cell.
    fn reached(&self, rule: &Propagation, cell: &str) -> BTreeSet<String> {
        let from = split(cell).0;
        let world = &self.canon.world;
        match &rule.to {
            Target::Itself => BTreeSet::from([from.to_owned()]),
            Target::Entity(entity) => BTreeSet::from([entity.clone()]),
            Target::Tag(tag) => {
                let tagged = world.entities.iter();
                tagged
                    .filter(|(id, entity)| *id != from && entity.tags.contains(tag))
                    .map(|(id, _)| id.clone())
                    .collect()
            }
            Target::Reference(attribute) => {
                match self.canon.value(&format!("{from}.{attribute}")) {
                    Some(Value::Entity(entity)) => BTreeSet::from([entity]),
                    Some(Value::Set(entities)) => entities,
                    _ => BTreeSet::new(),
                }
            }
            Target::Way {
                kinds,
                steps,
                least,
            } => self.ways(from, kinds, *steps, *least),
        }
    }

    /// Who is reached over these kinds: each way multiplies its forces, which are thousandths.
    fn ways(&self, from: &str, kinds: &[String], steps: usize, least: u64) -> BTreeSet<String> {
        let ties = self.canon.ties();
        let whole = u128::from(1000_u64).pow(8);
        let least = whole / 1000 * u128::from(least);
        let mut found = BTreeSet::new();
        let mut waiting = vec![(vec![from.to_owned()], whole)];
        while let Some((way, strength)) = waiting.pop() {
            if way.len() > steps.min(8) {
                continue;
            }
            let here = &way[way.len() - 1];
            for (tie, force) in &ties {
                let next = if tie.0 == *here {
                    &tie.2
                } else if tie.2 == *here {
                    &tie.0
                } else {
                    continue;
                };
                let strength = strength * u128::from(*force) / 1000;
                let wanted = kinds.is_empty() || kinds.iter().any(|kind| fits(&tie.1, kind));
                if wanted && !way.contains(next) && strength >= least && strength > 0 {
                    found.insert(next.clone());
                    let mut way = way.clone();
                    way.push(next.clone());
                    waiting.push((way, strength));
                }
            }
        }
        found
    }

    pub(super) fn related(&mut self, entry: &Entry, body: &Json) {
        let text = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
        let (from, kind, to) = (text("from"), text("kind"), text("to"));
        self.known_entity(entry, &from);
        self.known_entity(entry, &to);
        if from == to {
            let words = format!("{from} is related to itself");
            self.find("self-relation", entry.seq, words);
        }
        let world = self.world();
        if !world.kinds.contains_key(&kind) {
            let words = format!("there is no kind of relation {kind}");
            self.find("unknown-relation", entry.seq, words);
        }
        let force = thousandths(&text("force"));
        if force.is_none() {
            let words = format!("{kind} from {from} to {to} has a force that is not from 0 to 1");
            self.find("force", entry.seq, words);
        }
        if let Some(rule) = body["rule"].as_str() {
            let action = world.propagation.get(rule).map(|rule| &rule.then);
            let fits = match action {
                Some(Action::Relate(wanted)) => *wanted == kind,
                Some(Action::Force) => true,
                _ => false,
            };
            let mut expected = self.turn.expected.iter();
            let reached = expected.any(|(known, cell, reached)| {
                let (one, two) = (split(cell).0, reached.as_str());
                known == rule && ((one == from && two == to) || (one == to && two == from))
            });
            if !fits || !reached {
                let words = format!("{rule} does not relate {from} to {to} by {kind}");
                self.find("wrong-consequence", entry.seq, words);
            }
        }
        let force = force.unwrap_or_default();
        self.canon.relations.insert((from, kind, to), force);
        self.demands = super::instance::Demands::of(&self.canon);
        self.judge_related(entry.seq);
    }

    /// What a rule does besides: a reason more, a mark, something that happens in the story.
    pub(super) fn followed(&mut self, entry: &Entry, body: &Json) {
        let world = self.world();
        let rule = body["rule"].as_str().unwrap_or_default().to_owned();
        let cell = body["cell"].as_str().map(str::to_owned);
        let mut reached: Option<String> = None;
        if let Some(cell) = &cell {
            self.known_cell(entry, cell);
            reached = Some(split(cell).0.to_owned());
        }
        for entity in body["about"].as_array().into_iter().flatten() {
            let entity = entity.as_str().unwrap_or_default().to_owned();
            self.known_entity(entry, &entity);
            reached = Some(entity);
        }
        if let Some(from) = body["from"].as_str()
            && !self.canon.is_settled(from)
        {
            let words = format!("a {} because of {from}, which is open", entry.kind);
            self.find("unfounded", entry.seq, words);
        }
        if entry.kind == "Reinforced" && body["weight"].as_str().and_then(thousandths).is_none() {
            self.find("force", entry.seq, "a weight that is not from 0 to 1");
        }
        let of_cell =
            |attribute: &String| cell.as_deref().map(|cell| split(cell).1) == Some(attribute);
        let fits = match world.propagation.get(&rule).map(|rule| &rule.then) {
            Some(Action::Reinforce(attribute)) => entry.kind == "Reinforced" && of_cell(attribute),
            Some(Action::Recheck(attribute)) => entry.kind == "Marked" && of_cell(attribute),
            Some(Action::Raise(name)) => {
                entry.kind == "Raised" && body["name"].as_str() == Some(name)
            }
            _ => false,
        };
        let mut expected = self.turn.expected.iter();
        let expected =
            expected.any(|(known, _, to)| *known == rule && Some(to) == reached.as_ref());
        if !fits || !expected {
            let words = format!("{rule} brings no {} of this kind here", entry.kind);
            self.find("wrong-consequence", entry.seq, words);
        }
    }
}

/// Whether a kind is meant by a pattern: itself, its family, or all.
fn fits(kind: &str, pattern: &str) -> bool {
    let family = pattern.strip_suffix("/*").unwrap_or(pattern);
    let rest = kind.strip_prefix(family);
    pattern == "*" || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
