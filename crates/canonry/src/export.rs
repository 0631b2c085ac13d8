//! A session outside its store: exported as JSON lines, read again, imported. The format is
//! `docs/journal.md`.
//!
//! Every line carries a checksum over itself and the line before, and every entry the journal's own
//! chain: a changed or missing byte is refused with the entry it stands in.

mod import;
mod read;

use crate::failure::Failure;
use crate::record::all_records;
use crate::store::chain;
use crate::store::{Record, Store};
use engine::event::Event;
use engine::project::Files;
pub use import::import;
pub(crate) use import::{append_all, batches};
use logic::value::{Digest, Instant};
pub use read::{Exported, read};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Line {
    Session {
        version: String,
        session: String,
        project_name: String,
        project: Digest,
        created: Instant,
        /// The person whose data it holds, so that an import can still be erased.
        subject: Option<String>,
        erased: bool,
    },
    /// The sources of a project that the session needs.
    Project {
        hash: Digest,
        files: BTreeMap<String, String>,
    },
    Entry(Box<EntryLine>),
    End {
        entries: String,
        chain: Digest,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryLine {
    seq: String,
    at: Instant,
    kind: String,
    version: String,
    cause: String,
    cell: Option<String>,
    commitment: Digest,
    chain: Digest,
    /// Salt as hex and body as the text it is; absent where erased.
    salt: Option<String>,
    body: Option<String>,
}

/// The export of a whole session, line by line.
pub async fn export(store: &impl Store, session: &str) -> Result<Vec<String>, Failure> {
    let head = store
        .head(session)
        .await?
        .ok_or_else(|| Failure::no_session(session))?;
    let mut lines = Lines::default();
    lines.push(&Line::Session {
        version: "1".to_owned(),
        session: session.to_owned(),
        project_name: head.project_name.clone(),
        project: head.project,
        created: head.created,
        subject: head.subject.clone(),
        erased: head.erased,
    });
    let mut projects = vec![head.project];
    let mut entries = all_records(store, session).await?;
    entries.retain(|record| record.seq <= head.seq);
    for record in &entries {
        if let Some(content) = &record.content
            && let Ok(Event::ProjectMoved(moved)) =
                Event::decode(&record.header.kind, record.header.version, &content.body)
        {
            projects.push(moved.to);
        }
    }
    projects.sort();
    projects.dedup();
    for hash in projects {
        if let Some(files) = store
            .project(hash)
            .await?
            .and_then(|bytes| Files::unpack(&bytes))
        {
            let files = files
                .0
                .into_iter()
                .filter_map(|(path, bytes)| Some((path, String::from_utf8(bytes).ok()?)))
                .collect();
            lines.push(&Line::Project { hash, files });
        }
    }
    for record in &entries {
        lines.push(&Line::Entry(Box::new(entry_line(record))));
    }
    let chain = entries
        .last()
        .map_or_else(|| chain::genesis(session), |record| record.chain);
    lines.push(&Line::End {
        entries: entries.len().to_string(),
        chain,
    });
    Ok(lines.0)
}

#[derive(Default)]
struct Lines(Vec<String>);

impl Lines {
    /// The line, its checksum as its last key.
    fn push(&mut self, line: &Line) {
        let text = serde_json::to_string(line).expect("a line is always JSON");
        let body = &text[..text.len() - 1];
        let sum = checksum(self.0.last().map(String::as_str), body);
        self.0.push(format!("{body},\"sum\":\"{sum}\"}}"));
    }
}

fn checksum(previous: Option<&str>, body: &str) -> Digest {
    let mut hash = Sha256::new();
    hash.update(previous.unwrap_or_default().as_bytes());
    hash.update(b"\n");
    hash.update(body.as_bytes());
    Digest(hash.finalize().into())
}

fn entry_line(record: &Record) -> EntryLine {
    EntryLine {
        seq: record.seq.to_string(),
        at: record.header.at,
        kind: record.header.kind.clone(),
        version: record.header.version.to_string(),
        cause: record.header.cause.clone(),
        cell: record.header.cell.clone(),
        commitment: record.commitment,
        chain: record.chain,
        salt: record.content.as_ref().map(|content| {
            content
                .salt
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect()
        }),
        // A body is canonical JSON, so it is text.
        body: record
            .content
            .as_ref()
            .map(|content| String::from_utf8_lossy(&content.body).into_owned()),
    }
}
