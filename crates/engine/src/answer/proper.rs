//! The shape of names: which words may be somebody's name or that of a place, and where such a name ends.

use super::closed::{AUXILIARIES, PREPOSITIONS, is_function};
use super::date::{WEEKDAYS, is_month};
use super::heed::is_or;
use super::name::PARTICLES;
use super::rank;
use super::sentence::is_number;
use super::token::{Token, tokens};

fn is_capital(said: &str, token: &Token) -> bool {
    said[token.start..].starts_with(char::is_uppercase)
}

/// Whether a text of several letters has no small one: its capitals then tell nothing.
fn shouts(said: &str) -> bool {
    !said.contains(char::is_lowercase)
        && said.chars().filter(|sign| sign.is_uppercase()).count() > 1
}

fn is_day(token: &Token) -> bool {
    let word = token.word.as_str();
    is_month(word) || WEEKDAYS.iter().any(|row| row.contains(&word))
}

/// Whether words may be somebody's name. `alone` says that nothing but their shape tells: an article before a small
/// letter is then none.
pub(super) fn is_person(said: &str, alone: bool) -> bool {
    let all = tokens(said);
    let shouts = shouts(said);
    let capital = |token: &Token| !shouts && is_capital(said, token);
    let plain = |token: &&Token| !token.is(PARTICLES);
    let titled = all.len() > 1 && all.iter().filter(plain).all(capital);
    let last = all.len().saturating_sub(1);
    let common = alone
        && all.len() > 1
        && !capital(&all[0])
        && all[0].is(&["le", "la", "les", "l"])
        && !capital(&all[1])
        && !shouts;
    let fits = |(at, token): (usize, &Token)| {
        let particle = token.is(PARTICLES) && at < last;
        let own = capital(token) && (at > 0 || titled && token.is(ALIKE));
        let counts = is_number(token) || rank::is_ordinal(token);
        let said_of = !is_capital(said, token) && token.is(SAID_OF);
        let initial = capital(token) && said[token.end..].starts_with('.');
        particle || own || initial || !(is_function(token) || counts || said_of)
    };
    !all.is_empty() && !common && all.iter().enumerate().all(fits)
}

/// Words of closed classes that some people are called by, where another capital follows.
const ALIKE: &[&str] = &[
    "an", "my", "do", "mon", "ma", "son", "ton", "sa", "as", "may",
];

/// What is said of a name in small letters, and is none.
const SAID_OF: &[&str] = &[
    "difficile",
    "facile",
    "complique",
    "compliquee",
    "compose",
    "composee",
    "court",
    "courte",
    "long",
    "longue",
    "rare",
    "secret",
    "secrete",
    "confidentiel",
    "confidentielle",
    "prive",
    "privee",
    "bizarre",
    "imprononcable",
    "personnel",
    "inutile",
    "connu",
    "inconnu",
    "hard",
    "easy",
    "difficult",
    "complicated",
    "short",
    "unusual",
    "private",
    "classified",
    "foreign",
    "confidential",
    "unknown",
    "below",
    "above",
    "attached",
    "dessous",
    "dessus",
    "joint",
];

/// Whether words may be the name of a place and nothing else: « Aix-en-Provence », « la rochelle », “new york”. One word
/// in small letters may be one, several mostly are not.
pub(super) fn is_place(said: &str) -> bool {
    let all = tokens(said);
    let lead = all.iter().take_while(|token| token.is(LEADING)).count();
    let article = |token: &Token| token.is(&["le", "la", "les", "l", "the"]);
    let Some(first) = all.get(lead) else {
        return false;
    };
    let digits = said.contains(|sign: char| sign.is_ascii_digit());
    let named = all[lead..].iter().position(|token| !article(token));
    let Some(named) = named.map(|at| &all[lead + at..]).filter(|_| !digits) else {
        return false;
    };
    let capital = |token: &Token| is_capital(said, token);
    if capital(&named[0]) && !shouts(said) {
        let inside = |at: usize| {
            let bound = at > 0 && said[named[at - 1].end..named[at].start] == *"-";
            let next = named.get(at + 1).is_some_and(&capital);
            let particle = at > 0 && (next && named[at].is(INNER) || named[at].clipped);
            capital(&named[at]) || bound || particle || !is_function(&named[at])
        };
        let only = named.len() > 1 || !(is_function(&named[0]) || is_day(&named[0]));
        return only && (0..named.len()).all(inside);
    }
    let inner = |token: &&Token| !token.is(INNER);
    let telling: Vec<&Token> = named.iter().filter(inner).collect();
    let bound = |pair: &[&Token]| {
        let between = &said[pair[0].end..pair[1].start];
        between == "-"
            || pair[0].is(PREFIXES)
            || tokens(between).iter().any(|token| token.is(INNER))
    };
    let none = |token: &&&Token| {
        is_function(token) || is_day(token) || is_number(token) || token.is(COMMON)
    };
    let superlative = first.is(&["the"]) && telling.iter().any(|token| token.word.ends_with("est"));
    (1..=4).contains(&telling.len())
        && telling.windows(2).all(bound)
        && !telling.iter().any(|token| none(&token))
        && !superlative
}

/// Where the name of a place ends that a text begins with: at the next preposition, number, day, courtesy or sign.
/// Nothing where it begins with none, or where it may go on.
pub(super) fn end_of_place(said: &str) -> Option<usize> {
    let all = tokens(said);
    let capital = |at: usize| all.get(at).is_some_and(|token| is_capital(said, token));
    let digits = |token: &Token| token.word.contains(|sign: char| sign.is_ascii_digit());
    let article = all.first()?.is(&["le", "la", "les", "l", "the"]) && all.len() > 1;
    let from = usize::from(article);
    let first = &all[from];
    let function = is_function(first) && !capital(from);
    if function || is_day(first) || digits(first) || is_number(first) || first.is(RELATIVE) {
        return None;
    }
    let titled = capital(from) && !shouts(said);
    let mut end = from + 1;
    while end < all.len() {
        let token = &all[end];
        let sign = said[all[end - 1].end..token.start].trim();
        let dotted = sign == "." && all[end - 1].is(&["st", "ste", "mt", "ft"]);
        let bound = sign == "-";
        if token.breaks && !dotted || is_day(token) || digits(token) || token.is(RELATIVE) {
            break;
        }
        if is_or(said, token) {
            return None;
        }
        let next = all.get(end + 1).filter(|next| !next.breaks);
        let inner = token.is(INNER)
            && next.is_some_and(|next| {
                let named = !titled && !is_function(next) || is_capital(said, next);
                named && !is_day(next) && !is_number(next)
            });
        // In small letters « stoke on trent » and « leeds on business » are alike.
        if inner && !titled && !bound && token.is(&["on", "by", "in", "under"]) {
            return None;
        }
        let plain = match titled {
            true => is_capital(said, token) || token.clipped,
            false => !is_function(token) && end - from < 3,
        };
        if !(plain || bound || inner || dotted) {
            break;
        }
        end += 1;
    }
    Some(all[end - 1].end)
}

/// Whether what stands at a word may be the name of a place: a capital that is no day and no small word.
pub(super) fn begins_place(said: &str, all: &[Token], at: usize) -> bool {
    let Some(token) = all.get(at).filter(|token| !token.breaks) else {
        return false;
    };
    let article = token.is(&["le", "la", "les", "l", "the"]);
    let own = is_capital(said, token) && !is_day(token) && !token.is(HOLIDAYS);
    let plain = !is_function(token) || article;
    let named = !article || all.get(at + 1).is_some_and(|next| is_capital(said, next));
    own && plain && named && !shouts(said)
}

/// Whether what stands at a word may be the name of a place in small letters.
pub(super) fn may_begin_place(said: &str, all: &[Token], at: usize) -> bool {
    let Some(token) = all.get(at).filter(|token| !token.breaks) else {
        return false;
    };
    let common = token.is(COMMON) || token.is(AUXILIARIES) || token.is(VERBS);
    let counts = is_number(token) || token.word.contains(|sign: char| sign.is_ascii_digit());
    begins_place(said, all, at)
        || !(is_function(token) || is_day(token) || counts || common || token.is(RELATIVE))
}

/// A text without the words of closed classes at its end: « Chez Lina pour ».
pub(super) fn without_tail(said: &str) -> usize {
    let all = tokens(said);
    let small = |token: &&Token| token.is(PREPOSITIONS) && !is_capital(said, token);
    let tail = all.iter().rev().take_while(small).count();
    match all.len().checked_sub(tail + 1) {
        Some(last) if tail > 0 => all[last].end,
        Some(_) | None => said.len(),
    }
}

/// Words before a place.
const LEADING: &[&str] = &["a", "au", "aux", "in", "at", "to", "dans", "vers", "near"];

/// Words within the name of a place.
const INNER: &[&str] = &[
    "de", "du", "des", "d", "la", "le", "les", "l", "en", "sur", "sous", "aux", "au", "lez", "les",
    "et", "on", "upon", "of", "the", "by", "under", "in", "next", "and", "del", "do", "da", "dos",
    "das", "der", "am", "an", "von", "es", "el", "al",
];

/// Words that begin a name of several words.
const PREFIXES: &[&str] = &[
    "new", "san", "santa", "saint", "sainte", "st", "ste", "los", "las", "la", "le", "les", "port",
    "mont", "fort", "bad", "el", "notre", "sao", "nouvelle", "grand", "petit", "great", "little",
    "upper", "lower", "king", "kings",
];

/// Days that follow from the one on which they are said.
const RELATIVE: &[&str] = &[
    "demain",
    "hier",
    "aujourd",
    "tomorrow",
    "today",
    "tonight",
    "yesterday",
    "next",
    "soir",
    "matin",
    "midi",
    "noon",
    "midnight",
    "morning",
    "evening",
    "afternoon",
    "week",
    "weekend",
    "prochain",
    "prochaine",
];

const HOLIDAYS: &[&str] = &[
    "noel",
    "paques",
    "toussaint",
    "pentecote",
    "christmas",
    "easter",
    "english",
    "french",
    "francais",
    "anglais",
    "monsieur",
    "madame",
    "mr",
    "mrs",
    "ms",
    "i",
];

/// Verbs in small letters behind “to”, and what people do there.
const VERBS: &[&str] = &[
    "book", "pay", "see", "eat", "make", "take", "change", "cancel", "stay", "meet", "sleep",
    "reserver", "payer", "manger", "dormir", "partir", "prendre", "go", "get", "travel", "leave",
    "arrive", "come", "reach", "visit", "rent", "hire", "pick",
];

/// Words for things that are spoken of where a place is asked for, and are none.
const COMMON: &[&str] = &[
    "budget",
    "prix",
    "tarif",
    "price",
    "parking",
    "gare",
    "station",
    "aeroport",
    "airport",
    "centre",
    "center",
    "plage",
    "beach",
    "mer",
    "sea",
    "port",
    "harbour",
    "fenetre",
    "window",
    "vue",
    "view",
    "calme",
    "quiet",
    "anniversaire",
    "birthday",
    "mariage",
    "wedding",
    "midi",
    "soir",
    "nuit",
    "night",
    "nuits",
    "nights",
    "jour",
    "day",
    "jours",
    "days",
    "semaine",
    "week",
    "table",
    "chambre",
    "room",
    "hotel",
    "restaurant",
    "resto",
    "voiture",
    "car",
    "train",
    "bus",
    "vol",
    "flight",
    "billet",
    "ticket",
    "tickets",
    "place",
    "places",
    "siege",
    "seat",
    "quai",
    "platform",
    "adulte",
    "adultes",
    "adults",
    "enfant",
    "enfants",
    "children",
    "kids",
    "bebe",
    "baby",
    "chien",
    "dog",
    "chat",
    "cat",
    "personne",
    "personnes",
    "people",
    "guests",
    "amis",
    "friends",
    "famille",
    "family",
    "milieu",
    "middle",
    "cheap",
    "cher",
    "chere",
    "pas",
    "rapide",
    "urgent",
    "important",
    "petit",
    "grand",
    "petite",
    "grande",
    "dejeuner",
    "breakfast",
    "diner",
    "dinner",
    "lunch",
    "menu",
    "carte",
    "cash",
    "valise",
    "valises",
    "bagage",
    "bagages",
    "luggage",
    "suitcases",
    "bags",
    "permis",
    "licence",
    "retour",
    "return",
    "aller",
    "direct",
    "date",
    "heure",
    "time",
    "nom",
    "name",
    "mail",
    "adresse",
    "address",
    "telephone",
    "phone",
    "numero",
    "number",
    "maison",
    "home",
    "hommes",
    "femmes",
    "bureau",
    "office",
    "ville",
    "town",
    "city",
    "campagne",
    "partir",
    "montagne",
    "quartier",
    "endroit",
    "lieu",
    "coin",
];
