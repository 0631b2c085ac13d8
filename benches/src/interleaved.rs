//! Many sessions in turn, so that each is long gone from memory when its turn comes, against few.

use crate::Effort;
use crate::machine::{Scratch, median, resident_bytes};
use crate::play::{self, BenchHost, Player};
use crate::report::{Report, round};
use canonry::store::sqlite::SqliteStore;
use engine::limits;
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;

const CLIENTS: usize = 64;
/// Turns of each play before the talk begins.
const BEGUN: usize = 6;

struct Crowd {
    name: String,
    host: Arc<BenchHost<SqliteStore>>,
    players: Vec<Player>,
    talks: usize,
    rates: Vec<f64>,
    grown: i64,
}

pub async fn run(effort: Effort, report: &mut Report) {
    report.line("");
    report.line(format!("interleaved: {CLIENTS} clients, sessions in turn, one line each (SQLite); a host keeps {} to {} sessions in memory", limits::CACHED_SESSIONS, 2 * limits::CACHED_SESSIONS));
    let scratch = Scratch::new("interleaved");
    let turns = effort.of(10_000, 40_000);
    let mut crowds = Vec::new();
    for (name, sessions, cached) in [
        ("100 sessions", 100, limits::CACHED_SESSIONS),
        ("10,000 sessions", 10_000, limits::CACHED_SESSIONS),
        ("10,000 sessions, all kept", 10_000, 10_000),
    ] {
        let store =
            SqliteStore::open(scratch.file(&format!("{}.db", crowds.len()))).expect("a new store");
        let before = resident_bytes();
        let host = play::host(store, |options| options.cached_sessions = cached);
        let project = play::hello();
        let players = (0..sessions)
            .map(|client| Player::new(client, &project))
            .collect();
        let mut crowd = Crowd {
            name: name.to_owned(),
            host,
            players,
            talks: 0,
            rates: Vec::new(),
            grown: 0,
        };
        crowd.begin().await;
        crowd.grown = resident_bytes().cast_signed() - before.cast_signed();
        crowds.push(crowd);
    }
    for _ in 0..effort.of(3, 7) {
        for crowd in &mut crowds {
            crowd.talk(turns).await;
        }
        crowds.rotate_right(1);
    }
    crowds.sort_by_key(|crowd| {
        crowd.players.len() * 2
            + usize::from(crowd.host.options.cached_sessions > limits::CACHED_SESSIONS)
    });
    let few = crowds[0].rates.clone();
    for crowd in &crowds {
        let ratio = median(
            crowd
                .rates
                .iter()
                .zip(&few)
                .map(|(many, few)| many / few)
                .collect(),
        );
        let (rate, grown) = (median(crowd.rates.clone()), crowd.grown as f64 / 1e6);
        report.line(format!("  {:26}: {rate:>6.0} turns/s, {ratio:.2} of the first; resident memory grew by {grown:.1} MB while they began", crowd.name));
        report.put("interleaved", json!({ "sessions": crowd.players.len(), "kept": crowd.host.options.cached_sessions, "turns_per_second": round(rate), "ratio": round(ratio), "grown_mb": round(grown) }));
    }
}

impl Crowd {
    async fn begin(&mut self) {
        self.each(
            |_| BEGUN,
            |player, host, _| async move {
                let mut player = player;
                player.turn(&host).await.expect("a turn of the play");
                player
            },
        )
        .await;
    }

    async fn talk(&mut self, turns: usize) {
        let passes = turns / self.players.len();
        let first = self.talks;
        self.talks += passes;
        let started = Instant::now();
        self.each(
            |_| passes,
            move |player, host, pass| async move {
                let mut player = player;
                player.talk(&host, first + pass).await.expect("small talk");
                player
            },
        )
        .await;
        self.rates
            .push((passes * self.players.len()) as f64 / started.elapsed().as_secs_f64());
    }

    /// Every client has its share of the sessions and goes through them in turn.
    async fn each<F>(
        &mut self,
        passes: impl Fn(usize) -> usize,
        act: impl Fn(Player, Arc<BenchHost<SqliteStore>>, usize) -> F + Clone + Send + 'static,
    ) where
        F: Future<Output = Player> + Send,
    {
        let mut shares: Vec<Vec<Player>> = (0..CLIENTS).map(|_| Vec::new()).collect();
        for (index, player) in self.players.drain(..).enumerate() {
            shares[index % CLIENTS].push(player);
        }
        let mut tasks = tokio::task::JoinSet::new();
        for share in shares {
            let (host, act, passes) = (self.host.clone(), act.clone(), passes(share.len()));
            tasks.spawn(async move {
                let mut share = share;
                for pass in 0..passes {
                    let mut done = Vec::with_capacity(share.len());
                    for player in share {
                        done.push(act(player, host.clone(), pass).await);
                    }
                    share = done;
                }
                share
            });
        }
        self.players = tasks.join_all().await.into_iter().flatten().collect();
    }
}
