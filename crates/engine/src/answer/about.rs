//! What a message is about, where it says so beside what it says: « pour le début de journée, B », “about my pace, A”,
//! « la question 2 du bloc 1, c'est D ». Which question is meant is for others to find.

use super::correction::{CHANGED, FILLERS, ORDERS, STRONG, VERBS, WEAK};
use super::rank;
use super::reference::{ANSWERING, value};
use super::token::{LEADS, TAILS, Token, holds, is_whole, longest, tokens};
use logic::text::words;

/// What a message is about, and what it says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The words that name it, without the small ones.
    pub named: Vec<String>,
    pub value: String,
}

/// The ways to part a message into what it is about and what it says of it, the longest name first.
pub fn about(said: &str) -> Vec<About> {
    let all = tokens(said);
    let ends = |from: &usize| {
        [WEAK, TAILS]
            .iter()
            .any(|tail| is_whole(&all[*from..], tail))
    };
    let all = &all[..(1..all.len()).find(ends).unwrap_or(all.len())];
    let mut lead = 0;
    while let Some(count) = [STRONG, ORDERS, WEAK, FILLERS, LEADS]
        .iter()
        .filter_map(|phrases| longest(&all[lead..], phrases))
        .max()
        .filter(|_| longest(&all[lead..], ABOUT).is_none())
    {
        lead += count;
    }
    let mut found = Vec::new();
    if let Some(count) = longest(&all[lead..], ABOUT) {
        let core = &all[lead + count..];
        let ends = |end: usize| {
            let next = &core[end..];
            let sure = core[1..end].iter().all(|token| !token.breaks);
            let phrases = [VERBS, ANSWERING, CHANGED, WEAK];
            let said = phrases
                .iter()
                .any(|phrases| longest(next, phrases).is_some());
            let letter = next.len() == 1 && next[0].word.chars().count() == 1;
            sure && (next[0].breaks || said || letter)
        };
        let places = (1..core.len().min(LONGEST)).rev().filter(|end| ends(*end));
        found.extend(places.filter_map(|end| {
            let value = value(said, &core[end..], true, true);
            parted(&core[..end], value)
        }));
    }
    let places = (1..all.len()).filter_map(|at| Some((at, longest(&all[at..], ABOUT)?)));
    found.extend(places.filter_map(|(at, count)| {
        let value = value(said, &all[..at], false, true);
        let named = all.get(at + count..)?;
        let whole = named.len() < LONGEST && named.iter().all(|token| !token.breaks);
        let short = value.chars().count() == 1 || rank::rank(&value, usize::MAX).is_some();
        parted(named, value).filter(|_| whole && short)
    }));
    found
}

fn parted(named: &[Token], value: String) -> Option<About> {
    let named = named.iter().filter(|token| !is_small(&token.word));
    let named: Vec<String> = named.map(|token| singular(&token.word)).collect();
    let idiom = IDIOMS.contains(&named.join(" ").as_str());
    (!named.is_empty() && !idiom && !value.is_empty()).then_some(About { named, value })
}

/// The words of a text that can name what it asks, without the small ones.
pub fn telling(text: &str) -> Vec<String> {
    let words = words(text).into_iter();
    let words = words.filter(|word| !is_small(word));
    words.map(|word| singular(&word)).collect()
}

/// Whether a word says which of several and not of what: « premier », « 2 ».
pub fn counts(word: &str) -> bool {
    rank::rank(word, usize::MAX).is_some() || matches!(word, "question" | "un" | "deux" | "trois")
}

fn singular(word: &str) -> String {
    let cut = word.strip_suffix(['s', 'x']).filter(|cut| cut.len() > 3);
    cut.unwrap_or(word).to_owned()
}

fn is_small(word: &str) -> bool {
    SMALL.contains(&word)
}

/// A block of questions that a message names by its number, or the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockNamed {
    Number(usize),
    Before,
    /// « le dernier bloc »: no matter which, it is another one, or none.
    Other,
}

/// The block that a message names, and the message without it: « la question 1 du premier bloc, C ».
pub fn block_named(said: &str) -> Option<(BlockNamed, String)> {
    let all = tokens(said);
    let called = |token: &Token| token.is(&["bloc", "block"]);
    let Some(at) = (0..all.len()).find(|at| called(&all[*at])) else {
        // « la première question de tout à l'heure » is none of the block that is open.
        let earlier = all.iter().any(|token| token.is(&["question"])) && holds(&all, EARLIER);
        return earlier.then(|| (BlockNamed::Other, said.to_owned()));
    };
    let previous = at.checked_sub(1).map(|before| &all[before]);
    let previous = previous.filter(|_| !all[at].breaks);
    let (block, mut start, mut end) = match previous {
        Some(rank) if rank::is_ordinal(rank) => (of_word(rank), at - 1, at + 1),
        Some(before) if before.is(BEFORE) => (BlockNamed::Before, at - 1, at + 1),
        Some(_) | None => {
            let named = usize::from(all.get(at + 1).is_some_and(|next| next.is(NUMBER)));
            let next = all.get(at + 1 + named).filter(|next| !next.breaks)?;
            match longest(&all[at + 1..], BEHIND) {
                Some(count) => (BlockNamed::Before, at, at + 1 + count),
                None => {
                    let number = rank::of(&[noun(next), next.clone()], BLOCKS)?;
                    (BlockNamed::Number(number + 1), at, at + 2 + named)
                }
            }
        }
    };
    while let Some(before) = start.checked_sub(1)
        && !all[start].breaks
        && all[before].is(JOINING)
    {
        start = before;
    }
    end = end.min(all.len());
    let head = &said[..all[start].start];
    let tail = all
        .get(end)
        .map_or("", |next| match next.breaks && start > 0 {
            true => &said[all[end - 1].end..],
            false => &said[next.start..],
        });
    Some((block, format!("{head}{tail}")))
}

fn of_word(rank: &Token) -> BlockNamed {
    match rank::of(std::slice::from_ref(rank), BLOCKS) {
        Some(index) if !rank.is(&["dernier", "last", "penultimate"]) => {
            BlockNamed::Number(index + 1)
        }
        Some(_) | None => BlockNamed::Other,
    }
}

fn noun(token: &Token) -> Token {
    Token {
        word: "numero".to_owned(),
        ..token.clone()
    }
}

/// More blocks than a flow has, and more words than a name.
const BLOCKS: usize = 100;
const LONGEST: usize = 10;

const EARLIER: &[&str] = &[
    "de tout a l heure",
    "de plus tot",
    "du tout debut",
    "from earlier",
    "from before",
    "earlier on",
];
const NUMBER: &[&str] = &["n", "no", "numero", "number", "nr"];
const BEFORE: &[&str] = &["previous", "precedent"];
const BEHIND: &[&str] = &["precedent", "d avant", "before"];
const JOINING: &[&str] = &[
    "du", "de", "le", "dans", "in", "of", "the", "from", "au", "pour", "for", "sur", "on",
];

/// Words that say what follows to be what is spoken of.
const ABOUT: &[&str] = &[
    "pour",
    "concernant",
    "au sujet de",
    "au sujet du",
    "a propos de",
    "a propos du",
    "quant a",
    "quant au",
    "en ce qui concerne",
    "s agissant de",
    "s agissant du",
    "cote",
    "sur",
    "for",
    "about",
    "concerning",
    "regarding",
    "as for",
    "as to",
    "as regards",
    "with regard to",
    "when it comes to",
];

/// What names nothing behind such words.
const IDIOMS: &[&str] = &[
    "moment",
    "instant",
    "now",
    "part",
    "fois",
    "once",
    "commencer",
    "finir",
    "changer",
    "coup",
    "sure",
    "starter",
    "maintenant",
    "vrai",
    "dire vrai",
    "etre honnete",
    "etre franc",
    "answer",
    "reponse",
    "choix",
    "choice",
];

const SMALL: &[&str] = &[
    "le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "au", "aux", "a", "en", "et",
    "ou", "que", "qu", "qui", "quoi", "ce", "c", "cet", "cette", "ces", "mon", "ma", "mes", "ton",
    "ta", "tes", "votre", "vos", "vous", "tu", "te", "t", "moi", "me", "m", "toi", "je", "j", "on",
    "il", "elle", "y", "est", "es", "etes", "dans", "par", "pour", "sur", "avec", "plutot", "se",
    "s", "n", "ne", "pas", "the", "an", "my", "your", "our", "of", "to", "in", "on", "at", "for",
    "with", "and", "or", "you", "me", "i", "it", "is", "are", "do", "does", "would", "what",
    "which", "how", "that", "this", "if", "else", "each", "celle", "celui", "ci", "one", "here",
    "ici", "question",
];
