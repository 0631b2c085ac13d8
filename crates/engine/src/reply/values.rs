//! Facts of a case by their cells: found by the letters of their names, never walked through in an order
//! that chance decides.

use hashbrown::HashTable;
use logic::value::{Cell, Value};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// In the order of their arrival; nothing where one was taken back.
    all: Vec<(Cell, Option<Value>)>,
    index: HashTable<u32>,
}

impl Values {
    pub(super) fn get(&self, entity: &str, attribute: &str) -> Option<&Value> {
        self.all[self.find(entity, attribute)?].1.as_ref()
    }

    /// All of them, in the order of their arrival.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Cell, &Value)> {
        let all = self.all.iter();
        all.filter_map(|(cell, value)| Some((cell, value.as_ref()?)))
    }

    pub(super) fn insert(&mut self, cell: Cell, value: Value) {
        match self.find(&cell.entity, &cell.attribute) {
            Some(at) => self.all[at].1 = Some(value),
            None => {
                let number = self.all.len() as u32;
                let hash = hash_of(&cell.entity, &cell.attribute);
                self.all.push((cell, Some(value)));
                let all = &self.all;
                self.index.insert_unique(hash, number, |at| {
                    let cell = &all[*at as usize].0;
                    hash_of(&cell.entity, &cell.attribute)
                });
            }
        }
    }

    pub(super) fn insert_if_missing(&mut self, cell: &Cell, value: Value) {
        if self.get(&cell.entity, &cell.attribute).is_none() {
            self.insert(cell.clone(), value);
        }
    }

    pub(super) fn remove(&mut self, cell: &Cell) {
        if let Some(at) = self.find(&cell.entity, &cell.attribute) {
            self.all[at].1 = None;
        }
    }

    fn find(&self, entity: &str, attribute: &str) -> Option<usize> {
        let is = |at: &u32| {
            let cell = &self.all[*at as usize].0;
            *cell.attribute == *attribute && *cell.entity == *entity
        };
        let found = self.index.find(hash_of(entity, attribute), is);
        found.map(|at| *at as usize)
    }
}

/// The same facts, whatever the order in which they came.
impl PartialEq for Values {
    fn eq(&self, other: &Values) -> bool {
        let sorted = |values: &Values| -> BTreeMap<Cell, Value> {
            let known = values.all.iter();
            let known = known.filter_map(|(cell, value)| Some((cell.clone(), value.clone()?)));
            known.collect()
        };
        sorted(self) == sorted(other)
    }
}

fn hash_of(entity: &str, attribute: &str) -> u64 {
    mixed(mixed(0, entity.as_bytes()), attribute.as_bytes())
}

/// Eight letters at a time; the same in every run.
fn mixed(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut add = |word: u64| {
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    };
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        add(u64::from_le_bytes(*word));
    }
    let last = rest
        .iter()
        .fold(0, |last, byte| last << 8 | u64::from(*byte));
    add(last ^ (bytes.len() as u64) << 56);
    hash ^ (hash >> 29)
}
