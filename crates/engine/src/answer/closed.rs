//! Closed classes: the words of both languages that point, join and lead. They name nothing, so they are no value, and
//! no name goes past them.

use super::token::{Token, longest};

/// Whether a word belongs to a closed class.
pub(super) fn is_function(token: &Token) -> bool {
    let classes = [
        DETERMINERS,
        PRONOUNS,
        PREPOSITIONS,
        CONJUNCTIONS,
        AUXILIARIES,
        ADVERBS,
        COURTEOUS,
    ];
    classes.iter().any(|class| token.is(class))
}

pub(super) fn is_preposition(token: &Token) -> bool {
    token.is(PREPOSITIONS)
}

/// Words that lead to a thing: « une chambre », “the station”.
pub(super) const DETERMINERS: &[&str] = &[
    "le", "la", "les", "l", "un", "une", "des", "du", "d", "ce", "cet", "cette", "ces", "mon",
    "ma", "mes", "ton", "ta", "tes", "son", "sa", "ses", "notre", "nos", "votre", "vos", "leur",
    "leurs", "quelque", "quelques", "chaque", "aucun", "aucune", "plusieurs", "tout", "tous",
    "toute", "toutes", "quel", "quelle", "quels", "quelles", "meme", "autre", "autres", "a", "an",
    "the", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our", "their",
    "some", "any", "no", "each", "every", "all", "both", "another", "other", "same", "such",
];

pub(super) const PRONOUNS: &[&str] = &[
    "je", "j", "tu", "il", "elle", "on", "nous", "vous", "ils", "elles", "me", "m", "te", "t",
    "se", "s", "moi", "toi", "lui", "eux", "y", "en", "c", "ca", "cela", "ceci", "celui", "celle",
    "ceux", "celles", "qui", "que", "qu", "quoi", "dont", "lequel", "laquelle", "rien", "i", "you",
    "he", "she", "it", "we", "they", "him", "us", "them", "who", "whom", "whose", "which", "what",
    "something", "anything", "nothing", "somewhere", "anywhere", "mine", "yours",
];

pub(super) const PREPOSITIONS: &[&str] = &[
    "a", "au", "aux", "de", "du", "d", "des", "en", "dans", "par", "pour", "sur", "sous", "avec",
    "sans", "chez", "vers", "entre", "depuis", "pendant", "avant", "apres", "contre", "malgre",
    "selon", "jusque", "jusqu", "hors", "pres", "loin", "via", "durant", "of", "in", "on", "at",
    "by", "for", "with", "without", "from", "to", "into", "onto", "about", "over", "under",
    "between", "since", "until", "till", "before", "after", "near", "per", "through", "during",
    "than", "around", "like", "against", "within",
];

const CONJUNCTIONS: &[&str] = &[
    "et", "ou", "mais", "donc", "or", "ni", "car", "si", "comme", "quand", "lorsque", "puisque",
    "parce", "and", "but", "nor", "so", "if", "because", "as", "when", "while", "where", "why",
    "how", "though",
];

/// Verbs that help others, and those with which something is had or wanted.
pub(super) const AUXILIARIES: &[&str] = &[
    "est", "es", "suis", "sommes", "etes", "sont", "etait", "etais", "sera", "serai", "serons",
    "serez", "seront", "serait", "etre", "ete", "ai", "as", "avons", "avez", "ont", "avait",
    "aura", "aurai", "aurons", "avoir", "eu", "fait", "faire", "faut", "faudra", "faudrait", "va",
    "vais", "vont", "allons", "peut", "peux", "pouvez", "pourrait", "veut", "veux", "voulons",
    "voudrais", "voudrait", "voudrions", "aimerais", "aimerait", "souhaite", "souhaitons",
    "voila", "voici", "am", "is", "are", "was", "were", "be", "been", "being", "have", "has",
    "had", "do", "does", "did", "will", "would", "can", "could", "shall", "should", "may",
    "might", "must", "ll", "ve", "re", "want", "wants", "need", "needs", "would", "let", "lets",
];

const ADVERBS: &[&str] = &[
    "ne", "n", "pas", "plus", "moins", "tres", "trop", "assez", "bien", "peu", "aussi", "encore",
    "toujours", "jamais", "deja", "ici", "la", "alors", "puis", "ensuite", "juste", "seulement",
    "plutot", "vraiment", "surtout", "environ", "presque", "non", "oui", "ainsi", "finalement",
    "enfin", "euh", "bon", "ben", "not", "very", "too", "quite", "just", "only", "also", "here",
    "there", "now", "then", "rather", "really", "almost", "exactly", "maybe", "yes", "ok", "okay",
    "well", "actually", "instead", "more", "less", "most", "least", "much", "never", "always",
    "please", "er", "um", "uh", "exactement", "disons", "peut",
];

const COURTEOUS: &[&str] = &[
    "merci", "svp", "stp", "bonjour", "bonsoir", "salut", "coucou", "plait", "pardon", "thanks",
    "thank", "hello", "hi", "hey", "sorry", "cheers", "madame", "monsieur",
];

/// Whether the words speak of a journey, or of what one travels with: « je pars », “two tickets”.
pub(super) fn moves(token: &Token) -> bool {
    token.is(MOVING)
}

const MOVING: &[&str] = &[
    "pars", "part", "partons", "partez", "partir", "partant", "depart", "viens", "vient",
    "venons", "venir", "venant", "arrive", "arrivons", "arriver", "arrivee", "vais", "va",
    "allons", "aller", "retour", "simple", "train", "trains", "bus", "avion", "vol", "billet",
    "billets", "trajet", "voyage", "voyager", "route", "go", "goes", "going", "travel",
    "travels", "travelling", "traveling", "get", "leave", "leaving", "leaves", "depart",
    "departing", "arriving", "arrive", "trip", "journey", "ticket", "tickets", "seat", "seats",
    "flight", "fly", "flying", "coach", "way", "return", "single", "adult", "adults", "adulte",
    "adultes", "people", "personnes", "personne", "person", "passengers", "passagers", "places",
    "place", "ride", "head", "heading", "bound",
];

/// Words for another day, place or thing than what begins: « retour le 8 », “back in Leeds”.
pub(super) const ENDING: &[&str] = &[
    "retour", "rendre", "rends", "rend", "rendrai", "restitution", "restituer", "retourne",
    "reviens", "revient", "revenons", "fin", "jusqu", "jusque", "checkout", "sortie", "return",
    "returning", "returned", "back", "until", "till", "end", "ending", "ends", "drop", "dropping",
];

/// Whether a clause before a place says that something ends there.
pub(super) fn ends_before(before: &[Token]) -> bool {
    let from = before.iter().rposition(|token| token.breaks).unwrap_or(0);
    before[from..].iter().any(|token| token.is(ENDING))
        || (from..before.len()).any(|at| longest(&before[at..], &["check out"]).is_some())
}
