//! Erasing: one transaction that takes the session's next place first. From then on every append waits
//! for it and then finds its place taken, so nothing can be written that it does not see.

use super::append::{Prepared, appended, overtaken};
use super::failure::Failure;
use super::look::Place;
use super::rows::{number, seq};
use super::{OVERTAKEN, PostgresStore, query};
use crate::store::{Appended, Batch, Expect, NewRecord, Result, Seq, segment};
use deadpool_postgres::Transaction;

/// Rows that are read and written again at once.
const PAGE: i64 = 256;

type Written<T> = std::result::Result<T, Failure>;

/// Deletes what may be deleted and appends the record that says so.
pub async fn erase(
    store: &PostgresStore,
    session: &str,
    record: NewRecord,
) -> Result<Option<Appended>> {
    let batch = Batch {
        expect: Expect::Exists,
        input: None,
        ends: None,
        records: vec![record],
        work: Vec::new(),
        sealed: Vec::new(),
        create: None,
    };
    for _ in 0..OVERTAKEN {
        match attempt(store, session, &batch).await {
            Err(Failure::Taken(_) | Failure::Again(_)) => {}
            Err(failure) => {
                if matches!(failure, Failure::Lost(_)) {
                    store.distrust_connections();
                }
                return Err(failure.into());
            }
            Ok(answer) => return Ok(answer),
        }
    }
    Err(overtaken())
}

async fn attempt(store: &PostgresStore, session: &str, batch: &Batch) -> Written<Option<Appended>> {
    let mut client = store.client().await?;
    let transaction = client.transaction().await?;
    // The row stays locked: a snapshot waits, and then finds the session erased.
    let mark = "UPDATE canonry_sessions SET erased = true WHERE id = $1";
    query(&transaction, mark, &[&session.as_bytes()]).await?;
    let stands = "SELECT * FROM canonry_heads WHERE id = $1";
    let rows = query(&transaction, stands, &[&session.as_bytes()]).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    let (key, place) = (row.get("key"), Place::read(session, row)?);
    let mut prepared = Prepared::new(session, batch);
    let Some(after) = prepared.insert_rows(&transaction, place).await? else {
        return Ok(None);
    };
    erase_batches(&transaction, session, key, place.seq).await?;
    for statement in [
        "UPDATE canonry_work SET payload = NULL, node = NULL, until = NULL WHERE session = $1",
        "DELETE FROM canonry_sealed WHERE session = $1",
        "DELETE FROM canonry_snapshots WHERE session = $1",
    ] {
        query(&transaction, statement, &[&key]).await?;
    }
    transaction.commit().await?;
    Ok(Some(appended(&place, &after)))
}

/// Writes every row up to entry `last` again, without contents.
async fn erase_batches(
    transaction: &Transaction<'_>,
    session: &str,
    key: i64,
    last: Seq,
) -> Written<()> {
    let page = "SELECT first, data FROM canonry_batches
        WHERE session = $1 AND first > $2 AND first <= $3 ORDER BY first LIMIT $4";
    let put = "UPDATE canonry_batches b SET data = e.data
        FROM unnest($2::bigint[], $3::bytea[]) AS e (first, data) WHERE b.session = $1 AND b.first = e.first";
    let mut done = 0_i64;
    loop {
        let rows = query(transaction, page, &[&key, &done, &number(last), &PAGE]).await?;
        let Some(end) = rows.last() else {
            return Ok(());
        };
        done = end.get("first");
        let firsts: Vec<i64> = rows.iter().map(|row| row.get("first")).collect();
        let erased = rows.iter().zip(&firsts).map(|(row, first)| {
            let first = seq(*first);
            segment::erased(row.get("data"), first, first == 1)
                .map_err(|why| Failure::corrupt(session, first, why))
        });
        let erased: Vec<Vec<u8>> = erased.collect::<Written<_>>()?;
        query(transaction, put, &[&key, &firsts, &erased]).await?;
    }
}
