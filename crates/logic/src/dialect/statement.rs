//! Statements in Canonry's own syntax, read without declarations.
//!
//! A name bound by a quantifier or count is a variable and every other name a constant, whatever its
//! letters look like. Nothing is looked up, guessed or repaired here.

use super::scope::variable_as_formula;
use crate::formula::{Formula, Term};
use crate::problem::Problem;
use crate::read::read;
use crate::syntax::{Expression, Node, Quantifier, connected, negative};
use crate::value::{Name, Value};

/// Reads one formula as a statement.
pub fn statement(source: &str) -> Result<Formula, Vec<Problem>> {
    match plain_fact(source) {
        Some(fact) => Ok(fact),
        None => parsed(source),
    }
}

/// A fact of plain words, `p(a, b)`: what large sets are made of. It is read in one pass and without a
/// tree; whatever is not surely one is left to the parser.
pub(super) fn plain_fact(source: &str) -> Option<Formula> {
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
        predicate: Name::new(predicate),
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

fn parsed(source: &str) -> Result<Formula, Vec<Problem>> {
    let parsed = read(source)?;
    let mut reader = Statements::default();
    let formula = reader.formula(parsed.root());
    if reader.problems.is_empty() {
        Ok(formula)
    } else {
        Err(reader.problems)
    }
}

#[derive(Default)]
struct Statements {
    bound: Vec<Name>,
    problems: Vec<Problem>,
}

impl Statements {
    fn formulas(&mut self, parts: &[Expression]) -> Vec<Formula> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn terms(&mut self, parts: &[Expression]) -> Vec<Term> {
        parts.iter().map(|part| self.term(part)).collect()
    }

    fn body(&mut self, variable: &Name, body: &Expression) -> Box<Formula> {
        self.bound.push(variable.clone());
        let formula = self.formula(body);
        self.bound.pop();
        Box::new(formula)
    }

    fn formula(&mut self, expression: &Expression) -> Formula {
        match &expression.node {
            Node::Literal(Value::Bool(truth)) => Formula::Constant(*truth),
            Node::Name(name) => {
                if self.bound.contains(name) {
                    self.problems
                        .push(variable_as_formula(name, expression.span));
                }
                Formula::Atom {
                    predicate: name.clone(),
                    arguments: Vec::new(),
                }
            }
            Node::Call(label, arguments) => Formula::Atom {
                predicate: label.name.clone(),
                arguments: self.terms(arguments),
            },
            Node::Compare(comparison, left, right) => {
                Formula::Compare(*comparison, self.term(left), self.term(right))
            }
            Node::In(subject, items) => Formula::In(self.term(subject), self.terms(items)),
            Node::Member(member, collection) => {
                Formula::Member(self.term(member), self.term(collection))
            }
            Node::IsNull(term) => Formula::IsNull(self.term(term)),
            Node::IsKnown(term) => Formula::IsKnown(self.term(term)),
            Node::Not(body) => Formula::not(self.formula(body)),
            Node::And(parts) => Formula::And(self.formulas(parts)),
            Node::Or(parts) => Formula::Or(self.formulas(parts)),
            Node::Connected(connective, left, right) => {
                connected(*connective, self.formula(left), self.formula(right))
            }
            Node::Quantified(quantifier, variable, sort, body) => {
                let sort = sort.as_ref().map(|label| label.name.clone());
                let body = self.body(&variable.name, body);
                let variable = variable.name.clone();
                match quantifier {
                    Quantifier::Forall => Formula::Forall {
                        variable,
                        sort,
                        body,
                    },
                    Quantifier::Exists => Formula::Exists {
                        variable,
                        sort,
                        body,
                    },
                    // The parser puts a count only where a value is wanted.
                    Quantifier::Count => Formula::Truth(Term::Count {
                        variable,
                        sort,
                        body,
                    }),
                }
            }
            Node::Literal(_)
            | Node::Now
            | Node::Today
            | Node::Field(..)
            | Node::Arithmetic(..)
            | Node::Negative(_)
            | Node::Days(_)
            | Node::Size(_) => Formula::Truth(self.term(expression)),
        }
    }

    fn term(&mut self, expression: &Expression) -> Term {
        match &expression.node {
            Node::Name(name) if self.bound.contains(name) => Term::Variable(name.clone()),
            Node::Name(name) => Term::entity(name),
            Node::Literal(value) => Term::Constant(value.clone()),
            Node::Now => Term::Now,
            Node::Today => Term::Today,
            Node::Field(of, label) => Term::attribute(self.term(of), label.name.clone()),
            Node::Call(label, arguments) => Term::Function {
                name: label.name.clone(),
                arguments: self.terms(arguments),
            },
            Node::Arithmetic(operation, left, right) => {
                let (left, right) = (self.term(left), self.term(right));
                Term::Arithmetic(*operation, Box::new(left), Box::new(right))
            }
            Node::Negative(part) => negative(self.term(part)),
            Node::Days(part) => self.term(part),
            Node::Size(part) => Term::Size(Box::new(self.term(part))),
            Node::Quantified(Quantifier::Count, variable, sort, body) => Term::Count {
                sort: sort.as_ref().map(|label| label.name.clone()),
                body: self.body(&variable.name, body),
                variable: variable.name.clone(),
            },
            // The parser refuses a condition where a value is wanted.
            Node::Compare(..)
            | Node::In(..)
            | Node::Member(..)
            | Node::IsNull(_)
            | Node::IsKnown(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Connected(..)
            | Node::Quantified(Quantifier::Forall | Quantifier::Exists, ..) => {
                Term::Constant(Value::Null)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{parsed, plain_fact, statement};

    #[test]
    fn a_plain_fact_is_read_as_the_parser_reads_it() {
        let words = [
            "p", "Q1", "a_b", "count", "size", "date", "instant", "now", "Today", "null", "not",
            "forall", "in", "day", "sort", "x9y", "e1", "true", "_a", "9", "é", "",
        ];
        let (mut plain, mut all) = (0, 0);
        for predicate in words {
            for first in words {
                for second in words {
                    for text in [
                        format!("{predicate}({first}, {second})"),
                        format!("{predicate}( {first},{second})"),
                        format!("{predicate}({first})"),
                        format!("{predicate}({first} {second})"),
                        format!(" {predicate}({first}, {second}) "),
                    ] {
                        all += 1;
                        plain += usize::from(plain_fact(&text).is_some());
                        assert_eq!(statement(&text), parsed(&text), "{text}");
                    }
                }
            }
        }
        assert!(plain * 20 > all, "{plain} of {all}");
    }
}
