//! Commands that examine sessions and fail if they find something: replay, doctor, verify.

use super::output::Output;
use super::settings::Settings;
use super::show::reading;
use crate::failure::{Failure, Kind};
use crate::inspect::{self, Check};
use crate::noun;
use crate::store::Store;
use logic::value::Digest;

#[derive(clap::Args)]
pub struct ReplayArguments {
    #[command(flatten)]
    which: super::Which,
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
        let turns = noun::TURN.count(replayed.turns);
        let entries = noun::ENTRY.count(replayed.entries);
        let differences = noun::DIFFERENCE.count(replayed.differences.len());
        output.phrase(
            format!(
                "{} in {} decided again, no model asked: {}",
                turns.en, entries.en, differences.en
            ),
            format!(
                "nouvelle décision de {} en {}, sans appeler de modèle : {}",
                turns.fr, entries.fr, differences.fr
            ),
        );
    }
    Failure::findings(noun::DIFFERENCE, replayed.differences.len())
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
            "session": session, "entries": report.entries, "checks": Check::ALL.map(Check::code),
            "findings": report.findings.iter().map(|finding| serde_json::json!({ "check": finding.check.code(), "seq": finding.seq, "message": output.in_lang(&finding.message) })).collect::<Vec<_>>(),
        }));
    } else {
        for finding in &report.findings {
            output.line(&format!(
                "{} {:<10} {:>5}  {}",
                output.red("✗"),
                output.in_lang(&finding.check.name()),
                finding.seq,
                output.in_lang(&finding.message)
            ));
        }
        let names = Check::ALL.map(Check::name);
        let names = names.each_ref().map(|name| output.in_lang(name)).join(", ");
        let entries = noun::ENTRY.count(report.entries);
        let checks = noun::CHECK.count(Check::ALL.len());
        let findings = noun::FINDING.count(report.findings.len());
        output.phrase(
            format!(
                "{session}: {}, {} ({names}), {}",
                entries.en, checks.en, findings.en
            ),
            format!(
                "{session} : {}, {} ({names}), {}",
                entries.fr, checks.fr, findings.fr
            ),
        );
    }
    Failure::findings(noun::FINDING, report.findings.len())
}

pub async fn verify(
    arguments: &VerifyArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let host = settings.reading_host().await?;
    let expected = arguments.head.as_deref().map(known_head).transpose()?;
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
        let sessions = noun::SESSION.count(sessions.len());
        let entries = noun::ENTRY.count(entries);
        let problems = noun::PROBLEM.count(problems);
        output.phrase(
            format!("{}, {}, {}", sessions.en, entries.en, problems.en),
            format!("{}, {}, {}", sessions.fr, entries.fr, problems.fr),
        );
    }
    // What does not fit is damage, and not only a finding.
    Failure::findings(noun::PROBLEM, problems).map_err(|failure| Failure {
        kind: Kind::Corrupt,
        ..failure
    })
}

/// A head that was written down elsewhere: `SEQ` or `SEQ:CHAIN`.
fn known_head(text: &str) -> Result<(u64, Option<Digest>), Failure> {
    let bad = || {
        Failure::new(
            Kind::Usage,
            "a head is SEQ or SEQ:CHAIN",
            "une tête s'écrit SEQ ou SEQ:CHAÎNE",
        )
    };
    let (seq, chain) = match text.split_once(':') {
        Some((seq, chain)) => (seq, Some(chain.parse().map_err(|_| bad())?)),
        None => (text, None),
    };
    Ok((seq.parse().map_err(|_| bad())?, chain))
}
