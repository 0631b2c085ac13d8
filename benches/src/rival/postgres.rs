//! The rival on PostgreSQL: one prepared statement a turn, which inserts one row and is one transaction
//! and one round trip, over a pool of the same size. PostgreSQL groups the commits itself, for both.

use super::{Kind, Turn};
use crate::play;
use canonry::store::postgres::DEFAULT_POOL;
use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use std::sync::Arc;
use tokio_postgres::NoTls;

const INSERT: &str = "INSERT INTO turns (session, input, first, data) VALUES ($1, $2, $3, $4)";

pub struct PostgresRival {
    pool: Pool,
    turns: Arc<Vec<Turn>>,
}

impl PostgresRival {
    pub async fn open(url: &str, turns: Arc<Vec<Turn>>, kind: Kind) -> PostgresRival {
        let manager = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let config = url.parse().expect("the cluster's own address");
        let pool = Pool::builder(Manager::from_config(config, NoTls, manager))
            .max_size(DEFAULT_POOL)
            .build()
            .expect("a pool");
        let tables = format!(
            "CREATE TABLE turns (session bigint NOT NULL, input bytea NOT NULL, first bigint NOT NULL, data bytea NOT NULL, {})
                WITH (toast_tuple_target = 4080);
             ALTER TABLE turns ALTER COLUMN data SET STORAGE EXTERNAL;",
            kind.uniques()
        );
        pool.get()
            .await
            .expect("the cluster can be reached")
            .batch_execute(&tables)
            .await
            .expect("the table can be made");
        PostgresRival { pool, turns }
    }

    /// Durable when it returns.
    pub async fn turn(&self, client: usize, number: usize) {
        let (play, turn) = (number / play::TURNS, number % play::TURNS);
        let session = i64::try_from(client * 1_000_000 + play).expect("small numbers");
        let (id, first) = (play::input_id(turn), turn as i64);
        let client = self.pool.get().await.expect("a connection");
        let statement = client
            .prepare_cached(INSERT)
            .await
            .expect("the statement is right");
        client
            .execute(
                &statement,
                &[&session, &id.as_bytes(), &first, &self.turns[turn]],
            )
            .await
            .expect("the row is new");
    }
}
