//! Flows, read from their files: statements, questions, gates and tellings, each with an id.

use super::derived::condition;
use super::load::Loader;
use super::vocabulary::Names;
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
        loader.error(
            "wrong-type",
            node.place,
            "a flow is a list of parts",
            "un parcours est une liste de parties",
        );
        return None;
    };
    let mut seen: BTreeMap<String, Place> = BTreeMap::new();
    let parts = list
        .iter()
        .filter_map(|node| part(loader, names, node, &mut seen))
        .collect();
    Some(Flow {
        id: Name::from(key.text),
        parts,
    })
}

fn part(
    loader: &mut Loader,
    names: &Names,
    node: &Node,
    seen: &mut BTreeMap<String, Place>,
) -> Option<Part> {
    let known = [
        "say", "ask", "gate", "tell", "text", "template", "when", "fixes", "choices", "tries",
        "event", "cell", "shows", "why",
    ];
    let mut fields = loader.fields(node, &known)?;
    let kinds: Vec<&str> = PART_KINDS
        .into_iter()
        .filter(|kind| fields.contains(kind))
        .collect();
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
    let id = loader.string(&id_node);
    let is_new = id
        .as_ref()
        .is_some_and(|id| is_new_part(loader, id, &id_node.place, seen));
    // Everything is read before anything is given up, so that all mistakes of a part are seen.
    let when = fields
        .take("when")
        .map(|node| condition(loader, names, &node));
    let shows = fields
        .take("shows")
        .map(|node| confidential_cells(loader, names, &node))
        .unwrap_or_default();
    let allowed: &[&str] = match kind {
        "say" => &["text", "template"],
        "ask" => &["text", "template", "fixes", "choices", "tries", "why"],
        "gate" => &["text", "template", "event"],
        _ => &["cell"],
    };
    for extra in [
        "text", "template", "fixes", "choices", "tries", "event", "cell", "why",
    ] {
        if let Some(place) = fields
            .key_place(extra)
            .filter(|_| !allowed.contains(&extra))
        {
            loader.error(
                "unknown-key",
                place.clone(),
                format!("`{extra}` means nothing in a `{kind}` part"),
                format!("`{extra}` n'a pas de sens dans une partie `{kind}`"),
            );
        }
    }
    let name = id.clone().unwrap_or_else(|| kind.to_owned());
    let text = if kind == "tell" {
        None
    } else {
        part_text(loader, &name, &mut fields, &id_node.place)
    };
    let kind = match kind {
        "say" => text.map(|text| PartKind::Say { text }),
        "gate" => {
            let event = match fields.take("event") {
                Some(node) => loader.string(&node),
                None => id.clone(),
            };
            text.zip(event).map(|(text, event)| PartKind::Gate {
                text,
                event: Name::from(event),
            })
        }
        "tell" => telling(loader, names, &id_node.place, &mut fields),
        _ => question(loader, names, &id_node.place, &name, text, &mut fields),
    };
    let when = when.map_or(Some(None), |when| when.map(Some))?;
    Some(Part {
        id: Name::from(id.filter(|_| is_new)?),
        when,
        kind: kind?,
        place: id_node.place,
        shows,
    })
}

fn is_new_part(
    loader: &mut Loader,
    id: &str,
    place: &Place,
    seen: &mut BTreeMap<String, Place>,
) -> bool {
    let Some(first) = seen.get(id) else {
        seen.insert(id.to_owned(), place.clone());
        return true;
    };
    let message = Phrase::new(
        format!("duplicate key: the part `{id}` stands twice"),
        format!("clé en double : la partie `{id}` figure deux fois"),
    );
    let also = Phrase::new("first written here", "écrite ici d'abord");
    loader
        .diagnostics
        .push(Diagnostic::error("duplicate-key", place.clone(), message).also(first.clone(), also));
    false
}

fn telling(
    loader: &mut Loader,
    names: &Names,
    place: &Place,
    fields: &mut super::fields::Fields,
) -> Option<PartKind> {
    let Some(node) = fields.take("cell") else {
        loader.error(
            "missing-key",
            place.clone(),
            "a `tell` part names its `cell`",
            "une partie `tell` nomme sa `cell`",
        );
        return None;
    };
    let cell = cell(loader, names, &node)?;
    if names
        .attribute_of(&cell.entity, &cell.attribute)?
        .confidential
    {
        loader.error(
            "confidential-told",
            node.place,
            format!("{cell} is confidential"),
            format!("{cell} est confidentiel"),
        );
    }
    Some(PartKind::Tell { cell })
}

fn part_text(
    loader: &mut Loader,
    id: &str,
    fields: &mut super::fields::Fields,
    place: &Place,
) -> Option<Text> {
    match (fields.take("text"), fields.take("template")) {
        (Some(text), None) => loader.text(id, &text),
        (None, Some(template)) => loader.template_text(&template),
        (Some(_), Some(_)) | (None, None) => {
            loader.error(
                "missing-key",
                place.clone(),
                format!("`{id}` has either a `text` or a `template`"),
                format!("`{id}` a soit un `text`, soit un `template`"),
            );
            None
        }
    }
}

fn question(
    loader: &mut Loader,
    names: &Names,
    place: &Place,
    id: &str,
    text: Option<Text>,
    fields: &mut super::fields::Fields,
) -> Option<PartKind> {
    let tries = fields
        .take("tries")
        .and_then(|node| loader.whole(&node, 1, 100))
        .unwrap_or(u64::from(limits::DEFAULT_TRIES));
    let why = fields
        .take("why")
        .and_then(|node| loader.text(&format!("{id}.why"), &node));
    let cell = match fields.take("fixes") {
        Some(node) => answered_cell(loader, names, &node),
        None => {
            loader.error(
                "missing-key",
                place.clone(),
                format!("the question `{id}` does not say which cell its answer `fixes`"),
                format!("la question `{id}` ne dit pas quelle cellule sa réponse `fixes`"),
            );
            None
        }
    }?;
    let attribute = names.attribute_of(&cell.entity, &cell.attribute)?;
    let choices = match fields.take("choices") {
        Some(node) => choices(loader, &attribute.kind, &node, id),
        None => default_choices(&attribute.kind, &attribute.labels),
    };
    Some(PartKind::Ask {
        text: text?,
        cell,
        tries,
        choices,
        why,
    })
}

/// A cell that an answer in words may fix.
fn answered_cell(loader: &mut Loader, names: &Names, node: &Node) -> Option<Cell> {
    let cell = cell(loader, names, node)?;
    let attribute = names.attribute_of(&cell.entity, &cell.attribute)?;
    if attribute.confidential {
        loader.error(
            "confidential-question",
            node.place.clone(),
            format!("{cell} is confidential, and an answer is recorded as it is said; assert it instead"),
            format!("{cell} est confidentiel, et une réponse est enregistrée telle quelle ; affirmez-le plutôt"),
        );
        return None;
    }
    if matches!(attribute.kind, Type::Set(_) | Type::List(_) | Type::Instant) {
        let kind = attribute.kind.describe();
        loader.error(
            "no-parser",
            node.place.clone(),
            format!("no answer can be read as {}", kind.en),
            format!("aucune réponse ne peut être lue comme {}", kind.fr),
        );
        return None;
    }
    Some(cell)
}

fn default_choices(kind: &Type, labels: &BTreeMap<Name, Text>) -> Vec<ChoiceOption> {
    match kind {
        Type::Enum(values) => values
            .iter()
            .map(|value| ChoiceOption {
                value: value.clone(),
                label: labels.get(&**value).cloned(),
                synonyms: Vec::new(),
            })
            .collect(),
        Type::Text
        | Type::Number
        | Type::Boolean
        | Type::Date
        | Type::Instant
        | Type::Reference(_)
        | Type::Set(_)
        | Type::List(_) => Vec::new(),
    }
}

/// `choices: {good: {label: …, synonyms: […]}}` or `choices: {good: label}`.
fn choices(loader: &mut Loader, kind: &Type, node: &Node, id: &str) -> Vec<ChoiceOption> {
    let Type::Enum(values) = kind else {
        loader.error(
            "wrong-type",
            node.place.clone(),
            "only an enum has choices",
            "seul un enum a des choix",
        );
        return Vec::new();
    };
    let mut options = Vec::new();
    let mut words: Vec<(Name, String, Place)> = Vec::new();
    // Values of an enum may be any text, so their names are not checked here.
    for (key, value) in loader.entries(node.clone(), &Phrase::new("choices", "choix")) {
        if !values.iter().any(|known| **known == key.text) {
            let message = Phrase::new(
                format!("`{}` is not a value this question can fix", key.text),
                format!("`{}` n'est pas une valeur de cette question", key.text),
            );
            loader.diagnostics.push(
                Diagnostic::error("unknown-value", key.place, message)
                    .suggest(&key.text, values.iter().map(Name::as_str)),
            );
            continue;
        }
        let (name, option) = (format!("{id}.{}", key.text), Name::from(key.text.as_str()));
        words.push((option.clone(), key.text.clone(), key.place.clone()));
        let is_full = matches!(&value.kind, Kind::Map(entries) if entries.iter().any(|(key, _)| matches!(key.text.as_str(), "label" | "synonyms")));
        let (label, synonyms) = if is_full {
            let Some(mut fields) = loader.fields(&value, &["label", "synonyms"]) else {
                continue;
            };
            let label = fields
                .take("label")
                .and_then(|node| loader.text(&name, &node));
            (
                label,
                fields
                    .take("synonyms")
                    .map(|node| loader.placed_strings(&node))
                    .unwrap_or_default(),
            )
        } else {
            (loader.text(&name, &value), Vec::new())
        };
        words.extend(
            synonyms
                .iter()
                .map(|(word, place)| (option.clone(), word.clone(), place.clone())),
        );
        options.push(ChoiceOption {
            value: option,
            label,
            synonyms: synonyms.into_iter().map(|(word, _)| word).collect(),
        });
    }
    check_overlap(loader, &words);
    options
}

/// Two choices that one word could mean are the author's mistake, not the visitor's.
fn check_overlap(loader: &mut Loader, words: &[(Name, String, Place)]) {
    let mut seen: BTreeMap<String, (&Name, &Place)> = BTreeMap::new();
    for (option, word, place) in words {
        match seen.get(&logic::text::fold(word)) {
            Some((other, first)) if *other != option => {
                let message = Phrase::new(
                    format!("« {word} » could mean `{other}` or `{option}`"),
                    format!("« {word} » pourrait désigner `{other}` ou `{option}`"),
                );
                let also = Phrase::new("first written here", "écrit ici d'abord");
                loader.diagnostics.push(
                    Diagnostic::error("overlapping-choices", place.clone(), message)
                        .also((*first).clone(), also),
                );
            }
            Some(_) => {}
            None => {
                seen.insert(logic::text::fold(word), (option, place));
            }
        }
    }
}

fn cell(loader: &mut Loader, names: &Names, node: &Node) -> Option<Cell> {
    let text = loader.string(node)?;
    match text.parse::<Cell>() {
        Ok(cell) if names.attribute_of(&cell.entity, &cell.attribute).is_some() => Some(cell),
        Ok(_) | Err(_) => {
            let known = near_cell(names, &text);
            let message = Phrase::new(
                format!("there is no cell `{text}`"),
                format!("il n'y a pas de cellule `{text}`"),
            );
            loader.unknown(
                Diagnostic::error("unknown-cell", node.place.clone(), message)
                    .suggest(&text, known.iter().map(String::as_str)),
                &text,
            );
            None
        }
    }
}

/// The cell that was probably meant: the nearest entity, and the nearest of its attributes.
fn near_cell(names: &Names, text: &str) -> Option<String> {
    let (entity, attribute) = text.split_once('.')?;
    let entity = if names.entities.contains_key(entity) {
        entity.to_owned()
    } else {
        let known = names.candidates(names.entities.keys());
        logic::text::nearest(entity, known.iter().map(Name::as_str))?.to_owned()
    };
    let known = names.attributes_of(&entity);
    let attribute = logic::text::nearest(attribute, known.iter().map(Name::as_str))?;
    Some(format!("{entity}.{attribute}"))
}

fn confidential_cells(loader: &mut Loader, names: &Names, node: &Node) -> BTreeSet<Cell> {
    let nodes = match &node.kind {
        Kind::List(list) => list.clone(),
        Kind::Scalar { .. } | Kind::Map(_) => vec![node.clone()],
    };
    nodes
        .iter()
        .filter_map(|node| cell(loader, names, node))
        .collect()
}

/// A confidential cell may be printed only by a part that declares it (R9).
pub(super) fn check_confidential(loader: &mut Loader, names: &Names, flow: Option<&Flow>) {
    let parts: &[Part] = flow.map_or(&[], |flow| &flow.parts);
    let mut of_parts: BTreeSet<String> = BTreeSet::new();
    for part in parts {
        let text = match &part.kind {
            PartKind::Say { text } | PartKind::Ask { text, .. } | PartKind::Gate { text, .. } => {
                text
            }
            PartKind::Tell { .. } => continue,
        };
        let paths: BTreeSet<String> = text
            .templates
            .values()
            .flat_map(|template| loader.templates.all_paths(template))
            .collect();
        of_parts.extend(
            text.templates
                .values()
                .flat_map(|template| loader.templates.included(template)),
        );
        for cell in paths.iter().filter_map(|path| path.parse::<Cell>().ok()) {
            let confidential = names
                .attribute_of(&cell.entity, &cell.attribute)
                .is_some_and(|attribute| attribute.confidential);
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
    // Any other text (a prompt, a label, what is said otherwise) shows no confidential cell at all.
    let others: Vec<String> = loader
        .templates
        .names()
        .filter(|name| !of_parts.contains(*name))
        .map(str::to_owned)
        .collect();
    for template in others {
        let reads = loader
            .templates
            .reads(&template)
            .cloned()
            .unwrap_or_default();
        for cell in reads
            .paths
            .iter()
            .filter_map(|path| path.parse::<Cell>().ok())
        {
            let attribute = names.attribute_of(&cell.entity, &cell.attribute);
            if attribute.is_some_and(|attribute| attribute.confidential) {
                let place = loader.template_place(&template);
                loader.error(
                    "confidential-shown",
                    place,
                    format!("this text reads {cell}, which is confidential; only a part that declares it under `shows` may"),
                    format!("ce texte lit {cell}, qui est confidentiel ; seule une partie qui le déclare sous `shows` le peut"),
                );
            }
        }
    }
}
