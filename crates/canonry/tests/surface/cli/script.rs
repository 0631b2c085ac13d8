//! `play --script`: one output line per input line, and a bad line costs only itself.

use crate::program::{Place, hello};

fn play(place: &Place, flags: &str, input: impl AsRef<[u8]>) -> crate::program::Ran {
    place.feed(
        &format!(
            "play {} --store sqlite:s.db --session S --script - {flags}",
            hello().display()
        ),
        input,
    )
}

/// (a line that is no input, words of its error)
fn bad_lines() -> Vec<(Vec<u8>, &'static str)> {
    let long = "x".repeat(2 * 1024 * 1024);
    let message = "y".repeat(65 * 1024);
    vec![
        (b"nonsense".to_vec(), "bad-json"),
        (b"{\"id\":\"b1\",\"message\":\"cut".to_vec(), "bad-json"),
        (b"[]".to_vec(), "bad-json"),
        (b"null".to_vec(), "bad-json"),
        (b"{}".to_vec(), "bad-id"),
        (b"{\"message\":\"no id\"}".to_vec(), "bad-id"),
        (b"{\"id\":null,\"message\":\"x\"}".to_vec(), "bad-id"),
        (b"{\"id\":\"\",\"message\":\"x\"}".to_vec(), "bad-id"),
        (
            format!("{{\"id\":\"{}\",\"message\":\"x\"}}", "i".repeat(10_000)).into_bytes(),
            "bad-id",
        ),
        (b"{\"id\":\"b2\"}".to_vec(), "exactly one of"),
        (
            b"{\"id\":\"b3\",\"message\":\"x\",\"event\":\"y\"}".to_vec(),
            "exactly one of",
        ),
        (
            b"{\"id\":\"b4\",\"message\":\"x\",\"more\":1}".to_vec(),
            "unknown-key",
        ),
        (
            b"{\"id\":\"b5\",\"message\":\"x\",\"message\":\"y\"}".to_vec(),
            "stands twice",
        ),
        (b"{\"id\":\"b6\",\"message\":1}".to_vec(), "must be a text"),
        (
            b"{\"id\":\"b7\",\"observe\":\"nocell\"}".to_vec(),
            "bad-cell",
        ),
        (b"{\"id\":\"b8\",\"assert\":[]}".to_vec(), "must be a map"),
        (
            b"{\"id\":\"b9\",\"assert\":{},\"version\":-1}".to_vec(),
            "whole number",
        ),
        (
            b"{\"id\":\"b10\",\"act\":\"dance\"}".to_vec(),
            "is not an act",
        ),
        (
            b"{\"id\":\"b11\",\"author\":{\"forget\":1}}".to_vec(),
            "author command",
        ),
        (
            format!(
                "{{\"id\":\"b12\",\"assert\":{{\"a.b\":{}{}}}}}",
                "[".repeat(100),
                "]".repeat(100)
            )
            .into_bytes(),
            "too-deep",
        ),
        (
            format!("{{\"id\":\"b13\",\"message\":\"{message}\"}}").into_bytes(),
            "too-long",
        ),
        (
            format!("{{\"id\":\"b14\",\"message\":\"{long}\"}}").into_bytes(),
            "too-long",
        ),
        (
            format!("{}{}", "[".repeat(300_000), "]".repeat(300_000)).into_bytes(),
            "bad-json",
        ),
        (
            b"{\"id\":\"b15\",\"message\":\"\xff\xfe\"}".to_vec(),
            "not-utf8",
        ),
        (
            b"{\"id\":\"b16\",\"message\":\"\\ud800\"}".to_vec(),
            "bad-json",
        ),
        (b"\x00\x01\x02".to_vec(), "bad-json"),
        (
            b"\xef\xbb\xbf{\"id\":\"b17\",\"message\":\"x\"}".to_vec(),
            "bad-json",
        ),
    ]
}

#[test]
fn law_s7_a_bad_line_gets_one_clear_error_and_the_others_work() {
    let place = Place::new("script");
    let bad = bad_lines();
    let mut input = Vec::new();
    for (index, (line, _)) in bad.iter().enumerate() {
        input
            .extend_from_slice(format!("{{\"id\":\"g{index}\",\"event\":\"OTHER\"}}\n").as_bytes());
        input.extend_from_slice(line);
        input.extend_from_slice(if index % 2 == 0 { b"\n" } else { b"\r\n" });
        // Empty lines are passed over.
        input.extend_from_slice(b"\n \t\r\n");
    }
    let ran = play(&place, "--json", &input).expect(2);
    let lines = ran.json();
    assert_eq!(lines.len(), 2 * bad.len(), "one line each");
    for (index, (_, words)) in bad.iter().enumerate() {
        let (good, error) = (&lines[2 * index], &lines[2 * index + 1]);
        assert_eq!(good["id"], format!("g{index}"));
        assert!(good["items"].is_array() && good["error"].is_null());
        assert_eq!(error["line"], 4 * index + 2, "{words}");
        assert_eq!(error["error"]["kind"], "usage");
        let message = error["error"]["message"].as_str().expect("a message");
        assert!(
            message.contains(words) && message.len() < 400,
            "{words}: {message}"
        );
        assert!(
            error
                .as_object()
                .expect("an object")
                .keys()
                .all(|key| ["id", "line", "error"].contains(&key.as_str())),
            "an error carries no state: {error}"
        );
    }
    ran.says(&format!("not taken: {} lines", bad.len()));
    // Nothing of a bad line was recorded.
    let log = place
        .line("log --store sqlite:s.db --session S --json")
        .expect(0);
    let recorded = log
        .json()
        .iter()
        .filter(|entry| entry["kind"] == "InputRecorded")
        .count();
    assert_eq!(recorded, bad.len());
    // The same for people, in French.
    let ran = play(
        &place,
        "--lang fr",
        b"\xff\n{\"message\":\"x\"}\n{\"id\":\"g0\",\"event\":\"OTHER\"}\n",
    )
    .expect(2);
    ran.says("not-utf8 : la ligne n'est pas du texte UTF-8")
        .says("une entrée a besoin d'un `id`")
        .says("pas pris : 2 lignes");
}

#[test]
fn law_j8_the_same_id_again_gives_the_same_reply_and_other_content_is_refused() {
    let place = Place::new("again");
    let first = play(
        &place,
        "--json",
        "{\"id\":\"1\",\"message\":\"Ada\"}\n{\"id\":\"2\",\"message\":\"tired\"}\n",
    )
    .expect(0)
    .json();
    let again = play(
        &place,
        "--json",
        "{\"id\":\"2\",\"message\":\"tired\"}\n{\"id\":\"1\",\"message\":\"Eve\"}\n{\"id\":\"1\",\"event\":\"Ada\"}\n{ \"message\" : \"A\\u0064a\", \"id\":\"1\" }\n{\"id\":3,\"message\":\"7\"}\n{\"id\":\"3\",\"message\":\"7\"}\n",
    )
    .expect(2)
    .json();
    let without_cost = |json: &serde_json::Value| {
        let mut json = json.clone();
        json["cost"] = serde_json::Value::Null;
        json.to_string()
    };
    assert_eq!(without_cost(&again[0]), without_cost(&first[1]));
    assert_eq!(
        (&again[1]["error"]["kind"], &again[2]["error"]["kind"]),
        (&"input-id-reused".into(), &"input-id-reused".into())
    );
    assert_eq!(
        (&again[1]["id"], &again[1]["line"]),
        (&"1".into(), &2.into())
    );
    assert_eq!(
        without_cost(&again[3]),
        without_cost(&first[0]),
        "spelled otherwise, the same content"
    );
    assert_eq!(
        without_cost(&again[4]),
        without_cost(&again[5]),
        "an id may be written as a number"
    );
    assert_eq!(again[5]["cost"]["appends"], 0);
}

/// Ids and words that stores, terminals and formats stumble over.
#[test]
fn law_s7_every_valid_text_is_kept_as_it_is() {
    let place = Place::new("texts");
    let texts = [
        "\u{0}",
        "a\u{0}b",
        "'; DROP TABLE sessions; --",
        "{{rosa.saying}}",
        "\u{202e}abc",
        "e\u{301}",
        "\u{1b}[31m",
        "🦊",
        "\\",
        "\"",
        "\u{feff}",
        "%s%n",
        "\u{10ffff}",
        "NaN",
        " ",
        ".",
    ];
    let mut input = String::new();
    for text in texts {
        input.push_str(&serde_json::json!({ "id": text, "message": text }).to_string());
        input.push('\n');
    }
    let ran = play(&place, "--json", &input).expect(0).json();
    assert_eq!(
        ran.iter()
            .map(|line| line["id"].as_str().expect("an id"))
            .collect::<Vec<_>>(),
        texts
    );
    let log = place
        .line("log --store sqlite:s.db --session S --json")
        .expect(0)
        .json();
    let kept: Vec<_> = log
        .iter()
        .filter(|entry| entry["kind"] == "InputRecorded")
        .map(|entry| {
            (
                entry["cause"].as_str().expect("text"),
                entry["body"]["input"]["message"].as_str().expect("text"),
            )
        })
        .collect();
    assert_eq!(kept, texts.map(|text| (text, text)));
    assert_eq!(
        play(&place, "--json", &input).expect(0).json().len(),
        texts.len()
    );
    for command in ["verify", "doctor", "replay"] {
        place
            .line(&format!("{command} --store sqlite:s.db --session S"))
            .expect(0);
    }
}

/// A terminal must not obey what a person wrote.
#[test]
fn law_s7_no_escape_sequence_reaches_the_terminal() {
    let place = Place::new("escape");
    let name = "\u{1b}[31mAda\u{7}\u{1b}]0;title\u{7}\u{9b}2J\u{7f}";
    let line = serde_json::json!({ "id": "\u{1b}[2J", "message": name });
    let mut shown = play(&place, "", format!("{line}\n")).expect(0).out;
    for (command, code) in [
        ("log", 0),
        ("status", 0),
        ("transcript", 0),
        ("why visitor.first_name", 0),
        ("diff --from 1", 1),
        ("doctor", 0),
    ] {
        let ran = place.line(&format!("{command} --store sqlite:s.db --session S"));
        shown.push_str(&ran.expect(code).out);
    }
    let ran = place
        .feed(
            &format!("play {} --store sqlite:s.db --session S", hello().display()),
            "/canon\n/why visitor.first_name\n/\u{1b}[2J\n/why \u{1b}[2J\n/why \u{202e}abc\n",
        )
        .expect(0);
    shown.push_str(&ran.out);
    shown.push_str(&ran.err);
    assert!(shown.contains("Ada"), "{shown:?}");
    assert!(
        !shown.contains(|letter: char| letter.is_control() && letter != '\n' && letter != '\t')
            && !shown.contains('\u{202e}'),
        "{shown:?}"
    );
    // JSON keeps it, escaped.
    let log = place
        .line("log --store sqlite:s.db --session S --json")
        .expect(0);
    assert!(
        log.json()
            .iter()
            .any(|entry| entry["body"]["input"]["message"] == name)
    );
}

/// A line feed in an id makes no line of its own: nobody can write into a listing what was never there.
#[test]
fn a_line_feed_in_an_id_makes_no_second_line() {
    let place = Place::new("forged-lines");
    let forged = "FORGED  that never was";
    let id = format!("1\n{forged}\r{forged}\u{2028}{forged}\u{85}{forged}");
    let lines = [
        serde_json::json!({ "id": id, "message": "Ada" }),
        serde_json::json!({ "id": format!("{id} 2"), "assert": { "visitor.luggage": "on_its_way" }, "source": format!("crm\n{forged}") }),
        serde_json::json!({ "id": format!("{id} 3"), "author": { "alias": format!("Nan\n{forged}"), "entity": "visitor" } }),
        serde_json::json!({ "id": format!("{id} 4"), "observe": "visitor.fortune" }),
    ];
    let script: String = lines.iter().map(|line| format!("{line}\n")).collect();
    play(&place, "", script).expect(0);
    let mut shown = String::new();
    for command in [
        "log",
        "transcript",
        "status",
        "why visitor.first_name",
        "why visitor.luggage",
        "canon",
        "doctor",
        "verify",
        "diff --from 1",
        "replay",
    ] {
        let ran = place.line(&format!("{command} --store sqlite:s.db --session S"));
        shown.push_str(&ran.out);
        shown.push_str(&ran.err);
    }
    // A name that is refused is told on one line, too.
    let mut command = place.command();
    let name = format!("S\n{forged}");
    for words in [["log", "--session", &name], ["why", &name, "--session=S"]] {
        let ran =
            crate::program::finish(command.args(words).args(["--store", "sqlite:s.db"]), None);
        shown.push_str(&ran.err);
        command = place.command();
    }
    assert!(shown.contains(forged), "{shown}");
    // Words of several lines stand behind the column of their item, where no entry can.
    let own = |line: &&str| {
        let bare = line.trim_start();
        bare.starts_with("FORGED") && line.len() - bare.len() < 20
    };
    assert_eq!(
        shown.split(['\n', '\r', '\u{2028}', '\u{85}']).find(own),
        None,
        "{shown}"
    );
}

/// A source that cannot be read ends the program; it is not an endless row of bad lines.
#[test]
fn a_script_that_cannot_be_read_ends_at_once() {
    let place = Place::new("unreadable");
    for script in ["--script .", ""] {
        let mut command = place.command();
        command
            .args(["play"])
            .arg(hello())
            .args(["--store", "memory:"])
            .args(script.split_whitespace());
        command.stdin(std::fs::File::open(&place.dir).expect("a folder"));
        crate::program::finish(&mut command, None)
            .calm()
            .expect(3)
            .says("cannot be read");
    }
}

/// A flow of statements that no single turn can hold: each message goes on where the last one was
/// stopped, and everything is said once.
#[test]
fn a_turn_that_was_too_long_goes_on_with_the_next_message() {
    let place = Place::new("long-flow");
    let parts: String = (0..2500)
        .map(|part| format!("    - say: s{part}\n      text: part {part}\n"))
        .collect();
    place.write(
        "p/project.yaml",
        format!("name: long\nflows:\n  main:\n{parts}"),
    );
    let lines: String = (0..5)
        .map(|id| format!("{{\"id\":\"{id}\",\"message\":\"on\"}}\n"))
        .collect();
    let replies = place
        .feed("play p --store memory: --script - --json", lines)
        .expect(0)
        .json();
    let said: Vec<&str> = replies
        .iter()
        .flat_map(|reply| reply["items"].as_array().expect("items"))
        .filter_map(|item| item["part"].as_str())
        .collect();
    assert_eq!(said.last(), Some(&"s2499"), "{}", said.len());
    let of: std::collections::BTreeSet<&&str> = said.iter().collect();
    assert_eq!(of.len(), said.len(), "nothing is said twice");
    assert_eq!(replies[0]["stopped"], "turn-too-long");
    assert_eq!(replies[0]["view"]["finished"], false);
    assert_eq!(replies[4]["view"]["finished"], true);
}

/// Quantifiers that multiply: the part is passed over, and turn and `why` say for what reason.
#[test]
fn a_guard_that_takes_too_long_is_told() {
    let place = Place::new("long-guard");
    let people: String = (0..110)
        .map(|n| format!("  p{n}: {{ sort: character, facts: {{ age: {n} }} }}\n"))
        .collect();
    let crowd = "exists X in character: exists Y in character: exists Z in character: \
        age(X) + age(Y) + age(Z) > 1000";
    place.write(
        "p/project.yaml",
        format!(
            "name: crowd\nattributes:\n  character:\n    age: {{ type: number }}\nentities:\n{people}\
             derived:\n  crowd: \"{crowd}\"\nflows:\n  main:\n\
             \x20   - say: guarded\n      text: never\n      when: not crowd\n\
             \x20   - say: plain\n      text: here\n"
        ),
    );
    let replies = place
        .feed(
            "play p --store sqlite:s.db --session S --script - --json",
            "{\"id\":\"1\",\"message\":\"hello\"}\n",
        )
        .expect(0)
        .json();
    assert_eq!(replies[0]["stopped"], serde_json::Value::Null);
    place
        .line("log --store sqlite:s.db --session S")
        .expect(0)
        .says("condition-too-long");
    place
        .line("why crowd --store sqlite:s.db --session S")
        .expect(0)
        .says("condition_steps");
    let why = place
        .line("why crowd --store sqlite:s.db --session S --json")
        .expect(0)
        .json();
    assert!(why[0].to_string().contains("condition-too-long"), "{why:?}");
}

/// Templates that double with every inclusion, and lists walked inside one another, end at once.
#[test]
fn a_text_that_would_never_end_is_cut() {
    let place = Place::new("endless-text");
    for level in 0..40 {
        let next = format!("{{{{> t{0}}}}}{{{{> t{0}}}}}", level + 1);
        place.write(&format!("p/templates/t{level}.hbs"), next);
    }
    place.write("p/templates/t40.hbs", "");
    let walks = (0..12)
        .map(|depth| format!("{{{{#each {}anna.words}}}}", "../".repeat(depth)))
        .collect::<String>()
        + &"{{/each}}".repeat(12);
    place.write("p/templates/walk.hbs", walks);
    let words = (0..30)
        .map(|n| format!("w{n}"))
        .collect::<Vec<_>>()
        .join(", ");
    place.write(
        "p/project.yaml",
        format!(
            "name: endless\nattributes:\n  character:\n    words: {{ type: list, of: text }}\n\
             entities:\n  anna: {{ sort: character, facts: {{ words: [{words}] }} }}\n\
             flows:\n  main:\n\
             \x20   - say: doubled\n      template: t0\n\
             \x20   - say: walked\n      template: walk\n\
             \x20   - say: end\n      text: end\n"
        ),
    );
    place
        .feed("play p --store memory: --new", "")
        .expect(0)
        .says("[…]");
}

/// With `--previews` the words of a model come before the line of their turn, sentence by sentence; what is
/// refused is never told.
#[test]
fn previews_come_before_their_turn() {
    let place = Place::new("previews");
    place.feed("new p", "").expect(0);
    let refused = format!(
        "{{\"value\": \"{} Too long.\"}}",
        "The soup is hot. ".repeat(40)
    );
    let admitted = "{\"value\": \"The soup is hot. The door is open.\"}";
    let answers = [refused.as_str(), admitted]
        .map(|text| serde_json::json!({ "cell": "rosa.saying", "text": text }).to_string());
    place.write("answers.jsonl", answers.join("\n"));
    let lines = place
        .with(
            &[("CANONRY_MODEL", "scripted:answers.jsonl")],
            "play p --store memory: --script - --previews --json",
            "{\"id\":\"1\",\"observe\":\"rosa.saying\"}\n{\"id\":\"2\",\"observe\":\"rosa.saying\"}\n",
        )
        .expect(0)
        .json();
    let (mut told, mut resets) = (String::new(), 0);
    for line in &lines {
        if let Some(text) = line["preview"]["text"].as_str() {
            assert_eq!(
                (&line["id"], &line["preview"]["cell"]),
                (&"1".into(), &"rosa.saying".into())
            );
            told.push_str(text);
        } else if line["reset"]["cell"] == "rosa.saying" {
            told.clear();
            resets += 1;
        }
    }
    let turns: Vec<_> = lines
        .iter()
        .filter(|line| line.get("items").is_some())
        .collect();
    assert_eq!((turns.len(), resets), (2, 1), "{lines:?}");
    assert_eq!(turns[0]["items"][0]["text"], told.as_str(), "{lines:?}");
    assert!(
        told.contains("The soup is hot. The door is open."),
        "{told}"
    );
    assert!(
        lines.len() > turns.len() + 2,
        "one piece alone is no preview: {lines:?}"
    );
    place.feed("play p --previews", "").expect(2);
}

/// A program that is told to end while it waits for the next line ends by itself; what it answered is kept.
#[test]
fn a_signal_ends_a_script_and_nothing_answered_is_lost() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    for (signal, code) in [("TERM", 143), ("INT", 130)] {
        let place = Place::new("signal");
        let words = format!(
            "play {} --store sqlite:s.db --session S --script - --json",
            hello().display()
        );
        let mut program = place
            .command()
            .args(words.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = program.stdin.take().expect("piped");
        let mut replies = BufReader::new(program.stdout.take().expect("piped"));
        let mut reply = String::new();
        writeln!(input, r#"{{"id":"1","message":"Ada"}}"#).expect("it reads");
        replies.read_line(&mut reply).expect("it answers");
        assert!(reply.contains(r#""id":"1""#), "{reply}");
        let told = Command::new("sh")
            .arg("-c")
            .arg(format!("kill -{signal} {}", program.id()))
            .status();
        assert!(told.expect("a shell").success());
        let ended = program.wait().expect("it ends");
        assert_eq!(ended.code(), Some(code), "{signal}");
        let again = play(&place, "--json", "{\"id\":\"1\",\"message\":\"Ada\"}\n");
        // What it cost to find a recorded reply is another thing.
        let [mut again, mut first] = [again.expect(0).out, reply]
            .map(|line| serde_json::from_str::<serde_json::Value>(&line).expect("a line of JSON"));
        for line in [&mut again, &mut first] {
            line["cost"].take();
        }
        assert_eq!(again, first);
        place.line("verify --store sqlite:s.db").expect(0);
    }
}

/// A program that is told to end while it has much to do, or while nobody reads what it writes.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_busy_script_as_the_signal_says() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    for (signal, code, is_read) in [
        ("TERM", 143, true),
        ("INT", 130, true),
        ("TERM", 143, false),
    ] {
        let place = Place::new("busy");
        let lines: String = (0..40_000)
            .map(|number| format!("{{\"id\":\"{number}\",\"message\":\"purple\"}}\n"))
            .collect();
        place.write("many.jsonl", lines);
        let mut command = place.command();
        command.arg("play").arg(hello());
        command.args("--store sqlite:s.db --session S --script many.jsonl --json".split(' '));
        let mut program = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut replies = program.stdout.take();
        let reading = replies.take_if(|_| is_read).map(|mut replies| {
            std::thread::spawn(move || std::io::copy(&mut replies, &mut std::io::sink()))
        });
        std::thread::sleep(Duration::from_millis(1500));
        assert!(
            program.try_wait().expect("it runs").is_none(),
            "it is still busy"
        );
        let kill = format!("kill -{signal} {}", program.id());
        let told = Command::new("sh").arg("-c").arg(kill).status();
        assert!(told.expect("a shell").success());
        let told = Instant::now();
        let ended = loop {
            match program.try_wait().expect("it runs") {
                Some(ended) => break ended,
                None if told.elapsed() > Duration::from_secs(30) => {
                    program.kill().expect("killed");
                    panic!("{signal} does not end it, read: {is_read}");
                }
                None => std::thread::sleep(Duration::from_millis(20)),
            }
        };
        assert_eq!(ended.code(), Some(code), "{signal}, read: {is_read}");
        if let Some(reading) = reading {
            reading.join().expect("it read").expect("replies");
        }
        drop(replies);
        place.line("verify --store sqlite:s.db").expect(0);
    }
}
