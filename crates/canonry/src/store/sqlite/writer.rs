//! The one writer: a thread that owns the write connection. It takes everything that waits, runs it
//! in one `BEGIN IMMEDIATE … COMMIT`, and answers only after the commit returned.
//!
//! Between two groups it keeps the sessions it wrote to, and forgets them all as soon as anybody else
//! has written to the file or a group failed.

use super::failure::Failure;
use super::session::{self, Session};
use crate::store::waiters::Waiters;
use crate::store::{self, StoreError};
use rusqlite::{Connection, ErrorCode};
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

type Result<T> = std::result::Result<T, Failure>;

/// Sessions that are kept between groups; when they are more, all are forgotten.
const KEPT_SESSIONS: usize = 4096;
/// A group is bounded, so that the first of it does not wait for ever.
const GROUP: usize = 512;
/// So many answers are handed out by those who wait for them.
const MANY: usize = 4;
/// How long the writer tries to get its turn while other processes write.
const BUSY_LIMIT: Duration = Duration::from_secs(15);
/// How long an erasure waits for readers to let go of the log.
const SCRUB_LIMIT: Duration = Duration::from_secs(20);
/// How soon a commit of another process is noticed while somebody waits for one.
const POLL: Duration = Duration::from_millis(15);

pub struct Writer {
    requests: Option<mpsc::Sender<Request>>,
    thread: Option<JoinHandle<()>>,
}

enum Request {
    Job(Box<dyn Job>),
    /// Somebody began to wait for a change.
    Watch,
}

/// The transaction that a job writes in.
pub struct Writing<'c> {
    pub connection: &'c Connection,
    /// Project name -> the session appended to last; written once a group.
    pub last: BTreeMap<String, i64>,
    /// The sessions written to lately, as they stand in this transaction.
    sessions: &'c mut HashMap<String, Session>,
}

/// One request. It may run twice: when another of its group fails, the rest begins anew.
trait Job: Send {
    fn run(&mut self, writing: &mut Writing<'_>) -> Result<()>;
    fn scrubs(&self) -> bool;
    /// Where the answer is waited for.
    fn runtime(&self) -> Option<&Handle>;
    fn answer(self: Box<Self>, committed: Result<()>);
}

struct JobOf<T, F, A> {
    write: F,
    answer: Option<T>,
    /// Called once the answer is durable.
    after: A,
    reply: oneshot::Sender<Result<T>>,
    scrubs: bool,
    runtime: Option<Handle>,
}

/// Answers of a group that was written. Whoever lets go of them hands them out, so that none is lost.
struct Answers(Vec<(Box<dyn Job>, Result<()>)>);

impl Answers {
    /// Waking many from outside of their runtime takes the writer longer than writing for them, so that they are
    /// woken from inside. If that runtime is gone it drops the task, and the answers are handed out then.
    fn hand_out(self) {
        let mut runtimes = self.0.iter().map(|(job, _)| job.runtime());
        let first = runtimes.next().flatten();
        let is_first = |runtime: Option<&Handle>| runtime.map(Handle::id) == first.map(Handle::id);
        if let Some(runtime) = first.cloned()
            && self.0.len() >= MANY
            && runtimes.all(is_first)
        {
            runtime.spawn(async move { drop(self) });
        }
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        for (job, outcome) in self.0.drain(..) {
            job.answer(outcome);
        }
    }
}

impl<T, F, A> Job for JobOf<T, F, A>
where
    T: Send,
    F: FnMut(&mut Writing<'_>) -> Result<T> + Send,
    A: FnOnce() + Send,
{
    fn run(&mut self, writing: &mut Writing<'_>) -> Result<()> {
        self.answer = Some((self.write)(writing)?);
        Ok(())
    }

    fn scrubs(&self) -> bool {
        self.scrubs
    }

    fn runtime(&self) -> Option<&Handle> {
        self.runtime.as_ref()
    }

    fn answer(self: Box<Self>, committed: Result<()>) {
        let JobOf {
            answer,
            after,
            reply,
            ..
        } = *self;
        let stopped = || Failure::Unavailable("the store's writer failed".to_owned());
        let answer = committed.and_then(|()| answer.ok_or_else(stopped));
        after();
        // Nobody waits for it any more: then nobody misses it.
        let _ = reply.send(answer);
    }
}

impl Writer {
    pub fn start(connection: Connection, waiters: Arc<Waiters>) -> store::Result<Writer> {
        let (sender, receiver) = mpsc::channel();
        let work = move || {
            Thread {
                connection,
                requests: receiver,
                waiters,
                version: None,
                sessions: HashMap::new(),
                sessions_version: None,
                checked: Instant::now(),
            }
            .run()
        };
        let thread = std::thread::Builder::new()
            .name("canonry-write".to_owned())
            .spawn(work);
        let thread = thread.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Writer {
            requests: Some(sender),
            thread: Some(thread),
        })
    }

    pub async fn run<T, F>(&self, write: F) -> store::Result<T>
    where
        T: Send + 'static,
        F: FnMut(&mut Writing<'_>) -> Result<T> + Send + 'static,
    {
        self.send(write, || (), false).await
    }

    /// `after` runs when the answer is durable, even if nobody waits for it any more. With `scrubs`
    /// it is durable only when the log holds no copy of what was overwritten.
    pub async fn send<T, F, A>(&self, write: F, after: A, scrubs: bool) -> store::Result<T>
    where
        T: Send + 'static,
        F: FnMut(&mut Writing<'_>) -> Result<T> + Send + 'static,
        A: FnOnce() + Send + 'static,
    {
        let (reply, answered) = oneshot::channel();
        let job = Box::new(JobOf {
            write,
            answer: None,
            after,
            reply,
            scrubs,
            runtime: Handle::try_current().ok(),
        });
        let stopped = || StoreError::Unavailable("the store's writer has stopped".to_owned());
        self.requests
            .as_ref()
            .ok_or_else(stopped)?
            .send(Request::Job(job))
            .map_err(|_| stopped())?;
        Ok(answered.await.map_err(|_| stopped())??)
    }

    /// From now on the commits of other processes are looked for, as long as somebody waits.
    pub fn watch(&self) {
        if let Some(requests) = &self.requests {
            let _ = requests.send(Request::Watch);
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct Thread {
    connection: Connection,
    requests: mpsc::Receiver<Request>,
    waiters: Arc<Waiters>,
    /// Changes when another connection has committed.
    version: Option<i64>,
    sessions: HashMap<String, Session>,
    /// The version that `sessions` are of.
    sessions_version: Option<i64>,
    checked: Instant,
}

impl Thread {
    fn run(mut self) {
        loop {
            let next = if self.waiters.is_empty() {
                self.requests
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected)
            } else {
                self.requests.recv_timeout(POLL)
            };
            match next {
                Ok(Request::Job(job)) => {
                    let group = self.gather(job);
                    self.write(group);
                }
                Ok(Request::Watch) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.checked.elapsed() >= POLL && !self.waiters.is_empty() {
                self.look_for_others();
            }
        }
    }

    fn gather(&self, first: Box<dyn Job>) -> Vec<Box<dyn Job>> {
        let mut group = vec![first];
        while group.len() < GROUP
            && let Ok(request) = self.requests.try_recv()
        {
            if let Request::Job(job) = request {
                group.push(job);
            }
        }
        group
    }

    /// Writes the group. Whoever met damage is answered alone; the others begin anew.
    fn write(&mut self, mut group: Vec<Box<dyn Job>>) {
        while !group.is_empty() {
            match self.attempt(&mut group) {
                Ok(()) => {
                    let scrubbed = if group.iter().any(|job| job.scrubs()) {
                        self.scrub()
                    } else {
                        Ok(())
                    };
                    let outcome = |job: Box<dyn Job>| match job.scrubs() {
                        true => (job, scrubbed.clone()),
                        false => (job, Ok(())),
                    };
                    Answers(group.drain(..).map(outcome).collect()).hand_out();
                }
                Err((Some(culprit), failure)) if failure.is_local() => {
                    group.remove(culprit).answer(Err(failure))
                }
                Err((_, failure)) => group
                    .drain(..)
                    .for_each(|job| job.answer(Err(failure.clone()))),
            }
        }
    }

    /// One transaction. On failure nothing is written, and the job that failed is named.
    fn attempt(
        &mut self,
        group: &mut [Box<dyn Job>],
    ) -> std::result::Result<(), (Option<usize>, Failure)> {
        self.begin().map_err(|failure| (None, failure))?;
        // Inside the transaction: from here on nobody else writes.
        let version = self.data_version();
        if version.is_none()
            || version != self.sessions_version
            || self.sessions.len() > KEPT_SESSIONS
        {
            self.sessions.clear();
            self.sessions_version = version;
        }
        let mut writing = Writing {
            connection: &self.connection,
            last: BTreeMap::new(),
            sessions: &mut self.sessions,
        };
        let written = group.iter_mut().enumerate().try_for_each(|(index, job)| {
            let run = catch_unwind(AssertUnwindSafe(|| job.run(&mut writing)));
            let run =
                run.unwrap_or_else(|_| Err(Failure::Damaged("the writer met a bug".to_owned())));
            run.map_err(|failure| (Some(index), failure))
        });
        let committed = written.and_then(|()| writing.commit().map_err(|failure| (None, failure)));
        if committed.is_err() {
            self.sessions.clear();
            if !self.connection.is_autocommit() {
                // It cannot fail in a way that leaves the transaction open and usable.
                let _ = self.connection.execute_batch("ROLLBACK");
            }
        }
        committed
    }

    /// Changes when another connection has committed.
    fn data_version(&self) -> Option<i64> {
        self.connection
            .prepare_cached("PRAGMA data_version")
            .and_then(|mut version| version.query_row([], |row| row.get(0)))
            .ok()
    }

    fn begin(&self) -> Result<()> {
        let started = Instant::now();
        loop {
            match self
                .connection
                .prepare_cached("BEGIN IMMEDIATE")
                .and_then(|mut begin| begin.execute([]))
            {
                Ok(_) => return Ok(()),
                Err(error) if is_busy(&error) && started.elapsed() < BUSY_LIMIT => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Moves the log into the file and empties it, so that no older copy of a page is left.
    fn scrub(&self) -> Result<()> {
        let started = Instant::now();
        loop {
            let checkpoint =
                self.connection
                    .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
                        row.get::<_, i64>(0)
                    });
            match checkpoint {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) if is_busy(&error) => {}
                Err(error) => return Err(error.into()),
            }
            if started.elapsed() > SCRUB_LIMIT {
                return Err(Failure::Unavailable(
                    "the content is erased, but a reader keeps the log from being emptied; erase again".to_owned(),
                ));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn look_for_others(&mut self) {
        self.checked = Instant::now();
        let version = self.data_version();
        if version != self.version {
            self.version = version;
            self.waiters.wake_all();
        }
    }
}

impl Writing<'_> {
    /// Takes a session out of those that are kept, or finds it in the file. Whoever writes to it
    /// gives it back as it then stands.
    pub fn take(&mut self, id: &str) -> Result<Option<Session>> {
        match self.sessions.remove(id) {
            Some(session) => Ok(Some(session)),
            None => session::find(self.connection, id),
        }
    }

    pub fn give(&mut self, session: Session) {
        self.sessions.insert(session.head.session.clone(), session);
    }

    fn commit(&mut self) -> Result<()> {
        for (project, session) in std::mem::take(&mut self.last) {
            self.connection
                .prepare_cached(
                    "INSERT INTO last_sessions (project_name, session) VALUES (?1, ?2)
                     ON CONFLICT (project_name) DO UPDATE SET session = excluded.session WHERE session <> excluded.session",
                )?
                .execute(rusqlite::params![project.as_bytes(), session])?;
        }
        self.connection.prepare_cached("COMMIT")?.execute([])?;
        Ok(())
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}
