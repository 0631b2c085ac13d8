//! The same rows as a decision table of zen-engine: exact rows first, then the wildcards, first hit.

use crate::cases;
use engine::Project;
use engine::reply::Pass;
use engine::reply::case::Case;
use engine::reply::decide::decide;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use zen_engine::model::DecisionContent;
use zen_engine::{Decision, DecisionEngine, Variable};

pub struct Ready {
    pub case: Case,
    pub given: Case,
    question: Variable,
}

pub struct Table {
    runtime: Runtime,
    decision: Decision,
    pub ready: Vec<Ready>,
    pub asked: usize,
}

/// A table of rows `(state, intention, name)`; no state is any state.
pub fn decision(rows: &[(Option<String>, String, String)]) -> Decision {
    let rules: Vec<Value> = rows
        .iter()
        .enumerate()
        .map(|(number, (state, intention, name))| {
            json!({
                "_id": format!("r{number}"),
                "s": state.as_ref().map_or(String::new(), |state| format!("\"{state}\"")),
                "i": format!("\"{intention}\""),
                "o": format!("\"{name}\""),
            })
        })
        .collect();
    let content = json!({
        "contentType": "application/vnd.gorules.decision",
        "nodes": [
            { "id": "in", "name": "in", "type": "inputNode", "position": { "x": 0, "y": 0 } },
            { "id": "t", "name": "t", "type": "decisionTableNode", "position": { "x": 1, "y": 0 }, "content": {
                "hitPolicy": "first",
                "inputs": [
                    { "id": "s", "name": "s", "type": "expression", "field": "state" },
                    { "id": "i", "name": "i", "type": "expression", "field": "intention" },
                ],
                "outputs": [{ "id": "o", "name": "o", "type": "expression", "field": "row" }],
                "rules": rules,
            } },
            { "id": "out", "name": "out", "type": "outputNode", "position": { "x": 2, "y": 0 } },
        ],
        "edges": [
            { "id": "e1", "sourceId": "in", "targetId": "t", "type": "edge" },
            { "id": "e2", "sourceId": "t", "targetId": "out", "type": "edge" },
        ],
    });
    let content: DecisionContent = serde_json::from_value(content).expect("a decision model");
    let engine = DecisionEngine::default();
    let mut decision = engine.create_decision(content.into());
    decision.compile();
    decision
}

impl Table {
    pub fn of(project: &Project, all: &[Case]) -> Table {
        let replies = project.replies.as_ref().expect("it answers");
        let mut rows = Vec::new();
        for pass in [Pass::Exact, Pass::Wildcard] {
            for rule in replies.rules.iter().filter(|rule| rule.pass == pass) {
                let state = rule
                    .state
                    .map(|state| replies.states[state].name.to_string());
                let intention = rule
                    .intention
                    .map(|number| replies.intentions[number].name.to_string());
                rows.push((state, intention.unwrap_or_default(), rule.name.to_string()));
            }
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        let mut table = Table {
            runtime,
            decision: decision(&rows),
            ready: Vec::new(),
            asked: 0,
        };
        for case in all {
            let Some(reply) = decide(project, case) else {
                continue;
            };
            // One question a case: the primary intention in the primary state.
            let (Some(first), Some(state)) = (reply.selection.first(), &reply.primary) else {
                continue;
            };
            let Some(intention) = &first.intention else {
                continue;
            };
            if !matches!(&*first.pass, "exact" | "wildcard") {
                continue;
            }
            table.asked += 1;
            let question = json!({ "state": state, "intention": intention });
            let row = table.ask(&Variable::from(question.clone()));
            if row.as_deref() != Some(first.rule.as_str()) {
                continue;
            }
            let Some(given) = cases::given(project, case) else {
                continue;
            };
            table.ready.push(Ready {
                case: case.clone(),
                given,
                question: Variable::from(question),
            });
        }
        table
    }

    fn ask(&self, question: &Variable) -> Option<String> {
        ask(&self.runtime, &self.decision, question)
    }

    pub fn evaluate(&self, at: usize) -> Option<String> {
        self.ask(&self.ready[at].question)
    }
}

pub fn ask(runtime: &Runtime, decision: &Decision, question: &Variable) -> Option<String> {
    let response = runtime
        .block_on(decision.evaluate(question.depth_clone(1)))
        .ok()?;
    let row = response.result.dot("row")?;
    row.as_str().map(str::to_owned)
}
