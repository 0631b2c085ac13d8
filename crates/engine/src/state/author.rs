//! What authors decided: which entities are one, and what becomes of what was refused as incoherent.

use super::{Entry, FoldError, PendingInput, State};
use crate::event::{EntitiesMerged, IncoherenceSettled};
use crate::input::Input;
use crate::scene::Scene;
use crate::view::{Changes, Refused};
use logic::formula::Formula;
use logic::value::{Cell, Name, Value};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The code of a refusal that waits for the author.
pub const INCOHERENT: &str = "incoherent";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merged {
    pub because: Option<String>,
    /// The input that caused it.
    pub cause: String,
    pub kept: Name,
    pub seq: u64,
}

/// An input that was refused, at least in part, for what was said before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incoherence {
    pub cause: String,
    pub input: Input,
    pub refused: Vec<Refused>,
    /// The entry by which an author settled it.
    pub settled: Option<u64>,
}

/// How often a named event was taken, and the entry that ended its turn last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Came {
    pub last: u64,
    pub times: u64,
}

impl State {
    /// Counts a named event that its turn did not refuse.
    pub(crate) fn count_event(&mut self, seq: u64, changes: &Changes) {
        let Some(PendingInput::Input(Input::Event(name))) =
            self.pending.front().map(|pending| &pending.what)
        else {
            return;
        };
        if changes
            .refused
            .iter()
            .all(|refused| refused.what != "input")
        {
            let came = self.came.entry(name.clone()).or_default();
            came.times += 1;
            came.last = seq;
        }
    }

    /// The name under which an entity is known now.
    pub fn kept<'a>(&'a self, entity: &'a Name) -> &'a Name {
        self.merged
            .get(entity)
            .map_or(entity, |merged| &merged.kept)
    }

    /// The cell as it is called now.
    pub fn kept_cell<'a>(&'a self, cell: &'a Cell) -> Cow<'a, Cell> {
        match self.merged.get(&cell.entity) {
            None => Cow::Borrowed(cell),
            Some(merged) => Cow::Owned(Cell {
                entity: merged.kept.clone(),
                attribute: cell.attribute.clone(),
            }),
        }
    }

    /// The value with its entities as they are called now.
    pub fn kept_value(&self, value: Value) -> Value {
        if self.merged.is_empty() {
            return value;
        }
        value
            .renamed(&|name| self.other_name(name))
            .unwrap_or(value)
    }

    /// The formula with its entities as they are called now.
    pub fn kept_formula<'a>(&self, formula: &'a Formula) -> Cow<'a, Formula> {
        if self.merged.is_empty() {
            return Cow::Borrowed(formula);
        }
        Cow::Owned(formula.renamed(&|name| self.other_name(name)))
    }

    /// The scene with whoever is in it as they are called now.
    pub fn kept_scene(&self, scene: &Scene) -> Scene {
        let kept = |name: &Name| self.kept(name).clone();
        Scene {
            interlocutor: scene.interlocutor.as_ref().map(kept),
            place: scene.place.as_ref().map(kept),
            present: scene.present.iter().map(kept).collect(),
            ..scene.clone()
        }
    }

    fn other_name(&self, name: &Name) -> Option<Name> {
        self.merged.get(name).map(|merged| merged.kept.clone())
    }

    /// The cells that a constraint reads, also under the names that they have now.
    pub(super) fn read_by(&self, formula: &Formula) -> BTreeSet<Cell> {
        let own = logic::holds::cells(formula);
        let kept: Vec<Cell> = own
            .iter()
            .map(|cell| self.kept_cell(cell).into_owned())
            .collect();
        own.into_iter().chain(kept).collect()
    }

    pub(super) fn merge(
        &mut self,
        entry: &Entry,
        merged: &EntitiesMerged,
    ) -> Result<(), FoldError> {
        let (gone, kept) = (&merged.gone, &merged.kept);
        let is_gone = |name: &Name| self.merged.contains_key(name);
        if gone == kept || is_gone(gone) || is_gone(kept) {
            return Err(FoldError {
                seq: entry.seq,
                problem: format!("`{gone}` and `{kept}` are merged, which are one already"),
            });
        }
        // Whoever was the one that is gone is the other now.
        for earlier in self
            .merged
            .values_mut()
            .filter(|earlier| earlier.kept == *gone)
        {
            earlier.kept = kept.clone();
        }
        for known in self.aliases.values_mut().filter(|known| *known == gone) {
            *known = kept.clone();
        }
        self.merged.insert(
            gone.clone(),
            Merged {
                because: merged.because.clone(),
                cause: entry.cause.clone(),
                kept: kept.clone(),
                seq: entry.seq,
            },
        );
        let broke = merged.broke.iter().map(|broken| broken.constraint.0);
        self.explained.extend(broke);
        self.know_under(gone, kept);
        self.read_under(gone, kept);
        Ok(())
    }

    /// What was known by or of the one is known by and of the other.
    fn know_under(&mut self, gone: &Name, kept: &Name) {
        let mut more = Vec::new();
        for (key, seq) in self.known.iter() {
            let Some((holder, cell)) = key.split_once(' ') else {
                continue;
            };
            let (entity, attribute) = cell.split_once('.').unwrap_or((cell, ""));
            if holder == gone.as_str() || entity == gone.as_str() {
                let name = |own: &str| {
                    if own == gone.as_str() {
                        kept.to_string()
                    } else {
                        own.to_owned()
                    }
                };
                more.push((
                    format!("{} {}.{attribute}", name(holder), name(entity)),
                    *seq,
                ));
            }
        }
        for (key, seq) in more {
            if self.known.get(&key).is_none() {
                self.known.insert(key, seq);
            }
        }
        for cell in self.learnt.iter_mut().filter(|cell| cell.entity == *gone) {
            cell.entity = kept.clone();
        }
    }

    /// Constraints on the one are constraints on the other.
    fn read_under(&mut self, gone: &Name, kept: &Name) {
        let own: Vec<(Cell, Vec<u64>)> = self
            .reading
            .iter()
            .filter(|(cell, _)| cell.entity == *gone)
            .map(|(cell, entries)| (cell.clone(), entries.clone()))
            .collect();
        for (cell, entries) in own {
            let cell = Cell {
                entity: kept.clone(),
                attribute: cell.attribute,
            };
            let mut all = self.reading.get(&cell).cloned().unwrap_or_default();
            all.extend(entries);
            all.sort_unstable();
            all.dedup();
            self.reading.insert(cell, all);
        }
    }

    /// Keeps what was refused as incoherent, with the input, so that it can be tried again.
    pub(super) fn note_incoherence(&mut self, seq: u64, changes: &Changes) {
        let refused = changes.refused.iter();
        let refused: Vec<Refused> = refused
            .filter(|refused| &*refused.code == INCOHERENT)
            .cloned()
            .collect();
        let Some(pending) = self.pending.front().filter(|_| !refused.is_empty()) else {
            return;
        };
        if let PendingInput::Input(input) = &pending.what {
            let incoherence = Incoherence {
                cause: pending.id.clone(),
                input: input.clone(),
                refused,
                settled: None,
            };
            self.incoherences.insert(seq, incoherence);
        }
    }

    pub(super) fn settle(
        &mut self,
        entry: &Entry,
        settled: &IncoherenceSettled,
    ) -> Result<(), FoldError> {
        let known = self.incoherences.get_mut(&settled.incoherence.0);
        match known.filter(|known| known.settled.is_none()) {
            Some(known) => {
                known.settled = Some(entry.seq);
                Ok(())
            }
            None => Err(FoldError {
                seq: entry.seq,
                problem: format!(
                    "the incoherence of entry {} is settled, which is not open",
                    settled.incoherence.0
                ),
            }),
        }
    }

    /// What was refused as incoherent and waits for the author, by the entry that ended its turn.
    pub fn open_incoherences(&self) -> impl Iterator<Item = (u64, &Incoherence)> {
        let all = self.incoherences.iter();
        all.filter(|(_, known)| known.settled.is_none())
            .map(|(seq, known)| (*seq, known))
    }
}
