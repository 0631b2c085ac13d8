//! The words that a template says whatever it prints: those between its holes, in every way that its conditions leave.

use super::parameter_name;
use handlebars::template::{Template, TemplateElement};
use logic::text::words;
use std::collections::BTreeMap;

/// What a template says besides what it prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fixed(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// Something is printed.
    Hole,
    /// One of these, by a condition.
    Either(Fixed, Fixed),
    /// As often as a list has items, or once if something is known.
    Maybe(Fixed, Fixed),
    Included(String),
}

impl Fixed {
    pub fn of(template: &Template) -> Fixed {
        let body = |body: &Option<Template>| body.as_ref().map(Fixed::of).unwrap_or_default();
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "the enum belongs to handlebars and is open"
        )]
        let pieces = template.elements.iter().map(|element| match element {
            TemplateElement::RawString(text) => Piece::Text(text.clone()),
            TemplateElement::Comment(_) => Piece::Text(String::new()),
            TemplateElement::HelperBlock(helper) => {
                let (shown, other) = (body(&helper.template), body(&helper.inverse));
                match parameter_name(&helper.name).as_str() {
                    "if" | "unless" => Piece::Either(shown, other),
                    _ => Piece::Maybe(shown, other),
                }
            }
            TemplateElement::PartialExpression(partial) => {
                Piece::Included(parameter_name(&partial.name))
            }
            _ => Piece::Hole,
        });
        Fixed(pieces.collect())
    }

    /// The least words that it says, whatever is printed and whichever way is taken.
    pub fn least(&self, all: &BTreeMap<String, Fixed>, depth: usize) -> usize {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Either(one, other) => one.least(all, depth).min(other.least(all, depth)),
            Piece::Included(name) => {
                included(all, name, depth).map_or(0, |(fixed, depth)| fixed.least(all, depth))
            }
            Piece::Text(_) | Piece::Hole | Piece::Maybe(..) => 0,
        });
        words(&self.own()).len() + pieces.sum::<usize>()
    }

    /// What it says in a row, in every way that its conditions leave, with a blank for what is printed.
    pub fn runs(&self, all: &BTreeMap<String, Fixed>, depth: usize, found: &mut Vec<String>) {
        found.push(self.own());
        for piece in &self.0 {
            match piece {
                Piece::Either(one, other) | Piece::Maybe(one, other) => {
                    one.runs(all, depth, found);
                    other.runs(all, depth, found);
                }
                Piece::Included(name) => {
                    if let Some((fixed, depth)) = included(all, name, depth) {
                        fixed.runs(all, depth, found);
                    }
                }
                Piece::Text(_) | Piece::Hole => {}
            }
        }
    }

    /// Its own text, with a blank for everything else.
    fn own(&self) -> String {
        let texts = self.0.iter().map(|piece| match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Hole | Piece::Either(..) | Piece::Maybe(..) | Piece::Included(_) => " ",
        });
        texts.collect()
    }
}

/// A template that is included, unless inclusions go on for ever.
fn included<'f>(
    all: &'f BTreeMap<String, Fixed>,
    name: &str,
    depth: usize,
) -> Option<(&'f Fixed, usize)> {
    let deeper = depth.checked_sub(1)?;
    Some((all.get(name)?, deeper))
}

/// Deeper inclusions are not followed.
pub(super) const DEPTH: usize = 8;
