//! The append: one call of `canonry_append`, and what to believe when its answer is lost.

use super::PostgresStore;
use super::failure::Failure;
use super::rows::{appended, number};
use crate::store::{Appended, Batch, Expect, Known, Result, Seq, Store, StoreError, chain, rules};
use logic::value::Digest;
use tokio_postgres::Row;

const APPEND: &str = "SELECT outcome, a, b, c, chain FROM canonry_append(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)";

/// A batch, encoded and hashed but for its chain.
pub struct Prepared<'a> {
    session: &'a str,
    batch: &'a Batch,
    headers: Vec<Vec<u8>>,
    hashes: Vec<Digest>,
    commitments: Vec<Digest>,
    /// Position of the last record that is not a bare input; 0 when all are.
    decided: i64,
}

impl<'a> Prepared<'a> {
    pub fn new(session: &'a str, batch: &'a Batch) -> Prepared<'a> {
        rules::assert_sound(batch);
        let records = batch.records.iter();
        let headers: Vec<Vec<u8>> = records
            .clone()
            .map(|record| chain::header_bytes(&record.header))
            .collect();
        Prepared {
            session,
            batch,
            hashes: headers.iter().map(|header| chain::sha256(header)).collect(),
            headers,
            commitments: records
                .clone()
                .map(|record| chain::commitment(&record.salt, &record.body))
                .collect(),
            decided: number(rules::decided_after(records.map(rules::is_bare), 1, 0)),
        }
    }

    pub async fn append(&self, store: &PostgresStore) -> Result<Appended> {
        match self.send(store).await {
            Ok(row) => appended(&row, self.session),
            Err(Failure::Lost(message)) => self.resolve(store, message).await,
            Err(failure) => Err(failure.into()),
        }
    }

    async fn send(&self, store: &PostgresStore) -> std::result::Result<Row, Failure> {
        let Batch {
            records,
            work,
            sealed,
            ends,
            ..
        } = self.batch;
        let (expect, expected) = match self.batch.expect {
            Expect::Empty => (0_i16, 0),
            Expect::Exists => (1, 0),
            Expect::Seq(seq) => (2, number(seq)),
            Expect::Decided(seq) => (3, number(seq)),
        };
        let input = self.batch.input.as_ref();
        let create = self.batch.create.as_ref();
        let genesis = create.map(|_| chain::genesis(self.session));
        let hashes: Vec<&[u8]> = self.hashes.iter().map(|hash| hash.0.as_slice()).collect();
        let commitments: Vec<&[u8]> = self
            .commitments
            .iter()
            .map(|commitment| commitment.0.as_slice())
            .collect();
        let salts: Vec<&[u8]> = records
            .iter()
            .map(|record| record.salt.as_slice())
            .collect();
        let bodies: Vec<&[u8]> = records
            .iter()
            .map(|record| record.body.as_slice())
            .collect();
        let work_ids: Vec<&[u8]> = work.iter().map(|work| work.id.as_bytes()).collect();
        let work_kinds: Vec<&[u8]> = work.iter().map(|work| work.kind.as_bytes()).collect();
        let payloads: Vec<&[u8]> = work.iter().map(|work| work.payload.as_slice()).collect();
        let sealed_by: Vec<&[u8]> = sealed
            .iter()
            .map(|(commitment, _)| commitment.0.as_slice())
            .collect();
        let values: Vec<&[u8]> = sealed.iter().map(|(_, value)| value.as_slice()).collect();
        let rows = store
            .write(
                APPEND,
                &[
                    &self.session.as_bytes(),
                    &expect,
                    &expected,
                    &input.map(|input| input.id.as_bytes()),
                    &input.map(|input| input.digest.0.as_slice()),
                    &input.map(|input| input.index as i64),
                    &ends.as_ref().map(|ends| ends.as_bytes()),
                    &self.headers,
                    &hashes,
                    &commitments,
                    &salts,
                    &bodies,
                    &self.decided,
                    &work_ids,
                    &work_kinds,
                    &payloads,
                    &sealed_by,
                    &values,
                    &genesis.as_ref().map(|genesis| genesis.0.as_slice()),
                    &create.map(|new| new.project.0.as_slice()),
                    &create.map(|new| new.project_name.as_bytes()),
                    &create
                        .and_then(|new| new.subject.as_ref())
                        .map(|subject| subject.as_bytes()),
                    &create.map(|new| new.at.as_millis()),
                ],
            )
            .await?;
        rows.into_iter()
            .next()
            .ok_or_else(|| Failure::Unavailable("the append answered nothing".to_owned()))
    }

    /// The answer was lost: what lies in the store says whether it was done. Salts are random, so
    /// equal commitments are our own records.
    async fn resolve(&self, store: &PostgresStore, lost: String) -> Result<Appended> {
        let unknown = || Err(StoreError::Unavailable(lost.clone()));
        let own = self.batch.input.as_ref();
        let Some(id) = own.map(|input| &input.id).or(self.batch.ends.as_ref()) else {
            return unknown();
        };
        let known = store
            .known(self.session, id, own.map(|input| input.digest))
            .await?;
        let Some(known) = known else { return unknown() };
        let ends_it = self.batch.ends.as_ref() == Some(id);
        let first = match (&known, own) {
            (Known::Pending { seq }, Some(input)) if !ends_it => {
                seq.checked_sub(input.index as Seq)
            }
            (Known::Ended { first, .. }, _) if ends_it => Some(*first),
            _ => None,
        };
        if let Some(before) = first.and_then(|first| first.checked_sub(1)) {
            let records = store
                .read(self.session, before, self.commitments.len())
                .await?;
            if let Some(last) = records.last()
                && records
                    .iter()
                    .map(|record| record.commitment)
                    .eq(self.commitments.iter().copied())
            {
                return Ok(Appended::At {
                    first: before + 1,
                    last: last.seq,
                    chain: last.chain,
                });
            }
        }
        if own.is_some() {
            Ok(Appended::Known(known))
        } else {
            unknown()
        }
    }
}
