//! Understanding: which cells a message asks about. By rules alone, the same every time; what is not
//! clear is asked back and never guessed.

use crate::mention::{Called, Mention, mentions};
use logic::stem::{Stems, Word};
use logic::value::{Cell, Name};
use std::collections::BTreeSet;

/// Words by which something is asked for, and what they ask about.
#[derive(Clone, Debug)]
pub struct Cue {
    pub sort: Name,
    /// An attribute, or a composite of several.
    pub attribute: Name,
    /// The words that must all be there, without articles, pronouns and the like.
    content: Vec<Word>,
}

impl Cue {
    /// Nothing where no word of it says anything.
    pub fn new(stems: &Stems, sort: &Name, attribute: &Name, words: &str) -> Option<Cue> {
        let all = stems.words(words);
        let content: Vec<Word> = all
            .into_iter()
            .filter(|word| !is_small(&word.text))
            .collect();
        (!content.is_empty()).then(|| Cue {
            sort: sort.clone(),
            attribute: attribute.clone(),
            content,
        })
    }
}

impl Cue {
    /// Whether a message holds every word of it that says something.
    pub fn is_in(&self, words: &[Word]) -> bool {
        let has = |wanted: &Word| words.iter().any(|word| word.is_form_of(wanted));
        self.content.iter().all(has)
    }
}

/// Who could be meant by « you », « she », or by nobody's name at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings<'a> {
    pub interlocutor: Option<&'a Name>,
    /// Who was spoken of last.
    pub topic: Option<&'a Name>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Understood {
    /// Who is spoken to, if the message says so.
    pub addressed: Option<Name>,
    /// Who is spoken of.
    pub topic: Option<Name>,
    pub asks: Asks,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    Nothing,
    /// In the order in which they are asked.
    Cells(Vec<Cell>),
    /// One of these, and it is not clear which.
    OneOf(BTreeSet<Cell>),
    /// This is asked, and it is not clear of whom.
    OfWhom(Name),
}

/// Words between the first and the last word of a cue.
const SPREAD: usize = 5;

pub fn understand(
    message: &str,
    stems: &Stems,
    called: &[&Called],
    cues: &[Cue],
    has: &dyn Fn(&Name, &Cue) -> bool,
    around: Surroundings<'_>,
) -> Understood {
    let words = stems.words(message);
    let mentions = mentions(called, &words);
    let vocative = vocative(message, &words, &mentions);
    let addressed = vocative.and_then(|at| mentions[at].only()).cloned();
    let spoken_of =
        |mention: &&Mention| Some((*mention).clone()) != vocative.map(|at| mentions[at].clone());
    let others: Vec<&Mention> = mentions.iter().filter(spoken_of).collect();
    let topic = others
        .iter()
        .rev()
        .find_map(|mention| mention.only())
        .cloned();
    let you = addressed.as_ref().or(around.interlocutor);
    let mut asks = Asks::Nothing;
    if is_asking(message, &words) {
        let mut cells: Vec<Cell> = Vec::new();
        let mut taken: Vec<(Vec<usize>, Vec<&Cue>)> = Vec::new();
        for cue in cues {
            let Some(at) = places(cue, &words) else {
                continue;
            };
            if is_refused(&words, &at) || is_own(&words, &at) {
                continue;
            }
            match taken.iter_mut().find(|(other, _)| *other == at) {
                Some((_, same)) => same.push(cue),
                None => taken.push((at, vec![cue])),
            }
        }
        taken.sort_by(|(one, _), (other, _)| one.cmp(other));
        // The words of a longer cue are not asked a second time by a shorter one.
        let longest: Vec<(Vec<usize>, Vec<&Cue>)> = taken
            .iter()
            .filter(|(at, _)| {
                !taken.iter().any(|(other, _)| {
                    other.len() > at.len() && at.iter().all(|place| other.contains(place))
                })
            })
            .cloned()
            .collect();
        for (at, cues) in longest {
            let meant = whom(&words, &at, &others, you, around.topic, topic.as_ref());
            match meant {
                Whom::Nobody => {
                    if asks == Asks::Nothing {
                        asks = Asks::OfWhom(cues[0].attribute.clone());
                    }
                }
                Whom::These(entities) => {
                    let possible: BTreeSet<Cell> = entities
                        .iter()
                        .flat_map(|entity| {
                            cues.iter().filter(|cue| has(entity, cue)).map(|cue| Cell {
                                entity: entity.clone(),
                                attribute: cue.attribute.clone(),
                            })
                        })
                        .collect();
                    match possible.len() {
                        0 => {}
                        1 => cells.extend(
                            possible
                                .into_iter()
                                .filter(|cell| !cells.contains(cell))
                                .collect::<Vec<_>>(),
                        ),
                        _ => {
                            return Understood {
                                addressed,
                                topic,
                                asks: Asks::OneOf(possible),
                            };
                        }
                    }
                }
            }
        }
        if !cells.is_empty() {
            asks = Asks::Cells(cells);
        }
    }
    Understood {
        addressed,
        topic,
        asks,
    }
}

enum Whom {
    Nobody,
    These(BTreeSet<Name>),
}

/// Whose it is: what stands just before the cue decides, then who else is named, then who is spoken to.
fn whom(
    words: &[Word],
    at: &[usize],
    others: &[&Mention],
    you: Option<&Name>,
    last_topic: Option<&Name>,
    topic: Option<&Name>,
) -> Whom {
    let one = |entity: Option<&Name>| match entity {
        Some(entity) => Whom::These(BTreeSet::from([entity.clone()])),
        None => Whom::Nobody,
    };
    let (first, last) = (at[0], at[at.len() - 1]);
    let owner = owner(words, first);
    if owner == Some(Person::Second) {
        return one(you);
    }
    // « le passé de Berthe », « Berthe's past », or the one that is named at all.
    let outside = |mention: &&&Mention| !at.iter().any(|place| mention.at.contains(place));
    let near = others.iter().filter(outside).min_by_key(|mention| {
        let behind = mention.at.start.abs_diff(last);
        let before = first.abs_diff(mention.at.end);
        behind.min(before)
    });
    if let Some(mention) = near {
        return Whom::These(mention.entities.clone());
    }
    if owner == Some(Person::Third) {
        return one(topic.or(last_topic));
    }
    let is_you = |(at, word): (usize, &Word)| {
        // « a-t-elle »: that t is nobody.
        let next = words.get(at + 1).map(|next| next.text.as_str());
        let joins =
            word.text == "t" && matches!(next, Some("il" | "elle" | "on" | "ils" | "elles"));
        SECOND.contains(&word.text.as_str()) && !joins
    };
    if words.iter().enumerate().any(is_you) {
        return one(you);
    }
    if words.iter().any(|word| THIRD.contains(&word.text.as_str())) {
        return one(topic.or(last_topic));
    }
    Whom::Nobody
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Person {
    First,
    Second,
    Third,
}

const FIRST: [&str; 6] = ["mon", "ma", "mes", "my", "notre", "nos"];
const SECOND: [&str; 17] = [
    "tu", "te", "t", "toi", "ton", "ta", "tes", "tien", "tienne", "vous", "votre", "vos", "you",
    "your", "yours", "yourself", "u",
];
const THIRD: [&str; 20] = [
    "il", "elle", "lui", "son", "sa", "ses", "leur", "leurs", "ils", "elles", "he", "she", "him",
    "his", "her", "hers", "its", "they", "them", "their",
];
const SECOND_OWNERS: [&str; 7] = ["ton", "ta", "tes", "votre", "vos", "your", "yours"];
const THIRD_OWNERS: [&str; 9] = [
    "son", "sa", "ses", "leur", "leurs", "his", "her", "its", "their",
];

/// The possessive before a word, over at most one adjective.
fn owner(words: &[Word], first: usize) -> Option<Person> {
    (1..=2)
        .filter_map(|back| words.get(first.checked_sub(back)?))
        .find_map(|word| match word.text.as_str() {
            text if FIRST.contains(&text) => Some(Person::First),
            text if SECOND_OWNERS.contains(&text) => Some(Person::Second),
            text if THIRD_OWNERS.contains(&text) => Some(Person::Third),
            _ => None,
        })
}

/// Where the words of a cue stand, if all of them do, near one another.
fn places(cue: &Cue, words: &[Word]) -> Option<Vec<usize>> {
    let starts = words
        .iter()
        .enumerate()
        .filter(|(_, word)| word.is_form_of(&cue.content[0]));
    for (start, _) in starts {
        let mut at = vec![start];
        let window =
            start.saturating_sub(SPREAD)..words.len().min(start + SPREAD + cue.content.len());
        for wanted in &cue.content[1..] {
            let place = window
                .clone()
                .filter(|place| !at.contains(place) && words[*place].is_form_of(wanted))
                .min_by_key(|place| place.abs_diff(start));
            match place {
                Some(place) => at.push(place),
                None => break,
            }
        }
        if at.len() == cue.content.len() {
            at.sort_unstable();
            return Some(at);
        }
    }
    None
}

/// « mon passé »: the speaker's own.
fn is_own(words: &[Word], at: &[usize]) -> bool {
    owner(words, at[0]) == Some(Person::First)
}

/// « ne me parle pas de … », « don't tell me … »: asked not to be told.
fn is_refused(words: &[Word], at: &[usize]) -> bool {
    let before = &words[..at[0]];
    let has = |list: &[&str]| before.iter().any(|word| list.contains(&word.text.as_str()));
    let french = has(&["pas", "jamais", "plus", "inutile", "arrete"])
        && has(&["ne", "n", "pas", "inutile", "arrete"]);
    let english = has(&["don", "dont", "not", "never", "stop"]);
    french || english
}

const QUESTION: [&str; 27] = [
    "qui", "que", "qu", "quoi", "quel", "quelle", "quels", "quelles", "ou", "quand", "comment",
    "pourquoi", "combien", "est", "what", "whats", "who", "whose", "whom", "where", "when", "why",
    "how", "which", "did", "does", "are",
];
const REQUEST: [&str; 40] = [
    "parle",
    "parlez",
    "parler",
    "parlons",
    "dis",
    "dites",
    "dire",
    "raconte",
    "racontez",
    "raconter",
    "explique",
    "expliquez",
    "decris",
    "decrivez",
    "montre",
    "montrez",
    "revele",
    "revelez",
    "avoue",
    "avouez",
    "confie",
    "confiez",
    "regarde",
    "examine",
    "observe",
    "lis",
    "tell",
    "say",
    "talk",
    "speak",
    "describe",
    "explain",
    "show",
    "reveal",
    "confess",
    "look",
    "examine",
    "read",
    "know",
    "hear",
];

/// Whether something is asked or asked for: a question, a request, or a bare fragment.
fn is_asking(message: &str, words: &[Word]) -> bool {
    message.contains(['?', '？'])
        || words.len() <= 4
        || words
            .first()
            .is_some_and(|word| QUESTION.contains(&word.text.as_str()))
        || words
            .iter()
            .any(|word| REQUEST.contains(&word.text.as_str()))
}

/// The mention by which somebody is addressed: it stands alone between commas, but for a greeting.
fn vocative(message: &str, words: &[Word], mentions: &[Mention]) -> Option<usize> {
    const GREETING: [&str; 24] = [
        "dis", "dites", "he", "ohe", "bonjour", "salut", "ami", "mon", "ma", "cher", "chere",
        "maitre", "dame", "l", "le", "la", "hey", "hello", "hi", "dear", "good", "my", "the", "o",
    ];
    let mut start = 0;
    for part in message.split([',', '!', ';', ':', '.', '…', '?']) {
        let end = start + logic::text::words(part).len();
        let alone = mentions.iter().position(|mention| {
            let inside = mention.at.start >= start && mention.at.end <= end;
            let greeting = |word: &Word| GREETING.contains(&word.text.as_str());
            // A message that is nothing but a name speaks of it.
            inside
                && end - start < words.len()
                && words[start..mention.at.start].iter().all(greeting)
                && mention.at.end == end
        });
        if alone.is_some() {
            return alone;
        }
        start = end;
    }
    None
}

/// Words that ask or point, and say nothing of what is asked.
pub(crate) fn is_small(word: &str) -> bool {
    const SMALL: [&str; 42] = [
        "le", "la", "les", "l", "un", "une", "des", "du", "d", "de", "a", "au", "aux", "en", "et",
        "sur", "the", "an", "of", "to", "on", "about", "and", "is", "was", "were", "do", "me",
        "moi", "m", "est", "es", "as", "ai", "se", "s", "ce", "c", "j", "je", "i", "at",
    ];
    SMALL.contains(&word)
        || FIRST.contains(&word)
        || SECOND.contains(&word)
        || THIRD.contains(&word)
}
