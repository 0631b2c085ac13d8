//! Interned tuples: things and relations are numbers, a relation is one flat column of them.
//!
//! A tuple is never removed or moved, so its row is its name. Nothing is allocated for a single tuple,
//! and nothing here knows what a tuple means.

use crate::intern::{Interner, hash_words};
use crate::value::{Name, Value};
use hashbrown::HashTable;

/// The number of a thing.
pub type ThingId = u32;
/// The number of a relation: a predicate with its arity, said or denied.
pub type RelationId = u32;
/// The place of a tuple in its relation.
pub type RowId = u32;

const NONE: u32 = u32::MAX;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    pub predicate: Name,
    pub arity: u32,
    /// The relation of the tuples the predicate is denied of.
    pub denied: bool,
}

/// Which tuples there are.
#[derive(Clone, Debug)]
enum Presence {
    /// One bit for each thing: for relations with one column or none.
    Bits(Vec<u64>),
    Table(HashTable<u32>),
}

/// The rows in which a thing stands in a column, newest first.
#[derive(Clone, Debug)]
struct Index {
    column: u32,
    newest: Vec<u32>,
    older: Vec<u32>,
}

#[derive(Clone, Debug)]
pub struct Relation {
    arity: u32,
    count: u32,
    cells: Vec<u32>,
    presence: Presence,
    indexes: Vec<Index>,
}

impl Relation {
    fn new(arity: u32) -> Relation {
        Relation {
            arity,
            count: 0,
            cells: Vec::new(),
            presence: if arity < 2 {
                Presence::Bits(Vec::new())
            } else {
                Presence::Table(HashTable::new())
            },
            indexes: Vec::new(),
        }
    }

    pub fn arity(&self) -> u32 {
        self.arity
    }

    pub fn len(&self) -> u32 {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub fn row(&self, row: RowId) -> &[ThingId] {
        let start = row as usize * self.arity as usize;
        &self.cells[start..start + self.arity as usize]
    }

    #[inline]
    pub fn contains(&self, tuple: &[ThingId]) -> bool {
        match &self.presence {
            Presence::Bits(bits) => {
                let bit = tuple.first().copied().unwrap_or(0);
                let word = bits.get(bit as usize / 64).copied().unwrap_or(0);
                word >> (bit % 64) & 1 == 1
            }
            Presence::Table(_) => self.find(tuple).is_some(),
        }
    }

    /// The row of a tuple. With one column it is searched, so ask `contains` first where that is enough.
    pub fn find(&self, tuple: &[ThingId]) -> Option<RowId> {
        match &self.presence {
            Presence::Bits(_) => {
                if !self.contains(tuple) {
                    return None;
                }
                match tuple.first() {
                    None => Some(0),
                    Some(thing) => {
                        let at = self.cells.iter().position(|cell| cell == thing);
                        at.map(|row| row as u32)
                    }
                }
            }
            Presence::Table(table) => table
                .find(hash_words(0, tuple), |&row| self.row(row) == tuple)
                .copied(),
        }
    }

    /// Adds a tuple; nothing when it is there already.
    #[inline]
    fn insert(&mut self, tuple: &[ThingId]) -> Option<RowId> {
        let row = self.count;
        match &mut self.presence {
            Presence::Bits(bits) => {
                let bit = tuple.first().copied().unwrap_or(0);
                let (word, mask) = (bit as usize / 64, 1_u64 << (bit % 64));
                if word >= bits.len() {
                    bits.resize((word + 1).max(bits.len() * 2), 0);
                }
                if bits[word] & mask != 0 {
                    return None;
                }
                bits[word] |= mask;
            }
            Presence::Table(table) => {
                let (cells, arity) = (&self.cells, self.arity as usize);
                let at = |row: u32| &cells[row as usize * arity..(row as usize + 1) * arity];
                let hash = hash_words(0, tuple);
                let entry =
                    table.entry(hash, |&row| at(row) == tuple, |&row| hash_words(0, at(row)));
                match entry {
                    hashbrown::hash_table::Entry::Occupied(_) => return None,
                    hashbrown::hash_table::Entry::Vacant(vacant) => {
                        vacant.insert(row);
                    }
                }
            }
        }
        self.cells.extend_from_slice(tuple);
        self.count += 1;
        for index in &mut self.indexes {
            index.add(tuple[index.column as usize], row);
        }
        Some(row)
    }

    /// Makes sure that rows can be found by what stands in a column.
    pub(crate) fn index(&mut self, column: u32) -> u32 {
        if let Some(at) = self.indexes.iter().position(|kept| kept.column == column) {
            return at as u32;
        }
        let mut index = Index {
            column,
            newest: Vec::new(),
            older: Vec::with_capacity(self.count as usize),
        };
        for row in 0..self.count {
            index.add(self.row(row)[column as usize], row);
        }
        self.indexes.push(index);
        self.indexes.len() as u32 - 1
    }

    /// The newest row with a thing in an indexed column, and from each row the next older one.
    #[inline]
    pub(crate) fn newest(&self, index: u32, thing: ThingId) -> Option<RowId> {
        let newest = &self.indexes[index as usize].newest;
        newest
            .get(thing as usize)
            .copied()
            .filter(|&row| row != NONE)
    }

    #[inline]
    pub(crate) fn older(&self, index: u32, row: RowId) -> Option<RowId> {
        let row = self.indexes[index as usize].older[row as usize];
        (row != NONE).then_some(row)
    }

    fn bytes(&self) -> usize {
        let presence = match &self.presence {
            Presence::Bits(bits) => bits.capacity() * 8,
            Presence::Table(table) => table.allocation_size(),
        };
        let indexes = self.indexes.iter();
        let indexes: usize = indexes
            .map(|index| (index.newest.capacity() + index.older.capacity()) * 4)
            .sum();
        self.cells.capacity() * 4 + presence + indexes
    }
}

impl Index {
    #[inline]
    fn add(&mut self, thing: ThingId, row: RowId) {
        let at = thing as usize;
        if at >= self.newest.len() {
            self.newest
                .resize((at + 1).max(self.newest.len() * 2), NONE);
        }
        self.older.push(self.newest[at]);
        self.newest[at] = row;
    }
}

#[derive(Clone, Debug, Default)]
pub struct Tuples {
    things: Interner<Value>,
    signatures: Interner<Signature>,
    relations: Vec<Relation>,
}

impl Tuples {
    pub fn new() -> Tuples {
        Tuples::default()
    }

    pub fn thing(&mut self, value: &Value) -> ThingId {
        self.things.intern_known(value)
    }

    pub fn known_thing(&self, value: &Value) -> Option<ThingId> {
        self.things.find(value)
    }

    pub fn value(&self, thing: ThingId) -> Option<&Value> {
        self.things.items.get(thing as usize)
    }

    pub fn thing_count(&self) -> u32 {
        self.things.len() as u32
    }

    pub fn relation(&mut self, predicate: &Name, arity: u32, denied: bool) -> RelationId {
        let number = self.signatures.intern(Signature {
            predicate: predicate.clone(),
            arity,
            denied,
        });
        if number as usize == self.relations.len() {
            self.relations.push(Relation::new(arity));
        }
        number
    }

    pub fn known_relation(&self, predicate: &Name, arity: u32, denied: bool) -> Option<RelationId> {
        self.signatures.find(&Signature {
            predicate: predicate.clone(),
            arity,
            denied,
        })
    }

    /// The relation of the opposite, when somebody spoke of it.
    pub fn opposite(&self, relation: RelationId) -> Option<RelationId> {
        let signature = self.signature(relation)?;
        self.known_relation(&signature.predicate, signature.arity, !signature.denied)
    }

    pub fn signature(&self, relation: RelationId) -> Option<&Signature> {
        self.signatures.items.get(relation as usize)
    }

    pub fn relation_count(&self) -> u32 {
        self.relations.len() as u32
    }

    #[inline]
    pub fn rows(&self, relation: RelationId) -> &Relation {
        &self.relations[relation as usize]
    }

    #[inline]
    pub fn insert(&mut self, relation: RelationId, tuple: &[ThingId]) -> Option<RowId> {
        self.relations[relation as usize].insert(tuple)
    }

    pub(crate) fn index(&mut self, relation: RelationId, column: u32) -> u32 {
        self.relations[relation as usize].index(column)
    }

    /// How many tuples there are in all relations.
    pub fn len(&self) -> u64 {
        self.relations
            .iter()
            .map(|kept| u64::from(kept.count))
            .sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The memory the tuples take, without the names of things.
    pub fn bytes(&self) -> usize {
        self.relations.iter().map(Relation::bytes).sum()
    }
}
