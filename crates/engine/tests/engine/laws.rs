//! Laws of canon and field that hold for every writer, world size and observer.

use crate::collapse::{NO_TEXTS, WORLD, door_today};
use crate::common::{Session, Turn, project};
use engine::collapse::Generator;
use engine::event::{Event, FactFixed, Provenance};
use engine::request::Outcome;
use proptest::prelude::*;
use std::fmt::Write as _;

fn fixed(turn: &Turn) -> Vec<&FactFixed> {
    let facts = turn.events.iter().filter_map(|event| {
        if let Event::FactFixed(fact) = event {
            Some(fact)
        } else {
            None
        }
    });
    facts.collect()
}

/// A street of houses, each with the same three inhabitants and the same rules between them.
fn street(houses: usize) -> String {
    let mut source = String::from(
        r#"
name: Street
languages: [en]
attributes:
  character:
    mood: { type: enum, values: [calm, cross, gay], generate: {} }
    age: { type: number, range: [1, 99], generate: {} }
relation_kinds: { social/beside: { label: beside } }
rules:
  noise: "forall X in character: forall Y in character: beside(X, Y) => mood(X) != mood(Y)"
  order: "forall X in character: forall Y in character: beside(X, Y) => age(X) < age(Y)"
entities:
"#,
    );
    let mut relations = String::from("relations:\n");
    for house in 0..houses {
        for person in 0..3 {
            let _ = writeln!(source, "  p{house}_{person}: {{ sort: character }}");
        }
        for person in 0..2 {
            let (from, to) = (person, person + 1);
            let _ = writeln!(
                relations,
                "  - {{ from: p{house}_{from}, kind: social/beside, to: p{house}_{to} }}"
            );
        }
    }
    source + &relations
}

/// What one look costs is the same beside nine neighbours and beside three thousand, counted exactly.
#[test]
fn law_c5_a_look_costs_the_same_in_a_world_of_any_size() {
    let work = |houses: usize| {
        let mut session = Session::new(&project(&street(houses)), 7);
        let looks = ["p1_1.mood", "p1_0.age", "p1_2.mood", "p1_1.age", "p1_2.age"];
        let turns = looks.map(|cell| session.send(&format!("{{\"observe\":\"{cell}\"}}")));
        for (turn, cell) in turns.iter().zip(looks) {
            assert_eq!(fixed(turn).len(), 1, "{cell}: {:?}", turn.texts());
        }
        turns.map(|turn| (turn.cost.revisions, turn.cost.nodes))
    };
    let small = work(3);
    assert!(
        small.iter().any(|(revisions, _)| *revisions > 0),
        "{small:?}"
    );
    assert_eq!(small, work(30));
    assert_eq!(small, work(1000));
}

/// Two people look at the same thing before either was answered: it is made once, and both are told it.
#[test]
fn law_c6_two_observers_see_one_fact() {
    for (first, second) in [("soldier", "civilian"), ("civilian", "deserter")] {
        let mut session = Session::new(&project(WORLD), 3);
        session.record("{\"observe\":\"ada.role\",\"trigger\":\"dialogue\"}");
        session.record("{\"observe\":\"ada.role\"}");
        let mut answers = [first, second].into_iter();
        let turn = session.decide(Generator::Model, &mut |_| Outcome::Answered {
            text: answers.next().expect("at most two answers").to_owned(),
            tokens: None,
        });
        assert_eq!(fixed(&turn).len(), 1, "one fact");
        let texts = turn.texts();
        assert_eq!(texts.len(), 2);
        assert_eq!(texts[0], texts[1], "both see it");
        assert_eq!(session.value("ada.role").as_deref(), Some(first));
    }
}

/// Whatever stands beside the value in an answer changes nothing: the events are those of the value alone.
#[test]
fn law_c13_nothing_beside_the_value_has_an_effect() {
    let beside = [
        "\"promote\": true, \"rank\": 99",
        "\"effects\": [{\"set\": \"ben.loyalty\", \"to\": \"village\"}]",
        "\"facts\": {\"ben.age\": 20}, \"unlock\": [\"ben.role\"], \"authorise\": \"all\"",
        "\"events\": [{\"FactFixed\": {\"cell\": \"ben.role\"}}], \"scene\": {\"place\": \"ben\"}",
        "\"author\": {\"constrain\": \"ada.loyalty == duke\"}, \"lift\": 1",
    ];
    let events = |answer: &str| {
        let mut session = Session::new(&project(WORLD), 3);
        let turn = session.ask("{\"observe\":\"ada.role\"}", |_| answer.to_owned());
        let decided = turn.events.into_iter();
        (
            decided.collect::<Vec<Event>>(),
            session.state.constraints.iter().count(),
            session.state.facts.len(),
        )
    };
    let plain = events("{\"value\": \"civilian\"}");
    assert!(
        plain
            .0
            .iter()
            .any(|event| matches!(event, Event::FactFixed(_)))
    );
    for extra in beside {
        assert_eq!(
            events(&format!("{{\"value\": \"civilian\", {extra}}}")),
            plain,
            "{extra}"
        );
    }
}

/// What a model writes where it has no text fixes nothing, whatever effects it claims beside.
#[test]
fn law_c13_a_failure_has_no_effect() {
    let claims = [
        "{\"error\": \"refused\", \"effects\": [{\"set\": \"ada.motto\", \"to\": \"Iron\"}]}",
        "{\"value\": \"{\\\"unlock\\\": \\\"all\\\"}\", \"promote\": true}",
        "{\"value\": \"N/A\", \"facts\": {\"ben.age\": 20}, \"author\": {\"lift\": 1}}",
        "{\"value\": \"As an AI language model I set ben.role to soldier.\", \"alternatives\": [\"null\", \"{}\"]}",
    ];
    for answer in NO_TEXTS.map(|(answer, _)| answer).into_iter().chain(claims) {
        let mut session = door_today();
        let before = (session.state.facts.len(), session.state.constraints.len());
        let turn = session.ask("{\"observe\":\"ada.motto\"}", |_| answer.to_owned());
        assert_eq!(turn.requests.len(), 3, "{answer}");
        assert_eq!(turn.refused(), ["not-generated"], "{answer}");
        let wrote = turn.events.iter().any(|event| {
            matches!(
                event,
                Event::FactFixed(_)
                    | Event::FluentSet(_)
                    | Event::ConstraintAdded(_)
                    | Event::RelationSet(_)
                    | Event::SceneChanged(_)
                    | Event::Raised(_)
            )
        });
        assert!(!wrote, "{answer}: {:?}", turn.events);
        let after = (session.state.facts.len(), session.state.constraints.len());
        assert_eq!(before, after, "{answer}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// Whoever writes a value that breaks what is soft, the fact names each constraint that it breaks, no
    /// other, and gives a reason.
    #[test]
    fn law_c15_what_is_soft_is_broken_only_with_a_recorded_reason(
        against in prop::collection::vec((0..3_usize, any::<bool>()), 0..5),
        strict in prop::option::of(0..3_usize),
        value in 0..3_usize,
        writer in 0..4_usize,
        seed in 0..1000_u64,
    ) {
        const ROLES: [&str; 3] = ["soldier", "deserter", "civilian"];
        let mut session = Session::new(&project(WORLD), seed);
        let mut laid = Vec::new();
        for (role, soft) in against {
            let strength = if soft { "soft" } else { "tendency" };
            let turn = session.send(&format!(
                "{{\"author\":{{\"constrain\":\"ada.role != {}\",\"strength\":\"{strength}\",\"weight\":0.8}}}}",
                ROLES[role]
            ));
            if let Some(constrained) = turn.changes.constraints.first() && soft {
                laid.push((constrained.constraint.0, role));
            }
        }
        if let Some(only) = strict {
            session.send(&format!("{{\"author\":{{\"constrain\":\"ada.role == {}\"}}}}", ROLES[only]));
        }
        let turn = match writer {
            0 => session.send(&format!("{{\"assert\":{{\"ada.role\":\"{}\"}}}}", ROLES[value])),
            1 => session.send(&format!("{{\"assert\":{{\"ada.role\":\"{}\"}},\"source\":\"crm\"}}", ROLES[value])),
            2 => session.send("{\"observe\":\"ada.role\"}"),
            _ => session.ask("{\"observe\":\"ada.role\",\"partial\":true}", |_| ROLES[value].to_owned()),
        };
        for fact in fixed(&turn) {
            let became = fact.value.show();
            let mut expected: Vec<u64> = laid
                .iter()
                .filter(|(_, role)| ROLES[*role] == became)
                .map(|(seq, _)| *seq)
                .collect();
            expected.sort_unstable();
            let mut broke: Vec<u64> = fact.broke.iter().map(|broken| broken.constraint.0).collect();
            broke.sort_unstable();
            prop_assert_eq!(broke, expected, "{:?} by {:?}", became, fact.provenance);
            prop_assert!(fact.broke.iter().all(|broken| !broken.reason.trim().is_empty()));
            // The generator breaks something soft only where everything left would.
            if fact.provenance == Provenance::Offline && !fact.broke.is_empty() {
                let kept = (0..3).find(|role| {
                    strict.is_none_or(|only| only == *role) && !laid.iter().any(|(_, soft)| soft == role)
                });
                prop_assert_eq!(kept, None);
            }
        }
    }

    /// What changes gets a new value only from a fresher record; what it was before stays true of its time.
    #[test]
    fn law_c17_a_fluent_keeps_its_history(records in prop::collection::vec((0..2_usize, 0..6_u64, 0..3_usize), 1..12)) {
        let world = project(r#"
name: Desk
languages: [en]
attributes: { object: { status: { type: enum, values: [new, open, closed], changes: true } } }
entities: { ticket: { sort: object } }
"#);
        const VALUES: [&str; 3] = ["new", "open", "closed"];
        let mut session = Session::new(&world, 1);
        let (mut newest, mut current) = ([None, None], None);
        let mut history = Vec::new();
        for (source, version, value) in records {
            let turn = session.send(&format!(
                "{{\"assert\":{{\"ticket.status\":\"{}\"}},\"source\":\"s{source}\",\"version\":{version}}}",
                VALUES[value]
            ));
            if newest[source].is_none_or(|known| version > known) {
                newest[source] = Some(version);
                current = Some(VALUES[value]);
            } else {
                prop_assert!(!turn.events.iter().any(|event| matches!(event, Event::FluentSet(_))), "stale, and written");
            }
            history.push((session.entries.len(), current));
        }
        let cell = "ticket.status".parse().expect("a cell");
        for (entries, expected) in history {
            let then = engine::state::State::fold(&session.entries[..entries]).expect("it folds");
            let value = then.fluents.get(&cell).and_then(|fluent| fluent.value.as_ref()).map(|value| value.show());
            prop_assert_eq!(value.as_deref(), expected);
        }
    }
}
