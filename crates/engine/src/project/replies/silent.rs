//! What is declared to be said and never can be: empty texts, facts that a section must say and does not
//! print, prints of what was just found to be missing, slots that nothing stands in.

use super::super::load::Loader;
use super::{Builder, Suspect};
use crate::diagnostic::{Diagnostic, Place};
use crate::reply::page::{Body, Format, Found, Node, Page};
use crate::reply::plain::is_visible;
use crate::reply::{Action, BEFORE_SIGNATURE, BOTTOM, Saying, Severity, Subject, TOP};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::Name;
use std::collections::BTreeSet;

impl Builder<'_> {
    pub(super) fn silent(&self, loader: &mut Loader) {
        let mut found = Vec::new();
        for section in self.replies.sections.values() {
            let place = self.place_of(&section.template, &section.place);
            // Of what could not be read, nobody knows what it says.
            if self.is_unreadable(loader, &section.template) {
                continue;
            }
            let mut pages = self.pages(&section.template);
            if pages.any(is_empty) {
                found.push(empty(&place, &section.id));
                continue;
            }
            for says in &section.says {
                if !self.replies.pages.may_say(&section.template, says) {
                    found.push(match says {
                        Saying::Fact(fact) => {
                            unprinted(&section.place, &section.id, &self.called(fact))
                        }
                        Saying::Phrase(phrase) => unheld(&section.place, &section.id, phrase),
                    });
                }
            }
        }
        for (name, localised) in &self.replies.pages.all {
            let place = self.place_of(name, &Place::start_of(name));
            for page in localised.each() {
                let mut missing = BTreeSet::new();
                self.prints_missing(&page.body, &mut Vec::new(), &mut missing);
                found.extend(missing.iter().map(|fact| missed(&place, fact)));
                for slot in &page.slots {
                    if !self.replies.slots.contains(slot) {
                        found.push(self.no_slot(&place, slot));
                    }
                }
            }
        }
        self.empty_slots(&mut found);
        self.silent_blocks(loader, &mut found);
        loader.diagnostics.extend(found);
    }

    pub(super) fn place_of(&self, template: &Name, otherwise: &Place) -> Place {
        let pages = self.replies.pages.all.get(template);
        let place = pages.and_then(|pages| pages.place.clone());
        place.unwrap_or_else(|| otherwise.clone())
    }

    pub(super) fn pages(&self, template: &Name) -> impl Iterator<Item = &Page> {
        self.replies.pages.of(template)
    }

    /// Whether a template, or one that it includes, could not be read.
    fn is_unreadable(&self, loader: &Loader, template: &Name) -> bool {
        let (mut todo, mut seen) = (vec![template], BTreeSet::new());
        while let Some(name) = todo.pop() {
            if loader.broken.contains(name.as_str()) {
                return true;
            }
            let pages = self.pages(name).flat_map(|page| &page.includes);
            todo.extend(pages.filter(|name| seen.insert(*name)));
        }
        false
    }

    /// States that stop everything else and say nothing themselves.
    fn silent_blocks(&self, loader: &Loader, found: &mut Vec<Diagnostic>) {
        for (number, state) in self.replies.states.iter().enumerate() {
            let answers = match state.action {
                Action::Respond | Action::RespondWithAlert | Action::Block => state.generate,
                Action::Route | Action::Stop => false,
            };
            let subject = Subject::State(number);
            let mut sections = self.replies.sections.values();
            let says = state.page.is_some()
                || !state.sections.is_empty()
                || !state.flags.is_empty()
                || sections.any(|section| section.answers.contains(&subject));
            let is_suspect = self.suspect.contains(&Suspect::State(number))
                || loader.broken.contains(state.name.as_str());
            if state.severity != Severity::Blocking || !answers || says || is_suspect {
                continue;
            }
            let name = &state.name;
            let message = Phrase::new(
                format!("`{name}` blocks every case in which it holds, and has no text to say so"),
                format!("`{name}` bloque chaque cas où il est réalisé, sans texte pour le dire"),
            );
            let warning = Diagnostic::warning("never-said", state.place.clone(), message);
            found.push(warning.hint(Phrase::new(
                "give it `response: { text: … }`, or `response: { generate: false }` if nothing is to be said",
                "donnez-lui `response: { text: … }`, ou `response: { generate: false }` s'il n'y a rien à dire",
            )));
        }
    }

    /// Facts that are printed where a test found that there are none.
    fn prints_missing(&self, body: &Body, none: &mut Vec<Found>, missing: &mut BTreeSet<String>) {
        for node in body {
            match node {
                Node::Print { name, .. } if none.contains(name) => {
                    missing.insert(self.called(name));
                }
                Node::If { test, then, other } => {
                    let is_new = self.is_none_where_false(test) && !none.contains(test);
                    self.prints_missing(then, none, missing);
                    none.extend(is_new.then(|| test.clone()));
                    self.prints_missing(other, none, missing);
                    none.truncate(none.len() - usize::from(is_new));
                }
                Node::Each { body, other, .. } | Node::With { body, other, .. } => {
                    self.prints_missing(body, none, missing);
                    self.prints_missing(other, none, missing);
                }
                Node::Text(_) | Node::Print { .. } | Node::Include(_) | Node::Slot(_) => {}
            }
        }
    }

    /// Whether what a test finds false is not there: a number or a yes and no may be false and printed.
    fn is_none_where_false(&self, test: &Found) -> bool {
        let Found::Fact(cell) = test else {
            return false;
        };
        let attribute = self.names.attribute_of(&cell.entity, &cell.attribute);
        attribute.is_some_and(|attribute| match attribute.kind {
            Type::Boolean | Type::Number => false,
            Type::Text
            | Type::Date
            | Type::Instant
            | Type::Enum(_)
            | Type::Reference(_)
            | Type::Set(_)
            | Type::List(_) => true,
        })
    }

    fn called(&self, fact: &Found) -> String {
        match fact {
            Found::Fact(cell) => cell.to_string(),
            Found::Derived(name) | Found::Flag(name) | Found::Local { name, .. } => {
                name.to_string()
            }
            Found::Element { attribute, .. } => attribute
                .as_ref()
                .map_or("this".to_owned(), Name::to_string),
            Found::Always(truth) => truth.to_string(),
        }
    }

    fn no_slot(&self, place: &Place, slot: &Name) -> Diagnostic {
        let message = Phrase::new(
            format!("there is no slot `{slot}`: nothing is said there"),
            format!("il n'y a pas d'emplacement `{slot}` : rien ne s'y dit"),
        );
        let known = self.replies.slots.iter().map(Name::as_str);
        let found = Diagnostic::warning("unknown-slot", place.clone(), message);
        found.suggest(slot, known)
    }

    /// Slots of the master template that are not declared and in which no section stands.
    fn empty_slots(&self, found: &mut Vec<Diagnostic>) {
        let Some(master) = &self.replies.options.master else {
            return;
        };
        let place = self.place_of(master, &Place::start_of(master));
        let stands = |slot: &Name| {
            let mut sections = self.replies.sections.values();
            sections.any(|section| section.slot == *slot)
        };
        let known = self.replies.slots.iter();
        for slot in known.filter(|slot| ![TOP, BEFORE_SIGNATURE, BOTTOM].contains(&slot.as_str())) {
            let is_lost = self.listed_slots.contains(slot) || self.replies.options.slot == *slot;
            if is_lost || stands(slot) {
                continue;
            }
            let message = Phrase::new(
                format!("no section stands in the slot `{slot}` that the master template places"),
                format!(
                    "aucune section n'est à l'emplacement `{slot}` que place le modèle principal"
                ),
            );
            let near = self.replies.slots.iter().filter(|other| *other != slot);
            let near = logic::text::nearest(slot, near.map(Name::as_str));
            let hint = match near {
                Some(near) => Phrase::new(
                    format!("did you mean `{near}`?"),
                    format!("vouliez-vous dire `{near}` ?"),
                ),
                None => Phrase::new(
                    format!(
                        "list it in `slots: [{slot}]` if sections are to follow, or take it out"
                    ),
                    format!(
                        "nommez-le dans `slots: [{slot}]` si des sections suivent, ou retirez-le"
                    ),
                ),
            };
            let warning = Diagnostic::warning("unknown-slot", place.clone(), message);
            found.push(warning.hint(hint));
        }
    }
}

/// Whether a template is nothing but blanks and mark-up.
fn is_empty(page: &Page) -> bool {
    page.body.iter().all(|node| match node {
        Node::Text(text) => !is_visible(text, page.format == Format::Html),
        Node::Print { .. }
        | Node::If { .. }
        | Node::Each { .. }
        | Node::With { .. }
        | Node::Include(_)
        | Node::Slot(_) => false,
    })
}

fn empty(place: &Place, section: &Name) -> Diagnostic {
    let message = Phrase::new(
        format!("the text of `{section}` says nothing"),
        format!("le texte de `{section}` ne dit rien"),
    );
    Diagnostic::warning("never-said", place.clone(), message).hint(Phrase::new(
        "write what is to be said, or leave the text out",
        "écrivez ce qui doit être dit, ou retirez le texte",
    ))
}

fn unprinted(place: &Place, section: &Name, fact: &str) -> Diagnostic {
    let message = Phrase::new(
        format!("`{section}` must say `{fact}`, and its text never prints it: it answers nothing"),
        format!(
            "`{section}` doit dire `{fact}`, que son texte n'affiche jamais : elle ne répond à rien"
        ),
    );
    Diagnostic::warning("never-said", place.clone(), message).hint(Phrase::new(
        format!("write {{{{{fact}}}}} in its text, or take `{fact}` out of `says`"),
        format!("écrivez {{{{{fact}}}}} dans son texte, ou retirez `{fact}` de `says`"),
    ))
}

fn unheld(place: &Place, section: &Name, phrase: &str) -> Diagnostic {
    let message = Phrase::new(
        format!("`{section}` must say “{phrase}”, which its text never holds: it answers nothing"),
        format!(
            "`{section}` doit dire « {phrase} », que son texte ne contient jamais : elle ne répond à rien"
        ),
    );
    Diagnostic::warning("never-said", place.clone(), message).hint(Phrase::new(
        "write it in its text, or take it out of `says`",
        "écrivez-le dans son texte, ou retirez-le de `says`",
    ))
}

fn missed(place: &Place, fact: &str) -> Diagnostic {
    let message = Phrase::new(
        format!("`{fact}` is printed where the test before found that there is none"),
        format!("`{fact}` est affiché là où le test qui précède a trouvé qu'il n'y en a pas"),
    );
    Diagnostic::warning("never-said", place.clone(), message).hint(Phrase::new(
        format!("print it in the branch where `{fact}` is there, or say something else here"),
        format!("affichez-le dans la branche où `{fact}` existe, ou dites autre chose ici"),
    ))
}
