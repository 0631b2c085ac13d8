//! The command line through the real program: every command, its exit codes, its JSON, its French,
//! and whatever a person or a script may throw at it.

#![allow(clippy::print_stdout, reason = "the counts of a run are its result")]

#[path = "cli/logic.rs"]
mod belief_sets;
#[path = "cli/commands.rs"]
mod commands;
#[path = "cli/conversation.rs"]
mod conversation;
#[path = "cli/odd.rs"]
mod odd;
#[path = "cli/private.rs"]
mod private;
#[path = "cli/program.rs"]
mod program;
#[path = "cli/reading.rs"]
mod reading;
#[path = "cli/script.rs"]
mod script;
#[path = "cli/sessions.rs"]
mod sessions;
#[path = "cli/strangers.rs"]
mod strangers;
