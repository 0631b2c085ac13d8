//! The laws about what a history may and may not decide, over generated projects and inputs.

use super::*;
use canonry::store::{Batch, Expect, NewRecord, NewSession};

/// Inputs that nothing awaits, whatever the state: they are recorded, answered and change nothing.
fn idle(rng: &mut Rng, index: usize) -> Envelope {
    let input = match rng.below(4) {
        0 => Input::Event(Name::from("NOBODY_AWAITS_THIS")),
        1 => Input::Observe("anna.nope".parse().expect("a cell")),
        2 => Input::Assert(engine::input::Assertion {
            values: BTreeMap::from([("nobody.age".to_owned(), engine::input::Raw::Null)]),
            source: None,
            version: None,
        }),
        _ => Input::Author(engine::input::AuthorCommand::Alias {
            alias: "Zed".to_owned(),
            entity: Name::from("nobody"),
        }),
    };
    Envelope {
        id: format!("idle{index}"),
        input,
    }
}

/// A history with idle inputs anywhere in it decides everything else as one without: only what is
/// open counts, never that something was said before.
#[test]
fn law_j5_a_longer_history_decides_nothing() {
    let mut moved = 0;
    for seed in 0..cases() {
        block(async {
            let numbered = projects::field::is_numbered;
            let (project, script, store, replies) = played_but(seed, numbered).await;
            let mut rng = Rng::new(seed + 1000);
            let mut longer = Vec::new();
            for (index, envelope) in script.iter().enumerate() {
                for _ in 0..rng.below(3) {
                    longer.push(idle(&mut rng, index * 10 + longer.len()));
                }
                longer.push(envelope.clone());
            }
            let other = MemoryStore::default();
            let all = play(&plain(&other), &project, &longer).await;
            let kept: Vec<&String> = all
                .iter()
                .zip(std::iter::once("open").chain(longer.iter().map(|one| one.id.as_str())))
                .filter(|(_, id)| !id.starts_with("idle"))
                .map(|(reply, _)| reply)
                .collect();
            assert_eq!(kept.len(), replies.len(), "seed {seed}");
            for (kept, reply) in kept.iter().zip(&replies) {
                assert_eq!(
                    without_numbers(kept),
                    without_numbers(reply),
                    "seed {seed}: what was said before decided"
                );
            }
            let facts = |story: &[(String, Vec<u8>)]| {
                let facts = story
                    .iter()
                    .filter(|(kind, _)| kind == "FactFixed" || kind == "AnswerAccepted");
                facts.cloned().collect::<Vec<_>>()
            };
            let (short, long) = (story(&store).await, story(&other).await);
            assert_eq!(facts(&short), facts(&long), "seed {seed}");
            moved += facts(&short).len();
        });
    }
    assert!(moved > 100, "the generated sessions hardly moved");
}

/// A reply apart from the numbers of its turn: item ids and the head count what came before.
fn without_numbers(reply: &str) -> serde_json::Value {
    fn strip(json: &mut serde_json::Value) {
        match json {
            serde_json::Value::Object(fields) => {
                fields.remove("id");
                fields.remove("head");
                fields.values_mut().for_each(strip);
            }
            serde_json::Value::Array(items) => items.iter_mut().for_each(strip),
            serde_json::Value::Null
            | serde_json::Value::Bool(_)
            | serde_json::Value::Number(_)
            | serde_json::Value::String(_) => {}
        }
    }
    let mut json = without_entries(reply);
    strip(&mut json);
    json
}

/// Answers each cell alike, after a time of its own.
struct Timed(BTreeMap<String, u64>);

impl Model for Timed {
    async fn ask(&self, request: &Request) -> Outcome {
        let cell = request.cell.to_string();
        let wait = self.0.get(&cell).copied().unwrap_or_default();
        tokio::time::sleep(Duration::from_millis(wait)).await;
        Outcome::Answered {
            text: format!("Words about {cell}."),
            tokens: None,
        }
    }
}

/// Requests that leave together are answered in any order, with the same events after.
#[test]
fn law_j16_parallel_outcomes_arrive_in_any_order() {
    let source = "
name: Together
sorts: { guest: { is: [character] } }
attributes:
  guest:
    one: { type: text, generate: { prompt: 'One.' } }
    two: { type: text, generate: { prompt: 'Two.' } }
    three: { type: text, generate: { prompt: 'Three.' } }
    after: { type: text, generate: { prompt: 'After {{anna.two}}' } }
entities: { anna: { sort: guest } }
flows:
  main:
    - { tell: a, cell: anna.one }
    - { tell: b, cell: anna.two }
    - { tell: c, cell: anna.three }
    - { tell: d, cell: anna.after }
";
    let files = Files(BTreeMap::from([("p.yaml".to_owned(), source.into())]));
    let project = Arc::new(compile(&files).0.expect("compiles"));
    let mut stories = Vec::new();
    for waits in [
        [1, 2, 3],
        [1, 3, 2],
        [2, 1, 3],
        [2, 3, 1],
        [3, 1, 2],
        [3, 2, 1],
    ] {
        block(async {
            let cells = ["anna.one", "anna.two", "anna.three"].map(str::to_owned);
            let model = Timed(cells.into_iter().zip(waits).collect());
            let store = MemoryStore::default();
            let host = host(&store, model, TestClock::steady(), Generator::Model);
            let answered = host.open(SESSION, open_with(&project)).await;
            let answered = answered.expect("opens");
            assert_eq!(answered.items.len(), 4);
            assert_eq!(answered.cost.requests, 4);
            // Three left together, in one append; the fourth waits for the words it is made of.
            assert_eq!(answered.cost.appends, 3, "{:?}", answered.cost);
            stories.push((story(&store).await, bare(&answered)));
        });
    }
    for other in &stories[1..] {
        assert_eq!(*other, stories[0], "the order of arrival decided");
    }
}

/// Whatever versions of a project come to the store, and however often a node is replaced: a session
/// is decided by the one it started with.
#[test]
fn law_j17_other_versions_change_no_running_session() {
    for seed in 0..fewer_cases() {
        block(async {
            let (project, script, _, replies) = played(seed).await;
            let mut files = project.files.clone();
            // Every sentence of the other version is another one: whoever follows it answers otherwise.
            for bytes in files.0.values_mut() {
                let text = String::from_utf8_lossy(bytes);
                let text = text
                    .replace("Noted.", "Written down.")
                    .replace("Statement", "Sentence");
                *bytes = text.into_bytes();
            }
            let other = Arc::new(compile(&files).0.expect("compiles"));
            assert_ne!(other.hash, project.hash);
            let (store, mut rng) = (MemoryStore::default(), Rng::new(seed));
            let mut host = plain(&store);
            let opened = host.open(SESSION, open_with(&project)).await;
            let mut got = vec![bare(&opened.expect("opens"))];
            for (index, envelope) in script.iter().enumerate() {
                if rng.one_in(4) {
                    // A node that only ever saw the other version goes on.
                    host = plain(&store);
                    let name = format!("other-{index}");
                    host.open(&name, open_with(&other)).await.expect("opens");
                }
                let answered = host.input(SESSION, envelope.clone()).await;
                got.push(bare(&answered.expect("answers")));
            }
            assert_eq!(got, replies, "seed {seed}");
        });
    }
}

/// Copies a session's records into a new store, each changed as a careful forger would: sums and
/// chain are right, so only what the entries say can give it away.
pub(super) async fn forged(
    store: &MemoryStore,
    project: bool,
    forge: impl Fn(&mut NewRecord),
) -> MemoryStore {
    let forge = |mut records: Vec<NewRecord>| {
        records.iter_mut().for_each(&forge);
        records
    };
    forged_whole(store, project, forge).await
}

/// The same of all records at once: some may be left out.
async fn forged_whole(
    store: &MemoryStore,
    project: bool,
    forge: impl FnOnce(Vec<NewRecord>) -> Vec<NewRecord>,
) -> MemoryStore {
    let head = store.head(SESSION).await.expect("memory").expect("a head");
    let copy = MemoryStore::default();
    if project {
        let files = store.project(head.project).await.expect("memory");
        let files = files.expect("it is kept");
        copy.put_project(head.project, files).await.expect("memory");
    }
    let copied = records(store).await.into_iter().map(|record| {
        let content = record.content.expect("not erased");
        NewRecord {
            header: record.header,
            salt: content.salt,
            body: content.body,
        }
    });
    let batch = Batch {
        expect: Expect::Empty,
        input: None,
        ends: None,
        records: forge(copied.collect()),
        work: Vec::new(),
        sealed: Vec::new(),
        create: Some(NewSession {
            project: head.project,
            project_name: head.project_name,
            subject: None,
            at: head.created,
        }),
    };
    copy.append(SESSION, batch).await.expect("memory");
    copy
}

async fn all_findings(store: &MemoryStore) -> Vec<String> {
    let verified = inspect::verify(store, SESSION, None).await.expect("reads");
    let problems = verified.problems.iter();
    problems
        .map(|(seq, problem)| format!("{seq}: {}", problem.en))
        .collect()
}

/// What is found besides that a forged copy has no index of its inputs.
async fn findings(store: &MemoryStore) -> Vec<String> {
    let mut found = all_findings(store).await;
    found.retain(|problem| !problem.contains("the index of inputs"));
    found
}

/// An entry that is not what this program would have written is refused by `verify` and by `import`
/// with its number, although every hash is right.
#[test]
fn law_j14_a_forged_entry_is_refused_although_every_hash_is_right() {
    block(async {
        let (_, _, store, _) = played(3).await;
        assert_eq!(all_findings(&store).await, [""; 0]);
        let copy = forged(&store, true, |_| ()).await;
        assert_eq!(findings(&copy).await, [""; 0]);
        // Inputs that cannot be found again would count twice: each is named.
        let lost = all_findings(&copy).await;
        let entries = records(&store).await;
        let inputs = entries.iter().filter(|record| {
            ["InputRecorded", "SessionStarted"].contains(&record.header.kind.as_str())
        });
        assert_eq!(lost.len(), inputs.count(), "{lost:?}");
        // And so is one that was recorded twice.
        let doubled = forged(&store, true, |record| {
            if record.header.cause == "i2" {
                record.header.cause = "i1".to_owned();
            }
        });
        let found = all_findings(&doubled.await).await;
        assert!(
            found
                .iter()
                .any(|finding| finding.contains("recorded twice")),
            "{found:?}"
        );
        let spaced = forged(&store, true, |record| {
            if record.header.kind == "TurnEnded" {
                record.body.insert(1, b' ');
            }
        });
        let moved = forged(&store, true, |record| {
            if record.header.cell.is_some() {
                record.header.cell = Some("anna.other".to_owned());
            }
        });
        for (copy, problem) in [
            (spaced.await, "its body is not in canonical form"),
            (moved.await, "its header names another cell than its body"),
        ] {
            let found = findings(&copy).await;
            assert!(
                found.iter().any(|finding| finding.contains(problem)),
                "{found:?}"
            );
            let lines = export::export(&copy, SESSION).await.expect("exports");
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let refused = export::read(text.as_bytes()).expect_err("it is refused");
            assert!(refused.to_string().contains(problem), "{refused}");
        }
        // A fact that names another cause than its turn would make `why` lie: replaying tells it apart.
        let blamed = forged(&store, true, |record| {
            if ["FactFixed", "FluentSet"].contains(&record.header.kind.as_str()) {
                record.header.cause = "never-sent".to_owned();
            }
        });
        let replayed = inspect::replay(&plain(&blamed.await), SESSION).await;
        let differences = replayed.expect("it is read").differences;
        assert!(
            differences
                .iter()
                .any(|(_, what)| what.en.contains("another cause")),
            "{differences:?}"
        );
        // Without its project nothing is decided again, and that is no success.
        let bare = forged(&store, false, |_| ()).await;
        let replayed = inspect::replay(&plain(&bare), SESSION).await;
        assert!(replayed.map_or(true, |replayed| !replayed.differences.is_empty()));
        // A session whose project is gone cannot be gone on with, and `verify` says so.
        let found = findings(&forged(&store, false, |_| ()).await).await;
        assert!(
            found.iter().any(|finding| finding.contains("project")),
            "{found:?}"
        );
    });
}

async fn exported_text(store: &MemoryStore) -> String {
    let lines = export::export(store, SESSION).await.expect("exports");
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Half a decision is no state that a session was ever in: going on with it would double it.
#[test]
fn law_j12_an_export_that_ends_inside_a_turn_is_refused_with_the_entry() {
    block(async {
        let (_, _, store, _) = played(3).await;
        let all = records(&store).await;
        let (mut whole, mut cut) = (0, 0);
        for length in 1..=all.len() {
            let copy = forged_whole(&store, true, |mut records| {
                records.truncate(length);
                records
            });
            let read = export::read(exported_text(&copy.await).await.as_bytes());
            let last = &all[length - 1];
            if canonry::record::is_decision(last) && !canonry::record::ends_turn(last) {
                let refused = read.expect_err("it ends inside a turn").to_string();
                let place = format!("entry {}: its last turn has no end", length + 1);
                assert!(refused.contains(&place), "{length}: {refused}");
                cut += 1;
            } else {
                assert_eq!(read.expect("whole turns").forbidden, [], "{length}");
                whole += 1;
            }
        }
        assert!(whole > 3 && cut > 10, "{whole} whole, {cut} cut");
        // Nor may a turn in the middle lose its end.
        let end = all.iter().position(canonry::record::ends_turn);
        let copy = forged_whole(&store, true, |mut records| {
            records.remove(end.expect("a turn ended"));
            records
        });
        let read = export::read(exported_text(&copy.await).await.as_bytes());
        let refused = read.expect_err("a turn has no end").to_string();
        assert!(refused.contains("damaged at line"), "{refused}");
    });
}

/// Whatever the engine would not have written is refused by an import, and taken only by who says so.
#[test]
fn law_j14_an_import_decides_every_turn_again() {
    type Forge = fn(Vec<NewRecord>) -> Vec<NewRecord>;
    fn body(records: Vec<NewRecord>, kind: &str, from: &str, to: &str) -> Vec<NewRecord> {
        let mut records = records;
        for record in &mut records {
            let text = String::from_utf8(record.body.clone()).expect("JSON");
            if record.header.kind == kind && text.contains(from) {
                record.body = text.replacen(from, to, 1).into_bytes();
                return records;
            }
        }
        panic!("no {kind} with {from}");
    }
    let cases: [(&str, Forge); 4] = [
        ("another text is said", |records| {
            body(records, "Said", "\"text\":\"", "\"text\":\"Not so. ")
        }),
        ("an answer without its fact", |mut records| {
            let accepted = records
                .iter()
                .position(|record| record.header.kind == "AnswerAccepted")
                .expect("an answer");
            let behind = &records[accepted..];
            let fact = behind
                .iter()
                .position(|record| ["FactFixed", "FluentSet"].contains(&&*record.header.kind));
            records.remove(accepted + fact.expect("its fact"));
            records
        }),
        ("a turn ends otherwise", |mut records| {
            let ended = records
                .iter_mut()
                .rfind(|record| record.header.kind == "TurnEnded")
                .expect("a turn");
            let mut json: serde_json::Value = serde_json::from_slice(&ended.body).expect("JSON");
            json["stopped"] = "turn-too-long".into();
            ended.body = json.to_string().into_bytes();
            records
        }),
        ("another cause", |mut records| {
            let said = records
                .iter_mut()
                .find(|record| record.header.kind == "Said")
                .expect("a text");
            said.header.cause = "never-sent".to_owned();
            records
        }),
    ];
    block(async {
        let (_, _, store, _) = played(3).await;
        for (what, forge) in cases {
            let copy = forged_whole(&store, true, forge).await;
            let text = exported_text(&copy).await;
            let Ok(exported) = export::read(text.as_bytes()) else {
                // What cannot even be folded is damage.
                continue;
            };
            let into = MemoryStore::default();
            let done = export::import(&into, exported, export::Forbidden::Refused).await;
            let refused = done.expect_err(what);
            assert_eq!(refused.kind, Kind::Corrupt, "{what}: {refused}");
            assert!(
                refused.to_string().contains(", entry "),
                "{what}: {refused}"
            );
            assert!(
                into.head(SESSION).await.expect("memory").is_none(),
                "{what}"
            );
        }
    });
}

/// A world in which the young like it red.
fn ruled_project() -> Arc<Project> {
    let source = "
name: Ruled
sorts: { guest: { is: [character] } }
attributes:
  guest:
    age: { type: number, range: [1, 120] }
    colour: { type: enum, values: [red, green] }
    size: { type: enum, values: [small, large] }
    mood: { type: enum, values: [good, bad], changes: true }
    nick: { type: text, max_length: 9 }
entities: { anna: { sort: guest } }
rules: { young: 'forall X in guest: size(X) == small => colour(X) == red' }
";
    let files = Files(BTreeMap::from([("p.yaml".to_owned(), source.into())]));
    let (project, diagnostics) = compile(&files);
    Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:?}")))
}

/// Whoever writes, an import too: what breaks a type, a domain or a rule is refused with its entry and the
/// reason, though every hash is right; and taken as it is only by who says so.
#[test]
fn law_c2_an_import_refuses_what_the_project_forbids() {
    let cases = [
        // An overwritten value was there all the same: the first mood is not the last.
        ("anna.mood", "\"good\"", "\"fair\"", "anna.mood is fair"),
        ("anna.age", "\"44\"", "\"900\"", "anna.age is 900"),
        (
            "anna.age",
            "{\"number\":\"44\"}",
            "{\"text\":\"44\"}",
            "anna.age is",
        ),
        ("anna.nick", "Zed", "Zebediah Zed", "anna.nick is"),
        (
            "anna.colour",
            "\"red\"",
            "\"green\"",
            "the rules do not allow anna.",
        ),
        ("anna.size", "anna.size", "anna.nope", "anna.nope is small"),
    ];
    block(async {
        let (store, project) = (MemoryStore::default(), ruled_project());
        let host = plain(&store);
        host.open(SESSION, open_with(&project))
            .await
            .expect("opens");
        for (index, line) in [
            r#"{"id":"1","assert":{"anna.mood":"good"}}"#,
            r#"{"id":"2","assert":{"anna.mood":"bad"}}"#,
            r#"{"id":"3","assert":{"anna.age":44,"anna.nick":"Zed"}}"#,
            r#"{"id":"4","assert":{"anna.colour":"red"}}"#,
            r#"{"id":"5","assert":{"anna.size":"small"}}"#,
        ]
        .into_iter()
        .enumerate()
        {
            let envelope = Envelope::parse(line).expect("an input");
            let answered = host.input(SESSION, envelope).await.expect("answers");
            assert!(answered.changes.refused.is_empty(), "{index}: {answered:?}");
        }
        let exported = async |store: &MemoryStore| {
            let lines = export::export(store, SESSION).await.expect("exports");
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            export::read(text.as_bytes()).expect("it is whole")
        };
        let import = async |exported, how| {
            let into = MemoryStore::default();
            let done = export::import(&into, exported, how).await;
            (into, done)
        };
        let own = exported(&store).await;
        assert_eq!(own.forbidden, []);
        let (_, done) = import(own, export::Forbidden::Refused).await;
        done.expect("what turns wrote is taken");
        for (cell, from, to, reason) in cases {
            let seq = std::cell::Cell::new(0);
            let count = std::cell::Cell::new(0);
            let copy = forged(&store, true, |record| {
                count.set(count.get() + 1);
                let body = String::from_utf8(record.body.clone()).expect("JSON");
                let is_fact = ["FactFixed", "FluentSet"].contains(&record.header.kind.as_str());
                if is_fact && record.header.cell.as_deref() == Some(cell) && body.contains(from) {
                    seq.set(count.get());
                    record.body = body.replacen(from, to, 1).into_bytes();
                    if to.starts_with("anna.") {
                        record.header.cell = Some(to.to_owned());
                    }
                }
            })
            .await;
            assert!(seq.get() > 0, "{cell} {from} was not found");
            let (into, done) = import(exported(&copy).await, export::Forbidden::Refused).await;
            let refused = done.expect_err("it is refused");
            assert_eq!(refused.kind, Kind::Corrupt);
            // Of two that do not go together the later is named.
            let first = format!("entry {}: {reason}", seq.get());
            let later = refused.message.en.contains(reason) && reason.contains("rules");
            assert!(
                refused.message.en.contains(&first) || later,
                "{first}: {refused}"
            );
            assert!(into.head(SESSION).await.expect("memory").is_none());
            // The only copy of somebody's data is not lost.
            let (into, done) = import(exported(&copy).await, export::Forbidden::Taken).await;
            done.expect("it is taken as it is");
            let report = inspect::doctor(&plain(&into), SESSION)
                .await
                .expect("reads");
            assert!(
                !report.findings.is_empty(),
                "{cell}: doctor goes on to tell"
            );
        }
    });
}

/// A client that sends the same again is not blamed for an index that is damaged.
#[test]
fn law_j8_a_damaged_index_is_told_as_damage() {
    block(async {
        let store = MemoryStore::default();
        let host = plain(&store);
        host.open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        // As a host records it, but for its digest.
        let envelope = message("m", "red");
        let head = store.head(SESSION).await.expect("memory").expect("a head");
        let event = Event::InputRecorded(engine::event::InputRecorded {
            input: envelope.input.clone(),
            open: None,
        });
        let batch = Batch {
            expect: Expect::Exists,
            input: Some(canonry::store::NewInput {
                id: "m".to_owned(),
                digest: canonry::store::chain::sha256(b"flipped"),
                index: 0,
            }),
            ends: None,
            records: vec![canonry::record::to_record(
                &event,
                TestClock::steady().now(),
                "m",
                [1; 16],
            )],
            work: Vec::new(),
            sealed: Vec::new(),
            create: None,
        };
        store.append(SESSION, batch).await.expect("memory");
        let same = host.input(SESSION, envelope).await.expect_err("damage");
        assert_eq!(same.kind, Kind::Corrupt, "{same}");
        let entry = format!("entry {}", head.seq + 1);
        assert!(same.message.en.contains(&entry), "{same}");
        let other = host.input(SESSION, message("m", "green")).await;
        assert_eq!(other.expect_err("reused").kind, Kind::InputIdReused);
    });
}

/// A host that stops takes no new input, ends the turns that run, and loses nothing.
#[test]
fn law_j14_a_graceful_shutdown_ends_what_runs() {
    block(async {
        let store = MemoryStore::default();
        let model = Timed(BTreeMap::from([("anna.motto".to_owned(), 5_000)]));
        let host = host(&store, model, TestClock::steady(), Generator::Model);
        host.open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        let running = {
            let host = host.clone();
            tokio::spawn(async move { host.input(SESSION, press("p")).await })
        };
        tokio::time::sleep(Duration::from_millis(100)).await;
        let stopping = {
            let host = host.clone();
            tokio::spawn(async move { host.shutdown().await })
        };
        tokio::time::sleep(Duration::from_millis(100)).await;
        let refused = host.input(SESSION, message("m", "red")).await;
        assert_eq!(refused.expect_err("it stops").kind, Kind::Closing);
        let answered = running.await.expect("no panic").expect("it ends");
        assert_eq!(answered.items[0].text, "Words about anna.motto.");
        stopping.await.expect("it stops");
        // Another host goes on where this one stopped.
        let next = plain(&store).input(SESSION, message("m", "red")).await;
        assert_eq!(next.expect("answers").changes.accepted.len(), 1);
    });
}

/// What is looked at while somebody writes is whole, and nobody is told otherwise.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn law_j18_a_session_that_is_written_to_is_found_whole() {
    let store = MemoryStore::default();
    let host = plain(&store);
    let opened = host.open(SESSION, open_with(&small_project())).await;
    opened.expect("opens");
    let (writing, looking) = (host.clone(), plain(&store));
    let enough = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let stop = enough.clone();
    let write = async move {
        let mut number = 0;
        while number < 1500 && !stop.load(Ordering::Relaxed) {
            let input = message(&format!("w{number}"), "purple");
            writing.input(SESSION, input).await.expect("answers");
            number += 1;
            if number % 8 == 0 {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        }
    };
    let (writer, mut seen) = (tokio::spawn(write), std::collections::BTreeSet::new());
    while seen.len() < 30 && !writer.is_finished() {
        let verified = inspect::verify(&store, SESSION, None).await;
        let verified = verified.expect("verify answers");
        assert_eq!(verified.problems, []);
        seen.insert(verified.entries);
        let report = inspect::doctor(&looking, SESSION).await;
        // An input may be on its way while it looks; that is no damage.
        let mut damage = report.expect("doctor answers").findings;
        damage.retain(|finding| finding.check != inspect::Check::Pending);
        assert!(damage.is_empty(), "{damage:?}");
    }
    enough.store(true, Ordering::Relaxed);
    writer.await.expect("it wrote");
    assert!(seen.len() > 2, "it grew while it was looked at: {seen:?}");
    let whole = inspect::verify(&store, SESSION, None).await;
    assert!(seen.last() <= Some(&whole.expect("verify answers").entries));
}
