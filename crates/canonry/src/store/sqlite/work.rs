//! The outbox: what was committed together with a turn and is still to be done.

use super::failure::Failure;
use super::session::text;
use super::writer::Writing;
use crate::store::{Waiting, Work};
use logic::value::Instant;
use rusqlite::{Connection, OptionalExtension, params};

type Result<T> = std::result::Result<T, Failure>;

pub fn take(
    writing: &mut Writing<'_>,
    kind: Option<&str>,
    node: &str,
    now: Instant,
    until: Instant,
    limit: usize,
) -> Result<Vec<Work>> {
    let connection = writing.connection;
    let mut statement = connection.prepare_cached(
        "SELECT work.key, work.id, sessions.id, work.kind, contents.data, work.attempt + 1
         FROM work JOIN sessions ON sessions.key = work.session JOIN contents ON contents.key = work.content
         WHERE work.done = 0 AND (work.until IS NULL OR work.until <= ?1) AND (?3 IS NULL OR work.kind = ?3)
         ORDER BY work.key LIMIT ?2",
    )?;
    let mut rows = statement.query(params![
        now.as_millis(),
        i64::try_from(limit).unwrap_or(i64::MAX),
        kind.map(str::as_bytes)
    ])?;
    let mut taken = Vec::new();
    while let Some(row) = rows.next()? {
        let work = Work {
            id: text(row.get(1)?)?,
            session: text(row.get(2)?)?,
            kind: text(row.get(3)?)?,
            payload: row.get(4)?,
            attempt: row.get(5)?,
        };
        taken.push((row.get::<_, i64>(0)?, work));
    }
    let mut take = connection
        .prepare_cached("UPDATE work SET node = ?2, until = ?3, attempt = ?4 WHERE key = ?1")?;
    for (key, work) in &taken {
        take.execute(params![
            key,
            node.as_bytes(),
            until.as_millis(),
            work.attempt
        ])?;
    }
    Ok(taken.into_iter().map(|(_, work)| work).collect())
}

/// The id stays, so that the same work is not done again; the payload goes.
pub fn finish(writing: &mut Writing<'_>, id: &str) -> Result<()> {
    for statement in [
        "UPDATE contents SET data = x'' WHERE key = (SELECT content FROM work WHERE id = ?1)",
        "UPDATE work SET done = 1, node = NULL, until = NULL WHERE id = ?1",
    ] {
        writing
            .connection
            .prepare_cached(statement)?
            .execute([id.as_bytes()])?;
    }
    Ok(())
}

pub fn put_back(writing: &mut Writing<'_>, id: &str, until: Instant) -> Result<()> {
    writing
        .connection
        .prepare_cached("UPDATE work SET node = NULL, until = ?2 WHERE id = ?1 AND done = 0")?
        .execute(params![id.as_bytes(), until.as_millis()])?;
    Ok(())
}

pub fn waiting(connection: &Connection, after: Option<&str>, limit: usize) -> Result<Vec<Waiting>> {
    let after = match after {
        None => 0,
        Some(id) => {
            let key = connection
                .prepare_cached("SELECT key FROM work WHERE id = ?1")?
                .query_row([id.as_bytes()], |row| row.get::<_, i64>(0))
                .optional()?;
            match key {
                Some(key) => key,
                None => return Ok(Vec::new()),
            }
        }
    };
    let mut statement = connection.prepare_cached(
        "SELECT work.id, sessions.id, work.kind, work.attempt, work.until
         FROM work JOIN sessions ON sessions.key = work.session
         WHERE work.done = 0 AND work.key > ?1 ORDER BY work.key LIMIT ?2",
    )?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut rows = statement.query(params![after, limit])?;
    let mut waiting = Vec::new();
    while let Some(row) = rows.next()? {
        waiting.push(Waiting {
            id: text(row.get(0)?)?,
            session: text(row.get(1)?)?,
            kind: text(row.get(2)?)?,
            attempt: row.get(3)?,
            until: row.get::<_, Option<i64>>(4)?.and_then(Instant::from_millis),
        });
    }
    Ok(waiting)
}
