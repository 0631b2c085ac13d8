//! Forms: what one message says of several fields. A label names its field; what has no label goes
//! to the only field that can mean it, and names go in order. No piece of a message fills two fields.

use super::email::candidates;
use super::name::{PARTICLES, named};
use super::token::{Token, longest, tokens};
use super::{NotUnderstood, Reader, Reading, is_invisible, parse, refuse};
use logic::text::{Phrase, words};
use logic::value::{Name, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A field of a form.
pub struct FormField<'a> {
    pub id: &'a Name,
    pub called: &'a [String],
    pub reading: Reading<'a>,
    /// Answered already: it is taken only where its label names it.
    pub filled: bool,
}

/// What a message says of a form's fields: by index, values and refusals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    pub values: Vec<(usize, Value)>,
    pub refused: Vec<(usize, NotUnderstood)>,
}

pub fn fill(fields: &[FormField], said: &str) -> Filled {
    let all = tokens(said);
    let mut form = Form {
        fields,
        said,
        read: BTreeMap::new(),
        labelled: BTreeSet::new(),
        rest: Vec::new(),
    };
    form.labels(&all);
    form.unlabelled();
    let mut filled = Filled::default();
    for (index, read) in form.read {
        match read {
            Ok(value) => filled.values.push((index, value)),
            Err(refusal) => filled.refused.push((index, refusal)),
        }
    }
    filled
}

struct Form<'f, 't> {
    fields: &'f [FormField<'f>],
    said: &'t str,
    read: BTreeMap<usize, Result<Value, NotUnderstood>>,
    labelled: BTreeSet<usize>,
    /// What no label claims.
    rest: Vec<Range<usize>>,
}

/// Where a label stands, in tokens, and where what it names begins, in bytes.
struct Label {
    field: usize,
    from: usize,
    value: usize,
    /// A sign or a verb joins it to its value, or it begins a clause.
    sure: bool,
}

impl Form<'_, '_> {
    fn labels(&mut self, all: &[Token]) {
        let found = self.found_labels(all);
        let kept: Vec<&Label> = found
            .iter()
            .enumerate()
            .filter(|(at, label)| {
                let end = found
                    .get(at + 1)
                    .map_or(self.said.len(), |next| all[next.from].start);
                let typed = !matches!(
                    self.fields[label.field].reading.reader,
                    Reader::Text | Reader::List
                );
                label.sure || typed && self.take(label.field, &self.piece(all, label, end)).is_ok()
            })
            .map(|(_, label)| label)
            .collect();
        let mut covered = 0;
        for (at, label) in kept.iter().enumerate() {
            let start = self.without_pointing(all, covered, all[label.from].start);
            self.rest.push(covered..start);
            let end = kept
                .get(at + 1)
                .map_or(self.said.len(), |next| all[next.from].start);
            let piece = self.piece(all, label, end);
            let read = self.take(label.field, &piece);
            covered = read.as_ref().map_or(end, |(_, taken)| *taken);
            let read = read.map(|(value, _)| value);
            self.labelled.insert(label.field);
            let again = self
                .read
                .get(&label.field)
                .is_some_and(|known| *known != read);
            let read = if again { twice() } else { read };
            self.read.insert(label.field, read);
        }
        self.rest.push(covered..self.said.len());
    }

    /// The longest label at every word, outside of addresses.
    fn found_labels(&self, all: &[Token]) -> Vec<Label> {
        let addresses = candidates(self.said);
        let mut found: Vec<Label> = Vec::new();
        let mut from = 0;
        while from < all.len() {
            let inside = addresses
                .iter()
                .any(|address| address.contains(&all[from].start));
            let label = (!inside)
                .then(|| self.longest_label(&all[from..]))
                .flatten();
            match label {
                Some((field, count)) => {
                    let (value, joined) = self.behind(all, from + count);
                    let before = (0..from).rev().find(|at| !all[*at].is(POINTING));
                    let begins = before.is_none_or(|before| before + 1 < from || all[from].breaks);
                    let sure = joined || begins;
                    found.push(Label {
                        field,
                        from,
                        value,
                        sure,
                    });
                    from += count;
                }
                None => from += 1,
            }
        }
        found
    }

    fn longest_label(&self, said: &[Token]) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        let mut shared = false;
        for (index, field) in self.fields.iter().enumerate() {
            let own = [field.id.replace(['_', '.'], " ")];
            let labels = if field.called.is_empty() {
                &own[..]
            } else {
                field.called
            };
            for label in labels {
                let label = words(label);
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
        }
        best.filter(|_| !shared)
    }

    /// Where what a label names begins, and whether something joins them.
    fn behind(&self, all: &[Token], from: usize) -> (usize, bool) {
        let end = all[from - 1].end;
        let next = all.get(from).map_or(self.said.len(), |next| next.start);
        let between = &self.said[end..next];
        if let Some(sign) = between.find([':', '=', '→']) {
            let sign = end + sign;
            return (
                sign + self.said[sign..].chars().next().map_or(0, char::len_utf8),
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
                    .map_or(self.said.len(), |token| token.start),
                true,
            ),
            None => (end, false),
        }
    }

    /// What stands behind a label, up to the next one and the words that point at it.
    fn piece(&self, all: &[Token], label: &Label, end: usize) -> Range<usize> {
        let start = label.value.min(end);
        let end = if end < self.said.len() {
            self.without_pointing(all, start, end)
        } else {
            end
        };
        start..end
    }

    /// An end before « and my ».
    fn without_pointing(&self, all: &[Token], start: usize, end: usize) -> usize {
        let mut cut = end;
        for token in all
            .iter()
            .rev()
            .filter(|token| token.end <= end && token.start >= start)
        {
            if !token.is(POINTING) {
                break;
            }
            cut = token.start;
        }
        cut
    }

    /// The value of a field in a piece, and where it ends.
    fn take(&self, field: usize, piece: &Range<usize>) -> Result<(Value, usize), NotUnderstood> {
        let reading = &self.fields[field].reading;
        let text = &self.said[piece.clone()];
        let signs: &[char] = match reading.reader {
            Reader::Name | Reader::Email => &[',', ';', '\n', '|', '<', '('],
            Reader::Number | Reader::Date | Reader::YesNo | Reader::Choice | Reader::Entity => {
                &[';', '\n', '|']
            }
            Reader::Text | Reader::List => &[],
        };
        let lead = text.len() - text.trim_start_matches(is_between).len();
        let mut cut = text[lead..].find(signs).map_or(text.len(), |at| lead + at);
        if reading.reader == Reader::Name {
            cut = candidates(text)
                .first()
                .map_or(cut, |address| cut.min(address.start));
        }
        let first = parse(reading, tidy(&text[..cut]));
        if cut == text.len() {
            return first.map(|value| (value, piece.end));
        }
        match first {
            Ok(value) => Ok((value, piece.start + cut)),
            Err(refusal) => match parse(reading, tidy(text)) {
                Ok(value) => Ok((value, piece.end)),
                Err(_) => Err(refusal),
            },
        }
    }

    fn open(&self, of: impl Fn(Reader) -> bool) -> Vec<usize> {
        let free = |index: &usize| {
            let field = &self.fields[*index];
            !field.filled && !self.read.contains_key(index) && of(field.reading.reader)
        };
        (0..self.fields.len()).filter(free).collect()
    }

    fn unlabelled(&mut self) {
        let open = self.open(|_| true);
        if let ([only], true) = (&open[..], self.labelled.is_empty()) {
            let said = self.said.trim_matches(is_invisible);
            if !said.is_empty() {
                let read = parse(&self.fields[*only].reading, said);
                self.read.insert(*only, read);
            }
            return;
        }
        let mut pieces = self.segments();
        self.addresses(&mut pieces);
        pieces.retain(|piece| !self.typed(piece));
        self.names(&mut pieces);
        self.free_texts(&pieces);
    }

    /// What no label claims, in pieces: between signs, and addresses apart.
    fn segments(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for span in &self.rest {
            let text = &self.said[span.clone()];
            let mut cuts: Vec<Range<usize>> = candidates(text);
            let addresses = cuts.clone();
            for (at, sign) in text.char_indices() {
                let behind = text[at + sign.len_utf8()..].trim_start();
                let year =
                    behind.len() >= 4 && behind.bytes().take(4).all(|byte| byte.is_ascii_digit());
                let number =
                    text[at + sign.len_utf8()..].starts_with(|next: char| next.is_ascii_digit());
                let parts =
                    matches!(sign, ';' | '\n' | '|' | '<' | '>') || sign == ',' && !year && !number;
                if parts && !addresses.iter().any(|address| address.contains(&at)) {
                    cuts.push(at..at + sign.len_utf8());
                }
            }
            cuts.sort_by_key(|cut| cut.start);
            let base = span.start;
            let mut from = 0;
            for cut in cuts {
                found.push(base + from..base + cut.start);
                if addresses.contains(&cut) {
                    found.push(base + cut.start..base + cut.end);
                }
                from = cut.end;
            }
            found.push(base + from..base + text.len());
        }
        found
    }

    fn addresses(&mut self, pieces: &mut Vec<Range<usize>>) {
        let is_address = |piece: &Range<usize>| self.said[piece.clone()].contains('@');
        let found: Vec<Range<usize>> = pieces
            .iter()
            .filter(|piece| is_address(piece))
            .cloned()
            .collect();
        pieces.retain(|piece| !is_address(piece));
        let open = self.open(|reader| reader == Reader::Email);
        if found.is_empty() || open.is_empty() {
            return;
        }
        if open.len() == found.len() {
            for (index, piece) in open.into_iter().zip(found) {
                let read = parse(&self.fields[index].reading, &self.said[piece]);
                self.read.insert(index, read);
            }
        } else {
            let together: Vec<&str> = found.into_iter().map(|piece| &self.said[piece]).collect();
            let read = match &open[..] {
                [one] => parse(&self.fields[*one].reading, &together.join(" ")),
                [..] => which_is_which(self.fields, &open),
            };
            self.read.insert(open[0], read);
        }
    }

    /// Whether the only field that a piece can mean has taken it.
    fn typed(&mut self, piece: &Range<usize>) -> bool {
        let text = tidy(&self.said[piece.clone()]);
        let mut able = Vec::new();
        for index in self.open(|reader| {
            matches!(
                reader,
                Reader::Number | Reader::Date | Reader::YesNo | Reader::Choice | Reader::Entity
            )
        }) {
            if let Ok(value) = parse(&self.fields[index].reading, text) {
                able.push((index, value));
            }
        }
        let one = able.len() == 1;
        if one {
            self.read
                .extend(able.into_iter().map(|(index, value)| (index, Ok(value))));
        }
        one
    }

    /// Names go to the fields for names, in order.
    fn names(&mut self, pieces: &mut Vec<Range<usize>>) {
        let open = self.open(|reader| reader == Reader::Name);
        let found: Vec<&str> = pieces
            .iter()
            .filter_map(|piece| named(tidy(&self.said[piece.clone()])).ok())
            .collect();
        if open.is_empty() || found.is_empty() {
            return;
        }
        let parts: Vec<&str> = match found[..] {
            [one] if open.len() > 1 => name_parts(one),
            [..] => found,
        };
        if parts.len() > open.len() {
            let read = which_is_which(self.fields, &open);
            self.read.insert(open[0], read);
        } else {
            for (index, part) in open.into_iter().zip(parts) {
                let read = parse(&self.fields[index].reading, part);
                self.read.insert(index, read);
            }
        }
        pieces.retain(|piece| named(tidy(&self.said[piece.clone()])).is_err());
    }

    /// What is left goes to the only free text, where nothing else can mean it.
    fn free_texts(&mut self, pieces: &[Range<usize>]) {
        let open = self.open(|reader| matches!(reader, Reader::Text | Reader::List));
        let left: Vec<&Range<usize>> = pieces
            .iter()
            .filter(|piece| !tidy(&self.said[(*piece).clone()]).is_empty())
            .collect();
        if let ([only], [piece]) = (&open[..], &left[..])
            && self.open(|reader| reader == Reader::Name).is_empty()
        {
            let read = parse(
                &self.fields[*only].reading,
                tidy(&self.said[(*piece).clone()]),
            );
            self.read.insert(*only, read);
        }
    }
}

/// Words that point at a label, and signs between values.
const POINTING: &[&str] = &[
    "et", "and", "mon", "ma", "mes", "my", "le", "la", "les", "l", "the", "son", "sa", "with",
    "avec",
];

fn is_between(character: char) -> bool {
    is_invisible(character) || matches!(character, ',' | ';' | '|' | '<' | '>' | ':' | '=')
}

fn tidy(text: &str) -> &str {
    text.trim_matches(is_between)
}

/// A name in its parts; a particle belongs to the word behind it.
fn name_parts(name: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    let mut start = 0;
    let ends = name.match_indices(char::is_whitespace).map(|(at, _)| at);
    for end in ends.chain([name.len()]) {
        let part = name[start..end].trim();
        let last = words(part).pop();
        if end == name.len() || last.is_some_and(|last| !PARTICLES.contains(&last.as_str())) {
            parts.push(part);
            start = end;
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn twice() -> Result<Value, NotUnderstood> {
    refuse(
        "ambiguous",
        "This was said twice, and differently. Which one is it?",
        "Ceci a été dit deux fois, différemment. Lequel est le bon ?",
    )
}

/// More than the fields can hold: each is asked for by its label.
fn which_is_which(fields: &[FormField], open: &[usize]) -> Result<Value, NotUnderstood> {
    let called = |index: &usize| {
        let field = &fields[*index];
        let label = field.called.first().cloned();
        format!(
            "{}: …",
            label.unwrap_or_else(|| field.id.replace(['_', '.'], " "))
        )
    };
    let shown: Vec<String> = open.iter().map(called).collect();
    let shown = shown.join(", ");
    Err(NotUnderstood {
        code: "ambiguous",
        reason: Phrase::new(
            format!("Please say which is which, like this: {shown}"),
            format!("Dites lequel est lequel, ainsi : {shown}"),
        ),
    })
}
