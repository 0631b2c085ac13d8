//! Small random worlds: entities with enumerations, and rules of many shapes over them.

#![allow(dead_code, reason = "each test program uses its own part")]

use logic::value::{Cell, Value};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A number below `end`, always the same for a seed and a place.
pub fn roll(seed: u64, at: u64, end: u64) -> u64 {
    let mut mixed =
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ at.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    for _ in 0..3 {
        mixed ^= mixed >> 29;
        mixed = mixed.wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 32;
    }
    mixed % end.max(1)
}

/// Entities e0, e1, … each with the attributes a0, a1, …; a cell is entity * attributes + attribute.
pub struct World {
    pub entities: usize,
    pub attributes: usize,
    /// How many values each cell has.
    pub sizes: Vec<usize>,
    pub rules: Vec<Rule>,
    /// Friends, both ways.
    pub friends: Vec<(usize, usize)>,
    pub facts: Vec<(usize, usize)>,
}

#[derive(Clone)]
pub enum Rule {
    /// For every entity: one attribute's value implies that another's is among some.
    Implies {
        from: (usize, usize),
        to: usize,
        values: Vec<usize>,
    },
    /// Friends differ, or agree, in an attribute.
    Friends {
        attribute: usize,
        differ: bool,
    },
    /// At least, at most or exactly so many have a value.
    Count {
        attribute: usize,
        value: usize,
        sign: &'static str,
        number: usize,
    },
    AllDifferent {
        attribute: usize,
    },
    /// Two named cells: one of them has its value.
    Either {
        one: (usize, usize),
        two: (usize, usize),
    },
}

impl World {
    pub fn random(seed: u64) -> World {
        let roll = |at: u64, end: usize| roll(seed, at, end as u64) as usize;
        let entities = 2 + roll(1, 2);
        let attributes = 2 + roll(2, 2);
        let values: Vec<usize> = (0..attributes)
            .map(|at| 2 + roll(10 + at as u64, 3))
            .collect();
        let sizes: Vec<usize> = (0..entities * attributes)
            .map(|cell| values[cell % attributes])
            .collect();
        let mut rules = Vec::new();
        for at in 0..2 + roll(3, 4) as u64 {
            let pick = |what: u64, end: usize| roll(100 + at * 16 + what, end);
            let attribute = pick(1, attributes);
            rules.push(match pick(0, 6) {
                0 | 1 => {
                    let to = (attribute + 1 + pick(3, attributes - 1)) % attributes;
                    let mut among: Vec<usize> = (0..values[to])
                        .filter(|value| pick(6 + *value as u64, 2) == 1)
                        .collect();
                    if among.is_empty() {
                        among.push(pick(4, values[to]));
                    }
                    Rule::Implies {
                        from: (attribute, pick(2, values[attribute])),
                        to,
                        values: among,
                    }
                }
                2 => Rule::Friends {
                    attribute,
                    differ: pick(2, 2) == 1,
                },
                3 => Rule::Count {
                    attribute,
                    value: pick(2, values[attribute]),
                    sign: ["<=", ">=", "=="][pick(3, 3)],
                    number: pick(4, entities + 1),
                },
                4 => Rule::AllDifferent { attribute },
                _ => {
                    let cell = |what: u64| {
                        let cell = pick(what, sizes.len());
                        (cell, pick(what + 1, sizes[cell]))
                    };
                    Rule::Either {
                        one: cell(2),
                        two: cell(4),
                    }
                }
            });
        }
        let mut friends = Vec::new();
        for one in 0..entities {
            for two in one + 1..entities {
                if roll(500 + (one * 8 + two) as u64, 2) == 1 {
                    friends.push((one, two));
                }
            }
        }
        let facts = (0..roll(4, 2)).map(|at| {
            let cell = roll(600 + at as u64, sizes.len());
            (cell, roll(700 + at as u64, sizes[cell]))
        });
        let facts = facts.collect();
        World {
            entities,
            attributes,
            sizes,
            rules,
            friends,
            facts,
        }
    }

    /// The same entities with some of the rules, and these facts.
    pub fn part(&self, rules: &BTreeSet<usize>, facts: Vec<(usize, usize)>) -> World {
        let kept = self.rules.iter().enumerate();
        let kept = kept.filter(|(at, _)| rules.contains(at));
        World {
            entities: self.entities,
            attributes: self.attributes,
            sizes: self.sizes.clone(),
            rules: kept.map(|(_, rule)| rule.clone()).collect(),
            friends: self.friends.clone(),
            facts,
        }
    }

    pub fn cell(&self, cell: usize) -> Cell {
        Cell::new(
            format!("e{}", cell / self.attributes),
            format!("a{}", cell % self.attributes),
        )
    }

    pub fn value(&self, _: usize, value: usize) -> Value {
        Value::symbol(format!("v{value}"))
    }

    pub fn code(&self, _: usize, value: &Value) -> usize {
        value
            .show()
            .trim_start_matches('v')
            .parse()
            .expect("a value of ours")
    }

    /// The open cells in some order.
    pub fn order(&self, seed: u64) -> Vec<usize> {
        let mut cells: Vec<usize> = (0..self.sizes.len())
            .filter(|cell| self.facts.iter().all(|(known, _)| known != cell))
            .collect();
        cells.sort_by_key(|cell| roll(seed, 900 + *cell as u64, 1 << 20));
        cells
    }

    pub fn yaml(&self) -> String {
        let mut out = "sorts: { thing: { is: [character] } }\nattributes:\n  thing:\n".to_owned();
        for attribute in 0..self.attributes {
            let values: Vec<String> = (0..self.sizes[attribute])
                .map(|value| format!("v{value}"))
                .collect();
            let _ = writeln!(
                out,
                "    a{attribute}: {{ type: enum, values: [{}] }}",
                values.join(", ")
            );
        }
        out.push_str("entities:\n");
        for entity in 0..self.entities {
            let facts: Vec<String> = self
                .facts
                .iter()
                .filter(|(cell, _)| cell / self.attributes == entity)
                .map(|(cell, value)| format!("a{}: v{value}", cell % self.attributes))
                .collect();
            let _ = writeln!(
                out,
                "  e{entity}: {{ sort: thing, facts: {{ {} }} }}",
                facts.join(", ")
            );
        }
        if !self.friends.is_empty() {
            out.push_str("relations:\n");
            for (one, two) in &self.friends {
                let _ = writeln!(
                    out,
                    "  - {{ from: e{one}, to: e{two}, kind: social/friendship }}"
                );
            }
        }
        out.push_str("rules:\n");
        for (at, rule) in self.rules.iter().enumerate() {
            let _ = writeln!(out, "  r{at}: \"{}\"", self.formula(rule));
        }
        out
    }

    fn formula(&self, rule: &Rule) -> String {
        match rule {
            Rule::Implies {
                from: (attribute, value),
                to,
                values,
            } => {
                let values: Vec<String> = values.iter().map(|value| format!("v{value}")).collect();
                format!(
                    "forall X in thing: a{attribute}(X) == v{value} => a{to}(X) in [{}]",
                    values.join(", ")
                )
            }
            Rule::Friends { attribute, differ } => {
                let sign = if *differ { "!=" } else { "==" };
                format!(
                    "forall X in thing: forall Y in thing: friendship(X, Y) => a{attribute}(X) {sign} a{attribute}(Y)"
                )
            }
            Rule::Count {
                attribute,
                value,
                sign,
                number,
            } => {
                format!("count(X in thing: a{attribute}(X) == v{value}) {sign} {number}")
            }
            Rule::AllDifferent { attribute } => {
                format!(
                    "forall X in thing: forall Y in thing: X != Y => a{attribute}(X) != a{attribute}(Y)"
                )
            }
            Rule::Either { one, two } => {
                let cell =
                    |(cell, value): &(usize, usize)| format!("{} == v{value}", self.cell(*cell));
                format!("{} or {}", cell(one), cell(two))
            }
        }
    }

    /// Whether an assignment of all cells satisfies everything, judged as plainly as possible.
    pub fn holds(&self, values: &[usize]) -> bool {
        let at = |entity: usize, attribute: usize| values[entity * self.attributes + attribute];
        let mut everybody = 0..self.entities;
        self.facts
            .iter()
            .all(|(cell, value)| values[*cell] == *value)
            && self.rules.iter().all(|rule| match rule {
                Rule::Implies {
                    from: (attribute, value),
                    to,
                    values,
                } => everybody.clone().all(|entity| {
                    at(entity, *attribute) != *value || values.contains(&at(entity, *to))
                }),
                Rule::Friends { attribute, differ } => self
                    .friends
                    .iter()
                    .all(|(one, two)| (at(*one, *attribute) != at(*two, *attribute)) == *differ),
                Rule::Count {
                    attribute,
                    value,
                    sign,
                    number,
                } => {
                    let count = everybody
                        .clone()
                        .filter(|entity| at(*entity, *attribute) == *value)
                        .count();
                    match *sign {
                        "<=" => count <= *number,
                        ">=" => count >= *number,
                        _ => count == *number,
                    }
                }
                Rule::AllDifferent { attribute } => everybody
                    .clone()
                    .all(|one| (0..one).all(|two| at(one, *attribute) != at(two, *attribute))),
                Rule::Either { one, two } => values[one.0] == one.1 || values[two.0] == two.1,
            })
            && everybody.next().is_some()
    }
}
