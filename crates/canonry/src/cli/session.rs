//! Commands about whole sessions: export, import, fork, diff, erase.

use super::output::Output;
use super::settings::Settings;
use super::show::reading;
use crate::bounded;
use crate::export::{Forbidden, Salvaged};
use crate::failure::{Failure, Kind};
use crate::noun;
use crate::record::Damage;
use crate::store::Store;
use crate::{export, fork};
use engine::view::{plain, view};
use logic::text::Phrase;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct ExportArguments {
    #[command(flatten)]
    which: super::Which,
    /// The file to write (default, and `-`: standard output)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write what is whole before an entry that is damaged
    #[arg(long)]
    salvage: bool,
}

#[derive(clap::Args)]
pub struct ImportArguments {
    /// An exported session, or `-` for standard input
    file: PathBuf,
    /// Only check that the export is whole
    #[arg(long)]
    check: bool,
    /// Take it even with entries that no turn would have written; each is told
    #[arg(long)]
    allow_forbidden: bool,
}

#[derive(clap::Args)]
pub struct ForkArguments {
    #[command(flatten)]
    which: super::Which,
    /// The last entry to keep
    #[arg(long, value_name = "ENTRY")]
    at: u64,
    /// The new session's name
    #[arg(long, value_name = "NAME")]
    into: String,
}

#[derive(clap::Args)]
pub struct DiffArguments {
    #[command(flatten)]
    which: super::Which,
    /// Another project: which decisions change from DIR to it
    #[arg(value_name = "NEW", requires = "cases")]
    new: Option<std::path::PathBuf>,
    /// Recorded cases, one a line, for comparing two projects
    #[arg(long, value_name = "FILE", requires = "new", conflicts_with_all = ["with", "from", "to"])]
    cases: Option<std::path::PathBuf>,
    /// Compare with this session
    #[arg(long, value_name = "NAME")]
    with: Option<String>,
    /// The first point (default: the head)
    #[arg(long, value_name = "ENTRY")]
    from: Option<u64>,
    /// The second point (default: the head)
    #[arg(long, value_name = "ENTRY")]
    to: Option<u64>,
}

#[derive(clap::Args)]
pub struct EraseArguments {
    /// The session to erase
    #[arg(long, value_name = "NAME", required_unless_present = "subject")]
    session: Option<String>,
    /// Erase every session of this person
    #[arg(long, value_name = "ID", conflicts_with = "session")]
    subject: Option<String>,
    /// Why, for the journal
    #[arg(long, default_value = "on request")]
    reason: String,
    /// Really do it
    #[arg(long)]
    yes: bool,
}

pub async fn export(
    arguments: &ExportArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (host, session) = reading(settings, &arguments.which).await?;
    let salvaged = export::salvage(&host.store, &session).await?;
    if let Some(Damage { seq, reason }) = &salvaged.damage
        && !arguments.salvage
    {
        return Err(Failure::damaged(&session, *seq, reason));
    }
    let text: String = salvaged
        .lines
        .iter()
        .map(|line| format!("{line}\n"))
        .collect();
    let path = arguments.out.as_ref().filter(|path| !is_standard(path));
    match path {
        None => output.raw(&text),
        Some(path) => {
            std::fs::File::create_new(path)
                .and_then(|mut file| {
                    file.write_all(text.as_bytes())?;
                    file.sync_all()
                })
                .map_err(|error| Failure::unwritable(path, &error))?;
            show_exported(&session, path, &salvaged, output);
        }
    }
    // Never silently shorter.
    match salvaged.damage {
        None => Ok(()),
        Some(Damage { seq, reason }) => {
            let whole = noun::ENTRY.count(salvaged.entries);
            let damage = Failure::corrupt(&session, seq, &reason).message;
            Err(Failure::new(
                Kind::Findings,
                format!(
                    "{}; the whole turns before it are written: {}",
                    damage.en, whole.en
                ),
                format!(
                    "{} ; les tours intacts qui précèdent sont écrits : {}",
                    damage.fr, whole.fr
                ),
            ))
        }
    }
}

fn show_exported(session: &str, path: &Path, salvaged: &Salvaged, output: &Output) {
    let (entries, chain, file) = (salvaged.entries, salvaged.chain, path.display());
    if output.json {
        let damaged = salvaged.damage.as_ref().map(|damage| damage.seq);
        output.json(&serde_json::json!({ "session": session, "file": file.to_string(), "entries": entries, "chain": chain.to_string(), "damaged": damaged }));
        return;
    }
    let counted = noun::ENTRY.count(entries);
    output.phrase(
        format!(
            "{session}: {} in {file}, head {entries}:{chain}",
            counted.en
        ),
        format!(
            "{session} : {} dans {file}, tête {entries}:{chain}",
            counted.fr
        ),
    );
}

/// `-` stands for standard input, or standard output.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

pub async fn import(
    arguments: &ImportArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let path = &arguments.file;
    let mut reader = BufReader::new(bounded::opened(path)?);
    let exported = export::read_from(&mut reader, path)?;
    let (session, entries, chain) = (
        exported.session.clone(),
        exported.records.len(),
        exported.chain,
    );
    let forbidden = exported.forbidden.clone();
    if !arguments.allow_forbidden {
        export::check_forbidden(&exported)?;
    }
    if arguments.check {
        // It is whole, and yet an import would refuse it.
        if let Err(failure) = export::check_erased(&exported) {
            output.warning(&failure);
        }
    } else {
        let host = settings.host().await?;
        export::import(&host.store, exported, Forbidden::Taken).await?;
        // What was imported must also fold.
        host.load(&session).await?;
    }
    if output.json {
        let forbidden: Vec<_> = forbidden
            .iter()
            .map(|(seq, what)| serde_json::json!({ "seq": seq, "what": output.in_lang(what) }))
            .collect();
        output.json(&serde_json::json!({ "session": session, "entries": entries, "chain": chain.to_string(), "imported": !arguments.check, "forbidden": forbidden }));
    } else {
        for (seq, Phrase { en, fr }) in &forbidden {
            output.warning(&Failure::new(
                Kind::Findings,
                format!("entry {seq}: {en}"),
                format!("entrée {seq} : {fr}"),
            ));
        }
        let entries = noun::ENTRY.count(entries);
        output.phrase(
            format!("{session}: {}, whole", entries.en),
            format!("{session} : {}, rien ne manque", entries.fr),
        );
    }
    Ok(())
}

pub async fn fork(
    arguments: &ForkArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (host, session) = reading(settings, &arguments.which).await?;
    crate::host::check_name(&arguments.into)?;
    let head = fork::fork(
        &host.store,
        &session,
        arguments.at,
        &arguments.into,
        &host.clock,
    )
    .await?;
    if output.json {
        output.json(&serde_json::json!({ "session": head.session, "from": session, "at": arguments.at, "chain": head.chain.to_string() }));
    } else {
        output.phrase(
            format!(
                "{} holds {session} up to entry {}",
                head.session, arguments.at
            ),
            format!(
                "{} contient {session} jusqu'à l'entrée {}",
                head.session, arguments.at
            ),
        );
    }
    Ok(())
}

pub async fn diff(
    arguments: &DiffArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    if let (Some(new), Some(cases)) = (&arguments.new, &arguments.cases) {
        return super::matrix::compare(&arguments.which.dir, new, cases, output);
    }
    let (host, left) = reading(settings, &arguments.which).await?;
    let right = arguments.with.clone().unwrap_or_else(|| left.clone());
    let load = |session: String, at: Option<u64>| {
        let host = host.clone();
        async move {
            match at {
                Some(at) => host.load_at(&session, at).await,
                None => host.load(&session).await,
            }
        }
    };
    let (a, b) = (
        load(left.clone(), arguments.from).await?,
        load(right.clone(), arguments.to).await?,
    );
    let (facts_a, facts_b) = (a.state.settled_values(), b.state.settled_values());
    let cells: std::collections::BTreeSet<_> =
        facts_a.keys().chain(facts_b.keys()).cloned().collect();
    let mut rows = Vec::new();
    for cell in cells {
        let (x, y) = (facts_a.get(&cell), facts_b.get(&cell));
        if x != y {
            rows.push((
                cell.to_string(),
                x.map_or(serde_json::Value::Null, plain),
                y.map_or(serde_json::Value::Null, plain),
            ));
        }
    }
    let (view_a, view_b) = (
        view(&a.project, &a.state).json(a.state.decided),
        view(&b.project, &b.state).json(b.state.decided),
    );
    for key in ["position", "awaited", "finished"] {
        if view_a[key] != view_b[key] {
            rows.push((key.to_owned(), view_a[key].clone(), view_b[key].clone()));
        }
    }
    if output.json {
        output.json(&serde_json::json!({
            "left": { "session": left, "seq": a.state.seq }, "right": { "session": right, "seq": b.state.seq },
            "differences": rows.iter().map(|(what, x, y)| serde_json::json!({ "what": what, "left": x, "right": y })).collect::<Vec<_>>(),
        }));
    } else {
        for (what, x, y) in &rows {
            output.line(&format!("{what:<28} {x}  →  {y}"));
        }
        let (at_a, at_b) = (a.state.seq, b.state.seq);
        let differences = noun::DIFFERENCE.count(rows.len());
        output.phrase(
            format!("{left} at {at_a} and {right} at {at_b}: {}", differences.en),
            format!("{left} à {at_a} et {right} à {at_b} : {}", differences.fr),
        );
    }
    Failure::findings(noun::DIFFERENCE, rows.len())
}

pub async fn erase(
    arguments: &EraseArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let host = settings.reading_host().await?;
    let sessions = match (&arguments.session, &arguments.subject) {
        (Some(session), _) => vec![session.clone()],
        (None, Some(subject)) => {
            host.store
                .sessions_of_subject(&crate::host::subject_digest(subject))
                .await?
        }
        (None, None) => Vec::new(),
    };
    if sessions.is_empty() {
        return Err(Failure::new(
            Kind::NotFound,
            "there is nothing to erase",
            "il n'y a rien à effacer",
        ));
    }
    for session in &sessions {
        let head = host.store.head(session).await?;
        head.ok_or_else(|| Failure::no_session(session))?;
    }
    if !arguments.yes {
        let (count, names) = (noun::SESSION.count(sessions.len()), sessions.join(", "));
        return Err(Failure::new(
            Kind::Usage,
            format!("this erases {} for ever: {names}", count.en),
            format!("ceci efface {} pour toujours : {names}", count.fr),
        )
        .hint("add --yes to do it", "ajoutez --yes pour le faire"));
    }
    for session in &sessions {
        let erased = host.erase(session, &arguments.reason).await?;
        if output.json {
            output.json(
                &serde_json::json!({ "session": session, "entries": erased, "erased": true }),
            );
        } else if erased == 0 {
            output.phrase(
                format!("{session} was erased before"),
                format!("{session} a déjà été effacée"),
            );
        } else {
            let entries = noun::ENTRY.count(erased);
            output.phrase(
                format!("{session}: {} erased; the chain still verifies", entries.en),
                format!(
                    "{session} : effacement de {} ; la chaîne se vérifie toujours",
                    entries.fr
                ),
            );
        }
    }
    Ok(())
}
