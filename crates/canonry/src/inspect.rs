//! Looking at a session with fresh eyes: verify its chain, decide it again, look for anything wrong.
//!
//! These are reads. They share the store's records with the rest, and trust nothing else.

use crate::clock::Clock;
use crate::export::is_decision;
use crate::failure::Failure;
use crate::host::Host;
use crate::model::Model;
use crate::record::{to_checked_entry, to_entry};
use crate::store::{Known, Record, Store, StoreError, chain};
use engine::collapse::Generator;
use engine::event::{Event, InputRecorded};
use engine::input::{AuthorCommand, Envelope, Input};
use engine::project::{Files, Project};
use engine::state::{EntryContent, State};
use engine::turn::{self, Step, Surroundings};
use engine::view::view;
use engine::{limits, snapshot};
use logic::text::Phrase;
use logic::value::Digest;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Debug)]
pub struct Verified {
    pub entries: u64,
    pub chain: Digest,
    pub problems: Vec<(u64, Phrase)>,
}

/// Compares head, chain and entries of one session, and a head known from elsewhere.
pub async fn verify(
    store: &impl Store,
    session: &str,
    expected: Option<(u64, Option<Digest>)>,
) -> Result<Verified, Failure> {
    let head = store
        .head(session)
        .await?
        .ok_or_else(|| Failure::no_session(session))?;
    let mut verified = Verified {
        entries: 0,
        chain: chain::genesis(session),
        problems: Vec::new(),
    };
    let mut state = State::default();
    let mut folds = true;
    let mut chains = BTreeMap::new();
    let mut inputs = BTreeSet::new();
    loop {
        let page = match store
            .read(session, verified.entries, limits::READ_RECORDS)
            .await
        {
            Ok(page) => page,
            Err(crate::store::StoreError::Corrupt { seq, message, .. }) => {
                verified
                    .problems
                    .push((seq, Phrase::new(message.clone(), message)));
                break;
            }
            Err(error) => return Err(error.into()),
        };
        let last_page = page.len() < limits::READ_RECORDS;
        for record in &page {
            if let Err(problem) = chain::verify(record, verified.entries + 1, verified.chain) {
                verified.problems.push((record.seq, chain_problem(problem)));
                return Ok(verified);
            }
            verified.entries += 1;
            verified.chain = record.chain;
            if expected.is_some_and(|(seq, _)| seq == record.seq) {
                chains.insert(record.seq, record.chain);
            }
            if folds {
                folds = fold(&mut state, record, &mut verified.problems);
            }
            if let Some(problem) = index_problem(store, session, record, &mut inputs).await? {
                verified.problems.push((record.seq, problem));
            }
        }
        if last_page {
            break;
        }
    }
    if (head.seq, head.chain) != (verified.entries, verified.chain) {
        verified.problems.push((
            verified.entries + 1,
            Phrase::new(
                format!(
                    "the head is entry {}, the journal ends at {}",
                    head.seq, verified.entries
                ),
                format!(
                    "la tête est l'entrée {}, le journal s'arrête à {}",
                    head.seq, verified.entries
                ),
            ),
        ));
    }
    let kept = store.project(head.project).await?;
    if kept
        .and_then(|bytes| Files::unpack(&bytes))
        .map(|files| files.hash())
        != Some(head.project)
    {
        verified.problems.push((
            1,
            Phrase::new(
                "its project is not in the store, or is damaged",
                "son projet n'est pas dans le stockage, ou il est endommagé",
            ),
        ));
    }
    if let Some((seq, chain)) = expected {
        if seq > verified.entries {
            verified.problems.push((
                verified.entries + 1,
                Phrase::new(
                    format!("entries {} to {seq} are missing", verified.entries + 1),
                    format!("les entrées {} à {seq} manquent", verified.entries + 1),
                ),
            ));
        } else if let Some(chain) = chain
            && chains.get(&seq) != Some(&chain)
        {
            verified.problems.push((
                seq,
                Phrase::new(
                    "this is another history: the chain hash differs there",
                    "c'est une autre histoire : l'empreinte y diffère",
                ),
            ));
        }
    }
    Ok(verified)
}

/// What is wrong with how an input can be found again: an input that is not found would count twice.
async fn index_problem(
    store: &impl Store,
    session: &str,
    record: &Record,
    inputs: &mut BTreeSet<String>,
) -> Result<Option<Phrase>, Failure> {
    let (header, seq) = (&record.header, record.seq);
    if header.kind != chain::BARE_INPUT && header.kind != "SessionStarted" {
        return Ok(None);
    }
    let id = &header.cause;
    if !inputs.insert(id.clone()) {
        return Ok(Some(Phrase::new(
            format!("input `{id}` is recorded twice"),
            format!("l'entrée `{id}` est enregistrée deux fois"),
        )));
    }
    let digest = match to_entry(record).map(|entry| entry.content) {
        Ok(EntryContent::Event(Event::InputRecorded(recorded))) => Some(
            Envelope {
                id: id.clone(),
                input: recorded.input,
            }
            .digest(),
        ),
        Ok(_) | Err(_) => None,
    };
    let found = match store.known(session, id, digest).await {
        Ok(Some(Known::Ended { seq: at, .. } | Known::Pending { seq: at })) => at == seq,
        Ok(Some(Known::Erased)) => true,
        Ok(Some(Known::OtherContent { .. }) | None) | Err(StoreError::Corrupt { .. }) => false,
        Err(error) => return Err(error.into()),
    };
    Ok((!found).then(|| {
        Phrase::new(
            format!(
                "the index of inputs does not lead to `{id}`: sent again, it would count twice"
            ),
            format!(
                "l'index des entrées ne mène pas à `{id}` : renvoyée, elle compterait deux fois"
            ),
        )
    }))
}

/// What `chain::verify` says, in both languages.
fn chain_problem(problem: &'static str) -> Phrase {
    let french = match problem {
        chain::WRONG_SEQ => "son numéro n'est pas le suivant",
        chain::WRONG_BODY => "son corps n'est pas celui qui a été engagé",
        _ => "son empreinte ne suit pas de l'entrée précédente",
    };
    Phrase::new(problem, french)
}

fn fold(state: &mut State, record: &Record, problems: &mut Vec<(u64, Phrase)>) -> bool {
    let folded = to_checked_entry(record)
        .and_then(|entry| state.evolve(&entry).map_err(|error| error.problem));
    if let Err(problem) = folded {
        problems.push((
            record.seq,
            Phrase::new(
                format!("it cannot be folded: {problem}"),
                format!("elle ne peut être pliée : {problem}"),
            ),
        ));
        return false;
    }
    true
}

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
    let mut replayed = Replayed {
        entries: records.len() as u64,
        ..Replayed::default()
    };
    let mut state = State::default();
    let mut index = 0;
    while index < records.len() {
        let Ok(end) = decision_end(&records, index) else {
            let what = Phrase::new(
                "a decision begins here and has no end",
                "une décision commence ici et n'a pas de fin",
            );
            replayed.differences.push((records[index].seq, what));
            return Ok(replayed);
        };
        if let Some(end) = end
            && let Some(project) = state.project.and_then(|hash| projects.get(&hash))
        {
            let recorded = &records[index..=end];
            replayed.turns += u64::from(compare(
                project,
                &projects,
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
                return Ok(replayed);
            }
        }
        index = upto + 1;
    }
    Ok(replayed)
}

/// If a decision begins at `index`, where it ends; a decision that never ends is an error.
fn decision_end(records: &[Record], index: usize) -> Result<Option<usize>, ()> {
    let mut end = index;
    while records.get(end).is_some_and(is_decision) {
        if records[end].header.kind == "TurnEnded" {
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
            Ok(Step::Append(events)) => first_difference(recorded, &events),
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
            let kind = again.map_or("nothing", |event| event.kind());
            return Some((
                record.seq,
                Phrase::new(
                    format!("recorded {}, decided {kind} now", record.header.kind),
                    format!(
                        "enregistré {}, décidé {kind} maintenant",
                        record.header.kind
                    ),
                ),
            ));
        }
    }
    (decided.len() > recorded.len()).then(|| {
        (
            recorded[0].seq,
            Phrase::new(
                format!(
                    "{} more events are decided now",
                    decided.len() - recorded.len()
                ),
                format!(
                    "{} événements de plus sont décidés maintenant",
                    decided.len() - recorded.len()
                ),
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

async fn all_records(store: &impl Store, session: &str) -> Result<Vec<Record>, Failure> {
    let mut records: Vec<Record> = Vec::new();
    loop {
        let after = records.last().map_or(0, |record| record.seq);
        let page = store.read(session, after, limits::READ_RECORDS).await?;
        let full = page.len() == limits::READ_RECORDS;
        records.extend(page);
        if !full {
            return Ok(records);
        }
    }
}

#[derive(Debug, Default)]
pub struct Report {
    pub entries: u64,
    pub checks: Vec<&'static str>,
    pub findings: Vec<Finding>,
}

#[derive(Debug)]
pub struct Finding {
    pub check: &'static str,
    pub seq: u64,
    pub message: Phrase,
}

/// Everything that can be checked about a session without changing it.
pub async fn doctor<S: Store, M: Model, C: Clock>(
    host: &Arc<Host<S, M, C>>,
    session: &str,
) -> Result<Report, Failure> {
    let mut report = Report {
        checks: vec!["chain", "views", "inputs", "snapshot", "replay", "pending"],
        ..Report::default()
    };
    let find = |findings: &mut Vec<Finding>, check, seq, en: String, fr: String| {
        findings.push(Finding {
            check,
            seq,
            message: Phrase::new(en, fr),
        })
    };
    let verified = verify(&host.store, session, None).await?;
    report.entries = verified.entries;
    let whole = verified.problems.is_empty();
    for (seq, problem) in verified.problems {
        report.findings.push(Finding {
            check: "chain",
            seq,
            message: problem,
        });
    }
    if !whole {
        return Ok(report);
    }
    let records = all_records(&host.store, session).await?;
    let mut state = State::default();
    for record in &records {
        let before = state.pending.front().map(|pending| pending.id.clone());
        if !fold(&mut state, record, &mut Vec::new()) {
            break;
        }
        let entry = to_entry(record).ok();
        if let Some(EntryContent::Event(Event::TurnEnded(ended))) = entry.map(|entry| entry.content)
        {
            // The recorded view is the view of the state after the turn.
            if let Some(hash) = state.project
                && view(&*host.project(hash).await?, &state) != ended.view
            {
                find(
                    &mut report.findings,
                    "views",
                    record.seq,
                    "the recorded view is not the state's".to_owned(),
                    "la vue enregistrée n'est pas celle de l'état".to_owned(),
                );
            }
            // Its input is known as ended just here.
            let known = host
                .store
                .known(session, before.as_deref().unwrap_or_default(), None)
                .await?;
            if !matches!(known, Some(Known::Ended { last, .. }) if last == record.seq) {
                find(
                    &mut report.findings,
                    "inputs",
                    record.seq,
                    "the input's index does not name this entry".to_owned(),
                    "l'index de l'entrée ne nomme pas cette ligne".to_owned(),
                );
            }
        }
    }
    if let Some((seq, bytes)) = host.store.snapshot(session).await?
        && let Some((cached, _)) = snapshot::load(&bytes)
    {
        let mut again = State::default();
        let folded = records
            .iter()
            .take_while(|record| record.seq <= seq)
            .all(|record| fold(&mut again, record, &mut Vec::new()));
        if !folded || again != cached {
            find(
                &mut report.findings,
                "snapshot",
                seq,
                "the snapshot is not what the journal folds to".to_owned(),
                "l'instantané n'est pas ce que donne le journal".to_owned(),
            );
        }
    }
    for (seq, message) in replay(host, session).await?.differences {
        report.findings.push(Finding {
            check: "replay",
            seq,
            message,
        });
    }
    for pending in &state.pending {
        find(
            &mut report.findings,
            "pending",
            pending.seq,
            format!("input {} is not decided yet", pending.id),
            format!("l'entrée {} n'est pas encore décidée", pending.id),
        );
    }
    Ok(report)
}
