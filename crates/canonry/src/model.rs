//! Models, behind one port. A model proposes words; nothing here decides what they mean.

use engine::item::Count;
use engine::request::{Outcome, Request};
use logic::text::Phrase;
use std::collections::VecDeque;
use std::future::Future;
use std::sync::Mutex;

pub trait Model: Send + Sync + 'static {
    fn ask(&self, request: &Request) -> impl Future<Output = Outcome> + Send;

    /// Asks, and tells each piece of the answer as it comes. A model that has it only as a whole tells none.
    fn ask_aloud(
        &self,
        request: &Request,
        _said: &(impl Fn(&str) + Sync),
    ) -> impl Future<Output = Outcome> + Send {
        self.ask(request)
    }
}

/// No model at all: the offline generator does the work, and a request is a failure.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoModel;

impl Model for NoModel {
    async fn ask(&self, _request: &Request) -> Outcome {
        Outcome::Failed {
            reason: "no model is configured".to_owned(),
        }
    }
}

/// A line of a script: what to answer, to any request or only to one about a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptedAnswer {
    pub cell: Option<String>,
    pub outcome: Outcome,
}

/// Answers from a list, in order, for tests and stories.
#[derive(Debug, Default)]
pub struct ScriptedModel {
    answers: Mutex<VecDeque<ScriptedAnswer>>,
}

impl ScriptedModel {
    pub fn new(answers: impl IntoIterator<Item = ScriptedAnswer>) -> ScriptedModel {
        ScriptedModel {
            answers: Mutex::new(answers.into_iter().collect()),
        }
    }

    pub fn push(&self, answer: ScriptedAnswer) {
        self.answers
            .lock()
            .expect("no answer panics")
            .push_back(answer);
    }

    /// Reads JSON lines: `{"text": …}`, `{"fail": …}` or `{"timeout": true}`, each with an optional `"cell"`.
    pub fn parse(source: &str) -> Result<ScriptedModel, Phrase> {
        let mut answers = VecDeque::new();
        for (index, line) in source
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            let number = index + 1;
            let json: serde_json::Value = serde_json::from_str(line).map_err(|error| {
                let (en, fr) = (format!("line {number}"), format!("ligne {number}"));
                Phrase::with_cause(en, fr, error)
            })?;
            let text = |key: &str| {
                json.get(key)
                    .and_then(|value| value.as_str())
                    .map(str::to_owned)
            };
            let outcome = match (text("text"), text("fail"), json.get("timeout")) {
                (Some(text), None, None) => Outcome::Answered {
                    tokens: Some(Count(text.split_whitespace().count() as u64)),
                    text,
                },
                (None, Some(reason), None) => Outcome::Failed { reason },
                (None, None, Some(_)) => Outcome::TimedOut,
                _ => {
                    return Err(Phrase::new(
                        format!("line {number}: an answer has exactly one of text, fail, timeout"),
                        format!(
                            "ligne {number} : une réponse a soit text, soit fail, soit timeout"
                        ),
                    ));
                }
            };
            answers.push_back(ScriptedAnswer {
                cell: text("cell"),
                outcome,
            });
        }
        Ok(ScriptedModel {
            answers: Mutex::new(answers),
        })
    }
}

impl Model for ScriptedModel {
    async fn ask(&self, request: &Request) -> Outcome {
        let mut answers = self.answers.lock().expect("no answer panics");
        let cell = request.cell.to_string();
        let found = answers
            .iter()
            .position(|answer| answer.cell.as_ref().is_none_or(|wanted| *wanted == cell));
        match found.and_then(|index| answers.remove(index)) {
            Some(answer) => answer.outcome,
            None => Outcome::Failed {
                reason: "the script has no answer left".to_owned(),
            },
        }
    }

    /// Word by word.
    async fn ask_aloud(&self, request: &Request, said: &(impl Fn(&str) + Sync)) -> Outcome {
        let outcome = self.ask(request).await;
        if let Outcome::Answered { text, .. } = &outcome {
            for word in text.split_inclusive(char::is_whitespace) {
                said(word);
                tokio::task::yield_now().await;
            }
        }
        outcome
    }
}

/// Either kind, chosen when the program starts.
pub enum AnyModel {
    None(NoModel),
    Scripted(ScriptedModel),
}

impl Model for AnyModel {
    async fn ask(&self, request: &Request) -> Outcome {
        match self {
            AnyModel::None(model) => model.ask(request).await,
            AnyModel::Scripted(model) => model.ask(request).await,
        }
    }

    async fn ask_aloud(&self, request: &Request, said: &(impl Fn(&str) + Sync)) -> Outcome {
        match self {
            AnyModel::None(model) => model.ask_aloud(request, said).await,
            AnyModel::Scripted(model) => model.ask_aloud(request, said).await,
        }
    }
}
