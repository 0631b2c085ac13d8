//! What people and scripts meet: the command line, stories, the book, and the files themselves.

mod cli;
mod docs;
#[path = "../common/program.rs"]
mod program;
mod stories;
mod tidy;
mod units;
mod worlds;
