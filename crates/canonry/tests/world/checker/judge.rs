//! Whether a formula is true: plain evaluation over what is known, where missing is unknown and never false.

use super::formula::{Formula, Quantity, Sign};
use super::value::Value;
use super::world::World;
use std::cmp::Ordering;

/// What is known of a world.
pub trait Facts {
    fn world(&self) -> &World;
    fn value(&self, cell: &str) -> Option<Value>;
    /// Whether an entity belongs to the set in a cell.
    fn member(&self, cell: &str, element: &str) -> Option<bool>;
    fn related(&self, kind: &str, from: &str, to: &str) -> bool;
}

/// Variables and what they stand for, innermost last.
type Bound = Vec<(String, String)>;

pub fn judge(facts: &dyn Facts, formula: &Formula) -> Option<bool> {
    Judge {
        facts,
        bound: Vec::new(),
    }
    .truth(formula)
}

struct Judge<'a> {
    facts: &'a dyn Facts,
    bound: Bound,
}

impl Judge<'_> {
    fn truth(&mut self, formula: &Formula) -> Option<bool> {
        match formula {
            Formula::Call(name, parts) => self.call(name, parts),
            Formula::Compare(sign, left, right) => self.compare(*sign, left, right),
            Formula::OneOf(subject, items) => {
                let subject = self.value(subject)?;
                let same = items.iter().map(|item| self.value(item)?.same(&subject));
                any(same)
            }
            Formula::Member(element, set) => self.member(element, set),
            Formula::IsNull(part) => Some(self.value(part)? == Value::Null),
            Formula::IsKnown(part) => Some(self.value(part).is_some()),
            Formula::Not(part) => self.truth(part).map(|truth| !truth),
            Formula::And(parts) => {
                let untrue = parts
                    .iter()
                    .map(|part| self.truth(part).map(|truth| !truth));
                any(untrue).map(|truth| !truth)
            }
            Formula::Or(parts) => any(parts.iter().map(|part| self.truth(part))),
            Formula::Implies(left, right) => {
                let untrue = self.truth(left).map(|truth| !truth);
                any([untrue, self.truth(right)].into_iter())
            }
            Formula::Iff(left, right) => Some(self.truth(left)? == self.truth(right)?),
            Formula::Xor(left, right) => Some(self.truth(left)? != self.truth(right)?),
            Formula::Over {
                quantity: quantity @ (Quantity::Every | Quantity::Some),
                variable,
                sort,
                body,
            } => {
                let every = *quantity == Quantity::Every;
                let truths = self.each(variable, sort.as_deref(), body);
                let found = any(truths
                    .into_iter()
                    .map(|truth| truth.map(|truth| truth != every)));
                found.map(|found| found != every)
            }
            other => match self.value(other)? {
                Value::Bool(truth) => Some(truth),
                Value::Null => Some(false),
                _ => None,
            },
        }
    }

    /// What the body is for every entity of a sort.
    fn each(&mut self, variable: &str, sort: Option<&str>, body: &Formula) -> Vec<Option<bool>> {
        let facts = self.facts;
        let members = facts.world().members(sort).into_iter();
        members
            .map(|entity| {
                self.bound.push((variable.to_owned(), entity.clone()));
                let truth = self.truth(body);
                self.bound.pop();
                truth
            })
            .collect()
    }

    fn call(&mut self, name: &str, parts: &[Formula]) -> Option<bool> {
        let mut entities = Vec::new();
        for part in parts {
            match self.value(part)? {
                Value::Entity(id) | Value::Word(id) => entities.push(id),
                Value::Null => return Some(false),
                _ => return None,
            }
        }
        let world = self.facts.world();
        match &entities[..] {
            [entity] => Some(world.is_a(entity, name)),
            [from, to] => {
                let kind = world.kind(name)?;
                let both = world.kinds.get(kind) == Some(&true);
                Some(
                    self.facts.related(kind, from, to)
                        || (both && self.facts.related(kind, to, from)),
                )
            }
            _ => None,
        }
    }

    fn compare(&mut self, sign: Sign, left: &Formula, right: &Formula) -> Option<bool> {
        if let (Some(left), Some(right)) = (self.bounds(left), self.bounds(right)) {
            return within(sign, left, right);
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        match sign {
            Sign::Equal => left.same(&right),
            Sign::NotEqual => left.same(&right).map(|same| !same),
            _ if left == Value::Null || right == Value::Null => Some(false),
            _ => {
                let order = left.order(&right)?;
                Some(match sign {
                    Sign::Less => order == Ordering::Less,
                    Sign::LessOrEqual => order != Ordering::Greater,
                    Sign::Greater => order == Ordering::Greater,
                    _ => order != Ordering::Less,
                })
            }
        }
    }

    /// Between which numbers a count lies, and a whole number that stands beside one.
    fn bounds(&mut self, formula: &Formula) -> Option<(i64, i64)> {
        if let Formula::Over {
            quantity: Quantity::Count,
            variable,
            sort,
            body,
        } = formula
        {
            let truths = self.each(variable, sort.as_deref(), body);
            let sure = truths.iter().filter(|truth| **truth == Some(true)).count();
            let never = truths.iter().filter(|truth| **truth == Some(false)).count();
            let most = truths.len() - never;
            return Some((i64::try_from(sure).ok()?, i64::try_from(most).ok()?));
        }
        match formula {
            Formula::Value(Value::Number(number)) => {
                let number = number.parse().ok()?;
                Some((number, number))
            }
            _ => None,
        }
    }

    fn member(&mut self, element: &Formula, set: &Formula) -> Option<bool> {
        let element = self.value(element)?;
        if let (Formula::Attribute(of, name), Value::Entity(id) | Value::Word(id)) = (set, &element)
            && let Value::Entity(of) | Value::Word(of) = self.value(of)?
            && let Some(found) = self.facts.member(&format!("{of}.{name}"), id)
        {
            return Some(found);
        }
        match self.value(set)? {
            Value::Null => Some(false),
            Value::Set(members) => Some(members.contains(&element.show())),
            Value::List(items) => any(items.iter().map(|item| item.same(&element))),
            _ => None,
        }
    }

    fn value(&mut self, formula: &Formula) -> Option<Value> {
        match formula {
            Formula::Value(value) => Some(value.clone()),
            Formula::Variable(name) => {
                let found = self.bound.iter().rev().find(|(known, _)| known == name);
                found.map(|(_, entity)| Value::Entity(entity.clone()))
            }
            Formula::Attribute(of, name) => match self.value(of)? {
                Value::Entity(id) | Value::Word(id) => self.facts.value(&format!("{id}.{name}")),
                Value::Null => Some(Value::Null),
                _ => None,
            },
            Formula::Reckon(operation, left, right) => {
                Value::reckon(*operation, &self.value(left)?, &self.value(right)?)
            }
            Formula::Size(part) => {
                let size = match self.value(part)? {
                    Value::Null => 0,
                    Value::Set(members) => members.len(),
                    Value::List(items) => items.len(),
                    _ => return None,
                };
                Some(Value::Number(size.to_string()))
            }
            Formula::Over {
                quantity: Quantity::Count,
                ..
            } => {
                let (least, most) = self.bounds(formula)?;
                (least == most).then(|| Value::Number(least.to_string()))
            }
            Formula::Now | Formula::Today => None,
            other => self.truth(other).map(Value::Bool),
        }
    }
}

/// True if one is, false if all are false.
fn any(truths: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut all = Some(false);
    for truth in truths {
        match truth {
            Some(true) => return Some(true),
            Some(false) => {}
            None => all = None,
        }
    }
    all
}

/// Compares two numbers that lie somewhere between their bounds.
fn within(sign: Sign, left: (i64, i64), right: (i64, i64)) -> Option<bool> {
    let decided = |always: bool, never: bool| (always || never).then_some(always);
    match sign {
        Sign::Equal => decided(
            left.0 == left.1 && left == right,
            left.1 < right.0 || right.1 < left.0,
        ),
        Sign::NotEqual => within(Sign::Equal, left, right).map(|same| !same),
        Sign::Less => decided(left.1 < right.0, left.0 >= right.1),
        Sign::LessOrEqual => decided(left.1 <= right.0, left.0 > right.1),
        Sign::Greater => within(Sign::Less, right, left),
        Sign::GreaterOrEqual => within(Sign::LessOrEqual, right, left),
    }
}
