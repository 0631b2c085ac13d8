//! What is asked of a model, and what came back. Both are values; a host does the asking.

use crate::item::Count;
use logic::value::{Cell, Digest, Name};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Hash of (input id, purpose, cell, attempt): the same decision asks the same request again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RequestId(pub Digest);

impl RequestId {
    pub fn new(input: &str, purpose: &str, cell: &Cell, attempt: u32) -> RequestId {
        let mut hash = Sha256::new();
        for part in [
            input.as_bytes(),
            purpose.as_bytes(),
            cell.to_string().as_bytes(),
            &attempt.to_be_bytes(),
        ] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        RequestId(Digest(hash.finalize().into()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub id: RequestId,
    /// What the answer is for: `collapse`.
    pub purpose: Name,
    pub cell: Cell,
    pub attempt: u32,
    pub prompt: Prompt,
    /// The form of the answer, for models that keep to one.
    pub schema: Option<serde_json::Value>,
    /// How freely the model may choose, in thousandths.
    pub temperature: Option<u64>,
    pub max_tokens: Option<u64>,
    pub timeout_ms: u64,
    /// Hash of the words that an answer depends on, where those are not all: an answer that was made ahead stays good as
    /// long as they are the same.
    pub rests_on: Option<Digest>,
}

impl Request {
    /// Hash of everything that an answer depends on, whoever asked: equal requests have equal answers.
    pub fn fingerprint(&self) -> Digest {
        let options = serde_json::json!([
            self.purpose,
            self.cell,
            self.rests_on
                .unwrap_or_else(|| self.prompt.hash())
                .to_string(),
            self.schema,
            self.temperature,
            self.max_tokens
        ]);
        Digest(Sha256::digest(options.to_string()).into())
    }
}

/// The words sent to a model. The journal keeps their hash; they can be rebuilt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    pub system: String,
    pub user: String,
}

impl Prompt {
    pub fn hash(&self) -> Digest {
        let mut hash = Sha256::new();
        hash.update((self.system.len() as u64).to_be_bytes());
        hash.update(self.system.as_bytes());
        hash.update(self.user.as_bytes());
        Digest(hash.finalize().into())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Answered {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tokens: Option<Count>,
    },
    Failed {
        reason: String,
    },
    TimedOut,
}
