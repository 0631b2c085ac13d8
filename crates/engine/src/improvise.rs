//! The offline generator: a value for an open cell from what the author declared and the world still allows,
//! chosen by the session's seed. Pure, so a turn that uses it asks nobody; same journal, same choice.

use crate::canon::Canon;
use crate::chance;
use crate::checks;
use crate::event::Strength;
use crate::field::{BACKED, Possible};
use crate::graph::Force;
use crate::project::{Attribute, LISTS, Text};
use crate::soft::{Leanings, strength};
use crate::view::plain;
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
    if let Type::List(of) = &attribute.kind {
        return list(canon, cell, attribute, of);
    }
    let field = canon.state.field(canon.project)?;
    let chance = Chance {
        seed: canon.state.seed(),
        purpose: purpose(canon, cell),
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
        Possible::List { .. } => return None,
    };
    let admitted = candidates
        .into_iter()
        .find(|value| field.admits(cell, value));
    admitted.or_else(|| field.witness(cell))
}

/// What a choice is for. What is to be thought over is chosen anew.
fn purpose(canon: &Canon, cell: &Cell) -> String {
    let mark = canon.state.mark_of(cell);
    match mark.filter(|_| canon.state.edition() >= BACKED) {
        Some(mark) => format!("improvise {cell} again {}", mark.times),
        None => format!("improvise {cell}"),
    }
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
        let less =
            |weight: u64, force: Force| weight * u64::from(1000 - force.thousandths()) / 1000;
        match strength(canon, added) {
            Strength::Tendency(force) => weight = less(weight, force),
            Strength::Soft(force) => {
                // Of what breaks something, what breaks the weaker is the likelier.
                if canon.state.edition() >= BACKED {
                    weight = less(weight, force);
                }
                breaks = true;
            }
            Strength::Strict => breaks = true,
        }
    }
    (weight, breaks)
}

/// How long lists are that nothing asks to be longer, and how long they are tried.
const ITEMS: u64 = 4;
const MORE_ITEMS: u64 = 32;
/// How many lists are tried before the witness's own is taken.
const LISTS_TRIED: usize = 32;

/// A list of what its items may be: what it must hold, and others by chance, in an order of chance. Earlier
/// editions made no lists.
fn list(canon: &Canon, cell: &Cell, attribute: &Attribute, of: &Type) -> Option<Value> {
    let field = canon.state.field(canon.project)?;
    if canon.state.edition() < LISTS || attribute.changes {
        return None;
    }
    let chance = Chance {
        seed: canon.state.seed(),
        purpose: purpose(canon, cell),
    };
    let (must, may, barred, closed) = match field.possible(cell) {
        Some(Possible::List {
            must,
            may,
            barred,
            closed,
        }) => (must, may, barred, closed),
        Some(Possible::Values(_) | Possible::Between(..) | Possible::Set { .. }) | None => {
            (Vec::new(), Vec::new(), Vec::new(), false)
        }
    };
    let schema = attribute.checks.schema.as_ref();
    let (least, most) = schema.map_or((0, u64::MAX), |schema| schema.items());
    let may_hold = |item: &Value| schema.is_none_or(|schema| schema.may_hold(&plain(item)));
    let may: Vec<Value> = may.into_iter().filter(|item| may_hold(item)).collect();
    let tries = (0..LISTS_TRIED).filter_map(|attempt| {
        let long = if attempt < LISTS_TRIED / 2 {
            ITEMS
        } else {
            MORE_ITEMS
        };
        let least = least.max(1);
        let most = most.min(attribute.most_items() as u64).min(long.max(least));
        let size = least
            + chance.below(
                &format!("{attempt} size"),
                (most + 1).saturating_sub(least).max(1),
            );
        let mut items = must.clone();
        let mut left = may.clone();
        // Some choices come to nothing, so there are more of them than items.
        for at in 0..4 * size {
            if items.len() as u64 >= size {
                break;
            }
            let what = format!("{attempt} {at}");
            let item = if closed {
                chance
                    .pick(&what, left.len())
                    .map(|place| left.remove(place))
            } else {
                item(canon, cell, attribute, of, &chance, &what)
            };
            let item = item
                .filter(|item| !items.contains(item) && !barred.contains(item) && may_hold(item));
            items.extend(item);
        }
        for end in (1..items.len()).rev() {
            let place = chance.below(&format!("{attempt} order {end}"), end as u64 + 1);
            items.swap(end, usize::try_from(place).unwrap_or(0));
        }
        (!items.is_empty()).then_some(Value::List(items))
    });
    let fits = |value: &Value| {
        let few = crate::answer::few_enough("", value, attribute).is_ok();
        few && attribute.misfit(value).is_none()
    };
    let mut made = tries.filter(fits);
    let admitted = made.find(|value| field.admits(cell, value));
    // An empty list says little: it is taken only where nothing else can be.
    admitted.or_else(|| field.witness(cell).filter(|own| closed && fits(own)))
}

/// One item of an open list.
fn item(
    canon: &Canon,
    cell: &Cell,
    attribute: &Attribute,
    of: &Type,
    chance: &Chance,
    what: &str,
) -> Option<Value> {
    match of {
        Type::Text => {
            let made = attribute.generate.as_ref()?;
            let text = match (&made.grammar, &made.offline[..]) {
                (Some(grammar), []) => {
                    let purpose = format!("{} {what}", chance.purpose);
                    grammar.text(chance.seed, &purpose, attribute.generated_length())
                }
                (_, texts) => {
                    let at = chance.pick(what, texts.len())?;
                    rendered(canon, cell, &texts[at])
                }
            };
            let text = text.filter(|text| attribute.unfit_text(text).is_none())?;
            Some(Value::text(&text))
        }
        Type::Number => {
            let (low, high) = attribute.range;
            let (low, high) = (Value::Number(low?), Value::Number(high?));
            chance.somewhere(what, &low, &high, attribute.decimals)
        }
        Type::Boolean => Some(Value::Bool(chance.below(what, 2) == 1)),
        Type::Enum(values) => {
            let at = chance.pick(what, values.len())?;
            Some(Value::Symbol(values[at].clone()))
        }
        Type::Reference(sort) => {
            let members = canon.entities_of(sort);
            let at = chance.pick(what, members.len())?;
            Some(Value::Entity(members[at].clone()))
        }
        Type::Date | Type::Instant | Type::Set(_) | Type::List(_) => None,
    }
}

fn text(canon: &Canon, cell: &Cell, attribute: &Attribute) -> Option<Value> {
    let made = attribute.generate.as_ref()?;
    let (texts, purpose) = (&made.offline, purpose(canon, cell));
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
                && attribute.misfit(&Value::text(text)).is_none()
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

    /// The place of one of so many; nothing where there is none.
    fn pick(&self, what: &str, count: usize) -> Option<usize> {
        (count > 0).then(|| usize::try_from(self.below(what, count as u64)).unwrap_or(0))
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
        self.somewhere(&what, low, high, decimals)
    }

    /// A value between two others, which may be taken as well.
    fn somewhere(&self, what: &str, low: &Value, high: &Value, decimals: u32) -> Option<Value> {
        let step = |steps: i64| {
            let steps = u64::try_from(steps).ok()?.checked_add(1)?;
            i64::try_from(self.below(what, steps)).ok()
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
