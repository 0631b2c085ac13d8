//! People who are interviewed: they look at what is open and answer it, well or badly, from one seed.

use super::rng::Rng;
use engine::answer::Reader;
use engine::input::Input;
use engine::project::{PartKind, Project, Question};
use engine::view::{Awaited, View};
use logic::value::{Name, Value};

const PHRASES: [&str; 8] = [
    "Une longue marche sous la pluie",
    "J'aime comprendre avant d'agir",
    "Mon grand-père m'a appris à écouter",
    "Finir ce que j'ai commencé",
    "Les gens qui reviennent",
    "Un marché le matin, très tôt",
    "Réparer un vieux vélo",
    "Raconter sans tout dire",
];

const NAMES: [&str; 6] = ["Ada", "Zoé", "Marius", "Inès", "Jean-Pierre", "Salomé"];

/// What somebody says who answers whatever is asked.
pub fn answers(rng: &mut Rng, project: &Project, view: &View) -> Option<Input> {
    match &view.awaited {
        Awaited::Nothing => None,
        Awaited::Event(name) => Some(Input::Event(name.clone())),
        Awaited::Validation => Some(Input::Message("oui".to_owned())),
        Awaited::Answer => {
            let open = view.open.as_ref()?;
            let part = project.part(open.part.as_ref()?)?;
            let text = match &part.kind {
                PartKind::Form { fields, .. } => {
                    let missing = fields
                        .iter()
                        .filter(|field| view.missing.contains(&field.id));
                    let said = missing.map(|field| {
                        let called = &field.question.called[0];
                        format!("{called} : {}", answer(rng, project, &field.question))
                    });
                    said.collect::<Vec<_>>().join("\n")
                }
                PartKind::Ask { question, .. } => answer(rng, project, question),
                // The word of a lock stands in its text, here as in every world of ours.
                PartKind::Lock { .. } => "oui".to_owned(),
                PartKind::Say { .. }
                | PartKind::Gate { .. }
                | PartKind::Tell { .. }
                | PartKind::Mirror { .. }
                | PartKind::Synthesis { .. }
                | PartKind::Matching { .. }
                | PartKind::End { .. } => return None,
            };
            Some(Input::Message(text))
        }
    }
}

/// A good answer to one question.
pub fn answer(rng: &mut Rng, project: &Project, question: &Question) -> String {
    let attribute = project.attribute(&question.cell).expect("declared");
    match question.reader {
        Reader::Text => (*rng.pick(&PHRASES)).to_owned(),
        Reader::Name => (*rng.pick(&NAMES)).to_owned(),
        Reader::Email => format!("p{}@exemple.test", rng.below(1000)),
        Reader::Number => {
            let (low, high) = attribute.range;
            let number = if rng.one_in(2) { low } else { high };
            number.map_or_else(|| "3".to_owned(), |number| number.to_string())
        }
        Reader::Date => "2026-03-31".to_owned(),
        Reader::YesNo => (*rng.pick(&["oui", "non"])).to_owned(),
        Reader::Choice => {
            let at = rng.below(question.choices.len());
            char::from(b'A' + u8::try_from(at).expect("few")).to_string()
        }
        Reader::List => {
            let most = attribute.checks.max_items.unwrap_or(2);
            let count = 1 + rng.below(most.min(NAMES.len()));
            NAMES[..count].join(", ")
        }
        Reader::Entity => {
            let known = project.entities.values().next();
            known.map(|entity| entity.name.clone()).unwrap_or_default()
        }
    }
}

const ODD: [&str; 22] = [
    "",
    "   ",
    "D'accord",
    "les deux",
    "ne me tutoie pas",
    "A priori le film",
    "pourquoi cette question ?",
    "répète",
    "passer",
    "annuler",
    "reprendre",
    "recommencer",
    "C'EST B",
    "je ne sais pas",
    "en fait mon prénom c'est Luce",
    "correction : prénom = 42",
    "{{candidat.prenom}}",
    "non",
    "oui mais je suis plus calme que cela",
    "Combien de temps cela dure ?",
    "STOP MAKING SENSE",
    "\u{200b}",
];

/// Somebody who mostly answers, and now and then does something else.
pub fn awkward(rng: &mut Rng, project: &Project, view: &View) -> Input {
    let events = [
        "START_BLOC_1",
        "START_BLOC_3",
        "START_MATCHING",
        "NOWHERE",
        "SKIP",
    ];
    match rng.below(10) {
        0 => Input::Message((*rng.pick(&ODD)).to_owned()),
        1 => Input::Event(Name::from(*rng.pick(&events))),
        _ => answers(rng, project, view)
            .unwrap_or_else(|| Input::Message((*rng.pick(&ODD)).to_owned())),
    }
}

/// The values of cells that were answered, for comparing.
pub fn facts(view: &View) -> Vec<(String, Value)> {
    let facts = view.facts.iter();
    facts
        .map(|(cell, value)| (cell.to_string(), value.clone()))
        .collect()
}
