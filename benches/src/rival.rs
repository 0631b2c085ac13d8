//! The rivals: the least that a program can do to keep the same bytes as safely. They have no engine,
//! check nothing and read nothing back. Each turn is what a real turn of ours was, byte for byte.

pub mod postgres;
pub mod sqlite;

use crate::play::{self, Player, TURNS};
use canonry::store::sqlite::SqliteStore;
use rusqlite::Connection;
use std::path::Path;

/// One turn of ours as it lies in a durable store: the bytes of its segment.
pub type Turn = Vec<u8>;

/// Which rival: one row and one unique index, or what can also be read back in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One row a turn, unique in (session, input).
    Bare,
    /// Unique in (session, first), too: as many index entries as ours.
    Ordered,
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Bare, Kind::Ordered];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Bare => "rival",
            Kind::Ordered => "ordered rival",
        }
    }

    /// What a table of turns has to be unique in.
    fn uniques(self) -> &'static str {
        match self {
            Kind::Bare => "UNIQUE (session, input)",
            Kind::Ordered => "UNIQUE (session, input), UNIQUE (session, first)",
        }
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
    drop((host, store));
    let file = Connection::open(path).expect("the file is a database");
    let mut segments = file
        .prepare("SELECT data FROM segments ORDER BY first")
        .expect("the store's table");
    let segments: Vec<Turn> = segments
        .query_map([], |row| row.get(0))
        .and_then(Iterator::collect)
        .expect("the store's rows");
    assert_eq!(segments.len(), TURNS, "a turn is one segment");
    segments
}
