//! After an erasure no byte of what was erased lies in the store's files: looked for, byte by byte,
//! in the database, its log and its index, while the store is still open.

use crate::samples::{Folder, append, digest, input_with, journal, record, start};
use canonry::store::sqlite::SqliteStore;
use canonry::store::{Batch, Expect, NewWork, Store, chain};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Every run of this many bytes of an erased content is looked for.
const WINDOW: usize = 12;

/// What a session holds that must be gone.
#[derive(Default)]
struct Secrets(HashSet<[u8; WINDOW]>);

impl Secrets {
    fn add(&mut self, content: &[u8]) {
        self.0.extend(
            content
                .windows(WINDOW)
                .map(|window| <[u8; WINDOW]>::try_from(window).expect("its length")),
        );
    }

    /// Where a secret still lies.
    fn found_in(&self, path: &Path) -> Option<String> {
        ["", "-wal", "-shm"].into_iter().find_map(|suffix| {
            let bytes = fs::read(format!("{}{suffix}", path.display())).unwrap_or_default();
            let offset = bytes
                .windows(WINDOW)
                .position(|window| self.0.contains(window))?;
            let around = String::from_utf8_lossy(&bytes[offset..(offset + 60).min(bytes.len())])
                .into_owned();
            Some(format!(
                "{suffix:?} at {offset} of {}: {around:?}",
                bytes.len()
            ))
        })
    }
}

/// Text that does not compress and is nowhere else.
fn noise(seed: &str, length: usize) -> Vec<u8> {
    let blocks =
        (0..length.div_ceil(64)).map(|number| digest(&format!("{seed} {number}")).to_string());
    let mut text = blocks.collect::<String>().into_bytes();
    text.truncate(length);
    text
}

/// One turn of a session, with contents in every place that holds some.
async fn turn(store: &SqliteStore, session: usize, round: usize, secrets: &mut Secrets) {
    let id = format!("session {session}");
    let name = format!("canary {session} {round}");
    let input = String::from_utf8(noise(&format!("{name} input"), 80)).expect("hexadecimal");
    let mut batch: Batch = input_with(&name, &input);
    let length = match (session + round) % 14 {
        0 => 100_000,
        1 => 5000,
        2 => 1500,
        _ => 20 + 130 * (round % 5),
    };
    for part in 0..3 {
        batch.records.push(record(
            "Said",
            &name,
            &noise(&format!("{name} {part}"), length),
        ));
    }
    batch
        .records
        .push(record("Said", &name, &noise(&name, 64).repeat(60)));
    batch.sealed = vec![(
        digest(&name),
        noise(&format!("{name} sealed"), 40 + round * 100),
    )];
    let payload = noise(&format!("{name} work"), 30 + 400 * (round % 4));
    batch.work = vec![NewWork {
        id: name.clone(),
        kind: "hook".to_owned(),
        payload,
    }];
    for record in &batch.records {
        secrets.add(&record.body);
        secrets.add(&record.salt);
    }
    secrets.add(&digest(&input).0);
    secrets.add(&batch.sealed[0].1);
    secrets.add(&batch.work[0].payload);
    append(
        store,
        &id,
        Batch {
            expect: Expect::Exists,
            ..batch
        },
    )
    .await;
    let snapshot = noise(
        &format!("{name} snapshot"),
        300 + 2500 * ((session * 3 + round) % 9),
    );
    secrets.add(&snapshot);
    store
        .put_snapshot(&id, round as u64 + 2, snapshot)
        .await
        .unwrap();
    if round % 3 == 1 {
        store.finish_work(&name).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_byte_of_an_erased_session_stays_in_the_files() {
    const SESSIONS: usize = 24;
    let folder = Folder::quick("erasure");
    let path = folder.path().join("store.db");
    let mut store = SqliteStore::open(&path).unwrap();
    let other = SqliteStore::open(&path).unwrap();
    let mut secrets: Vec<Secrets> = (0..SESSIONS).map(|_| Secrets::default()).collect();
    for session in 0..SESSIONS {
        append(&store, &format!("session {session}"), start()).await;
    }
    for round in 0..14 {
        for (session, secrets) in secrets.iter_mut().enumerate() {
            turn(&store, session, round, secrets).await;
        }
        if round == 6 {
            // Some of it lies in the file by now, some only in the log.
            drop(store);
            store = SqliteStore::open(&path).unwrap();
        }
    }
    assert!(
        secrets
            .iter()
            .all(|secrets| secrets.found_in(&path).is_some()),
        "the search finds what is there"
    );

    let mut erased = Vec::new();
    let mut gone = Secrets::default();
    for session in [3, 4, 0, 17, 23, 11] {
        let id = format!("session {session}");
        let before = journal(&other, &id).await.len();
        store
            .erase(&id, record("Erased", "command", b"{}"))
            .await
            .unwrap()
            .unwrap();
        erased.push(session);
        gone.0.extend(secrets[session].0.drain());
        assert_eq!(gone.found_in(&path), None, "after erasing {erased:?}");
        assert_eq!(journal(&other, &id).await.len(), before + 1);
        // Life goes on, and moves pages about.
        let living = (session + 1) % 24;
        if !erased.contains(&living) {
            turn(&store, living, 100 + session, &mut secrets[living]).await;
            store
                .erase("nobody", record("Erased", "command", b"{}"))
                .await
                .unwrap();
        }
    }
    for session in (0..SESSIONS).filter(|session| !erased.contains(session)) {
        assert!(secrets[session].found_in(&path).is_some());
        let records = journal(&other, &format!("session {session}")).await;
        assert!(records.iter().all(|record| record.content.is_some()));
        assert!(records.iter().skip(1).all(|record| {
            let content = record.content.as_ref().expect("asserted above");
            chain::commitment(&content.salt, &content.body) == record.commitment
        }));
    }
    drop((store, other));
    assert_eq!(gone.found_in(&path), None, "after closing");
}
