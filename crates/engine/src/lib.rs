//! The engine: what is true in a session, and what happens next.
//!
//! It is pure: no I/O, clock, chance or threads. It says what should happen (`turn::Step`), a host
//! does it. State is a fold of the journal (`state::State::evolve`), decisions are functions of
//! project, state and input (`turn::decide`), and everything that happened is an `event::Event`.

pub mod account;
pub mod answer;
pub mod axis;
pub mod base;
pub mod canon;
pub mod chance;
pub mod checks;
pub mod collapse;
pub mod context;
pub mod detect;
pub mod diagnostic;
pub mod doctor;
pub mod event;
pub mod field;
pub mod flow;
mod french;
pub mod grammar;
pub mod graph;
pub mod improvise;
pub mod input;
pub mod item;
pub mod limits;
pub mod mention;
pub mod overlay;
pub mod preview;
pub mod project;
pub mod prompt;
pub mod propagation;
pub mod proposal;
mod prose;
pub mod reply;
pub mod request;
pub mod revision;
pub mod scene;
pub mod schema;
pub mod shared;
pub mod snapshot;
mod soft;
pub mod state;
mod telling;
pub mod template;
pub mod testimony;
pub mod turn;
pub mod understand;
pub mod validate;
pub mod view;
pub mod voice;
pub mod why;
pub mod wording;
pub mod words;
pub mod yaml;

pub use diagnostic::{Diagnostic, Place, Severity};
pub use event::Event;
pub use input::Input;
pub use item::Item;
pub use project::{Files, Project, compile};
pub use state::State;
pub use turn::{Step, step};
pub use view::View;
