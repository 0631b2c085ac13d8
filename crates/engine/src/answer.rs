//! From what was written to a typed value: strictly for systems, kindly for people.
//!
//! `typed` reads an asserted value and coerces nothing. `parse` reads what a person answered:
//! accents, case, letters and synonyms are fine, a negated, ambiguous or foreign answer is refused.
//! What both refuse has the same code.

mod about;
mod apart;
mod aside;
mod assent;
mod back;
mod bare;
mod choice;
mod clause;
mod closed;
mod correction;
mod date;
mod doubt;
mod email;
mod form;
mod heed;
mod judge;
mod label;
mod list;
mod name;
mod number;
mod numeral;
mod object;
mod pick;
mod plain;
mod proper;
mod rank;
mod recall;
mod reference;
mod remark;
mod rest;
mod sentence;
mod shape;
mod slip;
mod span;
mod token;
mod unit;
mod verdict;
mod votes;
mod weigh;
mod whose;

pub use about::{About, BlockNamed, about, block_named, counts, telling};
pub use apart::{apart, assented, reconsidered, says_nothing};
pub use aside::{Aside, aside};
pub use back::{Back, back};
pub use bare::is_rank;
pub use choice::{Spoken, denies_choice, is_called_anywhere, is_slip, label, names_choice, nearly};
pub use correction::{
    announces, corrected, correction, joined, may_be_corrected, may_correct, numbered, of_this,
    owned, ranked, ranked_answer, replacement, told_of, until_label, without_answer,
};
pub use date::only_weekday;
pub use form::{Filled, FormField, fill, names_a_field};
pub use heed::{
    DISCERNS, EXACT, HEARS, HEEDS, JUDGES, REFERS, WEIGHS, WHOLE, denied, taken_back,
    without_courtesies,
};
pub use list::may_join;
pub use rank::{rank, ranked_each};
pub use recall::points_elsewhere;
pub use reference::{Reference, referred};
pub use rest::left_of;
pub use shape::is_named;
pub use verdict::{Verdict, at_mirror, hesitates, is_junk, is_lost, is_shrug, verdict};
pub use votes::{Votes, votes};
pub use weigh::{repaired, says_no_more, unstretched};

use crate::input::Raw;
use crate::project::{Attribute, ChoiceOption, Project};
use crate::state::State;
use crate::words;
use logic::kind::Type;
use logic::sort::Sorts;
use logic::text::Phrase;
use logic::value::{Date, Instant, Name, Number, Value};
use std::borrow::Cow;

/// An asserted value as its type demands, or why not.
pub fn typed(
    path: &str,
    raw: &Raw,
    kind: &Type,
    attribute: &Attribute,
    sort_of: &dyn Fn(&str) -> Option<Name>,
    sorts: &Sorts,
) -> Result<Value, NotUnderstood> {
    let value = typed_as(path, raw, kind, attribute, sort_of, sorts)?;
    // Items of a list that are read one by one are looked at together with it.
    if *kind == attribute.kind {
        as_its_schema(path, &value, attribute)?;
    }
    Ok(value)
}

/// That a value is what the schema of its attribute says, or what is wrong, and where.
fn as_its_schema(path: &str, value: &Value, attribute: &Attribute) -> Result<(), NotUnderstood> {
    let Some(misfit) = attribute.misfit(value) else {
        return Ok(());
    };
    let (at, message) = (misfit.path, misfit.message);
    refuse(
        "schema",
        format!("{path}{at} is not what its schema says: {}.", message.en),
        format!(
            "{path}{at} n'est pas ce que dit son schéma : {}.",
            message.fr
        ),
    )
}

/// That a value is as long and of the form that its attribute says, beyond its type.
pub fn as_declared(path: &str, value: &Value, attribute: &Attribute) -> Result<(), NotUnderstood> {
    few_enough(path, value, attribute)?;
    as_its_schema(path, value, attribute)
}

/// That a list has no more items than it may.
pub fn few_enough(path: &str, value: &Value, attribute: &Attribute) -> Result<(), NotUnderstood> {
    let (most, count) = match (attribute.checks.max_items, value) {
        (Some(most), Value::List(items)) if items.len() > most => (most, items.len()),
        (_, _) => return Ok(()),
    };
    refuse(
        "too-many",
        format!("{path} has at most {most} items; these are {count}."),
        format!("{path} a au plus {most} éléments ; il y en a {count}."),
    )
}

fn typed_as(
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
            .map(|raw| typed_as(path, raw, of, attribute, sort_of, sorts))
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
        Some(_) | None => matching(path, text, attribute),
    }
}

/// The text, if it is what its pattern says.
fn matching<'t>(
    path: &str,
    text: &'t str,
    attribute: &Attribute,
) -> Result<&'t str, NotUnderstood> {
    match &attribute.checks.pattern {
        Some(pattern) if !pattern.fits(text) => {
            let source = &pattern.source;
            let shown: String = text.chars().take(40).collect();
            refuse(
                "pattern",
                format!("{path} is written like `{source}`; not « {shown} »."),
                format!("{path} s'écrit comme `{source}` ; pas « {shown} »."),
            )
        }
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
            format!(" Peut-être {near} ?"),
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
    /// By which words people name what is read.
    pub called: &'a [String],
    /// Values that the system offered, in order.
    pub offered: &'a [Value],
    /// They were offered last, so that a rank means one of them.
    pub newest: bool,
    /// The most items of a list.
    pub most: usize,
}

impl Reading<'_> {
    /// Whether nothing is taken that was not said for it.
    fn is_exact(&self) -> bool {
        self.state.edition() >= EXACT
    }

    /// Whether every part of a message is heard for itself.
    fn hears(&self) -> bool {
        self.state.edition() >= HEARS
    }

    /// Whether a message is weighed whole.
    fn weighs(&self) -> bool {
        self.state.edition() >= WEIGHS
    }

    /// Whether what is found fault with is no value.
    fn judges(&self) -> bool {
        self.state.edition() >= JUDGES
    }

    /// Whether all of a message is understood or refused.
    fn is_whole(&self) -> bool {
        self.state.edition() >= WHOLE
    }

    /// Whether an address is one word, and what names a question is for it.
    fn refers(&self) -> bool {
        self.state.edition() >= REFERS
    }

    /// Whether a choice is chosen only by words that choose, and a path is one word.
    fn discerns(&self) -> bool {
        self.state.edition() >= DISCERNS
    }
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

/// What points at one of several values, where none is on offer.
pub fn nothing_offered<T>() -> Result<T, NotUnderstood> {
    refuse(
        "nothing-to-affirm",
        "Nothing is on offer to choose from; please write it out.",
        "Rien n'est proposé à choisir ; il faut l'écrire en toutes lettres.",
    )
}

/// One answer to one question.
pub fn parse(reading: &Reading, said: &str) -> Result<Value, NotUnderstood> {
    let text = said.trim();
    if text.chars().all(is_invisible) {
        return refuse("blank", "Nothing was written.", "Rien n'a été écrit.");
    }
    let again = || heed::second_thought(reading, text);
    if let Some(read) = again().filter(|_| reading.weighs() && !reading.offered.is_empty()) {
        return read;
    }
    if let Some(read) = choice::offered(reading, text) {
        return read;
    }
    if let Some(read) = again() {
        return read;
    }
    let value = read(reading, text)?;
    as_its_schema(&reading.attribute.name, &value, reading.attribute)?;
    Ok(value)
}

/// The same where nothing else is asked: what suits somebody is a yes, and what cannot be a no.
pub fn parse_only(reading: &Reading, said: &str) -> Result<Value, NotUnderstood> {
    let plain = parse(reading, said);
    let asks = reading.reader == Reader::YesNo && reading.offered.is_empty();
    match assent::suits(said, reading.called).filter(|_| asks && reading.discerns()) {
        Some(true) if plain == Ok(Value::Bool(false)) && !assent::minds(said) => plain,
        Some(truth) => Ok(Value::Bool(truth)),
        None => plain,
    }
}

fn read(reading: &Reading, text: &str) -> Result<Value, NotUnderstood> {
    let attribute = reading.attribute;
    let language = reading.state.language();
    let counts = matches!(
        reading.reader,
        Reader::Number | Reader::Date | Reader::YesNo
    );
    let heard = counts.then(|| choice::heard(reading, text));
    let text = heard.as_deref().unwrap_or(text);
    if let (true, Some(truth)) = (reading.judges(), assent::idiom(text, reading.refers()))
        && reading.reader == Reader::YesNo
    {
        return Ok(Value::Bool(truth));
    }
    match reading.reader {
        // Beside what is on offer only a name is another answer.
        Reader::Text if reading.discerns() && !reading.offered.is_empty() => {
            let named = shape::named_instead(text);
            free_text(named.unwrap_or(text), attribute)
        }
        Reader::Text => free_text(text, attribute),
        Reader::YesNo if reading.discerns() && assent::is_easy(text) => Ok(Value::Bool(true)),
        Reader::Name if reading.discerns() && name::is_talk(text) => name::not_a_name(),
        Reader::Name if reading.hears() && doubt::is_open(text) => name::not_a_name(),
        Reader::Name if reading.judges() => {
            let polite = reading.is_whole();
            let text = if polite {
                heed::without_courtesies(text)
            } else {
                text
            };
            let text = match reading.discerns() {
                true => name::without_whereabouts(text),
                false => name::without_place(text),
            };
            let text = name::without_callers(text);
            let greets = reading.is_whole() && name::greets(text);
            if name::dodges(text) || name::tells_of(text) || greets {
                return name::not_a_name();
            }
            let named = name::named(text)?;
            if reading.discerns() && !proper::is_person(named, false) {
                return name::not_a_name();
            }
            free_text(named, attribute)
        }
        Reader::Name if reading.weighs() => {
            free_text(name::named(name::without_place(text))?, attribute)
        }
        Reader::Name => free_text(name::named(text)?, attribute),
        Reader::Email if reading.is_whole() => {
            let address = email::address(text)?;
            email::is_clear(text, address)?;
            free_text(address, attribute)
        }
        Reader::Email => free_text(email::address(text)?, attribute),
        Reader::Number => number::number(reading, text),
        Reader::YesNo if reading.is_exact() && assent::surely_not(text) => Ok(Value::Bool(false)),
        Reader::YesNo if reading.weighs() => assent::last_word(text),
        Reader::YesNo => assent::yes_or_no(text),
        Reader::Date if reading.discerns() && span::holds_stretch(text) => span::is_stretch(),
        Reader::Date if reading.is_whole() && date::is_bound(&edge(reading, text)) => {
            heed::Trouble::Bound.refusal()
        }
        Reader::Date if reading.is_whole() && date::is_faulted(text) => {
            heed::Trouble::Denied.refusal()
        }
        Reader::Date if reading.judges() => {
            date::date(&edge(reading, text), language).or_else(|refused| {
                let digits = date::in_digits(text).filter(|_| refused.code == "not-a-date");
                let read = digits.map(|text| date::date(&text, language));
                let missing = refused.code == "not-a-date" && reading.is_whole();
                let refused = date::relative(text).filter(|_| missing).unwrap_or(refused);
                read.and_then(Result::ok).ok_or(refused)
            })
        }
        Reader::Date => date::date(text, language),
        Reader::Choice => choice::choice(reading, text),
        Reader::List => list::list(reading, text),
        Reader::Entity => match &attribute.kind {
            Type::Reference(sort) => choice::entity(reading, sort, text),
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

/// A text without the words that say of its day what is asked for.
fn edge<'t>(reading: &Reading, text: &'t str) -> Cow<'t, str> {
    match reading.discerns() {
        true => span::without_edge(reading, text),
        false => Cow::Borrowed(text),
    }
}

/// What a message says of the values on offer and of nothing else.
pub enum Picked {
    One(Value),
    /// None of them.
    Declined,
    /// Any but these.
    Denied(Vec<Value>),
    /// Which one is meant is not clear.
    Unclear(NotUnderstood),
}

/// Whether a message is about the values on offer; not where it may be another answer.
pub fn picked(reading: &Reading, said: &str) -> Option<Picked> {
    match choice::offered(reading, said.trim())? {
        Ok(value) => Some(Picked::One(value)),
        Err(refused) => match refused.code {
            "declined" | "negated" => match choice::denied(reading, said) {
                denied if denied.is_empty() => Some(Picked::Declined),
                denied => Some(Picked::Denied(denied)),
            },
            "ambiguous" | "not-understood" => Some(Picked::Unclear(refused)),
            _ => None,
        },
    }
}

/// What is left of a message beside the name of a value on offer, if it names one.
pub fn beside(value: &Value, said: &str) -> Option<String> {
    let name = logic::text::words(&value.show().replace('_', " "));
    let all = token::tokens(said);
    let at = all.windows(name.len().max(1)).position(|window| {
        !name.is_empty()
            && window
                .iter()
                .zip(&name)
                .all(|(token, word)| token.word == *word)
    })?;
    let (start, end) = (all[at].start, all[at + name.len() - 1].end);
    Some(format!("{} , {}", &said[..start], &said[end..]))
}

/// White space, control characters and the marks that show nothing.
fn is_invisible(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn free_text(text: &str, attribute: &Attribute) -> Result<Value, NotUnderstood> {
    let length = text.chars().count();
    match attribute.max_length {
        Some(most) if length > most => refuse(
            "too-long",
            format!("At most {most} characters, please; these are {length}."),
            format!("{most} caractères au plus ; il y en a {length}."),
        ),
        Some(_) | None => matching(&attribute.name, text, attribute).map(Value::text),
    }
}
