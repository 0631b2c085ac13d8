//! The store for many nodes: PostgreSQL. An append is one inserted row, and the primary key lets one
//! row follow another; there is no coordination of our own beyond that.

mod append;
mod erase;
mod failure;
mod hints;
mod look;
mod rows;
mod schema;
mod together;

use super::tail::Tail;
use super::waiters::Waiters;
use super::{
    Appended, Batch, Head, Known, Leased, Listed, NewRecord, Record, Result, Seq, Store,
    StoreError, Survey, Waiting, Work, segment,
};
use append::Prepared;
use deadpool_postgres::{Client, GenericClient, Pool};
use failure::Failure;
use hints::Hints;
use logic::value::{Digest, Instant};
use look::{Place, Seen};
use rows::{head, number, seq, text, waiting, work};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use together::Together;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// Connections a node keeps, unless it is told otherwise.
pub const DEFAULT_POOL: usize = 16;
/// A waiter looks by itself this often: hints may be lost.
const POLL: Duration = Duration::from_secs(1);
/// Sessions whose last entry is kept; when they are more, all are forgotten.
const KEPT_SESSIONS: usize = 4096;
/// How often a statement is tried that was rolled back for the sake of others, or lost on its way.
const TRIES: usize = 5;
/// How often an append is overtaken before it gives up. Each time somebody else got on, so nobody
/// waits in vain who does not meet as many.
const OVERTAKEN: usize = 1024;

type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Clones share the connections.
#[derive(Clone)]
pub struct PostgresStore {
    inner: Arc<Inner>,
}

struct Inner {
    pool: Pool,
    /// How many were made so far.
    connections: Arc<AtomicU64>,
    /// Where sessions stood after the last append here: a guess that every append proves.
    kept: Mutex<BTreeMap<String, Place>>,
    together: Together,
    waiters: Arc<Waiters>,
    hints: Hints,
}

impl PostgresStore {
    /// Connects, makes the tables if there are none, and proves that they can be written.
    pub async fn connect(url: &str) -> Result<PostgresStore> {
        PostgresStore::connect_with(url, DEFAULT_POOL).await
    }

    pub async fn connect_with(url: &str, pool_size: usize) -> Result<PostgresStore> {
        let connections = Arc::new(AtomicU64::new(0));
        let (pool, config) = schema::open(url, pool_size, connections.clone()).await?;
        let waiters = Arc::new(Waiters::default());
        let hints = Hints::start(config, waiters.clone());
        Ok(PostgresStore {
            inner: Arc::new(Inner {
                pool,
                connections,
                kept: Mutex::default(),
                together: Together::default(),
                waiters,
                hints,
            }),
        })
    }

    async fn client(&self) -> std::result::Result<Client, Failure> {
        Ok(self.inner.pool.get().await?)
    }

    fn connections(&self) -> u64 {
        self.inner.connections.load(Ordering::SeqCst)
    }

    /// One statement, sent once unless it was surely rolled back.
    async fn write(
        &self,
        sql: &str,
        parameters: Parameters<'_>,
    ) -> std::result::Result<Vec<Row>, Failure> {
        let mut tries = TRIES;
        loop {
            tries -= 1;
            match query(&self.client().await?, sql, parameters).await {
                Err(Failure::Again(_)) if tries > 0 => {}
                Err(Failure::Lost(message)) => {
                    self.distrust_connections();
                    return Err(Failure::Lost(message));
                }
                result => return result,
            }
        }
    }

    /// One statement that may be sent again: it changes nothing, or the same when done twice.
    async fn repeatable(&self, sql: &str, parameters: Parameters<'_>) -> Result<Vec<Row>> {
        let mut tries = TRIES;
        loop {
            tries -= 1;
            match self.write(sql, parameters).await {
                Err(Failure::Lost(_)) if tries > 0 => {}
                result => return Ok(result?),
            }
        }
    }

    async fn optional(&self, sql: &str, parameters: Parameters<'_>) -> Result<Option<Row>> {
        Ok(self.repeatable(sql, parameters).await?.into_iter().next())
    }

    /// What took one connection probably took the idle ones, too.
    fn distrust_connections(&self) {
        self.inner.pool.retain(|_, _| false);
    }

    fn forget(&self, session: &str) -> Option<Place> {
        let mut kept = self
            .inner
            .kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        kept.remove(session)
    }

    /// An erased session takes no more inputs: only one that lives is worth a guess.
    fn keep(&self, session: &str, after: Place) {
        if after.erased {
            return;
        }
        let mut kept = self
            .inner
            .kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT_SESSIONS {
            kept.clear();
        }
        kept.insert(session.to_owned(), after);
    }

    fn changed_here(&self, session: &str) {
        let (here, elsewhere) = (!self.inner.waiters.is_empty(), self.inner.hints.wanted());
        if here || elsewhere {
            let key = hints::key(session);
            self.inner.waiters.wake(&key);
            if elsewhere {
                self.inner.hints.changed(key);
            }
        }
    }
}

async fn query(
    client: &impl GenericClient,
    sql: &str,
    parameters: Parameters<'_>,
) -> std::result::Result<Vec<Row>, Failure> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.query(&statement, parameters).await?)
}

/// Tables whose rows belong to a session.
const OF_SESSIONS: [&str; 4] = [
    "canonry_batches",
    "canonry_sealed",
    "canonry_work",
    "canonry_snapshots",
];

impl Store for PostgresStore {
    async fn append(&self, session: &str, batch: Batch) -> Result<Appended> {
        let appended = Prepared::new(session, &batch).append(self).await?;
        if matches!(appended, Appended::At { .. }) {
            self.changed_here(session);
        }
        Ok(appended)
    }

    async fn begin(&self, session: &str, batches: Vec<Batch>) -> Result<Appended> {
        let begun = append::begin(self, session, &batches).await?;
        if matches!(begun, Appended::At { .. }) {
            self.changed_here(session);
        }
        Ok(begun)
    }

    async fn known(
        &self,
        session: &str,
        input: &str,
        digest: Option<Digest>,
    ) -> Result<Option<Known>> {
        match Seen::of(self, session, &[input]).await? {
            Some(seen) => seen.known(session, input, digest),
            None => Ok(None),
        }
    }

    async fn inputs(
        &self,
        session: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<String>> {
        let sql =
            "SELECT b.input FROM canonry_batches b JOIN canonry_sessions s ON s.key = b.session
            WHERE s.id = $1 AND b.input IS NOT NULL AND ($2::bytea IS NULL OR b.input > $2)
            ORDER BY b.input LIMIT $3";
        let after = after.map(str::as_bytes);
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self
            .repeatable(sql, &[&session.as_bytes(), &after, &limit])
            .await?;
        // A name that is no text any more leads to no input, which its reader tells.
        let id = |row: &Row| String::from_utf8_lossy(row.get("input")).into_owned();
        Ok(rows.iter().map(id).collect())
    }

    async fn head(&self, session: &str) -> Result<Option<Head>> {
        let sql = "SELECT * FROM canonry_heads WHERE id = $1";
        let row = self.optional(sql, &[&session.as_bytes()]).await?;
        row.map(|row| head(&row)).transpose()
    }

    async fn read(&self, session: &str, after: Seq, limit: usize) -> Result<Vec<Record>> {
        // One statement, so that head and records are of one moment; it begins with the row that
        // holds `after`, whose chain hash the next entry follows.
        let sql = "SELECT h.*, b.first AS batch_first, b.data FROM canonry_heads h LEFT JOIN LATERAL (
                SELECT first, data FROM canonry_batches WHERE session = h.key AND first <= $3 AND first >= (
                    SELECT first FROM canonry_batches WHERE session = h.key AND first <= $2 ORDER BY first DESC LIMIT 1
                ) ORDER BY first
            ) b ON true WHERE h.id = $1 ORDER BY b.first";
        let from = number(after.max(1));
        let to = number(after.saturating_add(limit as Seq));
        let rows = self
            .repeatable(sql, &[&session.as_bytes(), &from, &to])
            .await?;
        let Some(first) = rows.first() else {
            return Ok(Vec::new());
        };
        let head = head(first)?;
        let Some(mut tail) = Tail::new(&head, after, limit) else {
            return Ok(Vec::new());
        };
        for row in &rows {
            let Some(first) = row.get::<_, Option<i64>>("batch_first").map(seq) else {
                continue;
            };
            for entry in segment::decode(row.get("data"), first).map_err(|why| tail.corrupt(why))? {
                if !tail.is_full() {
                    tail.take(entry.record)?;
                }
            }
        }
        tail.finish()
    }

    async fn sessions(
        &self,
        project_name: Option<&str>,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Head>> {
        let (created, id) = match after {
            None => (i64::MIN, Vec::new()),
            Some(after) => match self.head(after).await? {
                None => return Ok(Vec::new()),
                Some(head) => (head.created.as_millis(), after.as_bytes().to_vec()),
            },
        };
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = match project_name {
            None => {
                let sql = "SELECT * FROM canonry_heads WHERE (created, id) > ($1, $2) ORDER BY created, id LIMIT $3";
                self.repeatable(sql, &[&created, &id, &limit]).await?
            }
            Some(name) => {
                let sql = "SELECT * FROM canonry_heads WHERE project_name = $4 AND (created, id) > ($1, $2)
                    ORDER BY created, id LIMIT $3";
                self.repeatable(sql, &[&created, &id, &limit, &name.as_bytes()])
                    .await?
            }
        };
        rows.iter().map(head).collect()
    }

    async fn sessions_of_project(
        &self,
        project_name: &str,
        after: Option<&Listed>,
        limit: usize,
    ) -> Result<Vec<Listed>> {
        let (created, id) = after.map_or((i64::MIN, ""), |after| {
            (after.created_ms, after.session.as_str())
        });
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let sql = "SELECT created, id FROM canonry_sessions WHERE project_name = $1 AND (created, id) > ($2, $3)
            ORDER BY created, id LIMIT $4";
        let parameters: Parameters<'_> =
            &[&project_name.as_bytes(), &created, &id.as_bytes(), &limit];
        let rows = self.repeatable(sql, parameters).await?;
        let listed = |row: &Row| Listed {
            created_ms: row.get("created"),
            // A name that is no text any more leads to no session, which its reader tells.
            session: String::from_utf8_lossy(row.get("id")).into_owned(),
        };
        Ok(rows.iter().map(listed).collect())
    }

    async fn last_session(&self, project_name: &str) -> Result<Option<String>> {
        let sql = "SELECT id FROM canonry_heads WHERE project_name = $1 ORDER BY touched DESC NULLS LAST LIMIT 1";
        let row = self.optional(sql, &[&project_name.as_bytes()]).await?;
        row.map(|row| text(row.get("id"))).transpose()
    }

    async fn changed(&self, session: &str, after: Seq, at_most: Duration) -> Result<Seq> {
        let head = async || {
            self.inner.hints.wait();
            let sql = "SELECT last FROM canonry_heads WHERE id = $1";
            let row = self.optional(sql, &[&session.as_bytes()]).await?;
            let last = row.and_then(|row| row.get::<_, Option<i64>>("last"));
            Ok(last.map_or(0, seq))
        };
        self.inner
            .waiters
            .changed(&hints::key(session), after, at_most, POLL, head)
            .await
    }

    async fn lease(
        &self,
        session: &str,
        node: &str,
        now: Instant,
        until: Instant,
    ) -> Result<Leased> {
        let sql = "SELECT * FROM canonry_lease($1, $2, $3, $4)";
        let parameters: Parameters<'_> = &[
            &session.as_bytes(),
            &node.as_bytes(),
            &now.as_millis(),
            &until.as_millis(),
        ];
        let row = self.optional(sql, parameters).await?;
        let unanswered = || StoreError::Unavailable("the lease answered nothing".to_owned());
        let row = row.ok_or_else(unanswered)?;
        if let Some(epoch) = row.get::<_, Option<i64>>("taken") {
            let lapsed = row
                .get::<_, Option<Vec<u8>>>("lapsed")
                .map(text)
                .transpose()?;
            return Ok(Leased::Taken {
                epoch: seq(epoch),
                lapsed,
            });
        }
        let until = row
            .get::<_, Option<i64>>("held_until")
            .and_then(Instant::from_millis)
            .ok_or_else(unanswered)?;
        Ok(Leased::Held {
            node: text(row.get("held_by"))?,
            until,
        })
    }

    async fn release(&self, session: &str, node: &str) -> Result<()> {
        let sql =
            "UPDATE canonry_leases SET node = NULL, until = NULL WHERE session = $1 AND node = $2";
        self.repeatable(sql, &[&session.as_bytes(), &node.as_bytes()])
            .await
            .map(drop)
    }

    async fn put_snapshot(&self, session: &str, seq: Seq, bytes: Vec<u8>) -> Result<()> {
        // The row is locked, so that a snapshot folded before an erasure cannot come back after it.
        let sql = "INSERT INTO canonry_snapshots AS kept (session, seq, data)
            SELECT key, $2, $3 FROM canonry_sessions WHERE id = $1 AND NOT erased FOR SHARE
            ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, data = excluded.data WHERE excluded.seq >= kept.seq";
        self.repeatable(sql, &[&session.as_bytes(), &number(seq), &bytes])
            .await
            .map(drop)
    }

    async fn snapshot(&self, session: &str) -> Result<Option<(Seq, Vec<u8>)>> {
        let sql = "SELECT k.seq, k.data FROM canonry_snapshots k JOIN canonry_sessions s ON s.key = k.session WHERE s.id = $1";
        let row = self.optional(sql, &[&session.as_bytes()]).await?;
        Ok(row.map(|row| (seq(row.get("seq")), row.get("data"))))
    }

    async fn drop_snapshots(&self) -> Result<()> {
        self.repeatable("DELETE FROM canonry_snapshots", &[])
            .await
            .map(drop)
    }

    async fn put_project(&self, hash: Digest, bytes: Vec<u8>) -> Result<()> {
        let sql =
            "INSERT INTO canonry_projects (hash, data) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.repeatable(sql, &[&hash.0.as_slice(), &bytes])
            .await
            .map(drop)
    }

    async fn project(&self, hash: Digest) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT data FROM canonry_projects WHERE hash = $1";
        let row = self.optional(sql, &[&hash.0.as_slice()]).await?;
        Ok(row.map(|row| row.get("data")))
    }

    async fn sealed(&self, session: &str, commitment: Digest) -> Result<Option<Vec<u8>>> {
        let sql =
            "SELECT v.value FROM canonry_sealed v JOIN canonry_sessions s ON s.key = v.session
            WHERE s.id = $1 AND v.commitment = $2";
        let row = self
            .optional(sql, &[&session.as_bytes(), &commitment.0.as_slice()])
            .await?;
        Ok(row.map(|row| row.get("value")))
    }

    async fn take_work(
        &self,
        kind: Option<&str>,
        node: &str,
        now: Instant,
        until: Instant,
        limit: usize,
    ) -> Result<Vec<Work>> {
        let sql = "WITH free AS MATERIALIZED (
                SELECT key FROM canonry_work WHERE payload IS NOT NULL AND (until IS NULL OR until <= $2)
                AND ($5::bytea IS NULL OR kind = $5) ORDER BY key LIMIT $4 FOR UPDATE SKIP LOCKED
            ), taken AS (
                UPDATE canonry_work w SET node = $1, until = $3, attempt = attempt + 1 FROM free WHERE w.key = free.key
                RETURNING w.key, w.id, w.session, w.kind, w.payload, w.attempt
            )
            SELECT t.id, s.id AS session_id, t.kind, t.payload, t.attempt
            FROM taken t JOIN canonry_sessions s ON s.key = t.session ORDER BY t.key";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self
            .write(
                sql,
                &[
                    &node.as_bytes(),
                    &now.as_millis(),
                    &until.as_millis(),
                    &limit,
                    &kind.map(str::as_bytes),
                ],
            )
            .await?;
        rows.iter().map(work).collect()
    }

    async fn finish_work(&self, id: &str) -> Result<()> {
        let sql = "UPDATE canonry_work SET payload = NULL, node = NULL, until = NULL WHERE id = $1";
        self.repeatable(sql, &[&id.as_bytes()]).await.map(drop)
    }

    async fn put_work_back(&self, id: &str, until: Instant) -> Result<()> {
        let sql =
            "UPDATE canonry_work SET node = NULL, until = $2 WHERE id = $1 AND payload IS NOT NULL";
        self.repeatable(sql, &[&id.as_bytes(), &until.as_millis()])
            .await
            .map(drop)
    }

    async fn waiting_work(&self, after: Option<&str>, limit: usize) -> Result<Vec<Waiting>> {
        let key = match after {
            None => 0,
            Some(id) => {
                let sql = "SELECT key FROM canonry_work WHERE id = $1";
                match self.optional(sql, &[&id.as_bytes()]).await? {
                    Some(row) => row.get::<_, i64>("key"),
                    None => return Ok(Vec::new()),
                }
            }
        };
        let sql = "SELECT w.id, s.id AS session_id, w.kind, w.attempt, w.until
            FROM canonry_work w JOIN canonry_sessions s ON s.key = w.session
            WHERE w.payload IS NOT NULL AND w.key > $1 ORDER BY w.key LIMIT $2";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.repeatable(sql, &[&key, &limit]).await?;
        rows.iter().map(waiting).collect()
    }

    async fn erase(&self, session: &str, record: NewRecord) -> Result<Option<Appended>> {
        let erased = erase::erase(self, session, record).await?;
        if erased.is_some() {
            self.forget(session);
            self.changed_here(session);
            schema::vacuum(&self.client().await?).await?;
        }
        Ok(erased)
    }

    async fn sessions_of_subject(&self, subject: &str) -> Result<Vec<String>> {
        // So written that no index of subjects can be taken, not even as a whole.
        let sql = "SELECT id FROM canonry_sessions WHERE subject IS NOT DISTINCT FROM $1::bytea";
        let rows = self.repeatable(sql, &[&subject.as_bytes()]).await?;
        let ids = rows.iter().map(|row| text(row.get("id")));
        let mut ids = ids.collect::<Result<Vec<String>>>()?;
        ids.sort_unstable();
        Ok(ids)
    }

    async fn survey(&self) -> Result<Survey> {
        // Columns that no index has, and no order: the table is read.
        let sql = "SELECT created, id, project, erased FROM canonry_sessions";
        let rows = self.repeatable(sql, &[]).await?;
        let named = |row: &Row| {
            let created: i64 = row.get("created");
            (created, String::from_utf8_lossy(row.get("id")).into_owned())
        };
        let mut found: Vec<(i64, String)> = rows.iter().map(named).collect();
        found.sort_unstable();
        let mut problems = Vec::new();
        for table in OF_SESSIONS {
            let sql = format!(
                "SELECT o.session, count(*) AS count FROM {table} o
                 WHERE NOT EXISTS (SELECT 1 FROM canonry_sessions s WHERE s.key + 0 = o.session)
                 GROUP BY o.session ORDER BY o.session LIMIT 100"
            );
            let rows = self.repeatable(&sql, &[]).await?;
            problems.extend(rows.iter().map(|row| {
                let (session, count): (i64, i64) = (row.get("session"), row.get("count"));
                format!("{count} rows of `{table}` belong to session number {session}, which is not in the store")
            }));
        }
        Ok(Survey {
            sessions: found.into_iter().map(|(_, id)| id).collect(),
            problems,
        })
    }
}
