//! Small parts of the crate, one by one.

mod answers;
mod host_answers;
mod host_intake;
