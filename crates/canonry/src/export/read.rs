//! Reading an export: refuses anything that is not exactly what was written, with its place.

use super::{EntryLine, Line, checksum};
use crate::bounded;
use crate::damage;
use crate::failure::{Failure, Kind};
use crate::host::check_name;
use crate::inspect::{Missing, decide_again};
use crate::record::{ends_turn, is_decision, to_checked_entry};
use crate::store::chain;
use crate::store::{Content, Header, Record};
use engine::doctor;
use engine::event::{Event, EventKind};
use engine::limits;
use engine::project::{Files, Project, compile};
use engine::state::{Entry, EntryContent, State};
use logic::text::Phrase;
use logic::value::{Digest, Instant};
use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

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
    /// Entries that no turn would have written, whoever did: what its project forbids, in their order; then
    /// what is decided otherwise.
    pub forbidden: Vec<(u64, Phrase)>,
}

/// Reads an export; refuses anything that is not exactly what was written, with its place. What its project
/// forbids is told with it.
pub fn read(mut bytes: &[u8]) -> Result<Exported, Failure> {
    read_as(&mut bytes, Path::new("-"), true)
}

/// The same, line by line: no more is kept than a line and what was read of the session.
pub fn read_from(reader: &mut impl BufRead, path: &Path) -> Result<Exported, Failure> {
    read_as(reader, path, true)
}

/// The same of a session of this store: what its project forbids it held before.
pub(crate) fn read_own(mut bytes: &[u8]) -> Result<Exported, Failure> {
    read_as(&mut bytes, Path::new("-"), false)
}

fn read_as(source: &mut impl BufRead, path: &Path, judges: bool) -> Result<Exported, Failure> {
    let unreadable = |error: std::io::Error| Failure::unreadable(path, &error);
    let mut reader = Reader {
        exported: None,
        previous: None,
        entries: 0,
        state: State::default(),
        judges,
        project: None,
        inputs: BTreeSet::new(),
        inside: false,
        ended: false,
    };
    let begin = source.fill_buf().map_err(unreadable)?;
    // A pipe may give one byte at first.
    if !begin.starts_with(b"{\"") && begin != b"{" {
        let problem = match begin {
            [] => "the export is empty",
            _ => "it does not begin as an export does",
        };
        return Err(reader.refuse(1, problem).hint(
            "name a file that canonry export wrote",
            "nommez un fichier écrit par canonry export",
        ));
    }
    let (mut number, mut all, mut line) = (0, 0, Vec::new());
    while bounded::line(source, &mut line, limits::EXPORT_LINE_BYTES).map_err(unreadable)? {
        number += 1;
        all += line.len();
        let most = [
            (
                line.len() == limits::EXPORT_LINE_BYTES,
                limits::EXPORT_LINE_BYTES,
            ),
            (all > limits::EXPORT_BYTES, limits::EXPORT_BYTES),
        ];
        if let Some((_, most)) = most.into_iter().find(|(met, _)| *met) {
            return Err(bounded::too_long(path, most));
        }
        let Some(text) = line.strip_suffix(b"\n") else {
            return Err(reader.refuse(number, "the line is cut"));
        };
        let text = std::str::from_utf8(text)
            .map_err(|_| reader.refuse(number, "the line is not UTF-8"))?;
        reader.line(number, text)?;
    }
    if !reader.ended {
        return Err(reader.refuse(number + 1, "the export ends too early"));
    }
    match reader.exported.take() {
        Some(exported) => Ok(exported),
        None => Err(reader.refuse(1, "the export is empty")),
    }
}

struct Reader {
    exported: Option<Exported>,
    previous: Option<String>,
    entries: u64,
    /// What the entries so far fold to: an export that cannot be folded is not whole.
    state: State,
    judges: bool,
    /// The project that the session is decided by at this point.
    project: Option<Arc<Project>>,
    /// The ids of its inputs: each is recorded once.
    inputs: BTreeSet<String>,
    /// Whether the entry before belongs to a decision that has not ended.
    inside: bool,
    ended: bool,
}

impl Reader {
    fn refuse(&self, line: usize, problem: &str) -> Failure {
        let entry = self.entries + 1;
        let Phrase { en, fr } = damage::phrase(problem);
        if problem.ends_with(damage::NEWER) {
            return Failure::new(
                Kind::Corrupt,
                format!("the export cannot be read from line {line}, entry {entry} on: {en}"),
                format!(
                    "l'export ne se lit plus à partir de la ligne {line}, entrée {entry} : {fr}"
                ),
            )
            .hint(
                "import it with the Canonry that wrote it, or a newer one",
                "importez-le avec le Canonry qui l'a écrit, ou un plus récent",
            );
        }
        Failure::new(
            Kind::Corrupt,
            format!("the export is damaged at line {line}, entry {entry}: {en}"),
            format!("l'export est endommagé à la ligne {line}, entrée {entry} : {fr}"),
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
            check_name(&session)?;
            // What is no hash of a name would be found by no erasure.
            let is_hash = |subject: &str| {
                let digits = subject
                    .bytes()
                    .all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
                subject.len() == 64 && digits
            };
            if subject.as_deref().is_some_and(|subject| !is_hash(subject)) {
                return bad(self, "its subject is not the hash of a name");
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
                forbidden: Vec::new(),
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
                // A decision is one append: half of one is no state that a session was ever in.
                if self.inside && !is_decision(&record) {
                    return Err(self.refuse(number, "the turn before it has no end"));
                }
                self.inside = is_decision(&record) && !ends_turn(&record);
                self.judge(&entry, exported);
                if EventKind::named(&record.header.kind) == Some(EventKind::InputRecorded)
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
                if self.inside {
                    return Err(self.refuse(number, "its last turn has no end"));
                }
                let said = |record: &Record| {
                    EventKind::named(&record.header.kind) == Some(EventKind::Erased)
                };
                if exported.erased != exported.records.iter().any(said) {
                    return Err(self.refuse(number, "whether it is erased is said in two ways"));
                }
                let missing = needed_projects(exported)
                    .into_iter()
                    .find(|hash| !exported.projects.iter().any(|(known, _)| known == hash));
                if let Some(hash) = missing {
                    return Err(self.refuse(number, &format!("the project {hash} is missing")));
                }
                self.judge_all(exported);
                self.ended = true;
                Ok(())
            }
        }
    }
}

impl Reader {
    /// Whether the project of that moment takes the value that an entry gives to a cell. What changes later
    /// must have been right all the same.
    fn judge(&mut self, entry: &Entry, exported: &mut Exported) {
        let EntryContent::Event(event) = &entry.content else {
            return;
        };
        let (cell, value) = match event {
            Event::SessionStarted(_) | Event::ProjectMoved(_) if self.judges => {
                return self.follow_project(entry.seq, exported);
            }
            Event::FactFixed(fixed) => (&fixed.cell, &fixed.value),
            Event::FluentSet(set) => (&set.cell, &set.value),
            _ => return,
        };
        let project = self.project.as_ref();
        let found = project.and_then(|project| doctor::misfit(project, cell, value, entry.seq));
        exported
            .forbidden
            .extend(found.map(|found| (found.seq, found.message)));
    }

    fn follow_project(&mut self, seq: u64, exported: &mut Exported) {
        let hash = self.state.project;
        let kept = exported.projects.iter();
        // One that is missing is told at the end.
        let files = kept.into_iter().find(|(known, _)| Some(*known) == hash);
        let project = files.map(|(_, files)| compile(files).0);
        if let Some(None) = project {
            let unread = Phrase::new(
                "this program cannot read the project that it is decided by",
                "ce programme ne sait pas lire le projet qui en décide",
            );
            exported.forbidden.push((seq, unread));
        }
        self.project = project.flatten().map(Arc::new);
        let name = self.project.as_ref().map(|project| project.name.as_str());
        if seq == 1 && name.is_some_and(|name| name != exported.project_name) {
            let other = Phrase::new(
                "its project has another name than the session is kept under",
                "son projet a un autre nom que celui sous lequel la session est gardée",
            );
            exported.forbidden.push((seq, other));
        }
    }

    /// What the rules do not allow is seen when everything is there.
    fn judge_all(&mut self, exported: &mut Exported) {
        let Some(project) = &self.project else {
            return;
        };
        for found in doctor::forbidden(project, &self.state) {
            let known = &mut exported.forbidden;
            if !known.iter().any(|(seq, _)| *seq == found.seq) {
                known.push((found.seq, found.message));
            }
        }
        let kept = exported.projects.iter();
        let compiled = kept.filter_map(|(hash, files)| Some((*hash, Arc::new(compile(files).0?))));
        let projects = compiled.collect();
        let again = decide_again(&exported.records, &projects, Missing::LeftOut);
        exported.forbidden.sort_by_key(|(seq, _)| *seq);
        // What is forbidden says more than that it is decided otherwise, so it is told first.
        for (seq, what) in again.differences {
            let known = &mut exported.forbidden;
            if !known.iter().any(|(known, _)| *known == seq) {
                known.push((seq, what));
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
