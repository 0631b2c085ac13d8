//! How much lists hold: a rule for each that could hold more than it may.

use super::lexicon::{AttributeId, Coding};
use super::rule::{Compiled, Shape};
use super::{Base, Rule};
use crate::project::Attribute;
use logic::value::{Cell, Name};

/// What such a rule is called, behind the cell.
const BOUNDED: &str = " max_items";

impl Base {
    /// A list holds no more than its `max_items`: a rule for each that could.
    pub(super) fn bound_lists(&mut self, attributes: &[Attribute], mut first: u64) {
        let lexicon = self.lexicon.clone();
        for (id, attribute) in attributes.iter().enumerate() {
            let id = id as AttributeId;
            let coded = lexicon.coding(id).is_some_and(Coding::is_collection);
            let Some(most) = attribute.checks.max_items.filter(|_| coded) else {
                continue;
            };
            for entity in lexicon.members_of(&attribute.sort) {
                let cell = Cell {
                    entity: lexicon.entities[*entity as usize].clone(),
                    attribute: attribute.name.clone(),
                };
                let held = lexicon.span(&cell).map_or(0, |(_, span)| span.len());
                if held <= most {
                    continue;
                }
                self.bounded.insert((*entity, id), self.rules.len() as u32);
                let shape = Shape::Holds {
                    entity: *entity,
                    attribute: id,
                    most: most as u32,
                };
                let group = self.group(&shape);
                self.rules.push(Rule {
                    name: Name::from(format!("{cell}{BOUNDED}")),
                    compiled: Compiled {
                        variables: Vec::new(),
                        guards: Vec::new(),
                        references: Vec::new(),
                        shape,
                    },
                    group,
                    first,
                    kinds: Vec::new(),
                });
                first += 1;
            }
        }
    }

    /// The list that a rule of that name bounds.
    pub fn bounded_list(name: &str) -> Option<Cell> {
        name.strip_suffix(BOUNDED)?.parse().ok()
    }
}
