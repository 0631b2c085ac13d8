//! A list that only grows and is cheap to copy: full chunks are shared, the last one is small.

use super::map::Map;
use std::sync::Arc;

const CHUNK: usize = 256;

#[derive(Clone, Debug)]
pub(crate) struct Log<T> {
    /// By their numbers. A plain list of them would be copied whole whenever a copy goes on by itself.
    full: Map<Arc<Vec<T>>>,
    chunks: usize,
    /// The last chunk, shared as well until one of the copies goes on.
    recent: Arc<Vec<T>>,
}

impl<T> Default for Log<T> {
    fn default() -> Log<T> {
        Log {
            full: Map::default(),
            chunks: 0,
            recent: Arc::default(),
        }
    }
}

impl<T: Clone> Log<T> {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.chunks * CHUNK + self.recent.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        match self.full.get((at / CHUNK) as u64) {
            Some(chunk) => chunk.get(at % CHUNK),
            None => self.recent.get(at.checked_sub(self.chunks * CHUNK)?),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        Arc::make_mut(&mut self.recent).push(item);
        if self.recent.len() == CHUNK {
            self.close();
        }
    }

    /// Add several at once: what is shared of the last chunk is looked at once.
    #[inline]
    pub(crate) fn extend(&mut self, mut items: impl ExactSizeIterator<Item = T>) {
        while self.recent.len() + items.len() >= CHUNK {
            let recent = Arc::make_mut(&mut self.recent);
            let room = CHUNK - recent.len();
            recent.extend(items.by_ref().take(room));
            self.close();
        }
        if items.len() > 0 {
            Arc::make_mut(&mut self.recent).extend(items);
        }
    }

    fn close(&mut self) {
        let full = std::mem::take(&mut self.recent);
        self.full.insert(self.chunks as u64, full);
        self.chunks += 1;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.chunks)
            .filter_map(|chunk| self.full.get(chunk as u64))
            .flat_map(|chunk| chunk.iter())
            .chain(self.recent.iter())
    }

    /// Bytes on the heap, items' own heap not included.
    pub(crate) fn heap_bytes(&self) -> usize {
        let counts = size_of::<Vec<T>>() + 2 * size_of::<usize>();
        let full = self.chunks * (CHUNK * size_of::<T>() + counts);
        full + self.full.heap_bytes() + self.recent.capacity() * size_of::<T>() + counts
    }
}
