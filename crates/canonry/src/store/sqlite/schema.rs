//! The file: how it is made, opened, proved writable, and what its errors mean.
//!
//! Erasing must leave no byte behind, and `secure_delete` alone does not see to that: when SQLite
//! splits or merges a page it leaves copies of the rows that moved. So what can be erased lies only
//! in `segments` and `contents`, to which rows are only ever added at the end and in which rows only
//! ever shrink: such rows never move. Snapshots, a cache, are cleared as a whole.

use super::failure::{Failure, RESTORE};
use crate::store::{Result, StoreError};
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// "CNRY": says that a database is ours.
const APPLICATION_ID: i64 = 0x434e_5259;
/// Counts up with every change of the tables below.
const FORMAT_VERSION: i64 = 3;

/// Larger than the default: fewer writes for the same segments.
const PAGE_BYTES: i64 = 8192;
/// What a connection keeps in memory.
const CACHED_PAGES: i64 = 2048;
/// The log is moved into the file when it has this many pages.
const CHECKPOINT_PAGES: i64 = 4000;
const LOG_BYTES: i64 = 64 * 1024 * 1024;

/// How long one statement waits for another process.
pub const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const STATEMENTS: usize = 64;

const TABLES: &str = "
CREATE TABLE meta (one INTEGER PRIMARY KEY CHECK (one = 1), opened INTEGER NOT NULL) STRICT;
INSERT INTO meta (one, opened) VALUES (1, 0);

CREATE TABLE sessions (
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    -- A hash of the id: a second way to the row, so that one damaged index cannot hide it.
    mark BLOB NOT NULL UNIQUE,
    project BLOB NOT NULL,
    project_name BLOB NOT NULL,
    subject BLOB,
    created INTEGER NOT NULL,
    head BLOB NOT NULL
) STRICT;
CREATE INDEX sessions_by_creation ON sessions (created, id);
CREATE INDEX sessions_by_project ON sessions (project_name, created, id);
CREATE INDEX sessions_by_subject ON sessions (subject, id) WHERE subject IS NOT NULL;
CREATE TABLE last_sessions (project_name BLOB PRIMARY KEY, session INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE segments (
    key INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    first INTEGER NOT NULL,
    data BLOB NOT NULL
) STRICT;

-- One index for both ways into a session, so that an append dirties one page of it and not two.
-- at = x'00' + first (8 bytes): the segment `place`. at = x'01' + input id: recorded at entry `place`,
-- its turn ended by the entries first to last. A damaged row lies beside where it belongs, so `sum`
-- is looked at in both neighbours before an input is believed to be new. A lost row is missed by the
-- input behind it, which knows what stood `before`, or by the session's head, which knows the greatest.
CREATE TABLE places (
    session INTEGER NOT NULL,
    at BLOB NOT NULL,
    place INTEGER NOT NULL,
    first INTEGER,
    last INTEGER,
    before INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (session, at)
) STRICT, WITHOUT ROWID;

CREATE TABLE contents (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE sealed (
    session INTEGER NOT NULL,
    commitment BLOB NOT NULL,
    content INTEGER NOT NULL,
    PRIMARY KEY (session, commitment)
) STRICT, WITHOUT ROWID;
CREATE TABLE work (
    key INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    session INTEGER NOT NULL,
    kind BLOB NOT NULL,
    content INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    node BLOB,
    until INTEGER,
    attempt INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX work_to_do ON work (key) WHERE done = 0;
CREATE INDEX work_by_session ON work (session);

CREATE TABLE leases (session BLOB PRIMARY KEY, epoch INTEGER NOT NULL, node BLOB, until INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE snapshots (session INTEGER PRIMARY KEY, seq INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
CREATE TABLE projects (hash BLOB NOT NULL PRIMARY KEY, data BLOB NOT NULL) STRICT;
";

/// The write connection, on a file that was proved to be ours and writable; and the file's path.
pub fn open(path: &Path) -> Result<(Connection, PathBuf)> {
    // Absolute, so that no name is taken for a URI.
    let path = std::path::absolute(path).map_err(|error| cannot_use(path, error))?;
    match fs::metadata(&path) {
        Ok(found) if found.is_dir() => {
            return Err(refused(
                format!("{} is a folder, not a store file", path.display()),
                "name a file",
            ));
        }
        Ok(found) if found.len() == 0 => {
            return Err(refused(
                format!(
                    "{} is empty: it is not a Canonry store, or lost everything it held",
                    path.display()
                ),
                "restore it from a backup, or remove it to start a new store",
            ));
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => create(&path)?,
        Err(error) => return Err(cannot_use(&path, error)),
    }
    let connection = connect(&path)?;
    prove(&connection, &path).map_err(|error| at_open(error, &path))?;
    Ok((connection, path))
}

/// A connection that reads what was committed.
pub fn open_reader(path: &Path) -> Result<Connection> {
    let connection = connect(path)?;
    connection
        .pragma_update(None, "query_only", true)
        .map_err(Failure::from)?;
    Ok(connection)
}

/// A new file appears whole or not at all: a start that is cut short leaves no empty store behind.
fn create(path: &Path) -> Result<()> {
    let log = with_suffix(path, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(refused(
            format!(
                "{} is missing, but its write-ahead log {} is there",
                path.display(),
                log.display()
            ),
            "restore the file from a backup, or remove the log to start a new store",
        ));
    }
    let folder = path.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder).map_err(|error| cannot_use(folder, error))?;
    let mut nonce = [0; 8];
    getrandom::fill(&mut nonce).map_err(|error| cannot_use(path, error))?;
    let new = with_suffix(path, &format!(".{:016x}.new", u64::from_le_bytes(nonce)));
    let made = fill(&new).and_then(|()| match fs::hard_link(&new, path) {
        // Another process was faster: its file is as good.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        // Not every file system has links.
        Err(_) if !path.exists() => fs::rename(&new, path).map_err(|error| cannot_use(path, error)),
        Err(error) => Err(cannot_use(path, error)),
        Ok(()) => Ok(()),
    });
    for suffix in ["", "-wal", "-shm", "-journal"] {
        // What is not there need not be removed, and what stays does no harm.
        let _ = fs::remove_file(with_suffix(&new, suffix));
    }
    made?;
    sync_folder(folder)
}

fn fill(new: &Path) -> Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let filled = Connection::open_with_flags(new, flags).and_then(|connection| {
        connection.pragma_update(None, "page_size", PAGE_BYTES)?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        connection.pragma_update(None, "user_version", FORMAT_VERSION)?;
        connection.execute_batch(&format!("BEGIN IMMEDIATE; {TABLES} COMMIT;"))?;
        // Closing does this too, and keeps to itself that it could not.
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        connection.close().map_err(|(_, error)| error)
    });
    filled.map_err(|error| at_open(error, new))
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> Result<()> {
    fs::File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| cannot_use(folder, error))
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> Result<()> {
    Ok(())
}

fn connect(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = Connection::open_with_flags(path, flags).and_then(|connection| {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "secure_delete", true)?;
        connection.pragma_update(None, "temp_store", "MEMORY")?;
        connection.pragma_update(None, "cell_size_check", true)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "cache_size", CACHED_PAGES)?;
        connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
        connection.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
        Ok(connection)
    });
    opened.map_err(|error| at_open(error, path))
}

/// Ours, of a version that we know, and really writable.
fn prove(connection: &Connection, path: &Path) -> std::result::Result<(), Failure> {
    let application: i64 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if application != APPLICATION_ID {
        return Err(Failure::refused(
            format!("{} is a database, but not a Canonry store", path.display()),
            "name another file for the store",
        ));
    }
    if version != FORMAT_VERSION {
        let hint = if version > FORMAT_VERSION {
            "use the newer Canonry that wrote it"
        } else {
            "export its sessions with the Canonry that wrote it, and import them into a new store"
        };
        return Err(Failure::refused(
            format!(
                "{} has store format {version}; this Canonry knows format {FORMAT_VERSION}",
                path.display()
            ),
            hint,
        ));
    }
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    if mode != "wal" {
        return Err(Failure::refused(
            format!(
                "{} cannot use a write-ahead log here (journal mode {mode})",
                path.display()
            ),
            "put the store on a local disk",
        ));
    }
    let marked = connection.execute("UPDATE meta SET opened = opened + 1 WHERE one = 1", [])?;
    if marked != 1 {
        return Err(Failure::refused(
            format!("{} is damaged", path.display()),
            RESTORE,
        ));
    }
    // What an erasure that was cut short has left in the log goes now.
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn at_open(error: impl Into<Failure>, path: &Path) -> StoreError {
    match error.into() {
        // What was found out about the file names it already.
        Failure::Refused { message, hint } if message.starts_with(&*path.to_string_lossy()) => {
            StoreError::Refused { message, hint }
        }
        Failure::Refused { message, hint } => StoreError::Refused {
            message: format!("{} cannot be opened: {message}", path.display()),
            hint,
        },
        Failure::Damaged(message) => StoreError::Refused {
            message: format!(
                "{} cannot be read as a Canonry store: {message}",
                path.display()
            ),
            hint: RESTORE.to_owned(),
        },
        Failure::Unavailable(message) => {
            StoreError::Unavailable(format!("{} cannot be opened: {message}", path.display()))
        }
        corrupt @ Failure::Corrupt { .. } => corrupt.into(),
    }
}

fn refused(message: String, hint: &str) -> StoreError {
    StoreError::Refused {
        message,
        hint: hint.to_owned(),
    }
}

fn cannot_use(path: &Path, error: impl std::fmt::Display) -> StoreError {
    refused(
        format!("{} cannot be used for the store: {error}", path.display()),
        "check the path and its permissions",
    )
}
