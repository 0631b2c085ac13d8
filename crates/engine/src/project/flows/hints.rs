//! What in a flow will never do what its author meant, though it can be walked through.

use super::check::never;
use super::waits::{too_late, unfilled, waiting};
use crate::answer;
use crate::checks;
use crate::diagnostic::{Diagnostic, Place};
use crate::project::part::{Flow, Part, PartKind};
use crate::project::{Attribute, Project, Text, open};
use crate::revision;
use logic::kind::Type;
use logic::text::{Phrase, fold};
use logic::value::{Cell, Name};
use std::collections::{BTreeMap, BTreeSet};

/// Everything of that kind, in the order of the parts. Of derived facts with a mistake nothing is said.
pub(in crate::project) fn hints(project: &Project, doubtful: &BTreeSet<Name>) -> Vec<Diagnostic> {
    let mut found = broken_texts(project);
    let Some(flow) = &project.flow else {
        return found;
    };
    found.extend(never(project, flow, doubtful));
    waiting(project, flow, &mut found);
    too_late(project, flow, &mut found);
    unfilled(project, flow, &mut found);
    shared_names(flow, &mut found);
    asked_twice(flow, &mut found);
    filled_twice(flow, &mut found);
    one_choice(flow, &mut found);
    aside_words(project, flow, &mut found);
    stay_old(project, flow, &mut found);
    made_of_itself(project, flow, &mut found);
    found
}

/// What is made from words that print what it is: it can never be made, or only from something made by it in turn.
fn made_of_itself(project: &Project, flow: &Flow, found: &mut Vec<Diagnostic>) {
    let mut seen: BTreeSet<Cell> = BTreeSet::new();
    for part in &flow.parts {
        let made = part.makes().map(|cell| revision::fields(project, cell));
        for cell in made.unwrap_or_default() {
            let Some((template, path)) = prints_itself(project, &cell) else {
                continue;
            };
            if !seen.insert(cell.clone()) {
                continue;
            }
            let message = Phrase::new(
                format!("{cell} is made from itself: its own words print {path}"),
                format!("{cell} est fait de lui-même : ses propres mots affichent {path}"),
            );
            let hint = Phrase::new(
                "print the answers that it is to be made from, or test it with {{#if}} first",
                "affichez les réponses dont il doit être fait, ou testez-le d'abord par {{#if}}",
            );
            let place = template.place.clone();
            let place = place.unwrap_or_else(|| part.place.clone());
            found.push(Diagnostic::warning("made-of-itself", place, message).hint(hint));
        }
    }
}

/// The text of a made cell that prints it, directly or by what else is made: and the path by which.
fn prints_itself<'p>(project: &'p Project, cell: &Cell) -> Option<(&'p Text, String)> {
    let own = project.attribute(cell)?.generate.as_ref()?;
    let printed = |text: &Text, of: &Cell| -> Vec<(String, Cell)> {
        let templates = text.templates.values();
        let paths = templates.flat_map(|template| project.templates.printed(template));
        let cells = paths.filter_map(|(_, path)| {
            let (entity, attribute) = path.split_once('.')?;
            let entity = if entity == "it" { &*of.entity } else { entity };
            let cell = Cell::new(entity, attribute);
            Some((path, cell))
        });
        cells.collect()
    };
    let texts = own.prompt.iter().chain(&own.offline);
    texts.into_iter().find_map(|text| {
        printed(text, cell).into_iter().find_map(|(path, first)| {
            let (mut seen, mut todo) = (BTreeSet::new(), vec![first]);
            while let Some(next) = todo.pop() {
                if next == *cell {
                    return Some((text, path));
                }
                let attribute = project.attribute(&next);
                let made = attribute.and_then(|attribute| attribute.generate.as_ref());
                let made = made.filter(|_| seen.insert(next.clone()));
                let texts = made
                    .into_iter()
                    .flat_map(|made| made.prompt.iter().chain(&made.offline));
                todo.extend(
                    texts.flat_map(|text| printed(text, &next).into_iter().map(|(_, cell)| cell)),
                );
            }
            None
        })
    })
}

/// Two questions that are called alike: neither can be corrected by that name.
fn shared_names(flow: &Flow, found: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, (&Name, &Part)> = BTreeMap::new();
    for (id, part, question) in flow.questions() {
        for called in &question.called {
            let Some((other, first)) = seen.get(&fold(called)).copied() else {
                seen.insert(fold(called), (id, part));
                continue;
            };
            // The same question for another item is named with its item.
            let repeated = first.id != part.id && first.place == part.place;
            if other == id || repeated {
                continue;
            }
            let message = Phrase::new(
                format!("« {called} » names both `{other}` and `{id}`, so it corrects neither"),
                format!(
                    "« {called} » nomme à la fois `{other}` et `{id}` : il n'en corrige aucune"
                ),
            );
            let hint = Phrase::new(
                "give each question names of its own in `called`",
                "donnez à chaque question ses propres noms dans `called`",
            );
            let also = Phrase::new("called so too", "appelée ainsi aussi");
            found.push(
                Diagnostic::warning("shared-name", place_of(part, id), message)
                    .also(place_of(first, other), also)
                    .hint(hint),
            );
        }
    }
}

/// Where a question is written.
fn place_of(part: &Part, id: &Name) -> Place {
    let field = match &part.kind {
        PartKind::Form { fields, .. } => fields.iter().find(|field| field.id == *id),
        PartKind::Say { .. }
        | PartKind::Ask { .. }
        | PartKind::Gate { .. }
        | PartKind::Lock { .. }
        | PartKind::Tell { .. }
        | PartKind::Mirror { .. }
        | PartKind::Synthesis { .. }
        | PartKind::Matching { .. }
        | PartKind::End { .. } => None,
    };
    field.map_or_else(|| part.place.clone(), |field| field.place.clone())
}

/// A question for a cell that an earlier one has settled already.
fn asked_twice(flow: &Flow, found: &mut Vec<Diagnostic>) {
    let mut asked: BTreeMap<&Cell, Vec<&Part>> = BTreeMap::new();
    for (_, later, question) in flow.questions() {
        let before = asked.entry(&question.cell).or_default();
        let earlier = before
            .iter()
            .find(|earlier| open::settles(earlier, &question.cell, later));
        let earlier = earlier.copied();
        before.push(later);
        let alone = matches!(later.kind, PartKind::Ask { .. });
        let Some(earlier) = earlier.filter(|_| alone) else {
            continue;
        };
        let message = Phrase::new(
            format!(
                "`{}` asks for {}, which `{}` has settled already: it is never asked",
                later.id, question.cell, earlier.id
            ),
            format!(
                "`{}` demande {}, que `{}` a déjà fixée : elle n'est jamais posée",
                later.id, question.cell, earlier.id
            ),
        );
        let hint = Phrase::new(
            "give it a cell of its own, or let the first be `optional` or `give_up: next`",
            "donnez-lui une cellule à elle, ou rendez la première `optional` ou `give_up: next`",
        );
        let also = Phrase::new("asked here first", "demandée ici d'abord");
        found.push(
            Diagnostic::warning("asked-twice", later.place.clone(), message)
                .also(earlier.place.clone(), also)
                .hint(hint),
        );
    }
}

/// Two fields of one form that fix the same cell: what is said for the one is said for the other.
fn filled_twice(flow: &Flow, found: &mut Vec<Diagnostic>) {
    for part in &flow.parts {
        let PartKind::Form { fields, .. } = &part.kind else {
            continue;
        };
        for (at, field) in fields.iter().enumerate() {
            let cell = &field.question.cell;
            let before = fields[..at].iter().find(|one| one.question.cell == *cell);
            let Some(before) = before else {
                continue;
            };
            let message = Phrase::new(
                format!("`{}` and `{}` both fix {cell}", before.id, field.id),
                format!(
                    "`{}` et `{}` fixent toutes deux {cell}",
                    before.id, field.id
                ),
            );
            let hint = Phrase::new(
                "give each field a cell of its own, or one field both names in `called`",
                "donnez à chaque champ sa cellule, ou à un seul les deux noms dans `called`",
            );
            let also = Phrase::new("fixed here first", "fixée ici d'abord");
            found.push(
                Diagnostic::warning("asked-twice", field.place.clone(), message)
                    .also(before.place.clone(), also)
                    .hint(hint),
            );
        }
    }
}

/// A question that leaves nothing to choose.
fn one_choice(flow: &Flow, found: &mut Vec<Diagnostic>) {
    for (id, part, question) in flow.questions() {
        let [only] = &question.choices[..] else {
            continue;
        };
        let message = Phrase::new(
            format!(
                "`{id}` has one choice, `{}`: there is nothing to choose",
                only.value
            ),
            format!(
                "`{id}` n'a qu'un choix, `{}` : il n'y a rien à choisir",
                only.value
            ),
        );
        let hint = Phrase::new(
            "give the attribute more values, or assert the only one",
            "donnez d'autres valeurs à l'attribut, ou affirmez la seule",
        );
        let place = place_of(part, id);
        found.push(Diagnostic::warning("one-choice", place, message).hint(hint));
    }
}

/// Words of a choice that have a meaning of their own everywhere.
fn aside_words(project: &Project, flow: &Flow, found: &mut Vec<Diagnostic>) {
    for (id, part, question) in flow.questions() {
        let words: BTreeSet<String> = question
            .choices
            .iter()
            .flat_map(|option| {
                let labels = option
                    .label
                    .iter()
                    .flat_map(|label| constants(project, label));
                let own = option.synonyms.iter().cloned();
                own.chain([option.value.to_string()]).chain(labels)
            })
            .filter(|word| answer::aside(word, crate::project::EDITION).is_some())
            .collect();
        for word in words {
            let message = Phrase::new(
                format!(
                    "« {word} » is a choice of `{id}`, and is also said to skip, stop or repeat"
                ),
                format!(
                    "« {word} » est un choix de `{id}`, et se dit aussi pour passer, arrêter ou répéter"
                ),
            );
            let hint = Phrase::new(
                "say it in other words; while this is asked, it is the choice",
                "dites-le autrement ; tant que ceci est demandé, c'est le choix",
            );
            found.push(Diagnostic::warning("aside-word", place_of(part, id), message).hint(hint));
        }
    }
}

/// What is made from answers that may be corrected, and may not change itself.
fn stay_old(project: &Project, flow: &Flow, found: &mut Vec<Diagnostic>) {
    let mut seen: BTreeSet<Cell> = BTreeSet::new();
    for part in &flow.parts {
        let read = match &part.kind {
            PartKind::Mirror { cell, .. } | PartKind::Synthesis { cell, .. } => {
                let fields = revision::fields(project, cell).into_iter();
                let kept = fields.filter(|field| !changes(project, field));
                kept.filter_map(|field| Some((revision::reads(project, &field)?, field)))
                    .collect()
            }
            PartKind::Matching { cell, terms, .. } if !changes(project, cell) => {
                let cells = terms
                    .iter()
                    .flat_map(|term| revision::read_by(project, &term.when));
                vec![(cells.collect::<BTreeSet<Cell>>(), cell.clone())]
            }
            PartKind::Matching { .. }
            | PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Tell { .. }
            | PartKind::End { .. } => Vec::new(),
        };
        for (read, made) in read {
            let Some(of) = read.iter().find(|cell| changes(project, cell)) else {
                continue;
            };
            if !seen.insert(made.clone()) {
                continue;
            }
            let message = Phrase::new(
                format!("{made} is made from {of}, and stays as it is when that is corrected"),
                format!("{made} est fait de {of}, et reste tel quel quand on la corrige"),
            );
            let hint = Phrase::new(
                "give its attribute `changes: true`, and it is made anew",
                "donnez `changes: true` à son attribut, et il est refait",
            );
            found.push(Diagnostic::warning("stays-old", part.place.clone(), message).hint(hint));
        }
    }
}

fn changes(project: &Project, cell: &Cell) -> bool {
    let attribute = project.attribute(cell);
    attribute.is_some_and(|attribute| attribute.changes)
}

/// A text that prints nothing, in each of its languages.
fn constants(project: &Project, text: &Text) -> Vec<String> {
    let templates = text.templates.values();
    let plain = templates.filter(|template| project.templates.all_paths(template).is_empty());
    plain
        .filter_map(|template| {
            let nothing = serde_json::json!({});
            project.templates.render(template, &nothing).ok()
        })
        .collect()
}

/// Words for the offline generator that their own checks refuse, whatever is answered.
fn broken_texts(project: &Project) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for attribute in &project.attributes {
        let Some(generate) = attribute.generate.as_ref() else {
            continue;
        };
        let is_text = match &attribute.kind {
            Type::Text => true,
            Type::List(of) => **of == Type::Text,
            Type::Number
            | Type::Boolean
            | Type::Date
            | Type::Instant
            | Type::Enum(_)
            | Type::Reference(_)
            | Type::Set(_) => false,
        };
        if !is_text {
            continue;
        }
        for text in &generate.offline {
            for constant in constants(project, text) {
                let mut wrong = checks::constant(project, attribute, &constant);
                if wrong.is_empty() {
                    wrong.extend(attribute.unfit_offline(&constant));
                }
                for wrong in wrong {
                    let place = text.place.clone();
                    let place = place.unwrap_or_else(|| attribute.place.clone());
                    found.push(broken(attribute, place, &wrong));
                }
            }
        }
        for text in &generate.offline {
            let templates: BTreeSet<&String> = text.templates.values().collect();
            for template in templates {
                if project.templates.all_paths(template).is_empty() {
                    continue;
                }
                let least = project.templates.least_words(template);
                let runs = project.templates.runs(template);
                for wrong in checks::fixed(attribute, least, &runs) {
                    let place = text.place.clone();
                    let place = place.unwrap_or_else(|| attribute.place.clone());
                    found.push(broken(attribute, place, &wrong));
                }
            }
        }
        let texts: Vec<Vec<String>> = generate
            .offline
            .iter()
            .map(|text| constants(project, text))
            .collect();
        if let Some(address) = unaddressed(project, attribute, &texts) {
            let wrong = Phrase::new(
                format!("no text is left for somebody who is addressed as « {address} »"),
                format!("aucun texte ne reste pour qui l'on aborde par « {address} »"),
            );
            found.push(broken(attribute, attribute.place.clone(), &wrong));
        }
    }
    found
}

fn broken(attribute: &Attribute, place: Place, wrong: &Phrase) -> Diagnostic {
    let name = &attribute.name;
    let message = Phrase::new(
        format!(
            "a text that `{name}` has for itself is refused by its own checks: {}",
            wrong.en
        ),
        format!(
            "un texte que `{name}` a pour lui-même est refusé par ses propres contrôles : {}",
            wrong.fr
        ),
    );
    let hint = Phrase::new(
        "write it so that it passes them, or widen the check",
        "écrivez-le pour qu'il y réponde, ou élargissez le contrôle",
    );
    Diagnostic::warning("offline-refused", place, message).hint(hint)
}

/// A form of address for which every text is a constant that breaks it.
fn unaddressed<'p>(
    project: &'p Project,
    attribute: &Attribute,
    texts: &[Vec<String>],
) -> Option<&'p Name> {
    let cell = attribute.checks.address.as_ref()?;
    let Type::Enum(values) = &project.attribute(cell)?.kind else {
        return None;
    };
    let breaks = |address: &Name, constants: &Vec<String>| {
        !constants.is_empty()
            && constants
                .iter()
                .all(|text| checks::breaks_address(address, text))
    };
    let mut values = values.iter();
    values.find(|address| !texts.is_empty() && texts.iter().all(|text| breaks(address, text)))
}
