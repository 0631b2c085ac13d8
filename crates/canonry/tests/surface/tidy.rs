//! Tidiness as an ordinary test: what the house rules say about the files themselves.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every file that is part of the project, as git sees it.
fn tracked() -> Vec<(String, String)> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git runs");
    let list = String::from_utf8(output.stdout).expect("names are text");
    let files: Vec<(String, String)> = list
        .lines()
        .filter_map(|name| {
            Some((
                name.to_owned(),
                std::fs::read_to_string(root().join(name)).ok()?,
            ))
        })
        .collect();
    assert!(
        files.len() > 50,
        "only {} files were looked at",
        files.len()
    );
    files
}

#[test]
fn no_file_names_a_machine_or_leaves_work_open() {
    let mut found = Vec::new();
    // Built up here so that this file does not name them.
    let paths = ["/wor", "/hom", "/roo"].map(|start| {
        format!(
            "{start}{}/",
            if start == "/wor" {
                "k"
            } else if start == "/hom" {
                "e"
            } else {
                "t"
            }
        )
    });
    let open = [
        ["to", "do!("].concat(),
        ["unimple", "mented!("].concat(),
        ["FIX", "ME"].concat(),
    ];
    for (name, text) in tracked() {
        for (number, line) in text.lines().enumerate() {
            if paths.iter().any(|path| line.contains(path.as_str())) {
                found.push(format!("{name}:{}: a path of some machine", number + 1));
            }
            if name.ends_with(".rs") && open.iter().any(|word| line.contains(word.as_str())) {
                found.push(format!("{name}:{}: work left open", number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_source_file_says_what_it_is_and_stays_short() {
    let mut found = Vec::new();
    for (name, text) in tracked()
        .into_iter()
        .filter(|(name, _)| name.ends_with(".rs"))
    {
        if !text.trim_start().starts_with("//!") && !text.trim_start().starts_with("#!") {
            found.push(format!("{name}: no `//!` header"));
        }
        let lines = text.lines().count();
        let most = 1000;
        if lines > most {
            found.push(format!("{name}: {lines} lines, at most {most}"));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_bound_is_on_the_limits_page() {
    let page = std::fs::read_to_string(root().join("docs/limits.md")).expect("docs/limits.md");
    for limit in engine::limits::ALL {
        assert!(
            page.contains(&limit.name.to_lowercase()),
            "docs/limits.md lacks {}",
            limit.name.to_lowercase()
        );
    }
}

#[test]
fn the_pure_crates_depend_on_nothing_that_waits_or_talks() {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "-p",
            "canonry-engine",
            "-e",
            "normal",
            "--prefix",
            "none",
        ])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8(output.stdout).expect("text");
    assert!(tree.contains("canonry-logic"), "{tree}");
    for banned in [
        "tokio",
        "rusqlite",
        "libsqlite3-sys",
        "rustls",
        "reqwest",
        "hyper",
        "getrandom",
        "rand ",
        "mio",
    ] {
        assert!(
            !tree.lines().any(|line| line.starts_with(banned)),
            "canonry-engine depends on {banned}"
        );
    }
}
