//! From files to a project, with every mistake at once.

use super::fields::suggest_or_list;
use super::places::{Lines, text_of};
use super::vocabulary::Names;
use super::{
    CollapseOptions, Composite, Depth, EDITION, Entity, Files, OnFailure, Project, REPLY_TEMPLATES,
    Register, Score, TimeZone, attributes, axes, closing, derived, entities, flows, has_errors,
    idle, open, propagation, relations, replies, rules, scenes, sorts, testimony,
};
use crate::diagnostic::{Diagnostic, Place};
use crate::graph::Force;
use crate::limits;
use crate::mention::Called;
use crate::reply::matrix::{self, Doubtful};
use crate::template::Templates;
use crate::understand::Cue;
use crate::yaml::{self, Key, Kind, Node};
use logic::kind::Type;
use logic::problem::Problem;
use logic::stem::Stems;
use logic::text::Phrase;
use logic::time::Date;
use logic::value::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Keys that may stand at the top of any project file.
const TOP_KEYS: [&str; 37] = [
    "name",
    "edition",
    "languages",
    "time_zone",
    "sorts",
    "attributes",
    "entities",
    "relation_kinds",
    "relations",
    "derived",
    "rules",
    "propagation",
    "testimony",
    "scene",
    "scene_changes",
    "flows",
    "digressions",
    "otherwise",
    "collapse",
    "themes",
    "axes",
    "reputations",
    "progress",
    "sources",
    "context",
    "flags",
    "states",
    "exclusive",
    "intentions",
    "matrix",
    "templates",
    "groups",
    "slots",
    "sections",
    "commands",
    "send",
    "reply",
];

/// Where a key at the top that is no project key is a state.
const STATES_FILE: &str = "states/candidate_states.yaml";

/// Compiles the sources. The project is there only if no diagnostic is an error.
pub fn compile(files: &Files) -> (Option<Project>, Vec<Diagnostic>) {
    let mut loader = Loader::new(files);
    let tops = loader.read_all(files);
    let mut project = loader.build(files, tops);
    let mut diagnostics = loader.diagnostics;
    if let Some(project) = project.as_mut().filter(|_| !has_errors(&diagnostics)) {
        diagnostics.extend(closing::close(project));
    }
    if let Some(project) = project.as_ref().filter(|_| !loader.incomplete) {
        diagnostics.extend(matrix::check(project, &loader.doubtful));
        diagnostics.extend(flows::hints(project, &loader.doubtful.derived));
        diagnostics.extend(flows::holes(project, &loader.template_sources));
    }
    diagnostics.sort_by(|a, b| (&a.place, a.severity, a.code).cmp(&(&b.place, b.severity, b.code)));
    diagnostics.dedup();
    let project = if has_errors(&diagnostics) {
        None
    } else {
        project
    };
    (project, diagnostics)
}

/// A row or a state may stand at the top: below which key it belongs.
fn reply_key(path: &str, key: &str) -> Option<&'static str> {
    if key.contains(':') {
        Some("matrix")
    } else {
        (path == STATES_FILE).then_some("states")
    }
}

/// All top-level entries of all files, by key.
pub(super) type Tops = BTreeMap<String, Vec<(Key, Node)>>;

/// What loading carries along: the diagnostics, the languages and the templates.
/// One end of a range of dates.
pub(super) struct Bound {
    pub sort: Name,
    pub attribute: String,
    pub sign: &'static str,
    pub date: Date,
    pub place: Place,
}

pub(super) struct Loader<'f> {
    pub diagnostics: Vec<Diagnostic>,
    pub languages: Vec<Name>,
    pub templates: Templates,
    /// Where each template was written, and its source.
    pub template_sources: BTreeMap<String, (Place, String)>,
    /// What a telling may print beside cells and derived facts, by template.
    pub locals: BTreeMap<String, Vec<String>>,
    pub files: &'f Files,
    /// Where the lines of a file are, for the files that were asked about.
    pub lines: BTreeMap<String, Lines>,
    /// Names whose declaration has a mistake of its own: that they are unknown is its echo.
    pub broken: BTreeSet<String>,
    /// A file could not be read, so what it declares is not known.
    pub incomplete: bool,
    /// Templates of replies, by path.
    pub reply_files: Vec<(String, String)>,
    /// What has a mistake of its own, so that nothing is concluded from it.
    pub doubtful: Doubtful,
    /// Ranges of dates, which are world rules: what they say, and of which attribute.
    pub spans: Vec<Bound>,
    /// Words of declarations that were refused: whatever they name is not unused by that.
    pub dropped: BTreeSet<String>,
}

impl<'f> Loader<'f> {
    fn new(files: &'f Files) -> Loader<'f> {
        Loader {
            diagnostics: Vec::new(),
            languages: Vec::new(),
            templates: Templates::default(),
            template_sources: BTreeMap::new(),
            locals: BTreeMap::new(),
            files,
            lines: BTreeMap::new(),
            broken: BTreeSet::new(),
            incomplete: false,
            reply_files: Vec::new(),
            doubtful: Doubtful::default(),
            spans: Vec::new(),
            dropped: BTreeSet::new(),
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
                self.leave_unread(bytes);
                continue;
            }
            let Some(source) = text_of(bytes) else {
                self.not_utf8(path, bytes);
                yaml_files += 1;
                self.leave_unread(bytes);
                continue;
            };
            if path.starts_with("templates/")
                && !matches!(path.rsplit_once('.'), Some((_, "yaml" | "yml")))
            {
                self.template_file(path, source);
                continue;
            }
            let is_yaml = matches!(path.rsplit_once('.'), Some((_, "yaml" | "yml")));
            if path.starts_with(REPLY_TEMPLATES) && !is_yaml {
                self.reply_files.push((path.clone(), source.to_owned()));
                continue;
            }
            yaml_files += 1;
            let before = self.diagnostics.len();
            let Some(node) = yaml::read(path, source, &mut self.diagnostics) else {
                // An empty file is fine.
                if self.diagnostics.len() > before {
                    self.leave_unread(bytes);
                }
                continue;
            };
            if node.is_null() {
                continue;
            }
            let Kind::Map(entries) = node.kind else {
                self.leave_unread(bytes);
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
                } else if let Some(of) = reply_key(path, &key.text) {
                    let node = Node {
                        place: key.place.clone(),
                        kind: Kind::Map(vec![(key.clone(), value)]),
                    };
                    tops.entry(of.to_owned()).or_default().push((key, node));
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

    /// Remembers that a declaration was refused, so that uses of its name are not refused as well.
    pub fn declaration_failed(&mut self, name: &str) {
        self.broken.insert(name.to_owned());
    }

    /// Remembers what a refused declaration names.
    pub fn drop_words(&mut self, node: &Node) {
        match &node.kind {
            Kind::Scalar { text, .. } => {
                self.dropped.insert(text.clone());
            }
            Kind::List(list) => list.iter().for_each(|node| self.drop_words(node)),
            Kind::Map(entries) => {
                for (key, node) in entries {
                    self.dropped.insert(key.text.clone());
                    self.drop_words(node);
                }
            }
        }
    }

    /// A file that cannot be read may declare any word that stands in it, and nothing else.
    fn leave_unread(&mut self, bytes: &[u8]) {
        self.incomplete = true;
        let text = String::from_utf8_lossy(bytes);
        let words = text.split(|sign: char| !(sign.is_alphanumeric() || "_-".contains(sign)));
        self.broken
            .extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
    }

    /// Reports a name that nothing declares, unless its declaration itself is what is wrong.
    pub fn unknown(&mut self, diagnostic: Diagnostic, name: &str) {
        let is_echo = std::iter::once(name)
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
        let mut sorts = sorts::sorts(self, tops.remove("sorts").unwrap_or_default());
        let attributes::Declared {
            mut attributes,
            composites,
        } = attributes::attributes(self, &sorts, tops.remove("attributes").unwrap_or_default());
        let replies = replies::declare(self, &mut tops, &mut sorts, &mut attributes);
        let mut names = Names::new(sorts, attributes);
        let mut facts = entities::entities(
            self,
            &mut names,
            tops.remove("entities").unwrap_or_default(),
        );
        replies.enter(self, &mut names);
        let kinds = relations::kinds(self, tops.remove("relation_kinds").unwrap_or_default());
        names.kinds = kinds.clone();
        names.categories = composites
            .iter()
            .filter_map(|composite| composite.topic.category.clone())
            .collect();
        let declared = relations::read(
            self,
            &mut names,
            &kinds,
            tops.remove("relations").unwrap_or_default(),
            &mut facts,
        );
        let facts = entities::facts(self, &names, facts);
        let relations = relations::settle(self, &names, declared);
        let derived =
            derived::derived(self, &mut names, tops.remove("derived").unwrap_or_default());
        let moral = tops.remove("axes").unwrap_or_default();
        let reputations = tops.remove("reputations").unwrap_or_default();
        let axes = axes::axes(self, &mut names, moral, reputations);
        let progress = self.single(&mut tops, "progress");
        let progress = progress.and_then(|node| axes::progress(self, &mut names, &node));
        let rules = rules::rules(self, &names, tops.remove("rules").unwrap_or_default());
        // Mistakes of propagation rules keep nobody from proving the world.
        let before = std::mem::take(&mut self.diagnostics);
        let propagation =
            propagation::propagation(self, &names, tops.remove("propagation").unwrap_or_default());
        let of_propagation = std::mem::replace(&mut self.diagnostics, before);
        let laid = propagation.values().filter_map(|rule| rule.demands());
        let formulas = rules.values().map(|rule| &rule.formula).chain(laid);
        let asked = rules::asked_of_lists(formulas);
        let base = rules::base(self, &names, &kinds, &relations, &facts, &rules, &asked);
        self.diagnostics.extend(of_propagation);
        rules::check_propagation(self, &names, &base, &propagation);
        idle::check(
            self,
            &names,
            &kinds,
            &relations,
            &base,
            &rules,
            &propagation,
        );
        let testimony =
            testimony::testimony(self, &names, tops.remove("testimony").unwrap_or_default());
        let flow = flows::flow(self, &names, tops.remove("flows").unwrap_or_default());
        axes::check(self, &axes, &propagation, flow.as_ref());
        super::checks::check_names(self, &names);
        let digressions =
            flows::digressions(self, &names, tops.remove("digressions").unwrap_or_default());
        let scene = self.single(&mut tops, "scene");
        let scene = scene
            .and_then(|node| scenes::scene(self, &names, &node))
            .unwrap_or_default();
        let changes = tops.remove("scene_changes").unwrap_or_default();
        let scene_rules = scenes::changes(self, &names, changes);
        let otherwise = self
            .single(&mut tops, "otherwise")
            .and_then(|node| self.text("otherwise", &node));
        let collapse = self
            .single(&mut tops, "collapse")
            .map_or_else(CollapseOptions::default, |node| self.collapse(&node));
        let themes = self.themes(tops.remove("themes").unwrap_or_default());
        let replies = replies::build(self, &names, &derived, &mut tops, replies);
        self.check_templates(&names, flow.as_ref());
        if let Some(flow) = &flow {
            open::check(self, &names, flow, &facts, &derived);
        }
        let stems = Stems::of(&self.languages);
        Some(Project {
            hash: files.hash(),
            name,
            edition,
            languages: self.languages.clone(),
            time_zone,
            cues: cues(&stems, &names, &composites),
            sorts: names.sorts,
            called: called(&names.entities),
            attributes: names.attributes,
            composites,
            entities: names.entities,
            facts,
            relation_kinds: kinds,
            relations,
            derived,
            rules,
            propagation,
            binding: Vec::new(),
            closed: Vec::new(),
            testimony,
            base,
            flow,
            digressions,
            scene,
            scene_rules,
            otherwise,
            collapse,
            themes,
            axes,
            progress,
            templates: std::mem::take(&mut self.templates),
            replies,
            files: Files(
                files
                    .sources()
                    .map(|(path, bytes)| (path.clone(), bytes.clone()))
                    .collect(),
            ),
        })
    }

    /// `themes: { guilt: 0.8 }`
    fn themes(&mut self, tops: Vec<(Key, Node)>) -> BTreeMap<Name, Force> {
        let mut themes = BTreeMap::new();
        for (_, node) in tops {
            for (key, node) in self.entries(node, &Phrase::new("themes", "thèmes")) {
                if let Some(weight) = relations::force(self, &node) {
                    themes.insert(Name::from(key.text), weight);
                }
            }
        }
        themes
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
        let keys = [
            "attempts",
            "timeout_ms",
            "on_failure",
            "depth",
            "register",
            "radius",
            "partial",
            "min_score",
            "min_confidence",
            "score",
            "voice",
            "detector",
        ];
        let Some(mut fields) = self.fields(node, &keys) else {
            return options;
        };
        if let Some(node) = fields.take("depth") {
            options.depth = attributes::one_of(self, &node, &Depth::NAMES).unwrap_or_default();
        }
        if let Some(node) = fields.take("register") {
            options.register =
                attributes::one_of(self, &node, &Register::NAMES).unwrap_or_default();
        }
        if let Some(node) = fields.take("radius")
            && let Some(radius) = self.whole(&node, 1, limits::PATH_STEPS as u64)
        {
            options.radius = usize::try_from(radius).unwrap_or(options.radius);
        }
        if let Some(node) = fields.take("partial") {
            options.partial = self.boolean(&node).unwrap_or(false);
        }
        if let Some(node) = fields.take("voice") {
            options.voice = self.boolean(&node).unwrap_or(false);
        }
        if let Some(node) = fields.take("detector") {
            options.detector = self.boolean(&node).unwrap_or(false);
        }
        if let Some(node) = fields.take("min_score") {
            options.min_score = self.whole(&node, 0, 100).unwrap_or(0);
        }
        if let Some(node) = fields.take("min_confidence") {
            options.min_confidence =
                relations::force(self, &node).unwrap_or(options.min_confidence);
        }
        if let Some(node) = fields.take("score")
            && let Some(mut parts) = self.fields(&node, &["dramatic", "link", "theme", "surprise"])
        {
            let score = &mut options.score;
            for (key, points) in [
                ("dramatic", &mut score.dramatic),
                ("link", &mut score.link),
                ("theme", &mut score.theme),
                ("surprise", &mut score.surprise),
            ] {
                if let Some(node) = parts.take(key) {
                    *points = self.whole(&node, 0, 100).unwrap_or(*points);
                }
            }
        }
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
}

/// The words by which anything is asked for.
fn cues(stems: &Stems, names: &Names, composites: &[Composite]) -> Vec<Cue> {
    // Whom nobody need name: the only one of its sort.
    let mut only: BTreeMap<&Name, Option<Name>> = BTreeMap::new();
    let mut only_of = |sort| {
        let known = only.entry(sort).or_insert_with(|| {
            let of_sort = |(_, entity): &(&Name, &Entity)| names.sorts.is_sub(&entity.sort, sort);
            let mut found = names.entities.iter().filter(of_sort);
            let first = found.next().map(|(id, _)| id.clone());
            first.filter(|_| found.next().is_none())
        });
        known.clone()
    };
    let is_somebody = |id: &Name| {
        let entity = names.entities.get(id);
        entity.is_some_and(|entity| names.sorts.is_sub(&entity.sort, "character"))
    };
    let refers = |name: &Name| {
        let mut own = names.attributes.iter().filter(|known| known.name == *name);
        own.any(|known| {
            matches!(&known.kind, Type::Reference(sort) | Type::Set(sort) if names.sorts.is_sub(sort, "character"))
        })
    };
    let attributes = names.attributes.iter().map(|attribute| {
        let changes = attribute.changes;
        (&attribute.sort, &attribute.name, &attribute.topic, changes)
    });
    let composites = composites
        .iter()
        .map(|composite| (&composite.sort, &composite.name, &composite.topic, false));
    attributes
        .chain(composites)
        .flat_map(|(sort, name, topic, changes)| {
            let words = topic.asked_by.iter();
            let only = only_of(sort);
            let only_person = only.as_ref().is_some_and(is_somebody);
            let refers = refers(name);
            let category = topic.category.as_deref();
            let now = changes
                || category.is_some_and(|category| {
                    ["identity", "psychology", "skill"].contains(&category)
                });
            words.filter_map(move |words| {
                let mut cue = Cue::new(stems, sort, name, words)?;
                cue.only = only.clone();
                cue.now = now;
                cue.only_person = only_person;
                cue.refers = refers;
                Some(cue)
            })
        })
        .collect()
}

fn called(entities: &BTreeMap<Name, Entity>) -> Called {
    let mut called = Called::default();
    for (id, entity) in entities {
        for word in std::iter::once(&entity.name).chain(&entity.aliases) {
            called.add(word, id);
        }
    }
    called
}

impl Default for CollapseOptions {
    fn default() -> Self {
        CollapseOptions {
            attempts: limits::DEFAULT_ATTEMPTS,
            timeout_ms: limits::REQUEST_TIMEOUT_MS,
            on_failure: OnFailure::Offline,
            depth: Depth::Standard,
            register: Register::Neutral,
            radius: limits::CONTEXT_RADIUS,
            partial: false,
            min_score: 0,
            min_confidence: Force::of_thousandths(0),
            voice: false,
            detector: false,
            score: Score {
                dramatic: 20,
                link: 10,
                theme: 15,
                surprise: 10,
            },
        }
    }
}
