//! Replies beside a bare template engine and a rule engine, in one run, slice by slice in turn.
//!
//! `canonry-rivals [--long] [--json]`; `scripts/bench replies` builds and runs it.

mod cases;
mod growth;
mod page;
mod slices;
mod table;

use serde_json::json;
use slices::{Lane, measure};

/// The program's own allocator, for the rivals too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| words.iter().any(|word| word == flag);
    let (long, as_json) = (has("--long"), has("--json"));
    let slices = if long { 60 } else { 20 };
    let project = cases::examt3p();
    let cases = cases::of_stories(&project);
    let mut report = serde_json::Map::new();
    let mut told = Vec::new();

    told.push(format!(
        "replies: {} cases of worlds/examt3p ({} rows, {} states, {} intentions), {slices} slices in turn",
        cases.len(),
        project.replies.as_ref().map_or(0, |replies| replies.rules.len()),
        project.replies.as_ref().map_or(0, |replies| replies.states.len()),
        project.replies.as_ref().map_or(0, |replies| replies.intentions.len()),
    ));

    // Text: the whole reply against rendering alone.
    let pages = page::Pages::of(&project, &cases);
    told.push(format!(
        "text: {} of {} cases with a text; handlebars renders the same words in {} of them, which are measured",
        pages.with_text,
        cases.len(),
        pages.ready.len()
    ));
    let same = &pages.ready;
    let figures = measure(
        slices,
        same.len(),
        &mut [
            Lane::new("whole reply from its case", |at| {
                std::hint::black_box(engine::reply::decide::decide(&project, &same[at].case));
            }),
            Lane::new("the same, intentions given", |at| {
                std::hint::black_box(engine::reply::decide::decide(&project, &same[at].given));
            }),
            Lane::new("handlebars, data as JSON", |at| {
                std::hint::black_box(pages.render(at));
            }),
            Lane::new("handlebars, context ready", |at| {
                std::hint::black_box(pages.render_ready(at));
            }),
        ],
    );
    for (ours, rival, goal) in [(0, 2, 2.0), (0, 3, 2.0), (1, 2, 2.0), (1, 3, 2.0)] {
        told.push(figures.ratio(ours, rival, goal));
    }
    report.insert("text".to_owned(), figures.json());
    told.extend(figures.lines());

    // Decisions: states and rows, no text.
    let table = table::Table::of(&project, &cases);
    told.push(format!(
        "decisions: zen-engine chooses the same row in {} of {} questions with a row, which are measured",
        table.ready.len(),
        table.asked
    ));
    let asked = &table.ready;
    let figures = measure(
        slices,
        asked.len(),
        &mut [
            Lane::new("states and rows, from the message", |at| {
                std::hint::black_box(engine::reply::decide::choose(&project, &asked[at].case));
            }),
            Lane::new("states and rows, intentions given", |at| {
                std::hint::black_box(engine::reply::decide::choose(&project, &asked[at].given));
            }),
            Lane::new("zen-engine, state and intention given", |at| {
                std::hint::black_box(table.evaluate(at));
            }),
        ],
    );
    for ours in [0, 1] {
        told.push(figures.ratio(ours, 2, 1.0));
    }
    report.insert("decisions".to_owned(), figures.json());
    told.extend(figures.lines());

    // Growth.
    told.push(
        "growth: one reply and one decision as rows grow (10 states, the intentions grow)"
            .to_owned(),
    );
    let (lines, figures) = growth::run(slices);
    told.extend(lines);
    report.insert("growth".to_owned(), json!(figures));

    if as_json {
        println!("{:#}", serde_json::Value::Object(report));
    } else {
        for line in told {
            println!("{line}");
        }
    }
}
