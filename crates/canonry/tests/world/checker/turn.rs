//! Turns: what is said, and what a reply says became true, against what its events say.

use super::Entry;
use super::formula::Formula;
use super::judge::Facts;
use super::session::Session;
use super::shape::Shape;
use super::telling::sayings;
use super::value::Value;
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// How many consequences one fact may have.
const PROPAGATED: usize = 256;

/// What happened since the last turn ended.
#[derive(Default)]
pub struct Turn {
    pub fixed: Vec<(String, Value)>,
    /// Cell, entry and strength.
    pub constraints: Vec<(String, u64, Json)>,
    /// Part and value.
    pub accepted: Vec<(String, Value)>,
    /// Cells that accepted answers must fix.
    pub answers: Vec<(String, Value)>,
    pub touched: BTreeSet<String>,
    /// The last entry that changed the witness.
    pub witness: Option<u64>,
    /// Propagation rule, cell and whom it reaches, for the last fact.
    pub expected: Vec<(String, String, String)>,
    /// Strict consequences that must be laid: entry, rule, formula.
    pub due: Vec<(u64, String, Formula)>,
    /// Strict consequences that the facts deny: entry, and in words.
    pub denied: Vec<(u64, String)>,
    pub said: u64,
    pub last_said: String,
}

impl Session {
    pub(super) fn said(&mut self, entry: &Entry, body: &Json) {
        self.turn.said += 1;
        let id = body["id"].as_str().unwrap_or_default().to_owned();
        if id != format!("{}.{}", self.turns + 1, self.turn.said) {
            self.find(
                "timeline",
                entry.seq,
                format!("the item {id} is out of its place"),
            );
        }
        self.turn.last_said = id;
        let world = self.world();
        for cell in body["about"].as_array().into_iter().flatten() {
            let cell = cell.as_str().unwrap_or_default();
            if world.composite(cell).is_none() {
                self.known_cell(entry, cell);
            }
        }
        for holder in body["heard_by"].as_array().into_iter().flatten() {
            self.known_entity(entry, holder.as_str().unwrap_or_default());
        }
        if body["kind"].as_str() == Some("telling") {
            self.told(entry, body);
        }
    }

    /// A telling says what is fixed, in words that the project has for it.
    fn told(&mut self, entry: &Entry, body: &Json) {
        let world = self.world();
        let text = body["text"].as_str().unwrap_or_default();
        let part = body["part"].as_str().and_then(|part| world.parts.get(part));
        let input = self.pending.front().map(|input| input.content.clone());
        let looked = input.as_ref().and_then(|input| {
            let plain = input["observe"].as_str();
            plain.or_else(|| input["observe_with"]["cell"].as_str())
        });
        let about = match (part, looked) {
            (Some(part), _) => part.tells.clone(),
            (None, looked) => looked.map(str::to_owned),
        };
        let cells: Vec<String> = match about {
            Some(cell) => vec![cell],
            // A message may have asked for anything.
            None => {
                let composites = world.composites.iter().flat_map(|composite| {
                    let members = world.members(Some(&composite.sort)).into_iter();
                    members.map(|entity| format!("{entity}.{}", composite.name))
                });
                composites.chain(world.cells()).collect()
            }
        };
        let mut all_known = true;
        for cell in &cells {
            let open = world.composite(cell).is_none() && self.canon.value(cell).is_none();
            match sayings(&self.canon, cell, &self.language) {
                Some(sayings)
                    if sayings
                        .iter()
                        .any(|saying| spelled(saying) == spelled(text)) =>
                {
                    self.report.tellings += 1;
                    return;
                }
                Some(_) => {}
                None => all_known = all_known && open,
            }
        }
        if all_known {
            let words = format!(
                "« {text} » says nothing that is fixed about {}",
                cells.join(", ")
            );
            let words: String = words.chars().take(300).collect();
            self.find("wrong-telling", entry.seq, words);
        }
    }

    pub(super) fn opened(&mut self, entry: &Entry, body: &Json) {
        let text = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
        let open = (text("item"), text("part"));
        if self.open.is_some() {
            self.find("obligation", entry.seq, "two things are awaited at once");
        }
        if open.0 != self.turn.last_said {
            let words = format!("what is awaited was not asked: {}", open.0);
            self.find("obligation", entry.seq, words);
        }
        self.open = Some(open);
    }

    /// An answer was refused, or what was awaited is awaited no more.
    pub(super) fn answered(&mut self, entry: &Entry, body: &Json) {
        let part = body["part"].as_str().unwrap_or_default();
        let item = body["item"].as_str();
        let fits = self
            .open
            .as_ref()
            .is_some_and(|open| open.1 == part && item.is_none_or(|item| item == open.0));
        if !fits {
            let words = format!("a {} of {part}, which is not awaited", entry.kind);
            self.find("obligation", entry.seq, words);
        }
        if entry.kind == "ObligationClosed" {
            self.open = None;
        }
    }

    pub(super) fn ended(&mut self, entry: &Entry, body: &Json) {
        let changes = &body["changes"];
        self.fixed_as_said(entry, &changes["fixed"]);
        self.constrained_as_said(entry, &changes["constraints"]);
        self.accepted_as_said(entry, &changes["accepted"]);
        self.narrowed_as_said(entry, &changes["narrowed"]);
        self.seen_as_said(entry, &body["view"]);
        // Only what a bound keeps back may be missing, and the turn tells so.
        let stopped = body.get("stopped").and_then(Json::as_str);
        if stopped != Some("propagation-cut") || self.turn.constraints.len() < PROPAGATED {
            self.settle_consequences();
        }
        self.settle_turn(entry.seq);
        self.turn = Turn::default();
        self.turns += 1;
        self.pending.pop_front();
    }

    /// What is shown of a cell. A confidential value in the clear is worse than a wrong one.
    fn shown(&mut self, entry: &Entry, cell: &str, json: &Json) -> Option<Value> {
        let value = Value::read(json);
        let secret = self
            .canon
            .world
            .attribute(cell)
            .is_some_and(|known| known.confidential);
        match &value {
            Some(Value::Confidential(_) | Value::Null) | None => {}
            Some(_) if secret => {
                let words = format!("a reply shows {cell}, which is confidential");
                self.find("shown-secret", entry.seq, words);
                return None;
            }
            Some(_) => {}
        }
        Some(value.unwrap_or(Value::Null))
    }

    fn fixed_as_said(&mut self, entry: &Entry, said: &Json) {
        let mut events = std::mem::take(&mut self.turn.fixed).into_iter();
        for settled in said.as_array().into_iter().flatten() {
            let cell = settled["cell"].as_str().unwrap_or_default();
            let shown = self.shown(entry, cell, &settled["value"]);
            let event = events.next();
            let Some(shown) = shown else {
                continue;
            };
            if event != Some((cell.to_owned(), shown)) {
                let words = format!("the reply to {} fixes {cell} otherwise", entry.cause);
                self.find("wrong-changes", entry.seq, words);
            }
        }
        if let Some((cell, _)) = events.next() {
            let words = format!(
                "the reply to {} does not tell that {cell} was fixed",
                entry.cause
            );
            self.find("wrong-changes", entry.seq, words);
        }
    }

    fn constrained_as_said(&mut self, entry: &Entry, said: &Json) {
        let laid = std::mem::take(&mut self.turn.constraints);
        let said: Vec<(String, u64, Json)> = said
            .as_array()
            .into_iter()
            .flatten()
            .map(|laid| {
                let number = laid["constraint"]
                    .as_str()
                    .and_then(|number| number.parse().ok());
                let cell = laid["cell"].as_str().unwrap_or_default().to_owned();
                (cell, number.unwrap_or_default(), laid["strength"].clone())
            })
            .collect();
        if said != laid {
            let words = format!("the reply to {} tells of other constraints", entry.cause);
            self.find("wrong-changes", entry.seq, words);
        }
    }

    fn accepted_as_said(&mut self, entry: &Entry, said: &Json) {
        let accepted = std::mem::take(&mut self.turn.accepted);
        let told: Vec<(String, Option<Value>)> = said
            .as_array()
            .into_iter()
            .flatten()
            .map(|answer| {
                let part = answer["part"].as_str().unwrap_or_default().to_owned();
                (part, Value::read(&answer["value"]))
            })
            .collect();
        let events: Vec<_> = accepted
            .into_iter()
            .map(|(part, value)| (part, Some(value)))
            .collect();
        if told != events {
            let words = format!("the reply to {} tells of other answers", entry.cause);
            self.find("wrong-changes", entry.seq, words);
        }
        for (cell, value) in std::mem::take(&mut self.turn.answers) {
            if self.canon.value(&cell) != Some(value.clone()) {
                let words = format!("{cell} was answered with {}, and is not that", value.show());
                self.find("wrong-answer", entry.seq, words);
            }
        }
    }

    /// What a cell may still be only gets less, as long as nothing is lifted.
    fn narrowed_as_said(&mut self, entry: &Entry, said: &Json) {
        let world = self.world();
        for narrowed in said.as_array().into_iter().flatten() {
            let cell = narrowed["cell"].as_str().unwrap_or_default().to_owned();
            let number = |key: &str| {
                narrowed[key]
                    .as_str()
                    .and_then(|text| text.parse::<u64>().ok())
            };
            let Some((before, after)) = number("before").zip(number("after")) else {
                self.find(
                    "unreadable",
                    entry.seq,
                    format!("{cell} is narrowed without numbers"),
                );
                continue;
            };
            if !self.known_cell(entry, &cell) {
                continue;
            }
            let attribute = world.attribute(&cell);
            // Of a set only those members are counted that were decided, each time others.
            let whole = attribute.is_some_and(|known| !matches!(known.shape, Shape::Set(_)));
            let all = attribute
                .and_then(|known| known.values(&world))
                .filter(|_| whole);
            let last = self.narrowed.get(&cell).copied().filter(|_| whole);
            let most = last.or(all.map(|all| all.len() as u64)).unwrap_or(u64::MAX);
            if after >= before || after == 0 || before > most {
                let words = format!("{cell} goes from {before} to {after} values, of {most}");
                self.find("widened", entry.seq, words);
            }
            self.narrowed.insert(cell, after);
        }
    }

    /// The view shows what the session settled, and nothing else.
    fn seen_as_said(&mut self, entry: &Entry, view: &Json) {
        let empty = serde_json::Map::new();
        let facts = view["facts"].as_object().unwrap_or(&empty);
        for (cell, json) in facts {
            let Some(shown) = self.shown(entry, cell, json) else {
                continue;
            };
            let is_own =
                self.canon.facts.contains_key(cell) || self.canon.fluents.contains_key(cell);
            let known = self.canon.value(cell).filter(|_| is_own);
            if known != Some(shown) {
                let words = format!("the view shows {cell} as it is not");
                self.find("wrong-view", entry.seq, words);
            }
        }
        let settled = self.canon.facts.keys().chain(self.canon.fluents.keys());
        let settled = settled.collect::<BTreeSet<_>>().len();
        let left_out = view["facts_left_out"]
            .as_str()
            .and_then(|text| text.parse::<usize>().ok());
        if left_out != Some(settled.saturating_sub(facts.len())) {
            let words = format!("the view shows {} of {settled} facts", facts.len());
            self.find("wrong-view", entry.seq, words);
        }
    }
}

/// A text with every word that French draws together written apart, so that « du moulin » and « de le moulin » are
/// one.
fn spelled(text: &str) -> String {
    const DRAWN: [(&str, &str); 5] = [
        ("aux ", "à les "),
        ("au ", "à le "),
        ("des ", "de les "),
        ("du ", "de le "),
        ("'", "e "),
    ];
    let mut spelled = text.replace('’', "'");
    for (together, apart) in DRAWN {
        spelled = spelled.replace(together, apart);
    }
    spelled
}
