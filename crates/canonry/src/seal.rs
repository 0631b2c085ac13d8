//! Confidential values: encrypted beside the journal, which holds only a commitment.
//!
//! The key comes from the environment and is never written. The commitment is keyed, so that nobody
//! without the key can try values against it; it is deterministic, so that a repeated input has the
//! same content.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use engine::input::Raw;
use logic::value::Digest;
use sha2::{Digest as _, Sha256};

/// The form of a sealed value: this byte, the key's id, the nonce, the ciphertext.
const VERSION: u8 = 1;

#[derive(Clone)]
pub struct Sealer {
    cipher: [u8; 32],
    commitment: [u8; 32],
    /// Names the key without telling it, so that a later key can stand beside it.
    id: [u8; 4],
}

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer(•••)")
    }
}

impl Sealer {
    /// From the text of the key, whatever its length. Use a long random one: it is not stretched.
    pub fn new(secret: &str) -> Sealer {
        let derived = |purpose: &str| -> [u8; 32] {
            let mut hash = Sha256::new();
            hash.update(b"canonry key 1\n");
            hash.update(purpose.as_bytes());
            hash.update(b"\n");
            hash.update(secret.as_bytes());
            hash.finalize().into()
        };
        let id = derived("id");
        Sealer {
            cipher: derived("cipher"),
            commitment: derived("commitment"),
            id: [id[0], id[1], id[2], id[3]],
        }
    }

    pub fn commitment(&self, session: &str, cell: &str, value: &Raw) -> Digest {
        let mut inner = Sha256::new();
        inner.update(self.commitment);
        for part in [session.as_bytes(), cell.as_bytes(), &plain(value)] {
            inner.update((part.len() as u64).to_be_bytes());
            inner.update(part);
        }
        let mut outer = Sha256::new();
        outer.update(self.commitment);
        outer.update(inner.finalize());
        Digest(outer.finalize().into())
    }

    /// Encrypts a value for its commitment: under another one it cannot be opened.
    pub fn seal(&self, value: &Raw, commitment: Digest, nonce: [u8; 12]) -> Vec<u8> {
        let cipher = ChaCha20Poly1305::new(Key::from_slice(&self.cipher));
        let payload = Payload {
            msg: &plain(value),
            aad: &commitment.0,
        };
        let sealed = cipher
            .encrypt(Nonce::from_slice(&nonce), payload)
            .expect("a value in memory can be encrypted");
        [&[VERSION][..], &self.id, &nonce, &sealed].concat()
    }

    /// The value, if the key is the one it was sealed with, the commitment is its own, and no byte
    /// was changed.
    pub fn open(&self, sealed: &[u8], commitment: Digest) -> Option<Raw> {
        let (version, rest) = sealed.split_first()?;
        let (id, rest) = rest.split_at_checked(4)?;
        let (nonce, body) = rest.split_at_checked(12)?;
        if *version != VERSION || id != self.id {
            return None;
        }
        let cipher = ChaCha20Poly1305::new(Key::from_slice(&self.cipher));
        let payload = Payload {
            msg: body,
            aad: &commitment.0,
        };
        serde_json::from_slice(&cipher.decrypt(Nonce::from_slice(nonce), payload).ok()?).ok()
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
