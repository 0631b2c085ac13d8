//! Repeats: the same parts once for each item of an answered list, each with an entity of its own.

use super::cells::cell;
use super::{Around, Making, needed, parts};
use crate::diagnostic::Place;
use crate::project::fields::Fields;
use crate::project::load::Loader;
use crate::project::part::Each;
use crate::project::vocabulary::Names;
use crate::yaml::{Kind, Node};
use logic::kind::Type;
use logic::value::{Cell, Name};

pub(super) fn repeat(
    loader: &mut Loader,
    names: &Names,
    place: &Place,
    fields: &mut Fields,
    around: &Around,
    making: &mut Making,
) -> Option<()> {
    let called = needed(loader, place, "repeat", fields, "as");
    let called = called.and_then(|node| loader.string(&node));
    let over = needed(loader, place, "repeat", fields, "over");
    let list = needed(loader, place, "repeat", fields, "of")
        .and_then(|node| list_cell(loader, names, &node));
    let titled = fields.take("titled");
    let titled = titled.and_then(|node| Some((loader.string(&node)?, node.place)));
    let inside = needed(loader, place, "repeat", fields, "parts")?;
    let (called, over, (list, most)) = (called?, over?, list?);
    let entities: Vec<Name> = loader
        .placed_strings(&over)
        .into_iter()
        .filter_map(|(entity, place)| known_entity(loader, names, entity, place))
        .collect();
    if most.is_none_or(|most| most > entities.len()) {
        loader.error(
            "repeat-too-short",
            over.place.clone(),
            format!("{list} may hold more items than `over` has entities; give its attribute `max_items: {}`", entities.len()),
            format!("{list} peut contenir plus d'éléments que `over` n'a d'entités ; donnez à son attribut `max_items: {}`", entities.len()),
        );
    }
    for (at, entity) in entities.into_iter().enumerate() {
        let title = match &titled {
            None => None,
            Some((attribute, place)) => Some(title_cell(loader, names, &entity, attribute, place)?),
        };
        let mut around = around.clone();
        around.each.push(Each {
            list: list.clone(),
            at,
            entity: entity.clone(),
            title,
        });
        around.bound.push((called.clone(), entity.clone()));
        let body = bound(&inside, &called, &entity);
        parts(loader, names, &body, &around, making);
    }
    Some(())
}

fn known_entity(loader: &mut Loader, names: &Names, entity: String, place: Place) -> Option<Name> {
    if names.entities.contains_key(entity.as_str()) {
        return Some(Name::from(entity));
    }
    let known = names.candidates(names.entities.keys());
    let message = logic::text::Phrase::new(
        format!("there is no entity `{entity}`"),
        format!("il n'y a pas d'entité `{entity}`"),
    );
    let diagnostic = crate::diagnostic::Diagnostic::error("unknown-entity", place, message)
        .suggest(&entity, known.iter().map(Name::as_str));
    loader.unknown(diagnostic, &entity);
    None
}

/// A cell that holds a list of texts, with the most items it may hold.
fn list_cell(loader: &mut Loader, names: &Names, node: &Node) -> Option<(Cell, Option<usize>)> {
    let cell = cell(loader, names, node)?;
    let attribute = names.attribute_of(&cell.entity, &cell.attribute)?;
    match &attribute.kind {
        Type::List(of) if **of == Type::Text => Some((cell, attribute.checks.max_items)),
        Type::List(_)
        | Type::Text
        | Type::Number
        | Type::Boolean
        | Type::Date
        | Type::Instant
        | Type::Enum(_)
        | Type::Reference(_)
        | Type::Set(_) => {
            loader.error(
                "wrong-type",
                node.place.clone(),
                format!("{cell} is no list of texts"),
                format!("{cell} n'est pas une liste de textes"),
            );
            None
        }
    }
}

fn title_cell(
    loader: &mut Loader,
    names: &Names,
    entity: &Name,
    attribute: &str,
    place: &Place,
) -> Option<Cell> {
    let node = Node {
        place: place.clone(),
        kind: Kind::Scalar {
            text: format!("{entity}.{attribute}"),
            plain: false,
        },
    };
    let cell = cell(loader, names, &node)?;
    let known = names.attribute_of(&cell.entity, &cell.attribute)?;
    if known.kind != Type::Text || !known.changes {
        loader.error(
            "wrong-type",
            place.clone(),
            format!("{cell} gets the item's text, so it is a text that `changes`"),
            format!("{cell} reçoit le texte de l'élément : c'est un texte qui change (`changes`)"),
        );
        return None;
    }
    Some(cell)
}

/// The same node with `$called` and `${called}` replaced in all its texts.
pub(super) fn bound(node: &Node, called: &str, entity: &str) -> Node {
    let kind = match &node.kind {
        Kind::Scalar { text, plain } => Kind::Scalar {
            text: replaced(text, called, entity),
            plain: *plain,
        },
        Kind::List(list) => Kind::List(
            list.iter()
                .map(|node| bound(node, called, entity))
                .collect(),
        ),
        Kind::Map(entries) => Kind::Map(
            entries
                .iter()
                .map(|(key, node)| (key.clone(), bound(node, called, entity)))
                .collect(),
        ),
    };
    Node {
        place: node.place.clone(),
        kind,
    }
}

fn replaced(text: &str, called: &str, entity: &str) -> String {
    let text = text.replace(&format!("${{{called}}}"), entity);
    let mark = format!("${called}");
    let (mut out, mut rest) = (String::new(), text.as_str());
    while let Some(at) = rest.find(&mark) {
        let behind = &rest[at + mark.len()..];
        let goes_on = behind
            .chars()
            .next()
            .is_some_and(|c| c.is_alphanumeric() || c == '_');
        out.push_str(&rest[..at]);
        out.push_str(if goes_on { &mark } else { entity });
        rest = behind;
    }
    out.push_str(rest);
    out
}
