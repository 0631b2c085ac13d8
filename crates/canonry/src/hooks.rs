//! Hooks: what somebody else is told when a turn was committed. The order is part of the turn's own append,
//! in the store's outbox: it exists exactly if the turn does, and is carried out afterwards, at least once,
//! under an id that is always the same.
//!
//! Hooks are configured by whoever runs the program. A project never has any: it must not run commands.

#[cfg(feature = "cli")]
pub mod deliver;
#[cfg(feature = "https")]
mod trust;

use crate::host::Loaded;
use crate::store::chain::sha256;
use crate::store::{NewWork, Waiting};
use engine::event::{Event, SessionStarted};
use engine::flow;
use engine::limits;
use engine::view::plain;
use logic::value::{Instant, Name};
use serde_json::json;
use std::path::PathBuf;

/// Who is told, and of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hook {
    pub name: String,
    pub on: Vec<On>,
    pub to: To,
    /// Only sessions of this project, by its name.
    pub project: Option<String>,
    /// Only sessions of this tenant.
    pub tenant: Option<String>,
}

/// What a turn may have brought, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// The flow came to its end, in whichever way.
    Finished,
    /// At least one answer was accepted.
    Answered,
    /// A turn ended.
    Turn,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// A program with its arguments, which reads the payload on its standard input.
    Command(Vec<String>),
    /// An address to which it is posted; beside the platform's, certificates of this file are trusted.
    Url {
        url: String,
        ca_file: Option<PathBuf>,
    },
}

impl On {
    pub const ALL: [On; 3] = [On::Finished, On::Answered, On::Turn];

    pub fn as_str(self) -> &'static str {
        match self {
            On::Finished => "finished",
            On::Answered => "answered",
            On::Turn => "turn",
        }
    }

    pub fn named(name: &str) -> Option<On> {
        On::ALL.into_iter().find(|on| on.as_str() == name)
    }
}

impl Hook {
    /// The kind of its work in the outbox.
    pub fn kind(&self) -> String {
        format!("hook {}", self.name)
    }

    fn is_for(&self, project: &str, tenant: Option<&str>) -> bool {
        let fits = |wanted: &Option<String>, has: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| has == Some(wanted))
        };
        fits(&self.project, Some(project)) && fits(&self.tenant, tenant)
    }
}

/// The name of the hook that work is for, if it is for one.
pub fn hook_of(kind: &str) -> Option<&str> {
    kind.strip_prefix("hook ")
}

/// The id under which a hook is told of a turn, however often. An input ends one turn, so that it names it.
pub fn id(session: &str, input: &str, hook: &str) -> String {
    let whole = sha256(json!([session, input, hook]).to_string().as_bytes());
    whole.to_string().chars().take(32).collect()
}

/// What is to be told of a turn that `events` end, on a session that stood as `before`. At most one thing to
/// each hook: the most telling of those it wants.
pub fn work(hooks: &[Hook], before: &Loaded, input: &str, events: &[Event]) -> Vec<NewWork> {
    let ended = events.iter().find_map(|event| {
        if let Event::TurnEnded(ended) = event {
            Some(ended)
        } else {
            None
        }
    });
    let (Some(ended), false) = (ended, hooks.is_empty()) else {
        return Vec::new();
    };
    let started = begun(before, events);
    let name = |name: fn(&SessionStarted) -> &Option<Name>| {
        started.and_then(|started| name(started).as_deref())
    };
    let (tenant, position) = (name(|begun| &begun.tenant), name(|begun| &begun.position));
    let was_finished =
        || before.state.started.is_some() && flow::finished(&before.project, &before.state);
    let happened = |on: On| match on {
        On::Finished => ended.view.finished && !was_finished(),
        On::Answered => !ended.changes.accepted.is_empty(),
        On::Turn => true,
    };
    let mut all = Vec::new();
    for hook in hooks {
        if !hook.is_for(&before.project.name, tenant) {
            continue;
        }
        let wanted = |on: &On| hook.on.contains(on) && happened(*on);
        let Some(on) = On::ALL.into_iter().find(wanted) else {
            continue;
        };
        let id = id(&before.session, input, &hook.name);
        let answers = ended.changes.accepted.iter();
        let answer = |answer: &engine::view::Accepted| json!({ "question": answer.part.as_str(), "value": plain(&answer.value) });
        let payload = json!({
            "id": id, "hook": hook.name, "event": on.as_str(), "session": before.session, "tenant": tenant, "position": position,
            "project": before.project.name, "input": input, "answers": answers.map(answer).collect::<Vec<_>>(),
            "view": ended.view.json(0),
        });
        all.push(NewWork {
            id,
            kind: hook.kind(),
            payload: payload.to_string().into_bytes(),
        });
    }
    all
}

/// How the session began: as its state has it, or with this very turn.
fn begun<'a>(before: &'a Loaded, events: &'a [Event]) -> Option<&'a SessionStarted> {
    let now = || {
        events.iter().find_map(|event| {
            if let Event::SessionStarted(started) = event {
                Some(started)
            } else {
                None
            }
        })
    };
    before.state.started.as_ref().or_else(now)
}

/// When work is due again that was given up: never.
pub fn never() -> Instant {
    Instant::from_millis(NEVER_MS).unwrap_or(Instant::EPOCH)
}

/// Near the end of the calendar.
const NEVER_MS: i64 = 253_402_200_000_000;

/// Whether nobody tries it again by itself.
pub fn is_given_up(waiting: &Waiting) -> bool {
    waiting.attempt >= limits::HOOK_ATTEMPTS && waiting.until == Some(never())
}
