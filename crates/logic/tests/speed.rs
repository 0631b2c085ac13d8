//! How fast and how large: printed for people, run with `--ignored --nocapture`, asserted loosely.
#![allow(clippy::disallowed_methods)]

mod common;

use common::statement;
use logic::Name;
use logic::Value;
use logic::chain::{Chain, Pattern, Rule, VARIABLE};
use logic::reason::{How, ask};
use std::hint::black_box;
use std::time::Instant;

fn scale() -> u32 {
    if cfg!(debug_assertions) {
        20_000
    } else {
        1_000_000
    }
}

#[test]
#[ignore = "prints timings"]
fn a_chain_of_sorts_and_a_join_over_many_facts() {
    let count = scale();
    let mut chain = Chain::new();
    let sorts: Vec<u32> = (0..=20)
        .map(|level| {
            chain
                .tuples
                .relation(&Name::from(format!("s{level}")), 1, false)
        })
        .collect();
    let edge = chain.tuples.relation(&Name::new("edge"), 2, false);
    let path = chain.tuples.relation(&Name::new("path"), 2, false);
    let variable = |number: u32| VARIABLE | number;
    for pair in sorts.windows(2) {
        chain.add_rule(Rule {
            body: vec![Pattern {
                relation: pair[0],
                columns: vec![variable(0)],
            }],
            head: Some(Pattern {
                relation: pair[1],
                columns: vec![variable(0)],
            }),
            ..Rule::default()
        });
    }
    chain.add_rule(Rule {
        body: vec![
            Pattern {
                relation: edge,
                columns: vec![variable(0), variable(1)],
            },
            Pattern {
                relation: edge,
                columns: vec![variable(1), variable(2)],
            },
        ],
        head: Some(Pattern {
            relation: path,
            columns: vec![variable(0), variable(2)],
        }),
        ..Rule::default()
    });
    let start = Instant::now();
    for number in 0..count / 2 {
        let name = Name::from(format!("e{number}"));
        let thing = chain.tuples.thing(&Value::Entity(name));
        chain.add(sorts[0], &[thing]);
    }
    let mut seed: u64 = 7;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as u32 % (count / 2)
    };
    for _ in 0..count / 2 {
        let pair = [next(), next()];
        chain.add(edge, &pair);
    }
    let loaded = start.elapsed();
    let start = Instant::now();
    chain.run().unwrap();
    let ran = start.elapsed();
    let total = chain.tuples.len();
    println!(
        "{count} facts: loaded in {loaded:?}, {total} tuples after {ran:?}, {} paths, {:.1} bytes a tuple",
        chain.tuples.rows(path).len(),
        chain.bytes() as f64 / total as f64
    );
    let start = Instant::now();
    for number in 0..100 {
        let thing = chain
            .tuples
            .thing(&Value::Entity(Name::from(format!("new{number}"))));
        chain.add(sorts[0], &[thing]);
        chain.add(edge, &[thing, number]);
        chain.run().unwrap();
    }
    println!("one more fact of each kind: {:?}", start.elapsed() / 100);
}

#[test]
#[ignore = "prints timings"]
fn small_sets() {
    let sets = [
        (
            "proofwriter-like",
            "cold(anne); not kind(bob); big(bob); green(charlie); kind(charlie); rough(dave); young(dave); \
             forall X: cold(X) and kind(X) => rough(X); forall X: big(X) => green(X); forall X: green(X) and not kind(X) => rough(X); \
             forall X: rough(X) => nice(X); forall X: nice(X) and young(X) => smart(X); forall X: smart(X) => round(X); \
             likes(anne, bob); forall X: likes(X, bob) => cold(X); forall X: forall Y: likes(X, Y) and nice(Y) => likes(Y, X)",
            "likes(bob, anne)",
        ),
        (
            "folio-like",
            "forall X: dispenses(X) => conduct(X); forall X: inside(X) => safe(X) or risky(X); forall X: dispenses(X) xor inside(X); \
             forall X: safe(X) => not conduct(X); exists X: inside(X) and tall(X); forall X: person(X) => exists Y: knows(X, Y) and person(Y); \
             person(james); inside(james) <=> not safe(james); forall X: forall Y: knows(X, Y) => knows(Y, X); tall(james) or risky(james)",
            "risky(james)",
        ),
    ];
    for (name, theory, query) in sets {
        let theory: Vec<_> = theory
            .split(';')
            .map(|source| statement(source.trim()))
            .collect();
        let query = statement(query);
        for how in [How::classical(), How::forward()] {
            let rounds = 2000;
            let start = Instant::now();
            for _ in 0..rounds {
                black_box(ask(&theory, &query, &how));
            }
            println!(
                "{name} {:?}: {:?} {:?}",
                how.semantics,
                start.elapsed() / rounds,
                ask(&theory, &query, &how).truth
            );
        }
    }
}
