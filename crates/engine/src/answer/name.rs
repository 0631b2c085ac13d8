//! Names of people, alone or within « my name is … », kept as they were written.

use super::heed::COURTESIES;
use super::token::{Token, holds, is_apostrophe, is_whole, longest, tokens};
use super::{NotUnderstood, is_invisible, refuse};

/// The name in what was said.
pub(super) fn named(text: &str) -> Result<&str, NotUnderstood> {
    if text.contains('@') {
        return refuse(
            "not-a-name",
            "A name is expected; this is an address.",
            "Un nom est attendu ; ceci est une adresse.",
        );
    }
    let said = tokens(text);
    let (kept, weak) = introduced(&said);
    let inner = match kept.first() {
        Some(first) => text[first.start..].trim_end_matches(is_around),
        None => "",
    };
    if said.iter().any(Token::negates) && holds(&said, NAMING)
        || kept.first().is_some_and(|first| first.is(&["not", "pas"]))
    {
        return refuse(
            "negated",
            "Say which name it is, not which it is not.",
            "Il faut dire le nom, et non celui que ce n'est pas.",
        );
    }
    if inner.chars().any(char::is_numeric) {
        return refuse(
            "not-a-name",
            "A name is expected, without digits.",
            "Un nom est attendu, sans chiffre.",
        );
    }
    let letters: Vec<char> = inner
        .chars()
        .filter(|character| character.is_alphabetic())
        .collect();
    if let [one] = letters[..]
        && (one.is_lowercase() || one.is_uppercase())
    {
        return refuse(
            "not-a-name",
            "A name has more than one letter. Please write it in full.",
            "Un nom a plus d'une lettre. Il faut l'écrire en entier.",
        );
    }
    // After « I am » only a capital tells a name from a mood.
    let lower = letters.first().is_some_and(|first| first.is_lowercase());
    if letters.is_empty()
        || weak && lower
        || is_sentence(text, kept)
        || !inner.chars().all(is_of_name)
    {
        return not_a_name();
    }
    Ok(inner)
}

pub(super) fn not_a_name<T>() -> Result<T, NotUnderstood> {
    refuse(
        "not-a-name",
        "A name is expected, and nothing else, such as Ada Lovelace.",
        "Un nom est attendu, sans rien d'autre, par exemple Marie Curie.",
    )
}

/// Signs, marks and pictures behind a name.
fn is_around(character: char) -> bool {
    is_invisible(character)
        || !(is_of_name(character) || character.is_alphanumeric())
        || character == '.'
}

fn is_of_name(character: char) -> bool {
    character.is_alphabetic()
        || matches!(
            character,
            ' ' | '\u{a0}' | '-' | '‐' | '‑' | '.' | '\u{300}'..='\u{36f}'
        )
        || is_apostrophe(character)
        || unmarked(character)
}

/// Marks of scripts whose letters carry them.
fn unmarked(character: char) -> bool {
    matches!(character, '\u{900}'..='\u{dff}' | '\u{e00}'..='\u{eff}' | '·' | '・')
}

/// The words behind what introduces a name, and whether that may introduce anything else too.
fn introduced(said: &[Token]) -> (&[Token], bool) {
    let mut kept = said;
    let mut weak = false;
    loop {
        if let Some(count) = longest(kept, GREETINGS) {
            kept = &kept[count..];
        } else if let Some(count) = longest(kept, NAMING) {
            kept = &kept[count..];
            weak = false;
        } else if let Some(count) = longest(kept, BEING) {
            kept = &kept[count..];
            weak = true;
        } else {
            return (kept, weak);
        }
    }
}

const GREETINGS: &[&str] = &[
    "bonjour", "bonsoir", "salut", "coucou", "hello", "hi", "hey", "euh", "alors", "well", "moi",
];
const NAMING: &[&str] = &[
    "je m appelle",
    "je me nomme",
    "je me prenomme",
    "on m appelle",
    "appelez moi",
    "appelle moi",
    "je ne m appelle",
    "moi c est",
    "mon nom est",
    "mon nom c est",
    "mon nom",
    "mon prenom est",
    "mon prenom c est",
    "mon prenom",
    "my name is",
    "my name s",
    "my first name is",
    "my last name is",
    "my surname is",
    "my name",
    "the name is",
    "the name s",
    "call me",
    "people call me",
    "they call me",
    "prenom",
    "nom",
    "name",
    "first name",
    "last name",
];
const BEING: &[&str] = &[
    "je suis", "c est", "i m", "i am", "it s", "it is", "this is",
];

/// A name without where somebody is, or that they are speaking: « Pierre à l'appareil », “Ada Lovelace speaking”.
pub(super) fn without_place(text: &str) -> &str {
    let all = tokens(text);
    let named = all.len() - introduced(&all).0.len();
    let place =
        |token: &Token| !text[token.start..].starts_with(char::is_uppercase) && token.is(PLACES);
    let cut = (named + 1..all.len()).find(|at| place(&all[*at]));
    cut.map_or(text, |at| text[..all[at].start].trim_end())
}

/// The same, where what stands behind such a word is a place or the telephone: « difficile à écrire » is none.
pub(super) fn without_whereabouts(text: &str) -> &str {
    let kept = without_place(text);
    let behind = tokens(&text[kept.len()..]);
    let named = behind
        .iter()
        .position(|token| !token.is(PLACES) && !token.is(SMALL));
    let place = named.is_none_or(|at| {
        let start = kept.len() + behind[at].start;
        text[start..].starts_with(char::is_uppercase) || behind[at].is(SPEAKING)
    });
    if place { kept } else { text }
}

/// Whether words introduce somebody: « je m'appelle », “I'm”.
pub(super) fn introduces(text: &str) -> bool {
    let all = tokens(text);
    let mut kept = &all[..];
    while let Some(count) = longest(kept, GREETINGS) {
        kept = &kept[count..];
    }
    let being = ["je suis", "i m", "i am", "this is", "c est moi"];
    let begins = all.len() - kept.len();
    let moi = begins > 0 && all[begins - 1].is(&["moi"]) && longest(kept, &["c est"]).is_some();
    moi || longest(kept, NAMING).is_some() || longest(kept, &being).is_some()
}

const SMALL: &[&str] = &["l", "le", "la", "les", "the", "du"];
const SPEAKING: &[&str] = &[
    "appareil",
    "telephone",
    "phone",
    "bout",
    "line",
    "speaking",
    "here",
    "ici",
];

/// A name as others say it: « my friends call me Bob ».
pub(super) fn without_callers(text: &str) -> &str {
    let all = tokens(text);
    let calls = ["call me", "calls me", "m appelle", "m appellent"];
    let found = (1..all.len()).find_map(|at| Some(at + longest(&all[at..], &calls)?));
    let few = |at: &usize| *at < 8 && !all[..*at].iter().any(Token::negates);
    match found.filter(few).and_then(|at| all.get(at)) {
        Some(next) => &text[next.start..],
        None => text,
    }
}

/// Whether words speak of something that somebody has, and name nobody: « mon jardin ».
pub(super) fn tells_of(text: &str) -> bool {
    let all = tokens(text);
    let (kept, _) = introduced(&all);
    let own = [
        "mon", "ma", "mes", "ton", "ta", "tes", "son", "sa", "ses", "notre", "nos", "votre", "vos",
        "leur", "leurs", "my", "your", "his", "our", "their",
    ];
    match kept {
        [first, next, ..] => first.is(&own) && text[next.start..].starts_with(char::is_lowercase),
        [_] | [] => false,
    }
}

/// Whether somebody only greets: « salut toi », “hello everybody”.
pub(super) fn greets(text: &str) -> bool {
    let all = tokens(text);
    let mut rest = &all[..];
    while let Some(count) = longest(rest, COURTESIES).max(longest(rest, HAILING)) {
        rest = &rest[count..];
    }
    rest.len() < all.len() && (rest.is_empty() || is_whole(rest, HAILED))
}

const HAILING: &[&str] = &["howdy", "hiya", "yo", "wesh", "kikou", "hola", "hey", "re"];
const HAILED: &[&str] = &[
    "toi",
    "a toi",
    "a toi aussi",
    "vous",
    "a vous",
    "a vous aussi",
    "you",
    "you too",
    "to you",
    "to you too",
    "everybody",
    "everyone",
    "all",
    "folks",
    "guys",
    "there",
    "again",
    "tout le monde",
    "a tous",
    "a toutes et a tous",
    "les amis",
    "l equipe",
    "team",
    "world",
    "le monde",
];

/// Whether somebody says something and names nobody: “leave me alone”, « on s'en fiche », “call me later”.
pub(super) fn is_talk(text: &str) -> bool {
    let all = tokens(text);
    let (kept, _) = introduced(&all);
    let lower = |token: &Token| text[token.start..].starts_with(char::is_lowercase);
    let says = |said: &[Token]| longest(said, SAYING).is_some();
    let plain = kept.iter().all(lower) || kept.len() == all.len();
    says(&all) || says(kept) || plain && is_whole(kept, NOBODY)
}

/// Words with which people begin to say something.
const SAYING: &[&str] = &[
    "leave me",
    "leave it",
    "let me",
    "let it",
    "see you",
    "see ya",
    "i hate",
    "i love",
    "i like",
    "i don t",
    "i can t",
    "i won t",
    "go away",
    "get lost",
    "shut up",
    "never mind",
    "forget it",
    "on s en",
    "je m en",
    "laissez tomber",
    "laisse tomber",
    "laissez moi",
    "laisse moi",
    "fichez moi",
    "fiche moi",
    "foutez moi",
    "allez vous",
    "va te",
    "a demain",
    "a plus",
    "a bientot",
    "a tout",
    "plus tard",
    "call me when",
    "call me back",
    "mon chien",
    "mon chat",
];

/// What somebody may say in place of a name.
const NOBODY: &[&str] = &[
    "later",
    "tomorrow",
    "soon",
    "back",
    "now",
    "formal",
    "informal",
    "formal please",
    "informal please",
    "formally",
    "informally",
    "demain",
    "plus tard",
    "tout a l heure",
    "quand vous voulez",
    "tutoiement",
    "vouvoiement",
    "vouvoyez moi",
    "tutoyez moi",
    "whatever you want",
    "whatever you like",
    "anything",
    "comme vous voulez",
    "n importe quoi",
];

/// A name without what is said besides: “Jo March and you can write to …”.
pub(super) fn without_more(text: &str) -> &str {
    let all = tokens(text);
    let named = all.len() - introduced(&all).0.len();
    let more = |at: &usize| {
        let next = all.get(at + 1);
        all[*at].is(&["and", "et"]) && next.is_some_and(|next| next.is(BESIDE))
    };
    let cut = (named + 1..all.len()).find(more);
    cut.map_or(text, |at| text[..all[at].start].trim_end())
}

const BESIDE: &[&str] = &[
    "you", "my", "i", "the", "please", "vous", "tu", "mon", "ma", "je", "j", "on", "email", "mail",
];

/// Whether somebody keeps their name to themselves in one word.
pub(super) fn dodges(text: &str) -> bool {
    let dodging = [
        "devine",
        "devinez",
        "guess",
        "anonyme",
        "anonymous",
        "secret",
        "mystere",
    ];
    matches!(&tokens(text)[..], [one] if one.is(&dodging) && !text.trim().starts_with(char::is_uppercase))
}

/// Words behind a name that are no part of it.
const PLACES: &[&str] = &[
    "a", "au", "aux", "chez", "from", "at", "in", "speaking", "here", "ici", "on",
];

/// Particles of a name, which belong to the word behind them.
pub(super) const PARTICLES: &[&str] = &[
    "de", "du", "des", "d", "la", "le", "les", "l", "von", "van", "der", "den", "zu", "di", "da",
    "do", "dos", "del", "el", "al", "bin", "ibn", "ben", "mac", "mc", "st", "o", "ter", "ten", "y",
    "e",
];

/// Whether words are a sentence, and no name.
pub(super) fn is_sentence(text: &str, said: &[Token]) -> bool {
    let words = said.iter().filter(|token| !token.is(PARTICLES)).count();
    words > 5
        || said.len() > 9
        || text.contains('?')
        || said.iter().any(|token| token.is(TALK))
        || said.iter().filter(|token| token.is(QUIET)).count() > 1
        || said.len() == 1 && said[0].is(ALONE)
}

/// Words of sentences, which stand in no name.
const TALK: &[&str] = &[
    "je", "tu", "nous", "vous", "is", "are", "am", "est", "suis", "sont", "pas", "ne", "not", "my",
    "your", "mes", "votre", "this", "that", "cela", "et", "and", "ou", "or", "mais", "but",
    "pourquoi", "why", "what", "quoi", "comment", "how", "sais", "know", "dire", "say", "veux",
    "want", "would", "une", "rien", "nothing", "rather",
];
/// Words of sentences that some people are called by: one is fine, two are talk.
const QUIET: &[&str] = &[
    "i", "il", "elle", "on", "ils", "elles", "you", "he", "she", "we", "they", "it", "mon", "ma",
    "ton", "ce", "ca", "un", "an", "to", "the", "pour", "for", "qui", "who", "que",
];
/// Words that are an answer to something else.
const ALONE: &[&str] = &[
    "oui", "non", "yes", "no", "ok", "okay", "merci", "thanks", "stop", "ouais", "nope", "bonjour",
    "hello", "personne", "nobody", "aucun", "none", "skip", "next",
];

/// A place without what is only said of it: « Lyon centre » is Lyon. « Aix en Provence » is one name.
pub(super) fn place_alone(text: &str) -> &str {
    let all = tokens(text);
    let capital = |token: &Token| text[token.start..].starts_with(char::is_uppercase);
    let named = all.iter().take_while(|token| capital(token)).count();
    let (name, rest) = all.split_at(named);
    let common = |token: &Token| {
        let plain = token.word.chars().count() > 2 && token.word.chars().all(char::is_alphabetic);
        plain && !capital(token) && !token.elided && !token.breaks
    };
    match (name.last(), rest.first()) {
        (Some(last), Some(next)) if rest.iter().all(common) && !next.is(PLACED) => {
            let apart = text[last.end..next.start].trim().is_empty();
            if apart { &text[..last.end] } else { text }
        }
        (_, _) => text,
    }
}

/// Words within the name of a place.
const PLACED: &[&str] = &[
    "sur", "sous", "les", "lez", "des", "aux", "upon", "the", "under", "and", "von", "der", "del",
    "dos", "das", "near", "saint", "sainte",
];
