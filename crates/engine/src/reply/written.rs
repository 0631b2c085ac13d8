//! A case as it is written: what is wrong with its JSON, and where.

use super::case::BadCase;
use crate::input::Raw;
use logic::text::Phrase;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

/// Reads JSON in which no key stands twice. A mistake has its place in the whole text, or its path.
pub(super) fn read(json: &str) -> Result<Raw, BadCase> {
    // Editors of some systems begin a file with a mark that nobody sees.
    let json = json.strip_prefix('\u{feff}').unwrap_or(json);
    let bad = |code: &'static str, path: String, message: Phrase| BadCase {
        code,
        path,
        message,
    };
    if json.trim().is_empty() {
        let message = Phrase::new(
            "there is nothing in it; a case is a JSON object, such as {\"message\": \"…\"}",
            "il n'y a rien dedans ; un cas est un objet JSON, tel que {\"message\": \"…\"}",
        );
        return Err(bad("bad-json", String::new(), message));
    }
    if let Err(error) = serde_json::from_str::<IgnoredAny>(json) {
        let message = Phrase::with_cause("this is not JSON", "ceci n'est pas du JSON", error);
        return Err(bad("bad-json", String::new(), message));
    }
    if let Some((path, key)) = twice(json, "") {
        let message = Phrase::new(
            format!("the key `{key}` stands twice"),
            format!("la clé `{key}` figure deux fois"),
        );
        return Err(bad("duplicate-key", path, message));
    }
    Raw::parse(json, 0).map_err(|error| bad(error.code, String::new(), error.message))
}

/// What something is, in words.
pub(super) fn kind(raw: &Raw) -> Phrase {
    let (en, fr) = match raw {
        Raw::Null => ("null", "null"),
        Raw::Bool(_) => ("true or false", "vrai ou faux"),
        Raw::Number(_) => ("a number", "un nombre"),
        Raw::Text(_) => ("a text", "un texte"),
        Raw::List(_) => ("a list", "une liste"),
        Raw::Map(_) => ("an object", "un objet"),
        Raw::Confidential(_) => ("something confidential", "quelque chose de confidentiel"),
    };
    Phrase::new(en, fr)
}

/// The keys of an object with their values, as they are written.
struct Entries<'j>(Vec<(String, &'j RawValue)>);

impl<'de: 'j, 'j> Deserialize<'de> for Entries<'j> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entries<'j>, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Reader).map(Entries)
    }
}

/// The first key that stands twice in one object, with the path of it. JSON that nests too deep is refused by
/// whoever reads it before.
fn twice(json: &str, path: &str) -> Option<(String, String)> {
    let below = |path: &str, name: &str| match path {
        "" => name.to_owned(),
        _ => format!("{path}.{name}"),
    };
    match json.trim_start().as_bytes().first() {
        Some(b'{') => {
            let Entries(entries) = serde_json::from_str(json).ok()?;
            for (at, (key, value)) in entries.iter().enumerate() {
                let path = below(path, key);
                if entries[..at].iter().any(|(before, _)| before == key) {
                    return Some((path, key.clone()));
                }
                if let Some(found) = twice(value.get(), &path) {
                    return Some(found);
                }
            }
            None
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(json).ok()?;
            let mut items = items.iter().enumerate();
            items.find_map(|(at, value)| twice(value.get(), &below(path, &at.to_string())))
        }
        Some(_) | None => None,
    }
}
