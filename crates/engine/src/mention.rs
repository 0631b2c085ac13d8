//! Who is meant: from the words of a message to entities. A word that could mean two entities means
//! neither until somebody says which; a slip of the pen is forgiven only where it leaves no doubt.

use logic::stem::Word;
use logic::text::words;
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
    /// Words of names by what is left when one letter is missing, so that a slip is found without
    /// comparing with every name there is.
    gaps: BTreeMap<String, BTreeSet<String>>,
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

/// A shorter name is never guessed from a slip.
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
        for word in bare.iter().filter(|word| is_long(word)) {
            for gap in gaps(word) {
                self.gaps.entry(gap).or_default().insert(word.clone());
            }
        }
        self.whole.entry(bare).or_default().insert(entity.clone());
    }

    fn named(&self, words: &[String]) -> Option<&BTreeSet<Name>> {
        self.whole.get(words)
    }

    /// The entities with a word in their names that is one slip away.
    fn slip<'a>(&'a self, word: &'a str) -> impl Iterator<Item = &'a Name> {
        let near: BTreeSet<&String> = gaps(word)
            .iter()
            .filter_map(|gap| self.gaps.get(gap))
            .flatten()
            .filter(|name| {
                name.chars().next() == word.chars().next()
                    && strsim::damerau_levenshtein(name, word) == 1
            })
            .collect();
        near.into_iter().flat_map(|name| {
            let whole = self.whole.get(std::slice::from_ref(name));
            whole.into_iter().chain(self.parts.get(name)).flatten()
        })
    }
}

/// Every mention of a message, in order: the longest names first, then words of names, then slips. What
/// a session learned lies beside what is declared.
pub fn mentions(called: &[&Called], message: &[Word]) -> Vec<Mention> {
    let union = |meant: &mut dyn Iterator<Item = &Name>| -> Option<BTreeSet<Name>> {
        let meant: BTreeSet<Name> = meant.cloned().collect();
        (!meant.is_empty()).then_some(meant)
    };
    let longest = called
        .iter()
        .map(|called| called.longest)
        .max()
        .unwrap_or(0);
    let texts: Vec<String> = message.iter().map(|word| word.text.clone()).collect();
    let mut found: Vec<Mention> = Vec::new();
    let mut at = 0;
    while at < message.len() {
        let word = &texts[at];
        // « ten o'clock » is no clock.
        if word == "clock" && at > 0 && texts[at - 1] == "o" {
            at += 1;
            continue;
        }
        let whole = (1..=longest.min(message.len() - at))
            .rev()
            .find_map(|length| {
                let words = &texts[at..at + length];
                let meant = called.iter().filter_map(|called| called.named(words));
                Some((length, union(&mut meant.flatten())?))
            });
        let part = || {
            let meant = called.iter().filter_map(|called| called.parts.get(word));
            Some((1, union(&mut meant.flatten())?))
        };
        let slip = || {
            let meant = called.iter().filter(|_| is_long(word));
            Some((1, union(&mut meant.flat_map(|called| called.slip(word)))?))
        };
        match whole.or_else(part).or_else(slip) {
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

fn is_long(word: &str) -> bool {
    word.chars().count() >= SLIP_LETTERS
}

/// The word itself, and what is left of it without each of its letters.
fn gaps(word: &str) -> BTreeSet<String> {
    let letters: Vec<char> = word.chars().collect();
    let without = |gap: usize| {
        let kept = letters.iter().enumerate().filter(|(at, _)| *at != gap);
        kept.map(|(_, letter)| letter).collect()
    };
    (0..=letters.len()).map(without).collect()
}
