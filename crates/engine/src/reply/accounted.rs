//! Whether every word of a sentence is accounted for by what was read in it.
//!
//! A word that says something is accounted for where something was recognised by it, where it belongs to
//! what was recognised in its clause, or where it only binds, asks or dates. All others are left over: who
//! wrote may want something by them that nobody read.

use super::binds::BINDS;
use super::dated::{Known, Times};
use super::detect::Recogniser;
use super::grammar;
use super::lexicon::Class;
use super::sentence::{Met, Place};
use super::understood::{View, is_greeting};
use logic::text::WordSet;
use std::ops::Range;

/// What is known of the words of a sentence besides what they are.
pub(super) struct Account<'a> {
    /// Words that something was recognised by.
    pub(super) met: &'a [usize],
    /// Whether a word belongs to something that was recognised here.
    pub(super) belongs: &'a dyn Fn(usize) -> bool,
    /// Names of the case, folded.
    pub(super) names: &'a [String],
    /// The sentence goes on with the one before: « M. Dupont ».
    pub(super) joined: bool,
    /// What is known besides, where no word is free.
    pub(super) strictly: Option<Strictly<'a>>,
}

/// What is known where no word is free.
#[derive(Clone, Copy)]
pub(super) struct Strictly<'a> {
    /// Whether a word may stand beside anything.
    pub(super) of_trade: &'a dyn Fn(usize) -> bool,
    /// What was recognised.
    pub(super) met: &'a [&'a Met],
    /// What is compared besides.
    pub(super) exactly: Option<Exactly<'a>>,
}

/// What a sentence is compared with: what its intentions answer, and the times that the facts give.
#[derive(Clone, Copy)]
pub(super) struct Exactly<'a> {
    pub(super) recogniser: &'a Recogniser,
    pub(super) known: Option<Known<'a>>,
    /// Words that turn something round are only those of the registry.
    pub(super) guarded: bool,
    /// What is asked for must be said.
    pub(super) proves: bool,
}

impl View<'_> {
    /// The words that nothing accounts for, as they were written.
    pub(super) fn left_over(&self, account: &Account) -> Vec<String> {
        let mut left = Vec::new();
        let mut met_before = false;
        // What joins is no word by which a clause is recognised.
        let joins =
            |at: &usize| self.sentence.text(*at) == "ou" && !self.is_where(*at, account.met);
        let met: Vec<usize> = account
            .met
            .iter()
            .copied()
            .filter(|at| !joins(at))
            .collect();
        let account = &Account {
            met: &met,
            ..*account
        };
        let exactly = account.strictly.and_then(|strictly| strictly.exactly);
        let known = exactly.and_then(|exactly| exactly.known);
        let met = account.strictly.iter().flat_map(|strictly| strictly.met);
        let wanted: Vec<usize> = met.filter_map(|met| met.intention).collect();
        let times = known.map(|known| self.times(&known, &wanted));
        let times = times.unwrap_or_default();
        let guarded = exactly.is_some_and(|exactly| exactly.guarded);
        for clause in self.parts(account.met) {
            let meets = clause.clone().any(|at| account.met.contains(&at));
            // « …, voici le nouveau : 06 12 34 56 78 »
            let is_number =
                met_before && clause.clone().all(|at| !self.says(at) || self.counts(at));
            let is_time = guarded && clause.clone().any(|at| times.open.contains(&at));
            if !is_number || is_time {
                self.leave(&clause, account, &times, &mut left);
            }
            met_before |= meets;
        }
        left
    }

    /// The clauses of the sentence: marks part them, and words that join one to another, add something, or
    /// begin to speak again.
    pub(super) fn parts(&self, met: &[usize]) -> Vec<Range<usize>> {
        let words = self.sentence.words.len();
        let mut starts = self.breaks.clone();
        starts.extend((0..words).filter(|at| {
            let text = self.sentence.text(*at);
            // « où » is no « ou », nor is what somebody recognised something by.
            let is_where = text == "ou" && self.is_where(*at, met);
            // « puis-je » asks, and « puis » goes on.
            let may = text == "puis" && *at + 1 < words && self.sentence.text(*at + 1) == "je";
            let joins = (PARTS.contains(&text) && !is_where && !may) || ADDS.contains(&text);
            joins || self.begins_again(*at)
        }));
        starts.push(0);
        starts.retain(|start| *start < words);
        starts.sort_unstable();
        starts.dedup();
        let ends = starts.iter().skip(1).copied().chain([words]);
        let starts = starts.iter().copied();
        starts.zip(ends).map(|(from, to)| from..to).collect()
    }

    /// Whether « ou » asks where: it has its accent, or, where none has, it is the first, something was
    /// recognised by one, and nothing of that stands before it: « mon dossier est complet ou … » does not.
    pub(super) fn is_where(&self, at: usize, met: &[usize]) -> bool {
        let is_or = |at: &usize| self.sentence.text(*at) == "ou";
        let has_accent = |at: usize| self.word(at).contains(['ù', 'Ù']);
        let mut all = (0..self.sentence.words.len()).filter(is_or);
        let leads = !met.iter().any(|met| *met < at && self.says(*met));
        let is_first = all.clone().next() == Some(at) && met.iter().any(is_or) && leads;
        has_accent(at) || (is_first && !all.any(has_accent))
    }

    /// « … mon dossier je voudrais … », « … ma session combien … »: behind a word that says something, and
    /// that no hyphen joins to it.
    fn begins_again(&self, at: usize) -> bool {
        let text = self.sentence.text(at);
        let begins = AGAIN.contains(&text) || self.inquires(at);
        begins
            && at > 0
            && !self.hyphens.contains(&at)
            && self.says(at - 1)
            && !is_one_of(&BINDS, self.sentence.text(at - 1))
    }

    pub(super) fn inquires(&self, at: usize) -> bool {
        match self.sentence.text(at) {
            "ou" => self.word(at).contains(['ù', 'Ù']),
            text => text == "quand" || INQUIRES.contains(&text),
        }
    }

    /// Whether a word is a number, or begins with one: « 12h30 ».
    fn counts(&self, at: usize) -> bool {
        self.sentence
            .text(at)
            .starts_with(|c: char| c.is_ascii_digit())
    }

    pub(super) fn says(&self, at: usize) -> bool {
        let text = self.sentence.text(at);
        self.sentence.words[at].class.counts() && text.chars().nth(1).is_some()
    }

    /// Whether words stand only in clauses that wish, greet or close: « Bonne journée » speaks of no day.
    pub(super) fn only_wishes(&self, at: &[Place]) -> bool {
        let clauses = self.parts(&[]);
        at.iter().all(|(place, _)| {
            let mut clauses = clauses.iter();
            let clause = clauses.find(|clause| clause.contains(place));
            clause.is_some_and(|clause| {
                let mut words = clause.clone().map(|at| self.sentence.text(at));
                self.is_courtesy_in(clause.clone()) && !words.any(|word| HURRIES.contains(&word))
            })
        })
    }

    fn leave(
        &self,
        clause: &Range<usize>,
        account: &Account,
        times: &Times,
        left: &mut Vec<String>,
    ) {
        let sentence = self.sentence;
        let is_met = |at: usize| account.met.contains(&at);
        let meets = clause.clone().any(is_met);
        if !meets && self.is_courtesy_in(clause.clone()) {
            return;
        }
        let belongs = meets || ADDS.contains(&sentence.text(clause.start));
        let strict = account.strictly.filter(|_| meets);
        let over = |at: usize| grammar::is_over(self, clause, at);
        let is_past = account.strictly.is_some() && clause.clone().any(over);
        let dates = meets || (self.only_dates(clause) && !is_past);
        let compared = account.strictly.and_then(|strictly| {
            let exactly = strictly.exactly?;
            Some(self.compared(clause, account, (&strictly, &exactly), times))
        });
        let told = compared.as_ref().map(|compared| compared.told);
        let turned =
            strict.map(|strictly| grammar::turns(self, clause, strictly.met, account.met, told));
        let turned = turned.unwrap_or_default();
        let compared = compared.unwrap_or_default();
        let guarded = account.strictly.and_then(|strictly| {
            let exactly = strictly.exactly.filter(|exactly| exactly.guarded)?;
            Some(self.turned_round(clause, account, &strictly, &exactly))
        });
        let is_guarded = guarded.is_some();
        let guarded = guarded.unwrap_or_default();
        let (mut open, mut named) = (Vec::new(), account.joined && clause.start == 0);
        for at in clause.clone() {
            let text = sentence.text(at);
            let is_name = account.names.iter().any(|name| name == text)
                || (named && self.is_name(at..at + 1));
            // « le dossier de M. Haddad » speaks of him, « Bonjour M. Haddad » to him.
            let of = at > clause.start && is_of(sentence.text(at - 1)) && strict.is_some();
            named = is_name || (is_one_of(&TITLES, text) && !of);
            let asks = !meets && self.asks_by(clause, at);
            let is_number = dates && self.counts(at);
            let accounted = is_met(at)
                || compared.accounted.contains(&at)
                || is_name
                || is_number
                || !self.says(at)
                || is_one_of(&BINDS, text)
                || (sentence.acts && sentence.reminds(at))
                || (dates && is_one_of(&DATES, text))
                || (belongs && (account.belongs)(at))
                || strict.is_some_and(|strictly| {
                    let proves = strictly.exactly.is_some_and(|exactly| exactly.proves);
                    let own = proves && self.is_own_doing(at);
                    (strictly.of_trade)(at) || (self.asks_for(at) && !own)
                });
            // « Qui a validé mon dossier ? » asks something else than what was recognised in it.
            let points = strict.is_some()
                && POINTS.contains(&text)
                && !is_met(at)
                && !(account.belongs)(at)
                && !compared.accounted.contains(&at);
            let asks = asks && !compared.accounted.contains(&at);
            let said = turned.is_empty() && compared.said.contains(&at);
            let given = is_guarded && times.given.contains(&at);
            let turned = turned.contains(&at) && !given;
            let is_open = said || compared.open.contains(&at) || guarded.contains(&at);
            if asks || !accounted || points || is_open || turned {
                open.push(self.word(at).to_owned());
            }
        }
        // What was recognised says what a few words beside it are about. So it was until none was free.
        if !meets || open.len() > BESIDE || account.strictly.is_some() {
            left.extend(open);
        }
    }

    /// Whether a clause names nothing itself: « …, c'est quand ? »
    pub(super) fn names_nothing(&self, clause: &Range<usize>) -> bool {
        clause.clone().all(|at| {
            !self.says(at) || is_bound(self.sentence.text(at)) || is_date(self.sentence.text(at))
        })
    }

    /// Whether a word only asks for what stands beside it, waits for it, or says that it suits or fails.
    fn asks_for(&self, at: usize) -> bool {
        let wants = Class::WANTS.and(Class::SUITS).and(Class::FAILS);
        let text = self.sentence.text(at);
        self.sentence.is(at, wants) || ASKS_FOR.contains(&text) || is_greeting(text)
    }

    /// « À quelle heure dois-je arriver ? » asks of who comes, and not of what does.
    fn is_own_doing(&self, at: usize) -> bool {
        let mut before = (at.saturating_sub(3)..at).map(|at| self.sentence.text(at));
        self.sentence.text(at) == "arriver"
            && before.any(|word| matches!(word, "je" | "nous" | "on" | "faut"))
    }

    /// Whether a clause only says when: « depuis deux semaines ». « et demain » may ask, as may « je voudrais
    /// le 12 ».
    fn only_dates(&self, clause: &Range<usize>) -> bool {
        let text = |at: usize| self.sentence.text(at);
        clause.clone().any(|at| is_one_of(&DATES, text(at)))
            && !PARTS.contains(&text(clause.start))
            && !clause.clone().any(|at| self.sentence.is(at, Class::WANTS))
    }

    /// Whether a word asks something of its own in a clause in which nothing was recognised.
    fn asks_by(&self, clause: &Range<usize>, at: usize) -> bool {
        let mut before = clause.start..at;
        let opens = before.all(|at| PARTS.contains(&self.sentence.text(at)));
        match self.sentence.text(at) {
            "que" | "qu" | "who" | "which" | "when" | "quand" => opens,
            _ => self.inquires(at),
        }
    }
}

/// Words that ask for one thing about what stands beside them, or say that it is another.
static POINTS: WordSet = WordSet::of(&[
    "quand", "when", "qui", "who", "whom", "whose", "combien", "pourquoi", "why", "autre",
    "autres", "other", "another", "else", "sauf", "except", "sans", "without", "cannot",
]);

/// Words that may stand beside those by which something was recognised, in one clause.
const BESIDE: usize = 3;

/// Whether a word makes what follows the one of whom something is said.
pub(super) fn is_of(word: &str) -> bool {
    OF.contains(&word)
}

/// Whether a word binds, points, asks or softens.
pub(super) fn is_bound(word: &str) -> bool {
    is_one_of(&BINDS, word) || INQUIRES.contains(&word)
}

/// Whether a word asks, wherever it stands.
pub(super) fn asks_anywhere(word: &str) -> bool {
    INQUIRES.contains(&word) || word == "quand"
}

/// Whether a word is one of time.
pub(super) fn is_date(word: &str) -> bool {
    is_one_of(&DATES, word)
}

/// Whether a word stands before a name.
pub(super) fn is_title(word: &str) -> bool {
    is_one_of(&TITLES, word)
}

/// Whether a word is a number.
pub(super) fn is_number_word(word: &str) -> bool {
    NUMBERS.contains(&word)
}

/// What makes somebody the one of whom something is said.
static OF: WordSet = WordSet::of(&[
    "de", "d", "du", "pour", "chez", "par", "a", "of", "for", "from",
]);

/// Asking to be given or told something, and waiting for it: it is for what stands beside it.
static ASKS_FOR: WordSet = WordSet::of(&[
    "envoyer",
    "envoyez",
    "renvoyer",
    "renvoyez",
    "donner",
    "donnez",
    "redonner",
    "communiquer",
    "communiquez",
    "transmettre",
    "transmettez",
    "fournir",
    "recevoir",
    "obtenir",
    "trouver",
    "trouve",
    "telecharger",
    "consulter",
    "rappeler",
    "attends",
    "attend",
    "attendons",
    "jattends",
    "jattend",
    "jatend",
    "jai",
    "nai",
    "cest",
    "send",
    "give",
    "get",
    "receive",
    "find",
    "download",
    "waiting",
    "nouvelles",
    "envoye",
    "envoyee",
    "envoyes",
    "envoyees",
    "recu",
    "recue",
    "recus",
    "recues",
    "recevrai",
    "recevrons",
    "recevra",
    "arrivera",
    "arriver",
    "commence",
    "commencent",
    "commencer",
    "existe",
    "faire",
    "jaimerai",
    "jaimerais",
    "received",
    "start",
    "starts",
]);

static NUMBERS: WordSet = WordSet::of(&[
    "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
    "quinze", "vingt", "trente", "cent", "two", "three", "four", "five", "seven", "eight", "nine",
    "ten", "eleven", "twelve", "twenty", "thirty",
]);

fn is_one_of(sorted: &[&str], word: &str) -> bool {
    debug_assert!(sorted.is_sorted(), "the words are in order");
    sorted.binary_search(&word).is_ok()
}

/// What parts a clause from the one before.
static PARTS: WordSet = WordSet::of(&[
    "et",
    "and",
    "ou",
    "or",
    "ni",
    "nor",
    "mais",
    "but",
    "car",
    "parce",
    "puisque",
    "puisqu",
    "because",
    "since",
    "puis",
    "then",
    "ainsi",
    "donc",
    "alors",
    "so",
    "tandis",
    "while",
    "whereas",
    "although",
    "though",
    "vu",
    "sinon",
    "otherwise",
    "sauf",
    "except",
]);

/// What adds something to what was said.
static ADDS: WordSet = WordSet::of(&[
    "aussi",
    "egalement",
    "also",
    "avec",
    "with",
    "sans",
    "without",
    "outre",
    "hormis",
    "concernant",
    "regarding",
    "plutot",
    "instead",
    "ensuite",
    "surtout",
    "notamment",
    "si",
    "if",
    "unless",
    "comme",
    "afin",
    "lorsque",
    "lorsqu",
]);

/// With what somebody begins to speak again.
static AGAIN: WordSet = WordSet::of(&[
    "je", "j", "nous", "i", "we", "pouvez", "pourriez", "pourrais", "could", "can", "please",
    "merci",
]);

/// What a courtesy asks for all the same.
static HURRIES: WordSet = WordSet::of(&["vite", "rapide", "prompt", "prompte", "soon", "bientot"]);

/// What asks, wherever it stands.
static INQUIRES: WordSet = WordSet::of(&[
    "combien",
    "comment",
    "how",
    "lequel",
    "laquelle",
    "lesquels",
    "lesquelles",
    "pourquoi",
    "quel",
    "quelle",
    "quels",
    "quelles",
    "what",
    "where",
    "why",
]);

/// What stands before a name.
const TITLES: [&str; 21] = [
    "appelle",
    "bonjour",
    "bonsoir",
    "cher",
    "chere",
    "dear",
    "dr",
    "hello",
    "hi",
    "m",
    "madame",
    "mademoiselle",
    "maitre",
    "merci",
    "mlle",
    "mme",
    "monsieur",
    "mr",
    "mrs",
    "ms",
    "salut",
];

/// Words of time; in order.
const DATES: [&str; 149] = [
    "afternoon",
    "ago",
    "an",
    "annee",
    "annees",
    "ans",
    "aout",
    "april",
    "august",
    "aujourd",
    "automne",
    "avril",
    "cent",
    "cinq",
    "courant",
    "day",
    "days",
    "debut",
    "december",
    "decembre",
    "delai",
    "delais",
    "demain",
    "dernier",
    "derniere",
    "dernieres",
    "derniers",
    "deux",
    "dimanche",
    "dix",
    "douze",
    "eight",
    "eleven",
    "end",
    "ete",
    "evening",
    "february",
    "fevrier",
    "fin",
    "first",
    "five",
    "four",
    "friday",
    "heure",
    "heures",
    "hier",
    "hiver",
    "hour",
    "hours",
    "hui",
    "huit",
    "january",
    "janvier",
    "jeudi",
    "jour",
    "journee",
    "jours",
    "juillet",
    "juin",
    "july",
    "june",
    "last",
    "lendemain",
    "longtemps",
    "lundi",
    "mai",
    "march",
    "mardi",
    "mars",
    "matin",
    "matinee",
    "may",
    "mercredi",
    "mi",
    "midi",
    "min",
    "minute",
    "minutes",
    "mois",
    "monday",
    "month",
    "months",
    "morning",
    "neuf",
    "next",
    "night",
    "nine",
    "november",
    "novembre",
    "nuit",
    "october",
    "octobre",
    "onze",
    "passe",
    "passee",
    "passes",
    "precedent",
    "precedente",
    "premier",
    "premiere",
    "printemps",
    "prochain",
    "prochaine",
    "prochaines",
    "prochains",
    "quatre",
    "quinzaine",
    "quinze",
    "recently",
    "samedi",
    "saturday",
    "second",
    "seconde",
    "semaine",
    "semaines",
    "sept",
    "september",
    "septembre",
    "seven",
    "six",
    "soir",
    "soiree",
    "sunday",
    "temps",
    "ten",
    "third",
    "thirty",
    "three",
    "thursday",
    "today",
    "tomorrow",
    "tonight",
    "trente",
    "trimestre",
    "trois",
    "tuesday",
    "twelve",
    "twenty",
    "two",
    "veille",
    "vendredi",
    "vingt",
    "wednesday",
    "week",
    "weekend",
    "weeks",
    "year",
    "years",
    "yesterday",
];
