//! Where what a label names ends: at its sentence, or at the next label, known or not.

use super::super::bare::asks_place;
use super::super::label::{Label, is_way};
use super::super::proper::{end_of_place, without_tail};
use super::super::token::{Token, tokens};
use super::super::{Reader, is_invisible};
use super::{Form, is_between, tidy};
use std::ops::Range;

impl Form<'_, '_> {
    /// What stands behind a label, no further than its sentence; what is asked for in free words has several.
    pub(super) fn of_label(
        &self,
        all: &[Token],
        label: &Label,
        piece: Range<usize>,
    ) -> Range<usize> {
        let field = &self.fields[label.field];
        if label.until.is_some() || !field.reading.is_whole() {
            return piece;
        }
        let piece = self.of_name(all, label, piece);
        let start = self.without_of(all, label, piece.start);
        let piece = start..piece.end.max(start);
        let text = &self.said[piece.clone()];
        let lead = text.len() - text.trim_start_matches(is_invisible).len();
        let typed = !matches!(field.reading.reader, Reader::Text | Reader::List);
        let of = |cut: &usize| *cut > lead;
        let unknown = label_starts(text).into_iter().find(of);
        let sentence = sentence_ends(text).into_iter().find(of);
        let short = |end: &usize| typed || tokens(&text[..*end]).len() <= SHORT;
        let list = field.reading.reader == Reader::List;
        let cut = match field.free {
            true => None,
            false if list => unknown,
            false => {
                let sentence = sentence.filter(short);
                unknown.into_iter().chain(sentence).min()
            }
        };
        let Some(cut) = cut else {
            return piece;
        };
        let end = text[..cut].trim_end_matches(|sign: char| {
            is_invisible(sign) || matches!(sign, '.' | '!' | ';' | ',')
        });
        piece.start..piece.start + end.len()
    }

    /// What stands behind a label no further than the name of a place, if that is what it leads to: “to Ely, please”.
    fn of_name(&self, all: &[Token], label: &Label, piece: Range<usize>) -> Range<usize> {
        let field = &self.fields[label.field];
        if !self.plain || field.free || field.reading.reader != Reader::Text {
            return piece;
        }
        let start = self.without_of(all, label, piece.start);
        let text = &self.said[start.min(piece.end)..piece.end];
        let lead = text.len() - text.trim_start_matches(is_between).len();
        let way = is_way(all, label);
        let place = way || asks_place(field.called);
        let name = place.then(|| end_of_place(&text[lead..])).flatten();
        let end = match name {
            // What stands behind a sign is said for it, be it a list.
            Some(end) if !way && text[lead + end..].trim_start().starts_with([',', ';']) => {
                text.len()
            }
            Some(end) => lead + end,
            None if piece.end < self.said.len() => lead + without_tail(&text[lead..]),
            None => text.len(),
        };
        piece.start..start.min(piece.end) + end
    }

    /// « la ville de Tours »: from the name on.
    fn without_of(&self, all: &[Token], label: &Label, start: usize) -> usize {
        let reading = &self.fields[label.field].reading;
        let plain = matches!(reading.reader, Reader::Text | Reader::Name | Reader::Entity);
        let signed = self.said[all[label.to - 1].end..start].contains([':', '=']);
        let first = all
            .get(label.to)
            .filter(|first| first.start >= start && !first.breaks);
        let named = |at: usize| {
            let next = all.get(at);
            next.is_some_and(|next| self.said[next.start..].starts_with(char::is_uppercase))
        };
        match first {
            Some(of) if plain && !signed && of.is(&["de", "d", "of"]) && named(label.to + 1) => {
                all[label.to + 1].start
            }
            Some(_) | None => start,
        }
    }

    /// Pieces that no label claims, each within its sentence; what an unknown label names is nobody's.
    pub(super) fn within_sentences(&self, pieces: Vec<Range<usize>>) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for piece in pieces {
            let text = &self.said[piece.clone()];
            let mut from = 0;
            for cut in sentence_ends(text).into_iter().chain([text.len()]) {
                let own = &text[from..cut];
                let start = piece.start + from;
                from = cut;
                match own_label(own) {
                    None => found.push(start..start + own.len()),
                    Some(end) if leads(&own[..end]) => {
                        found.push(start + end + 1..start + own.len());
                    }
                    Some(_) => {}
                }
            }
        }
        found.retain(|piece| !tidy(&self.said[piece.clone()]).is_empty());
        found
    }
}

/// A text of more words may be of several sentences.
const SHORT: usize = 5;
/// A label is of no more words than this.
const LABEL: usize = 4;

/// Where sentences end: behind their sign, and not behind « St. ».
pub(in crate::answer) fn sentence_ends(text: &str) -> Vec<usize> {
    let ends = text.match_indices(['.', '!', '?', '\n', ';']);
    let ends = ends.filter(|(at, sign)| {
        let behind = &text[at + sign.len()..];
        let spaced = behind.is_empty() || behind.starts_with(char::is_whitespace);
        let spaced = spaced || *sign == "\n" || *sign == ";";
        let word = text[..*at]
            .rsplit(|letter: char| !letter.is_alphanumeric())
            .next();
        let word = logic::text::fold(word.unwrap_or_default());
        let short = word.chars().count() < 2 || ABBREVIATED.contains(&word.as_str());
        spaced && !(*sign == "." && short && word.chars().all(char::is_alphabetic))
    });
    ends.map(|(at, sign)| at + sign.len()).collect()
}

const ABBREVIATED: &[&str] = &[
    "m", "mme", "mlle", "mr", "mrs", "ms", "dr", "st", "ste", "me", "av", "bd", "bld", "pl", "jr",
    "sr", "prof", "no", "vol", "art", "cf", "etc",
];

/// Where words begin, behind a sign, that are followed by a colon like a label.
fn label_starts(text: &str) -> Vec<usize> {
    let starts = text.match_indices(['.', '!', '?', '\n', ';', ',']);
    let starts = starts.map(|(at, sign)| at + sign.len());
    starts
        .filter(|start| own_label(&text[*start..]).is_some())
        .collect()
}

/// Where the sign behind a label stands that a piece begins with.
fn own_label(text: &str) -> Option<usize> {
    let sign = text.find([':', '='])?;
    let label = text[..sign].trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let label = label.trim_end();
    let plain = |letter: char| {
        letter.is_alphabetic() || matches!(letter, ' ' | '-' | '\'' | '’' | '\u{a0}')
    };
    let words = tokens(label).len();
    let clock = text[sign + 1..].starts_with('/');
    (label.chars().all(plain) && (1..=LABEL).contains(&words) && !clock).then_some(sign)
}

/// Whether words before a colon only lead to what follows: « voici : », “here you go:”.
fn leads(label: &str) -> bool {
    let said: Vec<String> = logic::text::words(label);
    said.iter().all(|word| LEADING.contains(&word.as_str()))
}

const LEADING: &[&str] = &[
    "voici",
    "voila",
    "alors",
    "donc",
    "bonjour",
    "bonsoir",
    "salut",
    "hello",
    "hi",
    "oui",
    "yes",
    "ok",
    "well",
    "so",
    "here",
    "you",
    "go",
    "it",
    "is",
    "are",
    "we",
    "mes",
    "my",
    "les",
    "the",
    "infos",
    "informations",
    "coordonnees",
    "details",
    "info",
    "information",
    "reponse",
    "reponses",
    "answer",
    "answers",
    "ma",
    "mon",
    "moi",
    "c",
    "est",
    "ca",
    "merci",
    "et",
    "and",
    "je",
    "suis",
    "i",
    "am",
    "m",
    "appelle",
];
