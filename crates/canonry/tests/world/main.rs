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
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How many cells are looked at in each example world, and in generated ones together. `CANONRY_LOOKS` asks for
/// more.
const LOOKS: usize = 1000;
/// And in one session of an example world, or of a generated one.
const LOOKS_A_SESSION: usize = 200;
const LOOKS_EACH: usize = 20;

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

/// Entries that added a constraint: some of them may be lifted.
fn constraints(export: &str) -> Vec<u64> {
    let entry = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).ok()?;
        let entry = line.get("entry")?;
        let added = entry["kind"] == "ConstraintAdded";
        entry["seq"].as_str()?.parse().ok().filter(|_| added)
    };
    export.lines().filter_map(entry).collect()
}

/// What a session came to.
struct Walked {
    report: Report,
    lifted: usize,
}

/// One session of random inputs, checked, and decided again.
fn session(world: &str, number: usize, rng: Rng) -> Walked {
    let stage = Stage::new(world, &number.to_string());
    walk(&stage, world, number, looks().min(LOOKS_A_SESSION), rng)
}

fn walk(stage: &Stage, world: &str, number: usize, looks: usize, mut rng: Rng) -> Walked {
    let known = stage.world();
    let looks = looks.div_ceil(2);
    let first = walk::script(&known, &mut rng, looks, "a", &[]);
    stage.play("s", &format!("--seed {number}"), &first);
    // What was constrained so far may be lifted from here on.
    let constraints = constraints(&stage.export("s"));
    let second = walk::script(&known, &mut rng, looks, "b", &constraints);
    stage.play("s", "", &second);
    let export = stage.export("s");
    let report = check(&export).expect("an export");
    assert_eq!(report.findings, [], "{world}, session {number}");
    assert!(report.judged > 0 && report.tellings > 0, "{report:?}");
    let replayed = stage.run("replay", "--session s").expect(0);
    replayed.says(" 0 differences");
    Walked {
        report,
        lifted: export.matches("\"kind\":\"ConstraintLifted\"").count(),
    }
}

/// Looks at random cells of a world over several sessions, all at the same time.
fn walk_through(world: &str) {
    let mut rng = Rng::new(20_261);
    let (looks, sessions) = (looks(), looks().div_ceil(LOOKS_A_SESSION));
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
    let sum = |count: fn(&Walked) -> u64| walked.iter().map(count).sum::<u64>();
    println!(
        "{world}: {looks} looks in {sessions} sessions: {} entries, {} facts, {} rules and constraints judged, \
         {} tellings made again, {} constraints lifted, {} soft ones broken, {} sessions completed by search; \
         0 findings, 0 differences in replay",
        sum(|walked| walked.report.entries),
        sum(|walked| walked.report.facts as u64),
        sum(|walked| walked.report.judged),
        sum(|walked| walked.report.tellings),
        sum(|walked| walked.lifted as u64),
        sum(|walked| walked.report.soft_broken),
        sum(|walked| u64::from(walked.report.completable == Some(true))),
    );
    let lifted = sum(|walked| walked.lifted as u64);
    assert!(lifted > 0 || looks < 1000, "nothing was lifted");
}

#[test]
fn looks_in_valmure_contradict_nothing() {
    walk_through("valmure");
}

#[test]
fn looks_in_the_manor_contradict_nothing() {
    walk_through("manor");
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
    let sum = |count: fn(&Walked) -> u64| walked.iter().map(count).sum::<u64>();
    println!(
        "{looks} looks in {worlds} generated worlds ({impossible} that cannot be left aside): {} entries, {} facts, \
         {} rules and constraints judged; 0 findings, 0 differences in replay",
        sum(|walked| walked.report.entries),
        sum(|walked| walked.report.facts as u64),
        sum(|walked| walked.report.judged),
    );
}

#[test]
fn what_is_planted_is_found() {
    let cases = planted::read(include_str!("planted.jsonl"));
    let scripts = [
        ("valmure", include_str!("good/valmure.jsonl")),
        ("hello", include_str!("good/hello.jsonl")),
        ("manor", include_str!("good/manor.jsonl")),
    ];
    let good: BTreeMap<&str, String> = scripts
        .into_iter()
        .map(|(world, script)| {
            let stage = Stage::new(world, "good");
            stage.play("good", "--seed 7", script);
            (world, stage.export("good"))
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
