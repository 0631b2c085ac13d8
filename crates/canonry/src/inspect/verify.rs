//! The chain, the fold, the index of inputs and the head of one session.

use super::fold;
use super::index::Index;
use crate::damage;
use crate::failure::Failure;
use crate::record::{Damage, page};
use crate::store::{Head, Record, Store, StoreError, chain};
use engine::project::Files;
use engine::snapshot;
use engine::state::State;
use logic::text::Phrase;
use logic::value::Digest;

#[derive(Debug)]
pub struct Verified {
    /// How many entries are whole, counted from the first.
    pub entries: u64,
    /// How many there are by the session's head.
    pub head: u64,
    pub chain: Digest,
    pub problems: Vec<(u64, Phrase)>,
    /// What is wrong with the snapshot and harms nobody: it is not used, and the journal is folded.
    pub snapshot: Option<(u64, Phrase)>,
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
        head: head.seq,
        chain: chain::genesis(session),
        problems: Vec::new(),
        snapshot: None,
    };
    let mut snapshot = Cached::read(store, session).await?;
    let mut state = State::default();
    let (mut folds, mut damaged) = (true, false);
    let (mut expected_chain, mut at_head) = (None, None);
    let mut index = Index::default();
    loop {
        let mut page = page(store, session, verified.entries).await?;
        let is_last = page.is_last();
        for record in &page.records {
            if let Err(reason) = chain::verify(record, verified.entries + 1, verified.chain) {
                page.damage = Some(Damage {
                    seq: record.seq,
                    reason: reason.to_owned(),
                });
                break;
            }
            verified.entries += 1;
            verified.chain = record.chain;
            snapshot.compare(record);
            if expected.is_some_and(|(seq, _)| seq == record.seq) {
                expected_chain = Some(record.chain);
            }
            if head.seq == record.seq {
                at_head = Some(record.chain);
            }
            if folds {
                folds = fold(&mut state, record, &mut verified.problems);
            }
            if let Some(problem) = index.compare(store, session, record).await? {
                verified.problems.push((record.seq, problem));
            }
        }
        if let Some(Damage { seq, reason }) = page.damage {
            verified.problems.push((seq, damage::phrase(&reason)));
            damaged = true;
        }
        if damaged || is_last {
            break;
        }
    }
    verified.snapshot = snapshot.problem(damaged);
    if !damaged {
        let left = index.rest(store, session, verified.entries).await?;
        verified.problems.extend(left);
    }
    let next = verified.entries + 1;
    // Whoever wrote meanwhile has moved the head on: then it is the new one that the journal must not pass.
    let grown = verified.entries > head.seq && at_head == Some(head.chain);
    let head = match grown {
        true => store.head(session).await?.unwrap_or(head),
        false => head,
    };
    let grew_again = grown && head.seq > verified.entries;
    verified.head = head.seq;
    if !damaged && !grew_again && (head.seq, head.chain) != (verified.entries, verified.chain) {
        verified.problems.push((next, short_of(&head, &verified)));
    }
    let kept = store.project(head.project).await?;
    let kept = kept.and_then(|bytes| Files::unpack(&bytes));
    if kept.map(|files| files.hash()) != Some(head.project) {
        let problem = Phrase::new(
            "its project is not in the store, or is damaged",
            "son projet n'est pas dans le stockage, ou il est endommagé",
        );
        verified.problems.push((1, problem));
    }
    // What stands behind damage is neither missing nor another history: nobody can say.
    let known = if damaged { head.seq } else { verified.entries };
    match expected {
        Some((seq, _)) if seq > known => {
            let problem = Phrase::new(
                format!("entries {next} to {seq} are missing"),
                format!("les entrées {next} à {seq} manquent"),
            );
            verified.problems.push((next, problem));
        }
        Some((seq, Some(chain))) if seq < next && expected_chain != Some(chain) => {
            let problem = Phrase::new(
                "this is another history: the chain hash differs there",
                "c'est une autre histoire : l'empreinte y diffère",
            );
            verified.problems.push((seq, problem));
        }
        Some(_) | None => {}
    }
    Ok(verified)
}

fn short_of(head: &Head, verified: &Verified) -> Phrase {
    let (head, end) = (head.seq, verified.entries);
    Phrase::new(
        format!("the head is entry {head}, the journal ends at {end}"),
        format!("la tête est l'entrée {head}, le journal s'arrête à {end}"),
    )
}

/// The snapshot as the store has it, with what the journal says at its entry.
struct Cached {
    seq: u64,
    /// Nothing where there is none, or one of another program: it is whole, and not used.
    kept: Option<Kept>,
}

enum Kept {
    Damaged,
    /// The chain hash it was taken at, and whether the journal has that one there.
    At {
        chain: Digest,
        fits: bool,
    },
}

impl Cached {
    async fn read(store: &impl Store, session: &str) -> Result<Cached, Failure> {
        let (seq, kept) = match store.snapshot(session).await {
            Ok(None) => (0, None),
            Ok(Some((seq, bytes))) if !snapshot::is_whole(&bytes) => (seq, Some(Kept::Damaged)),
            Ok(Some((seq, bytes))) => {
                let at = |(_, chain)| Kept::At { chain, fits: false };
                (seq, snapshot::load(&bytes).map(at))
            }
            Err(StoreError::Corrupt { seq, .. }) => (seq, Some(Kept::Damaged)),
            Err(StoreError::Refused { .. }) => (0, Some(Kept::Damaged)),
            Err(error @ StoreError::Unavailable(_)) => return Err(error.into()),
        };
        Ok(Cached { seq, kept })
    }

    fn compare(&mut self, record: &Record) {
        if let Some(Kept::At { chain, fits }) = &mut self.kept
            && record.seq == self.seq
        {
            *fits = record.chain == *chain;
        }
    }

    /// What is wrong with it. Behind damage nobody can say whether it fits.
    fn problem(self, damaged: bool) -> Option<(u64, Phrase)> {
        let (en, fr) = match self.kept? {
            Kept::Damaged => ("is damaged", "est endommagé"),
            Kept::At { fits: false, .. } if !damaged => {
                ("is of another history", "est d'une autre histoire")
            }
            Kept::At { .. } => return None,
        };
        let phrase = Phrase::new(
            format!("the snapshot {en}; it is not used, the journal is folded again"),
            format!("l'instantané {fr} ; il ne sert pas, le journal est replié"),
        );
        Some((self.seq, phrase))
    }
}
