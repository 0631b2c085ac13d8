//! What the offline reader finds in labelled messages to the desk of `worlds/examt3p`.

#![expect(
    clippy::disallowed_methods,
    reason = "the tests read the example files"
)]

use engine::Diagnostic;
use engine::project::{Files, Project, compile};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Right and wrong intentions, and those that were not found.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    messages: usize,
    right: usize,
    wrong: usize,
    missed: usize,
}

impl Score {
    fn precision(self) -> f64 {
        share(self.right, self.wrong)
    }

    fn recall(self) -> f64 {
        share(self.right, self.missed)
    }
}

/// Of nothing, everything is right.
fn share(right: usize, other: usize) -> f64 {
    if right + other == 0 {
        return 1.0;
    }
    right as f64 / (right + other) as f64
}

fn read(folder: &Path, below: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("the world is there") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let name = format!("{below}{name}");
        if path.is_dir() {
            read(&path, &format!("{name}/"), files);
        } else if !name.ends_with(".md") && !name.ends_with(".story") {
            files.insert(name, std::fs::read(&path).expect("it is readable"));
        }
    }
}

/// The desk for exam candidates.
pub fn examt3p() -> Project {
    let (project, diagnostics) = checked();
    project.unwrap_or_else(|| panic!("{:?}", diagnostics.first()))
}

fn checked() -> (Option<Project>, Vec<Diagnostic>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/examt3p");
    let mut files = BTreeMap::new();
    read(&folder, "", &mut files);
    compile(&Files(files))
}

#[test]
fn the_desk_for_exam_candidates_checks_clean() {
    let (_, diagnostics) = checked();
    let told = diagnostics
        .iter()
        .map(|found| format!("{} {}: {}\n", found.place, found.code, found.message.en));
    let told: String = told.collect();
    assert!(told.is_empty(), "{told}");
}

/// By kind of message, and everything together under an empty name.
fn score(project: &Project, table: &str) -> BTreeMap<String, Score> {
    let replies = project.replies.as_ref().expect("it answers");
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    let head = table.find("\n@@ ").expect("a message") + 1;
    for block in table[head..]
        .split("@@ ")
        .filter(|block| !block.trim().is_empty())
    {
        let (label, message) = block.split_once('\n').expect("a label and a message");
        let (kind, wanted) = label.split_once(':').expect("a kind and intentions");
        let wanted: BTreeSet<&str> = wanted
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        for name in &wanted {
            let known = replies.intentions.iter().any(|known| known.name == **name);
            assert!(known, "{name} is no intention");
        }
        let heard = replies.recogniser.hear(replies, message.trim());
        let found: BTreeSet<&str> = heard
            .intentions
            .iter()
            .map(|found| replies.intentions[found.intention].name.as_str())
            .collect();
        for name in [kind, ""] {
            let score = scores.entry(name.to_owned()).or_default();
            score.messages += 1;
            score.right += wanted.intersection(&found).count();
            score.wrong += found.difference(&wanted).count();
            score.missed += wanted.difference(&found).count();
        }
    }
    scores
}

fn print(title: &str, scores: &BTreeMap<String, Score>) {
    println!("{title}");
    for (kind, score) in scores {
        let kind = if kind.is_empty() { "all" } else { kind };
        println!(
            "  {kind:<10} {:>4} messages  precision {:.2}  recall {:.2}",
            score.messages,
            score.precision(),
            score.recall()
        );
    }
}

#[test]
fn intentions_are_found_in_messages_of_every_kind() {
    let project = examt3p();
    let seen = score(&project, include_str!("intentions/messages.txt"));
    let unseen = score(&project, include_str!("intentions/heldout.txt"));
    print("messages the triggers were chosen with", &seen);
    print("messages nobody looked at", &unseen);
    let (seen, unseen_all) = (seen[""], unseen[""]);
    assert!(seen.messages + unseen_all.messages >= 400);
    assert!(unseen_all.messages * 3 >= seen.messages + unseen_all.messages);
    assert!(
        seen.precision() >= 0.97 && seen.recall() >= 0.97,
        "{seen:?}"
    );
    assert!(
        unseen_all.precision() >= 0.9 && unseen_all.recall() >= 0.9,
        "{unseen_all:?}"
    );
    for kind in [
        "plain", "negation", "two", "quoted", "typos", "bare", "none", "spam",
    ] {
        assert!(unseen.contains_key(kind), "no message of the kind {kind}");
    }
    // What has no intention is not given one.
    assert_eq!(unseen["none"].wrong, 0);
}
