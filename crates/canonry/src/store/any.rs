//! A store chosen when the program starts: `memory:`, `sqlite:PATH` or `postgres://…`.

use super::memory::MemoryStore;
#[cfg(feature = "postgres")]
use super::postgres::PostgresStore;
#[cfg(feature = "sqlite")]
use super::sqlite::SqliteStore;
use super::{
    Appended, Batch, Head, Known, Leased, Listed, NewRecord, Record, Result, Seq, Store,
    StoreError, Survey, Waiting, Work,
};
use logic::value::{Digest, Instant};
use std::time::Duration;

pub enum AnyStore {
    Memory(MemoryStore),
    #[cfg(feature = "sqlite")]
    Sqlite(SqliteStore),
    #[cfg(feature = "postgres")]
    Postgres(PostgresStore),
}

impl AnyStore {
    /// Whether a name is one of a store at all; what it leads to is seen when it is opened.
    pub fn check(name: &str) -> Result<()> {
        let is_file = name
            .strip_prefix("sqlite:")
            .is_some_and(|path| !path.is_empty());
        let is_server = name.starts_with("postgres://") || name.starts_with("postgresql://");
        if name == "memory:" || is_file || is_server {
            return Ok(());
        }
        Err(not_a_store(name))
    }

    pub async fn open(name: &str) -> Result<AnyStore> {
        if name == "memory:" {
            return Ok(AnyStore::Memory(MemoryStore::default()));
        }
        #[cfg(feature = "sqlite")]
        if let Some(path) = name.strip_prefix("sqlite:").filter(|path| !path.is_empty()) {
            return SqliteStore::open(path).map(AnyStore::Sqlite);
        }
        #[cfg(feature = "postgres")]
        if name.starts_with("postgres://") || name.starts_with("postgresql://") {
            return PostgresStore::connect(name).await.map(AnyStore::Postgres);
        }
        Err(not_a_store(name))
    }
}

fn not_a_store(name: &str) -> StoreError {
    let is_path = name.contains(['/', '.']) && !name.contains([':', '@']);
    StoreError::Refused {
        // A URL may hold a password: only its beginning is repeated.
        message: match (name.split_once(':'), name.char_indices().nth(12)) {
            (Some((scheme, _)), _) if name.contains('@') => {
                format!("`{scheme}:…` is not a store")
            }
            (_, Some((end, _))) => format!("`{}…` is not a store", &name[..end]),
            (_, None) => format!("`{name}` is not a store"),
        },
        hint: if is_path {
            format!("a file is named sqlite:{name}")
        } else {
            "write sqlite:PATH, postgres://USER@HOST/DATABASE or memory:".to_owned()
        },
    }
}

macro_rules! forward {
    ($self:ident, $store:ident => $call:expr) => {
        match $self {
            AnyStore::Memory($store) => $call.await,
            #[cfg(feature = "sqlite")]
            AnyStore::Sqlite($store) => $call.await,
            #[cfg(feature = "postgres")]
            AnyStore::Postgres($store) => $call.await,
        }
    };
}

impl Store for AnyStore {
    async fn append(&self, session: &str, batch: Batch) -> Result<Appended> {
        forward!(self, store => store.append(session, batch))
    }
    async fn begin(&self, session: &str, batches: Vec<Batch>) -> Result<Appended> {
        forward!(self, store => store.begin(session, batches))
    }
    async fn known(
        &self,
        session: &str,
        input: &str,
        digest: Option<Digest>,
    ) -> Result<Option<Known>> {
        forward!(self, store => store.known(session, input, digest))
    }
    async fn inputs(
        &self,
        session: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<String>> {
        forward!(self, store => store.inputs(session, after, limit))
    }
    async fn head(&self, session: &str) -> Result<Option<Head>> {
        forward!(self, store => store.head(session))
    }
    async fn read(&self, session: &str, after: Seq, limit: usize) -> Result<Vec<Record>> {
        forward!(self, store => store.read(session, after, limit))
    }
    async fn sessions(
        &self,
        project_name: Option<&str>,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Head>> {
        forward!(self, store => store.sessions(project_name, after, limit))
    }
    async fn sessions_of_project(
        &self,
        project_name: &str,
        after: Option<&Listed>,
        limit: usize,
    ) -> Result<Vec<Listed>> {
        forward!(self, store => store.sessions_of_project(project_name, after, limit))
    }
    async fn last_session(&self, project_name: &str) -> Result<Option<String>> {
        forward!(self, store => store.last_session(project_name))
    }
    async fn changed(&self, session: &str, after: Seq, at_most: Duration) -> Result<Seq> {
        forward!(self, store => store.changed(session, after, at_most))
    }
    async fn lease(
        &self,
        session: &str,
        node: &str,
        now: Instant,
        until: Instant,
    ) -> Result<Leased> {
        forward!(self, store => store.lease(session, node, now, until))
    }
    async fn release(&self, session: &str, node: &str) -> Result<()> {
        forward!(self, store => store.release(session, node))
    }
    async fn put_snapshot(&self, session: &str, seq: Seq, bytes: Vec<u8>) -> Result<()> {
        forward!(self, store => store.put_snapshot(session, seq, bytes))
    }
    async fn snapshot(&self, session: &str) -> Result<Option<(Seq, Vec<u8>)>> {
        forward!(self, store => store.snapshot(session))
    }
    async fn drop_snapshots(&self) -> Result<()> {
        forward!(self, store => store.drop_snapshots())
    }
    async fn put_project(&self, hash: Digest, bytes: Vec<u8>) -> Result<()> {
        forward!(self, store => store.put_project(hash, bytes))
    }
    async fn project(&self, hash: Digest) -> Result<Option<Vec<u8>>> {
        forward!(self, store => store.project(hash))
    }
    async fn sealed(&self, session: &str, commitment: Digest) -> Result<Option<Vec<u8>>> {
        forward!(self, store => store.sealed(session, commitment))
    }
    async fn take_work(
        &self,
        kind: Option<&str>,
        node: &str,
        now: Instant,
        until: Instant,
        limit: usize,
    ) -> Result<Vec<Work>> {
        forward!(self, store => store.take_work(kind, node, now, until, limit))
    }
    async fn finish_work(&self, id: &str) -> Result<()> {
        forward!(self, store => store.finish_work(id))
    }
    async fn put_work_back(&self, id: &str, until: Instant) -> Result<()> {
        forward!(self, store => store.put_work_back(id, until))
    }
    async fn waiting_work(&self, after: Option<&str>, limit: usize) -> Result<Vec<Waiting>> {
        forward!(self, store => store.waiting_work(after, limit))
    }
    async fn erase(&self, session: &str, record: NewRecord) -> Result<Option<Appended>> {
        forward!(self, store => store.erase(session, record))
    }
    async fn sessions_of_subject(&self, subject: &str) -> Result<Vec<String>> {
        forward!(self, store => store.sessions_of_subject(subject))
    }
    async fn survey(&self) -> Result<Survey> {
        forward!(self, store => store.survey())
    }
}
