//! A verifier of exports, written from docs/journal.md alone. It must use no code of Canonry's: if this
//! and the program disagree, one of them or the page is wrong.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

type Hash = [u8; 32];

fn sha(parts: &[&[u8]]) -> Hash {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let small = text
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !small || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok())
        .collect()
}

/// RFC 8785 without numbers: keys in the order of their UTF-16 code units, no blanks.
pub fn canonical(value: &Value) -> Option<String> {
    canonical_in(value, false)
}

/// The same; only what is said of a reply may be none.
fn canonical_in(value: &Value, replied: bool) -> Option<String> {
    Some(match value {
        Value::Null if replied => "null".to_owned(),
        Value::Null | Value::Number(_) => return None,
        Value::Bool(truth) => truth.to_string(),
        Value::String(text) => string(text),
        Value::Array(items) => {
            let items = items.iter().map(|item| canonical_in(item, replied));
            let items: Option<Vec<String>> = items.collect();
            format!("[{}]", items?.join(","))
        }
        Value::Object(fields) => {
            let mut keys: Vec<&String> = fields.keys().collect();
            keys.sort_by_key(|key| key.encode_utf16().collect::<Vec<_>>());
            let fields: Option<Vec<String>> = keys
                .into_iter()
                .map(|key| {
                    let value = canonical_in(&fields[key], replied || key == "replied");
                    Some(format!("{}:{}", string(key), value?))
                })
                .collect();
            format!("{{{}}}", fields?.join(","))
        }
    })
}

fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{9}' => out.push_str("\\t"),
            '\u{a}' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\u{d}' => out.push_str("\\r"),
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// What was found in an export that is whole.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    pub entries: u64,
    pub erased: u64,
    pub kinds: Vec<String>,
}

/// Says what is wrong, or what is there.
pub fn verify(export: &str) -> Result<Found, String> {
    let mut found = Found::default();
    let mut chain: Option<Hash> = None;
    let (mut previous, mut ended) = ("", false);
    let whole = export.strip_suffix('\n').ok_or("the last line is cut")?;
    for line in whole.split('\n') {
        if ended {
            return Err("something follows the end".to_owned());
        }
        let body = check_sum(line, previous)?;
        previous = line;
        let json: Map<String, Value> =
            serde_json::from_str(&format!("{body}}}")).map_err(|error| error.to_string())?;
        let (kind, value) = match json.iter().collect::<Vec<_>>()[..] {
            [(kind, Value::Object(value))] => (kind.as_str(), value),
            _ => return Err("a line holds one thing".to_owned()),
        };
        match (kind, chain) {
            ("session", None) => {
                if text(value, "version")? != "1" {
                    return Err("a newer version".to_owned());
                }
                chain = Some(sha(&[
                    b"canonry journal 1\n",
                    text(value, "session")?.as_bytes(),
                ]));
            }
            ("project", Some(_)) => project(value)?,
            ("entry", Some(before)) => chain = Some(entry(value, before, &mut found)?),
            ("end", Some(last)) => {
                if text(value, "entries")? != found.entries.to_string()
                    || text(value, "chain")? != hex(&last)
                {
                    return Err("entries are missing before the end".to_owned());
                }
                ended = true;
            }
            (other, _) => return Err(format!("a line `{other}` cannot stand here")),
        }
    }
    if ended {
        Ok(found)
    } else {
        Err("the end is missing".to_owned())
    }
}

/// The line without its checksum and last brace.
fn check_sum<'l>(line: &'l str, previous: &str) -> Result<&'l str, String> {
    let (body, sum) = line.rsplit_once(",\"sum\":\"").ok_or("no checksum")?;
    let expected = hex(&sha(&[previous.as_bytes(), b"\n", body.as_bytes()]));
    if sum.strip_suffix("\"}") == Some(expected.as_str()) {
        Ok(body)
    } else {
        Err("a checksum does not fit".to_owned())
    }
}

fn text<'v>(value: &'v Map<String, Value>, key: &str) -> Result<&'v str, String> {
    value
        .get(key)
        .and_then(Value::as_str)
        .ok_or_else(|| format!("no text `{key}`"))
}

fn project(value: &Map<String, Value>) -> Result<(), String> {
    let files = value
        .get("files")
        .and_then(Value::as_object)
        .ok_or("no files")?;
    let mut sorted: Vec<(&String, &str)> = files
        .iter()
        .filter_map(|(path, text)| Some((path, text.as_str()?)))
        .collect();
    sorted.sort();
    let mut preimage = b"canonry project 1\n".to_vec();
    for (path, text) in sorted {
        for part in [path.as_bytes(), text.as_bytes()] {
            preimage.extend((part.len() as u64).to_be_bytes());
            preimage.extend(part);
        }
    }
    if text(value, "hash")? == hex(&sha(&[&preimage])) {
        Ok(())
    } else {
        Err("other files than the hash says".to_owned())
    }
}

fn entry(value: &Map<String, Value>, before: Hash, found: &mut Found) -> Result<Hash, String> {
    let seq = found.entries + 1;
    let wrong = |what: &str| format!("entry {seq}: {what}");
    if text(value, "seq")? != seq.to_string() {
        return Err(wrong("its number is not the next"));
    }
    let mut header = format!(
        "{{\"at\":{},\"cause\":{}",
        string(text(value, "at")?),
        string(text(value, "cause")?)
    );
    match value.get("cell") {
        Some(Value::String(cell)) => header.push_str(&format!(",\"cell\":{}", string(cell))),
        Some(Value::Null) => {}
        _ => return Err(wrong("no cell")),
    }
    header.push_str(&format!(
        ",\"kind\":{},\"v\":{}}}",
        string(text(value, "kind")?),
        string(text(value, "version")?)
    ));
    let commitment = unhex(text(value, "commitment")?).ok_or_else(|| wrong("no commitment"))?;
    match (value.get("salt"), value.get("body")) {
        (Some(Value::Null), Some(Value::Null)) => found.erased += 1,
        (Some(Value::String(salt)), Some(Value::String(body))) => {
            let salt = unhex(salt)
                .filter(|salt| salt.len() == 16)
                .ok_or_else(|| wrong("no salt"))?;
            if sha(&[&salt, body.as_bytes()])[..] != commitment {
                return Err(wrong("another body than was committed to"));
            }
            let json: Value =
                serde_json::from_str(body).map_err(|error| wrong(&error.to_string()))?;
            if canonical(&json).as_deref() != Some(body) {
                return Err(wrong("the body is not canonical JSON without numbers"));
            }
        }
        _ => return Err(wrong("salt and body are there together or not at all")),
    }
    let chain = sha(&[
        &before,
        &seq.to_be_bytes(),
        &sha(&[header.as_bytes()]),
        &commitment,
    ]);
    if text(value, "chain")? != hex(&chain) {
        return Err(wrong("the chain is broken"));
    }
    found.entries = seq;
    found.kinds.push(text(value, "kind")?.to_owned());
    Ok(chain)
}

/// The export with its sums computed again after a change, so that a change is met by what lies below.
pub fn with_new_sums(export: &str) -> String {
    let (mut out, mut previous) = (String::new(), String::new());
    for line in export.lines() {
        let body = line
            .rsplit_once(",\"sum\":\"")
            .map_or(line, |(body, _)| body);
        let sum = hex(&sha(&[previous.as_bytes(), b"\n", body.as_bytes()]));
        previous = format!("{body},\"sum\":\"{sum}\"}}");
        out.push_str(&previous);
        out.push('\n');
    }
    out
}
