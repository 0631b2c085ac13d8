//! Sorts, attributes, entities with their facts, and derived facts, read from their files.

use super::load::Loader;
use super::vocabulary::{Names, derived_reads, place_problem};
use super::{Attribute, Body, Case, Derived, Entity, Generate};
use crate::diagnostic::{Diagnostic, Place};
use crate::limits;
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
                let Some(mut fields) = loader.fields(&value, &["is"]) else { continue };
                fields.take("is").map(|node| (loader.strings(&node), node.place)).map_or_else(Vec::new, |(names, place)| {
                    names.into_iter().map(|name| (name, place.clone())).collect()
                })
            };
            sorts.declare(key.text.as_str(), &[]);
            parents.extend(supers.into_iter().map(|(parent, place)| (Name::from(key.text.as_str()), parent, place)));
        }
    }
    sorts.close();
    for (child, parent, place) in parents {
        match sorts.canonical(&parent) {
            Some(parent) => sorts.add_edge(child, parent, logic::sort::Origin::Declared),
            None => {
                let known: Vec<Name> = sorts.names().cloned().collect();
                let message = Phrase::new(format!("there is no sort `{parent}`"), format!("il n'y a pas de sorte `{parent}`"));
                loader.diagnostics.push(Diagnostic::error("unknown-sort", place, message).suggest(&parent, known.iter().map(Name::as_str)));
            }
        }
    }
    sorts.close();
    for (name, place) in declared {
        if sorts.equivalents(&name).len() > 1 {
            loader.error(
                "cyclic-sort",
                place,
                format!("`{name}` is below itself: {}", sorts.equivalents(&name).join(" is ")),
                format!("`{name}` est sous elle-même : {}", sorts.equivalents(&name).join(" est ")),
            );
        }
    }
    sorts
}

/// Reports a name that stands twice (in two files; in one file the keys already differ).
fn repeated(loader: &mut Loader, seen: &mut BTreeMap<String, Place>, key: &Key, en: &str, fr: &str) -> bool {
    if let Some(first) = seen.get(&key.text) {
        let message = Phrase::new(format!("duplicate key: the {en} `{}` is declared twice", key.text), format!("clé en double : {fr} `{}` est déclaré deux fois", key.text));
        loader.diagnostics.push(
            Diagnostic::error("duplicate-key", key.place.clone(), message).also(first.clone(), Phrase::new("first declared here", "déclaré ici d'abord")),
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
        let message = Phrase::new(format!("there is no sort `{name}`"), format!("il n'y a pas de sorte `{name}`"));
        loader.diagnostics.push(Diagnostic::error("unknown-sort", place.clone(), message).suggest(name, known.iter().map(Name::as_str)));
    }
    found
}

pub(super) fn attributes(loader: &mut Loader, sorts: &Sorts, tops: Vec<(Key, Node)>) -> Vec<Attribute> {
    let mut all: Vec<Attribute> = Vec::new();
    for (_, node) in tops {
        for (sort_key, node) in loader.named(node, &Phrase::new("sorts with their attributes", "sortes avec leurs attributs")) {
            let Some(sort) = known_sort(loader, sorts, &sort_key.text, &sort_key.place) else { continue };
            for (key, value) in loader.named(node, &Phrase::new("attributes", "attributs")) {
                let Some(attribute) = attribute(loader, sorts, &sort, &key, &value) else { continue };
                // One name means one thing along a line of sorts.
                let clash = all.iter().find(|other| other.name == attribute.name && (sorts.is_sub(&sort, &other.sort) || sorts.is_sub(&other.sort, &sort)));
                match clash {
                    Some(other) => {
                        let message = Phrase::new(
                            format!("duplicate key: `{}` is already an attribute of `{}`", key.text, other.sort),
                            format!("clé en double : `{}` est déjà un attribut de `{}`", key.text, other.sort),
                        );
                        let also = other.place.clone();
                        loader.diagnostics.push(
                            Diagnostic::error("duplicate-key", key.place.clone(), message).also(also, Phrase::new("first declared here", "déclaré ici d'abord")),
                        );
                    }
                    None => all.push(attribute),
                }
            }
        }
    }
    all
}

const ATTRIBUTE_KEYS: [&str; 11] =
    ["type", "values", "range", "sort", "of", "max_length", "category", "changes", "confidential", "generate", "labels"];

fn attribute(loader: &mut Loader, sorts: &Sorts, sort: &Name, key: &Key, node: &Node) -> Option<Attribute> {
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
    let Some(type_node) = fields.take("type") else {
        loader.error("missing-key", node.place.clone(), format!("`{}` has no `type`", key.text), format!("`{}` n'a pas de `type`", key.text));
        return None;
    };
    let word = loader.string(&type_node)?;
    let mut labels = BTreeMap::new();
    let kind = type_named(loader, sorts, &word, &type_node.place, &mut fields, &mut labels, &key.text)?;
    for misplaced in ["values", "sort", "of"].into_iter().filter(|key| fields.contains(key)).collect::<Vec<_>>() {
        loader.error("unknown-key", node.place.clone(), format!("`{misplaced}` means nothing for type {word}"), format!("`{misplaced}` n'a pas de sens pour le type {word}"));
    }
    let range = fields.take("range").map_or((None, None), |node| range(loader, &kind, &node));
    let max_length = fields
        .take("max_length")
        .and_then(|node| loader.whole(&node, 1, 100_000))
        .map_or(limits::GENERATED_CHARACTERS, |length| usize::try_from(length).unwrap_or(limits::GENERATED_CHARACTERS));
    let attribute = Attribute {
        sort: sort.clone(),
        name: Name::from(key.text.as_str()),
        place: key.place.clone(),
        category: fields.take("category").and_then(|node| loader.string(&node)).map(Name::from),
        labels,
        range,
        max_length,
        changes: fields.take("changes").and_then(|node| loader.boolean(&node)).unwrap_or(false),
        confidential: fields.take("confidential").and_then(|node| loader.boolean(&node)).unwrap_or(false),
        generate: fields.take("generate").and_then(|node| generate(loader, &key.text, &node)),
        kind,
    };
    if attribute.confidential && attribute.generate.is_some() {
        loader.error(
            "confidential-generated",
            key.place.clone(),
            format!("`{}` is confidential, so no model may make it up", key.text),
            format!("`{}` est confidentiel, aucun modèle ne peut l'inventer", key.text),
        );
    }
    Some(attribute)
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
                loader.error("missing-key", place.clone(), format!("the enum `{name}` has no `values`"), format!("l'enum `{name}` n'a pas de `values`"));
                return None;
            };
            return enum_type(loader, &values, labels, name);
        }
        "ref" | "set" => {
            let Some(node) = fields.take("sort") else {
                loader.error("missing-key", place.clone(), format!("`{name}` does not say of which `sort`"), format!("`{name}` ne dit pas de quelle `sort`"));
                return None;
            };
            let wanted = loader.string(&node)?;
            let sort = known_sort(loader, sorts, &wanted, &node.place)?;
            if word == "ref" { Type::Reference(sort) } else { Type::Set(sort) }
        }
        "list" => {
            let of = fields.take("of").and_then(|node| loader.string(&node)).unwrap_or_else(|| "text".to_owned());
            Type::List(Box::new(type_named(loader, sorts, &of, place, fields, labels, name)?))
        }
        _ => {
            let known = ["text", "number", "boolean", "date", "instant", "enum", "ref", "set", "list"];
            let message = Phrase::new(format!("`{word}` is not a type"), format!("`{word}` n'est pas un type"));
            let diagnostic = Diagnostic::error("unknown-type", place.clone(), message).suggest(word, known);
            let hint = diagnostic.hint.clone().unwrap_or_else(|| Phrase::new(format!("types: {}", known.join(", ")), format!("types : {}", known.join(", "))));
            loader.diagnostics.push(diagnostic.hint(hint));
            return None;
        }
    };
    Some(kind)
}

/// `values: [a, b]`, or `values: {a: label, b: {fr: …, en: …}}`.
fn enum_type(loader: &mut Loader, node: &Node, labels: &mut BTreeMap<Name, super::Text>, name: &str) -> Option<Type> {
    let mut values: Vec<Name> = Vec::new();
    match &node.kind {
        Kind::List(list) => {
            for entry in list {
                let value = loader.string(entry)?;
                if values.iter().any(|known| **known == *value) {
                    loader.error("duplicate-key", entry.place.clone(), format!("duplicate key: `{value}` stands twice"), format!("clé en double : `{value}` figure deux fois"));
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
        Kind::Scalar { .. } => {}
    }
    if values.is_empty() {
        loader.error("empty-enum", node.place.clone(), format!("`{name}` has no value to take"), format!("`{name}` n'a aucune valeur à prendre"));
        return None;
    }
    Some(Type::Enum(values))
}

fn range(loader: &mut Loader, kind: &Type, node: &Node) -> (Option<logic::value::Number>, Option<logic::value::Number>) {
    if !matches!(kind, Type::Number) {
        loader.error("unknown-key", node.place.clone(), "only a number has a `range`", "seul un nombre a un `range`");
        return (None, None);
    }
    let Kind::List(ends) = &node.kind else {
        loader.error("wrong-type", node.place.clone(), "a range is [least, most]; leave an end open with null", "un intervalle s'écrit [min, max] ; null laisse un côté ouvert");
        return (None, None);
    };
    let [least, most] = &ends[..] else {
        loader.error("wrong-type", node.place.clone(), "a range has two ends", "un intervalle a deux bornes");
        return (None, None);
    };
    let mut end = |node: &Node| if node.is_null() { None } else { loader.number(node) };
    let (least_value, most_value) = (end(least), end(most));
    if let (Some(low), Some(high)) = (least_value, most_value)
        && low > high
    {
        loader.error("empty-range", node.place.clone(), format!("nothing lies between {low} and {high}"), format!("rien n'est entre {low} et {high}"));
    }
    (least_value, most_value)
}

fn generate(loader: &mut Loader, name: &str, node: &Node) -> Option<Generate> {
    let mut fields = loader.fields(node, &["prompt", "offline"])?;
    let prompt = fields.take("prompt").and_then(|node| loader.text(&format!("{name}.prompt"), &node));
    let offline = match fields.take("offline") {
        None => Vec::new(),
        Some(Node { kind: Kind::List(list), .. }) => {
            list.iter().enumerate().filter_map(|(index, node)| loader.text(&format!("{name}.offline.{index}"), node)).collect()
        }
        Some(node) => loader.text(&format!("{name}.offline.0"), &node).into_iter().collect(),
    };
    Some(Generate { prompt, offline })
}

/// Entities first, then their facts: a fact may refer to an entity that is declared later.
pub(super) fn entities(loader: &mut Loader, names: &mut Names, tops: Vec<(Key, Node)>) -> BTreeMap<Cell, (Value, Place)> {
    let mut seen = BTreeMap::new();
    let mut facts: Vec<(Name, Node)> = Vec::new();
    for (_, node) in tops {
        for (key, value) in loader.named(node, &Phrase::new("entities", "entités")) {
            if repeated(loader, &mut seen, &key, "entity", "l'entité") {
                continue;
            }
            let Some(mut fields) = loader.fields(&value, &["sort", "name", "aliases", "facts"]) else { continue };
            let Some(sort_node) = fields.take("sort") else {
                loader.error("missing-key", key.place.clone(), format!("`{}` has no `sort`", key.text), format!("`{}` n'a pas de `sort`", key.text));
                continue;
            };
            let Some(sort) = loader.string(&sort_node).and_then(|sort| known_sort(loader, &names.sorts, &sort, &sort_node.place)) else { continue };
            let entity = Entity {
                sort,
                name: fields.take("name").and_then(|node| loader.string(&node)).unwrap_or_else(|| key.text.clone()),
                aliases: fields.take("aliases").map(|node| loader.strings(&node)).unwrap_or_default(),
                place: key.place.clone(),
            };
            let id = Name::from(key.text.as_str());
            if let Some(node) = fields.take("facts") {
                facts.push((id.clone(), node));
            }
            names.entities.insert(id, entity);
        }
    }
    check_aliases(loader, names);
    let mut values = BTreeMap::new();
    for (entity, node) in facts {
        for (key, value) in loader.named(node, &Phrase::new("facts", "faits")) {
            let Some(attribute) = names.attribute_of(&entity, &key.text) else {
                let known: Vec<Name> = names.attributes.iter().map(|attribute| attribute.name.clone()).collect();
                let message = Phrase::new(format!("`{entity}` has no attribute `{}`", key.text), format!("`{entity}` n'a pas d'attribut `{}`", key.text));
                loader.diagnostics.push(Diagnostic::error("unknown-attribute", key.place, message).suggest(&key.text, known.iter().map(Name::as_str)));
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
                values.insert(Cell { entity: entity.clone(), attribute: attribute.name.clone() }, (fact, key.place));
            }
        }
    }
    values
}

fn check_aliases(loader: &mut Loader, names: &Names) {
    let mut seen: BTreeMap<String, &Name> = BTreeMap::new();
    for (id, entity) in &names.entities {
        let own: std::collections::BTreeSet<String> = std::iter::once(&entity.name).chain(&entity.aliases).map(|alias| logic::text::fold(alias)).collect();
        for alias in own {
            if let Some(other) = seen.insert(alias.clone(), id) {
                loader.error(
                    "ambiguous-alias",
                    entity.place.clone(),
                    format!("« {alias} » could mean `{other}` or `{id}`"),
                    format!("« {alias} » pourrait désigner `{other}` ou `{id}`"),
                );
            }
        }
    }
}

/// A value as an author writes it in YAML.
fn declared_value(loader: &mut Loader, names: &Names, attribute: &Attribute, kind: &Type, node: &Node) -> Option<Value> {
    if node.is_null() {
        return Some(Value::Null);
    }
    let raw = to_raw(node);
    match crate::answer::typed(&raw, kind, attribute, &|id| names.entities.get(id).map(|entity| entity.sort.clone()), &names.sorts) {
        Ok(value) => Some(value),
        Err(problem) => {
            loader.error("wrong-value", node.place.clone(), problem.en, problem.fr);
            None
        }
    }
}

fn to_raw(node: &Node) -> crate::input::Raw {
    use crate::input::Raw;
    match &node.kind {
        Kind::Scalar { text, plain: true } if text == "true" => Raw::Bool(true),
        Kind::Scalar { text, plain: true } if text == "false" => Raw::Bool(false),
        Kind::Scalar { text, plain: true } if text.parse::<logic::value::Number>().is_ok() => Raw::Number(text.clone()),
        Kind::Scalar { text, .. } => Raw::Text(text.clone()),
        Kind::List(list) => Raw::List(list.iter().map(to_raw).collect()),
        Kind::Map(entries) => Raw::Map(entries.iter().map(|(key, value)| (key.text.clone(), to_raw(value))).collect()),
    }
}

/// `name: "formula"`, or `name: {type, is}` or `name: {type, first: [{when, is}, …]}`.
pub(super) fn derived(loader: &mut Loader, names: &mut Names, tops: Vec<(Key, Node)>) -> BTreeMap<Name, Derived> {
    let mut seen = BTreeMap::new();
    let mut bodies: Vec<(Key, Type, Vec<(Option<Node>, Node)>)> = Vec::new();
    for (_, node) in tops {
        for (key, value) in loader.named(node, &Phrase::new("derived facts", "faits dérivés")) {
            if repeated(loader, &mut seen, &key, "derived fact", "le fait dérivé") {
                continue;
            }
            let Some((kind, cases)) = derived_cases(loader, names, &key, value) else { continue };
            names.derived.insert(Name::from(key.text.as_str()), kind.clone());
            bodies.push((key, kind, cases));
        }
    }
    let mut all = BTreeMap::new();
    for (key, kind, cases) in bodies {
        let cases = cases
            .into_iter()
            .filter_map(|(when, is)| {
                let when = match when {
                    Some(node) => Some(condition(loader, names, &node)?),
                    None => None,
                };
                Some(Case { when, is: body(loader, names, &kind, &is)? })
            })
            .collect();
        all.insert(Name::from(key.text.as_str()), Derived { kind, cases, place: key.place });
    }
    check_cycles(loader, &all);
    all
}

fn derived_cases(loader: &mut Loader, names: &Names, key: &Key, value: Node) -> Option<(Type, Vec<(Option<Node>, Node)>)> {
    if matches!(value.kind, Kind::Scalar { .. }) {
        return Some((Type::Boolean, vec![(None, value)]));
    }
    let mut fields = loader.fields(&value, &["type", "values", "sort", "of", "is", "first"])?;
    let kind = match fields.take("type") {
        None => Type::Boolean,
        Some(node) => {
            let word = loader.string(&node)?;
            type_named(loader, &names.sorts, &word, &node.place, &mut fields, &mut BTreeMap::new(), &key.text)?
        }
    };
    let cases = match (fields.take("is"), fields.take("first")) {
        (Some(is), None) => vec![(None, is)],
        (None, Some(Node { kind: Kind::List(list), .. })) => list
            .iter()
            .filter_map(|node| {
                let mut fields = loader.fields(node, &["when", "is"])?;
                let Some(is) = fields.take("is") else {
                    loader.error("missing-key", node.place.clone(), "a case says what it `is`", "un cas dit ce qu'il vaut avec `is`");
                    return None;
                };
                Some((fields.take("when"), is))
            })
            .collect(),
        (Some(_), Some(_)) | (None, _) => {
            loader.error("missing-key", value.place, "a derived fact has either `is` or a list `first`", "un fait dérivé a soit `is`, soit une liste `first`");
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
    let quoted = matches!(&node.kind, Kind::Scalar { plain: false, .. });
    let checked = logic::read::read_term(&source).and_then(|parsed| logic::check::check_term(parsed, names, Some(kind)));
    match checked {
        Ok((term, _)) => Some(Body::Term(term)),
        Err(problems) => {
            loader.diagnostics.extend(problems.into_iter().map(|problem| place_problem(problem, &node.place, &source, quoted)));
            None
        }
    }
}

/// A condition in the one formula language, with names and types checked.
pub(super) fn condition(loader: &mut Loader, names: &Names, node: &Node) -> Option<Formula> {
    let source = loader.string(node)?;
    let quoted = matches!(&node.kind, Kind::Scalar { plain: false, .. });
    match logic::read::read(&source).and_then(|parsed| logic::check::check(parsed, names)) {
        Ok(formula) => Some(formula),
        Err(problems) => {
            loader.diagnostics.extend(problems.into_iter().map(|problem| place_problem(problem, &node.place, &source, quoted)));
            None
        }
    }
}

fn check_cycles(loader: &mut Loader, all: &BTreeMap<Name, Derived>) {
    let reads: BTreeMap<&Name, Vec<Name>> = all.iter().map(|(name, derived)| (name, derived_reads(derived))).collect();
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
