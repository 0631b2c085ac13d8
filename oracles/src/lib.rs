//! Cases of `data/logic` for other provers: what is read, and what is written for Z3.

pub mod cases;
pub mod prover;
pub mod random;
pub mod smt;
