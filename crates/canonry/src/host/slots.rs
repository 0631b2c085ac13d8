//! Sessions in this process: one slot each while it is in use, and a bounded number after that.

use super::{Host, Loaded};
use crate::clock::Clock;
use crate::model::Model;
use crate::store::Store;
use engine::item::ItemId;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Sessions that are in use or were lately, with the time of last use as a counter.
#[derive(Default)]
pub struct Slots {
    by_session: HashMap<String, (u64, Arc<Slot>)>,
    uses: u64,
}

/// One session in this process: its turns run one after the other.
#[derive(Default)]
pub struct Slot {
    pub loaded: Arc<tokio::sync::Mutex<Option<Loaded>>>,
    /// The item that was open after the last turn here, for inputs that are recorded meanwhile.
    pub open: Mutex<Option<ItemId>>,
    /// Inputs that were recorded here and wait for their turn.
    waiting: AtomicUsize,
}

/// Counts an input that waits for its turn, for as long as its caller waits.
pub struct Waiting {
    slot: Arc<Slot>,
    pub count: usize,
}

impl Waiting {
    pub fn new(slot: &Arc<Slot>) -> Waiting {
        let count = slot.waiting.fetch_add(1, Ordering::SeqCst) + 1;
        Waiting {
            slot: slot.clone(),
            count,
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.slot.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}

impl<S: Store, M: Model, C: Clock> Host<S, M, C> {
    pub(super) fn slot(&self, session: &str) -> Arc<Slot> {
        let mut slots = self.sessions.lock().expect("no holder panics");
        slots.uses += 1;
        let uses = slots.uses;
        if let Some((used, slot)) = slots.by_session.get_mut(session) {
            *used = uses;
            return slot.clone();
        }
        // Drop the states used longest ago; a slot that is in use is held by its user.
        if slots.by_session.len() >= self.options.cached_sessions.max(1) * 2 {
            let mut ages: Vec<u64> = slots.by_session.values().map(|(used, _)| *used).collect();
            let middle = ages.len() / 2;
            let (_, cut, _) = ages.select_nth_unstable(middle);
            let cut = *cut;
            slots
                .by_session
                .retain(|_, (used, slot)| *used >= cut || Arc::strong_count(slot) > 1);
        }
        let slot = Arc::new(Slot::default());
        slots
            .by_session
            .insert(session.to_owned(), (uses, slot.clone()));
        slot
    }
}
