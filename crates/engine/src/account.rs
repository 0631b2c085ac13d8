//! How a model's answer became a fact: what it said of itself, which attempts came before and what was wrong with
//! them, and what the value was worth to the story at that moment.

use crate::canon::Canon;
use crate::collapse::{Finding, Wishes, prompt_of, propose};
use crate::graph::Force;
use crate::prompt::{self, Asked};
use crate::proposal::Proposal;
use crate::request::{Outcome, RequestId};
use crate::validate::{Worth, worth_of};
use logic::text::Phrase;
use logic::value::{Cell, Value};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
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
    pub worth: Worth,
    /// What was wrong with the attempts before.
    pub refused: Vec<(u64, Vec<Phrase>)>,
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
    let mut before: Vec<_> = canon.state.heard.values().collect();
    before.retain(|other| other.cell == *cell && other.attempt.0 < heard.attempt.0);
    before.sort_by_key(|other| other.attempt.0);
    let proposal = Proposal::read(text);
    let taken =
        |said: &String| crate::collapse::read(canon, attribute, said).ok().as_ref() == Some(value);
    let is_own = !proposal.alternatives.iter().any(taken) || taken(&proposal.value);
    Some(Account {
        attempt: heard.attempt.0,
        worth: worth_of(canon, cell, attribute, value),
        refused: before
            .into_iter()
            .map(|other| (other.attempt.0, wrong(&other.outcome)))
            .collect(),
        proposed: (!is_own).then(|| proposal.value.clone()),
        reasoning: proposal.reasoning,
        confidence: proposal.confidence,
        alternatives: proposal.alternatives,
        exceptions: proposal.exceptions,
    })
}
