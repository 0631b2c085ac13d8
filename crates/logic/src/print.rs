//! Printing the tree in Canonry's strict syntax.
//!
//! What is printed reads back as the same tree. A parenthesis stands only where leaving it out would
//! change the reading, and around a quantifier inside a larger formula, where it helps people.

use crate::formula::{ArithmeticOp, Comparison, Formula, Term};
use crate::lex::{is_keyword, is_plain_name};
use crate::value::{Name, Value};
use std::fmt::{self, Display, Formatter, Write as _};

/// How tightly a formula binds; a part that binds less tightly than its place demands is parenthesised.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Quantifier,
    Iff,
    Implies,
    Xor,
    Or,
    And,
    Not,
    Comparison,
    Primary,
}

fn level(formula: &Formula) -> Level {
    match formula {
        Formula::Constant(_) | Formula::Atom { .. } => Level::Primary,
        Formula::Truth(term) => match term_level(term) {
            TermLevel::Primary => Level::Primary,
            TermLevel::Sum | TermLevel::Product => Level::Comparison,
        },
        Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_) => Level::Comparison,
        Formula::Not(body) => match **body {
            Formula::In(..) | Formula::Member(..) | Formula::IsNull(_) | Formula::IsKnown(_) => {
                Level::Comparison
            }
            Formula::Constant(_)
            | Formula::Atom { .. }
            | Formula::Compare(..)
            | Formula::Truth(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Xor(..)
            | Formula::Forall { .. }
            | Formula::Exists { .. } => Level::Not,
        },
        Formula::And(_) => Level::And,
        Formula::Or(_) => Level::Or,
        Formula::Implies(..) => Level::Implies,
        Formula::Iff(..) => Level::Iff,
        Formula::Xor(..) => Level::Xor,
        Formula::Forall { .. } | Formula::Exists { .. } => Level::Quantifier,
    }
}

struct AtLeast<'a>(Level, &'a Formula);

impl Display for AtLeast<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if level(self.1) < self.0 {
            write!(formatter, "({})", self.1)
        } else {
            write!(formatter, "{}", self.1)
        }
    }
}

impl Display for Formula {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Constant(truth) => write!(formatter, "{truth}"),
            Formula::Atom {
                predicate,
                arguments,
            } => call(formatter, predicate, arguments),
            Formula::Compare(comparison, left, right) => {
                write!(formatter, "{left} {} {right}", comparison.sign())
            }
            Formula::In(subject, items) => membership(formatter, subject, "in", items),
            Formula::Member(member, collection) => write!(formatter, "{member} in {collection}"),
            Formula::IsNull(term) => write!(formatter, "{term} is null"),
            Formula::IsKnown(term) => write!(formatter, "{term} is known"),
            Formula::Truth(term) => write!(formatter, "{term}"),
            Formula::Not(body) => negation(formatter, body),
            Formula::And(parts) => join(formatter, parts, " and ", "true", Level::Not),
            Formula::Or(parts) => join(formatter, parts, " or ", "false", Level::And),
            Formula::Implies(left, right) => write!(
                formatter,
                "{} => {}",
                AtLeast(Level::Xor, left),
                AtLeast(Level::Implies, right)
            ),
            Formula::Iff(left, right) => write!(
                formatter,
                "{} <=> {}",
                AtLeast(Level::Iff, left),
                AtLeast(Level::Implies, right)
            ),
            Formula::Xor(left, right) => write!(
                formatter,
                "{} xor {}",
                AtLeast(Level::Xor, left),
                AtLeast(Level::Or, right)
            ),
            Formula::Forall {
                variable,
                sort,
                body,
            } => {
                write!(formatter, "forall {}: {body}", Binding(variable, sort))
            }
            Formula::Exists {
                variable,
                sort,
                body,
            } => {
                write!(formatter, "exists {}: {body}", Binding(variable, sort))
            }
        }
    }
}

fn negation(formatter: &mut Formatter<'_>, body: &Formula) -> fmt::Result {
    match body {
        Formula::In(subject, items) => membership(formatter, subject, "not in", items),
        Formula::Member(member, collection) => write!(formatter, "{member} not in {collection}"),
        Formula::IsNull(term) => write!(formatter, "{term} is not null"),
        Formula::IsKnown(term) => write!(formatter, "{term} is not known"),
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::Truth(_)
        | Formula::Not(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Forall { .. }
        | Formula::Exists { .. } => write!(formatter, "not {}", AtLeast(Level::Not, body)),
    }
}

fn membership(
    formatter: &mut Formatter<'_>,
    subject: &Term,
    word: &str,
    items: &[Term],
) -> fmt::Result {
    write!(formatter, "{subject} {word} [")?;
    list(formatter, items)?;
    formatter.write_char(']')
}

fn list(formatter: &mut Formatter<'_>, terms: &[Term]) -> fmt::Result {
    for (at, term) in terms.iter().enumerate() {
        if at > 0 {
            formatter.write_str(", ")?;
        }
        write!(formatter, "{term}")?;
    }
    Ok(())
}

/// Joins parts with a word. Of fewer than two parts the reader knows no form of its own, so the meaning
/// is printed instead.
fn join(
    formatter: &mut Formatter<'_>,
    parts: &[Formula],
    word: &str,
    of_none: &str,
    least: Level,
) -> fmt::Result {
    if parts.is_empty() {
        return formatter.write_str(of_none);
    }
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            formatter.write_str(word)?;
        }
        write!(formatter, "{}", AtLeast(least, part))?;
    }
    Ok(())
}

fn call(formatter: &mut Formatter<'_>, name: &Name, arguments: &[Term]) -> fmt::Result {
    // `date("…")` and `instant("…")` are literals, so a name of theirs needs backticks there.
    let literal = matches!(arguments, [Term::Constant(Value::Text(_))])
        && ["date", "instant"]
            .iter()
            .any(|word| name.eq_ignore_ascii_case(word));
    if literal {
        quoted(formatter, name, '`')?;
    } else {
        write!(formatter, "{}", Written(name))?;
    }
    if !arguments.is_empty() {
        formatter.write_char('(')?;
        list(formatter, arguments)?;
        formatter.write_char(')')?;
    }
    Ok(())
}

struct Binding<'a>(&'a Name, &'a Option<Name>);

impl Display for Binding<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(sort) => write!(formatter, "{} in {}", Written(self.0), Written(sort)),
            None => write!(formatter, "{}", Written(self.0)),
        }
    }
}

/// A name as it must be written: bare when it can be, in backticks when it cannot.
pub(crate) struct Written<'a>(pub &'a str);

impl Display for Written<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if is_plain_name(self.0) && !is_keyword(self.0) {
            formatter.write_str(self.0)
        } else {
            quoted(formatter, self.0, '`')
        }
    }
}

fn quoted(formatter: &mut Formatter<'_>, text: &str, quote: char) -> fmt::Result {
    formatter.write_char(quote)?;
    for character in text.chars() {
        match character {
            '\n' => formatter.write_str("\\n")?,
            '\r' => formatter.write_str("\\r")?,
            '\t' => formatter.write_str("\\t")?,
            '\\' => formatter.write_str("\\\\")?,
            other if other == quote => write!(formatter, "\\{other}")?,
            other => formatter.write_char(other)?,
        }
    }
    formatter.write_char(quote)
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum TermLevel {
    Sum,
    Product,
    Primary,
}

fn term_level(term: &Term) -> TermLevel {
    match term {
        Term::Arithmetic(ArithmeticOp::Add | ArithmeticOp::Subtract, _, _) => TermLevel::Sum,
        Term::Arithmetic(ArithmeticOp::Multiply | ArithmeticOp::Divide, _, _) => TermLevel::Product,
        Term::Variable(_)
        | Term::Constant(_)
        | Term::Attribute { .. }
        | Term::Function { .. }
        | Term::Count { .. }
        | Term::Size(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(_, _) => TermLevel::Primary,
    }
}

struct TermAtLeast<'a>(TermLevel, &'a Term);

impl Display for TermAtLeast<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if term_level(self.1) < self.0 {
            write!(formatter, "({})", self.1)
        } else {
            write!(formatter, "{}", self.1)
        }
    }
}

impl Display for Term {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Variable(name) | Term::Unresolved(name, _) => {
                write!(formatter, "{}", Written(name))
            }
            Term::Constant(value) => constant(formatter, value),
            Term::Attribute { of, attribute } => {
                // After a number the dot would be read as a part of it.
                let is_number = matches!(
                    **of,
                    Term::Constant(Value::Number(_) | Value::Date(_) | Value::Instant(_))
                );
                if is_number {
                    write!(formatter, "({of})")?;
                } else {
                    write!(formatter, "{}", TermAtLeast(TermLevel::Primary, of))?;
                }
                attribute
                    .split('.')
                    .try_for_each(|field| write!(formatter, ".{}", Written(field)))
            }
            Term::Function { name, arguments } => call(formatter, name, arguments),
            Term::Arithmetic(operation, left, right) => {
                let own = term_level(self);
                let tighter = match own {
                    TermLevel::Sum => TermLevel::Product,
                    TermLevel::Product | TermLevel::Primary => TermLevel::Primary,
                };
                write!(
                    formatter,
                    "{} {} {}",
                    TermAtLeast(own, left),
                    operation.sign(),
                    TermAtLeast(tighter, right)
                )
            }
            Term::Count {
                variable,
                sort,
                body,
            } => {
                write!(formatter, "count({}: {body})", Binding(variable, sort))
            }
            Term::Size(of) => write!(formatter, "count({of})"),
            Term::Now => formatter.write_str("now"),
            Term::Today => formatter.write_str("today"),
        }
    }
}

/// Sets, lists and commitments have no literal in the syntax: they are shown, and cannot be read back.
fn constant(formatter: &mut Formatter<'_>, value: &Value) -> fmt::Result {
    match value {
        Value::Null => formatter.write_str("null"),
        Value::Bool(truth) => write!(formatter, "{truth}"),
        Value::Number(number) => write!(formatter, "{number}"),
        Value::Symbol(name) | Value::Entity(name) => write!(formatter, "{}", Written(name)),
        Value::Date(date) => write!(formatter, "{date}"),
        Value::Instant(instant) => write!(formatter, "{instant}"),
        Value::Text(text) => quoted(formatter, text, '"'),
        Value::Set(_) | Value::List(_) | Value::Confidential(_) => {
            formatter.write_str(&value.show())
        }
    }
}

impl Display for Comparison {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.sign())
    }
}

impl Display for ArithmeticOp {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.sign())
    }
}
