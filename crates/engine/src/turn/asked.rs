//! A message that asks about something: what it looks at is settled and told.

use super::{Draft, Surroundings};
use crate::mention::Called;
use crate::understand::{self, Asks, Cue, understand};
use crate::words;
use logic::stem::Stems;
use logic::value::{Cell, Name};

impl Draft {
    /// Whether the message asked about anything; then that was dealt with.
    pub(super) fn asked_about(&mut self, text: &str, surroundings: &Surroundings) -> bool {
        let project = self.project.clone();
        if project.cues.is_empty() {
            return false;
        }
        let mut learned = Called::default();
        for (alias, entity) in &self.state.aliases {
            learned.add(alias, entity);
        }
        let stems = Stems::of(&project.languages);
        let has = |entity: &Name, cue: &Cue| {
            let entity = project.entities.get(entity);
            entity.is_some_and(|entity| project.sorts.is_sub(&entity.sort, &cue.sort))
        };
        let around = understand::Surroundings {
            interlocutor: project.interlocutor.as_ref(),
            topic: None,
        };
        match understand(
            text,
            &stems,
            &[&project.called, &learned],
            &project.cues,
            &has,
            around,
        )
        .asks
        {
            Asks::Nothing => return false,
            Asks::Cells(cells) => {
                for cell in cells {
                    self.observe(&cell, surroundings);
                }
            }
            Asks::OneOf(cells) => {
                let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
                self.refuse("unclear", "input", &words::one_of(&cells));
            }
            Asks::OfWhom(attribute) => {
                self.refuse("unclear", "input", &words::of_whom(&attribute));
            }
        }
        true
    }
}
