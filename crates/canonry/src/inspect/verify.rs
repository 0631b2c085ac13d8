//! The chain, the fold, the index of inputs and the head of one session.

use super::fold;
use crate::damage;
use crate::failure::Failure;
use crate::record::to_entry;
use crate::store::{Known, Record, Store, StoreError, chain};
use engine::event::{Event, EventKind};
use engine::input::Envelope;
use engine::limits;
use engine::project::Files;
use engine::state::{EntryContent, State};
use logic::text::Phrase;
use logic::value::Digest;
use std::collections::{BTreeMap, BTreeSet};

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
            Err(StoreError::Corrupt { seq, message, .. }) => {
                verified.problems.push((seq, damage::phrase(&message)));
                break;
            }
            Err(error) => return Err(error.into()),
        };
        let last_page = page.len() < limits::READ_RECORDS;
        for record in &page {
            if let Err(problem) = chain::verify(record, verified.entries + 1, verified.chain) {
                verified
                    .problems
                    .push((record.seq, damage::phrase(problem)));
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
    let has_id = matches!(
        EventKind::named(&header.kind),
        Some(EventKind::InputRecorded | EventKind::SessionStarted)
    );
    if !has_id {
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
