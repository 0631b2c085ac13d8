//! Exact values, the names they use, and the cells they live in.
//!
//! `Null` is a value (known to be empty); a missing value is the absence of a `Value`. No value may
//! ever hold a float, and none is written as a JSON number.

pub use crate::number::Number;
pub use crate::time::{Date, Instant};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::Arc;

/// A text that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub expected: &'static str,
    pub text: String,
}

impl Unreadable {
    pub fn new(expected: &'static str, text: &str) -> Unreadable {
        Unreadable {
            expected,
            text: text.to_owned(),
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} is not a {}", self.text, self.expected)
    }
}

impl std::error::Error for Unreadable {}

/// Deserializes whatever is written as a string, in JSON and in binary formats alike.
pub(crate) fn from_string<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
    T::Err: fmt::Display,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(D::Error::custom)
}

/// The name of an entity, attribute, sort, symbol or fact. Cheap to clone.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Name(Arc<str>);

impl Name {
    pub fn new(text: &str) -> Name {
        Name(Arc::from(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name::new(text)
    }
}

impl From<String> for Name {
    fn from(text: String) -> Name {
        Name(Arc::from(text))
    }
}

impl From<&String> for Name {
    fn from(text: &String) -> Name {
        Name::new(text)
    }
}

impl From<&Name> for Name {
    fn from(name: &Name) -> Name {
        name.clone()
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    pub fn new(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }

    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<[u8; 32]> for Digest {
    fn from(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            write!(formatter, "{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Digest({self})")
    }
}

impl FromStr for Digest {
    type Err = Unreadable;

    /// Exactly 64 lower-case hexadecimal digits: one digest has one text.
    fn from_str(text: &str) -> Result<Digest, Unreadable> {
        let unreadable = || Unreadable::new("digest", text);
        if text.len() != 64 {
            return Err(unreadable());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let mut parsed = 0;
            for digit in pair {
                let nibble = match digit {
                    b'0'..=b'9' => digit - b'0',
                    b'a'..=b'f' => digit - b'a' + 10,
                    _ => return Err(unreadable()),
                };
                parsed = parsed * 16 + nibble;
            }
            *byte = parsed;
        }
        Ok(Digest(bytes))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        from_string(deserializer)
    }
}

/// What a cell can be known to hold.
///
/// Written as one tag and one body: `"null"`, `{"bool":true}`, `{"number":"12.5"}`, `{"symbol":"good"}`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Known to be empty.
    Null,
    Bool(bool),
    Number(Number),
    /// One of the values of an enumeration.
    Symbol(Name),
    Entity(Name),
    Date(Date),
    Instant(Instant),
    /// In Unicode normal form C: build it with [`Value::text`].
    Text(#[serde(deserialize_with = "composed")] Arc<str>),
    /// Entities, without order.
    Set(BTreeSet<Name>),
    List(Vec<Value>),
    /// The commitment to a value that is kept elsewhere, sealed.
    Confidential(Digest),
}

fn composed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(crate::text::composed(&text).into())
}

impl Value {
    pub fn text(text: &str) -> Value {
        Value::Text(crate::text::composed(text).into())
    }

    pub fn symbol(name: impl Into<Name>) -> Value {
        Value::Symbol(name.into())
    }

    pub fn entity(name: impl Into<Name>) -> Value {
        Value::Entity(name.into())
    }

    /// The entity that it names.
    pub fn into_entity(self) -> Option<Name> {
        match self {
            Value::Entity(name) => Some(name),
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Symbol(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Text(_)
            | Value::Set(_)
            | Value::List(_)
            | Value::Confidential(_) => None,
        }
    }

    /// The same value where entities have other names; nothing if none of its entities has.
    pub fn renamed(&self, name: &dyn Fn(&Name) -> Option<Name>) -> Option<Value> {
        match self {
            Value::Entity(entity) => name(entity).map(Value::Entity),
            Value::Set(names) => names.iter().any(|own| name(own).is_some()).then(|| {
                let called = |own: &Name| name(own).unwrap_or_else(|| own.clone());
                Value::Set(names.iter().map(called).collect())
            }),
            Value::List(items) => {
                let called: Vec<Option<Value>> =
                    items.iter().map(|item| item.renamed(name)).collect();
                called.iter().any(Option::is_some).then(|| {
                    let items = items.iter().zip(called);
                    let items = items.map(|(own, called)| called.unwrap_or_else(|| own.clone()));
                    Value::List(items.collect())
                })
            }
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Symbol(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Text(_)
            | Value::Confidential(_) => None,
        }
    }

    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Number(_) => "number",
            Value::Symbol(_) => "symbol",
            Value::Entity(_) => "entity",
            Value::Date(_) => "date",
            Value::Instant(_) => "instant",
            Value::Text(_) => "text",
            Value::Set(_) => "set",
            Value::List(_) => "list",
            Value::Confidential(_) => "confidential",
        }
    }

    /// Plain text for people. A confidential value shows nothing of itself, not even its commitment.
    pub fn show(&self) -> String {
        match self {
            Value::Null => "none".to_owned(),
            Value::Bool(truth) => truth.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Symbol(name) | Value::Entity(name) => name.to_string(),
            Value::Date(date) => date.to_string(),
            Value::Instant(instant) => instant.to_string(),
            Value::Text(text) => text.to_string(),
            Value::Set(members) => {
                let shown: Vec<&str> = members.iter().map(Name::as_str).collect();
                format!("[{}]", shown.join(", "))
            }
            Value::List(items) => {
                let shown: Vec<String> = items.iter().map(Value::show).collect();
                format!("[{}]", shown.join(", "))
            }
            Value::Confidential(_) => "•••".to_owned(),
        }
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Value {
        Value::Bool(truth)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Value {
        Value::Number(number)
    }
}

impl From<Date> for Value {
    fn from(date: Date) -> Value {
        Value::Date(date)
    }
}

impl From<Instant> for Value {
    fn from(instant: Instant) -> Value {
        Value::Instant(instant)
    }
}

/// The place of one value: an attribute of an entity. The attribute may be dotted when it is a field
/// of a composite (`passe.role`); the entity may not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub entity: Name,
    pub attribute: Name,
}

impl Cell {
    pub fn new(entity: impl Into<Name>, attribute: impl Into<Name>) -> Cell {
        Cell {
            entity: entity.into(),
            attribute: attribute.into(),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.entity, self.attribute)
    }
}

impl FromStr for Cell {
    type Err = Unreadable;

    /// The first dot parts the entity from the attribute.
    fn from_str(text: &str) -> Result<Cell, Unreadable> {
        match text.split_once('.') {
            Some((entity, attribute)) if !entity.is_empty() && !attribute.is_empty() => {
                Ok(Cell::new(entity, attribute))
            }
            Some(_) | None => Err(Unreadable::new("cell", text)),
        }
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        from_string(deserializer)
    }
}
