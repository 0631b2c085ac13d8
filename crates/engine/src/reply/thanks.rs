//! What somebody thanks for: it came already, and is not wanted again.
//!
//! « Merci pour la facture » and « merci d'avoir reporté mon examen » ask for nothing; « merci de m'envoyer la
//! facture » and « merci d'avance pour la facture » do. Where nobody can tell (“thank you for sending …”), nothing is
//! taken to be wanted, and a person reads it.

use super::accounted::asks_anywhere;
use super::lexicon::Class;
use super::sentence::{Met, Place, Sentence};
use super::understood::{View, hastens, is_kind, only_thanks, thanks};
use logic::text::WordSet;
use std::ops::Range;

/// What a word of thanks is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Thanks {
    /// The words of what it is for.
    pub(super) of: Range<usize>,
    /// It may as well be a request.
    pub(super) in_doubt: bool,
}

impl Sentence {
    /// What the sentence thanks for.
    pub(super) fn thanks_given(&self) -> Vec<Thanks> {
        let all = 0..self.words.len();
        let given = all.filter(|at| {
            thanks(self.text(*at)) || (self.acts && GRATEFUL.contains(&self.text(*at)))
        });
        given.filter_map(|at| self.thanks_from(at)).collect()
    }

    fn thanks_from(&self, at: usize) -> Option<Thanks> {
        let word = |at: usize| self.words.get(at).map_or("", |word| self.of(word));
        let mut joins = at + 1;
        while MUCH.contains(&word(joins)) || (self.acts && self.is_whom(joins)) {
            joins += 1;
        }
        let mut next = joins + 1;
        while TO_WHOM.contains(&word(next)) {
            next += 1;
        }
        let named =
            TO_WHOM.iter().any(|to| *to == word(joins + 1)) || is_infinitive(word(joins + 1));
        // « votre rappel » is no verb.
        let named = named && !(self.acts && YOURS.contains(&word(joins + 1)));
        let done = matches!(word(next), "avoir" | "etre" | "having");
        let (came, in_doubt) = match word(joins) {
            "pr" if !self.acts => (false, false),
            "pour" | "pr" => (done || !named || ARTICLES.contains(&word(joins + 1)), false),
            "for" => (true, word(joins + 1).ends_with("ing") && !done),
            "de" | "d" => (done || YOURS.contains(&word(joins + 1)), false),
            "du" => (self.acts, false),
            _ => (false, false),
        };
        let in_doubt = in_doubt || (next..next + 2).any(|at| ACTIONS.contains(&word(at)));
        let of = joins + 1..self.end_of_thanks(joins + 1);
        let is_open = |at: usize| {
            let word = word(at);
            NOT_YET.contains(&word) || word.starts_with(|first: char| first.is_ascii_digit())
        };
        // What was done is not asked for: « merci d'avoir traité mon dossier si vite ».
        let certain = self.acts && done;
        let in_doubt = (in_doubt || of.clone().any(is_open)) && !certain;
        let mut around = at..if certain { at } else { of.end };
        let waits = around.any(|at| hastens(word(at)) || TO_COME.contains(&word(at)));
        (came && !waits && !of.is_empty()).then_some(Thanks { of, in_doubt })
    }

    /// Whether a word only says to whom thanks are given: « merci à Mme Roux pour … ».
    fn is_whom(&self, at: usize) -> bool {
        at < self.words.len()
            && !matches!(self.text(at), "pour" | "pr" | "for" | "de" | "d" | "du")
            && (is_kind(self.text(at))
                || self.is(at, Class::SMALL)
                || self.text(at) == "toute"
                || self.is_foreign(at))
    }

    /// Where somebody speaks of something else than what the thanks are for.
    pub(super) fn end_of_thanks(&self, start: usize) -> usize {
        let all = self.words.len();
        let clause = self.clauses.iter().copied().filter(|at| *at > start);
        let clause = clause.min().unwrap_or(all).min(all);
        let again = (start + 1..clause).find(|at| {
            let word = self.text(*at);
            let that = matches!(self.text(at - 1), "que" | "qu" | "that" | "which");
            let next = if at + 1 < clause {
                self.text(at + 1)
            } else {
                ""
            };
            let is_where = word == "ou" && matches!(next, "en" | "est" | "se" | "sont" | "puis");
            let speaks = self.is(*at, Class::BEGINS.and(Class::WANTS)) || word == "est";
            is_where || asks_anywhere(word) || thanks(word) || (speaks && !that)
        });
        again.unwrap_or(clause)
    }

    /// The thanks that are for what stands there.
    pub(super) fn thanked(&self, at: &[Place]) -> Option<&Thanks> {
        let mut thanks = self.thanks.iter();
        thanks.find(|thanks| at.iter().all(|(place, _)| thanks.of.contains(place)))
    }

    /// Whether the sentence thanks for what was recognised in it, and says nothing else.
    pub(super) fn only_thanks_for(&self, understood: &[&Met]) -> bool {
        let within = |at: usize| self.thanks.iter().any(|thanks| thanks.of.contains(&at));
        let all = 0..self.words.len();
        let rest: Vec<&str> = all
            .filter(|at| !within(*at))
            .map(|at| self.text(at))
            .collect();
        !understood.is_empty()
            && understood.iter().all(|met| met.refused && within(met.at))
            && only_thanks(&rest.join(" "))
    }
}

impl View<'_> {
    /// Whether words only ask for a quick answer: « merci de me répondre au plus tôt » speaks of no earlier date.
    pub(super) fn only_hastens(&self, at: &[Place]) -> bool {
        let text = |at: usize| self.sentence.text(at);
        let clauses = self.parts(&[]);
        at.iter().any(|(place, _)| {
            let hastens = self.in_haste(*place);
            let mut clauses = clauses.iter();
            let clause = clauses.find(|clause| clause.contains(place));
            let answers =
                |clause: &Range<usize>| clause.clone().any(|at| ANSWERS.contains(&text(at)));
            hastens && clause.is_some_and(answers)
        })
    }
}

impl View<'_> {
    /// Whether a word is one of « au plus tôt », “as soon as possible”.
    fn in_haste(&self, at: usize) -> bool {
        let all = self.sentence.words.len();
        HASTE.iter().any(|haste| {
            (at.saturating_sub(haste.len() - 1)..=at).any(|begins| {
                let mut words = haste.iter().zip(begins..);
                begins + haste.len() <= all
                    && words.all(|(word, at)| self.sentence.text(at) == *word)
            })
        })
    }

    /// « Merci de me répondre dès que possible. » says nothing of the matter.
    pub(super) fn only_asks_to_answer_soon(&self) -> bool {
        let all = 0..self.sentence.words.len();
        let text = |at: usize| self.sentence.text(at);
        let in_haste = |at: usize| self.in_haste(at);
        let is_reply = |at: usize| REPLY.contains(&text(at));
        let is_small = |at: usize| {
            let known = Class::SMALL
                .and(Class::POLITE)
                .and(Class::BEGINS)
                .and(Class::WANTS);
            self.sentence.is(at, known) || FOR_REPLY.contains(&text(at))
        };
        all.clone().any(is_reply)
            && all.clone().any(in_haste)
            && all
                .clone()
                .all(|at| in_haste(at) || is_reply(at) || is_small(at))
    }
}

fn is_infinitive(word: &str) -> bool {
    word.len() > 3
        && ["er", "ir", "re", "oir"]
            .iter()
            .any(|end| word.ends_with(end))
}

/// Words of thanks that ask for nothing by themselves.
static GRATEFUL: WordSet = WordSet::of(&[
    "gentil",
    "reconnaissant",
    "reconnaissante",
    "reconnaissants",
    "cheers",
    "gratitude",
]);

/// How much, and whom.
static MUCH: WordSet = WordSet::of(&[
    "vous",
    "te",
    "t",
    "you",
    "beaucoup",
    "bien",
    "infiniment",
    "encore",
    "sincerement",
    "vivement",
    "mille",
    "fois",
    "tous",
    "toutes",
    "a",
    "so",
    "very",
    "much",
    "again",
    "lot",
]);

/// To whom something was done.
static TO_WHOM: WordSet = WordSet::of(&[
    "me", "m", "nous", "l", "le", "la", "les", "lui", "y", "en", "moi", "us",
]);

static ARTICLES: WordSet = WordSet::of(&["le", "la", "les", "l"]);

/// What is somebody's whom one writes to.
static YOURS: WordSet = WordSet::of(&["votre", "vos", "ton", "tes", "cet", "cette", "ces"]);

/// What may be thanked for before it is done.
static ACTIONS: WordSet = WordSet::of(&[
    "envoi",
    "renvoi",
    "transmission",
    "communication",
    "confirmation",
    "sending",
]);

/// What is said of something that did not come yet, or of one that nobody had.
static NOT_YET: WordSet = WordSet::of(&[
    "ne", "n", "pas", "jamais", "toujours", "not", "never", "yet", "si", "if", "semaine", "demain",
    "aujourd", "today", "un", "une",
]);

/// What is still to come.
static TO_COME: WordSet = WordSet::of(&[
    "possible",
    "allez",
    "va",
    "vas",
    "will",
    "pourrez",
    "prochainement",
    "svp",
    "stp",
    "plait",
    "rapidement",
]);

/// Ways of asking for haste.
const HASTE: [&[&str]; 8] = [
    &["au", "plus", "tot"],
    &["le", "plus", "tot", "possible"],
    &["au", "plus", "vite"],
    &["le", "plus", "vite", "possible"],
    &["le", "plus", "rapidement", "possible"],
    &["des", "que", "possible"],
    &["as", "soon", "as", "possible"],
    &["asap"],
];

/// A reply, and giving one.
static REPLY: WordSet = WordSet::of(&[
    "repondre",
    "repondez",
    "reponse",
    "reponses",
    "retour",
    "recontacter",
    "answer",
    "reply",
    "respond",
    "response",
    "hear",
]);

/// What may stand beside that.
static FOR_REPLY: WordSet = WordSet::of(&[
    "aimerais",
    "apprecierais",
    "attends",
    "bien",
    "bonne",
    "rapide",
    "back",
    "from",
    "get",
    "appreciate",
]);

/// What is answered, told or sent.
static ANSWERS: WordSet = WordSet::of(&[
    "repondre",
    "repondez",
    "reponse",
    "reponses",
    "retour",
    "indiquer",
    "indiquez",
    "dire",
    "dites",
    "informer",
    "informez",
    "preciser",
    "precisez",
    "envoyer",
    "envoyez",
    "renvoyer",
    "renvoyez",
    "transmettre",
    "transmettez",
    "communiquer",
    "communiquez",
    "recevoir",
    "obtenir",
    "donner",
    "donnez",
    "savoir",
    "courant",
    "nouvelles",
    "ecrire",
    "ecrivez",
    "answer",
    "reply",
    "tell",
    "send",
    "know",
    "receive",
    "write",
    "news",
    "inform",
]);
