//! Looking at a session with fresh eyes: verify its chain, decide it again, look for anything wrong.
//!
//! These are reads. They share the store's records with the rest, and trust nothing else.

mod doctor;
mod index;
mod replay;
mod verify;

use crate::damage;
use crate::record::to_checked_entry;
use crate::store::Record;
pub use doctor::{Check, Finding, Report, doctor};
use engine::state::State;
use logic::text::Phrase;
pub(crate) use replay::{Missing, decide_again};
pub use replay::{Replayed, replay};
pub use verify::{Verified, verify};

/// Folds one more entry, or says why it cannot follow.
fn fold(state: &mut State, record: &Record, problems: &mut Vec<(u64, Phrase)>) -> bool {
    let folded = to_checked_entry(record)
        .and_then(|entry| state.evolve(&entry).map_err(|error| error.problem));
    if let Err(problem) = folded {
        let Phrase { en, fr } = damage::phrase(&problem);
        problems.push((
            record.seq,
            Phrase::new(
                format!("it cannot be folded: {en}"),
                format!("elle ne peut être pliée : {fr}"),
            ),
        ));
        return false;
    }
    true
}
