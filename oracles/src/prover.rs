//! Z3, told a case as text: one context for all cases, one scope for each.

use crate::smt::Told;
use logic::reason::Answer;
use std::time::{Duration, Instant};
use z3::{Params, SatResult, Solver};

pub struct Prover {
    solver: Solver,
}

/// What Z3 says, and how long reading and solving took.
pub struct Said {
    /// Nothing if it gave up.
    pub answer: Option<Answer>,
    pub reading: Duration,
    pub solving: Duration,
}

impl Prover {
    pub fn new(timeout_ms: u32) -> Prover {
        let solver = Solver::new();
        let mut parameters = Params::new();
        parameters.set_u32("timeout", timeout_ms);
        solver.set_params(&parameters);
        Prover { solver }
    }

    pub fn ask(&self, told: &Told) -> Said {
        let (mut reading, mut solving) = (Duration::ZERO, Duration::ZERO);
        let mut read = |text: &str| {
            let started = Instant::now();
            self.solver.push();
            self.solver.from_string(text);
            reading += started.elapsed();
        };
        let mut check = || {
            let started = Instant::now();
            let result = self.solver.check();
            solving += started.elapsed();
            result
        };
        // Scopes nest, and declarations hold in the text that makes them: so the whole is told anew.
        let mut whole = |more: &str| {
            read(&format!("{}{more}", told.theory));
            let result = check();
            self.solver.pop(1);
            result
        };
        let (theory, denied, held) = (whole(""), whole(&told.denial), whole(&told.query));
        let answer = match (theory, denied, held) {
            (SatResult::Unsat, _, _) | (_, SatResult::Unsat, SatResult::Unsat) => {
                Some(Answer::Inconsistent)
            }
            (_, SatResult::Unsat, _) => Some(Answer::True),
            (_, _, SatResult::Unsat) => Some(Answer::False),
            (SatResult::Sat, SatResult::Sat, SatResult::Sat) => Some(Answer::Unknown),
            (_, _, _) => None,
        };
        Said {
            answer,
            reading,
            solving,
        }
    }
}
