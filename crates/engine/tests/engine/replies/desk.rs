//! The parcel desk of the book, and what every test needs.

use engine::reply::case::Case;
use engine::reply::decide::{Reply, decide};
use engine::{Diagnostic, Files, Project};
use std::collections::BTreeMap;
use std::path::Path;

pub type Source = BTreeMap<String, String>;

/// The files of the parcel desk, as the page about replies shows them.
pub fn desk() -> Source {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/replies.md");
    let page = std::fs::read_to_string(page).expect("docs/replies.md is there");
    let mut files = Source::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let block = lines.by_ref().take_while(|line| !line.starts_with("```"));
        let text: String = block.flat_map(|line| [line, "\n"]).collect();
        if let Some((_, name)) = info.split_once("file=desk/") {
            let earlier = files.insert(name.trim().to_owned(), text);
            assert!(earlier.is_none(), "two files are called {name}");
        }
    }
    files
}

pub fn compile(files: &Source) -> (Option<Project>, Vec<Diagnostic>) {
    let bytes = |(path, text): (&String, &String)| (path.clone(), text.clone().into_bytes());
    engine::compile(&Files(files.iter().map(bytes).collect()))
}

pub fn shown(diagnostics: &[Diagnostic]) -> String {
    let lines = diagnostics.iter().map(|found| {
        let hint = found.hint.as_ref().map_or("", |hint| hint.en.as_str());
        format!(
            "{} {}: {} ({hint})\n",
            found.place, found.code, found.message.en
        )
    });
    lines.collect()
}

pub fn project(files: &Source) -> Project {
    let (project, diagnostics) = compile(files);
    project.unwrap_or_else(|| panic!("{}", shown(&diagnostics)))
}

pub fn reply(project: &Project, case: &str) -> Reply {
    let case = Case::parse(project, case).unwrap_or_else(|bad| panic!("{bad:?}: {case}"));
    decide(project, &case).expect("the project has replies")
}

#[test]
fn the_desk_checks_clean() {
    let (_, diagnostics) = compile(&desk());
    assert!(diagnostics.is_empty(), "{}", shown(&diagnostics));
}

#[test]
fn the_case_of_the_page_is_answered() {
    let files = desk();
    let project = project(&files);
    let reply = reply(&project, &files["cases/late.json"]);
    println!(
        "{}",
        serde_json::to_string_pretty(&reply).expect("a reply is JSON")
    );
    assert_eq!(reply.primary.as_deref(), Some("LATE"));
}
