//! Words without a label, and whether a free text of a form may take them. A time, a quantity, a yes or a no, a wish
//! for something, a rank or a value of another field is none.

use super::assent::{doubts, sign};
use super::correction::only_leads;
use super::date::{WEEKDAYS, is_month};
use super::doubt::is_open;
use super::form::FormField;
use super::heed::text_trouble;
use super::name::is_sentence;
use super::rank;
use super::rest::says_nothing;
use super::sentence::{PLACING, is_number, is_small};
use super::token::{LEADS, TAILS, Token, is_whole, longest, stripped, tokens};
use super::unit::is_unit;
use super::weigh::{is_markup, is_talk, points_away};
use super::{Reader, parse};
use logic::text::words;

/// More words than this are a sentence, and said for itself.
const SHORT: usize = 5;

/// Whether a free text may take these words.
pub(super) fn is_free(fields: &[FormField], field: usize, said: &str) -> bool {
    let own = &fields[field];
    let pattern = own.reading.attribute.checks.pattern.as_ref();
    // The only field of a form is a question like any other, and what is quoted is what it is.
    if fields.len() == 1
        || said.contains(['«', '"', '“'])
        || pattern.is_some_and(|pattern| pattern.fits(said.trim()))
    {
        return true;
    }
    let hears = own.reading.hears();
    let open = |other: &FormField| !other.filled && other.asked;
    let alone = own.asked && fields.iter().filter(|other| open(other)).count() == 1;
    if hears && own.free && alone {
        return true;
    }
    if own.reading.is_whole() && !own.free && is_common(own.called, said) {
        return false;
    }
    if own.reading.weighs() && !own.free {
        let all = tokens(said);
        if is_markup(said) || points_away(said, &all) || !alone && is_talk(said, &all) {
            return text_trouble(said).is_some();
        }
    }
    // A question and a doubt are no answer to a form.
    if said.trim_end().ends_with('?') || doubts(said) || hears && is_open(said) {
        return false;
    }
    let all = tokens(said);
    let core = stripped(&all, LEADS, TAILS);
    // A sentence is told to whoever asks for several things at once, and answers none of them.
    let told = !alone && is_sentence(said, &all) || core.len() > 1 && says_nothing(core);
    let told = told || all.is_empty();
    if hears && told && text_trouble(said).is_none() {
        return false;
    }
    if core.len() > SHORT {
        return true;
    }
    let assents = only_leads(said) || sign(said).is_some();
    let measures = !is_measure_asked(own) && (is_measured(core) || is_quantity(said, core));
    let wishes = core
        .first()
        .is_some_and(|first| first.is(WISHING) || first.negates());
    let of_other = |(index, other): (usize, &FormField)| {
        let named = matches!(other.reading.reader, Reader::Choice | Reader::Entity);
        index != field && named && parse(&other.reading, said).is_ok()
    };
    let other = core.len() < SHORT && fields.iter().enumerate().any(of_other);
    !(assents || measures || wishes || other || is_label(fields, core))
}

/// Whether words are some thing or other where a place is asked for, which has a name: « un couple ».
fn is_common(called: &[String], said: &str) -> bool {
    let all = tokens(said);
    let capital = |token: &Token| said[token.start..].starts_with(char::is_uppercase);
    let article = all
        .first()
        .is_some_and(|first| first.is(&["un", "une", "a", "an", "some"]));
    let named = all.get(1..).unwrap_or_default().iter().any(capital);
    let placed = all.iter().any(|token| token.is(PLACING));
    asks_place(called) && article && all.len() > 1 && !named && !placed
}

/// Whether a field asks for a place, which has a name.
pub(super) fn asks_place(called: &[String]) -> bool {
    let places = [
        "ville",
        "town",
        "city",
        "lieu",
        "place",
        "destination",
        "village",
        "commune",
        "endroit",
    ];
    let mut named = called.iter().flat_map(|label| words(label));
    named.any(|word| places.contains(&word.as_str()))
}

/// Whether the words are one of the fields' names and nothing else.
fn is_label(fields: &[FormField], core: &[Token]) -> bool {
    let bare: Vec<&str> = core
        .iter()
        .map(|token| token.word.as_str())
        .skip_while(|word| is_small(word))
        .collect();
    let mut labels = fields.iter().flat_map(|field| field.called);
    labels.any(|label| words(label) == bare)
}

/// Whether the words point at one of several by its place: « la deuxième », « the second one ».
pub fn is_rank(called: &[String], said: &str) -> bool {
    let all = tokens(said);
    let core = stripped(&all, LEADS, TAILS);
    let ordinal = core.iter().any(rank::is_ordinal);
    ordinal && rank::of_named(core, called, usize::MAX).is_some()
}

/// Whether a text only points at one of what was named before: “the latter”, « celui-là ».
pub(super) fn points_back(said: &str) -> bool {
    is_whole(stripped(&tokens(said), LEADS, TAILS), BACK)
}

const BACK: &[&str] = &[
    "the latter",
    "the former",
    "latter",
    "former",
    "the other",
    "the other one",
    "this one",
    "that one",
    "the same",
    "the same one",
    "l autre",
    "celui la",
    "celle la",
    "celui ci",
    "celle ci",
    "ce dernier",
    "cette derniere",
    "le meme",
    "la meme",
    "le precedent",
    "la precedente",
    "le suivant",
    "la suivante",
    "the next one",
    "the previous one",
];

/// Whether a field is one for times or quantities, although it is read as a text.
fn is_measure_asked(field: &FormField) -> bool {
    let mut named = field.called.iter().flat_map(|label| words(label));
    named.any(|word| MEASURED.contains(&word.as_str()))
}

/// « 20h », « à 20 heures », « deux mois », « samedi soir »: nothing but numbers, units and days.
fn is_measured(core: &[Token]) -> bool {
    let telling: Vec<&Token> = core.iter().filter(|token| !is_small(&token.word)).collect();
    let digits: usize = telling
        .iter()
        .map(|token| token.word.bytes().filter(u8::is_ascii_digit).count())
        .sum();
    let numeric = |token: &&Token| token.word.starts_with(|first: char| first.is_ascii_digit());
    // A number of many digits is a code.
    if digits > 4 && telling.iter().all(&numeric) {
        return false;
    }
    let measured = |token: &&Token| {
        let word = token.word.as_str();
        numeric(token)
            || is_number(token)
            || is_unit(word)
            || is_month(word)
            || WEEKDAYS.iter().any(|row| row.contains(&word))
            || token.is(MOMENTS)
    };
    let moment = longest(core, &["ce soir", "ce midi", "this evening", "next week"]);
    !telling.is_empty() && (telling.iter().all(measured) || moment == Some(core.len()))
}

/// « 4 couverts », « trois chaises hautes »: a number and what it counts; an address is none.
fn is_quantity(said: &str, core: &[Token]) -> bool {
    let [first, rest @ ..] = core else {
        return false;
    };
    let capital = |token: &Token| said[token.start..].starts_with(char::is_uppercase);
    let short = first.word.len() < 5 && (1..=3).contains(&rest.len());
    let plain = |token: &Token| !capital(token) && !token.is(STREETS);
    is_number(first) && short && rest.iter().all(plain)
}

/// Words before something that is wished, or not.
const WISHING: &[&str] = &["avec", "sans", "with", "without", "aucun", "aucune"];

/// Words for a day or an hour.
const MOMENTS: &[&str] = &[
    "demain",
    "tomorrow",
    "aujourd",
    "hui",
    "today",
    "hier",
    "yesterday",
    "soir",
    "matin",
    "midi",
    "minuit",
    "apres",
    "tonight",
    "evening",
    "morning",
    "afternoon",
    "noon",
    "midnight",
    "prochain",
    "prochaine",
    "next",
    "vers",
    "oclock",
    "demi",
    "demie",
    "half",
    "quart",
];

const STREETS: &[&str] = &[
    "rue",
    "avenue",
    "boulevard",
    "place",
    "chemin",
    "impasse",
    "allee",
    "quai",
    "route",
    "cours",
    "street",
    "road",
    "lane",
    "square",
    "st",
    "rd",
    "ave",
    "bis",
    "ter",
];

/// In a label: the field is for a time or a quantity.
const MEASURED: &[&str] = &[
    "heure",
    "heures",
    "horaire",
    "time",
    "hour",
    "when",
    "quand",
    "moment",
    "creneau",
    "slot",
    "duree",
    "duration",
    "date",
    "jour",
    "day",
    "delai",
    "age",
    "quantite",
    "quantity",
    "nombre",
    "number",
    "numero",
    "taille",
    "size",
    "budget",
    "prix",
    "price",
    "montant",
    "amount",
    "code",
    "telephone",
    "phone",
    "arrivee",
    "arrival",
    "depart",
    "departure",
    "from",
    "until",
];
