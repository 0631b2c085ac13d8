//! What is called possible has a witness (law C4): against brute force, in small worlds that propagation does not see
//! through, and in the example worlds.

use crate::common::{Session, project};
use crate::field::brute::Brute;
use crate::field::worlds;
use crate::reasons::{looked_at, with_facts};
use engine::field::{Possible, Proven, Stretch};
use engine::limits;
use engine::project::{Files, Project, compile};
use logic::value::{Cell, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

fn proven(session: &Session, cell: &str) -> Proven {
    let cell: Cell = cell.parse().expect("a cell");
    let field = session.state.field(&session.project).expect("a field");
    field.proven(&cell).expect("a cell of the field")
}

pub fn values(possible: &Possible) -> BTreeSet<Value> {
    match possible {
        Possible::Values(values) => values.iter().cloned().collect(),
        other @ (Possible::Between(..) | Possible::Set { .. } | Possible::List { .. }) => {
            panic!("{other:?}")
        }
    }
}

fn singles(stretches: &[Stretch]) -> BTreeSet<Value> {
    let single = |stretch: &Stretch| stretch.single().expect("one value").clone();
    stretches.iter().map(single).collect()
}

/// Every value that is called possible is, every value that is possible is called so or not proven, and the two are
/// told apart; before and after every fact of a session.
#[test]
fn law_c4_what_is_called_possible_is() {
    let (mut shown, mut left_out, mut unproven) = (0_u64, 0_u64, 0_u64);
    for seed in 0..400 {
        let world = worlds::World::random(seed);
        let mut brute = Brute::new(&world);
        if brute.is_empty() {
            continue;
        }
        let project = project(&world.yaml());
        let mut session = Session::new(&project, seed);
        for fixed in world.order(seed) {
            let field = session.state.field(&project).expect("a field");
            let mut prover = field.prover();
            for cell in 0..world.sizes.len() {
                let name = world.cell(cell);
                let proven = prover.proven(&name).expect("a cell");
                let (called, open) = (values(&proven.possible), singles(&proven.unproven));
                let truly: BTreeSet<Value> = brute
                    .values(cell)
                    .into_iter()
                    .map(|value| world.value(cell, value))
                    .collect();
                let context = || format!("{}\n{name}: {proven:?}", world.yaml());
                assert!(called.is_subset(&truly), "{}", context());
                assert!(called.is_disjoint(&open), "{}", context());
                assert!(
                    truly
                        .iter()
                        .all(|value| called.contains(value) || open.contains(value)),
                    "{}",
                    context()
                );
                let left = values(&field.possible(&name).expect("a cell")).len();
                shown += called.len() as u64;
                unproven += open.len() as u64;
                left_out += (left - called.len() - open.len()) as u64;
            }
            let value = field.witness(&world.cell(fixed)).expect("a witness");
            brute.fix(fixed, world.code(fixed, &value));
            let asserted = format!(
                r#"{{"assert":{{"{}":"{}"}}}}"#,
                world.cell(fixed),
                value.show()
            );
            let turn = session.send(&asserted);
            assert_eq!(turn.refused(), [""; 0], "{}\n{asserted}", world.yaml());
        }
    }
    assert!(shown > 5_000 && left_out > 20, "{shown} {left_out}");
    assert!(unproven * 50 <= shown, "{unproven} of {shown}");
}

const THREE: &str = "
attributes:
  character:
    colour: { type: enum, values: [a, b, c], generate: {} }
entities:
  x: { sort: character }
  y: { sort: character }
  z: { sort: character }
  w: { sort: character }
rules:
  xy: { is: x.colour != y.colour, because: x and y differ }
  yz: { is: y.colour != z.colour, because: y and z differ }
  zx: { is: z.colour != x.colour, because: z and x differ }
  x_two: x.colour != c
  y_two: y.colour != c
";

/// Two of the values are left to x and y, so z is the third, which propagation alone does not see.
#[test]
fn law_c4_a_triangle_of_differences_is_seen_through() {
    let project = project(THREE);
    let session = Session::new(&project, 1);
    let field = session.state.field(&project).expect("a field");
    let cell: Cell = "z.colour".parse().expect("a cell");
    let left = values(&field.possible(&cell).expect("a cell"));
    assert_eq!(left.len(), 3, "otherwise this shows nothing");
    let shown = proven(&session, "z.colour");
    assert_eq!(values(&shown.possible), [Value::symbol("c")].into());
    assert_eq!(shown.unproven, []);
    let told = field.why_refuted(&cell, &Value::symbol("a")).expect("why");
    let rules: BTreeSet<&str> = told.rules.iter().map(|rule| rule.rule.as_str()).collect();
    assert_eq!(
        rules,
        ["xy", "yz", "zx", "x_two", "y_two"].into(),
        "{told:?}"
    );
}

/// A model is asked for nothing that cannot be, and told nothing as possible that cannot be.
#[test]
fn law_c4_a_request_names_nothing_impossible() {
    let project = project(THREE);
    let mut session = Session::new(&project, 1);
    let turn = session.ask(r#"{"observe":"z.colour"}"#, |_| {
        r#"{"value":"c","reasoning":"r","confidence":1}"#.to_owned()
    });
    let request = turn.requests.first().expect("a request");
    let schema = request.schema.as_ref().expect("a schema");
    assert_eq!(
        schema["properties"]["value"]["enum"],
        serde_json::json!(["c"])
    );
    assert!(
        request.prompt.user.contains("one of the values c\n"),
        "{}",
        request.prompt.user
    );
}

/// A range is told with its holes, and ends where it can.
#[test]
fn law_c4_ranges_have_holes() {
    let project = project(
        "
attributes:
  character:
    age: { type: number, range: [20, 30], generate: {} }
    born: { type: number, range: [0, 9999], generate: {} }
    far: { type: number, range: [0, 9999], generate: {} }
    seen: { type: set, sort: place, generate: {} }
  place:
    size: { type: enum, values: [small, large], generate: {} }
entities:
  ada: { sort: character }
  ben: { sort: character, facts: { age: 25 } }
  cid: { sort: character, facts: { age: 20 } }
  inn: { sort: place }
  mill: { sort: place }
rules:
  ages: 'forall X in character: forall Y in character: X != Y => age(X) != age(Y)'
  odd: ada.far != 5000
  one: mill in ada.seen or inn in ada.seen
  other: mill in ada.seen or not (inn in ada.seen)
",
    );
    let session = Session::new(&project, 1);
    let number = |value: i64| Value::Number(logic::value::Number::from(value));
    let age = proven(&session, "ada.age");
    assert_eq!(
        age.possible,
        Possible::Between(Some(number(21)), Some(number(30)))
    );
    assert_eq!(singles(&age.except), [number(25)].into());
    assert_eq!(age.unproven, []);
    let born = proven(&session, "ada.born");
    assert_eq!(born.unproven, [], "nothing reads it");
    // Too many to be tried one by one: the ends are, and what lies between is said to be not proven.
    let far = proven(&session, "ada.far");
    assert_eq!(
        far.possible,
        Possible::Between(Some(number(0)), Some(number(9999)))
    );
    let between = Stretch {
        from: Some(number(1)),
        to: Some(number(9998)),
    };
    assert_eq!(far.unproven, [between]);
    // Both rules together leave the mill no choice, and neither alone says so.
    let seen = proven(&session, "ada.seen");
    let Possible::Set { must, may } = &seen.possible else {
        panic!("{seen:?}");
    };
    assert_eq!(
        must.iter().map(|name| name.as_str()).collect::<Vec<_>>(),
        ["mill"]
    );
    assert_eq!(
        may.iter().map(|name| name.as_str()).collect::<Vec<_>>(),
        ["inn"]
    );
}

/// What a propagation rule would forbid the moment a value is fixed is not called possible either.
#[test]
fn law_c4_consequences_count() {
    let project = project(
        "
attributes:
  character:
    role: { type: enum, values: [guard, thief], generate: {} }
    mood: { type: enum, values: [calm, angry], generate: {} }
entities:
  ada: { sort: character }
  ben: { sort: character, facts: { mood: angry } }
propagation:
  feared: { when: { attribute: role, value: 'role(X) == thief' }, to: ben, then: { constrain: 'mood(Y) == calm' } }
",
    );
    let session = Session::new(&project, 1);
    let role = proven(&session, "ada.role");
    assert_eq!(values(&role.possible), [Value::symbol("guard")].into());
    assert_eq!(role.unproven, []);
}

/// Where nothing at all can be, nobody is asked, and the reason is said.
#[test]
fn law_c10_nobody_is_asked_for_what_cannot_be() {
    let project = project(
        "
edition: 11
attributes:
  character:
    role: { type: enum, values: [guard, thief], generate: {} }
    mood: { type: enum, values: [calm, angry], generate: {} }
entities:
  ada: { sort: character }
  ben: { sort: character, facts: { mood: angry } }
collapse: { on_failure: leave_open }
propagation:
  feared: { when: { attribute: role }, to: ben, then: { constrain: 'mood(Y) == calm' }, because: ben is afraid of ada }
",
    );
    let mut session = Session::new(&project, 1);
    let turn = session.ask(r#"{"observe":"ada.role"}"#, |_| {
        r#"{"value":"guard","reasoning":"r","confidence":1}"#.to_owned()
    });
    assert_eq!(turn.requests.len(), 0);
    assert_eq!(turn.changes.fixed.len(), 0);
    let refused = turn.changes.refused.first().expect("a reason");
    assert!(
        refused.reason.contains("ben is afraid of ada"),
        "{}",
        refused.reason
    );
}

#[allow(clippy::disallowed_methods, reason = "the example worlds are files")]
pub fn example_files(name: &str) -> Files {
    let worlds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds");
    let mut files = BTreeMap::new();
    for file in std::fs::read_dir(worlds.join(name))
        .expect("a world")
        .flatten()
    {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.ends_with(".yaml") {
            files.insert(name, std::fs::read(file.path()).expect("a file"));
        }
    }
    Files(files)
}

fn example(name: &str) -> Arc<Project> {
    let (project, diagnostics) = compile(&example_files(name));
    Arc::new(project.unwrap_or_else(|| panic!("{diagnostics:#?}")))
}

/// In the example worlds nothing is shown as possible that a search with a large bound refutes, and hardly anything
/// stays unproven.
#[test]
fn law_c4_the_example_worlds_show_nothing_impossible() {
    let cases = [
        ("manor", 0),
        ("manor", 8),
        ("manor", 24),
        ("valmure", 0),
        ("valmure", 24),
    ];
    for (name, facts) in cases {
        let project = example(name);
        let mut known = looked_at(&project);
        known.truncate(facts);
        let session = with_facts(&project, &known);
        let field = session.state.field(&project).expect("a field");
        let (mut prover, mut sure) = (field.prover(), field.prover_within(limits::CHECK_NODES));
        let (mut left, mut shown, mut unproven) = (0, 0, 0);
        for cell in project.cells() {
            let Some(Possible::Values(all)) = field.possible(&cell) else {
                continue;
            };
            let proven = prover.proven(&cell).expect("a cell");
            let truly = sure.proven(&cell).expect("a cell");
            let called = values(&proven.possible);
            let really = values(&truly.possible);
            assert_eq!(
                truly.unproven,
                [],
                "{name} {cell}: the large bound is too small"
            );
            assert!(
                called.is_subset(&really),
                "{name} {cell}: {called:?} {really:?}"
            );
            left += all.len();
            shown += called.len();
            unproven += proven.unproven.len();
        }
        println!(
            "{name}, {facts} facts: {left} values left by propagation, {shown} proven, {unproven} not proven"
        );
        assert!(shown > 50 && unproven <= 4, "{name}: {shown} {unproven}");
    }
}
