//! The texts of a project: template files, texts that stand in other files, and what they may read.

use super::load::Loader;
use super::vocabulary::Names;
use super::{Text, flows};
use crate::diagnostic::{Diagnostic, Place};
use crate::template::{Tags, TemplateProblem};
use crate::yaml::{Kind, Node};
use logic::text::Phrase;
use logic::value::Name;
use std::collections::BTreeMap;

impl Loader<'_> {
    pub fn template_file(&mut self, path: &str, source: &str) {
        let name = path
            .trim_start_matches("templates/")
            .rsplit_once('.')
            .map_or(path, |(name, _)| name)
            .to_owned();
        // The newline that ends a file is not part of what is said.
        let source = source
            .strip_suffix('\n')
            .map_or(source, |source| source.strip_suffix('\r').unwrap_or(source));
        self.add_template(&name, source, Place::start_of(path), true);
    }

    /// Where a template begins.
    pub fn template_place(&self, name: &str) -> Place {
        self.template_sources
            .get(name)
            .map_or_else(|| Place::start_of(name), |(place, _)| place.clone())
    }

    /// Compiles one template; what is wrong with it is placed inside its file.
    pub fn add_template(&mut self, name: &str, source: &str, place: Place, whole_file: bool) {
        if self.templates.contains(name) {
            // The same text again, through an alias, is one template.
            if whole_file {
                let message = Phrase::new(
                    format!("the template `{name}` stands twice"),
                    format!("le modèle `{name}` figure deux fois"),
                );
                let first = self.template_sources.get(name);
                let first = first.map(|(first, _)| first.clone());
                self.duplicate("duplicate-template", place, message, first.as_ref());
            }
            return;
        }
        let problem = self.templates.add(name, source);
        self.template_sources
            .insert(name.to_owned(), (place.clone(), source.to_owned()));
        match problem {
            Ok(()) => {}
            Err(TemplateProblem::Syntax { at, message }) => {
                let place = self.positions(&place, source).place(at);
                self.broken.insert(template_stem(name).to_owned());
                self.error(
                    "template-syntax",
                    place,
                    format!("this template cannot be read: {}", message.en),
                    format!("ce modèle est illisible : {}", message.fr),
                );
            }
            Err(TemplateProblem::Unsupported { at, what }) => {
                let place = self.positions(&place, source).place(at);
                self.broken.insert(template_stem(name).to_owned());
                self.error(
                    "template-unsupported",
                    place,
                    format!("templates have no {}", what.en),
                    format!("les modèles n'ont pas : {}", what.fr),
                );
            }
        }
    }

    /// A text in all languages: one string, or a map of languages. Each becomes a template.
    pub fn text(&mut self, name: &str, node: &Node) -> Option<Text> {
        let mut text = Text {
            templates: BTreeMap::new(),
            place: Some(node.place.clone()),
        };
        match &node.kind {
            Kind::Scalar { text: source, .. } if !node.is_null() => {
                let template = format!(
                    "{name}@{}:{}:{}",
                    node.place.file, node.place.line, node.place.column
                );
                self.add_template(&template, source, node.place.clone(), false);
                for language in self.languages.clone() {
                    text.templates.insert(language, template.clone());
                }
            }
            Kind::Map(entries) => {
                for (key, value) in entries {
                    if !self.languages.iter().any(|language| **language == key.text) {
                        let languages = self.languages.join(", ");
                        let message = Phrase::new(
                            format!(
                                "`{}` is not a language of this project ({languages})",
                                key.text
                            ),
                            format!(
                                "`{}` n'est pas une langue de ce projet ({languages})",
                                key.text
                            ),
                        );
                        self.unknown(
                            Diagnostic::error("unknown-language", key.place.clone(), message),
                            &key.text,
                        );
                        continue;
                    }
                    let Some(source) = self.string(value) else {
                        continue;
                    };
                    let template = format!(
                        "{name}.{}@{}:{}:{}",
                        key.text, value.place.file, value.place.line, value.place.column
                    );
                    self.add_template(&template, &source, value.place.clone(), false);
                    text.templates
                        .insert(Name::from(key.text.as_str()), template);
                }
                for language in self.languages.clone() {
                    if !entries.iter().any(|(key, _)| *key.text == *language) {
                        self.error(
                            "missing-language",
                            node.place.clone(),
                            format!("this text is missing in `{language}`"),
                            format!("ce texte manque en `{language}`"),
                        );
                    }
                }
            }
            Kind::Scalar { .. } | Kind::List(_) => {
                self.error(
                    "wrong-type",
                    node.place.clone(),
                    "a text, or a map of languages to texts, is expected here",
                    "un texte, ou une table de langues et de textes, est attendu ici",
                );
                return None;
            }
        }
        Some(text)
    }

    /// A text that tells a cell or a composite: it may also print these, and the entity's `name`.
    pub fn telling(&mut self, name: &str, node: &Node, locals: &[&str]) -> Option<Text> {
        let text = self.text(name, node)?;
        for template in text.templates.values() {
            let names = locals.iter().chain(&["name"]);
            let names = names.map(|local| (*local).to_owned()).collect();
            self.locals.insert(template.clone(), names);
        }
        Some(text)
    }

    /// A text kept in a template file: `name`, or `name.fr` and `name.en`.
    pub fn template_text(&mut self, node: &Node) -> Option<Text> {
        let name = self.string(node)?;
        let mut text = Text {
            templates: BTreeMap::new(),
            place: Some(node.place.clone()),
        };
        for language in self.languages.clone() {
            let localised = format!("{name}.{language}");
            let found = [localised.as_str(), name.as_str()]
                .into_iter()
                .find(|name| self.templates.contains(name))
                .map(str::to_owned);
            if let Some(template) = found {
                text.templates.insert(language, template);
                continue;
            }
            let known: Vec<String> = self
                .templates
                .names()
                .filter(|name| !name.contains('@'))
                .map(|name| template_stem(name).to_owned())
                .collect();
            let diagnostic = Diagnostic::error(
                "unknown-template",
                node.place.clone(),
                Phrase::new(
                    format!("there is no template `{name}` for `{language}` in templates/"),
                    format!("il n'y a pas de modèle `{name}` pour `{language}` dans templates/"),
                ),
            );
            self.unknown(
                diagnostic.suggest(&name, known.iter().map(String::as_str)),
                &name,
            );
        }
        Some(text)
    }

    pub fn check_templates(&mut self, names: &Names, flow: Option<&super::Flow>) {
        let all: Vec<String> = self.templates.names().map(str::to_owned).collect();
        for name in &all {
            self.check_template(names, name, &all);
        }
        flows::check_confidential(self, names, flow);
    }

    fn check_template(&mut self, names: &Names, name: &str, all: &[String]) {
        let Some(reads) = self.templates.reads(name).cloned() else {
            return;
        };
        let Some((start, source)) = self.template_sources.get(name).cloned() else {
            return;
        };
        let mut found: Vec<(Vec<String>, String, Diagnostic)> = Vec::new();
        for partial in reads
            .partials
            .keys()
            .filter(|partial| !self.templates.contains(partial))
        {
            let message = Phrase::new(
                format!("there is no template `{partial}` to include"),
                format!("il n'y a pas de modèle `{partial}` à inclure"),
            );
            let diagnostic = Diagnostic::error("unknown-template", start.clone(), message).suggest(
                partial,
                all.iter()
                    .map(String::as_str)
                    .filter(|name| !name.contains('@')),
            );
            found.push((
                vec![partial.clone()],
                template_stem(partial).to_owned(),
                diagnostic,
            ));
        }
        if self.templates.cycle(name) {
            let message = Phrase::new(
                format!("`{name}` includes itself"),
                format!("`{name}` s'inclut lui-même"),
            );
            let partial = reads
                .partials
                .keys()
                .find(|partial| *partial == name || self.templates.includes(partial, name));
            found.push((
                partial.cloned().into_iter().collect(),
                String::new(),
                Diagnostic::error("template-cycle", start.clone(), message),
            ));
        }
        let locals = self.locals.get(name);
        let is_local = |path: &str| {
            let of = path.strip_suffix(".name").unwrap_or(path);
            // What `it` has is an attribute of something, though not of every entity.
            let own = path
                .strip_prefix("it.")
                .filter(|own| names.is_attribute(own));
            let is_it = own.is_some();
            locals.is_some_and(|locals| {
                let stands = |wanted: &str| locals.iter().any(|local| local == wanted);
                stands(of) || (is_it && stands("it"))
            })
        };
        for path in reads.paths.iter().filter(|path| !is_local(path)) {
            if locals.is_some() && names.is_confidential(path) {
                let message = Phrase::new(
                    format!("`{path}` is confidential and must not be told"),
                    format!("`{path}` est confidentiel et ne doit pas être raconté"),
                );
                let diagnostic = Diagnostic::error("confidential-shown", start.clone(), message);
                found.push((vec![path.clone()], path.clone(), diagnostic));
            }
            if let Some(diagnostic) = names.check_path(path, &start) {
                let words = reads
                    .written
                    .get(path)
                    .into_iter()
                    .flatten()
                    .chain([path])
                    .cloned()
                    .collect();
                found.push((words, path.clone(), diagnostic));
            }
        }
        for raw in &reads.stray {
            let message = Phrase::new(
                format!("inside `#each` and `#with` there is only `this`, no `{raw}`"),
                format!("dans `#each` et `#with` il n'y a que `this`, pas `{raw}`"),
            );
            let hint = Phrase::new(
                format!("to read what is outside, write `../{raw}`"),
                format!("pour lire ce qui est dehors, écrivez `../{raw}`"),
            );
            found.push((
                vec![raw.clone()],
                raw.clone(),
                Diagnostic::error("unknown-name", start.clone(), message).hint(hint),
            ));
        }
        if found.is_empty() {
            return;
        }
        let (tags, positions) = (Tags::of(&source), self.positions(&start, &source));
        let places = tags.words(&source);
        for (words, unknown, diagnostic) in found {
            let at: Vec<_> = words
                .iter()
                .filter_map(|word| places.get(word.as_str()))
                .flatten()
                .cloned()
                .collect();
            for bytes in &at {
                self.unknown(
                    Diagnostic {
                        place: positions.place(bytes.clone()),
                        ..diagnostic.clone()
                    },
                    &unknown,
                );
            }
            // Written in a way that is not found again: a rough place is better than none.
            if at.is_empty() {
                self.unknown(diagnostic, &unknown);
            }
        }
    }
}

/// The name of a template without its language: what a part calls it.
fn template_stem(name: &str) -> &str {
    name.strip_suffix(".en")
        .or_else(|| name.strip_suffix(".fr"))
        .unwrap_or(name)
}
