//! Commands about a project's files: new, check, explain.

use super::logic_file::{Opened, Refuse};
use super::output::Output;
use crate::failure::{Failure, Kind};
use crate::folder;
use crate::noun;
use crate::story::{Story, StoryProblem};
use engine::diagnostic::{Diagnostic, Severity};
use engine::limits;
use engine::project::Project;
use logic::belief::Mode;
use logic::dialect::Dialect;
use logic::problem::Problem;
use logic::reason::{self, How};
use logic::text::Phrase;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

#[derive(clap::Args)]
pub struct NewArguments {
    /// The folder to make
    dir: PathBuf,
    /// What it starts as: hello (or story), interview, support, beliefs
    #[arg(long, default_value = "hello", value_name = "KIND")]
    like: String,
}

#[derive(clap::Args)]
pub struct CheckArguments {
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    dir: PathBuf,
}

#[derive(clap::Args)]
pub struct ExplainArguments {
    /// A diagnostic code; none lists them all
    code: Option<String>,
}

/// The starting projects that the program carries with it.
const KINDS: &[(&str, &[(&str, &str)])] = &[
    (
        "hello",
        &[
            (
                "world.yaml",
                include_str!("../../../../worlds/hello/world.yaml"),
            ),
            (
                "flow.yaml",
                include_str!("../../../../worlds/hello/flow.yaml"),
            ),
            (
                "templates/room.en.hbs",
                include_str!("../../../../worlds/hello/templates/room.en.hbs"),
            ),
            (
                "templates/room.fr.hbs",
                include_str!("../../../../worlds/hello/templates/room.fr.hbs"),
            ),
            (
                "stories/arrival.story",
                include_str!("../../../../worlds/hello/stories/arrival.story"),
            ),
            (
                "stories/arrivee.story",
                include_str!("../../../../worlds/hello/stories/arrivee.story"),
            ),
        ],
    ),
    (
        "interview",
        &[
            (
                "project.yaml",
                include_str!("../../starters/interview/project.yaml"),
            ),
            (
                "stories/first.story",
                include_str!("../../starters/interview/stories/first.story"),
            ),
        ],
    ),
    (
        "support",
        &[
            (
                "project.yaml",
                include_str!("../../starters/support/project.yaml"),
            ),
            (
                "sections.yaml",
                include_str!("../../starters/support/sections.yaml"),
            ),
            (
                "states/candidate_states.yaml",
                include_str!("../../starters/support/states/candidate_states.yaml"),
            ),
            (
                "states/state_intention_matrix.yaml",
                include_str!("../../starters/support/states/state_intention_matrix.yaml"),
            ),
            (
                "states/templates/response_master.html",
                include_str!("../../starters/support/states/templates/response_master.html"),
            ),
            (
                "states/templates/partials/signature.html",
                include_str!("../../starters/support/states/templates/partials/signature.html"),
            ),
            (
                "cases/late.json",
                include_str!("../../starters/support/cases/late.json"),
            ),
            (
                "stories/cases.story",
                include_str!("../../starters/support/stories/cases.story"),
            ),
        ],
    ),
    (
        "beliefs",
        &[(
            "beliefs.logic",
            include_str!("../../starters/beliefs/beliefs.logic"),
        )],
    ),
];

pub fn starter(kind: &str) -> Option<&'static [(&'static str, &'static str)]> {
    let kind = if kind == "story" { "hello" } else { kind };
    KINDS
        .iter()
        .find(|(name, _)| *name == kind)
        .map(|(_, files)| *files)
}

pub fn new(arguments: &NewArguments, output: &Output) -> Result<(), Failure> {
    let names = KINDS.iter().map(|(name, _)| *name).chain(["story"]);
    let known = names.collect::<Vec<_>>().join(", ");
    let files = starter(&arguments.like).ok_or_else(|| {
        Failure::new(
            Kind::Usage,
            format!(
                "there is no starting project `{}`; there are {known}",
                arguments.like
            ),
            format!(
                "pas de projet de départ `{}` ; il y a {known}",
                arguments.like
            ),
        )
    })?;
    let dir = &arguments.dir;
    let taken =
        dir.exists() && std::fs::read_dir(dir).map_or(true, |mut entries| entries.next().is_some());
    if taken {
        return Err(Failure::new(
            Kind::Usage,
            format!("`{}` exists and is not an empty folder", dir.display()),
            format!("`{}` existe et n'est pas un dossier vide", dir.display()),
        ));
    }
    for (name, content) in files {
        let path = dir.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|error| Failure::unwritable(parent, &error))?;
        }
        std::fs::write(&path, content).map_err(|error| Failure::unwritable(&path, &error))?;
    }
    let next = match arguments.like.as_str() {
        "beliefs" => "logic ask",
        "support" => "test",
        _ => "play",
    };
    if output.json {
        output.json(&serde_json::json!({ "dir": dir.display().to_string(), "files": files.iter().map(|(name, _)| name).collect::<Vec<_>>() }));
    } else {
        let (files, dir) = (noun::FILE.count(files.len()), dir.display());
        output.phrase(
            format!(
                "{dir} now holds a project of {}. Next: canonry {next} {dir}",
                files.en
            ),
            format!(
                "{dir} contient un projet de {}. Ensuite : canonry {next} {dir}",
                files.fr
            ),
        );
    }
    Ok(())
}

/// The stories in a language that the project does not speak; without a project nobody knows.
fn unspoken(stories: &[Story], project: Option<&Project>) -> Vec<StoryProblem> {
    let problem = |story: &Story| {
        let (project, language) = (project?, story.language.1.as_ref()?);
        (!project.speaks(language)).then(|| StoryProblem {
            line: story.language.0,
            message: crate::host::does_not_speak(project, language),
        })
    };
    stories.iter().filter_map(problem).collect()
}

pub fn check(arguments: &CheckArguments, output: &Output) -> Result<(), Failure> {
    let started = Instant::now();
    let folder = folder::read(&arguments.dir)?;
    let beliefs: Vec<(Opened, Vec<Problem>)> = folder
        .beliefs
        .iter()
        .map(|(name, text)| {
            let opened = Opened::read(name.clone(), text.clone(), Dialect::Canonry);
            let set = opened.build(Mode::Repair, &Refuse::default())?;
            let consistency = reason::consistent(&set.theory(), &How::classical());
            let mistakes = opened.mistakes(&set, consistency);
            Ok((opened, mistakes))
        })
        .collect::<Result<_, Failure>>()?;
    // A folder of belief sets alone is no project, and has no need to be one.
    let (project, mut diagnostics) = if folder.files.0.is_empty() && !beliefs.is_empty() {
        (None, Vec::new())
    } else {
        folder.compile()
    };
    let belief_mistakes: usize = beliefs.iter().map(|(_, mistakes)| mistakes.len()).sum();
    let stories = folder.stories.iter().flat_map(|(name, source)| {
        let problems = match crate::story::parse(source) {
            Ok(stories) => unspoken(&stories, project.as_ref()),
            Err(problems) => problems,
        };
        let problems = problems.into_iter();
        problems.map(|problem| problem.diagnostic(name, source))
    });
    diagnostics.extend(stories);
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .count()
        + belief_mistakes;
    let warnings = diagnostics.len() + belief_mistakes - errors;
    let files = folder.files.0.len() + folder.stories.len() + beliefs.len();
    if output.json {
        let list: Vec<_> = diagnostics
            .iter()
            .map(|diagnostic| to_json(diagnostic, output))
            .chain(beliefs.iter().flat_map(|(opened, mistakes)| {
                mistakes.iter().map(|mistake| opened.json(mistake, output))
            }))
            .collect();
        output.json(&serde_json::json!({
            "errors": errors, "warnings": warnings, "files": files, "ignored": folder.ignored, "diagnostics": list,
            "project": project.as_ref().map(|project| serde_json::json!({ "name": project.name, "hash": project.hash.to_string() })),
        }));
    } else {
        for diagnostic in diagnostics.iter().take(limits::DIAGNOSTICS) {
            output.diagnostic(diagnostic, &folder);
        }
        if diagnostics.len() > limits::DIAGNOSTICS {
            let more = diagnostics.len() - limits::DIAGNOSTICS;
            output.phrase(format!("… and {more} more"), format!("… et {more} de plus"));
        }
        for (opened, mistakes) in &beliefs {
            mistakes
                .iter()
                .for_each(|mistake| opened.show(mistake, output, false));
        }
        if !folder.ignored.is_empty() {
            output.phrase(
                format!("not part of the project: {}", folder.ignored.join(", ")),
                format!("hors du projet : {}", folder.ignored.join(", ")),
            );
        }
        let took = started.elapsed().as_millis();
        let [e, w, f] = [
            noun::ERROR.count(errors),
            noun::WARNING.count(warnings),
            noun::FILE.count(files),
        ];
        output.phrase(
            format!("{}, {} in {} ({took} ms)", e.en, w.en, f.en),
            format!("{}, {} dans {} ({took} ms)", e.fr, w.fr, f.fr),
        );
    }
    if errors > 0 {
        std::process::exit(1);
    }
    let is_empty = project.as_ref().is_some_and(Project::declares_nothing);
    if is_empty && beliefs.is_empty() {
        return Err(Failure::new(
            Kind::Findings,
            "the project has a name and declares nothing: nothing was examined",
            "le projet a un nom et ne déclare rien : rien n'a été examiné",
        )
        .hint(
            "declare a world, a flow or states with intentions, or begin with canonry new DIR",
            "déclarez un monde, un parcours ou des états avec des intentions, ou partez de canonry new DIR",
        ));
    }
    Ok(())
}

/// A diagnostic for programs. The end is the first column that is not marked any more.
fn to_json(diagnostic: &Diagnostic, output: &Output) -> serde_json::Value {
    let Diagnostic { code, place, .. } = diagnostic;
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let also = |(place, message): &(engine::Place, Phrase)| serde_json::json!({ "file": place.file, "line": place.line, "column": place.column, "message": output.in_lang(message) });
    serde_json::json!({
        "severity": severity, "code": code, "file": place.file,
        "line": place.line, "column": place.column, "end_line": place.line, "end_column": place.column + place.width,
        "message": output.in_lang(&diagnostic.message), "hint": crate::explain::hint(diagnostic).map(|hint| output.in_lang(&hint).to_owned()),
        "also": diagnostic.also.iter().map(also).collect::<Vec<_>>(),
    })
}

/// The project of a folder, or its first mistakes as a failure.
pub fn compiled(dir: &Path) -> Result<Arc<Project>, Failure> {
    let folder = folder::read(dir)?;
    let (project, diagnostics) = folder.compile();
    project.map(Arc::new).ok_or_else(|| {
        let first = diagnostics
            .iter()
            .find(|diagnostic| diagnostic.severity == Severity::Error);
        let count = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .count();
        let shown = |lang: &str| {
            first.map_or_else(String::new, |first| {
                format!(
                    "{}: [{}] {}",
                    first.place,
                    first.code,
                    first.message.in_language(lang)
                )
            })
        };
        let mistakes = noun::MISTAKE.count(count);
        let failure = Failure::new(
            Kind::Project,
            format!("the project has {}: {}", mistakes.en, shown("en")),
            format!("le projet a {} : {}", mistakes.fr, shown("fr")),
        );
        if first.is_some_and(|first| first.code == "no-project") {
            return failure.hint(
                "name the folder of a project, or make one with canonry new DIR",
                "nommez le dossier d'un projet, ou créez-en un avec canonry new DIR",
            );
        }
        let dir = dir.display();
        failure.hint(
            format!("canonry check {dir} shows them all"),
            format!("canonry check {dir} les montre toutes"),
        )
    })
}

/// What a folder's project is called, also where it has mistakes: a session has its own project in the
/// store, and is found by the name.
pub fn project_name(dir: &Path) -> Result<String, Failure> {
    match compiled(dir) {
        Ok(project) => Ok(project.name.clone()),
        Err(mistakes) if mistakes.kind == Kind::Project => {
            folder::read(dir)?.name().ok_or(mistakes)
        }
        Err(failure) => Err(failure),
    }
}

/// A page as a person reads it: without what the book says to its tests.
fn shown(page: &str) -> String {
    let paragraphs = page.split("\n\n");
    let shown: Vec<&str> = paragraphs
        .filter(|paragraph| !paragraph.starts_with("<!--"))
        .collect();
    shown.join("\n\n")
}

pub fn explain(arguments: &ExplainArguments, output: &Output) -> Result<(), Failure> {
    let pages = crate::explain::pages(&output.lang);
    let Some(code) = &arguments.code else {
        if output.json {
            output.json(&serde_json::json!({ "codes": pages.iter().map(|page| page.code).collect::<Vec<_>>() }));
        } else {
            pages
                .iter()
                .for_each(|page| output.line(&format!("{:<24} {}", page.code, page.title)));
        }
        return Ok(());
    };
    match pages.iter().find(|page| page.code == *code) {
        Some(page) if output.json => {
            output.json(
                &serde_json::json!({ "code": page.code, "title": page.title, "text": shown(page.text) }),
            );
            Ok(())
        }
        Some(page) => {
            output.text(&format!(
                "{}: {}\n\n{}",
                output.bold(page.code),
                page.title,
                shown(page.text)
            ));
            Ok(())
        }
        None => {
            let near = logic::text::nearest(code, pages.iter().map(|page| page.code));
            let failure = Failure::new(
                Kind::NotFound,
                format!("no diagnostic has the code `{code}`"),
                format!("aucun diagnostic n'a le code `{code}`"),
            );
            Err(match near {
                Some(near) => failure.hint(
                    format!("did you mean {near}?"),
                    format!("vouliez-vous dire {near} ?"),
                ),
                None => failure.hint(
                    "canonry explain lists them all",
                    "canonry explain les liste tous",
                ),
            })
        }
    }
}
