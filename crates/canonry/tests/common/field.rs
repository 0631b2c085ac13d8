//! The field of generated projects: relations, rules, propagation, scenes, and what people say of each other.
//! Projects without it refuse these inputs, which they must survive as well.

use super::super::rng::Rng;
use engine::event::{Reinterpretation, Strength};
use engine::graph::Force;
use engine::input::{Assertion, AuthorCommand, Input, Look, Raw, Tell, Trigger, TriggerKind};
use engine::item::Count;
use engine::project::{Depth, Register};
use engine::state::State;
use logic::value::Name;
use std::collections::BTreeMap;

const WORLD: &str = "
sorts: { clerk: { is: [character] } }
attributes:
  clerk:
    grudge: { type: enum, values: [none, old] }
    wary: { type: enum, values: [no, rather, very], generate: { prompt: 'How wary?' } }
    keys: { type: set, sort: town }
    shift: { type: enum, values: [day, night] }
    bag: { type: list, of: enum, values: [key, lamp, coin], max_items: 2, observed_by: [dialogue, combat], generate: {} }
entities:
  ben: { sort: clerk, name: Ben }
  cora: { sort: clerk, name: Cora }
  dora: { sort: clerk, name: Dora }
testimony: { shift: { knows: 'shift(X) == shift(X)' } }
scene: { interlocutor: ben, time: noon }
scene_changes: { lobby: { event: LOBBY, set: { place: lyon, present: [cora] } } }
relations:
  - { from: ben, to: cora, kind: social/friendship, force: 0.8 }
  - { from: cora, to: dora, kind: social/friendship, force: 0.4 }
";

/// Each is there or not.
const RULES: [&str; 3] = [
    "alike: { is: 'forall X in clerk: forall Y in clerk: linked_secret(X, Y) => grudge(X) == grudge(Y)', because: they share it }",
    "lamp: 'forall X in clerk: shift(X) == night => lamp in bag(X)'",
    "careful: 'forall X in clerk: grudge(X) == old => wary(X) != no'",
];
const SPREADS: [&str; 6] = [
    "bond: { priority: 3, when: { attribute: grudge }, to: { relations: social/friendship }, then: { relate: conceptual/linked_secret } }",
    "key: { priority: 2, when: { attribute: grudge }, to: cora, then: { constrain: 'lyon in keys(Y)' } }",
    "cool: { when: { attribute: grudge }, to: { relations: social/friendship }, then: { force: x0.5 } }",
    "proof: { when: { attribute: grudge }, to: cora, then: { reinforce: wary, weight: 0.4 } }",
    "think: { when: { attribute: grudge }, to: cora, then: { recheck: wary } }",
    "whisper: { when: { attribute: grudge }, to: itself, then: { raise: whisper } }",
];

pub fn source(rng: &mut Rng) -> String {
    let mut source = WORLD.to_owned();
    for (key, lines) in [("rules", &RULES[..]), ("propagation", &SPREADS[..])] {
        let chosen: Vec<&str> = lines.iter().copied().filter(|_| !rng.one_in(4)).collect();
        if !chosen.is_empty() {
            source.push_str(&format!("{key}:\n"));
        }
        for line in chosen {
            source.push_str(&format!("  {line}\n"));
        }
    }
    source
}

const PEOPLE: [&str; 3] = ["ben", "cora", "dora"];
/// Some of it more often, so that people contradict each other.
const SAID: [&str; 8] = [
    "cora.shift == night",
    "cora.shift == night",
    "cora.shift == night",
    "cora.shift == day",
    "cora.wary == very",
    "dora.wary != no",
    "dora.grudge == old",
    "nobody.wary == no",
];

pub fn input(rng: &mut Rng) -> Input {
    let person = Name::from(*rng.pick(&PEOPLE));
    let number = Count(rng.below(40) as u64);
    match rng.below(18) {
        0..=4 => Input::Assert(Assertion {
            values: BTreeMap::from([fact(rng)]),
            source: None,
            version: None,
        }),
        5..=7 => Input::Tell(Tell {
            rumour: rng.one_in(3),
            by: (!rng.one_in(4)).then_some(person),
            said: (*rng.pick(&SAID)).to_owned(),
        }),
        8 => Input::Event(Name::from("LOBBY")),
        9 => Input::ObserveWith(Box::new(Look {
            depth: rng.one_in(2).then_some(Depth::Detailed),
            register: rng.one_in(2).then_some(Register::Dark),
            partial: rng.one_in(2).then_some(true),
            trigger: trigger(number.0),
            ..Look::at(
                rng.pick(&["cora.wary", "dora.bag", "ben.grudge", "ben.bag"])
                    .parse()
                    .expect("a cell"),
            )
        })),
        10 | 11 => Input::Author(AuthorCommand::Constrain {
            because: rng.one_in(2).then(|| "so it is".to_owned()),
            formula: (*rng.pick(&SAID)).to_owned(),
            strength: *rng.pick(&[
                Strength::Strict,
                Strength::Strict,
                Strength::Soft(Force::MIDDLE),
                Strength::Tendency(Force::MIDDLE),
            ]),
        }),
        12 => Input::Author(AuthorCommand::Lift {
            because: "a guess".to_owned(),
            constraint: number,
        }),
        13 if rng.one_in(2) => Input::Author(AuthorCommand::Confirm { testimony: number }),
        13..=16 => Input::Author(AuthorCommand::Settle {
            because: "I say so".to_owned(),
            incoherence: number,
            kind: rng.one_in(2).then_some(Reinterpretation::Lie),
            yields: rng.one_in(2).then_some(number),
        }),
        _ => Input::Author(AuthorCommand::Merge {
            because: rng.one_in(2).then(|| "one person".to_owned()),
            gone: Name::from(*rng.pick(&["dora", "cora", "nobody"])),
            kept: person,
        }),
    }
}

/// What made somebody look: each kind, alone and with all of its data, and often nothing that is known.
fn trigger(number: u64) -> Option<Trigger> {
    let which = usize::try_from(number / 3).ok()?;
    let (_, kind) = TriggerKind::NAMES[which % TriggerKind::NAMES.len()];
    match number % 3 {
        0 => None,
        1 => Some(Trigger::plain(kind)),
        _ => Some(Trigger {
            kind,
            of: Some(Name::from("cora")),
            words: kind.words().map(|key| format!("a « {key} »\n{number}")),
        }),
    }
}

fn fact(rng: &mut Rng) -> (String, Raw) {
    let person = rng.pick(&["ben", "cora", "cora", "dora"]);
    let (attribute, value) = *rng.pick(&[
        ("grudge", "old"),
        ("grudge", "none"),
        ("shift", "day"),
        ("shift", "day"),
        ("shift", "day"),
        ("shift", "night"),
        ("wary", "no"),
        ("wary", "very"),
        ("wary", "sometimes"),
    ]);
    (format!("{person}.{attribute}"), Raw::Text(value.to_owned()))
}

/// The input with the number of an entry that is there, where it calls one: the constraint, testimony or
/// incoherence whose turn it is.
pub fn resolved(input: &Input, state: &State) -> Input {
    fn one_of(all: impl Iterator<Item = u64>, which: Count) -> Count {
        let all: Vec<u64> = all.collect();
        match usize::try_from(which.0).ok().filter(|_| !all.is_empty()) {
            Some(which) => Count(all[which % all.len()]),
            None => which,
        }
    }
    let standing = || {
        state
            .constraints
            .iter()
            .filter(|(_, known)| known.lifted.is_none())
    };
    let testimonies = || state.testimonies.iter().map(|(seq, _)| *seq);
    match input.clone() {
        Input::Author(AuthorCommand::Lift {
            because,
            constraint,
        }) => Input::Author(AuthorCommand::Lift {
            because,
            constraint: one_of(standing().map(|(seq, _)| *seq), constraint),
        }),
        Input::Author(AuthorCommand::Confirm { testimony }) => {
            Input::Author(AuthorCommand::Confirm {
                testimony: one_of(testimonies(), testimony),
            })
        }
        Input::Author(AuthorCommand::Settle {
            because,
            incoherence,
            kind,
            yields,
        }) => Input::Author(AuthorCommand::Settle {
            because,
            incoherence: one_of(state.open_incoherences().map(|(seq, _)| seq), incoherence),
            kind,
            yields: yields.map(|yields| one_of(testimonies(), yields)),
        }),
        other => other,
    }
}

/// Whether an input calls an entry by its number, or makes one that replies call so: a longer history numbers
/// them otherwise.
#[allow(
    dead_code,
    reason = "only the laws compare histories of different lengths"
)]
pub fn is_numbered(input: &Input) -> bool {
    match input {
        Input::Tell(_) => true,
        Input::Author(command) => !matches!(
            command,
            AuthorCommand::Assert(_) | AuthorCommand::Alias { .. }
        ),
        _ => false,
    }
}
