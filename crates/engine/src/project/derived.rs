//! Derived facts and conditions, read from their files.

use super::attributes::{Notes, type_named};
use super::load::Loader;
use super::sorts::repeated;
use super::vocabulary::{Names, derived_reads};
use super::{Body, Case, Derived};
use crate::yaml::{Key, Kind, Node};
use logic::formula::{Formula, Term};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Name, Value};
use std::collections::BTreeMap;

/// What a derived fact is, before any name is looked up.
enum Cases {
    /// What stands under `when` and `is`.
    First(Vec<(Option<Node>, Node)>),
    /// Facts of which the first that is known and not none is taken.
    Prefer(Vec<Node>),
}

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
            let name = Name::from(key.text.as_str());
            names.derived.insert(name.clone(), kind.clone());
            names.derived_at.insert(name, key.place.clone());
            bodies.push((key, kind, cases));
        }
    }
    let mut all = BTreeMap::new();
    for (key, kind, cases) in bodies {
        let before = loader.diagnostics.len();
        let mut unread = false;
        let cases = match cases {
            Cases::First(cases) => cases
                .into_iter()
                .filter_map(|(when, is)| {
                    let when = when.map(|node| condition(loader, names, &node));
                    let is = body(loader, names, &kind, &is);
                    unread |= is.is_none() || when == Some(None);
                    Some(Case {
                        when: when.map_or(Some(None), |when| when.map(Some))?,
                        is: is?,
                    })
                })
                .collect(),
            Cases::Prefer(facts) => preferred(loader, names, &kind, &facts),
        };
        if unread || loader.diagnostics.len() > before {
            let name = Name::from(key.text.as_str());
            loader.doubtful.derived.insert(name);
        }
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
        return Some((Type::Boolean, Cases::First(vec![(None, value)])));
    }
    let mut fields = loader.fields(
        &value,
        &["type", "values", "sort", "of", "is", "first", "prefer"],
    )?;
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
    let cases = match (
        fields.take("is"),
        fields.take("first"),
        fields.take("prefer"),
    ) {
        (Some(is), None, None) => Cases::First(vec![(None, is)]),
        (
            None,
            None,
            Some(Node {
                kind: Kind::List(list),
                ..
            }),
        ) => Cases::Prefer(list),
        (
            None,
            Some(Node {
                kind: Kind::List(list),
                ..
            }),
            None,
        ) => {
            let read = list.iter().filter_map(|node| {
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
            });
            Cases::First(read.collect())
        }
        (_, _, _) => {
            loader.error(
                "missing-key",
                value.place,
                "a derived fact has `is`, or a list `first` or `prefer`",
                "un fait dérivé a `is`, ou une liste `first` ou `prefer`",
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
    term(loader, names, kind, node).map(Body::Term)
}

/// The first of some facts that is known and not none; none, if all of them are.
fn preferred(loader: &mut Loader, names: &Names, kind: &Type, facts: &[Node]) -> Vec<Case> {
    let terms = facts.iter();
    let terms: Vec<Term> = terms
        .filter_map(|node| term(loader, names, kind, node))
        .collect();
    let something = |term: &Term| {
        let none = Formula::not(Formula::IsNull(term.clone()));
        Formula::And(vec![Formula::IsKnown(term.clone()), none])
    };
    let mut cases: Vec<Case> = terms
        .iter()
        .map(|term| Case {
            when: Some(something(term)),
            is: Body::Term(term.clone()),
        })
        .collect();
    cases.push(Case {
        when: Some(Formula::all(
            terms.into_iter().map(Formula::IsNull).collect(),
        )),
        is: Body::Term(Term::Constant(Value::Null)),
    });
    cases
}

/// An expression of a type, with names checked.
pub(super) fn term(loader: &mut Loader, names: &Names, kind: &Type, node: &Node) -> Option<Term> {
    let source = loader.string(node)?;
    let checked = logic::read::read_term(&source)
        .and_then(|parsed| logic::check::check_term(parsed, names, Some(kind)));
    match checked {
        Ok((term, _)) => Some(term),
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
