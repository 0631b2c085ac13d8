//! An independent checker of sessions: it reads an exported journal and nothing else, and looks for
//! anything in it that contradicts anything else.
//!
//! It shares no module with the engine: the files, the rules, the formulas and the values are read and
//! judged here once more, in the plainest way. Where the two disagree, one of them is wrong.

mod canon;
mod complete;
mod facts;
mod field;
mod formula;
mod instance;
mod judge;
mod parse;
mod project;
mod session;
mod shape;
mod telling;
mod ties;
mod turn;
mod value;
mod world;
mod yaml;

pub use project::world as read_world;
pub use shape::{Attribute, Shape};
pub use value::Value;
pub use world::World;

use serde_json::Value as Json;
use session::Session;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Something that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub kind: &'static str,
    /// The entry at which it shows.
    pub entry: u64,
    pub words: String,
}

/// What a check looked at, beside what it found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub findings: Vec<Finding>,
    pub entries: u64,
    /// Facts and current values that the session has in the end.
    pub facts: usize,
    /// How often a rule or constraint was judged.
    pub judged: u64,
    pub tellings: u64,
    /// Soft constraints that a fact broke without a recorded reason.
    pub soft_broken: u64,
    /// Whether what is open at the end can be completed; nothing if the search ran out of tries.
    pub completable: Option<bool>,
}

/// One line of the journal.
#[derive(Clone, Debug)]
pub struct Entry {
    pub seq: u64,
    pub at: String,
    pub kind: String,
    pub cause: String,
    pub cell: Option<String>,
    /// Nothing where it was erased.
    pub body: Option<Json>,
}

/// Reads an export and checks every prefix of it. An export that is none is an error in words.
pub fn check(export: &str) -> Result<Report, String> {
    let mut worlds: BTreeMap<String, Rc<World>> = BTreeMap::new();
    let mut entries = Vec::new();
    for (number, line) in export.lines().enumerate() {
        let json: Json = serde_json::from_str(line)
            .map_err(|error| format!("line {} is no JSON: {error}", number + 1))?;
        if let Some(project) = json.get("project") {
            let (hash, world) = read_project(project)?;
            worlds.insert(hash, Rc::new(world));
        } else if let Some(entry) = json.get("entry") {
            let entry = read_entry(entry);
            entries.push(entry.ok_or_else(|| format!("line {} is no entry", number + 1))?);
        }
    }
    if entries.is_empty() {
        return Err("an export without entries".to_owned());
    }
    let mut session = Session::new(worlds);
    for entry in &entries {
        session.entry(entry);
    }
    Ok(session.end())
}

fn read_project(json: &Json) -> Result<(String, World), String> {
    let text = |json: Option<&Json>| json.and_then(Json::as_str).map(str::to_owned);
    let hash = text(json.get("hash")).ok_or("a project without a hash")?;
    let files = json.get("files").and_then(Json::as_object);
    let mut read = BTreeMap::new();
    for (path, source) in files.ok_or("a project without files")? {
        read.insert(path.clone(), text(Some(source)).unwrap_or_default());
    }
    Ok((hash, project::world(&read)?))
}

fn read_entry(json: &Json) -> Option<Entry> {
    let text = |key: &str| json.get(key)?.as_str().map(str::to_owned);
    Some(Entry {
        seq: text("seq")?.parse().ok()?,
        at: text("at")?,
        kind: text("kind")?,
        cause: text("cause")?,
        cell: text("cell"),
        body: match text("body") {
            Some(body) => Some(serde_json::from_str(&body).ok()?),
            None => None,
        },
    })
}
