//! The offline generator: a value for an open cell from what the author declared, chosen by the
//! session's seed. Pure, so a turn that uses it asks nobody; same journal, same choice.

use crate::canon::Canon;
use crate::chance;
use crate::project::Attribute;
use logic::holds::Facts;
use logic::kind::Type;
use logic::value::{Cell, Number, Value};
use std::collections::BTreeSet;

/// A value, or nothing where the author gave no domain to choose from.
pub fn improvise(canon: &Canon, cell: &Cell, attribute: &Attribute) -> Option<Value> {
    let purpose = format!("improvise {cell}");
    let pick = |n: usize| {
        usize::try_from(chance::below(canon.state.seed(), &purpose, n as u64)).unwrap_or(0)
    };
    match &attribute.kind {
        Type::Enum(values) => Some(Value::Symbol(values[pick(values.len())].clone())),
        Type::Boolean => Some(Value::Bool(pick(2) == 1)),
        Type::Number => {
            let (Some(least), Some(most)) = attribute.range else {
                return None;
            };
            let steps = most
                .checked_sub(least)?
                .rounded()
                .and_then(|steps| u64::try_from(steps).ok())?;
            let step = i64::try_from(chance::below(
                canon.state.seed(),
                &purpose,
                steps.checked_add(1)?,
            ))
            .ok()?;
            Some(Value::Number(
                least.checked_add(Number::from(step))?.min(most),
            ))
        }
        Type::Reference(sort) => {
            let known = canon.entities_of(sort);
            (!known.is_empty()).then(|| Value::Entity(known[pick(known.len())].clone()))
        }
        Type::Text => {
            let texts = &attribute.generate.as_ref()?.offline;
            if texts.is_empty() {
                return None;
            }
            let template = texts[pick(texts.len())].template(canon.state.language())?;
            let paths: BTreeSet<String> = canon.project.templates.all_paths(template);
            let text = canon
                .project
                .templates
                .render(template, &canon.context(&paths, &mut Vec::new()))
                .ok()?;
            Some(Value::text(&text))
        }
        Type::Date | Type::Instant | Type::Set(_) | Type::List(_) => None,
    }
}
