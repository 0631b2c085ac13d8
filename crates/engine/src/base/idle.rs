//! Rules without a single instance.

use super::Base;
use super::lexicon::EntityId;
use super::rule::{Guard, Shape, Variable, Who};
use crate::graph::Kinds;
use logic::value::Name;
use std::collections::BTreeSet;

/// Why a rule looks at nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Idle {
    /// Nobody is of this sort.
    Nobody(Name),
    /// No relation of this kind leads from whom to whom it wants.
    Unrelated(Name),
    /// Nobody has a detail by whose fixing it could start.
    NeverSetOff,
    /// Between somebody and himself there is no relation to change.
    OnItself,
}

impl Base {
    /// The rules that the authored world gives nothing to look at, with the reason.
    pub fn idle(&self, kinds: &Kinds) -> Vec<(Name, Idle)> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for rule in &self.rules {
            // What a rule implies besides is no rule of its own.
            if !seen.insert(&rule.name) {
                continue;
            }
            let compiled = &rule.compiled;
            let entities = 0..self.lexicon.entities.len() as EntityId;
            let empty = |variable: &&Variable| {
                let mut entities = entities.clone();
                !entities.any(|entity| self.lexicon.is_a(entity, &variable.sort))
            };
            let nobody = compiled.variables.iter().find(empty);
            let unrelated = compiled.guards.iter().find_map(|guard| match guard {
                Guard::Related { kind, from, to } => {
                    let lacks = !self.has_edge(kinds, kind, &compiled.variables, *from, *to);
                    lacks.then_some(kind)
                }
                Guard::Different(..) => None,
            });
            let reads_sort = matches!(compiled.shape, Shape::Each { .. });
            match (nobody, unrelated) {
                (Some(variable), _) if reads_sort => {
                    found.push((rule.name.clone(), Idle::Nobody(variable.sort.clone())));
                }
                (_, Some(kind)) => {
                    found.push((rule.name.clone(), Idle::Unrelated(kind.clone())));
                }
                (_, None) => {}
            }
        }
        found
    }

    fn has_edge(
        &self,
        kinds: &Kinds,
        kind: &Name,
        variables: &[Variable],
        from: Who,
        to: Who,
    ) -> bool {
        let Some(number) = kinds.names().position(|known| known == kind) else {
            return false;
        };
        let may = |who: Who, entity: EntityId| match who {
            Who::Entity(own) => own == entity,
            Who::Variable(at) => self.lexicon.is_a(entity, &variables[at].sort),
        };
        (0..).zip(&self.edges).any(|(entity, edges)| {
            may(from, entity)
                && edges
                    .iter()
                    .any(|edge| edge.there && edge.kind as usize == number && may(to, edge.other))
        })
    }
}
