//! What authors decide besides facts: which entities are one, and what yields where a session is incoherent.

use crate::common::{Session, Turn, project};
use engine::doctor::{self, Fix, Kind};
use engine::event::{Event, Reinterpretation};
use engine::field::Possible;
use engine::state::{EntryContent, State};
use engine::why::{self, Why};
use std::sync::LazyLock;

const WORLD: &str = r#"
name: Strangers
languages: [en]
sorts:
  villager: { is: [character] }
  noble: { is: [villager] }
  deed: { is: [event] }
attributes:
  villager:
    age: { type: number, range: [16, 90], generate: {}, asked_by: ["how old"] }
    trade: { type: enum, values: [smith, carter, monk], generate: {} }
    secret: { type: enum, values: [none, letters, gold], generate: {} }
    scar: { type: text, generate: { offline: ["A burn."] } }
    rival: { type: ref, sort: villager, generate: {} }
    knows: { type: set, sort: villager }
    mood: { type: enum, values: [merry, grim], changes: true }
    culprit: { type: boolean, generate: {} }
    seat: { type: enum, values: [north, south, east, west], generate: {} }
  noble: { title: { type: text } }
  deed: { day: { type: date } }
rules:
  monks: { is: "forall X in villager: trade(X) == monk => secret(X) == none", because: monks hide nothing }
  foes: { is: "forall X in villager: forall Y in villager: enmity(X, Y) => secret(X) != secret(Y)", because: foes share no secret }
  seats: { is: "forall X in villager: forall Y in villager: X != Y => seat(X) != seat(Y)", because: one seat each }
  rivals: { is: "forall X in villager: rival(X) != X", because: nobody is their own rival }
propagation:
  rumour: { when: { attribute: secret }, to: { relations: social/friendship }, then: { raise: whisper } }
scene: { interlocutor: dora, present: [stranger] }
entities:
  ada: { sort: villager, name: Ada, aliases: [the smith], facts: { trade: smith } }
  stranger: { sort: villager, name: The stranger, aliases: [the hooded one] }
  dora: { sort: villager, name: Dora, facts: { secret: none } }
  eva: { sort: noble, name: Eva }
  fire: { sort: deed, name: The fire }
  trial: { sort: deed, name: The trial }
relations:
  - { from: stranger, to: dora, kind: social/enmity, force: 0.6 }
  - { from: stranger, to: fire, kind: causal/caused, force: 0.9 }
  - { from: fire, to: trial, kind: temporal/precedes }
"#;

/// Without the rule that gives everybody a seat of their own: under it nobody is anybody else.
static MERGEABLE: LazyLock<String> = LazyLock::new(|| {
    WORLD
        .lines()
        .filter(|line| !line.contains("seats:"))
        .fold(String::new(), |all, line| all + line + "\n")
});

fn village() -> Session {
    Session::new(&project(&MERGEABLE), 3)
}

fn merge(session: &mut Session, gone: &str, kept: &str) -> Turn {
    session.send(&format!(
        r#"{{"author":{{"merge":"{gone}","into":"{kept}","because":"the same scar"}}}}"#
    ))
}

fn set(session: &mut Session, cell: &str, value: &str) -> Turn {
    session.send(&format!(r#"{{"assert":{{"{cell}":{value}}}}}"#))
}

fn possible(session: &Session, cell: &str) -> Vec<String> {
    let field = session.state.field(&session.project).expect("a field");
    match field.possible(&cell.parse().expect("a cell")) {
        Some(Possible::Values(values)) => values.iter().map(|value| value.show()).collect(),
        other @ (Some(Possible::Between(..) | Possible::Set { .. } | Possible::List { .. })
        | None) => panic!("{other:?}"),
    }
}

fn reason(turn: &Turn) -> &str {
    &turn.changes.refused.first().expect("a refusal").reason
}

fn folds(session: &Session) {
    let mut folded = State::fold(&session.entries).expect("it folds");
    assert_eq!(folded, session.state);
    folded.catch_up(&session.project);
    for cell in session.project.cells() {
        let of = |state: &State| {
            let field = state.field(&session.project).expect("a field");
            field.possible(&cell)
        };
        assert_eq!(of(&folded), of(&session.state), "{cell}");
    }
    assert!(doctor::incoherences(&session.project, &session.state).is_empty());
}

#[test]
fn facts_relations_names_and_knowledge_of_two_that_are_one_are_of_the_kept_one() {
    let mut session = village();
    set(&mut session, "stranger.age", "40");
    set(&mut session, "stranger.scar", r#""A burn.""#);
    set(&mut session, "stranger.mood", r#""grim""#);
    session.send(r#"{"author":{"alias":"the lodger","entity":"stranger"}}"#);
    let turn = merge(&mut session, "stranger", "ada");
    assert_eq!(turn.refused(), [""; 0]);
    // What was fixed of the one is fixed of the other, and what changes has the later value.
    assert_eq!(session.value("ada.age").as_deref(), Some("40"));
    assert_eq!(session.value("ada.scar").as_deref(), Some("A burn."));
    let mood = "ada.mood".parse().expect("a cell");
    assert_eq!(
        session
            .state
            .fluents
            .get(&mood)
            .and_then(|mood| mood.value.clone())
            .map(|value| value.show())
            .as_deref(),
        Some("grim")
    );
    // Relations follow, with the rules about them: her enemy hides nothing, so she does.
    assert!(!possible(&session, "ada.secret").contains(&"none".to_owned()));
    assert_eq!(
        possible(&session, "stranger.secret"),
        possible(&session, "ada.secret")
    );
    // Either name asks about the one.
    for said in [
        "How old is the hooded one?",
        "How old is the lodger?",
        "How old is the smith?",
    ] {
        let turn = session.send(&format!(r#"{{"message":"{said}"}}"#));
        assert!(
            turn.texts().iter().any(|text| text.contains("40")),
            "{said}: {:?}",
            turn.texts()
        );
        assert!(turn.changes.fixed.is_empty());
    }
    // Whatever is written to the one that is gone goes to the other.
    let turn = set(&mut session, "stranger.trade", r#""carter""#);
    assert_eq!(turn.refused(), ["already-fixed"]);
    set(&mut session, "stranger.secret", r#""gold""#);
    assert_eq!(session.value("ada.secret").as_deref(), Some("gold"));
    // A reference to the one is a reference to the other, and the scene calls her by her name.
    set(&mut session, "dora.rival", r#""stranger""#);
    assert_eq!(session.value("dora.rival").as_deref(), Some("ada"));
    let scene = session.state.scene.as_ref().expect("a scene");
    assert!(scene.present.contains("ada") && !scene.present.contains("stranger"));
    folds(&session);
    // Merging again says so and writes nothing.
    let before = session.state.merged.clone();
    assert_eq!(merge(&mut session, "ada", "stranger").refused(), [""; 0]);
    assert_eq!(session.state.merged, before);
}

#[test]
fn why_tells_that_two_are_one_and_what_was_known_before() {
    let mut session = village();
    set(&mut session, "stranger.age", "40");
    merge(&mut session, "stranger", "ada");
    let why = |cell: &str| {
        let cell = cell.parse().expect("a cell");
        why::cell(&session.project, &session.state, &cell).expect("a reason")
    };
    let Why::Taken { from, .. } = why("ada.age") else {
        panic!("{:?}", why("ada.age"));
    };
    let Why::Merged {
        gone, because, of, ..
    } = &from[0]
    else {
        panic!("{from:?}");
    };
    assert_eq!(
        (gone.as_str(), because.as_deref()),
        ("stranger", Some("the same scar"))
    );
    assert!(
        matches!(&of[0], Why::Entry { cause, .. } if cause == "1"),
        "{of:?}"
    );
    let gone = why("stranger.trade");
    assert!(
        gone.line().en.contains("stranger is ada since entry"),
        "{}",
        gone.line().en
    );
    assert!(
        gone.because()[0]
            .line()
            .en
            .contains("ada.trade is smith, declared")
    );
}

/// What is known before, who is merged into whom, the code, and words of the reason.
type Apart = (
    &'static [(&'static str, &'static str)],
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

#[test]
fn two_that_cannot_be_one_stay_two_with_the_reason() {
    // (what is known before, gone, kept, the code, a word of the reason)
    let cases: [Apart; 8] = [
        (&[], "stranger", "nobody", "unknown-entity", "nobody"),
        (
            &[("stranger.age", "40"), ("ada.age", "41")],
            "stranger",
            "ada",
            "merge-disagrees",
            "ada.age is 41",
        ),
        (
            &[("stranger.trade", r#""carter""#)],
            "stranger",
            "ada",
            "merge-disagrees",
            "declared in",
        ),
        (&[], "eva", "ada", "merge-sorts", "the other way round"),
        (&[], "fire", "ada", "merge-sorts", "deed"),
        // Foes share no secret, and one has only one.
        (
            &[],
            "stranger",
            "dora",
            "impossible",
            "stranger and dora are one",
        ),
        // Nobody is their own rival.
        (
            &[("ada.rival", r#""stranger""#)],
            "stranger",
            "ada",
            "merge-reference",
            "rivals",
        ),
        // A monk hides nothing, and whoever is an enemy of Dora does.
        (
            &[("eva.trade", r#""monk""#)],
            "stranger",
            "eva",
            "impossible",
            "stranger and eva are one",
        ),
    ];
    for (known, gone, kept, code, word) in cases {
        let mut session = village();
        for (cell, value) in known {
            assert_eq!(set(&mut session, cell, value).refused(), [""; 0], "{cell}");
        }
        let before = session.state.clone();
        let turn = merge(&mut session, gone, kept);
        assert_eq!(turn.refused(), [code], "{gone} {kept}");
        assert!(reason(&turn).contains(word), "{}", reason(&turn));
        assert!(session.state.merged.is_empty());
        assert_eq!(session.state.facts, before.facts);
        assert_eq!(session.state.constraints, before.constraints);
        assert_eq!(session.state.relations, before.relations);
    }
}

#[test]
fn rules_about_everybody_keep_two_apart() {
    let mut session = Session::new(&project(WORLD), 3);
    let turn = merge(&mut session, "stranger", "ada");
    assert_eq!(turn.refused(), ["impossible"]);
    assert!(reason(&turn).contains("seats"), "{}", reason(&turn));
    let counted = WORLD.replace(
        "  seats: {",
        "  one: \"count(X in villager: culprit(X)) == 1\"\n  seated: {",
    );
    let counted: String = counted
        .lines()
        .filter(|line| !line.contains("seated:"))
        .fold(String::new(), |all, line| all + line + "\n");
    let mut session = Session::new(&project(&counted), 3);
    let turn = merge(&mut session, "stranger", "ada");
    assert_eq!(turn.refused(), ["merge-counted"]);
    // What both are known not to be counts nobody twice.
    set(&mut session, "stranger.culprit", "false");
    set(&mut session, "ada.culprit", "false");
    assert_eq!(merge(&mut session, "stranger", "ada").refused(), [""; 0]);
    folds(&session);
}

#[test]
fn what_makes_two_one_is_not_lifted_alone() {
    let mut session = village();
    let turn = merge(&mut session, "stranger", "ada");
    let laid = turn
        .changes
        .constraints
        .first()
        .expect("a constraint")
        .constraint
        .0;
    let turn = session.send(&format!(r#"{{"author":{{"lift":{laid},"because":"no"}}}}"#));
    assert_eq!(turn.refused(), ["part-of-merge"]);
}

const WITNESSES: &str = r#"
name: Witnesses
languages: [en]
sorts: { villager: { is: [character] }, deed: { is: [event] } }
attributes:
  villager:
    night: { type: enum, values: [mill, forge, keep], generate: {} }
    secret: { type: enum, values: [none, letters, gold], generate: {} }
    grudge: { type: enum, values: [none, old], generate: {} }
  deed: { day: { type: date } }
testimony:
  night: { knows: "loyal(X)" }
entities:
  ada: { sort: villager, name: Ada }
  ben: { sort: villager, name: Ben }
  fire: { sort: deed, name: The fire }
  trial: { sort: deed, name: The trial }
relations:
  - { from: fire, to: trial, kind: temporal/precedes }
  - { from: ada, to: ben, kind: social/friendship, force: 0.8 }
propagation:
  feud: { when: { attribute: grudge, value: "grudge(X) == old" }, to: { relations: social/friendship }, then: { relate: social/enmity, weight: 0.9 } }
  lean: { when: { attribute: secret, value: "secret(X) == gold" }, to: { relations: social/friendship }, then: { constrain: "grudge(Y) == none" } }
"#;

/// Whoever speaks of a night knows how it was: what they said is never understood otherwise.
fn witnesses() -> Session {
    Session::new(
        &project(&WITNESSES.replace("loyal(X)", "night(X) == night(X)")),
        3,
    )
}

/// Ben, who knows, said that Ada was at the mill; somebody sees her at the forge.
fn incoherent() -> (Session, u64, u64) {
    let mut session = witnesses();
    set(&mut session, "ben.night", r#""mill""#);
    session.send(r#"{"tell":"ada.night == mill","by":"ben"}"#);
    let said = *session
        .state
        .testimonies
        .iter()
        .next()
        .expect("a testimony")
        .0;
    let turn = set(&mut session, "ada.night", r#""forge""#);
    assert_eq!(turn.refused(), ["incoherent"]);
    let (at, _) = session
        .state
        .open_incoherences()
        .next()
        .expect("an incoherence");
    (session, at, said)
}

#[test]
fn an_incoherence_waits_until_an_author_says_what_yields() {
    let (mut session, at, said) = incoherent();
    let findings = doctor::incoherences(&session.project, &session.state);
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!((findings[0].kind, findings[0].seq), (Kind::Direct, at));
    assert_eq!(doctor::score(&findings), 80);
    let Fix::Author(fix) = &findings[0].fixes[0] else {
        panic!("{findings:?}");
    };
    assert_eq!(
        *fix,
        format!(r#"{{"author":{{"settle":{at},"yields":{said},"because":"…"}}}}"#)
    );
    // What is no testimony and no constraint does not yield; then what the doctor names is typed.
    let turn = session.send(&format!(r#"{{"author":{{"settle":{at},"yields":1}}}}"#));
    assert_eq!(turn.refused(), ["unknown-testimony"]);
    let turn = session.send(fix);
    assert_eq!(turn.refused(), [""; 0]);
    assert_eq!(
        turn.changes.reinterpreted[0].kind,
        Reinterpretation::Misinformation
    );
    assert_eq!(session.value("ada.night").as_deref(), Some("forge"));
    folds(&session);
    let turn = session.send(fix);
    assert_eq!(turn.refused(), ["unknown-incoherence"]);
}

#[test]
fn the_author_says_how_what_yields_is_understood() {
    let (mut session, at, said) = incoherent();
    let turn = session.send(&format!(
        r#"{{"author":{{"settle":{at},"yields":{said},"as":"lie","because":"he covers for her"}}}}"#
    ));
    let read = &turn.changes.reinterpreted[0];
    assert_eq!(
        (read.kind, read.because.as_str()),
        (Reinterpretation::Lie, "he covers for her")
    );
}

#[test]
fn an_incoherence_can_be_accepted_as_it_is() {
    let (mut session, at, _) = incoherent();
    let turn = session.send(&format!(
        r#"{{"author":{{"settle":{at},"because":"it stays so"}}}}"#
    ));
    assert!(turn.events.iter().any(
        |event| matches!(event, Event::IncoherenceSettled(settled) if settled.yields.is_none())
    ));
    assert_eq!(session.value("ada.night"), None);
    folds(&session);
}

#[test]
fn what_was_told_and_could_not_bind_binds_once_something_yields() {
    let mut session = witnesses();
    set(&mut session, "ben.night", r#""mill""#);
    session.send(r#"{"tell":"ada.night == mill","by":"ben"}"#);
    let said = *session
        .state
        .testimonies
        .iter()
        .next()
        .expect("a testimony")
        .0;
    session.send(r#"{"author":{"constrain":"ada.night != keep"}}"#);
    let turn = session.send(r#"{"tell":"ada.night == forge","by":"ben"}"#);
    assert_eq!(turn.refused(), ["incoherent"]);
    let (at, _) = session
        .state
        .open_incoherences()
        .next()
        .expect("an incoherence");
    // The constraint is not what stands in the way.
    let lifted = session
        .state
        .constraints
        .iter()
        .last()
        .map(|(seq, _)| *seq)
        .expect("one");
    let turn = session.send(&format!(
        r#"{{"author":{{"settle":{at},"yields":{lifted}}}}}"#
    ));
    assert_eq!(turn.refused(), ["still-incoherent"]);
    let told = session.state.testimonies.len();
    session.send(&format!(
        r#"{{"author":{{"settle":{at},"yields":{said}}}}}"#
    ));
    // It was said once.
    assert_eq!(session.state.testimonies.len(), told);
    assert_eq!(possible(&session, "ada.night"), ["forge"]);
    folds(&session);
}

#[test]
fn the_doctor_finds_what_does_not_fit_in_time_graph_and_theme() {
    let kinds = |session: &Session| {
        let findings = doctor::incoherences(&session.project, &session.state);
        findings
            .iter()
            .map(|finding| finding.kind)
            .collect::<Vec<_>>()
    };
    let mut session = witnesses();
    set(&mut session, "trial.day", r#""1214-03-01""#);
    assert_eq!(kinds(&session), []);
    set(&mut session, "fire.day", r#""1214-05-01""#);
    assert_eq!(kinds(&session), [Kind::Timeline]);
    set(&mut session, "ada.grudge", r#""old""#);
    assert_eq!(kinds(&session), [Kind::Timeline, Kind::Graph]);
    // A leaning that was broken has its reason recorded; before there were reasons it had none.
    for (edition, expected) in [(3, vec![]), (2, vec![Kind::Thematic])] {
        let source = WITNESSES.replace("loyal(X)", "night(X) == night(X)");
        let source = source.replace("languages:", &format!("edition: {edition}\nlanguages:"));
        let mut session = Session::new(
            &project(&source.replace(
                "then: { relate: social/enmity, weight: 0.9 }",
                "then: { raise: feud }",
            )),
            3,
        );
        set(&mut session, "ada.secret", r#""gold""#);
        set(&mut session, "ben.grudge", r#""old""#);
        assert_eq!(kinds(&session), expected, "{edition}");
        let findings = doctor::incoherences(&session.project, &session.state);
        for fix in findings.iter().flat_map(|finding| &finding.fixes) {
            match fix {
                Fix::Author(line) => session.send(line),
                Fix::ForkBefore(_) | Fix::LookAround(_) => panic!("{fix:?}"),
            };
        }
        assert_eq!(kinds(&session), []);
    }
}

/// Once broken: what is fixed of the one broke what was expected of the other, and no entry said so.
#[test]
fn law_c15_a_merge_names_the_soft_constraints_that_it_breaks() {
    let expect = r#"{"author":{"constrain":"stranger.trade == monk","strength":"soft"}}"#;
    let unexplained = |session: &Session| {
        let findings = doctor::incoherences(&session.project, &session.state);
        let found = findings.iter().map(|found| found.message.en.clone());
        let found = found.filter(|said| said.contains("was to be expected"));
        found.collect::<Vec<_>>()
    };
    let merged = |session: &Session| {
        let entries = session.entries.iter();
        let mut broke = entries.filter_map(|entry| match &entry.content {
            EntryContent::Event(Event::EntitiesMerged(merged)) => Some(merged.broke.clone()),
            EntryContent::Event(_) | EntryContent::Hole { .. } => None,
        });
        broke.next().expect("they are one")
    };
    // Ada's trade is learnt after it, so that it is a fact of the session that breaks it.
    let source = MERGEABLE.replace(", facts: { trade: smith }", "");
    for (edition, named) in [(8, 0), (9, 1)] {
        let source = source.replace(
            "name: Strangers",
            &format!("name: Strangers\nedition: {edition}"),
        );
        let mut session = Session::new(&project(&source), 3);
        session.send(expect);
        let constraint = session.state.constraints.iter().next().map(|(seq, _)| *seq);
        set(&mut session, "ada.trade", r#""smith""#);
        assert_eq!(merge(&mut session, "stranger", "ada").refused(), [""; 0]);
        let broke = merged(&session);
        assert_eq!(broke.len(), named, "edition {edition}: {broke:?}");
        if let Some(broken) = broke.first() {
            assert_eq!(Some(broken.constraint.0), constraint);
            assert_eq!(broken.reason, "the same scar");
        }
        assert_eq!(unexplained(&session).len(), 1 - named, "edition {edition}");
        assert_eq!(
            State::fold(&session.entries).expect("it folds"),
            session.state
        );
    }
}
