//! The sweep: every state with every intention, every two states that can hold together, and cases at
//! random. Each must get a reply, a hand-over that says why, or the word of a state that blocks; nothing is
//! dropped and nothing said twice.
//!
//! What a reply claims is read again from its text here, and not taken from where it was decided.

use super::abstraction::{self, Abstraction, Expr, Found};
use super::case::Case;
use super::decide::{Outcome, Reply, decide};
use super::matrix::{Example, shown};
use super::{Absent, Field, Replies, Severity};
use crate::input::Raw;
use crate::project::Project;
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What the search for one example may cost, and all of them together.
const STEPS: u64 = 200_000;
const STEPS_ALL: u64 = 50_000_000;

/// What a sweep examined, and what it found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// Cases of one state and one intention.
    pub pairs: usize,
    /// Two states that can hold together, by their numbers, each with a case.
    pub together: Vec<(usize, usize)>,
    /// Two states that cannot.
    pub apart: usize,
    pub sampled: usize,
    /// Searches that ended at their bound: whether there is such a case is not known.
    pub undecided: usize,
    /// States that held in no case that was examined.
    pub unreached: Vec<Name>,
    /// How cases ended, by the name of the outcome.
    pub outcomes: BTreeMap<&'static str, usize>,
    /// Why cases were handed over; one may have several reasons.
    pub reasons: BTreeMap<Name, usize>,
    pub violations: Vec<Violation>,
}

/// A case that broke a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law: `R4`.
    pub law: &'static str,
    pub why: Phrase,
    /// The facts of the case, and what was wanted.
    pub facts: String,
    pub intentions: Vec<Name>,
}

impl Swept {
    pub fn cases(&self) -> usize {
        self.pairs + self.together.len() + self.sampled
    }
}

/// Violations that are kept with their cases; what breaks a law breaks it often.
const KEPT: usize = 20;

/// Sweeps a project, with so many cases at random. The same project is swept in the same way every time.
pub fn sweep(project: &Project, samples: usize) -> Swept {
    let mut swept = Swept::default();
    let Some(replies) = &project.replies else {
        return swept;
    };
    let mut sweep = Sweep::new(project, replies);
    for state in 0..replies.states.len() {
        let Some(facts) = sweep.example(&[state], &mut swept) else {
            continue;
        };
        for intention in 0..replies.intentions.len() {
            sweep.examine(&facts, vec![intention], &mut swept);
            swept.pairs += 1;
        }
    }
    for one in 0..replies.states.len() {
        for other in one + 1..replies.states.len() {
            let before = swept.undecided;
            let Some(facts) = sweep.example(&[one, other], &mut swept) else {
                swept.apart += usize::from(swept.undecided == before);
                continue;
            };
            sweep.examine(&facts, two_of(replies, one, other), &mut swept);
            swept.together.push((one, other));
        }
    }
    let mut dice = Dice(20_261);
    for _ in 0..samples {
        let (facts, wanted) = sweep.sample(&mut dice);
        sweep.examine(&facts, wanted, &mut swept);
        swept.sampled += 1;
    }
    let states = replies.states.iter().map(|state| &state.name);
    let missed = states.filter(|state| !sweep.reached.contains(*state));
    swept.unreached = missed.cloned().collect();
    swept
}

/// Two intentions, other ones for each pair of states.
fn two_of(replies: &Replies, one: usize, other: usize) -> Vec<usize> {
    let count = replies.intentions.len();
    if count == 0 {
        return Vec::new();
    }
    let mut wanted = vec![(one * 7 + other) % count, (one + other * 11 + 1) % count];
    wanted.dedup();
    wanted
}

/// A small source of chance, so that every run sweeps the same cases.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        let end = end.max(1) as u64;
        usize::try_from((self.0 >> 33) % end).unwrap_or_default()
    }
}

struct Sweep<'p> {
    project: &'p Project,
    replies: &'p Replies,
    picture: Abstraction<'p>,
    /// When each state holds; nothing for the default one.
    holds: Vec<Option<Expr>>,
    left: u64,
    reached: BTreeSet<Name>,
}

impl<'p> Sweep<'p> {
    fn new(project: &'p Project, replies: &'p Replies) -> Sweep<'p> {
        let mut picture = Abstraction::new(project);
        let conditions = replies.states.iter().map(|state| state.condition.as_ref());
        let holds = conditions
            .map(|condition| condition.map(|condition| picture.read(condition)))
            .collect();
        picture.draw();
        Sweep {
            project,
            replies,
            picture,
            holds,
            left: STEPS_ALL,
            reached: BTreeSet::new(),
        }
    }

    /// Facts with which these states hold, and none blocks but these: known not to, where that can be.
    fn example(&mut self, states: &[usize], swept: &mut Swept) -> Option<Example> {
        if states.len() > 1 && states.iter().any(|state| self.holds[*state].is_none()) {
            // The default state holds beside no other.
            return None;
        }
        let known = self.search(states, |holds| Expr::Not(Box::new(holds)));
        let found = match known {
            Found::Possible(_) => known,
            Found::Impossible | Found::OutOfBudget => self.search(states, Expr::not_true),
        };
        match found {
            Found::Possible(facts) => Some(facts),
            Found::Impossible => None,
            Found::OutOfBudget => {
                swept.undecided += 1;
                None
            }
        }
    }

    fn search(&mut self, states: &[usize], denied: impl Fn(Expr) -> Expr) -> Found {
        let mut goals: Vec<Expr> = Vec::new();
        // The default state holds where it is known that no other does.
        let alone = states.iter().any(|state| self.holds[*state].is_none());
        for (number, holds) in self.holds.iter().enumerate() {
            let Some(holds) = holds else { continue };
            let is_goal = states.contains(&number);
            if is_goal {
                goals.push(holds.clone());
            }
            if alone {
                goals.push(Expr::Not(Box::new(holds.clone())));
            } else if !is_goal && self.replies.states[number].severity == Severity::Blocking {
                goals.push(denied(holds.clone()));
            }
        }
        let goals: Vec<&Expr> = goals.iter().collect();
        let mut budget = STEPS.min(self.left);
        let before = budget;
        let found = self.picture.together(&goals, &mut budget);
        self.left -= before - budget;
        found
    }

    /// A case at random: what conditions read from each stretch of their values, the rest by its type.
    fn sample(&self, dice: &mut Dice) -> (Example, Vec<usize>) {
        let mut facts = Example::new();
        for (name, source) in &self.replies.sources {
            for field in source.fields.values() {
                let value = self.any_value(&field.cell, dice);
                facts.insert(field.cell.clone(), value);
            }
            let failed = match dice.below(12) {
                0 => None,
                1 => Some(Value::Bool(true)),
                _ => Some(Value::Bool(false)),
            };
            facts.insert(Cell::new(name, "failed"), failed);
        }
        for (cell, values) in self.picture.choices() {
            if &*cell.attribute != "failed" {
                facts.insert(cell.clone(), values[dice.below(values.len())].clone());
            }
        }
        let mut wanted: Vec<usize> = Vec::new();
        for _ in 0..dice.below(4).min(self.replies.intentions.len()) {
            let intention = dice.below(self.replies.intentions.len());
            if !wanted.contains(&intention) {
                wanted.push(intention);
            }
        }
        (facts, wanted)
    }

    fn any_value(&self, cell: &Cell, dice: &mut Dice) -> Option<Value> {
        let attribute = self.project.attribute(cell)?;
        match dice.below(6) {
            0 => return None,
            1 => return Some(Value::Null),
            _ => {}
        }
        Some(match &attribute.kind {
            Type::Boolean => Value::Bool(dice.below(2) == 0),
            Type::Enum(values) => Value::Symbol(values.get(dice.below(values.len()))?.clone()),
            Type::Number => Value::Number(i64::try_from(dice.below(7)).ok()?.into()),
            Type::Date => {
                let day = format!("2026-{:02}-{:02}", 5 + dice.below(3), 1 + dice.below(28));
                Value::Date(day.parse().ok()?)
            }
            // What cannot be seen says nothing.
            Type::Text => {
                let texts = ["Zoé", "{{password}}", "<b>x</b>", "", " \u{a0}", "\u{200b}"];
                Value::text(texts[dice.below(texts.len())])
            }
            Type::Instant | Type::Reference(_) | Type::Set(_) | Type::List(_) => return None,
        })
    }

    /// A case with these facts, where they can be stated.
    fn stated(&self, facts: &Example) -> Case {
        let mut case = Case::at(abstraction::now());
        for (cell, value) in facts {
            let Some(value) = value else { continue };
            if (cell.entity.as_str(), cell.attribute.as_str()) == ("case", "action") {
                let _ = case.set_action(&value.show());
            } else {
                let _ = case.set(self.project, &cell.entity, &cell.attribute, &raw(value));
            }
        }
        // A source was read where nothing speaks against it.
        for (name, source) in &self.replies.sources {
            let is_missing = |cell: &Cell| facts.get(cell) == Some(&None);
            let mut fields = source.fields.values();
            let fills = |field: &Field| field.absent != Absent::Unknown && is_missing(&field.cell);
            let says = facts.contains_key(&Cell::new(name, "failed"));
            if !says && !fields.any(fills) {
                case.was_read(name);
            }
        }
        case.fill(self.project);
        case
    }

    /// Decides a case, and reads everything that is claimed of it again.
    fn examine(&mut self, facts: &Example, wanted: Vec<usize>, swept: &mut Swept) {
        let mut case = self.stated(facts);
        case.intentions = Some(wanted);
        let Some(reply) = decide(self.project, &case) else {
            return;
        };
        *swept.outcomes.entry(reply.outcome.as_str()).or_default() += 1;
        if reply.outcome == Outcome::HandOver {
            let codes: BTreeSet<&Name> =
                reply.hand_over.iter().map(|reason| &reason.code).collect();
            for code in codes {
                *swept.reasons.entry(code.clone()).or_default() += 1;
            }
        }
        for held in held(&reply) {
            if !self.reached.contains(held) {
                self.reached.insert(held.clone());
            }
        }
        for (law, why) in broken(self.replies, &reply) {
            if swept.violations.len() < KEPT {
                swept.violations.push(Violation {
                    law,
                    why,
                    facts: shown(facts),
                    intentions: reply
                        .intentions
                        .iter()
                        .map(|wanted| wanted.intention.clone())
                        .collect(),
                });
            }
        }
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

fn held(reply: &Reply) -> impl Iterator<Item = &Name> {
    let states = &reply.states;
    let all = states.blocking.iter().chain(&states.warning);
    all.chain(&states.info).map(|held| &held.state)
}

/// The laws that a reply breaks, read from what it says.
pub fn broken(replies: &Replies, reply: &Reply) -> Vec<(&'static str, Phrase)> {
    let mut found = Vec::new();
    let plain = reply.plain.as_deref().unwrap_or_default();
    let blocks_in_silence = reply.outcome == Outcome::Blocked
        && reply
            .primary
            .as_deref()
            .and_then(|state| replies.state(state))
            .is_some_and(|state| !replies.states[state].generate);
    match reply.outcome {
        Outcome::HandOver if reply.hand_over.is_empty() => found.push((
            "R4",
            Phrase::new(
                "it is handed over without a reason",
                "il est confié sans raison",
            ),
        )),
        Outcome::HandOver => {}
        Outcome::Reply | Outcome::Clarify | Outcome::Blocked => {
            // Where nobody wants anything, nothing may be said.
            let is_wanted = !reply.intentions.is_empty();
            if plain.trim().is_empty() && is_wanted && !blocks_in_silence {
                found.push((
                    "R4",
                    Phrase::new("the reply is empty", "la réponse est vide"),
                ));
            }
        }
        Outcome::Stopped => {
            if !reply.hand_over.is_empty() {
                found.push((
                    "R4",
                    Phrase::new(
                        "it was stopped, and somebody is to look at it",
                        "il est arrêté, et quelqu'un doit le voir",
                    ),
                ));
            }
            if !plain.is_empty() {
                found.push((
                    "R6",
                    Phrase::new("it was stopped, and speaks", "il est arrêté, et parle"),
                ));
            }
        }
    }
    said_twice(reply, &mut found);
    for thing in dropped(replies, reply) {
        found.push((
            "R4",
            Phrase::new(
                format!("{thing} is neither answered nor handed over"),
                format!("{thing} n'a ni réponse ni remise à quelqu'un"),
            ),
        ));
    }
    for answered in &reply.coverage.answered {
        for by in &answered.by {
            let mut said = reply.sections.iter();
            let speaks = said.any(|said| said.section == *by && !said.sentences.is_empty());
            if !speaks {
                found.push((
                    "R4",
                    Phrase::new(
                        format!(
                            "{} is said to be answered by `{by}`, which says nothing",
                            answered.what
                        ),
                        format!(
                            "{} aurait sa réponse dans `{by}`, qui ne dit rien",
                            answered.what
                        ),
                    ),
                ));
            }
        }
    }
    if reply.send.allowed
        && (reply.outcome != Outcome::Reply || !reply.coverage.unanswered.is_empty())
    {
        found.push((
            "R4",
            Phrase::new(
                "it may be sent, and is no whole reply",
                "il peut être envoyé, et n'est pas une réponse complète",
            ),
        ));
    }
    found
}

/// Sections that stand twice in a reply.
fn said_twice(reply: &Reply, found: &mut Vec<(&'static str, Phrase)>) {
    let mut seen = BTreeSet::new();
    for said in &reply.sections {
        if !seen.insert(&said.section) {
            let name = &said.section;
            found.push((
                "R5",
                Phrase::new(
                    format!("`{name}` is said twice"),
                    format!("`{name}` est dit deux fois"),
                ),
            ));
        }
    }
}

/// What was wanted or warned of and is neither answered, blocked nor handed over.
fn dropped<'r>(replies: &Replies, reply: &'r Reply) -> Vec<&'r Name> {
    let coverage = &reply.coverage;
    let is_listed = |what: &Name| {
        coverage.answered.iter().any(|by| by.what == *what)
            || coverage.blocked.iter().any(|by| by.what == *what)
            || (coverage.unanswered.iter().any(|open| open.what == *what)
                && reply.outcome == Outcome::HandOver)
    };
    let wanted = reply.intentions.iter().map(|wanted| &wanted.intention);
    let told = held(reply).filter(|state| {
        let number = replies.state(state);
        number.is_some_and(|number| replies.must_answer(number))
    });
    wanted.chain(told).filter(|what| !is_listed(what)).collect()
}
