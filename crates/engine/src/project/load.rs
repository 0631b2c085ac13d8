//! From files to a project, with every mistake at once.

use super::vocabulary::Names;
use super::{CollapseOptions, EDITION, Files, OnFailure, Project, Text, TimeZone, flows, has_errors, world};
use crate::diagnostic::{Diagnostic, Place};
use crate::limits;
use crate::template::{TemplateProblem, Templates};
use crate::yaml::{self, Key, Kind, Node};
use logic::text::Phrase;
use logic::value::{Name, Number};
use std::collections::BTreeMap;

/// Keys that may stand at the top of any project file.
const TOP_KEYS: [&str; 11] =
    ["name", "edition", "languages", "time_zone", "sorts", "attributes", "entities", "derived", "flows", "otherwise", "collapse"];

/// Compiles the sources. The project is there only if no diagnostic is an error.
pub fn compile(files: &Files) -> (Option<Project>, Vec<Diagnostic>) {
    let mut loader = Loader::default();
    let tops = loader.read_all(files);
    let project = loader.build(files, tops);
    let mut diagnostics = loader.diagnostics;
    diagnostics.sort_by(|a, b| (&a.place, a.severity, a.code).cmp(&(&b.place, b.severity, b.code)));
    diagnostics.dedup();
    let project = if has_errors(&diagnostics) { None } else { project };
    (project, diagnostics)
}

/// All top-level entries of all files, by key.
type Tops = BTreeMap<String, Vec<(Key, Node)>>;

/// What loading carries along: the diagnostics, the languages and the templates.
#[derive(Default)]
pub(super) struct Loader {
    pub diagnostics: Vec<Diagnostic>,
    pub languages: Vec<Name>,
    pub templates: Templates,
    /// Where each template was written: file, line of its first character, column.
    pub template_places: BTreeMap<String, Place>,
}

impl Loader {
    fn read_all(&mut self, files: &Files) -> Tops {
        let mut tops = Tops::new();
        if self.too_large(files) {
            return tops;
        }
        let mut yaml_files = 0;
        for (path, bytes) in files.sources() {
            if bytes.len() > limits::FILE_BYTES {
                self.error(
                    "file-too-large",
                    Place::start_of(path),
                    format!("{} bytes; a file has at most {}", bytes.len(), limits::FILE_BYTES),
                    format!("{} octets ; un fichier en a au plus {}", bytes.len(), limits::FILE_BYTES),
                );
                continue;
            }
            let Ok(source) = std::str::from_utf8(bytes) else {
                self.error("not-utf8", Place::start_of(path), "this file is not UTF-8 text", "ce fichier n'est pas du texte UTF-8");
                continue;
            };
            if path.starts_with("templates/") && !matches!(path.rsplit_once('.'), Some((_, "yaml" | "yml"))) {
                self.template_file(path, source);
                continue;
            }
            yaml_files += 1;
            let Some(node) = yaml::read(path, source, &mut self.diagnostics) else { continue };
            if node.is_null() {
                continue;
            }
            let Kind::Map(entries) = node.kind else {
                self.error("not-a-map", node.place, "a project file is a map of keys", "un fichier de projet est une table de clés");
                continue;
            };
            for (key, value) in entries {
                if TOP_KEYS.contains(&key.text.as_str()) {
                    tops.entry(key.text.clone()).or_default().push((key, value));
                } else {
                    let diagnostic = Diagnostic::error(
                        "unknown-key",
                        key.place,
                        Phrase::new(
                            format!("`{}` is not a key of a project file", key.text),
                            format!("`{}` n'est pas une clé de fichier de projet", key.text),
                        ),
                    );
                    self.diagnostics.push(suggest_or_list(diagnostic, &key.text, &TOP_KEYS));
                }
            }
        }
        if yaml_files == 0 {
            self.error(
                "no-project",
                Place::start_of("."),
                "there is no project here: no .yaml file was found",
                "il n'y a pas de projet ici : aucun fichier .yaml",
            );
        }
        tops
    }

    fn too_large(&mut self, files: &Files) -> bool {
        let (count, bytes) = files.sources().fold((0, 0), |(count, bytes), (_, source)| (count + 1, bytes + source.len()));
        let too_large = count > limits::PROJECT_FILES || bytes > limits::PROJECT_BYTES;
        if too_large {
            self.error(
                "project-too-large",
                Place::start_of("."),
                format!("{count} files with {bytes} bytes; at most {} files and {} bytes", limits::PROJECT_FILES, limits::PROJECT_BYTES),
                format!("{count} fichiers et {bytes} octets ; au plus {} fichiers et {} octets", limits::PROJECT_FILES, limits::PROJECT_BYTES),
            );
        }
        too_large
    }

    fn template_file(&mut self, path: &str, source: &str) {
        let name = path.trim_start_matches("templates/").rsplit_once('.').map_or(path, |(name, _)| name).to_owned();
        self.add_template(&name, source, Place::start_of(path), true);
    }

    /// Compiles one template; a syntax error is placed inside the file.
    pub fn add_template(&mut self, name: &str, source: &str, place: Place, whole_file: bool) {
        if self.templates.contains(name) {
            self.error("duplicate-template", place, format!("the template `{name}` stands twice"), format!("le modèle `{name}` figure deux fois"));
            return;
        }
        match self.templates.add(name, source) {
            Ok(()) => {
                self.template_places.insert(name.to_owned(), place);
            }
            Err(TemplateProblem::Syntax { line, column, message }) => {
                let place = if whole_file { Place { line, column, width: 1, ..place } } else { place };
                let message = message.lines().next().unwrap_or_default().to_owned();
                self.error("template-syntax", place, format!("this template cannot be read: {message}"), format!("ce modèle est illisible : {message}"));
            }
            Err(TemplateProblem::Unsupported(what)) => {
                self.error("template-unsupported", place, format!("templates have no {what}"), format!("les modèles n'ont pas {what}"));
            }
        }
    }

    fn build(&mut self, files: &Files, mut tops: Tops) -> Option<Project> {
        let name = self.single(&mut tops, "name").and_then(|node| self.string(&node)).unwrap_or_else(|| "project".to_owned());
        let edition = match self.single(&mut tops, "edition") {
            None => EDITION,
            Some(node) => self.edition(&node),
        };
        self.languages = match self.single(&mut tops, "languages") {
            None => vec![Name::from("en")],
            Some(node) => self.language_list(&node),
        };
        let time_zone = self.single(&mut tops, "time_zone").and_then(|node| self.time_zone(&node)).unwrap_or(TimeZone(jiff::tz::TimeZone::UTC));
        let sorts = world::sorts(self, tops.remove("sorts").unwrap_or_default());
        let attributes = world::attributes(self, &sorts, tops.remove("attributes").unwrap_or_default());
        let mut names = Names { sorts, attributes, entities: BTreeMap::new(), derived: BTreeMap::new() };
        let facts = world::entities(self, &mut names, tops.remove("entities").unwrap_or_default());
        let derived = world::derived(self, &mut names, tops.remove("derived").unwrap_or_default());
        let flow = flows::flow(self, &names, tops.remove("flows").unwrap_or_default());
        let otherwise = self.single(&mut tops, "otherwise").and_then(|node| self.text("otherwise", &node));
        let collapse = self.single(&mut tops, "collapse").map_or_else(CollapseOptions::default, |node| self.collapse(&node));
        self.check_templates(&names, flow.as_ref());
        Some(Project {
            hash: files.hash(),
            name,
            edition,
            languages: self.languages.clone(),
            time_zone,
            sorts: names.sorts,
            attributes: names.attributes,
            entities: names.entities,
            facts,
            derived,
            flow,
            otherwise,
            collapse,
            templates: std::mem::take(&mut self.templates),
            files: Files(files.sources().map(|(path, bytes)| (path.clone(), bytes.clone())).collect()),
        })
    }

    /// A key that may stand only once in the whole project.
    fn single(&mut self, tops: &mut Tops, key: &str) -> Option<Node> {
        let mut entries = tops.remove(key)?.into_iter();
        let (first, node) = entries.next()?;
        for (again, _) in entries {
            self.diagnostics.push(
                Diagnostic::error(
                    "duplicate-key",
                    again.place,
                    Phrase::new(format!("duplicate key `{key}`: it stands in two files"), format!("clé en double `{key}` : elle figure dans deux fichiers")),
                )
                .also(first.place.clone(), Phrase::new("first written here", "écrite ici d'abord")),
            );
        }
        Some(node)
    }

    fn edition(&mut self, node: &Node) -> u64 {
        match self.string(node).and_then(|text| text.parse::<u64>().ok()) {
            Some(edition) if (1..=EDITION).contains(&edition) => edition,
            Some(edition) => {
                self.error(
                    "needs-migration",
                    node.place.clone(),
                    format!("edition {edition} is not known; this program knows editions 1 to {EDITION}"),
                    format!("l'édition {edition} est inconnue ; ce programme connaît les éditions 1 à {EDITION}"),
                );
                EDITION
            }
            None => {
                self.error("wrong-type", node.place.clone(), "`edition` is a whole number", "`edition` est un nombre entier");
                EDITION
            }
        }
    }

    fn language_list(&mut self, node: &Node) -> Vec<Name> {
        let mut languages = Vec::new();
        for text in self.strings(node) {
            if !matches!(text.as_str(), "en" | "fr") {
                self.error(
                    "unknown-language",
                    node.place.clone(),
                    format!("`{text}` is not a language of this program: en, fr"),
                    format!("`{text}` n'est pas une langue de ce programme : en, fr"),
                );
            } else if !languages.iter().any(|known: &Name| &**known == text) {
                languages.push(Name::from(text));
            }
        }
        if languages.is_empty() {
            languages.push(Name::from("en"));
        }
        languages
    }

    fn time_zone(&mut self, node: &Node) -> Option<TimeZone> {
        let text = self.string(node)?;
        match jiff::tz::TimeZoneDatabase::bundled().get(&text) {
            Ok(zone) => Some(TimeZone(zone)),
            Err(_) => {
                self.error(
                    "unknown-time-zone",
                    node.place.clone(),
                    format!("`{text}` is not a time zone; write one such as Europe/Paris"),
                    format!("`{text}` n'est pas un fuseau horaire ; écrivez par exemple Europe/Paris"),
                );
                None
            }
        }
    }

    fn collapse(&mut self, node: &Node) -> CollapseOptions {
        let mut options = CollapseOptions::default();
        let Some(mut fields) = self.fields(node, &["attempts", "timeout_ms", "on_failure"]) else { return options };
        if let Some(node) = fields.take("attempts")
            && let Some(attempts) = self.whole(&node, 1, u64::from(limits::ATTEMPTS))
        {
            options.attempts = u32::try_from(attempts).unwrap_or(limits::ATTEMPTS);
        }
        if let Some(node) = fields.take("timeout_ms")
            && let Some(timeout) = self.whole(&node, 1, 600_000)
        {
            options.timeout_ms = timeout;
        }
        if let Some(node) = fields.take("on_failure") {
            match self.string(&node).as_deref() {
                Some("offline") => options.on_failure = OnFailure::Offline,
                Some("leave_open") => options.on_failure = OnFailure::LeaveOpen,
                _ => self.error("unknown-value", node.place, "`on_failure` is offline or leave_open", "`on_failure` vaut offline ou leave_open"),
            }
        }
        options
    }

    // Small readers. Each reports what is wrong and gives nothing.

    pub fn error(&mut self, code: &'static str, place: Place, en: impl Into<String>, fr: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, place, Phrase::new(en, fr)));
    }

    pub fn fields(&mut self, node: &Node, known: &[&str]) -> Option<Fields> {
        let Kind::Map(entries) = &node.kind else {
            let what = node.kind_name();
            self.error(
                "wrong-type",
                node.place.clone(),
                format!("a map with {} is expected here, not {}", known.join(", "), what.en),
                format!("une table avec {} est attendue ici, pas {}", known.join(", "), what.fr),
            );
            return None;
        };
        let mut fields = Fields { entries: BTreeMap::new() };
        for (key, value) in entries {
            if known.contains(&key.text.as_str()) {
                fields.entries.insert(key.text.clone(), value.clone());
            } else {
                let diagnostic = Diagnostic::error(
                    "unknown-key",
                    key.place.clone(),
                    Phrase::new(format!("`{}` is not a key here", key.text), format!("`{}` n'est pas une clé ici", key.text)),
                );
                self.diagnostics.push(suggest_or_list(diagnostic, &key.text, known));
            }
        }
        Some(fields)
    }

    /// The entries of a map whose keys are names of the author's.
    pub fn named(&mut self, node: Node, what: &Phrase) -> Vec<(Key, Node)> {
        match node.kind {
            Kind::Map(entries) => {
                entries.iter().for_each(|(key, _)| self.check_name(key));
                entries
            }
            Kind::Scalar { .. } if node.is_null() => Vec::new(),
            Kind::Scalar { .. } | Kind::List(_) => {
                let shape = node.kind_name();
                self.error(
                    "wrong-type",
                    node.place,
                    format!("a map of {} is expected here, not {}", what.en, shape.en),
                    format!("une table de {} est attendue ici, pas {}", what.fr, shape.fr),
                );
                Vec::new()
            }
        }
    }

    fn check_name(&mut self, key: &Key) {
        let good = key.text.chars().next().is_some_and(char::is_alphabetic) && key.text.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !good {
            self.error(
                "bad-name",
                key.place.clone(),
                format!("`{}` is not a name: a letter, then letters, digits and _", key.text),
                format!("`{}` n'est pas un nom : une lettre, puis lettres, chiffres et _", key.text),
            );
        }
    }

    pub fn string(&mut self, node: &Node) -> Option<String> {
        match &node.kind {
            Kind::Scalar { text, .. } if !node.is_null() => Some(text.clone()),
            Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => {
                self.error("wrong-type", node.place.clone(), "a text is expected here", "un texte est attendu ici");
                None
            }
        }
    }

    /// A list of texts, or one text alone.
    pub fn strings(&mut self, node: &Node) -> Vec<String> {
        match &node.kind {
            Kind::List(list) => list.iter().filter_map(|node| self.string(node)).collect(),
            Kind::Scalar { .. } | Kind::Map(_) => self.string(node).into_iter().collect(),
        }
    }

    pub fn boolean(&mut self, node: &Node) -> Option<bool> {
        match &node.kind {
            Kind::Scalar { text, plain: true } if text == "true" => Some(true),
            Kind::Scalar { text, plain: true } if text == "false" => Some(false),
            Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => {
                self.error("wrong-type", node.place.clone(), "true or false is expected here", "true ou false est attendu ici");
                None
            }
        }
    }

    pub fn number(&mut self, node: &Node) -> Option<Number> {
        match &node.kind {
            Kind::Scalar { text, plain: true } if text.parse::<Number>().is_ok() => text.parse().ok(),
            Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => {
                self.error("wrong-type", node.place.clone(), "a number is expected here", "un nombre est attendu ici");
                None
            }
        }
    }

    pub fn whole(&mut self, node: &Node, least: u64, most: u64) -> Option<u64> {
        let text = self.string(node)?;
        match text.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Some(number),
            Ok(_) | Err(_) => {
                self.error(
                    "out-of-range",
                    node.place.clone(),
                    format!("a whole number from {least} to {most} is expected here"),
                    format!("un nombre entier de {least} à {most} est attendu ici"),
                );
                None
            }
        }
    }

    /// A text in all languages: one string, or a map of languages. Each becomes a template.
    pub fn text(&mut self, name: &str, node: &Node) -> Option<Text> {
        let mut text = Text { templates: BTreeMap::new(), place: Some(node.place.clone()) };
        match &node.kind {
            Kind::Scalar { text: source, .. } if !node.is_null() => {
                let template = format!("{name}@{}:{}:{}", node.place.file, node.place.line, node.place.column);
                self.add_template(&template, source, node.place.clone(), false);
                for language in self.languages.clone() {
                    text.templates.insert(language, template.clone());
                }
            }
            Kind::Map(entries) => {
                for (key, value) in entries {
                    if !self.languages.iter().any(|language| **language == key.text) {
                        self.error(
                            "unknown-language",
                            key.place.clone(),
                            format!("`{}` is not a language of this project ({})", key.text, self.languages.join(", ")),
                            format!("`{}` n'est pas une langue de ce projet ({})", key.text, self.languages.join(", ")),
                        );
                        continue;
                    }
                    let Some(source) = self.string(value) else { continue };
                    let template = format!("{name}.{}@{}:{}:{}", key.text, value.place.file, value.place.line, value.place.column);
                    self.add_template(&template, &source, value.place.clone(), false);
                    text.templates.insert(Name::from(key.text.as_str()), template);
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

    /// A text kept in a template file: `name`, or `name.fr` and `name.en`.
    pub fn template_text(&mut self, node: &Node) -> Option<Text> {
        let name = self.string(node)?;
        let mut text = Text { templates: BTreeMap::new(), place: Some(node.place.clone()) };
        for language in self.languages.clone() {
            let localised = format!("{name}.{language}");
            let found = [localised.as_str(), name.as_str()].into_iter().find(|name| self.templates.contains(name)).map(str::to_owned);
            if let Some(template) = found {
                text.templates.insert(language, template);
                continue;
            }
            let known: Vec<String> = self.templates.names().filter(|name| !name.contains('@')).map(str::to_owned).collect();
            let diagnostic = Diagnostic::error(
                "unknown-template",
                node.place.clone(),
                Phrase::new(
                    format!("there is no template `{name}` for `{language}` in templates/"),
                    format!("il n'y a pas de modèle `{name}` pour `{language}` dans templates/"),
                ),
            );
            self.diagnostics.push(diagnostic.suggest(&name, known.iter().map(String::as_str)));
        }
        Some(text)
    }

    fn check_templates(&mut self, names: &Names, flow: Option<&super::Flow>) {
        let all: Vec<String> = self.templates.names().map(str::to_owned).collect();
        for name in &all {
            let place = self.template_places.get(name).cloned().unwrap_or_else(|| Place::start_of(name));
            let reads = self.templates.reads(name).cloned().unwrap_or_default();
            for partial in reads.partials.iter().filter(|partial| !self.templates.contains(partial)).collect::<Vec<_>>() {
                let diagnostic = Diagnostic::error(
                    "unknown-template",
                    place.clone(),
                    Phrase::new(format!("there is no template `{partial}` to include"), format!("il n'y a pas de modèle `{partial}` à inclure")),
                );
                self.diagnostics.push(diagnostic.suggest(partial, all.iter().map(String::as_str).filter(|name| !name.contains('@'))));
            }
            if self.templates.cycle(name) {
                self.error("template-cycle", place.clone(), format!("`{name}` includes itself"), format!("`{name}` s'inclut lui-même"));
            }
            for path in &reads.paths {
                if let Err(diagnostic) = names.check_path(path, &place) {
                    self.diagnostics.push(diagnostic);
                }
            }
        }
        flows::check_confidential(self, names, flow);
    }
}

fn suggest_or_list(diagnostic: Diagnostic, wrong: &str, known: &[&str]) -> Diagnostic {
    let diagnostic = diagnostic.suggest(wrong, known.iter().copied());
    match diagnostic.hint {
        Some(_) => diagnostic,
        None => diagnostic.hint(Phrase::new(format!("known keys: {}", known.join(", ")), format!("clés connues : {}", known.join(", ")))),
    }
}

/// The known fields of a map, each taken once.
pub(super) struct Fields {
    entries: BTreeMap<String, Node>,
}

impl Fields {
    pub fn take(&mut self, key: &str) -> Option<Node> {
        self.entries.remove(key)
    }

    pub fn contains(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }
}

impl Default for CollapseOptions {
    fn default() -> Self {
        CollapseOptions { attempts: limits::DEFAULT_ATTEMPTS, timeout_ms: limits::REQUEST_TIMEOUT_MS, on_failure: OnFailure::Offline }
    }
}
