//! The things that are counted, with their words in both languages.

use logic::text::{Phrase, counted};

/// A number of something, in English and in French: for one and for several.
#[derive(Clone, Copy, Debug)]
pub struct Noun {
    en: [&'static str; 2],
    fr: [&'static str; 2],
}

const fn noun(en: [&'static str; 2], fr: [&'static str; 2]) -> Noun {
    Noun { en, fr }
}

pub const CASE: Noun = noun(["{} case", "{} cases"], ["{} cas", "{} cas"]);
pub const INTENTION: Noun = noun(
    ["{} intention", "{} intentions"],
    ["{} intention", "{} intentions"],
);
pub const SEARCH: Noun = noun(
    ["{} search", "{} searches"],
    ["{} recherche finie", "{} recherches finies"],
);
pub const VIOLATION: Noun = noun(
    ["{} violation", "{} violations"],
    ["{} violation", "{} violations"],
);
pub const ROW: Noun = noun(["{} row", "{} rows"], ["{} ligne", "{} lignes"]);
pub const STATE: Noun = noun(["{} state", "{} states"], ["{} état", "{} états"]);
pub const ATTEMPT: Noun = noun(["{} attempt", "{} attempts"], ["{} essai", "{} essais"]);
pub const CHECK: Noun = noun(["{} check", "{} checks"], ["{} contrôle", "{} contrôles"]);
pub const DETAIL: Noun = noun(
    ["{} detail still open", "{} details still open"],
    ["{} détail encore ouvert", "{} détails encore ouverts"],
);
pub const DIFFERENCE: Noun = noun(
    ["{} difference", "{} differences"],
    ["{} différence", "{} différences"],
);
pub const EDGE: Noun = noun(["{} edge", "{} edges"], ["{} arête", "{} arêtes"]);
pub const ENTITY: Noun = noun(["{} entity", "{} entities"], ["{} entité", "{} entités"]);
pub const ENTRY: Noun = noun(["{} entry", "{} entries"], ["{} entrée", "{} entrées"]);
pub const ERROR: Noun = noun(["{} error", "{} errors"], ["{} erreur", "{} erreurs"]);
pub const EVENT: Noun = noun(["{} event", "{} events"], ["{} événement", "{} événements"]);
pub const FACT: Noun = noun(["{} fact", "{} facts"], ["{} fait", "{} faits"]);
pub const FILE: Noun = noun(["{} file", "{} files"], ["{} fichier", "{} fichiers"]);
pub const FINDING: Noun = noun(["{} finding", "{} findings"], ["{} constat", "{} constats"]);
pub const INPUT: Noun = noun(["{} input", "{} inputs"], ["{} entrée", "{} entrées"]);
pub const LINE: Noun = noun(["{} line", "{} lines"], ["{} ligne", "{} lignes"]);
pub const MISTAKE: Noun = noun(["{} mistake", "{} mistakes"], ["{} faute", "{} fautes"]);
pub const PROBLEM: Noun = noun(
    ["{} problem", "{} problems"],
    ["{} problème", "{} problèmes"],
);
pub const RELATION: Noun = noun(
    ["{} relation", "{} relations"],
    ["{} relation", "{} relations"],
);
pub const REPAIR: Noun = noun(
    ["{} repair", "{} repairs"],
    ["{} réparation", "{} réparations"],
);
pub const SESSION: Noun = noun(["{} session", "{} sessions"], ["{} session", "{} sessions"]);
pub const SORT: Noun = noun(["{} sort", "{} sorts"], ["{} sorte", "{} sortes"]);
pub const STATEMENT: Noun = noun(
    ["{} statement", "{} statements"],
    ["{} énoncé", "{} énoncés"],
);
pub const BLOCK: Noun = noun(["{} block", "{} blocks"], ["{} bloc", "{} blocs"]);
pub const PART: Noun = noun(["{} part", "{} parts"], ["{} partie", "{} parties"]);
pub const TRY: Noun = noun(
    ["{} try left", "{} tries left"],
    ["{} essai restant", "{} essais restants"],
);
pub const TURN: Noun = noun(["{} turn", "{} turns"], ["{} tour", "{} tours"]);
pub const WARNING: Noun = noun(
    ["{} warning", "{} warnings"],
    ["{} avertissement", "{} avertissements"],
);

impl Noun {
    /// The number and the noun that goes with it.
    pub fn count<N: TryInto<u64>>(self, count: N) -> Phrase {
        counted(count, self.en, self.fr)
    }
}
