//! The command `canonry test`, as a person runs it.

use super::root;
use canonry::store::sqlite::SqliteStore;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs `canonry test` and gives its exit code, its output and its complaint.
fn test(dir: &Path, arguments: &[&str]) -> (i32, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_canonry"))
        .arg("test")
        .arg(dir)
        .args(["--lang", "en"])
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program runs");
    (
        out.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&out.stdout).into_owned(),
        String::from_utf8_lossy(&out.stderr).into_owned(),
    )
}

/// A copy of a starting project in a folder of its own.
fn copy(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("canonry-stories-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(dir.join("stories")).expect("a folder");
    let from = root().join("crates/canonry/starters/interview");
    for file in ["project.yaml", "stories/first.story"] {
        std::fs::copy(from.join(file), dir.join(file)).expect("a copy");
    }
    dir
}

#[test]
fn it_tells_each_story_and_ends_with_the_count() {
    let (code, out, _) = test(&root().join("worlds/hello"), &[]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("✓ A guest arrives"), "{out}");
    let stories = out.lines().filter(|line| line.starts_with('✓')).count();
    assert_eq!(
        out.lines().last(),
        Some(format!("{stories} passed, 0 failed").as_str())
    );
    let (code, out, _) = test(&root().join("worlds/hello"), &["--story", "HOTE"]);
    assert_eq!(
        (code, out.lines().last()),
        (0, Some("1 passed, 0 failed")),
        "{out}"
    );
    let (code, out, _) = test(
        &root().join("worlds/hello"),
        &["--json", "--story", "arrival"],
    );
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (code, &json["passed"], &json["stories"][0]["passed"]),
        (0, &1.into(), &true.into())
    );
}

#[test]
fn a_difference_is_shown_with_its_place() {
    let dir = copy("differs");
    let file = dir.join("stories/first.story");
    let source = std::fs::read_to_string(&file).expect("a story");
    std::fs::write(
        &file,
        source.replace("~ candidate.years = 7", "~ candidate.years = 8"),
    )
    .expect("written");
    let (code, out, _) = test(&dir, &[]);
    assert_eq!(
        (code, out.lines().last()),
        (1, Some("1 passed, 1 failed")),
        "{out}"
    );
    assert!(
        out.contains("stories/first.story:23\n")
            && out.contains("expected  ~ candidate.years = 8")
            && out.contains("actual    ~ candidate.years = 7"),
        "{out}"
    );
    std::fs::write(&file, "# T\n\n>hello\n% nothing\n").expect("written");
    let (code, out, _) = test(&dir, &[]);
    assert_eq!(
        (code, out.lines().last()),
        (1, Some("0 passed, 1 failed")),
        "{out}"
    );
    assert!(
        out.contains("stories/first.story:3: expected a space"),
        "{out}"
    );
}

#[test]
fn a_test_of_nothing_fails() {
    let dir = copy("nothing");
    let (code, _, complaint) = test(&dir, &["--story", "no such story"]);
    assert!(
        code == 1 && complaint.contains("nothing was tested"),
        "{code} {complaint}"
    );
    std::fs::remove_file(dir.join("stories/first.story")).expect("removed");
    let (code, _, complaint) = test(&dir, &[]);
    assert!(
        code == 1 && complaint.contains("there is no story"),
        "{code} {complaint}"
    );
}

#[test]
fn nothing_is_overwritten_and_no_session_is_said() {
    let dir = copy("record");
    let store = format!("sqlite:{}", dir.join("sessions.db").display());
    let taken = dir.join("stories/first.story").display().to_string();
    let (code, _, complaint) = test(&dir, &["--record", &taken, "--store", &store]);
    assert!(
        code == 2 && complaint.contains("never overwritten"),
        "{code} {complaint}"
    );
    let free = dir.join("stories/second.story").display().to_string();
    for missing in ["there is no store", "has no session"] {
        let (code, _, complaint) = test(&dir, &["--record", &free, "--store", &store]);
        assert!(
            code == 3 && complaint.contains(missing),
            "{code} {complaint}"
        );
        // Only whoever writes makes a store.
        drop(SqliteStore::open(dir.join("sessions.db")).expect("a store"));
    }
    let (code, _, complaint) = test(&dir, &["--record", "second.txt", "--store", &store]);
    assert!(
        code == 2 && complaint.contains(".story"),
        "{code} {complaint}"
    );
}
