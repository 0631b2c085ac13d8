//! Recognising intentions offline: by the words of the registry, the same every time.
//!
//! What was quoted from earlier mail and what signs a message says nothing. Accents, forms and slips of
//! the pen do not count; what is refused (« je ne veux pas … ») is not wanted. What is not recognised is
//! said to be so, and never guessed.

use super::{Replies, Verdict};
use crate::limits;
use crate::understand::is_small;
use logic::stem::{Stems, Word};
use logic::text::fold;
use logic::value::{Name, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The words of the registry, cut once.
#[derive(Debug, Default)]
pub struct Recogniser {
    languages: Vec<Name>,
    /// Words that say something, each once.
    words: Vec<Word>,
    cues: Vec<Cue>,
    /// What seems to have an intention and has it not.
    against: Vec<Cue>,
    context: Vec<(Name, Value, Cue)>,
}

#[derive(Clone, Debug)]
struct Cue {
    intention: usize,
    /// Words that must all be there.
    words: Vec<usize>,
    /// An example: most of its words must be there.
    example: bool,
    /// It denies something itself, so that denying is no refusal of it.
    negative: bool,
}

/// An intention that a message has, and how certain that is, of 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recognised {
    pub intention: usize,
    pub score: u64,
}

/// What a message says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The most certain first.
    pub intentions: Vec<Recognised>,
    pub context: BTreeMap<Name, Value>,
    pub verdict: Verdict,
    pub route_to: Option<String>,
    /// Words behind the bound were not looked at.
    pub cut: bool,
}

/// Words between the words of a cue, at most.
const SPREAD: usize = 6;

impl Recogniser {
    pub fn new(languages: &[Name], replies: &Replies) -> Recogniser {
        Recogniser::of(languages, replies, true)
    }

    /// What recognises by triggers alone, to try the examples with.
    pub fn of_triggers(languages: &[Name], replies: &Replies) -> Recogniser {
        Recogniser::of(languages, replies, false)
    }

    fn of(languages: &[Name], replies: &Replies, with_examples: bool) -> Recogniser {
        let stems = Stems::of(languages);
        let mut recogniser = Recogniser {
            languages: languages.to_vec(),
            ..Recogniser::default()
        };
        for (number, intention) in replies.intentions.iter().enumerate() {
            for trigger in &intention.triggers {
                let cue = recogniser.cue(&stems, number, trigger, false);
                recogniser.cues.extend(cue);
            }
            for (example, _) in intention.examples.iter().filter(|_| with_examples) {
                let cue = recogniser.cue(&stems, number, example, true);
                recogniser.cues.extend(cue);
            }
            for (example, _) in &intention.counter_examples {
                let cue = recogniser.cue(&stems, number, example, false);
                recogniser.against.extend(cue);
            }
        }
        for (name, field) in &replies.context {
            for (words, value) in &field.triggers {
                if let Some(cue) = recogniser.cue(&stems, 0, words, false) {
                    let entry = (name.clone(), value.clone(), cue);
                    recogniser.context.push(entry);
                }
            }
        }
        recogniser
    }

    /// Whether words say anything that a message could be recognised by.
    pub fn says_something(languages: &[Name], words: &str) -> bool {
        let stems = Stems::of(languages);
        stems.words(words).iter().any(|word| counts(&word.text))
    }

    fn cue(&mut self, stems: &Stems, intention: usize, text: &str, example: bool) -> Option<Cue> {
        let all = stems.words(text);
        let negative = all.iter().any(|word| denies(&word.text));
        let mut words: Vec<usize> = Vec::new();
        for word in all.into_iter().filter(|word| counts(&word.text)) {
            let known = self.words.iter().position(|known| *known == word);
            let number = known.unwrap_or_else(|| {
                self.words.push(word);
                self.words.len() - 1
            });
            if !words.contains(&number) {
                words.push(number);
            }
        }
        (!words.is_empty()).then_some(Cue {
            intention,
            words,
            example,
            negative,
        })
    }

    /// What a message says. Intentions that are less certain than `min_score` are not wanted.
    pub fn hear(&self, replies: &Replies, message: &str) -> Heard {
        let stems = Stems::of(&self.languages);
        let own = own_words(message);
        let mut left = limits::HEARD_WORDS;
        let mut heard = Heard::default();
        let mut scores: BTreeMap<usize, u64> = BTreeMap::new();
        for sentence in own.split(['.', '!', '?', '\n', ';', '…']) {
            let (mut words, mut clauses) = (Vec::new(), Vec::new());
            for clause in sentence.split([',', ':', '(']) {
                clauses.push(words.len());
                words.extend(stems.words(clause));
            }
            if words.len() > left {
                heard.cut = true;
                words.truncate(left);
            }
            left -= words.len();
            if words.is_empty() {
                continue;
            }
            let found = Sentence::new(self, words, clauses);
            for recognised in found.intentions(self) {
                let score = scores.entry(recognised.intention).or_default();
                *score = recognised.score.max(*score);
            }
            for (name, value, cue) in &self.context {
                if !heard.context.contains_key(name)
                    && let Some(at) = found.places(cue)
                    && (cue.negative || !found.is_refused(&at))
                {
                    heard.context.insert(name.clone(), value.clone());
                }
            }
        }
        let least = replies.options.min_score;
        heard.intentions = scores
            .into_iter()
            .filter(|(_, score)| *score >= least)
            .map(|(intention, score)| Recognised { intention, score })
            .collect();
        heard.intentions.sort_by_key(|found| {
            let priority = replies.intentions[found.intention].priority;
            (u64::MAX - found.score, priority, found.intention)
        });
        for (name, field) in &replies.context {
            let nothing = match field.kind {
                logic::kind::Type::Boolean => Value::Bool(false),
                logic::kind::Type::Text
                | logic::kind::Type::Number
                | logic::kind::Type::Date
                | logic::kind::Type::Instant
                | logic::kind::Type::Enum(_)
                | logic::kind::Type::Reference(_)
                | logic::kind::Type::Set(_)
                | logic::kind::Type::List(_) => Value::Null,
            };
            heard.context.entry(name.clone()).or_insert(nothing);
        }
        if let Some(first) = heard.intentions.first() {
            let intention = &replies.intentions[first.intention];
            heard.verdict = intention.verdict;
            heard.route_to = intention.route_to.clone();
        }
        heard
    }
}

/// A sentence with the places of the registry's words in it.
struct Sentence {
    words: Vec<Word>,
    /// Where its clauses begin.
    clauses: Vec<usize>,
    /// For each word of the registry: where it stands, and whether it is misspelt there.
    places: Vec<Vec<(usize, bool)>>,
}

impl Sentence {
    fn new(recogniser: &Recogniser, words: Vec<Word>, mut clauses: Vec<usize>) -> Sentence {
        let turns = words.iter().enumerate();
        let turns = turns.filter(|(_, word)| TURNS.contains(&word.text.as_str()));
        clauses.extend(turns.map(|(at, _)| at));
        let places = recogniser.words.iter().map(|wanted| {
            let found = words.iter().enumerate();
            let found = found.filter_map(|(at, word)| {
                if word.is_form_of(wanted) {
                    Some((at, false))
                } else {
                    is_slip(&word.text, &wanted.text).then_some((at, true))
                }
            });
            found.collect()
        });
        Sentence {
            places: places.collect(),
            words,
            clauses,
        }
    }

    /// Where the words of a cue stand, if all of them do, near each other.
    fn places(&self, cue: &Cue) -> Option<Vec<(usize, bool)>> {
        let mut best: Option<Vec<(usize, bool)>> = None;
        let first = &self.places[cue.words[0]];
        for start in first {
            let mut at = vec![*start];
            for wanted in &cue.words[1..] {
                let near = self.places[*wanted].iter();
                let near = near.filter(|(place, _)| at.iter().all(|(taken, _)| taken != place));
                at.extend(near.min_by_key(|(place, slip)| (place.abs_diff(start.0), *slip)));
            }
            if at.len() < cue.words.len() {
                continue;
            }
            at.sort_unstable();
            if spread(&at) <= SPREAD + cue.words.len()
                && best.as_ref().is_none_or(|best| spread(&at) < spread(best))
            {
                best = Some(at);
            }
        }
        best
    }

    fn intentions(&self, recogniser: &Recogniser) -> Vec<Recognised> {
        let mut found: Vec<(Recognised, BTreeSet<usize>)> = Vec::new();
        let counts_here = self.words.iter().filter(|word| counts(&word.text)).count();
        for cue in &recogniser.cues {
            let (score, at) = if cue.example {
                let there = cue.words.iter();
                let there: Vec<(usize, bool)> = there
                    .filter_map(|word| self.places[*word].first().copied())
                    .collect();
                // As many words in common as there are words in both, roughly.
                let all = cue.words.len() + counts_here - there.len();
                let alike = 100 * there.len() / all.max(1);
                if alike < 60 {
                    continue;
                }
                (alike.min(95), there)
            } else {
                let Some(at) = self.places(cue) else {
                    continue;
                };
                let slips = at.iter().filter(|(_, slip)| *slip).count();
                let spaced = self.between(&at);
                let score = 60 + 12 * at.len().min(3);
                (score.saturating_sub(8 * slips + 2 * spaced), at)
            };
            if (!cue.negative && self.is_refused(&at)) || self.is_against(recogniser, cue) {
                continue;
            }
            let recognised = Recognised {
                intention: cue.intention,
                score: score as u64,
            };
            let places = at.into_iter().map(|(place, _)| place).collect();
            found.push((recognised, places));
        }
        // The words of a longer cue are not heard a second time by a shorter one.
        let kept = found.iter().filter(|(one, at)| {
            !found.iter().any(|(other, around)| {
                other.intention != one.intention && around.len() > at.len() && at.is_subset(around)
            })
        });
        kept.map(|(recognised, _)| *recognised).collect()
    }

    /// Words between those of a cue that say something themselves.
    fn between(&self, at: &[(usize, bool)]) -> usize {
        let places = || at.iter().map(|(place, _)| *place);
        let (Some(first), Some(last)) = (places().min(), places().max()) else {
            return 0;
        };
        let others = (first..last).filter(|place| places().all(|own| own != *place));
        others
            .filter(|place| counts(&self.words[*place].text))
            .count()
    }

    fn is_against(&self, recogniser: &Recogniser, cue: &Cue) -> bool {
        recogniser.against.iter().any(|against| {
            against.intention == cue.intention
                && against
                    .words
                    .iter()
                    .all(|word| !self.places[*word].is_empty())
        })
    }

    /// Whether what stands there is said not to be wanted.
    fn is_refused(&self, at: &[(usize, bool)]) -> bool {
        let Some(first) = at.iter().map(|(place, _)| *place).min() else {
            return false;
        };
        let text = |at: usize| self.words[at].text.as_str();
        // A refusal ends with its clause.
        let starts = self.clauses.iter().copied();
        let start = starts.filter(|start| *start <= first).max().unwrap_or(0);
        // Small words between a refusal and what is refused.
        let mut before = first;
        while before > start && is_small(text(before - 1)) {
            before -= 1;
        }
        if before > start
            && matches!(
                text(before - 1),
                "pas" | "sans" | "ni" | "not" | "without" | "no"
            )
        {
            // « ne … pas »: denied is what the verb between says, « n'ai pas … » denies having it.
            let verb = (before - 1 > start).then(|| text(before - 2));
            return verb.is_none_or(|verb| !HAS.contains(&verb));
        }
        let around = first.saturating_sub(6).max(start)..first;
        let mut wanting = around.clone().filter(|at| WANTS.contains(&text(*at)));
        wanting.any(|verb| {
            let near = verb.saturating_sub(3).max(start)..(verb + 3).min(first);
            near.clone().any(|at| denies(text(at)))
        })
    }
}

fn spread(at: &[(usize, bool)]) -> usize {
    let places = at.iter().map(|(place, _)| *place);
    let (least, most) = (places.clone().min(), places.max());
    most.unwrap_or(0) - least.unwrap_or(0) + 1
}

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

fn denies(word: &str) -> bool {
    const DENIES: [&str; 17] = [
        "ne", "n", "pas", "jamais", "plus", "aucun", "aucune", "ni", "sans", "not", "no", "never",
        "t", "dont", "doesnt", "wont", "without",
    ];
    DENIES.contains(&word)
}

/// Whether a word says what is wanted: not small, and no denial.
fn counts(word: &str) -> bool {
    const POLITE: [&str; 34] = [
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
    ];
    !is_small(word) && !denies(word) && !POLITE.contains(&word)
}

/// Whether a word is another one misspelt: one slip in five letters or more, two in nine or more.
fn is_slip(word: &str, wanted: &str) -> bool {
    let (length, wanted_length) = (word.chars().count(), wanted.chars().count());
    let slips = match wanted_length.min(length) {
        0..=4 => return false,
        5..=8 => 1,
        _ => 2,
    };
    length.abs_diff(wanted_length) <= slips
        && word.chars().next() == wanted.chars().next()
        && strsim::osa_distance(word, wanted) <= slips
}

/// What a person wrote now: without quoted mail and without what signs it.
pub fn own_words(message: &str) -> String {
    let mut own: Vec<&str> = Vec::new();
    for line in message.lines() {
        let trimmed = line.trim();
        let folded = fold(trimmed);
        if trimmed.starts_with('>') {
            continue;
        }
        if opens_quote(&folded) || is_mark(trimmed) {
            break;
        }
        if closes(&folded) && own.iter().any(|line| !line.trim().is_empty()) {
            // « Cordialement, Ada »: what follows is who, not what.
            break;
        }
        own.push(line);
    }
    own.join("\n")
}

/// The line above quoted mail.
fn opens_quote(line: &str) -> bool {
    const OPENINGS: [&str; 8] = [
        "-----message d'origine",
        "----- message d'origine",
        "-----original message",
        "----- original message",
        "---------- forwarded",
        "-------- message transfere",
        "debut du message",
        "begin forwarded",
    ];
    let heads = ["de :", "from:", "de:"];
    OPENINGS.iter().any(|opening| line.starts_with(opening))
        || (line.starts_with("le ") && line.ends_with("a ecrit :"))
        || (line.starts_with("le ") && line.ends_with("a ecrit:"))
        || (line.starts_with("on ") && line.ends_with("wrote:"))
        || (heads.iter().any(|head| line.starts_with(head)) && line.contains('@'))
}

/// `--`, `___`: a signature follows.
fn is_mark(line: &str) -> bool {
    line.len() >= 2 && line.chars().all(|c| matches!(c, '-' | '_' | '–' | '—'))
}

fn closes(line: &str) -> bool {
    const CLOSINGS: [&str; 17] = [
        "cordialement",
        "bien cordialement",
        "tres cordialement",
        "bien a vous",
        "salutations",
        "sinceres salutations",
        "respectueusement",
        "envoye de mon",
        "envoye depuis",
        "best regards",
        "kind regards",
        "regards",
        "sincerely",
        "yours",
        "best wishes",
        "sent from my",
        "cdlt",
    ];
    CLOSINGS.iter().any(|closing| {
        line.strip_prefix(closing)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',', '.', '!']))
            && line.split_whitespace().count() <= 7
    })
}
