//! Comparing a turn with what is expected of it. Both sides are shown as lines of a story.

use super::format::{Expect, Expected, Turn, Wanted};
use super::run::Difference;
use super::write;
use crate::host::Answered;
use engine::input::Raw;
use engine::item::{CONFIDENTIAL_MARK, Item};
use engine::view::Awaited;
use logic::text::Phrase;
use logic::value::{Name, Number, Value};
use std::collections::BTreeSet;

/// Every line that differs.
pub fn compare(turn: &Turn, answered: &Answered) -> Vec<Difference> {
    let items: Vec<&Expected> = turn
        .expected
        .iter()
        .filter(|expected| matches!(expected.what, Expect::Item { .. }))
        .collect();
    let others = turn
        .expected
        .iter()
        .filter_map(|expected| compare_one(expected, answered));
    compare_items(&items, &answered.items)
        .into_iter()
        .chain(others)
        .collect()
}

/// All items in order, where any are written; a lone `< …` stands for any number of them.
fn compare_items(expected: &[&Expected], actual: &[Item]) -> Option<Difference> {
    let last = expected.last()?;
    let mut reached = BTreeSet::from([0]);
    for wanted in expected {
        let furthest = reached.last().copied().unwrap_or(0);
        let next: BTreeSet<usize> = if wanted.what.is_any_items() {
            let first = reached.first().copied().unwrap_or(0);
            (first..=actual.len()).collect()
        } else {
            reached
                .iter()
                .filter(|at| {
                    actual
                        .get(**at)
                        .is_some_and(|item| item_difference(wanted, item).is_none())
                })
                .map(|at| at + 1)
                .collect()
        };
        if next.is_empty() {
            return match actual.get(furthest) {
                Some(item) => item_difference(wanted, item),
                None => Some(differ(
                    wanted.line,
                    same(&wanted.written),
                    Phrase::new("nothing more was said", "plus rien n'a été dit"),
                )),
            };
        }
        reached = next;
    }
    if reached.contains(&actual.len()) {
        return None;
    }
    let furthest = reached.last().copied().unwrap_or(0);
    Some(differ(
        last.line,
        Phrase::new(
            "nothing more after this line",
            "plus rien après cette ligne",
        ),
        same(actual.get(furthest).map(write::item).unwrap_or_default()),
    ))
}

fn item_difference(expected: &Expected, item: &Item) -> Option<Difference> {
    let Expect::Item {
        kind,
        text,
        choices,
    } = &expected.what
    else {
        return None;
    };
    if kind.is_some_and(|kind| kind != item.kind) || !text.matches(&item.text) {
        return Some(differ(
            expected.line,
            same(&expected.written),
            same(write::item(item)),
        ));
    }
    let nothing = || Phrase::new("no more choices", "plus de choix");
    let shown = |index: usize| {
        item.choices
            .get(index)
            .map_or_else(nothing, |choice| same(write::choice(index, &choice.label)))
    };
    for (index, (line, label)) in choices.iter().enumerate() {
        if !item
            .choices
            .get(index)
            .is_some_and(|choice| write::choice_matches(label, index, &choice.label))
        {
            return Some(differ(
                *line,
                same(format!("+ {}", label.text)),
                shown(index),
            ));
        }
    }
    match choices.last() {
        Some((line, _)) if item.choices.len() > choices.len() => {
            Some(differ(*line, nothing(), shown(choices.len())))
        }
        _ => None,
    }
}

fn compare_one(expected: &Expected, answered: &Answered) -> Option<Difference> {
    let (view, changes) = (&answered.view, &answered.changes);
    let all_changes = || same(write::changes(changes).join("\n"));
    let awaited = || same(write::awaited(view));
    let (holds, actual): (bool, &dyn Fn() -> Phrase) = match &expected.what {
        Expect::Item { .. } => return None,
        Expect::Fixed { cell, value } => {
            let found = changes.fixed.iter().find(|settled| settled.cell == *cell);
            let one = || found.map_or_else(&all_changes, |settled| same(write::fixed(settled)));
            if found.is_some_and(|settled| value_matches(value, &settled.value)) {
                return None;
            }
            return Some(differ(expected.line, same(&expected.written), one()));
        }
        Expect::Refused { code, what } => (
            changes.refused.iter().any(|refused| {
                refused.code.as_str() == code
                    && what.as_ref().is_none_or(|what| *what == refused.what)
            }),
            &all_changes,
        ),
        Expect::Reinterpreted { kind, cell } => (
            changes.reinterpreted.iter().any(|read| {
                read.kind.as_str() == kind && cell.as_ref().is_none_or(|cell| *cell == read.cell)
            }),
            &all_changes,
        ),
        Expect::NoChange => (
            changes.fixed.is_empty()
                && changes.refused.is_empty()
                && changes.reinterpreted.is_empty(),
            &all_changes,
        ),
        Expect::AwaitsAnswer { part } => (
            view.awaited == Awaited::Answer && is_open(view, part.as_deref()),
            &awaited,
        ),
        Expect::AwaitsValidation { part } => (
            view.awaited == Awaited::Validation && is_open(view, part.as_deref()),
            &awaited,
        ),
        Expect::AwaitsEvent(name) => (
            matches!(&view.awaited, Awaited::Event(event) if event.as_str() == name),
            &awaited,
        ),
        Expect::AwaitsNothing => (view.awaited == Awaited::Nothing, &awaited),
        Expect::Finished => (view.finished, &awaited),
        Expect::Silent => {
            let first = answered.items.first()?;
            return Some(differ(
                expected.line,
                same(&expected.written),
                same(write::item(first)),
            ));
        }
        Expect::Stands { name, at } => {
            let axis = view.axes.get(name).copied();
            let stands = axis.or_else(|| view.progress.filter(|_| &**name == "progress"));
            let shown = match stands {
                Some(stands) => same(format!("% stands {name} {stands}")),
                None => Phrase::new(
                    format!("nothing is called {name}"),
                    format!("rien ne s'appelle {name}"),
                ),
            };
            return (stands != Some(*at))
                .then(|| differ(expected.line, same(&expected.written), shown));
        }
        Expect::TriesLeft(number) => {
            let left = view.tries_left.map(|left| left.0);
            let shown = left.map_or_else(&awaited, |left| same(format!("% tries {left}")));
            return (left != Some(*number))
                .then(|| differ(expected.line, same(&expected.written), shown));
        }
    };
    (!holds).then(|| differ(expected.line, same(&expected.written), actual()))
}

fn value_matches(wanted: &Wanted, value: &Value) -> bool {
    match wanted {
        Wanted::Text(said) => match value {
            Value::Text(text) => said.matches(text),
            Value::Confidential(_) => said.matches(CONFIDENTIAL_MARK),
            Value::Symbol(_) | Value::Entity(_) | Value::Date(_) | Value::Instant(_) => {
                said.matches(&value.show())
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Set(_) | Value::List(_) => {
                said.is_anything()
            }
        },
        Wanted::Json(raw) => json_matches(raw, value),
    }
}

fn json_matches(raw: &Raw, value: &Value) -> bool {
    match (raw, value) {
        (Raw::Null, Value::Null) => true,
        (Raw::Bool(wanted), Value::Bool(truth)) => wanted == truth,
        (Raw::Number(digits), Value::Number(number)) => digits
            .parse::<Number>()
            .is_ok_and(|wanted| wanted == *number),
        (Raw::Text(text), Value::Text(_)) => Value::text(text) == *value,
        (
            Raw::Text(text),
            Value::Symbol(_)
            | Value::Entity(_)
            | Value::Date(_)
            | Value::Instant(_)
            | Value::Confidential(_),
        ) => *text == value.show(),
        (Raw::List(list), Value::List(values)) => {
            list.len() == values.len()
                && list
                    .iter()
                    .zip(values)
                    .all(|(raw, value)| json_matches(raw, value))
        }
        (Raw::List(list), Value::Set(names)) => {
            let wanted: BTreeSet<&str> = list
                .iter()
                .filter_map(|raw| {
                    if let Raw::Text(text) = raw {
                        Some(text.as_str())
                    } else {
                        None
                    }
                })
                .collect();
            wanted.len() == list.len() && names.iter().map(Name::as_str).eq(wanted)
        }
        _ => false,
    }
}

/// The same words in both languages: a line of a story.
pub fn same(text: impl Into<String>) -> Phrase {
    let text = text.into();
    Phrase::new(text.clone(), text)
}

pub fn differ(line: usize, expected: Phrase, actual: Phrase) -> Difference {
    Difference {
        line,
        expected,
        actual,
    }
}

/// Whether the part that is named, if one is, is the open one.
fn is_open(view: &engine::view::View, part: Option<&str>) -> bool {
    let open = view.open.as_ref().and_then(|item| item.part.as_ref());
    part.is_none_or(|part| open.is_some_and(|open| open.as_str() == part))
}
