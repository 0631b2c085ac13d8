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
        let ran = place.line("check p").expect(1).says("yaml-too-deep");
        assert!(!ran.out.contains("yaml-syntax"), "{open}");
    }
    place.write("p/world.yaml", "name: [[[\n");
    place.line("check p").expect(1).says("yaml-syntax");
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
