//! Prompts that speak as somebody hold nothing that they do not know, or hide.

use crate::common::{Session, project};
use engine::canon::Canon;
use engine::voice;
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};

const PEOPLE: [&str; 4] = ["ada", "ben", "cal", "dora"];
const ATTRIBUTES: [&str; 4] = ["secret", "past", "hope", "father"];

/// Every cell has a word of its own that stands nowhere else.
fn canary(person: &str, attribute: &str) -> String {
    format!("zz{person}{attribute}zz")
}

fn world() -> String {
    let mut attributes = String::new();
    for attribute in ATTRIBUTES {
        let category = match attribute {
            "secret" => "secret",
            _ => "history",
        };
        attributes.push_str(&format!(
            "    {attribute}: {{ type: text, category: {category}, asked_by: [\"your {attribute}\"], tellings: \"{{{{name}}}}: {{{{value}}}}.\" }}\n"
        ));
    }
    let people: String = PEOPLE
        .iter()
        .map(|person| {
            let name = format!("{}{}", person[..1].to_uppercase(), &person[1..]);
            format!("  {person}: {{ sort: villager, name: {name} }}\n")
        })
        .collect();
    format!(
        "name: Voices\nedition: 2\nlanguages: [en]\nsorts: {{ villager: {{ is: [character] }} }}\nattributes:\n  villager:\n{attributes}    age: {{ type: number, range: [10, 90] }}\n\
         testimony:\n  father: {{ knows: \"age(X) > 50\" }}\n\
         scene: {{ interlocutor: ada, time: dusk }}\nscene_changes:\n  hall: {{ event: HALL, set: {{ present: [ben, cal] }} }}\n  yard: {{ event: YARD, set: {{ present: [dora] }} }}\nentities:\n{people}"
    )
}

fn roll(seed: u64, at: u64, most: usize) -> usize {
    let mut mixed =
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ at.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    for _ in 0..3 {
        mixed ^= mixed >> 29;
        mixed = mixed.wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 32;
    }
    usize::try_from(mixed % most as u64).expect("small")
}

/// Who heard which canaries, noted from outside: words that were said where they were.
#[derive(Default)]
struct Ears(BTreeMap<String, BTreeSet<String>>);

impl Ears {
    fn hear(&mut self, who: &str, text: &str, canaries: &BTreeMap<String, (String, String)>) {
        for canary in canaries
            .keys()
            .filter(|canary| text.contains(canary.as_str()))
        {
            self.0
                .entry(who.to_owned())
                .or_default()
                .insert(canary.clone());
        }
    }

    fn knows(&self, who: &str, canary: &str) -> bool {
        self.0.get(who).is_some_and(|heard| heard.contains(canary))
    }
}

#[test]
fn law_c16_a_voice_prompt_holds_nothing_unknown_or_hidden() {
    let project = project(&world());
    let mut canaries: BTreeMap<String, (String, String)> = BTreeMap::new();
    for person in PEOPLE {
        for attribute in ATTRIBUTES {
            canaries.insert(
                canary(person, attribute),
                (person.to_owned(), attribute.to_owned()),
            );
        }
    }
    let (mut shown, mut kept, mut hidden) = (0, 0, 0);
    for seed in 0..60 {
        let mut session = Session::new(&project, seed);
        let mut ears = Ears::default();
        for at in 0..16 {
            let pick = |what: u64, most: usize| roll(seed, at * 8 + what, most);
            let (person, other) = (PEOPLE[pick(0, 4)], PEOPLE[pick(1, 4)]);
            let attribute = ATTRIBUTES[pick(2, 4)];
            let word = canary(person, attribute);
            let (input, message) = match pick(3, 8) {
                0 | 1 => (
                    format!("{{\"assert\":{{\"{person}.{attribute}\":\"{word}\"}}}}"),
                    None,
                ),
                2 | 3 => {
                    let text = format!("{person}, what is your {attribute}?");
                    (format!("{{\"message\":\"{text}\"}}"), Some(text))
                }
                4 => (format!("{{\"observe\":\"{person}.{attribute}\"}}"), None),
                5 => {
                    let text = format!("I know about {word}");
                    (format!("{{\"message\":\"{text}\"}}"), Some(text))
                }
                6 => {
                    let said = format!("{person}.{attribute} == \\\"{word}\\\"");
                    (format!("{{\"tell\":\"{said}\",\"by\":\"{other}\"}}"), None)
                }
                _ => (
                    format!("{{\"event\":\"{}\"}}", ["HALL", "YARD"][pick(4, 2)]),
                    None,
                ),
            };
            let told = input.contains("\"tell\"");
            let turn = session.send(&input);
            let scene = session
                .state
                .scene
                .clone()
                .unwrap_or_else(|| project.scene.clone());
            let there: Vec<String> = scene.hearers().iter().map(ToString::to_string).collect();
            for item in &turn.items {
                ears.hear("player", &item.text, &canaries);
                for who in &item.heard_by {
                    ears.hear(who, &item.text, &canaries);
                }
            }
            if let Some(text) = &message {
                ears.hear("player", text, &canaries);
                for who in &there {
                    ears.hear(who, text, &canaries);
                }
            }
            if told
                && turn
                    .changes
                    .refused
                    .iter()
                    .all(|refused| *refused.code == *"incoherent")
            {
                ears.hear("player", &word, &canaries);
                for who in there.iter().map(String::as_str).chain([other]) {
                    ears.hear(who, &word, &canaries);
                }
            }
            let canon = Canon::new(&project, &session.state, session.state.now());
            for who in PEOPLE.into_iter().chain(["player"]) {
                let heard = voice::heard(&session.entries, &project, who);
                let prompt = voice::prompt(&canon, &Name::from(who), &heard);
                let text = format!("{}\n{}", prompt.system, prompt.user);
                for (canary, (owner, attribute)) in &canaries {
                    // Nobody knows their father here, for nobody's age is known.
                    let own = owner == who && attribute != "father";
                    let hides = own && attribute == "secret" && !ears.knows("player", canary);
                    let may = (own && !hides) || ears.knows(who, canary);
                    if text.contains(canary.as_str()) {
                        assert!(
                            may,
                            "seed {seed}, turn {at}: {who} speaks of {canary}\n{text}"
                        );
                        shown += 1;
                    } else if own && attribute != "secret" {
                        let cell = format!("{owner}.{attribute}");
                        let open = session.value(&cell).is_none();
                        assert!(
                            open,
                            "seed {seed}, turn {at}: {who} forgot {canary}\n{text}"
                        );
                    } else {
                        kept += 1;
                        hidden += usize::from(
                            hides && session.value(&format!("{owner}.{attribute}")).is_some(),
                        );
                    }
                }
            }
        }
    }
    assert!(
        shown > 1000 && kept > 1000 && hidden > 100,
        "{shown} {kept} {hidden}"
    );
}

/// A long conversation is cut at its beginning, and says so; what is known stays.
#[test]
fn what_is_known_outlives_the_conversation() {
    let project = project(&world());
    let mut session = Session::new(&project, 1);
    session.send(&format!(
        "{{\"assert\":{{\"ada.past\":\"{}\"}}}}",
        canary("ada", "past")
    ));
    session.send("{\"message\":\"Ada, what is your past?\"}");
    for _ in 0..80 {
        session.send("{\"message\":\"It rains.\"}");
    }
    let heard = voice::heard(&session.entries, &project, "ada");
    assert!(heard.left_out > 0 && heard.lines.len() == engine::limits::VOICE_LINES);
    let canon = Canon::new(&project, &session.state, session.state.now());
    for who in ["ada", "player"] {
        let prompt = voice::prompt(&canon, &Name::from(who), &heard);
        assert!(
            prompt.user.contains(&canary("ada", "past")),
            "{}",
            prompt.user
        );
        assert!(prompt.user.contains("earlier lines are left out"));
    }
}

/// The same of the prompts that turns send while a model words what is told, the message that is asked included.
#[test]
fn law_c16_what_a_turn_sends_holds_nothing_unknown_or_hidden() {
    let project = project(&format!("{}collapse: {{ voice: true }}\n", world()));
    let mut canaries: BTreeMap<String, (String, String)> = BTreeMap::new();
    for person in PEOPLE {
        for attribute in ATTRIBUTES {
            let owner = (person.to_owned(), attribute.to_owned());
            canaries.insert(canary(person, attribute), owner);
        }
    }
    let (mut sent, mut shown, mut worded) = (0, 0, 0);
    for seed in 0..200 {
        let mut session = Session::new(&project, seed);
        let mut ears = Ears::default();
        for at in 0..16 {
            let pick = |what: u64, most: usize| roll(seed, 1000 + at * 8 + what, most);
            let (person, attribute) = (PEOPLE[pick(0, 4)], ATTRIBUTES[pick(2, 4)]);
            let word = canary(person, attribute);
            let (input, message) = match pick(3, 6) {
                0 | 1 => (
                    format!("{{\"assert\":{{\"{person}.{attribute}\":\"{word}\"}}}}"),
                    None,
                ),
                2 | 3 => {
                    let text = format!("{person}, what is your {attribute}?");
                    (format!("{{\"message\":\"{text}\"}}"), Some(text))
                }
                4 => {
                    let text = format!("I know about {word}");
                    (format!("{{\"message\":\"{text}\"}}"), Some(text))
                }
                _ => (
                    format!("{{\"event\":\"{}\"}}", ["HALL", "YARD"][pick(4, 2)]),
                    None,
                ),
            };
            let before = ears.0.clone();
            let turn = session.ask(&input, |request| {
                let authored = request.prompt.user.rsplit("« ").next().unwrap_or_default();
                let authored = authored.split(" »").next().unwrap_or_default();
                format!("{{\"value\":\"Listen. {authored}\"}}")
            });
            let scene = session.state.scene.clone();
            let scene = scene.unwrap_or_else(|| project.scene.clone());
            let there: Vec<String> = scene.hearers().iter().map(ToString::to_string).collect();
            for request in &turn.requests {
                assert_eq!(&*request.purpose, "voice");
                sent += 1;
                let system = &request.prompt.system;
                let speaks =
                    |who: &&&str| system.to_lowercase().contains(&format!("speak as {who}"));
                let who = PEOPLE.iter().find(speaks).copied().unwrap_or("player");
                let text = format!("{system}\n{}", request.prompt.user);
                for (canary, (owner, attribute)) in &canaries {
                    let heard = before.get(who).is_some_and(|heard| heard.contains(canary));
                    let told = request.cell.to_string() == format!("{owner}.{attribute}");
                    let own = owner == who && attribute != "father";
                    let player = before.get("player");
                    let known = player.is_some_and(|heard| heard.contains(canary));
                    let hides = own && attribute == "secret" && !known;
                    let asked = message
                        .as_ref()
                        .is_some_and(|text| text.contains(canary.as_str()));
                    let may = told || heard || asked || (own && !hides);
                    if text.contains(canary.as_str()) {
                        assert!(
                            may,
                            "seed {seed}, turn {at}: {who} is shown {canary}\n{text}"
                        );
                        shown += 1;
                    }
                }
            }
            worded += turn
                .texts()
                .iter()
                .filter(|text| text.starts_with("Listen."))
                .count();
            for item in &turn.items {
                ears.hear("player", &item.text, &canaries);
                for who in &item.heard_by {
                    ears.hear(who, &item.text, &canaries);
                }
            }
            if let Some(text) = &message {
                ears.hear("player", text, &canaries);
                for who in &there {
                    ears.hear(who, text, &canaries);
                }
            }
        }
    }
    assert!(
        sent > 100 && shown > 200 && worded == sent,
        "{sent} {shown} {worded}"
    );
}

const TAVERN: &str = r#"
name: Tavern
languages: [en, fr]
attributes:
  character:
    past:
      type: enum
      values: { soldier: { en: a soldier, fr: un soldat }, deserter: { en: a deserter, fr: un déserteur }, monk: { en: a monk, fr: un moine } }
      asked_by: [your past, "ton passé"]
      tellings: { en: "« I was {{value}} », says {{name}}.", fr: "« J'étais {{value}} », dit {{name}}." }
    age: { type: number, range: [10, 90], asked_by: [how old, "quel âge"], tellings: { en: "{{name}} is {{value}}.", fr: "{{name}} a {{value}} ans." } }
    friend: { type: ref, sort: character, asked_by: [your friend, "ton ami"], tellings: { en: "« My friend is {{value.name}}. »", fr: "« {{value.name}} est mon ami. »" } }
    grief: { type: enum, values: { old: { en: sick at heart, fr: le cœur malade }, none: { en: at peace, fr: en paix } } }
    phone: { type: text, confidential: true }
entities:
  ada: { sort: character, name: Ada, aliases: [the smith, le forgeron], facts: { past: soldier, age: 41, friend: ben } }
  ben: { sort: character, name: Ben, aliases: [the duke, le duc] }
scene: { interlocutor: ada }
collapse: { voice: true }
"#;

/// What a model may and may not make of a telling; whatever fails, the author's words stand.
#[test]
fn words_of_a_model_keep_what_counts_and_add_nothing() {
    let authored = "« I was a soldier », says Ada.";
    for (language, message, answer, stands) in [
        (
            "en",
            "Ada, your past?",
            "Ada shrugs: « I was a soldier, long ago. »",
            true,
        ),
        (
            "en",
            "Ada, your past?",
            "```json\n{\"value\": \"« A soldier, yes », says Ada.\"}\n```",
            true,
        ),
        // Another value, beside or in place of the one that is fixed; a denial.
        (
            "en",
            "Ada, your past?",
            "« I was a deserter », says Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I was a soldier, then a deserter », says Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I was never a soldier », says Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I wasn't a soldier », says Ada.",
            false,
        ),
        // Names and numbers that nobody gave.
        (
            "en",
            "Ada, your past?",
            "« I was a soldier under Ben », says Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I was a soldier under the duke », says Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I was a soldier with Marguerite », says Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I was a soldier for 12 years », says Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I was a soldier for twelve years », says Ada.",
            false,
        ),
        // Claims in plain words: people, dates, amounts, and what anything else could be.
        (
            "en",
            "Ada, your past?",
            "« I was a soldier, like my brothers », says Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I was a soldier until last december », says Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I was a soldier for a dozen winters », says Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I was a soldier, sick at heart », says Ada.",
            false,
        ),
        (
            "fr",
            "Ada, ton passé ?",
            "« J'étais un soldat, comme mon père », dit Ada.",
            false,
        ),
        (
            "fr",
            "Ada, ton passé ?",
            "« J'étais un soldat, le cœur malade », dit Ada.",
            false,
        ),
        // What was to be said is missing.
        ("en", "Ada, your past?", "« I served », says Ada.", false),
        (
            "en",
            "Ada, your past?",
            "« I was a soldier », she says.",
            false,
        ),
        // The prompt, its form, the language, the length.
        (
            "en",
            "Ada, your past?",
            "Ada, a soldier: Everything that Ada knows and would tell stands here",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« J'étais a soldier dans la garde, et je le suis », dit Ada.",
            false,
        ),
        (
            "en",
            "Ada, your past?",
            "« I was a soldier, {{name}} », says Ada.",
            false,
        ),
        ("en", "Ada, your past?", "", false),
        ("en", "Ada, your past?", "{\"value\": 3}", false),
        ("en", "Ada, your past?", "{\"unlock\": true}", false),
        ("en", "Ada, how old are you?", "Ada is 41, no less.", false),
        ("en", "Ada, how old are you?", "Ada is 41 years old.", true),
        ("en", "Ada, how old are you?", "Ada is 42.", false),
        ("en", "Ada, your friend?", "« Ben is my friend. »", true),
        ("en", "Ada, your friend?", "« He is my friend. »", false),
        (
            "fr",
            "Ada, ton passé ?",
            "Ada soupire : « Un soldat, voilà ce que j'étais. »",
            true,
        ),
        (
            "fr",
            "Ada, ton passé ?",
            "Ada soupire : « Je n'étais pas un soldat. »",
            false,
        ),
        (
            "fr",
            "Ada, ton passé ?",
            "Ada sighs: « Un soldat, that is what I was in the war. »",
            false,
        ),
    ] {
        let source = TAVERN.replace(
            "[en, fr]",
            &format!(
                "[{language}, {}]",
                if language == "en" { "fr" } else { "en" }
            ),
        );
        let mut session = Session::new(&project(&source), 1);
        let mut asked = Vec::new();
        let turn = session.ask(&format!("{{\"message\":\"{message}\"}}"), |request| {
            asked.push(request.prompt.user.clone());
            answer.to_owned()
        });
        let text = turn.texts().join("\n");
        let took = asked.len() == 1;
        assert_eq!(took, stands, "{message} {answer}: {text}");
        if !took {
            // The second attempt says what was wrong with the first, and the author's words stand.
            assert_eq!(asked.len(), 2, "{answer}");
            assert!(asked[1].contains("refus"), "{}", asked[1]);
        }
        if message == "Ada, your past?" && !took {
            assert_eq!(text, authored, "{answer}");
        }
        assert_eq!(turn.refused(), [""; 0]);
    }
}

/// Sessions that began before keep the words that they took.
#[test]
fn sessions_of_earlier_editions_take_words_as_they_did() {
    let claim = "« I was a soldier, like my brothers », says Ada.";
    for (edition, takes) in [(6, true), (7, false)] {
        let source = TAVERN.replace("name: Tavern", &format!("name: Tavern\nedition: {edition}"));
        let mut session = Session::new(&project(&source), 1);
        let turn = session.ask(r#"{"message":"Ada, your past?"}"#, |_| claim.to_owned());
        assert_eq!(turn.texts() == [claim], takes, "{edition}");
    }
}

/// Without a model, without the key and for whoever fails, tellings are the author's, and nothing is asked.
#[test]
fn the_author_words_what_nobody_else_does() {
    let mut session = Session::new(&project(TAVERN), 1);
    let turn = session.send("{\"message\":\"Ada, your past?\"}");
    assert_eq!(turn.texts(), ["« I was a soldier », says Ada."]);
    let quiet = TAVERN.replace("collapse: { voice: true }\n", "");
    let mut session = Session::new(&project(&quiet), 1);
    let turn = session.ask("{\"message\":\"Ada, your past?\"}", |_| {
        panic!("nobody asks")
    });
    assert_eq!(turn.texts(), ["« I was a soldier », says Ada."]);
    // Who speaks: of themselves whoever is spoken to, of everything else nobody in the story.
    let mut session = Session::new(&project(TAVERN), 1);
    let turn = session.ask("{\"message\":\"Ada, your past?\"}", |_| String::new());
    assert!(
        turn.requests[0]
            .prompt
            .system
            .starts_with("You speak as Ada.")
    );
    assert!(turn.requests[0].prompt.user.contains("Ada, your past?"));
    let turn = session.ask("{\"observe\":\"ada.age\"}", |_| String::new());
    assert!(
        turn.requests[0]
            .prompt
            .system
            .starts_with("You speak as Ada.")
    );
    session.send("{\"assert\":{\"ben.age\":50}}");
    let turn = session.ask("{\"observe\":\"ben.age\"}", |_| String::new());
    assert!(
        turn.requests[0]
            .prompt
            .system
            .starts_with("You speak to the player.")
    );
    let mut failing = |_: &engine::request::Request| engine::request::Outcome::TimedOut;
    let generator = engine::collapse::Generator::Model;
    let turn = session.send_to("{\"observe\":\"ben.age\"}", generator, &mut failing);
    assert_eq!(turn.texts(), ["Ben is 50."]);
}
