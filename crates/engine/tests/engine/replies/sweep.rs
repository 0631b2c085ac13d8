//! The desk for exam candidates, swept: every state with every intention, every two states that can hold
//! together, and ten thousand cases at random. Each gets a reply or a hand-over that says why, no section
//! twice, with a proof that a naive reading accepts.

use super::naive::{compare, prove};
use crate::intentions::examt3p;
use engine::Project;
use engine::input::Raw;
use engine::reply::Severity;
use engine::reply::abstraction::{self, Abstraction, Expr, Found};
use engine::reply::case::Case;
use engine::reply::decide::{Outcome, decide};
use engine::reply::sweep::sweep;
use logic::kind::Type;
use logic::value::{Cell, Value};
use std::cell::Cell as Counter;
use std::collections::{BTreeMap, BTreeSet};

/// What a search may cost.
const STEPS: u64 = 200_000;

/// A small source of chance, so that every run sweeps the same cases.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % end as u64).expect("below a size")
    }
}

fn raw(value: &Value) -> Raw {
    match value {
        Value::Null => Raw::Null,
        Value::Bool(yes) => Raw::Bool(*yes),
        Value::Number(number) => Raw::Number(number.to_string()),
        Value::Symbol(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Text(_)
        | Value::Set(_)
        | Value::Confidential(_) => Raw::Text(value.show()),
        // A list that is counted: as many records, of which nothing is known.
        Value::List(items) => Raw::List(items.iter().map(|_| Raw::Map(BTreeMap::new())).collect()),
    }
}

/// A case with these facts, where they can be stated, and around them others of which they say nothing.
fn stated(
    project: &Project,
    facts: &BTreeMap<Cell, Option<Value>>,
    around: &[(&str, &str, Raw)],
) -> Case {
    let mut case = Case::at(abstraction::now());
    for (source, field, raw) in around {
        let known = facts.get(&Cell::new(*source, *field));
        if known.is_none_or(Option::is_none) {
            case.set(project, source, field, raw).expect("a fact");
        }
        if *source != "context" && !facts.contains_key(&Cell::new(*source, "failed")) {
            case.was_read(source);
        }
    }
    for (cell, value) in facts {
        // An action is always there.
        let is_action = |cell: &Cell| cell.to_string() == "case.action";
        let Some(value) = value
            .as_ref()
            .filter(|value| !is_action(cell) || !value.is_null())
        else {
            continue;
        };
        if (cell.entity.as_str(), cell.attribute.as_str()) == ("case", "action") {
            case.set_action(&value.show()).expect("an action");
        } else {
            let _ = case.set(project, &cell.entity, &cell.attribute, &raw(value));
        }
    }
    case.fill(project);
    case
}

/// Finds cases in which states hold.
pub struct Witnesses<'p> {
    project: &'p Project,
    picture: Abstraction<'p>,
    holds: Vec<Option<Expr>>,
    /// How many searches did not come to their end.
    gave_up: Counter<usize>,
}

impl<'p> Witnesses<'p> {
    pub fn of(project: &'p Project) -> Witnesses<'p> {
        let replies = project.replies.as_ref().expect("replies");
        let mut picture = Abstraction::new(project);
        let states = replies.states.iter();
        let holds = states.map(|state| {
            let condition = state.condition.as_ref();
            condition.map(|condition| picture.read(condition))
        });
        let holds = holds.collect();
        picture.draw();
        Witnesses {
            project,
            picture,
            holds,
            gave_up: Counter::new(0),
        }
    }

    /// A case in which these states hold, and nothing blocks but what is asked for.
    pub fn case(&self, states: &[usize], around: &[(&str, &str, Raw)]) -> Option<Case> {
        let replies = self.project.replies.as_ref().expect("replies");
        let blocking = |number: usize| replies.states[number].severity == Severity::Blocking;
        let others = self.holds.iter().enumerate();
        let others = others.filter(|(number, _)| blocking(*number) && !states.contains(number));
        let free = others.filter_map(|(_, expr)| expr.clone().map(Expr::not_true));
        let mut goals: Vec<Expr> = states
            .iter()
            .filter_map(|state| self.holds[*state].clone())
            .collect();
        goals.extend(free);
        if states.iter().any(|state| self.holds[*state].is_none()) {
            // The default state holds where it is known that no other does.
            let others = self.holds.iter().flatten().cloned();
            goals.extend(others.map(|other| Expr::Not(Box::new(other))));
        }
        let goals: Vec<&Expr> = goals.iter().collect();
        match self.picture.together(&goals, &mut { STEPS }) {
            Found::Possible(facts) => Some(stated(self.project, &facts, around)),
            Found::Impossible => None,
            Found::OutOfBudget => {
                self.gave_up.set(self.gave_up.get() + 1);
                None
            }
        }
    }
}

/// Decides a case and reads everything again; how it ended, and which states held.
fn examined(project: &Project, mut case: Case, wanted: Vec<usize>) -> (Outcome, BTreeSet<String>) {
    case.intentions = Some(wanted.clone());
    let reply = decide(project, &case).expect("a reply");
    prove(project, &case, &reply);
    compare(project, &case, &wanted);
    match reply.outcome {
        Outcome::HandOver => assert!(!reply.hand_over.is_empty(), "handed over without a reason"),
        Outcome::Reply | Outcome::Clarify | Outcome::Blocked => {
            let text = reply.plain.as_deref().unwrap_or_default();
            assert!(!text.trim().is_empty(), "an empty reply: {case:?}");
        }
        Outcome::Stopped => assert!(reply.plain.is_none(), "it stopped, and spoke"),
    }
    let all = [
        &reply.states.blocking,
        &reply.states.warning,
        &reply.states.info,
    ];
    let states = all.into_iter().flatten().map(|held| held.state.to_string());
    (reply.outcome, states.collect())
}

#[test]
fn law_r4_every_state_intention_and_pair_is_answered_or_handed_over() {
    let project = examt3p();
    let replies = project.replies.as_ref().expect("replies");
    let witnesses = Witnesses::of(&project);
    let witness = |states: &[usize]| witnesses.case(states, &[]);
    let (mut cases, mut held) = (0, BTreeSet::new());
    for state in 0..replies.states.len() {
        let Some(case) = witness(&[state]) else {
            panic!("{} holds in no case", replies.states[state].name);
        };
        for intention in 0..replies.intentions.len() {
            let (_, states) = examined(&project, case.clone(), vec![intention]);
            held.extend(states);
            cases += 1;
        }
    }
    let names = replies.states.iter().map(|state| state.name.as_str());
    let missed: Vec<&str> = names.filter(|name| !held.contains(*name)).collect();
    assert!(missed.is_empty(), "these were not reached: {missed:?}");
    let mut pairs = Vec::new();
    for one in 0..replies.states.len() {
        for other in one + 1..replies.states.len() {
            if let Some(case) = witness(&[one, other]) {
                let count = replies.intentions.len();
                let (first, second) = ((one * 7 + other) % count, (one + other * 11 + 1) % count);
                let wanted = if first == second {
                    vec![first]
                } else {
                    vec![first, second]
                };
                examined(&project, case, wanted);
                pairs.push((one, other));
            }
        }
    }
    let (held, of) = (pairs.len(), replies.states.len());
    println!("{cases} of a state and an intention, {held} pairs of states");
    assert_eq!(witnesses.gave_up.get(), 0, "every search came to its end");
    assert_eq!(cases, of * replies.intentions.len());
    // The sweep of the product finds the same pairs, and calls every other one apart.
    let swept = sweep(&project, 0);
    assert_eq!((swept.undecided, swept.pairs), (0, cases));
    assert_eq!(swept.together, pairs);
    assert_eq!(swept.apart, of * (of - 1) / 2 - held);
    assert!(held > 300 && swept.apart > 100, "{held} {}", swept.apart);
}

#[test]
fn law_r4_ten_thousand_cases_are_answered_or_handed_over() {
    let project = examt3p();
    let replies = project.replies.as_ref().expect("replies");
    let mut dice = Dice(20_261);
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..10_000 {
        let mut case = Case::at(abstraction::now());
        for (name, source) in &replies.sources {
            match dice.below(12) {
                0 => continue,
                1 => case
                    .set(&project, name, "failed", &Raw::Bool(true))
                    .expect("a fact"),
                _ => case.was_read(name),
            }
            for (field, declared) in &source.fields {
                let Some(attribute) = project.attribute(&declared.cell) else {
                    continue;
                };
                let value = match &attribute.kind {
                    _ if dice.below(3) == 0 => continue,
                    _ if dice.below(5) == 0 => Raw::Null,
                    Type::Boolean => Raw::Bool(dice.below(4) == 0),
                    Type::Enum(values) => Raw::Text(values[dice.below(values.len())].to_string()),
                    Type::Number => Raw::Number(dice.below(7).to_string()),
                    Type::Date => Raw::Text(format!(
                        "2026-{:02}-{:02}",
                        5 + dice.below(3),
                        1 + dice.below(28)
                    )),
                    Type::Text => {
                        // What cannot be seen says nothing.
                        let texts = ["Zoé", "{{password}}", "<b>x</b>", "", " \u{a0}", "\u{200b}"];
                        Raw::Text(texts[dice.below(texts.len())].to_owned())
                    }
                    Type::Instant | Type::Reference(_) | Type::Set(_) | Type::List(_) => continue,
                };
                let _ = case.set(&project, name, field, &value);
            }
        }
        case.fill(&project);
        let mut wanted: Vec<usize> = Vec::new();
        for _ in 0..dice.below(4) {
            let intention = dice.below(replies.intentions.len());
            if !wanted.contains(&intention) {
                wanted.push(intention);
            }
        }
        let (outcome, _) = examined(&project, case, wanted);
        *ends.entry(outcome.as_str()).or_default() += 1;
    }
    println!("{ends:?}");
    assert!(
        ends.get("reply").is_some_and(|replies| *replies > 500),
        "{ends:?}"
    );
}
