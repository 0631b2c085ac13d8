//! Whether a formula, with given things for its variables, implies a clause: read as it is written.

use super::{Said, count_quantifiers};
use crate::formula::{Comparison, Formula, Term};
use crate::model::rigid_order;
use crate::reason::Names;
use crate::value::Name;
use std::cmp::Ordering;

/// Reads a formula with things for its variables, against a clause it should imply.
pub(super) struct Reading<'a> {
    pub(super) clause: &'a [Said],
    pub(super) values: &'a [(u32, Term)],
    pub(super) names: Names,
    pub(super) scope: Vec<(&'a Name, Term)>,
    /// The unnamed things that stood for existences, each with its existence.
    pub(super) found: Vec<(Term, Formula)>,
}

impl<'a> Reading<'a> {
    /// Whether the formula (or its negation) implies the clause. `place` counts quantifiers as they are
    /// read, whether they are looked into or not.
    pub(super) fn yields(&mut self, formula: &'a Formula, positive: bool, place: &mut u32) -> bool {
        match formula {
            Formula::Constant(truth) => *truth != positive,
            Formula::Not(body) => self.yields(body, !positive, place),
            Formula::And(parts) | Formula::Or(parts) => {
                let one_is_enough = matches!(formula, Formula::And(_)) == positive;
                let mut yielded = !one_is_enough;
                for part in parts {
                    let kept = self.found.len();
                    let part = self.yields(part, positive, place);
                    if one_is_enough && !part {
                        self.found.truncate(kept);
                    }
                    yielded = if one_is_enough {
                        yielded || part
                    } else {
                        yielded && part
                    };
                }
                yielded
            }
            Formula::Implies(left, right) => {
                let kept = self.found.len();
                let left = self.yields(left, !positive, place);
                if !positive && !left {
                    self.found.truncate(kept);
                }
                let kept = self.found.len();
                let right = self.yields(right, positive, place);
                if !positive && !right {
                    self.found.truncate(kept);
                }
                if positive {
                    left && right
                } else {
                    left || right
                }
            }
            Formula::Iff(left, right) => self.alike(left, right, positive, place),
            Formula::Xor(left, right) => self.alike(left, right, !positive, place),
            Formula::Forall {
                variable,
                sort,
                body,
            }
            | Formula::Exists {
                variable,
                sort,
                body,
            } => {
                let own = *place;
                *place += 1;
                let value = self.values.iter().find(|(at, _)| *at == own);
                let Some((_, value)) = value else {
                    *place += count_quantifiers(body);
                    return false;
                };
                let universal = matches!(formula, Formula::Forall { .. }) == positive;
                if !universal {
                    let existence = self.existence(variable, sort.as_ref(), body, positive);
                    self.found.push((value.clone(), existence));
                }
                let member = sort.as_ref().map(|sort| Said {
                    positive: !universal,
                    atom: Formula::Atom {
                        predicate: sort.clone(),
                        arguments: vec![value.clone()],
                    },
                });
                self.scope.push((variable, value.clone()));
                let body = self.yields(body, positive, place);
                self.scope.pop();
                match member {
                    Some(member) if universal => body && self.has(&member),
                    Some(member) => body || self.has(&member),
                    None => body,
                }
            }
            Formula::Atom { .. }
            | Formula::Compare(..)
            | Formula::In(..)
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_) => self.atom_yields(formula, positive),
        }
    }

    fn alike(
        &mut self,
        left: &'a Formula,
        right: &'a Formula,
        alike: bool,
        place: &mut u32,
    ) -> bool {
        let (start, kept) = (*place, self.found.len());
        // Not left, or right; and the other way round.
        if self.yields(left, false, place) && self.yields(right, alike, place) {
            *place = start + count_quantifiers(left) + count_quantifiers(right);
            return true;
        }
        *place = start;
        self.found.truncate(kept);
        let yielded = self.yields(left, true, place) && self.yields(right, !alike, place);
        *place = start + count_quantifiers(left) + count_quantifiers(right);
        if !yielded {
            self.found.truncate(kept);
        }
        yielded
    }

    fn atom_yields(&self, formula: &'a Formula, positive: bool) -> bool {
        match formula {
            Formula::In(subject, items) => {
                let equal = |item: &Term| Said {
                    positive,
                    atom: Formula::Compare(
                        Comparison::Equal,
                        self.placed(subject),
                        self.placed(item),
                    ),
                };
                if positive {
                    items.iter().all(|item| self.has(&equal(item)))
                } else {
                    items.iter().any(|item| self.has(&equal(item)))
                }
            }
            Formula::Compare(comparison, left, right) => {
                let (left, right) = (self.placed(left), self.placed(right));
                let (kind, left, right, flipped) = match comparison {
                    Comparison::Equal => (Comparison::Equal, left, right, false),
                    Comparison::NotEqual => (Comparison::Equal, left, right, true),
                    Comparison::Less => (Comparison::Less, left, right, false),
                    Comparison::Greater => (Comparison::Less, right, left, false),
                    Comparison::LessOrEqual => (Comparison::Less, right, left, true),
                    Comparison::GreaterOrEqual => (Comparison::Less, left, right, true),
                };
                self.has(&Said {
                    positive: positive != flipped,
                    atom: Formula::Compare(kind, left, right),
                })
            }
            Formula::Atom {
                predicate,
                arguments,
            } => self.has(&Said {
                positive,
                atom: Formula::Atom {
                    predicate: predicate.clone(),
                    arguments: arguments.iter().map(|term| self.placed(term)).collect(),
                },
            }),
            Formula::IsNull(term) => self.has(&Said {
                positive,
                atom: Formula::Compare(
                    Comparison::Equal,
                    self.placed(term),
                    Term::Constant(crate::value::Value::Null),
                ),
            }),
            Formula::Truth(term) => self.has(&Said {
                positive,
                atom: Formula::Compare(
                    Comparison::Equal,
                    self.placed(term),
                    Term::Constant(crate::value::Value::Bool(true)),
                ),
            }),
            // Nothing follows here from what is not reasoned about.
            Formula::Member(..)
            | Formula::IsKnown(_)
            | Formula::Constant(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Xor(..)
            | Formula::Forall { .. }
            | Formula::Exists { .. } => false,
        }
    }

    /// A part of the clause, or something that cannot hold and so implies anything.
    fn has(&self, said: &Said) -> bool {
        self.clause.iter().any(|part| same(part, said))
            || settled(&said.atom, self.names) == Some(!said.positive)
    }

    /// The term with things for its variables. Sums are worked out.
    fn placed(&self, term: &Term) -> Term {
        place_term(term, &self.scope, &mut Vec::new())
    }

    /// The existence a witness stands for, with things for the variables from outside. What does not
    /// speak of the witness is left out: the same thing exists whatever that is.
    fn existence(
        &self,
        variable: &'a Name,
        sort: Option<&'a Name>,
        body: &'a Formula,
        positive: bool,
    ) -> Formula {
        let part = if sort.is_some() {
            body
        } else {
            the_part_about(body, variable)
        };
        let placed = place(part, &self.scope, &mut vec![variable]);
        let placed = if positive {
            placed
        } else {
            Formula::not(placed)
        };
        Formula::Exists {
            variable: variable.clone(),
            sort: sort.cloned(),
            body: Box::new(placed),
        }
    }
}

/// What would change if the variable meant something else speaks of it.
/// Follows conjunctions, disjunctions and implications as long as one side alone speaks of the variable.
fn the_part_about<'a>(formula: &'a Formula, variable: &Name) -> &'a Formula {
    let parts: Vec<&'a Formula> = match formula {
        Formula::Not(body) => vec![body],
        Formula::And(parts) | Formula::Or(parts) => parts.iter().collect(),
        Formula::Implies(left, right) => vec![left, right],
        Formula::Constant(_)
        | Formula::Atom { .. }
        | Formula::Compare(..)
        | Formula::In(..)
        | Formula::Member(..)
        | Formula::IsNull(_)
        | Formula::IsKnown(_)
        | Formula::Truth(_)
        | Formula::Iff(..)
        | Formula::Xor(..)
        | Formula::Forall { .. }
        | Formula::Exists { .. } => return formula,
    };
    let with = |part: &'a Formula, scope: &[(&Name, Term)]| place(part, scope, &mut Vec::new());
    let mut about = parts
        .into_iter()
        .filter(|part| with(part, &[(variable, Term::Now)]) != with(part, &[]));
    match (about.next(), about.next()) {
        (Some(only), None) => the_part_about(only, variable),
        (Some(_), Some(_)) | (None, _) => formula,
    }
}

fn place_term<'a>(term: &'a Term, scope: &[(&Name, Term)], bound: &mut Vec<&'a Name>) -> Term {
    match term {
        Term::Variable(name) if !bound.contains(&name) => {
            let found = scope.iter().rev().find(|(known, _)| *known == name);
            found.map_or_else(|| term.clone(), |(_, value)| value.clone())
        }
        Term::Attribute { of, attribute } => Term::Function {
            name: attribute.clone(),
            arguments: vec![place_term(of, scope, bound)],
        },
        Term::Function { name, arguments } => Term::Function {
            name: name.clone(),
            arguments: arguments
                .iter()
                .map(|argument| place_term(argument, scope, bound))
                .collect(),
        },
        Term::Arithmetic(operation, left, right) => match crate::model::sum(term) {
            Some(value) => Term::Constant(value),
            None => Term::Arithmetic(
                *operation,
                Box::new(place_term(left, scope, bound)),
                Box::new(place_term(right, scope, bound)),
            ),
        },
        Term::Size(of) => Term::Size(Box::new(place_term(of, scope, bound))),
        Term::Count {
            variable,
            sort,
            body,
        } => {
            bound.push(variable);
            let body = Box::new(place(body, scope, bound));
            bound.pop();
            Term::Count {
                variable: variable.clone(),
                sort: sort.clone(),
                body,
            }
        }
        Term::Variable(_)
        | Term::Constant(_)
        | Term::Now
        | Term::Today
        | Term::Unresolved(_, _) => term.clone(),
    }
}

fn place<'a>(formula: &'a Formula, scope: &[(&Name, Term)], bound: &mut Vec<&'a Name>) -> Formula {
    let boxed =
        |inner: &'a Formula, bound: &mut Vec<&'a Name>| Box::new(place(inner, scope, bound));
    match formula {
        Formula::Constant(_) => formula.clone(),
        Formula::Atom {
            predicate,
            arguments,
        } => Formula::Atom {
            predicate: predicate.clone(),
            arguments: arguments
                .iter()
                .map(|argument| place_term(argument, scope, bound))
                .collect(),
        },
        Formula::Compare(comparison, left, right) => Formula::Compare(
            *comparison,
            place_term(left, scope, bound),
            place_term(right, scope, bound),
        ),
        Formula::In(subject, items) => Formula::In(
            place_term(subject, scope, bound),
            items
                .iter()
                .map(|item| place_term(item, scope, bound))
                .collect(),
        ),
        Formula::Member(left, right) => Formula::Member(
            place_term(left, scope, bound),
            place_term(right, scope, bound),
        ),
        Formula::IsNull(term) => Formula::IsNull(place_term(term, scope, bound)),
        Formula::IsKnown(term) => Formula::IsKnown(place_term(term, scope, bound)),
        Formula::Truth(term) => Formula::Truth(place_term(term, scope, bound)),
        Formula::Not(body) => Formula::Not(boxed(body, bound)),
        Formula::And(parts) => {
            Formula::And(parts.iter().map(|part| place(part, scope, bound)).collect())
        }
        Formula::Or(parts) => {
            Formula::Or(parts.iter().map(|part| place(part, scope, bound)).collect())
        }
        Formula::Implies(left, right) => Formula::Implies(boxed(left, bound), boxed(right, bound)),
        Formula::Iff(left, right) => Formula::Iff(boxed(left, bound), boxed(right, bound)),
        Formula::Xor(left, right) => Formula::Xor(boxed(left, bound), boxed(right, bound)),
        Formula::Forall {
            variable,
            sort,
            body,
        } => {
            bound.push(variable);
            let body = boxed(body, bound);
            bound.pop();
            Formula::Forall {
                variable: variable.clone(),
                sort: sort.clone(),
                body,
            }
        }
        Formula::Exists {
            variable,
            sort,
            body,
        } => {
            bound.push(variable);
            let body = boxed(body, bound);
            bound.pop();
            Formula::Exists {
                variable: variable.clone(),
                sort: sort.clone(),
                body,
            }
        }
    }
}

/// Equal, or equal with the sides of a sameness exchanged.
fn same(left: &Said, right: &Said) -> bool {
    if left == right {
        return true;
    }
    match (&left.atom, &right.atom) {
        (Formula::Compare(Comparison::Equal, a, b), Formula::Compare(Comparison::Equal, c, d)) => {
            left.positive == right.positive && a == d && b == c
        }
        (_, _) => false,
    }
}

/// What a ground comparison is by the things alone.
fn settled(atom: &Formula, names: Names) -> Option<bool> {
    let Formula::Compare(comparison, left, right) = atom else {
        return None;
    };
    let order = match (left, right) {
        _ if left == right => Some(Some(Ordering::Equal)),
        (Term::Constant(left), Term::Constant(right)) => rigid_order(left, right, names),
        (_, _) => None,
    };
    match comparison {
        Comparison::Equal => order.map(|order| order == Some(Ordering::Equal)),
        Comparison::Less => order.flatten().map(|order| order == Ordering::Less),
        Comparison::NotEqual
        | Comparison::LessOrEqual
        | Comparison::Greater
        | Comparison::GreaterOrEqual => None,
    }
}
