//! Reading, listing and waiting.

use crate::samples::{
    append, at, batch, digest, input, journal, new_session, record, start, start_as,
};
use canonry::record::to_record;
use canonry::store::{Batch, Expect, Listed, NewInput, Store, Survey, chain};
use engine::event::{Event, InputRecorded};
use engine::input::{Envelope, Input};
use std::time::{Duration, Instant};

pub async fn an_unknown_session_has_no_records<S: Store>(store: S, _: S) {
    assert_eq!(store.head("s").await.unwrap(), None);
    assert_eq!(store.read("s", 0, 10).await.unwrap(), []);
    assert_eq!(store.snapshot("s").await.unwrap(), None);
    assert_eq!(store.sessions(None, None, 10).await.unwrap(), []);
    assert_eq!(store.last_session("inn").await.unwrap(), None);
    assert_eq!(
        store.sessions_of_subject("ana").await.unwrap(),
        Vec::<String>::new()
    );
}

pub async fn records_come_in_pages<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    for size in [1, 4, 2, 7, 1, 1] {
        let records = (0..size)
            .map(|n| record("Said", "x", format!("{size} {n}").as_bytes()))
            .collect();
        append(&store, "s", batch(Expect::Exists, records)).await;
    }
    let all = journal(&other, "s").await;
    assert_eq!(all.len(), 17);
    for limit in [1, 2, 3, 5, 16, 17, 18] {
        let mut paged = Vec::new();
        loop {
            let page = other.read("s", paged.len() as u64, limit).await.unwrap();
            assert!(page.len() <= limit);
            if page.is_empty() {
                break;
            }
            paged.extend(page);
        }
        assert_eq!(paged, all, "in pages of {limit}");
    }
    assert_eq!(other.read("s", 3, 0).await.unwrap(), []);
    assert_eq!(other.read("s", 17, 5).await.unwrap(), []);
    assert_eq!(other.read("s", u64::from(u32::MAX), 5).await.unwrap(), []);
}

pub async fn the_chain_verifies_from_genesis<S: Store>(store: S, _: S) {
    for id in ["s", "t"] {
        append(&store, id, start()).await;
        for number in 0..10 {
            append(&store, id, input(&number.to_string())).await;
        }
    }
    let (s, t) = (journal(&store, "s").await, journal(&store, "t").await);
    assert_ne!(
        s[0].chain, t[0].chain,
        "the same records of two sessions have two chains"
    );
    assert_eq!(s[0].commitment, t[0].commitment);
}

pub async fn every_tail_verifies_from_its_predecessor<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    for size in [3, 1, 2] {
        let records = (0..size).map(|_| record("Said", "x", b"body")).collect();
        append(&store, "s", batch(Expect::Exists, records)).await;
    }
    let all = journal(&store, "s").await;
    for after in 1..7 {
        let tail = store.read("s", after, 100).await.unwrap();
        chain::verify(&tail[0], after + 1, all[after as usize - 1].chain).unwrap();
        assert_eq!(tail, all[after as usize..]);
    }
}

pub async fn sessions_come_in_pages_in_order_of_creation<S: Store>(store: S, other: S) {
    let created = [
        ("m", 5),
        ("b", 9),
        ("z", 1),
        ("a", 5),
        ("é", 5),
        ("Z", 5),
        ("q", -3),
    ];
    for (id, millis) in created {
        append(&store, id, start_as(new_session("inn", None, millis))).await;
    }
    let ids = async |after: Option<&str>, limit| -> Vec<String> {
        let page = other.sessions(None, after, limit).await.unwrap();
        page.into_iter().map(|head| head.session).collect()
    };
    let all = ["q", "z", "Z", "a", "m", "é", "b"];
    assert_eq!(ids(None, 100).await, all);
    for limit in 1..=8 {
        let mut paged: Vec<String> = Vec::new();
        loop {
            let page = ids(paged.last().map(String::as_str), limit).await;
            if page.is_empty() {
                break;
            }
            paged.extend(page);
        }
        assert_eq!(paged, all, "in pages of {limit}");
    }
    assert_eq!(ids(None, 0).await, Vec::<String>::new());
    assert_eq!(
        ids(Some("nobody"), 10).await,
        Vec::<String>::new(),
        "an unknown place has no page after it"
    );
    let heads = other.sessions(None, None, 100).await.unwrap();
    for head in heads {
        assert_eq!(other.head(&head.session).await.unwrap(), Some(head));
    }
}

pub async fn sessions_of_one_project<S: Store>(store: S, _: S) {
    for (number, id) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
        let project = if number % 2 == 0 { "inn" } else { "desk" };
        append(
            &store,
            id,
            start_as(new_session(project, None, number as i64)),
        )
        .await;
    }
    let ids = async |project: &str, after: Option<&str>, limit| -> Vec<String> {
        let page = store.sessions(Some(project), after, limit).await.unwrap();
        page.into_iter().map(|head| head.session).collect()
    };
    assert_eq!(ids("inn", None, 10).await, ["a", "c", "e"]);
    assert_eq!(ids("inn", None, 2).await, ["a", "c"]);
    assert_eq!(ids("inn", Some("c"), 2).await, ["e"]);
    assert_eq!(ids("inn", Some("b"), 2).await, ["c", "e"]);
    assert_eq!(ids("desk", None, 10).await, ["b", "d"]);
    assert_eq!(ids("nothing", None, 10).await, Vec::<String>::new());
}

pub async fn names_of_one_projects_sessions_come_in_pages<S: Store>(store: S, other: S) {
    let created = [("m", 5), ("b", 9), ("z", 1), ("a", 5), ("é", 5), ("q", -3)];
    for (id, millis) in created {
        append(&store, id, start_as(new_session("inn", None, millis))).await;
    }
    append(&store, "d", start_as(new_session("desk", None, 5))).await;
    let page = async |after: Option<&Listed>, limit| -> Vec<Listed> {
        let page = other.sessions_of_project("inn", after, limit).await;
        page.unwrap()
    };
    let all = ["q", "z", "a", "m", "é", "b"];
    for limit in 1..=7 {
        let mut paged: Vec<Listed> = Vec::new();
        loop {
            let page = page(paged.last(), limit).await;
            assert!(page.len() <= limit);
            if page.is_empty() {
                break;
            }
            paged.extend(page);
        }
        let names: Vec<_> = paged.iter().map(|listed| listed.session.as_str()).collect();
        assert_eq!(names, all, "in pages of {limit}");
    }
    assert_eq!(page(None, 0).await, []);
    // A place between two sessions is a place, though nobody stands there.
    let between = Listed {
        created_ms: at(5).as_millis(),
        session: "b".to_owned(),
    };
    assert_eq!(page(Some(&between), 1).await[0].session, "m");
    let nothing = other.sessions_of_project("nothing", None, 9).await;
    assert_eq!(nothing.unwrap(), []);
}

pub async fn the_last_session_is_the_one_appended_to_last<S: Store>(store: S, other: S) {
    let last = async || other.last_session("inn").await.unwrap();
    append(&store, "a", start_as(new_session("inn", None, 9))).await;
    assert_eq!(last().await.as_deref(), Some("a"));
    append(&other, "b", start_as(new_session("inn", None, 1))).await;
    assert_eq!(last().await.as_deref(), Some("b"));
    append(&store, "c", start_as(new_session("desk", None, 10))).await;
    assert_eq!(last().await.as_deref(), Some("b"));
    append(&store, "a", input("1")).await;
    assert_eq!(last().await.as_deref(), Some("a"));
    store
        .append("b", batch(Expect::Seq(77), vec![record("Said", "x", b"")]))
        .await
        .unwrap();
    store.append("a", input("1")).await.unwrap();
    store.lease("b", "node", at(0), at(1)).await.unwrap();
    store.put_snapshot("b", 1, vec![1]).await.unwrap();
    assert_eq!(
        last().await.as_deref(),
        Some("a"),
        "what appends nothing moves nothing"
    );
    assert_eq!(
        store.last_session("desk").await.unwrap().as_deref(),
        Some("c")
    );
}

pub async fn sessions_are_found_by_their_subject<S: Store>(store: S, _: S) {
    for (id, subject) in [
        ("a", Some("ana")),
        ("b", None),
        ("c", Some("ben")),
        ("d", Some("ana")),
        ("e", Some("")),
    ] {
        append(&store, id, start_as(new_session("inn", subject, 0))).await;
    }
    assert_eq!(store.sessions_of_subject("ana").await.unwrap(), ["a", "d"]);
    assert_eq!(store.sessions_of_subject("ben").await.unwrap(), ["c"]);
    assert_eq!(store.sessions_of_subject("").await.unwrap(), ["e"]);
    assert_eq!(
        store.sessions_of_subject("nobody").await.unwrap(),
        Vec::<String>::new()
    );
    assert_eq!(store.head("b").await.unwrap().unwrap().subject, None);
    assert_eq!(
        store.head("e").await.unwrap().unwrap().subject.as_deref(),
        Some("")
    );
}

pub async fn another_handle_reads_what_was_acknowledged<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    for number in 2..60 {
        let (writer, reader) = if number % 2 == 0 {
            (&store, &other)
        } else {
            (&other, &store)
        };
        assert_eq!(
            append(writer, "s", input(&number.to_string())).await,
            (number, number)
        );
        assert_eq!(reader.head("s").await.unwrap().unwrap().seq, number);
        assert_eq!(reader.read("s", number - 1, 9).await.unwrap().len(), 1);
    }
}

pub async fn changed_returns_at_once_when_there_is_news<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    append(&store, "s", input("1")).await;
    let started = Instant::now();
    assert_eq!(
        store
            .changed("s", 0, Duration::from_secs(30))
            .await
            .unwrap(),
        2
    );
    assert_eq!(store.changed("s", 1, Duration::MAX).await.unwrap(), 2);
    assert_eq!(store.changed("s", 2, Duration::ZERO).await.unwrap(), 2);
    assert!(started.elapsed() < Duration::from_secs(10));
}

pub async fn changed_times_out_with_the_head<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    let started = Instant::now();
    assert_eq!(
        store
            .changed("s", 1, Duration::from_millis(60))
            .await
            .unwrap(),
        1
    );
    assert_eq!(
        store
            .changed("s", 9, Duration::from_millis(60))
            .await
            .unwrap(),
        1
    );
    assert_eq!(
        store
            .changed("nobody", 0, Duration::from_millis(60))
            .await
            .unwrap(),
        0
    );
    assert!(started.elapsed() >= Duration::from_millis(180));
}

pub async fn changed_wakes_on_an_append<S: Store + Clone>(store: S, _: S) {
    wakes(store.clone(), store).await;
}

pub async fn changed_wakes_on_an_append_of_another_handle<S: Store + Clone>(store: S, other: S) {
    wakes(store, other).await;
}

async fn wakes<S: Store + Clone>(waiter: S, writer: S) {
    append(&writer, "s", start()).await;
    append(&writer, "t", start()).await;
    let waiting: Vec<_> = (0..3)
        .map(|_| {
            let waiter = waiter.clone();
            tokio::spawn(async move {
                waiter
                    .changed("s", 1, Duration::from_secs(30))
                    .await
                    .unwrap()
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(50)).await;
    append(&writer, "t", input("1")).await;
    let started = Instant::now();
    append(&writer, "s", input("1")).await;
    for waiting in waiting {
        assert_eq!(waiting.await.unwrap(), 2);
    }
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "woken after {:?}",
        started.elapsed()
    );
}

pub async fn changed_wakes_only_past_after<S: Store + Clone>(store: S, other: S) {
    append(&store, "s", start()).await;
    let waiter = store.clone();
    let waiting = tokio::spawn(async move {
        waiter
            .changed("s", 3, Duration::from_secs(30))
            .await
            .unwrap()
    });
    for number in 2..=4 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert!(!waiting.is_finished());
        append(&other, "s", input(&number.to_string())).await;
    }
    assert_eq!(waiting.await.unwrap(), 4);
}

pub async fn inputs_are_listed_in_pages<S: Store>(store: S, other: S) {
    assert_eq!(store.inputs("s", None, 9).await.unwrap(), [""; 0]);
    append(&store, "s", start()).await;
    assert_eq!(store.inputs("s", None, 9).await.unwrap(), [""; 0]);
    for id in ["b", "é", "a", "", "10", "a\nb", "9"] {
        append(&store, "s", input(id)).await;
    }
    append(&store, "t", start()).await;
    append(&store, "t", input("theirs")).await;
    let all = ["", "10", "9", "a", "a\nb", "b", "é"];
    assert_eq!(other.inputs("s", None, 99).await.unwrap(), all);
    assert_eq!(other.inputs("s", None, 2).await.unwrap(), all[..2]);
    assert_eq!(other.inputs("s", Some(""), 2).await.unwrap(), all[1..3]);
    assert_eq!(other.inputs("s", Some("9"), 9).await.unwrap(), all[3..]);
    assert_eq!(other.inputs("s", Some("é"), 9).await.unwrap(), [""; 0]);
}

/// `verify` compares the index of inputs with the journal: digest, place, decision, what is missing in it and
/// what is too much. The index is made wrong by who appends.
pub async fn an_index_that_the_journal_contradicts_is_found<S: Store>(store: S, other: S) {
    let recorded = |id: &str| {
        let input = Input::Message(format!("message {id}"));
        let envelope = Envelope {
            id: id.to_owned(),
            input: input.clone(),
        };
        let open = None;
        let event = Event::InputRecorded(InputRecorded { input, open });
        let records = vec![to_record(&event, at(1), id, [7; 16])];
        let new = NewInput {
            id: id.to_owned(),
            digest: envelope.digest(),
            index: 0,
        };
        (new, batch(Expect::Exists, records))
    };
    let found = async |session: &str| -> Vec<String> {
        let verified = canonry::inspect::verify(&other, session, None).await;
        let problems = verified.unwrap().problems.into_iter();
        problems
            .map(|(seq, problem)| format!("{seq}: {}", problem.en))
            .filter(|problem| problem.contains("the index of inputs"))
            .collect()
    };
    // Entry 1 starts the session and has an id that no index knows; 2 and 3 are a whole turn, 4 an input.
    let begin = async |session: &str| {
        append(&store, session, start()).await;
        let (new, mut whole) = recorded("whole");
        whole.records.push(record("TurnEnded", "whole", b"{}"));
        whole.ends = Some("whole".to_owned());
        let input = Some(new);
        append(&store, session, Batch { input, ..whole }).await;
        let (new, bare) = recorded("bare");
        let input = Some(new);
        append(&store, session, Batch { input, ..bare }).await;
    };
    let without =
        "1: the index of inputs does not lead to `start`: sent again, it would not be known";
    begin("right").await;
    assert_eq!(found("right").await, [without]);

    type Wrong = fn(NewInput, Batch) -> Batch;
    let cases: [(&str, Wrong, &str); 5] = [
        (
            "digest",
            |new, batch| Batch {
                input: Some(NewInput {
                    digest: digest("another"),
                    ..new
                }),
                ..batch
            },
            "5: the index of inputs has another digest for `x`",
        ),
        (
            "missing",
            |_, batch| batch,
            "5: the index of inputs does not lead to `x`",
        ),
        (
            "place",
            |new, mut batch| {
                batch.records.push(record("Said", "x", b"{}"));
                let input = Some(NewInput { index: 1, ..new });
                Batch { input, ..batch }
            },
            "5: the index of inputs does not lead to `x`",
        ),
        (
            "extra",
            |new, batch| {
                let id = "never".to_owned();
                let input = Some(NewInput { id, ..new });
                Batch { input, ..batch }
            },
            "5: the index of inputs knows `never`, which the journal never recorded",
        ),
        (
            "decision",
            |new, mut batch| {
                // The turn of `x` ends in the journal; in the index it is that of `bare`.
                batch.records.push(record("TurnEnded", "x", b"{}"));
                let (input, ends) = (Some(new), Some("bare".to_owned()));
                Batch {
                    input,
                    ends,
                    ..batch
                }
            },
            "6: the index of inputs names another decision for `x`",
        ),
    ];
    for (session, wrong, problem) in cases {
        begin(session).await;
        let (new, batch) = recorded("x");
        append(&store, session, wrong(new, batch)).await;
        let found = found(session).await;
        assert!(
            found.iter().any(|found| found.starts_with(problem)),
            "{session}: {found:?}"
        );
    }
}

pub async fn a_survey_names_every_session<S: Store>(store: S, other: S) {
    assert_eq!(store.survey().await.unwrap(), Survey::default());
    for (id, project, millis) in [("b", "inn", 2), ("c", "mill", 1), ("a", "inn", 2)] {
        append(&store, id, start_as(new_session(project, None, millis))).await;
        append(&store, id, input("one")).await;
    }
    let survey = other.survey().await.unwrap();
    assert_eq!(survey.sessions, ["c", "a", "b"]);
    assert_eq!(survey.problems, Vec::<String>::new());
}
