//! Propagation rules: every trigger with every action and every target, and the order of paths.

use crate::common::{Session, project};
use engine::event::{Event, Strength};
use engine::graph::{Force, Graph};
use engine::project::Project;
use logic::value::Name;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A trigger, and a fact about somebody of whom it does not hold though everything else does.
const TRIGGERS: [(&str, &str, &str); 6] = [
    ("sort", "sort: smith", "ben.secret theft"),
    ("attribute", "attribute: secret", "ada.hair grey"),
    ("category", "category: shame", "ada.hair grey"),
    ("value", "value: 'secret(X) == theft'", "ada.secret none"),
    ("relation", "relation: social/hierarchy", "ben.secret theft"),
    ("fixed", "fixed: mood", "ben.secret theft"),
];

const ACTIONS: [(&str, &str); 6] = [
    ("constrain", "constrain: 'mood(Y) != glad'"),
    ("reinforce", "reinforce: mood, weight: 0.4"),
    ("force", "force: x0.5"),
    ("relate", "relate: social/enmity, weight: 0.3"),
    ("recheck", "recheck: mood"),
    ("raise", "raise: scandal"),
];

/// Somebody who is reached, with what the way leaves of a force in thousandths.
type Reach = (&'static str, u16);

/// A target, and whom it reaches from ada in their order.
const TARGETS: [(&str, &str, &[Reach]); 4] = [
    (
        "relations",
        "{ relations: social/friendship, force: 0.5 }",
        &[("ben", 800)],
    ),
    (
        "path",
        "{ path: social/*, force: 0.3, steps: 2 }",
        &[("ben", 800), ("cid", 400), ("dan", 350)],
    ),
    ("tag", "{ tag: near }", &[("ben", 1000), ("gus", 1000)]),
    ("entity", "{ entity: ben }", &[("ben", 1000)]),
];

fn world(when: &str, to: &str, then: &str) -> String {
    format!(
        "
edition: 2
sorts: {{ smith: {{ is: [character] }} }}
attributes:
  character:
    secret: {{ type: enum, values: [theft, none], category: shame }}
    mood: {{ type: enum, values: [glad, sad, calm] }}
    hair: {{ type: enum, values: [grey, red], category: looks }}
entities:
  ada: {{ sort: smith, tags: [near], facts: {{ mood: calm }} }}
  ben: {{ sort: character, tags: [near] }}
  cid: {{ sort: character }}
  dan: {{ sort: character }}
  far: {{ sort: character }}
  gus: {{ sort: character, tags: [near] }}
  sir: {{ sort: character }}
relations:
  - {{ from: ada, to: ben, kind: social/friendship, force: 0.8 }}
  - {{ from: ada, to: dan, kind: social/friendship, force: 0.35 }}
  - {{ from: sir, to: ada, kind: social/hierarchy, force: 0.2 }}
  - {{ from: ben, to: cid, kind: social/professional, force: 0.5 }}
  - {{ from: cid, to: far, kind: social/friendship, force: 0.9 }}
propagation:
  rule: {{ when: {{ {when} }}, to: {to}, then: {{ {then} }} }}
"
    )
}

/// What a propagation rule did, to whom.
fn followed(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| match event {
        Event::ConstraintAdded(added) => Some(format!(
            "{} {:?}: {}",
            added.cell, added.strength, added.formula
        )),
        Event::Reinforced(reinforced) => Some(format!(
            "{} by {} {}",
            reinforced.cell,
            reinforced.from,
            reinforced.weight.thousandths()
        )),
        Event::RelationSet(set) => Some(format!(
            "{} {} {} {}",
            set.from,
            set.kind,
            set.to,
            set.force.thousandths()
        )),
        Event::Marked(marked) => Some(format!("{} again", marked.cell)),
        Event::Raised(raised) => Some(format!("{} {:?}", raised.name, raised.about)),
        Event::SessionStarted(_)
        | Event::ProjectMoved(_)
        | Event::InputRecorded(_)
        | Event::Heard(_)
        | Event::FactFixed(_)
        | Event::FluentSet(_)
        | Event::ConstraintLifted(_)
        | Event::Testified(_)
        | Event::Reinterpreted(_)
        | Event::SceneChanged(_)
        | Event::AliasLearned(_)
        | Event::EntitiesMerged(_)
        | Event::IncoherenceSettled(_)
        | Event::ObligationOpened(_)
        | Event::AnswerAccepted(_)
        | Event::AnswerRefused(_)
        | Event::ObligationClosed(_)
        | Event::Reopened(_)
        | Event::Cleared(_)
        | Event::FlowEnded(_)
        | Event::Said(_)
        | Event::TurnEnded(_)
        | Event::TurnFailed(_)
        | Event::Erased(_) => None,
    };
    events.iter().filter_map(line).collect()
}

/// What an action does to somebody whom ada reaches in this way; nothing where there is nothing to do.
fn expected(action: &str, target: &str, (entity, left): Reach) -> Option<String> {
    let scaled = |weight: u32| weight * u32::from(left) / 1000;
    Some(match action {
        "constrain" => {
            let strength = match target {
                "relations" | "path" => Strength::Soft(Force::of_thousandths(left)),
                _ => Strength::Strict,
            };
            format!("{entity}.mood {strength:?}: {entity}.mood != glad")
        }
        "reinforce" => format!("{entity}.mood by ada.secret {}", scaled(400)),
        // Only where the two are related is there a force to change.
        "force" => match entity {
            "ben" => "ada social/friendship ben 400".to_owned(),
            "dan" => "ada social/friendship dan 175".to_owned(),
            _ => return None,
        },
        "relate" => format!("ada social/enmity {entity} 300"),
        "recheck" => format!("{entity}.mood again"),
        _ => format!("scandal {:?}", [Name::from("ada"), Name::from(entity)]),
    })
}

/// Six triggers, six actions, four targets: each combination does what it should to everybody whom it should
/// reach and to nobody else, and nothing at all where its trigger does not hold.
#[test]
fn every_trigger_action_and_target_works() {
    let mut worked = 0;
    for (trigger, when, quiet) in TRIGGERS {
        for (action, then) in ACTIONS {
            for (target, to, reached) in TARGETS {
                let case = format!("{trigger} x {action} x {target}");
                let project = project(&world(when, to, then));
                let after = |fact: &str| {
                    let (cell, value) = fact.split_once(' ').expect("a cell and its value");
                    let mut session = Session::new(&project, 1);
                    let turn = session.send(&format!(r#"{{"assert":{{"{cell}":"{value}"}}}}"#));
                    assert!(turn.refused().is_empty(), "{case}: {:?}", turn.refused());
                    assert_eq!(turn.changes.fixed.len(), 1, "{case}");
                    followed(&turn.events)
                };
                let wanted = reached.iter();
                let wanted: Vec<String> = wanted
                    .filter_map(|reached| expected(action, target, *reached))
                    .collect();
                assert_eq!(after("ada.secret theft"), wanted, "{case}");
                assert_eq!(after(quiet), [""; 0], "{case}, quiet");
                worked += 1;
            }
        }
    }
    assert_eq!(worked, 6 * 6 * 4);
}

/// Along a relation a constraint is soft and as strong as its path, from a fact it is strict; an author may
/// say otherwise.
#[test]
fn strengths_follow_where_a_constraint_comes_from() {
    let strength = |to: &str, then: &str| {
        let project = project(&world("attribute: secret", to, then));
        let mut session = Session::new(&project, 1);
        let turn = session.send("{\"assert\":{\"ada.secret\":\"theft\"}}");
        let found = turn.events.iter().filter_map(|event| match event {
            Event::ConstraintAdded(added) => Some((added.cell.to_string(), added.strength)),
            Event::SessionStarted(_)
            | Event::ProjectMoved(_)
            | Event::InputRecorded(_)
            | Event::Heard(_)
            | Event::FactFixed(_)
            | Event::FluentSet(_)
            | Event::ConstraintLifted(_)
            | Event::Testified(_)
            | Event::Reinterpreted(_)
            | Event::RelationSet(_)
            | Event::Reinforced(_)
            | Event::Marked(_)
            | Event::Raised(_)
            | Event::SceneChanged(_)
            | Event::AliasLearned(_)
            | Event::EntitiesMerged(_)
            | Event::IncoherenceSettled(_)
            | Event::ObligationOpened(_)
            | Event::AnswerAccepted(_)
            | Event::AnswerRefused(_)
            | Event::ObligationClosed(_)
            | Event::Reopened(_)
            | Event::Cleared(_)
            | Event::FlowEnded(_)
            | Event::Said(_)
            | Event::TurnEnded(_)
            | Event::TurnFailed(_)
            | Event::Erased(_) => None,
        });
        found.collect::<Vec<_>>()
    };
    let force = |thousandths: u16| Strength::Soft(Force::of_thousandths(thousandths));
    let plain = "constrain: 'mood(Y) != glad'";
    assert_eq!(
        strength("{ path: social/*, force: 0.3, steps: 2 }", plain),
        [
            ("ben.mood".to_owned(), force(800)),
            ("cid.mood".to_owned(), force(400)),
            ("dan.mood".to_owned(), force(350))
        ]
    );
    assert_eq!(
        strength("ben", plain),
        [("ben.mood".to_owned(), Strength::Strict)]
    );
    assert_eq!(
        strength(
            "{ relations: social/*, force: 0.5 }",
            "constrain: 'mood(Y) != glad', strength: strict"
        ),
        [("ben.mood".to_owned(), Strength::Strict)]
    );
    assert_eq!(
        strength(
            "ben",
            "constrain: 'mood(Y) != glad', strength: tendency, weight: 0.2"
        ),
        [(
            "ben.mood".to_owned(),
            Strength::Tendency(Force::of_thousandths(200))
        )]
    );
}

/// A strict consequence is tried before the fact is written: where it cannot hold, the fact is refused,
/// whichever of the two came first.
#[test]
fn law_c3_consequences_are_tried_before_the_commit() {
    let project = project(&world(
        "attribute: secret",
        "ben",
        "constrain: 'secret(X) == theft => mood(Y) != glad'",
    ));
    for first in [true, false] {
        let mut session = Session::new(&project, 1);
        let lines = [
            "{\"assert\":{\"ben.mood\":\"glad\"}}",
            "{\"assert\":{\"ada.secret\":\"theft\"}}",
        ];
        let order = if first { [0, 1] } else { [1, 0] };
        assert!(session.send(lines[order[0]]).refused().is_empty());
        let turn = session.send(lines[order[1]]);
        assert_eq!(turn.refused(), ["impossible"], "{first}");
        assert!(turn.changes.fixed.is_empty());
        assert!(followed(&turn.events).is_empty());
    }
}

/// What is reinforced weighs more, and what is marked is chosen anew and said to whoever is asked: with every trigger
/// and every target, for whoever is reached and for nobody else.
#[test]
fn reinforcing_and_marking_decide() {
    let moods = |project: &Arc<Project>, entity: &str, fact: &str| -> Vec<String> {
        let (cell, value) = fact.split_once(' ').expect("a cell and its value");
        let mood = |seed: u64| {
            let mut session = Session::new(project, seed);
            for who in ["ben", "cid", "dan", "far", "gus"] {
                let leaning = format!(
                    r#"{{"author":{{"constrain":"{who}.mood != glad","strength":"tendency","weight":0.2}}}}"#
                );
                assert_eq!(session.send(&leaning).refused(), [""; 0]);
            }
            session.send(&format!(r#"{{"assert":{{"{cell}":"{value}"}}}}"#));
            session.send(&format!(r#"{{"observe":"{entity}.mood"}}"#));
            session.value(&format!("{entity}.mood")).expect("a mood")
        };
        (0..60).map(mood).collect()
    };
    let glad = |moods: &[String]| moods.iter().filter(|mood| *mood == "glad").count();
    for (trigger, when, quiet) in TRIGGERS {
        for (target, to, reached) in TARGETS {
            let case = format!("{trigger} x {target}");
            let today = |then: &str| {
                let world = world(when, to, then).replace("edition: 2", "edition: 10");
                project(&world.replace(
                    "values: [glad, sad, calm] }",
                    "values: [glad, sad, calm], generate: {} }",
                ))
            };
            let (none, more, again) = (
                today("raise: scandal"),
                today("reinforce: mood, weight: 1"),
                today("recheck: mood"),
            );
            let (reached, _) = reached[0];
            let before = moods(&none, reached, "ada.secret theft");
            let reinforced = moods(&more, reached, "ada.secret theft");
            assert!(
                glad(&reinforced) * 2 < glad(&before),
                "{case}: {} {}",
                glad(&reinforced),
                glad(&before)
            );
            let marked = moods(&again, reached, "ada.secret theft");
            assert_ne!(marked, before, "{case}");
            // Whoever is not reached, and where the trigger does not hold, chooses as ever.
            for rules in [&more, &again] {
                assert_eq!(
                    moods(rules, "far", "ada.secret theft"),
                    moods(&none, "far", "ada.secret theft"),
                    "{case}"
                );
                assert_eq!(
                    moods(rules, "far", quiet),
                    moods(&none, "far", quiet),
                    "{case}, quiet"
                );
            }
        }
    }
}

/// Whoever is asked is told how strong something is by now, and that a cell is to be thought over.
#[test]
fn a_request_tells_what_is_reinforced_and_marked() {
    let asked = |then: &str| {
        let world = world("attribute: secret", "ben", then).replace("edition: 2", "edition: 10");
        let world = world.replace(
            "values: [glad, sad, calm] }",
            "values: [glad, sad, calm], generate: {} }",
        );
        let mut session = Session::new(&project(&world), 1);
        session
            .send(r#"{"author":{"constrain":"ben.mood != glad","strength":"soft","weight":0.2}}"#);
        session.send(r#"{"assert":{"ada.secret":"theft"}}"#);
        let turn = session.ask(r#"{"observe":"ben.mood"}"#, |_| {
            r#"{"value":"sad","reasoning":"r","confidence":1}"#.to_owned()
        });
        turn.requests[0].prompt.user.clone()
    };
    let told = asked("reinforce: mood, weight: 0.5");
    assert!(told.contains("0.6): ben.mood != glad"), "{told}");
    let told = asked("recheck: mood");
    assert!(told.contains("to be thought over anew: rule"), "{told}");
}

/// A weak way that is found first never hides a stronger one, and the order of relations does not matter.
#[test]
fn law_c11_the_strongest_path_counts() {
    let world = |order: [usize; 4]| {
        let relations = [
            "{ from: a, to: d, kind: social/friendship, force: 0.2 }",
            "{ from: a, to: b, kind: social/friendship, force: 0.9 }",
            "{ from: b, to: c, kind: social/friendship, force: 0.9 }",
            "{ from: c, to: d, kind: social/friendship, force: 0.9 }",
        ];
        let list: String = order
            .iter()
            .map(|at| format!("  - {}\n", relations[*at]))
            .collect();
        let entities = "entities: { a: { sort: character }, b: { sort: character }, c: { sort: character }, d: { sort: character } }";
        project(&format!("{entities}\nrelations:\n{list}"))
    };
    let mut seen = BTreeSet::new();
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2]] {
        let project = world(order);
        let graph = Graph {
            base: &project.relations,
            own: &project.relations,
            merged: None,
        };
        let all: Vec<String> = vec!["social/*".to_owned()];
        let least = Force::of_thousandths(100);
        let reached = graph.reached("a", &all, least, 3);
        seen.insert(format!("{reached:?}"));
        let names: Vec<&str> = reached
            .iter()
            .map(|reached| reached.entity.as_str())
            .collect();
        assert_eq!(names, ["b", "c", "d"]);
        assert_eq!(reached[2].millionths, 729_000, "over b and c");
        // With two steps the strong way is too long, and the weak one counts.
        let near = graph.reached("a", &all, least, 2);
        let weak = near
            .iter()
            .find(|reached| &*reached.entity == "d")
            .map(|reached| reached.millionths);
        assert_eq!(weak, Some(200_000));
        assert!(
            graph
                .reached("a", &all, Force::of_thousandths(750), 3)
                .iter()
                .all(|reached| &*reached.entity != "d")
        );
    }
    assert_eq!(seen.len(), 1);
}

/// A relation that a session makes brings the world's rules with it.
#[test]
fn a_new_relation_makes_rules_apply() {
    let project = project(
        "
edition: 2
attributes:
  character:
    friend: { type: ref, sort: character }
    mood: { type: enum, values: [glad, sad] }
entities: { ada: { sort: character }, ben: { sort: character }, cid: { sort: character } }
rules:
  alike: 'forall X in character: forall Y in character: friendship(X, Y) => mood(X) == mood(Y)'
  chain: 'forall X in character: forall Y in character: forall Z in character: friendship(X, Y) and romance(Y, Z) => mood(X) != mood(Z)'
propagation:
  befriended: { when: { attribute: friend }, to: { reference: friend }, then: { relate: social/friendship } }
  loved: { when: { attribute: mood }, to: cid, then: { relate: social/romance } }
",
    );
    let mut session = Session::new(&project, 1);
    session.send("{\"assert\":{\"ada.friend\":\"ben\"}}");
    assert!(
        session
            .send("{\"assert\":{\"ben.mood\":\"glad\"}}")
            .refused()
            .is_empty()
    );
    assert_eq!(
        session
            .send("{\"assert\":{\"ada.mood\":\"sad\"}}")
            .refused(),
        ["impossible"]
    );
    // ben loves cid now, and ada is his friend: two relations of the session, one rule.
    assert_eq!(
        session
            .send("{\"assert\":{\"cid.mood\":\"glad\"}}")
            .refused(),
        ["impossible"]
    );
    assert!(
        session
            .send("{\"assert\":{\"cid.mood\":\"sad\"}}")
            .refused()
            .is_empty()
    );
}

/// Whatever somebody's secret is, it saddens a friend: no secret goes with a friend who is glad.
const SADDENING: &str = "
attributes:
  character:
    secret: { type: enum, values: [theft, murder], generate: {} }
    mood: { type: enum, values: [glad, sad], generate: {} }
entities: { ada: { sort: character }, ben: { sort: character } }
relations: [ { from: ada, to: ben, kind: social/friendship, force: 0.9 } ]
propagation:
  sad:
    when: { attribute: secret }
    to: { relations: social/friendship }
    then: { constrain: 'mood(Y) == sad', strength: strict }
";

/// The engine's own values too come with everything that follows from them, or not at all.
#[test]
fn law_c3_nothing_that_follows_is_left_out() {
    // Before witnesses were closed, a value could leave nothing to others.
    let (now, before) = (
        project(&format!("edition: 11{SADDENING}")),
        project(&format!("edition: 8{SADDENING}")),
    );
    let (mut stood, mut refused) = (0, 0);
    for seed in 0..32 {
        let mut session = Session::new(&now, seed);
        let mood = session.send(r#"{"observe":"ben.mood"}"#).changes.fixed[0]
            .value
            .show();
        let turn = session.send(r#"{"observe":"ada.secret"}"#);
        if mood == "sad" {
            assert_eq!(turn.changes.fixed.len(), 1, "seed {seed}");
            // The other way round it is laid on what is open.
            let mut session = Session::new(&now, seed);
            let turn = session.send(r#"{"observe":"ada.secret"}"#);
            assert_eq!(followed(&turn.events).len(), 1, "seed {seed}");
            let turn = session.send(r#"{"observe":"ben.mood"}"#);
            assert_eq!(turn.changes.fixed[0].value.show(), "sad", "seed {seed}");
            stood += 1;
        } else {
            assert!(
                turn.changes.fixed.is_empty(),
                "seed {seed}: {mood} and a secret"
            );
            assert_eq!(turn.refused(), ["impossible"], "seed {seed}");
            // It can still be told of somebody whom nobody cares for.
            let turn = session.send(r#"{"observe":"ben.secret"}"#);
            assert_eq!(turn.changes.fixed.len(), 1, "seed {seed}");
            // A session that began earlier decides as it did.
            let mut session = Session::new(&before, seed);
            session.send(r#"{"observe":"ben.mood"}"#);
            let turn = session.send(r#"{"observe":"ada.secret"}"#);
            assert_eq!(turn.changes.fixed.len(), 1, "seed {seed}");
            refused += 1;
        }
    }
    assert!(stood > 5 && refused > 5, "{stood} stood, {refused} refused");
}

/// The constraints of a request that is refused are none of the session's.
#[test]
fn a_request_that_is_refused_leaves_none_of_its_constraints() {
    let project = project(&format!("edition: 11{SADDENING}"));
    let requests = [
        r#"{"observe":"ada.mood","constraints":["ada.mood != glad","ada.mood != sad"]}"#,
        r#"{"observe":"ben.mood","constraints":["ada.secret == theft","ben.mood == calm"]}"#,
        r#"{"observe":"ben.mood","constraints":["ada.secret == theft","ben.nothing == calm"]}"#,
    ];
    for request in requests {
        let mut session = Session::new(&project, 1);
        let turn = session.send(request);
        assert_eq!(turn.refused().len(), 1, "{request}");
        assert_eq!(followed(&turn.events), [""; 0], "{request}");
        for fact in [r#""ada.mood":"glad""#, r#""ada.secret":"murder""#] {
            let turn = session.send(&format!(r#"{{"assert":{{{fact}}}}}"#));
            assert_eq!(turn.changes.fixed.len(), 1, "{request}, then {fact}");
        }
    }
}
