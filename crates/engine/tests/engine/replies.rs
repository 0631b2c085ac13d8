//! Replies from outside: projects and cases are data, and every law about replies has its test.

#![expect(
    clippy::disallowed_methods,
    reason = "the tests read the book and the example files"
)]

mod beside;
mod comments;
mod demanded;
mod desk;
mod discerned;
mod hearing;
mod laws;
mod naive;
mod one_file;
mod oracle;
mod rows;
mod same;
mod session;
mod slips;
mod source;
mod strict;
mod surfaces;
mod sweep;
mod tense;
mod twice;
mod weighed;
mod whole;
