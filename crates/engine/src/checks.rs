//! What a made text must be beyond its type: short enough, without forbidden words, addressed as its reader
//! wishes, naming what was answered.
//!
//! What somebody said themselves is quoted as it is: it counts for no limit and breaks no rule.

use crate::canon::Canon;
use crate::project::{Attribute, Project};
use logic::holds::Facts;
use logic::kind::Type;
use logic::text::{Phrase, fold, words};
use logic::value::{Cell, Value};

const TU: [&str; 11] = [
    "tu", "te", "toi", "ton", "ta", "tes", "tien", "tienne", "tiens", "tiennes", "t",
];
const VOUS: [&str; 6] = ["vous", "votre", "vos", "votres", "vôtre", "vôtres"];

/// The shortest answer that is taken for a quote.
const QUOTE: usize = 3;

/// Everything that is wrong with a text, with its code.
pub fn findings(canon: &Canon, attribute: &Attribute, text: &str) -> Vec<(&'static str, Phrase)> {
    let checks = &attribute.checks;
    if !checks.is_validator() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let own = words(&without_quotes(canon, text));
    if let Some(most) = checks.max_words.filter(|most| own.len() > *most) {
        found.push(("too-many-words", too_many_words(most, own.len())));
    }
    for word in checks.forbidden.iter().filter(|word| stands(word, &own)) {
        found.push(("forbidden-word", forbidden(word)));
    }
    let address = checks.address.as_ref().and_then(|cell| canon.value(cell));
    if let Some(Value::Symbol(address)) = address {
        let others: &[&str] = if &*address == "tu" { &VOUS } else { &TU };
        if let Some(wrong) = own.iter().find(|word| others.contains(&word.as_str())) {
            found.push((
                "wrong-address",
                Phrase::new(
                    format!("its reader is addressed as « {address} », and « {wrong} » is not"),
                    format!(
                        "on s'adresse à son lecteur par « {address} », et « {wrong} » n'en est pas"
                    ),
                ),
            ));
        }
    }
    if let Some(mentions) = &checks.mentions {
        let said = fold(text);
        let named = |cell: &&Cell| {
            let value = canon.value(cell);
            value.is_some_and(|value| is_named(canon, cell, &value, &said))
        };
        let count = mentions.of.iter().filter(named).count();
        if count < mentions.least {
            found.push(("names-too-little", names_too_little(count, mentions.least)));
        }
    }
    found
}

/// What is wrong with a text that never changes, whatever is answered.
pub fn constant(project: &Project, attribute: &Attribute, text: &str) -> Vec<Phrase> {
    let checks = &attribute.checks;
    let (own, length) = (words(text), text.chars().count());
    let mut found = Vec::new();
    if let Some(most) = checks.max_words.filter(|most| own.len() > *most) {
        found.push(too_many_words(most, own.len()));
    }
    if length > attribute.generated_length() {
        let most = attribute.generated_length();
        found.push(Phrase::new(
            format!("{length} characters; at most {most} are wanted"),
            format!("{length} caractères ; {most} au plus sont voulus"),
        ));
    }
    found.extend(
        checks
            .forbidden
            .iter()
            .filter(|word| stands(word, &own))
            .map(forbidden),
    );
    if let Some(mentions) = &checks.mentions {
        let said = fold(text);
        let may_name = |cell: &&Cell| {
            let attribute = project.attribute(cell);
            attribute.is_some_and(|attribute| match &attribute.kind {
                Type::Enum(values) => values.iter().any(|value| {
                    let label = attribute.labels.get(value);
                    let labels = label.iter().flat_map(|text| text.templates.values());
                    let nothing = serde_json::json!({});
                    labels
                        .filter_map(|label| project.templates.render(label, &nothing).ok())
                        .chain([value.to_string()])
                        .any(|label| said.contains(&fold(&label)))
                }),
                Type::Text
                | Type::Number
                | Type::Boolean
                | Type::Date
                | Type::Instant
                | Type::Reference(_)
                | Type::Set(_)
                | Type::List(_) => false,
            })
        };
        let count = mentions.of.iter().filter(may_name).count();
        if count < mentions.least {
            found.push(names_too_little(count, mentions.least));
        }
    }
    found
}

/// What is wrong with what a text says whatever it prints: its least words, and what stands in it in a row.
pub fn fixed(attribute: &Attribute, least: usize, runs: &[String]) -> Vec<Phrase> {
    let checks = &attribute.checks;
    let most = checks.max_words.filter(|most| least > *most);
    let mut found: Vec<Phrase> = most
        .map(|most| too_many_words(most, least))
        .into_iter()
        .collect();
    let own: Vec<Vec<String>> = runs.iter().map(|run| words(run)).collect();
    let said = |word: &&String| own.iter().any(|own| stands(word, own));
    found.extend(checks.forbidden.iter().filter(said).map(forbidden));
    found
}

/// Whether a text addresses its reader otherwise.
pub fn breaks_address(address: &str, text: &str) -> bool {
    let others: &[&str] = if address == "tu" { &VOUS } else { &TU };
    words(text)
        .iter()
        .any(|word| others.contains(&word.as_str()))
}

fn stands(word: &str, own: &[String]) -> bool {
    let forbidden = words(word);
    !forbidden.is_empty()
        && own
            .windows(forbidden.len())
            .any(|window| window == &forbidden[..])
}

fn too_many_words(most: usize, count: usize) -> Phrase {
    Phrase::new(
        format!("at most {most} words; these are {count}"),
        format!("{most} mots au plus ; il y en a {count}"),
    )
}

fn forbidden(word: &String) -> Phrase {
    Phrase::new(
        format!("« {word} » may not stand in it"),
        format!("« {word} » ne doit pas y figurer"),
    )
}

fn names_too_little(count: usize, least: usize) -> Phrase {
    Phrase::new(
        format!("it names {count} of the answers, and {least} are wanted"),
        format!("il nomme {count} des réponses, et il en faut {least}"),
    )
}

/// Whether a value stands in a text that is folded already.
fn is_named(canon: &Canon, cell: &Cell, value: &Value, said: &str) -> bool {
    match value {
        Value::List(items) => items.iter().any(|item| is_named(canon, cell, item, said)),
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Symbol(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Text(_)
        | Value::Set(_)
        | Value::Confidential(_) => {
            let shown = fold(&canon.show(cell, value));
            !shown.is_empty() && said.contains(&shown)
        }
    }
}

/// The text without what it has to repeat: answers in a person's own words, and those that it must name.
pub fn own_words(canon: &Canon, attribute: &Attribute, text: &str) -> String {
    let mut own = without_quotes(canon, text);
    let named = attribute.checks.mentions.as_ref();
    for cell in named.iter().flat_map(|mentions| &mentions.of) {
        let items = match canon.value(cell) {
            Some(Value::List(items)) => items,
            Some(value) => vec![value],
            None => Vec::new(),
        };
        for shown in items.iter().map(|item| canon.show(cell, item)) {
            if !shown.is_empty() {
                own = own.replace(&shown, " ");
            }
        }
    }
    own
}

/// A place that somebody was to fill: `{{name}}`, `{name}`, `[NAME]`.
pub fn hole(text: &str) -> Option<&str> {
    between(text, '{', '}', |_| true).or_else(|| between(text, '[', ']', is_shouted))
}

/// The same where a text is an author's own: `[NAME]`, `{NAME}`, `<NAME>`.
pub fn shouted_hole(text: &str) -> Option<&str> {
    let long = |inside: &str| {
        let letters = inside.chars().filter(|letter| letter.is_alphabetic());
        is_shouted(inside) && letters.count() > 1
    };
    let signs = [('[', ']'), ('{', '}'), ('<', '>')];
    let mut signs = signs.into_iter();
    signs.find_map(|(open, close)| between(text, open, close, long))
}

fn is_shouted(inside: &str) -> bool {
    !inside.chars().any(char::is_lowercase)
}

/// The first name between two signs that fits, with the signs.
fn between(text: &str, open: char, close: char, fits: impl Fn(&str) -> bool) -> Option<&str> {
    let is_name = |inside: &str| {
        let plain = |letter: char| letter.is_alphanumeric() || "_-. ".contains(letter);
        inside.chars().any(char::is_alphabetic) && inside.chars().all(plain)
    };
    text.match_indices(open).find_map(|(at, _)| {
        let end = at + 1 + text[at + 1..].find([open, close])?;
        let inside = &text[at + 1..end];
        (text[end..].starts_with(close) && is_name(inside) && fits(inside))
            .then(|| &text[at..end + close.len_utf8()])
    })
}

/// The text without what somebody answered in their own words, longest first.
pub(crate) fn without_quotes(canon: &Canon, text: &str) -> String {
    let mut quotes = canon.said_texts();
    quotes.retain(|quote| quote.chars().count() >= QUOTE);
    quotes.sort_by_key(|quote| std::cmp::Reverse(quote.len()));
    let mut own = text.to_owned();
    for quote in quotes {
        if own.contains(&quote) {
            own = own.replace(&quote, " ");
        }
    }
    own
}
