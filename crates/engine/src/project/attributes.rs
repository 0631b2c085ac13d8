//! Attributes with their types, read from their files.

use super::fields::Fields;
use super::load::{Bound, Loader};
use super::sorts::known_sort;
use super::{Attribute, Composite, Depth, Generate, Register, Telling, Topic, ValueNote};
use crate::diagnostic::{Diagnostic, Place};
use crate::input::TriggerKind;
use crate::understand::Cue;
use crate::yaml::{Key, Kind, Node};
use logic::kind::Type;
use logic::sort::Sorts;
use logic::stem::Stems;
use logic::text::Phrase;
use logic::time::Date;
use logic::value::Name;
use std::collections::BTreeMap;
use std::fmt::Display;

/// What entities of each sort have, and what is asked for and told together.
#[derive(Default)]
pub(super) struct Declared {
    pub attributes: Vec<Attribute>,
    pub composites: Vec<Composite>,
}

pub(super) fn attributes(loader: &mut Loader, sorts: &Sorts, tops: Vec<(Key, Node)>) -> Declared {
    let mut all = Declared::default();
    for (_, node) in tops {
        for (sort_key, node) in loader.named(
            node,
            &Phrase::new("sorts with their attributes", "sortes avec leurs attributs"),
        ) {
            let sort = known_sort(loader, sorts, &sort_key.text, &sort_key.place);
            // The attributes of a sort that does not exist are read for their own mistakes.
            let name = sort.clone().unwrap_or_else(|| Name::from(&sort_key.text));
            for (key, value) in loader.named(node, &Phrase::new("attributes", "attributs")) {
                let is_composite = matches!(&value.kind, Kind::Map(entries) if entries.iter().any(|(key, _)| key.text == "fields"));
                let (composite, attributes) = if is_composite {
                    match composite(loader, sorts, &name, &key, &value) {
                        Some((composite, attributes)) => (Some(composite), attributes),
                        None => (None, Vec::new()),
                    }
                } else {
                    let read = attribute(loader, sorts, &name, &key, &value);
                    (None, read.into_iter().collect())
                };
                if sort.is_none() || (composite.is_none() && attributes.is_empty()) {
                    loader.declaration_failed(&key.text);
                } else if !all.clashes(loader, sorts, &name, &key) {
                    all.composites.extend(composite);
                    all.attributes.extend(attributes);
                }
            }
        }
    }
    all
}

impl Declared {
    /// One name means one thing along a line of sorts.
    fn clashes(&self, loader: &mut Loader, sorts: &Sorts, sort: &Name, key: &Key) -> bool {
        let attributes = self.attributes.iter();
        let attributes = attributes.map(|other| (&other.name, &other.sort, &other.place));
        let composites = self.composites.iter();
        let mut others =
            attributes.chain(composites.map(|other| (&other.name, &other.sort, &other.place)));
        let clash = others.find(|(name, other, _)| {
            ***name == *key.text && (sorts.is_sub(sort, other) || sorts.is_sub(other, sort))
        });
        let Some((_, other, place)) = clash else {
            return false;
        };
        let message = Phrase::new(
            format!(
                "duplicate key: `{}` is already an attribute of `{other}`",
                key.text
            ),
            format!(
                "clé en double : `{}` est déjà un attribut de `{other}`",
                key.text
            ),
        );
        loader.diagnostics.push(
            Diagnostic::error("duplicate-key", key.place.clone(), message).also(
                place.clone(),
                Phrase::new("first declared here", "déclaré ici d'abord"),
            ),
        );
        true
    }
}

const ATTRIBUTE_KEYS: [&str; 22] = [
    "type",
    "values",
    "range",
    "decimals",
    "sort",
    "of",
    "max_length",
    "pattern",
    "max_items",
    "schema",
    "max_words",
    "forbidden",
    "address",
    "mentions",
    "category",
    "asked_by",
    "observed_by",
    "tellings",
    "depth",
    "changes",
    "confidential",
    "generate",
];

pub(super) fn attribute(
    loader: &mut Loader,
    sorts: &Sorts,
    sort: &Name,
    key: &Key,
    node: &Node,
) -> Option<Attribute> {
    if key.text.rsplit('.').next() == Some("name") {
        let message = Phrase::new(
            "`name` is what every entity is called; choose another word for this attribute",
            "`name` est le nom de toute entité ; choisissez un autre mot pour cet attribut",
        );
        let error = Diagnostic::error("bad-name", key.place.clone(), message);
        loader.diagnostics.push(error.hint(Phrase::new(
            "call it `full_name`, or `name_of_…` what it names",
            "appelez-le `full_name`, ou `nom_de_…` ce qu'il nomme",
        )));
        return None;
    }
    let mut fields = loader.fields(node, &ATTRIBUTE_KEYS)?;
    let mut notes = Notes::default();
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
                    &mut notes,
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
            ("range", !has(kind, &Type::Number) && *kind != Type::Date),
            ("decimals", !has(kind, &Type::Number)),
            ("max_length", !has(kind, &Type::Text)),
            ("pattern", !has(kind, &Type::Text)),
            ("max_items", !matches!(kind, Type::List(_))),
            (
                "schema",
                !matches!(kind, Type::List(_)) && *kind != Type::Text,
            ),
            ("max_words", *kind != Type::Text),
            ("forbidden", *kind != Type::Text),
            ("address", *kind != Type::Text),
            ("mentions", *kind != Type::Text),
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
    let range = match fields.take("range") {
        Some(node) if kind == Some(Type::Date) => {
            span(loader, sort, &key.text, &node);
            (None, None)
        }
        Some(node) => range(loader, &node),
        None => (None, None),
    };
    let decimals = fields
        .take("decimals")
        .and_then(|node| loader.whole(&node, 0, 6))
        .and_then(|decimals| u32::try_from(decimals).ok());
    let max_length = fields
        .take("max_length")
        .and_then(|node| loader.whole(&node, 1, 100_000))
        .and_then(|length| usize::try_from(length).ok());
    let attribute = Attribute {
        sort: sort.clone(),
        name: Name::from(key.text.as_str()),
        place: key.place.clone(),
        topic: topic(loader, &key.text, &mut fields, &["value"]),
        labels: notes.labels,
        options: notes.options,
        depth: fields
            .take("depth")
            .and_then(|node| one_of(loader, &node, &Depth::NAMES))
            .unwrap_or_default(),
        range,
        decimals: decimals.unwrap_or(0),
        max_length,
        checks: super::checks::checks(loader, &mut fields, kind.as_ref().unwrap_or(&Type::Text)),
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
    // An end of dates is a rule, and no rule reads what changes or is confidential.
    if attribute.changes || attribute.confidential {
        let is_own = |bound: &Bound| bound.sort == *sort && bound.attribute == key.text;
        let place = loader.spans.iter().find(|bound| is_own(bound));
        if let Some(place) = place.map(|bound| bound.place.clone()) {
            loader.spans.retain(|bound| !is_own(bound));
            loader.error(
                "unknown-key",
                place,
                "`range` means nothing for a date that changes or is confidential",
                "`range` n'a pas de sens pour une date qui change ou est confidentielle",
            );
        }
    }
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
    super::schemas::agrees(loader, &attribute);
    super::grammars::sampled(loader, &attribute);
    kind.map(|_| attribute)
}

/// What an attribute and a composite have alike. A telling may print these names, and `name`.
fn topic(loader: &mut Loader, name: &str, fields: &mut Fields, locals: &[&str]) -> Topic {
    let category = fields
        .take("category")
        .and_then(|node| loader.string(&node))
        .map(Name::from);
    let stems = Stems::of(&loader.languages);
    let mut asked_by = Vec::new();
    if let Some(node) = fields.take("asked_by") {
        for (words, place) in loader.placed_strings(&node) {
            if Cue::new(&stems, &Name::from(""), &Name::from(""), &words).is_some() {
                asked_by.push(words);
            } else {
                loader.error(
                    "empty-cue",
                    place,
                    format!("`{words}` holds no word that says what is asked"),
                    format!("`{words}` ne contient aucun mot qui dise ce qui est demandé"),
                );
            }
        }
    }
    let tellings = match fields.take("tellings") {
        None => Vec::new(),
        Some(Node {
            kind: Kind::List(list),
            ..
        }) => list
            .iter()
            .enumerate()
            .filter_map(|(index, node)| {
                telling(loader, &format!("{name}.telling.{index}"), node, locals)
            })
            .collect(),
        Some(node) => telling(loader, &format!("{name}.telling.0"), &node, locals)
            .into_iter()
            .collect(),
    };
    let observed_by = match fields.take("observed_by") {
        None => Vec::new(),
        Some(Node {
            kind: Kind::List(list),
            ..
        }) => list
            .iter()
            .filter_map(|node| one_of(loader, node, &TriggerKind::NAMES))
            .collect(),
        Some(node) => one_of(loader, &node, &TriggerKind::NAMES)
            .into_iter()
            .collect(),
    };
    Topic {
        category,
        asked_by,
        observed_by,
        locals: locals.iter().map(|local| (*local).to_owned()).collect(),
        tellings,
    }
}

/// A text, or `{register, text}`.
pub(super) fn telling(
    loader: &mut Loader,
    name: &str,
    node: &Node,
    locals: &[&str],
) -> Option<Telling> {
    let has_text = |entries: &[(Key, Node)]| entries.iter().any(|(key, _)| key.text == "text");
    match &node.kind {
        Kind::Map(entries) if has_text(entries) => {
            let mut fields = loader.fields(node, &["register", "text"])?;
            let register = fields.take("register");
            let register = register.and_then(|node| one_of(loader, &node, &Register::NAMES));
            let text = fields.take("text")?;
            let text = loader.telling(name, &text, locals)?;
            Some(Telling { text, register })
        }
        Kind::Map(_) | Kind::Scalar { .. } | Kind::List(_) => Some(Telling {
            text: loader.telling(name, node, locals)?,
            register: None,
        }),
    }
}

/// One of some words.
pub(super) fn one_of<T: Copy>(
    loader: &mut Loader,
    node: &Node,
    known: &[(&'static str, T)],
) -> Option<T> {
    let word = loader.string(node)?;
    let found = known.iter().find(|(name, _)| *name == word);
    if found.is_none() {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let message = Phrase::new(
            format!("`{word}` is none of {}", names.join(", ")),
            format!("`{word}` n'est aucun de {}", names.join(", ")),
        );
        loader.diagnostics.push(
            Diagnostic::error("unknown-value", node.place.clone(), message).suggest(&word, names),
        );
    }
    found.map(|(_, value)| *value)
}

/// What is said of the values of an enumeration.
#[derive(Default)]
pub(super) struct Notes {
    pub labels: BTreeMap<Name, super::Text>,
    pub options: BTreeMap<Name, ValueNote>,
}

/// A composite: its fields become attributes, and what is asked and told is about all of them.
fn composite(
    loader: &mut Loader,
    sorts: &Sorts,
    sort: &Name,
    key: &Key,
    node: &Node,
) -> Option<(Composite, Vec<Attribute>)> {
    let mut fields = loader.fields(
        node,
        &["fields", "category", "asked_by", "observed_by", "tellings"],
    )?;
    let list = fields.take("fields")?;
    let entries = loader.named(list, &Phrase::new("fields", "champs"));
    if entries.is_empty() {
        loader.error(
            "missing-key",
            key.place.clone(),
            format!("`{}` has no fields", key.text),
            format!("`{}` n'a pas de champs", key.text),
        );
        return None;
    }
    let names: Vec<String> = entries.iter().map(|(key, _)| key.text.clone()).collect();
    let locals: Vec<&str> = names.iter().map(String::as_str).collect();
    let topic = topic(loader, &key.text, &mut fields, &locals);
    let attributes: Vec<Attribute> = entries
        .into_iter()
        .filter_map(|(field, node)| {
            let full = Key {
                text: format!("{}.{}", key.text, field.text),
                place: field.place.clone(),
            };
            let read = attribute(loader, sorts, sort, &full, &node);
            if read.is_none() {
                loader.declaration_failed(&field.text);
                loader.declaration_failed(&full.text);
            }
            read
        })
        .collect();
    let composite = Composite {
        sort: sort.clone(),
        name: Name::from(key.text.as_str()),
        place: key.place.clone(),
        fields: attributes.iter().map(|field| field.name.clone()).collect(),
        topic,
    };
    Some((composite, attributes))
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

pub(super) fn type_named(
    loader: &mut Loader,
    sorts: &Sorts,
    word: &str,
    place: &Place,
    fields: &mut Fields,
    labels: &mut Notes,
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
fn enum_type(loader: &mut Loader, node: &Node, notes: &mut Notes, name: &str) -> Option<Type> {
    let mut values: Vec<Name> = Vec::new();
    match &node.kind {
        Kind::List(list) => {
            let mut seen: BTreeMap<String, Place> = BTreeMap::new();
            for entry in list {
                let Some(value) = loader.string(entry) else {
                    continue;
                };
                let place = entry.place.clone();
                if let Some(first) = seen.get(&value) {
                    let message = Phrase::new(
                        format!("duplicate key: `{value}` stands twice"),
                        format!("clé en double : `{value}` figure deux fois"),
                    );
                    loader.duplicate("duplicate-key", place, message, Some(first));
                } else {
                    seen.insert(value.clone(), place);
                }
                values.push(Name::from(value));
            }
        }
        Kind::Map(entries) => {
            for (key, node) in entries {
                let value = Name::from(key.text.as_str());
                let label = noted(loader, &value, node, notes);
                let label = label.and_then(|node| loader.text(&format!("{name}.{value}"), &node));
                if let Some(text) = label {
                    notes.labels.insert(value.clone(), text);
                }
                values.push(value);
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

/// `label`, or `{label, weight, tags, synonyms}`; the label is left to the caller.
fn noted(loader: &mut Loader, value: &Name, node: &Node, notes: &mut Notes) -> Option<Node> {
    const KEYS: [&str; 4] = ["label", "weight", "tags", "synonyms"];
    let Kind::Map(entries) = &node.kind else {
        return (!node.is_null()).then(|| node.clone());
    };
    if !entries
        .iter()
        .any(|(key, _)| KEYS.contains(&key.text.as_str()))
    {
        return Some(node.clone());
    }
    let mut fields = loader.fields(node, &KEYS)?;
    let mut strings = |key: &str| {
        let node = fields.take(key);
        let strings = node
            .map(|node| loader.placed_strings(&node))
            .unwrap_or_default();
        strings
            .into_iter()
            .map(|(text, _)| text)
            .collect::<Vec<_>>()
    };
    let tags = strings("tags").into_iter().map(Name::from).collect();
    let synonyms = strings("synonyms");
    let weight = fields
        .take("weight")
        .and_then(|node| loader.whole(&node, 0, 1_000_000));
    let note = ValueNote {
        weight,
        tags,
        synonyms,
    };
    notes.options.insert(value.clone(), note);
    fields.take("label")
}

/// A range of dates: what it says becomes a world rule for each end, which narrows and explains as any other does.
fn span(loader: &mut Loader, sort: &Name, attribute: &str, node: &Node) {
    let Some((least, most)) = ends(loader, node) else {
        return;
    };
    let mut end = |node: &Node| {
        if node.is_null() {
            return None;
        }
        let text = loader.string(node)?;
        let date = text.parse::<Date>().ok();
        if date.is_none() {
            loader.error(
                "wrong-type",
                node.place.clone(),
                format!("`{text}` is not a date such as 2026-03-31"),
                format!("`{text}` n'est pas une date comme 2026-03-31"),
            );
        }
        date
    };
    let (low, high) = (end(least), end(most));
    if let (Some(low), Some(high)) = (low, high)
        && low > high
    {
        empty_range(loader, node, low, high);
    }
    let bound = |sign, date, node: &Node| Bound {
        sort: sort.clone(),
        attribute: attribute.to_owned(),
        sign,
        date,
        place: node.place.clone(),
    };
    let low = low.map(|date| bound(">=", date, least));
    let high = high.map(|date| bound("<=", date, most));
    loader.spans.extend(low.into_iter().chain(high));
}

fn empty_range(loader: &mut Loader, node: &Node, low: impl Display, high: impl Display) {
    loader.error(
        "empty-range",
        node.place.clone(),
        format!("nothing lies between {low} and {high}"),
        format!("rien n'est entre {low} et {high}"),
    );
}

/// Both ends of a range.
fn ends<'n>(loader: &mut Loader, node: &'n Node) -> Option<(&'n Node, &'n Node)> {
    let Kind::List(ends) = &node.kind else {
        loader.error(
            "wrong-type",
            node.place.clone(),
            "a range is [least, most]; leave an end open with null",
            "un intervalle s'écrit [min, max] ; null laisse un côté ouvert",
        );
        return None;
    };
    let [least, most] = &ends[..] else {
        loader.error(
            "wrong-type",
            node.place.clone(),
            "a range has two ends",
            "un intervalle a deux bornes",
        );
        return None;
    };
    Some((least, most))
}

fn range(
    loader: &mut Loader,
    node: &Node,
) -> (Option<logic::value::Number>, Option<logic::value::Number>) {
    let Some((least, most)) = ends(loader, node) else {
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
        empty_range(loader, node, low, high);
    }
    (least_value, most_value)
}

fn generate(loader: &mut Loader, name: &str, node: &Node) -> Option<Generate> {
    let mut fields = loader.fields(node, &["prompt", "offline", "grammar"])?;
    let prompt = fields
        .take("prompt")
        .and_then(|node| loader.telling(&format!("{name}.prompt"), &node, &["it"]));
    let offline = match fields.take("offline") {
        None => Vec::new(),
        Some(Node {
            kind: Kind::List(list),
            ..
        }) => list
            .iter()
            .enumerate()
            .filter_map(|(index, node)| {
                loader.telling(&format!("{name}.offline.{index}"), node, &["it"])
            })
            .collect(),
        Some(node) => loader
            .telling(&format!("{name}.offline.0"), &node, &["it"])
            .into_iter()
            .collect(),
    };
    let grammar = fields
        .take("grammar")
        .and_then(|node| super::grammars::grammar(loader, &node));
    Some(Generate {
        prompt,
        offline,
        grammar,
    })
}
