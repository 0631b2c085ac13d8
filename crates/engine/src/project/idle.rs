//! Rules that look at nothing: nobody is of their sort, or nothing is related as they want. They hold of every
//! session, and say nothing.

use super::WorldRule;
use super::load::Loader;
use super::vocabulary::Names;
use crate::base::{Base, Idle};
use crate::diagnostic::{Diagnostic, Place};
use crate::graph::{Kinds, Relations};
use crate::propagation::{self, Action, Propagation, Target, Trigger};
use logic::text::Phrase;
use logic::value::{Cell, Name};
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
            (None, None) if !is_set_off(names, &rule.when) => Some(Idle::NeverSetOff),
            (None, None) if acts_on_itself(rule) => Some(Idle::OnItself),
            (None, None) => None,
        };
        if let Some(idle) = idle {
            warn(loader, &rule.place, &idle);
        }
    }
}

/// Whether somebody has what must be fixed so that a propagation rule starts, and what must be fixed besides.
fn is_set_off(names: &Names, when: &Trigger) -> bool {
    let can_be = |entity: &super::Entity, attribute: &super::Attribute| {
        names.sorts.is_sub(&entity.sort, &attribute.sort)
    };
    let starts = |attribute: &&super::Attribute| {
        let cell = Cell::new("", &*attribute.name);
        let wanted = when.attribute.as_ref();
        // A field without a category of its own has that of its composite.
        let category = attribute
            .topic
            .category
            .as_ref()
            .zip(when.category.as_ref());
        !attribute.changes
            && wanted.is_none_or(|wanted| propagation::is_of(&cell, wanted))
            && category.is_none_or(|(own, wanted)| own == wanted)
    };
    let starting: Vec<&super::Attribute> = names.attributes.iter().filter(starts).collect();
    let fixed = |entity: &super::Entity| {
        when.fixed.as_ref().is_none_or(|wanted| {
            let mut all = names.attributes.iter();
            all.any(|attribute| attribute.name == *wanted && can_be(entity, attribute))
        })
    };
    let fits = |entity: &&super::Entity| {
        let sort = when.sort.as_ref();
        sort.is_none_or(|sort| names.sorts.is_sub(&entity.sort, sort)) && fixed(entity)
    };
    // Of a sort one entity is enough.
    let sorts: BTreeMap<&Name, &super::Entity> = (names.entities.values().filter(fits))
        .map(|entity| (&entity.sort, entity))
        .collect();
    let mut entities = sorts.values();
    entities.any(|entity| starting.iter().any(|attribute| can_be(entity, attribute)))
}

fn acts_on_itself(rule: &Propagation) -> bool {
    matches!(rule.to, Target::Itself)
        && matches!(rule.action, Action::Force(_) | Action::Relate { .. })
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
        Idle::NeverSetOff => (
            Phrase::new(
                "nothing can set this rule off: nobody has a detail by whose fixing it starts",
                "rien ne peut déclencher cette règle : personne n'a de détail dont la fixation la lance",
            ),
            Phrase::new(
                "name in `when` what the same entity has; what `changes` is never fixed and sets nothing off",
                "nommez dans `when` ce qu'a une même entité ; ce qui change (`changes`) n'est jamais figé et ne déclenche rien",
            ),
        ),
        Idle::OnItself => (
            Phrase::new(
                "this rule does nothing: nobody is related to himself",
                "cette règle ne fait rien : personne n'est en relation avec soi-même",
            ),
            Phrase::new(
                "say `to` whom the relation leads",
                "dites avec `to` vers qui mène la relation",
            ),
        ),
    };
    let diagnostic = Diagnostic::warning("idle-rule", place.clone(), message).hint(hint);
    loader.diagnostics.push(diagnostic);
}
