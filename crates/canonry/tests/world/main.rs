//! Sessions in the example worlds and in generated ones, read again by a checker that shares nothing with the
//! engine: looks at random cells, with everything that people, systems and authors say in between, contradict
//! nothing; and what is planted is found.

#![allow(clippy::print_stdout, reason = "the counts of a run are its result")]

mod checker;
mod generated;
mod planted;
#[path = "../common/program.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod program;
#[path = "../common/rng.rs"]
mod rng;
mod walk;

use checker::{Report, World, check, read_world};
use program::Place;
use rng::Rng;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many cells are looked at in each example world, and in generated ones together. `CANONRY_LOOKS` asks for
/// more.
const LOOKS: usize = 1000;
/// And in one session of an example world, or of a generated one.
const LOOKS_A_SESSION: usize = 200;
const LOOKS_EACH: usize = 20;
/// After so many something that was said or laid may be called by its entry.
const LOOKS_A_PART: usize = 50;

/// What a thousand looks do besides, at least.
const DONE: [(&str, u64); 9] = [
    ("Testified", 1),
    ("ConstraintLifted", 1),
    // Told, and not yet asked for.
    ("confirmed", 0),
    ("Reinterpreted", 0),
    ("IncoherenceSettled", 0),
    ("EntitiesMerged", 0),
    ("SceneChanged", 0),
    ("FluentSet", 0),
    ("excused", 0),
];

fn looks() -> usize {
    let asked = std::env::var("CANONRY_LOOKS").ok();
    asked.and_then(|looks| looks.parse().ok()).unwrap_or(LOOKS)
}

const KEY: [(&str, &str); 1] = [("CANONRY_KEY", "a key for the secrets of the example worlds")];

/// One world, played in a place of its own.
struct Stage {
    place: Place,
    folder: PathBuf,
}

impl Stage {
    fn new(world: &str, name: &str) -> Stage {
        let worlds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds");
        Stage {
            place: Place::new(&format!("world-{world}-{name}")),
            folder: worlds.join(world),
        }
    }

    /// The world of this seed, in its own folder.
    fn generated(seed: u64) -> Stage {
        let place = Place::new(&format!("world-generated-{seed}"));
        let folder = place.path("world");
        std::fs::create_dir_all(&folder).expect("a folder");
        place.write("world/world.yaml", generated::world(seed));
        Stage { place, folder }
    }

    fn run(&self, command: &str, arguments: &str) -> program::Ran {
        let folder = self.folder.to_str().expect("a path in UTF-8");
        let mut all = vec![command, folder, "--store", "sqlite:s.db"];
        all.extend(arguments.split_whitespace());
        let mut program = self.place.command();
        program::finish(program.envs(KEY).args(all), None).calm()
    }

    /// Feeds a script to a session. Every line is answered; only what cannot be sealed may be left aside.
    fn play(&self, session: &str, arguments: &str, script: &str) {
        self.place.write("script", script);
        let arguments = format!("--session {session} --script script --json {arguments}");
        let ran = self.run("play", &arguments);
        let replies = ran.json();
        assert_eq!(replies.len(), script.lines().count(), "{}", ran.err);
        for reply in replies.iter().filter(|reply| reply["error"].is_object()) {
            assert_eq!(reply["error"]["kind"], "usage", "{reply}");
        }
    }

    fn export(&self, session: &str) -> String {
        let file = self.place.path("export");
        let _ = std::fs::remove_file(&file);
        self.run("export", &format!("--session {session} --out export"))
            .expect(0);
        std::fs::read_to_string(file).expect("an export")
    }

    /// What the files of the world say, as the checker reads them.
    fn world(&self) -> World {
        let mut files = BTreeMap::new();
        for file in std::fs::read_dir(&self.folder).expect("a world").flatten() {
            if let Ok(text) = std::fs::read_to_string(file.path()) {
                files.insert(file.file_name().to_string_lossy().into_owned(), text);
            }
        }
        read_world(&files).expect("a world that can be read")
    }
}

/// The bodies of an export, each with its entry and kind.
fn bodies(export: &str) -> Vec<(u64, String, Json)> {
    let entry = |line: &str| {
        let line: Json = serde_json::from_str(line).ok()?;
        let entry = line.get("entry")?;
        let body = serde_json::from_str(entry["body"].as_str()?).ok()?;
        let seq = entry["seq"].as_str()?.parse().ok()?;
        Some((seq, entry["kind"].as_str()?.to_owned(), body))
    };
    export.lines().filter_map(entry).collect()
}

/// What an author may lift, confirm and settle from here on.
fn known(export: &str) -> walk::Known {
    let mut known = walk::Known::default();
    for (seq, kind, body) in bodies(export) {
        let refused = body.pointer("/changes/refused").and_then(Json::as_array);
        let mut refused = refused.into_iter().flatten();
        match kind.as_str() {
            "ConstraintAdded" => known.constraints.push(seq),
            "Testified" => known.testimonies.push(seq),
            "TurnEnded" if refused.any(|one| one["code"] == "incoherent") => {
                known.incoherences.push(seq);
            }
            _ => {}
        }
        if kind == "Testified" && body["reliability"] == "rumour" {
            known.rumours.push(seq);
        }
    }
    known
}

/// What a session came to.
struct Walked {
    report: Report,
    /// How many entries of each kind there are.
    kinds: BTreeMap<String, u64>,
    confirmed: u64,
}

impl Walked {
    fn count(&self, kind: &str) -> u64 {
        self.kinds.get(kind).copied().unwrap_or(0)
    }
}

/// One session of random inputs, checked, and decided again.
fn session(world: &str, number: usize, rng: Rng) -> Walked {
    let stage = Stage::new(world, &number.to_string());
    walk(&stage, world, number, looks().min(LOOKS_A_SESSION), rng)
}

fn walk(stage: &Stage, world: &str, number: usize, looks: usize, mut rng: Rng) -> Walked {
    let world_read = stage.world();
    // What came before may be lifted, confirmed and settled from there on.
    let parts = (looks / LOOKS_A_PART).clamp(2, 4);
    let (mut export, mut so_far) = (String::new(), walk::Known::default());
    for part in 0..parts {
        let word = ["a", "b", "c", "d"][part];
        let script = walk::script(&world_read, &mut rng, looks.div_ceil(parts), word, &so_far);
        let arguments = match part {
            0 => format!("--seed {number}"),
            _ => String::new(),
        };
        stage.play("s", &arguments, &script);
        export = stage.export("s");
        so_far = known(&export);
    }
    let report = check(&export).expect("an export");
    assert_eq!(report.findings, [], "{world}, session {number}");
    assert!(report.judged > 0 && report.tellings > 0, "{report:?}");
    assert_eq!(
        report.completable,
        Some(true),
        "{world}, session {number}: what is open cannot be completed, or not found to be"
    );
    let replayed = stage.run("replay", "--session s").expect(0);
    replayed.says(" 0 differences");
    let mut kinds = BTreeMap::new();
    let mut confirmed = 0;
    for (_, kind, body) in bodies(&export) {
        let of = body.pointer("/source/said/reliability");
        confirmed += u64::from(of.is_some_and(|of| of == "confirmed"));
        *kinds.entry(kind).or_default() += 1;
    }
    Walked {
        report,
        kinds,
        confirmed,
    }
}

/// What sessions came to together: a run that did nothing shows nothing. `facts` is how many of them each thousand
/// looks must leave behind at least, and `done` how much else.
fn tell(what: &str, walked: &[Walked], facts: u64, done: &[(&str, u64)]) {
    let sum = |count: &dyn Fn(&Walked) -> u64| walked.iter().map(count).sum::<u64>();
    let counted = |what: &str| match what {
        "confirmed" => sum(&|walked| walked.confirmed),
        "excused" => sum(&|walked| walked.report.excused),
        kind => sum(&|walked| walked.count(kind)),
    };
    let more = done
        .iter()
        .map(|(what, _)| format!("{} {what}", counted(what)));
    let more: Vec<String> = more.collect();
    let fixed = sum(&|walked| walked.report.facts as u64);
    println!(
        "{} looks in {what}: {} entries, {fixed} facts, {} rules and constraints judged, {} tellings made again, {}, \
         all sessions completed by search; 0 findings, 0 differences in replay",
        looks(),
        sum(&|walked| walked.report.entries),
        sum(&|walked| walked.report.judged),
        sum(&|walked| walked.report.tellings),
        more.join(", "),
    );
    let thousands = (looks() / 1000) as u64;
    assert!(fixed >= facts * thousands, "{what}: only {fixed} facts");
    for (kind, least) in done {
        let found = counted(kind);
        assert!(found >= least * thousands, "{what}: only {found} {kind}");
    }
}

/// Looks at random cells of a world over several sessions, all at the same time.
fn walk_through(world: &str, facts: u64, done: &[(&str, u64)]) {
    let mut rng = Rng::new(20_261);
    let sessions = looks().div_ceil(LOOKS_A_SESSION);
    let walked: Vec<Walked> = std::thread::scope(|scope| {
        let sessions: Vec<_> = (1..=sessions)
            .map(|number| {
                let rng = rng.fork();
                scope.spawn(move || session(world, number, rng))
            })
            .collect();
        sessions
            .into_iter()
            .map(|session| match session.join() {
                Ok(walked) => walked,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    tell(
        &format!("{world}, {sessions} sessions"),
        &walked,
        facts,
        done,
    );
}

#[test]
fn looks_in_valmure_contradict_nothing() {
    walk_through("valmure", 700, &DONE);
}

#[test]
fn looks_in_the_manor_contradict_nothing() {
    walk_through("manor", 700, &DONE);
}

/// Generated worlds that can be completed, each walked through once.
#[test]
fn looks_in_generated_worlds_contradict_nothing() {
    let looks = looks();
    let worlds = looks.div_ceil(LOOKS_EACH);
    let (mut walked, mut impossible, mut seed) = (Vec::new(), 0, 0);
    while walked.len() < worlds {
        seed += 1;
        let stage = Stage::generated(seed);
        let folder = stage.folder.to_str().expect("a path in UTF-8");
        let checked = stage.place.run(["check", folder]);
        if checked.code != 0 {
            // Rules by chance may leave nothing; that is found, and it is the only thing that may be wrong.
            let told = format!("{}{}", checked.out, checked.err);
            assert!(told.contains("impossible-world"), "{told}");
            impossible += 1;
            assert!(impossible <= 3 * worlds, "{told}");
            continue;
        }
        let name = format!("generated world {seed}");
        walked.push(walk(
            &stage,
            &name,
            seed as usize,
            LOOKS_EACH,
            Rng::new(seed),
        ));
    }
    let what = format!("{worlds} generated worlds ({impossible} that cannot be left aside)");
    tell(&what, &walked, 700, &DONE);
}

#[test]
fn what_is_planted_is_found() {
    let cases = planted::read(include_str!("planted.jsonl"));
    let scripts = [
        ("valmure", "valmure", include_str!("good/valmure.jsonl")),
        ("said", "valmure", include_str!("good/said.jsonl")),
        ("hello", "hello", include_str!("good/hello.jsonl")),
        ("manor", "manor", include_str!("good/manor.jsonl")),
    ];
    let good: BTreeMap<&str, String> = scripts
        .into_iter()
        .map(|(name, world, script)| {
            let stage = Stage::new(world, "good");
            stage.play("good", "--seed 7", script);
            (name, stage.export("good"))
        })
        .collect();
    for (world, export) in &good {
        let report = check(export).expect("an export");
        assert_eq!(report.findings, [], "{world} as it was played");
    }
    let kinds = |report: &Report| -> BTreeSet<String> {
        let kinds = report.findings.iter();
        kinds.map(|finding| finding.kind.to_owned()).collect()
    };
    let mut all = BTreeSet::new();
    for case in &cases {
        let report = check(&case.plant(&good[case.of.as_str()])).expect("an export");
        let wanted: BTreeSet<String> = case.finds.iter().cloned().collect();
        assert_eq!(
            kinds(&report),
            wanted,
            "{}: {:#?}",
            case.name,
            report.findings
        );
        all.extend(wanted);
    }
    assert!(cases.len() >= 30 && all.len() >= 20, "{all:?}");
    println!(
        "{} planted contradictions of {} kinds, all found",
        cases.len(),
        all.len()
    );
}
