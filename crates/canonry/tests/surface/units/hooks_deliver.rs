//! When a delivery is tried again.

use canonry::hooks::deliver::*;
use engine::limits;
use logic::value::Instant;

#[test]
fn each_attempt_waits_twice_as_long_and_the_last_waits_for_nobody() {
    let now = Instant::EPOCH;
    let waits: Vec<Option<i64>> = (1..=limits::HOOK_ATTEMPTS)
        .map(|attempt| again(now, attempt).map(|at| at.millis_since(now)))
        .collect();
    let (last, rest) = waits.split_last().expect("attempts");
    assert_eq!(*last, None);
    for (number, wait) in rest.iter().enumerate() {
        let doubled = i64::try_from(limits::HOOK_BACKOFF_MS << number).expect("small");
        assert_eq!(*wait, Some(doubled));
    }
}
