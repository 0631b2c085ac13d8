//! Erasing: contents go, the chain stays.

use super::side::with_work;
use crate::samples::{
    append, at, decision, digest, input, journal, new_session, record, start, start_as, turn, work,
};
use canonry::store::{Appended, Batch, Expect, Known, NewRecord, Record, Store};

fn erased() -> NewRecord {
    record("Erased", "command", b"{\"by\":\"operator\"}")
}

/// A session with one of everything.
async fn full(store: &impl Store, id: &str) {
    append(store, id, start_as(new_session("inn", Some("ana"), 0))).await;
    append(store, id, turn(Expect::Seq(1), "1")).await;
    append(store, id, input("2")).await;
    let work_id = format!("work of {id}");
    let sealed = vec![(digest("secret"), b"sealed".to_vec())];
    append(
        store,
        id,
        Batch {
            sealed,
            ..with_work(&[&work_id])
        },
    )
    .await;
    store
        .put_snapshot(id, 6, b"snapshot".to_vec())
        .await
        .unwrap();
}

pub async fn an_unknown_session_is_not_erased<S: Store>(store: S, _: S) {
    assert_eq!(store.erase("s", erased()).await.unwrap(), None);
    assert_eq!(store.head("s").await.unwrap(), None);
}

pub async fn erasing_leaves_a_chain_that_verifies<S: Store>(store: S, other: S) {
    full(&store, "s").await;
    let before = journal(&store, "s").await;
    let answer = store.erase("s", erased()).await.unwrap();
    let after = journal(&other, "s").await;
    let head = other.head("s").await.unwrap().unwrap();
    assert_eq!(
        answer,
        Some(Appended::At {
            first: 7,
            last: 7,
            chain: head.chain
        })
    );
    assert_eq!((head.seq, head.decided, head.erased), (7, 7, true));
    assert_eq!(head.subject.as_deref(), Some("ana"));
    assert_eq!(after[0], before[0], "what the session is stays");
    let holes = before[1..].iter().map(|record| Record {
        content: None,
        ..record.clone()
    });
    assert_eq!(after[1..6], holes.collect::<Vec<_>>());
    assert_eq!(after[6].header.kind, "Erased");
    assert_eq!(after[6].content.as_ref().unwrap().body, erased().body);
    assert_eq!(other.read("s", 3, 2).await.unwrap(), after[3..5]);
    assert_eq!(
        other.last_session("inn").await.unwrap().as_deref(),
        Some("s")
    );
}

pub async fn erased_inputs_answer_erased<S: Store>(store: S, other: S) {
    full(&store, "s").await;
    store.erase("s", erased()).await.unwrap();
    for id in ["1", "2"] {
        assert_eq!(
            other.append("s", input(id)).await.unwrap(),
            Appended::Known(Known::Erased)
        );
        assert_eq!(
            other.known("s", id, None).await.unwrap(),
            Some(Known::Erased)
        );
        assert_eq!(
            other.known("s", id, Some(digest("other"))).await.unwrap(),
            Some(Known::Erased)
        );
    }
    assert_eq!(journal(&store, "s").await.len(), 7);
}

pub async fn an_erased_session_takes_no_more_inputs<S: Store>(store: S, _: S) {
    full(&store, "s").await;
    store.erase("s", erased()).await.unwrap();
    assert_eq!(
        store.append("s", input("new")).await.unwrap(),
        Appended::Known(Known::Erased)
    );
    assert_eq!(
        store
            .append("s", turn(Expect::Seq(7), "new"))
            .await
            .unwrap(),
        Appended::Known(Known::Erased)
    );
    assert_eq!(
        store.known("s", "new", None).await.unwrap(),
        Some(Known::Erased)
    );
    assert_eq!(
        store.append("s", start()).await.unwrap(),
        Appended::AlreadyExists
    );
    assert_eq!(journal(&store, "s").await.len(), 7);
}

pub async fn erasing_takes_sealed_snapshot_and_work<S: Store>(store: S, other: S) {
    full(&store, "s").await;
    store.erase("s", erased()).await.unwrap();
    assert_eq!(other.sealed("s", digest("secret")).await.unwrap(), None);
    assert_eq!(other.snapshot("s").await.unwrap(), None);
    assert_eq!(
        other.take_work(None, "n", at(0), at(1), 9).await.unwrap(),
        []
    );
    store.finish_work("work of s").await.unwrap();
    append(
        &store,
        "t",
        Batch {
            work: vec![work("work of s")],
            ..start()
        },
    )
    .await;
    assert_eq!(
        other.take_work(None, "n", at(0), at(1), 9).await.unwrap(),
        [],
        "its id stays known"
    );
}

pub async fn erasing_one_session_leaves_the_others<S: Store>(store: S, other: S) {
    full(&store, "s").await;
    full(&store, "t").await;
    let before = journal(&store, "t").await;
    store.erase("s", erased()).await.unwrap();
    assert_eq!(journal(&other, "t").await, before);
    assert_eq!(
        other.known("t", "2", Some(digest("2"))).await.unwrap(),
        Some(Known::Pending { seq: 5 })
    );
    assert_eq!(
        other.sealed("t", digest("secret")).await.unwrap(),
        Some(b"sealed".to_vec())
    );
    assert_eq!(
        other
            .take_work(None, "n", at(0), at(1), 9)
            .await
            .unwrap()
            .len(),
        1
    );
    assert_eq!(other.sessions_of_subject("ana").await.unwrap(), ["s", "t"]);
}

pub async fn erasing_makes_a_running_decision_conflict<S: Store>(store: S, other: S) {
    full(&store, "s").await;
    let decided = store.head("s").await.unwrap().unwrap().decided;
    other.erase("s", erased()).await.unwrap();
    let late = store
        .append("s", decision(Expect::Decided(decided), "2"))
        .await
        .unwrap();
    assert_eq!(late, Appended::Conflict { seq: 7, decided: 7 });
}

pub async fn erasing_twice_is_allowed<S: Store>(store: S, _: S) {
    full(&store, "s").await;
    store.erase("s", erased()).await.unwrap();
    let again = store.erase("s", erased()).await.unwrap();
    assert!(
        matches!(
            again,
            Some(Appended::At {
                first: 8,
                last: 8,
                ..
            })
        ),
        "{again:?}"
    );
    let records = journal(&store, "s").await;
    let with_content: Vec<u64> = records
        .iter()
        .filter(|record| record.content.is_some())
        .map(|record| record.seq)
        .collect();
    assert_eq!(with_content, [1, 8]);
}

pub async fn a_late_snapshot_does_not_bring_it_back<S: Store>(store: S, other: S) {
    full(&store, "s").await;
    other.erase("s", erased()).await.unwrap();
    store
        .put_snapshot("s", 6, b"folded before".to_vec())
        .await
        .unwrap();
    store
        .put_snapshot("s", 99, b"folded when?".to_vec())
        .await
        .unwrap();
    assert_eq!(other.snapshot("s").await.unwrap(), None);
}

/// A session that was opened with a whole turn has words in its very first append.
pub async fn erasing_takes_the_words_of_the_first_append<S: Store>(store: S, other: S) {
    let opening = Batch {
        create: start().create,
        ..turn(Expect::Empty, "opening")
    };
    append(&store, "s", opening).await;
    append(&store, "s", turn(Expect::Seq(3), "1")).await;
    store.erase("s", erased()).await.unwrap();
    let records = journal(&other, "s").await;
    let with_content: Vec<u64> = records
        .iter()
        .filter(|record| record.content.is_some())
        .map(|record| record.seq)
        .collect();
    assert_eq!(
        with_content,
        [1, 7],
        "what the session is, and that it was erased"
    );
}
