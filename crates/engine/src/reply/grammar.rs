//! What turns round what stands beside it: something told to have happened, denied, somebody else's, of another
//! time, or several of it.
//!
//! « J'ai reçu ma convocation », « le dossier de mon frère », « l'année dernière » hold the words of a question and
//! do not ask it. None of this is known by what is spoken of: where a verb, a denial, an owner, a time or a number
//! stands decides, whatever the words of the registry are.

use super::accounted::{is_date, is_number_word};
use super::lexicon::Class;
use super::sentence::Met;
use super::understood::View;
use logic::text::WordSet;
use std::ops::Range;

/// Words of a clause in which something is recognised that turn it round, in their order.
/// `told` says whether what the clause says to be so is what was recognised, where that is compared.
pub(super) fn turns(
    view: &View,
    clause: &Range<usize>,
    met: &[&Met],
    own: &[usize],
    told: Option<bool>,
) -> Vec<usize> {
    let clause = Clause {
        told,
        view,
        at: clause.clone(),
        met,
        own,
    };
    let mut open: Vec<usize> = clause.told().into_iter().collect();
    open.extend(clause.at.clone().filter(|at| {
        clause.is_open_denial(*at)
            || clause.is_of_another(*at)
            || clause.is_other_subject(*at)
            || clause.is_quantity(*at)
            || clause.is_other_time(*at)
    }));
    open.sort_unstable();
    open.dedup();
    open
}

/// Whether a word is of a time that is over; « depuis lundi dernier » goes on until now.
pub(super) fn is_over(view: &View, clause: &Range<usize>, at: usize) -> bool {
    let text = |at: usize| view.sentence.text(at);
    let lasts = (clause.start..at).any(|at| matches!(text(at), "depuis" | "since"));
    let word = text(at);
    let is_year = word.len() == 4
        && word.starts_with(['1', '2'])
        && word.bytes().all(|byte| byte.is_ascii_digit());
    !lasts && (OVER.contains(&word) || is_year)
}

static CAN: WordSet = WordSet::of(&[
    "peux", "peut", "pouvons", "pourrai", "pourrais", "pourrons", "puis", "can", "could", "able",
]);

impl View<'_> {
    /// Whether a clause asks: a mark ends it, « est-ce que », or a subject stands behind its verb.
    pub(super) fn is_question(&self, clause: &Range<usize>) -> bool {
        let text = |at: usize| match clause.contains(&at) {
            true => self.sentence.text(at),
            false => "",
        };
        let inverts = |at: usize| {
            self.hyphens.contains(&at) && (SUBJECTS.contains(&text(at)) || text(at) == "t")
        };
        let is_it = |at: usize| text(at) == "est" && text(at + 1) == "ce";
        (self.asks && clause.end == self.sentence.words.len())
            || clause
                .clone()
                .any(|at| inverts(at) || is_it(at) || self.inquires(at))
    }
}

struct Clause<'c> {
    told: Option<bool>,
    view: &'c View<'c>,
    at: Range<usize>,
    /// What was recognised in the sentence.
    met: &'c [&'c Met],
    /// The words by which.
    own: &'c [usize],
}

impl Clause<'_> {
    fn text(&self, at: usize) -> &str {
        match self.at.contains(&at) {
            true => self.view.sentence.text(at),
            false => "",
        }
    }

    fn is(&self, at: usize, class: Class) -> bool {
        self.at.contains(&at) && self.view.sentence.is(at, class)
    }

    fn is_met(&self, at: usize) -> bool {
        self.own.contains(&at)
    }

    fn asks(&self) -> bool {
        self.view.is_question(&self.at)
    }

    fn denies(&self) -> bool {
        self.at
            .clone()
            .any(|at| self.is(at, Class::DENIES) && self.text(at) != "t")
    }

    /// The word that says what has happened: « j'ai enfin reçu … », “I received …”. Where it is one of the words by
    /// which something is recognised, or asks (« j'ai demandé »), that is what is told.
    fn told(&self) -> Option<usize> {
        // What the context is, is told as it happened: « j'ai eu un accident ».
        let mut here = self.met.iter().filter(|met| self.at.contains(&met.at));
        if !here.any(|met| met.intention.is_some()) || self.asks() || self.denies() {
            return None;
        }
        self.at.clone().find_map(|at| {
            let verb = self.done(at)?;
            let told = !self.is_met(verb) && !self.is(verb, Class::WANTS);
            told.then_some(verb)
        })
    }

    /// The participle behind a form of having, or a verb in the past behind its subject.
    fn done(&self, at: usize) -> Option<usize> {
        let word = self.text(at);
        // « à » is no « a ».
        let has = HAVING.contains(&word) && !self.view.word(at).contains(['à', 'À']);
        let mut verb = at + 1;
        while SOFTENS.contains(&self.text(verb)) {
            verb += 1;
        }
        if has && self.text(verb) == "ete" {
            return self.is_done(verb + 1).then_some(verb + 1);
        }
        let past = matches!(word, "i" | "we") && self.text(verb).ends_with("ed");
        let past = past && self.text(verb) != "need";
        ((has && self.is_done(verb)) || past).then_some(verb)
    }

    /// Whether a word behind a form of having has the form of a participle.
    fn is_done(&self, at: usize) -> bool {
        let word = self.text(at);
        if word.len() < 2
            || NOUNS.contains(&word)
            || self.is(at, Class::SMALL)
            || self.is(at, Class::DENIES)
        {
            return false;
        }
        let written = self.view.word(at);
        let accented = written.ends_with(['é', 'É'])
            || written.ends_with("és")
            || written.ends_with("ée")
            || written.ends_with("ées");
        let bare = !self.view.is_accented();
        accented
            || (bare && word.ends_with('e'))
            || ["u", "i", "is", "it", "ert", "ed", "us"]
                .iter()
                .any(|end| word.ends_with(end))
            || PARTICIPLES.contains(&word)
    }

    /// A denial that is neither part of what was recognised, nor refuses it, nor says that it is missing or fails.
    fn is_open_denial(&self, at: usize) -> bool {
        let word = self.text(at);
        if !self.is(at, Class::DENIES)
            || matches!(word, "ne" | "n" | "t" | "don" | "dont")
            || self.is_met(at)
        {
            return false;
        }
        if word == "plus" && !self.view.sentence.denies_at(at) {
            return false;
        }
        let here = |met: &&&Met| self.at.contains(&met.at);
        let mut met = self.met.iter().filter(here);
        if met.any(|met| met.refused || met.negative) || self.view.sentence.asks_at(at) {
            return false;
        }
        // « Je n'ai plus … »: what was there is gone, and not waited for.
        let had = Class::HAS;
        if self.told.is_some() && word == "plus" && at > self.at.start && self.is(at - 1, had) {
            return true;
        }
        // « Je ne peux pas y aller » is no question about it.
        if at > self.at.start && CAN.contains(&self.text(at - 1)) {
            return true;
        }
        // « toujours pas », « pas encore »: it is waited for.
        let waits = |at: usize| matches!(self.text(at), "toujours" | "encore" | "still" | "yet");
        if waits(at + 1) || (at > self.at.start && waits(at - 1)) {
            return false;
        }
        let lacks = Class::HAS.and(Class::FAILS);
        let is_missing = |at: usize| {
            self.is(at, lacks)
                || matches!(
                    self.text(at),
                    "jai" | "nai" | "g" | "avais" | "aurai" | "haven"
                )
        };
        !(self.at.start..at).any(is_missing)
    }

    /// « son dossier », “their file”: of somebody else.
    fn is_of_another(&self, at: usize) -> bool {
        OTHERS.contains(&self.text(at)) && (at + 1..at + 4).any(|at| self.is_met(at))
    }

    /// « Elle n'a pas reçu … »: who has it not is not who wrote.
    fn is_other_subject(&self, at: usize) -> bool {
        if !["il", "elle", "ils", "elles", "he", "she", "they"].contains(&self.text(at)) {
            return false;
        }
        let mut verb = at + 1;
        while ["ne", "n", "l", "lui", "leur", "en"].contains(&self.text(verb)) {
            verb += 1;
        }
        if !HAVING.contains(&self.text(verb)) || self.view.word(verb).contains(['à', 'À']) {
            return false;
        }
        let mut done = verb + 1;
        while SOFTENS.contains(&self.text(done)) || self.is(done, Class::DENIES) {
            done += 1;
        }
        self.text(done) != "ete" && (done..self.at.end).any(|at| self.is_met(at))
    }

    /// A number that is of no date, hour or stretch of time.
    fn is_quantity(&self, at: usize) -> bool {
        let word = self.text(at);
        let is_digits = word.starts_with(|c: char| c.is_ascii_digit());
        if self.is_met(at)
            || !(is_digits || is_number_word(word))
            || is_over(self.view, &self.at, at)
        {
            return false;
        }
        let next = self.text(at + 1);
        let of_time = |word: &str| {
            is_date(word) || matches!(word, "h" | "heure" | "heures" | "er" | "au" | "eme")
        };
        let next_is_number = next.starts_with(|c: char| c.is_ascii_digit());
        let before = |back: usize| at.checked_sub(back).map_or("", |at| self.text(at));
        let is_day = matches!(
            before(1),
            "le" | "du" | "au" | "depuis" | "avant" | "apres" | "since" | "the"
        ) && !matches!(before(2), "dans" | "in");
        let is_hour = is_digits && word.contains('h');
        !(of_time(next)
            || (next_is_number && !is_number_word(word))
            || is_day
            || is_hour
            || is_date(before(1)))
    }

    fn is_other_time(&self, at: usize) -> bool {
        // « J'ai changé d'adresse le mois dernier » tells what is recognised.
        !self.is_met(at) && self.told != Some(true) && is_over(self.view, &self.at, at)
    }
}

/// Forms of having that tell what has happened.
static HAVING: WordSet = WordSet::of(&[
    "ai", "as", "a", "avons", "avez", "ont", "have", "has", "had", "jai", "ve",
]);

/// What may stand between such a form and its participle.
static SOFTENS: WordSet = WordSet::of(&[
    "bien",
    "deja",
    "enfin",
    "toujours",
    "encore",
    "tout",
    "tous",
    "vraiment",
    "aussi",
    "finalement",
    "donc",
    "egalement",
    "juste",
    "already",
    "just",
    "finally",
    "also",
    "now",
]);

/// What is had, and not done.
static NOUNS: WordSet = WordSet::of(&[
    "besoin",
    "envie",
    "droit",
    "hate",
    "peur",
    "acces",
    "lieu",
    "raison",
    "une",
    "votre",
    "notre",
    "plusieurs",
    "plus",
    "depuis",
]);

static PARTICIPLES: WordSet = WordSet::of(&[
    "got", "sent", "paid", "found", "seen", "done", "made", "been", "taken", "had", "written",
    "fait",
]);

/// Owners who did not write.
static OTHERS: WordSet = WordSet::of(&["son", "sa", "ses", "leur", "leurs", "his", "her", "their"]);

/// Times that are over.
static OVER: WordSet = WordSet::of(&[
    "dernier",
    "derniere",
    "derniers",
    "dernieres",
    "hier",
    "precedent",
    "precedente",
    "autrefois",
    "last",
    "ago",
    "yesterday",
    "previous",
]);

/// Subjects behind their verb.
static SUBJECTS: WordSet = WordSet::of(&[
    "vous", "tu", "on", "il", "elle", "nous", "je", "ils", "elles", "ce",
]);
