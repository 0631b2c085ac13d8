//! French where a text meets what it prints: « de » and « le moulin » make « du moulin », « de » and « Aldric » make
//! « d'Aldric ».

use serde_json::Value;

/// Stands before everything that is printed while a text is put together, and is in no text of anybody.
const SEAM: char = '\u{E000}';

/// Marks where each printed text begins.
pub fn seam(context: &mut Value) {
    match context {
        Value::String(text) if !text.is_empty() => text.insert(0, SEAM),
        Value::Array(list) => list.iter_mut().for_each(seam),
        Value::Object(fields) => fields.values_mut().for_each(seam),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The text with its seams closed.
pub fn join(text: &str) -> String {
    let mut parts = text.split(SEAM);
    let mut joined = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = close(&mut joined, part);
        joined.push_str(rest);
    }
    joined
}

/// Changes the word before a seam as what follows asks, and returns what is left of that.
fn close<'t>(before: &mut String, after: &'t str) -> &'t str {
    let Some(text) = before.strip_suffix([' ', '\u{a0}']) else {
        return after;
    };
    let start = text
        .rfind(|letter: char| !letter.is_alphabetic())
        .map_or(0, |at| {
            at + text[at..].chars().next().map_or(1, char::len_utf8)
        });
    let word = text[start..].to_owned();
    let contracted = match (word.as_str(), after) {
        (word, after) if after.starts_with("le ") => match word {
            "de" => Some(("du", 3)),
            "De" => Some(("Du", 3)),
            "à" => Some(("au", 3)),
            "À" => Some(("Au", 3)),
            _ => None,
        },
        (word, after) if after.starts_with("les ") => match word {
            "de" => Some(("des", 4)),
            "De" => Some(("Des", 4)),
            "à" => Some(("aux", 4)),
            "À" => Some(("Aux", 4)),
            _ => None,
        },
        (_, _) => None,
    };
    if let Some((word, article)) = contracted {
        before.truncate(start);
        before.push_str(word);
        before.push(' ');
        return &after[article..];
    }
    const ELIDED: [&str; 11] = [
        "de", "De", "que", "Que", "ne", "jusque", "lorsque", "puisque", "Lorsque", "Puisque",
        "quoique",
    ];
    if ELIDED.contains(&word.as_str()) && begins_with_a_vowel(after) {
        before.truncate(start + word.len() - 1);
        before.push('\'');
    }
    after
}

fn begins_with_a_vowel(text: &str) -> bool {
    let plain = logic::text::fold(text);
    let mut letters = plain.chars();
    match (letters.next(), letters.next()) {
        (Some('y'), Some(next)) => !"aeiou".contains(next),
        (Some(first), _) => {
            "aeiou".contains(first) && !plain.starts_with("onz") && !plain.starts_with("oui")
        }
        (None, _) => false,
    }
}
