//! Commands that examine sessions and fail if they find something: replay, doctor, verify.

use super::output::Output;
use super::settings::Settings;
use super::show::reading;
use crate::damage;
use crate::failure::{Failure, Kind};
use crate::inspect::{self, Check, Verified};
use crate::noun;
use crate::store::{Store, Survey};
use logic::text::Phrase;
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
            "findings": report.findings.iter().map(|finding| serde_json::json!({ "check": finding.check.code(), "seq": finding.seq, "message": output.in_lang(&finding.message), "fixes": finding.fixes })).collect::<Vec<_>>(),
            "coherence": report.coherence,
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
            for fix in &finding.fixes {
                output.line(&output.dim(&format!("    {fix}")));
            }
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
    let Survey {
        sessions,
        problems: found,
    } = match &arguments.session {
        Some(session) => Survey {
            sessions: vec![session.clone()],
            problems: Vec::new(),
        },
        None => host.store.survey().await?,
    };
    if sessions.is_empty() && found.is_empty() {
        return Err(Failure::new(
            Kind::NotFound,
            "the store holds no session: nothing was verified",
            "le stockage ne contient aucune session : rien n'a été vérifié",
        ));
    }
    let (mut entries, mut of, mut problems) = (0, 0, found.len());
    for problem in &found {
        show_problem(&damage::phrase(problem), output);
    }
    for session in &sessions {
        match inspect::verify(&host.store, session, expected).await {
            Ok(verified) => {
                entries += verified.entries;
                of += verified.head.max(verified.entries);
                problems += verified.problems.len();
                show_verified(session, &verified, output);
            }
            // Damage in the head of one session is no reason to leave the others unread.
            Err(failure) if is_damage(&failure, arguments) => {
                problems += 1;
                if output.json {
                    let problem = output.in_lang(&failure.message);
                    output.json(&serde_json::json!({ "session": session, "entries": 0, "problems": [{ "seq": 0, "problem": problem }] }));
                } else {
                    let mark = output.red("✗");
                    output.line(&format!("{mark} {}", output.in_lang(&failure.message)));
                }
            }
            Err(failure) => return Err(failure),
        }
    }
    if !output.json {
        let sessions = noun::SESSION.count(sessions.len());
        let whole = noun::ENTRY.count(entries);
        let problems = noun::PROBLEM.count(problems);
        let whole = if entries < of {
            Phrase::new(
                format!("{entries} of {of} entries whole"),
                format!("{entries} sur {of} entrées intactes"),
            )
        } else {
            whole
        };
        output.phrase(
            format!("{}, {}, {}", sessions.en, whole.en, problems.en),
            format!("{}, {}, {}", sessions.fr, whole.fr, problems.fr),
        );
    }
    // What does not fit is damage, and not only a finding.
    Failure::findings(noun::PROBLEM, problems).map_err(|failure| Failure {
        kind: Kind::Corrupt,
        ..failure
    })
}

/// What is wrong with the store and with none of its sessions alone.
fn show_problem(problem: &Phrase, output: &Output) {
    let problem = output.in_lang(problem);
    if output.json {
        let problem = serde_json::json!({ "seq": 0, "problem": problem });
        output.json(&serde_json::json!({ "session": null, "entries": 0, "problems": [problem] }));
    } else {
        output.line(&format!("{} {problem}", output.red("✗")));
    }
}

/// A session that the store names and does not find is damage too.
fn is_damage(failure: &Failure, arguments: &VerifyArguments) -> bool {
    match failure.kind {
        Kind::Corrupt => true,
        Kind::NotFound => arguments.session.is_none(),
        _ => false,
    }
}

fn show_verified(session: &str, verified: &Verified, output: &Output) {
    let Verified {
        entries,
        head,
        chain,
        problems,
        snapshot,
    } = verified;
    if output.json {
        output.json(&serde_json::json!({
            "session": session, "entries": entries, "head": head, "chain": chain.to_string(),
            "problems": problems.iter().map(|(seq, problem)| serde_json::json!({ "seq": seq, "problem": output.in_lang(problem) })).collect::<Vec<_>>(),
            "snapshot": snapshot.as_ref().map(|(seq, problem)| serde_json::json!({ "seq": seq, "problem": output.in_lang(problem) })),
        }));
        return;
    }
    for (seq, problem) in problems {
        let (mark, problem) = (output.red("✗"), output.in_lang(problem));
        output.line(&format!("{mark} {session}, {seq}: {problem}"));
    }
    if entries < head {
        let hint = Phrase::new(
            format!(
                "entries 1 to {entries} are whole: canonry export --session {session} --salvage writes their turns"
            ),
            format!(
                "les entrées 1 à {entries} sont intactes : canonry export --session {session} --salvage écrit leurs tours"
            ),
        );
        let none = Phrase::new("no entry is whole", "aucune entrée n'est intacte");
        output.line(&output.hint(if *entries == 0 { &none } else { &hint }));
    }
    if let Some((seq, problem)) = snapshot {
        output.line(&format!("! {session}, {seq}: {}", output.in_lang(problem)));
    }
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
