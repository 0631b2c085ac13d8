//! Many at once: one history, each input once.

use crate::samples::{
    append, at, decision, digest, input, input_with, journal, record, start, turn, work,
};
use canonry::store::{Appended, Batch, Expect, Known, Leased, Store};
use std::collections::BTreeSet;

/// Runs `count` tasks at once, every second one on the other handle.
async fn at_once<S, T, F>(count: usize, stores: [&S; 2], task: impl Fn(usize, S) -> F) -> Vec<T>
where
    S: Store + Clone,
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let running: Vec<_> = (0..count)
        .map(|number| tokio::spawn(task(number, stores[number % 2].clone())))
        .collect();
    let mut results = Vec::new();
    for task in running {
        results.push(task.await.expect("no task panics"));
    }
    results
}

/// J15: the loser reads the head and decides again.
pub async fn appenders_with_seq_lose_and_try_again<S: Store + Clone>(store: S, other: S) {
    const APPENDERS: usize = 64;
    append(&store, "s", start()).await;
    let ranges = at_once(APPENDERS, [&store, &other], |number, store: S| async move {
        let mut expected = store.head("s").await.unwrap().unwrap().seq;
        loop {
            match store
                .append("s", turn(Expect::Seq(expected), &number.to_string()))
                .await
                .unwrap()
            {
                Appended::At { first, last, .. } => return (first, last),
                Appended::Conflict { seq, .. } => expected = seq,
                other => panic!("{other:?}"),
            }
        }
    })
    .await;
    let distinct: BTreeSet<_> = ranges.iter().copied().collect();
    let expected: BTreeSet<_> = (0..APPENDERS as u64)
        .map(|n| (2 + 3 * n, 4 + 3 * n))
        .collect();
    assert_eq!(distinct, expected, "contiguous and apart");
    let records = journal(&store, "s").await;
    let inputs: Vec<_> = records
        .iter()
        .filter(|record| record.header.kind == "InputRecorded")
        .collect();
    assert_eq!(inputs.len(), APPENDERS);
    let causes: BTreeSet<&str> = inputs
        .iter()
        .map(|record| record.header.cause.as_str())
        .collect();
    assert_eq!(causes.len(), APPENDERS, "every input once");
}

pub async fn one_of_many_equal_inputs_is_appended<S: Store + Clone>(store: S, other: S) {
    append(&store, "s", start()).await;
    for round in 0..4_u64 {
        let answers = at_once(24, [&store, &other], |number, store: S| async move {
            let content = if number % 8 == 7 { "other" } else { "content" };
            (
                content,
                store
                    .append("s", input_with(&round.to_string(), content))
                    .await
                    .unwrap(),
            )
        })
        .await;
        let won: Vec<_> = answers
            .iter()
            .filter(|(_, answer)| matches!(answer, Appended::At { .. }))
            .collect();
        assert_eq!(won.len(), 1);
        let seq = round + 2;
        for (content, answer) in &answers {
            match answer {
                Appended::At { first, .. } => assert_eq!(*first, seq),
                Appended::Known(Known::Pending { seq: known }) => {
                    assert_eq!((*known, *content), (seq, won[0].0))
                }
                Appended::Known(Known::OtherContent { seq: known }) => {
                    assert_eq!(*known, seq);
                    assert_ne!(*content, won[0].0);
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!(journal(&store, "s").await.len(), 5);
}

pub async fn one_of_many_creations_wins<S: Store + Clone>(store: S, other: S) {
    let answers = at_once(16, [&store, &other], |_, store: S| async move {
        store.append("s", start()).await.unwrap()
    })
    .await;
    let won = answers
        .iter()
        .filter(|answer| matches!(answer, Appended::At { first: 1, .. }))
        .count();
    let lost = answers
        .iter()
        .filter(|answer| **answer == Appended::AlreadyExists)
        .count();
    assert_eq!((won, lost), (1, 15), "{answers:?}");
    let creation = || Batch {
        create: start().create,
        ..turn(Expect::Empty, "create")
    };
    let answers = at_once(16, [&store, &other], |_, store: S| async move {
        store.append("t", creation()).await.unwrap()
    })
    .await;
    let won = answers
        .iter()
        .filter(|answer| matches!(answer, Appended::At { first: 1, .. }))
        .count();
    let known = Appended::Known(Known::Ended {
        seq: 1,
        first: 1,
        last: 3,
    });
    assert_eq!(
        (
            won,
            answers.iter().filter(|answer| **answer == known).count()
        ),
        (1, 15),
        "{answers:?}"
    );
}

/// J2: recording never makes a running decision fail.
pub async fn bare_inputs_never_conflict<S: Store + Clone>(store: S, other: S) {
    append(&store, "s", start()).await;
    append(&store, "s", input("first")).await;
    let answers = at_once(33, [&store, &other], |number, store: S| async move {
        let batch = match number {
            16 => decision(Expect::Decided(1), "first"),
            number => input(&number.to_string()),
        };
        store.append("s", batch).await.unwrap()
    })
    .await;
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer, Appended::At { .. })),
        "{answers:?}"
    );
    assert_eq!(journal(&store, "s").await.len(), 36);
    assert!(matches!(
        store.known("s", "first", None).await.unwrap(),
        Some(Known::Ended { seq: 2, .. })
    ));
}

pub async fn one_of_many_decisions_ends_the_turn<S: Store + Clone>(store: S, other: S) {
    append(&store, "s", start()).await;
    append(&store, "s", input("first")).await;
    let answers = at_once(16, [&store, &other], |_, store: S| async move {
        let decision = decision(Expect::Decided(1), "first");
        store.append("s", decision).await.unwrap()
    })
    .await;
    let won = answers
        .iter()
        .filter(|answer| matches!(answer, Appended::At { first: 3, .. }))
        .count();
    let lost = Appended::Conflict { seq: 4, decided: 4 };
    assert_eq!(
        (
            won,
            answers.iter().filter(|answer| **answer == lost).count()
        ),
        (1, 15),
        "{answers:?}"
    );
    assert_eq!(journal(&store, "s").await.len(), 4);
}

/// Whatever is appended meanwhile is erased with the rest, or comes too late.
pub async fn erasing_among_appends_leaves_no_content<S: Store + Clone>(store: S, other: S) {
    for round in 0..6 {
        let session = format!("s{round}");
        append(&store, &session, start()).await;
        append(&other, &session, turn(Expect::Seq(1), "before")).await;
        let answers = at_once(17, [&store, &other], |number, store: S| {
            let (session, id) = (session.clone(), format!("{round} {number}"));
            async move {
                if number == 8 {
                    let erased = record("Erased", "command", b"{}");
                    return store.erase(&session, erased).await.unwrap().unwrap();
                }
                let mut batch = input(&id);
                if number % 3 == 0 {
                    batch.work = vec![work(&id)];
                    batch.sealed = vec![(digest(&id), b"sealed".to_vec())];
                }
                store.append(&session, batch).await.unwrap()
            }
        })
        .await;
        let Appended::At { first: erased, .. } = answers[8] else {
            panic!("{answers:?}");
        };
        for (number, answer) in answers.iter().enumerate() {
            match answer {
                Appended::At { first, .. } => assert!(*first <= erased, "{answers:?}"),
                other => assert_eq!(*other, Appended::Known(Known::Erased)),
            }
            let sealed = store.sealed(&session, digest(&format!("{round} {number}")));
            assert_eq!(sealed.await.unwrap(), None);
        }
        let records = journal(&store, &session).await;
        let with_content: Vec<u64> = records
            .iter()
            .filter(|record| record.content.is_some())
            .map(|record| record.seq)
            .collect();
        assert_eq!(with_content, [1, erased]);
        assert_eq!(records.len() as u64, erased, "nothing came after it");
        assert_eq!(
            store.take_work(None, "n", at(0), at(1), 99).await.unwrap(),
            []
        );
    }
}

pub async fn two_takers_share_the_work<S: Store + Clone>(store: S, other: S) {
    const WORKS: usize = 60;
    let works = (0..WORKS).map(|number| work(&number.to_string())).collect();
    append(
        &store,
        "s",
        Batch {
            work: works,
            ..start()
        },
    )
    .await;
    let shares = at_once(8, [&store, &other], |number, store: S| async move {
        let mut mine = Vec::new();
        loop {
            let taken = store
                .take_work(None, &format!("node {number}"), at(0), at(10), 3)
                .await
                .unwrap();
            if taken.is_empty() {
                return mine;
            }
            for work in taken {
                store.finish_work(&work.id).await.unwrap();
                mine.push(work.id);
            }
        }
    })
    .await;
    let all: Vec<String> = shares.into_iter().flatten().collect();
    assert_eq!(all.len(), WORKS, "every work once");
    assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), WORKS);
}

pub async fn one_of_many_nodes_gets_the_lease<S: Store + Clone>(store: S, other: S) {
    append(&store, "s", start()).await;
    let answers = at_once(16, [&store, &other], |number, store: S| async move {
        store
            .lease("s", &format!("node {number}"), at(0), at(10))
            .await
            .unwrap()
    })
    .await;
    let taken = answers
        .iter()
        .filter(|answer| {
            matches!(
                answer,
                Leased::Taken {
                    epoch: 1,
                    lapsed: None
                }
            )
        })
        .count();
    let held = answers
        .iter()
        .filter(|answer| matches!(answer, Leased::Held { .. }))
        .count();
    assert_eq!((taken, held), (1, 15), "{answers:?}");
}
