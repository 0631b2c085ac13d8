//! Confidential facts are printed only by what declares them, and are given to no command.

use super::super::load::Loader;
use super::Builder;
use crate::diagnostic::{Diagnostic, Place};
use crate::reply::page::{Body, Found, Node, only_inclusion};
use logic::text::Phrase;
use logic::value::{Cell, Name};
use std::collections::BTreeSet;

/// What a confidential fact was found in.
struct Leak {
    place: Place,
    /// A field of a record by its sort: `rec.code`.
    cell: Cell,
    /// It is walked through, which would print its elements one by one.
    walked: bool,
}

/// A walk through templates, with what may be printed on the way.
struct Walk<'s> {
    allowed: Vec<&'s BTreeSet<Cell>>,
    found: Vec<Leak>,
    seen: BTreeSet<Name>,
}

impl Builder<'_> {
    pub(super) fn confidential(&mut self, loader: &mut Loader) {
        let replies = &self.replies;
        let none = BTreeSet::new();
        let mut leaks: Vec<Leak> = Vec::new();
        let mut roots: Vec<(&Name, &BTreeSet<Cell>)> = Vec::new();
        for section in replies.sections.values() {
            roots.push((&section.template, &section.shows));
        }
        let pages = replies.options.master.iter();
        let pages = pages.chain(replies.rules.iter().filter_map(|rule| rule.page.as_ref()));
        let pages = pages.chain(
            replies
                .states
                .iter()
                .filter_map(|state| state.page.as_ref()),
        );
        for page in pages.collect::<BTreeSet<_>>() {
            roots.push((page, replies.pages.shows.get(page).unwrap_or(&none)));
        }
        for (root, shows) in roots {
            leaks.extend(self.leaks(root, shows));
        }
        for leak in leaks {
            let cell = &leak.cell;
            let message = if leak.walked {
                Phrase::new(
                    format!("`{cell}` is confidential, and is printed as a whole or not at all"),
                    format!("`{cell}` est confidentiel, et s'affiche en entier ou pas du tout"),
                )
            } else {
                Phrase::new(
                    format!(
                        "`{cell}` is confidential, and what prints it here does not declare it with `shows`"
                    ),
                    format!(
                        "`{cell}` est confidentiel, et ce qui l'affiche ici ne le déclare pas avec `shows`"
                    ),
                )
            };
            let diagnostic = Diagnostic::error("confidential-shown", leak.place, message);
            let diagnostic = if leak.walked {
                let whole = format!("{{{{{cell}}}}}");
                diagnostic.hint(Phrase::new(
                    format!("write {whole} in place of the block"),
                    format!("écrivez {whole} à la place du bloc"),
                ))
            } else {
                diagnostic.hint(Phrase::new(
                    format!("add `shows: [{cell}]` to it, or do not print it"),
                    format!("ajoutez-y `shows: [{cell}]`, ou ne l'affichez pas"),
                ))
            };
            if !loader.diagnostics.contains(&diagnostic) {
                loader.diagnostics.push(diagnostic);
            }
        }
        self.given_to_commands(loader);
    }

    /// A command's argument goes to another system: nothing confidential is in it.
    fn given_to_commands(&self, loader: &mut Loader) {
        let replies = &self.replies;
        for (stem, localised) in &replies.pages.all {
            let is_section = replies
                .sections
                .values()
                .any(|section| section.template == *stem);
            if is_section || !stem.contains('.') {
                continue;
            }
            let mut cells: BTreeSet<Cell> = BTreeSet::new();
            for read in localised.each().flat_map(|page| &page.reads) {
                if let Found::Fact(cell) = read
                    && self.is_confidential(cell)
                {
                    cells.insert(cell.clone());
                }
            }
            let leaks = self.leaks(stem, &BTreeSet::new());
            cells.extend(leaks.into_iter().map(|leak| leak.cell));
            for cell in cells {
                let Some(place) = &localised.place else {
                    continue;
                };
                let message = Phrase::new(
                    format!("`{cell}` is confidential and is given to no command"),
                    format!("`{cell}` est confidentiel et n'est donné à aucune commande"),
                );
                let diagnostic = Diagnostic::error("confidential-shown", place.clone(), message);
                loader.diagnostics.push(diagnostic);
            }
        }
    }

    pub(super) fn is_confidential(&self, cell: &Cell) -> bool {
        let attribute = self.names.attribute_of(&cell.entity, &cell.attribute);
        attribute.is_some_and(|attribute| attribute.confidential)
    }

    /// What a template prints, through everything that it includes, and may not.
    fn leaks(&self, template: &Name, shows: &BTreeSet<Cell>) -> Vec<Leak> {
        let mut walk = Walk {
            allowed: vec![shows],
            found: Vec::new(),
            seen: BTreeSet::new(),
        };
        self.printed(template, &mut walk);
        walk.found
    }

    fn printed<'s>(&'s self, template: &Name, walk: &mut Walk<'s>) {
        if !walk.seen.insert(template.clone()) {
            return;
        }
        let Some(localised) = self.replies.pages.all.get(template) else {
            return;
        };
        for page in localised.each() {
            let place = localised.place.clone();
            let place = place.unwrap_or_else(|| Place::start_of(template));
            self.printed_in(&page.body, &place, walk, &mut Vec::new());
        }
        walk.seen.remove(template);
    }

    fn printed_in<'s>(
        &'s self,
        body: &Body,
        place: &Place,
        walk: &mut Walk<'s>,
        walked: &mut Vec<Option<Found>>,
    ) {
        for node in body {
            match node {
                Node::Print { name, .. } => {
                    if let Some(cell) = self.secret(name, walked)
                        && !walk.allowed.iter().any(|shows| self.may_show(shows, &cell))
                    {
                        walk.found.push(Leak {
                            place: place.clone(),
                            cell,
                            walked: false,
                        });
                    }
                }
                Node::If { then, other, .. } => {
                    let own = only_inclusion(then)
                        .and_then(|name| self.replies.sections.get(self.replies.section_of(name)));
                    walk.allowed.extend(own.map(|section| &section.shows));
                    self.printed_in(then, place, walk, walked);
                    if own.is_some() {
                        walk.allowed.pop();
                    }
                    self.printed_in(other, place, walk, walked);
                }
                Node::Each {
                    list: name,
                    body,
                    other,
                }
                | Node::With { name, body, other } => {
                    if let Some(cell) = self.secret(name, walked) {
                        walk.found.push(Leak {
                            place: place.clone(),
                            cell,
                            walked: true,
                        });
                    }
                    walked.push(Some(name.clone()));
                    self.printed_in(body, place, walk, walked);
                    walked.pop();
                    self.printed_in(other, place, walk, walked);
                }
                Node::Include(name) => self.printed(name, walk),
                Node::Text(_) | Node::Slot(_) => {}
            }
        }
    }

    /// The confidential fact that a name stands for; a field of a record by its sort.
    fn secret(&self, name: &Found, walked: &[Option<Found>]) -> Option<Cell> {
        match name {
            Found::Fact(cell) => self.is_confidential(cell).then(|| cell.clone()),
            Found::Element {
                level,
                attribute: Some(attribute),
            } => {
                let list = walked.get(level - 1)?.as_ref()?;
                let sort = self.sort_of_elements(list, walked)?;
                let mut known = self.names.attributes.iter();
                let known = known.find(|known| {
                    known.name == *attribute && self.names.sorts.is_sub(&sort, &known.sort)
                });
                known?
                    .confidential
                    .then(|| Cell::new(&sort, attribute.as_str()))
            }
            Found::Element { .. }
            | Found::Derived(_)
            | Found::Flag(_)
            | Found::Local { .. }
            | Found::Always(_) => None,
        }
    }

    /// Whether a declaration allows it: the fact itself, or the field of a sort that its owner is of.
    fn may_show(&self, shows: &BTreeSet<Cell>, cell: &Cell) -> bool {
        shows.contains(cell)
            || shows.iter().any(|shown| {
                shown.attribute == cell.attribute
                    && self.names.sorts.is_sub(&cell.entity, &shown.entity)
            })
    }
}
