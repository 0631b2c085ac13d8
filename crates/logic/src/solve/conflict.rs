//! The least that a refusal needs: reasons are left out one by one as long as it stands without them.

use super::field::Field;
use super::repair::Search;
use super::trial::{Room, Trial};
use super::why::Why;
use super::{Change, Tag, World};

/// How many reasons are tried; what is beyond stays in.
const TRIED: usize = 64;

/// Changes that cannot all be had, none of which can be left out.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The earlier changes; the refused one comes on top.
    pub changes: Vec<Tag>,
    pub why: Why,
}

/// Why a change cannot be had, with the least of the earlier ones. None if it can be had, or if nothing is
/// known within so many nodes for each of the trials.
pub fn conflict<W: World + ?Sized>(
    world: &W,
    field: &Field,
    tag: Tag,
    change: &Change,
    nodes: u64,
) -> Option<Conflict> {
    Room::default().conflict(world, field, tag, change, nodes)
}

impl Room {
    /// `conflict`, in this room's manner.
    pub fn conflict<W: World + ?Sized>(
        &mut self,
        world: &W,
        field: &Field,
        tag: Tag,
        change: &Change,
        nodes: u64,
    ) -> Option<Conflict> {
        let mut trial = Trial::within(self, world, field);
        let mut why = trial.refusal(&[(tag, change)], nodes)?;
        let used = why.changes();
        let mut needed: Vec<(Tag, &Change)> = field
            .changes()
            .filter(|(tag, _)| used.contains(tag))
            .collect();
        // The newest first: what was there before is the better reason.
        for _ in 0..needed.len().min(TRIED) {
            let Some(left_out) = needed.pop() else {
                break;
            };
            let without: Vec<(Tag, &Change)> =
                needed.iter().copied().chain([(tag, change)]).collect();
            let nothing = Field::default();
            match Trial::within(self, world, &nothing).refusal(&without, nodes) {
                Some(shorter) => {
                    why = shorter;
                    let used = why.changes();
                    needed.retain(|(tag, _)| used.contains(tag));
                }
                None => needed.insert(0, left_out),
            }
        }
        let mut changes: Vec<Tag> = needed.iter().map(|(tag, _)| *tag).collect();
        changes.sort_unstable();
        Some(Conflict { changes, why })
    }
}

impl<'a, W: World + ?Sized> Trial<'a, W> {
    /// Why these changes cannot be had together; none if they can, or if that is not known.
    fn refusal(&mut self, changes: &[(Tag, &'a Change)], nodes: u64) -> Option<Why> {
        let start = self.mark();
        for (tag, change) in changes {
            if let Err(wiped) = self.attempt(*tag, change) {
                return Some(self.why_wiped(wiped));
            }
        }
        match self.repair(&start, nodes) {
            Search::None => Some(self.why_searched()),
            Search::Whole | Search::RanOut => None,
        }
    }
}
