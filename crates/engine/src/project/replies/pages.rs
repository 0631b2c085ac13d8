//! Templates of replies: files and texts that stand in other files, and what they may read.

use super::super::REPLY_TEMPLATES;
use super::super::load::Loader;
use super::Builder;
use crate::diagnostic::{Diagnostic, Place};
use crate::reply::bare::without_comments;
use crate::reply::page::{self, Body, Format, Found, Node as PageNode, Page, Raw, Spelled};
use crate::reply::{Localised, Replies};
use crate::template::{Tags, TemplateProblem};
use crate::yaml::{Kind, Node};
use logic::kind::Type;
use logic::text::Phrase;
use logic::value::{Cell, Name};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A name that is not found: how it may be written, what it is, and what is said of it.
type Missed = (Vec<String>, String, Diagnostic);

/// A template whose names are not looked up yet.
pub(super) struct Unread {
    language: Option<Name>,
    format: Format,
    place: Place,
    source: String,
    raw: Raw,
    /// With its comments.
    commented: Option<Raw>,
}

impl Unread {
    pub(super) fn raw(&self) -> &Raw {
        &self.raw
    }
}

/// Templates that nothing can use.
pub(super) fn without_replies(loader: &mut Loader) {
    for (path, _) in std::mem::take(&mut loader.reply_files) {
        loader.error(
            "no-states",
            Place::start_of(&path),
            "a template of replies in a project without states and intentions",
            "un modèle de réponse dans un projet sans états ni intentions",
        );
    }
}

/// A template's name without folder and ending.
fn bare(written: &str) -> &str {
    let name = written.strip_prefix(REPLY_TEMPLATES).unwrap_or(written);
    [".html", ".hbs", ".txt"]
        .iter()
        .find_map(|ending| name.strip_suffix(ending))
        .unwrap_or(name)
}

impl Builder<'_> {
    /// Reads the files below `states/templates/`.
    pub(super) fn files(&mut self, loader: &mut Loader) {
        for (path, source) in std::mem::take(&mut loader.reply_files) {
            let format = if path.ends_with(".html") {
                Format::Html
            } else {
                Format::Text
            };
            let name = bare(&path);
            let languages = loader.languages.iter();
            let language = languages
                .clone()
                .find(|language| {
                    name.strip_suffix(language.as_str())
                        .is_some_and(|stem| stem.ends_with('.'))
                })
                .cloned();
            let stem = match &language {
                Some(language) => &name[..name.len() - language.len() - 1],
                None => name,
            };
            // The newline that ends a file is not part of what is said.
            let source = source.strip_suffix('\n').unwrap_or(&source);
            let source = source.strip_suffix('\r').unwrap_or(source);
            let stem = Name::from(stem);
            let place = Place::start_of(&path);
            self.add(loader, &stem, language, format, source, &place);
        }
    }

    fn add(
        &mut self,
        loader: &mut Loader,
        stem: &Name,
        language: Option<Name>,
        format: Format,
        source: &str,
        place: &Place,
    ) {
        let mut known = self.unread.get(stem).into_iter().flatten();
        if let Some(first) = known.find(|known| known.language == language) {
            let message = Phrase::new(
                format!("the template `{stem}` stands twice"),
                format!("le modèle `{stem}` figure deux fois"),
            );
            let first = Some(&first.place);
            loader.duplicate("duplicate-template", place.clone(), message, first);
            return;
        }
        self.stems.insert(stem.clone());
        let mut commented = None;
        let raw = match page::read(source) {
            Ok(raw) => {
                let bare = without_comments(source).filter(|_| format == Format::Html);
                match bare.and_then(|bare| page::read(&bare).ok()) {
                    Some(bare) => {
                        commented = Some(raw);
                        bare
                    }
                    None => raw,
                }
            }
            Err(problem) => {
                let (code, at, en, fr) = match problem {
                    TemplateProblem::Syntax { at, message } => (
                        "template-syntax",
                        at,
                        format!("this template cannot be read: {}", message.en),
                        format!("ce modèle est illisible : {}", message.fr),
                    ),
                    TemplateProblem::Unsupported { at, what } => (
                        "template-unsupported",
                        at,
                        format!("templates have no {}", what.en),
                        format!("les modèles n'ont pas : {}", what.fr),
                    ),
                };
                let place = loader.positions(place, source).place(at);
                loader.error(code, place, en, fr);
                loader.declaration_failed(stem);
                self.unreadable.push_str(source);
                Raw::new()
            }
        };
        self.unread.entry(stem.clone()).or_default().push(Unread {
            language,
            format,
            place: place.clone(),
            source: source.to_owned(),
            raw,
            commented,
        });
    }

    /// A page that no author wrote.
    pub(super) fn page_of_slots(&mut self, loader: &mut Loader, stem: &str, source: &str) {
        let (stem, place) = (Name::from(stem), Place::start_of("."));
        self.add(loader, &stem, None, Format::Text, source, &place);
        self.used.insert(stem.clone());
        self.replies.options.master = Some(stem);
    }

    /// A text that stands in another file: one string, or a map of languages.
    pub(super) fn inline(&mut self, loader: &mut Loader, stem: &str, node: &Node) -> Option<Name> {
        let stem = Name::from(stem);
        match &node.kind {
            Kind::Scalar { text, .. } if !node.is_null() => {
                self.add(loader, &stem, None, Format::Html, text, &node.place);
            }
            Kind::Map(entries) => {
                for (key, value) in entries {
                    if !loader.languages.iter().any(|known| **known == key.text) {
                        let languages = loader.languages.join(", ");
                        loader.error(
                            "unknown-language",
                            key.place.clone(),
                            format!(
                                "`{}` is not a language of this project ({languages})",
                                key.text
                            ),
                            format!(
                                "`{}` n'est pas une langue de ce projet ({languages})",
                                key.text
                            ),
                        );
                        continue;
                    }
                    if let Some(source) = loader.string(value) {
                        let language = Some(Name::from(key.text.as_str()));
                        self.add(loader, &stem, language, Format::Html, &source, &value.place);
                    }
                }
                for language in loader.languages.clone() {
                    if !entries.iter().any(|(key, _)| *key.text == *language) {
                        loader.error(
                            "missing-language",
                            node.place.clone(),
                            format!("this text is missing in `{language}`"),
                            format!("ce texte manque en `{language}`"),
                        );
                    }
                }
            }
            Kind::Scalar { .. } | Kind::List(_) => {
                loader.string(node);
                return None;
            }
        }
        self.used.insert(stem.clone());
        Some(stem)
    }

    /// The template that is meant: by its path, or by its last word where only one has it.
    pub(super) fn find(&self, written: &str) -> Option<Name> {
        find(&self.stems, written)
    }

    /// A template that somebody names.
    pub(super) fn template(&mut self, loader: &mut Loader, node: &Node) -> Option<Name> {
        let written = loader.string(node)?;
        let found = self.find(&written);
        match &found {
            Some(name) => {
                self.used.insert(name.clone());
            }
            None => {
                let message = Phrase::new(
                    format!("there is no template `{written}` in {REPLY_TEMPLATES}"),
                    format!("il n'y a pas de modèle `{written}` dans {REPLY_TEMPLATES}"),
                );
                let diagnostic = Diagnostic::error("unknown-template", node.place.clone(), message);
                let known = self.stems.iter().map(Name::as_str);
                let near = last(bare(&written));
                let near = known.clone().find(|stem| last(stem) == near);
                let diagnostic = match near {
                    Some(near) => diagnostic.suggest(near, [near]),
                    None => {
                        let lasts: Vec<&str> = known.map(last).collect();
                        diagnostic.suggest(last(bare(&written)), lasts)
                    }
                };
                loader.unknown(diagnostic, &written);
            }
        }
        found
    }

    /// Looks up the names of all templates, once everything is declared.
    pub(super) fn resolve(&mut self, loader: &mut Loader) {
        let unread = std::mem::take(&mut self.unread);
        for (stem, versions) in unread {
            let mut localised = Localised::default();
            for version in versions {
                let (body, missed) = self.looked_up(&stem, &version, &version.raw);
                report(loader, &version, missed);
                let mut page = Page::new(version.format, body);
                if let Some(raw) = &version.commented {
                    let used = self.used.clone();
                    let (body, _) = self.looked_up(&stem, &version, raw);
                    self.used = used;
                    page.commented = Some(Box::new(Page::new(version.format, body)));
                }
                localised.place = Some(version.place);
                match version.language {
                    Some(language) => {
                        localised.by_language.insert(language, page);
                    }
                    None => localised.any = Some(page),
                }
            }
            self.replies.pages.all.insert(stem, localised);
        }
        self.check_inclusions(loader);
        self.check_languages(loader);
    }

    /// A template in some languages must be in all of them: in another one a reply would change its language.
    fn check_languages(&self, loader: &mut Loader) {
        let files = self.replies.pages.all.iter();
        let files = files.filter_map(|(stem, known)| Some((stem, known, file_of(known)?)));
        let partly = files.filter(|(_, known, _)| known.any.is_none());
        for (stem, known, place) in partly {
            for language in loader.languages.clone() {
                if !known.by_language.contains_key(&language) {
                    let message = Phrase::new(
                        format!("the template `{stem}` is missing in `{language}`"),
                        format!("le modèle `{stem}` manque en `{language}`"),
                    );
                    let found = Diagnostic::warning("missing-language", place.clone(), message);
                    loader.diagnostics.push(found);
                }
            }
        }
    }

    /// A page is HTML or plain text with everything in it: tags would be read as words in a plain one, and
    /// signs of a plain text as tags in the other.
    pub(super) fn check_formats(&self, loader: &mut Loader) {
        let all = &self.replies.pages.all;
        let format = |known: &Localised| known.each().next().map(|page| page.format);
        let mut mixed: Vec<(&Name, &Name)> = Vec::new();
        for (stem, known) in all {
            for included in known.each().flat_map(|page| &page.includes) {
                mixed.push((stem, included));
            }
        }
        if let Some(master) = &self.replies.options.master {
            let sections = self.replies.sections.values();
            let said = sections.filter(|section| !section.internal);
            mixed.extend(said.map(|section| (master, &section.template)));
        }
        for (page, piece) in mixed.into_iter().collect::<BTreeSet<_>>() {
            let (Some(around), Some(inside)) = (all.get(page), all.get(piece)) else {
                continue;
            };
            let (Some(_), Some(place)) = (file_of(around), file_of(inside)) else {
                continue;
            };
            let (Some(around), Some(inside)) = (format(around), format(inside)) else {
                continue;
            };
            if around == inside {
                continue;
            }
            let name = |format: Format| match format {
                Format::Html => ["HTML", "du HTML"],
                Format::Text => ["plain text", "du texte simple"],
            };
            let ([around_en, around_fr], [inside_en, inside_fr]) = (name(around), name(inside));
            let message = Phrase::new(
                format!("`{piece}` is {inside_en} and stands in `{page}`, which is {around_en}"),
                format!("`{piece}` est {inside_fr} et figure dans `{page}`, qui est {around_fr}"),
            );
            let found = Diagnostic::warning("mixed-format", place.clone(), message);
            loader.diagnostics.push(found);
        }
    }

    /// A template with its names looked up, and those that are not found.
    fn looked_up(&mut self, stem: &Name, version: &Unread, raw: &Raw) -> (Body, Vec<Missed>) {
        let mut missed: Vec<Missed> = Vec::new();
        let place = &version.place;
        let mut includes: Vec<Name> = Vec::new();
        let (lookup, stems) = (
            Lookup {
                names: self.names,
                replies: &self.replies,
            },
            &self.stems,
        );
        let mut misses = Vec::new();
        let body = page::resolve(
            raw,
            &mut |spelled, walked| {
                let found = lookup.find(spelled, walked, place);
                match found {
                    Ok(found) => Some(found),
                    Err(diagnostic) => {
                        let entry = (vec![spelled.raw.clone()], spelled.path.clone(), *diagnostic);
                        misses.push(entry);
                        None
                    }
                }
            },
            &mut |name| match find(stems, name) {
                Some(found) => {
                    includes.push(found.clone());
                    Some(found)
                }
                None => {
                    let message = Phrase::new(
                        format!("there is no template `{name}` to include"),
                        format!("il n'y a pas de modèle `{name}` à inclure"),
                    );
                    let known = stems.iter().map(Name::as_str);
                    let diagnostic = Diagnostic::error("unknown-template", place.clone(), message)
                        .suggest(name, known);
                    missed.push((vec![name.to_string()], name.to_string(), diagnostic));
                    None
                }
            },
        );
        missed.extend(misses);
        self.raw_prints(&body, version, &mut missed);
        self.used
            .extend(includes.into_iter().filter(|name| name != stem));
        (body, missed)
    }

    /// `{{{…}}}` prints only what is declared to be mark-up.
    fn raw_prints(&self, body: &Body, version: &Unread, missed: &mut Vec<Missed>) {
        if version.format == Format::Text {
            return;
        }
        for node in body {
            match node {
                PageNode::Print { name, raw: true } => {
                    let is_markup = match name {
                        Found::Fact(cell) => {
                            let source = self.replies.sources.get(&cell.entity);
                            let field =
                                source.and_then(|source| source.fields.get(&cell.attribute));
                            field.is_some_and(|field| field.html)
                        }
                        Found::Derived(_)
                        | Found::Flag(_)
                        | Found::Element { .. }
                        | Found::Local { .. }
                        | Found::Always(_) => false,
                    };
                    if !is_markup {
                        let spelled = match name {
                            Found::Fact(cell) => cell.to_string(),
                            Found::Derived(name) | Found::Flag(name) => name.to_string(),
                            Found::Element { attribute, .. } => attribute
                                .as_ref()
                                .map_or("this".to_owned(), Name::to_string),
                            Found::Local { name, .. } => name.to_string(),
                            Found::Always(truth) => truth.to_string(),
                        };
                        let message = Phrase::new(
                            format!(
                                "`{spelled}` is not declared as mark-up, so it is printed escaped"
                            ),
                            format!(
                                "`{spelled}` n'est pas déclaré comme balisage, il s'affiche échappé"
                            ),
                        );
                        let hint = Phrase::new(
                            "write {{…}}, or declare the field of its source with `html: true`",
                            "écrivez {{…}}, ou déclarez le champ de sa source avec `html: true`",
                        );
                        let place = version.place.clone();
                        let diagnostic =
                            Diagnostic::error("raw-not-allowed", place, message).hint(hint);
                        let short = spelled.rsplit('.').next().unwrap_or_default().to_owned();
                        missed.push((vec![spelled.clone(), short], spelled, diagnostic));
                    }
                }
                PageNode::If { then, other, .. } => {
                    self.raw_prints(then, version, missed);
                    self.raw_prints(other, version, missed);
                }
                PageNode::Each { body, other, .. } | PageNode::With { body, other, .. } => {
                    self.raw_prints(body, version, missed);
                    self.raw_prints(other, version, missed);
                }
                PageNode::Text(_)
                | PageNode::Print { .. }
                | PageNode::Include(_)
                | PageNode::Slot(_) => {}
            }
        }
    }

    /// A template that includes itself would never end.
    fn check_inclusions(&mut self, loader: &mut Loader) {
        let all = &self.replies.pages.all;
        let mut cyclic: BTreeSet<Name> = BTreeSet::new();
        for (name, localised) in all {
            let direct: BTreeSet<&Name> =
                localised.each().flat_map(|page| &page.includes).collect();
            let (mut seen, mut todo): (BTreeSet<&Name>, Vec<&Name>) =
                (BTreeSet::new(), direct.into_iter().collect());
            while let Some(next) = todo.pop() {
                if next == name {
                    cyclic.insert(name.clone());
                    break;
                }
                if seen.insert(next) {
                    let pages = all.get(next).into_iter().flat_map(|page| page.each());
                    todo.extend(pages.flat_map(|page| &page.includes));
                }
            }
        }
        for name in cyclic {
            let place = all[&name].place.clone();
            loader.error(
                "template-cycle",
                place.unwrap_or_else(|| Place::start_of(&name)),
                format!("`{name}` includes itself"),
                format!("`{name}` s'inclut lui-même"),
            );
        }
    }
}

/// Puts mistakes where the words stand.
fn report(loader: &mut Loader, version: &Unread, missed: Vec<(Vec<String>, String, Diagnostic)>) {
    if missed.is_empty() {
        return;
    }
    let tags = Tags::of(&version.source);
    let places = tags.words(&version.source);
    let positions = loader.positions(&version.place, &version.source);
    for (words, unknown, diagnostic) in missed {
        let at = words.iter().filter_map(|word| places.get(word.as_str()));
        let mut at: Vec<_> = at.flatten().cloned().collect();
        if diagnostic.code == "raw-not-allowed" {
            // The same name may stand elsewhere with two braces.
            let before = |bytes: &Range<usize>| version.source.get(..bytes.start);
            at.retain(|bytes| before(bytes).is_some_and(|text| text.trim_end().ends_with("{{{")));
        }
        for bytes in &at {
            let place = positions.place(bytes.clone());
            loader.unknown(
                Diagnostic {
                    place,
                    ..diagnostic.clone()
                },
                &unknown,
            );
        }
        // Written in a way that is not found again: a rough place is better than none.
        if at.is_empty() {
            loader.unknown(diagnostic, &unknown);
        }
    }
}

/// The file of a template; nothing for a text that stands in another file.
fn file_of(known: &Localised) -> Option<&Place> {
    let place = known.place.as_ref()?;
    place.file.starts_with(REPLY_TEMPLATES).then_some(place)
}

fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

fn find(stems: &BTreeSet<Name>, written: &str) -> Option<Name> {
    let name = bare(written);
    for folder in ["", "partials/", "base_legacy/"] {
        if let Some(found) = stems.get(format!("{folder}{name}").as_str()) {
            return Some(found.clone());
        }
    }
    let ending = format!("/{name}");
    let mut ends = stems.iter().filter(|stem| stem.ends_with(&ending));
    match (ends.next(), ends.next()) {
        (Some(only), None) => Some(only.clone()),
        (Some(_) | None, _) => None,
    }
}

/// What names in templates stand for.
struct Lookup<'l> {
    names: &'l super::Names,
    replies: &'l Replies,
}

impl Lookup<'_> {
    fn find(
        &self,
        spelled: &Spelled,
        walked: &[Option<Found>],
        place: &Place,
    ) -> Result<Found, Box<Diagnostic>> {
        if spelled.local {
            return Ok(Found::Local {
                level: spelled.level,
                name: Name::from(spelled.path.as_str()),
            });
        }
        if spelled.level > 0 {
            return self.element(spelled, walked, place);
        }
        let path = spelled.path.as_str();
        if matches!(path, "true" | "false") {
            return Ok(Found::Always(path == "true"));
        }
        self.fact(path)
            .ok_or_else(|| Box::new(self.unknown(path, place)))
    }

    /// A flag, a derived fact, a field or a cell.
    fn fact(&self, path: &str) -> Option<Found> {
        match path.split_once('.') {
            None if self.replies.flags.contains_key(path) => Some(Found::Flag(Name::from(path))),
            None if self.names.derived.contains_key(path) => Some(Found::Derived(Name::from(path))),
            None => self.names.bare.get(path).cloned().map(Found::Fact),
            Some((entity, attribute)) => {
                self.names.attribute_of(entity, attribute)?;
                Some(Found::Fact(Cell::new(entity, attribute)))
            }
        }
    }

    fn unknown(&self, path: &str, place: &Place) -> Diagnostic {
        let message = Phrase::new(
            format!("the template reads `{path}`, which is no fact and no flag"),
            format!("le modèle lit `{path}`, qui n'est ni un fait ni un indicateur"),
        );
        let mut known: Vec<Name> = self.replies.flags.keys().cloned().collect();
        known.extend(self.names.derived.keys().cloned());
        known.extend(self.names.bare.keys().cloned());
        for field in self
            .replies
            .sources
            .values()
            .flat_map(|source| source.fields.values())
        {
            known.push(Name::from(field.cell.to_string()));
        }
        for field in self.replies.context.values() {
            known.push(Name::from(field.cell.to_string()));
        }
        Diagnostic::error("unknown-name", place.clone(), message)
            .suggest(path, known.iter().map(Name::as_str))
    }

    fn element(
        &self,
        spelled: &Spelled,
        walked: &[Option<Found>],
        place: &Place,
    ) -> Result<Found, Box<Diagnostic>> {
        let level = spelled.level;
        if spelled.path.is_empty() {
            return Ok(Found::Element {
                level,
                attribute: None,
            });
        }
        let list = walked.get(level - 1).and_then(Option::as_ref);
        let sort = list.and_then(|list| self.sort_of_elements(list, walked));
        let attribute = spelled.path.as_str();
        let has = |sort: &Name| {
            self.names.attributes.iter().any(|known| {
                *known.name == *attribute && self.names.sorts.is_sub(sort, &known.sort)
            })
        };
        if sort.as_ref().is_some_and(has) {
            return Ok(Found::Element {
                level,
                attribute: Some(Name::from(attribute)),
            });
        }
        let message = match &sort {
            Some(sort) => Phrase::new(
                format!("an element here is a {sort}, which has no `{attribute}`"),
                format!("un élément est ici un {sort}, qui n'a pas de `{attribute}`"),
            ),
            None => Phrase::new(
                format!("inside `#each` and `#with` there is only `this`, no `{attribute}`"),
                format!("dans `#each` et `#with` il n'y a que `this`, pas `{attribute}`"),
            ),
        };
        let hint = Phrase::new(
            format!("to read what is outside, write `../{attribute}`"),
            format!("pour lire ce qui est dehors, écrivez `../{attribute}`"),
        );
        let diagnostic = Diagnostic::error("unknown-name", place.clone(), message).hint(hint);
        Err(Box::new(diagnostic))
    }

    fn sort_of_elements(&self, list: &Found, walked: &[Option<Found>]) -> Option<Name> {
        let kind = match list {
            Found::Fact(cell) => self
                .names
                .attribute_of(&cell.entity, &cell.attribute)?
                .kind
                .clone(),
            Found::Derived(name) => self.names.derived.get(name)?.clone(),
            Found::Element {
                level,
                attribute: Some(attribute),
            } => {
                let around = walked.get(level - 1)?.as_ref()?;
                let sort = self.sort_of_elements(around, walked)?;
                let mut attributes = self.names.attributes.iter();
                let attribute = attributes.find(|known| {
                    known.name == *attribute && self.names.sorts.is_sub(&sort, &known.sort)
                })?;
                attribute.kind.clone()
            }
            Found::Element { .. } | Found::Flag(_) | Found::Local { .. } | Found::Always(_) => {
                return None;
            }
        };
        match kind {
            Type::List(of) => match *of {
                Type::Reference(sort) => Some(sort),
                Type::Text
                | Type::Number
                | Type::Boolean
                | Type::Date
                | Type::Instant
                | Type::Enum(_)
                | Type::Set(_)
                | Type::List(_) => None,
            },
            Type::Set(sort) | Type::Reference(sort) => Some(sort),
            Type::Text
            | Type::Number
            | Type::Boolean
            | Type::Date
            | Type::Instant
            | Type::Enum(_) => None,
        }
    }
}

impl Builder<'_> {
    /// The sort of what a list holds, inside the lists that are walked through.
    pub(super) fn sort_of_elements(&self, list: &Found, walked: &[Option<Found>]) -> Option<Name> {
        let lookup = Lookup {
            names: self.names,
            replies: &self.replies,
        };
        lookup.sort_of_elements(list, walked)
    }

    /// A fact that `says`, `shows` and the like name.
    pub(super) fn fact(&self, path: &str) -> Option<Found> {
        let lookup = Lookup {
            names: self.names,
            replies: &self.replies,
        };
        lookup.fact(path)
    }

    /// How values of enumerations are printed, worked out once.
    pub(super) fn labels(&mut self, loader: &Loader) {
        let mut labels: BTreeMap<(Cell, Name), BTreeMap<Name, String>> = BTreeMap::new();
        for attribute in &self.names.attributes {
            for (value, text) in &attribute.labels {
                let mut by_language = BTreeMap::new();
                for language in &loader.languages {
                    let label = text.template(language);
                    let nothing = serde_json::json!({});
                    let label = label.and_then(|name| loader.templates.render(name, &nothing).ok());
                    by_language.extend(label.map(|label| (language.clone(), label)));
                }
                let sorts = self.names.sorts.names();
                let below = sorts.filter(|sort| self.names.sorts.is_sub(sort, &attribute.sort));
                let entities = self.names.entities.iter();
                let of = entities
                    .filter(|(_, entity)| self.names.sorts.is_sub(&entity.sort, &attribute.sort))
                    .map(|(id, _)| id);
                for owner in below.chain(of) {
                    let cell = Cell::new(owner, &attribute.name);
                    labels.insert((cell, value.clone()), by_language.clone());
                }
            }
        }
        self.replies.labels = labels;
    }
}
