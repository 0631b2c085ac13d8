//! Between events and records: what the engine says and what a store keeps.

use crate::failure::Failure;
use crate::host::opening_digest;
use crate::store::{Header, NewRecord, Record, Seq, Store, StoreError};
use engine::event::{DecodeError, Event, EventKind};
use engine::input::Envelope;
use engine::limits;
use engine::state::{Entry, EntryContent};
use logic::value::{Cell, Digest, Instant};

pub fn to_record(event: &Event, at: Instant, cause: &str, salt: [u8; 16]) -> NewRecord {
    let header = Header {
        at,
        kind: event.kind().to_owned(),
        version: event.version(),
        cause: cause.to_owned(),
        cell: event.cell().map(Cell::to_string),
    };
    NewRecord {
        header,
        salt,
        body: event.body(),
    }
}

/// The entry that a record is, read strictly: its body is the one canonical form of its event, and
/// its header names the event's own cell. For checks; a turn trusts what it wrote.
pub fn to_checked_entry(record: &Record) -> Result<Entry, String> {
    let entry = to_entry(record).map_err(|error| error.to_string())?;
    if let (EntryContent::Event(event), Some(content)) = (&entry.content, &record.content) {
        if event.body() != content.body {
            return Err("its body is not in canonical form".to_owned());
        }
        if event.cell().map(Cell::to_string) != record.header.cell {
            return Err("its header names another cell than its body".to_owned());
        }
    }
    Ok(entry)
}

/// The entry that a record is; an erased body is a typed hole.
pub fn to_entry(record: &Record) -> Result<Entry, DecodeError> {
    let content = match &record.content {
        Some(content) => EntryContent::Event(Event::decode(
            &record.header.kind,
            record.header.version,
            &content.body,
        )?),
        None => EntryContent::Hole {
            kind: record.header.kind.clone(),
            cell: record
                .header
                .cell
                .as_ref()
                .and_then(|cell| cell.parse().ok()),
        },
    };
    Ok(Entry {
        seq: record.seq,
        at: record.header.at,
        cause: record.header.cause.clone(),
        content,
    })
}

/// The digest of the input that a record holds, as its index must have it; nothing where it holds none, or is
/// erased.
pub fn input_digest(record: &Record) -> Option<Digest> {
    let content = record.content.as_ref()?;
    let header = &record.header;
    match Event::decode(&header.kind, header.version, &content.body) {
        Ok(Event::SessionStarted(started)) => Some(opening_digest(&started)),
        Ok(Event::InputRecorded(recorded)) => {
            let (id, input) = (header.cause.clone(), recorded.input);
            Some(Envelope { id, input }.digest())
        }
        Ok(_) | Err(_) => None,
    }
}

/// Whether a record belongs to a decision, and not to what leads to one. What this program does not
/// know can only have been decided.
pub fn is_decision(record: &Record) -> bool {
    match EventKind::named(&record.header.kind) {
        Some(
            EventKind::SessionStarted
            | EventKind::InputRecorded
            | EventKind::Heard
            | EventKind::TurnFailed
            | EventKind::Erased,
        ) => false,
        Some(
            EventKind::ProjectMoved
            | EventKind::FactFixed
            | EventKind::FluentSet
            | EventKind::ConstraintAdded
            | EventKind::ConstraintLifted
            | EventKind::Testified
            | EventKind::Reinterpreted
            | EventKind::RelationSet
            | EventKind::Reinforced
            | EventKind::Marked
            | EventKind::Raised
            | EventKind::SceneChanged
            | EventKind::AliasLearned
            | EventKind::EntitiesMerged
            | EventKind::IncoherenceSettled
            | EventKind::ObligationOpened
            | EventKind::AnswerAccepted
            | EventKind::AnswerRefused
            | EventKind::ObligationClosed
            | EventKind::Reopened
            | EventKind::Cleared
            | EventKind::FlowEnded
            | EventKind::Said
            | EventKind::TurnEnded,
        )
        | None => true,
    }
}

pub fn ends_turn(record: &Record) -> bool {
    EventKind::named(&record.header.kind) == Some(EventKind::TurnEnded)
}

/// How many of the records, from the first, do not end inside a decision: half of one is no state
/// that a session was ever in.
pub fn whole_turns(records: &[Record]) -> usize {
    let outside = |record: &Record| !is_decision(record) || ends_turn(record);
    records.iter().rposition(outside).map_or(0, |at| at + 1)
}

/// Records of a session up to the first that is damaged, and that damage.
pub struct Page {
    pub records: Vec<Record>,
    pub damage: Option<Damage>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    pub seq: Seq,
    /// In English, as who met it says it.
    pub reason: String,
}

/// The next page of a session. A store refuses a page with damage in it: what is before the damage is
/// then read by itself.
pub async fn page(store: &impl Store, session: &str, after: Seq) -> Result<Page, StoreError> {
    let (mut limit, mut damage) = (limits::READ_RECORDS, None);
    // Each try asks for less.
    while limit > 0 {
        match store.read(session, after, limit).await {
            Ok(records) => return Ok(Page { records, damage }),
            Err(StoreError::Corrupt { seq, message, .. }) => {
                let whole = usize::try_from(seq.saturating_sub(after + 1)).unwrap_or(limit);
                limit = if whole < limit { whole } else { 0 };
                let reason = message;
                damage = Some(Damage { seq, reason });
            }
            Err(error) => return Err(error),
        }
    }
    let records = Vec::new();
    Ok(Page { records, damage })
}

impl Page {
    /// Nothing follows it, or nothing that can be read.
    pub fn is_last(&self) -> bool {
        self.damage.is_some() || self.records.len() < limits::READ_RECORDS
    }
}

/// Every record of a session after an entry, page by page: all before what is damaged are seen.
pub async fn each_record(
    store: &impl Store,
    session: &str,
    mut after: Seq,
    mut see: impl FnMut(Record) -> Result<(), Failure>,
) -> Result<(), Failure> {
    loop {
        let page = page(store, session, after).await?;
        let is_last = page.is_last();
        for record in page.records {
            after = record.seq;
            see(record)?;
        }
        if let Some(Damage { seq, reason }) = page.damage {
            return Err(Failure::damaged(session, seq, &reason));
        }
        if is_last {
            return Ok(());
        }
    }
}

pub async fn all_records(store: &impl Store, session: &str) -> Result<Vec<Record>, Failure> {
    let mut records = Vec::new();
    each_record(store, session, 0, |record| {
        records.push(record);
        Ok(())
    })
    .await?;
    Ok(records)
}
