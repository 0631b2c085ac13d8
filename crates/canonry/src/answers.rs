//! What the sessions of a project brought: the answer to every question of their flow, and what was made
//! of them. A pure read of folded states; a confidential value is never in it, only its mark.

use crate::host::Loaded;
use engine::canon::Canon;
use engine::flow;
use engine::item::CONFIDENTIAL_MARK;
use engine::project::{PartKind, Project};
use engine::view::plain;
use logic::holds::Facts;
use logic::value::{Cell, Instant, Name, Value};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value as Json;

/// What stands in front of the answers, in order.
pub const FIRST: [&str; 7] = [
    "session", "tenant", "position", "language", "started", "ended", "head",
];

/// One session. Written as JSON it is one object, with answers and results in the order of the flow.
pub struct Row {
    pub session: String,
    pub tenant: Option<String>,
    pub position: Option<String>,
    pub language: String,
    pub started: Instant,
    /// How it ended; nothing while it goes on.
    pub ended: Option<&'static str>,
    pub head: u64,
    pub answers: Vec<(String, Json)>,
    pub results: Vec<(String, Json)>,
}

/// What is asked and made in a project's flow, by name and in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub answers: Vec<String>,
    pub results: Vec<String>,
}

impl Columns {
    pub fn of(project: &Project) -> Columns {
        Columns {
            answers: questions(project)
                .map(|(id, _)| id.as_str().to_owned())
                .collect(),
            results: made(project).iter().map(Cell::to_string).collect(),
        }
    }

    /// Takes in those of another project: what is new stands behind what it stands behind there.
    pub fn add(&mut self, other: &Columns) {
        merge(&mut self.answers, &other.answers);
        merge(&mut self.results, &other.results);
    }

    /// Whether every one of the other's is among these.
    pub fn hold(&self, other: &Columns) -> bool {
        other.answers.iter().all(|id| self.answers.contains(id))
            && other.results.iter().all(|cell| self.results.contains(cell))
    }

    /// The first line of a table. A name that is taken already says what it is.
    pub fn header(&self) -> Vec<String> {
        let mut header: Vec<String> = FIRST.map(str::to_owned).to_vec();
        for (what, names) in [("answers", &self.answers), ("results", &self.results)] {
            for name in names {
                let taken = header.contains(name);
                header.push(if taken {
                    format!("{what}.{name}")
                } else {
                    name.clone()
                });
            }
        }
        header
    }
}

#[doc(hidden)]
pub fn merge(all: &mut Vec<String>, more: &[String]) {
    // What stands in front of everything that is known there stands in front of it here.
    let known = more
        .iter()
        .find_map(|name| all.iter().position(|known| known == name));
    let mut at = known.unwrap_or(all.len());
    for name in more {
        match all.iter().position(|known| known == name) {
            Some(found) => at = at.max(found + 1),
            None => {
                all.insert(at, name.clone());
                at += 1;
            }
        }
    }
}

impl Row {
    pub fn of(loaded: &Loaded, started: Instant) -> Row {
        let (project, state) = (&*loaded.project, &loaded.state);
        let canon = Canon::new(project, state, state.now());
        let name = |name: &Option<Name>| name.as_ref().map(|name| name.as_str().to_owned());
        let begun = state.started.as_ref();
        let ended = if state.erased {
            Some("erased")
        } else if let Some(ended) = &state.ended {
            Some(ended.how.as_str())
        } else {
            // A flow that has no `end` is through when nothing is left of it.
            flow::finished(project, state).then_some("completed")
        };
        Row {
            session: loaded.session.clone(),
            tenant: begun.and_then(|begun| name(&begun.tenant)),
            position: begun.and_then(|begun| name(&begun.position)),
            language: state.language().to_owned(),
            started,
            ended,
            head: state.seq,
            answers: questions(project)
                .map(|(id, cell)| (id.as_str().to_owned(), value(&canon, cell)))
                .collect(),
            results: made(project)
                .iter()
                .map(|cell| (cell.to_string(), value(&canon, cell)))
                .collect(),
        }
    }

    /// The cells of its line in a table.
    pub fn cells(&self, columns: &Columns) -> Vec<String> {
        let mut cells = vec![
            harmless(&self.session),
            harmless(self.tenant.as_deref().unwrap_or_default()),
            harmless(self.position.as_deref().unwrap_or_default()),
            self.language.clone(),
            self.started.to_string(),
            self.ended.unwrap_or_default().to_owned(),
            self.head.to_string(),
        ];
        for (names, values) in [
            (&columns.answers, &self.answers),
            (&columns.results, &self.results),
        ] {
            cells.extend(names.iter().map(|name| {
                let found = values.iter().find(|(known, _)| known == name);
                found.map_or_else(String::new, |(_, value)| cell(value))
            }));
        }
        cells
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("session", &self.session)?;
        map.serialize_entry("tenant", &self.tenant)?;
        map.serialize_entry("position", &self.position)?;
        map.serialize_entry("language", &self.language)?;
        map.serialize_entry("started", &self.started.to_string())?;
        map.serialize_entry("ended", &self.ended)?;
        map.serialize_entry("head", &self.head)?;
        map.serialize_entry("answers", &Ordered(&self.answers))?;
        map.serialize_entry("results", &Ordered(&self.results))?;
        map.end()
    }
}

/// An object whose keys stay in their order.
struct Ordered<'a>(&'a [(String, Json)]);

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The questions of a flow with the cells that they settle, fields of forms among them.
fn questions(project: &Project) -> impl Iterator<Item = (&Name, &Cell)> {
    let flow = project.flow.as_ref();
    flow.into_iter()
        .flat_map(|flow| flow.questions())
        .map(|(id, _, question)| (id, &question.cell))
}

/// What a flow makes of the answers: mirrors and what was said against them, syntheses, scores. Each once,
/// composites by their fields.
fn made(project: &Project) -> Vec<Cell> {
    let mut cells = Vec::new();
    for part in project.flow.iter().flat_map(|flow| &flow.parts) {
        let own: Vec<&Cell> = match &part.kind {
            PartKind::Mirror { cell, nuance, .. } => std::iter::once(cell).chain(nuance).collect(),
            PartKind::Synthesis { cell, .. } | PartKind::Matching { cell, .. } => vec![cell],
            PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::End { .. } => Vec::new(),
        };
        for cell in own {
            let fields = project.composite(cell).map(|composite| &composite.fields);
            let of = |attribute: &Name| Cell {
                entity: cell.entity.clone(),
                attribute: attribute.clone(),
            };
            let whole = fields.map_or_else(
                || vec![cell.clone()],
                |fields| fields.iter().map(of).collect(),
            );
            for cell in whole {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
    }
    cells
}

fn value(canon: &Canon<'_>, cell: &Cell) -> Json {
    let confidential = canon
        .project
        .attribute(cell)
        .is_some_and(|attribute| attribute.confidential);
    match canon.value(cell) {
        None => Json::Null,
        // What is confidential is sealed long before; this is the second lock.
        Some(value) if confidential && value != Value::Null => CONFIDENTIAL_MARK.into(),
        Some(value) => plain(&value),
    }
}

/// A value as one cell of a table: items of a list between semicolons, nothing for what is not known.
#[doc(hidden)]
pub fn cell(value: &Json) -> String {
    match value {
        Json::Null => String::new(),
        Json::Bool(truth) => truth.to_string(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => harmless(text),
        Json::Array(items) => {
            let item = |item: &Json| match item {
                Json::String(text) => text.clone(),
                Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
                    item.to_string()
                }
            };
            harmless(&items.iter().map(item).collect::<Vec<_>>().join("; "))
        }
        Json::Object(_) => value.to_string(),
    }
}

/// A text that a spreadsheet would take for a formula gets an apostrophe, which makes it a text there.
/// People answer whatever they like, and somebody else opens the table.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}
