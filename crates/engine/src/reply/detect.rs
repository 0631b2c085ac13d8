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
    finder: Finder,
    cues: Vec<Cue>,
    /// The cues in which each word stands.
    cues_of: Vec<Vec<usize>>,
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
            for sentence in &intention.sentences {
                let cue = recogniser.cue(&stems, number, sentence, true);
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
        recogniser.finder = Finder::of(&recogniser.words);
        recogniser.cues_of = vec![Vec::new(); recogniser.words.len()];
        for (number, cue) in recogniser.cues.iter().enumerate() {
            for word in &cue.words {
                recogniser.cues_of[*word].push(number);
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
        let own = unwrapped(&own_words(message));
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

/// Words of the registry by how they are written, so that a message meets only those it is near to.
#[derive(Debug, Default)]
struct Finder {
    /// By what they are, and by language and what they are cut to.
    by_text: BTreeMap<String, Vec<usize>>,
    by_stem: Vec<BTreeMap<String, Vec<usize>>>,
    /// By first letter and length, each with its letters: where a slip may lead.
    by_shape: BTreeMap<(char, usize), Vec<(usize, u32)>>,
}

impl Finder {
    fn of(words: &[Word]) -> Finder {
        let mut finder = Finder::default();
        for (number, word) in words.iter().enumerate() {
            let known = finder.by_text.entry(word.text.clone()).or_default();
            known.push(number);
            for (language, stem) in word.stems().iter().enumerate() {
                if finder.by_stem.len() <= language {
                    finder.by_stem.push(BTreeMap::new());
                }
                let known = finder.by_stem[language].entry(stem.clone()).or_default();
                known.push(number);
            }
            let length = word.text.chars().count();
            if let Some(first) = word.text.chars().next().filter(|_| length > 4) {
                let known = finder.by_shape.entry((first, length)).or_default();
                known.push((number, letters(&word.text)));
            }
        }
        finder
    }

    /// The words of the registry that one of a message is, and those it may be misspelt for.
    fn find(&self, words: &[Word], word: &Word) -> Vec<(usize, bool)> {
        let same = self.by_text.get(&word.text).into_iter().flatten();
        let stems = word.stems().iter().zip(&self.by_stem);
        let stems = stems.filter_map(|(stem, known)| known.get(stem)).flatten();
        let mut found: Vec<(usize, bool)> = same.chain(stems).map(|at| (*at, false)).collect();
        found.sort_unstable();
        found.dedup();
        let length = word.text.chars().count();
        let Some(first) = word.text.chars().next().filter(|_| length > 4) else {
            return found;
        };
        let (own, forms) = (letters(&word.text), found.len());
        let near = (length - 2).max(5)..=length + 2;
        for (number, other) in near
            .filter_map(|length| self.by_shape.get(&(first, length)))
            .flatten()
        {
            // A slip changes two letters at most, so what differs in more is another word.
            let slips = if length.min(words[*number].text.len()) > 8 {
                2
            } else {
                1
            };
            if (own ^ other).count_ones() <= 2 * slips
                && found[..forms].binary_search(&(*number, false)).is_err()
                && is_slip(&word.text, &words[*number].text)
            {
                found.push((*number, true));
            }
        }
        found
    }
}

/// Which letters stand in a word, as bits.
fn letters(word: &str) -> u32 {
    word.chars().fold(0, |all, letter| {
        let bit = match letter {
            'a'..='z' => u32::from(letter) - u32::from('a'),
            _ => 26 + u32::from(letter) % 6,
        };
        all | (1 << bit)
    })
}

/// A sentence with the places of the registry's words in it.
struct Sentence {
    words: Vec<Word>,
    /// Whether each word says something.
    counts: Vec<bool>,
    /// Where its clauses begin.
    clauses: Vec<usize>,
    /// Where words of the registry stand, and whether they are misspelt there.
    places: BTreeMap<usize, Vec<(usize, bool)>>,
}

impl Sentence {
    fn new(recogniser: &Recogniser, words: Vec<Word>, mut clauses: Vec<usize>) -> Sentence {
        let turns = words.iter().enumerate();
        let turns = turns.filter(|(_, word)| TURNS.contains(&word.text.as_str()));
        clauses.extend(turns.map(|(at, _)| at));
        // « … et je voudrais … »: what is denied before is not denied behind.
        let joined = words.windows(2).enumerate();
        let joined = joined.filter(|(_, two)| {
            matches!(two[0].text.as_str(), "et" | "and") && BEGINS.contains(&two[1].text.as_str())
        });
        clauses.extend(joined.map(|(at, _)| at));
        let counts: Vec<bool> = words.iter().map(|word| counts(&word.text)).collect();
        let mut places: BTreeMap<usize, Vec<(usize, bool)>> = BTreeMap::new();
        // The words of the registry all say something.
        for (at, word) in words.iter().enumerate().filter(|(at, _)| counts[*at]) {
            for (number, slip) in recogniser.finder.find(&recogniser.words, word) {
                places.entry(number).or_default().push((at, slip));
            }
        }
        Sentence {
            places,
            words,
            counts,
            clauses,
        }
    }

    /// Where a word of the registry stands.
    fn at(&self, word: usize) -> &[(usize, bool)] {
        self.places.get(&word).map_or(&[], Vec::as_slice)
    }

    /// Where the words of a cue stand, if all of them do, near each other.
    fn places(&self, cue: &Cue) -> Option<Vec<(usize, bool)>> {
        let mut best: Option<Vec<(usize, bool)>> = None;
        for start in self.at(cue.words[0]) {
            let mut at = vec![*start];
            for wanted in &cue.words[1..] {
                let near = self.at(*wanted).iter();
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
        let counts_here = self.counts.iter().filter(|counts| **counts).count();
        let met = self
            .places
            .keys()
            .flat_map(|word| &recogniser.cues_of[*word]);
        let met: BTreeSet<usize> = met.copied().collect();
        for cue in met.into_iter().map(|number| &recogniser.cues[number]) {
            let (score, at) = if cue.example {
                let there = cue.words.iter();
                let there: Vec<(usize, bool)> = there
                    .filter_map(|word| self.at(*word).first().copied())
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
                if cue.negative && !self.is_denied(&at) {
                    continue;
                }
                let slips = at.iter().filter(|(_, slip)| *slip).count();
                let spaced = self.between(&at);
                let score = 60 + 12 * at.len().min(3);
                (score.saturating_sub(8 * slips + 2 * spaced), at)
            };
            // Of a whole sentence any word may be the one that is denied.
            let is_denied =
                |(place, _): &(usize, bool)| self.is_denied_before(*place) == Some(true);
            let refused = self.is_refused(&at) || (cue.example && at.iter().any(is_denied));
            if (!cue.negative && refused) || self.is_against(recogniser, cue) {
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

    /// Whether a denial stands near.
    fn is_denied(&self, at: &[(usize, bool)]) -> bool {
        let places = || at.iter().map(|(place, _)| *place);
        let (Some(first), Some(last)) = (places().min(), places().max()) else {
            return false;
        };
        let near = first.saturating_sub(4)..(last + 4).min(self.words.len());
        near.into_iter().any(|at| {
            let word = self.words[at].text.as_str();
            self.denies_at(at) || matches!(word, "rien" | "nothing" | "cannot")
        })
    }

    /// Words between those of a cue that say something themselves.
    fn between(&self, at: &[(usize, bool)]) -> usize {
        let places = || at.iter().map(|(place, _)| *place);
        let (Some(first), Some(last)) = (places().min(), places().max()) else {
            return 0;
        };
        let others = (first..last).filter(|place| places().all(|own| own != *place));
        others.filter(|place| self.counts[*place]).count()
    }

    fn is_against(&self, recogniser: &Recogniser, cue: &Cue) -> bool {
        recogniser.against.iter().any(|against| {
            against.intention == cue.intention
                && against.words.iter().all(|word| !self.at(*word).is_empty())
        })
    }

    /// Whether what stands there is said not to be wanted.
    fn is_refused(&self, at: &[(usize, bool)]) -> bool {
        let Some(first) = at.iter().map(|(place, _)| *place).min() else {
            return false;
        };
        let text = |at: usize| self.words[at].text.as_str();
        let start = self.clause_of(first);
        if let Some(refused) = self.is_denied_before(first) {
            return refused;
        }
        if at.iter().any(|(place, _)| self.is_denied_verb(*place)) {
            return true;
        }
        if self.is_another(start, first) || self.does_not_suit(at) {
            return true;
        }
        let around = first.saturating_sub(6).max(start)..first;
        let mut wanting = around.clone().filter(|at| WANTS.contains(&text(*at)));
        wanting.any(|verb| {
            let near = verb.saturating_sub(3).max(start)..(verb + 3).min(first);
            near.clone().any(|at| self.denies_at(at))
        })
    }

    /// Where the clause begins in which a word stands; a refusal ends with its clause.
    fn clause_of(&self, place: usize) -> usize {
        let starts = self.clauses.iter().copied();
        starts.filter(|start| *start <= place).max().unwrap_or(0)
    }

    /// Whether a denial stands right before a word, but for small ones, and then whether it refuses it.
    fn is_denied_before(&self, place: usize) -> Option<bool> {
        let text = |at: usize| self.words[at].text.as_str();
        let start = self.clause_of(place);
        let mut before = place;
        while before > start && is_small(text(before - 1)) {
            before -= 1;
        }
        if before == start {
            return None;
        }
        let denial = text(before - 1);
        // « don't … », whose « t » is a small word.
        if denial == "dont" || (denial == "don" && text(before) == "t") {
            return Some(true);
        }
        if !matches!(denial, "pas" | "sans" | "ni" | "not" | "without" | "no") {
            return None;
        }
        // « ne … pas »: denied is what the verb between says, « n'ai toujours pas … » denies having it.
        let mut behind = before - 1;
        while behind > start && matches!(text(behind - 1), "toujours" | "encore" | "vraiment") {
            behind -= 1;
        }
        let verb = (behind > start).then(|| text(behind - 1));
        Some(verb.is_none_or(|verb| !HAS.contains(&verb)))
    }

    /// « ne … pas » around a verb that is one of the words themselves: « je ne choisis pas … ».
    fn is_denied_verb(&self, place: usize) -> bool {
        let text = |at: usize| self.words[at].text.as_str();
        if HAS.contains(&text(place)) || FAILS.contains(&text(place)) {
            return false;
        }
        let start = self.clause_of(place);
        let mut before = place;
        while before > start && is_small(text(before - 1)) && !matches!(text(before - 1), "je") {
            before -= 1;
        }
        let opens = before > start && matches!(text(before - 1), "ne" | "n");
        let mut behind = (place + 1..self.words.len()).take(2).map(text);
        opens && behind.any(|word| matches!(word, "pas" | "plus" | "jamais" | "point"))
    }

    /// Whether a word denies something where it stands: « en plus », « plus tard » do not.
    fn denies_at(&self, at: usize) -> bool {
        let text = |at: usize| self.words.get(at).map_or("", |word| word.text.as_str());
        if text(at) == "plus" {
            let before = if at == 0 { "" } else { text(at - 1) };
            return !matches!(
                before,
                "en" | "de" | "le" | "la" | "les" | "au" | "du" | "d" | "un" | "une"
            ) && !matches!(
                text(at + 1),
                "tard" | "tot" | "vite" | "proche" | "rapidement"
            );
        }
        denies(text(at))
    }
}

impl Sentence {
    /// « ce n'est pas une question de … », « rien à voir avec … »: it is about something else.
    fn is_another(&self, start: usize, first: usize) -> bool {
        let text = |at: usize| self.words[at].text.as_str();
        let is = |at: usize, words: &[&str]| {
            let mut all = words.iter().enumerate();
            at + words.len() <= first && all.all(|(more, word)| text(at + more) == *word)
        };
        (first.saturating_sub(8).max(start)..first).any(|at| {
            let behind = OTHERWISE
                .iter()
                .find_map(|words| is(at, words).then_some(at + words.len()));
            behind.is_some_and(|behind| {
                // « ce n'est pas normal que … », « la première fois que … » say what is wanted.
                let mut between = (behind..first).map(text);
                let named = behind == first || is_small(text(behind)) || text(behind) == "pour";
                named
                    && first - behind <= 4
                    && !between.any(|word| matches!(word, "que" | "qu" | "qui" | "that" | "fois"))
            })
        })
    }

    /// « … ne me convient pas », « … does not suit me ».
    fn does_not_suit(&self, at: &[(usize, bool)]) -> bool {
        let Some(last) = at.iter().map(|(place, _)| *place).max() else {
            return false;
        };
        let ends = self.clauses.iter().copied().filter(|start| *start > last);
        let end = ends.min().unwrap_or(self.words.len());
        let text = |at: usize| self.words[at].text.as_str();
        // The verb may be one of its own words: « la date me convient ».
        let mut own = at.iter().filter(|(place, _)| SUITS.contains(&text(*place)));
        if own.any(|(verb, _)| {
            (verb.saturating_sub(3)..end.min(verb + 3)).any(|near| denies(text(near)))
        }) {
            return true;
        }
        let behind: Vec<&str> = self.words[last + 1..end.min(last + 9)]
            .iter()
            .map(|word| word.text.as_str())
            .collect();
        let Some(verb) = behind.iter().position(|word| SUITS.contains(word)) else {
            return false;
        };
        let mut around = behind.iter().take(verb + 3);
        let close = behind[..verb].iter().filter(|word| counts(word)).count() <= 2;
        close && around.any(|word| denies(word))
    }
}

/// What says that something else is meant than what follows.
const OTHERWISE: [&[&str]; 6] = [
    &["ce", "n", "est", "pas"],
    &["c", "est", "pas"],
    &["rien", "a", "voir", "avec"],
    &["this", "is", "not"],
    &["it", "is", "not"],
    &["isn", "t"],
];

/// Verbs of suiting: what does not is not wanted.
const SUITS: [&str; 12] = [
    "convient",
    "conviennent",
    "conviendrait",
    "interesse",
    "interessent",
    "arrange",
    "arrangent",
    "correspond",
    "suit",
    "suits",
    "interest",
    "interests",
];

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

/// Words that begin a clause behind « et ».
const BEGINS: [&str; 20] = [
    "je", "j", "nous", "on", "vous", "il", "elle", "pouvez", "pourriez", "puis", "quand",
    "comment", "i", "we", "you", "could", "can", "would", "please", "when",
];

/// Verbs of failing: « ne fonctionne pas » says what is wrong, and refuses nothing.
const FAILS: [&str; 22] = [
    "arrive",
    "arrivent",
    "fonctionne",
    "fonctionnent",
    "marche",
    "marchent",
    "peux",
    "peut",
    "comprends",
    "retrouve",
    "connais",
    "reussis",
    "parviens",
    "ouvre",
    "apparait",
    "affiche",
    "avance",
    "bouge",
    "work",
    "works",
    "open",
    "opens",
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
    let mut lines = message.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        let folded = fold(trimmed);
        if trimmed.starts_with('>') {
            continue;
        }
        if opens_quote(&folded) || is_mark(trimmed) || opens_heads(&folded, lines.clone()) {
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

/// Whether quoted mail begins with its heads: `From:`, and `Sent:`, `To:` or `Subject:` right below.
fn opens_heads<'m>(line: &str, below: impl Iterator<Item = &'m str>) -> bool {
    const HEADS: [&str; 10] = [
        "sent:", "date:", "to:", "cc:", "subject:", "envoye", "date :", "a :", "objet :", "objet:",
    ];
    let opens = ["from:", "from :", "de :", "de:"];
    let mut below = below
        .map(|line| fold(line.trim()))
        .filter(|line| !line.is_empty());
    opens.iter().any(|head| line.starts_with(head))
        && below
            .next()
            .is_some_and(|next| HEADS.iter().any(|head| next.starts_with(head)))
}

/// A text whose sentences are not broken by the ends of lines: mail is often wrapped. What goes on in
/// small letters, and begins nothing of its own, belongs to the line before.
fn unwrapped(text: &str) -> String {
    const GREETS: [&str; 6] = ["bonjour", "bonsoir", "salut", "merci", "hello", "thanks"];
    let mut whole = String::with_capacity(text.len());
    for line in text.lines() {
        let trimmed = line.trim();
        let folded = fold(trimmed);
        let first = folded.split(|c: char| !c.is_alphanumeric()).next();
        let first = first.unwrap_or_default();
        let goes_on = trimmed.starts_with(char::is_lowercase)
            && !BEGINS.contains(&first)
            && !GREETS.contains(&first)
            && !whole.is_empty()
            && !whole.ends_with(['.', '!', '?', ';', ':', '…', '\n']);
        if !whole.is_empty() {
            whole.push(if goes_on { ' ' } else { '\n' });
        }
        whole.push_str(trimmed);
    }
    whole
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
