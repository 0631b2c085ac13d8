//! What is done to formulas before they become clauses: depth is checked, counts become existences.
//!
//! Formulas that need nothing are not copied. Nothing here recurses before the depth is known.

use crate::formula::{Comparison, Formula, Term};
use crate::reason::{Limits, Ran};
use crate::value::{Name, Number, Value};

/// The formulas that had to be rewritten, by their place.
pub(crate) struct Prepared {
    rewritten: Vec<(usize, Formula)>,
    /// Whether there are sums.
    pub(crate) has_sums: bool,
}

impl Prepared {
    pub(crate) fn get<'a>(&'a self, at: usize, written: &'a Formula) -> &'a Formula {
        let found = self.rewritten.iter().find(|(place, _)| *place == at);
        found.map_or(written, |(_, formula)| formula)
    }
}

pub(crate) fn prepare<'a>(
    formulas: impl Iterator<Item = &'a Formula>,
    limits: &Limits,
) -> Result<Prepared, Ran> {
    let mut rewritten = Vec::new();
    let mut survey = Survey::default();
    for (at, formula) in formulas.enumerate() {
        if survey.look(formula, limits.formula_depth)? {
            let mut writer = Writer {
                made: 0,
                most: limits.count,
            };
            rewritten.push((at, writer.formula(formula)?));
        }
    }
    Ok(Prepared {
        rewritten,
        has_sums: survey.has_sums,
    })
}

enum Part<'a> {
    Formula(&'a Formula),
    Term(&'a Term),
}

#[derive(Default)]
struct Survey<'a> {
    open: Vec<(Part<'a>, u32)>,
    has_sums: bool,
}

impl<'a> Survey<'a> {
    /// Whether a formula holds something to rewrite; an error when it is too deep. Without recursion.
    fn look(&mut self, formula: &'a Formula, depth_max: u32) -> Result<bool, Ran> {
        let mut found = false;
        let open = &mut self.open;
        open.push((Part::Formula(formula), 1));
        while let Some((part, depth)) = open.pop() {
            if depth > depth_max {
                return Err(Ran::FormulaDepth);
            }
            let below = depth + 1;
            match part {
                Part::Formula(formula) => match formula {
                    Formula::Constant(_) => {}
                    Formula::Atom { arguments, .. } => {
                        for argument in arguments {
                            if !matches!(argument, Term::Variable(_) | Term::Constant(_)) {
                                open.push((Part::Term(argument), below));
                            }
                        }
                    }
                    Formula::Compare(_, left, right) => {
                        open.push((Part::Term(left), below));
                        open.push((Part::Term(right), below));
                    }
                    Formula::Member(left, right) => {
                        found |= matches!(right, Term::Constant(Value::Set(_) | Value::List(_)));
                        open.push((Part::Term(left), below));
                        open.push((Part::Term(right), below));
                    }
                    Formula::In(subject, items) => {
                        open.push((Part::Term(subject), below));
                        open.extend(items.iter().map(|item| (Part::Term(item), below)));
                    }
                    Formula::IsNull(term) | Formula::IsKnown(term) | Formula::Truth(term) => {
                        open.push((Part::Term(term), below));
                    }
                    Formula::Not(body)
                    | Formula::Forall { body, .. }
                    | Formula::Exists { body, .. } => open.push((Part::Formula(body), below)),
                    Formula::And(parts) | Formula::Or(parts) => {
                        open.extend(parts.iter().map(|part| (Part::Formula(part), below)));
                    }
                    Formula::Implies(left, right)
                    | Formula::Iff(left, right)
                    | Formula::Xor(left, right) => {
                        open.push((Part::Formula(left), below));
                        open.push((Part::Formula(right), below));
                    }
                },
                Part::Term(term) => match term {
                    Term::Variable(_)
                    | Term::Constant(_)
                    | Term::Now
                    | Term::Today
                    | Term::Unresolved(_, _) => {}
                    Term::Attribute { of, .. } | Term::Size(of) => {
                        open.push((Part::Term(of), below))
                    }
                    Term::Function { arguments, .. } => {
                        open.extend(arguments.iter().map(|part| (Part::Term(part), below)));
                    }
                    Term::Arithmetic(_, left, right) => {
                        self.has_sums = true;
                        open.push((Part::Term(left), below));
                        open.push((Part::Term(right), below));
                    }
                    Term::Count { body, .. } => {
                        found = true;
                        open.push((Part::Formula(body), below));
                    }
                },
            }
        }
        Ok(found)
    }
}

struct Writer {
    made: u32,
    most: u32,
}

impl Writer {
    fn boxed(&mut self, formula: &Formula) -> Result<Box<Formula>, Ran> {
        Ok(Box::new(self.formula(formula)?))
    }

    fn all(&mut self, formulas: &[Formula]) -> Result<Vec<Formula>, Ran> {
        formulas.iter().map(|part| self.formula(part)).collect()
    }

    fn formula(&mut self, formula: &Formula) -> Result<Formula, Ran> {
        Ok(match formula {
            Formula::Compare(comparison, left, right) => {
                let count = match (left, right) {
                    (Term::Count { .. }, number) => Some((*comparison, left, number)),
                    (number, Term::Count { .. }) => Some((mirrored(*comparison), right, number)),
                    (_, _) => None,
                };
                match count {
                    Some((
                        comparison,
                        Term::Count {
                            variable,
                            sort,
                            body,
                        },
                        number,
                    )) => match crate::clause::folded(number) {
                        Some(Value::Number(number)) => {
                            let body = self.formula(body)?;
                            self.counted(comparison, variable, sort.as_ref(), &body, number)?
                        }
                        Some(_) | None => formula.clone(),
                    },
                    Some(_) | None => formula.clone(),
                }
            }
            Formula::Member(subject, Term::Constant(Value::Set(members))) => {
                let items = members.iter().map(Term::entity).collect();
                Formula::In(subject.clone(), items)
            }
            Formula::Member(subject, Term::Constant(Value::List(members))) => {
                let items = members.iter().cloned().map(Term::Constant).collect();
                Formula::In(subject.clone(), items)
            }
            Formula::Constant(_)
            | Formula::Atom { .. }
            | Formula::In(..)
            | Formula::Member(..)
            | Formula::IsNull(_)
            | Formula::IsKnown(_)
            | Formula::Truth(_) => formula.clone(),
            Formula::Not(body) => Formula::Not(self.boxed(body)?),
            Formula::And(parts) => Formula::And(self.all(parts)?),
            Formula::Or(parts) => Formula::Or(self.all(parts)?),
            Formula::Implies(left, right) => {
                Formula::Implies(self.boxed(left)?, self.boxed(right)?)
            }
            Formula::Iff(left, right) => Formula::Iff(self.boxed(left)?, self.boxed(right)?),
            Formula::Xor(left, right) => Formula::Xor(self.boxed(left)?, self.boxed(right)?),
            Formula::Forall {
                variable,
                sort,
                body,
            } => Formula::Forall {
                variable: variable.clone(),
                sort: sort.clone(),
                body: self.boxed(body)?,
            },
            Formula::Exists {
                variable,
                sort,
                body,
            } => Formula::Exists {
                variable: variable.clone(),
                sort: sort.clone(),
                body: self.boxed(body)?,
            },
        })
    }

    fn counted(
        &mut self,
        comparison: Comparison,
        variable: &Name,
        sort: Option<&Name>,
        body: &Formula,
        number: Number,
    ) -> Result<Formula, Ran> {
        let mut at_least = |count: i64| self.at_least(count, variable, sort, body);
        // The least whole number not below, and the greatest not above.
        let floor = floor(number).ok_or(Ran::Count)?;
        let whole = number.is_integer();
        let ceiling = if whole {
            floor
        } else {
            floor.saturating_add(1)
        };
        Ok(match comparison {
            Comparison::GreaterOrEqual => at_least(ceiling)?,
            Comparison::Greater => at_least(floor.saturating_add(1))?,
            Comparison::LessOrEqual => Formula::not(at_least(floor.saturating_add(1))?),
            Comparison::Less => Formula::not(at_least(ceiling)?),
            Comparison::Equal | Comparison::NotEqual => {
                let equal = if whole {
                    let more = at_least(floor.saturating_add(1))?;
                    Formula::And(vec![at_least(floor)?, Formula::not(more)])
                } else {
                    Formula::Constant(false)
                };
                if comparison == Comparison::Equal {
                    equal
                } else {
                    Formula::not(equal)
                }
            }
        })
    }

    /// So many different things of which the body holds.
    fn at_least(
        &mut self,
        count: i64,
        variable: &Name,
        sort: Option<&Name>,
        body: &Formula,
    ) -> Result<Formula, Ran> {
        if count <= 0 {
            return Ok(Formula::Constant(true));
        }
        if count > i64::from(self.most) {
            return Err(Ran::Count);
        }
        let mut names = Vec::new();
        for _ in 0..count {
            self.made += 1;
            // No reader makes a name with a control character, so nothing is captured.
            names.push(Name::from(format!("\u{1}{}", self.made)));
        }
        let mut parts = Vec::new();
        for (at, name) in names.iter().enumerate() {
            parts.push(renamed(body, variable, name));
            for other in &names[..at] {
                parts.push(Formula::Compare(
                    Comparison::NotEqual,
                    Term::Variable(other.clone()),
                    Term::Variable(name.clone()),
                ));
            }
        }
        let mut whole = Formula::all(parts);
        for name in names.into_iter().rev() {
            whole = Formula::Exists {
                variable: name,
                sort: sort.cloned(),
                body: Box::new(whole),
            };
        }
        Ok(whole)
    }
}

fn floor(number: Number) -> Option<i64> {
    let rounded = number.rounded()?;
    if Number::from(rounded) > number {
        rounded.checked_sub(1)
    } else {
        Some(rounded)
    }
}

fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::Equal,
        Comparison::NotEqual => Comparison::NotEqual,
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
    }
}

/// The formula with another name for a free variable. The new name occurs nowhere yet.
pub(crate) fn renamed(formula: &Formula, from: &Name, to: &Name) -> Formula {
    formula.with(&|name| (name == from).then(|| Term::Variable(to.clone())))
}
