//! A session outside its store: exported as JSON lines, imported, forked. The format is
//! `docs/journal.md`.
//!
//! Every line carries a checksum over itself and the line before, and every entry the journal's own
//! chain: a changed or missing byte is refused with the entry it stands in.

use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::record::to_checked_entry;
use crate::store::chain::{self, sha256};
use crate::store::{
    Appended, Batch, Content, Expect, Head, Header, NewInput, NewRecord, NewSession, Record, Store,
};
use engine::event::{Event, ForkedFrom};
use engine::input::Envelope;
use engine::limits;
use engine::project::Files;
use engine::state::State;
use logic::value::{Digest, Instant};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, BTreeSet};

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
    let mut entries = Vec::new();
    let mut after = 0;
    while after < head.seq {
        let page = store.read(session, after, limits::READ_RECORDS).await?;
        let Some(last) = page.last() else { break };
        after = last.seq;
        entries.extend(page.into_iter().filter(|record| record.seq <= head.seq));
    }
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

/// An export that was read and found whole.
#[derive(Debug)]
pub struct Exported {
    pub session: String,
    pub project_name: String,
    pub project: Digest,
    pub created: Instant,
    pub subject: Option<String>,
    pub erased: bool,
    pub projects: Vec<(Digest, Files)>,
    pub records: Vec<Record>,
    pub chain: Digest,
}

/// Reads an export; refuses anything that is not exactly what was written, with its place.
pub fn read(bytes: &[u8]) -> Result<Exported, Failure> {
    let mut reader = Reader {
        exported: None,
        previous: None,
        entries: 0,
        state: State::default(),
        inputs: BTreeSet::new(),
        ended: false,
    };
    if !bytes.starts_with(b"{\"") && !bytes.is_empty() {
        let problem = "it does not begin as an export does";
        return Err(reader.refuse(1, problem).hint(
            "name a file that canonry export wrote",
            "nommez un fichier écrit par canonry export",
        ));
    }
    let mut rest = bytes;
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        let Some(end) = rest.iter().position(|byte| *byte == b'\n') else {
            return Err(reader.refuse(number, "the line is cut"));
        };
        let line = std::str::from_utf8(&rest[..end])
            .map_err(|_| reader.refuse(number, "the line is not UTF-8"))?;
        reader.line(number, line)?;
        rest = &rest[end + 1..];
    }
    if !reader.ended {
        return Err(reader.refuse(number + 1, "the export ends too early"));
    }
    reader
        .exported
        .ok_or_else(|| Failure::new(Kind::Corrupt, "the export is empty", "l'export est vide"))
}

struct Reader {
    exported: Option<Exported>,
    previous: Option<String>,
    entries: u64,
    /// What the entries so far fold to: an export that cannot be folded is not whole.
    state: State,
    /// The ids of its inputs: each is recorded once.
    inputs: BTreeSet<String>,
    ended: bool,
}

impl Reader {
    fn refuse(&self, line: usize, problem: &str) -> Failure {
        let entry = self.entries + 1;
        Failure::new(
            Kind::Corrupt,
            format!("the export is damaged at line {line}, entry {entry}: {problem}"),
            format!("l'export est endommagé à la ligne {line}, entrée {entry} : {problem}"),
        )
    }

    fn line(&mut self, number: usize, text: &str) -> Result<(), Failure> {
        if self.ended {
            return Err(self.refuse(number, "something follows the end"));
        }
        let cut = text
            .len()
            .checked_sub(r#","sum":"""#.len() + 64 + 1)
            .filter(|cut| text.is_char_boundary(*cut))
            .ok_or_else(|| self.refuse(number, "the line has no checksum"))?;
        let (body, tail) = text.split_at(cut);
        if tail
            != format!(
                ",\"sum\":\"{}\"}}",
                checksum(self.previous.as_deref(), body)
            )
        {
            return Err(self.refuse(number, "its checksum does not fit"));
        }
        let line: Line = serde_json::from_str(&format!("{body}}}"))
            .map_err(|error| self.refuse(number, &format!("it cannot be read: {error}")))?;
        self.previous = Some(text.to_owned());
        self.take(number, line)
    }

    fn take(&mut self, number: usize, line: Line) -> Result<(), Failure> {
        let bad = |reader: &Reader, problem: &str| Err(reader.refuse(number, problem));
        if let Line::Session {
            version,
            session,
            project_name,
            project,
            created,
            subject,
            erased,
        } = line
        {
            if self.exported.is_some() {
                return bad(self, "a second session begins");
            }
            if version != "1" {
                return bad(
                    self,
                    &format!("version {version} is newer than this program"),
                );
            }
            let chain = chain::genesis(&session);
            self.exported = Some(Exported {
                session,
                project_name,
                project,
                created,
                subject,
                erased,
                projects: Vec::new(),
                records: Vec::new(),
                chain,
            });
            return Ok(());
        }
        let Some(mut exported) = self.exported.take() else {
            return bad(self, "it does not begin with a session");
        };
        let outcome = self.take_in(number, line, &mut exported);
        self.exported = Some(exported);
        outcome
    }

    fn take_in(
        &mut self,
        number: usize,
        line: Line,
        exported: &mut Exported,
    ) -> Result<(), Failure> {
        match line {
            Line::Session { .. } => Err(self.refuse(number, "a second session begins")),
            Line::Project { hash, files } => {
                let files = Files(
                    files
                        .into_iter()
                        .map(|(path, text)| (path, text.into_bytes()))
                        .collect(),
                );
                if files.hash() != hash {
                    return Err(
                        self.refuse(number, "the project's files are not the ones of its hash")
                    );
                }
                exported.projects.push((hash, files));
                Ok(())
            }
            Line::Entry(entry) => {
                let record = to_record(*entry)
                    .ok_or_else(|| self.refuse(number, "a number or salt cannot be read"))?;
                chain::verify(&record, self.entries + 1, exported.chain)
                    .map_err(|problem| self.refuse(number, problem))?;
                let entry =
                    to_checked_entry(&record).map_err(|problem| self.refuse(number, &problem))?;
                self.state
                    .evolve(&entry)
                    .map_err(|error| self.refuse(number, &error.problem))?;
                if record.header.kind == chain::BARE_INPUT
                    && !self.inputs.insert(record.header.cause.clone())
                {
                    return Err(self.refuse(number, "its input was recorded before"));
                }
                self.entries += 1;
                exported.chain = record.chain;
                exported.records.push(record);
                Ok(())
            }
            Line::End { entries, chain } => {
                if self.entries == 0 {
                    return Err(self.refuse(number, "there is no entry"));
                }
                if entries != self.entries.to_string() || chain != exported.chain {
                    return Err(self.refuse(number, "entries are missing before the end"));
                }
                let missing = needed_projects(exported)
                    .into_iter()
                    .find(|hash| !exported.projects.iter().any(|(known, _)| known == hash));
                if let Some(hash) = missing {
                    return Err(self.refuse(number, &format!("the project {hash} is missing")));
                }
                self.ended = true;
                Ok(())
            }
        }
    }
}

/// Every project that the session was ever decided by.
fn needed_projects(exported: &Exported) -> Vec<Digest> {
    let moved = exported.records.iter().filter_map(|record| {
        match Event::decode(
            &record.header.kind,
            record.header.version,
            &record.content.as_ref()?.body,
        ) {
            Ok(Event::ProjectMoved(moved)) => Some(moved.to),
            Ok(_) | Err(_) => None,
        }
    });
    std::iter::once(exported.project).chain(moved).collect()
}

fn to_record(line: EntryLine) -> Option<Record> {
    let content = match (line.salt, line.body) {
        (Some(salt), Some(body)) => Some(Content {
            salt: hex(&salt)?,
            body: body.into_bytes(),
        }),
        (None, None) => None,
        (Some(_), None) | (None, Some(_)) => return None,
    };
    Some(Record {
        seq: line.seq.parse().ok()?,
        header: Header {
            at: line.at,
            kind: line.kind,
            version: line.version.parse().ok()?,
            cause: line.cause,
            cell: line.cell,
        },
        commitment: line.commitment,
        chain: line.chain,
        content,
    })
}

fn hex(text: &str) -> Option<[u8; 16]> {
    if text.len() != 32 || !text.is_ascii() {
        return None;
    }
    let mut bytes = [0; 16];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}

/// Writes an export into a store under its own name; the store computes the same chain again.
pub async fn import(store: &impl Store, exported: Exported) -> Result<Head, Failure> {
    if exported.erased
        || exported
            .records
            .iter()
            .any(|record| record.content.is_none())
    {
        return Err(Failure::new(
            Kind::Erased,
            "an export with erased entries can be verified, not imported",
            "un export avec des entrées effacées se vérifie, il ne s'importe pas",
        ));
    }
    for (hash, files) in &exported.projects {
        store.put_project(*hash, files.pack()).await?;
    }
    let create = NewSession {
        project: exported.project,
        project_name: exported.project_name.clone(),
        subject: exported.subject.clone(),
        at: exported.created,
    };
    // An import that was interrupted goes on where it stopped, if that is the same history.
    let done = match store.head(&exported.session).await? {
        Some(head) if head.seq > 0 => {
            let same = usize::try_from(head.seq - 1)
                .ok()
                .and_then(|index| exported.records.get(index))
                .is_some_and(|record| record.chain == head.chain);
            if !same || head.project != exported.project {
                return Err(taken(&exported.session));
            }
            head.seq
        }
        Some(_) | None => 0,
    };
    let mut batches = batches(exported.records);
    batches.retain(|batch| !matches!(batch.expect, Expect::Empty if done > 0));
    batches.retain(|batch| !matches!(batch.expect, Expect::Seq(seq) if seq < done));
    let create = (done == 0).then_some(create);
    let head = append_all(store, &exported.session, create, batches).await?;
    if head.chain != exported.chain {
        return Err(Failure::new(
            Kind::Bug,
            "the imported chain differs from the exported one",
            "la chaîne importée diffère de celle exportée",
        ));
    }
    Ok(head)
}

/// Records grouped so that each input is recorded and each turn ended as it once was. The content's
/// digest is computed from the content, as it was when the input came.
fn batches(records: Vec<Record>) -> Vec<Batch> {
    let mut all: Vec<(String, Batch)> = Vec::new();
    for record in records {
        let Some(content) = record.content else {
            continue;
        };
        let cause = record.header.cause.clone();
        let event = Event::decode(&record.header.kind, record.header.version, &content.body).ok();
        let digest = match &event {
            Some(Event::SessionStarted(started)) => Some(opening_digest(
                started.project,
                &started.language,
                started.seed.0,
            )),
            Some(Event::InputRecorded(recorded)) => Some(
                Envelope {
                    id: cause.clone(),
                    input: recorded.input.clone(),
                }
                .digest(),
            ),
            Some(_) | None => None,
        };
        let continues = digest.is_none()
            && all
                .last()
                .is_some_and(|(last, batch)| *last == cause && batch.ends.is_none());
        if !continues {
            let expect = if record.seq == 1 {
                Expect::Empty
            } else {
                Expect::Seq(record.seq - 1)
            };
            let input = digest.map(|digest| NewInput {
                id: cause.clone(),
                digest,
                index: 0,
            });
            all.push((
                cause.clone(),
                Batch {
                    expect,
                    input,
                    ends: None,
                    records: Vec::new(),
                    work: Vec::new(),
                    sealed: Vec::new(),
                    create: None,
                },
            ));
        }
        if let Some((_, batch)) = all.last_mut() {
            batch.ends = matches!(event, Some(Event::TurnEnded(_))).then_some(cause);
            batch.records.push(NewRecord {
                header: record.header,
                salt: content.salt,
                body: content.body,
            });
        }
    }
    all.into_iter().map(|(_, batch)| batch).collect()
}

/// What the id of an opening stands for.
pub fn opening_digest(project: Digest, language: &str, seed: u64) -> Digest {
    sha256(format!("{project}\n{language}\n{seed}").as_bytes())
}

fn taken(session: &str) -> Failure {
    Failure::new(
        Kind::Usage,
        format!("there is already a session `{session}`"),
        format!("il y a déjà une session `{session}`"),
    )
}

async fn append_all(
    store: &impl Store,
    session: &str,
    mut create: Option<NewSession>,
    batches: Vec<Batch>,
) -> Result<Head, Failure> {
    for mut batch in batches {
        batch.create = create.take();
        match store.append(session, batch).await? {
            Appended::At { .. } => {}
            Appended::AlreadyExists
            | Appended::Known(_)
            | Appended::Conflict { .. }
            | Appended::Missing => {
                return Err(taken(session));
            }
        }
    }
    store
        .head(session)
        .await?
        .ok_or_else(|| Failure::no_session(session))
}

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
    let refuse = |en: String, fr: String| Failure::new(Kind::Usage, en, fr);
    if seq == 0 || seq > head.seq {
        return Err(refuse(
            format!("session {session} has entries 1 to {}", head.seq),
            format!("la session {session} a les entrées 1 à {}", head.seq),
        ));
    }
    if head.erased {
        return Err(Failure::new(
            Kind::Erased,
            format!("session `{session}` was erased"),
            format!("la session `{session}` a été effacée"),
        ));
    }
    let exported = read(
        export(store, session)
            .await?
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
            .as_bytes(),
    )?;
    let all: Vec<Record> = exported.records;
    if let Some((before, after)) = inside_decision(&all, seq) {
        return Err(refuse(
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
    if !is_decision(records.get(at)?) || records[at].header.kind == "TurnEnded" {
        return None;
    }
    let first = (0..=at).rev().find(|index| {
        *index == 0
            || !is_decision(&records[index - 1])
            || records[index - 1].header.kind == "TurnEnded"
    })?;
    let last = (at..records.len()).find(|index| records[*index].header.kind == "TurnEnded")?;
    Some((first as u64, last as u64 + 1))
}

/// Whether a record belongs to a decision, and not to what leads to one.
pub fn is_decision(record: &Record) -> bool {
    !matches!(
        record.header.kind.as_str(),
        "SessionStarted" | "InputRecorded" | "Heard" | "TurnFailed" | "Erased"
    )
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
