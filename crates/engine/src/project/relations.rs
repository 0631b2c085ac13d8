//! Relations and their kinds, read from their files.

use super::Entity;
use super::load::Loader;
use super::sorts::known_sort;
use super::vocabulary::Names;
use crate::diagnostic::{Diagnostic, Place};
use crate::graph::{Force, Kind, Kinds, Relation, Relations, Settled};
use crate::yaml::{self, Key, Node};
use logic::text::Phrase;
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Built-in kinds and those of the author: `relation_kinds: { social/debt: { label, symmetric } }`.
pub(super) fn kinds(loader: &mut Loader, tops: Vec<(Key, Node)>) -> Kinds {
    let mut kinds = Kinds::default();
    let mut seen = BTreeMap::new();
    for (_, node) in tops {
        for (key, value) in loader.entries(node, &Phrase::new("kinds", "genres")) {
            if super::sorts::repeated(loader, &mut seen, &key, "kind", "le genre") {
                continue;
            }
            let parts: Vec<&str> = key.text.split('/').collect();
            let good = |part: &&str| {
                !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_')
            };
            if parts.len() != 2 || !parts.iter().all(good) {
                loader.error(
                    "bad-name",
                    key.place,
                    format!(
                        "`{}` is not a kind of relation: write family/kind",
                        key.text
                    ),
                    format!(
                        "`{}` n'est pas un genre de relation : écrivez famille/genre",
                        key.text
                    ),
                );
                continue;
            }
            if kinds.get(&key.text).is_some() {
                loader.error(
                    "duplicate-key",
                    key.place,
                    format!("`{}` is built in", key.text),
                    format!("`{}` existe déjà d'origine", key.text),
                );
                continue;
            }
            let mut fields = match value.is_null() {
                true => None,
                false => loader.fields(&value, &["label", "symmetric"]),
            };
            let symmetric = fields
                .as_mut()
                .and_then(|fields| fields.take("symmetric"))
                .and_then(|node| loader.boolean(&node))
                .unwrap_or(false);
            let label = fields
                .as_mut()
                .and_then(|fields| fields.take("label"))
                .and_then(|node| words(loader, &node))
                .unwrap_or_else(|| Phrase::new(&*key.text, &*key.text));
            kinds.add(Name::from(key.text), Kind { label, symmetric });
        }
    }
    kinds
}

/// Words that are shown as they are: one text, or one for each language.
pub(super) fn words(loader: &mut Loader, node: &Node) -> Option<Phrase> {
    let yaml::Kind::Map(_) = &node.kind else {
        let text = loader.string(node)?;
        return Some(Phrase::new(text.as_str(), text.as_str()));
    };
    let mut fields = loader.fields(node, &["en", "fr"])?;
    let mut take = |language: &str| fields.take(language).and_then(|node| loader.string(&node));
    match (take("en"), take("fr")) {
        (Some(en), Some(fr)) => Some(Phrase::new(en, fr)),
        (Some(one), None) | (None, Some(one)) => Some(Phrase::new(one.as_str(), one.as_str())),
        (None, None) => None,
    }
}

const RELATION_KEYS: [&str; 8] = [
    "from", "to", "kind", "force", "state", "id", "sort", "facts",
];

/// What stands under `relations`: a list. A relation with an `id` is an entity as well, whose facts
/// are read with those of the others.
pub(super) struct Declared {
    relation: Relation,
    ends: [(Name, Place); 2],
}

/// Reads the list; named relations become entities, so this comes before facts are read.
pub(super) fn read(
    loader: &mut Loader,
    names: &mut Names,
    kinds: &Kinds,
    tops: Vec<(Key, Node)>,
    facts: &mut Vec<(Name, Node)>,
) -> Vec<Declared> {
    let mut all = Vec::new();
    for (_, node) in tops {
        let yaml::Kind::List(list) = &node.kind else {
            if !node.is_null() {
                loader.error(
                    "wrong-type",
                    node.place,
                    "`relations` is a list",
                    "`relations` est une liste",
                );
            }
            continue;
        };
        for node in list {
            all.extend(relation(loader, names, kinds, node, facts));
        }
    }
    all
}

fn relation(
    loader: &mut Loader,
    names: &mut Names,
    kinds: &Kinds,
    node: &Node,
    facts: &mut Vec<(Name, Node)>,
) -> Option<Declared> {
    let mut fields = loader.fields(node, &RELATION_KEYS)?;
    let mut end = |loader: &mut Loader, key: &str| match fields.take(key) {
        Some(end) => Some((Name::from(loader.string(&end)?), end.place)),
        None => {
            loader.error(
                "missing-key",
                node.place.clone(),
                format!("a relation has no `{key}`"),
                format!("une relation n'a pas de `{key}`"),
            );
            None
        }
    };
    let (from, to, kind) = (end(loader, "from"), end(loader, "to"), end(loader, "kind"));
    let force = match fields.take("force") {
        None => Some(Force::MIDDLE),
        Some(node) => force(loader, &node),
    };
    let state = match fields.take("state") {
        None => Some(Settled::Fixed),
        Some(node) => loader.string(&node).and_then(|word| {
            let state = Settled::NAMES.into_iter().find(|(name, _)| *name == word);
            if state.is_none() {
                let message = Phrase::new(
                    "the state of a relation is open, constrained or fixed",
                    "l'état d'une relation est open, constrained ou fixed",
                );
                loader.diagnostics.push(
                    Diagnostic::error("unknown-value", node.place.clone(), message)
                        .suggest(&word, Settled::NAMES.map(|(name, _)| name)),
                );
            }
            state.map(|(_, state)| state)
        }),
    };
    let id = fields.take("id");
    let sort = fields.take("sort");
    let own_facts = fields.take("facts");
    if id.is_none()
        && let Some(misplaced) = sort.as_ref().or(own_facts.as_ref())
    {
        loader.error(
            "missing-key",
            misplaced.place.clone(),
            "only a relation with an `id` has a sort and facts of its own",
            "seule une relation avec un `id` a une sorte et des faits à elle",
        );
    }
    let id = id.and_then(|node| named(loader, names, &node, sort.as_ref()));
    if let (Some(id), Some(node)) = (&id, own_facts) {
        facts.push((id.clone(), node));
    }
    let (kind, kind_place) = kind?;
    if kinds.get(&kind).is_none() {
        let known: Vec<Name> = kinds.names().cloned().collect();
        let message = Phrase::new(
            format!("there is no kind of relation `{kind}`"),
            format!("il n'y a pas de genre de relation `{kind}`"),
        );
        loader.unknown(
            Diagnostic::error("unknown-relation", kind_place, message)
                .suggest(&kind, known.iter().map(Name::as_str)),
            &kind,
        );
        return None;
    }
    let (from, to) = (from?, to?);
    Some(Declared {
        relation: Relation {
            id,
            from: from.0.clone(),
            to: to.0.clone(),
            kind,
            force: force?,
            state: state?,
            place: Some(node.place.clone()),
            entry: None,
        },
        ends: [from, to],
    })
}

/// A weight from 0 to 1.
pub(super) fn force(loader: &mut Loader, node: &Node) -> Option<Force> {
    let force = loader.number(node).map(Force::new);
    if force == Some(None) {
        loader.error(
            "out-of-range",
            node.place.clone(),
            "a force or a weight is a number from 0 to 1, with at most three digits behind the point",
            "une force ou un poids est un nombre de 0 à 1, avec au plus trois chiffres après la virgule",
        );
    }
    force.flatten()
}

/// A relation with a name: an entity of sort `relation`, or of one below it.
fn named(loader: &mut Loader, names: &mut Names, node: &Node, sort: Option<&Node>) -> Option<Name> {
    let text = loader.string(node)?;
    let key = Key {
        text,
        place: node.place.clone(),
    };
    loader.check_name(&key);
    let id = Name::from(key.text.as_str());
    let sort = match sort {
        None => Name::from("relation"),
        Some(node) => {
            let word = loader.string(node)?;
            let sort = known_sort(loader, &names.sorts, &word, &node.place)?;
            if !names.sorts.is_sub(&sort, "relation") {
                loader.error(
                    "wrong-value",
                    node.place.clone(),
                    format!("`{word}` is no sort below `relation`"),
                    format!("`{word}` n'est pas une sorte sous `relation`"),
                );
                return None;
            }
            sort
        }
    };
    if let Some(first) = names.entities.get(&id) {
        let message = Phrase::new(
            format!("duplicate key: `{id}` is declared twice"),
            format!("clé en double : `{id}` est déclaré deux fois"),
        );
        let first = first.place.clone();
        loader
            .diagnostics
            .push(Diagnostic::error("duplicate-key", key.place, message).also(
                first,
                Phrase::new("first declared here", "déclaré ici d'abord"),
            ));
        return None;
    }
    names.entities.insert(
        id.clone(),
        Entity {
            sort,
            name: key.text,
            aliases: Vec::new(),
            tags: BTreeSet::new(),
            weight: Force::MIDDLE,
            place: key.place,
        },
    );
    Some(id)
}

/// The relations whose ends exist, each once.
pub(super) fn settle(loader: &mut Loader, names: &Names, declared: Vec<Declared>) -> Relations {
    let mut relations = Relations::default();
    for Declared { relation, ends } in declared {
        let mut exist = true;
        for (end, place) in ends {
            if !names.entities.contains_key(&end) {
                exist = false;
                let known = names.candidates(names.entities.keys());
                let message = Phrase::new(
                    format!("there is no entity `{end}`"),
                    format!("il n'y a pas d'entité `{end}`"),
                );
                loader.unknown(
                    Diagnostic::error("unknown-entity", place, message)
                        .suggest(&end, known.iter().map(Name::as_str)),
                    &end,
                );
            }
        }
        if let Some(first) = relations.get(&relation.key()) {
            let message = Phrase::new(
                format!(
                    "duplicate key: {} {} {} stands twice",
                    relation.from, relation.kind, relation.to
                ),
                format!(
                    "clé en double : {} {} {} figure deux fois",
                    relation.from, relation.kind, relation.to
                ),
            );
            let place = relation
                .place
                .clone()
                .unwrap_or_else(|| Place::start_of("."));
            let mut diagnostic = Diagnostic::error("duplicate-key", place, message);
            if let Some(first) = first.place.clone() {
                diagnostic = diagnostic.also(
                    first,
                    Phrase::new("first written here", "écrite ici d'abord"),
                );
            }
            loader.diagnostics.push(diagnostic);
        } else if exist {
            relations.set(relation);
        }
    }
    relations
}
