//! How a model's answer became a fact: what it said of itself, which attempts came before and what was wrong with
//! them, and what the value was worth to the story at that moment.

use crate::canon::Canon;
use crate::collapse::{Finding, PURPOSE, Wishes, prompt_of, propose};
use crate::graph::Force;
use crate::prompt::{self, Asked};
use crate::proposal::Proposal;
use crate::request::{Outcome, RequestId};
use crate::validate::{Worth, worth_of};
use logic::text::Phrase;
use logic::value::{Cell, Value};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The answer that was admitted; none where all were refused and the offline generator took over.
    pub answer: Option<Answer>,
    pub worth: Worth,
    /// What was wrong with the attempts before.
    pub refused: Vec<(u64, Vec<Phrase>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Which attempt was admitted.
    pub attempt: u64,
    pub reasoning: String,
    pub confidence: Option<Force>,
    /// What the answer considered beside what it proposed.
    pub alternatives: Vec<String>,
    /// What it proposed itself, where one of its alternatives was taken instead.
    pub proposed: Option<String>,
    /// Soft constraints that it breaks, each with the reason it gave.
    pub exceptions: Vec<(String, String)>,
}

/// How the answer to a request became this value, told from the state just before it did. Nothing where the answer was
/// erased, or of what is confidential.
pub fn account(canon: &Canon, cell: &Cell, request: RequestId, value: &Value) -> Option<Account> {
    let attribute = canon.project.attribute(cell)?;
    let heard = canon.state.heard.get(&request)?;
    let Outcome::Answered { text, .. } = &heard.outcome else {
        return None;
    };
    if attribute.confidential {
        return None;
    }
    let proposal = Proposal::read(text);
    let taken =
        |said: &String| crate::collapse::read(canon, attribute, said).ok().as_ref() == Some(value);
    let is_own = !proposal.alternatives.iter().any(taken) || taken(&proposal.value);
    let answer = Answer {
        attempt: heard.attempt.0,
        proposed: (!is_own).then(|| proposal.value.clone()),
        reasoning: proposal.reasoning,
        confidence: proposal.confidence,
        alternatives: proposal.alternatives,
        exceptions: proposal.exceptions,
    };
    Some(Account {
        worth: worth_of(canon, cell, attribute, value),
        refused: refused(canon, cell, Some(answer.attempt)),
        answer: Some(answer),
    })
}

/// What a model was asked for in vain before the offline generator made this value. Nothing where nobody was asked.
pub fn fallback(canon: &Canon, cell: &Cell, value: &Value) -> Option<Account> {
    let attribute = canon.project.attribute(cell)?;
    let refused = refused(canon, cell, None);
    (!attribute.confidential && !refused.is_empty()).then(|| Account {
        answer: None,
        worth: worth_of(canon, cell, attribute, value),
        refused,
    })
}

/// The attempts at a value in the turn that is decided, before this one or all, with what was wrong with each. What
/// was asked about the same cell for something else, such as words to tell it in, is none.
fn refused(canon: &Canon, cell: &Cell, before: Option<u64>) -> Vec<(u64, Vec<Phrase>)> {
    let (Some(attribute), Some(pending)) =
        (canon.project.attribute(cell), canon.state.pending.front())
    else {
        return Vec::new();
    };
    let wishes = Wishes::of(canon.project);
    let own = prompt_of(canon, cell, attribute);
    let asked = Asked {
        canon,
        input: "",
        cell,
        attribute,
        wishes: &wishes,
        own: own.as_deref(),
    };
    let words = prompt::request(&asked, 1, &[]).prompt;
    let wrong = |outcome: &Outcome| -> Vec<Phrase> {
        match outcome {
            Outcome::Answered { text, .. } => {
                let found = propose(canon, cell, attribute, &words, text).err();
                let found: Vec<Finding> = found.unwrap_or_default();
                found.into_iter().map(|finding| finding.message).collect()
            }
            Outcome::Failed { reason } => vec![Phrase::new(reason.as_str(), reason.as_str())],
            Outcome::TimedOut => vec![Phrase::new(
                "the model did not answer in time",
                "le modèle n'a pas répondu à temps",
            )],
        }
    };
    let mut attempts = BTreeMap::new();
    for (request, heard) in &canon.state.heard {
        let attempt = u32::try_from(heard.attempt.0).unwrap_or(u32::MAX);
        let own = RequestId::new(&pending.id, PURPOSE, cell, attempt);
        if *request == own && before.is_none_or(|before| heard.attempt.0 < before) {
            attempts.insert(heard.attempt.0, wrong(&heard.outcome));
        }
    }
    attempts.into_iter().collect()
}
