//! Where the touched cells of a trial are: a small table that only looks up.

use super::CellId;
use super::trial::SlotId;

/// A table that grew beyond this is not kept for the next trial.
const KEPT: usize = 1 << 16;
/// Numbers start anew beyond this.
const NUMBERS: u32 = 1 << 31;
const LEAST: usize = 256;

#[derive(Default)]
pub(crate) struct Places {
    /// A cell with the number of its slot, counted on from trial to trial: what is at most `past` is of an
    /// earlier one and stands for nothing, so that nothing has to be emptied. At most a quarter of it is used.
    table: Vec<(u32, u32)>,
    past: u32,
    used: usize,
}

impl Places {
    #[inline]
    fn start(&self, cell: CellId) -> usize {
        // The upper bits are the mixed ones; neighbours in the world do not stand side by side.
        (cell.0.wrapping_mul(0x9e37_79b9) >> 8) as usize & (self.table.len() - 1)
    }

    #[inline]
    pub(crate) fn find(&self, cell: CellId) -> Option<SlotId> {
        if self.used == 0 {
            return None;
        }
        let mut at = self.start(cell);
        loop {
            let (known, number) = self.table[at];
            if number <= self.past {
                return None;
            }
            if known == cell.0 {
                return Some(number - self.past - 1);
            }
            at = (at + 1) & (self.table.len() - 1);
        }
    }

    /// Add a cell that is not there yet.
    #[inline]
    pub(crate) fn add(&mut self, cell: CellId, slot: SlotId) {
        if self.used * 4 >= self.table.len() {
            self.grow();
        }
        self.used += 1;
        self.put((cell.0, self.past + slot + 1));
    }

    /// The slot of a cell, which is this one if it is not there yet.
    #[inline]
    pub(crate) fn find_or_add(&mut self, cell: CellId, slot: SlotId) -> SlotId {
        if self.used * 4 >= self.table.len() {
            self.grow();
        }
        let mut at = self.start(cell);
        loop {
            let entry = &mut self.table[at];
            if entry.1 <= self.past {
                *entry = (cell.0, self.past + slot + 1);
                self.used += 1;
                return slot;
            }
            if entry.0 == cell.0 {
                return entry.1 - self.past - 1;
            }
            at = (at + 1) & (self.table.len() - 1);
        }
    }

    fn put(&mut self, entry: (u32, u32)) {
        let mut at = self.start(CellId(entry.0));
        while self.table[at].1 > self.past {
            at = (at + 1) & (self.table.len() - 1);
        }
        self.table[at] = entry;
    }

    fn grow(&mut self) {
        let (room, past) = (LEAST.max(self.table.len() * 2), self.past);
        let before = std::mem::replace(&mut self.table, vec![(0, 0); room]);
        before
            .into_iter()
            .filter(|entry| entry.1 > past)
            .for_each(|entry| self.put(entry));
    }

    /// Forget everything and keep the room.
    pub(crate) fn clear(&mut self) {
        self.past += self.used as u32;
        self.used = 0;
        if self.table.len() > KEPT || self.past > NUMBERS {
            *self = Places::default();
        }
    }
}
