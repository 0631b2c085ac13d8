//! A list that only grows and is cheap to copy: full chunks are shared, the last one is small.

use std::sync::Arc;

const CHUNK: usize = 32;

#[derive(Clone, Debug)]
pub(crate) struct Log<T> {
    full: Arc<Vec<Arc<[T]>>>,
    recent: Vec<T>,
}

impl<T> Default for Log<T> {
    fn default() -> Log<T> {
        Log {
            full: Arc::default(),
            recent: Vec::new(),
        }
    }
}

impl<T: Clone> Log<T> {
    pub(crate) fn len(&self) -> usize {
        self.full.len() * CHUNK + self.recent.len()
    }

    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        match self.full.get(at / CHUNK) {
            Some(chunk) => chunk.get(at % CHUNK),
            None => self.recent.get(at - self.full.len() * CHUNK),
        }
    }

    pub(crate) fn push(&mut self, item: T) {
        self.recent.push(item);
        if self.recent.len() == CHUNK {
            let chunk = std::mem::take(&mut self.recent).into();
            Arc::make_mut(&mut self.full).push(chunk);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.full
            .iter()
            .flat_map(|chunk| chunk.iter())
            .chain(&self.recent)
    }

    /// Bytes on the heap, items' own heap not included.
    pub(crate) fn heap_bytes(&self) -> usize {
        let full = self.full.len() * (CHUNK * size_of::<T>() + 4 * size_of::<usize>());
        full + self.recent.capacity() * size_of::<T>()
    }
}
