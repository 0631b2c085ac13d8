//! From files to a project, with every mistake at once.

use super::vocabulary::Names;
use super::{
    CollapseOptions, EDITION, Files, OnFailure, Project, Text, TimeZone, flows, has_errors, world,
};
use crate::diagnostic::{Diagnostic, Place};
use crate::limits;
use crate::template::{Tags, TemplateProblem, Templates};
use crate::yaml::{self, Key, Kind, Node, Positions};
use logic::problem::Problem;
use logic::text::Phrase;
use logic::value::{Name, Number};
use std::collections::{BTreeMap, BTreeSet};

/// Keys that may stand at the top of any project file.
const TOP_KEYS: [&str; 11] = [
    "name",
    "edition",
    "languages",
    "time_zone",
    "sorts",
    "attributes",
    "entities",
    "derived",
    "flows",
    "otherwise",
    "collapse",
];

/// Compiles the sources. The project is there only if no diagnostic is an error.
pub fn compile(files: &Files) -> (Option<Project>, Vec<Diagnostic>) {
    let mut loader = Loader::new(files);
    let tops = loader.read_all(files);
    let project = loader.build(files, tops);
    let mut diagnostics = loader.diagnostics;
    diagnostics.sort_by(|a, b| (&a.place, a.severity, a.code).cmp(&(&b.place, b.severity, b.code)));
    diagnostics.dedup();
    let project = if has_errors(&diagnostics) {
        None
    } else {
        project
    };
    (project, diagnostics)
}

/// All top-level entries of all files, by key.
type Tops = BTreeMap<String, Vec<(Key, Node)>>;

/// What loading carries along: the diagnostics, the languages and the templates.
pub(super) struct Loader<'f> {
    pub diagnostics: Vec<Diagnostic>,
    pub languages: Vec<Name>,
    pub templates: Templates,
    /// Where each template was written, and its source.
    template_sources: BTreeMap<String, (Place, String)>,
    files: &'f Files,
    /// Where the lines of a file are, for the files that were asked about.
    lines: BTreeMap<String, Lines>,
    /// Names whose declaration has a mistake of its own: that they are unknown is its echo.
    broken: BTreeSet<String>,
    /// A file could not be read, so what it declares is not known.
    incomplete: bool,
}

impl<'f> Loader<'f> {
    fn new(files: &'f Files) -> Loader<'f> {
        Loader {
            diagnostics: Vec::new(),
            languages: Vec::new(),
            templates: Templates::default(),
            template_sources: BTreeMap::new(),
            files,
            lines: BTreeMap::new(),
            broken: BTreeSet::new(),
            incomplete: false,
        }
    }

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
                    format!(
                        "{} bytes; a file has at most {}",
                        bytes.len(),
                        limits::FILE_BYTES
                    ),
                    format!(
                        "{} octets ; un fichier en a au plus {}",
                        bytes.len(),
                        limits::FILE_BYTES
                    ),
                );
                yaml_files += 1;
                self.incomplete = true;
                continue;
            }
            let Some(source) = text_of(bytes) else {
                self.not_utf8(path, bytes);
                yaml_files += 1;
                self.incomplete = true;
                continue;
            };
            if path.starts_with("templates/")
                && !matches!(path.rsplit_once('.'), Some((_, "yaml" | "yml")))
            {
                self.template_file(path, source);
                continue;
            }
            yaml_files += 1;
            let before = self.diagnostics.len();
            let Some(node) = yaml::read(path, source, &mut self.diagnostics) else {
                // An empty file is fine; one that cannot be read leaves the rest in the dark.
                self.incomplete |= self.diagnostics.len() > before;
                continue;
            };
            if node.is_null() {
                continue;
            }
            let Kind::Map(entries) = node.kind else {
                self.incomplete = true;
                self.error(
                    "not-a-map",
                    node.place,
                    "a project file is a map of keys",
                    "un fichier de projet est une table de clés",
                );
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
                    self.diagnostics
                        .push(suggest_or_list(diagnostic, &key.text, &TOP_KEYS));
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
        let (count, bytes) = files.sources().fold((0, 0), |(count, bytes), (_, source)| {
            (count + 1, bytes + source.len())
        });
        let too_large = count > limits::PROJECT_FILES || bytes > limits::PROJECT_BYTES;
        if too_large {
            self.error(
                "project-too-large",
                Place::start_of("."),
                format!(
                    "{count} files with {bytes} bytes; at most {} files and {} bytes",
                    limits::PROJECT_FILES,
                    limits::PROJECT_BYTES
                ),
                format!(
                    "{count} fichiers et {bytes} octets ; au plus {} fichiers et {} octets",
                    limits::PROJECT_FILES,
                    limits::PROJECT_BYTES
                ),
            );
        }
        too_large
    }

    fn template_file(&mut self, path: &str, source: &str) {
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

    fn not_utf8(&mut self, path: &str, bytes: &[u8]) {
        let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        let text = String::from_utf8_lossy(&bytes[..valid]);
        let place = Place {
            line: 1 + text.matches('\n').count(),
            column: 1 + text
                .rsplit('\n')
                .next()
                .map_or(0, |last| last.chars().count()),
            ..Place::start_of(path)
        };
        let message = Phrase::new(
            "this file is not UTF-8 text from here on",
            "ce fichier n'est plus du texte UTF-8 à partir d'ici",
        );
        let hint = Phrase::new(
            "save it as UTF-8 in your editor",
            "enregistrez-le en UTF-8 dans votre éditeur",
        );
        self.diagnostics
            .push(Diagnostic::error("not-utf8", place, message).hint(hint));
    }

    /// Compiles one template; what is wrong with it is placed inside its file.
    pub fn add_template(&mut self, name: &str, source: &str, place: Place, whole_file: bool) {
        if self.templates.contains(name) {
            // The same text again, through an alias, is one template.
            if whole_file {
                self.error(
                    "duplicate-template",
                    place,
                    format!("the template `{name}` stands twice"),
                    format!("le modèle `{name}` figure deux fois"),
                );
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

    /// Where the characters of a text stand in its file: a scalar of a YAML file, or a whole file.
    pub fn positions(&mut self, place: &Place, text: &str) -> Positions {
        let is_yaml = matches!(place.file.rsplit_once('.'), Some((_, "yaml" | "yml")));
        let Some(file) = self
            .files
            .0
            .get(&place.file)
            .and_then(|bytes| text_of(bytes))
            .filter(|_| is_yaml)
        else {
            return Positions::of_file(&place.file, text);
        };
        let lines = self
            .lines
            .entry(place.file.clone())
            .or_insert_with(|| Lines::of(file));
        let raw = lines
            .offset(file, place.line, place.column)
            .map_or("", |at| &file[at..]);
        Positions::of_scalar(raw, place, text)
    }

    /// Remembers that a declaration was refused, so that uses of its name are not refused as well.
    pub fn declaration_failed(&mut self, name: &str) {
        self.broken.insert(name.to_owned());
    }

    /// Reports a name that nothing declares, unless its declaration itself is what is wrong.
    pub fn unknown(&mut self, diagnostic: Diagnostic, name: &str) {
        let is_echo = self.incomplete
            || std::iter::once(name)
                .chain(name.split('.'))
                .any(|part| self.broken.contains(part));
        if !is_echo {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports what is wrong with a formula that stands in one scalar of a file.
    pub fn formula_problems(&mut self, node: &Node, source: &str, problems: Vec<Problem>) {
        let positions = self.positions(&node.place, source);
        for problem in problems {
            let place = positions.place(problem.span.start..problem.span.end);
            let mut diagnostic = Diagnostic::error(problem.code, place, problem.message);
            diagnostic.hint = problem.hint;
            if problem.code == "unknown-name" {
                let name = source
                    .get(problem.span.start..problem.span.end)
                    .unwrap_or_default()
                    .trim_matches(['`', '"', '\'']);
                self.unknown(diagnostic, name);
            } else {
                self.diagnostics.push(diagnostic);
            }
        }
    }

    fn build(&mut self, files: &Files, mut tops: Tops) -> Option<Project> {
        let name = self
            .single(&mut tops, "name")
            .and_then(|node| self.string(&node))
            .unwrap_or_else(|| "project".to_owned());
        let edition = match self.single(&mut tops, "edition") {
            None => EDITION,
            Some(node) => self.edition(&node),
        };
        self.languages = match self.single(&mut tops, "languages") {
            None => vec![Name::from("en")],
            Some(node) => self.language_list(&node),
        };
        let time_zone = self
            .single(&mut tops, "time_zone")
            .and_then(|node| self.time_zone(&node))
            .unwrap_or(TimeZone(jiff::tz::TimeZone::UTC));
        let sorts = world::sorts(self, tops.remove("sorts").unwrap_or_default());
        let attributes =
            world::attributes(self, &sorts, tops.remove("attributes").unwrap_or_default());
        let mut names = Names::new(sorts, attributes);
        let facts = world::entities(
            self,
            &mut names,
            tops.remove("entities").unwrap_or_default(),
        );
        let derived = world::derived(self, &mut names, tops.remove("derived").unwrap_or_default());
        let flow = flows::flow(self, &names, tops.remove("flows").unwrap_or_default());
        let otherwise = self
            .single(&mut tops, "otherwise")
            .and_then(|node| self.text("otherwise", &node));
        let collapse = self
            .single(&mut tops, "collapse")
            .map_or_else(CollapseOptions::default, |node| self.collapse(&node));
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
            files: Files(
                files
                    .sources()
                    .map(|(path, bytes)| (path.clone(), bytes.clone()))
                    .collect(),
            ),
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
                    Phrase::new(
                        format!("duplicate key `{key}`: it stands in two files"),
                        format!("clé en double `{key}` : elle figure dans deux fichiers"),
                    ),
                )
                .also(
                    first.place.clone(),
                    Phrase::new("first written here", "écrite ici d'abord"),
                ),
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
                self.error(
                    "wrong-type",
                    node.place.clone(),
                    "`edition` is a whole number",
                    "`edition` est un nombre entier",
                );
                EDITION
            }
        }
    }

    fn language_list(&mut self, node: &Node) -> Vec<Name> {
        let mut languages: Vec<Name> = Vec::new();
        for (text, place) in self.placed_strings(node) {
            if !matches!(text.as_str(), "en" | "fr") {
                self.error(
                    "unknown-language",
                    place,
                    format!("`{text}` is not a language of this program: en, fr"),
                    format!("`{text}` n'est pas une langue de ce programme : en, fr"),
                );
                // Texts in it are not a second mistake.
                self.broken.insert(text);
            } else if !languages.iter().any(|known| **known == text) {
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
                    format!(
                        "`{text}` n'est pas un fuseau horaire ; écrivez par exemple Europe/Paris"
                    ),
                );
                None
            }
        }
    }

    fn collapse(&mut self, node: &Node) -> CollapseOptions {
        let mut options = CollapseOptions::default();
        let Some(mut fields) = self.fields(node, &["attempts", "timeout_ms", "on_failure"]) else {
            return options;
        };
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
                Some(other) => {
                    let message = Phrase::new(
                        "`on_failure` is offline or leave_open",
                        "`on_failure` vaut offline ou leave_open",
                    );
                    self.diagnostics.push(
                        Diagnostic::error("unknown-value", node.place, message)
                            .suggest(other, ["offline", "leave_open"]),
                    );
                }
                None => {}
            }
        }
        options
    }

    // Small readers. Each reports what is wrong and gives nothing.

    pub fn error(
        &mut self,
        code: &'static str,
        place: Place,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) {
        self.diagnostics
            .push(Diagnostic::error(code, place, Phrase::new(en, fr)));
    }

    pub fn fields(&mut self, node: &Node, known: &[&str]) -> Option<Fields> {
        let Kind::Map(entries) = &node.kind else {
            let what = node.kind_name();
            self.error(
                "wrong-type",
                node.place.clone(),
                format!(
                    "a map with {} is expected here, not {}",
                    known.join(", "),
                    what.en
                ),
                format!(
                    "une table avec {} est attendue ici, pas {}",
                    known.join(", "),
                    what.fr
                ),
            );
            return None;
        };
        let mut fields = Fields {
            entries: BTreeMap::new(),
        };
        for (key, value) in entries {
            if known.contains(&key.text.as_str()) {
                fields
                    .entries
                    .insert(key.text.clone(), (key.place.clone(), value.clone()));
            } else {
                let diagnostic = Diagnostic::error(
                    "unknown-key",
                    key.place.clone(),
                    Phrase::new(
                        format!("`{}` is not a key here", key.text),
                        format!("`{}` n'est pas une clé ici", key.text),
                    ),
                );
                self.diagnostics
                    .push(suggest_or_list(diagnostic, &key.text, known));
            }
        }
        Some(fields)
    }

    /// The entries of a map whose keys are names of the author's.
    pub fn named(&mut self, node: Node, what: &Phrase) -> Vec<(Key, Node)> {
        let entries = self.entries(node, what);
        entries.iter().for_each(|(key, _)| self.check_name(key));
        entries
    }

    /// The entries of a map with any keys.
    pub fn entries(&mut self, node: Node, what: &Phrase) -> Vec<(Key, Node)> {
        match node.kind {
            Kind::Map(entries) => entries,
            Kind::Scalar { .. } if node.is_null() => Vec::new(),
            Kind::Scalar { .. } | Kind::List(_) => {
                let shape = node.kind_name();
                self.error(
                    "wrong-type",
                    node.place,
                    format!("a map of {} is expected here, not {}", what.en, shape.en),
                    format!(
                        "une table de {} est attendue ici, pas {}",
                        what.fr, shape.fr
                    ),
                );
                Vec::new()
            }
        }
    }

    fn check_name(&mut self, key: &Key) {
        let good = key.text.chars().next().is_some_and(char::is_alphabetic)
            && key.text.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !good {
            self.error(
                "bad-name",
                key.place.clone(),
                format!(
                    "`{}` is not a name: a letter, then letters, digits and _",
                    key.text
                ),
                format!(
                    "`{}` n'est pas un nom : une lettre, puis lettres, chiffres et _",
                    key.text
                ),
            );
        }
    }

    pub fn string(&mut self, node: &Node) -> Option<String> {
        match &node.kind {
            Kind::Scalar { text, .. } if !node.is_null() => Some(text.clone()),
            Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => {
                self.error(
                    "wrong-type",
                    node.place.clone(),
                    "a text is expected here",
                    "un texte est attendu ici",
                );
                None
            }
        }
    }

    /// A list of texts, or one text alone, each with its place.
    pub fn placed_strings(&mut self, node: &Node) -> Vec<(String, Place)> {
        let nodes = match &node.kind {
            Kind::List(list) => &list[..],
            Kind::Scalar { .. } | Kind::Map(_) => std::slice::from_ref(node),
        };
        nodes
            .iter()
            .filter_map(|node| Some((self.string(node)?, node.place.clone())))
            .collect()
    }

    pub fn boolean(&mut self, node: &Node) -> Option<bool> {
        match &node.kind {
            Kind::Scalar { text, plain: true } if text == "true" => Some(true),
            Kind::Scalar { text, plain: true } if text == "false" => Some(false),
            Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => {
                self.error(
                    "wrong-type",
                    node.place.clone(),
                    "true or false is expected here",
                    "true ou false est attendu ici",
                );
                None
            }
        }
    }

    pub fn number(&mut self, node: &Node) -> Option<Number> {
        match &node.kind {
            Kind::Scalar { text, plain: true } if text.parse::<Number>().is_ok() => {
                text.parse().ok()
            }
            Kind::Scalar { .. } | Kind::List(_) | Kind::Map(_) => {
                self.error(
                    "wrong-type",
                    node.place.clone(),
                    "a number is expected here",
                    "un nombre est attendu ici",
                );
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

    fn check_templates(&mut self, names: &Names, flow: Option<&super::Flow>) {
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
        for path in &reads.paths {
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

/// Where the lines of a file begin. Places are mostly asked for in order, so the last one is kept: a
/// file that is one long line must not be walked from its start for each mistake.
struct Lines {
    starts: Vec<usize>,
    /// Line, column and offset.
    last: (usize, usize, usize),
}

impl Lines {
    fn of(text: &str) -> Lines {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Lines {
            starts,
            last: (1, 1, 0),
        }
    }

    fn offset(&mut self, text: &str, line: usize, column: usize) -> Option<usize> {
        let (from, at) = match self.last {
            (last_line, last_column, at) if last_line == line && last_column <= column => {
                (last_column, at)
            }
            _ => (1, *self.starts.get(line - 1)?),
        };
        let (offset, _) = text[at..].char_indices().nth(column - from)?;
        self.last = (line, column, at + offset);
        Some(at + offset)
    }
}

/// A file's text, without the mark that some editors put before it.
fn text_of(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    Some(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The name of a template without its language: what a part calls it.
fn template_stem(name: &str) -> &str {
    name.strip_suffix(".en")
        .or_else(|| name.strip_suffix(".fr"))
        .unwrap_or(name)
}

fn suggest_or_list(diagnostic: Diagnostic, wrong: &str, known: &[&str]) -> Diagnostic {
    let diagnostic = diagnostic.suggest(wrong, known.iter().copied());
    match diagnostic.hint {
        Some(_) => diagnostic,
        None => diagnostic.hint(Phrase::new(
            format!("known keys: {}", known.join(", ")),
            format!("clés connues : {}", known.join(", ")),
        )),
    }
}

/// The known fields of a map, each taken once.
pub(super) struct Fields {
    entries: BTreeMap<String, (Place, Node)>,
}

impl Fields {
    pub fn take(&mut self, key: &str) -> Option<Node> {
        self.entries.remove(key).map(|(_, node)| node)
    }

    /// Where a key that was not taken yet is written.
    pub fn key_place(&self, key: &str) -> Option<&Place> {
        self.entries.get(key).map(|(place, _)| place)
    }

    pub fn contains(&self, key: &str) -> bool {
        self.entries.contains_key(key)
    }
}

impl Default for CollapseOptions {
    fn default() -> Self {
        CollapseOptions {
            attempts: limits::DEFAULT_ATTEMPTS,
            timeout_ms: limits::REQUEST_TIMEOUT_MS,
            on_failure: OnFailure::Offline,
        }
    }
}
