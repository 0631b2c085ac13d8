//! What the writer does to a session inside its transaction: append and erase. Everything is checked
//! before the first write, so that a refused append writes nothing and needs no savepoint.

use super::failure::Failure;
use super::session::{self, NO_INPUT, Place, Session, input_place, segment_place};
use super::writer::Writing;
use crate::store::segment::{self, Draft};
use crate::store::{Appended, Batch, Expect, NewInput, NewRecord, NewSession, NewWork, Seq, rules};
use logic::value::Digest;
use rusqlite::{Connection, params};

type Result<T> = std::result::Result<T, Failure>;

/// A batch, encoded and hashed but for its chain.
pub struct Prepared {
    session: String,
    expect: Expect,
    create: Option<NewSession>,
    input: Option<NewInput>,
    ends: Option<String>,
    segments: Vec<Draft>,
    work: Vec<NewWork>,
    sealed: Vec<(Digest, Vec<u8>)>,
}

impl Prepared {
    pub fn new(session: &str, batch: Batch) -> Prepared {
        rules::assert_sound(&batch);
        Prepared {
            session: session.to_owned(),
            segments: segment::draft(&batch.records, batch.input.as_ref()),
            expect: batch.expect,
            create: batch.create,
            input: batch.input,
            ends: batch.ends,
            work: batch.work,
            sealed: batch.sealed,
        }
    }

    pub fn append(&mut self, writing: &mut Writing<'_>) -> Result<Appended> {
        let session = writing.take(&self.session)?;
        let at = session.as_ref().map_or(0, |session| session.head.seq);
        self.append_to(session, writing)
            .map_err(|failure| failure.at(&self.session, at))
    }

    fn append_to(
        &mut self,
        session: Option<Session>,
        writing: &mut Writing<'_>,
    ) -> Result<Appended> {
        let connection = writing.connection;
        let mut session = match session {
            Some(session) => {
                if let Some(answer) = self.refused(connection, &session)? {
                    writing.give(session);
                    return Ok(answer);
                }
                session
            }
            None => {
                let Some(new) = self.create.clone() else {
                    return Ok(Appended::Missing);
                };
                if self.ends_other().is_some() {
                    return Err(Failure::from(rules::cannot_end(&self.session, 0, false)));
                }
                session::create(connection, &self.session, new)?
            }
        };
        // The input first: if its id is known nothing is written at all.
        let first = session.head.seq + 1;
        let last =
            session.head.seq + self.segments.iter().map(Draft::records).sum::<usize>() as Seq;
        if let Some(own) = &self.input
            && !session.put_input(
                connection,
                input_place(&own.id),
                (first + own.index as Seq).cast_signed(),
                (self.ends.as_ref() == Some(&own.id))
                    .then_some((first.cast_signed(), last.cast_signed())),
            )?
        {
            let known = session.known(connection, &own.id, Some(own.digest))?;
            let known = known.ok_or_else(|| Failure::Damaged("an input is lost".to_owned()))?;
            writing.give(session);
            return Ok(Appended::Known(known));
        }
        push(connection, &mut session, &mut self.segments)?;
        if let Some(ends) = self.ends_other() {
            session.end_input(connection, ends, (first.cast_signed(), last.cast_signed()))?;
        }
        self.put_contents(connection, session.key)?;
        Ok(appended(session, first, last, writing))
    }

    /// The input whose turn ends, where it was recorded before.
    fn ends_other(&self) -> Option<&str> {
        let own = self.input.as_ref();
        self.ends
            .as_deref()
            .filter(|ends| own.is_none_or(|own| own.id != *ends))
    }

    /// What is answered instead of appending to a session that exists, if anything is. A known input that is
    /// expected where the session stands is noticed later, when its place is taken.
    fn refused(&self, connection: &Connection, session: &Session) -> Result<Option<Appended>> {
        let refused = rules::refused(self.expect, session.head.seq, session.head.decided);
        let ends = match self.ends_other() {
            Some(ends) => session.input(connection, ends)?,
            None => None,
        };
        let open = ends.as_ref().is_some_and(|input| input.ended.is_none());
        let cannot_end =
            (self.ends_other().is_some() && !open).then(|| cannot_end(session, ends.is_some()));
        if let Some(own) = &self.input
            && (refused.is_some() || session.head.erased || cannot_end.is_some())
            && let Some(known) = session.known(connection, &own.id, Some(own.digest))?
        {
            return Ok(Some(Appended::Known(known)));
        }
        match (refused, cannot_end) {
            (Some(refused), _) => Ok(Some(refused)),
            (None, Some(failure)) => Err(failure),
            (None, None) => Ok(None),
        }
    }

    fn put_contents(&self, connection: &Connection, key: i64) -> Result<()> {
        for (commitment, value) in &self.sealed {
            let new = connection
                .prepare_cached(
                    "INSERT INTO sealed (session, commitment, content)
                     SELECT ?1, ?2, coalesce(max(key), 0) + 1 FROM contents WHERE true ON CONFLICT DO NOTHING",
                )?
                .execute(params![key, commitment.0])?;
            if new == 1 {
                put_content(connection, value)?;
            }
        }
        for work in &self.work {
            let new = connection
                .prepare_cached(
                    "INSERT INTO work (id, session, kind, content)
                     SELECT ?1, ?2, ?3, coalesce(max(key), 0) + 1 FROM contents WHERE true ON CONFLICT (id) DO NOTHING",
                )?
                .execute(params![work.id.as_bytes(), key, work.kind.as_bytes()])?;
            if new == 1 {
                put_content(connection, &work.payload)?;
            }
        }
        Ok(())
    }
}

/// Deletes what may be deleted and appends the record that says so. The log is emptied afterwards.
pub fn erase(writing: &mut Writing<'_>, id: &str, record: &NewRecord) -> Result<Option<Appended>> {
    let connection = writing.connection;
    let Some(mut session) = writing.take(id)? else {
        return Ok(None);
    };
    let key = session.key;
    let segments: Vec<i64> = connection
        .prepare_cached("SELECT place FROM places WHERE session = ?1 AND at < x'01' ORDER BY at")?
        .query_map([key], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut next = 1;
    for segment in segments {
        let (first, data) = connection
            .prepare_cached("SELECT first, data FROM segments WHERE key = ?1 AND session = ?2")?
            .query_row([segment, key], |row| {
                Ok((
                    row.get::<_, i64>(0)?.cast_unsigned(),
                    row.get::<_, Vec<u8>>(1)?,
                ))
            })?;
        // One that its place does not lead to would keep what is to be erased.
        if first != next {
            return Err(Failure::corrupt(id, next, "it is missing"));
        }
        let entries = segment::decode(&data, first)
            .map_err(|message| Failure::corrupt(id, first, message))?;
        next += entries.len() as Seq;
        let erased = segment::erased(&data, first, first == 1)
            .map_err(|message| Failure::corrupt(id, first, message))?;
        connection
            .prepare_cached("UPDATE segments SET data = ?2 WHERE key = ?1")?
            .execute(params![segment, erased])?;
    }
    if next != session.head.seq + 1 {
        return Err(Failure::corrupt(id, next, "it is missing"));
    }
    for statement in [
        "UPDATE contents SET data = x'' WHERE key IN (SELECT content FROM sealed WHERE session = ?1)",
        "UPDATE contents SET data = x'' WHERE key IN (SELECT content FROM work NOT INDEXED WHERE session = ?1)",
        "DELETE FROM sealed WHERE session = ?1",
        "UPDATE work NOT INDEXED SET done = 1, node = NULL, until = NULL WHERE session = ?1 AND done = 0",
    ] {
        connection.prepare_cached(statement)?.execute([key])?;
    }
    drop_snapshots(writing)?;
    session.head.erased = true;
    let mut segments = segment::draft(std::slice::from_ref(record), None);
    let first = session.head.seq + 1;
    push(connection, &mut session, &mut segments)?;
    let last = session.head.seq;
    Ok(Some(appended(session, first, last, writing)))
}

/// All of them: only whole pages are certainly overwritten.
pub fn drop_snapshots(writing: &mut Writing<'_>) -> Result<()> {
    writing
        .connection
        .prepare_cached("DELETE FROM snapshots")?
        .execute([])?;
    Ok(())
}

fn push(connection: &Connection, session: &mut Session, segments: &mut [Draft]) -> Result<()> {
    for draft in segments {
        let start = session.head.seq + 1;
        let records = draft.records() as Seq;
        session.head.decided = rules::decided_after(draft.bare(), start, session.head.decided);
        let (data, chain) = draft.chained(start, session.head.chain);
        connection
            .prepare_cached("INSERT INTO segments (session, first, data) VALUES (?1, ?2, ?3)")?
            .execute(params![session.key, start.cast_signed(), data])?;
        let segment = connection.last_insert_rowid();
        let place = Place::new(session.key, &segment_place(start), segment, None, NO_INPUT);
        if !place.insert(connection)? {
            return Err(Failure::Damaged("two segments claim one place".to_owned()));
        }
        session.head.seq += records;
        session.head.chain = chain;
    }
    session.save(connection)
}

fn put_content(connection: &Connection, data: &[u8]) -> Result<()> {
    connection
        .prepare_cached("INSERT INTO contents (data) VALUES (?1)")?
        .execute([data])?;
    Ok(())
}

fn appended(session: Session, first: Seq, last: Seq, writing: &mut Writing<'_>) -> Appended {
    let chain = session.head.chain;
    writing
        .last
        .insert(session.head.project_name.clone(), session.key);
    writing.give(session);
    Appended::At { first, last, chain }
}

fn cannot_end(session: &Session, recorded: bool) -> Failure {
    Failure::from(rules::cannot_end(
        &session.head.session,
        session.head.seq,
        recorded,
    ))
}
