//! What a stranger meets first: no command, no home, a wrong folder, a wrong name. Each once ended in a
//! message that did not help.

use crate::program::{Place, finish};

fn place(name: &str) -> Place {
    let place = Place::new(name);
    place.line("new p").expect(0);
    place.line("new other --like interview").expect(0);
    place
}

#[test]
fn no_command_shows_the_help_and_is_no_success() {
    let place = Place::new("bare");
    for line in ["", "logic"] {
        let ran = place.line(line).expect(2);
        assert!(ran.out.is_empty() && !ran.err.contains("error:"), "{ran:?}");
        assert!(ran.err.contains("\nCommands:\n"), "{ran:?}");
        let ran = place.with(&[("CANONRY_LANG", "fr")], line, "").expect(2);
        assert!(ran.err.contains("\nCommandes :\n"), "{ran:?}");
    }
    let ran = place.line("--json").expect(2);
    let json: serde_json::Value = serde_json::from_str(&ran.err).expect("one line of JSON");
    assert_eq!(json["error"]["kind"], "usage");
    place
        .line("--lang fr")
        .expect(2)
        .says("il manque une commande");
}

#[test]
fn without_a_home_no_store_is_made_where_one_stands() {
    let place = place("homeless");
    for home in [None, Some(""), Some("relative")] {
        let homeless = |words: &str| {
            let mut command = place.command();
            command
                .env_remove("XDG_DATA_HOME")
                .env_remove("XDG_CONFIG_HOME");
            match home {
                Some(home) => command.env("HOME", home),
                None => command.env_remove("HOME"),
            };
            finish(command.args(words.split_whitespace()), None).calm()
        };
        for line in ["play p", "log p", "verify"] {
            homeless(line)
                .expect(2)
                .says("neither HOME nor XDG_DATA_HOME is set")
                .says("--store sqlite:PATH");
        }
        homeless("play p --lang fr")
            .expect(2)
            .says("ni HOME ni XDG_DATA_HOME");
        homeless("config").expect(0).says("store    –");
        homeless("check p").expect(0);
        homeless("play p --store memory:").expect(0).says("Welcome");
        let mut left: Vec<_> = std::fs::read_dir(&place.dir)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        left.sort();
        assert_eq!(left, ["other", "p"], "HOME is {home:?}");
    }
}

#[test]
fn a_session_of_another_project_is_not_played_with_this_one() {
    let place = place("foreign");
    place
        .line("play p --store sqlite:s.db --session S")
        .expect(0);
    let ran = place
        .line("play other --store sqlite:s.db --session S")
        .expect(2);
    for words in ["`S`", "`Hello`", "`Interview`", "`other`", "--migrate"] {
        assert!(ran.err.contains(words), "no {words} in {ran:?}");
    }
    place
        .line("play other --store sqlite:s.db --session S --lang fr")
        .expect(2)
        .says("est du projet `Hello`");
    // Another name for the same folder's project is another project, until the session is moved.
    let world = std::fs::read_to_string(place.path("p/world.yaml")).expect("a file");
    place.write(
        "p/world.yaml",
        world.replacen("name: Hello", "name: The inn", 1),
    );
    place
        .line("play p --store sqlite:s.db --session S")
        .expect(2);
    place
        .line("play p --store sqlite:s.db --session S --migrate")
        .expect(0);
}

#[test]
fn the_id_of_the_opening_is_told_apart_from_an_input_sent_twice() {
    let place = place("opened");
    let lines = "{\"id\":\"open\",\"message\":\"Ada\"}\n{\"id\":\"1\",\"message\":\"Ada\"}\n{\"id\":\"1\",\"message\":\"Bob\"}\n";
    let ran = place
        .feed("play p --store memory: --script - --json", lines)
        .expect(2);
    let replies = ran.json();
    let message = |index: usize| replies[index]["error"]["message"].as_str().expect("words");
    assert!(
        message(0).contains("the session was opened as `open`"),
        "{ran:?}"
    );
    assert_eq!(replies[0]["error"]["hint"], "give the input another id");
    assert!(message(2).contains("was used for another input"), "{ran:?}");
    place
        .feed("play p --store memory: --script - --lang fr", lines)
        .says("la session a été ouverte sous `open`")
        .says("donnez un autre id");
}

#[test]
fn an_erased_session_is_not_the_last_one() {
    let place = place("passed-over");
    let store = "--store sqlite:s.db";
    place
        .feed(&format!("play p {store} --session old"), "Ada\n")
        .expect(0);
    place
        .feed(&format!("play p {store} --session S"), "Bob\n")
        .expect(0);
    place
        .line(&format!("fork {store} --session S --at 5 --into F"))
        .expect(0);
    place
        .line(&format!("erase {store} --session F --yes"))
        .expect(0);
    for command in ["log", "status", "play"] {
        place
            .line(&format!("{command} p {store}"))
            .expect(0)
            .says("session S");
    }
    // Where all are erased, reads still find one and play starts another.
    for session in ["S", "old"] {
        place
            .line(&format!("erase {store} --session {session} --yes"))
            .expect(0);
    }
    place
        .line(&format!("log p {store}"))
        .expect(0)
        .says("(erased)");
    place
        .line(&format!("play p {store}"))
        .expect(0)
        .says("Welcome to the inn");
}

#[test]
fn a_fact_is_asserted_as_a_person_writes_it() {
    let place = place("asserted");
    let talk = "Ada\n/assert visitor.luggage=on_its_way\n/assert visitor.luggage = in_the_room\n/assert \"visitor.luggage\": \"none_yet\"\n/assert visitor.nights=3\n/assert garbage\n/assert visitor.mood=\n/assert =3\n/assert \"visitor.mood\"\n";
    let ran = place
        .feed("play p --store sqlite:s.db --session S", talk)
        .expect(0);
    assert_eq!(
        ran.err
            .matches("such as /assert visitor.mood=tired")
            .count(),
        4,
        "{ran:?}"
    );
    let log = place.line("log --store sqlite:s.db --session S").expect(0);
    for words in [
        "visitor.luggage = on_its_way",
        "visitor.luggage = in_the_room",
        "visitor.luggage = none_yet",
        "visitor.nights = 3",
    ] {
        assert!(log.out.contains(words), "no {words} in {log:?}");
    }
}

#[test]
fn a_story_in_a_language_that_nobody_speaks_is_a_mistake_of_its_file() {
    let place = place("unspoken");
    place.write(
        "p/stories/de.story",
        "# Deutsch\nlanguage: de\n\n> Ada\n< Hallo\n",
    );
    let ran = place.line("check p").expect(1);
    let ran = ran
        .says("stories/de.story:2:1")
        .says("   2 │ language: de\n");
    ran.says("does not speak `de`; it speaks en");
    place
        .line("check p --lang fr")
        .expect(1)
        .says("ne parle pas `de`");
}

#[test]
fn a_mistake_in_a_story_has_its_caret() {
    let place = place("caret");
    place.write("p/stories/bad.story", "# Bad\n\n> Ada\n  wrong line\n");
    let shown = "   4 │   wrong line\n     │   ~~~~~~~~~~\n";
    let ran = place
        .line("check p")
        .expect(1)
        .says("stories/bad.story:4:3")
        .says(shown);
    assert!(ran.out.contains("canonry explain story-syntax"), "{ran:?}");
    place.line("test p").expect(1).says(shown);
    place
        .line("check p --lang fr")
        .expect(1)
        .says("erreur[story-syntax] : ");
    let json = place.line("check p --json").expect(1).json().remove(0);
    let story = &json["diagnostics"][0];
    assert_eq!(
        [
            &story["file"],
            &story["line"],
            &story["column"],
            &story["end_line"],
            &story["end_column"]
        ],
        [
            &"stories/bad.story".into(),
            &4.into(),
            &3.into(),
            &4.into(),
            &13.into()
        ] as [&serde_json::Value; 5]
    );
}

#[test]
fn every_mistake_says_where_it_ends() {
    let place = Place::new("ends");
    place.write(
        "p/world.yaml",
        "name: P\nsorts: { guest: { is: [nothing] } }\n",
    );
    place.write("p/men.logic", "man(socrates\n");
    let json = place.line("check p --json").expect(1).json().remove(0);
    let list = json["diagnostics"].as_array().expect("a list");
    assert!(list.len() >= 2, "{list:?}");
    for diagnostic in list {
        let number = |key: &str| {
            diagnostic[key]
                .as_u64()
                .unwrap_or_else(|| panic!("{key} in {diagnostic}"))
        };
        let (start, end) = (
            (number("line"), number("column")),
            (number("end_line"), number("end_column")),
        );
        assert!(start <= end, "{diagnostic}");
    }
    let unknown = list
        .iter()
        .find(|diagnostic| diagnostic["file"] == "world.yaml")
        .expect("one");
    assert_eq!(
        (&unknown["column"], &unknown["end_column"]),
        (&24.into(), &31.into())
    );
}

#[test]
fn brackets_without_end_are_too_deep_and_not_a_slip_of_syntax() {
    let place = Place::new("deep");
    for open in ["[", "{", "[{"] {
        place.write("p/world.yaml", format!("name: {}", open.repeat(100_000)));
        // Where it is too deep first, and not where the reader gave up.
        let ran = place
            .line("check p")
            .expect(1)
            .says("yaml-too-deep")
            .says("world.yaml:1:71\n");
        assert!(!ran.out.contains("yaml-syntax"), "{open}");
    }
    place.write("p/world.yaml", "name: [[[\n");
    place.line("check p").expect(1).says("yaml-syntax");
}

#[test]
fn the_caret_stands_below_its_word_on_every_line() {
    let place = Place::new("far");
    for line in [1, 999, 9_999, 10_000, 123_456] {
        let blank = "\n".repeat(line - 1);
        place.write("p/world.yaml", format!("{blank}nonsense: 1\n"));
        let ran = place.line("check p").expect(1);
        let shown: Vec<&str> = ran.out.lines().collect();
        let at = shown
            .iter()
            .position(|shown| shown.contains("│ nonsense"))
            .unwrap_or_else(|| panic!("{ran:?}"));
        let column = |line: &str, word: &str| {
            let before = line.split(word).next().unwrap_or_default();
            before.chars().count()
        };
        assert_eq!(
            column(shown[at], "nonsense"),
            column(shown[at + 1], "~"),
            "line {line}: {ran:?}"
        );
    }
}

/// Some editors put a mark before a text.
#[test]
fn a_byte_order_mark_is_no_part_of_what_is_read() {
    let place = place("mark");
    let marked = |text: &str| format!("\u{feff}{text}");
    for file in ["world.yaml", "flow.yaml", "stories/arrival.story"] {
        let path = format!("p/{file}");
        let text = std::fs::read_to_string(place.path(&path)).expect("a file");
        place.write(&path, marked(&text));
    }
    place.line("check p").expect(0);
    place.line("test p").expect(0);
    place.write("script", marked("{\"id\":\"1\",\"message\":\"Ada\"}\n"));
    place
        .line("play p --store memory: --script script")
        .expect(0)
        .says("How do you feel today?");
    place.write("config.yaml", marked("lang: fr\n"));
    place
        .with(&[("CANONRY_LANG", "")], "--config config.yaml config", "")
        .expect(0)
        .says("fichier");
    // Its places are those of the text without it.
    place.write("q/world.yaml", marked("nonsense: 1\n"));
    place
        .line("check q")
        .expect(1)
        .says("world.yaml:1:1\n")
        .says("   1 │ nonsense: 1\n     │ ~~~~~~~~\n");
}

#[test]
fn an_export_goes_through_a_pipe() {
    let place = place("pipe");
    place
        .feed("play p --store sqlite:s.db --session S", "Ada\n")
        .expect(0);
    let export = place
        .line("export --store sqlite:s.db --session S --out -")
        .expect(0);
    assert!(export.out.starts_with("{\"session\":"), "{export:?}");
    assert!(!place.path("-").exists());
    place
        .feed("import - --store sqlite:i.db", &export.out)
        .expect(0)
        .says("whole");
    place.feed("import - --check", &export.out[..100]).expect(5);
    place
        .line("export --store sqlite:s.db --session S --out no/such/e --lang fr")
        .expect(4)
        .says("ne peut être écrit : il n'y a pas de tel dossier pour lui");
    let again = place
        .line("export --store sqlite:i.db --session S")
        .expect(0);
    assert_eq!(again.out, export.out);
}

#[test]
fn a_message_may_begin_with_a_slash() {
    let place = place("slash");
    place
        .feed(
            "play p --store sqlite:s.db --session S",
            "//quit is my name\n/quit\n",
        )
        .expect(0);
    place
        .line("log --store sqlite:s.db --session S")
        .expect(0)
        .says("{\"message\":\"/quit is my name\"}");
    place
        .feed("play p --store memory:", "/frobnicate\n")
        .expect(0)
        .says("`/frobnicate` is not a command")
        .says("two slashes: //frobnicate");
    let help = place
        .feed("play p --store memory:", "/help\n")
        .expect(0)
        .says("//WORDS");
    let commands = help.out.lines().filter(|line| line.contains("  /")).count();
    assert!(commands > 5, "a line for each command: {help:?}");
}

#[test]
fn a_sessions_name_stays_on_its_line() {
    let place = place("named");
    place
        .line("play p --store sqlite:s.db --session S")
        .expect(0);
    for name in ["a\nb", "tab\tbed", "\u{1b}[31mred", "\u{85}"] {
        for command in [
            vec!["play", "p", "--store", "sqlite:s.db", "--session", name],
            vec![
                "fork",
                "--store",
                "sqlite:s.db",
                "--session",
                "S",
                "--at",
                "5",
                "--into",
                name,
            ],
        ] {
            place
                .run(command)
                .calm()
                .expect(2)
                .says("bad-name: a name")
                .says("such as ada-1");
        }
    }
    place
        .run([
            "play",
            "p",
            "--store",
            "sqlite:s.db",
            "--session",
            "été à Lyon",
        ])
        .expect(0);
    place
        .line("verify --store sqlite:s.db")
        .expect(0)
        .says("2 sessions");
}

#[test]
fn a_page_is_shown_without_what_the_book_says_to_its_tests() {
    let place = Place::new("pages");
    for code in ["story-syntax", "template-hole", "arity-mismatch"] {
        let ran = place.line(&format!("explain {code}")).expect(0);
        assert!(ran.out.contains("\n\nHow to mend it: "), "{ran:?}");
        assert!(!ran.out.contains("<!--"), "{ran:?}");
    }
}

#[test]
fn recording_a_story_makes_no_store() {
    let place = place("recorded");
    place
        .line("test p --record r.story --store sqlite:none.db")
        .expect(3)
        .says("there is no store");
    assert!(!place.path("none.db").exists() && !place.path("r.story").exists());
}

#[test]
fn why_of_an_erased_cell_names_no_input() {
    let place = place("erased-why");
    place
        .feed("play p --store sqlite:s.db --session S", "Ada\ntired\n")
        .expect(0);
    place
        .line("erase --store sqlite:s.db --session S --yes")
        .expect(0);
    let why = "why visitor.mood --store sqlite:s.db --session S";
    let ran = place.line(why).expect(0);
    assert!(
        ran.out.starts_with("visitor.mood is erased, entry "),
        "{ran:?}"
    );
    assert!(!ran.out.contains("because"), "{ran:?}");
    let json = place.line(&format!("{why} --json")).expect(0).json();
    assert_eq!(json[0]["input"], serde_json::Value::Null);
    let ran = place.line(&format!("{why} --lang fr")).expect(0);
    assert!(!ran.out.contains('«'), "{ran:?}");
}

/// R12: a check that examined nothing fails.
#[test]
fn files_that_say_nothing_are_no_project() {
    let place = Place::new("blank");
    for (index, text) in ["", "\n\n", "# only a comment\n", "---\n", "{}\n", "~\n"]
        .iter()
        .enumerate()
    {
        let dir = format!("p{index}");
        place.write(&format!("{dir}/world.yaml"), text);
        place.write(&format!("{dir}/more.yaml"), "");
        for command in ["check", "test", "play --store memory:"] {
            place
                .line(&format!("{command} {dir}"))
                .expect(1)
                .says("no-project")
                .says("say nothing");
        }
    }
    place.write("t/templates/a.hbs", "words");
    place.write("s/stories/a.story", "# A\n\n% nothing\n");
    place
        .line("play t --store memory:")
        .expect(1)
        .says("make one with canonry new DIR");
    for dir in ["t", "s"] {
        place
            .line(&format!("check {dir}"))
            .expect(1)
            .says("no-project");
    }
}

#[test]
fn the_names_of_limits_are_spelled_alike_everywhere() {
    let place = Place::new("spelled");
    let text = place.line("config").expect(0).out;
    let json = place
        .line("config --json --lang fr")
        .expect(0)
        .json()
        .remove(0);
    let limits = json["limits"].as_array().expect("a list");
    assert!(limits.len() > 25);
    for limit in limits {
        let name = limit["name"].as_str().expect("a name");
        assert!(text.contains(&format!("\n  {name} ")), "{name}");
        assert!(limit["unit"].is_string() && limit["stop"].is_string());
    }
    assert_eq!(
        (&limits[0]["name"], &limits[0]["unit"]),
        (&"message_bytes".into(), &"octets".into())
    );
}

#[test]
fn what_is_missing_is_told_with_what_to_do() {
    let place = place("missing");
    place.write("p/flow.yaml", "flows: [");
    std::fs::create_dir(place.path("folder")).expect("a folder");
    place.write("empty", "");
    for (line, code, what, hint) in [
        (
            // What was typed wrong goes before the mistakes of the project.
            "play p --script nofile --store memory:",
            3,
            "`nofile` cannot be read",
            "check the name",
        ),
        (
            "play p --script folder --store memory:",
            3,
            "`folder` cannot be read",
            "name a file inside it",
        ),
        (
            "import folder --store memory:",
            3,
            "`folder` cannot be read",
            "name a file inside it",
        ),
        (
            "import empty --store memory:",
            5,
            "the export is empty",
            "name a file that canonry export wrote",
        ),
        (
            "play other --store sqlite:",
            2,
            "`sqlite:` is not a store",
            "sqlite:PATH",
        ),
        ("play other --store sqlite:s.db --session S", 0, "", ""),
        (
            "log --session nobody --store sqlite:s.db",
            3,
            "there is no session `nobody`",
            "canonry verify --json names the sessions of a store",
        ),
    ] {
        let ran = place.line(line).expect(code);
        assert!(ran.err.contains(what) && ran.err.contains(hint), "{ran:?}");
        let french = place.line(&format!("{line} --lang fr")).expect(code);
        assert!(code == 0 || french.err.contains("aide : "), "{french:?}");
    }
    place
        .line("verify --json --store sqlite:s.db")
        .expect(0)
        .says(r#""session":"S""#);
}
