//! What a session changed of its world's cells: found by one look into a small table, copied by sharing.
//!
//! The latest changes stand in a part of bounded size that only its owner writes to; a copy that goes on by
//! itself copies this part and nothing else. Full parts are shared for ever. Two of about the same size are
//! made one, so there are few of them.

use super::CellId;
use super::field::CellState;
use std::sync::Arc;

/// How many cells the latest part has at most.
const LATEST: usize = 1024;

#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    latest: Option<Arc<Part>>,
    /// Full parts, the oldest and largest first. What a later part has counts.
    full: Vec<Arc<Part>>,
}

#[derive(Clone, Debug, Default)]
struct Part {
    cells: Vec<CellId>,
    states: Vec<CellState>,
    /// The places of cells, counted from 1 on; 0 is free. At most half of it is used.
    places: Vec<u32>,
    /// Most cells that are looked at were never changed; few bits tell so at once.
    sieve: Vec<u64>,
}

impl Cells {
    #[inline]
    pub(crate) fn get(&self, cell: CellId) -> Option<&CellState> {
        let found = self.latest.as_ref().and_then(|latest| latest.get(cell));
        if found.is_some() || self.full.is_empty() {
            return found;
        }
        self.full.iter().rev().find_map(|part| part.get(cell))
    }

    /// Put several at once: what is shared of the latest part is looked at once.
    #[inline]
    pub(crate) fn put_all(&mut self, states: impl Iterator<Item = (CellId, CellState)>) {
        let mut latest = Arc::make_mut(self.latest.get_or_insert_default());
        for (cell, state) in states {
            if latest.cells.len() == LATEST {
                self.full.extend(self.latest.take());
                self.join();
                latest = Arc::make_mut(self.latest.get_or_insert_default());
            }
            latest.put(cell, state);
        }
    }

    /// Make one of the last two full parts as long as the older is not much the larger.
    fn join(&mut self) {
        while let [.., older, newer] = &mut self.full[..]
            && older.cells.len() < newer.cells.len() * 2
        {
            let both = Arc::make_mut(older);
            for (cell, state) in newer.iter() {
                both.put(cell, state.clone());
            }
            self.full.pop();
        }
    }

    /// All of them, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (CellId, &CellState)> {
        let parts = self.full.iter().chain(&self.latest).rev();
        let mut all: Vec<(CellId, &CellState)> = parts.flat_map(|part| part.iter()).collect();
        // Of equal cells the latest is the first, and stays so.
        all.sort_by_key(|(cell, _)| *cell);
        all.dedup_by_key(|(cell, _)| *cell);
        all.into_iter()
    }

    /// Bytes on the heap, domains' own heap not included.
    pub(crate) fn heap_bytes(&self) -> usize {
        let parts = self.full.iter().chain(&self.latest);
        let bytes: usize = parts.map(|part| part.heap_bytes()).sum();
        bytes + self.full.capacity() * size_of::<Arc<Part>>()
    }
}

impl Part {
    #[inline]
    fn start(&self, cell: CellId) -> usize {
        (mix(cell) >> 8) as usize & (self.places.len() - 1)
    }

    /// The word and the bit of a cell in the sieve.
    #[inline]
    fn bit(&self, cell: CellId) -> Option<(usize, u64)> {
        let mixed = mix(cell);
        let word = (mixed >> 6) as usize & self.sieve.len().checked_sub(1)?;
        Some((word, 1 << (mixed >> 26)))
    }

    #[inline]
    fn may_have(&self, cell: CellId) -> bool {
        self.bit(cell)
            .is_some_and(|(word, bit)| self.sieve[word] & bit != 0)
    }

    fn sift(&mut self, cell: CellId) {
        if let Some((word, bit)) = self.bit(cell) {
            self.sieve[word] |= bit;
        }
    }

    #[inline]
    fn find(&self, cell: CellId) -> Result<usize, usize> {
        let mut at = self.start(cell);
        loop {
            match (self.places[at] as usize).checked_sub(1) {
                None => return Err(at),
                Some(place) if self.cells[place] == cell => return Ok(place),
                Some(_) => at = (at + 1) & (self.places.len() - 1),
            }
        }
    }

    #[inline]
    fn get(&self, cell: CellId) -> Option<&CellState> {
        if !self.may_have(cell) {
            return None;
        }
        self.find(cell).ok().map(|place| &self.states[place])
    }

    #[inline]
    fn put(&mut self, cell: CellId, state: CellState) {
        if self.cells.len() * 2 >= self.places.len() {
            self.grow();
        }
        match self.find(cell) {
            Ok(place) => self.states[place] = state,
            Err(at) => {
                self.cells.push(cell);
                self.states.push(state);
                self.places[at] = self.cells.len() as u32;
                self.sift(cell);
            }
        }
    }

    #[inline(never)]
    fn grow(&mut self) {
        self.places = vec![0; (self.places.len() * 2).max(64)];
        self.sieve = vec![0; self.places.len() / 8];
        let room = self.places.len() / 2 - self.cells.len();
        self.cells.reserve_exact(room);
        self.states.reserve_exact(room);
        for place in 0..self.cells.len() {
            let cell = self.cells[place];
            let mut at = self.start(cell);
            while self.places[at] != 0 {
                at = (at + 1) & (self.places.len() - 1);
            }
            self.places[at] = place as u32 + 1;
            self.sift(cell);
        }
    }

    fn iter(&self) -> impl Iterator<Item = (CellId, &CellState)> {
        self.cells.iter().copied().zip(&self.states)
    }

    fn heap_bytes(&self) -> usize {
        2 * size_of::<usize>()
            + size_of::<Part>()
            + self.cells.capacity() * size_of::<CellId>()
            + self.states.capacity() * size_of::<CellState>()
            + self.places.capacity() * size_of::<u32>()
            + self.sieve.capacity() * size_of::<u64>()
    }
}

/// Neighbours in the world do not stand side by side; the upper bits are the mixed ones.
#[inline]
fn mix(cell: CellId) -> u32 {
    cell.0.wrapping_mul(0x9e37_79b9)
}
