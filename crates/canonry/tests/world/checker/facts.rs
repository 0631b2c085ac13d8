//! Facts and fluents: once, of their type, by what was said, and never against a rule.

use super::Entry;
use super::session::{Session, asserted};
use super::shape::{Shape, is_moment};
use super::value::{Ratio, Value};
use serde_json::Value as Json;

impl Session {
    /// The value in a body; says so if it cannot be read.
    fn value_in(&mut self, entry: &Entry, json: &Json) -> Option<Value> {
        let value = Value::read(json);
        if value.is_none() {
            self.find("unreadable", entry.seq, format!("`{json}` is no value"));
        }
        value
    }

    pub(super) fn fixed(&mut self, entry: &Entry, body: &Json) {
        let cell = body["cell"].as_str().unwrap_or_default().to_owned();
        let (known, value) = (
            self.known_cell(entry, &cell),
            self.value_in(entry, &body["value"]),
        );
        let Some(value) = value.filter(|_| known) else {
            return;
        };
        let world = self.world();
        let changes = world
            .attribute(&cell)
            .is_some_and(|attribute| attribute.changes);
        if changes {
            let words = format!("{cell} changes, and is fixed for ever");
            self.find("wrong-type", entry.seq, words);
        }
        match world.misfit(&cell, &value) {
            Some((kind, words)) => self.find(kind, entry.seq, words),
            None => self.founded(entry, body, &cell, &value),
        }
        let declared = world.facts.get(&cell).filter(|_| !changes);
        match declared {
            Some(declared) if *declared != value => {
                let words = format!(
                    "{cell} is {}, and declared {}",
                    value.show(),
                    declared.show()
                );
                self.find("against-declared", entry.seq, words);
            }
            Some(_) => self.find(
                "fixed-twice",
                entry.seq,
                format!("{cell} is declared already"),
            ),
            None => {}
        }
        self.turn.fixed.push((cell.clone(), value.clone()));
        if self.canon.facts.contains_key(&cell) {
            let words = format!("{cell} is fixed again, now as {}", value.show());
            return self.find("fixed-twice", entry.seq, words);
        }
        self.canon.facts.insert(cell.clone(), Some(value));
        self.witnessed(entry, body);
        self.judge_cell(entry.seq, &cell);
        self.excuses(entry, body, &cell);
        self.expect_consequences(entry, &cell);
    }

    pub(super) fn fluent(&mut self, entry: &Entry, body: &Json) {
        let cell = body["cell"].as_str().unwrap_or_default().to_owned();
        let (known, value) = (
            self.known_cell(entry, &cell),
            self.value_in(entry, &body["value"]),
        );
        let Some(value) = value.filter(|_| known) else {
            return;
        };
        let world = self.world();
        if world
            .attribute(&cell)
            .is_some_and(|attribute| !attribute.changes)
        {
            let words = format!("{cell} does not change, and gets a passing value");
            self.find("wrong-type", entry.seq, words);
        }
        match world.misfit(&cell, &value) {
            Some((kind, words)) => self.find(kind, entry.seq, words),
            None => self.founded(entry, body, &cell, &value),
        }
        let version = body["version"]
            .as_str()
            .and_then(|version| version.parse::<u64>().ok());
        let fluent = self.canon.fluents.entry(cell.clone()).or_default();
        fluent.value = Some(value.clone());
        if let Some(source) = body["source"].as_str() {
            let before = fluent.versions.get(source).copied();
            let stale =
                before.is_some_and(|before| version.is_none_or(|version| version <= before));
            if let Some(version) = version {
                fluent.versions.insert(source.to_owned(), version);
            }
            if stale {
                let words = format!("{source} gave {cell} a version that is no newer");
                self.find("stale", entry.seq, words);
            }
        }
        self.turn.fixed.push((cell, value));
    }

    /// Somebody must have said it: a model that was asked, or the input that is decided.
    fn founded(&mut self, entry: &Entry, body: &Json, cell: &str, value: &Value) {
        if let Some(request) = body["provenance"].get("request").and_then(Json::as_str) {
            let answered = self.heard.get(request);
            if answered.is_none_or(|(about, answered)| about != cell || !answered) {
                let words = format!("{cell} comes from a model that did not say it");
                self.find("unfounded", entry.seq, words);
            }
        }
        let input = self.pending.front().map(|input| input.content.clone());
        let said = asserted(&input.unwrap_or_default());
        if body["method"].as_str() != Some("assertion") {
            return;
        }
        let raw = said.into_iter().find(|(about, _)| about == cell);
        let shape = self
            .canon
            .world
            .attribute(cell)
            .map(|known| known.shape.clone());
        let pair = raw.zip(shape);
        let fits = pair.is_some_and(|((_, raw), shape)| says(&shape, &raw, value));
        if !fits {
            let words = format!("{cell} is {}, and nobody asserted that", value.show());
            self.find("unfounded", entry.seq, words);
        }
    }

    pub(super) fn accepted(&mut self, entry: &Entry, body: &Json) {
        let part = body["part"].as_str().unwrap_or_default().to_owned();
        let Some(value) = self.value_in(entry, &body["value"]) else {
            return;
        };
        let world = self.world();
        let fixes = world.parts.get(&part).and_then(|part| part.fixes.clone());
        match fixes {
            None => {
                let words = format!("an answer to {part}, which asks for nothing");
                self.find("wrong-answer", entry.seq, words);
            }
            Some(cell) => self.turn.answers.push((cell, value.clone())),
        }
        self.turn.accepted.push((part, value));
    }
}

/// Whether what was asserted means this value in a cell of this shape.
fn says(shape: &Shape, raw: &Json, value: &Value) -> bool {
    let text = raw.get("text").and_then(Json::as_str);
    let items = || raw.get("list").and_then(Json::as_array);
    match (shape, value) {
        (_, Value::Null) => raw.as_str() == Some("null"),
        (_, Value::Confidential(digest)) => raw["confidential"].as_str() == Some(digest),
        (Shape::Number, Value::Number(number)) => {
            let digits = raw.get("number").and_then(Json::as_str).unwrap_or_default();
            Ratio::read(digits).and_then(Ratio::show).as_ref() == Some(number)
        }
        (Shape::Boolean, Value::Bool(truth)) => raw["bool"].as_bool() == Some(*truth),
        // A text is kept in one normal form, which only differs where marks stand apart.
        (Shape::Text, Value::Text(kept)) => text.is_some_and(|text| {
            text == kept
                || text
                    .chars()
                    .any(|mark| ('\u{300}'..'\u{370}').contains(&mark))
        }),
        (Shape::Instant, Value::Instant(moment)) => {
            text.is_some_and(|text| text == moment || !is_moment(text))
        }
        (Shape::Date, Value::Date(kept))
        | (Shape::Enum(_), Value::Symbol(kept))
        | (Shape::Reference(_), Value::Entity(kept)) => text == Some(kept),
        (Shape::Set(_), Value::Set(kept)) => items().is_some_and(|items| {
            let ids = items.iter().filter_map(|item| item.get("text")?.as_str());
            ids.map(str::to_owned)
                .collect::<std::collections::BTreeSet<_>>()
                == *kept
        }),
        (Shape::List(of), Value::List(kept)) => items().is_some_and(|items| {
            items.len() == kept.len()
                && items
                    .iter()
                    .zip(kept)
                    .all(|(raw, value)| says(of, raw, value))
        }),
        (_, _) => false,
    }
}
