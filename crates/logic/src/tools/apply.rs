//! Applying a call to a builder, and what the model is told.
//!
//! The answer speaks of the set as it is now. A refused statement stays said: a later declaration may
//! still make it fit, and the whole set is computed again at the end.

use super::call::{Act, Call};
use crate::batch;
use crate::belief::{BeliefSet, BeliefSetBuilder, Mode, Said, StatementId};
use crate::dialect::Saying;
use crate::explain::{self, Told};
use crate::formula::{Formula, Span};
use crate::problem::Problem;
use crate::reason::{self, Answer, How, Semantics, World};
use crate::repair::{Kind, Place, Repair, Why};
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
    /// What was asked for.
    pub result: Option<Found>,
}

/// What a call asked for: the state of the set, or a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Built {
        statements: usize,
        hierarchy: Vec<(String, Vec<String>)>,
        repairs: Vec<Repair>,
        refused: Vec<Phrase>,
    },
    Verdict {
        answer: &'static str,
        how: How,
        complete: bool,
        steps: Option<usize>,
        /// What the answer rests on.
        because: Vec<Because>,
        /// The proof, or the worlds that show why there is none, in words.
        told: Told,
    },
}

/// A formula that an answer rests on: the numbers it was said under, and the sentence it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Because {
    pub formula: String,
    /// None where it was declared or repaired.
    pub statements: Vec<u32>,
    pub sentence: Option<String>,
}

impl Found {
    fn to_json(&self, lang: &str) -> Json {
        match self {
            Found::Built {
                statements,
                hierarchy,
                repairs,
                refused,
            } => {
                let hierarchy = hierarchy.iter().cloned();
                let hierarchy = hierarchy.map(|(sub, supers)| (sub, json!(supers)));
                let repairs = repairs.iter().map(|repair| {
                    let numbers = repair.statements().iter().map(|id| id.0);
                    json!({
                        "kind": repair.kind.name(),
                        "before": repair.before,
                        "after": repair.after,
                        "reason": repair.reason.in_language(lang),
                        "confidence": repair.confidence,
                        "guess": repair.guess,
                        "statements": numbers.collect::<Vec<_>>(),
                    })
                });
                let refused = refused.iter().map(|why| why.in_language(lang));
                json!({
                    "statements": statements,
                    "hierarchy": hierarchy.collect::<serde_json::Map<_, _>>(),
                    "repairs": repairs.collect::<Vec<_>>(),
                    "refused": refused.collect::<Vec<_>>(),
                })
            }
            Found::Verdict {
                answer,
                how,
                complete,
                steps,
                because,
                told,
            } => {
                let because = because.iter().map(|because| {
                    json!({
                        "formula": because.formula,
                        "statements": because.statements,
                        "sentence": because.sentence,
                    })
                });
                json!({
                    "answer": answer,
                    "world": match how.world {
                        World::Open => "open",
                        World::Closed => "closed",
                    },
                    "semantics": match how.semantics {
                        Semantics::Classical => "classical",
                        Semantics::Forward => "forward",
                    },
                    "complete": complete,
                    "steps": steps,
                    "because": because.collect::<Vec<_>>(),
                    "words": told.lines(lang),
                })
            }
        }
    }
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
            answer["result"] = result.to_json(lang);
        }
        answer
    }
}

/// Applies one JSON tool call to a builder. Names in several forms are made one, unless it is strict.
pub fn apply(builder: &mut BeliefSetBuilder, call: &Json) -> Applied {
    builder.merge_names();
    let call = match Call::read(call) {
        Ok(call) => call,
        Err(problem) => return Applied::refused(*problem),
    };
    match call.act {
        Act::Say(saying) => say(builder, saying, call.sentence, None),
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
            let how = if forward {
                How::forward()
            } else {
                How::classical()
            };
            query(builder, formula, if closed { how.closed() } else { how })
        }
    }
}

fn query(builder: &BeliefSetBuilder, written: Formula, how: How) -> Applied {
    let set = builder.build();
    let (query, repairs) = match builder.mode() {
        Mode::Repair => set.understand(&written),
        Mode::Strict => (written, Vec::new()),
    };
    let theory = set.theory_about(&query);
    let verdict = reason::ask(&theory, &query, &how);
    let evidence = reason::explain(&theory, Some(&query), &verdict, &how);
    let said = |at: usize| set.statements().get(at);
    let because = evidence.premises().into_iter().filter_map(|at| {
        let kept = said(at);
        Some(Because {
            formula: theory.get(at)?.to_string(),
            statements: kept.map_or_else(Vec::new, |kept| {
                kept.statements.iter().map(|id| id.0).collect()
            }),
            sentence: kept.and_then(|kept| kept.label.clone()),
        })
    });
    let because: Vec<Because> = because.collect();
    let calling = |at: usize| match said(at).and_then(|kept| kept.statements.first()) {
        Some(StatementId(number)) => {
            Phrase::new(format!("statement {number}"), format!("l'énoncé {number}"))
        }
        None => Phrase::new("a declaration or repair", "une déclaration ou réparation"),
    };
    let told = explain::tell(&theory, Some(&query), &verdict, &evidence, &calling);
    let answer = match verdict.truth {
        Answer::True => "true",
        Answer::False => "false",
        Answer::Unknown => "unknown",
        Answer::Inconsistent => "inconsistent",
    };
    let reasons = repairs.iter().map(|repair| (repair.reason.clone(), None));
    let strangers = set.strangers(&query).into_iter();
    let strangers = strangers.map(|problem| (problem.message, problem.hint));
    Applied {
        result: Some(Found::Verdict {
            answer,
            complete: verdict.stopped.is_none(),
            steps: evidence.steps(),
            because,
            told,
            how,
        }),
        why: reasons.chain(strangers).collect(),
        understood: (!repairs.is_empty()).then(|| query.to_string()),
        ..Applied::new(if repairs.is_empty() {
            Outcome::Accepted
        } else {
            Outcome::Repaired
        })
    }
}

/// Says something; `read` is how its line was read, and what is wrong with it as written.
fn say(
    builder: &mut BeliefSetBuilder,
    saying: Saying,
    sentence: Option<String>,
    read: Option<(Vec<Repair>, Problem)>,
) -> Applied {
    let said = Said {
        saying,
        span: Span::default(),
        label: sentence,
    };
    let id = match read {
        Some((repairs, problem)) => builder.say_repaired(said, repairs, problem),
        None => builder.say(said),
    };
    let mut applied = Applied {
        statement: Some(id),
        ..Applied::new(Outcome::Accepted)
    };
    let Some(set) = builder.judge(id) else {
        return applied;
    };
    let mut understood: Vec<String> = Vec::new();
    for repair in set
        .repairs()
        .iter()
        .filter(|repair| repair.statements().contains(&id))
    {
        applied.outcome = Outcome::Repaired;
        applied.why.push((repair.reason.clone(), None));
        // A name in another form is understood with what is said of it.
        let kept = set.statements().iter();
        let kept = kept.filter(|_| repair.kind == Kind::NameVariant);
        let mut kept = kept.filter(|kept| kept.statements.contains(&id));
        let text = kept.next().map(|kept| kept.formula.to_string());
        let text = text.unwrap_or_else(|| repair.after.clone());
        if !understood.contains(&text) {
            understood.push(text);
        }
    }
    applied.understood = (!understood.is_empty()).then(|| understood.join("; "));
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
        let own = |repair: &&Repair| repair.place == Place::Premise(0);
        let mut aside = reading.repairs.iter().filter(own);
        let aside = aside.find(|repair| repair.why.is_some_and(Why::is_unreadable));
        let mut applied = Applied::refused(problem);
        if let Some(aside) = aside {
            applied
                .why
                .insert(0, (aside.reason.clone(), nearest_reading(&aside.after)));
        }
        return applied;
    };
    let understood = formula.to_string();
    let mut repairs = reading.repairs;
    repairs.retain(|repair| repair.place == Place::Premise(0));
    let reasons: Vec<Phrase> = repairs.iter().map(|repair| repair.reason.clone()).collect();
    let read = Some((repairs, problem));
    let mut applied = say(builder, Saying::State(formula), sentence, read);
    if applied.outcome == Outcome::Accepted {
        applied.outcome = Outcome::Repaired;
    }
    applied.understood = Some(understood);
    for reason in reasons {
        if !applied.why.contains(&(reason.clone(), None)) {
            applied.why.push((reason, None));
        }
    }
    applied
}

/// What could be read of a formula that was set aside, if anything.
fn nearest_reading(nearest: &str) -> Option<Phrase> {
    let words = || {
        Phrase::new(
            format!("nearest reading: `{nearest}`"),
            format!("lecture la plus proche : `{nearest}`"),
        )
    };
    (!nearest.is_empty()).then(words)
}

/// The set in a few lines, for a model that wants to look at what it built.
fn state(set: &BeliefSet) -> Found {
    let hierarchy = set.hierarchy().into_iter().map(|(sub, supers)| {
        let supers = supers.keys().map(ToString::to_string);
        (sub.to_string(), supers.collect())
    });
    let refused = set.refused().iter();
    Found::Built {
        statements: set.statements().len(),
        hierarchy: hierarchy.collect(),
        repairs: set.repairs().to_vec(),
        refused: refused
            .map(|refused| refused.problem.message.clone())
            .collect(),
    }
}
