//! Slots and sections.

use super::super::REPLY_TEMPLATES;
use super::super::load::Loader;
use super::{Builder, once, unknown, word};
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::reply::page::{Found, Node as PageNode, Raw};
use crate::reply::{BEFORE_SIGNATURE, BOTTOM, Saying, Section, Subject, TOP};
use crate::yaml::{Key, Kind, Node};
use logic::text::Phrase;
use logic::value::{Cell, Name};
use std::collections::BTreeSet;

const KEYS: [&str; 11] = [
    "slot",
    "order",
    "template",
    "text",
    "when",
    "answers",
    "says",
    "covers",
    "overrides",
    "audience",
    "shows",
];

/// The page that is nothing but its slots, where there is no master template.
const SLOTS_ONLY: &str = "slots";

/// Slots that a template places, through what it includes.
fn placed(builder: &Builder, raw: &Raw, seen: &mut BTreeSet<Name>, slots: &mut Vec<Name>) {
    for node in raw {
        match node {
            PageNode::Slot(slot) => {
                if !slots.contains(slot) {
                    slots.push(slot.clone());
                }
            }
            PageNode::Include(name) => {
                let Some(found) = builder.find(name) else {
                    continue;
                };
                if seen.insert(found.clone()) {
                    for version in builder.unread.get(&found).into_iter().flatten() {
                        placed(builder, version.raw(), seen, slots);
                    }
                }
            }
            PageNode::If { then, other, .. } => {
                placed(builder, then, seen, slots);
                placed(builder, other, seen, slots);
            }
            PageNode::Each { .. }
            | PageNode::With { .. }
            | PageNode::Text(_)
            | PageNode::Print { .. } => {}
        }
    }
}

impl Builder<'_> {
    /// `slots: [opening, answer]`, and those that the master template places.
    pub(super) fn slots(&mut self, loader: &mut Loader, node: Option<Node>) {
        let mut known: Vec<Name> = Vec::new();
        if let Some(master) = &self.replies.options.master {
            for version in self.unread.get(master).into_iter().flatten() {
                placed(self, version.raw(), &mut BTreeSet::new(), &mut known);
            }
        }
        let master = self.replies.options.master.as_deref();
        self.slots_unread = loader.diagnostics.iter().any(|found| {
            let file = found.place.file.strip_prefix(REPLY_TEMPLATES);
            let rest = file
                .zip(master)
                .and_then(|(file, name)| file.strip_prefix(name));
            found.severity == Severity::Error && rest.is_some_and(|rest| rest.starts_with('.'))
        });
        let own = [TOP, BEFORE_SIGNATURE, BOTTOM];
        let listed = node.map(|node| loader.placed_strings(&node));
        let listed = listed.unwrap_or_default();
        self.listed_slots = listed.iter().map(|(slot, _)| Name::from(slot)).collect();
        if self.replies.options.master.is_none() {
            known = listed.iter().map(|(slot, _)| Name::from(slot)).collect();
            let body: String = known
                .iter()
                .filter(|slot| !own.contains(&slot.as_str()))
                .map(|slot| format!("{{{{> slots/{slot}}}}}"))
                .collect();
            self.page_of_slots(loader, SLOTS_ONLY, &body);
        } else if self.slots_unread {
            // What cannot be read is told; what would follow from it is not.
            known.extend(self.listed_slots.iter().cloned());
        } else {
            for (slot, place) in &listed {
                if !known.iter().any(|known| **known == **slot) && !own.contains(&slot.as_str()) {
                    let message = Phrase::new(
                        format!("the master template has no place for the slot `{slot}`"),
                        format!("le modèle principal n'a pas de place pour l'emplacement `{slot}`"),
                    );
                    let hint = Phrase::new(
                        format!("write {{{{> slots/{slot}}}}} in it"),
                        format!("écrivez-y {{{{> slots/{slot}}}}}"),
                    );
                    loader
                        .diagnostics
                        .push(Diagnostic::error("unknown-slot", place.clone(), message).hint(hint));
                }
            }
        }
        for slot in own.map(Name::from) {
            if !known.contains(&slot) {
                known.push(slot);
            }
        }
        self.replies.slots = known;
        let wanted = self.default_slot.take();
        self.replies.options.slot = match wanted {
            Some(node) => self.slot(loader, &node),
            None => {
                let mut slots = self.replies.slots.iter();
                slots.find(|slot| &***slot == "answer").cloned()
            }
        }
        .unwrap_or_else(|| Name::from(BEFORE_SIGNATURE));
    }

    /// A slot that is named.
    pub(super) fn slot(&mut self, loader: &mut Loader, node: &Node) -> Option<Name> {
        let name = loader.string(node)?;
        let known = self.replies.slots.clone();
        if !known.iter().any(|known| **known == *name) && !self.slots_unread {
            let what = ["slot", "d'emplacement"];
            unknown("unknown-slot", loader, &node.place, &name, what, &known);
            return None;
        }
        Some(Name::from(name))
    }

    pub(super) fn sections(&mut self, loader: &mut Loader, tops: Vec<(Key, Node)>) {
        let what = Phrase::new("sections", "sections");
        for (key, node) in once(loader, tops, &what, ["section", "la section"]) {
            if self.section(loader, &key, &node).is_none() {
                loader.declaration_failed(&key.text);
            }
        }
    }

    fn section(&mut self, loader: &mut Loader, key: &Key, node: &Node) -> Option<()> {
        let mut fields = loader.fields(node, &KEYS)?;
        let id = Name::from(key.text.as_str());
        let slot = fields.take("slot");
        let slot = slot.and_then(|node| self.slot(loader, &node));
        let order = fields.take("order");
        let order = order.and_then(|node| loader.whole(&node, 0, 1_000_000));
        let template = match (fields.take("template"), fields.take("text")) {
            (Some(node), None) => {
                let template = self.template(loader, &node);
                let sections = &mut self.replies.pages.section_of;
                if let Some(template) = &template
                    && let Some(other) = sections.insert(template.clone(), id.clone())
                {
                    let message = Phrase::new(
                        format!("`{template}` is the section `{other}` already, and is said once"),
                        format!("`{template}` est déjà la section `{other}`, et se dit une fois"),
                    );
                    loader.diagnostics.push(Diagnostic::error(
                        "duplicate-section",
                        node.place,
                        message,
                    ));
                }
                template
            }
            (None, Some(node)) => self.inline(loader, &format!("section.{id}"), &node),
            (None, None) if self.find(&id).is_some() => {
                let template = self.find(&id)?;
                self.used.insert(template.clone());
                let sections = &mut self.replies.pages.section_of;
                sections.insert(template.clone(), id.clone());
                Some(template)
            }
            (Some(_), Some(_)) | (None, None) => {
                loader.error(
                    "missing-key",
                    key.place.clone(),
                    format!("`{id}` has either a `template` or a `text`"),
                    format!("`{id}` a soit un `template`, soit un `text`"),
                );
                None
            }
        };
        let when = fields.take("when");
        let when = when.map(|node| self.condition(loader, &node));
        let says = fields.take("says").map(|node| loader.placed_strings(&node));
        let says = says.into_iter().flatten();
        let says = says.map(|(text, place)| self.saying(loader, text, &place));
        let says = says.collect();
        let audience = fields.take("audience");
        let internal = audience
            .and_then(|node| word(loader, &node, &[("customer", false), ("internal", true)]));
        let shows = self.shows(loader, fields.take("shows"));
        if let Some(node) = fields.take("answers") {
            self.later_answers.push((id.clone(), node));
        }
        for (key, list) in [("covers", true), ("overrides", false)] {
            for (text, place) in fields
                .take(key)
                .map(|node| loader.placed_strings(&node))
                .unwrap_or_default()
            {
                let pair = (id.clone(), Name::from(text), place, list);
                self.later_covers.push(pair);
            }
        }
        // What else is wrong with it was told by now.
        let template = template?;
        let section = Section {
            id: id.clone(),
            slot: slot.unwrap_or_else(|| self.replies.options.slot.clone()),
            order: order
                .and_then(|order| i64::try_from(order).ok())
                .unwrap_or(0),
            template,
            when,
            answers: Vec::new(),
            says,
            covers: Vec::new(),
            overrides: Vec::new(),
            internal: internal.unwrap_or(false),
            shows,
            place: key.place.clone(),
        };
        self.declared.insert(id.clone());
        self.replies.sections.insert(id, section);
        Some(())
    }

    /// A fact or a phrase. What begins with the name of a source is no phrase.
    pub(super) fn saying(&mut self, loader: &mut Loader, text: String, place: &Place) -> Saying {
        if let Some(fact) = self.fact(&text) {
            return Saying::Fact(fact);
        }
        if let Some(field) = self.field_of_sort(&text) {
            let attribute = Some(field.attribute);
            return Saying::Fact(Found::Element {
                level: 1,
                attribute,
            });
        }
        let source = text.split_once('.').map(|(source, _)| source);
        let source = source.and_then(|source| self.replies.sources.get(source));
        if let Some(source) = source
            && !text.contains(char::is_whitespace)
        {
            let known = source.fields.values();
            let known: Vec<Name> = known
                .map(|field| Name::from(field.cell.to_string()))
                .collect();
            let what = ["fact", "de fait"];
            unknown("unknown-name", loader, place, &text, what, &known);
        }
        Saying::Phrase(text)
    }

    /// Confidential facts that a text may print.
    pub(super) fn shows(&mut self, loader: &mut Loader, node: Option<Node>) -> BTreeSet<Cell> {
        let mut shows = BTreeSet::new();
        let named = node.map(|node| loader.placed_strings(&node));
        for (text, place) in named.into_iter().flatten() {
            match self.fact(&text) {
                Some(Found::Fact(cell)) => {
                    shows.insert(cell);
                }
                None if self.field_of_sort(&text).is_some() => {
                    shows.extend(self.field_of_sort(&text));
                }
                Some(
                    Found::Derived(_)
                    | Found::Flag(_)
                    | Found::Element { .. }
                    | Found::Local { .. }
                    | Found::Always(_),
                )
                | None => {
                    let fields = self.replies.sources.values();
                    let fields = fields.flat_map(|source| source.fields.values());
                    let known: Vec<Name> = fields
                        .map(|field| Name::from(field.cell.to_string()))
                        .collect();
                    unknown(
                        "unknown-name",
                        loader,
                        &place,
                        &text,
                        ["fact", "de fait"],
                        &known,
                    );
                }
            }
        }
        shows
    }

    /// A field of every record of a sort: `rec.code`.
    fn field_of_sort(&self, path: &str) -> Option<Cell> {
        let (sort, field) = path.split_once('.')?;
        let mut known = self.names.attributes.iter();
        known
            .any(|known| *known.name == *field && self.names.sorts.is_sub(sort, &known.sort))
            .then(|| Cell::new(sort, field))
    }

    /// The section that a template is, for somebody who names only the template.
    pub(super) fn implicit(
        &mut self,
        loader: &mut Loader,
        template: &Name,
        slot: Option<Name>,
        place: &Place,
    ) -> Name {
        let id = self.replies.section_of(template).clone();
        if let Some(section) = self.replies.sections.get(&id) {
            if slot.as_ref().is_some_and(|slot| *slot != section.slot) {
                let message = Phrase::new(
                    format!(
                        "`{id}` stands in the slot `{}`, and is said once",
                        section.slot
                    ),
                    format!(
                        "`{id}` est à l'emplacement `{}`, et se dit une fois",
                        section.slot
                    ),
                );
                let first = Phrase::new("it is placed here", "elle est placée ici");
                loader.diagnostics.push(
                    Diagnostic::error("duplicate-section", place.clone(), message)
                        .also(section.place.clone(), first),
                );
            }
        } else {
            let section = Section {
                id: id.clone(),
                slot: slot.unwrap_or_else(|| self.replies.options.slot.clone()),
                order: 0,
                template: template.clone(),
                when: None,
                answers: Vec::new(),
                says: Vec::new(),
                covers: Vec::new(),
                overrides: Vec::new(),
                internal: false,
                shows: BTreeSet::new(),
                place: place.clone(),
            };
            self.replies.sections.insert(id.clone(), section);
        }
        self.named.insert(id.clone());
        id
    }

    /// Sections by their ids; a template that is a section by itself may be named as well.
    pub(super) fn section_names(&mut self, loader: &mut Loader, node: Option<Node>) -> Vec<Name> {
        let mut names = Vec::new();
        let listed = node.map(|node| loader.placed_strings(&node));
        for (text, place) in listed.into_iter().flatten() {
            names.extend(self.known_section(loader, &text, &place));
        }
        names
    }

    pub(super) fn known_section(
        &mut self,
        loader: &mut Loader,
        text: &str,
        place: &Place,
    ) -> Option<Name> {
        if let Some((id, _)) = self.replies.sections.get_key_value(text) {
            let id = id.clone();
            self.named.insert(id.clone());
            return Some(id);
        }
        if let Some(template) = self.find(text) {
            self.used.insert(template.clone());
            return Some(self.implicit(loader, &template, None, place));
        }
        let known: Vec<Name> = self.replies.sections.keys().cloned().collect();
        let what = ["section", "de section"];
        unknown("unknown-section", loader, place, text, what, &known);
        None
    }

    /// What sections answer, cover and override, once all names are known.
    pub(super) fn answers(&mut self, loader: &mut Loader) {
        for (id, node) in std::mem::take(&mut self.later_answers) {
            let (_, subjects) = self.subjects(loader, &node);
            if let Some(section) = self.replies.sections.get_mut(&id) {
                section.answers = subjects;
            }
        }
        for (id, other, place, covers) in std::mem::take(&mut self.later_covers) {
            // A body of the master template is a section as well, by its template's name.
            let in_master = self.find(&other).is_some();
            let named = if self.replies.sections.contains_key(&other) {
                Some(other.clone())
            } else if in_master {
                self.find(&other)
            } else {
                self.known_section(loader, &other, &place)
            };
            let Some(named) = named else {
                continue;
            };
            if named == id {
                loader.error(
                    "section-cycle",
                    place,
                    format!("`{id}` would leave itself out"),
                    format!("`{id}` s'exclurait elle-même"),
                );
                continue;
            }
            let back = self.leaves_out(&named, &id);
            if back {
                loader.error(
                    "section-cycle",
                    place,
                    format!("`{id}` and `{named}` leave each other out"),
                    format!("`{id}` et `{named}` s'excluent l'une l'autre"),
                );
                continue;
            }
            if let Some(section) = self.replies.sections.get_mut(&id) {
                let list = if covers {
                    &mut section.covers
                } else {
                    &mut section.overrides
                };
                list.push(named);
            }
        }
        let named = &self.named;
        let by_themselves = self.replies.sections.iter();
        let by_themselves =
            by_themselves.filter(|(id, section)| section.when.is_some() && !named.contains(*id));
        self.replies.by_themselves = by_themselves.map(|(id, _)| id.clone()).collect();
    }

    /// Whether a section leaves another one out, itself or through those that it leaves out.
    fn leaves_out(&self, from: &Name, wanted: &Name) -> bool {
        let (mut todo, mut seen) = (vec![from], BTreeSet::new());
        while let Some(next) = todo.pop() {
            let section = self.replies.sections.get(next);
            for other in section
                .into_iter()
                .flat_map(|section| section.covers.iter().chain(&section.overrides))
            {
                if other == wanted {
                    return true;
                }
                if seen.insert(other) {
                    todo.push(other);
                }
            }
        }
        false
    }

    /// `answers: [STATE, INTENTION]`, or `"*"` for any intention.
    pub(super) fn subjects(&mut self, loader: &mut Loader, node: &Node) -> (bool, Vec<Subject>) {
        let (mut any, mut subjects) = (false, Vec::new());
        if matches!(&node.kind, Kind::List(list) if list.is_empty()) {
            return (any, subjects);
        }
        for (text, place) in loader.placed_strings(node) {
            if text == "*" {
                any = true;
                continue;
            }
            // A name that a state and an intention share means both.
            let state = self.replies.state(&text).map(Subject::State);
            let intention = self.replies.intention(&text).map(Subject::Intention);
            match (state, intention) {
                (Some(_), _) | (_, Some(_)) => subjects.extend(state.into_iter().chain(intention)),
                (None, None) => {
                    let states = self.replies.states.iter().map(|state| state.name.clone());
                    let intentions = self.replies.intentions.iter();
                    let intentions = intentions.map(|intention| intention.name.clone());
                    let known: Vec<Name> = states.chain(intentions).collect();
                    let what = ["state or intention", "d'état ni d'intention"];
                    unknown("unknown-state", loader, &place, &text, what, &known);
                }
            }
        }
        (any, subjects)
    }
}
