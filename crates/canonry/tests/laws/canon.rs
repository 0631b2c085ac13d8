//! The laws about what is fixed, over generated sessions: C1 and C9.

#![allow(clippy::print_stdout, reason = "the counts of a run are its result")]

use super::*;
use engine::canon::Canon;
use engine::event::Provenance;
use engine::state::Fact;
use engine::view::plain as written;
use logic::holds::Facts;
use logic::kind::Type;
use logic::value::{Cell, Value};
use std::collections::BTreeSet;

/// What is fixed once stays so at the end of every turn, whoever reads it; a cell that was bound and is not fixed is
/// free again only where a constraint was lifted.
fn never_back(project: &Project, entries: &[engine::state::Entry]) -> (State, u64) {
    let mut state = State::default();
    let mut known: BTreeMap<Cell, Value> = BTreeMap::new();
    let mut bound: BTreeMap<Cell, usize> = BTreeMap::new();
    let (mut widened, mut looked) = (false, 0);
    for entry in entries {
        let shown = format!("entry {}", entry.seq);
        state.evolve(entry).expect("folds");
        let EntryContent::Event(event) = &entry.content else {
            panic!("{shown}: nothing was erased");
        };
        match event {
            Event::FactFixed(fixed) => {
                let before = known.insert(fixed.cell.clone(), fixed.value.clone());
                assert_eq!(before, None, "{shown}: {} is fixed twice", fixed.cell);
            }
            Event::ConstraintLifted(_) | Event::Reinterpreted(_) => widened = true,
            Event::TurnEnded(_) => {
                let canon = Canon::new(project, &state, state.now());
                for (cell, value) in &known {
                    looked += 1;
                    let fact = state.facts.get(cell).and_then(|fact| fact.value.as_ref());
                    assert_eq!(fact, Some(value), "{shown}: {cell}");
                    assert_eq!(canon.value(cell).as_ref(), Some(value), "{shown}: {cell}");
                }
                let cells: BTreeSet<Cell> =
                    state.reading.iter().map(|(cell, _)| cell.clone()).collect();
                for cell in cells {
                    let now = state.constraints_on(&cell).count();
                    let before = bound.insert(cell.clone(), now).unwrap_or(0);
                    assert!(widened || now >= before, "{shown}: {cell} is bound by less");
                }
                widened = false;
            }
            _ => {}
        }
    }
    (state, looked)
}

/// Another value that the attribute of a cell could have, if there is one.
fn another(project: &Project, cell: &Cell, value: &Value) -> Option<serde_json::Value> {
    let attribute = project.attribute(cell)?;
    let differs = |other: &serde_json::Value| *other != written(value);
    let candidates: Vec<serde_json::Value> = match &attribute.kind {
        Type::Enum(values) => values.iter().map(|value| value.as_str().into()).collect(),
        Type::Boolean => vec![true.into(), false.into()],
        Type::Number => vec![7.into(), 8.into()],
        Type::Text => vec!["Quite another.".into()],
        Type::Date => vec!["2001-02-03".into(), "2002-03-04".into()],
        Type::Reference(sort) => {
            let entities = project.entities.iter();
            let fit = entities.filter(|(_, known)| project.sorts.is_sub(&known.sort, sort));
            fit.map(|(id, _)| id.as_str().into()).collect()
        }
        Type::Set(_) | Type::List(_) => vec![serde_json::json!([])],
        Type::Instant => Vec::new(),
    };
    candidates.into_iter().find(differs)
}

async fn entries(store: &MemoryStore) -> Vec<engine::state::Entry> {
    let records = records(store).await;
    let read = records
        .iter()
        .map(|record| to_entry(record).expect("an event"));
    read.collect()
}

/// Sends a value for a cell that is fixed; the codes of what was refused.
async fn sent(
    host: &TestHost<NoModel>,
    id: &str,
    by_author: bool,
    cell: &Cell,
    value: &serde_json::Value,
) -> Vec<String> {
    let values = serde_json::json!({ "assert": { cell.to_string(): value } });
    let mut line = match by_author {
        true => serde_json::json!({ "author": values }),
        false => values,
    };
    line["id"] = id.into();
    let answered = host.input(SESSION, ahead::parsed(&line.to_string())).await;
    let changes = answered.expect("answers").changes;
    let fixed = changes.fixed.iter().any(|fixed| fixed.cell == *cell);
    assert!(!fixed, "{line}: {cell} was fixed again");
    let codes = changes.refused.iter();
    codes.map(|refused| refused.code.to_string()).collect()
}

/// Open, constrained, fixed, and never back; a second value is refused whoever writes it, an equal one changes
/// nothing.
#[test]
fn law_c1_what_is_fixed_stays_so_in_generated_sessions() {
    let (mut looked, mut second, mut equal) = (0, 0, 0);
    for seed in 0..fewer_cases() {
        block(async {
            let (project, _, store, _) = played(seed).await;
            let (state, seen) = never_back(&project, &entries(&store).await);
            looked += seen;
            let host = plain(&store);
            let fixed: Vec<(Cell, Fact)> = state
                .facts
                .iter()
                .map(|(cell, fact)| (cell.clone(), fact.clone()))
                .collect();
            for (at, (cell, fact)) in fixed.iter().enumerate() {
                let value = fact.value.as_ref().expect("it is there");
                let shown = format!("seed {seed}, {cell} = {value:?}");
                let id = |what: &str| format!("{what}{at}");
                for by_author in [false, true] {
                    if let Some(other) = another(&project, cell, value) {
                        let id = id(&format!("other{by_author}"));
                        let codes = sent(&host, &id, by_author, cell, &other).await;
                        assert_eq!(codes, ["already-fixed"], "{shown}: {other}");
                        second += 1;
                    }
                    let id = id(&format!("same{by_author}"));
                    let codes = sent(&host, &id, by_author, cell, &written(value)).await;
                    assert!(codes.is_empty(), "{shown}: {codes:?}");
                    equal += 1;
                }
                let look = format!("{{\"id\":\"{}\",\"observe\":\"{cell}\"}}", id("look"));
                let answered = host.input(SESSION, ahead::parsed(&look)).await;
                let changes = answered.expect("answers").changes;
                let again = changes.fixed.iter().any(|fixed| fixed.cell == *cell);
                assert!(!again, "{shown}: looked at and fixed again");
            }
            let (after, _) = never_back(&project, &entries(&store).await);
            for (cell, fact) in &fixed {
                let now = after.facts.get(cell).map(|fact| &fact.value);
                assert_eq!(now, Some(&fact.value), "seed {seed}, {cell}");
            }
        });
    }
    println!("{looked} fixed cells read again, {second} second and {equal} equal values");
    assert!(looked > 1_000 && second > 100 && equal > 100);
}

/// Says a value with a number of its own, and sometimes none at all.
#[derive(Clone, Default)]
struct Numbered(Arc<AtomicU64>);

/// Nobody else says so.
const SAID: &str = "Word no. ";

impl Model for Numbered {
    async fn ask(&self, request: &Request) -> Outcome {
        let number = self.0.fetch_add(1, Ordering::SeqCst);
        let form = request
            .schema
            .as_ref()
            .map(|schema| &schema["properties"]["value"]);
        let values = form.and_then(|form| form["enum"].as_array());
        let value = match values {
            Some(values) => values.get(number as usize % values.len().max(1)).cloned(),
            None => Some(format!("{SAID}{number}.").into()),
        };
        let text = match (number % 3, value) {
            (0, _) => return Outcome::TimedOut,
            (1, Some(value)) => serde_json::json!({ "value": value }).to_string(),
            // Refused, and never shown: it is far too long for anything.
            (_, _) => format!("{SAID}{number}. {}", "x ".repeat(900)),
        };
        Outcome::Answered { text, tokens: None }
    }
}

/// What the offline generator makes of a cell.
const MADE: [(&str, &str); 7] = [
    ("Onward.", "anna.motto"),
    ("Slowly.", "anna.motto"),
    ("Never alone.", "anna.motto"),
    ("They say little.", "anna.rumour"),
    ("So I heard you.", "anna.mirror.heard"),
    ("It matters to you.", "anna.mirror.felt"),
    ("That is you.", "anna.closing"),
];

/// The model's words in a text.
fn numbered(text: &str) -> Vec<String> {
    let digits = |rest: &str| {
        rest.chars()
            .take_while(char::is_ascii_digit)
            .collect::<String>()
    };
    let found = text.match_indices(SAID);
    found
        .map(|(at, _)| format!("{SAID}{}.", digits(&text[at + SAID.len()..])))
        .collect()
}

/// Whatever is told of a cell, and whatever a model or the generator made of it, is a recorded value of it when it is
/// said: partial and default ones too.
#[test]
fn law_c9_what_is_shown_is_recorded_in_generated_sessions() {
    let (mut told, mut shown, mut by_model) = (0, 0, 0);
    let mut made: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..cases() {
        block(async {
            let mut rng = Rng::new(seed);
            let (project, script) = (projects::project(&mut rng), script(&mut rng, 25));
            let (store, model) = (MemoryStore::default(), Numbered::default());
            let host = host(&store, model, TestClock::steady(), Generator::Model);
            host.open(SESSION, open_with(&project))
                .await
                .expect("opens");
            for mut envelope in script {
                if projects::field::is_numbered(&envelope.input) {
                    let state = host.load(SESSION).await.expect("loads").state;
                    envelope.input = projects::resolved(&envelope.input, &state);
                }
                host.input(SESSION, envelope).await.expect("answers");
            }
            let mut state = State::default();
            for entry in entries(&store).await {
                state.evolve(&entry).expect("folds");
                let place = format!("seed {seed}, entry {}", entry.seq);
                if let EntryContent::Event(Event::FactFixed(fixed)) = &entry.content {
                    let how = match fixed.provenance {
                        Provenance::Partial => "partial",
                        Provenance::Offline => "offline",
                        Provenance::Request(_) => "model",
                        _ => "other",
                    };
                    *made.entry(how.to_owned()).or_default() += 1;
                }
                let EntryContent::Event(Event::Said(item)) = &entry.content else {
                    continue;
                };
                let recorded = state.settled_values();
                let value = |cell: &Cell| {
                    let declared = project.facts.get(cell).map(|(value, _)| value);
                    recorded.get(cell).or(declared)
                };
                for cell in &item.about {
                    told += 1;
                    assert!(
                        value(cell).is_some(),
                        "{place}: {cell} is told and not recorded"
                    );
                }
                for (words, cell) in MADE {
                    if item.text.contains(words) {
                        shown += 1;
                        let own = value(&cell.parse().expect("a cell")).map(Value::show);
                        let is_own = own.as_ref().is_some_and(|own| own.contains(words));
                        assert!(is_own, "{place}: {words} of {cell}, which is {own:?}");
                    }
                }
                for words in numbered(&item.text) {
                    by_model += 1;
                    let mut all = recorded.values();
                    assert!(
                        all.any(|value| value.show().contains(&words)),
                        "{place}: {words} is shown and nobody's"
                    );
                }
            }
        });
    }
    println!(
        "{told} cells told, {shown} values of the generator and {by_model} of a model shown; {made:?} made"
    );
    assert!(
        told > 100 && shown > 50 && by_model > 50,
        "{told} {shown} {by_model}"
    );
    for how in ["partial", "offline", "model"] {
        assert!(
            made.get(how).is_some_and(|count| *count > 2),
            "{how}: {made:?}"
        );
    }
}
