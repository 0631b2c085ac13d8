//! The witness of the authored world, closed: whatever is made first, what follows from it fits.

use super::Project;
use crate::diagnostic::{Diagnostic, Place};
use crate::field::{Binding, Refusal, Told, first};
use logic::text::Phrase;

/// Closes the witness, or says why it cannot be. That is a warning: a project that names no edition also has sessions of
/// earlier ones, which go on as they began.
pub(super) fn close(project: &mut Project) -> Option<Diagnostic> {
    project.binding = Binding::all(project);
    match first(project) {
        Ok(witness) => {
            project.closed = witness;
            None
        }
        Err(Refusal::Impossible(told) | Refusal::Incoherent(told)) => {
            Some(dead_end(project, &told))
        }
        Err(Refusal::NotProven { .. } | Refusal::Unfit) => Some(undecided(project)),
    }
}

fn dead_end(project: &Project, told: &Told) -> Diagnostic {
    let of_propagation = told.rules.iter();
    let mut of_propagation =
        of_propagation.filter(|applied| project.propagation.contains_key(&applied.rule));
    let place = of_propagation
        .next()
        .and_then(|applied| applied.place.clone());
    let reasons = told.phrase();
    let message = Phrase::new(
        format!("what would follow can never be: {}", reasons.en),
        format!("ce qui s'ensuivrait est impossible : {}", reasons.fr),
    );
    let place = place.unwrap_or_else(|| Place::start_of("."));
    let mut diagnostic = Diagnostic::warning("dead-end", place, message).hint(Phrase::new(
        "give the rule a condition (`when: { value: … }`), make the constraint soft, or change what it contradicts",
        "donnez une condition à la règle (`when: { value: … }`), rendez la contrainte souple, ou changez ce qu'elle contredit",
    ));
    for known in &told.facts {
        if let Some(place) = &known.place {
            let words = format!("{} = {}", known.cell, known.value.show());
            diagnostic = diagnostic.also(place.clone(), Phrase::new(words.clone(), words));
        }
    }
    diagnostic
}

/// Nothing is wrong that anybody knows of, and nobody has shown that nothing is.
fn undecided(project: &Project) -> Diagnostic {
    let first = project.propagation.values().find(|rule| rule.binds());
    let place = first.map_or_else(|| Place::start_of("."), |rule| rule.place.clone());
    Diagnostic::warning(
        "dead-end-undecided",
        place,
        Phrase::new(
            "whether everything can be made with what propagation rules lay was not decided",
            "rien n'a décidé si tout peut être produit avec ce que posent les règles de propagation",
        ),
    )
}
