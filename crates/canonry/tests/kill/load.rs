//! What clients send: every kind of input, junk that is refused, repeats, and ids that are used again.

use crate::rng::Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const SAID: &[&str] = &[
    "Ada",
    "purple",
    "rather tired, thank you",
    "99",
    "8 nights",
    "where is my key?",
    "",
    "🦊 \u{0} \"quoted\"",
    "thank you",
];
const EVENTS: &[&str] = &["TAKE_KEY", "OTHER"];
const CELLS: &[&str] = &["rosa.saying", "rosa.sayin", "visitor.mood"];
const LUGGAGE: &[&str] = &["none_yet", "on_its_way", "in_the_room", "lost"];

/// `count` lines whose ids begin with `name`; about one in six repeats a line or an id.
pub fn lines(rng: &mut Rng, name: &str, count: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    while lines.len() < count {
        let id = format!("{name}{}", lines.len());
        lines.push(match rng.below(12) {
            0 | 1 if !lines.is_empty() => lines[rng.below(lines.len())].clone(),
            2 if !lines.is_empty() => {
                json!({ "id": id_of(&lines[rng.below(lines.len())]), "message": "something else" })
                    .to_string()
            }
            _ => input(rng, id).to_string(),
        });
    }
    lines
}

fn input(rng: &mut Rng, id: String) -> Value {
    match rng.below(8) {
        0 => json!({ "id": id, "event": rng.pick(EVENTS) }),
        1 => json!({ "id": id, "observe": rng.pick(CELLS) }),
        2 | 3 => {
            json!({ "id": id, "assert": { "visitor.luggage": rng.pick(LUGGAGE) }, "source": "desk", "version": rng.below(1000) })
        }
        4 => json!({ "id": id, "act": "request" }),
        5 => json!({ "id": id, "message": "long ".repeat(1 + rng.below(2000)) }),
        _ => json!({ "id": id, "message": rng.pick(SAID) }),
    }
}

fn id_of(line: &str) -> String {
    let json: Value = serde_json::from_str(line).expect("a line of ours");
    json["id"].as_str().expect("an id").to_owned()
}

pub fn ids_in_order(lines: &[String]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for id in lines.iter().map(|line| id_of(line)) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// What each id stands for: its first line.
pub fn first_of_each_id(lines: &[String]) -> BTreeMap<String, String> {
    let mut first = BTreeMap::new();
    for line in lines {
        first.entry(id_of(line)).or_insert_with(|| line.clone());
    }
    first
}

/// `own` in its order, with each of `others` somewhere among it.
pub fn shuffle_in(rng: &mut Rng, own: Vec<String>, others: Vec<String>) -> Vec<String> {
    let mut all = own;
    for line in others {
        all.insert(rng.below(all.len() + 1), line);
    }
    all
}

/// Many answers, bad ones among them, so that one turn asks several times.
pub fn model() -> String {
    let answers = (0..100).map(|number| match number % 3 {
        0 => json!({ "text": "" }),
        1 => json!({ "fail": "503 service unavailable" }),
        _ => {
            json!({ "text": format!("Bread is better than advice, and number {number} is bread.") })
        }
    });
    answers.map(|answer| format!("{answer}\n")).collect()
}
