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
        let is_unlike = |literal: &Literal| literal.predicate == EQUAL && literal.negative;
        let mut solved = Vec::new();
        if literals.iter().any(is_unlike) {
            solved.resize(literals.len(), false);
        }
        for (at, literal) in literals.iter().enumerate() {
            if is_unlike(literal) {
                let left = self.resolve(self.raw_args[literal.start as usize]);
                let right = self.resolve(self.raw_args[literal.start as usize + 1]);
                solved[at] = left == right || self.bind(left, right) || self.bind(right, left);
            }
        }
        self.renamed.clear();
        let start = self.literals.len();
        for (at, literal) in literals.iter().enumerate() {
            if solved.get(at) == Some(&true) {
                continue;
            }
            let copied = self.copy_args(literal);
            let (before, now) = self.args.split_at(copied as usize);
            if literal.predicate == EQUAL && !literal.negative && now[0] == now[1] {
                self.literals.truncate(start);
                return;
            }
            let said = self.literals[start..].iter().find(|kept| {
                let args = kept.start as usize..(kept.start + kept.len) as usize;
                kept.predicate == literal.predicate && before[args] == *now
            });
            match said.map(|kept| kept.negative == literal.negative) {
                Some(true) => self.args.truncate(copied as usize),
                Some(false) => {
                    self.literals.truncate(start);
                    return;
                }
                None => self.literals.push(Literal {
                    start: copied,
                    ..*literal
                }),
            }
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

    /// Copies the arguments of a literal to the end of all, and says where they begin.
    fn copy_args(&mut self, literal: &Literal) -> u32 {
        let range = literal.start as usize..(literal.start + literal.len) as usize;
        let is_applied = |&arg: &Arg| self.resolve(arg) & APPLIED != 0;
        if self.raw_args[range.clone()].iter().any(is_applied) {
            // The parts of a term come to stand before it.
            let copied: Vec<Arg> = range.map(|at| self.copy(self.raw_args[at])).collect();
            let start = self.args.len() as u32;
            self.args.extend(copied);
            return start;
        }
        let start = self.args.len() as u32;
        for at in range {
            let arg = self.copy(self.raw_args[at]);
            self.args.push(arg);
        }
        start
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
