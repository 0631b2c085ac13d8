//! What the engine itself says to people, in every language it speaks.

mod author;
mod heard;

use crate::event::{Provenance, Reinterpretation, Reliability};
use crate::field::Refusal;
use logic::text::{Phrase, joined};
use logic::value::Name;

pub use author::*;
pub use heard::*;

pub fn not_now(awaited: &str) -> Phrase {
    Phrase::new(
        format!("Not now. {awaited}"),
        format!("Pas maintenant. {awaited}"),
    )
}

pub fn awaits_answer(question: &str) -> Phrase {
    Phrase::new(
        format!("An answer is awaited: {question}"),
        format!("Une réponse est attendue : {question}"),
    )
}

pub fn awaits_event(event: &str) -> Phrase {
    Phrase::new(
        format!("The event {event} is awaited."),
        format!("L'événement {event} est attendu."),
    )
}

pub fn awaits_nothing() -> Phrase {
    Phrase::new("Nothing is awaited.", "Rien n'est attendu.")
}

pub fn changes_nothing() -> Phrase {
    Phrase::new(
        "Nothing more is awaited, and this changes nothing.",
        "Plus rien n'est attendu, et ceci ne change rien.",
    )
}

pub fn recorded() -> Phrase {
    Phrase::new(
        "That is noted, and nothing more is awaited.",
        "C'est noté, et rien de plus n'est attendu.",
    )
}

pub fn gave_up() -> Phrase {
    Phrase::new(
        "Let us leave that one open and go on.",
        "Laissons cette question ouverte et continuons.",
    )
}

pub fn gave_up_for_good() -> Phrase {
    Phrase::new(
        "We cannot go on without this, so somebody will take over from here. Say « resume » to try once more.",
        "Sans cette réponse nous ne pouvons pas continuer : une personne prendra la suite. Le mot « reprendre » permet d'essayer encore.",
    )
}

pub fn cancelled() -> Phrase {
    Phrase::new(
        "We stop here. What you said is kept; say « resume » to go on where we were.",
        "Nous nous arrêtons là. Tout ce qui a été dit est gardé ; le mot « reprendre » fait continuer où nous en étions.",
    )
}

pub fn resumable() -> Phrase {
    Phrase::new(
        "This conversation was stopped. Say « resume » to go on where it was.",
        "Cet échange est arrêté. Le mot « reprendre » le fait continuer où il en était.",
    )
}

pub fn restarted() -> Phrase {
    Phrase::new(
        "We begin again. What you answered before stays on record until you answer anew.",
        "Nous recommençons. Les réponses d'avant restent notées jusqu'à la prochaine réponse.",
    )
}

pub fn corrected(called: &str, value: &str) -> Phrase {
    Phrase::new(
        format!("Corrected: {called} is now {value}."),
        format!("C'est corrigé : {called} est maintenant {value}."),
    )
}

pub fn corrected_from(called: &str, value: &str, before: &str) -> Phrase {
    Phrase::new(
        format!("Corrected: {called} is now {value} (before: {before})."),
        format!("C'est corrigé : {called} est maintenant {value} (avant : {before})."),
    )
}

pub fn rest_not_understood(rest: &str) -> Phrase {
    let rest: String = rest.chars().take(80).collect();
    Phrase::new(
        format!("This part was not understood: « {rest} »."),
        format!("Cette partie n'a pas été comprise : « {rest} »."),
    )
}

/// A list as it was understood.
pub fn understood_as(items: &[String]) -> Phrase {
    let shown: Vec<String> = items.iter().map(|item| format!("« {item} »")).collect();
    let shown = shown.join(", ");
    Phrase::new(format!("Noted: {shown}."), format!("C'est noté : {shown}."))
}

pub fn which_answer(labels: &[String]) -> Phrase {
    let shown: Vec<&str> = labels.iter().rev().take(8).map(String::as_str).collect();
    let shown = shown.join(", ");
    Phrase::new(
        format!("Which answer do you correct? Name it, for instance: {shown}."),
        format!("Quelle réponse faut-il corriger ? Elle se nomme, par exemple : {shown}."),
    )
}

pub fn unchanged(called: &str, value: &str) -> Phrase {
    Phrase::new(
        format!("That is what is noted already: {called} is {value}."),
        format!("C'est déjà noté ainsi : {called} est {value}."),
    )
}

pub fn not_known_yet(called: &str) -> Phrase {
    Phrase::new(
        format!("{called} is not known yet."),
        format!("{called} n'est pas encore connu."),
    )
}

pub fn asked_because() -> Phrase {
    Phrase::new(
        "It belongs to this conversation; what you answer is noted as you say it.",
        "Cela fait partie de cet échange ; la réponse est notée telle qu'elle est donnée.",
    )
}

pub fn no_answer() -> Phrase {
    Phrase::new(
        "An answer has a value; an optional question can be skipped.",
        "Une réponse a une valeur ; une question facultative peut être passée.",
    )
}

pub fn not_optional() -> Phrase {
    Phrase::new(
        "This one cannot be skipped.",
        "Celle-ci ne peut pas être passée.",
    )
}

pub fn missing(labels: &[String]) -> Phrase {
    let labels = labels.join(", ");
    Phrase::new(
        format!("Still missing: {labels}."),
        format!("Il manque encore : {labels}."),
    )
}

pub fn form_wants(labels: &[String]) -> Phrase {
    let labels = labels.join(", ");
    Phrase::new(
        format!("None of what is asked for was found in that: {labels}."),
        format!("Rien de ce qui est demandé n'y figure : {labels}."),
    )
}

pub fn exactly(word: &str) -> Phrase {
    Phrase::new(
        format!("Exactly « {word} » is awaited."),
        format!("C'est exactement « {word} » qui est attendu."),
    )
}

pub fn validate_or_nuance() -> Phrase {
    Phrase::new(
        "Say yes, or say what is not right.",
        "Il suffit d'un oui, ou de ce qui n'est pas juste.",
    )
}

pub fn what_is_wrong() -> Phrase {
    Phrase::new(
        "What is not right? Say it in your own words.",
        "Qu'est-ce qui n'est pas juste ? Quelques mots suffisent.",
    )
}

pub fn nuance_too_long(most: usize, length: usize) -> Phrase {
    Phrase::new(
        format!("At most {most} characters, please; these are {length}."),
        format!("{most} caractères au plus ; il y en a {length}."),
    )
}

pub fn plain_question(called: &str) -> Phrase {
    Phrase::new(format!("{called}?"), format!("{called} ?"))
}

pub fn noted() -> Phrase {
    Phrase::new("Noted.", "C'est noté.")
}

pub fn handed_over() -> Phrase {
    Phrase::new(
        "A person will look at this and answer.",
        "Une personne va regarder et répondre.",
    )
}

pub fn none_of_these() -> Phrase {
    Phrase::new("None of these, then.", "Aucune de celles-ci, donc.")
}

pub fn without(denied: &[String], left: &[String]) -> Phrase {
    let (denied, left) = (denied.join(", "), left.join(", "));
    if left.is_empty() {
        return Phrase::new(
            format!("Without {denied}, then."),
            format!("Sans {denied}, donc."),
        );
    }
    Phrase::new(
        format!("Without {denied}, then. Still on offer: {left}."),
        format!("Sans {denied}, donc. Encore proposé : {left}."),
    )
}

pub fn which_offer() -> Phrase {
    Phrase::new(
        "Which of these? Say its name or its rank.",
        "Laquelle de ces propositions ? Son nom ou son rang suffit.",
    )
}

pub fn nothing_to_select() -> Phrase {
    Phrase::new(
        "Nothing is on offer to choose from; the value itself is awaited.",
        "Rien n'est proposé à choisir ; c'est la valeur elle-même qui est attendue.",
    )
}

pub fn nothing_to_affirm() -> Phrase {
    Phrase::new(
        "Nothing that yes or no would answer is open.",
        "Rien n'est ouvert à quoi oui ou non répondrait.",
    )
}

pub fn hole(path: &str) -> Phrase {
    Phrase::new(
        format!("(A text cannot be shown: {path} is not known.)"),
        format!("(Un texte ne peut pas être montré : {path} n'est pas connu.)"),
    )
}

pub fn not_generated(cell: &str) -> Phrase {
    Phrase::new(
        format!("Nothing could be said about {cell} now."),
        format!("Rien n'a pu être dit de {cell} pour l'instant."),
    )
}

pub fn unknown_cell(cell: &str, near: Option<&str>) -> Phrase {
    match near {
        Some(near) => Phrase::new(
            format!("There is no {cell} here. Did you mean {near}?"),
            format!("Il n'y a pas de {cell} ici. Peut-être {near} ?"),
        ),
        None => Phrase::new(
            format!("There is no {cell} here."),
            format!("Il n'y a pas de {cell} ici."),
        ),
    }
}

/// A composite is its fields.
pub fn made_of(whole: &str, asked: &str, fields: &[String], near: Option<&str>) -> Phrase {
    let all = fields.join(", ");
    match (asked == whole, near) {
        (true, _) => Phrase::new(
            format!("{whole} is made of {all}: give a map of them, or one of them by its name."),
            format!(
                "{whole} se compose de {all} : donnez-en une table, ou l'un d'eux par son nom."
            ),
        ),
        (false, Some(near)) => Phrase::new(
            format!("There is no {asked} here. Did you mean {near}? {whole} is made of {all}."),
            format!("Il n'y a pas de {asked} ici. Peut-être {near} ? {whole} se compose de {all}."),
        ),
        (false, None) => Phrase::new(
            format!("There is no {asked} here. {whole} is made of {all}."),
            format!("Il n'y a pas de {asked} ici. {whole} se compose de {all}."),
        ),
    }
}

/// A model's answer gives back what it was asked.
pub fn echo() -> Phrase {
    Phrase::new(
        "the answer repeats words of the request",
        "la réponse répète des mots de la demande",
    )
}

/// In an English session the one, in a French one the other.
pub fn not_the_language() -> Phrase {
    Phrase::new("it is not in English", "ce n'est pas en français")
}

pub fn not_admitted(cell: &str, value: &str, refusal: &Refusal) -> Phrase {
    match refusal {
        Refusal::Impossible(told) => {
            let reason = told.phrase();
            Phrase::new(
                format!("{cell} cannot be {value}: {}", reason.en),
                format!("{cell} ne peut pas valoir {value} : {}", reason.fr),
            )
        }
        Refusal::Incoherent(told) => {
            let reason = told.phrase();
            Phrase::new(
                format!(
                    "{cell} cannot be {value} beside what was said, and nothing allows to understand that otherwise: {}. An author must decide: lift one of these constraints.",
                    reason.en
                ),
                format!(
                    "{cell} ne peut pas valoir {value} à côté de ce qui a été dit, et rien ne permet de le comprendre autrement : {}. À un auteur de décider : levez l'une de ces contraintes.",
                    reason.fr
                ),
            )
        }
        Refusal::NotProven { nodes } => Phrase::new(
            format!(
                "{cell} is not taken as {value}: within {nodes} tries nothing proved that the rest can still be completed"
            ),
            format!(
                "{cell} n'est pas fixé à {value} : en {nodes} essais, rien n'a prouvé que le reste peut encore être complété"
            ),
        ),
        Refusal::Unfit => Phrase::new(
            format!("rules read {cell}, and they cannot reckon with {value}"),
            format!("des règles lisent {cell} et ne savent pas compter avec {value}"),
        ),
    }
}

pub fn not_constrained(formula: &str, refusal: &Refusal) -> Phrase {
    match refusal {
        Refusal::Impossible(told) | Refusal::Incoherent(told) => {
            let reason = told.phrase();
            Phrase::new(
                format!("`{formula}` cannot hold any more: {}", reason.en),
                format!("`{formula}` ne peut plus tenir : {}", reason.fr),
            )
        }
        Refusal::NotProven { .. } | Refusal::Unfit => Phrase::new(
            format!("whether the world can be completed with `{formula}` was not proven"),
            format!("rien n'a prouvé que le monde peut être complété avec `{formula}`"),
        ),
    }
}

/// What was asked for cannot be by what its cells are declared to be.
pub fn outside_domains(formula: &str, domains: &[(String, Phrase, String)]) -> Phrase {
    let told = |pick: &dyn Fn(&Phrase) -> String, is: &str| {
        let each = domains.iter();
        let each = each.map(|(cell, kind, place)| format!("{cell} {is} {} ({place})", pick(kind)));
        each.collect::<Vec<_>>().join(", ")
    };
    Phrase::new(
        format!(
            "`{formula}` cannot hold: {}",
            told(&|kind| kind.en.clone(), "is")
        ),
        format!(
            "`{formula}` ne peut pas tenir : {}",
            told(&|kind| kind.fr.clone(), "est")
        ),
    )
}

pub fn relation_in_constraint() -> Phrase {
    Phrase::new(
        "A constraint is about cells; relations stand in the project's rules.",
        "Une contrainte porte sur des cellules ; les relations vont dans les règles du projet.",
    )
}

pub fn constrains_nothing() -> Phrase {
    Phrase::new(
        "The constraint reads no cell.",
        "La contrainte ne lit aucune cellule.",
    )
}

pub fn constrained(entry: u64) -> Phrase {
    Phrase::new(
        format!("The constraint stands as #{entry}."),
        format!("La contrainte vaut sous le numéro #{entry}."),
    )
}

pub fn lifted(entry: u64) -> Phrase {
    Phrase::new(
        format!("The constraint #{entry} is lifted."),
        format!("La contrainte #{entry} est levée."),
    )
}

pub fn no_constraint(entry: u64) -> Phrase {
    Phrase::new(
        format!("No constraint stands as #{entry}."),
        format!("Aucune contrainte ne vaut sous le numéro #{entry}."),
    )
}

pub fn not_observed(cell: &str, trigger: &str) -> Phrase {
    Phrase::new(
        format!("Nothing of {cell} is seen this way ({trigger})."),
        format!("Rien de {cell} ne se voit ainsi ({trigger})."),
    )
}

pub fn not_by_asking(name: &str, asked: &str) -> Phrase {
    Phrase::new(
        format!("{name}, « {asked} »: nobody learns that by asking."),
        format!("{name}, « {asked} » : cela ne s'apprend pas en le demandant."),
    )
}

pub fn part_of_merge(entry: u64) -> Phrase {
    Phrase::new(
        format!("#{entry} is what makes two entities one: it cannot be lifted alone."),
        format!("#{entry} fait que deux entités n'en sont qu'une : on ne peut la lever seule."),
    )
}

pub fn scene_changed(place: Option<&str>) -> Phrase {
    match place {
        Some(place) => Phrase::new(format!("Now: {place}."), format!("Maintenant : {place}.")),
        None => Phrase::new("The scene changes.", "La scène change."),
    }
}

pub fn already_fixed(cell: &str, value: &str) -> Phrase {
    Phrase::new(
        format!("{cell} is fixed as {value} and stays so."),
        format!("{cell} est fixé à {value} et le reste."),
    )
}

pub fn value_erased(cell: &str) -> Phrase {
    Phrase::new(
        format!("{cell} is fixed, and its value was erased."),
        format!("{cell} est fixé, et sa valeur a été effacée."),
    )
}

pub fn stale(cell: &str, source: &str, known: u64, given: u64) -> Phrase {
    Phrase::new(
        format!("{cell}: {source} already gave version {known}; version {given} is older."),
        format!(
            "{cell} : {source} a déjà donné la version {known} ; la version {given} est plus ancienne."
        ),
    )
}

pub fn wrong_type(path: &str, wanted: &Phrase, got: &str) -> Phrase {
    Phrase::new(
        format!("{path} takes {}; this is {got}.", wanted.en),
        format!("{path} attend {} ; ceci est {got}.", wanted.fr),
    )
}

pub fn open_cell(cell: &str) -> Phrase {
    Phrase::new(
        format!("{cell} is open, and the project does not say how it could be generated."),
        format!("{cell} est ouvert, et le projet ne dit pas comment le générer."),
    )
}

/// Of something that is asked for and that nothing makes.
pub fn nobody_says(name: &str, asked: &str) -> Phrase {
    Phrase::new(
        format!("{name}, « {asked} »: nobody can say yet."),
        format!("{name}, « {asked} » : personne ne peut encore le dire."),
    )
}

pub fn value_of(cell: &str, value: &str) -> Phrase {
    Phrase::new(format!("{cell}: {value}"), format!("{cell} : {value}"))
}

pub fn turn_too_long() -> Phrase {
    Phrase::new(
        "This turn was stopped: it went on for too long. The next message goes on from here.",
        "Ce tour a été arrêté : il durait trop longtemps. Le prochain message reprend ici.",
    )
}

pub fn one_of(names: &[String]) -> Phrase {
    Phrase::new(
        format!("It is not clear who is meant: {}?", names.join(" or ")),
        format!("On ne sait pas de qui il s'agit : {} ?", names.join(" ou ")),
    )
}

pub fn of_whom(asked: &str) -> Phrase {
    Phrase::new(
        format!("It is not clear who is meant (“{asked}”). Say a name."),
        format!("On ne sait pas de qui il s'agit (« {asked} »). Un nom suffit."),
    )
}

pub fn lacks(name: &str, asked: &str) -> Phrase {
    Phrase::new(
        format!("There is no such thing to ask of {name} (“{asked}”)."),
        format!(
            "On ne peut rien demander de tel à propos {} (« {asked} »).",
            joined("de", name)
        ),
    )
}

pub fn beyond(asked: &str) -> Phrase {
    Phrase::new(
        format!("It is not clear what is asked (“{asked}”). Ask for one thing in fewer words."),
        format!(
            "On ne sait pas ce qui est demandé (« {asked} »). Une question plus courte suffit."
        ),
    )
}

pub fn unknown_slot(slot: &str) -> Phrase {
    Phrase::new(
        format!("No question here is called {slot}."),
        format!("Aucune question ici ne s'appelle {slot}."),
    )
}

pub fn act_needs(what: &str) -> Phrase {
    Phrase::new(
        format!("This act needs {what}."),
        format!("Cet acte a besoin de {what}."),
    )
}

pub fn unknown_entity(entity: &str) -> Phrase {
    Phrase::new(
        format!("There is no entity {entity}."),
        format!("Il n'y a pas d'entité {entity}."),
    )
}

/// The same with a name that is near.
pub fn no_entity(entity: &str, near: Option<&str>) -> Phrase {
    match near {
        Some(near) => Phrase::new(
            format!("There is no entity {entity}. Did you mean {near}?"),
            format!("Il n'y a pas d'entité {entity}. Peut-être {near} ?"),
        ),
        None => unknown_entity(entity),
    }
}

pub fn alias_taken(alias: &str, entity: &str) -> Phrase {
    Phrase::new(
        format!("« {alias} » already means {entity}."),
        format!("« {alias} » désigne déjà {entity}."),
    )
}

pub fn alias_learned(alias: &str, entity: &str) -> Phrase {
    Phrase::new(
        format!("« {alias} » now means {entity}."),
        format!("« {alias} » désigne désormais {entity}."),
    )
}

pub fn moved() -> Phrase {
    Phrase::new(
        "The session now follows the new version of its project.",
        "La session suit désormais la nouvelle version de son projet.",
    )
}

pub fn cannot_move(reasons: &str) -> Phrase {
    Phrase::new(
        format!("The session cannot move to that version: {reasons}"),
        format!("La session ne peut pas passer à cette version : {reasons}"),
    )
}

pub fn turn_given_up() -> Phrase {
    Phrase::new(
        "Your message is kept, and it could not be answered because of a defect. Please go on.",
        "Le message est gardé, et un défaut a empêché d'y répondre. La suite peut continuer.",
    )
}

pub fn confidential(cell: &str) -> Phrase {
    Phrase::new(
        format!("{cell} is confidential and is not told."),
        format!("{cell} est confidentiel et ne se dit pas."),
    )
}

pub fn unversioned(cell: &str, source: &str, known: u64) -> Phrase {
    Phrase::new(
        format!(
            "{cell}: {source} gave version {known}; a record without a version cannot be newer."
        ),
        format!(
            "{cell} : {source} a donné la version {known} ; un relevé sans version ne peut être plus récent."
        ),
    )
}

/// Why a soft constraint was broken, where nobody was asked for a reason.
pub fn broken_by(provenance: &Provenance, source: Option<&Name>) -> Phrase {
    match (provenance, source) {
        (Provenance::Input, Some(source)) => Phrase::new(
            format!("asserted by {source}"),
            format!("affirmé par {source}"),
        ),
        (Provenance::Input, None) => Phrase::new(
            "whoever was heard said so",
            "ainsi dit par qui a été entendu",
        ),
        (Provenance::Request(_), _) => Phrase::new("the model's answer", "la réponse du modèle"),
        (Provenance::Offline, _) => Phrase::new(
            "no value that keeps it was possible",
            "aucune valeur qui la respecte n'était possible",
        ),
        (Provenance::Deduced, _) => {
            Phrase::new("nothing else was possible", "rien d'autre n'était possible")
        }
        (Provenance::Partial, _) => Phrase::new(
            "everything better failed",
            "tout ce qui valait mieux a échoué",
        ),
    }
}

pub fn no_witness(name: &str, near: Option<&str>) -> Phrase {
    match near {
        Some(near) => Phrase::new(
            format!("There is nobody called {name} here. Did you mean {near}?"),
            format!("Il n'y a personne du nom de {name} ici. Peut-être {near} ?"),
        ),
        None => Phrase::new(
            format!("There is nobody called {name} here."),
            format!("Il n'y a personne du nom de {name} ici."),
        ),
    }
}

pub fn said_that(who: Option<&str>, what: &str) -> Phrase {
    match who {
        Some(who) => Phrase::new(
            format!("{who} said: {what}"),
            format!("{who} a dit : {what}"),
        ),
        None => Phrase::new(format!("it is said: {what}"), format!("on dit : {what}")),
    }
}

pub fn testified(who: Option<&str>, what: &str, testimony: u64) -> Phrase {
    let said = said_that(who, what);
    Phrase::new(
        format!("Noted as #{testimony}: {}.", said.en),
        format!("Noté sous #{testimony} : {}.", said.fr),
    )
}

pub fn says_of(who: &str, cell: &str, value: &str) -> Phrase {
    Phrase::new(
        format!("According to {who}, {cell} is {value}."),
        format!("Selon {who}, {cell} : {value}."),
    )
}

pub fn does_not_know(who: &str) -> Phrase {
    Phrase::new(
        format!("{who} does not know."),
        format!("{who} n'en sait rien."),
    )
}

pub fn no_rumour(testimony: u64) -> Phrase {
    Phrase::new(
        format!("#{testimony} is no rumour that stands."),
        format!("#{testimony} n'est pas une rumeur qui tienne."),
    )
}

pub fn confirmed(testimony: u64) -> Phrase {
    Phrase::new(
        format!("The rumour #{testimony} is confirmed."),
        format!("La rumeur #{testimony} est confirmée."),
    )
}

pub fn reliability(reliability: Reliability) -> Phrase {
    match reliability {
        Reliability::Rumour => Phrase::new("a rumour", "une rumeur"),
        Reliability::Confirmed => Phrase::new("a confirmed rumour", "une rumeur confirmée"),
        Reliability::Testimony => Phrase::new("a testimony", "un témoignage"),
        Reliability::Certain => Phrase::new("of themselves", "à son propre sujet"),
    }
}

pub fn reinterpretation(kind: Reinterpretation) -> Phrase {
    match kind {
        Reinterpretation::Nuance => Phrase::new("a nuance", "une nuance"),
        Reinterpretation::OtherTime => Phrase::new("another time", "un autre moment"),
        Reinterpretation::Lie => Phrase::new("a lie", "un mensonge"),
        Reinterpretation::OtherView => {
            Phrase::new("another point of view", "un autre point de vue")
        }
        Reinterpretation::Misinformation => Phrase::new("misinformation", "une information fausse"),
    }
}

pub fn found_otherwise() -> Phrase {
    Phrase::new(
        "it was found to be otherwise",
        "il s'est avéré qu'il en est autrement",
    )
}

/// Whoever plays, in a conversation.
pub fn player() -> Phrase {
    Phrase::new("player", "joueur")
}

/// What was told, in a conversation.
pub fn told() -> Phrase {
    Phrase::new("told", "récit")
}

pub fn left_out(count: usize) -> Phrase {
    Phrase::new(
        format!("({count} earlier lines are left out)"),
        format!("({count} lignes plus anciennes sont laissées de côté)"),
    )
}

/// Several things in one sentence.
fn listed(named: &[Phrase]) -> Phrase {
    let join = |of: &dyn Fn(&Phrase) -> &str| named.iter().map(of).collect::<Vec<_>>().join(", ");
    Phrase::new(join(&|name| &name.en), join(&|name| &name.fr))
}

pub fn not_made(name: &Phrase) -> Phrase {
    Phrase::new(
        format!(
            "Something is missing: {} could not be made just now. Say « retry » to try again.",
            name.en
        ),
        format!(
            "Une chose n'a pas pu être faite à l'instant : {}. Le mot « réessayer » lance un nouvel essai.",
            name.fr
        ),
    )
}

pub fn not_made_again() -> Phrase {
    Phrase::new(
        "It could not be made this time either.",
        "Cette fois non plus, rien n'a pu être fait.",
    )
}

pub fn not_made_anew(name: &Phrase) -> Phrase {
    Phrase::new(
        format!(
            "{} was made before a correction, and could not be made anew now.",
            name.en
        ),
        format!(
            "Une correction est venue depuis, et ceci n'a pas pu être refait pour l'instant : {}.",
            name.fr
        ),
    )
}

pub fn goes_on_without(name: &Phrase) -> Phrase {
    Phrase::new(
        format!("We go on without it: {} is missing.", name.en),
        format!("Nous continuons sans : {} manque.", name.fr),
    )
}

pub fn stops_without(name: &Phrase) -> Phrase {
    Phrase::new(
        format!(
            "We stop here, for {} is missing; somebody will take over. Say « resume » to try once more.",
            name.en
        ),
        format!(
            "Nous nous arrêtons là, car {} manque ; une personne prendra la suite. Le mot « reprendre » permet d'essayer encore.",
            name.fr
        ),
    )
}

pub fn missing_at_end(named: &[Phrase]) -> Phrase {
    let named = listed(named);
    Phrase::new(
        format!(
            "Not everything could be made; missing: {}. Say « resume » to try once more.",
            named.en
        ),
        format!(
            "Tout n'a pas pu être fait ; il manque : {}. Le mot « reprendre » permet d'essayer encore.",
            named.fr
        ),
    )
}

pub fn made_anew(named: &[Phrase]) -> Phrase {
    let named = listed(named);
    Phrase::new(
        format!("To be read again after this, made anew: {}.", named.en),
        format!(
            "À relire ensuite, dans une nouvelle version : {}.",
            named.fr
        ),
    )
}

pub fn made_before(named: &[Phrase]) -> Phrase {
    let named = listed(named);
    Phrase::new(
        format!(
            "Made before this correction, and unchanged: {}. Say « start again » to have it made anew.",
            named.en
        ),
        format!(
            "Ceci date d'avant cette correction : {}. Le mot « recommencer » le fait refaire.",
            named.fr
        ),
    )
}

pub fn over() -> Phrase {
    Phrase::new(
        "Thank you, that is noted. Nothing more is asked.",
        "Merci, c'est noté. Plus rien n'est demandé.",
    )
}

/// A yes or a no, where nobody's own word for it is known.
pub fn bare(yes: bool) -> Phrase {
    match yes {
        true => Phrase::new("yes", "oui"),
        false => Phrase::new("no", "non"),
    }
}
