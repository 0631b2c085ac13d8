//! What signs a message, word by word: names, how to reach somebody, where they live and what they do.
//!
//! Behind a closing only that is set aside. A word that is neither speaks, whatever it says.

use super::accounted::{is_date, is_title};
use super::binds::BINDS;
use super::understood::{is_kind, is_word};
use logic::text::WordSet;
use logic::text::words;

/// Whether every word of a line is one of those that sign.
pub(super) fn signs(line: &str) -> bool {
    let mut said = false;
    for token in line.split(|c: char| c.is_whitespace() || "|•·,;:/()".contains(c)) {
        let token = token.trim_matches(|c: char| !c.is_alphanumeric());
        if token.is_empty() {
            continue;
        }
        said = true;
        let reaches = token.contains('@') || token.contains("://") || token.starts_with("www.");
        if !reaches && !token.split(['-', '\'', '’', '.', '+', '_']).all(is_of_one) {
            return false;
        }
    }
    // « Annulez », alone.
    said && !is_word(line)
}

/// Whether what stands behind the words that close is a name, or more of them: « Cordialement, Karim ».
pub(super) fn closes_with(rest: &str) -> bool {
    let all_kind = words(rest).iter().all(|word| {
        is_kind(word) || PARTICLES.contains(&word.as_str()) || MORE.contains(&word.as_str())
    });
    all_kind || signs(rest)
}

/// Whether a word that may sign is of a trade, a street or how to reach somebody.
pub(super) fn is_no_name(word: &str) -> bool {
    REACHES.contains(&word) || STREETS.contains(&word) || TRADES.contains(&word)
}

/// One word of a name, a number, an address or a trade.
fn is_of_one(word: &str) -> bool {
    let folded = words(word).concat();
    if folded.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
        return true;
    }
    let word_of = |list: &[&str]| list.contains(&folded.as_str());
    if word_of(&PARTICLES) || word_of(&REACHES) || word_of(&STREETS) || word_of(&TRADES) {
        return true;
    }
    let speaks = BINDS.binary_search(&folded.as_str()).is_ok() || is_date(&folded);
    is_title(&folded) || (word.starts_with(char::is_uppercase) && !speaks)
}

/// What joins the words of a name or an address.
static PARTICLES: WordSet = WordSet::of(&[
    "de", "du", "des", "d", "la", "le", "les", "l", "a", "al", "el", "ben", "bin", "van", "von",
    "der", "et", "of", "the",
]);

/// What a closing goes on with.
static MORE: WordSet = WordSet::of(&[
    "mes",
    "mon",
    "ma",
    "my",
    "nos",
    "plus",
    "respectueuses",
    "meilleures",
    "meilleurs",
    "assurance",
    "consideration",
    "l",
    "yours",
    "truly",
]);

/// What stands before a number or an address.
static REACHES: WordSet = WordSet::of(&[
    "tel",
    "telephone",
    "mobile",
    "portable",
    "port",
    "fixe",
    "gsm",
    "fax",
    "phone",
    "cell",
    "email",
    "mail",
    "e",
    "courriel",
    "site",
    "web",
    "adresse",
    "siret",
    "bp",
    "cs",
]);

static STREETS: WordSet = WordSet::of(&[
    "rue",
    "avenue",
    "av",
    "bd",
    "boulevard",
    "place",
    "allee",
    "chemin",
    "impasse",
    "route",
    "quai",
    "cours",
    "square",
    "bis",
    "ter",
    "street",
    "road",
    "lane",
    "cedex",
]);

static TRADES: WordSet = WordSet::of(&[
    "chauffeur",
    "chauffeuse",
    "conducteur",
    "conductrice",
    "taxi",
    "vtc",
    "gerant",
    "gerante",
    "directeur",
    "directrice",
    "responsable",
    "president",
    "presidente",
    "secretaire",
    "assistant",
    "assistante",
    "comptable",
    "independant",
    "independante",
    "entrepreneur",
    "auto",
    "societe",
    "entreprise",
    "agence",
    "sarl",
    "sas",
    "eurl",
    "manager",
    "director",
    "driver",
    "accountant",
    "owner",
]);
