//! Hints between nodes: "these sessions changed". Sent in batches beside the appends, never inside
//! them (a `NOTIFY` in the append's transaction makes all commits wait in one line). A hint may be
//! lost: whoever waits also looks by itself.

use super::super::chain;
use super::super::waiters::Waiters;
use deadpool_postgres::Pool;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio_postgres::{AsyncMessage, Config, NoTls};

const CHANNEL: &str = "canonry";
/// How long hints are collected before they are sent.
const COLLECT: Duration = Duration::from_millis(10);
/// PostgreSQL takes less than 8000 bytes.
const PAYLOAD_BYTES: usize = 7900;
/// "Too many to name."
const EVERYBODY: &str = "*";
const RECONNECT: Duration = Duration::from_millis(500);

/// Says which sessions changed here, and wakes who waits here for what changed anywhere.
pub struct Hints {
    changed: UnboundedSender<String>,
    tasks: [JoinHandle<()>; 2],
}

impl Hints {
    pub fn start(pool: Pool, config: Config, waiters: Arc<Waiters>) -> Hints {
        let (changed, receiver) = unbounded_channel();
        let tasks = [
            tokio::spawn(send(pool, receiver)),
            tokio::spawn(listen(config, waiters)),
        ];
        Hints { changed, tasks }
    }

    pub fn changed(&self, key: String) {
        // The task ends only with the store.
        let _ = self.changed.send(key);
    }
}

impl Drop for Hints {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
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

async fn send(pool: Pool, mut changed: UnboundedReceiver<String>) {
    while let Some(first) = changed.recv().await {
        tokio::time::sleep(COLLECT).await;
        let mut keys = BTreeSet::from([first]);
        while let Ok(key) = changed.try_recv() {
            keys.insert(key);
        }
        let mut payload = keys.into_iter().collect::<Vec<_>>().join(" ");
        if payload.len() > PAYLOAD_BYTES {
            payload = EVERYBODY.to_owned();
        }
        if let Ok(client) = pool.get().await
            && let Ok(notify) = client.prepare_cached("SELECT pg_notify($1, $2)").await
        {
            // A hint that is not sent is found by looking.
            let _ = client.execute(&notify, &[&CHANNEL, &payload]).await;
        }
    }
}

async fn listen(config: Config, waiters: Arc<Waiters>) {
    loop {
        // Whatever ended it, what was missed meanwhile is looked for.
        let _ = listen_once(&config, &waiters).await;
        waiters.wake_all();
        tokio::time::sleep(RECONNECT).await;
    }
}

async fn listen_once(config: &Config, waiters: &Waiters) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = config.connect(NoTls).await?;
    let command = format!("LISTEN {CHANNEL}");
    let mut listening = pin!(client.batch_execute(&command));
    let mut begun = false;
    loop {
        tokio::select! {
            result = &mut listening, if !begun => {
                result?;
                begun = true;
                waiters.wake_all();
            }
            message = poll_fn(|context| connection.poll_message(context)) => match message {
                None => return Ok(()),
                Some(Ok(AsyncMessage::Notification(hint))) if hint.payload() == EVERYBODY => waiters.wake_all(),
                Some(Ok(AsyncMessage::Notification(hint))) => hint.payload().split(' ').for_each(|key| waiters.wake(key)),
                Some(other) => { other?; }
            },
        }
    }
}
