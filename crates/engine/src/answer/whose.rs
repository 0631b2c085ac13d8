//! Whose something is of which a message speaks, when, and how much of it: « ma sœur adore les films », “I used to drink
//! coffee”, « je regarde peu de films ». A choice counts only where whoever speaks has it, now, and more than little.

use super::token::{BEFORE_VERB, LEADS, Token, holds, is_whole, longest};

/// Whether the words before a name keep it from being chosen: they are of somebody else, of another time, of little,
/// or of a wish that does not come true.
pub(super) fn is_no_choice_of_theirs(before: &[Token]) -> bool {
    is_of_another(before) || is_past(before) || is_little(before) || holds(before, WISHING)
}

/// Whether a clause that names nothing says of what was named before it that it is somebody else's: “she loves it”.
pub(super) fn leaves_to_another(clause: &[Token]) -> bool {
    is_of_another(clause)
}

/// Whether a clause that names nothing says that what follows was long ago: « quand j'étais petit ».
pub(super) fn tells_of_the_past(clause: &[Token]) -> bool {
    holds(clause, LONG_AGO)
}

/// « maintenant les livres ».
pub(super) fn is_of_now(said: &[Token]) -> bool {
    said.iter()
        .any(|token| token.is(&["maintenant", "now", "desormais", "aujourd"]))
}

/// Whether a clause does nothing but cry out against what was named: « quelle horreur ».
pub(super) fn cries_out(clause: &[Token]) -> bool {
    longest(clause, CRIES).is_some()
}

/// Whether somebody else does something with what follows.
fn is_of_another(said: &[Token]) -> bool {
    if holds(said, TOLD) {
        return true;
    }
    let own = said.iter().rposition(|token| token.is(OWN));
    let rest = &said[own.map_or(0, |at| at + 1)..];
    let people = (0..rest.len()).any(|at| {
        let before = |count: usize| at.checked_sub(count).map(|at| &rest[at]);
        let led = before(1).is_some_and(|token| token.is(DETERMINERS));
        let with = before(1 + usize::from(led)).is_some_and(|token| token.is(WITH));
        rest[at].is(PEOPLE) && !with
    });
    let Some(verb) = rest.iter().rposition(|token| token.is(LIKING)) else {
        return people;
    };
    let subject = |token: &Token| token.is(THEY);
    // « Il y a » and « il faut » are nobody.
    let they = rest[..verb].iter().any(subject);
    let kept = rest[..verb].iter().any(|token| token.is(OF_SELF));
    let mut from = 0;
    while let Some(count) = longest(&rest[from..verb], LEADS) {
        from += count;
    }
    let unknown = |token: &Token| {
        let adverb = token.word.ends_with("ment") || token.word.ends_with("ly");
        !adverb && !token.is(BEFORE_VERB) && !token.negates()
    };
    let other = own.is_none() && rest[from..verb].iter().any(unknown);
    !kept && (people || they || other)
}

/// « j'aimais », “I used to”, « à l'époque ».
fn is_past(before: &[Token]) -> bool {
    let once = before.iter().any(|token| token.is(ONCE));
    // « avant, les films » is long ago, « avant tout les films » is first of all.
    let first = [["avant"], ["before"]]
        .iter()
        .any(|word| is_whole(&small_cut(before), word));
    !is_of_now(before) && (once || first || holds(before, LONG_AGO))
}

/// The words but for articles behind them.
fn small_cut(said: &[Token]) -> Vec<Token> {
    let small = said.iter().rev().take_while(|token| token.is(ARTICLES));
    said[..said.len() - small.count()].to_vec()
}

/// « peu de films », “I hardly watch films”; « un peu de thé » is some.
fn is_little(before: &[Token]) -> bool {
    let some = |at: usize| {
        at.checked_sub(1)
            .is_some_and(|before_at| before[before_at].is(SOME))
    };
    let little = |at: usize| before[at].is(&["peu", "little", "few"]) && !some(at);
    (0..before.len()).any(little) && !holds(before, NOT_LITTLE)
        || before.iter().any(|token| token.is(SELDOM))
        || holds(before, LESS)
}

/// « plus trop de livres ».
const LESS: &[&str] = &[
    "plus trop",
    "plus beaucoup",
    "plus tellement",
    "plus vraiment",
    "plus tant",
    "not much",
    "not many",
];

const SOME: &[&str] = &[
    "un", "a", "depuis", "sous", "quelque", "the", "those", "these",
];
const NOT_LITTLE: &[&str] = &["a peu pres", "peu a peu", "peu importe"];
const SELDOM: &[&str] = &[
    "hardly", "barely", "scarcely", "rarely", "seldom", "rarement", "guere",
];

/// The first persons, and « on ».
const OWN: &[&str] = &[
    "je", "j", "moi", "on", "nous", "i", "we", "jme", "jle", "jsuis",
];

/// With these somebody else speaks of whoever speaks, or nobody does anything.
const OF_SELF: &[&str] = &["me", "m", "faut", "y", "nous", "plait"];

const THEY: &[&str] = &[
    "il", "elle", "ils", "elles", "he", "she", "they", "tu", "vous", "you", "lui", "eux",
];

const WITH: &[&str] = &[
    "avec", "with", "chez", "comme", "like", "a", "au", "aux", "to", "sans", "without", "grace",
    "que", "than", "contre", "malgre",
];

const DETERMINERS: &[&str] = &[
    "mon", "ma", "mes", "ton", "ta", "tes", "son", "sa", "ses", "notre", "nos", "votre", "vos",
    "leur", "leurs", "le", "la", "les", "l", "un", "une", "des", "my", "your", "his", "her", "our",
    "their", "the", "a", "some", "most", "many", "other", "d",
];

const ARTICLES: &[&str] = &[
    "le", "la", "les", "l", "un", "une", "des", "du", "de", "d", "the", "a", "an", "some",
];

/// People who are not whoever speaks.
const PEOPLE: &[&str] = &[
    "soeur",
    "soeurs",
    "frere",
    "freres",
    "mere",
    "pere",
    "maman",
    "papa",
    "mari",
    "femme",
    "copain",
    "copine",
    "copains",
    "copines",
    "conjoint",
    "conjointe",
    "compagnon",
    "compagne",
    "fils",
    "fille",
    "filles",
    "enfant",
    "enfants",
    "parents",
    "ami",
    "amie",
    "amis",
    "amies",
    "collegue",
    "collegues",
    "chef",
    "patron",
    "patronne",
    "voisin",
    "voisine",
    "voisins",
    "cousin",
    "cousine",
    "oncle",
    "tante",
    "neveu",
    "niece",
    "grand",
    "mamie",
    "papi",
    "gens",
    "monde",
    "plupart",
    "jeunes",
    "ados",
    "coloc",
    "wife",
    "husband",
    "sister",
    "sisters",
    "brother",
    "brothers",
    "mother",
    "mum",
    "mom",
    "father",
    "dad",
    "son",
    "daughter",
    "kids",
    "children",
    "child",
    "friend",
    "friends",
    "boyfriend",
    "girlfriend",
    "partner",
    "colleague",
    "colleagues",
    "boss",
    "neighbour",
    "neighbor",
    "neighbours",
    "roommate",
    "flatmate",
    "cousins",
    "uncle",
    "aunt",
    "people",
    "everyone",
    "everybody",
    "others",
    "parent",
    "grandma",
    "grandpa",
    "teenagers",
];

/// Verbs of whoever likes, uses or takes something, in the persons of somebody else.
const LIKING: &[&str] = &[
    "aime",
    "aiment",
    "adore",
    "adorent",
    "prefere",
    "preferent",
    "kiffe",
    "kiffent",
    "lit",
    "lisent",
    "regarde",
    "regardent",
    "joue",
    "jouent",
    "ecoute",
    "ecoutent",
    "prend",
    "prennent",
    "boit",
    "boivent",
    "mange",
    "mangent",
    "choisit",
    "choisissent",
    "raffole",
    "raffolent",
    "devore",
    "devorent",
    "veut",
    "veulent",
    "voudrait",
    "voudraient",
    "like",
    "likes",
    "love",
    "loves",
    "prefer",
    "prefers",
    "read",
    "reads",
    "watch",
    "watches",
    "play",
    "plays",
    "drink",
    "drinks",
    "take",
    "takes",
    "eat",
    "eats",
    "want",
    "wants",
    "enjoy",
    "enjoys",
    "choose",
    "chooses",
    "has",
    "buys",
    "buy",
    "needs",
];

/// What others say.
const TOLD: &[&str] = &[
    "on me dit",
    "on m a dit",
    "on me conseille",
    "on m a conseille",
    "on me recommande",
    "on m a recommande",
    "on me propose",
    "on m offre",
    "il parait",
    "je connais quelqu un",
    "je connais des gens",
    "i know someone",
    "i know somebody",
    "i know people",
    "i m told",
    "i am told",
    "i was told",
    "they say",
    "they tell me",
];

const ONCE: &[&str] = &[
    "aimais",
    "adorais",
    "preferais",
    "lisais",
    "regardais",
    "jouais",
    "buvais",
    "kiffais",
    "ecoutais",
    "mangeais",
    "devorais",
    "autrefois",
    "jadis",
    "formerly",
];

const LONG_AGO: &[&str] = &[
    "used to",
    "a l epoque",
    "dans le temps",
    "dans ma jeunesse",
    "quand j etais",
    "lorsque j etais",
    "when i was",
    "as a child",
    "as a kid",
    "in the past",
    "back in the day",
    "in my youth",
    "i once",
];

const WISHING: &[&str] = &[
    "si seulement",
    "si je pouvais",
    "si j avais le temps",
    "si j avais plus",
    "avoir le temps",
    "aimerais pouvoir",
    "if only",
    "i wish i",
    "if i had time",
    "if i had the time",
    "if i could",
    "wish i had",
];

const CRIES: &[&str] = &[
    "quelle horreur",
    "quelle plaie",
    "quelle angoisse",
    "quelle corvee",
    "quel ennui",
    "quel supplice",
    "quel cauchemar",
    "l horreur",
    "au secours",
    "beurk",
    "berk",
    "pouah",
    "pitie",
    "yuck",
    "ugh",
    "eww",
    "ew",
    "what a bore",
    "what a waste",
    "what a nightmare",
    "how boring",
    "how awful",
    "how dull",
    "spare me",
];
