//! Which parts of a clause set belong together, and which bounds are tried on each of them.
//!
//! A contradiction among instances is one of the theory; a finite world is one of it. What neither side
//! shows within the limits stays open.

use crate::clause::{Clauses, LESS, Source};
use crate::ground::{Budget, Grounder, Mode, Purpose, Switches};
use crate::horn;
use crate::reason::{Answer, How, Ran, Stopped};

/// The query stands for itself, switched on by the first switch, and for its negation.
const QUERY: u32 = 0;
const NEGATED: u32 = 1;

/// What is known of the three sets: the theory, with the query, with its negation. True: has a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) theory: Option<bool>,
    pub(crate) with_query: Option<bool>,
    pub(crate) with_negation: Option<bool>,
}

/// From so many clauses on, those that need no case distinction are run forwards.
const MANY: usize = 400;

/// How much all attempts together may use up: so many times what one may.
const ATTEMPTS: u32 = 4;

/// What is left for the attempts that are still made.
struct Purse {
    left: Budget,
    each: Budget,
}

impl Purse {
    fn of(how: &How) -> Purse {
        let each = Budget {
            instances: how.limits.instances,
            steps: how.limits.steps,
            conflicts: how.limits.conflicts,
        };
        let left = Budget {
            instances: each.instances.saturating_mul(ATTEMPTS),
            steps: each.steps.saturating_mul(u64::from(ATTEMPTS)),
            conflicts: each.conflicts.saturating_mul(ATTEMPTS),
        };
        Purse { left, each }
    }

    /// For one attempt, or what there is nothing left of.
    fn take(&self) -> Result<Budget, Ran> {
        let Purse { left, each } = self;
        if left.instances == 0 && each.instances > 0 {
            return Err(Ran::Instances);
        }
        if left.steps == 0 && each.steps > 0 {
            return Err(Ran::Steps);
        }
        if left.conflicts == 0 && each.conflicts > 0 {
            return Err(Ran::Conflicts);
        }
        Ok(Budget {
            instances: left.instances.min(each.instances),
            steps: left.steps.min(each.steps),
            conflicts: left.conflicts.min(each.conflicts),
        })
    }

    fn pay(&mut self, spent: Budget) {
        let left = &mut self.left;
        left.instances = left.instances.saturating_sub(spent.instances);
        left.steps = left.steps.saturating_sub(spent.steps);
        left.conflicts = left.conflicts.saturating_sub(spent.conflicts);
    }
}

pub(crate) fn decide(
    clauses: &Clauses<'_>,
    has_query: bool,
    how: &How,
) -> (Answer, Option<Stopped>) {
    let mut purse = Purse::of(how);
    // What is tried last takes nothing from what comes before it.
    let mut spare = Purse {
        left: purse.each,
        each: purse.each,
    };
    let everything: Vec<u32> = (0..clauses.clauses.len() as u32).collect();
    let linked = clauses.has_sameness(&everything);
    let groups = groups(clauses, linked);
    let mut stopped = None;
    let mut open = false;
    let mut known = Known {
        theory: Some(true),
        with_query: Some(true),
        with_negation: Some(true),
    };
    for group in &groups {
        if !group.asked && plainly_consistent(clauses, &group.members) {
            continue;
        }
        let asked = group.asked && has_query;
        let (mut found, why) = decide_group(clauses, &group.members, asked, how, &mut purse);
        if linked && why.is_some() && !found.settled() {
            refute_in_parts(clauses, asked, how, &mut found, &mut purse);
        }
        if why.is_some() && !found.settled() && group.members.len() >= MANY {
            let shown = horn::refute(clauses, &group.members, &how.limits);
            found.theory = found.theory.or(shown.theory);
            found.with_query = found.with_query.or(shown.with_query);
            found.with_negation = found.with_negation.or(shown.with_negation);
        }
        if why.is_some() && !found.settled() {
            refute_narrow(clauses, group, asked, how, &mut found, &mut spare);
        }
        if found.theory == Some(false) {
            return (Answer::Inconsistent, None);
        }
        if found.theory.is_none() {
            open = true;
        }
        if group.asked && has_query {
            known.with_query = found.with_query;
            known.with_negation = found.with_negation;
        }
        stopped = stopped.or(why);
    }
    if open {
        known.theory = None;
    }
    let truth = match (known.with_query, known.with_negation) {
        (Some(false), Some(false)) => Answer::Inconsistent,
        // An open theory may still turn out to be inconsistent; the proof of the query stands anyway.
        (_, Some(false)) => Answer::True,
        (Some(false), _) => Answer::False,
        (Some(true) | None, Some(true) | None) => Answer::Unknown,
    };
    let decided = known.theory.is_some()
        && (!has_query
            || known.with_query.is_some() && known.with_negation.is_some()
            || matches!(truth, Answer::True | Answer::False | Answer::Inconsistent));
    let opaque = clauses.opaque.first().map(|&opaque| Stopped {
        ran_out: Ran::Opaque(opaque),
        bound: 0,
    });
    match truth {
        Answer::Unknown if has_query || !decided => (truth, stopped.or(opaque)),
        Answer::Unknown => (truth, opaque),
        Answer::True | Answer::False if decided => (truth, None),
        Answer::True | Answer::False | Answer::Inconsistent => (truth, stopped),
    }
}

struct Group {
    members: Vec<u32>,
    /// The query is in it.
    asked: bool,
}

/// When all together is too much: the same without the clauses that speak of so many things at once that
/// their instances alone may be too many. A contradiction among the rest is one of the whole.
fn refute_narrow(
    clauses: &Clauses<'_>,
    group: &Group,
    has_query: bool,
    how: &How,
    known: &mut Known,
    purse: &mut Purse,
) {
    let things = clauses.constants.len().max(2) as u64;
    let is_narrow = |member: &u32| {
        let variables = clauses.clauses[*member as usize].variables;
        let instances = things.saturating_pow(variables);
        variables <= 1 || instances <= u64::from(how.limits.instances)
    };
    let members: Vec<u32> = group.members.iter().copied().filter(is_narrow).collect();
    if members.len() == group.members.len() {
        return;
    }
    let has_functions = clauses.has_functions(&members);
    for bound in 1..=how.limits.bound.max(1) {
        let Ok(budget) = purse.take() else { return };
        let mode = Mode::Terms(if has_functions { bound } else { 0 });
        let mut grounder = Grounder::new(
            clauses,
            &members,
            mode,
            how.names,
            budget,
            Switches::Query,
            Purpose::Answer,
        );
        let mut found = Known::unasked(has_query);
        attempt(&mut grounder, mode, has_query, &mut found);
        purse.pay(grounder.spent());
        known.refuted_as(found, has_query);
        let decided = known.with_query == Some(false) || known.with_negation == Some(false);
        if decided || !has_functions || grounder.ran_out.is_some() {
            return;
        }
    }
}

/// When all together is too much: a contradiction in a part is one of the whole.
fn refute_in_parts(
    clauses: &Clauses<'_>,
    has_query: bool,
    how: &How,
    known: &mut Known,
    purse: &mut Purse,
) {
    for group in groups(clauses, false) {
        let asked = group.asked && has_query;
        let (found, _) = decide_group(clauses, &group.members, asked, how, purse);
        known.refuted_as(found, asked);
    }
}

/// Clauses that share predicates, directly or through others. Sameness may link anything to anything.
fn groups(clauses: &Clauses<'_>, linking: bool) -> Vec<Group> {
    let count = clauses.predicates.len();
    let mut parent: Vec<u32> = (0..count as u32 + 1).collect();
    let asked = count as u32;
    fn root(parent: &mut [u32], mut at: u32) -> u32 {
        while parent[at as usize] != at {
            parent[at as usize] = parent[parent[at as usize] as usize];
            at = parent[at as usize];
        }
        at
    }
    for clause in &clauses.clauses {
        let literals =
            &clauses.literals[clause.start as usize..(clause.start + clause.len) as usize];
        let is_theory = matches!(clause.source, Source::Theory(_) | Source::Truth);
        let mut first = if is_theory && !linking {
            None
        } else {
            Some(asked)
        };
        for literal in literals {
            if literal.predicate <= LESS {
                continue;
            }
            let own = root(&mut parent, literal.predicate);
            match first {
                None => first = Some(own),
                Some(first) => {
                    let first = root(&mut parent, first);
                    parent[own as usize] = first;
                }
            }
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut number_of: Vec<Option<usize>> = vec![None; count + 1];
    for (number, clause) in clauses.clauses.iter().enumerate() {
        let literals =
            &clauses.literals[clause.start as usize..(clause.start + clause.len) as usize];
        let plain = literals.iter().find(|literal| literal.predicate > LESS);
        let own = match plain {
            Some(literal) if !linking => root(&mut parent, literal.predicate),
            // Without predicates it speaks of sameness only: it goes with the query.
            Some(_) | None => root(&mut parent, asked),
        };
        let at = *number_of[own as usize].get_or_insert_with(|| {
            groups.push(Group {
                members: Vec::new(),
                asked: own == root(&mut parent, asked),
            });
            groups.len() - 1
        });
        groups[at].members.push(number as u32);
    }
    groups
}

/// When each clause has a positive literal everything may be true, when each has a negated one everything
/// may be false. Only for clauses without sameness and order.
fn plainly_consistent(clauses: &Clauses<'_>, members: &[u32]) -> bool {
    let mut positive = true;
    let mut negative = true;
    for &member in members {
        let clause = clauses.clauses[member as usize];
        let literals =
            &clauses.literals[clause.start as usize..(clause.start + clause.len) as usize];
        let plain = |literal: &&crate::clause::Literal| literal.predicate > LESS;
        positive &= literals
            .iter()
            .filter(plain)
            .any(|literal| !literal.negative);
        negative &= literals
            .iter()
            .filter(plain)
            .any(|literal| literal.negative);
    }
    positive || negative
}

fn decide_group(
    clauses: &Clauses<'_>,
    members: &[u32],
    asked: bool,
    how: &How,
    purse: &mut Purse,
) -> (Known, Option<Stopped>) {
    if members.len() >= MANY
        && horn::takes(clauses, members)
        && let Some(known) = horn::decide(clauses, members, &how.limits)
    {
        return (known, None);
    }
    if members.len() > how.limits.clauses as usize {
        let stopped = Stopped {
            ran_out: Ran::Clauses,
            bound: how.limits.clauses,
        };
        return (Known::unasked(asked), Some(stopped));
    }
    let has_functions = clauses.has_functions(members);
    let has_sameness = clauses.has_sameness(members);
    let mut known = Known::unasked(asked);
    let mut stopped = None;
    let mut bound = 1;
    loop {
        let modes: &[Mode] = if !has_functions {
            &[Mode::Terms(0)]
        } else if has_sameness {
            &[
                Mode::Apart(bound + 1),
                Mode::Terms(bound),
                Mode::Domain(bound + 1),
            ]
        } else {
            &[Mode::Terms(bound), Mode::Domain(bound + 1)]
        };
        for &mode in modes {
            let budget = match purse.take() {
                Ok(budget) => budget,
                Err(ran_out) => return (known, Some(Stopped { ran_out, bound })),
            };
            let mut grounder = Grounder::new(
                clauses,
                members,
                mode,
                how.names,
                budget,
                Switches::Query,
                Purpose::Answer,
            );
            attempt(&mut grounder, mode, asked, &mut known);
            purse.pay(grounder.spent());
            if known.settled() {
                return (known, None);
            }
            if let Some(ran_out) = grounder.ran_out
                && !matches!(mode, Mode::Apart(_))
            {
                stopped = Some(Stopped { ran_out, bound });
            }
        }
        if !has_functions || stopped.is_some() || bound >= how.limits.bound {
            break;
        }
        bound += 1;
    }
    let stopped = stopped.unwrap_or(Stopped {
        ran_out: Ran::Bound,
        bound,
    });
    (known, Some(stopped))
}

impl Known {
    /// Nothing is known yet; where the query is not asked, it changes nothing.
    fn unasked(asked: bool) -> Known {
        let settled = (!asked).then_some(true);
        Known {
            theory: None,
            with_query: settled,
            with_negation: settled,
        }
    }

    /// Takes over what a part was found to contradict.
    fn refuted_as(&mut self, part: Known, asked: bool) {
        let refuted = |part: Option<bool>, whole: &mut Option<bool>| {
            if part == Some(false) && whole.is_none() {
                *whole = Some(false);
            }
        };
        refuted(part.theory, &mut self.theory);
        if asked {
            refuted(part.with_query, &mut self.with_query);
            refuted(part.with_negation, &mut self.with_negation);
        }
    }

    /// Nothing more to find out. A theory with a contradiction settles everything.
    fn settled(&self) -> bool {
        self.theory == Some(false)
            || self.theory.is_some() && self.with_query.is_some() && self.with_negation.is_some()
    }
}

fn attempt(grounder: &mut Grounder<'_, '_>, mode: Mode, asked: bool, known: &mut Known) {
    let whole = grounder.ran_out.is_none() && !grounder.truncated;
    let mut ask = |slot: &mut Option<bool>, on: &[u32]| {
        if slot.is_some() {
            return;
        }
        match (grounder.check(on), mode) {
            // Instances are consequences, so a contradiction among them is one of the theory.
            (Some(false), Mode::Terms(_)) => *slot = Some(false),
            (Some(true), Mode::Terms(_)) if whole => *slot = Some(true),
            // A finite world is a world.
            (Some(true), Mode::Domain(_) | Mode::Apart(_)) if whole => *slot = Some(true),
            (Some(_) | None, _) => {}
        }
    };
    ask(&mut known.theory, &[]);
    if known.theory == Some(false) || !asked {
        return;
    }
    ask(&mut known.with_negation, &[NEGATED]);
    ask(&mut known.with_query, &[QUERY]);
    // A set with more in it has a model: so has the theory.
    if known.with_query == Some(true) || known.with_negation == Some(true) {
        known.theory = Some(true);
    }
}
