//! The command line: one definition per command, raw arguments to checked ones, results to words.

mod answered;
mod answers;
mod check;
mod demo;
mod examine;
mod flow;
#[doc(hidden)]
pub mod french;
mod graph;
mod hooks;
mod hooks_file;
mod logic_ask;
mod logic_batch;
mod logic_command;
mod logic_file;
mod logic_show;
mod matrix;
mod output;
mod play;
mod possible;
mod provenance;
mod reply;
mod session;
mod settings;
mod show;
mod status;
mod sweep;
mod tests;
mod voice;
mod whose;
mod world;

use crate::failure::{Failure, Kind};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use logic::text::Phrase;
use output::Output;
use settings::Settings;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Parser)]
#[command(
    name = "canonry",
    version,
    about = "A truth engine for software in which a language model speaks: the model proposes, Canonry decides what is true.",
    after_help = "Exit codes: 0 done; 1 mistakes or findings; 2 usage; 3 not found; 4 store; 5 damaged data; 6 erased; 70 defect."
)]
#[doc(hidden)]
pub struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Args, Clone)]
pub struct Common {
    /// Print JSON instead of text
    #[arg(long, global = true)]
    json: bool,
    /// Language of messages: en or fr (default: the locale's)
    #[arg(long, global = true, value_name = "LANG")]
    lang: Option<String>,
    /// Where sessions are kept: sqlite:PATH, postgres://… or memory: (default: a file in your data folder)
    #[arg(long, global = true, value_name = "STORE")]
    store: Option<String>,
    /// A configuration file (default: config.yaml in your configuration folder)
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Which session a command is about.
#[derive(clap::Args, Clone, Default)]
pub struct Which {
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// The session's name (default: the project's last session in the store)
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    #[command(flatten)]
    whose: Whose,
}

impl Which {
    /// The named session, or the last one, of whomever.
    fn of(dir: &Path, session: Option<&str>) -> Which {
        Which {
            dir: dir.to_owned(),
            session: session.map(str::to_owned),
            whose: Whose::default(),
        }
    }
}

/// Whose sessions a command is about, and what they are about.
#[derive(clap::Args, Clone, Default)]
pub struct Whose {
    /// The tenant whose sessions are meant
    #[arg(long, value_name = "NAME")]
    tenant: Option<String>,
    /// The position, campaign or case that the sessions are for
    #[arg(long, value_name = "NAME")]
    position: Option<String>,
}

#[derive(Subcommand)]
enum Command {
    /// Make a project that already plays
    New(check::NewArguments),
    /// Report every mistake of a project at once
    Check(check::CheckArguments),
    /// Talk to a project in the terminal, or feed it a script
    Play(play::PlayArguments),
    /// Play the example project, scripted, with no network
    Demo,
    /// Run a project's stories, or record one
    Test(tests::TestArguments),
    /// Answer a case with approved text, and prove what was answered
    Reply(reply::ReplyArguments),
    /// Show which state and intention get which answer, and what can never be chosen
    Matrix(matrix::MatrixArguments),
    /// List states, intentions, templates, sections, facts, flags or commands
    List(matrix::ListArguments),
    /// Look whether something like this exists already
    Find(matrix::FindArguments),
    /// Show where a session stands and what it awaits
    Status(status::StatusArguments),
    /// List what was sent and said in a session, page by page
    Transcript(status::TranscriptArguments),
    /// List a session's journal, entry by entry
    Log(show::LogArguments),
    /// Say why a cell or a derived fact is what it is
    Why(show::WhyArguments),
    /// List what is fixed, with where it comes from
    Canon(world::CanonArguments),
    /// Show what is still possible, and why the rest is not
    Field(world::FieldArguments),
    /// Show what a model is told about the world around a cell
    Context(world::AskedArguments),
    /// Show the words that ask a model for a cell, or with which it speaks as somebody
    Prompt(world::PromptArguments),
    /// Look at one cell, which fixes it
    Observe(world::ObserveArguments),
    /// Show how entities are related: around one, between two, or drawn
    Graph(graph::GraphArguments),
    /// Show how a flow runs: its blocks, parts, guards and events, or drawn
    Flow(flow::FlowArguments),
    /// Decide a session again from its journal and compare every byte
    Replay(examine::ReplayArguments),
    /// Write a session as JSON lines with a hash chain
    Export(session::ExportArguments),
    /// Export answers and results of a project's sessions, as JSON lines or as a table
    Answers(answers::AnswersArguments),
    /// Read an exported session into the store
    Import(session::ImportArguments),
    /// Look for anything wrong in a session
    Doctor(examine::DoctorArguments),
    /// Compare heads, chains and entries of a store
    Verify(examine::VerifyArguments),
    /// Copy a session up to an entry into a new one
    Fork(session::ForkArguments),
    /// Compare two sessions, two points of one, or two projects on recorded cases
    Diff(session::DiffArguments),
    /// Erase what a session or a person's sessions hold
    Erase(session::EraseArguments),
    /// Show what waits for the hooks, and deliver it
    Hooks(hooks::HooksArguments),
    /// Show the configuration and where each value comes from, and the limits
    Config(settings::ConfigArguments),
    /// Check, repair, ask, show and convert belief sets
    Logic(logic_command::LogicArguments),
    /// Explain a diagnostic code
    Explain(check::ExplainArguments),
    /// Print shell completions
    Completions {
        /// bash, zsh, fish, elvish or powershell
        shell: clap_complete::Shell,
    },
}

/// Runs the program and gives its exit code.
pub fn run() -> ExitCode {
    let mut command = Arguments::command();
    let lang = settings::language_before_parsing();
    if lang == "fr" {
        command = french::translated(command);
    }
    let parsed = command
        .try_get_matches()
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error, &lang),
    };
    let mut output = Output::new(&arguments.common, lang);
    let outcome = settings::read(&arguments.common).and_then(|settings| {
        output.lang = settings.lang.value.clone();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| {
                let Phrase { en, fr } = Phrase::with_cause("no runtime", "pas d'exécuteur", error);
                Failure::new(Kind::Store, en, fr)
            })?;
        runtime.block_on(dispatch(arguments.command, &settings, &mut output))
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output.failure(&failure);
            ExitCode::from(failure.kind.exit_code())
        }
    }
}

const WHOLE: &str = "a whole number from 0 on is expected";

/// Help, the version, or what is wrong with the command line, in the form that was asked for.
fn usage(error: &clap::Error, lang: &str) -> ExitCode {
    if !error.use_stderr() {
        // Nothing can be done if even the help cannot be written.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    // Who says nothing is shown every command.
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    let (message, hint) = if lang == "fr" {
        french::usage(error)
    } else {
        // Rust's own words for what is no number help nobody.
        let text = error
            .to_string()
            .replace("invalid digit found in string", WHOLE)
            .replace("cannot parse integer from empty string", WHOLE)
            .replace("number too large to fit in target type", "it is too large");
        let text = text.trim().trim_start_matches("error: ");
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        match first.strip_suffix(':') {
            // What is listed below belongs to it.
            Some(_) if first != rest => {
                let (listed, rest) = rest.split_once("\n\n").unwrap_or((rest, ""));
                let listed: Vec<&str> = listed.split_whitespace().collect();
                (format!("{first} {}", listed.join(" ")), format!("\n{rest}"))
            }
            Some(_) | None => (first.to_owned(), rest.to_owned()),
        }
    };
    let json = std::env::args_os().any(|word| word == "--json");
    let line = if json {
        let error = serde_json::json!({ "kind": "usage", "message": message, "hint": hint.trim() });
        serde_json::json!({ "error": error }).to_string()
    } else if lang == "fr" {
        format!("erreur : {message}\n\n{hint}")
    } else {
        format!("error: {message}\n{hint}")
    };
    // What was typed is repeated there.
    let shown = output::harmless(&line, false, output::Lines::Own);
    let _ = writeln!(std::io::stderr(), "{shown}");
    ExitCode::from(2)
}

async fn dispatch(
    command: Command,
    settings: &Settings,
    output: &mut Output,
) -> Result<(), Failure> {
    match command {
        Command::New(arguments) => check::new(&arguments, output),
        Command::Check(arguments) => check::check(&arguments, output),
        Command::Play(arguments) => play::play(&arguments, settings, output).await,
        Command::Demo => demo::demo(output).await,
        Command::Test(arguments) => tests::test(&arguments, settings, output).await,
        Command::Reply(arguments) => reply::reply(&arguments, settings, output).await,
        Command::Matrix(arguments) => matrix::matrix(&arguments, output),
        Command::List(arguments) => matrix::list(&arguments, output),
        Command::Find(arguments) => matrix::find(&arguments, output),
        Command::Status(arguments) => status::status(&arguments, settings, output).await,
        Command::Transcript(arguments) => status::transcript(&arguments, settings, output).await,
        Command::Log(arguments) => show::log(&arguments, settings, output).await,
        Command::Why(arguments) => show::why(&arguments, settings, output).await,
        Command::Canon(arguments) => world::canon(&arguments, settings, output).await,
        Command::Field(arguments) => world::field(&arguments, settings, output).await,
        Command::Context(arguments) => world::context(&arguments, settings, output).await,
        Command::Prompt(arguments) => world::prompt(&arguments, settings, output).await,
        Command::Observe(arguments) => world::observe(&arguments, settings, output).await,
        Command::Graph(arguments) => graph::graph(&arguments, settings, output).await,
        Command::Flow(arguments) => flow::flow(&arguments, output),
        Command::Replay(arguments) => examine::replay(&arguments, settings, output).await,
        Command::Export(arguments) => session::export(&arguments, settings, output).await,
        Command::Answers(arguments) => answers::answers(&arguments, settings, output).await,
        Command::Import(arguments) => session::import(&arguments, settings, output).await,
        Command::Doctor(arguments) => examine::doctor(&arguments, settings, output).await,
        Command::Verify(arguments) => examine::verify(&arguments, settings, output).await,
        Command::Fork(arguments) => session::fork(&arguments, settings, output).await,
        Command::Diff(arguments) => session::diff(&arguments, settings, output).await,
        Command::Erase(arguments) => session::erase(&arguments, settings, output).await,
        Command::Hooks(arguments) => hooks::run(&arguments, settings, output).await,
        Command::Config(arguments) => {
            let project = arguments.dir.as_deref().map(check::compiled).transpose()?;
            settings.show(project.as_deref(), output);
            settings.check(output)
        }
        Command::Logic(arguments) => logic_command::run(&arguments, output),
        Command::Explain(arguments) => check::explain(&arguments, output),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "canonry", &mut script);
            let script = String::from_utf8_lossy(&script);
            if output.json {
                output.json(&serde_json::json!({ "shell": shell.to_string(), "script": script }));
            } else {
                output.raw(&script);
            }
            Ok(())
        }
    }
}
