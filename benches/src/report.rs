//! What a run prints: lines for people, or one JSON document.

use serde_json::{Map, Value};
use std::io::Write as _;

pub struct Report {
    json: bool,
    parts: Map<String, Value>,
}

impl Report {
    pub fn new(json: bool) -> Report {
        Report {
            json,
            parts: Map::new(),
        }
    }

    pub fn line(&self, text: impl AsRef<str>) {
        if !self.json {
            let mut out = std::io::stdout().lock();
            // A closed pipe ends the reading, not the measuring.
            let _ = writeln!(out, "{}", text.as_ref());
            let _ = out.flush();
        }
    }

    /// A figure under `part`, for the JSON document.
    pub fn put(&mut self, part: &str, figure: Value) {
        let list = self
            .parts
            .entry(part)
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = list {
            list.push(figure);
        }
    }

    pub fn finish(self) {
        if self.json {
            let _ = writeln!(std::io::stdout(), "{:#}", Value::Object(self.parts));
        }
    }
}

/// Rounded for a document: nobody needs more digits of a noisy figure.
pub fn round(value: f64) -> Value {
    serde_json::json!((value * 1000.0).round() / 1000.0)
}
