//! The store for many nodes: PostgreSQL. An append is one call of one function, which locks the
//! session's row, checks, chains and inserts; there is no coordination of our own beyond that.

mod failure;
mod hints;
mod schema;

use super::tail::Tail;
use super::waiters::Waiters;
use super::{
    Appended, Batch, Content, Expect, Head, Header, Known, Leased, NewRecord, Record, Result, Seq,
    Store, StoreError, Work, chain, rules,
};
use deadpool_postgres::{Client, Pool};
use failure::Failure;
use hints::Hints;
use logic::value::{Digest, Instant};
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// Connections a node keeps, unless it is told otherwise.
pub const DEFAULT_POOL: usize = 16;
/// A waiter looks by itself this often: hints may be lost.
const POLL: Duration = Duration::from_secs(1);
/// How often a statement is tried that was rolled back for the sake of others, or lost on its way.
const TRIES: usize = 5;

type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Clones share the connections.
#[derive(Clone)]
pub struct PostgresStore {
    inner: Arc<Inner>,
}

struct Inner {
    pool: Pool,
    waiters: Arc<Waiters>,
    hints: Hints,
}

impl PostgresStore {
    /// Connects, makes the tables if there are none, and proves that they can be written.
    pub async fn connect(url: &str) -> Result<PostgresStore> {
        PostgresStore::connect_with(url, DEFAULT_POOL).await
    }

    pub async fn connect_with(url: &str, pool_size: usize) -> Result<PostgresStore> {
        let (pool, config) = schema::open(url, pool_size).await?;
        let waiters = Arc::new(Waiters::default());
        let hints = Hints::start(pool.clone(), config, waiters.clone());
        Ok(PostgresStore {
            inner: Arc::new(Inner {
                pool,
                waiters,
                hints,
            }),
        })
    }

    async fn client(&self) -> std::result::Result<Client, Failure> {
        Ok(self.inner.pool.get().await?)
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
                    // What took this connection probably took the idle ones, too.
                    self.inner.pool.retain(|_, _| false);
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

    fn changed_here(&self, session: &str) {
        let key = hints::key(session);
        self.inner.waiters.wake(&key);
        self.inner.hints.changed(key);
    }

    /// The answer to an append was lost: what lies in the store says whether it was done. Salts are
    /// random, so equal commitments are our own records.
    async fn resolve(&self, session: &str, batch: &Prepared<'_>, lost: String) -> Result<Appended> {
        let unknown = || Err(StoreError::Unavailable(lost.clone()));
        let Some(id) = batch
            .batch
            .input
            .as_ref()
            .map(|input| &input.id)
            .or(batch.batch.ends.as_ref())
        else {
            return unknown();
        };
        let digest = batch.batch.input.as_ref().map(|input| input.digest);
        let Some(known) = self.known(session, id, digest).await? else {
            return unknown();
        };
        let ends_it = batch.batch.ends.as_ref() == Some(id);
        let first = match (&known, &batch.batch.input) {
            (Known::Pending { seq }, Some(input)) if !ends_it => {
                seq.checked_sub(input.index as Seq)
            }
            (Known::Ended { first, .. }, _) if ends_it => Some(*first),
            _ => None,
        };
        if let Some(before) = first.and_then(|first| first.checked_sub(1)) {
            let records = self.read(session, before, batch.commitments.len()).await?;
            if let Some(last) = records.last()
                && records
                    .iter()
                    .map(|record| record.commitment.0.as_slice())
                    .eq(batch.commitments.iter().copied())
            {
                return Ok(Appended::At {
                    first: before + 1,
                    last: last.seq,
                    chain: last.chain,
                });
            }
        }
        if batch.batch.input.is_some() {
            Ok(Appended::Known(known))
        } else {
            unknown()
        }
    }
}

async fn query(
    client: &Client,
    sql: &str,
    parameters: Parameters<'_>,
) -> std::result::Result<Vec<Row>, Failure> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.query(&statement, parameters).await?)
}

/// A batch as the arrays that the function takes.
struct Prepared<'a> {
    batch: &'a Batch,
    headers: &'a [Vec<u8>],
    hashes: Vec<&'a [u8]>,
    commitments: Vec<&'a [u8]>,
    decided: i64,
}

const APPEND: &str = "SELECT outcome, a, b, c, chain FROM canonry_append(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)";

impl Prepared<'_> {
    async fn send(
        &self,
        store: &PostgresStore,
        session: &str,
    ) -> std::result::Result<Row, Failure> {
        let batch = self.batch;
        let (expect, expected) = match batch.expect {
            Expect::Empty => (0_i16, 0),
            Expect::Exists => (1, 0),
            Expect::Seq(seq) => (2, number(seq)),
            Expect::Decided(seq) => (3, number(seq)),
        };
        let input = batch.input.as_ref();
        let create = batch.create.as_ref();
        let salts: Vec<&[u8]> = batch
            .records
            .iter()
            .map(|record| record.salt.as_slice())
            .collect();
        let bodies: Vec<&[u8]> = batch
            .records
            .iter()
            .map(|record| record.body.as_slice())
            .collect();
        let work_ids: Vec<&[u8]> = batch.work.iter().map(|work| work.id.as_bytes()).collect();
        let work_kinds: Vec<&[u8]> = batch.work.iter().map(|work| work.kind.as_bytes()).collect();
        let work_payloads: Vec<&[u8]> = batch
            .work
            .iter()
            .map(|work| work.payload.as_slice())
            .collect();
        let sealed: Vec<&[u8]> = batch
            .sealed
            .iter()
            .map(|(commitment, _)| commitment.0.as_slice())
            .collect();
        let sealed_values: Vec<&[u8]> = batch
            .sealed
            .iter()
            .map(|(_, value)| value.as_slice())
            .collect();
        let genesis = create.map(|_| chain::genesis(session).0);
        let rows = store
            .write(
                APPEND,
                &[
                    &session.as_bytes(),
                    &expect,
                    &expected,
                    &input.map(|input| input.id.as_bytes()),
                    &input.map(|input| input.digest.0.as_slice()),
                    &input.map(|input| input.index as i64),
                    &batch.ends.as_ref().map(|ends| ends.as_bytes()),
                    &self.headers,
                    &self.hashes,
                    &self.commitments,
                    &salts,
                    &bodies,
                    &self.decided,
                    &work_ids,
                    &work_kinds,
                    &work_payloads,
                    &sealed,
                    &sealed_values,
                    &genesis.as_ref().map(|genesis| genesis.as_slice()),
                    &create.map(|new| new.project.0.as_slice()),
                    &create.map(|new| new.project_name.as_bytes()),
                    &create
                        .and_then(|new| new.subject.as_ref())
                        .map(|subject| subject.as_bytes()),
                    &create.map(|new| new.at.as_millis()),
                ],
            )
            .await?;
        rows.into_iter()
            .next()
            .ok_or_else(|| Failure::Unavailable("the append answered nothing".to_owned()))
    }
}

impl Store for PostgresStore {
    async fn append(&self, session: &str, batch: Batch) -> Result<Appended> {
        rules::assert_sound(&batch);
        let headers: Vec<Vec<u8>> = batch
            .records
            .iter()
            .map(|record| chain::header_bytes(&record.header))
            .collect();
        let hashes: Vec<Digest> = headers.iter().map(|header| chain::sha256(header)).collect();
        let commitments: Vec<Digest> = batch
            .records
            .iter()
            .map(|record| chain::commitment(&record.salt, &record.body))
            .collect();
        let bare = batch.records.iter().map(rules::is_bare);
        let prepared = Prepared {
            batch: &batch,
            headers: &headers,
            hashes: hashes.iter().map(|hash| hash.0.as_slice()).collect(),
            commitments: commitments
                .iter()
                .map(|commitment| commitment.0.as_slice())
                .collect(),
            decided: number(rules::decided_after(bare, 1, 0)),
        };
        let appended = match prepared.send(self, session).await {
            Ok(row) => appended(&row, session)?,
            Err(Failure::Lost(message)) => self.resolve(session, &prepared, message).await?,
            Err(failure) => return Err(failure.into()),
        };
        if matches!(appended, Appended::At { .. }) {
            self.changed_here(session);
        }
        Ok(appended)
    }

    async fn known(
        &self,
        session: &str,
        input: &str,
        digest: Option<Digest>,
    ) -> Result<Option<Known>> {
        let sql = "SELECT s.erased, i.seq, i.first, i.last, i.digest FROM canonry_sessions s
            LEFT JOIN canonry_inputs i ON i.session = s.key AND i.id = $2 WHERE s.id = $1";
        let Some(row) = self
            .optional(sql, &[&session.as_bytes(), &input.as_bytes()])
            .await?
        else {
            return Ok(None);
        };
        if row.get("erased") {
            return Ok(Some(Known::Erased));
        }
        let Some(seq) = row.get::<_, Option<i64>>("seq").map(seq) else {
            return Ok(None);
        };
        let ended = row
            .get::<_, Option<i64>>("first")
            .zip(row.get::<_, Option<i64>>("last"));
        let recorded = digest_at(&row, "digest")
            .ok_or_else(|| corrupt(session, seq, "its input has no digest"))?;
        Ok(Some(rules::known(
            seq,
            ended.map(|(first, last)| (self::seq(first), self::seq(last))),
            recorded,
            digest,
        )))
    }

    async fn head(&self, session: &str) -> Result<Option<Head>> {
        let sql = "SELECT * FROM canonry_sessions WHERE id = $1";
        let row = self.optional(sql, &[&session.as_bytes()]).await?;
        row.map(|row| head(&row)).transpose()
    }

    async fn read(&self, session: &str, after: Seq, limit: usize) -> Result<Vec<Record>> {
        // One statement, so that head and records are of one moment; it begins with `after`, whose
        // chain hash the next entry follows.
        let sql = "SELECT s.*, r.seq AS r_seq, r.header AS r_header, r.commitment AS r_commitment, r.chain AS r_chain,
                CASE WHEN r.seq > $2 THEN r.salt END AS r_salt, CASE WHEN r.seq > $2 THEN r.body END AS r_body
            FROM canonry_sessions s LEFT JOIN LATERAL (
                SELECT * FROM canonry_records WHERE session = s.key AND seq >= $2 ORDER BY seq LIMIT $3
            ) r ON true WHERE s.id = $1 ORDER BY r.seq";
        let most = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
        let rows = self
            .repeatable(sql, &[&session.as_bytes(), &number(after), &most])
            .await?;
        let Some(first) = rows.first() else {
            return Ok(Vec::new());
        };
        let head = head(first)?;
        let Some(mut tail) = Tail::new(&head, after, limit) else {
            return Ok(Vec::new());
        };
        for row in rows
            .iter()
            .filter(|row| row.get::<_, Option<i64>>("r_seq").is_some())
        {
            if tail.is_full() {
                break;
            }
            let record = record(row).ok_or_else(|| tail.corrupt("its columns are damaged"))?;
            tail.take(record)?;
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
                let sql = "SELECT * FROM canonry_sessions WHERE (created, id) > ($1, $2) ORDER BY created, id LIMIT $3";
                self.repeatable(sql, &[&created, &id, &limit]).await?
            }
            Some(name) => {
                let sql = "SELECT * FROM canonry_sessions WHERE project_name = $4 AND (created, id) > ($1, $2)
                    ORDER BY created, id LIMIT $3";
                self.repeatable(sql, &[&created, &id, &limit, &name.as_bytes()])
                    .await?
            }
        };
        rows.iter().map(head).collect()
    }

    async fn last_session(&self, project_name: &str) -> Result<Option<String>> {
        let sql =
            "SELECT id FROM canonry_sessions WHERE project_name = $1 ORDER BY touched DESC LIMIT 1";
        let row = self.optional(sql, &[&project_name.as_bytes()]).await?;
        row.map(|row| text(row.get("id"))).transpose()
    }

    async fn changed(&self, session: &str, after: Seq, at_most: Duration) -> Result<Seq> {
        let head = async || {
            let sql = "SELECT seq FROM canonry_sessions WHERE id = $1";
            Ok(self
                .optional(sql, &[&session.as_bytes()])
                .await?
                .map_or(0, |row| seq(row.get("seq"))))
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
        node: &str,
        now: Instant,
        until: Instant,
        limit: usize,
    ) -> Result<Vec<Work>> {
        let sql = "WITH free AS MATERIALIZED (
                SELECT key FROM canonry_work WHERE payload IS NOT NULL AND (until IS NULL OR until <= $2)
                ORDER BY key LIMIT $4 FOR UPDATE SKIP LOCKED
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
                ],
            )
            .await?;
        rows.iter().map(work).collect()
    }

    async fn finish_work(&self, id: &str) -> Result<()> {
        let sql = "UPDATE canonry_work SET payload = NULL, node = NULL, until = NULL WHERE id = $1";
        self.repeatable(sql, &[&id.as_bytes()]).await.map(drop)
    }

    async fn erase(&self, session: &str, record: NewRecord) -> Result<Option<Appended>> {
        let header = chain::header_bytes(&record.header);
        let hash = chain::sha256(&header);
        let commitment = chain::commitment(&record.salt, &record.body);
        let sql = "SELECT at, chain FROM canonry_erase($1, $2, $3, $4, $5, $6)";
        let (hash, commitment, salt) = (
            hash.0.as_slice(),
            commitment.0.as_slice(),
            record.salt.as_slice(),
        );
        let parameters: Parameters<'_> = &[
            &session.as_bytes(),
            &header,
            &hash,
            &commitment,
            &salt,
            &record.body,
        ];
        let rows = self.write(sql, parameters).await?;
        let row = rows
            .first()
            .filter(|row| row.get::<_, Option<i64>>("at").is_some());
        let Some(row) = row else { return Ok(None) };
        let at = seq(row.get("at"));
        let chain = digest_at(row, "chain")
            .ok_or_else(|| corrupt(session, at, "its chain hash is damaged"))?;
        self.changed_here(session);
        schema::vacuum(&self.client().await?).await?;
        Ok(Some(Appended::At {
            first: at,
            last: at,
            chain,
        }))
    }

    async fn sessions_of_subject(&self, subject: &str) -> Result<Vec<String>> {
        let sql = "SELECT id FROM canonry_sessions WHERE subject = $1 ORDER BY id";
        let rows = self.repeatable(sql, &[&subject.as_bytes()]).await?;
        rows.iter().map(|row| text(row.get("id"))).collect()
    }
}

fn appended(row: &Row, session: &str) -> Result<Appended> {
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

fn head(row: &Row) -> Result<Head> {
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

fn record(row: &Row) -> Option<Record> {
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
fn parse_header(bytes: &[u8]) -> Option<Header> {
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

fn work(row: &Row) -> Result<Work> {
    Ok(Work {
        id: text(row.get("id"))?,
        session: text(row.get("session_id"))?,
        kind: text(row.get("kind"))?,
        payload: row.get("payload"),
        attempt: row.get::<_, i32>("attempt").cast_unsigned(),
    })
}

fn digest_at(row: &Row, column: &str) -> Option<Digest> {
    row.get::<_, Option<&[u8]>>(column)?
        .try_into()
        .ok()
        .map(Digest)
}

fn text(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| StoreError::Refused {
        message: "the store is damaged: a name is not text".to_owned(),
        hint: "restore it from a backup".to_owned(),
    })
}

fn corrupt(session: &str, seq: Seq, message: &str) -> StoreError {
    StoreError::Corrupt {
        session: session.to_owned(),
        seq,
        message: message.to_owned(),
    }
}

fn number(seq: Seq) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

fn seq(number: i64) -> Seq {
    number.cast_unsigned()
}
