//! The store: where journals live. One trait, three stores, one conformance suite.
//!
//! A store knows records, not events: a record is a header, a salt and a body of bytes. It assigns
//! sequence numbers and computes the hash chain inside the append, because inputs interleave and
//! no writer can know the previous hash. It never interprets a body, and never acknowledges what is
//! not durable.

pub mod any;
pub mod chain;
pub mod memory;
#[cfg(feature = "postgres")]
pub mod postgres;
mod rules;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
#[doc(hidden)]
pub mod segment;
#[cfg(feature = "sqlite")]
pub mod sqlite;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod tail;
#[doc(hidden)]
pub mod waiters;

use logic::value::{Digest, Instant};
use std::future::Future;
use std::time::Duration;

pub type Seq = u64;

/// The part of a record that is never erased. It names no content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub at: Instant,
    pub kind: String,
    /// Version of the event's body format.
    pub version: u16,
    /// The input or command that caused the event.
    pub cause: String,
    /// The cell that the event is about, so that an erased body is still a typed hole.
    pub cell: Option<String>,
}

/// A record to be appended. The store adds sequence number, commitment and chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRecord {
    pub header: Header,
    pub salt: [u8; 16],
    pub body: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub seq: Seq,
    pub header: Header,
    /// SHA-256(salt, body): stays when the body is erased.
    pub commitment: Digest,
    /// The chain hash after this record.
    pub chain: Digest,
    pub content: Option<Content>,
}

/// What erasing removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub salt: [u8; 16],
    pub body: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// The session does not exist yet.
    Empty,
    /// The session exists; nothing else is expected. Only for bare inputs.
    Exists,
    /// Nothing at all was appended since.
    Seq(Seq),
    /// Nothing but bare inputs was appended since.
    Decided(Seq),
}

/// One append: all of it or none of it.
#[derive(Clone, Debug)]
pub struct Batch {
    pub expect: Expect,
    /// An input that this batch records, with the digest of its content and its position among
    /// `records`. If the id is already known nothing is appended and `Known` is returned.
    pub input: Option<NewInput>,
    /// The input whose turn this batch ends (its last record is `TurnEnded`).
    pub ends: Option<String>,
    pub records: Vec<NewRecord>,
    /// Work for the outbox, taken later with a lease.
    pub work: Vec<NewWork>,
    /// Confidential values, encrypted by the host: (commitment, ciphertext).
    pub sealed: Vec<(Digest, Vec<u8>)>,
    /// Only with `Expect::Empty`: what the session is.
    pub create: Option<NewSession>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInput {
    pub id: String,
    pub digest: Digest,
    /// Index in `records` of the record that holds it.
    pub index: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    pub project: Digest,
    /// The project's declared name, so that "the project's last session" can be found.
    pub project_name: String,
    /// The person whose data it holds, where the host declares one.
    pub subject: Option<String>,
    pub at: Instant,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewWork {
    /// Chosen by the engine; the same id twice is one work.
    pub id: String,
    pub kind: String,
    pub payload: Vec<u8>,
}

/// Where a session stands. `decided` is the last record that is not a bare input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub session: String,
    pub seq: Seq,
    pub decided: Seq,
    pub chain: Digest,
    pub project: Digest,
    pub project_name: String,
    pub subject: Option<String>,
    pub created: Instant,
    pub erased: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The records were appended; `first..=last` are their sequence numbers (contiguous).
    At {
        first: Seq,
        last: Seq,
        chain: Digest,
    },
    /// The expectation did not hold; nothing was appended.
    Conflict {
        seq: Seq,
        decided: Seq,
    },
    /// No such session (`Exists`, `Seq`, `Decided`), or there is one already (`Empty`).
    Missing,
    AlreadyExists,
    /// The input's id was seen before; nothing was appended.
    Known(Known),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Its turn ended; the decision is the records `first..=last`.
    Ended {
        seq: Seq,
        first: Seq,
        last: Seq,
    },
    Pending {
        seq: Seq,
    },
    OtherContent {
        seq: Seq,
    },
    Erased,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leased {
    /// Ours now. `lapsed` names the holder that did not release it, if any.
    Taken {
        epoch: u64,
        lapsed: Option<String>,
    },
    Held {
        node: String,
        until: Instant,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    pub id: String,
    pub session: String,
    pub kind: String,
    pub payload: Vec<u8>,
    /// How often it was taken, this time included.
    pub attempt: u32,
}

/// Work that is not finished, without its payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub id: String,
    pub session: String,
    pub kind: String,
    /// How often it was taken.
    pub attempt: u32,
    /// When it can be taken; at once, where there is nothing.
    pub until: Option<Instant>,
}

/// A session in a list, with the place where the list goes on behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// As it is stored, so that not even damage keeps a list from going on.
    pub created_ms: i64,
    pub session: String,
}

/// A store as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Every session that it names anywhere, in the order of their creation. One that is damaged is named too.
    pub sessions: Vec<String>,
    /// What does not fit together, beside what the sessions say of themselves.
    pub problems: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The store cannot be used at all (not writable, wrong format, newer version).
    #[error("{message}")]
    Refused { message: String, hint: String },
    /// What was read contradicts itself.
    #[error("session {session}, entry {seq}: {message}")]
    Corrupt {
        session: String,
        seq: Seq,
        message: String,
    },
    /// It did not answer; the outcome of a write is unknown.
    #[error("the store did not answer: {0}")]
    Unavailable(String),
}

pub type Result<T> = std::result::Result<T, StoreError>;

/// Everything a host needs of a store. Futures are `Send` so that a server can use any of them.
pub trait Store: Send + Sync + 'static {
    fn append(&self, session: &str, batch: Batch) -> impl Future<Output = Result<Appended>> + Send;

    /// A new session with all that was ever appended to it, in order: all of it or none of it. The first batch
    /// says what it is. `AlreadyExists` where there is one of that name.
    fn begin(
        &self,
        session: &str,
        batches: Vec<Batch>,
    ) -> impl Future<Output = Result<Appended>> + Send;

    /// What is known of an input id; `digest` is compared (`OtherContent`) when given.
    fn known(
        &self,
        session: &str,
        input: &str,
        digest: Option<Digest>,
    ) -> impl Future<Output = Result<Option<Known>>> + Send;

    /// The ids of the inputs that a session's index knows, in the order of their bytes, those behind `after`.
    fn inputs(
        &self,
        session: &str,
        after: Option<&str>,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<String>>> + Send;

    fn head(&self, session: &str) -> impl Future<Output = Result<Option<Head>>> + Send;

    /// Records with `seq > after`, in order, at most `limit`.
    fn read(
        &self,
        session: &str,
        after: Seq,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<Record>>> + Send;

    /// Sessions in order of creation then id, `after` an id of the previous page; optionally of one project name.
    fn sessions(
        &self,
        project_name: Option<&str>,
        after: Option<&str>,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<Head>>> + Send;

    /// Names of a project's sessions in order of creation then name, those behind `after`. Nothing is
    /// read of them but that: a damaged session is listed as any other.
    fn sessions_of_project(
        &self,
        project_name: &str,
        after: Option<&Listed>,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<Listed>>> + Send;

    /// The session of that project name which was appended to last.
    fn last_session(
        &self,
        project_name: &str,
    ) -> impl Future<Output = Result<Option<String>>> + Send;

    /// Waits until the session's head is past `after`, or `at_most` has gone by; returns the head's seq.
    fn changed(
        &self,
        session: &str,
        after: Seq,
        at_most: Duration,
    ) -> impl Future<Output = Result<Seq>> + Send;

    /// Takes or renews (same node) the right to ask a model for a session.
    fn lease(
        &self,
        session: &str,
        node: &str,
        now: Instant,
        until: Instant,
    ) -> impl Future<Output = Result<Leased>> + Send;
    fn release(&self, session: &str, node: &str) -> impl Future<Output = Result<()>> + Send;

    /// A private cache; losing one changes nothing. Only the newest per session is kept.
    fn put_snapshot(
        &self,
        session: &str,
        seq: Seq,
        bytes: Vec<u8>,
    ) -> impl Future<Output = Result<()>> + Send;
    fn snapshot(
        &self,
        session: &str,
    ) -> impl Future<Output = Result<Option<(Seq, Vec<u8>)>>> + Send;
    fn drop_snapshots(&self) -> impl Future<Output = Result<()>> + Send;

    /// Projects by hash; putting one again changes nothing.
    fn put_project(&self, hash: Digest, bytes: Vec<u8>) -> impl Future<Output = Result<()>> + Send;
    fn project(&self, hash: Digest) -> impl Future<Output = Result<Option<Vec<u8>>>> + Send;

    fn sealed(
        &self,
        session: &str,
        commitment: Digest,
    ) -> impl Future<Output = Result<Option<Vec<u8>>>> + Send;

    /// Takes up to `limit` works that are free or whose lease lapsed, leased to `node` until `until`;
    /// optionally of one kind.
    fn take_work(
        &self,
        kind: Option<&str>,
        node: &str,
        now: Instant,
        until: Instant,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<Work>>> + Send;
    fn finish_work(&self, id: &str) -> impl Future<Output = Result<()>> + Send;
    /// Gives unfinished work back: from `until` on it can be taken again.
    fn put_work_back(&self, id: &str, until: Instant) -> impl Future<Output = Result<()>> + Send;
    /// Unfinished work in the order of its coming, `after` an id of the previous page. It only reads.
    fn waiting_work(
        &self,
        after: Option<&str>,
        limit: usize,
    ) -> impl Future<Output = Result<Vec<Waiting>>> + Send;

    /// Deletes body and salt of every record of the session except its first, its sealed values,
    /// snapshots, work payloads and input digests, appends `record` (kind `Erased`), and leaves no
    /// byte of what was erased in the store's files. The chain still verifies.
    fn erase(
        &self,
        session: &str,
        record: NewRecord,
    ) -> impl Future<Output = Result<Option<Appended>>> + Send;
    /// Names of a person's sessions. It goes by the sessions themselves and not by an index, and refuses where
    /// one cannot be read: it might be theirs.
    fn sessions_of_subject(
        &self,
        subject: &str,
    ) -> impl Future<Output = Result<Vec<String>>> + Send;

    /// Looks at everything, whatever an index has lost.
    fn survey(&self) -> impl Future<Output = Result<Survey>> + Send;
}
