//! The embedded store: one SQLite file, one writer thread, a few readers. Two processes may share the
//! file. Nothing is acknowledged before its commit was synced to the disk.

mod append;
mod failure;
mod reader;
#[doc(hidden)]
pub mod schema;
mod session;
mod survey;
mod work;
mod writer;

use super::rules::{self, Lease};
use super::waiters::Waiters;
use super::{
    Appended, Batch, Head, Known, Leased, Listed, NewRecord, Record, Result, Seq, Store, Survey,
    Waiting, Work,
};
use append::Prepared;
use failure::Failure;
use logic::value::{Digest, Instant};
use reader::Readers;
use rusqlite::{OptionalExtension, params};
use session::text;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use writer::{Writer, Writing};

/// A waiter looks by itself this often, should every wake-up have been missed.
const POLL: Duration = Duration::from_millis(500);

/// Clones share the connections. The last one to go closes the file.
#[derive(Clone)]
pub struct SqliteStore {
    inner: Arc<Inner>,
}

/// The readers go first: the writer's connection is the last, and takes the log with it.
struct Inner {
    readers: Readers,
    writer: Writer,
    waiters: Arc<Waiters>,
}

impl SqliteStore {
    /// Opens the file or makes it, with its folders. Refuses what it cannot write.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteStore> {
        let (connection, path) = schema::open(path.as_ref())?;
        let waiters = Arc::new(Waiters::default());
        let readers = Readers::start(&path)?;
        let writer = Writer::start(connection, waiters.clone())?;
        Ok(SqliteStore {
            inner: Arc::new(Inner {
                readers,
                writer,
                waiters,
            }),
        })
    }

    /// Writes, and wakes who waits for the session when it is durable.
    async fn write_session<T, F>(&self, session: &str, write: F, scrubs: bool) -> Result<T>
    where
        T: Send + 'static,
        F: FnMut(&mut Writing<'_>) -> std::result::Result<T, Failure> + Send + 'static,
    {
        let waiters = self.inner.waiters.clone();
        let session = session.to_owned();
        self.inner
            .writer
            .send(write, move || waiters.wake(&session), scrubs)
            .await
    }
}

impl Store for SqliteStore {
    async fn append(&self, session: &str, batch: Batch) -> Result<Appended> {
        let mut prepared = Prepared::new(session, batch);
        self.write_session(session, move |writing| prepared.append(writing), false)
            .await
    }

    async fn begin(&self, session: &str, batches: Vec<Batch>) -> Result<Appended> {
        let mut prepared: Vec<Prepared> = batches
            .into_iter()
            .map(|batch| Prepared::new(session, batch))
            .collect();
        let id = session.to_owned();
        let write = move |writing: &mut Writing<'_>| {
            let exists = session::find(writing.connection, &id)?.is_some();
            if exists {
                return Ok(Appended::AlreadyExists);
            }
            let mut answers = Vec::new();
            for batch in &mut prepared {
                let answer = batch.append(writing)?;
                if !matches!(answer, Appended::At { .. }) {
                    // What was written of it is taken back with the transaction.
                    return Err(Failure::corrupt(&id, 0, "its history does not follow"));
                }
                answers.push(answer);
            }
            Ok(rules::begun(answers))
        };
        self.write_session(session, write, false).await
    }

    async fn known(
        &self,
        session: &str,
        input: &str,
        digest: Option<Digest>,
    ) -> Result<Option<Known>> {
        let (session, input) = (session.to_owned(), input.to_owned());
        self.inner
            .readers
            .run(move |connection| reader::known(connection, &session, &input, digest))
            .await
    }

    async fn inputs(
        &self,
        session: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<String>> {
        let (session, after) = (session.to_owned(), after.map(str::to_owned));
        self.inner
            .readers
            .run(move |connection| reader::inputs(connection, &session, after.as_deref(), limit))
            .await
    }

    async fn head(&self, session: &str) -> Result<Option<Head>> {
        let session = session.to_owned();
        self.inner
            .readers
            .run(move |connection| reader::head(connection, &session))
            .await
    }

    async fn read(&self, session: &str, after: Seq, limit: usize) -> Result<Vec<Record>> {
        let session = session.to_owned();
        self.inner
            .readers
            .run(move |connection| reader::read(connection, &session, after, limit))
            .await
    }

    async fn sessions(
        &self,
        project_name: Option<&str>,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Head>> {
        let (project, after) = (project_name.map(str::to_owned), after.map(str::to_owned));
        let read = move |connection: &_| {
            reader::sessions(connection, project.as_deref(), after.as_deref(), limit)
        };
        self.inner.readers.run(read).await
    }

    async fn sessions_of_project(
        &self,
        project_name: &str,
        after: Option<&Listed>,
        limit: usize,
    ) -> Result<Vec<Listed>> {
        let (project, after) = (project_name.to_owned(), after.cloned());
        let read = move |connection: &_| {
            reader::sessions_of_project(connection, &project, after.as_ref(), limit)
        };
        self.inner.readers.run(read).await
    }

    async fn last_session(&self, project_name: &str) -> Result<Option<String>> {
        let project = project_name.to_owned();
        self.inner
            .readers
            .run(move |connection| reader::last_session(connection, &project))
            .await
    }

    async fn changed(&self, session: &str, after: Seq, at_most: Duration) -> Result<Seq> {
        let head = async || {
            self.inner.writer.watch();
            Ok(self.head(session).await?.map_or(0, |head| head.seq))
        };
        self.inner
            .waiters
            .changed(session, after, at_most, POLL, head)
            .await
    }

    async fn lease(
        &self,
        session: &str,
        node: &str,
        now: Instant,
        until: Instant,
    ) -> Result<Leased> {
        let (session, node) = (session.to_owned(), node.to_owned());
        self.inner
            .writer
            .run(move |writing| lease(writing, &session, &node, now, until))
            .await
    }

    async fn release(&self, session: &str, node: &str) -> Result<()> {
        let (session, node) = (session.to_owned(), node.to_owned());
        let release =
            "UPDATE leases SET node = NULL, until = NULL WHERE session = ?1 AND node = ?2";
        self.inner
            .writer
            .run(move |writing| {
                writing
                    .connection
                    .prepare_cached(release)?
                    .execute([session.as_bytes(), node.as_bytes()])?;
                Ok(())
            })
            .await
    }

    async fn put_snapshot(&self, session: &str, seq: Seq, bytes: Vec<u8>) -> Result<()> {
        let session = session.to_owned();
        self.inner
            .writer
            .run(move |writing| put_snapshot(writing, &session, seq, &bytes))
            .await
    }

    async fn snapshot(&self, session: &str) -> Result<Option<(Seq, Vec<u8>)>> {
        let session = session.to_owned();
        self.inner
            .readers
            .run(move |connection| reader::snapshot(connection, &session))
            .await
    }

    async fn drop_snapshots(&self) -> Result<()> {
        self.inner.writer.run(append::drop_snapshots).await
    }

    async fn put_project(&self, hash: Digest, bytes: Vec<u8>) -> Result<()> {
        let put = "INSERT INTO projects (hash, data) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        self.inner
            .writer
            .run(move |writing| {
                writing
                    .connection
                    .prepare_cached(put)?
                    .execute(params![hash.0, bytes])?;
                Ok(())
            })
            .await
    }

    async fn project(&self, hash: Digest) -> Result<Option<Vec<u8>>> {
        self.inner
            .readers
            .run(move |connection| reader::project(connection, hash))
            .await
    }

    async fn sealed(&self, session: &str, commitment: Digest) -> Result<Option<Vec<u8>>> {
        let session = session.to_owned();
        self.inner
            .readers
            .run(move |connection| reader::sealed(connection, &session, commitment))
            .await
    }

    async fn take_work(
        &self,
        kind: Option<&str>,
        node: &str,
        now: Instant,
        until: Instant,
        limit: usize,
    ) -> Result<Vec<Work>> {
        let (kind, node) = (kind.map(str::to_owned), node.to_owned());
        let take = move |writing: &mut Writing<'_>| {
            work::take(writing, kind.as_deref(), &node, now, until, limit)
        };
        self.inner.writer.run(take).await
    }

    async fn finish_work(&self, id: &str) -> Result<()> {
        let id = id.to_owned();
        self.inner
            .writer
            .run(move |writing| work::finish(writing, &id))
            .await
    }

    async fn put_work_back(&self, id: &str, until: Instant) -> Result<()> {
        let id = id.to_owned();
        self.inner
            .writer
            .run(move |writing| work::put_back(writing, &id, until))
            .await
    }

    async fn waiting_work(&self, after: Option<&str>, limit: usize) -> Result<Vec<Waiting>> {
        let after = after.map(str::to_owned);
        self.inner
            .readers
            .run(move |connection| work::waiting(connection, after.as_deref(), limit))
            .await
    }

    async fn erase(&self, session: &str, record: NewRecord) -> Result<Option<Appended>> {
        let id = session.to_owned();
        let erase = move |writing: &mut Writing<'_>| {
            append::erase(writing, &id, &record).map_err(|failure| failure.at(&id, 0))
        };
        self.write_session(session, erase, true).await
    }

    async fn sessions_of_subject(&self, subject: &str) -> Result<Vec<String>> {
        let subject = subject.to_owned();
        self.inner
            .readers
            .run(move |connection| survey::sessions_of_subject(connection, &subject))
            .await
    }

    async fn survey(&self) -> Result<Survey> {
        self.inner.readers.run(survey::survey).await
    }
}

type Written<T> = std::result::Result<T, Failure>;

fn lease(
    writing: &mut Writing<'_>,
    session: &str,
    node: &str,
    now: Instant,
    until: Instant,
) -> Written<Leased> {
    let kept = writing
        .connection
        .prepare_cached("SELECT epoch, node, until FROM leases WHERE session = ?1")?
        .query_row([session.as_bytes()], |row| {
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, Option<Vec<u8>>>(1)?,
                row.get::<_, Option<i64>>(2)?,
            ))
        })
        .optional()?;
    let kept = match kept {
        None => None,
        Some((epoch, node, until)) => {
            let until = until.and_then(Instant::from_millis);
            let holder = node.map(text).transpose()?.zip(until);
            Some(Lease {
                epoch: epoch.cast_unsigned(),
                holder,
            })
        }
    };
    let (answer, kept) = rules::lease(kept, node, now, until);
    if let Some(kept) = kept {
        writing
            .connection
            .prepare_cached("INSERT OR REPLACE INTO leases (session, epoch, node, until) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![session.as_bytes(), kept.epoch.cast_signed(), node.as_bytes(), until.as_millis()])?;
    }
    Ok(answer)
}

fn put_snapshot(writing: &mut Writing<'_>, id: &str, seq: Seq, bytes: &[u8]) -> Written<()> {
    let session = session::find(writing.connection, id)?;
    // A snapshot that was folded before an erasure must not come back after it.
    let Some(session) = session.filter(|session| !session.head.erased) else {
        return Ok(());
    };
    writing
        .connection
        .prepare_cached(
            "INSERT INTO snapshots (session, seq, data) VALUES (?1, ?2, ?3)
             ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, data = excluded.data WHERE excluded.seq >= seq",
        )?
        .execute(params![session.key, seq.cast_signed(), bytes])?;
    Ok(())
}
