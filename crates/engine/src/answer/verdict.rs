//! What is said to a mirror: that it is so, that it is not, or what is to be added.

use super::assent::{NO, YES, sign};
use super::doubt::only_doubts;
use super::heed::is_courtesy;
use super::is_invisible;
use super::shape::is_interjection;
use super::token::{Token, holds, is_whole, longest, stripped, tokens};

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
    "ca me ressemble bien",
    "ca me ressemble tout a fait",
    "cela me ressemble",
    "je m y reconnais",
    "je m y reconnais bien",
    "je m y reconnais tout a fait",
    "je m y reconnais parfaitement",
    "je m y retrouve",
    "je m y retrouve bien",
    "je me reconnais",
    "je me reconnais bien",
    "je me retrouve",
    "tout a fait moi",
    "c est vraiment moi",
    "c est vraiment ca",
    "c est tellement moi",
    "c est fidele",
    "c est tres juste",
    "tres juste",
    "rien a changer",
    "rien a redire",
    "rien a ajouter",
    "rien a corriger",
    "ne change rien",
    "ne changez rien",
    "on ne change rien",
    "ca me correspond",
    "je valide",
    "valide",
    "je confirme",
    "je suis d accord",
    "je suis tout a fait d accord",
    "ca me va",
    "bien vu",
    "bingo",
    "nickel",
    "looks good",
    "looks right",
    "looks good to me",
    "looks right to me",
    "sounds right",
    "sounds good",
    "sounds about right",
    "sounds right to me",
    "sounds good to me",
    "sounds like me",
    "that sounds right",
    "that sounds good",
    "that sounds like me",
    "it sounds right",
    "feels right",
    "that feels right",
    "i recognise myself",
    "i recognize myself",
    "that describes me",
    "that describes me well",
    "totally me",
    "so me",
    "nothing to change",
    "nothing to add",
    "no changes",
    "all good",
    "well said",
    "it is",
    "it does",
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
    "ca ne me ressemble pas du tout",
    "cela ne me ressemble pas",
    "je ne m y reconnais pas",
    "je ne m y reconnais pas du tout",
    "je ne m y reconnais pas vraiment",
    "je m y reconnais pas",
    "je ne m y retrouve pas",
    "je ne me reconnais pas",
    "pas du tout",
    "pas vraiment",
    "doesn t sound right",
    "that doesn t sound right",
    "that doesn t sound like me",
    "that s not like me",
    "not really",
    "not at all",
    "pas tout a fait",
    "pas tout a fait moi",
    "pas tout a fait ca",
    "ce n est pas tout a fait ca",
    "ce n est pas tout a fait moi",
    "c est presque ca",
    "presque ca",
    "pas d accord",
    "je ne suis pas d accord",
    "that s not quite right",
    "that s not quite me",
    "that s not quite it",
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
    "s il te plait",
    "stp",
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

/// Whether a message says nothing at all to a mirror: a letter, a number, a greeting, or keys that were hit.
pub fn is_junk(said: &str) -> bool {
    let all = tokens(said);
    let junk = |token: &Token| {
        let word = token.word.as_str();
        let letters = word.chars().count();
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        let spoken = !word.is_ascii() || word.contains(['a', 'e', 'i', 'o', 'u', 'y']);
        let first = word.chars().next();
        let one_key = letters > 2 && word.chars().all(|letter| Some(letter) == first);
        let row = letters > 3 && KEYS.iter().any(|row| row.contains(word));
        let letter = letters == 1 && !token.is(&["y", "n", "o"]);
        digits || !spoken && !token.is(&["n"]) || one_key || row || letter
    };
    !said.contains(['?', '？']) && !all.is_empty() && (all.iter().all(junk) || is_courtesy(said))
}

/// Whether a message neither agrees nor says what is wrong: « je ne sais pas », « bof ».
pub fn is_shrug(said: &str) -> bool {
    let all = tokens(said);
    only_doubts(said) || is_whole(stripped(&all, POLITE, POLITE), SHRUGS)
}

const SHRUGS: &[&str] = &[
    "bof",
    "bof bof",
    "mouais",
    "moui",
    "mwouais",
    "mouaif",
    "meh",
    "so so",
    "couci couca",
    "bah",
    "ben",
    "peu importe",
    "whatever",
    "ni oui ni non",
];

/// Keys that lie side by side.
const KEYS: &[&str] = &[
    "azertyuiop",
    "qsdfghjklm",
    "wxcvbn",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
];

/// What a message says to a mirror in more ways than to anything else: « je valide pas », « RAS ».
pub fn at_mirror(said: &str) -> Option<Verdict> {
    let all = tokens(said);
    let core = stripped(&all, POLITE, POLITE);
    let denied = core.first().is_some_and(Token::refuses);
    let rest = if denied && core.len() > 1 {
        &core[1..]
    } else {
        core
    };
    if is_whole(rest, NOTHING) || is_whole(core, WELL_ENOUGH) || agrees(&all) {
        return Some(Verdict::Yes);
    }
    is_whole(rest, NOT_SO).then_some(Verdict::No)
}

/// Whether a message says nothing but that all is well, or that it may go on: « tout est juste », « super », “everything looks
/// right to me”, « on continue ».
fn agrees(all: &[Token]) -> bool {
    let mut rest = all;
    let mut praises = false;
    while let Some(first) = rest.first() {
        let phrases = [VALID, YES, NOTHING, GOING_ON, PRAISES];
        let praise = phrases.iter().filter_map(|phrases| longest(rest, phrases));
        let praise = praise.max();
        let small = longest(rest, POLITE).max(longest(rest, AROUND_PRAISE));
        let Some(count) = praise.max(small) else {
            return false;
        };
        // « y » and « o » are yes only alone.
        praises |= praise == Some(count) && first.word.len() > 1;
        rest = &rest[count..];
    }
    praises
}

/// What is good.
const PRAISES: &[&str] = &[
    "juste",
    "justes",
    "exact",
    "exacte",
    "exacts",
    "correct",
    "correcte",
    "vrai",
    "est bon",
    "bien",
    "fidele",
    "parfait",
    "parfaite",
    "super",
    "genial",
    "top",
    "excellent",
    "excellente",
    "impeccable",
    "nickel",
    "formidable",
    "magnifique",
    "chouette",
    "bien vu",
    "en ordre",
    "ok",
    "good",
    "right",
    "correct",
    "accurate",
    "true",
    "fine",
    "great",
    "perfect",
    "excellent",
    "brilliant",
    "awesome",
    "amazing",
    "spot on",
    "in order",
    "faithful",
    "lovely",
    "nailed it",
];

/// Words around that, which say nothing against it.
const AROUND_PRAISE: &[&str] = &[
    "tout",
    "toute",
    "c",
    "est",
    "ca",
    "cela",
    "me",
    "m",
    "semble",
    "parait",
    "va",
    "tres",
    "vraiment",
    "tout a fait",
    "parfaitement",
    "absolument",
    "completement",
    "entierement",
    "pour moi",
    "moi",
    "je",
    "trouve",
    "trouver",
    "y est",
    "dedans",
    "le portrait",
    "le miroir",
    "le resume",
    "la description",
    "le texte",
    "et",
    "alors",
    "bon",
    "eh bien",
    "all",
    "everything",
    "of it",
    "it",
    "is",
    "s",
    "that",
    "this",
    "looks",
    "seems",
    "sounds",
    "feels",
    "very",
    "really",
    "totally",
    "completely",
    "so",
    "to me",
    "for me",
    "i",
    "find",
    "think",
    "the mirror",
    "the portrait",
    "the summary",
    "the description",
    "and",
    "then",
    "you",
    "ve",
    "well",
    "oh",
    "ah",
    "allez",
    "what a",
    "quel",
];

/// Words of whoever has nothing to add and wants to go on.
const GOING_ON: &[&str] = &[
    "on continue",
    "on peut continuer",
    "continuons",
    "continue",
    "continuez",
    "on avance",
    "avancons",
    "on enchaine",
    "enchainons",
    "la suite",
    "a la suite",
    "on y va",
    "allons y",
    "en avant",
    "poursuivons",
    "on poursuit",
    "rien a dire",
    "let s continue",
    "let s go on",
    "let s go",
    "let s carry on",
    "let s keep going",
    "let s move forward",
    "let s proceed",
    "we can go on",
    "we can continue",
    "carry on",
    "go on",
    "go ahead",
    "keep going",
    "move forward",
    "moving on",
    "continue",
    "proceed",
    "nothing to say",
];

/// Whether a message says that it was not understood what is wanted, or is no more than a sound: « je ne comprends pas », « lol ».
pub fn is_lost(said: &str) -> bool {
    let all = tokens(said);
    let short = all.len() <= LOST_MAX;
    is_interjection(said) || short && holds(&all, LOST)
}

/// More words than this say of what they speak.
const LOST_MAX: usize = 7;

const LOST: &[&str] = &[
    "comprends pas",
    "comprend pas",
    "pas compris",
    "pas bien compris",
    "rien compris",
    "comprends rien",
    "pige pas",
    "capte pas",
    "suis perdu",
    "suis perdue",
    "pas clair",
    "comment ca",
    "qu est ce que je dois",
    "que dois je",
    "je dois faire quoi",
    "don t understand",
    "didn t understand",
    "do not understand",
    "don t get it",
    "don t get this",
    "didn t get it",
    "not sure what you mean",
    "i m lost",
    "i am lost",
    "i m confused",
    "i am confused",
    "makes no sense",
    "what do you mean",
    "what should i",
    "what am i supposed",
    "not clear",
];

/// Nothing is to be changed, be there a « non » before it or not.
const NOTHING: &[&str] = &[
    "ras",
    "r a s",
    "rien",
    "rien a signaler",
    "rien a changer",
    "rien a redire",
    "rien a ajouter",
    "rien a corriger",
    "rien a modifier",
    "rien de plus",
    "rien d autre",
    "il n y a rien a changer",
    "il n y a rien a redire",
    "y a rien a changer",
    "nothing",
    "nothing to change",
    "nothing to add",
    "nothing to correct",
    "nothing else",
    "nothing wrong",
    "no changes",
    "no change",
];
const WELL_ENOUGH: &[&str] = &[
    "pas mal",
    "pas mal du tout",
    "c est pas mal",
    "pas mal vu",
    "pas faux",
    "c est pas faux",
    "ce n est pas faux",
    "not bad",
    "not bad at all",
    "not wrong",
];
const NOT_SO: &[&str] = &[
    "je valide pas",
    "je ne valide pas",
    "je valide pas du tout",
    "je ne confirme pas",
    "je confirme pas",
    "je suis pas d accord",
    "je suis pas du tout d accord",
    "je ne suis pas du tout d accord",
    "ca me ressemble pas",
    "ca me ressemble pas du tout",
    "ca me ressemble pas trop",
    "ca me ressemble pas vraiment",
    "ca ne me ressemble pas vraiment",
    "ca ne me ressemble pas trop",
    "ca ressemble pas",
    "ca me correspond pas",
    "ca ne me correspond pas",
    "c pas ca",
    "c pas moi",
    "c est pas vraiment ca",
    "c est pas trop ca",
    "c est pas tout a fait ca",
    "c est pas vraiment moi",
    "c est pas tout a fait moi",
    "pas moi",
    "pas ca",
    "je me reconnais pas",
    "je me retrouve pas",
    "je m y retrouve pas",
    "je m y reconnais pas trop",
    "je m y reconnais pas du tout",
    "ca va pas",
    "ca ne va pas",
    "ca me va pas",
    "ca ne me va pas",
    "i do not agree",
    "i don t agree",
    "i don t recognise myself",
    "i don t recognize myself",
    "i don t validate",
    "i don t confirm",
    "doesn t sound like me",
    "it doesn t sound like me",
    "that doesn t look like me",
    "that does not sound like me",
    "this isn t me",
    "this is not me",
    "it s not me",
    "it isn t me",
    "not like me",
];

/// Whether somebody asks for time and says nothing else: « attends », « je réfléchis », “hmm”.
pub fn hesitates(said: &str) -> bool {
    let all = tokens(said);
    let mut rest = &all[..];
    while let Some(count) = longest(rest, HESITATING).max(longest(rest, POLITE)) {
        rest = &rest[count..];
    }
    let any = (0..all.len()).any(|at| longest(&all[at..], HESITATING).is_some());
    rest.is_empty() && any
}

const HESITATING: &[&str] = &[
    "attends",
    "attendez",
    "attends un peu",
    "attendez un peu",
    "je reflechis",
    "je cherche",
    "laisse moi reflechir",
    "laissez moi reflechir",
    "laisse moi le temps",
    "laissez moi le temps",
    "je dois reflechir",
    "il faut que je reflechisse",
    "un instant",
    "un moment",
    "une seconde",
    "une minute",
    "deux secondes",
    "deux minutes",
    "hmm",
    "hmmm",
    "hm",
    "hum",
    "mmm",
    "mm",
    "wait",
    "wait a minute",
    "wait a second",
    "wait a moment",
    "hold on",
    "hang on",
    "one moment",
    "one second",
    "one minute",
    "just a moment",
    "just a second",
    "just a minute",
    "give me a moment",
    "give me a second",
    "give me a minute",
    "let me think",
    "let me see",
    "let me think about it",
    "i m thinking",
    "i am thinking",
    "thinking",
];

/// What a message says to a mirror; nothing if it is blank, or no more than signs such as « ? ».
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
    if all.is_empty() {
        return None;
    }
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
