//! The append, and what to believe when its answer is lost.
//!
//! Whoever appended to a session last knows its chain hash, and appends a whole turn with one plain
//! statement that writes only if the session still stands there. Everything else, and whatever that
//! statement did not do, is one call of `canonry_append`, which locks, looks and chains in the server.

use super::PostgresStore;
use super::failure::Failure;
use super::rows::{appended, number};
use crate::store::{Appended, Batch, Expect, Known, Result, Seq, Store, StoreError, chain, rules};
use logic::value::Digest;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

const APPEND: &str = "SELECT outcome, a, b, c, chain FROM canonry_append(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)";

/// A turn that stands alone, after the clause that finds or makes its session's row.
macro_rules! turn_after {
    ($session:literal) => {
        concat!(
            "WITH s AS (",
            $session,
            "), i AS (
                INSERT INTO canonry_inputs (session, id, digest, seq, first, last)
                SELECT key, $5, $6, $7, $1::bigint + 1, $2 FROM s
            ), r AS (
                INSERT INTO canonry_records (session, seq, header, commitment, chain, salt, body)
                SELECT s.key, $1::bigint + r.position, r.header, r.commitment, r.chain, r.salt, r.body
                FROM s, unnest($8::bytea[], $9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[])
                    WITH ORDINALITY AS r (header, commitment, chain, salt, body, position)
            ) SELECT key FROM s"
        )
    };
}
const NEXT_TURN: &str = turn_after!(
    "UPDATE canonry_sessions SET seq = $2, decided = $3, chain = $4, touched = nextval('canonry_touched')
     WHERE id = $13 AND seq = $1 AND chain = $14 AND NOT erased RETURNING key"
);
const FIRST_TURN: &str = turn_after!(
    "INSERT INTO canonry_sessions (seq, decided, chain, touched, id, project, project_name, subject, created)
     VALUES ($2, $3, $4, nextval('canonry_touched'), $13, $14, $15, $16, $17)
     ON CONFLICT (id) DO NOTHING RETURNING key"
);

/// Where a session stood after the last append here. It may stand elsewhere by now.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    seq: Seq,
    chain: Digest,
}

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
        let kept = store.forget(self.session);
        let appended = match self.send_turn(store, kept).await {
            Ok(Some(appended)) => Ok(appended),
            Ok(None) | Err(Failure::Taken(_)) => match self.send(store).await {
                Ok(row) => appended(&row, self.session),
                Err(Failure::Lost(message)) => self.resolve(store, message).await,
                Err(failure) => Err(failure.into()),
            },
            Err(Failure::Lost(message)) => self.resolve(store, message).await,
            Err(failure) => Err(failure.into()),
        }?;
        if let Appended::At { last, chain, .. } = appended {
            store.keep(self.session, Kept { seq: last, chain });
        }
        Ok(appended)
    }

    /// A whole turn at the beginning, or after the entry that was appended here last; nothing if it
    /// is not that, or if the session stands elsewhere.
    async fn send_turn(
        &self,
        store: &PostgresStore,
        kept: Option<Kept>,
    ) -> std::result::Result<Option<Appended>, Failure> {
        let batch = self.batch;
        let Some(input) = &batch.input else {
            return Ok(None);
        };
        let whole = batch.ends.as_ref() == Some(&input.id) && self.decided > 0;
        if !whole || !batch.work.is_empty() || !batch.sealed.is_empty() {
            return Ok(None);
        }
        let before = match (batch.expect, kept) {
            (Expect::Empty, _) => Kept {
                seq: 0,
                chain: chain::genesis(self.session),
            },
            (Expect::Seq(expected), Some(kept)) if expected == kept.seq => kept,
            (Expect::Seq(_) | Expect::Exists | Expect::Decided(_), _) => return Ok(None),
        };
        let mut chain = before.chain;
        let links = self.hashes.iter().zip(&self.commitments);
        let chains: Vec<Digest> = links
            .zip(before.seq + 1..)
            .map(|((hash, commitment), seq)| {
                chain = chain::link(chain, seq, *hash, *commitment);
                chain
            })
            .collect();
        let (first, last) = (before.seq + 1, before.seq + chains.len() as Seq);
        let (seq, end) = (number(before.seq), number(last));
        let decided = seq + self.decided;
        let (chain_after, chain_before) = (chain.0.as_slice(), before.chain.0.as_slice());
        let (id, digest) = (input.id.as_bytes(), input.digest.0.as_slice());
        let recorded = number(first + input.index as Seq);
        let (commitments, chains) = (slices(&self.commitments), slices(&chains));
        let (salts, bodies, session) = (self.salts(), self.bodies(), self.session.as_bytes());
        let mut parameters: Vec<&(dyn ToSql + Sync)> = vec![
            &seq,
            &end,
            &decided,
            &chain_after,
            &id,
            &digest,
            &recorded,
            &self.headers,
            &commitments,
            &chains,
            &salts,
            &bodies,
            &session,
        ];
        let rows = match &batch.create {
            None => {
                parameters.push(&chain_before);
                store.write(NEXT_TURN, &parameters).await?
            }
            Some(new) => {
                let (project, name) = (new.project.0.as_slice(), new.project_name.as_bytes());
                let subject = new.subject.as_ref().map(|subject| subject.as_bytes());
                let created = new.at.as_millis();
                let more: [&(dyn ToSql + Sync); 4] = [&project, &name, &subject, &created];
                parameters.extend(more);
                store.write(FIRST_TURN, &parameters).await?
            }
        };
        Ok((!rows.is_empty()).then_some(Appended::At { first, last, chain }))
    }

    fn salts(&self) -> Vec<&[u8]> {
        let records = self.batch.records.iter();
        records.map(|record| record.salt.as_slice()).collect()
    }

    fn bodies(&self) -> Vec<&[u8]> {
        let records = self.batch.records.iter();
        records.map(|record| record.body.as_slice()).collect()
    }

    async fn send(&self, store: &PostgresStore) -> std::result::Result<Row, Failure> {
        let Batch {
            work, sealed, ends, ..
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
                    &slices(&self.hashes),
                    &slices(&self.commitments),
                    &self.salts(),
                    &self.bodies(),
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

fn slices(digests: &[Digest]) -> Vec<&[u8]> {
    digests.iter().map(|digest| digest.0.as_slice()).collect()
}
