//! Units: what a number counts. « deux mois » is no number of weeks, and « 3 jours » no number of people.

use super::numeral::in_full;
use super::sentence::is_number;
use super::token::{Token, tokens};
use super::{NotUnderstood, Reading, refuse};
use crate::project::{PartKind, Wording};
use logic::text::words;

/// What a question counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// By its row in `UNITS`.
    One(usize),
    /// Some money, in whichever currency.
    Money,
    /// Some time, in whichever unit.
    Time,
}

impl Unit {
    /// Whether it is the same, or a part of it.
    fn holds(self, other: Unit) -> bool {
        match other {
            Unit::One(unit) => self.takes(unit),
            Unit::Money | Unit::Time => self == other,
        }
    }

    pub fn is_time(self) -> bool {
        match self {
            Unit::One(unit) => unit < MONEY.start,
            Unit::Time => true,
            Unit::Money => false,
        }
    }

    pub fn is_money(self) -> bool {
        match self {
            Unit::One(unit) => MONEY.contains(&unit),
            Unit::Money => true,
            Unit::Time => false,
        }
    }

    /// Whether a number with this unit may be said where this is counted.
    pub fn takes(self, unit: usize) -> bool {
        match self {
            Unit::One(own) => own == unit,
            Unit::Money => MONEY.contains(&unit),
            Unit::Time => unit < MONEY.start,
        }
    }
}

/// What a question counts, by what it is called or else by its text.
pub(super) fn counted(reading: &Reading) -> Option<Unit> {
    let own = reading.attribute.name.replace(['_', '.', '-'], " ");
    let named: Vec<String> = reading
        .called
        .iter()
        .flat_map(|label| words(label))
        .collect();
    let named = [named, words(&own)].concat();
    match only(&named) {
        // « la durée » is some time, and « combien de semaines ? » asks in which unit.
        Some(Unit::Time) if reading.discerns() => {
            let asked = asked_in(reading).filter(|unit| Unit::Time.holds(*unit));
            Some(asked.unwrap_or(Unit::Time))
        }
        named if reading.discerns() => named.or_else(|| asked_in(reading)),
        named => named.or_else(|| only(&asked(reading))),
    }
}

/// Whether a question counts people, of whom there are no halves.
pub(super) fn counts_people(reading: &Reading) -> bool {
    counted(reading) == Some(Unit::One(PEOPLE))
}

pub(super) fn is_people(row: usize) -> bool {
    row == PEOPLE
}

/// Whether a question counts whole things, of which there are no halves: people, nights, tickets, rooms.
pub(super) fn counts_whole(reading: &Reading) -> bool {
    let labels = reading.called.iter().flat_map(|label| words(label));
    let mut named = labels.chain(words(&reading.attribute.name.replace(['_', '.', '-'], " ")));
    let whole = matches!(counted(reading), Some(Unit::One(PEOPLE | NIGHTS)));
    let whole = whole || named.any(|word| WHOLE.contains(&word.as_str()));
    whole && reading.attribute.decimals == 0
}

/// In a label: things that are not halved.
const WHOLE: &[&str] = &[
    "chambre",
    "chambres",
    "room",
    "rooms",
    "place",
    "places",
    "seat",
    "seats",
    "siege",
    "sieges",
    "couvert",
    "couverts",
    "cover",
    "covers",
    "billet",
    "billets",
    "ticket",
    "tickets",
    "table",
    "tables",
    "lit",
    "lits",
    "bed",
    "beds",
    "voiture",
    "voitures",
    "car",
    "cars",
    "valise",
    "valises",
    "bagage",
    "bagages",
    "suitcase",
    "suitcases",
    "bag",
    "bags",
    "enfant",
    "enfants",
    "child",
    "children",
    "adulte",
    "adultes",
    "adult",
    "adults",
    "voyageur",
    "voyageurs",
    "traveller",
    "travellers",
    "travelers",
    "passager",
    "passagers",
    "passengers",
    "exemplaire",
    "exemplaires",
    "copy",
    "copies",
];

fn only(said: &[String]) -> Option<Unit> {
    let mut rows = said.iter().filter_map(|word| row(word));
    let holds = |names: &[&str]| said.iter().any(|word| names.contains(&word.as_str()));
    match (rows.next(), rows.next()) {
        (Some(first), second) if second.is_none_or(|second| second == first) => {
            rows.all(|row| row == first).then_some(Unit::One(first))
        }
        (Some(_), _) => None,
        (None, _) if holds(&["age", "ages", "old"]) => Some(Unit::One(YEARS)),
        (None, _) if holds(PRICES) => Some(Unit::Money),
        (None, _) if holds(LASTING) => Some(Unit::Time),
        (None, _) => None,
    }
}

/// The only unit that a question asks for in its text: « combien de semaines », “how many weeks”, « en euros ».
fn asked_in(reading: &Reading) -> Option<Unit> {
    let asked = asked(reading);
    let led = |at: &usize| {
        let before = asked[at.saturating_sub(2)..*at].join(" ");
        let counts = [
            "combien de",
            "combien d",
            "nombre de",
            "nombre d",
            "how many",
            "number of",
        ];
        counts.contains(&before.as_str()) || before.ends_with(" en") || before.ends_with(" in")
    };
    let mut rows = (0..asked.len())
        .filter(led)
        .filter_map(|at| row(&asked[at]));
    let first = rows.next()?;
    rows.all(|other| other == first).then_some(Unit::One(first))
}

/// The words that a question is asked in; a form asks for several things at once.
pub(super) fn asked(reading: &Reading) -> Vec<String> {
    let flow = reading.project.flow.as_ref();
    let parts = flow.map(|flow| &flow.parts[..]).unwrap_or_default();
    let own = parts.iter().find_map(|part| match &part.kind {
        PartKind::Ask {
            wording: Wording::Text(text),
            question,
            ..
        } if std::ptr::eq(&question.called[..], reading.called) => Some(text),
        PartKind::Ask { .. }
        | PartKind::Say { .. }
        | PartKind::Form { .. }
        | PartKind::Gate { .. }
        | PartKind::Lock { .. }
        | PartKind::Tell { .. }
        | PartKind::Mirror { .. }
        | PartKind::Synthesis { .. }
        | PartKind::Matching { .. }
        | PartKind::End { .. } => None,
    });
    let text = own.and_then(|text| text.template(reading.state.language()));
    match reading.discerns() {
        true => text.map(|name| words(reading.project.templates.plain(name))),
        // Early sessions read the name of the text for its words.
        false => text.map(words),
    }
    .unwrap_or_default()
}

/// That a number counts what is asked for, or which unit is expected.
pub(super) fn fitting(reading: &Reading, said: &str) -> Result<(), NotUnderstood> {
    let Some(expected) = counted(reading) else {
        return Ok(());
    };
    let Some(other) = units(said).into_iter().find(|unit| !expected.takes(*unit)) else {
        return Ok(());
    };
    let other = UNITS[other];
    let (en, fr) = match expected {
        Unit::One(row) => (
            format!("in {}", UNITS[row][1]),
            format!("en {}", UNITS[row][0]),
        ),
        Unit::Money => ("in money".to_owned(), "en argent".to_owned()),
        Unit::Time => ("in time".to_owned(), "en temps".to_owned()),
    };
    refuse(
        "wrong-unit",
        format!("The number is expected {en}, not in {}.", other[1]),
        format!("Le nombre est attendu {fr}, pas en {}.", other[0]),
    )
}

/// Whether a number that nothing names may be meant: it has no unit, or the one that is asked for.
pub(super) fn may_count(reading: &Reading, said: &str) -> bool {
    let expected = counted(reading);
    let fits = |unit: &usize| match expected {
        Some(expected) => expected.takes(*unit),
        None => *unit == PEOPLE,
    };
    let other = match expected {
        Some(Unit::One(PEOPLE)) => counts_other(reading, said),
        Some(_) | None => false,
    };
    !other && units(said).iter().all(fits)
}

/// « 2 chaises hautes »: a number before the plural of something that is not asked for.
fn counts_other(reading: &Reading, said: &str) -> bool {
    let all = tokens(said);
    let own: Vec<String> = reading
        .called
        .iter()
        .flat_map(|label| words(label))
        .collect();
    let plural = |token: &Token| {
        let long = token.word.len() > 4 && token.word.ends_with(['s', 'x']);
        let capital = said[token.start..].starts_with(char::is_uppercase);
        long && !capital && !token.is(NO_PLURALS) && !own.contains(&token.word)
    };
    let counted = |pair: &[Token]| {
        is_number(&pair[0]) && !pair[1].breaks && row(&pair[1].word).is_none() && plural(&pair[1])
    };
    all.windows(2).any(counted)
}

/// Words that end like a plural and are none, or count people too.
const NO_PLURALS: &[&str] = &[
    "alors",
    "apres",
    "toujours",
    "thanks",
    "always",
    "environs",
    "dessus",
    "convives",
    "couverts",
    "invites",
    "adultes",
    "enfants",
    "places",
    "seats",
    "covers",
    "diners",
    "friends",
    "children",
    "people",
    "hotes",
    "amis",
    "clients",
    "visiteurs",
    "voyageurs",
    "passagers",
    "passengers",
];

/// Whether a number with a unit stands in a text.
pub(super) fn has_units(said: &str) -> bool {
    !units(said).is_empty()
}

/// Whether a word is a unit by itself.
pub(super) fn is_unit(word: &str) -> bool {
    row(word).is_some_and(|row| row != PEOPLE)
}

/// The units of the numbers in a text.
fn units(said: &str) -> Vec<usize> {
    let all = tokens(said);
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let Some(count) = number_at(&all[at..]) else {
            at += 1;
            continue;
        };
        let last = &all[at + count - 1];
        let glued = last
            .word
            .trim_start_matches(|letter: char| letter.is_ascii_digit());
        let next = all
            .get(at + count)
            .filter(|next| !next.breaks && !next.elided);
        let sign = said[last.end..].trim_start().chars().next();
        let before = said[..all[at].start].trim_end().chars().next_back();
        let glued = (glued.len() < last.word.len())
            .then(|| row(hour(glued)))
            .flatten();
        let unit = sign.and_then(of_sign).or(glued);
        let unit = unit.or_else(|| next.and_then(|next| row(&next.word)));
        found.extend(unit.or_else(|| before.and_then(of_sign)));
        at += count;
    }
    found
}

/// « 20h30 » is said in hours.
fn hour(glued: &str) -> &str {
    let minutes = glued.strip_prefix('h').is_some_and(|behind| {
        !behind.is_empty() && behind.bytes().all(|byte| byte.is_ascii_digit())
    });
    if minutes { "h" } else { glued }
}

/// How many tokens a number takes here; « 1 800 » takes two.
fn number_at(said: &[Token]) -> Option<usize> {
    let digits = |token: &Token| token.word.starts_with(|first: char| first.is_ascii_digit());
    if digits(said.first()?) {
        let more = said[1..]
            .iter()
            .take_while(|token| digits(token) && !token.breaks);
        return Some(1 + more.count());
    }
    in_full(said).map(|(_, count)| count)
}

fn of_sign(sign: char) -> Option<usize> {
    match sign {
        '€' => row("euros"),
        '$' => row("dollars"),
        '£' => row("pounds"),
        '%' => row("percent"),
        _ => None,
    }
}

pub(super) fn row(word: &str) -> Option<usize> {
    UNITS.iter().position(|row| row.contains(&word))
}

const NIGHTS: usize = 4;
const YEARS: usize = 7;
const MONEY: std::ops::Range<usize> = 8..11;
const PEOPLE: usize = 11;

/// Each by its names, the French and the English plural first. Times come first, then money.
const UNITS: &[&[&str]] = &[
    &["secondes", "seconds", "seconde", "sec"],
    &["minutes", "minutes", "minute", "min", "mn"],
    &[
        "heures", "hours", "heure", "hour", "h", "hr", "hrs", "am", "pm",
    ],
    &["jours", "days", "jour", "day", "j"],
    &["nuits", "nights", "nuit", "night"],
    &["semaines", "weeks", "semaine", "week", "wk", "wks"],
    &["mois", "months", "month"],
    &["ans", "years", "an", "annee", "annees", "year", "yr", "yrs"],
    &["euros", "euros", "euro", "eur"],
    &["dollars", "dollars", "dollar", "usd"],
    &["livres sterling", "pounds", "pound", "gbp"],
    &[
        "personnes",
        "people",
        "personne",
        "person",
        "persons",
        "guests",
        "adultes",
        "adults",
    ],
    &[
        "kilomètres",
        "kilometres",
        "kilometre",
        "kilometer",
        "kilometers",
        "km",
    ],
    &["mètres", "metres", "metre", "meter", "meters", "m"],
    &[
        "centimètres",
        "centimetres",
        "centimetre",
        "centimeters",
        "cm",
    ],
    &["kilos", "kilos", "kilo", "kg", "kilogrammes", "kilograms"],
    &["grammes", "grams", "gramme", "gram", "g"],
    &["litres", "litres", "litre", "liter", "liters", "l"],
    &["pour cent", "percent", "pourcent"],
];

/// What money is asked for with.
const PRICES: &[&str] = &[
    "budget", "prix", "price", "montant", "amount", "cout", "cost", "tarif", "loyer", "rent",
    "salaire", "salary", "fortune", "revenu", "income",
];

/// What time is asked for with.
const LASTING: &[&str] = &[
    "duree",
    "duration",
    "longtemps",
    "delai",
    "delay",
    "sejour",
    "stay",
];
