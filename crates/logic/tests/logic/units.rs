//! Small parts of the crate, one by one.

mod dialect_statement;
mod domain;
mod solve_map;
mod sort;
mod stem;
mod text;
mod time;
