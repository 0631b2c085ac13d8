//! What the base of a project takes for each open enumerated cell, and what a session takes for cells that nobody
//! touched, as the allocator counts it.

use crate::report::{Report, round};
use engine::project::{Files, Project, compile};
use engine::state::State;
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const VALUES: usize = 8;
/// Enumerated cells of each person.
const CELLS: usize = 8;

pub fn run(report: &mut Report, allocated: &dyn Fn() -> usize) {
    report.line("");
    report.line(format!("base: heap bytes that are given back with the base of a compiled project (domains, witness, entities, relations and rules), divided by its open enumerated cells ({CELLS} of {VALUES} values to each person, 1 relation to each, 2 rules); and those of a session over it in which nobody looked at anything"));
    for people in [1_250, 12_500, 125_000] {
        let project = world(people);
        let before = allocated();
        let mut state = State::default();
        state.catch_up(&project);
        let session = allocated() - before;
        drop(state);
        let cells = people * CELLS;
        let bytes = bytes_of_base(project, allocated);
        let each = bytes as f64 / cells as f64;
        report.line(format!(
            "    {cells:>8} cells: {each:.1} bytes of base for each (goal: at most 64); {session} bytes for a session (goal: the same for all)"
        ));
        report.put(
            "base",
            json!({ "cells": cells, "bytes": bytes, "bytes_per_cell": round(each), "session_bytes": session }),
        );
    }
}

/// Everything else of the project stays.
fn bytes_of_base(mut project: Project, allocated: &dyn Fn() -> usize) -> usize {
    let empty = world(2).base;
    let base = std::mem::replace(&mut project.base, empty);
    let before = allocated();
    drop(base);
    before - allocated()
}

fn world(people: usize) -> Project {
    let values: Vec<String> = (0..VALUES).map(|value| format!("v{value}")).collect();
    let mut head = String::from("name: Base\nlanguages: [en]\nattributes:\n  character:\n");
    for cell in 0..CELLS {
        let _ = writeln!(
            head,
            "    a{cell}: {{ type: enum, values: [{}] }}",
            values.join(", ")
        );
    }
    head.push_str("rules:\n  own: 'forall X in character: a0(X) == v0 => a1(X) != v1'\n  near: 'forall X in character: forall Y in character: friendship(X, Y) => a2(X) != a2(Y)'\n");
    let mut files = BTreeMap::from([("head.yaml".to_owned(), head.into_bytes())]);
    for (number, start) in (0..people).step_by(2_000).enumerate() {
        let (mut own, mut relations) = (String::from("entities:\n"), String::from("relations:\n"));
        for at in start..(start + 2_000).min(people) {
            let next = (at + 1) % people;
            let _ = writeln!(own, "  p{at}: {{ sort: character }}");
            let _ = writeln!(
                relations,
                "  - {{ from: p{at}, to: p{next}, kind: social/friendship }}"
            );
        }
        files.insert(
            format!("people{number}.yaml"),
            (own + &relations).into_bytes(),
        );
    }
    let (project, diagnostics) = compile(&Files(files));
    project.unwrap_or_else(|| panic!("{:?}", diagnostics.first()))
}
