//! Whether a clause plainly asks for what stands in it: only then is anything done for it.
//!
//! « La CMA veut reporter mon examen ? », « J'aurais choisi la session du soir », « Comment envoyer une pièce jointe ? »
//! hold the words of an order and give none. What gives one is an imperative, a wish or a need of who wrote, a polite
//! request to the desk, or what who wrote says to do now; all else is held, whatever it says.

use super::super::accounted::{asks_anywhere, is_date};
use super::super::detect::{Cue, Recogniser};
use super::super::lexicon::{Class, wants_short};
use super::super::sentence::{Place, Sentence};
use super::super::turned::is_participle;
use super::super::understood::{is_greeting, is_kind};
use super::is_done_in;
use super::words::{BEING, DETERMINERS, HAVING, MINE, SOFTENS, YOURS};
use logic::text::{Listed, WordSet};
use std::ops::Range;

/// What an example must be like a sentence to be the same question.
const THE_SAME: usize = 95;

/// A clause as far as it asks.
struct Asking<'s> {
    sentence: &'s Sentence,
    cue: &'s Cue,
    at: &'s [Place],
    clause: Range<usize>,
    first: usize,
    last: usize,
    /// It ends with a question mark.
    asks: bool,
}

impl Sentence {
    /// Whether what stands at some places is plainly asked for there.
    pub(in super::super) fn asks_plainly(
        &self,
        (recogniser, cue): (&Recogniser, &Cue),
        at: &[Place],
        score: usize,
    ) -> bool {
        let places = || at.iter().map(|(place, _)| *place);
        let clause = self.clause_around(at);
        let asking = Asking {
            sentence: self,
            cue,
            at,
            first: places().min().unwrap_or(0),
            last: places().max().unwrap_or(0),
            asks: self.asks && clause.end == self.words.len(),
            clause,
        };
        self.recants().is_none()
            && (asking.is_own_question(score)
                || (!asking.is_in_question()
                    && !asking.is_doubted()
                    && (asking.is_polite()
                        || asking.is_wished()
                        || asking.is_wished_instead()
                        || asking.is_lacking()
                        || asking.is_commanded()
                        || asking.is_said_to_do(recogniser))))
    }

    /// Where a clause takes back what the sentence says: « …, c'est non », “…, that's a no”, « … très peu pour moi ».
    pub(in super::super) fn recants(&self) -> Option<usize> {
        let mut starts = self.clauses.clone();
        starts.push(self.words.len());
        starts.sort_unstable();
        starts.dedup();
        let is_no = |at: usize| RECANTS.contains(&self.word(at));
        let little = |at: usize| self.word(at) == "peu" && self.word(at + 1) == "pour";
        let mut clauses = starts.windows(2).skip(1);
        let refusal = clauses.find_map(|part| {
            let (start, end) = (part[0], part[1]);
            let mut all = start..end;
            let named = (start..end).any(|at| self.is_meant(at));
            let no = all.find(|at| is_no(*at) || little(*at));
            no.filter(|_| end - start <= 6 && !named)
        });
        let mut all = 0..self.words.len();
        refusal.or_else(|| all.find(|at| JOKES.contains(&self.word(*at))))
    }

    /// Where a clause compares: “longer than Ada”, « le même jour que … ».
    pub(in super::super) fn compares(&self) -> Option<usize> {
        let mut all = 0..self.words.len();
        all.find(|at| match self.word(*at) {
            // “longer than June 12” says how long.
            "than" => !(*at + 1..*at + 4).any(|at| {
                is_date(self.word(at)) || self.word(at).starts_with(|c: char| c.is_ascii_digit())
            }),
            "que" | "qu" if *at > 0 => {
                let back = |by: usize| at.checked_sub(by).map_or("", |at| self.word(at));
                // « le plus tôt que … », « est-ce que », « ne … plus que »
                let near = at.saturating_sub(4)..*at;
                let compared = near.clone().any(|at| COMPARES.contains(&self.word(at)));
                let denies =
                    (at.saturating_sub(6)..*at).any(|at| matches!(self.word(at), "ne" | "n"));
                compared
                    && !denies
                    && !near
                        .clone()
                        .any(|at| self.word(at) == "est" && self.word(at + 1) == "ce")
                    && !matches!(back(1), "ce" | "sorte" | "dire" | "dit")
            }
            _ => false,
        })
    }

    /// Where a clause says of the desk what it does, wants or may: “You may keep the bike longer.”
    pub(in super::super) fn speaks_of_you(&self) -> Option<usize> {
        self.clauses.iter().copied().find(|start| {
            let mut at = *start;
            let spoken_to = |at: usize| matches!(self.word(at), "you" | "vous");
            while at < self.words.len() && is_light(self.word(at)) && !spoken_to(at) {
                at += 1;
            }
            match self.word(at) {
                "are" => self.word(at + 1) == "you" && self.word(at + 2) == "going",
                "you" => OF_YOU.contains(&self.word(at + 1)),
                "vous" => OF_VOUS.contains(&self.word(at + 1)),
                "voulez" | "devez" | "allez" => {
                    self.word(at + 1) == "vous" && self.word(at + 2) != "bien"
                }
                _ => false,
            }
        })
    }
}

impl Asking<'_> {
    fn word(&self, at: usize) -> &str {
        self.sentence.word(at)
    }

    fn any(&self, words: Range<usize>, list: &impl Listed) -> bool {
        self.sentence.any_of(words, list)
    }

    fn is_met(&self, at: usize) -> bool {
        self.at.iter().any(|(place, _)| *place == at)
    }

    fn denies(&self, mut words: Range<usize>) -> bool {
        !self.cue.negative
            && !self.sentence.only_restricts(self.at)
            && words.any(|at| self.sentence.denies_at(at) && !self.sentence.asks_at(at))
    }

    /// Up to what was recognised.
    fn before(&self) -> Range<usize> {
        self.clause.start..self.first
    }

    fn up_to(&self) -> Range<usize> {
        self.clause.start..self.last + 1
    }

    /// The question that the author wrote for it: « Comment me réinscrire à l'examen ? »
    fn is_own_question(&self, score: usize) -> bool {
        let Some(question) = &self.cue.inquires else {
            return false;
        };
        (!self.cue.example || score >= THE_SAME)
            && self.any(self.up_to(), &[question.as_str()])
            && !self.denies(self.up_to())
    }

    /// Asked is something about it.
    fn is_in_question(&self) -> bool {
        let mut words = self.up_to();
        let asks = |at: usize| asks_anywhere(self.word(at)) && !self.is_met(at);
        let is_of =
            |at: usize| matches!(self.word(at), "qui" | "who" | "ou") && at == self.clause.start;
        words.any(|at| asks(at) || is_of(at))
    }

    /// It is doubted, avoided or given up: « J'hésite à … », « Je renonce à … ».
    fn is_doubted(&self) -> bool {
        let mut words = self.up_to();
        let possible = |at: usize| {
            matches!(self.word(at + 1), "il" | "ce" | "possible") && self.word(at) == "serait"
        };
        // « Je me demande si … »
        let wonders = |at: usize| {
            self.word(at).starts_with("demand") && at > 0 && matches!(self.word(at - 1), "me" | "m")
        };
        let doubts = |at: usize| DOUBTS.contains(&self.word(at)) && !possible(at);
        words.any(|at| wonders(at) || (doubts(at) && !self.is_met(at)))
            || self.any(
                self.last + 1..self.clause.end.min(self.last + 3),
                &["pas", "jamais", "non", "never"],
            )
    }

    /// Behind these words only something is to be known.
    fn only_asks_to_know(&self, from: usize) -> bool {
        let mut words = from..self.first;
        words.any(|at| TO_KNOW.contains(&self.word(at)))
    }

    /// « Pouvez-vous … ? », « Puis-je … ? », « Est-il possible de … ? », “Could you …?”
    fn is_polite(&self) -> bool {
        let mut words = self.before();
        words.any(|at| {
            let (word, next) = (self.word(at), self.word(at + 1));
            let before = match at > self.clause.start {
                true => self.word(at - 1),
                false => "",
            };
            let to_desk = matches!(word, "pouvez" | "pourriez" | "peux" | "pourrais")
                && (matches!(next, "vous" | "tu") || matches!(before, "vous" | "tu"));
            let inverted = matches!(
                (word, next),
                ("puis" | "pourrais" | "pourrai", "je")
                    | ("pouvons" | "pourrions", "nous")
                    | ("can" | "could" | "would" | "will", "you")
                    | ("can" | "could" | "may", "i" | "we")
            );
            let on = next == "t" && self.word(at + 2) == "on" || next == "on";
            let anybody =
                matches!(word, "peut" | "pourrait") && (on || self.is_somebody_for_me(at));
            let asked = self.asks
                && matches!(
                    (before, word),
                    ("je", "peux" | "pourrais")
                        | ("on", "peut" | "pourrait")
                        | ("i" | "we", "can" | "could" | "may")
                );
            let possible = POSSIBLE.contains(&word) && matches!(next, "de" | "d" | "to");
            let willing = matches!(word, "voulez" | "voudriez")
                && next == "vous"
                && self.word(at + 2) == "bien";
            (to_desk || inverted || anybody || asked || possible || willing)
                && !self.only_asks_to_know(at)
                && !self.denies(self.up_to())
        })
    }

    /// « Quelqu'un peut-il m'envoyer … ? »
    fn is_somebody_for_me(&self, at: usize) -> bool {
        self.any(at..self.first, &["me", "m", "nous"])
            && self.any(self.clause.start..at, &["quelqu", "un"])
    }

    /// « Je souhaite … », « Il me faudrait … », “I need …”, by who wrote and now.
    fn is_wished(&self) -> bool {
        let mut words = self.before();
        words.any(|at| {
            let word = self.word(at);
            let need = NEEDS.contains(&word)
                || (word == "have" && self.word(at + 1) == "to")
                || (matches!(word, "faut" | "faudrait")
                    && matches!(self.word(at - usize::from(at > 0)), "me" | "nous"));
            let lacks = word == "manque" && at > 0 && matches!(self.word(at - 1), "me" | "nous");
            let likes = word == "like" && at > 0 && matches!(self.word(at - 1), "d" | "would");
            let wish =
                WISH.contains(&word) || wants_short(word) || likes || lacks || (need && !self.asks);
            wish && self.is_of_writer(at)
                && !self.any(self.clause.start..at, &["si", "whether", "if"])
                && !self.only_asks_to_know(at)
                && !self.denies(at.saturating_sub(3).max(self.clause.start)..self.last + 1)
        })
    }

    /// « Je ne souhaite pas annuler, seulement changer de session »: the wish stands before.
    fn is_wished_instead(&self) -> bool {
        let turns = self.sentence.is(self.clause.start, Class::TURNS);
        let mut before = 0..self.clause.start;
        turns
            && before.any(|at| WISH.contains(&self.word(at)))
            && self.any(0..self.clause.start, &MINE)
            && !self.any(self.clause.clone(), &MINE)
            && !self.only_asks_to_know(self.clause.start + 1)
            && !self.denies(self.clause.start + 1..self.last + 1)
    }

    /// Whether who wrote is the subject of a wish, or nobody is where the clause begins with it.
    fn is_of_writer(&self, wish: usize) -> bool {
        let (word, before) = (
            self.word(wish),
            wish.checked_sub(1).map_or("", |at| self.word(at)),
        );
        if matches!(word, "faut" | "faudrait" | "manque") {
            return true;
        }
        if word.starts_with("demande") {
            // « je me demande si … », « ma demande de … »
            if matches!(before, "me" | "m" | "nous") {
                return false;
            }
            if word == "demande"
                && wish > self.clause.start
                && !matches!(before, "je" | "vous" | "en")
            {
                return matches!(before, "une" | "la")
                    && self.any(self.clause.start..wish, &MINE)
                    && self.any(self.clause.start..wish, &MAKES);
            }
        }
        let mut subjects = (self.clause.start..wish).rev();
        let subject = subjects.find_map(|at| {
            let word = self.word(at);
            let own = MINE.contains(&word);
            let other = (YOURS.contains(&word) && word != "vous") || OTHERS.contains(&word);
            // « je vous demande … » asks them.
            (own || other || (word == "vous" && self.word(wish) != "demande")).then_some(own)
        });
        let mut opening = self.clause.start..wish;
        subject.unwrap_or_else(|| opening.all(|at| is_light(self.word(at))))
    }

    /// « Je n'ai toujours pas reçu ma facture »: it is needed.
    fn is_lacking(&self) -> bool {
        let own =
            |at: usize| matches!(self.word(at), "mon" | "ma" | "mes" | "my" | "our" | "notre");
        let came = [
            "recu", "recue", "recus", "eu", "ete", "obtenu", "received", "got", "had", "been",
        ];
        let mut all = self.up_to();
        let mut denied = self.up_to();
        !self.asks
            && self.any(self.up_to(), &MINE)
            && denied.any(|at| self.sentence.denies_at(at))
            && self.any(self.before(), &came)
            && (self.cue.negative || self.any(self.before(), &["ete", "been"]) || all.any(own))
    }

    /// « Annulez … », « Merci de m'envoyer … », “Extend my rental”, « Facture svp ».
    fn is_commanded(&self) -> bool {
        let mut at = self.clause.start;
        let end = self.last + 1;
        if self.asks || self.denies(self.up_to()) {
            return false;
        }
        while at < end && is_light(self.word(at)) && !self.is_thankful(at) {
            at += 1;
        }
        let (word, next) = (self.word(at), self.word(at + 1));
        let known = !self.is_met(at) && TO_KNOW.contains(&word);
        if known || self.only_asks_to_know(at) {
            return false;
        }
        let does = |word: &str| {
            ["er", "ir", "re", "oir"]
                .iter()
                .any(|end| word.ends_with(end))
        };
        if self.is_thankful(at) {
            let mut verbs = at + 2..(at + 5).min(end);
            return verbs.any(|at| does(self.word(at)));
        }
        let imperative =
            word.len() >= 5 && word.ends_with("ez") && !NO_ORDER.contains(&word) && next != "vous";
        let french = does(word);
        let english = !french
            && (self.is_met(at) || SENDS.contains(&word))
            && (DETERMINERS.contains(&next)
                || matches!(next, "this" | "it" | "me" | "us" | "back"));
        let prays = matches!(word, "veuillez" | "priere")
            || (at..end).any(|at| {
                self.word(at) == "vous" && matches!(self.word(at + 1), "prie" | "prions")
            });
        imperative || english || prays || self.is_asked_please()
    }

    /// « Facture svp », « Merci pour la facture dès que possible ».
    fn is_asked_please(&self) -> bool {
        let all = 0..self.sentence.words.len();
        let soon = |at: usize| self.word(at) == "des" && self.word(at + 2) == "possible";
        let please = |at: usize| {
            PLEASE.contains(&self.word(at))
                || (self.word(at) == "te" || self.word(at) == "vous")
                    && self.word(at + 1) == "plait"
        };
        let subject = |at: usize| {
            let word = self.word(at);
            MINE.contains(&word) || OTHERS.contains(&word) || is_finite(word)
        };
        all.clone().any(|at| please(at) || soon(at)) && !self.clause.clone().any(subject)
    }

    /// « Merci de … »
    fn is_thankful(&self, at: usize) -> bool {
        self.word(at) == "merci" && matches!(self.word(at + 1), "de" | "d")
    }

    /// « J'ai changé d'adresse », « Je choisis la session du soir », « Voici mon permis », « … me convient »: what who wrote
    /// says to do or to have done, as the intention has it.
    fn is_said_to_do(&self, recogniser: &Recogniser) -> bool {
        if self.asks || self.denies(self.up_to()) || self.any(self.up_to(), &OVER_NOW) {
            return false;
        }
        let suits = |at: usize| self.sentence.is(at, Class::SUITS);
        let mut all = self.clause.clone();
        let suits =
            all.any(suits) && self.any(self.clause.clone(), &["me", "m", "nous", "me", "us"]);
        if suits && !self.denies(self.clause.clone()) {
            return true;
        }
        let pair = |at: usize| {
            matches!(
                (self.word(at), self.word(at + 1)),
                ("ci" | "en", "joint" | "jointe" | "pj" | "piece" | "pieces")
                    | ("vous", "trouverez")
                    | ("here", "is" | "are")
            )
        };
        let mut all = self.clause.clone();
        if self.any(self.clause.clone(), &GIVES) || all.any(pair) {
            return true;
        }
        let mut at = self.clause.start;
        while at < self.first && is_light(self.word(at)) && !MINE.contains(&self.word(at)) {
            at += 1;
        }
        if matches!(self.word(at), "mon" | "ma" | "mes" | "my") {
            let mut new = at..self.first + 1;
            return new.any(|at| NEW.contains(&self.word(at)))
                || (self.first == at + 1
                    && (self.first..self.last).any(|at| is_finite(self.word(at))));
        }
        // « D'accord pour la session du soir »
        if self.any(at..self.first + 1, &["accord", "ok"]) {
            return true;
        }
        let mut subjects = self.clause.start..self.first;
        let Some(subject) = subjects.find(|at| MINE.contains(&self.word(*at))) else {
            return CHOOSES.contains(&self.word(at));
        };
        let others = self.any(self.clause.start..subject, &OTHERS);
        let before = subject.checked_sub(1).map_or("", |at| self.word(at));
        let inverted =
            subject > self.clause.start && (is_finite(before) || HAVING.contains(&before));
        let mut verb = subject + 1;
        let mut aux = false;
        while verb < self.last && self.is_beside_verb(verb) {
            aux |= is_finite(self.word(verb)) || HAVING.contains(&self.word(verb));
            verb += 1;
        }
        let word = self.word(verb);
        let forms = &recogniser.forms[self.cue.intention];
        let done = !aux || !is_participle(word) || is_done_in(forms, word);
        !others && !inverted && ((self.is_met(verb) && done) || CHOOSES.contains(&word))
    }

    /// What may stand between a subject and its verb.
    fn is_beside_verb(&self, at: usize) -> bool {
        let word = self.word(at);
        (HAVING.contains(&word)
            || is_finite(word)
            || BESIDE.contains(&word)
            || self.sentence.denies_at(at)
            || (SOFTENS.contains(&word) && word != "deja" && word != "already"))
            && !self.is_met(at)
    }
}

/// What may open a clause before it asks.
fn is_light(word: &str) -> bool {
    (is_greeting(word) || is_kind(word) || OPENS.contains(&word)) && word != "veuillez"
}

/// Whether a word is one of wishing, as who wrote does.
pub(super) fn is_wish(word: &str) -> bool {
    WISH.contains(&word)
}

/// Whether a word is a form of being.
pub(super) fn is_finite(word: &str) -> bool {
    BEING.contains(&word) || IS.contains(&word)
}

static IS: WordSet = WordSet::of(&[
    "suis", "etais", "sommes", "sera", "serait", "serai", "etait", "a", "am", "m", "ont", "aura",
]);

static OPENS: WordSet = WordSet::of(&[
    "donc", "alors", "et", "oui", "puis", "ensuite", "svp", "stp", "s", "il", "te", "plait",
    "kindly", "just", "then", "also", "aussi", "yes", "and", "ok",
]);

static BESIDE: WordSet = WordSet::of(&[
    "me", "m", "vous", "le", "la", "l", "les", "y", "en", "te", "pu", "be", "been", "you", "ll",
    "ve",
]);

/// What who wrote wants.
static WISH: WordSet = WordSet::of(&[
    "veux",
    "voudrais",
    "voudrai",
    "voudrions",
    "voulons",
    "souhaite",
    "souhaitons",
    "souhaiterais",
    "souhaiterai",
    "souhaiterions",
    "desire",
    "desirons",
    "desirerais",
    "aimerais",
    "aimerai",
    "aimerions",
    "demande",
    "demandons",
    "sollicite",
    "reclame",
    "exige",
    "prefere",
    "prefererais",
    "want",
    "wish",
    "request",
    "ask",
]);

/// What who wrote needs.
static NEEDS: WordSet = WordSet::of(&[
    "besoin", "need", "dois", "devons", "faut", "faudrait", "must", "require", "attends",
]);

/// « Je fais une demande de … »
const MAKES: [&str; 6] = ["fais", "formule", "depose", "effectue", "adresse", "faire"];

/// Who did not write.
static OTHERS: WordSet = WordSet::of(&[
    "il", "elle", "ils", "elles", "qui", "he", "she", "they", "who", "tu", "you",
]);

/// What asks to know, and not to do.
static TO_KNOW: WordSet = WordSet::of(&[
    "savoir",
    "sais",
    "connaitre",
    "comprendre",
    "dire",
    "dites",
    "confirmer",
    "confirmez",
    "expliquer",
    "expliquez",
    "indiquer",
    "indiquez",
    "preciser",
    "precisez",
    "verifier",
    "verifiez",
    "renseigner",
    "informer",
    "informez",
    "informe",
    "informee",
    "regarder",
    "voir",
    "assurer",
    "certifier",
    "si",
    "s",
    "know",
    "tell",
    "explain",
    "confirm",
    "check",
    "verify",
    "understand",
    "see",
    "hear",
    "whether",
    "if",
    "why",
    "how",
    "what",
    "when",
    "demander",
    "parler",
    "discuter",
]);

/// What holds off what stands behind it.
static DOUBTS: WordSet = WordSet::of(&[
    "hesite",
    "hesitons",
    "renonce",
    "renoncer",
    "refuse",
    "refuser",
    "evite",
    "eviter",
    "crains",
    "doute",
    "doutes",
    "regrette",
    "oppose",
    "ignore",
    "conserver",
    "garder",
    "maintenir",
    "garde",
    "maintiens",
    "mourir",
    "sauf",
    "plutot",
    "guere",
    "mal",
    "moitie",
    "impossible",
    "inutile",
    "serait",
    "avoid",
    "refuse",
    "doubt",
    "hesitate",
    "wonder",
    "wondering",
    "absence",
]);

/// What is over, or was not: « J'avais choisi … », « J'aurais choisi … ».
const OVER_NOW: [&str; 22] = [
    "avais",
    "avait",
    "avions",
    "aviez",
    "avaient",
    "aurais",
    "aurait",
    "aurions",
    "auriez",
    "voulais",
    "voulait",
    "pensais",
    "comptais",
    "devais",
    "souhaitais",
    "pouvais",
    "deja",
    "already",
    "had",
    "would",
    "wanted",
    "hesitais",
];

/// What who wrote chooses by.
static CHOOSES: WordSet = WordSet::of(&[
    "choisis",
    "choisi",
    "prends",
    "prefere",
    "opte",
    "retiens",
    "retenu",
    "confirme",
    "confirmons",
    "valide",
    "accepte",
    "choose",
    "chose",
    "prefer",
    "accept",
    "confirm",
    "confirmed",
]);

/// What gives something.
const GIVES: [&str; 19] = [
    "voici",
    "voila",
    "joins",
    "transmets",
    "envoie",
    "adresse",
    "communique",
    "ci",
    "attached",
    "enclosed",
    "transmettons",
    "envoyons",
    "joignons",
    "attach",
    "enclose",
    "remets",
    "fais",
    "pj",
    "joint",
];

static NEW: WordSet = WordSet::of(&[
    "nouveau",
    "nouvelle",
    "nouvel",
    "nouveaux",
    "nouvelles",
    "new",
]);

static PLEASE: WordSet = WordSet::of(&["svp", "stp", "please", "urgent", "asap"]);

/// English verbs of giving: “Send me …”.
static SENDS: WordSet = WordSet::of(&[
    "send", "give", "call", "email", "forward", "mail", "provide", "get",
]);

/// Verbs in « -ez » that order nothing.
static NO_ORDER: WordSet = WordSet::of(&[
    "avez",
    "voulez",
    "pouvez",
    "allez",
    "devez",
    "assez",
    "aurez",
    "pourrez",
    "verrez",
    "trouverez",
    "serez",
    "voudriez",
    "pourriez",
    "aviez",
    "auriez",
    "devriez",
    "savez",
    "agreez",
]);

static RECANTS: WordSet = WordSet::of(&[
    "non", "no", "jamais", "never", "nope", "nan", "surtout", "nenni", "nein",
]);

static JOKES: WordSet = WordSet::of(&[
    "plaisante",
    "rigole",
    "blague",
    "plaisanterie",
    "kidding",
    "joking",
    "joke",
    "lol",
    "mdr",
]);

static COMPARES: WordSet = WordSet::of(&[
    "meme",
    "memes",
    "plus",
    "moins",
    "aussi",
    "mieux",
    "autant",
    "pareil",
    "identique",
    "same",
]);

static OF_YOU: WordSet = WordSet::of(&[
    "may", "want", "should", "must", "will", "need", "shall", "might", "would", "are",
]);

static OF_VOUS: WordSet = WordSet::of(&[
    "voulez",
    "devez",
    "allez",
    "devriez",
    "souhaitez",
    "comptez",
    "voudriez",
    "deviez",
]);

static POSSIBLE: WordSet = WordSet::of(&[
    "possible",
    "possibilite",
    "gentillesse",
    "amabilite",
    "moyen",
]);
