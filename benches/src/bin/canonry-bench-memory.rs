//! Memory per session and of a project's base, counted by the allocator: what Rust code holds, SQLite's own caches not
//! included.

use canonry::store::sqlite::SqliteStore;
use canonry_bench::machine::{self, Scratch, resident_bytes};
use canonry_bench::play::{self, Player};
use canonry_bench::report::{Report, round};
use cap::Cap;
use serde_json::json;
use std::alloc::System;
use std::sync::Arc;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Caches of bounded size fill and are emptied on the way, so peaks are compared, not moments.
const FEW: usize = 10_000;
const MANY: usize = 20_000;
const SAMPLE: usize = 500;
const CLIENTS: usize = 64;
const TURNS: usize = 4;

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut report = Report::new(arguments.iter().any(|argument| argument == "--json"));
    report.line(machine::describe());
    report.line("");
    report.line(format!("memory: by how much the peak grew per session, as the allocator counts it, from the first {FEW} sessions of {TURNS} turns to the next (SQLite)"));
    let scratch = Scratch::new("memory");
    for (name, cached) in [("idle", 256), ("active", MANY)] {
        let store = SqliteStore::open(scratch.file(&format!("{name}.db"))).expect("a new store");
        let host = play::host(store, |options| options.cached_sessions = cached);
        let first = peaks(&host, 0..FEW).await;
        let next = peaks(&host, FEW..MANY).await;
        let grown = |before: f64, now: f64| (now - before) / (MANY - FEW) as f64;
        let (held, resident) = (grown(first.0, next.0), grown(first.1, next.1));
        report.line(format!("  {name:6} session: {held:>6.0} bytes (resident memory grew by {resident:.0}, with SQLite's page cache and the allocator's slack)"));
        report.put(
            "memory",
            json!({ "session": name, "bytes": round(held), "resident_bytes": round(resident) }),
        );
    }
    canonry_bench::base::run(&mut report, &|| ALLOCATOR.allocated());
    report.finish();
}

/// The most that was held and resident while these sessions were played.
async fn peaks(
    host: &Arc<play::BenchHost<SqliteStore>>,
    clients: std::ops::Range<usize>,
) -> (f64, f64) {
    let (mut held, mut resident) = (0.0_f64, 0.0_f64);
    for start in clients.clone().step_by(SAMPLE) {
        play_all(host, start..start + SAMPLE).await;
        held = held.max(ALLOCATOR.allocated() as f64);
        resident = resident.max(resident_bytes() as f64);
    }
    (held, resident)
}

async fn play_all(host: &Arc<play::BenchHost<SqliteStore>>, clients: std::ops::Range<usize>) {
    let project = play::hello();
    let mut tasks = tokio::task::JoinSet::new();
    for share in 0..CLIENTS {
        let (host, project, clients) = (host.clone(), project.clone(), clients.clone());
        tasks.spawn(async move {
            for client in clients.filter(|client| client % CLIENTS == share) {
                let mut player = Player::new(client, &project);
                for _ in 0..TURNS {
                    player.turn(&host).await.expect("a turn of the play");
                }
            }
        });
    }
    tasks.join_all().await;
}
