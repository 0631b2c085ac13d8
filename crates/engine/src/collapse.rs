//! Collapse: the one door from open to fixed for everything that is generated.
//!
//! A model proposes; its words are heard (journalled), admitted or refused, and only an admitted
//! value becomes a fact. Attempts are bounded and each differs from the last. A failed collapse ends
//! as the project says; it is never progress by accident.

use crate::answer;
use crate::canon::Canon;
use crate::event::{Broken, Provenance};
use crate::field::{BACKED, Field, Possible, Refusal};
use crate::improvise::improvise;
use crate::input::{Raw, Trigger};
use crate::limits;
use crate::project::{Attribute, Depth, LISTS, OnFailure, Project, Register};
use crate::prompt::{self, Asked};
use crate::proposal::Proposal;
use crate::request::{Outcome, Prompt, Request, RequestId};
use crate::validate::validate;
use crate::words;
use logic::holds::Facts;
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Cell, Name, Number, Value};
use std::collections::BTreeSet;

/// What a request for a value is for.
pub(crate) const PURPOSE: &str = "collapse";

/// Who generates: decided by the host's configuration, given to every turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// The offline generator; a turn asks nobody.
    Offline,
    /// A model behind the host's port.
    Model,
}

/// How something is made and told, as the project or whoever looks wishes.
#[derive(Clone, Debug)]
pub struct Wishes {
    pub depth: Depth,
    pub register: Register,
    pub attempts: u32,
    pub timeout_ms: u64,
    pub partial: bool,
    pub trigger: Option<Trigger>,
}

impl Wishes {
    pub fn of(project: &Project) -> Wishes {
        let options = &project.collapse;
        Wishes {
            depth: options.depth,
            register: options.register,
            attempts: options.attempts,
            timeout_ms: options.timeout_ms,
            partial: options.partial,
            trigger: None,
        }
    }
}

/// What is wrong with an answer, by what is done about it, in the order in which it is dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Nothing at all is possible.
    Impossible,
    /// It contradicts what is fixed.
    Contradiction,
    Strict,
    Malformed,
    Semantic,
    Soft,
    /// Valid, and worth little to the story.
    Poor,
    /// The model failed or was late.
    Other,
}

impl Class {
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Impossible => "impossible",
            Class::Contradiction => "contradiction",
            Class::Strict => "strict",
            Class::Malformed => "malformed",
            Class::Semantic => "semantic",
            Class::Soft => "soft",
            Class::Poor => "poor",
            Class::Other => "other",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub class: Class,
    pub code: &'static str,
    pub message: Phrase,
}

impl Finding {
    pub(crate) fn new(class: Class, code: &'static str, message: Phrase) -> Finding {
        Finding {
            class,
            code,
            message,
        }
    }
}

/// Who may be asked, and how often the turn was taken up again.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    pub generator: Generator,
    pub resumes: u32,
    /// False once the turn has used up its requests.
    pub may_ask: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Collapsed {
    Fixed {
        value: Value,
        provenance: Provenance,
        broke: Vec<Broken>,
    },
    /// A model must be asked first.
    Needs(Box<Request>),
    /// Nothing could be admitted. What was heard is in the journal, attempt by attempt.
    Failed(Vec<Finding>),
    /// The project does not say how this cell could be generated.
    Undefined,
}

/// Settles one open cell for the input `input`. `asking` is what a model is told about: the turn's beginning,
/// so that things asked for together do not change each other's words.
pub fn collapse(
    canon: &Canon,
    asking: &Canon,
    input: &str,
    cell: &Cell,
    attribute: &Attribute,
    wishes: &Wishes,
    means: Means,
) -> Collapsed {
    let Means {
        generator,
        resumes,
        may_ask,
    } = means;
    if let Some(value) = deduced(canon, cell) {
        return fixed(value, Provenance::Deduced);
    }
    // What nobody declared to be generated is never made up: it waits for its answer.
    if attribute.generate.is_none() {
        return Collapsed::Undefined;
    }
    let own = prompt_of(canon, cell, attribute);
    // The first edition asked only with an author's own words.
    let asks = own.is_some() || (canon.state.edition() >= 2 && attribute.kind != Type::Text);
    if !asks || generator == Generator::Offline || resumes > limits::RESUMES {
        return offline(canon, cell, attribute, Vec::new());
    }
    // A resume after a host failure gives fresh attempts; what was heard before still counts.
    let attempts = wishes.attempts.min(limits::ATTEMPTS) * (resumes + 1);
    let mut refused: Vec<Vec<Finding>> = Vec::new();
    for attempt in 1..=attempts {
        let request = if canon.state.edition() >= 2 {
            let asked = Asked {
                canon: asking,
                input,
                cell,
                attribute,
                wishes,
                own: own.as_deref(),
            };
            prompt::request(&asked, attempt, &refused)
        } else {
            let own = own.as_deref().unwrap_or_default();
            first_edition(canon, input, cell, attribute, own, attempt, &refused)
        };
        let Some(heard) = canon.state.heard.get(&request.id) else {
            if !may_ask {
                break;
            }
            // What nothing can be is not worth a request.
            if let Some(finding) = nothing_left(asking, cell) {
                return Collapsed::Failed(vec![finding]);
            }
            return Collapsed::Needs(Box::new(request));
        };
        if heard.prompt != request.prompt.hash() {
            // The words asked were others (the project moved, say): the answer is not for these.
            let words = Phrase::new("an answer to other words", "une réponse à d'autres mots");
            refused.push(vec![Finding::new(Class::Other, "other-words", words)]);
            continue;
        }
        match &heard.outcome {
            Outcome::Answered { text, .. } => {
                match propose(canon, cell, attribute, &request.prompt, text) {
                    Ok((value, broke)) => {
                        return Collapsed::Fixed {
                            value,
                            provenance: Provenance::Request(request.id),
                            broke,
                        };
                    }
                    Err(findings) => refused.push(findings),
                }
            }
            Outcome::Failed { reason } => {
                let words = Phrase::new(
                    format!("the model failed: {reason}"),
                    format!("le modèle a échoué : {reason}"),
                );
                refused.push(vec![Finding::new(Class::Other, "model-failed", words)]);
            }
            Outcome::TimedOut => {
                let words = Phrase::new(
                    "the model did not answer in time",
                    "le modèle n'a pas répondu à temps",
                );
                refused.push(vec![Finding::new(Class::Other, "timed-out", words)]);
            }
        }
    }
    let last = refused.pop().unwrap_or_default();
    if wishes.partial {
        return match improvise(canon, cell, attribute) {
            Some(value) => fixed(value, Provenance::Partial),
            None => Collapsed::Failed(last),
        };
    }
    match canon.project.collapse.on_failure {
        OnFailure::Offline => offline(canon, cell, attribute, last),
        OnFailure::LeaveOpen => Collapsed::Failed(last),
    }
}

/// That no value of a cell can be, as the session's edition knows it.
fn nothing_left(canon: &Canon, cell: &Cell) -> Option<Finding> {
    let field = canon.state.field(canon.project)?;
    if canon.state.edition() < BACKED || !field.told_possible(cell)?.is_nothing() {
        return None;
    }
    let words = no_way(field, cell)?;
    Some(Finding::new(Class::Impossible, "impossible", words))
}

/// That no value of an open cell can be, in words.
pub fn nothing_possible(canon: &Canon, cell: &Cell) -> Option<Phrase> {
    let field = canon.state.field(canon.project)?;
    field.proven(cell)?.is_nothing().then_some(())?;
    no_way(field, cell)
}

/// Why a cell cannot have the value that rules alone would leave.
fn no_way(field: Field, cell: &Cell) -> Option<Phrase> {
    let own = field.witness(cell)?;
    let refusal = Refusal::Impossible(field.why_refuted(cell, &own)?);
    Some(words::not_admitted(
        &cell.to_string(),
        &own.show(),
        &refusal,
    ))
}

fn fixed(value: Value, provenance: Provenance) -> Collapsed {
    Collapsed::Fixed {
        value,
        provenance,
        broke: Vec::new(),
    }
}

/// The value that an answer proposes, or one of its alternatives, if it is admitted.
pub(crate) fn propose(
    canon: &Canon,
    cell: &Cell,
    attribute: &Attribute,
    prompt: &Prompt,
    answer: &str,
) -> Result<(Value, Vec<Broken>), Vec<Finding>> {
    if canon.state.edition() < 2 {
        let admitted = admit(canon, cell, attribute, answer);
        let refused = |words| vec![Finding::new(Class::Malformed, "refused", words)];
        return admitted.map(|value| (value, Vec::new())).map_err(refused);
    }
    if answer.len() > limits::ANSWER_BYTES {
        let words = Phrase::new(
            "the answer is far too long",
            "la réponse est bien trop longue",
        );
        return Err(vec![Finding::new(Class::Malformed, "too-long", words)]);
    }
    let proposal = Proposal::read(answer);
    let mut first = Vec::new();
    let candidates = std::iter::once(&proposal.value).chain(&proposal.alternatives);
    for (at, candidate) in candidates.take(1 + limits::ALTERNATIVES).enumerate() {
        match validate(canon, cell, attribute, prompt, &proposal, candidate) {
            Ok(admitted) => return Ok(admitted),
            Err(findings) if at == 0 => first = findings,
            Err(_) => {}
        }
    }
    Err(first)
}

fn offline(canon: &Canon, cell: &Cell, attribute: &Attribute, findings: Vec<Finding>) -> Collapsed {
    match improvise(canon, cell, attribute) {
        Some(value) => fixed(value, Provenance::Offline),
        None if findings.is_empty() => Collapsed::Undefined,
        None => Collapsed::Failed(findings),
    }
}

pub fn prompt_of(canon: &Canon, cell: &Cell, attribute: &Attribute) -> Option<String> {
    let template = prompt_template(canon, attribute)?;
    let context = canon.context_of(cell, &prompt_paths(canon, attribute));
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

/// A request as sessions of the first edition make it.
fn first_edition(
    canon: &Canon,
    input: &str,
    cell: &Cell,
    attribute: &Attribute,
    prompt: &str,
    attempt: u32,
    refused: &[Vec<Finding>],
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
    // Only what is still possible: the impossible is not worth a request.
    let possible = canon
        .state
        .field(canon.project)
        .and_then(|field| field.possible(cell));
    if let (Type::Enum(_) | Type::Reference(_), Some(Possible::Values(values))) =
        (&attribute.kind, possible)
    {
        let values: Vec<String> = values.iter().map(Value::show).collect();
        system.push_str(if french {
            " Valeurs possibles : "
        } else {
            " Possible values: "
        });
        system.push_str(&values.join(", "));
        system.push('.');
    }
    // A retry says what was wrong, so that it never repeats the request before it.
    let messages = refused.iter().filter_map(|findings| findings.first());
    for (index, finding) in messages.enumerate() {
        let line = if french {
            format!("\nEssai {} refusé : {}", index + 1, finding.message.fr)
        } else {
            format!("\nAttempt {} refused: {}", index + 1, finding.message.en)
        };
        system.push_str(&line);
    }
    Request {
        id: RequestId::new(input, PURPOSE, cell, attempt),
        purpose: Name::from(PURPOSE),
        cell: cell.clone(),
        attempt,
        prompt: Prompt {
            system,
            user: prompt.to_owned(),
        },
        schema: None,
        temperature: None,
        max_tokens: None,
        timeout_ms: canon.project.collapse.timeout_ms,
        rests_on: None,
    }
}

/// The value of a cell to which nothing else is left.
fn deduced(canon: &Canon, cell: &Cell) -> Option<Value> {
    match canon.state.field(canon.project)?.possible(cell)? {
        Possible::Values(values) => <[Value; 1]>::try_from(values).ok().map(|[value]| value),
        Possible::Between(Some(low), Some(high)) => (low == high).then_some(low),
        Possible::Between(..) => None,
        Possible::Set { must, may } => may
            .is_empty()
            .then(|| Value::Set(must.into_iter().collect())),
        // Of several the order is not known, nor how often each stands in it.
        Possible::List {
            must, may, closed, ..
        } => {
            let empty = closed && may.is_empty() && must.is_empty();
            (empty && canon.state.edition() >= LISTS).then(|| Value::List(Vec::new()))
        }
    }
}

/// The one door from a model's words to a value: it must fit its type and the world.
pub fn admit(
    canon: &Canon,
    cell: &Cell,
    attribute: &Attribute,
    answer: &str,
) -> Result<Value, Phrase> {
    let value = read(canon, attribute, answer)?;
    if let Some(field) = canon.state.field(canon.project)
        && let Err(refusal) = field.admit(cell, &value)
    {
        return Err(words::not_admitted(
            &cell.to_string(),
            &value.show(),
            &refusal,
        ));
    }
    Ok(value)
}

pub(crate) fn unprintable() -> Phrase {
    Phrase::new(
        "the answer holds control characters",
        "la réponse contient des caractères de contrôle",
    )
}

pub(crate) fn read(canon: &Canon, attribute: &Attribute, answer: &str) -> Result<Value, Phrase> {
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
        return Err(unprintable());
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
            typed(Raw::Text(text.to_owned()))
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
        Type::Set(_) => Raw::parse(text, 0)
            .map_err(|problem| problem.message)
            .and_then(typed),
        Type::List(of) => {
            let raw = Raw::parse(text, 0).map_err(|problem| problem.message)?;
            if canon.state.edition() < LISTS {
                return typed(raw);
            }
            let value = typed(coerced(raw, of))?;
            let fits = answer::few_enough(&attribute.name, &value, attribute);
            fits.map(|()| value).map_err(|refused| refused.reason)
        }
    }
}

/// Items that a model wrote as texts, as what they are where nothing is lost.
fn coerced(raw: Raw, of: &Type) -> Raw {
    match (raw, of) {
        (Raw::List(items), of) => {
            let items = items.into_iter().map(|item| match (item, of) {
                (Raw::Text(text), Type::Number) if text.parse::<Number>().is_ok() => {
                    Raw::Number(text)
                }
                (Raw::Text(text), Type::Boolean) if text == "true" => Raw::Bool(true),
                (Raw::Text(text), Type::Boolean) if text == "false" => Raw::Bool(false),
                (item, Type::List(of)) => coerced(item, of),
                (item, _) => item,
            });
            Raw::List(items.collect())
        }
        (other, _) => other,
    }
}

/// Whether a cell is open: nothing says yet what it is.
pub fn is_open(canon: &Canon, cell: &Cell) -> bool {
    !canon.is_settled(cell) && canon.value(cell).is_none()
}
