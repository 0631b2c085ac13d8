//! A formula in the plain first-order words that every written syntax shares. What has no such words is
//! refused with the reason, never left out.

use super::write::unsayable;
use crate::formula::{Comparison, Formula, Term};
use crate::problem::Problem;
use crate::value::{Name, Value};

/// The formula in plain first-order words: quantifiers without sorts, functions instead of attributes, no
/// empty or single conjunctions, sameness as the only comparison.
pub fn plain(formula: &Formula) -> Result<Formula, Box<Problem>> {
    let both = |left: &Formula, right: &Formula| -> Result<_, Box<Problem>> {
        Ok((Box::new(plain(left)?), Box::new(plain(right)?)))
    };
    Ok(match formula {
        Formula::Constant(truth) => Formula::Constant(*truth),
        Formula::Atom {
            predicate,
            arguments,
        } => Formula::Atom {
            predicate: predicate.clone(),
            arguments: terms(arguments)?,
        },
        Formula::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), left, right) => {
            Formula::Compare(*comparison, term(left)?, term(right)?)
        }
        Formula::Compare(..) => return Err(unsayable("order", "l'ordre")),
        Formula::In(subject, items) => {
            let subject = term(subject)?;
            let mut same = Vec::new();
            for item in items {
                let item = term(item)?;
                same.push(Formula::Compare(Comparison::Equal, subject.clone(), item));
            }
            Formula::any(same)
        }
        Formula::Truth(Term::Attribute { of, attribute }) => Formula::Atom {
            predicate: attribute.clone(),
            arguments: vec![term(of)?],
        },
        Formula::Truth(Term::Function { name, arguments }) => Formula::Atom {
            predicate: name.clone(),
            arguments: terms(arguments)?,
        },
        Formula::Truth(_) => return Err(unsayable("a value that is true", "une valeur vraie")),
        Formula::Member(..) => return Err(unsayable("membership", "l'appartenance")),
        Formula::IsNull(_) | Formula::IsKnown(_) => {
            return Err(unsayable("what is known", "ce qui est connu"));
        }
        Formula::Not(body) => Formula::not(plain(body)?),
        Formula::And(parts) => Formula::all(all(parts)?),
        Formula::Or(parts) => Formula::any(all(parts)?),
        Formula::Implies(left, right) => {
            let (left, right) = both(left, right)?;
            Formula::Implies(left, right)
        }
        Formula::Iff(left, right) => {
            let (left, right) = both(left, right)?;
            Formula::Iff(left, right)
        }
        Formula::Xor(left, right) => {
            let (left, right) = both(left, right)?;
            Formula::Xor(left, right)
        }
        Formula::Forall {
            variable,
            sort,
            body,
        } => {
            let body = plain(body)?;
            let body = match sort {
                Some(sort) => Formula::Implies(Box::new(member(sort, variable)), Box::new(body)),
                None => body,
            };
            Formula::Forall {
                variable: variable.clone(),
                sort: None,
                body: Box::new(body),
            }
        }
        Formula::Exists {
            variable,
            sort,
            body,
        } => {
            let body = plain(body)?;
            let body = match sort {
                Some(sort) => Formula::And(vec![member(sort, variable), body]),
                None => body,
            };
            Formula::Exists {
                variable: variable.clone(),
                sort: None,
                body: Box::new(body),
            }
        }
    })
}

fn all(parts: &[Formula]) -> Result<Vec<Formula>, Box<Problem>> {
    parts.iter().map(plain).collect()
}

fn terms(parts: &[Term]) -> Result<Vec<Term>, Box<Problem>> {
    parts.iter().map(term).collect()
}

fn member(sort: &Name, variable: &Name) -> Formula {
    Formula::Atom {
        predicate: sort.clone(),
        arguments: vec![Term::Variable(variable.clone())],
    }
}

fn term(part: &Term) -> Result<Term, Box<Problem>> {
    Ok(match part {
        Term::Variable(_)
        | Term::Constant(Value::Entity(_) | Value::Number(_) | Value::Text(_)) => part.clone(),
        Term::Constant(Value::Symbol(name)) => Term::entity(name),
        Term::Attribute { of, attribute } => Term::Function {
            name: attribute.clone(),
            arguments: vec![term(of)?],
        },
        Term::Function { name, arguments } if arguments.is_empty() => Term::entity(name),
        Term::Function { name, arguments } => Term::Function {
            name: name.clone(),
            arguments: terms(arguments)?,
        },
        Term::Constant(_) => return Err(unsayable("that value", "cette valeur")),
        Term::Arithmetic(..) => return Err(unsayable("arithmetic", "l'arithmétique")),
        Term::Count { .. } | Term::Size(_) => return Err(unsayable("counting", "le comptage")),
        Term::Now | Term::Today => return Err(unsayable("the time", "le temps")),
        Term::Unresolved(..) => {
            return Err(unsayable(
                "a name nobody looked up",
                "un nom que personne n'a cherché",
            ));
        }
    })
}
