//! Which session a command is about (1.7), forks and differences.

use crate::program::{Place, hello};

fn place(name: &str) -> Place {
    let place = Place::new(name);
    place.line("new p").expect(0);
    place.line("new other --like interview").expect(0);
    place
}

fn session_of(place: &Place, command: &str) -> String {
    place.line(&format!("{command} --json")).expect(0).json()[0]["session"]
        .as_str()
        .expect("a session")
        .to_owned()
}

#[test]
fn without_a_name_every_command_takes_the_projects_last_session() {
    let place = place("last");
    // None yet: reads find nothing and make nothing; play starts one.
    for command in ["log", "replay", "export", "doctor", "diff"] {
        place
            .line(&format!("{command} p --store sqlite:s.db"))
            .expect(3)
            .says("canonry play");
    }
    place
        .line("verify --store sqlite:s.db")
        .expect(3)
        .says("there is no store");
    place.feed("play p --store sqlite:s.db", "Ada\n").expect(0);
    let first = session_of(&place, "doctor p --store sqlite:s.db");
    assert!(first.starts_with("hello-"), "{first}");
    // Again: the same one goes on.
    place
        .feed("play p --store sqlite:s.db", "")
        .expect(0)
        .says("How do you feel today?");
    place
        .feed("play p --store sqlite:s.db --new", "")
        .expect(0)
        .says("Welcome to the inn");
    let second = session_of(&place, "doctor p --store sqlite:s.db");
    assert_ne!(first, second);
    // The last is the one that was appended to last, not the youngest.
    place
        .feed(
            &format!("play p --store sqlite:s.db --session {first} --script -"),
            "{\"id\":\"1\",\"message\":\"tired\"}\n",
        )
        .expect(0);
    assert_eq!(session_of(&place, "doctor p --store sqlite:s.db"), first);
    assert_eq!(session_of(&place, "replay p --store sqlite:s.db"), first);
    // A read is no use.
    place
        .line(&format!("log --store sqlite:s.db --session {second}"))
        .expect(0);
    place
        .line(&format!(
            "why visitor.mood --store sqlite:s.db --session {second}"
        ))
        .expect(0);
    assert_eq!(session_of(&place, "doctor p --store sqlite:s.db"), first);
    // Another project in the same store has its own last.
    place.line("log other --store sqlite:s.db").expect(3);
    place
        .feed("play other --store sqlite:s.db --session O --script -", "")
        .expect(0);
    assert_eq!(session_of(&place, "doctor other --store sqlite:s.db"), "O");
    assert_eq!(session_of(&place, "doctor p --store sqlite:s.db"), first);
    // The current folder is the default project, and a file in the data folder the default store.
    place.feed("play p --session D --script -", "").expect(0);
    assert!(place.path("data/canonry/canonry.db").is_file());
    let mut command = place.command();
    command
        .current_dir(place.path("p"))
        .args(["doctor", "--json"]);
    assert_eq!(
        crate::program::finish(&mut command, None).expect(0).json()[0]["session"],
        "D"
    );
}

#[test]
fn a_fork_goes_its_own_way_and_diff_tells_where() {
    let place = place("fork");
    let play = |session: &str, lines: &str| {
        place
            .feed(
                &format!("play p --store sqlite:s.db --session {session} --script - --json"),
                lines,
            )
            .expect(0)
            .json()
    };
    play(
        "S",
        "{\"id\":\"1\",\"message\":\"Ada\"}\n{\"id\":\"2\",\"message\":\"tired\"}\n",
    );
    let before = place
        .line("export --store sqlite:s.db --session S")
        .expect(0)
        .out;
    place
        .line("fork --store sqlite:s.db --session S --at 12 --into F")
        .expect(0);
    play("F", "{\"id\":\"2\",\"message\":\"curious\"}\n");
    assert_eq!(
        place
            .line("export --store sqlite:s.db --session S")
            .expect(0)
            .out,
        before,
        "the origin is untouched"
    );
    let json = place
        .line("diff --store sqlite:s.db --session S --with F --json")
        .expect(1)
        .json()
        .remove(0);
    assert_eq!(
        json["differences"],
        serde_json::json!([{ "what": "visitor.mood", "left": "tired", "right": "curious" }])
    );
    let json = place
        .line("diff --store sqlite:s.db --session S --with F --from 12 --to 12 --json")
        .expect(0)
        .json()
        .remove(0);
    assert_eq!(json["differences"], serde_json::json!([]));
    // What was said before the fork is said again.
    let (left, right) = (
        play("S", "{\"id\":\"1\",\"message\":\"Ada\"}\n"),
        play("F", "{\"id\":\"1\",\"message\":\"Ada\"}\n"),
    );
    assert_eq!(left, right);
    let first = &place
        .line("log --store sqlite:s.db --session F --json")
        .expect(0)
        .json()[0];
    assert_eq!(
        (
            &first["body"]["forked"]["session"],
            &first["body"]["forked"]["seq"]
        ),
        (&"S".into(), &"12".into())
    );
    // In the midst of a turn: the input is there, and not decided.
    place
        .line("fork --store sqlite:s.db --session S --at 6 --into H")
        .expect(0);
    place
        .line("verify --store sqlite:s.db --session H")
        .expect(0);
    place
        .line("doctor --store sqlite:s.db --session H")
        .expect(1)
        .says("input 1 is not decided yet");
    place
        .line("status --store sqlite:s.db --session H")
        .expect(0)
        .says("pending   1 input not decided yet");
    // The next contact resumes it, whatever is sent.
    place
        .line("fork --store sqlite:s.db --session H --at 6 --into I")
        .expect(0);
    place
        .feed("play p --store sqlite:s.db --session I", "")
        .expect(0)
        .says("How do you feel today?");
    place
        .line("doctor --store sqlite:s.db --session I")
        .expect(0);
    assert_eq!(play("I", ""), Vec::<serde_json::Value>::new());
    play("H", "{\"id\":\"1\",\"message\":\"Ada\"}\n");
    for session in ["S", "F", "H"] {
        for command in ["verify", "doctor", "replay"] {
            place
                .line(&format!(
                    "{command} --store sqlite:s.db --session {session}"
                ))
                .expect(0);
        }
    }
}

/// Once broken: a fork keeps half of a decision. The turn is then decided once more
/// behind it: what was said is said twice, and the history breaks J12.
#[test]
fn law_j12_a_fork_never_holds_half_a_decision() {
    let place = place("half");
    place
        .feed(
            "play p --store sqlite:s.db --session S --script -",
            "{\"id\":\"1\",\"message\":\"Ada\"}\n",
        )
        .expect(0);
    for at in 1..=12 {
        let fork = place.line(&format!(
            "fork --store sqlite:s.db --session S --at {at} --into F{at}"
        ));
        if fork.code == 2 {
            continue;
        }
        place
            .feed(
                &format!("play p --store sqlite:s.db --session F{at} --script -"),
                "{\"id\":\"1\",\"message\":\"Ada\"}\n",
            )
            .expect(0);
        let log = place
            .line(&format!("log --store sqlite:s.db --session F{at} --json"))
            .expect(0)
            .json();
        let said: Vec<String> = log
            .iter()
            .filter(|entry| entry["kind"] == "Said")
            .map(|entry| entry["body"]["id"].to_string())
            .collect();
        let once: std::collections::BTreeSet<&String> = said.iter().collect();
        assert_eq!(once.len(), said.len(), "forked at {at}: {said:?}");
        place
            .line(&format!("doctor --store sqlite:s.db --session F{at}"))
            .expect(0);
    }
}

/// Once broken: the project's last session stays the
/// erased one, so that `play` without a name can never start again by itself.
#[test]
fn after_an_erasure_play_starts_a_new_session() {
    let place = place("erased-last");
    place
        .feed("play p --store sqlite:s.db --session S", "Ada\n")
        .expect(0);
    place
        .line("erase --store sqlite:s.db --session S --yes")
        .expect(0);
    let ran = place
        .feed("play p --store sqlite:s.db", "Eve\n")
        .expect(0)
        .says("Welcome to the inn");
    assert!(!ran.err.contains("was erased"), "{ran:?}");
}

/// Once broken: a slip in the folder locks everybody out of sessions that do not need it.
#[test]
fn a_session_goes_on_although_its_folder_has_mistakes() {
    let place = place("pinned");
    place
        .feed("play p --store sqlite:s.db --session S", "Ada\n")
        .expect(0);
    let world = std::fs::read_to_string(place.path("p/world.yaml")).expect("a file");
    for (broken, mistakes) in [
        (
            format!("{world}\nnonsense: 1\n"),
            "the project has 1 mistake: world.yaml:",
        ),
        (format!("{world}\nsorts: [\n"), "this is not YAML"),
    ] {
        place.write("p/world.yaml", broken);
        let ran = place
            .line("play p --store sqlite:s.db")
            .expect(0)
            .says("How do you feel today?")
            .says("canonry check p");
        assert!(ran.err.starts_with("warning: "), "{ran:?}");
        assert!(ran.err.contains(mistakes), "{ran:?}");
        assert!(
            ran.err
                .contains("; the session goes on with the version it started with"),
            "{ran:?}"
        );
        let ran = place
            .line("play p --store sqlite:s.db --session S --json")
            .expect(0);
        assert_eq!(ran.json()[0]["same_project"], false);
        let warning: serde_json::Value = serde_json::from_str(&ran.err).expect("JSON");
        assert_eq!(warning["warning"]["kind"], "project");
        place
            .line("play p --store sqlite:s.db --lang fr")
            .expect(0)
            .says("avertissement : ")
            .says("; la session continue avec la version de son début");
        for command in ["log", "status", "doctor", "export", "graph"] {
            place
                .line(&format!("{command} p --store sqlite:s.db"))
                .expect(0);
        }
        for command in [
            "play p --store sqlite:s.db --new",
            "play p --store sqlite:s.db --session S --migrate",
            "play p --store sqlite:s.db --session another",
            "play p --store sqlite:none.db",
        ] {
            let ran = place.line(command).expect(1);
            assert!(ran.err.contains(mistakes), "{command}: {ran:?}");
            assert!(!ran.err.contains("warning"), "{command}: {ran:?}");
        }
        assert!(!place.path("none.db").exists());
    }
    // A session of another project is still not played with this one.
    place
        .line("play other --store sqlite:s.db --session O")
        .expect(0);
    place
        .line("play p --store sqlite:s.db --session O")
        .expect(2)
        .says("`Interview`");
}

/// Once broken: an export does not name the person whose data
/// it holds, so that an imported session is missed by `erase --subject`.
#[test]
fn an_imported_session_is_still_somebodys() {
    let place = place("subject");
    place
        .feed(
            "play p --store sqlite:s.db --session S --subject ada --script -",
            "",
        )
        .expect(0);
    place
        .line("export --store sqlite:s.db --session S --out e")
        .expect(0);
    place.line("import e --store sqlite:i.db").expect(0);
    place
        .line("erase --store sqlite:i.db --subject ada --yes")
        .expect(0);
}

/// How long a whole interview may take from its first question to its matching, the process and its store included.
const AT_MOST: std::time::Duration = std::time::Duration::from_secs(2);

/// A whole interview with a process of its own for every input, each sent again, says what one process says.
#[test]
fn law_j1_an_interview_goes_on_in_a_new_process_for_every_input() {
    let place = Place::new("processes");
    let axiom = hello().join("../axiom");
    let story = std::fs::read_to_string(axiom.join("stories/entier-tu.story")).expect("a story");
    let mut lines: Vec<String> = Vec::new();
    for line in story.lines() {
        let said = line
            .strip_prefix("> ")
            .map(|said| serde_json::json!({"message": said}));
        let event = line
            .strip_prefix("! ")
            .map(|name| serde_json::json!({"event": name}));
        if let Some(mut input) = said.or(event) {
            input["id"] = format!("i{}", lines.len()).into();
            lines.push(input.to_string());
        }
    }
    assert!(lines.len() > 50, "{}", lines.len());
    let play = |session: &str, input: &str| {
        // A session is opened with its seed, by a process that reads nothing.
        let seed = if input.is_empty() { "--seed 7" } else { "" };
        let words = format!(
            "play {} --store sqlite:s.db --session {session} {seed} --script - --json",
            axiom.display()
        );
        let told = |mut reply: serde_json::Value| {
            reply["cost"] = serde_json::Value::Null;
            reply.to_string()
        };
        let replies = place.feed(&words, input).expect(0).json();
        replies.into_iter().map(told).collect::<Vec<String>>()
    };
    play("ONE", "");
    play("MANY", "");
    let begun = std::time::Instant::now();
    let at_once = play("ONE", &lines.join("\n"));
    let taken = begun.elapsed();
    println!("a whole interview in {} ms", taken.as_millis());
    assert!(taken < AT_MOST, "a whole interview took {taken:?}");
    assert!(
        at_once
            .last()
            .is_some_and(|last| last.contains("completed")),
        "{at_once:?}"
    );
    // Each process also hears once more what the one before it answered.
    for at in 0..lines.len() {
        let from = at.saturating_sub(1);
        let told = play("MANY", &lines[from..=at].join("\n"));
        assert_eq!(told, at_once[from..=at], "{}", lines[at]);
    }
}
