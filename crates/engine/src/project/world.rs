//! Sorts, attributes, entities with their facts, and derived facts, read from their files.

use super::load::Loader;
use super::vocabulary::{Names, derived_reads};
use super::{Attribute, Body, Case, Derived, Entity, Generate};
use crate::diagnostic::{Diagnostic, Place};
use crate::yaml::{Key, Kind, Node};
use logic::formula::Formula;
use logic::kind::Type;
use logic::sort::Sorts;
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use std::collections::BTreeMap;

pub(super) fn sorts(loader: &mut Loader, tops: Vec<(Key, Node)>) -> Sorts {
    let mut sorts = Sorts::new();
    let mut declared: BTreeMap<String, Place> = BTreeMap::new();
    let mut parents: Vec<(Name, String, Place)> = Vec::new();
    for (_, node) in tops {
        for (key, value) in loader.named(node, &Phrase::new("sorts", "sortes")) {
            if repeated(loader, &mut declared, &key, "sort", "sorte") {
                continue;
            }
            let supers = if value.is_null() {
                Vec::new()
            } else {
                let is = loader
                    .fields(&value, &["is"])
                    .and_then(|mut fields| fields.take("is"));
                is.map(|node| loader.placed_strings(&node))
                    .unwrap_or_default()
            };
            sorts.declare(key.text.as_str(), &[]);
            parents.extend(
                supers
                    .into_iter()
                    .map(|(parent, place)| (Name::from(key.text.as_str()), parent, place)),
            );
        }
    }
    sorts.close();
    for (child, parent, place) in parents {
        match sorts.canonical(&parent) {
            Some(parent) => sorts.add_edge(child, parent, logic::sort::Origin::Declared),
            None => {
                let known: Vec<Name> = sorts.names().cloned().collect();
                let message = Phrase::new(
                    format!("there is no sort `{parent}`"),
                    format!("il n'y a pas de sorte `{parent}`"),
                );
                loader.unknown(
                    Diagnostic::error("unknown-sort", place, message)
                        .suggest(&parent, known.iter().map(Name::as_str)),
                    &parent,
                );
            }
        }
    }
    sorts.close();
    for (name, place) in declared {
        if sorts.equivalents(&name).len() > 1 {
            loader.error(
                "cyclic-sort",
                place,
                format!(
                    "`{name}` is below itself: {}",
                    sorts.equivalents(&name).join(" is ")
                ),
                format!(
                    "`{name}` est sous elle-même : {}",
                    sorts.equivalents(&name).join(" est ")
                ),
            );
        }
    }
    sorts
}

/// Reports a name that stands twice (in two files; in one file the keys already differ).
fn repeated(
    loader: &mut Loader,
    seen: &mut BTreeMap<String, Place>,
    key: &Key,
    en: &str,
    fr: &str,
) -> bool {
    if let Some(first) = seen.get(&key.text) {
        let message = Phrase::new(
            format!("duplicate key: the {en} `{}` is declared twice", key.text),
            format!("clé en double : {fr} `{}` est déclaré deux fois", key.text),
        );
        loader.diagnostics.push(
            Diagnostic::error("duplicate-key", key.place.clone(), message).also(
                first.clone(),
                Phrase::new("first declared here", "déclaré ici d'abord"),
            ),
        );
        return true;
    }
    seen.insert(key.text.clone(), key.place.clone());
    false
}

fn known_sort(loader: &mut Loader, sorts: &Sorts, name: &str, place: &Place) -> Option<Name> {
    let found = sorts.canonical(name);
    if found.is_none() {
        let known: Vec<Name> = sorts.names().cloned().collect();
        let message = Phrase::new(
            format!("there is no sort `{name}`"),
            format!("il n'y a pas de sorte `{name}`"),
        );
        loader.unknown(
            Diagnostic::error("unknown-sort", place.clone(), message)
                .suggest(name, known.iter().map(Name::as_str)),
            name,
        );
    }
    found
}

pub(super) fn attributes(
    loader: &mut Loader,
    sorts: &Sorts,
    tops: Vec<(Key, Node)>,
) -> Vec<Attribute> {
    let mut all: Vec<Attribute> = Vec::new();
    for (_, node) in tops {
        for (sort_key, node) in loader.named(
            node,
            &Phrase::new("sorts with their attributes", "sortes avec leurs attributs"),
        ) {
            let sort = known_sort(loader, sorts, &sort_key.text, &sort_key.place);
            for (key, value) in loader.named(node, &Phrase::new("attributes", "attributs")) {
                // The attributes of a sort that does not exist are read for their own mistakes.
                let read = attribute(
                    loader,
                    sorts,
                    sort.as_ref().unwrap_or(&Name::from(sort_key.text.as_str())),
                    &key,
                    &value,
                );
                let (Some(sort), Some(attribute)) = (&sort, read) else {
                    loader.declaration_failed(&key.text);
                    continue;
                };
                // One name means one thing along a line of sorts.
                let clash = all.iter().find(|other| {
                    other.name == attribute.name
                        && (sorts.is_sub(sort, &other.sort) || sorts.is_sub(&other.sort, sort))
                });
                match clash {
                    Some(other) => {
                        let message = Phrase::new(
                            format!(
                                "duplicate key: `{}` is already an attribute of `{}`",
                                key.text, other.sort
                            ),
                            format!(
                                "clé en double : `{}` est déjà un attribut de `{}`",
                                key.text, other.sort
                            ),
                        );
                        let also = other.place.clone();
                        loader.diagnostics.push(
                            Diagnostic::error("duplicate-key", key.place.clone(), message).also(
                                also,
                                Phrase::new("first declared here", "déclaré ici d'abord"),
                            ),
                        );
                    }
                    None => all.push(attribute),
                }
            }
        }
    }
    all
}

const ATTRIBUTE_KEYS: [&str; 10] = [
    "type",
    "values",
    "range",
    "sort",
    "of",
    "max_length",
    "category",
    "changes",
    "confidential",
    "generate",
];

fn attribute(
    loader: &mut Loader,
    sorts: &Sorts,
    sort: &Name,
    key: &Key,
    node: &Node,
) -> Option<Attribute> {
    if key.text == "name" {
        loader.error(
            "bad-name",
            key.place.clone(),
            "`name` is what every entity is called; choose another word for this attribute",
            "`name` est le nom de toute entité ; choisissez un autre mot pour cet attribut",
        );
        return None;
    }
    let mut fields = loader.fields(node, &ATTRIBUTE_KEYS)?;
    let mut labels = BTreeMap::new();
    let mut kind = None;
    match fields.take("type") {
        None => loader.error(
            "missing-key",
            key.place.clone(),
            format!("`{}` has no `type`", key.text),
            format!("`{}` n'a pas de `type`", key.text),
        ),
        Some(node) => {
            if let Some(word) = loader.string(&node) {
                kind = type_named(
                    loader,
                    sorts,
                    &word,
                    &node.place,
                    &mut fields,
                    &mut labels,
                    &key.text,
                );
            }
        }
    }
    if kind.is_none()
        && let Some(Node {
            kind: Kind::List(values),
            ..
        }) = fields.take("values")
    {
        // Conditions that name these values are not mistaken as well.
        for value in &values {
            if let Some(value) = loader.string(value) {
                loader.declaration_failed(&value);
            }
        }
    }
    if let Some(kind) = &kind {
        let of_type = kind.describe();
        let misplaced = [
            ("values", true),
            ("sort", true),
            ("of", true),
            ("range", !has(kind, &Type::Number)),
            ("max_length", !has(kind, &Type::Text)),
        ];
        for (extra, _) in misplaced
            .into_iter()
            .filter(|(_, is_misplaced)| *is_misplaced)
        {
            if let Some(place) = fields.key_place(extra).cloned() {
                fields.take(extra);
                loader.error(
                    "unknown-key",
                    place,
                    format!("`{extra}` means nothing for {}", of_type.en),
                    format!("`{extra}` n'a pas de sens pour {}", of_type.fr),
                );
            }
        }
    }
    let range = fields
        .take("range")
        .map_or((None, None), |node| range(loader, &node));
    let max_length = fields
        .take("max_length")
        .and_then(|node| loader.whole(&node, 1, 100_000))
        .and_then(|length| usize::try_from(length).ok());
    let attribute = Attribute {
        sort: sort.clone(),
        name: Name::from(key.text.as_str()),
        place: key.place.clone(),
        category: fields
            .take("category")
            .and_then(|node| loader.string(&node))
            .map(Name::from),
        labels,
        range,
        max_length,
        changes: fields
            .take("changes")
            .and_then(|node| loader.boolean(&node))
            .unwrap_or(false),
        confidential: fields
            .take("confidential")
            .and_then(|node| loader.boolean(&node))
            .unwrap_or(false),
        generate: fields
            .take("generate")
            .and_then(|node| generate(loader, &key.text, &node)),
        kind: kind.clone().unwrap_or(Type::Text),
    };
    if attribute.confidential && attribute.generate.is_some() {
        loader.error(
            "confidential-generated",
            key.place.clone(),
            format!("`{}` is confidential, so no model may make it up", key.text),
            format!(
                "`{}` est confidentiel, aucun modèle ne peut l'inventer",
                key.text
            ),
        );
    }
    kind.map(|_| attribute)
}

/// Whether a type is another, or a list of it.
fn has(kind: &Type, wanted: &Type) -> bool {
    match kind {
        Type::List(of) => has(of, wanted),
        Type::Text
        | Type::Number
        | Type::Boolean
        | Type::Date
        | Type::Instant
        | Type::Enum(_)
        | Type::Reference(_)
        | Type::Set(_) => kind == wanted,
    }
}

fn type_named(
    loader: &mut Loader,
    sorts: &Sorts,
    word: &str,
    place: &Place,
    fields: &mut super::load::Fields,
    labels: &mut BTreeMap<Name, super::Text>,
    name: &str,
) -> Option<Type> {
    let kind = match word {
        "text" => Type::Text,
        "number" => Type::Number,
        "boolean" => Type::Boolean,
        "date" => Type::Date,
        "instant" => Type::Instant,
        "enum" => {
            let Some(values) = fields.take("values") else {
                loader.error(
                    "missing-key",
                    place.clone(),
                    format!("the enum `{name}` has no `values`"),
                    format!("l'enum `{name}` n'a pas de `values`"),
                );
                return None;
            };
            return enum_type(loader, &values, labels, name);
        }
        "ref" | "set" => {
            let Some(node) = fields.take("sort") else {
                loader.error(
                    "missing-key",
                    place.clone(),
                    format!("`{name}` does not say of which `sort`"),
                    format!("`{name}` ne dit pas de quelle `sort`"),
                );
                return None;
            };
            let wanted = loader.string(&node)?;
            let sort = known_sort(loader, sorts, &wanted, &node.place)?;
            if word == "ref" {
                Type::Reference(sort)
            } else {
                Type::Set(sort)
            }
        }
        "list" => {
            let (of, of_place) = match fields.take("of") {
                Some(node) => (loader.string(&node)?, node.place),
                None => ("text".to_owned(), place.clone()),
            };
            Type::List(Box::new(type_named(
                loader, sorts, &of, &of_place, fields, labels, name,
            )?))
        }
        _ => {
            let known = [
                "text", "number", "boolean", "date", "instant", "enum", "ref", "set", "list",
            ];
            let message = Phrase::new(
                format!("`{word}` is not a type"),
                format!("`{word}` n'est pas un type"),
            );
            // What other languages call these types.
            let meant = match word.to_lowercase().as_str() {
                "string" | "str" => "text",
                "integer" | "int" | "float" | "decimal" => "number",
                "bool" => "boolean",
                "datetime" | "timestamp" | "time" => "instant",
                "reference" | "entity" => "ref",
                "array" => "list",
                "choice" | "choices" => "enum",
                _ => word,
            };
            let diagnostic =
                Diagnostic::error("unknown-type", place.clone(), message).suggest(meant, known);
            let hint = diagnostic.hint.clone().unwrap_or_else(|| {
                Phrase::new(
                    format!("types: {}", known.join(", ")),
                    format!("types : {}", known.join(", ")),
                )
            });
            loader.diagnostics.push(diagnostic.hint(hint));
            return None;
        }
    };
    Some(kind)
}

/// `values: [a, b]`, or `values: {a: label, b: {fr: …, en: …}}`.
fn enum_type(
    loader: &mut Loader,
    node: &Node,
    labels: &mut BTreeMap<Name, super::Text>,
    name: &str,
) -> Option<Type> {
    let mut values: Vec<Name> = Vec::new();
    match &node.kind {
        Kind::List(list) => {
            for entry in list {
                let Some(value) = loader.string(entry) else {
                    continue;
                };
                if values.iter().any(|known| **known == *value) {
                    loader.error(
                        "duplicate-key",
                        entry.place.clone(),
                        format!("duplicate key: `{value}` stands twice"),
                        format!("clé en double : `{value}` figure deux fois"),
                    );
                }
                values.push(Name::from(value));
            }
        }
        Kind::Map(entries) => {
            for (key, label) in entries {
                if let Some(text) = loader.text(&format!("{name}.{}", key.text), label) {
                    labels.insert(Name::from(key.text.as_str()), text);
                }
                values.push(Name::from(key.text.as_str()));
            }
        }
        Kind::Scalar { .. } if node.is_null() => {}
        Kind::Scalar { .. } => {
            loader.error(
                "wrong-type",
                node.place.clone(),
                "`values` is a list, or a map of values to labels",
                "`values` est une liste, ou une table de valeurs et de libellés",
            );
            return None;
        }
    }
    if values.is_empty() {
        loader.error(
            "empty-enum",
            node.place.clone(),
            format!("`{name}` has no value to take"),
            format!("`{name}` n'a aucune valeur à prendre"),
        );
        return None;
    }
    Some(Type::Enum(values))
}

fn range(
    loader: &mut Loader,
    node: &Node,
) -> (Option<logic::value::Number>, Option<logic::value::Number>) {
    let Kind::List(ends) = &node.kind else {
        loader.error(
            "wrong-type",
            node.place.clone(),
            "a range is [least, most]; leave an end open with null",
            "un intervalle s'écrit [min, max] ; null laisse un côté ouvert",
        );
        return (None, None);
    };
    let [least, most] = &ends[..] else {
        loader.error(
            "wrong-type",
            node.place.clone(),
            "a range has two ends",
            "un intervalle a deux bornes",
        );
        return (None, None);
    };
    let mut end = |node: &Node| {
        if node.is_null() {
            None
        } else {
            loader.number(node)
        }
    };
    let (least_value, most_value) = (end(least), end(most));
    if let (Some(low), Some(high)) = (least_value, most_value)
        && low > high
    {
        loader.error(
            "empty-range",
            node.place.clone(),
            format!("nothing lies between {low} and {high}"),
            format!("rien n'est entre {low} et {high}"),
        );
    }
    (least_value, most_value)
}

fn generate(loader: &mut Loader, name: &str, node: &Node) -> Option<Generate> {
    let mut fields = loader.fields(node, &["prompt", "offline"])?;
    let prompt = fields
        .take("prompt")
        .and_then(|node| loader.text(&format!("{name}.prompt"), &node));
    let offline = match fields.take("offline") {
        None => Vec::new(),
        Some(Node {
            kind: Kind::List(list),
            ..
        }) => list
            .iter()
            .enumerate()
            .filter_map(|(index, node)| loader.text(&format!("{name}.offline.{index}"), node))
            .collect(),
        Some(node) => loader
            .text(&format!("{name}.offline.0"), &node)
            .into_iter()
            .collect(),
    };
    Some(Generate { prompt, offline })
}

/// Entities first, then their facts: a fact may refer to an entity that is declared later.
pub(super) fn entities(
    loader: &mut Loader,
    names: &mut Names,
    tops: Vec<(Key, Node)>,
) -> BTreeMap<Cell, (Value, Place)> {
    let mut seen = BTreeMap::new();
    let mut facts: Vec<(Name, Node)> = Vec::new();
    let mut called: Vec<(Name, String, Place)> = Vec::new();
    for (_, node) in tops {
        for (key, value) in loader.named(node, &Phrase::new("entities", "entités")) {
            if repeated(loader, &mut seen, &key, "entity", "l'entité") {
                continue;
            }
            let Some(mut fields) = loader.fields(&value, &["sort", "name", "aliases", "facts"])
            else {
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
            let aliases = own.into_iter().map(|(alias, _)| alias).collect();
            names.entities.insert(
                id,
                Entity {
                    sort,
                    name,
                    aliases,
                    place: key.place,
                },
            );
        }
    }
    check_aliases(loader, &called);
    let mut values = BTreeMap::new();
    for (entity, node) in facts {
        for (key, value) in loader.named(node, &Phrase::new("facts", "faits")) {
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
            return values.into_iter().collect::<Option<_>>().map(Value::List);
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
        Err(problem) => {
            let diagnostic = Diagnostic::error("wrong-value", node.place.clone(), problem);
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

/// What stands under `when` and `is`, before any name is looked up.
type Cases = Vec<(Option<Node>, Node)>;

/// `name: "formula"`, or `name: {type, is}` or `name: {type, first: [{when, is}, …]}`.
pub(super) fn derived(
    loader: &mut Loader,
    names: &mut Names,
    tops: Vec<(Key, Node)>,
) -> BTreeMap<Name, Derived> {
    let mut seen = BTreeMap::new();
    let mut bodies: Vec<(Key, Type, Cases)> = Vec::new();
    for (_, node) in tops {
        for (key, value) in loader.named(node, &Phrase::new("derived facts", "faits dérivés")) {
            if repeated(loader, &mut seen, &key, "derived fact", "le fait dérivé") {
                continue;
            }
            let Some((kind, cases)) = derived_cases(loader, names, &key, value) else {
                loader.declaration_failed(&key.text);
                continue;
            };
            names
                .derived
                .insert(Name::from(key.text.as_str()), kind.clone());
            bodies.push((key, kind, cases));
        }
    }
    let mut all = BTreeMap::new();
    for (key, kind, cases) in bodies {
        let cases = cases
            .into_iter()
            .filter_map(|(when, is)| {
                let when = when.map(|node| condition(loader, names, &node));
                let is = body(loader, names, &kind, &is);
                Some(Case {
                    when: when.map_or(Some(None), |when| when.map(Some))?,
                    is: is?,
                })
            })
            .collect();
        all.insert(
            Name::from(key.text.as_str()),
            Derived {
                kind,
                cases,
                place: key.place,
            },
        );
    }
    check_cycles(loader, &all);
    all
}

fn derived_cases(
    loader: &mut Loader,
    names: &Names,
    key: &Key,
    value: Node,
) -> Option<(Type, Cases)> {
    if matches!(value.kind, Kind::Scalar { .. }) {
        return Some((Type::Boolean, vec![(None, value)]));
    }
    let mut fields = loader.fields(&value, &["type", "values", "sort", "of", "is", "first"])?;
    let kind = match fields.take("type") {
        None => Type::Boolean,
        Some(node) => {
            let word = loader.string(&node)?;
            type_named(
                loader,
                &names.sorts,
                &word,
                &node.place,
                &mut fields,
                &mut BTreeMap::new(),
                &key.text,
            )?
        }
    };
    let cases = match (fields.take("is"), fields.take("first")) {
        (Some(is), None) => vec![(None, is)],
        (
            None,
            Some(Node {
                kind: Kind::List(list),
                ..
            }),
        ) => list
            .iter()
            .filter_map(|node| {
                let mut fields = loader.fields(node, &["when", "is"])?;
                let Some(is) = fields.take("is") else {
                    loader.error(
                        "missing-key",
                        node.place.clone(),
                        "a case says what it `is`",
                        "un cas dit ce qu'il vaut avec `is`",
                    );
                    return None;
                };
                Some((fields.take("when"), is))
            })
            .collect(),
        (Some(_), Some(_)) | (None, _) => {
            loader.error(
                "missing-key",
                value.place,
                "a derived fact has either `is` or a list `first`",
                "un fait dérivé a soit `is`, soit une liste `first`",
            );
            return None;
        }
    };
    Some((kind, cases))
}

fn body(loader: &mut Loader, names: &Names, kind: &Type, node: &Node) -> Option<Body> {
    if matches!(kind, Type::Boolean) {
        return condition(loader, names, node).map(Body::Formula);
    }
    let source = loader.string(node)?;
    let checked = logic::read::read_term(&source)
        .and_then(|parsed| logic::check::check_term(parsed, names, Some(kind)));
    match checked {
        Ok((term, _)) => Some(Body::Term(term)),
        Err(problems) => {
            loader.formula_problems(node, &source, problems);
            None
        }
    }
}

/// A condition in the one formula language, with names and types checked.
pub(super) fn condition(loader: &mut Loader, names: &Names, node: &Node) -> Option<Formula> {
    let source = loader.string(node)?;
    match logic::read::read(&source).and_then(|parsed| logic::check::check(parsed, names)) {
        Ok(formula) => Some(formula),
        Err(problems) => {
            loader.formula_problems(node, &source, problems);
            None
        }
    }
}

fn check_cycles(loader: &mut Loader, all: &BTreeMap<Name, Derived>) {
    let reads: BTreeMap<&Name, Vec<Name>> = all
        .iter()
        .map(|(name, derived)| (name, derived_reads(derived)))
        .collect();
    for (name, derived) in all {
        let (mut seen, mut todo) = (std::collections::BTreeSet::new(), reads[name].clone());
        while let Some(next) = todo.pop() {
            if next == *name {
                loader.error(
                    "cyclic-derived",
                    derived.place.clone(),
                    format!("`{name}` is derived from itself"),
                    format!("`{name}` est dérivé de lui-même"),
                );
                break;
            }
            if seen.insert(next.clone()) {
                todo.extend(reads.get(&next).cloned().unwrap_or_default());
            }
        }
    }
}
