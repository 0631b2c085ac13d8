//! Rows to values and back. Nothing read is trusted: what cannot be is told as damage.

use crate::store::{
    Appended, Content, Head, Header, Known, Record, Result, Seq, StoreError, Work, rules,
};
use logic::value::{Digest, Instant};
use tokio_postgres::Row;

pub fn appended(row: &Row, session: &str) -> Result<Appended> {
    let [a, b, c] = ["a", "b", "c"].map(|name| row.get::<_, Option<i64>>(name).map_or(0, seq));
    Ok(match row.get::<_, i16>("outcome") {
        0 => {
            let chain = digest_at(row, "chain")
                .ok_or_else(|| corrupt(session, b, "its chain hash is damaged"))?;
            Appended::At {
                first: a,
                last: b,
                chain,
            }
        }
        1 => Appended::Conflict { seq: a, decided: b },
        2 => Appended::Missing,
        3 => Appended::AlreadyExists,
        4 => Appended::Known(Known::Ended {
            seq: a,
            first: b,
            last: c,
        }),
        5 => Appended::Known(Known::Pending { seq: a }),
        6 => Appended::Known(Known::OtherContent { seq: a }),
        7 => Appended::Known(Known::Erased),
        _ => return Err(rules::cannot_end(session, a, b == 1)),
    })
}

pub fn head(row: &Row) -> Result<Head> {
    let session = text(row.get("id"))?;
    let damaged = || corrupt(&session, seq(row.get("seq")), "its head is damaged");
    Ok(Head {
        seq: seq(row.get("seq")),
        decided: seq(row.get("decided")),
        chain: digest_at(row, "chain").ok_or_else(damaged)?,
        project: digest_at(row, "project").ok_or_else(damaged)?,
        project_name: text(row.get("project_name"))?,
        subject: row
            .get::<_, Option<Vec<u8>>>("subject")
            .map(text)
            .transpose()?,
        created: Instant::from_millis(row.get("created")).ok_or_else(damaged)?,
        erased: row.get("erased"),
        session,
    })
}

pub fn record(row: &Row) -> Option<Record> {
    let salt: Option<Vec<u8>> = row.get("r_salt");
    let body: Option<Vec<u8>> = row.get("r_body");
    let content = match salt.zip(body) {
        Some((salt, body)) => Some(Content {
            salt: salt.try_into().ok()?,
            body,
        }),
        None => None,
    };
    Some(Record {
        seq: seq(row.get("r_seq")),
        header: parse_header(row.get("r_header"))?,
        commitment: digest_at(row, "r_commitment")?,
        chain: digest_at(row, "r_chain")?,
        content,
    })
}

/// The reverse of `chain::header_bytes`; the chain tells if anything was lost.
pub fn parse_header(bytes: &[u8]) -> Option<Header> {
    let value: serde_json::Value = serde_json::from_slice(bytes).ok()?;
    let field = |name: &str| value.get(name)?.as_str().map(str::to_owned);
    Some(Header {
        at: field("at")?.parse().ok()?,
        kind: field("kind")?,
        version: field("v")?.parse().ok()?,
        cause: field("cause")?,
        cell: field("cell"),
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
