//! Carrying out what stands in the outbox: one work at a time, under a lease, off the threads that run turns.
//! What fails is tried again later, each time after twice as long, and given up at a bound.

use super::{Hook, To, never};
use crate::clock::Clock;
use crate::failure::Failure;
use crate::host::Host;
use crate::model::Model;
use crate::store::{Known, Store, Work};
use engine::limits;
use logic::text::Phrase;
use logic::value::Instant;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long one delivery may take.
const LIMIT: Duration = Duration::from_millis(limits::HOOK_TIMEOUT_MS);

/// What became of one work.
#[derive(Debug)]
pub struct Delivery {
    pub id: String,
    pub hook: String,
    pub session: String,
    pub attempt: u32,
    pub outcome: Outcome,
}

#[derive(Debug)]
pub enum Outcome {
    Delivered,
    /// Why it was not taken, and when it is tried again: never, where it was given up.
    Failed {
        reason: Phrase,
        again: Option<Instant>,
    },
}

/// Delivers what is due. With `each`, a hook that fails is still told the rest; without it the rest is left
/// for the next time, so that a hook that does not answer costs one wait and not many.
pub async fn due<S: Store, M: Model, C: Clock>(
    host: &Arc<Host<S, M, C>>,
    each: bool,
) -> Result<Vec<Delivery>, Failure> {
    let mut all = Vec::new();
    for hook in &host.options.hooks {
        loop {
            let now = host.clock.now();
            // Twice the time it may take: the lease must not lapse while it is being delivered.
            let until = later(now, 2 * limits::HOOK_TIMEOUT_MS);
            let taken = host
                .store
                .take_work(Some(&hook.kind()), &host.options.node, now, until, 1)
                .await?;
            let Some(work) = taken.into_iter().next() else {
                break;
            };
            let delivery = one(host, hook, work).await?;
            let failed = matches!(delivery.outcome, Outcome::Failed { .. });
            all.push(delivery);
            if failed && !each {
                break;
            }
        }
    }
    Ok(all)
}

async fn one<S: Store, M: Model, C: Clock>(
    host: &Arc<Host<S, M, C>>,
    hook: &Hook,
    work: Work,
) -> Result<Delivery, Failure> {
    let outcome = match payload(host, &work).await? {
        Some(payload) => {
            let (to, id) = (hook.to.clone(), work.id.clone());
            let told = tokio::task::spawn_blocking(move || tell(&to, &id, payload)).await;
            told.unwrap_or_else(|_| {
                Err(Phrase::new("it fell over", "la remise est tombée en panne"))
            })
        }
        // Its session was erased meanwhile: nothing is left to tell.
        None => Ok(()),
    };
    let outcome = match outcome {
        Ok(()) => {
            host.store.finish_work(&work.id).await?;
            Outcome::Delivered
        }
        Err(reason) => {
            let again = again(host.clock.now(), work.attempt);
            let until = again.unwrap_or_else(never);
            host.store.put_work_back(&work.id, until).await?;
            Outcome::Failed { reason, again }
        }
    };
    Ok(Delivery {
        id: work.id,
        hook: hook.name.clone(),
        session: work.session,
        attempt: work.attempt,
        outcome,
    })
}

/// When work that failed is tried again; nothing after the last attempt.
#[doc(hidden)]
pub fn again(now: Instant, attempt: u32) -> Option<Instant> {
    (attempt < limits::HOOK_ATTEMPTS).then(|| {
        let wait = limits::HOOK_BACKOFF_MS << attempt.saturating_sub(1).min(20);
        later(now, wait)
    })
}

fn later(now: Instant, millis: u64) -> Instant {
    now.add_millis(i64::try_from(millis).unwrap_or(i64::MAX))
        .unwrap_or_else(never)
}

/// What is told, with the entry that ended the turn: only the store knows it, once it is written.
async fn payload<S: Store, M: Model, C: Clock>(
    host: &Arc<Host<S, M, C>>,
    work: &Work,
) -> Result<Option<Vec<u8>>, Failure> {
    let Ok(mut json) = serde_json::from_slice::<serde_json::Value>(&work.payload) else {
        return Ok(Some(work.payload.clone()));
    };
    let input = json["input"].as_str().unwrap_or_default().to_owned();
    match host.store.known(&work.session, &input, None).await? {
        Some(Known::Ended { last, .. }) => {
            json["seq"] = last.into();
            json["view"]["head"] = last.into();
            Ok(Some(json.to_string().into_bytes()))
        }
        Some(Known::Erased) => Ok(None),
        Some(Known::Pending { .. } | Known::OtherContent { .. }) | None => {
            Ok(Some(work.payload.clone()))
        }
    }
}

fn tell(to: &To, id: &str, payload: Vec<u8>) -> Result<(), Phrase> {
    match to {
        To::Command(words) => run(words, payload),
        To::Url { url, ca_file } => post(url, ca_file.as_deref(), id, &payload),
    }
}

/// Runs a program with the payload on its standard input, as one line. What it prints is not shown.
fn run(words: &[String], mut payload: Vec<u8>) -> Result<(), Phrase> {
    let (program, arguments) = words.split_first().ok_or_else(|| {
        Phrase::new(
            "there is no program to run",
            "il n'y a pas de programme à lancer",
        )
    })?;
    payload.push(b'\n');
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| {
            let said = crate::failure::said_by_system(&error);
            Phrase::new(
                format!("`{program}` cannot be run: {}", said.en),
                format!("`{program}` ne peut pas être lancé : {}", said.fr),
            )
        })?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program need not read what it is told; by itself this ends with the program.
        std::thread::spawn(move || stdin.write_all(&payload));
    }
    let started = std::time::Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => {
                return Err(match status.code() {
                    Some(code) => Phrase::new(
                        format!("it ended with exit code {code}"),
                        format!("il s'est terminé par le code {code}"),
                    ),
                    None => Phrase::new("a signal ended it", "un signal l'a terminé"),
                });
            }
            Ok(None) if started.elapsed() < LIMIT => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(50));
            }
            Ok(None) => {
                // One that is gone by now needs no end, and none that stays can be helped.
                let _ = child.kill();
                let _ = child.wait();
                return Err(too_long());
            }
            Err(error) => {
                let said = crate::failure::said_by_system(&error);
                return Err(Phrase::new(
                    format!("how it ended cannot be told: {}", said.en),
                    format!("sa fin est inconnue : {}", said.fr),
                ));
            }
        }
    }
}

/// Posts the payload. Any status of 200 and some means that it was taken; redirections are not followed.
/// Over https the certificate is verified.
fn post(url: &str, ca_file: Option<&Path>, id: &str, payload: &[u8]) -> Result<(), Phrase> {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(LIMIT))
        .max_redirects(0)
        .http_status_as_error(false)
        .proxy(None);
    #[cfg(feature = "https")]
    let config = match url.starts_with("https://") {
        true => config.tls_config(super::trust::config(ca_file)?),
        false => config,
    };
    #[cfg(not(feature = "https"))]
    let _ = ca_file;
    let agent: ureq::Agent = config.build().into();
    let sent = agent
        .post(url)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", id)
        .send(payload);
    match sent {
        Ok(response) if response.status().is_success() => Ok(()),
        Ok(response) => {
            let status = response.status().as_u16();
            Err(Phrase::new(
                format!("it answered {status}"),
                format!("la réponse est {status}"),
            ))
        }
        Err(ureq::Error::Timeout(_)) => Err(too_long()),
        #[cfg(feature = "https")]
        Err(error) if super::trust::is_refused(&error) => Err(Phrase::with_cause(
            "its certificate or its encryption is not accepted",
            "son certificat ou son chiffrement n'est pas accepté",
            error,
        )),
        Err(error) => Err(Phrase::with_cause(
            "it cannot be reached",
            "elle est injoignable",
            error,
        )),
    }
}

fn too_long() -> Phrase {
    let limit = limits::HOOK_TIMEOUT_MS;
    Phrase::new(
        format!("it took longer than {limit} ms"),
        format!("plus de {limit} ms sont passées"),
    )
}

/// Delivers beside the turns, from their commits on, until it is stopped.
pub struct Deliverer<S, M, C> {
    host: Arc<Host<S, M, C>>,
    stopping: Arc<AtomicBool>,
    task: Option<tokio::task::JoinHandle<()>>,
}

impl<S: Store, M: Model, C: Clock> Deliverer<S, M, C> {
    /// Begins with what was left from before. Without hooks it does nothing at all.
    pub fn start(host: &Arc<Host<S, M, C>>) -> Deliverer<S, M, C> {
        let stopping = Arc::new(AtomicBool::new(false));
        let task = (!host.options.hooks.is_empty()).then(|| {
            let (host, stopping) = (host.clone(), stopping.clone());
            tokio::spawn(async move {
                while !stopping.load(Ordering::SeqCst) {
                    // What the store cannot give now it gives later; the work is not lost.
                    let told = due(&host, false).await.unwrap_or_default();
                    let failed = told
                        .iter()
                        .any(|told| matches!(told.outcome, Outcome::Failed { .. }));
                    let committed = host.outbox.notified();
                    if failed {
                        let pause = Duration::from_millis(limits::HOOK_BACKOFF_MS);
                        let _ = tokio::time::timeout(pause, committed).await;
                    } else {
                        committed.await;
                    }
                }
            })
        });
        Deliverer {
            host: host.clone(),
            stopping,
            task,
        }
    }

    /// Delivers what is still due, and stops.
    pub async fn finish(self) {
        let Some(task) = self.task else { return };
        self.stopping.store(true, Ordering::SeqCst);
        self.host.outbox.notify_one();
        let _ = task.await;
        let _ = due(&self.host, false).await;
    }
}
