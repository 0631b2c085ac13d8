//! The worlds of the field as answer-set programs, for clingo.
//!
//! What is compared: ours admits an observation when it has repaired one assignment of all cells, and keeps
//! that for the next one. Clingo is told the same observations, one after the other, as assumptions, and finds
//! one answer set of the whole world each time; it keeps its program and what it has learnt. Both so show
//! after each observation that everything can still be completed. Only ours also narrows what is shown of the
//! other cells.

use crate::field::Play;
use crate::machine::Scratch;
use crate::report::{Report, round};
use crate::ring::{Ring, STEPS, VALUES};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// Set by `scripts/bench`: the Python that has clingo.
const PYTHON: &str = "CANONRY_BENCH_CLINGO";
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/complete.py");

pub struct Clingo {
    python: OsString,
}

impl Clingo {
    pub fn find() -> Option<Clingo> {
        let python = std::env::var_os(PYTHON)?;
        Some(Clingo { python })
    }

    /// Print beside our own microseconds what clingo needs for the same sessions.
    pub fn ask(&self, name: &str, world: &Ring, plays: &[Play], ours: f64, report: &mut Report) {
        let scratch = Scratch::new("clingo");
        let (program, observed) = (scratch.file("world.lp"), scratch.file("observed"));
        fs::write(&program, as_program(world)).expect("the scratch folder can be written");
        fs::write(&observed, as_lines(plays)).expect("the scratch folder can be written");
        let run = Command::new(&self.python)
            .args([SCRIPT.as_ref(), program.as_os_str(), observed.as_os_str()])
            .output();
        let said = run.ok().filter(|run| run.status.success());
        let figures = said.and_then(|run| serde_json::from_slice::<Value>(&run.stdout).ok());
        let Some(figures) = figures else {
            report.line("             clingo could not be run");
            return;
        };
        let figure = |name: &str| figures[name].as_f64().unwrap_or(f64::NAN);
        let (median, first) = (figure("median_us"), figure("first_us"));
        report.line(format!(
            "             clingo {}: {median:.0} for one completion after an observation (median of {}, greatest {:.0}), {:.0} times ours; {:.2} s to ground the world once, {:.0} ms for its first completion; ours keeps a witness, clingo its program and what it learnt",
            figures["version"].as_str().unwrap_or("?"),
            figure("observations"),
            figure("most_us"),
            median / ours,
            figure("ground_s"),
            first / 1e3,
        ));
        report.put(
            "field",
            json!({ "world": name, "cells": world.cells, "clingo": figures, "clingo_over_ours": round(median / ours) }),
        );
    }
}

/// One value for each cell, and no pair of neighbours that does not go together.
fn as_program(world: &Ring) -> String {
    let mut out = format!("cell(0..{}). value(0..{}).\n", world.cells - 1, VALUES - 1);
    for (number, [pairs, _]) in world.words.iter().enumerate() {
        for (left, right) in
            (0..VALUES).flat_map(|left| (0..VALUES).map(move |right| (left, right)))
        {
            if pairs[left] >> right & 1 == 0 {
                let _ = writeln!(out, "never({number},{left},{right}).");
            }
        }
    }
    for cell in 0..world.cells {
        for (kind, step) in STEPS.into_iter().enumerate() {
            let (to, table) = (world.ahead(cell, step), Ring::table(cell, kind));
            let _ = writeln!(out, "tied({cell},{to},{table}).");
        }
    }
    out.push_str("1 { is(X,V) : value(V) } 1 :- cell(X).\n");
    out.push_str(":- tied(X,Y,T), never(T,V,W), is(X,V), is(Y,W).\n");
    out
}

/// A line for each session: `cell code cell code …`.
fn as_lines(plays: &[Play]) -> String {
    let mut out = String::new();
    for play in plays {
        for (cell, code) in play {
            let _ = write!(out, "{cell} {code} ");
        }
        out.push('\n');
    }
    out
}
