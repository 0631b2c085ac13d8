//! The book is tested: what it tells a reader to type is typed here, what it shows must come, and its
//! tables and links agree with the program.
//!
//! A block ```` ```console ```` holds commands and what they print. `$ canonry …` is run; lines with
//! `> ` under `canonry play` are typed into it; the other lines must be printed, in that order and
//! with nothing between them. A line `…` stands for any lines, `…` inside a line for any text.
//! `# exit code 1` behind a command is what it ends with. A block with `file=NAME` in its first line
//! is written to that file. Every page has a folder and a home of its own; `worlds/…` are the example
//! projects.

use engine::limits;
use engine::project::{Files, compile};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Pages on which there is nothing to type.
const NOTHING_TO_RUN: [&str; 11] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/README.md",
    "docs/diagnostics.fr.md",
    "docs/diagnostics.md",
    "docs/benchmarks.md",
    "docs/journal.md",
    "docs/limits.md",
    "docs/mutations.md",
    "docs/stories.md",
];

fn root() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .expect("the repository is there")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The pages of the book and those beside it, by their path.
fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    for folder in ["", "docs"] {
        for entry in fs::read_dir(root().join(folder))
            .expect("a folder of ours")
            .flatten()
        {
            let name = entry.file_name().into_string().expect("a name of ours");
            if name.ends_with(".md") {
                pages.push(if folder.is_empty() {
                    name
                } else {
                    format!("{folder}/{name}")
                });
            }
        }
    }
    pages.sort();
    pages
}

struct Block {
    line: usize,
    info: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                open = Some(Block {
                    line: index + 1,
                    info: info.to_owned(),
                    text: String::new(),
                })
            }
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is never closed");
    blocks
}

/// A folder that goes with its owner.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!(
            "canonry-docs-{}-{}",
            std::process::id(),
            name.replace('/', "-")
        ));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("here")).expect("the temporary folder is writable");
        Folder(path)
    }

    fn here(&self) -> PathBuf {
        self.0.join("here")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// One command with what is typed into it and what it should print.
#[derive(Default)]
struct Step {
    line: usize,
    variables: Vec<(String, String)>,
    words: Vec<String>,
    exit_code: i32,
    typed: String,
    expected: Vec<String>,
}

fn steps(name: &str, block: &Block) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (index, line) in block.text.lines().enumerate() {
        let number = block.line + index + 1;
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(step(name, number, command));
            continue;
        }
        let step = steps
            .last_mut()
            .unwrap_or_else(|| panic!("{name}:{number}: a block begins with a command"));
        let plays = step.words.first().is_some_and(|word| word == "play");
        match line.strip_prefix('>').filter(|_| plays) {
            Some(typed) => {
                step.typed
                    .push_str(typed.strip_prefix(' ').unwrap_or(typed));
                step.typed.push('\n');
            }
            None => step.expected.push(line.trim_end().to_owned()),
        }
    }
    steps
}

fn step(name: &str, line: usize, command: &str) -> Step {
    let (command, exit_code) = match command.split_once("# exit code ") {
        Some((command, code)) => (command, code.trim().parse().expect("a number")),
        None => (command, 0),
    };
    let mut words = split(command).into_iter().peekable();
    let mut step = Step {
        line,
        exit_code,
        ..Step::default()
    };
    while let Some((variable, value)) = words
        .peek()
        .and_then(|word| word.split_once('='))
        .map(|(variable, value)| (variable.to_owned(), value.to_owned()))
    {
        step.variables.push((variable, value));
        words.next();
    }
    assert_eq!(
        words.next().as_deref(),
        Some("canonry"),
        "{name}:{line}: only canonry is run"
    );
    step.words = words.collect();
    step
}

/// Words as a shell parts them; quotes keep blanks.
fn split(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in command.chars() {
        match (quote, character) {
            (Some(open), close) if open == close => quote = None,
            (Some(_), inside) => word.get_or_insert_default().push(inside),
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, blank) if blank.is_whitespace() => words.extend(word.take()),
            (None, other) => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

/// An example project is named from where a reader stands: the top of the repository.
fn argument(word: &str) -> PathBuf {
    if word.starts_with("worlds/") {
        root().join(word)
    } else {
        PathBuf::from(word)
    }
}

fn run(name: &str, step: &Step, folder: &Folder) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_canonry"));
    command
        .args(step.words.iter().map(|word| argument(word)))
        .current_dir(folder.here())
        .env_clear()
        .env("HOME", folder.0.join("home"))
        .env("XDG_DATA_HOME", folder.0.join("data"))
        .env("XDG_CONFIG_HOME", folder.0.join("config"))
        .env(
            "CANONRY_LANG",
            if name.ends_with(".fr.md") { "fr" } else { "en" },
        )
        .envs(step.variables.iter().cloned())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A command that reads nothing may have ended already.
    let _ = child
        .stdin
        .take()
        .expect("piped")
        .write_all(step.typed.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let printed = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8(bytes).expect("it prints text"))
        .concat();
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    let place = format!("{name}:{}: canonry {}", step.line, step.words.join(" "));
    assert_eq!(
        output.status.code(),
        Some(step.exit_code),
        "{place}\n{printed}"
    );
    let expected: Vec<&str> = step.expected.iter().map(String::as_str).collect();
    if !expected.is_empty() {
        assert!(
            lines_match(&expected, &lines),
            "{place}\nshould print\n{}\nand prints\n{printed}",
            expected.join("\n")
        );
    }
}

fn lines_match(expected: &[&str], printed: &[&str]) -> bool {
    match expected {
        [] => printed.is_empty(),
        ["…", rest @ ..] => {
            (0..=printed.len()).any(|skipped| lines_match(rest, &printed[skipped..]))
        }
        [first, rest @ ..] => {
            printed
                .first()
                .is_some_and(|line| text_matches(first, line))
                && lines_match(rest, &printed[1..])
        }
    }
}

fn text_matches(expected: &str, printed: &str) -> bool {
    match expected.split_once('…') {
        None => expected == printed,
        Some((before, after)) => printed.strip_prefix(before).is_some_and(|rest| {
            let starts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            starts
                .into_iter()
                .any(|at| text_matches(after, &rest[at..]))
        }),
    }
}

/// Types everything a page says; how many commands that were.
fn type_all(name: &str) -> usize {
    let folder = Folder::new(name);
    let mut commands = 0;
    for block in blocks(&page(name)) {
        if let Some(file) = block
            .info
            .split_whitespace()
            .find_map(|word| word.strip_prefix("file="))
        {
            let path = folder.here().join(file);
            fs::create_dir_all(path.parent().expect("inside the folder")).expect("writable");
            fs::write(path, &block.text).expect("writable");
        } else if block.info == "console" {
            for step in steps(name, &block) {
                run(name, &step, &folder);
                commands += 1;
            }
        }
    }
    commands
}

#[test]
fn what_the_pages_say_to_type_works() {
    for name in pages() {
        // The examples of the diagnostics are files that have mistakes, with a test of their own.
        if name.starts_with("docs/diagnostics") {
            continue;
        }
        let (commands, listed) = (type_all(&name), NOTHING_TO_RUN.contains(&name.as_str()));
        assert!(
            commands > 0 || listed,
            "{name} has nothing that is run: add a ```console block, or list the page here"
        );
    }
    let known = pages();
    for name in NOTHING_TO_RUN {
        assert!(
            known.iter().any(|page| page == name),
            "{name} is listed and not there"
        );
    }
}

#[test]
fn the_matcher_tells_right_from_wrong() {
    let printed = ["one", "two 2", "three"];
    for (expected, fits) in [
        (vec!["one", "two 2", "three"], true),
        (vec!["one", "three"], false),
        (vec!["one", "…", "three"], true),
        (vec!["…", "two …", "…"], true),
        (vec!["one", "two 2"], false),
        (vec!["three", "…", "one"], false),
        (vec!["…"], true),
    ] {
        assert_eq!(lines_match(&expected, &printed), fits, "{expected:?}");
    }
    assert_eq!(split(r#"play 'a b' --x "c" "#), ["play", "a b", "--x", "c"]);
}

/// The headings of a page, as the names that links use.
fn anchors(page: &str) -> BTreeSet<String> {
    let (mut anchors, mut in_block) = (BTreeSet::new(), false);
    for line in page.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if !in_block && line.starts_with('#') {
            let title = line.trim_start_matches('#').trim().to_lowercase();
            let slug: String = title
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
                .collect();
            anchors.insert(slug.replace(' ', "-"));
        }
    }
    anchors
}

/// Where the links of a page lead, without those that stand in code.
fn links(page: &str) -> Vec<String> {
    let (mut links, mut in_block) = (Vec::new(), false);
    for line in page.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
            continue;
        }
        if in_block {
            continue;
        }
        let prose: String = line.split('`').step_by(2).collect::<Vec<_>>().join("code");
        links.extend(
            prose
                .split("](")
                .skip(1)
                .filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())),
        );
    }
    links
}

#[test]
fn every_link_leads_somewhere() {
    let mut seen = 0;
    for name in pages() {
        let text = page(&name);
        let folder = Path::new(&name).parent().expect("a file").to_owned();
        for link in links(&text) {
            assert!(!link.contains("://"), "{name}: {link} leaves the book");
            let (file, anchor) = link
                .split_once('#')
                .map_or((link.as_str(), None), |(file, anchor)| (file, Some(anchor)));
            let target = if file.is_empty() {
                root().join(&name)
            } else {
                root().join(&folder).join(file)
            };
            assert!(target.exists(), "{name}: {link} leads to no file");
            if let Some(anchor) = anchor {
                let there = fs::read_to_string(&target).expect("a page");
                assert!(
                    anchors(&there).contains(anchor),
                    "{name}: {link} leads to no heading: {:?}",
                    anchors(&there)
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 20, "only {seen} links were looked at");
}

#[test]
fn every_page_of_the_book_is_in_its_contents() {
    let contents = page("docs/README.md");
    let listed = links(&contents);
    for name in pages() {
        if let Some(file) = name
            .strip_prefix("docs/")
            .filter(|file| *file != "README.md")
        {
            assert!(
                listed.iter().any(|link| link == file),
                "docs/README.md does not list {file}"
            );
        }
    }
}

#[test]
fn the_limits_page_is_the_table_of_the_code() {
    let mut table = String::from("| name | value | unit | when it is met |\n|---|---:|---|---|\n");
    for limit in limits::ALL {
        table.push_str(&format!(
            "| `{}` | {} | {} | {} |\n",
            limit.name.to_lowercase(),
            limit.value,
            limit.unit.en,
            limit.stop.en
        ));
    }
    let text = page("docs/limits.md");
    let start = text.find("| name |").expect("the table begins");
    let end = start
        + text[start..]
            .find("\n\n")
            .map_or(text.len() - start, |end| end + 1);
    if std::env::var("CANONRY_GOLDEN").as_deref() == Ok("write") {
        fs::write(
            root().join("docs/limits.md"),
            format!("{}{table}{}", &text[..start], &text[end..]),
        )
        .expect("writable");
        return;
    }
    assert_eq!(
        &text[start..end],
        table,
        "docs/limits.md is not the code's table; write it with CANONRY_GOLDEN=write"
    );
}

fn help(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_canonry"))
        .args(words)
        .arg("--help")
        .env("CANONRY_LANG", "en")
        .output()
        .expect("the program starts");
    String::from_utf8(output.stdout).expect("text")
}

/// The long options of a help text.
fn flags(help: &str) -> BTreeSet<&str> {
    let options = help
        .lines()
        .map(str::trim_start)
        .filter(|line| line.starts_with('-'));
    options
        .flat_map(|line| line.split([' ', ',']).take(3))
        .filter(|word| word.starts_with("--"))
        .collect()
}

#[test]
fn every_command_and_flag_is_on_its_page() {
    let text = page("docs/cli.md");
    let all = help(&[]);
    let common = flags(&all)
        .into_iter()
        .map(str::to_owned)
        .collect::<BTreeSet<_>>();
    for flag in common
        .iter()
        .filter(|flag| !matches!(flag.as_str(), "--help" | "--version"))
    {
        assert!(
            text.contains(&format!("`{flag}")),
            "docs/cli.md does not name {flag}"
        );
    }
    let commands: Vec<&str> = all
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            line.strip_prefix("  ")
                .filter(|line| !line.starts_with(' '))
                .and_then(|line| line.split_whitespace().next())
        })
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        let heading = format!("\n## canonry {command}\n");
        let section = text
            .split_once(&heading)
            .unwrap_or_else(|| panic!("docs/cli.md has no section `canonry {command}`"))
            .1;
        let section = section.split("\n## ").next().unwrap_or(section);
        for flag in flags(&help(&[command]))
            .into_iter()
            .filter(|flag| !common.contains(*flag))
        {
            assert!(
                section.contains(&format!("`{flag}")),
                "docs/cli.md, canonry {command}: {flag} is missing"
            );
        }
    }
}

#[test]
fn the_exit_codes_are_the_programs() {
    use canonry::failure::Kind;
    let text = page("docs/cli.md");
    let kinds = [
        Kind::Usage,
        Kind::Project,
        Kind::NotFound,
        Kind::InputIdReused,
        Kind::Erased,
        Kind::Pending,
        Kind::Store,
        Kind::Corrupt,
        Kind::Closing,
        Kind::Bug,
        Kind::Findings,
    ];
    for kind in kinds {
        let (row, name) = (
            format!("| {} |", kind.exit_code()),
            format!("`{}`", kind.code()),
        );
        assert!(
            text.lines()
                .any(|line| line.starts_with(&row) && line.contains(&name)),
            "docs/cli.md: {name} is not in the row of exit code {}",
            kind.exit_code()
        );
    }
}

/// A key that no project has is refused with the keys that are known: each must be on its page.
#[test]
fn every_key_of_a_project_is_on_its_page() {
    let text = page("docs/projects.md") + &page("docs/flows.md");
    let places = [
        ("the top", "qqqqqqqqqqqq: 1"),
        ("a sort", "sorts: { guest: { qqqqqqqqqqqq: 1 } }"),
        (
            "an attribute",
            "attributes: { character: { age: { type: number, qqqqqqqqqqqq: 1 } } }",
        ),
        (
            "generate",
            "attributes: { character: { age: { type: number, generate: { qqqqqqqqqqqq: 1 } } } }",
        ),
        (
            "an entity",
            "entities: { anna: { sort: character, qqqqqqqqqqqq: 1 } }",
        ),
        (
            "a derived fact",
            "derived: { old: { is: 'true', qqqqqqqqqqqq: 1 } }",
        ),
        (
            "a case",
            "derived: { old: { first: [ { is: 'true', qqqqqqqqqqqq: 1 } ] } }",
        ),
        (
            "a part",
            "flows: { main: [ { say: hello, text: hi, qqqqqqqqqqqq: 1 } ] }",
        ),
        ("a relation", "relations: [ { qqqqqqqqqqqq: 1 } ]"),
        ("a rule", "rules: { r: { is: 'true', qqqqqqqqqqqq: 1 } }"),
        (
            "a propagation rule",
            "propagation: { p: { qqqqqqqqqqqq: 1 } }",
        ),
        (
            "a trigger",
            "propagation: { p: { when: { qqqqqqqqqqqq: 1 } } }",
        ),
        (
            "a target",
            "propagation: { p: { to: { qqqqqqqqqqqq: 1 } } }",
        ),
        (
            "an action",
            "propagation: { p: { then: { qqqqqqqqqqqq: 1 } } }",
        ),
        ("collapse", "collapse: { qqqqqqqqqqqq: 1 }"),
    ];
    for (place, source) in places {
        let files = Files(BTreeMap::from([(
            "project.yaml".to_owned(),
            source.as_bytes().to_vec(),
        )]));
        let (_, diagnostics) = compile(&files);
        let hint = diagnostics
            .iter()
            .find(|diagnostic| diagnostic.code == "unknown-key")
            .and_then(|diagnostic| diagnostic.hint.as_ref())
            .unwrap_or_else(|| panic!("{place}: {diagnostics:#?}"));
        let known = hint
            .en
            .strip_prefix("known keys: ")
            .unwrap_or_else(|| panic!("{place}: {hint:?}"));
        for key in known.split(", ") {
            assert!(
                text.contains(&format!("`{key}`")),
                "docs/projects.md does not name `{key}` of {place}"
            );
        }
    }
}

#[test]
fn the_minutes_of_the_tests_are_those_of_the_budget() {
    let (text, budget) = (page("CONTRIBUTING.md"), page("ci/budget"));
    let mut groups = 0;
    for line in budget
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
    {
        let mut words = line.split_whitespace();
        let (Some(group), Some(minutes)) = (words.next(), words.next()) else {
            panic!("ci/budget: {line}")
        };
        let row = format!("| `{group}` | {minutes} |");
        assert!(
            text.contains(&row),
            "CONTRIBUTING.md has no row that begins with {row}"
        );
        groups += 1;
    }
    let rows = text
        .lines()
        .filter(|line| {
            line.starts_with("| `")
                && line
                    .split('|')
                    .nth(2)
                    .is_some_and(|cell| cell.trim().parse::<f32>().is_ok())
        })
        .count();
    assert_eq!(
        rows, groups,
        "CONTRIBUTING.md has a group that ci/budget does not have"
    );
}
