//! What could not be made. A mirror or a synthesis that fails is said to be missing and awaited; the next
//! contact tries again, and the flow goes on without it only as its author declared.

use super::parts::Made;
use super::{Draft, Surroundings};
use crate::event::{Awaits, Closed};
use crate::flow::RETRY;
use crate::item::ItemKind;
use crate::project::{Part, PartKind};
use crate::revision;
use crate::words;
use logic::text::Phrase;
use logic::value::Name;

impl Draft {
    /// Says that something could not be made, and awaits the next try.
    pub(super) fn await_making(&mut self, part: &Part, tries: u64) {
        let words = words::not_made(&self.made_name(part));
        let text = words.in_language(self.state.language()).to_owned();
        let item = self.push_item(ItemKind::Gate, text, Vec::new(), Some(&part.id), Vec::new());
        self.await_on(part, item, Awaits::Event, tries);
    }

    /// Whether the next try to make something is awaited.
    pub(super) fn awaits_making(&self) -> bool {
        let open = self.state.obligation.as_ref();
        let open = open.filter(|open| open.obligation.awaits == Awaits::Event);
        let part = open.and_then(|open| self.project.part(&open.obligation.part));
        part.is_some_and(is_awaited_until_made)
    }

    /// Whether an event or a message asks for another try; then it was made.
    pub(super) fn retried(&mut self, said: &str, surroundings: &Surroundings) -> bool {
        let word = logic::text::words(said).join(" ");
        let asks = said == RETRY || RETRIES.contains(&word.as_str());
        if !asks || !self.awaits_making() {
            return false;
        }
        self.retry(surroundings);
        true
    }

    /// Tries once more to make what is missing.
    pub(super) fn retry(&mut self, surroundings: &Surroundings) {
        let project = self.project.clone();
        let open = self.state.obligation.as_ref();
        let part = open.and_then(|open| project.part(&open.obligation.part));
        let Some((part, cell)) = part.and_then(|part| Some((part, part.makes()?))) else {
            return;
        };
        match self.made(cell, &part.id, surroundings) {
            Made::Text(..) => {
                self.close(Closed::Withdrawn);
                self.advance(surroundings);
            }
            Made::Needs => {}
            Made::Failed => {
                let again = ("not-generated", words::not_made_again());
                self.refuse_answer(part, &[again], surroundings);
            }
        }
    }

    /// What was given up before it could be made.
    pub(super) fn unmade(&self) -> Vec<Name> {
        let canon = self.canon();
        let parts = self.project.flow.as_ref().map(|flow| &flow.parts[..]);
        let missing = |part: &&Part| {
            let made = part.makes().is_some_and(|cell| {
                let fields = revision::fields(&self.project, cell);
                fields.iter().all(|field| canon.is_settled(field))
            });
            is_awaited_until_made(part)
                && self.state.closed.get(&part.id) == Some(&Closed::GivenUp)
                && !made
        };
        let parts = parts.unwrap_or_default().iter().filter(missing);
        parts.map(|part| part.id.clone()).collect()
    }

    /// What something that is made is called: what it is, and its block.
    pub(super) fn made_name(&self, part: &Part) -> Phrase {
        let what = match &part.kind {
            PartKind::Mirror { .. } => Phrase::new("the mirror", "le miroir"),
            PartKind::Synthesis { .. } => Phrase::new("the synthesis", "la synthèse"),
            PartKind::Matching { .. } | PartKind::Tell { .. } => {
                Phrase::new("the result", "le résultat")
            }
            PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::End { .. } => Phrase::new("this", "ceci"),
        };
        let flow = self.project.flow.as_ref();
        let block = part.block.as_ref().zip(flow);
        let block = block.and_then(|(block, flow)| flow.block(block));
        let title = block.and_then(|block| block.title.as_ref());
        let Some(title) = title.and_then(|title| self.shown_text(title)) else {
            return what;
        };
        Phrase::new(
            format!("{} (« {title} »)", what.en),
            format!("{} (« {title} »)", what.fr),
        )
    }
}

/// Whether a part is not passed before it is made.
pub(super) fn is_awaited_until_made(part: &Part) -> bool {
    matches!(
        part.kind,
        PartKind::Mirror { .. } | PartKind::Synthesis { .. }
    )
}

/// By which words another try is asked for.
const RETRIES: [&str; 8] = [
    "reessayer",
    "reessaie",
    "reessayez",
    "essaie encore",
    "essayez encore",
    "encore un essai",
    "retry",
    "try again",
];
