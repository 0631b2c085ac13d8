//! Elements, atoms and rows: what is spoken of, what is said of it, and what could be true.
//!
//! Each is made once and has a number; none is ever removed.

use super::{Atom, Element, Grounder, Mode, NO_ATOM, NO_ROW, Row, UNBOUND, number_of_applied};
use crate::clause::{APPLIED, Arg, EQUAL, UNIVERSE, VARIABLE, number_of};
use crate::intern::hash_words;

impl Grounder<'_, '_> {
    /// The element an argument stands for under the present binding. Without `make`, a term that was
    /// not met before is nothing; with it, a term nested too deeply is.
    pub(super) fn value(&mut self, arg: Arg, make: bool) -> Option<u32> {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            let mut parts = Vec::with_capacity(applied.len as usize);
            for at in applied.start..applied.start + applied.len {
                let part = self.value(self.args[at as usize], make)?;
                parts.push(part);
            }
            self.element(applied.function, &parts, make)
        } else if arg & VARIABLE != 0 {
            let bound = self.binding[number_of(arg) as usize];
            (bound != UNBOUND).then_some(bound)
        } else {
            Some(arg)
        }
    }

    pub(super) fn element(&mut self, function: u32, parts: &[u32], make: bool) -> Option<u32> {
        let hash = hash_words(function, parts);
        let (elements, words) = (&self.elements, &self.words);
        let same = |element: &Element| {
            element.function == function
                && words[element.start as usize..(element.start + element.len) as usize] == *parts
        };
        if let Some(&found) = self
            .element_table
            .find(hash, |&at| same(&elements[at as usize]))
        {
            return Some(found);
        }
        if !make {
            return None;
        }
        let deepest = parts
            .iter()
            .map(|&part| self.elements[part as usize].depth)
            .max();
        let depth = deepest.unwrap_or(0) + 1;
        let limit = match self.mode {
            Mode::Terms(limit) => limit,
            Mode::Domain(_) | Mode::Apart(_) => 0,
        };
        if depth > limit {
            self.truncated = true;
            return None;
        }
        let number = self.elements.len() as u32;
        let start = self.words.len() as u32;
        self.words.extend_from_slice(parts);
        self.elements.push(Element {
            function,
            start,
            len: parts.len() as u32,
            depth,
        });
        let (elements, words) = (&self.elements, &self.words);
        self.element_table.insert_unique(hash, number, |&at| {
            let element = elements[at as usize];
            hash_words(
                element.function,
                &words[element.start as usize..(element.start + element.len) as usize],
            )
        });
        self.universe.push(number);
        self.push_row(UNIVERSE, &[number], NO_ATOM);
        let predicate = self.value_predicate(function);
        if !self.watchers.is_empty(predicate) {
            self.push_row(predicate, parts, NO_ATOM);
        }
        Some(number)
    }

    pub(super) fn find_atom(&self, predicate: u32, args: &[u32]) -> Option<u32> {
        let (atoms, words) = (&self.atoms, &self.words);
        self.atom_table
            .find(hash_words(predicate, args), |&at| {
                let atom = atoms[at as usize];
                atom.predicate == predicate
                    && words[atom.start as usize..(atom.start + atom.len) as usize] == *args
            })
            .copied()
    }

    pub(super) fn atom(&mut self, predicate: u32, args: &[u32]) -> u32 {
        if let Some(found) = self.find_atom(predicate, args) {
            return found;
        }
        let number = self.atoms.len() as u32;
        let start = self.words.len() as u32;
        let variable = self.judge.variable();
        self.words.extend_from_slice(args);
        self.atoms.push(Atom {
            predicate,
            start,
            len: args.len() as u32,
            row: NO_ROW,
            variable,
        });
        let (atoms, words) = (&self.atoms, &self.words);
        self.atom_table
            .insert_unique(hash_words(predicate, args), number, |&at| {
                let atom = atoms[at as usize];
                hash_words(
                    atom.predicate,
                    &words[atom.start as usize..(atom.start + atom.len) as usize],
                )
            });
        number
    }

    pub(super) fn push_row(&mut self, predicate: u32, args: &[u32], atom: u32) {
        let start = self.words.len() as u32;
        self.words.extend_from_slice(args);
        let number = self.rows.len() as u32;
        self.rows.push(Row {
            predicate,
            start,
            atom,
        });
        self.rows_of.push(predicate, number);
    }

    pub(super) fn make_possible(&mut self, atom: u32) {
        let found = self.atoms[atom as usize];
        if found.row != NO_ROW {
            return;
        }
        let number = self.rows.len() as u32;
        self.atoms[atom as usize].row = number;
        self.rows.push(Row {
            predicate: found.predicate,
            start: found.start,
            atom,
        });
        self.rows_of.push(found.predicate, number);
        if found.predicate == EQUAL {
            let args = [
                self.words[found.start as usize + 1],
                self.words[found.start as usize],
            ];
            self.push_row(EQUAL, &args, atom);
        }
    }
}
