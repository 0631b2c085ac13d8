//! `play`: talk to a project in the terminal, or feed it a script and read JSON lines.

use super::check::compiled;
use super::output::Output;
use super::settings::{CliHost, Settings};
use crate::clock::{Clock, SystemClock};
use crate::failure::{Failure, Kind};
use crate::host::{Answered, Open};
use crate::store::Store;
use engine::input::{AuthorCommand, Envelope, Input};
use engine::item::ItemKind;
use engine::limits;
use engine::project::Project;
use engine::view::{Awaited, View, plain};
use logic::value::{Cell, Name};
use std::io::{BufRead, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(clap::Args)]
pub struct PlayArguments {
    #[command(flatten)]
    which: super::Which,
    /// Always start a new session
    #[arg(long)]
    new: bool,
    /// Read inputs from a file of JSON lines, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// Language of a new session, among the project's
    #[arg(long, value_name = "LANG")]
    language: Option<String>,
    /// Seed of a new session: the same seed makes the same choices
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// The person whose data a new session holds, for `erase --subject`
    #[arg(long, value_name = "ID")]
    subject: Option<String>,
    /// Move the session to the project as it is in the folder now
    #[arg(long)]
    migrate: bool,
}

pub async fn play(
    arguments: &PlayArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let project = compiled(&arguments.which.dir)?;
    let host = settings.host().await?;
    let (session, opening) = resolve(arguments, settings, &host, &project).await?;
    if arguments.migrate {
        host.keep_project(&project).await?;
        let input = Input::Author(AuthorCommand::Migrate {
            project: project.hash,
        });
        let answered = host
            .input(
                &session,
                Envelope {
                    id: new_id(),
                    input,
                },
            )
            .await?;
        show(&answered, &project, output);
        if let Some(refused) = answered.changes.refused.first() {
            return Err(Failure::new(
                Kind::Findings,
                refused.reason.clone(),
                refused.reason.clone(),
            ));
        }
    }
    let outcome = match &arguments.script {
        Some(path) => script(path, &host, &session, output).await,
        None => converse(&host, &session, opening, &project, output).await,
    };
    host.shutdown().await;
    outcome
}

/// The session to play: the named one, the project's last, or a new one.
async fn resolve(
    arguments: &PlayArguments,
    settings: &Settings,
    host: &Arc<CliHost>,
    project: &Arc<Project>,
) -> Result<(String, Option<Answered>), Failure> {
    let existing = match (&arguments.which.session, arguments.new) {
        (Some(name), _) => host.store.head(name).await?,
        (None, true) => None,
        // An erased session can only be read: whoever names none starts another.
        (None, false) => match host.store.last_session(&project.name).await? {
            Some(last) => host.store.head(&last).await?.filter(|head| !head.erased),
            None => None,
        },
    };
    let existing = existing.map(|head| head.session);
    if let Some(session) = existing {
        if arguments.new {
            return Err(Failure::new(
                Kind::Usage,
                format!("there is already a session `{session}`"),
                format!("il y a déjà une session `{session}`"),
            ));
        }
        let only_new = [
            ("--seed", arguments.seed.is_some()),
            ("--language", arguments.language.is_some()),
            ("--subject", arguments.subject.is_some()),
        ];
        if let Some((flag, _)) = only_new.into_iter().find(|(_, given)| *given) {
            return Err(Failure::new(
                Kind::Usage,
                format!("{flag} is for a new session, and `{session}` exists"),
                format!("{flag} vaut pour une nouvelle session, et `{session}` existe"),
            )
            .hint("add --new, or leave it out", "ajoutez --new, ou retirez-le"));
        }
        return Ok((session, None));
    }
    let session = arguments
        .which
        .session
        .clone()
        .unwrap_or_else(|| new_name(&project.name));
    let language = match &arguments.language {
        Some(language) => Some(Name::from(language.as_str())),
        // A project that speaks the language of the terminal speaks it here.
        None => Some(Name::from(settings.lang.value.as_str()))
            .filter(|lang| arguments.script.is_none() && project.speaks(lang)),
    };
    let open = Open {
        id: "open".to_owned(),
        project: project.clone(),
        language,
        seed: arguments.seed,
        subject: arguments.subject.clone(),
    };
    let answered = host.open(&session, open).await?;
    Ok((session, Some(answered)))
}

/// The id of a line that is no input, if one can be read, so that a script knows which line it was.
fn readable_id(line: &str) -> Option<String> {
    let json: serde_json::Value = serde_json::from_str(line).ok()?;
    json.get("id")?.as_str().map(str::to_owned)
}

/// An id for an input that nobody will send again.
fn new_id() -> String {
    let mut bytes = [0; 8];
    SystemClock.fill(&mut bytes);
    format!("{:016x}", u64::from_be_bytes(bytes))
}

/// A name that sorts by time and does not collide.
fn new_name(project: &str) -> String {
    let mut bytes = [0; 4];
    SystemClock.fill(&mut bytes);
    let word: String = logic::text::words(project)
        .join("-")
        .chars()
        .take(40)
        .collect();
    format!(
        "{word}-{}-{:08x}",
        SystemClock.now().as_millis(),
        u32::from_be_bytes(bytes)
    )
}

/// One output line per input line. A line that is no input gets an error line and nothing is lost.
async fn script(
    path: &PathBuf,
    host: &Arc<CliHost>,
    session: &str,
    output: &Output,
) -> Result<(), Failure> {
    let reader: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin())
    } else {
        let file = std::fs::File::open(path).map_err(|error| {
            Failure::new(
                Kind::NotFound,
                format!("`{}` cannot be read: {error}", path.display()),
                format!("`{}` est illisible : {error}", path.display()),
            )
        })?;
        Box::new(file)
    };
    let project = host.project_of(session).await?;
    let mut reader = std::io::BufReader::new(reader);
    let mut number = 0;
    let mut failed: Vec<Kind> = Vec::new();
    loop {
        number += 1;
        let line = match read_line(&mut reader)? {
            Line::End => break,
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
                host.input(session, envelope)
                    .await
                    .map_err(|failure| (Some(id), failure))
            }
            Err(bad) => Err((readable_id(&line), Failure::from(bad))),
        };
        match outcome {
            Ok(answered) => show(&answered, &project, output),
            Err((id, failure)) => {
                failed.push(failure.kind);
                report(output, number, id.as_deref(), &failure);
                // What a store cannot do now it cannot do for the next line either.
                if matches!(failure.kind, Kind::Store | Kind::Corrupt | Kind::Bug) {
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
    Err(Failure::new(
        kind,
        format!("{} of the lines were not taken", failed.len()),
        format!("{} des lignes n'ont pas été prises", failed.len()),
    ))
}

enum Line {
    Read(String),
    /// Passed over: too long, or no text.
    Bad(Failure),
    End,
}

/// The next line within the bound. A source that cannot be read is an error, never an endless row of bad lines.
fn read_line(reader: &mut impl BufRead) -> Result<Line, Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::new(
            Kind::NotFound,
            format!("the input cannot be read: {error}"),
            format!("l'entrée est illisible : {error}"),
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
        loop {
            let chunk = reader.fill_buf().map_err(unreadable)?;
            if chunk.is_empty() {
                break;
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(chunk.len(), |end| end + 1);
            reader.consume(used);
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
    }
}

// A conversation.

async fn converse(
    host: &Arc<CliHost>,
    session: &str,
    opening: Option<Answered>,
    folder: &Arc<Project>,
    output: &Output,
) -> Result<(), Failure> {
    let loaded = host.load(session).await?;
    if loaded.state.erased {
        return Err(Failure::new(
            Kind::Erased,
            format!("session `{session}` was erased"),
            format!("la session `{session}` a été effacée"),
        )
        .hint("--new starts another", "--new en commence une autre"));
    }
    let project = loaded.project.clone();
    let open = project
        .cells()
        .filter(|cell| {
            !loaded.state.facts.iter().any(|(known, _)| known == cell)
                && !project.facts.contains_key(cell)
        })
        .count();
    let facts = project.facts.len() + loaded.state.facts.len();
    if output.json {
        output.json(&serde_json::json!({
            "session": session, "project": project.name, "entities": project.entities.len(), "facts": facts, "open": open, "same_project": folder.hash == project.hash,
        }));
    } else {
        greet(session, &project, folder, (facts, open), output);
    }
    match opening {
        Some(answered) => show(&answered, &project, output),
        None => show_open(
            &engine::view::view(&project, &loaded.state),
            loaded.state.decided,
            output,
        ),
    }
    let terminal = std::io::stdin().is_terminal();
    let mut editor = if terminal {
        rustyline::DefaultEditor::new().ok()
    } else {
        None
    };
    loop {
        let line = match &mut editor {
            Some(editor) => match editor.readline("> ") {
                Ok(line) => {
                    let _ = editor.add_history_entry(&line);
                    line
                }
                Err(_) => break,
            },
            None => match read_line(&mut std::io::stdin().lock())? {
                Line::Read(line) => line,
                Line::End => break,
                Line::Bad(bad) => {
                    output.failure(&bad);
                    continue;
                }
            },
        };
        if matches!(line.trim(), "/quit" | "/q" | "/exit") {
            break;
        }
        if let Err(failure) = one_line(host, session, &line, output).await {
            if matches!(failure.kind, Kind::Store | Kind::Corrupt) {
                return Err(failure);
            }
            output.failure(&failure);
        }
    }
    Ok(())
}

/// The first lines of a conversation: what is played, and where.
fn greet(
    session: &str,
    project: &Project,
    folder: &Project,
    (facts, open): (usize, usize),
    output: &Output,
) {
    output.phrase(
        format!(
            "{}. {} entities, {facts} facts, {open} details still open. /help for help.",
            output.bold(&project.name),
            project.entities.len()
        ),
        format!(
            "{}. {} entités, {facts} faits, {open} détails encore ouverts. /aide pour l'aide.",
            output.bold(&project.name),
            project.entities.len()
        ),
    );
    output.line(&output.dim(&format!("session {session}")));
    if folder.hash != project.hash {
        output.phrase(
            "This session follows the project as it was when the session started; --migrate moves it, --new starts another.",
            "Cette session suit le projet tel qu'il était à son début ; --migrate la fait passer, --new en commence une autre.",
        );
    }
}

async fn one_line(
    host: &Arc<CliHost>,
    session: &str,
    line: &str,
    output: &Output,
) -> Result<(), Failure> {
    let project = host.project_of(session).await?;
    let id = new_id;
    let (command, argument) = line
        .trim()
        .split_once(' ')
        .map_or((line.trim(), ""), |(command, argument)| {
            (command, argument.trim())
        });
    let input = match command {
        "/help" | "/aide" | "?" => {
            if output.json {
                output.json(&serde_json::json!({ "help": if output.lang == "fr" { HELP_FR } else { HELP_EN } }));
            } else {
                output.phrase(HELP_EN, HELP_FR);
            }
            return Ok(());
        }
        "/canon" => return super::show::canon(host, session, output).await,
        "/why" => return super::show::why_in(host, session, argument, output).await,
        "/view" => {
            let loaded = host.load(session).await?;
            show_open(
                &engine::view::view(&loaded.project, &loaded.state),
                loaded.state.decided,
                output,
            );
            return Ok(());
        }
        "/undo-to" => {
            let seq: u64 = argument.parse().map_err(|_| {
                Failure::new(
                    Kind::Usage,
                    "/undo-to needs an entry number",
                    "/undo-to a besoin d'un numéro d'entrée",
                )
            })?;
            let name = format!("{session}-at-{seq}-{}", id());
            crate::export::fork(&host.store, session, seq, &name, &host.clock).await?;
            if output.json {
                output.json(&serde_json::json!({ "session": name, "from": session, "at": seq }));
                return Ok(());
            }
            output.phrase(
                format!("forked as {name}; play it with --session {name}"),
                format!("copie créée : {name} ; jouez-la avec --session {name}"),
            );
            return Ok(());
        }
        "/event" => Input::Event(Name::from(argument)),
        "/observe" => Input::Observe(argument.parse::<Cell>().map_err(|_| {
            Failure::new(
                Kind::Usage,
                "/observe needs a cell such as rosa.saying",
                "/observe a besoin d'une cellule comme rosa.saying",
            )
        })?),
        "/assert" => Envelope::parse(&format!("{{\"id\":\"x\",\"assert\":{{{argument}}}}}"))?.input,
        unknown if unknown.starts_with('/') => {
            return Err(Failure::new(
                Kind::Usage,
                format!("`{unknown}` is not a command; /help lists them"),
                format!("`{unknown}` n'est pas une commande ; /aide les liste"),
            ));
        }
        _ => Input::Message(line.to_owned()),
    };
    let answered = host.input(session, Envelope { id: id(), input }).await?;
    show(&answered, &project, output);
    Ok(())
}

const HELP_EN: &str = "Write what you want to say. Commands:
  /event NAME          press a button        /observe CELL     look at a cell
  /assert \"CELL\": VALUE  assert a fact       /why CELL         why it is so
  /canon               what is fixed         /view             what is awaited
  /undo-to ENTRY       go on from an earlier entry, in a fork
  /quit                leave; the session stays";
const HELP_FR: &str = "Écrivez ce que vous voulez dire. Commandes :
  /event NOM           presser un bouton     /observe CELLULE  regarder une cellule
  /assert \"CELLULE\": VALEUR  affirmer       /why CELLULE      pourquoi c'est ainsi
  /canon               ce qui est fixé       /view             ce qui est attendu
  /undo-to ENTRÉE      repartir d'une entrée, dans une copie
  /quit                partir ; la session reste";

/// What was said, then what became true, then what is awaited.
pub fn show(answered: &Answered, _project: &Project, output: &Output) {
    if output.json {
        return output.json(&answered.json());
    }
    for item in &answered.items {
        match item.kind {
            ItemKind::Refusal => output.line(&output.dim(&item.text)),
            ItemKind::Statement | ItemKind::Question | ItemKind::Gate | ItemKind::Telling => {
                output.line(&item.text)
            }
        }
        for (index, choice) in item.choices.iter().enumerate() {
            let letter = u8::try_from(index)
                .ok()
                .filter(|index| *index < 26)
                .map_or(' ', |index| char::from(b'A' + index));
            output.line(&format!("   {letter}) {}", choice.label));
        }
    }
    let fixed = if output.lang == "fr" {
        "figé"
    } else {
        "fixed"
    };
    for settled in &answered.changes.fixed {
        let value = plain(&settled.value);
        let shown = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        output.line(&output.dim(&format!(
            "  {fixed:<9} {:<24} {shown}",
            settled.cell.to_string()
        )));
    }
    match &answered.view.awaited {
        Awaited::Event(name) => {
            let (en, fr) = (
                format!("  awaited   /event {name}"),
                format!("  attendu   /event {name}"),
            );
            output.line(&output.dim(if output.lang == "fr" { &fr } else { &en }));
        }
        Awaited::Nothing if answered.view.finished => {
            output.line(&output.dim(if output.lang == "fr" {
                "  terminé"
            } else {
                "  finished"
            }));
        }
        Awaited::Answer | Awaited::Nothing => {}
    }
}

fn show_open(view: &View, seq: u64, output: &Output) {
    if output.json {
        return output.json(&view.json(seq));
    }
    match &view.open {
        Some(item) => {
            output.line(&item.text);
            for (index, choice) in item.choices.iter().enumerate() {
                let letter = u8::try_from(index)
                    .ok()
                    .filter(|index| *index < 26)
                    .map_or(' ', |index| char::from(b'A' + index));
                output.line(&format!("   {letter}) {}", choice.label));
            }
            if let Awaited::Event(name) = &view.awaited {
                output.line(&output.dim(&format!("  /event {name}")));
            }
        }
        None if view.finished => output.phrase("The flow is finished.", "Le parcours est terminé."),
        None => output.phrase("Nothing is awaited.", "Rien n'est attendu."),
    }
}
