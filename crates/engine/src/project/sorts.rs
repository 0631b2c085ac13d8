//! Sorts, read from their files.

use super::load::Loader;
use crate::diagnostic::{Diagnostic, Place};
use crate::yaml::{Key, Node};
use logic::sort::Sorts;
use logic::text::Phrase;
use logic::value::Name;
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
            Some(parent) if parent == child => loader.error(
                "cyclic-sort",
                place,
                format!("`{child}` is below itself"),
                format!("`{child}` est sous elle-même"),
            ),
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
pub(super) fn repeated(
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

pub(super) fn known_sort(
    loader: &mut Loader,
    sorts: &Sorts,
    name: &str,
    place: &Place,
) -> Option<Name> {
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
