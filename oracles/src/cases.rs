//! The cases, from a file of JSON lines. Only what an answer may depend on is read.

use logic::batch::{Case, Options, Reading, run};
use logic::{Formula, reason::Semantics};
use std::path::{Path, PathBuf};

pub struct Lines {
    pub id: String,
    pub premises: Vec<String>,
    pub query: String,
    pub declared: Vec<String>,
}

/// The folder of the data: a path in the environment, or beside the project.
pub fn folder() -> PathBuf {
    match std::env::var_os("CANONRY_LOGIC_DATA") {
        Some(path) => PathBuf::from(path),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/logic"),
    }
}

/// Nothing if the file is not there.
pub fn load(name: &str) -> Option<Vec<Lines>> {
    let text = std::fs::read_to_string(folder().join(name)).ok()?;
    let texts = |json: &serde_json::Value| -> Vec<String> {
        let items = json.as_array().cloned().unwrap_or_default();
        let items = items.iter().filter_map(|item| item.as_str());
        items.map(str::to_owned).collect()
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let cases = lines.map(|line| {
        let json: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        Lines {
            id: json["id"].as_str().unwrap_or_default().to_owned(),
            premises: texts(&json["premises"]),
            query: json["query"].as_str().unwrap_or_default().to_owned(),
            declared: texts(&json["declared"]),
        }
    });
    Some(cases.collect())
}

impl Lines {
    /// Read and answered in classical logic, with repairs or without.
    pub fn run(&self, strict: bool) -> Reading {
        let premises: Vec<&str> = self.premises.iter().map(String::as_str).collect();
        let declared: Vec<&str> = self.declared.iter().map(String::as_str).collect();
        let case = Case {
            premises: &premises,
            query: &self.query,
            declared: &declared,
            sentence: None,
        };
        let options = Options {
            strict,
            semantics: Some(Semantics::Classical),
            ..Options::default()
        };
        run(&case, &options)
    }
}

/// What a case is about after reading: its theory and its query, if that was read.
pub fn formulas(reading: &Reading) -> Option<(Vec<Formula>, Formula)> {
    Some((reading.theory(), reading.query.formula.clone()?))
}
