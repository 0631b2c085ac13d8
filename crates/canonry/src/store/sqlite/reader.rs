//! Reading: a few connections, each on a thread of its own. What is returned was verified: every
//! body against its commitment, every record against the one before it, the last against the head.

use super::failure::Failure;
use super::schema;
use super::session::{self, Session, input_place, segment_place, text};
use super::survey::check_list;
use crate::store::tail::Tail;
use crate::store::{self, Head, Known, Listed, Record, Seq, StoreError, segment};
use logic::value::Digest;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

type Result<T> = std::result::Result<T, Failure>;
type Job = Box<dyn FnOnce(&mut Connection) + Send>;

const READERS: usize = 3;

pub struct Readers {
    jobs: Option<mpsc::Sender<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl Readers {
    pub fn start(path: &Path) -> store::Result<Readers> {
        let (sender, receiver) = mpsc::channel::<Job>();
        let receiver = Arc::new(Mutex::new(receiver));
        let mut readers = Readers {
            jobs: Some(sender),
            threads: Vec::new(),
        };
        for _ in 0..READERS {
            let mut connection = schema::open_reader(path)?;
            let receiver = receiver.clone();
            let work = move || {
                loop {
                    let next = receiver
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .recv();
                    let Ok(job) = next else { return };
                    // A panic is told to its caller by the reply that never comes.
                    let _ = catch_unwind(AssertUnwindSafe(|| job(&mut connection)));
                }
            };
            let thread = std::thread::Builder::new()
                .name("canonry-read".to_owned())
                .spawn(work);
            readers
                .threads
                .push(thread.map_err(|error| StoreError::Unavailable(error.to_string()))?);
        }
        Ok(readers)
    }

    /// Runs `read` in one transaction: all of it sees one moment.
    pub async fn run<T, F>(&self, read: F) -> store::Result<T>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T> + Send + 'static,
    {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let answer = connection.transaction().map_err(Failure::from).and_then(
                // Nothing was written, so there is nothing to commit; who met damage and goes on could not.
                |transaction: Transaction<'_>| read(&transaction),
            );
            // Nobody waits for it any more: then nobody misses it.
            let _ = sender.send(answer);
        });
        let stopped = || StoreError::Unavailable("the store's readers have stopped".to_owned());
        self.jobs
            .as_ref()
            .ok_or_else(stopped)?
            .send(job)
            .map_err(|_| stopped())?;
        Ok(receiver.await.map_err(|_| stopped())??)
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.jobs = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

pub fn head(connection: &Connection, id: &str) -> Result<Option<Head>> {
    let found = session::find(connection, id).map_err(|failure| failure.at(id, 0))?;
    Ok(found.map(|session| session.head))
}

pub fn known(
    connection: &Connection,
    id: &str,
    input: &str,
    digest: Option<Digest>,
) -> Result<Option<Known>> {
    let known = || match session::find(connection, id)? {
        Some(session) => session.known(connection, input, digest),
        None => Ok(None),
    };
    known().map_err(|failure: Failure| failure.at(id, 0))
}

pub fn inputs(
    connection: &Connection,
    id: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<String>> {
    let found = session::find(connection, id).map_err(|failure| failure.at(id, 0))?;
    let Some(Session { key, .. }) = found else {
        return Ok(Vec::new());
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    // An empty id is one as well: with none given the first place counts.
    let (after, including) = match after {
        Some(after) => (input_place(after), false),
        None => (input_place(""), true),
    };
    connection
        .prepare_cached(
            "SELECT at FROM places WHERE session = ?1 AND (at > ?2 OR (?3 AND at = ?2)) ORDER BY at LIMIT ?4",
        )?
        .query_map(params![key, after, including, limit], |row| {
            row.get::<_, Vec<u8>>(0)
        })?
        // A name that is no text any more leads to no input, which its reader tells.
        .map(|at| Ok(String::from_utf8_lossy(at?.get(1..).unwrap_or_default()).into_owned()))
        .collect()
}

pub fn read(connection: &Connection, id: &str, after: Seq, limit: usize) -> Result<Vec<Record>> {
    let session = session::find(connection, id).map_err(|failure| failure.at(id, 0))?;
    let Some(Session { key, head, .. }) = session else {
        return Ok(Vec::new());
    };
    let Some(mut tail) = Tail::new(&head, after, limit) else {
        return Ok(Vec::new());
    };
    fill(&mut tail, connection, key, after).map_err(|failure| failure.at(id, tail.next()))?;
    Ok(tail.finish()?)
}

/// Begins with the segment that holds `after`, whose chain hash the next entry follows.
fn fill(tail: &mut Tail<'_>, connection: &Connection, key: i64, after: Seq) -> Result<()> {
    let mut statement = connection.prepare_cached(
        "SELECT segments.first, segments.data FROM places CROSS JOIN segments ON segments.key = places.place
         WHERE places.session = ?1 AND places.at < x'01' AND places.at >= (
            SELECT coalesce(max(at), x'00') FROM places WHERE session = ?1 AND at <= ?2
         ) ORDER BY places.at",
    )?;
    let mut rows = statement.query(params![key, segment_place(after.max(1))])?;
    while !tail.is_full()
        && let Some(row) = rows.next()?
    {
        let first = row.get::<_, i64>(0)?.cast_unsigned();
        let data = row
            .get_ref(1)?
            .as_blob()
            .map_err(|error| Failure::Damaged(error.to_string()))?;
        for entry in segment::decode(data, first).map_err(|why| tail.corrupt(why))? {
            if !tail.is_full() {
                tail.take(entry.record)?;
            }
        }
    }
    Ok(())
}

pub fn sessions(
    connection: &Connection,
    project: Option<&str>,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<Head>> {
    let (created, id) = match after {
        None => {
            check_list(connection, project)?;
            (i64::MIN, Vec::new())
        }
        Some(after) => match session::find(connection, after)? {
            None => return Ok(Vec::new()),
            Some(session) => (session.head.created.as_millis(), after.as_bytes().to_vec()),
        },
    };
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let columns = "SELECT key, id, project, project_name, subject, created, head FROM sessions";
    let order = "ORDER BY created, id LIMIT ?3";
    let mut statement = connection.prepare_cached(&match project {
        None => format!("{columns} WHERE (created, id) > (?1, ?2) {order}"),
        Some(_) => {
            format!("{columns} WHERE project_name = ?4 AND (created, id) > (?1, ?2) {order}")
        }
    })?;
    let mut rows = match project {
        None => statement.query(params![created, id, limit])?,
        Some(name) => statement.query(params![created, id, limit, name.as_bytes()])?,
    };
    let mut heads = Vec::new();
    while let Some(row) = rows.next()? {
        let session = Session::read(row, None)?;
        // A session that is listed can also be found by its id: a damaged index is told here.
        match session::find(connection, &session.head.session)? {
            Some(found) if found.key == session.key => heads.push(session.head),
            _ => {
                return Err(Failure::corrupt(
                    &session.head.session,
                    0,
                    "the index of sessions is damaged",
                ));
            }
        }
    }
    Ok(heads)
}

pub fn sessions_of_project(
    connection: &Connection,
    project: &str,
    after: Option<&Listed>,
    limit: usize,
) -> Result<Vec<Listed>> {
    if after.is_none() {
        check_list(connection, Some(project))?;
    }
    let (created, id) = after.map_or((i64::MIN, ""), |after| {
        (after.created_ms, after.session.as_str())
    });
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = connection.prepare_cached(
        "SELECT created, id FROM sessions WHERE project_name = ?1 AND (created, id) > (?2, ?3)
         ORDER BY created, id LIMIT ?4",
    )?;
    let mut rows = statement.query(params![project.as_bytes(), created, id.as_bytes(), limit])?;
    let mut listed = Vec::new();
    while let Some(row) = rows.next()? {
        listed.push(Listed {
            created_ms: row.get(0)?,
            // A name that is no text any more leads to no session, which its reader tells.
            session: String::from_utf8_lossy(&row.get::<_, Vec<u8>>(1)?).into_owned(),
        });
    }
    Ok(listed)
}

pub fn last_session(connection: &Connection, project: &str) -> Result<Option<String>> {
    connection
        .prepare_cached("SELECT id FROM sessions WHERE key = (SELECT session FROM last_sessions WHERE project_name = ?1)")?
        .query_row([project.as_bytes()], |row| row.get(0))
        .optional()?
        .map(text)
        .transpose()
}

pub fn snapshot(connection: &Connection, id: &str) -> Result<Option<(Seq, Vec<u8>)>> {
    let found = connection
        .prepare_cached("SELECT seq, data FROM snapshots WHERE session = (SELECT key FROM sessions WHERE id = ?1)")?
        .query_row([id.as_bytes()], |row| Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?)))
        .optional()?;
    Ok(found)
}

pub fn project(connection: &Connection, hash: Digest) -> Result<Option<Vec<u8>>> {
    let found = connection
        .prepare_cached("SELECT data FROM projects WHERE hash = ?1")?
        .query_row([hash.0], |row| row.get(0))
        .optional()?;
    Ok(found)
}

pub fn sealed(connection: &Connection, id: &str, commitment: Digest) -> Result<Option<Vec<u8>>> {
    let found = connection
        .prepare_cached(
            "SELECT contents.data FROM sealed JOIN contents ON contents.key = sealed.content
             WHERE sealed.session = (SELECT key FROM sessions WHERE id = ?1) AND sealed.commitment = ?2",
        )?
        .query_row(params![id.as_bytes(), commitment.0], |row| row.get(0))
        .optional()?;
    Ok(found)
}
