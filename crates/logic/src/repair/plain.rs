//! One plain clause: whether a sentence is one, and whether its denial is that of its verb.
//!
//! A denial counts only where it is bound to the verb or to a part of the clause that the formula speaks
//! of. Everything else ("not only", "far from", "isn't he?") is left to those who understand sentences.

use super::names::{is_inflected, is_plural, parts, squash};
use crate::formula::{Formula, Term};
use crate::text::words;
use crate::tolerant::walk;
use crate::value::Value;

/// Verbs that a denial stands behind. Those that say what may or should be are none of them.
const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "am", "be", "been", "do", "does", "did", "has", "have", "had",
    "will", "can", "isn", "aren", "wasn", "weren", "don", "doesn", "didn", "hasn", "haven", "hadn",
    "won", "ca",
];
/// Those of them that join a subject to what it is.
const COPULAS: &[&str] = &[
    "is", "are", "was", "were", "am", "est", "sont", "etait", "etaient",
];
const PRONOUNS: &[&str] = &[
    "i", "you", "he", "she", "it", "we", "they", "one", "there", "that",
];
/// Whole endings that ask for agreement.
const AGREED: &[&[&str]] = &[
    &["right"],
    &["no"],
    &["yes"],
    &["innit"],
    &["correct"],
    &["n", "est", "ce", "pas"],
    &["non"],
    &["hein"],
    &["pas", "vrai"],
];
/// Behind a denial they are denied, and not what follows them.
const LIMITS: &[&str] = &[
    "only",
    "just",
    "all",
    "every",
    "everyone",
    "everybody",
    "everything",
    "always",
    "often",
    "both",
    "as",
    "so",
    "too",
    "very",
    "more",
    "less",
    "much",
    "sometimes",
    "usually",
    "toujours",
    "souvent",
    "tout",
    "toute",
    "tous",
    "toutes",
    "trop",
    "tres",
    "aussi",
    "si",
];
/// Words that may stand between a copula and what is said, and before a verb.
const LIGHT: &[&str] = &[
    "a",
    "an",
    "the",
    "one",
    "of",
    "among",
    "in",
    "on",
    "at",
    "some",
    "someone",
    "somebody",
    "something",
    "there",
    "also",
    "still",
    "very",
    "both",
    "such",
    "quite",
    "all",
    "un",
    "une",
    "le",
    "la",
    "les",
    "l",
    "des",
    "du",
    "aussi",
    "encore",
    "tres",
    "dans",
    "parmi",
];

/// The words of a sentence without the question behind it that only asks for agreement; nothing where
/// there are several sentences, or a question that may be rhetorical.
pub(super) fn clause(sentence: &str) -> Option<Vec<String>> {
    let text = sentence.trim();
    let (body, tag) = match text.rsplit_once(',') {
        Some((body, tag)) if is_tag(&words(tag)) => (body, true),
        Some(_) | None => (text, false),
    };
    let mut all = words(body);
    let width = if tag { 0 } else { trailing_tag(&all) };
    all.truncate(all.len() - width);
    let asks = text.ends_with('?') && !tag && width == 0;
    let denied = |word: &String| matches!(word.as_str(), "not" | "t" | "no" | "never" | "pas");
    let unclear = is_several(body) || asks && all.iter().any(denied);
    (!unclear).then_some(all)
}

/// "isn't he", "is he not", "does it", "n'est-ce pas".
fn is_tag(words: &[String]) -> bool {
    let short = |word: &String| {
        let word = word.as_str();
        AUXILIARIES.contains(&word) || PRONOUNS.contains(&word) || matches!(word, "t" | "not")
    };
    let pronoun = |word: &String| PRONOUNS.contains(&word.as_str());
    let verb = words
        .first()
        .is_some_and(|w| AUXILIARIES.contains(&w.as_str()));
    let plain = verb && words.len() <= 4 && words.iter().all(short) && words.iter().any(pronoun);
    plain
        || AGREED.contains(
            &words
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .as_slice(),
        )
}

/// The same where no comma stands before it, which its denial and its pronoun at the end show.
fn trailing_tag(words: &[String]) -> usize {
    let denied = |tag: &[String]| tag.iter().any(|word| matches!(word.as_str(), "t" | "not"));
    let ends = |tag: &[String]| {
        tag.last()
            .is_some_and(|last| PRONOUNS.contains(&last.as_str()) || last == "not")
    };
    let mut widths = (2..=4).rev().filter(|width| *width < words.len());
    widths
        .find(|width| {
            let tag = &words[words.len() - width..];
            is_tag(tag) && denied(tag) && ends(tag)
        })
        .unwrap_or_default()
}

/// Whether a sentence ends inside. The dot of "Mr." ends none.
fn is_several(text: &str) -> bool {
    let inner = text.trim_end_matches(['.', '!', '?', ' ', '"', '»', ')']);
    inner.match_indices(['.', '!', '?', ';']).any(|(at, sign)| {
        let word: usize = inner[..at]
            .chars()
            .rev()
            .take_while(|c| c.is_alphanumeric())
            .count();
        inner[at + sign.len()..].starts_with(' ') && (sign != "." || word > 3)
    })
}

/// What a formula speaks of, as words.
pub(super) struct Topic {
    /// The words of each predicate that say something.
    predicates: Vec<Vec<String>>,
    things: Vec<String>,
    /// It asks for something that is not named.
    pub open: bool,
}

impl Topic {
    pub fn of(formula: &Formula) -> Topic {
        let mut topic = Topic {
            predicates: Vec::new(),
            things: Vec::new(),
            open: false,
        };
        walk::each(formula, &mut |part| {
            topic.open |= matches!(part, Formula::Exists { .. });
            if let Formula::Atom { predicate, .. } = part {
                let mut words: Vec<String> = parts(predicate).iter().map(|p| squash(p)).collect();
                if words.iter().any(|word| word.len() > 3) {
                    words.retain(|word| word.len() > 3);
                }
                topic.predicates.push(words);
            }
        });
        formula.visit_terms(&mut |term| {
            if let Term::Constant(Value::Entity(name)) = term {
                topic.things.push(squash(name));
            }
        });
        topic
    }

    /// Whether a predicate is named after the word, in any form.
    pub fn mentions(&self, word: &str) -> bool {
        self.predicates
            .iter()
            .flatten()
            .any(|part| is_form(word, part))
    }

    /// Whether a predicate is named after words that are all said. Otherwise the model may have written an
    /// opposite: "low" as `¬High`, "hates music" as `¬LikesMusic`.
    pub fn is_said(&self, words: &[String]) -> bool {
        self.predicates.iter().any(|parts| {
            let mut parts = parts.iter();
            parts.all(|part| words.iter().any(|word| is_form(word, part)))
        })
    }

    fn is_about(&self, word: &str) -> bool {
        self.things.iter().any(|thing| thing.contains(word))
    }
}

/// Whether a word is a form of one of a name: it begins alike, with a prefix on either side or without.
fn is_form(word: &str, part: &str) -> bool {
    let begins = |word: &str, part: &str| {
        let stem: String = part.chars().take(4).collect();
        word.starts_with(&stem) || is_plural(word, part) || is_inflected(word, part)
    };
    let bare = |text: &str| -> Vec<String> {
        let bare = super::sentence::PREFIXES.iter();
        let bare = bare.filter_map(|prefix| text.strip_prefix(prefix));
        bare.filter(|rest| rest.len() > 3)
            .map(str::to_owned)
            .collect()
    };
    begins(word, part)
        || bare(word).iter().any(|word| begins(word, part))
        || bare(part).iter().any(|part| begins(word, part))
}

fn is_adverb(word: &str) -> bool {
    word.len() > 4 && (word.ends_with("ly") || word.ends_with("ment"))
}

/// Whether what follows a denial is its limit and not what is denied: "not only", "not necessarily".
pub(super) fn is_limited(words: &[String], at: usize, topic: &Topic) -> bool {
    // Behind "no" stands a noun.
    let verb = !matches!(words[at].as_str(), "no" | "aucun" | "aucune");
    words.get(at + 1).is_some_and(|next| {
        (verb && is_adverb(next) || LIMITS.contains(&next.as_str())) && !topic.mentions(next)
    })
}

/// Whether "not" or "never" at a place denies the verb of the clause.
pub(super) fn denies_the_verb(words: &[String], at: usize, topic: &Topic) -> bool {
    let next = words.get(at + 1).is_some_and(|next| topic.mentions(next));
    let before = words[..at].iter().rev().find(|word| !is_light_adverb(word));
    let verb = before.is_some_and(|word| AUXILIARIES.contains(&word.as_str()));
    (verb || next) && !is_limited(words, at, topic)
}

/// The words before the verb, as far as it is one that is known.
pub(super) fn subject<'w>(words: &'w [String], topic: &Topic) -> &'w [String] {
    let verb = |word: &String| {
        AUXILIARIES.contains(&word.as_str())
            || COPULAS.contains(&word.as_str())
            || matches!(word.as_str(), "not" | "never" | "ne" | "n")
            || topic.mentions(word)
    };
    let end = words.iter().position(verb).unwrap_or(words.len());
    &words[..end]
}

fn is_light_adverb(word: &str) -> bool {
    is_adverb(word) || matches!(word, "still" | "also" | "now" | "yet")
}

/// Whether "no", "nobody" and their like at a place deny what the formula says.
pub(super) fn denies_a_part(words: &[String], at: usize, topic: &Topic) -> bool {
    if is_limited(words, at, topic) {
        return false;
    }
    let Some(before) = at.checked_sub(1).map(|at| words[at].as_str()) else {
        return topic.open;
    };
    let next = words.get(at + 1).is_some_and(|next| topic.mentions(next));
    topic.mentions(before) || next && AUXILIARIES.contains(&before)
}

/// Whether a sentence without a denial says what the formula says: what the predicate is named after is
/// the verb, or stands behind the copula with nothing between that could turn it.
pub(super) fn affirms(words: &[String], topic: &Topic) -> bool {
    let copula = |word: &String| COPULAS.contains(&word.as_str());
    let begin = words.iter().position(copula).map_or(0, |at| at + 1);
    let Some(said) = words[begin..].iter().position(|word| topic.mentions(word)) else {
        return false;
    };
    let said = begin + said;
    let from = words[..said]
        .iter()
        .rposition(copula)
        .map_or(0, |at| at + 1);
    words[from..said].iter().all(|word| {
        is_adverb(word)
            || LIGHT.contains(&word.as_str())
            || from == 0 && (topic.is_about(word) || AUXILIARIES.contains(&word.as_str()))
    })
}
