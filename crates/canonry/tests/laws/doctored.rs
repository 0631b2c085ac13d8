//! What the doctor finds, of every kind, with the lines that it says to type; and each of them typed into the program
//! does what it says.

use super::history::forged;
use super::*;
use crate::program::Place;
use engine::doctor::Kind as Found;
use serde_json::Value as Json;

const WORLD: &str = r#"
name: Doctored
edition: 13
languages: [en]
sorts: { villager: { is: [character] }, seer: { is: [character] }, deed: { is: [event] } }
attributes:
  villager:
    age: { type: number, range: [16, 90] }
    colour: { type: enum, values: [red, green] }
    size: { type: enum, values: [small, large] }
    night: { type: enum, values: [mill, forge, keep], generate: {} }
    grudge: { type: enum, values: [none, old], generate: {} }
    secret: { type: enum, values: [none, gold], generate: {} }
    oath: { type: enum, values: [one, two, three], generate: {} }
    trust: { type: enum, values: [low, high], generate: {} }
  seer: { sign: { type: enum, values: [cross, moon], generate: {} } }
  place: { moved: { type: boolean } }
  deed: { day: { type: date }, again: { type: boolean } }
rules: { young: "forall X in villager: size(X) == small => colour(X) == red" }
testimony: { night: { knows: "night(X) == night(X)" } }
propagation:
  feud: { when: { attribute: grudge, value: "grudge(X) == old" }, to: { relations: social/friendship }, then: { relate: social/enmity, weight: 0.9 } }
  lean: { when: { attribute: secret, value: "secret(X) == gold" }, to: { relations: social/friendship }, then: { constrain: "trust(Y) == low" } }
  again: { when: { attribute: again, value: "again(X) == true" }, to: fire, then: { relate: temporal/precedes } }
  moved: { when: { attribute: moved, value: "moved(X) == true" }, to: mill, then: { relate: spatial/contains } }
  cross: { when: { attribute: sign, value: "sign(X) == cross" }, to: ben, then: { constrain: "oath(Y) == one" } }
  moon: { when: { attribute: sign, value: "sign(X) == moon" }, to: ben, then: { constrain: "oath(Y) == two" } }
relations:
  - { from: fire, to: trial, kind: temporal/precedes }
  - { from: mill, to: room, kind: spatial/contains }
  - { from: ada, to: ben, kind: social/friendship, force: 0.8 }
entities:
  ada: { sort: villager, name: Ada }
  ben: { sort: villager, name: Ben }
  sib: { sort: seer, name: Sib }
  fire: { sort: deed, name: The fire }
  trial: { sort: deed, name: The trial }
  mill: { sort: place, name: The mill }
  room: { sort: place, name: The room }
"#;

struct Case {
    name: &'static str,
    /// Of the world's language.
    edition: u64,
    inputs: &'static [&'static str],
    /// The cell of a fact that somebody edits, what stands there, and what instead.
    forged: Option<(&'static str, &'static str, &'static str)>,
    kind: Found,
    message: &'static str,
    /// What to type: `AT` is the finding's entry, `BEFORE` where the turn before it ends, `SAID` the first testimony.
    fixes: &'static [&'static str],
    /// What goes then, in a copy from before where that is what mends it.
    then: &'static str,
}

const FORK: &str = "canonry fork --session s --at BEFORE --into NAME";

const CASES: [Case; 11] = [
    Case {
        name: "something waits for the author",
        edition: 13,
        inputs: &[
            r#"{"assert":{"ben.night":"mill"}}"#,
            r#"{"tell":"ada.night == mill","by":"ben"}"#,
            r#"{"assert":{"ada.night":"forge"}}"#,
        ],
        forged: None,
        kind: Found::Direct,
        message: "ada.night was refused as incoherent",
        fixes: &[
            r#"{"author":{"settle":AT,"yields":SAID,"because":"…"}}"#,
            r#"{"author":{"settle":AT,"because":"…"}}"#,
        ],
        then: r#"{"observe":"ada.night"}"#,
    },
    Case {
        name: "a value that its cell does not take",
        edition: 13,
        inputs: &[
            r#"{"assert":{"ben.colour":"red"}}"#,
            r#"{"assert":{"ada.age":44}}"#,
        ],
        forged: Some(("ada.age", "\"44\"", "\"900\"")),
        kind: Found::Direct,
        message: "ada.age is 900, which it cannot be",
        fixes: &[FORK],
        then: r#"{"assert":{"ada.age":45}}"#,
    },
    Case {
        name: "a fact that a rule does not allow",
        edition: 13,
        inputs: &[
            r#"{"assert":{"ada.size":"small"}}"#,
            r#"{"assert":{"ada.colour":"red"}}"#,
        ],
        forged: Some(("ada.colour", "red", "green")),
        kind: Found::Logical,
        message: "the rules do not allow ada.colour beside what came before",
        fixes: &[FORK],
        then: r#"{"assert":{"ada.colour":"red"}}"#,
    },
    Case {
        name: "a constraint that a fact does not allow",
        edition: 13,
        inputs: &[
            r#"{"assert":{"ada.secret":"none"}}"#,
            r#"{"author":{"constrain":"ada.secret == none"}}"#,
        ],
        forged: Some(("ada.secret", "none", "gold")),
        kind: Found::Logical,
        message: "the rules do not allow #",
        fixes: &[r#"{"author":{"lift":AT,"because":"…"}}"#],
        then: r#"{"assert":{"ada.colour":"green"}}"#,
    },
    Case {
        name: "nothing is left of an open cell",
        // Before witnesses were closed.
        edition: 11,
        inputs: &[r#"{"assert":{"ben.oath":"three"}}"#],
        forged: None,
        kind: Found::Logical,
        message: "nothing is possible of sib.sign",
        fixes: &["canonry graph --session s --around sib"],
        then: "",
    },
    Case {
        name: "what precedes is later",
        edition: 13,
        inputs: &[
            r#"{"assert":{"trial.day":"1214-03-01"}}"#,
            r#"{"assert":{"fire.day":"1214-05-01"}}"#,
        ],
        forged: None,
        kind: Found::Timeline,
        message: "fire precedes trial, and fire.day is later than trial.day",
        fixes: &[FORK],
        then: r#"{"assert":{"fire.day":"1214-02-01"}}"#,
    },
    Case {
        name: "something comes before itself",
        edition: 13,
        inputs: &[r#"{"assert":{"trial.again":true}}"#],
        forged: None,
        kind: Found::Timeline,
        message: "temporal/precedes leads in a circle: trial → fire → trial",
        fixes: &["canonry graph --session s --around trial"],
        then: "",
    },
    Case {
        name: "something lies within itself",
        edition: 13,
        inputs: &[r#"{"assert":{"room.moved":true}}"#],
        forged: None,
        kind: Found::Graph,
        message: "spatial/contains leads in a circle: room → mill → room",
        fixes: &["canonry graph --session s --around room"],
        then: "",
    },
    Case {
        name: "friends are enemies",
        edition: 13,
        inputs: &[r#"{"assert":{"ada.grudge":"old"}}"#],
        forged: None,
        kind: Found::Graph,
        message: "ada and ben are friends (0.8) and enemies (0.9)",
        fixes: &["canonry graph --session s --around ada"],
        then: "",
    },
    Case {
        name: "what was expected is not so, and nothing says why",
        // Before reasons were recorded.
        edition: 2,
        inputs: &[
            r#"{"assert":{"ada.secret":"gold"}}"#,
            r#"{"assert":{"ben.trust":"high"}}"#,
        ],
        forged: None,
        kind: Found::Thematic,
        message: "was to be expected and is not so",
        fixes: &[r#"{"author":{"lift":AT,"because":"…"}}"#],
        then: r#"{"observe":"ben.night"}"#,
    },
    Case {
        name: "nothing at all",
        edition: 13,
        inputs: &[
            r#"{"assert":{"ada.secret":"gold"}}"#,
            r#"{"observe":"ben.trust"}"#,
        ],
        forged: None,
        kind: Found::Thematic,
        message: "",
        fixes: &[],
        then: "",
    },
];

fn code(kind: Found) -> &'static str {
    inspect::Check::from(kind).code()
}

/// A script of these inputs, from this id on.
fn numbered(inputs: &[&str], from: usize) -> String {
    let lines = inputs.iter().enumerate();
    let lines = lines.map(|(at, input)| format!("{{\"id\":\"{}\",{}\n", from + at, &input[1..]));
    lines.collect()
}

const STORE: &str = "--store sqlite:s.db";

impl Case {
    /// A folder in which the session is, whatever it took to get it there.
    fn place(&self) -> Place {
        let place = Place::new("doctored");
        let world = WORLD.replace("edition: 13", &format!("edition: {}", self.edition));
        place.write("p/world.yaml", &world);
        let script = numbered(self.inputs, 1);
        let Some((cell, from, to)) = self.forged else {
            let play = format!("play p {STORE} --session s --seed 3 --script - --json");
            place.feed(&play, script).expect(0);
            return place;
        };
        block(async {
            let files = Files(BTreeMap::from([("world.yaml".to_owned(), world.into())]));
            let (project, diagnostics) = compile(&files);
            let project = Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:?}")));
            let store = MemoryStore::default();
            let host = plain(&store);
            host.open(SESSION, open_with(&project))
                .await
                .expect("opens");
            for line in script.lines() {
                let envelope = Envelope::parse(line).expect("an input");
                host.input(SESSION, envelope).await.expect("answers");
            }
            let edited = AtomicU64::new(0);
            let copy = forged(&store, true, |record| {
                let body = String::from_utf8(record.body.clone()).expect("JSON");
                let is_fact = record.header.kind == "FactFixed";
                if is_fact && record.header.cell.as_deref() == Some(cell) {
                    assert!(body.contains(from), "{body}");
                    record.body = body.replacen(from, to, 1).into_bytes();
                    edited.fetch_add(1, Ordering::Relaxed);
                }
            })
            .await;
            assert_eq!(edited.into_inner(), 1, "{}", self.name);
            let lines = export::export(&copy, SESSION).await.expect("exports");
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            place.write("forged.jsonl", text);
        });
        let import = format!("import forged.jsonl {STORE}");
        place.line(&import).expect(5);
        place.line(&format!("{import} --allow-forbidden")).expect(0);
        place
    }
}

/// What the doctor says of what fits together in a session, and how well it does.
fn doctor(place: &Place, session: &str) -> (Vec<Json>, Json) {
    let report = place.line(&format!("doctor {STORE} --session {session} --json"));
    let report = report.json().remove(0);
    let kinds = Found::ALL.map(code);
    let findings = report["findings"].as_array().expect("a list").iter();
    let about = findings.filter(|found| kinds.contains(&found["check"].as_str().unwrap_or("")));
    (about.cloned().collect(), report["coherence"].clone())
}

/// Where the turn before an entry ends, and the first testimony.
fn entries(place: &Place, at: u64) -> (u64, u64) {
    place
        .line(&format!("export {STORE} --session s --out e.jsonl"))
        .expect(0);
    let export = std::fs::read_to_string(place.path("e.jsonl")).expect("an export");
    let (mut before, mut said) = (0, 0);
    for line in export.lines() {
        let line: Json = serde_json::from_str(line).expect("JSON");
        let entry = &line["entry"];
        let seq = entry["seq"].as_str().and_then(|seq| seq.parse().ok());
        let Some(seq) = seq else {
            continue;
        };
        if entry["kind"] == "TurnEnded" && seq < at {
            before = seq;
        }
        if entry["kind"] == "Testified" && said == 0 {
            said = seq;
        }
    }
    (before, said)
}

/// Types what the doctor said; whether it is a copy that goes on.
fn typed(place: &Place, fix: &str, id: usize) -> &'static str {
    if fix.starts_with('{') {
        let play = format!("play p {STORE} --session s --script - --json");
        let reply = place.feed(&play, numbered(&[fix], id)).expect(0).json();
        assert_eq!(
            reply[0]["changes"]["refused"],
            serde_json::json!([]),
            "{fix}"
        );
        return "s";
    }
    let line = fix.strip_prefix("canonry ").expect("a command");
    let line = format!("{} {STORE}", line.replace("NAME", "copy"));
    let ran = place.line(&line).expect(0);
    if fix.contains(" fork ") {
        return "copy";
    }
    let (_, who) = fix.rsplit_once(' ').expect("an entity");
    assert!(ran.out.contains(&who[1..]), "{fix}: {ran:?}");
    "s"
}

#[test]
fn the_doctor_names_each_kind_and_what_it_says_to_type_mends_it() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut typed_lines = 0;
    for case in &CASES {
        let name = case.name;
        let place = case.place();
        let (findings, coherence) = doctor(&place, "s");
        if case.message.is_empty() {
            assert_eq!((findings.len(), coherence), (0, 100.into()), "{name}");
            continue;
        }
        assert_eq!(findings.len(), 1, "{name}: {findings:#?}");
        let found = &findings[0];
        assert_eq!(found["check"], code(case.kind), "{name}: {found}");
        let message = found["message"].as_str().expect("words");
        assert!(message.contains(case.message), "{name}: {message}");
        assert_eq!(coherence, 100 - case.kind.weight(), "{name}");
        let at = found["seq"].as_u64().expect("a number");
        let (before, said) = entries(&place, at);
        let expected: Vec<String> = case
            .fixes
            .iter()
            .map(|fix| {
                let fix = fix.replace("AT", &at.to_string());
                let fix = fix.replace("BEFORE", &before.to_string());
                fix.replace("SAID", &said.to_string())
            })
            .collect();
        let fixes: Vec<&str> = found["fixes"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Json::as_str)
            .collect();
        assert_eq!(fixes, expected, "{name}: {found}");
        // People read the same below the finding, in their language.
        for (lang, told) in [("en", message), ("fr", "")] {
            let ran = place.line(&format!("doctor {STORE} --session s --lang {lang}"));
            let ran = ran.expect(1).says(told);
            for fix in &fixes {
                assert!(ran.out.contains(&format!("    {fix}\n")), "{name}: {ran:?}");
            }
        }
        for (number, fix) in fixes.iter().enumerate() {
            // Each by itself, in a session that is as it was.
            let another;
            let place = if number == 0 {
                &place
            } else {
                another = case.place();
                &another
            };
            let session = typed(place, fix, 100);
            typed_lines += 1;
            let (left, _) = doctor(place, session);
            let only_looks = fix.contains(" graph ");
            assert_eq!(
                left.len(),
                usize::from(only_looks),
                "{name}, {fix}: {left:#?}"
            );
            if !case.then.is_empty() {
                let play = format!("play p {STORE} --session {session} --script - --json");
                let reply = place
                    .feed(&play, numbered(&[case.then], 200))
                    .expect(0)
                    .json();
                assert_eq!(
                    reply[0]["changes"]["refused"],
                    serde_json::json!([]),
                    "{name}, {fix}"
                );
            }
        }
        *seen.entry(code(case.kind)).or_default() += 1;
    }
    assert_eq!(
        seen,
        BTreeMap::from([
            ("direct", 2),
            ("graph", 2),
            ("logical", 3),
            ("thematic", 1),
            ("timeline", 2)
        ])
    );
    assert_eq!(typed_lines, 11);
}
