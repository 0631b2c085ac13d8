//! The command line through the real program: every command, its exit codes, its JSON, its French,
//! and whatever a person or a script may throw at it.

#![allow(clippy::print_stdout, reason = "the counts of a run are its result")]

mod answers;
mod authors;
mod belief_sets;
mod bounds;
mod commands;
mod conversation;
mod damaged;
mod french;
mod graphs;
mod hooks;
mod looks;
mod matrix;
mod odd;
mod private;
mod queries;
mod reading;
mod replies;
mod script;
mod sessions;
mod settings;
mod strangers;
mod tenants;
mod usage;
