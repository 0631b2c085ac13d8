//! Flows, read from their files: statements, questions, gates and tellings, each with an id.

use super::load::Loader;
use super::vocabulary::Names;
use super::world::condition;
use super::{ChoiceOption, Flow, Part, PartKind, Text};
use crate::diagnostic::{Diagnostic, Place};
use crate::limits;
use crate::yaml::{Key, Kind, Node};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Cell, Name};
use std::collections::{BTreeMap, BTreeSet};

const PART_KINDS: [&str; 4] = ["say", "ask", "gate", "tell"];

pub(super) fn flow(loader: &mut Loader, names: &Names, tops: Vec<(Key, Node)>) -> Option<Flow> {
    let mut flows = Vec::new();
    for (_, node) in tops {
        flows.extend(loader.named(node, &Phrase::new("flows", "parcours")));
    }
    let mut flows = flows.into_iter();
    let (key, node) = flows.next()?;
    for (extra, _) in flows {
        loader.error(
            "several-flows",
            extra.place,
            format!("a project has one flow, and `{}` is it", key.text),
            format!("un projet a un seul parcours, et c'est `{}`", key.text),
        );
    }
    let Kind::List(list) = &node.kind else {
        loader.error("wrong-type", node.place, "a flow is a list of parts", "un parcours est une liste de parties");
        return None;
    };
    let mut seen: BTreeMap<String, Place> = BTreeMap::new();
    let parts = list.iter().filter_map(|node| part(loader, names, node, &mut seen)).collect();
    Some(Flow { id: Name::from(key.text), parts })
}

fn part(loader: &mut Loader, names: &Names, node: &Node, seen: &mut BTreeMap<String, Place>) -> Option<Part> {
    let known = ["say", "ask", "gate", "tell", "text", "template", "when", "fixes", "choices", "tries", "event", "cell", "shows", "why"];
    let mut fields = loader.fields(node, &known)?;
    let kinds: Vec<&str> = PART_KINDS.into_iter().filter(|kind| fields.contains(kind)).collect();
    let [kind] = kinds[..] else {
        loader.error(
            "bad-part",
            node.place.clone(),
            "a part has exactly one of say, ask, gate, tell, with its id",
            "une partie a exactement un de say, ask, gate, tell, avec son id",
        );
        return None;
    };
    let id_node = fields.take(kind)?;
    let id = loader.string(&id_node)?;
    if let Some(first) = seen.get(&id) {
        let message = Phrase::new(format!("duplicate key: the part `{id}` stands twice"), format!("clé en double : la partie `{id}` figure deux fois"));
        loader.diagnostics.push(
            Diagnostic::error("duplicate-key", id_node.place, message).also(first.clone(), Phrase::new("first written here", "écrite ici d'abord")),
        );
        return None;
    }
    seen.insert(id.clone(), id_node.place.clone());
    let when = match fields.take("when") {
        Some(node) => Some(condition(loader, names, &node)?),
        None => None,
    };
    let shows = fields.take("shows").map(|node| confidential_cells(loader, names, &node)).unwrap_or_default();
    let allowed: &[&str] = match kind {
        "say" => &["text", "template"],
        "ask" => &["text", "template", "fixes", "choices", "tries", "why"],
        "gate" => &["text", "template", "event"],
        _ => &["cell"],
    };
    for extra in ["text", "template", "fixes", "choices", "tries", "event", "cell", "why"] {
        if fields.contains(extra) && !allowed.contains(&extra) {
            loader.error(
                "unknown-key",
                node.place.clone(),
                format!("`{extra}` means nothing in a `{kind}` part"),
                format!("`{extra}` n'a pas de sens dans une partie `{kind}`"),
            );
        }
    }
    let text = if kind == "tell" { None } else { Some(part_text(loader, &id, &mut fields, node)?) };
    let kind = match kind {
        "say" => PartKind::Say { text: text? },
        "gate" => {
            let event = match fields.take("event") {
                Some(node) => loader.string(&node)?,
                None => id.clone(),
            };
            PartKind::Gate { text: text?, event: Name::from(event) }
        }
        "tell" => {
            let Some(node) = fields.take("cell") else {
                loader.error("missing-key", node.place.clone(), "a `tell` part names its `cell`", "une partie `tell` nomme sa `cell`");
                return None;
            };
            let cell = cell(loader, names, &node)?;
            let attribute = names.attribute_of(&cell.entity, &cell.attribute)?;
            if attribute.confidential {
                loader.error("confidential-told", node.place, format!("{cell} is confidential"), format!("{cell} est confidentiel"));
            }
            PartKind::Tell { cell }
        }
        _ => question(loader, names, node, &id, text?, &mut fields)?,
    };
    Some(Part { id: Name::from(id), when, kind, place: id_node.place, shows })
}

fn part_text(loader: &mut Loader, id: &str, fields: &mut super::load::Fields, node: &Node) -> Option<Text> {
    match (fields.take("text"), fields.take("template")) {
        (Some(text), None) => loader.text(id, &text),
        (None, Some(template)) => loader.template_text(&template),
        (Some(_), Some(_)) | (None, None) => {
            loader.error(
                "missing-key",
                node.place.clone(),
                format!("`{id}` has either a `text` or a `template`"),
                format!("`{id}` a soit un `text`, soit un `template`"),
            );
            None
        }
    }
}

fn question(loader: &mut Loader, names: &Names, node: &Node, id: &str, text: Text, fields: &mut super::load::Fields) -> Option<PartKind> {
    let Some(fixes) = fields.take("fixes") else {
        loader.error(
            "missing-key",
            node.place.clone(),
            format!("the question `{id}` does not say which cell its answer `fixes`"),
            format!("la question `{id}` ne dit pas quelle cellule sa réponse `fixes`"),
        );
        return None;
    };
    let cell = cell(loader, names, &fixes)?;
    let attribute = names.attribute_of(&cell.entity, &cell.attribute)?;
    if attribute.confidential {
        loader.error(
            "confidential-question",
            fixes.place,
            format!("{cell} is confidential, and an answer is recorded as it is said; assert it instead"),
            format!("{cell} est confidentiel, et une réponse est enregistrée telle quelle ; affirmez-le plutôt"),
        );
        return None;
    }
    if matches!(attribute.kind, Type::Set(_) | Type::List(_) | Type::Instant) {
        let (en, fr) = (attribute.kind.describe().en, attribute.kind.describe().fr);
        loader.error("no-parser", fixes.place, format!("no answer can be read as {en}"), format!("aucune réponse ne peut être lue comme {fr}"));
        return None;
    }
    let kind = attribute.kind.clone();
    let labels = attribute.labels.clone();
    let choices = match fields.take("choices") {
        Some(node) => choices(loader, &kind, &node, id),
        None => default_choices(&kind, &labels),
    };
    let tries = fields.take("tries").and_then(|node| loader.whole(&node, 1, 100)).unwrap_or(u64::from(limits::DEFAULT_TRIES));
    let why = fields.take("why").and_then(|node| loader.text(&format!("{id}.why"), &node));
    Some(PartKind::Ask { text, cell, tries, choices, why })
}

fn default_choices(kind: &Type, labels: &BTreeMap<Name, Text>) -> Vec<ChoiceOption> {
    match kind {
        Type::Enum(values) => {
            values.iter().map(|value| ChoiceOption { value: value.clone(), label: labels.get(&**value).cloned(), synonyms: Vec::new() }).collect()
        }
        Type::Text | Type::Number | Type::Boolean | Type::Date | Type::Instant | Type::Reference(_) | Type::Set(_) | Type::List(_) => Vec::new(),
    }
}

/// `choices: {good: {label: …, synonyms: […]}}` or `choices: {good: label}`.
fn choices(loader: &mut Loader, kind: &Type, node: &Node, id: &str) -> Vec<ChoiceOption> {
    let Type::Enum(values) = kind else {
        loader.error("wrong-type", node.place.clone(), "only an enum has choices", "seul un enum a des choix");
        return Vec::new();
    };
    let mut options = Vec::new();
    for (key, value) in loader.named(node.clone(), &Phrase::new("choices", "choix")) {
        if !values.iter().any(|known| **known == key.text) {
            let message = Phrase::new(format!("`{}` is not a value this question can fix", key.text), format!("`{}` n'est pas une valeur de cette question", key.text));
            loader.diagnostics.push(Diagnostic::error("unknown-value", key.place, message).suggest(&key.text, values.iter().map(Name::as_str)));
            continue;
        }
        let name = format!("{id}.{}", key.text);
        let is_full = matches!(&value.kind, Kind::Map(entries) if entries.iter().any(|(key, _)| matches!(key.text.as_str(), "label" | "synonyms")));
        let (label, synonyms) = if is_full {
            let Some(mut fields) = loader.fields(&value, &["label", "synonyms"]) else { continue };
            (fields.take("label").and_then(|node| loader.text(&name, &node)), fields.take("synonyms").map(|node| loader.strings(&node)).unwrap_or_default())
        } else {
            (loader.text(&name, &value), Vec::new())
        };
        options.push(ChoiceOption { value: Name::from(key.text.as_str()), label, synonyms });
    }
    check_overlap(loader, &options, &node.place);
    options
}

/// Two choices that one word could mean are the author's mistake, not the visitor's.
fn check_overlap(loader: &mut Loader, options: &[ChoiceOption], place: &Place) {
    let mut seen: BTreeMap<String, &Name> = BTreeMap::new();
    for option in options {
        let own: BTreeSet<String> = std::iter::once(option.value.as_str()).chain(option.synonyms.iter().map(String::as_str)).map(logic::text::fold).collect();
        for word in own {
            if let Some(other) = seen.insert(word.clone(), &option.value) {
                loader.error(
                    "overlapping-choices",
                    place.clone(),
                    format!("« {word} » could mean `{other}` or `{}`", option.value),
                    format!("« {word} » pourrait désigner `{other}` ou `{}`", option.value),
                );
            }
        }
    }
}

fn cell(loader: &mut Loader, names: &Names, node: &Node) -> Option<Cell> {
    let text = loader.string(node)?;
    match text.parse::<Cell>() {
        Ok(cell) if names.attribute_of(&cell.entity, &cell.attribute).is_some() => Some(cell),
        Ok(_) | Err(_) => {
            let known: Vec<String> = names
                .entities
                .iter()
                .flat_map(|(id, entity)| {
                    names.attributes.iter().filter(|attribute| names.sorts.is_sub(&entity.sort, &attribute.sort)).map(move |attribute| format!("{id}.{}", attribute.name))
                })
                .collect();
            let message = Phrase::new(format!("there is no cell `{text}`"), format!("il n'y a pas de cellule `{text}`"));
            loader.diagnostics.push(Diagnostic::error("unknown-cell", node.place.clone(), message).suggest(&text, known.iter().map(String::as_str)));
            None
        }
    }
}

fn confidential_cells(loader: &mut Loader, names: &Names, node: &Node) -> BTreeSet<Cell> {
    let nodes = match &node.kind {
        Kind::List(list) => list.clone(),
        Kind::Scalar { .. } | Kind::Map(_) => vec![node.clone()],
    };
    nodes.iter().filter_map(|node| cell(loader, names, node)).collect()
}

/// A confidential cell may be printed only by a part that declares it (R9).
pub(super) fn check_confidential(loader: &mut Loader, names: &Names, flow: Option<&Flow>) {
    let Some(flow) = flow else { return };
    for part in &flow.parts {
        let text = match &part.kind {
            PartKind::Say { text } | PartKind::Ask { text, .. } | PartKind::Gate { text, .. } => text,
            PartKind::Tell { .. } => continue,
        };
        let paths: BTreeSet<String> = text.templates.values().flat_map(|template| loader.templates.all_paths(template)).collect();
        for cell in paths.iter().filter_map(|path| path.parse::<Cell>().ok()) {
            let confidential = names.attribute_of(&cell.entity, &cell.attribute).is_some_and(|attribute| attribute.confidential);
            if confidential && !part.shows.contains(&cell) {
                loader.error(
                    "confidential-shown",
                    part.place.clone(),
                    format!("`{}` prints {cell}, which is confidential, and does not declare it under `shows`", part.id),
                    format!("`{}` affiche {cell}, qui est confidentiel, sans le déclarer sous `shows`", part.id),
                );
            }
        }
    }
}
