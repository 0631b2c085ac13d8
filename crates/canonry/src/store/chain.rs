//! The hash chain: what makes an edited journal break. The format is `docs/journal.md`.
//!
//! It covers commitments, not contents, so that an erased body leaves a chain that still verifies.
//! Every preimage has a fixed length, so no two different records share one.

use super::{Header, NewRecord, Record, Seq};
use logic::value::Digest;
use sha2::{Digest as _, Sha256};
use std::io::Write;

/// The kind of a record that only extends the pending queue.
pub const BARE_INPUT: &str = "InputRecorded";

pub const WRONG_SEQ: &str = "its sequence number is not the next one";
pub const WRONG_BODY: &str = "its body is not the one that was committed to";
pub const WRONG_CHAIN: &str = "its chain hash does not follow from the entry before";

pub fn sha256(bytes: &[u8]) -> Digest {
    Digest(Sha256::digest(bytes).into())
}

/// The chain hash before a session's first record: binds the chain to the session's id.
pub fn genesis(session: &str) -> Digest {
    let mut hash = Sha256::new();
    hash.update(b"canonry journal 1\n");
    hash.update(session.as_bytes());
    Digest(hash.finalize().into())
}

/// SHA-256(salt, body); the salt has a fixed length.
pub fn commitment(salt: &[u8; 16], body: &[u8]) -> Digest {
    let mut hash = Sha256::new();
    hash.update(salt);
    hash.update(body);
    Digest(hash.finalize().into())
}

/// The header as canonical JSON: sorted keys, no spaces, every value a string.
pub fn header_bytes(header: &Header) -> Vec<u8> {
    let mut out = Vec::with_capacity(160);
    // Times and numbers hold nothing that JSON escapes.
    out.extend_from_slice(b"{\"at\":\"");
    out.extend_from_slice(&header.at.written());
    out.extend_from_slice(b"\",\"cause\":");
    push_string(&mut out, &header.cause);
    if let Some(cell) = &header.cell {
        out.extend_from_slice(b",\"cell\":");
        push_string(&mut out, cell);
    }
    out.extend_from_slice(b",\"kind\":");
    push_string(&mut out, &header.kind);
    write!(out, ",\"v\":\"{}\"}}", header.version).expect("a vector takes every byte");
    out
}

fn push_string(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("a string is always JSON");
}

/// chain = SHA-256(previous ‖ seq as 8 bytes big-endian ‖ SHA-256(header) ‖ commitment)
pub fn link(previous: Digest, seq: Seq, header_hash: Digest, commitment: Digest) -> Digest {
    let mut hash = Sha256::new();
    hash.update(previous.0);
    hash.update(seq.to_be_bytes());
    hash.update(header_hash.0);
    hash.update(commitment.0);
    Digest(hash.finalize().into())
}

/// The record as it stands at `seq` after `previous`.
pub fn seal(record: NewRecord, seq: Seq, previous: Digest) -> Record {
    let commitment = commitment(&record.salt, &record.body);
    let chain = link(
        previous,
        seq,
        sha256(&header_bytes(&record.header)),
        commitment,
    );
    Record {
        seq,
        header: record.header,
        commitment,
        chain,
        content: Some(super::Content {
            salt: record.salt,
            body: record.body,
        }),
    }
}

/// Why a record does not follow from the one before it.
pub fn verify(record: &Record, expected_seq: Seq, previous: Digest) -> Result<(), &'static str> {
    if record.seq != expected_seq {
        return Err(WRONG_SEQ);
    }
    if let Some(content) = &record.content
        && commitment(&content.salt, &content.body) != record.commitment
    {
        return Err(WRONG_BODY);
    }
    let header_hash = sha256(&header_bytes(&record.header));
    if link(previous, record.seq, header_hash, record.commitment) != record.chain {
        return Err(WRONG_CHAIN);
    }
    Ok(())
}
