//! What every store must answer alike, in one place: expectations, `decided`, known inputs, leases.
//!
//! Pure: no store keeps its own reading of these. PostgreSQL repeats them in SQL, and the
//! conformance suite holds it to the same answers.

use super::chain::BARE_INPUT;
use super::{Appended, Batch, Expect, Known, Leased, NewRecord, Seq, StoreError};
use logic::value::{Digest, Instant};

/// A batch that breaks these is a bug of the caller, not an outcome.
/// What a session that begins with all its history answers, from what each of its batches was answered.
pub fn begun(answers: impl IntoIterator<Item = Appended>) -> Appended {
    let mut whole = Appended::Missing;
    for answer in answers {
        whole = match answer {
            Appended::At { last, chain, .. } => Appended::At {
                first: 1,
                last,
                chain,
            },
            Appended::AlreadyExists
            | Appended::Known(_)
            | Appended::Conflict { .. }
            | Appended::Missing => return Appended::AlreadyExists,
        };
    }
    whole
}

pub fn assert_sound(batch: &Batch) {
    assert!(
        !batch.records.is_empty(),
        "an append holds at least one record"
    );
    if let Some(input) = &batch.input {
        assert!(
            input.index < batch.records.len(),
            "the input is one of the batch's records"
        );
    }
    assert_eq!(
        batch.create.is_some(),
        batch.expect == Expect::Empty,
        "a session is created exactly by an append that expects none"
    );
}

/// What refuses the append to a session that exists, if anything does.
pub fn refused(expect: Expect, seq: Seq, decided: Seq) -> Option<Appended> {
    let holds = match expect {
        Expect::Empty => return Some(Appended::AlreadyExists),
        Expect::Exists => true,
        Expect::Seq(expected) => expected == seq,
        Expect::Decided(expected) => expected == decided,
    };
    (!holds).then_some(Appended::Conflict { seq, decided })
}

pub fn is_bare(record: &NewRecord) -> bool {
    record.header.kind == BARE_INPUT
}

/// The last record of the batch that is not a bare input, or where `decided` stood before it.
pub fn decided_after(
    bare: impl DoubleEndedIterator<Item = bool> + ExactSizeIterator,
    first: Seq,
    before: Seq,
) -> Seq {
    let records = bare.len() as Seq;
    bare.rev()
        .position(|bare| !bare)
        .map_or(before, |from_end| first + records - 1 - from_end as Seq)
}

/// What is known of an input that was recorded at `seq` of a session that is not erased.
pub fn known(
    seq: Seq,
    ended: Option<(Seq, Seq)>,
    recorded: Digest,
    asked: Option<Digest>,
) -> Known {
    match ended {
        _ if asked.is_some_and(|asked| asked != recorded) => Known::OtherContent { seq },
        Some((first, last)) => Known::Ended { seq, first, last },
        None => Known::Pending { seq },
    }
}

/// The turn of an input ends once, and only if the input was recorded: anything else is a journal
/// that contradicts itself.
pub fn cannot_end(session: &str, seq: Seq, recorded: bool) -> StoreError {
    let message = if recorded {
        "the input's turn has already ended"
    } else {
        "the turn of an input that was never recorded cannot end"
    };
    StoreError::Corrupt {
        session: session.to_owned(),
        seq,
        message: message.to_owned(),
    }
}

/// A lease as it is kept. The epoch outlives a release, so that it only grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    pub epoch: u64,
    pub holder: Option<(String, Instant)>,
}

/// Takes or renews: the answer, and the lease to keep when it was taken.
pub fn lease(
    kept: Option<Lease>,
    node: &str,
    now: Instant,
    until: Instant,
) -> (Leased, Option<Lease>) {
    let epoch = kept.as_ref().map_or(0, |lease| lease.epoch);
    let (epoch, lapsed) = match kept.and_then(|lease| lease.holder) {
        Some((holder, held_until)) if now < held_until => {
            if holder != node {
                return (
                    Leased::Held {
                        node: holder,
                        until: held_until,
                    },
                    None,
                );
            }
            (epoch, None)
        }
        lapsed => (epoch.saturating_add(1), lapsed.map(|(holder, _)| holder)),
    };
    let kept = Lease {
        epoch,
        holder: Some((node.to_owned(), until)),
    };
    (Leased::Taken { epoch, lapsed }, Some(kept))
}
