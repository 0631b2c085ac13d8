//! Answers and results of sessions, as lines and as a table.

use crate::program::{Place, Ran};

/// A form, two questions (one with a name that is taken), a mirror, a synthesis and a matching.
const CLUB: &str = r#"name: Club
languages: [en]
sorts: { member: { is: [character] } }
attributes:
  member:
    first_name: { type: text, max_length: 40, changes: true }
    email: { type: text, max_length: 120, changes: true }
    pace: { type: enum, values: { slow: slowly, fast: quickly }, changes: true }
    books: { type: list, of: text, max_items: 3, changes: true }
    nuance: { type: text, max_length: 200, changes: true }
    mirror:
      fields:
        heard: { type: text, max_words: 30, generate: { prompt: "What was said.", offline: "You read {{ada.pace}}." } }
        felt: { type: text, max_words: 30, generate: { prompt: "What was felt.", offline: "Reading has its place." } }
      tellings: [ "{{heard}}\n{{felt}}" ]
    synthesis: { type: text, max_words: 30, generate: { prompt: "All of it.", offline: "{{ada.first_name}} reads." } }
    match: { type: number, range: [0, 100] }
entities: { ada: { sort: member, name: the member } }
flows:
  main:
    - form: identity
      text: "Your first name and e-mail, please."
      tries: 4
      fields:
        - { field: first_name, fixes: ada.first_name, reads: name, called: [first name] }
        - { field: email, fixes: ada.email, reads: email, called: [e-mail] }
    - ask: pace
      fixes: ada.pace
      text: "How do you read?"
    - ask: head
      fixes: ada.books
      text: "Which books?"
    - mirror: reading
      cell: ada.mirror
      text: "Is that you?"
      nuance: ada.nuance
    - synthesis: closing
      cell: ada.synthesis
    - matching: result
      fixes: ada.match
      score:
        - { when: "ada.pace == fast", points: 40, because: "reads quickly" }
      text: "It fits by {{ada.match}} points."
    - end: done
      text: "Thank you."
"#;

const ADA: &str = r#"{"id":"1","message":"first name: Ada, e-mail: ada@example.org"}
{"id":"2","message":"quickly"}
{"id":"3","message":"Emma, Ulysses"}
{"id":"4","message":"=HYPERLINK(\"http://x\"), not quite"}
"#;

fn played(name: &str) -> Place {
    let place = Place::new(name);
    place.write("p/world.yaml", CLUB);
    place.line("check p").expect(0);
    run(
        &place,
        "play p --session ada --tenant acme --position cook --script -",
        ADA,
    )
    .expect(0);
    let begun = r#"{"id":"1","message":"first name: Bo, \"the\" bee"}"#;
    run(
        &place,
        "play p --session bo --tenant Bolt --script -",
        begun,
    )
    .expect(0);
    place
}

fn run(place: &Place, line: &str, input: &str) -> Ran {
    place.feed(&format!("{line} --store sqlite:s.db"), input)
}

fn table(text: &str) -> Vec<Vec<String>> {
    assert!(text.ends_with("\r\n"), "{text:?}");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let row = |row: csv::Result<csv::StringRecord>| {
        row.expect("a row").iter().map(str::to_owned).collect()
    };
    reader.records().map(row).collect()
}

#[test]
fn answers_and_results_stand_in_the_order_of_the_flow() {
    let place = played("answers");
    let ran = run(&place, "answers p", "").expect(0);
    let lines = ran.json();
    assert_eq!(lines.len(), 2);
    let ada = &lines[0];
    assert_eq!(
        [
            &ada["session"],
            &ada["tenant"],
            &ada["position"],
            &ada["ended"]
        ],
        ["ada", "acme", "cook", "completed"]
    );
    let answers = serde_json::json!({ "first_name": "Ada", "email": "ada@example.org", "pace": "fast", "head": ["Emma", "Ulysses"] });
    assert_eq!(ada["answers"], answers);
    let heard = ada["results"]["ada.mirror.heard"].as_str();
    assert!(
        heard.is_some_and(|heard| heard.starts_with("You read ")),
        "{ada}"
    );
    assert_eq!(ada["results"]["ada.match"], 40);
    assert!(
        ada["results"]["ada.nuance"]
            .as_str()
            .expect("a text")
            .starts_with("=HYPERLINK")
    );
    let first = ran.out.lines().next().expect("a line");
    let places: Vec<_> = [
        "\"session\"",
        "\"started\"",
        "\"first_name\"",
        "\"email\"",
        "\"pace\"",
        "\"head\":[",
        "\"ada.mirror.heard\"",
        "\"ada.mirror.felt\"",
        "\"ada.nuance\"",
        "\"ada.synthesis\"",
        "\"ada.match\"",
    ]
    .map(|key| {
        first
            .find(key)
            .unwrap_or_else(|| panic!("no {key} in {first}"))
    })
    .to_vec();
    assert!(places.is_sorted(), "{first}");
    let bo = &lines[1];
    assert_eq!(
        (
            &bo["ended"],
            &bo["answers"]["pace"],
            &bo["results"]["ada.match"]
        ),
        (
            &serde_json::Value::Null,
            &serde_json::Value::Null,
            &serde_json::Value::Null
        )
    );
    assert_eq!(bo["answers"].as_object().map(serde_json::Map::len), Some(4));
}

#[test]
fn a_table_is_safe_to_open_and_reads_back() {
    let place = played("table");
    let ran = run(&place, "answers p --csv", "").expect(0);
    let rows = table(&ran.out);
    assert_eq!(
        rows[0],
        [
            "session",
            "tenant",
            "position",
            "language",
            "started",
            "ended",
            "head",
            "first_name",
            "email",
            "pace",
            "answers.head",
            "ada.mirror.heard",
            "ada.mirror.felt",
            "ada.nuance",
            "ada.synthesis",
            "ada.match"
        ]
    );
    let at = |row: usize, column: &str| {
        let index = rows[0].iter().position(|name| name == column);
        rows[row][index.expect("a column")].as_str()
    };
    assert_eq!(rows.len(), 3);
    assert_eq!(at(1, "answers.head"), "Emma; Ulysses");
    assert_eq!(at(1, "ada.nuance"), "'=HYPERLINK(\"http://x\"), not quite");
    assert_eq!(at(1, "ada.match"), "40");
    assert_eq!(
        (at(2, "tenant"), at(2, "ended"), at(2, "pace")),
        ("Bolt", "", "")
    );
    run(&place, "answers p --csv --out t.csv --json", "")
        .expect(0)
        .says("\"sessions\":2");
    let written = std::fs::read_to_string(place.path("t.csv")).expect("a file");
    assert_eq!(written, ran.out);
}

/// (command line, exit code, words of the answer)
const LINES: &[(&str, i32, &str)] = &[
    ("answers p --session ada", 0, "{\"session\":\"ada\""),
    ("answers --session ada --csv", 0, "ada,acme,cook,en,"),
    ("answers p --tenant Bolt", 0, "{\"session\":\"bo\""),
    ("answers p --position cook", 0, "{\"session\":\"ada\""),
    (
        "answers p --session ada --tenant Bolt",
        2,
        "is not one of the tenant `Bolt`",
    ),
    (
        "answers p --tenant Corp",
        3,
        "`Club` has no session of the tenant `Corp` in this store",
    ),
    (
        "answers p --tenant Corp --csv --out none.csv",
        3,
        "has no session",
    ),
    (
        "answers p --session nobody",
        3,
        "there is no session `nobody`",
    ),
    ("answers nowhere", 3, "`nowhere` is not a folder"),
    ("answers p --csv --json", 2, "a table is no JSON"),
    (
        "answers p --csv --json --lang fr",
        2,
        "un tableau n'est pas du JSON",
    ),
    ("answers p --out a.jsonl", 0, "2 sessions in a.jsonl"),
    (
        "answers p --out a.jsonl",
        2,
        "exists, and is never overwritten",
    ),
    (
        "answers p --out b.jsonl --lang fr",
        0,
        "2 sessions dans b.jsonl",
    ),
    ("answers p --out - --json", 0, "{\"session\":\"bo\""),
];

#[test]
fn answers_of_whom_and_where_to() {
    let place = played("answers-lines");
    for (line, code, words) in LINES {
        let ran = run(&place, line, "");
        assert_eq!(ran.code, *code, "canonry {line}: {ran:?}");
        assert!(
            ran.out.contains(words) || ran.err.contains(words),
            "canonry {line}: no {words:?} in {ran:?}"
        );
    }
    assert!(!place.path("none.csv").exists(), "nothing leaves no file");
}

/// A session keeps the questions of the project that it has; a table has room for all of them.
#[test]
fn sessions_of_several_versions_share_a_table() {
    let place = played("versions");
    let asked = "    - ask: pace\n";
    let more = "    - ask: age\n      fixes: ada.age\n      text: \"How old are you?\"\n";
    let with_age = CLUB.replace(asked, &format!("{more}{asked}")).replace(
        "    email: {",
        "    age: { type: number, changes: true }\n    email: {",
    );
    place.write("p/world.yaml", with_age);
    let lines = "{\"id\":\"1\",\"message\":\"first name: Cy, e-mail: cy@example.org\"}\n{\"id\":\"2\",\"message\":\"7\"}\n";
    run(&place, "play p --session cy --script -", lines).expect(0);
    let rows = table(&run(&place, "answers p --csv", "").expect(0).out);
    let column = |name: &str| {
        let index = rows[0].iter().position(|known| known == name);
        index.unwrap_or_else(|| panic!("no {name} in {:?}", rows[0]))
    };
    assert_eq!(column("age"), column("email") + 1);
    assert_eq!(column("pace"), column("age") + 1);
    assert_eq!(
        rows.iter()
            .map(|row| row[column("age")].as_str())
            .collect::<Vec<_>>(),
        ["age", "", "", "7"]
    );
    let lines = run(&place, "answers p", "").expect(0).json();
    assert_eq!(
        lines[0]["answers"].get("age"),
        None,
        "it was never asked that"
    );
    assert_eq!(lines[2]["answers"]["age"], 7);
}

#[test]
fn an_erased_session_and_a_confidential_value_tell_nothing() {
    let place = played("answers-erased");
    run(&place, "erase --session ada --yes", "").expect(0);
    let ran = run(&place, "answers p", "").expect(0);
    assert!(
        !ran.out.contains("example.org") && !ran.out.contains("HYPERLINK"),
        "{ran:?}"
    );
    let lines = ran.json();
    assert_eq!(
        (&lines[0]["ended"], &lines[0]["tenant"]),
        (&"erased".into(), &"acme".into())
    );
    place.write(
        "safe/world.yaml",
        "name: Safe\nlanguages: [en]\nsorts: { guest: { is: [character] } }\nattributes: { guest: { passport: { type: text, confidential: true }, age: { type: number } } }\nentities: { anna: { sort: guest } }\nflows: { main: [ { ask: age, fixes: anna.age, text: Age? } ] }\n",
    );
    let line = "{\"id\":\"1\",\"assert\":{\"anna.passport\":\"X 123\"}}\n{\"id\":\"2\",\"message\":\"41\"}\n";
    let key = [("CANONRY_KEY", "a-long-random-text")];
    place
        .with(
            &key,
            "play safe --session anna --script - --store sqlite:s.db",
            line,
        )
        .expect(0);
    for form in ["", "--csv"] {
        let line = format!("answers safe {form} --store sqlite:s.db");
        let ran = place.with(&key, &line, "").expect(0).says("41");
        assert!(!ran.out.contains("X 123"), "{ran:?}");
    }
}

/// Flips the last byte of what a query finds in the store.
fn flip(place: &Place, table: &str, column: &str, whose: &str) {
    let database = rusqlite::Connection::open(place.path("s.db")).expect("a database");
    let find = format!("SELECT {column} FROM {table} WHERE {whose} LIMIT 1");
    let mut bytes: Vec<u8> = database
        .query_row(&find, [], |row| row.get(0))
        .expect("bytes");
    *bytes.last_mut().expect("a byte") ^= 1;
    let write = format!("UPDATE {table} SET {column} = ?1 WHERE {whose}");
    assert_eq!(database.execute(&write, [bytes]), Ok(1));
}

#[test]
fn a_damaged_session_does_not_hide_the_others() {
    let last = "key = (SELECT max(key) FROM segments WHERE session = 1)";
    for (table, column, whose) in [("segments", "data", last), ("sessions", "head", "key = 1")] {
        let place = played(&format!("answers-damaged-{table}"));
        flip(&place, table, column, whose);
        for form in ["", "--csv", "--json", "--tenant Bolt"] {
            let ran = run(&place, &format!("answers p {form}"), "").calm();
            // Whose a session is can be known as long as its first entry is whole; then it is not looked at.
            let told = form != "--tenant Bolt" || table == "sessions";
            assert_eq!(ran.code, i32::from(told), "{form}: {ran:?}");
            assert!(ran.out.contains("bo"), "{form}: {ran:?}");
            assert!(!ran.out.contains("ada@"), "{form}: {ran:?}");
            assert_eq!(ran.err.contains("ada"), told, "{form}: {ran:?}");
        }
    }
}
