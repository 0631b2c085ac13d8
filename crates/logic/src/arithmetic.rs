//! Sums of terms whose numbers, dates or moments somebody says: `age(a) + 1` where a formula says
//! `age(a) == 3`, `due(a) - today` where one says the date.
//!
//! What is made here is true by arithmetic alone and rests on no formula, so it may stand beside any
//! theory: `age(a) == 3 => age(a) + 1 == 4`.

use crate::clause::folded;
use crate::formula::{ArithmeticOp, Comparison, Formula, Term};
use crate::tolerant::walk;
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How many such truths are made at most.
const TRUTHS_MAX: usize = 256;
/// How often a number found may lead to others.
const ROUNDS_MAX: usize = 8;

type Numbers<'f> = BTreeMap<&'f Term, BTreeSet<Value>>;

/// What the sums in these formulas come to, for the numbers that the formulas say their parts to be.
pub(crate) fn truths<'f>(formulas: impl Iterator<Item = &'f Formula>) -> Vec<Formula> {
    let mut sums: BTreeSet<&Term> = BTreeSet::new();
    let mut same: Vec<(&Term, &Term)> = Vec::new();
    for formula in formulas {
        formula.visit_terms(&mut |term| {
            let sum = matches!(term, Term::Arithmetic(..)) && is_ground(term);
            if sum && folded(term).is_none() {
                sums.insert(term);
            }
        });
        walk::each(formula, &mut |part| {
            if let Formula::Compare(Comparison::Equal, left, right) = part
                && is_ground(left)
                && is_ground(right)
            {
                same.extend([(left, right), (right, left)]);
            }
        });
    }
    let mut found = BTreeSet::new();
    if sums.is_empty() {
        return Vec::new();
    }
    let mut numbers = Numbers::new();
    for _ in 0..ROUNDS_MAX {
        let before = found.len();
        for &(of, to) in &same {
            let known = match folded(of) {
                Some(number) => BTreeSet::from([number]),
                None => numbers.get(of).cloned().unwrap_or_default(),
            };
            numbers.entry(to).or_default().extend(known);
        }
        for &sum in &sums {
            for (truth, number) in come_to(sum, &numbers) {
                if found.len() < TRUTHS_MAX {
                    found.insert(truth);
                    numbers.entry(sum).or_default().insert(number);
                }
            }
        }
        if found.len() == before {
            break;
        }
    }
    found.into_iter().collect()
}

fn is_ground(term: &Term) -> bool {
    let mut ground = true;
    term.visit(&mut |part| {
        ground &= matches!(
            part,
            Term::Constant(_)
                | Term::Function { .. }
                | Term::Attribute { .. }
                | Term::Arithmetic(..)
        );
    });
    ground
}

/// The parts of a sum that are no sums and no numbers.
fn unknowns<'f>(sum: &'f Term, found: &mut Vec<&'f Term>) {
    if let Term::Arithmetic(_, left, right) = sum {
        unknowns(left, found);
        unknowns(right, found);
    } else if folded(sum).is_none() && !found.contains(&sum) {
        found.push(sum);
    }
}

/// What a sum comes to, for each choice of numbers for its unknowns.
fn come_to(sum: &Term, numbers: &Numbers<'_>) -> Vec<(Formula, Value)> {
    let mut open = Vec::new();
    unknowns(sum, &mut open);
    let mut choices: Vec<Vec<(&Term, Value)>> = vec![Vec::new()];
    for unknown in open {
        let known = numbers.get(unknown).into_iter().flatten();
        let known: Vec<Value> = known.cloned().collect();
        choices = choices
            .iter()
            .flat_map(|chosen| {
                known.iter().map(move |number| {
                    let mut chosen = chosen.clone();
                    chosen.push((unknown, number.clone()));
                    chosen
                })
            })
            .take(TRUTHS_MAX)
            .collect();
    }
    let truth = |chosen: Vec<(&Term, Value)>| {
        let number = folded(&with_numbers(sum, &chosen))?;
        let given = chosen.into_iter().map(|(term, number)| equal(term, number));
        let conclusion = Box::new(equal(sum, number.clone()));
        let given = Box::new(Formula::all(given.collect()));
        Some((Formula::Implies(given, conclusion), number))
    };
    choices.into_iter().filter_map(truth).collect()
}

fn equal(term: &Term, value: Value) -> Formula {
    Formula::Compare(Comparison::Equal, term.clone(), Term::Constant(value))
}

/// What an operation gives: exactly for numbers, and in days for dates and moments.
pub(crate) fn computed(operation: ArithmeticOp, left: &Value, right: &Value) -> Option<Value> {
    let timed =
        |value: &Value| matches!(value, Value::Number(_) | Value::Date(_) | Value::Instant(_));
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            operation.apply(*left, *right).map(Value::Number)
        }
        (left, right) if timed(left) && timed(right) => {
            crate::holds::arithmetic(operation, left, right)
        }
        (_, _) => None,
    }
}

fn with_numbers(sum: &Term, chosen: &[(&Term, Value)]) -> Term {
    if let Term::Arithmetic(operation, left, right) = sum {
        let (left, right) = (with_numbers(left, chosen), with_numbers(right, chosen));
        return Term::Arithmetic(*operation, Box::new(left), Box::new(right));
    }
    let number = chosen.iter().find(|(term, _)| *term == sum);
    number.map_or_else(|| sum.clone(), |(_, number)| Term::Constant(number.clone()))
}
