//! What a client sends: one kind each, with an id the client chose.
//!
//! An input is kept as it was said. Whether a value fits its cell is decided later, by the turn.

mod author;
mod look;

use crate::event::{Reinterpretation, Strength};
use crate::item::Count;
use crate::limits;
use logic::text::Phrase;
use logic::value::{Cell, Digest, Name};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;

pub use look::{Look, Trigger, TriggerKind};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    Message(String),
    /// A named event, such as a button.
    Event(Name),
    Observe(Cell),
    /// Looking with wishes of one's own.
    ObserveWith(Box<Look>),
    Assert(Assertion),
    /// Somebody says something of others.
    Tell(Tell),
    Act(Act),
    Author(AuthorCommand),
}

/// What somebody says of others: a testimony, or a rumour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tell {
    /// Who says it; of a rumour, whoever is said to have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    pub rumour: bool,
    /// A formula about cells.
    pub said: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assertion {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Name>,
    pub values: BTreeMap<String, Raw>,
    /// Freshness as its source counts it: a whole number, written as a string.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<crate::item::Count>,
}

/// What a host with its own language understanding already knows about a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    pub act: ActKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<Name>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Raw>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActKind {
    Inform,
    Affirm,
    Negate,
    Select,
    Request,
    Correct,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "snake_case")]
pub enum AuthorCommand {
    Assert(Assertion),
    Alias {
        alias: String,
        entity: Name,
    },
    /// Move the session to another version of its project, by hash.
    Migrate {
        project: Digest,
    },
    /// A rule on cells of this session, as a formula.
    Constrain {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
        formula: String,
        strength: Strength,
    },
    /// Take a constraint back, by the entry that added it.
    Lift {
        because: String,
        constraint: Count,
    },
    /// A rumour is true, by the entry of what was said.
    Confirm {
        testimony: Count,
    },
    /// Two entities are one: what is gone is called by the other's name.
    Merge {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
        gone: Name,
        kept: Name,
    },
    /// What is decided about something that was refused as incoherent, by the entry that ended its turn.
    Settle {
        because: String,
        incoherence: Count,
        /// How a testimony that yields is understood.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<Reinterpretation>,
        /// The entry of what yields; where nothing does, the refusal stands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        yields: Option<Count>,
    },
}

/// A value as it was written, before anybody knows what it should be. Numbers keep their digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Raw {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Raw>),
    Map(BTreeMap<String, Raw>),
    /// Sealed by the host before it was recorded.
    Confidential(Digest),
}

/// Why a line is not an input. Nothing was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadInput {
    pub code: &'static str,
    pub message: Phrase,
}

fn bad<T>(code: &'static str, en: impl Into<String>, fr: impl Into<String>) -> Result<T, BadInput> {
    Err(BadInput {
        code,
        message: Phrase::new(en, fr),
    })
}

/// An input with the id its client chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    pub id: String,
    pub input: Input,
}

impl Envelope {
    /// Same id and same digest: the same input sent again.
    pub fn digest(&self) -> Digest {
        let bytes = crate::event::canonical(&self.input);
        Digest(Sha256::digest(bytes).into())
    }

    /// Checks what holds for every way in: the id, and the sizes.
    pub fn check(&self) -> Result<(), BadInput> {
        check_id(&self.id)?;
        if let Input::Message(text) = &self.input
            && text.len() > limits::MESSAGE_BYTES
        {
            return bad(
                "too-long",
                format!(
                    "the message has {} bytes; at most {} are taken",
                    text.len(),
                    limits::MESSAGE_BYTES
                ),
                format!(
                    "le message fait {} octets ; {} au plus sont acceptés",
                    text.len(),
                    limits::MESSAGE_BYTES
                ),
            );
        }
        if let Input::Assert(assertion) | Input::Author(AuthorCommand::Assert(assertion)) =
            &self.input
            && assertion.values.len() > limits::ASSERTED_CELLS
        {
            return bad(
                "too-many-cells",
                format!(
                    "{} cells in one assertion; at most {}",
                    assertion.values.len(),
                    limits::ASSERTED_CELLS
                ),
                format!(
                    "{} cellules dans une assertion ; {} au plus",
                    assertion.values.len(),
                    limits::ASSERTED_CELLS
                ),
            );
        }
        Ok(())
    }

    /// Reads one script line: `{"id": …, "message": …}` and its sisters.
    pub fn parse(line: &str) -> Result<Envelope, BadInput> {
        if line.len() > limits::INPUT_BYTES {
            return bad(
                "too-long",
                format!(
                    "the line has {} bytes; at most {} are taken",
                    line.len(),
                    limits::INPUT_BYTES
                ),
                format!(
                    "la ligne fait {} octets ; {} au plus sont acceptés",
                    line.len(),
                    limits::INPUT_BYTES
                ),
            );
        }
        let fields = object(line)?;
        let id = match fields.get("id") {
            Some(raw) => match Raw::parse(raw.get(), 0)? {
                Raw::Text(text) => text,
                Raw::Number(digits) => digits,
                Raw::Null | Raw::Bool(_) | Raw::List(_) | Raw::Map(_) | Raw::Confidential(_) => {
                    return bad("bad-id", "`id` must be a text", "`id` doit être un texte");
                }
            },
            None => {
                return bad(
                    "bad-id",
                    "an input needs an `id` that you choose",
                    "une entrée a besoin d'un `id` choisi par vous",
                );
            }
        };
        let input = parse_input(&fields)?;
        let envelope = Envelope { id, input };
        envelope.check()?;
        Ok(envelope)
    }
}

pub fn check_id(id: &str) -> Result<(), BadInput> {
    if id.is_empty() || id.len() > limits::ID_BYTES {
        return bad(
            "bad-id",
            format!(
                "an id has 1 to {} bytes; this one has {}",
                limits::ID_BYTES,
                id.len()
            ),
            format!(
                "un id fait de 1 à {} octets ; celui-ci en fait {}",
                limits::ID_BYTES,
                id.len()
            ),
        );
    }
    Ok(())
}

fn not_json<T>(en: &str, fr: &str, error: &serde_json::Error) -> Result<T, BadInput> {
    let Phrase { en, fr } = Phrase::with_cause(en, fr, error);
    bad("bad-json", en, fr)
}

type Fields = BTreeMap<String, Box<RawValue>>;

fn object(text: &str) -> Result<Fields, BadInput> {
    match serde_json::from_str::<UniqueFields>(text) {
        Ok(fields) => Ok(fields.0),
        Err(error) => not_json("not a JSON object", "ce n'est pas un objet JSON", &error),
    }
}

/// An object whose keys differ: the last of two equal keys must not silently win.
struct UniqueFields(Fields);

impl<'de> Deserialize<'de> for UniqueFields {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<UniqueFields, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = UniqueFields;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<M: serde::de::MapAccess<'de>>(
                self,
                mut map: M,
            ) -> Result<UniqueFields, M::Error> {
                let mut fields = Fields::new();
                while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
                    if fields.contains_key(&key) {
                        return Err(serde::de::Error::custom(format!(
                            "the key `{key}` stands twice"
                        )));
                    }
                    fields.insert(key, value);
                }
                Ok(UniqueFields(fields))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

const KINDS: [&str; 7] = [
    "message", "event", "observe", "assert", "tell", "act", "author",
];

fn parse_input(fields: &Fields) -> Result<Input, BadInput> {
    let kinds: Vec<&str> = KINDS
        .into_iter()
        .filter(|kind| fields.contains_key(*kind))
        .collect();
    let [kind] = kinds[..] else {
        return bad(
            "bad-input",
            format!("an input has exactly one of {}", KINDS.join(", ")),
            format!("une entrée a exactement un de {}", KINDS.join(", ")),
        );
    };
    let allowed: &[&str] = match kind {
        "observe" => &[
            "id",
            "observe",
            "depth",
            "register",
            "attempts",
            "timeout_ms",
            "partial",
            "constraints",
            "trigger",
        ],
        "assert" => &["id", "assert", "source", "version"],
        "tell" => &["id", "tell", "by", "method"],
        "act" => &["id", "act", "slot", "value"],
        _ => &["id", kind],
    };
    if let Some(unknown) = fields.keys().find(|key| !allowed.contains(&key.as_str())) {
        return bad(
            "unknown-key",
            format!(
                "`{unknown}` is not a key of this input; known: {}",
                allowed.join(", ")
            ),
            format!(
                "`{unknown}` n'est pas une clé de cette entrée ; connues : {}",
                allowed.join(", ")
            ),
        );
    }
    let source = &fields[kind];
    match kind {
        "message" => Ok(Input::Message(text(source, "message")?)),
        "event" => Ok(Input::Event(Name::from(text(source, "event")?))),
        "observe" if fields.len() > 2 => look::look(source, fields),
        "observe" => Ok(Input::Observe(cell(&text(source, "observe")?)?)),
        "assert" => Ok(Input::Assert(assertion(source, fields)?)),
        "tell" => tell(source, fields),
        "act" => act(source, fields),
        _ => author::author(source),
    }
}

fn text(raw: &RawValue, key: &str) -> Result<String, BadInput> {
    match Raw::parse(raw.get(), 0)? {
        Raw::Text(text) => Ok(text),
        Raw::Null
        | Raw::Bool(_)
        | Raw::Number(_)
        | Raw::List(_)
        | Raw::Map(_)
        | Raw::Confidential(_) => bad(
            "bad-input",
            format!("`{key}` must be a text"),
            format!("`{key}` doit être un texte"),
        ),
    }
}

fn cell(text: &str) -> Result<Cell, BadInput> {
    match text.parse::<Cell>() {
        Ok(cell) => Ok(cell),
        Err(_) => bad(
            "bad-cell",
            format!("`{text}` is not a cell: write entity.attribute"),
            format!("`{text}` n'est pas une cellule : écrivez entité.attribut"),
        ),
    }
}

fn assertion(raw: &RawValue, fields: &Fields) -> Result<Assertion, BadInput> {
    let Raw::Map(values) = Raw::parse(raw.get(), 0)? else {
        return bad(
            "bad-input",
            "`assert` must be a map of cells to values",
            "`assert` doit être une table de cellules et de valeurs",
        );
    };
    let source = fields
        .get("source")
        .map(|raw| text(raw, "source"))
        .transpose()?
        .map(Name::from);
    let version = match fields.get("version") {
        None => None,
        Some(raw) => match raw.get().trim_matches('"').parse::<u64>() {
            Ok(number) => Some(crate::item::Count(number)),
            Err(_) => {
                return bad(
                    "bad-input",
                    "`version` must be a whole number",
                    "`version` doit être un nombre entier",
                );
            }
        },
    };
    Ok(Assertion {
        values,
        source,
        version,
    })
}

/// A formula, with whoever says it; without anybody, or as `rumour`, it is a rumour.
fn tell(raw: &RawValue, fields: &Fields) -> Result<Input, BadInput> {
    let by = fields.get("by").map(|raw| text(raw, "by")).transpose()?;
    let rumour = word(fields, "method", &[("testimony", false), ("rumour", true)])?;
    if by.is_none() && rumour == Some(false) {
        return bad(
            "bad-input",
            "a testimony says who gives it with `by`",
            "un témoignage dit de qui il vient avec `by`",
        );
    }
    Ok(Input::Tell(Tell {
        rumour: rumour.unwrap_or(by.is_none()),
        by: by.map(Name::from),
        said: text(raw, "tell")?,
    }))
}

fn act(raw: &RawValue, fields: &Fields) -> Result<Input, BadInput> {
    let word = text(raw, "act")?;
    let act = match word.to_ascii_lowercase().as_str() {
        "inform" => ActKind::Inform,
        "affirm" => ActKind::Affirm,
        "negate" => ActKind::Negate,
        "select" => ActKind::Select,
        "request" => ActKind::Request,
        "correct" => ActKind::Correct,
        _ => {
            return bad(
                "bad-input",
                format!(
                    "`{word}` is not an act: inform, affirm, negate, select, request or correct"
                ),
                format!(
                    "`{word}` n'est pas un acte : inform, affirm, negate, select, request ou correct"
                ),
            );
        }
    };
    let slot = fields
        .get("slot")
        .filter(|raw| raw.get() != "null")
        .map(|raw| text(raw, "slot"))
        .transpose()?
        .filter(|slot| !slot.is_empty())
        .map(Name::from);
    let value = fields
        .get("value")
        .map(|raw| Raw::parse(raw.get(), 0))
        .transpose()?;
    Ok(Input::Act(Act { act, slot, value }))
}

fn word<T: Copy>(fields: &Fields, key: &str, known: &[(&str, T)]) -> Result<Option<T>, BadInput> {
    let Some(raw) = fields.get(key) else {
        return Ok(None);
    };
    let word = text(raw, key)?;
    match known.iter().find(|(name, _)| *name == word) {
        Some((_, value)) => Ok(Some(*value)),
        None => {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            bad(
                "bad-input",
                format!("`{key}` is one of {names}"),
                format!("`{key}` est l'un de {names}"),
            )
        }
    }
}

impl Raw {
    /// Reads one JSON value and keeps the digits of its numbers.
    pub fn parse(json: &str, depth: usize) -> Result<Raw, BadInput> {
        if depth > limits::VALUE_DEPTH {
            return bad(
                "too-deep",
                "a value is nested too deep",
                "une valeur est trop imbriquée",
            );
        }
        let json = json.trim();
        match json.as_bytes().first() {
            Some(_) if json == "null" => Ok(Raw::Null),
            Some(_) if json == "true" => Ok(Raw::Bool(true)),
            Some(_) if json == "false" => Ok(Raw::Bool(false)),
            Some(b'"') => match serde_json::from_str(json) {
                Ok(text) => Ok(Raw::Text(text)),
                Err(error) => not_json("not a text", "ce n'est pas un texte", &error),
            },
            Some(b'[') => match serde_json::from_str::<Vec<Box<RawValue>>>(json) {
                Ok(list) => Ok(Raw::List(
                    list.iter()
                        .map(|raw| Raw::parse(raw.get(), depth + 1))
                        .collect::<Result<_, _>>()?,
                )),
                Err(error) => not_json("not a list", "ce n'est pas une liste", &error),
            },
            Some(b'{') => {
                let mut map = BTreeMap::new();
                for (key, raw) in object(json)? {
                    map.insert(key, Raw::parse(raw.get(), depth + 1)?);
                }
                Ok(Raw::Map(map))
            }
            Some(_) => match serde_json::from_str::<serde::de::IgnoredAny>(json) {
                Ok(_) => Ok(Raw::Number(json.to_owned())),
                Err(error) => not_json("not a value", "ce n'est pas une valeur", &error),
            },
            None => bad("bad-json", "a value is missing", "il manque une valeur"),
        }
    }

    pub fn kind(&self) -> &'static str {
        match self {
            Raw::Null => "none",
            Raw::Bool(_) => "boolean",
            Raw::Number(_) => "number",
            Raw::Text(_) => "text",
            Raw::List(_) => "list",
            Raw::Map(_) => "map",
            Raw::Confidential(_) => "confidential",
        }
    }
}
