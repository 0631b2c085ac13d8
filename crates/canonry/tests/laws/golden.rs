//! The journal, frozen version by version. The golden files are exports that every later program must read;
//! `CANONRY_GOLDEN=write` makes them anew, which only a journal that nobody has kept yet allows.

mod generate;
mod verifier;

use canonry::clock::SystemClock;
use canonry::export::{self, Forbidden};
use canonry::host::{Host, Options};
use canonry::inspect;
use canonry::model::NoModel;
use canonry::record::to_entry;
use canonry::store::memory::MemoryStore;
use canonry::store::{Batch, Expect, Header, NewRecord, NewSession, Record, Store};
use engine::event::Event;
use engine::state::{EntryContent, State};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What this program writes.
const FILES: [&str; 4] = [
    "journal-13.jsonl",
    "journal-13-fork.jsonl",
    "journal-13-erased.jsonl",
    "journal-13-voices.jsonl",
];

/// What programs before it wrote, and every later one reads, folds and decides alike.
const OLD: [&str; 72] = [
    "journal-1.jsonl",
    "journal-1-fork.jsonl",
    "journal-1-erased.jsonl",
    "journal-2.jsonl",
    "journal-2-fork.jsonl",
    "journal-2-erased.jsonl",
    "journal-3.jsonl",
    "journal-3-fork.jsonl",
    "journal-3-erased.jsonl",
    "journal-4.jsonl",
    "journal-4-fork.jsonl",
    "journal-4-erased.jsonl",
    "journal-5.jsonl",
    "journal-5-fork.jsonl",
    "journal-5-erased.jsonl",
    // Messages that states and intentions answer, in both languages.
    "journal-5-replies.jsonl",
    "journal-5-replies-fr.jsonl",
    "journal-6.jsonl",
    "journal-6-fork.jsonl",
    "journal-6-erased.jsonl",
    "journal-6-voices.jsonl",
    "journal-7.jsonl",
    "journal-7-fork.jsonl",
    "journal-7-erased.jsonl",
    "journal-7-voices.jsonl",
    // The words of the seventh edition: a desk, a form, and questions to both worlds.
    "journal-7-replies.jsonl",
    "journal-7-forms.jsonl",
    "journal-7-manor.jsonl",
    "journal-7-valmure.jsonl",
    "journal-8.jsonl",
    "journal-8-fork.jsonl",
    "journal-8-erased.jsonl",
    "journal-8-voices.jsonl",
    "journal-8-replies.jsonl",
    "journal-8-forms.jsonl",
    "journal-8-manor.jsonl",
    "journal-8-valmure.jsonl",
    "journal-9.jsonl",
    "journal-9-fork.jsonl",
    "journal-9-erased.jsonl",
    "journal-9-voices.jsonl",
    "journal-9-replies.jsonl",
    "journal-9-forms.jsonl",
    "journal-9-manor.jsonl",
    "journal-9-valmure.jsonl",
    "journal-10.jsonl",
    "journal-10-fork.jsonl",
    "journal-10-erased.jsonl",
    "journal-10-voices.jsonl",
    "journal-10-replies.jsonl",
    "journal-10-forms.jsonl",
    "journal-10-desk.jsonl",
    "journal-10-manor.jsonl",
    "journal-10-valmure.jsonl",
    "journal-11.jsonl",
    "journal-11-fork.jsonl",
    "journal-11-erased.jsonl",
    "journal-11-voices.jsonl",
    "journal-11-replies.jsonl",
    "journal-11-forms.jsonl",
    "journal-11-desk.jsonl",
    "journal-11-manor.jsonl",
    "journal-11-valmure.jsonl",
    "journal-12.jsonl",
    "journal-12-fork.jsonl",
    "journal-12-erased.jsonl",
    "journal-12-voices.jsonl",
    "journal-12-replies.jsonl",
    "journal-12-forms.jsonl",
    "journal-12-desk.jsonl",
    "journal-12-manor.jsonl",
    "journal-12-valmure.jsonl",
];

fn all() -> impl Iterator<Item = &'static str> {
    FILES.into_iter().chain(OLD)
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/laws/golden")
        .join(name)
}

fn golden(name: &str) -> String {
    std::fs::read_to_string(path(name))
        .unwrap_or_else(|error| panic!("{name}: {error}; write it with CANONRY_GOLDEN=write"))
}

fn page() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/journal.md");
    std::fs::read_to_string(page).expect("docs/journal.md is there")
}

fn read(name: &str) -> export::Exported {
    export::read(golden(name).as_bytes()).unwrap_or_else(|failure| panic!("{name}: {failure}"))
}

/// The program's own version stands in the first body of a session; it is no part of the format.
fn without_build(body: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(body) {
        Ok(mut json) if json.get("build").is_some() => {
            json["build"] = "any".into();
            json.to_string()
        }
        Ok(_) | Err(_) => body.to_owned(),
    }
}

#[tokio::test]
async fn the_same_inputs_make_the_same_bytes() {
    let made = generate::sessions().await;
    assert_eq!(
        made.keys().copied().collect::<BTreeSet<_>>(),
        BTreeSet::from(FILES)
    );
    if std::env::var("CANONRY_GOLDEN").as_deref() == Ok("write") {
        for (name, text) in &made {
            std::fs::write(path(name), text).expect("the golden files are writable");
        }
        return;
    }
    for (name, text) in &made {
        let (kept, made) = (
            read(name),
            export::read(text.as_bytes()).expect("what was made is whole"),
        );
        let entry = |record: &Record| {
            let content = record.content.as_ref().map(|content| {
                (
                    content.salt,
                    without_build(&String::from_utf8_lossy(&content.body)),
                )
            });
            (record.seq, record.header.clone(), content)
        };
        for (kept, made) in kept.records.iter().zip(&made.records) {
            assert_eq!(
                entry(kept),
                entry(made),
                "{name}: an entry is written in another way than it was"
            );
        }
        assert_eq!(kept.records.len(), made.records.len(), "{name}");
        let same_build = golden(name).contains(&format!(
            "\\\"build\\\":\\\"{}\\\"",
            env!("CARGO_PKG_VERSION")
        ));
        assert!(
            !same_build || golden(name) == *text,
            "{name}: the lines around the entries differ"
        );
    }
}

#[tokio::test]
async fn golden_sessions_are_read_folded_and_decided_alike() {
    for name in all() {
        let exported = read(name);
        let mut state = State::default();
        for record in &exported.records {
            let entry = to_entry(record)
                .unwrap_or_else(|error| panic!("{name}, entry {}: {error}", record.seq));
            state
                .evolve(&entry)
                .unwrap_or_else(|error| panic!("{name}, {error}"));
        }
        assert_eq!(state.seq, exported.records.len() as u64, "{name}");
        assert_eq!(state.erased, exported.erased, "{name}");
        assert!(state.pending.is_empty(), "{name}");
        if exported.erased {
            continue;
        }
        let host = Host::new(
            MemoryStore::new(),
            NoModel,
            SystemClock,
            Options::new("golden"),
        );
        let (session, chain) = (exported.session.clone(), exported.chain);
        let head = export::import(&host.store, exported, Forbidden::Refused)
            .await
            .unwrap_or_else(|failure| panic!("{name}: {failure}"));
        assert_eq!(head.chain, chain, "{name}");
        let report = inspect::doctor(&host, &session)
            .await
            .unwrap_or_else(|failure| panic!("{name}: {failure}"));
        assert!(report.findings.is_empty(), "{name}: {:#?}", report.findings);
        let again: String = export::export(&host.store, &session)
            .await
            .expect("it exports")
            .iter()
            .map(|line| format!("{line}\n"))
            .collect();
        assert!(
            again == golden(name),
            "{name}: imported and exported, it is another file"
        );
    }
}

#[test]
fn law_j20_every_event_loads_as_it_was_saved() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for name in all() {
        for record in read(name).records {
            let Some(content) = &record.content else {
                continue;
            };
            let EntryContent::Event(event) = to_entry(&record).expect("it decodes").content else {
                panic!("it has a body")
            };
            assert_eq!(
                String::from_utf8_lossy(&event.body()),
                String::from_utf8_lossy(&content.body),
                "{name}, entry {}",
                record.seq
            );
            assert_eq!(
                event.cell().map(ToString::to_string),
                record.header.cell,
                "{name}, entry {}",
                record.seq
            );
            *seen.entry(record.header.kind).or_default() += 1;
        }
    }
    let page = page();
    for (kind, version) in Event::KINDS {
        assert!(seen.contains_key(*kind), "no golden file holds {kind}");
        let example = example(&page, kind);
        let event = Event::decode(kind, *version, example.as_bytes())
            .unwrap_or_else(|error| panic!("docs/journal.md, {kind}: {error}"));
        assert_eq!(
            String::from_utf8_lossy(&event.body()),
            example,
            "docs/journal.md: the example of {kind} is not as it would be written"
        );
    }
    let known: BTreeSet<&str> = Event::KINDS.iter().map(|(kind, _)| *kind).collect();
    let described: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .collect();
    assert_eq!(
        described, known,
        "docs/journal.md describes each kind under its own heading, and nothing else so"
    );
}

/// Whoever reads a body with the page in hand finds every key of it there.
#[test]
fn every_key_of_every_golden_body_is_described_under_its_kind() {
    let page = page();
    let mut missing: BTreeSet<(String, String)> = BTreeSet::new();
    let mut examined = 0;
    for name in all() {
        for record in read(name).records {
            let Some(content) = &record.content else {
                continue;
            };
            let body: serde_json::Map<String, serde_json::Value> =
                serde_json::from_slice(&content.body).expect("a body is a map");
            let kind = record.header.kind;
            let section = section(&page, &kind);
            for (key, _) in body {
                examined += 1;
                if !section.contains(&format!("`{key}`")) {
                    missing.insert((kind.clone(), key));
                }
            }
        }
    }
    assert!(examined > 1_000, "{examined}");
    assert!(missing.is_empty(), "{missing:?}");
}

/// What stands under a kind's heading.
fn section<'p>(page: &'p str, kind: &str) -> &'p str {
    let heading = format!("\n### {kind}\n");
    let section = page
        .split_once(&heading)
        .unwrap_or_else(|| panic!("docs/journal.md has no section {kind}"))
        .1;
    section.split("\n##").next().unwrap_or(section)
}

/// The one line of JSON under a kind's heading.
fn example<'p>(page: &'p str, kind: &str) -> &'p str {
    let section = section(page, kind);
    let blocks: Vec<&str> = section.split("```json\n").skip(1).collect();
    let [block] = blocks[..] else {
        panic!(
            "docs/journal.md, {kind}: one example is wanted, there are {}",
            blocks.len()
        )
    };
    block.split_once("\n```").expect("the example ends").0
}

#[test]
fn an_independent_verifier_accepts_what_is_whole() {
    for name in all() {
        let (exported, found) = (
            read(name),
            verifier::verify(&golden(name)).unwrap_or_else(|problem| panic!("{name}: {problem}")),
        );
        assert_eq!(found.entries, exported.records.len() as u64, "{name}");
        assert_eq!(found.erased > 0, exported.erased, "{name}");
        assert_eq!(
            found.kinds,
            exported
                .records
                .iter()
                .map(|record| record.header.kind.clone())
                .collect::<Vec<_>>(),
            "{name}"
        );
    }
    // Of an erased session the first entry and the one that says so keep their bodies.
    let found = verifier::verify(&golden("journal-1-erased.jsonl")).expect("whole");
    assert_eq!(found.erased, found.entries - 2);
}

/// Of the first journals and the newest ones 240 bytes and every line: the ends, and bytes at equal distances
/// between them. Of the journals between, which the same code reads, a sample whose places are other ones in
/// each: there are many, and each flip reads a file.
#[test]
fn both_verifiers_reject_every_flipped_byte() {
    for (number, name) in all().enumerate() {
        let text = golden(name);
        let is_close = FILES.contains(&name) || name == "journal-1.jsonl";
        let (ends, spread, lines) = if is_close { (60, 120, 1) } else { (8, 20, 17) };
        let step = (text.len() / spread) | 1;
        let flips = (0..text.len())
            .filter(|at| *at < ends || *at + ends > text.len() || at % step == number * 7 % step);
        for at in flips {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            assert!(
                export::read(&bytes).is_err(),
                "{name}: byte {at} was flipped and nobody saw it"
            );
            if let Ok(flipped) = String::from_utf8(bytes) {
                assert!(
                    verifier::verify(&flipped).is_err(),
                    "{name}: byte {at} was flipped and the verifier did not see it"
                );
            }
        }
        for lines in (number % lines..text.lines().count()).step_by(lines) {
            let cut: String = text
                .lines()
                .take(lines)
                .map(|line| format!("{line}\n"))
                .collect();
            assert!(
                verifier::verify(&cut).is_err() && export::read(cut.as_bytes()).is_err(),
                "{name}: cut to {lines} lines"
            );
        }
    }
}

/// What a newer program wrote is not damaged, and whoever reads it is told what to read it with.
#[test]
fn an_export_of_a_newer_program_is_not_called_damaged() {
    let newer = golden("journal-1.jsonl").replacen(r#""version":"1""#, r#""version":"2""#, 1);
    let refused = export::read(verifier::with_new_sums(&newer).as_bytes()).expect_err("refused");
    let said =
        "the export cannot be read from line 1, entry 1 on: version 2 is newer than this program";
    assert_eq!(refused.message.en, said);
    assert!(refused.hint.expect("a hint").en.contains("a newer one"));
}

/// Whoever edits an export can compute its sums again; the chain below still breaks.
#[test]
fn both_verifiers_reject_edits_under_new_sums() {
    let text = golden("journal-1.jsonl");
    for (from, to) in [
        (r#""cause":"2""#, r#""cause":"3""#),
        (r#"purple"#, r#"purpel"#),
        (r#""kind":"AnswerRefused""#, r#""kind":"AnswerAccepted""#),
        (r#""cell":"anna.nights""#, r#""cell":"anna.wishes""#),
        (
            r#""at":"2026-01-01T12:00:01.000Z""#,
            r#""at":"2026-01-01T12:00:02.000Z""#,
        ),
        (r#"name: Golden"#, r#"name: Silver"#),
        (r#""seq":"9""#, r#""seq":"8""#),
    ] {
        assert!(text.contains(from), "{from}");
        let edited = verifier::with_new_sums(&text.replacen(from, to, 1));
        assert!(verifier::verify(&edited).is_err(), "{from}");
        assert!(export::read(edited.as_bytes()).is_err(), "{from}");
    }
    assert!(
        verifier::with_new_sums(&text) == text,
        "the sums are the page's"
    );
    let without: String = text
        .lines()
        .filter(|line| !line.contains(r#""seq":"9""#))
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(verifier::verify(&verifier::with_new_sums(&without)).is_err());
    assert!(export::read(verifier::with_new_sums(&without).as_bytes()).is_err());
}

/// Its first line is covered by no chain, so it is compared with what the others say.
#[test]
fn the_first_line_of_an_export_is_not_believed() {
    let text = golden("journal-1.jsonl");
    let edited = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let edited = verifier::with_new_sums(&text.replacen(from, to, 1));
        export::read(edited.as_bytes())
    };
    let subject = |name: &str| edited(r#""subject":null"#, &format!("\"subject\":\"{name}\""));
    let refused = subject("not a hash").expect_err("no hash").to_string();
    assert!(refused.contains("not the hash"), "{refused}");
    assert!(subject(&"0".repeat(64)).is_ok());
    let kept = edited(r#""project_name":"Golden""#, r#""project_name":"Silver""#);
    let forbidden = kept.expect("it can be read").forbidden;
    let named =
        |(seq, why): &(u64, logic::text::Phrase)| *seq == 1 && why.en.contains("another name");
    assert!(forbidden.iter().any(named), "{forbidden:?}");
    let whole = export::read(text.as_bytes()).expect("whole");
    assert!(whole.forbidden.is_empty(), "{:?}", whole.forbidden);
}

/// Once broken: `import --check` called whole what an import then refused.
#[test]
fn an_export_that_says_in_two_ways_whether_it_is_erased_is_refused() {
    for (name, from, to) in [
        ("journal-1.jsonl", "false", "true"),
        ("journal-1-erased.jsonl", "true", "false"),
    ] {
        let (from, to) = (format!("\"erased\":{from}"), format!("\"erased\":{to}"));
        let text = golden(name);
        assert!(text.contains(&from), "{name}");
        let edited = verifier::with_new_sums(&text.replacen(&from, &to, 1));
        let refused = export::read(edited.as_bytes()).expect_err(name).to_string();
        assert!(refused.contains("is said in two ways"), "{name}: {refused}");
    }
}

/// A session that a newer program began is decided by rules that this one does not have.
#[tokio::test]
async fn law_j17_a_session_of_a_newer_edition_is_refused() {
    let exported = read(FILES[0]);
    let edition = format!("\"edition\":\"{}\"", engine::project::EDITION);
    let newer = |_: &mut Header, body: &mut Vec<u8>| {
        let text = String::from_utf8(body.clone()).expect("a body is text");
        assert!(text.contains(&edition), "{text}");
        *body = text.replace(&edition, "\"edition\":\"99\"").into_bytes();
    };
    let host = with_changed(&exported, 0, &newer).await;
    let failure = host.load("golden").await.err().expect("it is refused");
    assert_eq!(failure.kind.exit_code(), 5);
    let message = failure.message.en.as_str();
    assert!(message.contains("entry 1:"), "{message}");
    assert!(message.contains("edition 99"), "{message}");
    assert!(failure.message.fr.contains("plus récente"));
    let same = with_changed(&exported, 0, &|_, _| ()).await;
    assert!(same.load("golden").await.is_ok());
}

#[tokio::test]
async fn law_j19_what_cannot_be_folded_stops_with_its_entry() {
    let newer = |header: &mut Header, _: &mut Vec<u8>| header.version += 1;
    let never = |header: &mut Header, _: &mut Vec<u8>| header.version = 0;
    let unknown = |header: &mut Header, _: &mut Vec<u8>| header.kind = "DreamSeen".to_owned();
    let unreadable = |_: &mut Header, body: &mut Vec<u8>| *body = b"{}".to_vec();
    type Change<'a> = &'a dyn Fn(&mut Header, &mut Vec<u8>);
    let changes: [(Change, &str); 4] = [
        (&newer, "newer"),
        (&never, "never was"),
        (&unknown, "DreamSeen"),
        (&unreadable, "cannot be read"),
    ];
    let exported = read(FILES[0]);
    let kinds: Vec<&str> = exported
        .records
        .iter()
        .map(|record| record.header.kind.as_str())
        .collect();
    for (kind, _) in Event::KINDS.iter().filter(|(kind, _)| *kind != "Erased") {
        let index = kinds
            .iter()
            .position(|found| found == kind)
            .expect("every kind is there");
        for (change, problem) in changes {
            let seq = index as u64 + 1;
            let host = with_changed(&exported, index, change).await;
            let failure = host
                .load("golden")
                .await
                .err()
                .unwrap_or_else(|| panic!("{kind}, {problem}: it was skipped"));
            assert_eq!(failure.kind.exit_code(), 5);
            let (message, place) = (failure.message.en.as_str(), format!("entry {seq}:"));
            assert!(
                message.contains(&place) && message.contains(problem),
                "{kind}, {problem}: {message}"
            );
            let verified = inspect::verify(&host.store, "golden", None)
                .await
                .expect("verify answers");
            assert_eq!(
                verified
                    .problems
                    .iter()
                    // The copy has no index of its inputs, which is told as well.
                    .filter(|(_, problem)| !problem.en.contains("the index of inputs"))
                    .map(|(seq, _)| *seq)
                    .collect::<Vec<_>>(),
                [seq],
                "{kind}, {problem}"
            );
        }
    }
}

/// A store that holds the session with one record changed before it was ever appended: the chain fits.
async fn with_changed(
    exported: &export::Exported,
    index: usize,
    change: &dyn Fn(&mut Header, &mut Vec<u8>),
) -> std::sync::Arc<Host<MemoryStore, NoModel, SystemClock>> {
    let host = Host::new(
        MemoryStore::new(),
        NoModel,
        SystemClock,
        Options::new("golden"),
    );
    for (hash, files) in &exported.projects {
        host.store
            .put_project(*hash, files.pack())
            .await
            .expect("memory answers");
    }
    let mut records: Vec<NewRecord> = exported
        .records
        .iter()
        .map(|record| {
            let content = record.content.clone().expect("nothing is erased");
            NewRecord {
                header: record.header.clone(),
                salt: content.salt,
                body: content.body,
            }
        })
        .collect();
    let changed = &mut records[index];
    change(&mut changed.header, &mut changed.body);
    let create = NewSession {
        project: exported.project,
        project_name: "Golden".to_owned(),
        subject: None,
        at: exported.created,
    };
    let batch = Batch {
        expect: Expect::Empty,
        input: None,
        ends: None,
        records,
        work: Vec::new(),
        sealed: Vec::new(),
        create: Some(create),
    };
    host.store
        .append("golden", batch)
        .await
        .expect("memory answers");
    host
}
