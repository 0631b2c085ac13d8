//! Which of several named things a message means: the one that is affirmed while the others are not
//! named or are negated. What is doubtful is never guessed.

use super::clause::{Clause, Item, clauses};
use super::judge::faults;
use super::object::{
    cannot_do_without, done_with, is_for_others, is_manner, is_said_to_be, judges,
};
use super::rank;
use super::remark::{Remark, rejects, remark, remark_of_kind, turns_against};
use super::slip::Slips;
use super::token::{LEADS, TAILS, Token, begins, holds, is_whole, longest, stripped, tokens};
use super::whose::{
    cries_out, is_no_choice_of_theirs, is_of_now, leaves_to_another, tells_of_the_past,
};
use logic::text::words;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a message says of several named things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    One(usize),
    /// Two or more, or whichever.
    Several,
    /// Only what it is not.
    Negated,
    /// One of which something is said that is not understood.
    Unclear,
    Nothing,
}

/// The folded words of a name.
pub(super) type Called = Arc<[String]>;

/// The name, and for « the book » « book » too.
pub(super) fn called(name: &str) -> Vec<Called> {
    let name = words(name);
    let articles = ["le", "la", "les", "l", "un", "une", "des", "the", "a", "an"];
    let mut all = Vec::new();
    if name.len() > 1 && articles.contains(&name[0].as_str()) {
        all.push(Called::from(&name[1..]));
    }
    if !name.is_empty() {
        all.push(Called::from(name));
    }
    all
}

/// The name as it stands.
pub(super) fn called_whole(name: &str) -> Option<Called> {
    let name = words(name);
    (!name.is_empty()).then(|| Called::from(name))
}

/// Things to choose among, by what they are called.
pub(super) struct Names {
    pub count: usize,
    /// In folded words.
    called: Vec<(usize, Called)>,
    /// Names that count only as the whole answer.
    whole: Vec<(usize, Called)>,
    /// A letter or a number means one, and a slip of the pen is forgiven.
    pub lenient: bool,
    /// « 2/3 » is one or the other.
    pub either: bool,
    /// What is found fault with is not meant, and a verb may be in another form.
    pub judges: bool,
    /// What is said of a name counts.
    pub remarks: bool,
    /// « la réponse D » is as much a rank as « la quatrième ».
    pub refers: bool,
    /// Only words that choose choose: « je snobe les séries » does not.
    pub discerns: bool,
    /// No slip is forgiven.
    pub exact: bool,
}

/// More words than this are no answer that names one of several.
const WORDS_MAX: usize = 120;

/// Of more words than this nobody is asked whether one of them is another word.
const NEAR_MAX: usize = 6;

impl Names {
    pub fn new(count: usize, lenient: bool) -> Names {
        Names {
            count,
            called: Vec::new(),
            whole: Vec::new(),
            lenient,
            either: false,
            judges: false,
            remarks: false,
            refers: false,
            discerns: false,
            exact: false,
        }
    }

    pub fn call(&mut self, index: usize, name: &str) {
        self.add(index, &called(name));
    }

    pub fn add(&mut self, index: usize, names: &[Called]) {
        let names = names.iter().map(|name| (index, name.clone()));
        self.called.extend(names);
    }

    /// Names that count only as the whole answer.
    pub fn add_whole(&mut self, index: usize, names: &[Called]) {
        let names = names.iter().map(|name| (index, name.clone()));
        self.whole.extend(names);
    }

    pub fn pick(&self, said: &str) -> Pick {
        let mut all = tokens(said);
        if let Some(index) = self.exactly(&all) {
            return Pick::One(index);
        }
        if self.judges {
            // « choix n°2 » says twice that a rank follows.
            all = rank::without_second_noun(all);
            if let Some(pick) = self.tersely(&all) {
                return pick;
            }
        }
        if self.lenient
            && let Some(index) = rank::of(&all, self.count)
        {
            return Pick::One(index);
        }
        if let Some(index) = self.exactly(stripped(&all, LEADS, TAILS)) {
            return Pick::One(index);
        }
        // « 1.5 » is a number, and no rank with something behind it.
        if all.len() > WORDS_MAX || holds(&all, UNKNOWING) || has_decimals(said) {
            return Pick::Nothing;
        }
        if self.either && has_range(said) {
            return Pick::Several;
        }
        let plain = without_idioms(&all);
        if longest(&plain, QUESTIONS).is_some() {
            return Pick::Nothing;
        }
        let mut told = self.told(&plain, Slips::None);
        if self.lenient && !self.exact && told.is_empty() {
            let slips = match self.discerns {
                true => Slips::Sure,
                false => Slips::Any,
            };
            told = self.told(&plain, slips);
        }
        told.pick().unwrap_or_else(|| {
            if holds(&all, SEVERAL) || is_whole(&all, WHICHEVER) {
                Pick::Several
            } else if holds(&all, NONE) {
                Pick::Negated
            } else {
                Pick::Nothing
            }
        })
    }

    /// The only thing that a message may mean which names nothing: a word of it is near to that.
    pub fn nearly(&self, said: &str) -> Option<usize> {
        let plain = without_idioms(&tokens(said));
        let short = self.lenient && self.discerns && plain.len() <= NEAR_MAX;
        let told = short.then(|| self.told(&plain, Slips::Any))?;
        match told.pick()? {
            Pick::One(index) => Some(index),
            Pick::Several | Pick::Negated | Pick::Unclear | Pick::Nothing => None,
        }
    }

    /// What a message means that holds nothing but names and what compares them: « plutôt vous que tu ».
    fn tersely(&self, all: &[Token]) -> Option<Pick> {
        let core = stripped(all, LEADS, TAILS);
        let of_name = |token: &Token| {
            let mut names = self.called.iter().chain(&self.whole);
            names.any(|(_, name)| name.contains(&token.word))
        };
        let terse = core.iter().all(|token| of_name(token) || token.is(TERSE));
        if !terse || self.whole.is_empty() {
            return None;
        }
        // « plutôt » may stand first, and says that a comparison follows.
        let all_tokens = all;
        let all = Names {
            called: [&self.called[..], &self.whole].concat(),
            whole: Vec::new(),
            ..*self
        };
        all.told(all_tokens, Slips::None).pick()
    }

    /// What is said not to be meant, where nothing else is.
    pub fn denied(&self, said: &str) -> BTreeSet<usize> {
        let told = self.told(&without_idioms(&tokens(said)), Slips::None);
        match told.affirmed.is_empty() {
            true => told.negated,
            false => BTreeSet::new(),
        }
    }

    /// The only thing that is called so and nothing else.
    fn exactly(&self, said: &[Token]) -> Option<usize> {
        let all = self.called.iter().chain(&self.whole);
        let mut named = all.filter(|(_, name)| {
            name.len() == said.len()
                && name
                    .iter()
                    .zip(said)
                    .all(|(name, token)| *name == token.word)
        });
        let (index, _) = named.next()?;
        named.all(|(other, _)| other == index).then_some(*index)
    }

    fn told(&self, said: &[Token], slips: Slips) -> Told {
        let mut told = Told::default();
        let mut clauses = clauses(&self.items(said, slips), self.remarks);
        for position in 0..clauses.len() {
            let (before, rest) = clauses.split_at_mut(position);
            let clause = &mut rest[0];
            if self.lenient && clause.named.is_empty() {
                let bare: Vec<Token> = clause
                    .words
                    .iter()
                    .filter(|token| !token.negates() && !token.refuses())
                    .filter(|token| !token.is(&["tout", "tous", "surtout", "all", "everything"]))
                    .cloned()
                    .collect();
                clause.named.extend(rank::of(&bare, self.count));
                if self.remarks && clause.named.is_empty() {
                    self.ranked(clause, &bare);
                }
                // « Elle a B et C » names two.
                if let (false, true, Some(last)) =
                    (clause.named.is_empty(), clause.joined, before.last_mut())
                    && last.named.is_empty()
                    && let [.., token] = &last.words[..]
                {
                    last.named
                        .extend(rank::of(std::slice::from_ref(token), self.count));
                }
            }
        }
        for position in 0..clauses.len() {
            let (before, rest) = clauses.split_at_mut(position);
            let clause = &mut rest[0];
            let last = before
                .iter_mut()
                .rev()
                .find(|clause| !clause.named.is_empty());
            if clause.named.is_empty() {
                let against = self.remarks && turns_against(&clause.words);
                if (clause.takes_back() || against)
                    && let Some(last) = last
                {
                    last.negated = true;
                } else if let (true, Some(last)) = (self.discerns, last) {
                    last.doubted |= judges(&clause.words) || leaves_to_another(&clause.words);
                    last.negated |= cries_out(&clause.words);
                }
            } else if clause.joined && clause.is_bare() && last.is_some_and(|last| last.negated) {
                clause.negated = true;
            } else if self.discerns {
                let past = |clause: &Clause| tells_of_the_past(&clause.words);
                clause.doubted |= before.iter().any(past) && !is_of_now(&clause.words);
            }
        }
        let joined = clauses.iter().any(|clause| clause.joined);
        for clause in clauses {
            let faulted = self.judges && clause.words.iter().any(faults);
            let needed = self.discerns && cannot_do_without(clause.before());
            let only = self.judges && clause.means_only() || needed;
            let done = done_with(clause.before());
            let remark = match self.remarks {
                true if rejects(clause.before()) => Remark::Ill,
                true if self.discerns && done != Remark::Nothing && !needed => done,
                true if self.discerns && is_no_choice_of_theirs(clause.before()) => Remark::Unclear,
                true if self.discerns && is_said_to_be(&clause.behind) => Remark::Unclear,
                true if self.discerns && is_for_others(&clause.behind) => Remark::Unclear,
                true if self.discerns && clause.doubted => Remark::Unclear,
                true if self.discerns && is_manner(&clause.behind) => Remark::Nothing,
                true if clause.any => remark_of_kind(&clause.behind),
                true => remark(&clause.behind),
                false => Remark::Nothing,
            };
            if clause.negated && !only || faulted || remark == Remark::Ill {
                told.negated.extend(clause.named);
            } else if remark == Remark::Unclear && !joined {
                told.unclear.extend(clause.named);
                let said = match clause.behind.is_empty() && self.discerns {
                    true => clause.words,
                    false => clause.behind,
                };
                told.words.extend(said);
            } else {
                // Whoever tells a story first says at last what they mean.
                told.unclear.retain(|one| !clause.named.contains(one));
                if told.unclear.is_empty() {
                    told.words.clear();
                }
                told.affirmed.extend(clause.named);
            }
        }
        told
    }

    /// A rank before what is said of it: « le premier me va ».
    fn ranked(&self, clause: &mut Clause, bare: &[Token]) {
        let rank = |cut: &usize| {
            let ordinal = bare[..*cut].iter().any(rank::is_ordinal);
            let called = self.refers && rank::is_called(&bare[..*cut]);
            rank::of(&bare[..*cut], self.count).filter(|_| ordinal || called)
        };
        let found = (1..bare.len())
            .rev()
            .find_map(|cut| Some((rank(&cut)?, cut)));
        if let Some((index, cut)) = found {
            clause.named.insert(index);
            let end = bare[cut].start;
            let behind = clause.words.iter().filter(|token| token.start >= end);
            clause.behind = behind.cloned().collect();
        }
    }

    /// What is said of a name and not understood, if that is why none is meant.
    pub fn unclear(&self, said: &str) -> Option<String> {
        let told = self.told(&without_idioms(&tokens(said)), Slips::None);
        let words: Vec<&str> = told
            .words
            .iter()
            .filter_map(|token| said.get(token.start..token.end))
            .collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// The words with what they name; of names that overlap the longest counts.
    fn items<'t>(&self, said: &'t [Token], slips: Slips) -> Vec<Item<'t>> {
        let mut items = Vec::new();
        let mut from = 0;
        while from < said.len() {
            let mut best: Option<(usize, u8, BTreeSet<usize>)> = None;
            let spoken = self.judges && is_spoken_of(said, from, self.refers, self.discerns);
            let whole = self.whole.iter().filter(|_| spoken);
            for (index, name) in self.called.iter().chain(whole) {
                let near = near(name, &said[from..], slips, self.judges);
                let alike = || (self.remarks && is_alike(name, &said[from..])).then_some(1);
                let Some(slip) = near.or_else(alike) else {
                    continue;
                };
                match &mut best {
                    Some((length, least, named)) if (*length, *least) == (name.len(), slip) => {
                        named.insert(*index);
                    }
                    Some((length, _, _)) if name.len() < *length => {}
                    Some((length, least, _)) if name.len() == *length && *least < slip => {}
                    Some(_) | None => best = Some((name.len(), slip, BTreeSet::from([*index]))),
                }
            }
            match best {
                Some((length, _, named)) => {
                    items.push(Item::Named(named, &said[from]));
                    from += length;
                }
                None => {
                    items.push(Item::Word(&said[from]));
                    from += 1;
                }
            }
        }
        items
    }
}

/// How far the beginning of what is said is from a name: not at all, a plural, a slip.
fn near(name: &[String], said: &[Token], slips: Slips, verbs: bool) -> Option<u8> {
    let said = said.get(..name.len())?;
    let mut far = 0;
    for (name, token) in name.iter().zip(said) {
        let word = &token.word;
        let plural = |one: &str, many: &str| {
            one.len() >= 3
                && many
                    .strip_prefix(one)
                    .is_some_and(|end| matches!(end, "s" | "x" | "es"))
        };
        far = far.max(if name == word {
            0
        } else if plural(name, word) || plural(word, name) || verbs && is_form_of(word, name) {
            1
        } else if slips.forgive(word, name) {
            2
        } else {
            return None;
        });
    }
    Some(far)
}

/// Whether words are a name in the other gender: « italien » where « italienne » is the choice.
pub(super) fn is_alike(name: &[String], said: &[Token]) -> bool {
    let mut pairs = name.iter().zip(said);
    name.len() <= said.len()
        && pairs.all(|(name, token)| *name == token.word || is_gender_of(name, &token.word))
}

fn is_gender_of(one: &str, other: &str) -> bool {
    let feminine = |masculine: &str, feminine: &str| {
        let doubled = masculine
            .chars()
            .next_back()
            .map(|last| format!("{masculine}{last}e"));
        masculine.len() > 4
            && (feminine.strip_suffix('e') == Some(masculine)
                || doubled.as_deref() == Some(feminine) && masculine.ends_with(['n', 'l', 't']))
    };
    feminine(one, other) || feminine(other, one)
}

/// Whether a word is a form of a French verb, by its infinitive: « vouvoyiez », « vouvoie » of « vouvoyer ».
fn is_form_of(word: &str, infinitive: &str) -> bool {
    let Some(stem) = infinitive.strip_suffix("er").filter(|stem| stem.len() > 3) else {
        return false;
    };
    let endings = [
        "e", "es", "ons", "ez", "ent", "ais", "ait", "ions", "iez", "aient", "ant", "era", "erait",
    ];
    let turned = stem.strip_suffix('y').map(|stem| format!("{stem}i"));
    let ends = |stem: &str| {
        word.strip_prefix(stem)
            .is_some_and(|end| endings.contains(&end))
    };
    ends(stem) || turned.is_some_and(|stem| ends(&stem))
}

/// Whether a word is spoken of as a word: « le tu », « se dire tu », « dites-moi vous », « qu'on se dise vous ».
fn is_spoken_of(said: &[Token], at: usize, refers: bool, discerns: bool) -> bool {
    let before = |count: usize| at.checked_sub(count).map(|at| &said[at]);
    let is = |count: usize, words: &[&str]| before(count).is_some_and(|token| token.is(words));
    let told = is(1, &["moi", "nous"]) && is(2, &["dis", "dites", "dire", "disons"]);
    let alike = said[at].elided || said.get(at + 1).is_some_and(|next| next.clipped);
    let said_so = refers && is(1, &["dit", "disons"]) && is(2, &["se", "nous"]);
    let said_so = said_so || discerns && is(1, &["dise"]) && is(2, &["se", "nous"]);
    !alike && (told || said_so || is(1, &["dire", "le", "the"]))
}

/// What is named, and how.
#[derive(Default)]
struct Told {
    affirmed: BTreeSet<usize>,
    negated: BTreeSet<usize>,
    unclear: BTreeSet<usize>,
    /// What is said of what is unclear.
    words: Vec<Token>,
}

impl Told {
    fn is_empty(&self) -> bool {
        self.affirmed.is_empty() && self.negated.is_empty() && self.unclear.is_empty()
    }

    fn pick(&self) -> Option<Pick> {
        let mut affirmed = self.affirmed.iter();
        match (affirmed.next(), affirmed.next()) {
            (Some(one), None) if self.unclear.contains(one) => Some(Pick::Unclear),
            (Some(one), None) if !self.negated.contains(one) => Some(Pick::One(*one)),
            (Some(_), _) => Some(Pick::Several),
            (None, _) if !self.unclear.is_empty() => Some(Pick::Unclear),
            (None, _) if self.negated.is_empty() => None,
            (None, _) => Some(Pick::Negated),
        }
    }
}

/// Idioms that hold a letter or a negation and mean neither.
fn without_idioms(said: &[Token]) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::new();
    let mut breaks = false;
    let mut from = 0;
    while from < said.len() {
        if let Some(count) = longest(&said[from..], IDIOMS) {
            breaks |= said[from].breaks;
            from += count;
            continue;
        }
        let mut token = said[from].clone();
        token.breaks |= std::mem::take(&mut breaks);
        // « je suis né » says nothing that is not so.
        let being = [
            "suis", "es", "est", "sommes", "etes", "sont", "etais", "etait",
        ];
        if token.word == "ne" && kept.last().is_some_and(|last| last.is(&being)) {
            token.word = "nee".to_owned();
        }
        // « I dont » is a slip of the pen; « le film dont je parle » is none.
        if token.word == "dont"
            && kept
                .last()
                .is_none_or(|last| last.is(&["i", "we", "you", "they"]))
        {
            token.word = "not".to_owned();
        }
        if begins(&said[from..], "anything but").is_some()
            || begins(&said[from..], "everything but").is_some()
        {
            token.word = "not".to_owned();
            from += 1;
        }
        kept.push(token);
        from += 1;
    }
    kept
}

const IDIOMS: &[&str] = &[
    "a priori",
    "a vrai dire",
    "a mon avis",
    "a la limite",
    "a coup sur",
    "d accord",
    "pas de doute",
    "sans doute",
    "sans aucun doute",
    "aucun doute",
    "nul doute",
    "pourquoi pas",
    "pas de probleme",
    "pas de souci",
    "pas mal",
    "no doubt",
    "without a doubt",
    "without doubt",
    "no question",
    "why not",
    "no problem",
    "no worries",
    "nothing but",
    "rien que",
    "sans hesiter",
    "sans hesitation",
    "without hesitation",
    "n est ce pas",
    "a bit",
    "a lot",
];

/// A question about a choice chooses nothing.
const QUESTIONS: &[&str] = &[
    "c est quoi",
    "qu est ce",
    "que veut dire",
    "que signifie",
    "ca veut dire quoi",
    "quelle est la difference",
    "what is",
    "what s",
    "what does",
    "what do",
    "what are",
    "which is",
    "how",
    "comment",
    "combien",
    "pourquoi",
    "why",
];

const UNKNOWING: &[&str] = &[
    "je ne sais pas",
    "je sais pas",
    "j en sais rien",
    "je n en sais rien",
    "aucune idee",
    "pas sur",
    "i don t know",
    "i dont know",
    "no idea",
    "not sure",
    "dunno",
];

/// Words that compare names.
const TERSE: &[&str] = &[
    "plutot", "que", "qu", "et", "pas", "non", "ni", "mais", "le", "la", "rather", "than", "not",
    "and", "but", "oui", "yes", "ou", "or",
];

const SEVERAL: &[&str] = &[
    "les deux",
    "les trois",
    "les quatre",
    "tous les",
    "toutes les",
    "l un ou l autre",
    "l une ou l autre",
    "peu importe",
    "n importe",
    "m est egal",
    "pas de preference",
    "aucune preference",
    "comme vous voulez",
    "comme tu veux",
    "both",
    "either",
    "any of",
    "all of",
    "don t mind",
    "don t care",
    "no preference",
    "whichever",
    "whatever",
    "as you like",
];

const WHICHEVER: &[&str] = &[
    "tout",
    "tous",
    "toutes",
    "all",
    "any",
    "anything",
    "everything",
];

const NONE: &[&str] = &[
    "aucun",
    "aucune",
    "none",
    "neither",
    "ni l un ni l autre",
    "ni l une ni l autre",
];

/// Whether a number with digits behind a point or a comma stands in a text.
fn has_decimals(said: &str) -> bool {
    let bytes = said.as_bytes();
    bytes.windows(3).any(|three| {
        three[0].is_ascii_digit() && matches!(three[1], b'.' | b',') && three[2].is_ascii_digit()
    })
}

/// Whether two numbers stand there as one or the other: « 2/3 », « 2-3 ».
fn has_range(said: &str) -> bool {
    let all = tokens(said);
    all.windows(2).any(|pair| {
        let digits = |token: &Token| token.word.bytes().all(|byte| byte.is_ascii_digit());
        let between = said[pair[0].end..pair[1].start].trim();
        digits(&pair[0]) && digits(&pair[1]) && matches!(between, "/" | "-" | "–")
    })
}
