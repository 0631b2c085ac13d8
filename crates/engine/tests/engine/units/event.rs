//! Old versions of events, and their canonical form.

use engine::event::*;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// As if `TurnFailed` had once called its reason `why`.
const STEPS: &[Upcast] = &[Upcast {
    kind: "TurnFailed",
    from: 0,
    step: |mut body| {
        let why = body
            .get_mut("why")
            .map(Json::take)
            .ok_or("it has no `why`")?;
        Ok(json!({ "reason": why }))
    },
}];

#[test]
fn an_old_version_is_read_as_the_newest() {
    let read =
        |version, body: &str| Event::decode_by(STEPS, "TurnFailed", version, body.as_bytes());
    let failed = Event::TurnFailed(TurnFailed {
        reason: "lost".to_owned(),
    });
    assert_eq!(read(0, r#"{"why":"lost"}"#), Ok(failed.clone()));
    assert_eq!(read(1, r#"{"reason":"lost"}"#), Ok(failed));
    for (version, body) in [
        (0, r#"{"reason":"lost"}"#),
        (0, "[]"),
        (0, "{"),
        (1, r#"{"why":"lost"}"#),
    ] {
        let refused = read(version, body);
        assert!(
            matches!(refused, Err(DecodeError::BadBody { .. })),
            "{refused:?}"
        );
    }
    assert!(matches!(
        read(2, "{}"),
        Err(DecodeError::NewerVersion { version: 2, .. })
    ));
    // Of another kind there is no such version.
    let other = Event::decode_by(STEPS, "Erased", 0, b"{}");
    assert!(
        matches!(other, Err(DecodeError::BadBody { .. })),
        "{other:?}"
    );
}

#[test]
fn what_is_taken_for_canonical_is_what_the_canonicaliser_writes() {
    let cases = [
        json!({}),
        json!([]),
        json!("a"),
        json!({ "a": "\"\\", "b": ["x", { "c": "\u{e9}\u{1f600}" }], "ab": null }),
        json!({ "\u{e9}": "1", "z": "2" }),
        json!({ "\u{10000}": "1", "\u{ff5e}": "2" }),
        json!({ "a\"b": "1", "a": "2" }),
        json!({ "n": 10, "m": 1.5 }),
        json!({ "": { "": { "": true } } }),
        json!([[["]"], "}"], "{"]),
    ];
    for case in cases {
        let sorted = serde_json_canonicalizer::to_vec(&case).expect("JSON");
        assert_eq!(canonical(&case), sorted, "{case}");
        // Whoever looks on never takes unsorted keys, odd keys or numbers for canonical.
        assert!(plain(&case).is_none_or(|plain| plain == sorted), "{case}");
    }
    for unsorted in [
        &[("b", "1"), ("a", "2")][..],
        &[("a", "1"), ("a", "2")],
        &[("", "1"), ("", "2")],
        &[("ab", "1"), ("a", "2")],
        &[("a", "1"), ("c", "2"), ("b", "3")],
        &[("\u{e9}", "1")],
        &[("a\"b", "1")],
    ] {
        let pairs = Pairs(unsorted);
        assert_eq!(plain(&pairs), None, "{unsorted:?}");
        assert_eq!(
            plain(&[BTreeMap::from([("x", pairs)])]),
            None,
            "{unsorted:?}"
        );
    }
    let sorted = Pairs(&[("", "1"), ("a", "2"), ("ab", "3"), ("b", "\u{e9}\"")]);
    assert!(plain(&[&sorted, &sorted]).is_some());
    // What nests too deep, or has keys too long to remember, is left to the canonicaliser.
    let (mut deep, long) = (json!({}), "k".repeat(1000));
    assert!(plain(&deep).is_some());
    for _ in 0..100 {
        deep = json!({ "a": deep });
    }
    assert!(plain(&deep).is_none() && plain(&json!({ long: "" })).is_none());
}

#[derive(Clone, Copy)]
struct Pairs(&'static [(&'static str, &'static str)]);

impl serde::Serialize for Pairs {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}
