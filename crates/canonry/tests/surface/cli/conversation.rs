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
    input.extend(b"\n/\n/ \n/event \n/observe .\n/observe a.\n/why .\n/why \xc3\xa9\nAda\n//");
    let ran = place.feed(&play, &input).expect(0);
    ran.says("not-utf8")
        .says("too-long")
        .says("fixed     visitor.first_name       Ada");
    place
        .line("doctor --store sqlite:s.db --session S")
        .expect(0);
}

pub fn forge(place: &Place) {
    place.write(
        "p/world.yaml",
        "name: Forge
languages: [fr]
attributes:
  character:
    age: { type: number, range: [16, 90], asked_by: [\"quel âge\"], generate: {}, tellings: \"J'ai {{value}} ans, foi de {{name}}.\" }
    secret: { type: text, confidential: true, asked_by: [\"ton secret\"] }
    passe:
      asked_by: [\"ton passé\", \"avant la forge\"]
      fields:
        role: { type: enum, values: [soldat, capitaine], generate: {} }
        evenement: { type: ref, sort: event, generate: {} }
      tellings:
        - \"J'étais {{role}}. {{evenement.name}}, j'y étais.\"
entities:
  aldric: { sort: character, name: Aldric, aliases: [le forgeron], facts: { passe: { role: capitaine } } }
  berthe: { sort: character, name: Berthe }
  massacre: { sort: event, name: le massacre de Valmure }
derived:
  gradé: \"passe(aldric).role == capitaine\"
otherwise: Hmm.
",
    );
}

/// What is asked for is settled, told in the author's words, and the same when it is asked again.
#[test]
fn a_message_that_asks_looks_at_the_cell() {
    let place = Place::new("asking");
    forge(&place);
    let lines: String = [
        "Forgeron, parle-moi de ton passé",
        "Berthe, que faisais-tu avant la forge ?",
        "Aldric, que faisais-tu avant la forge ?",
        "Quel âge a Berthe ?",
        "Parle-moi du passé",
        "Ne me parle pas de ton passé, Aldric",
        "Quel est ton secret, Berthe ?",
        "Merci",
    ]
    .iter()
    .enumerate()
    .map(|(id, message)| {
        format!(
            "{}\n",
            serde_json::json!({ "id": id.to_string(), "message": message })
        )
    })
    .collect();
    let replies = place
        .feed(
            "play p --store sqlite:s.db --session S --script - --json",
            &lines,
        )
        .expect(0)
        .json();
    let said = |at: usize| {
        replies[at]["items"][0]["text"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(
        said(0),
        "J'étais capitaine. le massacre de Valmure, j'y étais."
    );
    assert_eq!(
        replies[0]["changes"]["fixed"][0]["cell"],
        "aldric.passe.evenement"
    );
    assert_eq!(
        replies[0]["changes"]["fixed"].as_array().map(Vec::len),
        Some(1)
    );
    assert!(said(1).starts_with("J'étais "), "{}", said(1));
    assert_eq!(
        replies[1]["changes"]["fixed"].as_array().map(Vec::len),
        Some(2)
    );
    assert_eq!(said(2), said(0));
    assert_eq!(
        replies[2]["changes"]["fixed"].as_array().map(Vec::len),
        Some(0)
    );
    assert!(
        said(3).starts_with("J'ai ") && said(3).ends_with(" ans, foi de Berthe."),
        "{}",
        said(3)
    );
    assert_eq!(replies[4]["changes"]["refused"][0]["code"], "unclear");
    assert_eq!(said(5), "Hmm.");
    assert_eq!(replies[6]["changes"]["refused"][0]["code"], "confidential");
    assert_eq!(said(7), "Hmm.");
    // The same ids again, and the journal decided again: the same words.
    let again = place
        .feed(
            "play p --store sqlite:s.db --session S --script - --json",
            &lines,
        )
        .expect(0)
        .json();
    for (again, reply) in again.iter().zip(&replies) {
        assert_eq!(again["items"], reply["items"]);
        assert_eq!(again["view"], reply["view"]);
    }
    place
        .line("replay p --store sqlite:s.db")
        .expect(0)
        .says("0 diff");
    place
        .line("why aldric.passe p --store sqlite:s.db")
        .expect(0)
        .says("aldric.passe is made of 2 fields")
        .says("aldric.passe.role is capitaine, declared in world.yaml");
    place
        .line("why gradé p --store sqlite:s.db")
        .expect(0)
        .says("aldric.passe.role");
}

/// With a model, the fields of a composite are asked for at once.
#[test]
fn a_composite_is_asked_of_a_model_in_one_round() {
    let place = Place::new("asking-model");
    forge(&place);
    let world = std::fs::read_to_string(place.path("p/world.yaml")).expect("it was written");
    let world = world
        .replace(
            "values: [soldat, capitaine], generate: {}",
            "values: [soldat, capitaine], generate: { prompt: Quel rôle ? }",
        )
        .replace(
            "sort: event, generate: {}",
            "sort: event, generate: { prompt: Quel événement ? }",
        );
    place.write("p/world.yaml", world);
    place.write(
        "answers.jsonl",
        "{\"cell\":\"berthe.passe.role\",\"text\":\"soldat\"}\n{\"cell\":\"berthe.passe.evenement\",\"text\":\"massacre\"}\n",
    );
    let reply = place
        .with(
            &[("CANONRY_MODEL", "scripted:answers.jsonl")],
            "play p --store memory: --script - --json",
            "{\"id\":\"1\",\"message\":\"Berthe, parle-moi de ton passé\"}\n",
        )
        .expect(0)
        .json();
    assert_eq!(
        reply[0]["items"][0]["text"],
        "J'étais soldat. le massacre de Valmure, j'y étais."
    );
    // There is but one event, so nobody is asked for it.
    assert_eq!(reply[0]["cost"]["requests"], 1);
}

/// The whole way of one question: what was observed is fixed in four fields, told, and does three things to
/// others, each with its reason.
#[test]
fn one_question_is_observed_fixed_told_and_propagated() {
    let place = Place::new("valmure");
    let world = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/valmure");
    let world = world.to_str().expect("a path of letters");
    place.write(
        "answers.jsonl",
        "{\"cell\":\"aldric.passe.role\",\"text\":\"{\\\"value\\\": \\\"capitaine\\\", \\\"reasoning\\\": \\\"il a servi sous le Duc\\\", \\\"confidence\\\": 0.85}\"}\n\
         {\"cell\":\"aldric.passe.evenement\",\"text\":\"massacre\"}\n\
         {\"cell\":\"aldric.passe.secret\",\"text\":\"a_aide_villageois\"}\n\
         {\"cell\":\"aldric.passe.etat\",\"text\":\"culpabilite\"}\n",
    );
    let reply = place
        .with(
            &[("CANONRY_MODEL", "scripted:answers.jsonl")],
            &format!("play {world} --new --store sqlite:v.db --session v --script - --json"),
            "{\"id\":\"1\",\"message\":\"Forgeron, parle-moi de ton passé\"}\n{\"id\":\"2\",\"message\":\"Forgeron, parle-moi encore de ton passé\"}\n",
        )
        .expect(0)
        .json();
    let changes = &reply[0]["changes"];
    let fixed: Vec<(&str, &str)> = changes["fixed"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|fixed| Some((fixed["cell"].as_str()?, fixed["value"].as_str()?)))
        .collect();
    assert_eq!(
        fixed,
        [
            ("aldric.passe.role", "capitaine"),
            ("aldric.passe.evenement", "massacre"),
            ("aldric.passe.secret", "a_aide_villageois"),
            ("aldric.passe.etat", "culpabilite"),
        ]
    );
    let cells: Vec<&str> = changes["constraints"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|laid| laid["cell"].as_str())
        .collect();
    assert_eq!(cells, ["massacre.presents", "duc.crimes", "berthe.secret"]);
    let narrowed = changes["narrowed"].as_array().expect("a list");
    let berthe = narrowed.iter().find(|cell| cell["cell"] == "berthe.secret");
    assert_eq!(berthe.expect("it was narrowed")["after"], 2);
    // Each of the three narrows what it is laid on: before it, nobody had shown that the Duke did it.
    for cell in cells {
        assert!(narrowed.iter().any(|known| known["cell"] == cell), "{cell}");
    }
    assert!(
        reply[0]["items"][0]["text"]
            .as_str()
            .is_some_and(|text| text.contains("capitaine"))
    );
    assert_eq!(
        reply[1]["changes"]["fixed"].as_array().map(Vec::len),
        Some(0)
    );
    place
        .line(&format!(
            "--lang fr why berthe.secret {world} --store sqlite:v.db --session v"
        ))
        .expect(0)
        .says("encore possible : sait_pour_le_moulin, a_cache_des_fugitifs")
        .says("des amis dont les secrets sont liés ne se dénoncent pas")
        .says("aldric.passe.secret vaut a_aide_villageois");
    place
        .line(&format!(
            "--lang fr why duc.crimes {world} --store sqlite:v.db --session v"
        ))
        .expect(0)
        .says("chaque témoin du massacre accuse le Duc")
        .says("aldric.passe.evenement vaut massacre");
    place
        .line(&format!(
            "--lang fr why massacre.presents {world} --store sqlite:v.db --session v"
        ))
        .expect(0)
        .says("encore possible : contient {aldric}, peut contenir {anselme,")
        .says("qui dit y avoir été y était")
        .says("aldric.passe.evenement vaut massacre");
    fact_by_field(&place, world);
    place
        .line(&format!("doctor {world} --store sqlite:v.db --session v"))
        .expect(0)
        .says("0 findings");
}

/// Each of the four fields of a past, by itself and as part of the whole: what it is, who said so, and which words
/// asked for it.
fn fact_by_field(place: &Place, world: &str) {
    let why = |cell: &str, more: &str| {
        let about = format!("{world} --store sqlite:v.db --session v");
        let ran = place.line(&format!("--lang fr why {cell} {about} {more}"));
        ran.expect(0)
    };
    let whole = why("aldric.passe", "").says("aldric.passe est fait de 5 champs");
    let question = "1: « Forgeron, parle-moi de ton passé »";
    assert!(whole.out.contains(question), "{whole:?}");
    let fields = [
        ("role", "capitaine"),
        ("evenement", "massacre"),
        ("secret", "a_aide_villageois"),
        ("etat", "culpabilite"),
    ];
    for (field, value) in fields {
        let line = format!("aldric.passe.{field} vaut {value} d'après la réponse d'un modèle");
        assert!(whole.out.contains(&line), "{line}: {whole:?}");
        let cell = format!("aldric.passe.{field}");
        let alone = why(&cell, "");
        for words in [line.as_str(), "à cause de l'entrée « 1 »", question] {
            assert!(alone.out.contains(words), "{words}: {alone:?}");
        }
        let json = why(&cell, "--json").json().remove(0);
        assert_eq!(
            (&json["value"], &json["input"]),
            (&value.into(), &"1".into())
        );
        assert_eq!(json["provenance"]["by"], "model");
        assert_eq!(json["provenance"]["attempt"], 1);
        assert_eq!(
            json["inputs"]["1"]["message"],
            "Forgeron, parle-moi de ton passé"
        );
    }
    // What was not made at this depth is open.
    whole.says("aldric.passe.relique est ouvert");
    why("aldric.passe.role", "")
        .says("essai 1, confiance 0,85, score")
        .says("raisonnement : il a servi sous le Duc");
}

/// The world within a conversation: relations, the scene, cells of one entity, and what is made of several.
#[test]
fn a_conversation_shows_the_world() {
    let place = Place::new("talk_world");
    let valmure = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/valmure");
    let talk = "Forgeron, parle-moi de ton passé
Sais-tu quel est le passé de Gontran ?
/graph aldric
/graph nobody
/scene
/canon aldric.passe
/field berthe
/field aldric.passe
/why aldric.pase
/quit
";
    let play = format!(
        "play {} --lang en --store sqlite:s.db --session S --seed 1",
        valmure.display()
    );
    let ran = place.feed(&play, talk).expect(0);
    let out = [
        "fixed     aldric.passe.role",
        // Nobody is called so, and it is nobody else's past.
        "On ne sait pas de qui il s'agit",
        "Aldric Fervent",
        "speaking with  Aldric Fervent",
        "4 facts",
        "berthe.secret",
    ];
    let mut rest = ran.out.as_str();
    for words in out {
        let at = rest
            .find(words)
            .unwrap_or_else(|| panic!("no {words:?} in its place: {ran:?}"));
        rest = &rest[at + words.len()..];
    }
    for words in [
        "there is no entity `nobody`",
        "`aldric.passe` is made of several cells: aldric.passe.role,",
        "did you mean aldric.passe?",
    ] {
        assert!(ran.err.contains(words), "no {words:?} in {}", ran.err);
    }
}
