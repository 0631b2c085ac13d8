//! Canonry's logic: exact values, sorts, formulas and three-valued truth.
//!
//! Everything here is a pure function of its arguments. This crate must never read a clock, a file,
//! an environment variable or a source of chance, and never iterate in an order that is not fixed.

mod answers;
mod arithmetic;
pub mod batch;
pub mod belief;
pub mod chain;
pub mod check;
mod clause;
mod decide;
pub mod dialect;
pub mod domain;
pub mod explain;
pub mod facts;
pub mod formula;
pub mod forward;
mod ground;
pub mod holds;
mod horn;
mod infer;
mod intern;
pub mod kind;
mod lex;
pub mod model;
mod normal;
pub mod number;
mod parse;
mod primary;
mod print;
pub mod problem;
pub mod proof;
mod prove;
pub mod read;
pub mod reason;
pub mod repair;
mod resolve;
mod shape;
pub mod solve;
pub mod sort;
pub mod stem;
pub mod syntax;
pub mod text;
pub mod time;
pub mod tolerant;
pub mod tools;
pub mod truth;
pub mod value;
mod world;

pub use check::{FactRef, Vocabulary, check, check_term};
pub use formula::{ArithmeticOp, Comparison, Formula, Span, Term};
pub use holds::{Facts, Truth, cells, evaluate, holds};
pub use kind::Type;
pub use problem::Problem;
pub use read::{Parsed, ParsedTerm, read, read_term};
pub use sort::{Origin, Sorts};
pub use text::{Phrase, fold, nearest, words};
pub use value::{Cell, Date, Digest, Instant, Name, Number, Unreadable, Value};
