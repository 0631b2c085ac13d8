//! A sentence of a message: its words, each folded and looked up once, and where words of the registry
//! stand in it.

use super::accounted::{is_bound, is_date};
use super::act::Act;
use super::asked::{demands, is_lasting, is_light, noun, without_article};
use super::detect::{Cue, Recognised, Recogniser};
use super::finder::{Hit, Letters};
use super::lexicon::{COMMON, Class};
use super::thanks::Thanks;
use logic::stem::Stems;
use logic::text::WordSet;
use logic::text::fold_char;
use std::ops::Range;
use std::str::Chars;

/// A word of a sentence by its number, and whether it is misspelt there.
pub(super) type Place = (usize, bool);

/// Words between the words of a cue, at most.
const SPREAD: usize = 6;

/// One sentence after another is read into it, so that what it has grown to is kept.
#[derive(Debug, Default)]
pub(super) struct Sentence {
    /// The folded letters of all words.
    letters: String,
    pub(super) words: Vec<Said>,
    /// Where its clauses begin.
    pub(super) clauses: Vec<usize>,
    /// Words of the registry with where they stand, in order.
    places: Vec<(u32, Place)>,
    /// Words that something was recognised by.
    pub(super) met: Vec<Met>,
    /// As now, and not as in sessions from before.
    pub(super) careful: bool,
    /// An example stands for its own words, and not for the whole sentence.
    pub(super) accounts: bool,
    /// What is recognised stands in one clause.
    pub(super) strict: bool,
    /// What is asked for is a word as well: « combien de temps » is the « durée ».
    pub(super) exact: bool,
    /// What is thanked for is not wanted, and what is refused is read.
    pub(super) discerns: bool,
    /// A clause is read for what it does.
    pub(super) acts: bool,
    /// It ends with a question mark.
    pub(super) asks: bool,
    /// Intentions that it denies to have.
    pub(super) disowned: Vec<usize>,
    /// Intentions that it plainly asks for.
    pub(super) asked: Vec<usize>,
    /// Words that relate one thing that is wanted to another.
    pub(super) related: Vec<usize>,
    /// What came, as it tells.
    pub(super) had: Vec<Range<usize>>,
    /// What it thanks for.
    pub(super) thanks: Vec<Thanks>,
    /// Words of the registry that what is asked for stands for, and where.
    lent: Vec<(u32, usize)>,
    /// Where a clause begins that speaks for itself, behind one that does.
    walls: Vec<usize>,
    scratch: Scratch,
}

/// A word that something was recognised by, and how certain that was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub(super) at: usize,
    pub(super) score: u64,
    /// Nothing where it is the context of one.
    pub(super) intention: Option<usize>,
    /// It is said not to be wanted.
    pub(super) refused: bool,
    /// What it was recognised by denies something itself.
    pub(super) negative: bool,
    /// What it was recognised by; nothing where it is the context.
    pub(super) cue: Option<u32>,
    /// It was refused or thanked for in a way that somebody has to read.
    pub(super) decides: bool,
}

#[derive(Debug, Default)]
struct Scratch {
    letters: Letters,
    hits: Vec<Hit>,
    met: Vec<u32>,
}

/// A word of a sentence.
#[derive(Clone, Debug)]
pub(super) struct Said {
    at: Range<usize>,
    pub(super) class: Class,
    known: Option<u32>,
}

impl Sentence {
    /// Reads the next sentence of a text; nothing where the text is at its end.
    pub(super) fn read(&mut self, recogniser: &Recogniser, text: &mut Option<Chars>) -> bool {
        let Some(characters) = text else {
            return false;
        };
        self.letters.clear();
        self.words.clear();
        self.clauses.clear();
        self.clauses.push(0);
        self.met.clear();
        self.disowned.clear();
        self.asked.clear();
        self.related.clear();
        self.asks = false;
        let mut start = 0;
        for character in characters.by_ref() {
            match character {
                '.' | '!' | '?' | '\n' | ';' | '…' => {
                    self.end_word(recogniser, &mut start);
                    self.asks = character == '?';
                    return true;
                }
                ',' | ':' | '(' => {
                    self.end_word(recogniser, &mut start);
                    self.clauses.push(self.words.len());
                }
                _ => fold_char(character, |folded| {
                    if folded.is_alphanumeric() {
                        self.letters.push(folded);
                    } else {
                        self.end_word(recogniser, &mut start);
                    }
                }),
            }
        }
        self.end_word(recogniser, &mut start);
        *text = None;
        true
    }

    fn end_word(&mut self, recogniser: &Recogniser, start: &mut usize) {
        let at = *start..self.letters.len();
        if at.is_empty() {
            return;
        }
        *start = at.end;
        let (class, known) = recogniser.finder.class(&self.letters[at.clone()]);
        self.words.push(Said { at, class, known });
    }

    /// Keeps so many words.
    pub(super) fn truncate(&mut self, words: usize) {
        self.words.truncate(words);
    }

    /// Looks where words of the registry stand, and where other clauses begin.
    pub(super) fn look(&mut self, recogniser: &Recogniser, stems: &Stems) {
        for (at, word) in self.words.iter().enumerate() {
            if word.class.is(Class::TURNS) {
                self.clauses.push(at);
            }
        }
        // « … et je voudrais … »: what is denied before is not denied behind.
        for at in 1..self.words.len() {
            if self.is(at, Class::BEGINS) && matches!(self.text(at - 1), "et" | "and") {
                self.clauses.push(at - 1);
            }
        }
        self.walls.clear();
        if self.strict {
            self.raise_walls();
        }
        self.places.clear();
        // The words of the registry all say something.
        let words = self.words.iter().enumerate();
        for (at, word) in words.filter(|(_, word)| word.class.counts()) {
            // « Finalement » is no slip for « financement ».
            if self.careful && COMMON.contains(&self.of(word)) {
                continue;
            }
            let word = (&self.letters[word.at.clone()], word.known);
            let Scratch { letters, hits, .. } = &mut self.scratch;
            let found = recogniser.finder.find(stems, word, letters, hits);
            self.places
                .extend(found.iter().map(|(number, slip)| (*number, (at, *slip))));
            // « lexamen », « dune »
            if self.exact
                && found.is_empty()
                && word.1.is_none()
                && let Some(rest) = without_article(word.0)
            {
                let (_, known) = recogniser.finder.class(rest);
                let found = recogniser.finder.find(stems, (rest, known), letters, hits);
                let found = found.iter().filter(|(_, slip)| !slip);
                self.places
                    .extend(found.map(|(number, slip)| (*number, (at, *slip))));
            }
        }
        self.lent.clear();
        if self.exact && !recogniser.nouns.is_empty() {
            self.lend(recogniser);
        }
        self.places.sort_unstable();
        self.thanks.clear();
        if self.discerns {
            self.thanks = self.thanks_given();
        }
        self.had.clear();
        if self.acts {
            self.had = self.what_came();
            self.thanks.extend(self.thanks_for_what_came());
        }
    }

    /// Finds the clauses that speak for themselves: what is recognised stands within one. « Mon dossier, où en
    /// est-il ? » is one, for a noun alone says nothing.
    fn raise_walls(&mut self) {
        let words = self.words.len();
        let mut starts = self.clauses.clone();
        starts.extend((0..words).filter(|at| {
            let may = self.text(*at) == "puis" && *at + 1 < words && self.text(*at + 1) == "je";
            JOINS.contains(&self.text(*at)) && !may
        }));
        starts.push(0);
        starts.push(words);
        starts.retain(|start| *start <= words);
        starts.sort_unstable();
        starts.dedup();
        let speaks = |part: &[usize]| {
            (part[0]..part[1]).any(|at| {
                self.is(at, Class::WANTS.and(Class::FAILS).and(Class::BEGINS))
                    || SPEAKS.contains(&self.text(at))
            })
        };
        // « Mon colis n'est pas là, où est-il ? » asks of what was named before.
        let goes_on = |part: &[usize]| {
            let names = |at: usize| self.words[at].class.counts() && !is_bound(self.text(at));
            (part[0]..part[1]).any(|at| RESUMES.contains(&self.text(at)))
                && !(part[0]..part[1]).any(names)
        };
        let mut walls = Vec::new();
        let mut spoken = false;
        for part in starts.windows(2) {
            if speaks(part) && !goes_on(part) {
                if spoken {
                    walls.push(part[0]);
                }
                spoken = true;
            }
        }
        self.walls = walls;
    }

    /// What is asked for stands for its nouns: « Combien de temps dure … ? » asks for the « durée ».
    fn lend(&mut self, recogniser: &Recogniser) {
        let last = self.words.len().saturating_sub(1);
        let mut lent = std::mem::take(&mut self.lent);
        let word = |at: usize| self.words.get(at).map_or("", |word| self.of(word));
        // Accents are gone here: « ou » asks at either end, and before a verb of being.
        let place = |at: usize| {
            at == 0
                || at == last
                || self.clauses.contains(&at)
                || ["est", "se", "sont", "a", "aura", "puis"].contains(&word(at + 1))
        };
        for demand in demands(0..self.words.len(), &word, &place) {
            // Who reads « quelle est la date » reads its noun.
            if demand.at.clone().any(|at| noun(word(at)).is_some()) || demand.of.is_some() {
                continue;
            }
            let nouns = recogniser.nouns.iter();
            let nouns = nouns.filter(|(asked, _)| *asked == demand.asked);
            lent.extend(nouns.map(|(_, number)| (*number, demand.at.start)));
        }
        self.places
            .extend(lent.iter().map(|(number, at)| (*number, (*at, false))));
        self.lent = lent;
    }

    /// Whether a cue stands here only because what is asked for is one of its nouns.
    fn is_lent(&self, cue: &Cue, at: &[Place]) -> bool {
        self.lent.iter().any(|(number, place)| {
            cue.words.contains(number)
                && at.iter().any(|(own, _)| own == place)
                && self.at(*number).all(|(other, _)| other == place)
        })
    }

    /// Whether everything that the sentence names is of the intention of a cue.
    fn is_all_of(&self, recogniser: &Recogniser, cue: &Cue) -> bool {
        (0..self.words.len()).all(|at| {
            let before = at.checked_sub(1).map_or("", |at| self.text(at));
            !self.words[at].class.counts()
                || is_bound(self.text(at))
                || is_light(self.text(at), before)
                || is_lasting(self.text(at))
                || self.belongs(recogniser, at, cue.intention)
                || self.is_of_trade(recogniser, at)
        })
    }

    /// Whether a word is one of some words of the registry, or a form of one.
    pub(super) fn is_any_of(&self, recogniser: &Recogniser, at: usize, words: &[u32]) -> bool {
        let root = |number: &u32| recogniser.roots[*number as usize];
        let mut here = self.places.iter().filter(|(_, (place, _))| *place == at);
        here.any(|(number, _)| words.iter().any(|word| root(word) == root(number)))
    }

    /// Whether two words stand in one clause.
    fn is_together(&self, one: usize, other: usize) -> bool {
        let (first, last) = (one.min(other), one.max(other));
        !self
            .walls
            .iter()
            .any(|wall| (first + 1..=last).contains(wall))
    }

    pub(super) fn text(&self, at: usize) -> &str {
        self.of(&self.words[at])
    }

    pub(super) fn of(&self, word: &Said) -> &str {
        &self.letters[word.at.clone()]
    }

    pub(super) fn is(&self, at: usize, class: Class) -> bool {
        self.words[at].class.is(class)
    }

    /// Where a word of the registry stands.
    fn at(&self, word: u32) -> impl Iterator<Item = &Place> + Clone {
        let first = self.places.partition_point(|(number, _)| *number < word);
        let same = self.places[first..].iter();
        same.take_while(move |(number, _)| *number == word)
            .map(|(_, place)| place)
    }

    fn has(&self, word: u32) -> bool {
        self.at(word).next().is_some()
    }

    /// Where the words of a cue stand, if all of them do, near each other.
    pub(super) fn places(&self, cue: &Cue) -> Option<Vec<Place>> {
        let (first, others) = cue.words.split_first()?;
        if !self.has(*first) || !others.iter().all(|word| self.has(*word)) {
            return None;
        }
        let mut best: Option<Vec<Place>> = None;
        for start in self.at(*first) {
            let mut at = vec![*start];
            for wanted in others {
                let near = self.at(*wanted);
                let near = near.filter(|(place, _)| at.iter().all(|(taken, _)| taken != place));
                let near = near.filter(|(place, _)| self.is_together(start.0, *place));
                let near = near.min_by_key(|(place, slip)| (place.abs_diff(start.0), *slip));
                at.extend(near.copied());
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

    /// Whether the words of a trigger that say nothing by themselves stand around its only one.
    pub(super) fn says_around(&self, cue: &Cue, at: &[Place]) -> bool {
        let (Some((before, behind)), [(place, _)]) = (&cue.around, at) else {
            return true;
        };
        let word = |at: usize| self.words.get(at).map_or("", |word| self.of(word));
        let mut behind = behind.iter().zip(place + 1..);
        *place >= before.len()
            && before
                .iter()
                .zip(place - before.len()..)
                .all(|(one, at)| one == word(at))
            && behind.all(|(one, at)| one == word(at))
    }

    /// Something was recognised by these words.
    pub(super) fn meet(&mut self, at: &[Place]) {
        self.met.extend(at.iter().map(|(place, _)| Met {
            at: *place,
            score: u64::MAX,
            intention: None,
            refused: false,
            negative: false,
            cue: None,
            decides: false,
        }));
    }

    /// Whether a word is known for nothing, neither to the registry nor at all.
    pub(super) fn is_foreign(&self, at: usize) -> bool {
        let mut hits = self.places.iter();
        self.words[at].class == Class::default() && hits.all(|(_, (place, _))| *place != at)
    }

    /// Whether a word is surely one of the registry.
    pub(super) fn is_meant(&self, at: usize) -> bool {
        let mut hits = self.places.iter();
        hits.any(|(_, (place, slip))| *place == at && !slip)
    }

    /// Whether a word is one of the trade, which may stand beside anything.
    pub(super) fn is_of_trade(&self, recogniser: &Recogniser, at: usize) -> bool {
        let mut here = self.places.iter().filter(|(_, (place, _))| *place == at);
        here.any(|(number, _)| recogniser.beside.binary_search(number).is_ok())
    }

    /// Whether a word is one by which an intention may be recognised.
    pub(super) fn belongs(&self, recogniser: &Recogniser, at: usize, intention: usize) -> bool {
        let own = &recogniser.vocabulary[intention];
        let mut here = self.places.iter().filter(|(_, (place, _))| *place == at);
        here.any(|(number, _)| own.binary_search(number).is_ok())
    }

    /// What the sentence wants; cues of which too few words stand here are not looked at.
    pub(super) fn intentions(&mut self, recogniser: &Recogniser) -> Vec<Recognised> {
        let mut met = std::mem::take(&mut self.scratch.met);
        met.clear();
        for same in self.places.chunk_by(|one, other| one.0 == other.0) {
            met.extend_from_slice(recogniser.cues_of(same[0].0));
        }
        met.sort_unstable();
        met.dedup();
        let counts_here = self.words.iter().filter(|word| word.class.counts()).count();
        // What was recognised, where, and whether it is an example of which words are missing.
        let mut found: Vec<(Recognised, Vec<usize>, bool)> = Vec::new();
        let mut understood = std::mem::take(&mut self.met);
        for number in &met {
            let cue = &recogniser.cues[*number as usize];
            let heard = if cue.example {
                self.alike(cue, counts_here)
            } else {
                self.certain(cue)
            };
            let Some((score, at)) = heard else {
                continue;
            };
            let act = self.act(recogniser, cue, &at);
            if act == Act::Names
                || self.is_against(recogniser, cue)
                || (self.exact && self.is_lent(cue, &at) && !self.is_all_of(recogniser, cue))
            {
                continue;
            }
            let recognised = Recognised {
                intention: cue.intention,
                score: score as u64,
            };
            // What is refused is understood as well; and an example is the whole sentence.
            let whole = cue.example && !self.accounts;
            let whole = 0..if whole { self.words.len() } else { 0 };
            let own = at.iter().map(|(place, _)| *place).chain(whole);
            understood.extend(own.map(|at| Met {
                at,
                score: recognised.score,
                intention: Some(cue.intention),
                refused: !act.is_wanted(),
                negative: cue.negative,
                cue: Some(*number),
                decides: act.is_read(),
            }));
            if self.acts && act == (Act::Denies { read: true }) {
                self.disowned.push(cue.intention);
            }
            if !act.is_wanted() {
                continue;
            }
            if self.acts && self.asks_plainly((recogniser, cue), &at, score) {
                self.asked.push(cue.intention);
            }
            let mut places: Vec<usize> = at.into_iter().map(|(place, _)| place).collect();
            places.sort_unstable();
            places.dedup();
            let missing = cue.example && places.len() < cue.words.len();
            found.push((recognised, places, missing));
        }
        self.scratch.met = met;
        self.met = understood;
        // The words of a longer cue are not heard a second time by a shorter one.
        let kept = found.iter().filter(|(one, at, missing)| {
            !found.iter().any(|(other, around, fewer)| {
                let within = |place: &usize| around.binary_search(place).is_ok();
                // « Comment se passe l'épreuve théorique ? » is no example about the « épreuve pratique ».
                let qualifies = self.discerns
                    && *missing
                    && !fewer
                    && at.iter().any(within)
                    && around.iter().any(|place| at.binary_search(place).is_err());
                other.intention != one.intention
                    && ((around.len() > at.len() && at.iter().all(within)) || qualifies)
            })
        });
        let kept: Vec<_> = kept.collect();
        if self.acts {
            self.related = self.related_by(recogniser, &kept);
        }
        kept.into_iter()
            .map(|(recognised, _, _)| *recognised)
            .collect()
    }

    /// Where one clause speaks of two things that are wanted, and nothing joins them: « J'annule ma demande de report »,
    /// « La théorie est-elle le même jour que la pratique ? » relate one to the other.
    fn related_by(
        &self,
        recogniser: &Recogniser,
        kept: &[&(Recognised, Vec<usize>, bool)],
    ) -> Vec<usize> {
        // What only dates it tells nothing apart, and what does not work is of something.
        let says = |at: usize| !is_bound(self.text(at)) && !is_date(self.text(at));
        let apart =
            |one: &[usize], other: &[usize]| one.iter().any(|at| !other.contains(at) && says(*at));
        let fails = |intention: usize| recogniser.failing[intention];
        let mut related = Vec::new();
        for (number, (one, at, _)) in kept.iter().enumerate() {
            for (other, around, _) in &kept[number + 1..] {
                let thanks = [one.intention, other.intention]
                    .iter()
                    .any(|intention| recogniser.thanks == Some(*intention));
                if one.intention == other.intention
                    || thanks
                    || fails(one.intention)
                    || fails(other.intention)
                    || !apart(at, around)
                    || !apart(around, at)
                {
                    continue;
                }
                let all = || at.iter().chain(around).copied();
                let (Some(first), Some(last)) = (all().min(), all().max()) else {
                    continue;
                };
                let joined = (first..=last).any(|at| ALSO.contains(&self.text(at)));
                if self.clause_of(first) == self.clause_of(last) && !joined {
                    related.extend([first, last]);
                }
            }
        }
        related.sort_unstable();
        related.dedup();
        related
    }

    /// How much an example is like this sentence: as many words in common as there are in both, roughly.
    fn alike(&self, cue: &Cue, counts_here: usize) -> Option<(usize, Vec<Place>)> {
        let there = cue.words.iter().filter(|word| self.has(**word)).count();
        let all = cue.words.len() + counts_here - there;
        let alike = 100 * there / all.max(1);
        if alike < ALIKE {
            return None;
        }
        let places = cue.words.iter();
        let places = places.filter_map(|word| self.at(*word).next().copied());
        let places: Vec<Place> = places.collect();
        // « Je n'ai pas reçu … » is no example of « J'ai reçu … ».
        if self.strict && cue.negative && !self.is_denied(&places) {
            return None;
        }
        Some((alike.min(95), places))
    }

    /// How certain a trigger is, by its words, their slips and what stands between them.
    fn certain(&self, cue: &Cue) -> Option<(usize, Vec<Place>)> {
        let at = self.places(cue)?;
        if cue.negative && !self.is_denied(&at) {
            return None;
        }
        let slips = at.iter().filter(|(_, slip)| *slip).count();
        let spaced = self.between(&at);
        let score = 60 + 12 * at.len().min(3);
        Some((score.saturating_sub(8 * slips + 2 * spaced), at))
    }

    /// Words between those of a cue that say something themselves.
    fn between(&self, at: &[Place]) -> usize {
        let places = || at.iter().map(|(place, _)| *place);
        let (Some(first), Some(last)) = (places().min(), places().max()) else {
            return 0;
        };
        let others = (first..last).filter(|place| places().all(|own| own != *place));
        let others = others.filter(|place| self.words[*place].class.counts());
        others.count()
    }

    fn is_against(&self, recogniser: &Recogniser, cue: &Cue) -> bool {
        let mut against = recogniser.against[cue.intention].iter();
        against.any(|against| against.words.iter().all(|word| self.has(*word)))
    }
}

/// What adds one thing to another.
static ALSO: WordSet = WordSet::of(&[
    "et",
    "and",
    "ainsi",
    "aussi",
    "also",
    "puis",
    "then",
    "egalement",
    "plus",
]);

/// What stands for something that was named before.
static RESUMES: WordSet = WordSet::of(&["il", "elle", "ils", "elles", "it", "they"]);

/// What joins a clause to the one before it.
static JOINS: WordSet = WordSet::of(&[
    "et",
    "and",
    "ou",
    "or",
    "mais",
    "but",
    "car",
    "parce",
    "puisque",
    "puisqu",
    "because",
    "puis",
    "then",
    "sinon",
    "otherwise",
    "tandis",
    "whereas",
]);

/// What only a clause has that speaks for itself: a subject, or a form of being or having.
static SPEAKS: WordSet = WordSet::of(&[
    "je", "j", "tu", "il", "elle", "on", "nous", "vous", "ils", "elles", "qui", "i", "we", "you",
    "he", "she", "they", "it", "est", "sont", "suis", "etes", "sommes", "etait", "sera", "ai",
    "avons", "avez", "ont", "is", "are", "was", "have", "has", "faut", "combien", "pourquoi",
    "comment",
]);

/// How much of 100 an example must be like a sentence.
const ALIKE: usize = 60;

/// Words of an example that must stand in a sentence, at least: with fewer it cannot be alike, however short
/// the sentence is.
pub(super) fn least_of_example(words: usize) -> usize {
    // alike = there / (words + here - there) and here is 1 or more.
    (ALIKE * (words + 1)).div_ceil(100 + ALIKE).max(1)
}

fn spread(at: &[Place]) -> usize {
    let places = at.iter().map(|(place, _)| *place);
    let (least, most) = (places.clone().min(), places.max());
    most.unwrap_or(0) - least.unwrap_or(0) + 1
}
