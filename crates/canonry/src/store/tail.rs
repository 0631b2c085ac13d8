//! Verified reading: what a durable store returns was checked against its commitment, the record
//! before it and the session's head. A journal is never silently shorter than its head says.

use super::{Head, Record, Result, Seq, StoreError, chain};
use logic::value::Digest;

/// The records of a session after some point, taken in one after the other.
pub struct Tail<'a> {
    head: &'a Head,
    after: Seq,
    next: Seq,
    /// The chain hash before `next`: the genesis, or that of the entry before.
    previous: Option<Digest>,
    records: Vec<Record>,
    limit: usize,
}

impl<'a> Tail<'a> {
    /// `None` when there is nothing to read.
    pub fn new(head: &'a Head, after: Seq, limit: usize) -> Option<Tail<'a>> {
        (limit > 0 && after < head.seq).then(|| Tail {
            head,
            after,
            next: after + 1,
            previous: (after == 0).then(|| chain::genesis(&head.session)),
            records: Vec::new(),
            limit,
        })
    }

    /// The entry that is expected now.
    #[cfg(feature = "sqlite")]
    pub fn next(&self) -> Seq {
        self.next
    }

    pub fn is_full(&self) -> bool {
        self.records.len() == self.limit
    }

    /// Takes the next record; those before `after` are passed over, `after` itself gives its chain.
    pub fn take(&mut self, record: Record) -> Result<()> {
        if record.seq <= self.after {
            if record.seq == self.after {
                self.previous = Some(record.chain);
            }
            return Ok(());
        }
        let previous = self
            .previous
            .ok_or_else(|| self.corrupt("the entry before it is missing"))?;
        if record.seq > self.next {
            return Err(self.corrupt("it is missing"));
        }
        if record.seq > self.head.seq {
            return Err(self.corrupt(format!("the session ends at entry {}", self.head.seq)));
        }
        chain::verify(&record, self.next, previous).map_err(|why| self.corrupt(why))?;
        if record.seq == self.head.seq && record.chain != self.head.chain {
            return Err(self.corrupt("the session's head has another chain hash"));
        }
        if record.content.is_none() && !self.head.erased {
            return Err(self.corrupt("its content is missing, but the session was not erased"));
        }
        self.next += 1;
        self.previous = Some(record.chain);
        self.records.push(record);
        Ok(())
    }

    pub fn finish(self) -> Result<Vec<Record>> {
        if !self.is_full() && self.next <= self.head.seq {
            return Err(self.corrupt(format!(
                "it is missing; the session has {} entries",
                self.head.seq
            )));
        }
        Ok(self.records)
    }

    pub fn corrupt(&self, message: impl Into<String>) -> StoreError {
        StoreError::Corrupt {
            session: self.head.session.clone(),
            seq: self.next,
            message: message.into(),
        }
    }
}
