//! Words by which a clause asks, denies, tells or speaks of others.

/// Verbs of remembering: what is not remembered is missing.
pub(super) const REMEMBERS: [&str; 5] = ["rappelle", "souviens", "souvient", "remember", "recall"];

/// Words of asking for something.
pub(super) const REQUESTS: [&str; 15] = [
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
];

/// What is said of what somebody thanks for.
pub(super) const PRAISE: [&str; 16] = [
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
];

/// Words of having a wish.
pub(super) const WISHES: [&str; 53] = [
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
];

/// Words of saying or agreeing to it: who wrote did not.
pub(super) const AGREES: [&str; 24] = [
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
];

/// Words of being against it.
pub(super) const OPPOSES: [&str; 8] = [
    "refuse",
    "refusons",
    "oppose",
    "conteste",
    "contestons",
    "object",
    "contest",
    "dispute",
];

/// What denies a wish as « pas » does.
pub(super) const FAR: [&str; 12] = [
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
];

/// What may stand between a denial and the wish.
pub(super) const BETWEEN: [&str; 51] = [
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
];

/// Who writes, or nobody.
pub(super) const OWN: [&str; 14] = [
    "je", "j", "nous", "i", "we", "il", "ce", "c", "it", "this", "there", "that", "elle", "ca",
];

/// Who writes.
pub(super) const MINE: [&str; 9] = ["je", "j", "nous", "i", "we", "jai", "g", "ive", "im"];

/// To whom somebody writes, or others.
pub(super) const YOURS: [&str; 7] = ["vous", "tu", "on", "you", "they", "ils", "elles"];

/// Anybody.
pub(super) const ANYBODY: [&str; 10] = [
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
];

/// People who did not write.
pub(super) const PERSONS: [&str; 58] = [
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
];

pub(super) const DETERMINERS: [&str; 17] = [
    "mon", "ma", "mes", "un", "une", "votre", "vos", "le", "la", "les", "l", "my", "our", "a",
    "the", "your", "des",
];

pub(super) const OTHER: [&str; 4] = ["autre", "autres", "other", "another"];

/// Behind these a name is no subject.
pub(super) const OF: [&str; 14] = [
    "de", "d", "du", "pour", "chez", "par", "a", "avec", "of", "for", "from", "to", "with", "by",
];

/// What asks somebody to do something, or whether it may be done.
pub(super) const MAY: [&str; 24] = [
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
];

/// It is for who writes.
pub(super) const FOR_WRITER: [&str; 6] = ["me", "m", "moi", "nous", "us", "mine"];

/// What puts something under a condition, or ahead.
pub(super) const CONDITIONS: [&str; 9] = [
    "si", "if", "unless", "quand", "when", "lorsque", "aurai", "serai", "whether",
];

/// Words that say that something came to somebody.
pub(super) const CAME: [&str; 24] = [
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
];

/// What tells of something else.
pub(super) const ANNOUNCES: [&str; 14] = [
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
];

/// Of these the thing is the subject.
pub(super) const PASSIVE: [&str; 6] = [
    "arrive", "arrivee", "arrivees", "arrives", "arrived", "parvenue",
];

/// What is known stands behind it.
pub(super) const DEFINITE: [&str; 18] = [
    "le", "la", "les", "l", "mon", "ma", "mes", "votre", "vos", "notre", "ton", "ta", "tes", "the",
    "my", "your", "cette", "our",
];

/// What may stand between a form of having and what was done.
pub(super) const SOFTENS: [&str; 20] = [
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
];

pub(super) const HAVING: [&str; 13] = [
    "ai", "as", "a", "avons", "avez", "ont", "have", "has", "had", "jai", "ve", "ive", "g",
];

/// Behind « passer »: it moves there.
pub(super) const OVER: [&str; 6] = ["en", "sur", "au", "aux", "a", "dans"];

/// Not what is recalled, but by what or when somebody calls.
pub(super) const BY_PHONE: [&str; 10] = [
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
];

/// Words of confirming and choosing.
pub(super) const CONFIRMS: [&str; 18] = [
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
];

/// Forms of being behind which stands what was done.
pub(super) const BEING: [&str; 8] = ["ete", "been", "est", "sont", "is", "are", "was", "were"];

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
pub(super) const NEEDED: [&[&str]; 6] = [
    &["do", "i", "have", "to"],
    &["must", "i"],
    &["should", "i"],
    &["dois", "je"],
    &["faut", "il", "que", "je"],
    &["faut", "il", "que", "j"],
];
