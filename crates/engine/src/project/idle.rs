//! Rules that look at nothing: nobody is of their sort, or nothing is related as they want. They hold of every
//! session, and say nothing.

use super::WorldRule;
use super::load::Loader;
use super::vocabulary::Names;
use crate::base::{Base, Idle};
use crate::diagnostic::{Diagnostic, Place};
use crate::graph::{Kinds, Relations};
use crate::propagation::{Action, Propagation, Target};
use logic::text::Phrase;
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Warns of every rule that no entity can bring to bear. What a mistake elsewhere left out is no such thing.
pub(super) fn check(
    loader: &mut Loader,
    names: &Names,
    kinds: &Kinds,
    relations: &Relations,
    base: &Base,
    rules: &BTreeMap<Name, WorldRule>,
    propagation: &BTreeMap<Name, Propagation>,
) {
    if super::has_errors(&loader.diagnostics) {
        return;
    }
    let related = propagation.values().filter_map(|rule| match &rule.action {
        Action::Relate { kind, .. } => Some(kind),
        Action::Constrain { .. }
        | Action::Reinforce { .. }
        | Action::Force(_)
        | Action::Recheck(_)
        | Action::Raise(_) => None,
    });
    let there: BTreeSet<&Name> = relations
        .iter()
        .map(|relation| &relation.kind)
        .chain(related.clone())
        .collect();
    let made: BTreeSet<&Name> = related.collect();
    for (name, idle) in base.idle(kinds) {
        let later = matches!(&idle, Idle::Unrelated(kind) if made.contains(kind));
        if let Some(rule) = rules.get(&name).filter(|_| !later) {
            warn(loader, &rule.place, &idle);
        }
    }
    let lacks = |kind: &String| !there.iter().any(|known| Kinds::fits(known, kind));
    for rule in propagation.values() {
        let sort = rule.when.sort.as_ref();
        let nobody = sort.filter(|sort| {
            let mut entities = names.entities.values();
            !entities.any(|entity| names.sorts.is_sub(&entity.sort, sort))
        });
        let wanted: Vec<&String> = match &rule.to {
            Target::Relations { kinds, .. } | Target::Path { kinds, .. } => kinds.iter().collect(),
            Target::Tag(_) | Target::Entity(_) | Target::Itself | Target::Reference(_) => {
                Vec::new()
            }
        };
        let reached = wanted.is_empty() || !wanted.iter().all(|kind| lacks(kind));
        let trigger = rule.when.relation.as_ref().filter(|kind| lacks(kind));
        let unrelated = trigger.or_else(|| wanted.first().copied().filter(|_| !reached));
        let idle = match (nobody, unrelated) {
            (Some(sort), _) => Some(Idle::Nobody(sort.clone())),
            (None, Some(kind)) => Some(Idle::Unrelated(Name::from(kind.as_str()))),
            (None, None) => None,
        };
        if let Some(idle) = idle {
            warn(loader, &rule.place, &idle);
        }
    }
}

fn warn(loader: &mut Loader, place: &Place, idle: &Idle) {
    let (message, hint) = match idle {
        Idle::Nobody(sort) => (
            Phrase::new(
                format!("this rule looks at nothing: there is no entity of the sort `{sort}`"),
                format!("cette règle ne regarde rien : aucune entité n'est de la sorte `{sort}`"),
            ),
            Phrase::new(
                format!("declare one, or say a sort that entities have instead of `{sort}`"),
                format!(
                    "déclarez-en une, ou nommez une sorte que des entités ont au lieu de `{sort}`"
                ),
            ),
        ),
        Idle::Unrelated(kind) => (
            Phrase::new(
                format!(
                    "this rule looks at nothing: no relation `{kind}` leads to anybody it is about"
                ),
                format!(
                    "cette règle ne regarde rien : aucune relation `{kind}` ne mène à qui elle concerne"
                ),
            ),
            Phrase::new(
                "declare such a relation, or turn it round if it leads the other way",
                "déclarez une telle relation, ou retournez-la si elle mène dans l'autre sens",
            ),
        ),
    };
    let diagnostic = Diagnostic::warning("idle-rule", place.clone(), message).hint(hint);
    loader.diagnostics.push(diagnostic);
}
