//! The transcript of a session: what was sent and what was said, in order, page by page. A pure read.

use crate::failure::Failure;
use crate::record::to_entry;
use crate::store::{Record, Store};
use engine::event::{Event, EventKind, Strength};
use engine::input::{ActKind, Assertion, AuthorCommand, Input, Look, Raw};
use engine::item::{CONFIDENTIAL_MARK, Item, ItemId};
use engine::limits;
use engine::project::{Depth, Register};
use engine::state::EntryContent;
use engine::view::{item_json, plain, plain_number};
use logic::number::Number;
use logic::value::{Instant, Value};
use serde_json::json;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    pub lines: Vec<Line>,
    /// The entry after which the following page begins, if there is one.
    pub next: Option<u64>,
}

/// One thing that was sent or said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub entry: u64,
    pub at: Instant,
    /// The id of the input: of this one, or of the one that is answered.
    pub input_id: String,
    pub content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Input {
        input: Input,
        /// The item that was open when it came.
        open: Option<ItemId>,
    },
    Item(Item),
    ErasedInput,
    ErasedItem,
}

/// Up to `limit` lines that stand after an entry.
pub async fn page(
    store: &impl Store,
    session: &str,
    after: u64,
    limit: usize,
) -> Result<Page, Failure> {
    let head = store.head(session).await?;
    head.ok_or_else(|| Failure::no_session(session))?;
    let mut page = Page {
        lines: Vec::new(),
        next: None,
    };
    let mut seen = after;
    loop {
        let records = store.read(session, seen, limits::READ_RECORDS).await?;
        for record in &records {
            seen = record.seq;
            let Some(line) = line(session, record)? else {
                continue;
            };
            if page.lines.len() == limit {
                page.next = page.lines.last().map(|line| line.entry);
                return Ok(page);
            }
            page.lines.push(line);
        }
        if records.len() < limits::READ_RECORDS {
            return Ok(page);
        }
    }
}

/// The line that a record is, if it is an input or an item.
fn line(session: &str, record: &Record) -> Result<Option<Line>, Failure> {
    let kind = EventKind::named(&record.header.kind);
    if !matches!(kind, Some(EventKind::InputRecorded | EventKind::Said)) {
        return Ok(None);
    }
    let entry = to_entry(record)
        .map_err(|error| Failure::corrupt(session, record.seq, &error.to_string()))?;
    let content = match entry.content {
        EntryContent::Event(Event::InputRecorded(recorded)) => Content::Input {
            input: recorded.input,
            open: recorded.open,
        },
        EntryContent::Event(Event::Said(item)) => Content::Item(item),
        EntryContent::Hole { .. } if kind == Some(EventKind::Said) => Content::ErasedItem,
        EntryContent::Hole { .. } => Content::ErasedInput,
        EntryContent::Event(_) => return Ok(None),
    };
    Ok(Some(Line {
        entry: entry.seq,
        at: entry.at,
        input_id: entry.cause,
        content,
    }))
}

impl Page {
    pub fn json(&self) -> serde_json::Value {
        json!({ "lines": self.lines.iter().map(Line::json).collect::<Vec<_>>(), "next": self.next })
    }
}

impl Line {
    fn json(&self) -> serde_json::Value {
        let mut json = json!({
            "entry": self.entry, "at": self.at.to_string(), "input_id": self.input_id,
        });
        match &self.content {
            Content::Input { input, open } => {
                json["input"] = input_json(input);
                json["open"] = json!(open.as_ref().map(ToString::to_string));
            }
            Content::Item(item) => json["item"] = item_json(item),
            Content::ErasedInput => json["erased"] = json!("input"),
            Content::ErasedItem => json["erased"] = json!("item"),
        }
        json
    }
}

/// An input as a client writes it, without its id. A confidential value is a mark.
pub fn input_json(input: &Input) -> serde_json::Value {
    match input {
        Input::Message(text) => json!({ "message": text }),
        Input::Event(name) => json!({ "event": name.as_str() }),
        Input::Observe(cell) => json!({ "observe": cell.to_string() }),
        Input::ObserveWith(look) => look_json(look),
        Input::Assert(assertion) => assertion_json(assertion),
        Input::Tell(tell) => {
            let method = if tell.rumour { "rumour" } else { "testimony" };
            let mut json = json!({ "tell": tell.said, "method": method });
            if let Some(by) = &tell.by {
                json["by"] = json!(by.as_str());
            }
            json
        }
        Input::Act(act) => {
            let kind = match act.act {
                ActKind::Inform => "inform",
                ActKind::Affirm => "affirm",
                ActKind::Negate => "negate",
                ActKind::Select => "select",
                ActKind::Request => "request",
                ActKind::Correct => "correct",
            };
            let mut json = json!({ "act": kind });
            if let Some(slot) = &act.slot {
                json["slot"] = json!(slot.as_str());
            }
            if let Some(value) = &act.value {
                json["value"] = raw_json(value);
            }
            json
        }
        Input::Author(AuthorCommand::Assert(assertion)) => {
            json!({ "author": assertion_json(assertion) })
        }
        Input::Author(AuthorCommand::Alias { alias, entity }) => {
            json!({ "author": { "alias": alias, "entity": entity.as_str() } })
        }
        Input::Author(AuthorCommand::Migrate { project }) => {
            json!({ "author": { "migrate": project.to_string() } })
        }
        Input::Author(AuthorCommand::Constrain {
            formula,
            strength,
            because,
        }) => {
            let mut json = json!({ "constrain": formula, "strength": strength.as_str() });
            if let Strength::Soft(weight) | Strength::Tendency(weight) = strength {
                json["weight"] = plain_number(&weight.to_string());
            }
            if let Some(because) = because {
                json["because"] = json!(because);
            }
            json!({ "author": json })
        }
        Input::Author(AuthorCommand::Lift {
            constraint,
            because,
        }) => json!({ "author": { "lift": constraint.0, "because": because } }),
        Input::Author(AuthorCommand::Confirm { testimony }) => {
            json!({ "author": { "confirm": testimony.0 } })
        }
        Input::Author(AuthorCommand::Merge {
            because,
            gone,
            kept,
        }) => {
            let mut json = json!({ "merge": gone.as_str(), "into": kept.as_str() });
            if let Some(because) = because {
                json["because"] = json!(because);
            }
            json!({ "author": json })
        }
        Input::Author(AuthorCommand::Settle {
            because,
            incoherence,
            kind,
            yields,
        }) => {
            let mut json = json!({ "settle": incoherence.0, "because": because });
            if let Some(yields) = yields {
                json["yields"] = json!(yields.0);
            }
            if let Some(kind) = kind {
                json["as"] = json!(kind.as_str());
            }
            json!({ "author": json })
        }
    }
}

fn look_json(look: &Look) -> serde_json::Value {
    let mut json = json!({ "observe": look.cell.to_string() });
    let numbers = [("attempts", look.attempts), ("timeout_ms", look.timeout_ms)];
    for (key, count) in numbers {
        if let Some(count) = count {
            json[key] = json!(count.0);
        }
    }
    let words = [
        ("depth", look.depth.map(Depth::as_str)),
        ("register", look.register.map(Register::as_str)),
    ];
    for (key, word) in words {
        if let Some(word) = word {
            json[key] = json!(word);
        }
    }
    if let Some(partial) = look.partial {
        json["partial"] = json!(partial);
    }
    if !look.constraints.is_empty() {
        json["constraints"] = json!(look.constraints);
    }
    if let Some(trigger) = &look.trigger {
        let (kind, mut told) = (trigger.kind, json!({}));
        told[kind.as_str()] = match &trigger.of {
            Some(of) => json!(of.as_str()),
            None => json!(null),
        };
        if let (Some(key), Some(words)) = (kind.words(), &trigger.words) {
            told[key] = json!(words);
        }
        let bare = trigger.of.is_none() && trigger.words.is_none();
        json["trigger"] = if bare { json!(kind.as_str()) } else { told };
    }
    json
}

fn assertion_json(assertion: &Assertion) -> serde_json::Value {
    let values = assertion.values.iter();
    let values: serde_json::Map<_, _> = values
        .map(|(cell, raw)| (cell.clone(), raw_json(raw)))
        .collect();
    let mut json = json!({ "assert": values });
    if let Some(source) = &assertion.source {
        json["source"] = json!(source.as_str());
    }
    if let Some(version) = assertion.version {
        json["version"] = json!(version.0);
    }
    json
}

fn raw_json(raw: &Raw) -> serde_json::Value {
    match raw {
        Raw::Null => serde_json::Value::Null,
        Raw::Bool(truth) => json!(truth),
        Raw::Number(digits) => match digits.parse::<Number>() {
            Ok(number) => plain(&Value::Number(number)),
            Err(_) => json!(digits),
        },
        Raw::Text(text) => json!(text),
        Raw::List(list) => list.iter().map(raw_json).collect(),
        Raw::Map(map) => map
            .iter()
            .map(|(key, raw)| (key.clone(), raw_json(raw)))
            .collect(),
        Raw::Confidential(_) => json!(CONFIDENTIAL_MARK),
    }
}
