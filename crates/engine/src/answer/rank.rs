//! Which of several a rank, a number or a letter means: « le deuxième », « the second », « B », « n°2 ».

use super::number::UNITS;
use super::token::{LEADS, TAILS, Token, stripped, tokens};
use logic::text::words;

/// Which of `n` a rank or a letter chooses, counted from zero. It must be the whole message, but for
/// what people say around an answer.
pub fn rank(said: &str, n: usize) -> Option<usize> {
    of(&tokens(said), n)
}

/// « choix n°2 » as « n°2 ».
pub(super) fn without_second_noun(mut all: Vec<Token>) -> Vec<Token> {
    let twice = |pair: &[Token]| pair[0].is(NOUNS) && pair[1].is(NOUNS) && !pair[1].breaks;
    if let Some(at) = all.windows(2).position(twice) {
        all.remove(at);
    }
    all
}

const ARTICLES: &[&str] = &["le", "la", "the"];
const NOUNS: &[&str] = &[
    "option",
    "reponse",
    "choix",
    "lettre",
    "numero",
    "proposition",
    "possibilite",
    "solution",
    "case",
    "nombre",
    "chiffre",
    "answer",
    "choice",
    "letter",
    "number",
    "n",
    "no",
    "num",
    "nr",
    "nummer",
];
const BEHIND: &[&str] = &[
    "one",
    "option",
    "choix",
    "reponse",
    "proposition",
    "possibilite",
    "solution",
    "answer",
    "choice",
    "possibility",
    "de la liste",
    "on the list",
    "in the list",
];

/// The same where what is counted may be named: « la deuxième ville », « town number 2 ».
pub(super) fn of_named(said: &[Token], called: &[String], n: usize) -> Option<usize> {
    of(said, n).or_else(|| {
        let mut labels = called.iter().map(|label| words(label));
        labels.find_map(|label| {
            let stands = |part: &[Token]| {
                let mut pairs = part.iter().zip(&label);
                part.len() == label.len() && pairs.all(|(token, word)| token.word == *word)
            };
            let short = said
                .len()
                .checked_sub(label.len())
                .filter(|_| !label.is_empty())?;
            match (stands(&said[short..]), stands(&said[..label.len()])) {
                (true, _) => of(&said[..short], n),
                (false, true) => of(&said[label.len()..], n),
                (false, false) => None,
            }
        })
    })
}

/// The ranks that a message says of several lists, each beside what its values are called, and nothing else: « la deuxième
/// ville le premier jour ». Each with the place of its list.
pub fn ranked_each(called: &[&[String]], said: &str) -> Option<Vec<(usize, usize)>> {
    let all = tokens(said);
    let mut rest = stripped(&all, LEADS, TAILS);
    let mut found: Vec<(usize, usize)> = Vec::new();
    while !rest.is_empty() {
        let joins = rest.len() > 1 && rest[0].is(&["et", "and", "pour", "for", "avec", "with"]);
        if joins {
            rest = &rest[1..];
            continue;
        }
        let spans = (2..=rest.len().min(SPAN)).rev();
        let (count, list, rank) = spans.into_iter().find_map(|count| {
            let span = &rest[..count];
            let whole = span[1..].iter().all(|token| !token.breaks);
            let named = |labels: &[String]| {
                let bare = of(span, usize::MAX).is_some() || !span.iter().any(is_ordinal);
                of_named(span, labels, LISTED).filter(|_| whole && !bare)
            };
            let mut meant = called.iter().enumerate();
            let mut meant = meant
                .by_ref()
                .filter_map(|(list, labels)| Some((count, list, named(labels)?)));
            let first = meant.next()?;
            meant.next().is_none().then_some(first)
        })?;
        let again = found.iter().any(|(known, _)| *known == list);
        found.push((list, rank));
        rest = &rest[count..];
        if again {
            return None;
        }
    }
    (found.len() > 1).then_some(found)
}

/// More words than a rank with what it counts has, and more values than are ever offered.
const SPAN: usize = 6;
const LISTED: usize = 1000;

/// Whether a rank is called one: « la réponse D », “option D”.
pub(super) fn is_called(said: &[Token]) -> bool {
    matches!(said, [.., noun, _] if noun.is(NOUNS) && noun.word.len() > 2)
}

/// Whether a word is a rank and nothing else: « deuxième », « 2nd », « last ».
pub(super) fn is_ordinal(token: &Token) -> bool {
    let word = token.word.as_str();
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let numbered = digits.len() < word.len() && !digits.is_empty();
    ORDINALS.iter().any(|row| row.contains(&word))
        || matches!(word, "dernier" | "derniere" | "last" | "penultimate")
        || numbered && single(token, usize::MAX, false).is_some()
}

pub(super) fn of(said: &[Token], n: usize) -> Option<usize> {
    chosen(said, n).or_else(|| chosen(stripped(said, LEADS, TAILS), n))
}

fn chosen(core: &[Token], n: usize) -> Option<usize> {
    let mut core = core;
    let mut article = false;
    let mut noun = false;
    if core.len() > 1 && core[0].is(ARTICLES) {
        article = core[0].word != "the";
        core = &core[1..];
    }
    // « l'avant-dernier » alone has its article cut off.
    if core.len() > 1 && core[0].word == "l" && core[0].elided {
        article = true;
        core = &core[1..];
        if core[0].is(&["un", "une", "one"]) {
            return None;
        }
    }
    if core.len() > 1 && core[0].is(NOUNS) {
        noun = true;
        core = &core[1..];
    }
    let kept = stripped(core, &[], BEHIND);
    let words: Vec<&str> = kept.iter().map(|token| token.word.as_str()).collect();
    let index = match words[..] {
        [_] => single(&kept[0], n, noun || article)?,
        ["avant", "dernier" | "derniere"]
        | ["second" | "next", "to", "last"]
        | ["second", "last"]
        | ["last", "but"] => n.checked_sub(2)?,
        _ => return None,
    };
    (index < n).then_some(index)
}

/// `pointed` says that « number » or « le » stands before it: « deux » alone is no rank.
fn single(token: &Token, n: usize, pointed: bool) -> Option<usize> {
    let word = token.word.as_str();
    let mut letters = word.chars();
    if let (Some(letter @ 'a'..='z'), None) = (letters.next(), letters.next()) {
        let alone = !token.elided && !token.clipped;
        return alone.then_some(usize::from(u8::try_from(letter).ok()? - b'a'));
    }
    if matches!(word, "dernier" | "derniere" | "last") {
        return n.checked_sub(1);
    }
    if word == "penultimate" {
        return n.checked_sub(2);
    }
    let digits = word.trim_start_matches(|character: char| character.is_ascii_digit());
    if digits.len() < word.len() {
        let suffixes = [
            "", "er", "ere", "re", "e", "eme", "ieme", "nd", "nde", "st", "rd", "th",
        ];
        let number: usize = word[..word.len() - digits.len()].parse().ok()?;
        return suffixes
            .contains(&digits)
            .then(|| number.checked_sub(1))
            .flatten();
    }
    let named = |rows: &[&[&str]]| rows.iter().position(|row| row.contains(&word));
    // « number two » has a cardinal, and counts from one as well.
    let cardinals = &UNITS[1..=ORDINALS.len()];
    named(ORDINALS).or_else(|| pointed.then(|| named(cardinals)).flatten())
}

pub(super) const ORDINALS: &[&[&str]] = &[
    &["premier", "premiere", "first"],
    &["deuxieme", "second", "seconde"],
    &["troisieme", "third"],
    &["quatrieme", "fourth"],
    &["cinquieme", "fifth"],
    &["sixieme", "sixth"],
    &["septieme", "seventh"],
    &["huitieme", "eighth"],
    &["neuvieme", "ninth"],
    &["dixieme", "tenth"],
    &["onzieme", "eleventh"],
    &["douzieme", "twelfth"],
];
