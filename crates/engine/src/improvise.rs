//! The offline generator: a value for an open cell from what the author declared and the world still allows,
//! chosen by the session's seed. Pure, so a turn that uses it asks nobody; same journal, same choice.

use crate::canon::Canon;
use crate::chance;
use crate::field::Possible;
use crate::project::Attribute;
use logic::kind::Type;
use logic::value::{Cell, Name, Number, Value};
use std::collections::BTreeSet;

/// How many numbers or sets are tried before the witness's own is taken.
const TRIES: usize = 8;

/// A value, or nothing where the author gave no domain to choose from.
pub fn improvise(canon: &Canon, cell: &Cell, attribute: &Attribute) -> Option<Value> {
    if attribute.kind == Type::Text {
        return text(canon, cell, attribute);
    }
    let field = canon.state.field(canon.project)?;
    let chance = Chance {
        seed: canon.state.seed(),
        purpose: format!("improvise {cell}"),
    };
    let candidates = match field.possible(cell)? {
        Possible::Values(values) => chance.shuffled(values),
        Possible::Between(Some(low), Some(high)) => {
            let tries = (0..TRIES).filter_map(|attempt| chance.between(attempt, &low, &high));
            tries.collect()
        }
        Possible::Between(..) => return None,
        Possible::Set { must, may } => (0..TRIES)
            .map(|attempt| chance.set(attempt, &must, &may))
            .collect(),
    };
    let admitted = candidates
        .into_iter()
        .find(|value| field.admit(cell, value).is_ok());
    admitted.or_else(|| field.witness(cell))
}

fn text(canon: &Canon, cell: &Cell, attribute: &Attribute) -> Option<Value> {
    let texts = &attribute.generate.as_ref()?.offline;
    if texts.is_empty() {
        return None;
    }
    let purpose = format!("improvise {cell}");
    let chosen = chance::below(canon.state.seed(), &purpose, texts.len() as u64);
    let text = &texts[usize::try_from(chosen).unwrap_or(0)];
    let template = text.template(canon.state.language())?;
    let paths: BTreeSet<String> = canon.project.templates.all_paths(template);
    let context = canon.context(&paths, &mut Vec::new());
    let text = canon.project.templates.render(template, &context).ok()?;
    Some(Value::text(&text))
}

/// Choices of one cell.
struct Chance {
    seed: u64,
    purpose: String,
}

impl Chance {
    fn below(&self, what: &str, end: u64) -> u64 {
        let purpose = match what {
            "" => self.purpose.clone(),
            what => format!("{} {what}", self.purpose),
        };
        chance::below(self.seed, &purpose, end)
    }

    /// The values in an order of chance.
    fn shuffled(&self, mut values: Vec<Value>) -> Vec<Value> {
        for at in 0..values.len() {
            let left = (values.len() - at) as u64;
            let what = if at == 0 {
                String::new()
            } else {
                at.to_string()
            };
            let chosen = usize::try_from(self.below(&what, left)).unwrap_or(0);
            values.swap(at, at + chosen);
        }
        values
    }

    fn between(&self, attempt: usize, low: &Value, high: &Value) -> Option<Value> {
        let what = if attempt == 0 {
            String::new()
        } else {
            attempt.to_string()
        };
        let step = |steps: i64| {
            let steps = u64::try_from(steps).ok()?.checked_add(1)?;
            i64::try_from(self.below(&what, steps)).ok()
        };
        match (low, high) {
            (Value::Number(low), Value::Number(high)) => {
                let steps = high.checked_sub(*low)?.rounded()?;
                let number = low.checked_add(Number::from(step(steps)?))?;
                Some(Value::Number(number.min(*high)))
            }
            (Value::Date(low), Value::Date(high)) => {
                low.add_days(step(high.days_since(*low))?).map(Value::Date)
            }
            (Value::Instant(low), Value::Instant(high)) => low
                .add_millis(step(high.millis_since(*low))?)
                .map(Value::Instant),
            (_, _) => None,
        }
    }

    /// Each possible element with even chance.
    fn set(&self, attempt: usize, must: &[Name], may: &[Name]) -> Value {
        let belongs = |name: &&Name| self.below(&format!("{attempt} {name}"), 2) == 1;
        Value::Set(
            must.iter()
                .chain(may.iter().filter(belongs))
                .cloned()
                .collect(),
        )
    }
}
