//! What is said to authors: of entities that are one, and of what was refused as incoherent.

use logic::text::Phrase;
use logic::value::{Cell, Name};

pub fn is_one(gone: &str, kept: &str, dropped: usize) -> Phrase {
    let (en, fr) = match dropped {
        0 => (String::new(), String::new()),
        count => (
            format!(" Relations between the two that are dropped: {count}."),
            format!(" Relations entre les deux qui tombent : {count}."),
        ),
    };
    Phrase::new(
        format!("{gone} and {kept} are one and the same.{en}"),
        format!("{gone} et {kept} ne font qu'un.{fr}"),
    )
}

pub fn one_and_the_same(gone: &Name, kept: &Name) -> Phrase {
    Phrase::new(
        format!("{gone} and {kept} are one"),
        format!("{gone} et {kept} ne font qu'un"),
    )
}

pub fn not_one(gone: &str, kept: &str, reason: &Phrase) -> Phrase {
    Phrase::new(
        format!("{gone} and {kept} cannot be one: {}", reason.en),
        format!("{gone} et {kept} ne peuvent être confondus : {}", reason.fr),
    )
}

pub fn merge_sorts(gone: &Name, kept: &Name, turned: bool) -> Phrase {
    let (en, fr) = if turned {
        (
            "; merge them the other way round",
            " ; fusionnez-les dans l'autre sens",
        )
    } else {
        ("", "")
    };
    Phrase::new(
        format!("a {kept} has not everything that a {gone} has{en}"),
        format!("la sorte {kept} n'a pas tout ce qu'a la sorte {gone}{fr}"),
    )
}

pub fn merge_relation() -> Phrase {
    Phrase::new(
        "a relation is not merged with anything",
        "une relation ne se fusionne avec rien",
    )
}

pub fn merge_asked(gone: &Name, part: &Name) -> Phrase {
    Phrase::new(
        format!("the part `{part}` asks about {gone}; merge them the other way round"),
        format!("la partie `{part}` interroge sur {gone} ; fusionnez-les dans l'autre sens"),
    )
}

pub fn merge_disagrees(one: &Phrase, other: &Phrase) -> Phrase {
    Phrase::new(
        format!("{}; {}", one.en, other.en),
        format!("{} ; {}", one.fr, other.fr),
    )
}

pub fn merge_counted(rule: &Name) -> Phrase {
    Phrase::new(
        format!("the rule {rule} counts them as two"),
        format!("la règle {rule} en compte deux"),
    )
}

pub fn merge_reference(cell: &Cell, rule: &Name, broken: bool) -> Phrase {
    let (en, fr) = if broken {
        ("does not allow it", "ne le permet pas")
    } else {
        (
            "is not known to allow it",
            "ne dit pas encore si elle le permet",
        )
    };
    Phrase::new(
        format!("{cell} would name the other, and the rule {rule} {en}"),
        format!("{cell} nommerait l'autre, et la règle {rule} {fr}"),
    )
}

pub fn merge_too_wide(most: usize) -> Phrase {
    Phrase::new(
        format!("it would take more than {most} entries"),
        format!("il y faudrait plus de {most} entrées"),
    )
}

pub fn no_incoherence(entry: u64, open: &[u64]) -> Phrase {
    let open: Vec<String> = open.iter().map(|seq| format!("#{seq}")).collect();
    let (en, fr) = match &open[..] {
        [] => ("none is open".to_owned(), "aucune n'est ouverte".to_owned()),
        open => {
            let open = open.join(", ");
            (format!("open: {open}"), format!("ouvertes : {open}"))
        }
    };
    Phrase::new(
        format!("No incoherence is open as #{entry}; {en}."),
        format!("Aucune incohérence n'est ouverte sous le numéro #{entry} ; {fr}."),
    )
}

pub fn refusal_stands(entry: u64) -> Phrase {
    Phrase::new(
        format!("The incoherence #{entry} is settled: what was refused stays refused."),
        format!("L'incohérence #{entry} est tranchée : ce qui a été refusé le reste."),
    )
}

pub fn still_incoherent(yielding: u64, reason: &str) -> Phrase {
    Phrase::new(
        format!("If #{yielding} yields, it is incoherent still: {reason}"),
        format!("Même si #{yielding} cède, l'incohérence demeure : {reason}"),
    )
}

pub fn author_decided() -> Phrase {
    Phrase::new("the author decided so", "l'auteur en a décidé ainsi")
}

pub fn is_certain(entry: u64) -> Phrase {
    Phrase::new(
        format!("#{entry} was said by somebody of themselves: it is certain, and does not yield."),
        format!("#{entry} a été dit par quelqu'un de soi-même : c'est certain, et ne cède pas."),
    )
}

pub fn nothing_to_yield(entry: u64) -> Phrase {
    Phrase::new(
        format!("#{entry} is neither a testimony nor a constraint that stands."),
        format!("#{entry} n'est ni un témoignage ni une contrainte qui tienne."),
    )
}

pub fn binds_now(testimony: u64) -> Phrase {
    Phrase::new(
        format!("What was said in #{testimony} binds now."),
        format!("Ce qui a été dit sous #{testimony} lie désormais."),
    )
}
