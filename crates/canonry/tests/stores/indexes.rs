//! An index that lost something hides nothing: lists are whole or refused, whose data is erased is decided
//! by the sessions themselves, and a survey names what does not fit together.

use crate::samples::{Folder, append, batch, input, new_session, record, start_as, turn};
use canonry::store::sqlite::SqliteStore;
use canonry::store::{Appended, Expect, Store, StoreError};
use rusqlite::Connection;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const NAMES: [&str; 6] = ["ada-1", "ada-2", "ben-1", "ben-2", "cleo-1", "nobody"];

async fn fill(path: &Path) {
    let store = SqliteStore::open(path).unwrap();
    for (number, name) in NAMES.into_iter().enumerate() {
        let person = name
            .split_once('-')
            .map(|(person, _)| format!("subject-{person}"));
        let project = if number < 4 { "inn" } else { "mill" };
        let new = new_session(project, person.as_deref(), number as i64);
        append(&store, name, start_as(new)).await;
        append(&store, name, turn(Expect::Seq(1), "one")).await;
    }
}

/// The bytes of each index's pages: its name, and where they lie in the file.
fn pages(path: &Path) -> Vec<(String, usize)> {
    let connection = Connection::open(path).unwrap();
    let mut roots = connection
        .prepare("SELECT name, rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'sessions'")
        .unwrap();
    let roots = roots.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)));
    let at = |page: i64| (page as usize - 1) * 8192;
    let roots = roots.unwrap().map(|root| root.unwrap());
    roots.map(|(name, page)| (name, at(page))).collect()
}

/// What is found in a file of which one byte was flipped. Whatever is answered without an error is whole.
async fn examine(path: &Path, what: &str) -> bool {
    let store = match SqliteStore::open(path) {
        Ok(store) => store,
        Err(StoreError::Refused { .. }) => return true,
        Err(other) => panic!("{what}: {other:?}"),
    };
    let mut told = false;
    let survey = store.survey().await.unwrap();
    let surveyed: BTreeSet<&str> = survey.sessions.iter().map(String::as_str).collect();
    for name in NAMES {
        assert!(surveyed.contains(name), "{what}: {name} is not surveyed");
    }
    match store.sessions(None, None, 100).await {
        Ok(heads) => {
            let listed: Vec<&str> = heads.iter().map(|head| &*head.session).collect();
            assert_eq!(listed, NAMES, "{what}");
        }
        Err(_) => told = true,
    }
    for (project, names) in [("inn", &NAMES[..4]), ("mill", &NAMES[4..])] {
        match store.sessions_of_project(project, None, 100).await {
            Ok(page) => {
                let listed: Vec<&str> = page.iter().map(|one| &*one.session).collect();
                assert_eq!(listed, names, "{what}: {project}");
            }
            Err(_) => told = true,
        }
    }
    for (person, names) in [("subject-ada", &NAMES[..2]), ("subject-cleo", &NAMES[4..5])] {
        match store.sessions_of_subject(person).await {
            Ok(listed) => assert_eq!(listed, names, "{what}: {person}"),
            Err(_) => told = true,
        }
    }
    assert!(
        !told || !survey.problems.is_empty(),
        "{what}: something is damaged and the survey has nothing"
    );
    // What no list needs is found by the survey all the same.
    let whole: Result<String, _> =
        Connection::open(path)
            .unwrap()
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0));
    let whole = whole.is_ok_and(|said| said == "ok");
    assert_eq!(whole, survey.problems.is_empty(), "{what}: {survey:?}");
    !survey.problems.is_empty()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn law_j14_a_flipped_bit_in_an_index_hides_nothing() {
    let folder = Folder::quick("indexes");
    let path = folder.path().join("store.db");
    fill(&path).await;
    let whole = fs::read(&path).unwrap();
    let hit = folder.path().join("hit.db");
    let pages = pages(&path);
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    for index in [
        "sessions_by_creation",
        "sessions_by_project",
        "sessions_by_subject",
    ] {
        assert!(names.contains(&index), "{names:?}");
    }
    fs::write(&hit, &whole).unwrap();
    assert!(!examine(&hit, "a whole copy").await);
    for (index, start) in pages {
        let (mut hits, mut told) = (0, 0);
        let written = (start..start + 8192).filter(|at| whole[*at] != 0);
        for (number, at) in written.enumerate() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (number % 8);
            for suffix in ["-wal", "-shm"] {
                let _ = fs::remove_file(format!("{}{suffix}", hit.display()));
            }
            fs::write(&hit, bytes).unwrap();
            hits += 1;
            told += usize::from(examine(&hit, &format!("{index}, byte {}", at - start)).await);
        }
        assert!(told * 10 > hits * 9, "{index}: {told} of {hits} were told");
    }
}

/// What a row says of itself is covered by its check: whose a damaged session is nobody can say.
#[tokio::test]
async fn whose_a_damaged_session_is_nobody_says() {
    let folder = Folder::quick("whose");
    let path = folder.path().join("store.db");
    fill(&path).await;
    let connection = Connection::open(&path).unwrap();
    let changed = connection.execute(
        "UPDATE sessions SET subject = CAST('subject-bdb' AS BLOB) WHERE id = CAST('ada-1' AS BLOB)",
        [],
    );
    assert_eq!(changed, Ok(1));
    let store = SqliteStore::open(&path).unwrap();
    let found = store.sessions_of_subject("subject-ada").await;
    let named = matches!(&found, Err(StoreError::Corrupt { session, .. }) if session == "ada-1");
    assert!(named, "{found:?}");
}

#[tokio::test]
async fn rows_without_their_session_are_told() {
    let folder = Folder::quick("orphans");
    let path = folder.path().join("store.db");
    fill(&path).await;
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.survey().await.unwrap().problems, Vec::<String>::new());
    let connection = Connection::open(&path).unwrap();
    let changed = connection.execute("DELETE FROM sessions WHERE id = CAST('ben-1' AS BLOB)", []);
    assert_eq!(changed, Ok(1));
    let problems = store.survey().await.unwrap().problems;
    for table in ["segments", "places"] {
        let told = |problem: &String| problem.contains(&format!("rows of `{table}` belong to"));
        assert!(problems.iter().any(told), "{table}: {problems:?}");
    }
}

/// A segment that its place does not lead to any more would keep what was to be erased.
#[tokio::test]
async fn an_erasure_that_would_leave_something_is_refused() {
    for damage in [
        "DELETE FROM places WHERE at = x'000000000000000002'",
        "UPDATE places SET place = 1 WHERE at = x'000000000000000002'",
    ] {
        let folder = Folder::quick("left");
        let path = folder.path().join("store.db");
        fill(&path).await;
        Connection::open(&path)
            .unwrap()
            .execute(damage, [])
            .unwrap();
        let store = SqliteStore::open(&path).unwrap();
        let erased = store.erase("ada-1", record("Erased", "erase", b"{}")).await;
        assert!(
            matches!(erased, Err(StoreError::Corrupt { .. })),
            "{damage}: {erased:?}"
        );
    }
}

/// The writer that began a session looks less closely at its places, as long as nobody else wrote to the
/// file. Damage that another process brought meanwhile leads to no input that is lost or counted twice.
#[tokio::test]
async fn law_j2_damage_by_another_process_is_met_by_the_writer_that_began_the_session() {
    let folder = Folder::quick("own");
    let path = folder.path().join("store.db");
    let store = SqliteStore::open(&path).unwrap();
    append(&store, "s", start_as(new_session("inn", None, 0))).await;
    for id in ["a", "b", "c"] {
        append(&store, "s", input(id)).await;
    }
    let other = Connection::open(&path).unwrap();
    let renamed = "UPDATE places SET at = x'016161' WHERE at = x'0162'";
    assert_eq!(other.execute(renamed, []), Ok(1));
    // `b` stands as `aa` now: sent again, it must not be recorded a second time.
    let again = store.append("s", input("b")).await;
    assert!(!matches!(again, Ok(Appended::At { .. })), "{again:?}");
    // Nor is `aa` said to be known, which nobody ever sent.
    let never = store.append("s", input("aa")).await;
    assert!(!matches!(never, Ok(Appended::Known(_))), "{never:?}");
    // What is acknowledged is there.
    if let Ok(Appended::At { last, .. }) = store.append("s", input("z")).await {
        let read = store.read("s", last - 1, 1).await.unwrap();
        assert_eq!(read[0].header.cause, "z");
    }
}

/// The same where the bytes of the file change under the writer, and it reads them again because its cache is
/// full of others: nothing tells it that anybody wrote.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn law_j2_a_flipped_place_is_met_when_its_page_is_read_again() {
    // Of few inputs the writer knows each; of so many the first lie on a page that nobody writes to any more.
    for inputs in [100, 600] {
        flipped_place_is_met(inputs).await;
    }
}

async fn flipped_place_is_met(inputs: usize) {
    let folder = Folder::quick(&format!("again-{inputs}"));
    let path = folder.path().join("store.db");
    let store = SqliteStore::open(&path).unwrap();
    append(&store, "s", start_as(new_session("inn", None, 0))).await;
    for number in 0..inputs {
        append(&store, "s", input(&format!("input-{number:04}"))).await;
    }
    let other = Connection::open(&path).unwrap();
    let moved = other.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get(0));
    assert_eq!(moved, Ok(0_i64));
    drop(other);
    // In `places` and not in the entry itself, whose bytes stand before them.
    let mut bytes = fs::read(&path).unwrap();
    let name = b"\x01input-0005";
    let places: Vec<usize> = (0..bytes.len() - name.len())
        .filter(|at| bytes[*at..].starts_with(name))
        .collect();
    let [at] = places[..] else {
        panic!("{places:?}");
    };
    bytes[at + name.len() - 1] ^= 0x40;
    fs::write(&path, &bytes).unwrap();
    // More than the writer keeps of the file.
    append(&store, "t", start_as(new_session("inn", None, 1))).await;
    let mut noise = 1_u64;
    for number in 0..40 {
        let body: Vec<u8> = (0..1_000_000)
            .map(|_| {
                noise = noise
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (noise >> 56) as u8
            })
            .collect();
        let records = vec![record("FactFixed", &number.to_string(), &body)];
        append(&store, "t", batch(Expect::Exists, records)).await;
    }
    let again = store.append("s", input("input-0005")).await;
    assert!(!matches!(again, Ok(Appended::At { .. })), "{again:?}");
}

/// Ids as clients give them: in order, out of order, one the beginning of another.
const IDS: [&str; 12] = [
    "1", "2", "10", "3", "aa", "a", "z", "b", "ab", "4", "zz", "0",
];

/// How an input that was acknowledged is answered when it comes again: known, or the store is damaged. Never as a
/// new one.
async fn come_again(path: &Path, what: &str) -> bool {
    let store = match SqliteStore::open(path) {
        Ok(store) => store,
        Err(StoreError::Refused { .. }) => return true,
        Err(other) => panic!("{what}: {other:?}"),
    };
    let mut told = false;
    for id in IDS {
        match store.append("s", input(id)).await {
            Ok(Appended::Known(_)) => {}
            Err(_) => told = true,
            other => panic!("{what}: `{id}` came again: {other:?}"),
        }
        match store.known("s", id, None).await {
            Ok(Some(_)) => {}
            Err(_) => told = true,
            Ok(None) => panic!("{what}: `{id}` is forgotten"),
        }
    }
    told
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn law_j8_no_flipped_bit_of_the_index_of_inputs_makes_one_count_twice() {
    let folder = Folder::quick("twice");
    let path = folder.path().join("store.db");
    let store = SqliteStore::open(&path).unwrap();
    append(&store, "s", start_as(new_session("inn", None, 0))).await;
    append(&store, "t", start_as(new_session("inn", None, 1))).await;
    for id in IDS {
        append(&store, "s", input(id)).await;
        append(&store, "t", input(id)).await;
    }
    drop(store);
    let root: i64 = Connection::open(&path)
        .unwrap()
        .query_row(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'places'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    let start = (root as usize - 1) * 8192;
    let whole = fs::read(&path).unwrap();
    assert_eq!(whole[start], 10, "all of it is one page");
    let hit = folder.path().join("hit.db");
    fs::write(&hit, &whole).unwrap();
    assert!(!come_again(&hit, "a whole copy").await);
    let (mut hits, mut told) = (0, 0);
    // Every bit of the page's head and of where its rows stand, and one of every other byte.
    let head =
        start + 8 + 2 * usize::from(u16::from_be_bytes([whole[start + 3], whole[start + 4]]));
    let written = (start..start + 8192).filter(|at| *at < head || whole[*at] != 0);
    for (number, at) in written.enumerate() {
        let bits = if at < head {
            0..8
        } else {
            number % 8..number % 8 + 1
        };
        for bit in bits {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            for suffix in ["-wal", "-shm"] {
                let _ = fs::remove_file(format!("{}{suffix}", hit.display()));
            }
            fs::write(&hit, bytes).unwrap();
            hits += 1;
            let what = format!("byte {}, bit {bit}", at - start);
            told += usize::from(come_again(&hit, &what).await);
        }
    }
    assert!(
        hits > 1_000 && told > hits / 3,
        "{told} of {hits} were told"
    );
}

/// Rows that are gone altogether, wherever they stood.
#[tokio::test]
async fn law_j8_a_row_that_is_lost_makes_no_input_new() {
    for lost in IDS {
        let folder = Folder::quick("lost");
        let path = folder.path().join("store.db");
        let store = SqliteStore::open(&path).unwrap();
        append(&store, "s", start_as(new_session("inn", None, 0))).await;
        for id in IDS {
            append(&store, "s", input(id)).await;
        }
        let connection = Connection::open(&path).unwrap();
        let place = [&[1], lost.as_bytes()].concat();
        let gone = connection.execute("DELETE FROM places WHERE at = ?1", [place]);
        assert_eq!(gone, Ok(1));
        for store in [SqliteStore::open(&path).unwrap(), store] {
            let again = store.append("s", input(lost)).await;
            assert!(again.is_err(), "{lost}: {again:?}");
        }
    }
}
