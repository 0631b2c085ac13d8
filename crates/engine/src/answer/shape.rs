//! What words are by their shape: a name or a short noun phrase, a clause that somebody says, an interjection. Where
//! something else may be meant, only what has the shape of a name is one.

use super::assent::squeezed;
use super::doubt;
use super::token::{LEADS, TAILS, Token, longest, stripped, tokens};
use super::weigh::is_talk;

/// Whether words can be a name or a short noun phrase: « Chez Paul », « le bistrot du port ». What is asked, doubted,
/// denied, compared or judged is none, and no sentence is, unless it is quoted or written like a title.
pub fn is_named(said: &str) -> bool {
    let said = said.trim();
    let all = tokens(said);
    if all.is_empty() || all.len() > LONGEST || said.contains(['?', '？']) {
        return false;
    }
    if is_quoted(said) || is_titled(said, &all) {
        return true;
    }
    let inner = |token: &Token| token.start > 0 && is_capital(said, token);
    let told = |token: &Token| token.is(TOLD) || token.negates_beside_birth() || is_most(token);
    !doubt::is_open(said)
        && !is_interjection(said)
        && !is_clause(said)
        && !is_talk(said, &all)
        && !all.iter().any(|token| !inner(token) && told(token))
}

/// The name that a message says instead of what is on offer, alone or behind words that lead to one: « plutôt Nobu ».
pub(super) fn named_instead(said: &str) -> Option<&str> {
    let all = tokens(said);
    let core = stripped(&all, LEADS, TAILS);
    if let [first, .., last] | [first @ last] = core
        && core.len() < all.len()
        && is_capital(said, first)
    {
        let named = &said[first.start..last.end];
        return Some(named).filter(|named| is_named(named));
    }
    Some(said).filter(|said| is_named(said))
}

/// More words than this are no name.
const LONGEST: usize = 6;

fn is_capital(said: &str, token: &Token) -> bool {
    said[token.start..].starts_with(char::is_uppercase)
}

fn is_quoted(said: &str) -> bool {
    said.starts_with(['«', '"', '“', '‹']) && said.ends_with(['»', '"', '”', '›'])
}

/// Whether words are written like a title: with capitals, and not in capitals throughout.
fn is_titled(said: &str, all: &[Token]) -> bool {
    let plain = all.iter().filter(|token| !token.is(SMALL) && !token.elided);
    let plain: Vec<&Token> = plain.collect();
    let lower = said.contains(char::is_lowercase);
    lower && plain.len() > 1 && plain.iter().all(|token| is_capital(said, token))
}

/// “the quietest of them”: the most of something is none of them by name.
fn is_most(token: &Token) -> bool {
    token.word.len() > 5 && token.word.ends_with("est") && !token.is(&["forest", "harvest"])
}

/// Small words within a name.
const SMALL: &[&str] = &[
    "le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "au", "aux", "a", "en", "et",
    "the", "an", "of", "in", "on", "at", "and", "for", "to", "by", "with", "sur", "sous", "chez",
    "aan", "van", "von", "der", "del", "della", "di", "da",
];

/// Words with which something is said, compared or judged, and that stand in no name written small.
const TOLD: &[&str] = &[
    // of which one, and how much
    "celui",
    "celle",
    "ceux",
    "celles",
    "lequel",
    "laquelle",
    "autre",
    "autres",
    "aucun",
    "aucune",
    "quelque",
    "quelqu",
    "quelconque",
    "one",
    "ones",
    "some",
    "something",
    "someone",
    "somebody",
    "somewhere",
    "none",
    "neither",
    "either",
    "another",
    "other",
    "others",
    "else",
    "both",
    "which",
    "these",
    "those",
    "plus",
    "moins",
    "mieux",
    "pire",
    "meilleur",
    "meilleure",
    "more",
    "less",
    "most",
    "least",
    "better",
    "best",
    "worse",
    "worst",
    "cheaper",
    "closer",
    "nearer",
    "quieter",
    "bigger",
    "smaller",
    "larger",
    "earlier",
    "later",
    "nicer",
    "fancier",
    "warmer",
    "calmer",
    "simpler",
    "easier",
    "further",
    "farther",
    "faster",
    "trop",
    "tres",
    "assez",
    "si",
    "tellement",
    "vraiment",
    "plutot",
    "peu",
    "too",
    "very",
    "so",
    "really",
    "quite",
    "rather",
    "pretty",
    "bit",
    "enough",
    "franchement",
    "finalement",
    // what it is like
    "cher",
    "chere",
    "chers",
    "cheres",
    "loin",
    "proche",
    "pres",
    "bof",
    "nul",
    "nulle",
    "moche",
    "bruyant",
    "bruyante",
    "parfait",
    "parfaite",
    "genial",
    "geniale",
    "super",
    "top",
    "bien",
    "sympa",
    "nickel",
    "excellent",
    "excellente",
    "impeccable",
    "impossible",
    "possible",
    "dommage",
    "expensive",
    "pricey",
    "noisy",
    "loud",
    "far",
    "close",
    "near",
    "cheap",
    "perfect",
    "great",
    "good",
    "fine",
    "nice",
    "lovely",
    "awesome",
    "boring",
    "awful",
    "terrible",
    "pity",
    // what is done
    "ai",
    "as",
    "avez",
    "avons",
    "ont",
    "suis",
    "es",
    "etes",
    "sommes",
    "etait",
    "sera",
    "serait",
    "va",
    "vais",
    "vas",
    "vont",
    "aller",
    "irait",
    "ira",
    "voir",
    "vois",
    "verra",
    "verrai",
    "verrons",
    "prends",
    "prend",
    "prendre",
    "prenez",
    "prenons",
    "mets",
    "mettez",
    "mettre",
    "choisis",
    "choisir",
    "choisissez",
    "faut",
    "faire",
    "fais",
    "fait",
    "faites",
    "laisse",
    "laisser",
    "oublie",
    "oublier",
    "continue",
    "continuer",
    "passe",
    "passer",
    "change",
    "changer",
    "attends",
    "reserve",
    "reserver",
    "reservez",
    "veux",
    "veut",
    "voudrais",
    "voudrait",
    "peux",
    "peut",
    "pouvez",
    "pourrait",
    "dois",
    "doit",
    "sais",
    "sait",
    "connais",
    "pense",
    "crois",
    "dirais",
    "dis",
    "prefere",
    "preferer",
    "aime",
    "aimerais",
    "adore",
    "semble",
    "convient",
    "conseille",
    "conseillez",
    "recommande",
    "propose",
    "proposez",
    "est",
    "sont",
    "have",
    "has",
    "had",
    "be",
    "is",
    "are",
    "was",
    "were",
    "been",
    "do",
    "does",
    "did",
    "don",
    "will",
    "would",
    "can",
    "could",
    "may",
    "might",
    "should",
    "must",
    "shall",
    "let",
    "ll",
    "ve",
    "re",
    "go",
    "going",
    "get",
    "got",
    "take",
    "taking",
    "choose",
    "pick",
    "keep",
    "leave",
    "want",
    "need",
    "prefer",
    "sounds",
    "looks",
    "seems",
    "works",
    "think",
    "guess",
    "know",
    "see",
    "say",
    "suggest",
    "recommend",
    "surprise",
    "wait",
    "skip",
    "book",
    "try",
    "make",
    "put",
    "am",
    // what joins sentences, and what is said around them
    "mais",
    "donc",
    "sinon",
    "parce",
    "puis",
    "ensuite",
    "alors",
    "ou",
    "but",
    "or",
    "then",
    "though",
    "because",
    "oui",
    "non",
    "ouais",
    "ok",
    "okay",
    "yes",
    "no",
    "yeah",
    "nope",
    "merci",
    "thanks",
    "thank",
    "please",
    "svp",
    "stp",
    "bonjour",
    "hello",
    "hi",
    "maybe",
    "perhaps",
    "peut",
    "etre",
    "maintenant",
    "now",
    "tard",
    "demain",
    "tomorrow",
    "today",
    "tonight",
    "voila",
    "bon",
    "bah",
    "ben",
    "hein",
    "desole",
    "sorry",
    "idk",
    "jsp",
];

/// Whether an item of a list is a clause that somebody says, and names nothing: « je ne lis pas », « c'est privé », “too
/// many to choose”. Within quotes, or with capitals like a title (« Je suis une légende »), it is a name.
pub(super) fn is_clause(said: &str) -> bool {
    let said = said.trim();
    let all = tokens(said);
    if is_quoted(said) || has_title_capitals(said, &all) {
        return false;
    }
    let mut core = &all[..];
    while let Some(count) = longest(core, AROUND).filter(|count| *count < core.len()) {
        core = &core[count..];
    }
    if longest(core, NAMING_NONE).is_some() {
        return true;
    }
    let [first, second, ..] = core else {
        return false;
    };
    if second.breaks || second.is(NO_VERBS) {
        return false;
    }
    if longest(core, POINTING).is_some_and(|count| count < core.len()) {
        return true;
    }
    let denies = core.iter().any(Token::negates_beside_birth);
    let answers = core[1..].iter().any(|token| token.is(OF_ANSWERS));
    let sentence = core.len() == all.len() && is_capital(said, first);
    first.is(SUBJECTS) && (!sentence || denies || answers)
}

/// « Il faut sauver le soldat Ryan » has one capital inside, “It's a Wonderful Life” as many as it has words.
fn has_title_capitals(said: &str, all: &[Token]) -> bool {
    let inner = all.iter().skip(1);
    let inner = inner.filter(|token| token.word.chars().count() > 3);
    let (capital, small): (Vec<&Token>, Vec<&Token>) =
        inner.partition(|token| is_capital(said, token));
    let lower = said.contains(char::is_lowercase);
    let first = all.first().is_some_and(|first| is_capital(said, first));
    lower && first && !capital.is_empty() && capital.len() >= small.len()
}

/// What stands before a clause and says nothing.
const AROUND: &[&str] = &[
    "euh",
    "heu",
    "ben",
    "bah",
    "bof",
    "ah",
    "oh",
    "eh bien",
    "bon",
    "mais",
    "et",
    "alors",
    "donc",
    "franchement",
    "honnetement",
    "desole",
    "desolee",
    "en fait",
    "enfin",
    "haha",
    "hahaha",
    "lol",
    "mdr",
    "pfff",
    "pff",
    "well",
    "um",
    "uh",
    "er",
    "so",
    "but",
    "and",
    "honestly",
    "frankly",
    "sorry",
    "actually",
    "hmm",
    "hm",
    "hum",
    "to be honest",
];

/// With these somebody does something.
const SUBJECTS: &[&str] = &[
    "je", "j", "tu", "il", "elle", "on", "nous", "vous", "ils", "elles", "i", "you", "he", "she",
    "we", "they",
];

/// These point at something, and are no name whatever follows.
const POINTING: &[&str] = &[
    "c",
    "ca",
    "cela",
    "ce n",
    "ce serait",
    "il y",
    "il n y",
    "y a",
    "y en",
    "it",
    "that",
    "this",
    "there",
];

/// What may stand behind them in a name: « elle et lui ».
const NO_VERBS: &[&str] = &[
    "et", "and", "ou", "or", "deux", "trois", "quatre", "tous", "toutes", "two", "three", "all",
    "both",
];

/// Verbs of whoever says how it is with them and what was asked for.
const OF_ANSWERS: &[&str] = &[
    "lis",
    "lit",
    "lisons",
    "lisais",
    "lire",
    "aime",
    "aimons",
    "aimais",
    "prefere",
    "preferons",
    "regarde",
    "regardons",
    "ecoute",
    "sais",
    "savons",
    "connais",
    "connaissons",
    "pense",
    "crois",
    "souviens",
    "rappelle",
    "oublie",
    "veux",
    "voudrais",
    "peux",
    "peut",
    "choisis",
    "choisir",
    "hesite",
    "prends",
    "prendrais",
    "dirais",
    "mets",
    "adore",
    "adorons",
    "dois",
    "ai",
    "avons",
    "like",
    "love",
    "read",
    "watch",
    "know",
    "think",
    "guess",
    "remember",
    "recall",
    "forget",
    "forgot",
    "prefer",
    "want",
    "can",
    "could",
    "d",
    "ll",
    "ve",
    "have",
    "need",
    "choose",
    "pick",
    "would",
    "say",
    "don",
    "cannot",
];

/// Words that begin a clause which names nothing.
const NAMING_NONE: &[&str] = &[
    "rien ne",
    "rien de",
    "rien que je",
    "aucun ne",
    "aucune ne",
    "trop de",
    "trop d",
    "trop dur",
    "trop difficile",
    "trop long",
    "trop nombreux",
    "trop nombreuses",
    "trop personnel",
    "difficile a",
    "difficile de",
    "dur a",
    "dur de",
    "impossible a",
    "impossible de",
    "pas de",
    "pas d",
    "pas envie",
    "plein de",
    "beaucoup de",
    "beaucoup trop",
    "tellement de",
    "n importe",
    "peu importe",
    "bonne question",
    "voyons",
    "nothing that",
    "nothing comes",
    "nothing in particular",
    "nothing special",
    "none of",
    "none that",
    "too many",
    "too much",
    "too hard",
    "too difficult",
    "too long",
    "too personal",
    "hard to",
    "difficult to",
    "impossible to",
    "so many",
    "lots of",
    "a lot of",
    "plenty of",
    "no idea",
    "not sure",
    "not really",
    "no comment",
    "good question",
    "let me see",
    "let s see",
    "rather not",
    "d rather not",
    "whatever",
    "anything",
    "mind your",
];

/// Whether words are no more than a sound that somebody makes: « pfff », « lol », “hahaha”.
pub(super) fn is_interjection(said: &str) -> bool {
    let all = squeezed(&tokens(said));
    !all.is_empty()
        && all
            .iter()
            .all(|token| token.is(SOUNDS) || laughs(&token.word))
}

/// « haha », “hehehe”, « hihi ».
fn laughs(word: &str) -> bool {
    let twice = word.len() > 3 && word.is_ascii();
    let made = |sound: &str| word.replace(sound, "").len() < 2;
    twice && ["ha", "he", "hi", "ho", "ja"].into_iter().any(made)
}

const SOUNDS: &[&str] = &[
    "pf", "pff", "pfiou", "pouah", "beurk", "berk", "beuh", "bof", "mouais", "moui", "euh", "heu",
    "hum", "hm", "hmm", "mm", "mmh", "ah", "oh", "eh", "ha", "he", "hey", "lol", "lool", "mdr",
    "ptdr", "xd", "wow", "ouah", "waouh", "oups", "zut", "mince", "ben", "bah", "hein", "huh",
    "ugh", "uh", "um", "er", "erm", "meh", "aie", "ouf", "chut", "hop", "rofl", "lmao", "oops",
    "tss", "pst", "ouille", "whoa", "woah", "yikes", "gosh", "geez", "duh", "argh", "grr", "yo",
];
