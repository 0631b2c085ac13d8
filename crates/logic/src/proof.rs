//! Proofs and counter-models as data, and the small checker that believes nothing.
//!
//! It shares no code with the solver: instances are checked against the formulas as written, steps
//! against the instances, and models by evaluating the formulas thing by thing. It must never accept what
//! it did not follow.

mod reading;
mod sameness;

use crate::formula::{Formula, Term};
use crate::normal::prepare;
use crate::reason::{Limits, Names};
use reading::Reading;
use sameness::is_valid;
use std::collections::BTreeMap;

/// A ground atom (a predicate, a sameness or an order), said or denied.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Said {
    pub positive: bool,
    pub atom: Formula,
}

impl Said {
    pub fn opposite(&self) -> Said {
        Said {
            positive: !self.positive,
            atom: self.atom.clone(),
        }
    }

    pub fn formula(&self) -> Formula {
        if self.positive {
            self.atom.clone()
        } else {
            Formula::not(self.atom.clone())
        }
    }
}

/// Which formula an instance is one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    Premise(usize),
    /// The query itself is assumed, to refute it.
    Query,
    /// The query's negation is assumed, to prove it.
    NegatedQuery,
    /// What sameness, order and sums mean.
    Axiom,
}

/// One of these holds: a ground disjunction that follows from one formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub origin: Origin,
    pub clause: Vec<Said>,
    /// What stands for the variable of each quantifier of the formula, by its place in reading order.
    pub values: Vec<(u32, Term)>,
}

/// A refutation: what follows from the instances, step by step and case by case, until nothing can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// All parts but one of an instance are excluded, so that one holds.
    Follows {
        instance: usize,
        said: Said,
        then: Box<Tree>,
    },
    /// Either it holds or not.
    Cases {
        said: Said,
        holds: Box<Tree>,
        fails: Box<Tree>,
    },
    /// All parts of an instance are excluded.
    Contradiction { instance: usize },
}

impl Tree {
    /// How many steps it takes, over all of its cases.
    pub fn steps(&self) -> usize {
        let mut steps = 0;
        let mut open = vec![self];
        while let Some(tree) = open.pop() {
            steps += 1;
            match tree {
                Tree::Follows { then, .. } => open.push(then),
                Tree::Cases { holds, fails, .. } => open.extend([&**holds, &**fails]),
                Tree::Contradiction { .. } => {}
            }
        }
        steps
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// The query follows.
    Holds,
    /// Its negation follows.
    Fails,
    /// The premises contradict each other.
    Contradiction,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub claim: Claim,
    pub names: Names,
    /// The premises it rests on, in order. None can be left out.
    pub premises: Vec<usize>,
    pub instances: Vec<Instance>,
    pub tree: Tree,
}

/// A fact and where it comes from: a given fact, or a rule and the facts it was used on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub said: Said,
    pub premise: usize,
    /// Earlier steps.
    pub from: Vec<usize>,
    /// In a closed world: the atoms it needs that nothing derives.
    pub absent: Vec<Formula>,
}

/// A forward derivation; the last step is what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    pub steps: Vec<Step>,
}

/// What the checker found wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// An instance is none of its formula.
    NotAnInstance(usize),
    /// The same unnamed thing stands for two different existences.
    Witness(Term),
    /// A step does not follow.
    Step,
    /// It speaks of a premise or an instance that is not there.
    Missing(usize),
    /// A premise that is not listed is used, or the wrong side of the query.
    Origin(usize),
}

/// Checks that a proof proves what it claims. Counts are read as the existences they stand for.
pub fn check(theory: &[Formula], query: Option<&Formula>, proof: &Proof) -> Result<(), Flaw> {
    let limits = Limits::default();
    let used = proof.premises.iter().filter_map(|&at| theory.get(at));
    let prepared = prepare(used.chain(query), &limits).map_err(|_| Flaw::Step)?;
    let mut read: Vec<Option<&Formula>> = vec![None; theory.len()];
    for (place, &at) in proof.premises.iter().enumerate() {
        let written = theory.get(at).ok_or(Flaw::Missing(at))?;
        read[at] = Some(prepared.get(place, written));
    }
    let query = query.map(|query| prepared.get(proof.premises.len(), query));
    let mut witnesses: BTreeMap<Term, Formula> = BTreeMap::new();
    for (at, instance) in proof.instances.iter().enumerate() {
        let (formula, positive) = match (instance.origin, proof.claim) {
            (Origin::Premise(premise), _) => {
                let formula = read.get(premise).copied().flatten();
                (formula.ok_or(Flaw::Origin(at))?, true)
            }
            (Origin::Query, Claim::Fails) => (query.ok_or(Flaw::Missing(at))?, true),
            (Origin::NegatedQuery, Claim::Holds) => (query.ok_or(Flaw::Missing(at))?, false),
            (Origin::Axiom, _) => {
                if is_valid(&instance.clause, proof.names) {
                    continue;
                }
                return Err(Flaw::NotAnInstance(at));
            }
            (Origin::Query | Origin::NegatedQuery, _) => return Err(Flaw::Origin(at)),
        };
        let mut reading = Reading {
            clause: &instance.clause,
            values: &instance.values,
            names: proof.names,
            scope: Vec::new(),
            found: Vec::new(),
        };
        if !reading.yields(formula, positive, &mut 0) {
            return Err(Flaw::NotAnInstance(at));
        }
        for (term, existence) in reading.found {
            // A witness stands for one existence only, and may not be spoken of by its own.
            let known = witnesses.entry(term.clone()).or_insert(existence.clone());
            if *known != existence || speaks_of(&existence, &term) {
                return Err(Flaw::Witness(term));
            }
        }
    }
    check_order_of_witnesses(&witnesses)?;
    check_tree(proof, &proof.tree, &mut Vec::new())
}

/// Witnesses are chosen one after the other: none depends on itself through others.
fn check_order_of_witnesses(witnesses: &BTreeMap<Term, Formula>) -> Result<(), Flaw> {
    let mut left: Vec<(&Term, &Formula)> = witnesses.iter().collect();
    while !left.is_empty() {
        let count = left.len();
        let names: Vec<&Term> = left.iter().map(|(term, _)| *term).collect();
        left.retain(|(_, existence)| names.iter().any(|name| speaks_of(existence, name)));
        if left.len() == count {
            return Err(Flaw::Witness(left[0].0.clone()));
        }
    }
    Ok(())
}

fn speaks_of(formula: &Formula, term: &Term) -> bool {
    let mut found = false;
    formula.visit_terms(&mut |inner| found |= inner == term);
    found
}

fn check_tree(proof: &Proof, tree: &Tree, known: &mut Vec<Said>) -> Result<(), Flaw> {
    let excluded = |known: &[Said], said: &Said| known.contains(&said.opposite());
    match tree {
        Tree::Contradiction { instance } => {
            let found = proof
                .instances
                .get(*instance)
                .ok_or(Flaw::Missing(*instance))?;
            if found.clause.iter().all(|said| excluded(known, said)) {
                Ok(())
            } else {
                Err(Flaw::Step)
            }
        }
        Tree::Follows {
            instance,
            said,
            then,
        } => {
            let found = proof
                .instances
                .get(*instance)
                .ok_or(Flaw::Missing(*instance))?;
            let others = found.clause.iter().filter(|other| *other != said);
            let mut others = others.filter(|other| !excluded(known, other));
            if !found.clause.contains(said) || others.next().is_some() {
                return Err(Flaw::Step);
            }
            known.push(said.clone());
            let result = check_tree(proof, then, known);
            known.pop();
            result
        }
        Tree::Cases { said, holds, fails } => {
            for (case, branch) in [(said.clone(), holds), (said.opposite(), fails)] {
                known.push(case);
                let result = check_tree(proof, branch, known);
                known.pop();
                result?;
            }
            Ok(())
        }
    }
}

/// Checks each step of a forward derivation against the formula it names.
pub fn check_derivation(theory: &[Formula], derivation: &Derivation) -> Result<(), Flaw> {
    for (at, step) in derivation.steps.iter().enumerate() {
        let formula = theory
            .get(step.premise)
            .ok_or(Flaw::Missing(step.premise))?;
        let mut clause = vec![step.said.clone()];
        for &earlier in &step.from {
            if earlier >= at {
                return Err(Flaw::Step);
            }
            clause.push(derivation.steps[earlier].said.opposite());
        }
        for atom in &step.absent {
            let said = Said {
                positive: true,
                atom: atom.clone(),
            };
            // What the derivation itself derives is not absent.
            if derivation.steps.iter().any(|step| step.said == said) {
                return Err(Flaw::Step);
            }
            clause.push(said);
        }
        if !some_instance(formula, &clause) {
            return Err(Flaw::NotAnInstance(at));
        }
    }
    Ok(())
}

/// Whether some choice of things for its variables makes a formula say the clause. The things tried are
/// those the clause speaks of; a rule that speaks of others was not used here.
fn some_instance(formula: &Formula, clause: &[Said]) -> bool {
    let mut things: Vec<Term> = Vec::new();
    for said in clause {
        said.atom.visit_terms(&mut |term| {
            if !things.contains(term) {
                things.push(term.clone());
            }
        });
    }
    if things.is_empty() {
        things.push(Term::entity("anything"));
    }
    let quantifiers = count_quantifiers(formula);
    let mut choice = vec![0_usize; quantifiers as usize];
    // Every combination, as one counts; bounded because a derivation's clauses are short.
    for _ in 0..1_000_000_u32 {
        let values: Vec<(u32, Term)> = choice
            .iter()
            .enumerate()
            .map(|(at, &thing)| (at as u32, things[thing].clone()))
            .collect();
        let mut reading = Reading {
            clause,
            values: &values,
            names: Names::Unique,
            scope: Vec::new(),
            found: Vec::new(),
        };
        if reading.yields(formula, true, &mut 0) && reading.found.is_empty() {
            return true;
        }
        let Some(at) = choice.iter().position(|&thing| thing + 1 < things.len()) else {
            return false;
        };
        choice[at] += 1;
        choice[..at].fill(0);
    }
    false
}

fn count_quantifiers(formula: &Formula) -> u32 {
    match formula {
        Formula::Forall { body, .. } | Formula::Exists { body, .. } => 1 + count_quantifiers(body),
        Formula::Not(body) => count_quantifiers(body),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().map(count_quantifiers).sum(),
        Formula::Implies(left, right) | Formula::Iff(left, right) | Formula::Xor(left, right) => {
            count_quantifiers(left) + count_quantifiers(right)
        }
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_) => 0,
    }
}
