//! Forms: what one message says of several fields. A label names its field; what has no label goes
//! to the only field that can mean it, and names go in order. No piece of a message fills two fields.

pub(super) mod ends;
mod free;
mod names;
mod numbers;
mod placed;

use self::names::which_is_which;
use super::apart::apart;
use super::bare::is_free;
use super::choice::{is_called, names_choice};
use super::correction::only_leads;
use super::date::days;
use super::doubt::{asks, not_said};
use super::email::candidates;
use super::heed::{
    HEEDS, LEADING_BACK, Trouble, is_bound_behind, is_courtesy, is_denied, number_trouble,
    retractions, text_trouble, trouble,
};
use super::label::{Label, POINTING, labels};
use super::numeral::numerals;
use super::rank::{self, rank};
use super::remark::only_turns_against;
use super::rest::left_over;
use super::sentence::Sentence;
use super::token::{Token, longest, tokens};
use super::unit::{has_units, may_count};
use super::verdict::{Verdict, verdict};
use super::weigh::{ends_taken_back, is_markup, repairs};
use super::{NotUnderstood, Reader, Reading, is_invisible, nothing_offered, parse, refuse};
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
    /// Asked for now, and not only taken where its label names it.
    pub asked: bool,
    /// Declared to take free words.
    pub free: bool,
}

/// What a message says of a form's fields: by index, values and refusals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    pub values: Vec<(usize, Value)>,
    pub refused: Vec<(usize, NotUnderstood)>,
    /// What of it nobody took.
    pub rest: Vec<String>,
    /// Nothing but its place says that a word is a value: what was taken is said back.
    pub guessed: bool,
}

/// Whether a label of a field stands in a message, as one that names what it says.
pub fn names_a_field(fields: &[FormField], said: &str) -> bool {
    let found = labels(fields, said, &tokens(said));
    // « Le Pin for 4 people » names no field for the rest of what it says.
    found
        .iter()
        .any(|label| label.sure && label.until.is_none())
}

pub fn fill(fields: &[FormField], said: &str) -> Filled {
    if !fields
        .iter()
        .any(|field| field.reading.state.edition() >= HEEDS)
    {
        return fill_part(fields, said, None);
    }
    let weighs = weighs(fields);
    let declared = |field: &FormField| field.free && !field.filled;
    if weighs && is_markup(said) && !fields.iter().any(declared) {
        return Filled {
            rest: vec![said.trim().to_owned()],
            ..Filled::default()
        };
    }
    let all = tokens(said);
    let is_free = |field: &FormField| matches!(field.reading.reader, Reader::Text | Reader::List);
    let labelled = labels(fields, said, &all);
    let free = labelled
        .iter()
        .find(|label| label.sure && is_free(&fields[label.field]));
    let until = free.map_or(said.len(), |label| all[label.from].start);
    let mut open = fields.iter().filter(|field| !field.filled);
    let only_free = matches!((open.next(), open.next()), (Some(one), None) if is_free(one));
    let yes_no = |field: &FormField| field.reading.reader == Reader::YesNo;
    let yes_no = fields.iter().any(yes_no);
    let only_free = only_free && (!weighs || fields.iter().any(declared));
    let in_parts = |yes_no: bool| match weighs {
        true => repairs(said, !only_free, yes_no, until),
        false => retractions(said, !only_free, yes_no, until),
    };
    let parts = in_parts(yes_no);
    let exact = is_exact(fields);
    let mut told = Told::of(fields, &parts);
    // « 4 personnes, non, 5 »: a no that takes something back answers nothing.
    if exact && yes_no {
        let parts = in_parts(false);
        let other = Told::of(fields, &parts);
        if parts.len() > 1 && other.replaces {
            told = other;
        }
    }
    if weighs && !only_free && ends_taken_back(said) {
        told.take_back();
    }
    if is_whole(fields) {
        told.turned_against(fields, said);
    }
    if exact && parts.len() == 1 {
        told = again(fields, said, &told).unwrap_or(told);
    }
    let Told {
        read,
        heard,
        guessed,
        ..
    } = told;
    let refused: Vec<usize> = read
        .iter()
        .filter_map(|(index, read)| read.is_err().then_some(*index))
        .collect();
    let mut filled = Filled {
        rest: left_over(fields, &heard, &refused, said),
        guessed,
        ..Filled::default()
    };
    for (index, read) in read {
        match read {
            Ok(value) => filled.values.push((index, value)),
            Err(refusal) => filled.refused.push((index, refusal)),
        }
    }
    filled
}

/// What the parts of a message say, each taking back what was said before it.
struct Told {
    read: BTreeMap<usize, Result<Value, NotUnderstood>>,
    /// Also what was taken back: it was heard.
    heard: Vec<(usize, Value)>,
    /// Every part but the first says something anew that was said before it.
    replaces: bool,
    guessed: bool,
}

impl Told {
    /// « Lyon… enfin non »: nothing of it is meant.
    fn take_back(&mut self) {
        for read in self.read.values_mut() {
            *read = Trouble::Denied.refusal();
        }
    }

    /// « la cuisine japonaise, très peu pour moi »: what a clause says is no value where the next one turns against it.
    fn turned_against(&mut self, fields: &[FormField], said: &str) {
        let clauses = apart(said);
        for pair in clauses.windows(2) {
            if !only_turns_against(&tokens(pair[1])) {
                continue;
            }
            for (index, value) in fill_part(fields, pair[0], Some(None)).values {
                if self.read.get(&index) == Some(&Ok(value)) {
                    self.read.insert(index, Trouble::Denied.refusal());
                }
            }
        }
    }

    fn of(fields: &[FormField], parts: &[&str]) -> Told {
        let mut told = Told {
            read: BTreeMap::new(),
            heard: Vec::new(),
            replaces: true,
            guessed: false,
        };
        for (at, part) in parts.iter().enumerate() {
            let given: BTreeSet<usize> = told.read.keys().copied().collect();
            let filled = fill_part(fields, part, Some((at > 0).then_some(given.clone())));
            let anew = |(index, _): &(usize, Value)| given.contains(index);
            let asked =
                at > 0 && weighs(fields) && asks(parts[at - 1]) && !filled.values.is_empty();
            told.replaces &= at == 0 || asked || filled.values.iter().any(anew);
            told.guessed |= filled.guessed;
            told.heard.extend(filled.values.iter().cloned());
            let values = filled.values.into_iter();
            told.read
                .extend(values.map(|(index, value)| (index, Ok(value))));
            for (index, refusal) in filled.refused {
                // What replaces a value and is none leaves neither.
                told.read.insert(index, Err(refusal));
            }
        }
        told
    }
}

/// What a message says that answers a field anew: « non, italienne » where the food was named before. Without a
/// word that takes it back, only a name of another choice does so.
fn again(fields: &[FormField], said: &str, told: &Told) -> Option<Told> {
    let all = tokens(said);
    let lead = longest(&all, LEADING_BACK).filter(|count| *count < all.len());
    if lead.is_none() && !told.read.is_empty() {
        return None;
    }
    let mut from = 0;
    while let Some(count) = longest(&all[from..], LEADING_BACK).filter(|_| from < all.len()) {
        from += count;
    }
    let rest = &said[all.get(from)?.start..];
    let anew = Told::of(fields, &["", rest]);
    let only = |(index, read): (&usize, &Result<Value, NotUnderstood>)| {
        let field = &fields[*index];
        let named = matches!(field.reading.reader, Reader::Choice | Reader::Date);
        field.filled && read.is_ok() && (named || lead.is_some())
    };
    let clear = !anew.read.is_empty() && anew.read.iter().all(only);
    clear.then_some(anew)
}

/// Whether a message is weighed whole.
fn weighs(fields: &[FormField]) -> bool {
    fields.iter().any(|field| field.reading.weighs())
}

/// Whether nothing is taken that was not said for it.
fn is_exact(fields: &[FormField]) -> bool {
    fields.iter().any(|field| field.reading.is_exact())
}

/// Whether all of a message is understood or refused.
fn is_whole(fields: &[FormField]) -> bool {
    fields.iter().any(|field| field.reading.is_whole())
}

/// One part of a message. `heeds` says that what stands around values counts, and whether this part takes back
/// what was answered before, with the fields that were named just before it.
fn fill_part(fields: &[FormField], said: &str, heeds: Option<Option<BTreeSet<usize>>>) -> Filled {
    let all = tokens(said);
    let mut form = Form {
        fields,
        said,
        read: BTreeMap::new(),
        rest: Vec::new(),
        counted: false,
        heeds: heeds.is_some(),
        exact: is_exact(fields),
        whole: is_whole(fields),
        plain: fields.iter().any(|field| field.reading.discerns()),
        again: heeds.flatten(),
        guessed: false,
    };
    form.labels(&all);
    form.unlabelled();
    form.counted_apart(&all);
    let mut filled = Filled {
        guessed: form.guessed,
        ..Filled::default()
    };
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
    /// What no label claims.
    rest: Vec<Range<usize>>,
    /// A number was named by what it counts, so that this is a sentence.
    counted: bool,
    /// What stands around a value counts.
    heeds: bool,
    /// Nothing is taken that was not said for it.
    exact: bool,
    /// All of it is understood or refused.
    whole: bool,
    /// Nothing is taken that was not plainly said for its field.
    plain: bool,
    /// What was answered before is taken back: its fields are open, and of those that are read alike only the
    /// ones that were named just before.
    again: Option<BTreeSet<usize>>,
    guessed: bool,
}

impl Form<'_, '_> {
    fn labels(&mut self, all: &[Token]) {
        let found = labels(self.fields, self.said, all);
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
                // « Paris pour la ville, en fait »: its value stands before it.
                let piece = self.piece(all, label, end);
                let judges = self.fields[label.field].reading.judges() && !typed;
                if judges && only_leads(&self.said[piece]) {
                    return false;
                }
                if self.plain && label.until.is_some() && self.is_far(all, label) {
                    return false;
                }
                label.sure || typed && self.take(label.field, &self.piece(all, label, end)).is_ok()
            })
            .map(|(_, label)| label)
            .collect();
        let kept: Vec<&Label> = match kept[..] {
            [one] if self.introduces(all, one) => Vec::new(),
            [..] => kept,
        };
        self.counted = kept.iter().any(|label| label.until.is_some());
        let mut covered = 0;
        let mut at = 0;
        while let Some(label) = kept.get(at) {
            let start = self.without_pointing(all, covered, all[label.from].start);
            self.rest.push(covered..start);
            let run = kept[at..]
                .chunk_by(|one, next| self.meet(all, one, next))
                .next()
                .unwrap_or_default();
            at += run.len();
            let end = kept
                .get(at)
                .map_or(self.said.len(), |next| all[next.from].start);
            covered = self
                .several_names(all, run, end)
                .unwrap_or_else(|| self.labelled(all, run, end));
        }
        self.rest.push(covered..self.said.len());
    }

    /// Reads what stands behind labels, each for itself; says where it ends.
    fn labelled(&mut self, all: &[Token], run: &[&Label], end: usize) -> usize {
        let mut covered = end;
        for (at, label) in run.iter().enumerate() {
            let end = run.get(at + 1).map_or(end, |next| all[next.from].start);
            let piece = self.piece(all, label, end);
            let read = match label.wish {
                Some(wish) => Ok((Value::Bool(wish), piece.end)),
                None => self.take(label.field, &piece),
            };
            covered = match &read {
                Ok((_, taken)) => *taken,
                // What stands behind the clause that is refused is said of something else.
                Err(_) if label.until.is_some() && self.fields[label.field].reading.hears() => {
                    piece.end
                }
                // « 5 couverts, terrasse, Pau »: what stands behind its clause is said of something else.
                Err(_) if self.plain && self.is_alone(all, label, &piece) => piece.start,
                Err(_) if self.whole => self.clause(label.field, &piece).unwrap_or(piece.end),
                Err(_) => self.clause(label.field, &piece).unwrap_or(end),
            };
            let read = self.heeded(all, label, &piece, read.map(|(value, _)| value));
            let again = self
                .read
                .get(&label.field)
                .is_some_and(|known| *known != read);
            self.read
                .insert(label.field, if again { twice() } else { read });
        }
        covered
    }

    /// Whether a label that names a yes or a no ends its clause.
    fn is_alone(&self, all: &[Token], label: &Label, piece: &Range<usize>) -> bool {
        let behind = self.said[all[label.to - 1].end..piece.end].trim_start();
        let yes_no = self.fields[label.field].reading.reader == Reader::YesNo;
        yes_no && behind.starts_with([',', ';', '.', '\n'])
    }

    /// What was read behind or before a label, unless it is denied or doubtful.
    fn heeded(
        &self,
        all: &[Token],
        label: &Label,
        piece: &Range<usize>,
        read: Result<Value, NotUnderstood>,
    ) -> Result<Value, NotUnderstood> {
        if !self.heeds || read.is_err() {
            return read;
        }
        let found = match label.until {
            Some(_) if label.wish.is_some() => None,
            // « pas 4 personnes »: the denial stands before the number.
            Some(_) if weighs(self.fields) => {
                let numerals = numerals(self.said, all).into_iter();
                let mut own = numerals.filter(|numeral| numeral.tokens.start == label.from);
                let at = own.next().map(|numeral| numeral.tokens);
                if self.whole && is_bound_behind(&all[label.to..]) {
                    return Trouble::Bound.refusal();
                }
                number_trouble(self.said, all, &at.unwrap_or(label.from..label.from + 1))
            }
            Some(_) => trouble(self.said, all, &(label.from..label.from + 1)),
            None if is_denied(all, label.from) => Some(Trouble::Denied),
            None if self.fields[label.field].reading.newest
                && self.points(label.field, &self.said[piece.clone()]) =>
            {
                return nothing_offered();
            }
            None if self.doubted(label.field, &self.said[piece.clone()]) => return not_said(),
            None => {
                let text = self.fields[label.field].reading.reader == Reader::Text;
                let either = Trouble::Either;
                text.then(|| text_trouble(tidy(&self.said[piece.clone()])))
                    .flatten()
                    .filter(|found| *found == either)
            }
        };
        found.map_or(read, Trouble::refusal)
    }

    /// Where the first clause of a piece ends that a typed field reads, if something follows it.
    fn clause(&self, field: usize, piece: &Range<usize>) -> Option<usize> {
        let reading = &self.fields[field].reading;
        let typed = match reading.reader {
            Reader::Number | Reader::Date | Reader::YesNo | Reader::Choice | Reader::Entity => true,
            Reader::Email | Reader::Name => true,
            Reader::Text | Reader::List => false,
        };
        let text = &self.said[piece.clone()];
        let lead = text.len() - text.trim_start_matches(is_between).len();
        let sign = |(at, _): &(usize, char)| {
            let number = text[at + 1..].starts_with(|next: char| next.is_ascii_digit());
            !number
        };
        let signs = text.char_indices().skip_while(|(at, _)| *at < lead);
        let mut signs = signs.filter(|(_, sign)| matches!(sign, ',' | ';' | '\n' | '|'));
        let cut = signs.find(sign).map(|(at, _)| piece.start + at)?;
        (typed && reading.hears()).then_some(cut)
    }

    /// Whether nothing stands between two labels: « nom et prénom : … ».
    fn meet(&self, all: &[Token], one: &Label, next: &Label) -> bool {
        all[one.to..next.from]
            .iter()
            .all(|token| token.is(POINTING))
    }

    /// What stands behind a label, up to the next one and the words that point at it.
    fn piece(&self, all: &[Token], label: &Label, end: usize) -> Range<usize> {
        let start = label.value.min(end);
        let end = label.until.map_or(end, |until| until.min(end));
        let end = if end < self.said.len() {
            self.without_pointing(all, start, end)
        } else {
            end
        };
        self.of_label(all, label, start..end)
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
        // « ville : la deuxième » says of which list it is the second.
        let reading = &Reading {
            newest: true,
            ..self.fields[field].reading
        };
        let text = &self.said[piece.clone()];
        let named = matches!(reading.reader, Reader::Name | Reader::Email);
        if let Some(end) = self.clause(field, piece).filter(|_| !named) {
            return parse(reading, tidy(&self.said[piece.start..end]))
                .map(|value| (value, end))
                .or_else(|refused| match refused.code {
                    "out-of-range" | "wrong-unit" | "negated" | "ambiguous" => Err(refused),
                    // « mardi, 31 mars 2026 » is one date.
                    _ => parse(reading, tidy(text))
                        .map(|value| (value, piece.end))
                        .map_err(|_| refused),
                });
        }
        if let Some(end) = self.until_other(field, piece) {
            return parse(reading, tidy(&self.said[piece.start..end])).map(|value| (value, end));
        }
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

    /// Where a labelled text ends, because what follows its comma names a choice of another field.
    fn until_other(&self, field: usize, piece: &Range<usize>) -> Option<usize> {
        let reading = &self.fields[field].reading;
        if reading.reader != Reader::Text || !reading.hears() {
            return None;
        }
        let text = &self.said[piece.clone()];
        let names = |clause: &str| {
            let mut others = self
                .fields
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != field);
            others.any(|(_, other)| match other.reading.reader {
                Reader::Choice => is_called(&other.reading, tidy(clause)),
                Reader::Date | Reader::Email => parse(&other.reading, tidy(clause)).is_ok(),
                Reader::Text
                | Reader::Name
                | Reader::Number
                | Reader::YesNo
                | Reader::List
                | Reader::Entity => false,
            })
        };
        let cuts = text.match_indices([',', ';']).map(|(at, _)| at);
        let cut = cuts.into_iter().find(|at| {
            let clause = text[at + 1..].split([',', ';']).next();
            clause.is_some_and(names) && !tidy(&text[..*at]).is_empty()
        })?;
        Some(piece.start + cut)
    }

    /// Whether a field is one that words without a label may mean.
    fn may_mean(&self, index: usize) -> bool {
        let field = &self.fields[index];
        let Some(given) = &self.again else {
            return !field.filled;
        };
        let words = |field: &FormField| {
            let reader = field.reading.reader;
            self.plain && matches!(reader, Reader::Text | Reader::Name)
        };
        // « finalement Marseille » takes back what was answered in words, and answers nothing else.
        if given.is_empty() && words(field) {
            let answered = self.fields.iter().any(|other| words(other) && other.filled);
            return field.filled || !answered;
        }
        let alike = |other: &usize| {
            let other = &self.fields[*other];
            other.reading.reader == field.reading.reader || words(other) && words(field)
        };
        given.contains(&index) || !given.iter().any(alike)
    }

    fn open(&self, of: impl Fn(Reader) -> bool) -> Vec<usize> {
        let free = |index: &usize| {
            let field = &self.fields[*index];
            // What was only said not to be so may still be said.
            let denied = |read: &Result<Value, NotUnderstood>| {
                let denied = read.as_ref().err().map(|refused| refused.code) == Some("negated");
                denied && self.heeds
            };
            let read = self.read.get(index);
            // What nobody asked for has to be named.
            let free = matches!(
                field.reading.reader,
                Reader::Text | Reader::List | Reader::YesNo
            );
            let unasked = self.exact && free && !field.asked && !field.filled;
            !unasked && self.may_mean(*index) && read.is_none_or(denied) && of(field.reading.reader)
        };
        (0..self.fields.len()).filter(free).collect()
    }

    fn unlabelled(&mut self) {
        let open = self.open(|_| true);
        if let ([only], true) = (&open[..], self.read.is_empty()) {
            match self.plain {
                true => self.alone_plainly(*only),
                false => self.alone(*only),
            }
            return;
        }
        let mut pieces = self.segments();
        if self.whole {
            pieces = self.within_sentences(pieces);
        }
        if self.heeds {
            pieces.retain(|piece| !is_courtesy(&self.said[piece.clone()]));
        }
        self.addresses(&mut pieces);
        if self.plain {
            self.numbers(&mut pieces);
            self.placed(&pieces);
        }
        self.sentences(&mut pieces, true);
        let full = |piece: &&Range<usize>| !tidy(&self.said[(*piece).clone()]).is_empty();
        let alone = self.read.is_empty() && pieces.iter().filter(full).count() < 2;
        // « No, 5 people » says no to nothing that is asked.
        pieces.retain(|piece| {
            let first = tidy(&self.said[..piece.start]).is_empty();
            let leads = !alone && first && only_leads(&self.said[piece.clone()]);
            let nods = alone && self.whole && self.only_nods(piece);
            !leads && !nods && !self.typed(piece)
        });
        pieces.retain(|piece| !only_leads(&self.said[piece.clone()]));
        self.sentences(&mut pieces, false);
        self.names(&mut pieces);
        self.free_texts(&pieces);
    }

    /// Whether all that is said is yes or no, and more than one thing is asked for: it answers none of them.
    fn only_nods(&self, piece: &Range<usize>) -> bool {
        let plain = matches!(
            verdict(tidy(&self.said[piece.clone()])),
            Some(Verdict::Yes | Verdict::No)
        );
        let asked = |field: &&FormField| field.asked && !field.filled;
        plain && self.fields.iter().filter(asked).count() > 1
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
            let reading = &self.fields[index].reading;
            if self.plain && !self.is_for(index, text) {
                continue;
            }
            // What a form asks for is not numbered: a rank means none of its choices.
            let meant = match reading.reader {
                Reader::Number if reading.hears() && !days(text, &tokens(text)).is_empty() => false,
                Reader::Number => may_count(reading, text),
                Reader::Choice if reading.offered.is_empty() && reading.weighs() => {
                    let ranked = |token: &Token| rank::of(std::slice::from_ref(token), 26);
                    let ranked = tokens(text).iter().any(|token| ranked(token).is_some());
                    !ranked || names_choice(reading, text)
                }
                Reader::Choice if reading.offered.is_empty() => {
                    rank(text, reading.choices.len()).is_none() || is_called(reading, text)
                }
                Reader::Choice
                | Reader::Date
                | Reader::YesNo
                | Reader::Entity
                | Reader::Text
                | Reader::Name
                | Reader::Email
                | Reader::List => true,
            };
            if let Ok(value) = parse(reading, text)
                && (meant || !self.exact)
            {
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

    /// What typed fields find inside of a clause; of the rest a name may be the only text. At first only
    /// clauses with such a name are taken apart.
    fn sentences(&mut self, pieces: &mut Vec<Range<usize>>, named: bool) {
        for piece in std::mem::take(pieces) {
            // Numbers are dealt with: each is for the field for which it is plainly said.
            let open = self.open(|reader| match reader {
                Reader::Number => !self.plain,
                Reader::Date | Reader::Choice => true,
                Reader::Text
                | Reader::Name
                | Reader::Email
                | Reader::YesNo
                | Reader::List
                | Reader::Entity => false,
            });
            let first = tidy(&self.said[..piece.start]).is_empty();
            let sentence = Sentence::new(self.fields, &open, &self.said[piece.clone()], self.heeds);
            let texts = self.open(|reader| matches!(reader, Reader::Text | Reader::Name));
            // A name inside of a sentence may be a place.
            let people = |field: &usize| self.fields[*field].reading.reader == Reader::Name;
            let plain = !self.plain || !texts.iter().any(people);
            let name = sentence.name(first).filter(|_| texts.len() == 1 && plain);
            let tells = !sentence.found.is_empty()
                || !sentence.refused.is_empty()
                || self.counted && name.is_some()
                || self.exact && name.is_some() && has_units(&self.said[piece.clone()]);
            let plain = name.is_none() && sentence.refused.is_empty();
            if !tells || (named && plain) {
                pieces.push(piece);
                continue;
            }
            if let ([only], Some(name)) = (&texts[..], name) {
                let taken = |name: &&str| {
                    let free = !self.exact || is_free(self.fields, *only, name);
                    free && self.is_shaped(*only, name)
                };
                let read = match name {
                    Ok(name) => Some(name).filter(taken).map(|name| {
                        let name = sentence.whole_name(name);
                        parse(&self.fields[*only].reading, self.place_alone(*only, &name))
                    }),
                    Err(trouble) => Some(trouble.refusal()),
                };
                self.read.extend(read.map(|read| (*only, read)));
            }
            for (field, refused) in sentence.refused {
                self.read.insert(field, refused);
            }
            for found in sentence.found {
                self.read.insert(found.field, Ok(found.value));
            }
        }
    }
}

fn is_between(character: char) -> bool {
    is_invisible(character) || matches!(character, ',' | ';' | '|' | '<' | '>' | ':' | '=')
}

fn tidy(text: &str) -> &str {
    text.trim_matches(is_between)
}

fn twice() -> Result<Value, NotUnderstood> {
    refuse(
        "ambiguous",
        "This was said twice, and differently. Which one is it?",
        "Ceci a été dit deux fois, différemment. Lequel est le bon ?",
    )
}
