//! Snapshots: a private, self-checking cache of a folded state. Losing one changes nothing.
//!
//! A snapshot is used only if its shape, entry and chain hash are the ones expected and its
//! checksum fits; otherwise the journal is folded again. Snapshots are never migrated.

use crate::state::State;
use logic::value::Digest;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::sync::LazyLock;

/// Changes whenever the code that defines or folds a state changes.
static SHAPE: LazyLock<Digest> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for source in [
        include_str!("state.rs"),
        include_str!("state/author.rs"),
        include_str!("state/conversation.rs"),
        include_str!("state/lately.rs"),
        include_str!("event.rs"),
        include_str!("event/author.rs"),
        include_str!("input.rs"),
        include_str!("input/look.rs"),
        include_str!("input/author.rs"),
        include_str!("item.rs"),
        include_str!("overlay.rs"),
        include_str!("snapshot.rs"),
        include_str!("view.rs"),
    ] {
        hash.update(source.as_bytes());
    }
    hash.update(env!("CARGO_PKG_VERSION").as_bytes());
    Digest(hash.finalize().into())
});

#[derive(Serialize, Deserialize)]
struct Envelope {
    shape: Digest,
    seq: u64,
    chain: Digest,
    state: State,
}

/// The bytes of a snapshot: a checksum, then the state.
pub fn save(state: &State, chain: Digest) -> Vec<u8> {
    let envelope = Envelope {
        shape: *SHAPE,
        seq: state.seq,
        chain,
        state: state.clone(),
    };
    let body = serde_json::to_vec(&envelope).expect("a state is always JSON");
    let mut bytes = Sha256::digest(&body).to_vec();
    bytes.extend_from_slice(&body);
    bytes
}

/// The state, if the snapshot is whole and of this program's shape, with the entry and chain hash
/// it was taken at. The caller compares those with the journal.
pub fn load(bytes: &[u8]) -> Option<(State, Digest)> {
    let envelope: Envelope = serde_json::from_slice(saved(bytes)?).ok()?;
    (envelope.shape == *SHAPE && envelope.seq == envelope.state.seq)
        .then_some((envelope.state, envelope.chain))
}

/// Whether the bytes are those that were saved. A whole one of another shape is not used either.
pub fn is_whole(bytes: &[u8]) -> bool {
    saved(bytes).is_some()
}

fn saved(bytes: &[u8]) -> Option<&[u8]> {
    let (checksum, body) = bytes.split_at_checked(32)?;
    if Sha256::digest(body).as_slice() != checksum {
        return None;
    }
    Some(body)
}
