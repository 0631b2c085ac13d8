//! Numbers that no label names: each goes to the one field for which it is plainly said.

use super::super::choice::has_word;
use super::super::heed::{Trouble, is_bound_behind, number_trouble};
use super::super::label::Label;
use super::super::numeral::{Numeral, numerals};
use super::super::plain::{Counted, Fit, are_counted_apart, in_all, is_relative, names_some};
use super::super::rest::says_nothing;
use super::super::token::{LEADS, TAILS, Token, longest, stripped, tokens};
use super::super::unit::{Unit, counted};
use super::super::{NotUnderstood, Reader, parse};
use super::Form;
use logic::value::Value;
use std::ops::Range;

impl Form<'_, '_> {
    /// What the numbers of these pieces say; a piece that says nothing else is dealt with.
    pub(super) fn numbers(&mut self, pieces: &mut Vec<Range<usize>>) {
        let open = self.open(|reader| reader == Reader::Number);
        let all = tokens(self.said);
        let inside = |numeral: &Numeral| {
            pieces
                .iter()
                .any(|piece| piece.start <= numeral.bytes.start && numeral.bytes.end <= piece.end)
        };
        let told = numerals(self.said, &all);
        let free = told.into_iter().filter(|one| !one.article && inside(one));
        let free: Vec<Numeral> = free.collect();
        let mut taken: Vec<Numeral> = Vec::new();
        let said: Vec<(usize, Fit, Numeral)> = free
            .iter()
            .filter_map(|numeral| {
                let (field, fit) = self.counted_by(&open, &all, numeral)?;
                Some((field, fit, numeral.clone()))
            })
            .collect();
        for field in open {
            let own = said.iter().filter(|(of, ..)| *of == field);
            let best = own.clone().map(|(_, fit, _)| *fit).max();
            let own = own.filter(|(_, fit, _)| Some(*fit) == best);
            let own: Vec<&Numeral> = own.map(|(.., numeral)| numeral).collect();
            let Some(read) = self.number_of(field, &all, &own) else {
                continue;
            };
            self.read.insert(field, read);
            self.counted = true;
            taken.extend(own.into_iter().cloned());
        }
        pieces.retain(|piece| !self.only_counts(piece, &all, &taken));
    }

    /// « 2 adultes et 1 enfant »: how many there are in all is asked back, unless a sign says that one of them is it.
    pub(super) fn counted_apart(&mut self, all: &[Token]) {
        let signed = self.said.contains([':', '=']);
        if !self.plain || signed || names_some(self.fields) {
            return;
        }
        if !are_counted_apart(all, &numerals(self.said, all)) {
            return;
        }
        for (field, read) in &mut self.read {
            let field = &self.fields[*field];
            let counts = field.reading.reader == Reader::Number;
            if read.is_ok() && counts && Counted::new(field).counts_people() {
                *read = in_all();
            }
        }
    }

    /// Whether what a label counts is how far a day is: « dans 3 jours ».
    pub(super) fn is_far(&self, all: &[Token], label: &Label) -> bool {
        let time = counted(&self.fields[label.field].reading).is_some_and(Unit::is_time);
        time && is_relative(all, &(label.from..label.to - 1))
    }

    /// The field for which a number is said most plainly; nothing where that is not one.
    fn counted_by(&self, open: &[usize], all: &[Token], numeral: &Numeral) -> Option<(usize, Fit)> {
        let fields = self.fields.iter();
        let choices = fields.filter(|field| field.reading.reader == Reader::Choice);
        let choices: Vec<_> = choices.collect();
        let chosen = |token: &Token| choices.iter().any(|field| has_word(&field.reading, token));
        let fit = |field: &usize| {
            let counted = Counted::new(&self.fields[*field]);
            let fit = counted.fit(self.said, all, numeral, &chosen)?;
            Some((*field, fit))
        };
        let fits: Vec<(usize, Fit)> = open.iter().filter_map(fit).collect();
        let best = fits.iter().map(|(_, fit)| *fit).max()?;
        let mut fits = fits.into_iter().filter(|(_, fit)| *fit == best);
        fits.next().filter(|_| fits.next().is_none())
    }

    /// The only number that is said for a field, or why it is none.
    fn number_of(
        &self,
        field: usize,
        all: &[Token],
        own: &[&Numeral],
    ) -> Option<Result<Value, NotUnderstood>> {
        let reading = &self.fields[field].reading;
        let trouble = |numeral: &Numeral| {
            let behind = all.get(numeral.tokens.end..).unwrap_or_default();
            let unit = behind.get(1..).unwrap_or_default();
            let bound = is_bound_behind(behind) || is_bound_behind(unit) && !unit[0].breaks;
            let bound = bound.then_some(Trouble::Bound);
            number_trouble(self.said, all, &numeral.tokens).or(bound)
        };
        let mut clear = own.iter().filter(|numeral| trouble(numeral).is_none());
        match (clear.next(), clear.next()) {
            (Some(one), None) => Some(parse(reading, &self.said[one.bytes.clone()])),
            (Some(_), Some(_)) => Some(Trouble::Either.refusal()),
            (None, _) => trouble(own.first()?).map(Trouble::refusal),
        }
    }

    /// Whether a piece holds nothing but numbers that were dealt with, and small words around them.
    fn only_counts(&self, piece: &Range<usize>, all: &[Token], taken: &[Numeral]) -> bool {
        let inside = |token: &&Token| token.start >= piece.start && token.end <= piece.end;
        let own: Vec<Token> = all.iter().filter(inside).cloned().collect();
        let counts = |token: &Token| {
            let bytes = |numeral: &Numeral| {
                numeral.bytes.start <= token.start && token.end <= numeral.bytes.end
            };
            taken.iter().any(bytes)
        };
        if !own.iter().any(counts) {
            return false;
        }
        let core = stripped(&own, LEADS, TAILS);
        let rest: Vec<Token> = core
            .iter()
            .filter(|token| !counts(token))
            .cloned()
            .collect();
        let owned = |token: &Token| {
            let mut numbers = self.fields.iter();
            numbers.any(|field| {
                field.reading.reader == Reader::Number && Counted::new(field).owns(token)
            })
        };
        let rest: Vec<Token> = rest.into_iter().filter(|token| !owned(token)).collect();
        says_nothing(&rest) || longest(&rest, LEADS) == Some(rest.len())
    }
}
