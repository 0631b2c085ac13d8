//! What a store file may go through: cut, flipped, killed, shared, not ours. What was acknowledged is
//! there, or the store says what is wrong; it is never silently shorter.

use crate::samples::{
    Folder, append, batch, decision, digest, input, journal, record, start, turn, work,
};
use canonry::store::sqlite::SqliteStore;
use canonry::store::{Appended, Expect, Head, Record, Seq, Store, StoreError};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

type Truth = BTreeMap<String, (Head, Vec<Record>)>;

/// A small generator, so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.roll(256) as u8).collect()
    }
}

/// Four sessions with bodies of several kinds: plain, compressed, on overflow pages.
async fn fill(store: &SqliteStore, dice: &mut Dice) {
    for id in ["alpha", "beta", "gamma", "delta"] {
        append(store, id, start()).await;
    }
    store
        .put_project(digest("project"), dice.bytes(3000))
        .await
        .unwrap();
    grow(store, dice, 0).await;
}

async fn grow(store: &SqliteStore, dice: &mut Dice, round: usize) {
    for (number, id) in ["alpha", "beta", "gamma"].into_iter().enumerate() {
        let name = format!("{round}-{number}");
        let mut first = input(&name);
        first.work = vec![work(&name)];
        first.sealed = vec![(digest(&name), dice.bytes(50))];
        append(store, id, first).await;
        let decided = store.head(id).await.unwrap().unwrap().decided;
        append(store, id, decision(Expect::Decided(decided), &name)).await;
        let bodies = [
            dice.bytes(40),
            dice.bytes(3000),
            b"again ".repeat(500),
            dice.bytes(number * 9000),
        ];
        let records = bodies
            .iter()
            .map(|body| record("FactFixed", &name, body))
            .collect();
        append(store, id, batch(Expect::Exists, records)).await;
        store.put_snapshot(id, 3, dice.bytes(2000)).await.unwrap();
    }
}

async fn truth(store: &SqliteStore) -> Truth {
    let mut truth = Truth::new();
    for head in store.sessions(None, None, 100).await.unwrap() {
        let records = journal(store, &head.session).await;
        truth.insert(head.session.clone(), (head, records));
    }
    truth
}

#[derive(Clone, Copy, PartialEq)]
enum Allowed {
    /// Every record, or an error.
    All,
    /// Records that reached only the log may be gone with it, from the end.
    Prefix,
}

/// Reads everything; panics if anything is altered, or missing without a word. True: an error told.
async fn examine(path: &Path, truth: &Truth, allowed: Allowed, what: &str) -> bool {
    let store = match SqliteStore::open(path) {
        Ok(store) => store,
        Err(error) => return told(&error, what),
    };
    let mut damaged = false;
    match store.sessions(None, None, 100).await {
        Err(error) => damaged |= told(&error, what),
        Ok(heads) => {
            heads
                .iter()
                .for_each(|head| assert!(truth.contains_key(&head.session), "{what}: {head:?}"));
            let whole = heads.len() == truth.len() || allowed == Allowed::Prefix;
            assert!(whole, "{what}: a list lacks sessions: {heads:?}");
        }
    }
    match store.survey().await {
        Err(error) => damaged |= told(&error, what),
        Ok(survey) => {
            for id in truth.keys().filter(|_| allowed == Allowed::All) {
                assert!(survey.sessions.contains(id), "{what}: {id} is not surveyed");
            }
        }
    }
    for (id, (true_head, expected)) in truth {
        let head = match store.head(id).await {
            Ok(None) => {
                assert!(allowed == Allowed::Prefix, "{what}: {id} is not found");
                0
            }
            Ok(Some(head)) => {
                assert!(
                    head == *true_head || head.seq < true_head.seq,
                    "{what}: {head:?} is not {true_head:?}"
                );
                head.seq
            }
            Err(error) => {
                damaged |= told(&error, what);
                continue;
            }
        };
        // An input that was recorded is known, or the damage is told: it must not count a second time.
        let inputs = expected
            .iter()
            .filter(|one| one.header.kind == "InputRecorded");
        for one in inputs.filter(|one| one.seq <= head || allowed == Allowed::All) {
            match store.known(id, &one.header.cause, None).await {
                Ok(Some(_)) => {}
                Ok(None) => panic!("{what}: {id} forgot its input {}", one.header.cause),
                Err(error) => damaged |= told(&error, what),
            }
            let again = input(&one.header.cause);
            match store.append(id, again).await {
                Ok(Appended::Known(_)) => {}
                Ok(other) => panic!("{what}: {id}, {} again: {other:?}", one.header.cause),
                Err(error) => damaged |= told(&error, what),
            }
        }
        if head > 0 || allowed == Allowed::All {
            match store.append(id, start()).await {
                Ok(Appended::AlreadyExists | Appended::Known(_)) => {}
                Ok(other) => panic!("{what}: {id} started again: {other:?}"),
                Err(error) => damaged |= told(&error, what),
            }
        }
        match store.read(id, 0, usize::MAX).await {
            Err(error) => {
                damaged |= told(&error, what);
                if let StoreError::Corrupt { seq, .. } = error {
                    assert!(seq <= expected.len() as Seq + 1, "{what}: entry {seq}");
                }
            }
            Ok(records) => {
                assert_eq!(
                    records.len() as Seq,
                    head,
                    "{what}: {id} is shorter than its head"
                );
                assert!(expected.starts_with(&records), "{what}: {id} is altered");
                let whole = records.len() == expected.len();
                assert!(
                    whole || damaged || allowed == Allowed::Prefix,
                    "{what}: {id} has {} entries",
                    records.len()
                );
            }
        }
    }
    damaged
}

fn told(error: &StoreError, what: &str) -> bool {
    assert!(error.to_string().len() > 10, "{what}: {error:?}");
    if let StoreError::Refused { hint, .. } = error {
        assert!(!hint.is_empty(), "{what}: {error:?}");
    }
    true
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

/// A store file and its log, as they lie on the disk.
struct Files {
    main: Vec<u8>,
    log: Vec<u8>,
}

impl Files {
    fn copy(path: &Path) -> Files {
        let log = fs::read(with_suffix(path, "-wal")).unwrap_or_default();
        Files {
            main: fs::read(path).expect("the store file is there"),
            log,
        }
    }

    fn place(main: &[u8], log: &[u8], path: &Path) {
        let _ = fs::remove_file(with_suffix(path, "-shm"));
        fs::write(path, main).expect("the folder is writable");
        fs::write(with_suffix(path, "-wal"), log).expect("the folder is writable");
    }
}

/// Where to hit: mostly where something is written, sometimes anywhere.
fn offsets(bytes: &[u8], count: usize, dice: &mut Dice) -> Vec<usize> {
    let written: Vec<usize> = (0..bytes.len())
        .filter(|offset| bytes[*offset] != 0)
        .collect();
    let head = 0..bytes.len().min(100);
    let sampled = (0..count).map(|number| match number % 5 {
        0 => dice.roll(bytes.len()),
        _ => written[dice.roll(written.len())],
    });
    head.chain(sampled).collect()
}

fn flipped(bytes: &[u8], offset: usize, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[offset] ^= match dice.roll(3) {
        0 => 0xff,
        _ => 1 << dice.roll(8),
    };
    bytes
}

fn cuts(length: usize, count: usize, dice: &mut Dice) -> Vec<usize> {
    let pages = (0..length).step_by(4096);
    pages.chain((0..count).map(|_| dice.roll(length))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn law_j14_a_damaged_file_is_a_prefix_or_refused() {
    let flips: usize = std::env::var("CANONRY_FLIPS")
        .ok()
        .and_then(|flips| flips.parse().ok())
        .unwrap_or(1500);
    let folder = Folder::quick("damage");
    let path = folder.path().join("store.db");
    let mut dice = Dice(20_261_115);

    let store = SqliteStore::open(&path).unwrap();
    fill(&store, &mut dice).await;
    let before = truth(&store).await;
    drop(store);
    let closed = Files::copy(&path);
    assert!(
        closed.log.is_empty(),
        "the last one to close takes the log with it"
    );

    let store = SqliteStore::open(&path).unwrap();
    grow(&store, &mut dice, 1).await;
    let after = truth(&store).await;
    let live = Files::copy(&path);
    drop(store);
    assert!(
        live.log.len() > 50_000,
        "the log holds what was not yet moved"
    );

    let hit = folder.path().join("hit.db");
    let mut told = 0;
    Files::place(&live.main, &live.log, &hit);
    assert!(!examine(&hit, &after, Allowed::All, "a whole copy").await);
    for offset in offsets(&closed.main, flips, &mut dice) {
        Files::place(&flipped(&closed.main, offset, &mut dice), &[], &hit);
        told += usize::from(
            examine(
                &hit,
                &before,
                Allowed::All,
                &format!("closed, byte {offset}"),
            )
            .await,
        );
    }
    for offset in offsets(&live.main, flips / 4, &mut dice) {
        Files::place(&flipped(&live.main, offset, &mut dice), &live.log, &hit);
        told +=
            usize::from(examine(&hit, &after, Allowed::All, &format!("live, byte {offset}")).await);
    }
    for offset in offsets(&live.log, flips / 4, &mut dice) {
        Files::place(&live.main, &flipped(&live.log, offset, &mut dice), &hit);
        told += usize::from(
            examine(
                &hit,
                &after,
                Allowed::Prefix,
                &format!("log, byte {offset}"),
            )
            .await,
        );
    }
    for length in cuts(closed.main.len(), flips / 10, &mut dice) {
        Files::place(&closed.main[..length], &[], &hit);
        assert!(
            examine(
                &hit,
                &before,
                Allowed::All,
                &format!("closed, cut at {length}")
            )
            .await,
            "cut at {length}"
        );
    }
    for length in cuts(live.main.len(), flips / 10, &mut dice) {
        Files::place(&live.main[..length], &live.log, &hit);
        told += usize::from(
            examine(
                &hit,
                &after,
                Allowed::All,
                &format!("live, cut at {length}"),
            )
            .await,
        );
    }
    for length in cuts(live.log.len(), flips / 10, &mut dice) {
        Files::place(&live.main, &live.log[..length], &hit);
        let damaged = examine(
            &hit,
            &after,
            Allowed::Prefix,
            &format!("log, cut at {length}"),
        )
        .await;
        assert!(
            !damaged,
            "a log that ends early is only shorter: cut at {length}"
        );
    }
    assert!(
        told > flips / 10,
        "only {told} hits were noticed: the test hits nothing"
    );
}

#[tokio::test]
async fn law_s6_a_store_that_cannot_write_refuses_to_start() {
    let folder = Folder::new("refused");
    let within = |name: &str| folder.path().join(name);
    let make = |name: &str, pragma: &str| {
        let connection = rusqlite::Connection::open(within(name)).unwrap();
        connection
            .execute_batch(&format!("CREATE TABLE IF NOT EXISTS notes (a); {pragma}"))
            .unwrap();
    };
    fs::write(
        within("text"),
        b"not a database, but long enough to look like a file of some kind".repeat(20),
    )
    .unwrap();
    fs::write(within("empty"), b"").unwrap();
    fs::write(within("lost.db-wal"), b"a log without its file").unwrap();
    fs::create_dir(within("folder")).unwrap();
    make("other.db", "");
    drop(SqliteStore::open(within("newer.db")).unwrap());
    make("newer.db", "PRAGMA user_version = 4");
    drop(SqliteStore::open(within("older.db")).unwrap());
    make("older.db", "PRAGMA user_version = 0");
    drop(SqliteStore::open(within("tables.db")).unwrap());
    make("tables.db", "DROP TABLE meta");

    let cases = [
        ("text/store.db", "cannot be used for the store"),
        ("/proc/canonry/store.db", "cannot be used for the store"),
        ("folder", "is a folder"),
        ("text", "not a database"),
        ("empty", "is empty"),
        ("lost.db", "write-ahead log"),
        ("other.db", "not a Canonry store"),
        ("newer.db", "store format 4"),
        ("older.db", "store format 0"),
        ("tables.db", "no such table"),
    ];
    for (name, expected) in cases {
        match SqliteStore::open(within(name)).err() {
            Some(StoreError::Refused { message, hint }) => {
                assert!(message.contains(expected), "{name}: {message}");
                assert!(!hint.is_empty());
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert_eq!(
        fs::read(within("empty")).unwrap(),
        b"",
        "what is refused is not touched"
    );
    assert!(!within("lost.db").exists());
}

/// What a child process does: appends until it is killed, and says which entries were acknowledged.
#[tokio::test]
#[ignore = "run by the tests below, as a process of its own"]
async fn child_appends() {
    let (Ok(path), Ok(name)) = (
        std::env::var("CANONRY_STORE"),
        std::env::var("CANONRY_CHILD"),
    ) else {
        return;
    };
    let most: usize = std::env::var("CANONRY_APPENDS").unwrap().parse().unwrap();
    let store = SqliteStore::open(path).unwrap();
    let mut expected = store.head("s").await.unwrap().unwrap().seq;
    let mut number = 0;
    while number < most {
        let one = turn(Expect::Seq(expected), &format!("{name}-{number}"));
        match store.append("s", one).await.unwrap() {
            Appended::At { last, .. } => {
                writeln!(std::io::stdout(), "acknowledged {number} {last}").unwrap();
                expected = last;
                number += 1;
            }
            Appended::Conflict { seq, .. } => expected = seq,
            other => panic!("{other:?}"),
        }
    }
}

fn child(path: &Path, name: &str, appends: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "damage::child_appends",
            "--ignored",
            "--nocapture",
        ])
        .env("CANONRY_STORE", path)
        .env("CANONRY_CHILD", name)
        .env("CANONRY_APPENDS", appends.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn acknowledged(line: &str) -> Option<(usize, Seq)> {
    let (number, seq) = line.split_once("acknowledged ")?.1.split_once(' ')?;
    Some((number.parse().ok()?, seq.parse().ok()?))
}

#[tokio::test]
async fn law_j14_what_was_acknowledged_survives_kill_9() {
    let folder = Folder::new("killed");
    let path = folder.path().join("store.db");
    append(&SqliteStore::open(&path).unwrap(), "s", start()).await;
    for round in 0..6_usize {
        let name = format!("round{round}");
        let mut child = child(&path, &name, usize::MAX);
        let mut lines = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok);
        let enough = 5 + 37 * round;
        let mut seen: Vec<(usize, Seq)> = lines
            .by_ref()
            .filter_map(|line| acknowledged(&line))
            .take(enough)
            .collect();
        child.kill().unwrap();
        seen.extend(lines.filter_map(|line| acknowledged(&line)));
        child.wait().unwrap();
        assert!(seen.len() >= enough, "the child wrote {} only", seen.len());
        let records = journal(&SqliteStore::open(&path).unwrap(), "s").await;
        for (number, last) in seen {
            let record = &records[last as usize - 1];
            assert_eq!(
                (record.header.kind.as_str(), &record.header.cause),
                ("TurnEnded", &format!("{name}-{number}"))
            );
        }
    }
}

#[tokio::test]
async fn law_j15_two_processes_write_one_history() {
    const APPENDS: usize = 60;
    let folder = Folder::new("shared");
    let path = folder.path().join("store.db");
    let store = SqliteStore::open(&path).unwrap();
    append(&store, "s", start()).await;
    let children: Vec<Child> = ["one", "two"]
        .map(|name| child(&path, name, APPENDS))
        .into();
    let mut ours = 0;
    while ours < APPENDS {
        let seq = store.head("s").await.unwrap().unwrap().seq;
        let answer = store
            .append("s", turn(Expect::Seq(seq), &format!("three-{ours}")))
            .await
            .unwrap();
        ours += usize::from(matches!(answer, Appended::At { .. }));
    }
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let records = journal(&store, "s").await;
    assert_eq!(records.len(), 1 + 3 * 3 * APPENDS);
    let mut causes: Vec<&str> = records[1..]
        .chunks(3)
        .map(|turn| turn[0].header.cause.as_str())
        .collect();
    assert!(records[1..].chunks(3).all(|turn| {
        turn.iter()
            .all(|record| record.header.cause == turn[0].header.cause)
    }));
    causes.sort_unstable();
    causes.dedup();
    assert_eq!(causes.len(), 3 * APPENDS, "each input once");
}

/// Whoever waits hears of another process's append from the writer, long before it looks by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_of_another_process_wakes_at_once() {
    let folder = Folder::quick("woken");
    let path = folder.path().join("store.db");
    let (writer, waiter) = (
        SqliteStore::open(&path).unwrap(),
        SqliteStore::open(&path).unwrap(),
    );
    append(&writer, "s", start()).await;
    let mut delays = Vec::new();
    for number in 1..=9 {
        let waiter = waiter.clone();
        let most = std::time::Duration::from_secs(30);
        let waiting = tokio::spawn(async move { waiter.changed("s", number, most).await.unwrap() });
        tokio::time::sleep(std::time::Duration::from_millis(60)).await;
        let started = std::time::Instant::now();
        append(&writer, "s", input(&number.to_string())).await;
        waiting.await.unwrap();
        delays.push(started.elapsed().as_millis());
    }
    delays.sort_unstable();
    assert!(
        delays[4] < 300,
        "woken after {delays:?} ms: by looking, not by the writer"
    );
}

/// One session's damage is its own: the others go on.
#[tokio::test]
async fn a_damaged_session_does_not_stop_the_others() {
    let folder = Folder::new("local");
    let path = folder.path().join("store.db");
    let store = SqliteStore::open(&path).unwrap();
    for id in ["good", "bad"] {
        append(&store, id, start()).await;
    }
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute(
            "UPDATE sessions SET head = zeroblob(57) WHERE id = CAST('bad' AS BLOB)",
            [],
        )
        .unwrap();
    let tasks: Vec<_> = (0..20)
        .map(|number| {
            let store = store.clone();
            let id = if number % 2 == 0 { "good" } else { "bad" };
            tokio::spawn(async move { store.append(id, input(&number.to_string())).await })
        })
        .collect();
    for (number, task) in tasks.into_iter().enumerate() {
        let answer = task.await.unwrap();
        if number % 2 == 0 {
            assert!(matches!(answer, Ok(Appended::At { .. })), "{answer:?}");
        } else {
            assert!(
                matches!(&answer, Err(StoreError::Corrupt { session, .. }) if session == "bad"),
                "{answer:?}"
            );
        }
    }
    assert_eq!(journal(&store, "good").await.len(), 11);
}
