//! What is said of a message of which only a part was taken.

use logic::text::Phrase;

/// What was taken, each with what it is called.
pub fn taken(taken: &[(String, String)]) -> Phrase {
    let en: Vec<String> = taken
        .iter()
        .map(|(called, shown)| format!("{called}: {shown}"))
        .collect();
    let fr: Vec<String> = taken
        .iter()
        .map(|(called, shown)| format!("{called} : {shown}"))
        .collect();
    Phrase::new(
        format!("Noted: {}.", en.join(", ")),
        format!("C'est noté : {}.", fr.join(", ")),
    )
}

/// Why a field has no value, by what it is called.
pub fn of_field(called: &str, reason: &Phrase) -> Phrase {
    Phrase::new(
        format!("{called}: {}", reason.en),
        format!("{called} : {}", reason.fr),
    )
}

/// The answer that was taken, and what was said besides.
pub fn taken_of(shown: &str, rest: &str) -> Phrase {
    let rest: String = rest.chars().take(80).collect();
    Phrase::new(
        format!("Noted: {shown}. The rest was not taken: « {rest} »."),
        format!("C'est noté : {shown}. Le reste n'est pas retenu : « {rest} »."),
    )
}

/// An answer that is said not to be so, without another one.
pub fn what_instead(called: &str, shown: &str) -> Phrase {
    Phrase::new(
        format!("{called} is {shown} so far. What is it instead? For instance: « {called}: … »."),
        format!(
            "{called} : {shown} jusqu'ici. Quelle est la bonne valeur ? Par exemple : « {called} : … »."
        ),
    )
}
