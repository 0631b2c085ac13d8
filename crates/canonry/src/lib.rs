//! Canonry: a truth engine for software in which a language model speaks.
//!
//! The model proposes; Canonry decides what is true, writes it down once, derives everything else
//! from what is written, and can say why. `host::Host` runs sessions on a `store::Store`.

pub mod answers;
mod bounded;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
#[doc(hidden)]
pub mod damage;
#[cfg(feature = "cli")]
mod draw;
#[cfg(feature = "cli")]
mod draw_flow;
pub mod explain;
pub mod export;
pub mod failure;
pub mod folder;
pub mod fork;
pub mod hooks;
pub mod host;
pub mod inspect;
pub mod model;
pub mod noun;
pub mod record;
pub mod seal;
pub mod store;
pub mod story;
pub mod transcript;
