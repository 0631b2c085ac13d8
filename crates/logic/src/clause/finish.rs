//! The last step of a clause: `x != t` is solved away, variables are numbered, plain truths are dropped.

use super::{APPLIED, Applied, Arg, Clause, Clauses, EQUAL, Literal, Source, VARIABLE};
use crate::formula::Formula;

impl<'a> Clauses<'a> {
    /// Files a finished disjunction: solves `x != t` away, numbers its variables from 0, drops what is
    /// plainly true.
    pub(super) fn finish(
        &mut self,
        literals: &[Literal],
        passed: &[(&'a Formula, Arg)],
        source: Source,
    ) {
        self.bindings.clear();
        let mut solved = vec![false; literals.len()];
        for (at, literal) in literals.iter().enumerate() {
            if literal.predicate == EQUAL && literal.negative {
                let left = self.resolve(self.raw_args[literal.start as usize]);
                let right = self.resolve(self.raw_args[literal.start as usize + 1]);
                solved[at] = left == right || self.bind(left, right) || self.bind(right, left);
            }
        }
        self.renamed.clear();
        let start = self.literals.len();
        for (at, literal) in literals.iter().enumerate() {
            if solved[at] {
                continue;
            }
            let mut copied = Vec::with_capacity(literal.len as usize);
            for position in literal.start..literal.start + literal.len {
                let arg = self.copy(self.raw_args[position as usize]);
                copied.push(arg);
            }
            if literal.predicate == EQUAL && !literal.negative && copied[0] == copied[1] {
                self.literals.truncate(start);
                return;
            }
            let repeated = self.literals[start..].iter().any(|kept| {
                kept.predicate == literal.predicate
                    && kept.negative == literal.negative
                    && self.args[kept.start as usize..(kept.start + kept.len) as usize] == copied
            });
            if repeated {
                continue;
            }
            let contradicted = self.literals[start..].iter().any(|kept| {
                kept.predicate == literal.predicate
                    && kept.negative != literal.negative
                    && self.args[kept.start as usize..(kept.start + kept.len) as usize] == copied
            });
            if contradicted {
                self.literals.truncate(start);
                return;
            }
            let args_start = self.args.len() as u32;
            self.args.extend_from_slice(&copied);
            self.literals.push(Literal {
                start: args_start,
                ..*literal
            });
        }
        for &(quantifier, arg) in passed {
            let arg = self.copy(arg);
            self.passed
                .push((self.clauses.len() as u32, quantifier, arg));
        }
        self.clauses.push(Clause {
            start: start as u32,
            len: (self.literals.len() - start) as u32,
            variables: self.renamed.len() as u32,
            source,
        });
    }

    pub(super) fn bind(&mut self, variable: Arg, value: Arg) -> bool {
        if variable & (APPLIED | VARIABLE) != VARIABLE {
            return false;
        }
        if value & APPLIED != 0 {
            let mut inside = Vec::new();
            self.resolved_variables(value, &mut inside);
            if inside.contains(&variable) {
                return false;
            }
        }
        self.bindings.push((variable, value));
        true
    }

    pub(super) fn resolved_variables(&self, arg: Arg, found: &mut Vec<Arg>) {
        let mut direct = Vec::new();
        self.raw_variables_in(arg, &mut direct);
        for variable in direct {
            let value = self.resolve(variable);
            if value == variable {
                found.push(variable);
            } else if value & APPLIED != 0 {
                self.resolved_variables(value, found);
            } else {
                found.push(value);
            }
        }
    }

    pub(super) fn resolve(&self, mut arg: Arg) -> Arg {
        // Each binding leads from an unbound variable to something else, so this ends.
        while let Some(&(_, value)) = self.bindings.iter().find(|(from, _)| *from == arg) {
            arg = value;
        }
        arg
    }

    pub(super) fn copy(&mut self, arg: Arg) -> Arg {
        let arg = self.resolve(arg);
        if arg & APPLIED != 0 {
            let applied = self.raw_applied[(arg & !APPLIED) as usize];
            let mut copied = Vec::with_capacity(applied.len as usize);
            for at in applied.start..applied.start + applied.len {
                let inner = self.copy(self.raw_args[at as usize]);
                copied.push(inner);
            }
            let start = self.args.len() as u32;
            self.args.extend_from_slice(&copied);
            self.applied.push(Applied { start, ..applied });
            APPLIED | (self.applied.len() as u32 - 1)
        } else if arg & VARIABLE != 0 {
            let at = match self.renamed.iter().position(|&known| known == arg) {
                Some(at) => at,
                None => {
                    self.renamed.push(arg);
                    self.renamed.len() - 1
                }
            };
            VARIABLE | at as u32
        } else {
            arg
        }
    }
}
