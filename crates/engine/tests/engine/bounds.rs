//! Nothing that stands in a folder may make the compiler hang, overflow or panic, and whatever it
//! refuses it refuses with a mistake that says so.

#![expect(
    clippy::disallowed_methods,
    reason = "the tests measure time and read the example worlds"
)]

use engine::{Diagnostic, Files, Project, Severity, limits};
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Generous: these are debug builds on shared machines.
const PATIENCE: Duration = Duration::from_secs(20);

fn compile<const N: usize>(files: [(&str, &[u8]); N]) -> (Option<Project>, Vec<Diagnostic>) {
    let files = files.map(|(path, bytes)| (path.to_owned(), bytes.to_vec()));
    compile_files(&Files(files.into()))
}

/// Compiles, and checks what holds for every folder in the world.
fn compile_files(files: &Files) -> (Option<Project>, Vec<Diagnostic>) {
    let started = Instant::now();
    let (project, diagnostics) = engine::compile(files);
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    let has_errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(project.is_none(), has_errors, "{diagnostics:?}");
    for diagnostic in &diagnostics {
        let place = &diagnostic.place;
        assert!(place.line >= 1 && place.column >= 1 && place.width >= 1);
        assert!(!diagnostic.message.en.is_empty() && !diagnostic.message.fr.is_empty());
    }
    (project, diagnostics)
}

fn codes(text: &[u8]) -> Vec<&'static str> {
    let (_, diagnostics) = compile([("project.yaml", text)]);
    diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn aliases_cannot_explode() {
    let mut bomb = String::from("a: &a [x, x, x, x, x, x, x, x, x, x]\n");
    for (last, next) in "abcdefgh".chars().zip("bcdefghi".chars()) {
        let aliases = vec![format!("*{last}"); 10].join(", ");
        writeln!(bomb, "{next}: &{next} [{aliases}]").unwrap();
    }
    assert_eq!(codes(bomb.as_bytes()), ["yaml-too-large"]);
    // The same in keys and maps.
    let mut bomb = String::from("a: &a { x: 1, y: 2 }\n");
    for level in 0..40 {
        let last = if level == 0 {
            "a".to_owned()
        } else {
            format!("a{}", level - 1)
        };
        writeln!(bomb, "b{level}: &a{level} {{ x: *{last}, y: *{last} }}").unwrap();
    }
    assert_eq!(codes(bomb.as_bytes()), ["yaml-too-large"]);
    assert_eq!(codes(b"a: &a [*a]\n"), ["yaml-syntax"]);
}

#[test]
fn depth_is_bounded() {
    for text in [
        "[".repeat(10_000),
        "[".repeat(10_000) + &"]".repeat(10_000),
        "name: ".to_owned() + &"{a: ".repeat(10_000),
        "- ".repeat(10_000),
        "? ".repeat(10_000),
    ] {
        let found = codes(text.as_bytes());
        assert!(
            matches!(found[..], ["yaml-too-deep" | "yaml-syntax"]),
            "{found:?}"
        );
    }
    let condition = |text: String| codes(format!("derived: {{ a: '{text}' }}\n").as_bytes());
    for deep in [
        "(".repeat(10_000),
        "not ".repeat(10_000) + "true",
        "-".repeat(10_000) + "1 < 2",
        "1 + ".repeat(10_000) + "1 < 2",
        format!("{}true{}", "(".repeat(10_000), ")".repeat(10_000)),
    ] {
        assert_eq!(condition(deep), ["too-deep"]);
    }
    assert_eq!(condition(" ".repeat(65 * 1024) + "1 < 2"), ["too-long"]);
    for template in [
        "{{#if a}}".repeat(100_000),
        "{{a (".to_owned() + &"(".repeat(100_000),
    ] {
        let files: [(&str, &[u8]); 2] = [
            ("project.yaml", b"name: x"),
            ("templates/t.hbs", template.as_bytes()),
        ];
        let (_, diagnostics) = compile(files);
        assert_eq!(diagnostics[0].code, "template-syntax");
    }
}

#[test]
fn long_chains_are_no_recursion() {
    let mut text = String::from("sorts:\n  s0: {}\n");
    for level in 1..3_000 {
        writeln!(text, "  s{level}: {{ is: [s{}] }}", level - 1).unwrap();
    }
    text += "derived:\n  d0: 1 < 2\n";
    for level in 1..1_000 {
        writeln!(text, "  d{level}: d{}", level - 1).unwrap();
    }
    assert!(codes(text.as_bytes()).is_empty());
}

fn large_project(lines: usize) -> String {
    let mut text = String::from("name: Large\nattributes:\n  character:\n");
    for at in 0..1_000 {
        writeln!(text, "    a{at}: {{ type: enum, values: [x{at}, y{at}] }}").unwrap();
    }
    text += "entities:\n";
    for at in 0..lines / 2 {
        let attribute = at % 1_000;
        writeln!(
            text,
            "  e{at}: {{ sort: character, name: Entity {at}, facts: {{ a{attribute}: x{attribute} }} }}"
        )
        .unwrap();
    }
    text += "derived:\n";
    for at in 0..lines / 5 {
        writeln!(text, "  d{at}: e{at}.a{} == y{}", at % 1_000, at % 1_000).unwrap();
    }
    text += "flows:\n  f:\n";
    for at in 0..lines / 5 {
        writeln!(
            text,
            "    - {{ say: p{at}, when: d{at}, text: 'I am {{{{e{at}.name}}}}.' }}"
        )
        .unwrap();
    }
    text
}

#[test]
fn ten_thousand_lines_compile() {
    let text = large_project(10_000);
    assert!(text.lines().count() >= 10_000);
    assert_eq!(codes(text.as_bytes()), Vec::<&str>::new());
}

#[test]
fn five_hundred_mistakes_are_all_reported() {
    let mut text = String::from("attributes:\n  place: { size: { type: number } }\nentities:\n");
    for at in 0..250 {
        writeln!(text, "  e{at}: {{ sort: plce }}").unwrap();
    }
    text += "derived:\n";
    for at in 0..250 {
        writeln!(text, "  d{at}: nobody{at}.size > \"ten\"").unwrap();
    }
    let (_, diagnostics) = compile([("project.yaml", text.as_bytes())]);
    let count = |code| diagnostics.iter().filter(|d| d.code == code).count();
    assert_eq!((count("unknown-sort"), count("unknown-name")), (250, 250));
    assert!(diagnostics.is_sorted_by_key(|d| d.place.line));
}

#[test]
fn files_have_a_size() {
    let large = vec![b'#'; limits::FILE_BYTES + 1];
    let (_, diagnostics) = compile([("a.yaml", b"name: x"), ("b.yaml", &large)]);
    assert_eq!(diagnostics[0].code, "file-too-large");
    assert_eq!(diagnostics[0].place.to_string(), "b.yaml:1:1");
    assert_eq!(diagnostics.len(), 1);
    assert!(codes(&large[1..]).is_empty());

    let many = |count: usize| (0..count).map(|at| (format!("{at}.yaml"), Vec::new()));
    let (_, diagnostics) = compile_files(&Files(many(limits::PROJECT_FILES + 1).collect()));
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].code, "project-too-large");
    let heavy = vec![b'#'; limits::FILE_BYTES];
    let heavy = (0..17).map(|at| (format!("{at}.yaml"), heavy.clone()));
    let (_, diagnostics) = compile_files(&Files(heavy.collect()));
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].code, "project-too-large");
}

#[test]
fn a_file_that_is_not_utf8_is_one_mistake() {
    let latin1 = b"name: Hello\notherwise: \"Bonne soir\xe9e\"\n";
    let (_, diagnostics) = compile([("project.yaml", latin1)]);
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    assert_eq!(diagnostics[0].code, "not-utf8");
    assert_eq!(diagnostics[0].place.to_string(), "project.yaml:2:23");
    assert_eq!(codes(b"\xff\xfen\0a\0m\0e\0"), ["not-utf8"]);
    let (_, diagnostics) = compile([("a.yaml", b"name: x"), ("templates/t.hbs", b"\xff")]);
    assert_eq!(diagnostics[0].code, "not-utf8");
}

#[test]
fn empty_things_are_fine_or_said_to_be_empty() {
    assert_eq!(compile([]).1[0].code, "no-project");
    for fine in [
        &b""[..],
        b"\n\n",
        b"# only a comment\n",
        b"---\n",
        b"{}",
        b"~",
        b"\xef\xbb\xbf",
        b"\xef\xbb\xbfname: Hello\n",
        b"name: Hello\r\nsorts:\r\n  guest: {}\r\n",
        b"name: Hello\n...\n",
        b"sorts:\nentities:\nattributes:\nderived:\nflows:\n",
    ] {
        assert!(
            codes(fine).is_empty(),
            "{:?}",
            String::from_utf8_lossy(fine)
        );
    }
    for tabs in [
        &b"sorts:\n\tguest: {}\n"[..],
        b"name:\tHello\n",
        b"sorts:\n  a: {}\n\tb: {}\n",
    ] {
        assert_eq!(
            codes(tabs),
            ["yaml-syntax"],
            "{:?}",
            String::from_utf8_lossy(tabs)
        );
    }
    assert_eq!(codes(b"name: \0\n"), ["yaml-syntax"]);
}

#[test]
fn a_line_may_be_very_long() {
    let long = "x".repeat(1024 * 1024);
    assert!(codes(format!("name: {long}\n").as_bytes()).is_empty());
    assert!(codes(format!("otherwise: \"{long}\"\n").as_bytes()).is_empty());
    assert_eq!(codes(long.as_bytes()), ["not-a-map"]);
    // YAML itself bounds a key at 1,024 characters.
    assert_eq!(codes(format!("{long}: 1\n").as_bytes()), ["yaml-syntax"]);
    let found = codes(format!("derived: {{ a: \"1 < {long}\" }}\n").as_bytes());
    assert_eq!(found, ["too-long"]);
    // Many mistakes on one line with accents, each with its place.
    let mut text = String::from("derived: {");
    for at in 0..5_000 {
        write!(text, " d{at}: \"é{at} < 2\",").unwrap();
    }
    text += "}\n";
    let found = codes(text.as_bytes());
    assert_eq!(found.len(), 5_000);
    let names: String = (0..5_000).map(|at| format!("{{{{n{at}.é}}}}")).collect();
    assert_eq!(
        codes(format!("otherwise: '{names}'\n").as_bytes()).len(),
        5_000
    );
}

// Random files.

/// A small generator of our own: the same files in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap()
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).unwrap()
    }
}

#[test]
fn random_bytes_never_panic() {
    const SIGNS: &[u8] = b"  \n\n::--[]{}{}#/>&*!|'\"%@`,?abcnameif.\t~=<(\\\xc3\xa9";
    let mut dice = Dice(7);
    for round in 0..2_000 {
        let length = dice.below(200);
        let bytes: Vec<u8> = (0..length)
            .map(|_| match round % 2 {
                0 => dice.byte(),
                _ => SIGNS[dice.below(SIGNS.len())],
            })
            .collect();
        let files: [(&str, &[u8]); 2] = [("project.yaml", &bytes), ("templates/t.hbs", &bytes)];
        compile(files);
    }
}

#[test]
fn mutations_of_a_world_never_panic() {
    mutations(42);
}

/// A second thread, so that the tests end sooner.
#[test]
fn other_mutations_of_a_world_never_panic() {
    mutations(43);
}

fn mutations(seed: u64) {
    let world = hello();
    assert!(compile_files(&world).0.is_some());
    let paths: Vec<String> = world.0.keys().cloned().collect();
    let all: Vec<u8> = world.0.values().flatten().copied().collect();
    let (mut dice, mut broken) = (Dice(seed), 0);
    for _ in 0..1_250 {
        let mut files = world.clone();
        for _ in 0..=dice.below(4) {
            let path = &paths[dice.below(paths.len())];
            if let Some(bytes) = files.0.get_mut(path) {
                mutate(bytes, &all, &mut dice);
            }
        }
        let (project, _) = compile_files(&files);
        broken += usize::from(project.is_none());
    }
    assert!(broken > 500, "only {broken} mutations did any harm");
}

/// Changes, removes, repeats or moves a few bytes, or puts in a piece from elsewhere.
fn mutate(bytes: &mut Vec<u8>, all: &[u8], dice: &mut Dice) {
    if bytes.is_empty() {
        return;
    }
    let start = dice.below(bytes.len());
    let end = (start + dice.below(30)).min(bytes.len());
    match dice.below(6) {
        0 => bytes[start] = dice.byte(),
        1 => drop(bytes.drain(start..end)),
        2 => {
            let piece = bytes[start..end].to_vec();
            bytes.splice(start..start, piece);
        }
        3 => {
            let from = dice.below(all.len());
            let piece = &all[from..(from + dice.below(40)).min(all.len())];
            bytes.splice(start..end, piece.iter().copied());
        }
        4 => {
            const SIGNS: &[u8] = b"{}[]:#&*!|>'\"%@`\n\t ,-?=.";
            bytes.insert(start, SIGNS[dice.below(SIGNS.len())]);
        }
        _ => bytes[start..end].reverse(),
    }
}

fn hello() -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/hello");
    let names = [
        "world.yaml",
        "flow.yaml",
        "templates/room.en.hbs",
        "templates/room.fr.hbs",
    ];
    let read = |name: &str| (name.to_owned(), std::fs::read(folder.join(name)).unwrap());
    Files(names.map(read).into())
}

/// Sets multiply: a world with more cells than a field may have is a mistake, found at once.
#[test]
fn a_world_with_too_many_cells_is_refused() {
    let mut source =
        "attributes: { place: { near: { type: set, sort: place } } }\nentities:\n".to_owned();
    for number in 0..4000 {
        source.push_str(&format!("  p{number}: {{ sort: place }}\n"));
    }
    let files = Files(std::collections::BTreeMap::from([(
        "p.yaml".to_owned(),
        source.into_bytes(),
    )]));
    let (project, diagnostics) = engine::project::compile(&files);
    assert!(project.is_none());
    let codes: Vec<&str> = diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["world-too-large"]);
}
