//! What is said of a message of which only a part was taken.

use logic::text::Phrase;
use logic::value::Name;

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

/// The values on offer, as one would choose among them.
fn lettered(offered: &[String]) -> String {
    let letters = ('A'..='Z').map(|letter| format!("{letter}) "));
    let letters = letters.chain(std::iter::repeat(String::new()));
    let shown = letters.zip(offered);
    let shown: Vec<String> = shown.map(|(letter, value)| letter + value).collect();
    shown.join(", ")
}

/// Which of the values on offer is meant.
pub fn which_of(offered: &[String]) -> Phrase {
    let offered = lettered(offered);
    Phrase::new(
        format!("Which of these? {offered}. Its name or its rank will do."),
        format!("Laquelle de ces propositions ? {offered}. Son nom ou son rang suffit."),
    )
}

/// What was chosen or denied is none of the values on offer.
pub fn not_on_offer(said: &str, offered: &[String]) -> Phrase {
    let said: String = said.chars().take(80).collect();
    let offered = lettered(offered);
    Phrase::new(
        format!("« {said} » is not on offer: {offered}."),
        format!("« {said} » n'est pas proposé : {offered}."),
    )
}

/// What is denied was not noted anyway.
pub fn not_noted(called: &str, shown: &str) -> Phrase {
    Phrase::new(
        format!("Nothing changes by that: {called} is {shown}."),
        format!("Cela ne change rien : {called} est {shown}."),
    )
}

/// A slot by which several questions are called.
pub fn slot_of_several(slot: &str, several: &[Name]) -> Phrase {
    let slot: String = slot.chars().take(80).collect();
    let several: Vec<&str> = several.iter().map(Name::as_str).collect();
    let several = several.join(", ");
    Phrase::new(
        format!("Several questions are called {slot}: {several}. Which one is meant?"),
        format!("Plusieurs questions s'appellent {slot} : {several}. Laquelle ?"),
    )
}

/// A slot that is none, and those that there are.
pub fn unknown_slot_of(slot: &str, known: &[String]) -> Phrase {
    let slot: String = slot.chars().take(80).collect();
    let known = known.join(", ");
    Phrase::new(
        format!("No question here is called {slot}. There are: {known}."),
        format!("Aucune question ici ne s'appelle {slot}. Il y a : {known}."),
    )
}
