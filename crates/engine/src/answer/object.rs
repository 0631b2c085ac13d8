//! What somebody does with what they name, and what they say it is: « je snobe les séries », « le jeu, c'est pour les
//! enfants ». Only words that choose choose; what is done with a thing by a verb that nobody knows is asked for.

use super::judge::PRAISING;
use super::remark::{Remark, remark, well};
use super::token::{Token, holds, longest};

/// What the words before a name do with it, where somebody does something: nothing where it is no object of theirs.
pub(super) fn done_with(before: &[Token]) -> Remark {
    let subject = |token: &Token| token.is(&["je", "j", "on", "nous", "i", "we"]);
    let Some(at) = before.iter().rposition(subject) else {
        return Remark::Nothing;
    };
    let rest = &before[at + 1..];
    // “I'm into films”: what somebody is they do with nothing.
    if rest
        .first()
        .is_some_and(|next| before[at].word == "i" && next.is(&["m", "am"]))
    {
        return Remark::Nothing;
    }
    if turns_away(rest) {
        return Remark::Ill;
    }
    let small = rest.iter().take_while(|token| token.is(AROUND)).count();
    let [verb, between @ ..] = &rest[small..] else {
        return Remark::Nothing;
    };
    let direct = between.iter().all(|token| token.is(ARTICLES));
    if !between
        .iter()
        .all(|token| token.is(ARTICLES) || token.is(TO))
    {
        return Remark::Nothing;
    }
    let begins = |stems: &[&str]| stems.iter().any(|stem| verb.word.starts_with(stem));
    match (begins(LEAVING), begins(CHOOSING) || verb.is(CHOOSING_WHOLE)) {
        (true, _) => Remark::Ill,
        (false, false) if direct => Remark::Unclear,
        (false, _) => Remark::Nothing,
    }
}

/// Whether what stands right before a name turns away from it: “I steer clear of games”, « je vis sans films ».
fn turns_away(before: &[Token]) -> bool {
    let small = |token: &&Token| token.is(ARTICLES) || token.is(&["of", "from"]);
    let kept = before.len() - before.iter().rev().take_while(small).count();
    before[..kept].last().is_some_and(|last| last.is(AWAY))
}

/// Whether that is denied, so that it is meant: “I couldn't live without books”.
pub(super) fn cannot_do_without(before: &[Token]) -> bool {
    let kept = before.iter().rev().skip_while(|token| token.is(ARTICLES));
    let without = kept.take(1).any(|token| token.is(&["without", "sans"]));
    without && before.iter().any(Token::negates)
}

/// Whether words behind a name say what it is, and neither that it is fine nor that it is not: “are a waste of time”.
pub(super) fn is_said_to_be(behind: &[Token]) -> bool {
    match behind {
        [being, article, rest @ ..] => {
            let said = being.is(&["is", "are", "was", "were"]) && article.is(&["a", "an"]);
            said && !holds(rest, PLEASANT) && remark(rest) == Remark::Unclear
        }
        [..] => false,
    }
}

/// Whether words behind a name leave it to others: « est pour les enfants », “is for kids”.
pub(super) fn is_for_others(behind: &[Token]) -> bool {
    let end = behind.iter().skip(1).position(|token| token.breaks);
    let clause = &behind[..end.map_or(behind.len(), |end| end + 1)];
    let being = clause.iter().position(|token| token.is(BEING));
    let Some(being) = being else {
        return false;
    };
    let small = |token: &&Token| token.is(AROUND) || token.is(BEING) || token.is(DEGREES);
    let rest = &clause[being..];
    let rest = &rest[rest.iter().take_while(small).count()..];
    match rest {
        [to, next, ..] => to.is(&["pour", "for"]) && next.is(OTHERS),
        [..] => false,
    }
}

/// Whether a clause that names nothing says what was named before it is, and neither that it is fine nor that it is
/// not: « c'est puéril », “that's for kids”.
pub(super) fn judges(clause: &[Token]) -> bool {
    let points = longest(clause, POINTING).is_some();
    let fine = holds(clause, PLEASANT) || holds(clause, PRAISING);
    let fine = fine || (0..clause.len()).any(|at| well(&clause[at..]).is_some());
    points && (is_for_others(clause) || !fine && remark(clause) == Remark::Unclear)
}

/// Whether words behind what somebody does say no more than how or to whom: « j'écoute d'abord les autres »,
/// « j'essaie direct ».
pub(super) fn is_manner(behind: &[Token]) -> bool {
    let mut rest = behind;
    while let Some(count) = longest(rest, MANNER) {
        rest = &rest[count..];
    }
    !behind.is_empty() && rest.is_empty() && !behind[0].breaks
}

const MANNER: &[&str] = &[
    "d abord",
    "tout d abord",
    "avant tout",
    "en premier",
    "direct",
    "directement",
    "tout de suite",
    "aussitot",
    "immediatement",
    "d emblee",
    "de suite",
    "les autres",
    "tout le monde",
    "chacun",
    "toujours",
    "souvent",
    "first",
    "first of all",
    "before anything else",
    "right away",
    "straight away",
    "at once",
    "immediately",
    "directly",
    "everybody",
    "everyone",
    "everybody else",
    "everyone else",
    "the others",
    "others",
    "to others",
    "to the others",
    "to everybody",
    "to everyone",
    "always",
    "usually",
    "often",
];

const POINTING: &[&str] = &[
    "ca",
    "cela",
    "c est",
    "ce sont",
    "c etait",
    "ca reste",
    "ca fait",
    "it s",
    "it is",
    "that s",
    "that is",
    "they re",
    "they are",
    "those are",
    "ils sont",
    "elles sont",
    "il est",
    "elle est",
];

const BEING: &[&str] = &[
    "est", "sont", "is", "are", "s", "re", "reste", "restent", "etait", "was", "were",
];

const DEGREES: &[&str] = &[
    "bon",
    "bien",
    "plutot",
    "surtout",
    "juste",
    "seulement",
    "good",
    "only",
    "just",
    "mostly",
    "really",
    "more",
    "fait",
    "faits",
    "made",
    "reserve",
    "reserves",
];

/// For whom something is that is not for whoever says so.
const OTHERS: &[&str] = &[
    "les",
    "des",
    "mes",
    "mon",
    "ma",
    "ses",
    "son",
    "sa",
    "leurs",
    "ceux",
    "celles",
    "d",
    "the",
    "my",
    "his",
    "her",
    "those",
    "other",
    "others",
    "people",
    "kids",
    "children",
    "babies",
    "old",
    "young",
    "toddlers",
    "losers",
    "nerds",
    "enfants",
    "gamins",
    "gosses",
    "girls",
    "boys",
    "teenagers",
    "someone",
    "somebody",
    "quelqu",
    "everyone",
    "women",
    "men",
    "vous",
    "toi",
    "you",
];

/// Words between somebody and what they do.
const AROUND: &[&str] = &[
    "me",
    "se",
    "s",
    "m",
    "te",
    "t",
    "vous",
    "le",
    "la",
    "les",
    "l",
    "y",
    "en",
    "nous",
    "c",
    "ce",
    "ca",
    "it",
    "that",
    "vraiment",
    "really",
    "always",
    "toujours",
    "bien",
    "quand",
    "meme",
    "just",
    "also",
    "definitely",
    "d",
    "ll",
    "ve",
    "aussi",
    "surtout",
    "still",
    "usually",
    "often",
    "souvent",
    "simply",
    "would",
    "will",
    "do",
    "honestly",
    "franchement",
    "actually",
    "probably",
    "personally",
    "rather",
    "plutot",
];

const ARTICLES: &[&str] = &[
    "le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "the", "an", "some", "any", "all",
    "tous", "toutes", "ces", "ce", "cette", "mes", "mon", "ma", "my", "those", "these", "that",
];

/// Words that turn away from what follows them.
const AWAY: &[&str] = &[
    "without", "out", "away", "clear", "off", "against", "contre", "sans", "loin",
];

const TO: &[&str] = &["a", "au", "aux"];

/// The beginnings of verbs by which somebody wants, likes, uses or says something.
const CHOOSING: &[&str] = &[
    "aim",
    "habit",
    "visit",
    "vise",
    "log",
    "travaill",
    "work",
    "stay",
    "mov",
    "ador",
    "prefer",
    "choisi",
    "pren",
    "prend",
    "voul",
    "veu",
    "voudr",
    "vot",
    "opt",
    "mett",
    "regard",
    "ecout",
    "pens",
    "croi",
    "pench",
    "incli",
    "repond",
    "repon",
    "coch",
    "valid",
    "retien",
    "gard",
    "rest",
    "kiff",
    "craqu",
    "souhait",
    "desir",
    "appreci",
    "raffol",
    "devor",
    "consomm",
    "commenc",
    "decid",
    "select",
    "pioch",
    "privilegi",
    "imagin",
    "suppos",
    "plong",
    "joue",
    "jouer",
    "lire",
    "lisai",
    "vois",
    "verr",
    "voir",
    "achet",
    "cherch",
    "demand",
    "revien",
    "trouv",
    "connai",
    "cuisin",
    "mang",
    "boi",
    "bu",
    "fais",
    "fait",
    "ferai",
    "propos",
    "reserv",
    "command",
    "collectionn",
    "confirm",
    "accept",
    "approuv",
    "favori",
    "parl",
    "ecri",
    "dessin",
    "pratiqu",
    "utilis",
    "reclam",
    "passe",
    "attend",
    "mis",
    "pari",
    "vis",
    "reve",
    "savour",
    "recommand",
    "conseill",
    "adher",
    "tent",
    "tien",
    "like",
    "liking",
    "love",
    "loving",
    "prefer",
    "choos",
    "chos",
    "pick",
    "take",
    "taking",
    "took",
    "want",
    "vote",
    "voting",
    "go",
    "opt",
    "say",
    "said",
    "think",
    "guess",
    "believ",
    "suppos",
    "feel",
    "enjoy",
    "ador",
    "fanc",
    "read",
    "watch",
    "play",
    "listen",
    "see",
    "need",
    "mean",
    "lean",
    "tend",
    "settl",
    "stick",
    "stuck",
    "keep",
    "use",
    "look",
    "hop",
    "wish",
    "dig",
    "favour",
    "favor",
    "recommend",
    "spend",
    "spent",
    "bing",
    "collect",
    "buy",
    "bought",
    "devour",
    "consum",
    "gravitat",
    "turn",
    "order",
    "book",
    "eat",
    "drink",
    "cook",
    "cho",
    "tick",
    "mark",
    "answer",
    "creat",
    "draw",
    "writ",
    "dream",
    "live",
    "follow",
    "support",
    "nominat",
    "crav",
    "treasur",
    "cherish",
    "grew",
    "grow",
    "had",
    "have",
    "find",
    "found",
    "start",
    "begin",
    "call",
    "nam",
    "put",
    "cast",
    "confirm",
    "accept",
];

/// The same of verbs that are too short for a beginning.
const CHOOSING_WHOLE: &[&str] = &[
    "ai",
    "as",
    "a",
    "avais",
    "avons",
    "avait",
    "aurai",
    "aurais",
    "suis",
    "etais",
    "serai",
    "serais",
    "est",
    "dis",
    "dit",
    "dirai",
    "dirais",
    "dirons",
    "dire",
    "mets",
    "mettrai",
    "lis",
    "lit",
    "lu",
    "lisons",
    "vu",
    "vais",
    "va",
    "allons",
    "irai",
    "irais",
    "pars",
    "partirais",
    "sens",
    "am",
    "m",
    "was",
    "got",
    "get",
    "can",
    "could",
    "might",
    "should",
    "must",
    "may",
    "did",
    "been",
    "do",
    "saw",
    "sais",
    "sait",
    "dois",
    "peux",
    "pourrais",
    "ne",
    "n",
    "s",
];

/// The beginnings of verbs by which somebody leaves something alone.
const LEAVING: &[&str] = &[
    "snob", "boycott", "fui", "fuy", "evit", "avoid", "skip", "ignor", "quit", "shun", "mepris",
    "dedaign", "abhor", "execr", "loath", "despis", "detest", "reject", "rejet", "bann", "zapp",
    "lach", "laiss", "abandonn", "renonc", "oubli", "forg", "dump", "ditch", "drop", "hate",
    "hating", "dislik", "refus", "hai", "supprim", "bloqu", "block", "mock", "critiqu", "deni",
    "condamn", "combat", "crain", "redout", "fear", "dread", "resist",
];

/// What is said for something, beside what says that it is fine.
const PLEASANT: &[&str] = &[
    "meilleur",
    "meilleure",
    "mieux",
    "prefere",
    "preferee",
    "passionnant",
    "captivant",
    "reposant",
    "relaxant",
    "vivant",
    "beau",
    "belle",
    "magnifique",
    "sympa",
    "cool",
    "chouette",
    "agreable",
    "plaisant",
    "drole",
    "amusant",
    "fun",
    "ma vie",
    "ma passion",
    "mon truc",
    "mon dada",
    "mon domaine",
    "essentiel",
    "sacre",
    "plus",
    "formidable",
    "merveilleux",
    "apaisant",
    "stimulant",
    "enrichissant",
    "best",
    "better",
    "favourite",
    "favorite",
    "great",
    "my thing",
    "my life",
    "my passion",
    "my jam",
    "relaxing",
    "exciting",
    "amazing",
    "awesome",
    "fantastic",
    "wonderful",
    "more",
    "soothing",
    "what i",
    "ce que",
    "celui",
    "celle",
    "the one",
    "passion",
    "detend",
    "passionne",
    "amuse",
    "plait",
    "parle",
    "calme",
    "repose",
    "apaise",
    "reve",
    "rever",
    "rire",
    "relaxes me",
    "moves me",
    "speaks to me",
    "makes me happy",
];
