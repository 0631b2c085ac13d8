//! One session's row, and what is found from it. Used by the writer inside its transaction and by
//! the readers inside theirs; nothing is remembered between two calls.

use super::failure::Failure;
use crate::store::segment::{self, Entry};
use crate::store::{Head, Known, NewSession, Seq, chain, rules};
use logic::value::{Digest, Instant};
use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest as _, Sha256};

type Result<T> = std::result::Result<T, Failure>;

pub struct Session {
    pub key: i64,
    pub head: Head,
    /// The name of the greatest of its inputs, none if it has none: what stands behind all others is not lost
    /// unnoticed either.
    greatest: i64,
    /// Where that input stands, once it was met. What stands behind it is new, whatever became of the file.
    last: Option<Vec<u8>>,
}

/// seq, decided, chain, erased, greatest, check: always as long, so that an update never moves a row.
const HEAD_BYTES: usize = 8 + 8 + 32 + 1 + 8 + 8;
/// The bytes that the check covers.
const CHECKED_BYTES: usize = HEAD_BYTES - 8;

pub fn find(connection: &Connection, id: &str) -> Result<Option<Session>> {
    let mut statement = connection.prepare_cached(
        "SELECT key, id, project, project_name, subject, created, head FROM sessions WHERE id = ?1",
    )?;
    let mut rows = statement.query([id.as_bytes()])?;
    if let Some(row) = rows.next()? {
        return Session::read(row, Some(id)).map(Some);
    }
    let hidden = connection
        .prepare_cached("SELECT 1 FROM sessions WHERE mark = ?1")?
        .exists([mark(id)])?;
    if hidden {
        return Err(Failure::corrupt(id, 0, "the index of sessions is damaged"));
    }
    Ok(None)
}

fn mark(id: &str) -> [u8; 16] {
    let hash = Sha256::digest(id.as_bytes());
    std::array::from_fn(|at| hash[at])
}

pub fn create(connection: &Connection, id: &str, new: NewSession) -> Result<Session> {
    let mut session = Session {
        key: 0,
        head: Head {
            session: id.to_owned(),
            seq: 0,
            decided: 0,
            chain: chain::genesis(id),
            project: new.project,
            project_name: new.project_name,
            subject: new.subject,
            created: new.at,
            erased: false,
        },
        greatest: NO_INPUT,
        last: Some(Vec::new()),
    };
    let head = &session.head;
    connection
        .prepare_cached(
            "INSERT INTO sessions (id, mark, project, project_name, subject, created, head) VALUES (?1, ?7, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            id.as_bytes(),
            head.project.0,
            head.project_name.as_bytes(),
            head.subject.as_ref().map(|subject| subject.as_bytes()),
            head.created.as_millis(),
            [0_u8; HEAD_BYTES],
            mark(id),
        ])?;
    session.key = connection.last_insert_rowid();
    Ok(session)
}

impl Session {
    /// A row of `key, id, project, project_name, subject, created, head`.
    pub fn read(row: &Row<'_>, id: Option<&str>) -> Result<Session> {
        let key = row.get(0)?;
        let id = match id {
            Some(id) => id.to_owned(),
            None => text(row.get(1)?)?,
        };
        let damaged = |session: &str| Failure::corrupt(session, 0, "its head is damaged");
        let read = || -> Option<(Head, i64)> {
            let head = row.get_ref(6).ok()?.as_blob().ok()?;
            let number =
                |at: usize| Some(u64::from_le_bytes(head.get(at..at + 8)?.try_into().ok()?));
            let decoded = Head {
                session: id.clone(),
                seq: number(0)?,
                decided: number(8)?,
                chain: Digest(head.get(16..48)?.try_into().ok()?),
                project: Digest(row.get(2).ok()?),
                project_name: text(row.get(3).ok()?).ok()?,
                subject: row
                    .get::<_, Option<Vec<u8>>>(4)
                    .ok()?
                    .map(text)
                    .transpose()
                    .ok()?,
                created: Instant::from_millis(row.get(5).ok()?)?,
                erased: *head.get(48)? != 0,
            };
            let greatest = i64::from_le_bytes(head.get(49..CHECKED_BYTES)?.try_into().ok()?);
            (head == encode(key, &decoded, greatest)).then_some((decoded, greatest))
        };
        let (head, greatest) = read().ok_or_else(|| damaged(&id))?;
        Ok(Session {
            key,
            head,
            greatest,
            last: None,
        })
    }

    pub fn save(&self, connection: &Connection) -> Result<()> {
        connection
            .prepare_cached("UPDATE sessions SET head = ?2 WHERE key = ?1")?
            .execute(params![
                self.key,
                encode(self.key, &self.head, self.greatest)
            ])?;
        Ok(())
    }

    pub fn known(
        &self,
        connection: &Connection,
        input: &str,
        digest: Option<Digest>,
    ) -> Result<Option<Known>> {
        if self.head.erased {
            return Ok(Some(Known::Erased));
        }
        let Some(found) = self.input(connection, input)? else {
            return Ok(None);
        };
        let recorded = match digest {
            Some(_) => self.digest(connection, found.seq)?,
            None => Digest([0; 32]),
        };
        Ok(Some(rules::known(found.seq, found.ended, recorded, digest)))
    }

    fn place(&self, connection: &Connection, at: &[u8]) -> Result<Option<Place>> {
        let found = connection
            .prepare_cached(
                "SELECT session, at, place, first, last, before, sum FROM places WHERE session = ?1 AND at = ?2",
            )?
            .query_row(params![self.key, at], Place::read)
            .optional()?;
        if let Some(place) = &found {
            place.check(&self.head.session)?;
        }
        Ok(found)
    }

    /// Says of an input that was recorded before which entries ended its turn.
    pub fn end_input(&self, connection: &Connection, id: &str, ended: (i64, i64)) -> Result<()> {
        let at = input_place(id);
        let place = self.place(connection, &at)?;
        let place = place.ok_or_else(|| damaged_index(&self.head.session))?;
        Place::new(self.key, &at, place.place, Some(ended), place.before).update(connection)
    }

    pub fn input(&self, connection: &Connection, input: &str) -> Result<Option<KnownInput>> {
        let at = input_place(input);
        let found = self.place(connection, &at)?;
        let Some(place) = found else {
            self.beside(connection, &at)?.check(self)?;
            return Ok(None);
        };
        Ok(Some(KnownInput {
            seq: place.place.cast_unsigned(),
            ended: place
                .first
                .zip(place.last)
                .map(|(first, last)| (first.cast_unsigned(), last.cast_unsigned())),
        }))
    }

    /// Adds an input, and says so to the one behind it; false if it is known. Whatever was damaged in its place
    /// would lie beside it, and what is lost between two is missed by the later one.
    pub fn put_input(
        &mut self,
        connection: &Connection,
        at: Vec<u8>,
        recorded: i64,
        ended: Option<(i64, i64)>,
    ) -> Result<bool> {
        let beside = match &self.last {
            Some(last) if at > *last => None,
            Some(_) | None => Some(self.beside(connection, &at)?),
        };
        let before = match &beside {
            Some(beside) => beside.name_before(),
            None => self.greatest,
        };
        let place = Place::new(self.key, &at, recorded, ended, before);
        if !place.insert(connection)? {
            return Ok(false);
        }
        let name = name(self.key, &at);
        match beside.map(|beside| beside.check(self)).transpose()? {
            Some(Some(after)) => after.following(name).update(connection)?,
            Some(None) | None => {
                self.greatest = name;
                self.last = Some(at);
            }
        }
        Ok(true)
    }

    /// What stands beside a place, whether or not it is taken.
    fn beside(&self, connection: &Connection, at: &[u8]) -> Result<Beside> {
        let mut rows = connection.prepare_cached(
            "SELECT * FROM (SELECT session, at, place, first, last, before, sum FROM places
                 WHERE (session, at) < (?1, ?2) ORDER BY session DESC, at DESC LIMIT 1)
             UNION ALL
             SELECT * FROM (SELECT session, at, place, first, last, before, sum FROM places
                 WHERE (session, at) > (?1, ?2) ORDER BY session, at LIMIT 1)",
        )?;
        let (mut before, mut after) = (None, None);
        for place in rows.query_map(params![self.key, at], Place::read)? {
            let place = place?;
            place.check(&self.head.session)?;
            let own = place.session == self.key && place.at.first() == Some(&INPUT);
            match (place.session, place.at.as_slice()) < (self.key, at) {
                true => before = Some(place).filter(|_| own),
                false => after = Some(place).filter(|_| own),
            }
        }
        Ok(Beside { before, after })
    }

    /// The digest of the input that was recorded at `seq`.
    fn digest(&self, connection: &Connection, seq: Seq) -> Result<Digest> {
        let damaged = |message: &str| Failure::corrupt(&self.head.session, seq, message);
        let (first, data) = connection
            .prepare_cached(
                "SELECT first, data FROM segments WHERE key = (
                    SELECT place FROM places WHERE session = ?1 AND at <= ?2 ORDER BY at DESC LIMIT 1)",
            )?
            .query_row(params![self.key, segment_place(seq)], |row| {
                Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get::<_, Vec<u8>>(1)?))
            })
            .optional()?
            .ok_or_else(|| damaged("it is missing"))?;
        let entries = segment::decode(&data, first).map_err(damaged)?;
        let entry = entries
            .into_iter()
            .find(|Entry { record, .. }| record.seq == seq);
        entry
            .and_then(|entry| entry.input)
            .ok_or_else(|| damaged("it does not hold the input that is recorded there"))
    }
}

/// Where a segment that begins at `first` stands among a session's places.
pub fn segment_place(first: Seq) -> [u8; 9] {
    let mut place = [0; 9];
    place[1..].copy_from_slice(&first.to_be_bytes());
    place
}

/// Where an input stands among a session's places: after all segments.
pub fn input_place(input: &str) -> Vec<u8> {
    let mut place = Vec::with_capacity(input.len() + 1);
    place.push(INPUT);
    place.extend_from_slice(input.as_bytes());
    place
}

/// What the place of an input begins with.
const INPUT: u8 = 1;

/// The name of no input.
pub const NO_INPUT: i64 = 0;

/// What an input is known by to the one behind it.
fn name(session: i64, at: &[u8]) -> i64 {
    let mut hash = Sha256::new();
    hash.update(session.to_le_bytes());
    hash.update(at);
    first_of(hash)
}

fn first_of(hash: Sha256) -> i64 {
    let hash = hash.finalize();
    i64::from_le_bytes(std::array::from_fn(|at| hash[at]))
}

/// The inputs of a session just before and behind a place.
struct Beside {
    before: Option<Place>,
    after: Option<Place>,
}

impl Beside {
    fn name_before(&self) -> i64 {
        let before = self.before.as_ref();
        before.map_or(NO_INPUT, |place| name(place.session, &place.at))
    }

    /// That nothing is lost between the two; gives the one behind.
    fn check(self, session: &Session) -> Result<Option<Place>> {
        let follows = self.after.as_ref().map_or(session.greatest, |p| p.before);
        if follows != self.name_before() {
            return Err(damaged_index(&session.head.session));
        }
        Ok(self.after)
    }
}

fn damaged_index(session: &str) -> Failure {
    Failure::corrupt(session, 0, "the index of its inputs is damaged")
}

/// A row of `places`.
pub struct Place {
    pub session: i64,
    pub at: Vec<u8>,
    pub place: i64,
    pub first: Option<i64>,
    pub last: Option<i64>,
    /// The name of the input before this one, where it is one: each tells that the other is there.
    before: i64,
    sum: i64,
}

impl Place {
    pub fn new(
        session: i64,
        at: &[u8],
        place: i64,
        ended: Option<(i64, i64)>,
        before: i64,
    ) -> Place {
        let mut place = Place {
            session,
            at: at.to_vec(),
            place,
            first: ended.map(|(first, _)| first),
            last: ended.map(|(_, last)| last),
            before,
            sum: 0,
        };
        place.sum = place.sum_of();
        place
    }

    /// The same behind another input.
    fn following(mut self, before: i64) -> Place {
        self.before = before;
        self.sum = self.sum_of();
        self
    }

    fn read(row: &Row<'_>) -> rusqlite::Result<Place> {
        Ok(Place {
            session: row.get(0)?,
            at: row.get(1)?,
            place: row.get(2)?,
            first: row.get(3)?,
            last: row.get(4)?,
            before: row.get(5)?,
            sum: row.get(6)?,
        })
    }

    /// Adds the row; false if its place is taken.
    pub fn insert(&self, connection: &Connection) -> Result<bool> {
        let rows = connection
            .prepare_cached(
                "INSERT INTO places (session, at, place, first, last, before, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT DO NOTHING",
            )?
            .execute(params![
                self.session,
                self.at,
                self.place,
                self.first,
                self.last,
                self.before,
                self.sum
            ])?;
        Ok(rows == 1)
    }

    /// Says of an input that is recorded there where its turn ended, or what stands before it.
    pub fn update(&self, connection: &Connection) -> Result<()> {
        connection
            .prepare_cached(
                "UPDATE places SET first = ?3, last = ?4, before = ?5, sum = ?6 WHERE session = ?1 AND at = ?2",
            )?
            .execute(params![
                self.session,
                self.at,
                self.first,
                self.last,
                self.before,
                self.sum
            ])?;
        Ok(())
    }

    fn check(&self, session: &str) -> Result<()> {
        if self.sum == self.sum_of() {
            return Ok(());
        }
        Err(damaged_index(session))
    }

    fn sum_of(&self) -> i64 {
        let mut hash = Sha256::new();
        hash.update(self.session.to_le_bytes());
        hash.update(self.place.to_le_bytes());
        for end in [self.first, self.last] {
            hash.update([u8::from(end.is_some())]);
            hash.update(end.unwrap_or(0).to_le_bytes());
        }
        hash.update(self.before.to_le_bytes());
        hash.update(&self.at);
        first_of(hash)
    }
}

pub struct KnownInput {
    pub seq: Seq,
    pub ended: Option<(Seq, Seq)>,
}

/// The head's bytes. The check covers the whole row: no other part of it has a hash of its own.
fn encode(key: i64, head: &Head, greatest: i64) -> [u8; HEAD_BYTES] {
    let mut bytes = [0; HEAD_BYTES];
    bytes[..8].copy_from_slice(&head.seq.to_le_bytes());
    bytes[8..16].copy_from_slice(&head.decided.to_le_bytes());
    bytes[16..48].copy_from_slice(&head.chain.0);
    bytes[48] = u8::from(head.erased);
    bytes[49..CHECKED_BYTES].copy_from_slice(&greatest.to_le_bytes());
    let mut check = Sha256::new();
    check.update(&bytes[..CHECKED_BYTES]);
    check.update(key.to_le_bytes());
    check.update(head.created.as_millis().to_le_bytes());
    check.update(head.project.0);
    check.update([u8::from(head.subject.is_some())]);
    for text in [
        &head.session,
        &head.project_name,
        head.subject.as_ref().unwrap_or(&String::new()),
    ] {
        check.update((text.len() as u64).to_le_bytes());
        check.update(text.as_bytes());
    }
    bytes[CHECKED_BYTES..].copy_from_slice(&check.finalize()[..8]);
    bytes
}

pub fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| Failure::Damaged("a name is not text".to_owned()))
}
