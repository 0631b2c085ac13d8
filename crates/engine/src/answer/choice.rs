//! One of several: the choices of an enumeration, what the system offered, the entities of a sort.

use super::assent::{takes, yes_or_no};
use super::pick::{Called, Names, Pick, called, called_whole, is_alike};
use super::rank::{self, rank};
use super::remark::only_turns_against;
use super::shape::named_instead;
use super::span;
use super::token::{LEADS, TAILS, Token, is_whole, longest, opaque, stripped, tokens};
use super::verdict::{Verdict, verdict};
use super::weigh::{only_described, stated};
use super::{NotUnderstood, Reader, Reading, nothing_offered, refuse};
use crate::project::{ChoiceOption, Project};
use crate::state::State;
use logic::text::{fold, words};
use logic::value::{Name, Value};
use std::borrow::Cow;

/// What a choice is called in one language.
#[derive(Clone, Debug)]
pub struct Spoken {
    pub label: String,
    /// Its value, where that is a word that people use, its label and its synonyms.
    called: Vec<Called>,
    /// A value that has words of its own is its author's name for it: « vous » in a sentence is none.
    whole: Vec<Called>,
    /// « le vous » is the word itself.
    articled: Vec<Called>,
}

impl Spoken {
    fn of(project: &Project, language: &str, option: &ChoiceOption) -> Spoken {
        let label = option
            .label
            .as_ref()
            .and_then(|text| text.template(language))
            .and_then(|template| {
                project
                    .templates
                    .render(template, &serde_json::json!({}))
                    .ok()
            })
            .unwrap_or_else(|| option.value.to_string());
        let value = option.value.replace('_', " ");
        let (mut spoken, mut articles): (Vec<String>, &[&str]) = (Vec::new(), &[]);
        let mut whole = None;
        match option.label {
            Some(_) => {
                whole = called_whole(&value);
                articles = &["le", "la", "the"];
            }
            None => spoken.push(value.clone()),
        }
        let articled = articles.iter();
        let articled = articled.filter_map(|article| called_whole(&format!("{article} {value}")));
        let articled = articled.collect();
        spoken.push(label.clone());
        spoken.extend(option.synonyms.iter().cloned());
        Spoken {
            label,
            called: spoken.iter().flat_map(|name| called(name)).collect(),
            whole: whole.into_iter().collect(),
            articled,
        }
    }
}

/// What a choice is called in the session's language. It follows from the project alone, so it is worked out once
/// for all sessions.
fn spoken<'o>(project: &Project, state: &State, option: &'o ChoiceOption) -> Cow<'o, Spoken> {
    let languages = option.spoken.get_or_init(|| {
        let languages = project.languages.iter();
        let languages = languages.map(|language| {
            let language = language.to_string();
            let spoken = Spoken::of(project, &language, option);
            (language, spoken)
        });
        languages.collect()
    });
    let language = state.language();
    match languages.get(language) {
        Some(spoken) => Cow::Borrowed(spoken),
        None => Cow::Owned(Spoken::of(project, language, option)),
    }
}

/// The label of a choice in the session's language.
pub fn label(project: &Project, state: &State, option: &ChoiceOption) -> String {
    spoken(project, state, option).label.clone()
}

/// Whether a choice is called so in one of the project's languages, however its words are joined.
pub fn is_called_anywhere(project: &Project, option: &ChoiceOption, text: &str) -> bool {
    let said = words(text);
    let label = |language: &Name| Spoken::of(project, language, option).label;
    let labels = project.languages.iter().map(label);
    let own = labels.chain([option.value.replace('_', " ")]);
    let mut names = own.chain(option.synonyms.iter().cloned());
    !said.is_empty() && names.any(|name| words(&name) == said)
}

/// A letter, a number, a value, a label or a synonym; within a sentence only if exactly one choice
/// is affirmed, as whole words.
pub(super) fn choice(reading: &Reading, text: &str) -> Result<Value, NotUnderstood> {
    let heard = heard(reading, text);
    let text = wished(&heard)
        .filter(|_| reading.discerns())
        .unwrap_or(&heard);
    let options = reading.choices;
    let all = spoken_of(reading);
    let names = names_of(reading, &all, true);
    let labels = || {
        let labels = all.iter().map(|spoken| spoken.label.clone());
        lettered(&labels.collect::<Vec<_>>())
    };
    let titled = all.iter().any(|spoken| spoken.label.contains('?'));
    let plain = match reading.weighs() && !(titled && is_called(reading, text)) {
        true => stated(text),
        false => Some(text),
    };
    match names.pick(plain.unwrap_or(text)) {
        // A question chooses nothing.
        Pick::One(_) | Pick::Unclear if plain.is_none() => one_of(&labels()),
        Pick::One(index) => Ok(Value::Symbol(options[index].value.clone())),
        Pick::Negated => which_then(&labels()),
        Pick::Several => only_one(&labels()),
        Pick::Unclear => not_clear(&names, text, &labels()),
        Pick::Nothing => match names.nearly(text) {
            Some(index) => did_you_mean(&all[index].label, &labels()),
            None => one_of(&labels()),
        },
    }
}

/// Which of the choices, or of the values on offer, a message may mean that is read as none of them.
pub fn nearly(reading: &Reading, text: &str) -> Option<usize> {
    let nothing = |names: &Names| names.pick(text) == Pick::Nothing;
    let near = |names: Names| nothing(&names).then(|| names.nearly(text)).flatten();
    match reading.offered {
        [] => near(names_of(reading, &spoken_of(reading), true)),
        [..] => near(names_of_offers(reading, true)),
    }
}

/// Whether a message names what it means only with a slip of the pen.
pub fn is_slip(reading: &Reading, text: &str) -> bool {
    let heard = heard(reading, text);
    let mut names = match reading.offered {
        [] => names_of(reading, &spoken_of(reading), true),
        [..] => names_of_offers(reading, true),
    };
    names.exact = true;
    reading.discerns() && names.pick(&heard) == Pick::Nothing && names.nearly(&heard).is_some()
}

/// What somebody asks to have, or how they ask to be spoken to: “could I get some tea?”, « on peut se dire tu ? ».
fn wished(text: &str) -> Option<&str> {
    let plain = text.trim().strip_suffix('?')?.trim_end();
    let all = tokens(plain);
    let polite = stripped(&all, LEADS, TAILS);
    let asks = longest(polite, WISHING)?;
    (asks < polite.len() && !plain.contains('?')).then_some(plain)
}

const WISHING: &[&str] = &[
    "could i get",
    "could i have",
    "can i get",
    "can i have",
    "may i have",
    "might i have",
    "could you give me",
    "can you give me",
    "could we",
    "can we",
    "je peux avoir",
    "je pourrais avoir",
    "pourrais je avoir",
    "puis je avoir",
    "est ce que je peux avoir",
    "on peut se",
    "on pourrait se",
    "peut on se",
    "on se",
    "tu peux me",
    "vous pouvez me",
    "vous pourriez me",
    "pouvez vous me",
    "peux tu me",
    "pourriez vous me",
];

fn spoken_of<'a>(reading: &Reading<'a>) -> Vec<Cow<'a, Spoken>> {
    let options = reading.choices.iter();
    options
        .map(|option| spoken(reading.project, reading.state, option))
        .collect()
}

/// The choices by what they are called; `lenient` says that a letter or a rank means one too.
fn names_of(reading: &Reading, all: &[Cow<Spoken>], lenient: bool) -> Names {
    let mut names = Names::new(all.len(), lenient);
    names.either = reading.hears();
    names.judges = reading.judges();
    names.remarks = reading.is_whole();
    names.refers = reading.refers();
    names.discerns = reading.discerns();
    for (index, spoken) in all.iter().enumerate() {
        names.add_whole(index, &spoken.whole);
        if reading.is_exact() {
            names.add_whole(index, &spoken.articled);
        }
        names.add(index, &spoken.called);
    }
    names
}

/// Whether a message says no to a choice by what it is called, and not by its letter or rank.
pub fn denies_choice(reading: &Reading, text: &str) -> bool {
    !names_of(reading, &spoken_of(reading), false)
        .denied(text)
        .is_empty()
}

/// A message in which an address is one word, so that no letter of it is an answer; a name may hold one.
pub(super) fn heard<'t>(reading: &Reading, text: &'t str) -> Cow<'t, str> {
    if !reading.refers() {
        return Cow::Borrowed(text);
    }
    opaque(text, reading.discerns(), &|piece| {
        let piece = fold(piece);
        let holds = |name: &str| fold(name).contains(&piece);
        let called = |option: &ChoiceOption| {
            let label = label(reading.project, reading.state, option);
            holds(&option.value) || holds(&label) || option.synonyms.iter().any(|name| holds(name))
        };
        let mut offered = reading.offered.iter();
        reading.choices.iter().any(called) || offered.any(|value| holds(&value.show()))
    })
}

/// What is said of one of them is not understood.
fn not_clear<T>(names: &Names, text: &str, accepted: &str) -> Result<T, NotUnderstood> {
    let words = names.unclear(text).unwrap_or_else(|| text.to_owned());
    let words: String = words.chars().take(80).collect();
    refuse(
        "not-understood",
        format!("« {words} » was not understood. One of these is expected: {accepted}"),
        format!("« {words} » n'a pas été compris. Une de ces réponses est attendue : {accepted}"),
    )
}

/// Whether a choice is called exactly so, which is then no rank.
pub(super) fn is_called(reading: &Reading, text: &str) -> bool {
    let said = words(text);
    reading.choices.iter().any(|option| {
        let own = [
            option.value.replace('_', " "),
            label(reading.project, reading.state, option),
        ];
        let mut names = own.iter().chain(&option.synonyms);
        names.any(|name| words(name) == said)
    })
}

/// Whether a choice is named by what it is called, and by no letter or rank.
pub fn names_choice(reading: &Reading, text: &str) -> bool {
    let all = tokens(text);
    let said: Vec<&str> = all.iter().map(|token| token.word.as_str()).collect();
    reading.choices.iter().any(|option| {
        let own = [
            option.value.replace('_', " "),
            label(reading.project, reading.state, option),
        ];
        let mut names = own.iter().chain(&option.synonyms);
        names.any(|name| {
            let name = words(name);
            !name.is_empty() && said.windows(name.len()).any(|window| window == name)
        })
    })
}

/// Whether a word stands in what one of the choices is called.
pub(super) fn has_word(reading: &Reading, said: &Token) -> bool {
    let alike = |own: &String| is_alike(std::slice::from_ref(own), std::slice::from_ref(said));
    let mut options = reading.choices.iter();
    let long = said.word.chars().count() > 2;
    long && options.any(|option| {
        let own = [
            option.value.replace('_', " "),
            label(reading.project, reading.state, option),
        ];
        let mut names = own.iter().chain(&option.synonyms);
        names.any(|name| words(name).iter().any(alike))
    })
}

fn which_then<T>(accepted: &str) -> Result<T, NotUnderstood> {
    refuse(
        "negated",
        format!("Which one, then? {accepted}"),
        format!("Lequel, alors ? {accepted}"),
    )
}

fn only_one<T>(accepted: &str) -> Result<T, NotUnderstood> {
    refuse(
        "ambiguous",
        format!("Only one of these, please: {accepted}"),
        format!("Une seule de ces réponses : {accepted}"),
    )
}

fn one_of<T>(accepted: &str) -> Result<T, NotUnderstood> {
    refuse(
        "not-a-choice",
        format!("One of these is expected: {accepted}"),
        format!("Une de ces réponses est attendue : {accepted}"),
    )
}

/// A word is near to what one of them is called, and may be another word all the same.
fn did_you_mean<T>(label: &str, accepted: &str) -> Result<T, NotUnderstood> {
    refuse(
        "not-a-choice",
        format!("Did you mean « {label} »? One of these is expected: {accepted}"),
        format!("Vouliez-vous dire « {label} » ? Une de ces réponses est attendue : {accepted}"),
    )
}

fn lettered(labels: &[String]) -> String {
    let shown = labels
        .iter()
        .enumerate()
        .map(|(index, label)| match letter(index) {
            Some(letter) => format!("{letter}) {label}"),
            None => label.clone(),
        });
    shown.collect::<Vec<_>>().join(", ")
}

fn letter(index: usize) -> Option<char> {
    u8::try_from(index)
        .ok()
        .filter(|index| *index < 26)
        .map(|index| char::from(b'A' + index))
}

/// The values on offer by what they are called; `lenient` says that a letter or a rank means one too.
fn names_of_offers(reading: &Reading, lenient: bool) -> Names {
    let mut names = Names::new(reading.offered.len(), lenient);
    names.judges = reading.judges();
    names.remarks = reading.is_whole();
    names.refers = reading.refers();
    names.discerns = reading.discerns();
    for (index, value) in reading.offered.iter().enumerate() {
        names.call(index, &value.show().replace('_', " "));
    }
    names
}

/// What an answer says of the values that the system offered; nothing where it is another answer.
pub(super) fn offered(reading: &Reading, text: &str) -> Option<Result<Value, NotUnderstood>> {
    let said = said_of_offers(reading, text, true);
    if reading.newest {
        return said;
    }
    // What is older is taken by its name: a rank or a yes is not for it.
    match said_of_offers(reading, text, false) {
        named if named == said => named,
        _ => Some(nothing_offered()),
    }
}

fn said_of_offers(
    reading: &Reading,
    text: &str,
    points: bool,
) -> Option<Result<Value, NotUnderstood>> {
    let values = reading.offered;
    if let (Reader::YesNo, [one]) = (reading.reader, values) {
        // Yes is for what is offered, be it a no.
        return (verdict(text) == Some(Verdict::Yes)).then(|| Ok(one.clone()));
    }
    if values.is_empty() || reading.reader == Reader::YesNo {
        return None;
    }
    let labels: Vec<String> = values.iter().map(Value::show).collect();
    let accepted = lettered(&labels);
    let whole = text;
    let heard = heard(reading, text);
    let text = &*heard;
    // A number that is said is that number, and no rank.
    let digits = text.contains(|character: char| character.is_ascii_digit());
    let by_rank = points && (reading.reader != Reader::Number || !digits);
    let names = names_of_offers(reading, by_rank);
    let is_text = |label: &String| {
        let same = words(label) == words(text);
        same && label.contains('?') == text.contains('?')
    };
    let asked = reading.weighs() && !labels.iter().any(is_text);
    if asked && stated(text).is_none() {
        let named = matches!(names.pick(text), Pick::One(_) | Pick::Negated);
        // A question is no text of its own.
        let none = named || reading.discerns() && !may_be(reading, text);
        return none.then(|| one_of(&accepted));
    }
    let text = if asked {
        stated(text).unwrap_or(text)
    } else {
        text
    };
    let named: Vec<Vec<String>> = labels.iter().map(|label| words(label)).collect();
    if asked && only_described(&tokens(text), &named) {
        return Some(one_of(&accepted));
    }
    let days = reading.discerns() && reading.reader == Reader::Date;
    let day = days.then(|| span::on_offer(values, text)).flatten();
    let other = ranked(reading, text).filter(|_| points);
    match day {
        // « le 2 » may be the second one, too.
        Some(span::Picked::One(value)) => {
            let other = other.and_then(|rank| values.get(rank));
            return Some(match other.is_none_or(|other| other == value) {
                true => Ok(value.clone()),
                false => only_one(&accepted),
            });
        }
        Some(span::Picked::Several) => return Some(only_one(&accepted)),
        None => {}
    }
    if let Some(index) = ranked(reading, text) {
        return Some(
            values
                .get(index)
                .map_or_else(|| one_of(&accepted), |value| Ok(value.clone())),
        );
    }
    match names.pick(text) {
        Pick::One(index) => return Some(Ok(values[index].clone())),
        Pick::Several => return Some(only_one(&accepted)),
        Pick::Negated => return Some(which_then(&accepted)),
        Pick::Unclear => return Some(not_clear(&names, text, &accepted)),
        Pick::Nothing => {}
    }
    match (yes_or_no(text), values) {
        // « Yes » with something behind it means that, and nothing that is offered is it.
        (Ok(Value::Bool(true)), _)
            if verdict(text) != Some(Verdict::Yes)
                && !(points && reading.discerns() && takes(text)) =>
        {
            Some(one_of(&accepted))
        }
        (Ok(Value::Bool(true)), [one]) if points => Some(Ok(one.clone())),
        (Ok(Value::Bool(true)), _) => Some(only_one(&accepted)),
        // « No, X » may be an answer of its own.
        (Ok(Value::Bool(false)), _) if instead(text).is_some_and(|said| may_be(reading, said)) => {
            let other = Reading {
                offered: &[],
                ..*reading
            };
            let said = instead(whole)?;
            let named = named_instead(said).filter(|_| reading.discerns());
            Some(super::parse(&other, named.unwrap_or(said)))
        }
        (Ok(Value::Bool(false)), _) => Some(declined(&accepted)),
        _ if reading.is_whole() && points_against(text) => match values {
            [_] => Some(declined(&accepted)),
            [..] => Some(only_one(&accepted)),
        },
        _ if points && reading.discerns() && takes(text) => match values {
            [one] => Some(Ok(one.clone())),
            [..] => Some(only_one(&accepted)),
        },
        // A letter behind the last one is a slip, and no value of its own.
        _ if points
            && !matches!(reading.reader, Reader::Number | Reader::Date)
            && rank(text, 26).is_some() =>
        {
            Some(one_of(&accepted))
        }
        _ if reading.discerns() && reading.reader == Reader::Text => {
            let near = names.nearly(text).filter(|_| reading.newest);
            let near = near.map(|index| did_you_mean(&labels[index], &accepted));
            near.or_else(|| (!may_be(reading, text)).then(|| one_of(&accepted)))
        }
        _ => None,
    }
}

/// Whether words may be another answer than what is on offer: of a text only what has the shape of a name.
fn may_be(reading: &Reading, said: &str) -> bool {
    let text = reading.discerns() && reading.reader == Reader::Text;
    !text || named_instead(said).is_some()
}

fn declined(accepted: &str) -> Result<Value, NotUnderstood> {
    refuse(
        "declined",
        format!("What would you like instead? On offer: {accepted}"),
        format!("Quoi d'autre à la place ? Ce qui est proposé : {accepted}"),
    )
}

/// Whether a message says no to what is offered without a name: « pas celui-là », « c'est trop cher ».
fn points_against(text: &str) -> bool {
    let all = tokens(text);
    is_whole(stripped(&all, LEADS, TAILS), NOT_THIS) || only_turns_against(&all)
}

/// No to what is pointed at.
const NOT_THIS: &[&str] = &[
    "not this one",
    "not that one",
    "not this",
    "not that",
    "not it",
    "anything else",
    "something else",
    "another one",
    "pas celui la",
    "pas celui ci",
    "pas celle la",
    "pas celle ci",
    "pas celui",
    "pas ca",
    "pas cela",
    "pas cette ville",
    "autre chose",
    "un autre",
    "une autre",
];

/// « la deuxième ville »: a rank beside what the offers are called.
fn ranked(reading: &Reading, text: &str) -> Option<usize> {
    let all = tokens(text);
    let core = stripped(&all, LEADS, TAILS);
    let ordinal = core.iter().any(rank::is_ordinal) && rank::of(core, RANKS).is_none();
    (ordinal && reading.is_exact())
        .then(|| rank::of_named(core, reading.called, RANKS))
        .flatten()
}

/// More values than are ever offered.
const RANKS: usize = 1000;

/// Which of the offered values a message says no to, and to nothing else: « pas le deuxième ». Nothing where it
/// is none of them or all.
pub(super) fn denied(reading: &Reading, text: &str) -> Vec<Value> {
    let heard = heard(reading, text);
    let text = &*heard;
    let values = reading.offered;
    let mut names = names_of_offers(reading, true);
    for index in 0..values.len() {
        for label in reading.called {
            for ordinal in rank::ORDINALS.get(index).copied().unwrap_or_default() {
                names.call(index, &format!("{ordinal} {label}"));
            }
        }
    }
    let denied = names.denied(text);
    let fewer = reading.is_exact() && denied.len() < values.len();
    let denied = denied.into_iter().filter(|_| fewer);
    denied
        .filter_map(|index| values.get(index).cloned())
        .collect()
}

/// What is said behind « no, ».
fn instead(text: &str) -> Option<&str> {
    let (no, rest) = text.split_once([',', ';', ':'])?;
    let rest = rest.trim();
    let plain = verdict(no) == Some(Verdict::No);
    (plain && !rest.is_empty() && yes_or_no(rest).is_err()).then_some(rest)
}

pub(super) fn entity(reading: &Reading, sort: &Name, text: &str) -> Result<Value, NotUnderstood> {
    let (project, state) = (reading.project, reading.state);
    let of_sort: Vec<_> = project
        .entities
        .iter()
        .filter(|(_, entity)| project.sorts.is_sub(&entity.sort, sort))
        .collect();
    let mut names = Names::new(of_sort.len(), false);
    names.judges = reading.judges();
    names.remarks = reading.is_whole();
    names.refers = reading.refers();
    names.discerns = reading.discerns();
    for (index, (id, entity)) in of_sort.iter().enumerate() {
        names.call(index, id);
        names.call(index, &entity.name);
        for alias in &entity.aliases {
            names.call(index, alias);
        }
        let learned = state.aliases.iter().filter(|(_, known)| known == id);
        for (alias, _) in learned {
            names.call(index, alias);
        }
    }
    let plain = if reading.weighs() {
        stated(text)
    } else {
        Some(text)
    };
    let picked = match names.pick(plain.unwrap_or(text)) {
        Pick::One(_) | Pick::Unclear if plain.is_none() => Pick::Nothing,
        picked @ (Pick::One(_) | Pick::Several | Pick::Negated | Pick::Unclear | Pick::Nothing) => {
            picked
        }
    };
    match picked {
        Pick::One(index) => Ok(Value::Entity(of_sort[index].0.clone())),
        Pick::Several => refuse(
            "ambiguous",
            "That could be several.",
            "Cela pourrait être plusieurs choses.",
        ),
        found @ (Pick::Negated | Pick::Unclear | Pick::Nothing) => {
            let known = of_sort
                .iter()
                .map(|(_, entity)| entity.name.as_str())
                .take(12)
                .collect::<Vec<_>>()
                .join(", ");
            if found == Pick::Negated {
                return which_then(&known);
            }
            if found == Pick::Unclear {
                return not_clear(&names, text, &known);
            }
            refuse(
                "unknown-entity",
                format!("One of these is expected: {known}"),
                format!("Un de ces noms est attendu : {known}"),
            )
        }
    }
}
