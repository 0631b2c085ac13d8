//! Every mistake an author can make: the pages of the book, the broken projects, the suggestions.
//!
//! Pages and projects are data. `compile` is called in one place.

#![expect(
    clippy::disallowed_methods,
    reason = "the tests read the sources and the example files"
)]

#[path = "../../canonry/src/explain.rs"]
mod explain;

use engine::{Diagnostic, Files, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Diagnostics that the program itself reports, about files that are no part of a project.
const OUTSIDE_THE_COMPILER: [&str; 1] = ["story-syntax"];

/// Emitted only where a value has no declared type; a project always declares one.
const UNREACHABLE: [&str; 1] = ["type-unknown"];

type Project = BTreeMap<String, String>;

fn compile(project: &Project) -> Vec<Diagnostic> {
    let bytes = |(path, text): (&String, &String)| (path.clone(), text.clone().into_bytes());
    let (compiled, diagnostics) = engine::compile(&Files(project.iter().map(bytes).collect()));
    let has_errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(compiled.is_none(), has_errors, "{}", show(&diagnostics));
    for diagnostic in &diagnostics {
        assert_is_inside(diagnostic, project);
    }
    diagnostics
}

fn compile_one(text: &str) -> Vec<Diagnostic> {
    compile(&Project::from([("project.yaml".to_owned(), text.to_owned())]))
}

/// A place is inside its file, and its width ends on its line.
fn assert_is_inside(diagnostic: &Diagnostic, project: &Project) {
    let place = &diagnostic.place;
    if place.file == "." {
        return;
    }
    let shown = show(std::slice::from_ref(diagnostic));
    let text = project.get(&place.file).unwrap_or_else(|| panic!("{shown}"));
    let line = text.split('\n').nth(place.line - 1);
    let line = line.unwrap_or_else(|| panic!("{shown}"));
    let end = place.column + place.width - 1;
    assert!(
        place.column >= 1 && end <= line.chars().count() + 1,
        "{shown} is outside of {line:?}"
    );
}

fn show(diagnostics: &[Diagnostic]) -> String {
    let shown = diagnostics.iter().map(|d| {
        let hint = d.hint.as_ref().map_or("", |hint| hint.en.as_str());
        format!(
            "{}+{} {}: {} ({hint})\n",
            d.place, d.place.width, d.code, d.message.en
        )
    });
    shown.collect()
}

// The pages.

/// The example of a page: its fenced blocks, each a file.
fn example(page: &str) -> Project {
    let mut project = Project::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let name = info.split_once("file=");
        let name = name.map_or("project.yaml", |(_, name)| name.trim());
        let block = lines.by_ref().take_while(|line| !line.starts_with("```"));
        let text: String = block.flat_map(|line| [line, "\n"]).collect();
        let earlier = project.insert(name.to_owned(), text);
        assert!(earlier.is_none(), "two files are called {name}");
    }
    project
}

#[test]
fn every_page_shows_its_mistake_and_no_other() {
    for lang in ["en", "fr"] {
        for page in explain::pages(lang) {
            assert!(!page.title.is_empty(), "{page:?}");
            let project = example(page.text);
            if page.text.contains("<!-- no example: ") {
                assert!(project.is_empty(), "{page:?}");
                continue;
            }
            let diagnostics = compile(&project);
            let codes: BTreeSet<&str> = diagnostics.iter().map(|d| d.code).collect();
            let all = show(&diagnostics);
            assert_eq!(codes, BTreeSet::from([page.code]), "{lang}: {all}");
            for diagnostic in &diagnostics {
                let file = &diagnostic.place.file;
                assert!(project.contains_key(file) || page.code == "no-project");
            }
        }
    }
}

#[test]
fn both_languages_have_the_same_pages_and_examples() {
    let (english, french) = (explain::pages("en"), explain::pages("fr"));
    assert_eq!(english.len(), french.len());
    for (english, french) in english.iter().zip(&french) {
        assert_eq!(english.code, french.code);
        assert_eq!(example(english.text), example(french.text));
        assert_ne!(english.text, french.text);
        for (page, mending) in [(english, "How to mend it: "), (french, "Comment corriger : ")] {
            assert!(page.text.lines().any(|line| line.starts_with(mending)));
        }
    }
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let engine = emitted(&crates.join("engine/src"));
    let logic = emitted(&crates.join("logic/src"));
    // If the sources are written in another way one day, the scan must not pass by finding nothing.
    assert!(engine.len() >= 45, "{engine:?}");
    assert!(logic.len() >= 20, "{logic:?}");
    let mut emitted: BTreeSet<String> = engine.into_iter().chain(logic).collect();
    for code in OUTSIDE_THE_COMPILER {
        emitted.insert(code.to_owned());
    }
    for code in UNREACHABLE {
        assert!(emitted.remove(code), "{code} is not emitted any more");
    }
    let pages = explain::pages("en");
    let pages: BTreeSet<String> = pages.iter().map(|page| page.code.to_owned()).collect();
    let without_page: Vec<_> = emitted.difference(&pages).collect();
    let without_code: Vec<_> = pages.difference(&emitted).collect();
    assert!(without_page.is_empty(), "no page for {without_page:?}");
    assert!(without_code.is_empty(), "nothing emits {without_code:?}");
}

/// The codes in the sources below a folder: the first argument of whatever makes a mistake.
fn emitted(folder: &Path) -> BTreeSet<String> {
    const MAKERS: [&str; 5] = [
        "Diagnostic::error(",
        "Diagnostic::warning(",
        "Problem::new(",
        ".error(",
        ".stop(",
    ];
    let mut codes = BTreeSet::new();
    for path in sources(folder) {
        let text = fs::read_to_string(&path).unwrap();
        for maker in MAKERS {
            for (at, _) in text.match_indices(maker) {
                let argument = text[at + maker.len()..].trim_start();
                let code = argument
                    .strip_prefix('"')
                    .and_then(|rest| rest.split_once('"'));
                codes.extend(code.map(|(code, _)| code.to_owned()));
            }
        }
    }
    codes
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

// The broken projects: `#~ code` expects a mistake on its line, `#~^ code` on the line above.

#[test]
fn broken_projects_give_exactly_the_expected_mistakes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut failures = String::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (expected, diagnostics) = (expectations(&text), compile_one(&text));
        let actual: BTreeSet<(usize, String)> = diagnostics
            .iter()
            .map(|d| (d.place.line, d.code.to_owned()))
            .collect();
        count += 1;
        assert!(!expected.is_empty(), "{} expects nothing", path.display());
        if expected != actual {
            let missing: Vec<_> = expected.difference(&actual).collect();
            let surplus: Vec<_> = actual.difference(&expected).collect();
            failures += &format!(
                "{}\n  missing {missing:?}\n  surplus {surplus:?}\n{}\n",
                path.display(),
                show(&diagnostics)
            );
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count >= 30, "{count} broken projects");
}

fn expectations(text: &str) -> BTreeSet<(usize, String)> {
    let mut expected = BTreeSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, comment)) = line.split_once("#~") else {
            continue;
        };
        let codes = comment.trim_start_matches('^');
        let number = number - (comment.len() - codes.len());
        expected.extend(codes.split_whitespace().map(|code| (number, code.to_owned())));
    }
    expected
}
