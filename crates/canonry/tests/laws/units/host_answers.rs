//! Answers of a model that are kept.

use canonry::host::answers::*;
use engine::request::{Outcome, Request};
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
        rests_on: None,
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
    assert_eq!(answers.held(), 1);
}

#[tokio::test]
async fn what_failed_is_not_kept_and_the_oldest_leaves_first() {
    let answers = Answers::default();
    let one = request("1", "one");
    let failed = answers.ask("s", &one, 2, async || Outcome::TimedOut);
    assert_eq!(failed.await.0, Outcome::TimedOut);
    assert_eq!(answers.held(), 0);
    for words in ["one", "two", "one", "three"] {
        answers
            .ask("s", &request("1", words), 2, async || said(words))
            .await;
    }
    assert_eq!(answers.held(), 2);
    let again = answers.ask("s", &one, 2, async || said("new"));
    assert_eq!(again.await.0, said("one"), "it was used after the other");
}
