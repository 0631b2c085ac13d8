//! Planted contradictions: edits of a good export, each with what must be found in it.
//!
//! The cases are lines of `planted.jsonl`. An edit keeps everything else in order (the numbers of entries,
//! what replies and views say), so that nothing but the contradiction itself can be found.

use serde_json::{Map, Value as Json, json};

pub struct Planted {
    pub name: String,
    /// The kinds of finding, each once.
    pub finds: Vec<String>,
    /// Which good session is edited.
    pub of: String,
    edits: Vec<Json>,
}

/// Reads the cases; lines that begin with `#` speak to people.
pub fn read(source: &str) -> Vec<Planted> {
    let lines = source
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let case: Json =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            let texts = |json: &Json| {
                let all = json.as_array().into_iter().flatten();
                all.filter_map(|text| text.as_str().map(str::to_owned))
                    .collect()
            };
            Planted {
                name: case["name"].as_str().unwrap_or_default().to_owned(),
                finds: texts(&case["finds"]),
                of: case["of"].as_str().unwrap_or("valmure").to_owned(),
                edits: case["edits"].as_array().cloned().unwrap_or_default(),
            }
        })
        .collect()
}

impl Planted {
    pub fn plant(&self, export: &str) -> String {
        let mut journal = Journal::read(export);
        for edit in &self.edits {
            journal.edit(edit, &self.name);
        }
        journal.write()
    }
}

/// An export, with the bodies of its entries opened.
struct Journal {
    before: Vec<String>,
    entries: Vec<Json>,
    after: Vec<String>,
}

impl Journal {
    fn read(export: &str) -> Journal {
        let mut journal = Journal {
            before: Vec::new(),
            entries: Vec::new(),
            after: Vec::new(),
        };
        for line in export.lines() {
            let mut json: Json = serde_json::from_str(line).expect("a line of an export");
            match json.get_mut("entry") {
                Some(entry) => {
                    let body = entry["body"].as_str().unwrap_or("{}");
                    entry["body"] = serde_json::from_str(body).expect("a body");
                    journal.entries.push(entry.take());
                }
                None if journal.entries.is_empty() => journal.before.push(line.to_owned()),
                None => journal.after.push(line.to_owned()),
            }
        }
        journal
    }

    fn write(mut self) -> String {
        let mut lines = self.before;
        for entry in &mut self.entries {
            entry["body"] = json!(entry["body"].to_string());
            lines.push(json!({ "entry": entry }).to_string());
        }
        lines.extend(self.after);
        lines.join("\n") + "\n"
    }

    /// The place of the entry that `Kind word` selects: a cell, a cause, or any with `-`.
    fn find(&self, selector: &Json, name: &str) -> usize {
        let selector = selector.as_str().unwrap_or_default();
        let (kind, word) = selector.split_once(' ').unwrap_or((selector, "-"));
        let fits = |entry: &Json| {
            let about = [&entry["cell"], &entry["cause"]];
            entry["kind"] == kind && (word == "-" || about.iter().any(|text| **text == word))
        };
        let found = self.entries.iter().position(fits);
        found.unwrap_or_else(|| panic!("{name}: there is no `{selector}`"))
    }

    fn edit(&mut self, edit: &Json, name: &str) {
        // `@Kind word` stands for the number of that entry.
        let number = |journal: &Journal, value: &Json| match value.as_str() {
            Some(text) if text.starts_with('@') => {
                let at = journal.find(&json!(&text[1..]), name);
                journal.entries[at]["seq"].clone()
            }
            _ => value.clone(),
        };
        if let Some(cell) = edit["become"].as_str() {
            return self.become_other(cell, &edit["value"], name);
        }
        if let Some(cell) = edit["fix"].as_str() {
            let at = self.find(&edit["after"], name);
            return self.fix(cell, &edit["value"], at);
        }
        let at = self.find(&edit["at"], name);
        if let Some(pointer) = edit["set"].as_str() {
            let value = number(self, &edit["to"]);
            return set(&mut self.entries[at]["body"], pointer, value);
        }
        if let Some(key) = edit["header"].as_str() {
            self.entries[at][key] = edit["to"].clone();
        } else if let Some(pointer) = edit["remove"].as_str() {
            let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
            let parent = self.entries[at]["body"]
                .pointer_mut(parent)
                .expect("a place");
            match parent {
                Json::Object(fields) => drop(fields.remove(key)),
                Json::Array(items) => drop(items.remove(key.parse().expect("a number"))),
                other => panic!("{name}: nothing to remove in {other}"),
            }
        } else if let Some(kind) = edit["insert"].as_str() {
            let body = edit["body"].as_object().cloned().unwrap_or_default();
            let body = body
                .iter()
                .map(|(key, value)| (key.clone(), number(self, value)));
            let body: Map<String, Json> = body.collect();
            self.insert(at + 1, at, kind, Json::Object(body));
        } else if edit["drop"] == true {
            self.entries.remove(at);
            self.renumber(at, -1);
        } else if let Some(words) = edit["say"].as_str() {
            let text = self.entries[at]["body"]["text"]
                .as_str()
                .unwrap_or_default();
            assert!(text.contains(words), "{name}: no {words:?} in {text:?}");
            let text = text.replace(words, edit["as"].as_str().unwrap_or_default());
            self.entries[at]["body"]["text"] = json!(text);
        } else {
            panic!("{name}: {edit} is no edit");
        }
    }

    /// An entry like the one at `like`, as part of the same decision.
    fn insert(&mut self, at: usize, like: usize, kind: &str, body: Json) {
        let mut entry = self.entries[like].clone();
        entry["kind"] = json!(kind);
        entry["cell"] = body.get("cell").cloned().unwrap_or(Json::Null);
        entry["body"] = body;
        entry["seq"] = json!((at + 1).to_string());
        self.entries.insert(at, entry);
        self.renumber(at + 1, 1);
    }

    /// Entries from here on moved by one, and with them what refers to their numbers.
    fn renumber(&mut self, from: usize, by: i64) {
        let shifted = |text: &Json| {
            let number: i64 = text
                .as_str()
                .and_then(|text| text.parse().ok())
                .unwrap_or(0);
            let moved = number > i64::try_from(from).unwrap_or(0) - i64::from(by > 0);
            json!((number + if moved { by } else { 0 }).to_string())
        };
        for (at, entry) in self.entries.iter_mut().enumerate() {
            if at < from {
                continue;
            }
            entry["seq"] = json!((at + 1).to_string());
            if let Some(number) = entry["body"].get_mut("constraint") {
                *number = shifted(number);
            }
            let laid = entry["body"].pointer_mut("/changes/constraints");
            for laid in laid.and_then(Json::as_array_mut).into_iter().flatten() {
                laid["constraint"] = shifted(&laid["constraint"]);
            }
        }
    }

    /// One more fact, in the decision of the entry at `after`, which its reply and all later views show.
    fn fix(&mut self, cell: &str, value: &Json, after: usize) {
        let cause = self.entries[after]["cause"].clone();
        let is_said = |entry: &Json| entry["kind"] == "Said" || entry["kind"] == "TurnEnded";
        let behind = self.entries[after..]
            .iter()
            .position(is_said)
            .expect("a turn ends");
        let body = json!({
            "cell": cell, "method": "observation", "provenance": "offline", "value": value,
        });
        self.insert(after + behind, after, "FactFixed", body);
        let ended = |entry: &&mut Json| entry["kind"] == "TurnEnded";
        for entry in self.entries[after..].iter_mut().filter(ended) {
            if entry["cause"] == cause {
                let fixed = entry["body"]["changes"]["fixed"]
                    .as_array_mut()
                    .expect("a list");
                fixed.push(json!({ "cell": cell, "value": value }));
            }
            let facts = entry["body"]["view"]["facts"]
                .as_object_mut()
                .expect("facts");
            // A second value for the same cell is not what the view shows.
            facts.entry(cell).or_insert_with(|| value.clone());
        }
    }

    /// Another value for a fact, wherever it is named: said, fixed, told in replies and views.
    fn become_other(&mut self, cell: &str, value: &Json, name: &str) {
        self.find(&json!(format!("FactFixed {cell}")), name);
        for entry in &mut self.entries {
            let body = &mut entry["body"];
            for within in ["/input/assert/values", "/input/author/assert/values"] {
                if let Some(said) = body.pointer_mut(within).and_then(|said| said.get_mut(cell)) {
                    *said = as_said(value);
                }
            }
            if entry["kind"] == "FactFixed" && entry["cell"] == cell {
                entry["body"]["value"] = value.clone();
            }
            let body = &mut entry["body"];
            if let Some(fixed) = body
                .pointer_mut("/changes/fixed")
                .and_then(Json::as_array_mut)
            {
                let fixed = fixed.iter_mut().filter(|fixed| fixed["cell"] == cell);
                fixed.for_each(|fixed| fixed["value"] = value.clone());
            }
            if let Some(shown) = body
                .pointer_mut("/view/facts")
                .and_then(|facts| facts.get_mut(cell))
            {
                *shown = value.clone();
            }
        }
    }
}

/// A value as a system asserts it.
fn as_said(value: &Json) -> Json {
    let Some((tag, content)) = value.as_object().and_then(|fields| fields.iter().next()) else {
        return value.clone();
    };
    match tag.as_str() {
        "symbol" | "entity" | "date" | "instant" => json!({ "text": content }),
        "set" => {
            let ids = content.as_array().into_iter().flatten();
            json!({ "list": ids.map(|id| json!({ "text": id })).collect::<Vec<_>>() })
        }
        _ => value.clone(),
    }
}

/// Sets what a pointer leads to; `-` behind a list is one more item.
fn set(body: &mut Json, pointer: &str, value: Json) {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    match body
        .pointer_mut(parent)
        .unwrap_or_else(|| panic!("nothing at {parent}"))
    {
        Json::Object(fields) => drop(fields.insert(key.to_owned(), value)),
        Json::Array(items) if key == "-" => items.push(value),
        Json::Array(items) => items[key.parse::<usize>().expect("a number")] = value,
        other => panic!("nothing can be set in {other}"),
    }
}
