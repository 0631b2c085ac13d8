//! Guards that wait for each other, and holes that an author left in a text.

use crate::checks;
use crate::diagnostic::{Diagnostic, Place};
use crate::project::part::{Flow, Part, PartKind};
use crate::project::{Project, Text};
use logic::formula::{Formula, Term};
use logic::holds;
use logic::text::Phrase;
use logic::value::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// Parts that are entered only once others were answered, which wait for them in turn.
pub(super) fn waiting(project: &Project, flow: &Flow, found: &mut Vec<Diagnostic>) {
    let needs: Vec<BTreeSet<Cell>> = flow
        .parts
        .iter()
        .map(|part| part.when.as_ref().map(must_know).unwrap_or_default())
        .collect();
    let gives = |cell: &Cell| -> Vec<usize> {
        let parts = flow.parts.iter().enumerate();
        let giving = parts.filter(|(_, part)| gives(part, cell));
        giving.map(|(index, _)| index).collect()
    };
    // For whom each part waits: those without whom its guard is never true. What the project declares, and what
    // no part gives, comes from elsewhere.
    let awaited: Vec<BTreeMap<usize, Cell>> = needs
        .iter()
        .map(|cells| {
            let missing = cells
                .iter()
                .filter(|cell| !project.facts.contains_key(*cell));
            let only = missing.filter_map(|cell| match gives(cell)[..] {
                [one] => Some((one, cell.clone())),
                [] | [..] => None,
            });
            only.collect()
        })
        .collect();
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for start in 0..flow.parts.len() {
        let Some(circle) = circle(&awaited, start).filter(|_| !told.contains(&start)) else {
            continue;
        };
        told.extend(&circle);
        found.push(wait(flow, &awaited, &circle));
    }
}

/// Parts that ask nothing, and whose guard only what lies behind them can make true: they are passed over, and
/// nothing comes back to them.
pub(super) fn too_late(project: &Project, flow: &Flow, found: &mut Vec<Diagnostic>) {
    for (at, part) in flow.parts.iter().enumerate() {
        let needs = part.when.as_ref().filter(|_| part.questions().is_empty());
        let needs = needs.map(must_know).unwrap_or_default();
        let missing = needs
            .iter()
            .filter(|cell| !project.facts.contains_key(*cell));
        let late = missing.filter_map(|cell| {
            let giving = |(_, part): &(usize, &Part)| gives(part, cell);
            let (first, giver) = flow.parts.iter().enumerate().find(giving)?;
            (first > at).then_some((cell, giver))
        });
        let Some((cell, giver)) = late.into_iter().next() else {
            continue;
        };
        let message = Phrase::new(
            format!(
                "`{}` needs {cell}, which is first given by `{}` behind it: it is passed over",
                part.id, giver.id
            ),
            format!(
                "`{}` a besoin de {cell}, que `{}` ne donne qu'après elle : elle est passée",
                part.id, giver.id
            ),
        );
        let also = Phrase::new("given here", "donnée ici");
        let hint = Phrase::new(
            "move it behind the part that gives the cell",
            "déplacez-la derrière la partie qui donne la cellule",
        );
        found.push(
            Diagnostic::warning("comes-too-late", part.place.clone(), message)
                .also(giver.place.clone(), also)
                .hint(hint),
        );
    }
}

/// Parts whose guard needs a cell that nothing in the project gives: no fact, no part, no rule.
pub(super) fn unfilled(project: &Project, flow: &Flow, found: &mut Vec<Diagnostic>) {
    // A rule or an echo may settle more than it names.
    if !project.rules.is_empty() || !project.propagation.is_empty() {
        return;
    }
    let offers = |cell: &Cell| {
        let mut questions = flow.questions();
        questions.any(|(.., question)| question.offers.as_ref() == Some(cell))
    };
    let told = |cell: &Cell| {
        let tells = |part: &Part| match &part.kind {
            PartKind::Tell { cell: own, .. } => own == cell,
            PartKind::Say { .. }
            | PartKind::Ask { .. }
            | PartKind::Form { .. }
            | PartKind::Gate { .. }
            | PartKind::Lock { .. }
            | PartKind::Mirror { .. }
            | PartKind::Synthesis { .. }
            | PartKind::Matching { .. }
            | PartKind::End { .. } => false,
        };
        flow.parts.iter().any(tells)
    };
    let mut seen: BTreeSet<(Place, Cell)> = BTreeSet::new();
    for part in &flow.parts {
        let needs = part.when.as_ref().map(must_know).unwrap_or_default();
        let given = |cell: &Cell| {
            project.facts.contains_key(cell)
                || flow.parts.iter().any(|part| gives(part, cell))
                || project.derived.contains_key(&cell.attribute)
                || project.axes.contains_key(&cell.attribute)
                // What is confidential comes from the host.
                || project
                    .attribute(cell)
                    .is_none_or(|attribute| attribute.confidential)
                || offers(cell)
                || told(cell)
        };
        for cell in needs.iter().filter(|cell| !given(cell)) {
            if !seen.insert((part.place.clone(), cell.clone())) {
                continue;
            }
            let message = Phrase::new(
                format!(
                    "`{}` needs {cell}, which no part and no fact gives",
                    part.id
                ),
                format!(
                    "`{}` a besoin de {cell}, que ni partie ni fait ne donne",
                    part.id
                ),
            );
            let hint = Phrase::new(
                "ask for it before this part, or let the host assert it",
                "demandez-la avant cette partie, ou laissez l'hôte l'affirmer",
            );
            found.push(Diagnostic::warning("never-filled", part.place.clone(), message).hint(hint));
        }
    }
}

/// The way from a part over those that it waits for back to itself.
fn circle(awaited: &[BTreeMap<usize, Cell>], start: usize) -> Option<Vec<usize>> {
    let mut ways: Vec<Vec<usize>> = vec![vec![start]];
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    while let Some(way) = ways.pop() {
        let last = *way.last()?;
        for next in awaited[last].keys() {
            if *next == start {
                return Some(way);
            }
            if seen.insert(*next) {
                ways.push(way.iter().copied().chain([*next]).collect());
            }
        }
    }
    None
}

fn wait(flow: &Flow, awaited: &[BTreeMap<usize, Cell>], circle: &[usize]) -> Diagnostic {
    let first = &flow.parts[circle[0]];
    let next = circle.get(1).copied().unwrap_or(circle[0]);
    let cell = &awaited[circle[0]][&next];
    let other = &flow.parts[next];
    let message = match circle.len() {
        1 => Phrase::new(
            format!(
                "`{}` waits for {cell}, which only it gives: it is never entered",
                first.id
            ),
            format!(
                "`{}` attend {cell}, qu'elle seule donne : elle n'est jamais atteinte",
                first.id
            ),
        ),
        _ => Phrase::new(
            format!(
                "`{}` waits for {cell}, which only `{}` gives, and that waits for `{}` in turn: neither is ever entered",
                first.id, other.id, first.id
            ),
            format!(
                "`{}` attend {cell}, que seule `{}` donne, et celle-ci attend `{}` à son tour : aucune n'est jamais atteinte",
                first.id, other.id, first.id
            ),
        ),
    };
    let hint = Phrase::new(
        "let one of them be entered without the other",
        "laissez l'une être atteinte sans l'autre",
    );
    let also = Phrase::new("it waits here", "elle attend ici");
    let diagnostic = Diagnostic::warning("waits-in-a-circle", first.place.clone(), message);
    let others = circle[1..].iter();
    others
        .fold(diagnostic, |diagnostic, other| {
            diagnostic.also(flow.parts[*other].place.clone(), also.clone())
        })
        .hint(hint)
}

/// Whether a part gives a cell its value.
fn gives(part: &Part, cell: &Cell) -> bool {
    let kept = match &part.kind {
        PartKind::Mirror { nuance, .. } => nuance.as_ref() == Some(cell),
        PartKind::Matching { cell: own, .. } => own == cell,
        PartKind::Say { .. }
        | PartKind::Ask { .. }
        | PartKind::Form { .. }
        | PartKind::Gate { .. }
        | PartKind::Lock { .. }
        | PartKind::Tell { .. }
        | PartKind::Synthesis { .. }
        | PartKind::End { .. } => false,
    };
    let asked = part.questions();
    let makes = part.makes().is_some_and(|made| {
        let below = cell.attribute.strip_prefix(&*made.attribute);
        made.entity == cell.entity
            && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    });
    let titles = part
        .each
        .iter()
        .any(|each| each.title.as_ref() == Some(cell));
    kept || makes || titles || asked.iter().any(|(_, question)| question.cell == *cell)
}

/// The cells without which a condition cannot be true. Too few rather than too many.
fn must_know(when: &Formula) -> BTreeSet<Cell> {
    match when {
        Formula::And(all) => all.iter().flat_map(must_know).collect(),
        Formula::Or(any) => {
            let mut each = any.iter().map(must_know);
            let first = each.next().unwrap_or_default();
            each.fold(first, |common, next| {
                common.intersection(&next).cloned().collect()
            })
        }
        Formula::Compare(..) | Formula::In(..) | Formula::Truth(_) => holds::cells(when),
        Formula::Member(..) | Formula::IsKnown(_) | Formula::IsNull(_) => holds::cells(when),
        Formula::Not(inner) => match &**inner {
            Formula::Compare(..) | Formula::In(..) | Formula::Truth(_) => holds::cells(inner),
            Formula::Constant(_)
            | Formula::Atom { .. }
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Xor(..)
            | Formula::Forall { .. }
            | Formula::Exists { .. } => BTreeSet::new(),
        },
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Forall { .. }
        | Formula::Exists { .. } => BTreeSet::new(),
    }
    .into_iter()
    .filter(|_| !counts(when))
    .collect()
}

/// Whether it counts over entities: then a cell in it need not be known.
fn counts(when: &Formula) -> bool {
    let mut found = false;
    when.visit_terms(&mut |term| found |= matches!(term, Term::Count { .. }));
    found
}

/// Every text that people are shown, with a hole that nobody will fill.
pub(in crate::project) fn holes(
    project: &Project,
    sources: &BTreeMap<String, (Place, String)>,
) -> Vec<Diagnostic> {
    let mut texts: Vec<&Text> = Vec::new();
    for part in project.flow.iter().flat_map(|flow| &flow.parts) {
        texts.extend(part.texts());
        for (_, question) in part.questions() {
            texts.extend(&question.why);
            texts.extend(
                question
                    .choices
                    .iter()
                    .filter_map(|option| option.label.as_ref()),
            );
        }
        if let PartKind::Matching { terms, .. } = &part.kind {
            texts.extend(terms.iter().map(|term| &term.because));
        }
    }
    for attribute in &project.attributes {
        texts.extend(
            attribute
                .generate
                .iter()
                .flat_map(|generate| &generate.offline),
        );
        texts.extend(attribute.topic.tellings.iter().map(|telling| &telling.text));
    }
    let composites = project.composites.iter();
    texts.extend(
        composites.flat_map(|known| known.topic.tellings.iter().map(|telling| &telling.text)),
    );
    texts.extend(
        project
            .digressions
            .iter()
            .map(|digression| &digression.text),
    );
    texts.extend(&project.otherwise);
    let templates: BTreeSet<&String> = texts
        .into_iter()
        .flat_map(|text| text.templates.values())
        .collect();
    let mut found = Vec::new();
    for (place, source) in templates.into_iter().filter_map(|name| sources.get(name)) {
        let plain = without_tags(source);
        let Some(hole) = checks::shouted_hole(&plain) else {
            continue;
        };
        let message = Phrase::new(
            format!("`{hole}` would be shown as it stands: nothing fills it in"),
            format!("`{hole}` serait montré tel quel : rien ne le remplit"),
        );
        let hint = Phrase::new(
            "print a cell, as in {{ada.first_name}}, or write it without brackets",
            "affichez une cellule, comme {{ada.prenom}}, ou écrivez-le sans crochets",
        );
        found.push(Diagnostic::error("hole-in-text", place.clone(), message).hint(hint));
    }
    found
}

/// A text without what its tags print.
fn without_tags(source: &str) -> String {
    let (mut plain, mut rest) = (String::new(), source);
    while let Some((before, behind)) = rest.split_once("{{") {
        plain.push_str(before);
        plain.push(' ');
        rest = behind.split_once("}}").map_or("", |(_, behind)| behind);
        rest = rest.strip_prefix('}').unwrap_or(rest);
    }
    plain.push_str(rest);
    plain
}
