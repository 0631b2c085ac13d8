//! `scripts/bench`: durable, fold, cold, interleaved. What needs its own allocator is in `canonry-bench-memory.rs`.

use canonry_bench::report::Report;
use canonry_bench::{Effort, cold, durable, fold, interleaved, machine};

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let wants = |name: &str| {
        has(name) || has("all") || !arguments.iter().any(|argument| !argument.starts_with("--"))
    };
    let effort = Effort {
        long: has("--long"),
    };
    let mut report = Report::new(has("--json"));
    report.line(machine::describe());
    if wants("fold") {
        fold::run(effort, &mut report).await;
    }
    if wants("cold") {
        cold::run(effort, &mut report).await;
    }
    if wants("interleaved") {
        interleaved::run(effort, &mut report).await;
    }
    if wants("durable") {
        let stores: &[&str] = if has("--memory") {
            &["memory"]
        } else if has("--sqlite") {
            &["sqlite"]
        } else if has("--postgres") {
            &["postgres"]
        } else {
            &["sqlite", "postgres"]
        };
        durable::run(effort, stores, &mut report).await;
    }
    report.line("");
    report.line(machine::describe());
    report.finish();
}
