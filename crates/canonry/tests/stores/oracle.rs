//! Random histories on all stores at once: whatever the memory store answers, the others answer too.

use crate::cluster::Cluster;
use crate::samples::{Folder, at, digest, record};
use canonry::store::memory::MemoryStore;
use canonry::store::postgres::PostgresStore;
use canonry::store::sqlite::SqliteStore;
use canonry::store::{Batch, Expect, NewInput, NewRecord, NewSession, NewWork, Store};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::time::Duration;
use tokio::runtime::Runtime;

/// Few names, so that they meet; one of each odd kind.
const SESSIONS: [&str; 4] = ["a", "b", "", "z\u{0}🦉"];
const INPUTS: [&str; 4] = ["1", "2", "\u{0}", "three"];
const PROJECTS: [&str; 2] = ["inn", "desk"];
const SUBJECTS: [&str; 2] = ["ana", "ben"];
const NODES: [&str; 2] = ["node one", "node two"];

#[derive(Clone, Debug)]
enum Operation {
    Append {
        session: &'static str,
        batch: Box<Batch>,
    },
    Known {
        session: &'static str,
        input: &'static str,
        content: Option<u8>,
    },
    Read {
        session: &'static str,
        after: u64,
        limit: usize,
    },
    Sessions {
        project: Option<&'static str>,
        after: Option<&'static str>,
        limit: usize,
    },
    LastSession(&'static str),
    Changed {
        session: &'static str,
        after: u64,
    },
    Lease {
        session: &'static str,
        node: &'static str,
        now: i64,
        until: i64,
    },
    Release {
        session: &'static str,
        node: &'static str,
    },
    PutSnapshot {
        session: &'static str,
        seq: u64,
        size: usize,
    },
    Snapshot(&'static str),
    DropSnapshots,
    Project {
        name: &'static str,
        put: bool,
    },
    Sealed {
        session: &'static str,
        content: u8,
    },
    TakeWork {
        node: &'static str,
        now: i64,
        until: i64,
        limit: usize,
    },
    FinishWork(u8),
    PutWorkBack(u8, i64),
    WaitingWork(Option<u8>, usize),
    Erase(&'static str),
    OfSubject(&'static str),
}

fn one_of(names: &'static [&'static str]) -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(names)
}

fn records() -> impl Strategy<Value = Vec<NewRecord>> {
    let kind = prop::sample::select(&["InputRecorded", "Said", "FactFixed", "TurnEnded"][..]);
    let body = prop_oneof![4 => vec(any::<u8>(), 0..60), 1 => (0..9000_usize).prop_map(|size| vec![b'z'; size])];
    vec(
        (kind, one_of(&INPUTS), body).prop_map(|(kind, cause, body)| record(kind, cause, &body)),
        1..5,
    )
}

/// Expectations that hold about as often as not: sequence numbers stay small.
fn batches() -> impl Strategy<Value = Batch> {
    let expect = prop_oneof![
        4 => Just(Expect::Empty),
        6 => Just(Expect::Exists),
        3 => (0..20_u64).prop_map(Expect::Seq),
        3 => (0..20_u64).prop_map(Expect::Decided),
    ];
    let input = option::of((one_of(&INPUTS), any::<bool>(), any::<prop::sample::Index>()));
    let work = vec((any::<u8>(), vec(any::<u8>(), 0..9)), 0..3);
    let sealed = vec((0..6_u8, vec(any::<u8>(), 0..9)), 0..3);
    let create = (one_of(&PROJECTS), option::of(one_of(&SUBJECTS)), 0..5_i64);
    (
        expect,
        records(),
        input,
        option::weighted(0.4, one_of(&INPUTS)),
        work,
        sealed,
        create,
    )
        .prop_map(
            |(expect, records, input, ends, work, sealed, (project, subject, millis))| Batch {
                expect,
                input: input.map(|(id, same, index)| NewInput {
                    id: id.to_owned(),
                    digest: digest(if same { "content" } else { "other" }),
                    index: index.index(records.len()),
                }),
                ends: ends.map(str::to_owned),
                records,
                work: work
                    .into_iter()
                    .map(|(id, payload)| NewWork {
                        id: format!("work {}", id % 16),
                        kind: "hook".to_owned(),
                        payload,
                    })
                    .collect(),
                sealed: sealed
                    .into_iter()
                    .map(|(content, value)| (digest(&content.to_string()), value))
                    .collect(),
                create: (expect == Expect::Empty).then(|| NewSession {
                    project: digest(project),
                    project_name: project.to_owned(),
                    subject: subject.map(str::to_owned),
                    at: at(millis),
                }),
            },
        )
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let (session, node) = (one_of(&SESSIONS), one_of(&NODES));
    let times = || (0..30_i64, 0..30_i64);
    let operation = prop_oneof![
        24 => (session.clone(), batches()).prop_map(|(session, batch)| Operation::Append { session, batch: Box::new(batch) }),
        3 => (session.clone(), one_of(&INPUTS), option::of(0..2_u8))
            .prop_map(|(session, input, content)| Operation::Known { session, input, content }),
        4 => (session.clone(), 0..20_u64, 0..9_usize)
            .prop_map(|(session, after, limit)| Operation::Read { session, after, limit }),
        2 => (option::of(one_of(&PROJECTS)), option::of(session.clone()), 0..5_usize)
            .prop_map(|(project, after, limit)| Operation::Sessions { project, after, limit }),
        1 => one_of(&PROJECTS).prop_map(Operation::LastSession),
        1 => (session.clone(), 0..20_u64).prop_map(|(session, after)| Operation::Changed { session, after }),
        3 => (session.clone(), node.clone(), times())
            .prop_map(|(session, node, (now, until))| Operation::Lease { session, node, now, until }),
        1 => (session.clone(), node.clone()).prop_map(|(session, node)| Operation::Release { session, node }),
        2 => (session.clone(), 0..20_u64, 0..9000_usize)
            .prop_map(|(session, seq, size)| Operation::PutSnapshot { session, seq, size }),
        2 => session.clone().prop_map(Operation::Snapshot),
        1 => Just(Operation::DropSnapshots),
        1 => (one_of(&PROJECTS), any::<bool>()).prop_map(|(name, put)| Operation::Project { name, put }),
        2 => (session.clone(), 0..6_u8).prop_map(|(session, content)| Operation::Sealed { session, content }),
        3 => (node, times(), 0..4_usize)
            .prop_map(|(node, (now, until), limit)| Operation::TakeWork { node, now, until, limit }),
        2 => any::<u8>().prop_map(Operation::FinishWork),
        1 => (any::<u8>(), times()).prop_map(|(id, (_, until))| Operation::PutWorkBack(id, until)),
        1 => (prop::option::of(any::<u8>()), 0..4_usize)
            .prop_map(|(after, limit)| Operation::WaitingWork(after, limit)),
        1 => session.prop_map(Operation::Erase),
        1 => one_of(&SUBJECTS).prop_map(Operation::OfSubject),
    ];
    vec(operation, 1..60)
}

/// The answer, and everything that the operation may have changed, as text.
async fn perform(store: &impl Store, operation: Operation) -> String {
    match operation {
        Operation::Append { session, batch } => {
            let answer = store.append(session, *batch).await;
            format!("{answer:?} {:?}", store.head(session).await)
        }
        Operation::Known {
            session,
            input,
            content,
        } => {
            let asked = content.map(|same| digest(if same == 0 { "content" } else { "other" }));
            format!("{:?}", store.known(session, input, asked).await)
        }
        Operation::Read {
            session,
            after,
            limit,
        } => format!("{:?}", store.read(session, after, limit).await),
        Operation::Sessions {
            project,
            after,
            limit,
        } => format!("{:?}", store.sessions(project, after, limit).await),
        Operation::LastSession(project) => format!("{:?}", store.last_session(project).await),
        Operation::Changed { session, after } => {
            format!("{:?}", store.changed(session, after, Duration::ZERO).await)
        }
        Operation::Lease {
            session,
            node,
            now,
            until,
        } => {
            format!("{:?}", store.lease(session, node, at(now), at(until)).await)
        }
        Operation::Release { session, node } => format!("{:?}", store.release(session, node).await),
        Operation::PutSnapshot { session, seq, size } => {
            format!(
                "{:?}",
                store
                    .put_snapshot(session, seq, vec![seq as u8; size])
                    .await
            )
        }
        Operation::Snapshot(session) => format!("{:?}", store.snapshot(session).await),
        Operation::DropSnapshots => format!("{:?}", store.drop_snapshots().await),
        Operation::Project { name, put: true } => {
            format!("{:?}", store.put_project(digest(name), name.into()).await)
        }
        Operation::Project { name, put: false } => {
            format!("{:?}", store.project(digest(name)).await)
        }
        Operation::Sealed { session, content } => {
            format!(
                "{:?}",
                store.sealed(session, digest(&content.to_string())).await
            )
        }
        Operation::TakeWork {
            node,
            now,
            until,
            limit,
        } => {
            format!(
                "{:?}",
                store.take_work(None, node, at(now), at(until), limit).await
            )
        }
        Operation::FinishWork(id) => format!(
            "{:?}",
            store.finish_work(&format!("work {}", id % 16)).await
        ),
        Operation::PutWorkBack(id, until) => {
            let id = format!("work {}", id % 16);
            format!("{:?}", store.put_work_back(&id, at(until)).await)
        }
        Operation::WaitingWork(after, limit) => {
            let after = after.map(|id| format!("work {}", id % 16));
            format!("{:?}", store.waiting_work(after.as_deref(), limit).await)
        }
        Operation::Erase(session) => {
            let answer = store
                .erase(session, record("Erased", "command", b"{}"))
                .await;
            // A snapshot is a cache, and an erasure may take all of them: none is expected of any store.
            store.drop_snapshots().await.expect("the store answers");
            format!("{answer:?} {:?}", store.head(session).await)
        }
        Operation::OfSubject(subject) => format!("{:?}", store.sessions_of_subject(subject).await),
    }
}

async fn everything(store: &impl Store) -> String {
    let mut all = format!("{:?}", store.sessions(None, None, 100).await);
    all += &format!("{:?}", store.waiting_work(None, 100).await);
    for project in PROJECTS {
        let listed = store.sessions_of_project(project, None, 100).await;
        all += &format!("{listed:?}");
    }
    for session in SESSIONS {
        all += &format!(
            "{:?}{:?}",
            store.read(session, 0, 1000).await,
            store.snapshot(session).await
        );
        for input in INPUTS {
            all += &format!("{:?}", store.known(session, input, None).await);
        }
    }
    all
}

async fn compare(store: &impl Store, operations: Vec<Operation>) -> Result<(), TestCaseError> {
    let oracle = MemoryStore::new();
    for (number, operation) in operations.into_iter().enumerate() {
        let expected = perform(&oracle, operation.clone()).await;
        let answer = perform(store, operation.clone()).await;
        prop_assert_eq!(answer, expected, "operation {}: {:?}", number, operation);
    }
    prop_assert_eq!(everything(store).await, everything(&oracle).await);
    Ok(())
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        max_shrink_iters: 400,
        ..ProptestConfig::default()
    }
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("threads can be started")
}

#[test]
fn law_s8_sqlite_answers_as_memory_does() {
    let folder = Folder::quick("oracle");
    let runtime = runtime();
    let made = std::cell::Cell::new(0);
    let mut runner = TestRunner::new(config(400));
    let outcome = runner.run(&operations(), |operations| {
        made.set(made.get() + 1);
        let path = folder.path().join(format!("{}.db", made.get()));
        let store = SqliteStore::open(&path).expect("a new file can be opened");
        let half = operations.len() / 2;
        let result = runtime.block_on(compare(&store, operations[..half].to_vec()));
        result?;
        drop(store);
        // Again on a new file, closed and opened in the middle.
        let path = folder.path().join(format!("{}b.db", made.get()));
        runtime.block_on(async {
            let oracle = MemoryStore::new();
            for part in [&operations[..half], &operations[half..]] {
                let store = SqliteStore::open(&path).expect("it can be opened again");
                for operation in part {
                    let expected = perform(&oracle, operation.clone()).await;
                    prop_assert_eq!(
                        perform(&store, operation.clone()).await,
                        expected,
                        "{:?}",
                        operation
                    );
                }
                prop_assert_eq!(everything(&store).await, everything(&oracle).await);
            }
            Ok(())
        })
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn law_s8_postgres_answers_as_memory_does() {
    let runtime = runtime();
    let cluster = Cluster::start();
    let mut runner = TestRunner::new(config(25));
    let outcome = runner.run(&operations(), |operations| {
        runtime.block_on(async {
            let url = cluster.database().await;
            let store = PostgresStore::connect_with(&url, 2)
                .await
                .expect("a new database can be used");
            compare(&store, operations).await
        })
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}
