//! Numbers for things that are met again: a fixed hash and tables that only look up.
//!
//! The hash has no seed and no table here is ever iterated, so nothing depends on chance.

use hashbrown::HashTable;
use std::hash::{Hash, Hasher};

/// Multiply and rotate: fast on the short keys used here, and the same in every run.
#[derive(Clone, Copy, Default)]
pub(crate) struct FixedHasher(u64);

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl FixedHasher {
    #[inline]
    pub(crate) fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    }
}

impl Hasher for FixedHasher {
    #[inline]
    fn finish(&self) -> u64 {
        // The table takes its bits from both ends; the multiplication mixes upwards only.
        self.0 ^ (self.0 >> 29)
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let bytes = rest.iter().rev();
            self.add(bytes.fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
        self.add(bytes.len() as u64);
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
}

pub(crate) fn hash_of<T: Hash + ?Sized>(thing: &T) -> u64 {
    let mut hasher = FixedHasher::default();
    thing.hash(&mut hasher);
    hasher.finish()
}

#[inline]
pub(crate) fn hash_words(first: u32, words: &[u32]) -> u64 {
    let mut hasher = FixedHasher::default();
    hasher.add(u64::from(first));
    for &word in words {
        hasher.add(u64::from(word));
    }
    hasher.finish()
}

/// Things with numbers from 0 on, in the order of their arrival.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    pub(crate) items: Vec<T>,
    table: HashTable<u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner {
            items: Vec::new(),
            table: HashTable::new(),
        }
    }
}

impl<T> Interner<T> {
    pub(crate) fn with_capacity(count: usize) -> Interner<T> {
        Interner {
            items: Vec::with_capacity(count),
            table: HashTable::with_capacity(count),
        }
    }
}

impl<T: Hash + Eq> Interner<T> {
    pub(crate) fn intern(&mut self, item: T) -> u32 {
        let hash = hash_of(&item);
        let items = &self.items;
        if let Some(&found) = self.table.find(hash, |&at| items[at as usize] == item) {
            return found;
        }
        self.add(hash, item)
    }

    /// The same for something that is nearly always there already: only what is new is copied.
    pub(crate) fn intern_known(&mut self, item: &T) -> u32
    where
        T: Clone,
    {
        let hash = hash_of(item);
        let items = &self.items;
        let known = self.table.find(hash, |&at| items[at as usize] == *item);
        match known {
            Some(&found) => found,
            None => self.add(hash, item.clone()),
        }
    }

    fn add(&mut self, hash: u64, item: T) -> u32 {
        let number = self.items.len() as u32;
        self.items.push(item);
        let items = &self.items;
        self.table
            .insert_unique(hash, number, |&at| hash_of(&items[at as usize]));
        number
    }

    pub(crate) fn find(&self, item: &T) -> Option<u32> {
        let items = &self.items;
        self.table
            .find(hash_of(item), |&at| items[at as usize] == *item)
            .copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }
}
