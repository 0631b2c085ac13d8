//! The command `test`: runs a project's stories, or records one from a session.

use super::Which;
use super::check::compiled;
use super::output::Output;
use super::settings::Settings;
use super::whose::session_of;
use crate::failure::{Failure, Kind};
use crate::folder::{self, Folder};
use crate::noun;
use crate::story::{self, Difference, Story};
use engine::diagnostic::Diagnostic;
use logic::text::{Phrase, fold};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct TestArguments {
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// Only stories whose file or title contains this
    #[arg(long, value_name = "NAME-PART", conflicts_with = "record")]
    story: Option<String>,
    /// Write a story from a session instead of running any
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The session to record (default: the project's last session in the store)
    #[arg(long, value_name = "NAME", requires = "record")]
    session: Option<String>,
}

pub async fn test(
    arguments: &TestArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    match &arguments.record {
        Some(file) => record(arguments, file, settings, output).await,
        None => run(arguments, output).await,
    }
}

/// What became of one story, or of a file that is none.
struct Tested {
    file: String,
    line: usize,
    title: String,
    inputs: usize,
    differences: Vec<Difference>,
    problem: Option<Diagnostic>,
}

impl Tested {
    fn passed(&self) -> bool {
        self.differences.is_empty() && self.problem.is_none()
    }
}

async fn run(arguments: &TestArguments, output: &Output) -> Result<(), Failure> {
    let project = compiled(&arguments.dir)?;
    let folder = folder::read(&arguments.dir)?;
    let (chosen, files) = choose(arguments, &folder);
    if chosen.is_empty() {
        return Err(nothing_to_run(arguments, files));
    }
    let (mut passed, mut failed, mut results) = (0, 0, Vec::new());
    for (file, story) in chosen {
        let result = match story {
            Err(problem) => Tested {
                file,
                line: problem.place.line,
                title: String::new(),
                inputs: 0,
                differences: Vec::new(),
                problem: Some(problem),
            },
            Ok(story) => {
                let outcome = story::run(project.clone(), &story).await;
                Tested {
                    file,
                    line: outcome.line,
                    title: outcome.title,
                    inputs: outcome.inputs,
                    differences: outcome.differences,
                    problem: None,
                }
            }
        };
        *if result.passed() {
            &mut passed
        } else {
            &mut failed
        } += 1;
        if output.json {
            results.push(json(&result, output));
        } else {
            show(&result, &folder, output);
        }
    }
    if output.json {
        output.json(&serde_json::json!({ "passed": passed, "failed": failed, "stories": results }));
    } else {
        output.phrase(
            format!("{passed} passed, {failed} failed"),
            format!("réussites : {passed}, échecs : {failed}"),
        );
    }
    if failed > 0 {
        std::process::exit(1);
    }
    Ok(())
}

type Chosen = Vec<(String, Result<Story, Diagnostic>)>;

/// The stories that were asked for, and how many files there are in all.
fn choose(arguments: &TestArguments, folder: &Folder) -> (Chosen, usize) {
    let wanted = arguments.story.as_ref().map(|part| fold(part));
    let is_wanted = |text: &str| {
        wanted
            .as_ref()
            .is_none_or(|part| fold(text).contains(part.as_str()))
    };
    let mut chosen = Chosen::new();
    for (file, source) in &folder.stories {
        match story::parse(source) {
            Err(problems) => {
                let titled = source
                    .lines()
                    .any(|line| line.starts_with('#') && is_wanted(line));
                if is_wanted(file) || titled {
                    let problems = problems.into_iter();
                    let told = problems.map(|problem| problem.diagnostic(file, source));
                    chosen.extend(told.map(|told| (file.clone(), Err(told))));
                }
            }
            Ok(read) => chosen.extend(
                read.into_iter()
                    .filter(|story| is_wanted(file) || is_wanted(&story.title))
                    .map(|story| (file.clone(), Ok(story))),
            ),
        }
    }
    (chosen, folder.stories.len())
}

/// A check that examined nothing fails.
fn nothing_to_run(arguments: &TestArguments, files: usize) -> Failure {
    let dir = arguments.dir.display();
    match &arguments.story {
        Some(part) if files > 0 => Failure::new(
            Kind::Findings,
            format!("no story of `{dir}` has `{part}` in its file or title, so nothing was tested"),
            format!("aucune histoire de `{dir}` n'a `{part}` dans son fichier ou son titre : rien n'a été testé"),
        )
        .hint(format!("canonry test {dir} runs them all"), format!("canonry test {dir} les joue toutes")),
        Some(_) | None => Failure::new(
            Kind::Findings,
            format!("there is no story in `{dir}`, so nothing was tested"),
            format!("il n'y a pas d'histoire dans `{dir}` : rien n'a été testé"),
        )
        .hint(
            format!("play a session, then: canonry test {dir} --record {dir}/stories/first.story"),
            format!("jouez une session, puis : canonry test {dir} --record {dir}/stories/first.story"),
        ),
    }
}

fn show(result: &Tested, folder: &Folder, output: &Output) {
    let Tested {
        file,
        line,
        title,
        inputs,
        differences,
        problem,
    } = result;
    if let Some(problem) = problem {
        output.line(&format!(
            "{} {file}:{line}: {}",
            output.red("✗"),
            output.in_lang(&problem.message)
        ));
        output.excerpt(&problem.place, folder);
        return;
    }
    let mark = if result.passed() {
        "✓".to_owned()
    } else {
        output.red("✗")
    };
    let inputs = Phrase::new(format!("inputs: {inputs}"), format!("entrées : {inputs}"));
    output.line(&format!(
        "{mark} {title}  {}",
        output.dim(&format!("{file}:{line}  {}", output.in_lang(&inputs)))
    ));
    let labels = (
        Phrase::new("expected", "attendu"),
        Phrase::new("actual", "obtenu"),
    );
    for difference in differences {
        output.line(&format!("    {file}:{}", difference.line));
        for (label, text) in [
            (&labels.0, &difference.expected),
            (&labels.1, &difference.actual),
        ] {
            for (index, line) in output.in_lang(text).lines().enumerate() {
                let label = if index == 0 {
                    output.in_lang(label)
                } else {
                    ""
                };
                output.line(&format!(
                    "      {} {line}",
                    output.dim(&format!("{label:<9}"))
                ));
            }
        }
    }
}

fn json(result: &Tested, output: &Output) -> serde_json::Value {
    let differences: Vec<_> = result
        .differences
        .iter()
        .map(|difference| serde_json::json!({ "line": difference.line, "expected": output.in_lang(&difference.expected), "actual": output.in_lang(&difference.actual) }))
        .collect();
    serde_json::json!({
        "file": result.file, "line": result.line, "title": result.title, "passed": result.passed(), "inputs": result.inputs,
        "problem": result.problem.as_ref().map(|problem| output.in_lang(&problem.message)), "differences": differences,
    })
}

async fn record(
    arguments: &TestArguments,
    file: &Path,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    if file
        .extension()
        .is_none_or(|extension| extension != "story")
    {
        return Err(Failure::new(
            Kind::Usage,
            format!(
                "`{}` does not end in .story, so no test would find it",
                file.display()
            ),
            format!(
                "`{}` ne finit pas par .story : aucun test ne le trouverait",
                file.display()
            ),
        ));
    }
    let cannot = |error: std::io::Error| Failure::unwritable(file, &error);
    if file.exists() {
        return Err(cannot(std::io::ErrorKind::AlreadyExists.into()));
    }
    let project = compiled(&arguments.dir)?;
    let host = settings.reading_host().await?;
    let which = Which::of(&arguments.dir, arguments.session.as_deref());
    let session = session_of(&host, &which).await?;
    let recorded = story::record(&host, &session).await?;
    if let Some(parent) = file
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty())
    {
        std::fs::create_dir_all(parent).map_err(cannot)?;
    }
    let mut out = std::fs::File::create_new(file).map_err(cannot)?;
    out.write_all(recorded.text.as_bytes())
        .and_then(|()| out.sync_all())
        .map_err(cannot)?;
    let same_project = host.project_of(&session).await?.hash == project.hash;
    let (inputs, undecided) = (recorded.inputs, recorded.undecided);
    if output.json {
        output.json(&serde_json::json!({
            "file": file.display().to_string(), "session": session, "inputs": inputs, "undecided": undecided, "same_project": same_project,
        }));
        return Ok(());
    }
    let (told, dir) = (noun::INPUT.count(inputs), arguments.dir.display());
    let file = file.display();
    output.phrase(
        format!(
            "{file} tells session {session}: {}. Next: canonry test {dir}",
            told.en
        ),
        format!(
            "{file} raconte la session {session} : {}. Ensuite : canonry test {dir}",
            told.fr
        ),
    );
    if undecided > 0 {
        let left_out = noun::INPUT.count(undecided);
        output.phrase(
            format!("left out, because not yet decided: {}", left_out.en),
            format!("omis, faute de décision : {}", left_out.fr),
        );
    }
    if !same_project {
        output.phrase(
            "the project has changed since that session began; the story may differ from what it says now",
            "le projet a changé depuis le début de cette session ; l'histoire peut différer de ce qu'il dit maintenant",
        );
    }
    Ok(())
}
