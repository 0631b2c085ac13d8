//! Collapse: the one door from open to fixed for everything that is generated.
//!
//! A model proposes; its words are heard (journalled), admitted or refused, and only an admitted
//! value becomes a fact. Attempts are bounded and each differs from the last. A failed collapse ends
//! as the project says; it is never progress by accident.

use crate::answer;
use crate::canon::Canon;
use crate::event::Provenance;
use crate::improvise::improvise;
use crate::input::Raw;
use crate::limits;
use crate::project::{Attribute, OnFailure};
use crate::request::{Outcome, Prompt, Request, RequestId};
use logic::holds::Facts;
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Cell, Name, Value};
use std::collections::BTreeSet;

/// Who generates: decided by the host's configuration, given to every turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// The offline generator; a turn asks nobody.
    Offline,
    /// A model behind the host's port.
    Model,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Collapsed {
    Fixed {
        value: Value,
        provenance: Provenance,
    },
    /// A model must be asked first.
    Needs(Box<Request>),
    /// Nothing could be admitted. What was heard is in the journal, attempt by attempt.
    Failed,
    /// The project does not say how this cell could be generated.
    Undefined,
}

/// Settles one open cell for the input `input`. `may_ask` is false once the turn has used up its
/// requests.
pub fn collapse(
    canon: &Canon,
    input: &str,
    generator: Generator,
    cell: &Cell,
    attribute: &Attribute,
    resumes: u32,
    may_ask: bool,
) -> Collapsed {
    // What nobody declared to be generated is never made up: it waits for its answer.
    if attribute.generate.is_none() {
        return Collapsed::Undefined;
    }
    let Some(prompt) = prompt_of(canon, attribute) else {
        return offline(canon, cell, attribute, Vec::new());
    };
    if generator == Generator::Offline || resumes > limits::RESUMES {
        return offline(canon, cell, attribute, Vec::new());
    }
    let options = &canon.project.collapse;
    // A resume after a host failure gives fresh attempts; what was heard before still counts.
    let attempts = options.attempts.min(limits::ATTEMPTS) * (resumes + 1);
    let mut refusals = Vec::new();
    for attempt in 1..=attempts {
        let request = request(canon, input, cell, attribute, &prompt, attempt, &refusals);
        let Some(heard) = canon.state.heard.get(&request.id) else {
            if !may_ask {
                break;
            }
            return Collapsed::Needs(Box::new(request));
        };
        if heard.prompt != request.prompt.hash() {
            // The words asked were others (the project moved, say): the answer is not for these.
            refusals.push(Phrase::new(
                "an answer to other words",
                "une réponse à d'autres mots",
            ));
            continue;
        }
        match &heard.outcome {
            Outcome::Answered { text, .. } => match admit(canon, attribute, text) {
                Ok(value) => {
                    return Collapsed::Fixed {
                        value,
                        provenance: Provenance::Request(request.id),
                    };
                }
                Err(refusal) => refusals.push(refusal),
            },
            Outcome::Failed { reason } => refusals.push(Phrase::new(
                format!("the model failed: {reason}"),
                format!("le modèle a échoué : {reason}"),
            )),
            Outcome::TimedOut => refusals.push(Phrase::new(
                "the model did not answer in time",
                "le modèle n'a pas répondu à temps",
            )),
        }
    }
    match options.on_failure {
        OnFailure::Offline => offline(canon, cell, attribute, refusals),
        OnFailure::LeaveOpen => Collapsed::Failed,
    }
}

fn offline(canon: &Canon, cell: &Cell, attribute: &Attribute, refusals: Vec<Phrase>) -> Collapsed {
    match improvise(canon, cell, attribute) {
        Some(value) => Collapsed::Fixed {
            value,
            provenance: Provenance::Offline,
        },
        None if refusals.is_empty() => Collapsed::Undefined,
        None => Collapsed::Failed,
    }
}

fn prompt_of(canon: &Canon, attribute: &Attribute) -> Option<String> {
    let template = prompt_template(canon, attribute)?;
    let context = canon.context(&prompt_paths(canon, attribute), &mut Vec::new());
    canon.project.templates.render(template, &context).ok()
}

/// The cells and derived facts that the words to a model are made of.
pub fn prompt_paths(canon: &Canon, attribute: &Attribute) -> BTreeSet<String> {
    prompt_template(canon, attribute).map_or_else(BTreeSet::new, |template| {
        canon.project.templates.all_paths(template)
    })
}

fn prompt_template<'a>(canon: &Canon, attribute: &'a Attribute) -> Option<&'a str> {
    let prompt = attribute.generate.as_ref()?.prompt.as_ref()?;
    prompt.template(canon.state.language())
}

fn request(
    canon: &Canon,
    input: &str,
    cell: &Cell,
    attribute: &Attribute,
    prompt: &str,
    attempt: u32,
    refusals: &[Phrase],
) -> Request {
    let language = canon.state.language();
    let french = language == "fr";
    let wanted = attribute.kind.describe();
    let mut system = if french {
        format!(
            "Tu proposes une valeur pour {cell}. Réponds seulement par la valeur : {}, {} caractères au plus.",
            wanted.fr,
            attribute.generated_length()
        )
    } else {
        format!(
            "You propose a value for {cell}. Answer with the value alone: {}, at most {} characters.",
            wanted.en,
            attribute.generated_length()
        )
    };
    if let Type::Enum(values) = &attribute.kind {
        system.push_str(if french {
            " Valeurs possibles : "
        } else {
            " Possible values: "
        });
        system.push_str(
            &values
                .iter()
                .map(Name::as_str)
                .collect::<Vec<_>>()
                .join(", "),
        );
        system.push('.');
    }
    // A retry says what was wrong, so that it never repeats the request before it.
    for (index, refusal) in refusals.iter().enumerate() {
        let line = if french {
            format!("\nEssai {} refusé : {}", index + 1, refusal.fr)
        } else {
            format!("\nAttempt {} refused: {}", index + 1, refusal.en)
        };
        system.push_str(&line);
    }
    Request {
        id: RequestId::new(input, "collapse", cell, attempt),
        purpose: Name::from("collapse"),
        cell: cell.clone(),
        attempt,
        prompt: Prompt {
            system,
            user: prompt.to_owned(),
        },
        timeout_ms: canon.project.collapse.timeout_ms,
    }
}

/// The one door from a model's words to a value.
pub fn admit(canon: &Canon, attribute: &Attribute, answer: &str) -> Result<Value, Phrase> {
    let text = answer.trim();
    if text.len() > limits::ANSWER_BYTES {
        return Err(Phrase::new(
            "the answer is far too long",
            "la réponse est bien trop longue",
        ));
    }
    if text.is_empty() {
        return Err(Phrase::new("the answer is empty", "la réponse est vide"));
    }
    if text
        .chars()
        .any(|c| c.is_control() && c != '\n' && c != '\t')
    {
        return Err(Phrase::new(
            "the answer holds control characters",
            "la réponse contient des caractères de contrôle",
        ));
    }
    if text.contains("Answer with the value alone")
        || text.contains("Réponds seulement par la valeur")
    {
        return Err(Phrase::new(
            "the answer repeats the instructions",
            "la réponse répète les consignes",
        ));
    }
    let sort_of = |id: &str| {
        canon
            .project
            .entities
            .get(id)
            .map(|entity| entity.sort.clone())
    };
    let typed = |raw: Raw| {
        answer::typed(
            &attribute.name,
            &raw,
            &attribute.kind,
            attribute,
            &sort_of,
            &canon.project.sorts,
        )
        .map_err(|refused| refused.reason)
    };
    match &attribute.kind {
        Type::Text => {
            let length = text.chars().count();
            if length > attribute.generated_length() {
                return Err(Phrase::new(
                    format!(
                        "{length} characters; at most {} are wanted",
                        attribute.generated_length()
                    ),
                    format!(
                        "{length} caractères ; {} au plus sont voulus",
                        attribute.generated_length()
                    ),
                ));
            }
            Ok(Value::text(text))
        }
        Type::Number => typed(Raw::Number(text.to_owned())),
        Type::Boolean => match text {
            "true" => typed(Raw::Bool(true)),
            "false" => typed(Raw::Bool(false)),
            _ => typed(Raw::Text(text.to_owned())),
        },
        Type::Date | Type::Instant | Type::Enum(_) | Type::Reference(_) => {
            typed(Raw::Text(text.to_owned()))
        }
        Type::Set(_) | Type::List(_) => Raw::parse(text, 0)
            .map_err(|problem| problem.message)
            .and_then(typed),
    }
}

/// Whether a cell is open: nothing says yet what it is.
pub fn is_open(canon: &Canon, cell: &Cell) -> bool {
    !canon.is_settled(cell) && canon.value(cell).is_none()
}
