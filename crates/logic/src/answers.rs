//! What an open query is true of: every row of named things, and what answers without a name.
//!
//! Where no cases need to be distinguished, one run forwards finds all rows at once; elsewhere each row is
//! asked for. A row is listed only when it follows.

use crate::clause::{Clauses, Constant, Source, Symbol, folded};
use crate::formula::{Comparison, Formula, Term};
use crate::forward;
use crate::horn;
use crate::normal;
use crate::reason::{
    Answer, Consistency, How, Ran, Semantics, Stopped, World, classical, consistent, judged,
    why_stopped,
};
use crate::value::{Name, Value};
use std::collections::BTreeSet;

/// Of how many rows it is looked for the few that one of must answer.
const ROWS_MAX: usize = 64;
/// How many statements are read again, over all rows that are asked for one by one.
const READ_MAX: u64 = 2_000_000;

/// What an open query is true of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The values of the variables, in their order; each row once, in order.
    pub rows: Vec<Vec<Value>>,
    /// What answers as well, and is no row.
    pub besides: Option<Besides>,
    /// The rows of which, asked alone, there is a contradiction; run forwards, what is both said and denied.
    /// They answer nothing.
    pub disputed: Vec<Vec<Value>>,
    /// The theory contradicts itself, so that everything follows and nothing is listed.
    pub inconsistent: bool,
    /// There may be more.
    pub stopped: Option<Stopped>,
}

/// An answer that is no row of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Besides {
    /// One of these rows answers, and nobody can tell which. None can be left out.
    OneOf(Vec<Vec<Value>>),
    /// Something answers that is not said to be any of the named things.
    Unnamed,
}

impl Answers {
    fn take(&mut self, row: Vec<Value>, answer: Answer) {
        match answer {
            Answer::True => self.rows.push(row),
            Answer::Inconsistent => self.disputed.push(row),
            Answer::False | Answer::Unknown => {}
        }
    }

    /// Whether the rows are all there is to say.
    pub fn is_complete(&self) -> bool {
        self.besides.is_none() && self.stopped.is_none() && self.disputed.is_empty()
    }
}

/// All values, among those the theory and the query name, for which the query follows.
pub fn answers(theory: &[Formula], query: &Formula, variables: &[Name], how: &How) -> Answers {
    if let Err(ran_out) = normal::prepare(theory.iter().chain([query]), &how.limits) {
        return Answers {
            stopped: Some(Stopped { ran_out, bound: 0 }),
            ..Answers::default()
        };
    }
    let is_classical = (how.semantics, how.world) == (Semantics::Classical, World::Open);
    if is_classical && let Some(found) = at_once(theory, query, variables, how) {
        return found;
    }
    let mut found = Answers::default();
    let asked = Asked {
        theory,
        query,
        variables,
        named: named(theory, query),
        how,
    };
    if is_classical {
        match consistent(theory, how) {
            Consistency::Inconsistent => {
                found.inconsistent = true;
                return found;
            }
            Consistency::Unknown(stopped) => found.stopped = Some(stopped),
            Consistency::Consistent => {}
        }
        asked.one_by_one(&mut found);
        asked.besides(&mut found);
    } else {
        asked.forwards(&mut found);
    }
    let beyond = beyond_names(theory.iter().chain([query]));
    found.stopped = found.stopped.or(beyond).filter(|_| !found.inconsistent);
    found
}

/// Functions have values that no name stands for.
pub(crate) fn beyond_names<'f>(formulas: impl IntoIterator<Item = &'f Formula>) -> Option<Stopped> {
    let mut values = false;
    for formula in formulas {
        formula.visit_terms(&mut |term| {
            values |= matches!(term, Term::Function { .. } | Term::Attribute { .. });
        });
    }
    values.then_some(Stopped {
        ran_out: Ran::Functions,
        bound: 0,
    })
}

/// What has a name, or is a sum that the theory speaks of.
fn named(theory: &[Formula], query: &Formula) -> Vec<Value> {
    let mut named: BTreeSet<&Value> = BTreeSet::new();
    let mut sums: Vec<Value> = Vec::new();
    for formula in theory.iter().chain([query]) {
        formula.visit_terms(&mut |term| {
            if let Term::Constant(value) = term {
                named.insert(value);
            }
        });
    }
    for formula in theory {
        formula.visit_terms(&mut |term| {
            if let Term::Arithmetic(..) = term {
                sums.extend(folded(term));
            }
        });
    }
    named.extend(&sums);
    named.into_iter().cloned().collect()
}

fn mention(value: Value) -> Formula {
    Formula::Atom {
        // No reader makes a name with a control character.
        predicate: Name::new("\u{1}mentioned"),
        arguments: vec![Term::Constant(value)],
    }
}

/// The rows by one run forwards, where every clause has one conclusion at most: then what follows is what
/// the least world holds. Nothing where it is not so.
fn at_once(theory: &[Formula], query: &Formula, variables: &[Name], how: &How) -> Option<Answers> {
    // No reader makes a name with a control character.
    let answering = Name::new("\u{1}answers");
    let conclusion = Formula::Atom {
        predicate: answering.clone(),
        arguments: variables.iter().cloned().map(Term::Variable).collect(),
    };
    let rule = Formula::Implies(Box::new(query.clone()), Box::new(conclusion));
    let rule = variables
        .iter()
        .rev()
        .fold(rule, |body, variable| Formula::Forall {
            variable: variable.clone(),
            sort: None,
            body: Box::new(body),
        });
    let prepared = normal::prepare(theory.iter().chain([&rule]), &how.limits).ok()?;
    if prepared.is_in_part(usize::MAX) {
        return None;
    }
    let mut clauses = Clauses::new();
    for (number, formula) in theory.iter().chain([&rule]).enumerate() {
        let before = clauses.clauses.len();
        let formula = prepared.get(number, formula);
        clauses.add(formula, true, Source::Theory(number as u32));
        let now = clauses.clauses.len();
        if now - before > how.limits.clauses as usize || now > how.limits.clauses_in_all as usize {
            return None;
        }
    }
    // What is said of everything is also said of what only stood in a part that says nothing.
    let mentioned: Vec<Formula> = if horn::ranges(&clauses) {
        let named = named(theory, query).into_iter();
        named.map(mention).collect()
    } else {
        Vec::new()
    };
    for formula in &mentioned {
        clauses.add(formula, true, Source::Truth);
    }
    let arity = variables.len() as u32;
    let predicate = clauses
        .predicates
        .find(&(Symbol::Named(&answering), arity))?;
    let members: Vec<u32> = (0..clauses.clauses.len() as u32).collect();
    if !clauses.opaque.is_empty() || !horn::takes(&clauses, &members) {
        return None;
    }
    let mut found = Answers::default();
    let Some(rows) = horn::rows(&clauses, &members, predicate, &how.limits)? else {
        found.inconsistent = true;
        return Some(found);
    };
    let mut unnamed = false;
    for row in rows {
        let values: Option<Vec<Value>> = row
            .iter()
            .map(|&thing| match clauses.constants.items.get(thing as usize) {
                Some(Constant::Value(value)) => Some(value.clone().into_owned()),
                Some(_) | None => None,
            })
            .collect();
        match values {
            Some(values) => found.rows.push(values),
            None => unnamed = true,
        }
    }
    found.rows.sort();
    // What is only said to exist may be one of those that have a name.
    if unnamed && found.rows.is_empty() {
        found.besides = Some(Besides::Unnamed);
    }
    Some(found)
}

struct Asked<'a> {
    theory: &'a [Formula],
    query: &'a Formula,
    variables: &'a [Name],
    named: Vec<Value>,
    how: &'a How,
}

impl Asked<'_> {
    fn placed(&self, row: &[Value]) -> Formula {
        let place = |name: &Name| self.variables.iter().position(|variable| variable == name);
        let value = |at: usize| Term::Constant(row[at].clone());
        self.query.with(&|name| place(name).map(value))
    }

    fn holds(&self, formula: &Formula) -> bool {
        classical(self.theory, Some(formula), self.how).0 == Answer::True
    }

    /// Every row of named things, as one counts, the last variable fastest; at most so many.
    fn each_row(&self, most: u64, mut see: impl FnMut(Vec<Value>)) -> Option<Stopped> {
        if self.named.is_empty() && !self.variables.is_empty() {
            return None;
        }
        let mut choice = vec![0_usize; self.variables.len()];
        for tried in 0_u64.. {
            if tried >= most {
                return Some(Stopped {
                    ran_out: Ran::Instances,
                    bound: u32::try_from(most).unwrap_or(u32::MAX),
                });
            }
            see(choice.iter().map(|&at| self.named[at].clone()).collect());
            let next = choice.iter().rposition(|&at| at + 1 < self.named.len())?;
            choice[next] += 1;
            choice[next + 1..].fill(0);
        }
        None
    }

    /// How many rows are asked for one by one.
    fn most(&self) -> u64 {
        let read = self.theory.len().max(1) as u64;
        u64::from(self.how.limits.instances).min(READ_MAX / read + 1)
    }

    fn one_by_one(&self, found: &mut Answers) {
        let mut stopped = None;
        let ended = self.each_row(self.most(), |row| {
            let (answer, why) = classical(self.theory, Some(&self.placed(&row)), self.how);
            found.take(row, answer);
            stopped = stopped.or(why);
        });
        found.stopped = found.stopped.or(stopped).or(ended);
    }

    /// Each row is judged as if it were asked alone, in one run.
    fn forwards(&self, found: &mut Answers) {
        let run = forward::run(self.theory, Some(self.query), self.how);
        if self.how.semantics == Semantics::Classical && run.conflict().is_some() {
            found.inconsistent = true;
            return;
        }
        let most = match why_stopped(&run) {
            // What each row rests on is looked through.
            Some(_) => self.most(),
            None => u64::from(self.how.limits.instances),
        };
        let mut stopped = None;
        let ended = self.each_row(most, |row| {
            let (answer, why) = judged(&run, &self.placed(&row), self.how);
            found.take(row, answer);
            stopped = stopped.or(why);
        });
        found.stopped = found.stopped.or(why_stopped(&run)).or(stopped).or(ended);
    }

    /// What answers besides the rows: one of a few others, or something that is none of them.
    fn besides(&self, found: &mut Answers) {
        let mut others: Vec<Vec<Value>> = Vec::new();
        let most = (ROWS_MAX + found.rows.len()) as u64;
        let too_many = self.each_row(most, |row| {
            if !found.rows.contains(&row) {
                others.push(row);
            }
        });
        if found.rows.len() > ROWS_MAX {
            found.stopped = found.stopped.or(too_many).or(Some(Stopped {
                ran_out: Ran::Instances,
                bound: ROWS_MAX as u32,
            }));
            return;
        }
        if too_many.is_none() && self.one_of(&others) {
            found.besides = Some(Besides::OneOf(self.fewest(others)));
            return;
        }
        if self.holds(&self.another(&found.rows)) {
            found.besides = Some(Besides::Unnamed);
        } else if !found.rows.is_empty() {
            found.stopped = found.stopped.or(too_many);
        }
    }

    fn one_of(&self, rows: &[Vec<Value>]) -> bool {
        let each = rows.iter().map(|row| self.placed(row)).collect();
        !rows.is_empty() && self.holds(&Formula::any(each))
    }

    /// Leaves out one row after the other as long as one of the rest must answer.
    fn fewest(&self, mut rows: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
        let mut at = 0;
        while at < rows.len() {
            let mut fewer = rows.clone();
            fewer.remove(at);
            if self.one_of(&fewer) {
                rows = fewer;
            } else {
                at += 1;
            }
        }
        rows
    }

    /// That there is an answer which is none of these rows.
    fn another(&self, rows: &[Vec<Value>]) -> Formula {
        let mut parts = vec![self.query.clone()];
        parts.extend(rows.iter().map(|row| {
            let values = self.variables.iter().zip(row);
            let unlike = values.map(|(variable, value)| {
                let (left, right) = (
                    Term::Variable(variable.clone()),
                    Term::Constant(value.clone()),
                );
                Formula::Compare(Comparison::NotEqual, left, right)
            });
            Formula::any(unlike.collect())
        }));
        let outwards = self.variables.iter().rev();
        outwards.fold(Formula::all(parts), |body, variable| Formula::Exists {
            variable: variable.clone(),
            sort: None,
            body: Box::new(body),
        })
    }
}
