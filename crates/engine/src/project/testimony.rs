//! What testimony is worth, attribute by attribute, read from its files.

use super::Topic;
use super::attributes::telling;
use super::load::Loader;
use super::propagation::Reader;
use super::relations::words;
use super::sorts::repeated;
use super::vocabulary::Names;
use crate::diagnostic::Diagnostic;
use crate::propagation::{CAUSE, TARGET};
use crate::testimony::{NEAR, Nuance, Reliance};
use crate::yaml::{Key, Kind, Node};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Name, Number};
use std::collections::{BTreeMap, BTreeSet};

/// What a telling of a testimony may print beside cells: whoever speaks, and what they say.
const LOCALS: [&str; 2] = ["value", "witness"];

/// `attribute: {asked, lie, because, knows, time, view, nuance, tellings}`
pub(super) fn testimony(
    loader: &mut Loader,
    names: &Names,
    tops: Vec<(Key, Node)>,
) -> BTreeMap<Name, Reliance> {
    let mut seen = BTreeMap::new();
    let mut all = BTreeMap::new();
    for (_, node) in tops {
        let what = Phrase::new("attributes", "attributs");
        for (key, value) in loader.entries(node, &what) {
            if repeated(loader, &mut seen, &key, "attribute", "l'attribut") {
                continue;
            }
            if let Some((name, reliance)) = reliance(loader, names, &key, &value) {
                all.insert(name, reliance);
            }
        }
    }
    all
}

fn reliance(
    loader: &mut Loader,
    names: &Names,
    key: &Key,
    node: &Node,
) -> Option<(Name, Reliance)> {
    let reader = Reader { names };
    let name = reader.attribute_named(loader, &key.text, &key.place, true);
    let keys = [
        "asked", "lie", "because", "knows", "time", "view", "nuance", "tellings",
    ];
    let mut fields = loader.fields(node, &keys)?;
    let mut flag = |loader: &mut Loader, key: &str| {
        let given = fields.take(key);
        given
            .and_then(|node| loader.boolean(&node))
            .unwrap_or(false)
    };
    let (asked, time, view) = (
        flag(loader, "asked"),
        flag(loader, "time"),
        flag(loader, "view"),
    );
    let mut formula = |loader: &mut Loader, key: &str| {
        let given = fields.take(key);
        given.and_then(|node| reader.formula(loader, &node, &[CAUSE, TARGET]))
    };
    let (lie, knows) = (formula(loader, "lie"), formula(loader, "knows"));
    let because = fields.take("because").and_then(|node| words(loader, &node));
    let nuance = fields.take("nuance");
    let nuance = nuance.and_then(|node| self::nuance(loader, names, &key.text, &node));
    let tellings = match fields.take("tellings") {
        None => Vec::new(),
        Some(node) => {
            let list = match &node.kind {
                Kind::List(list) => &list[..],
                Kind::Scalar { .. } | Kind::Map(_) => std::slice::from_ref(&node),
            };
            let named = |(at, node)| {
                let name = format!("testimony.{}.{at}", key.text);
                telling(loader, &name, node, &LOCALS)
            };
            list.iter().enumerate().filter_map(named).collect()
        }
    };
    let reliance = Reliance {
        place: key.place.clone(),
        asked,
        lie,
        because,
        knows,
        time,
        view,
        nuance: nuance.unwrap_or_default(),
        topic: Topic {
            category: None,
            asked_by: Vec::new(),
            observed_by: Vec::new(),
            locals: LOCALS.map(str::to_owned).to_vec(),
            tellings,
        },
    };
    Some((name?, reliance))
}

/// How far numbers may be apart, or groups of values that are near to one another.
fn nuance(loader: &mut Loader, names: &Names, attribute: &str, node: &Node) -> Option<Nuance> {
    let kind = |wanted: &dyn Fn(&Type) -> bool| {
        let mut known = names.attributes.iter();
        known.any(|known| *known.name == *attribute && wanted(&known.kind))
    };
    let Kind::List(groups) = &node.kind else {
        let most = u64::try_from(NEAR).unwrap_or(1);
        let within = loader.whole(node, 1, most)?;
        if !kind(&|kind| *kind == Type::Number) {
            loader.error(
                "wrong-type",
                node.place.clone(),
                format!("`{attribute}` is no number: its nuance is a list of groups of values"),
                format!("`{attribute}` n'est pas un nombre : sa nuance est une liste de groupes de valeurs"),
            );
            return None;
        }
        return Some(Nuance::Within(Number::from(i64::try_from(within).ok()?)));
    };
    let mut read = Vec::new();
    for group in groups {
        let mut values = BTreeSet::new();
        for (value, place) in loader.placed_strings(group) {
            if !kind(
                &|kind| matches!(kind, Type::Enum(known) if known.iter().any(|known| **known == *value)),
            ) {
                let message = Phrase::new(
                    format!("`{value}` is no value of `{attribute}`"),
                    format!("`{value}` n'est pas une valeur de `{attribute}`"),
                );
                let known: Vec<&Name> = names
                    .attributes
                    .iter()
                    .filter(|known| *known.name == *attribute)
                    .flat_map(|known| match &known.kind {
                        Type::Enum(values) => &values[..],
                        Type::Text
                        | Type::Number
                        | Type::Boolean
                        | Type::Date
                        | Type::Instant
                        | Type::Reference(_)
                        | Type::Set(_)
                        | Type::List(_) => &[],
                    })
                    .collect();
                loader.diagnostics.push(
                    Diagnostic::error("unknown-value", place, message)
                        .suggest(&value, known.into_iter().map(Name::as_str)),
                );
                continue;
            }
            values.insert(Name::from(value));
        }
        read.push(values);
    }
    Some(Nuance::Groups(read))
}
