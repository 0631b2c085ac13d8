//! Words that are known whatever a registry says: small ones, denials, turns, verbs of wanting.
//!
//! Each list says what a word does in a sentence. A word is looked up once, and is then a few bits.

use crate::understand::small_words;
use logic::text::WordSet;

/// What a word is known for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class(u16);

impl Class {
    /// It asks or points, and says nothing of what is asked.
    pub(super) const SMALL: Class = Class(1);
    pub(super) const DENIES: Class = Class(2);
    pub(super) const POLITE: Class = Class(4);
    /// Behind it something else is wanted than before.
    pub(super) const TURNS: Class = Class(8);
    /// It begins a clause behind « et ».
    pub(super) const BEGINS: Class = Class(16);
    pub(super) const WANTS: Class = Class(32);
    pub(super) const HAS: Class = Class(64);
    pub(super) const FAILS: Class = Class(128);
    pub(super) const SUITS: Class = Class(256);

    pub(super) fn is(self, other: Class) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn and(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }

    /// Whether a word says what is wanted: not small, and no denial.
    pub(super) fn counts(self) -> bool {
        !self.is(Class::SMALL.and(Class::DENIES).and(Class::POLITE))
    }
}

/// Every word that is known for something, list by list; one may stand in several.
pub(super) fn known() -> impl Iterator<Item = (&'static str, Class)> {
    let small = small_words().map(|word| (word, Class::SMALL));
    let lists: [(&[&str], Class); 8] = [
        (&DENIES, Class::DENIES),
        (&POLITE, Class::POLITE),
        (&TURNS, Class::TURNS),
        (&BEGINS, Class::BEGINS),
        (&WANTS, Class::WANTS),
        (&HAS, Class::HAS),
        (&FAILS, Class::FAILS),
        (&SUITS, Class::SUITS),
    ];
    small.chain(
        lists
            .into_iter()
            .flat_map(|(words, class)| words.iter().map(move |word| (*word, class))),
    )
}

/// Verbs of suiting: what does not is not wanted.
const SUITS: [&str; 12] = [
    "convient",
    "conviennent",
    "conviendrait",
    "interesse",
    "interessent",
    "arrange",
    "arrangent",
    "correspond",
    "suit",
    "suits",
    "interest",
    "interests",
];

/// Verbs of wanting and needing: what is denied of them is not wanted.
const WANTS: [&str; 38] = [
    "veux",
    "voudrais",
    "veut",
    "voulons",
    "souhaite",
    "souhaitais",
    "souhaiterais",
    "souhaitons",
    "desire",
    "desirais",
    "demande",
    "demandais",
    "demandons",
    "besoin",
    "cherche",
    "agit",
    "compte",
    "envisage",
    "prevois",
    "interesse",
    "concerne",
    "parle",
    "want",
    "wants",
    "wanted",
    "wish",
    "like",
    "need",
    "needed",
    "ask",
    "asking",
    "asked",
    "looking",
    "plan",
    "planning",
    "request",
    "requesting",
    "about",
];

/// Words that begin a clause behind « et ».
pub(super) static BEGINS: WordSet = WordSet::of(&[
    "je", "j", "nous", "on", "vous", "il", "elle", "pouvez", "pourriez", "puis", "quand",
    "comment", "i", "we", "you", "could", "can", "would", "please", "when",
]);

/// Verbs of failing: « ne fonctionne pas » says what is wrong, and refuses nothing.
static FAILS: WordSet = WordSet::of(&[
    "arrive",
    "arrivent",
    "fonctionne",
    "fonctionnent",
    "marche",
    "marchent",
    "peux",
    "peut",
    "comprends",
    "retrouve",
    "connais",
    "reussis",
    "parviens",
    "ouvre",
    "apparait",
    "affiche",
    "avance",
    "bouge",
    "work",
    "works",
    "open",
    "opens",
]);

/// Words behind which something else is wanted than before.
const TURNS: [&str; 9] = [
    "mais",
    "seulement",
    "juste",
    "plutot",
    "but",
    "only",
    "just",
    "instead",
    "rather",
];

/// Having: « je n'ai pas … » says what is missing, and does not refuse it.
const HAS: [&str; 12] = [
    "ai", "as", "a", "avons", "avez", "ont", "sais", "recois", "trouve", "vois", "have", "has",
];

static DENIES: WordSet = WordSet::of(&[
    "ne", "n", "pas", "jamais", "plus", "aucun", "aucune", "ni", "sans", "not", "no", "never", "t",
    "dont", "doesnt", "wont", "without",
]);

/// Words of everyday speech that look like a slip for others.
pub(super) static COMMON: WordSet = WordSet::of(&[
    "finalement",
    "actuellement",
    "normalement",
    "rapidement",
    "seulement",
    "evidemment",
    "certainement",
    "directement",
    "currently",
    "finally",
]);

/// Words of greeting and thanking, and what binds words.
static POLITE: WordSet = WordSet::of(&[
    "bonjour",
    "bonsoir",
    "salut",
    "merci",
    "svp",
    "stp",
    "plait",
    "cordialement",
    "hello",
    "hi",
    "dear",
    "please",
    "thanks",
    "thank",
    "madame",
    "monsieur",
    "que",
    "qu",
    "qui",
    "pour",
    "par",
    "avec",
    "dans",
    "il",
    "elle",
    "on",
    "nous",
    "vous",
    "with",
    "for",
    "in",
    "it",
    "my",
    "that",
]);

/// Whether a word is a verb of failing, where it is denied.
pub(super) fn fails(word: &str) -> bool {
    FAILS.contains(&word)
}

/// Whether a verb of wanting lacks its last letter: « je voudrai ».
pub(super) fn wants_short(word: &str) -> bool {
    let lacks = |full: &&str| full.len() == word.len() + 1 && full.starts_with(word);
    word.len() >= 3 && WANTS.iter().any(lacks)
}

pub(super) fn denies(word: &str) -> bool {
    DENIES.contains(&word)
}

/// Whether a word says what is wanted: not small, and no denial.
pub(super) fn counts(word: &str) -> bool {
    !crate::understand::is_small(word) && !denies(word) && !POLITE.contains(&word)
}
