//! Rendering: one pass over a compiled template, with a report of everything that was printed.
//!
//! Output is never looked at again, so a value that looks like a template stays a text. Printing what is
//! not known is a hole: what holds the hole is not said.

use super::once::{Texts, keep};
use super::page::{Body, Format, Found, Node, Page, only_inclusion};
use super::plain::{is_seen, is_visible};
use super::{BEFORE_SIGNATURE, BOTTOM, Dates, Pages, Replies, TOP};
use crate::limits;
use crate::project::Derived;
use crate::reply::case::CaseFacts;
use logic::holds::Facts;
use logic::kind::Type;
use logic::value::{Cell, Date, Name, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What came of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    pub text: String,
    /// Facts that were printed, and where.
    pub prints: Vec<(Name, Range<usize>)>,
    /// Confidential facts that were printed.
    pub confidential: BTreeSet<Name>,
    /// What could not be printed, and therefore left its section out.
    pub hole: Option<Name>,
    /// Rendering was cut at its bound.
    pub cut: bool,
    /// Templates that were included and stand for themselves, and where.
    pub included: Vec<(Name, Range<usize>)>,
}

/// A section as it stands in a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub section: Name,
    /// The flags of the bodies around it that count as sections.
    pub flags: Vec<Name>,
    pub slot: Name,
    pub at: Range<usize>,
    pub hole: Option<Name>,
    /// What would stand in it, and is said elsewhere already.
    pub repeats: Vec<Repeat>,
}

/// A text that is not said a second time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The section that says it, or the page.
    pub by: Name,
    pub text: String,
    /// Facts that are printed in it.
    pub facts: Vec<Name>,
}

/// A whole page, with its sections.
#[derive(Clone, Debug, Default)]
pub struct Assembled {
    pub rendered: Rendered,
    pub placed: Vec<Placed>,
    /// Sections of the page that were left out because they were said, covered or overridden.
    pub skipped: Vec<Name>,
    /// Slots that the page placed.
    pub slots: BTreeSet<Name>,
}

/// What a page is filled with.
#[derive(Clone, Debug)]
pub struct Filling<'a> {
    pub flags: &'a BTreeSet<Name>,
    /// Rendered sections by slot, in their order.
    pub slots: BTreeMap<Name, Vec<(&'a Name, &'a Rendered)>>,
    /// Sections that the page must not say.
    pub without: &'a BTreeSet<Name>,
}

/// Renders with the facts of one case, in one language.
pub struct Renderer<'a> {
    pub replies: &'a Replies,
    pub facts: &'a CaseFacts<'a>,
    pub language: &'a str,
    pub format: Format,
    /// An argument of a command is rendered, of this type: for the host and not for people.
    pub argument: Option<&'a Type>,
    /// States of which it is not known whether they hold: nor is it of their flags.
    pub unknown: Vec<usize>,
    /// A text that several sections include is said once.
    pub once: bool,
    /// So is one that several sections say by themselves.
    pub once_by_text: bool,
    /// A value of which nothing can be seen is none.
    pub seen_only: bool,
    /// Comments stay inside the template.
    pub bare: bool,
}

/// A hole, by the name of what is missing; it leaves the section around it unsaid.
struct Gap(Name);

struct Pass<'r, 'a> {
    renderer: &'r Renderer<'a>,
    filling: &'r Filling<'r>,
    out: Assembled,
    /// Confidential facts that may be printed here.
    shows: Vec<&'a BTreeSet<Cell>>,
    /// Elements that are walked, outermost first, each with its place and the length of its list.
    walked: Vec<(Value, usize, usize)>,
    steps: u64,
    /// Flags whose bodies are open.
    open: Vec<Name>,
    /// What the template that is rendered prints.
    prints: &'a BTreeSet<Found>,
    /// Unknown facts in whose `else` something stands.
    unknown: Vec<Cell>,
    /// Slots that the page places itself.
    places: &'a [Name],
    /// Inside a template that a section includes, tests of flags are no sections.
    inside: bool,
    signed: bool,
    said: Texts,
}

impl<'a> Renderer<'a> {
    fn pages(&self) -> &'a Pages {
        &self.replies.pages
    }

    /// A template in the language of the reply.
    fn version(&self, template: &Name) -> Option<&'a Page> {
        let page = self.pages().page(template, self.language)?;
        let commented = page.commented.as_deref().filter(|_| !self.bare);
        Some(commented.unwrap_or(page))
    }

    /// One section, an alert or an argument by itself.
    pub fn section(
        &self,
        template: &Name,
        flags: &BTreeSet<Name>,
        shows: &'a BTreeSet<Cell>,
    ) -> Rendered {
        let filling = Filling {
            flags,
            slots: BTreeMap::new(),
            without: &BTreeSet::new(),
        };
        let Some(page) = self.version(template) else {
            return Rendered::default();
        };
        let mut pass = self.pass(&filling, template, page);
        pass.inside = true;
        pass.shows.push(shows);
        let gap = pass.nodes(&page.body);
        let mut rendered = pass.out.rendered;
        if let Err(Gap(name)) = gap {
            rendered.hole = Some(name);
        }
        rendered
    }

    /// A page with its slots filled.
    pub fn page(&self, template: &Name, filling: &Filling) -> Assembled {
        let Some(page) = self.version(template) else {
            return Assembled::default();
        };
        let mut pass = self.pass(filling, template, page);
        pass.shows.extend(self.pages().shows.get(template));
        pass.places = &page.slots;
        if !page.slots.iter().any(|slot| &**slot == TOP) {
            pass.slot(&Name::from(TOP));
        }
        let gap = pass.nodes(&page.body);
        for slot in [BEFORE_SIGNATURE, BOTTOM] {
            pass.slot(&Name::from(slot));
        }
        if let Err(Gap(name)) = gap {
            pass.out.rendered.hole = Some(name);
        }
        pass.out
    }

    fn pass<'r>(
        &'r self,
        filling: &'r Filling<'r>,
        template: &Name,
        page: &'a Page,
    ) -> Pass<'r, 'a> {
        Pass {
            renderer: self,
            filling,
            out: Assembled::default(),
            shows: Vec::new(),
            walked: Vec::new(),
            steps: 0,
            open: Vec::new(),
            prints: &page.prints,
            unknown: Vec::new(),
            places: &[],
            inside: false,
            signed: false,
            said: Texts::of(template, self.once_by_text),
        }
    }
}

impl<'a> Pass<'_, 'a> {
    fn nodes(&mut self, body: &'a Body) -> Result<(), Gap> {
        for node in body {
            self.steps += 1;
            if self.steps > limits::RENDER_STEPS
                || self.out.rendered.text.len() > limits::RENDERED_BYTES
            {
                self.out.rendered.cut = true;
                return Ok(());
            }
            match node {
                Node::Text(text) => self.out.rendered.text.push_str(text),
                Node::Print { name, raw } => self.print(name, *raw)?,
                Node::If { test, then, other } => {
                    let holds = self.test(test);
                    match test {
                        Found::Flag(flag) if holds && !self.inside => self.body(flag, then)?,
                        Found::Flag(_)
                        | Found::Fact(_)
                        | Found::Derived(_)
                        | Found::Element { .. }
                        | Found::Local { .. }
                        | Found::Always(_)
                            if holds =>
                        {
                            self.nodes(then)?
                        }
                        Found::Flag(_)
                        | Found::Fact(_)
                        | Found::Derived(_)
                        | Found::Element { .. }
                        | Found::Local { .. }
                        | Found::Always(_) => self.otherwise(test, other)?,
                    }
                }
                Node::Each { list, body, other } => {
                    let items = match self.value(list).map(Cow::into_owned) {
                        Some(Value::List(items)) => items,
                        Some(Value::Set(members)) => {
                            members.into_iter().map(Value::Entity).collect()
                        }
                        Some(Value::Null) | None => Vec::new(),
                        Some(one) => vec![one],
                    };
                    if items.is_empty() && self.value(list).is_none() {
                        self.only_blanks(list, other)?;
                    } else if items.is_empty() {
                        self.nodes(other)?;
                    }
                    let length = items.len();
                    for (index, item) in items.into_iter().enumerate() {
                        self.walked.push((item, index, length));
                        let rendered = self.nodes(body);
                        self.walked.pop();
                        rendered?;
                    }
                }
                Node::With { name, body, other } => match self.value(name) {
                    Some(value) if self.is_something(&value) => {
                        self.walked.push((value.into_owned(), 0, 1));
                        let rendered = self.nodes(body);
                        self.walked.pop();
                        rendered?;
                    }
                    Some(_) | None => self.otherwise(name, other)?,
                },
                Node::Include(name) => self.include(name)?,
                Node::Slot(slot) => self.slot(slot),
            }
        }
        Ok(())
    }

    /// What stands where a test is not met. Where that is unknown, words here would claim that it is not
    /// so: they are a hole, unless the test only asks whether something can be said.
    fn otherwise(&mut self, test: &Found, body: &'a Body) -> Result<(), Gap> {
        if self.value(test).is_some() {
            return self.nodes(body);
        }
        if !self.is_presence(test) {
            return self.only_blanks(test, body);
        }
        let depth = self.unknown.len();
        self.unknown
            .extend(self.own_cell(test).map(Cow::into_owned));
        let rendered = self.nodes(body);
        self.unknown.truncate(depth);
        rendered
    }

    /// A body that may say nothing.
    fn only_blanks(&mut self, test: &Found, body: &'a Body) -> Result<(), Gap> {
        let start = self.out.rendered.text.len();
        self.nodes(body)?;
        let said = &self.out.rendered.text[start..];
        if is_visible(said, self.renderer.format == Format::Html) {
            return Err(Gap(spell(test)));
        }
        Ok(())
    }

    /// Whether a test of something unknown asks only whether it can be said: it is no yes or no and no
    /// count, and the same template prints it. « It is empty » behind « there is some » leaves, for its
    /// `else`, that nobody knows.
    fn is_presence(&self, test: &Found) -> bool {
        let facts = self.renderer.facts;
        let kind = match test {
            Found::Derived(name) => {
                let reads = facts.project.derived.get(name).map(Derived::reads);
                let reads = reads.unwrap_or_default();
                if reads.iter().any(|cell| self.unknown.contains(cell)) {
                    return true;
                }
                facts.project.derived.get(name).map(|derived| &derived.kind)
            }
            Found::Fact(_) | Found::Element { .. } => self.own_cell(test).and_then(|cell| {
                let sort = facts.sort_of(&cell.entity)?;
                let attribute = facts.project.attribute_of_sort(sort, &cell.attribute)?;
                Some(&attribute.kind)
            }),
            Found::Flag(_) => return false,
            Found::Local { .. } | Found::Always(_) => return true,
        };
        let has_words = match kind {
            Some(Type::Boolean | Type::Number) => false,
            Some(
                Type::Text
                | Type::Date
                | Type::Instant
                | Type::Enum(_)
                | Type::Reference(_)
                | Type::List(_)
                | Type::Set(_),
            )
            | None => true,
        };
        has_words && self.prints.contains(test)
    }

    /// The body of a flag: a section of the page. A hole inside leaves it out, and not the page.
    fn body(&mut self, flag: &Name, body: &'a Body) -> Result<(), Gap> {
        let replies = self.renderer.replies;
        let template = only_inclusion(body);
        let section = match template {
            Some(template) => replies.section_of(template).clone(),
            None => Name::from(format!("#{flag}")),
        };
        let said =
            self.out.placed.iter().any(|placed| {
                placed.section == section && placed.hole.is_none() && template.is_some()
            });
        if said || self.filling.without.contains(&section) {
            // What asks for it is answered by where it stands already.
            for placed in &mut self.out.placed {
                if placed.section == section && !placed.flags.contains(flag) {
                    placed.flags.push(flag.clone());
                }
            }
            if !said {
                self.out.skipped.push(section);
            }
            return Ok(());
        }
        let declared = template.and_then(|_| replies.sections.get(&section));
        let start = self.out.rendered.text.len();
        let (prints, before) = (self.out.rendered.prints.len(), self.out.placed.len());
        self.open.push(flag.clone());
        self.shows.extend(declared.map(|section| &section.shows));
        let around = std::mem::replace(&mut self.said.within, section.clone());
        let outer = std::mem::take(&mut self.said.repeats);
        let was_inside = std::mem::replace(&mut self.inside, template.is_some());
        let rendered = self.nodes(body);
        self.inside = was_inside;
        self.said.within = around;
        let repeats = std::mem::replace(&mut self.said.repeats, outer);
        if declared.is_some() {
            self.shows.pop();
        }
        self.open.pop();
        let hole = match rendered {
            Ok(()) => None,
            Err(Gap(name)) => {
                self.out.rendered.text.truncate(start);
                self.out.rendered.prints.truncate(prints);
                self.out.placed.truncate(before);
                Some(name)
            }
        };
        let mut flags = self.open.clone();
        flags.push(flag.clone());
        // A body around others is answered by what they say as well.
        self.out.placed.push(Placed {
            section,
            flags,
            slot: Name::from("page"),
            at: start..self.out.rendered.text.len(),
            hole,
            repeats,
        });
        Ok(())
    }

    fn include(&mut self, name: &Name) -> Result<(), Gap> {
        if !self.signed && !self.inside && self.open.is_empty() && is_signature(name) {
            self.slot(&Name::from(BEFORE_SIGNATURE));
        }
        // What stands in a slot of this page is said there, and once.
        let replies = self.renderer.replies;
        let section = replies.section_of(name);
        if !self.inside
            && self.filling.without.contains(section)
            && let Some(section) = replies.sections.get(section)
            && !section.internal
            && self.has_place(&section.slot)
        {
            self.out.skipped.push(section.id.clone());
            return Ok(());
        }
        match self.renderer.version(name) {
            Some(page) => {
                let around = std::mem::replace(&mut self.prints, &page.prints);
                let start = self.out.rendered.text.len();
                let rendered = self.nodes(&page.body);
                self.prints = around;
                if rendered.is_ok() && self.renderer.once {
                    let html = self.renderer.format == Format::Html;
                    self.said.once(&mut self.out.rendered, name, start, html);
                }
                rendered
            }
            None => Ok(()),
        }
    }

    /// Whether a slot has its place in the page: some have one everywhere.
    fn has_place(&self, slot: &Name) -> bool {
        [TOP, BEFORE_SIGNATURE, BOTTOM].contains(&slot.as_str()) || self.places.contains(slot)
    }

    /// Sections that were rendered before take their places.
    fn slot(&mut self, slot: &Name) {
        if !self.out.slots.insert(slot.clone()) {
            return;
        }
        self.signed |= &**slot == BEFORE_SIGNATURE;
        for (section, rendered) in self.filling.slots.get(slot).into_iter().flatten() {
            let start = self.out.rendered.text.len();
            let template = self.renderer.replies.sections.get(*section);
            let template = template.map(|section| &section.template);
            let template = template.filter(|_| self.renderer.once);
            let (cut, repeats) = self.said.twice(section, template, rendered);
            keep(&mut self.out.rendered, rendered, &cut);
            let confidential = rendered.confidential.iter().cloned();
            self.out.rendered.confidential.extend(confidential);
            self.out.placed.push(Placed {
                section: (*section).clone(),
                flags: Vec::new(),
                slot: slot.clone(),
                at: start..self.out.rendered.text.len(),
                hole: None,
                repeats,
            });
            if !rendered.text.ends_with('\n') {
                self.out.rendered.text.push('\n');
            }
        }
    }

    fn value(&self, name: &Found) -> Option<Cow<'a, Value>> {
        let facts = self.renderer.facts;
        let value = match name {
            Found::Fact(cell) => return facts.lent(&cell.entity, &cell.attribute),
            Found::Derived(name) => facts.derived(name),
            Found::Flag(flag) if self.filling.flags.contains(flag) => Some(Value::Bool(true)),
            Found::Flag(flag) => {
                let states = &self.renderer.replies.states;
                let sets = |number: &usize| states[*number].flags.contains(flag);
                let unknown = self.renderer.unknown.iter().any(sets);
                (!unknown).then_some(Value::Bool(false))
            }
            Found::Element { level, attribute } => {
                let (item, _, _) = self.walked.get(level - 1)?;
                match (attribute, item) {
                    (None, item) => Some(item.clone()),
                    (Some(attribute), Value::Entity(entity)) => {
                        return facts.lent(entity, attribute);
                    }
                    (Some(_), _) => None,
                }
            }
            Found::Local { level, name } => {
                let (_, index, length) = self.walked.get(level - 1)?;
                match &**name {
                    "first" => Some(Value::Bool(*index == 0)),
                    "last" => Some(Value::Bool(index + 1 == *length)),
                    _ => Some(Value::Number(i64::try_from(*index).ok()?.into())),
                }
            }
            Found::Always(truth) => Some(Value::Bool(*truth)),
        };
        value.map(Cow::Owned)
    }

    fn test(&self, name: &Found) -> bool {
        self.value(name)
            .is_some_and(|value| self.is_something(&value))
    }

    /// Whether `#if` takes it for something: a text of which nothing can be seen is nothing.
    fn is_something(&self, value: &Value) -> bool {
        if let Value::Text(text) = value
            && self.renderer.seen_only
        {
            return is_seen(text);
        }
        is_something(value)
    }

    fn print(&mut self, name: &Found, raw: bool) -> Result<(), Gap> {
        let value = match self.value(name) {
            Some(value) if !value.is_null() => value,
            Some(_) | None => return Err(Gap(spell(name))),
        };
        let own = self.own_cell(name);
        let secret = own
            .as_ref()
            .is_some_and(|cell| self.renderer.facts.is_confidential(cell));
        let shown = if secret || matches!(*value, Value::Confidential(_)) {
            let Some(own) = own.filter(|cell| self.may_show(cell)) else {
                return Err(Gap(spell(name)));
            };
            let shown = match (self.renderer.facts.clear(&own), &*value) {
                (Some(clear), _) => Cow::Borrowed(clear),
                (None, Value::Confidential(_)) => return Err(Gap(spell(name))),
                (None, value) => Cow::Owned(value.show()),
            };
            self.out.rendered.confidential.extend(called(name));
            shown
        } else {
            self.renderer.shown(&value, self.cell(name).as_deref())
        };
        let can_be_seen = match raw && self.renderer.format == Format::Html {
            true => is_visible(&shown, true),
            false => is_seen(&shown),
        };
        if self.renderer.seen_only && !can_be_seen {
            return Err(Gap(spell(name)));
        }
        let start = self.out.rendered.text.len();
        match self.renderer.format {
            Format::Html if !raw => escape(&mut self.out.rendered.text, &shown),
            Format::Html | Format::Text => self.out.rendered.text.push_str(&shown),
        }
        if let Some(called) = called(name) {
            let end = self.out.rendered.text.len();
            self.out.rendered.prints.push((called, start..end));
        }
        Ok(())
    }

    /// Whether a section around allows it: the fact itself, or the field of a sort that its owner is of.
    fn may_show(&self, cell: &Cell) -> bool {
        let facts = self.renderer.facts;
        let sort = facts.sort_of(&cell.entity);
        self.shows.iter().any(|shows| {
            shows.contains(cell)
                || shows.iter().any(|shown| {
                    shown.attribute == cell.attribute
                        && sort.is_some_and(|sort| facts.project.sorts.is_sub(sort, &shown.entity))
                })
        })
    }

    /// The cell whose value a name stands for.
    fn own_cell<'n>(&self, name: &'n Found) -> Option<Cow<'n, Cell>> {
        match name {
            Found::Fact(cell) => Some(Cow::Borrowed(cell)),
            Found::Element {
                level,
                attribute: Some(attribute),
            } => match self.walked.get(level - 1)? {
                (Value::Entity(entity), _, _) => Some(Cow::Owned(Cell {
                    entity: entity.clone(),
                    attribute: attribute.clone(),
                })),
                (_, _, _) => None,
            },
            Found::Element {
                attribute: None, ..
            }
            | Found::Derived(_)
            | Found::Flag(_)
            | Found::Local { .. }
            | Found::Always(_) => None,
        }
    }

    /// The cell by which labels of a value are kept.
    fn cell<'n>(&self, name: &'n Found) -> Option<Cow<'n, Cell>> {
        match name {
            Found::Fact(cell) => Some(Cow::Borrowed(cell)),
            Found::Element {
                level,
                attribute: Some(attribute),
            } => match self.walked.get(level - 1)? {
                // Labels of records are kept by their sort.
                (Value::Entity(entity), _, _) => Some(Cow::Owned(Cell {
                    entity: self.renderer.facts.sort_of(entity)?.clone(),
                    attribute: attribute.clone(),
                })),
                (_, _, _) => None,
            },
            Found::Element {
                attribute: None, ..
            }
            | Found::Derived(_)
            | Found::Flag(_)
            | Found::Local { .. }
            | Found::Always(_) => None,
        }
    }
}

impl Renderer<'_> {
    /// A value as people read it: enum values by their label, dates as the project writes them. For a
    /// host dates are ISO, and values are as they are declared where the argument is one.
    fn shown<'v>(&'v self, value: &'v Value, cell: Option<&Cell>) -> Cow<'v, str> {
        let Renderer {
            replies,
            facts,
            language,
            ..
        } = self;
        match (value, self.argument) {
            (Value::Date(date), Some(_)) => return Cow::Owned(date.to_string()),
            (Value::Symbol(symbol), Some(Type::Enum(_))) => return Cow::Borrowed(symbol.as_str()),
            (Value::Bool(_), Some(Type::Boolean)) => return Cow::Owned(value.show()),
            (Value::Entity(id), Some(Type::Reference(_))) => return Cow::Borrowed(id.as_str()),
            (_, _) => {}
        }
        match value {
            Value::Text(text) => Cow::Borrowed(text),
            Value::Symbol(symbol) => {
                let labels = cell.and_then(|cell| {
                    let key = (cell.clone(), symbol.clone());
                    replies.labels.get(&key)
                });
                let label = labels.and_then(|labels| labels.get(*language));
                Cow::Borrowed(label.map_or(symbol.as_str(), String::as_str))
            }
            Value::Date(date) => Cow::Owned(write_date(*date, replies.options.dates, language)),
            Value::Entity(id) => {
                let known = facts.project.entities.get(id);
                Cow::Borrowed(known.map_or(id.as_str(), |entity| entity.name.as_str()))
            }
            Value::Bool(truth) => Cow::Borrowed(match (*truth, *language) {
                (true, "fr") => "oui",
                (false, "fr") => "non",
                (true, _) => "yes",
                (false, _) => "no",
            }),
            Value::List(items) => {
                let items: Vec<Cow<str>> =
                    items.iter().map(|item| self.shown(item, cell)).collect();
                Cow::Owned(items.join(", "))
            }
            Value::Set(ids) => {
                let items = ids.iter().map(|id| match facts.project.entities.get(id) {
                    Some(entity) => entity.name.as_str(),
                    None => id.as_str(),
                });
                Cow::Owned(items.collect::<Vec<_>>().join(", "))
            }
            Value::Number(_) | Value::Instant(_) | Value::Null | Value::Confidential(_) => {
                Cow::Owned(value.show())
            }
        }
    }
}

/// What a name is called in the report; elements of lists are part of their list.
fn called(name: &Found) -> Option<Name> {
    match name {
        Found::Fact(cell) => {
            let name = [cell.entity.as_str(), ".", cell.attribute.as_str()].concat();
            Some(Name::from(name))
        }
        Found::Derived(name) | Found::Flag(name) => Some(name.clone()),
        Found::Element {
            attribute: Some(attribute),
            ..
        } => Some(attribute.clone()),
        Found::Element { .. } | Found::Local { .. } | Found::Always(_) => None,
    }
}

fn spell(name: &Found) -> Name {
    called(name).unwrap_or_else(|| Name::from("this"))
}

/// Whether `#if` takes it for something.
fn is_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(truth) => *truth,
        Value::Number(number) => *number != 0.into(),
        Value::Text(text) => !text.is_empty(),
        Value::Set(members) => !members.is_empty(),
        Value::List(items) => !items.is_empty(),
        Value::Symbol(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Confidential(_) => true,
    }
}

fn is_signature(name: &str) -> bool {
    name.rsplit('/')
        .next()
        .is_some_and(|last| last.ends_with("signature"))
}

fn escape(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'', '`', '=']) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#x27;",
            b'`' => "&#x60;",
            _ => "&#x3D;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

fn write_date(date: Date, dates: Dates, language: &str) -> String {
    const FRENCH: [&str; 12] = [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ];
    const ENGLISH: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let (year, month, day) = (date.year(), date.month(), date.day());
    match dates {
        Dates::Iso => date.to_string(),
        Dates::Short => format!("{day:02}/{month:02}/{year}"),
        Dates::Long => {
            let month = usize::try_from(month - 1).unwrap_or_default();
            if language == "fr" {
                let day = if day == 1 {
                    "1er".to_owned()
                } else {
                    day.to_string()
                };
                format!("{day} {} {year}", FRENCH[month])
            } else {
                format!("{day} {} {year}", ENGLISH[month])
            }
        }
    }
}
