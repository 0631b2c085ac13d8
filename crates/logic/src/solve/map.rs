//! A map from numbers that is copied in constant time: copies share everything that they have in common.
//!
//! Keys are mixed one to one before they are used, so no two collide and the shape depends on the keys
//! alone, not on the order of their arrival.

use std::sync::Arc;

const BITS: u32 = 4;
const FAN: u64 = 1 << BITS;
/// How many places are added to a node that is full: few, since most nodes stay small.
const ROOM: usize = 2;

#[derive(Clone, Debug)]
pub(crate) struct Map<V> {
    root: Arc<Node<V>>,
}

#[derive(Clone, Debug)]
struct Node<V> {
    /// Which of the places hold something.
    used: u16,
    places: Vec<Place<V>>,
}

#[derive(Clone, Debug)]
enum Place<V> {
    Entry(u64, V),
    Below(Arc<Node<V>>),
}

impl<V> Default for Map<V> {
    fn default() -> Map<V> {
        Map {
            root: Arc::new(Node {
                used: 0,
                places: Vec::new(),
            }),
        }
    }
}

impl<V: Clone> Map<V> {
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&V> {
        let mixed = mix(key);
        let mut node = &self.root;
        let mut shift = 0;
        loop {
            match node.places.get(node.find(mixed, shift)?)? {
                Place::Entry(found, value) => return (*found == mixed).then_some(value),
                Place::Below(below) => node = below,
            }
            shift += BITS;
        }
    }

    /// The value under this key, made first if it is missing.
    pub(crate) fn entry(&mut self, key: u64, make: impl FnOnce() -> V) -> &mut V {
        Arc::make_mut(&mut self.root).entry(mix(key), 0, make)
    }

    pub(crate) fn insert(&mut self, key: u64, value: V) {
        let mut value = Some(value);
        let slot = self.entry(key, || value.take().expect("made once"));
        if let Some(value) = value {
            *slot = value;
        }
    }

    /// All entries, in an order that depends on the keys alone.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &V)> {
        let mut stack = vec![self.root.places.iter()];
        std::iter::from_fn(move || {
            loop {
                match stack.last_mut()?.next() {
                    None => {
                        stack.pop();
                    }
                    Some(Place::Entry(mixed, value)) => return Some((unmix(*mixed), value)),
                    Some(Place::Below(below)) => stack.push(below.places.iter()),
                }
            }
        })
    }

    /// Bytes on the heap, values' own heap not included.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.root.heap_bytes()
    }
}

impl<V> Node<V> {
    /// Where this key's place is in the list.
    #[inline]
    fn find(&self, mixed: u64, shift: u32) -> Option<usize> {
        let bit = 1u16 << ((mixed >> shift) % FAN);
        (self.used & bit != 0).then(|| (self.used & (bit - 1)).count_ones() as usize)
    }

    fn heap_bytes(&self) -> usize {
        let below = self.places.iter().map(|place| match place {
            Place::Entry(..) => 0,
            Place::Below(below) => below.heap_bytes(),
        });
        size_of::<Node<V>>()
            + 2 * size_of::<usize>()
            + self.places.capacity() * size_of::<Place<V>>()
            + below.sum::<usize>()
    }
}

impl<V: Clone> Node<V> {
    fn entry(&mut self, mixed: u64, shift: u32, make: impl FnOnce() -> V) -> &mut V {
        let bit = 1u16 << ((mixed >> shift) % FAN);
        let at = (self.used & (bit - 1)).count_ones() as usize;
        let mut make = Some(make);
        if self.used & bit == 0 {
            self.used |= bit;
            if self.places.len() == self.places.capacity() {
                self.places.reserve_exact(ROOM);
            }
            let make = make.take().expect("made once");
            self.places.insert(at, Place::Entry(mixed, make()));
        } else if matches!(&self.places[at], Place::Entry(found, _) if *found != mixed) {
            self.split(at, shift + BITS);
        }
        match &mut self.places[at] {
            Place::Entry(_, value) => value,
            Place::Below(below) => {
                let make = make.take().expect("an entry that is new is not below");
                Arc::make_mut(below).entry(mixed, shift + BITS, make)
            }
        }
    }

    /// Put the entry at this place one level lower, because another key needs the place too.
    fn split(&mut self, at: usize, shift: u32) {
        let below = Place::Below(Arc::new(Node {
            used: 0,
            places: Vec::with_capacity(2),
        }));
        let entry = std::mem::replace(&mut self.places[at], below);
        if let (Place::Below(below), Place::Entry(mixed, _)) = (&mut self.places[at], &entry) {
            let below = Arc::make_mut(below);
            below.used = 1 << ((mixed >> shift) % FAN);
            below.places.push(entry);
        }
    }
}

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// The inverse of `FACTOR` modulo 2^64.
const INVERSE: u64 = 0xf1de_83e1_9937_733d;

#[inline]
fn mix(key: u64) -> u64 {
    let mixed = key.wrapping_mul(FACTOR);
    mixed ^ (mixed >> 32)
}

fn unmix(mixed: u64) -> u64 {
    (mixed ^ (mixed >> 32)).wrapping_mul(INVERSE)
}
