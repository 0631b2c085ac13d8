//! `hooks`: what waits for the hooks, and delivering it.

use super::output::Output;
use super::settings::{CliHost, Settings};
use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::hooks::deliver::{Delivery, Outcome, due};
use crate::hooks::{hook_of, is_given_up};
use crate::noun;
use crate::store::{Store, Waiting};
use engine::limits;
use logic::text::Phrase;
use logic::value::Instant;
use std::sync::Arc;

#[derive(clap::Args)]
pub struct HooksArguments {
    #[command(subcommand)]
    command: HooksCommand,
}

#[derive(clap::Subcommand)]
enum HooksCommand {
    /// List what was not delivered yet, and what was given up
    List,
    /// Deliver what is due
    Run(RunArguments),
}

#[derive(clap::Args)]
struct RunArguments {
    /// Also try again what was given up
    #[arg(long)]
    failed: bool,
}

pub async fn run(
    arguments: &HooksArguments,
    settings: &Settings,
    output: &Output,
) -> Result<(), Failure> {
    let host = settings.reading_host().await?;
    match &arguments.command {
        HooksCommand::List => list(&host, output).await,
        HooksCommand::Run(arguments) => deliver(&host, arguments.failed, output).await,
    }
}

/// Work in the outbox that is a hook's, page by page.
async fn each_waiting(
    host: &Arc<CliHost>,
    mut take: impl AsyncFnMut(Waiting) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut after = None::<String>;
    loop {
        let page = host
            .store
            .waiting_work(after.as_deref(), limits::READ_RECORDS)
            .await?;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = Some(last.id.clone());
        for waiting in page {
            if hook_of(&waiting.kind).is_some() {
                take(waiting).await?;
            }
        }
    }
}

async fn list(host: &Arc<CliHost>, output: &Output) -> Result<(), Failure> {
    let (mut all, mut given_up) = (0_usize, 0_usize);
    let now = host.clock.now();
    each_waiting(host, async |waiting| {
        all += 1;
        given_up += usize::from(is_given_up(&waiting));
        show_waiting(host, &waiting, now, output);
        Ok(())
    })
    .await?;
    if output.json {
        output.json(&serde_json::json!({ "waiting": all - given_up, "failed": given_up }));
        return Ok(());
    }
    output.phrase(
        format!("{} waiting, {given_up} failed", all - given_up),
        format!("en attente : {}, en échec : {given_up}", all - given_up),
    );
    Ok(())
}

fn show_waiting(host: &Arc<CliHost>, waiting: &Waiting, now: Instant, output: &Output) {
    let Waiting {
        id,
        session,
        attempt,
        until,
        ..
    } = waiting;
    let hook = hook_of(&waiting.kind).unwrap_or_default();
    let configured = host.options.hooks.iter().any(|known| known.name == hook);
    let later = until.filter(|until| *until > now && !is_given_up(waiting));
    if output.json {
        output.json(&serde_json::json!({
            "id": id, "hook": hook, "session": session, "attempts": attempt, "configured": configured,
            "failed": is_given_up(waiting), "until": later.map(|until| until.to_string()),
        }));
        return;
    }
    let state = if is_given_up(waiting) {
        Phrase::new("failed", "en échec")
    } else if !configured {
        Phrase::new("not configured here", "pas configuré ici")
    } else if let Some(until) = later {
        Phrase::new(format!("not before {until}"), format!("pas avant {until}"))
    } else {
        Phrase::new("due", "à remettre")
    };
    let attempts = noun::ATTEMPT.count(*attempt);
    let (attempts, state) = (output.in_lang(&attempts), output.in_lang(&state));
    output.line(&format!("{id}  {hook}  {session}  {attempts}  {state}"));
}

async fn deliver(host: &Arc<CliHost>, failed: bool, output: &Output) -> Result<(), Failure> {
    if host.options.hooks.is_empty() {
        return Err(Failure::new(
            Kind::Usage,
            "no hooks are configured",
            "aucun hook n'est configuré",
        )
        .hint(
            "they stand under `hooks` in the configuration file: canonry config shows which",
            "ils sont sous `hooks` dans le fichier de configuration : canonry config dit lequel",
        ));
    }
    if failed {
        let now = host.clock.now();
        each_waiting(host, async |waiting| {
            if is_given_up(&waiting) {
                host.store.put_work_back(&waiting.id, now).await?;
            }
            Ok(())
        })
        .await?;
    }
    let told = due(host, true).await?;
    told.iter().for_each(|delivery| show(delivery, output));
    let in_vain = |delivery: &&Delivery| matches!(delivery.outcome, Outcome::Failed { .. });
    let in_vain = told.iter().filter(in_vain).count();
    let delivered = told.len() - in_vain;
    if output.json {
        output.json(&serde_json::json!({ "delivered": delivered, "failed": in_vain }));
    } else {
        output.phrase(
            format!("{delivered} delivered, {in_vain} failed"),
            format!("remis : {delivered}, en échec : {in_vain}"),
        );
    }
    Failure::findings(noun::FINDING, in_vain)
}

fn show(delivery: &Delivery, output: &Output) {
    let Delivery {
        id,
        hook,
        session,
        attempt,
        outcome,
    } = delivery;
    let (reason, again) = match outcome {
        Outcome::Delivered => (None, None),
        Outcome::Failed { reason, again } => (Some(reason), *again),
    };
    if output.json {
        output.json(&serde_json::json!({
            "id": id, "hook": hook, "session": session, "attempt": attempt, "delivered": reason.is_none(),
            "reason": reason.map(|reason| output.in_lang(reason)), "again": again.map(|again| again.to_string()),
        }));
        return;
    }
    let Some(reason) = reason else {
        output.line(&format!("✓ {id}  {hook}  {session}"));
        return;
    };
    let then = match again {
        Some(again) => Phrase::new(format!("again at {again}"), format!("de nouveau à {again}")),
        None => Phrase::new("given up", "abandonné"),
    };
    let (mark, reason) = (output.red("✗"), output.in_lang(reason));
    let then = output.in_lang(&then);
    output.line(&format!("{mark} {id}  {hook}  {session}  {reason}; {then}"));
}
