//! Selection: for one intention, the first rule that there is, with what was tried before it.
//!
//! Rules are found from the states that hold and from the intention; no loop goes over all rows.

use super::case::CaseFacts;
use super::doubt::Doubt;
use super::{Pass, Replies, Rule, Severity};
use logic::formula::Formula;
use logic::holds::{Truth, evaluate};
use logic::text::{Phrase, is_french};
use logic::value::{Name, Value};

/// What was selected for an intention, or for a case without any.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    pub intention: Option<usize>,
    /// Nothing: the master template.
    pub rule: Option<usize>,
    /// Rules that would have been chosen before it if they apply, which is not known.
    pub doubts: Vec<Doubt>,
    pub trace: Vec<Tried>,
}

/// One thing that was tried; its words are made where somebody reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    pub pass: Pass,
    pub what: What,
    pub chosen: bool,
    pub why: Because,
}

/// What was tried: a rule, or a place where none is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Rule(usize),
    /// No row of this intention; of a state, or for any.
    NoRow(Option<usize>, usize),
    Group(usize),
    Master,
}

/// Why something was chosen or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    NoSuchRow,
    IsThere,
    Condition(Truth),
    StateUnknown(usize),
    StateNot(usize),
    NotAmong(String),
    FactUnknown,
    FactNone,
    NothingElse,
}

impl Tried {
    /// The name of what was tried.
    pub fn rule(&self, replies: &Replies) -> Name {
        match self.what {
            What::Rule(rule) => replies.rules[rule].name.clone(),
            What::NoRow(state, intention) => {
                let state = state.map_or("*", |state| replies.states[state].name.as_str());
                let intention = replies.intentions[intention].name.as_str();
                Name::from([state, ":", intention].concat())
            }
            What::Group(group) => replies.groups[group].name.clone(),
            What::Master => {
                let master = replies.options.master.clone();
                master.unwrap_or_else(|| Name::from("master"))
            }
        }
    }

    /// Why, in words.
    pub fn why(&self, replies: &Replies, language: &str) -> String {
        let plain = |words: [&str; 2]| words[usize::from(is_french(language))].to_owned();
        let fact = match self.what {
            What::Group(group) => replies.groups[group].called.as_str(),
            What::Rule(_) | What::NoRow(..) | What::Master => "",
        };
        let words = match &self.why {
            Because::NoSuchRow => {
                return plain(["there is no such row", "il n'y a pas de telle ligne"]);
            }
            Because::IsThere => return plain(["it is there", "elle existe"]),
            Because::Condition(Truth::False) => {
                return plain(["its condition is false", "sa condition est fausse"]);
            }
            Because::Condition(Truth::Unknown) => {
                return plain(["its condition is unknown", "sa condition est inconnue"]);
            }
            Because::Condition(Truth::True) => {
                return plain(["its condition is true", "sa condition est vraie"]);
            }
            Because::NothingElse => {
                return plain(["nothing else was selected", "rien d'autre n'a été choisi"]);
            }
            Because::StateUnknown(state) => {
                let name = &replies.states[*state].name;
                Phrase::new(
                    format!("it is not known whether {name} holds"),
                    format!("on ne sait pas si {name} est réalisé"),
                )
            }
            Because::StateNot(state) => {
                let name = &replies.states[*state].name;
                Phrase::new(
                    format!("{name} does not hold"),
                    format!("{name} n'est pas réalisé"),
                )
            }
            Because::NotAmong(value) => Phrase::new(
                format!("{fact} is {value}, which is not among its values"),
                format!("{fact} vaut {value}, qui n'est pas parmi ses valeurs"),
            ),
            Because::FactUnknown => Phrase::new(
                format!("{fact} is not known"),
                format!("{fact} est inconnu"),
            ),
            Because::FactNone => Phrase::new(format!("{fact} is none"), format!("{fact} est vide")),
        };
        words.in_language(language).to_owned()
    }
}

/// `states` are those that hold, the primary one first, then by priority; and those of which it is not
/// known whether they do.
pub fn select(
    replies: &Replies,
    facts: &CaseFacts,
    states: (&[usize], &[usize]),
    intention: Option<usize>,
) -> Selection {
    let mut trial = Trial {
        replies,
        facts,
        states: states.0,
        unknown: states.1,
        doubts: Vec::new(),
        trace: Vec::new(),
    };
    let rule = trial.run(intention);
    Selection {
        intention,
        rule,
        doubts: trial.doubts,
        trace: trial.trace,
    }
}

struct Trial<'a> {
    replies: &'a Replies,
    facts: &'a CaseFacts<'a>,
    states: &'a [usize],
    unknown: &'a [usize],
    doubts: Vec<Doubt>,
    trace: Vec<Tried>,
}

/// Whether a rule that was found applies, and why.
enum Fit {
    Yes(Because),
    No(Because),
    /// It is not known, because this is not.
    Unknown(Because, Formula),
}

impl Trial<'_> {
    fn run(&mut self, intention: Option<usize>) -> Option<usize> {
        let index = &self.replies.index;
        if let Some(intention) = intention {
            for state in self.in_order() {
                match index.exact.get(&(intention, state)) {
                    Some(rules) => {
                        if let Some(rule) = self.first(rules.iter().copied()) {
                            return Some(rule);
                        }
                    }
                    None if self.unknown.contains(&state) => {}
                    None => self.no_row(Pass::Exact, Some(state), intention),
                }
            }
            match index.wildcard.get(&intention) {
                Some(rules) => {
                    if let Some(rule) = self.first(rules.iter().copied()) {
                        return Some(rule);
                    }
                }
                None => self.no_row(Pass::Wildcard, None, intention),
            }
            let rules = index.for_intention.get(&intention);
            if let Some(rule) = self.first(rules.into_iter().flatten().copied()) {
                return Some(rule);
            }
        }
        let by_state = self.states.iter().chain(self.unknown);
        let by_state = by_state.filter_map(|state| index.for_state.get(state));
        let mut by_state: Vec<usize> = by_state.flatten().copied().collect();
        by_state.sort_by_key(|rule| (self.replies.rules[*rule].priority, *rule));
        let by_state = by_state.into_iter();
        if let Some(rule) = self.first(by_state.chain(index.for_condition.iter().copied())) {
            return Some(rule);
        }
        for (number, group) in self.replies.groups.iter().enumerate() {
            let value = evaluate(self.facts, &group.fact).ok().flatten();
            let called = match &value {
                Some(Value::Symbol(name)) => Some(name.clone()),
                Some(Value::Null) | None => None,
                Some(other) => Some(Name::from(other.show())),
            };
            let rule = called.as_ref().and_then(|value| group.values.get(value));
            match rule {
                Some(rule) => {
                    if let Some(rule) = self.first(std::iter::once(*rule)) {
                        return Some(rule);
                    }
                }
                None => {
                    let why = match called {
                        Some(value) => Because::NotAmong(value.to_string()),
                        None if value.is_none() => {
                            self.doubts.push(Doubt {
                                rule: group.name.clone(),
                                condition: Formula::IsKnown(group.fact.clone()),
                                of_warning: false,
                            });
                            Because::FactUnknown
                        }
                        None => Because::FactNone,
                    };
                    self.note(Pass::Group, What::Group(number), false, why);
                }
            }
        }
        self.note(Pass::Fallback, What::Master, true, Because::NothingElse);
        None
    }

    /// States that hold, and among them those that may, each where it would stand.
    fn in_order(&self) -> Vec<usize> {
        let rank = |state: &usize| (self.replies.states[*state].priority, *state);
        let Some((primary, others)) = self.states.split_first() else {
            let mut may = self.unknown.to_vec();
            if self.facts.case.is_careful() {
                may.sort_by_key(rank);
            }
            return may;
        };
        let info = |state: &usize| self.replies.states[*state].severity == Severity::Info;
        // One that may hold would be the primary one, or come behind it by its priority.
        let (mut first, mut behind): (Vec<usize>, Vec<usize>) = self
            .unknown
            .iter()
            .partition(|state| info(state) && (rank(state) < rank(primary) || !info(primary)));
        first.sort_by_key(rank);
        behind.extend(others);
        behind.sort_by_key(rank);
        first.push(*primary);
        first.extend(behind);
        first
    }

    fn first(&mut self, rules: impl Iterator<Item = usize>) -> Option<usize> {
        for number in rules {
            let rule = &self.replies.rules[number];
            match self.fits(rule) {
                Fit::Yes(why) => {
                    self.note(rule.pass, What::Rule(number), true, why);
                    return Some(number);
                }
                Fit::No(why) => self.note(rule.pass, What::Rule(number), false, why),
                Fit::Unknown(why, condition) => {
                    let state = rule.state.filter(|state| self.unknown.contains(state));
                    self.doubts.push(Doubt {
                        rule: rule.name.clone(),
                        condition,
                        of_warning: state.is_some_and(|state| {
                            self.replies.states[state].severity == Severity::Warning
                        }),
                    });
                    self.note(rule.pass, What::Rule(number), false, why);
                }
            }
        }
        None
    }

    fn fits(&self, rule: &Rule) -> Fit {
        let when = rule.when.as_ref();
        let holds = when.map(|when| self.facts.holds(when));
        if holds == Some(Truth::False) {
            return Fit::No(Because::Condition(Truth::False));
        }
        if let Some(number) = rule.state.filter(|state| !self.states.contains(state)) {
            let is_unknown = self.unknown.contains(&number);
            return match is_unknown {
                true => Fit::Unknown(Because::StateUnknown(number), self.condition_of(number)),
                false => Fit::No(Because::StateNot(number)),
            };
        }
        match (holds, when) {
            (Some(Truth::Unknown), Some(when)) => {
                Fit::Unknown(Because::Condition(Truth::Unknown), when.clone())
            }
            (Some(_), _) => Fit::Yes(Because::Condition(Truth::True)),
            (None, _) => Fit::Yes(Because::IsThere),
        }
    }

    /// When a state holds; the default one where none of those does of which that is not known.
    fn condition_of(&self, state: usize) -> Formula {
        let condition = |state: &usize| self.replies.states[*state].condition.clone();
        condition(&state).unwrap_or_else(|| {
            let others = self.unknown.iter().filter_map(condition);
            let others = others.map(|other| Formula::Not(Box::new(other)));
            Formula::And(others.collect())
        })
    }

    fn no_row(&mut self, pass: Pass, state: Option<usize>, intention: usize) {
        self.note(
            pass,
            What::NoRow(state, intention),
            false,
            Because::NoSuchRow,
        );
    }

    fn note(&mut self, pass: Pass, what: What, chosen: bool, why: Because) {
        self.trace.push(Tried {
            pass,
            what,
            chosen,
            why,
        });
    }
}
