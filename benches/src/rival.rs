//! The rivals: the least that a program can do to keep the same bytes as safely. They have no engine,
//! check nothing and read nothing back. Each turn is what a real turn of ours was, byte for byte.

pub mod postgres;
pub mod sqlite;

use crate::play::{self, Player, TURNS};
use canonry::store::sqlite::SqliteStore;
use canonry::store::{Record, Store, chain};
use rusqlite::Connection;
use std::path::Path;

/// One turn of ours as it lies in the store.
pub struct Turn {
    /// For SQLite: the bytes of its segment.
    pub segment: Vec<u8>,
    /// For PostgreSQL: one row each.
    pub rows: Vec<Row>,
}

pub struct Row {
    pub header: Vec<u8>,
    pub commitment: Vec<u8>,
    pub chain: Vec<u8>,
    pub salt: Vec<u8>,
    pub body: Vec<u8>,
}

impl Turn {
    pub fn row_bytes(&self) -> usize {
        self.rows
            .iter()
            .map(|row| {
                row.header.len()
                    + row.commitment.len()
                    + row.chain.len()
                    + row.salt.len()
                    + row.body.len()
            })
            .sum()
    }
}

/// Plays one session and takes its turns from the store.
pub async fn capture(path: &Path) -> Vec<Turn> {
    let store = SqliteStore::open(path).expect("a new store");
    let host = play::host(store.clone(), |_| ());
    let mut player = Player::new(0, &play::hello());
    for _ in 0..TURNS {
        player.turn(&host).await.expect("the play goes through");
    }
    let records = store
        .read(player.session(), 0, usize::MAX)
        .await
        .expect("what was just written");
    drop((host, store));
    let file = Connection::open(path).expect("the file is a database");
    let mut segments = file
        .prepare("SELECT first, data FROM segments ORDER BY first")
        .expect("the store's table");
    let segments: Vec<(u64, Vec<u8>)> = segments
        .query_map([], |row| {
            Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?))
        })
        .and_then(Iterator::collect)
        .expect("the store's rows");
    assert_eq!(segments.len(), TURNS, "a turn is one segment");
    let ends = segments
        .iter()
        .skip(1)
        .map(|(first, _)| *first)
        .chain([u64::MAX]);
    let rows = |from: u64, to: u64| {
        records
            .iter()
            .filter(move |record| (from..to).contains(&record.seq))
            .map(row)
            .collect()
    };
    segments
        .iter()
        .zip(ends)
        .map(|((first, data), end)| Turn {
            segment: data.clone(),
            rows: rows(*first, end),
        })
        .collect()
}

fn row(record: &Record) -> Row {
    let content = record.content.as_ref().expect("nothing was erased");
    Row {
        header: chain::header_bytes(&record.header),
        commitment: record.commitment.0.to_vec(),
        chain: record.chain.0.to_vec(),
        salt: content.salt.to_vec(),
        body: content.body.clone(),
    }
}
