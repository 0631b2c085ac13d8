//! A session outside its store: exported as JSON lines, read again, imported. The format is
//! `docs/journal.md`.
//!
//! Every line carries a checksum over itself and the line before, and every entry the journal's own
//! chain: a changed or missing byte is refused with the entry it stands in.

mod import;
mod read;

use crate::failure::{Failure, Kind};
use crate::record::{Damage, page, whole_turns};
use crate::store::chain;
use crate::store::{Head, Record, Store};
use engine::event::{Event, InputRecorded};
use engine::input::{AuthorCommand, Input};
use engine::project::Files;
pub use import::{Forbidden, check_erased, check_forbidden, import};
pub(crate) use import::{append_all, batches};
use logic::value::{Digest, Instant};
pub(crate) use read::read_own;
pub use read::{Exported, read, read_from};
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
    let salvaged = salvage(store, session).await?;
    match salvaged.damage {
        None => Ok(salvaged.lines),
        Some(Damage { seq, reason }) => Err(Failure::damaged(session, seq, &reason)),
    }
}

/// What is whole of a session: everything, or the turns before the entry that is damaged.
pub struct Salvaged {
    /// An export that is whole in itself.
    pub lines: Vec<String>,
    pub entries: u64,
    pub chain: Digest,
    pub damage: Option<Damage>,
}

/// The export of what is whole of a session. A turn that ends in the damage is left out.
pub async fn salvage(store: &impl Store, session: &str) -> Result<Salvaged, Failure> {
    let head = store
        .head(session)
        .await?
        .ok_or_else(|| Failure::no_session(session))?;
    let (mut entries, damage) = whole_records(store, &head).await?;
    if damage.is_some() {
        entries.truncate(whole_turns(&entries));
    }
    if let Some(Damage { seq, reason }) = &damage
        && entries.is_empty()
    {
        return Err(Failure::corrupt(session, *seq, reason).hint(
            "nothing before it is whole: restore the store from a backup",
            "rien n'est intact avant elle : restaurez le stockage d'une sauvegarde",
        ));
    }
    let lines = lines(store, &head, &entries).await?;
    let chain = entries.last().map_or(head.chain, |record| record.chain);
    Ok(Salvaged {
        lines,
        entries: entries.len() as u64,
        chain,
        damage,
    })
}

/// The records of a session as its head has them, up to the first that is damaged.
async fn whole_records(
    store: &impl Store,
    head: &Head,
) -> Result<(Vec<Record>, Option<Damage>), Failure> {
    let (mut records, mut chain) = (Vec::new(), chain::genesis(&head.session));
    loop {
        let page = page(store, &head.session, records.len() as u64).await?;
        let is_last = page.is_last();
        for record in page.records {
            if record.seq > head.seq {
                return Ok((records, None));
            }
            if let Err(reason) = chain::verify(&record, records.len() as u64 + 1, chain) {
                let (seq, reason) = (record.seq, reason.to_owned());
                return Ok((records, Some(Damage { seq, reason })));
            }
            chain = record.chain;
            records.push(record);
        }
        if is_last {
            return Ok((records, page.damage));
        }
    }
}

async fn lines(
    store: &impl Store,
    head: &Head,
    entries: &[Record],
) -> Result<Vec<String>, Failure> {
    let session = &head.session;
    let mut lines = Lines::default();
    lines.push(&Line::Session {
        version: "1".to_owned(),
        session: session.clone(),
        project_name: head.project_name.clone(),
        project: head.project,
        created: head.created,
        subject: head.subject.clone(),
        erased: head.erased,
    });
    let mut projects = vec![head.project];
    for record in entries {
        let Some(content) = &record.content else {
            continue;
        };
        match Event::decode(&record.header.kind, record.header.version, &content.body) {
            Ok(Event::ProjectMoved(moved)) => projects.push(moved.to),
            // Where it was to move to and did not: that was decided by looking at it.
            Ok(Event::InputRecorded(InputRecorded {
                input: Input::Author(AuthorCommand::Migrate { project }),
                ..
            })) if store.project(project).await?.is_some() => projects.push(project),
            Ok(_) | Err(_) => {}
        }
    }
    projects.sort();
    projects.dedup();
    for hash in projects {
        let kept = store.project(hash).await?;
        let files = kept
            .and_then(|bytes| Files::unpack(&bytes))
            .filter(|files| files.hash() == hash)
            .ok_or_else(|| without_project(session))?;
        let files = files
            .0
            .into_iter()
            .filter_map(|(path, bytes)| Some((path, String::from_utf8(bytes).ok()?)))
            .collect();
        lines.push(&Line::Project { hash, files });
    }
    for record in entries {
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

/// Nobody could read such an export.
fn without_project(session: &str) -> Failure {
    Failure::new(
        Kind::Corrupt,
        format!("the project of session `{session}` is not in the store, or is damaged"),
        format!(
            "le projet de la session `{session}` n'est pas dans le stockage, ou il est endommagé"
        ),
    )
    .hint(
        "restore the store from a backup",
        "restaurez le stockage d'une sauvegarde",
    )
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
