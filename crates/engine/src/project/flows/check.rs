//! Whether a flow can be walked through: parts that nothing reaches, guards that never hold, mirrors that
//! nothing checks, scores that their cell cannot hold.

use crate::answer::{self, Aside};
use crate::diagnostic::{Diagnostic, Place};
use crate::flow::{RESUME, RETRY};
use crate::limits;
use crate::project::load::Loader;
use crate::project::part::{Flow, Part, PartKind};
use crate::project::vocabulary::Names;
use crate::project::{Project, Text};
use crate::reply::abstraction::{Abstraction, Expr, Found};
use logic::text::Phrase;
use logic::value::{Cell, Name, Number};
use std::collections::BTreeSet;

/// What can be said of a flow from its parts alone.
pub(super) fn shape(loader: &mut Loader, names: &Names, flow: &Flow) {
    unreachable(loader, flow);
    empty_blocks(loader, flow);
    for part in &flow.parts {
        blank(loader, part);
        match &part.kind {
            PartKind::Mirror { cell, nuance, .. } => {
                validated(loader, names, part, cell);
                if nuance.is_none() {
                    loader.diagnostics.push(without_nuance(part));
                }
            }
            PartKind::Synthesis { cell, .. } => validated(loader, names, part, cell),
            PartKind::Gate { event, .. } => {
                let own = Aside::EVENTS.iter().map(|(name, _)| *name);
                if own.chain([RESUME, RETRY]).any(|name| name == &**event) {
                    loader.error(
                        "reserved-event",
                        part.place.clone(),
                        format!("`{event}` has a meaning of its own in every flow"),
                        format!("`{event}` a un sens propre dans tout parcours"),
                    );
                }
            }
            PartKind::Lock { word, .. } => lock(loader, part, word),
            PartKind::Matching { cell, terms, .. } => {
                let most: i64 = terms.iter().map(|term| term.points.max(0)).sum();
                let least: i64 = terms.iter().map(|term| term.points.min(0)).sum();
                score_fits(loader, names, part, cell, least, most);
            }
            PartKind::Ask {
                wording: crate::project::part::Wording::Made(cell),
                ..
            } => generated(loader, names, part, cell),
            PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Tell { .. }
            | PartKind::End { .. } => {}
        }
    }
}

/// A part that says nothing: whoever waits for it sees an empty line.
fn blank(loader: &mut Loader, part: &Part) {
    let texts = part.texts().into_iter();
    let templates: BTreeSet<&String> = texts.flat_map(|text| text.templates.values()).collect();
    let sources = templates
        .into_iter()
        .filter_map(|name| loader.template_sources.get(name));
    let blank: Vec<Place> = sources
        .filter(|(_, source)| source.trim().is_empty())
        .map(|(place, _)| place.clone())
        .collect();
    for place in blank {
        let message = Phrase::new(
            format!("the text of `{}` is blank", part.id),
            format!("le texte de `{}` est vide", part.id),
        );
        let hint = Phrase::new("write what is said here", "écrivez ce qui est dit ici");
        loader
            .diagnostics
            .push(Diagnostic::warning("blank-text", place, message).hint(hint));
    }
}

/// A mirror that is put right, and nobody keeps how.
fn without_nuance(part: &Part) -> Diagnostic {
    let message = Phrase::new(
        format!(
            "what is said against `{}` closes it and is kept in no cell",
            part.id
        ),
        format!(
            "ce qui est dit contre `{}` le ferme et n'est gardé dans aucune cellule",
            part.id
        ),
    );
    let hint = Phrase::new(
        "name a text cell in `nuance`",
        "nommez une cellule de texte dans `nuance`",
    );
    Diagnostic::warning("no-nuance", part.place.clone(), message).hint(hint)
}

/// The word of a lock is one that can be said, and means nothing else.
fn lock(loader: &mut Loader, part: &Part, word: &Text) {
    for template in word.templates.values() {
        let Some((_, source)) = loader.template_sources.get(template).cloned() else {
            continue;
        };
        if source.trim().is_empty() || answer::aside(&source, crate::project::EDITION).is_some() {
            loader.error(
                "lock-cannot-open",
                part.place.clone(),
                format!(
                    "« {source} » cannot open `{}`: it is blank, or has a meaning of its own",
                    part.id
                ),
                format!(
                    "« {source} » ne peut pas ouvrir `{}` : c'est vide, ou cela a un sens propre",
                    part.id
                ),
            );
        }
    }
}

/// Behind an end that is always entered nothing is.
fn unreachable(loader: &mut Loader, flow: &Flow) {
    let always = |part: &Part| part.when.is_none() && part.each.is_empty();
    let end = flow
        .parts
        .iter()
        .position(|part| matches!(part.kind, PartKind::End { .. }) && always(part));
    let Some(end) = end else {
        return;
    };
    for part in &flow.parts[end + 1..] {
        let message = Phrase::new(
            format!(
                "`{}` is never reached: `{}` ends the flow before",
                part.id, flow.parts[end].id
            ),
            format!(
                "`{}` n'est jamais atteinte : `{}` termine le parcours avant",
                part.id, flow.parts[end].id
            ),
        );
        let also = Phrase::new("the flow ends here", "le parcours se termine ici");
        loader.diagnostics.push(
            Diagnostic::error("unreachable-part", part.place.clone(), message)
                .also(flow.parts[end].place.clone(), also),
        );
    }
}

fn empty_blocks(loader: &mut Loader, flow: &Flow) {
    for block in &flow.blocks {
        let inside = |id: &Name| {
            let mut at = Some(id);
            while let Some(here) = at {
                if *here == block.id {
                    return true;
                }
                at = flow.block(here).and_then(|block| block.within.as_ref());
            }
            false
        };
        let used = flow
            .parts
            .iter()
            .any(|part| part.block.as_ref().is_some_and(inside));
        if !used {
            loader.error(
                "empty-block",
                block.place.clone(),
                format!("the block `{}` has no parts", block.id),
                format!("le bloc `{}` n'a pas de parties", block.id),
            );
        }
    }
}

/// The text attributes that a cell or a composite is made of.
pub(in crate::project) fn texts<'n>(
    names: &'n Names,
    cell: &Cell,
) -> Vec<&'n crate::project::Attribute> {
    if let Some(attribute) = names.attribute_of(&cell.entity, &cell.attribute) {
        return vec![attribute];
    }
    let prefix = format!("{}.", cell.attribute);
    names
        .attributes_of(&cell.entity)
        .iter()
        .filter(|name| name.starts_with(&prefix))
        .filter_map(|name| names.attribute_of(&cell.entity, name))
        .collect()
}

/// What is made for somebody to read of themselves is checked, each of its texts.
fn validated(loader: &mut Loader, names: &Names, part: &Part, cell: &Cell) {
    let unchecked: Vec<String> = texts(names, cell)
        .into_iter()
        .filter(|attribute| !attribute.checks.is_validator())
        .map(|attribute| attribute.name.to_string())
        .collect();
    generated(loader, names, part, cell);
    if unchecked.is_empty() {
        return;
    }
    let unchecked = unchecked.join(", ");
    let message = Phrase::new(
        format!("nothing checks what `{}` says ({unchecked})", part.id),
        format!("rien ne vérifie ce que dit `{}` ({unchecked})", part.id),
    );
    let hint = Phrase::new(
        "give it max_words, forbidden, address or mentions",
        "donnez-lui max_words, forbidden, address ou mentions",
    );
    loader
        .diagnostics
        .push(Diagnostic::error("no-validator", part.place.clone(), message).hint(hint));
}

/// What is made must say how.
fn generated(loader: &mut Loader, names: &Names, part: &Part, cell: &Cell) {
    let missing: Vec<String> = texts(names, cell)
        .into_iter()
        .filter(|attribute| attribute.generate.is_none())
        .map(|attribute| attribute.name.to_string())
        .collect();
    if !missing.is_empty() {
        let missing = missing.join(", ");
        loader.error(
            "not-generated",
            part.place.clone(),
            format!(
                "`{}` makes {cell}, and nothing says how ({missing} has no `generate`)",
                part.id
            ),
            format!(
                "`{}` produit {cell}, et rien ne dit comment ({missing} n'a pas de `generate`)",
                part.id
            ),
        );
    }
}

fn score_fits(loader: &mut Loader, names: &Names, part: &Part, cell: &Cell, least: i64, most: i64) {
    let Some(attribute) = names.attribute_of(&cell.entity, &cell.attribute) else {
        return;
    };
    let (low, high) = attribute.range;
    let number = |points: i64| Number::from(points);
    if low.is_some_and(|low| number(least) < low) || high.is_some_and(|high| number(most) > high) {
        loader.error(
            "score-out-of-range",
            part.place.clone(),
            format!("the score lies between {least} and {most}, outside of what {cell} holds"),
            format!("le score est entre {least} et {most}, hors de ce que {cell} contient"),
        );
    }
}

/// Guards and lines of scores that nothing can make true, whatever is answered.
pub(super) fn never(project: &Project, flow: &Flow, doubtful: &BTreeSet<Name>) -> Vec<Diagnostic> {
    let mut picture = Abstraction::new(project).doubting(doubtful);
    let mut conditions: Vec<(Phrase, Place, Vec<Expr>)> = Vec::new();
    for part in &flow.parts {
        let guard = part.when.as_ref().map(|when| picture.read(when));
        if let Some(guard) = &guard {
            let message = Phrase::new(
                format!("`{}` is never entered: its `when` is never true", part.id),
                format!(
                    "`{}` n'est jamais atteinte : son `when` n'est jamais vrai",
                    part.id
                ),
            );
            conditions.push((message, part.place.clone(), vec![guard.clone()]));
        }
        let PartKind::Matching { terms, .. } = &part.kind else {
            continue;
        };
        for term in terms {
            let line = picture.read(&term.when);
            let message = Phrase::new(
                format!(
                    "a line of `{}` never adds its points: `{}` is never true",
                    part.id, term.when
                ),
                format!(
                    "une ligne de `{}` n'ajoute jamais ses points : `{}` n'est jamais vrai",
                    part.id, term.when
                ),
            );
            let place = term.because.place.clone();
            let place = place.unwrap_or_else(|| part.place.clone());
            conditions.push((
                message,
                place,
                guard.iter().cloned().chain([line]).collect(),
            ));
        }
    }
    picture.draw();
    let mut left = limits::ABSTRACTION_STEPS_ALL;
    let mut found: Vec<Diagnostic> = Vec::new();
    for (message, place, together) in conditions {
        let mut budget = limits::ABSTRACTION_STEPS.min(left);
        let given = budget;
        let together: Vec<&Expr> = together.iter().collect();
        let never = picture.together(&together, &mut budget) == Found::Impossible;
        left -= given - budget.min(given);
        if never {
            found.push(Diagnostic::warning("never-holds", place, message));
        }
    }
    found
}
