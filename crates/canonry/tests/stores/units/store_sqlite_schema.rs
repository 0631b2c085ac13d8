//! How a SQLite file is opened.

use canonry::store::sqlite::schema::*;
use std::fs;

/// A killed process loses nothing that the kernel has, so only a power cut would show it: every
/// connection waits for the disk, and overwrites what it deletes.
#[test]
fn law_j14_every_connection_waits_for_the_disk() {
    let folder = std::env::temp_dir().join(format!("canonry-waits-{}", std::process::id()));
    let path = folder.join("store.db");
    let (writer, path) = open(&path).expect("a new file can be opened");
    let reader = open_reader(&path).expect("it is there");
    for connection in [&writer, &reader] {
        let ask = |pragma| connection.pragma_query_value(None, pragma, |row| row.get(0));
        let (full, overwrite) = (2, 1);
        assert_eq!(ask("synchronous"), Ok(full));
        assert_eq!(ask("secure_delete"), Ok(overwrite));
    }
    let mode = writer.pragma_query_value(None, "journal_mode", |row| row.get::<_, String>(0));
    assert_eq!(mode.as_deref(), Ok("wal"));
    drop((writer, reader));
    let _ = fs::remove_dir_all(folder);
}
