//! The append, and what to believe when its answer is lost.
//!
//! A row goes where the session is believed to end. The primary key lets one row have that place, so
//! whoever believed something else writes nothing, looks, and tries again if its expectation still
//! holds. Nothing is locked: what was looked at cannot have changed if the place was still free.

use super::failure::Failure;
use super::look::{Place, Seen};
use super::rows::{digest_at, number};
use super::together;
use super::{OVERTAKEN, PostgresStore, query};
use crate::store::segment::{self, Draft};
use crate::store::{Appended, Batch, Expect, NewSession, Result, Seq, Store, StoreError, rules};
use deadpool_postgres::GenericClient;
use logic::value::Digest;
use std::ops::ControlFlow;

const NEXT: &str = "
    INSERT INTO canonry_batches (session, first, last, decided, chain, began, input, ends, data)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const FIRST: &str = "
    WITH s AS (
        INSERT INTO canonry_sessions (id, project, project_name, subject, created)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING RETURNING key
    )
    INSERT INTO canonry_batches (session, first, last, decided, chain, began, input, ends, data)
    SELECT key, $6, $7, $8, $9, $10, $11, $12, $13 FROM s
    RETURNING session";
const SEALED: &str = "
    INSERT INTO canonry_sealed (session, commitment, value)
    SELECT $1, v.commitment, v.value FROM unnest($2::bytea[], $3::bytea[]) AS v (commitment, value)
    ON CONFLICT DO NOTHING";
const WORK: &str = "
    INSERT INTO canonry_work (id, session, kind, payload)
    SELECT w.id, $1, w.kind, w.payload
    FROM unnest($2::bytea[], $3::bytea[], $4::bytea[]) WITH ORDINALITY AS w (id, kind, payload, position)
    ORDER BY w.position
    ON CONFLICT (id) DO NOTHING";

type Written<T> = std::result::Result<T, Failure>;

/// A batch, encoded and hashed but for its chain.
pub struct Prepared<'a> {
    session: &'a str,
    batch: &'a Batch,
    segments: Vec<Draft>,
}

impl<'a> Prepared<'a> {
    pub fn new(session: &'a str, batch: &'a Batch) -> Prepared<'a> {
        rules::assert_sound(batch);
        Prepared {
            session,
            batch,
            segments: segment::draft(&batch.records, batch.input.as_ref()),
        }
    }

    pub async fn append(mut self, store: &PostgresStore) -> Result<Appended> {
        let mut guess = self.guess(store.forget(self.session));
        for _ in 0..OVERTAKEN {
            let place = match guess.take() {
                Some(place) => place,
                None => match self.look(store).await? {
                    ControlFlow::Continue(place) => place,
                    ControlFlow::Break(answer) => return Ok(answer),
                },
            };
            match self.insert(store, place).await {
                Ok(Some(after)) => {
                    store.keep(self.session, after);
                    return Ok(appended(&place, &after));
                }
                Ok(None) | Err(Failure::Taken(_) | Failure::Again(_)) => {}
                Err(Failure::Lost(message)) => {
                    store.distrust_connections();
                    if let Some(answer) = self.resolve(store, place, message).await? {
                        return Ok(answer);
                    }
                }
                Err(failure) => return Err(failure.into()),
            }
        }
        Err(overtaken())
    }

    /// Where to append without looking: at the beginning, or after what was appended here last.
    fn guess(&self, kept: Option<Place>) -> Option<Place> {
        if self.ends_other().is_some() {
            return None;
        }
        let expect = self.batch.expect;
        if expect == Expect::Empty {
            return Some(Place::beginning(self.session));
        }
        kept.filter(|place| rules::refused(expect, place.seq, place.decided).is_none())
    }

    /// Where to append as things are now, or what is answered instead.
    async fn look(&self, store: &PostgresStore) -> Result<ControlFlow<Appended, Place>> {
        let own = self.batch.input.as_ref();
        let ends = self.ends_other();
        let asked: Vec<&str> = own
            .map(|own| own.id.as_str())
            .into_iter()
            .chain(ends)
            .collect();
        let Some(seen) = Seen::of(store, self.session, &asked).await? else {
            return match (&self.batch.create, ends) {
                (None, _) => Ok(ControlFlow::Break(Appended::Missing)),
                (Some(_), Some(_)) => Err(rules::cannot_end(self.session, 0, false)),
                (Some(_), None) => Ok(ControlFlow::Continue(Place::beginning(self.session))),
            };
        };
        if let Some(own) = own
            && let Some(known) = seen.known(self.session, &own.id, Some(own.digest))?
        {
            return Ok(ControlFlow::Break(Appended::Known(known)));
        }
        let place = seen.place;
        if let Some(refused) = rules::refused(self.batch.expect, place.seq, place.decided) {
            return Ok(ControlFlow::Break(refused));
        }
        if let Some(ends) = ends {
            let input = seen.input(ends);
            if input.is_none_or(|input| input.ended.is_some()) {
                return Err(rules::cannot_end(self.session, place.seq, input.is_some()));
            }
        }
        Ok(ControlFlow::Continue(place))
    }

    /// The input whose turn ends, where it was recorded before.
    fn ends_other(&self) -> Option<&'a str> {
        let own = self.batch.input.as_ref();
        self.batch
            .ends
            .as_deref()
            .filter(|ends| own.is_none_or(|own| own.id != *ends))
    }

    /// Where the session stands then; nothing if it may not stand at `place`. One row is a statement
    /// of its own, and only what is more than that pays for a transaction.
    async fn insert(&mut self, store: &PostgresStore, place: Place) -> Written<Option<Place>> {
        let Batch { work, sealed, .. } = self.batch;
        let is_one_row = self.segments.len() == 1 && work.is_empty() && sealed.is_empty();
        if let Some(key) = place.key.filter(|_| is_one_row) {
            return self.insert_row(store, place, key).await;
        }
        let mut client = store.client().await?;
        let connections = store.connections();
        if place.key.is_some() && place.connections != connections {
            return Ok(None);
        }
        let place = Place {
            connections,
            ..place
        };
        if is_one_row {
            return self.insert_rows(&client, place).await;
        }
        let transaction = client.transaction().await?;
        let after = self.insert_rows(&transaction, place).await?;
        if let Some(key) = after.and_then(|after| after.key) {
            self.insert_sealed(&transaction, key).await?;
            self.insert_work(&transaction, key).await?;
            transaction.commit().await?;
        }
        Ok(after)
    }

    /// One row of a session that is there goes with whatever else is appended at this moment.
    async fn insert_row(
        &mut self,
        store: &PostgresStore,
        place: Place,
        key: i64,
    ) -> Written<Option<Place>> {
        let first = place.seq + 1;
        let draft = &mut self.segments[0];
        let decided = rules::decided_after(draft.bare(), first, place.decided);
        let seq = place.seq + draft.records() as Seq;
        let (data, chain) = draft.chained(first, place.chain);
        let row = together::Row {
            session: key,
            first: number(first),
            last: number(seq),
            decided: number(decided),
            chain: chain.0,
            input: self.batch.input.as_ref().map(|own| own.id.clone().into()),
            ends: self.batch.ends.as_ref().map(|ends| ends.clone().into()),
            data: data.to_vec(),
            connections: place.connections,
        };
        let written = store.write_row(row).await?;
        Ok(written.then_some(Place {
            seq,
            decided,
            chain,
            ..place
        }))
    }

    /// Nothing if the session to be made is there already.
    pub async fn insert_rows(
        &mut self,
        client: &impl GenericClient,
        start: Place,
    ) -> Written<Option<Place>> {
        let (mut place, mut records) = (start, 0);
        let last_row = self.segments.len() - 1;
        for (row, draft) in self.segments.iter_mut().enumerate() {
            let first = place.seq + 1;
            let own = self.batch.input.as_ref();
            let input = own.filter(|own| (records..records + draft.records()).contains(&own.index));
            let ends = self.batch.ends.as_ref().filter(|_| row == last_row);
            records += draft.records();
            let decided = rules::decided_after(draft.bare(), first, place.decided);
            let seq = start.seq + records as Seq;
            let (data, chain) = draft.chained(first, place.chain);
            let new = Row {
                first: number(first),
                last: number(seq),
                decided: number(decided),
                chain: chain.0.as_slice(),
                began: (row > 0).then(|| number(start.seq + 1)),
                input: input.map(|input| input.id.as_bytes()),
                ends: ends.map(|ends| ends.as_bytes()),
                data,
            };
            let key = match (place.key, &self.batch.create) {
                (Some(key), _) => new.insert_next(client, key).await.map(Some)?,
                (None, Some(create)) => new.insert_first(client, self.session, create).await?,
                (None, None) => None,
            };
            let Some(key) = key else { return Ok(None) };
            place = Place {
                key: Some(key),
                seq,
                decided,
                chain,
                ..place
            };
        }
        Ok(Some(place))
    }

    async fn insert_sealed(&self, client: &impl GenericClient, key: i64) -> Written<()> {
        let sealed = self.batch.sealed.iter();
        let (commitments, values): (Vec<&[u8]>, Vec<&[u8]>) = sealed
            .map(|(commitment, value)| (commitment.0.as_slice(), value.as_slice()))
            .unzip();
        if !values.is_empty() {
            query(client, SEALED, &[&key, &commitments, &values]).await?;
        }
        Ok(())
    }

    async fn insert_work(&self, client: &impl GenericClient, key: i64) -> Written<()> {
        let work = self.batch.work.iter();
        let ids: Vec<&[u8]> = work.clone().map(|work| work.id.as_bytes()).collect();
        let kinds: Vec<&[u8]> = work.clone().map(|work| work.kind.as_bytes()).collect();
        let payloads: Vec<&[u8]> = work.map(|work| work.payload.as_slice()).collect();
        if !ids.is_empty() {
            query(client, WORK, &[&key, &ids, &kinds, &payloads]).await?;
        }
        Ok(())
    }

    /// The answer was lost: what lies at the place says whether it was done. None if it was not and
    /// never will be, because the place is somebody else's.
    async fn resolve(
        &mut self,
        store: &PostgresStore,
        place: Place,
        lost: String,
    ) -> Result<Option<Appended>> {
        // Before the place is looked at: what is known then is not what this append may still write.
        let known = match &self.batch.input {
            Some(own) => store.known(self.session, &own.id, Some(own.digest)).await?,
            None => None,
        };
        let sql =
            "SELECT b.chain FROM canonry_batches b JOIN canonry_sessions s ON s.key = b.session
            WHERE s.id = $1 AND b.first = $2";
        let first = place.seq + 1;
        let found = store
            .optional(sql, &[&self.session.as_bytes(), &number(first)])
            .await?;
        let (own_first, chain) = self.chains(place);
        match (found, known) {
            (Some(row), _) if digest_at(&row, "chain") == own_first => Ok(Some(Appended::At {
                first,
                last: place.seq + self.batch.records.len() as Seq,
                chain,
            })),
            (Some(_), _) => Ok(None),
            (None, Some(known)) => Ok(Some(Appended::Known(known))),
            (None, None) => Err(StoreError::Unavailable(lost)),
        }
    }

    /// The chain hash after the first row, and after all of them.
    fn chains(&mut self, place: Place) -> (Option<Digest>, Digest) {
        let (mut seq, mut chain, mut after_first) = (place.seq, place.chain, None);
        for draft in &mut self.segments {
            (_, chain) = draft.chained(seq + 1, chain);
            seq += draft.records() as Seq;
            after_first.get_or_insert(chain);
        }
        (after_first, chain)
    }
}

/// A session with all its history, in one transaction.
pub async fn begin(store: &PostgresStore, session: &str, batches: &[Batch]) -> Result<Appended> {
    match write_all(store, session, batches).await {
        Ok(Some(place)) => {
            store.keep(session, place);
            Ok(appended(&Place::beginning(session), &place))
        }
        Ok(None) | Err(Failure::Taken(_)) => Ok(Appended::AlreadyExists),
        Err(failure) => Err(failure.into()),
    }
}

/// Nothing if the session is there already.
async fn write_all(
    store: &PostgresStore,
    session: &str,
    batches: &[Batch],
) -> Written<Option<Place>> {
    let mut client = store.client().await?;
    let mut place = Place {
        connections: store.connections(),
        ..Place::beginning(session)
    };
    let transaction = client.transaction().await?;
    for batch in batches {
        let mut prepared = Prepared::new(session, batch);
        let Some(after) = prepared.insert_rows(&transaction, place).await? else {
            return Ok(None);
        };
        place = after;
        if let Some(key) = place.key {
            prepared.insert_sealed(&transaction, key).await?;
            prepared.insert_work(&transaction, key).await?;
        }
    }
    transaction.commit().await?;
    Ok(Some(place))
}

/// One row of `canonry_batches`, but for its session.
struct Row<'a> {
    first: i64,
    last: i64,
    decided: i64,
    chain: &'a [u8],
    began: Option<i64>,
    input: Option<&'a [u8]>,
    ends: Option<&'a [u8]>,
    data: &'a [u8],
}

impl Row<'_> {
    async fn insert_next(&self, client: &impl GenericClient, key: i64) -> Written<i64> {
        let Row {
            first,
            last,
            decided,
            chain,
            began,
            input,
            ends,
            data,
        } = self;
        let statement = client.prepare_cached(NEXT).await?;
        client
            .execute(
                &statement,
                &[&key, first, last, decided, chain, began, input, ends, data],
            )
            .await?;
        Ok(key)
    }

    /// The new session's key; nothing if there is one already.
    async fn insert_first(
        &self,
        client: &impl GenericClient,
        session: &str,
        create: &NewSession,
    ) -> Written<Option<i64>> {
        let Row {
            first,
            last,
            decided,
            chain,
            began,
            input,
            ends,
            data,
        } = self;
        let rows = query(
            client,
            FIRST,
            &[
                &session.as_bytes(),
                &create.project.0.as_slice(),
                &create.project_name.as_bytes(),
                &create.subject.as_ref().map(|subject| subject.as_bytes()),
                &create.at.as_millis(),
                first,
                last,
                decided,
                chain,
                began,
                input,
                ends,
                data,
            ],
        )
        .await?;
        Ok(rows.first().map(|row| row.get(0)))
    }
}

pub fn appended(before: &Place, after: &Place) -> Appended {
    Appended::At {
        first: before.seq + 1,
        last: after.seq,
        chain: after.chain,
    }
}

pub fn overtaken() -> StoreError {
    StoreError::Unavailable("others append to the session without a pause".to_owned())
}
