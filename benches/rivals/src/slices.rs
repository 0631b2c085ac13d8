//! Lanes that take turns: a slice of each, again and again, so that a noisy moment hits all of them.

use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// How long a slice lasts, at least.
const SLICE: Duration = Duration::from_millis(60);

pub struct Lane<'l> {
    pub name: &'static str,
    act: Box<dyn FnMut(usize) + 'l>,
}

impl<'l> Lane<'l> {
    pub fn new(name: &'static str, act: impl FnMut(usize) + 'l) -> Lane<'l> {
        Lane {
            name,
            act: Box::new(act),
        }
    }
}

/// Microseconds for one act: by lane, one figure a slice.
pub struct Figures {
    names: Vec<&'static str>,
    pub micros: Vec<Vec<f64>>,
}

/// Each slice goes over all items as often as it takes to fill its time.
pub fn measure(slices: usize, items: usize, lanes: &mut [Lane]) -> Figures {
    let mut figures = Figures {
        names: lanes.iter().map(|lane| lane.name).collect(),
        micros: vec![Vec::new(); lanes.len()],
    };
    assert!(items > 0, "there is nothing to measure");
    for slice in 0..=slices {
        for turn in 0..lanes.len() {
            let lane = (turn + slice) % lanes.len();
            let started = Instant::now();
            let mut acts = 0;
            while started.elapsed() < SLICE {
                for item in 0..items {
                    (lanes[lane].act)(item);
                }
                acts += items;
            }
            // The first slice warms up.
            if slice > 0 {
                figures.micros[lane].push(started.elapsed().as_secs_f64() * 1e6 / acts as f64);
            }
        }
    }
    figures
}

pub fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

impl Figures {
    pub fn lines(&self) -> Vec<String> {
        let lanes = self.names.iter().zip(&self.micros);
        let lines = lanes.map(|(name, micros)| {
            let micros = median(micros.clone());
            format!("  {name:<40} {micros:>9.2} us  {:>9.0} /s", 1e6 / micros)
        });
        lines.collect()
    }

    /// Time of one lane in times of another, slice by slice.
    pub fn ratio(&self, ours: usize, rival: usize, goal: f64) -> String {
        let pairs = self.micros[ours].iter().zip(&self.micros[rival]);
        let mut all: Vec<f64> = pairs.map(|(ours, rival)| ours / rival).collect();
        all.sort_by(f64::total_cmp);
        let middle = all[all.len() / 2];
        let met = if middle <= goal { "met" } else { "missed" };
        format!(
            "  {} takes {middle:.2} [{:.2}-{:.2}] times as long as {} (goal: at most {goal}, {met})",
            self.names[ours],
            all[0],
            all[all.len() - 1],
            self.names[rival],
        )
    }

    pub fn json(&self) -> Value {
        let lanes = self.names.iter().zip(&self.micros);
        lanes
            .map(|(name, micros)| json!({ "lane": name, "micros": median(micros.clone()) }))
            .collect()
    }
}
