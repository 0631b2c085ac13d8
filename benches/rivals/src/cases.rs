//! The desk for exam candidates, and the cases of its stories.

use engine::reply::case::Case;
use engine::{Files, Project};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn world() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/examt3p")
}

fn read(folder: &Path, below: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("the world is there") {
        let path = entry.expect("a file").path();
        let name = format!(
            "{below}{}",
            path.file_name().expect("a name").to_string_lossy()
        );
        if path.is_dir() {
            read(&path, &format!("{name}/"), files);
        } else {
            files.insert(name, std::fs::read(&path).expect("it is readable"));
        }
    }
}

pub fn compile(files: BTreeMap<String, Vec<u8>>) -> Project {
    let (project, diagnostics) = engine::compile(&Files(files));
    project.unwrap_or_else(|| panic!("{:?}", diagnostics.first()))
}

pub fn examt3p() -> Project {
    let mut files = BTreeMap::new();
    read(&world(), "", &mut files);
    files.retain(|name, _| !name.ends_with(".md") && !name.ends_with(".story"));
    compile(files)
}

/// Every case of the stories that has a message.
pub fn of_stories(project: &Project) -> Vec<Case> {
    let mut files = BTreeMap::new();
    read(&world().join("stories"), "", &mut files);
    let mut cases = Vec::new();
    for bytes in files.values() {
        let text = String::from_utf8(bytes.clone()).expect("a story is text");
        for story in text.split("\n---\n") {
            let json = case(story);
            if let Ok(case) = Case::parse(project, &json.to_string())
                && case.message.is_some()
            {
                cases.push(case);
            }
        }
    }
    cases
}

/// `= source.field: value`, `> message`, `now: …`
fn case(story: &str) -> Value {
    let mut case = Map::new();
    let mut sources: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    let mut message: Option<String> = None;
    for line in story.lines() {
        if let Some(now) = line.strip_prefix("now: ") {
            case.insert("now".to_owned(), json!(now.trim()));
        } else if let Some((cell, value)) = line
            .strip_prefix("= ")
            .and_then(|fact| fact.split_once(": "))
        {
            let value = value.trim();
            let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
            let Some((source, field)) = cell.split_once('.') else {
                continue;
            };
            if source == "case" {
                case.insert(field.to_owned(), value);
            } else {
                let fields = sources.entry(source.to_owned()).or_default();
                fields.insert(field.to_owned(), value);
            }
        } else if let Some(more) = line.strip_prefix(">> ") {
            let message = message.get_or_insert_default();
            message.push('\n');
            message.push_str(more);
        } else if let Some(text) = line.strip_prefix("> ") {
            message = Some(text.to_owned());
        }
    }
    if let Some(context) = sources.remove("context") {
        case.insert("context".to_owned(), json!(context));
    }
    case.insert("sources".to_owned(), json!(sources));
    if let Some(message) = message {
        case.insert("message".to_owned(), json!(message));
    }
    Value::Object(case)
}

/// The same case with what its message wants given, and no message.
pub fn given(project: &Project, case: &Case) -> Option<Case> {
    let reply = engine::reply::decide::decide(project, case)?;
    let replies = project.replies.as_ref()?;
    let wanted = reply.intentions.iter();
    let wanted: Option<Vec<usize>> = wanted
        .map(|wanted| replies.intention(&wanted.intention))
        .collect();
    let mut given = case.clone();
    given.intentions = Some(wanted?);
    given.message = None;
    Some(given)
}
