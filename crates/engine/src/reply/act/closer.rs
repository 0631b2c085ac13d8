//! What a sentence names more closely than what was recognised in it: of whom it speaks, the end of something, another
//! one of it, or a word by which the registry knows something else.

use super::super::accounted::{is_bound, is_date, is_of};
use super::super::detect::Recogniser;
use super::super::sentence::{Met, Sentence};
use super::super::understood::is_kind;
use super::plainly::{is_finite, is_wish};
use super::words::MINE;
use logic::text::WordSet;

impl Sentence {
    /// A word by which it asks more closely than is answered.
    pub(in super::super) fn asks_closer(
        &self,
        recogniser: &Recogniser,
        understood: &[&Met],
    ) -> Option<usize> {
        let end = self.asks_for_the_end(recogniser, understood);
        end.or_else(|| self.wishes_another())
    }

    /// « Jusqu'à quelle heure … ? », « À quelle heure sort-on … ? », where what is wanted knows of no end.
    fn asks_for_the_end(&self, recogniser: &Recogniser, understood: &[&Met]) -> Option<usize> {
        let all = || 0..self.words.len();
        let when = ["heure", "quand", "when", "time", "jour", "date"];
        let known = |at: usize| {
            let mut wanted = understood.iter().filter_map(|met| met.intention);
            wanted.any(|intention| self.belongs(recogniser, at, intention))
        };
        let until = |at: usize| {
            matches!(self.text(at), "jusqu" | "jusque" | "until" | "till") && !known(at)
        };
        let mut ends = all();
        let end = ends.find(|at| until(*at) || (ENDS.contains(&self.text(*at)) && !known(*at)));
        end.filter(|_| self.asks && all().any(|at| when.contains(&self.text(at))))
    }

    /// « Je voudrais passer l'examen à une autre date »: it is to be changed.
    fn wishes_another(&self) -> Option<usize> {
        let mut all = 0..self.words.len();
        let another = all.find(|at| matches!(self.text(*at), "autre" | "another"))?;
        let before = self.clause_of(another)..another;
        let denied = before.clone().any(|at| self.denies_at(at));
        let wishes = before.clone().any(|at| is_wish(self.text(at)));
        let does = before.clone().any(|at| self.text(at).ends_with("er"));
        (wishes && does && !denied).then_some(another)
    }

    /// A name of the case in the third person: « Nadia souhaite savoir … », « le dossier de Nadia ».
    pub(in super::super) fn names_a_third(&self, names: &[String]) -> Option<usize> {
        let is_name = |at: usize| names.iter().any(|name| name == self.text(at));
        let mut all = 0..self.words.len();
        all.find(|at| {
            if !is_name(*at) {
                return false;
            }
            let before = at.checked_sub(1).map_or("", |at| self.text(at));
            let mut next = at + 1;
            while next < self.words.len() && is_name(next) {
                next += 1;
            }
            let goes_on = next < self.words.len() && !self.clauses.contains(&next);
            let word = if goes_on { self.text(next) } else { "" };
            let signs = MINE.contains(&word)
                || (is_kind(word) && !is_wish(word))
                || (is_bound(word) && !is_finite(word) && !is_wish(word));
            let opens = self.clause_of(*at) == *at;
            is_of(before) || (goes_on && opens && (word == "s" || !signs))
        })
    }

    /// Words by which the registry knows something else, and that nothing which is wanted here has.
    pub(in super::super) fn named_besides(
        &self,
        recogniser: &Recogniser,
        understood: &[&Met],
    ) -> Vec<String> {
        let wanted = understood.iter().filter(|met| !met.refused);
        let wanted: Vec<usize> = wanted.filter_map(|met| met.intention).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let is_own = |at: usize| {
            let mut wanted = wanted.iter();
            wanted.any(|intention| self.belongs(recogniser, at, *intention))
        };
        let is_anothers = |at: usize| {
            let mut all = 0..recogniser.vocabulary.len();
            all.any(|intention| self.belongs(recogniser, at, intention))
        };
        let is_met = |at: usize| {
            understood
                .iter()
                .any(|met| met.at == at && met.intention.is_some())
        };
        let names = |at: &usize| {
            let word = self.text(*at);
            // A noun, in a clause in which something is wanted.
            let is_noun = *at > 0 && BEFORE_NOUNS.contains(&self.text(at - 1));
            let mut wanted = understood
                .iter()
                .filter(|met| !met.refused && met.intention.is_some());
            if !is_noun
                || is_met(*at)
                || !wanted.any(|met| self.clause_of(met.at) == self.clause_of(*at))
            {
                return false;
            }
            let of_day = PARTS_OF_DAY.contains(&word);
            let light = is_date(word) || is_bound(word) || is_kind(word) || is_wish(word);
            self.words[*at].class.counts()
                && self.is_meant(*at)
                && (of_day || !light)
                && !is_own(*at)
                && is_anothers(*at)
                && !self.is_of_trade(recogniser, *at)
        };
        let all = 0..self.words.len();
        all.filter(names)
            .map(|at| self.text(at).to_owned())
            .collect()
    }
}

/// What stands before a noun.
static BEFORE_NOUNS: WordSet = WordSet::of(&[
    "de", "du", "des", "d", "la", "le", "les", "l", "en", "au", "aux", "pour", "the", "of", "in",
    "for", "an",
]);

/// Words of ending.
static ENDS: WordSet = WordSet::of(&[
    "sort",
    "sortir",
    "sortons",
    "finit",
    "finir",
    "finira",
    "finissent",
    "termine",
    "terminer",
    "terminera",
    "terminent",
    "ferme",
    "fermer",
    "end",
    "ends",
    "finish",
    "finishes",
    "close",
    "closes",
]);

/// Parts of a day by which a sitting is named.
static PARTS_OF_DAY: WordSet = WordSet::of(&[
    "soir",
    "soiree",
    "matin",
    "matinee",
    "midi",
    "nuit",
    "evening",
    "morning",
    "afternoon",
]);
