//! Which sentences of a message were understood: something was recognised in them, or they are courtesy.
//! All others are listed, so that nothing that was written is passed over in silence.

use super::accounted::{Account, Exactly, Strictly, is_of};
use super::demanded::Demanded;
use super::detect::{Manner, Recogniser};
use super::lexicon::Class;
use super::mail::closes_now;
use super::sentence::{Met, Sentence};
use logic::text::WordSet;
use logic::text::{fold, words};
use std::ops::Range;

/// What was read of a message so far.
#[derive(Debug, Default)]
pub(super) struct Reading {
    units: Vec<Unit>,
    /// The next sentence goes on with the last one: « M. Dupont », « 12.50 ».
    goes_on: bool,
    /// … which speaks of somebody by it: « le dossier de M. Dupont ».
    of_another: bool,
    /// Something in it says when.
    pub(super) timed: bool,
    /// What it asks for.
    pub(super) demanded: Vec<Demanded>,
    /// What it names besides what it wants.
    pub(super) named: Vec<String>,
}

/// A sentence as its writer meant it.
#[derive(Debug)]
struct Unit {
    text: String,
    /// Something is recognised in it.
    met: bool,
    /// A part of it asks for something that is not recognised.
    open: bool,
    /// Its words that nothing accounts for.
    left: Vec<String>,
    courtesy: bool,
    /// It thanks, and nothing else.
    thanks: bool,
    /// It thanks for something, or says that it came; which of it was understood is another matter.
    thankful: bool,
    /// Nothing but a name.
    name: bool,
    /// It is a name of the case, or of somebody who closes.
    known: bool,
}

/// A sentence that was not understood, or not all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrecognised {
    pub text: String,
    /// The words that nothing accounts for, where the rest was understood.
    pub left: Vec<String>,
}

impl Reading {
    /// What stands between sentences.
    pub(super) fn gap(&mut self, written: &str) {
        if written.contains(char::is_whitespace) {
            self.goes_on = false;
        }
    }

    /// Looks at a sentence that was searched; `written` is as it stands in the message.
    pub(super) fn see(
        &mut self,
        (recogniser, manner): (&Recogniser, &Manner),
        sentence: &Sentence,
        written: &str,
        least: u64,
    ) {
        let understood: Vec<&Met> = sentence
            .met
            .iter()
            .filter(|met| met.score >= least && manner.takes(met))
            .collect();
        let mut met: Vec<usize> = understood.iter().map(|met| met.at).collect();
        manner.read_elsewhere(sentence, &mut met);
        let joins = self.goes_on && !written.starts_with('\n');
        let view = View::of(sentence, written);
        let mut left = Vec::new();
        if manner.accounts && !met.is_empty() {
            let belongs = |at: usize| {
                let mut all = understood.iter().filter_map(|met| met.intention);
                all.any(|intention| sentence.belongs(recogniser, at, intention))
            };
            self.timed |= manner.guarded && view.says_when();
            let of_trade = |at: usize| sentence.is_of_trade(recogniser, at);
            let account = Account {
                met: &met,
                belongs: &belongs,
                names: manner.names,
                joined: joins && !(manner.strict && self.of_another),
                strictly: manner.strict.then_some(Strictly {
                    of_trade: &of_trade,
                    met: &understood,
                    exactly: manner.exact.then_some(Exactly {
                        recogniser,
                        known: manner.known,
                        guarded: manner.guarded,
                        proves: manner.proves,
                    }),
                }),
            };
            left = view.left_over(&account);
            if manner.proves {
                self.demanded.extend(view.demanded(&account));
            }
        }
        if manner.exact {
            let others = others(sentence, manner, least);
            left.extend(others.iter().map(|at| view.word(*at).to_owned()));
        }
        if manner.acts && !understood.is_empty() {
            let open = [
                sentence.recants(),
                sentence.compares(),
                sentence.speaks_of_you(),
                sentence.asks_closer(recogniser, &understood),
                sentence.names_a_third(manner.names),
            ];
            let named = sentence.named_besides(recogniser, &understood);
            self.named.extend(named);
            let open = open
                .into_iter()
                .flatten()
                .chain(sentence.related.iter().copied());
            left.extend(open.map(|at| view.word(at).to_owned()));
        }
        if !sentence.thanks.is_empty() {
            left.retain(|word| !thanks(&fold(word)));
        }
        // What somebody decides against is understood, and read all the same.
        if left.is_empty() {
            let decided = decided(&understood).into_iter();
            left.extend(decided.map(|at| view.word(at).to_owned()));
        }
        let all = 0..sentence.words.len();
        let mut words = all.clone().map(|at| sentence.text(at));
        let thanks_for =
            manner.discerns && left.is_empty() && sentence.only_thanks_for(&understood);
        let thanks = manner.exact && !view.asks && (only_thanks(written) || thanks_for);
        // Where it is known who writes, nobody else signs.
        let is_known = |word: &str| manner.names.iter().any(|name| name == word);
        let signed_by_another = manner.guarded
            && !manner.names.is_empty()
            && !all.clone().any(|at| is_known(sentence.text(at)));
        let mut unit = Unit {
            text: written.to_owned(),
            met: !met.is_empty(),
            open: !left.is_empty() || (!manner.accounts && !met.is_empty() && view.asks_more(&met)),
            left,
            courtesy: view.is_courtesy()
                || (manner.discerns && view.only_asks_to_answer_soon())
                || (manner.exact && thanks)
                || (!signed_by_another
                    && ((manner.strict && view.closes_with_name())
                        || (manner.exact && view.closes_before_name()))),
            thanks,
            thankful: manner.acts && sentence.only_thanks_for_anything(),
            known: words.all(|word| manner.names.iter().any(|name| name == word)),
            name: view.is_name(all),
        };
        if joins && manner.strict && !unit.met && !unit.known && !unit.courtesy {
            // Only whom somebody speaks to belongs to what stands before: « …, M. Dupont ».
            unit.open = !unit.name || self.of_another;
            let words = (0..sentence.words.len()).filter(|_| unit.open);
            unit.left = words.map(|at| view.word(at).to_owned()).collect();
        }
        match self.units.last_mut() {
            Some(last) if joins => {
                last.text.push_str(written);
                last.met |= unit.met;
                last.open |= unit.open;
                last.left.extend(unit.left);
                last.name &= unit.name;
                last.known &= unit.known;
                last.courtesy &= unit.courtesy || unit.name;
                last.thanks &= unit.thanks || unit.name;
                last.thankful &= unit.thankful || unit.name;
            }
            Some(_) | None => self.units.push(unit),
        }
        let last = sentence.words.len() - 1;
        let ends = written.ends_with('.');
        self.goes_on = ends && SHORT.contains(&sentence.text(last));
        self.of_another = self.goes_on && last > 0 && is_of(sentence.text(last - 1));
    }

    /// What follows a point without a blank goes on as well.
    pub(super) fn meets(&mut self, next: Option<char>, written: &str) {
        let inside = next.is_some_and(|next| next.is_lowercase() || next.is_ascii_digit());
        self.goes_on |= written.ends_with('.') && inside;
    }

    /// Whether somebody thanks, and says nothing else.
    pub(super) fn only_thanks(&self) -> bool {
        let is_kind = |unit: &Unit| unit.courtesy || unit.name || unit.known;
        let mut units = self.units.iter();
        units.any(|unit| unit.thanks || (unit.thankful && gives_thanks(&unit.text)))
            && self
                .units
                .iter()
                .all(|unit| unit.thankful || (is_kind(unit) && !unit.open))
    }

    /// The sentences in which nothing was recognised, or not all. A name at the end signs; where words are
    /// accounted for, only one of the case or one behind a closing does.
    pub(super) fn unrecognised(self, manner: &Manner) -> Vec<Unrecognised> {
        let signs = self.units.iter().rev();
        let signs = signs.take_while(|unit| unit.name || unit.known || unit.courtesy);
        let signed = self.units.len() - signs.count();
        let mut open = Vec::new();
        for (at, unit) in self.units.iter().enumerate() {
            let closed = || self.units[signed..at].iter().any(|unit| unit.courtesy);
            let is_name = at >= signed
                && at > 0
                && match manner.accounts {
                    true if manner.guarded && !manner.names.is_empty() => {
                        unit.known || (unit.signs() && closed() && manner.knows(&unit.text))
                    }
                    true => unit.known || (unit.signs() && closed() && !is_word(&unit.text)),
                    false => unit.signs(),
                };
            if unit.open || !(unit.met || unit.courtesy || is_name) {
                open.push(Unrecognised {
                    text: unit.text.trim().to_owned(),
                    left: unit.left.clone(),
                });
            }
        }
        open
    }
}

impl Unit {
    /// Whether it may be a signature: a name that no point ends, and no yes or no.
    fn signs(&self) -> bool {
        let text = self.text.trim();
        let is_marked = text.ends_with(['.', '!', '?', '…']);
        let answers = ["oui", "non", "yes", "no", "ok", "si"];
        self.name && !is_marked && !answers.contains(&fold(text).as_str())
    }
}

/// Words of what is refused or thanked for so that somebody has to read it. What is wanted by some of the same words, or
/// as well, says it.
fn decided(understood: &[&Met]) -> Vec<usize> {
    let wanted = || {
        understood
            .iter()
            .filter(|met| !met.refused && met.intention.is_some())
    };
    let is_said = |met: &Met| {
        let mut same = understood.iter().filter(|other| other.cue == met.cue);
        wanted().any(|other| other.intention == met.intention)
            || same.any(|own| wanted().any(|other| other.at == own.at))
    };
    let decided = understood.iter().filter(|met| met.decides && !is_said(met));
    let mut decided: Vec<usize> = decided.map(|met| met.at).collect();
    decided.sort_unstable();
    decided.dedup();
    decided
}

/// Words by which the registry recognises something else than what somebody else says is wanted: nobody outvotes
/// it. What only stands within the words of what is wanted is no other.
fn others(sentence: &Sentence, manner: &Manner, least: u64) -> Vec<usize> {
    let Some(given) = manner.given else {
        return Vec::new();
    };
    let is_given = |met: &Met| met.intention.is_some_and(|one| given.contains(&one));
    let own: Vec<usize> = sentence
        .met
        .iter()
        .filter(|met| is_given(met))
        .map(|met| met.at)
        .collect();
    let read = |met: &&Met| {
        met.intention.is_some() && met.score >= least && !met.refused && !is_given(met)
    };
    let others = sentence.met.iter().filter(read);
    let others = others.filter(|met| {
        let mut same = sentence.met.iter().filter(|other| other.cue == met.cue);
        same.any(|other| !own.contains(&other.at))
    });
    let mut others: Vec<usize> = others.map(|met| met.at).collect();
    others.sort_unstable();
    others.dedup();
    others
}

/// Whether some words thank, and ask nothing by it.
pub(super) fn only_thanks(text: &str) -> bool {
    let said = words(text);
    let thanks = |word: &String| THANKS.contains(&&**word);
    let kind = |word: &String| {
        (is_kind(word)
            || FOR_WHAT.contains(&&**word)
            || crate::understand::is_small(word)
            || thanks(word))
            && !HASTENS.contains(&&**word)
    };
    said.iter().any(thanks) && said.iter().all(kind)
}

/// Whether any word of a text thanks.
fn gives_thanks(text: &str) -> bool {
    words(text).iter().any(|word| thanks(word))
}

/// Whether a word thanks.
pub(super) fn thanks(word: &str) -> bool {
    THANKS.contains(&word)
}

/// Whether a word of thanks asks for something by it.
pub(super) fn hastens(word: &str) -> bool {
    HASTENS.contains(&word)
}

/// Words of thanks.
static THANKS: WordSet = WordSet::of(&[
    "merci",
    "mercis",
    "remercie",
    "remercions",
    "remerciements",
    "thanks",
    "thank",
    "thx",
    "grateful",
]);

/// What somebody thanks for, and how much.
static FOR_WHAT: WordSet = WordSet::of(&[
    "pour",
    "for",
    "tout",
    "tous",
    "tant",
    "mille",
    "grand",
    "vraiment",
    "sincerement",
    "super",
    "parfait",
    "efforts",
    "travail",
    "gentillesse",
    "disponibilite",
    "accueil",
    "conseils",
    "informations",
    "infos",
    "precisions",
    "explications",
    "everything",
    "information",
    "advice",
    "kindness",
    "toute",
    "l",
    "et",
    "and",
]);

/// What a word of thanks asks for all the same.
static HASTENS: WordSet = WordSet::of(&[
    "avance",
    "advance",
    "repondre",
    "attente",
    "attends",
    "lire",
    "vite",
    "prompt",
    "prompte",
    "soon",
    "looking",
    "look",
    "forward",
    "hearing",
    "hear",
    "hope",
    "hoping",
    "espere",
    "esperant",
    "esperons",
    "contacter",
    "ecrire",
    "recevoir",
    "please",
    "reviens",
    "permets",
    "contact",
]);

/// Whether what stands alone is surely a word of the language, and no name: « Remboursement », « Annulez ».
pub(super) fn is_word(text: &str) -> bool {
    static ALONE: WordSet = WordSet::of(&[
        "urgent",
        "urgente",
        "urgence",
        "important",
        "importante",
        "aide",
        "help",
        "rappel",
        "relance",
        "merci",
        "attention",
        "refund",
        "cancel",
        "stop",
        "please",
        "asap",
    ]);
    let said = words(text);
    let [word] = &said[..] else {
        return false;
    };
    let ends = |end: &str, least: usize| word.len() >= least && word.ends_with(end);
    ALONE.contains(&word.as_str())
        || ["tion", "sion", "ance", "ence", "age", "ure", "ite", "ing"]
            .iter()
            .any(|end| ends(end, 6))
        || ends("ment", 9)
        || ends("ez", 6)
}

/// A sentence beside its words as they were written.
pub(super) struct View<'s> {
    pub(super) sentence: &'s Sentence,
    /// As many as the sentence has words, or none.
    written: Vec<&'s str>,
    /// Words behind a mark that parts clauses.
    pub(super) breaks: Vec<usize>,
    /// Words that a hyphen joins to the one before.
    pub(super) hyphens: Vec<usize>,
    /// Words that a stroke joins to the one before: « 28/04 ».
    pub(super) slashes: Vec<usize>,
    /// Words that a colon joins to the one before: « 20:30 ».
    pub(super) colons: Vec<usize>,
    pub(super) asks: bool,
}

impl<'s> View<'s> {
    pub(super) fn of(sentence: &'s Sentence, text: &'s str) -> View<'s> {
        let (mut written, mut breaks) = (Vec::new(), Vec::new());
        let (mut hyphens, mut slashes, mut colons) = (Vec::new(), Vec::new(), Vec::new());
        let mut rest = text;
        while let Some(start) = rest.find(char::is_alphanumeric) {
            let (mark, behind) = rest.split_at(start);
            if mark.contains([
                ',', ':', '(', ')', '[', ']', '"', '«', '»', '–', '—', '/', '+', '&',
            ]) || mark.contains(" -")
            {
                breaks.push(written.len());
            }
            if mark == "-" {
                hyphens.push(written.len());
            }
            if mark == "/" {
                slashes.push(written.len());
            }
            if mark == ":" {
                colons.push(written.len());
            }
            let end = behind.find(|c: char| !c.is_alphanumeric());
            let (word, behind) = behind.split_at(end.unwrap_or(behind.len()));
            written.push(word);
            rest = behind;
        }
        if written.len() != sentence.words.len() {
            written.clear();
            breaks.clone_from(&sentence.clauses);
        }
        View {
            sentence,
            written,
            breaks,
            hyphens,
            slashes,
            colons,
            asks: text.ends_with('?'),
        }
    }

    /// A word as it was written, or as it was read.
    pub(super) fn word(&self, at: usize) -> &str {
        let written = self.written.get(at).copied();
        written.unwrap_or_else(|| self.sentence.text(at))
    }

    /// Whether words are only names: written large, and neither of the registry nor of the language.
    pub(super) fn is_name(&self, mut words: Range<usize>) -> bool {
        let large = |word: &&str| {
            let mut letters = word.chars();
            letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase)
        };
        let any = words
            .clone()
            .any(|at| self.written.get(at).is_some_and(large));
        any && words.len() <= 4
            && words.all(|at| {
                let is_large = self.written.get(at).is_some_and(|word| {
                    word.chars().all(|letter| letter.is_uppercase()) || large(word)
                });
                is_large && self.sentence.is_foreign(at)
            })
    }

    /// Whether a sentence only greets, thanks, wishes or says who writes.
    pub(super) fn is_courtesy(&self) -> bool {
        self.is_courtesy_in(0..self.sentence.words.len())
    }

    /// The same of a part of it.
    pub(super) fn is_courtesy_in(&self, all: Range<usize>) -> bool {
        let sentence = self.sentence;
        let asks = self.asks && all.end == sentence.words.len();
        let text = |at: usize| sentence.text(at);
        let first = text(all.start);
        if all.len() == 1 && first.len() <= 2 && first.chars().all(|c| c.is_ascii_digit()) {
            // « 1. », « 2) »: what follows is a list.
            return !asks;
        }
        if asks {
            return all.clone().all(|at| HOW_ARE_YOU.contains(&text(at)));
        }
        let hesitates = all
            .clone()
            .any(|at| matches!(text(at), "hesitez" | "hesitate"));
        let is_kind = |at: usize| {
            KIND.contains(&text(at))
                || (sentence.is(at, Class::SMALL.and(Class::POLITE)))
                || ((hesitates || text(at) == "t") && sentence.is(at, Class::DENIES))
        };
        let first = all.clone().find(|at| !is_kind(*at));
        let Some(first) = first else {
            // « Il est là », « je vous ai » are of small words, and no courtesy.
            return all
                .clone()
                .any(|at| sentence.is(at, Class::POLITE) || KIND.contains(&text(at)));
        };
        let opens = GREETS.contains(&text(all.start)) || self.says_who(all.start..first);
        opens && self.is_name(first..all.end)
    }

    /// « Cordialement, Karim », in one line.
    fn closes_with_name(&self) -> bool {
        let all = 0..self.sentence.words.len();
        let closes = |at: &usize| CLOSES.contains(&self.sentence.text(*at));
        let name = all
            .clone()
            .find(|at| !KIND.contains(&self.sentence.text(*at)));
        name.is_some_and(|name| {
            (0..name).any(|at| closes(&at)) && !self.asks && self.is_name(name..all.end)
        })
    }

    /// « Bien à vous, Nadia », in one line.
    fn closes_before_name(&self) -> bool {
        let all = 0..self.sentence.words.len();
        let Some(name) = self
            .breaks
            .iter()
            .copied()
            .find(|at| all.contains(at) && *at > 0)
        else {
            return false;
        };
        let before: Vec<&str> = (0..name).map(|at| self.sentence.text(at)).collect();
        let closes =
            closes_now(&before.join(" ")) || (self.sentence.acts && self.is_courtesy_in(0..name));
        !self.asks && closes && self.is_name(name..all.end)
    }

    /// Whether any letter of it has an accent.
    pub(super) fn is_accented(&self) -> bool {
        let mut letters = self.written.iter().flat_map(|word| word.chars());
        letters.any(|letter| letter.is_alphabetic() && !letter.is_ascii())
    }

    /// « Je m'appelle … », “my name is …”.
    fn says_who(&self, before: Range<usize>) -> bool {
        let words: Vec<&str> = before.map(|at| self.sentence.text(at)).collect();
        words.ends_with(&["m", "appelle"]) || words.ends_with(&["name", "is"])
    }

    /// Whether a part in which nothing was recognised asks for something of its own.
    fn asks_more(&self, met: &[usize]) -> bool {
        let sentence = self.sentence;
        let mut starts = sentence.clauses.clone();
        starts.sort_unstable();
        starts.dedup();
        let ends = starts.iter().skip(1).copied();
        let ends = ends.chain([sentence.words.len()]);
        let mut parts = starts.iter().copied().zip(ends);
        parts.any(|(start, end)| {
            let end = end.min(sentence.words.len());
            let mut begins = start;
            while begins < end && JOINS.contains(&sentence.text(begins)) {
                begins += 1;
            }
            if begins >= end || met.iter().any(|at| (start..end).contains(at)) {
                return false;
            }
            let first = sentence.text(begins);
            let asks = sentence.is(begins, Class::BEGINS) || ASKS.contains(&first);
            let says = (begins..end).any(|at| {
                let word = sentence.text(at);
                let known = Class::WANTS.and(Class::BEGINS);
                sentence.words[at].class.counts()
                    && !sentence.is(at, known)
                    && !KIND.contains(&word)
                    && !ASKS.contains(&word)
                    && !self.is_name(at..at + 1)
            });
            asks && says
        })
    }
}

/// Words that are written short, with a point.
static SHORT: WordSet = WordSet::of(&[
    "m", "mr", "mrs", "ms", "mme", "mlle", "dr", "st", "ste", "tel", "av", "bd", "ex", "cf", "no",
    "n", "art", "p", "s", "v", "b", "a", "i", "e", "ref", "num",
]);

/// What begins a greeting or a word of thanks; a name may follow.
static GREETS: WordSet = WordSet::of(&[
    "bonjour",
    "bonsoir",
    "salut",
    "coucou",
    "bjr",
    "hello",
    "hi",
    "hey",
    "dear",
    "cher",
    "chere",
    "merci",
    "thanks",
    "thank",
    "madame",
    "monsieur",
    "good",
    "salutations",
]);

/// What joins a part of a sentence to the one before.
static JOINS: WordSet = WordSet::of(&[
    "et", "and", "mais", "but", "puis", "then", "aussi", "also", "sinon", "donc", "alors", "so",
    "or", "ou",
]);

/// What asks, or says that something is asked.
static ASKS: WordSet = WordSet::of(&[
    "quand",
    "comment",
    "combien",
    "pourquoi",
    "quel",
    "quelle",
    "quels",
    "quelles",
    "est",
    "what",
    "where",
    "how",
    "why",
    "which",
    "is",
    "are",
    "do",
    "savoir",
    "dire",
    "demander",
    "connaitre",
    "know",
    "tell",
    "possible",
    "simplement",
    "wondering",
]);

/// What closes; a name may follow.
static CLOSES: WordSet = WordSet::of(&[
    "cordialement",
    "salutations",
    "regards",
    "bientot",
    "wishes",
    "merci",
]);

/// Whether a word greets.
pub(super) fn is_greeting(word: &str) -> bool {
    GREETS.contains(&word)
}

/// Whether a word is one of greetings, thanks, wishes and closings.
pub(super) fn is_kind(word: &str) -> bool {
    KIND.contains(&word)
}

/// « Comment allez-vous ? »
static HOW_ARE_YOU: WordSet = WordSet::of(&[
    "comment", "allez", "vous", "va", "ca", "bien", "how", "are", "you", "bonjour", "hello",
]);

/// Words of greetings, thanks, wishes and closings: what consists of them wants nothing.
static KIND: WordSet = WordSet::of(&[
    "bonjour",
    "bonsoir",
    "salut",
    "coucou",
    "bjr",
    "bsr",
    "slt",
    "hello",
    "hi",
    "hey",
    "dear",
    "cher",
    "chere",
    "chers",
    "cheres",
    "madame",
    "mesdames",
    "monsieur",
    "messieurs",
    "mme",
    "mr",
    "mrs",
    "ms",
    "mlle",
    "m",
    "sir",
    "madam",
    "team",
    "equipe",
    "service",
    "all",
    "everyone",
    "tous",
    "toutes",
    "merci",
    "thanks",
    "thank",
    "thx",
    "remercie",
    "remercier",
    "remerciant",
    "remerciements",
    "beaucoup",
    "infiniment",
    "vivement",
    "encore",
    "bien",
    "tres",
    "much",
    "many",
    "lot",
    "very",
    "so",
    "again",
    "avance",
    "advance",
    "vous",
    "you",
    "votre",
    "vos",
    "your",
    "aide",
    "help",
    "temps",
    "time",
    "patience",
    "comprehension",
    "understanding",
    "attention",
    "reponse",
    "reponses",
    "retour",
    "reply",
    "answer",
    "repondre",
    "attente",
    "attends",
    "lire",
    "plaisir",
    "vite",
    "rapide",
    "prompt",
    "prompte",
    "soon",
    "looking",
    "look",
    "forward",
    "hearing",
    "hear",
    "from",
    "hope",
    "hoping",
    "espere",
    "esperant",
    "esperons",
    "find",
    "finds",
    "well",
    "allez",
    "portez",
    "souhaite",
    "souhaitant",
    "bonne",
    "bon",
    "belle",
    "excellente",
    "agreable",
    "journee",
    "matinee",
    "soiree",
    "semaine",
    "week",
    "weekend",
    "end",
    "fin",
    "nice",
    "good",
    "great",
    "day",
    "morning",
    "afternoon",
    "evening",
    "kind",
    "best",
    "warm",
    "regards",
    "wishes",
    "cordialement",
    "salutations",
    "distinguees",
    "sinceres",
    "sentiments",
    "expression",
    "agreer",
    "veuillez",
    "prie",
    "recevoir",
    "permets",
    "contacter",
    "ecrire",
    "reviens",
    "vers",
    "hesitez",
    "hesitate",
    "contact",
    "appelle",
    "name",
    "please",
    "bientot",
]);
