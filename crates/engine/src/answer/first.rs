//! Forms, asides, corrections, verdicts and ranks.

use super::{NotUnderstood, Reading, parse, refuse};
use logic::text::{fold, words};
use logic::value::{Name, Value};

/// A field of a form.
pub struct FormField<'a> {
    pub id: &'a Name,
    pub called: &'a [String],
    pub reading: Reading<'a>,
    /// Answered already: it is taken only where its label names it.
    pub filled: bool,
}

/// What a message says of a form's fields: by index, values and refusals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    pub values: Vec<(usize, Value)>,
    pub refused: Vec<(usize, NotUnderstood)>,
}

pub fn fill(fields: &[FormField], said: &str) -> Filled {
    let mut filled = Filled::default();
    for line in said.split(['\n', ',', ';']) {
        let Some((label, value)) = line.split_once([':', '=']) else {
            continue;
        };
        let named = |field: &FormField| {
            field
                .called
                .iter()
                .any(|called| fold(called) == fold(label))
        };
        if let Some(index) = fields.iter().position(named) {
            match parse(&fields[index].reading, value) {
                Ok(value) => filled.values.push((index, value)),
                Err(refusal) => filled.refused.push((index, refusal)),
            }
        }
    }
    filled
}

/// What people say besides answers; only if it is the whole message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    Repeat,
    Why,
    Skip,
    Restart,
    Cancel,
}

impl Aside {
    pub const EVENTS: [(&'static str, Aside); 5] = [
        ("REPEAT", Aside::Repeat),
        ("WHY", Aside::Why),
        ("SKIP", Aside::Skip),
        ("RESTART", Aside::Restart),
        ("CANCEL", Aside::Cancel),
    ];
}

pub fn aside(said: &str) -> Option<Aside> {
    match words(said).join(" ").as_str() {
        "repeat" | "can you say that again" | "repete" => Some(Aside::Repeat),
        "why do you ask" | "pourquoi cette question" => Some(Aside::Why),
        "skip" | "next" | "passer" => Some(Aside::Skip),
        "start again" | "recommencer" => Some(Aside::Restart),
        "cancel" | "stop" | "annuler" => Some(Aside::Cancel),
        _ => None,
    }
}

/// A correction of an earlier answer: which question (by index), and what is said of it.
pub fn correction<'t>(called: &[&[String]], said: &'t str) -> Option<(usize, &'t str)> {
    let (before, value) = said.split_once(['=', ':'])?;
    let (label, value) = match fold(before).trim() {
        "correction" => value.split_once(['=', ':'])?,
        _ => (before.strip_prefix("je corrige le ")?, value),
    };
    let index = called
        .iter()
        .position(|labels| labels.iter().any(|called| fold(called) == fold(label)))?;
    Some((index, value.trim()))
}

/// What is said to a mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Yes,
    No,
    Nuance(String),
}

/// What a message says to a mirror; nothing if it is blank.
pub fn verdict(said: &str) -> Option<Verdict> {
    let text = said.trim();
    match words(text).join(" ").as_str() {
        "" if text.is_empty() => None,
        "oui" | "yes" => Some(Verdict::Yes),
        "non" | "no" => Some(Verdict::No),
        _ => Some(Verdict::Nuance(text.to_owned())),
    }
}

/// Which of n a rank or a letter chooses.
pub fn rank(said: &str, n: usize) -> Option<usize> {
    let said = fold(said);
    let index = match said.chars().next() {
        Some(letter @ 'a'..='z') if said.len() == 1 => usize::from(letter as u8 - b'a'),
        _ => said.parse::<usize>().ok()?.checked_sub(1)?,
    };
    (index < n).then_some(index)
}

pub(super) fn email(text: &str) -> Result<Value, NotUnderstood> {
    match text.split_whitespace().find(|word| word.contains('@')) {
        Some(address) => Ok(Value::text(address)),
        None => refuse(
            "not-an-email",
            "An e-mail address is expected, such as ada@example.org.",
            "Une adresse e-mail est attendue, par exemple ada@example.org.",
        ),
    }
}

pub(super) fn list(text: &str, most: usize) -> Result<Value, NotUnderstood> {
    let items: Vec<Value> = text
        .split([',', ';', '\n'])
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(Value::text)
        .collect();
    if items.len() > most {
        return refuse(
            "too-many",
            format!("At most {most}, please; these are {}.", items.len()),
            format!(
                "{most} au plus, s'il vous plaît ; il y en a {}.",
                items.len()
            ),
        );
    }
    Ok(Value::List(items))
}
