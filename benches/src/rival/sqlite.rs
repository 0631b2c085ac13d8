//! The rival on SQLite: a thread that inserts whatever waits in one transaction and answers after the
//! commit. Log, syncs, page size and check-points are those of our store.

use super::{Kind, Turn};
use crate::play;
use rusqlite::{Connection, params};
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// As many as our writer takes at once.
const GROUP: usize = 512;

struct Insert {
    session: i64,
    input: String,
    first: i64,
    data: Vec<u8>,
    done: oneshot::Sender<()>,
}

pub struct SqliteRival {
    inserts: Option<mpsc::Sender<Insert>>,
    thread: Option<JoinHandle<()>>,
    turns: Arc<Vec<Turn>>,
}

impl SqliteRival {
    pub fn open(path: &Path, turns: Arc<Vec<Turn>>, kind: Kind) -> SqliteRival {
        let connection = Connection::open(path).expect("a new file");
        let uniques = kind.uniques();
        connection
            .execute_batch(&format!(
                "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;
                 PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384;
                 CREATE TABLE turns (key INTEGER PRIMARY KEY, session INTEGER NOT NULL, input BLOB NOT NULL, first INTEGER NOT NULL,
                    data BLOB NOT NULL, {uniques}) STRICT;"
            ))
            .expect("the tables can be made");
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::spawn(move || write(&connection, &receiver));
        SqliteRival {
            inserts: Some(sender),
            thread: Some(thread),
            turns,
        }
    }

    /// Durable when it returns.
    pub async fn turn(&self, client: usize, number: usize) {
        let (play, turn) = (number / play::TURNS, number % play::TURNS);
        let session = i64::try_from(client * 1_000_000 + play).expect("small numbers");
        let (done, answer) = oneshot::channel();
        let insert = Insert {
            session,
            input: play::input_id(turn),
            first: turn as i64,
            data: self.turns[turn].clone(),
            done,
        };
        self.inserts
            .as_ref()
            .expect("not dropped yet")
            .send(insert)
            .expect("the writer runs");
        answer.await.expect("the writer answers");
    }
}

fn write(connection: &Connection, inserts: &mpsc::Receiver<Insert>) {
    let run = |sql: &str| {
        connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.execute([]))
            .expect("the transaction goes through")
    };
    while let Ok(first) = inserts.recv() {
        let mut group = vec![first];
        while group.len() < GROUP
            && let Ok(next) = inserts.try_recv()
        {
            group.push(next);
        }
        run("BEGIN IMMEDIATE");
        for insert in &group {
            connection
                .prepare_cached(
                    "INSERT INTO turns (session, input, first, data) VALUES (?1, ?2, ?3, ?4)",
                )
                .and_then(|mut statement| {
                    statement.execute(params![
                        insert.session,
                        insert.input.as_bytes(),
                        insert.first,
                        insert.data
                    ])
                })
                .expect("the row is new");
        }
        run("COMMIT");
        for insert in group {
            let _ = insert.done.send(());
        }
    }
}

impl Drop for SqliteRival {
    fn drop(&mut self) {
        self.inserts = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
