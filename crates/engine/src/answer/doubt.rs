//! Questions and doubts. Neither says what was asked for, so neither is a value, unless free words are asked for.

use super::assent;
use super::heed::without_courtesies;
use super::token::{LEADS, Token, holds, is_whole, longest, tokens};
use super::{NotUnderstood, refuse};
use logic::value::Value;

/// Whether somebody asks something back, or says that they do not know.
pub(super) fn is_open(said: &str) -> bool {
    asks(said) || doubts(said)
}

/// Whether somebody says that they do not know, wherever in what they say.
pub(super) fn doubts(said: &str) -> bool {
    assent::doubts(said) || holds(&tokens(said), UNSURE)
}

/// Whether it is nothing but a doubt.
pub(super) fn only_doubts(said: &str) -> bool {
    let all = tokens(without_courtesies(said));
    let mut rest = &all[..];
    while let Some(count) = longest(rest, AROUND).filter(|count| *count < rest.len()) {
        rest = &rest[count..];
    }
    let whole =
        |end: usize| is_whole(&rest[..end], UNSURE) || is_whole(&rest[..end], assent::DOUBTS);
    let tail = |end: &usize| *end == rest.len() || is_whole(&rest[*end..], BEHIND);
    (1..=rest.len()).rev().filter(tail).any(whole)
}

/// Whether it is a question: by its sign, or by the words that it begins or ends with.
pub(super) fn asks(said: &str) -> bool {
    let said = without_courtesies(said.trim());
    if said.trim_end().ends_with(['?', '？']) {
        return true;
    }
    let all = tokens(said);
    let mut rest = &all[..];
    while let Some(count) = longest(rest, LEADS).max(longest(rest, AROUND))
        && count < rest.len()
        && longest(rest, ASKING).is_none_or(|asking| asking < count)
    {
        rest = &rest[count..];
    }
    let begins = longest(rest, ASKING).is_some_and(|count| count < rest.len())
        || rest.len() > 1 && is_where(said, &rest[0]);
    let ends = match rest {
        [_, .., last] => {
            last.is(&["combien", "pourquoi", "comment", "quand"]) || is_where(said, last)
        }
        [_] | [] => false,
    };
    begins || ends
}

/// « où », which is no « ou ».
fn is_where(said: &str, token: &Token) -> bool {
    token.word == "ou" && said[token.start..token.end].contains(['ù', 'Ù'])
}

/// What is said of a value that is only doubted.
pub(super) fn not_said() -> Result<Value, NotUnderstood> {
    refuse(
        "not-understood",
        "It can be said later; it will be asked for again.",
        "Cela pourra être dit plus tard ; ce sera redemandé.",
    )
}

const AROUND: &[&str] = &[
    "et",
    "mais",
    "ah",
    "oh",
    "euh",
    "ben",
    "bah",
    "alors",
    "and",
    "but",
    "well",
    "um",
    "uh",
    "honnetement",
    "honestly",
    "franchement",
    "ca",
    "pour l instant",
    "for now",
];
const BEHIND: &[&str] = &[
    "encore",
    "trop",
    "vraiment",
    "du tout",
    "yet",
    "really",
    "at all",
    "sorry",
    "desole",
    "desolee",
    "pour l instant",
    "pour le moment",
    "for now",
    "moi",
    "encore trop",
];

const UNSURE: &[&str] = &[
    "j en sais rien",
    "je n en sais rien",
    "j en sais trop rien",
    "sais pas",
    "chais pas",
    "j sais pas",
    "j ignore",
    "je l ignore",
    "pas d idee",
    "pas la moindre idee",
    "je n ai pas d idee",
    "pas decide",
    "pas encore decide",
    "pas encore decidee",
    "j hesite",
    "on hesite",
    "on verra",
    "a voir",
    "je verrai",
    "i dont know",
    "don t know",
    "do not know",
    "dunno",
    "i dunno",
    "no clue",
    "haven t decided",
    "havent decided",
    "not decided",
    "undecided",
    "can t decide",
    "i m not sure",
    "unsure",
    "we ll see",
    "let me think",
    "i forgot",
    "can t remember",
    "don t remember",
];

const ASKING: &[&str] = &[
    "combien",
    "pourquoi",
    "comment",
    "quand",
    "quel",
    "quelle",
    "quels",
    "quelles",
    "a quelle",
    "a quel",
    "est ce",
    "qu est ce",
    "qu est ce que",
    "c est quoi",
    "c est combien",
    "y a t il",
    "est il",
    "puis je",
    "peut on",
    "pouvez vous",
    "peux tu",
    "pourriez vous",
    "avez vous",
    "as tu",
    "faites vous",
    "acceptez vous",
    "prenez vous",
    "etes vous",
    "faut il",
    "dois je",
    "doit on",
    "what",
    "how",
    "when",
    "where",
    "why",
    "which",
    "who",
    "whose",
    "what s",
    "how s",
    "where s",
    "can i",
    "can we",
    "can you",
    "could i",
    "could we",
    "could you",
    "would you",
    "will you",
    "do you",
    "do i",
    "do we",
    "does it",
    "does this",
    "does that",
    "did you",
    "is it",
    "is there",
    "is this",
    "is that",
    "are you",
    "are there",
    "have you",
    "should i",
    "may i",
];
