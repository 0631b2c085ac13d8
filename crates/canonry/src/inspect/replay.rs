//! Deciding a session again: the recorded events and the ones decided now, byte for byte.

use super::fold;
use crate::clock::Clock;
use crate::failure::Failure;
use crate::host::Host;
use crate::model::Model;
use crate::noun;
use crate::record::{all_records, ends_turn, is_decision};
use crate::store::{Record, Store};
use engine::collapse::Generator;
use engine::event::{Event, InputRecorded};
use engine::input::{AuthorCommand, Input};
use engine::project::Project;
use engine::state::{PendingInput, State};
use engine::turn::{self, Step, Surroundings};
use logic::text::Phrase;
use logic::value::Digest;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Default)]
pub struct Replayed {
    pub entries: u64,
    pub turns: u64,
    pub differences: Vec<(u64, Phrase)>,
}

/// Decides every turn again from what the journal heard, and compares each event with the recorded
/// one, byte for byte. Asks no model.
pub async fn replay<S: Store, M: Model, C: Clock>(
    host: &Arc<Host<S, M, C>>,
    session: &str,
) -> Result<Replayed, Failure> {
    let records = all_records(&host.store, session).await?;
    let mut projects: BTreeMap<Digest, Arc<Project>> = BTreeMap::new();
    for hash in projects_of(&records) {
        // The target of a refused migration may never have been in the store.
        if let Ok(project) = host.project(hash).await {
            projects.insert(hash, project);
        }
    }
    Ok(decide_again(&records, &projects, Missing::Unknown))
}

/// What a project is that is asked for and not there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    /// It was not there when it was asked for either.
    Unknown,
    /// It may have been there: a turn that was to move to it is not judged.
    LeftOut,
}

/// Decides every turn again from the records of a session and its projects.
pub(crate) fn decide_again(
    records: &[Record],
    projects: &BTreeMap<Digest, Arc<Project>>,
    missing: Missing,
) -> Replayed {
    let mut replayed = Replayed {
        entries: records.len() as u64,
        ..Replayed::default()
    };
    let mut state = State::default();
    let mut index = 0;
    while index < records.len() {
        let Ok(end) = decision_end(records, index) else {
            let what = Phrase::new(
                "a decision begins here and has no end",
                "une décision commence ici et n'a pas de fin",
            );
            replayed.differences.push((records[index].seq, what));
            return replayed;
        };
        let project = state.project.and_then(|hash| projects.get(&hash));
        // Without its project nothing is decided again, which is no success.
        if let (Some(end), None) = (end, project)
            && records[index..=end]
                .iter()
                .all(|record| record.content.is_some())
        {
            let what = Phrase::new(
                "its project is not in the store",
                "son projet n'est pas dans le stockage",
            );
            replayed.differences.push((records[index].seq, what));
            return replayed;
        }
        if let (Some(end), Some(project)) = (end, project)
            && (missing == Missing::Unknown || !moves_beyond(&state, projects))
        {
            let recorded = &records[index..=end];
            // Worked out once and followed, not from the beginning for each turn.
            state.catch_up(project);
            replayed.turns += u64::from(compare(
                project,
                projects,
                &state,
                recorded,
                &mut replayed.differences,
            ));
        }
        let upto = end.unwrap_or(index);
        for record in &records[index..=upto] {
            let mut problems = Vec::new();
            if !fold(&mut state, record, &mut problems) {
                replayed.differences.extend(problems);
                return replayed;
            }
        }
        index = upto + 1;
    }
    replayed
}

/// Whether the next turn is to move the session to a project that is not there.
fn moves_beyond(state: &State, projects: &BTreeMap<Digest, Arc<Project>>) -> bool {
    let next = state.pending.front().map(|pending| &pending.what);
    matches!(
        next,
        Some(PendingInput::Input(Input::Author(AuthorCommand::Migrate { project })))
            if !projects.contains_key(project)
    )
}

/// If a decision begins at `index`, where it ends; a decision that never ends is an error.
fn decision_end(records: &[Record], index: usize) -> Result<Option<usize>, ()> {
    let mut end = index;
    while records.get(end).is_some_and(is_decision) {
        if ends_turn(&records[end]) {
            return Ok(Some(end));
        }
        end += 1;
    }
    if end == index { Ok(None) } else { Err(()) }
}

/// Decides one turn again; false if there was nothing to compare.
fn compare(
    project: &Arc<Project>,
    projects: &BTreeMap<Digest, Arc<Project>>,
    state: &State,
    recorded: &[Record],
    differences: &mut Vec<(u64, Phrase)>,
) -> bool {
    // An erased turn has nothing to compare, and does not count.
    if recorded.iter().any(|record| record.content.is_none()) {
        return false;
    }
    // A decision has one cause, its input, whose name the fold compares at the end of the turn.
    let cause = recorded.last().map(|record| &record.header.cause);
    if let Some(record) = recorded
        .iter()
        .find(|record| Some(&record.header.cause) != cause)
    {
        let what = Phrase::new(
            "it has another cause than its turn",
            "elle a une autre cause que son tour",
        );
        differences.push((record.seq, what));
        return true;
    }
    if recorded.iter().any(gave_up) {
        differences.extend(first_difference(recorded, &turn::give_up(project, state)));
        return true;
    }
    // Which generator a node used is its configuration; the decision must be that of one of them.
    let find = |hash: Digest| projects.get(&hash).cloned();
    let mut found = None;
    for generator in [Generator::Model, Generator::Offline] {
        let surroundings = Surroundings {
            generator,
            projects: &find,
        };
        let difference = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            turn::step(project, state, &surroundings)
        })) {
            Ok(Step::Append(events, _)) => first_difference(recorded, &events),
            Ok(Step::Ask(_)) => Some((
                recorded[0].seq,
                Phrase::new(
                    "the journal holds no outcome for a request",
                    "le journal n'a pas d'issue pour une demande",
                ),
            )),
            Ok(Step::Done) => Some((
                recorded[0].seq,
                Phrase::new("nothing was pending", "rien n'était en attente"),
            )),
            Err(_) => Some((
                recorded[0].seq,
                Phrase::new("the decision fell over", "la décision est tombée en défaut"),
            )),
        };
        match difference {
            None => return true,
            Some(difference) => found = found.or(Some(difference)),
        }
    }
    differences.extend(found);
    true
}

/// Where what was recorded and what is decided now part, byte for byte.
fn first_difference(recorded: &[Record], decided: &[Event]) -> Option<(u64, Phrase)> {
    for (index, record) in recorded.iter().enumerate() {
        let body = record
            .content
            .as_ref()
            .map(|content| content.body.as_slice());
        let again = decided.get(index);
        if again.is_none_or(|event| {
            event.kind() != record.header.kind || Some(event.body().as_slice()) != body
        }) {
            let kind = &record.header.kind;
            let now = again.map(Event::kind);
            return Some((
                record.seq,
                Phrase::new(
                    format!("recorded {kind}, decided {} now", now.unwrap_or("nothing")),
                    format!(
                        "enregistré {kind}, décidé {} maintenant",
                        now.unwrap_or("rien")
                    ),
                ),
            ));
        }
    }
    (decided.len() > recorded.len()).then(|| {
        let Phrase { en, fr } = noun::EVENT.count(decided.len() - recorded.len());
        (
            recorded[0].seq,
            Phrase::new(
                format!("decided now beyond what was recorded: {en}"),
                format!("décidé maintenant en plus de l'enregistré : {fr}"),
            ),
        )
    })
}

fn gave_up(record: &Record) -> bool {
    let event = record.content.as_ref().and_then(|content| {
        Event::decode(&record.header.kind, record.header.version, &content.body).ok()
    });
    matches!(event, Some(Event::TurnEnded(ended)) if ended.stopped.as_deref() == Some("gave-up"))
}

fn projects_of(records: &[Record]) -> Vec<Digest> {
    let mut hashes = Vec::new();
    for record in records {
        let event = record.content.as_ref().and_then(|content| {
            Event::decode(&record.header.kind, record.header.version, &content.body).ok()
        });
        match event {
            Some(Event::SessionStarted(started)) => hashes.push(started.project),
            Some(Event::ProjectMoved(moved)) => hashes.push(moved.to),
            // A migration that was refused was decided by looking at where it would have gone.
            Some(Event::InputRecorded(InputRecorded {
                input: Input::Author(AuthorCommand::Migrate { project }),
                ..
            })) => hashes.push(project),
            Some(_) | None => {}
        }
    }
    hashes
}
