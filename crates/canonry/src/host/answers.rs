//! Answers that a model gave and that no journal holds yet.
//!
//! An answer is kept under everything that was asked, so it is used again only for the same words, and what
//! it depended on cannot have changed unseen; it becomes a fact through the same door as a fresh one. Once it
//! is written down it is forgotten here: a question that failed is asked anew.

use engine::request::{Outcome, Request};
use logic::value::Digest;
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::OnceCell;

/// What was asked, and for whom: sessions share no answers, or they would tell the same story.
type Key = (String, Digest);

#[derive(Default)]
pub struct Answers {
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    by_key: BTreeMap<Key, Made>,
    uses: u64,
    told: Statistics,
}

struct Made {
    used: u64,
    answer: Arc<OnceCell<(Outcome, Duration)>>,
}

/// How often an answer that was already there, or on its way, was enough.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub asked: u64,
    pub reused: u64,
    /// What the reused answers had taken to make.
    pub saved: Duration,
}

impl Answers {
    /// The answer to a request, and what it had taken to make where it was there already or on its way. Of several who
    /// ask the same at once, one asks and the others wait for it.
    pub async fn ask<F: Future<Output = Outcome>>(
        &self,
        session: &str,
        request: &Request,
        most: usize,
        ask: impl FnOnce() -> F,
    ) -> (Outcome, Option<Duration>) {
        let key = (session.to_owned(), request.fingerprint());
        let answer = self.claim(&key, most);
        let mut asked = false;
        let (outcome, took) = answer
            .get_or_init(async || {
                asked = true;
                let began = tokio::time::Instant::now();
                (ask().await, began.elapsed())
            })
            .await
            .clone();
        let mut held = self.held.lock().expect("no holder panics");
        if asked {
            held.told.asked += 1;
        } else {
            held.told.reused += 1;
            held.told.saved += took;
        }
        // What failed is worth nothing to whoever asks next.
        if !matches!(outcome, Outcome::Answered { .. })
            && held
                .by_key
                .get(&key)
                .is_some_and(|made| Arc::ptr_eq(&made.answer, &answer))
        {
            held.by_key.remove(&key);
        }
        (outcome, (!asked).then_some(took))
    }

    fn claim(&self, key: &Key, most: usize) -> Arc<OnceCell<(Outcome, Duration)>> {
        let mut held = self.held.lock().expect("no holder panics");
        held.uses += 1;
        let uses = held.uses;
        if !held.by_key.contains_key(key)
            && held.by_key.len() >= most.max(1)
            && let Some(oldest) = held.by_key.iter().min_by_key(|(_, made)| made.used)
        {
            let oldest = oldest.0.clone();
            held.by_key.remove(&oldest);
        }
        let made = held.by_key.entry(key.clone()).or_insert_with(|| Made {
            used: uses,
            answer: Arc::default(),
        });
        made.used = uses;
        made.answer.clone()
    }

    /// The answers to these requests are in the journal.
    pub fn written(&self, session: &str, requests: &[Request]) {
        let mut held = self.held.lock().expect("no holder panics");
        for request in requests {
            held.by_key
                .remove(&(session.to_owned(), request.fingerprint()));
        }
    }

    /// Nothing of an erased session stays.
    pub fn forget(&self, session: &str) {
        let mut held = self.held.lock().expect("no holder panics");
        held.by_key.retain(|(of, _), _| of != session);
    }

    pub fn statistics(&self) -> Statistics {
        self.held.lock().expect("no holder panics").told
    }

    #[doc(hidden)]
    pub fn held(&self) -> usize {
        self.held.lock().expect("no holder panics").by_key.len()
    }
}
