//! Erasing, and values that may stand nowhere.

use crate::program::Place;
use std::path::Path;

/// Files of a store that hold any of these words, in any of the common spellings.
fn holders(place: &Place, database: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in ["", "-wal", "-shm", "-journal"] {
        let path = place.path(&format!("{database}{file}"));
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        for word in words {
            let wide: Vec<u8> = word.encode_utf16().flat_map(u16::to_le_bytes).collect();
            if contains(&bytes, word.as_bytes()) || contains(&bytes, &wide) {
                found.push(format!("{} holds {word}", name(&path)));
            }
        }
    }
    found
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window == word)
}

#[test]
fn what_is_erased_is_nowhere_and_repeats_say_so() {
    let place = Place::new("erase");
    place.line("new p").expect(0);
    let words = ["Zanzibarella", "Quetzalcoatlus"];
    let mut lines = format!(
        "{{\"id\":\"1\",\"message\":\"{}\"}}\n{{\"id\":\"2\",\"assert\":{{\"visitor.luggage\":\"{}\"}}}}\n",
        words[0], words[1]
    );
    // Enough for snapshots, pages that split, and blobs.
    for number in 0..150 {
        lines.push_str(&format!(
            "{{\"id\":\"m{number}\",\"message\":\"{} {}\"}}\n",
            words[number % 2],
            "tells ".repeat(number * 5)
        ));
    }
    place.write("lines", &lines);
    place
        .line("play p --store sqlite:s.db --session keep --script lines --json")
        .expect(0);
    place
        .line("erase --store sqlite:s.db --session keep --yes")
        .expect(0);
    place
        .line("play p --store sqlite:s.db --session E --subject ada --script lines --json")
        .expect(0);
    place
        .feed(
            "play p --store sqlite:s.db --session other --script -",
            "{\"id\":\"1\",\"message\":\"Somebody\"}\n",
        )
        .expect(0);
    assert!(
        !holders(&place, "s.db", &words).is_empty(),
        "the words are there before"
    );

    let before = place
        .line("verify --store sqlite:s.db --session E --json")
        .expect(0)
        .out;
    place
        .line("erase --store sqlite:s.db --session E")
        .expect(2)
        .says("add --yes");
    place
        .line("erase --store sqlite:s.db --subject ada --json")
        .expect(2);
    assert_eq!(
        place
            .line("verify --store sqlite:s.db --session E --json")
            .expect(0)
            .out,
        before,
        "nothing without --yes"
    );

    place
        .line("erase --store sqlite:s.db --subject ada --yes --reason letter")
        .expect(0)
        .says("the chain still verifies");
    assert_eq!(holders(&place, "s.db", &words), Vec::<String>::new());
    let ran = place
        .line("play p --store sqlite:s.db --session E --script lines --json")
        .expect(6);
    assert!(
        ran.json()
            .iter()
            .all(|line| line["error"]["kind"] == "erased"),
        "{ran:?}"
    );
    assert_eq!(ran.json().len(), 152);
    // The same for a new id and for a second erasure's repeats.
    place
        .feed(
            "play p --store sqlite:s.db --session E --script - --json",
            "{\"id\":\"new\",\"message\":\"x\"}\n",
        )
        .expect(6)
        .says("was erased");
    // Whoever asks where it stands is told, and not that it goes on.
    for at in ["", " --at 20"] {
        let status = format!("status --store sqlite:s.db --session E{at}");
        let ran = place
            .line(&status)
            .expect(0)
            .says("what was said in it is gone");
        assert!(!ran.out.contains("goes on"), "{ran:?}");
        let json = place.line(&format!("{status} --json")).expect(0).json();
        assert_eq!(json[0]["erased"], true);
    }
    place
        .line("erase --store sqlite:s.db --session E --yes")
        .expect(0);
    place
        .line("play p --store sqlite:s.db --session E --script lines --json")
        .expect(6);
    assert_eq!(holders(&place, "s.db", &words), Vec::<String>::new());
    for command in [
        "log --json",
        "log",
        "export",
        "why visitor.first_name",
        "doctor",
        "replay",
        "diff --from 1",
    ] {
        let ran = place
            .line(&format!("{command} --store sqlite:s.db --session E"))
            .expect(0);
        assert!(
            words
                .iter()
                .all(|word| !ran.out.contains(word) && !ran.err.contains(word)),
            "{command}: {ran:?}"
        );
    }
    place
        .line("verify --store sqlite:s.db")
        .expect(0)
        .says("3 sessions");
    // A new export of it is whole, and is not imported.
    place
        .line("export --store sqlite:s.db --session E --out e")
        .expect(0);
    place.line("import e --check").expect(0);
    place.line("import e --store sqlite:i.db").expect(6);
    place
        .line("log --store sqlite:s.db --session other")
        .expect(0)
        .says("Somebody");
}

const PROJECT: &str = "name: Secret
languages: [en]
sorts:
  guest: { is: [character] }
attributes:
  guest:
    account: { type: text, max_length: 60, confidential: true }
    number: { type: number, range: [1, 99999999], confidential: true }
    mood: { type: text, max_length: 60 }
entities:
  visitor: { sort: guest, name: the visitor }
flows:
  one:
    - ask: mood
      fixes: visitor.mood
      text: \"How are you?\"
otherwise: \"Thank you.\"
";

const SECRETS: [&str; 3] = ["FR7612345Quetzal", "87654321", "FR7699999Zanzibar"];

fn assertions() -> String {
    format!(
        "{{\"id\":\"1\",\"assert\":{{\"visitor.account\":\"{}\",\"visitor.number\":{}}}}}\n{{\"id\":\"2\",\"author\":{{\"assert\":{{\"visitor.account\":\"{}\"}}}}}}\n",
        SECRETS[0], SECRETS[1], SECRETS[2]
    )
}

#[test]
fn a_confidential_value_needs_a_key_and_then_stands_nowhere() {
    let place = Place::new("confidential");
    place.write("c/project.yaml", PROJECT);
    let play = "play c --store sqlite:s.db --session C --script - --json";
    // Without a key: a clear refusal, and nothing is recorded.
    let ran = place.feed(play, assertions()).expect(2);
    assert_eq!(ran.json().len(), 2);
    for line in ran.json() {
        assert_eq!(line["error"]["kind"], "usage", "{line}");
        assert!(
            line["error"]["message"]
                .as_str()
                .is_some_and(|words| words.contains("is confidential, and there is no key")),
            "{line}"
        );
        assert!(
            line["error"]["hint"]
                .as_str()
                .is_some_and(|words| words.contains("CANONRY_KEY")),
            "{line}"
        );
    }
    let log = place
        .line("log --store sqlite:s.db --session C --json")
        .expect(0)
        .json();
    assert!(log.iter().all(|entry| entry["kind"] != "InputRecorded"));
    // With one: taken, and told only as a commitment.
    let key = [("CANONRY_KEY", "a key that nobody knows")];
    let ran = place.with(&key, play, &assertions()).expect(0);
    let mut outputs = vec![ran.out.clone(), ran.err.clone()];
    assert_eq!(
        ran.json()[0]["changes"]["fixed"].as_array().map(Vec::len),
        Some(2),
        "{ran:?}"
    );
    for keyed in [&key[..], &[]] {
        for command in [
            "log --json",
            "log",
            "status",
            "transcript",
            "transcript --json",
            "export",
            "why visitor.account",
            "why visitor.number --json",
            "doctor",
            "replay",
            "diff --from 1",
            "diff --from 1 --json",
            "verify",
        ] {
            let line = format!("{command} --store sqlite:s.db --session C");
            let code = i32::from(command.starts_with("diff"));
            let ran = place.with(keyed, &line, "").expect(code);
            outputs.extend([ran.out, ran.err]);
        }
        let ran = place
            .with(
                keyed,
                "play c --store sqlite:s.db --session C",
                "/canon\n/why visitor.account\n/view\n",
            )
            .expect(0);
        outputs.extend([ran.out, ran.err]);
    }
    for output in &outputs {
        for secret in SECRETS.iter().chain([&key[0].1]) {
            assert!(!output.contains(secret), "{secret} in {output}");
        }
    }
    assert_eq!(
        holders(
            &place,
            "s.db",
            &[SECRETS[0], SECRETS[1], SECRETS[2], key[0].1]
        ),
        Vec::<String>::new()
    );
    // The same content again is the same input; other content is not.
    let again = place.with(&key, play, &assertions()).expect(0).json();
    assert_eq!(
        (&again[0]["cost"]["appends"], &again[0]["changes"]),
        (&0.into(), &ran.json()[0]["changes"])
    );
    place
        .with(&key, play, &assertions().replace(SECRETS[0], "FR00"))
        .expect(2)
        .says("input-id-reused");
    place
        .line("erase --store sqlite:s.db --session C --yes")
        .expect(0);
    place.with(&key, play, &assertions()).expect(6);
}

/// Once broken: a session that was moved to a project in which an attribute is
/// confidential must seal it. `project_of` gives the project that the session started with, so the
/// value is recorded, told and exported in the clear.
#[test]
fn a_confidential_value_is_sealed_after_a_migration() {
    let place = Place::new("migrated");
    place.write(
        "c/project.yaml",
        PROJECT.replace(", confidential: true", ""),
    );
    place
        .line("play c --store sqlite:s.db --session C --script - --json")
        .expect(0);
    place.write("c/project.yaml", PROJECT);
    let key = [("CANONRY_KEY", "a key that nobody knows")];
    let ran = place
        .with(
            &key,
            "play c --migrate --store sqlite:s.db --session C --script - --json",
            &assertions(),
        )
        .expect(0);
    let log = place
        .line("log --store sqlite:s.db --session C --json")
        .expect(0);
    for secret in SECRETS {
        assert!(
            !ran.out.contains(secret) && !log.out.contains(secret),
            "{secret} in {ran:?}"
        );
    }
    assert_eq!(holders(&place, "s.db", &SECRETS), Vec::<String>::new());
}

/// Once broken: an act that names a confidential cell is recorded as it is said.
#[test]
fn an_act_about_a_confidential_cell_does_not_record_its_value() {
    let place = Place::new("act");
    place.write("c/project.yaml", PROJECT);
    let lines = format!(
        "{{\"id\":\"1\",\"act\":\"inform\",\"slot\":\"visitor.account\",\"value\":\"{}\"}}\n",
        SECRETS[0]
    );
    place.with(
        &[("CANONRY_KEY", "k")],
        "play c --store sqlite:s.db --session C --script - --json",
        &lines,
    );
    assert_eq!(holders(&place, "s.db", &SECRETS), Vec::<String>::new());
}

/// What is said of a confidential cell in a formula, or of a field that is one, stands nowhere, taken or refused.
#[test]
fn what_is_refused_of_a_confidential_cell_is_recorded_nowhere() {
    let place = Place::new("refused");
    let with_fields = PROJECT.replace(
        "    mood:",
        "    bank: { fields: { iban: { type: text, max_length: 60, confidential: true }, branch: { type: text, max_length: 60 } } }\n    mood:",
    );
    place.write("c/project.yaml", with_fields);
    let secret = SECRETS[0];
    let inputs = [
        serde_json::json!({ "tell": format!("visitor.account == \"{secret}\""), "by": "visitor" }),
        serde_json::json!({ "tell": format!("visitor.acount == \"{secret}\"") }),
        serde_json::json!({ "tell": format!("account(visitor) == \"{secret}\""), "rumour": true }),
        serde_json::json!({ "author": { "constrain": format!("visitor.account != \"{secret}\"") } }),
        serde_json::json!({ "author": { "constrain": format!("visitor.bank.iban != \"{secret}\"") } }),
        serde_json::json!({ "observe": "visitor.mood", "constraints": [format!("visitor.account != \"{secret}\"")] }),
        serde_json::json!({ "assert": { "visitor.bank.iban": secret } }),
        serde_json::json!({ "assert": { "visitor.bank": { "iban": secret } } }),
        serde_json::json!({ "assert": { "nobody.account": secret } }),
    ];
    let lines = inputs.iter().enumerate().map(|(id, input)| {
        let mut input = input.clone();
        input["id"] = id.to_string().into();
        format!("{input}\n")
    });
    let lines: String = lines.collect();
    let key = [("CANONRY_KEY", "k")];
    let play = "play c --store sqlite:s.db --session C --script - --json";
    let ran = place.with(&key, play, &lines);
    assert_eq!(ran.json().len(), inputs.len(), "{ran:?}");
    assert!(
        !ran.out.contains(secret) && !ran.err.contains(secret),
        "{ran:?}"
    );
    assert_eq!(
        ran.json()[0]["error"]["message"],
        "visitor.account is confidential: no formula may speak of it"
    );
    let export = place
        .line("export --store sqlite:s.db --session C")
        .expect(0);
    assert!(!export.out.contains(secret), "{export:?}");
    assert_eq!(holders(&place, "s.db", &SECRETS), Vec::<String>::new());
}
