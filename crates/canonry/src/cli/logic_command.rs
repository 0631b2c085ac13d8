//! The command `logic`: belief sets in files, checked, repaired, asked, shown and converted.
//!
//! What a command finds is the library's; here it only gets a place, words and an exit code.

use super::logic_ask::{self, AskArguments};
use super::logic_batch::{self, BatchArguments};
use super::logic_show::{self, ConvertArguments, SortsArguments, ToolsArguments};
use super::output::{Output, plural};
use crate::failure::{Failure, Kind};
use logic::belief::{BeliefSet, BeliefSetBuilder, Mode};
use logic::dialect::{self, Dialect, Document};
use logic::problem::Problem;
use logic::reason::{self, Consistency, How};
use logic::text::nearest;
use std::io::Read;
use std::path::{Path, PathBuf};

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

/// A belief set in a file.
#[derive(clap::Args)]
pub struct Source {
    /// A file of statements, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its syntax: canonry, tweety, folio, nltk, rules, tptp, prover9 or calls (default: by its ending)
    #[arg(long, value_name = "SYNTAX")]
    from: Option<String>,
}

#[derive(clap::Args)]
struct CheckArguments {
    #[command(flatten)]
    source: Source,
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

/// A document that was read, with its text for pointing at places.
pub struct Opened {
    name: String,
    text: String,
    pub document: Document,
    pub problems: Vec<Problem>,
}

/// The text of a file or of standard input.
pub fn text_of(file: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let failed = |error: std::io::Error| {
        Failure::new(
            Kind::NotFound,
            format!("`{}` cannot be read: {error}", file.display()),
            format!("`{}` est illisible : {error}", file.display()),
        )
    };
    let most = dialect::DOCUMENT_MAX as u64 + 1;
    if file.as_os_str() == "-" {
        std::io::stdin()
            .take(most)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
    } else {
        let opened = std::fs::File::open(file).map_err(failed)?;
        opened.take(most).read_to_end(&mut bytes).map_err(failed)?;
    }
    // Editors on some systems put a mark of three bytes before the text.
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|_| {
        Failure::new(
            Kind::Usage,
            format!("`{}` is not text in UTF-8", file.display()),
            format!("`{}` n'est pas du texte en UTF-8", file.display()),
        )
    })
}

pub fn dialect_named(name: &str) -> Result<Dialect, Failure> {
    Dialect::named(name).ok_or_else(|| {
        let names: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.name()).collect();
        let near = nearest(name, names.iter().copied());
        let failure = Failure::new(
            Kind::Usage,
            format!("there is no syntax `{name}`: {}", names.join(", ")),
            format!("il n'y a pas de syntaxe `{name}` : {}", names.join(", ")),
        );
        match near {
            Some(near) => failure.hint(
                format!("did you mean {near}?"),
                format!("vouliez-vous dire {near} ?"),
            ),
            None => failure,
        }
    })
}

pub fn open(source: &Source) -> Result<Opened, Failure> {
    let dialect = match &source.from {
        Some(name) => dialect_named(name)?,
        None => source
            .file
            .extension()
            .and_then(|extension| extension.to_str())
            .and_then(Dialect::of_extension)
            .unwrap_or(Dialect::Canonry),
    };
    let text = text_of(&source.file)?;
    Ok(Opened::read(
        source.file.display().to_string(),
        text,
        dialect,
    ))
}

impl Opened {
    pub fn read(name: String, text: String, dialect: Dialect) -> Opened {
        let (document, problems) = dialect::read(dialect, &text);
        Opened {
            name,
            text,
            document,
            problems,
        }
    }

    /// Everything that is wrong: what could not be read, what does not fit, and a contradiction.
    pub fn mistakes(&self, set: &BeliefSet, consistency: Consistency) -> Vec<Problem> {
        let refused = set.refused().iter().map(|refused| refused.problem.clone());
        let mut mistakes: Vec<Problem> = self.problems.iter().cloned().chain(refused).collect();
        mistakes.sort_by_key(|problem| problem.span);
        if consistency == Consistency::Inconsistent {
            mistakes.push(Problem::new(
                "contradiction",
                logic::Span::default(),
                "the statements contradict each other",
                "les énoncés se contredisent",
            ));
        }
        mistakes
    }

    pub fn build(&self, mode: Mode) -> BeliefSet {
        let mut builder = BeliefSetBuilder::new(mode);
        builder.add_document(&self.document);
        builder.build()
    }

    /// Fails when something could not be read: an answer must not come from half a file.
    pub fn whole(&self, output: &Output) -> Result<(), Failure> {
        if self.problems.is_empty() {
            return Ok(());
        }
        if !output.json {
            for problem in &self.problems {
                self.show(problem, output, true);
            }
        }
        let count = self.problems.len();
        Err(Failure::new(
            Kind::Project,
            format!("`{}` has {count} mistakes", self.name),
            format!("`{}` a {count} fautes", self.name),
        )
        .hint(
            format!("canonry logic check {} lists them", self.name),
            format!("canonry logic check {} les énumère", self.name),
        ))
    }

    /// Line and column of an offset, counted from one.
    fn place(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        (line, before[start..].chars().count() + 1)
    }

    /// A problem with its line and caret.
    /// On the standard output where it is the result, beside it where it is not.
    pub fn show(&self, problem: &Problem, output: &Output, aside: bool) {
        let say = |text: &str| {
            if aside {
                output.aside(text);
            } else {
                output.line(text);
            }
        };
        let word = if output.lang == "fr" {
            "erreur"
        } else {
            "error"
        };
        say(&format!(
            "{}: {}",
            output.red(&format!("{word}[{}]", problem.code)),
            output.bold(output.in_lang(&problem.message))
        ));
        let (line, column) = self.place(problem.span.start);
        say(&format!("    {}:{line}:{column}", self.name));
        // What is wrong with the whole points at no line of it.
        let points = problem.span != logic::Span::default();
        if points && let Some(written) = self.text.lines().nth(line - 1) {
            let start = column.saturating_sub(60).max(1);
            let shown: String = written.chars().skip(start - 1).take(120).collect();
            say(&format!("{} {shown}", output.dim(&format!("{line:>4} │"))));
            let marked = self
                .text
                .get(problem.span.start..problem.span.end)
                .unwrap_or("");
            let width = marked
                .lines()
                .next()
                .unwrap_or("")
                .chars()
                .count()
                .clamp(1, 120);
            let caret = format!("{}{}", " ".repeat(column - start), "~".repeat(width));
            say(&format!("{} {}", output.dim("     │"), output.red(&caret)));
        }
        if let Some(hint) = &problem.hint {
            let word = if output.lang == "fr" { "aide" } else { "help" };
            say(&format!("    = {word}: {}", output.in_lang(hint)));
        }
    }

    pub fn json(&self, problem: &Problem, output: &Output) -> serde_json::Value {
        let (line, column) = self.place(problem.span.start);
        serde_json::json!({
            "severity": "error", "code": problem.code, "file": self.name, "line": line, "column": column,
            "message": output.in_lang(&problem.message),
            "hint": problem.hint.as_ref().map(|hint| output.in_lang(hint)),
        })
    }
}

fn repairs_json(set: &BeliefSet, output: &Output) -> Vec<serde_json::Value> {
    let repairs = set.repairs().iter();
    repairs
        .map(|repair| logic_batch::repair_json(repair, output))
        .collect()
}

fn check(arguments: &CheckArguments, output: &Output) -> Result<(), Failure> {
    let opened = open(&arguments.source)?;
    let mode = if arguments.strict {
        Mode::Strict
    } else {
        Mode::Repair
    };
    let set = opened.build(mode);
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
            "repairs": repairs_json(&set, output), "consistent": match consistency {
                Consistency::Consistent => serde_json::json!(true),
                Consistency::Inconsistent => serde_json::json!(false),
                Consistency::Unknown(_) => serde_json::Value::Null,
            },
        }));
    } else {
        for problem in &mistakes {
            opened.show(problem, output, false);
        }
        for repair in set.repairs() {
            output.phrase(
                format!("repaired: {} ({})", repair.after, repair.reason.en),
                format!("réparé : {} ({})", repair.after, repair.reason.fr),
            );
        }
        let (statements, repairs) = (set.statements().len(), set.repairs().len());
        let [s, r, e] = [statements, repairs, errors].map(plural);
        output.phrase(
            format!("{statements} statement{s}, {repairs} repair{r}, {errors} error{e}"),
            format!("{statements} énoncé{s}, {repairs} réparation{r}, {errors} erreur{e}"),
        );
    }
    if errors > 0 {
        std::process::exit(1);
    }
    Ok(())
}

fn repair(arguments: &RepairArguments, output: &Output) -> Result<(), Failure> {
    let text = text_of(&arguments.file)?;
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let case = logic::batch::Case {
        premises: &lines,
        query: "",
        declared: &[],
        sentence: None,
    };
    let options = logic::batch::Options {
        guess: arguments.guess,
        ..logic::batch::Options::default()
    };
    let reading = logic::batch::run(&case, &options);
    let premises: Vec<_> = reading
        .repairs
        .iter()
        .filter(|repair| matches!(repair.place, logic::repair::Place::Premise(_)))
        .collect();
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
        let repairs: Vec<serde_json::Value> = premises
            .iter()
            .map(|repair| logic_batch::repair_json(repair, output))
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
            for repair in &premises {
                if repair.place == logic::repair::Place::Premise(at) {
                    output.line(&format!(
                        "#   {}: {}",
                        repair.kind.name(),
                        output.in_lang(&repair.reason)
                    ));
                }
            }
        }
    }
    if unread > 0 {
        return Err(Failure::new(
            Kind::Findings,
            format!("{unread} statements could not be read"),
            format!("{unread} énoncés n'ont pu être lus"),
        ));
    }
    Ok(())
}
