//! A script: inputs as JSON lines, one line of reply for each.

use super::super::answered;
use super::super::output::Output;
use super::super::settings::CliHost;
use crate::failure::{Failure, Kind, said_by_system};
use crate::folder::without_mark;
use crate::host::{Piece, Preview};
use crate::noun;
use engine::input::Envelope;
use engine::limits;
use logic::text::Phrase;
use serde_json::json;
use std::future::Future;
use std::io::{BufRead, Read};
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::mpsc::UnboundedReceiver;

/// Whether a script can be read at all. A pipe is opened once, when it is read.
pub fn check(path: &Path) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| Failure::unreadable(path, &error);
    if path.as_os_str() == "-" {
        return Ok(());
    }
    let found = std::fs::metadata(path).map_err(unreadable)?;
    if found.is_dir() {
        return Err(unreadable(std::io::ErrorKind::IsADirectory.into()));
    }
    if found.is_file() {
        std::fs::File::open(path).map_err(unreadable)?;
    }
    Ok(())
}

/// One output line per input line. A line that is no input gets an error line and nothing is lost.
pub async fn script(
    path: &Path,
    host: &Arc<CliHost>,
    session: &str,
    mut previews: Option<UnboundedReceiver<Preview>>,
    output: &Output,
) -> Result<(), Failure> {
    let reader: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin())
    } else {
        let file = std::fs::File::open(path);
        Box::new(file.map_err(|error| Failure::unreadable(path, &error))?)
    };
    let mut reader = std::io::BufReader::new(reader);
    let mut number = 0;
    let mut failed: Vec<Kind> = Vec::new();
    loop {
        number += 1;
        let line = match read_line(&mut reader)? {
            Line::End => break,
            Line::Read(line) if number == 1 => without_mark(&line).to_owned(),
            Line::Read(line) => line,
            Line::Bad(bad) => {
                failed.push(bad.kind);
                report(output, number, None, &bad);
                continue;
            }
        };
        if line.trim().is_empty() {
            continue;
        }
        let outcome = match Envelope::parse(&line) {
            Ok(envelope) => {
                let id = envelope.id.clone();
                let turn = host.input(session, envelope);
                with_previews(turn, previews.as_mut(), output)
                    .await
                    .map_err(|failure| (Some(id), failure))
            }
            Err(bad) => Err((readable_id(&line), Failure::from(bad))),
        };
        match outcome {
            Ok(answered) => answered::show(&answered, output),
            Err((id, failure)) => {
                failed.push(failure.kind);
                report(output, number, id.as_deref(), &failure);
                // What a store cannot do now it cannot do for the next line either.
                if matches!(
                    failure.kind,
                    Kind::Store | Kind::Corrupt | Kind::Bug | Kind::Closing
                ) {
                    return Err(failure);
                }
            }
        }
    }
    let Some(first) = failed.first() else {
        return Ok(());
    };
    // Lines that all failed in one way end the program in that way: an erased session ends as erased.
    let kind = if failed.iter().all(|kind| kind == first) {
        *first
    } else {
        Kind::Usage
    };
    let lines = noun::LINE.count(failed.len());
    Err(Failure::new(
        kind,
        format!("not taken: {}", lines.en),
        format!("pas pris : {}", lines.fr),
    ))
}

/// Runs a turn and prints what is told of its texts meanwhile. All of it is there when the turn has ended.
async fn with_previews<T>(
    turn: impl Future<Output = T>,
    previews: Option<&mut UnboundedReceiver<Preview>>,
    output: &Output,
) -> T {
    let Some(previews) = previews else {
        return turn.await;
    };
    let mut turn = pin!(turn);
    let ended = loop {
        tokio::select! {
            biased;
            Some(preview) = previews.recv() => show_preview(&preview, output),
            ended = &mut turn => break ended,
        }
    };
    while let Ok(preview) = previews.try_recv() {
        show_preview(&preview, output);
    }
    ended
}

fn show_preview(preview: &Preview, output: &Output) {
    let (id, cell) = (&preview.input, preview.cell.to_string());
    if output.json {
        let mut told = json!({ "cell": cell });
        if let Some(part) = &preview.part {
            told["part"] = json!(part);
        }
        output.json(&match &preview.what {
            Piece::Text(text) => {
                told["text"] = json!(text);
                json!({ "id": id, "preview": told })
            }
            Piece::Reset => json!({ "id": id, "reset": told }),
        });
        return;
    }
    match &preview.what {
        Piece::Text(text) => output.text(&output.dim(&format!("… {}", text.trim()))),
        Piece::Reset => output.line(&output.dim(&format!(
            "… {}",
            output.in_lang(&Phrase::new("(not so)", "(non)"))
        ))),
    }
}

pub enum Line {
    Read(String),
    /// Passed over: too long, or no text.
    Bad(Failure),
    End,
}

/// The next line within the bound. A source that cannot be read is an error, never an endless row of bad lines.
pub fn read_line(reader: &mut impl BufRead) -> Result<Line, Failure> {
    let unreadable = |error: std::io::Error| {
        let cause = said_by_system(&error);
        Failure::new(
            Kind::NotFound,
            format!("the input cannot be read: {}", cause.en),
            format!("l'entrée est illisible : {}", cause.fr),
        )
    };
    let mut bytes = Vec::new();
    let limit = limits::INPUT_BYTES as u64 + 1;
    let read = reader
        .by_ref()
        .take(limit)
        .read_until(b'\n', &mut bytes)
        .map_err(unreadable)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == limit {
        let mut skipped = 0;
        loop {
            if skipped > limits::SKIPPED_BYTES {
                let most = limits::INPUT_BYTES + limits::SKIPPED_BYTES;
                return Err(Failure::new(
                    Kind::Usage,
                    format!("too-long: a line has no end within {most} bytes"),
                    format!("too-long : une ligne n'a pas de fin en {most} octets"),
                ));
            }
            let chunk = reader.fill_buf().map_err(unreadable)?;
            if chunk.is_empty() {
                break;
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(chunk.len(), |end| end + 1);
            reader.consume(used);
            skipped += used;
            if end.is_some() {
                break;
            }
        }
        let most = limits::INPUT_BYTES;
        return Ok(Line::Bad(Failure::new(
            Kind::Usage,
            format!("too-long: a line has at most {most} bytes"),
            format!("too-long : une ligne fait au plus {most} octets"),
        )));
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    }
    Ok(match String::from_utf8(bytes) {
        Ok(line) => Line::Read(line),
        Err(_) => Line::Bad(Failure::new(
            Kind::Usage,
            "not-utf8: the line is not UTF-8 text",
            "not-utf8 : la ligne n'est pas du texte UTF-8",
        )),
    })
}

fn report(output: &Output, line: usize, id: Option<&str>, failure: &Failure) {
    if output.json {
        output.json(&serde_json::json!({
            "id": id, "line": line,
            "error": { "kind": failure.kind.code(), "message": output.in_lang(&failure.message), "hint": failure.hint.as_ref().map(|hint| output.in_lang(hint)) },
        }));
    } else {
        output.line(&format!(
            "{} {line}: {}",
            output.red("✗"),
            output.in_lang(&failure.message)
        ));
        if let Some(hint) = &failure.hint {
            output.line(&output.hint(hint));
        }
    }
}

/// The id of a line that is no input, if one can be read, so that a script knows which line it was.
fn readable_id(line: &str) -> Option<String> {
    let json: serde_json::Value = serde_json::from_str(line).ok()?;
    json.get("id")?.as_str().map(str::to_owned)
}
