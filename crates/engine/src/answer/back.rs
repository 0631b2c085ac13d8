//! Messages that ask to go back, or to change an earlier answer, and do not say to what: « retour », « je voudrais changer
//! ma première réponse », « j'ai fait une faute dans mon nom ».

use super::label::longest_label;
use super::token::{Token, holds, is_whole, longest, stripped, tokens};
use logic::text::words;

/// What a message asks to go back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Back {
    /// An earlier answer; which, it does not say, or says by a number.
    Somewhere,
    /// The question of this place that is called so.
    To(usize),
}

/// Whether a message asks to go back or to change an earlier answer. `called` is what each of them is called.
pub fn back(called: &[&[String]], said: &str) -> Option<Back> {
    let all = tokens(said);
    if all.len() > LONGEST {
        return None;
    }
    let core = stripped(&all, WISHING, TAILS);
    if let Some(at) = labelled(called, core) {
        return Some(Back::To(at));
    }
    (goes_back(core) || changes(core)).then_some(Back::Somewhere)
}

/// « retour », « revenir à la question précédente », “go back one step”, « je me suis trompé dans une réponse ».
fn goes_back(core: &[Token]) -> bool {
    if is_whole(core, SLIPPED) {
        return true;
    }
    let Some(mut from) = longest(core, RETURNING) else {
        return false;
    };
    while let Some(count) = longest(&core[from..], PLACES) {
        from += count;
    }
    from == core.len()
}

/// « changer ma première réponse », “edit my last answer”.
fn changes(core: &[Token]) -> bool {
    let verb = core.iter().position(|token| token.is(CHANGING));
    let slip = holds(core, SLIPS);
    let behind = verb.map_or(core, |at| &core[at + 1..]);
    let early = verb.is_some_and(|at| at < 3) || slip;
    early && (holds(behind, ANSWERS) || slip && holds(core, ANSWERS))
}

/// « corriger mon prénom », « j'ai fait une faute dans mon nom », « mon nom est mal écrit »: the question whose answer is
/// not what it should be.
fn labelled(called: &[&[String]], core: &[Token]) -> Option<usize> {
    let verb = core.first().is_some_and(|first| first.is(CHANGING));
    let lead = longest(core, SLIPS).or(verb.then_some(1)).unwrap_or(0);
    let rest = &core[lead..];
    let pointed = rest.first().is_some_and(|first| first.is(POINTING));
    let rest = &rest[usize::from(pointed)..];
    let labels = called.iter().enumerate().flat_map(|(at, labels)| {
        let plain = labels.iter().map(|label| words(label));
        plain.map(move |label| {
            let small = label.len() > 1 && POINTING.contains(&label[0].as_str());
            (at, label[usize::from(small)..].to_vec())
        })
    });
    let (at, count) = longest_label(labels, rest)?;
    let behind = &rest[count..];
    let wrong = pointed && is_whole(behind, WRONG);
    (lead > 0 && behind.is_empty() || wrong).then_some(at)
}

/// More words than this tell something.
const LONGEST: usize = 14;

const POINTING: &[&str] = &[
    "mon", "ma", "mes", "le", "la", "les", "l", "my", "the", "our", "notre", "nos",
];

/// What somebody says before what they want, or around it.
const WISHING: &[&str] = &[
    "je veux",
    "je voudrais",
    "j aimerais",
    "je souhaite",
    "je souhaiterais",
    "je dois",
    "il faut",
    "il faudrait",
    "on peut",
    "peut on",
    "puis je",
    "je peux",
    "pourrais je",
    "je pourrais",
    "est ce que je peux",
    "est ce qu on peut",
    "est ce possible de",
    "comment",
    "pouvez vous",
    "peux tu",
    "tu peux",
    "vous pouvez",
    "laisse moi",
    "laissez moi",
    "en fait",
    "non",
    "attends",
    "attendez",
    "oups",
    "pardon",
    "desole",
    "desolee",
    "finalement",
    "ah",
    "euh",
    "svp",
    "s il vous plait",
    "s il te plait",
    "i want to",
    "i d like to",
    "i would like to",
    "i need to",
    "i have to",
    "i wish to",
    "can i",
    "could i",
    "may i",
    "can we",
    "could we",
    "can you",
    "could you",
    "let me",
    "let s",
    "how do i",
    "how can i",
    "please",
    "sorry",
    "oops",
    "wait",
    "no",
    "actually",
    "in fact",
    "is it possible to",
];
const TAILS: &[&str] = &[
    "svp",
    "stp",
    "s il vous plait",
    "s il te plait",
    "merci",
    "please",
    "thanks",
    "thank you",
    "en fait",
    "finalement",
    "actually",
];

const RETURNING: &[&str] = &[
    "retour",
    "retourner",
    "revenir",
    "reviens",
    "revient",
    "revenons",
    "je reviens",
    "on revient",
    "en arriere",
    "precedent",
    "precedente",
    "question precedente",
    "page precedente",
    "etape precedente",
    "ecran precedent",
    "question d avant",
    "back",
    "go back",
    "going back",
    "step back",
    "return",
    "previous",
    "undo",
    "previous question",
    "previous page",
    "previous step",
    "last question",
];

/// To where.
const PLACES: &[&str] = &[
    "en arriere",
    "arriere",
    "a",
    "au",
    "sur",
    "la",
    "le",
    "l",
    "d",
    "un",
    "une",
    "question",
    "page",
    "etape",
    "ecran",
    "precedente",
    "precedent",
    "avant",
    "cran",
    "pas",
    "peu",
    "derniere",
    "fois",
    "debut",
    "to",
    "the",
    "one",
    "a",
    "step",
    "previous",
    "last",
    "before",
    "that",
    "this",
    "it",
    "bit",
    "up",
    "back",
    "again",
];

/// Whoever owns up to a slip, and says no more.
const SLIPPED: &[&str] = &[
    "je me suis trompe",
    "je me suis trompee",
    "je me suis plante",
    "je me suis plantee",
    "j ai fait une erreur",
    "j ai fait une faute",
    "je me suis trompe quelque part",
    "je me suis trompee quelque part",
    "il y a une erreur",
    "i made a mistake",
    "i made an error",
    "i got it wrong",
    "i got something wrong",
    "there is a mistake",
    "there s a mistake",
    "i slipped up",
    "i made a typo",
];

/// The same of something.
const SLIPS: &[&str] = &[
    "je me suis trompe de",
    "je me suis trompee de",
    "je me suis trompe dans",
    "je me suis trompee dans",
    "je me suis trompe sur",
    "je me suis trompee sur",
    "je me suis trompe a",
    "je me suis trompee a",
    "je me suis trompe pour",
    "je me suis trompee pour",
    "j ai fait une faute dans",
    "j ai fait une faute a",
    "j ai fait une erreur dans",
    "j ai fait une erreur sur",
    "j ai mal ecrit",
    "j ai mal tape",
    "j ai mal orthographie",
    "il y a une faute dans",
    "il y a une erreur dans",
    "i made a mistake in",
    "i made a mistake with",
    "i made a typo in",
    "i got",
    "i misspelled",
    "i misspelt",
    "i mistyped",
    "there is a mistake in",
    "there s a mistake in",
    "there is a typo in",
    "there s a typo in",
];

/// Verbs by which an answer is made another.
const CHANGING: &[&str] = &[
    "changer",
    "change",
    "changez",
    "modifier",
    "modifie",
    "modifiez",
    "corriger",
    "corrige",
    "corrigez",
    "rectifier",
    "rectifie",
    "revenir",
    "revient",
    "reviens",
    "revoir",
    "reprendre",
    "refaire",
    "editer",
    "annuler",
    "annule",
    "annulez",
    "effacer",
    "efface",
    "effacez",
    "supprimer",
    "supprime",
    "rouvrir",
    "retourner",
    "edit",
    "fix",
    "correct",
    "redo",
    "undo",
    "revise",
    "amend",
    "update",
    "modify",
    "back",
    "return",
    "erase",
    "delete",
    "cancel",
    "reconsider",
    "revisit",
    "switch",
    "replace",
    "remplacer",
    "remplace",
];

/// What an answer is called.
const ANSWERS: &[&str] = &[
    "reponse",
    "reponses",
    "question",
    "questions",
    "choix",
    "ce que j ai dit",
    "ce que j ai repondu",
    "ce que j ai mis",
    "ce que j ai ecrit",
    "answer",
    "answers",
    "choice",
    "choices",
    "what i said",
    "what i answered",
    "what i wrote",
    "what i put",
];

/// What is said of an answer that is not as it should be.
const WRONG: &[&str] = &[
    "est faux",
    "est fausse",
    "est mal ecrit",
    "est mal ecrite",
    "est incorrect",
    "est incorrecte",
    "n est pas bon",
    "n est pas bonne",
    "n est pas le bon",
    "n est pas la bonne",
    "est errone",
    "est erronee",
    "n est pas correct",
    "n est pas correcte",
    "a change",
    "est a changer",
    "est a corriger",
    "is wrong",
    "is misspelled",
    "is misspelt",
    "is incorrect",
    "is not right",
    "isn t right",
    "is not correct",
    "isn t correct",
    "has changed",
    "needs to be changed",
];
