//! Connecting: the pool, the tables, and the proof that they can be written.

use super::failure::Failure;
use crate::store::{Result, StoreError};
use deadpool_postgres::{
    Client, Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio_postgres::{Config, NoTls};

/// Counts up with every change of the tables.
const FORMAT_VERSION: i32 = 2;
const TABLES: &str = include_str!("schema.sql");
/// "CNRY": two nodes that start at once make the tables one after the other.
const SETUP_LOCK: i64 = 0x434e_5259;

const WAIT: Duration = Duration::from_secs(30);
const CONNECT: Duration = Duration::from_secs(10);

/// `connections` counts those that were made.
pub async fn open(
    url: &str,
    pool_size: usize,
    connections: Arc<AtomicU64>,
) -> Result<(Pool, Config)> {
    let mut config: Config =
        url.parse()
            .map_err(|error: tokio_postgres::Error| StoreError::Refused {
                message: format!("the store's address cannot be read: {error}"),
                hint: "write it as postgresql://user:password@host:5432/database".to_owned(),
            })?;
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT);
    }
    if config.get_application_name().is_none() {
        config.application_name("canonry");
    }
    let manager = ManagerConfig {
        recycling_method: RecyclingMethod::Fast,
    };
    let pool = Pool::builder(Manager::from_config(config.clone(), NoTls, manager))
        .max_size(pool_size.max(1))
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(WAIT))
        .create_timeout(Some(CONNECT))
        .post_create(Hook::async_fn(move |client, _| {
            connections.fetch_add(1, Ordering::SeqCst);
            Box::pin(async move { prepare(client).await.map_err(HookError::Backend) })
        }))
        .build()
        .map_err(|error| StoreError::Unavailable(error.to_string()))?;
    let mut client = pool.get().await.map_err(|error| at_start(error.into()))?;
    set_up(&mut client).await.map_err(at_start)?;
    Ok((pool, config))
}

/// Whatever the server's defaults: what is acknowledged is on its disk, and a statement that waited
/// for a row sees the row as it is now.
async fn prepare(
    client: &tokio_postgres::Client,
) -> std::result::Result<(), tokio_postgres::Error> {
    client
        .batch_execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
             SET default_transaction_isolation = 'read committed';
             SET plan_cache_mode = 'force_generic_plan'",
        )
        .await
}

async fn set_up(client: &mut Client) -> std::result::Result<(), Failure> {
    let transaction = client.transaction().await?;
    transaction
        .execute("SELECT pg_advisory_xact_lock($1)", &[&SETUP_LOCK])
        .await?;
    let found: bool = transaction
        .query_one("SELECT to_regclass('canonry_meta') IS NOT NULL", &[])
        .await?
        .get(0);
    if !found {
        transaction
            .batch_execute(
                "CREATE TABLE canonry_meta (
                    one integer PRIMARY KEY CHECK (one = 1), version integer NOT NULL, opened bigint NOT NULL
                 )",
            )
            .await?;
        transaction
            .execute(
                "INSERT INTO canonry_meta VALUES (1, $1, 0)",
                &[&FORMAT_VERSION],
            )
            .await?;
        transaction.batch_execute(TABLES).await?;
    }
    let rows = transaction
        .query(
            "UPDATE canonry_meta SET opened = opened + 1 WHERE one = 1 RETURNING version",
            &[],
        )
        .await?;
    let version = rows.first().map(|row| row.get::<_, i32>(0));
    if version != Some(FORMAT_VERSION) {
        let version = version.map_or("no".to_owned(), |version| version.to_string());
        return Err(Failure::Refused {
            message: format!(
                "the database has store format {version}; this Canonry knows format {FORMAT_VERSION}"
            ),
            hint: "use the Canonry that wrote it, or another database".to_owned(),
        });
    }
    transaction.commit().await?;
    Ok(())
}

/// An erased row is dead but still in its page until it is vacuumed away. Even then PostgreSQL may
/// keep old bytes in free space, its write-ahead log and base backups: an operator who must be sure
/// runs `VACUUM FULL` and lets old logs expire.
pub async fn vacuum(client: &Client) -> std::result::Result<(), Failure> {
    for table in [
        "canonry_batches",
        "canonry_work",
        "canonry_sealed",
        "canonry_snapshots",
    ] {
        client.batch_execute(&format!("VACUUM {table}")).await?;
    }
    Ok(())
}

/// A store that cannot be reached or written when it is opened is refused.
fn at_start(failure: Failure) -> StoreError {
    match failure {
        Failure::Lost(message)
        | Failure::Again(message)
        | Failure::Taken(message)
        | Failure::Unavailable(message) => StoreError::Refused {
            message: format!("PostgreSQL cannot be used for the store: {message}"),
            hint: "check that the server runs and that the store's address is right".to_owned(),
        },
        told @ (Failure::Refused { .. } | Failure::Corrupt { .. }) => told.into(),
    }
}
