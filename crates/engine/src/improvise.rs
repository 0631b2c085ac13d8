//! The offline generator: a value for an open cell from what the author declared and the world still allows,
//! chosen by the session's seed. Pure, so a turn that uses it asks nobody; same journal, same choice.

use crate::canon::Canon;
use crate::chance;
use crate::checks;
use crate::event::Strength;
use crate::field::Possible;
use crate::project::{Attribute, Text};
use crate::soft::Leanings;
use logic::holds::Facts;
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
    // What changes is not in the field; its first value is chosen from what was declared.
    let possible = field
        .possible(cell)
        .or_else(|| declared(canon, attribute))?;
    let candidates = match possible {
        Possible::Values(values) => {
            let leanings = Leanings::on(canon, cell);
            let weighed = values.into_iter().map(|value| {
                let (weight, breaks) = weight(canon, attribute, &leanings, &value);
                (value, weight, breaks)
            });
            let (plain, breaking): (Vec<_>, Vec<_>) = weighed.partition(|(.., breaks)| !breaks);
            // What breaks something soft comes last: nobody here can give a reason for it.
            let mut order = chance.shuffled(plain, "");
            order.extend(chance.shuffled(breaking, "breaking "));
            order
        }
        Possible::Between(Some(low), Some(high)) => {
            let decimals = attribute.decimals;
            let tries =
                (0..TRIES).filter_map(|attempt| chance.between(attempt, &low, &high, decimals));
            tries.collect()
        }
        Possible::Between(..) => return None,
        Possible::Set { must, may } => (0..TRIES)
            .map(|attempt| chance.set(attempt, &must, &may))
            .collect(),
    };
    let admitted = candidates
        .into_iter()
        .find(|value| field.admits(cell, value));
    admitted.or_else(|| field.witness(cell))
}

/// What an author declared for an attribute that the field does not hold.
fn declared(canon: &Canon, attribute: &Attribute) -> Option<Possible> {
    match &attribute.kind {
        Type::Enum(values) => Some(Possible::Values(
            values.iter().cloned().map(Value::Symbol).collect(),
        )),
        Type::Boolean => Some(Possible::Values(vec![
            Value::Bool(false),
            Value::Bool(true),
        ])),
        Type::Reference(sort) => Some(Possible::Values(
            canon
                .entities_of(sort)
                .into_iter()
                .map(Value::Entity)
                .collect(),
        )),
        Type::Number => {
            let (low, high) = attribute.range;
            Some(Possible::Between(
                low.map(Value::Number),
                high.map(Value::Number),
            ))
        }
        Type::Text | Type::Date | Type::Instant | Type::Set(_) | Type::List(_) => None,
    }
}

/// How likely a value is, and whether it breaks something soft.
fn weight(canon: &Canon, attribute: &Attribute, leanings: &Leanings, value: &Value) -> (u64, bool) {
    let note = match value {
        Value::Symbol(symbol) => attribute.options.get(symbol),
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Entity(_)
        | Value::Date(_)
        | Value::Instant(_)
        | Value::Text(_)
        | Value::Set(_)
        | Value::List(_)
        | Value::Confidential(_) => None,
    };
    let own = note.and_then(|note| note.weight).unwrap_or(1);
    if leanings.is_empty() {
        return (own, false);
    }
    let (mut weight, mut breaks) = (own * 1000, false);
    for (_, added) in leanings.broken_by(canon, value) {
        match added.strength {
            Strength::Tendency(force) => {
                weight = weight * u64::from(1000 - force.thousandths()) / 1000;
            }
            Strength::Soft(_) | Strength::Strict => breaks = true,
        }
    }
    (weight, breaks)
}

fn text(canon: &Canon, cell: &Cell, attribute: &Attribute) -> Option<Value> {
    let made = attribute.generate.as_ref()?;
    let (texts, purpose) = (&made.offline, format!("improvise {cell}"));
    if texts.is_empty() {
        let grammar = made.grammar.as_ref()?;
        let most = attribute.generated_length();
        let tries = (0..TRIES).filter_map(|attempt| {
            grammar.text(canon.state.seed(), &format!("{purpose} {attempt}"), most)
        });
        return tries
            .filter(|text| attribute.unfit_text(text).is_none())
            .find(|text| checks::findings(canon, attribute, text).is_empty())
            .map(|text| Value::text(&text));
    }
    let chosen = chance::below(canon.state.seed(), &purpose, texts.len() as u64);
    let chosen = usize::try_from(chosen).unwrap_or(0);
    // The chosen one, and the others only where it cannot be said or fails a check.
    let order = (0..texts.len()).map(|at| (chosen + at) % texts.len());
    order
        .filter_map(|at| rendered(canon, cell, &texts[at]))
        .filter(|text| {
            let pattern = attribute.checks.pattern.as_ref();
            pattern.is_none_or(|pattern| pattern.fits(text))
        })
        .find(|text| checks::findings(canon, attribute, text).is_empty())
        .map(|text| Value::text(&text))
}

fn rendered(canon: &Canon, cell: &Cell, text: &Text) -> Option<String> {
    let template = text.template(canon.state.language())?;
    let paths: BTreeSet<String> = canon.project.templates.all_paths(template);
    let context = canon.context_of(cell, &paths);
    canon.project.templates.render(template, &context).ok()
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

    /// The values in an order of chance, the weightier ones more often in front.
    fn shuffled(&self, values: Vec<(Value, u64, bool)>, what: &str) -> Vec<Value> {
        let mut left: Vec<(Value, u64)> = values
            .into_iter()
            .map(|(value, weight, _)| (value, weight))
            .collect();
        let mut order = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let total: u64 = left.iter().map(|(_, weight)| weight).sum();
            let at = order.len();
            let what = match (what, at) {
                ("", 0) => String::new(),
                (what, at) => format!("{what}{at}"),
            };
            // What has no weight at all is taken only when nothing else is left.
            let mut chosen = self.below(&what, total.max(1));
            let place = left.iter().position(|(_, weight)| {
                let here = chosen < *weight;
                chosen = chosen.saturating_sub(*weight);
                here
            });
            order.push(left.remove(place.unwrap_or(0)).0);
        }
        order
    }

    fn between(&self, attempt: usize, low: &Value, high: &Value, decimals: u32) -> Option<Value> {
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
                let scale = Number::from(10_i64.checked_pow(decimals)?);
                let steps = high.checked_sub(*low)?.checked_mul(scale)?.rounded()?;
                let step = Number::from(step(steps)?).checked_div(scale)?;
                let number = low.checked_add(step)?;
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
