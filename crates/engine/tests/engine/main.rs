//! The engine from the outside: projects in, events out, each against the words of its documentation.

mod acts;
mod answers;
mod author;
mod axes;
mod bounds;
mod collapse;
mod common;
mod diagnostics;
mod field;
mod graph;
mod intentions;
mod laws;
mod offers;
mod patterns;
mod planted;
mod propagation;
mod replies;
mod revisions;
mod sentences;
mod templates;
mod testimony;
mod understand;
mod units;
mod voice;
