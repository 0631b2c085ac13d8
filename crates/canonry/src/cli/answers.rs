//! `answers`: what the sessions of a project brought, one line for each. Page by page, so that a large
//! store needs no more memory than a small one.

use super::Whose;
use super::check::project_name;
use super::output::Output;
use super::settings::{CliHost, Settings};
use super::whose::{check_whose, started};
use crate::answers::{Columns, Row};
use crate::failure::{Failure, Kind};
use crate::host::Loaded;
use crate::noun;
use crate::store::{Listed, Store};
use engine::limits;
use logic::value::Instant;
use std::collections::{BTreeSet, VecDeque};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Args)]
pub struct AnswersArguments {
    /// The project's folder
    #[arg(value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// Only this session (default: every session of the project)
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    #[command(flatten)]
    whose: Whose,
    /// Write a table (CSV) instead of JSON lines
    #[arg(long)]
    csv: bool,
    /// The file to write (default, and `-`: standard output)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub async fn answers(
    arguments: &AnswersArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let path = arguments.out.as_deref();
    let mut target = Target {
        path: path.filter(|path| path.as_os_str() != "-"),
        file: None,
        output,
    };
    if arguments.csv && output.json && target.path.is_none() {
        return Err(Failure::new(
            Kind::Usage,
            "a table is no JSON",
            "un tableau n'est pas du JSON",
        )
        .hint(
            "leave --csv or --json out, or write the table to a file with --out",
            "retirez --csv ou --json, ou écrivez le tableau dans un fichier avec --out",
        ));
    }
    let host = settings.reading_host().await?;
    let columns = if arguments.csv {
        let columns = all_columns(&host, arguments).await?;
        target.write(&line(&columns.header())?)?;
        Some(columns)
    } else {
        None
    };
    let (mut written, mut damaged) = (0, 0);
    let mut sessions = Sessions::of(&host, arguments).await?;
    while let Some(session) = sessions.next(&host).await? {
        let row = match read(&host, &session, &arguments.whose).await {
            Ok(Some((loaded, created))) => {
                let own = Columns::of(&loaded.project);
                match &columns {
                    Some(columns) if !columns.hold(&own) => Err(changed_meanwhile(&session)),
                    Some(_) | None => Ok(Row::of(&loaded, created)),
                }
            }
            Ok(None) => continue,
            Err(failure) => Err(failure),
        };
        match row {
            Ok(row) => {
                written += 1;
                match &columns {
                    Some(columns) => target.write(&line(&row.cells(columns))?)?,
                    None => target.write(&json_line(&row)?)?,
                }
            }
            // One that cannot be read is no reason to leave the others out.
            Err(failure) if matches!(failure.kind, Kind::Corrupt | Kind::NotFound) => {
                damaged += 1;
                output.failure(&failure);
            }
            Err(failure) => return Err(failure),
        }
    }
    if written + damaged == 0 {
        return Err(nothing(arguments)?);
    }
    target.finish(written, damaged)?;
    if damaged == 0 {
        return Ok(());
    }
    let count = noun::SESSION.count(damaged);
    Err(Failure::new(
        Kind::Findings,
        format!("left out, because it cannot be read: {}", count.en),
        format!("laissé de côté, car illisible : {}", count.fr),
    )
    .hint(
        "canonry verify tells what is damaged",
        "canonry verify dit ce qui est endommagé",
    ))
}

/// The columns of every project that the sessions have, in the order in which they are met.
async fn all_columns(
    host: &Arc<CliHost>,
    arguments: &AnswersArguments,
) -> Result<Columns, Failure> {
    let (mut columns, mut known, mut found) = (Columns::default(), BTreeSet::new(), false);
    let mut sessions = Sessions::of(host, arguments).await?;
    while let Some(session) = sessions.next(host).await? {
        match read(host, &session, &arguments.whose).await {
            Ok(Some((loaded, _))) => {
                found = true;
                if known.insert(loaded.project.hash) {
                    columns.add(&Columns::of(&loaded.project));
                }
            }
            Ok(None) => {}
            // It is told when its line would be written.
            Err(failure) if matches!(failure.kind, Kind::Corrupt | Kind::NotFound) => found = true,
            Err(failure) => return Err(failure),
        }
    }
    if found {
        Ok(columns)
    } else {
        Err(nothing(arguments)?)
    }
}

/// A session with when it was started; nothing if it is somebody else's.
async fn read(
    host: &Arc<CliHost>,
    session: &str,
    whose: &Whose,
) -> Result<Option<(Loaded, Instant)>, Failure> {
    if !whose.is_any() && !whose.is_of(&started(&host.store, session).await?) {
        return Ok(None);
    }
    let head = host.store.head(session).await?;
    let created = head.ok_or_else(|| Failure::no_session(session))?.created;
    Ok(Some((host.load(session).await?, created)))
}

/// The sessions that are exported, in order of their beginnings.
struct Sessions {
    /// Nothing where one session was named.
    project: Option<String>,
    after: Option<Listed>,
    page: VecDeque<String>,
}

impl Sessions {
    async fn of(host: &Arc<CliHost>, arguments: &AnswersArguments) -> Result<Sessions, Failure> {
        let Some(session) = &arguments.session else {
            return Ok(Sessions {
                project: Some(project_name(&arguments.dir)?),
                after: None,
                page: VecDeque::new(),
            });
        };
        if host.store.head(session).await?.is_none() {
            return Err(Failure::no_session(session));
        }
        check_whose(&host.store, session, &arguments.whose).await?;
        Ok(Sessions {
            project: None,
            after: None,
            page: VecDeque::from([session.clone()]),
        })
    }

    async fn next(&mut self, host: &Arc<CliHost>) -> Result<Option<String>, Failure> {
        if self.page.is_empty()
            && let Some(project) = &self.project
        {
            let page = host
                .store
                .sessions_of_project(project, self.after.as_ref(), limits::READ_RECORDS)
                .await?;
            self.after = page.last().cloned();
            if self.after.is_none() {
                self.project = None;
            }
            self.page = page.into_iter().map(|listed| listed.session).collect();
        }
        Ok(self.page.pop_front())
    }
}

fn nothing(arguments: &AnswersArguments) -> Result<Failure, Failure> {
    let (name, of) = (project_name(&arguments.dir)?, arguments.whose.of());
    Ok(Failure::new(
        Kind::NotFound,
        format!("`{name}` has no session{} in this store", of.en),
        format!("`{name}` n'a pas de session{} dans ce stockage", of.fr),
    ))
}

fn changed_meanwhile(session: &str) -> Failure {
    Failure::new(
        Kind::NotFound,
        format!("session {session} moved to another project meanwhile: export again"),
        format!("la session {session} a changé de projet entre-temps : exportez de nouveau"),
    )
}

/// One line of a table, as RFC 4180 has it.
fn line(cells: &[String]) -> Result<Vec<u8>, Failure> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    let written = writer.write_record(cells).map_err(|error| bug(&error));
    written.and_then(|()| writer.into_inner().map_err(|error| bug(&error)))
}

fn json_line(row: &Row) -> Result<Vec<u8>, Failure> {
    let mut line = serde_json::to_vec(row).map_err(|error| bug(&error))?;
    line.push(b'\n');
    Ok(line)
}

fn bug(error: &dyn std::fmt::Display) -> Failure {
    Failure::new(
        Kind::Bug,
        format!("a line cannot be written: {error}"),
        format!("une ligne ne peut pas être écrite : {error}"),
    )
}

/// Where the lines go. A file is made with its first line, and never overwritten.
struct Target<'a> {
    path: Option<&'a Path>,
    file: Option<BufWriter<File>>,
    output: &'a Output,
}

impl Target<'_> {
    fn write(&mut self, line: &[u8]) -> Result<(), Failure> {
        let Some(path) = self.path else {
            self.output.raw(&String::from_utf8_lossy(line));
            return Ok(());
        };
        let cannot = |error: std::io::Error| Failure::unwritable(path, &error);
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(BufWriter::new(File::create_new(path).map_err(cannot)?)),
        };
        file.write_all(line).map_err(cannot)
    }

    fn finish(self, written: usize, damaged: usize) -> Result<(), Failure> {
        let (Some(path), Some(mut file)) = (self.path, self.file) else {
            return Ok(());
        };
        file.flush()
            .and_then(|()| file.get_ref().sync_all())
            .map_err(|error| Failure::unwritable(path, &error))?;
        let name = path.display();
        if self.output.json {
            self.output.json(&serde_json::json!({
                "file": name.to_string(), "sessions": written, "damaged": damaged,
            }));
            return Ok(());
        }
        let sessions = noun::SESSION.count(written);
        self.output.phrase(
            format!("{} in {name}", sessions.en),
            format!("{} dans {name}", sessions.fr),
        );
        Ok(())
    }
}
