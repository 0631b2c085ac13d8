//! The fixpoint: each new row is joined with the older ones until no rule fires.
//!
//! Every instance is made once, when its newest row arrives. It stops when a budget is used up.

use super::{
    ARGUMENTS_INLINE, CONSTANT, Element, FIRES, Grounder, Mode, NO_ATOM, NO_ROW, Purpose, UNBOUND,
    is_pseudo, number_of_applied,
};
use crate::clause::{APPLIED, Arg, EQUAL, LESS, Literal, UNIVERSE, VARIABLE, number_of};
use crate::reason::Ran;

impl Grounder<'_, '_> {
    pub(super) fn start(&mut self, members: &[u32], purpose: Purpose) {
        let constants = self.clauses.constants.len();
        for number in 0..constants as u32 {
            self.elements.push(Element {
                function: CONSTANT,
                start: number,
                len: 0,
                depth: 0,
            });
        }
        // A structure says what every constant means, also those that are only mentioned.
        let mut used = vec![purpose == Purpose::Model; constants];
        for &member in members {
            let clause = self.clauses.clauses[member as usize];
            for at in clause.start..clause.start + clause.len {
                let literal = self.clauses.literals[at as usize];
                for position in literal.start..literal.start + literal.len {
                    self.mark_constants(self.clauses.args[position as usize], &mut used);
                }
            }
        }
        for (number, is_used) in used.iter().enumerate() {
            if *is_used {
                self.universe.push(number as u32);
            }
        }
        let extra = match self.mode {
            Mode::Domain(extra) | Mode::Apart(extra) => extra,
            Mode::Terms(_) => 0,
        };
        let extra = extra.max(u32::from(self.universe.is_empty()));
        for _ in 0..extra {
            let number = self.elements.len() as u32;
            self.elements.push(Element {
                function: CONSTANT,
                start: number,
                len: 0,
                depth: 0,
            });
            self.universe.push(number);
        }
        for at in 0..self.universe.len() {
            let element = self.universe[at];
            self.push_row(UNIVERSE, &[element], NO_ATOM);
        }
        // Rules without a body fire once, now.
        for rule in 0..self.rules.len() as u32 {
            if self.rules[rule as usize].body == 0 {
                self.binding.clear();
                let variables = self.rules[rule as usize].variables;
                self.binding.resize(variables as usize, UNBOUND);
                self.emit(rule);
            }
        }
    }

    pub(super) fn mark_constants(&self, arg: Arg, marks: &mut [bool]) {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            for at in applied.start..applied.start + applied.len {
                self.mark_constants(self.args[at as usize], marks);
            }
        } else if arg & VARIABLE == 0 {
            marks[arg as usize] = true;
        }
    }

    pub(super) fn close(&mut self) {
        let mut next = 0;
        while next < self.rows.len() && self.ran_out.is_none() {
            let row = self.rows[next];
            if self.narrow.is_some() {
                self.fire_narrow(next as u32);
            } else {
                let mut place = self.watchers.first(row.predicate);
                while let Some(((rule, position), following)) = self.watchers.at(place) {
                    self.fire(rule, position, next as u32);
                    place = following;
                }
            }
            next += 1;
        }
    }

    /// The same among many rules: only where the row can stand, in the order of the rules.
    fn fire_narrow(&mut self, number: u32) {
        let row = self.rows[number as usize];
        let mut watching = std::mem::take(&mut self.watching);
        watching.clear();
        let mut place = self.watchers.first(row.predicate);
        while let Some((watcher, following)) = self.watchers.at(place) {
            watching.push(watcher);
            place = following;
        }
        let wide = watching.len();
        let columns = self.predicate_arity(row.predicate);
        for column in 0..columns {
            let element = self.words[(row.start + column) as usize];
            let places = self.narrow.as_ref();
            let places = places.and_then(|narrow| narrow.get(&(row.predicate, column, element)));
            watching.extend(places.into_iter().flatten().copied());
        }
        if watching.len() > wide {
            watching.sort_unstable();
        }
        for &(rule, position) in &watching {
            self.fired += 1;
            if self.fired / FIRES > self.budget.steps {
                self.ran_out = Some(Ran::Steps);
                break;
            }
            self.fire(rule, position, number);
        }
        self.watching = watching;
    }

    /// How many columns the rows of a predicate have that clauses name; none of any other.
    fn predicate_arity(&self, predicate: u32) -> u32 {
        let named = self.clauses.predicates.items.get(predicate as usize);
        let named = named.filter(|_| predicate > LESS);
        named.map_or(0, |(_, arity)| *arity)
    }

    /// All instances of a rule whose newest row is this one, at this place or (when the same row also
    /// stands earlier in the body) at its first place.
    pub(super) fn fire(&mut self, rule: u32, position: u32, row: u32) {
        let (variables, body, start) = {
            let rule = &self.rules[rule as usize];
            (rule.variables, rule.body, rule.start)
        };
        self.binding.clear();
        self.binding.resize(variables as usize, UNBOUND);
        self.chosen.clear();
        self.chosen.resize(body as usize, UNBOUND);
        self.trail.clear();
        if self.match_row(start + position, row) {
            self.chosen[position as usize] = row;
            self.join(rule, position, row, body - 1);
        }
    }

    pub(super) fn join(&mut self, rule: u32, trigger: u32, newest: u32, left: u32) {
        if self.ran_out.is_some() {
            return;
        }
        if left == 0 {
            self.emit(rule);
            return;
        }
        let (body, start) = {
            let rule = &self.rules[rule as usize];
            (rule.body, rule.start)
        };
        // The literal with the fewest unknown arguments comes next.
        let mut best = (u32::MAX, 0);
        for position in 0..body {
            if self.chosen[position as usize] == UNBOUND {
                let unknown = self.unknown_arguments(start + position);
                if unknown < best.0 {
                    best = (unknown, position);
                }
            }
        }
        let position = best.1;
        // Before the trigger only older rows, so that each instance is made once.
        let before = if position < trigger {
            newest
        } else {
            newest + 1
        };
        let literal = self.literals[(start + position) as usize];
        if best.0 == 0 {
            if let Some(found) = self.find_row(start + position)
                && found < before
            {
                self.chosen[position as usize] = found;
                self.join(rule, trigger, newest, left - 1);
                self.chosen[position as usize] = UNBOUND;
            }
            return;
        }
        let bound = self.trail.len();
        let mut place = self.rows_of.first(literal.predicate);
        while let Some((candidate, next)) = self.rows_of.at(place) {
            if candidate >= before {
                break;
            }
            place = next;
            self.steps += 1;
            if self.steps > self.budget.steps {
                self.ran_out = Some(Ran::Steps);
                return;
            }
            if self.match_row(start + position, candidate) {
                self.chosen[position as usize] = candidate;
                self.join(rule, trigger, newest, left - 1);
                self.chosen[position as usize] = UNBOUND;
                self.unbind(bound);
            }
        }
    }

    pub(super) fn unknown_arguments(&self, literal: u32) -> u32 {
        let literal = self.literals[literal as usize];
        let mut unknown = 0;
        for at in literal.start..literal.start + literal.len {
            unknown += u32::from(!self.is_known(self.args[at as usize]));
        }
        unknown
    }

    pub(super) fn is_known(&self, arg: Arg) -> bool {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            (applied.start..applied.start + applied.len)
                .all(|at| self.is_known(self.args[at as usize]))
        } else {
            arg & VARIABLE == 0 || self.binding[number_of(arg) as usize] != UNBOUND
        }
    }

    /// Binds what is unknown in a literal as a row has it; nothing is bound when it does not fit.
    pub(super) fn match_row(&mut self, literal: u32, row: u32) -> bool {
        let literal = self.literals[literal as usize];
        let row = self.rows[row as usize];
        let bound = self.trail.len();
        for at in 0..literal.len {
            let pattern = self.args[(literal.start + at) as usize];
            let element = self.words[(row.start + at) as usize];
            if !self.match_term(pattern, element) {
                self.unbind(bound);
                return false;
            }
        }
        true
    }

    /// Forgets every binding but so many.
    fn unbind(&mut self, kept: usize) {
        for variable in self.trail.drain(kept..) {
            self.binding[variable as usize] = UNBOUND;
        }
    }

    pub(super) fn match_term(&mut self, pattern: Arg, element: u32) -> bool {
        if pattern & APPLIED != 0 {
            let applied = self.applied[number_of_applied(pattern)];
            let found = self.elements[element as usize];
            if found.function != applied.function {
                return false;
            }
            (0..applied.len).all(|at| {
                let inner = self.args[(applied.start + at) as usize];
                let part = self.words[(found.start + at) as usize];
                self.match_term(inner, part)
            })
        } else if pattern & VARIABLE != 0 {
            let variable = number_of(pattern);
            let bound = self.binding[variable as usize];
            if bound == UNBOUND {
                self.binding[variable as usize] = element;
                self.trail.push(variable);
                return true;
            }
            bound == element
        } else {
            pattern == element
        }
    }

    /// The row of a literal whose arguments are all known.
    pub(super) fn find_row(&mut self, number: u32) -> Option<u32> {
        let literal = self.literals[number as usize];
        let mut args = [0; ARGUMENTS_INLINE];
        let has_atoms = match self.mode {
            Mode::Domain(_) | Mode::Apart(_) => true,
            Mode::Terms(_) => literal.predicate < self.clauses.predicates.len() as u32,
        };
        if literal.len as usize > args.len() || is_pseudo(literal.predicate) || !has_atoms {
            return self.scan_row(literal);
        }
        for at in 0..literal.len {
            let arg = self.args[(literal.start + at) as usize];
            args[at as usize] = self.value(arg, false)?;
        }
        let args = &mut args[..literal.len as usize];
        let swapped = literal.predicate == EQUAL && args[0] > args[1];
        if swapped {
            args.swap(0, 1);
        }
        let atom = self.find_atom(literal.predicate, args)?;
        let row = self.atoms[atom as usize].row;
        // A sameness has two rows, one for each direction.
        (row != NO_ROW).then_some(row + u32::from(swapped))
    }

    pub(super) fn scan_row(&mut self, literal: Literal) -> Option<u32> {
        let mut place = self.rows_of.first(literal.predicate);
        while let Some((row, next)) = self.rows_of.at(place) {
            place = next;
            let found = self.rows[row as usize];
            let matches = (0..literal.len).all(|position| {
                let pattern = self.args[(literal.start + position) as usize];
                let element = self.words[(found.start + position) as usize];
                self.match_term(pattern, element)
            });
            if matches {
                return Some(row);
            }
        }
        None
    }
}
