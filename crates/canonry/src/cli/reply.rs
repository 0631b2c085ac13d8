//! Replies to cases: one case, or one case a line.

use super::check::compiled;
use super::output::Output;
use super::settings::{self, Settings};
use crate::bounded;
use crate::failure::{Failure, Kind};
use crate::model::{AnyModel, Model};
use engine::Project;
use engine::limits;
use engine::reply::case::{BadCase, Case};
use engine::reply::classify;
use engine::reply::decide::{Reason, Reply, Told, decide_told};
use engine::reply::rewrite::{self, Rewritten};
use logic::value::Name;
use std::fmt::Write as _;
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
    /// Print what a model would be asked about the message, and the form of its answer; nothing is decided
    #[arg(long, conflicts_with_all = ["cases", "rewrite"])]
    prompt: bool,
    /// Let the model put the reply into other words; what counts stays, or the approved text does
    #[arg(long)]
    rewrite: bool,
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
        let mut case = read_case(&project, &read(file)?, (file, None))?;
        if arguments.prompt {
            return ask_nobody(&project, &case, output);
        }
        case.reader = Some(Name::from(output.lang.as_str()));
        let told = asked(&project, &case, &model).await;
        let mut reply = decided(&project, &case, told.as_ref())?;
        let rewritten = match arguments.rewrite {
            true => rewritten(&mut reply, &model, output).await,
            false => None,
        };
        if output.json {
            output.json(&told_json(&reply, rewritten.as_ref()));
        } else {
            show(&reply, rewritten.as_ref(), output);
        }
        return Ok(());
    }
    let Some(file) = &arguments.cases else {
        return Ok(());
    };
    let mut bad = 0;
    for (number, case) in lines_of(&project, file)? {
        let mut case = match case {
            Ok(case) => case,
            Err(failure) => {
                bad += 1;
                output.bad_line(number, &failure);
                continue;
            }
        };
        case.reader = Some(Name::from(output.lang.as_str()));
        let told = asked(&project, &case, &model).await;
        let mut reply = decided(&project, &case, told.as_ref())?;
        let rewritten = match arguments.rewrite {
            true => rewritten(&mut reply, &model, output).await,
            false => None,
        };
        if output.json {
            output.json(&told_json(&reply, rewritten.as_ref()));
        } else {
            let text = rewritten.as_ref().map(|rewritten| &rewritten.plain);
            let text = text.or(reply.plain.as_ref()).map_or("", String::as_str);
            let reasons: Vec<String> = reply.hand_over.iter().map(called).collect();
            let first = match text.lines().next() {
                Some(first) => first.to_owned(),
                None => reasons.join("; "),
            };
            let primary = reply.primary.as_deref().unwrap_or("-");
            let outcome = reply.outcome.as_str();
            let line = format!("{number:>5}  {outcome:<10} {primary:<24} {first}");
            output.line(line.trim_end());
        }
    }
    if bad > 0 {
        return Err(no_cases(bad, file));
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

/// What a model would be asked, as it would be asked.
fn ask_nobody(project: &Project, case: &Case, output: &Output) -> Result<(), Failure> {
    let message = case.message.as_deref();
    let (Some(replies), Some(message)) = (project.replies.as_ref(), message) else {
        return Err(Failure::new(
            Kind::Usage,
            "the case has no `message`: a model is asked about one",
            "le cas n'a pas de `message` : c'est à son sujet qu'un modèle est interrogé",
        ));
    };
    let classify::Question { prompt, schema } = classify::question(replies, message);
    if output.json {
        output.json(&serde_json::json!({ "prompt": prompt, "schema": schema }));
    } else {
        output.text(prompt.trim_end());
        output.line("");
        output.text(&serde_json::to_string_pretty(&schema).unwrap_or_default());
    }
    Ok(())
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

/// What a model makes of the reply: other words that keep what counts, or the approved text and why.
async fn rewritten(reply: &mut Reply, model: &AnyModel, output: &Output) -> Option<Rewritten> {
    let request = rewrite::request(reply);
    let request = request.filter(|_| !matches!(model, AnyModel::None(_)));
    let outcome = match &request {
        Some(request) => Some(model.ask(request).await),
        None => None,
    };
    let rewritten = rewrite::judge(reply, outcome.as_ref(), &output.lang);
    rewrite::hold(reply, rewritten.as_ref(), &output.lang);
    rewritten
}

fn told_json(reply: &Reply, rewritten: Option<&Rewritten>) -> serde_json::Value {
    let mut told = json(reply);
    if let Some(rewritten) = rewritten {
        told["rewritten"] = serde_json::to_value(rewritten).unwrap_or_default();
    }
    told
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

pub fn json(told: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(told).unwrap_or(serde_json::Value::Null)
}

fn read(file: &Path) -> Result<String, Failure> {
    bounded::text(file, limits::SCRIPT_BYTES)
}

/// `from` is the file, and the line where it holds many.
fn read_case(project: &Project, text: &str, from: (&Path, Option<usize>)) -> Result<Case, Failure> {
    Case::parse(project, text).map_err(|bad| not_a_case(&bad, from))
}

/// The cases of a file with the lines they stand on; every line that is none is told, and then it is a failure.
pub fn read_cases(
    project: &Project,
    file: &Path,
    output: &Output,
) -> Result<Vec<(usize, Case)>, Failure> {
    let (mut cases, mut bad) = (Vec::new(), 0);
    for (number, case) in lines_of(project, file)? {
        match case {
            Ok(case) => cases.push((number, case)),
            Err(failure) => {
                bad += 1;
                output.bad_line(number, &failure);
            }
        }
    }
    match bad {
        0 => Ok(cases),
        bad => Err(no_cases(bad, file)),
    }
}

fn no_cases(bad: usize, file: &Path) -> Failure {
    let file = file.display();
    Failure::new(
        Kind::Usage,
        format!("{bad} of the lines of `{file}` are no case of this project"),
        format!("lignes de `{file}` qui ne sont pas un cas de ce projet : {bad}"),
    )
}

/// The number of a line, and the case on it.
type Line = (usize, Result<Case, Failure>);

/// The lines of a file, each a case or why it is none. A file without any is a failure: nothing would be
/// examined.
fn lines_of(project: &Project, file: &Path) -> Result<Vec<Line>, Failure> {
    let text = read(file)?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let lines = lines.map(|(at, line)| (at + 1, read_case(project, line, (file, Some(at + 1)))));
    let cases: Vec<Line> = lines.collect();
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

fn not_a_case(bad: &BadCase, (file, line): (&Path, Option<usize>)) -> Failure {
    let mut place = format!("`{}`", file.display());
    if let Some(line) = line {
        let _ = write!(place, ":{line}");
    }
    // What is said of a value begins with its path already.
    if !bad.path.is_empty() && !bad.message.en.starts_with(&bad.path) {
        let _ = write!(place, ": {}", bad.path);
    }
    let failure = Failure::new(
        Kind::Usage,
        format!("{place}: {} [{}]", bad.message.en, bad.code),
        format!("{place} : {} [{}]", bad.message.fr, bad.code),
    );
    match (line, bad.code, bad.path.as_str()) {
        (Some(_), "bad-json", _) => failure.hint(
            "with --cases every line is a case; one that goes over several lines is given with --case",
            "avec --cases chaque ligne est un cas ; un cas sur plusieurs lignes se donne avec --case",
        ),
        (None, "wrong-type", "") => failure.hint(
            "a case is one object; many are given with --cases, one a line",
            "un cas est un objet ; plusieurs se donnent avec --cases, un par ligne",
        ),
        (_, _, _) => failure,
    }
}

/// A reason by its code, with what it is about where there is something.
fn called(reason: &Reason) -> String {
    format!("{} {}", reason.code, reason.what)
        .trim_end()
        .to_owned()
}

/// The reply, then what it rests on.
fn show(reply: &Reply, rewritten: Option<&Rewritten>, output: &Output) {
    let text = rewritten.map(|rewritten| &rewritten.plain);
    if let Some(text) = text.or(reply.plain.as_ref()) {
        output.text(text);
        output.line("");
    }
    let word = |en: &'static str, fr: &'static str| if output.lang == "fr" { fr } else { en };
    let row = |name: &str, text: String| output.line(&output.dim(&format!("  {name:<11} {text}")));
    row(word("outcome", "issue"), reply.outcome.as_str().to_owned());
    if let Some(rewritten) = rewritten {
        let text = match &rewritten.why {
            None => word("by the model", "par le modèle").to_owned(),
            Some(why) => {
                let kept = word(
                    "no, the approved text stands:",
                    "non, le texte approuvé reste :",
                );
                format!("{kept} {why}")
            }
        };
        row(word("rewritten", "reformulé"), text);
    }
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
    let held = match held[..] {
        [] => word("none", "aucun").to_owned(),
        _ => held.join(", "),
    };
    row(word("states", "états"), held);
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
        let arguments = json(ordered)["arguments"].take();
        row(
            word("command", "commande"),
            format!("{} {arguments}", ordered.command),
        );
    }
    for reason in &reply.hand_over {
        let text = format!("{}: {}", called(reason), reason.why);
        row(word("hand over", "à confier"), text);
    }
    let send = if reply.send.allowed {
        word("allowed", "permis").to_owned()
    } else {
        let reasons: Vec<String> = reply.send.reasons.iter().map(called).collect();
        format!("{} ({})", word("denied", "refusé"), reasons.join("; "))
    };
    row(word("send", "envoi"), send);
}
