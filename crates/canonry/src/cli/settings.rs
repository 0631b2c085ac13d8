//! Configuration: flags win over the environment, the environment over the file, the file over defaults.

use super::Common;
use super::hooks_file;
use super::output::Output;
use crate::bounded;
use crate::clock::{Clock, SystemClock};
use crate::failure::{Failure, Kind};
use crate::folder::without_mark;
use crate::hooks::{Hook, To};
use crate::host::{Host, Options};
use crate::model::{AnyModel, NoModel, ScriptedModel};
use crate::seal::Sealer;
use crate::store::any::AnyStore;
use engine::collapse::Generator;
use engine::limits;
use engine::project::{CollapseOptions, Project};
use logic::text::Phrase;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Args)]
pub struct ConfigArguments {
    /// A project, to show how its details are made
    pub dir: Option<PathBuf>,
}

pub struct Settings {
    pub lang: Setting,
    /// Nothing where nobody names one and there is no folder for the default.
    store: Option<Setting>,
    /// `offline`, or `scripted:FILE`.
    pub model: Setting,
    file: Option<PathBuf>,
    file_found: bool,
    has_key: bool,
    hooks: Vec<Hook>,
}

/// One of the options with which values are made.
struct CollapseRow {
    name: &'static str,
    value: String,
    by_project: bool,
}

impl CollapseRow {
    fn origin(&self) -> Phrase {
        match self.by_project {
            true => Phrase::new("project", "projet"),
            false => Phrase::new("default", "par défaut"),
        }
    }
}

/// The options of a project, or those of one that says nothing.
fn collapse_rows(project: Option<&Project>) -> Vec<CollapseRow> {
    let default = CollapseOptions::default();
    let own = project.map_or(&default, |project| &project.collapse);
    let told = |options: &CollapseOptions| {
        [
            ("depth", options.depth.as_str().to_owned()),
            ("register", options.register.as_str().to_owned()),
            ("radius", options.radius.to_string()),
            ("timeout_ms", options.timeout_ms.to_string()),
            ("attempts", options.attempts.to_string()),
            ("partial", options.partial.to_string()),
            ("on_failure", options.on_failure.as_str().to_owned()),
            ("min_score", options.min_score.to_string()),
            ("min_confidence", options.min_confidence.to_string()),
            ("voice", options.voice.to_string()),
            ("detector", options.detector.to_string()),
        ]
    };
    let rows = told(own).into_iter().zip(told(&default));
    rows.map(|((name, value), (_, usual))| CollapseRow {
        name,
        by_project: value != usual,
        value,
    })
    .collect()
}

fn collapse_json(rows: &[CollapseRow]) -> serde_json::Map<String, serde_json::Value> {
    let json = |row: &CollapseRow| {
        let from = if row.by_project { "project" } else { "default" };
        (
            row.name.to_owned(),
            serde_json::json!({ "value": row.value, "from": from }),
        )
    };
    rows.iter().map(json).collect()
}

pub struct Setting {
    pub value: String,
    origin: Origin,
}

/// Where a value comes from, the strongest first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Flag,
    Environment,
    File,
    Locale,
    Default,
}

impl Origin {
    fn code(self) -> &'static str {
        match self {
            Origin::Flag => "flag",
            Origin::Environment => "environment",
            Origin::File => "file",
            Origin::Locale => "locale",
            Origin::Default => "default",
        }
    }

    fn name(self) -> Phrase {
        let french = match self {
            Origin::Flag => "option",
            Origin::Environment => "environnement",
            Origin::File => "fichier",
            Origin::Locale => "système",
            Origin::Default => "par défaut",
        };
        Phrase::new(self.code(), french)
    }
}

pub type CliHost = Host<AnyStore, AnyModel, SystemClock>;

pub fn read(common: &Common) -> Result<Settings, Failure> {
    let file = match &common.config {
        Some(path) => Some(path.clone()),
        None => folder("XDG_CONFIG_HOME", ".config").map(|folder| folder.join("config.yaml")),
    };
    let from_file = match &file {
        Some(path) => read_file(path, common.config.is_some())?,
        None => None,
    };
    let file_found = from_file.is_some();
    let FromFile {
        values: from_file,
        hooks,
    } = from_file.unwrap_or_default();
    let pick = |flag: Option<String>, variable: &str, key: &str, default: Option<String>| {
        let set = |value, origin| Setting { value, origin };
        let variable = std::env::var(variable).ok();
        let named = from_file.iter().find(|(name, _)| name == key);
        flag.map(|value| set(value, Origin::Flag))
            .or_else(|| {
                let value = variable.filter(|value| !value.is_empty())?;
                Some(set(value, Origin::Environment))
            })
            .or_else(|| named.map(|(_, value)| set(value.clone(), Origin::File)))
            .or_else(|| default.map(|value| set(value, Origin::Default)))
    };
    let or = |setting: Option<Setting>, value: &str| {
        setting.unwrap_or_else(|| Setting {
            value: value.to_owned(),
            origin: Origin::Default,
        })
    };
    let lang = pick(common.lang.clone(), "CANONRY_LANG", "lang", None).or_else(|| {
        let set = |value| Setting {
            value,
            origin: Origin::Locale,
        };
        locale().map(set)
    });
    let lang = or(lang, "en");
    if !matches!(lang.value.as_str(), "en" | "fr") {
        return Err(unknown_language(&lang, file.as_deref()));
    }
    let default_store = folder("XDG_DATA_HOME", ".local/share")
        .map(|folder| format!("sqlite:{}", folder.join("canonry.db").display()));
    let store = pick(
        common.store.clone(),
        "CANONRY_STORE",
        "store",
        default_store,
    );
    Ok(Settings {
        lang,
        store,
        model: or(pick(None, "CANONRY_MODEL", "model", None), "offline"),
        file,
        file_found,
        has_key: std::env::var_os("CANONRY_KEY").is_some(),
        hooks,
    })
}

/// Nobody wants English because of a slip: it is refused, with where it was written.
fn unknown_language(lang: &Setting, file: Option<&Path>) -> Failure {
    let value = &lang.value;
    let place = match lang.origin {
        Origin::Environment => "CANONRY_LANG: ".to_owned(),
        Origin::File => file.map_or(String::new(), |file| format!("{}: ", file.display())),
        Origin::Flag | Origin::Locale | Origin::Default => String::new(),
    };
    let Phrase { en, fr } = not_a_language(value);
    Failure::new(Kind::Usage, format!("{place}{en}"), format!("{place}{fr}"))
}

/// The language of help and usage errors, which are shown before anything is parsed.
pub fn language_before_parsing() -> String {
    let arguments: Vec<String> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let flag =
        arguments
            .iter()
            .enumerate()
            .find_map(|(index, word)| match word.strip_prefix("--lang") {
                Some("") => arguments.get(index + 1).cloned(),
                Some(rest) => rest.strip_prefix('=').map(str::to_owned),
                None => None,
            });
    flag.or_else(|| {
        std::env::var("CANONRY_LANG")
            .ok()
            .filter(|lang| !lang.is_empty())
    })
    .or_else(locale)
    .unwrap_or_else(|| "en".to_owned())
}

/// The language of the user's locale, if it is one of ours.
fn locale() -> Option<String> {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))?;
    let ours = ["en", "fr"].into_iter();
    ours.map(str::to_owned)
        .find(|language| locale.starts_with(language))
}

/// A folder of the user's for this program. A relative path would depend on where one stands.
fn folder(variable: &str, below_home: &str) -> Option<PathBuf> {
    let absolute = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let base = absolute(variable).or_else(|| Some(absolute("HOME")?.join(below_home)))?;
    Some(base.join("canonry"))
}

/// What the configuration file says.
#[derive(Default)]
struct FromFile {
    /// The keys that are texts, each with its value.
    values: Vec<(String, String)>,
    hooks: Vec<Hook>,
}

/// The configuration file; nothing where there is none.
fn read_file(path: &Path, must_exist: bool) -> Result<Option<FromFile>, Failure> {
    if !must_exist
        && let Err(error) = std::fs::metadata(path)
        && error.kind() == std::io::ErrorKind::NotFound
    {
        return Ok(None);
    }
    let source = bounded::text(path, limits::CONFIG_BYTES)?;
    let mut diagnostics = Vec::new();
    let name = path.display().to_string();
    let node = engine::yaml::read(&name, without_mark(&source), &mut diagnostics);
    if !diagnostics.is_empty() {
        let found = diagnostics.into_iter();
        let mistakes = found.map(|found| (found.place.line, found.message));
        return Err(mistaken(path, mistakes.collect()));
    }
    let Some(node) = node.filter(|node| !node.is_null()) else {
        return Ok(Some(FromFile::default()));
    };
    let engine::yaml::Kind::Map(entries) = node.kind else {
        let what = Phrase::new(
            "a map of keys is expected",
            "une table de clés est attendue",
        );
        return Err(mistaken(path, vec![(node.place.line, what)]));
    };
    let (mut values, mut hooks, mut mistakes) = (Vec::new(), Vec::new(), Vec::new());
    for (key, value) in entries {
        let (line, name) = (key.place.line, key.text);
        if name == "hooks" {
            hooks = hooks_file::read(&value, &mut mistakes);
            continue;
        }
        match (name.as_str(), value.kind) {
            ("lang" | "store" | "model", engine::yaml::Kind::Scalar { text, .. }) => {
                if let Err(what) = check_value(&name, &text) {
                    mistakes.push((line, what));
                }
                values.push((name, text));
            }
            ("lang" | "store" | "model", _) => {
                let what = Phrase::new(
                    format!("`{name}` is a text"),
                    format!("`{name}` est un texte"),
                );
                mistakes.push((line, what));
            }
            _ => {
                let what = Phrase::new(
                    format!("`{name}` is not a setting: lang, store, model, hooks"),
                    format!("`{name}` n'est pas un réglage : lang, store, model, hooks"),
                );
                mistakes.push((line, what));
            }
        }
    }
    if !mistakes.is_empty() {
        return Err(mistaken(path, mistakes));
    }
    Ok(Some(FromFile { values, hooks }))
}

/// Every mistake of a file, each on a line of its own.
fn mistaken(path: &Path, mut mistakes: Vec<(usize, Phrase)>) -> Failure {
    mistakes.sort_by_key(|(line, _)| *line);
    let all = |colon: &str, said: fn(&Phrase) -> &str| {
        let lines = mistakes
            .iter()
            .map(|(line, what)| format!("{}:{line}{colon}{}", path.display(), said(what)));
        lines.collect::<Vec<_>>().join("\n")
    };
    Failure::new(
        Kind::Usage,
        all(": ", |what| &what.en),
        all(" : ", |what| &what.fr),
    )
}

/// Whether a setting can be what it says.
fn check_value(name: &str, value: &str) -> Result<(), Phrase> {
    match name {
        "store" => check_store(value).map_err(|failure| failure.message),
        "lang" if !matches!(value, "en" | "fr") => Err(not_a_language(value)),
        _ => Ok(()),
    }
}

/// A name that is none of a store is a mistake of whoever wrote it, in a flag as in a file.
fn check_store(name: &str) -> Result<(), Failure> {
    AnyStore::check(name).map_err(|error| Failure {
        kind: Kind::Usage,
        ..Failure::from(error)
    })
}

fn not_a_language(value: &str) -> Phrase {
    Phrase::new(
        format!("`{value}` is not a language: en or fr"),
        format!("`{value}` n'est pas une langue : en ou fr"),
    )
}

impl Settings {
    /// Whether store and model can be what they say, wherever that is said; each that cannot is told.
    pub fn check(&self, output: &Output) -> Result<(), Failure> {
        let store = self.store.as_ref().map(|store| check_store(&store.value));
        let store = store.unwrap_or(Ok(()));
        match (store, model(&self.model.value)) {
            (Ok(()), Ok(_)) => Ok(()),
            (Err(failure), Ok(_)) | (Ok(()), Err(failure)) => Err(failure),
            (Err(store), Err(model)) => {
                output.warning(&store);
                Err(model)
            }
        }
    }

    /// The language that somebody chose, or that their locale has; none where nothing says one.
    pub fn chosen_language(&self) -> Option<&str> {
        (self.lang.origin != Origin::Default).then_some(self.lang.value.as_str())
    }

    pub fn show(&self, project: Option<&Project>, output: &Output) {
        let collapse = collapse_rows(project);
        let rows = [
            ("lang", Some(&self.lang)),
            ("store", self.store.as_ref()),
            ("model", Some(&self.model)),
        ];
        // A store's address may hold a password.
        let shown = |name: &str, value: &str| {
            if name == "store" {
                without_password(value)
            } else {
                value.to_owned()
            }
        };
        let file = self.file.as_ref().map(|file| file.display().to_string());
        if output.json {
            let setting = |(name, setting): (&str, Option<&Setting>)| {
                let json = setting.map(|setting| {
                    serde_json::json!({ "value": shown(name, &setting.value), "from": setting.origin.code() })
                });
                (name.to_owned(), serde_json::json!(json))
            };
            let settings: serde_json::Map<_, _> = rows.into_iter().map(setting).collect();
            let limits: Vec<_> = limits::ALL
                .iter()
                .map(|limit| {
                    let (unit, stop) = (output.words(limit.unit), output.words(limit.stop));
                    serde_json::json!({ "name": limit.name.to_lowercase(), "value": limit.value, "unit": unit, "stop": stop })
                })
                .collect();
            output.json(&serde_json::json!({
                "settings": settings, "collapse": collapse_json(&collapse), "file": file, "file_found": self.file_found, "key": self.has_key, "limits": limits,
                "hooks": self.hooks.iter().map(hook_json).collect::<Vec<_>>(),
                "version": env!("CARGO_PKG_VERSION"),
            }));
            return;
        }
        for (name, setting) in rows {
            let (value, origin) = setting.map_or_else(
                || ("–".to_owned(), String::new()),
                |setting| {
                    let origin = setting.origin.name();
                    (
                        shown(name, &setting.value),
                        output.dim(output.in_lang(&origin)),
                    )
                },
            );
            output.line(&format!("{name:<8} {value}  {origin}"));
        }
        let key = if self.has_key { "CANONRY_KEY" } else { "–" };
        output.line(&format!("{:<8} {key}", "key"));
        let missing = Phrase::new("  (not there)", "  (absent)");
        output.line(&format!(
            "{:<8} {}{}",
            "file",
            file.as_deref().unwrap_or("–"),
            if self.file_found {
                ""
            } else {
                output.in_lang(&missing)
            }
        ));
        for hook in &self.hooks {
            let on = hook.on.iter().map(|on| on.as_str()).collect::<Vec<_>>();
            let (name, to) = (&hook.name, addressee(&hook.to));
            output.line(&format!("{:<8} {name}: {} → {to}", "hook", on.join(", ")));
        }
        output.line("");
        output.phrase(
            "how details are made (collapse)",
            "comment les détails sont faits (collapse)",
        );
        for row in &collapse {
            let origin = output.dim(output.in_lang(&row.origin()));
            output.line(&format!("  {:<22} {:>9} {origin}", row.name, row.value));
        }
        output.line("");
        output.phrase("limits", "limites");
        for limit in limits::ALL {
            output.line(&format!(
                "  {:<22} {:>9} {:<18} {}",
                limit.name.to_lowercase(),
                limit.value,
                output.words(limit.unit),
                output.dim(output.words(limit.stop))
            ));
        }
    }

    /// The address of the store. A file in whatever folder one stands in is nobody's wish.
    fn store(&self) -> Result<&str, Failure> {
        match &self.store {
            Some(setting) => Ok(&setting.value),
            None => Err(Failure::new(
                Kind::Usage,
                "there is no place for sessions: neither HOME nor XDG_DATA_HOME is set",
                "il n'y a pas de place pour les sessions : ni HOME ni XDG_DATA_HOME ne sont définis",
            )
            .hint(
                "name one: --store sqlite:PATH",
                "nommez-en une : --store sqlite:CHEMIN",
            )),
        }
    }

    /// The host on a store that must be there already: a command that only reads makes none.
    pub async fn reading_host(&self) -> Result<Arc<CliHost>, Failure> {
        if let Some(path) = self.store()?.strip_prefix("sqlite:")
            && missing(Path::new(path))
        {
            return Err(Failure::new(
                Kind::NotFound,
                format!("there is no store at `{path}`"),
                format!("il n'y a pas de stockage à `{path}`"),
            )
            .hint(
                "name it with --store, or start a session with canonry play",
                "nommez-le avec --store, ou commencez une session avec canonry play",
            ));
        }
        self.host().await
    }

    /// The host on the configured store.
    pub async fn host(&self) -> Result<Arc<CliHost>, Failure> {
        let name = self.store()?;
        check_store(name)?;
        self.host_on(AnyStore::open(name).await?)
    }

    pub fn host_on(&self, store: AnyStore) -> Result<Arc<CliHost>, Failure> {
        let mut node = [0; 8];
        SystemClock.fill(&mut node);
        let mut options = Options::new(format!("{:016x}", u64::from_be_bytes(node)));
        options.sealer = match std::env::var("CANONRY_KEY") {
            Ok(key) if !key.is_empty() => Some(Sealer::new(&key)),
            Ok(_) | Err(std::env::VarError::NotPresent) => None,
            Err(std::env::VarError::NotUnicode(_)) => {
                return Err(Failure::new(
                    Kind::Usage,
                    "CANONRY_KEY is not UTF-8 text",
                    "CANONRY_KEY n'est pas du texte UTF-8",
                ));
            }
        };
        let model = model(&self.model.value)?;
        if matches!(model, AnyModel::Scripted(_)) {
            options.generator = Generator::Model;
        }
        options.hooks.clone_from(&self.hooks);
        Ok(Host::new(store, model, SystemClock, options))
    }
}

/// A model by its name: `offline`, or `scripted:FILE`.
pub fn model(name: &str) -> Result<AnyModel, Failure> {
    if name == "offline" {
        return Ok(AnyModel::None(NoModel));
    }
    let Some(path) = name.strip_prefix("scripted:") else {
        return Err(Failure::new(
            Kind::Usage,
            format!("`{name}` is not a model: offline or scripted:FILE"),
            format!("`{name}` n'est pas un modèle : offline ou scripted:FILE"),
        ));
    };
    let source = bounded::text(Path::new(path), limits::SCRIPT_BYTES)?;
    let model = ScriptedModel::parse(without_mark(&source)).map_err(|problem| {
        Failure::new(
            Kind::Usage,
            format!("{path}: {}", problem.en),
            format!("{path} : {}", problem.fr),
        )
    })?;
    Ok(AnyModel::Scripted(model))
}

/// Whether nothing stands at a path where something could: a path that leads nowhere is the store's
/// own mistake to report.
fn missing(path: &Path) -> bool {
    let reachable = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => true,
        Some(parent) => parent.is_dir() || !parent.exists() && missing(parent),
        None => false,
    };
    !path.as_os_str().is_empty() && reachable && !path.exists()
}

/// Who is told. The arguments of a command may hold what is nobody's business.
fn addressee(to: &To) -> String {
    match to {
        To::Command(words) => words.first().cloned().unwrap_or_default(),
        To::Url { url, .. } => without_password(url),
    }
}

fn hook_json(hook: &Hook) -> serde_json::Value {
    let on: Vec<_> = hook.on.iter().map(|on| on.as_str()).collect();
    serde_json::json!({ "name": hook.name, "on": on, "to": addressee(&hook.to), "project": hook.project, "tenant": hook.tenant })
}

fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        // No address of ours, though it may be meant as one: `postgres:ada:secret@host`.
        return match (url.split_once(':'), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) if scheme != "sqlite" => {
                format!("{scheme}:…@{host}")
            }
            _ => url.to_owned(),
        };
    };
    // A password may itself hold an @; what may follow a ? may be one.
    let rest = rest.split('?').next().unwrap_or_default();
    match rest.rsplit_once('@') {
        Some((user, host)) => format!(
            "{scheme}://{}@{host}",
            user.split(':').next().unwrap_or_default()
        ),
        None => format!("{scheme}://{rest}"),
    }
}
