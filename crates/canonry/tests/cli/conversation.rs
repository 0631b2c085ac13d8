//! `play` as a conversation, fed by a pipe.

use crate::program::{Place, hello};

const TALK: &str = "/help
/view
/why visitor.first_name
Ada
/why visitor.first_name
/why
/why visitor.nam
/canon
/bogus
/event TAKE_KEY
/event
/observe rosa.saying
/observe nonsense
/assert \"visitor.luggage\": \"on_its_way\"
/assert \"visitor.luggage\": \"lost\"
/assert garbage
/assert \"a.b\": 1}, \"id\": {\"x\": 1
/undo-to 5
/undo-to x
/undo-to 0
/undo-to 99999
/undo-to -1
purple
/canon
/quit
never said
";

#[test]
fn a_conversation_takes_commands_and_goes_on_after_mistakes() {
    let place = Place::new("talk");
    let play = format!("play {} --store sqlite:s.db --session S", hello().display());
    let ran = place.feed(&play, TALK).expect(0);
    let out = [
        "Hello. 2 entities",
        "Welcome to the inn. I am Rosa.",
        "/undo-to ENTRY",
        "visitor.first_name is open",
        "fixed     visitor.first_name",
        "visitor.first_name is Ada, entry 8",
        "Not now. An answer is awaited",
        "fixed     rosa.saying",
        "fixed     visitor.luggage",
        "takes one of none_yet, on_its_way, in_the_room",
        "forked as S-at-5-",
        "One of these is expected",
    ];
    let mut rest = ran.out.as_str();
    for words in out {
        let at = rest
            .find(words)
            .unwrap_or_else(|| panic!("no {words:?} in its place: {ran:?}"));
        rest = &rest[at + words.len()..];
    }
    let err = [
        "/why needs a cell such as visitor.mood",
        "there is no cell or derived fact",
        "/event needs the name of an event",
        "`/bogus` is not a command; /help lists them",
        "/observe needs a cell such as rosa.saying",
        "bad-json",
        "/undo-to needs an entry number",
        "has entries 1 to",
    ];
    for words in err {
        assert!(ran.err.contains(words), "no {words:?} in {}", ran.err);
    }
    assert!(!ran.out.contains("never said"));
    let log = place
        .line("log --store sqlite:s.db --session S --json")
        .expect(0)
        .out;
    assert!(
        !log.contains("never said") && !log.contains("garbage") && !log.contains("/bogus"),
        "{log}"
    );
    // Coming back: what is awaited is shown, nothing is appended.
    place
        .feed(&play, "")
        .expect(0)
        .says("How do you feel today?")
        .says("B) tired");
    assert_eq!(
        place
            .line("log --store sqlite:s.db --session S --json")
            .expect(0)
            .out,
        log
    );
    // The fork is a session of its own.
    let sessions = place
        .line("verify --store sqlite:s.db --json")
        .expect(0)
        .json();
    assert_eq!(sessions.len(), 2);
    let fork = sessions
        .iter()
        .filter_map(|json| json["session"].as_str())
        .find(|name| name.starts_with("S-at-5-"))
        .expect("a fork");
    place
        .feed(
            &format!(
                "play {} --store sqlite:s.db --session {fork}",
                hello().display()
            ),
            "Eve\n",
        )
        .expect(0)
        .says("Eve");
    for session in ["S", fork] {
        place
            .line(&format!("doctor --store sqlite:s.db --session {session}"))
            .expect(0);
    }
}

#[test]
fn a_conversation_in_french_and_in_json() {
    let place = Place::new("talk-fr");
    let play = format!("play {} --store sqlite:s.db --session F", hello().display());
    let ran = place
        .feed(
            &format!("{play} --lang fr"),
            "/aide\n/inconnu\n/undo-to x\nZoé\n\u{7f}\n/view\n",
        )
        .expect(0);
    for words in [
        "détails encore ouverts",
        "Bienvenue à l'auberge",
        "Écrivez ce que vous voulez dire",
        "n'est pas une commande",
        "a besoin d'un numéro d'entrée",
        "figé",
    ] {
        assert!(
            ran.out.contains(words) || ran.err.contains(words),
            "no {words:?} in {ran:?}"
        );
    }
    let ran = place
        .feed(
            &format!("{play} --json"),
            "/help\n/view\n/canon\n/why visitor.first_name\n/undo-to 5\nbien\n/bogus\n",
        )
        .expect(0);
    let lines = ran.json();
    assert_eq!(lines.len(), 8, "{ran:?}");
    assert_eq!(
        (&lines[0]["session"], &lines[5]["value"]),
        (&"F".into(), &"Zoé".into()),
        "{ran:?}"
    );
    let has = |line: usize, key: &str| !lines[line][key].is_null();
    assert!(
        has(1, "awaited")
            && has(2, "help")
            && has(3, "awaited")
            && has(4, "facts")
            && has(6, "from")
            && has(7, "items"),
        "{ran:?}"
    );
    let error: serde_json::Value = serde_json::from_str(ran.err.trim()).expect("JSON");
    assert_eq!(error["error"]["kind"], "usage");
}

/// Bytes that are no text, lines without end, and a line that is too long.
#[test]
fn law_s7_a_conversation_survives_any_bytes() {
    let place = Place::new("talk-bytes");
    let play = format!("play {} --store sqlite:s.db --session S", hello().display());
    let mut input = b"\xff\xfe\n\x00\n   \n".to_vec();
    input.extend(vec![b'z'; 3 * 1024 * 1024]);
    input.extend(b"\n/assert ");
    input.extend(vec![b'['; 200_000]);
    input.extend(b"\n/\n//\n/ \n/event \n/observe .\n/observe a.\n/why .\n/why \xc3\xa9\nAda");
    let ran = place.feed(&play, &input).expect(0);
    ran.says("not-utf8")
        .says("too-long")
        .says("fixed     visitor.first_name       Ada");
    place
        .line("doctor --store sqlite:s.db --session S")
        .expect(0);
}
