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
