//! Time and chance, as the host gets them. The engine never sees either.

use logic::value::Instant;
use std::cell::RefCell;
use std::future::Future;
use std::time::Duration;

pub trait Clock: Send + Sync + 'static {
    fn now(&self) -> Instant;
    fn sleep(&self, duration: Duration) -> impl Future<Output = ()> + Send;
    fn fill(&self, bytes: &mut [u8]);
}

/// Random bytes that are taken from the system at once, for many turns: each time is a system call.
const AHEAD: usize = 1024;

thread_local! {
    static RANDOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The machine's own clock and random numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Instant {
        let since = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default();
        i64::try_from(since.as_millis())
            .ok()
            .and_then(Instant::from_millis)
            .unwrap_or(Instant::EPOCH)
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }

    fn fill(&self, bytes: &mut [u8]) {
        RANDOM.with_borrow_mut(|ahead| {
            if ahead.len() < bytes.len() {
                ahead.resize(bytes.len().max(AHEAD), 0);
                getrandom::fill(ahead).expect("the system gives random numbers");
            }
            let from = ahead.len() - bytes.len();
            bytes.copy_from_slice(&ahead[from..]);
            // What was given out is not given again, nor kept.
            ahead[from..].fill(0);
            ahead.truncate(from);
        });
    }
}
