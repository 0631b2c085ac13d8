//! Replies from outside: projects and cases are data, and every law about replies has its test.

#![expect(
    clippy::disallowed_methods,
    reason = "the tests read the book and the example files"
)]

#[path = "replies/desk.rs"]
mod desk;
#[path = "replies/hearing.rs"]
mod hearing;
#[path = "replies/laws.rs"]
mod laws;
#[path = "replies/naive.rs"]
mod naive;
#[path = "replies/rows.rs"]
mod rows;
#[path = "replies/source.rs"]
mod source;
