//! The command `logic`: belief sets in files, checked, repaired, asked, shown and converted.
//!
//! What a command finds is the library's; here it only gets a place, words and an exit code.

use super::logic_ask::{self, AskArguments};
use super::logic_batch::{self, BatchArguments};
use super::logic_file::{Opened, Refuse, Source, open, text_of};
use super::logic_show::{self, ConvertArguments, SortsArguments, ToolsArguments};
use super::output::Output;
use crate::failure::{Failure, Kind};
use crate::noun;
use logic::belief::{BeliefSet, Mode};
use logic::reason::{self, Consistency, How};
use logic::repair::{self, Place};
use logic::text::{Phrase, counted};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct LogicArguments {
    #[command(subcommand)]
    command: LogicCommand,
}

#[derive(clap::Subcommand)]
enum LogicCommand {
    /// Report every mistake, repair and contradiction of a belief set
    Check(CheckArguments),
    /// Write what a model wrote as statements that can be read, and list every repair
    Repair(RepairArguments),
    /// Ask a belief set, and say why the answer is what it is
    Ask(AskArguments),
    /// Show the hierarchy of sorts, and where each edge comes from
    Sorts(SortsArguments),
    /// Write a belief set in another syntax
    Convert(ConvertArguments),
    /// Print the tools a model builds a belief set with, or apply calls of them
    Tools(ToolsArguments),
    /// Answer cases of premises and a query, one JSON line each
    Batch(BatchArguments),
}

#[derive(clap::Args)]
struct CheckArguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    refuse: Refuse,
    /// Refuse what would need a repair
    #[arg(long)]
    strict: bool,
}

#[derive(clap::Args)]
struct RepairArguments {
    /// A file with one statement a line, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Also make repairs that are guesses
    #[arg(long)]
    guess: bool,
    #[command(flatten)]
    refuse: Refuse,
}

pub fn run(arguments: &LogicArguments, output: &Output) -> Result<(), Failure> {
    match &arguments.command {
        LogicCommand::Check(arguments) => check(arguments, output),
        LogicCommand::Repair(arguments) => repair(arguments, output),
        LogicCommand::Ask(arguments) => logic_ask::ask(arguments, output),
        LogicCommand::Sorts(arguments) => logic_show::sorts(arguments, output),
        LogicCommand::Convert(arguments) => logic_show::convert(arguments, output),
        LogicCommand::Tools(arguments) => logic_show::tools(arguments, output),
        LogicCommand::Batch(arguments) => logic_batch::batch(arguments, output),
    }
}

/// The repairs of a set, each with where the statements that needed it stand in the file.
fn repairs_json(opened: &Opened, set: &BeliefSet, output: &Output) -> Vec<serde_json::Value> {
    let repairs = set.repairs().iter().map(|repair| {
        let spans = opened.spans_of(repair.statements());
        let first = spans.first().copied().unwrap_or_default();
        let mut json = logic_batch::repair_json(repair, output);
        json["start"] = serde_json::json!(first.start);
        json["end"] = serde_json::json!(first.end);
        let lines = spans.iter().map(|span| opened.line_at(span.start));
        json["lines"] = serde_json::json!(lines.collect::<Vec<_>>());
        json
    });
    repairs.collect()
}

fn check(arguments: &CheckArguments, output: &Output) -> Result<(), Failure> {
    let opened = open(&arguments.source)?;
    let mode = if arguments.strict {
        Mode::Strict
    } else {
        Mode::Repair
    };
    let set = opened.build(mode, &arguments.refuse)?;
    let consistency = reason::consistent(&set.theory(), &How::classical());
    let mistakes = opened.mistakes(&set, consistency);
    let errors = mistakes.len();
    if output.json {
        let problems: Vec<serde_json::Value> = mistakes
            .iter()
            .map(|problem| opened.json(problem, output))
            .collect();
        output.json(&serde_json::json!({
            "diagnostics": problems, "errors": errors, "statements": set.statements().len(),
            "repairs": repairs_json(&opened, &set, output), "consistent": match consistency {
                Consistency::Consistent => serde_json::json!(true),
                Consistency::Inconsistent => serde_json::json!(false),
                Consistency::Unknown(_) => serde_json::Value::Null,
            },
            "passed_over": opened.passed_over().iter().map(|(line, text)| {
                serde_json::json!({"line": line, "text": text})
            }).collect::<Vec<_>>(),
        }));
    } else {
        for problem in &mistakes {
            opened.show(problem, output, false);
        }
        for (line, text) in opened.passed_over() {
            output.phrase(
                format!("passed over, line {line}: `{text}` (it states nothing)"),
                format!("passé, ligne {line} : `{text}` (cela n'énonce rien)"),
            );
        }
        for (at, repair) in set.repairs().iter().enumerate() {
            let number = at + 1;
            output.phrase(
                format!(
                    "repaired, {number}: {} ({})",
                    repair.after, repair.reason.en
                ),
                format!("réparé, {number} : {} ({})", repair.after, repair.reason.fr),
            );
        }
        if let Consistency::Unknown(stopped) = &consistency {
            let told = logic::explain::tell_stopped(stopped);
            output.phrase(
                format!(
                    "It was not decided whether they contradict each other. {}",
                    told.lines("en").join(" ")
                ),
                format!(
                    "On n'a pas décidé s'ils se contredisent. {}",
                    told.lines("fr").join(" ")
                ),
            );
        }
        let [s, r, e] = [
            noun::STATEMENT.count(set.statements().len()),
            noun::REPAIR.count(set.repairs().len()),
            noun::ERROR.count(errors),
        ];
        output.phrase(
            format!("{}, {}, {}", s.en, r.en, e.en),
            format!("{}, {}, {}", s.fr, r.fr, e.fr),
        );
    }
    if errors > 0 {
        std::process::exit(1);
    }
    Ok(())
}

fn repair(arguments: &RepairArguments, output: &Output) -> Result<(), Failure> {
    let text = text_of(&arguments.file)?;
    let numbered: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    let lines: Vec<&str> = numbered.iter().map(|(_, line)| *line).collect();
    let case = logic::batch::Case {
        premises: &lines,
        query: "",
        declared: &[],
        sentence: None,
    };
    let mut options = logic::batch::Options {
        guess: arguments.guess,
        ..logic::batch::Options::default()
    };
    // There is no query, and what was done to it is nobody's affair.
    let of_lines = |mut reading: logic::batch::Reading| {
        reading
            .repairs
            .retain(|repair| repair.place != Place::Query);
        reading
    };
    let mut reading = of_lines(logic::batch::run(&case, &options));
    let refused = arguments.refuse.of(&reading.repairs)?;
    if !refused.is_empty() {
        options.as_written = refused.iter().map(|repair| repair.place.clone()).collect();
        reading = of_lines(logic::batch::run(&case, &options));
    }
    let unread = reading
        .premises
        .iter()
        .filter(|premise| premise.formula.is_none())
        .count();
    if output.json {
        let statements: Vec<serde_json::Value> = reading
            .premises
            .iter()
            .map(|premise| {
                serde_json::json!({
                    "written": premise.written,
                    "understood": premise.formula.as_ref().map(ToString::to_string),
                })
            })
            .collect();
        let repairs: Vec<serde_json::Value> = reading
            .repairs
            .iter()
            .map(|repair| {
                let mut json = logic_batch::repair_json(repair, output);
                if let Place::Premise(at) = repair.place {
                    json["line"] = serde_json::json!(numbered.get(at).map(|(line, _)| line + 1));
                }
                json
            })
            .collect();
        output.json(
            &serde_json::json!({ "statements": statements, "repairs": repairs, "unread": unread }),
        );
    } else {
        for (at, premise) in reading.premises.iter().enumerate() {
            match &premise.formula {
                Some(formula) => output.line(&formula.to_string()),
                None => output.line(&format!("# {}", premise.written)),
            }
            for (number, repair) in reading.repairs.iter().enumerate() {
                if repair.place == Place::Premise(at) {
                    output.line(&format!(
                        "#   {}, {}: {}",
                        number + 1,
                        repair.kind.name(),
                        output.in_lang(&repair.reason)
                    ));
                    let aside = matches!(
                        repair.kind,
                        repair::Kind::Quarantine | repair::Kind::Refused
                    );
                    if aside && !repair.after.is_empty() {
                        output.phrase(
                            format!("#      nearest reading: {}", repair.after),
                            format!("#      lecture la plus proche : {}", repair.after),
                        );
                    }
                }
            }
        }
    }
    if unread > 0 {
        let Phrase { en, fr } = counted(
            unread,
            [
                "{} statement could not be read",
                "{} statements could not be read",
            ],
            ["{} énoncé n'a pu être lu", "{} énoncés n'ont pu être lus"],
        );
        return Err(Failure::new(Kind::Findings, en, fr));
    }
    Ok(())
}
