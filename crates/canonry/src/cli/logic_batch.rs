//! The command `logic batch`: cases as JSON lines in, one JSON line of answer each.
//!
//! A case is judged by its premises, its query, the model's declarations and, where allowed, the query's
//! sentence. Nothing else in a line may change an answer.

use super::logic_file::Refuse;
use super::output::Output;
use crate::bounded;
use crate::failure::{Failure, Kind};
use engine::limits;
use logic::batch::{self, Case, Options};
use logic::reason::{Answer, Semantics};
use logic::repair::{Place, Repair, Why};
use logic::text::{Phrase, counted};
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
    #[command(flatten)]
    refuse: Refuse,
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
        "start": repair.span.start,
        "end": repair.span.end,
        "before": repair.before,
        "after": repair.after,
        "why": repair.why.map(Why::name),
        "reason": output.in_lang(&repair.reason),
        "confidence": repair.confidence,
        "guess": repair.guess,
    })
}

pub fn batch(arguments: &BatchArguments, output: &Output) -> Result<(), Failure> {
    if arguments.strict && arguments.guess {
        return Err(Failure::new(
            Kind::Usage,
            "--strict refuses every repair and --guess makes more of them: give one of the two",
            "--strict refuse toute réparation et --guess en fait davantage : donnez l'une des deux",
        ));
    }
    let options = Options {
        guess: arguments.guess,
        query_sentence: arguments.query_sentence,
        strict: arguments.strict,
        semantics: semantics_named(&arguments.semantics)?,
        without: arguments.refuse.kinds()?,
        ..Options::default()
    };
    let failed = |error: std::io::Error| Failure::unreadable(&arguments.file, &error);
    let mut input: Box<dyn BufRead> = if arguments.file.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        let file = std::fs::File::open(&arguments.file).map_err(failed)?;
        Box::new(std::io::BufReader::new(file))
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let (mut number, mut cases, mut bad) = (0_usize, 0_usize, 0_usize);
    let mut line = Vec::new();
    loop {
        if !bounded::line(&mut input, &mut line, limits::SCRIPT_BYTES).map_err(failed)? {
            break;
        }
        if line.len() == limits::SCRIPT_BYTES {
            return Err(bounded::too_long(&arguments.file, limits::SCRIPT_BYTES));
        }
        number += 1;
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        cases += 1;
        let answered = match case(&line, number) {
            Ok(case) => answer(&case, number, &options, output),
            Err(found) => {
                bad += 1;
                found.json(output)
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
    if cases == 0 {
        let file = arguments.file.display();
        let words = Phrase::new(
            format!("`{file}` holds no case"),
            format!("`{file}` ne contient aucun cas"),
        );
        output.aside(output.in_lang(&words));
    }
    if bad == 0 {
        return Ok(());
    }
    let Phrase { en, fr } = counted(
        bad,
        ["{} line is no case", "{} lines are no cases"],
        ["{} ligne n'est pas un cas", "{} lignes ne sont pas des cas"],
    );
    Err(Failure::new(Kind::Usage, en, fr))
}

/// A case as it is written.
struct Written {
    id: Option<serde_json::Value>,
    premises: Vec<String>,
    query: String,
    declared: Vec<String>,
    nl_query: Option<String>,
}

/// What is wrong with a line, and what should stand there.
pub struct Bad {
    line: usize,
    /// The case's own name, where it could be read.
    id: Option<serde_json::Value>,
    message: Phrase,
    hint: Phrase,
}

impl Bad {
    pub fn json(&self, output: &Output) -> serde_json::Value {
        serde_json::json!({
            "id": self.id, "line": self.line, "error": output.in_lang(&self.message),
            "hint": output.in_lang(&self.hint),
        })
    }
}

pub fn not_json(line: usize, error: &serde_json::Error) -> Bad {
    let column = error.column();
    Bad {
        line,
        id: None,
        message: Phrase::new(
            format!("line {line} is not JSON: it stops making sense at column {column}"),
            format!("la ligne {line} n'est pas du JSON : elle perd son sens à la colonne {column}"),
        ),
        hint: Phrase::new(
            "each line is one JSON object, on that line alone",
            "chaque ligne est un objet JSON, seul sur sa ligne",
        ),
    }
}

fn case(line: &[u8], number: usize) -> Result<Written, Box<Bad>> {
    let bad = |id: Option<&serde_json::Value>, message: Phrase| {
        Box::new(Bad {
            line: number,
            id: id.cloned(),
            message,
            hint: Phrase::new(
                "a case is {\"id\": \"1\", \"premises\": [\"P(a)\"], \"query\": \"P(a)\"}",
                "un cas est {\"id\": \"1\", \"premises\": [\"P(a)\"], \"query\": \"P(a)\"}",
            ),
        })
    };
    if line.len() > LINE_MAX {
        let message = Phrase::new(
            format!("line {number} is longer than {LINE_MAX} bytes"),
            format!("la ligne {number} dépasse {LINE_MAX} octets"),
        );
        return Err(bad(None, message));
    }
    let value: serde_json::Value =
        serde_json::from_slice(line).map_err(|error| Box::new(not_json(number, &error)))?;
    let id = value.get("id");
    let expected = |field: &str, en: &str, fr: &str| {
        let message = Phrase::new(
            format!("line {number}: `{field}` should be {en}"),
            format!("ligne {number} : `{field}` devrait être {fr}"),
        );
        bad(id, message)
    };
    let text = |field: &str| match value.get(field) {
        None | Some(serde_json::Value::Null) => Ok(None),
        Some(found) => match found.as_str() {
            Some(text) => Ok(Some(text.to_owned())),
            None => Err(expected(field, "a text", "un texte")),
        },
    };
    let texts = |field: &str| {
        let list = match value.get(field) {
            None | Some(serde_json::Value::Null) => return Ok(None),
            Some(found) => found.as_array(),
        };
        let texts = list.and_then(|list| {
            let texts = list.iter().map(|item| item.as_str().map(str::to_owned));
            texts.collect::<Option<Vec<String>>>()
        });
        match texts {
            Some(texts) => Ok(Some(texts)),
            None => Err(expected(field, "a list of texts", "une liste de textes")),
        }
    };
    if !value.is_object() {
        let message = Phrase::new(
            format!("line {number} is JSON, but no object"),
            format!("la ligne {number} est du JSON, mais pas un objet"),
        );
        return Err(bad(None, message));
    }
    let premises = texts("premises")?.ok_or_else(|| {
        expected(
            "premises",
            "there: a list of texts",
            "là : une liste de textes",
        )
    })?;
    let query =
        text("query")?.ok_or_else(|| expected("query", "there: a text", "là : un texte"))?;
    Ok(Written {
        id: id.cloned(),
        premises,
        query,
        declared: texts("declared")?.unwrap_or_default(),
        nl_query: text("nl_query")?,
    })
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
    let mut line = serde_json::json!({
        "id": id,
        "answer": answer_name(reading.answer),
        "executable": reading.executable,
        "repairs": repairs,
        "semantics": match reading.semantics {
            Semantics::Classical => "classical",
            Semantics::Forward => "forward",
        },
        "stopped": reading.stopped.as_ref().map(|stopped| logic::explain::tell_stopped(stopped).lines(&output.lang).join(" ")),
        "micros": micros,
    });
    // A program of rules answers what they reach, also where its set contradicts itself.
    if !reading.consistent {
        line["consistent"] = false.into();
    }
    line
}
