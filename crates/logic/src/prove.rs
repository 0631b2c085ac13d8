//! Finds the evidence of a verdict: the smallest set of premises, the instances and the steps, or two
//! worlds.
//!
//! It asks the solver again with switches on everything, which is why it is not part of `ask`. What it
//! finds goes through the checker before anyone sees it; what does not pass is not shown.

mod rests;

use crate::arithmetic;
use crate::clause::{Clauses, Constant, EQUAL, LESS, Source, Symbol, spread};
use crate::formula::{ArithmeticOp, Comparison, Formula, Term};
use crate::forward::evidence::{derived, straight};
use crate::ground::{Atom, Budget, Grounder, Made, Mode, Purpose, Read, Switches};
use crate::normal;
use crate::proof::{self, Claim, Instance, Origin, Proof, Said, Tree};
use crate::reason::{Answer, Evidence, How, Lack, Ran, Semantics, Verdict, World};
use crate::value::Name;
use crate::world;
use std::collections::BTreeMap;

/// How many clauses one formula may become in a proof.
const SPREAD_MAX: u32 = 2_000;
/// How many steps a proof may take.
const TREE_MAX: u32 = 5_000;
/// Up to how many statements a proof may rest on.
const CORE_MAX: usize = 400;
/// Up to how many instances each is tried without.
const SHRINK_MAX: usize = 400;
/// How many instances are switched on or off while premises and instances are left out one by one.
const SWITCHED_MAX: usize = 20_000_000;

pub(crate) const QUERY: u32 = 0;
const NEGATED: u32 = 1;
const FIRST_PREMISE: u32 = 2;

/// The evidence of a verdict on a query, or of `Inconsistent` without one; or else why there is none.
pub fn explain(
    theory: &[Formula],
    query: Option<&Formula>,
    verdict: &Verdict,
    how: &How,
) -> Evidence {
    if normal::prepare(theory.iter().chain(query), &how.limits).is_err() {
        return Evidence::Lacking(Lack::CutShort);
    }
    if how.semantics == Semantics::Forward || how.world == World::Closed {
        return derived(theory, query, verdict, how);
    }
    let claim = match (verdict.truth, query) {
        (Answer::True, Some(_)) => Claim::Holds,
        (Answer::False, Some(_)) => Claim::Fails,
        (Answer::Inconsistent, _) => Claim::Contradiction,
        (Answer::Unknown, Some(query)) => {
            if verdict
                .stopped
                .is_some_and(|stopped| is_used_up(stopped.ran_out))
            {
                return Evidence::Lacking(Lack::CutShort);
            }
            return match world::models(theory, query, how) {
                Ok(models) => models,
                Err(Lack::World) if verdict.stopped.is_some() => Evidence::Lacking(Lack::CutShort),
                Err(lack) => Evidence::Lacking(lack),
            };
        }
        (Answer::True | Answer::False | Answer::Unknown, None) => {
            return Evidence::Lacking(Lack::CutShort);
        }
    };
    // Among many statements a derivation is found at once, and the smallest set of premises is not.
    let many = theory.len() > CORE_MAX;
    if many && let Some(found) = straight(theory, query, verdict, how) {
        return found;
    }
    let lacking = match prove(theory, query, claim, how) {
        Ok(proof) => return Evidence::Proof(Box::new(proof)),
        Err(lacking) => lacking,
    };
    let found = if many {
        None
    } else {
        straight(theory, query, verdict, how)
    };
    match (found, lacking) {
        (Some(found), _) => found,
        (None, Evidence::Lacking(lack)) => rests::on(theory, query, verdict.truth, lack, how),
        (None, lacking) => lacking,
    }
}

/// Whether the same search would end in the same way.
fn is_used_up(ran_out: Ran) -> bool {
    match ran_out {
        Ran::Clauses | Ran::Instances | Ran::Steps | Ran::Conflicts => true,
        Ran::FormulaDepth
        | Ran::Bound
        | Ran::Count
        | Ran::Opaque(_)
        | Ran::Rules
        | Ran::Circular
        | Ran::Functions => false,
    }
}

pub(crate) fn budget(how: &How) -> Budget {
    Budget {
        instances: how.limits.instances,
        steps: how.limits.steps,
        conflicts: how.limits.conflicts,
    }
}

/// A proof with a set of premises none of which can be left out.
fn prove(
    theory: &[Formula],
    query: Option<&Formula>,
    claim: Claim,
    how: &How,
) -> Result<Proof, Evidence> {
    let lacking = |lack| Err(Evidence::Lacking(lack));
    let out_of_budget = || Evidence::Lacking(Lack::Budget);
    if theory.len() > how.limits.clauses as usize {
        return lacking(Lack::Budget);
    }
    let Ok(prepared) = normal::prepare(theory.iter().chain(query), &how.limits) else {
        return lacking(Lack::CutShort);
    };
    let read: Vec<&Formula> = (theory.iter().enumerate())
        .map(|(number, formula)| prepared.get(number, formula))
        .collect();
    let read_query = query.map(|query| prepared.get(theory.len(), query));
    let sums = arithmetic::truths(theory.iter().chain(query));
    let mut clauses = Clauses::for_proofs();
    for (number, formula) in read.iter().enumerate() {
        if spread(formula, true) > SPREAD_MAX {
            return lacking(Lack::Clauses(SPREAD_MAX));
        }
        clauses.add(formula, true, Source::Theory(number as u32));
    }
    for sum in sums.iter().chain(&prepared.truths) {
        clauses.add(sum, true, Source::Truth);
    }
    let side = match (claim, read_query) {
        (Claim::Holds, Some(query)) => Some((query, false, Source::Negated, NEGATED)),
        (Claim::Fails, Some(query)) => Some((query, true, Source::Query, QUERY)),
        (Claim::Holds | Claim::Fails, None) => return lacking(Lack::CutShort),
        (Claim::Contradiction, _) => None,
    };
    let mut always = Vec::new();
    if let Some((query, positive, source, switch)) = side {
        if spread(query, positive) > SPREAD_MAX {
            return lacking(Lack::Clauses(SPREAD_MAX));
        }
        clauses.add(query, positive, source);
        always.push(switch);
    }
    let members: Vec<u32> = (0..clauses.clauses.len() as u32).collect();
    let has_functions = clauses.has_functions(&members);
    let premises = theory.len() as u32;
    for bound in 1..=how.limits.bound.max(1) {
        let mut grounder = Grounder::new(
            &clauses,
            &members,
            Mode::Terms(bound),
            how.names,
            budget(how),
            Switches::Premises(premises),
            Purpose::Proof,
        );
        let count = grounder.instances.as_ref().map_or(0, Vec::len) as u32;
        let everything: Vec<u32> = (0..count).collect();
        let on = |premises: &[u32]| {
            let switches = premises.iter().map(|premise| FIRST_PREMISE + premise);
            always.iter().copied().chain(switches).collect::<Vec<u32>>()
        };
        let all: Vec<u32> = (0..premises).collect();
        let core = grounder.check_instances(&on(&all), &everything);
        let Some(core) = core.ok_or_else(out_of_budget)? else {
            if has_functions {
                continue;
            }
            return lacking(Lack::Budget);
        };
        let large = premises_of(&grounder, &clauses, &core);
        if large.len() > CORE_MAX {
            return Err(partly(&large, Lack::Core(CORE_MAX as u32)));
        }
        let kept = shrink_premises(&mut grounder, &clauses, core, &everything, &on)
            .ok_or_else(|| partly(&large, Lack::Budget))?;
        let proof = shrink_instances(&mut grounder, &on(&kept), &everything)
            .ok_or(Lack::Budget)
            .and_then(|instances| {
                assemble(
                    &mut grounder,
                    &clauses,
                    &read,
                    read_query,
                    claim,
                    &kept,
                    &instances,
                    how,
                )
            })
            .map_err(|lack| partly(&kept, lack))?;
        return match proof::check(theory, query, &proof) {
            Ok(()) => Ok(proof),
            Err(_) => lacking(Lack::Unchecked),
        };
    }
    lacking(Lack::Budget)
}

/// The statements it takes, without the steps.
fn partly(premises: &[u32], lack: Lack) -> Evidence {
    Evidence::Premises {
        premises: premises.iter().map(|&premise| premise as usize).collect(),
        lack,
    }
}

/// Leaves out one premise after the other as long as the rest is enough.
fn shrink_premises(
    grounder: &mut Grounder<'_, '_>,
    clauses: &Clauses<'_>,
    core: Vec<u32>,
    everything: &[u32],
    on: &dyn Fn(&[u32]) -> Vec<u32>,
) -> Option<Vec<u32>> {
    let mut kept = premises_of(grounder, clauses, &core);
    let mut at = 0;
    let mut left = SWITCHED_MAX;
    while at < kept.len() {
        left = left.checked_sub(everything.len())?;
        let mut fewer = kept.clone();
        fewer.remove(at);
        match grounder.check_instances(&on(&fewer), everything)? {
            Some(core) => {
                let used = premises_of(grounder, clauses, &core);
                kept = fewer
                    .into_iter()
                    .filter(|premise| used.contains(premise))
                    .collect();
            }
            None => at += 1,
        }
    }
    Some(kept)
}

fn premises_of(grounder: &Grounder<'_, '_>, clauses: &Clauses<'_>, core: &[u32]) -> Vec<u32> {
    let mut premises = Vec::new();
    for &at in core {
        let instances = grounder.instances.as_deref().unwrap_or(&[]);
        let Some(clause) = instances[at as usize].clause else {
            continue;
        };
        if let Source::Theory(premise) = clauses.clauses[clause as usize].source
            && !premises.contains(&premise)
        {
            premises.push(premise);
        }
    }
    premises.sort_unstable();
    premises
}

fn shrink_instances(
    grounder: &mut Grounder<'_, '_>,
    on: &[u32],
    everything: &[u32],
) -> Option<Vec<u32>> {
    let mut kept = grounder.check_instances(on, everything)??;
    let mut at = 0;
    let mut left = SWITCHED_MAX;
    while at < kept.len() && kept.len() <= SHRINK_MAX {
        // A proof may hold an instance too many.
        match left.checked_sub(everything.len()) {
            Some(less) => left = less,
            None => break,
        }
        let mut fewer = kept.clone();
        fewer.remove(at);
        match grounder.check_instances(on, &fewer)? {
            Some(core) => kept = core,
            None => at += 1,
        }
    }
    Some(kept)
}

#[allow(clippy::too_many_arguments)]
fn assemble(
    grounder: &mut Grounder<'_, '_>,
    clauses: &Clauses<'_>,
    read: &[&Formula],
    query: Option<&Formula>,
    claim: Claim,
    premises: &[u32],
    chosen: &[u32],
    how: &How,
) -> Result<Proof, Lack> {
    let instances = instances(grounder, clauses, read, query, chosen).ok_or(Lack::Unchecked)?;
    let tree = Builder {
        instances: &instances,
        left: TREE_MAX,
    };
    let tree = tree.build().ok_or(Lack::Steps(TREE_MAX))?;
    Ok(Proof {
        claim,
        names: how.names,
        premises: premises.iter().map(|&premise| premise as usize).collect(),
        instances,
        tree,
    })
}

fn instances(
    grounder: &mut Grounder<'_, '_>,
    clauses: &Clauses<'_>,
    read: &[&Formula],
    query: Option<&Formula>,
    chosen: &[u32],
) -> Option<Vec<Instance>> {
    let all = grounder.instances.take()?;
    let mut instances = Vec::new();
    for &at in chosen {
        let instance = &all[at as usize];
        let mut clause = Vec::new();
        for literal in &instance.literals {
            let atom = grounder.atom_of(literal.var())?;
            clause.push(Said {
                positive: literal.sign(),
                atom: said_atom(grounder, clauses, atom)?,
            });
        }
        let mut values = Vec::new();
        let origin = match instance.clause {
            None => Origin::Axiom,
            Some(number) => {
                let source = clauses.clauses[number as usize].source;
                let formula = match source {
                    Source::Theory(premise) => Some(*read.get(premise as usize)?),
                    Source::Query | Source::Negated => Some(query?),
                    Source::Truth => None,
                };
                let mut places = BTreeMap::new();
                if let Some(formula) = formula {
                    number_quantifiers(formula, &mut places);
                }
                for (clause, quantifier, arg) in &clauses.passed {
                    if *clause == number {
                        let address = std::ptr::from_ref::<Formula>(quantifier) as usize;
                        let place = places.get(&address)?;
                        let value = read_term(grounder, clauses, *arg, &instance.values);
                        values.push((*place, value));
                    }
                }
                match source {
                    Source::Theory(premise) => Origin::Premise(premise as usize),
                    Source::Query => Origin::Query,
                    Source::Negated => Origin::NegatedQuery,
                    Source::Truth => Origin::Axiom,
                }
            }
        };
        instances.push(Instance {
            origin,
            clause,
            values,
        });
    }
    Some(instances)
}

/// The place of each quantifier in reading order, by its address: the tree does not move meanwhile.
fn number_quantifiers(formula: &Formula, places: &mut BTreeMap<usize, u32>) {
    match formula {
        Formula::Forall { body, .. } | Formula::Exists { body, .. } => {
            let number = places.len() as u32;
            places.insert(std::ptr::from_ref(formula) as usize, number);
            number_quantifiers(body, places);
        }
        Formula::Not(body) => number_quantifiers(body, places),
        Formula::And(parts) | Formula::Or(parts) => {
            for part in parts {
                number_quantifiers(part, places);
            }
        }
        Formula::Implies(left, right) | Formula::Iff(left, right) | Formula::Xor(left, right) => {
            number_quantifiers(left, places);
            number_quantifiers(right, places);
        }
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_) => {}
    }
}

/// The name of a thing that only a formula's existence speaks of.
fn witness(number: u32) -> Name {
    Name::from(format!("\u{1}{number}"))
}

pub(crate) fn constant(clauses: &Clauses<'_>, number: u32) -> Term {
    match clauses.constants.items.get(number as usize) {
        Some(Constant::Value(value)) => Term::Constant(value.clone().into_owned()),
        Some(Constant::Function(name)) => Term::Function {
            name: (*name).clone(),
            arguments: Vec::new(),
        },
        Some(Constant::Free(name)) => Term::Variable((*name).clone()),
        Some(Constant::Unresolved(name)) => {
            Term::Unresolved((*name).clone(), crate::formula::Span::default())
        }
        Some(Constant::Now) => Term::Now,
        Some(Constant::Today) => Term::Today,
        Some(Constant::Skolem(made)) => Term::Function {
            name: witness(*made),
            arguments: Vec::new(),
        },
        None => Term::Function {
            name: Name::from(format!("\u{1}any{number}")),
            arguments: Vec::new(),
        },
    }
}

fn term(grounder: &Grounder<'_, '_>, clauses: &Clauses<'_>, element: u32) -> Term {
    match grounder.parts(element) {
        Made::Constant(number) => constant(clauses, number),
        Made::Applied(function, parts) => {
            let arguments = parts.iter().map(|&part| term(grounder, clauses, part));
            applied(clauses, function, arguments.collect())
        }
    }
}

fn read_term(grounder: &Grounder<'_, '_>, clauses: &Clauses<'_>, arg: u32, values: &[u32]) -> Term {
    match grounder.read(arg, values) {
        Read::Element(element) => term(grounder, clauses, element),
        Read::Applied(function, parts) => {
            let arguments = parts.iter();
            let arguments = arguments.map(|&part| read_term(grounder, clauses, part, values));
            applied(clauses, function, arguments.collect())
        }
    }
}

fn applied(clauses: &Clauses<'_>, function: u32, arguments: Vec<Term>) -> Term {
    let name = match clauses.functions.items[function as usize].0 {
        Symbol::Named(name) => name.clone(),
        Symbol::Made(made) => witness(made),
        Symbol::Builtin(name) => {
            if let (Some(operation), [left, right]) = (ArithmeticOp::of_sign(name), &arguments[..])
            {
                let (left, right) = (Box::new(left.clone()), Box::new(right.clone()));
                return Term::Arithmetic(operation, left, right);
            }
            Name::new(name)
        }
    };
    Term::Function { name, arguments }
}

fn said_atom(grounder: &Grounder<'_, '_>, clauses: &Clauses<'_>, atom: &Atom) -> Option<Formula> {
    let mut arguments: Vec<Term> = grounder
        .arguments(atom)
        .iter()
        .map(|&element| term(grounder, clauses, element))
        .collect();
    if atom.predicate == EQUAL || atom.predicate == LESS {
        let comparison = if atom.predicate == EQUAL {
            Comparison::Equal
        } else {
            Comparison::Less
        };
        let right = arguments.pop()?;
        let left = arguments.pop()?;
        return Some(Formula::Compare(comparison, left, right));
    }
    match clauses.predicates.items.get(atom.predicate as usize)?.0 {
        Symbol::Named(name) => Some(Formula::Atom {
            predicate: name.clone(),
            arguments,
        }),
        Symbol::Made(_) | Symbol::Builtin(_) => None,
    }
}

/// Turns contradictory instances into steps and cases.
struct Builder<'p> {
    instances: &'p [Instance],
    left: u32,
}

impl Builder<'_> {
    fn build(mut self) -> Option<Tree> {
        let (tree, _) = self.branch(&mut Vec::new())?;
        Some(tree)
    }

    /// A refutation of what is known so far, and which of it was used.
    fn branch(&mut self, known: &mut Vec<Said>) -> Option<(Tree, Vec<Said>)> {
        self.left = self.left.checked_sub(1)?;
        let mut shortest: Option<(usize, Vec<Said>)> = None;
        for (at, instance) in self.instances.iter().enumerate() {
            if instance.clause.iter().any(|said| known.contains(said)) {
                continue;
            }
            let open: Vec<Said> = instance
                .clause
                .iter()
                .filter(|said| !known.contains(&said.opposite()))
                .cloned()
                .collect();
            if shortest
                .as_ref()
                .is_none_or(|(_, kept)| open.len() < kept.len())
            {
                let done = open.len() < 2;
                shortest = Some((at, open));
                if done {
                    break;
                }
            }
        }
        let (at, open) = shortest?;
        let used_by = |said: Option<&Said>| {
            let clause = self.instances[at].clause.iter();
            let others = clause.filter(move |part| Some(*part) != said);
            others.map(Said::opposite).collect::<Vec<Said>>()
        };
        match &open[..] {
            [] => Some((Tree::Contradiction { instance: at }, used_by(None))),
            [said] => {
                let needs = used_by(Some(said));
                known.push(said.clone());
                let rest = self.branch(known);
                known.pop();
                let (then, mut used) = rest?;
                if !used.contains(said) {
                    return Some((then, used));
                }
                used.retain(|kept| kept != said);
                merge(&mut used, needs);
                let said = said.clone();
                let then = Box::new(then);
                Some((
                    Tree::Follows {
                        instance: at,
                        said,
                        then,
                    },
                    used,
                ))
            }
            [said, ..] => {
                known.push(said.clone());
                let rest = self.branch(known);
                known.pop();
                let (holds, mut used) = rest?;
                if !used.contains(said) {
                    return Some((holds, used));
                }
                let opposite = said.opposite();
                known.push(opposite.clone());
                let rest = self.branch(known);
                known.pop();
                let (fails, mut other) = rest?;
                if !other.contains(&opposite) {
                    return Some((fails, other));
                }
                used.retain(|kept| kept != said);
                other.retain(|kept| *kept != opposite);
                merge(&mut used, other);
                Some((
                    Tree::Cases {
                        said: said.clone(),
                        holds: Box::new(holds),
                        fails: Box::new(fails),
                    },
                    used,
                ))
            }
        }
    }
}

fn merge(used: &mut Vec<Said>, more: Vec<Said>) {
    for said in more {
        if !used.contains(&said) {
            used.push(said);
        }
    }
}
