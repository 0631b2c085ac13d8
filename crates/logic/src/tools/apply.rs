//! Applying a call to a builder, and what the model is told.
//!
//! The answer speaks of the set as it is now. A refused statement stays said: a later declaration may
//! still make it fit, and the whole set is computed again at the end.

use super::call::{Act, Call};
use crate::batch;
use crate::belief::{BeliefSet, BeliefSetBuilder, Mode, Said, StatementId};
use crate::dialect::Saying;
use crate::formula::Span;
use crate::problem::Problem;
use crate::reason::{self, Answer, How};
use crate::text::Phrase;
use serde_json::{Value as Json, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Accepted,
    Repaired,
    Refused,
}

/// What became of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    pub outcome: Outcome,
    /// The number of what was said, to retract it by.
    pub statement: Option<StatementId>,
    /// Why it was repaired or refused, with what to do about it.
    pub why: Vec<(Phrase, Option<Phrase>)>,
    /// What was understood, when that is not what was written.
    pub understood: Option<String>,
    /// What was asked for: a verdict, or the state of the set.
    pub result: Option<Json>,
}

impl Applied {
    fn new(outcome: Outcome) -> Applied {
        Applied {
            outcome,
            statement: None,
            why: Vec::new(),
            understood: None,
            result: None,
        }
    }

    fn refused(problem: Problem) -> Applied {
        Applied {
            why: vec![(problem.message, problem.hint)],
            ..Applied::new(Outcome::Refused)
        }
    }

    /// The answer to give back to the model.
    pub fn to_json(&self, lang: &str) -> Json {
        let mut answer = json!({
            "outcome": match self.outcome {
                Outcome::Accepted => "accepted",
                Outcome::Repaired => "repaired",
                Outcome::Refused => "refused",
            },
        });
        if let Some(StatementId(number)) = self.statement {
            answer["statement"] = json!(number);
        }
        if let Some(understood) = &self.understood {
            answer["understood"] = json!(understood);
        }
        if !self.why.is_empty() {
            let why: Vec<String> = self
                .why
                .iter()
                .map(|(message, hint)| match hint {
                    Some(hint) => {
                        format!("{} ({})", message.in_language(lang), hint.in_language(lang))
                    }
                    None => message.in_language(lang).to_owned(),
                })
                .collect();
            answer["why"] = json!(why);
        }
        if let Some(result) = &self.result {
            answer["result"] = result.clone();
        }
        answer
    }
}

/// Applies one JSON tool call to a builder.
pub fn apply(builder: &mut BeliefSetBuilder, call: &Json) -> Applied {
    let call = match Call::read(call) {
        Ok(call) => call,
        Err(problem) => return Applied::refused(*problem),
    };
    match call.act {
        Act::Say(saying) => say(builder, saying, call.sentence),
        Act::Unread { text, problem } => tolerantly(builder, &text, problem, call.sentence),
        Act::Retract(number) => {
            if builder.retract(StatementId(number)) {
                Applied::new(Outcome::Accepted)
            } else {
                Applied::refused(Problem::new(
                    "unknown-statement",
                    Span::default(),
                    format!("nothing was said under the number {number}"),
                    format!("rien n'a été dit sous le numéro {number}"),
                ))
            }
        }
        Act::Reset => {
            builder.reset();
            Applied::new(Outcome::Accepted)
        }
        Act::Build => Applied {
            result: Some(state(&builder.build())),
            ..Applied::new(Outcome::Accepted)
        },
        Act::Query {
            formula,
            closed,
            forward,
        } => {
            let set = builder.build();
            let how = if forward {
                How::forward()
            } else {
                How::classical()
            };
            let how = if closed { how.closed() } else { how };
            let verdict = reason::ask(&set.theory_about(&formula), &formula, &how);
            let answer = match verdict.truth {
                Answer::True => "true",
                Answer::False => "false",
                Answer::Unknown => "unknown",
                Answer::Inconsistent => "inconsistent",
            };
            let strangers = set.strangers(&formula);
            Applied {
                result: Some(json!({
                    "answer": answer,
                    "world": if closed { "closed" } else { "open" },
                    "semantics": if forward { "forward" } else { "classical" },
                    "complete": verdict.stopped.is_none(),
                })),
                why: strangers
                    .into_iter()
                    .map(|problem| (problem.message, problem.hint))
                    .collect(),
                ..Applied::new(Outcome::Accepted)
            }
        }
    }
}

fn say(builder: &mut BeliefSetBuilder, saying: Saying, sentence: Option<String>) -> Applied {
    let id = builder.say(Said {
        saying,
        span: Span::default(),
        label: sentence,
    });
    let mut applied = Applied {
        statement: Some(id),
        ..Applied::new(Outcome::Accepted)
    };
    let Some(set) = builder.judge(id) else {
        return applied;
    };
    for repair in set
        .repairs()
        .iter()
        .filter(|repair| repair.statements().contains(&id))
    {
        applied.outcome = Outcome::Repaired;
        applied.why.push((repair.reason.clone(), None));
        applied.understood = Some(repair.after.clone());
    }
    for refused in set
        .refused()
        .iter()
        .filter(|refused| refused.statements.contains(&id))
    {
        applied.outcome = Outcome::Refused;
        let problem = &refused.problem;
        applied
            .why
            .push((problem.message.clone(), problem.hint.clone()));
    }
    applied
}

/// A formula the strict reader refused is given to the tolerant one, unless repairs are not wanted.
fn tolerantly(
    builder: &mut BeliefSetBuilder,
    text: &str,
    problem: Problem,
    sentence: Option<String>,
) -> Applied {
    if builder.mode() == Mode::Strict {
        return Applied::refused(problem);
    }
    let case = batch::Case {
        premises: &[text],
        query: "",
        declared: &[],
        sentence: None,
    };
    let reading = batch::run(&case, &batch::Options::default());
    let formula = reading
        .premises
        .into_iter()
        .next()
        .and_then(|premise| premise.formula);
    let Some(formula) = formula else {
        return Applied::refused(problem);
    };
    let understood = formula.to_string();
    let mut applied = say(builder, Saying::State(formula), sentence);
    if applied.outcome == Outcome::Accepted {
        applied.outcome = Outcome::Repaired;
    }
    applied.understood = Some(understood);
    for repair in &reading.repairs {
        if repair.place == crate::repair::Place::Premise(0) {
            applied.why.push((repair.reason.clone(), None));
        }
    }
    applied
}

/// The set in a few lines, for a model that wants to look at what it built.
fn state(set: &BeliefSet) -> Json {
    let hierarchy: serde_json::Map<String, Json> = set
        .hierarchy()
        .into_iter()
        .map(|(sub, supers)| {
            let supers: Vec<String> = supers.keys().map(ToString::to_string).collect();
            (sub.to_string(), json!(supers))
        })
        .collect();
    let refused: Vec<&str> = set
        .refused()
        .iter()
        .map(|refused| refused.problem.message.en.as_str())
        .collect();
    let repairs: Vec<&str> = set
        .repairs()
        .iter()
        .map(|repair| repair.after.as_str())
        .collect();
    json!({
        "statements": set.statements().len(),
        "hierarchy": hierarchy,
        "repairs": repairs,
        "refused": refused,
    })
}
