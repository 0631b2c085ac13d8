//! Names that a word for a place leads to: they go to the only field for a place, whatever else is asked for.

use super::super::bare::asks_place;
use super::super::closed::{ends_before, is_function};
use super::super::heed::{Trouble, trouble};
use super::super::judge::{is_faulted, with_article};
use super::super::plain::is_asked;
use super::super::proper::{begins_place, end_of_place};
use super::super::token::{Token, tokens};
use super::super::{Reader, parse};
use super::Form;
use std::ops::Range;

impl Form<'_, '_> {
    /// « à Brest », “in Leeds”.
    pub(super) fn placed(&mut self, pieces: &[Range<usize>]) {
        let texts = self.open(|reader| reader == Reader::Text);
        let place = |index: &&usize| {
            let field = &self.fields[**index];
            asks_place(field.called) && !field.free
        };
        let mut places = texts.iter().filter(place);
        let (Some(field), None) = (places.next(), places.next()) else {
            return;
        };
        let field = *field;
        let all = tokens(self.said);
        let inside = |at: &usize| {
            let token = &all[*at];
            let own = |piece: &Range<usize>| piece.start <= token.start && token.end <= piece.end;
            pieces.iter().any(own)
        };
        let asked = |at: &usize| is_asked(self.said, &(all[*at].start..all[*at].end));
        let found = (1..all.len()).filter(|at| self.leads_to_place(&all, *at) && !asked(at));
        let found: Vec<Range<usize>> = found
            .filter(inside)
            .filter_map(|at| {
                let end = end_of_place(&self.said[all[at].start..])? + all[at].start;
                let to = all.iter().position(|token| token.end >= end)? + 1;
                Some(at..to)
            })
            .collect();
        let read = match &found[..] {
            [] => return,
            [one] => match trouble(self.said, &all, one) {
                Some(trouble) => trouble.refusal(),
                None if is_faulted(&all, one) => Trouble::Denied.refusal(),
                None => {
                    let name = &self.said[all[one.start].start..all[one.end - 1].end];
                    let name = with_article(self.said, name);
                    parse(&self.fields[field].reading, &name)
                }
            },
            [..] => Trouble::Either.refusal(),
        };
        self.read.insert(field, read);
    }

    /// Whether a place begins at a word, behind a word for one, that is neither where a journey ends nor one of two.
    fn leads_to_place(&self, all: &[Token], at: usize) -> bool {
        let (before, lead) = (&all[at - 1], &all[..at - 1]);
        let accented = self.said[before.start..before.end].contains(['à', 'À']);
        let english = self
            .fields
            .iter()
            .any(|field| field.reading.state.language() == "en");
        let bare = before.word == "a" && !english;
        let bare = bare
            && lead
                .last()
                .is_none_or(|last| !last.is(&["il", "elle", "on", "y"]));
        let led = accented || bare || before.is(&["in", "au", "aux", "dans"]);
        let clause = lead.iter().rposition(|token| token.breaks).unwrap_or(0);
        let from = |at: usize| {
            let way = all[at].is(&["de", "from", "depuis", "d"]);
            let joined = at > 0 && !is_function(&all[at - 1]) && !all[at].breaks;
            way && begins_place(self.said, all, at + 1) && !(joined && all[at].is(&["de", "d"]))
        };
        let journey = before.is(&["a", "au", "aux"]) && (clause..at.saturating_sub(1)).any(from);
        let apart = lead[clause..].iter().any(|token| token.is(APART));
        led && begins_place(self.said, all, at) && !ends_before(lead) && !journey && !apart
    }
}

/// Words beside which a place is compared, or nothing is wanted there: « je préfère Metz à Lyon », « rien à Lyon ».
const APART: &[&str] = &[
    "prefere",
    "preferes",
    "preferons",
    "prefererais",
    "preferait",
    "rien",
    "nothing",
];
