//! Sources of a case and the context of a message: entities with attributes.

use super::super::attributes::attribute;
use super::super::load::{Loader, Tops};
use super::super::{Attribute, Depth, Entity, Topic};
use super::{Declared, apart, once, word};
use crate::diagnostic::{Diagnostic, Place};
use crate::graph::Force;
use crate::reply::{Absent, ContextField, Field, Source, Verdict};
use crate::yaml::{Key, Kind, Node};
use logic::kind::Type;
use logic::sort::Sorts;
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use std::collections::{BTreeMap, BTreeSet};

const ABSENT: [(&str, Absent); 3] = [
    ("unknown", Absent::Unknown),
    ("none", Absent::None),
    ("false", Absent::False),
];

pub(super) fn declare(
    loader: &mut Loader,
    tops: &mut Tops,
    sorts: &mut Sorts,
    attributes: &mut Vec<Attribute>,
    declared: &mut Declared,
) {
    let mut given: Vec<(Key, Node)> = Vec::new();
    for (_, node) in tops.remove("sources").unwrap_or_default() {
        given.extend(loader.named(node, &Phrase::new("sources", "sources")));
    }
    for (key, _) in &given {
        if matches!(key.text.as_str(), "context" | "case") {
            loader.error(
                "bad-name",
                key.place.clone(),
                format!("`{}` is what every case has; choose another word", key.text),
                format!(
                    "`{}` est ce que tout cas possède ; choisissez un autre mot",
                    key.text
                ),
            );
        }
    }
    for (key, node) in given {
        source(loader, sorts, attributes, declared, &key, &node);
    }
    let fields = tops.remove("context").unwrap_or_default();
    context(loader, sorts, attributes, declared, fields);
    about_the_case(tops, sorts, attributes, declared);
    let mut seen: BTreeMap<Name, Vec<Cell>> = BTreeMap::new();
    for field in declared
        .sources
        .values()
        .flat_map(|source| source.fields.values())
    {
        let cells = seen.entry(field.cell.attribute.clone()).or_default();
        cells.push(field.cell.clone());
    }
    for field in declared.context.values() {
        let cells = seen.entry(field.cell.attribute.clone()).or_default();
        cells.push(field.cell.clone());
    }
    for (name, cells) in seen {
        if let [only] = &cells[..] {
            declared.bare.insert(name, only.clone());
        }
    }
}

/// A sort that no author can name, so that it takes no name away.
fn sort_of(source: &str) -> Name {
    Name::from(format!("{source} of a case"))
}

/// The source whose fields a sort has.
pub(in crate::project) fn source_of(sort: &str) -> Option<&str> {
    sort.strip_suffix(" of a case")
}

fn entity(declared: &mut Declared, sorts: &mut Sorts, name: &str, place: &Place) -> Name {
    let sort = sort_of(name);
    if !declared.entities.iter().any(|(known, _)| &**known == name) {
        sorts.declare(sort.clone(), &[]);
        sorts.close();
        let entity = Entity {
            sort: sort.clone(),
            name: name.to_owned(),
            aliases: Vec::new(),
            tags: BTreeSet::new(),
            weight: Force::MIDDLE,
            place: place.clone(),
        };
        declared.entities.push((Name::from(name), entity));
    }
    sort
}

fn plain(sort: &Name, name: &str, kind: Type, place: &Place) -> Attribute {
    Attribute {
        sort: sort.clone(),
        name: Name::from(name),
        kind,
        place: place.clone(),
        topic: Topic::default(),
        labels: BTreeMap::new(),
        options: BTreeMap::new(),
        depth: Depth::default(),
        range: (None, None),
        decimals: 0,
        max_length: None,
        checks: crate::project::Checks::default(),
        changes: true,
        confidential: false,
        generate: None,
    }
}

fn source(
    loader: &mut Loader,
    sorts: &mut Sorts,
    attributes: &mut Vec<Attribute>,
    declared: &mut Declared,
    key: &Key,
    node: &Node,
) {
    let Some(mut fields) = loader.fields(node, &["label", "fields", "absent"]) else {
        loader.declaration_failed(&key.text);
        return;
    };
    let name = Name::from(key.text.as_str());
    let label = fields.take("label").and_then(|node| loader.string(&node));
    let absent = fields
        .take("absent")
        .and_then(|node| word(loader, &node, &ABSENT))
        .unwrap_or_default();
    let sort = entity(declared, sorts, &name, &key.place);
    let known = declared.sources.contains_key(&name);
    let source = declared.sources.entry(name.clone()).or_insert(Source {
        label: key.text.clone(),
        fields: BTreeMap::new(),
        place: key.place.clone(),
    });
    if let Some(label) = label {
        source.label = label;
    }
    if !known {
        attributes.push(plain(&sort, "failed", Type::Boolean, &key.place));
        attributes.push(plain(&sort, "error", Type::Text, &key.place));
    }
    let Some(list) = fields.take("fields") else {
        return;
    };
    for (key, node) in loader.named(list, &Phrase::new("fields", "champs")) {
        if let Some(other) = source.fields.get(key.text.as_str()) {
            let message = Phrase::new(
                format!("duplicate key: `{name}` has a field `{}` already", key.text),
                format!("clé en double : `{name}` a déjà un champ `{}`", key.text),
            );
            let first = Phrase::new("first declared here", "déclaré ici d'abord");
            loader.diagnostics.push(
                Diagnostic::error("duplicate-key", key.place.clone(), message)
                    .also(other.place.clone(), first),
            );
            continue;
        }
        if matches!(key.text.as_str(), "failed" | "error") {
            loader.error(
                "bad-name",
                key.place.clone(),
                format!("every source has `{}` by itself", key.text),
                format!("toute source a déjà `{}`", key.text),
            );
            continue;
        }
        let node = spelled_out(&node);
        let (node, own) = apart(&node, &["absent", "html"]);
        let Some(mut attribute) = attribute(loader, sorts, &sort, &key, &node) else {
            loader.declaration_failed(&key.text);
            continue;
        };
        // A source is read again and again; what it says changes.
        attribute.changes = true;
        let own_absent = own
            .get("absent")
            .and_then(|node| word(loader, node, &ABSENT));
        if own_absent == Some(Absent::False) && attribute.kind != Type::Boolean {
            loader.error(
                "wrong-type",
                own["absent"].place.clone(),
                "only what is true or false can be false where it is absent",
                "seul ce qui est vrai ou faux peut être faux en son absence",
            );
        }
        let inherited = match (absent, &attribute.kind) {
            (Absent::False, Type::Boolean) => Absent::False,
            (Absent::False, _) => Absent::Unknown,
            (other, _) => other,
        };
        let html = own.get("html").and_then(|node| loader.boolean(node));
        let cell = Cell::new(&name, key.text.as_str());
        let field = Field {
            cell,
            absent: own_absent.unwrap_or(inherited),
            html: html.unwrap_or(false),
            place: key.place.clone(),
        };
        source.fields.insert(Name::from(key.text.as_str()), field);
        attributes.push(attribute);
    }
}

/// `held: boolean` is `held: { type: boolean }`.
fn spelled_out(node: &Node) -> Node {
    match &node.kind {
        Kind::Scalar { .. } if !node.is_null() => Node {
            place: node.place.clone(),
            kind: Kind::Map(vec![(
                Key {
                    place: node.place.clone(),
                    text: "type".to_owned(),
                },
                node.clone(),
            )]),
        },
        Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => node.clone(),
    }
}

fn context(
    loader: &mut Loader,
    sorts: &mut Sorts,
    attributes: &mut Vec<Attribute>,
    declared: &mut Declared,
    tops: Vec<(Key, Node)>,
) {
    let what = Phrase::new("fields of the context", "champs du contexte");
    for (key, node) in once(loader, tops, &what, ["field", "champ"]) {
        loader.check_name(&key);
        let sort = entity(declared, sorts, "context", &key.place);
        let node = spelled_out(&node);
        let (node, own) = apart(&node, &["triggers", "for_information"]);
        let Some(mut attribute) = attribute(loader, sorts, &sort, &key, &node) else {
            loader.declaration_failed(&key.text);
            continue;
        };
        attribute.changes = true;
        let mut triggers: Vec<(String, Value)> = Vec::new();
        if let Some(node) = own.get("triggers") {
            if attribute.kind == Type::Boolean {
                let words = loader.placed_strings(node).into_iter();
                triggers.extend(words.map(|(words, _)| (words, Value::Bool(true))));
            } else {
                loader.error(
                    "wrong-type",
                    node.place.clone(),
                    "only what is true or false has `triggers`; values of an enumeration have `synonyms`",
                    "seul ce qui est vrai ou faux a des `triggers` ; les valeurs d'une énumération ont des `synonyms`",
                );
            }
        }
        for (value, note) in &attribute.options {
            let words = note.synonyms.iter();
            triggers.extend(words.map(|words| (words.clone(), Value::Symbol(value.clone()))));
        }
        let name = Name::from(key.text.as_str());
        let for_information = own.get("for_information");
        let for_information = for_information.and_then(|node| loader.boolean(node));
        let field = ContextField {
            cell: Cell::new("context", &name),
            kind: attribute.kind.clone(),
            triggers,
            for_information: for_information.unwrap_or(false),
        };
        declared.context.insert(name, field);
        attributes.push(attribute);
    }
}

/// What every case has: `case.message`, `case.action` and so on.
fn about_the_case(
    tops: &Tops,
    sorts: &mut Sorts,
    attributes: &mut Vec<Attribute>,
    declared: &mut Declared,
) {
    let Some(place) = declared.place.clone() else {
        return;
    };
    let sort = entity(declared, sorts, "case", &place);
    let verdicts = Verdict::NAMES.iter().map(|(name, _)| Name::from(*name));
    attributes.push(plain(&sort, "message", Type::Text, &place));
    attributes.push(plain(
        &sort,
        "action",
        Type::Enum(verdicts.collect()),
        &place,
    ));
    attributes.push(plain(&sort, "route_to", Type::Text, &place));
    let mut intentions: Vec<Name> = Vec::new();
    for (_, node) in tops.get("intentions").into_iter().flatten() {
        if let Kind::Map(entries) = &node.kind {
            for (key, _) in entries {
                if !intentions.iter().any(|known| **known == *key.text) {
                    intentions.push(Name::from(key.text.as_str()));
                }
            }
        }
    }
    if !intentions.is_empty() {
        let kind = Type::Enum(intentions);
        let list = Type::List(Box::new(kind.clone()));
        attributes.push(plain(&sort, "intention", kind, &place));
        attributes.push(plain(&sort, "intentions", list, &place));
    }
}
