//! Recognising intentions offline: by the words of the registry, the same every time.
//!
//! What was quoted from earlier mail and what signs a message says nothing. Accents, forms and slips of
//! the pen do not count; what is refused (« je ne veux pas … ») is not wanted. What is not recognised is
//! said to be so, and never guessed.
//!
//! The words of the registry are cut and indexed once, at load. A message meets only the cues whose rarest
//! words stand in it, so that it takes no longer to hear among many intentions than among few.

use super::accounted::asks_anywhere;
use super::act::Sense;
use super::asked::{self, Asked};
use super::asserted::asserts;
use super::dated::Known;
use super::demanded::Demanded;
use super::finder::Finder;
use super::hear::Differs;
use super::language;
use super::lexicon::{counts, denies, fails};
pub use super::mail::{Kind, own_words};
use super::mail::{brought_along, closes_now, own_words_before, parts, unwrapped};
use super::marked::grave_marks;
use super::sentence::{Met, Sentence, least_of_example};
use super::turned::turning;
use super::understood::{Reading, Unrecognised, View, is_word, only_thanks};
use super::{Replies, Verdict};
use crate::limits;
use logic::stem::{Stems, Word};
use logic::text::WordSet;
use logic::text::{fold, words};
use logic::value::{Name, Value};
use std::collections::BTreeMap;

/// The words of the registry, cut once.
#[derive(Debug, Default)]
pub struct Recogniser {
    languages: Vec<Name>,
    pub(super) finder: Finder,
    pub(super) cues: Vec<Cue>,
    /// Cues by their rarest words: where those of each word begin, and the cues.
    met: (Vec<usize>, Vec<u32>),
    /// What seems to have an intention and has it not, by intention.
    pub(super) against: Vec<Vec<Cue>>,
    context: Vec<(Name, Value, Cue)>,
    /// All words of the cues of each intention, in order.
    pub(super) vocabulary: Vec<Vec<u32>>,
    /// Words of the trade that may stand beside any.
    pub(super) beside: Vec<u32>,
    /// Words of the registry that ask for something by themselves: « durée », « lieu ».
    pub(super) nouns: Vec<(Asked, u32)>,
    /// The first word of the registry that each is a form of.
    pub(super) roots: Vec<u32>,
    /// Intentions with a cue that says something to be so.
    pub(super) states: Vec<bool>,
    /// Intentions with a cue that says what does not work.
    pub(super) failing: Vec<bool>,
    /// Words of each intention that turn round what stands beside them.
    pub(super) turning: Vec<Vec<&'static str>>,
    /// All words of each intention, as they stand in its triggers, sentences and examples.
    pub(super) forms: Vec<Vec<String>>,
    /// The intention of who only thanks.
    pub(super) thanks: Option<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Cue {
    pub(super) intention: usize,
    /// Words that must all be there.
    pub(super) words: Vec<u32>,
    /// An example: most of its words must be there.
    pub(super) example: bool,
    /// It denies something itself, so that denying is no refusal of it.
    pub(super) negative: bool,
    /// What it asks for.
    pub(super) asked: Vec<Asked>,
    /// What it asks the number of.
    pub(super) counted: Vec<u32>,
    /// The places that it names.
    pub(super) named: Vec<u32>,
    /// It asks of what is over.
    pub(super) past: bool,
    /// It says something to be so.
    pub(super) asserts: bool,
    /// It says what does not work.
    pub(super) fails: bool,
    /// The word by which it is a question: « comment ».
    pub(super) inquires: Option<String>,
    /// What its verb means by what stands beside it.
    pub(super) sense: Sense,
    /// The words that must stand beside its only one: « dès que possible » is more than « possible ».
    pub(super) around: Option<(Vec<String>, Vec<String>)>,
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
    /// Sentences that were not understood, or not all of them, and that are no courtesy.
    pub unrecognised: Vec<Unrecognised>,
    /// What was set aside, and might say something.
    pub unread: Vec<String>,
    /// Earlier mail and signatures.
    pub aside: Vec<(Kind, String)>,
    /// The parts of the message by which somebody else read this, where they are named.
    pub spans: Vec<String>,
    /// Fields of the context that its words say.
    pub said: Vec<Name>,
    /// It says when: which times the reply gives is known once there is one.
    pub timed: bool,
    /// What it asks for, and the reply must therefore say.
    pub demanded: Vec<Demanded>,
    /// Words of the registry that it names besides what it wants: the reply must say them.
    pub named: Vec<String>,
    /// What it wants and does not plainly ask for: nothing is done for that.
    pub unasked: Vec<usize>,
    /// Where a model says something else than its words do.
    pub differs: Vec<Differs>,
    /// Some of its words are those of advertising, and not all of it was understood as such.
    pub half_spam: bool,
    /// The language it is written in, where that is clear.
    pub language: Option<Name>,
}

impl Heard {
    /// The same, without some of its intentions.
    pub(super) fn without(&self, intentions: &[usize]) -> Heard {
        let mut heard = self.clone();
        let wanted = |found: &Recognised| !intentions.contains(&found.intention);
        heard.intentions.retain(wanted);
        heard
    }
}

/// How a message is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner<'m> {
    /// Everything that was not understood is listed.
    pub(super) careful: bool,
    /// Every word that says something is accounted for, or listed.
    pub(super) accounts: bool,
    /// No word is free.
    pub(super) strict: bool,
    /// What is asked for is compared with what is answered.
    pub(super) exact: bool,
    /// Only the reply and the words of the registry excuse what is said.
    pub(super) guarded: bool,
    /// What is asked for must be said.
    pub(super) proves: bool,
    /// What is thanked for is not wanted, and what is refused is read.
    pub(super) discerns: bool,
    /// A clause is read for what it does with what stands in it.
    pub(super) acts: bool,
    /// The times that the facts give, or the reply.
    pub(super) known: Option<Known<'m>>,
    /// Fields of the context that nothing in the reply reads: they account for nothing.
    pub(super) unheeded: &'m [Name],
    /// Names of the case, folded.
    pub(super) names: &'m [String],
    /// What is wanted, where somebody else says so: what else is recognised accounts for nothing.
    pub(super) given: Option<&'m [usize]>,
    /// The parts by which that was read, in folded words.
    pub(super) spans: &'m [Vec<String>],
}

impl Manner<'_> {
    pub(super) const NOW: Manner<'static> = Manner {
        careful: true,
        accounts: true,
        strict: true,
        exact: true,
        guarded: true,
        proves: true,
        discerns: true,
        acts: true,
        known: None,
        unheeded: &[],
        names: &[],
        given: None,
        spans: &[],
    };

    /// Whether what was recognised is wanted by who says what is.
    pub(super) fn takes(&self, met: &Met) -> bool {
        let intention = met.intention.filter(|_| !met.refused);
        self.given
            .is_none_or(|given| intention.is_none_or(|intention| given.contains(&intention)))
    }

    /// Whether a text holds a name of the case.
    pub(super) fn knows(&self, text: &str) -> bool {
        words(text).iter().any(|word| self.names.contains(word))
    }

    /// Adds the words of a sentence by which somebody else read something.
    pub(super) fn read_elsewhere(&self, sentence: &Sentence, met: &mut Vec<usize>) {
        // A field of an answer unlocks nothing.
        if self.guarded {
            return;
        }
        let all = sentence.words.len();
        for span in self.spans.iter().filter(|span| !span.is_empty()) {
            for start in 0..(all + 1).saturating_sub(span.len()) {
                let mut words = span.iter().zip(start..);
                if words.all(|(word, at)| word == sentence.text(at)) {
                    met.extend(start..start + span.len());
                }
            }
        }
    }
}

/// How certain it is that somebody only thanks.
const THANKS_SCORE: u64 = 72;

/// What a message asks for outright, and what it denies to want: what it only mentions besides is not wanted.
#[derive(Default)]
struct Wishes {
    before: Vec<usize>,
    outright: Vec<usize>,
    denied: Vec<usize>,
}

impl Wishes {
    fn see(&mut self, sentence: &Sentence, recognised: &[Recognised]) {
        if !sentence.acts {
            return;
        }
        self.denied.extend_from_slice(&sentence.disowned);
        if sentence.disowns_before() {
            let before = std::mem::take(&mut self.before);
            self.outright.retain(|known| !before.contains(known));
            self.denied.extend(before);
            return;
        }
        let found = recognised.iter().map(|found| found.intention);
        self.before = found.collect();
        if sentence.asks_outright() {
            self.outright.extend_from_slice(&self.before);
        }
    }

    fn denies(&self, intention: usize) -> bool {
        self.denied.contains(&intention) && !self.outright.contains(&intention)
    }
}

/// Words of the registry as they are gathered, each once.
#[derive(Default)]
struct Gathered {
    words: Vec<Word>,
    numbers: BTreeMap<String, u32>,
}

impl Gathered {
    fn cue(&mut self, stems: &Stems, intention: usize, text: &str, example: bool) -> Option<Cue> {
        let all = stems.words(text);
        let negative = all.iter().any(|word| denies(&word.text));
        let mut words: Vec<u32> = Vec::new();
        for word in all.into_iter().filter(|word| counts(&word.text)) {
            let next = self.words.len() as u32;
            let number = *self.numbers.entry(word.text.clone()).or_insert(next);
            if number == next {
                self.words.push(word);
            }
            if !words.contains(&number) {
                words.push(number);
            }
        }
        let all_words = logic::text::words(text);
        let asks = asked::asked_by(text);
        let numbers = |all: &[String]| {
            let all = all.iter();
            all.filter_map(|word| self.numbers.get(word).copied())
                .collect()
        };
        (!words.is_empty()).then(|| Cue {
            intention,
            words,
            example,
            negative,
            counted: numbers(&asks.counted),
            named: numbers(&asks.named),
            past: asks.past,
            asked: asks.all,
            asserts: asserts(text),
            fails: negative && all_words.iter().any(|word| fails(word)),
            inquires: all_words.iter().find(|word| asks_anywhere(word)).cloned(),
            sense: Sense::of(&all_words),
            around: around(&all_words),
        })
    }
}

/// What stands before and behind the only word of a trigger that says something; articles do not count.
fn around(all: &[String]) -> Option<(Vec<String>, Vec<String>)> {
    let mut says = (0..all.len()).filter(|at| counts(&all[*at]));
    let (one, None) = (says.next()?, says.next()) else {
        return None;
    };
    let is_light = |word: &&String| LIGHT.contains(&word.as_str());
    let before = all[..one].iter().skip_while(is_light).cloned().collect();
    Some((before, all[one + 1..].to_vec()))
}

/// Articles, and what places in time.
static LIGHT: WordSet = WordSet::of(&[
    "le", "la", "les", "l", "un", "une", "du", "de", "d", "en", "au", "the", "a", "an", "in", "at",
]);

impl Recogniser {
    pub fn new(languages: &[Name], replies: &Replies) -> Recogniser {
        Recogniser::of(languages, replies, true)
    }

    /// What recognises by triggers alone, to try the examples with.
    pub fn of_triggers(languages: &[Name], replies: &Replies) -> Recogniser {
        Recogniser::of(languages, replies, false)
    }

    /// The same, without what keeps an intention from being recognised: to try the counter-examples with.
    pub fn unguarded(mut self) -> Recogniser {
        self.against.iter_mut().for_each(Vec::clear);
        self
    }

    /// Whether a text asks for something in so many words: by a wish, a request or a question.
    pub fn asks_outright(&self, text: &str) -> bool {
        let (mut sentence, mut rest) = (Sentence::default(), Some(text.chars()));
        while sentence.read(self, &mut rest) {
            if sentence.asks || sentence.asks_outright() {
                return true;
            }
        }
        false
    }

    fn of(languages: &[Name], replies: &Replies, with_examples: bool) -> Recogniser {
        let stems = Stems::of(languages);
        let mut gathered = Gathered::default();
        let mut recogniser = Recogniser {
            languages: languages.to_vec(),
            ..Recogniser::default()
        };
        for (number, intention) in replies.intentions.iter().enumerate() {
            let triggers = intention.triggers.iter().map(|words| (words, false));
            let sentences = intention.sentences.iter().map(|words| (words, true));
            let examples = intention.examples.iter().filter(|_| with_examples);
            let examples = examples.map(|(words, _)| (words, true));
            for (words, example) in triggers.chain(sentences).chain(examples) {
                if example && recogniser.thanks.is_none() && only_thanks(words) {
                    recogniser.thanks = Some(number);
                }
                let cue = gathered.cue(&stems, number, words, example);
                recogniser.cues.extend(cue);
            }
            let own = intention.triggers.iter().chain(&intention.sentences);
            let own = own.chain(intention.examples.iter().map(|(words, _)| words));
            let forms = own.clone().flat_map(|text| words(text)).collect();
            recogniser.forms.push(forms);
            let turning = own.flat_map(|text| turning(text)).collect();
            recogniser.turning.push(turning);
            let against = intention.counter_examples.iter();
            let against = against
                .filter_map(|(words, _)| gathered.cue(&stems, number, words, false))
                .collect();
            recogniser.against.push(against);
        }
        for words in &replies.options.beside {
            let words = gathered.cue(&stems, 0, words, false);
            let words = words.into_iter().flat_map(|cue| cue.words);
            recogniser.beside.extend(words);
        }
        recogniser.beside.sort_unstable();
        for (name, field) in &replies.context {
            for (words, value) in &field.triggers {
                if let Some(cue) = gathered.cue(&stems, 0, words, false) {
                    let entry = (name.clone(), value.clone(), cue);
                    recogniser.context.push(entry);
                }
            }
        }
        recogniser.vocabulary = vec![Vec::new(); replies.intentions.len()];
        for cue in &recogniser.cues {
            recogniser.vocabulary[cue.intention].extend_from_slice(&cue.words);
        }
        for words in &mut recogniser.vocabulary {
            words.sort_unstable();
            words.dedup();
        }
        recogniser.states = vec![false; replies.intentions.len()];
        recogniser.failing = vec![false; replies.intentions.len()];
        for cue in &recogniser.cues {
            recogniser.failing[cue.intention] |= cue.fails;
            recogniser.states[cue.intention] |= cue.asserts || cue.fails;
        }
        let mut first: BTreeMap<&str, u32> = BTreeMap::new();
        for (number, word) in (0..).zip(&gathered.words) {
            let stem = word.stems().first().map_or(&*word.text, String::as_str);
            let root = *first.entry(stem).or_insert(number);
            recogniser.roots.push(root);
        }
        let nouns = (0..).zip(&gathered.words);
        let nouns = nouns.filter_map(|(number, word)| Some((asked::noun(&word.text)?, number)));
        let nouns = nouns.filter(|(asked, _)| !asked.is_new());
        recogniser.nouns = nouns.collect();
        recogniser.index(gathered.words.len());
        recogniser.finder = Finder::of(&stems, &gathered.words);
        recogniser
    }

    /// Keeps each cue under its rarest words: one of them stands in every message that has it.
    fn index(&mut self, words: usize) {
        let mut uses = vec![0_u32; words];
        for word in self.cues.iter().flat_map(|cue| &cue.words) {
            uses[*word as usize] += 1;
        }
        let mut met: Vec<(u32, u32)> = Vec::new();
        for (number, cue) in (0..).zip(&self.cues) {
            let length = cue.words.len();
            let needed = if cue.example {
                least_of_example(length)
            } else {
                length
            };
            let mut rarest = cue.words.clone();
            rarest.sort_by_key(|word| (uses[*word as usize], *word));
            // So many others may be missing, and one more is not.
            rarest.truncate(length + 1 - needed.min(length));
            met.extend(rarest.into_iter().map(|word| (word, number)));
        }
        met.sort_unstable();
        let begins = (0..=words as u32).map(|word| met.partition_point(|(other, _)| *other < word));
        self.met = (begins.collect(), met.iter().map(|(_, cue)| *cue).collect());
    }

    /// The cues that a word of the registry leads to.
    pub(super) fn cues_of(&self, word: u32) -> &[u32] {
        let (begins, cues) = &self.met;
        &cues[begins[word as usize]..begins[word as usize + 1]]
    }

    /// The cues of an intention, with their numbers.
    pub(super) fn cues_for(&self, intention: usize) -> impl Iterator<Item = (u32, &Cue)> {
        let first = self.cues.partition_point(|cue| cue.intention < intention);
        let cues = (first as u32..).zip(&self.cues[first..]);
        cues.take_while(move |(_, cue)| cue.intention == intention)
    }

    /// Whether words say anything that a message could be recognised by.
    pub fn says_something(languages: &[Name], words: &str) -> bool {
        let stems = Stems::of(languages);
        stems.words(words).iter().any(|word| counts(&word.text))
    }

    /// What a message says. Intentions that are less certain than `min_score` are not wanted. What was not
    /// understood, and what was not read as the words of who wrote, is listed.
    pub fn hear(&self, replies: &Replies, message: &str) -> Heard {
        self.hear_as(replies, message, &Manner::NOW)
    }

    /// The same, read as a session of an edition or as somebody who knows more does.
    pub(super) fn hear_as(&self, replies: &Replies, message: &str, manner: &Manner) -> Heard {
        if !manner.careful {
            // Nothing was listed before the sixth edition.
            let own = unwrapped(&own_words_before(message));
            return self.listen(replies, &own, manner, None);
        }
        let mail = parts(message, manner.strict);
        let mut reading = Reading::default();
        let own = unwrapped(&mail.own);
        let mut heard = self.listen(replies, &own, manner, Some(&mut reading));
        if manner.exact && heard.intentions.is_empty() && reading.only_thanks() {
            let thanks = self.thanks.map(|intention| Recognised {
                intention,
                score: THANKS_SCORE.max(replies.options.min_score),
            });
            heard.intentions.extend(thanks);
        }
        heard.timed = reading.timed;
        heard.demanded = std::mem::take(&mut reading.demanded);
        heard.named = std::mem::take(&mut reading.named);
        heard.demanded.sort();
        heard.demanded.dedup();
        heard.unrecognised = reading.unrecognised(manner);
        heard.unread.clone_from(&mail.unread);
        let signatures = mail
            .aside
            .iter()
            .filter(|(kind, _)| *kind == Kind::Signature);
        for line in signatures.flat_map(|(_, text)| text.lines()) {
            // What signs and asks for something more is not surely a signature.
            let asked = self.listen(replies, line, manner, None);
            let known = |found: &Recognised| match manner.given {
                Some(given) => given.contains(&found.intention),
                None => {
                    let mut known = heard.intentions.iter();
                    known.any(|known| known.intention == found.intention)
                }
            };
            let closes = closes_now(&fold(line.trim()));
            let is_said = manner.accounts && is_word(line) && !closes;
            // A name is no word of the registry.
            let is_said = is_said || (manner.strict && !closes && self.names_matter(line, manner));
            if is_said || !asked.intentions.iter().all(known) {
                heard.unread.push(line.to_owned());
            }
        }
        if manner.guarded {
            heard.unread.extend(brought_along(message));
            let signed = mail.signed_by_another(manner.names);
            let signed = signed.filter(|line| !heard.unread.contains(line));
            heard.unread.extend(signed);
        }
        if manner.acts {
            heard.unread.extend(grave_marks(&mail.own));
        }
        heard.aside = mail.aside;
        if manner.strict {
            heard.language = language::spoken(&mail.own).map(Name::from);
        }
        heard
    }

    /// Whether a line that signs holds a word of the registry that is no name of the case.
    fn names_matter(&self, line: &str, manner: &Manner) -> bool {
        let stems = Stems::of(&self.languages);
        let (mut sentence, mut rest) = (Sentence::default(), Some(line.chars()));
        while sentence.read(self, &mut rest) {
            sentence.look(self, &stems);
            let mut words = 0..sentence.words.len();
            let is_known = |at: usize| manner.names.iter().any(|name| name == sentence.text(at));
            if words.any(|at| sentence.is_meant(at) && !is_known(at)) {
                return true;
            }
        }
        false
    }

    fn listen(
        &self,
        replies: &Replies,
        own: &str,
        manner: &Manner,
        mut reading: Option<&mut Reading>,
    ) -> Heard {
        let stems = Stems::of(&self.languages);
        let mut left = limits::HEARD_WORDS;
        let mut heard = Heard::default();
        let mut scores: BTreeMap<usize, u64> = BTreeMap::new();
        let mut wishes = Wishes::default();
        let mut asked: Vec<usize> = Vec::new();
        let least = replies.options.min_score;
        let (mut sentence, mut rest) = (Sentence::default(), Some(own.chars()));
        sentence.careful = manner.careful;
        sentence.accounts = manner.accounts;
        sentence.strict = manner.strict;
        sentence.exact = manner.exact;
        sentence.discerns = manner.discerns;
        sentence.acts = manner.acts;
        let mut begins = 0;
        while sentence.read(self, &mut rest) {
            let ends = rest
                .as_ref()
                .map_or(own.len(), |rest| own.len() - rest.as_str().len());
            let written = &own[std::mem::replace(&mut begins, ends)..ends];
            if sentence.words.len() > left {
                heard.cut = true;
                sentence.truncate(left);
            }
            left -= sentence.words.len();
            if sentence.words.is_empty() {
                if let Some(reading) = &mut reading {
                    reading.gap(written);
                }
                continue;
            }
            sentence.look(self, &stems);
            let recognised = sentence.intentions(self);
            wishes.see(&sentence, &recognised);
            asked.extend_from_slice(&sentence.asked);
            for recognised in recognised {
                let score = scores.entry(recognised.intention).or_default();
                *score = recognised.score.max(*score);
            }
            for (name, value, cue) in &self.context {
                if (reading.is_some() || !heard.context.contains_key(name))
                    && let Some(at) = sentence.places(cue)
                    && (cue.negative || !sentence.refuses(&at))
                    && !(manner.accounts && View::of(&sentence, written).only_wishes(&at))
                    && !(manner.discerns
                        && (!sentence.says_around(cue, &at)
                            || sentence.thanked(&at).is_some()
                            || View::of(&sentence, written).only_hastens(&at)))
                    && !(manner.guarded
                        && !cue.negative
                        && View::of(&sentence, written).is_undecided(&at))
                {
                    if !manner.unheeded.contains(name) {
                        sentence.meet(&at);
                    }
                    if manner.strict && !heard.said.contains(name) {
                        heard.said.push(name.clone());
                    }
                    let field = heard.context.entry(name.clone());
                    field.or_insert_with(|| value.clone());
                }
            }
            if let Some(reading) = &mut reading {
                reading.see((self, manner), &sentence, written, least);
                reading.meets(own[ends..].chars().next(), written);
            }
        }
        heard.intentions = scores
            .into_iter()
            .filter(|(intention, score)| *score >= least && !wishes.denies(*intention))
            .map(|(intention, score)| Recognised { intention, score })
            .collect();
        let found = heard.intentions.iter().map(|found| found.intention);
        let unasked = found.filter(|intention| manner.acts && !asked.contains(intention));
        heard.unasked = unasked.collect();
        heard.intentions.sort_by_key(|found| {
            let priority = replies.intentions[found.intention].priority;
            (u64::MAX - found.score, priority, found.intention)
        });
        for (name, field) in &replies.context {
            let value = heard.context.entry(name.clone());
            value.or_insert_with(|| field.nothing());
        }
        if let Some(first) = heard.intentions.first() {
            let intention = &replies.intentions[first.intention];
            heard.verdict = intention.verdict;
            heard.route_to = intention.route_to.clone();
        }
        heard
    }
}
