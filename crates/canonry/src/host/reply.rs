//! The reply to an input: what was said, the view after it, what changed, and what it cost.

use super::Host;
use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::model::Model;
use crate::record::to_entry;
use crate::store::Store;
use engine::event::{Event, TurnEnded};
use engine::item::Item;
use engine::state::EntryContent;
use engine::view::{Changes, View, item_json};
use serde_json::json;
use std::time::Duration;

/// Counted work of one turn, free of noise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub appends: u64,
    pub events: u64,
    pub bytes: u64,
    pub requests: u64,
    /// Requests that an answer from before was enough for.
    pub reused: u64,
    /// What those answers had taken to make.
    pub saved_ms: u64,
    /// How often a rule was propagated, and how many values were tried to complete the world.
    pub revisions: u64,
    pub nodes: u64,
}

impl Cost {
    pub fn think(&mut self, thought: engine::turn::Cost) {
        self.revisions += thought.revisions;
        self.nodes += thought.nodes;
    }

    /// Requests that were made, and those for which an answer from before was enough.
    pub(super) fn ask(&mut self, requests: usize, reused: Reused) {
        self.requests += (requests as u64).saturating_sub(reused.answers);
        self.reused += reused.answers;
        self.saved_ms += u64::try_from(reused.saved.as_millis()).unwrap_or(u64::MAX);
    }

    pub fn add(&mut self, events: usize, bytes: u64) {
        self.appends += 1;
        self.events += events as u64;
        self.bytes += bytes;
    }
}

/// Answers that were there already, or on their way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reused {
    pub answers: u64,
    /// What they had taken to make.
    pub saved: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    pub id: String,
    pub items: Vec<Item>,
    pub view: View,
    pub changes: Changes,
    /// The entry that ended the turn.
    pub head: u64,
    pub stopped: Option<String>,
    pub cost: Cost,
}

impl Answered {
    /// From the events of a turn that was just appended; `head` is the entry of the last one.
    pub fn from_events(
        id: &str,
        events: Vec<Event>,
        head: u64,
        cost: Cost,
    ) -> Result<Answered, Failure> {
        let mut items = Vec::new();
        for event in events {
            if let Event::Said(item) = event {
                items.push(item);
            } else if let Event::TurnEnded(ended) = event {
                let TurnEnded {
                    changes,
                    stopped,
                    view,
                } = *ended;
                return Ok(Answered {
                    id: id.to_owned(),
                    items,
                    view,
                    changes,
                    head,
                    stopped,
                    cost,
                });
            }
        }
        Err(Failure::new(
            Kind::Bug,
            "a turn without an end",
            "un tour sans fin",
        ))
    }

    pub fn json(&self) -> serde_json::Value {
        let mut json = json!({
            "id": self.id,
            "items": self.items.iter().map(item_json).collect::<Vec<_>>(),
            "view": self.view.json(self.head),
            "changes": self.changes.json(),
            "cost": {
                "appends": self.cost.appends, "events": self.cost.events, "bytes": self.cost.bytes,
                "requests": self.cost.requests, "reused": self.cost.reused, "saved_ms": self.cost.saved_ms, "revisions": self.cost.revisions, "nodes": self.cost.nodes,
            },
        });
        if let Some(stopped) = &self.stopped {
            json["stopped"] = json!(stopped);
        }
        json
    }
}

impl<S: Store, M: Model, C: Clock> Host<S, M, C> {
    /// The reply that was recorded, from the entries of its decision.
    pub(super) async fn recorded_reply(
        &self,
        session: &str,
        id: &str,
        first: u64,
        last: u64,
        cost: Cost,
    ) -> Result<Answered, Failure> {
        let limit = usize::try_from(last - first + 1).unwrap_or(usize::MAX);
        let mut events = Vec::new();
        for record in self.store.read(session, first - 1, limit).await? {
            let entry = to_entry(&record)
                .map_err(|error| Failure::corrupt(session, record.seq, &error.to_string()))?;
            match entry.content {
                EntryContent::Event(event) => events.push(event),
                EntryContent::Hole { .. } => return Err(Failure::erased(session)),
            }
        }
        Answered::from_events(id, events, last, cost)
    }
}
