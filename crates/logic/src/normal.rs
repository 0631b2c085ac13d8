//! What is done to formulas before they become clauses: depth is checked, counts become existences.
//!
//! Formulas that need nothing are not copied. Nothing here recurses before the depth is known. A count of
//! more things than the bound stays a relation of its own, of which only a part is said: what follows
//! then follows from the whole, and one large count takes no answer away from the rest.

use crate::clause::free_names;
use crate::formula::{Comparison, Formula, Term};
use crate::reason::{Limits, Ran};
use crate::value::{Name, Number, Value};
use std::collections::BTreeSet;
use std::fmt::Display;

/// The formulas that had to be rewritten, by their place.
pub(crate) struct Prepared {
    rewritten: Vec<(usize, Formula)>,
    /// Whether there are sums.
    pub(crate) has_sums: bool,
    /// The places of those with a count of which only a part is said.
    in_part: Vec<usize>,
    /// What is said of such counts.
    pub(crate) truths: Vec<Formula>,
}

impl Prepared {
    pub(crate) fn get<'a>(&'a self, at: usize, written: &'a Formula) -> &'a Formula {
        let found = self.rewritten.iter().find(|(place, _)| *place == at);
        found.map_or(written, |(_, formula)| formula)
    }

    /// Whether one of the first so many formulas is read only in part.
    pub(crate) fn is_in_part(&self, first: usize) -> bool {
        self.in_part.iter().any(|&place| place < first)
    }
}

pub(crate) fn prepare<'a>(
    formulas: impl Iterator<Item = &'a Formula>,
    limits: &Limits,
) -> Result<Prepared, Ran> {
    let mut rewritten = Vec::new();
    let mut in_part = Vec::new();
    let mut large = Vec::new();
    let mut survey = Survey::default();
    for (at, formula) in formulas.enumerate() {
        if survey.look(formula, limits.formula_depth)? {
            let mut writer = Writer {
                made: 0,
                most: limits.count,
                large: &mut large,
                in_part: false,
            };
            rewritten.push((at, writer.formula(formula)));
            if writer.in_part {
                in_part.push(at);
            }
        }
    }
    Ok(Prepared {
        rewritten,
        has_sums: survey.has_sums,
        in_part,
        truths: large.iter().flat_map(Large::truths).collect(),
    })
}

/// A count that is compared with more than the bound.
struct Large {
    count: Term,
    /// How it is called where it is a relation; the variables it speaks of are the arguments.
    called: String,
    arguments: Vec<Name>,
    /// That there are as many as the bound allows to ask for.
    many: Formula,
    /// The numbers it is said to reach.
    numbers: BTreeSet<i64>,
}

impl Large {
    fn relation(&self, comparison: Comparison, number: &dyn Display) -> Formula {
        let arguments = self.arguments.iter().cloned().map(Term::Variable);
        let sign = comparison.sign();
        Formula::Atom {
            // No reader makes a name with a control character.
            predicate: Name::from(format!("\u{1}{} {sign} {number}", self.called)),
            arguments: arguments.collect(),
        }
    }

    fn reaches(&self, number: i64) -> Formula {
        self.relation(Comparison::GreaterOrEqual, &number)
    }

    /// What reaches a number reaches each lower one, and the bound.
    fn truths(&self) -> Vec<Formula> {
        let steps = self.numbers.iter().map(|&number| self.reaches(number));
        let lower = std::iter::once(self.many.clone()).chain(steps.clone());
        let each = steps.zip(lower).map(|(higher, lower)| {
            let rule = Formula::Implies(Box::new(higher), Box::new(lower));
            let outwards = self.arguments.iter().rev();
            outwards.fold(rule, |body, variable| Formula::Forall {
                variable: variable.clone(),
                sort: None,
                body: Box::new(body),
            })
        });
        each.collect()
    }
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

struct Writer<'p> {
    made: u32,
    most: u32,
    large: &'p mut Vec<Large>,
    in_part: bool,
}

impl Writer<'_> {
    fn boxed(&mut self, formula: &Formula) -> Box<Formula> {
        Box::new(self.formula(formula))
    }

    fn all(&mut self, formulas: &[Formula]) -> Vec<Formula> {
        formulas.iter().map(|part| self.formula(part)).collect()
    }

    fn formula(&mut self, formula: &Formula) -> Formula {
        match formula {
            Formula::Compare(comparison, left, right) => {
                let count = match (left, right) {
                    (Term::Count { .. }, number) => Some((*comparison, left, number)),
                    (number, Term::Count { .. }) => Some((mirrored(*comparison), right, number)),
                    (_, _) => None,
                };
                match count {
                    Some((
                        comparison,
                        term @ Term::Count {
                            variable,
                            sort,
                            body,
                        },
                        number,
                    )) => match crate::clause::folded(number) {
                        Some(Value::Number(number)) => {
                            let body = &self.formula(body);
                            let sort = sort.as_ref();
                            let count = Count {
                                term,
                                variable,
                                sort,
                                body,
                            };
                            self.counted(comparison, &count, number)
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
            Formula::Not(body) => Formula::Not(self.boxed(body)),
            Formula::And(parts) => Formula::And(self.all(parts)),
            Formula::Or(parts) => Formula::Or(self.all(parts)),
            Formula::Implies(left, right) => Formula::Implies(self.boxed(left), self.boxed(right)),
            Formula::Iff(left, right) => Formula::Iff(self.boxed(left), self.boxed(right)),
            Formula::Xor(left, right) => Formula::Xor(self.boxed(left), self.boxed(right)),
            Formula::Forall {
                variable,
                sort,
                body,
            } => Formula::Forall {
                variable: variable.clone(),
                sort: sort.clone(),
                body: self.boxed(body),
            },
            Formula::Exists {
                variable,
                sort,
                body,
            } => Formula::Exists {
                variable: variable.clone(),
                sort: sort.clone(),
                body: self.boxed(body),
            },
        }
    }

    fn counted(&mut self, comparison: Comparison, count: &Count<'_>, number: Number) -> Formula {
        let mut at_least = |number: i64| self.at_least(number, count);
        // The least whole number not below, and the greatest not above.
        let Some(floor) = floor(number) else {
            return self.immense(comparison, count, number);
        };
        let whole = number.is_integer();
        let ceiling = if whole {
            floor
        } else {
            floor.saturating_add(1)
        };
        match comparison {
            Comparison::GreaterOrEqual => at_least(ceiling),
            Comparison::Greater => at_least(floor.saturating_add(1)),
            Comparison::LessOrEqual => Formula::not(at_least(floor.saturating_add(1))),
            Comparison::Less => Formula::not(at_least(ceiling)),
            Comparison::Equal | Comparison::NotEqual => {
                let equal = if whole {
                    let more = at_least(floor.saturating_add(1));
                    Formula::And(vec![at_least(floor), Formula::not(more)])
                } else {
                    Formula::Constant(false)
                };
                if comparison == Comparison::Equal {
                    equal
                } else {
                    Formula::not(equal)
                }
            }
        }
    }

    /// So many different things of which the body holds.
    fn at_least(&mut self, number: i64, count: &Count<'_>) -> Formula {
        if number <= 0 {
            return Formula::Constant(true);
        }
        if number > i64::from(self.most) {
            return self.reaches(number, count);
        }
        let mut names = Vec::new();
        for _ in 0..number {
            self.made += 1;
            // No reader makes a name with a control character, so nothing is captured.
            names.push(Name::from(format!("\u{1}{}", self.made)));
        }
        let mut parts = Vec::new();
        for (at, name) in names.iter().enumerate() {
            parts.push(renamed(count.body, count.variable, name));
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
                sort: count.sort.cloned(),
                body: Box::new(whole),
            };
        }
        whole
    }

    /// That a count reaches a number beyond the bound, as a relation of its own.
    fn reaches(&mut self, number: i64, count: &Count<'_>) -> Formula {
        let large = self.large(count);
        large.numbers.insert(number);
        large.reaches(number)
    }

    /// A number too large to be computed with: nothing is said of it but that it is never below zero.
    fn immense(&mut self, comparison: Comparison, count: &Count<'_>, number: Number) -> Formula {
        if number < Number::from(0) {
            return self.counted(comparison, count, Number::from(-1));
        }
        let large = self.large(count);
        large.relation(comparison, &number)
    }

    fn large(&mut self, count: &Count<'_>) -> &mut Large {
        self.in_part = true;
        let known = |large: &Large| large.count == *count.term;
        let at = self.large.iter().position(known).unwrap_or_else(|| {
            let many = self.at_least(i64::from(self.most), count);
            self.large.push(count.large(many, self.large));
            self.large.len() - 1
        });
        &mut self.large[at]
    }
}

/// A count that is compared with a number; its body is made ready.
struct Count<'f> {
    term: &'f Term,
    variable: &'f Name,
    sort: Option<&'f Name>,
    body: &'f Formula,
}

impl Count<'_> {
    fn large(&self, many: Formula, known: &[Large]) -> Large {
        let mut called = self.term.to_string();
        // Two that only look the same are two.
        while known.iter().any(|large| large.called == called) {
            called.push('\'');
        }
        let mut arguments = Vec::new();
        free_names(self.body, &mut vec![self.variable], &mut arguments);
        Large {
            count: self.term.clone(),
            called,
            arguments: arguments.into_iter().cloned().collect(),
            many,
            numbers: BTreeSet::new(),
        }
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
