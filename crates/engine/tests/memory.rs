//! What a world and its sessions hold, as the allocator counts it. Alone in its process, so that nobody else's memory
//! is counted.

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "engine/common.rs"]
mod common;

use cap::Cap;
use common::Session;
use engine::project::{Files, Project, compile};
use std::alloc::System;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Values of each enumeration.
const VALUES: usize = 8;
/// The promise: bytes of the base for each open enumerated cell.
const MOST: usize = 64;

/// People in a ring, each with so many enumerated cells, all of them open, and two rules about them.
fn world(people: usize, cells: usize) -> Project {
    let values: Vec<String> = (0..VALUES).map(|value| format!("v{value}")).collect();
    let mut source = String::from("edition: 13\nlanguages: [en]\nattributes:\n  character:\n");
    for cell in 0..cells {
        let _ = writeln!(
            source,
            "    a{cell:02}: {{ type: enum, values: [{}], generate: {{}} }}",
            values.join(", ")
        );
    }
    source.push_str("rules:\n  own: 'forall X in character: a00(X) == v0 => a01(X) != v1'\n  near: 'forall X in character: forall Y in character: friendship(X, Y) => a02(X) != a02(Y)'\nentities:\n");
    for at in 0..people {
        let _ = writeln!(source, "  p{at:05}: {{ sort: character }}");
    }
    source.push_str("relations:\n");
    for at in 0..people {
        let next = (at + 1) % people;
        let _ = writeln!(
            source,
            "  - {{ from: p{at:05}, to: p{next:05}, kind: social/friendship }}"
        );
    }
    let files = Files(BTreeMap::from([("w.yaml".to_owned(), source.into_bytes())]));
    let (project, diagnostics) = compile(&files);
    project.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

/// All bytes that go with the base of a project, while everything else of it stays.
fn bytes_of_base(project: Project) -> usize {
    let (rest, base) = {
        let mut project = project;
        let empty = world(2, 3).base;
        let base = std::mem::replace(&mut project.base, empty);
        (project, base)
    };
    let before = ALLOCATOR.allocated();
    drop(base);
    let freed = before - ALLOCATOR.allocated();
    drop(rest);
    freed
}

/// What a session takes when it was opened, and once one cell was looked at.
fn bytes_of_session(project: &Arc<Project>) -> (usize, usize) {
    let before = ALLOCATOR.allocated();
    let mut session = Session::new(project, 1);
    session.state.catch_up(project);
    let opened = ALLOCATOR.allocated() - before;
    let turn = session.send("{\"observe\":\"p00010.a03\"}");
    assert_eq!(turn.changes.fixed.len(), 1, "{turn:?}");
    drop(turn);
    (opened, ALLOCATOR.allocated() - before)
}

/// At most 64 bytes of the base for each open enumerated cell, its entity, their relations and rules included; and
/// for one more cell of the same people what it takes itself.
fn the_base() {
    const PEOPLE: usize = 1_300;
    let sizes = [8, 16].map(|cells| {
        let project = world(PEOPLE, cells);
        let open = PEOPLE * cells;
        assert!(open >= 10_000);
        assert!(project.base.lexicon.cells() as usize >= open);
        let bytes = bytes_of_base(project);
        println!(
            "{open} open enumerated cells of {PEOPLE} people: {bytes} bytes of base, {:.1} for each",
            bytes as f64 / open as f64
        );
        assert!(bytes >= open * 8, "{bytes} bytes are no base");
        assert!(bytes <= open * MOST, "{bytes} bytes for {open} cells");
        (open, bytes)
    });
    let [(few, least), (many, most)] = sizes;
    let own = (most - least) as f64 / (many - few) as f64;
    println!("{own:.1} bytes for one more cell");
    assert!(own <= MOST as f64 && own >= 8.0, "{own}");
}

/// A session takes nothing for cells that nobody touched: in a world four times as large it takes as much.
fn the_sessions() {
    let sizes = [1_300, 5_200].map(|people| {
        let project = Arc::new(world(people, 8));
        // Whatever is made once for all sessions is there now.
        bytes_of_session(&project);
        let (opened, looked) = bytes_of_session(&project);
        println!(
            "{} open enumerated cells: {opened} bytes for a session, {looked} after a look",
            people * 8
        );
        assert!(opened > 0 && looked > opened, "{opened} {looked}");
        (opened, looked)
    });
    assert_eq!(sizes[0], sizes[1]);
}

#[test]
fn law_c5_an_untouched_cell_takes_its_place_in_the_base_and_nothing_in_a_session() {
    the_base();
    the_sessions();
}
