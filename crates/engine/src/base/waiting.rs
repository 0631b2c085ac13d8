//! Rules that wait for a relation.

use super::rule::{Place, Shape, Who};
use super::{Base, Rule};
use crate::graph::Kinds;
use logic::value::Name;
use std::collections::BTreeSet;

impl Base {
    /// The attributes that rules read of whoever is related in this way.
    pub(crate) fn read_by_kind(&self, kinds: &Kinds, kind: &Name) -> BTreeSet<Name> {
        let number = kinds.names().position(|name| name == kind);
        let number = number.and_then(|at| u32::try_from(at).ok());
        let waiting = |rule: &&Rule| number.is_some_and(|number| rule.kinds.contains(&number));
        let rules = self.rules.iter().filter(waiting);
        let places = rules.flat_map(|rule| match &rule.compiled.shape {
            Shape::Each { places, .. } => &places[..],
            Shape::Count { .. } | Shape::AllDifferent { .. } | Shape::Holds { .. } => &[],
        });
        let read = places.filter_map(|place| place.attribute());
        read.map(|attribute| self.lexicon.attribute_name(attribute).clone())
            .collect()
    }

    /// Whether a rule that waits for such a relation can speak of others than its two ends.
    pub(crate) fn waits_beyond(&self, kinds: &Kinds, kind: &Name) -> bool {
        let number = kinds.names().position(|name| name == kind);
        let number = number.and_then(|at| u32::try_from(at).ok());
        let waiting = |rule: &&Rule| number.is_some_and(|number| rule.kinds.contains(&number));
        let mut rules = self.rules.iter().filter(waiting);
        rules.any(|rule| {
            let names = |place: &Place| match place {
                Place::Cell { of, .. } | Place::Element { of, .. } | Place::Item { of, .. } => {
                    matches!(of, Who::Entity(_))
                }
                Place::Itself(_) => false,
            };
            let places = match &rule.compiled.shape {
                Shape::Each { places, .. } => &places[..],
                Shape::Count { .. } | Shape::AllDifferent { .. } | Shape::Holds { .. } => &[],
            };
            rule.compiled.variables.len() > 2 || places.iter().any(names)
        })
    }
}
