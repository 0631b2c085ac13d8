//! Random inputs for any world: looking at cells above all, and beside that what people, systems and authors
//! say, right or wrong. One seed gives one script.

use super::checker::{Attribute, Shape, Value, World};
use super::rng::Rng;
use serde_json::{Value as Json, json};

/// A script that looks at this many cells, with about as many other inputs between. Its ids begin with a
/// word; `constraints` are entries that may be lifted.
pub fn script(
    world: &World,
    rng: &mut Rng,
    looks: usize,
    word: &str,
    constraints: &[u64],
) -> String {
    let mut walk = Walk {
        world,
        cells: world.cells(),
        composites: composites(world),
        constraints,
        rng,
    };
    let (mut script, mut looked, mut lines) = (String::new(), 0, 0);
    while looked < looks {
        let look = walk.rng.one_in(2);
        let mut input = if look { walk.look() } else { walk.other() };
        lines += 1;
        input["id"] = json!(format!("{word}{lines}"));
        script.push_str(&input.to_string());
        script.push('\n');
        looked += usize::from(look);
    }
    script
}

fn composites(world: &World) -> Vec<String> {
    let all = world.composites.iter().flat_map(|composite| {
        let members = world.members(Some(&composite.sort)).into_iter();
        members.map(|entity| format!("{entity}.{}", composite.name))
    });
    all.collect()
}

struct Walk<'a> {
    world: &'a World,
    cells: Vec<String>,
    composites: Vec<String>,
    constraints: &'a [u64],
    rng: &'a mut Rng,
}

impl Walk<'_> {
    fn cell(&mut self) -> (String, Attribute) {
        let cell = self.rng.pick(&self.cells).clone();
        let attribute = self.world.attribute(&cell).cloned();
        (cell, attribute.expect("a cell of the world"))
    }

    fn look(&mut self) -> Json {
        let cell = match self.composites.is_empty() || !self.rng.one_in(6) {
            true => self.cell().0,
            false => self.rng.pick(&self.composites).clone(),
        };
        let mut look = json!({ "observe": cell });
        if self.rng.one_in(8) {
            look["depth"] = json!(self.rng.pick(&["minimal", "standard", "detailed"]));
            look["register"] = json!(self.rng.pick(&["neutral", "dramatic", "humorous", "dark"]));
        }
        if self.rng.one_in(12) {
            look["constraints"] = json!([self.demand()]);
        }
        if self.rng.one_in(12) {
            look["trigger"] = json!(self.rng.pick(&["dialogue", "reading", "combat", "skill"]));
        }
        look
    }

    /// A question by the words that the project knows, about somebody by name.
    fn question(&mut self) -> String {
        let (mut cell, attribute) = self.cell();
        let mut cues = attribute.asked_by;
        if !self.composites.is_empty() && self.rng.one_in(5) {
            cell = self.rng.pick(&self.composites).clone();
            let composite = self
                .world
                .composite(&cell)
                .expect("a composite of the world");
            cues = composite.asked_by.clone();
        }
        let (entity, attribute) = cell.split_once('.').expect("a cell");
        let name = &self.world.entities[entity].name;
        match &cues[..] {
            [] => format!("{name}, {attribute}?"),
            cues => format!("{name}, {}?", self.rng.pick(cues)),
        }
    }

    fn other(&mut self) -> Json {
        match self.rng.below(16) {
            0..=4 => self.assertion(false),
            5 | 6 => self.assertion(true),
            7 => self.news(),
            8 => {
                let strength = *self.rng.pick(&["strict", "strict", "soft", "tendency"]);
                json!({ "author": { "constrain": self.demand(), "strength": strength } })
            }
            9 => {
                let any = [self.rng.below(400) as u64 + 1];
                let known = self.constraints.is_empty() || self.rng.one_in(4);
                let entry = *self.rng.pick(if known { &any } else { self.constraints });
                json!({ "author": { "lift": entry, "because": "a try" } })
            }
            10..=13 => json!({ "message": self.question() }),
            14 => {
                let words = [
                    "",
                    "oui",
                    "{{aldric.vrai_nom}}",
                    "\u{1f600}",
                    "Ne me dis rien.",
                    "42",
                ];
                json!({ "message": *self.rng.pick(&words) })
            }
            _ => {
                let (cell, _) = self.cell();
                match self.rng.below(3) {
                    0 => json!({ "observe": format!("nobody.{cell}") }),
                    1 => json!({ "event": "KNOCK" }),
                    _ => json!({ "act": "inform", "slot": cell, "value": "perhaps" }),
                }
            }
        }
    }

    fn assertion(&mut self, wrong: bool) -> Json {
        let mut values = serde_json::Map::new();
        for _ in 0..=self.rng.below(2) {
            let (cell, attribute) = self.cell();
            let value = match wrong {
                true => self.wrong(),
                false => self.value(&attribute, &attribute.shape),
            };
            let cell = match wrong && self.rng.one_in(4) {
                true => format!("{cell}_too"),
                false => cell,
            };
            values.insert(cell, value);
        }
        match self.rng.one_in(3) {
            true => json!({ "author": { "assert": values } }),
            false => json!({ "assert": values, "source": "chronicle" }),
        }
    }

    /// A passing value from a source that counts its records, sometimes out of order.
    fn news(&mut self) -> Json {
        let passing: Vec<String> = self
            .cells
            .iter()
            .filter(|cell| {
                self.world
                    .attribute(cell)
                    .is_some_and(|known| known.changes)
            })
            .cloned()
            .collect();
        if passing.is_empty() {
            return self.assertion(false);
        }
        let cell = self.rng.pick(&passing).clone();
        let attribute = self
            .world
            .attribute(&cell)
            .cloned()
            .expect("a cell of the world");
        let value = self.value(&attribute, &attribute.shape);
        let source = *self.rng.pick(&["gate", "tower"]);
        json!({ "assert": { cell: value }, "source": source, "version": self.rng.below(30) })
    }

    /// Something that is wanted of one cell, or of two alike.
    fn demand(&mut self) -> String {
        let (cell, attribute) = self.cell();
        let value = self.value(&attribute, &attribute.shape);
        let word = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        let twin = self.cells.iter().find(|other| {
            **other != cell && other.split_once('.').map(|(_, name)| name) == Some(&attribute.name)
        });
        match (&attribute.shape, self.rng.below(3), twin) {
            (Shape::Number, _, _) => format!("{cell} >= {word}"),
            (Shape::Set(sort), _, _) => {
                let members = self.world.members(Some(sort));
                format!("{} in {cell}", self.rng.pick(&members))
            }
            (_, 0, Some(twin)) => format!("{cell} != {twin}"),
            (_, 1, _) => format!("{cell} == {word}"),
            (_, _, _) => format!("{cell} != {word}"),
        }
    }

    /// A value of the right type; rules may still refuse it.
    fn value(&mut self, attribute: &Attribute, shape: &Shape) -> Json {
        if self.rng.one_in(20) {
            return Json::Null;
        }
        if let Some(values) = attribute.values(self.world).filter(|all| !all.is_empty()) {
            return match self.rng.pick(&values) {
                Value::Bool(truth) => json!(truth),
                Value::Number(digits) => json!(digits.parse::<i64>().unwrap_or(0)),
                other => json!(other.show()),
            };
        }
        match shape {
            Shape::Set(sort) => {
                let members = self.world.members(Some(sort)).into_iter();
                let some = members.filter(|_| self.rng.one_in(3));
                some.cloned().collect()
            }
            Shape::List(of) => {
                let items = 0..self.rng.below(3);
                items.map(|_| self.value(attribute, of)).collect()
            }
            Shape::Number => json!(self.rng.below(200)),
            Shape::Date => json!(format!(
                "2026-{:02}-{:02}",
                1 + self.rng.below(12),
                1 + self.rng.below(28)
            )),
            Shape::Instant => json!("2026-01-01T07:00:00.000Z"),
            _ => json!(format!("quelque chose de {}", self.rng.below(1000))),
        }
    }

    fn wrong(&mut self) -> Json {
        let values = [
            json!(900),
            json!("nobody"),
            json!("a_arrache_la_page"),
            json!(true),
            json!(["nobody"]),
            json!({ "role": "soldat" }),
            json!(-1.5),
            json!("x".repeat(700)),
            json!([[["deep"]]]),
        ];
        self.rng.pick(&values).clone()
    }
}
