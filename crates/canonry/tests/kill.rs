//! The real program, killed with SIGKILL at any moment, on one SQLite file: what it acknowledged is
//! there, once, and the same answer is given again. Exports and restored copies that are not whole
//! are refused.

#![allow(clippy::print_stdout, reason = "the counts of a run are its result")]

#[path = "kill/client.rs"]
mod client;
#[path = "kill/damage.rs"]
mod damage;
#[path = "kill/history.rs"]
mod history;
#[path = "kill/load.rs"]
mod load;
#[path = "common/program.rs"]
mod program;
#[path = "common/rng.rs"]
mod rng;

use client::{Client, Counts, Replies, Run};
use program::{Place, hello};
use rng::Rng;
use std::collections::BTreeMap;
use std::time::Duration;

/// Kills of the test command; a longer run sets CANONRY_KILLS (`scripts/kill-1000`).
fn wanted_kills() -> usize {
    std::env::var("CANONRY_KILLS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(50)
}

fn seed() -> u64 {
    std::env::var("CANONRY_KILL_SEED")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1)
}

/// Kills of one session; then another begins in the same file.
const KILLS_PER_SESSION: usize = 50;

#[test]
fn law_j14_an_acknowledged_input_survives_kill_9() {
    let place = Place::new("kill");
    let (mut counts, mut inputs, mut left) = (Counts::default(), 0, wanted_kills());
    for number in 0.. {
        if left == 0 {
            break;
        }
        let kills = left.min(KILLS_PER_SESSION);
        left -= kills;
        let session = format!("S{number}");
        let mut rng = Rng::new(seed() + number);
        let lines = load::lines(&mut rng, "", kills * 8);
        let replies = Replies::default();
        let (place, project) = (&place, &hello());
        let mut client = Client {
            place,
            project,
            session: &session,
            model: None,
            replies: replies.clone(),
            rng,
            counts: Counts::default(),
        };
        client.feed(&lines, kills);
        counts.add(client.counts);

        let expected = load::first_of_each_id(&lines);
        let recorded = history::check(place, &session, &expected, &replies);
        // One client sends in one order, and nothing overtakes.
        let order: Vec<String> = load::ids_in_order(&lines);
        assert_eq!(recorded, order, "{session}");
        inputs += recorded.len();

        // Everything once more, in one go: the same replies, and nothing is added.
        let before = history::head(place, &session);
        let mut run = client.start();
        for line in &lines {
            assert!(run.write(format!("{line}\n").as_bytes()));
            replies.note(&run.read().expect("a reply"));
        }
        run.end();
        assert_eq!(history::head(place, &session), before, "{session}");
    }
    println!(
        "kills {}, inputs {inputs}, acknowledged {}, resent {}, gave up {}",
        counts.kills, counts.acknowledged, counts.resent, counts.gave_up
    );
    assert_eq!((counts.kills, counts.gave_up), (wanted_kills(), 0));
    // A run in which nothing was lost would prove nothing.
    assert!(counts.resent > 0);
}

#[test]
fn law_j15_two_processes_on_one_file_make_one_history() {
    let place = Place::new("two");
    let model = place.write("model.jsonl", load::model());
    let (project, replies) = (hello(), Replies::default());
    let (kills, lines_each) = (wanted_kills().clamp(15, 100), 240);
    let mut rng = Rng::new(seed() + 1000);
    // Both send these, each in its own order among lines of its own.
    let shared = load::lines(&mut rng, "both", lines_each / 3);
    let shared_ids = load::first_of_each_id(&shared);
    let parts: Vec<(Vec<String>, Rng)> = ["left", "right"]
        .into_iter()
        .map(|name| {
            let own = load::lines(&mut rng, name, lines_each * 2 / 3);
            (
                load::shuffle_in(&mut rng, own, shared_ids.values().cloned().collect()),
                rng.fork(),
            )
        })
        .collect();
    let mut counts = Counts::default();
    std::thread::scope(|scope| {
        let running: Vec<_> = parts
            .iter()
            .enumerate()
            .map(|(index, (lines, rng))| {
                let (place, project, model, replies, rng) =
                    (&place, &project, &model, replies.clone(), rng.clone());
                scope.spawn(move || {
                    let mut client = Client {
                        place,
                        project,
                        session: "both",
                        model: Some(model),
                        replies,
                        rng,
                        counts: Counts::default(),
                    };
                    client.feed(lines, kills / 2 + index * (kills % 2));
                    client.counts
                })
            })
            .collect();
        for thread in running {
            counts.add(thread.join().expect("no client panics"));
        }
    });
    let mut expected = BTreeMap::new();
    for (lines, _) in &parts {
        expected.extend(load::first_of_each_id(lines));
    }
    let recorded = history::check(&place, "both", &expected, &replies);
    // Each client's own inputs stand in the order in which it sent them.
    for (lines, _) in &parts {
        let sent: Vec<String> = load::ids_in_order(lines)
            .into_iter()
            .filter(|id| !id.starts_with("both"))
            .collect();
        let stand: Vec<&String> = recorded.iter().filter(|id| sent.contains(id)).collect();
        assert_eq!(stand, sent.iter().collect::<Vec<_>>());
    }
    println!(
        "two processes: kills {}, inputs {}, of both {}, acknowledged {}, resent {}, gave up {}",
        counts.kills,
        recorded.len(),
        shared_ids.len(),
        counts.acknowledged,
        counts.resent,
        counts.gave_up
    );
    assert_eq!(counts.kills, kills);
}

/// A turn that asks a model records its input first. Killed between the two, it is resumed by the
/// same id or by the next contact, and nothing is doubled.
#[test]
fn law_j13_a_turn_that_was_killed_while_asking_is_resumed() {
    const LOOK: &str = r#"{"id":"look","observe":"rosa.saying"}"#;
    const NEXT: &str = r#"{"id":"next","message":"Ada"}"#;
    const FIRST: &str =
        r#"{"id":"first","assert":{"visitor.luggage":"on_its_way"},"source":"desk","version":1}"#;
    let place = Place::new("asking");
    let model = place.write("model.jsonl", load::model());
    let project = hello();
    let mut rng = Rng::new(seed() + 2000);
    let mut sessions: Vec<(String, Replies)> = Vec::new();
    let (mut pending, mut half_heard) = (0, 0);
    while sessions.len() < 24 || (pending == 0 && sessions.len() < 150) {
        let (session, replies) = (format!("M{}", sessions.len()), Replies::default());
        let mut run = Run::start(&place, &project, &session, Some(&model));
        assert!(run.write(format!("{FIRST}\n").as_bytes()));
        replies.note(&run.read().expect("a reply"));
        let burst = if rng.one_in(2) {
            format!("{LOOK}\n")
        } else {
            format!("{LOOK}\n{NEXT}\n")
        };
        run.write(burst.as_bytes());
        std::thread::sleep(Duration::from_micros(rng.below(25_000) as u64));
        run.kill().iter().for_each(|line| replies.note(line));
        let kinds = history::kinds(&place, &session, "look");
        let is_pending = kinds.first().is_some_and(|kind| kind == "InputRecorded")
            && !kinds.iter().any(|kind| kind == "TurnEnded");
        pending += usize::from(is_pending);
        half_heard += usize::from(is_pending && kinds.iter().any(|kind| kind == "Heard"));
        if is_pending {
            assert!(
                !replies.all().contains_key("look"),
                "a reply left before it was decided"
            );
            // An input that is not decided is a finding, not damage.
            place
                .line(&format!(
                    "verify --store sqlite:kill.db --session {session}"
                ))
                .expect(0);
            place
                .line(&format!(
                    "doctor --store sqlite:kill.db --session {session}"
                ))
                .expect(1)
                .says("input look is not decided yet");
        }
        sessions.push((session, replies));
    }
    let mut resumes = 0;
    for (session, replies) in &sessions {
        let mut run = Run::start(&place, &project, session, Some(&model));
        let order = if rng.one_in(2) {
            [FIRST, LOOK, NEXT]
        } else {
            [NEXT, FIRST, LOOK]
        };
        for line in order {
            assert!(run.write(format!("{line}\n").as_bytes()));
            replies.note(&run.read().expect("a reply"));
        }
        assert_eq!(run.end(), (0, String::new()), "{session}");
        let expected = [("first", FIRST), ("look", LOOK), ("next", NEXT)]
            .map(|(id, line)| (id.to_owned(), line.to_owned()));
        history::check(&place, session, &expected.into(), replies);
        let kinds = history::kinds(&place, session, "look");
        assert_eq!(
            kinds.iter().filter(|kind| *kind == "FactFixed").count(),
            1,
            "{session}: {kinds:?}"
        );
        resumes += kinds.iter().filter(|kind| *kind == "TurnFailed").count();
    }
    println!(
        "asking: kills {}, left pending {pending}, of these half heard {half_heard}, resumed after a lapsed lease {resumes}",
        sessions.len()
    );
    assert!(
        pending > 0,
        "a run in which nothing was left pending would prove nothing"
    );
}

/// Another process has the session open, and its words in memory, when it is erased.
#[test]
fn an_erasure_reaches_a_session_that_another_process_plays() {
    let place = Place::new("erasing");
    let project = hello();
    let mut rng = Rng::new(seed() + 3000);
    let (mut taken, mut erased) = (0, 0);
    for round in 0..12 {
        let session = format!("E{round}");
        let mut run = Run::start(&place, &project, &session, None);
        assert!(run.write(b"{\"id\":\"0\",\"message\":\"Quetzalcoatlus\"}\n"));
        run.read().expect("a reply");
        let lines: String = (1..20)
            .map(|id| format!("{{\"id\":\"{id}\",\"message\":\"Quetzalcoatlus {id}\"}}\n"))
            .collect();
        assert!(run.write(lines.as_bytes()));
        std::thread::sleep(Duration::from_micros(rng.below(120_000) as u64));
        place
            .line(&format!(
                "erase --store sqlite:kill.db --session {session} --yes"
            ))
            .expect(0);
        // The erasure is acknowledged: from here on nothing of it is in any file, whoever still plays.
        for file in ["kill.db", "kill.db-wal", "kill.db-shm"] {
            let bytes = std::fs::read(place.path(file)).unwrap_or_default();
            assert!(
                !bytes.windows(8).any(|window| window == b"Quetzalc"),
                "{file}"
            );
        }
        assert!(run.write(b"{\"id\":\"0\",\"message\":\"Quetzalcoatlus\"}\n{\"id\":\"new\",\"message\":\"Quetzalcoatlus\"}\n"));
        let replies: Vec<String> = (0..21).map(|_| run.read().expect("a reply")).collect();
        let is_erased = |reply: &String| reply.contains("\"kind\":\"erased\"");
        assert!(replies[19..].iter().all(is_erased), "{replies:?}");
        assert_eq!(
            replies
                .iter()
                .skip_while(|reply| !is_erased(reply))
                .filter(|reply| !is_erased(reply))
                .count(),
            0,
            "nothing is taken after the erasure"
        );
        erased += replies.iter().filter(|reply| is_erased(reply)).count();
        taken += replies.iter().filter(|reply| !is_erased(reply)).count();
        run.end();
        place
            .line(&format!(
                "doctor --store sqlite:kill.db --session {session}"
            ))
            .expect(0);
        for file in ["kill.db", "kill.db-wal", "kill.db-shm"] {
            let bytes = std::fs::read(place.path(file)).unwrap_or_default();
            assert!(
                !bytes.windows(8).any(|window| window == b"Quetzalc"),
                "{file}"
            );
        }
    }
    println!("erasing: 12 sessions, {taken} inputs taken before, {erased} refused after");
}

/// Once broken: an import that was killed left a shorter session, which looked like any other.
#[test]
fn law_j12_an_import_that_is_killed_leaves_the_whole_session_or_none() {
    let place = Place::new("importing");
    let project = hello();
    let lines: String = (0..300)
        .map(|id| format!("{{\"id\":\"{id}\",\"message\":\"Ada {id}\"}}\n"))
        .collect();
    let play = format!("play {} --session S --script -", project.display());
    place.feed(&format!("{play} --store sqlite:from.db"), &lines);
    let exported = place.line("export --session S --store sqlite:from.db --out e");
    let head = exported.expect(0).out;
    let entries = head.split_whitespace().nth(1).expect("a count").to_owned();
    let mut rng = Rng::new(seed() + 5000);
    let (mut whole, mut none) = (0, 0);
    for round in 0..24 {
        let store = format!("sqlite:to-{round}.db");
        let mut import = place.command();
        let mut import = import
            .args(["import", "e", "--store", &store])
            .spawn()
            .expect("it runs");
        std::thread::sleep(Duration::from_micros(rng.below(150_000) as u64));
        import.kill().expect("it is killed, or was done");
        import.wait().expect("it ended");
        let verified = place.line(&format!("verify --session S --store {store}"));
        match verified.code {
            0 => {
                assert!(
                    verified.out.contains(&format!("{entries} entries")),
                    "{verified:?}"
                );
                whole += 1;
            }
            3 => none += 1,
            code => panic!("{code}: {verified:?}"),
        }
        // It is imported again, and is whole then.
        place.line(&format!("import e --store {store}")).expect(0);
        let verified = place.line(&format!("verify --session S --store {store}"));
        verified.expect(0).says(&format!("{entries} entries"));
    }
    println!("importing: 24 kills, {whole} whole, {none} not there");
}
