//! What an attribute can hold. Authors call it a type.
//!
//! A type says what fits; it must never say which value is likely, allowed or chosen: that is a domain.

use crate::text::Phrase;
use crate::value::Name;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Type {
    Text,
    Number,
    Boolean,
    Date,
    Instant,
    /// One of these values, in the order of their declaration.
    Enum(Vec<Name>),
    /// An entity of this sort.
    Reference(Name),
    /// A set of entities of this sort.
    Set(Name),
    List(Box<Type>),
}

impl Type {
    pub fn describe(&self) -> Phrase {
        match self {
            Type::Text => Phrase::new("a text", "un texte"),
            Type::Number => Phrase::new("a number", "un nombre"),
            Type::Boolean => Phrase::new("true or false", "vrai ou faux"),
            Type::Date => Phrase::new("a date", "une date"),
            Type::Instant => Phrase::new("a moment in time", "un instant"),
            Type::Enum(values) => {
                let values: Vec<&str> = values.iter().map(Name::as_str).collect();
                let values = values.join(", ");
                Phrase::new(
                    format!("one of {values}"),
                    format!("l'une des valeurs {values}"),
                )
            }
            Type::Reference(sort) => Phrase::new(
                format!("an entity of sort {sort}"),
                format!("une entité de sorte {sort}"),
            ),
            Type::Set(sort) => Phrase::new(
                format!("a set of entities of sort {sort}"),
                format!("un ensemble d'entités de sorte {sort}"),
            ),
            Type::List(item) => {
                let item = item.describe();
                Phrase::new(
                    format!("a list, each item {}", item.en),
                    format!("une liste dont chaque élément est {}", item.fr),
                )
            }
        }
    }
}
