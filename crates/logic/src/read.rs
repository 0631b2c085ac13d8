//! The strict reader of conditions, formulas and values.
//!
//! It reads what is written and nothing else: a slip is a problem with a hint, never a repair. Size and
//! depth are bounded before anything recurses.

use crate::formula::{Formula, Span, Term};
use crate::lex::{self, Placed};
use crate::parse::Parser;
pub use crate::problem::Problem;
use crate::syntax::{Expression, Place};
use std::fmt;

/// How long a condition may be, in bytes.
pub const SIZE_MAX: usize = 64 * 1024;

/// A condition that was read; its names are not looked up yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    root: Expression,
}

/// An expression with a value that was read; its names are not looked up yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedTerm {
    root: Expression,
}

impl Parsed {
    pub fn root(&self) -> &Expression {
        &self.root
    }

    pub(crate) fn into_root(self) -> Expression {
        self.root
    }

    /// The tree with free names unresolved, for those who have no declarations.
    pub fn formula(&self) -> Formula {
        self.root.to_formula()
    }
}

impl ParsedTerm {
    pub fn root(&self) -> &Expression {
        &self.root
    }

    /// The tree with free names unresolved, for those who have no declarations.
    pub fn term(&self) -> Term {
        self.root.to_term()
    }
}

impl fmt::Display for Parsed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.formula().fmt(formatter)
    }
}

impl fmt::Display for ParsedTerm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.term().fmt(formatter)
    }
}

/// Reads a condition.
pub fn read(source: &str) -> Result<Parsed, Vec<Problem>> {
    expression(source, Place::Condition).map(|root| Parsed { root })
}

/// Reads an expression that has a value: the body of a derived fact.
pub fn read_term(source: &str) -> Result<ParsedTerm, Vec<Problem>> {
    expression(source, Place::Value).map(|root| ParsedTerm { root })
}

fn expression(source: &str, wanted: Place) -> Result<Expression, Vec<Problem>> {
    if source.len() > SIZE_MAX {
        return Err(vec![Problem::new(
            "too-long",
            Span::new(0, source.len()),
            format!("this is longer than {SIZE_MAX} bytes"),
            format!("ceci dépasse {SIZE_MAX} octets"),
        )]);
    }
    let (tokens, problems) = lex::tokens(source);
    expressed(&tokens, source.len(), problems, wanted)
}

/// The expression that tokens are, which end at `end`; `problems` were met when they were read.
pub(crate) fn expressed(
    tokens: &[Placed<'_>],
    end: usize,
    problems: Vec<Problem>,
    wanted: Place,
) -> Result<Expression, Vec<Problem>> {
    let mut parser = Parser::new(tokens, end, problems);
    let root = parser.whole(wanted);
    let read_until = parser.read_until();
    let mut problems = parser.problems;
    match root {
        Ok(root) if problems.is_empty() => Ok(root),
        Ok(_) => Err(problems),
        Err(problem) => {
            // Where a character that was no token stands in between, what is missing is its echo.
            let is_echo = problems.iter().any(|earlier| {
                earlier.code == "unexpected-character"
                    && earlier.span.start >= read_until
                    && earlier.span.start <= problem.span.start
            });
            if !is_echo {
                problems.push(*problem);
            }
            problems.sort_by_key(|problem| problem.span);
            Err(problems)
        }
    }
}
