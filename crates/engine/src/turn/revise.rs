//! What a correction does beyond its own cell: words that were made from the old answer are made anew, what
//! is asked for a reason that is gone is asked no more, and what was said of an item goes with the item.

use super::Draft;
use super::Surroundings;
use crate::event::{Cleared, Ended};
use crate::event::{Closed, Event, Method, Provenance, Reopened, Reopening};
use crate::flow;
use crate::item::ItemKind;
use crate::project::{Part, PartKind};
use crate::revision::{self, REVISES};
use crate::words;
use logic::holds::Facts;
use logic::text::{nearest, words as words_of};
use logic::value::{Cell, Name, Value};
use std::collections::BTreeSet;

impl Draft {
    /// Whether something made rests on answers that are others now.
    pub(super) fn is_stale(&self, cell: &Cell) -> bool {
        revision::is_stale(&self.canon(), cell)
    }

    /// The same of something that may have fields.
    pub(super) fn is_part_stale(&self, cell: &Cell) -> bool {
        let fields = revision::fields(&self.project, cell);
        fields.iter().any(|field| self.is_stale(field))
    }

    /// Mirrors that were closed and are outdated are asked for once more.
    pub(super) fn reopen_outdated(&mut self) {
        if self.state.obligation.is_some() || self.state.ended.is_some() {
            return;
        }
        let parts = revision::outdated_mirrors(&self.canon());
        if !parts.is_empty() {
            self.push(Event::Reopened(Reopened {
                parts,
                why: Reopening::Correction,
            }));
        }
    }

    /// Whether what is open is asked no more, or has to be made anew.
    pub(super) fn open_is_outdated(&self) -> bool {
        let open = self.state.obligation.as_ref();
        let part = open.and_then(|open| self.project.part(&open.obligation.part));
        let canon = self.canon();
        self.state.edition() >= REVISES
            && part.is_some_and(|part| {
                !flow::may_stand(&canon, part) || revision::is_outdated(&canon, part, true)
            })
    }

    /// Says what was made before a correction and is not yet made anew.
    pub(super) fn say_outdated(&mut self) {
        if self.state.edition() < REVISES {
            return;
        }
        let project = self.project.clone();
        let over = self.state.ended.as_ref().map(|ended| ended.how) == Some(Ended::Completed);
        let canon = self.canon();
        let stale: Vec<&Part> = if over {
            let parts = project.flow.as_ref().map(|flow| &flow.parts[..]);
            let parts = parts.unwrap_or_default().iter();
            parts
                .filter(|part| self.state.entered.contains(&part.id))
                .filter(|part| is_other_now(&canon, part))
                .collect()
        } else {
            let mirrors = revision::outdated_mirrors(&canon);
            let parts = mirrors.iter().filter_map(|id| project.part(id));
            parts.collect()
        };
        if stale.is_empty() || (!over && self.state.obligation.is_none()) {
            return;
        }
        let mut named: Vec<_> = stale.into_iter().map(|part| self.made_name(part)).collect();
        named.dedup();
        let words = if over {
            words::made_before(&named)
        } else {
            words::made_anew(&named)
        };
        self.say(ItemKind::Statement, &words, None);
    }

    /// The items of a corrected list keep their entities; new ones get theirs.
    pub(super) fn reseat(&mut self, list: &Cell, before: &[Option<Value>]) {
        let after = self.state.places.get(list).cloned().unwrap_or_default();
        let project = self.project.clone();
        let parts = project.flow.as_ref().map(|flow| &flow.parts[..]);
        let each = parts.unwrap_or_default().iter().flat_map(|part| &part.each);
        let places: BTreeSet<(usize, Option<Cell>)> = each
            .filter(|each| each.list == *list)
            .map(|each| (each.at, each.title.clone()))
            .collect();
        for (at, title) in places {
            let old = before.get(at).cloned().flatten();
            let new = after.get(at).cloned().flatten();
            if old == new {
                continue;
            }
            if let Some(old) = old
                && !new.as_ref().is_some_and(|new| is_renamed(&old, new))
            {
                self.clear(list, at);
            }
            if let (Some(title), Some(new)) = (title, new)
                && self.canon().value(&title).as_ref() != Some(&new)
            {
                let deduced = Provenance::Deduced;
                self.settle(&title, new, Method::Testimony, deduced, None, None);
            }
        }
    }

    /// Opens again what was said of the item that had this place.
    fn clear(&mut self, list: &Cell, at: usize) {
        let project = self.project.clone();
        let parts = project.flow.as_ref().map(|flow| &flow.parts[..]);
        let of_item = |part: &&Part| {
            let mut each = part.each.iter();
            each.any(|each| each.list == *list && each.at == at)
        };
        let parts: Vec<&Part> = parts.unwrap_or_default().iter().filter(of_item).collect();
        let open = self.state.obligation.as_ref();
        let open = open.map(|open| open.obligation.part.clone());
        if parts.iter().any(|part| Some(&part.id) == open.as_ref()) {
            self.close(Closed::Withdrawn);
        }
        let (mut cells, mut ids): (BTreeSet<Cell>, BTreeSet<Name>) = Default::default();
        for part in parts {
            ids.insert(part.id.clone());
            for (id, question) in part.questions() {
                ids.insert(id.clone());
                cells.insert(question.cell.clone());
            }
            if let Some(made) = part.makes() {
                cells.extend(revision::fields(&project, made));
            }
            cells.extend(kept_by(part).cloned());
            let from = part.each.iter().position(|each| each.list == *list);
            let inner = part.each.iter().skip(from.unwrap_or(0));
            cells.extend(inner.filter_map(|each| each.title.clone()));
        }
        cells.retain(|cell| self.state.fluents.get(cell).is_some());
        ids.retain(|id| {
            self.state.answers.get(id).is_some()
                || self.state.closed.contains_key(id)
                || self.state.entered.contains(id)
        });
        if !cells.is_empty() || !ids.is_empty() {
            self.push(Event::Cleared(Cleared {
                cells: cells.into_iter().collect(),
                list: list.clone(),
                parts: ids.into_iter().collect(),
            }));
        }
    }

    /// After a correction: what is open may be outdated, or answered by it, and the flow may go on.
    pub(super) fn after_correcting(&mut self, surroundings: &Surroundings) {
        self.after_settling(surroundings);
        if self.needs.is_empty() {
            self.say_outdated();
        }
    }
}

/// Whether what a part said would be another thing now.
fn is_other_now(canon: &crate::canon::Canon, part: &Part) -> bool {
    let cells = match &part.kind {
        PartKind::Mirror { .. } => return revision::is_outdated(canon, part, false),
        PartKind::Synthesis { cell, .. } | PartKind::Tell { cell } => {
            revision::fields(canon.project, cell)
        }
        PartKind::Matching { cell, .. } => vec![cell.clone()],
        PartKind::Say { .. }
        | PartKind::Ask { .. }
        | PartKind::Form { .. }
        | PartKind::Gate { .. }
        | PartKind::Lock { .. }
        | PartKind::End { .. } => Vec::new(),
    };
    let stale = |cell: &Cell| revision::of(canon, cell).is_some_and(|(_, stale)| stale);
    cells.iter().any(stale)
}

/// The cell in which a part keeps what came of it, besides questions.
fn kept_by(part: &Part) -> Option<&Cell> {
    match &part.kind {
        PartKind::Mirror { nuance, .. } => nuance.as_ref(),
        PartKind::Matching { cell, .. } => Some(cell),
        PartKind::Say { .. }
        | PartKind::Ask { .. }
        | PartKind::Form { .. }
        | PartKind::Gate { .. }
        | PartKind::Lock { .. }
        | PartKind::Tell { .. }
        | PartKind::Synthesis { .. }
        | PartKind::End { .. } => None,
    }
}

/// Whether one item is the other in better words: a slip that was mended, or more or less of a title.
fn is_renamed(old: &Value, new: &Value) -> bool {
    let (Value::Text(old), Value::Text(new)) = (old, new) else {
        return false;
    };
    let (short, long) = (words_of(old), words_of(new));
    let (short, long) = if short.len() <= long.len() {
        (short, long)
    } else {
        (long, short)
    };
    let within = !short.is_empty() && long.windows(short.len()).any(|window| window == short);
    within || nearest(old, [&**new]).is_some()
}
