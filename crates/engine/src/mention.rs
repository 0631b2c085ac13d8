//! Who is meant: from the words of a message to entities. A word that could mean two entities means
//! neither until somebody says which; a slip of the pen is forgiven only where it leaves no doubt.

use crate::understand::is_in;
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
    /// Names that are words for a kind, declared with their article: « le forgeron », « the doctor ».
    kinds: BTreeSet<Vec<String>>,
    /// Words of those that have several: « revolver » of « the service revolver ».
    kind_parts: BTreeSet<String>,
}

/// How an entity was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Whole,
    Part,
    Slip,
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
        let is_kind = !bare.is_empty() && bare.len() < all.len();
        let bare = if bare.is_empty() { all } else { bare };
        if bare.is_empty() {
            return;
        }
        if is_kind {
            self.kind_parts.extend(bare.iter().cloned());
            self.kinds.insert(bare.clone());
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

    /// Whether a word is one of somebody's name.
    pub(crate) fn has_part(&self, word: &str, entity: &Name) -> bool {
        self.parts
            .get(word)
            .is_some_and(|meant| meant.contains(entity))
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
    let found = found(called, message);
    found.into_iter().map(|(mention, _)| mention).collect()
}

/// The same, as people speak of one another: with titles, first and last names together, and not where one of a kind
/// is another one. « Père Anselme » is Anselme; « l'autre forgeron », « a doctor » and « the orchard » are nobody.
pub fn mentions_as_said(called: &[&Called], message: &str, words: &[Word]) -> Vec<Mention> {
    let written: Vec<&str> = message
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let text = |place: usize| words.get(place).map_or("", |word| word.text.as_str());
    let before = |place: usize, back: usize| place.checked_sub(back).map_or("", &text);
    let is_kind = |at: &Range<usize>| {
        let own: Vec<String> = at.clone().map(|place| text(place).to_owned()).collect();
        called.iter().any(|called| called.kinds.contains(&own))
    };
    let is_said = |(mention, by): &(Mention, By)| {
        let at = &mention.at;
        let own = text(at.start);
        let small =
            written.len() == words.len() && written[at.start].starts_with(char::is_lowercase);
        let article = is_in("le la l les the", before(at.start, 1));
        match by {
            // A title alone is nobody's name.
            By::Part if is_in(HONOURS, own) => false,
            By::Part => {
                let kind = called.iter().any(|called| called.kind_parts.contains(own));
                !(small && article) || kind
            }
            // « la meunière » is not the miller, and « les forgerons » are not the smith.
            By::Slip => !called.iter().any(|called| {
                called.kinds.iter().any(|kind| match &kind[..] {
                    [only] => is_other_form(only, own),
                    _ => false,
                })
            }),
            By::Whole if is_kind(at) => !is_another(before(at.start, 1), before(at.start, 2)),
            By::Whole => true,
        }
    };
    let mut all: Vec<Mention> = Vec::new();
    for (mut mention, by) in found(called, words).into_iter().filter(is_said) {
        while by != By::Slip
            && !is_kind(&mention.at)
            && is_in(HONOURS, before(mention.at.start, 1))
            && all.last().is_none_or(|last| last.at.end < mention.at.start)
        {
            mention.at.start -= 1;
            let title = before(mention.at.start + 1, 1);
            let whose = called.iter().filter_map(|called| called.parts.get(title));
            let whose: BTreeSet<Name> = whose.flatten().cloned().collect();
            let both: BTreeSet<Name> = &whose & &mention.entities;
            // « Sir Rupert », where another is Sir: it is not clear who.
            mention.entities = match both.is_empty() {
                true => &mention.entities | &whose,
                false => both,
            };
        }
        match all.last_mut() {
            // « Lavinia Thrale » is whoever has both names.
            Some(last) if last.at.end == mention.at.start => {
                let both: BTreeSet<Name> = &last.entities & &mention.entities;
                if both.is_empty() {
                    all.push(mention);
                } else {
                    last.at.end = mention.at.end;
                    last.entities = both;
                }
            }
            Some(_) | None => all.push(mention),
        }
    }
    all
}

/// « un forgeron », « l'autre forgeron », « the previous butler ».
fn is_another(before: &str, further: &str) -> bool {
    const OTHER: &str = "\
        autre autres other another ancien ancienne former previous new nouveau nouvelle prochain prochaine next \
        futur future second deuxieme";
    const ANY: &str = "un une a an any some no every chaque quelque aucun aucune";
    // « qu'a un forgeron »; « a » may be a verb: « quel âge a forgeron » is said by nobody.
    is_in(OTHER, before) || is_in(ANY, before) && !(before == "a" && is_in("age qu", further))
}

fn is_other_form(kind: &str, word: &str) -> bool {
    ["s", "x", "e", "es"]
        .iter()
        .any(|end| word.strip_suffix(end) == Some(kind) || kind.strip_suffix(end) == Some(word))
}

/// What people are called by politeness.
pub(crate) const HONOURS: &str = "\
    maitre maitresse pere mere dame sieur messire sire seigneur monseigneur frere soeur oncle tante capitaine compere \
    commere dom mademoiselle madame monsieur mme mlle mr mrs ms miss master mister sir lady lord father mother brother \
    sister captain colonel uncle aunt cousin";

fn found(called: &[&Called], message: &[Word]) -> Vec<(Mention, By)> {
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
    let mut found: Vec<(Mention, By)> = Vec::new();
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
                Some((length, union(&mut meant.flatten())?, By::Whole))
            });
        let part = || {
            let meant = called.iter().filter_map(|called| called.parts.get(word));
            Some((1, union(&mut meant.flatten())?, By::Part))
        };
        let slip = || {
            let meant = called.iter().filter(|_| is_long(word));
            let meant = union(&mut meant.flat_map(|called| called.slip(word)))?;
            Some((1, meant, By::Slip))
        };
        match whole.or_else(part).or_else(slip) {
            Some((length, entities, by)) => {
                let mention = Mention {
                    at: at..at + length,
                    entities,
                };
                found.push((mention, by));
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
