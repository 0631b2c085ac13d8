//! Small makers of records, batches and places, so that a case says only what it is about.

use canonry::store::{
    Appended, Batch, Expect, Header, NewInput, NewRecord, NewSession, NewWork, Record, Seq, Store,
    chain,
};
use logic::value::{Digest, Instant};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

pub fn at(millis: i64) -> Instant {
    Instant::from_millis(1_700_000_000_000 + millis).expect("a time of our days")
}

pub fn digest(text: &str) -> Digest {
    chain::sha256(text.as_bytes())
}

pub fn record(kind: &str, cause: &str, body: &[u8]) -> NewRecord {
    let mut salt = [0; 16];
    salt.copy_from_slice(&chain::sha256(body).0[..16]);
    let cell = (kind == "FactFixed").then(|| "aldric.age".to_owned());
    let header = Header {
        at: at(1),
        kind: kind.to_owned(),
        version: 1,
        cause: cause.to_owned(),
        cell,
    };
    NewRecord {
        header,
        salt,
        body: body.to_vec(),
    }
}

pub fn new_session(project: &str, subject: Option<&str>, millis: i64) -> NewSession {
    NewSession {
        project: digest(project),
        project_name: project.to_owned(),
        subject: subject.map(str::to_owned),
        at: at(millis),
    }
}

pub fn batch(expect: Expect, records: Vec<NewRecord>) -> Batch {
    Batch {
        expect,
        input: None,
        ends: None,
        records,
        work: Vec::new(),
        sealed: Vec::new(),
        create: None,
    }
}

pub fn start() -> Batch {
    start_as(new_session("inn", None, 0))
}

pub fn start_as(new: NewSession) -> Batch {
    Batch {
        create: Some(new),
        ..batch(
            Expect::Empty,
            vec![record("SessionStarted", "start", b"{}")],
        )
    }
}

/// A bare input.
pub fn input(id: &str) -> Batch {
    input_with(id, id)
}

pub fn input_with(id: &str, content: &str) -> Batch {
    Batch {
        input: Some(NewInput {
            id: id.to_owned(),
            digest: digest(content),
            index: 0,
        }),
        ..batch(
            Expect::Exists,
            vec![record("InputRecorded", id, content.as_bytes())],
        )
    }
}

/// The decision that ends an input's turn.
pub fn decision(expect: Expect, id: &str) -> Batch {
    let records = vec![
        record("Said", id, b"said"),
        record("TurnEnded", id, b"ended"),
    ];
    Batch {
        ends: Some(id.to_owned()),
        ..batch(expect, records)
    }
}

/// Input and decision in one batch.
pub fn turn(expect: Expect, id: &str) -> Batch {
    let mut turn = Batch {
        ends: Some(id.to_owned()),
        expect,
        ..input(id)
    };
    turn.records.extend(decision(expect, id).records);
    turn
}

pub fn work(id: &str) -> NewWork {
    NewWork {
        id: id.to_owned(),
        kind: "hook".to_owned(),
        payload: format!("payload of {id}").into_bytes(),
    }
}

/// Appends what must be appended.
pub async fn append(store: &impl Store, session: &str, batch: Batch) -> (Seq, Seq) {
    match store
        .append(session, batch)
        .await
        .expect("the store answers")
    {
        Appended::At { first, last, .. } => (first, last),
        other => panic!("not appended: {other:?}"),
    }
}

/// Every record, verified from genesis and against the head.
pub async fn journal(store: &impl Store, session: &str) -> Vec<Record> {
    let head = store
        .head(session)
        .await
        .expect("the store answers")
        .expect("the session exists");
    let records = store
        .read(session, 0, usize::MAX)
        .await
        .expect("the store answers");
    let mut previous = chain::genesis(session);
    for (record, expected) in records.iter().zip(1..) {
        chain::verify(record, expected, previous)
            .unwrap_or_else(|why| panic!("entry {expected}: {why}"));
        previous = record.chain;
    }
    assert_eq!(
        (records.len() as Seq, previous),
        (head.seq, head.chain),
        "the head is the last record"
    );
    records
}

/// A folder of its own that goes with its owner.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        Folder::within(&std::env::temp_dir(), name)
    }

    /// In memory where there is some: for tests that make files by the thousand.
    pub fn quick(name: &str) -> Folder {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() {
            Folder::within(memory, name)
        } else {
            Folder::new(name)
        }
    }

    fn within(parent: &Path, name: &str) -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("canonry-{name}-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder is writable");
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
