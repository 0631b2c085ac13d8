//! Proofs and counter-models as data, and the small checker that believes nothing.
//!
//! It shares no code with the solver: instances are checked against the formulas as written, steps
//! against the instances, and models by evaluating the formulas thing by thing. It must never accept what
//! it did not follow.

use crate::formula::{Comparison, Formula, Term};
use crate::model::rigid_order;
use crate::normal::prepare;
use crate::reason::{Limits, Names};
use crate::value::Name;
use std::cmp::Ordering;
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
    /// What sameness and order mean.
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

/// Reads a formula with things for its variables, against a clause it should imply.
struct Reading<'a> {
    clause: &'a [Said],
    values: &'a [(u32, Term)],
    names: Names,
    scope: Vec<(&'a Name, Term)>,
    /// The unnamed things that stood for existences, each with its existence.
    found: Vec<(Term, Formula)>,
}

impl<'a> Reading<'a> {
    /// Whether the formula (or its negation) implies the clause. `place` counts quantifiers as they are
    /// read, whether they are looked into or not.
    fn yields(&mut self, formula: &'a Formula, positive: bool, place: &mut u32) -> bool {
        match formula {
            Formula::Constant(truth) => *truth != positive,
            Formula::Not(body) => self.yields(body, !positive, place),
            Formula::And(parts) | Formula::Or(parts) => {
                let one_is_enough = matches!(formula, Formula::And(_)) == positive;
                let mut yielded = !one_is_enough;
                for part in parts {
                    let kept = self.found.len();
                    let part = self.yields(part, positive, place);
                    if one_is_enough && !part {
                        self.found.truncate(kept);
                    }
                    yielded = if one_is_enough {
                        yielded || part
                    } else {
                        yielded && part
                    };
                }
                yielded
            }
            Formula::Implies(left, right) => {
                let kept = self.found.len();
                let left = self.yields(left, !positive, place);
                if !positive && !left {
                    self.found.truncate(kept);
                }
                let kept = self.found.len();
                let right = self.yields(right, positive, place);
                if !positive && !right {
                    self.found.truncate(kept);
                }
                if positive {
                    left && right
                } else {
                    left || right
                }
            }
            Formula::Iff(left, right) => self.alike(left, right, positive, place),
            Formula::Xor(left, right) => self.alike(left, right, !positive, place),
            Formula::Forall {
                variable,
                sort,
                body,
            }
            | Formula::Exists {
                variable,
                sort,
                body,
            } => {
                let own = *place;
                *place += 1;
                let value = self.values.iter().find(|(at, _)| *at == own);
                let Some((_, value)) = value else {
                    *place += count_quantifiers(body);
                    return false;
                };
                let universal = matches!(formula, Formula::Forall { .. }) == positive;
                if !universal {
                    let existence = self.existence(variable, sort.as_ref(), body, positive);
                    self.found.push((value.clone(), existence));
                }
                let member = sort.as_ref().map(|sort| Said {
                    positive: !universal,
                    atom: Formula::Atom {
                        predicate: sort.clone(),
                        arguments: vec![value.clone()],
                    },
                });
                self.scope.push((variable, value.clone()));
                let body = self.yields(body, positive, place);
                self.scope.pop();
                match member {
                    Some(member) if universal => body && self.has(&member),
                    Some(member) => body || self.has(&member),
                    None => body,
                }
            }
            Formula::Atom { .. }
            | Formula::Compare(..)
            | Formula::In(..)
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_) => self.atom_yields(formula, positive),
        }
    }

    fn alike(
        &mut self,
        left: &'a Formula,
        right: &'a Formula,
        alike: bool,
        place: &mut u32,
    ) -> bool {
        let (start, kept) = (*place, self.found.len());
        // Not left, or right; and the other way round.
        if self.yields(left, false, place) && self.yields(right, alike, place) {
            *place = start + count_quantifiers(left) + count_quantifiers(right);
            return true;
        }
        *place = start;
        self.found.truncate(kept);
        let yielded = self.yields(left, true, place) && self.yields(right, !alike, place);
        *place = start + count_quantifiers(left) + count_quantifiers(right);
        if !yielded {
            self.found.truncate(kept);
        }
        yielded
    }

    fn atom_yields(&self, formula: &'a Formula, positive: bool) -> bool {
        match formula {
            Formula::In(subject, items) => {
                let equal = |item: &Term| Said {
                    positive,
                    atom: Formula::Compare(
                        Comparison::Equal,
                        self.placed(subject),
                        self.placed(item),
                    ),
                };
                if positive {
                    items.iter().all(|item| self.has(&equal(item)))
                } else {
                    items.iter().any(|item| self.has(&equal(item)))
                }
            }
            Formula::Compare(comparison, left, right) => {
                let (left, right) = (self.placed(left), self.placed(right));
                let (kind, left, right, flipped) = match comparison {
                    Comparison::Equal => (Comparison::Equal, left, right, false),
                    Comparison::NotEqual => (Comparison::Equal, left, right, true),
                    Comparison::Less => (Comparison::Less, left, right, false),
                    Comparison::Greater => (Comparison::Less, right, left, false),
                    Comparison::LessOrEqual => (Comparison::Less, right, left, true),
                    Comparison::GreaterOrEqual => (Comparison::Less, left, right, true),
                };
                self.has(&Said {
                    positive: positive != flipped,
                    atom: Formula::Compare(kind, left, right),
                })
            }
            Formula::Atom {
                predicate,
                arguments,
            } => self.has(&Said {
                positive,
                atom: Formula::Atom {
                    predicate: predicate.clone(),
                    arguments: arguments.iter().map(|term| self.placed(term)).collect(),
                },
            }),
            Formula::IsNull(term) => self.has(&Said {
                positive,
                atom: Formula::Compare(
                    Comparison::Equal,
                    self.placed(term),
                    Term::Constant(crate::value::Value::Null),
                ),
            }),
            Formula::Truth(term) => self.has(&Said {
                positive,
                atom: Formula::Compare(
                    Comparison::Equal,
                    self.placed(term),
                    Term::Constant(crate::value::Value::Bool(true)),
                ),
            }),
            // Nothing follows here from what is not reasoned about.
            Formula::Member(..)
            | Formula::IsKnown(_)
            | Formula::Constant(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Xor(..)
            | Formula::Forall { .. }
            | Formula::Exists { .. } => false,
        }
    }

    /// A part of the clause, or something that cannot hold and so implies anything.
    fn has(&self, said: &Said) -> bool {
        self.clause.iter().any(|part| same(part, said))
            || settled(&said.atom, self.names) == Some(!said.positive)
    }

    /// The term with things for its variables. Sums are worked out.
    fn placed(&self, term: &Term) -> Term {
        place_term(term, &self.scope, &mut Vec::new())
    }

    /// The existence a witness stands for, with things for the variables from outside. What does not
    /// speak of the witness is left out: the same thing exists whatever that is.
    fn existence(
        &self,
        variable: &'a Name,
        sort: Option<&'a Name>,
        body: &'a Formula,
        positive: bool,
    ) -> Formula {
        let part = if sort.is_some() {
            body
        } else {
            the_part_about(body, variable)
        };
        let placed = place(part, &self.scope, &mut vec![variable]);
        let placed = if positive {
            placed
        } else {
            Formula::not(placed)
        };
        Formula::Exists {
            variable: variable.clone(),
            sort: sort.cloned(),
            body: Box::new(placed),
        }
    }
}

/// Follows conjunctions, disjunctions and implications as long as one side alone speaks of the variable.
fn the_part_about<'a>(formula: &'a Formula, variable: &Name) -> &'a Formula {
    let speaks = |part: &Formula| {
        let mut found = false;
        part.visit_terms(&mut |term| {
            found |= matches!(term, Term::Variable(name) if name == variable)
        });
        found
    };
    let parts: Vec<&'a Formula> = match formula {
        Formula::Not(body) => vec![body],
        Formula::And(parts) | Formula::Or(parts) => parts.iter().collect(),
        Formula::Implies(left, right) => vec![left, right],
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Forall { .. }
        | Formula::Exists { .. } => return formula,
    };
    let mut about = parts.into_iter().filter(|part| speaks(part));
    match (about.next(), about.next()) {
        (Some(only), None) => the_part_about(only, variable),
        (Some(_), Some(_)) | (None, _) => formula,
    }
}

fn place_term(term: &Term, scope: &[(&Name, Term)], bound: &mut Vec<&Name>) -> Term {
    match term {
        Term::Variable(name) if !bound.contains(&name) => {
            let found = scope.iter().rev().find(|(known, _)| *known == name);
            found.map_or_else(|| term.clone(), |(_, value)| value.clone())
        }
        Term::Attribute { of, attribute } => Term::Function {
            name: attribute.clone(),
            arguments: vec![place_term(of, scope, bound)],
        },
        Term::Function { name, arguments } => Term::Function {
            name: name.clone(),
            arguments: arguments
                .iter()
                .map(|argument| place_term(argument, scope, bound))
                .collect(),
        },
        Term::Arithmetic(..) => crate::model::sum(term)
            .map_or_else(|| term.clone(), |number| Term::Constant(number.into())),
        Term::Variable(_)
        | Term::Constant(_)
        | Term::Count { .. }
        | Term::Size(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(_, _) => term.clone(),
    }
}

fn place<'a>(formula: &'a Formula, scope: &[(&Name, Term)], bound: &mut Vec<&'a Name>) -> Formula {
    let boxed =
        |inner: &'a Formula, bound: &mut Vec<&'a Name>| Box::new(place(inner, scope, bound));
    match formula {
        Formula::Constant(_) => formula.clone(),
        Formula::Atom {
            predicate,
            arguments,
        } => Formula::Atom {
            predicate: predicate.clone(),
            arguments: arguments
                .iter()
                .map(|argument| place_term(argument, scope, bound))
                .collect(),
        },
        Formula::Compare(comparison, left, right) => Formula::Compare(
            *comparison,
            place_term(left, scope, bound),
            place_term(right, scope, bound),
        ),
        Formula::In(subject, items) => Formula::In(
            place_term(subject, scope, bound),
            items
                .iter()
                .map(|item| place_term(item, scope, bound))
                .collect(),
        ),
        Formula::Member(left, right) => Formula::Member(
            place_term(left, scope, bound),
            place_term(right, scope, bound),
        ),
        Formula::IsNull(term) => Formula::IsNull(place_term(term, scope, bound)),
        Formula::IsKnown(term) => Formula::IsKnown(place_term(term, scope, bound)),
        Formula::Truth(term) => Formula::Truth(place_term(term, scope, bound)),
        Formula::Not(body) => Formula::Not(boxed(body, bound)),
        Formula::And(parts) => {
            Formula::And(parts.iter().map(|part| place(part, scope, bound)).collect())
        }
        Formula::Or(parts) => {
            Formula::Or(parts.iter().map(|part| place(part, scope, bound)).collect())
        }
        Formula::Implies(left, right) => Formula::Implies(boxed(left, bound), boxed(right, bound)),
        Formula::Iff(left, right) => Formula::Iff(boxed(left, bound), boxed(right, bound)),
        Formula::Xor(left, right) => Formula::Xor(boxed(left, bound), boxed(right, bound)),
        Formula::Forall {
            variable,
            sort,
            body,
        } => {
            bound.push(variable);
            let body = boxed(body, bound);
            bound.pop();
            Formula::Forall {
                variable: variable.clone(),
                sort: sort.clone(),
                body,
            }
        }
        Formula::Exists {
            variable,
            sort,
            body,
        } => {
            bound.push(variable);
            let body = boxed(body, bound);
            bound.pop();
            Formula::Exists {
                variable: variable.clone(),
                sort: sort.clone(),
                body,
            }
        }
    }
}

/// Equal, or equal with the sides of a sameness exchanged.
fn same(left: &Said, right: &Said) -> bool {
    if left == right {
        return true;
    }
    match (&left.atom, &right.atom) {
        (Formula::Compare(Comparison::Equal, a, b), Formula::Compare(Comparison::Equal, c, d)) => {
            left.positive == right.positive && a == d && b == c
        }
        (_, _) => false,
    }
}

/// What a ground comparison is by the things alone.
fn settled(atom: &Formula, names: Names) -> Option<bool> {
    let Formula::Compare(comparison, left, right) = atom else {
        return None;
    };
    let order = match (left, right) {
        _ if left == right => Some(Some(Ordering::Equal)),
        (Term::Constant(left), Term::Constant(right)) => rigid_order(left, right, names),
        (_, _) => None,
    };
    match comparison {
        Comparison::Equal => order.map(|order| order == Some(Ordering::Equal)),
        Comparison::Less => order.flatten().map(|order| order == Ordering::Less),
        Comparison::NotEqual
        | Comparison::LessOrEqual
        | Comparison::Greater
        | Comparison::GreaterOrEqual => None,
    }
}

/// Whether a clause holds by what sameness and order mean: assume that all of it fails, join what is then
/// the same, and look for something that cannot be.
fn is_valid(clause: &[Said], names: Names) -> bool {
    let mut terms: Vec<Term> = Vec::new();
    for said in clause {
        said.atom.visit_terms(&mut |term| {
            if !terms.contains(term) {
                terms.push(term.clone());
            }
        });
    }
    let mut class: Vec<usize> = (0..terms.len()).collect();
    let at = |term: &Term| terms.iter().position(|known| known == term).unwrap_or(0);
    for said in clause {
        if let (false, Formula::Compare(Comparison::Equal, left, right)) =
            (said.positive, &said.atom)
        {
            join(&mut class, at(left), at(right));
        }
    }
    // Functions of the same are the same; repeated until nothing joins.
    loop {
        let mut joined = false;
        for (one, left) in terms.iter().enumerate() {
            for (other, right) in terms.iter().enumerate().skip(one + 1) {
                if class[one] != class[other] && applied_alike(left, right, &class, &at) {
                    join(&mut class, one, other);
                    joined = true;
                }
            }
        }
        if !joined {
            break;
        }
    }
    let same = |left: &Term, right: &Term| class[at(left)] == class[at(right)];
    let mut less: Vec<(usize, usize)> = Vec::new();
    for (one, left) in terms.iter().enumerate() {
        for (other, right) in terms.iter().enumerate() {
            let (Term::Constant(left), Term::Constant(right)) = (left, right) else {
                continue;
            };
            match rigid_order(left, right, names) {
                // Two values that differ cannot be the same.
                Some(_) if class[one] == class[other] => return true,
                Some(Some(Ordering::Less)) => less.push((class[one], class[other])),
                Some(_) | None => {}
            }
        }
    }
    for said in clause {
        match (&said.atom, said.positive) {
            (Formula::Compare(Comparison::Equal, left, right), true) if same(left, right) => {
                return true;
            }
            (Formula::Compare(Comparison::Less, left, right), false) => {
                less.push((class[at(left)], class[at(right)]));
            }
            (Formula::Compare(Comparison::Less, left, right), true) => {
                // Not less: then the same, or more. It is more only when the sameness is denied too.
                let denied = clause.iter().any(|other| {
                    other.positive
                        && matches!(&other.atom, Formula::Compare(Comparison::Equal, a, b)
                            if same(a, left) && same(b, right) || same(a, right) && same(b, left))
                });
                if denied {
                    less.push((class[at(right)], class[at(left)]));
                }
            }
            (
                Formula::Atom {
                    predicate,
                    arguments,
                },
                true,
            ) => {
                let opposed = clause.iter().any(|other| {
                    let Formula::Atom {
                        predicate: found,
                        arguments: others,
                    } = &other.atom
                    else {
                        return false;
                    };
                    !other.positive
                        && found == predicate
                        && others.len() == arguments.len()
                        && arguments.iter().zip(others).all(|(a, b)| same(a, b))
                });
                if opposed {
                    return true;
                }
            }
            (_, _) => {}
        }
    }
    // "Not less" without a denied sameness still excludes "less" through a chain.
    let mut closure = less;
    loop {
        let mut more = Vec::new();
        for &(a, b) in &closure {
            for &(c, d) in &closure {
                if b == c && !closure.contains(&(a, d)) && !more.contains(&(a, d)) {
                    more.push((a, d));
                }
            }
        }
        if more.is_empty() {
            break;
        }
        closure.extend(more);
    }
    closure.iter().any(|(a, b)| a == b)
        || clause.iter().any(|said| match (&said.atom, said.positive) {
            (Formula::Compare(Comparison::Less, left, right), true) => {
                closure.contains(&(class[at(left)], class[at(right)]))
            }
            (_, _) => false,
        })
}

fn join(class: &mut [usize], one: usize, other: usize) {
    let (from, to) = (class[other], class[one]);
    for entry in class.iter_mut() {
        if *entry == from {
            *entry = to;
        }
    }
}

fn applied_alike(left: &Term, right: &Term, class: &[usize], at: &impl Fn(&Term) -> usize) -> bool {
    match (left, right) {
        (
            Term::Function {
                name: one,
                arguments: left,
            },
            Term::Function {
                name: other,
                arguments: right,
            },
        ) => {
            one == other
                && left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| class[at(left)] == class[at(right)])
        }
        (_, _) => false,
    }
}
