//! Replies in a session: the same decision as for the case that the session is.

use super::desk;
use crate::common::Session;
use engine::item::ItemKind;
use engine::reply::case::Case;
use engine::reply::decide::{Outcome, decide};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is known, by source and field, with JSON values.
type Known = &'static [(&'static str, &'static str, &'static str)];

const ADA: Known = &[
    ("order", "first_name", r#""Ada""#),
    ("order", "paid", "true"),
    ("order", "due", r#""1970-01-08""#),
    ("order", "status", r#""sent""#),
];

const CASES: &[(Known, &str)] = &[
    (&[], "Where is my parcel?"),
    (ADA, "Where is my parcel?"),
    (ADA, "Where is my parcel? I would also like another day."),
    (ADA, "I would like another day"),
    (ADA, "zzz"),
    (ADA, ""),
    (
        &[
            ("order", "first_name", r#""{{order.status}} <b>""#),
            ("order", "paid", "true"),
            ("order", "due", r#""1969-12-30""#),
            ("order", "status", r#""sent""#),
            ("carrier", "held", "true"),
            ("carrier", "depot", r#""Lyon""#),
        ],
        "Where is my parcel? I would also like another day.",
    ),
    (
        &[
            ("order", "paid", "false"),
            ("order", "status", r#""packed""#),
            ("carrier", "failed", "true"),
            ("carrier", "error", r#""timeout""#),
        ],
        "Where is my parcel?",
    ),
    (&[("order", "status", r#""lost""#)], "Where is my parcel?"),
];

/// The case with the same facts, as a host would hand it over.
fn case(known: Known, message: &str) -> String {
    let mut sources = serde_json::Map::new();
    for (source, field, value) in known {
        let fields = sources
            .entry(*source)
            .or_insert_with(|| serde_json::json!({}));
        fields[*field] = serde_json::from_str(value).expect("JSON");
    }
    serde_json::json!({ "now": "1970-01-01T00:00:00Z", "message": message, "sources": sources })
        .to_string()
}

/// Issue line: "In a session, replies use the same path".
#[test]
fn law_r4_a_session_replies_as_its_case() {
    let project = Arc::new(desk::project(&desk::desk()));
    let mut outcomes = Vec::new();
    for (known, message) in CASES {
        let mut session = Session::new(&project, 7);
        for (source, field, value) in *known {
            let asserted = session.send(&format!(
                r#"{{"assert":{{"{source}.{field}":{value}}},"source":"{source}"}}"#
            ));
            assert!(
                asserted.refused().is_empty(),
                "{source}.{field}: {:?}",
                asserted.changes
            );
        }
        let text = serde_json::Value::from(*message);
        let turn = session.send(&format!(r#"{{"message":{text}}}"#));
        let case = case(known, message);
        let case = Case::parse(&project, &case).expect("a case");
        let expected = decide(&project, &case).expect("replies");
        let replied = turn
            .changes
            .replied
            .as_ref()
            .expect("the message was decided");
        assert_eq!(replied.outcome, expected.outcome, "{message}");
        assert_eq!(replied.primary, expected.primary, "{message}");
        assert_eq!(replied.coverage, expected.coverage, "{message}");
        assert_eq!(replied.hand_over, expected.hand_over, "{message}");
        assert_eq!(replied.send, expected.send, "{message}");
        let commands = replied.commands.iter();
        let commands: Vec<_> = commands
            .map(|given| (&given.command, &given.arguments))
            .collect();
        let ordered: Vec<_> = expected
            .commands
            .iter()
            .map(|given| {
                let arguments = given.arguments.iter();
                let arguments = arguments.map(|(name, value)| (name.clone(), value.show()));
                (&given.command, arguments.collect::<BTreeMap<_, _>>())
            })
            .collect();
        let ordered: Vec<_> = ordered.iter().map(|(name, given)| (*name, given)).collect();
        assert_eq!(commands, ordered, "{message}");
        let sections: Vec<_> = replied.sections.iter().map(|said| &said.section).collect();
        let wanted: Vec<_> = expected.sections.iter().map(|said| &said.section).collect();
        assert_eq!(sections, wanted, "{message}");
        // What may not be sent is a draft, and never said as if it were.
        let kind = if expected.send.allowed {
            ItemKind::Statement
        } else {
            ItemKind::Draft
        };
        let said = turn.items.iter().find(|item| item.kind == kind);
        match expected.plain.as_deref().map(str::trim) {
            Some(plain) if !plain.is_empty() => {
                assert_eq!(said.map(|item| item.text.as_str()), Some(plain));
            }
            Some(_) | None => assert!(
                turn.items
                    .iter()
                    .all(|item| item.kind == ItemKind::Statement)
            ),
        }
        assert!(
            !turn.items.is_empty(),
            "{message}: something is always said"
        );
        outcomes.push(expected.outcome);
    }
    for outcome in [Outcome::Reply, Outcome::HandOver] {
        assert!(outcomes.contains(&outcome), "{outcomes:?}");
    }
}
