//! Who waits for which session to change. A wake-up is a hint: whoever is woken reads the head.

use super::{Result, Seq};
use std::collections::HashMap;
use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// No wait is longer, so that a deadline can always be computed.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

#[derive(Default)]
pub struct Waiters {
    by_session: Mutex<HashMap<String, Slot>>,
}

#[derive(Default)]
struct Slot {
    notify: Arc<Notify>,
    waiting: usize,
}

impl Waiters {
    pub fn wake(&self, session: &str) {
        if let Some(slot) = self.lock().get(session) {
            slot.notify.notify_waiters();
        }
    }

    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub fn wake_all(&self) {
        for slot in self.lock().values() {
            slot.notify.notify_waiters();
        }
    }

    #[cfg(any(feature = "postgres", feature = "sqlite"))]
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Waits until `head` answers more than `after`: reads it at once, after each wake-up, and
    /// every `poll` for changes that nobody told us of.
    pub async fn changed<F>(
        &self,
        session: &str,
        after: Seq,
        at_most: Duration,
        poll: Duration,
        head: impl Fn() -> F,
    ) -> Result<Seq>
    where
        F: Future<Output = Result<Seq>>,
    {
        let deadline = Instant::now() + at_most.min(LONGEST_WAIT);
        let waiting = self.enter(session);
        loop {
            // Listening starts before the head is read: a change in between is not missed.
            let mut woken = pin!(waiting.notify.notified());
            woken.as_mut().enable();
            let seq = head().await?;
            let now = Instant::now();
            if seq > after || now >= deadline {
                return Ok(seq);
            }
            tokio::select! {
                () = &mut woken => {}
                () = tokio::time::sleep_until(deadline.min(now + poll)) => {}
            }
        }
    }

    fn enter<'a>(&'a self, session: &str) -> Waiting<'a> {
        let mut sessions = self.lock();
        let slot = sessions.entry(session.to_owned()).or_default();
        slot.waiting += 1;
        Waiting {
            waiters: self,
            session: session.to_owned(),
            notify: slot.notify.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.by_session
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

struct Waiting<'a> {
    waiters: &'a Waiters,
    session: String,
    notify: Arc<Notify>,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut sessions = self.waiters.lock();
        if let Some(slot) = sessions.get_mut(&self.session) {
            slot.waiting -= 1;
            if slot.waiting == 0 {
                sessions.remove(&self.session);
            }
        }
    }
}
