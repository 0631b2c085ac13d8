//! For each of some keys a list that only grows, all of them in one place.

const NONE: u32 = u32::MAX;

pub(super) struct Lists<T> {
    /// The first and the last item of each key.
    ends: Vec<(u32, u32)>,
    /// Each with the next one of its key.
    items: Vec<(T, u32)>,
}

impl<T: Copy> Lists<T> {
    pub(super) fn new(keys: usize) -> Lists<T> {
        Lists {
            ends: vec![(NONE, NONE); keys],
            items: Vec::with_capacity(64),
        }
    }

    pub(super) fn push(&mut self, key: u32, item: T) {
        let number = self.items.len() as u32;
        self.items.push((item, NONE));
        let (first, last) = &mut self.ends[key as usize];
        match self.items.get_mut(*last as usize) {
            Some((_, next)) => *next = number,
            None => *first = number,
        }
        *last = number;
    }

    /// The place of the first item of a key, to go on from with [`Lists::at`].
    pub(super) fn first(&self, key: u32) -> u32 {
        self.ends[key as usize].0
    }

    /// The item at a place and the place of the next; nothing behind the last. A place stays what it is
    /// when items are added.
    pub(super) fn at(&self, place: u32) -> Option<(T, u32)> {
        self.items.get(place as usize).copied()
    }

    pub(super) fn is_empty(&self, key: u32) -> bool {
        self.first(key) == NONE
    }
}
