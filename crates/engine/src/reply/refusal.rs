//! Whether what stands in a sentence is said not to be wanted.

use super::lexicon::Class;
use super::sentence::{Place, Sentence};
use logic::text::WordSet;

impl Sentence {
    /// Whether a denial stands near.
    pub(super) fn is_denied(&self, at: &[Place]) -> bool {
        let places = || at.iter().map(|(place, _)| *place);
        let (Some(first), Some(last)) = (places().min(), places().max()) else {
            return false;
        };
        let near = first.saturating_sub(4)..(last + 4).min(self.words.len());
        near.into_iter()
            .any(|at| self.denies_at(at) || matches!(self.text(at), "rien" | "nothing" | "cannot"))
    }

    /// Whether what stands there is said not to be wanted.
    pub(super) fn is_refused(&self, at: &[Place]) -> bool {
        let Some(first) = at.iter().map(|(place, _)| *place).min() else {
            return false;
        };
        let start = self.clause_of(first);
        if self.careful && self.is_declined(at, start, first) {
            return true;
        }
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
        let mut wanting = around.clone().filter(|at| self.is(*at, Class::WANTS));
        wanting.any(|verb| {
            let near = verb.saturating_sub(3).max(start)..(verb + 3).min(first);
            near.clone()
                .any(|at| self.denies_at(at) && !self.asks_at(at))
        })
    }

    /// Whether what is refused there says what somebody decides: « je ne veux plus annuler », and not « ce n'est pas une
    /// question de … », « pas besoin de … ».
    pub(super) fn decides(&self, at: &[Place]) -> bool {
        let places = || at.iter().map(|(place, _)| *place);
        let (Some(first), Some(last)) = (places().min(), places().max()) else {
            return false;
        };
        let start = self.clause_of(first);
        let mut clause = start..=last;
        // « Je ne veux pas annuler, seulement décaler … »: what is wanted instead says it.
        let no_more = (start..last).any(|at| self.text(at) == "plus" && self.denies_at(at));
        let instead = Class::TURNS.and(Class::WANTS);
        let mut behind = first + 1..self.words.len();
        let is_contrast = !no_more && behind.any(|at| self.is(at, instead));
        // « Si je ne suis pas admis, … » decides nothing either.
        let mut before = start..first;
        let is_condition = before.any(|at| matches!(self.text(at), "si" | "s" | "if"));
        !is_contrast
            && !is_condition
            && !self.is_another(start, first)
            && !clause.any(|at| ONLY_DECLINED.contains(&self.text(at)))
    }

    /// Whether a denial only asks politely: « Ne pourriez-vous pas … ? », “Couldn't you …?”. The subject
    /// stands behind its verb there.
    pub(super) fn asks_at(&self, at: usize) -> bool {
        let text = |at: usize| self.words.get(at).map_or("", |word| self.of(word));
        let start = self.clause_of(at);
        match text(at) {
            "pas" => {
                let mut subject = at;
                while subject > start && SOFTENS.contains(&text(subject - 1)) {
                    subject -= 1;
                }
                // « ne + verb + subject + pas », in everyday speech without « ne ».
                if subject < start + 2 || !SUBJECTS.contains(&text(subject - 1)) {
                    return false;
                }
                let verb = subject - 2;
                let mut before = verb.saturating_sub(3).max(start)..verb;
                let opens = before.any(|at| matches!(text(at), "ne" | "n"));
                !SUBJECTS.contains(&text(verb)) && (opens || ASKED.contains(&text(verb)))
            }
            "ne" | "n" => (at + 2..(at + 6).min(self.words.len()))
                .any(|pas| text(pas) == "pas" && self.asks_at(pas)),
            "t" => {
                let opens = at > 0 && (at - 1 == start || self.is_greeting(start..at - 1));
                opens
                    && AUXILIARIES.contains(&text(at - 1))
                    && matches!(text(at + 1), "you" | "i" | "we" | "it" | "there" | "one")
            }
            _ => false,
        }
    }

    fn is_greeting(&self, mut words: std::ops::Range<usize>) -> bool {
        words.all(|at| {
            self.is(at, Class::POLITE)
                || matches!(self.text(at), "so" | "and" | "or" | "sir" | "team")
        })
    }

    /// Where the clause begins in which a word stands; a refusal ends with its clause.
    pub(super) fn clause_of(&self, place: usize) -> usize {
        let starts = self.clauses.iter().copied();
        starts.filter(|start| *start <= place).max().unwrap_or(0)
    }

    /// Whether a denial stands right before a word, but for small ones, and then whether it refuses it.
    pub(super) fn is_denied_before(&self, place: usize) -> Option<bool> {
        let text = |at: usize| self.text(at);
        let start = self.clause_of(place);
        let mut before = place;
        while before > start && self.is(before - 1, Class::SMALL) {
            before -= 1;
        }
        if before == start {
            return None;
        }
        let denial = text(before - 1);
        // « don't … », whose « t » is a small word.
        if denial == "dont" || (denial == "don" && text(before) == "t") {
            return (!self.asks_at(before)).then_some(true);
        }
        let denies = matches!(denial, "pas" | "sans" | "ni" | "not" | "without" | "no")
            || (denial == "plus" && self.is_no_more(start, before - 1));
        if !denies || self.asks_at(before - 1) {
            return None;
        }
        // « Je n'ai pas demandé … »: what was not wanted is not missing.
        if self.careful && self.is(place, Class::WANTS) {
            return Some(true);
        }
        // « ne … pas »: denied is what the verb between says, « n'ai toujours pas … » denies having it.
        let mut behind = before - 1;
        while behind > start && matches!(text(behind - 1), "toujours" | "encore" | "vraiment") {
            behind -= 1;
        }
        Some(behind == start || !self.is(behind - 1, Class::HAS))
    }

    /// « Ne m'envoyez plus … »; but « je ne peux plus … » says what fails.
    fn is_no_more(&self, start: usize, plus: usize) -> bool {
        let mut before = start..plus;
        self.careful
            && before.any(|at| matches!(self.text(at), "ne" | "n"))
            && plus > start
            && !self.is(plus - 1, Class::HAS.and(Class::FAILS))
    }

    /// « Inutile de … », « je refuse … », “no need to …”: declined before it is named.
    fn is_declined(&self, at: &[Place], start: usize, first: usize) -> bool {
        (first.saturating_sub(8).max(start)..first).any(|begins| {
            let declines = |words: &&[&str]| {
                let ends = begins + words.len();
                let mut all = words.iter().zip(begins..);
                ends <= first
                    && first - ends <= 4
                    && all.all(|(word, place)| {
                        self.text(place) == *word && at.iter().all(|(own, _)| *own != place)
                    })
            };
            DECLINES.iter().any(declines)
        })
    }

    /// « ne … pas » around a verb that is one of the words themselves: « je ne choisis pas … ».
    fn is_denied_verb(&self, place: usize) -> bool {
        let text = |at: usize| self.text(at);
        if self.is(place, Class::HAS.and(Class::FAILS)) {
            return false;
        }
        let start = self.clause_of(place);
        let mut before = place;
        while before > start && self.is(before - 1, Class::SMALL) && text(before - 1) != "je" {
            before -= 1;
        }
        let opens = before > start && matches!(text(before - 1), "ne" | "n");
        let mut behind = (place + 1..self.words.len()).take(2);
        opens
            && behind.any(|at| {
                matches!(text(at), "pas" | "plus" | "jamais" | "point") && !self.asks_at(at)
            })
    }

    /// Whether a word denies something where it stands: « en plus », « plus tard » do not.
    pub(super) fn denies_at(&self, at: usize) -> bool {
        let text = |at: usize| self.words.get(at).map_or("", |word| self.of(word));
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
        self.is(at, Class::DENIES)
    }

    /// « ce n'est pas une question de … », « rien à voir avec … »: it is about something else.
    fn is_another(&self, start: usize, first: usize) -> bool {
        let text = |at: usize| self.text(at);
        let is = |at: usize, words: &[&str]| {
            let mut all = words.iter().enumerate();
            at + words.len() <= first && all.all(|(more, word)| text(at + more) == *word)
        };
        (first.saturating_sub(8).max(start)..first).any(|at| {
            let behind = OTHERWISE
                .iter()
                .find_map(|words| is(at, words).then_some(at + words.len()));
            let behind = behind.filter(|behind| !(at..*behind).any(|at| self.asks_at(at)));
            behind.is_some_and(|behind| {
                // « ce n'est pas normal que … », « la première fois que … » say what is wanted.
                let mut between = (behind..first).map(text);
                let named =
                    behind == first || self.is(behind, Class::SMALL) || text(behind) == "pour";
                named
                    && first - behind <= 4
                    && !between.any(|word| matches!(word, "que" | "qu" | "qui" | "that" | "fois"))
            })
        })
    }

    /// « … ne me convient pas », « … does not suit me ».
    fn does_not_suit(&self, at: &[Place]) -> bool {
        let Some(last) = at.iter().map(|(place, _)| *place).max() else {
            return false;
        };
        let ends = self.clauses.iter().copied().filter(|start| *start > last);
        // A sentence that was cut at its bound may end before its clause does.
        let end = ends.min().unwrap_or(usize::MAX).min(self.words.len());
        // The verb may be one of its own words: « la date me convient ».
        let mut own = at.iter().filter(|(place, _)| self.is(*place, Class::SUITS));
        let denies = |at: usize| self.is(at, Class::DENIES);
        if own.any(|(verb, _)| (verb.saturating_sub(3)..end.min(verb + 3)).any(denies)) {
            return true;
        }
        let behind = last + 1..end.min(last + 9);
        let Some(verb) = behind.clone().find(|at| self.is(*at, Class::SUITS)) else {
            return false;
        };
        let between = (last + 1..verb).filter(|at| self.words[*at].class.counts());
        let mut around = last + 1..behind.end.min(verb + 3);
        between.count() <= 2 && around.any(denies)
    }
}

/// What says that something is not needed, or not what is asked, and decides nothing.
static ONLY_DECLINED: WordSet = WordSet::of(&[
    "besoin",
    "need",
    "needed",
    "utile",
    "inutile",
    "necessaire",
    "peine",
    "sans",
    "without",
    "ni",
    "demande",
    "demandais",
    "demandons",
    "ask",
    "asking",
    "asked",
    "cherche",
    "looking",
    "agit",
    "concerne",
    "parle",
    "about",
    "question",
    "lieu",
    "fais",
]);

/// What says that something else is meant than what follows.
const OTHERWISE: [&[&str]; 6] = [
    &["ce", "n", "est", "pas"],
    &["c", "est", "pas"],
    &["rien", "a", "voir", "avec"],
    &["this", "is", "not"],
    &["it", "is", "not"],
    &["isn", "t"],
];

/// What declines what follows.
const DECLINES: [&[&str]; 24] = [
    &["inutile"],
    &["pas", "la", "peine"],
    &["au", "lieu", "de"],
    &["au", "lieu", "d"],
    &["plutot", "que"],
    &["plutot", "qu"],
    &["hors", "de", "question"],
    &["loin", "de", "moi"],
    &["pas", "l", "intention"],
    &["pas", "envie"],
    &["je", "renonce"],
    &["je", "refuse"],
    &["je", "retire"],
    &["oubliez"],
    &["laissez", "tomber"],
    &["arretez"],
    &["cessez"],
    &["no", "need"],
    &["rather", "than"],
    &["instead", "of"],
    &["i", "refuse"],
    &["i", "decline"],
    &["forget"],
    &["stop"],
];

/// Subjects behind their verb.
static SUBJECTS: WordSet = WordSet::of(&[
    "vous", "tu", "on", "il", "elle", "nous", "je", "ils", "elles", "ce",
]);

/// Verbs that ask when their subject stands behind them, even where « ne » is left out.
static ASKED: WordSet = WordSet::of(&[
    "pourriez", "pouvez", "pourrait", "pourrais", "peut", "peux", "puis", "serait", "voudriez",
    "auriez",
]);

/// What may stand between a subject and its « pas ».
static SOFTENS: WordSet = WordSet::of(&["donc", "vraiment", "plutot", "simplement", "peut"]);

/// What a “not” is joined to where it asks.
static AUXILIARIES: WordSet = WordSet::of(&[
    "couldn", "can", "won", "wouldn", "isn", "aren", "shouldn", "don", "doesn", "mightn",
]);
