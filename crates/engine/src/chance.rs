//! Chance without chance: choices that depend on a session's seed and a purpose, and on nothing else.

use sha2::{Digest as _, Sha256};

/// A number below `n`, the same for the same seed and purpose. `n` must not be zero.
pub fn below(seed: u64, purpose: &str, n: u64) -> u64 {
    assert!(n > 0, "a choice among nothing");
    let mut hash = Sha256::new();
    hash.update(seed.to_be_bytes());
    hash.update(purpose.as_bytes());
    let bytes: [u8; 32] = hash.finalize().into();
    let wide = u128::from_be_bytes(bytes[..16].try_into().expect("sixteen bytes"));
    u64::try_from(wide % u128::from(n)).expect("below n")
}
