//! What a clause says to be so, and does not ask.
//!
//! « J'ai un casier judiciaire », « Mon dossier est complet » hold the words of a question and ask nothing: what an
//! intention answers is said only where one of its own cues says something to be so. A clause that wants, waits or
//! lacks asks all the same: « J'attends ma convocation », « Je n'ai pas reçu … ».

use logic::text::WordSet;
use std::ops::Range;

/// The word by which something is said to be so: a verb behind its subject, or a form of being or having.
pub(super) fn asserted<'t>(
    all: Range<usize>,
    text: &dyn Fn(usize) -> &'t str,
    has: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let word = |at: usize| match all.contains(&at) {
        true => text(at),
        false => "",
    };
    let cannot = all.clone().find(|at| {
        word(*at) == "cannot" || (word(*at) == "t" && *at > 0 && word(*at - 1) == "can")
    });
    if cannot.is_some() {
        return cannot;
    }
    if all
        .clone()
        .any(|at| is_request(word(at)) || LACKS.contains(&word(at)))
    {
        return None;
    }
    all.clone().find_map(|at| {
        let before = at.checked_sub(1).map_or("", word);
        let inverted = IS.contains(&before) || (before == "t" && at > 1);
        if SUBJECTS.contains(&word(at)) && !BEHIND.contains(&before) && !inverted {
            let mut verb = at + 1;
            while CLITICS.contains(&word(verb)) {
                verb += 1;
            }
            return (!word(verb).is_empty()).then_some(verb);
        }
        let is = IS.contains(&word(at)) || (word(at) == "a" && has(at));
        // « mon dossier est il complet »
        let asks = word(at + 1) == "ce" || SUBJECTS.contains(&word(at + 1));
        (is && !asks).then_some(at)
    })
}

/// Whether the cue of an intention says something to be so.
pub(crate) fn asserts(text: &str) -> bool {
    let parts = text.split_inclusive([',', '?', '.', ';', '!']);
    parts.into_iter().any(|part| {
        let written: Vec<&str> = part
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let folded: Vec<String> = written.iter().map(|word| logic::text::fold(word)).collect();
        let word = |at: usize| folded.get(at).map_or("", String::as_str);
        let inverted = INVERTED.iter().any(|subject| part.contains(subject));
        let mut words = folded.iter();
        let asks = part.ends_with('?') || inverted || words.any(|word| ASKS.contains(&&**word));
        let has = |at: usize| written[at] == "a";
        !asks && asserted(0..folded.len(), &word, &has).is_some()
    })
}

/// Whether a word is a subject that names nobody.
pub(super) fn is_pronoun(word: &str) -> bool {
    SUBJECTS.contains(&word)
}

/// Whether a word asks for something, or waits for it.
pub(super) fn is_request(word: &str) -> bool {
    REQUESTS.contains(&word)
}

static SUBJECTS: WordSet = WordSet::of(&[
    "je", "j", "tu", "il", "elle", "on", "nous", "vous", "ils", "elles", "i", "we", "you", "he",
    "she", "they", "it",
]);

/// What may stand between a subject and its verb.
static CLITICS: WordSet = WordSet::of(&[
    "me", "m", "te", "se", "s", "le", "la", "les", "l", "y", "en", "lui", "leur", "vous", "nous",
]);

/// Behind these words nobody does anything: « pour vous ».
static BEHIND: WordSet = WordSet::of(&[
    "a", "pour", "de", "chez", "avec", "par", "sur", "to", "for", "with", "from", "of", "give",
    "send", "tell", "thank", "est", "let",
]);

static IS: WordSet = WordSet::of(&[
    "est", "sont", "sera", "seront", "etait", "etaient", "suis", "sommes", "etes", "ai", "avons",
    "avez", "ont", "avait", "avais", "is", "are", "was", "were", "am", "have", "has", "had", "ve",
]);

/// What is missing is asked for.
static LACKS: WordSet = WordSet::of(&[
    "ne", "n", "pas", "rien", "aucun", "aucune", "jamais", "sans", "ni", "manque", "manquent",
    "not", "nothing", "never", "without", "missing",
]);

const INVERTED: [&str; 9] = [
    "-je", "-il", "-elle", "-vous", "-on", "-nous", "-ce", "-tu", "-ils",
];

static ASKS: WordSet = WordSet::of(&[
    "quand", "comment", "combien", "pourquoi", "quel", "quelle", "quels", "quelles", "ou", "que",
    "what", "where", "when", "how", "which",
]);

static REQUESTS: WordSet = WordSet::of(&[
    "aide",
    "aider",
    "aimerai",
    "aimerais",
    "aimerait",
    "aimerions",
    "attend",
    "attendons",
    "attends",
    "attente",
    "aurais",
    "besoin",
    "cherche",
    "concerne",
    "contacte",
    "could",
    "demande",
    "demandais",
    "demandons",
    "desire",
    "dire",
    "dites",
    "donner",
    "donnez",
    "ecris",
    "envie",
    "envoyer",
    "envoyez",
    "espere",
    "expliquer",
    "faudrait",
    "faut",
    "fournir",
    "informations",
    "infos",
    "indiquer",
    "interesse",
    "interested",
    "jaimerai",
    "jaimerais",
    "jattends",
    "know",
    "let",
    "like",
    "looking",
    "may",
    "merci",
    "might",
    "need",
    "nouvelles",
    "parle",
    "permets",
    "plait",
    "please",
    "pourrais",
    "pourrait",
    "pourriez",
    "pouvez",
    "preciser",
    "prie",
    "propos",
    "question",
    "questions",
    "recherche",
    "remercie",
    "remercions",
    "renseignement",
    "renseignements",
    "renvoyer",
    "renvoyez",
    "request",
    "savoir",
    "send",
    "souhaite",
    "souhaiterais",
    "souhaitons",
    "stp",
    "sujet",
    "svp",
    "telecharger",
    "tell",
    "transmettre",
    "veuillez",
    "veut",
    "veux",
    "voudrais",
    "waiting",
    "want",
    "wish",
    "would",
]);
