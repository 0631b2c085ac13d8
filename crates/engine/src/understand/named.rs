//! A name alone, after something was asked of nobody in particular: it says of whom.

use super::{Asks, Cue, SECOND, Surroundings, is_small};
use crate::mention::{Called, mentions};
use crate::project::Project;
use logic::stem::Stems;
use logic::value::{Cell, Name};
use std::collections::BTreeSet;

/// Words beside a name that add nothing to it.
const BESIDE: [&str; 20] = [
    "yes", "oui", "mean", "meant", "veux", "dire", "parle", "for", "pour", "celui", "celle",
    "that", "it", "well", "please", "no", "non", "euh", "eh", "bien",
];

impl Project {
    /// Whoever is named by a message that does nothing else.
    pub fn named_alone(
        &self,
        message: &str,
        learned: &Called,
        you: Option<&Name>,
    ) -> Option<BTreeSet<Name>> {
        let words = Stems::of(&self.languages).words(message);
        let found = mentions(&[&self.called, learned], &words);
        let free = |place: usize| !found.iter().any(|mention| mention.at.contains(&place));
        let adds = words.iter().enumerate().any(|(place, word)| {
            let text = word.text.as_str();
            free(place) && !is_small(text) && !BESIDE.contains(&text)
        });
        match &found[..] {
            [] => {
                let second = |text: &str| SECOND.contains(&text);
                let yours = words.iter().any(|word| second(&word.text));
                let you = you.filter(|_| yours && !adds && words.len() <= 2)?;
                Some(BTreeSet::from([you.clone()]))
            }
            [one] if !adds => Some(one.entities.clone()),
            _ => None,
        }
    }

    /// What was not clear, asked of whoever is named now.
    pub fn understand_of(
        &self,
        question: &str,
        who: &BTreeSet<Name>,
        learned: &Called,
        around: Surroundings<'_>,
    ) -> Asks {
        let understood = self.understand(question, learned, around);
        let has = |entity: &Name, cue: &Cue| {
            let entity = self.entities.get(entity);
            entity.is_some_and(|entity| self.sorts.is_sub(&entity.sort, &cue.sort))
        };
        let of_attribute = |attribute: &Name| -> BTreeSet<Cell> {
            let cues = self.cues.iter().filter(|cue| cue.attribute == *attribute);
            cues.flat_map(|cue| who.iter().filter(|entity| has(entity, cue)))
                .map(|entity| Cell {
                    entity: entity.clone(),
                    attribute: attribute.clone(),
                })
                .collect()
        };
        let cells: BTreeSet<Cell> = match understood.asks {
            Asks::Nothing | Asks::Cells(_) | Asks::Lacks(_) | Asks::Beyond(_) => BTreeSet::new(),
            Asks::OfWhom(attribute) => of_attribute(&attribute),
            Asks::OneOf(cells) => {
                let meant = cells.iter().filter(|cell| who.contains(&cell.entity));
                let meant: BTreeSet<Cell> = meant.cloned().collect();
                let attributes: BTreeSet<&Name> =
                    cells.iter().map(|cell| &cell.attribute).collect();
                match (meant.is_empty(), attributes.first()) {
                    (true, Some(only)) if attributes.len() == 1 => of_attribute(only),
                    _ => meant,
                }
            }
        };
        match cells.len() {
            0 => Asks::Nothing,
            1 => Asks::Cells(cells.into_iter().collect()),
            _ => Asks::OneOf(cells),
        }
    }
}
