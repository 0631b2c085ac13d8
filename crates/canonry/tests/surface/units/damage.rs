//! Reasons of damage in both languages.

use canonry::damage::{REASONS, french, phrase};

/// The files that give reasons. A row that none of them says any more is stale.
const SOURCES: &[&str] = &[
    include_str!("../../../../engine/src/event.rs"),
    include_str!("../../../../engine/src/state.rs"),
    include_str!("../../../src/export/read.rs"),
    include_str!("../../../src/record.rs"),
    include_str!("../../../src/store/any.rs"),
    include_str!("../../../src/store/chain.rs"),
    include_str!("../../../src/store/postgres.rs"),
    include_str!("../../../src/store/postgres/append.rs"),
    include_str!("../../../src/store/postgres/erase.rs"),
    include_str!("../../../src/store/postgres/failure.rs"),
    include_str!("../../../src/store/postgres/look.rs"),
    include_str!("../../../src/store/postgres/rows.rs"),
    include_str!("../../../src/store/postgres/schema.rs"),
    include_str!("../../../src/store/rules.rs"),
    include_str!("../../../src/store/sqlite/failure.rs"),
    include_str!("../../../src/store/sqlite/reader.rs"),
    include_str!("../../../src/store/sqlite/schema.rs"),
    include_str!("../../../src/store/segment.rs"),
    include_str!("../../../src/store/sqlite.rs"),
    include_str!("../../../src/store/sqlite/session.rs"),
    include_str!("../../../src/store/sqlite/survey.rs"),
    include_str!("../../../src/store/sqlite/writer.rs"),
    include_str!("../../../src/store/tail.rs"),
];

#[test]
fn every_row_is_still_said() {
    let is_said = |english: &str| {
        SOURCES
            .iter()
            .any(|source| english.split("{}").all(|part| source.contains(part)))
    };
    let stale: Vec<_> = REASONS
        .iter()
        .filter(|(english, _)| !is_said(english))
        .collect();
    assert!(stale.is_empty(), "{stale:#?}");
}

#[test]
fn every_reason_of_a_fold_and_of_a_read_has_a_row() {
    let mut seen = 0;
    for source in SOURCES {
        for call in [
            "fail(",
            "corrupt(",
            "refuse(",
            "damaged(",
            "problem: format!(",
            "refused(",
            "Unavailable(",
            "message: format!(",
            "message: ",
            "hint: ",
            "RESTORE: &str = ",
        ] {
            for after in source.split(call).skip(1) {
                // The first literal of the call, if it has one close by.
                let Some(text) = after
                    .get(..120)
                    .and_then(|near| near.split_once('"'))
                    .filter(|(before, _)| !before.contains([';', '}', '|', ')']))
                    .and_then(|(before, _)| after[before.len() + 1..].split('"').next())
                    // A column's name is no reason.
                    .filter(|text| text.contains(' '))
                else {
                    continue;
                };
                seen += 1;
                assert!(has_french(text), "no French for {text:?}");
            }
        }
        // A refusal has a hint behind its message.
        for after in source.split("refused(").skip(1) {
            let arguments = after.split(");").next().unwrap_or_default();
            for text in arguments.split('"').skip(1).step_by(2) {
                assert!(
                    !text.contains(' ') || has_french(text),
                    "no French for {text:?}"
                );
            }
        }
    }
    assert!(seen > 50, "only {seen} reasons were looked at");
}

/// Whatever a text names in braces is said by one case.
fn has_french(text: &str) -> bool {
    let parts = text.split(['{', '}']).enumerate();
    let said: String = parts
        .map(|(index, part)| if index % 2 == 0 { part } else { "x" })
        .collect();
    french(&said).is_some()
}

#[test]
fn what_one_case_says_stays_as_it_is() {
    assert_eq!(
        phrase("session file: {\"a\"} is opened").fr,
        "« session file: {\"a\"} is opened »"
    );
    assert_eq!(
        phrase("`mood` is opened while `name` is open").fr,
        "`mood` s'ouvre alors que `name` est ouverte"
    );
    assert_eq!(
        phrase("the store file is damaged: its bytes are missing").fr,
        "le fichier du stockage est endommagé : ses octets manquent"
    );
    assert_eq!(
        phrase("s.db cannot be opened: the store cannot be written: disk I/O error").fr,
        "s.db ne s'ouvre pas : le stockage ne peut être écrit : « disk I/O error »"
    );
}
