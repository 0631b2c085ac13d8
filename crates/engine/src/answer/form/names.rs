//! The names of people in a form: which of them is whose, in which order, and what stands beside them.

use super::super::email::candidates;
use super::super::heed::is_courtesy;
use super::super::label::Label;
use super::super::name::{
    PARTICLES, greets, introduces, is_talk, named, without_more, without_place, without_whereabouts,
};
use super::super::proper::is_person;
use super::super::token::{Token, tokens};
use super::super::{NotUnderstood, Reader, parse};
use super::{Form, FormField, tidy, weighs};
use logic::text::{Phrase, words};
use logic::value::Value;
use std::collections::BTreeSet;
use std::ops::Range;

impl Form<'_, '_> {
    /// « nom, prénom : Dupont Marie »: as many names as labels, in their order.
    pub(super) fn several_names(
        &mut self,
        all: &[Token],
        run: &[&Label],
        end: usize,
    ) -> Option<usize> {
        let last = run.last().filter(|_| run.len() > 1)?;
        let piece = self.piece(all, last, end);
        let text = &self.said[piece.clone()];
        let cut = candidates(text)
            .first()
            .map_or(text.len(), |address| address.start);
        let parts = name_parts(named(tidy(&text[..cut])).ok()?);
        let fields: BTreeSet<usize> = run.iter().map(|label| label.field).collect();
        let is_name = |label: &&Label| self.fields[label.field].reading.reader == Reader::Name;
        if parts.len() != run.len() || fields.len() != run.len() || !run.iter().all(is_name) {
            return None;
        }
        for (label, part) in run.iter().zip(parts) {
            let read = parse(&self.fields[label.field].reading, part);
            self.read.insert(label.field, read);
        }
        Some(piece.start + cut)
    }

    /// « mon nom est Marie Dupont » introduces somebody; it names no field where both names are open.
    pub(super) fn introduces(&self, all: &[Token], label: &Label) -> bool {
        let own = label.from > 0 && all[label.from - 1].is(&["mon", "my"]);
        let plain = all[label.from..label.to]
            .iter()
            .all(|token| token.is(&["nom", "name"]));
        let verb = all
            .get(label.to)
            .is_some_and(|next| !next.breaks && next.is(&["est", "c", "is"]));
        let open = self.open(|reader| reader == Reader::Name);
        let piece = &self.said[self.piece(all, label, self.said.len())];
        let cut = candidates(piece)
            .first()
            .map_or(piece.len(), |address| address.start);
        let name = tidy(&piece[..cut])
            .split([',', ';', '\n'])
            .next()
            .unwrap_or_default();
        own && plain
            && verb
            && open.len() > 1
            && named(name).is_ok_and(|name| name_parts(name).len() == open.len())
    }

    /// Names go to the fields for names, in order.
    pub(super) fn names(&mut self, pieces: &mut Vec<Range<usize>>) {
        let open = self.open(|reader| reader == Reader::Name);
        // Of several names that were said, which one is taken back is not clear.
        if self.again.is_some() && open.len() > 1 {
            return;
        }
        let weighs = weighs(self.fields);
        let (fields, discerns) = (self.fields, self.plain);
        let name = |piece: &Range<usize>| {
            let text = tidy(&self.said[piece.clone()]);
            let text = match discerns {
                true => without_whereabouts(text),
                false if weighs => without_place(text),
                false => text,
            };
            let text = match discerns {
                true if is_talk(text) => return None,
                true => without_more(text),
                false => text,
            };
            let found = named(text).ok().filter(|_| !self.whole || !greets(text));
            found.filter(|name| !discerns || names_person(fields, name))
        };
        let found: Vec<&str> = pieces.iter().filter_map(name).collect();
        if open.is_empty() || found.is_empty() {
            return;
        }
        let found = if weighs { own_names(found) } else { found };
        if discerns && self.is_beside_talk(pieces, &found) {
            return;
        }
        let texts = self.open(|reader| reader == Reader::Text);
        if discerns && !texts.is_empty() && !self.is_plainly_person(pieces, &found, open.len()) {
            let read = which_is_which(self.fields, &[&open[..], &texts].concat());
            self.read.insert(open[0], read);
            return pieces.retain(|piece| name(piece).is_none());
        }
        let only = weighs && found.len() == 2 && open.len() == 2 && self.read.is_empty();
        if only && self.said.contains(',') && found.iter().all(|name| name_parts(name).len() == 1) {
            // « Dupont, Jean » or « Jean, Dupont ».
            let read = which_is_which(self.fields, &open);
            self.read.insert(open[0], read);
            return pieces.retain(|piece| name(piece).is_none());
        }
        let mut parts: Vec<&str> = match found[..] {
            [one] if open.len() > 1 => name_parts(one),
            [..] => found,
        };
        if weighs && self.is_reversed(&open, &parts) {
            parts.reverse();
        }
        if parts.len() > open.len() {
            let read = which_is_which(self.fields, &open);
            self.read.insert(open[0], read);
        } else {
            for (index, part) in open.into_iter().zip(&parts) {
                let read = parse(&self.fields[index].reading, part);
                self.read.insert(index, read);
            }
        }
        pieces.retain(|piece| match name(piece) {
            Some(name) => weighs && !parts.iter().any(|part| name.contains(part)),
            None => true,
        });
    }

    /// Whether names in small letters stand beside words that are none: then they are words of a sentence, too.
    fn is_beside_talk(&self, pieces: &[Range<usize>], found: &[&str]) -> bool {
        let small = |name: &&str| !name.contains(char::is_uppercase);
        let holds = |piece: &str| found.iter().any(|name| piece.contains(name));
        let other = |piece: &Range<usize>| {
            let text = tidy(&self.said[piece.clone()]);
            !text.is_empty() && !is_courtesy(text) && !holds(text)
        };
        found.iter().all(small) && pieces.iter().any(other)
    }

    /// Whether words are somebody's name although a place is asked for too: they are introduced as one, or there are as
    /// many as names are asked for.
    fn is_plainly_person(&self, pieces: &[Range<usize>], found: &[&str], open: usize) -> bool {
        let [name] = found else {
            return false;
        };
        let mut texts = pieces.iter().map(|piece| tidy(&self.said[piece.clone()]));
        texts.any(|text| text.contains(name) && introduces(text))
            || open > 1 && name_parts(name).len() == open
    }

    /// « DUPONT Jean »: capitals throughout are for the family name.
    fn is_reversed(&self, open: &[usize], parts: &[&str]) -> bool {
        let family = |index: usize| {
            let mut labels = self.fields[index].called.iter().map(|label| words(label));
            labels.any(|label| {
                let known = ["nom", "surname", "lastname"];
                matches!(&label[..], [one] if known.contains(&one.as_str()))
                    || label.join(" ") == "last name"
                    || label.join(" ") == "family name"
            })
        };
        let shouts = |part: &str| {
            let letters = part.chars().filter(|sign| sign.is_alphabetic());
            letters.clone().count() > 1 && letters.clone().all(char::is_uppercase)
        };
        // « Le Goff Anne »: a particle begins a family name.
        let family_name = |part: &str, other: &str| {
            let begins = |part: &str| {
                let first = words(part).into_iter().next();
                words(part).len() > 1
                    && first.is_some_and(|first| PARTICLES.contains(&first.as_str()))
            };
            shouts(part) && !shouts(other) || self.whole && begins(part) && !begins(other)
        };
        match (open, parts) {
            ([first, last], [one, two]) => match (family(*first), family(*last)) {
                (false, true) => family_name(one, two),
                (true, false) => family_name(two, one),
                (true, true) | (false, false) => false,
            },
            (_, _) => false,
        }
    }
}

/// Whether words may be somebody's name, and hold no word by which a field is called: « mon adresse ».
fn names_person(fields: &[FormField], name: &str) -> bool {
    let said = words(name);
    let mut called = fields.iter().flat_map(|field| field.called);
    let small = |word: &String| {
        let token = tokens(name).into_iter().find(|token| token.word == *word);
        token.is_some_and(|token| name[token.start..].starts_with(char::is_lowercase))
    };
    let shouts = !name.contains(char::is_lowercase);
    let labelled = called.any(|label| {
        let mut label = words(label)
            .into_iter()
            .filter(|word| word.chars().count() > 2);
        label.any(|word| said.contains(&word) && (shouts || small(&word)))
    });
    !labelled && is_person(name, true)
}

/// Of several pieces that may be names those that are: what begins with a small letter beside a capital is none, and
/// « Bond, James Bond » is one.
fn own_names(found: Vec<&str>) -> Vec<&str> {
    let capital = |name: &&str| name.starts_with(char::is_uppercase);
    let some = found.iter().any(capital);
    let found: Vec<&str> = found
        .into_iter()
        .filter(|name| !some || capital(name))
        .collect();
    let inside = |one: &str| {
        let own = words(one);
        found.iter().any(|other| {
            let other = words(other);
            other.len() > own.len() && own.iter().all(|word| other.contains(word))
        })
    };
    found.iter().copied().filter(|one| !inside(one)).collect()
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

/// More than the fields can hold: each is asked for by its label.
pub(super) fn which_is_which(fields: &[FormField], open: &[usize]) -> Result<Value, NotUnderstood> {
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
            format!("Il faut dire lequel est lequel, ainsi : {shown}"),
        ),
    })
}
