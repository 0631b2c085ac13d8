//! Durable turns per second, ours against a rival that keeps the same bytes as safely without an
//! engine, for 1 to 256 clients.

use crate::Effort;
use crate::cluster::Cluster;
use crate::machine::{
    Scratch, least_and_most, load_average, median, processor_seconds, written_bytes,
};
use crate::play::{self, BenchHost, Player};
use crate::report::{Report, round};
use crate::rival::postgres::PostgresRival;
use crate::rival::sqlite::SqliteRival;
use crate::rival::{self, Kind, Turn};
use canonry::store::Store;
use canonry::store::memory::MemoryStore;
use canonry::store::postgres::PostgresStore;
use canonry::store::sqlite::SqliteStore;
use serde_json::json;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

const CLIENTS: [usize; 5] = [1, 4, 16, 64, 256];

type TurnOf = dyn Fn(usize, usize) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync;

/// Somebody who makes turns durable.
struct Contender {
    name: &'static str,
    turn: Arc<TurnOf>,
    /// The number of each client's next turn.
    next: Arc<Vec<AtomicUsize>>,
    rates: Vec<f64>,
    processor: Vec<f64>,
    written: Vec<f64>,
}

/// What our turns cost, as the host counts it.
#[derive(Default)]
struct Counted {
    turns: AtomicU64,
    appends: AtomicU64,
    events: AtomicU64,
    bytes: AtomicU64,
}

impl Contender {
    fn new<F>(
        name: &'static str,
        clients: usize,
        turn: impl Fn(usize, usize) -> F + Send + Sync + 'static,
    ) -> Contender
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let next = (0..clients).map(|_| AtomicUsize::new(0)).collect();
        let turn = Arc::new(move |client, number| {
            Box::pin(turn(client, number)) as Pin<Box<dyn Future<Output = ()> + Send>>
        });
        Contender {
            name,
            turn,
            next: Arc::new(next),
            rates: Vec::new(),
            processor: Vec::new(),
            written: Vec::new(),
        }
    }

    fn ours<S: Store>(
        host: Arc<BenchHost<S>>,
        clients: usize,
        counted: &Arc<Counted>,
    ) -> Contender {
        let project = play::hello();
        let players: Arc<Vec<_>> = Arc::new(
            (0..clients)
                .map(|client| Mutex::new(Player::new(client, &project)))
                .collect(),
        );
        let counted = counted.clone();
        Contender::new("ours", clients, move |client, _| {
            let (host, players, counted) = (host.clone(), players.clone(), counted.clone());
            async move {
                let answered = players[client]
                    .lock()
                    .await
                    .turn(&host)
                    .await
                    .expect("a turn of the play");
                counted.turns.fetch_add(1, Ordering::Relaxed);
                counted
                    .appends
                    .fetch_add(answered.cost.appends, Ordering::Relaxed);
                counted
                    .events
                    .fetch_add(answered.cost.events, Ordering::Relaxed);
                counted
                    .bytes
                    .fetch_add(answered.cost.bytes, Ordering::Relaxed);
            }
        })
    }

    /// All clients, as fast as they can, for a while. What was begun is waited for and counted.
    async fn slice(&mut self, clients: usize, duration: Duration, keep: bool) {
        let (processor, written, started) = (processor_seconds(), written_bytes(), Instant::now());
        let deadline = started + duration;
        let mut tasks = tokio::task::JoinSet::new();
        for client in 0..clients {
            let (turn, next) = (self.turn.clone(), self.next.clone());
            tasks.spawn(async move {
                let mut turns = 0_u64;
                while Instant::now() < deadline {
                    turn(client, next[client].fetch_add(1, Ordering::Relaxed)).await;
                    turns += 1;
                }
                turns
            });
        }
        let turns = tasks.join_all().await.into_iter().sum::<u64>() as f64;
        let elapsed = started.elapsed().as_secs_f64();
        if keep {
            self.rates.push(turns / elapsed);
            self.processor
                .push((processor_seconds() - processor) * 1e6 / turns);
            self.written
                .push((written_bytes() - written) as f64 / turns);
        }
    }
}

/// For the given numbers of clients, or for all that are usually measured.
///
/// `alone` leaves the rivals out, for a profile of ours.
pub async fn run(
    effort: Effort,
    stores: &[&str],
    clients: &[usize],
    alone: bool,
    report: &mut Report,
) {
    let clients = if clients.is_empty() {
        &CLIENTS
    } else {
        clients
    };
    let rivals: &[Kind] = if alone { &[] } else { &Kind::ALL };
    let scratch = Scratch::new("durable");
    let turns = Arc::new(rival::capture(&scratch.file("capture.db")).await);
    report.line("");
    report.line("durable: turns per second, each synced to the disk before its reply, ours against the bare rival");
    report.line(format!(
        "  disk: {}; load average {}",
        scratch.file_system(),
        load_average()
    ));
    in_memory(effort, report).await;
    if stores == ["memory"] {
        return;
    }
    let bytes = turns.iter().map(Vec::len).sum::<usize>() as f64 / turns.len() as f64;
    let said =
        "the bare rival's: 1 row of the same bytes with 1 index entry; the ordered one's: with 2";
    if stores.contains(&"sqlite") {
        report.line(format!("  sqlite: a turn of ours is 1 row of {bytes:.0} bytes with 2 index rows and the update of its session's head;"));
        report.line(format!("    {said}"));
        for &clients in clients {
            sqlite(effort, clients, &scratch, rivals, &turns, report).await;
        }
    }
    if stores.contains(&"postgres") {
        report.line(format!("  postgres: a turn of ours is 1 row of {bytes:.0} bytes with 2 index entries, and nothing else but for the first of a session;"));
        report.line(format!("    {said}; all one statement, all a pool of 16"));
        let cluster = Cluster::start();
        for &clients in clients {
            postgres(effort, clients, &cluster, rivals, &turns, report).await;
        }
    }
}

/// What host and engine need alone: the same turns with no disk behind them.
async fn in_memory(effort: Effort, report: &mut Report) {
    let host = play::host(MemoryStore::default(), |_| ());
    let mut ours = Contender::ours(host, 1, &Arc::default());
    for _ in 0..3 {
        let duration = Duration::from_millis(effort.of(400, 2000));
        ours.slice(1, duration, true).await;
    }
    report.line(format!(
        "  memory     1 clients: ours {:>6.0}/s ({:>3.0} us cpu): host, engine and hashes, nothing durable",
        median(ours.rates.clone()),
        median(ours.processor.clone())
    ));
    let figure = json!({ "store": "memory", "clients": 1, "ours": figures(&ours) });
    report.put("durable", figure);
}

async fn sqlite(
    effort: Effort,
    clients: usize,
    scratch: &Scratch,
    rivals: &[Kind],
    turns: &Arc<Vec<Turn>>,
    report: &mut Report,
) {
    let store =
        SqliteStore::open(scratch.file(&format!("ours-{clients}.db"))).expect("a new store");
    let counted = Arc::new(Counted::default());
    let mut contenders = vec![Contender::ours(
        play::host(store, |_| ()),
        clients,
        &counted,
    )];
    for &kind in rivals {
        let file = scratch.file(&format!("{}-{clients}.db", kind.name()));
        let rival = Arc::new(SqliteRival::open(&file, turns.clone(), kind));
        contenders.push(Contender::new(
            kind.name(),
            clients,
            move |client, number| {
                let rival = rival.clone();
                async move { rival.turn(client, number).await }
            },
        ));
    }
    compare(effort, "sqlite", clients, contenders, &counted, report).await;
}

async fn postgres(
    effort: Effort,
    clients: usize,
    cluster: &Cluster,
    rivals: &[Kind],
    turns: &Arc<Vec<Turn>>,
    report: &mut Report,
) {
    let store = PostgresStore::connect(&cluster.database().await)
        .await
        .expect("a new store");
    let counted = Arc::new(Counted::default());
    let mut contenders = vec![Contender::ours(
        play::host(store, |_| ()),
        clients,
        &counted,
    )];
    for &kind in rivals {
        let rival = PostgresRival::open(&cluster.database().await, turns.clone(), kind).await;
        let rival = Arc::new(rival);
        contenders.push(Contender::new(
            kind.name(),
            clients,
            move |client, number| {
                let rival = rival.clone();
                async move { rival.turn(client, number).await }
            },
        ));
    }
    compare(effort, "postgres", clients, contenders, &counted, report).await;
}

/// Turn and turn about; the ratio is the median of the ratios of neighbouring slices.
async fn compare(
    effort: Effort,
    store: &str,
    clients: usize,
    mut contenders: Vec<Contender>,
    counted: &Counted,
    report: &mut Report,
) {
    let duration = Duration::from_millis(effort.of(400, 2000));
    for contender in &mut contenders {
        contender.slice(clients, duration / 2, false).await;
    }
    for _ in 0..effort.of(5, 9) {
        for contender in &mut contenders {
            contender.slice(clients, duration, true).await;
        }
        // Who came last comes first now: nobody always follows the same one.
        contenders.rotate_right(1);
    }
    contenders.sort_by_key(|contender| {
        ["ours", "rival"]
            .iter()
            .position(|name| *name == contender.name)
            .unwrap_or(2)
    });
    let [ours, rivals @ ..] = contenders.as_slice() else {
        return;
    };
    let turns = counted.turns.load(Ordering::Relaxed) as f64;
    let per_turn = |count: &AtomicU64| count.load(Ordering::Relaxed) as f64 / turns;
    let mut figure = json!({
        "store": store, "clients": clients, "ours": figures(ours),
        "appends_per_turn": round(per_turn(&counted.appends)), "events_per_turn": round(per_turn(&counted.events)), "body_bytes_per_turn": round(per_turn(&counted.bytes)),
    });
    let mut line = format!(
        "  {store:8} {clients:>3} clients: ours {:>6.0}/s ({:>3.0} us cpu, {:>5.1} kB written)",
        median(ours.rates.clone()),
        median(ours.processor.clone()),
        median(ours.written.clone()) / 1000.0
    );
    for rival in rivals {
        let ratios: Vec<f64> = ours
            .rates
            .iter()
            .zip(&rival.rates)
            .map(|(ours, rival)| ours / rival)
            .collect();
        let ((least, most), ratio) = (least_and_most(&ratios), median(ratios));
        line.push_str(&format!(
            "; {} {:>6.0}/s ({:>3.0} us, {:>5.1} kB), ratio {ratio:.2} [{least:.2}-{most:.2}]",
            rival.name,
            median(rival.rates.clone()),
            median(rival.processor.clone()),
            median(rival.written.clone()) / 1000.0
        ));
        let mut rival_figures = figures(rival);
        rival_figures["ratio"] = round(ratio);
        rival_figures["least_ratio"] = round(least);
        rival_figures["most_ratio"] = round(most);
        figure[rival.name] = rival_figures;
    }
    report.line(line);
    if clients == CLIENTS[CLIENTS.len() - 1] {
        report.line(format!(
            "    ours, counted: {:.2} appends, {:.2} events, {:.0} bytes of bodies a turn",
            per_turn(&counted.appends),
            per_turn(&counted.events),
            per_turn(&counted.bytes)
        ));
    }
    report.put("durable", figure);
}

fn figures(contender: &Contender) -> serde_json::Value {
    json!({
        "turns_per_second": round(median(contender.rates.clone())),
        "processor_us_per_turn": round(median(contender.processor.clone())),
        "written_bytes_per_turn": round(median(contender.written.clone())),
    })
}
