//! Who is meant: from the words of a message to entities. A word that could mean two entities means
//! neither until somebody says which; a slip of the pen is forgiven only where it leaves no doubt.

use logic::stem::Word;
use logic::text::{fold, words};
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What entities are called, by their words.
#[derive(Clone, Debug, Default)]
pub struct Called {
    /// Whole names and aliases without their articles.
    whole: BTreeMap<Vec<String>, BTreeSet<Name>>,
    /// Single words of names of several words: « Aldric » for « Aldric Fervent ».
    parts: BTreeMap<String, BTreeSet<Name>>,
    longest: usize,
}

/// Words of a message that mean an entity, or one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    pub at: Range<usize>,
    /// More than one: it is not clear who is meant.
    pub entities: BTreeSet<Name>,
}

impl Mention {
    pub fn only(&self) -> Option<&Name> {
        match self.entities.len() {
            1 => self.entities.first(),
            _ => None,
        }
    }
}

const ARTICLES: [&str; 13] = [
    "le", "la", "les", "l", "un", "une", "des", "du", "d", "de", "the", "a", "an",
];

/// A name is shorter than this is never guessed from a slip.
const SLIP_LETTERS: usize = 5;

impl Called {
    pub fn add(&mut self, word: &str, entity: &Name) {
        let all = words(word);
        let bare: Vec<String> = all
            .iter()
            .skip_while(|word| ARTICLES.contains(&word.as_str()))
            .cloned()
            .collect();
        let bare = if bare.is_empty() { all } else { bare };
        if bare.is_empty() {
            return;
        }
        self.longest = self.longest.max(bare.len());
        if bare.len() > 1 {
            for part in bare.iter().filter(|part| part.chars().count() > 2) {
                let meant = self.parts.entry(part.clone()).or_default();
                meant.insert(entity.clone());
            }
        }
        self.whole.entry(bare).or_default().insert(entity.clone());
    }

    /// Every mention of a message, in order: the longest names first, then words of names, then slips.
    pub fn find(&self, message: &[Word]) -> Vec<Mention> {
        let mut found: Vec<Mention> = Vec::new();
        let mut at = 0;
        while at < message.len() {
            let longest = (1..=self.longest.min(message.len() - at)).rev();
            let named = longest
                .filter_map(|length| {
                    let words: Vec<String> = message[at..at + length]
                        .iter()
                        .map(|word| word.text.clone())
                        .collect();
                    let entities = self.whole.get(&words)?;
                    Some((length, entities.clone()))
                })
                .next();
            let word = &message[at];
            let named = named
                .or_else(|| self.parts.get(&word.text).map(|some| (1, some.clone())))
                .or_else(|| self.slip(word).map(|some| (1, some)));
            match named {
                Some((length, entities)) => {
                    found.push(Mention {
                        at: at..at + length,
                        entities,
                    });
                    at += length;
                }
                None => at += 1,
            }
        }
        found
    }

    /// The entities whose one-word names are one slip away.
    fn slip(&self, word: &Word) -> Option<BTreeSet<Name>> {
        let letters = word.text.chars().count();
        if letters < SLIP_LETTERS {
            return None;
        }
        let near = |name: &str| {
            let length = name.chars().count();
            length >= SLIP_LETTERS
                && length.abs_diff(letters) <= 1
                && name.chars().next() == word.text.chars().next()
                && strsim::damerau_levenshtein(name, &word.text) == 1
        };
        let single = self
            .whole
            .iter()
            .filter(|(words, _)| words.len() == 1)
            .map(|(words, meant)| (&words[0], meant));
        let meant: BTreeSet<Name> = single
            .chain(self.parts.iter())
            .filter(|(name, _)| near(name))
            .flat_map(|(_, meant)| meant.iter().cloned())
            .collect();
        (!meant.is_empty()).then_some(meant)
    }

    /// Whether anything is called so, whole.
    pub fn knows(&self, word: &str) -> bool {
        self.whole.contains_key(&words(&fold(word)))
    }
}
