//! Entities with their names and facts, read from their files.

use super::load::Loader;
use super::relations::force;
use super::sorts::{known_sort, repeated};
use super::vocabulary::Names;
use super::{Attribute, Entity};
use crate::diagnostic::{Diagnostic, Place};
use crate::graph::Force;
use crate::yaml::{Key, Kind, Node};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use std::collections::BTreeMap;

/// The entities, and their facts as they are written: a fact may refer to an entity that is declared
/// later.
pub(super) fn entities(
    loader: &mut Loader,
    names: &mut Names,
    tops: Vec<(Key, Node)>,
) -> Vec<(Name, Node)> {
    let mut seen = BTreeMap::new();
    let mut facts: Vec<(Name, Node)> = Vec::new();
    let mut called: Vec<(Name, String, Place)> = Vec::new();
    for (_, node) in tops {
        for (key, value) in loader.named(node, &Phrase::new("entities", "entités")) {
            if repeated(loader, &mut seen, &key, "entity", "l'entité") {
                continue;
            }
            let Some(mut fields) = loader.fields(
                &value,
                &["sort", "name", "aliases", "tags", "weight", "facts"],
            ) else {
                loader.declaration_failed(&key.text);
                continue;
            };
            let id = Name::from(key.text.as_str());
            let name_node = fields.take("name");
            let name = name_node
                .as_ref()
                .and_then(|node| loader.string(node))
                .unwrap_or_else(|| key.text.clone());
            let own = fields
                .take("aliases")
                .map(|node| loader.placed_strings(&node))
                .unwrap_or_default();
            called.push((
                id.clone(),
                name.clone(),
                name_node.map_or(key.place.clone(), |node| node.place),
            ));
            called.extend(
                own.iter()
                    .map(|(alias, place)| (id.clone(), alias.clone(), place.clone())),
            );
            let sort = match fields.take("sort") {
                Some(node) => loader
                    .string(&node)
                    .and_then(|sort| known_sort(loader, &names.sorts, &sort, &node.place)),
                None => {
                    loader.error(
                        "missing-key",
                        key.place.clone(),
                        format!("`{}` has no `sort`", key.text),
                        format!("`{}` n'a pas de `sort`", key.text),
                    );
                    None
                }
            };
            let Some(sort) = sort else {
                loader.declaration_failed(&key.text);
                continue;
            };
            if let Some(node) = fields.take("facts") {
                facts.push((id.clone(), node));
            }
            let tags = fields
                .take("tags")
                .map(|node| loader.placed_strings(&node))
                .unwrap_or_default();
            let weight = fields.take("weight").and_then(|node| force(loader, &node));
            let aliases = own.into_iter().map(|(alias, _)| alias).collect();
            names.entities.insert(
                id,
                Entity {
                    sort,
                    name,
                    aliases,
                    tags: tags.into_iter().map(|(tag, _)| Name::from(tag)).collect(),
                    weight: weight.unwrap_or(Force::MIDDLE),
                    place: key.place,
                },
            );
        }
    }
    check_aliases(loader, &called);
    facts
}

/// What is written about entities, once all of them are known.
pub(super) fn facts(
    loader: &mut Loader,
    names: &Names,
    facts: Vec<(Name, Node)>,
) -> BTreeMap<Cell, (Value, Place)> {
    let mut values = BTreeMap::new();
    for (entity, node) in facts {
        for (key, value) in fields_apart(loader, names, &entity, node) {
            let Some(attribute) = names.attribute_of(&entity, &key.text) else {
                let known = names.attributes_of(&entity);
                let message = Phrase::new(
                    format!("`{entity}` has no attribute `{}`", key.text),
                    format!("`{entity}` n'a pas d'attribut `{}`", key.text),
                );
                loader.unknown(
                    Diagnostic::error("unknown-attribute", key.place, message)
                        .suggest(&key.text, known.iter().map(Name::as_str)),
                    &key.text,
                );
                continue;
            };
            let attribute = attribute.clone();
            if attribute.confidential {
                loader.error(
                    "confidential-in-file",
                    value.place.clone(),
                    format!("`{}` is confidential and must not stand in a file; assert it in the session", key.text),
                    format!("`{}` est confidentiel et ne doit pas figurer dans un fichier ; affirmez-le dans la session", key.text),
                );
                continue;
            }
            if let Some(fact) = declared_value(loader, names, &attribute, &attribute.kind, &value) {
                values.insert(
                    Cell {
                        entity: entity.clone(),
                        attribute: attribute.name.clone(),
                    },
                    (fact, key.place),
                );
            }
        }
    }
    values
}

/// The facts of an entity, with those of a composite under the names of its fields.
fn fields_apart(loader: &mut Loader, names: &Names, entity: &Name, node: Node) -> Vec<(Key, Node)> {
    let mut facts = Vec::new();
    for (key, value) in loader.named(node, &Phrase::new("facts", "faits")) {
        let within = format!("{}.", key.text);
        let is_composite = names.has_attribute(entity, |name| name.starts_with(&within));
        if is_composite && matches!(value.kind, Kind::Map(_)) {
            let fields = loader.named(value, &Phrase::new("fields", "champs"));
            facts.extend(fields.into_iter().map(|(field, value)| {
                let text = format!("{within}{}", field.text);
                (Key { text, ..field }, value)
            }));
        } else {
            facts.push((key, value));
        }
    }
    facts
}

/// What an entity is called, in the order of the files: the second use of a word is the mistake.
fn check_aliases(loader: &mut Loader, called: &[(Name, String, Place)]) {
    let mut seen: BTreeMap<String, (&Name, &Place)> = BTreeMap::new();
    for (id, word, place) in called {
        match seen.get(&logic::text::fold(word)) {
            Some((other, first)) if *other != id => {
                let message = Phrase::new(
                    format!("« {word} » could mean `{other}` or `{id}`"),
                    format!("« {word} » pourrait désigner `{other}` ou `{id}`"),
                );
                let also = Phrase::new("first written here", "écrit ici d'abord");
                loader.diagnostics.push(
                    Diagnostic::error("ambiguous-alias", place.clone(), message)
                        .also((*first).clone(), also),
                );
            }
            Some(_) => {}
            None => {
                seen.insert(logic::text::fold(word), (id, place));
            }
        }
    }
}

/// A value as an author writes it in YAML. Each item of a list is checked in its own place.
fn declared_value(
    loader: &mut Loader,
    names: &Names,
    attribute: &Attribute,
    kind: &Type,
    node: &Node,
) -> Option<Value> {
    if node.is_null() {
        return Some(Value::Null);
    }
    match (kind, &node.kind) {
        (Type::List(of), Kind::List(list)) => {
            let values: Vec<_> = list
                .iter()
                .map(|node| declared_value(loader, names, attribute, of, node))
                .collect();
            let value = values.into_iter().collect::<Option<_>>().map(Value::List)?;
            // A list inside another is looked at together with it.
            if *kind == attribute.kind
                && let Err(refused) = crate::answer::as_declared(&attribute.name, &value, attribute)
            {
                let place = node.place.clone();
                loader
                    .diagnostics
                    .push(Diagnostic::error("wrong-value", place, refused.reason));
                return None;
            }
            return Some(value);
        }
        (Type::Set(sort), Kind::List(list)) => {
            let one = Type::Reference(sort.clone());
            let mut entities = std::collections::BTreeSet::new();
            let mut all_fit = true;
            for node in list {
                match declared_value(loader, names, attribute, &one, node) {
                    Some(Value::Entity(id)) => {
                        entities.insert(id);
                    }
                    None => all_fit = false,
                    Some(_) => {
                        loader.error(
                            "wrong-value",
                            node.place.clone(),
                            "a member of a set is an entity",
                            "un membre d'un ensemble est une entité",
                        );
                        all_fit = false;
                    }
                }
            }
            return all_fit.then_some(Value::Set(entities));
        }
        (_, _) => {}
    }
    let raw = to_raw(node);
    match crate::answer::typed(
        &attribute.name,
        &raw,
        kind,
        attribute,
        &|id| names.entities.get(id).map(|entity| entity.sort.clone()),
        &names.sorts,
    ) {
        Ok(value) => Some(value),
        Err(refused) => {
            let diagnostic = Diagnostic::error("wrong-value", node.place.clone(), refused.reason);
            match (kind, &node.kind) {
                (Type::Reference(_), Kind::Scalar { text, .. })
                    if !names.entities.contains_key(text.as_str()) =>
                {
                    let known = names.candidates(names.entities.keys());
                    loader.unknown(
                        diagnostic.suggest(text, known.iter().map(Name::as_str)),
                        text,
                    );
                }
                (Type::Enum(values), Kind::Scalar { text, .. }) => {
                    loader
                        .diagnostics
                        .push(diagnostic.suggest(text, values.iter().map(Name::as_str)));
                }
                (_, _) => loader.diagnostics.push(diagnostic),
            }
            None
        }
    }
}

fn to_raw(node: &Node) -> crate::input::Raw {
    use crate::input::Raw;
    match &node.kind {
        Kind::Scalar { text, plain: true } if text == "true" => Raw::Bool(true),
        Kind::Scalar { text, plain: true } if text == "false" => Raw::Bool(false),
        Kind::Scalar { text, plain: true } if text.parse::<logic::value::Number>().is_ok() => {
            Raw::Number(text.clone())
        }
        Kind::Scalar { text, .. } => Raw::Text(text.clone()),
        Kind::List(list) => Raw::List(list.iter().map(to_raw).collect()),
        Kind::Map(entries) => Raw::Map(
            entries
                .iter()
                .map(|(key, value)| (key.text.clone(), to_raw(value)))
                .collect(),
        ),
    }
}
