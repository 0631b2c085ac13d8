//! Cells that parts name: to be answered, made, told or shown.

use crate::diagnostic::Diagnostic;
use crate::project::load::Loader;
use crate::project::vocabulary::Names;
use crate::yaml::{Kind, Node};
use logic::text::Phrase;
use logic::value::{Cell, Name};
use std::collections::BTreeSet;

/// A cell that an answer in words may fix.
pub(super) fn answered_cell(loader: &mut Loader, names: &Names, node: &Node) -> Option<Cell> {
    let cell = cell(loader, names, node)?;
    let attribute = names.attribute_of(&cell.entity, &cell.attribute)?;
    if attribute.confidential {
        loader.error(
            "confidential-question",
            node.place.clone(),
            format!("{cell} is confidential, and an answer is recorded as it is said; assert it instead"),
            format!("{cell} est confidentiel, et une réponse est enregistrée telle quelle ; affirmez-le plutôt"),
        );
        return None;
    }
    Some(cell)
}

/// A cell, or a composite, that is told or made.
pub(super) fn made_cell(loader: &mut Loader, names: &Names, node: &Node) -> Option<Cell> {
    if let Some(composite) = composite(loader, names, node) {
        return Some(composite);
    }
    let cell = cell(loader, names, node)?;
    if names
        .attribute_of(&cell.entity, &cell.attribute)?
        .confidential
    {
        loader.error(
            "confidential-told",
            node.place.clone(),
            format!("{cell} is confidential"),
            format!("{cell} est confidentiel"),
        );
    }
    Some(cell)
}

/// A cell whose attribute has fields.
fn composite(loader: &mut Loader, names: &Names, node: &Node) -> Option<Cell> {
    let text = loader.string(node)?;
    let cell = text.parse::<Cell>().ok()?;
    let prefix = format!("{}.", cell.attribute);
    let is_composite = names.attribute_of(&cell.entity, &cell.attribute).is_none()
        && names.has_attribute(&cell.entity, |name| name.starts_with(&prefix));
    is_composite.then_some(cell)
}

pub(super) fn cell(loader: &mut Loader, names: &Names, node: &Node) -> Option<Cell> {
    let text = loader.string(node)?;
    match text.parse::<Cell>() {
        Ok(cell) if names.attribute_of(&cell.entity, &cell.attribute).is_some() => Some(cell),
        Ok(_) | Err(_) => {
            let known = near_cell(names, &text);
            let message = Phrase::new(
                format!("there is no cell `{text}`"),
                format!("il n'y a pas de cellule `{text}`"),
            );
            loader.unknown(
                Diagnostic::error("unknown-cell", node.place.clone(), message)
                    .suggest(&text, known.iter().map(String::as_str)),
                &text,
            );
            None
        }
    }
}

/// The cell that was probably meant: the nearest entity, and the nearest of its attributes.
fn near_cell(names: &Names, text: &str) -> Option<String> {
    let (entity, attribute) = text.split_once('.')?;
    let entity = if names.entities.contains_key(entity) {
        entity.to_owned()
    } else {
        let known = names.candidates(names.entities.keys());
        logic::text::nearest(entity, known.iter().map(Name::as_str))?.to_owned()
    };
    let known = names.attributes_of(&entity);
    let attribute = logic::text::nearest(attribute, known.iter().map(Name::as_str))?;
    Some(format!("{entity}.{attribute}"))
}

pub(super) fn confidential_cells(
    loader: &mut Loader,
    names: &Names,
    node: &Node,
) -> BTreeSet<Cell> {
    let nodes = match &node.kind {
        Kind::List(list) => list.clone(),
        Kind::Scalar { .. } | Kind::Map(_) => vec![node.clone()],
    };
    nodes
        .iter()
        .filter_map(|node| cell(loader, names, node))
        .collect()
}
