//! How somebody looks at a cell: their wishes, and what made them look.

use super::{BadInput, Fields, Input, Raw, bad, cell, text, word};
use crate::item::Count;
use crate::limits;
use crate::project::{Depth, Register};
use logic::value::{Cell, Name};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// How somebody looks at a cell, where it is not as the project says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempts: Option<Count>,
    pub cell: Cell,
    /// Formulas that must hold besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<Depth>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub register: Option<Register>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<Count>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger: Option<Trigger>,
}

impl Look {
    pub fn at(cell: Cell) -> Look {
        Look {
            attempts: None,
            cell,
            constraints: Vec::new(),
            depth: None,
            partial: None,
            register: None,
            timeout_ms: None,
            trigger: None,
        }
    }
}

/// What made somebody look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    pub kind: TriggerKind,
    /// The speaker, zone, document, event, target or skill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Name>,
    /// The line that was said, or what is done in a zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

impl Trigger {
    /// One of which nothing more is known.
    pub fn plain(kind: TriggerKind) -> Trigger {
        Trigger {
            kind,
            of: None,
            words: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TriggerKind {
    Dialogue,
    Exploration,
    Reading,
    Event,
    Combat,
    Skill,
}

impl TriggerKind {
    pub const NAMES: [(&'static str, TriggerKind); 6] = [
        ("dialogue", TriggerKind::Dialogue),
        ("exploration", TriggerKind::Exploration),
        ("reading", TriggerKind::Reading),
        ("event", TriggerKind::Event),
        ("combat", TriggerKind::Combat),
        ("skill", TriggerKind::Skill),
    ];

    pub fn as_str(self) -> &'static str {
        TriggerKind::NAMES[self as usize].0
    }

    /// What an input calls the words that it may carry.
    pub fn words(self) -> Option<&'static str> {
        match self {
            TriggerKind::Dialogue => Some("line"),
            TriggerKind::Exploration => Some("action"),
            TriggerKind::Reading
            | TriggerKind::Event
            | TriggerKind::Combat
            | TriggerKind::Skill => None,
        }
    }

    /// Whether it looks at something where its attribute does not say: talking, looking around, reading and
    /// skill do; what merely happens, and a plain fight, do not.
    pub fn looks(self) -> bool {
        match self {
            TriggerKind::Dialogue
            | TriggerKind::Exploration
            | TriggerKind::Reading
            | TriggerKind::Skill => true,
            TriggerKind::Event | TriggerKind::Combat => false,
        }
    }
}

/// `{"observe": …}` with wishes of its own.
pub(super) fn look(source: &RawValue, fields: &Fields) -> Result<Input, BadInput> {
    let mut look = Look::at(cell(&text(source, "observe")?)?);
    let number = |key: &str, most: u64| {
        let Some(raw) = fields.get(key) else {
            return Ok(None);
        };
        match raw.get().trim().parse::<u64>() {
            Ok(number) if (1..=most).contains(&number) => Ok(Some(Count(number))),
            Ok(_) | Err(_) => bad(
                "bad-input",
                format!("`{key}` is a whole number from 1 to {most}"),
                format!("`{key}` est un nombre entier de 1 à {most}"),
            ),
        }
    };
    look.attempts = number("attempts", u64::from(limits::ATTEMPTS))?;
    look.timeout_ms = number("timeout_ms", 600_000)?;
    look.depth = word(fields, "depth", &Depth::NAMES)?;
    look.register = word(fields, "register", &Register::NAMES)?;
    look.partial = match fields.get("partial").map(|raw| raw.get().trim()) {
        None => None,
        Some("true") => Some(true),
        Some("false") => Some(false),
        Some(_) => {
            return bad(
                "bad-input",
                "`partial` is true or false",
                "`partial` vaut true ou false",
            );
        }
    };
    if let Some(raw) = fields.get("constraints") {
        match serde_json::from_str::<Vec<String>>(raw.get()) {
            Ok(constraints) => look.constraints = constraints,
            Err(_) => {
                return bad(
                    "bad-input",
                    "`constraints` is a list of formulas",
                    "`constraints` est une liste de formules",
                );
            }
        }
    }
    if let Some(raw) = fields.get("trigger") {
        look.trigger = Some(trigger(raw)?);
    }
    Ok(Input::ObserveWith(Box::new(look)))
}

/// `"dialogue"`, `{"reading": "register"}`, or `{"dialogue": "ada", "line": "…"}`.
fn trigger(raw: &RawValue) -> Result<Trigger, BadInput> {
    let found = match Raw::parse(raw.get(), 0)? {
        Raw::Text(word) => known(&word).map(Trigger::plain),
        Raw::Map(map) => told(map),
        Raw::Null | Raw::Bool(_) | Raw::Number(_) | Raw::List(_) | Raw::Confidential(_) => None,
    };
    let names = TriggerKind::NAMES.map(|(name, _)| name).join(", ");
    found.map_or_else(
        || {
            bad(
                "bad-input",
                format!(
                    "`trigger` is one of {names}, or such as {{\"reading\": \"the_letter\"}}; a dialogue may have a `line`, an exploration an `action`"
                ),
                format!(
                    "`trigger` est l'un de {names}, ou par exemple {{\"reading\": \"la_lettre\"}} ; un dialogue peut avoir une réplique (`line`), une exploration un geste (`action`)"
                ),
            )
        },
        Ok,
    )
}

fn known(word: &str) -> Option<TriggerKind> {
    let mut names = TriggerKind::NAMES.into_iter();
    names.find(|(name, _)| *name == word).map(|(_, kind)| kind)
}

/// A trigger with what is known of it: nothing else, and nothing of another.
fn told(mut map: BTreeMap<String, Raw>) -> Option<Trigger> {
    let mut names = TriggerKind::NAMES.into_iter();
    let (name, kind) = names.find(|(name, _)| map.contains_key(*name))?;
    let Some(Raw::Text(of)) = map.remove(name) else {
        return None;
    };
    let words = match kind.words().and_then(|key| map.remove(key)) {
        None => None,
        Some(Raw::Text(words)) => Some(words),
        Some(_) => return None,
    };
    map.is_empty().then(|| Trigger {
        kind,
        of: Some(Name::from(of)),
        words,
    })
}
