//! Patterns and grammars of texts, read from the attribute that declares them.

use super::load::Loader;
use super::{Attribute, Pattern};
use crate::grammar::{Alternative, Grammar, START, Unusable, pieces};
use crate::yaml::{Kind, Node};
use logic::text::Phrase;
use logic::value::Name;
use std::collections::BTreeMap;

/// How many texts of a grammar are looked at when a project is loaded.
const SAMPLES: u64 = 64;

/// `pattern: "[A-Z]{2}-[0-9]+"`: what a text is as a whole.
pub(super) fn pattern(loader: &mut Loader, node: &Node) -> Option<Pattern> {
    let source = loader.string(node)?;
    match Pattern::new(&source) {
        Ok(pattern) => Some(pattern),
        Err(problem) => {
            let problem = problem.lines().last().unwrap_or_default().trim();
            let message = Phrase::with_cause(
                format!("`{source}` is not a pattern"),
                format!("`{source}` n'est pas un motif"),
                problem,
            );
            loader.error("bad-pattern", node.place.clone(), message.en, message.fr);
            None
        }
    }
}

/// `grammar: { start: ["{first} {last}"], first: [Ada, Ben], last: [Mill] }`.
pub(super) fn grammar(loader: &mut Loader, node: &Node) -> Option<Grammar> {
    let mut rules = BTreeMap::new();
    let what = Phrase::new("the rules of a grammar", "les règles d'une grammaire");
    let mut whole = true;
    for (key, node) in loader.named(node.clone(), &what) {
        let nodes = match node.kind {
            Kind::List(list) => list,
            Kind::Scalar { .. } | Kind::Map(_) => vec![node],
        };
        let mut alternatives = Vec::new();
        for node in nodes {
            let text = loader.string(&node);
            whole &= text.is_some();
            let Some(text) = text else { continue };
            match pieces(&text) {
                Some(pieces) => alternatives.push(Alternative {
                    pieces,
                    place: node.place,
                }),
                None => {
                    whole = false;
                    loader.error(
                        "bad-grammar",
                        node.place,
                        format!("in `{text}` a brace holds no rule: write {{rule}}"),
                        format!("dans `{text}` une accolade ne contient pas de règle : écrivez {{regle}}"),
                    );
                }
            }
        }
        if alternatives.is_empty() && whole {
            whole = false;
            loader.error(
                "bad-grammar",
                key.place.clone(),
                format!("`{}` has no text to choose from", key.text),
                format!("`{}` n'a aucun texte à choisir", key.text),
            );
        }
        rules.insert(Name::from(key.text), alternatives);
    }
    if !whole {
        return None;
    }
    match Grammar::new(node.place.clone(), rules) {
        Ok(grammar) => Some(grammar),
        Err(problems) => {
            for problem in problems {
                unusable(loader, node, problem);
            }
            None
        }
    }
}

fn unusable(loader: &mut Loader, node: &Node, problem: Unusable) {
    let (place, en, fr) = match problem {
        Unusable::NoStart => (
            node.place.clone(),
            format!("a grammar begins with the rule `{START}`"),
            format!("une grammaire commence par la règle `{START}`"),
        ),
        Unusable::Unknown { rule, place } => (
            place,
            format!("there is no rule `{rule}` in this grammar"),
            format!("il n'y a pas de règle `{rule}` dans cette grammaire"),
        ),
        Unusable::Endless { rule, place } => (
            place.unwrap_or_else(|| node.place.clone()),
            format!("`{rule}` never ends: each of its texts needs itself again"),
            format!("`{rule}` ne finit jamais : chacun de ses textes s'appelle encore"),
        ),
    };
    loader.error("bad-grammar", place, en, fr);
}

/// Texts of a grammar satisfy what is asked of the attribute; one that does not is shown.
pub(super) fn sampled(loader: &mut Loader, attribute: &Attribute) {
    let made = attribute.generate.as_ref();
    let Some(grammar) = made.and_then(|made| made.grammar.as_ref()) else {
        return;
    };
    for seed in 0..SAMPLES {
        let text = grammar.text(seed, "sample", attribute.generated_length());
        let problem = match &text {
            None => Some(Phrase::new("it is far too long", "il est bien trop long")),
            Some(text) => attribute.unfit_offline(text),
        };
        if let Some(problem) = problem {
            let text = text.unwrap_or_else(|| "…".to_owned());
            loader.error(
                "bad-grammar",
                grammar.place.clone(),
                format!(
                    "it makes « {text} », which {} cannot be: {}",
                    attribute.name, problem.en
                ),
                format!(
                    "elle donne « {text} », que {} ne peut pas être : {}",
                    attribute.name, problem.fr
                ),
            );
            return;
        }
    }
}
