//! The field of real projects against brute force: small random worlds written as files, compiled, played.

pub mod brute;
mod closed;
mod linked;
pub mod worlds;

use brute::Brute;
use engine::event::{Event, FactFixed, Method, Provenance, SessionStarted};
use engine::field::{Possible, Refusal};
use engine::item::Count;
use engine::project::{Files, Project, compile};
use engine::state::{Entry, EntryContent, State};
use logic::value::{Cell, Digest, Instant, Name, Value};
use std::collections::{BTreeMap, BTreeSet};

fn project(source: &str) -> Project {
    let files = Files(BTreeMap::from([(
        "world.yaml".to_owned(),
        source.as_bytes().to_vec(),
    )]));
    let (project, diagnostics) = compile(&files);
    project.unwrap_or_else(|| panic!("{source}\n{diagnostics:#?}"))
}

fn diagnostics(source: &str) -> Vec<String> {
    let files = Files(BTreeMap::from([(
        "world.yaml".to_owned(),
        source.as_bytes().to_vec(),
    )]));
    let (_, diagnostics) = compile(&files);
    diagnostics
        .iter()
        .map(|found| found.code.to_owned())
        .collect()
}

/// A session of a project, without a host.
struct Session<'p> {
    project: &'p Project,
    state: State,
}

impl<'p> Session<'p> {
    fn new(project: &'p Project) -> Session<'p> {
        Session::in_edition(project, 1)
    }

    fn in_edition(project: &'p Project, edition: u64) -> Session<'p> {
        let mut session = Session {
            project,
            state: State::default(),
        };
        session.push(Event::SessionStarted(SessionStarted {
            build: "test".to_owned(),
            edition: Count(edition),
            forked: None,
            language: Name::from("en"),
            position: None,
            tenant: None,
            project: Digest([0; 32]),
            seed: Count(1),
        }));
        session.state.catch_up(project);
        session
    }

    fn push(&mut self, event: Event) {
        let entry = Entry {
            seq: self.state.seq + 1,
            at: Instant::EPOCH,
            cause: "x".to_owned(),
            content: EntryContent::Event(event),
        };
        self.state.evolve(&entry).expect("it folds");
    }

    /// Fixes a value if it is admitted, with everything that follows.
    fn fix(&mut self, cell: &Cell, value: &Value) -> Result<(), Refusal> {
        self.state.catch_up(self.project);
        let field = self.state.field(self.project).expect("a field");
        let admission = field.admit(cell, value)?;
        self.push(Event::FactFixed(FactFixed {
            cell: cell.clone(),
            method: Method::Observation,
            provenance: Provenance::Offline,
            source: None,
            value: value.clone(),
            broke: Vec::new(),
            scene: None,
            witness: admission.witness,
        }));
        for event in admission.consequences {
            self.push(event);
        }
        self.state.catch_up(self.project);
        Ok(())
    }

    fn possible(&self, cell: &Cell) -> BTreeSet<Value> {
        let field = self.state.field(self.project).expect("a field");
        match field.possible(cell).expect("a cell of the field") {
            Possible::Values(values) => values.into_iter().collect(),
            other @ Possible::Between(..)
            | other @ Possible::Set { .. }
            | other @ Possible::List { .. } => panic!("{other:?}"),
        }
    }
}

/// Every possible value that brute force finds survives narrowing, everything that it excludes is refused,
/// and a refusal of something possible is only ever "not proven".
#[test]
fn law_c3_c4_small_worlds_agree_with_brute_force() {
    let (mut proposals, mut possible, mut unproven) = (0_u64, 0_u64, 0_u64);
    let mut impossible_worlds = 0;
    for seed in 0..1500 {
        let world = worlds::World::random(seed);
        let source = world.yaml();
        let brute = Brute::new(&world);
        if brute.is_empty() {
            impossible_worlds += 1;
            assert_eq!(diagnostics(&source), ["impossible-world"], "{source}");
            continue;
        }
        let project = project(&source);
        let mut session = Session::new(&project);
        let mut brute = brute;
        for (at, cell) in world.order(seed).into_iter().enumerate() {
            let name = world.cell(cell);
            let shown = session.possible(&name);
            let truly = brute.values(cell);
            for value in &truly {
                assert!(
                    shown.contains(&world.value(cell, *value)),
                    "{source}\n{name} lost {value}"
                );
            }
            let wanted = worlds::roll(seed, at as u64, world.sizes[cell] as u64) as usize;
            let value = world.value(cell, wanted);
            proposals += 1;
            let outcome = session.fix(&name, &value);
            match (truly.contains(&wanted), outcome) {
                (true, Ok(())) => {
                    possible += 1;
                    brute.fix(cell, wanted);
                }
                (true, Err(Refusal::NotProven { .. })) => {
                    possible += 1;
                    unproven += 1;
                    settle(&mut session, &world, &mut brute, cell);
                }
                (false, Err(Refusal::Impossible(told))) => {
                    assert!(
                        !told.rules.is_empty(),
                        "{source}\n{name} = {value:?}: no reason"
                    );
                    settle(&mut session, &world, &mut brute, cell);
                }
                (false, Err(Refusal::NotProven { .. })) => {
                    settle(&mut session, &world, &mut brute, cell);
                }
                (truth, outcome) => panic!("{source}\n{name} = {value:?}: {truth}, {outcome:?}"),
            }
        }
        // Every cell is fixed, and all rules hold.
        assert!(!brute.is_empty(), "{source}");
    }
    assert!(
        proposals > 2000 && impossible_worlds > 3,
        "{proposals} {impossible_worlds}"
    );
    assert!(unproven * 50 <= possible, "{unproven} of {possible}");
}

/// What a refusal names is enough to refuse the value, and nothing of it can be left out: neither a rule nor a fact.
/// Brute force, which knows nothing else than what is named, says so.
#[test]
fn law_c2_a_refusal_names_what_it_needs_and_nothing_else() {
    let (mut refusals, mut several) = (0, 0);
    for seed in 0..700 {
        let world = worlds::World::random(seed);
        let mut brute = Brute::new(&world);
        if brute.is_empty() {
            continue;
        }
        let project = project(&world.yaml());
        let mut session = Session::in_edition(&project, 8);
        for (at, cell) in world.order(seed).into_iter().enumerate() {
            let wanted = worlds::roll(seed, at as u64, world.sizes[cell] as u64) as usize;
            let (name, value) = (world.cell(cell), world.value(cell, wanted));
            let told = match session.fix(&name, &value) {
                Ok(()) => {
                    brute.fix(cell, wanted);
                    continue;
                }
                Err(Refusal::Impossible(told)) => told,
                Err(_) => {
                    settle(&mut session, &world, &mut brute, cell);
                    continue;
                }
            };
            let rules: BTreeSet<usize> = told
                .rules
                .iter()
                .map(|applied| applied.rule.trim_start_matches('r').parse().expect("ours"))
                .collect();
            let facts: Vec<(usize, usize)> = told
                .facts
                .iter()
                .map(|known| {
                    let mut cells = 0..world.sizes.len();
                    let at = cells.find(|cell| world.cell(*cell) == known.cell);
                    let at = at.expect("a cell of ours");
                    (at, world.code(at, &known.value))
                })
                .collect();
            let refused = |rules: &BTreeSet<usize>, facts: Vec<(usize, usize)>| {
                let part = world.part(rules, facts);
                !Brute::new(&part).values(cell).contains(&wanted)
            };
            let shown = format!("{}\n{name} = v{wanted}: {told:?}", world.yaml());
            assert!(refused(&rules, facts.clone()), "not enough: {shown}");
            for rule in &rules {
                let without = rules.iter().copied().filter(|own| own != rule).collect();
                assert!(
                    !refused(&without, facts.clone()),
                    "r{rule} is too much: {shown}"
                );
            }
            for at in 0..facts.len() {
                let mut without = facts.clone();
                without.remove(at);
                assert!(!refused(&rules, without), "a fact is too much: {shown}");
            }
            refusals += 1;
            several += usize::from(rules.len() > 1);
            settle(&mut session, &world, &mut brute, cell);
        }
    }
    assert!(refusals > 300 && several > 30, "{refusals} {several}");
}

/// The witness's own value can always be fixed: no dead end.
fn settle(session: &mut Session, world: &worlds::World, brute: &mut Brute, cell: usize) {
    let name = world.cell(cell);
    let field = session.state.field(session.project).expect("a field");
    let value = field.witness(&name).expect("a witness");
    let code = world.code(cell, &value);
    assert!(brute.values(cell).contains(&code), "the witness is wrong");
    session
        .fix(&name, &value)
        .expect("the witness can be fixed");
    brute.fix(cell, code);
}

/// A field worked out from the journal alone is the one that was kept.
#[test]
fn law_j18_a_field_worked_out_anew_is_the_same() {
    for seed in 0..60 {
        let world = worlds::World::random(seed);
        if Brute::new(&world).is_empty() {
            continue;
        }
        let project = project(&world.yaml());
        let mut session = Session::new(&project);
        for cell in world.order(seed).into_iter().take(3) {
            let name = world.cell(cell);
            let value = {
                let field = session.state.field(&project).expect("a field");
                field.witness(&name).expect("a witness")
            };
            session.fix(&name, &value).expect("admitted");
        }
        let json = serde_json::to_vec(&session.state).expect("a state is JSON");
        let mut again: State = serde_json::from_slice(&json).expect("a state");
        again.catch_up(&project);
        let (kept, made) = (session.state.field(&project), again.field(&project));
        let (kept, made) = (kept.expect("a field"), made.expect("a field"));
        for cell in 0..world.sizes.len() {
            let name = world.cell(cell);
            assert_eq!(kept.possible(&name), made.possible(&name), "{name}");
            assert_eq!(kept.witness(&name), made.witness(&name), "{name}");
        }
    }
}

#[test]
fn law_c1_c2_a_rule_binds_whoever_writes() {
    let project = project(
        "
sorts: { villager: { is: [character] } }
attributes:
  villager:
    role: { type: enum, values: [soldier, deserter, civilian] }
    loyalty: { type: enum, values: [duke, village] }
    age: { type: number, range: [16, 90] }
rules:
  grudge: 'forall X in villager: role(X) == deserter => loyalty(X) != duke'
  old_soldiers: 'forall X in villager: role(X) == soldier => age(X) >= 30'
  one_deserter: 'count(X in villager: role(X) == deserter) <= 1'
  friends: 'forall X in villager: forall Y in villager: friendship(X, Y) => loyalty(X) == loyalty(Y)'
  ages: 'forall X in villager: forall Y in villager: X != Y => age(X) != age(Y)'
entities:
  ada: { sort: villager }
  ben: { sort: villager }
  cid: { sort: villager, facts: { age: 20 } }
relations:
  - { from: ada, to: ben, kind: social/friendship }
",
    );
    let mut session = Session::new(&project);
    let symbol = Value::symbol;
    let cell = |name: &str| name.parse::<Cell>().expect("a cell");
    session
        .fix(&cell("ada.role"), &symbol("deserter"))
        .expect("possible");
    assert_eq!(
        session.possible(&cell("ada.loyalty")),
        [symbol("village")].into()
    );
    assert_eq!(
        session.possible(&cell("ben.loyalty")),
        [symbol("village")].into()
    );
    assert_eq!(
        session.possible(&cell("cid.role")),
        [symbol("civilian")].into(),
        "cid is 20, and there is a deserter"
    );
    let refusal = session
        .fix(&cell("ben.loyalty"), &symbol("duke"))
        .expect_err("not a friend's");
    let Refusal::Impossible(told) = refusal else {
        panic!("{refusal:?}");
    };
    let rules: BTreeSet<&str> = told.rules.iter().map(|rule| rule.rule.as_str()).collect();
    assert_eq!(rules, ["friends", "grudge"].into());
    assert!(
        told.facts
            .iter()
            .any(|fact| fact.cell == cell("ada.role") && fact.entry == Some(2)),
        "{told:?}"
    );
    let age = |years: i64| Value::Number(logic::value::Number::from(years));
    assert!(
        session.fix(&cell("ada.age"), &age(20)).is_err(),
        "cid's age is taken"
    );
    session.fix(&cell("ada.age"), &age(21)).expect("free");
}

/// A rule that cannot hold, that is not guarded, or that reads what no rule can read is a mistake at load.
#[test]
fn law_c7_a_rule_is_enforced_or_refused_at_load() {
    let world = |rule: &str| {
        format!(
            "
attributes:
  character:
    mood: {{ type: enum, values: [good, bad] }}
    age: {{ type: number, range: [0, 99] }}
    note: {{ type: text }}
    place: {{ type: ref, sort: place }}
    luggage: {{ type: enum, values: [a, b], changes: true }}
    seen: {{ type: set, sort: place }}
  place: {{ size: {{ type: enum, values: [small, large] }} }}
entities:
  ada: {{ sort: character, facts: {{ mood: good }} }}
  ben: {{ sort: character }}
  inn: {{ sort: place }}
rules: {{ r: {{ is: \"{rule}\" }} }}
"
        )
    };
    for (rule, code) in [
        ("forall X in character: mood(X) == bad", "impossible-world"),
        (
            "count(X in character: mood(X) == bad) == 3",
            "impossible-world",
        ),
        ("ada.mood == bad or ada.age > 99", "impossible-world"),
        (
            "forall X in character: forall Y in character: mood(X) != mood(Y)",
            "unguarded-rule",
        ),
        ("forall X: mood(X) == good", "unguarded-rule"),
        ("exists X in character: mood(X) == bad", "unguarded-rule"),
        (
            "forall X in character: note(X) == 'x'",
            "rule-outside-field",
        ),
        (
            "forall X in character: luggage(X) == a",
            "rule-outside-field",
        ),
        (
            "forall X in character: size(place(X)) == small",
            "rule-too-deep",
        ),
        (
            "forall X in character: count(Y in place: size(Y) == small) == 1",
            "rule-count",
        ),
        (
            "forall X in character: forall Y in character: not friendship(X, Y)",
            "rule-relation",
        ),
        ("true", "rule-reads-nothing"),
        ("forall X in character: character(X)", "rule-reads-nothing"),
    ] {
        let found = diagnostics(&world(rule));
        assert!(found.iter().any(|known| known == code), "{rule}: {found:?}");
    }
    for rule in [
        "forall X in character: inn in seen(X) => mood(X) == good",
        "forall X in character: place(X) == inn",
        "forall X in character: forall Y in place: place(X) == Y => size(Y) == small",
        "ben.age + 3 <= ada.age",
        "forall X in character: forall Y in character: X != Y => age(X) != age(Y)",
    ] {
        assert_eq!(diagnostics(&world(rule)), [""; 0], "{rule}");
    }
}

/// A range of dates binds like any rule: the ends are shown, what lies beyond is refused by name, an open end is open.
#[test]
fn law_c2_a_range_of_dates_binds_and_explains() {
    let project = project(
        "attributes:
  character:
    joined: { type: date, range: [2020-01-05, 2020-02-01] }
    left: { type: date, range: [2020-01-10, null] }
    trip: { fields: { start: { type: date, range: [null, 2020-03-01] } } }
rules:
  order: 'forall X in character: joined(X) < left(X)'
entities:
  ada: { sort: character }
",
    );
    let mut session = Session::new(&project);
    let cell = |name: &str| name.parse::<Cell>().expect("a cell");
    let date = |text: &str| Value::Date(text.parse().expect("a date"));
    let between = |session: &Session, name: &str| match session
        .state
        .field(&project)
        .expect("a field")
        .possible(&cell(name))
    {
        Some(Possible::Between(low, high)) => (low, high),
        other => panic!("{other:?}"),
    };
    let ends = (Some(date("2020-01-05")), Some(date("2020-02-01")));
    assert_eq!(between(&session, "ada.joined"), ends);
    assert_eq!(
        between(&session, "ada.left").0,
        Some(date("2020-01-10")),
        "the later of the range and of the rule"
    );
    assert_eq!(
        between(&session, "ada.trip.start").1,
        Some(date("2020-03-01"))
    );
    for (name, beyond) in [
        ("ada.joined", "2020-01-04"),
        ("ada.joined", "2020-02-02"),
        ("ada.left", "2020-01-09"),
        ("ada.trip.start", "2020-03-02"),
    ] {
        let refused = session.fix(&cell(name), &date(beyond));
        assert!(refused.is_err(), "{name} {beyond}");
    }
    session
        .fix(&cell("ada.joined"), &date("2020-02-01"))
        .expect("the last day belongs to it");
}
