//! A million facts, a chain of twenty sorts and a join, from text: ours, and the same program written
//! for clingo. `scale write FOLDER` writes `facts.lp`; `scale` runs ours and prints the figures.

use logic::Formula;
use logic::dialect::{self, Dialect, Saying};
use logic::forward;
use logic::reason::{How, Limits};
use logic::{Name, Value};
use std::fmt::Write;
use std::time::Instant;

const SORTS: usize = 20;
/// How long adding a thing and an edge may take, with all that follows.
const ADDING_US_MOST: f64 = 100.0;

/// The same program in two spellings.
struct Spelling {
    end: &'static str,
    sort: fn(usize) -> String,
    join: &'static str,
}

const OURS: Spelling = Spelling {
    end: "\n",
    sort: |level| format!("forall X: s{level}(X) => s{}(X)\n", level + 1),
    join: "forall X: forall Y: forall Z: edge(X, Y) and edge(Y, Z) => path(X, Z)\n",
};
const CLINGO: Spelling = Spelling {
    end: ".\n",
    sort: |level| format!("s{}(X) :- s{level}(X).\n", level + 1),
    join: "path(X, Z) :- edge(X, Y), edge(Y, Z).\n",
};

fn program(facts: u32, spelling: &Spelling) -> String {
    let mut text = String::new();
    for level in 0..SORTS {
        text.push_str(&(spelling.sort)(level));
    }
    text.push_str(spelling.join);
    for number in 0..facts / 2 {
        write!(text, "s0(e{number}){}", spelling.end).expect("a string");
    }
    let mut seed: u64 = 7;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as u32 % (facts / 2)
    };
    for _ in 0..facts / 2 {
        write!(text, "edge(e{}, e{}){}", next(), next(), spelling.end).expect("a string");
    }
    text
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let facts = std::env::var("CANONRY_SCALE_FACTS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1_000_000);
    if let [command, folder] = arguments.as_slice()
        && command == "write"
    {
        let path = std::path::Path::new(folder).join("facts.lp");
        std::fs::write(path, program(facts, &CLINGO)).expect("the folder can be written");
        return;
    }
    let text = program(facts, &OURS);
    let started = Instant::now();
    let (document, problems) = dialect::read(Dialect::Canonry, &text);
    assert!(problems.is_empty(), "{:?}", problems.first());
    let entries = document.entries.into_iter();
    let statements: Vec<Formula> = entries
        .filter_map(|entry| match entry.saying {
            Saying::State(formula) => Some(formula),
            _ => None,
        })
        .collect();
    let reading = started.elapsed();
    let started = Instant::now();
    let how = How {
        limits: Limits {
            steps: u64::MAX,
            ..Limits::default()
        },
        ..How::forward()
    };
    let mut run = forward::run(&statements, None, &how);
    assert!(run.skipped.is_empty());
    let solving = started.elapsed();
    let rows = |run: &forward::Run, name: &str, arity| {
        let relation = run
            .chain
            .tuples
            .known_relation(&Name::new(name), arity, false);
        relation.map_or(0, |relation| run.chain.tuples.rows(relation).len())
    };
    let (paths, top) = (rows(&run, "path", 2), rows(&run, "s20", 1));
    println!(
        "ours: {facts} facts, reading {:.2} s, solving {:.2} s, {paths} paths, {top} of the highest sort, {:.1} bytes a tuple",
        reading.as_secs_f64(),
        solving.as_secs_f64(),
        run.chain.bytes() as f64 / run.chain.tuples.len() as f64
    );
    println!("ours_seconds {:.3}", (reading + solving).as_secs_f64());
    println!("ours_counts {paths} {top}");
    let (edge, s0) = (
        run.chain.tuples.relation(&Name::new("edge"), 2, false),
        run.chain.tuples.relation(&Name::new("s0"), 1, false),
    );
    let started = Instant::now();
    for number in 0..1000_u32 {
        let name = Name::from(format!("new{number}"));
        let thing = run.chain.tuples.thing(&Value::Entity(name));
        run.chain.add(s0, &[thing]);
        run.chain.add(edge, &[thing, number]);
        run.chain.run().expect("within its limits");
    }
    let each_us = started.elapsed().as_secs_f64() * 1e6 / 1000.0;
    println!("ours: one more thing and one more edge, all their consequences: {each_us:.1} us");
    assert!(
        each_us < ADDING_US_MOST,
        "one more fact takes {each_us:.1} us, and at most {ADDING_US_MOST} were promised"
    );
}
