//! What lies beside the journals: leases, snapshots, projects, sealed values, work.

use crate::samples::{append, at, batch, digest, record, start, work};
use canonry::store::{Batch, Expect, Leased, NewWork, Store, Waiting, Work};

pub async fn a_lease_is_taken_renewed_and_refused<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    let taken = Leased::Taken {
        epoch: 1,
        lapsed: None,
    };
    assert_eq!(store.lease("s", "one", at(0), at(10)).await.unwrap(), taken);
    let held = Leased::Held {
        node: "one".to_owned(),
        until: at(10),
    };
    assert_eq!(other.lease("s", "two", at(5), at(15)).await.unwrap(), held);
    assert_eq!(
        other.lease("s", "one", at(9), at(20)).await.unwrap(),
        taken,
        "renewed: the same epoch"
    );
    let held = Leased::Held {
        node: "one".to_owned(),
        until: at(20),
    };
    assert_eq!(store.lease("s", "two", at(19), at(99)).await.unwrap(), held);
}

pub async fn a_lapsed_lease_names_its_holder<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    store.lease("s", "one", at(0), at(10)).await.unwrap();
    let lapsed = Leased::Taken {
        epoch: 2,
        lapsed: Some("one".to_owned()),
    };
    assert_eq!(
        other.lease("s", "two", at(10), at(20)).await.unwrap(),
        lapsed
    );
    let lapsed = Leased::Taken {
        epoch: 3,
        lapsed: Some("two".to_owned()),
    };
    assert_eq!(
        store.lease("s", "two", at(30), at(40)).await.unwrap(),
        lapsed,
        "its own, too"
    );
}

pub async fn a_released_lease_is_free_and_its_epoch_grows<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    for epoch in 1..=3 {
        let taken = Leased::Taken {
            epoch,
            lapsed: None,
        };
        assert_eq!(store.lease("s", "one", at(0), at(10)).await.unwrap(), taken);
        other.release("s", "one").await.unwrap();
    }
    assert_eq!(
        other.lease("s", "two", at(0), at(10)).await.unwrap(),
        Leased::Taken {
            epoch: 4,
            lapsed: None
        }
    );
}

pub async fn only_the_holder_releases<S: Store>(store: S, _: S) {
    append(&store, "s", start()).await;
    store.release("s", "one").await.unwrap();
    store.lease("s", "one", at(0), at(10)).await.unwrap();
    store.release("s", "two").await.unwrap();
    store.release("nobody", "one").await.unwrap();
    let held = Leased::Held {
        node: "one".to_owned(),
        until: at(10),
    };
    assert_eq!(store.lease("s", "two", at(1), at(11)).await.unwrap(), held);
}

pub async fn leases_of_two_sessions_are_apart<S: Store>(store: S, _: S) {
    for id in ["s", "t"] {
        append(&store, id, start()).await;
    }
    let taken = Leased::Taken {
        epoch: 1,
        lapsed: None,
    };
    assert_eq!(store.lease("s", "one", at(0), at(10)).await.unwrap(), taken);
    assert_eq!(store.lease("t", "two", at(0), at(10)).await.unwrap(), taken);
}

pub async fn the_newest_snapshot_is_kept<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    append(&store, "t", start()).await;
    assert_eq!(store.snapshot("s").await.unwrap(), None);
    store.put_snapshot("s", 5, b"five".to_vec()).await.unwrap();
    assert_eq!(
        other.snapshot("s").await.unwrap(),
        Some((5, b"five".to_vec()))
    );
    other.put_snapshot("s", 9, vec![7; 300_000]).await.unwrap();
    store.put_snapshot("s", 7, b"seven".to_vec()).await.unwrap();
    assert_eq!(
        store.snapshot("s").await.unwrap(),
        Some((9, vec![7; 300_000]))
    );
    store.put_snapshot("s", 9, Vec::new()).await.unwrap();
    assert_eq!(other.snapshot("s").await.unwrap(), Some((9, Vec::new())));
    assert_eq!(store.snapshot("t").await.unwrap(), None);
    store.put_snapshot("nobody", 1, vec![1]).await.unwrap();
    assert_eq!(store.snapshot("nobody").await.unwrap(), None);
    assert_eq!(store.head("nobody").await.unwrap(), None);
}

pub async fn snapshots_are_dropped<S: Store>(store: S, other: S) {
    for id in ["s", "t"] {
        append(&store, id, start()).await;
        store.put_snapshot(id, 1, b"one".to_vec()).await.unwrap();
    }
    other.drop_snapshots().await.unwrap();
    for id in ["s", "t"] {
        assert_eq!(store.snapshot(id).await.unwrap(), None);
        assert_eq!(store.read(id, 0, 9).await.unwrap().len(), 1);
    }
    store.drop_snapshots().await.unwrap();
    store.put_snapshot("s", 1, b"two".to_vec()).await.unwrap();
    assert_eq!(
        store.snapshot("s").await.unwrap(),
        Some((1, b"two".to_vec()))
    );
}

pub async fn projects_are_put_once<S: Store>(store: S, other: S) {
    let hash = digest("project");
    assert_eq!(store.project(hash).await.unwrap(), None);
    store.put_project(hash, vec![0, 1, 255]).await.unwrap();
    other.put_project(hash, vec![0, 1, 255]).await.unwrap();
    store
        .put_project(hash, b"never these".to_vec())
        .await
        .unwrap();
    store
        .put_project(digest("empty"), Vec::new())
        .await
        .unwrap();
    assert_eq!(other.project(hash).await.unwrap(), Some(vec![0, 1, 255]));
    assert_eq!(
        other.project(digest("empty")).await.unwrap(),
        Some(Vec::new())
    );
}

pub async fn sealed_values_belong_to_their_session<S: Store>(store: S, other: S) {
    append(&store, "s", start()).await;
    append(&store, "t", start()).await;
    let (one, two) = (digest("one"), digest("two"));
    let seal = |sealed| Batch {
        sealed,
        ..batch(Expect::Exists, vec![record("FactFixed", "x", b"x")])
    };
    append(
        &store,
        "s",
        seal(vec![(one, b"1".to_vec()), (two, Vec::new())]),
    )
    .await;
    append(&store, "s", seal(vec![(one, b"again".to_vec())])).await;
    append(
        &store,
        "t",
        seal(vec![(one, b"of t".to_vec()), (one, b"twice".to_vec())]),
    )
    .await;
    assert_eq!(other.sealed("s", one).await.unwrap(), Some(b"1".to_vec()));
    assert_eq!(other.sealed("s", two).await.unwrap(), Some(Vec::new()));
    assert_eq!(
        other.sealed("t", one).await.unwrap(),
        Some(b"of t".to_vec())
    );
    assert_eq!(other.sealed("t", two).await.unwrap(), None);
    assert_eq!(other.sealed("nobody", one).await.unwrap(), None);
}

pub fn with_work(ids: &[&str]) -> Batch {
    Batch {
        work: ids.iter().map(|id| work(id)).collect(),
        ..batch(Expect::Exists, vec![record("EffectRequested", "x", b"x")])
    }
}

fn taken(id: &str, session: &str, attempt: u32) -> Work {
    let new = work(id);
    Work {
        id: new.id,
        session: session.to_owned(),
        kind: new.kind,
        payload: new.payload,
        attempt,
    }
}

pub async fn work_is_taken_in_order_once<S: Store>(store: S, other: S) {
    append(
        &store,
        "s",
        Batch {
            work: vec![work("b")],
            ..start()
        },
    )
    .await;
    append(&store, "t", start()).await;
    append(&store, "t", with_work(&["a", "d"])).await;
    append(&store, "s", with_work(&["c"])).await;
    assert_eq!(
        store
            .take_work(None, "one", at(0), at(10), 0)
            .await
            .unwrap(),
        []
    );
    let first = store
        .take_work(None, "one", at(0), at(10), 2)
        .await
        .unwrap();
    assert_eq!(first, [taken("b", "s", 1), taken("a", "t", 1)]);
    let rest = other
        .take_work(None, "two", at(0), at(10), 9)
        .await
        .unwrap();
    assert_eq!(rest, [taken("d", "t", 1), taken("c", "s", 1)]);
    assert_eq!(
        store
            .take_work(None, "one", at(9), at(20), 9)
            .await
            .unwrap(),
        [],
        "not even by the same node"
    );
}

pub async fn work_is_retaken_after_its_lease<S: Store>(store: S, other: S) {
    append(
        &store,
        "s",
        Batch {
            work: vec![work("a"), work("b")],
            ..start()
        },
    )
    .await;
    store
        .take_work(None, "one", at(0), at(10), 1)
        .await
        .unwrap();
    store
        .take_work(None, "one", at(0), at(20), 1)
        .await
        .unwrap();
    assert_eq!(
        other
            .take_work(None, "two", at(10), at(30), 9)
            .await
            .unwrap(),
        [taken("a", "s", 2)]
    );
    assert_eq!(
        store
            .take_work(None, "one", at(30), at(40), 9)
            .await
            .unwrap(),
        [taken("a", "s", 3), taken("b", "s", 2)]
    );
}

pub async fn finished_work_never_comes_back<S: Store>(store: S, other: S) {
    append(
        &store,
        "s",
        Batch {
            work: vec![work("a"), work("b")],
            ..start()
        },
    )
    .await;
    store
        .take_work(None, "one", at(0), at(10), 9)
        .await
        .unwrap();
    other.finish_work("a").await.unwrap();
    store.finish_work("a").await.unwrap();
    store.finish_work("unknown").await.unwrap();
    assert_eq!(
        store
            .take_work(None, "one", at(99), at(100), 9)
            .await
            .unwrap(),
        [taken("b", "s", 2)]
    );
    append(&store, "s", with_work(&["a"])).await;
    assert_eq!(
        store
            .take_work(None, "one", at(199), at(200), 9)
            .await
            .unwrap(),
        [taken("b", "s", 3)]
    );
}

pub async fn the_same_work_twice_is_one<S: Store>(store: S, _: S) {
    append(
        &store,
        "s",
        Batch {
            work: vec![work("a"), work("a")],
            ..start()
        },
    )
    .await;
    append(&store, "t", start()).await;
    append(&store, "t", with_work(&["a", "b"])).await;
    let all = store
        .take_work(None, "one", at(0), at(10), 9)
        .await
        .unwrap();
    assert_eq!(all, [taken("a", "s", 1), taken("b", "t", 1)]);
}

pub async fn work_of_one_kind_leaves_the_others<S: Store>(store: S, other: S) {
    let of_kind = |id: &str, kind: &str| NewWork {
        kind: kind.to_owned(),
        ..work(id)
    };
    let works = vec![of_kind("a", "x"), of_kind("b", "y"), of_kind("c", "x")];
    append(
        &store,
        "s",
        Batch {
            work: works,
            ..start()
        },
    )
    .await;
    let ids = |works: Vec<Work>| works.into_iter().map(|work| work.id).collect::<Vec<_>>();
    let none = store.take_work(Some("z"), "one", at(0), at(10), 9).await;
    assert_eq!(ids(none.unwrap()), [""; 0]);
    let taken = store.take_work(Some("x"), "one", at(0), at(10), 9).await;
    assert_eq!(ids(taken.unwrap()), ["a", "c"]);
    let taken = other.take_work(None, "two", at(0), at(10), 9).await;
    assert_eq!(ids(taken.unwrap()), ["b"]);
}

pub async fn work_that_was_put_back_comes_later<S: Store>(store: S, other: S) {
    append(
        &store,
        "s",
        Batch {
            work: vec![work("a"), work("b")],
            ..start()
        },
    )
    .await;
    store
        .take_work(None, "one", at(0), at(10), 9)
        .await
        .unwrap();
    store.put_work_back("a", at(50)).await.unwrap();
    store.put_work_back("b", at(5)).await.unwrap();
    store.put_work_back("unknown", at(5)).await.unwrap();
    let early = other.take_work(None, "two", at(5), at(20), 9).await;
    assert_eq!(early.unwrap(), [taken("b", "s", 2)]);
    let late = other.take_work(None, "two", at(50), at(60), 9).await;
    assert_eq!(late.unwrap(), [taken("a", "s", 2), taken("b", "s", 3)]);
    store.finish_work("a").await.unwrap();
    store.put_work_back("a", at(60)).await.unwrap();
    let rest = other.take_work(None, "two", at(99), at(100), 9).await;
    assert_eq!(rest.unwrap(), [taken("b", "s", 4)], "what is done stays so");
}

pub async fn waiting_work_is_listed_in_pages<S: Store>(store: S, other: S) {
    assert_eq!(store.waiting_work(None, 9).await.unwrap(), []);
    append(
        &store,
        "s",
        Batch {
            work: ["b", "a", "c", "d"].map(work).to_vec(),
            ..start()
        },
    )
    .await;
    store.take_work(None, "n", at(0), at(10), 2).await.unwrap();
    store.finish_work("b").await.unwrap();
    let waiting = |id: &str, attempt, until| Waiting {
        id: id.to_owned(),
        session: "s".to_owned(),
        kind: "hook".to_owned(),
        attempt,
        until,
    };
    let all = [
        waiting("a", 1, Some(at(10))),
        waiting("c", 0, None),
        waiting("d", 0, None),
    ];
    assert_eq!(other.waiting_work(None, 9).await.unwrap(), all);
    assert_eq!(other.waiting_work(None, 2).await.unwrap(), all[..2]);
    assert_eq!(other.waiting_work(Some("c"), 9).await.unwrap(), all[2..]);
    let behind_done = other.waiting_work(Some("b"), 1).await.unwrap();
    assert_eq!(behind_done, all[..1], "what is done keeps its place");
    assert_eq!(other.waiting_work(Some("d"), 9).await.unwrap(), []);
    assert_eq!(other.waiting_work(Some("unknown"), 9).await.unwrap(), []);
    assert_eq!(other.waiting_work(None, 0).await.unwrap(), []);
    store
        .erase("s", crate::samples::record("Erased", "command", b"{}"))
        .await
        .unwrap();
    assert_eq!(other.waiting_work(None, 9).await.unwrap(), []);
}
