//! Configuration: flags win over the environment, the environment over the file, the file over defaults.

use super::Common;
use super::output::Output;
use crate::clock::{Clock, SystemClock};
use crate::failure::{Failure, Kind};
use crate::host::{Host, Options};
use crate::model::{AnyModel, NoModel, ScriptedModel};
use crate::seal::Sealer;
use crate::store::any::AnyStore;
use engine::collapse::Generator;
use engine::limits;
use std::path::PathBuf;
use std::sync::Arc;

pub struct Settings {
    pub lang: Setting,
    pub store: Setting,
    /// `offline`, or `scripted:FILE`.
    pub model: Setting,
    pub file: PathBuf,
    pub file_found: bool,
    pub has_key: bool,
}

pub struct Setting {
    pub value: String,
    pub origin: &'static str,
}

pub type CliHost = Host<AnyStore, AnyModel, SystemClock>;

pub fn read(common: &Common) -> Result<Settings, Failure> {
    let file = match &common.config {
        Some(path) => path.clone(),
        None => folder("XDG_CONFIG_HOME", ".config").join("config.yaml"),
    };
    let (found, from_file) = read_file(&file, common.config.is_some())?;
    let pick = |flag: Option<String>, variable: &str, key: &str, default: String| {
        if let Some(value) = flag {
            return Setting {
                value,
                origin: "flag",
            };
        }
        if let Ok(value) = std::env::var(variable)
            && !value.is_empty()
        {
            return Setting {
                value,
                origin: "environment",
            };
        }
        match from_file.iter().find(|(name, _)| name == key) {
            Some((_, value)) => Setting {
                value: value.clone(),
                origin: "file",
            },
            None => Setting {
                value: default,
                origin: "default",
            },
        }
    };
    let mut lang = pick(common.lang.clone(), "CANONRY_LANG", "lang", locale());
    if !matches!(lang.value.as_str(), "en" | "fr") {
        if lang.origin == "flag" {
            return Err(Failure::new(
                Kind::Usage,
                format!("`{}` is not a language: en or fr", lang.value),
                format!("`{}` n'est pas une langue : en ou fr", lang.value),
            ));
        }
        lang.value = "en".to_owned();
    }
    let default_store = format!(
        "sqlite:{}",
        folder("XDG_DATA_HOME", ".local/share")
            .join("canonry.db")
            .display()
    );
    Ok(Settings {
        lang,
        store: pick(
            common.store.clone(),
            "CANONRY_STORE",
            "store",
            default_store,
        ),
        model: pick(None, "CANONRY_MODEL", "model", "offline".to_owned()),
        file,
        file_found: found,
        has_key: std::env::var_os("CANONRY_KEY").is_some(),
    })
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
    .unwrap_or_else(locale)
}

fn locale() -> String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    if locale.is_some_and(|locale| locale.starts_with("fr")) {
        "fr".to_owned()
    } else {
        "en".to_owned()
    }
}

/// A folder of the user's for this program.
fn folder(variable: &str, below_home: &str) -> PathBuf {
    let base = std::env::var_os(variable)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(below_home)))
        .unwrap_or_else(|| PathBuf::from("."));
    base.join("canonry")
}

/// The keys of the configuration file, each with its value.
fn read_file(path: &PathBuf, must_exist: bool) -> Result<(bool, Vec<(String, String)>), Failure> {
    let source = match std::fs::read_to_string(path) {
        Ok(source) => source,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !must_exist => {
            return Ok((false, Vec::new()));
        }
        Err(error) => {
            return Err(Failure::new(
                Kind::Usage,
                format!("`{}` cannot be read: {error}", path.display()),
                format!("`{}` est illisible : {error}", path.display()),
            ));
        }
    };
    let mut diagnostics = Vec::new();
    let bad = |what: String| {
        Failure::new(
            Kind::Usage,
            format!("{}: {what}", path.display()),
            format!("{} : {what}", path.display()),
        )
    };
    let node = engine::yaml::read(&path.display().to_string(), &source, &mut diagnostics);
    if let Some(diagnostic) = diagnostics.first() {
        return Err(bad(format!(
            "{}: {}",
            diagnostic.place.line, diagnostic.message.en
        )));
    }
    let Some(node) = node.filter(|node| !node.is_null()) else {
        return Ok((true, Vec::new()));
    };
    let engine::yaml::Kind::Map(entries) = node.kind else {
        return Err(bad("a map of keys is expected".to_owned()));
    };
    let mut values = Vec::new();
    for (key, value) in entries {
        match (key.text.as_str(), value.kind) {
            ("lang" | "store" | "model", engine::yaml::Kind::Scalar { text, .. }) => {
                values.push((key.text, text))
            }
            ("lang" | "store" | "model", _) => {
                return Err(bad(format!("{}: `{}` is a text", key.place.line, key.text)));
            }
            _ => {
                return Err(bad(format!(
                    "{}: `{}` is not a setting: lang, store, model",
                    key.place.line, key.text
                )));
            }
        }
    }
    Ok((true, values))
}

impl Settings {
    pub fn show(&self, output: &Output) {
        let rows = [
            ("lang", &self.lang),
            ("store", &self.store),
            ("model", &self.model),
        ];
        // A store's address may hold a password.
        let shown = |name: &str, value: &str| {
            if name == "store" {
                without_password(value)
            } else {
                value.to_owned()
            }
        };
        if output.json {
            let settings: serde_json::Map<_, _> =
                rows.iter().map(|(name, setting)| ((*name).to_owned(), serde_json::json!({ "value": shown(name, &setting.value), "from": setting.origin }))).collect();
            let limits: Vec<_> = limits::ALL.iter().map(|limit| serde_json::json!({ "name": limit.name, "value": limit.value, "unit": limit.unit, "stop": limit.stop })).collect();
            output.json(&serde_json::json!({
                "settings": settings, "file": self.file.display().to_string(), "file_found": self.file_found, "key": self.has_key, "limits": limits,
                "version": env!("CARGO_PKG_VERSION"),
            }));
            return;
        }
        for (name, setting) in rows {
            output.line(&format!(
                "{name:<8} {}  {}",
                shown(name, &setting.value),
                output.dim(setting.origin)
            ));
        }
        let key = if self.has_key { "CANONRY_KEY" } else { "–" };
        output.line(&format!("{:<8} {key}", "key"));
        output.line(&format!(
            "{:<8} {}{}",
            "file",
            self.file.display(),
            if self.file_found { "" } else { " –" }
        ));
        output.phrase("\nlimits", "\nlimites");
        for limit in limits::ALL {
            output.line(&format!(
                "  {:<22} {:>9} {:<11} {}",
                limit.name.to_lowercase(),
                limit.value,
                limit.unit,
                output.dim(limit.stop)
            ));
        }
    }

    /// The host on a store that must be there already: a command that only reads makes none.
    pub async fn reading_host(&self) -> Result<Arc<CliHost>, Failure> {
        if let Some(path) = self.store.value.strip_prefix("sqlite:")
            && missing(std::path::Path::new(path))
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
        self.host_on(AnyStore::open(&self.store.value).await?)
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
        let model = match self.model.value.as_str() {
            "offline" => AnyModel::None(NoModel),
            scripted if scripted.starts_with("scripted:") => {
                options.generator = Generator::Model;
                let path = scripted.trim_start_matches("scripted:");
                let source = std::fs::read_to_string(path).map_err(|error| {
                    Failure::new(
                        Kind::Usage,
                        format!("`{path}` cannot be read: {error}"),
                        format!("`{path}` est illisible : {error}"),
                    )
                })?;
                let model = ScriptedModel::parse(&source).map_err(|problem| {
                    Failure::new(
                        Kind::Usage,
                        format!("{path}: {problem}"),
                        format!("{path} : {problem}"),
                    )
                })?;
                AnyModel::Scripted(model)
            }
            other => {
                return Err(Failure::new(
                    Kind::Usage,
                    format!("`{other}` is not a model: offline or scripted:FILE"),
                    format!("`{other}` n'est pas un modèle : offline ou scripted:FILE"),
                ));
            }
        };
        Ok(Host::new(store, model, SystemClock, options))
    }
}

/// Whether nothing stands at a path where something could: a path that leads nowhere is the store's
/// own mistake to report.
fn missing(path: &std::path::Path) -> bool {
    let reachable = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => true,
        Some(parent) => parent.is_dir() || !parent.exists() && missing(parent),
        None => false,
    };
    !path.as_os_str().is_empty() && reachable && !path.exists()
}

fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.to_owned();
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
