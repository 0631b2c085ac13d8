//! Rules and constraints: what the facts break, what the witness breaks, and what is left of open cells.

use super::Entry;
use super::canon::{Constraint, Slot, Supposed};
use super::complete::dead_end;
use super::formula::Formula;
use super::instance::Demand;
use super::judge::{Facts, judge};
use super::project::thousandths;
use super::session::Session;
use super::value::Value;
use super::world::{Action, split};
use serde_json::Value as Json;
use std::collections::BTreeSet;

impl Session {
    /// Everything that reads this cell must not be false.
    pub(super) fn judge_cell(&mut self, entry: u64, cell: &str) {
        self.turn.touched.insert(cell.to_owned());
        let demands: Vec<Demand> = self.demands.on_cell(cell).cloned().collect();
        self.judge(entry, &demands);
    }

    pub(super) fn judge_all(&mut self, entry: u64) {
        let demands: Vec<Demand> = self.demands.all().cloned().collect();
        self.judge(entry, &demands);
    }

    /// What a new relation makes a rule say.
    pub(super) fn judge_related(&mut self, entry: u64) {
        let demands = self.demands.all().filter(|demand| demand.related);
        let demands: Vec<Demand> = demands.cloned().collect();
        for demand in &demands {
            let cells = demand.reads.iter().map(|slot| slot.cell().to_owned());
            self.turn.touched.extend(cells);
        }
        self.judge(entry, &demands);
    }

    fn judge(&mut self, entry: u64, demands: &[Demand]) {
        for demand in demands {
            self.report.judged += 1;
            if demand.counts(&self.canon) && demand.broken(&self.canon) {
                let kind = match demand.entry {
                    Some(_) => "constraint-broken",
                    None => "rule-broken",
                };
                self.find(kind, entry, demand.whose.clone());
            }
        }
    }

    /// Takes over how an event changes the witness.
    pub(super) fn witnessed(&mut self, entry: &Entry, body: &Json) {
        for change in body["witness"].as_array().into_iter().flatten() {
            let cell = change["cell"].as_str().unwrap_or_default().to_owned();
            if !self.known_cell(entry, &cell) {
                continue;
            }
            let Some(value) = Value::read(&change["value"]) else {
                self.find(
                    "unreadable",
                    entry.seq,
                    format!("a witness of {cell} without a value"),
                );
                continue;
            };
            let slot = match change["element"].as_str() {
                None => Slot::Cell(cell.clone()),
                Some(element) => Slot::Element(cell.clone(), element.to_owned()),
            };
            if let Some(words) = self.misled(&slot, &value) {
                self.find("witness-broken", entry.seq, words);
            }
            self.turn.witness = Some(entry.seq);
            self.turn.touched.insert(cell);
            self.witness.insert(slot, value);
        }
    }

    /// Why a witness's value can be none of its slot.
    fn misled(&self, slot: &Slot, value: &Value) -> Option<String> {
        let (world, canon) = (&self.canon.world, &self.canon);
        match slot {
            Slot::Cell(cell) => match canon.value(cell) {
                Some(fact) if fact != *value => Some(format!(
                    "the witness has {} for {cell}, which is {}",
                    value.show(),
                    fact.show()
                )),
                _ => world.misfit(cell, value).map(|(_, words)| words),
            },
            Slot::Element(cell, element) => {
                let alone = Value::Set(BTreeSet::from([element.clone()]));
                let member = canon.member(cell, element).map(Value::Bool);
                match member {
                    Some(fact) if fact != *value => Some(format!(
                        "the witness has {} for {element} in {cell}, which is {}",
                        value.show(),
                        fact.show()
                    )),
                    _ => world.misfit(cell, &alone).map(|(_, words)| words),
                }
            }
        }
    }

    /// At the end of a turn: the witness must fit all rules, and no open cell may be without a value.
    pub(super) fn settle_turn(&mut self, entry: u64) {
        let touched = std::mem::take(&mut self.turn.touched);
        let supposed = Supposed {
            canon: &self.canon,
            more: &self.witness,
        };
        let mut broken = Vec::new();
        for cell in &touched {
            for demand in self.demands.on_cell(cell) {
                self.report.judged += 1;
                if demand.counts(&self.canon)
                    && !demand.broken(&self.canon)
                    && demand.broken(&supposed)
                {
                    broken.push(format!("the witness breaks the {}", demand.whose));
                }
            }
        }
        let at = self.turn.witness.unwrap_or(entry);
        for words in broken {
            self.find("witness-broken", at, words);
        }
        if let Some(slot) = dead_end(&self.canon, &self.demands, &touched) {
            self.find(
                "dead-end",
                entry,
                format!("nothing is left for {}", slot.cell()),
            );
        }
    }

    pub(super) fn constrained(&mut self, entry: &Entry, body: &Json) {
        let cell = body["cell"].as_str().unwrap_or_default().to_owned();
        self.known_cell(entry, &cell);
        let Some(strength) = strength(&body["strength"]) else {
            let words = format!("the constraint on {cell} has no strength from 0 to 1");
            return self.find("force", entry.seq, words);
        };
        let Some(formula) = Formula::read(&body["formula"]) else {
            let words = format!("the constraint on {cell} has no formula");
            return self.find("unreadable", entry.seq, words);
        };
        let of_rule = self.source(entry, &body["source"], &formula, strength);
        let constraint = Constraint {
            formula,
            strict: strength == "strict",
            soft: strength == "soft",
            lifted: false,
            of_rule,
        };
        let world = self.world();
        let mut reads = super::instance::Demands::default();
        reads.constraint(&world, entry.seq, &constraint);
        let cells: BTreeSet<String> = reads.slots().map(|slot| slot.cell().to_owned()).collect();
        if !cells.contains(&cell) {
            let words = format!("a constraint on {cell} that does not speak of it");
            self.find("wrong-consequence", entry.seq, words);
        }
        let known = cells.iter().all(|cell| self.known_cell(entry, cell));
        let strict = constraint.strict && known;
        self.turn
            .constraints
            .push((cell, entry.seq, body["strength"].clone()));
        self.canon.constraints.insert(entry.seq, constraint.clone());
        if strict {
            self.demands.constraint(&world, entry.seq, &constraint);
            self.turn.touched.extend(cells);
            let own = self.demands.all().last().cloned();
            self.judge(entry.seq, own.as_slice());
        }
        self.witnessed(entry, body);
    }

    /// Who made a constraint; the propagation rule, if it was one.
    fn source(
        &mut self,
        entry: &Entry,
        source: &Json,
        formula: &Formula,
        strength: &str,
    ) -> Option<String> {
        if let Some(said) = source.get("said") {
            let number = said["testimony"].as_str();
            let number = number.and_then(|number| number.parse::<u64>().ok());
            let number = number.unwrap_or_default();
            match self.testimonies.get_mut(&number) {
                Some((written, forces)) if written.as_ref() == Some(formula) => {
                    forces.push(entry.seq);
                }
                Some(_) => {
                    let words = format!("a constraint that is not what {number} said, or no more");
                    self.find("never-added", entry.seq, words);
                }
                None => {
                    let words = format!("a constraint because of {number}, and nobody spoke there");
                    self.find("never-added", entry.seq, words);
                }
            }
        }
        if let Some(rule) = source.get("rule") {
            let rule = rule["rule"].as_str().unwrap_or_default();
            if !self.canon.world.rules.contains_key(rule) {
                let words = format!("a constraint of the rule {rule}, which is not declared");
                self.find("wrong-consequence", entry.seq, words);
            }
        }
        let propagated = source.get("propagated")?;
        let from = propagated["from"].as_str().unwrap_or_default().to_owned();
        let rule = propagated["rule"].as_str().unwrap_or_default().to_owned();
        if !self.canon.is_settled(&from) {
            let words = format!("a constraint because of {from}, which is open");
            self.find("unfounded", entry.seq, words);
        }
        let world = self.world();
        let fits = |to: &String| match world.propagation.get(&rule).map(|rule| &rule.then) {
            Some(Action::Constrain(demanded, as_strong)) => {
                let demanded = demanded.clone().about("X", split(&from).0).about("Y", to);
                demanded.alike(formula) && as_strong == strength
            }
            _ => false,
        };
        let mut expected = self.turn.expected.iter();
        if !expected.any(|(known, cell, to)| *known == rule && *cell == from && fits(to)) {
            let words = format!("{rule} does not demand that of anybody because of {from}");
            self.find("wrong-consequence", entry.seq, words);
        }
        Some(rule)
    }

    /// What a fact breaks of what binds less than strictly. A reason that it gives must be about such a thing.
    pub(super) fn excuses(&mut self, entry: &Entry, body: &Json, cell: &str) {
        let mut excused = BTreeSet::new();
        for broke in body["broke"].as_array().into_iter().flatten() {
            let number = broke["constraint"]
                .as_str()
                .and_then(|number| number.parse().ok());
            let number: u64 = number.unwrap_or_default();
            let known = self.canon.constraints.get(&number);
            let fits = known.is_some_and(|known| {
                !known.strict && !known.lifted && judge(&self.canon, &known.formula) == Some(false)
            });
            if !fits {
                let words = format!("{cell} excuses itself for {number}, which it does not break");
                self.find("never-added", entry.seq, words);
            }
            excused.insert(number);
        }
        let broken = self.canon.constraints.iter().filter(|(number, known)| {
            let binds = known.soft && !known.lifted && !excused.contains(number);
            binds && known.formula.reads(cell) && judge(&self.canon, &known.formula) == Some(false)
        });
        self.report.soft_broken += broken.count() as u64;
    }

    /// Somebody said something: of cells and entities that there are.
    pub(super) fn testified(&mut self, entry: &Entry, body: &Json) {
        self.known_cell(entry, body["cell"].as_str().unwrap_or_default());
        if let Some(by) = body["by"].as_str() {
            self.known_entity(entry, by);
        }
        let Some(formula) = Formula::read(&body["formula"]) else {
            return self.find("unreadable", entry.seq, "a testimony has no formula");
        };
        let said = (Some(formula), Vec::new());
        self.testimonies.insert(entry.seq, said);
    }

    /// What was said binds no more; it was said, and only once so understood.
    pub(super) fn reinterpreted(&mut self, entry: &Entry, body: &Json) {
        let kinds = [
            "nuance",
            "other_time",
            "lie",
            "other_view",
            "misinformation",
        ];
        if !kinds.contains(&body["kind"].as_str().unwrap_or_default()) {
            self.find("unreadable", entry.seq, "a reinterpretation of no kind");
        }
        let number = body["testimony"].as_str();
        let number = number.and_then(|number| number.parse::<u64>().ok());
        let number = number.unwrap_or_default();
        let standing = self.testimonies.get_mut(&number);
        let standing = standing.filter(|(formula, _)| formula.is_some());
        let Some((formula, forces)) = standing else {
            let words = format!("{number} is reinterpreted, and does not stand");
            return self.find("never-added", entry.seq, words);
        };
        *formula = None;
        for force in std::mem::take(forces) {
            if let Some(constraint) = self.canon.constraints.get_mut(&force) {
                constraint.lifted = true;
            }
        }
        self.narrowed.clear();
    }

    pub(super) fn lifted(&mut self, entry: &Entry, body: &Json) {
        let number = body["constraint"]
            .as_str()
            .and_then(|number| number.parse().ok());
        let number: u64 = number.unwrap_or_default();
        match self.canon.constraints.get_mut(&number) {
            Some(constraint) if !constraint.lifted => constraint.lifted = true,
            Some(_) => self.find(
                "never-added",
                entry.seq,
                format!("{number} is lifted already"),
            ),
            None => {
                let words = format!("entry {number} is lifted, and it is no constraint");
                self.find("never-added", entry.seq, words);
            }
        }
        // What was narrowed may be wider again.
        self.narrowed.clear();
    }
}

/// `strict`, or `soft` and `tendency` with a weight.
fn strength(json: &Json) -> Option<&'static str> {
    if json.as_str() == Some("strict") {
        return Some("strict");
    }
    let (kind, weight) = json.as_object()?.iter().next()?;
    let weight = weight.as_str().and_then(thousandths);
    match (kind.as_str(), weight) {
        ("soft", Some(_)) => Some("soft"),
        ("tendency", Some(_)) => Some("tendency"),
        (_, _) => None,
    }
}
