//! What a model proposes, read from its words: a value, its reasoning, how sure it is, what else it thought of.
//!
//! Reading is tolerant about form and deaf to everything else: a field that nobody asked for is dropped, so
//! nothing in an answer can promote, rank, authorise or unlock.

use crate::graph::Force;
use crate::input::Raw;
use logic::number::Number;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    pub value: String,
    pub reasoning: String,
    pub confidence: Option<Force>,
    pub alternatives: Vec<String>,
    /// Soft constraints that it breaks, each with its reason.
    pub exceptions: Vec<(String, String)>,
}

impl Proposal {
    /// An object with a `value`, in whatever wrapping; or the whole text as the value.
    pub fn read(answer: &str) -> Proposal {
        let answer = answer.trim();
        let Some(mut map) = fields_in(answer) else {
            return Proposal {
                value: unfenced(answer).to_owned(),
                ..Proposal::default()
            };
        };
        let text = |raw: Option<Raw>| raw.and_then(|raw| plain(&raw)).unwrap_or_default();
        let list = |raw: Option<Raw>| match raw {
            Some(Raw::List(items)) => items,
            Some(_) | None => Vec::new(),
        };
        Proposal {
            value: text(map.remove("value")),
            reasoning: text(map.remove("reasoning")),
            confidence: map.remove("confidence").and_then(|raw| sureness(&raw)),
            alternatives: list(map.remove("alternatives"))
                .iter()
                .filter_map(plain)
                .collect(),
            exceptions: list(map.remove("exceptions"))
                .into_iter()
                .filter_map(|raw| match raw {
                    Raw::Map(mut map) => {
                        let constraint = text(map.remove("constraint"));
                        Some((constraint, text(map.remove("reason"))))
                    }
                    Raw::Null
                    | Raw::Bool(_)
                    | Raw::Number(_)
                    | Raw::Text(_)
                    | Raw::List(_)
                    | Raw::Confidential(_) => None,
                })
                .filter(|(constraint, reason)| !constraint.is_empty() && !reason.trim().is_empty())
                .collect(),
        }
    }

    /// The value of an object of which only a part may have arrived; nothing before it begins.
    pub fn value_in(answer: &str) -> Option<String> {
        plain(fields_in(answer.trim())?.get("value")?)
    }
}

/// The fields of the object with a `value` that stands in a text.
fn fields_in(answer: &str) -> Option<BTreeMap<String, Raw>> {
    match object_in(answer)? {
        Raw::Map(map) if map.contains_key("value") => Some(map),
        Raw::Null
        | Raw::Bool(_)
        | Raw::Number(_)
        | Raw::Text(_)
        | Raw::List(_)
        | Raw::Map(_)
        | Raw::Confidential(_) => None,
    }
}

/// The first object in a text, mended if it must be.
pub(crate) fn object_in(answer: &str) -> Option<Raw> {
    let start = answer.find('{')?;
    let from = &answer[start..];
    let whole = from.rfind('}').map(|end| &from[..=end]);
    if let Some(raw) = whole.and_then(|text| Raw::parse(text, 0).ok()) {
        return Some(raw);
    }
    // Cut off or badly written: mended, and then read as strictly as anything else.
    let candidates = [whole.unwrap_or(from), from];
    candidates.into_iter().find_map(|text| {
        let mended = jsonrepair::repair_json(text, &jsonrepair::Options::default()).ok()?;
        Raw::parse(&mended, 0).ok()
    })
}

/// A text without the fence around it.
fn unfenced(text: &str) -> &str {
    let Some(inside) = text.strip_prefix("```") else {
        return text;
    };
    let inside = inside.strip_suffix("```").unwrap_or(inside);
    inside
        .split_once('\n')
        .map_or(inside, |(_, rest)| rest)
        .trim()
}

/// A value as a person would write it.
fn plain(raw: &Raw) -> Option<String> {
    match raw {
        Raw::Text(text) => Some(text.clone()),
        Raw::Number(digits) => Some(digits.clone()),
        Raw::Bool(truth) => Some(truth.to_string()),
        Raw::List(items) => {
            let items: Option<Vec<String>> = items
                .iter()
                .map(|item| plain(item).and_then(|text| serde_json::to_string(&text).ok()))
                .collect();
            items.map(|items| format!("[{}]", items.join(",")))
        }
        Raw::Null | Raw::Map(_) | Raw::Confidential(_) => None,
    }
}

/// From 0 to 1, or in per cent.
fn sureness(raw: &Raw) -> Option<Force> {
    let text = plain(raw)?;
    let (text, per_cent) = match text.strip_suffix('%') {
        Some(text) => (text.trim().to_owned(), true),
        None => (text, false),
    };
    let number = text.parse::<Number>().ok()?;
    let number = if per_cent || number > Number::from(1) {
        number.checked_div(Number::from(100))?
    } else {
        number
    };
    let thousandths = number.checked_mul(Number::from(1000))?.rounded()?;
    u16::try_from(thousandths)
        .ok()
        .filter(|thousandths| *thousandths <= 1000)
        .map(Force::of_thousandths)
}
