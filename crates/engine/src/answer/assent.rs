//! Yes, no, and what is neither: to a question, and to a mirror.

use super::token::{Token, holds, is_whole, longest, tokens};
use super::{NotUnderstood, is_invisible, refuse};
use logic::value::Value;

const YES: &[&str] = &[
    "yes",
    "yep",
    "yeah",
    "yup",
    "sure",
    "ok",
    "okay",
    "of course",
    "absolutely",
    "definitely",
    "certainly",
    "indeed",
    "exactly",
    "totally",
    "i think so",
    "i do",
    "i am",
    "true",
    "oui",
    "ouais",
    "ouep",
    "d accord",
    "bien sur",
    "bien sur que oui",
    "evidemment",
    "carrement",
    "absolument",
    "tout a fait",
    "exactement",
    "certainement",
    "volontiers",
    "vrai",
    "affirmatif",
    "avec plaisir",
    "mais si",
    "si si",
];
const NO: &[&str] = &[
    "no",
    "nope",
    "nah",
    "not really",
    "not at all",
    "of course not",
    "absolutely not",
    "definitely not",
    "certainly not",
    "never",
    "i don t think so",
    "i don t",
    "i do not",
    "i m not",
    "i am not",
    "no way",
    "false",
    "non",
    "nan",
    "pas du tout",
    "pas vraiment",
    "pas trop",
    "absolument pas",
    "certainement pas",
    "surtout pas",
    "bien sur que non",
    "carrement pas",
    "vraiment pas",
    "jamais",
    "pas question",
    "je ne crois pas",
    "je ne pense pas",
    "je crois pas",
    "je pense pas",
    "faux",
    "negatif",
];
/// Yes and no themselves, which contradict each other wherever a clause begins with them.
const PLAIN_YES: &[&str] = &["yes", "yep", "yeah", "oui", "ouais"];
const DOUBTS: &[&str] = &[
    "peut etre",
    "maybe",
    "perhaps",
    "possibly",
    "ca depend",
    "cela depend",
    "it depends",
    "depends",
    "pas sur",
    "not sure",
    "je ne sais pas",
    "je sais pas",
    "i don t know",
    "aucune idee",
    "no idea",
];
const IDIOMS: &[&str] = &[
    "no problem",
    "no worries",
    "no doubt",
    "pas de probleme",
    "pas de souci",
    "aucun probleme",
];
const FILLERS: &[&str] = &[
    "ah",
    "oh",
    "eh",
    "euh",
    "heu",
    "ben",
    "bah",
    "hmm",
    "hum",
    "well",
    "um",
    "uh",
    "alors",
    "mais",
    "je dirais",
    "je dirais que",
    "je pense que",
    "je crois que",
    "i d say",
    "i would say",
    "i think",
    "eh bien",
    "oh que",
    "moi",
];
/// What may follow a « no » that is an answer; « no one » is none.
const AFTER_NO: &[&str] = &[
    "thanks",
    "thank",
    "merci",
    "i",
    "im",
    "not",
    "never",
    "sorry",
    "please",
    "sir",
    "madam",
    "we",
    "it",
    "its",
    "really",
    "absolutely",
    "definitely",
    "of",
    "but",
    "and",
    "or",
    "that",
    "this",
    "he",
    "she",
    "they",
    "you",
    "my",
    "because",
    "no",
    "non",
    "nope",
    "longer",
    "way",
];

/// A thumb up or down, and nothing else.
fn sign(text: &str) -> Option<bool> {
    let signs: Vec<char> = text
        .chars()
        .filter(|sign| {
            !is_invisible(*sign) && !matches!(sign, '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
        })
        .collect();
    let all = |of: &[char]| !signs.is_empty() && signs.iter().all(|sign| of.contains(sign));
    match (all(&['👍', '✅', '✔', '👌']), all(&['👎', '❌'])) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        (false, false) => None,
    }
}

/// What the tokens begin with: yes or no, and how many words it takes.
fn polarity(said: &[Token]) -> Option<(bool, usize)> {
    let yes = longest(said, YES).map(|count| (true, count));
    let no = longest(said, NO)
        .map(|count| (false, count))
        .filter(|(_, count)| {
            let follows = said
                .get(*count)
                .is_none_or(|next| next.breaks || next.is(AFTER_NO));
            said[0].word != "no" || *count > 1 || follows
        });
    match (yes, no) {
        (Some(yes), Some(no)) => Some(if yes.1 >= no.1 { yes } else { no }),
        (Some(one), None) | (None, Some(one)) => Some(one),
        (None, None) => None,
    }
}

pub(super) fn yes_or_no(text: &str) -> Result<Value, NotUnderstood> {
    let neither = || {
        refuse(
            "not-yes-or-no",
            "Yes or no is expected.",
            "Oui ou non est attendu.",
        )
    };
    // « yes and no » is neither, and « no problem » is no answer to anything.
    let both = || {
        refuse(
            "ambiguous",
            "Say yes or no, not both.",
            "Dites oui ou non, pas les deux.",
        )
    };
    if let Some(truth) = sign(text) {
        return Ok(Value::Bool(truth));
    }
    let said = tokens(text);
    if is_whole(&said, &["y", "o", "si"]) {
        return Ok(Value::Bool(true));
    }
    if is_whole(&said, &["n"]) {
        return Ok(Value::Bool(false));
    }
    if longest(&said, IDIOMS).is_some() {
        return both();
    }
    if holds(&said, DOUBTS) {
        return neither();
    }
    let mut rest = &said[..];
    let (truth, count) = loop {
        if let Some(found) = polarity(rest) {
            break found;
        }
        match longest(rest, FILLERS) {
            Some(count) => rest = &rest[count..],
            None => return neither(),
        }
    };
    let rest = &rest[count..];
    if contradicts(rest, truth) {
        return both();
    }
    // « yes not » is nothing; « yes, not always » is yes with something behind it.
    let clause = rest.iter().take_while(|token| !token.breaks);
    let idiom = holds(rest, IDIOMS) || holds(rest, &["why not", "pourquoi pas"]);
    let connected = rest
        .first()
        .is_some_and(|token| token.is(&["mais", "but", "et", "and"]));
    if truth && !idiom && !connected && clause.into_iter().any(Token::negates) {
        return neither();
    }
    Ok(Value::Bool(truth))
}

/// Whether a clause of the rest begins with the opposite.
fn contradicts(rest: &[Token], truth: bool) -> bool {
    let mut at_start = true;
    for from in 0..rest.len() {
        let token = &rest[from];
        if token.is(&["mais", "but", "et", "and", "ou", "or"]) {
            at_start = true;
            continue;
        }
        let opposite = match truth {
            true => {
                longest(&rest[from..], IDIOMS).is_none()
                    && polarity(&rest[from..]).is_some_and(|(truth, _)| !truth)
            }
            false => token.is(PLAIN_YES),
        };
        if (at_start || token.breaks || from == 0) && opposite {
            return true;
        }
        at_start = false;
    }
    false
}

/// What is said to a mirror.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Yes,
    No,
    /// Anything else, as it was said.
    Nuance(String),
}

const VALID: &[&str] = &[
    "c est ca",
    "c est bien ca",
    "c est exactement ca",
    "c est tout a fait ca",
    "c est moi",
    "c est bien moi",
    "c est tout moi",
    "c est exactement moi",
    "c est tout a fait moi",
    "c est juste",
    "c est exact",
    "c est correct",
    "c est vrai",
    "c est parfait",
    "c est bon",
    "parfait",
    "parfaitement",
    "exact",
    "juste",
    "correct",
    "ca me ressemble",
    "ca me correspond",
    "je valide",
    "valide",
    "je confirme",
    "je suis d accord",
    "that s me",
    "that is me",
    "that s right",
    "that is right",
    "that s it",
    "that s exactly me",
    "that s so me",
    "that s correct",
    "that is correct",
    "that s true",
    "that s exactly it",
    "that s exactly right",
    "right",
    "perfect",
    "perfectly",
    "spot on",
    "i agree",
    "i confirm",
    "it s me",
    "it is me",
    "that fits",
    "it fits",
    "you got it",
    "y",
    "o",
];
const INVALID: &[&str] = &[
    "ce n est pas ca",
    "ce n est pas moi",
    "ce n est pas du tout moi",
    "ce n est pas du tout ca",
    "c est pas ca",
    "c est pas moi",
    "c est faux",
    "ce n est pas exact",
    "ce n est pas juste",
    "ca ne me ressemble pas",
    "pas tout a fait",
    "pas exactement",
    "pas completement",
    "presque",
    "that s not me",
    "that is not me",
    "that isn t me",
    "that s not right",
    "that is not right",
    "that isn t right",
    "that s wrong",
    "that is wrong",
    "wrong",
    "not me",
    "not quite",
    "not exactly",
    "not right",
    "almost",
    "it isn t",
    "it s not",
    "i disagree",
    "n",
];
const POLITE: &[&str] = &[
    "merci",
    "merci beaucoup",
    "thanks",
    "thank you",
    "thank you very much",
    "svp",
    "s il vous plait",
    "please",
    "ah",
    "oh",
    "wow",
    "bravo",
    "euh",
    "eh bien",
    "well",
    "super",
    "great",
    "vraiment",
    "really",
];

/// What a message says to a mirror; nothing if it is blank.
pub fn verdict(said: &str) -> Option<Verdict> {
    let text = said.trim_matches(is_invisible);
    if text.is_empty() {
        return None;
    }
    let nuance = Some(Verdict::Nuance(text.to_owned()));
    match sign(text) {
        Some(true) => return Some(Verdict::Yes),
        Some(false) => return Some(Verdict::No),
        None => {}
    }
    let all = tokens(text);
    let mut rest = &all[..];
    let (mut yes, mut no) = (false, false);
    while !rest.is_empty() {
        let valid = longest(rest, VALID).max(longest(rest, YES));
        let invalid = longest(rest, INVALID).max(longest(rest, NO));
        let polite = longest(rest, POLITE);
        let Some(count) = valid.max(invalid).max(polite) else {
            return nuance;
        };
        if polite != Some(count) {
            yes |= valid == Some(count);
            no |= valid != Some(count);
        }
        rest = &rest[count..];
    }
    match (yes, no) {
        (true, false) => Some(Verdict::Yes),
        (false, true) => Some(Verdict::No),
        (true, true) | (false, false) => nuance,
    }
}
