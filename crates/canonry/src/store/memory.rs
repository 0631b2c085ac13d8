//! The store for tests and simulation: maps behind one lock. It forgets everything when dropped,
//! and answers exactly as the durable stores do.

use super::rules::{self, Lease};
use super::waiters::Waiters;
use super::{
    Appended, Batch, Head, Known, Leased, Listed, NewRecord, Record, Result, Seq, Store, Survey,
    Waiting, Work, chain,
};
use logic::value::{Digest, Instant};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Clones share what they hold.
#[derive(Clone, Default)]
pub struct MemoryStore {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    tables: Mutex<Tables>,
    waiters: Waiters,
}

#[derive(Default)]
struct Tables {
    sessions: BTreeMap<String, Session>,
    /// Project name -> the session appended to last.
    last: BTreeMap<String, String>,
    leases: BTreeMap<String, Lease>,
    projects: BTreeMap<Digest, Vec<u8>>,
    /// In the order of their coming.
    work: BTreeMap<u64, KeptWork>,
    /// Every id that ever was, finished ones too.
    work_ids: BTreeMap<String, u64>,
}

struct Session {
    head: Head,
    records: Vec<Record>,
    inputs: BTreeMap<String, Input>,
    sealed: BTreeMap<Digest, Vec<u8>>,
    snapshot: Option<(Seq, Vec<u8>)>,
}

struct Input {
    seq: Seq,
    digest: Digest,
    ended: Option<(Seq, Seq)>,
}

struct KeptWork {
    work: Work,
    until: Option<Instant>,
}

impl MemoryStore {
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.shared
            .tables
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    fn push(&mut self, records: Vec<NewRecord>) -> (Seq, Seq) {
        let first = self.head.seq + 1;
        let bare: Vec<bool> = records.iter().map(rules::is_bare).collect();
        self.head.decided = rules::decided_after(bare.into_iter(), first, self.head.decided);
        for record in records {
            let record = chain::seal(record, self.head.seq + 1, self.head.chain);
            self.head.seq = record.seq;
            self.head.chain = record.chain;
            self.records.push(record);
        }
        (first, self.head.seq)
    }

    fn known(&self, input: &str, digest: Option<Digest>) -> Option<Known> {
        if self.head.erased {
            return Some(Known::Erased);
        }
        self.inputs
            .get(input)
            .map(|known| rules::known(known.seq, known.ended, known.digest, digest))
    }

    fn at(&self, first: Seq, last: Seq) -> Appended {
        Appended::At {
            first,
            last,
            chain: self.head.chain,
        }
    }
}

impl Tables {
    fn append(&mut self, id: &str, batch: Batch) -> Result<Appended> {
        match (self.sessions.get(id), batch.create) {
            (Some(session), _) => {
                if let Some(input) = &batch.input
                    && let Some(known) = session.known(&input.id, Some(input.digest))
                {
                    return Ok(Appended::Known(known));
                }
                if let Some(refused) =
                    rules::refused(batch.expect, session.head.seq, session.head.decided)
                {
                    return Ok(refused);
                }
            }
            (None, Some(new)) => {
                let head = Head {
                    session: id.to_owned(),
                    seq: 0,
                    decided: 0,
                    chain: chain::genesis(id),
                    project: new.project,
                    project_name: new.project_name,
                    subject: new.subject,
                    created: new.at,
                    erased: false,
                };
                self.sessions.insert(id.to_owned(), Session::started(head));
            }
            (None, None) => return Ok(Appended::Missing),
        }
        let session = self
            .sessions
            .get_mut(id)
            .expect("it was found or created above");
        let own = batch.input.as_ref().map(|input| input.id.as_str());
        if let Some(ends) = batch.ends.as_deref().filter(|ends| Some(*ends) != own) {
            match session.inputs.get(ends) {
                Some(Input { ended: None, .. }) => {}
                found => {
                    let error = rules::cannot_end(id, session.head.seq, found.is_some());
                    if session.records.is_empty() {
                        self.sessions.remove(id);
                    }
                    return Err(error);
                }
            }
        }
        let (first, last) = session.push(batch.records);
        if let Some(input) = batch.input {
            let seq = first + input.index as Seq;
            session.inputs.insert(
                input.id,
                Input {
                    seq,
                    digest: input.digest,
                    ended: None,
                },
            );
        }
        if let Some(ended) = batch.ends.and_then(|ends| session.inputs.get_mut(&ends)) {
            ended.ended = Some((first, last));
        }
        for (commitment, sealed) in batch.sealed {
            session.sealed.entry(commitment).or_insert(sealed);
        }
        let answer = session.at(first, last);
        self.last
            .insert(session.head.project_name.clone(), id.to_owned());
        for new in batch.work {
            let number = self.work_ids.len() as u64;
            if self.work_ids.contains_key(&new.id) {
                continue;
            }
            self.work_ids.insert(new.id.clone(), number);
            let work = Work {
                id: new.id,
                session: id.to_owned(),
                kind: new.kind,
                payload: new.payload,
                attempt: 0,
            };
            self.work.insert(number, KeptWork { work, until: None });
        }
        Ok(answer)
    }

    fn erase(&mut self, id: &str, record: NewRecord) -> Option<Appended> {
        let session = self.sessions.get_mut(id)?;
        session
            .records
            .iter_mut()
            .skip(1)
            .for_each(|record| record.content = None);
        session
            .inputs
            .values_mut()
            .for_each(|input| input.digest = Digest([0; 32]));
        session.sealed.clear();
        session.snapshot = None;
        session.head.erased = true;
        let (first, last) = session.push(vec![record]);
        let answer = session.at(first, last);
        self.last
            .insert(session.head.project_name.clone(), id.to_owned());
        self.work.retain(|_, kept| kept.work.session != id);
        Some(answer)
    }
}

impl Session {
    fn started(head: Head) -> Session {
        Session {
            head,
            records: Vec::new(),
            inputs: BTreeMap::new(),
            sealed: BTreeMap::new(),
            snapshot: None,
        }
    }
}

impl Store for MemoryStore {
    async fn append(&self, session: &str, batch: Batch) -> Result<Appended> {
        rules::assert_sound(&batch);
        let appended = self.tables().append(session, batch)?;
        self.shared.waiters.wake(session);
        Ok(appended)
    }

    async fn begin(&self, session: &str, batches: Vec<Batch>) -> Result<Appended> {
        let mut tables = self.tables();
        if tables.sessions.contains_key(session) {
            return Ok(Appended::AlreadyExists);
        }
        let mut answers = Vec::new();
        for batch in batches {
            rules::assert_sound(&batch);
            let answer = tables.append(session, batch);
            if !matches!(answer, Ok(Appended::At { .. })) {
                tables.sessions.remove(session);
            }
            answers.push(answer?);
        }
        drop(tables);
        self.shared.waiters.wake(session);
        Ok(rules::begun(answers))
    }

    async fn known(
        &self,
        session: &str,
        input: &str,
        digest: Option<Digest>,
    ) -> Result<Option<Known>> {
        Ok(self
            .tables()
            .sessions
            .get(session)
            .and_then(|session| session.known(input, digest)))
    }

    async fn inputs(
        &self,
        session: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<String>> {
        let tables = self.tables();
        let Some(session) = tables.sessions.get(session) else {
            return Ok(Vec::new());
        };
        let after = after.map_or(Bound::Unbounded, Bound::Excluded);
        let behind = session.inputs.range::<str, _>((after, Bound::Unbounded));
        Ok(behind.take(limit).map(|(id, _)| id.clone()).collect())
    }

    async fn head(&self, session: &str) -> Result<Option<Head>> {
        Ok(self
            .tables()
            .sessions
            .get(session)
            .map(|session| session.head.clone()))
    }

    async fn read(&self, session: &str, after: Seq, limit: usize) -> Result<Vec<Record>> {
        let tables = self.tables();
        let Some(session) = tables.sessions.get(session) else {
            return Ok(Vec::new());
        };
        let after = usize::try_from(after).unwrap_or(usize::MAX);
        Ok(session
            .records
            .iter()
            .skip(after)
            .take(limit)
            .cloned()
            .collect())
    }

    async fn sessions(
        &self,
        project_name: Option<&str>,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Head>> {
        let tables = self.tables();
        let place = |head: &Head| (head.created, head.session.clone());
        let after = match after.map(|id| tables.sessions.get(id)) {
            None => None,
            Some(Some(session)) => Some(place(&session.head)),
            Some(None) => return Ok(Vec::new()),
        };
        let ordered: BTreeSet<_> = tables
            .sessions
            .values()
            .map(|session| place(&session.head))
            .collect();
        Ok(ordered
            .into_iter()
            .filter(|place| after.as_ref().is_none_or(|after| place > after))
            .map(|(_, id)| &tables.sessions[&id].head)
            .filter(|head| project_name.is_none_or(|name| head.project_name == name))
            .take(limit)
            .cloned()
            .collect())
    }

    async fn sessions_of_project(
        &self,
        project_name: &str,
        after: Option<&Listed>,
        limit: usize,
    ) -> Result<Vec<Listed>> {
        let tables = self.tables();
        let behind = |head: &Head| {
            after.is_none_or(|after| {
                (head.created.as_millis(), &head.session) > (after.created_ms, &after.session)
            })
        };
        let ordered: BTreeSet<_> = tables
            .sessions
            .values()
            .map(|session| &session.head)
            .filter(|head| head.project_name == project_name && behind(head))
            .map(|head| (head.created.as_millis(), head.session.as_str()))
            .collect();
        let listed = |(created_ms, session): (i64, &str)| Listed {
            created_ms,
            session: session.to_owned(),
        };
        Ok(ordered.into_iter().take(limit).map(listed).collect())
    }

    async fn last_session(&self, project_name: &str) -> Result<Option<String>> {
        Ok(self.tables().last.get(project_name).cloned())
    }

    async fn changed(&self, session: &str, after: Seq, at_most: Duration) -> Result<Seq> {
        let head = async || {
            Ok(self
                .tables()
                .sessions
                .get(session)
                .map_or(0, |session| session.head.seq))
        };
        self.shared
            .waiters
            .changed(session, after, at_most, at_most, head)
            .await
    }

    async fn lease(
        &self,
        session: &str,
        node: &str,
        now: Instant,
        until: Instant,
    ) -> Result<Leased> {
        let mut tables = self.tables();
        let (answer, kept) = rules::lease(tables.leases.get(session).cloned(), node, now, until);
        if let Some(kept) = kept {
            tables.leases.insert(session.to_owned(), kept);
        }
        Ok(answer)
    }

    async fn release(&self, session: &str, node: &str) -> Result<()> {
        if let Some(lease) = self.tables().leases.get_mut(session) {
            lease.holder.take_if(|(holder, _)| holder == node);
        }
        Ok(())
    }

    async fn put_snapshot(&self, session: &str, seq: Seq, bytes: Vec<u8>) -> Result<()> {
        if let Some(session) = self.tables().sessions.get_mut(session)
            && !session.head.erased
            && session
                .snapshot
                .as_ref()
                .is_none_or(|(kept, _)| *kept <= seq)
        {
            session.snapshot = Some((seq, bytes));
        }
        Ok(())
    }

    async fn snapshot(&self, session: &str) -> Result<Option<(Seq, Vec<u8>)>> {
        Ok(self
            .tables()
            .sessions
            .get(session)
            .and_then(|session| session.snapshot.clone()))
    }

    async fn drop_snapshots(&self) -> Result<()> {
        self.tables()
            .sessions
            .values_mut()
            .for_each(|session| session.snapshot = None);
        Ok(())
    }

    async fn put_project(&self, hash: Digest, bytes: Vec<u8>) -> Result<()> {
        self.tables().projects.entry(hash).or_insert(bytes);
        Ok(())
    }

    async fn project(&self, hash: Digest) -> Result<Option<Vec<u8>>> {
        Ok(self.tables().projects.get(&hash).cloned())
    }

    async fn sealed(&self, session: &str, commitment: Digest) -> Result<Option<Vec<u8>>> {
        Ok(self
            .tables()
            .sessions
            .get(session)
            .and_then(|session| session.sealed.get(&commitment).cloned()))
    }

    async fn take_work(
        &self,
        kind: Option<&str>,
        _node: &str,
        now: Instant,
        until: Instant,
        limit: usize,
    ) -> Result<Vec<Work>> {
        let mut tables = self.tables();
        let free = tables
            .work
            .values_mut()
            .filter(|kept| kept.until.is_none_or(|until| until <= now))
            .filter(|kept| kind.is_none_or(|kind| kept.work.kind == kind));
        Ok(free
            .take(limit)
            .map(|kept| {
                kept.until = Some(until);
                kept.work.attempt += 1;
                kept.work.clone()
            })
            .collect())
    }

    async fn finish_work(&self, id: &str) -> Result<()> {
        let mut tables = self.tables();
        if let Some(number) = tables.work_ids.get(id).copied() {
            tables.work.remove(&number);
        }
        Ok(())
    }

    async fn put_work_back(&self, id: &str, until: Instant) -> Result<()> {
        let mut tables = self.tables();
        if let Some(number) = tables.work_ids.get(id).copied()
            && let Some(kept) = tables.work.get_mut(&number)
        {
            kept.until = Some(until);
        }
        Ok(())
    }

    async fn waiting_work(&self, after: Option<&str>, limit: usize) -> Result<Vec<Waiting>> {
        let tables = self.tables();
        let from = match after.map(|id| tables.work_ids.get(id)) {
            None => 0,
            Some(Some(number)) => number + 1,
            Some(None) => return Ok(Vec::new()),
        };
        let waiting = |kept: &KeptWork| Waiting {
            id: kept.work.id.clone(),
            session: kept.work.session.clone(),
            kind: kept.work.kind.clone(),
            attempt: kept.work.attempt,
            until: kept.until,
        };
        let kept = tables.work.range(from..).map(|(_, kept)| kept);
        Ok(kept.take(limit).map(waiting).collect())
    }

    async fn erase(&self, session: &str, record: NewRecord) -> Result<Option<Appended>> {
        let erased = self.tables().erase(session, record);
        self.shared.waiters.wake(session);
        Ok(erased)
    }

    async fn sessions_of_subject(&self, subject: &str) -> Result<Vec<String>> {
        let tables = self.tables();
        let of_subject = tables
            .sessions
            .values()
            .filter(|session| session.head.subject.as_deref() == Some(subject));
        Ok(of_subject
            .map(|session| session.head.session.clone())
            .collect())
    }

    async fn survey(&self) -> Result<Survey> {
        let tables = self.tables();
        let heads = tables.sessions.values().map(|session| &session.head);
        let mut found: Vec<_> = heads.map(|head| (head.created, &head.session)).collect();
        found.sort_unstable();
        Ok(Survey {
            sessions: found.into_iter().map(|(_, id)| id.clone()).collect(),
            problems: Vec::new(),
        })
    }
}
