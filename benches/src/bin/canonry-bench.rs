//! `scripts/bench`: durable, field, context, fold, cold, interleaved. What needs its own allocator is in `canonry-bench-memory.rs`.

use canonry_bench::report::Report;
use canonry_bench::{Effort, cold, context, durable, field, fold, interleaved, machine};

/// The program's own allocator, for the rivals too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    if wants("field") {
        field::run(effort, &mut report);
    }
    if wants("context") {
        context::run(effort, &mut report);
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
        let clients: Vec<usize> = arguments
            .iter()
            .filter_map(|argument| argument.strip_prefix("--clients=")?.parse().ok())
            .collect();
        durable::run(effort, stores, &clients, has("--alone"), &mut report).await;
    }
    report.line("");
    report.line(machine::describe());
    report.finish();
}
