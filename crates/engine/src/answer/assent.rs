//! Yes, no, and what is neither.

use super::remark::{Remark, remark};
use super::token::{Token, holds, is_whole, longest, stripped, tokens};
use super::verdict::{Verdict, verdict};
use super::weigh::turns;
use super::{NotUnderstood, is_invisible, refuse};
use logic::value::Value;

pub(super) const YES: &[&str] = &[
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
    "je veux bien",
    "avec joie",
    "with pleasure",
    "i guess so",
    "i suppose so",
    "ca marche",
    "entendu",
    "sounds good",
];
pub(super) const NO: &[&str] = &[
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
    "pas encore",
    "not yet",
];
/// Yes and no themselves, which contradict each other wherever a clause begins with them.
const PLAIN_YES: &[&str] = &["yes", "yep", "yeah", "oui", "ouais"];
pub(super) const DOUBTS: &[&str] = &[
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
    "plutot",
    "rather",
    "c est",
    "ce sera",
    "ce serait",
    "la reponse est",
    "ma reponse est",
    "my answer is",
    "the answer is",
    "it s",
    "it s a",
    "un grand",
    "a big",
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

/// Whether a message says no more than that something is no trouble: « aucun souci », “no problem at all”.
pub(super) fn is_easy(text: &str) -> bool {
    let all = tokens(text);
    let around = [
        "oui", "yes", "ah", "oh", "at all", "du tout", "merci", "thanks", "svp",
    ];
    is_whole(stripped(&all, &around, &around), EASY)
}

const EASY: &[&str] = &[
    "no problem",
    "not a problem",
    "no worries",
    "no trouble",
    "pas de souci",
    "pas de soucis",
    "pas de probleme",
    "pas de problemes",
    "aucun souci",
    "aucun probleme",
    "sans souci",
    "sans probleme",
    "y a pas de souci",
    "il n y a pas de souci",
    "ca ne pose pas de probleme",
];

/// Whether a message takes what is pointed at, and says nothing else: « va pour ça », “that works”, « d'accord pour
/// celui-là ».
pub(super) fn takes(text: &str) -> bool {
    let all = tokens(text);
    let core = stripped(&all, AROUND_TAKING, AROUND_TAKING);
    let mut rest = core;
    while let Some(count) = longest(rest, YES).filter(|count| *count < rest.len()) {
        rest = &rest[count..];
    }
    let asks = text.contains(['?', '？']);
    !asks && (verdict(text) == Some(Verdict::Yes) || is_whole(rest, TAKING) || is_fine(core))
}

/// « ça m'irait bien », “that one is fine”: what is pointed at is fine, and nothing else is said of it.
fn is_fine(core: &[Token]) -> bool {
    let count = longest(core, POINTED).unwrap_or(0);
    let rest = &core[count..];
    let pointed = count > 0 || rest.first().is_some_and(|first| first.is(FINE));
    let rest = match rest {
        [front @ .., to, me]
            if to.is(&["pour", "for", "to"]) && me.is(&["moi", "me", "us", "nous"]) =>
        {
            front
        }
        all @ [..] => all,
    };
    let whole = rest.iter().skip(1).all(|token| !token.breaks);
    let more = rest.iter().any(|token| token.is(BESIDE));
    pointed && !rest.is_empty() && whole && !more && remark(rest) == Remark::Well
}

/// Words with which somebody says that what is pointed at is fine.
const FINE: &[&str] = &[
    "sounds",
    "looks",
    "works",
    "suits",
    "fine",
    "perfect",
    "great",
    "good",
    "ideal",
    "parfait",
    "impeccable",
    "nickel",
    "top",
    "convient",
    "lovely",
];

/// With these more is said than that.
const BESIDE: &[&str] = &[
    "si", "if", "mais", "but", "pour", "for", "avec", "with", "sans", "without", "a", "at", "to",
    "in", "en", "dans", "chez", "quand", "when", "unless", "sauf", "except", "et", "and", "ou",
    "or",
];

const AROUND_TAKING: &[&str] = &[
    "bon",
    "alors",
    "eh bien",
    "ah",
    "oh",
    "euh",
    "merci",
    "well",
    "thanks",
    "thank you",
    "please",
    "then",
    "svp",
    "s il vous plait",
    "super",
    "great",
    "perfect",
    "parfait",
    "lovely",
];

const POINTED: &[&str] = &[
    "ca", "cela", "c", "celui la", "celui ci", "celle la", "celle ci", "il", "elle", "that",
    "this", "it", "that one", "this one", "which",
];

const TAKING: &[&str] = &[
    "va pour ca",
    "va pour celui la",
    "va pour celui ci",
    "va pour celle la",
    "va pour celle ci",
    "pour celui la",
    "pour celui ci",
    "pour celle la",
    "pour celle ci",
    "pour ca",
    "celui la",
    "celle la",
    "celui ci",
    "celle ci",
    "je le prends",
    "je la prends",
    "je prends",
    "je prends ca",
    "je prends celui la",
    "je prends celle la",
    "on le prend",
    "on la prend",
    "on prend",
    "on prend ca",
    "on y va",
    "allons y",
    "ca m ira",
    "ca ira",
    "ca m irait",
    "ca ferait l affaire",
    "ca fera l affaire",
    "i ll take it",
    "i ll take that",
    "i ll take that one",
    "i take it",
    "we ll take it",
    "we ll take that",
    "we ll have that",
    "i ll have that",
    "i ll have that one",
    "let s do that",
    "let s do it",
    "let s do this",
    "let s go",
    "let s go for it",
    "let s go for that",
    "let s go with that",
    "let s go with it",
    "let s take it",
    "let s take that",
    "let s book it",
    "go for it",
    "go with that",
    "go ahead",
    "book it",
    "that one",
    "this one",
    "that ll do",
    "that will do",
    "that one please",
    "with that",
];

/// Whether a message says what it denies to be no trouble: « non, ça ne me dérange pas » is a yes.
pub(super) fn minds(text: &str) -> bool {
    holds(&tokens(text), MINDING)
}

/// What somebody denies who has nothing against it.
const MINDING: &[&str] = &[
    "derange pas",
    "gene pas",
    "probleme",
    "inconvenient",
    "mind",
    "trouble",
];

/// What a message says of what is asked: that it suits, or that it cannot be. « je ne peux pas le samedi », « impossible »,
/// « ça ne me dérange pas ». `called` are the words that name it.
pub(super) fn suits(text: &str, called: &[String]) -> Option<bool> {
    let all = tokens(text);
    let called: Vec<String> = called
        .iter()
        .flat_map(|label| logic::text::words(label))
        .collect();
    let mut rest = stripped(&all, FILLERS, FILLERS);
    let mut found: Option<bool> = None;
    while let Some(first) = rest.first() {
        let yes = longest(rest, SUITING).map(|count| (Some(true), count));
        let no = longest(rest, IMPOSSIBLE).map(|count| (Some(false), count));
        let around = longest(rest, AROUND_SUITING).map(|count| (None, count));
        let own = called.contains(&first.word).then_some((None, 1));
        let longer = |one: &(Option<bool>, usize)| one.1;
        let (said, count) = [yes, no, around, own]
            .into_iter()
            .flatten()
            .max_by_key(longer)?;
        if said.is_some() && found.is_some() && said != found {
            return None;
        }
        found = found.or(said);
        rest = &rest[count..];
    }
    found
}

const SUITING: &[&str] = &[
    "ca me va",
    "ca me va bien",
    "ca me va tres bien",
    "ca me va parfaitement",
    "ca me convient",
    "ca me convient bien",
    "ca me convient tres bien",
    "ca me convient parfaitement",
    "cela me va",
    "cela me va bien",
    "cela me convient",
    "ca m irait",
    "ca m irait bien",
    "ca m irait tres bien",
    "cela m irait",
    "cela m irait bien",
    "ca m arrange",
    "ca me plairait",
    "je peux",
    "je suis disponible",
    "je suis dispo",
    "ca ne me derange pas",
    "ca me derange pas",
    "cela ne me derange pas",
    "ca ne me gene pas",
    "ca me gene pas",
    "cela ne me gene pas",
    "ca ne me pose pas de probleme",
    "ca ne me pose pas probleme",
    "ca me pose pas de probleme",
    "ca ne me pose aucun probleme",
    "ca me pose aucun probleme",
    "cela ne me pose aucun probleme",
    "cela ne me pose pas de probleme",
    "ca ne pose pas de probleme",
    "ca ne pose aucun probleme",
    "je n y vois pas d inconvenient",
    "je n y vois aucun inconvenient",
    "aucun inconvenient",
    "pas d inconvenient",
    "i don t mind",
    "i wouldn t mind",
    "i do not mind",
    "i don t mind that",
    "i don t mind at all",
    "that works",
    "that works for me",
    "works for me",
    "that suits me",
    "that suits me fine",
    "suits me",
    "suits me fine",
    "that s fine",
    "that s fine with me",
    "that s fine by me",
    "fine by me",
    "fine with me",
    "that s ok",
    "that s ok with me",
    "that would work",
    "that would be fine",
    "i can",
    "i can do that",
    "i m available",
    "no trouble at all",
];

const IMPOSSIBLE: &[&str] = &[
    "impossible",
    "c est impossible",
    "ca m est impossible",
    "ce n est pas possible",
    "c est pas possible",
    "ce ne serait pas possible",
    "ce ne sera pas possible",
    "ca ne serait pas possible",
    "ca ne sera pas possible",
    "pas possible",
    "je ne peux pas",
    "je peux pas",
    "j peux pas",
    "je ne pourrai pas",
    "je ne pourrais pas",
    "je pourrais pas",
    "je ne suis pas disponible",
    "je suis pas disponible",
    "je suis pas dispo",
    "je ne suis pas dispo",
    "ca ne me va pas",
    "ca me va pas",
    "ca ne me convient pas",
    "ca me convient pas",
    "cela ne me convient pas",
    "ca m arrange pas",
    "ca ne m arrange pas",
    "ca me derange",
    "ca me gene",
    "exclu",
    "c est exclu",
    "i can t",
    "i cannot",
    "i can not",
    "i couldn t",
    "i m not able to",
    "i am not able to",
    "i m not available",
    "i can t do that",
    "i can t do it",
    "not possible",
    "it s not possible",
    "it isn t possible",
    "that s not possible",
    "it s impossible",
    "that s impossible",
    "that doesn t work",
    "that doesn t work for me",
    "doesn t work for me",
    "that doesn t suit me",
];

/// What may stand beside that and says nothing of it.
const AROUND_SUITING: &[&str] = &[
    "pour moi",
    "for me",
    "le",
    "la",
    "les",
    "l",
    "du tout",
    "at all",
    "malheureusement",
    "helas",
    "desole",
    "desolee",
    "merci",
    "thanks",
    "thank you",
    "sorry",
    "unfortunately",
    "i m afraid",
    "afraid",
    "franchement",
    "honnetement",
    "honestly",
    "moi",
    "non",
    "no",
    "ah",
    "oh",
    "ce jour la",
    "on",
    "the",
    "that",
    "vraiment",
    "really",
    "non plus",
    "tout a fait",
    "tres bien",
    "parfaitement",
];

/// A thumb up or down, and nothing else.
pub(super) fn sign(text: &str) -> Option<bool> {
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

/// What is an answer only where nothing follows it: « I am », not « I am a doctor ».
const ENDED: &[&str] = &[
    "i do", "i am", "i don t", "i do not", "i m not", "i am not", "true", "vrai", "false", "faux",
    "never", "jamais",
];

/// « ouiii » is « oui »; « noon » is noon.
pub(super) fn squeezed(said: &[Token]) -> Vec<Token> {
    let squeeze = |token: &Token| {
        let mut word = String::new();
        let letters: Vec<char> = token.word.chars().collect();
        for run in letters.chunk_by(|one, next| one == next) {
            word.extend(&run[..if run.len() >= 3 { 1 } else { run.len() }]);
        }
        Token {
            word,
            ..token.clone()
        }
    };
    said.iter().map(squeeze).collect()
}

/// What the tokens begin with: yes or no, and how many words it takes.
fn polarity(said: &[Token]) -> Option<(bool, usize)> {
    let ends = |count: usize| said.get(count).is_none_or(|next| next.breaks);
    let whole = |count: &usize| longest(said, ENDED) != Some(*count) || ends(*count);
    let yes = longest(said, YES).filter(whole).map(|count| (true, count));
    let no = longest(said, NO)
        .filter(whole)
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

/// Whether somebody says that they do not know.
pub(super) fn doubts(text: &str) -> bool {
    holds(&squeezed(&tokens(text)), DOUBTS)
}

/// « évidemment que non », « bien sûr, jamais de la vie », “of course not”: a no, however it begins.
pub(super) fn surely_not(text: &str) -> bool {
    let said = squeezed(&tokens(text));
    let Some(count) = longest(&said, SURELY) else {
        return false;
    };
    let rest = &said[count..];
    let rest = &rest[longest(rest, &["que"]).unwrap_or(0)..];
    longest(rest, NOT_AT_ALL).is_some()
}

/// Yes or no in words that are neither, as a whole: « jamais de la vie », “no doubt”.
pub(super) fn idiom(text: &str, refers: bool) -> Option<bool> {
    let said = squeezed(&tokens(text));
    let mut rest = &said[..];
    if let Some(count) = longest(rest, REGRETS).filter(|_| refers) {
        let rest = &rest[count..];
        let no = is_whole(rest, NO) || is_whole(rest, &["not", "pas"]);
        let yes = is_whole(rest, YES) || is_whole(rest, &["so"]);
        return (yes || no).then_some(yes);
    }
    if refers && is_whole(rest, GLADLY) {
        return Some(true);
    }
    while let Some(count) = longest(rest, FILLERS).filter(|count| *count < rest.len()) {
        rest = &rest[count..];
    }
    match (is_whole(rest, SAYING_YES), is_whole(rest, SAYING_NO)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        (false, false) => None,
    }
}

/// What is said before a yes or a no that somebody regrets.
const REGRETS: &[&str] = &[
    "helas",
    "malheureusement",
    "i m afraid",
    "im afraid",
    "unfortunately",
    "sadly",
];
const GLADLY: &[&str] = &[
    "sans probleme",
    "sans souci",
    "pourquoi pas",
    "oui pourquoi pas",
    "why not",
    "yes why not",
];
const SAYING_YES: &[&str] = &[
    "no doubt",
    "no doubt about it",
    "without a doubt",
    "without any doubt",
    "sans aucun doute",
    "aucun doute",
    "sans hesiter",
    "sans hesitation",
    "et comment",
    "you bet",
    "plutot deux fois qu une",
];
const SAYING_NO: &[&str] = &[
    "jamais de la vie",
    "pour rien au monde",
    "hors de question",
    "c est hors de question",
    "out of the question",
    "not a chance",
    "no chance",
    "not on your life",
    "not in a million years",
];

const SURELY: &[&str] = &[
    "evidemment",
    "certainement",
    "surement",
    "bien sur",
    "bien entendu",
    "clairement",
    "absolument",
    "tout a fait",
    "franchement",
    "definitivement",
    "certes",
    "of course",
    "certainly",
    "obviously",
    "clearly",
    "absolutely",
    "definitely",
    "surely",
];

const NOT_AT_ALL: &[&str] = &[
    "non",
    "pas",
    "impossible",
    "jamais",
    "exclu",
    "hors de question",
    "no",
    "not",
    "never",
];

/// A yes or a no that takes back what was said before it: « oui, enfin non ». Without a word that does so, both are
/// neither.
pub(super) fn last_word(text: &str) -> Result<Value, NotUnderstood> {
    let said = squeezed(&tokens(text));
    let parts = turns(&said);
    if parts.len() < 2 || holds(&said, DOUBTS) || sign(text).is_some() {
        return yes_or_no(text);
    }
    let piece = |part: &[Token]| match part {
        [first, .., last] => &text[first.start..last.end],
        [only] => &text[only.start..only.end],
        [] => "",
    };
    let mut last: Option<Result<Value, NotUnderstood>> = None;
    for part in parts {
        let text = piece(part);
        let read = match surely_not(text) {
            true => Ok(Value::Bool(false)),
            false => yes_or_no(text),
        };
        match &read {
            // What is neither says nothing against what was said, unless it denies something.
            Err(refused) if refused.code == "not-yes-or-no" => {
                if last.is_some() && part.iter().any(Token::negates) {
                    last = Some(read);
                }
            }
            Ok(_) | Err(_) => last = Some(read),
        }
    }
    last.unwrap_or_else(|| yes_or_no(text))
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
            "Oui ou non, pas les deux.",
        )
    };
    if let Some(truth) = sign(text) {
        return Ok(Value::Bool(truth));
    }
    let said = squeezed(&tokens(text));
    if is_whole(&said, &["y", "o", "si", "mais si", "si si", "mais si si"]) {
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
