//! What the offline reader finds in labelled messages to the desk of `worlds/examt3p`.

#![expect(
    clippy::disallowed_methods,
    reason = "the tests read the example files"
)]

use engine::Diagnostic;
use engine::project::{Files, Project, compile};
use engine::reply::case::Case;
use engine::reply::decide::decide;
use logic::value::Instant;
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
pub fn share(right: usize, other: usize) -> f64 {
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

/// The project of a folder.
pub fn project_in(folder: &Path) -> Project {
    let mut files = BTreeMap::new();
    read(folder, "", &mut files);
    files.retain(|name, _| !name.ends_with(".json"));
    let (project, diagnostics) = compile(&Files(files));
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

/// Each labelled message with its kind and what it wants.
pub fn labelled(table: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let head = table.find("\n@@ ").expect("a message") + 1;
    let blocks = table[head..].split("@@ ");
    let blocks = blocks.filter(|block| !block.trim().is_empty());
    blocks.map(|block| {
        let (label, message) = block.split_once('\n').expect("a label and a message");
        let (kind, wanted) = label.split_once(':').expect("a kind and intentions");
        (kind, wanted, message.trim())
    })
}

/// By kind of message, and everything together under an empty name.
fn score(project: &Project, table: &str) -> BTreeMap<String, Score> {
    let replies = project.replies.as_ref().expect("it answers");
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for (kind, wanted, message) in labelled(table) {
        let wanted: BTreeSet<&str> = wanted
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        for name in &wanted {
            let known = replies.intentions.iter().any(|known| known.name == **name);
            assert!(known, "{name} is no intention");
        }
        let heard = replies.recogniser.hear(replies, message);
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

/// How many messages are understood whole, so that an answer may leave by itself: now, and while a few words
/// were free. Those that no longer are, with the words that are left over.
fn whole(project: &Project, table: &str) -> (usize, usize, Vec<String>) {
    let (mut now, mut before, mut lost) = (0, 0, Vec::new());
    for (_, _, message) in labelled(table) {
        let read = |edition: Option<u64>| {
            let mut case = Case::at(Instant::EPOCH);
            case.message = Some(message.to_owned());
            case.edition = edition;
            let reply = decide(project, &case).expect("a reply");
            let reasons = reply.send.reasons.into_iter();
            let open = reasons.filter(|reason| matches!(&*reason.code, "unrecognised" | "unread"));
            let open: Vec<String> = open
                .map(|reason| format!("{} {}", reason.what, reason.why))
                .collect();
            (!reply.intentions.is_empty() && open.is_empty(), open)
        };
        let (is_whole, open) = read(None);
        let (was_whole, _) = read(Some(7));
        now += usize::from(is_whole);
        before += usize::from(was_whole);
        if was_whole && !is_whole {
            lost.push(open.join("; "));
        }
    }
    (now, before, lost)
}

#[test]
fn messages_that_were_understood_still_are_but_for_what_nobody_read() {
    let project = examt3p();
    for (title, table) in [
        ("messages", include_str!("intentions/messages.txt")),
        ("held out", include_str!("intentions/heldout.txt")),
    ] {
        let (now, before, lost) = whole(&project, table);
        println!("{title}: {now} understood whole, {before} before");
        for lost in &lost {
            println!("  {lost}");
        }
        assert!(now * 100 >= before * 76, "{title}: {now} of {before}");
    }
}

/// Wishes in the words that people take, which no list of triggers was made of.
#[test]
fn ordinary_wishes_are_found() {
    let project = examt3p();
    let seen = score(&project, include_str!("intentions/wishes.txt"));
    let unseen = score(&project, include_str!("intentions/wishes-heldout.txt"));
    print("ordinary wishes the triggers were chosen with", &seen);
    print("ordinary wishes nobody looked at", &unseen);
    let (seen, unseen) = (seen[""], unseen[""]);
    assert_eq!((seen.messages, unseen.messages), (50, 50));
    assert!(seen.recall() >= 0.9 && seen.precision() >= 0.9, "{seen:?}");
    assert!(unseen.recall() >= UNSEEN, "{unseen:?}");
}

/// Of ordinary wishes that nobody looked at this share is found, at least.
const UNSEEN: f64 = 0.7;
