//! The laws about what is kept, and how: J8 with a full queue, J19, J20, R9 and S7.

use super::*;

#[test]
fn law_j20_load_of_save_is_the_same_for_every_generated_event() {
    for seed in 0..cases() {
        block(async {
            let (project, script, store, _) = played(seed).await;
            let same = |event: &Event| {
                let read = Event::decode(event.kind(), event.version(), &event.body());
                assert_eq!(read.as_ref(), Ok(event), "seed {seed}");
            };
            for envelope in script {
                same(&Event::InputRecorded(engine::event::InputRecorded {
                    input: envelope.input,
                    open: None,
                }));
            }
            let surroundings = engine::turn::Surroundings {
                generator: Generator::Offline,
                projects: &|_| None,
            };
            let (mut state, mut decided) = (State::default(), 0);
            for record in records(&store).await {
                // What is decided here is what will be read, not only what was once written.
                let recorded = state.pending.back();
                if recorded.is_some_and(|pending| pending.seq == state.seq)
                    && let engine::turn::Step::Append(events, _) =
                        engine::turn::step(&project, &state, &surroundings)
                {
                    decided += events.len();
                    events.iter().for_each(same);
                }
                state
                    .evolve(&to_entry(&record).expect("an event"))
                    .expect("folds");
            }
            assert!(decided > 0, "seed {seed}");
            for record in records(&store).await {
                let content = record.content.expect("not erased");
                let event =
                    Event::decode(&record.header.kind, record.header.version, &content.body)
                        .expect("an event");
                assert_eq!(
                    event.body(),
                    content.body,
                    "seed {seed}, entry {}",
                    record.seq
                );
                let json: serde_json::Value = serde_json::from_slice(&content.body).expect("JSON");
                assert!(
                    !has_number(&json),
                    "seed {seed}, entry {}: a JSON number in a body",
                    record.seq
                );
                assert_eq!(
                    serde_json_canonicalizer::to_vec(&json).expect("JSON"),
                    content.body,
                    "seed {seed}, entry {}: not canonical",
                    record.seq
                );
            }
        });
    }
    // Keys that bytes and canonical JSON put in another order, or that must be escaped.
    for keys in [
        ["\u{ffff}", "\u{1f600}", "z"],
        ["\u{e000}", "\u{10000}", "\""],
        ["b", "a\nb", "a\u{7f}"],
    ] {
        use engine::input::{Assertion, Raw};
        let raw = || Raw::Map(keys.map(|key| (key.to_owned(), Raw::Null)).into());
        let event = Event::InputRecorded(engine::event::InputRecorded {
            input: Input::Assert(Assertion {
                source: None,
                values: keys.map(|key| (key.to_owned(), raw())).into(),
                version: None,
            }),
            open: None,
        });
        let read = Event::decode(event.kind(), event.version(), &event.body());
        assert_eq!(read.as_ref(), Ok(&event), "{keys:?}");
        let json: serde_json::Value = serde_json::from_slice(&event.body()).expect("JSON");
        assert_eq!(
            serde_json_canonicalizer::to_vec(&json).expect("JSON"),
            event.body(),
            "{keys:?}: not canonical"
        );
    }
}

fn has_number(json: &serde_json::Value) -> bool {
    match json {
        serde_json::Value::Number(_) => true,
        serde_json::Value::Array(list) => list.iter().any(has_number),
        serde_json::Value::Object(map) => map.values().any(has_number),
        serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::String(_) => {
            false
        }
    }
}

/// S7: any text is stored and returned as it is, and any byte string is met with words or an error.
#[test]
fn law_s7_every_valid_text_is_kept_as_it_is() {
    block(async {
        let store = MemoryStore::default();
        let host = plain(&store);
        host.open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        let mut rng = Rng::new(4);
        for index in 0..300 {
            // Anything at all, and often what is likely to be cut off, folded or escaped.
            const TRICKY: [char; 16] = [
                ' ', '\n', '\r', '\t', '\0', '"', '\\', '{', '}', '<', '\u{feff}', '\u{301}',
                '\u{7f}', '\u{85}', '\u{2028}', '\u{ffff}',
            ];
            let text: String = (0..rng.below(40))
                .filter_map(|_| match rng.below(3) {
                    0 => Some(*rng.pick(&TRICKY)),
                    _ => char::from_u32(u32::try_from(rng.next() % 0x11_0000).expect("small")),
                })
                .collect();
            host.input(SESSION, message(&format!("t{index}"), &text))
                .await
                .expect("answers");
            let last = records(&store)
                .await
                .into_iter()
                .rfind(|record| record.header.kind == "InputRecorded")
                .expect("recorded");
            let EntryContent::Event(Event::InputRecorded(recorded)) =
                to_entry(&last).expect("an event").content
            else {
                panic!("not an input")
            };
            assert_eq!(recorded.input, Input::Message(text));
        }
        let long = "x".repeat(engine::limits::MESSAGE_BYTES + 1);
        assert_eq!(
            host.input(SESSION, message("long", &long))
                .await
                .expect_err("refused")
                .kind,
            Kind::Usage
        );
        for id in ["", &"i".repeat(engine::limits::ID_BYTES + 1)] {
            assert_eq!(
                host.input(SESSION, message(id, "x"))
                    .await
                    .expect_err("refused")
                    .kind,
                Kind::Usage
            );
        }
        for bytes in [
            &b"{"[..],
            b"[]",
            b"\"x\"",
            b"{\"id\":1}",
            b"{\"id\":\"1\",\"message\":1}",
            b"{\"id\":\"1\",\"message\":\"a\",\"message\":\"b\"}",
            b"{\"id\":\"1\",\"observe\":\"nodot\"}",
        ] {
            assert!(Envelope::parse(std::str::from_utf8(bytes).expect("text")).is_err());
        }
        for _ in 0..3000 {
            let mut bytes = vec![0; rng.below(60)];
            rng.fill(&mut bytes);
            let _ = Envelope::parse(&String::from_utf8_lossy(&bytes));
        }
    });
}

/// R9: a confidential value is in no record, reply or export; whoever has the key and the item may
/// see it, until it is erased.
#[test]
fn law_r9_a_confidential_value_is_only_a_commitment() {
    let source = "
name: Desk
sorts: { client: { is: [character] } }
attributes: { client: { password: { type: text, confidential: true } } }
entities: { anna: { sort: client } }
flows:
  main:
    - { gate: door, event: GO, text: 'Press.' }
    - { say: shown, text: 'Yours is {{anna.password}}, keep it.', when: 'anna.password is not null', shows: [anna.password] }
";
    let (project, diagnostics) = compile(&Files(BTreeMap::from([(
        "p.yaml".to_owned(),
        source.as_bytes().to_vec(),
    )])));
    let project = Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:?}")));
    block(async {
        let store = MemoryStore::default();
        let canary = "canary-5f0e2b";
        let assert = Envelope::parse(&format!(
            "{{\"id\":\"a\",\"assert\":{{\"anna.password\":\"{canary}\"}}}}"
        ))
        .expect("parses");
        let bare_host = plain(&store);
        bare_host
            .open(SESSION, open_with(&project))
            .await
            .expect("opens");
        let refused = bare_host
            .input(SESSION, assert.clone())
            .await
            .expect_err("no key");
        assert_eq!(refused.kind, Kind::Usage);
        let before = records(&store).await.len();
        let mut options = Options::new("sealing");
        options.sealer = Some(canonry::seal::Sealer::new("a key"));
        let host = Host::new(store.clone(), NoModel, TestClock::steady(), options);
        let first = host.input(SESSION, assert.clone()).await.expect("answers");
        let again = host
            .input(SESSION, assert)
            .await
            .expect("the same content again");
        assert_eq!(bare(&first), bare(&again));
        let answered = host.input(SESSION, press("p")).await.expect("answers");
        let item = answered
            .items
            .iter()
            .find(|item| item.text.starts_with("Yours"))
            .expect("shown");
        assert_eq!(item.text, "Yours is •••, keep it.");
        assert_eq!(
            host.reveal(SESSION, item).await.expect("opens"),
            format!("Yours is {canary}, keep it.")
        );
        assert_eq!(
            bare_host.reveal(SESSION, item).await.expect("no key"),
            item.text
        );
        assert!(records(&store).await.len() > before);
        let everything = format!(
            "{:?}{:?}{}{}",
            story(&store)
                .await
                .into_iter()
                .map(|(_, body)| String::from_utf8(body).expect("text"))
                .collect::<Vec<_>>(),
            export::export(&store, SESSION).await.expect("exports"),
            bare(&first),
            bare(&answered)
        );
        assert!(!everything.contains(canary), "the value leaked");
        host.erase(SESSION, "test").await.expect("erases");
        assert_eq!(host.reveal(SESSION, item).await.expect("erased"), item.text);
    });
}

/// A queue that is full takes no new input, but it blocks nobody: what is in it is answered.
#[test]
fn law_j8_a_full_queue_is_decided_and_never_blocks() {
    block(async {
        let store = MemoryStore::default();
        plain(&store)
            .open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        for index in 0..engine::limits::PENDING_INPUTS {
            let envelope = message(&format!("w{index}"), "red");
            let event = Event::InputRecorded(engine::event::InputRecorded {
                input: envelope.input.clone(),
                open: None,
            });
            let input = canonry::store::NewInput {
                id: envelope.id.clone(),
                digest: envelope.digest(),
                index: 0,
            };
            let batch = canonry::store::Batch {
                expect: canonry::store::Expect::Exists,
                input: Some(input),
                ends: None,
                records: vec![canonry::record::to_record(
                    &event,
                    Instant::EPOCH,
                    &envelope.id,
                    [1; 16],
                )],
                work: Vec::new(),
                sealed: Vec::new(),
                create: None,
            };
            store.append(SESSION, batch).await.expect("memory");
        }
        // The process died there; another one meets a new input, and a repeat.
        let host = plain(&store);
        host.input(SESSION, message("new", "red"))
            .await
            .expect("there is room again");
        host.input(SESSION, message("w7", "red"))
            .await
            .expect("it was answered");
        let state = host.load(SESSION).await.expect("loads").state;
        assert!(state.pending.is_empty());
    });
}

/// An export whose chain is right but whose entries make no sense is refused before it is taken.
#[test]
fn law_j19_an_export_that_cannot_be_folded_is_not_imported() {
    block(async {
        let store = MemoryStore::default();
        let host = plain(&store);
        host.open(SESSION, open_with(&small_project()))
            .await
            .expect("opens");
        host.input(SESSION, press("p")).await.expect("answers");
        // A second value for the motto, appended behind the engine's back: the chain is whole.
        let head = store.head(SESSION).await.expect("memory").expect("a head");
        let twice = records(&store)
            .await
            .into_iter()
            .find(|record| record.header.kind == "FactFixed")
            .expect("a fact");
        let batch = canonry::store::Batch {
            expect: canonry::store::Expect::Seq(head.seq),
            input: None,
            ends: None,
            records: vec![canonry::store::NewRecord {
                header: twice.header,
                salt: [2; 16],
                body: twice.content.expect("not erased").body,
            }],
            work: Vec::new(),
            sealed: Vec::new(),
            create: None,
        };
        store.append(SESSION, batch).await.expect("memory");
        let lines = export::export(&store, SESSION).await.expect("exports");
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let failure = export::read(text.as_bytes()).expect_err("refused");
        assert_eq!(failure.kind, Kind::Corrupt);
        let entry = format!("entry {}", head.seq + 1);
        assert!(failure.message.en.contains(&entry), "{failure}");
    });
}

/// A store knows a person only by a hash, so that erasing leaves no name behind.
#[test]
fn a_subject_is_kept_only_as_a_hash() {
    block(async {
        let store = MemoryStore::default();
        let open = Open {
            position: None,
            tenant: None,
            subject: Some("ada@example.org".to_owned()),
            ..open_with(&small_project())
        };
        plain(&store).open(SESSION, open).await.expect("opens");
        let digest = canonry::host::subject_digest("ada@example.org");
        assert_eq!(
            store.sessions_of_subject(&digest).await.expect("memory"),
            [SESSION]
        );
        let lines = export::export(&store, SESSION).await.expect("exports");
        let head = store.head(SESSION).await.expect("memory").expect("a head");
        assert!(!format!("{lines:?}{head:?}").contains("ada@"));
    });
}
