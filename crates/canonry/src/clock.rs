//! Time and chance, as the host gets them. The engine never sees either.

use logic::value::Instant;
use std::future::Future;
use std::time::Duration;

pub trait Clock: Send + Sync + 'static {
    fn now(&self) -> Instant;
    fn sleep(&self, duration: Duration) -> impl Future<Output = ()> + Send;
    fn fill(&self, bytes: &mut [u8]);
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
        getrandom::fill(bytes).expect("the system gives random numbers");
    }
}
