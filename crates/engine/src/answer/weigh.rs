//! A message as a whole: what it takes back, what it only asks, and whether it says a value at all.

use super::assent::{NO, YES, squeezed};
use super::doubt::asks;
use super::heed::{IN_FACT, LEADING_BACK, TAKING_BACK, is_courtesy};
use super::name::PARTICLES;
use super::token::{Token, longest, tokens};

/// A message in its parts: each but the first takes back what was said before it. Words of hesitation, a no and
/// words that change one's mind may stand together: « Lyon, enfin non, attendez, plutôt Paris » has two.
/// `weak` says whether « in fact » does so too, `yes_no` whether a plain no may be an answer; behind `until` nothing
/// takes anything back, for free words stand there.
pub(super) fn repairs(said: &str, weak: bool, yes_no: bool, until: usize) -> Vec<&str> {
    let all = tokens(said);
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < all.len() && all[at].start < until {
        match repair(&all, at, weak, yes_no).filter(|end| *end < all.len()) {
            Some(end) => {
                parts.push(&said[start..all[at].start]);
                at = end;
                start = before_sign(said, all[end].start);
            }
            None => at += 1,
        }
    }
    parts.push(&said[start..]);
    parts
}

/// What a message says last, where it takes back what it said before, and that.
pub fn repaired(said: &str) -> Option<(&str, &str)> {
    match repairs(said, true, false, said.len())[..] {
        [before, .., last] if !tokens(before).is_empty() => Some((before, last)),
        [..] => None,
    }
}

/// Whether a message says nothing to a mirror: a courtesy, a letter, a question.
pub fn says_no_more(said: &str) -> bool {
    let all = tokens(said);
    let letter =
        matches!(&all[..], [one] if one.word.chars().count() == 1 && !one.is(&["y", "n", "o"]));
    let asked = match said.contains(['?', '？']) {
        true => stated(said).is_none(),
        false => asks(said),
    };
    letter || asked || is_courtesy(said)
}

/// « ouiii » as « oui ».
pub fn unstretched(said: &str) -> String {
    let all = tokens(said);
    let plain = squeezed(&all);
    let mut text = String::new();
    let mut from = 0;
    for (token, plain) in all.iter().zip(&plain) {
        text.push_str(&said[from..token.start]);
        let same = token.word == plain.word;
        text.push_str(if same {
            &said[token.start..token.end]
        } else {
            &plain.word
        });
        from = token.end;
    }
    text.push_str(&said[from..]);
    text
}

/// Whether a message ends by taking back what it said, and puts nothing in its place: « Lyon… enfin non ».
pub(super) fn ends_taken_back(said: &str) -> bool {
    let all = tokens(said);
    (1..all.len()).any(|at| {
        let no = all[at..].iter().any(Token::refuses);
        no && all.len() - at > 1 && repair(&all, at, true, true) == Some(all.len())
    })
}

/// Where words end that take back what stands before them.
fn repair(all: &[Token], at: usize, weak: bool, yes_no: bool) -> Option<usize> {
    let mut end = at;
    let mut strong = false;
    while end < all.len() && (end == at || !starts_anew(all, end)) {
        let rest = &all[end..];
        let taking = longest(rest, TAKING_BACK).max(longest(rest, IN_FACT).filter(|_| weak));
        let other = longest(rest, HESITATING).max(longest(rest, LEADING_BACK));
        let other = other.max(longest(rest, OR_NOT));
        let Some(count) = taking.max(other) else {
            break;
        };
        let no = rest[0].refuses() || longest(rest, OR_NOT).is_some();
        let no = no && all[at].breaks && at > 0 && !yes_no;
        let anew = rest[0].is(ANEW) && (all[at].breaks || end > at || at == 0);
        strong |= taking == Some(count) || no || anew && (weak || at > 0);
        end += count;
    }
    strong.then_some(end)
}

/// « no » that is said again behind a sign and ends the message answers for itself.
fn starts_anew(all: &[Token], at: usize) -> bool {
    all[at].breaks && all[at].refuses() && at + 1 == all.len()
}

/// From a sign on that belongs to what it stands before.
fn before_sign(said: &str, start: usize) -> usize {
    said[..start].trim_end_matches(['"', '«', '“', '-']).len()
}

/// A yes or no in its parts: each but the first may take back what was said before it.
pub(super) fn turns(all: &[Token]) -> Vec<&[Token]> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < all.len() {
        let rest = &all[at..];
        let plain = longest(rest, YES).max(longest(rest, NO));
        let turn = longest(rest, TURNING).filter(|count| plain.is_none_or(|plain| plain < *count));
        match turn {
            Some(count) => {
                parts.push(&all[start..at]);
                at += count;
                start = at;
            }
            None => at += 1,
        }
    }
    parts.push(&all[start..]);
    parts
}

/// Words between a yes and a no of which the last one counts.
const TURNING: &[&str] = &[
    "enfin",
    "en fait",
    "finalement",
    "au final",
    "plutot",
    "ou plutot",
    "pardon",
    "oups",
    "attends",
    "attendez",
    "je veux dire",
    "je voulais dire",
    "actually",
    "wait",
    "sorry",
    "oops",
    "i mean",
    "i meant",
    "rather",
    "or rather",
    "on second thought",
    "on second thoughts",
    "scratch that",
    "make that",
    "correction",
];

/// Words beside a change of mind that say nothing.
pub(super) const HESITATING: &[&str] = &[
    "enfin",
    "euh",
    "heu",
    "hum",
    "hmm",
    "ah",
    "oh",
    "um",
    "uh",
    "er",
    "erm",
    "bon",
    "ben",
    "zut",
    "mince",
    "oups",
    "oops",
    "pardon",
    "desole",
    "desolee",
    "sorry",
    "attends",
    "attendez",
    "wait",
    "hold on",
    "hang on",
    "nan",
    "nope",
    "c est",
    "ce sera",
    "it s",
    "disons",
    "je dirais",
    "let s say",
    "i d say",
];
const OR_NOT: &[&str] = &["ou non", "or no"];
/// Words of them that change one's mind behind a sign.
const ANEW: &[&str] = &[
    "enfin", "attends", "attendez", "wait", "hold", "hang", "disons",
];

/// What a message states, without the sentences that ask something; nothing where all of it asks. « B, ok ? » is
/// stated, and asked about.
pub(super) fn stated(said: &str) -> Option<&str> {
    let said = said.trim();
    if !said.contains(['?', '？']) {
        return Some(said);
    }
    let is_end = |sign: char| matches!(sign, '.' | '!' | '?' | '？' | '\n' | ';' | '…');
    let mut kept: Option<&str> = None;
    for sentence in said.split_inclusive(is_end) {
        let asked = sentence.trim_end().ends_with(['?', '？']);
        let plain = match asked {
            true => untagged(sentence),
            false => Some(sentence).filter(|sentence| !tokens(sentence).is_empty()),
        };
        // Two statements with a question between them are not one.
        match (plain, kept) {
            (Some(plain), None) => kept = Some(plain),
            (Some(_), Some(_)) => return None,
            (None, _) => {}
        }
    }
    kept
}

/// What a sentence states before « ok ? », « non ? ».
fn untagged(sentence: &str) -> Option<&str> {
    let (before, tag) = sentence.rsplit_once(',')?;
    let all = tokens(tag);
    let tagged = longest(&all, TAGS) == Some(all.len());
    (tagged && !asks(before)).then_some(before)
}

const TAGS: &[&str] = &[
    "ok",
    "okay",
    "d accord",
    "ca va",
    "ca marche",
    "c est bon",
    "c est possible",
    "c est possible ca",
    "non",
    "hein",
    "right",
    "no",
    "is that ok",
    "is that okay",
    "is that fine",
    "if possible",
    "si possible",
    "all right",
];

/// Whether a message is written for a machine: a template, a tag.
pub(super) fn is_markup(said: &str) -> bool {
    let braces = ["{{", "{%", "${", "{#"]
        .iter()
        .any(|sign| said.contains(sign));
    let tag = said.match_indices('<').any(|(at, _)| {
        let inner = &said[at + 1..];
        let begins = inner.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '/');
        let end = inner.find('>');
        begins && end.is_some_and(|end| !inner[..end].contains('@'))
    });
    braces || tag
}

/// Whether words are said about something and name nothing themselves: a pronoun, « all », « but », « like », or
/// an order stands in no name. What is written in capitals throughout is a title.
pub(super) fn is_talk(said: &str, all: &[Token]) -> bool {
    let capital = |token: &Token| said[token.start..].starts_with(char::is_uppercase);
    let plain: Vec<&Token> = all
        .iter()
        .filter(|token| !token.is(PARTICLES) && !token.elided)
        .collect();
    if plain.len() > 1 && plain.iter().all(|token| capital(token)) {
        return false;
    }
    let inner = |token: &&Token| token.start > 0 && capital(token);
    let orders = |token: &&Token| {
        let many = all.len() > 1 && token.word.len() > 4 && token.word.ends_with("ez");
        many && !token.is(&["assez"])
    };
    all.iter()
        .filter(|token| !inner(token))
        .any(|token| token.is(TALKING) || orders(&token))
}

/// The same where nothing else is asked for: only what says nothing for itself.
pub(super) fn points_away(said: &str, all: &[Token]) -> bool {
    let capital = |token: &Token| said[token.start..].starts_with(char::is_uppercase);
    let about = all.windows(2).any(|pair| {
        capital(&pair[0]) && !pair[1].breaks && pair[1].is(&["me", "te", "se", "nous", "vous"])
    });
    let orders = is_talk(said, all) && all[0].word.len() > 4 && all[0].word.ends_with("ez");
    let short = all.len() < 6;
    short && (about || orders || all.iter().any(|token| token.is(AWAY) && !capital(token)))
}

/// Words that point at something else than what they name.
const AWAY: &[&str] = &[
    "comme",
    "sauf",
    "excepte",
    "hormis",
    "except",
    "pareil",
    "idem",
    "same",
    "meme",
    "usual",
    "habitude",
    "anywhere",
    "anything",
    "whatever",
    "wherever",
    "importe",
    "partout",
    "ailleurs",
    "elsewhere",
];

/// Words that stand in sentences and in no name.
const TALKING: &[&str] = &[
    "j",
    "i",
    "me",
    "te",
    "se",
    "je",
    "tu",
    "nous",
    "vous",
    "moi",
    "toi",
    "lui",
    "leur",
    "you",
    "he",
    "she",
    "we",
    "they",
    "him",
    "us",
    "them",
    "it",
    "mon",
    "ma",
    "mes",
    "ton",
    "ta",
    "tes",
    "notre",
    "nos",
    "votre",
    "vos",
    "my",
    "our",
    "your",
    "their",
    "comme",
    "que",
    "qu",
    "si",
    "quand",
    "lorsque",
    "puisque",
    "car",
    "because",
    "if",
    "than",
    "like",
    "tout",
    "tous",
    "toute",
    "toutes",
    "rien",
    "all",
    "any",
    "anything",
    "everything",
    "nothing",
    "whatever",
    "wherever",
    "anywhere",
    "everywhere",
    "importe",
    "partout",
    "ailleurs",
    "elsewhere",
    "sauf",
    "excepte",
    "hormis",
    "except",
    "meme",
    "same",
    "pareil",
    "idem",
    "habitude",
    "usual",
    "cela",
    "ceci",
    "ca",
    "this",
    "that",
    "loin",
    "est",
    "sont",
    "is",
    "are",
    "was",
    "were",
    "pas",
];

/// Whether one of these names stands before what is only said of it: « Lyon n'est pas mal », « Paris est cher ». That
/// chooses nothing and says no to nothing.
pub(super) fn only_described(all: &[Token], names: &[Vec<String>]) -> bool {
    let ends_named = |at: usize| {
        names.iter().any(|name| {
            let from = at.checked_sub(name.len()).filter(|_| !name.is_empty());
            from.is_some_and(|from| {
                let mut pairs = all[from..at].iter().zip(name);
                pairs.all(|(token, word)| token.word == *word)
            })
        })
    };
    let copula = (1..all.len()).filter(|at| ends_named(*at));
    let mut copula = copula.filter_map(|at| Some(at + longest(&all[at..], COPULAS)?));
    let Some(end) = copula.next() else {
        return false;
    };
    let mut rest = &all[end..];
    while let Some(count) = longest(rest, DEGREES).filter(|count| *count < rest.len()) {
        rest = &rest[count..];
    }
    rest.first()
        .is_some_and(|next| !next.breaks && !next.is(FITTING))
}

const COPULAS: &[&str] = &[
    "n est pas",
    "ne sont pas",
    "n etait pas",
    "n est jamais",
    "est pas",
    "c est pas",
    "isn t",
    "is not",
    "aren t",
    "are not",
    "wasn t",
    "is never",
    "est",
    "sont",
    "is",
    "are",
];
const DEGREES: &[&str] = &[
    "si", "tres", "trop", "vraiment", "du tout", "aussi", "so", "very", "too", "really", "that",
    "all that", "at all",
];
/// What something has to be to be chosen.
const FITTING: &[&str] = &[
    "possible",
    "bon",
    "bonne",
    "bien",
    "convenable",
    "pratique",
    "ok",
    "good",
    "right",
    "fine",
    "for",
    "pour",
    "mon",
    "ma",
    "my",
    "what",
    "ce",
];
