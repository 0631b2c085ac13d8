//! Labels in a message: where they stand, whose they are, and where what they name begins.

use super::Reader;
use super::closed::{is_function, moves};
use super::email::candidates;
use super::form::FormField;
use super::number::group;
use super::numeral::{Numeral, numerals};
use super::proper::{begins_place, may_begin_place};
use super::sentence::is_number;
use super::token::{Token, longest};
use logic::text::words;
use std::collections::BTreeSet;

/// Where a label stands, in tokens, and where what it names begins, in bytes.
pub(super) struct Label {
    pub field: usize,
    pub from: usize,
    pub to: usize,
    pub value: usize,
    /// Where that ends, if the label itself stands behind it: « 4 people ».
    pub until: Option<usize>,
    /// « sans terrasse »: whether what the field is called is wished.
    pub wish: Option<bool>,
    /// A sign or a verb joins it to its value, or it begins a clause.
    pub sure: bool,
}

/// The longest label at every word, outside of addresses.
pub(super) fn labels(fields: &[FormField], said: &str, all: &[Token]) -> Vec<Label> {
    let addresses = candidates(said);
    let weighs = fields.first().is_some_and(|field| field.reading.weighs());
    let numerals = match weighs {
        true => numerals(said, all),
        false => Vec::new(),
    };
    let mut found: Vec<Label> = Vec::new();
    let mut from = 0;
    while from < all.len() {
        let inside = addresses
            .iter()
            .any(|address| address.contains(&all[from].start));
        let label = (!inside)
            .then(|| longest_field(fields, &all[from..]))
            .flatten();
        let whole = numeral_before(fields, said, all, &numerals, from, label);
        if let Some((label, next)) = whole {
            found.push(label);
            from = next;
            continue;
        }
        let wish = label.and_then(|(field, count)| wished(fields, field, said, all, from, count));
        if let (Some((field, count)), Some((start, wish))) = (label, wish) {
            found.push(Label {
                field,
                from: start,
                to: from + count,
                value: all[start].start,
                until: Some(all[from + count - 1].end),
                wish: Some(wish),
                sure: true,
            });
            from += count;
            continue;
        }
        match label {
            // « 4 people »: what is counted stands behind its number.
            Some((field, count)) if counts(fields, field, said, all, from, count) => {
                let start = match fields[field].reading.is_exact() {
                    true => group(said, all, from - 1).start,
                    false => from - 1,
                };
                found.push(Label {
                    field,
                    from: start,
                    to: from + count,
                    value: all[start].start,
                    until: Some(all[from + count - 1].end),
                    wish: None,
                    sure: true,
                });
                from += count;
            }
            Some((field, count)) => {
                let (value, joined) = behind(said, all, from + count);
                let before = (0..from).rev().find(|at| !all[*at].is(POINTING));
                let begins = before.is_none_or(|before| before + 1 < from || all[from].breaks);
                let sure = joined || begins;
                found.push(Label {
                    field,
                    from,
                    to: from + count,
                    value,
                    until: None,
                    wish: None,
                    sure,
                });
                from += count;
            }
            None => from += 1,
        }
    }
    match fields.iter().any(|field| field.reading.discerns()) {
        true => plain_ways(fields, &mut found, said, all),
        false => ways(&mut found, all),
    }
    found
}

/// Whether a label is a word that leads to a place: « de », “to”.
pub(super) fn is_way(all: &[Token], label: &Label) -> bool {
    label.to == label.from + 1 && label.until.is_none() && all[label.from].is(WAYS)
}

/// The same, where such a word counts only before a name: “2 tickets to Ely”, and not “I want to go”. Said twice, the
/// last one counts.
fn plain_ways(fields: &[FormField], found: &mut Vec<Label>, said: &str, all: &[Token]) {
    // “same as last time” says no last name.
    found.retain(|label| {
        let rank = label.to == label.from + 1 && all[label.from].is(&["last", "first"]);
        let next = all.get(label.to).map(|next| &said[next.start..]);
        let small = next.is_some_and(|next| next.starts_with(char::is_lowercase));
        !(rank && small && label.until.is_none() && !is_signed(said, all, label))
    });
    let text = |label: &Label| fields[label.field].reading.reader == Reader::Text;
    let way = |label: &Label| is_way(all, label) && text(label) && !is_signed(said, all, label);
    let small = |label: &Label| may_begin_place(said, all, label.to);
    let ways: BTreeSet<usize> = found
        .iter()
        .filter(|label| way(label) && small(label))
        .map(|label| label.field)
        .collect();
    let several = ways.len() > 1;
    found.retain(|label| {
        !way(label) || {
            let capital = begins_place(said, all, label.to);
            let led = is_led(said, all, label);
            // « quelque chose de simple » leads nowhere, and the English article to no place.
            let joins = all[label.from].is(&["de", "d", "of"]);
            let article = all[label.from].word == "a"
                && !said[all[label.from].start..all[label.from].end].contains(['à', 'À'])
                && fields[label.field].reading.state.language() == "en";
            !article && (capital && led || several && small(label) && (led || !joins))
        }
    });
    let last = |at: usize, found: &[Label]| {
        let mut later = found[at + 1..].iter();
        !later.any(|other| other.field == found[at].field && way(other))
    };
    let kept: Vec<bool> = (0..found.len())
        .map(|at| !way(&found[at]) || last(at, found))
        .collect();
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next().unwrap_or(true));
    for label in found.iter_mut() {
        label.sure |= way(label);
    }
    // « arrivée à Nîmes » names its field twice.
    let doubled = |at: usize, found: &[Label]| {
        let next = found.get(at + 1);
        next.is_some_and(|next| {
            next.field == found[at].field && next.from == found[at].to && found[at].until.is_none()
        })
    };
    let kept: Vec<bool> = (0..found.len()).map(|at| !doubled(at, found)).collect();
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next().unwrap_or(true));
}

/// Whether a sign stands between a label and its value.
fn is_signed(said: &str, all: &[Token], label: &Label) -> bool {
    let next = all.get(label.to).map_or(said.len(), |next| next.start);
    said[all[label.to - 1].end..next].contains([':', '=', '→'])
}

/// Whether what stands before a word for a place speaks of going there: « gare de Lyon » is one thing.
fn is_led(said: &str, all: &[Token], label: &Label) -> bool {
    let Some(before) = label.from.checked_sub(1).map(|at| &all[at]) else {
        return true;
    };
    let capital = said[before.start..].starts_with(char::is_uppercase);
    let joins = all[label.from].is(&["de", "d", "of"]);
    let number = is_number(before);
    all[label.from].breaks || moves(before) || is_function(before) || number || capital && !joins
}

/// « vingt-deux personnes », « une personne »: a label behind its whole number, and where what follows begins.
fn numeral_before(
    fields: &[FormField],
    said: &str,
    all: &[Token],
    numerals: &[Numeral],
    from: usize,
    label: Option<(usize, usize)>,
) -> Option<(Label, usize)> {
    let at = numerals
        .iter()
        .position(|numeral| numeral.tokens.end == from)?;
    let (field, count) = label.or_else(|| singular(fields, &all[from..]))?;
    let number = fields[field].reading.reader == Reader::Number;
    let to = from + count;
    let behind_too = numerals
        .iter()
        .any(|numeral| numeral.tokens.start == to && !all[to].breaks && !numeral.article);
    if !number || all[from].breaks || behind_too || is_told_behind(fields, said, all, to) {
        return None;
    }
    // « deux trois personnes » are two or three.
    let mut first = at;
    while first > 0
        && numerals[first].spelled
        && numerals[first - 1].spelled
        && numerals[first - 1].tokens.end == numerals[first].tokens.start
        && !all[numerals[first].tokens.start].breaks
        && !numerals[first - 1].article
    {
        first -= 1;
    }
    let end = numerals[at].half.unwrap_or(to).max(to);
    let label = Label {
        field,
        from: numerals[first].tokens.start,
        to,
        value: numerals[first].bytes.start,
        until: Some(all[end - 1].end),
        wish: None,
        sure: true,
    };
    Some((label, end))
}

/// « personne » behind a number, where « personnes » is what is counted.
fn singular(fields: &[FormField], said: &[Token]) -> Option<(usize, usize)> {
    let first = said.first()?;
    let counted = fields
        .iter()
        .enumerate()
        .filter(|(_, field)| field.reading.reader == Reader::Number);
    let labels = counted.flat_map(|(index, field)| {
        let labels = field.called.iter().map(|label| words(label));
        labels.map(move |label| (index, label))
    });
    let mut found = labels.filter(|(_, label)| match &label[..] {
        [one] => one.strip_suffix('s') == Some(first.word.as_str()),
        [..] => false,
    });
    let (index, _) = found.next()?;
    found.all(|(other, _)| other == index).then_some((index, 1))
}

/// « avec terrasse », « sans terrasse »: where the wish begins that what a yes or no is called stands in.
fn wished(
    fields: &[FormField],
    field: usize,
    said: &str,
    all: &[Token],
    from: usize,
    count: usize,
) -> Option<(usize, bool)> {
    let reading = &fields[field].reading;
    let plain = reading.reader == Reader::YesNo && reading.is_exact();
    if !plain || behind(said, all, from + count).1 {
        return None;
    }
    let mut at = from;
    while at > 0 && !all[at].breaks {
        at -= 1;
        if !all[at].is(BEFORE_WISHED) {
            let wish = wish(&all[at])?;
            return Some((at, wish));
        }
    }
    None
}

/// Whether a word wishes for what follows it, or against it.
pub(super) fn wish(token: &Token) -> Option<bool> {
    if token.is(&["avec", "with"]) {
        return Some(true);
    }
    let against = ["sans", "without", "aucun", "aucune", "pas", "no", "not"];
    token.is(&against).then_some(false)
}

/// Words between a wish and what is wished.
pub(super) const BEFORE_WISHED: &[&str] = &[
    "un", "une", "la", "le", "les", "l", "de", "d", "du", "des", "a", "an", "the", "any",
];

/// Whether a label names the number that stands before it.
fn counts(
    fields: &[FormField],
    field: usize,
    said: &str,
    all: &[Token],
    from: usize,
    count: usize,
) -> bool {
    let number = fields[field].reading.reader == Reader::Number;
    let before = from.checked_sub(1).map(|at| &all[at]);
    let stands = before.is_some_and(is_number) && !all[from].breaks;
    let behind_too = all
        .get(from + count)
        .is_some_and(|next| is_number(next) && !next.breaks);
    number && stands && !behind_too && !is_told_behind(fields, said, all, from + count)
}

/// « from London to Leeds »: where two such words name fields, each names what follows it; said twice,
/// the last one does.
fn ways(found: &mut Vec<Label>, all: &[Token]) {
    let is_way = |label: &Label| label.to == label.from + 1 && all[label.from].is(WAYS);
    let fields: BTreeSet<usize> = found
        .iter()
        .filter(|label| is_way(label))
        .map(|label| label.field)
        .collect();
    if fields.len() < 2 {
        return;
    }
    let last = |label: &Label, found: &[Label]| {
        let mut later = found.iter().filter(|other| other.from > label.from);
        !later.any(|other| other.field == label.field)
    };
    let kept: Vec<bool> = found
        .iter()
        .map(|label| !is_way(label) || last(label, found))
        .collect();
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next().unwrap_or(true));
    for label in found.iter_mut() {
        label.sure |= label.to == label.from + 1 && all[label.from].is(WAYS);
    }
}

/// Words that may be labels and stand before what they name.
const WAYS: &[&str] = &[
    "from", "to", "at", "on", "in", "for", "until", "by", "de", "a", "vers", "pour", "depuis",
    "chez", "dans",
];

fn longest_field(fields: &[FormField], said: &[Token]) -> Option<(usize, usize)> {
    let labels = fields.iter().enumerate().flat_map(|(index, field)| {
        let own = [field.id.replace(['_', '.'], " ")];
        let labels: Vec<Vec<String>> = match field.called {
            [] => own.iter().map(|label| words(label)).collect(),
            called => called.iter().map(|label| words(label)).collect(),
        };
        labels.into_iter().map(move |label| (index, label))
    });
    longest_label(labels, said)
}

/// Whose longest label stands at the beginning, and how long it is; nothing where two are called so.
pub(super) fn longest_label(
    labels: impl Iterator<Item = (usize, Vec<String>)>,
    said: &[Token],
) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    let mut shared = false;
    for (index, label) in labels {
        let count = label.len();
        let here = count > 0
            && said.len() >= count
            && label
                .iter()
                .zip(said)
                .all(|(word, token)| *word == token.word);
        match best {
            _ if !here => {}
            Some((_, longest)) if count < longest => {}
            Some((other, longest)) if count == longest => shared |= other != index,
            Some(_) | None => {
                best = Some((index, count));
                shared = false;
            }
        }
    }
    best.filter(|_| !shared)
}

/// Where what a label names begins, and whether something joins them.
fn behind(said: &str, all: &[Token], from: usize) -> (usize, bool) {
    let end = all[from - 1].end;
    let next = all.get(from).map_or(said.len(), |next| next.start);
    let between = &said[end..next];
    if let Some(sign) = between.find([':', '=', '→']) {
        let sign = end + sign;
        return (
            sign + said[sign..].chars().next().map_or(0, char::len_utf8),
            true,
        );
    }
    if between.trim() == "-" || between.trim() == "–" {
        return (next, true);
    }
    match longest(
        &all[from.min(all.len())..],
        &["est", "c est", "is", "it s", "sera"],
    ) {
        Some(count) => (
            all.get(from + count)
                .map_or(said.len(), |token| token.start),
            true,
        ),
        None => (end, false),
    }
}

/// Whether a label is said to be something behind it, and not in another clause: « 7 personnes ; c'est possible à 9 ? ».
fn is_told_behind(fields: &[FormField], said: &str, all: &[Token], from: usize) -> bool {
    let plain = fields.iter().any(|field| field.reading.discerns());
    let next = all.get(from).map_or(said.len(), |next| next.start);
    let signed = said[all[from - 1].end..next].contains([':', '=', '→']);
    let apart = plain && !signed && all.get(from).is_some_and(|next| next.breaks);
    !apart && behind(said, all, from).1
}

/// Words that point at a label.
pub(super) const POINTING: &[&str] = &[
    "et", "and", "mon", "ma", "mes", "my", "le", "la", "les", "l", "the", "son", "sa", "with",
    "avec",
];
