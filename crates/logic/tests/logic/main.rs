//! The logic from the outside: texts in, formulas, answers and proofs out.

mod belief;
mod bounds;
mod broken;
mod common;
mod conditions;
mod dialects;
mod lines;
mod oracle;
mod properties;
mod reason;
mod repair;
mod solve;
mod text;
mod tolerant;
mod tools;
mod units;
