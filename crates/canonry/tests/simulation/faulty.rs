//! A store, a model and a clock that fail as real ones do, when the seed says so.

use crate::observer::Observer;
use crate::rng::Rng;
use canonry::clock::Clock;
use canonry::model::Model;
use canonry::store::memory::MemoryStore;
use canonry::store::{
    Appended, Batch, Head, Known, Leased, Listed, NewRecord, Record, Result, Seq, Store,
    StoreError, Survey, Waiting, Work,
};
use engine::request::{Outcome, Request};
use logic::value::{Digest, Instant};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What may go wrong, each once in so many operations; zero is never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    pub refuse: usize,
    pub lose: usize,
    pub slow_ms: u64,
    pub bad_answers: usize,
    /// Refuse exactly this operation, counted from one; zero is none.
    pub refuse_at: u64,
    /// Lose the answer of exactly this write.
    pub lose_at: u64,
    /// Lose the answer of every append.
    pub lose_appends: bool,
}

#[derive(Clone)]
pub struct FaultyStore {
    pub inner: MemoryStore,
    pub observer: Arc<Mutex<Observer>>,
    pub rng: Arc<Mutex<Rng>>,
    pub faults: Arc<Mutex<Faults>>,
}

fn happens(rng: &mut Rng, one_in: usize) -> bool {
    one_in > 0 && rng.one_in(one_in)
}

impl FaultyStore {
    /// Waits as a disk or network would, then maybe refuses.
    async fn before(&self) -> Result<()> {
        let (wait, refuse) = {
            let (mut rng, faults) = (
                self.rng.lock().expect("rng"),
                *self.faults.lock().expect("faults"),
            );
            (
                if faults.slow_ms > 0 {
                    rng.next() % faults.slow_ms
                } else {
                    0
                },
                happens(&mut rng, faults.refuse),
            )
        };
        if wait > 0 {
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
        let at = self.faults.lock().expect("faults").refuse_at;
        let mut observer = self.observer.lock().expect("observer");
        observer.operations += 1;
        let refuse = refuse || at == observer.operations;
        drop(observer);
        if refuse {
            self.observer.lock().expect("observer").totals.failed += 1;
            return Err(StoreError::Unavailable("simulated".to_owned()));
        }
        Ok(())
    }

    /// The write happened; maybe nobody hears of it.
    async fn after<T>(&self, value: T) -> Result<T> {
        let (wait, lose) = {
            let (mut rng, faults) = (
                self.rng.lock().expect("rng"),
                *self.faults.lock().expect("faults"),
            );
            (
                if faults.slow_ms > 0 {
                    rng.next() % faults.slow_ms
                } else {
                    0
                },
                happens(&mut rng, faults.lose),
            )
        };
        if wait > 0 {
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
        let at = self.faults.lock().expect("faults").lose_at;
        let mut observer = self.observer.lock().expect("observer");
        observer.writes += 1;
        let lose = lose || at == observer.writes;
        drop(observer);
        if lose {
            self.observer.lock().expect("observer").totals.lost += 1;
            return Err(StoreError::Unavailable(
                "simulated: the answer was lost".to_owned(),
            ));
        }
        Ok(value)
    }
}

impl Store for FaultyStore {
    async fn append(&self, session: &str, batch: Batch) -> Result<Appended> {
        self.before().await?;
        let described = batch.clone();
        let appended = self.inner.append(session, batch).await?;
        // Between the append and this line nothing is awaited: the observer sees every append.
        self.observer
            .lock()
            .expect("observer")
            .appended(session, &described, &appended);
        let lost = self.faults.lock().expect("faults").lose_appends;
        match lost && matches!(appended, Appended::At { .. }) {
            true => Err(StoreError::Unavailable("simulated: it ended".to_owned())),
            false => self.after(appended).await,
        }
    }
    async fn begin(&self, session: &str, batches: Vec<Batch>) -> Result<Appended> {
        self.inner.begin(session, batches).await
    }
    async fn known(
        &self,
        session: &str,
        input: &str,
        digest: Option<Digest>,
    ) -> Result<Option<Known>> {
        self.before().await?;
        self.inner.known(session, input, digest).await
    }
    async fn inputs(
        &self,
        session: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<String>> {
        self.before().await?;
        self.inner.inputs(session, after, limit).await
    }
    async fn head(&self, session: &str) -> Result<Option<Head>> {
        self.before().await?;
        self.inner.head(session).await
    }
    async fn read(&self, session: &str, after: Seq, limit: usize) -> Result<Vec<Record>> {
        self.before().await?;
        self.inner.read(session, after, limit).await
    }
    async fn sessions(
        &self,
        project_name: Option<&str>,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Head>> {
        self.inner.sessions(project_name, after, limit).await
    }
    async fn sessions_of_project(
        &self,
        project_name: &str,
        after: Option<&Listed>,
        limit: usize,
    ) -> Result<Vec<Listed>> {
        self.inner
            .sessions_of_project(project_name, after, limit)
            .await
    }
    async fn last_session(&self, project_name: &str) -> Result<Option<String>> {
        self.inner.last_session(project_name).await
    }
    async fn changed(&self, session: &str, after: Seq, at_most: Duration) -> Result<Seq> {
        self.before().await?;
        self.inner.changed(session, after, at_most).await
    }
    async fn lease(
        &self,
        session: &str,
        node: &str,
        now: Instant,
        until: Instant,
    ) -> Result<Leased> {
        self.before().await?;
        let leased = self.inner.lease(session, node, now, until).await?;
        self.after(leased).await
    }
    async fn release(&self, session: &str, node: &str) -> Result<()> {
        self.before().await?;
        self.inner.release(session, node).await
    }
    async fn put_snapshot(&self, session: &str, seq: Seq, bytes: Vec<u8>) -> Result<()> {
        self.before().await?;
        self.inner.put_snapshot(session, seq, bytes).await
    }
    async fn snapshot(&self, session: &str) -> Result<Option<(Seq, Vec<u8>)>> {
        self.inner.snapshot(session).await
    }
    async fn drop_snapshots(&self) -> Result<()> {
        self.inner.drop_snapshots().await
    }
    async fn put_project(&self, hash: Digest, bytes: Vec<u8>) -> Result<()> {
        self.inner.put_project(hash, bytes).await
    }
    async fn project(&self, hash: Digest) -> Result<Option<Vec<u8>>> {
        self.inner.project(hash).await
    }
    async fn sealed(&self, session: &str, commitment: Digest) -> Result<Option<Vec<u8>>> {
        self.inner.sealed(session, commitment).await
    }
    async fn take_work(
        &self,
        kind: Option<&str>,
        node: &str,
        now: Instant,
        until: Instant,
        limit: usize,
    ) -> Result<Vec<Work>> {
        self.inner.take_work(kind, node, now, until, limit).await
    }
    async fn finish_work(&self, id: &str) -> Result<()> {
        self.inner.finish_work(id).await
    }
    async fn put_work_back(&self, id: &str, until: Instant) -> Result<()> {
        self.inner.put_work_back(id, until).await
    }
    async fn waiting_work(&self, after: Option<&str>, limit: usize) -> Result<Vec<Waiting>> {
        self.inner.waiting_work(after, limit).await
    }
    async fn erase(&self, session: &str, record: NewRecord) -> Result<Option<Appended>> {
        self.before().await?;
        let erased = self.inner.erase(session, record).await?;
        let left = self.inner.read(session, 0, usize::MAX).await?;
        self.observer
            .lock()
            .expect("observer")
            .erased(session, &left);
        self.after(erased).await
    }
    async fn sessions_of_subject(&self, subject: &str) -> Result<Vec<String>> {
        self.inner.sessions_of_subject(subject).await
    }
    async fn survey(&self) -> Result<Survey> {
        self.inner.survey().await
    }
}

/// A model that is slow, silent, wrong or right.
#[derive(Clone)]
pub struct FaultyModel {
    pub observer: Arc<Mutex<Observer>>,
    pub rng: Arc<Mutex<Rng>>,
    pub faults: Arc<Mutex<Faults>>,
}

impl Model for FaultyModel {
    async fn ask(&self, request: &Request) -> Outcome {
        let (wait, bad, kind, word) = {
            let (mut rng, faults) = (
                self.rng.lock().expect("rng"),
                *self.faults.lock().expect("faults"),
            );
            (
                rng.next() % 4000,
                happens(&mut rng, faults.bad_answers),
                rng.below(6),
                rng.below(1000),
            )
        };
        self.observer.lock().expect("observer").asked(request, bad);
        let wait = if bad && kind == 0 { 60_000 } else { wait };
        tokio::time::sleep(Duration::from_millis(wait)).await;
        let text = match (bad, kind) {
            (true, 1) => {
                return Outcome::Failed {
                    reason: "simulated".to_owned(),
                };
            }
            (true, 2) => String::new(),
            (true, 3) => "x".repeat(500),
            (true, 4) => "a\u{7}b".to_owned(),
            (true, 5) => request.prompt.system.clone(),
            _ if &*request.cell.attribute == "omen" => {
                (if word % 2 == 0 { "good" } else { "bad" }).to_owned()
            }
            _ => format!("Words {word}."),
        };
        Outcome::Answered { text, tokens: None }
    }
}

/// Virtual time, a little wrong on each node, and chance from the seed.
#[derive(Clone)]
pub struct SimClock {
    pub start: tokio::time::Instant,
    pub skew_ms: i64,
    pub rng: Arc<Mutex<Rng>>,
}

impl Clock for SimClock {
    fn now(&self) -> Instant {
        let passed = i64::try_from(self.start.elapsed().as_millis()).expect("a short simulation");
        Instant::from_millis(1_767_225_600_000 + passed + self.skew_ms).expect("a date")
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }

    fn fill(&self, bytes: &mut [u8]) {
        self.rng.lock().expect("rng").fill(bytes);
    }
}
