//! Rules that are one comparison of sums: they narrow numbers and dates at once.

use super::Compiler;
use crate::base::lexicon::Coding;
use logic::formula::{ArithmeticOp, Comparison, Formula, Term};
use logic::solve::{Bounds, PLACES, Sum};
use logic::value::{Date, Number, Value};
use std::collections::BTreeMap;

impl Compiler<'_> {
    /// The most decimals of a number that is read.
    fn decimals(&self) -> u32 {
        let read = self.places.iter().filter_map(|place| place.attribute());
        let decimals = read.filter_map(|id| match self.vocabulary.lexicon.coding(id) {
            Some(Coding::Numbers(decimals)) => Some(*decimals),
            Some(_) | None => None,
        });
        decimals.max().unwrap_or(0)
    }

    /// Whether moments are compared; nothing where something is reckoned with them.
    fn moments(&self, left: &Term, right: &Term) -> Option<bool> {
        let mut read = self.places.iter().filter_map(|place| place.attribute());
        let any = read.any(|id| self.vocabulary.lexicon.coding(id) == Some(&Coding::Millis));
        let is_plain = |term: &Term| {
            matches!(
                term,
                Term::Attribute { .. } | Term::Constant(Value::Instant(_))
            )
        };
        (!any || (is_plain(left) && is_plain(right))).then_some(any)
    }

    /// A comparison of sums of numbers, or of days.
    pub(super) fn bounds(&self, formula: &Formula) -> Option<Bounds> {
        let Formula::Compare(comparison, left, right) = formula else {
            return None;
        };
        if self.places.len() > PLACES {
            return None;
        }
        let mut sum = Linear {
            decimals: self.decimals(),
            moments: self.moments(left, right)?,
            ..Linear::default()
        };
        self.linear(left, 1, &mut sum)?;
        self.linear(right, -1, &mut sum)?;
        let turned = |sum: &Linear| Linear {
            by: sum.by.iter().map(|(place, by)| (*place, -by)).collect(),
            constant: -sum.constant,
            ..*sum
        };
        let (sum, extra, kind) = match comparison {
            Comparison::Equal => (sum, 0, Sum::Zero),
            Comparison::NotEqual => (sum, 0, Sum::NotZero),
            Comparison::LessOrEqual => (sum, 0, Sum::AtMostZero),
            Comparison::Less => (sum, 1, Sum::AtMostZero),
            Comparison::GreaterOrEqual => (turned(&sum), 0, Sum::AtMostZero),
            Comparison::Greater => (turned(&sum), 1, Sum::AtMostZero),
        };
        let coefficients: Vec<i64> = (0..self.places.len())
            .map(|place| sum.by.get(&place).copied().unwrap_or(0))
            .collect();
        Some(Bounds::of(
            &coefficients,
            sum.constant.checked_add(extra)?,
            kind,
        ))
    }

    fn linear(&self, term: &Term, by: i64, sum: &mut Linear) -> Option<()> {
        match term {
            Term::Constant(Value::Number(number)) => {
                let scale = Number::from(10_i64.checked_pow(sum.decimals)?);
                let whole = number.checked_mul(scale)?.as_i64()?;
                sum.constant = sum.constant.checked_add(whole.checked_mul(by)?)?;
            }
            Term::Attribute { attribute, .. } => {
                let place: usize = attribute.parse().ok()?;
                let id = self.places.get(place)?.attribute()?;
                match self.vocabulary.lexicon.coding(id)? {
                    Coding::Numbers(decimals) => {
                        let scale = 10_i64.checked_pow(sum.decimals.checked_sub(*decimals)?)?;
                        *sum.by.entry(place).or_default() += by.checked_mul(scale)?;
                    }
                    // Days and numbers of decimals are not counted together.
                    Coding::Days if sum.decimals == 0 => {
                        *sum.by.entry(place).or_default() += by;
                    }
                    Coding::Millis if sum.moments => {
                        *sum.by.entry(place).or_default() += by;
                    }
                    Coding::Truth
                    | Coding::Symbols(_)
                    | Coding::Entities(_)
                    | Coding::Members(_)
                    | Coding::Items(_)
                    | Coding::Days
                    | Coding::Millis => return None,
                }
            }
            Term::Arithmetic(ArithmeticOp::Add, left, right) => {
                self.linear(left, by, sum)?;
                self.linear(right, by, sum)?;
            }
            Term::Arithmetic(ArithmeticOp::Subtract, left, right) => {
                self.linear(left, by, sum)?;
                self.linear(right, by.checked_neg()?, sum)?;
            }
            Term::Arithmetic(ArithmeticOp::Multiply, left, right) => {
                let ((Term::Constant(Value::Number(factor)), term)
                | (term, Term::Constant(Value::Number(factor)))) = (&**left, &**right)
                else {
                    return None;
                };
                self.linear(term, by.checked_mul(factor.as_i64()?)?, sum)?;
            }
            Term::Constant(Value::Instant(instant)) if sum.moments => {
                let millis = instant.as_millis().checked_mul(by)?;
                sum.constant = sum.constant.checked_add(millis)?;
            }
            Term::Constant(Value::Date(date)) => {
                let days = date.days_since(Date::new(1970, 1, 1)?);
                sum.constant = sum.constant.checked_add(days.checked_mul(by)?)?;
            }
            Term::Variable(_)
            | Term::Constant(_)
            | Term::Function { .. }
            | Term::Arithmetic(..)
            | Term::Count { .. }
            | Term::Size(_)
            | Term::Now
            | Term::Today
            | Term::Unresolved(..) => return None,
        }
        Some(())
    }
}

#[derive(Default)]
struct Linear {
    by: BTreeMap<usize, i64>,
    constant: i64,
    /// Everything is counted in units of so many decimals.
    decimals: u32,
    /// Two moments are compared, and nothing is reckoned.
    moments: bool,
}

/// What follows from a rule that a number, a day or a moment is one of some: it lies between their ends. Then
/// values are tried one by one, where they would not be among all that there are.
pub fn implied(formula: &Formula) -> Vec<Formula> {
    match formula {
        Formula::Forall {
            variable,
            sort,
            body,
        } => {
            let bound = |body: Formula| Formula::Forall {
                variable: variable.clone(),
                sort: sort.clone(),
                body: Box::new(body),
            };
            implied(body).into_iter().map(bound).collect()
        }
        Formula::Implies(left, right) => {
            let under = |right: Formula| Formula::Implies(left.clone(), Box::new(right));
            implied(right).into_iter().map(under).collect()
        }
        Formula::In(subject @ Term::Attribute { .. }, items) => {
            let values: Option<Vec<&Value>> = items
                .iter()
                .map(|item| match item {
                    Term::Constant(
                        value @ (Value::Number(_) | Value::Date(_) | Value::Instant(_)),
                    ) => Some(value),
                    Term::Constant(_)
                    | Term::Variable(_)
                    | Term::Attribute { .. }
                    | Term::Function { .. }
                    | Term::Arithmetic(..)
                    | Term::Count { .. }
                    | Term::Size(_)
                    | Term::Now
                    | Term::Today
                    | Term::Unresolved(..) => None,
                })
                .collect();
            let values = values.unwrap_or_default();
            let end = |comparison: Comparison, end: Option<&&Value>| {
                end.map(|end| {
                    let end = Term::Constant((*end).clone());
                    Formula::Compare(comparison, subject.clone(), end)
                })
            };
            let least = end(Comparison::GreaterOrEqual, values.iter().min());
            let most = end(Comparison::LessOrEqual, values.iter().max());
            least.into_iter().chain(most).collect()
        }
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::Not(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Exists { .. } => Vec::new(),
    }
}
