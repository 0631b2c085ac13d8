//! Hints between nodes: "somebody waits here", and then "these sessions changed". Sent in batches
//! beside the appends, never inside them (a `NOTIFY` in the append's transaction makes all commits wait
//! in one line). A hint may be lost: whoever waits also looks by itself.

use super::super::chain;
use super::super::waiters::Waiters;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_postgres::tls::NoTlsStream;
use tokio_postgres::{AsyncMessage, Client, Config, Connection, NoTls, Socket};

const CHANNEL: &str = "canonry";
/// How long hints are collected before they are sent.
const COLLECT: Duration = Duration::from_millis(10);
/// Who waits says so this often, and is told of changes for this long.
const ASK_EVERY: Duration = Duration::from_millis(900);
const TELL_FOR: Duration = Duration::from_secs(4);
/// PostgreSQL takes less than 8000 bytes.
const PAYLOAD_BYTES: usize = 7900;
/// "Too many to name."
const EVERYBODY: &str = "*";
const WAITING: &str = "?";
const RECONNECT: Duration = Duration::from_millis(500);

/// Says which sessions changed here, and wakes who waits here for what changed anywhere.
pub struct Hints {
    news: UnboundedSender<News>,
    asked: Arc<Asked>,
    task: JoinHandle<()>,
}

enum News {
    Waiting,
    /// The session of this key.
    Changed(String),
}

/// When some node last said that it waits.
#[derive(Default)]
struct Asked(Mutex<Option<Instant>>);

impl Hints {
    pub fn start(config: Config, waiters: Arc<Waiters>) -> Hints {
        let (news, receiver) = unbounded_channel();
        let asked = Arc::new(Asked::default());
        let task = tokio::spawn(talk(config, receiver, waiters, asked.clone()));
        Hints { news, asked, task }
    }

    /// Whether any node wants to hear of changes.
    pub fn wanted(&self) -> bool {
        self.asked.lately()
    }

    pub fn changed(&self, key: String) {
        self.say(News::Changed(key));
    }

    /// From now on changes elsewhere are told, for a while.
    pub fn wait(&self) {
        self.say(News::Waiting);
    }

    fn say(&self, news: News) {
        // The task ends only with the store.
        let _ = self.news.send(news);
    }
}

impl Drop for Hints {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Asked {
    fn now(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn lately(&self) -> bool {
        let asked = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        asked.is_some_and(|asked| asked.elapsed() < TELL_FOR)
    }
}

/// A short name for a session that any payload can carry. Two sessions with one name: a useless wake-up.
pub fn key(session: &str) -> String {
    let mut key = String::with_capacity(16);
    for byte in &chain::sha256(session.as_bytes()).0[..8] {
        let _ = write!(key, "{byte:02x}");
    }
    key
}

async fn talk(
    config: Config,
    mut news: UnboundedReceiver<News>,
    waiters: Arc<Waiters>,
    asked: Arc<Asked>,
) {
    loop {
        if let Ok((client, connection)) = config.connect(NoTls).await {
            // Whatever ended it: what is not sent or heard is found by looking.
            let _ = tokio::select! {
                ended = speak(&client, &mut news, &waiters) => ended,
                ended = hear(connection, &waiters, &asked) => ended,
            };
        }
        waiters.wake_all();
        tokio::time::sleep(RECONNECT).await;
    }
}

async fn speak(
    client: &Client,
    news: &mut UnboundedReceiver<News>,
    waiters: &Waiters,
) -> Result<(), tokio_postgres::Error> {
    // A hint need not survive the server, so it does not wait for the disk.
    let begin = format!("SET synchronous_commit = off; LISTEN {CHANNEL}");
    client.batch_execute(&begin).await?;
    let notify = client.prepare("SELECT pg_notify($1, $2)").await?;
    waiters.wake_all();
    let mut said: Option<Instant> = None;
    while let Some(first) = news.recv().await {
        tokio::time::sleep(COLLECT).await;
        let (mut waiting, mut changed) = (false, BTreeSet::new());
        let mut next = Some(first);
        while let Some(one) = next {
            match one {
                News::Waiting => waiting = true,
                News::Changed(key) => drop(changed.insert(key)),
            }
            next = news.try_recv().ok();
        }
        if waiting && said.is_none_or(|said| said.elapsed() >= ASK_EVERY) {
            said = Some(Instant::now());
            client.execute(&notify, &[&CHANNEL, &WAITING]).await?;
        }
        if !changed.is_empty() {
            let mut keys = changed.into_iter().collect::<Vec<_>>().join(" ");
            if keys.len() > PAYLOAD_BYTES {
                keys = EVERYBODY.to_owned();
            }
            client.execute(&notify, &[&CHANNEL, &keys]).await?;
        }
    }
    Ok(())
}

async fn hear(
    mut connection: Connection<Socket, NoTlsStream>,
    waiters: &Waiters,
    asked: &Asked,
) -> Result<(), tokio_postgres::Error> {
    while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
        if let AsyncMessage::Notification(hint) = message? {
            match hint.payload() {
                WAITING => asked.now(),
                EVERYBODY => waiters.wake_all(),
                keys => keys.split(' ').for_each(|key| waiters.wake(key)),
            }
        }
    }
    Ok(())
}
