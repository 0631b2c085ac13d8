//! Writing a belief base of Tweety: sorts and types first, because it reads nothing undeclared.

use super::document::{Document, Saying};
use super::spell::{NameKind, Spelling, ascii};
use super::write::{Line, Script, Written, capital, finished, lines, spelled, unsaid, unsayable};
use crate::formula::Formula;
use crate::value::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A word that begins as Tweety wants and is none of its own.
fn tweety_symbol(kind: NameKind, arity: usize, name: &str) -> String {
    let spelled = ascii(name);
    let constant = kind == NameKind::Function && arity == 0;
    let begins = |c: char| c.is_ascii_lowercase() || (!constant && c.is_ascii_alphabetic());
    if ["forall", "exists", "type"].contains(&spelled.as_str()) {
        return format!("c_{spelled}");
    }
    if spelled.starts_with(begins) {
        return spelled;
    }
    let mut characters = spelled.chars();
    match characters.next() {
        Some(first) if first.is_ascii_alphabetic() => {
            let lowered = first.to_ascii_lowercase().to_string() + characters.as_str();
            if ["forall", "exists", "type"].contains(&lowered.as_str()) {
                format!("c_{lowered}")
            } else {
                lowered
            }
        }
        Some(_) | None => format!("c_{spelled}"),
    }
}

pub(super) fn write(document: &Document) -> Written {
    let script = Script {
        not: "!",
        and: "&&",
        or: "||",
        implies: "=>",
        iff: "<=>",
        xor: Some("^^"),
        equal: "==",
        not_equal: "/==",
        truths: ("+", "-"),
        quantifier: |universal, variable| {
            format!(
                "{} {variable}:",
                if universal { "forall" } else { "exists" }
            )
        },
        symbol: str::to_owned,
        value: |_| None,
    };
    let mut written = Written::default();
    let typed = Typed::of(document);
    if typed.is_none() {
        unsaid(document, None, &mut written);
    }
    let all_lines = lines(document, &mut written);
    // What the sorts already say need not be said again.
    let lines: Vec<&Line> = all_lines
        .iter()
        .filter(|line| {
            typed.is_none()
                || !matches!(
                    document.entries[line.entry].saying,
                    Saying::Constant { .. } | Saying::Function { .. }
                )
        })
        .collect();
    let spelling = Spelling::new(
        all_lines.iter().map(|line| &line.formula),
        tweety_symbol,
        capital,
    );
    let mut body = String::new();
    let mut formulas = Vec::new();
    for line in lines {
        if line.asked {
            let problem = unsayable(
                "a query inside a belief base",
                "une requête dans une base de croyances",
            );
            written.refused.push((line.entry, *problem));
        } else if let Some(text) = spelled(&script, &spelling, line, &mut written) {
            let _ = writeln!(body, "{text}");
            written
                .unlabelled
                .extend(line.label.as_ref().map(|_| line.entry));
            formulas.push(&line.formula);
        }
    }
    let typed = typed.unwrap_or_else(|| Typed::one_sort(&formulas));
    written.text = typed.declare(&spelling) + &body;
    finished(written, None)
}

/// The sorts, predicates and functions a belief base of Tweety must declare.
struct Typed {
    sorts: BTreeMap<Name, BTreeSet<Name>>,
    predicates: BTreeMap<Name, Vec<Name>>,
    functions: BTreeMap<Name, (Vec<Name>, Name)>,
}

impl Typed {
    /// As the document declares it, when that covers everything the formulas use.
    fn of(document: &Document) -> Option<Typed> {
        let mut typed = Typed {
            sorts: BTreeMap::new(),
            predicates: BTreeMap::new(),
            functions: BTreeMap::new(),
        };
        let mut homes: BTreeMap<Name, Name> = BTreeMap::new();
        for entry in &document.entries {
            match &entry.saying {
                Saying::Sort { name, supers } => {
                    if !supers.is_empty() {
                        return None;
                    }
                    typed.sorts.entry(name.clone()).or_default();
                }
                Saying::Constant { name, sort } => {
                    if homes
                        .insert(name.clone(), sort.clone())
                        .is_some_and(|old| old != *sort)
                    {
                        return None;
                    }
                    typed
                        .sorts
                        .entry(sort.clone())
                        .or_default()
                        .insert(name.clone());
                }
                Saying::Predicate { name, sorts } => {
                    let sorts: Option<Vec<Name>> = sorts.iter().cloned().collect();
                    typed.predicates.insert(name.clone(), sorts?);
                }
                Saying::Function {
                    name,
                    sorts,
                    result,
                } => {
                    let sorts: Option<Vec<Name>> = sorts.iter().cloned().collect();
                    typed
                        .functions
                        .insert(name.clone(), (sorts?, result.clone()?));
                }
                Saying::State(_) | Saying::Query(_) => {}
            }
        }
        let mut covered = true;
        for formula in document.statements() {
            super::rewrite::names(formula, &mut |kind, arity, name| {
                covered &= match kind {
                    NameKind::Predicate => typed
                        .predicates
                        .get(name)
                        .is_some_and(|sorts| sorts.len() == arity),
                    NameKind::Function if arity == 0 => homes.contains_key(name),
                    NameKind::Function => typed
                        .functions
                        .get(name)
                        .is_some_and(|(sorts, _)| sorts.len() == arity),
                    NameKind::Variable => true,
                };
                name.clone()
            });
        }
        covered.then_some(typed)
    }

    /// Everything in one sort, when the document does not say more.
    fn one_sort(formulas: &[&Formula]) -> Typed {
        let thing = Name::new("thing");
        let mut typed = Typed {
            sorts: BTreeMap::from([(thing.clone(), BTreeSet::new())]),
            predicates: BTreeMap::new(),
            functions: BTreeMap::new(),
        };
        for formula in formulas {
            super::rewrite::names(formula, &mut |kind, arity, name| {
                let arguments = vec![thing.clone(); arity];
                match kind {
                    NameKind::Predicate => {
                        typed.predicates.insert(name.clone(), arguments);
                    }
                    NameKind::Function if arity == 0 => {
                        typed
                            .sorts
                            .entry(thing.clone())
                            .or_default()
                            .insert(name.clone());
                    }
                    NameKind::Function => {
                        typed
                            .functions
                            .insert(name.clone(), (arguments, thing.clone()));
                    }
                    NameKind::Variable => {}
                }
                name.clone()
            });
        }
        typed
    }

    fn declare(&self, spelling: &Spelling) -> String {
        let sort = |name: &Name| {
            let spelled = spelling.symbol(NameKind::Predicate, 1, name);
            tweety_symbol(NameKind::Predicate, 1, &spelled)
        };
        let list = |sorts: &[Name]| sorts.iter().map(&sort).collect::<Vec<_>>().join(", ");
        let mut text = String::new();
        for (name, members) in &self.sorts {
            let members: Vec<String> = members
                .iter()
                .map(|member| {
                    let spelled = spelling.symbol(NameKind::Function, 0, member);
                    tweety_symbol(NameKind::Function, 0, &spelled)
                })
                .collect();
            let _ = writeln!(text, "{} = {{{}}}", sort(name), members.join(", "));
        }
        for (name, sorts) in &self.predicates {
            let spelled = spelling.symbol(NameKind::Predicate, sorts.len(), name);
            let spelled = tweety_symbol(NameKind::Predicate, sorts.len(), &spelled);
            if sorts.is_empty() {
                let _ = writeln!(text, "type({spelled})");
            } else {
                let _ = writeln!(text, "type({spelled}({}))", list(sorts));
            }
        }
        for (name, (sorts, result)) in &self.functions {
            let spelled = spelling.symbol(NameKind::Function, sorts.len(), name);
            let _ = writeln!(text, "type({} = {spelled}({}))", sort(result), list(sorts));
        }
        text
    }
}
