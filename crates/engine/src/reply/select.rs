//! Selection: for one intention, the first rule that there is, with what was tried before it.
//!
//! Rules are found from the states that hold and from the intention; no loop goes over all rows.

use super::case::CaseFacts;
use super::{Pass, Replies, Rule};
use logic::holds::{Truth, evaluate};
use logic::text::Phrase;
use logic::value::{Name, Value};

/// What was selected for an intention, or for a case without any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    pub intention: Option<usize>,
    /// Nothing: the master template.
    pub rule: Option<usize>,
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

/// `states` are those that hold: the primary one first, then by priority.
pub fn select(
    replies: &Replies,
    facts: &CaseFacts,
    states: &[usize],
    intention: Option<usize>,
) -> Selection {
    let mut trial = Trial {
        replies,
        facts,
        states,
        trace: Vec::new(),
    };
    let rule = trial.run(intention);
    Selection {
        intention,
        rule,
        trace: trial.trace,
    }
}

struct Trial<'a> {
    replies: &'a Replies,
    facts: &'a CaseFacts<'a>,
    states: &'a [usize],
    trace: Vec<Tried>,
}

impl Trial<'_> {
    fn run(&mut self, intention: Option<usize>) -> Option<usize> {
        let index = &self.replies.index;
        if let Some(intention) = intention {
            let wanted = &self.replies.intentions[intention].name;
            for state in self.states {
                match index.exact.get(&(intention, *state)) {
                    Some(rules) => {
                        if let Some(rule) = self.first(rules.iter().copied()) {
                            return Some(rule);
                        }
                    }
                    None => {
                        let row = format!("{}:{wanted}", self.replies.states[*state].name);
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
        let by_state = self.states.iter();
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
                        None => Phrase::new(
                            format!("{fact} is not known, or none"),
                            format!("{fact} est inconnu, ou vide"),
                        ),
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

    fn first(&mut self, rules: impl Iterator<Item = usize>) -> Option<usize> {
        for number in rules {
            let rule = &self.replies.rules[number];
            match self.fits(rule) {
                Ok(why) => {
                    self.note(rule.pass, rule.name.clone(), true, why);
                    return Some(number);
                }
                Err(why) => self.note(rule.pass, rule.name.clone(), false, why),
            }
        }
        None
    }

    /// Whether a rule that was found applies, and why.
    fn fits(&self, rule: &Rule) -> Result<Phrase, Phrase> {
        if let Some(state) = rule.state
            && !self.states.contains(&state)
        {
            let name = &self.replies.states[state].name;
            return Err(Phrase::new(
                format!("{name} does not hold"),
                format!("{name} n'est pas réalisé"),
            ));
        }
        match rule.when.as_ref().map(|when| self.facts.holds(when)) {
            None => Ok(Phrase::new("it is there", "elle existe")),
            Some(Truth::True) => Ok(Phrase::new(
                "its condition is true",
                "sa condition est vraie",
            )),
            Some(Truth::False) => Err(Phrase::new(
                "its condition is false",
                "sa condition est fausse",
            )),
            Some(Truth::Unknown) => Err(Phrase::new(
                "its condition is unknown",
                "sa condition est inconnue",
            )),
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
