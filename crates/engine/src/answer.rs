//! From what was written to a typed value: strictly for systems, kindly for people.
//!
//! `typed` reads an asserted value and coerces nothing. `parse` reads what a person answered:
//! accents, case, letters and synonyms are fine, a negated, ambiguous or foreign answer is refused.
//! What both refuse has the same code.

mod first;

pub use first::{Aside, Filled, FormField, Verdict, aside, correction, fill, rank, verdict};

use crate::input::Raw;
use crate::project::{Attribute, ChoiceOption, Project};
use crate::state::State;
use crate::words;
use logic::kind::Type;
use logic::sort::Sorts;
use logic::text::{Phrase, fold, words as split};
use logic::value::{Date, Instant, Name, Number, Value};

/// An asserted value as its type demands, or why not.
pub fn typed(
    path: &str,
    raw: &Raw,
    kind: &Type,
    attribute: &Attribute,
    sort_of: &dyn Fn(&str) -> Option<Name>,
    sorts: &Sorts,
) -> Result<Value, NotUnderstood> {
    let wrong = || wrong_type(path, kind, raw);
    match (raw, kind) {
        (Raw::Null, _) => Ok(Value::Null),
        (Raw::Confidential(digest), _) => Ok(Value::Confidential(*digest)),
        (Raw::Text(text), Type::Text) => short_enough(path, text, attribute).map(Value::text),
        (Raw::Bool(truth), Type::Boolean) => Ok(Value::Bool(*truth)),
        (Raw::Number(digits), Type::Number) => match digits.parse::<Number>() {
            Ok(number) => in_range(path, number, attribute),
            Err(_) => wrong(),
        },
        (Raw::Text(text), Type::Date) => text.parse::<Date>().map(Value::Date).or_else(|_| wrong()),
        (Raw::Text(text), Type::Instant) => text
            .parse::<Instant>()
            .map(Value::Instant)
            .or_else(|_| wrong()),
        (Raw::Text(text), Type::Enum(values)) => {
            match values.iter().find(|value| &***value == text.as_str()) {
                Some(value) => Ok(Value::Symbol(value.clone())),
                None => not_a_value(path, text, values),
            }
        }
        (Raw::Text(text), Type::Reference(sort)) => {
            reference(text, sort, path, sort_of, sorts).map(Value::Entity)
        }
        (Raw::List(list), Type::Set(sort)) => list
            .iter()
            .map(|raw| match raw {
                Raw::Text(text) => reference(text, sort, path, sort_of, sorts),
                Raw::Null
                | Raw::Bool(_)
                | Raw::Number(_)
                | Raw::List(_)
                | Raw::Map(_)
                | Raw::Confidential(_) => wrong_type(path, &Type::Reference(sort.clone()), raw),
            })
            .collect::<Result<_, _>>()
            .map(Value::Set),
        (Raw::List(list), Type::List(of)) => list
            .iter()
            .map(|raw| typed(path, raw, of, attribute, sort_of, sorts))
            .collect::<Result<_, _>>()
            .map(Value::List),
        (Raw::Text(_) | Raw::Bool(_) | Raw::Number(_) | Raw::List(_) | Raw::Map(_), _) => wrong(),
    }
}

fn wrong_type<T>(path: &str, kind: &Type, raw: &Raw) -> Result<T, NotUnderstood> {
    Err(NotUnderstood {
        code: "wrong-type",
        reason: words::wrong_type(path, &kind.describe(), &show(raw)),
    })
}

fn show(raw: &Raw) -> String {
    let text = match raw {
        Raw::Null => "none".to_owned(),
        Raw::Bool(truth) => truth.to_string(),
        Raw::Number(digits) => digits.clone(),
        Raw::Text(text) => format!("\"{}\"", text.chars().take(40).collect::<String>()),
        Raw::List(_) | Raw::Map(_) | Raw::Confidential(_) => raw.kind().to_owned(),
    };
    text.chars().take(60).collect()
}

fn short_enough<'t>(
    path: &str,
    text: &'t str,
    attribute: &Attribute,
) -> Result<&'t str, NotUnderstood> {
    let length = text.chars().count();
    match attribute.max_length {
        Some(most) if length > most => refuse(
            "too-long",
            format!("{path} has at most {most} characters; these are {length}."),
            format!("{path} a au plus {most} caractères ; il y en a {length}."),
        ),
        Some(_) | None => Ok(text),
    }
}

fn in_range(path: &str, number: Number, attribute: &Attribute) -> Result<Value, NotUnderstood> {
    let (least, most) = &attribute.range;
    if least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most) {
        let end = |end: &Option<Number>| end.map_or("…".to_owned(), |end| end.to_string());
        return refuse(
            "out-of-range",
            format!(
                "{path} lies between {} and {}; this is {number}.",
                end(least),
                end(most)
            ),
            format!(
                "{path} est entre {} et {} ; ceci est {number}.",
                end(least),
                end(most)
            ),
        );
    }
    Ok(Value::Number(number))
}

fn not_a_value(path: &str, text: &str, values: &[Name]) -> Result<Value, NotUnderstood> {
    let near = logic::text::nearest(text, values.iter().map(Name::as_str));
    let known = values
        .iter()
        .take(12)
        .map(Name::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    let (en, fr) = near.map_or((String::new(), String::new()), |near| {
        (
            format!(" Did you mean {near}?"),
            format!(" Vouliez-vous dire {near} ?"),
        )
    });
    refuse(
        "not-a-choice",
        format!("{path} takes one of {known}; not « {text} ».{en}"),
        format!("{path} prend une valeur parmi {known} ; pas « {text} ».{fr}"),
    )
}

fn reference(
    text: &str,
    sort: &Name,
    path: &str,
    sort_of: &dyn Fn(&str) -> Option<Name>,
    sorts: &Sorts,
) -> Result<Name, NotUnderstood> {
    match sort_of(text) {
        Some(actual) if sorts.is_sub(&actual, sort) => Ok(Name::from(text)),
        Some(actual) => refuse(
            "unknown-entity",
            format!("{path} names a {sort}; {text} is a {actual}."),
            format!("{path} désigne un {sort} ; {text} est un {actual}."),
        ),
        None => Err(NotUnderstood {
            code: "unknown-entity",
            reason: words::unknown_entity(text),
        }),
    }
}

/// Why an answer was not understood. The code is stable, the words are for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUnderstood {
    pub code: &'static str,
    pub reason: Phrase,
}

fn refuse<T>(
    code: &'static str,
    en: impl Into<String>,
    fr: impl Into<String>,
) -> Result<T, NotUnderstood> {
    Err(NotUnderstood {
        code,
        reason: Phrase::new(en, fr),
    })
}

/// How an answer is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Text,
    Name,
    Email,
    Number,
    Date,
    YesNo,
    Choice,
    List,
    Entity,
}

impl Reader {
    /// Every reader, by the name that authors give it.
    pub const NAMES: &'static [(&'static str, Reader)] = &[
        ("text", Reader::Text),
        ("name", Reader::Name),
        ("email", Reader::Email),
        ("number", Reader::Number),
        ("date", Reader::Date),
        ("yes_no", Reader::YesNo),
        ("choice", Reader::Choice),
        ("list", Reader::List),
        ("entity", Reader::Entity),
    ];

    /// The reader of a type, if it has one.
    pub fn of(kind: &Type) -> Option<Reader> {
        match kind {
            Type::Text => Some(Reader::Text),
            Type::Number => Some(Reader::Number),
            Type::Boolean => Some(Reader::YesNo),
            Type::Date => Some(Reader::Date),
            Type::Enum(_) => Some(Reader::Choice),
            Type::Reference(_) => Some(Reader::Entity),
            Type::List(of) if **of == Type::Text => Some(Reader::List),
            Type::Instant | Type::Set(_) | Type::List(_) => None,
        }
    }
}

/// What an answer is read for.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    pub project: &'a Project,
    pub state: &'a State,
    pub attribute: &'a Attribute,
    pub reader: Reader,
    pub choices: &'a [ChoiceOption],
    /// Values that the system offered, in order.
    pub offered: &'a [Value],
    /// The most items of a list.
    pub most: usize,
}

/// What no words can answer.
pub fn no_parser() -> NotUnderstood {
    NotUnderstood {
        code: "no-parser",
        reason: Phrase::new(
            "This cannot be answered in words.",
            "On ne peut pas répondre à cela avec des mots.",
        ),
    }
}

/// One answer to one question.
pub fn parse(reading: &Reading, said: &str) -> Result<Value, NotUnderstood> {
    let text = said.trim();
    if text.chars().all(is_invisible) {
        return refuse("blank", "Nothing was written.", "Rien n'a été écrit.");
    }
    let Reading {
        project,
        state,
        attribute,
        choices,
        ..
    } = *reading;
    match reading.reader {
        Reader::Text | Reader::Name => free_text(text, attribute),
        Reader::Email => first::email(text),
        Reader::Number => number(text, attribute),
        Reader::YesNo => yes_or_no(text),
        Reader::Date => date(text, state.language()),
        Reader::Choice => choice(project, state, choices, text),
        Reader::List => first::list(text, reading.most),
        Reader::Entity => match &attribute.kind {
            Type::Reference(sort) => entity(project, state, sort, text),
            Type::Text
            | Type::Number
            | Type::Boolean
            | Type::Date
            | Type::Instant
            | Type::Enum(_)
            | Type::Set(_)
            | Type::List(_) => Err(no_parser()),
        },
    }
}

/// White space, control characters and the marks that show nothing.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

fn free_text(text: &str, attribute: &Attribute) -> Result<Value, NotUnderstood> {
    let length = text.chars().count();
    match attribute.max_length {
        Some(most) if length > most => refuse(
            "too-long",
            format!("At most {most} characters, please; these are {length}."),
            format!("{most} caractères au plus, s'il vous plaît ; il y en a {length}."),
        ),
        Some(_) | None => Ok(Value::text(text)),
    }
}

fn number(text: &str, attribute: &Attribute) -> Result<Value, NotUnderstood> {
    let said = split(text);
    if is_negated(&said) {
        return refuse(
            "negated",
            "Say which number it is, not which it is not.",
            "Dites le nombre, et non celui que ce n'est pas.",
        );
    }
    if is_bounded(&said) {
        return refuse(
            "ambiguous",
            "One exact number is expected, not a bound.",
            "Un nombre exact est attendu, pas une borne.",
        );
    }
    match &numbers(text)[..] {
        // « 1,000 » is a thousand to some and one to others.
        [one] if is_grouped(text, one) => refuse(
            "ambiguous",
            "Write the number without separators, such as 1000 or 1.5.",
            "Écrivez le nombre sans séparateur, par exemple 1000 ou 1,5.",
        ),
        [one] => match one.parse::<Number>() {
            Ok(number) => in_range(&attribute.name, number, attribute),
            Err(_) => refuse(
                "not-a-number",
                "A number is expected, such as 42 or 3.5.",
                "Un nombre est attendu, par exemple 42 ou 3,5.",
            ),
        },
        [] => refuse(
            "not-a-number",
            "A number is expected, such as 42.",
            "Un nombre est attendu, par exemple 42.",
        ),
        [_, _, ..] => refuse(
            "ambiguous",
            "One number is expected, not several.",
            "Un seul nombre est attendu.",
        ),
    }
}

/// Words that make a number a bound: « more than 3 », « au moins 3 ».
fn is_bounded(words: &[String]) -> bool {
    let said = format!(" {} ", words.join(" "));
    [
        " more than ",
        " less than ",
        " at least ",
        " at most ",
        " over ",
        " under ",
        " up to ",
        " plus de ",
        " moins de ",
        " au moins ",
        " au plus ",
        " jusqu a ",
        " entre ",
        " between ",
    ]
    .iter()
    .any(|bound| said.contains(bound))
}

/// A comma or a point before exactly three digits and nothing else behind it, or a sign that is doubled.
fn is_grouped(text: &str, number: &str) -> bool {
    let grouped = match number.split_once('.') {
        Some((whole, behind)) => {
            behind.len() == 3 && text.contains(',') && whole.trim_start_matches('-') != "0"
        }
        None => false,
    };
    grouped || text.contains("--")
}

/// The runs of digits in a text, each with its sign and decimals. A dash is a sign only at the
/// beginning of a word: « 3-4 » is two numbers.
fn numbers(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut index = 0;
    while index < characters.len() {
        if !characters[index].is_ascii_digit() {
            index += 1;
            continue;
        }
        let mut number = String::new();
        let signed = index > 0
            && characters[index - 1] == '-'
            && (index == 1 || characters[index - 2].is_whitespace());
        if signed {
            number.push('-');
        }
        while index < characters.len() {
            let c = characters[index];
            let decimal = matches!(c, '.' | ',')
                && characters.get(index + 1).is_some_and(char::is_ascii_digit);
            if !c.is_ascii_digit() && !decimal {
                break;
            }
            number.push(if decimal { '.' } else { c });
            index += 1;
        }
        found.push(number);
    }
    found
}

const YES: [&str; 12] = [
    "yes", "y", "yep", "yeah", "sure", "ok", "okay", "oui", "o", "ouais", "d accord", "bien sur",
];
const NO: [&str; 6] = ["no", "n", "nope", "non", "nan", "pas du tout"];

fn yes_or_no(text: &str) -> Result<Value, NotUnderstood> {
    let said = split(text).join(" ");
    let begins = |word: &&&str| said == **word || said.starts_with(&format!("{} ", **word));
    let holds = |words: &[&str]| {
        let said = format!(" {said} ");
        words
            .iter()
            .any(|word| word.len() > 1 && said.contains(&format!(" {word} ")))
    };
    // « yes and no » is neither, and « no problem » is no answer to anything.
    let both = holds(&YES) && holds(&NO);
    let idiom = [
        "no problem",
        "no worries",
        "no doubt",
        "pas de probleme",
        "pas de souci",
        "aucun probleme",
    ]
    .iter()
    .any(|idiom| said.starts_with(idiom));
    if both || idiom {
        return refuse(
            "ambiguous",
            "Say yes or no, not both.",
            "Dites oui ou non, pas les deux.",
        );
    }
    match (
        YES.iter().find(begins).is_some(),
        NO.iter().find(begins).is_some(),
    ) {
        (true, false) if !is_negated(&split(text)) => Ok(Value::Bool(true)),
        (false, true) => Ok(Value::Bool(false)),
        (true, _) | (false, false) => refuse(
            "not-yes-or-no",
            "Yes or no is expected.",
            "Oui ou non est attendu.",
        ),
    }
}

/// The day comes first, but in English it may as well come second: there only what has one reading is
/// read.
fn date(text: &str, language: &str) -> Result<Value, NotUnderstood> {
    if let Ok(date) = text.parse::<Date>() {
        return Ok(Value::Date(date));
    }
    let parts: Vec<&str> = text
        .split(['/', '.', '-', ' '])
        .filter(|part| !part.is_empty())
        .collect();
    if let [first, second, year] = parts[..]
        && let (Ok(first), Ok(second), Ok(year)) = (first.parse(), second.parse(), year.parse())
        && year >= 1000
    {
        let day_first = Date::new(year, second, first);
        let english = language.split(['-', '_']).next() == Some("en");
        let month_first = Date::new(year, first, second).filter(|_| english);
        match (day_first, month_first) {
            (Some(one), Some(other)) if one != other => {
                return refuse(
                    "ambiguous",
                    format!("Is that {one} or {other}? Write it like that."),
                    format!("Est-ce {one} ou {other} ? Écrivez-le ainsi."),
                );
            }
            (Some(date), _) | (None, Some(date)) => return Ok(Value::Date(date)),
            (None, None) => {}
        }
    }
    refuse(
        "not-a-date",
        "A date is expected, such as 2026-03-31 or 31/03/2026.",
        "Une date est attendue, par exemple 31/03/2026 ou 2026-03-31.",
    )
}

fn is_negated(words: &[String]) -> bool {
    words.iter().any(|word| {
        matches!(
            word.as_str(),
            "not"
                | "pas"
                | "ne"
                | "n"
                | "never"
                | "jamais"
                | "sauf"
                | "except"
                | "ni"
                | "neither"
                | "nor"
                | "don"
                | "dont"
        )
    })
}

/// The label of a choice in the session's language.
pub fn label(project: &Project, state: &State, option: &ChoiceOption) -> String {
    option
        .label
        .as_ref()
        .and_then(|text| text.template(state.language()))
        .and_then(|template| {
            project
                .templates
                .render(template, &serde_json::json!({}))
                .ok()
        })
        .unwrap_or_else(|| option.value.to_string())
}

/// A letter, a number, a value, a label or a synonym; within a sentence only if exactly one choice
/// is named, as whole words, and nothing negates it.
fn choice(
    project: &Project,
    state: &State,
    options: &[ChoiceOption],
    text: &str,
) -> Result<Value, NotUnderstood> {
    let said = split(text);
    let names: Vec<(usize, Vec<String>)> = options
        .iter()
        .enumerate()
        .flat_map(|(index, option)| {
            let label = label(project, state, option);
            std::iter::once(split(&option.value.replace('_', " ")))
                .chain(std::iter::once(split(&label)))
                .chain(option.synonyms.iter().map(|synonym| split(synonym)))
                .map(move |words| (index, words))
                .collect::<Vec<_>>()
        })
        .filter(|(_, words)| !words.is_empty())
        .collect();
    let accepted = options
        .iter()
        .enumerate()
        .map(|(index, option)| match letter(index) {
            Some(letter) => format!("{letter}) {}", label(project, state, option)),
            None => label(project, state, option),
        })
        .collect::<Vec<_>>()
        .join(", ");
    let chosen = |index: usize| Ok(Value::Symbol(options[index].value.clone()));
    // The whole answer names one choice.
    let exact: std::collections::BTreeSet<usize> = names
        .iter()
        .filter(|(_, words)| *words == said)
        .map(|(index, _)| *index)
        .collect();
    if exact.len() == 1 {
        return chosen(*exact.first().expect("one"));
    }
    if let [word] = &said[..] {
        let by_letter = (0..options.len())
            .find(|index| letter(*index).is_some_and(|letter| fold(&letter.to_string()) == *word));
        let by_number = word
            .parse::<usize>()
            .ok()
            .filter(|number| (1..=options.len()).contains(number))
            .map(|number| number - 1);
        if let Some(index) = by_letter.or(by_number) {
            return chosen(index);
        }
    }
    let named: std::collections::BTreeSet<usize> = names
        .iter()
        .filter(|(_, words)| said.windows(words.len()).any(|window| window == &words[..]))
        .map(|(index, _)| *index)
        .collect();
    match named.len() {
        1 if is_negated(&said) => refuse(
            "negated",
            format!("Which one, then? {accepted}"),
            format!("Lequel, alors ? {accepted}"),
        ),
        1 => chosen(*named.first().expect("one")),
        0 => refuse(
            "not-a-choice",
            format!("One of these is expected: {accepted}"),
            format!("Une de ces réponses est attendue : {accepted}"),
        ),
        _ => refuse(
            "ambiguous",
            format!("Only one of these, please: {accepted}"),
            format!("Une seule de ces réponses, s'il vous plaît : {accepted}"),
        ),
    }
}

fn letter(index: usize) -> Option<char> {
    u8::try_from(index)
        .ok()
        .filter(|index| *index < 26)
        .map(|index| char::from(b'A' + index))
}

fn entity(
    project: &Project,
    state: &State,
    sort: &Name,
    text: &str,
) -> Result<Value, NotUnderstood> {
    let said = fold(text);
    let mut found: Vec<Name> = project
        .entities
        .iter()
        .filter(|(_, entity)| project.sorts.is_sub(&entity.sort, sort))
        .filter(|(id, entity)| {
            fold(id) == said
                || fold(&entity.name) == said
                || entity.aliases.iter().any(|alias| fold(alias) == said)
                || state.aliases.get(&said).is_some_and(|known| known == *id)
        })
        .map(|(id, _)| id.clone())
        .collect();
    found.dedup();
    match &found[..] {
        [one] => Ok(Value::Entity(one.clone())),
        [] => {
            let known = project
                .entities
                .values()
                .filter(|entity| project.sorts.is_sub(&entity.sort, sort))
                .map(|entity| entity.name.as_str())
                .take(12)
                .collect::<Vec<_>>()
                .join(", ");
            refuse(
                "unknown-entity",
                format!("One of these is expected: {known}"),
                format!("Un de ces noms est attendu : {known}"),
            )
        }
        [_, _, ..] => refuse(
            "ambiguous",
            "That could be several.",
            "Cela pourrait être plusieurs choses.",
        ),
    }
}
