//! Attributes: what a value of theirs looks like, and whether a given one does.

use super::value::{Ratio, Value, days_of};
use super::world::World;
use super::yaml::Node;
use std::collections::BTreeMap;

/// A text, the same for all languages or one for each.
#[derive(Clone, Debug, Default)]
pub struct Text(BTreeMap<String, String>);

const ANY: &str = "";

impl Text {
    pub fn read(node: &Node) -> Text {
        let one = |text: &str| Text(BTreeMap::from([(ANY.to_owned(), text.to_owned())]));
        // A label may have a weight beside it, and a telling a register.
        match (node.text(), node.get("label").or_else(|| node.get("text"))) {
            (Some(text), _) => one(text),
            (None, Some(within)) => Text::read(within),
            (None, None) => {
                let texts = node.entries().iter();
                Text(
                    texts
                        .filter_map(|(language, text)| {
                            Some((language.clone(), text.text()?.to_owned()))
                        })
                        .collect(),
                )
            }
        }
    }

    pub fn in_language(&self, language: &str) -> Option<&str> {
        let found = self.0.get(language).or_else(|| self.0.get(ANY));
        found.map(String::as_str)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Text,
    Number,
    Boolean,
    Date,
    Instant,
    Enum(Vec<String>),
    Reference(String),
    Set(String),
    List(Box<Shape>),
}

#[derive(Clone, Debug)]
pub struct Attribute {
    pub sort: String,
    pub name: String,
    pub shape: Shape,
    pub range: (Option<String>, Option<String>),
    pub max_length: Option<usize>,
    pub changes: bool,
    pub confidential: bool,
    pub category: Option<String>,
    pub labels: BTreeMap<String, Text>,
    pub tellings: Vec<Text>,
    pub asked_by: Vec<String>,
}

/// Several attributes that are told together.
#[derive(Clone, Debug)]
pub struct Composite {
    pub sort: String,
    pub name: String,
    /// By their own names.
    pub fields: Vec<String>,
    pub tellings: Vec<Text>,
    pub asked_by: Vec<String>,
}

pub fn tellings(node: &Node) -> Vec<Text> {
    let tellings = node.get("tellings").map_or(&[][..], Node::items);
    tellings.iter().map(Text::read).collect()
}

pub fn asked_by(node: &Node) -> Vec<String> {
    let words = node.get("asked_by").map_or(&[][..], Node::items);
    let words = words.iter().filter_map(Node::text);
    words.map(str::to_owned).collect()
}

impl Attribute {
    pub fn read(world: &World, sort: &str, name: &str, node: &Node) -> Result<Attribute, String> {
        let number = |node: &Node| match node {
            node if node.is_null() => None,
            node => Ratio::read(node.text()?).and_then(Ratio::show),
        };
        let range = node.get("range").map_or(&[][..], Node::items);
        let kind = node.text_at("type").unwrap_or_default();
        let shape = Shape::read(world, node, &kind);
        let values = node.get("values").map_or(&[][..], Node::entries);
        Ok(Attribute {
            sort: sort.to_owned(),
            name: name.to_owned(),
            shape: shape.ok_or_else(|| format!("{sort}.{name} has no type that is known"))?,
            range: (
                range.first().and_then(number),
                range.get(1).and_then(number),
            ),
            max_length: node
                .text_at("max_length")
                .and_then(|length| length.parse().ok()),
            changes: node.get("changes").is_some_and(Node::is_true),
            confidential: node.get("confidential").is_some_and(Node::is_true),
            category: node.text_at("category"),
            labels: values
                .iter()
                .map(|(value, label)| (value.clone(), Text::read(label)))
                .collect(),
            tellings: tellings(node),
            asked_by: asked_by(node),
        })
    }

    /// Every value there can be, where they are few; numbers are whole here.
    pub fn values(&self, world: &World) -> Option<Vec<Value>> {
        match &self.shape {
            Shape::Boolean => Some(vec![Value::Bool(false), Value::Bool(true)]),
            Shape::Enum(symbols) => Some(symbols.iter().cloned().map(Value::Symbol).collect()),
            Shape::Reference(sort) => {
                let members = world.members(Some(sort)).into_iter();
                Some(members.cloned().map(Value::Entity).collect())
            }
            Shape::Number => {
                let (Some(least), Some(most)) = &self.range else {
                    return None;
                };
                let (least, most) = (least.parse::<i64>().ok()?, most.parse::<i64>().ok()?);
                let numbers = least..=most.min(least.saturating_add(1000));
                Some(
                    numbers
                        .map(|number| Value::Number(number.to_string()))
                        .collect(),
                )
            }
            Shape::Text | Shape::Date | Shape::Instant | Shape::Set(_) | Shape::List(_) => None,
        }
    }

    /// Why a value is none of this shape: the kind of finding, and in words.
    pub fn misfit(
        &self,
        world: &World,
        shape: &Shape,
        value: &Value,
    ) -> Option<(&'static str, String)> {
        let member = |id: &String, sort: &String| {
            if !world.entities.contains_key(id) {
                return Some(("unknown-entity", format!("there is no {id}")));
            }
            let fits = world.is_a(id, sort);
            (!fits).then(|| ("wrong-sort", format!("{id} is no {sort}")))
        };
        match (shape, value) {
            (Shape::Text, Value::Text(text)) => {
                let most = self.max_length.unwrap_or(usize::MAX);
                let long = text.chars().count() > most;
                long.then(|| ("too-long", format!("at most {most} characters")))
            }
            (Shape::Number, number @ Value::Number(_)) => {
                let beyond = |end: &Option<String>, side: std::cmp::Ordering| {
                    let end = end.clone().map(Value::Number);
                    end.is_some_and(|end| number.order(&end) == Some(side))
                };
                let outside = beyond(&self.range.0, std::cmp::Ordering::Less)
                    || beyond(&self.range.1, std::cmp::Ordering::Greater);
                outside.then(|| ("out-of-range", format!("the range is {:?}", self.range)))
            }
            (Shape::Enum(symbols), Value::Symbol(symbol)) => (!symbols.contains(symbol))
                .then(|| ("no-such-value", format!("one of {}", symbols.join(", ")))),
            (Shape::Reference(sort), Value::Entity(id)) => member(id, sort),
            (Shape::Set(sort), Value::Set(ids)) => ids.iter().find_map(|id| member(id, sort)),
            (Shape::List(of), Value::List(items)) => {
                let items = items.iter().filter(|item| **item != Value::Null);
                items
                    .into_iter()
                    .find_map(|item| self.misfit(world, of, item))
            }
            (Shape::Boolean, Value::Bool(_)) => None,
            (Shape::Date, Value::Date(date)) if days_of(date).is_some() => None,
            (Shape::Instant, Value::Instant(moment)) if is_moment(moment) => None,
            (_, _) => Some(("wrong-type", format!("it should be {shape:?}"))),
        }
    }
}

/// `2026-01-01T07:00:00.000Z`
pub fn is_moment(text: &str) -> bool {
    let shape: String = text
        .chars()
        .map(|character| {
            if character.is_ascii_digit() {
                '0'
            } else {
                character
            }
        })
        .collect();
    shape == "0000-00-00T00:00:00.000Z" && days_of(&text[..10]).is_some()
}

impl Shape {
    fn read(world: &World, node: &Node, kind: &str) -> Option<Shape> {
        let sort = || world.sort(&node.text_at("sort")?);
        Some(match kind {
            "text" => Shape::Text,
            "number" => Shape::Number,
            "boolean" => Shape::Boolean,
            "date" => Shape::Date,
            "instant" => Shape::Instant,
            "ref" => Shape::Reference(sort()?),
            "set" => Shape::Set(sort()?),
            "list" => {
                let of = node.text_at("of").unwrap_or_else(|| "text".to_owned());
                Shape::List(Box::new(Shape::read(world, node, &of)?))
            }
            "enum" => Shape::Enum(match node.get("values")? {
                Node::List(items) => {
                    let names = items.iter().map(|item| item.text().map(str::to_owned));
                    names.collect::<Option<_>>()?
                }
                map => map.entries().iter().map(|(name, _)| name.clone()).collect(),
            }),
            _ => return None,
        })
    }

    /// A value as an author writes it in a file.
    pub fn declared(&self, node: &Node) -> Option<Value> {
        if node.is_null() {
            return Some(Value::Null);
        }
        let text = || node.text().map(str::to_owned);
        Some(match self {
            Shape::Text => Value::Text(text()?),
            Shape::Number => Value::Number(Ratio::read(node.text()?)?.show()?),
            Shape::Boolean => Value::Bool(match node.text()? {
                "true" => true,
                "false" => false,
                _ => return None,
            }),
            Shape::Date => Value::Date(text()?),
            Shape::Instant => Value::Instant(text()?),
            Shape::Enum(_) => Value::Symbol(text()?),
            Shape::Reference(_) => Value::Entity(text()?),
            Shape::Set(_) => {
                let ids = node.items().iter().map(|id| id.text().map(str::to_owned));
                Value::Set(ids.collect::<Option<_>>()?)
            }
            Shape::List(of) => {
                let items = node.items().iter().map(|item| of.declared(item));
                Value::List(items.collect::<Option<_>>()?)
            }
        })
    }
}
