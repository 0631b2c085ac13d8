//! What only PostgreSQL can do to us: answers that get lost, servers that go away, rows that others
//! change, nodes that start at once.

#![cfg(feature = "postgres")]

#[path = "common/postgres.rs"]
mod postgres;
#[allow(dead_code)]
#[path = "store_conformance/samples.rs"]
mod samples;

use canonry::store::postgres::PostgresStore;
use canonry::store::{Appended, Expect, Known, Store, StoreError};
use postgres::Cluster;
use samples::{append, batch, decision, digest, input, journal, record, start, turn};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const PASS: u8 = 0;
/// The next request does not reach the server.
const LOSE_REQUEST: u8 = 1;
/// The next request is done, its answer does not come back.
const LOSE_ANSWER: u8 = 2;

/// A wire to the server that can be cut once.
#[derive(Clone)]
struct Wire {
    url: String,
    cut: Arc<AtomicU8>,
}

impl Wire {
    async fn to(url: &str) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().to_string();
        let server = url
            .split_once('@')
            .unwrap()
            .1
            .split_once('/')
            .unwrap()
            .0
            .to_owned();
        let wire = Wire {
            url: url.replace(&server, &own),
            cut: Arc::new(AtomicU8::new(PASS)),
        };
        let cut = wire.cut.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                tokio::spawn(carry(client, server, cut.clone()));
            }
        });
        wire
    }
}

async fn carry(mut client: TcpStream, mut server: TcpStream, cut: Arc<AtomicU8>) {
    let (mut asked, mut answered) = (vec![0; 65536], vec![0; 65536]);
    loop {
        tokio::select! {
            read = client.read(&mut asked) => {
                let Ok(length @ 1..) = read else { return };
                // Only a request with an append in it is cut: hints and keep-alives are not.
                let is_append = asked[..length].windows(6).any(|window| window == b"canary");
                if is_append && cut.compare_exchange(LOSE_REQUEST, PASS, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
                    return;
                }
                if server.write_all(&asked[..length]).await.is_err() { return }
                if is_append && cut.compare_exchange(LOSE_ANSWER, PASS, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
                    // The server answers when it is done, and nobody hears it.
                    let _ = server.read(&mut answered).await;
                    return;
                }
            }
            read = server.read(&mut answered) => {
                let Ok(length @ 1..) = read else { return };
                if client.write_all(&answered[..length]).await.is_err() { return }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_answer_is_found_in_the_store() {
    let cluster = Cluster::start();
    let wire = Wire::to(&cluster.database().await).await;
    let store = PostgresStore::connect_with(&wire.url, 1).await.unwrap();
    append(&store, "s", start()).await;
    append(&store, "s", input("warm up")).await;

    wire.cut.store(LOSE_ANSWER, Ordering::SeqCst);
    let answer = store.append("s", input("canary 1")).await.unwrap();
    assert!(
        matches!(
            answer,
            Appended::At {
                first: 3,
                last: 3,
                ..
            }
        ),
        "{answer:?}"
    );

    wire.cut.store(LOSE_ANSWER, Ordering::SeqCst);
    let answer = store
        .append("s", decision(Expect::Decided(1), "canary 1"))
        .await
        .unwrap();
    let head = store.head("s").await.unwrap().unwrap();
    assert_eq!(
        answer,
        Appended::At {
            first: 4,
            last: 5,
            chain: head.chain
        }
    );

    wire.cut.store(LOSE_ANSWER, Ordering::SeqCst);
    let answer = store.append("s", input("canary 1")).await.unwrap();
    assert_eq!(
        answer,
        Appended::Known(Known::Ended {
            seq: 3,
            first: 4,
            last: 5
        }),
        "it was there before"
    );

    wire.cut.store(LOSE_ANSWER, Ordering::SeqCst);
    let nameless = batch(Expect::Seq(5), vec![record("Said", "canary", b"canary")]);
    let answer = store.append("s", nameless).await;
    assert!(
        matches!(answer, Err(StoreError::Unavailable(_))),
        "nothing says whose it was: {answer:?}"
    );
    assert_eq!(journal(&store, "s").await.len(), 6, "though it was done");

    wire.cut.store(LOSE_REQUEST, Ordering::SeqCst);
    let answer = store.append("s", turn(Expect::Seq(6), "canary 2")).await;
    assert!(
        matches!(answer, Err(StoreError::Unavailable(_))),
        "{answer:?}"
    );
    assert_eq!(
        append(&store, "s", turn(Expect::Seq(6), "canary 2")).await,
        (7, 9),
        "the retry is the first"
    );
    assert_eq!(wire.cut.load(Ordering::SeqCst), PASS, "every cut was made");
    assert_eq!(journal(&store, "s").await.len(), 9);
}

async fn admin(url: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls)
        .await
        .unwrap();
    tokio::spawn(connection);
    client.batch_execute(sql).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_were_cut_are_made_anew() {
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let store = PostgresStore::connect(&url).await.unwrap();
    append(&store, "s", start()).await;
    for round in 0..5 {
        let waiter = store.clone();
        let waiting = tokio::spawn(async move {
            waiter
                .changed("s", round + 1, Duration::from_secs(30))
                .await
        });
        let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        admin(&url, others).await;
        assert_eq!(store.head("s").await.unwrap().unwrap().seq, round + 1);
        let mut tries = 0;
        while let Err(error) = store.append("s", input(&round.to_string())).await {
            assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
            tries += 1;
            assert!(tries < 50, "{error}");
        }
        assert_eq!(waiting.await.unwrap().unwrap(), round + 2);
    }
    assert_eq!(journal(&store, "s").await.len(), 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hints_reach_other_nodes_before_they_look() {
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let (writer, waiter) = (
        PostgresStore::connect(&url).await.unwrap(),
        PostgresStore::connect(&url).await.unwrap(),
    );
    append(&writer, "s", start()).await;
    let mut delays = Vec::new();
    for number in 1..=9 {
        let waiter = waiter.clone();
        let waiting = tokio::spawn(async move {
            waiter
                .changed("s", number, Duration::from_secs(30))
                .await
                .unwrap()
        });
        tokio::time::sleep(Duration::from_millis(100)).await;
        let started = Instant::now();
        append(&writer, "s", input(&number.to_string())).await;
        waiting.await.unwrap();
        delays.push(started.elapsed());
    }
    delays.sort();
    assert!(
        delays[4] < Duration::from_millis(500),
        "woken after {delays:?}: by looking, not by a hint"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn law_s6_a_database_that_cannot_be_written_is_refused() {
    let cluster = Cluster::start();
    let newer = cluster.database().await;
    drop(PostgresStore::connect(&newer).await.unwrap());
    admin(&newer, "UPDATE canonry_meta SET version = 2").await;
    let read_only = cluster.database().await;
    let name = read_only.rsplit('/').next().unwrap();
    admin(
        &cluster.url("postgres"),
        &format!("ALTER DATABASE {name} SET default_transaction_read_only = on"),
    )
    .await;
    let powerless = cluster.database().await;
    admin(&powerless, "CREATE ROLE guest LOGIN").await;
    let cases = [
        (newer.as_str(), "store format 2"),
        (read_only.as_str(), "read-only"),
        (
            &powerless.replace("canonry@", "guest@"),
            "permission denied",
        ),
        (&cluster.url("nowhere"), "does not exist"),
        ("postgresql://canonry@127.0.0.1:1/none", "cannot be used"),
        ("host=127.0.0.1 port=many", "cannot be read"),
        ("not an address", "cannot be read"),
    ];
    for (url, expected) in cases {
        match PostgresStore::connect(url).await.err() {
            Some(StoreError::Refused { message, hint }) => {
                assert!(message.contains(expected), "{url}: {message}");
                assert!(!hint.is_empty());
            }
            other => panic!("{url}: {other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_start_at_once_make_the_tables_once() {
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let starting: Vec<_> = (0..8)
        .map(|_| {
            let url = url.clone();
            tokio::spawn(async move { PostgresStore::connect_with(&url, 2).await })
        })
        .collect();
    for (number, node) in starting.into_iter().enumerate() {
        let node = node.await.unwrap().unwrap();
        append(&node, &number.to_string(), start()).await;
        assert_eq!(
            node.sessions(None, None, 100).await.unwrap().len(),
            number + 1
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn law_j14_changed_rows_are_told_with_their_entry() {
    let cluster = Cluster::start();
    let cases = [
        ("UPDATE canonry_records SET body = 'other' WHERE seq = 3", 3),
        (
            "UPDATE canonry_records SET salt = NULL, body = NULL WHERE seq = 3",
            3,
        ),
        (
            "UPDATE canonry_records SET header = overlay(header PLACING '3' FROM 9) WHERE seq = 3",
            3,
        ),
        (
            "UPDATE canonry_records SET header = 'nonsense' WHERE seq = 3",
            3,
        ),
        (
            "UPDATE canonry_records SET chain = commitment WHERE seq = 3",
            3,
        ),
        ("DELETE FROM canonry_records WHERE seq = 3", 3),
        ("DELETE FROM canonry_records WHERE seq = 7", 7),
        ("DELETE FROM canonry_records WHERE seq >= 5", 5),
        ("DELETE FROM canonry_records", 1),
        ("UPDATE canonry_sessions SET seq = 9", 8),
        ("UPDATE canonry_sessions SET seq = 6", 6),
        ("UPDATE canonry_sessions SET chain = project", 7),
    ];
    for (change, expected) in cases {
        let url = cluster.database().await;
        let store = PostgresStore::connect_with(&url, 2).await.unwrap();
        append(&store, "s", start()).await;
        append(&store, "s", turn(Expect::Seq(1), "1")).await;
        append(&store, "s", turn(Expect::Seq(4), "2")).await;
        let whole = journal(&store, "s").await;
        admin(&url, change).await;
        match store.read("s", 0, 100).await {
            Err(StoreError::Corrupt { session, seq, .. }) => {
                assert_eq!((session.as_str(), seq), ("s", expected), "{change}")
            }
            other => panic!("{change}: {other:?}"),
        }
        let before = expected as usize - 1;
        assert_eq!(
            store.read("s", 0, before).await.unwrap(),
            whole[..before],
            "what is before it can be salvaged"
        );
        assert_eq!(
            store.known("s", "1", Some(digest("1"))).await.unwrap(),
            Some(Known::Ended {
                seq: 2,
                first: 2,
                last: 4
            })
        );
    }
}
