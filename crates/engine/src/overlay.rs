//! A map that is cheap to copy for a tentative decision: a shared, settled part and a small recent one,
//! which is shared too until one of the copies grows.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many recent entries are kept apart before they are settled.
const RECENT: usize = 64;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound(
    serialize = "K: Ord + Serialize, V: Serialize",
    deserialize = "K: Ord + Deserialize<'de>, V: Deserialize<'de>"
))]
pub struct Overlay<K: Ord, V> {
    settled: Arc<BTreeMap<K, V>>,
    recent: Arc<BTreeMap<K, V>>,
    /// How many keys there are: a recent one may be settled as well.
    count: usize,
}

impl<K: Ord, V> Default for Overlay<K, V> {
    fn default() -> Self {
        Overlay {
            settled: Arc::default(),
            recent: Arc::default(),
            count: 0,
        }
    }
}

/// Two overlays are equal if they hold the same entries, wherever those stand.
impl<K: Ord + Clone, V: PartialEq + Clone> PartialEq for Overlay<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<K: Ord + Clone, V: Eq + Clone> Eq for Overlay<K, V> {}

impl<K: Ord + Clone, V: Clone> Overlay<K, V> {
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: std::borrow::Borrow<Q>,
    {
        self.recent.get(key).or_else(|| self.settled.get(key))
    }

    pub fn insert(&mut self, key: K, value: V) {
        if self.get(&key).is_none() {
            self.count += 1;
        }
        let recent = Arc::make_mut(&mut self.recent);
        recent.insert(key, value);
        // Copying the settled part is needed only while a tentative copy shares it, and then once
        // in RECENT insertions.
        if recent.len() > RECENT {
            // Not `append`, which builds the whole map anew.
            let recent = std::mem::take(recent);
            Arc::make_mut(&mut self.settled).extend(recent);
        }
    }

    /// Takes an entry out. It is rare, and copies the settled part where that is shared.
    pub fn remove(&mut self, key: &K) {
        if self.recent.contains_key(key) {
            Arc::make_mut(&mut self.recent).remove(key);
        }
        if self.settled.contains_key(key) {
            Arc::make_mut(&mut self.settled).remove(key);
        }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.settled.is_empty() && self.recent.is_empty()
    }

    /// Entries in key order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        merged(self.settled.iter(), self.recent.iter())
    }

    /// Entries in key order, from a key on.
    pub fn from<'a>(&'a self, start: &K) -> impl Iterator<Item = (&'a K, &'a V)> + use<'a, K, V> {
        merged(self.settled.range(start..), self.recent.range(start..))
    }
}

/// Two runs of entries as one; of equal keys the recent entry counts.
fn merged<'a, K: Ord + 'a, V: 'a>(
    settled: impl Iterator<Item = (&'a K, &'a V)>,
    recent: impl Iterator<Item = (&'a K, &'a V)>,
) -> impl Iterator<Item = (&'a K, &'a V)> {
    let (mut settled, mut recent) = (settled.peekable(), recent.peekable());
    std::iter::from_fn(move || match (settled.peek(), recent.peek()) {
        (Some((old, _)), Some((new, _))) => match old.cmp(new) {
            std::cmp::Ordering::Less => settled.next(),
            std::cmp::Ordering::Greater => recent.next(),
            std::cmp::Ordering::Equal => {
                settled.next();
                recent.next()
            }
        },
        (Some(_), None) => settled.next(),
        (None, _) => recent.next(),
    })
}
