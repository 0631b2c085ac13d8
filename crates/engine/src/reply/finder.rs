//! Words of the registry by how they are written, so that a word of a message meets only those it is, is a
//! form of, or may be misspelt for. However many words there are, none is compared with all of them.
//!
//! A slip drops, adds, changes or exchanges letters, so a word and its slip are the same once as many letters
//! are taken out of both as there are slips. Words are kept by what is left of them then.

use super::lexicon::{Class, known};
use hashbrown::HashTable;
use logic::stem::{Stems, Word};
use std::ops::Range;

/// What a word of a message meets: a word of the registry, and whether it is misspelt for it.
pub(super) type Hit = (u32, bool);

#[derive(Debug, Default)]
pub(super) struct Finder {
    /// Words that are known: those of the registry, and those that do something in every sentence.
    known: Vec<Known>,
    by_text: HashTable<u32>,
    /// What known words meet.
    hits: Vec<Hit>,
    /// By language, what words are cut to, each with its words in `cut`.
    stems: Vec<HashTable<(Box<str>, Range<usize>)>>,
    cut: Vec<u32>,
    slips: Slips,
}

#[derive(Debug)]
struct Known {
    text: Box<str>,
    class: Class,
    hits: Range<usize>,
}

/// Letters of a word that is looked for, and what is computed of them. Kept between words.
#[derive(Debug, Default)]
pub(super) struct Letters {
    all: Vec<char>,
    /// The hash of each beginning.
    begun: Vec<u64>,
}

impl Finder {
    /// `words` are those of the registry, each once.
    pub(super) fn of(stems: &Stems, words: &[Word]) -> Finder {
        let mut finder = Finder {
            slips: Slips::of(words),
            ..Finder::default()
        };
        finder.cut_to(words);
        for word in words {
            finder.learn(&word.text, Class::default());
        }
        for (word, class) in known() {
            finder.learn(word, class);
        }
        let mut letters = Letters::default();
        for number in 0..finder.known.len() {
            let start = finder.hits.len();
            let own = (number < words.len()).then_some((number as u32, false));
            let mut met = Vec::from_iter(own);
            finder.search(stems, &finder.known[number].text, &mut letters, &mut met);
            finder.hits.extend(met);
            finder.known[number].hits = start..finder.hits.len();
        }
        finder
    }

    fn learn(&mut self, text: &str, class: Class) {
        let (hash, known) = (hash_of(text), &self.known);
        let found = self
            .by_text
            .find(hash, |at| &*known[*at as usize].text == text);
        if let Some(at) = found {
            let known = &mut self.known[*at as usize];
            known.class = known.class.and(class);
            return;
        }
        let number = self.known.len() as u32;
        self.known.push(Known {
            text: Box::from(text),
            class,
            hits: 0..0,
        });
        let known = &self.known;
        self.by_text
            .insert_unique(hash, number, |at| hash_of(&known[*at as usize].text));
    }

    fn cut_to(&mut self, words: &[Word]) {
        let languages = words.first().map_or(0, |word| word.stems().len());
        for language in 0..languages {
            let mut all: Vec<(&str, u32)> = words
                .iter()
                .zip(0..)
                .map(|(word, number)| (word.stems()[language].as_str(), number))
                .collect();
            all.sort_unstable();
            let mut table = HashTable::new();
            for same in all.chunk_by(|one, other| one.0 == other.0) {
                let start = self.cut.len();
                self.cut.extend(same.iter().map(|(_, number)| *number));
                let entry = (Box::from(same[0].0), start..self.cut.len());
                table.insert_unique(
                    hash_of(same[0].0),
                    entry,
                    |(stem, _): &(Box<str>, Range<usize>)| hash_of(stem),
                );
            }
            self.stems.push(table);
        }
    }

    /// What a word does in every sentence, and where it is kept if it is known.
    pub(super) fn class(&self, text: &str) -> (Class, Option<u32>) {
        let found = self
            .by_text
            .find(hash_of(text), |at| &*self.known[*at as usize].text == text);
        match found {
            Some(at) => (self.known[*at as usize].class, Some(*at)),
            None => (Class::default(), None),
        }
    }

    /// The words of the registry that one of a message is, and those it may be misspelt for.
    pub(super) fn find<'f>(
        &'f self,
        stems: &Stems,
        (text, known): (&str, Option<u32>),
        letters: &mut Letters,
        met: &'f mut Vec<Hit>,
    ) -> &'f [Hit] {
        if let Some(at) = known {
            return &self.hits[self.known[at as usize].hits.clone()];
        }
        met.clear();
        self.search(stems, text, letters, met);
        met
    }

    fn search(&self, stems: &Stems, text: &str, letters: &mut Letters, met: &mut Vec<Hit>) {
        for (stem, table) in stems.of_word(text).zip(&self.stems) {
            let found = table.find(hash_of(&stem), |(known, _)| **known == *stem);
            if let Some((_, words)) = found {
                let words = self.cut[words.clone()].iter();
                met.extend(words.map(|number| (*number, false)));
            }
        }
        met.sort_unstable();
        met.dedup();
        self.slips.find(text, letters, met);
    }
}

/// Words by what is left of them where letters are taken out.
#[derive(Debug, Default)]
struct Slips {
    words: Vec<Box<[char]>>,
    /// What is left, as a hash, and of which word; the same ones stand together.
    left: Vec<(u64, u32)>,
    /// Where each hash begins in `left`.
    begins: HashTable<u32>,
    longest: usize,
}

/// Letters that a slip of a word changes, at most: one in five letters or more, two in nine or more.
fn slips_in(length: usize) -> usize {
    match length {
        0..=4 => 0,
        5..=8 => 1,
        _ => 2,
    }
}

impl Slips {
    fn of(words: &[Word]) -> Slips {
        let mut slips = Slips::default();
        let mut letters = Letters::default();
        for (number, word) in (0..).zip(words) {
            letters.read(&word.text);
            let left = &mut slips.left;
            letters.each_left(|hash| left.push((hash, number)));
            slips.longest = slips.longest.max(letters.all.len());
            slips.words.push(letters.all.as_slice().into());
        }
        slips.left.sort_unstable();
        slips.left.dedup();
        let left = &slips.left;
        let (mut at, mut begins) = (0, HashTable::new());
        for same in left.chunk_by(|one, other| one.0 == other.0) {
            begins.insert_unique(mixed(same[0].0), at, |at: &u32| mixed(left[*at as usize].0));
            at += same.len() as u32;
        }
        slips.begins = begins;
        slips
    }

    /// Adds the words that one may be misspelt for, but for those that are met already.
    fn find(&self, text: &str, letters: &mut Letters, met: &mut Vec<Hit>) {
        // What is too long or too short is a slip of nothing, and costs nothing.
        if text.len() < 5 || text.chars().nth(self.longest + 2).is_some() {
            return;
        }
        letters.read(text);
        letters.each_left(|hash| {
            let found = self
                .begins
                .find(mixed(hash), |at| self.left[*at as usize].0 == hash);
            let Some(first) = found else { return };
            for (other, number) in &self.left[*first as usize..] {
                if *other != hash {
                    break;
                }
                if met.iter().all(|(known, _)| known != number)
                    && is_slip(&letters.all, &self.words[*number as usize])
                {
                    met.push((*number, true));
                }
            }
        });
    }
}

/// A factor for hashes of words, letter by letter, so that what is left of a word where letters are taken
/// out has a hash that follows from those of its beginnings.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

fn add(hash: u64, letter: char) -> u64 {
    hash.wrapping_mul(FACTOR)
        .wrapping_add(u64::from(u32::from(letter)) + 1)
}

/// The hash of a word.
fn hash_of(word: &str) -> u64 {
    mixed(word.chars().fold(0, add))
}

/// The table takes its bits from both ends; multiplying mixes upwards only.
fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

impl Letters {
    fn read(&mut self, word: &str) {
        self.all.clear();
        self.all.extend(word.chars());
        self.begun.clear();
        self.begun.push(0);
        let mut hash = 0;
        for letter in &self.all {
            hash = add(hash, *letter);
            self.begun.push(hash);
        }
    }

    /// Gives the hash of the word and of all that is left of it, as many letters taken out as it has slips.
    /// The first letter stays: a slip keeps it.
    fn each_left(&self, mut take: impl FnMut(u64)) {
        let length = self.all.len();
        let slips = slips_in(length);
        if slips == 0 {
            return;
        }
        take(self.begun[length]);
        let mut power: Vec<u64> = Vec::with_capacity(length);
        power.push(1);
        for at in 1..length {
            power.push(power[at - 1].wrapping_mul(FACTOR));
        }
        // The letters from one place to another, behind a hash.
        let then = |hash: u64, from: usize, to: usize| {
            let power = power[to - from];
            let part = self.begun[to].wrapping_sub(self.begun[from].wrapping_mul(power));
            hash.wrapping_mul(power).wrapping_add(part)
        };
        for first in 1..length {
            take(then(self.begun[first], first + 1, length));
            for second in first + 1..length {
                if slips < 2 {
                    break;
                }
                let hash = then(self.begun[first], first + 1, second);
                take(then(hash, second + 1, length));
            }
        }
    }
}

/// Whether a word is another one misspelt: one slip in five letters or more, two in nine or more.
fn is_slip(word: &[char], wanted: &[char]) -> bool {
    let slips = slips_in(word.len().min(wanted.len()));
    slips > 0 && word.first() == wanted.first() && is_near(word, wanted, slips)
}

/// Whether so many letters dropped, added, changed or exchanged with their neighbour are enough.
fn is_near(mut one: &[char], mut other: &[char], slips: usize) -> bool {
    if one.len().abs_diff(other.len()) > slips {
        return false;
    }
    while let ([a, rest @ ..], [b, others @ ..]) = (one, other)
        && a == b
    {
        (one, other) = (rest, others);
    }
    while let ([rest @ .., a], [others @ .., b]) = (one, other)
        && a == b
    {
        (one, other) = (rest, others);
    }
    match (one, other) {
        ([], left) | (left, []) => left.len() <= slips,
        ([a, rest @ ..], [b, others @ ..]) => {
            let exchanged = match (rest, others) {
                ([c, rest @ ..], [d, others @ ..]) if a == d && b == c => Some((rest, others)),
                (_, _) => None,
            };
            slips > 0
                && (is_near(rest, others, slips - 1)
                    || is_near(rest, other, slips - 1)
                    || is_near(one, others, slips - 1)
                    || exchanged.is_some_and(|(rest, others)| is_near(rest, others, slips - 1)))
        }
    }
}
