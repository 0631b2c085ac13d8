//! Events folded per second, against the floor of reading the same bodies as plain JSON.

use crate::Effort;
use crate::machine::median;
use crate::play::{self, Player, TURNS};
use crate::report::{Report, round};
use canonry::record::to_entry;
use canonry::store::memory::MemoryStore;
use canonry::store::{Record, Store};
use engine::state::{Entry, State};
use serde_json::json;
use std::hint::black_box;
use std::time::Instant;

pub async fn run(effort: Effort, report: &mut Report) {
    report.line("");
    report.line("fold: events per second, decoded before or while folding, against serde_json reading the same bodies into Value");
    let all = journal(effort.of(100_000, 1_000_000)).await;
    let mut rates = Vec::new();
    for share in [100, 10, 1] {
        let records = &all[..all.len() / share];
        let bytes: usize = records
            .iter()
            .filter_map(|record| record.content.as_ref())
            .map(|content| content.body.len())
            .sum();
        let entries: Vec<Entry> = records
            .iter()
            .map(|record| to_entry(record).expect("our own events"))
            .collect();
        let (mut evolve, mut decode, mut floor) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..effort.of(5, 9) {
            evolve.push(rate(records.len(), || {
                black_box(State::fold(&entries).expect("a journal of ours"));
            }));
            decode.push(rate(records.len(), || {
                let mut state = State::default();
                for record in records {
                    state
                        .evolve(&to_entry(record).expect("our own event"))
                        .expect("a journal of ours");
                }
                black_box(state);
            }));
            floor.push(rate(records.len(), || {
                for content in records.iter().filter_map(|record| record.content.as_ref()) {
                    black_box(
                        serde_json::from_slice::<serde_json::Value>(&content.body)
                            .expect("a body is JSON"),
                    );
                }
            }));
        }
        let ratio = median(
            decode
                .iter()
                .zip(&floor)
                .map(|(ours, floor)| ours / floor)
                .collect(),
        );
        let (evolve, decode, floor) = (median(evolve), median(decode), median(floor));
        report.line(format!(
            "  {:>7} events of {:>3} bytes: fold {evolve:>9.0}/s; decode and fold {decode:>8.0}/s; floor {floor:>8.0}/s; ratio to the floor {ratio:.2}",
            records.len(),
            bytes / records.len()
        ));
        report.put(
            "fold",
            json!({ "events": records.len(), "fold_per_second": round(evolve), "decode_and_fold_per_second": round(decode), "floor_per_second": round(floor), "ratio": round(ratio) }),
        );
        rates.push(decode);
    }
    let growth = rates[0] / rates[rates.len() - 1];
    report.line(format!("  growth: an event of the longest journal costs {growth:.2} times one of the shortest (1 is linear)"));
    report.put("fold", json!({ "growth": round(growth) }));
}

fn rate(events: usize, run: impl Fn()) -> f64 {
    // Short journals are folded several times, so that the clock has something to measure.
    let times = (20_000 / events).max(1);
    let started = Instant::now();
    for _ in 0..times {
        run();
    }
    (events * times) as f64 / started.elapsed().as_secs_f64()
}

/// One long session: the play, then small talk and reports of the desk.
async fn journal(events: usize) -> Vec<Record> {
    let store = MemoryStore::default();
    let host = play::host(store.clone(), |_| ());
    let mut player = Player::new(0, &play::hello());
    let mut head = 0;
    for _ in 0..TURNS {
        head = player
            .turn(&host)
            .await
            .expect("the play goes through")
            .head;
    }
    let mut number = 0;
    while head < events as u64 {
        number += 1;
        head = player.chat(&host, number).await.expect("small talk").head;
    }
    let mut records = store
        .read(player.session(), 0, usize::MAX)
        .await
        .expect("what was just written");
    records.truncate(events);
    records
}
