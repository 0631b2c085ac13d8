//! A map from numbers that is copied in constant time: copies share everything that they have in common.
//!
//! Keys are mixed one to one before they are used, so no two collide and the shape depends on the keys
//! alone, not on the order of their arrival.

use std::sync::Arc;

/// The root parts keys into so many, nodes below it into fewer: a session with few entries has leaves right
/// below its root, and one with many does not waste much.
const ROOT_BITS: u32 = 6;
const ROOT: usize = 1 << ROOT_BITS;
const BITS: u32 = 2;
const FAN: usize = 1 << BITS;
/// A leaf with more entries than this is parted.
const LEAF: usize = 16;

#[derive(Clone, Debug)]
pub(crate) struct Map<V> {
    root: Option<Arc<[Node<V>; ROOT]>>,
}

#[derive(Clone, Debug)]
enum Node<V> {
    Empty,
    /// Entries by their mixed keys, ascending.
    Leaf(Arc<Vec<(u64, V)>>),
    Inner(Arc<[Node<V>; FAN]>),
}

impl<V> Default for Map<V> {
    fn default() -> Map<V> {
        Map { root: None }
    }
}

impl<V: Clone> Map<V> {
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&V> {
        let mixed = mix(key);
        let mut node = &self.root.as_ref()?[mixed as usize % ROOT];
        let mut left = mixed >> ROOT_BITS;
        loop {
            match node {
                Node::Inner(below) => node = &below[left as usize % FAN],
                Node::Leaf(entries) => {
                    let (found, value) = entries.get(place(entries, mixed))?;
                    return (*found == mixed).then_some(value);
                }
                Node::Empty => return None,
            }
            left >>= BITS;
        }
    }

    /// The value under this key, made first if it is missing.
    pub(crate) fn entry(&mut self, key: u64, make: impl FnOnce() -> V) -> &mut V {
        let mixed = mix(key);
        self.nodes()[mixed as usize % ROOT].entry(mixed, ROOT_BITS, make)
    }

    pub(crate) fn insert(&mut self, key: u64, value: V) {
        self.insert_all(std::iter::once((key, value)));
    }

    /// Insert several at once: what is shared of the root is looked at once.
    #[inline]
    pub(crate) fn insert_all(&mut self, entries: impl Iterator<Item = (u64, V)>) {
        let nodes = self.nodes();
        for (key, value) in entries {
            let mixed = mix(key);
            nodes[mixed as usize % ROOT].insert(mixed, ROOT_BITS, value);
        }
    }

    fn nodes(&mut self) -> &mut [Node<V>; ROOT] {
        let root = self
            .root
            .get_or_insert_with(|| Arc::new([const { Node::Empty }; ROOT]));
        Arc::make_mut(root)
    }

    /// All entries, in an order that depends on the keys alone.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &V)> {
        let root = self.root.iter().flat_map(|root| root.iter().rev());
        let mut nodes: Vec<&Node<V>> = root.collect();
        let mut entries = [].iter();
        std::iter::from_fn(move || {
            loop {
                if let Some((mixed, value)) = entries.next() {
                    return Some((unmix(*mixed), value));
                }
                match nodes.pop()? {
                    Node::Empty => (),
                    Node::Leaf(leaf) => entries = leaf.iter(),
                    Node::Inner(below) => nodes.extend(below.iter().rev()),
                }
            }
        })
    }

    /// Bytes on the heap, values' own heap not included.
    pub(crate) fn heap_bytes(&self) -> usize {
        let root = self.root.as_ref();
        root.map_or(0, |root| {
            let below: usize = root.iter().map(Node::heap_bytes).sum();
            COUNTS + size_of::<[Node<V>; ROOT]>() + below
        })
    }
}

/// Where a key is among the entries of a leaf, or would be.
#[inline]
fn place<V>(entries: &[(u64, V)], mixed: u64) -> usize {
    entries.partition_point(|(known, _)| *known < mixed)
}

/// The counts of an `Arc`.
const COUNTS: usize = 2 * size_of::<usize>();

impl<V> Node<V> {
    fn heap_bytes(&self) -> usize {
        match self {
            Node::Empty => 0,
            Node::Leaf(entries) => {
                let entry = size_of::<(u64, V)>();
                COUNTS + size_of::<Vec<(u64, V)>>() + entries.capacity() * entry
            }
            Node::Inner(below) => {
                let all: usize = below.iter().map(Node::heap_bytes).sum();
                COUNTS + size_of::<[Node<V>; FAN]>() + all
            }
        }
    }
}

impl<V: Clone> Node<V> {
    #[inline]
    fn insert(&mut self, mixed: u64, shift: u32, value: V) {
        let entries = self.leaf(mixed, shift);
        let at = place(entries, mixed);
        match entries.get_mut(at) {
            Some((known, present)) if *known == mixed => *present = value,
            Some(_) | None => entries.insert(at, (mixed, value)),
        }
    }

    fn entry(&mut self, mixed: u64, shift: u32, make: impl FnOnce() -> V) -> &mut V {
        let entries = self.leaf(mixed, shift);
        let at = place(entries, mixed);
        if entries.get(at).is_none_or(|(known, _)| *known != mixed) {
            entries.insert(at, (mixed, make()));
        }
        &mut entries[at].1
    }

    /// The leaf of a key, with room for it.
    #[inline]
    fn leaf(&mut self, mixed: u64, shift: u32) -> &mut Vec<(u64, V)> {
        let (mut node, mut shift) = (self, shift);
        loop {
            // A full leaf is parted, and then looked at again.
            let is_full = matches!(node, Node::Leaf(entries) if entries.len() == LEAF);
            if is_full && !node.has(mixed) {
                node.part(shift);
            }
            match node {
                Node::Inner(below) => {
                    node = &mut Arc::make_mut(below)[(mixed >> shift) as usize % FAN];
                    shift += BITS;
                }
                Node::Leaf(entries) => return Arc::make_mut(entries),
                Node::Empty => *node = Node::Leaf(Arc::default()),
            }
        }
    }

    fn has(&self, mixed: u64) -> bool {
        matches!(self, Node::Leaf(entries) if entries.binary_search_by_key(&mixed, |entry| entry.0).is_ok())
    }

    /// Put the entries of a leaf one level lower.
    fn part(&mut self, shift: u32) {
        let Node::Leaf(entries) = self else {
            return;
        };
        let mut leaves: [Vec<(u64, V)>; FAN] = std::array::from_fn(|_| Vec::new());
        for (mixed, value) in std::mem::take(Arc::make_mut(entries)) {
            leaves[(mixed >> shift) as usize % FAN].push((mixed, value));
        }
        let below = leaves.map(|leaf| match leaf.is_empty() {
            true => Node::Empty,
            false => Node::Leaf(Arc::new(leaf)),
        });
        *self = Node::Inner(Arc::new(below));
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
