//! Rules that wait for a relation.

use super::rule::Shape;
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
}
