//! Instances: a rule whose body was found becomes a clause for the solver.
//!
//! A comparison that is plain from the values never reaches the solver.

use super::{ARGUMENTS_INLINE, Grounder, Instance, Mode, NO_ATOM, NO_CLAUSE, Switches};
use crate::clause::{Constant, EQUAL, LESS, Literal, ORDERED, Source};
use crate::reason::{Names, Ran};
use crate::value::Value;
use batsat::{Lit, Var};

/// What became of a literal in an instance.
enum Said {
    There,
    /// It is false anyway.
    Absent,
    /// It is true anyway, and so is the instance.
    True,
    /// One of its terms is nested too deeply.
    TooDeep,
}

impl Grounder<'_, '_> {
    pub(super) fn rigid(&self, element: u32) -> Option<&Value> {
        match self.clauses.constants.items.get(element as usize)? {
            Constant::Value(value) => match &**value {
                Value::Entity(_) | Value::Symbol(_) => {
                    (self.names == Names::Unique).then_some(&**value)
                }
                Value::Confidential(_) => None,
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Date(_)
                | Value::Instant(_)
                | Value::Text(_)
                | Value::Set(_)
                | Value::List(_) => Some(&**value),
            },
            Constant::Function(_)
            | Constant::Free(_)
            | Constant::Unresolved(_)
            | Constant::Now
            | Constant::Today
            | Constant::Skolem(_) => None,
        }
    }

    fn is_none(&self, element: u32) -> bool {
        let constant = self.clauses.constants.items.get(element as usize);
        matches!(constant, Some(Constant::Value(value)) if value.is_null())
    }

    /// Whether it is a thing with a name, which is never none.
    fn is_named(&self, element: u32) -> bool {
        let constant = self.clauses.constants.items.get(element as usize);
        matches!(
            constant,
            Some(Constant::Value(value)) if matches!(&**value, Value::Entity(_) | Value::Symbol(_))
        )
    }

    /// What a comparison is without asking the solver.
    pub(super) fn settled(&self, predicate: u32, left: u32, right: u32) -> Option<bool> {
        if left == right {
            return Some(predicate == EQUAL);
        }
        let both = self.rigid(left).zip(self.rigid(right));
        if predicate == EQUAL {
            let is_loose =
                |element: u32| self.loose.get(element as usize).copied().unwrap_or(false);
            let apart = matches!(self.mode, Mode::Apart(_)) && !(is_loose(left) && is_loose(right));
            let none = self.is_none(left) && self.is_named(right)
                || self.is_named(left) && self.is_none(right);
            return if !self.equality || both.is_some() || apart || none {
                Some(false)
            } else {
                None
            };
        }
        match both? {
            (Value::Number(left), Value::Number(right)) => Some(left < right),
            (Value::Date(left), Value::Date(right)) => Some(left < right),
            (Value::Instant(left), Value::Instant(right)) => Some(left < right),
            (_, _) => None,
        }
    }

    /// Adds a literal to the clause at hand.
    fn push_literal(&mut self, literal: Literal) -> Said {
        let mut small = [0; ARGUMENTS_INLINE];
        let mut large = Vec::new();
        let args: &mut [u32] = if literal.len as usize <= small.len() {
            &mut small[..literal.len as usize]
        } else {
            large.resize(literal.len as usize, 0);
            &mut large
        };
        for at in 0..literal.len {
            let arg = self.args[(literal.start + at) as usize];
            let Some(element) = self.value(arg, true) else {
                return Said::TooDeep;
            };
            args[at as usize] = element;
        }
        if literal.predicate == EQUAL || literal.predicate == LESS {
            if let Some(truth) = self.settled(literal.predicate, args[0], args[1]) {
                return if truth == literal.negative {
                    Said::Absent
                } else {
                    Said::True
                };
            }
            if literal.predicate == EQUAL {
                args.sort_unstable();
            } else {
                for element in [args[0], args[1]] {
                    self.make_ordered(element);
                }
            }
        }
        let atom = self.atom(literal.predicate, args);
        if !literal.negative {
            self.make_possible(atom);
        }
        self.buffer.push(self.literal_of(atom, !literal.negative));
        Said::There
    }

    pub(super) fn make_ordered(&mut self, element: u32) {
        let mut place = self.rows_of.first(ORDERED);
        while let Some((row, next)) = self.rows_of.at(place) {
            if self.words[self.rows[row as usize].start as usize] == element {
                return;
            }
            place = next;
        }
        self.push_row(ORDERED, &[element], NO_ATOM);
    }

    pub(super) fn emit(&mut self, number: u32) {
        if let Some(other) = self.rules[number as usize].mirrored
            && self.binding[0] > self.binding[other as usize]
        {
            return;
        }
        if self.made >= self.budget.instances {
            self.ran_out = Some(Ran::Instances);
            return;
        }
        self.made += 1;
        let (start, body, passive, heads, source, clause, total) = {
            let rule = &self.rules[number as usize];
            (
                rule.start,
                rule.body,
                rule.passive,
                rule.heads,
                rule.source,
                rule.clause,
                rule.total,
            )
        };
        self.buffer.clear();
        for at in start..start + body {
            let row = self.chosen[(at - start) as usize];
            let atom = self.rows[row as usize].atom;
            if atom != NO_ATOM {
                self.buffer.push(self.literal_of(atom, false));
            }
        }
        if total {
            self.emit_total(self.literals[(start + body) as usize]);
            return;
        }
        for at in start + body..start + body + passive + heads {
            match self.push_literal(self.literals[at as usize]) {
                Said::There | Said::Absent => {}
                Said::True | Said::TooDeep => return,
            }
        }
        if let Some(instances) = &mut self.instances {
            let switch = self.judge.variable();
            instances.push(Instance {
                clause: (clause != NO_CLAUSE).then_some(clause),
                values: self.binding.clone(),
                literals: self.buffer.clone(),
                switch,
            });
            self.buffer.push(Lit::new(switch, false));
        }
        if let Some(switch) = self.switch(source) {
            self.buffer.push(!switch);
        }
        self.judge.add(&mut self.buffer);
    }

    /// The function whose arguments the literal holds chooses its value in the domain.
    pub(super) fn emit_total(&mut self, literal: Literal) {
        let mut args = Vec::with_capacity(literal.len as usize + 1);
        for at in 0..literal.len {
            let arg = self.args[(literal.start + at) as usize];
            match self.value(arg, false) {
                Some(element) => args.push(element),
                None => return,
            }
        }
        if !self.totals.insert((literal.predicate, args.clone())) {
            return;
        }
        args.push(0);
        self.buffer.clear();
        for at in 0..self.universe.len() {
            if let Some(last) = args.last_mut() {
                *last = self.universe[at];
            }
            let atom = self.atom(literal.predicate, &args);
            self.make_possible(atom);
            self.buffer.push(self.literal_of(atom, true));
        }
        self.judge.add(&mut self.buffer);
    }

    pub(super) fn literal_of(&self, atom: u32, positive: bool) -> Lit {
        Lit::new(self.atoms[atom as usize].variable, positive)
    }

    pub(super) fn switch(&self, source: Option<Source>) -> Option<Lit> {
        let number = match (source?, self.switches) {
            (Source::Query, _) => 0,
            (Source::Negated, _) => 1,
            (Source::Truth, _) | (Source::Theory(_), Switches::Query) => return None,
            (Source::Theory(premise), Switches::Premises(_)) => 2 + premise,
        };
        Some(Lit::new(Var::unsafe_from_idx(number), true))
    }
}
