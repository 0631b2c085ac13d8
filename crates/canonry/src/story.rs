//! Stories: transcripts that people read and write, and that are tests.
//!
//! `parse` reads the format, `run` plays a story on a store of its own and says where it differs,
//! `record` writes one from a session's journal. A story decides nothing: it only says what was sent
//! and what is expected, and everything in between is the same host that serves everybody else.

mod case;
mod compare;
mod format;
mod line;
mod read;
mod record;
mod run;
mod write;

pub use case::CaseStory;
pub use format::{
    Answer, Expect, Expected, ModelKind, Said, Story, StoryProblem, Tick, Turn, Wanted,
};
pub use read::parse;
pub use record::{Recorded, record};
pub use run::{Difference, StoryOutcome, run};
