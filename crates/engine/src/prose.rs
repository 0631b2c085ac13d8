//! Whether what a model wrote is a text of the story at all, or what is left of asking for one: an object, a page of
//! markup, a piece of the form, a word that stands for nothing, a refusal, an error.
//!
//! Structure decides first. Formulas are few, and each is about the asking: whoever in a story is sorry and cannot do
//! something may say so.

use crate::collapse::{Class, Finding};
use crate::input::Raw;
use crate::proposal::object_in;
use crate::request::Prompt;
use logic::text::{Phrase, fold, words};

/// Since when a text that is none is refused.
pub(crate) const PROSE: u64 = 8;

/// What is wrong with a text that is none. Where the author gave its form, that form decides and not ours.
pub(crate) fn no_text(text: &str, prompt: Option<&Prompt>, has_form: bool) -> Option<Finding> {
    let of = |class: Class, code: &'static str, en: &str, fr: &str| {
        Some(Finding::new(class, code, Phrase::new(en, fr)))
    };
    if !has_form && !is_prose(text) {
        return of(
            Class::Malformed,
            "no-text",
            "this is data or markup; a text is wanted",
            "ce sont des données ou des balises ; un texte est voulu",
        );
    }
    if !has_form && stands_for_nothing(text) {
        return of(
            Class::Malformed,
            "placeholder",
            "this only stands for a text that is missing",
            "ceci tient seulement lieu d'un texte qui manque",
        );
    }
    if is_about_asking(text) || is_failure(text) {
        return of(
            Class::Other,
            "no-answer",
            "this speaks of the request and is not what was asked for",
            "ceci parle de la demande et n'est pas ce qui était demandé",
        );
    }
    let own = words(text);
    let mut lines = prompt
        .into_iter()
        .flat_map(|prompt| prompt.system.lines().chain(prompt.user.lines()));
    if lines.any(|line| words(line) == own) {
        return Some(Finding::new(Class::Semantic, "echo", crate::words::echo()));
    }
    None
}

/// Words, and neither data nor markup nor a piece of the form of an answer.
fn is_prose(text: &str) -> bool {
    let text = text.trim();
    let data = text.starts_with(['{', '['])
        && (Raw::parse(text, 0).is_ok() || text.starts_with('{') && object_in(text).is_some());
    text.chars().any(char::is_alphanumeric)
        && !data
        && !matches!(text, "null" | "true" | "false")
        && !text.contains("```")
        && !has_tag(text)
        && !text.lines().any(is_field)
}

/// `"value": …`, `- **Reasoning**: …`: a field of the form, written as a line.
fn is_field(line: &str) -> bool {
    const FIELDS: [&str; 5] = [
        "value",
        "reasoning",
        "confidence",
        "alternatives",
        "exceptions",
    ];
    let is_dressing =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '*' | '-' | '_' | '{' | ',');
    let line = line.trim_start_matches(is_dressing);
    let Some((key, _)) = line.split_once(':') else {
        return false;
    };
    FIELDS.contains(&fold(key.trim_end_matches(is_dressing)).as_str())
}

/// `<p>`, `</div>`, `<!DOCTYPE html>`, `<|end|>`.
fn has_tag(text: &str) -> bool {
    text.split('<').skip(1).any(|after| {
        let inside = after.split('>').next().unwrap_or_default();
        let closed = inside.len() < after.len();
        let name = inside.trim_start_matches(['/', '!', '?', '|']);
        closed && name.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

/// Words that hold the place of a text.
fn stands_for_nothing(text: &str) -> bool {
    const WHOLE: [&[&str]; 15] = [
        &["null"],
        &["none"],
        &["nil"],
        &["nan"],
        &["undefined"],
        &["n", "a"],
        &["na"],
        &["tba"],
        &["xxx"],
        &["placeholder"],
        &["string"],
        &["object"],
        &["array"],
        &["boolean"],
        &["integer"],
    ];
    const BEGINS: [&[&str]; 4] = [&["todo"], &["tbd"], &["fixme"], &["lorem", "ipsum"]];
    let own = words(text);
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    WHOLE.contains(&&own[..]) || BEGINS.iter().any(|words| own.starts_with(words))
}

/// An error that a program reports: « Error: … », « 503 Service Unavailable ».
fn is_failure(text: &str) -> bool {
    const REPORTS: [&str; 4] = ["error", "erreur", "exception", "traceback"];
    const REASONS: [&[&str]; 9] = [
        &["bad", "request"],
        &["unauthorized"],
        &["forbidden"],
        &["not", "found"],
        &["too", "many", "requests"],
        &["internal", "server", "error"],
        &["bad", "gateway"],
        &["service", "unavailable"],
        &["gateway", "timeout"],
    ];
    let own = words(text);
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let first = own.first().copied().unwrap_or_default();
    let is_code = |word: &&str| {
        word.len() == 3 && word.starts_with(['4', '5']) && word.parse::<u16>().is_ok()
    };
    let folded = fold(text);
    let said = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    let behind = said.strip_prefix(first).unwrap_or_default().trim_start();
    let reports = REPORTS.contains(&first)
        && (behind.starts_with([':', '(']) || own.get(1).is_some_and(is_code));
    let reason = own.iter().position(is_code).map(|at| &own[at + 1..]);
    let coded =
        own.iter().take(3).any(is_code) && reason.is_some_and(|rest| REASONS.contains(&rest));
    reports || coded
}

/// Who introduces itself as what answers.
const INTRODUCES: [&[&str]; 7] = [
    &["as"],
    &["i", "am"],
    &["i", "m"],
    &["en", "tant", "que"],
    &["en", "tant", "qu"],
    &["je", "suis"],
    &["comme"],
];
/// What answers, in words that nobody in a story has for itself.
const MODELS: [&[&str]; 8] = [
    &["language", "model"],
    &["ai", "model"],
    &["ai", "assistant"],
    &["modele", "de", "langage"],
    &["modele", "de", "langue"],
    &["modele", "linguistique"],
    &["modele", "d", "ia"],
    &["assistant", "ia"],
];
/// The same, in words that somebody in a story may have.
const MINDS: [&[&str]; 4] = [
    &["ai"],
    &["ia"],
    &["artificial", "intelligence"],
    &["intelligence", "artificielle"],
];
const CANNOT: [&[&str]; 14] = [
    &["i", "cannot"],
    &["i", "can", "t"],
    &["i", "can", "not"],
    &["i", "am", "unable"],
    &["i", "m", "unable"],
    &["i", "am", "not", "able"],
    &["i", "m", "not", "able"],
    &["i", "won", "t"],
    &["i", "don", "t", "have"],
    &["i", "must", "decline"],
    &["je", "ne", "peux"],
    &["je", "ne", "puis"],
    &["je", "ne", "suis", "pas", "en", "mesure"],
    &["je", "suis", "incapable"],
];
const SORRY: [&str; 8] = [
    "sorry",
    "apologize",
    "apologise",
    "apologies",
    "desole",
    "desolee",
    "excuses",
    "regrette",
];
/// What cannot be done, or with what, where it is an answer that cannot be given.
const ANSWERING: [&[&str]; 14] = [
    &["assist"],
    &["comply"],
    &["fulfill"],
    &["fulfil"],
    &["generate"],
    &["help", "with"],
    &["request"],
    &["instructions"],
    &["json"],
    &["generer"],
    &["aider", "avec"],
    &["demande"],
    &["requete"],
    &["consignes"],
];

/// Where one of some rows of words begins and ends.
fn found(all: &[String], rows: &[&[&str]]) -> Option<(usize, usize)> {
    (0..all.len()).find_map(|at| {
        let stands = |row: &&&[&str]| {
            let here = all[at..].iter().map(String::as_str).take(row.len());
            here.eq(row.iter().copied())
        };
        rows.iter().find(stands).map(|row| (at, at + row.len()))
    })
}

/// A model that speaks of itself, or says that it cannot answer. What stands between quotes is somebody's speech.
fn is_about_asking(text: &str) -> bool {
    // Quotes around all of it are none of the story's.
    let inside = text
        .trim()
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    let text = inside.filter(|text| !text.contains('"')).unwrap_or(text);
    let all = words(text);
    // « As an AI language model », « En tant que modèle de langage ».
    let introduced = |whats: &[&[&str]], within: usize| {
        (0..all.len()).any(|at| {
            found(&all[at..], &INTRODUCES).is_some_and(|(start, end)| {
                let last = all.len().min(at + end + within + 3);
                start == 0
                    && found(&all[at + end..last], whats).is_some_and(|(gap, _)| gap <= within)
            })
        })
    };
    let cannot = found(&all, &CANNOT);
    if introduced(&MODELS, 3) || cannot.is_some() && introduced(&MINDS, 2) {
        return true;
    }
    let own = words(&unquoted(text));
    let Some((start, end)) = found(&own, &CANNOT) else {
        return false;
    };
    let sorry = own[..start]
        .iter()
        .any(|word| SORRY.contains(&word.as_str()));
    let begins = start == 0 || sorry && start <= 6;
    // « I cannot assist with that request », or nothing but « I'm sorry, but I can't ».
    let behind = &own[end..];
    let answering = found(&behind[..behind.len().min(8)], &ANSWERING).is_some();
    begins && (answering || sorry && behind.len() <= 2 && own.len() == all.len())
}

/// A text without what stands in it between quotes.
fn unquoted(text: &str) -> String {
    let (mut own, mut until) = (String::new(), None);
    for mark in text.chars() {
        match until {
            Some(end) if mark == end => until = None,
            Some(_) => {}
            None => match mark {
                '«' => until = Some('»'),
                '“' => until = Some('”'),
                '"' => until = Some('"'),
                _ => own.push(mark),
            },
        }
    }
    own
}
