//! Random inputs for any world: looking at cells above all, and beside that what people, systems and authors
//! say, right or wrong. One seed gives one script.

use super::checker::{Attribute, Shape, Value, World};
use super::rng::Rng;
use serde_json::{Value as Json, json};

/// What a session has so far that an author may call by its entry.
#[derive(Default)]
pub struct Known {
    pub constraints: Vec<u64>,
    /// What somebody said of others, and which of it are rumours.
    pub testimonies: Vec<u64>,
    pub rumours: Vec<u64>,
    /// Turns in which something was refused as incoherent.
    pub incoherences: Vec<u64>,
}

/// A script that looks at this many cells, with about as many other inputs between. Its ids begin with a word.
pub fn script(world: &World, rng: &mut Rng, looks: usize, word: &str, known: &Known) -> String {
    let mut walk = Walk {
        world,
        cells: world.cells(),
        composites: composites(world),
        known,
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
    known: &'a Known,
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
            look["trigger"] = self.trigger();
        }
        look
    }

    /// What makes somebody look, with its data or without.
    fn trigger(&mut self) -> Json {
        let of = self.entity(None);
        match self.rng.below(8) {
            0 => json!("dialogue"),
            1 => json!("combat"),
            2 => json!("event"),
            3 => json!({ "dialogue": of, "line": "Where were you?" }),
            4 => json!({ "exploration": of, "action": "searches" }),
            5 => json!({ "reading": of }),
            6 => json!({ "combat": of }),
            _ => json!({ "skill": "patience" }),
        }
    }

    fn entity(&mut self, sort: Option<&str>) -> String {
        let members = self.world.members(sort);
        match members.is_empty() {
            true => "nobody".to_owned(),
            false => (*self.rng.pick(&members)).clone(),
        }
    }

    /// One of these entries, or now and then any.
    fn one_of(&mut self, known: &[u64]) -> u64 {
        match known.is_empty() || self.rng.one_in(6) {
            true => self.rng.below(400) as u64 + 1,
            false => *self.rng.pick(known),
        }
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
        match self.rng.below(22) {
            0..=4 => self.assertion(false),
            5 | 6 => self.assertion(true),
            7 => self.news(),
            8 => {
                let strength = *self.rng.pick(&["strict", "strict", "soft", "tendency"]);
                json!({ "author": { "constrain": self.demand(), "strength": strength } })
            }
            9 => {
                let entry = self.one_of(&self.known.constraints);
                json!({ "author": { "lift": entry, "because": "a try" } })
            }
            16..=18 => self.said(),
            19 => {
                let entry = self.one_of(&self.known.rumours);
                json!({ "author": { "confirm": entry } })
            }
            20 => self.settlement(),
            21 if self.rng.one_in(2) => {
                let gone = self.entity(None);
                let sort = self
                    .world
                    .entities
                    .get(&gone)
                    .map(|known| known.sort.clone());
                let kept = self.entity(sort.as_deref());
                json!({ "author": { "merge": gone, "into": kept, "because": "the same scar" } })
            }
            21 => match self.world.happenings.is_empty() {
                true => json!({ "event": "KNOCK" }),
                false => json!({ "event": self.rng.pick(&self.world.happenings) }),
            },
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

    /// What somebody says of others, or now and then of themselves; a rumour is nobody's, or anybody's.
    fn said(&mut self) -> Json {
        let said = self.demand();
        let own = said.split_once('.').map(|(entity, _)| entity.to_owned());
        let by = match own.filter(|_| self.rng.one_in(6)) {
            Some(own) => own,
            None => self.entity(Some("character")),
        };
        match self.rng.below(3) {
            0 => json!({ "tell": said }),
            1 => json!({ "tell": said, "by": by, "method": "rumour" }),
            _ => json!({ "tell": said, "by": by }),
        }
    }

    /// What an author decides about something that was refused as incoherent.
    fn settlement(&mut self) -> Json {
        let mut settle =
            json!({ "settle": self.one_of(&self.known.incoherences), "because": "so it was" });
        if !self.rng.one_in(4) {
            let testimony = self.rng.one_in(2);
            let entry = match testimony {
                true => self.one_of(&self.known.testimonies),
                false => self.one_of(&self.known.constraints),
            };
            settle["yields"] = json!(entry);
            if testimony && self.rng.one_in(2) {
                settle["as"] = json!(self.rng.pick(&["lie", "misinformation", "nuance"]));
            }
        }
        json!({ "author": settle })
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
