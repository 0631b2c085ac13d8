//! Selection: for one intention, the first rule that there is, with what was tried before it.
//!
//! Rules are found from the states that hold and from the intention; no loop goes over all rows.

use super::case::CaseFacts;
use super::doubt::Doubt;
use super::{Pass, Replies, Rule, Severity};
use logic::formula::Formula;
use logic::holds::{Truth, evaluate};
use logic::text::Phrase;
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

/// One thing that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    pub pass: Pass,
    pub rule: Name,
    pub chosen: bool,
    pub why: Phrase,
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
    Yes(Phrase),
    No(Phrase),
    /// It is not known, because this is not.
    Unknown(Phrase, Formula),
}

impl Trial<'_> {
    fn run(&mut self, intention: Option<usize>) -> Option<usize> {
        let index = &self.replies.index;
        if let Some(intention) = intention {
            let wanted = &self.replies.intentions[intention].name;
            for state in self.in_order() {
                match index.exact.get(&(intention, state)) {
                    Some(rules) => {
                        if let Some(rule) = self.first(rules.iter().copied()) {
                            return Some(rule);
                        }
                    }
                    None if self.unknown.contains(&state) => {}
                    None => {
                        let row = format!("{}:{wanted}", self.replies.states[state].name);
                        self.no_row(Pass::Exact, row);
                    }
                }
            }
            match index.wildcard.get(&intention) {
                Some(rules) => {
                    if let Some(rule) = self.first(rules.iter().copied()) {
                        return Some(rule);
                    }
                }
                None => self.no_row(Pass::Wildcard, format!("*:{wanted}")),
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
        for group in &self.replies.groups {
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
                    let fact = &group.called;
                    let why = match called {
                        Some(value) => Phrase::new(
                            format!("{fact} is {value}, which is not among its values"),
                            format!("{fact} vaut {value}, qui n'est pas parmi ses valeurs"),
                        ),
                        None if value.is_none() => {
                            self.doubts.push(Doubt {
                                rule: group.name.clone(),
                                condition: Formula::IsKnown(group.fact.clone()),
                                of_warning: false,
                            });
                            Phrase::new(
                                format!("{fact} is not known"),
                                format!("{fact} est inconnu"),
                            )
                        }
                        None => Phrase::new(format!("{fact} is none"), format!("{fact} est vide")),
                    };
                    self.note(Pass::Group, group.name.clone(), false, why);
                }
            }
        }
        let master = self.replies.options.master.clone();
        let master = master.unwrap_or_else(|| Name::from("master"));
        let why = Phrase::new("nothing else was selected", "rien d'autre n'a été choisi");
        self.note(Pass::Fallback, master, true, why);
        None
    }

    /// States that hold, and among them those that may, each where it would stand.
    fn in_order(&self) -> Vec<usize> {
        let rank = |state: &usize| (self.replies.states[*state].priority, *state);
        let Some((primary, others)) = self.states.split_first() else {
            return self.unknown.to_vec();
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
                    self.note(rule.pass, rule.name.clone(), true, why);
                    return Some(number);
                }
                Fit::No(why) => self.note(rule.pass, rule.name.clone(), false, why),
                Fit::Unknown(why, condition) => {
                    let state = rule.state.filter(|state| self.unknown.contains(state));
                    self.doubts.push(Doubt {
                        rule: rule.name.clone(),
                        condition,
                        of_warning: state.is_some_and(|state| {
                            self.replies.states[state].severity == Severity::Warning
                        }),
                    });
                    self.note(rule.pass, rule.name.clone(), false, why);
                }
            }
        }
        None
    }

    fn fits(&self, rule: &Rule) -> Fit {
        let when = rule.when.as_ref();
        let holds = when.map(|when| self.facts.holds(when));
        if holds == Some(Truth::False) {
            return Fit::No(Phrase::new(
                "its condition is false",
                "sa condition est fausse",
            ));
        }
        if let Some(state) = rule.state.filter(|state| !self.states.contains(state)) {
            let state_is_unknown = self.unknown.contains(&state);
            let state = &self.replies.states[state];
            let name = &state.name;
            return match state.condition.clone().filter(|_| state_is_unknown) {
                Some(condition) => Fit::Unknown(
                    Phrase::new(
                        format!("it is not known whether {name} holds"),
                        format!("on ne sait pas si {name} est réalisé"),
                    ),
                    condition,
                ),
                None => Fit::No(Phrase::new(
                    format!("{name} does not hold"),
                    format!("{name} n'est pas réalisé"),
                )),
            };
        }
        match (holds, when) {
            (Some(Truth::Unknown), Some(when)) => Fit::Unknown(
                Phrase::new("its condition is unknown", "sa condition est inconnue"),
                when.clone(),
            ),
            (Some(_), _) => Fit::Yes(Phrase::new(
                "its condition is true",
                "sa condition est vraie",
            )),
            (None, _) => Fit::Yes(Phrase::new("it is there", "elle existe")),
        }
    }

    fn no_row(&mut self, pass: Pass, row: String) {
        let why = Phrase::new("there is no such row", "il n'y a pas de telle ligne");
        self.note(pass, Name::from(row), false, why);
    }

    fn note(&mut self, pass: Pass, rule: Name, chosen: bool, why: Phrase) {
        self.trace.push(Tried {
            pass,
            rule,
            chosen,
            why,
        });
    }
}
