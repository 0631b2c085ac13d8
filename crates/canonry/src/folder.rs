//! Projects on disk: a folder read into files, with what was left out said.

use crate::failure::{Failure, Kind};
use engine::diagnostic::{Diagnostic, Place};
use engine::limits;
use engine::project::{Files, Project, compile};
use logic::text::Phrase;
use std::io::Read;
use std::path::Path;

/// The files of a project folder, and the paths that are no part of it.
#[derive(Debug, Default)]
pub struct Folder {
    pub files: Files,
    pub stories: Vec<(String, String)>,
    /// Belief sets, in Canonry's own syntax.
    pub beliefs: Vec<(String, String)>,
    pub ignored: Vec<String>,
}

impl Folder {
    /// The project of the folder, with every mistake of its files. Files that say nothing are no
    /// project: a check that examined nothing fails.
    pub fn compile(&self) -> (Option<Project>, Vec<Diagnostic>) {
        let (project, diagnostics) = compile(&self.files);
        let blank = diagnostics.is_empty() && self.files.0.iter().all(says_nothing);
        match self.files.0.keys().next() {
            Some(first) if blank => {
                let message = Phrase::new(
                    "the files of this project say nothing",
                    "les fichiers de ce projet ne disent rien",
                );
                let hint = Phrase::new(
                    "write `name:` and what belongs to it, or make a project with canonry new DIR",
                    "écrivez `name:` et la suite, ou créez un projet avec canonry new DIR",
                );
                let place = Place::start_of(first);
                let diagnostic = Diagnostic::error("no-project", place, message).hint(hint);
                (None, vec![diagnostic])
            }
            Some(_) | None => (project, diagnostics),
        }
    }

    /// The project's name as its line says it, whatever mistakes its files have.
    pub fn name(&self) -> Option<String> {
        let texts = self
            .files
            .sources()
            .filter_map(|(_, content)| std::str::from_utf8(content).ok());
        let line = texts
            .flat_map(|text| without_mark(text).lines())
            .find(|line| line.starts_with("name:"))?;
        let node = engine::yaml::read("", line, &mut Vec::new())?;
        let engine::yaml::Kind::Map(keys) = node.kind else {
            return None;
        };
        match keys.into_iter().next()?.1.kind {
            engine::yaml::Kind::Scalar { text, .. } => Some(text),
            engine::yaml::Kind::List(_) | engine::yaml::Kind::Map(_) => None,
        }
    }

    /// The text of a project file or story, as places in it are counted.
    pub fn source(&self, name: &str) -> Option<&str> {
        let story = self.stories.iter().find(|(story, _)| story == name);
        let text = match story {
            Some((_, text)) => text,
            None => std::str::from_utf8(self.files.0.get(name)?).ok()?,
        };
        Some(without_mark(text))
    }
}

/// A text without the mark that some editors put before it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Whether a file is a template, which says nothing by itself, or YAML that holds nothing.
fn says_nothing((name, content): (&String, &Vec<u8>)) -> bool {
    if name.starts_with("templates/") || !name.ends_with(".yaml") && !name.ends_with(".yml") {
        return true;
    }
    let text = String::from_utf8_lossy(content);
    let node = engine::yaml::read(name, without_mark(&text), &mut Vec::new());
    node.is_none_or(|node| {
        node.is_null() || matches!(node.kind, engine::yaml::Kind::Map(keys) if keys.is_empty())
    })
}

/// Reads a folder. Hidden files and folders are passed over; links are not followed.
pub fn read(root: &Path) -> Result<Folder, Failure> {
    let mut folder = Folder::default();
    if !root.is_dir() {
        return Err(Failure::new(
            Kind::NotFound,
            format!("`{}` is not a folder", root.display()),
            format!("`{}` n'est pas un dossier", root.display()),
        )
        .hint(
            "name the folder of a project, or make one with canonry new DIR",
            "nommez le dossier d'un projet, ou créez-en un avec canonry new DIR",
        ));
    }
    let mut todo = vec![root.to_owned()];
    let (mut count, mut bytes) = (0, 0);
    while let Some(directory) = todo.pop() {
        let entries = std::fs::read_dir(&directory)
            .map_err(|error| Failure::unreadable(&directory, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| Failure::unreadable(&directory, &error))?;
            let (path, kind) = (
                entry.path(),
                entry
                    .file_type()
                    .map_err(|error| Failure::unreadable(&entry.path(), &error))?,
            );
            let Some(name) = path
                .strip_prefix(root)
                .ok()
                .and_then(|relative| relative.to_str())
                .map(|name| name.replace('\\', "/"))
            else {
                folder.ignored.push(path.display().to_string());
                continue;
            };
            if name.split('/').any(|part| part.starts_with('.')) {
                continue;
            }
            if kind.is_dir() {
                todo.push(path);
            } else if kind.is_file()
                && (Files::is_source(&name) || name.ends_with(".story") || name.ends_with(".logic"))
            {
                let most = (limits::PROJECT_BYTES - bytes) as u64 + 1;
                let mut content = Vec::new();
                std::fs::File::open(&path)
                    .and_then(|file| file.take(most).read_to_end(&mut content))
                    .map_err(|error| Failure::unreadable(&path, &error))?;
                count += 1;
                bytes += content.len();
                if count > limits::PROJECT_FILES || bytes > limits::PROJECT_BYTES {
                    return Err(Failure::new(
                        Kind::Usage,
                        format!(
                            "project-too-large: `{}` holds more than a project may: {} files, {} bytes",
                            root.display(),
                            limits::PROJECT_FILES,
                            limits::PROJECT_BYTES
                        ),
                        format!(
                            "project-too-large : `{}` contient plus qu'un projet ne peut : {} fichiers, {} octets",
                            root.display(),
                            limits::PROJECT_FILES,
                            limits::PROJECT_BYTES
                        ),
                    )
                    .hint(
                        "name the folder of one project, and keep large files out of it",
                        "nommez le dossier d'un seul projet, sans gros fichiers",
                    ));
                }
                if name.ends_with(".story") || name.ends_with(".logic") {
                    let texts = if name.ends_with(".story") {
                        &mut folder.stories
                    } else {
                        &mut folder.beliefs
                    };
                    texts.push((name, String::from_utf8_lossy(&content).into_owned()));
                } else {
                    folder.files.0.insert(name, content);
                }
            } else {
                folder.ignored.push(name);
            }
        }
    }
    folder.stories.sort();
    folder.beliefs.sort();
    folder.ignored.sort();
    Ok(folder)
}
