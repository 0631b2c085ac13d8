//! Every leaf of a reason is needed (SPEC 3.5): without it the conclusion does not follow, or another reason is given.

use crate::common::{Session, project};
use crate::field::brute::Brute;
use crate::field::worlds::World;
use crate::proven::{example_files, values};
use engine::account::{account, fallback};
use engine::canon::Canon;
use engine::diagnostic::Place;
use engine::event::{Event, Provenance};
use engine::field::Told;
use engine::project::{Files, Project, compile};
use engine::state::State;
use engine::why::{self, Why};
use logic::value::{Cell, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Why a value cannot be: by propagation, or by the search.
fn why_not(project: &Project, state: &State, cell: &Cell, value: &Value) -> Option<Told> {
    let field = state.field(project).expect("a field");
    let told = field.why_not(cell, value);
    told.or_else(|| field.why_refuted(cell, value))
}

/// What a reason names, as a part of its world.
#[derive(Clone)]
struct Leaves {
    rules: BTreeSet<usize>,
    friends: Vec<(usize, usize)>,
    facts: Vec<(usize, usize)>,
}

impl Leaves {
    fn of(world: &World, told: &Told) -> Leaves {
        let entity = |name: &str| -> usize {
            let number = name.trim_start_matches('e').parse();
            number.expect("an entity of ours")
        };
        let rule = |name: &str| {
            name.trim_start_matches('r')
                .parse()
                .expect("a rule of ours")
        };
        let relations = told.relations.iter();
        Leaves {
            rules: told
                .rules
                .iter()
                .map(|applied| rule(&applied.rule))
                .collect(),
            friends: relations
                .map(|tied| {
                    assert!(tied.place.is_some(), "{tied:?}");
                    (entity(&tied.from), entity(&tied.to))
                })
                .collect(),
            facts: told
                .facts
                .iter()
                .map(|known| {
                    assert!(known.place.is_some() || known.entry.is_some(), "{known:?}");
                    let mut cells = 0..world.sizes.len();
                    let at = cells.find(|cell| world.cell(*cell) == known.cell);
                    let at = at.expect("a cell of ours");
                    (at, world.code(at, &known.value))
                })
                .collect(),
        }
    }

    fn world(&self, of: &World) -> World {
        let mut part = of.part(&self.rules, self.facts.clone());
        part.friends = self.friends.clone();
        part
    }

    /// The same with one of them left out, each once.
    fn without_one(&self) -> Vec<Leaves> {
        let mut all = Vec::new();
        for rule in &self.rules {
            let mut left = self.clone();
            left.rules.remove(rule);
            all.push(left);
        }
        for at in 0..self.friends.len() {
            let mut left = self.clone();
            left.friends.remove(at);
            all.push(left);
        }
        for at in 0..self.facts.len() {
            let mut left = self.clone();
            left.facts.remove(at);
            all.push(left);
        }
        all
    }
}

/// For every value that is excluded in a random world, at every step of a session: what is named is enough, nothing of
/// it can be left out, and a relation is named wherever a rule needs one. Brute force, which knows nothing else, says so.
#[test]
fn every_leaf_of_a_reason_is_needed() {
    let (mut reasons, mut related, mut several) = (0, 0, 0);
    for seed in 0..250 {
        let world = World::random(seed);
        if Brute::new(&world).is_empty() {
            continue;
        }
        let project = project(&world.yaml());
        let mut session = Session::new(&project, seed);
        for fixed in world.order(seed).into_iter().take(4) {
            for cell in world.order(seed) {
                let name = world.cell(cell);
                let field = session.state.field(&project).expect("a field");
                if session.state.facts.get(&name).is_some() {
                    continue;
                }
                let proven = field.proven(&name).expect("a cell");
                let possible = values(&proven.open());
                for code in 0..world.sizes[cell] {
                    let value = world.value(cell, code);
                    if possible.contains(&value) {
                        continue;
                    }
                    let told = why_not(&project, &session.state, &name, &value);
                    let told =
                        told.unwrap_or_else(|| panic!("{}\n{name} = {value:?}", world.yaml()));
                    let leaves = Leaves::of(&world, &told);
                    let shown = || format!("{}\n{name} = v{code}: {told:?}", world.yaml());
                    let excluded = |leaves: &Leaves| {
                        let left = Brute::new(&leaves.world(&world));
                        !left.values(cell).contains(&code)
                    };
                    assert!(excluded(&leaves), "not enough: {}", shown());
                    for less in leaves.without_one() {
                        assert!(!excluded(&less), "a leaf is too much: {}", shown());
                    }
                    reasons += 1;
                    related += usize::from(!leaves.friends.is_empty());
                    several += usize::from(leaves.without_one().len() > 2);
                }
            }
            let field = session.state.field(&project).expect("a field");
            let value = field.witness(&world.cell(fixed)).expect("a witness");
            let asserted = format!(
                r#"{{"assert":{{"{}":"{}"}}}}"#,
                world.cell(fixed),
                value.show()
            );
            assert_eq!(session.send(&asserted).refused(), [""; 0]);
        }
    }
    assert!(
        reasons > 1000 && related > 100 && several > 100,
        "{reasons} {related} {several}"
    );
    println!("{reasons} reasons, {related} of them through relations");
}

/// An author's file without what stands at a place: its line, and what is indented below it. Other lines stay where
/// they are.
fn without(files: &Files, place: &Place) -> Option<Files> {
    let mut files = files.clone();
    let text = String::from_utf8(files.0.get(&place.file)?.clone()).ok()?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = place.line.checked_sub(1)?;
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = indent(lines.get(at)?);
    // Only what has its line for itself can be taken away as a line.
    let whole = lines[at].trim_start();
    if !(whole.starts_with("- ")
        || whole
            .split_once(':')?
            .0
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_'))
    {
        return None;
    }
    if own + 1 < place.column && !whole.starts_with("- ") && !whole.contains(": {") {
        return None;
    }
    lines[at] = String::new();
    for line in lines.iter_mut().skip(at + 1) {
        if !line.trim().is_empty() && indent(line) <= own {
            break;
        }
        *line = String::new();
    }
    files
        .0
        .insert(place.file.clone(), (lines.join("\n") + "\n").into_bytes());
    Some(files)
}

/// Some facts of a session of an example world.
pub fn looked_at(project: &Arc<Project>) -> Vec<String> {
    let mut session = Session::new(project, 1);
    let mut facts = Vec::new();
    for cell in project.cells().step_by(4).take(24) {
        let field = session.state.field(project).expect("a field");
        let Some(Value::Symbol(value)) = field.witness(&cell) else {
            continue;
        };
        let asserted = format!(r#"{{"assert":{{"{cell}":"{value}"}}}}"#);
        if session.send(&asserted).refused().is_empty() {
            facts.push(asserted);
        }
    }
    facts
}

pub fn with_facts(project: &Arc<Project>, facts: &[String]) -> Session {
    let mut session = Session::new(project, 1);
    for fact in facts {
        session.send(fact);
    }
    session
}

/// In the example worlds: take away a rule or a relation that a reason names, and the value can be, or another reason
/// is given.
#[test]
fn every_leaf_of_a_reason_of_the_example_worlds_is_needed() {
    let (mut removed, mut freed, mut ties) = (0, 0, 0);
    for name in ["valmure", "manor"] {
        let files = example_files(name);
        let project = Arc::new(compile(&files).0.expect("a world"));
        let looked = looked_at(&project);
        let session = with_facts(&project, &looked);
        let field = session.state.field(&project).expect("a field");
        let mut seen: BTreeSet<String> = BTreeSet::new();
        for cell in project.cells() {
            if project.facts.contains_key(&cell) || session.state.facts.get(&cell).is_some() {
                continue;
            }
            let proven = field.proven(&cell);
            let Some(engine::field::Possible::Values(possible)) =
                proven.map(|proven| proven.open())
            else {
                continue;
            };
            for value in field.declared(&cell) {
                if possible.contains(&value) || seen.len() > 40 {
                    continue;
                }
                let told = why_not(&project, &session.state, &cell, &value).expect("a reason");
                let rules = told.rules.iter().filter_map(|rule| rule.place.clone());
                let relations = told.relations.iter().filter_map(|tied| tied.place.clone());
                ties += told.relations.len();
                for place in rules.chain(relations) {
                    let Some(less) = without(&files, &place) else {
                        continue;
                    };
                    // A few leaves, each with one value: compiling a world takes its time.
                    if !seen.insert(place.to_string()) {
                        continue;
                    }
                    let Some(project) = compile(&less).0.map(Arc::new) else {
                        continue;
                    };
                    let session = with_facts(&project, &looked);
                    removed += 1;
                    match why_not(&project, &session.state, &cell, &value) {
                        None => freed += 1,
                        Some(other) => {
                            let rules = other.rules.iter().map(|rule| rule.place.clone());
                            let relations = other.relations.iter().map(|tied| tied.place.clone());
                            assert!(
                                rules
                                    .chain(relations)
                                    .all(|own| own.as_ref() != Some(&place)),
                                "{name} {cell} {value:?} {place}"
                            );
                        }
                    }
                }
            }
        }
    }
    println!("{removed} leaves removed, {freed} values freed, {ties} relations named");
    assert!(removed > 5 && freed * 2 > removed, "{removed} {freed}");
}

const FRIENDS: &str = r#"
languages: [fr]
attributes:
  character:
    secret: { type: enum, values: [moulin, denonce, rien], generate: {} }
    aide: { type: boolean, generate: {} }
    age: { type: number, range: [16, 90] }
    passe: { fields: { role: { type: enum, values: [soldat, civil] }, rang: { type: number, range: [0, 9] } } }
entities:
  aldric: { sort: character, name: Aldric, facts: { aide: true } }
  berthe: { sort: character, name: Berthe }
  carl: { sort: character, name: Carl }
relations:
  - { from: berthe, to: aldric, kind: social/friendship, force: 0.8 }
  - { from: carl, to: berthe, kind: social/enmity }
rules:
  loyaux:
    is: "forall X in character: forall Y in character: friendship(X, Y) => aide(Y) == false or secret(X) != denonce"
    because: { en: friends do not tell on each other, fr: des amis ne se dénoncent pas }
propagation:
  honte:
    when: { attribute: aide, value: "aide(X) == false" }
    to: { relations: social/enmity }
    then: { constrain: "secret(Y) != rien", strength: strict }
"#;

#[test]
fn a_reason_names_the_relation_it_rests_on() {
    let project = project(FRIENDS);
    let mut session = Session::new(&project, 1);
    let secret: Cell = "berthe.secret".parse().expect("a cell");
    let told = why_not(&project, &session.state, &secret, &Value::symbol("denonce")).expect("why");
    let [tied] = &told.relations[..] else {
        panic!("{told:?}");
    };
    assert_eq!(tied.words.fr, "Berthe est ami avec Aldric (0,8)");
    assert_eq!(tied.place.as_ref().map(|place| place.line), Some(14));
    // What a propagation rule laid names the way it took, and the fact that caused it.
    session.send(r#"{"assert":{"carl.aide":false}}"#);
    let told = why_not(&project, &session.state, &secret, &Value::symbol("rien")).expect("why");
    let [tied] = &told.relations[..] else {
        panic!("{told:?}");
    };
    assert_eq!(tied.words.en, "Carl is an enemy of Berthe (0.5)");
    let facts: Vec<String> = told
        .facts
        .iter()
        .map(|fact| fact.cell.to_string())
        .collect();
    assert_eq!(facts, ["carl.aide"]);
}

/// A derived fact rests on what decides it, and on nothing else that its formula reads.
#[test]
fn a_derived_fact_names_what_decides_it() {
    let project = project(
        "
attributes:
  character:
    calm: { type: boolean }
    rich: { type: boolean }
entities:
  ada: { sort: character }
derived:
  content: { type: boolean, is: ada.calm or ada.rich }
",
    );
    let mut session = Session::new(&project, 1);
    session.send(r#"{"assert":{"ada.calm":true,"ada.rich":true}}"#);
    let Some(Why::Derived { because, .. }) = why::derived(&project, &session.state, "content")
    else {
        panic!("no reason");
    };
    assert_eq!(because.len(), 1, "one of them is enough: {because:?}");
}

/// A constraint that cannot be is refused for a reason that is not itself, and for the true one.
#[test]
fn a_constraint_is_not_refused_because_of_itself() {
    let mut session = Session::new(&project(FRIENDS), 1);
    let mut said = |formula: &str| -> (String, String) {
        let turn = session.send(&format!(r#"{{"author":{{"constrain":"{formula}"}}}}"#));
        let refused = turn.changes.refused.first().expect("refused");
        (refused.code.to_string(), refused.reason.clone())
    };
    let (code, reason) = said("aldric.age > 300");
    assert_eq!(code, "impossible");
    assert!(
        reason.contains("un nombre de 16 à 90 (world.yaml:7"),
        "{reason}"
    );
    let (code, reason) = said("berthe.secret == denonce");
    assert_eq!(code, "impossible");
    assert!(reason.contains("des amis ne se dénoncent pas"), "{reason}");
    assert_eq!(
        reason.matches("berthe.secret == denonce").count(),
        1,
        "{reason}"
    );
    // It does read cells; it names none.
    let (code, reason) = said("forall X in character: age(X) > 20");
    assert_eq!(code, "unguarded-rule", "{reason}");
    let (code, _) = said("1 > 2");
    assert_eq!(code, "rule-reads-nothing");
}

/// A composite is asserted as a map of its fields, all of them or none, and called by its fields otherwise.
#[test]
fn a_composite_is_asserted_whole_or_not_at_all() {
    let mut session = Session::new(&project(FRIENDS), 1);
    let turn = session.send(r#"{"assert":{"aldric.passe":{"role":"soldat","rang":12}}}"#);
    assert_eq!(turn.refused(), ["out-of-range"]);
    assert_eq!(session.value("aldric.passe.role"), None);
    let turn = session.send(r#"{"assert":{"aldric.passe":{"role":"soldat","rong":3}}}"#);
    assert_eq!(turn.refused(), ["unknown-cell"]);
    assert!(
        turn.changes.refused[0]
            .reason
            .contains("Peut-être aldric.passe.rang ?")
    );
    assert_eq!(session.value("aldric.passe.role"), None);
    let turn = session.send(r#"{"assert":{"aldric.passe":"soldat"}}"#);
    assert_eq!(turn.refused(), ["unknown-cell"]);
    let reason = &turn.changes.refused[0].reason;
    assert!(
        reason.contains("se compose de aldric.passe.role, aldric.passe.rang"),
        "{reason}"
    );
    let turn =
        session.send(r#"{"assert":{"aldric.passe":{"role":"soldat","rang":3}},"source":"crm"}"#);
    assert_eq!(turn.refused(), [""; 0]);
    assert_eq!(
        session.value("aldric.passe.role").as_deref(),
        Some("soldat")
    );
    assert_eq!(session.value("aldric.passe.rang").as_deref(), Some("3"));
}

/// The state as it was just before a cell was fixed, with the fact's provenance and value.
fn just_before(session: &Session, project: &Project, cell: &Cell) -> (State, Provenance, Value) {
    let fixed = session.entries.iter().position(|entry| {
        matches!(&entry.content, engine::state::EntryContent::Event(Event::FactFixed(fact)) if fact.cell == *cell)
    });
    let fixed = fixed.expect("a fact");
    let mut then = State::default();
    for entry in &session.entries[..fixed] {
        then.evolve(entry).expect("it folds");
    }
    then.catch_up(project);
    let Some(Why::Entry {
        provenance: Some(provenance),
        value: Some(value),
        ..
    }) = why::cell(project, &session.state, cell)
    else {
        panic!("no entry");
    };
    (then, provenance, value)
}

/// What a model said of its answer, and what it was worth, can be asked for once the value is a fact.
#[test]
fn an_answer_can_be_accounted_for() {
    let source = crate::collapse::WORLD.replace("edition: 3", "edition: 10");
    let project = project(&source);
    let mut session = Session::new(&project, 3);
    let mut answers = [
        r#"{"value":"king","reasoning":"why not","confidence":1}"#,
        r#"{"value":"deserter","reasoning":"she limps","confidence":0.7,"alternatives":["civilian"]}"#,
    ]
    .into_iter();
    session.ask(r#"{"observe":"ada.role"}"#, |_| {
        answers.next().unwrap_or_default().to_owned()
    });
    let cell: Cell = "ada.role".parse().expect("a cell");
    let (then, provenance, value) = just_before(&session, &project, &cell);
    let Provenance::Request(request) = provenance else {
        panic!("no answer of a model");
    };
    let canon = Canon::new(&project, &then, then.now());
    let account = account(&canon, &cell, request, &value).expect("an account");
    let answer = account.answer.as_ref().expect("an answer");
    assert_eq!(
        (answer.attempt, answer.reasoning.as_str()),
        (2, "she limps")
    );
    assert_eq!(
        answer.confidence.map(|force| force.to_string()).as_deref(),
        Some("0.7")
    );
    assert_eq!(answer.alternatives, ["civilian"]);
    assert_eq!(answer.proposed, None);
    let [(1, findings)] = &account.refused[..] else {
        panic!("{account:?}");
    };
    assert!(!findings.is_empty());
    assert!(
        account.worth.dramatic > 0 && account.worth.total() > 0,
        "{account:?}"
    );
}

/// Where no answer is admitted the offline generator takes over, and what was refused can be asked for.
#[test]
fn what_was_asked_in_vain_can_be_asked_for() {
    let source = crate::collapse::WORLD
        .replace("edition: 3", "edition: 13")
        .replace("leave_open", "offline");
    let project = project(&source);
    let cell: Cell = "ada.role".parse().expect("a cell");
    let mut session = Session::new(&project, 3);
    session.ask(r#"{"observe":"ada.role"}"#, |_| {
        r#"{"value":"king"}"#.to_owned()
    });
    let (then, provenance, value) = just_before(&session, &project, &cell);
    assert_eq!(provenance, Provenance::Offline);
    let canon = Canon::new(&project, &then, then.now());
    let account = fallback(&canon, &cell, &value).expect("an account");
    assert_eq!(account.answer, None);
    let attempts: Vec<u64> = account
        .refused
        .iter()
        .map(|(attempt, _)| *attempt)
        .collect();
    assert_eq!(attempts, [1, 2, 3]);
    assert!(
        account
            .refused
            .iter()
            .all(|(_, findings)| !findings.is_empty())
    );
    // Where nobody was asked there is nothing to tell.
    let mut session = Session::new(&project, 3);
    session.send(r#"{"observe":"ada.role"}"#);
    let (then, provenance, value) = just_before(&session, &project, &cell);
    assert_eq!(provenance, Provenance::Offline);
    let canon = Canon::new(&project, &then, then.now());
    assert_eq!(fallback(&canon, &cell, &value), None);
}

/// Words in which a value is told are no attempts at the value.
#[test]
fn a_refused_wording_is_no_refused_answer() {
    let source = crate::collapse::WORLD
        .replace("edition: 3", "edition: 13")
        .replace("attempts: 3", "attempts: 3, voice: true")
        .replace(
            "category: history",
            "category: history, asked_by: [your past], tellings: [\"{{name}}: {{value}}.\"]",
        )
        .replace("      category: history, asked_by: [your past], tellings: [\"{{name}}: {{value}}.\"]",
            "      category: history\n      asked_by: [your past]\n      tellings: [\"{{name}}: {{value}}.\"]");
    let project = project(&source);
    let cell: Cell = "ada.role".parse().expect("a cell");
    let mut session = Session::new(&project, 3);
    let mut asked = Vec::new();
    session.ask(r#"{"message":"Ada Thorne, your past?"}"#, |request| {
        asked.push(request.purpose.to_string());
        match (request.purpose.as_str(), request.attempt) {
            ("collapse", 1) => r#"{"value":"king"}"#.to_owned(),
            ("collapse", _) => r#"{"value":"civilian","reasoning":"she is quiet"}"#.to_owned(),
            _ => "Marguerite was a queen for 12 years.".to_owned(),
        }
    });
    let others = asked.iter().filter(|purpose| *purpose != "collapse");
    assert!(others.count() >= 1, "{asked:?}");
    let (then, provenance, value) = just_before(&session, &project, &cell);
    let Provenance::Request(request) = provenance else {
        panic!("no answer of a model");
    };
    let canon = Canon::new(&project, &then, then.now());
    let account = account(&canon, &cell, request, &value).expect("an account");
    let attempts: Vec<u64> = account
        .refused
        .iter()
        .map(|(attempt, _)| *attempt)
        .collect();
    assert_eq!(attempts, [1], "{account:?}");
}

/// Of whoever is near the facts come first that have to do with what is asked, and the others are named.
#[test]
fn a_context_ranks_facts_and_names_what_it_leaves_out() {
    let project = project(
        "
attributes:
  character:
    a_hair: { type: text }
    b_shoe: { type: text }
    c_song: { type: text }
    d_food: { type: text }
    mood: { type: enum, values: [calm, cross], category: mind, generate: {} }
    wish: { type: enum, values: [peace, war], category: mind, generate: {} }
    z_oath: { type: enum, values: [kept, broken], generate: {} }
entities:
  ada: { sort: character }
  ben: { sort: character, facts: { a_hair: red, b_shoe: worn, c_song: low, d_food: soup, wish: war, mood: cross, z_oath: broken } }
relations: [{ from: ada, to: ben, kind: social/friendship }]
rules: { oaths: 'forall X in character: forall Y in character: friendship(X, Y) => z_oath(X) == kept or mood(Y) == cross' }
",
    );
    let session = Session::new(&project, 1);
    let cell: Cell = "ada.mood".parse().expect("a cell");
    let canon = Canon::new(&project, &session.state, session.state.now());
    let attribute = project.attribute(&cell).expect("an attribute");
    let context = engine::context::context(&canon, &cell, attribute, 3);
    let text = context.text("en");
    let line = text
        .lines()
        .find(|line| line.starts_with("- ben"))
        .expect("ben");
    assert_eq!(
        line,
        "- ben: z_oath = broken, mood = cross, wish = war, a_hair = red, … (b_shoe, c_song, d_food)",
        "{text}"
    );
}
