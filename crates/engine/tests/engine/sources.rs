//! Where constraints come from, and how much they bind where nobody says otherwise. Nobody names a source: what lays a
//! constraint is its source.

use crate::common::{Session, Turn, project};
use engine::diagnostic::Diagnostic;
use engine::event::{ConstraintSource, Event, Reliability, Strength};
use engine::graph::Force;
use engine::input::Envelope;
use engine::item::Count;
use engine::project::{Files, compile};
use logic::value::{Cell, Name};
use std::collections::{BTreeMap, BTreeSet};

const WORLD: &str = "
edition: 13
languages: [en]
attributes:
  character:
    role: { type: enum, values: [guard, thief] }
    mood: { type: enum, values: [calm, cross, sad] }
    post: { type: enum, values: [gate, wall, none] }
    friend: { type: ref, sort: character }
rules:
  sworn: 'forall X in character: forall Y in character: linked_secret(X, Y) => mood(X) != sad or mood(Y) != sad'
entities:
  ada: { sort: character }
  ben: { sort: character, tags: [old] }
  cal: { sort: character }
  dora: { sort: character, facts: { friend: ben } }
relations:
  - { from: ada, to: ben, kind: social/friendship, force: 0.8 }
  - { from: ben, to: cal, kind: social/friendship, force: 0.5 }
testimony: { mood: { knows: 'mood(X) == mood(X)' } }
scene: { interlocutor: ada }
";

fn thousandths(of: u16) -> Force {
    Force::of_thousandths(of)
}

/// How much every kind of source binds by itself, and over relations whose way is so strong.
#[test]
fn each_source_binds_as_its_kind_says() {
    let said = |reliability| ConstraintSource::Said {
        by: Some(Name::from("ada")),
        reliability,
        testimony: Count(7),
    };
    let propagated = ConstraintSource::Propagated {
        from: Cell::new("ada", "role"),
        path: Vec::new(),
        rule: Name::from("r"),
    };
    let rule = ConstraintSource::Rule {
        rule: Name::from("r"),
    };
    let inferred = ConstraintSource::Inferred {
        confidence: thousandths(300),
    };
    let way = Some(thousandths(400));
    let (strict, half) = (Strength::Strict, Strength::Soft(thousandths(500)));
    let table = [
        (propagated.clone(), None, strict),
        (propagated, way, Strength::Soft(thousandths(400))),
        (rule, None, strict),
        (ConstraintSource::Author, None, strict),
        (ConstraintSource::Request, None, strict),
        (said(Reliability::Certain), None, strict),
        (said(Reliability::Testimony), None, strict),
        (said(Reliability::Confirmed), None, strict),
        (said(Reliability::Rumour), None, half),
        (inferred, None, Strength::Tendency(thousandths(300))),
    ];
    for (source, way, strength) in table {
        assert_eq!(source.strength(way), strength, "{source:?}");
    }
}

/// Of a turn: who laid what, and how much it binds.
fn laid(turn: &Turn) -> Vec<(&'static str, Strength)> {
    let added = turn.events.iter().filter_map(|event| match event {
        Event::ConstraintAdded(added) => Some(added),
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
    let kind = |source: &ConstraintSource| match source {
        ConstraintSource::Propagated { .. } => "propagation",
        ConstraintSource::Rule { .. } => "rule",
        ConstraintSource::Author => "author",
        ConstraintSource::Request => "request",
        ConstraintSource::Said { .. } => "said",
        ConstraintSource::Inferred { .. } => "inferred",
    };
    added
        .map(|added| (kind(&added.source), added.strength))
        .collect()
}

/// Every way to a constraint: written in a propagation rule, by an author, with a look, by what somebody says, by a
/// new relation; the strength that it has by itself, and that an author gives it.
#[test]
fn a_constraint_binds_as_where_it_comes_from_or_as_declared() {
    let strict = Strength::Strict;
    let soft = |of: u16| Strength::Soft(thousandths(of));
    let leans = |of: u16| Strength::Tendency(thousandths(of));
    let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut tried = 0;
    let mut check = |rules: &str, lines: &[&str], wanted: (&'static str, Strength)| {
        let source = format!("{WORLD}{rules}");
        let mut session = Session::new(&project(&source), 1);
        let mut found = Vec::new();
        for line in lines {
            let turn = session.send(line);
            assert!(turn.refused().is_empty(), "{line}: {:?}", turn.texts());
            found.extend(laid(&turn));
        }
        assert_eq!(found.last(), Some(&wanted), "{rules} {lines:?}");
        // Only what is strict leaves a cell less than it could be.
        let field = session.state.field(&session.project).expect("a field");
        let narrowed = ["ben.mood", "cal.mood", "ada.mood"].iter().any(|cell| {
            let cell = cell.parse().expect("a cell");
            let possible = field.possible(&cell);
            !matches!(possible, Some(engine::field::Possible::Values(values)) if values.len() == 3)
        });
        // A rule about two binds none of them alone.
        if wanted.0 != "rule" {
            assert_eq!(narrowed, wanted.1 == strict, "{rules} {lines:?}");
        }
        seen.insert((wanted.0, wanted.1.as_str()));
        tried += 1;
    };
    // A fact, over each kind of way; and what an author says instead.
    let fact = ["{\"assert\":{\"ada.role\":\"thief\"}}"];
    let by = |to: &str, more: &str| {
        format!(
            "propagation: {{ p: {{ when: {{ attribute: role }}, to: {to}, then: {{ constrain: 'mood(Y) != calm'{more} }} }} }}\n"
        )
    };
    for (to, strength) in [
        ("itself", strict),
        ("ben", strict),
        ("{ tag: old }", strict),
        ("{ relations: social/friendship }", soft(800)),
        ("{ path: social/friendship, steps: 2 }", soft(400)),
    ] {
        check(&by(to, ""), &fact, ("propagation", strength));
        let own = [
            (", strength: strict", strict),
            (", strength: soft", soft(500)),
            (", strength: tendency, weight: 0.3", leans(300)),
            (", weight: 0.9", soft(900)),
        ];
        for (more, strength) in own {
            check(&by(to, more), &fact, ("propagation", strength));
        }
    }
    let of_dora = ["{\"assert\":{\"dora.role\":\"thief\"}}"];
    check(
        &by("{ reference: friend }", ""),
        &of_dora,
        ("propagation", strict),
    );
    // A relation that a fact sets makes a world rule apply.
    let relates = "propagation: { p: { when: { attribute: role }, to: ben, then: { relate: conceptual/linked_secret } } }\n";
    check(relates, &fact, ("rule", strict));
    // An author, as declared, and strict if nothing is said.
    for (more, strength) in [
        ("", strict),
        (",\"strength\":\"strict\"", strict),
        (",\"strength\":\"soft\"", soft(500)),
        (",\"strength\":\"soft\",\"weight\":0.7", soft(700)),
        (",\"strength\":\"tendency\",\"weight\":0.2", leans(200)),
    ] {
        let line = format!("{{\"author\":{{\"constrain\":\"ben.mood != calm\"{more}}}}}");
        check("", &[&line], ("author", strength));
    }
    // Whoever looks.
    let look = "{\"observe\":\"dora.friend\",\"constraints\":[\"ben.mood != calm\"]}";
    check("", &[look], ("request", strict));
    // What somebody says: of others, as a rumour, and a rumour that is confirmed.
    let tell = "{\"tell\":\"ben.mood != calm\",\"by\":\"ada\"}";
    let rumour = "{\"tell\":\"ben.mood != calm\",\"method\":\"rumour\"}";
    check("", &[tell], ("said", strict));
    check("", &[rumour], ("said", soft(500)));
    let seq = {
        let mut session = Session::new(&project(WORLD), 1);
        session.send(rumour);
        *session.state.testimonies.iter().last().expect("a rumour").0
    };
    let confirm = format!("{{\"author\":{{\"confirm\":{seq}}}}}");
    check("", &[rumour, &confirm], ("said", strict));
    assert_eq!((tried, seen.len()), (36, 10), "{seen:?}");
}

fn diagnostics(source: &str) -> Vec<Diagnostic> {
    let files = Files(BTreeMap::from([(
        "w.yaml".to_owned(),
        source.as_bytes().to_vec(),
    )]));
    compile(&files).1
}

/// There is no key to name a source by, in a project or in an input: one that is written is a mistake, with the keys
/// that there are; so is a strength that is none, with the nearest. A journal that names one cannot be read.
#[test]
fn a_source_that_is_none_is_a_mistake() {
    let near = |diagnostic: &Diagnostic| diagnostic.hint.clone().map(|hint| hint.en);
    for (written, code, hint) in [
        (
            "propagation: { p: { when: { attribute: role }, to: ben, then: { constrain: 'mood(Y) == sad', source: gossip } } }",
            "unknown-key",
            "did you mean",
        ),
        (
            "propagation: { p: { when: { attribute: role }, to: ben, source: gossip, then: { constrain: 'mood(Y) == sad' } } }",
            "unknown-key",
            "known keys: when",
        ),
        (
            "propagation: { p: { when: { attribute: role }, to: ben, then: { constrain: 'mood(Y) == sad', strength: strickt } } }",
            "unknown-value",
            "strict",
        ),
    ] {
        let found = diagnostics(&format!("{WORLD}{written}\n"));
        let found = found.iter().find(|found| found.code == code);
        let found = found.unwrap_or_else(|| panic!("{written}: no {code}"));
        assert!(
            near(found).is_some_and(|near| near.contains(hint)),
            "{written}: {found:?}"
        );
    }
    let ruled = WORLD.replace(
        "  sworn: 'forall",
        "  other: { is: 'forall X in character: role(X) == thief => post(X) == none', source: gossip }\n  sworn: 'forall",
    );
    let found = diagnostics(&ruled);
    assert!(
        found.iter().any(|found| found.code == "unknown-key"),
        "{found:?}"
    );
    for (line, says) in [
        (
            "{\"id\":\"1\",\"author\":{\"constrain\":\"ben.mood != sad\",\"source\":\"gossip\"}}",
            "known: constrain, strength, weight, because",
        ),
        (
            "{\"id\":\"1\",\"author\":{\"constrain\":\"ben.mood != sad\",\"strenght\":\"soft\"}}",
            "`strength`? known",
        ),
        (
            "{\"id\":\"1\",\"author\":{\"confirm\":3,\"because\":\"so\"}}",
            "known: confirm",
        ),
        (
            "{\"id\":\"1\",\"observe\":\"ben.mood\",\"source\":\"gossip\"}",
            "known: id, observe",
        ),
        (
            "{\"id\":\"1\",\"tell\":\"ben.mood != sad\",\"source\":\"gossip\"}",
            "known: id, tell",
        ),
    ] {
        let bad = Envelope::parse(line).expect_err(line);
        assert_eq!(bad.code, "unknown-key", "{line}");
        assert!(bad.message.en.contains(says), "{line}: {}", bad.message.en);
    }
    let body = "{\"cell\":\"ben.mood\",\"formula\":{\"constant\":true},\"source\":\"author\",\"strength\":\"strict\"}";
    let read = |body: &str| Event::decode("ConstraintAdded", 1, body.as_bytes());
    assert!(read(body).is_ok(), "{:?}", read(body));
    let unknown = read(&body.replace("\"author\"", "\"gossip\""));
    assert!(
        unknown
            .as_ref()
            .is_err_and(|error| error.to_string().contains("gossip")),
        "{unknown:?}"
    );
}
