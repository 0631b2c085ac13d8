//! Rows to values and back. Nothing read is trusted: what cannot be is told as damage.

use super::look::Place;
use crate::store::{Head, Result, Seq, StoreError, Waiting, Work};
use logic::value::{Digest, Instant};
use tokio_postgres::Row;

/// A row of `canonry_heads`.
pub fn head(row: &Row) -> Result<Head> {
    let session = text(row.get("id"))?;
    let place = Place::read(&session, row)?;
    let damaged = || corrupt(&session, place.seq, "its head is damaged");
    Ok(Head {
        seq: place.seq,
        decided: place.decided,
        chain: place.chain,
        project: digest_at(row, "project").ok_or_else(damaged)?,
        project_name: text(row.get("project_name"))?,
        subject: row
            .get::<_, Option<Vec<u8>>>("subject")
            .map(text)
            .transpose()?,
        created: Instant::from_millis(row.get("created")).ok_or_else(damaged)?,
        erased: place.erased,
        session,
    })
}

pub fn work(row: &Row) -> Result<Work> {
    Ok(Work {
        id: text(row.get("id"))?,
        session: text(row.get("session_id"))?,
        kind: text(row.get("kind"))?,
        payload: row.get("payload"),
        attempt: row.get::<_, i32>("attempt").cast_unsigned(),
    })
}

pub fn waiting(row: &Row) -> Result<Waiting> {
    Ok(Waiting {
        id: text(row.get("id"))?,
        session: text(row.get("session_id"))?,
        kind: text(row.get("kind"))?,
        attempt: row.get::<_, i32>("attempt").cast_unsigned(),
        until: row
            .get::<_, Option<i64>>("until")
            .and_then(Instant::from_millis),
    })
}

pub fn digest_at(row: &Row, column: &str) -> Option<Digest> {
    row.get::<_, Option<&[u8]>>(column)?
        .try_into()
        .ok()
        .map(Digest)
}

pub fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| StoreError::Refused {
        message: "the store is damaged: a name is not text".to_owned(),
        hint: "restore it from a backup".to_owned(),
    })
}

pub fn corrupt(session: &str, seq: Seq, message: &str) -> StoreError {
    StoreError::Corrupt {
        session: session.to_owned(),
        seq,
        message: message.to_owned(),
    }
}

pub fn number(seq: Seq) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

pub fn seq(number: i64) -> Seq {
    number.cast_unsigned()
}
