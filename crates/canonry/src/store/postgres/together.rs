//! Rows of several sessions that come at the same time go to the server together: one statement, one
//! round trip, one wait for its disk. A row whose place is taken is left out, alone with a failure that says so; the
//! others of its statement are written all the same.

use super::failure::Failure;
use super::{PostgresStore, query};
use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Statements of one node that are on their way at once. While they are, rows gather for the next.
const WRITERS: usize = 4;
/// Rows of one statement.
const MOST: usize = 128;

const ONE: &str = "
    INSERT INTO canonry_batches (session, first, last, decided, chain, input, ends, data)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const MANY: &str = "
    INSERT INTO canonry_batches (session, first, last, decided, chain, input, ends, data)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bytea[],
        $7::bytea[], $8::bytea[])
    ON CONFLICT DO NOTHING RETURNING chain";

type Written<T> = std::result::Result<T, Failure>;

/// A whole append as one row of a session that exists.
#[derive(Clone)]
pub struct Row {
    pub session: i64,
    pub first: i64,
    pub last: i64,
    pub decided: i64,
    pub chain: [u8; 32],
    pub input: Option<Vec<u8>>,
    pub ends: Option<Vec<u8>>,
    pub data: Vec<u8>,
    /// How many connections there were when its place was found.
    pub connections: u64,
}

struct Waiting {
    row: Row,
    /// Whether it was written; not, if its place or its input's is taken.
    done: oneshot::Sender<Written<bool>>,
}

#[derive(Default)]
pub struct Together(Mutex<Queue>);

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    writers: usize,
}

impl Together {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Vec<Waiting> {
        let mut queue = self.lock();
        let most = queue.waiting.len().min(MOST);
        queue.waiting.drain(..most).collect()
    }
}

/// One of the writers, for as long as it writes. What gathered meanwhile is written by its successor.
struct Writer(PostgresStore);

impl Drop for Writer {
    fn drop(&mut self) {
        let mut queue = self.0.inner.together.lock();
        if queue.waiting.is_empty() {
            queue.writers -= 1;
            return;
        }
        drop(queue);
        let next = Writer(self.0.clone());
        tokio::spawn(async move {
            let waiting = next.0.inner.together.take();
            next.0.write_waiting(waiting).await;
        });
    }
}

impl PostgresStore {
    /// Writes a row: at once if a writer is free, else together with the others that wait.
    pub async fn write_row(&self, row: Row) -> Written<bool> {
        let answer = {
            let mut queue = self.inner.together.lock();
            if queue.writers < WRITERS {
                queue.writers += 1;
                None
            } else {
                let (done, answer) = oneshot::channel();
                queue.waiting.push_back(Waiting {
                    row: row.clone(),
                    done,
                });
                Some(answer)
            }
        };
        let Some(answer) = answer else {
            let writer = Writer(self.clone());
            let written = writer.0.write_rows(&[&row]).await?;
            return Ok(written.contains(&row.chain));
        };
        let lost = |_| Err(Failure::Lost("the writer was stopped".to_owned()));
        answer.await.unwrap_or_else(lost)
    }

    async fn write_waiting(&self, mut waiting: Vec<Waiting>) {
        // In one order everywhere, so that no two statements wait for each other.
        waiting.sort_by_key(|waiting| (waiting.row.session, waiting.row.first));
        let rows: Vec<&Row> = waiting.iter().map(|waiting| &waiting.row).collect();
        let written = self.write_rows(&rows).await;
        for Waiting { row, done } in waiting {
            let answer = match &written {
                Ok(chains) => Ok(chains.contains(&row.chain)),
                Err(failure) => Err(failure.clone()),
            };
            // Whoever left finds it where it was written.
            let _ = done.send(answer);
        }
    }

    /// The rows that were written, by their chain hashes: of two that want one place, one is.
    async fn write_rows(&self, rows: &[&Row]) -> Written<HashSet<[u8; 32]>> {
        let client = self.client().await?;
        // Whoever looked over other connections looks again: those may have led to another server.
        let connections = self.connections();
        let rows: Vec<&Row> = rows
            .iter()
            .copied()
            .filter(|row| row.connections == connections)
            .collect();
        if rows.is_empty() {
            return Ok(HashSet::new());
        }
        if let [row] = rows[..] {
            let statement = client.prepare_cached(ONE).await?;
            let chain = row.chain.as_slice();
            client
                .execute(
                    &statement,
                    &[
                        &row.session,
                        &row.first,
                        &row.last,
                        &row.decided,
                        &chain,
                        &row.input,
                        &row.ends,
                        &row.data,
                    ],
                )
                .await?;
            return Ok(HashSet::from([row.chain]));
        }
        let numbers = |of: fn(&Row) -> i64| rows.iter().map(|row| of(row)).collect::<Vec<i64>>();
        let bytes = |of: for<'r> fn(&'r Row) -> Option<&'r [u8]>| {
            rows.iter().map(|row| of(row)).collect::<Vec<_>>()
        };
        let written = query(
            &client,
            MANY,
            &[
                &numbers(|row| row.session),
                &numbers(|row| row.first),
                &numbers(|row| row.last),
                &numbers(|row| row.decided),
                &bytes(|row| Some(&row.chain)),
                &bytes(|row| row.input.as_deref()),
                &bytes(|row| row.ends.as_deref()),
                &bytes(|row| Some(&row.data)),
            ],
        )
        .await?;
        let chain = |row: &tokio_postgres::Row| row.get::<_, &[u8]>(0).try_into().ok();
        Ok(written.iter().filter_map(chain).collect())
    }
}
