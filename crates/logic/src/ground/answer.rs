//! What the solver says, and what an explanation needs to know about it.

use super::{Atom, Budget, CONSTANT, Grounder, Switches, UNBOUND, number_of_applied};
use crate::clause::{APPLIED, Arg, VARIABLE, number_of};
use crate::reason::Ran;
use batsat::{Lit, Var};

pub(crate) enum Read<'g> {
    Element(u32),
    Applied(u32, &'g [Arg]),
}

pub(crate) enum Made<'g> {
    Constant(u32),
    Applied(u32, &'g [u32]),
}

impl Grounder<'_, '_> {
    pub(super) fn assumed(&self, on: &[u32]) -> Vec<Lit> {
        let switches = match self.switches {
            Switches::Query => 2,
            Switches::Premises(premises) => 2 + premises,
        };
        (0..switches)
            .map(|number| Lit::new(Var::unsafe_from_idx(number), on.contains(&number)))
            .collect()
    }

    /// Whether the theory with what is switched on has a model; nothing when the solver gave up.
    pub(crate) fn check(&mut self, on: &[u32]) -> Option<bool> {
        let assumed = self.assumed(on);
        self.solve(&assumed)
    }

    /// The same with these instances only. When there is no model, the instances it takes to see that.
    pub(crate) fn check_instances(
        &mut self,
        on: &[u32],
        instances: &[u32],
    ) -> Option<Option<Vec<u32>>> {
        let mut assumed = self.assumed(on);
        if let Some(all) = &self.instances {
            let mut chosen = vec![false; all.len()];
            for &instance in instances {
                chosen[instance as usize] = true;
            }
            let switches = all.iter().zip(&chosen);
            assumed.extend(switches.map(|(kept, &on)| Lit::new(kept.switch, on)));
        }
        if self.solve(&assumed)? {
            return Some(None);
        }
        let all = self.instances.as_deref().unwrap_or(&[]);
        let core = instances.iter().copied().filter(|&at| {
            let switch = all[at as usize].switch;
            self.judge.is_in_core(switch)
        });
        Some(Some(core.collect()))
    }

    /// What was used up so far.
    pub(crate) fn spent(&self) -> Budget {
        Budget {
            instances: self.made,
            steps: self.steps,
            conflicts: self.judge.conflicts(),
        }
    }

    pub(super) fn solve(&mut self, assumed: &[Lit]) -> Option<bool> {
        let found = self.judge.check(assumed);
        if found.is_none() {
            self.ran_out = Some(Ran::Conflicts);
        }
        found
    }

    /// The atom behind a variable of the solver, by search; for explanations only.
    pub(crate) fn atom_of(&self, variable: Var) -> Option<&Atom> {
        let at = self
            .atoms
            .binary_search_by_key(&variable.idx(), |atom| atom.variable.idx());
        at.ok().map(|at| &self.atoms[at])
    }

    pub(crate) fn arguments(&self, atom: &Atom) -> &[u32] {
        &self.words[atom.start as usize..(atom.start + atom.len) as usize]
    }

    /// Whether an atom is true in the model found last.
    pub(crate) fn is_true(&self, atom: &Atom) -> bool {
        self.judge.is_true(atom.variable)
    }

    /// What an element is made of: a constant's number, or a function and its arguments.
    pub(crate) fn parts(&self, element: u32) -> Made<'_> {
        let found = self.elements[element as usize];
        if found.function == CONSTANT {
            Made::Constant(found.start)
        } else {
            let range = found.start as usize..(found.start + found.len) as usize;
            Made::Applied(found.function, &self.words[range])
        }
    }

    /// What an argument of a clause is when its variables have these values: the parts of a term need
    /// not be elements, because an instance may pass by a witness without speaking of it.
    pub(crate) fn read(&self, arg: Arg, values: &[u32]) -> Read<'_> {
        if arg & APPLIED != 0 {
            let applied = self.applied[number_of_applied(arg)];
            let range = applied.start as usize..(applied.start + applied.len) as usize;
            Read::Applied(applied.function, &self.args[range])
        } else if arg & VARIABLE != 0 {
            let value = values.get(number_of(arg) as usize).copied();
            let value = value.filter(|&value| value != UNBOUND);
            // A variable nothing depends on may be anything.
            Read::Element(value.or(self.universe.first().copied()).unwrap_or(0))
        } else {
            Read::Element(arg)
        }
    }

    /// The function whose values a predicate holds, in a finite domain.
    pub(crate) fn function_of(&self, predicate: u32) -> Option<u32> {
        predicate.checked_sub(self.clauses.predicates.len() as u32)
    }
}
