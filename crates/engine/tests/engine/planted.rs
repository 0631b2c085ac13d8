//! One project full of mistakes: each is found, and nothing else is.
//!
//! The project itself says what is wrong with it. `#~ code: old -> new`, or the same in a comment of a
//! template, expects a mistake on its line and says how the line is mended; `drop` takes the line out,
//! `file` the whole file.

#![expect(
    clippy::disallowed_methods,
    reason = "the tests read the sources and the example files"
)]

use engine::{Diagnostic, Files};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// File, line and code.
type Mistake = (String, usize, String);

struct Planted {
    mistake: Mistake,
    mending: Mending,
}

enum Mending {
    Replace(String, String),
    Drop,
    File,
}

/// Files by their paths, as lines without the marks.
type Project = BTreeMap<String, Vec<String>>;

fn read(folder: &Path, below: &str, project: &mut Project, planted: &mut Vec<Planted>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{below}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            read(&path, &format!("{name}/"), project, planted);
            continue;
        }
        let mut lines = Vec::new();
        for (at, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let mark = line.split_once("#~ ");
            let mark = mark.or_else(|| line.split_once("{{!~ "));
            let Some((text, mark)) = mark else {
                lines.push(line.to_owned());
                continue;
            };
            lines.push(text.trim_end().to_owned());
            let mark = mark.strip_suffix(" }}").unwrap_or(mark);
            let (code, mending) = mark.split_once(": ").unwrap_or_else(|| panic!("{line}"));
            let mending = match (mending, mending.split_once("->")) {
                ("drop", _) => Mending::Drop,
                ("file", _) => Mending::File,
                (_, Some((old, new))) => Mending::Replace(old.trim().into(), new.trim().into()),
                (_, None) => panic!("{line}"),
            };
            planted.push(Planted {
                mistake: (name.clone(), at + 1, code.to_owned()),
                mending,
            });
        }
        project.insert(name, lines);
    }
}

/// A line that is taken out stays as an empty one, so that the others keep their numbers.
fn mend(project: &mut Project, planted: &Planted) {
    let (file, line, code) = &planted.mistake;
    let lines = project.get_mut(file).unwrap();
    let text = &mut lines[line - 1];
    match &planted.mending {
        Mending::Drop => text.clear(),
        Mending::Replace(old, new) => {
            assert!(
                text.contains(old),
                "{file}:{line} {code}: no {old:?} in {text:?}"
            );
            *text = text.replacen(old, new, 1);
        }
        Mending::File => {
            project.remove(file);
        }
    }
}

fn compile(project: &Project) -> (BTreeSet<Mistake>, Vec<Diagnostic>) {
    let bytes = |(path, lines): (&String, &Vec<String>)| {
        let text = lines.iter().flat_map(|line| [line.as_str(), "\n"]);
        (path.clone(), text.collect::<String>().into_bytes())
    };
    let (_, diagnostics) = engine::compile(&Files(project.iter().map(bytes).collect()));
    let found = diagnostics.iter();
    let found = found.map(|d| (d.place.file.clone(), d.place.line, d.code.to_owned()));
    (found.collect(), diagnostics)
}

fn compare(what: &str, expected: &BTreeSet<Mistake>, project: &Project) -> String {
    let (found, diagnostics) = compile(project);
    if *expected == found {
        return String::new();
    }
    let mut told = format!("{what}\n");
    for missing in expected.difference(&found) {
        told += &format!("  missing {missing:?}\n");
    }
    for (file, line, code) in found.difference(expected) {
        let mut all = diagnostics.iter();
        let is = |d: &&Diagnostic| (&d.place.file, d.place.line, d.code) == (file, *line, code);
        let message = all.find(is).map_or("", |d| d.message.en.as_str());
        told += &format!("  surplus {file}:{line} {code}: {message}\n");
    }
    told
}

fn planted() -> (Project, Vec<Planted>) {
    let (mut project, mut planted) = (Project::new(), Vec::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted");
    read(&folder, "", &mut project, &mut planted);
    (project, planted)
}

fn mistakes<'p>(planted: impl Iterator<Item = &'p Planted>) -> BTreeSet<Mistake> {
    planted.map(|planted| planted.mistake.clone()).collect()
}

#[test]
fn every_planted_mistake_is_found_and_nothing_else() {
    let (project, planted) = planted();
    let expected = mistakes(planted.iter());
    assert_eq!(expected.len(), planted.len(), "a mistake is marked twice");
    assert!(planted.len() >= 40, "{} mistakes", planted.len());
    let told = compare("as it stands", &expected, &project);
    assert!(told.is_empty(), "{told}");
}

#[test]
fn mending_one_mistake_ends_that_one_and_no_other() {
    let (project, planted) = planted();
    let mut told = String::new();
    for one in &planted {
        let mut mended = project.clone();
        mend(&mut mended, one);
        let others = planted.iter().filter(|other| other.mistake != one.mistake);
        told += &compare(
            &format!("without {:?}", one.mistake),
            &mistakes(others),
            &mended,
        );
    }
    assert!(told.is_empty(), "{told}");
}

#[test]
fn a_project_without_any_of_its_mistakes_is_in_order() {
    let (mut project, planted) = planted();
    for one in &planted {
        mend(&mut project, one);
    }
    let told = compare("all mended", &BTreeSet::new(), &project);
    assert!(told.is_empty(), "{told}");
}
