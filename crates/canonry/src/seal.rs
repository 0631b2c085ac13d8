//! Confidential values: encrypted beside the journal, which holds only a commitment.
//!
//! The key comes from the environment and is never written. The commitment is keyed, so that nobody
//! without the key can try values against it; it is deterministic, so that a repeated input has the
//! same content.

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use engine::input::Raw;
use logic::value::Digest;
use sha2::{Digest as _, Sha256};

#[derive(Clone)]
pub struct Sealer {
    key: [u8; 32],
}

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer(•••)")
    }
}

impl Sealer {
    /// From the text of the key, whatever its length.
    pub fn new(secret: &str) -> Sealer {
        let mut hash = Sha256::new();
        hash.update(b"canonry key 1\n");
        hash.update(secret.as_bytes());
        Sealer {
            key: hash.finalize().into(),
        }
    }

    pub fn commitment(&self, session: &str, cell: &str, value: &Raw) -> Digest {
        let mut inner = Sha256::new();
        inner.update(self.key);
        for part in [session.as_bytes(), cell.as_bytes(), &plain(value)] {
            inner.update((part.len() as u64).to_be_bytes());
            inner.update(part);
        }
        let mut outer = Sha256::new();
        outer.update(self.key);
        outer.update(inner.finalize());
        Digest(outer.finalize().into())
    }

    pub fn seal(&self, value: &Raw, nonce: [u8; 12]) -> Vec<u8> {
        let cipher = ChaCha20Poly1305::new(Key::from_slice(&self.key));
        let sealed = cipher
            .encrypt(Nonce::from_slice(&nonce), plain(value).as_slice())
            .expect("a value in memory can be encrypted");
        [&nonce[..], &sealed].concat()
    }

    /// The value, if the key is the one it was sealed with and no byte was changed.
    pub fn open(&self, sealed: &[u8]) -> Option<Raw> {
        let (nonce, body) = sealed.split_at_checked(12)?;
        let cipher = ChaCha20Poly1305::new(Key::from_slice(&self.key));
        serde_json::from_slice(&cipher.decrypt(Nonce::from_slice(nonce), body).ok()?).ok()
    }
}

fn plain(value: &Raw) -> Vec<u8> {
    serde_json::to_vec(value).expect("a value is always JSON")
}

/// A value as a person reads it.
pub fn shown(value: &Raw) -> String {
    match value {
        Raw::Text(text) | Raw::Number(text) => text.clone(),
        Raw::Bool(truth) => truth.to_string(),
        Raw::Null => String::new(),
        Raw::List(_) | Raw::Map(_) | Raw::Confidential(_) => {
            String::from_utf8_lossy(&plain(value)).into_owned()
        }
    }
}
