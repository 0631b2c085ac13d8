//! Whether a rewrite says the same words in the same order: those that say something, sentence by sentence.

use super::DECIDES;
use crate::reply::lexicon::counts;
use crate::reply::understood::is_kind;
use logic::text::WordSet;
use logic::text::words;

/// What a rewrite changes of what a text says.
#[derive(Default)]
pub(super) struct Changed {
    pub(super) lost: Vec<String>,
    pub(super) added: Vec<String>,
    pub(super) moved: Vec<String>,
}

/// A sentence of a text.
#[derive(Default)]
struct Said {
    /// Its words that say something, in order.
    words: Vec<String>,
    /// Its words that decide, in no order.
    decides: Vec<String>,
    /// Whom it speaks of.
    persons: Vec<String>,
}

pub(super) fn changed(approved: &str, rewritten: &str) -> Changed {
    let (before, after) = (sentences(approved), sentences(rewritten));
    let all = |said: &[Said]| -> Vec<String> {
        said.iter().flat_map(|said| said.words.clone()).collect()
    };
    let (said, now) = (all(&before), all(&after));
    let (lost, added) = (missing(&said, &now), missing(&now, &said));
    if !(lost.is_empty() && added.is_empty()) {
        return Changed {
            lost,
            added,
            ..Changed::default()
        };
    }
    let mut pairs = said.iter().zip(&now);
    let mut moved: Vec<String> = pairs
        .find(|(was, is)| was != is)
        .map(|(_, is)| is.clone())
        .into_iter()
        .collect();
    if before.len() != after.len() {
        let last = after.last().into_iter().flat_map(|said| said.words.last());
        moved.extend(last.cloned());
    }
    for (was, is) in before.iter().zip(&after) {
        moved.extend(missing(&was.decides, &is.decides));
        moved.extend(missing(&was.persons, &is.persons));
    }
    moved.sort_unstable();
    moved.dedup();
    Changed {
        moved,
        ..Changed::default()
    }
}

/// The sentences that say something.
fn sentences(text: &str) -> Vec<Said> {
    let ends = |at: usize, mark: char| match mark {
        '!' | '?' | ';' | '…' | '\n' => true,
        '.' => text[at + 1..]
            .chars()
            .next()
            .is_none_or(char::is_whitespace),
        _ => false,
    };
    let mut from = 0;
    let mut parts = Vec::new();
    for (at, mark) in text.char_indices().filter(|(at, mark)| ends(*at, *mark)) {
        parts.push(&text[from..at]);
        from = at + mark.len_utf8();
    }
    parts.push(&text[from..]);
    let said = parts.into_iter().map(said);
    said.filter(|said| !said.words.is_empty()).collect()
}

fn said(part: &str) -> Said {
    let mut said = Said::default();
    for word in words(part) {
        if PERSONS.contains(&word.as_str()) {
            said.persons.push(word);
        } else if let Some(forms) = DECIDES.iter().find(|forms| forms.contains(&&*word)) {
            said.decides.push(forms[0].to_owned());
        } else if counts(&word) && !is_kind(&word) && !FRIENDLY.contains(&word.as_str()) {
            said.words.push(word);
        }
    }
    said
}

/// What is in one list and not, or less often, in another.
fn missing(of: &[String], from: &[String]) -> Vec<String> {
    let count = |list: &[String], word: &String| list.iter().filter(|one| *one == word).count();
    let mut gone: Vec<String> = of
        .iter()
        .filter(|word| count(of, word) > count(from, word))
        .cloned()
        .collect();
    gone.sort_unstable();
    gone.dedup();
    gone
}

/// Whom a text speaks to and of.
static PERSONS: WordSet = WordSet::of(&[
    "vous", "votre", "vos", "nous", "notre", "nos", "you", "your", "our", "us", "mon", "my",
]);

/// Words of courtesy that say nothing more.
static FRIENDLY: WordSet = WordSet::of(&[
    "glad",
    "happy",
    "pleased",
    "delighted",
    "say",
    "heureux",
    "heureuse",
    "ravis",
    "ravi",
    "ravie",
    "sommes",
    "est",
    "are",
    "be",
    "that",
    "this",
    "tout",
    "fait",
    "fine",
    "donc",
    "we",
    "aussi",
    "there",
]);
