//! The statements an answer rests on where no proof was found: those without which it is not given.
//!
//! Each set that is kept was asked, and gave the same answer.

use super::CORE_MAX;
use crate::formula::Formula;
use crate::reason::{Answer, Evidence, How, Lack, Limits, classical};

/// How many sets of statements are tried.
const TRIES_MAX: u32 = 60;
/// Each may use so small a part of what the answer itself may use up.
const SHARE: u32 = 8;

/// The premises of an answer, with the reason why the steps are not there.
pub(super) fn on(
    theory: &[Formula],
    query: Option<&Formula>,
    answer: Answer,
    lack: Lack,
    how: &How,
) -> Evidence {
    if theory.len() > CORE_MAX {
        return Evidence::Lacking(lack);
    }
    let limits = &how.limits;
    let limits = Limits {
        instances: limits.instances / SHARE,
        steps: limits.steps / u64::from(SHARE),
        conflicts: limits.conflicts / SHARE,
        ..*limits
    };
    let how = How { limits, ..*how };
    let gives = |kept: &[usize]| {
        let part: Vec<Formula> = kept.iter().map(|&at| theory[at].clone()).collect();
        classical(&part, query, &how).0 == answer
    };
    Evidence::Premises {
        premises: fewest((0..theory.len()).collect(), gives),
        lack,
    }
}

/// Leaves out ever smaller pieces as long as the rest is enough.
fn fewest(mut kept: Vec<usize>, gives: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    let mut left = TRIES_MAX;
    let mut piece = kept.len();
    while piece > 0 {
        let mut at = 0;
        while at < kept.len() {
            let Some(less) = left.checked_sub(1) else {
                return kept;
            };
            left = less;
            let mut fewer = kept.clone();
            fewer.drain(at..(at + piece).min(kept.len()));
            if gives(&fewer) {
                kept = fewer;
            } else {
                at += piece;
            }
        }
        piece /= 2;
    }
    kept
}
