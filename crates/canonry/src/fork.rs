//! A fork: a session copied up to an entry into a new one.

use crate::clock::Clock;
use crate::export::{append_all, batches, read_own, salvage};
use crate::failure::{Failure, Kind};
use crate::record::{Damage, ends_turn, is_decision};
use crate::store::{Head, NewSession, Record, Store};
use engine::event::{Event, ForkedFrom};
use logic::value::Digest;

/// Copies a session up to an entry into a new one, which says in its first entry where it comes from.
pub async fn fork(
    store: &impl Store,
    session: &str,
    seq: u64,
    name: &str,
    clock: &impl Clock,
) -> Result<Head, Failure> {
    let head = store
        .head(session)
        .await?
        .ok_or_else(|| Failure::no_session(session))?;
    if seq == 0 || seq > head.seq {
        return Err(Failure::no_entry(session, head.seq, seq));
    }
    if head.erased {
        return Err(Failure::erased(session));
    }
    let salvaged = salvage(store, session).await?;
    if let Some(Damage {
        seq: damaged,
        reason,
    }) = &salvaged.damage
        && seq > salvaged.entries
    {
        let last = salvaged.entries;
        return Err(Failure::corrupt(session, *damaged, reason).hint(
            format!("what is before it is whole: fork at {last} or before"),
            format!("ce qui précède est intact : copiez à {last} ou avant"),
        ));
    }
    let lines: String = salvaged
        .lines
        .iter()
        .map(|line| format!("{line}\n"))
        .collect();
    let all: Vec<Record> = read_own(lines.as_bytes())?.records;
    if let Some((before, after)) = inside_decision(&all, seq) {
        return Err(Failure::new(
            Kind::Usage,
            format!("entry {seq} stands inside a turn; fork at {before} or at {after}"),
            format!("l'entrée {seq} est au milieu d'un tour ; copiez à {before} ou à {after}"),
        ));
    }
    let mut records = all;
    records.truncate(usize::try_from(seq).unwrap_or(usize::MAX));
    let mut sealed = Vec::new();
    for digest in records.iter().flat_map(commitments_of) {
        if let Some(value) = store.sealed(session, digest).await? {
            sealed.push((digest, value));
        }
    }
    let at = records.last().map_or(head.chain, |record| record.chain);
    if let Some(first) = records.first_mut()
        && let Some(content) = &mut first.content
        && let Ok(Event::SessionStarted(mut started)) =
            Event::decode(&first.header.kind, first.header.version, &content.body)
    {
        started.forked = Some(ForkedFrom {
            chain: at,
            seq: engine::item::Count(seq),
            session: session.to_owned(),
        });
        content.body = Event::SessionStarted(started).body();
        clock.fill(&mut content.salt);
    }
    let create = NewSession {
        project: head.project,
        project_name: head.project_name,
        subject: head.subject,
        at: clock.now(),
    };
    let mut batches = batches(records);
    if let Some(first) = batches.first_mut() {
        first.sealed = sealed;
    }
    append_all(store, name, Some(create), batches).await
}

/// If the entry stands inside a decision: the last entry before it and the one that ends it. A
/// decision is one append; half of one is no state a session was ever in.
fn inside_decision(records: &[Record], seq: u64) -> Option<(u64, u64)> {
    let at = usize::try_from(seq).ok()?.checked_sub(1)?;
    if !is_decision(records.get(at)?) || ends_turn(&records[at]) {
        return None;
    }
    let first = (0..=at).rev().find(|index| {
        *index == 0 || !is_decision(&records[index - 1]) || ends_turn(&records[index - 1])
    })?;
    let last = (at..records.len()).find(|index| ends_turn(&records[*index]))?;
    Some((first as u64, last as u64 + 1))
}

/// The confidential values that a record refers to.
fn commitments_of(record: &Record) -> Vec<Digest> {
    fn walk(json: &serde_json::Value, found: &mut Vec<Digest>) {
        match json {
            serde_json::Value::Object(map) => {
                let digest = map.get("confidential").and_then(|value| value.as_str());
                found.extend(digest.and_then(|text| text.parse::<Digest>().ok()));
                map.values().for_each(|value| walk(value, found));
            }
            serde_json::Value::Array(list) => list.iter().for_each(|value| walk(value, found)),
            serde_json::Value::Null
            | serde_json::Value::Bool(_)
            | serde_json::Value::Number(_)
            | serde_json::Value::String(_) => {}
        }
    }
    let mut found = Vec::new();
    let body = record
        .content
        .as_ref()
        .map(|content| content.body.as_slice());
    if let Some(Ok(json)) = body.map(serde_json::from_slice) {
        walk(&json, &mut found);
    }
    found
}
