//! The rival on PostgreSQL: one prepared statement a turn, which is one transaction and one round trip,
//! over a pool of the same size. PostgreSQL groups the commits itself, for both.

use super::Turn;
use crate::play;
use canonry::store::postgres::DEFAULT_POOL;
use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use std::sync::Arc;
use tokio_postgres::NoTls;

const TABLES: &str = "
    CREATE TABLE rival_records (session bigint NOT NULL, seq bigint NOT NULL, header bytea NOT NULL, commitment bytea NOT NULL,
        chain bytea NOT NULL, salt bytea, body bytea, PRIMARY KEY (session, seq));
    CREATE TABLE rival_inputs (session bigint NOT NULL, id bytea NOT NULL, digest bytea, seq bigint NOT NULL, first bigint, last bigint,
        PRIMARY KEY (session, id));";

const INSERT: &str = "
    WITH input AS (INSERT INTO rival_inputs (session, id, digest, seq, first, last) VALUES ($1, $2, $3, $4, $4, $5))
    INSERT INTO rival_records (session, seq, header, commitment, chain, salt, body)
    SELECT $1, $4 - 1 + r.position, r.header, r.commitment, r.chain, r.salt, r.body
    FROM unnest($6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[])
        WITH ORDINALITY AS r (header, commitment, chain, salt, body, position)";

pub struct PostgresRival {
    pool: Pool,
    turns: Arc<Vec<Turn>>,
    firsts: Vec<i64>,
}

impl PostgresRival {
    pub async fn open(url: &str, turns: Arc<Vec<Turn>>) -> PostgresRival {
        let manager = ManagerConfig {
            recycling_method: RecyclingMethod::Fast,
        };
        let config = url.parse().expect("the cluster's own address");
        let pool = Pool::builder(Manager::from_config(config, NoTls, manager))
            .max_size(DEFAULT_POOL)
            .build()
            .expect("a pool");
        pool.get()
            .await
            .expect("the cluster can be reached")
            .batch_execute(TABLES)
            .await
            .expect("the tables can be made");
        let mut next = 1;
        let firsts = turns
            .iter()
            .map(|turn| {
                let first = next;
                next += i64::try_from(turn.rows.len()).expect("few rows");
                first
            })
            .collect();
        PostgresRival {
            pool,
            turns,
            firsts,
        }
    }

    /// Durable when it returns.
    pub async fn turn(&self, client: usize, number: usize) {
        let (play, turn) = (number / play::TURNS, number % play::TURNS);
        let session = i64::try_from(client * 1_000_000 + play).expect("small numbers");
        let (id, first, rows) = (
            play::input_id(turn),
            self.firsts[turn],
            &self.turns[turn].rows,
        );
        let last = first + rows.len() as i64 - 1;
        let digest = [7_u8; 32];
        let column = |pick: fn(&super::Row) -> &Vec<u8>| {
            rows.iter()
                .map(|row| pick(row).as_slice())
                .collect::<Vec<&[u8]>>()
        };
        let client = self.pool.get().await.expect("a connection");
        let statement = client
            .prepare_cached(INSERT)
            .await
            .expect("the statement is right");
        client
            .execute(
                &statement,
                &[
                    &session,
                    &id.as_bytes(),
                    &digest.as_slice(),
                    &first,
                    &last,
                    &column(|row| &row.header),
                    &column(|row| &row.commitment),
                    &column(|row| &row.chain),
                    &column(|row| &row.salt),
                    &column(|row| &row.body),
                ],
            )
            .await
            .expect("the rows are new");
    }
}
