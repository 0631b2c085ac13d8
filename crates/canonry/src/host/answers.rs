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
    /// The answer to a request. Of several who ask the same at once, one asks and the others wait for it.
    pub async fn ask<F: Future<Output = Outcome>>(
        &self,
        session: &str,
        request: &Request,
        most: usize,
        ask: impl FnOnce() -> F,
    ) -> (Outcome, bool) {
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
        (outcome, !asked)
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

    #[cfg(test)]
    fn len(&self) -> usize {
        self.held.lock().expect("no holder panics").by_key.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::request::{Prompt, RequestId};
    use logic::value::Cell;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn request(input: &str, words: &str) -> Request {
        let cell = Cell::new("ada", "role");
        Request {
            id: RequestId::new(input, "collapse", &cell, 1),
            purpose: "collapse".into(),
            cell,
            attempt: 1,
            prompt: Prompt {
                system: "s".to_owned(),
                user: words.to_owned(),
            },
            schema: None,
            temperature: None,
            max_tokens: None,
            timeout_ms: 1000,
        }
    }

    fn said(text: &str) -> Outcome {
        Outcome::Answered {
            text: text.to_owned(),
            tokens: None,
        }
    }

    #[tokio::test]
    async fn of_many_who_ask_at_once_one_asks() {
        let (answers, asked) = (Answers::default(), AtomicU64::new(0));
        let one = async |input: &str| {
            let request = request(input, "who is she?");
            let ask = async || {
                let time = asked.fetch_add(1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                said(&format!("answer {time}"))
            };
            answers.ask("s", &request, 9, ask).await
        };
        let (a, b, c) = tokio::join!(one("1"), one("2"), one("3"));
        assert_eq!(asked.load(Ordering::SeqCst), 1);
        assert_eq!([a.0, b.0, c.0], [(); 3].map(|()| said("answer 0")));
        let told = answers.statistics();
        assert_eq!((told.asked, told.reused), (1, 2));
    }

    #[tokio::test]
    async fn an_answer_is_for_the_same_words_of_the_same_session_until_it_is_written() {
        let answers = Answers::default();
        let ask = async |session: &str, words: &str, text: &str| {
            answers
                .ask(session, &request("1", words), 9, async || said(text))
                .await
                .0
        };
        assert_eq!(ask("s", "one", "a").await, said("a"));
        assert_eq!(ask("s", "one", "b").await, said("a"));
        assert_eq!(ask("s", "two", "c").await, said("c"));
        assert_eq!(ask("t", "one", "d").await, said("d"));
        answers.written("s", &[request("7", "one")]);
        assert_eq!(ask("s", "one", "e").await, said("e"));
        answers.forget("s");
        assert_eq!(answers.len(), 1);
    }

    #[tokio::test]
    async fn what_failed_is_not_kept_and_the_oldest_leaves_first() {
        let answers = Answers::default();
        let one = request("1", "one");
        let failed = answers.ask("s", &one, 2, async || Outcome::TimedOut);
        assert_eq!(failed.await.0, Outcome::TimedOut);
        assert_eq!(answers.len(), 0);
        for words in ["one", "two", "one", "three"] {
            answers
                .ask("s", &request("1", words), 2, async || said(words))
                .await;
        }
        assert_eq!(answers.len(), 2);
        let again = answers.ask("s", &one, 2, async || said("new"));
        assert_eq!(again.await.0, said("one"), "it was used after the other");
    }
}
