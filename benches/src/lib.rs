//! Side-by-side benchmarks. What counts is a ratio of two things that were measured in one run, turn
//! and turn about, because machines are noisy; and what is counted rather than timed.

pub mod bare;
pub mod base;
pub mod clingo;
#[path = "../../crates/canonry/tests/common/postgres.rs"]
pub mod cluster;
pub mod cold;
pub mod context;
pub mod durable;
pub mod field;
pub mod floor;
pub mod fold;
pub mod interleaved;
pub mod machine;
pub mod play;
pub mod report;
pub mod ring;
pub mod rival;

/// How much is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub long: bool,
}

impl Effort {
    pub fn of<T>(self, quick: T, long: T) -> T {
        if self.long { long } else { quick }
    }
}
