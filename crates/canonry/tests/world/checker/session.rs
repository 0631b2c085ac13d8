//! A session, entry by entry: the order of things, and who looks at what.

use super::canon::{Canon, Slot};
use super::complete::{Completion, complete};
use super::formula::Formula;
use super::instance::Demands;
use super::shape::is_moment;
use super::turn::Turn;
use super::value::Value;
use super::world::World;
use super::{Entry, Finding, Report};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// Tries to complete the canon at the end.
const TRIES: usize = 400;

/// An input that came.
#[derive(Clone, Debug)]
pub struct Input {
    pub id: String,
    pub at: String,
    /// Nothing for the opening, and where it was erased.
    pub content: Json,
}

pub struct Session {
    pub worlds: BTreeMap<String, Rc<World>>,
    pub canon: Canon,
    pub demands: Demands,
    /// What the engine says the open cells can be, all together.
    pub witness: BTreeMap<Slot, Value>,
    pub project: String,
    pub language: String,
    pub pending: VecDeque<Input>,
    pub turn: Turn,
    pub turns: u64,
    /// What came back for requests: the cell, and whether it was an answer.
    pub heard: BTreeMap<String, (String, bool)>,
    /// What was said, while it stands, and the constraints that are its force.
    pub testimonies: BTreeMap<u64, (Option<Formula>, Vec<u64>)>,
    /// How many values a cell had left when that was last said.
    pub narrowed: BTreeMap<String, u64>,
    /// The item and part that are awaited.
    pub open: Option<(String, String)>,
    pub report: Report,
    seen: BTreeSet<(&'static str, String)>,
    ids: BTreeSet<String>,
    last: u64,
    erased: bool,
}

impl Session {
    pub fn new(worlds: BTreeMap<String, Rc<World>>) -> Session {
        Session {
            worlds,
            canon: Canon::default(),
            demands: Demands::default(),
            witness: BTreeMap::new(),
            project: String::new(),
            language: String::new(),
            pending: VecDeque::new(),
            turn: Turn::default(),
            turns: 0,
            heard: BTreeMap::new(),
            testimonies: BTreeMap::new(),
            narrowed: BTreeMap::new(),
            open: None,
            report: Report::default(),
            seen: BTreeSet::new(),
            ids: BTreeSet::new(),
            last: 0,
            erased: false,
        }
    }

    /// Notes something that cannot be, once for the same words.
    pub fn find(&mut self, kind: &'static str, entry: u64, words: impl Into<String>) {
        let words = words.into();
        if self.seen.insert((kind, words.clone())) {
            self.report.findings.push(Finding { kind, entry, words });
        }
    }

    pub fn world(&self) -> Rc<World> {
        self.canon.world.clone()
    }

    pub fn entry(&mut self, entry: &Entry) {
        if entry.seq != self.last + 1 {
            let words = format!("entry {} follows entry {}", entry.seq, self.last);
            self.find("timeline", entry.seq, words);
        }
        self.last = entry.seq;
        self.report.entries += 1;
        self.timed(entry);
        let Some(body) = &entry.body else {
            return self.hole(entry);
        };
        if self.erased {
            return;
        }
        let named = body.get("cell").and_then(Json::as_str);
        if entry.cell.is_some() && entry.cell.as_deref() != named {
            let words = format!(
                "the header of {} names another cell than its body",
                entry.kind
            );
            self.find("timeline", entry.seq, words);
        }
        match entry.kind.as_str() {
            "SessionStarted" => self.started(entry, body),
            "ProjectMoved" => self.moved(entry, body),
            "InputRecorded" => self.came(entry, body),
            "Heard" => self.heard(entry, body),
            "FactFixed" => self.fixed(entry, body),
            "FluentSet" => self.fluent(entry, body),
            "AnswerAccepted" => self.accepted(entry, body),
            "ConstraintAdded" => self.constrained(entry, body),
            "ConstraintLifted" => self.lifted(entry, body),
            "Testified" => self.testified(entry, body),
            "Reinterpreted" => self.reinterpreted(entry, body),
            "RelationSet" => self.related(entry, body),
            "Reinforced" | "Marked" | "Raised" => self.followed(entry, body),
            "AliasLearned" => {
                let entity = body["entity"].as_str().unwrap_or_default();
                self.known_entity(entry, entity);
            }
            "EntitiesMerged" => self.merged(entry, body),
            "IncoherenceSettled" => {}
            "SceneChanged" => self.scene(entry, body),
            "Said" => self.said(entry, body),
            "ObligationOpened" => self.opened(entry, body),
            "ObligationClosed" | "AnswerRefused" => self.answered(entry, body),
            "TurnEnded" => self.ended(entry, body),
            "TurnFailed" => self.turn = Turn::default(),
            "Erased" => self.erased = true,
            other => self.find("unreadable", entry.seq, format!("what is a {other}?")),
        }
    }

    /// Entries of a decision carry the time of the input that they decide, which is the first that waits.
    fn timed(&mut self, entry: &Entry) {
        if !is_moment(&entry.at) {
            self.find(
                "timeline",
                entry.seq,
                format!("`{}` is no moment", entry.at),
            );
        }
        let free = [
            "SessionStarted",
            "InputRecorded",
            "Heard",
            "TurnFailed",
            "Erased",
        ];
        if free.contains(&entry.kind.as_str()) {
            return;
        }
        let Some(input) = self.pending.front().cloned() else {
            let words = format!("a {} while nothing was decided", entry.kind);
            return self.find("no-cause", entry.seq, words);
        };
        if input.id != entry.cause {
            let words = format!(
                "a {} because of {}, while {} is decided",
                entry.kind, entry.cause, input.id
            );
            return self.find("no-cause", entry.seq, words);
        }
        if input.at != entry.at {
            let side = if entry.at < input.at {
                "older"
            } else {
                "younger"
            };
            let words = format!("entry {} is {side} than its cause", entry.seq);
            self.find("timeline", entry.seq, words);
        }
    }

    /// An erased entry is known by its kind and cell alone.
    fn hole(&mut self, entry: &Entry) {
        match (entry.kind.as_str(), &entry.cell) {
            ("FactFixed", Some(cell)) => {
                self.canon.facts.insert(cell.clone(), None);
            }
            ("FluentSet", Some(cell)) => {
                self.canon.fluents.entry(cell.clone()).or_default().value = None;
            }
            ("InputRecorded", _) => self.pending.push_back(Input {
                id: entry.cause.clone(),
                at: entry.at.clone(),
                content: Json::Null,
            }),
            ("TurnEnded", _) => {
                self.pending.pop_front();
                self.turn = Turn::default();
                self.turns += 1;
            }
            (_, _) => {}
        }
    }

    fn started(&mut self, entry: &Entry, body: &Json) {
        if entry.seq != 1 {
            self.find("timeline", entry.seq, "a session starts twice");
        }
        self.language = body["language"].as_str().unwrap_or_default().to_owned();
        self.follow(entry, body["project"].as_str().unwrap_or_default());
        self.ids.insert(entry.cause.clone());
        self.pending.push_back(Input {
            id: entry.cause.clone(),
            at: entry.at.clone(),
            content: Json::Null,
        });
    }

    /// From here on the session follows this version of its project.
    fn follow(&mut self, entry: &Entry, project: &str) {
        let Some(world) = self.worlds.get(project).cloned() else {
            return self.find(
                "unreadable",
                entry.seq,
                "a project that is not in the export",
            );
        };
        self.project = project.to_owned();
        self.canon.world = world;
        self.demands = Demands::of(&self.canon);
        self.witness.clear();
        self.narrowed.clear();
    }

    fn moved(&mut self, entry: &Entry, body: &Json) {
        if body["from"].as_str() != Some(&self.project) {
            self.find(
                "timeline",
                entry.seq,
                "it moves from a project that it did not follow",
            );
        }
        self.follow(entry, body["to"].as_str().unwrap_or_default());
        let world = self.world();
        for (cell, value) in self.canon.facts.clone() {
            if world.attribute(&cell).is_none() {
                self.find("unknown-cell", entry.seq, format!("there is no {cell}"));
            }
            if let Some((kind, words)) = value.and_then(|value| world.misfit(&cell, &value)) {
                self.find(kind, entry.seq, words);
            }
        }
        self.judge_all(entry.seq);
    }

    fn came(&mut self, entry: &Entry, body: &Json) {
        if !self.ids.insert(entry.cause.clone()) {
            let words = format!("the input {} came twice", entry.cause);
            self.find("timeline", entry.seq, words);
        }
        let content = body["input"].clone();
        let world = self.world();
        for (cell, raw) in asserted(&content) {
            let secret = world
                .attribute(&cell)
                .is_some_and(|known| known.confidential);
            if secret && raw.get("confidential").is_none() && raw.as_str() != Some("null") {
                let words = format!("an input shows {cell}, which is confidential");
                self.find("shown-secret", entry.seq, words);
            }
        }
        self.pending.push_back(Input {
            id: entry.cause.clone(),
            at: entry.at.clone(),
            content,
        });
    }

    fn heard(&mut self, entry: &Entry, body: &Json) {
        let cell = body["cell"].as_str().unwrap_or_default().to_owned();
        self.known_cell(entry, &cell);
        let request = body["request"].as_str().unwrap_or_default().to_owned();
        let answered = body["outcome"].get("answered").is_some();
        self.heard.insert(request, (cell, answered));
    }

    /// Where and with whom it goes on: of entities that there are.
    fn scene(&mut self, entry: &Entry, body: &Json) {
        for key in ["place", "interlocutor"] {
            if let Some(entity) = body[key].as_str() {
                self.known_entity(entry, entity);
            }
        }
        for entity in body["present"].as_array().into_iter().flatten() {
            self.known_entity(entry, entity.as_str().unwrap_or_default());
        }
    }

    /// Whether there is such a cell; says so if not.
    pub fn known_cell(&mut self, entry: &Entry, cell: &str) -> bool {
        let known = self.canon.world.attribute(cell).is_some();
        if !known {
            let words = format!("a {} about {cell}, and there is no such cell", entry.kind);
            self.find("unknown-cell", entry.seq, words);
        }
        known
    }

    pub fn known_entity(&mut self, entry: &Entry, entity: &str) -> bool {
        let known = self.canon.world.entities.contains_key(entity);
        if !known {
            let words = format!(
                "a {} about {entity}, and there is nobody so called",
                entry.kind
            );
            self.find("unknown-entity", entry.seq, words);
        }
        known
    }

    /// Two that are one: what was fixed of both must be the same.
    fn merged(&mut self, entry: &Entry, body: &Json) {
        let name = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
        let (gone, kept) = (name("gone"), name("kept"));
        if !self.known_entity(entry, &gone) || !self.known_entity(entry, &kept) {
            return;
        }
        let own = format!("{gone}.");
        let facts = self.canon.facts.iter();
        let facts: Vec<(String, String)> = facts
            .filter_map(|(cell, value)| {
                let attribute = cell.strip_prefix(&own)?;
                let other = self.canon.facts.get(&format!("{kept}.{attribute}"))?;
                (value != other).then(|| (cell.clone(), format!("{kept}.{attribute}")))
            })
            .collect();
        for (one, other) in facts {
            let words = format!("{one} and {other} differ, and the two are one");
            self.find("direct", entry.seq, words);
        }
    }

    /// The session is read: can what it left open still be completed?
    pub fn end(mut self) -> Report {
        self.report.facts = self.canon.facts.len() + self.canon.fluents.len();
        if self.erased {
            return self.report;
        }
        let found = complete(&self.canon, &self.demands, &self.witness, TRIES);
        self.report.completable = match &found {
            Completion::Possible => Some(true),
            Completion::Impossible(_) => Some(false),
            Completion::Unknown => None,
        };
        if let Completion::Impossible(slot) = found {
            let words = format!("nothing is left for {}", slot.cell());
            self.find("dead-end", self.last, words);
        }
        self.report
    }
}

/// What an input asserts, by cell.
pub fn asserted(input: &Json) -> Vec<(String, Json)> {
    let assertion = input.get("assert");
    let assertion = assertion.or_else(|| input.get("author")?.get("assert"));
    let values = assertion.and_then(|assertion| assertion.get("values")?.as_object());
    let values = values.into_iter().flatten();
    values
        .map(|(cell, raw)| (cell.clone(), raw.clone()))
        .collect()
}
