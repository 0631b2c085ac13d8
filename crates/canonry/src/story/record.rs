//! Recording: a session's journal as a story that passes. It is run before anybody gets it.

use super::format::StoryProblem;
use super::read::parse;
use super::run::{Difference, run};
use super::write;
use crate::clock::Clock;
use crate::failure::{Failure, Kind};
use crate::host::Host;
use crate::model::Model;
use crate::record::to_entry;
use crate::store::Store;
use engine::event::{Event, Heard, SessionStarted, TurnEnded};
use engine::input::Input;
use engine::item::Item;
use engine::limits;
use engine::project::Project;
use engine::state::{Entry, EntryContent};
use logic::value::Instant;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A story written from a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub text: String,
    pub inputs: usize,
    /// Inputs that are recorded and not yet decided; a story cannot hold them.
    pub undecided: usize,
}

/// One turn as the journal tells it.
struct Told {
    id: String,
    at: Instant,
    input: Option<Input>,
    heard: Vec<Heard>,
    items: Vec<Item>,
    ended: Option<TurnEnded>,
}

/// Writes a session as a story. Confidential values are marks in it, as everywhere.
pub async fn record<S: Store, M: Model, C: Clock>(
    host: &Host<S, M, C>,
    session: &str,
) -> Result<Recorded, Failure> {
    let project = host.project_of(session).await?;
    let (started, turns) = read(host, session).await?;
    let decided: Vec<&Told> = turns.iter().filter(|turn| turn.ended.is_some()).collect();
    let undecided = turns.len() - decided.len();
    // The moments of the inputs are left out where they do not matter, and they seldom do.
    let text = match plays(
        &project,
        text(session, &started, &decided, undecided, false),
    )
    .await
    {
        Ok(text) => text,
        Err(_) => plays(&project, text(session, &started, &decided, undecided, true))
            .await
            .map_err(|difference| cannot_be_told(session, &difference))?,
    };
    Ok(Recorded {
        text,
        inputs: decided.len() - 1,
        undecided,
    })
}

/// The text, if it passes as a story of its own project.
async fn plays(project: &Arc<Project>, text: String) -> Result<String, Difference> {
    let unreadable = |problem: StoryProblem| Difference {
        line: problem.line,
        expected: problem.message.clone(),
        actual: problem.message,
    };
    let stories = match parse(&text) {
        Ok(stories) => stories,
        Err(problems) => {
            return problems
                .into_iter()
                .next()
                .map_or(Ok(text), |one| Err(unreadable(one)));
        }
    };
    for story in stories {
        if let Some(difference) = run(project.clone(), &story)
            .await
            .differences
            .into_iter()
            .next()
        {
            return Err(difference);
        }
    }
    Ok(text)
}

fn cannot_be_told(session: &str, difference: &Difference) -> Failure {
    Failure::new(
        Kind::Findings,
        format!("session `{session}` cannot be told as a story: it said `{}`, and played again it says `{}`", difference.expected.en, difference.actual.en),
        format!("la session `{session}` ne peut être racontée : elle disait `{}`, et rejouée elle dit `{}`", difference.expected.fr, difference.actual.fr),
    )
    .hint("canonry replay decides it again from its journal", "canonry replay la décide à nouveau d'après son journal")
}

async fn read<S: Store, M: Model, C: Clock>(
    host: &Host<S, M, C>,
    session: &str,
) -> Result<(SessionStarted, Vec<Told>), Failure> {
    let mut started = None;
    let mut turns: Vec<Told> = Vec::new();
    let mut after = 0;
    loop {
        let records = host
            .store
            .read(session, after, limits::READ_RECORDS)
            .await?;
        for record in &records {
            let corrupt = |error: &dyn std::fmt::Display| {
                Failure::corrupt(session, record.seq, &error.to_string())
            };
            let Entry {
                at, cause, content, ..
            } = to_entry(record).map_err(|error| corrupt(&error))?;
            let EntryContent::Event(event) = content else {
                return Err(erased(session));
            };
            let begin = |input| Told {
                id: cause.clone(),
                at,
                input,
                heard: Vec::new(),
                items: Vec::new(),
                ended: None,
            };
            match event {
                Event::SessionStarted(event) => {
                    started = Some(event);
                    turns.push(begin(None));
                    continue;
                }
                Event::InputRecorded(event) => {
                    turns.push(begin(Some(event.input)));
                    continue;
                }
                Event::ProjectMoved(_) => return Err(moved(session)),
                Event::Erased(_) => return Err(erased(session)),
                _ => {}
            }
            let Some(turn) = turns.iter_mut().find(|turn| turn.id == cause) else {
                return Err(corrupt(&"it belongs to no input"));
            };
            match event {
                Event::Heard(heard) => turn.heard.push(heard),
                Event::Said(item) => turn.items.push(item),
                Event::TurnEnded(ended) => turn.ended = Some(*ended),
                // The reply's changes and view tell what these did.
                Event::FactFixed(_)
                | Event::FluentSet(_)
                | Event::ConstraintAdded(_)
                | Event::ConstraintLifted(_)
                | Event::Testified(_)
                | Event::Reinterpreted(_)
                | Event::RelationSet(_)
                | Event::Reinforced(_)
                | Event::Marked(_)
                | Event::Raised(_)
                | Event::SceneChanged(_)
                | Event::AliasLearned(_)
                | Event::EntitiesMerged(_)
                | Event::IncoherenceSettled(_)
                | Event::ObligationOpened(_)
                | Event::AnswerAccepted(_)
                | Event::AnswerRefused(_)
                | Event::ObligationClosed(_)
                | Event::Reopened(_)
                | Event::Cleared(_)
                | Event::FlowEnded(_)
                | Event::TurnFailed(_)
                | Event::SessionStarted(_)
                | Event::ProjectMoved(_)
                | Event::InputRecorded(_)
                | Event::Erased(_) => {}
            }
        }
        match records.last() {
            Some(last) => after = last.seq,
            None => break,
        }
    }
    match started {
        Some(started) if turns.iter().any(|turn| turn.ended.is_some()) => Ok((started, turns)),
        Some(_) | None => Err(Failure::new(
            Kind::NotFound,
            format!("session `{session}` has no decided turn yet"),
            format!("la session `{session}` n'a pas encore de tour décidé"),
        )),
    }
}

fn text(
    session: &str,
    started: &SessionStarted,
    turns: &[&Told],
    undecided: usize,
    with_moments: bool,
) -> String {
    let mut marks = write::Marks::default();
    let name: String = session
        .chars()
        .map(|c| {
            if c.is_control() || c == '\u{fffd}' {
                ' '
            } else {
                c
            }
        })
        .collect();
    let now = turns.first().map_or(Instant::EPOCH, |turn| turn.at);
    let model = if turns.iter().any(|turn| !turn.heard.is_empty()) {
        "scripted"
    } else {
        "offline"
    };
    let mut lines = vec![
        format!("# Session {}", name.trim()),
        format!("language: {}", started.language),
        format!("seed: {}", started.seed.0),
        format!("now: {now}"),
        format!("model: {model}"),
    ];
    if undecided > 0 {
        lines.push(format!(
            "# {undecided} more recorded and not yet decided: left out"
        ));
    }
    let mut last = now;
    for turn in turns {
        lines.push(String::new());
        if with_moments && turn.input.is_some() && last.add_millis(1000) != Some(turn.at) {
            lines.push(format!("^ {}", turn.at));
        }
        last = turn.at;
        let cells: BTreeSet<_> = turn.heard.iter().map(|heard| &heard.cell).collect();
        lines.extend(turn.heard.iter().map(|heard| {
            write::outcome(
                Some(&heard.cell).filter(|_| cells.len() > 1),
                &heard.outcome,
            )
        }));
        lines.extend(
            turn.input
                .iter()
                .map(|input| write::input(input, &mut marks)),
        );
        for item in &turn.items {
            lines.push(write::item(item));
            lines.extend(
                item.choices
                    .iter()
                    .enumerate()
                    .map(|(index, choice)| write::choice(index, &choice.label)),
            );
        }
        if turn.items.is_empty() {
            lines.push("% silent".to_owned());
        }
        if let Some(ended) = &turn.ended {
            lines.extend(write::changes(&ended.changes));
            lines.push(write::awaited(&ended.view));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

fn erased(session: &str) -> Failure {
    Failure::new(
        Kind::Erased,
        format!("session `{session}` was erased"),
        format!("la session `{session}` a été effacée"),
    )
}

fn moved(session: &str) -> Failure {
    Failure::new(
        Kind::Usage,
        format!(
            "session `{session}` was moved to another version of its project, and a story has only one"
        ),
        format!(
            "la session `{session}` est passée à une autre version de son projet, et une histoire n'en a qu'une"
        ),
    )
}
