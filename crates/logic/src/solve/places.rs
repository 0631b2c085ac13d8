//! Where the touched cells of a trial are: a small table that only looks up.

use super::CellId;
use super::trial::SlotId;

/// A table that grew beyond this is not kept for the next trial: emptying it would cost more than it saves.
const KEPT: usize = 1 << 12;
const LEAST: usize = 64;

#[derive(Default)]
pub(crate) struct Places {
    /// A cell with the number of its slot plus one; 0 where there is none. At most half of it is used.
    table: Vec<(u32, u32)>,
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
            if number == 0 {
                return None;
            }
            if known == cell.0 {
                return Some(number - 1);
            }
            at = (at + 1) & (self.table.len() - 1);
        }
    }

    /// Add a cell that is not there yet.
    #[inline]
    pub(crate) fn add(&mut self, cell: CellId, slot: SlotId) {
        if self.used * 2 >= self.table.len() {
            self.grow();
        }
        self.used += 1;
        self.put((cell.0, slot + 1));
    }

    fn put(&mut self, entry: (u32, u32)) {
        let mut at = self.start(CellId(entry.0));
        while self.table[at].1 != 0 {
            at = (at + 1) & (self.table.len() - 1);
        }
        self.table[at] = entry;
    }

    fn grow(&mut self) {
        let room = LEAST.max(self.table.len() * 2);
        let before = std::mem::replace(&mut self.table, vec![(0, 0); room]);
        before
            .into_iter()
            .filter(|entry| entry.1 != 0)
            .for_each(|entry| self.put(entry));
    }

    /// Forget everything and keep the room.
    pub(crate) fn clear(&mut self) {
        if self.table.len() > KEPT {
            self.table = Vec::new();
        }
        self.table.fill((0, 0));
        self.used = 0;
    }
}
