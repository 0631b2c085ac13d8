//! Old versions of events, and their canonical form.

use engine::event::*;
use serde_json::{Value as Json, json};

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
        // The judge on its own never takes unsorted keys, odd keys or numbers for canonical.
        let plain = serde_json::to_vec(&case).expect("JSON");
        assert!(!is_canonical(&plain) || plain == sorted, "{case}");
    }
    for unsorted in [
        r#"{"b":"1","a":"2"}"#,
        r#"{"a":"1","a":"2"}"#,
        r#"[{"x":{"c":"","b":""}}]"#,
    ] {
        assert!(!is_canonical(unsorted.as_bytes()), "{unsorted}");
    }
    let deep = "[".repeat(100) + &"]".repeat(100);
    assert!(!is_canonical(deep.as_bytes()));
}
