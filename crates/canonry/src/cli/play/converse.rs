//! A conversation in the terminal.

use super::super::output::Output;
use super::super::settings::CliHost;
use super::super::{answered, graph, show, world};
use super::script::{Line, read_line};
use super::{Playing, new_id};
use crate::failure::{Failure, Kind};
use crate::noun;
use engine::input::{Assertion, Envelope, Input, Raw};
use engine::project::Project;
use logic::value::{Cell, Name};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::Arc;

/// Lines from a person, until they leave.
pub async fn converse(
    host: &Arc<CliHost>,
    playing: Playing,
    output: &Output,
) -> Result<(), Failure> {
    let Playing {
        session,
        opening,
        folder,
    } = playing;
    let session = session.as_str();
    let loaded = host.load(session).await?;
    if loaded.state.erased {
        return Err(
            Failure::erased(session).hint("--new starts another", "--new en commence une autre")
        );
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
            "session": session, "project": project.name, "entities": project.entities.len(), "facts": facts, "open": open, "same_project": folder.is_some_and(|folder| folder.hash == project.hash),
        }));
    } else {
        greet(session, &project, (facts, open), output);
        if folder.is_some_and(|folder| folder.hash != project.hash) {
            output.phrase(
                "This session follows the project as it was when the session started; --migrate moves it, --new starts another.",
                "Cette session suit le projet tel qu'il était à son début ; --migrate la fait passer, --new en commence une autre.",
            );
        }
    }
    match opening {
        Some(answered) => answered::show(&answered, output),
        None => answered::open(
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
fn greet(session: &str, project: &Project, (facts, open): (usize, usize), output: &Output) {
    let name = output.bold(&project.name);
    let entities = noun::ENTITY.count(project.entities.len());
    let (facts, open) = (noun::FACT.count(facts), noun::DETAIL.count(open));
    output.phrase(
        format!(
            "{name}. {}, {}, {}. /help for help.",
            entities.en, facts.en, open.en
        ),
        format!(
            "{name}. {}, {}, {}. /aide pour l'aide.",
            entities.fr, facts.fr, open.fr
        ),
    );
    output.line(&output.dim(&format!("session {session}")));
}

async fn one_line(
    host: &Arc<CliHost>,
    session: &str,
    line: &str,
    output: &Output,
) -> Result<(), Failure> {
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
                output.text(if output.lang == "fr" {
                    HELP_FR
                } else {
                    HELP_EN
                });
            }
            return Ok(());
        }
        "/canon" => return world::canon_in(host, session, argument, output).await,
        "/graph" => return graph::graph_in(host, session, argument, output).await,
        "/scene" => return graph::scene_in(host, session, output).await,
        "/field" => return world::field_in(host, session, argument, output).await,
        "/why" if argument.is_empty() => {
            return Err(Failure::new(
                Kind::Usage,
                "/why needs a cell such as visitor.mood",
                "/why a besoin d'une cellule comme visitor.mood",
            ));
        }
        "/why" => return show::why_in(host, session, argument, output).await,
        "/view" => {
            let loaded = host.load(session).await?;
            answered::open(
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
            let name = format!("{session}-at-{seq}-{}", new_id());
            crate::fork::fork(&host.store, session, seq, &name, &host.clock).await?;
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
        "/event" if argument.is_empty() => {
            return Err(Failure::new(
                Kind::Usage,
                "/event needs the name of an event; /view tells which one is awaited",
                "/event a besoin du nom d'un événement ; /view dit lequel est attendu",
            ));
        }
        "/event" => Input::Event(Name::from(argument)),
        "/observe" => Input::Observe(argument.parse::<Cell>().map_err(|_| {
            Failure::new(
                Kind::Usage,
                "/observe needs a cell such as rosa.saying",
                "/observe a besoin d'une cellule comme rosa.saying",
            )
        })?),
        "/assert" => assertion(argument)?,
        // A message that begins as a command does.
        message if message.starts_with("//") => Input::Message(line.replacen("//", "/", 1)),
        unknown if unknown.starts_with('/') => {
            return Err(Failure::new(
                Kind::Usage,
                format!("`{unknown}` is not a command; /help lists them"),
                format!("`{unknown}` n'est pas une commande ; /aide les liste"),
            )
            .hint(
                format!("to say it, write it with two slashes: /{unknown}"),
                format!("pour le dire, écrivez-le avec deux barres : /{unknown}"),
            ));
        }
        _ => Input::Message(line.to_owned()),
    };
    let answered = host
        .input(
            session,
            Envelope {
                id: new_id(),
                input,
            },
        )
        .await?;
    answered::show(&answered, output);
    Ok(())
}

/// What `/assert` takes: `CELL=VALUE` as a person writes it, or the members of a JSON object. A value
/// that is JSON is that value, any other is a text.
fn assertion(argument: &str) -> Result<Input, Failure> {
    let usage = || {
        Failure::new(
            Kind::Usage,
            "/assert needs a cell and a value",
            "/assert a besoin d'une cellule et d'une valeur",
        )
        .hint(
            "such as /assert visitor.mood=tired, or /assert \"visitor.nights\": 3",
            "comme /assert visitor.mood=tired, ou /assert \"visitor.nights\": 3",
        )
    };
    if argument.starts_with('"') {
        let line = format!("{{\"id\":\"x\",\"assert\":{{{argument}}}}}");
        let hint = usage().hint;
        return match Envelope::parse(&line) {
            Ok(envelope) => Ok(envelope.input),
            Err(bad) => Err(Failure {
                hint,
                ..Failure::from(bad)
            }),
        };
    }
    let (cell, value) = argument.split_once('=').ok_or_else(usage)?;
    let cell: Cell = cell.trim().parse().map_err(|_| usage())?;
    let value = value.trim();
    if value.is_empty() {
        return Err(usage());
    }
    let raw = Raw::parse(value, 0).unwrap_or_else(|_| Raw::Text(value.to_owned()));
    Ok(Input::Assert(Assertion {
        source: None,
        values: BTreeMap::from([(cell.to_string(), raw)]),
        version: None,
    }))
}

const HELP_EN: &str = "Write what you want to say. Commands:
  /event NAME          press a button        /observe CELL     look at a cell
  /assert CELL=VALUE   assert a fact         /why CELL         why it is so
  /canon [TEXT]        what is fixed         /field [CELL]     what is still possible
  /graph [ENTITY]      who is related        /scene            where, when and with whom
  /view                what is awaited
  /undo-to ENTRY       go on from an earlier entry, in a fork
  //WORDS              say words that begin with a slash
  /quit                leave; the session stays";
const HELP_FR: &str = "Écrivez ce que vous voulez dire. Commandes :
  /event NOM           presser un bouton     /observe CELLULE  regarder une cellule
  /assert CELLULE=VALEUR  affirmer           /why CELLULE      pourquoi c'est ainsi
  /canon [TEXTE]       ce qui est fixé       /field [CELLULE]  ce qui est encore possible
  /graph [ENTITÉ]      qui est lié à qui     /scene            où, quand et avec qui
  /view                ce qui est attendu
  /undo-to ENTRÉE      repartir d'une entrée, dans une copie
  //MOTS               dire des mots qui commencent par une barre
  /quit                partir ; la session reste";
