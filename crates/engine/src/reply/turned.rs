//! Words that turn round what stands beside them: « sans », « avant », « si », “both”; what is denied, cannot be
//! done or does not work; what suits; and what several people own.
//!
//! « Puis-je venir sans ma convocation ? » holds the words of a question and asks another. None of these words is
//! free: beside what was recognised they are left over, unless the intention's own words hold them.

use super::accounted::{Account, Exactly, Strictly, is_bound};
use super::asserted::is_pronoun;
use super::detect::Recogniser;
use super::lexicon::Class;
use super::sentence::{Met, Place};
use super::understood::View;
use logic::text::WordSet;
use logic::text::words;
use std::ops::Range;

/// The words of a text that turn something round.
pub(super) fn turning(text: &str) -> impl Iterator<Item = &'static str> {
    words(text).into_iter().filter_map(|word| {
        let mut known = ROUND.iter().chain(SUITING.iter()).chain(OURS.iter());
        known.find(|known| **known == word).copied()
    })
}

impl View<'_> {
    /// Words of a clause that turn round what was recognised in its sentence, and that none of its intentions has.
    pub(super) fn turned_round(
        &self,
        clause: &Range<usize>,
        account: &Account,
        strictly: &Strictly,
        exactly: &Exactly,
    ) -> Vec<usize> {
        let wanted = strictly.met.iter().filter_map(|met| met.intention);
        let mut wanted: Vec<usize> = wanted.collect();
        wanted.sort_unstable();
        wanted.dedup();
        let turned = Turned {
            view: self,
            clause: clause.clone(),
            account,
            met: strictly.met,
            recogniser: exactly.recogniser,
            wanted,
            proves: exactly.proves,
        };
        let words = clause.clone();
        let words = words.filter(|at| !account.met.contains(at));
        let words = words.filter(|at| {
            turned.is_round(*at)
                || turned.is_denied(*at)
                || turned.suits(*at)
                || turned.is_ours(*at)
                || turned.is_past_question(*at)
                || turned.is_deferred(*at)
        });
        words.collect()
    }

    /// Whether what stands there is asked, denied, doubted or under a condition, and so is not said to be so.
    pub(super) fn is_undecided(&self, at: &[Place]) -> bool {
        let Some(first) = at.iter().map(|(place, _)| *place).min() else {
            return false;
        };
        let text = |at: usize| self.sentence.text(at);
        let all = 0..self.sentence.words.len();
        let clauses = self.parts(&[]);
        let Some(clause) = clauses.iter().find(|clause| clause.contains(&first)) else {
            return false;
        };
        let polite = |at: usize| at + 2 < all.end && matches!(text(at + 2), "plait" | "vous");
        let conditional = all.clone().any(|at| {
            let next = if at + 1 < all.end { text(at + 1) } else { "" };
            let is_if = text(at) == "s" && matches!(next, "il" | "ils") && !polite(at);
            is_if || (CONDITIONS.contains(&text(at)) && !(next == "il" && polite(at)))
        });
        let denied = clause
            .clone()
            .any(|at| self.sentence.denies_at(at) && text(at) != "t" && !self.sentence.asks_at(at));
        conditional || denied || self.is_only_asked(clause, &clauses)
    }

    /// Whether a clause asks something, and is no request in the form of a question.
    fn is_only_asked(&self, clause: &Range<usize>, clauses: &[Range<usize>]) -> bool {
        let text = |at: usize| self.sentence.text(at);
        let has = |list: &[&str]| clause.clone().any(|at| list.contains(&text(at)));
        if has(&REQUESTS) || clause.clone().any(|at| self.sentence.is(at, Class::WANTS)) {
            return false;
        }
        let inquires = |clause: &Range<usize>| {
            let mut words = clause.clone();
            words.any(|at| {
                let inverts = self.hyphens.contains(&at)
                    && matches!(text(at), "je" | "on" | "il" | "elle" | "t" | "nous" | "ce");
                let is_it = text(at) == "est" && at + 1 < clause.end && text(at + 1) == "ce";
                inverts || is_it || self.inquires(at)
            })
        };
        // « …, je suis malade ? »: the mark belongs to what was asked before.
        let reasons = ["car", "parce", "puisque", "because", "since", "vu"];
        let marked = self.asks
            && clause.end == self.sentence.words.len()
            && !clauses.iter().any(inquires)
            && !reasons.contains(&text(clause.start));
        inquires(clause) || marked
    }
}

struct Turned<'t> {
    view: &'t View<'t>,
    clause: Range<usize>,
    account: &'t Account<'t>,
    met: &'t [&'t Met],
    recogniser: &'t Recogniser,
    /// The intentions that were recognised in the sentence.
    wanted: Vec<usize>,
    /// What is under a condition, or only asked about, is not wanted.
    proves: bool,
}

impl Turned<'_> {
    fn text(&self, at: usize) -> &str {
        match at < self.view.sentence.words.len() {
            true => self.view.sentence.text(at),
            false => "",
        }
    }

    fn back(&self, at: usize, by: usize) -> &str {
        let at = at.checked_sub(by).filter(|at| self.clause.contains(at));
        at.map_or("", |at| self.text(at))
    }

    /// Whether an intention that is wanted here has a word itself.
    fn is_own(&self, word: &str) -> bool {
        let has = |one: &usize| self.recogniser.turning[*one].contains(&word);
        let outside = self.met.iter().filter(|met| !self.clause.contains(&met.at));
        let mut under = outside
            .filter(|met| !met.refused)
            .filter_map(|met| met.intention);
        // What is under the condition must know it itself: « Si je rate l'examen, annulez … ».
        let known = !(self.proves && CONDITIONS.contains(&word)) || under.all(|one| has(&one));
        known && self.wanted.iter().any(has)
    }

    fn is_round(&self, at: usize) -> bool {
        let word = self.text(at);
        let next = self.text(at + 1);
        if !ROUND.contains(&word) || self.is_own(word) {
            return false;
        }
        match word {
            // « … savoir si mon dossier est validé » asks it.
            "si" | "if" => {
                let mut before = 0..at;
                let lightly = ["possible", "besoin", "necessaire", "oui", "so", "needed"];
                !lightly.contains(&next) && !before.any(|at| WHETHER.contains(&self.text(at)))
            }
            "sans" | "without" => !NEWS.contains(&next) && !DECLINES.contains(&next),
            // « d'après », « après-midi »
            "apres" | "after" => next != "midi" && next != "all" && self.back(at, 1) != "d",
            // « je n'ai rien reçu »: it is missing.
            "rien" | "nothing" => !RECEIVED.contains(&next),
            "was" | "were" | "did" | "been" => self.view.asks,
            _ => true,
        }
    }

    /// A verb that is denied, and that no intention here denies: it cannot be done, was not, or does not work.
    fn is_denied(&self, at: usize) -> bool {
        let word = self.text(at);
        let sentence = self.view.sentence;
        let contracted = word == "t" && self.back(at, 1).starts_with("c");
        let denies = contracted || ["pas", "plus", "jamais", "not", "never"].contains(&word);
        if !denies || !(contracted || sentence.denies_at(at)) || sentence.asks_at(at) {
            return false;
        }
        let mut here = self.met.iter().filter(|met| self.clause.contains(&met.at));
        if here.any(|met| met.refused || met.negative) {
            return false;
        }
        let mut verb = at;
        while verb > self.clause.start && SOFTENS.contains(&self.back(verb, 1)) {
            verb -= 1;
        }
        let verb = match verb > self.clause.start {
            true => verb - 1,
            false => return false,
        };
        let text = self.text(verb);
        let fails = || {
            let mut wanted = self.wanted.iter();
            wanted.any(|one| self.recogniser.failing[*one])
        };
        if CAN.contains(&text) {
            return !fails();
        }
        if HAVING.contains(&text) {
            return self.is_not_done(at);
        }
        let manages = matches!(text, "arrive" | "arrivons") && self.by_writer(verb);
        (manages || FAILS.contains(&text)) && !fails()
    }

    /// « je n'ai pas passé … »: what was not done, and not what is missing.
    fn is_not_done(&self, denial: usize) -> bool {
        let mut done = denial + 1;
        while SOFTENS.contains(&self.text(done)) {
            done += 1;
        }
        if !self.clause.contains(&done) || self.text(done) == "ete" {
            return false;
        }
        // « j'ai pas accé … » is a slip for what is missing; what no intention has is left over itself.
        if !self.view.sentence.is_meant(done) && !is_bound(self.text(done)) {
            return false;
        }
        let written = self.view.word(done);
        let word = self.text(done);
        // « pas accé »
        let is_had = |noun: &&str| noun.starts_with(word) && noun.len() <= word.len() + 1;
        if HAD.iter().any(is_had) {
            return false;
        }
        let accented = ["é", "ée", "és", "ées"]
            .iter()
            .any(|end| written.ends_with(end));
        let bare = !self.view.is_accented() && word.len() > 3 && word.ends_with('e');
        let ends = ["u", "i", "is", "ed"].iter().any(|end| word.ends_with(end));
        let small = self.view.sentence.is(done, Class::SMALL);
        let said = self.view.says(done) || matches!(word, "pu" | "su");
        !small && said && (accented || bare || ends) && !RECEIVED.contains(&word)
    }

    /// Whether who wrote does it: « je n'arrive pas à … ».
    fn by_writer(&self, verb: usize) -> bool {
        let mut before = self.clause.start.max(verb.saturating_sub(4))..verb;
        before.any(|at| matches!(self.text(at), "je" | "j" | "nous" | "on"))
    }

    /// « Les horaires me conviennent »: it is taken, and not asked for.
    fn suits(&self, at: usize) -> bool {
        let word = self.text(at);
        let to_them = matches!(self.back(at, 1), "me" | "m" | "nous" | "us");
        let suits = match word {
            "va" | "vont" => to_them,
            _ => SUITING.contains(&word),
        };
        let mut clause = self.clause.clone();
        suits
            && !self.is_own(word)
            && !self.view.is_question(&self.clause)
            && !clause.any(|at| self.view.sentence.denies_at(at))
    }

    /// « Ma location a-t-elle été prolongée ? » asks whether it was done, and not to do it: the intention knows the verb,
    /// and not as something done.
    fn is_past_question(&self, at: usize) -> bool {
        // “if you extended it”
        let simple = is_pronoun(self.text(at)) && self.text(at + 1).ends_with("ed");
        let aux = DONE.contains(&self.text(at)) || simple;
        let aux = aux && !self.account.met.contains(&at);
        let whether = || {
            let mut words = self.clause.clone();
            let mut before = 0..self.clause.end;
            words.any(|at| matches!(self.text(at), "si" | "if" | "whether"))
                && before.any(|at| WHETHER.contains(&self.text(at)))
        };
        if !self.proves || !aux || !(self.view.asks || whether()) {
            return false;
        }
        // « Ai-je demandé … ? » asks of what who wrote did.
        let own_past = matches!(
            (self.text(at), self.text(at + 1)),
            ("ai", "je") | ("have", "i")
        );
        let mut behind = at + 1..self.clause.end.min(at + 6);
        behind.any(|at| {
            let word = self.text(at);
            let own = |one: &usize| {
                let known = self.recogniser.forms[*one].iter();
                let mut known = known.filter(|known| is_participle(known));
                known.any(|known| {
                    known.trim_end_matches(['e', 's']) == word.trim_end_matches(['e', 's'])
                })
            };
            let met = own_past || self.account.met.contains(&at);
            met && is_participle(word) && !self.wanted.iter().any(own)
        })
    }

    /// « Dès que j'ai mes résultats, annulez … », “Once I am back, …”: what else is wanted waits for something.
    fn is_deferred(&self, at: usize) -> bool {
        let (word, next) = (self.text(at), self.text(at + 1));
        let defers = match word {
            "quand" | "when" => !self.view.asks,
            "lorsque" | "lorsqu" | "once" | "tant" => true,
            "des" | "aussitot" => matches!(next, "que" | "qu") && self.text(at + 2) != "possible",
            "fois" => self.back(at, 1) == "une" && next != "par",
            "soon" => next == "as" && self.text(at + 2) != "possible",
            _ => false,
        };
        let mut before = 0..at;
        let asked = before.any(|at| WHETHER.contains(&self.text(at)));
        let mut others = self.met.iter().filter(|met| !self.clause.contains(&met.at));
        let waits = others.any(|met| met.intention.is_some() && !met.refused);
        self.proves && defers && !asked && waits
    }

    /// « nos dossiers »: of more than who wrote.
    fn is_ours(&self, at: usize) -> bool {
        let word = self.text(at);
        let mut behind = at + 1..at + 4;
        OURS.contains(&word)
            && !self.is_own(word)
            && behind.any(|at| self.account.met.contains(&at))
    }
}

/// Whether a word may say that something was done: « prolongée », “extended”. Accents are gone.
pub(super) fn is_participle(word: &str) -> bool {
    let ends = [
        "e", "ee", "es", "ees", "u", "ue", "us", "ues", "i", "ie", "is", "it", "ed",
    ];
    word.len() > 4 && ends.iter().any(|end| word.ends_with(end))
}

/// Forms of having and being behind which stands what was done.
static DONE: WordSet = WordSet::of(&[
    "a", "ai", "as", "avez", "avons", "ont", "ete", "est", "sont", "etait", "have", "has", "had",
    "been", "is", "are", "was", "were",
]);

/// Words that turn round what stands beside them.
static ROUND: WordSet = WordSet::of(&[
    "sans",
    "without",
    "malgre",
    "despite",
    "avant",
    "before",
    "apres",
    "after",
    "si",
    "if",
    "unless",
    "sauf",
    "except",
    "hormis",
    "hors",
    "contre",
    "against",
    "instead",
    "sinon",
    "otherwise",
    "entre",
    "between",
    "both",
    "each",
    "every",
    "several",
    "chaque",
    "plusieurs",
    "impossible",
    "incapable",
    "unable",
    "rien",
    "nothing",
    "nobody",
    "personne",
    "was",
    "were",
    "did",
    "been",
]);

/// What suits somebody.
static SUITING: WordSet = WordSet::of(&[
    "convient",
    "conviennent",
    "correspond",
    "correspondent",
    "arrange",
    "arrangent",
    "suits",
    "va",
    "vont",
]);

/// What more than one owns.
static OURS: WordSet = WordSet::of(&["nos", "notre", "our"]);

/// What puts something under a condition, or in doubt.
static CONDITIONS: WordSet = WordSet::of(&[
    "si", "if", "unless", "hesite", "hesitons", "maybe", "perhaps", "whether",
]);

/// What asks to be told whether something is so.
static WHETHER: WordSet = WordSet::of(&[
    "savoir",
    "sais",
    "sait",
    "dire",
    "dites",
    "demande",
    "demandais",
    "demander",
    "verifier",
    "verifiez",
    "confirmer",
    "confirmez",
    "voir",
    "know",
    "tell",
    "wonder",
    "wondering",
    "ask",
    "asking",
    "check",
    "see",
    "confirm",
]);

/// What somebody waits for.
static NEWS: WordSet = WordSet::of(&[
    "nouvelle",
    "nouvelles",
    "reponse",
    "reponses",
    "retour",
    "news",
    "reply",
    "doute",
]);

/// « Sans vouloir … » says that it is not wanted.
static DECLINES: WordSet = WordSet::of(&["vouloir", "demander", "souhaiter", "wanting", "asking"]);

/// What asks to have something done.
const REQUESTS: [&str; 8] = [
    "pouvez", "pourriez", "pourrais", "could", "merci", "please", "veuillez", "svp",
];

static CAN: WordSet = WordSet::of(&[
    "peux", "peut", "pouvons", "pourrai", "pourrais", "pourrons", "puis", "can", "could", "able",
    "couldn", "cant", "sera",
]);

/// Forms of having behind which stands what was done.
static HAVING: WordSet = WordSet::of(&[
    "ai", "as", "a", "avons", "avez", "ont", "have", "has", "jai", "nai", "haven", "avais",
]);

/// Verbs of what does not work.
static FAILS: WordSet = WordSet::of(&[
    "fonctionne",
    "fonctionnent",
    "marche",
    "marchent",
    "comprends",
    "comprend",
    "reussis",
    "parviens",
    "ouvre",
    "ouvrent",
    "work",
    "works",
    "open",
]);

/// What may stand between a verb and its denial.
static SOFTENS: WordSet = WordSet::of(&[
    "toujours", "encore", "vraiment", "bien", "du", "still", "yet", "tout",
]);

/// What is had, and not done.
const HAD: [&str; 6] = ["besoin", "envie", "droit", "acces", "lieu", "peur"];

/// What was not had, and is therefore missing.
static RECEIVED: WordSet = WordSet::of(&[
    "recu", "recue", "recus", "recues", "eu", "eue", "vu", "vue", "trouve", "trouvee", "obtenu",
    "received", "got", "retrouve",
]);
