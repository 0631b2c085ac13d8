//! Replies to cases: one case, or one case a line.

use super::check::compiled;
use super::output::Output;
use super::settings::{self, Settings};
use crate::failure::{Failure, Kind};
use crate::model::{AnyModel, Model};
use engine::Project;
use engine::limits;
use engine::reply::case::{BadCase, Case};
use engine::reply::classify;
use engine::reply::decide::{Reply, Told, decide_told};
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct ReplyArguments {
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// A case as JSON; - reads it from standard input
    #[arg(long, value_name = "FILE", required_unless_present = "cases")]
    case: Option<PathBuf>,
    /// Many cases, one a line; each is answered with one line
    #[arg(long, value_name = "FILE", conflicts_with = "case")]
    cases: Option<PathBuf>,
    /// Who says what a message wants: offline, or scripted:FILE (default: the configured model)
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
}

pub async fn reply(
    arguments: &ReplyArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let project = compiled(&arguments.dir)?;
    answers(&project)?;
    let model = arguments.model.as_ref().unwrap_or(&settings.model.value);
    let model = settings::model(model)?;
    if let Some(file) = &arguments.case {
        let case = read_case(&project, &read(file)?, None)?;
        let told = asked(&project, &case, &model).await;
        let reply = decided(&project, &case, told.as_ref())?;
        if output.json {
            output.json(&json(&reply));
        } else {
            show(&reply, output);
        }
        return Ok(());
    }
    let Some(file) = &arguments.cases else {
        return Ok(());
    };
    for (number, case) in read_cases(&project, file)? {
        let told = asked(&project, &case, &model).await;
        let reply = decided(&project, &case, told.as_ref())?;
        if output.json {
            output.json(&json(&reply));
        } else {
            let text = reply.plain.as_deref().unwrap_or_default();
            let first = text.lines().next().unwrap_or_default();
            let primary = reply.primary.as_deref().unwrap_or("-");
            let outcome = reply.outcome.as_str();
            output.line(&format!("{number:>5}  {outcome:<10} {primary:<24} {first}"));
        }
    }
    Ok(())
}

/// A project without states and intentions answers no case.
pub fn answers(project: &Project) -> Result<(), Failure> {
    if project.replies.is_some() {
        return Ok(());
    }
    Err(Failure::new(
        Kind::Usage,
        "this project has no states and intentions to answer with",
        "ce projet n'a ni états ni intentions pour répondre",
    )
    .hint(
        "docs/replies.md says how they are written",
        "docs/replies.md dit comment les écrire",
    ))
}

/// What a model says the message wants, where there is a model and something to ask about.
async fn asked(project: &Project, case: &Case, model: &AnyModel) -> Option<Told> {
    let replies = project.replies.as_ref()?;
    let message = case.message.as_deref()?;
    let is_open = case.intentions.is_none() && !message.trim().is_empty();
    if matches!(model, AnyModel::None(_)) || !is_open || message.len() > limits::MESSAGE_BYTES {
        return None;
    }
    let outcome = model.ask(&classify::request(replies, message)).await;
    Some(classify::told(project, replies, &outcome))
}

pub fn decided(project: &Project, case: &Case, told: Option<&Told>) -> Result<Reply, Failure> {
    match decide_told(project, case, told) {
        Some(reply) => Ok(reply),
        None => answers(project).and(Err(Failure::new(
            Kind::Usage,
            "this case cannot be decided",
            "ce cas ne peut être décidé",
        ))),
    }
}

pub fn json(reply: &Reply) -> serde_json::Value {
    serde_json::to_value(reply).unwrap_or(serde_json::Value::Null)
}

fn read(file: &Path) -> Result<String, Failure> {
    if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| Failure::unreadable(file, &error))?;
        return Ok(text);
    }
    std::fs::read_to_string(file).map_err(|error| Failure::unreadable(file, &error))
}

fn read_case(project: &Project, text: &str, line: Option<usize>) -> Result<Case, Failure> {
    Case::parse(project, text).map_err(|bad| not_a_case(&bad, line))
}

/// The cases of a file with the lines they stand on. A file without any is a failure: nothing would be
/// examined.
pub fn read_cases(project: &Project, file: &Path) -> Result<Vec<(usize, Case)>, Failure> {
    let text = read(file)?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let cases: Vec<(usize, Case)> = lines
        .map(|(at, line)| Ok((at + 1, read_case(project, line, Some(at + 1))?)))
        .collect::<Result<_, Failure>>()?;
    if cases.is_empty() {
        let file = file.display();
        return Err(Failure::new(
            Kind::Findings,
            format!("`{file}` holds no case: nothing was examined"),
            format!("`{file}` ne contient aucun cas : rien n'a été examiné"),
        ));
    }
    Ok(cases)
}

fn not_a_case(bad: &BadCase, line: Option<usize>) -> Failure {
    let place = match (line, bad.path.as_str()) {
        (None, "") => String::new(),
        (None, path) => format!("{path}: "),
        (Some(line), "") => format!("{line}: "),
        (Some(line), path) => format!("{line}: {path}: "),
    };
    Failure::new(
        Kind::Usage,
        format!("{place}{} [{}]", bad.message.en, bad.code),
        format!("{place}{} [{}]", bad.message.fr, bad.code),
    )
}

/// The reply, then what it rests on.
fn show(reply: &Reply, output: &Output) {
    if let Some(text) = &reply.plain {
        output.line(text);
        output.line("");
    }
    let word = |en: &'static str, fr: &'static str| if output.lang == "fr" { fr } else { en };
    let row = |name: &str, text: String| output.line(&output.dim(&format!("  {name:<11} {text}")));
    row(word("outcome", "issue"), reply.outcome.as_str().to_owned());
    let held = [
        &reply.states.blocking,
        &reply.states.warning,
        &reply.states.info,
    ];
    let held: Vec<&str> = held
        .into_iter()
        .flatten()
        .map(|held| held.state.as_str())
        .collect();
    row(word("states", "états"), held.join(", "));
    for unknown in &reply.states.unknown {
        let missing: Vec<&str> = unknown.missing.iter().map(|name| name.as_str()).collect();
        let text = format!("{} ({})", unknown.state, missing.join(", "));
        row(word("unknown", "inconnu"), text);
    }
    if let Some(why) = &reply.heard.refused {
        let text = word(
            "by its words; the model is not used:",
            "par ses mots ; le modèle est écarté :",
        );
        row(word("heard", "compris"), format!("{text} {why}"));
    } else if &*reply.heard.by == "model" {
        row(
            word("heard", "compris"),
            word("by the model", "par le modèle").to_owned(),
        );
    }
    for selected in &reply.selection {
        let intention = selected.intention.as_deref().unwrap_or("*");
        let text = format!("{intention}: {} {}", selected.pass, selected.rule);
        row(word("selects", "choisit"), text);
    }
    for by in &reply.coverage.answered {
        let names: Vec<&str> = by.by.iter().map(|name| name.as_str()).collect();
        let text = format!("{} ← {}", by.what, names.join(", "));
        row(word("answered", "répondu"), text);
    }
    for by in &reply.coverage.blocked {
        let names: Vec<&str> = by.by.iter().map(|name| name.as_str()).collect();
        row(
            word("blocked", "bloqué"),
            format!("{} ← {}", by.what, names.join(", ")),
        );
    }
    for left in &reply.left_out {
        row(
            word("left out", "écarté"),
            format!("{}: {}", left.section, left.why),
        );
    }
    for alert in &reply.alerts {
        row(word("alert", "alerte"), alert.text.clone());
    }
    for ordered in &reply.commands {
        let arguments = serde_json::to_string(&ordered.arguments).unwrap_or_default();
        row(
            word("command", "commande"),
            format!("{} {arguments}", ordered.command),
        );
    }
    for reason in &reply.hand_over {
        let text = format!("{} {}: {}", reason.code, reason.what, reason.why);
        row(word("hand over", "à confier"), text);
    }
    let send = if reply.send.allowed {
        word("allowed", "permis").to_owned()
    } else {
        let reasons = reply.send.reasons.iter();
        let reasons = reasons.map(|reason| format!("{} {}", reason.code, reason.what));
        let reasons: Vec<String> = reasons.collect();
        format!("{} ({})", word("denied", "refusé"), reasons.join("; "))
    };
    row(word("send", "envoi"), send);
}
