//! Counted things in both languages: one entry, two entries; in French zero and one are singular.

use logic::text::Phrase;

/// A noun with its plural, in English and in French.
#[derive(Clone, Copy, Debug)]
pub struct Noun {
    en: [&'static str; 2],
    fr: [&'static str; 2],
}

const fn noun(en: [&'static str; 2], fr: [&'static str; 2]) -> Noun {
    Noun { en, fr }
}

pub const CHECK: Noun = noun(["check", "checks"], ["contrôle", "contrôles"]);
pub const DETAIL: Noun = noun(
    ["detail still open", "details still open"],
    ["détail encore ouvert", "détails encore ouverts"],
);
pub const DIFFERENCE: Noun = noun(["difference", "differences"], ["différence", "différences"]);
pub const ENTITY: Noun = noun(["entity", "entities"], ["entité", "entités"]);
pub const ENTRY: Noun = noun(["entry", "entries"], ["entrée", "entrées"]);
pub const ERROR: Noun = noun(["error", "errors"], ["erreur", "erreurs"]);
pub const EVENT: Noun = noun(["event", "events"], ["événement", "événements"]);
pub const FACT: Noun = noun(["fact", "facts"], ["fait", "faits"]);
pub const FILE: Noun = noun(["file", "files"], ["fichier", "fichiers"]);
pub const FINDING: Noun = noun(["finding", "findings"], ["constat", "constats"]);
pub const INPUT: Noun = noun(["input", "inputs"], ["entrée", "entrées"]);
pub const LINE: Noun = noun(["line", "lines"], ["ligne", "lignes"]);
pub const MISTAKE: Noun = noun(["mistake", "mistakes"], ["faute", "fautes"]);
pub const PROBLEM: Noun = noun(["problem", "problems"], ["problème", "problèmes"]);
pub const SESSION: Noun = noun(["session", "sessions"], ["session", "sessions"]);
pub const TRY: Noun = noun(
    ["try left", "tries left"],
    ["essai restant", "essais restants"],
);
pub const TURN: Noun = noun(["turn", "turns"], ["tour", "tours"]);
pub const WARNING: Noun = noun(["warning", "warnings"], ["avertissement", "avertissements"]);

impl Noun {
    /// The number and the noun that goes with it.
    pub fn count<N: TryInto<u64>>(self, count: N) -> Phrase {
        let count = count.try_into().unwrap_or(u64::MAX);
        Phrase::new(
            format!("{count} {}", self.en[usize::from(count != 1)]),
            format!("{count} {}", self.fr[usize::from(count > 1)]),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::ENTRY;

    #[test]
    fn each_language_has_its_own_plural() {
        let all = [0_usize, 1, 2].map(|count| {
            let phrase = ENTRY.count(count);
            format!("{} / {}", phrase.en, phrase.fr)
        });
        assert_eq!(
            all,
            [
                "0 entries / 0 entrée",
                "1 entry / 1 entrée",
                "2 entries / 2 entrées"
            ]
        );
    }
}
