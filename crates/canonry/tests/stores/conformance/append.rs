//! Appending: expectations, inputs, all or none.

use crate::samples::{
    append, batch, decision, digest, input, input_with, journal, new_session, record, start,
    start_as, turn, work,
};
use canonry::store::{Appended, Batch, Expect, Known, Store, StoreError, chain};

pub async fn a_first_append_starts_the_session<S: Store>(store: S, _: S) {
    let answer = store
        .append("s", start_as(new_session("inn", Some("ana"), 7)))
        .await
        .unwrap();
    let head = store.head("s").await.unwrap().unwrap();
    assert_eq!(
        answer,
        Appended::At {
            first: 1,
            last: 1,
            chain: head.chain
        }
    );
    assert_eq!(
        (head.session.as_str(), head.seq, head.decided, head.erased),
        ("s", 1, 1, false)
    );
    assert_eq!(
        (head.project, head.project_name.as_str()),
        (digest("inn"), "inn")
    );
    assert_eq!(
        (head.subject.as_deref(), head.created),
        (Some("ana"), crate::samples::at(7))
    );
    let expected = chain::seal(
        record("SessionStarted", "start", b"{}"),
        1,
        chain::genesis("s"),
    );
    assert_eq!(journal(&store, "s").await, [expected]);
}

pub async fn an_unknown_session_is_missing<S: Store>(store: S, _: S) {
    for expect in [
        Expect::Exists,
        Expect::Seq(0),
        Expect::Decided(0),
        Expect::Seq(3),
    ] {
        let answer = store
            .append("s", batch(expect, vec![record("Said", "x", b"x")]))
            .await
            .unwrap();
        assert_eq!(answer, Appended::Missing);
    }
    assert_eq!(
        store.append("s", input("1")).await.unwrap(),
        Appended::Missing
    );
    assert_eq!(
        store.head("s").await.unwrap(),
        None,
        "nothing is created on a miss"
    );
    assert_eq!(store.known("s", "1", None).await.unwrap(), None);
}

pub async fn a_session_is_created_once<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    assert_eq!(
        other.append("s", start()).await.unwrap(),
        Appended::AlreadyExists
    );
    assert_eq!(journal(&other, "s").await.len(), 1);
}

pub async fn exists_takes_any_position<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    assert_eq!(append(&store, "s", input("1")).await, (2, 2));
    assert_eq!(append(&other, "s", input("2")).await, (3, 3));
    let head = store.head("s").await.unwrap().unwrap();
    assert_eq!((head.seq, head.decided), (3, 1));
}

pub async fn seq_refuses_whatever_came_between<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    append(&other, "s", input("1")).await;
    let said = || vec![record("Said", "x", b"x")];
    let conflict = Appended::Conflict { seq: 2, decided: 1 };
    for wrong in [0, 1, 3, u64::from(u32::MAX)] {
        assert_eq!(
            store
                .append("s", batch(Expect::Seq(wrong), said()))
                .await
                .unwrap(),
            conflict
        );
    }
    assert_eq!(
        append(&store, "s", batch(Expect::Seq(2), said())).await,
        (3, 3)
    );
    assert_eq!(store.head("s").await.unwrap().unwrap().decided, 3);
}

pub async fn decided_lets_bare_inputs_interleave<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    append(&store, "s", input("1")).await;
    append(&other, "s", input("2")).await;
    append(&other, "s", input("3")).await;
    let conflict = Appended::Conflict { seq: 4, decided: 1 };
    assert_eq!(
        store
            .append("s", decision(Expect::Decided(4), "1"))
            .await
            .unwrap(),
        conflict
    );
    assert_eq!(
        append(&store, "s", decision(Expect::Decided(1), "1")).await,
        (5, 6)
    );
    let lost = store
        .append("s", decision(Expect::Decided(1), "2"))
        .await
        .unwrap();
    assert_eq!(lost, Appended::Conflict { seq: 6, decided: 6 });
    assert_eq!(
        append(&other, "s", decision(Expect::Decided(6), "2")).await,
        (7, 8)
    );
    assert_eq!(
        store.known("s", "1", None).await.unwrap(),
        Some(Known::Ended {
            seq: 2,
            first: 5,
            last: 6
        })
    );
    assert_eq!(
        store.known("s", "2", None).await.unwrap(),
        Some(Known::Ended {
            seq: 3,
            first: 7,
            last: 8
        })
    );
    assert_eq!(
        store.known("s", "3", None).await.unwrap(),
        Some(Known::Pending { seq: 4 })
    );
}

pub async fn decided_moves_with_the_last_decision_of_a_batch<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    let mut mixed = Batch {
        expect: Expect::Seq(1),
        ..input("1")
    };
    mixed.records.insert(0, record("Said", "x", b"x"));
    mixed.records.push(record("InputRecorded", "x", b"y"));
    mixed.input.as_mut().unwrap().index = 1;
    assert_eq!(append(&store, "s", mixed).await, (2, 4));
    let head = store.head("s").await.unwrap().unwrap();
    assert_eq!((head.seq, head.decided), (4, 2));
    assert_eq!(
        store.known("s", "1", None).await.unwrap(),
        Some(Known::Pending { seq: 3 })
    );
}

pub async fn a_repeated_input_is_pending_then_ended<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    append(&store, "s", input("1")).await;
    let pending = Known::Pending { seq: 2 };
    assert_eq!(
        other.append("s", input("1")).await.unwrap(),
        Appended::Known(pending.clone())
    );
    assert_eq!(
        other.known("s", "1", Some(digest("1"))).await.unwrap(),
        Some(pending)
    );
    append(&store, "s", decision(Expect::Decided(1), "1")).await;
    let ended = Known::Ended {
        seq: 2,
        first: 3,
        last: 4,
    };
    assert_eq!(
        other.append("s", input("1")).await.unwrap(),
        Appended::Known(ended.clone())
    );
    assert_eq!(
        other.known("s", "1", Some(digest("1"))).await.unwrap(),
        Some(ended)
    );
    assert_eq!(other.known("s", "2", None).await.unwrap(), None);
    assert_eq!(other.known("t", "1", None).await.unwrap(), None);
}

pub async fn a_turn_in_one_batch_is_ended_at_once<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    assert_eq!(append(&store, "s", turn(Expect::Seq(1), "1")).await, (2, 4));
    let ended = Known::Ended {
        seq: 2,
        first: 2,
        last: 4,
    };
    assert_eq!(
        store.known("s", "1", None).await.unwrap(),
        Some(ended.clone())
    );
    assert_eq!(
        store.append("s", turn(Expect::Seq(4), "1")).await.unwrap(),
        Appended::Known(ended)
    );
    assert_eq!(store.head("s").await.unwrap().unwrap().decided, 4);
}

pub async fn other_content_is_told_apart<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    append(&store, "s", input_with("1", "yes")).await;
    let other = Known::OtherContent { seq: 2 };
    assert_eq!(
        store.append("s", input_with("1", "no")).await.unwrap(),
        Appended::Known(other.clone())
    );
    append(&store, "s", decision(Expect::Decided(1), "1")).await;
    assert_eq!(
        store.append("s", input_with("1", "no")).await.unwrap(),
        Appended::Known(other.clone())
    );
    assert_eq!(
        store.known("s", "1", Some(digest("no"))).await.unwrap(),
        Some(other)
    );
    assert!(matches!(
        store.known("s", "1", Some(digest("yes"))).await.unwrap(),
        Some(Known::Ended { .. })
    ));
    assert_eq!(journal(&store, "s").await.len(), 4);
}

pub async fn known_goes_before_conflict<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    append(&store, "s", input("1")).await;
    let repeated = store.append("s", turn(Expect::Seq(99), "1")).await.unwrap();
    assert_eq!(repeated, Appended::Known(Known::Pending { seq: 2 }));
    let new = store.append("s", turn(Expect::Seq(99), "2")).await.unwrap();
    assert_eq!(new, Appended::Conflict { seq: 2, decided: 1 });
}

pub async fn known_goes_before_a_turn_that_cannot_end<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    append(&store, "s", input("1")).await;
    let both = |id: &str| Batch {
        ends: Some("never recorded".to_owned()),
        ..input(id)
    };
    let repeated = store.append("s", both("1")).await.unwrap();
    assert_eq!(repeated, Appended::Known(Known::Pending { seq: 2 }));
    let new = store.append("s", both("2")).await;
    assert!(matches!(new, Err(StoreError::Corrupt { .. })), "{new:?}");
    assert_eq!(journal(&store, "s").await.len(), 2);
}

pub async fn a_repeated_creation_is_known<S: Store>(store: S, other: S) {
    let creation = |id: &str| Batch {
        create: start().create,
        ..turn(Expect::Empty, id)
    };
    assert_eq!(append(&store, "s", creation("c")).await, (1, 3));
    let ended = Known::Ended {
        seq: 1,
        first: 1,
        last: 3,
    };
    assert_eq!(
        other.append("s", creation("c")).await.unwrap(),
        Appended::Known(ended)
    );
    assert_eq!(
        other.append("s", creation("d")).await.unwrap(),
        Appended::AlreadyExists
    );
    assert_eq!(journal(&store, "s").await.len(), 3);
}

pub async fn a_refused_batch_leaves_nothing_behind<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    append(&store, "s", input("1")).await;
    let before = store.head("s").await.unwrap();
    let commitment = digest("secret");
    let loaded = |batch: Batch| Batch {
        work: vec![work("w")],
        sealed: vec![(commitment, b"sealed".to_vec())],
        ..batch
    };
    let refused = [
        loaded(turn(Expect::Seq(9), "2")),
        loaded(turn(Expect::Decided(9), "2")),
        loaded(turn(Expect::Exists, "1")),
        loaded(decision(Expect::Seq(9), "1")),
        loaded(Batch {
            create: start().create,
            ..turn(Expect::Empty, "2")
        }),
    ];
    for batch in refused {
        let answer = store.append("s", batch).await.unwrap();
        assert!(
            !matches!(answer, Appended::At { .. } | Appended::Missing),
            "{answer:?}"
        );
    }
    assert_eq!(
        store
            .append("t", loaded(turn(Expect::Exists, "2")))
            .await
            .unwrap(),
        Appended::Missing
    );
    assert_eq!(store.head("s").await.unwrap(), before);
    assert_eq!(store.known("s", "2", None).await.unwrap(), None);
    assert_eq!(
        store.known("s", "1", None).await.unwrap(),
        Some(Known::Pending { seq: 2 })
    );
    assert_eq!(store.sealed("s", commitment).await.unwrap(), None);
    let (now, until) = (crate::samples::at(0), crate::samples::at(1));
    assert_eq!(
        store.take_work(None, "n", now, until, 10).await.unwrap(),
        []
    );
    assert_eq!(store.head("t").await.unwrap(), None);
}

pub async fn an_input_that_was_never_recorded_cannot_end<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    let before = store.head("s").await.unwrap();
    let error = store
        .append("s", decision(Expect::Decided(1), "never"))
        .await
        .unwrap_err();
    assert!(
        matches!(&error, StoreError::Corrupt { session, seq: 1, .. } if session == "s"),
        "{error}"
    );
    let creation = Batch {
        ends: Some("never".to_owned()),
        ..start()
    };
    assert!(matches!(
        store.append("t", creation).await,
        Err(StoreError::Corrupt { .. })
    ));
    assert_eq!(store.head("s").await.unwrap(), before);
    assert_eq!(store.head("t").await.unwrap(), None);
    assert_eq!(append(&store, "t", start()).await, (1, 1));
}

pub async fn a_turn_ends_once<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    append(&store, "s", turn(Expect::Seq(1), "1")).await;
    let again = store.append("s", decision(Expect::Decided(4), "1")).await;
    assert!(
        matches!(again, Err(StoreError::Corrupt { seq: 4, .. })),
        "{again:?}"
    );
    assert_eq!(journal(&store, "s").await.len(), 4);
}

pub async fn odd_ids_and_bodies_come_back_as_they_were<S: Store>(store: S, other: S) {
    let every_byte: Vec<u8> = (0..=255).collect();
    let noise: Vec<u8> = (0..200_000_u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    let bodies: Vec<Vec<u8>> = vec![
        Vec::new(),
        vec![0],
        every_byte.repeat(5),
        "🦉 où est l'œuf ?\u{0}\u{feff}".into(),
        b"a".repeat(200_000),
        noise,
        vec![b'x'; 1024],
        vec![b'x'; 1025],
    ];
    let long = "long ".repeat(500);
    let ids = [
        "",
        "\u{0}",
        "a\u{0}b",
        "a",
        "🦉",
        "e\u{301}",
        "é",
        "'; DROP TABLE sessions; --",
        "\\x00",
        long.as_str(),
    ];
    for id in ids {
        append(&store, id, start_as(new_session(id, Some(id), 0))).await;
        let mut batch = Batch {
            expect: Expect::Seq(1),
            ..input_with(id, id)
        };
        for body in &bodies {
            let mut odd = record("Said", id, body);
            odd.header.kind = id.to_owned();
            odd.header.cell = Some(id.to_owned());
            odd.header.version = u16::MAX;
            batch.records.push(odd);
        }
        batch.work = vec![canonry::store::NewWork {
            id: id.to_owned(),
            kind: id.to_owned(),
            payload: every_byte.clone(),
        }];
        let sent = batch.records.clone();
        append(&store, id, batch).await;
        let read = journal(&other, id).await;
        for (sent, read) in sent.into_iter().zip(&read[1..]) {
            let content = read.content.clone().unwrap();
            assert_eq!((&sent.header, sent.salt), (&read.header, content.salt));
            assert!(
                sent.body == content.body,
                "a body of {} bytes came back otherwise",
                sent.body.len()
            );
        }
        assert_eq!(
            store.known(id, id, Some(digest(id))).await.unwrap(),
            Some(Known::Pending { seq: 2 })
        );
        let head = other.head(id).await.unwrap().unwrap();
        assert_eq!(
            (
                head.session.as_str(),
                head.project_name.as_str(),
                head.subject.as_deref()
            ),
            (id, id, Some(id))
        );
        assert_eq!(store.last_session(id).await.unwrap().as_deref(), Some(id));
        assert_eq!(store.sessions_of_subject(id).await.unwrap(), [id]);
        assert_eq!(store.sessions(Some(id), None, 9).await.unwrap(), [head]);
    }
    let taken = store
        .take_work(
            None,
            "n\u{0}",
            crate::samples::at(0),
            crate::samples::at(1),
            99,
        )
        .await
        .unwrap();
    let ids_of_work: Vec<&str> = taken.iter().map(|work| work.id.as_str()).collect();
    assert_eq!(ids_of_work, ids);
    assert!(
        taken.iter().all(|work| work.payload == every_byte
            && work.kind == work.id
            && work.session == work.id)
    );
}

pub async fn a_long_batch_is_one_append<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    let records = (0..1000)
        .map(|n| record("Said", "x", format!("body {n}").as_bytes()))
        .collect();
    assert_eq!(
        append(&store, "s", batch(Expect::Seq(1), records)).await,
        (2, 1001)
    );
    let read = journal(&store, "s").await;
    assert_eq!(read[1000].content.as_ref().unwrap().body, b"body 999");
    let middle = store.read("s", 499, 2).await.unwrap();
    assert_eq!(middle, read[499..501]);
}

/// However a store lays out what is long, a turn is all of it.
pub async fn a_long_turn_is_known_by_all_its_entries<S: Store>(store: S, other: S) {
    let said = |count: usize| {
        (0..count).map(|n| record("Said", "x", format!("body {n}").repeat(60).as_bytes()))
    };
    append(&store, "s", start()).await;
    let mut whole = turn(Expect::Seq(1), "1");
    whole.records.splice(0..0, said(150));
    whole.records.splice(152..152, said(100));
    whole.input.as_mut().unwrap().index = 150;
    assert_eq!(append(&store, "s", whole.clone()).await, (2, 254));
    let ended = Known::Ended {
        seq: 152,
        first: 2,
        last: 254,
    };
    assert_eq!(
        other.append("s", whole.clone()).await.unwrap(),
        Appended::Known(ended)
    );
    assert_eq!(
        other.known("s", "1", Some(digest("no"))).await.unwrap(),
        Some(Known::OtherContent { seq: 152 })
    );
    append(&store, "s", input("2")).await;
    let mut late = decision(Expect::Decided(254), "2");
    late.records.splice(0..0, said(200));
    assert_eq!(append(&other, "s", late.clone()).await, (256, 457));
    assert_eq!(
        store.known("s", "2", None).await.unwrap(),
        Some(Known::Ended {
            seq: 255,
            first: 256,
            last: 457
        })
    );
    late.expect = Expect::Seq(457);
    let again = store.append("s", late).await;
    assert!(
        matches!(again, Err(StoreError::Corrupt { seq: 457, .. })),
        "{again:?}"
    );
    assert_eq!(journal(&store, "s").await.len(), 457);
}

pub async fn batches_of_every_size_chain_alike<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    let mut expected = chain::seal(
        record("SessionStarted", "start", b"{}"),
        1,
        chain::genesis("s"),
    )
    .chain;
    let mut seq = 1;
    for size in 1..=20 {
        let records: Vec<_> = (0..size)
            .map(|n| record("FactFixed", "x", format!("{size} {n}").as_bytes()))
            .collect();
        for record in records.clone() {
            seq += 1;
            expected = chain::seal(record, seq, expected).chain;
        }
        let answer = store
            .append("s", batch(Expect::Exists, records))
            .await
            .unwrap();
        assert_eq!(
            answer,
            Appended::At {
                first: seq + 1 - size,
                last: seq,
                chain: expected
            }
        );
    }
    assert_eq!(journal(&store, "s").await.len(), 211);
}

/// A batch with work, or with sealed values, or one that is long, is written in another way than a short one:
/// it meets what was appended meanwhile all the same.
pub async fn a_loaded_batch_that_is_overtaken_looks_again<S: Store>(store: S, other: S) {
    type Heavier = fn(Batch) -> Batch;
    let long: Heavier = |batch| {
        let said = |number: usize| record("Said", "long", format!("said {number}").as_bytes());
        Batch {
            records: batch
                .records
                .into_iter()
                .chain((0..200).map(said))
                .collect(),
            ..batch
        }
    };
    let laden: Heavier = |batch| Batch {
        work: vec![work("w")],
        sealed: vec![(digest("secret"), b"sealed".to_vec())],
        ..batch
    };
    for (number, heavy) in [laden, long].into_iter().enumerate() {
        let session = format!("s{number}");
        append(&store, &session, start()).await;
        append(&store, &session, input("1")).await;
        // Its id was used by this very store a moment ago.
        let repeated = store.append(&session, heavy(input("1"))).await.unwrap();
        assert_eq!(repeated, Appended::Known(Known::Pending { seq: 2 }));
        append(&store, &session, input("2")).await;
        // Another one was faster; whoever expects nothing follows it.
        append(&other, &session, input("3")).await;
        let (first, _) = append(&store, &session, heavy(input("4"))).await;
        assert_eq!(first, 5);
        let head = store.head(&session).await.unwrap().unwrap();
        append(&other, &session, input("5")).await;
        let late = heavy(Batch {
            expect: Expect::Seq(head.seq),
            ..input("6")
        });
        let late = store.append(&session, late).await.unwrap();
        assert!(matches!(late, Appended::Conflict { .. }), "{late:?}");
        journal(&store, &session).await;
    }
}

/// A session that comes with all its history has the chain that it would have had turn by turn. One that does
/// not follow leaves nothing, and one that exists is left as it is.
pub async fn a_history_begins_whole_or_not_at_all<S: Store>(store: S, other: S) {
    let history = || {
        let mut loaded = turn(Expect::Seq(1), "one");
        loaded.sealed = vec![(digest("sealed"), b"secret".to_vec())];
        loaded.work = vec![work("told")];
        vec![
            start_as(new_session("inn", Some("ana"), 7)),
            loaded,
            Batch {
                expect: Expect::Seq(4),
                ..input("two")
            },
            decision(Expect::Seq(5), "two"),
        ]
    };
    let begun = store.begin("whole", history()).await.unwrap();
    for batch in history() {
        // The chain is of the session's own name.
        append(&store, "steps", batch).await;
    }
    let (whole, steps) = (
        journal(&other, "whole").await,
        journal(&other, "steps").await,
    );
    let told = |records: &[canonry::store::Record]| {
        let all = records.iter();
        all.map(|record| (record.seq, record.header.clone(), record.commitment))
            .collect::<Vec<_>>()
    };
    assert_eq!(told(&whole), told(&steps));
    let head = other.head("whole").await.unwrap().unwrap();
    let at = Appended::At {
        first: 1,
        last: 7,
        chain: head.chain,
    };
    assert_eq!(begun, at);
    assert_eq!((head.seq, head.decided), (7, 7));
    for id in ["one", "two"] {
        let known = other.known("whole", id, Some(digest(id))).await.unwrap();
        assert!(matches!(known, Some(Known::Ended { .. })), "{known:?}");
    }
    let sealed = other.sealed("whole", digest("sealed")).await.unwrap();
    assert_eq!(sealed.as_deref(), Some(&b"secret"[..]));
    let again = store.begin("whole", history()).await.unwrap();
    assert_eq!(again, Appended::AlreadyExists);
    assert_eq!(journal(&other, "whole").await, whole);
    // An input that is recorded twice does not follow: nothing of it stays.
    let mut twice = history();
    twice.push(turn(Expect::Seq(7), "one"));
    let refused = store.begin("twice", twice).await;
    assert!(!matches!(refused, Ok(Appended::At { .. })), "{refused:?}");
    assert_eq!(other.head("twice").await.unwrap(), None);
    append(&store, "twice", start()).await;
}
