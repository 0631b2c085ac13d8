//! What a value must be beyond its type, read from the attribute that declares it.

use super::fields::Fields;
use super::load::Loader;
use super::vocabulary::Names;
use super::{Attribute, Checks, Mentions, grammars, schemas};
use crate::diagnostic::{Diagnostic, Place};
use crate::yaml::Node;
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::Cell;

/// How the reader of a text is addressed.
pub const ADDRESSES: [&str; 2] = ["tu", "vous"];

pub(super) fn checks(loader: &mut Loader, fields: &mut Fields, kind: &Type) -> Checks {
    let count = |loader: &mut Loader, node: Option<Node>, most: u64| {
        node.and_then(|node| loader.whole(&node, 1, most))
            .and_then(|count| usize::try_from(count).ok())
    };
    let pattern = fields.take("pattern");
    let max_items = fields.take("max_items");
    let schema = fields.take("schema");
    let max_words = fields.take("max_words");
    let forbidden = fields.take("forbidden");
    let address = fields.take("address");
    let mentions = fields.take("mentions");
    Checks {
        max_items: count(loader, max_items, 1000),
        schema: schema.and_then(|node| schemas::schema(loader, &node, kind)),
        pattern: pattern.and_then(|node| grammars::pattern(loader, &node)),
        max_words: count(loader, max_words, 10_000),
        forbidden: forbidden
            .map(|node| loader.placed_strings(&node))
            .unwrap_or_default()
            .into_iter()
            .map(|(word, _)| word)
            .collect(),
        address: address
            .and_then(|node| Some((loader.string(&node)?, node.place)))
            .and_then(|(text, place)| path(loader, &text, place)),
        mentions: mentions.and_then(|node| {
            let mut fields = loader.fields(&node, &["least", "of"])?;
            let least = fields.take("least");
            let least = count(loader, least, 100).unwrap_or(1);
            let of = fields.take("of").map(|node| loader.placed_strings(&node));
            let of: Vec<Cell> = of
                .unwrap_or_default()
                .into_iter()
                .filter_map(|(text, place)| path(loader, &text, place))
                .collect();
            if of.len() < least {
                loader.error(
                    "wrong-type",
                    node.place,
                    format!("`mentions` wants {least} of {} values", of.len()),
                    format!("`mentions` veut {least} valeurs parmi {}", of.len()),
                );
                return None;
            }
            Some(Mentions { least, of })
        }),
    }
}

fn path(loader: &mut Loader, text: &str, place: Place) -> Option<Cell> {
    let cell = text.parse::<Cell>().ok();
    if cell.is_none() {
        loader.error(
            "unknown-cell",
            place,
            format!("`{text}` is not a cell: write entity.attribute"),
            format!("`{text}` n'est pas une cellule : écrivez entité.attribut"),
        );
    }
    cell
}

/// The cells that checks name, once all of them are known.
pub(super) fn check_names(loader: &mut Loader, names: &Names) {
    let attributes: Vec<Attribute> = names.attributes.clone();
    for attribute in attributes {
        let address = attribute.checks.address.iter();
        let mentioned = attribute.checks.mentions.iter().flat_map(|of| &of.of);
        for cell in address.clone().chain(mentioned) {
            if names.attribute_of(&cell.entity, &cell.attribute).is_none() {
                let message = Phrase::new(
                    format!("there is no cell `{cell}`"),
                    format!("il n'y a pas de cellule `{cell}`"),
                );
                loader.unknown(
                    Diagnostic::error("unknown-cell", attribute.place.clone(), message),
                    &cell.to_string(),
                );
            }
        }
        for cell in address {
            let Some(known) = names.attribute_of(&cell.entity, &cell.attribute) else {
                continue;
            };
            let fits = matches!(&known.kind, Type::Enum(values) if values.iter().all(|value| ADDRESSES.contains(&value.as_str())));
            if !fits {
                loader.error(
                    "wrong-type",
                    attribute.place.clone(),
                    format!("{cell} says how one is addressed: its values are tu and vous"),
                    format!(
                        "{cell} dit comment on s'adresse à quelqu'un : ses valeurs sont tu et vous"
                    ),
                );
            }
        }
    }
}
