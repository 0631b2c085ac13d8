//! Words by which a clause asks, denies, tells or speaks of others.

use logic::text::WordSet;

/// Verbs of remembering: what is not remembered is missing.
pub(super) static REMEMBERS: WordSet =
    WordSet::of(&["rappelle", "souviens", "souvient", "remember", "recall"]);

/// Words of asking for something.
pub(super) static REQUESTS: WordSet = WordSet::of(&[
    "pouvez",
    "pourriez",
    "pourrais",
    "peux",
    "puis",
    "veuillez",
    "aimerais",
    "aimerions",
    "voulais",
    "can",
    "could",
    "please",
    "svp",
    "may",
    "comment",
]);

/// What is said of what somebody thanks for.
pub(super) static PRAISE: WordSet = WordSet::of(&[
    "etait",
    "grand",
    "enorme",
    "super",
    "parfait",
    "top",
    "genial",
    "excellent",
    "excellente",
    "was",
    "great",
    "perfect",
    "lovely",
    "bien",
    "noted",
    "note",
]);

/// Words of having a wish.
pub(super) static WISHES: WordSet = WordSet::of(&[
    "intention",
    "intentions",
    "envie",
    "projet",
    "souhait",
    "souhaits",
    "volonte",
    "question",
    "demandee",
    "demandes",
    "demander",
    "demanderai",
    "demanderais",
    "demandait",
    "voulu",
    "voulais",
    "vouloir",
    "veuille",
    "souhaiter",
    "souhaiterai",
    "sollicite",
    "solliciter",
    "reclame",
    "reclamer",
    "reclamais",
    "exige",
    "exiger",
    "prevu",
    "prevoyais",
    "envisager",
    "envisageais",
    "songe",
    "songeais",
    "cherchais",
    "chercher",
    "desirer",
    "tiens",
    "intend",
    "intended",
    "intending",
    "wishes",
    "wishing",
    "desire",
    "plans",
    "planned",
    "wanting",
    "requested",
    "requests",
    "plan",
    "interested",
    "keen",
    "idee",
    "idea",
]);

/// Words of saying or agreeing to it: who wrote did not.
pub(super) static AGREES: WordSet = WordSet::of(&[
    "dit",
    "dis",
    "parle",
    "evoque",
    "mentionne",
    "accepte",
    "accepter",
    "autorise",
    "signe",
    "consenti",
    "formule",
    "valide",
    "confirme",
    "said",
    "say",
    "saying",
    "mentioned",
    "agreed",
    "agree",
    "accepted",
    "approved",
    "authorised",
    "authorized",
    "consented",
]);

/// Words of being against it.
pub(super) static OPPOSES: WordSet = WordSet::of(&[
    "refuse",
    "refusons",
    "oppose",
    "conteste",
    "contestons",
    "object",
    "contest",
    "dispute",
]);

/// What denies a wish as « pas » does.
pub(super) static FAR: WordSet = WordSet::of(&[
    "nobody",
    "jms",
    "jamai",
    "loin",
    "far",
    "aucun",
    "aucune",
    "nullement",
    "nul",
    "nulle",
    "hors",
    "neither",
]);

/// What may stand between a denial and the wish.
pub(super) static BETWEEN: WordSet = WordSet::of(&[
    "du",
    "tout",
    "vraiment",
    "absolument",
    "simplement",
    "moment",
    "train",
    "ete",
    "eu",
    "fait",
    "faite",
    "faites",
    "depose",
    "envoye",
    "envoyee",
    "formule",
    "effectue",
    "effectuee",
    "que",
    "qu",
    "qui",
    "vous",
    "ever",
    "any",
    "at",
    "all",
    "really",
    "here",
    "going",
    "trying",
    "made",
    "make",
    "sent",
    "been",
    "am",
    "it",
    "my",
    "avoir",
    "this",
    "circumstances",
    "point",
    "time",
    "do",
    "did",
    "from",
    "was",
    "that",
    "particulierement",
    "moindre",
    "meant",
    "aurais",
]);

/// Who writes, or nobody.
pub(super) static OWN: WordSet = WordSet::of(&[
    "je", "j", "nous", "i", "we", "il", "ce", "c", "it", "this", "there", "that", "elle", "ca",
]);

/// Who writes.
pub(super) static MINE: WordSet =
    WordSet::of(&["je", "j", "nous", "i", "we", "jai", "g", "ive", "im"]);

/// To whom somebody writes, or others.
pub(super) static YOURS: WordSet =
    WordSet::of(&["vous", "tu", "on", "you", "they", "ils", "elles"]);

/// Anybody.
pub(super) static ANYBODY: WordSet = WordSet::of(&[
    "someone",
    "somebody",
    "anyone",
    "anybody",
    "nobody",
    "everyone",
    "everybody",
    "others",
    "people",
    "gens",
]);

/// People who did not write.
pub(super) static PERSONS: WordSet = WordSet::of(&[
    "collegue",
    "ami",
    "amie",
    "frere",
    "soeur",
    "mari",
    "femme",
    "epouse",
    "epoux",
    "compagnon",
    "compagne",
    "conjoint",
    "conjointe",
    "copain",
    "copine",
    "pere",
    "mere",
    "parent",
    "fil",
    "fille",
    "enfant",
    "cousin",
    "cousine",
    "oncle",
    "tante",
    "voisin",
    "voisine",
    "employeur",
    "patron",
    "conseiller",
    "conseillere",
    "formateur",
    "formatrice",
    "candidat",
    "candidate",
    "eleve",
    "stagiaire",
    "client",
    "cliente",
    "friend",
    "brother",
    "sister",
    "husband",
    "wife",
    "partner",
    "father",
    "mother",
    "son",
    "daughter",
    "child",
    "colleague",
    "coworker",
    "neighbour",
    "neighbor",
    "customer",
    "roommate",
    "boss",
    "flatmate",
]);

pub(super) static DETERMINERS: WordSet = WordSet::of(&[
    "mon", "ma", "mes", "un", "une", "votre", "vos", "le", "la", "les", "l", "my", "our", "a",
    "the", "your", "des",
]);

pub(super) static OTHER: WordSet = WordSet::of(&["autre", "autres", "other", "another"]);

/// Behind these a name is no subject.
pub(super) static OF: WordSet = WordSet::of(&[
    "de", "d", "du", "pour", "chez", "par", "a", "avec", "of", "for", "from", "to", "with", "by",
]);

/// What asks somebody to do something, or whether it may be done.
pub(super) static MAY: WordSet = WordSet::of(&[
    "peut",
    "peuvent",
    "pourrait",
    "pourraient",
    "pouvez",
    "pourriez",
    "peux",
    "pourrais",
    "pourrai",
    "puis",
    "can",
    "could",
    "would",
    "may",
    "might",
    "should",
    "veuillez",
    "please",
    "va",
    "faut",
    "vais",
    "will",
    "svp",
    "stp",
]);

/// It is for who writes.
pub(super) static FOR_WRITER: WordSet = WordSet::of(&["me", "m", "moi", "nous", "us", "mine"]);

/// What puts something under a condition, or ahead.
pub(super) static CONDITIONS: WordSet = WordSet::of(&[
    "si", "if", "unless", "quand", "when", "lorsque", "aurai", "serai", "whether",
]);

/// Words that say that something came to somebody.
pub(super) static CAME: WordSet = WordSet::of(&[
    "recu",
    "recue",
    "recus",
    "recues",
    "recois",
    "eu",
    "avoir",
    "recevoir",
    "obtenu",
    "obtenue",
    "recupere",
    "recuperee",
    "retrouve",
    "retrouvee",
    "arrive",
    "arrivee",
    "arrivees",
    "arrives",
    "got",
    "received",
    "receive",
    "arrived",
    "obtained",
    "parvenue",
]);

/// What tells of something else.
pub(super) static ANNOUNCES: WordSet = WordSet::of(&[
    "mail",
    "email",
    "mails",
    "message",
    "courrier",
    "courriel",
    "sms",
    "appel",
    "avis",
    "notification",
    "refus",
    "letter",
    "call",
    "note",
]);

/// Of these the thing is the subject.
pub(super) static PASSIVE: WordSet = WordSet::of(&[
    "arrive", "arrivee", "arrivees", "arrives", "arrived", "parvenue",
]);

/// What is known stands behind it.
pub(super) static DEFINITE: WordSet = WordSet::of(&[
    "le", "la", "les", "l", "mon", "ma", "mes", "votre", "vos", "notre", "ton", "ta", "tes", "the",
    "my", "your", "cette", "our",
]);

/// What may stand between a form of having and what was done.
pub(super) static SOFTENS: WordSet = WordSet::of(&[
    "bien",
    "deja",
    "enfin",
    "tout",
    "aussi",
    "finalement",
    "donc",
    "egalement",
    "juste",
    "hier",
    "already",
    "just",
    "finally",
    "also",
    "now",
    "well",
    "ce",
    "matin",
    "correctement",
    "recemment",
]);

pub(super) static HAVING: WordSet = WordSet::of(&[
    "ai", "as", "a", "avons", "avez", "ont", "have", "has", "had", "jai", "ve", "ive", "g",
]);

/// Behind « passer »: it moves there.
pub(super) static OVER: WordSet = WordSet::of(&["en", "sur", "au", "aux", "a", "dans"]);

/// Not what is recalled, but by what or when somebody calls.
pub(super) static BY_PHONE: WordSet = WordSet::of(&[
    "telephone",
    "tel",
    "portable",
    "fixe",
    "plus",
    "numero",
    "apres",
    "soir",
    "moment",
    "06",
]);

/// Words of confirming and choosing.
pub(super) static CONFIRMS: WordSet = WordSet::of(&[
    "confirme",
    "confirmons",
    "confirmer",
    "confirmation",
    "valide",
    "retiens",
    "prends",
    "choisis",
    "accord",
    "convient",
    "maintiens",
    "confirm",
    "confirming",
    "choose",
    "accept",
    "ok",
    "note",
    "accepte",
]);

/// Forms of being behind which stands what was done.
pub(super) static BEING: WordSet =
    WordSet::of(&["ete", "been", "est", "sont", "is", "are", "was", "were"]);

/// What only says no to what was said before.
pub(super) const NEVER: [&[&str]; 8] = [
    &["jamais"],
    &["surtout", "pas"],
    &["certainement", "pas"],
    &["pas", "question"],
    &["hors", "de", "question"],
    &["never"],
    &["no", "way"],
    &["certainly", "not"],
];

/// What asks whether something must be done.
pub(super) const NEEDED: [(&[&str], &str); 14] = [
    (&["do", "i", "have", "to"], "do"),
    (&["do", "i", "need", "to"], "do"),
    (&["is", "it", "necessary"], "necessary"),
    (&["am", "i", "required"], "required"),
    (&["must", "i"], "must"),
    (&["should", "i"], "should"),
    (&["dois", "je"], "dois"),
    (&["faut", "il"], "faut"),
    (&["est", "ce", "que", "je", "dois"], "dois"),
    (&["est", "ce", "que", "nous", "devons"], "devons"),
    (&["est", "ce", "qu", "on", "doit"], "doit"),
    (&["est", "ce", "qu", "il", "faut"], "faut"),
    (&["suis", "je", "oblige"], "oblige"),
    (&["suis", "je", "obligee"], "oblige"),
];

/// The same without their order turned round: with a mark they ask.
pub(super) const NEEDED_IF_ASKED: [(&[&str], &str); 3] = [
    (&["je", "dois"], "dois"),
    (&["on", "doit"], "doit"),
    (&["nous", "devons"], "devons"),
];
