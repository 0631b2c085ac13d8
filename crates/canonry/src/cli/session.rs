//! Commands about whole sessions: replay, export, import, doctor, verify, fork, diff, erase.

use super::output::Output;
use super::settings::Settings;
use super::show::{each_record, reading};
use crate::export;
use crate::failure::{Failure, Kind};
use crate::inspect;
use crate::store::Store;
use engine::view::{plain, view};
use logic::value::Digest;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct ReplayArguments {
    #[command(flatten)]
    which: super::Which,
}

#[derive(clap::Args)]
pub struct ExportArguments {
    #[command(flatten)]
    which: super::Which,
    /// The file to write (default: standard output)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(clap::Args)]
pub struct ImportArguments {
    /// An exported session
    file: PathBuf,
    /// Only check that the export is whole
    #[arg(long)]
    check: bool,
}

#[derive(clap::Args)]
pub struct DoctorArguments {
    #[command(flatten)]
    which: super::Which,
}

#[derive(clap::Args)]
pub struct VerifyArguments {
    /// Only this session (default: every session of the store)
    #[arg(long, value_name = "NAME")]
    session: Option<String>,
    /// A head known from elsewhere, `SEQ` or `SEQ:CHAIN`, as `log --json` or an export shows it
    #[arg(long, value_name = "HEAD", requires = "session")]
    head: Option<String>,
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

pub async fn replay(
    arguments: &ReplayArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (host, session) = reading(settings, &arguments.which).await?;
    let replayed = inspect::replay(&host, &session).await?;
    if output.json {
        output.json(&serde_json::json!({
            "session": session, "entries": replayed.entries, "turns": replayed.turns, "requests": 0,
            "differences": replayed.differences.iter().map(|(seq, what)| serde_json::json!({ "seq": seq, "what": output.in_lang(what) })).collect::<Vec<_>>(),
        }));
    } else {
        for (seq, what) in &replayed.differences {
            output.line(&format!("{seq:>5}  {}", output.in_lang(what)));
        }
        output.phrase(
            format!(
                "{} turns in {} entries decided again, no model asked: {} differences",
                replayed.turns,
                replayed.entries,
                replayed.differences.len()
            ),
            format!(
                "{} tours en {} entrées décidés à nouveau, aucun modèle appelé : {} différences",
                replayed.turns,
                replayed.entries,
                replayed.differences.len()
            ),
        );
    }
    findings(replayed.differences.len())
}

fn findings(count: usize) -> Result<(), Failure> {
    match count {
        0 => Ok(()),
        count => Err(Failure::new(
            Kind::Findings,
            format!("{count} found"),
            format!("{count} trouvés"),
        )),
    }
}

pub async fn export(
    arguments: &ExportArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (host, session) = reading(settings, &arguments.which).await?;
    let lines = export::export(&host.store, &session).await?;
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let Some(path) = &arguments.out else {
        output.raw(&text);
        return Ok(());
    };
    let failed = |error: std::io::Error| {
        Failure::new(
            Kind::Store,
            format!("`{}` cannot be written: {error}", path.display()),
            format!("`{}` ne peut être écrit : {error}", path.display()),
        )
    };
    let mut file = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(failed)?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(failed)?;
    let head = host
        .store
        .head(&session)
        .await?
        .ok_or_else(|| Failure::no_session(&session))?;
    if output.json {
        output.json(&serde_json::json!({ "session": session, "file": path.display().to_string(), "entries": head.seq, "chain": head.chain.to_string() }));
    } else {
        output.phrase(
            format!(
                "{session}: {} entries in {}, head {}:{}",
                head.seq,
                path.display(),
                head.seq,
                head.chain
            ),
            format!(
                "{session} : {} entrées dans {}, tête {}:{}",
                head.seq,
                path.display(),
                head.seq,
                head.chain
            ),
        );
    }
    Ok(())
}

pub async fn import(
    arguments: &ImportArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let path = &arguments.file;
    let bytes = std::fs::read(path).map_err(|error| {
        Failure::new(
            Kind::NotFound,
            format!("`{}` cannot be read: {error}", path.display()),
            format!("`{}` est illisible : {error}", path.display()),
        )
    })?;
    let exported = export::read(&bytes)?;
    let (session, entries, chain) = (
        exported.session.clone(),
        exported.records.len(),
        exported.chain,
    );
    if !arguments.check {
        let host = settings.host().await?;
        export::import(&host.store, exported).await?;
        // What was imported must also fold.
        host.load(&session).await?;
    }
    if output.json {
        output.json(&serde_json::json!({ "session": session, "entries": entries, "chain": chain.to_string(), "imported": !arguments.check }));
    } else {
        output.phrase(
            format!("{session}: {entries} entries, whole"),
            format!("{session} : {entries} entrées, intactes"),
        );
    }
    Ok(())
}

pub async fn doctor(
    arguments: &DoctorArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (host, session) = reading(settings, &arguments.which).await?;
    let report = inspect::doctor(&host, &session).await?;
    if output.json {
        output.json(&serde_json::json!({
            "session": session, "entries": report.entries, "checks": report.checks,
            "findings": report.findings.iter().map(|finding| serde_json::json!({ "check": finding.check, "seq": finding.seq, "message": output.in_lang(&finding.message) })).collect::<Vec<_>>(),
        }));
    } else {
        for finding in &report.findings {
            output.line(&format!(
                "{} {:<10} {:>5}  {}",
                output.red("✗"),
                finding.check,
                finding.seq,
                output.in_lang(&finding.message)
            ));
        }
        output.phrase(
            format!(
                "{session}: {} entries, {} checks ({}), {} findings",
                report.entries,
                report.checks.len(),
                report.checks.join(", "),
                report.findings.len()
            ),
            format!(
                "{session} : {} entrées, {} contrôles ({}), {} constats",
                report.entries,
                report.checks.len(),
                report.checks.join(", "),
                report.findings.len()
            ),
        );
    }
    findings(report.findings.len())
}

pub async fn verify(
    arguments: &VerifyArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let host = settings.reading_host().await?;
    let expected = match &arguments.head {
        None => None,
        Some(text) => {
            let (seq, chain) = text
                .split_once(':')
                .map_or((text.as_str(), None), |(seq, chain)| (seq, Some(chain)));
            let bad = || {
                Failure::new(
                    Kind::Usage,
                    "a head is SEQ or SEQ:CHAIN",
                    "une tête s'écrit SEQ ou SEQ:CHAÎNE",
                )
            };
            let chain = chain
                .map(|chain| chain.parse::<Digest>().map_err(|_| bad()))
                .transpose()?;
            Some((seq.parse::<u64>().map_err(|_| bad())?, chain))
        }
    };
    let mut sessions = Vec::new();
    match &arguments.session {
        Some(session) => sessions.push(session.clone()),
        None => {
            let mut after: Option<String> = None;
            loop {
                let page = host.store.sessions(None, after.as_deref(), 256).await?;
                let Some(last) = page.last() else { break };
                after = Some(last.session.clone());
                sessions.extend(page.into_iter().map(|head| head.session));
            }
        }
    }
    if sessions.is_empty() {
        return Err(Failure::new(
            Kind::NotFound,
            "the store holds no session: nothing was verified",
            "le stockage ne contient aucune session : rien n'a été vérifié",
        ));
    }
    let (mut entries, mut problems) = (0, 0);
    for session in &sessions {
        let verified = inspect::verify(&host.store, session, expected).await?;
        entries += verified.entries;
        problems += verified.problems.len();
        if output.json {
            output.json(&serde_json::json!({
                "session": session, "entries": verified.entries, "chain": verified.chain.to_string(),
                "problems": verified.problems.iter().map(|(seq, problem)| serde_json::json!({ "seq": seq, "problem": output.in_lang(problem) })).collect::<Vec<_>>(),
            }));
        } else {
            for (seq, problem) in &verified.problems {
                output.line(&format!(
                    "{} {session}, {seq}: {}",
                    output.red("✗"),
                    output.in_lang(problem)
                ));
            }
        }
    }
    if !output.json {
        output.phrase(
            format!(
                "{} sessions, {entries} entries, {problems} problems",
                sessions.len()
            ),
            format!(
                "{} sessions, {entries} entrées, {problems} problèmes",
                sessions.len()
            ),
        );
    }
    if problems > 0 {
        return Err(Failure::new(
            Kind::Corrupt,
            format!("{problems} problems"),
            format!("{problems} problèmes"),
        ));
    }
    Ok(())
}

pub async fn fork(
    arguments: &ForkArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let (host, session) = reading(settings, &arguments.which).await?;
    engine::input::check_id(&arguments.into)?;
    let head = export::fork(
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
        output.phrase(
            format!(
                "{left} at {} and {right} at {}: {} differences",
                a.state.seq,
                b.state.seq,
                rows.len()
            ),
            format!(
                "{left} à {} et {right} à {} : {} différences",
                a.state.seq,
                b.state.seq,
                rows.len()
            ),
        );
    }
    Ok(())
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
        host.store
            .head(session)
            .await?
            .ok_or_else(|| Failure::no_session(session))?;
    }
    if !arguments.yes {
        return Err(Failure::new(
            Kind::Usage,
            format!(
                "this erases {} for ever: {}",
                sessions.len(),
                sessions.join(", ")
            ),
            format!(
                "ceci efface {} pour toujours : {}",
                sessions.len(),
                sessions.join(", ")
            ),
        )
        .hint("add --yes to do it", "ajoutez --yes pour le faire"));
    }
    for session in &sessions {
        // Erasing what is erased already changes nothing.
        if host
            .store
            .head(session)
            .await?
            .is_some_and(|head| head.erased)
        {
            if output.json {
                output
                    .json(&serde_json::json!({ "session": session, "entries": 0, "erased": true }));
            } else {
                output.phrase(
                    format!("{session} was erased before"),
                    format!("{session} a déjà été effacée"),
                );
            }
            continue;
        }
        let mut records = 0;
        each_record(&host.store, session, 0, |_| {
            records += 1;
            Ok(())
        })
        .await?;
        host.erase(session, &arguments.reason, records).await?;
        if output.json {
            output.json(
                &serde_json::json!({ "session": session, "entries": records, "erased": true }),
            );
        } else {
            output.phrase(
                format!("{session}: {records} entries erased; the chain still verifies"),
                format!("{session} : {records} entrées effacées ; la chaîne se vérifie toujours"),
            );
        }
    }
    Ok(())
}
