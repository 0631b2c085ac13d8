//! Who waits for a session to change.

use canonry::store::waiters::Waiters;
use std::time::Duration;

/// The writer of a file looks for others only as long as somebody waits.
#[tokio::test(start_paused = true)]
async fn who_no_longer_waits_is_forgotten() {
    let waiters = Waiters::default();
    let wait = |seconds| {
        let most = Duration::from_secs(seconds);
        waiters.changed("s", 0, most, most, async || Ok(0))
    };
    // One of two that leaves does not take the other's place with it.
    let look = async {
        tokio::time::sleep(Duration::from_millis(1500)).await;
        waiters.is_empty()
    };
    let (one, other, empty) = tokio::join!(wait(1), wait(2), look);
    assert_eq!((one.ok(), other.ok()), (Some(0), Some(0)));
    assert!(!empty, "the second still waits");
    assert!(waiters.is_empty());
}
