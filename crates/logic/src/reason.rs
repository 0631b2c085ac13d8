//! The one interface of reasoning: what follows from a theory, under which semantics, and why it stopped.
//!
//! `ask` finds the truth and nothing else, because that is what most callers want fast; `explain` finds
//! the proof, the counter-model or the smallest contradiction of a verdict when somebody asks for it. A
//! limit ends in "unknown" with what ran out, never in a guess.

use crate::answers::beyond_names;
use crate::arithmetic;
use crate::clause::{Clauses, Source};
use crate::decide::decide;
use crate::formula::Formula;
use crate::forward;
use crate::model::Structure;
use crate::normal;
use crate::proof::{Derivation, Proof};
use crate::truth::Truth;
use std::collections::BTreeSet;

pub use crate::answers::{Answers, Besides, answers};
pub use crate::clause::Opaque;
pub use crate::prove::explain;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Semantics {
    /// First-order logic: a rule also works backwards, and cases are distinguished.
    #[default]
    Classical,
    /// Rules run forwards from the facts; `not P` is a fact of its own.
    Forward,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum World {
    /// What is not said may be so or not.
    #[default]
    Open,
    /// What cannot be derived is false.
    Closed,
}

/// Whether two names may name one thing. Numbers, dates and texts are always what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Names {
    #[default]
    Free,
    Unique,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deeply a formula may nest.
    pub formula_depth: u32,
    /// How many clauses one formula may become, and how many may be told apart by cases at once.
    pub clauses: u32,
    /// How many clauses there may be in all. Those that need no cases are run forwards.
    pub clauses_in_all: u32,
    /// How many instances of clauses are made in one attempt.
    pub instances: u32,
    /// How many rows are looked at in one attempt.
    pub steps: u64,
    /// How many contradictions the solver may run into in one attempt.
    pub conflicts: u32,
    /// How deeply function terms are nested, and how many unnamed things are tried, at most.
    pub bound: u32,
    /// How many things a count may ask for.
    pub count: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            formula_depth: 400,
            clauses: 100_000,
            clauses_in_all: 4_000_000,
            instances: 200_000,
            steps: 20_000_000,
            conflicts: 100_000,
            bound: 4,
            count: 12,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct How {
    pub semantics: Semantics,
    pub world: World,
    pub names: Names,
    pub limits: Limits,
}

impl How {
    pub fn classical() -> How {
        How::default()
    }

    pub fn forward() -> How {
        How {
            semantics: Semantics::Forward,
            ..How::default()
        }
    }

    pub fn closed(self) -> How {
        How {
            world: World::Closed,
            ..self
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    True,
    False,
    Unknown,
    Inconsistent,
}

/// What ran out, or what is not reasoned about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ran {
    FormulaDepth,
    Clauses,
    Instances,
    Steps,
    Conflicts,
    /// Deeper terms or larger domains might still decide it.
    Bound,
    Count,
    /// The formulas use something that is treated as an unknown function or relation.
    Opaque(Opaque),
    /// A formula is no fact and no rule, and forward chaining knows nothing else.
    Rules,
    /// A rule needs the absence of what follows from it, so there is no order to run the rules in.
    Circular,
    /// Only named things are tried, and there are values of functions besides.
    Functions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    pub ran_out: Ran,
    /// Up to which bound the answer holds.
    pub bound: u32,
}

/// Why a verdict has no evidence, or not all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lack {
    /// The formulas could not be made ready, or one becomes more clauses than these.
    Clauses(u32),
    /// The search for it ran out of instances, steps or conflicts.
    Budget,
    /// It takes more statements than these.
    Core(u32),
    /// It takes more steps than these.
    Steps(u32),
    /// It rests on more facts than these.
    Facts(u32),
    /// No finite world was found that shows it.
    World,
    /// A world was found, and it is too large to look at all of it.
    Looks,
    /// The answer was cut short, and cut short there is nothing to show.
    CutShort,
    /// Run forwards, neither it nor its negation was derived.
    Underived,
    /// What was found did not pass the checker.
    Unchecked,
}

/// One thing that a query run forwards rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    Derived(Derivation),
    /// In a closed world: nothing derives this atom.
    Underived(Formula),
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Evidence {
    /// Nobody looked for it.
    #[default]
    None,
    /// It was looked for and is not there.
    Lacking(Lack),
    /// The premises it takes, found by the solver, and why the steps from them are not there.
    Premises { premises: Vec<usize>, lack: Lack },
    /// True, false or inconsistent: the premises it takes and the steps from them.
    Proof(Box<Proof>),
    /// Forwards: how it was derived.
    Derived(Box<Derivation>),
    /// Forwards, of a query of several parts or in a closed world: what it rests on.
    Grounds(Vec<Ground>),
    /// Forwards and inconsistent: how it was derived that it is so, and that it is not.
    Opposed(Box<Derivation>, Box<Derivation>),
    /// Unknown: a world in which the theory and the query hold, and one in which the query does not.
    Models {
        with_query: Box<Structure>,
        without: Box<Structure>,
    },
}

impl Evidence {
    /// How many steps a proof or derivation takes; nothing where there is none.
    pub fn steps(&self) -> Option<usize> {
        match self {
            Evidence::None
            | Evidence::Lacking(_)
            | Evidence::Premises { .. }
            | Evidence::Models { .. } => None,
            Evidence::Proof(proof) => Some(proof.tree.steps()),
            Evidence::Derived(derivation) => Some(derivation.steps.len()),
            Evidence::Opposed(said, denied) => Some(said.steps.len() + denied.steps.len()),
            Evidence::Grounds(grounds) => Some(
                grounds
                    .iter()
                    .map(|ground| match ground {
                        Ground::Derived(derivation) => derivation.steps.len(),
                        Ground::Underived(_) => 0,
                    })
                    .sum(),
            ),
        }
    }

    /// The places of the formulas it rests on, each once, in order.
    pub fn premises(&self) -> BTreeSet<usize> {
        let of = |derivation: &Derivation| -> Vec<usize> {
            derivation.steps.iter().map(|step| step.premise).collect()
        };
        match self {
            Evidence::None | Evidence::Lacking(_) | Evidence::Models { .. } => BTreeSet::new(),
            Evidence::Premises { premises, .. } => premises.iter().copied().collect(),
            Evidence::Proof(proof) => proof.premises.iter().copied().collect(),
            Evidence::Derived(derivation) => of(derivation).into_iter().collect(),
            Evidence::Opposed(said, denied) => of(said).into_iter().chain(of(denied)).collect(),
            Evidence::Grounds(grounds) => grounds
                .iter()
                .flat_map(|ground| match ground {
                    Ground::Derived(derivation) => of(derivation),
                    Ground::Underived(_) => Vec::new(),
                })
                .collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub truth: Answer,
    /// As it was computed: a closed world is always run forwards.
    pub semantics: Semantics,
    pub world: World,
    /// Why the search ended early. Set only where the answer could still change.
    pub stopped: Option<Stopped>,
    pub evidence: Evidence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consistency {
    Consistent,
    Inconsistent,
    Unknown(Stopped),
}

/// What a theory says of a query.
pub fn ask(theory: &[Formula], query: &Formula, how: &How) -> Verdict {
    let (truth, stopped) = match (how.semantics, how.world) {
        (Semantics::Classical, World::Open) => classical(theory, Some(query), how),
        (Semantics::Forward, _) | (Semantics::Classical, World::Closed) => {
            chained(theory, query, how)
        }
    };
    Verdict {
        truth,
        semantics: match how.world {
            World::Open => how.semantics,
            World::Closed => Semantics::Forward,
        },
        world: how.world,
        stopped,
        evidence: Evidence::None,
    }
}

/// Whether a theory has a model; forwards, whether nothing is both said and denied.
pub fn consistent(theory: &[Formula], how: &How) -> Consistency {
    let (truth, stopped) = match (how.semantics, how.world) {
        (Semantics::Classical, World::Open) => classical(theory, None, how),
        (Semantics::Forward, _) | (Semantics::Classical, World::Closed) => {
            match normal::prepare(theory.iter(), &how.limits) {
                Ok(_) => {
                    let run = forward::run(theory, None, how);
                    let truth = match run.conflict() {
                        Some(_) => Answer::Inconsistent,
                        None => Answer::Unknown,
                    };
                    (truth, why_stopped(&run))
                }
                Err(ran_out) => (Answer::Unknown, Some(Stopped { ran_out, bound: 0 })),
            }
        }
    };
    match (truth, stopped) {
        (Answer::Inconsistent, _) => Consistency::Inconsistent,
        (Answer::True | Answer::False | Answer::Unknown, Some(stopped)) => {
            Consistency::Unknown(stopped)
        }
        (Answer::True | Answer::False | Answer::Unknown, None) => Consistency::Consistent,
    }
}

pub(crate) fn why_stopped(run: &forward::Run) -> Option<Stopped> {
    let skipped = (!run.skipped.is_empty()).then_some(Ran::Rules);
    run.ran_out.or(skipped).map(|ran_out| Stopped {
        ran_out,
        bound: run.skipped.len() as u32,
    })
}

fn chained(theory: &[Formula], query: &Formula, how: &How) -> (Answer, Option<Stopped>) {
    if let Err(ran_out) = normal::prepare(theory.iter().chain([query]), &how.limits) {
        return (Answer::Unknown, Some(Stopped { ran_out, bound: 0 }));
    }
    judged(&forward::run(theory, Some(query), how), query, how)
}

/// What a run says of a query. Its things must be among those of the run.
pub(crate) fn judged(run: &forward::Run, query: &Formula, how: &How) -> (Answer, Option<Stopped>) {
    let mut seen = run.unseen();
    let truth = run.truth(query, &mut seen);
    // What was not looked at is unknown, and could have decided only what is.
    let cut = truth == Truth::Unknown && seen.left == 0;
    let cut = cut.then_some(Stopped {
        ran_out: Ran::Steps,
        bound: 0,
    });
    let stopped = cut.or(why_stopped(run)).or(beyond_names([query]));
    // Classically a contradiction anywhere counts; forwards only one that the query rests on.
    let broken = how.semantics == Semantics::Classical && run.conflict().is_some();
    let answer = match truth {
        _ if broken || seen.both => Answer::Inconsistent,
        Truth::True => Answer::True,
        Truth::False => Answer::False,
        Truth::Unknown => Answer::Unknown,
    };
    // In a closed world "not derived" is an answer, so a rule that was left out could change it, but
    // not what was derived from what is there.
    let stays = || {
        let truth = matches!(answer, Answer::True);
        let grounds = run.grounds(query, truth).unwrap_or_default();
        let present = |ground: &Ground| match ground {
            Ground::Derived(derivation) => derivation.steps.iter().all(|s| s.absent.is_empty()),
            Ground::Underived(_) => false,
        };
        run.ran_out.is_none() && !grounds.is_empty() && grounds.iter().all(present)
    };
    match (how.world, answer, stopped) {
        (World::Closed, Answer::True | Answer::False, Some(_)) if stays() => (answer, None),
        (World::Closed, Answer::True | Answer::False, Some(stopped)) => {
            (Answer::Unknown, Some(stopped))
        }
        (World::Open, Answer::True | Answer::False, _) => (answer, None),
        (World::Open | World::Closed, _, _) => (answer, stopped),
    }
}

pub(crate) fn classical(
    theory: &[Formula],
    query: Option<&Formula>,
    how: &How,
) -> (Answer, Option<Stopped>) {
    let limits = &how.limits;
    let stop = |ran_out, bound| (Answer::Unknown, Some(Stopped { ran_out, bound }));
    let prepared = match normal::prepare(theory.iter().chain(query), limits) {
        Ok(prepared) => prepared,
        Err(ran_out) => return stop(ran_out, limits.formula_depth),
    };
    let sums = if prepared.has_sums {
        arithmetic::truths(theory.iter().chain(query))
    } else {
        Vec::new()
    };
    let mut clauses = Clauses::new();
    let mut add = |formula, positive, source| {
        let before = clauses.clauses.len();
        clauses.add(formula, positive, source);
        let now = clauses.clauses.len();
        if now - before > limits.clauses as usize {
            Some(limits.clauses)
        } else {
            Some(limits.clauses_in_all).filter(|most| now > *most as usize)
        }
    };
    for (number, formula) in theory.iter().enumerate() {
        let formula = prepared.get(number, formula);
        if let Some(most) = add(formula, true, Source::Theory(number as u32)) {
            return stop(Ran::Clauses, most);
        }
    }
    for sum in sums.iter().chain(&prepared.truths) {
        if let Some(most) = add(sum, true, Source::Truth) {
            return stop(Ran::Clauses, most);
        }
    }
    if let Some(query) = query {
        let query = prepared.get(theory.len(), query);
        for (positive, source) in [(true, Source::Query), (false, Source::Negated)] {
            if let Some(most) = add(query, positive, source) {
                return stop(Ran::Clauses, most);
            }
        }
    }
    let (answer, stopped) = decide(&clauses, query.is_some(), how);
    let in_part = |first| {
        prepared.is_in_part(first).then_some(Stopped {
            ran_out: Ran::Count,
            bound: limits.count,
        })
    };
    let stopped = match answer {
        // What follows from a part follows; the whole may contradict itself.
        Answer::True | Answer::False => stopped.or(in_part(theory.len())),
        Answer::Unknown => in_part(usize::MAX).or(stopped),
        Answer::Inconsistent => stopped,
    };
    (answer, stopped)
}
