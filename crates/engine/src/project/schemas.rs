//! JSON schemas, read from the attribute that declares them.

use super::load::Loader;
use crate::schema::Schema;
use crate::yaml::{Kind, Node};
use logic::kind::Type;
use logic::text::Phrase;
use serde_json::Value;

/// `schema: { minItems: 1, items: { minLength: 3 } }`: what a text or a list is as JSON.
pub(super) fn schema(loader: &mut Loader, node: &Node, kind: &Type) -> Option<Schema> {
    let source = json(node);
    let (wanted, called) = match kind {
        Type::List(_) => ("array", Phrase::new("a list", "une liste")),
        Type::Text
        | Type::Number
        | Type::Boolean
        | Type::Date
        | Type::Instant
        | Type::Enum(_)
        | Type::Reference(_)
        | Type::Set(_) => ("string", Phrase::new("a text", "un texte")),
    };
    let types: Vec<&str> = match &source["type"] {
        Value::String(word) => vec![word],
        Value::Array(words) => words.iter().filter_map(Value::as_str).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => vec![wanted],
    };
    if !types.contains(&wanted) {
        loader.error(
            "bad-schema",
            node.place.clone(),
            format!(
                "{} is a JSON {wanted}, and this schema wants {}",
                called.en,
                types.join(", ")
            ),
            format!(
                "{} est un {wanted} JSON, et ce schéma veut {}",
                called.fr,
                types.join(", ")
            ),
        );
        return None;
    }
    match Schema::new(source) {
        Ok(schema) => Some(schema),
        Err(misfit) => {
            let at = match misfit.path.as_str() {
                "" => String::new(),
                path => format!(" ({path})"),
            };
            loader.error(
                "bad-schema",
                node.place.clone(),
                format!("this is no schema for it{at}: {}", misfit.message.en),
                format!(
                    "ce n'est pas un schéma pour lui{at} : {}",
                    misfit.message.fr
                ),
            );
            None
        }
    }
}

/// A node as JSON: plain scalars are numbers, booleans or null where they look like it.
fn json(node: &Node) -> Value {
    match &node.kind {
        Kind::Scalar { .. } if node.is_null() => Value::Null,
        Kind::Scalar { text, plain: true } => match text.as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            text => serde_json::from_str::<serde_json::Number>(text)
                .map_or_else(|_| Value::String(text.to_owned()), Value::Number),
        },
        Kind::Scalar { text, .. } => Value::String(text.clone()),
        Kind::List(items) => Value::Array(items.iter().map(json).collect()),
        Kind::Map(entries) => {
            let entries = entries.iter();
            Value::Object(
                entries
                    .map(|(key, value)| (key.text.clone(), json(value)))
                    .collect(),
            )
        }
    }
}
