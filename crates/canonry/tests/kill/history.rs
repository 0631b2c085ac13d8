//! What a session's history must be when the storm is over, by every way of reading it.

use crate::client::Replies;
use crate::program::{Place, Ran};
use canonry::export;
use engine::event::Event;
use engine::input::Envelope;
use std::collections::BTreeMap;

fn about(place: &Place, command: &str, session: &str) -> Ran {
    place.line(&format!(
        "{command} --store sqlite:kill.db --session {session} --json"
    ))
}

/// Checks everything; gives the ids of the recorded inputs, in order.
pub fn check(
    place: &Place,
    session: &str,
    expected: &BTreeMap<String, String>,
    replies: &Replies,
) -> Vec<String> {
    let exported = export::read(about(place, "export", session).expect(0).out.as_bytes())
        .expect("a whole export");
    let mut recorded = Vec::new();
    let mut ended: BTreeMap<String, u64> = BTreeMap::new();
    for record in &exported.records {
        let body = &record.content.as_ref().expect("nothing is erased").body;
        let cause = record.header.cause.clone();
        match Event::decode(&record.header.kind, record.header.version, body).expect("an event") {
            Event::InputRecorded(input) => {
                let line = expected
                    .get(&cause)
                    .unwrap_or_else(|| panic!("{session}: nobody sent `{cause}`"));
                assert_eq!(
                    input.input,
                    Envelope::parse(line).expect("a line of ours").input,
                    "{session} {cause}"
                );
                recorded.push(cause);
            }
            Event::TurnEnded(_) => assert_eq!(
                ended.insert(cause.clone(), record.seq),
                None,
                "{session}: `{cause}` was decided twice"
            ),
            _ => {}
        }
    }
    // Each input once, and each decided once.
    let mut sorted = recorded.clone();
    sorted.sort();
    assert_eq!(
        sorted,
        expected.keys().cloned().collect::<Vec<_>>(),
        "{session}: each input is recorded once"
    );
    for (id, reply) in replies.all() {
        let json: serde_json::Value = serde_json::from_str(&reply).expect("JSON");
        assert_eq!(
            json["view"]["head"].as_u64(),
            ended.get(&id).copied(),
            "{session} {id}: the reply is of the entry that ended its turn"
        );
    }
    assert_eq!(
        replies.all().len(),
        expected.len(),
        "{session}: every input has a reply"
    );

    // The log tells the same as the export.
    let log = about(place, "log", session).expect(0).json();
    assert_eq!(log.len(), exported.records.len());
    for (line, record) in log.iter().zip(&exported.records) {
        let told = (
            line["seq"].as_u64(),
            line["kind"].as_str(),
            line["cause"].as_str(),
            line["chain"].as_str(),
        );
        let chain = record.chain.to_string();
        assert_eq!(
            told,
            (
                Some(record.seq),
                Some(record.header.kind.as_str()),
                Some(record.header.cause.as_str()),
                Some(chain.as_str())
            )
        );
    }
    silent(&about(place, "verify", session), "problems");
    silent(&about(place, "doctor", session), "findings");
    silent(&about(place, "replay", session), "differences");
    recorded
}

fn silent(ran: &Ran, list: &str) {
    let json = ran.json();
    assert_eq!(
        (
            ran.code,
            json.len(),
            json[0][list].as_array().map(Vec::len),
            ran.err.as_str()
        ),
        (0, 1, Some(0), ""),
        "{ran:?}"
    );
}

/// Where the session stands: the last entry and its chain hash.
pub fn head(place: &Place, session: &str) -> (u64, String) {
    let json = &about(place, "verify", session).expect(0).json()[0];
    (
        json["entries"].as_u64().expect("a number"),
        json["chain"].as_str().expect("a hash").to_owned(),
    )
}

/// The kinds of entries that an input caused.
pub fn kinds(place: &Place, session: &str, cause: &str) -> Vec<String> {
    let log = about(place, "log", session).expect(0).json();
    log.iter()
        .filter(|entry| entry["cause"] == cause)
        .map(|entry| entry["kind"].as_str().expect("a kind").to_owned())
        .collect()
}
