//! What is said of something behind its name: that it is fine, that it is not, or what nobody understands. A name of
//! which something is said counts only where that is understood and nothing against it.

use super::heed::BOUNDING;
use super::judge::{FAULTING, PRAISING};
use super::rest::is_small;
use super::token::{Token, begins, holds, longest};

/// What is said of something behind its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Remark {
    Nothing,
    /// « me va », “works for me”.
    Well,
    /// « bof », “put me to sleep”: words that say neither.
    Unclear,
    /// « est trop cher », “is out of the question”.
    Ill,
}

/// What the words behind a name say of it, as far as its clause goes.
pub(super) fn remark(behind: &[Token]) -> Remark {
    let (mut found, mut complement, mut at) = (Remark::Nothing, false, 0);
    while at < behind.len() && (at == 0 || !behind[at].breaks) {
        let rest = &behind[at..];
        if longest(rest, REASONS).is_some() {
            break;
        }
        let well = longest(rest, WELL).max(longest(rest, PRAISING));
        let ill = ill(rest);
        let much = rest[0].is(&["trop", "too"]) && rest.get(1).is_some_and(|next| !next.breaks);
        let ill = ill.or_else(|| (much || rest[0].negates_beside_birth()).then_some(1));
        let (said, count) = match (well, ill) {
            (Some(well), ill) if ill.is_none_or(|ill| ill <= well) => (Remark::Well, well),
            (_, Some(ill)) => (Remark::Ill, ill),
            (_, None) => {
                let quiet = is_small(&rest[0]) || rest[0].is(BOUNDING) || rest[0].is(DEGREES);
                complement |= rest[0].is(OF);
                let quiet = quiet || complement || rest[0].is(OF);
                let said = if quiet {
                    Remark::Nothing
                } else {
                    Remark::Unclear
                };
                (said, 1)
            }
        };
        found = found.max(said);
        at += count;
    }
    found
}

/// The same behind « un film »: an adjective says of which kind it is, and only a verb says something of it.
pub(super) fn remark_of_kind(behind: &[Token]) -> Remark {
    let verb = |token: &Token| token.is(POINTING) || token.is(&["te", "se", "vous", "a", "ont"]);
    match remark(behind) {
        Remark::Unclear if !behind.iter().any(verb) => Remark::Nothing,
        said @ (Remark::Nothing | Remark::Well | Remark::Unclear | Remark::Ill) => said,
    }
}

/// Whether words before a name turn against it: « marre des séries », “I'm sick of series”.
pub(super) fn rejects(words: &[Token]) -> bool {
    holds(words, REJECTING)
}

/// Whether a clause that names nothing turns against what was named before it: « le livre, c'est interdit chez moi ».
pub(super) fn turns_against(clause: &[Token]) -> bool {
    let pointing = clause.iter().take_while(|token| token.is(POINTING)).count();
    let rest = &clause[pointing..];
    let quiet = rest.iter().take_while(|token| token.is(DEGREES)).count();
    let faults = |rest: &[Token]| {
        let praised = longest(rest, PRAISING).max(longest(rest, WELL));
        ill(rest).is_some() && ill(rest) > praised
    };
    faults(rest) || faults(&rest[quiet..]) && (pointing > 0 || begins(clause, "tres peu").is_some())
}

/// Whether a clause does nothing but that, and names nothing itself: « très peu pour moi ».
pub(super) fn only_turns_against(clause: &[Token]) -> bool {
    let around = |token: &Token| {
        token.is(POINTING) || token.is(DEGREES) || token.is(&["pour", "for", "moi", "me", "chez"])
    };
    let start = (0..clause.len()).find(|at| ill(&clause[*at..]).is_some());
    let Some(start) = start else {
        return false;
    };
    let count = ill(&clause[start..]).unwrap_or(0);
    let mut rest = clause[..start].iter().chain(&clause[start + count..]);
    rest.all(around) && turns_against(clause)
}

/// What is said for something: that it is fine.
pub(super) fn well(tokens: &[Token]) -> Option<usize> {
    longest(tokens, WELL)
}

/// What is said against something, wherever it stands.
pub(super) fn ill(tokens: &[Token]) -> Option<usize> {
    longest(tokens, FAULTING)
        .max(longest(tokens, ILL))
        .max(longest(tokens, REJECTING))
}

/// Words that point at what was named before them.
const POINTING: &[&str] = &[
    "c", "ca", "cela", "ce", "il", "elle", "ils", "elles", "it", "that", "they", "those", "this",
    "est", "is", "s", "sont", "are", "m", "me", "nous",
];

/// Words that say how much, and nothing of themselves.
const DEGREES: &[&str] = &[
    "tres",
    "trop",
    "vraiment",
    "assez",
    "bien",
    "mieux",
    "surtout",
    "toujours",
    "parfaitement",
    "completement",
    "absolument",
    "tout",
    "really",
    "very",
    "quite",
    "absolutely",
    "totally",
    "always",
    "perfectly",
    "honestly",
    "franchement",
    "simplement",
    "definitely",
    "one",
    "ones",
    "person",
    "celui",
    "celle",
    "la",
    "premier",
    "premiere",
    "first",
    "quand",
    "meme",
    "ever",
];

/// Words behind a name that say of which kind, for whom or where it is; they are no remark.
const OF: &[&str] = &[
    "de", "d", "du", "des", "of", "about", "with", "avec", "pour", "for", "sur", "in", "en",
    "dans", "a", "au", "aux", "chez", "at", "from", "to", "by", "par", "comme", "as", "when",
    "dont", "que", "qu", "qui", "which", "that", "who", "where",
];

/// Words behind which a reason stands.
const REASONS: &[&str] = &[
    "parce que",
    "parce qu",
    "car",
    "puisque",
    "because",
    "since",
    "vu que",
    "etant donne",
    "alors",
    "so",
    "comme",
    "when",
    "quand",
];

/// What is said of something that is meant.
const WELL: &[&str] = &[
    "oui",
    "yes",
    "yep",
    "ok",
    "okay",
    "d accord",
    "volontiers",
    "va",
    "vont",
    "ira",
    "irait",
    "va bien",
    "va tres bien",
    "fera l affaire",
    "ferait l affaire",
    "fait l affaire",
    "fera tres bien l affaire",
    "suffit",
    "suffira",
    "suffirait",
    "convient",
    "conviennent",
    "conviendrait",
    "conviendra",
    "plait",
    "plaisent",
    "plairait",
    "tente",
    "tenterait",
    "est bien",
    "est bon",
    "est bonne",
    "est parfait",
    "est parfaite",
    "est ideal",
    "est ideale",
    "est possible",
    "c est bien",
    "c est bon",
    "c est parfait",
    "c est ok",
    "c est top",
    "c est super",
    "c est note",
    "parfait",
    "parfaite",
    "ideal",
    "ideale",
    "top",
    "super",
    "genial",
    "geniale",
    "nickel",
    "impeccable",
    "obligatoire",
    "exige",
    "imperatif",
    "de preference",
    "si possible",
    "sans hesiter",
    "sans hesitation",
    "sans aucun doute",
    "bien sur",
    "evidemment",
    "pourquoi pas",
    "s il vous plait",
    "s il te plait",
    "svp",
    "stp",
    "merci",
    "please",
    "thanks",
    "thank you",
    "que je prefere",
    "que je choisis",
    "que j aime",
    "que je veux",
    "je prefere",
    "je choisis",
    "je prends",
    "je dirais",
    "je pense",
    "je crois",
    "je suppose",
    "j imagine",
    "a ma preference",
    "ma preference",
    "mon prefere",
    "ma preferee",
    "mon choix",
    "my choice",
    "my favourite",
    "my favorite",
    "my preference",
    "works",
    "work",
    "would work",
    "works well",
    "will do",
    "would do",
    "will be fine",
    "suits",
    "suit",
    "is fine",
    "are fine",
    "is good",
    "is great",
    "is perfect",
    "is ok",
    "is okay",
    "is best",
    "is better",
    "is ideal",
    "is possible",
    "fine",
    "good",
    "great",
    "perfect",
    "lovely",
    "nice",
    "best",
    "better",
    "sounds good",
    "sounds great",
    "sounds nice",
    "sounds fine",
    "sounds lovely",
    "sounds perfect",
    "would be nice",
    "would be great",
    "would be good",
    "would be fine",
    "would be lovely",
    "would be perfect",
    "it is",
    "it s",
    "for sure",
    "of course",
    "any day",
    "any time",
    "i guess",
    "i think",
    "i suppose",
    "i d say",
    "i believe",
    "i prefer",
    "i like",
    "i choose",
    "i love",
    "i want",
    "if possible",
    "why not",
    "no doubt",
    "without a doubt",
    "instead",
    "a la place",
    "all the way",
    "tout de suite",
    "d abord",
    "avant tout",
];

/// What is said of something that is not meant, beside what finds fault with it.
const ILL: &[&str] = &[
    "bof",
    "beurk",
    "interdit",
    "interdite",
    "interdits",
    "interdites",
    "proscrit",
    "proscrite",
    "est de trop",
    "de trop",
    "non merci",
    "no thanks",
    "no thank you",
    "nul",
    "nulle",
    "nuls",
    "nulles",
    "tres peu pour moi",
    "peu pour moi",
    "me fatigue",
    "me fatiguent",
    "m ennuie",
    "m ennuient",
    "m angoisse",
    "m enerve",
    "m enervent",
    "me choque",
    "me choquent",
    "me saoule",
    "me soule",
    "me deprime",
    "aucun interet",
    "sans interet",
    "hors budget",
    "forbidden",
    "prohibited",
    "banned",
    "overrated",
    "boring",
    "horrible",
    "awful",
    "terrible",
    "pass",
    "scares me",
    "scare me",
    "put me to sleep",
    "puts me to sleep",
    "meh",
    "yuck",
    "nope",
    "a nightmare",
    "a no go",
    "no go",
    "reserve",
    "reservee",
    "complet",
    "complete",
    "ferme",
    "fermee",
    "closed",
    "fully booked",
    "taken",
];

/// What turns against what follows it.
const REJECTING: &[&str] = &[
    "marre",
    "ras le bol",
    "plein le dos",
    "fuis",
    "fuyons",
    "fuir",
    "exclus",
    "exclut",
    "exclure",
    "excluez",
    "interdiction",
    "interdis",
    "interdit de",
    "stop au",
    "stop a",
    "stop aux",
    "halte au",
    "halte aux",
    "non au",
    "non aux",
    "ai horreur",
    "avons horreur",
    "horreur de",
    "horreur des",
    "horreur du",
    "allergique",
    "bannis",
    "bannir",
    "proscris",
    "oubliez",
    "oublie",
    "oublions",
    "sick of",
    "tired of",
    "fed up with",
    "enough of",
    "had enough",
    "loathe",
    "despise",
    "allergic",
    "can t stand",
    "can t bear",
    "rather not",
    "forget",
    "skip",
    "no more",
    "ban",
    "spare me",
    "epargnez moi",
    "epargne moi",
];
