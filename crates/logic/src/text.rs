//! Text for people and text for comparing: phrases in both languages, folding, words, near names.
//!
//! Folding is for finding and suggesting only. It must never decide what a name means: a name is
//! what its declaration says, letter for letter.

use std::borrow::Cow;
use std::fmt::Display;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A sentence for people, in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phrase {
    pub en: String,
    pub fr: String,
}

impl Phrase {
    pub fn new(en: impl Into<String>, fr: impl Into<String>) -> Phrase {
        Phrase {
            en: en.into(),
            fr: fr.into(),
        }
    }

    /// With what somebody else said of it, in the words they have: a reader of French sees by the quotes
    /// that they are not ours.
    pub fn with_cause(en: impl Display, fr: impl Display, cause: impl Display) -> Phrase {
        Phrase::new(format!("{en}: {cause}"), format!("{fr} : « {cause} »"))
    }

    /// French for `fr` and its regions (`fr-CA`), English for every other language.
    pub fn in_language(&self, lang: &str) -> &str {
        if is_french(lang) { &self.fr } else { &self.en }
    }
}

/// Whether a language is French, of any region.
pub fn is_french(lang: &str) -> bool {
    let primary = lang.split(['-', '_']).next().unwrap_or(lang);
    primary.eq_ignore_ascii_case("fr")
}

/// A small French word before a name: « de » and « le Duc » are « du Duc », « que » and « Aldric » « qu'Aldric ».
pub fn joined(small: &str, name: &str) -> String {
    let (article, rest) = name.split_once(' ').unwrap_or((name, ""));
    let merged = match (small, article.to_lowercase().as_str()) {
        ("de", "le") => Some("du"),
        ("de", "les") => Some("des"),
        ("à", "le") => Some("au"),
        ("à", "les") => Some("aux"),
        (_, _) => None,
    };
    if let Some(merged) = merged.filter(|_| !rest.is_empty()) {
        return format!("{merged} {rest}");
    }
    let vowel = fold(name).starts_with(['a', 'e', 'i', 'o', 'u', 'y']);
    match small.strip_suffix('e').filter(|_| vowel) {
        Some(small) => format!("{small}'{name}"),
        None => format!("{small} {name}"),
    }
}

/// Words about a number, which stands for `{}` in them: for one and for several. In English zero is
/// several, in French it is not.
pub fn counted<N: TryInto<u64>>(count: N, en: [&str; 2], fr: [&str; 2]) -> Phrase {
    let count = count.try_into().unwrap_or(u64::MAX);
    let said = |words: [&str; 2], several: bool| {
        words[usize::from(several)].replace("{}", &count.to_string())
    };
    Phrase::new(said(en, count != 1), said(fr, count > 1))
}

/// The text in Unicode normal form C, which is nearly always how it was written.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || unicode_normalization::is_nfc(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// Signs parted by spaces, as one names them: "`,` or `)`".
pub(crate) fn signs(written: &str) -> Phrase {
    let quoted: Vec<String> = written.split(' ').map(|sign| format!("`{sign}`")).collect();
    Phrase::new(quoted.join(" or "), quoted.join(" ou "))
}

/// So many arguments.
pub fn arguments(count: usize) -> Phrase {
    let words = ["{} argument", "{} arguments"];
    counted(count, words, words)
}

/// Lower case, without accents, straight quotes, single spaces, trimmed. Folding twice changes nothing.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(&mut folded, text);
    folded
}

/// The same, into a buffer that is emptied first: many texts need one buffer.
pub fn fold_into(folded: &mut String, text: &str) {
    folded.clear();
    let mut space_pending = false;
    if text.is_ascii() {
        for byte in text.bytes() {
            if char::from(byte).is_whitespace() {
                space_pending = true;
                continue;
            }
            if space_pending && !folded.is_empty() {
                folded.push(' ');
            }
            space_pending = false;
            folded.push(char::from(byte.to_ascii_lowercase()));
        }
        return;
    }
    for character in text.chars() {
        fold_char(character, |character| {
            if character.is_whitespace() {
                space_pending = true;
                return;
            }
            if space_pending && !folded.is_empty() {
                folded.push(' ');
            }
            space_pending = false;
            folded.push(character);
        });
    }
}

/// What the letters U+00C0 to U+00FF fold to, where that is one letter without an accent.
const LATIN: &[u8; 64] =
    b"aaaaaa\0ceeeeiiii\0nooooo\0\0uuuuy\0\0aaaaaa\0ceeeeiiii\0nooooo\0\0uuuuy\0y";

/// What one character folds to, letter by letter: nothing for an accent that stands by itself. Blanks stay
/// as they are. Accents are dropped, so their order does not matter and a text folds one by one.
pub fn fold_char(character: char, mut take: impl FnMut(char)) {
    if character.is_ascii() {
        return take(character.to_ascii_lowercase());
    }
    match character {
        'À'..='ÿ' => {
            let plain = LATIN[character as usize - 'À' as usize];
            if plain != 0 {
                return take(char::from(plain));
            }
        }
        '’' => return take('\''),
        '«' | '»' => return take('"'),
        _ => {}
    }
    for character in std::iter::once(character)
        .nfd()
        .flat_map(char::to_lowercase)
        .nfd()
    {
        if is_combining_mark(character) {
            continue;
        }
        let mut both = |letters: [char; 2]| letters.into_iter().for_each(&mut take);
        match character {
            'œ' => both(['o', 'e']),
            'æ' => both(['a', 'e']),
            'ß' => both(['s', 's']),
            'ø' => take('o'),
            'ł' => take('l'),
            'đ' => take('d'),
            '‘' | '’' | '‚' | '‛' | 'ʼ' => take('\''),
            '“' | '”' | '„' | '‟' | '«' | '»' => take('"'),
            other => take(other),
        }
    }
}

/// The folded words of a text: its runs of letters and digits.
pub fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The candidate a person most likely meant, or nothing when none is near.
///
/// One slip is allowed in short names and about one in three letters in longer ones. Of equally near
/// candidates the first in alphabetical order wins, so that the order of declarations does not matter.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = fold(name);
    let wanted_length = wanted.chars().count();
    if wanted_length == 0 {
        return None;
    }
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in candidates {
        let folded = fold(candidate);
        let length = folded.chars().count();
        let slips_allowed = match wanted_length.max(length) {
            0..=2 => 0,
            3..=4 => 1,
            5..=8 => 2,
            longer => (longer / 3).min(5),
        };
        if wanted_length.abs_diff(length) > slips_allowed {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&wanted, &folded);
        // A name that shares no letter in place with the candidate is not a slip of it.
        if distance > slips_allowed || distance >= wanted_length.max(length) {
            continue;
        }
        if best.is_none_or(|found| (distance, candidate) < found) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Where offsets of a text stand, found without reading it again for each.
#[derive(Clone, Debug)]
pub struct Places {
    /// Where each line begins.
    lines: Vec<usize>,
    /// How many characters begin before each of the bytes 0, STRIDE, 2 * STRIDE and so on.
    marks: Vec<usize>,
}

const STRIDE: usize = 256;

fn begins_character(byte: &&u8) -> bool {
    !(0x80..0xc0).contains(*byte)
}

impl Places {
    pub fn of(text: &str) -> Places {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let mut count = 0;
        let marks = text.as_bytes().chunks(STRIDE).map(|chunk| {
            let before = count;
            count += chunk.iter().filter(begins_character).count();
            before
        });
        Places {
            marks: marks.collect(),
            lines: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// The number of the line of an offset, counted from one.
    pub fn line(&self, offset: usize) -> usize {
        self.lines.partition_point(|start| *start <= offset)
    }

    /// Line and column of an offset, counted from one. An offset behind the text stands at its end.
    pub fn place(&self, text: &str, offset: usize) -> (usize, usize) {
        let offset = offset.min(text.len());
        let line = self.line(offset);
        let start = self.start(line);
        (
            line,
            self.characters(text, offset) - self.characters(text, start) + 1,
        )
    }

    /// Where a line begins.
    pub fn start(&self, line: usize) -> usize {
        self.lines.get(line.wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// A line of the text by its number, without what ends it.
    pub fn written<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let start = self.lines.get(line.wrapping_sub(1)).copied();
        let end = self.lines.get(line).copied().unwrap_or(text.len());
        let whole = start.and_then(|start| text.get(start..end)).unwrap_or("");
        let whole = whole.strip_suffix('\n').unwrap_or(whole);
        whole.strip_suffix('\r').unwrap_or(whole)
    }

    fn characters(&self, text: &str, offset: usize) -> usize {
        let mark = (offset / STRIDE).min(self.marks.len().saturating_sub(1));
        let before = self.marks.get(mark).copied().unwrap_or(0);
        let rest = text.as_bytes().get(mark * STRIDE..offset).unwrap_or(&[]);
        before + rest.iter().filter(begins_character).count()
    }
}

/// A list of folded words that is asked for words again and again. Few bits tell of most words that they are none of it.
pub struct WordSet {
    words: &'static [&'static str],
    /// For each length the first letters that stand before so many.
    sieve: [u32; LENGTHS],
}

const LENGTHS: usize = 16;

impl WordSet {
    pub const fn of(words: &'static [&'static str]) -> WordSet {
        let mut sieve = [0; LENGTHS];
        let mut at = 0;
        while at < words.len() {
            let word = words[at].as_bytes();
            if let [first, ..] = word {
                sieve[word.len() % LENGTHS] |= 1 << (*first % 32);
            } else {
                sieve[0] |= 1;
            }
            at += 1;
        }
        WordSet { words, sieve }
    }

    #[inline]
    pub fn contains(&self, word: &&str) -> bool {
        let bytes = word.as_bytes();
        let first = bytes.first().map_or(0, |first| first % 32);
        self.sieve[bytes.len() % LENGTHS] >> first & 1 == 1 && self.words.contains(word)
    }
}

impl std::ops::Deref for WordSet {
    type Target = [&'static str];

    fn deref(&self) -> &Self::Target {
        self.words
    }
}

/// What words can be looked for in: a list that is asked often, or a short one that is written where it is used.
pub trait Listed {
    fn lists(&self, word: &str) -> bool;
}

impl Listed for WordSet {
    #[inline]
    fn lists(&self, word: &str) -> bool {
        self.contains(&word)
    }
}

impl<const N: usize> Listed for [&str; N] {
    #[inline]
    fn lists(&self, word: &str) -> bool {
        self.contains(&word)
    }
}
