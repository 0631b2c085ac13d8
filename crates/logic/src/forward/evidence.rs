//! The evidence of what was run forwards. What does not pass the checker is not shown.

use crate::formula::Formula;
use crate::proof::{self, Derivation};
use crate::reason::{Answer, Evidence, Ground, How, Lack, Semantics, Verdict};
use crate::tolerant::walk;

/// A derivation by rules alone. It is a classical proof too, unless it took two names for two things.
pub(crate) fn straight(
    theory: &[Formula],
    query: Option<&Formula>,
    verdict: &Verdict,
    how: &How,
) -> Option<Evidence> {
    let forwards = How {
        semantics: Semantics::Forward,
        ..*how
    };
    let found = derived(theory, query, verdict, &forwards);
    let compares = |at: &usize| {
        let mut found = false;
        if let Some(formula) = theory.get(*at) {
            walk::each(formula, &mut |part| {
                found |= matches!(
                    part,
                    Formula::Compare(..) | Formula::In(..) | Formula::IsNull(_)
                );
            });
        }
        found
    };
    let plain = match found {
        Evidence::Derived(_) | Evidence::Opposed(..) => !found.premises().iter().any(compares),
        Evidence::None
        | Evidence::Lacking(_)
        | Evidence::Premises { .. }
        | Evidence::Proof(_)
        | Evidence::Grounds(_)
        | Evidence::Models { .. } => false,
    };
    plain.then_some(found)
}

pub(crate) fn derived(
    theory: &[Formula],
    query: Option<&Formula>,
    verdict: &Verdict,
    how: &How,
) -> Evidence {
    let run = super::run(theory, query, how);
    let sound = |derivation: &Derivation| proof::check_derivation(theory, derivation).is_ok();
    let truth = match (verdict.truth, query) {
        (Answer::True, Some(query)) => (query, true),
        (Answer::False, Some(query)) => (query, false),
        (Answer::Inconsistent, _) => {
            return match run.opposed(query) {
                Some((said, denied)) if sound(&said) && sound(&denied) => {
                    Evidence::Opposed(Box::new(said), Box::new(denied))
                }
                Some(_) | None => Evidence::Lacking(Lack::Unchecked),
            };
        }
        (Answer::Unknown, _) | (Answer::True | Answer::False, None) => {
            let lack = match verdict.stopped {
                Some(_) => Lack::CutShort,
                None => Lack::Underived,
            };
            return Evidence::Lacking(lack);
        }
    };
    let mut grounds = match run.grounds(truth.0, truth.1) {
        Ok(grounds) => grounds,
        Err(lack) => return Evidence::Lacking(lack),
    };
    let unsound = |ground: &Ground| match ground {
        Ground::Derived(derivation) => !sound(derivation),
        Ground::Underived(_) => false,
    };
    if grounds.iter().any(unsound) {
        return Evidence::Lacking(Lack::Unchecked);
    }
    let literal = if let Formula::Not(body) = truth.0 {
        body
    } else {
        truth.0
    };
    match grounds.pop() {
        Some(Ground::Derived(derivation)) if matches!(literal, Formula::Atom { .. }) => {
            Evidence::Derived(Box::new(derivation))
        }
        last => {
            grounds.extend(last);
            Evidence::Grounds(grounds)
        }
    }
}
