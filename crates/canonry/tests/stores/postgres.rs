//! What only PostgreSQL can do to us: answers that get lost, servers that go away, rows that others
//! change, nodes that start at once.

use crate::cluster::Cluster;
use crate::samples::{
    append, batch, decision, digest, input, journal, new_session, record, start, start_as, turn,
    work,
};
use canonry::store::postgres::PostgresStore;
use canonry::store::{Appended, Batch, Expect, Known, Store, StoreError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What is lost of the next request that has these bytes in it; hints and keep-alives have not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// It does not reach the server.
    Request(&'static str),
    /// It is done, its answer does not come back.
    Answer(&'static str),
}

/// A wire to the server that can be cut once.
#[derive(Clone)]
struct Wire {
    url: String,
    cut: Arc<Mutex<Option<Cut>>>,
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
            cut: Arc::default(),
        };
        let carried = wire.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.unwrap();
                tokio::spawn(carried.clone().carry(client, server));
            }
        });
        wire
    }

    fn lose(&self, cut: Cut) {
        *self.cut.lock().unwrap() = Some(cut);
    }

    fn is_whole(&self) -> bool {
        self.cut.lock().unwrap().is_none()
    }

    /// The cut that this request meets; there is none afterwards.
    fn meets(&self, asked: &[u8]) -> Option<Cut> {
        self.cut.lock().unwrap().take_if(|cut| {
            let (Cut::Request(bytes) | Cut::Answer(bytes)) = *cut;
            let bytes = bytes.as_bytes();
            asked.windows(bytes.len()).any(|window| window == bytes)
        })
    }

    async fn carry(self, mut client: TcpStream, mut server: TcpStream) {
        let (mut asked, mut answered) = (vec![0; 65536], vec![0; 65536]);
        loop {
            tokio::select! {
                read = client.read(&mut asked) => {
                    let Ok(length @ 1..) = read else { return };
                    let cut = self.meets(&asked[..length]);
                    if matches!(cut, Some(Cut::Request(_))) { return }
                    if server.write_all(&asked[..length]).await.is_err() { return }
                    if cut.is_some() {
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
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_answer_is_found_in_the_store() {
    let cluster = Cluster::start();
    let wire = Wire::to(&cluster.database().await).await;
    let store = PostgresStore::connect_with(&wire.url, 1).await.unwrap();
    append(&store, "s", start()).await;
    append(&store, "s", input("warm up")).await;

    wire.lose(Cut::Answer("canary"));
    assert_eq!(append(&store, "s", input("canary 1")).await, (3, 3));

    wire.lose(Cut::Answer("canary"));
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

    wire.lose(Cut::Answer("canary"));
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

    wire.lose(Cut::Answer("canary"));
    let nameless = batch(Expect::Seq(5), vec![record("Said", "canary", b"canary")]);
    assert_eq!(append(&store, "s", nameless).await, (6, 6));

    wire.lose(Cut::Answer("canary"));
    let creation = start_as(new_session("canary", None, 0));
    assert_eq!(append(&store, "t", creation).await, (1, 1));

    wire.lose(Cut::Answer("COMMIT"));
    let mut long = turn(Expect::Seq(6), "long");
    long.records
        .splice(1..1, (0..200).map(|_| record("Said", "long", b"said")));
    long.work = vec![work("w")];
    let answer = store.append("s", long).await.unwrap();
    let head = store.head("s").await.unwrap().unwrap();
    assert_eq!(
        answer,
        Appended::At {
            first: 7,
            last: 209,
            chain: head.chain
        }
    );
    assert!(wire.is_whole(), "every cut was made");
    assert_eq!(journal(&store, "s").await.len(), 209);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_request_is_not_believed_to_be_done() {
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let wire = Wire::to(&url).await;
    let store = PostgresStore::connect_with(&wire.url, 1).await.unwrap();
    append(&store, "s", start()).await;

    wire.lose(Cut::Request("canary"));
    let answer = store.append("s", turn(Expect::Seq(1), "canary 1")).await;
    assert!(
        matches!(answer, Err(StoreError::Unavailable(_))),
        "{answer:?}"
    );
    assert_eq!(
        append(&store, "s", turn(Expect::Seq(1), "canary 1")).await,
        (2, 4),
        "the retry is the first"
    );

    // Another node has the place by now: nothing was done there, and nothing ever will be.
    let other = PostgresStore::connect_with(&url, 1).await.unwrap();
    append(&other, "s", input("theirs")).await;
    wire.lose(Cut::Request("canary"));
    assert_eq!(append(&store, "s", input("canary 2")).await, (6, 6));
    append(&other, "s", input("theirs, too")).await;
    wire.lose(Cut::Request("canary"));
    let late = store.append("s", turn(Expect::Seq(6), "canary 3")).await;
    assert_eq!(late.unwrap(), Appended::Conflict { seq: 7, decided: 4 });
    assert!(wire.is_whole(), "every cut was made");
    assert_eq!(journal(&store, "s").await.len(), 7);
}

/// A server that was restored from a backup, or another one that took over, has lost what is
/// remembered here; the connections to the old one are gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_server_has_lost_is_not_continued() {
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let store = PostgresStore::connect(&url).await.unwrap();
    let lose_the_last = format!("DELETE FROM canonry_batches WHERE first = 3; {CUT_THE_OTHERS}");
    append(&store, "s", start()).await;
    for id in ["1", "2"] {
        append(&store, "s", input(id)).await;
    }
    admin(&url, &lose_the_last).await;
    let late = append_at_last(&store, turn(Expect::Seq(3), "3")).await;
    assert_eq!(late, Appended::Conflict { seq: 2, decided: 1 });
    append(&store, "s", input("4")).await;

    // As long as before, but another history.
    admin(&url, &lose_the_last).await;
    let other = PostgresStore::connect(&url).await.unwrap();
    append(&other, "s", input("5")).await;
    append_at_last(&store, input("6")).await;
    let records = journal(&store, "s").await;
    let causes = records.iter().map(|record| record.header.cause.as_str());
    assert_eq!(causes.collect::<Vec<_>>(), ["start", "1", "5", "6"]);
}

const CUT_THE_OTHERS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

/// Appends to `s` over connections that may have been cut.
async fn append_at_last(store: &PostgresStore, batch: Batch) -> Appended {
    for _ in 0..50 {
        match store.append("s", batch.clone()).await {
            Err(StoreError::Unavailable(_)) => {}
            answer => return answer.unwrap(),
        }
    }
    panic!("the store never answered");
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
        admin(&url, CUT_THE_OTHERS).await;
        assert_eq!(store.head("s").await.unwrap().unwrap().seq, round + 1);
        append_at_last(&store, input(&round.to_string())).await;
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

/// A notification is a commit of its own: it is paid for only while somebody waits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_while_nobody_waits() {
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let (client, mut connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls)
        .await
        .unwrap();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hearing = heard.clone();
    tokio::spawn(async move {
        while let Some(Ok(message)) =
            std::future::poll_fn(|context| connection.poll_message(context)).await
        {
            if let tokio_postgres::AsyncMessage::Notification(hint) = message {
                hearing.lock().unwrap().push(hint.payload().to_owned());
            }
        }
    });
    client.batch_execute("LISTEN canonry").await.unwrap();
    let store = PostgresStore::connect(&url).await.unwrap();
    append(&store, "s", start()).await;
    for number in 2..=5 {
        append(&store, "s", input(&number.to_string())).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(*heard.lock().unwrap(), Vec::<String>::new());
    let waiter = PostgresStore::connect(&url).await.unwrap();
    let waiting =
        tokio::spawn(async move { waiter.changed("s", 5, Duration::from_secs(30)).await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    append(&store, "s", input("6")).await;
    assert_eq!(waiting.await.unwrap().unwrap(), 6);
    // The wait was told, and then the change.
    let mut looks = 0;
    while heard.lock().unwrap().len() < 2 {
        looks += 1;
        assert!(looks < 100, "{:?}", heard.lock().unwrap());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn law_s6_a_database_that_cannot_be_written_is_refused() {
    let cluster = Cluster::start();
    let (older, newer) = (cluster.database().await, cluster.database().await);
    for (url, version) in [(&older, 1), (&newer, 3)] {
        drop(PostgresStore::connect(url).await.unwrap());
        let change = format!("UPDATE canonry_meta SET version = {version}");
        admin(url, &change).await;
    }
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
        (older.as_str(), "store format 1"),
        (newer.as_str(), "store format 3"),
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
    // Entry 1 is a row, 2 to 4 are one and 5 to 7 are one.
    let bytes = |old: &str, new: &str| {
        format!(
            "UPDATE canonry_batches SET data = overlay(data PLACING '{new}'::bytea
             FROM position('{old}'::bytea IN data)) WHERE first = 2"
        )
    };
    let last_row = |change: &str| format!("UPDATE canonry_batches SET {change} WHERE first = 5");
    let cases = [
        (bytes("said", "SAID"), 3),
        (bytes("Said", "Paid"), 3),
        (bytes("InputRecorded", "Output"), 2),
        (
            "UPDATE canonry_batches SET data = 'nonsense' WHERE first = 2".to_owned(),
            2,
        ),
        ("DELETE FROM canonry_batches WHERE first = 1".to_owned(), 1),
        ("DELETE FROM canonry_batches WHERE first = 2".to_owned(), 2),
        (last_row("first = 6"), 5),
        (last_row("last = 9"), 8),
        (last_row("last = 6"), 6),
        (last_row("chain = sha256(chain)"), 7),
        (last_row("data = substring(data FOR length(data) - 1)"), 5),
        ("DELETE FROM canonry_batches".to_owned(), 1),
    ];
    for (change, expected) in cases {
        let url = cluster.database().await;
        let store = PostgresStore::connect_with(&url, 2).await.unwrap();
        append(&store, "s", start()).await;
        append(&store, "s", turn(Expect::Seq(1), "1")).await;
        append(&store, "s", turn(Expect::Seq(4), "2")).await;
        let whole = journal(&store, "s").await;
        admin(&url, &change).await;
        match store.read("s", 0, 100).await {
            Err(StoreError::Corrupt { session, seq, .. }) => {
                assert_eq!((session.as_str(), seq), ("s", expected), "{change}")
            }
            other => panic!("{change}: {other:?}"),
        }
        if expected > 1 {
            let before = expected as usize - 1;
            assert_eq!(
                store.read("s", 0, before).await.unwrap(),
                whole[..before],
                "what is before it can be salvaged"
            );
            let (whole_one, first) = if expected < 5 { ("2", 5) } else { ("1", 2) };
            assert_eq!(
                store
                    .known("s", whole_one, Some(digest(whole_one)))
                    .await
                    .unwrap(),
                Some(Known::Ended {
                    seq: first,
                    first,
                    last: first + 2
                })
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn law_j14_contents_are_missing_only_where_they_were_erased() {
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let store = PostgresStore::connect_with(&url, 2).await.unwrap();
    append(&store, "s", start()).await;
    append(&store, "s", turn(Expect::Seq(1), "1")).await;
    let erased = store.erase("s", record("Erased", "x", b"{}")).await;
    assert!(matches!(erased, Ok(Some(_))), "{erased:?}");
    assert_eq!(journal(&store, "s").await.len(), 5);
    admin(&url, "UPDATE canonry_sessions SET erased = false").await;
    let told = store.read("s", 0, 100).await;
    assert!(
        matches!(told, Err(StoreError::Corrupt { seq: 2, .. })),
        "{told:?}"
    );
}

/// An index that lost a session hides nobody's data, and entries without their session are told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn law_j14_an_index_that_lacks_a_session_hides_it_from_no_erasure() {
    let cluster = Cluster::start();
    let url = cluster.database().await;
    let store = PostgresStore::connect_with(&url, 2).await.unwrap();
    append(&store, "a", start_as(new_session("inn", Some("ana"), 1))).await;
    let ready = |is: bool| {
        format!(
            "UPDATE pg_index SET indisready = {is} WHERE indexrelid = 'canonry_sessions_by_subject'::regclass"
        )
    };
    // What comes meanwhile is in the table and not in the index.
    admin(&url, &ready(false)).await;
    append(&store, "b", start_as(new_session("inn", Some("ana"), 2))).await;
    admin(&url, &ready(true)).await;
    admin(&url, "ALTER ROLE CURRENT_USER SET enable_seqscan = off").await;
    let other = PostgresStore::connect_with(&url, 2).await.unwrap();
    assert_eq!(other.sessions_of_subject("ana").await.unwrap(), ["a", "b"]);
    let whole = store.survey().await.unwrap();
    assert_eq!(whole.sessions, ["a", "b"]);
    assert_eq!(whole.problems, Vec::<String>::new());
    admin(&url, "DELETE FROM canonry_sessions WHERE id = 'b'").await;
    let problems = store.survey().await.unwrap().problems;
    let told = problems.first().map_or("", String::as_str);
    assert!(
        told.contains("rows of `canonry_batches` belong to"),
        "{problems:?}"
    );
}
