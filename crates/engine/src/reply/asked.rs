//! What a question asks for: who, when, where, how many, how long, why.
//!
//! « La pratique, c'est quand ? » holds the words of « Comment se passe la pratique ? » and asks for something else.
//! What is asked for is read from the words that ask, whatever they ask about, in a message as in the cues of the
//! registry; an intention answers it only where one of its cues asks for the same of the same thing. A noun asks as
//! well: the « durée » of something is « combien de temps » it lasts.

use super::accounted::is_bound;
use super::asserted::is_pronoun;
use super::turned::is_participle;
use logic::text::{Listed, WordSet};
use std::ops::Range;

/// What is asked for. What something is, how it goes and whether it is so are not told apart: the words beside say
/// what about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asked {
    Who,
    When,
    Since,
    Until,
    Hour,
    Where,
    Long,
    Often,
    Many,
    Price,
    Why,
    /// « Quelle est la note minimum ? »
    Mark,
}

impl Asked {
    /// What the author calls them.
    pub const NAMES: [(&'static str, Asked); 12] = [
        ("who", Asked::Who),
        ("when", Asked::When),
        ("since", Asked::Since),
        ("until", Asked::Until),
        ("hour", Asked::Hour),
        ("where", Asked::Where),
        ("how_long", Asked::Long),
        ("how_often", Asked::Often),
        ("how_many", Asked::Many),
        ("price", Asked::Price),
        ("why", Asked::Why),
        ("mark", Asked::Mark),
    ];

    pub fn as_str(self) -> &'static str {
        Asked::NAMES[self as usize].0
    }

    /// Whether it is told apart since the eleventh edition only.
    pub(super) fn is_new(self) -> bool {
        self == Asked::Mark
    }
}

/// Something that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    pub(super) asked: Asked,
    /// The words that ask.
    pub(super) at: Range<usize>,
    /// What is counted.
    pub(super) of: Option<usize>,
    /// The noun that says which place it is: « dans quelle salle » asks for no town.
    pub(super) named: Option<usize>,
}

/// What the cue of an intention asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asks {
    /// By its questions and by its nouns.
    pub(crate) all: Vec<Asked>,
    /// By its questions alone.
    pub(crate) questions: Vec<Asked>,
    /// By its nouns, where they are surely nouns: « a lieu » names no place.
    pub(crate) nouns: Vec<Asked>,
    /// It asks of what is over: « Quand a-t-elle été envoyée ? »
    pub(crate) past: bool,
    /// What it asks the number of.
    pub(crate) counted: Vec<String>,
    /// The places that it names.
    pub(crate) named: Vec<String>,
}

/// What some words ask for. `place` says whether « ou » asks where.
pub(super) fn demands<'t>(
    all: Range<usize>,
    text: &dyn Fn(usize) -> &'t str,
    place: &dyn Fn(usize) -> bool,
) -> Vec<Demand> {
    let words = Words { all, text };
    let mut found: Vec<Demand> = Vec::new();
    let mut at = words.all.start;
    while at < words.all.end {
        match words.demand(at, place) {
            Some(demand) => {
                at = demand.at.end.max(at + 1);
                found.push(demand);
            }
            None => at += 1,
        }
    }
    found
}

/// What the cue of an intention asks for.
pub(crate) fn asked_by(text: &str) -> Asks {
    let written: Vec<&str> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let folded: Vec<String> = written.iter().map(|word| logic::text::fold(word)).collect();
    let word = |at: usize| folded.get(at).map_or("", String::as_str);
    let place = |at: usize| written[at].contains(['ù', 'Ù']);
    let demands = demands(0..folded.len(), &word, &place);
    let mut questions: Vec<Asked> = demands.iter().map(|demand| demand.asked).collect();
    questions.sort_unstable();
    questions.dedup();
    let mut all = questions.clone();
    all.extend(folded.iter().filter_map(|word| noun(word)));
    all.sort_unstable();
    all.dedup();
    let words = |places: Vec<usize>| places.into_iter().map(|at| folded[at].clone()).collect();
    let mut counted: Vec<String> = words(demands.iter().filter_map(|one| one.of).collect());
    let numbers = folded.iter().filter(|word| noun(word) == Some(Asked::Many));
    counted.extend(numbers.cloned());
    let nouns = (0..folded.len()).filter(|at| {
        let before = at.checked_sub(1).map_or("", word);
        word(*at) != "location" && !is_light(word(*at), before)
    });
    Asks {
        nouns: nouns.filter_map(|at| noun(word(at))).collect(),
        past: is_past(0..folded.len(), &word, &|at| written[at] == "a"),
        all,
        questions,
        counted,
        named: words(demands.iter().filter_map(|one| one.named).collect()),
    }
}

/// What a noun asks for by itself: the « durée » of something.
pub(super) fn noun(word: &str) -> Option<Asked> {
    let found = NOUNS.iter().find(|(_, nouns)| nouns.contains(&word));
    found.map(|(asked, _)| *asked)
}

/// Whether a word only says that something is, goes on or is held, behind « se » or « a »: « se déroule », « a lieu ».
pub(super) fn is_light(word: &str, before: &str) -> bool {
    match word {
        "lieu" => matches!(before, "a" | "aura" | "auront" | "ont" | "avoir" | "t"),
        "place" => matches!(before, "take" | "takes" | "taking"),
        _ => LIGHT.contains(&word) && matches!(before, "se" | "s" | "it" | "ca" | "cela"),
    }
}

/// Whether some words speak of what is over: « a été envoyée », “did you send”. `has` says whether « a » is a verb.
pub(super) fn is_past<'t>(
    mut all: Range<usize>,
    text: &dyn Fn(usize) -> &'t str,
    has: &dyn Fn(usize) -> bool,
) -> bool {
    let end = all.end;
    let skips = |word: &str| {
        let light = ["t", "y", "deja", "bien", "already", "just", "ever"];
        light.contains(&word) || is_pronoun(word)
    };
    all.any(|at| {
        let word = text(at);
        let done = || {
            let mut behind = (at + 1..end).map(text);
            let next = behind.find(|word| !skips(word));
            next.is_some_and(|word| {
                matches!(word, "ete" | "been") || (is_participle(word) && !is_bound(word))
            })
        };
        match word {
            "did" | "was" | "were" => true,
            "a" => has(at) && done(),
            _ => HAVING.contains(&word) && done(),
        }
    })
}

/// Forms of having behind which stands what was done.
static HAVING: WordSet = WordSet::of(&[
    "ai", "as", "avez", "avons", "ont", "ete", "have", "has", "had",
]);

/// Whether a word says how long something takes.
pub(super) fn is_lasting(word: &str) -> bool {
    LASTS.contains(&word) || word == "temps"
}

/// A word without the article that was written with it: « lexamen », « dune ».
pub(super) fn without_article(word: &str) -> Option<&str> {
    let rest = word.strip_prefix(['l', 'd', 'j', 'n', 's', 'm'])?;
    (rest.len() >= 3 && rest.starts_with(['a', 'e', 'i', 'o', 'u', 'h'])).then_some(rest)
}

struct Words<'w, 't> {
    all: Range<usize>,
    text: &'w dyn Fn(usize) -> &'t str,
}

impl<'t> Words<'_, 't> {
    fn text(&self, at: usize) -> &'t str {
        match self.all.contains(&at) {
            true => (self.text)(at),
            false => "",
        }
    }

    fn before(&self, at: usize, back: usize) -> &'t str {
        at.checked_sub(back).map_or("", |at| self.text(at))
    }

    fn is_any(&self, at: Range<usize>, words: &impl Listed) -> bool {
        at.into_iter().any(|at| words.lists(self.text(at)))
    }

    fn demand(&self, at: usize, place: &dyn Fn(usize) -> bool) -> Option<Demand> {
        let simple = |asked: Asked, words: usize| {
            Some(Demand {
                asked,
                at: at..at + words,
                of: None,
                named: None,
            })
        };
        match self.text(at) {
            "qui" | "who" | "whom" | "whose" => simple(Asked::Who, 1),
            "quand" | "when" => match self.before(at, 1) {
                "depuis" | "since" => simple(Asked::Since, 1),
                "a" | "until" | "till" if self.is_any(at.saturating_sub(2)..at, &UNTIL) => {
                    simple(Asked::Until, 1)
                }
                _ => simple(Asked::When, 1),
            },
            "pourquoi" | "why" => simple(Asked::Why, 1),
            // « Où en est … ? » asks for no place.
            "ou" if place(at) && self.text(at + 1) != "en" => simple(Asked::Where, 1),
            "where" => simple(Asked::Where, 1),
            "combien" => Some(self.how_many(at, at + 1)),
            "how" => match self.text(at + 1) {
                "long" => simple(Asked::Long, 2),
                "soon" => simple(Asked::When, 2),
                "often" => simple(Asked::Often, 2),
                "come" => simple(Asked::Why, 2),
                "much" => simple(Asked::Price, 2),
                "many" => Some(self.how_many(at, at + 2)),
                _ => None,
            },
            "quel" | "quelle" | "quels" | "quelles" | "what" | "which" => self.which(at),
            _ => None,
        }
    }

    /// « Quelle heure », « quelle est la date », “what is the price”.
    fn which(&self, at: usize) -> Option<Demand> {
        let mut next = at + 1;
        while next < at + 6 && BETWEEN.contains(&self.text(next)) {
            next += 1;
        }
        let named = Some(next).filter(|next| PLACES.contains(&self.text(*next)));
        let asked = match self.text(next) {
            "jour" | "mois" | "periode" | "day" | "month" | "week" | "semaine" => Asked::When,
            "heure" | "heures" | "time" => Asked::Hour,
            "endroit" | "place" => Asked::Where,
            _ if named.is_some() => Asked::Where,
            "delai" | "delais" => Asked::When,
            word => noun(word)?,
        };
        Some(Demand {
            asked,
            at: at..next + 1,
            of: None,
            named,
        })
    }

    /// « Combien de temps », « combien de fois », « combien de questions », « combien coûte ».
    fn how_many(&self, at: usize, behind: usize) -> Demand {
        let mut next = behind;
        while matches!(self.text(next), "de" | "d" | "of") {
            next += 1;
        }
        let is_of = next > behind || self.text(at) == "how";
        let soon = matches!(
            self.before(at, 1),
            "dans" | "sous" | "de" | "d" | "in" | "within"
        );
        let counted = self.text(next);
        let (asked, end, of) = if !is_of || counted.is_empty() {
            // « Ça coûte combien ? », « Combien coûte … ? », and not « Combien êtes-vous ? »
            let counts = ["sont", "etes", "y", "en", "serons"].contains(&self.text(behind));
            let asked = if counts { Asked::Many } else { Asked::Price };
            (asked, behind, None)
        } else if TIMES.contains(&counted) {
            (Asked::Often, next + 1, None)
        } else if UNITS.contains(&counted) && soon {
            (Asked::When, next + 1, None)
        } else if UNITS.contains(&counted) {
            (Asked::Long, next + 1, None)
        } else {
            (Asked::Many, next + 1, Some(next))
        };
        let mut end = end;
        if asked == Asked::Long && LASTS.contains(&self.text(end)) {
            end += 1;
        }
        let mut start = at;
        if asked == Asked::Long && LASTS.contains(&self.before(at, 1)) {
            start -= 1;
        }
        Demand {
            asked,
            at: start..end,
            of,
            named: None,
        }
    }
}

/// Nouns of what is asked for.
const NOUNS: [(Asked, &[&str]); 9] = [
    (Asked::When, &["date", "dates", "calendrier", "calendar"]),
    (
        Asked::Hour,
        &["heure", "horaire", "horaires", "schedule", "timetable"],
    ),
    (
        Asked::Where,
        &[
            "lieu", "lieux", "adresse", "endroit", "address", "location", "centre",
        ],
    ),
    (Asked::Long, &["duree", "duration", "length"]),
    (Asked::Often, &["frequence", "frequency"]),
    (Asked::Many, &["nombre", "points", "number"]),
    (
        Asked::Price,
        &[
            "prix", "tarif", "tarifs", "cout", "montant", "frais", "price", "cost", "fee", "fees",
        ],
    ),
    (
        Asked::Why,
        &["raison", "raisons", "motif", "motifs", "reason", "reasons"],
    ),
    (
        Asked::Mark,
        &[
            "note",
            "notes",
            "moyenne",
            "score",
            "seuil",
            "bareme",
            "pourcentage",
            "taux",
            "mark",
            "marks",
            "grade",
            "percentage",
            "rate",
        ],
    ),
];

/// Places of which one is asked for by its name.
static PLACES: WordSet =
    WordSet::of(&["ville", "salle", "batiment", "rue", "city", "town", "room"]);

/// What may stand between « quelle » and its noun.
static BETWEEN: WordSet = WordSet::of(&[
    "est",
    "sont",
    "sera",
    "seront",
    "serait",
    "etait",
    "la",
    "le",
    "l",
    "les",
    "votre",
    "vos",
    "prochaine",
    "prochaines",
    "is",
    "are",
    "was",
    "the",
    "your",
    "exact",
    "exacte",
    "next",
]);

/// Verbs of going on.
static LIGHT: WordSet = WordSet::of(&[
    "passe",
    "passent",
    "passera",
    "passer",
    "deroule",
    "deroulent",
    "deroulera",
    "derouler",
    "tient",
    "tiennent",
    "tiendra",
    "tenir",
    "happens",
    "happen",
    "goes",
    "works",
]);

static TIMES: WordSet = WordSet::of(&["fois", "tentatives", "essais", "times", "attempts"]);

const UNTIL: [&str; 5] = ["jusqu", "jusque", "until", "till", "by"];

static LASTS: WordSet = WordSet::of(&[
    "dure", "durent", "durera", "dureront", "durer", "lasts", "last", "takes", "take",
]);

/// Units of time.
pub(super) static UNITS: WordSet = WordSet::of(&[
    "temps", "jour", "jours", "semaine", "semaines", "mois", "an", "ans", "annee", "annees",
    "heure", "heures", "minute", "minutes", "day", "days", "week", "weeks", "month", "months",
    "year", "years", "hours", "time",
]);
