//! Every mistake an author can make: the pages of the book, the broken projects, the suggestions.
//!
//! Pages and projects are data. `compile` is called in one place.

#![expect(
    clippy::disallowed_methods,
    reason = "the tests read the sources and the example files"
)]

#[allow(dead_code, reason = "the program uses the rest")]
#[path = "../../../canonry/src/explain.rs"]
mod explain;

use engine::{Diagnostic, Files, Severity};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What has a page and comes from elsewhere: about files that are no part of a project, and refusals
/// of a turn that only its author can mend.
const OUTSIDE_THE_COMPILER: [&str; 3] = ["not-text", "story-syntax", "template-hole"];

/// Mistakes of a whole project, which stand in none of its files.
const OF_THE_WHOLE: [&str; 2] = ["no-project", "world-undecided"];

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
    compile(&Project::from([(
        "project.yaml".to_owned(),
        text.to_owned(),
    )]))
}

/// A place is inside its file, and its width ends on its line.
fn assert_is_inside(diagnostic: &Diagnostic, project: &Project) {
    let place = &diagnostic.place;
    if place.file == "." {
        return;
    }
    let shown = show(std::slice::from_ref(diagnostic));
    let text = project
        .get(&place.file)
        .unwrap_or_else(|| panic!("{shown}"));
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
                let of_the_whole = OF_THE_WHOLE.contains(&page.code);
                assert!(of_the_whole || project.contains_key(file), "{lang}: {all}");
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
        for (page, mending) in [
            (english, "How to mend it: "),
            (french, "Comment corriger : "),
        ] {
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
    assert!(engine.len() >= 60, "{engine:?}");
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

/// The codes in the sources below a folder: the first argument, or the first field, of whatever makes a
/// mistake.
fn emitted(folder: &Path) -> BTreeSet<String> {
    const MAKERS: [&str; 10] = [
        "Diagnostic::error(",
        "Diagnostic::warning(",
        "Problem::new(",
        "Problem {",
        "problem(",
        ".duplicate(",
        "hinted(",
        ".error(",
        ".stop(",
        "unknown(",
    ];
    let mut codes = BTreeSet::new();
    for path in sources(folder) {
        let text = fs::read_to_string(&path).unwrap();
        for maker in MAKERS {
            for (at, _) in text.match_indices(maker) {
                let argument = text[at + maker.len()..].trim_start();
                let argument = argument.strip_prefix("code:").unwrap_or(argument);
                let argument = argument.trim_start();
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
        expected.extend(
            codes
                .split_whitespace()
                .map(|code| (number, code.to_owned())),
        );
    }
    expected
}

// Places: what the caret underlines.

/// The code and the underlined characters of each mistake.
fn underlined(text: &str) -> Vec<(&'static str, String)> {
    let mark = |d: Diagnostic| {
        let line = text.lines().nth(d.place.line - 1).unwrap_or_default();
        let rest = line.chars().skip(d.place.column - 1);
        (d.code, rest.take(d.place.width).collect())
    };
    compile_one(text).into_iter().map(mark).collect()
}

#[test]
fn places_underline_the_offending_word() {
    const WORLD: &str = "
attributes:
  character:
    mood: { type: enum, values: [happy, tired] }
    note: { type: text }
entities:
  rosa: { sort: character }
";
    for (text, code, word) in [
        // Conditions: plain, quoted in both ways, with escapes, after accents, over lines.
        ("derived: { a: rosa.mod == happy }", "unknown-name", "mod"),
        (
            "derived: { a: \"rosa.mod == happy\" }",
            "unknown-name",
            "mod",
        ),
        (
            "derived: { a: 'rosa.mood == hapy' }",
            "unknown-value",
            "hapy",
        ),
        (
            r#"derived: { a: "rosa.note == \"é\" and nope" }"#,
            "unknown-name",
            "nope",
        ),
        (
            r#"derived: { a: "\u0031 < 2 and nope" }"#,
            "unknown-name",
            "nope",
        ),
        (
            "derived: { a: 'rosa.note == ''é'' and nope' }",
            "unknown-name",
            "nope",
        ),
        ("derived:\n  a: 1 < 2\n    and nope", "unknown-name", "nope"),
        (
            "derived:\n  a: \"1 < 2\n    and nope\"",
            "unknown-name",
            "nope",
        ),
        (
            "derived:\n  a: \"1 < 2 \\\n    and nope\"",
            "unknown-name",
            "nope",
        ),
        (
            "derived:\n  a: |\n    1 < 2\n\n    and nope",
            "unknown-name",
            "nope",
        ),
        (
            "derived:\n  a: >-\n    1 < 2\n    and nope",
            "unknown-name",
            "nope",
        ),
        (
            "derived:\n  a: |2\n      1 < 2\n    and nope",
            "unknown-name",
            "nope",
        ),
        ("derived:\n  a: &x \"nope\"", "unknown-name", "nope"),
        ("derived: { a: rosa.mood = happy }", "single-equals", "="),
        // Templates in scalars.
        ("otherwise: \"é {{rosa.nam}}\"", "unknown-name", "rosa.nam"),
        (
            "otherwise: 'it''s {{rosa.nam}}'",
            "unknown-name",
            "rosa.nam",
        ),
        (
            r#"otherwise: "\"{{rosa.nam}}\"""#,
            "unknown-name",
            "rosa.nam",
        ),
        (
            "otherwise: |\n  \"Hi\"\n  {{#if rosa.name}}{{nobody}}{{/if}}",
            "unknown-name",
            "nobody",
        ),
        (
            "otherwise: a {{#if rosa.name}}b{{else if nobody}}c{{/if}}",
            "unknown-name",
            "nobody",
        ),
        (
            "otherwise: \"é {{#if rosa.name}} b\"",
            "template-syntax",
            "{{#if rosa.name}}",
        ),
        ("otherwise: \"é {{rosa.name\"", "template-syntax", "{{"),
        ("otherwise: \"a{{~}}\"", "template-syntax", "{{~}}"),
        ("otherwise: a {{/if}}", "template-syntax", "{{/if}}"),
        (
            "otherwise: \"é {{upper rosa.name}}\"",
            "template-unsupported",
            "upper",
        ),
        (
            "otherwise: \"é {{> signature}}\"",
            "unknown-template",
            "signature",
        ),
        // Keys and values.
        (
            "sorts: { guest: { is: [character, plase] } }",
            "unknown-sort",
            "plase",
        ),
        ("languages: [en, xx]", "unknown-language", "xx"),
        ("\"nam\": Hello", "unknown-key", "\"nam\""),
        (
            "flows: { a: [{ tell: x, cell: rosa.note, text: y }] }",
            "unknown-key",
            "text",
        ),
        (
            "flows: { a: [{ tell: x, cell: \"rosa.not\" }] }",
            "unknown-cell",
            "\"rosa.not\"",
        ),
        ("flows: { a: [{ say: x }] }", "missing-key", "x"),
    ] {
        let whole = format!("{WORLD}{text}\n");
        assert_eq!(underlined(&whole), [(code, word.to_owned())], "{text}");
        let windows = whole.replace('\n', "\r\n");
        assert_eq!(
            underlined(&windows),
            [(code, word.to_owned())],
            "{text} on Windows"
        );
        if !text.starts_with("languages") {
            let marked = format!("\u{feff}name: x{whole}");
            let place = &compile_one(&whole)[0].place;
            assert_eq!(&compile_one(&marked)[0].place, place, "{text} after a mark");
        }
    }
}

#[test]
fn places_in_template_files_are_exact() {
    for (template, code, place) in [
        (
            "Hello\né {{rosa.nam}}\n",
            "unknown-name",
            "templates/a.hbs:2:5",
        ),
        (
            "\u{feff}{{rosa.nam}}",
            "unknown-name",
            "templates/a.hbs:1:3",
        ),
        (
            "a\r\n b {{#each rosa.name}}{{x}}{{/each}}",
            "unknown-name",
            "templates/a.hbs:2:25",
        ),
        (
            "a\n  {{#if rosa.name}}\nb",
            "template-syntax",
            "templates/a.hbs:2:3",
        ),
        (
            "a\né{{rosa..name}}",
            "template-syntax",
            "templates/a.hbs:2:9",
        ),
        ("a\n{{> a}}", "template-cycle", "templates/a.hbs:2:5"),
        (
            "{{!-- {{ignored --}}{{! {{rosa.nam }}\n{{rosa.nam}}",
            "unknown-name",
            "templates/a.hbs:2:3",
        ),
        (
            "\\{{rosa.nam}} {{rosa.nam}}",
            "unknown-name",
            "templates/a.hbs:1:17",
        ),
    ] {
        let diagnostics = compile(&Project::from([
            (
                "a.yaml".to_owned(),
                "entities: { rosa: { sort: character } }\n".to_owned(),
            ),
            ("templates/a.hbs".to_owned(), template.to_owned()),
        ]));
        let shown: Vec<_> = diagnostics
            .iter()
            .map(|d| (d.code, d.place.to_string()))
            .collect();
        assert_eq!(shown, [(code, place.to_owned())], "{template:?}");
    }
}

#[test]
fn a_second_place_is_shown_for_what_stands_twice() {
    for (text, first) in [
        ("name: a\nname: b\n", "project.yaml:1:1"),
        ("sorts:\n  a: {}\n  a: {}\n", "project.yaml:2:3"),
        (
            "flows:\n  f:\n    - { say: a, text: x }\n    - { say: a, text: y }\n",
            "project.yaml:3:14",
        ),
        (
            "entities:\n  a: { sort: place, name: X }\n  b: { sort: place, name: x }\n",
            "project.yaml:2:27",
        ),
    ] {
        let diagnostics = compile_one(text);
        let also = diagnostics[0]
            .also
            .first()
            .map(|(place, _)| place.to_string());
        assert_eq!(also.as_deref(), Some(first), "{}", show(&diagnostics));
    }
}

#[test]
fn one_text_used_twice_through_an_alias_is_one_template() {
    let text = "
attributes:
  place: { saying: { type: text, generate: { offline: &texts [Hush., Hello.] } } }
  object: { saying: { type: text, generate: { offline: *texts } } }
";
    let diagnostics = compile_one(text);
    assert!(diagnostics.is_empty(), "{}", show(&diagnostics));
}

#[test]
fn an_unreadable_file_does_not_make_its_names_unknown() {
    let diagnostics = compile(&Project::from([
        (
            "a.yaml".to_owned(),
            "entities: { rosa: { sort: guest } }\nnam: x\n".to_owned(),
        ),
        ("b.yaml".to_owned(), "sorts: { guest: {}\n".to_owned()),
    ]));
    let codes: Vec<_> = diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(
        codes,
        ["unknown-key", "yaml-syntax"],
        "{}",
        show(&diagnostics)
    );
}

#[test]
fn names_that_no_unreadable_file_can_declare_are_still_checked() {
    let unreadable: [&[u8]; 3] = [
        b"sorts: { guest: {}\n",
        b"sorts: { guest: {} }\xff\n",
        b"- guest\n",
    ];
    for bytes in unreadable {
        let files = Files(BTreeMap::from([
            (
                "a.yaml".to_owned(),
                b"entities: { rosa: { sort: guest }, otto: { sort: gardener } }\n".to_vec(),
            ),
            ("b.yaml".to_owned(), bytes.to_vec()),
        ]));
        let (_, diagnostics) = engine::compile(&files);
        let unknown: Vec<_> = diagnostics
            .iter()
            .filter(|d| d.code == "unknown-sort")
            .collect();
        assert_eq!(unknown.len(), 1, "{}", show(&diagnostics));
        assert!(unknown[0].message.en.contains("gardener"));
        assert_eq!(diagnostics.len(), 2, "{}", show(&diagnostics));
    }
}

// Suggestions.

#[test]
fn slips_are_met_with_a_suggestion() {
    const WORLD: &str = "
sorts: { guest: { is: [character] } }
attributes:
  guest:
    mood: { type: enum, values: [happy, tired] }
    friend: { type: ref, sort: guest }
entities:
  visitor: { sort: guest }
";
    for (what, text, meant) in [
        ("a key at the top", "nmae: x", "name"),
        ("a key below", "collapse: { atempts: 2 }", "attempts"),
        (
            "a key of a part",
            "flows: { a: [{ ask: x, text: y, fixs: z, fixes: visitor.mood }] }",
            "fixes",
        ),
        (
            "a type",
            "derived: { a: { type: numbr, is: '1' } }",
            "number",
        ),
        ("a setting", "collapse: { on_failure: ofline }", "offline"),
        (
            "an entity in a condition",
            "derived: { a: vistor.mood == happy }",
            "visitor",
        ),
        (
            "an attribute in a condition",
            "derived: { a: visitor.moud == happy }",
            "mood",
        ),
        (
            "an enum value in a condition",
            "derived: { a: visitor.mood == hapy }",
            "happy",
        ),
        (
            "a sort in a condition",
            "derived: { a: 'exists X in gest: X.mood == happy' }",
            "guest",
        ),
        (
            "a derived fact",
            "derived: { cheerful: visitor.mood == happy, b: cheerfull }",
            "cheerful",
        ),
        (
            "an entity in a template",
            "otherwise: '{{vistor.mood}}'",
            "visitor",
        ),
        (
            "an attribute in a template",
            "otherwise: '{{visitor.moud}}'",
            "mood",
        ),
        (
            "a cell that is asked for",
            "flows: { a: [{ ask: x, text: y, fixes: visitor.moood }] }",
            "visitor.mood",
        ),
        (
            "a cell that is told",
            "flows: { a: [{ tell: x, cell: vistor.mood }] }",
            "visitor.mood",
        ),
        (
            "a choice",
            "flows: { a: [{ ask: x, text: y, fixes: visitor.mood, choices: { hapy: z } }] }",
            "happy",
        ),
        (
            "a template",
            "flows: { a: [{ say: x, template: rom }] }",
            "room",
        ),
        (
            "a template with languages",
            "flows: { a: [{ say: x, template: hal }] }",
            "hall",
        ),
        ("an included template", "otherwise: '{{> rom}}'", "room"),
    ] {
        let diagnostics = compile(&Project::from([
            ("project.yaml".to_owned(), format!("{WORLD}{text}\n")),
            ("templates/room.hbs".to_owned(), "A room.".to_owned()),
            ("templates/hall.en.hbs".to_owned(), "A hall.".to_owned()),
        ]));
        assert_suggests(what, &diagnostics, meant);
    }
    for (what, text, meant) in [
        (
            "a super-sort",
            "sorts: { guest: { is: [charcter] } }",
            "character",
        ),
        (
            "a sort of an entity",
            "entities: { rosa: { sort: charcter } }",
            "character",
        ),
        (
            "a sort with attributes",
            "attributes: { charcter: { a: { type: text } } }",
            "character",
        ),
        (
            "a sort of a reference",
            "attributes: { place: { a: { type: ref, sort: charcter } } }",
            "character",
        ),
        (
            "an attribute of a fact",
            "attributes: { place: { mood: { type: text } } }\nentities: { inn: { sort: place, facts: { moood: x } } }",
            "mood",
        ),
        (
            "an enum value of a fact",
            "attributes: { place: { size: { type: enum, values: [small, large] } } }\nentities: { inn: { sort: place, facts: { size: smal } } }",
            "small",
        ),
        (
            "an entity of a fact",
            "attributes: { place: { near: { type: ref, sort: place } } }\nentities: { forge: { sort: place }, inn: { sort: place, facts: { near: forgee } } }",
            "forge",
        ),
        (
            "an entity in a set",
            "attributes: { place: { near: { type: set, sort: place } } }\nentities: { forge: { sort: place }, inn: { sort: place, facts: { near: [forge, forgee] } } }",
            "forge",
        ),
    ] {
        assert_suggests(what, &compile_one(text), meant);
    }
}

fn assert_suggests(what: &str, diagnostics: &[Diagnostic], meant: &str) {
    let shown = show(diagnostics);
    let [diagnostic] = diagnostics else {
        panic!("{what}: one mistake, please\n{shown}");
    };
    let hint = diagnostic
        .hint
        .as_ref()
        .unwrap_or_else(|| panic!("{what}: {shown}"));
    assert_eq!(
        hint.en,
        format!("did you mean `{meant}`?"),
        "{what}: {shown}"
    );
    assert_eq!(hint.fr, format!("vouliez-vous dire `{meant}` ?"), "{what}");
}
