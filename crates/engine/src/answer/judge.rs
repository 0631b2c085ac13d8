//! What is said of a value and does not say it: an opinion (« Lyon déplaît »), one of two (« Emma ou Dune »). And a
//! name as it is, where a word has swallowed its article: « au Havre ».

use super::heed::is_or;
use super::remark::{Remark, remark};
use super::token::{Token, holds, longest, tokens};
use logic::text::fold;
use std::borrow::Cow;
use std::ops::Range;

/// Whether what stands behind a name in its clause finds fault with it: « Lyon me déplaît », “Lyon won't do”.
pub(super) fn is_faulted(all: &[Token], at: &Range<usize>) -> bool {
    let behind = &all[at.end.min(all.len())..];
    let clause = behind.iter().take_while(|token| !token.breaks).count();
    let clause = &behind[..clause];
    let small = clause.iter().take_while(|token| token.is(BETWEEN)).count();
    let praised = holds(clause, PRAISING);
    longest(&clause[small..], FAULTING).is_some() && !praised
}

/// Whether a message says nothing of a name but a fault: « lyon me déplaît ».
pub(super) fn only_faults(said: &str) -> bool {
    let all = tokens(said);
    (1..all.len().min(NAME_MAX)).any(|end| is_faulted(&all, &(0..end)))
}

/// Whether a text says something against a name, or something of it that is not understood: « Lyon m'angoisse ».
pub(super) fn is_said_of(said: &str) -> bool {
    let all = tokens(said);
    let capital = |token: &Token| said[token.start..].starts_with(char::is_uppercase);
    let name = all
        .iter()
        .take_while(|token| capital(token) && !token.elided)
        .count();
    let behind = &all[name..];
    let verb = behind
        .first()
        .is_some_and(|next| !next.breaks && next.is(OF_NAME));
    (1..=NAME_MAX).contains(&name)
        && match remark(behind) {
            Remark::Ill => behind.first().is_some_and(|next| !next.breaks),
            Remark::Unclear => verb,
            Remark::Nothing | Remark::Well => false,
        }
}

/// Words behind a name with which something is said of it.
const OF_NAME: &[&str] = &[
    "m", "me", "nous", "est", "is", "was", "sont", "are", "has", "a", "makes", "gives",
];

/// Whether a word finds fault by itself: « le film m'ennuie ».
pub(super) fn faults(token: &Token) -> bool {
    token.is(FAULTS)
}

/// The most words of a name.
const NAME_MAX: usize = 5;

/// Words that may stand between a name and what is said of it.
const BETWEEN: &[&str] = &[
    "me",
    "m",
    "nous",
    "lui",
    "leur",
    "y",
    "vraiment",
    "really",
    "just",
    "franchement",
    "ca",
    "c",
    "est",
    "is",
    "was",
    "would",
    "serait",
    "sera",
    "be",
    "simply",
];

const FAULTS: &[&str] = &[
    "deplait",
    "deplaisent",
    "deplairait",
    "derange",
    "derangent",
    "gene",
    "genent",
    "ennuie",
    "ennuient",
    "agace",
    "agacent",
    "sucks",
    "bores",
    "annoys",
    "bothers",
];

/// What is said of something that is not wanted, behind it.
pub(super) const FAULTING: &[&str] = &[
    "deplait",
    "deplaisent",
    "deplairait",
    "derange",
    "ennuie",
    "agace",
    "tombe mal",
    "pose probleme",
    "pose un probleme",
    "pose souci",
    "ne",
    "n est pas",
    "n a",
    "va pas",
    "convient pas",
    "marche pas",
    "pas possible",
    "pas la peine",
    "exclu",
    "exclue",
    "impossible",
    "hors de question",
    "trop loin",
    "trop cher",
    "trop chere",
    "trop tard",
    "trop tot",
    "non merci",
    "won t do",
    "wont do",
    "won t work",
    "wont work",
    "doesn t",
    "doesnt",
    "does not",
    "isn t",
    "isnt",
    "not possible",
    "not an option",
    "not for me",
    "not ok",
    "can t",
    "cannot",
    "out of the question",
    "out",
    "no good",
    "too far",
    "too expensive",
    "too late",
    "too early",
    "a no",
    "a bad idea",
    "unacceptable",
    "sucks",
];

/// A fault that is none.
pub(super) const PRAISING: &[&str] = &[
    "pas mal",
    "pas loin",
    "pas cher",
    "pas de probleme",
    "pas de souci",
    "not bad",
    "t bad",
    "t far",
    "t mind",
    "t matter",
    "probleme du tout",
];

/// A name with the article that « au », « du » or « aux » before it has swallowed: towns without one stand behind
/// « à », « de ».
pub(super) fn with_article<'t>(said: &str, name: &'t str) -> Cow<'t, str> {
    let at = (name.as_ptr() as usize).checked_sub(said.as_ptr() as usize);
    let all = tokens(said);
    let first = at.and_then(|at| all.iter().position(|token| token.start == at));
    let before = first.and_then(|first| Some((&all[first.checked_sub(1)?], first)));
    let Some((before, first)) = before.filter(|(_, first)| !all[*first].breaks) else {
        return Cow::Borrowed(name);
    };
    let comes = || first < 2 || all[first - 2].is(COMING);
    let article = match before.word.as_str() {
        "au" => "Le",
        "aux" => "Les",
        "du" if comes() => "Le",
        _ => return Cow::Borrowed(name),
    };
    let capital = name.starts_with(char::is_uppercase);
    let nation = NATIONS.contains(&fold(all[first].word.as_str()).as_str());
    match capital && !nation {
        true => Cow::Owned(format!("{article} {name}")),
        false => Cow::Borrowed(name),
    }
}

/// Words before the « du » of where somebody comes from.
const COMING: &[&str] = &[
    "viens", "vient", "venons", "venir", "pars", "part", "partons", "partir", "depart", "arrive",
    "arrivons", "train", "loin", "pres", "suis", "sommes",
];

/// Countries and regions behind « au » and « aux », which are named without their article.
const NATIONS: &[&str] = &[
    "japon",
    "canada",
    "portugal",
    "mexique",
    "bresil",
    "maroc",
    "perou",
    "chili",
    "vietnam",
    "viet",
    "cambodge",
    "laos",
    "senegal",
    "mali",
    "niger",
    "nigeria",
    "tchad",
    "cameroun",
    "gabon",
    "congo",
    "togo",
    "benin",
    "burkina",
    "kenya",
    "rwanda",
    "burundi",
    "danemark",
    "luxembourg",
    "liechtenstein",
    "royaume",
    "quebec",
    "nepal",
    "bhoutan",
    "liban",
    "koweit",
    "qatar",
    "bahrein",
    "yemen",
    "pakistan",
    "bangladesh",
    "tibet",
    "soudan",
    "mozambique",
    "zimbabwe",
    "botswana",
    "lesotho",
    "malawi",
    "ghana",
    "liberia",
    "venezuela",
    "paraguay",
    "guatemala",
    "honduras",
    "nicaragua",
    "salvador",
    "costa",
    "panama",
    "texas",
    "montana",
    "colorado",
    "nouveau",
    "sri",
    "groenland",
    "vatican",
    "etats",
    "pays",
    "philippines",
    "antilles",
    "emirats",
    "seychelles",
    "maldives",
    "bahamas",
    "comores",
    "fidji",
    "acores",
    "canaries",
    "baleares",
    "usa",
    "kosovo",
    "montenegro",
    "kazakhstan",
    "kirghizistan",
    "tadjikistan",
    "turkmenistan",
    "ouzbekistan",
    "surinam",
    "belize",
    "swaziland",
];

/// Whether two names stand there as one or the other: « Emma ou Dune ». « Candide ou l'Optimisme » is one title.
pub(super) fn is_either(said: &str) -> bool {
    let all = tokens(said);
    let capital = |token: &Token| said[token.start..].starts_with(char::is_uppercase);
    (1..all.len().saturating_sub(1)).any(|at| {
        let or = is_or(said, &all[at]) && !capital(&all[at]);
        or && capital(&all[at - 1]) && capital(&all[at + 1]) && !all[at + 1].elided
    })
}

/// An item without what says where it comes: « d'abord Emma », « puis Dune ».
pub(super) fn without_order(item: &str) -> &str {
    let all = tokens(item);
    let count = longest(&all, ORDERING).filter(|count| *count < all.len());
    let Some(next) = count.map(|count| &all[count]) else {
        return item;
    };
    let small = item.starts_with(char::is_lowercase);
    let sign = item[..next.start].trim_end_matches(['«', '"', '“']).len();
    match small && item[next.start..].starts_with(char::is_uppercase) {
        true => item[sign..].trim_start(),
        false => item,
    }
}

const ORDERING: &[&str] = &[
    "d abord",
    "tout d abord",
    "puis",
    "et puis",
    "ensuite",
    "et ensuite",
    "enfin",
    "apres",
    "first",
    "first of all",
    "then",
    "and then",
    "finally",
    "next",
];

/// Whether an item says why the one before it was named: « Emma, pour son ironie ».
pub(super) fn is_reason(item: &str) -> bool {
    let all = tokens(item);
    item.starts_with(char::is_lowercase)
        && longest(&all, REASONS).is_some_and(|count| count < all.len())
}

const REASONS: &[&str] = &[
    "pour son",
    "pour sa",
    "pour ses",
    "pour l",
    "pour le",
    "pour la",
    "pour les",
    "parce que",
    "parce qu",
    "car",
    "because",
    "for its",
    "for his",
    "for her",
    "for the",
];
