//! The values of the picture: those that conditions name, and one for each stretch between them.

use super::today;
use logic::value::{Date, Number, Value};
use std::collections::BTreeSet;

pub(super) fn numbers(
    cuts: &BTreeSet<Value>,
    range: (Option<Number>, Option<Number>),
) -> Vec<Value> {
    let points: Vec<Number> = cuts
        .iter()
        .filter_map(|value| match value {
            Value::Number(number) => Some(*number),
            Value::Null
            | Value::Bool(_)
            | Value::Symbol(_)
            | Value::Entity(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Text(_)
            | Value::Set(_)
            | Value::List(_)
            | Value::Confidential(_) => None,
        })
        .chain(range.0)
        .chain(range.1)
        .collect();
    let points: BTreeSet<Number> = points.into_iter().collect();
    let points: Vec<Number> = points.into_iter().collect();
    let one = Number::from(1);
    let mut all: Vec<Number> = points.clone();
    all.extend(points.first().and_then(|first| first.checked_sub(one)));
    all.extend(points.last().and_then(|last| last.checked_add(one)));
    for pair in points.windows(2) {
        let middle = pair[0]
            .checked_add(pair[1])
            .and_then(|sum| sum.checked_div(Number::from(2)));
        all.extend(middle);
    }
    if all.is_empty() {
        all.push(Number::from(0));
    }
    all.retain(|number| {
        range.0.is_none_or(|least| *number >= least) && range.1.is_none_or(|most| *number <= most)
    });
    all.into_iter().map(Value::Number).collect()
}

pub(super) fn dates(cuts: &BTreeSet<Value>) -> Vec<Value> {
    let mut days: BTreeSet<Date> = BTreeSet::new();
    for value in cuts {
        if let Value::Date(date) = value {
            days.extend(
                [date.add_days(-1), Some(*date), date.add_days(1)]
                    .into_iter()
                    .flatten(),
            );
        }
    }
    if days.is_empty() {
        days.insert(today());
    }
    days.into_iter().map(Value::Date).collect()
}

/// The values that are named, and one that is none of them.
pub(super) fn others(cuts: &BTreeSet<Value>, value: impl Fn(&str) -> Value) -> Vec<Value> {
    let mut all: Vec<Value> = cuts
        .iter()
        .filter(|value| !value.is_null())
        .cloned()
        .collect();
    let mut other = String::from("something else");
    while all.contains(&value(&other)) {
        other.push('!');
    }
    all.push(value(&other));
    all
}

pub(super) fn sizes(cuts: &BTreeSet<Value>) -> Vec<Value> {
    let mut sizes: BTreeSet<usize> = BTreeSet::from([0, 1]);
    for value in cuts {
        if let Value::Number(number) = value
            && let Ok(size) = number.to_string().parse::<usize>()
            && size < 1000
        {
            sizes.extend([size.saturating_sub(1), size, size + 1]);
        }
    }
    let list = |size: usize| Value::List(vec![Value::Null; size]);
    sizes.into_iter().map(list).collect()
}
