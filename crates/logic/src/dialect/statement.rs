//! Statements in Canonry's own syntax, read without declarations.
//!
//! A name bound by a quantifier or count is a variable and every other name a constant, whatever its
//! letters look like. Nothing is looked up, guessed or repaired here.

use super::scope::variable_as_formula;
use crate::formula::{Formula, Term};
use crate::lex::Placed;
use crate::problem::Problem;
use crate::read::{expressed, read};
use crate::syntax::{Expression, Place};
use crate::value::{Name, Value};

/// Reads one formula as a statement.
pub fn statement(source: &str) -> Result<Formula, Vec<Problem>> {
    match plain_fact(source, None) {
        Some(fact) => Ok(fact),
        None => parsed(source),
    }
}

/// A fact of plain words, `p(a, b)`: what large sets are made of. It is read in one pass and without a
/// tree; whatever is not surely one is left to the parser. Its predicate is mostly that of the fact before.
pub fn plain_fact(source: &str, before: Option<&Name>) -> Option<Formula> {
    let (predicate, rest) = plain_word(source.trim())?;
    let mut rest = rest.strip_prefix('(')?;
    let mut arguments = Vec::with_capacity(2);
    loop {
        let (name, after) = plain_word(rest.trim_start_matches(' '))?;
        arguments.push(Term::Constant(Value::Entity(Name::new(name))));
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None if after == ")" => break,
            None => return None,
        }
    }
    Some(Formula::Atom {
        predicate: match before {
            Some(before) if before == predicate => before.clone(),
            Some(_) | None => Name::new(predicate),
        },
        arguments,
    })
}

fn plain_word(text: &str) -> Option<(&str, &str)> {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let length = text.bytes().take_while(plain).count();
    let (word, rest) = text.split_at_checked(length)?;
    let is_name = word.starts_with(|first: char| first.is_ascii_alphabetic());
    (is_name && !crate::lex::is_keyword(word)).then_some((word, rest))
}

pub fn parsed(source: &str) -> Result<Formula, Vec<Problem>> {
    of_root(read(source)?.into_root())
}

/// The statement that tokens are, with the problems that were met when they were read.
pub(super) fn stated(
    tokens: &[Placed<'_>],
    end: usize,
    problems: Vec<Problem>,
) -> Result<Formula, Vec<Problem>> {
    of_root(expressed(tokens, end, problems, Place::Condition)?)
}

fn of_root(root: Expression) -> Result<Formula, Vec<Problem>> {
    let (formula, misplaced) = root.into_statement();
    if misplaced.is_empty() {
        return Ok(formula);
    }
    let problems = misplaced.iter();
    Err(problems
        .map(|(name, span)| variable_as_formula(name, *span))
        .collect())
}
