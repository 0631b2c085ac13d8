//! Numbers that are plainly said for a field: alone in their clause, beside a word of the field, or in a frame for it
//! (« table pour 4 », « nous serons 6 », “a party of eight”). A number beside another noun, behind a word for an hour, a
//! day or a place, in a stretch or in a question counts nothing.

use super::closed::{PREPOSITIONS, is_function};
use super::date::{WEEKDAYS, is_month, relative_days};
use super::form::FormField;
use super::form::ends::sentence_ends;
use super::heed::is_measured;
use super::numeral::Numeral;
use super::sentence::is_number;
use super::span::dated;
use super::token::{LEADS, Token, longest};
use super::unit::{Unit, counted, counts_people, is_people, row};
use super::weigh::stated;
use super::{NotUnderstood, refuse};
use logic::text::words;
use logic::value::Value;
use std::ops::Range;

/// How plainly a number is said for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Nothing beside it says what it counts.
    Alone,
    /// A word of the field, its unit or a frame stands beside it.
    Named,
}

/// What stands on one side of a number.
enum Side {
    Free,
    /// A name, which counts nothing where the number is framed.
    Name,
    Named,
}

/// What a field counts, and by which words it is meant.
pub(super) struct Counted {
    unit: Option<Unit>,
    words: Vec<String>,
    /// It counts people, or what each of them has one of.
    people: bool,
}

impl Counted {
    pub fn new(field: &FormField) -> Counted {
        let reading = &field.reading;
        let own = reading.attribute.name.replace(['_', '.', '-'], " ");
        let labels = reading.called.iter().chain(field.called);
        let labels = labels.flat_map(|label| words(label));
        let words: Vec<String> = labels.chain(words(&own)).collect();
        let each = words.iter().any(|word| EACH.contains(&word.as_str()));
        Counted {
            unit: counted(reading),
            people: counts_people(reading) || each,
            words,
        }
    }

    /// Whether a word is one of the field: its label, or its unit.
    pub fn owns(&self, token: &Token) -> bool {
        let word = token.word.as_str();
        let same = |own: &String| {
            own == word
                || own.strip_suffix('s') == Some(word)
                || word.strip_suffix('s') == Some(own)
        };
        let named = !is_function(token) && self.words.iter().any(same);
        let unit = row(word)
            .zip(self.unit)
            .is_some_and(|(row, unit)| unit.takes(row));
        let company = self.people && (token.is(COMPANY) || row(word).is_some_and(is_people));
        named || unit || company
    }

    /// Whether it counts people, or what each of them has one of.
    pub fn counts_people(&self) -> bool {
        self.people
    }

    /// How plainly a number of a message is said for the field; nothing where it is not.
    pub fn fit(
        &self,
        said: &str,
        all: &[Token],
        numeral: &Numeral,
        chosen: &dyn Fn(&Token) -> bool,
    ) -> Option<Fit> {
        if is_asked(said, &numeral.bytes) || is_dated(said, all, numeral) {
            return None;
        }
        let behind = self.behind(said, all, numeral, chosen)?;
        let time = self.unit.is_some_and(Unit::is_time);
        if time && is_relative(all, &numeral.tokens) {
            return None;
        }
        if let Side::Named = behind {
            return Some(Fit::Named);
        }
        match (behind, self.before(said, all, numeral, chosen)?) {
            (_, Side::Named) => Some(Fit::Named),
            (Side::Free, Side::Free) => Some(Fit::Alone),
            (_, _) => None,
        }
    }

    fn behind(
        &self,
        said: &str,
        all: &[Token],
        numeral: &Numeral,
        chosen: &dyn Fn(&Token) -> bool,
    ) -> Option<Side> {
        let to = numeral.half.unwrap_or(0).max(numeral.tokens.end);
        let money = |sign: Option<char>| sign.is_some_and(|sign| "€$£".contains(sign));
        let last = &all[numeral.tokens.end - 1];
        let signs = said[last.end..].trim_start().chars().next();
        let before = said[..numeral.bytes.start].trim_end().chars().next_back();
        if money(signs) || money(before) {
            return self.unit.is_some_and(Unit::is_money).then_some(Side::Named);
        }
        if signs == Some('%') {
            return None;
        }
        let Some(next) = all.get(to).filter(|next| !next.breaks) else {
            return Some(Side::Free);
        };
        if self.owns(next) {
            return Some(Side::Named);
        }
        if longest(&all[to..], &["of us", "of you", "of them", "d entre nous"]).is_some() {
            return self.people.then_some(Side::Named);
        }
        let number = |at: usize| all.get(at).is_some_and(is_number);
        let joins = next.is(JOINING) && number(to + 1) && !is_measured(said, all, to + 1);
        if number(to) || joins || row(&next.word).is_some() || is_month(&next.word) {
            return None;
        }
        let day = WEEKDAYS.iter().any(|row| row.contains(&next.word.as_str()));
        let relative = relative_days(all).iter().any(|day| day.start == to);
        if is_function(next) || day || relative || chosen(next) {
            return Some(Side::Free);
        }
        let capital = said[next.start..].starts_with(char::is_uppercase);
        capital.then_some(Side::Name)
    }

    fn before(
        &self,
        said: &str,
        all: &[Token],
        numeral: &Numeral,
        chosen: &dyn Fn(&Token) -> bool,
    ) -> Option<Side> {
        let from = all
            .iter()
            .position(|token| token.end > numeral.bytes.start)?;
        let sign = said[..numeral.bytes.start].chars().next_back();
        if matches!(sign, Some('#' | '°')) {
            return None;
        }
        let Some(at) = from.checked_sub(1).filter(|_| !all[from].breaks) else {
            return Some(Side::Free);
        };
        let (prev, lead) = (&all[at], &all[..at]);
        let people = || self.people.then_some(Side::Named);
        let clause = lead.iter().rposition(|token| token.breaks).unwrap_or(0);
        let subject = |subjects: &[&str]| {
            let near = &lead[clause.max(at.saturating_sub(4))..];
            near.iter().any(|token| token.is(subjects))
        };
        if prev.is(BEING) {
            return match subject(&["nous", "on", "we", "there"]) {
                true => people(),
                false => subject(&["c", "ce", "it", "that", "ca"]).then_some(Side::Free),
            };
        }
        if prev.is(&["pour", "for"]) {
            return people();
        }
        if prev.is(&["of", "de", "d"]) {
            let of = lead.last().filter(|_| !prev.breaks)?;
            return match of {
                of if of.is(GROUPS) => people(),
                of if self.owns(of) => Some(Side::Named),
                of if of.is(&["besoin"]) => Some(Side::Free),
                _ => None,
            };
        }
        // « à deux » is said of people, « à 2 » mostly of an hour.
        if prev.is(&["a"]) {
            let ends = all.get(numeral.tokens.end).is_none_or(|next| next.breaks);
            return (numeral.spelled && ends).then(people).flatten();
        }
        if prev.is(&["et", "and", "x"]) && lead.last().is_some_and(is_number) {
            return None;
        }
        let article = prev.is(&["le", "la", "les", "l", "the", "numero", "number", "n", "no"]);
        let day = WEEKDAYS.iter().any(|row| row.contains(&prev.word.as_str()));
        if article || day || is_number(prev) || prev.is(PREPOSITIONS) {
            return None;
        }
        let led = (clause..=at).any(|from| longest(&all[from..=at], LEADS) == Some(at + 1 - from));
        (is_function(prev) || led || prev.is(WANTING) || chosen(prev)).then_some(Side::Free)
    }
}

/// Whether words stand in a question: « quai 4 ? ».
pub(super) fn is_asked(said: &str, words: &Range<usize>) -> bool {
    let ends = sentence_ends(said);
    let start = ends.iter().rev().find(|end| **end <= words.start);
    let end = ends.iter().find(|end| **end >= words.end);
    let sentence = &said[start.copied().unwrap_or(0)..end.copied().unwrap_or(said.len())];
    let base = said.as_ptr() as usize;
    sentence.contains(['?', '？'])
        && !stated(sentence).is_some_and(|plain| {
            let from = plain.as_ptr() as usize - base;
            from <= words.start && words.end <= from + plain.len()
        })
}

/// Whether a number is part of a day or of an hour.
fn is_dated(said: &str, all: &[Token], numeral: &Numeral) -> bool {
    let inside = |day: &Range<usize>| numeral.tokens.clone().any(|at| day.contains(&at));
    let (first, last) = (numeral.tokens.start, numeral.tokens.end - 1);
    let clock = |one: usize, next: usize| {
        let pair = all.get(one).zip(all.get(next));
        pair.is_some_and(|(one, next)| {
            let digits = |token: &Token| token.word.bytes().all(|byte| byte.is_ascii_digit());
            let between = &said[one.end..next.start];
            digits(one) && digits(next) && matches!(between, ":" | "/")
        })
    };
    dated(said, all)
        .iter()
        .chain(&relative_days(all))
        .any(inside)
        || first > 0 && clock(first - 1, first)
        || clock(last, last + 1)
}

/// « dans 3 jours », “2 days later”: how far a day is, and not how long something lasts.
pub(super) fn is_relative(all: &[Token], number: &Range<usize>) -> bool {
    let before = number.start.checked_sub(1).map(|at| &all[at]);
    let led = before.is_some_and(|before| {
        before.is(&[
            "dans", "in", "within", "depuis", "since", "apres", "after", "avant", "before",
        ])
    }) || number.start > 1
        && longest(
            &all[number.start.saturating_sub(3)..number.start],
            &["il y a"],
        )
        .is_some();
    let behind = all.get(number.end + 1..).unwrap_or_default();
    let near = behind.first().is_some_and(|next| !next.breaks);
    let later = [
        "plus tard",
        "plus tot",
        "avant",
        "apres",
        "later",
        "earlier",
        "ago",
        "before",
        "after",
        "a l avance",
        "in advance",
        "ahead",
        "early",
        "late",
        "d avance",
        "de retard",
    ];
    led || near && longest(behind, &later).is_some()
}

/// Whether people are counted apart: « 2 adultes et 1 enfant ». How many there are in all is not said.
pub(super) fn are_counted_apart(all: &[Token], numerals: &[Numeral]) -> bool {
    let person = |token: &Token| {
        token.is(PARTIAL) || token.is(COMPANY) || row(&token.word).is_some_and(is_people)
    };
    // One adjective may stand between.
    let counted = |from: usize| {
        let near = all.get(from..all.len().min(from + 2)).unwrap_or_default();
        let near = near.iter().take_while(|token| !token.breaks);
        near.into_iter().find(|token| person(token))
    };
    let told = numerals
        .iter()
        .filter_map(|numeral| counted(numeral.tokens.end));
    let articles = all
        .iter()
        .enumerate()
        .filter(|(_, token)| token.is(&["a", "an"]));
    let articles = articles.filter_map(|(at, _)| counted(at + 1));
    let groups: Vec<&Token> = told.chain(articles).collect();
    let among = all.iter().any(|token| {
        token.is(&[
            "dont",
            "including",
            "incl",
            "among",
            "parmi",
            "compris",
            "comprises",
        ])
    });
    !among && groups.len() > 1 && groups.iter().any(|token| token.is(PARTIAL))
}

/// How many there are in all is asked back.
pub(super) fn in_all() -> Result<Value, NotUnderstood> {
    refuse(
        "ambiguous",
        "One number is expected for everybody. How many are there in all?",
        "Un seul nombre est attendu pour tout le monde. Combien en tout ?",
    )
}

/// Whether a label itself names some of the people: « enfants ».
pub(super) fn names_some(fields: &[FormField]) -> bool {
    let mut named = fields
        .iter()
        .flat_map(|field| field.called)
        .flat_map(|label| words(label));
    named.any(|word| PARTIAL.contains(&word.as_str()))
}

const BEING: &[&str] = &[
    "sommes", "serons", "sera", "seront", "est", "are", "be", "re", "were", "is", "s",
];
const GROUPS: &[&str] = &[
    "party", "group", "table", "groupe", "tablee", "famille", "family", "total", "team", "equipe",
];
const JOINING: &[&str] = &[
    "a", "to", "et", "and", "ou", "or", "sur", "x", "fois", "times", "of",
];
const WANTING: &[&str] = &[
    "prends",
    "prendrai",
    "prendrons",
    "mets",
    "mettez",
    "reserve",
    "reservez",
    "reserver",
    "book",
    "take",
    "make",
    "get",
    "compte",
    "comptez",
    "besoin",
    "cherche",
    "cherchons",
    "exactly",
];

/// What everybody has one of.
const EACH: &[&str] = &[
    "place", "places", "siege", "sieges", "seat", "seats", "couvert", "couverts", "cover",
    "covers", "ticket", "tickets", "billet", "billets",
];
/// People, by what they are there for.
const COMPANY: &[&str] = &[
    "convive",
    "convives",
    "couvert",
    "couverts",
    "invite",
    "invites",
    "cover",
    "covers",
    "diner",
    "diners",
    "hote",
    "hotes",
    "client",
    "clients",
    "visiteur",
    "visiteurs",
    "voyageur",
    "voyageurs",
    "passager",
    "passagers",
    "passenger",
    "passengers",
    "participant",
    "participants",
    "amis",
    "friends",
    "travellers",
    "travelers",
];
/// Some of the people.
const PARTIAL: &[&str] = &[
    "adulte",
    "adultes",
    "adult",
    "adults",
    "enfant",
    "enfants",
    "child",
    "children",
    "kid",
    "kids",
    "bebe",
    "bebes",
    "baby",
    "babies",
    "ado",
    "ados",
    "adolescent",
    "adolescents",
    "teen",
    "teens",
    "teenager",
    "teenagers",
    "senior",
    "seniors",
    "infant",
    "infants",
    "toddler",
    "toddlers",
    "fille",
    "filles",
    "garcon",
    "garcons",
    "fils",
    "boy",
    "boys",
    "girl",
    "girls",
    "femme",
    "femmes",
    "homme",
    "hommes",
    "man",
    "men",
    "woman",
    "women",
    "etudiant",
    "etudiants",
    "student",
    "students",
    "parents",
    "grandparents",
];
