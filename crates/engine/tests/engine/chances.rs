//! How the offline generator chooses: as often as weights say, over many seeds, and never what has no weight.

use crate::common::{Session, project};
use std::collections::BTreeMap;

const WORLD: &str = r#"
name: Chances
edition: 13
languages: [en]
sorts: { villager: { is: [character] } }
attributes:
  villager:
    role:
      type: enum
      values:
        soldier: { weight: 5 }
        deserter: { weight: 1 }
        civilian: { weight: 4 }
      generate: {}
    mood: { type: enum, values: [merry, grim, calm], generate: {} }
    fate: { type: enum, values: { never: { weight: 0 }, ever: { weight: 1 } }, generate: {} }
    rank: { type: enum, values: [low, high], generate: {} }
    luck: { type: enum, values: [good, bad], generate: {} }
    brave: { type: boolean, generate: {} }
    friend: { type: ref, sort: villager, generate: {} }
    seen: { type: set, sort: villager, generate: {} }
    age: { type: number, range: [1, 100], generate: {} }
    oath: { type: text, generate: { offline: [One., Two., Three., Four.] } }
    song:
      type: text
      generate: { grammar: { start: "{who} sings.", who: [Ada, Ben] } }
entities:
  ada: { sort: villager }
  ben: { sort: villager }
  cal: { sort: villager }
"#;

const SEEDS: u64 = 300;

/// How often each value of a cell was made, over 300 seeds.
fn made(cell: &str, before: &[&str]) -> BTreeMap<String, u64> {
    let project = project(WORLD);
    let mut counts = BTreeMap::new();
    for seed in 0..SEEDS {
        let mut session = Session::new(&project, seed);
        for input in before {
            assert_eq!(session.send(input).refused(), [""; 0], "{input}");
        }
        let turn = session.send(&format!(r#"{{"observe":"{cell}"}}"#));
        assert_eq!(turn.refused(), [""; 0], "{cell}, seed {seed}");
        let value = session.value(cell).expect("a value");
        *counts.entry(value).or_default() += 1;
    }
    assert_eq!(counts.values().sum::<u64>(), SEEDS);
    counts
}

/// Every value is made about as often as it should be of 300 times: within four standard deviations.
fn shares(cell: &str, before: &[&str], expected: &[(&str, f64)]) {
    let counts = made(cell, before);
    let all: f64 = expected.iter().map(|(_, weight)| weight).sum();
    for (value, weight) in expected {
        let (share, count) = (
            weight / all,
            counts.get(*value).copied().unwrap_or(0) as f64,
        );
        let mean = share * SEEDS as f64;
        let most = 4.0 * (mean * (1.0 - share)).sqrt();
        assert!(
            (count - mean).abs() <= most,
            "{cell}: {value} was made {count} times, expected {mean} ± {most}: {counts:?}"
        );
    }
    let known: Vec<&str> = expected.iter().map(|(value, _)| *value).collect();
    let others: Vec<&String> = counts
        .keys()
        .filter(|value| !known.contains(&value.as_str()))
        .collect();
    assert!(others.is_empty(), "{cell}: {others:?}");
}

#[test]
fn values_are_made_as_often_as_their_weights_say() {
    shares(
        "ada.role",
        &[],
        &[("soldier", 5.0), ("deserter", 1.0), ("civilian", 4.0)],
    );
    // Where nothing is said all weigh the same, and what weighs nothing is never taken.
    shares(
        "ada.mood",
        &[],
        &[("merry", 1.0), ("grim", 1.0), ("calm", 1.0)],
    );
    shares("ada.fate", &[], &[("ever", 1.0)]);
    shares("ada.brave", &[], &[("true", 1.0), ("false", 1.0)]);
    shares(
        "ada.friend",
        &[],
        &[("ada", 1.0), ("ben", 1.0), ("cal", 1.0)],
    );
    let texts = ["One.", "Two.", "Three.", "Four."].map(|text| (text, 1.0));
    shares("ada.oath", &[], &texts);
    shares("ada.song", &[], &[("Ada sings.", 1.0), ("Ben sings.", 1.0)]);
}

/// What a rule leaves is weighed as before; a tendency takes its share, and something soft is broken only where
/// nothing else is left.
#[test]
fn what_is_left_keeps_its_weights() {
    let lay = |formula: &str, strength: &str| {
        format!(r#"{{"author":{{"constrain":"{formula}","strength":{strength}}}}}"#)
    };
    let strict = lay("ada.role != soldier", r#""strict""#);
    shares(
        "ada.role",
        &[&strict],
        &[("deserter", 1.0), ("civilian", 4.0)],
    );
    for (weight, of_low) in [("0.5", 0.5), ("0.9", 0.1), ("0.25", 0.75)] {
        let leans = lay(
            "ada.rank == high",
            &format!(r#""tendency","weight":{weight}"#),
        );
        shares("ada.rank", &[&leans], &[("low", of_low), ("high", 1.0)]);
    }
    let soft = lay("ada.luck == good", r#""soft","weight":0.5"#);
    shares("ada.luck", &[&soft], &[("good", 1.0)]);
    let soft = lay("ada.role == deserter", r#""soft","weight":0.5"#);
    let strict = lay("ada.role != deserter", r#""strict""#);
    shares(
        "ada.role",
        &[&soft, &strict],
        &[("soldier", 5.0), ("civilian", 4.0)],
    );
}

/// Numbers lie all over their range, and each element belongs to half of the sets.
#[test]
fn numbers_and_sets_are_spread() {
    let ages = made("ada.age", &[]);
    for fifth in 0..5 {
        let within = |age: &String| {
            let age: u64 = age.parse().expect("a number");
            (age - 1) / 20 == fifth
        };
        let count: u64 = ages
            .iter()
            .filter(|(age, _)| within(age))
            .map(|(_, count)| count)
            .sum();
        assert!((33..=87).contains(&count), "{fifth}: {count} of {ages:?}");
    }
    let sets = made("ada.seen", &[]);
    for element in ["ada", "ben", "cal"] {
        let with: u64 = sets
            .iter()
            .filter(|(set, _)| set.contains(element))
            .map(|(_, count)| count)
            .sum();
        assert!((116..=184).contains(&with), "{element}: {with} of {sets:?}");
    }
    assert_eq!(sets.len(), 8, "{sets:?}");
}
