//! One line of a story, after its mark: what it sends, or what it expects.

use super::format::{Answer, Expect, Parsed, Said, Wanted, problem};
use engine::input::{Envelope, Input, Raw};
use engine::item::Count;
use engine::request::Outcome;
use logic::text::Phrase;
use logic::value::{Cell, Name, Number};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// What follows a marker: nothing, or a space and the rest.
pub fn after(line: usize, marker: char, rest: &str) -> Parsed<&str> {
    if rest.is_empty() || rest.starts_with(char::is_whitespace) {
        return Ok(rest.trim());
    }
    problem(
        line,
        format!("expected a space after `{marker}`, found `{}`", short(rest)),
        format!(
            "un espace est attendu après `{marker}`, et non `{}`",
            short(rest)
        ),
    )
}

/// A text after a marker; with a quote right after the marker, a JSON string.
pub fn said(line: usize, marker: char, rest: &str) -> Parsed<Said> {
    if rest.starts_with('"') {
        return Ok(Said {
            text: string(line, rest)?,
            exact: true,
        });
    }
    Ok(Said {
        text: after(line, marker, rest)?.to_owned(),
        exact: false,
    })
}

fn problem_with<T>(line: usize, en: &str, fr: &str, cause: &serde_json::Error) -> Parsed<T> {
    let Phrase { en, fr } = Phrase::with_cause(en, fr, cause);
    problem(line, en, fr)
}

pub fn string(line: usize, json: &str) -> Parsed<String> {
    serde_json::from_str(json).or_else(|error| {
        problem_with(
            line,
            "expected a JSON string",
            "une chaîne JSON est attendue",
            &error,
        )
    })
}

pub fn cell(line: usize, text: &str) -> Parsed<Cell> {
    text.parse::<Cell>()
        .ok()
        .filter(|_| !text.contains(char::is_whitespace))
        .map_or_else(
            || {
                problem(
                    line,
                    format!(
                        "expected a cell such as rosa.saying, found `{}`",
                        short(text)
                    ),
                    format!(
                        "une cellule comme rosa.saying est attendue, et non `{}`",
                        short(text)
                    ),
                )
            },
            Ok,
        )
}

/// A value: JSON, or a text without quotes where that cannot be mistaken for JSON.
pub fn wanted(line: usize, text: &str) -> Parsed<Wanted> {
    let json = serde_json::from_str::<Box<RawValue>>(text);
    match json {
        Ok(_) if text.starts_with('"') => Ok(Wanted::Text(Said {
            text: string(line, text)?,
            exact: true,
        })),
        Ok(json) => match Raw::parse(json.get(), 0) {
            Ok(raw) => Ok(Wanted::Json(raw)),
            Err(bad) => problem(
                line,
                format!("expected a value: {}", bad.message.en),
                format!("une valeur est attendue : {}", bad.message.fr),
            ),
        },
        Err(error) if text.is_empty() || text.starts_with(['"', '[', '{']) => problem_with(
            line,
            "expected a JSON value or a text",
            "une valeur JSON ou un texte est attendu",
            &error,
        ),
        Err(_) => Ok(Wanted::Text(Said {
            text: text.to_owned(),
            exact: false,
        })),
    }
}

pub fn json_input(line: usize, text: &str) -> Parsed<Input> {
    let fields = match serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(text) {
        Ok(fields) => fields,
        Err(error) => {
            return problem_with(
                line,
                "expected an input as a JSON object",
                "une entrée est attendue, comme objet JSON",
                &error,
            );
        }
    };
    if fields.contains_key("id") {
        return problem(
            line,
            "an input of a story has no `id`",
            "une entrée d'une histoire n'a pas d'`id`",
        );
    }
    let inside = text.trim_start().trim_start_matches('{');
    let comma = if fields.is_empty() { "" } else { "," };
    match Envelope::parse(&format!("{{\"id\":\"1\"{comma}{inside}")) {
        Ok(envelope) => Ok(envelope.input),
        Err(bad) => problem(
            line,
            format!("{}: {}", bad.code, bad.message.en),
            format!("{} : {}", bad.code, bad.message.fr),
        ),
    }
}

/// What every way in refuses, a story refuses when it is read.
pub fn check(line: usize, input: &Input) -> Parsed<()> {
    let envelope = Envelope {
        id: "1".to_owned(),
        input: input.clone(),
    };
    envelope.check().or_else(|bad| {
        problem(
            line,
            format!("{}: {}", bad.code, bad.message.en),
            format!("{} : {}", bad.code, bad.message.fr),
        )
    })
}

pub fn answer(line: usize, rest: &str, written: &str) -> Parsed<Answer> {
    let (cell, rest) = match rest.split_once(": ") {
        Some((cell, rest)) if !cell.contains([' ', '"']) && cell.contains('.') => {
            (cell.parse().ok(), rest.trim())
        }
        _ => (None, rest),
    };
    let outcome = if rest.starts_with('"') {
        let text = string(line, rest)?;
        Outcome::Answered {
            tokens: Some(Count(text.split_whitespace().count() as u64)),
            text,
        }
    } else if let Some(reason) = rest.strip_prefix("fail:") {
        let reason = reason.trim();
        let reason = if reason.starts_with('"') {
            string(line, reason)?
        } else {
            reason.to_owned()
        };
        Outcome::Failed { reason }
    } else if rest == "timeout" {
        Outcome::TimedOut
    } else {
        return problem(
            line,
            format!(
                "expected what the model answers: a text in quotes, `fail: reason` or `timeout`, found `{}`",
                short(rest)
            ),
            format!(
                "la réponse du modèle est attendue : un texte entre guillemets, `fail: raison` ou `timeout`, et non `{}`",
                short(rest)
            ),
        );
    };
    Ok(Answer {
        line,
        written: written.to_owned(),
        cell,
        outcome,
    })
}

pub fn change(line: usize, rest: &str) -> Parsed<Expect> {
    if rest == "nothing" {
        return Ok(Expect::NoChange);
    }
    if let Some(refused) = rest.strip_prefix("refused ") {
        let (code, what) = refused
            .trim()
            .split_once(' ')
            .map_or((refused.trim(), None), |(code, what)| {
                (code, Some(what.trim().to_owned()))
            });
        return Ok(Expect::Refused {
            code: code.to_owned(),
            what,
        });
    }
    if let Some(read) = rest.strip_prefix("reinterpreted ") {
        let (kind, about) = match read.trim().split_once(' ') {
            Some((kind, about)) => (kind, Some(cell(line, about.trim())?)),
            None => (read.trim(), None),
        };
        return Ok(Expect::Reinterpreted {
            kind: kind.to_owned(),
            cell: about,
        });
    }
    match rest.split_once('=') {
        Some((path, value)) => Ok(Expect::Fixed {
            cell: cell(line, path.trim())?,
            value: wanted(line, value.trim())?,
        }),
        None => problem(
            line,
            format!(
                "expected `~ entity.attribute = value`, `~ refused code`, `~ reinterpreted kind` or `~ nothing`, found `~ {}`",
                short(rest)
            ),
            format!(
                "`~ entité.attribut = valeur`, `~ refused code`, `~ reinterpreted genre` ou `~ nothing` est attendu, et non `~ {}`",
                short(rest)
            ),
        ),
    }
}

pub fn awaited(line: usize, rest: &str) -> Parsed<Expect> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words[..] {
        ["answer"] => Ok(Expect::AwaitsAnswer { part: None }),
        ["answer", part] => Ok(Expect::AwaitsAnswer {
            part: Some(part.to_owned()),
        }),
        ["validation"] => Ok(Expect::AwaitsValidation { part: None }),
        ["validation", part] => Ok(Expect::AwaitsValidation {
            part: Some(part.to_owned()),
        }),
        ["event", _, ..] => Ok(Expect::AwaitsEvent(
            rest.trim_start_matches("event").trim().to_owned(),
        )),
        ["nothing"] => Ok(Expect::AwaitsNothing),
        ["finished"] => Ok(Expect::Finished),
        ["silent"] => Ok(Expect::Silent),
        ["tries", number] if number.parse::<u64>().is_ok() => {
            Ok(Expect::TriesLeft(number.parse().unwrap_or(0)))
        }
        ["stands", name, number] if number.parse::<Number>().is_ok() => Ok(Expect::Stands {
            name: Name::from(name),
            at: number.parse().unwrap_or_else(|_| Number::from(0)),
        }),
        _ => problem(
            line,
            format!(
                "expected `% answer`, `% answer QUESTION`, `% validation`, `% event NAME`, `% nothing`, `% finished`, `% silent`, `% tries NUMBER` or `% stands AXIS NUMBER`, found `% {}`",
                short(rest)
            ),
            format!(
                "`% answer`, `% answer QUESTION`, `% validation`, `% event NOM`, `% nothing`, `% finished`, `% silent`, `% tries NOMBRE` ou `% stands AXE NOMBRE` est attendu, et non `% {}`",
                short(rest)
            ),
        ),
    }
}

pub fn duration_ms(text: &str) -> Option<i64> {
    let unit_ms = match text.chars().last()? {
        's' => 1000,
        'm' => 60_000,
        'h' => 3_600_000,
        'd' => 86_400_000,
        _ => return None,
    };
    let number = &text[..text.len() - 1];
    number
        .bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| number.parse::<i64>().ok()?.checked_mul(unit_ms))
        .flatten()
}

/// The beginning of a text, for saying what was found.
pub fn short(text: &str) -> String {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
