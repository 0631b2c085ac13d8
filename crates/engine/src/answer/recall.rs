//! Recalls: a message that says of an earlier question, by its rank, what was meant there. « à la première je voulais
//! dire C », “the first one should be B”, « la 1, c'était B ».

use super::correction::{CHANGED, STRONG, VERBS, WEAK, rank_of};
use super::date::is_month;
use super::rank;
use super::reference::{ANSWERING, JOINING, Reference, is_signed, value};
use super::token::{LEADS, TAILS, Token, holds, is_whole, longest, tokens};

/// The question of which a message says that its answer was, or should be, another one; nothing where it says so of
/// no rank, or says no other value.
pub(super) fn recalled(said: &str) -> Option<Reference> {
    let all = tokens(said);
    let ends = |from: &usize| is_whole(&all[*from..], TAILS);
    let all = &all[..(1..all.len()).find(ends).unwrap_or(all.len())];
    let signs = |next: &Token| is_signed(said, &all[0], next);
    let first = all.first().filter(|_| all.get(1).is_some_and(signs));
    let first = first.and_then(|first| Some((0, 1, bare(first)?)));
    let pointed = || {
        (0..all.len()).find_map(|at| {
            let (end, rank) = span(all, at)?;
            Some((at, end, rank))
        })
    };
    let (start, end, rank) = first.or_else(pointed)?;
    let joined = start > 0 && all[start - 1].is(JOINING);
    let (before, behind) = (&all[..start - usize::from(joined)], &all[end..]);
    let told = |phrases: &[&str]| holds(before, phrases) || holds(behind, phrases);
    let named = [STRONG, SLIPPING].into_iter().any(told);
    let leads = longest(before, OWNING).is_some();
    let signed = behind
        .first()
        .is_some_and(|next| is_signed(said, &all[end - 1], next));
    if !(named || leads || signed || told(RECALLING) || told(DENYING)) {
        return None;
    }
    let other = value(said, behind, true, true);
    let own = value(said, before, false, true);
    let leads = !other.is_empty();
    let reference = Reference {
        rank: Some(rank),
        value: if leads { other } else { own },
        named,
        signed,
        leads,
        recalls: true,
    };
    (!reference.value.is_empty()).then_some(reference)
}

/// Whether a message names a question by its rank and, elsewhere, a letter: « j'ai cliqué A à la 1 ». It may mean
/// nothing but what is said of that question. `joined` says that a word for a place must stand before the rank.
pub fn points_elsewhere(said: &str, joined: bool) -> bool {
    let all = tokens(said);
    let letter = |token: &Token| {
        let sign = &said[token.start..token.end];
        matches!(sign.as_bytes(), [b'A'..=b'H' | b'J'..=b'Z']) && !token.elided && !token.clipped
    };
    let of_choice = |at: usize| (0..at).any(|from| is_whole(&all[from..at], CHOOSING));
    let question = |at: usize| {
        let (end, _) = span(&all, at).or_else(|| Some((at + 1, bare(&all[at])?)))?;
        let led = at > 0 && all[at - 1].is(JOINING) && !of_choice(at);
        (!joined || led).then_some(at..end)
    };
    let Some(question) = (0..all.len()).find_map(question) else {
        return false;
    };
    let other = |(at, token): (usize, &Token)| !question.contains(&at) && letter(token);
    all.len() <= SHORT && all.iter().enumerate().any(other)
}

/// « 1re », “2nd”: a rank that nothing points at.
fn bare(token: &Token) -> Option<usize> {
    let numbered = token.word.starts_with(|first: char| first.is_ascii_digit());
    (numbered && rank::is_ordinal(token))
        .then(|| rank::of(std::slice::from_ref(token), RANKS))
        .flatten()
}

/// More words than this tell something.
const SHORT: usize = 12;

/// Words before a choice, of which the last could stand before a question.
const CHOOSING: &[&str] = &[
    "je vote pour",
    "j opte pour",
    "va pour",
    "opter pour",
    "go for",
    "go with",
    "opt for",
    "vote for",
    "settle on",
];

/// The rank of a question that stands here, and where it ends: « la 1 », “my second answer”, « numéro 3 ».
fn span(all: &[Token], at: usize) -> Option<(usize, usize)> {
    let (first, next) = (all.get(at)?, all.get(at + 1)?);
    let counted = next.is(&["one"]) || next.is(ANSWER);
    if at == 0 && rank::is_ordinal(first) && !next.breaks && counted {
        return Some((2, rank::of(std::slice::from_ref(first), RANKS)?));
    }
    let behind = |end: usize| all.get(end).filter(|next| !next.breaks);
    let of_answer = |end: usize| end + usize::from(behind(end).is_some_and(|next| next.is(ANSWER)));
    let number = all.get(at + 2).filter(|_| next.is(ANSWER));
    if first.is(OWN) && number.is_some() {
        let (end, rank) = span(all, at + 1)?;
        return Some((end, rank));
    }
    if first.is(OWN) && rank::is_ordinal(next) {
        return behind(at + 2)
            .filter(|next| next.is(ANSWER))
            .and(rank::of(std::slice::from_ref(next), RANKS))
            .map(|rank| (at + 3, rank));
    }
    let digits = next.word.bytes().all(|byte| byte.is_ascii_digit());
    if first.is(&["no", "nr", "num"]) && digits {
        return Some((at + 2, next.word.parse::<usize>().ok()?.checked_sub(1)?));
    }
    let found = (at + 2..=all.len().min(at + LONGEST)).rev();
    let (end, rank) = found.into_iter().find_map(|end| {
        let span = &all[at..end];
        let whole = span[1..].iter().all(|token| !token.breaks);
        Some((end, rank_of(span).filter(|_| whole)?))
    })?;
    // « le 2 mars » is a day, and « la deuxième tasse » a cup.
    let day = first.is(&["le"]) && !rank::is_ordinal(next);
    let end = of_answer(end);
    let other = behind(end).is_some_and(|next| {
        let said = &all[end..];
        let letter = next.word.chars().count() == 1;
        let known = [STRONG, WEAK, VERBS, CHANGED, LEADS, ANSWERING, JOINING];
        let known = known.into_iter().chain(MEANING).chain([DENYING]);
        let mut lengths = known.filter_map(|phrases| longest(said, phrases));
        is_month(&next.word) || !letter && lengths.next().is_none()
    });
    (!day && !other).then_some((end, rank))
}

const OWN: &[&str] = &["ma", "mon", "my"];
const ANSWER: &[&str] = &["reponse", "question", "answer", "choice", "choix"];

/// Words that own up to a slip: what else they say corrects.
const SLIPPING: &[&str] = &[
    "j ai tout melange",
    "misclicked",
    "mistyped",
    "mixed up",
    "scratch",
    "disregard",
    "ignore",
    "annule",
    "annulez",
    "efface",
    "effacez",
    "oublie",
    "oubliez",
    "forget",
    "je me suis emmele",
    "je me suis emmelee",
    "je me suis plante",
    "je me suis plantee",
    "je me suis goure",
    "je me suis gouree",
    "je me suis melange",
    "je me suis melangee",
    "je me suis loupe",
    "je me suis loupee",
    "je me suis embrouille",
    "je me suis embrouillee",
    "je me suis mal exprime",
    "je me suis mal exprimee",
    "j ai mal compris",
    "je me suis trompe",
    "je me suis trompee",
    "je me trompe",
    "me suis trompe",
    "me suis trompee",
    "erreur",
    "j aurais du dire",
    "j aurais du mettre",
    "j aurais du repondre",
    "j aurais du choisir",
    "j aurais du prendre",
    "jvoulais dire",
    "je voulais mettre",
    "je voulais repondre",
    "je voulais choisir",
    "aurait du etre",
    "i should have said",
    "i should have put",
    "i should have chosen",
    "i should have picked",
    "i should have answered",
    "i meant to",
    "should have been",
    "should ve been",
    "should ve said",
    "should ve put",
    "should of been",
    "was meant to be",
    "was supposed to be",
    "i was wrong",
    "i got it wrong",
    "my mistake",
    "a mistake",
    "wrong",
    "fausse",
    "faux",
];

/// Words of what was answered before, or ought to be.
const RECALLING: &[&str] = &[
    "devient",
    "deviendra",
    "becomes",
    "wanted",
    "voulais",
    "c etait",
    "cetait",
    "etait",
    "j avais dit",
    "j avais mis",
    "j avais choisi",
    "j avais repondu",
    "j ai dit",
    "j ai mis",
    "j ai repondu",
    "j ai choisi",
    "j aurais prefere",
    "j aurais mis",
    "j aurais dit",
    "j aurais choisi",
    "je voulais",
    "devrait etre",
    "doit etre",
    "devait etre",
    "il fallait",
    "serait",
    "est en fait",
    "est plutot",
    "est finalement",
    "was",
    "it was",
    "should be",
    "ought to be",
    "must be",
    "needs to be",
    "has to be",
    "is actually",
    "is in fact",
    "is rather",
    "i said",
    "i had said",
    "i put",
    "i chose",
    "i picked",
    "i answered",
    "i wanted",
    "i d rather have",
    "i d rather say",
    "i would rather have",
    "i would have said",
];

/// Words by which the answer of a question is denied.
const DENYING: &[&str] = &["c est pas", "n est pas", "isn t", "is not", "not"];

/// Words before the question by which somebody owns up to something.
const OWNING: &[&str] = &[
    "oups",
    "oops",
    "pardon",
    "desole",
    "desolee",
    "sorry",
    "en fait",
    "finalement",
    "actually",
    "in fact",
    "attends",
    "attendez",
    "wait",
    "ah non",
    "euh non",
    "on second thought",
    "on second thoughts",
];

/// What stands between such words and what is meant.
pub(super) const MEANING: [&[&str]; 4] = [SLIPPING, RECALLING, OWNING, LINKS];

const LINKS: &[&str] = &[
    "que c etait",
    "que c est",
    "dire",
    "mettre",
    "repondre",
    "choisir",
    "prendre",
    "say",
    "put",
    "answer",
    "have",
    "est",
    "mais",
    "but",
    "la",
    "le",
    "the",
    "and",
    "et",
    "was",
    "is",
    "it s",
    "it should be",
    "it is",
];

/// More questions than a block has, and more words than a reference has.
const RANKS: usize = 100;
const LONGEST: usize = 5;
