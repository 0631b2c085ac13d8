//! One small world for all tests: declarations, and facts that a test writes as text.

use logic::{Cell, Date, FactRef, Facts, Instant, Name, Sorts, Truth, Type, Value, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

pub struct World {
    pub sorts: Sorts,
}

const ENTITIES: [(&str, &str); 8] = [
    ("visitor", "person"),
    ("aldric", "person"),
    ("berthe", "person"),
    ("duke", "noble"),
    ("forge", "place"),
    ("deal", "record"),
    ("le-duc", "noble"),
    ("good", "place"),
];

fn names(names: &[&str]) -> Vec<Name> {
    names.iter().map(|name| Name::new(name)).collect()
}

impl World {
    pub fn new() -> World {
        let mut sorts = Sorts::new();
        sorts.declare("person", &names(&["character"]));
        sorts.declare("noble", &names(&["person"]));
        sorts.declare("ghost", &[]);
        sorts.declare("record", &[]);
        sorts.close();
        World { sorts }
    }

    fn attribute_table() -> Vec<(&'static str, &'static str, Type)> {
        let mood = Type::Enum(names(&["good", "bad", "D-1", "in"]));
        let role = Type::Enum(names(&["soldier", "captain", "deserter"]));
        let evalbox = Type::Enum(names(&["A", "B", "C"]));
        vec![
            ("person", "mood", mood.clone()),
            ("person", "other_mood", mood),
            ("person", "age", Type::Number),
            ("person", "reads", Type::Boolean),
            ("person", "sleeps", Type::Boolean),
            ("person", "hidden", Type::Boolean),
            ("person", "note", Type::Text),
            ("person", "lord", Type::Reference(Name::new("noble"))),
            ("person", "home", Type::Reference(Name::new("place"))),
            ("person", "friends", Type::Set(Name::new("person"))),
            ("person", "scores", Type::List(Box::new(Type::Number))),
            ("person", "born", Type::Date),
            ("person", "seen", Type::Instant),
            ("person", "past.role", role),
            ("person", "past.event", Type::Reference(Name::new("event"))),
            ("person", "secret", Type::Text),
            ("place", "open", Type::Boolean),
            ("record", "evalbox", evalbox),
            ("record", "exam", Type::Date),
            ("record", "amount", Type::Number),
            ("record", "failed", Type::Boolean),
        ]
    }
}

impl Vocabulary for World {
    fn entity(&self, name: &str) -> Option<Name> {
        let (_, sort) = ENTITIES.iter().find(|(entity, _)| *entity == name)?;
        Some(Name::new(sort))
    }

    fn attribute(&self, sort: Option<&str>, name: &str) -> Option<Type> {
        let mut declared = World::attribute_table().into_iter();
        let (_, _, kind) = declared.find(|(on, attribute, _)| {
            *attribute == name && sort.is_none_or(|sort| self.sorts.is_sub(sort, on))
        })?;
        Some(kind)
    }

    fn fact(&self, name: &str) -> Option<(FactRef, Type)> {
        let cell = |text: &str| FactRef::Cell(text.parse().unwrap());
        let derived = |text: &str| FactRef::Derived(Name::new(text));
        match name {
            "evalbox" => Some((cell("deal.evalbox"), Type::Enum(names(&["A", "B", "C"])))),
            "date_exam" => Some((cell("deal.exam"), Type::Date)),
            "portal.failed" => Some((cell("deal.failed"), Type::Boolean)),
            "urgent" => Some((derived("urgent"), Type::Boolean)),
            "days_left" => Some((derived("days_left"), Type::Number)),
            "host" => Some((derived("host"), Type::Reference(Name::new("person")))),
            "hush" => Some((cell("visitor.secret"), Type::Text)),
            _ => None,
        }
    }

    fn symbol(&self, name: &str) -> bool {
        [
            "good", "bad", "D-1", "soldier", "captain", "deserter", "A", "B", "C",
        ]
        .contains(&name)
    }

    fn predicate(&self, name: &str) -> Option<Vec<Option<Name>>> {
        match name {
            "knows" => Some(vec![Some(Name::new("person")), Some(Name::new("person"))]),
            "raining" => Some(Vec::new()),
            _ if self.sorts.contains(name) => Some(vec![None]),
            _ => None,
        }
    }

    fn sorts(&self) -> &Sorts {
        &self.sorts
    }

    fn entities(&self) -> Vec<Name> {
        ENTITIES
            .iter()
            .map(|(entity, _)| Name::new(entity))
            .collect()
    }

    fn attributes(&self) -> Vec<Name> {
        let table = World::attribute_table();
        table
            .iter()
            .map(|(_, attribute, _)| Name::new(attribute))
            .collect()
    }

    fn facts(&self) -> Vec<Name> {
        names(&[
            "evalbox",
            "date_exam",
            "portal.failed",
            "urgent",
            "days_left",
            "host",
        ])
    }

    fn confidential(&self, _sort: Option<&str>, attribute: &str) -> bool {
        attribute == "secret"
    }
}

/// What is known in a test. Membership follows the declared sorts; everything else is written down.
#[derive(Clone, Default)]
pub struct Known {
    pub cells: BTreeMap<Cell, Value>,
    pub derived: BTreeMap<Name, Value>,
    pub knows: BTreeSet<(Name, Name)>,
    pub all_entities: bool,
}

impl Known {
    /// Reads `visitor.mood=symbol good; visitor.age=12.5; urgent=true`. A bare word is a symbol.
    pub fn read(text: &str) -> Known {
        let mut known = Known {
            all_entities: true,
            ..Known::default()
        };
        for line in text
            .split(';')
            .map(str::trim)
            .filter(|line| !line.is_empty())
        {
            let (place, value) = line.split_once('=').expect("place=value");
            let (place, value) = (place.trim(), Known::value_of(value.trim()));
            match place.parse::<Cell>() {
                Ok(cell) => known.cells.insert(cell, value),
                Err(_) => known.derived.insert(Name::new(place), value),
            };
        }
        known
    }

    fn value_of(text: &str) -> Value {
        let list =
            |inner: &str| -> Vec<String> { inner.split_whitespace().map(str::to_owned).collect() };
        match text {
            "null" => return Value::Null,
            "true" => return Value::Bool(true),
            "false" => return Value::Bool(false),
            "sealed" => return Value::Confidential([7; 32].into()),
            _ => {}
        }
        if let Some(inner) = text.strip_prefix('{') {
            let members = list(inner.trim_end_matches('}'));
            return Value::Set(members.into_iter().map(Name::from).collect());
        }
        if let Some(inner) = text.strip_prefix('[') {
            let items = list(inner.trim_end_matches(']'));
            return Value::List(items.iter().map(|item| Known::value_of(item)).collect());
        }
        if let Some(entity) = text.strip_prefix('@') {
            return Value::entity(entity);
        }
        if let Some(inner) = text.strip_prefix('"') {
            return Value::text(inner.trim_end_matches('"'));
        }
        if let Ok(number) = text.parse() {
            return Value::Number(number);
        }
        if let Ok(date) = text.parse() {
            return Value::Date(date);
        }
        if let Ok(instant) = text.parse() {
            return Value::Instant(instant);
        }
        Value::symbol(text)
    }
}

impl Facts for Known {
    fn value(&self, cell: &Cell) -> Option<Value> {
        self.cells.get(cell).cloned()
    }

    fn derived(&self, name: &str) -> Option<Value> {
        self.derived.get(name).cloned()
    }

    fn entities_of(&self, sort: &str) -> Vec<Name> {
        let world = World::new();
        let members = ENTITIES
            .iter()
            .filter(|(_, of)| world.sorts.is_sub(of, sort));
        members.map(|(entity, _)| Name::new(entity)).collect()
    }

    fn is_a(&self, entity: &str, sort: &str) -> Truth {
        let world = World::new();
        match world.entity(entity) {
            Some(of) => Truth::from(world.sorts.is_sub(&of, sort)),
            None => Truth::Unknown,
        }
    }

    fn now(&self) -> Instant {
        "2026-11-15T19:28:08.123Z".parse().unwrap()
    }

    fn today(&self) -> Date {
        "2026-11-15".parse().unwrap()
    }

    fn entities(&self) -> Option<Vec<Name>> {
        let all = ENTITIES.iter().map(|(entity, _)| Name::new(entity));
        self.all_entities.then(|| all.collect())
    }

    fn related(&self, predicate: &str, arguments: &[Value]) -> Truth {
        match (predicate, arguments) {
            ("knows", [Value::Entity(one), Value::Entity(other)]) => {
                Truth::from(self.knows.contains(&(one.clone(), other.clone())))
            }
            _ => Truth::Unknown,
        }
    }
}
