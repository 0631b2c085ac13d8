//! From 100 to 10,000 rows: ten states that stay, and as many intentions as there are rows for.

use crate::cases;
use crate::slices::{Lane, measure, median};
use crate::table;
use engine::reply::case::Case;
use engine::reply::decide::{choose, decide};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use zen_engine::Variable;

const STATES: usize = 10;

pub fn run(slices: usize) -> (Vec<String>, Vec<Value>) {
    let (mut lines, mut figures) = (Vec::new(), Vec::new());
    for rows in [100, 1_000, 10_000] {
        let intentions = rows / STATES;
        let mut text = String::from(
            "languages: [en]\nslots: [answer]\nsources: { order: { fields: { count: { type: number, range: [0, 9] } } } }\nstates:\n",
        );
        for state in 0..STATES {
            let _ = writeln!(
                text,
                "  S{state}: {{ priority: {state}, severity: INFO, when: \"order.count == {state}\" }}"
            );
        }
        text += "intentions:\n";
        for intention in 0..intentions {
            let _ = writeln!(
                text,
                "  I{intention}: {{ triggers: [\"{}\"] }}",
                word(intention)
            );
        }
        text += "matrix:\n";
        let mut table_rows = Vec::new();
        for intention in 0..intentions {
            for state in 0..STATES {
                let _ = writeln!(
                    text,
                    "  \"S{state}:I{intention}\": {{ text: \"S{state} and I{intention}.\" }}"
                );
                table_rows.push((
                    Some(format!("S{state}")),
                    format!("I{intention}"),
                    format!("S{state}:I{intention}"),
                ));
            }
        }
        let project = cases::compile(BTreeMap::from([(
            "project.yaml".to_owned(),
            text.into_bytes(),
        )]));
        // Questions from everywhere in the table.
        let asked: Vec<(usize, usize)> = (0..20)
            .map(|at| (at * 7 % STATES, at * (intentions - 1) / 19))
            .collect();
        let case = |json: Value| Case::parse(&project, &json.to_string()).expect("a case");
        let source = |state: usize| json!({ "order": { "count": state } });
        let given: Vec<Case> = asked
            .iter()
            .map(|(state, intention)| {
                case(json!({ "sources": source(*state), "intentions": [format!("I{intention}")] }))
            })
            .collect();
        let heard: Vec<Case> = asked.iter().map(|(state, intention)| case(json!({ "sources": source(*state), "message": format!("Hello, I ask about {} please.", word(*intention)) }))).collect();
        let reply = decide(&project, &heard[3]).expect("it answers");
        assert_eq!(
            reply.selection[0].rule.to_string(),
            format!("S{}:I{}", asked[3].0, asked[3].1),
            "a message finds its row"
        );
        let decision = table::decision(&table_rows);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        let questions: Vec<Variable> = asked
            .iter()
            .map(|(state, intention)| {
                Variable::from(
                    json!({ "state": format!("S{state}"), "intention": format!("I{intention}") }),
                )
            })
            .collect();
        let row = table::ask(&runtime, &decision, &questions[3]);
        assert_eq!(
            row,
            Some(format!("S{}:I{}", asked[3].0, asked[3].1)),
            "the table finds the same row"
        );
        let measured = measure(
            slices / 2,
            asked.len(),
            &mut [
                Lane::new("decision, intention given", |at| {
                    std::hint::black_box(choose(&project, &given[at]));
                }),
                Lane::new("reply, intention given", |at| {
                    std::hint::black_box(decide(&project, &given[at]));
                }),
                Lane::new("reply, from the message", |at| {
                    std::hint::black_box(decide(&project, &heard[at]));
                }),
                Lane::new("zen-engine", |at| {
                    std::hint::black_box(table::ask(&runtime, &decision, &questions[at]));
                }),
            ],
        );
        let micros: Vec<f64> = measured
            .micros
            .iter()
            .map(|all| median(all.clone()))
            .collect();
        lines.push(format!(
            "  {rows:>6} rows: decision {:.2} us, reply {:.2} us, reply from the message {:.2} us, zen-engine {:.2} us",
            micros[0], micros[1], micros[2], micros[3]
        ));
        figures.push(json!({ "rows": rows, "decision": micros[0], "reply": micros[1], "from_message": micros[2], "zen": micros[3] }));
    }
    (lines, figures)
}

/// A word of its own for each number, as different from the others as words are.
fn word(number: usize) -> String {
    const SOUNDS: [&str; 16] = [
        "ba", "co", "di", "fu", "ge", "ha", "jo", "ki", "lu", "me", "na", "po", "ri", "su", "te",
        "vo",
    ];
    let mut mixed = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let length = 4 + number % 3;
    let mut word = String::new();
    for _ in 0..length {
        word.push_str(SOUNDS[(mixed >> 60) as usize]);
        mixed = mixed.rotate_left(5).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    word
}
