//! The command `logic batch`: cases as JSON lines in, one JSON line of answer each.
//!
//! A case is judged by its premises, its query, the model's declarations and, where allowed, the query's
//! sentence. Nothing else in a line may change an answer.

use super::output::Output;
use crate::failure::{Failure, Kind};
use logic::batch::{self, Case, Options};
use logic::reason::{Answer, Semantics};
use logic::repair::{Place, Repair};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::Instant;

#[derive(clap::Args)]
pub struct BatchArguments {
    /// A file of cases, one JSON object a line, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Also make repairs that are guesses
    #[arg(long)]
    guess: bool,
    /// Let the query's own sentence (`nl_query`) settle its sign
    #[arg(long)]
    query_sentence: bool,
    /// Refuse what would need a repair
    #[arg(long)]
    strict: bool,
    /// classical, forward, or auto: by the syntax of the case
    #[arg(long, value_name = "SEMANTICS", default_value = "auto")]
    semantics: String,
}

/// A line longer than this is no case.
const LINE_MAX: usize = 16 * 1024 * 1024;

pub fn semantics_named(name: &str) -> Result<Option<Semantics>, Failure> {
    match name {
        "auto" => Ok(None),
        "classical" => Ok(Some(Semantics::Classical)),
        "forward" => Ok(Some(Semantics::Forward)),
        _ => Err(Failure::new(
            Kind::Usage,
            format!("there is no semantics `{name}`: classical, forward, auto"),
            format!("il n'y a pas de sémantique `{name}` : classical, forward, auto"),
        )),
    }
}

pub fn answer_name(answer: Answer) -> &'static str {
    match answer {
        Answer::True => "True",
        Answer::False => "False",
        Answer::Unknown => "Unknown",
        Answer::Inconsistent => "Inconsistent",
    }
}

pub fn repair_json(repair: &Repair, output: &Output) -> serde_json::Value {
    serde_json::json!({
        "kind": repair.kind.name(),
        "place": match &repair.place {
            Place::Premise(at) => serde_json::json!(at),
            Place::Query => serde_json::json!("query"),
            Place::Statements(ids) => ids.iter().map(|id| id.0).collect(),
        },
        "before": repair.before,
        "after": repair.after,
        "reason": output.in_lang(&repair.reason),
        "confidence": repair.confidence,
        "guess": repair.guess,
    })
}

pub fn batch(arguments: &BatchArguments, output: &Output) -> Result<(), Failure> {
    let options = Options {
        guess: arguments.guess,
        query_sentence: arguments.query_sentence,
        strict: arguments.strict,
        semantics: semantics_named(&arguments.semantics)?,
        ..Options::default()
    };
    let failed = |error: std::io::Error| {
        Failure::new(
            Kind::NotFound,
            format!("`{}` cannot be read: {error}", arguments.file.display()),
            format!("`{}` est illisible : {error}", arguments.file.display()),
        )
    };
    let mut input: Box<dyn BufRead> = if arguments.file.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        let file = std::fs::File::open(&arguments.file).map_err(failed)?;
        Box::new(std::io::BufReader::new(file))
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let (mut number, mut bad) = (0_usize, 0_usize);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line).map_err(failed)?;
        if read == 0 {
            break;
        }
        number += 1;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let answered = match case(&line) {
            Ok(case) => answer(&case, number, &options, output),
            Err(error) => {
                bad += 1;
                serde_json::json!({ "id": null, "line": number, "error": error })
            }
        };
        // A reader that went away (`| head`) ends the program quietly.
        if writeln!(out, "{answered}").is_err() {
            std::process::exit(0);
        }
    }
    if out.flush().is_err() {
        std::process::exit(0);
    }
    if bad == 0 {
        return Ok(());
    }
    Err(Failure::new(
        Kind::Usage,
        format!("{bad} lines are no cases"),
        format!("{bad} lignes ne sont pas des cas"),
    ))
}

#[derive(serde::Deserialize)]
struct Written {
    #[serde(default)]
    id: Option<serde_json::Value>,
    premises: Vec<String>,
    query: String,
    #[serde(default)]
    declared: Vec<String>,
    #[serde(default)]
    nl_query: Option<String>,
}

fn case(line: &[u8]) -> Result<Written, String> {
    if line.len() > LINE_MAX {
        return Err(format!("longer than {LINE_MAX} bytes"));
    }
    serde_json::from_slice(line).map_err(|error| error.to_string())
}

fn answer(
    written: &Written,
    number: usize,
    options: &Options,
    output: &Output,
) -> serde_json::Value {
    let premises: Vec<&str> = written.premises.iter().map(String::as_str).collect();
    let declared: Vec<&str> = written.declared.iter().map(String::as_str).collect();
    let case = Case {
        premises: &premises,
        query: &written.query,
        declared: &declared,
        sentence: written
            .nl_query
            .as_deref()
            .filter(|_| options.query_sentence),
    };
    let started = Instant::now();
    let reading = batch::run(&case, options);
    let micros = started.elapsed().as_micros() as u64;
    let id = written
        .id
        .clone()
        .unwrap_or_else(|| serde_json::json!(number));
    let repairs: Vec<serde_json::Value> = reading
        .repairs
        .iter()
        .map(|repair| repair_json(repair, output))
        .collect();
    serde_json::json!({
        "id": id,
        "answer": answer_name(reading.answer),
        "executable": reading.executable,
        "repairs": repairs,
        "semantics": match reading.semantics {
            Semantics::Classical => "classical",
            Semantics::Forward => "forward",
        },
        "micros": micros,
    })
}
