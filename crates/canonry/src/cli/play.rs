//! `play`: talk to a project in the terminal, or feed it a script and read JSON lines.

mod converse;
mod script;

use super::Whose;
use super::answered;
use super::check::compiled;
use super::output::Output;
use super::settings::{CliHost, Settings};
use super::whose::{check_whose, last_session, started};
use crate::clock::{Clock, SystemClock};
use crate::failure::{Failure, Kind};
use crate::folder;
use crate::hooks::deliver::Deliverer;
use crate::host::{Answered, Open, subject_digest};
use crate::store::{Head, Store};
use converse::converse;
use engine::input::{AuthorCommand, Envelope, Input};
use engine::project::Project;
use logic::text::Phrase;
use logic::value::Name;
use script::script;
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
    /// Also print the words of a model as they come, before the line of their turn
    #[arg(long, requires = "script")]
    previews: bool,
    /// Language of a new session, among the project's (default: that of the messages, or its first)
    #[arg(long, value_name = "LANG")]
    language: Option<String>,
    /// Seed of a new session: the same seed makes the same choices
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
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
    // What was typed wrong is told before what is wrong elsewhere, and before a session is started.
    if let Some(path) = &arguments.script {
        script::check(path)?;
    }
    let (host, playing) = match compiled(&arguments.which.dir) {
        Ok(project) => {
            let host = settings.host().await?;
            let playing = resolve(arguments, settings, &host, project).await?;
            (host, playing)
        }
        Err(mistakes) if mistakes.kind == Kind::Project => {
            pinned(arguments, settings, mistakes, output).await?
        }
        Err(failure) => return Err(failure),
    };
    let deliverer = Deliverer::start(&host);
    let mut signals = end_on_signal(&host);
    let outcome = play_in(arguments, &host, playing, output).await;
    if matches!(&outcome, Err(failure) if failure.kind == Kind::Closing) {
        // Only a signal closes the host while it plays, and it is the signal that says how the program ends.
        let _ended = (&mut signals.0).await;
    }
    host.shutdown().await;
    deliverer.finish().await;
    outcome
}

/// Somebody who waits for a signal as long as the session is played.
struct Signals(tokio::task::JoinHandle<()>);

impl Drop for Signals {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// How long the line that is being written may take once the program was told to end.
const LAST_LINE: std::time::Duration = std::time::Duration::from_secs(2);

/// A program that is told to end takes no new input, finishes the turn that runs and prints whole lines.
/// Reading standard input cannot be interrupted, so the program ends here.
fn end_on_signal(host: &Arc<CliHost>) -> Signals {
    let host = host.clone();
    Signals(tokio::spawn(async move {
        let Some(number) = signalled().await else {
            return;
        };
        host.shutdown().await;
        // The reply of that turn is printed by whoever sent its input.
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        let (whole, lines) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let _whole_lines = std::io::stdout().lock();
            let _waits = whole.send(());
            loop {
                std::thread::park();
            }
        });
        // A reader that does not read keeps the line that is being written, and the program, for ever.
        let _in_time = lines.recv_timeout(LAST_LINE);
        std::process::exit(128 + number);
    }))
}

/// Waits until the program is told to end, and says by which signal.
#[cfg(unix)]
async fn signalled() -> Option<i32> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).ok()?;
    let mut interrupt = signal(SignalKind::interrupt()).ok()?;
    tokio::select! {
        told = terminate.recv() => told.map(|()| SignalKind::terminate().as_raw_value()),
        told = interrupt.recv() => told.map(|()| SignalKind::interrupt().as_raw_value()),
    }
}

/// Waits until the program is told to end.
#[cfg(not(unix))]
async fn signalled() -> Option<i32> {
    tokio::signal::ctrl_c().await.ok().map(|()| 2)
}

async fn play_in(
    arguments: &PlayArguments,
    host: &Arc<CliHost>,
    playing: Playing,
    output: &Output,
) -> Result<(), Failure> {
    if arguments.migrate
        && let Some(project) = &playing.folder
    {
        migrate(host, &playing.session, project, output).await?;
    }
    let left = match &playing.opening {
        Some(_) => Vec::new(),
        None => resumed(host, &playing.session).await?,
    };
    match &arguments.script {
        Some(path) => {
            let previews = arguments.previews.then(|| host.previews(&playing.session));
            script(path, host, &playing.session, previews, output).await
        }
        None => {
            for answered in &left {
                answered::show(answered, output);
            }
            converse(host, playing, output).await
        }
    }
}

/// What was left undecided when a process ended, answered now. Where another one is at it, it is left to that.
async fn resumed(host: &Arc<CliHost>, session: &str) -> Result<Vec<Answered>, Failure> {
    match host.resume(session).await {
        Err(failure) if failure.kind == Kind::Pending => Ok(Vec::new()),
        other => other,
    }
}

/// The session that is played.
pub struct Playing {
    session: String,
    /// What its opening said, if it was opened now.
    opening: Option<Answered>,
    /// The project of the folder; none where that has mistakes.
    folder: Option<Arc<Project>>,
}

/// A session whose folder has mistakes now: its own project is in the store, so it goes on.
async fn pinned(
    arguments: &PlayArguments,
    settings: &Settings,
    mistakes: Failure,
    output: &Output,
) -> Result<(Arc<CliHost>, Playing), Failure> {
    let host = match settings.reading_host().await {
        Ok(host) => host,
        Err(failure) if failure.kind == Kind::NotFound => return Err(mistakes),
        Err(failure) => return Err(failure),
    };
    let name = folder::read(&arguments.which.dir)?.name();
    let head = match (&arguments.which.session, &name) {
        (Some(session), _) => host.store.head(session).await?,
        (None, Some(name)) => last_session(&host.store, name, &arguments.which.whose)
            .await?
            .filter(|head| !head.erased),
        (None, None) => None,
    };
    let Some(head) = head.filter(|_| !arguments.new && !arguments.migrate) else {
        return Err(mistakes);
    };
    check_existing(arguments, name.as_deref(), &head)?;
    check_begun(arguments, &host.store, &head).await?;
    check_whose(&host.store, &head.session, &arguments.which.whose).await?;
    let Phrase { en, fr } = &mistakes.message;
    output.warning(&Failure {
        message: Phrase::new(
            format!("{en}; the session goes on with the version it started with"),
            format!("{fr} ; la session continue avec la version de son début"),
        ),
        ..mistakes
    });
    let playing = Playing {
        session: head.session,
        opening: None,
        folder: None,
    };
    Ok((host, playing))
}

/// Moves the session to the project as it is in the folder now.
async fn migrate(
    host: &Arc<CliHost>,
    session: &str,
    project: &Arc<Project>,
    output: &Output,
) -> Result<(), Failure> {
    host.keep_project(project).await?;
    let input = Input::Author(AuthorCommand::Migrate {
        project: project.hash,
    });
    let id = new_id();
    let answered = host.input(session, Envelope { id, input }).await?;
    answered::show(&answered, output);
    match answered.changes.refused.first() {
        Some(refused) => Err(Failure::new(
            Kind::Findings,
            refused.reason.clone(),
            refused.reason.clone(),
        )),
        None => Ok(()),
    }
}

/// The session to play: the named one, the project's last, or a new one.
async fn resolve(
    arguments: &PlayArguments,
    settings: &Settings,
    host: &Arc<CliHost>,
    project: Arc<Project>,
) -> Result<Playing, Failure> {
    let existing = match (&arguments.which.session, arguments.new) {
        (Some(name), _) => host.store.head(name).await?,
        (None, true) => None,
        // An erased session can only be read: whoever names none starts another.
        (None, false) => last_session(&host.store, &project.name, &arguments.which.whose)
            .await?
            .filter(|head| !head.erased),
    };
    if let Some(head) = existing {
        check_existing(arguments, Some(&project.name), &head)?;
        check_begun(arguments, &host.store, &head).await?;
        check_whose(&host.store, &head.session, &arguments.which.whose).await?;
        return Ok(Playing {
            session: head.session,
            opening: None,
            folder: Some(project),
        });
    }
    let session = arguments
        .which
        .session
        .clone()
        .unwrap_or_else(|| new_name(&project.name));
    let language = match &arguments.language {
        Some(language) => Some(Name::from(language.as_str())),
        // A project that speaks the language of the messages speaks it here.
        None => settings
            .chosen_language()
            .map(Name::from)
            .filter(|language| project.speaks(language)),
    };
    let open = Open {
        id: "open".to_owned(),
        project: project.clone(),
        language,
        seed: arguments.seed,
        position: arguments.which.whose.position.as_deref().map(Name::from),
        tenant: arguments.which.whose.tenant.as_deref().map(Name::from),
        subject: arguments.subject.clone(),
    };
    let answered = host.open(&session, open).await?;
    Ok(Playing {
        session,
        opening: Some(answered),
        folder: Some(project),
    })
}

/// The named session, the project's last, or a new one; whatever it is, it exists afterwards.
pub async fn start(
    host: &Arc<CliHost>,
    project: &Arc<Project>,
    session: Option<&str>,
) -> Result<String, Failure> {
    let existing = match session {
        Some(name) => host.store.head(name).await?,
        None => last_session(&host.store, &project.name, &Whose::default())
            .await?
            .filter(|head| !head.erased),
    };
    if let Some(head) = existing {
        return Ok(head.session);
    }
    let session = session.map_or_else(|| new_name(&project.name), str::to_owned);
    let open = Open {
        id: "open".to_owned(),
        project: project.clone(),
        language: None,
        seed: None,
        position: None,
        tenant: None,
        subject: None,
    };
    host.open(&session, open).await?;
    Ok(session)
}

/// Whether a session that exists can be played as it was asked for. `name` is what the folder's project
/// is called, where that can be read.
fn check_existing(
    arguments: &PlayArguments,
    name: Option<&str>,
    head: &Head,
) -> Result<(), Failure> {
    let session = &head.session;
    if arguments.new {
        return Err(Failure::new(
            Kind::Usage,
            format!("there is already a session `{session}`"),
            format!("il y a déjà une session `{session}`"),
        )
        .hint(
            "choose another name, or leave --new out to go on with it",
            "choisissez un autre nom, ou retirez --new pour la poursuivre",
        ));
    }
    let (own, dir) = (&head.project_name, arguments.which.dir.display());
    if let Some(name) = name.filter(|name| own != name)
        && !arguments.migrate
    {
        return Err(Failure::new(
            Kind::Usage,
            format!("session `{session}` is of the project `{own}`, and `{dir}` holds `{name}`"),
            format!("la session `{session}` est du projet `{own}`, et `{dir}` contient `{name}`"),
        )
        .hint(
            format!("name the folder of `{own}`, or another session; --migrate moves this one to `{name}`"),
            format!("nommez le dossier de `{own}`, ou une autre session ; --migrate fait passer celle-ci à `{name}`"),
        ));
    }
    Ok(())
}

/// What is said of how a session begins must be how it began: the same command may be run again.
async fn check_begun(
    arguments: &PlayArguments,
    store: &impl Store,
    head: &Head,
) -> Result<(), Failure> {
    let PlayArguments {
        seed,
        language,
        subject,
        ..
    } = arguments;
    if seed.is_none() && language.is_none() && subject.is_none() {
        return Ok(());
    }
    let started = started(store, &head.session).await?;
    let own_seed = started.seed.0.to_string();
    let seed = seed.map(|seed| seed.to_string());
    // Of whose it is the store has only a digest.
    let own = subject.as_deref().map(subject_digest) == head.subject;
    let own_subject = if own {
        subject.clone().unwrap_or_default()
    } else {
        "…".to_owned()
    };
    let said = [
        ("--seed", &seed, &own_seed),
        ("--language", language, &started.language.to_string()),
        ("--subject", subject, &own_subject),
    ]
    .into_iter()
    .find_map(|(flag, said, own)| {
        let said = said.as_ref().filter(|said| *said != own)?;
        Some((flag, said.clone(), own.clone()))
    });
    let Some((flag, said, own)) = said else {
        return Ok(());
    };
    let session = &head.session;
    Err(Failure::new(
        Kind::Usage,
        format!("{flag} {said}: session `{session}` began with {own}"),
        format!("{flag} {said} : la session `{session}` a commencé avec {own}"),
    )
    .hint(
        "leave it out, name another session, or add --new",
        "retirez-le, nommez une autre session, ou ajoutez --new",
    ))
}

/// An id for an input that nobody will send again.
pub fn new_id() -> String {
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
