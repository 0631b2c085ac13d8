//! Derived facts and conditions, read from their files.

use super::attributes::{Notes, type_named};
use super::load::Loader;
use super::sorts::repeated;
use super::vocabulary::{Names, derived_reads};
use super::{Body, Case, Derived};
use crate::yaml::{Key, Kind, Node};
use logic::formula::Formula;
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::Name;
use std::collections::BTreeMap;

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
                &mut Notes::default(),
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
