//! JSON schemas, read from the attribute that declares them.

use super::Attribute;
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

/// What the schema asks for at least is no more than the attribute may have at most.
pub(super) fn agrees(loader: &mut Loader, attribute: &Attribute) {
    let Some(schema) = &attribute.checks.schema else {
        return;
    };
    let list = matches!(attribute.kind, Type::List(_));
    let length = attribute.max_length.map(|most| most as u64);
    let (items, texts) = match list {
        true => (schema.least_items(), schema.least_item_length()),
        false => (0, schema.least_length()),
    };
    let most_items = attribute.most_items() as u64;
    let wrong = if list && items > most_items {
        Some(Phrase::new(
            format!("the schema wants {items} items, and a list has at most {most_items}"),
            format!("le schéma veut {items} éléments, et la liste en a au plus {most_items}"),
        ))
    } else {
        length.filter(|most| texts > *most).map(|most| {
            Phrase::new(
                format!("the schema wants {texts} characters, and `max_length` is {most}"),
                format!("le schéma veut {texts} caractères, et `max_length` vaut {most}"),
            )
        })
    };
    if let Some(wrong) = wrong {
        let name = &attribute.name;
        loader.error(
            "bad-schema",
            attribute.place.clone(),
            format!("`{name}` can never be: {}", wrong.en),
            format!("`{name}` ne peut jamais être : {}", wrong.fr),
        );
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
